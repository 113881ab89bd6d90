/* Servers with nothing behind them: what the network alone allows. */
#ifndef VALISE_BENCH_ECHO_H
#define VALISE_BENCH_ECHO_H

#include <stdint.h>
#include <sys/types.h>

/*
 * A process that speaks WebSocket. With `table` 0 it sends every message back: the bare echo.
 * Otherwise it answers as the web table does: the message back, as an acknowledgement, and a
 * message of `table` bytes to the sender and to its neighbour (connections 0 and 1, 2 and 3, ..).
 */
pid_t echo_start(uint32_t table, int *port);

#endif
