/* A WebSocket server that says back what it hears, and nothing else: the limit of any other. */
#ifndef VALISE_BENCH_ECHO_H
#define VALISE_BENCH_ECHO_H

#include <sys/types.h>

/* Starts it as a process of its own; its port. */
pid_t echo_start(int *port);

#endif
