/*
 * WebSocket clients by the thousand: one epoll loop, frames in and out without parsing more than
 * it must, so that the measuring costs the measured little.
 */
#ifndef VALISE_BENCH_WIRE_H
#define VALISE_BENCH_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wire {
    int fd;
    uint32_t table, seat;
    char *in; /* what has come and is not a whole frame yet */
    size_t size, capacity;
};

/* Ends the program with a sentence. */
void die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
/* Microseconds, monotonic. */
uint64_t now(void);

/* Opens the loop for so many wires. */
void wires_open(uint32_t count);
/* Connects; what has been said before the loop runs is read by it. */
void wire_open(struct wire *wire, int port, const char *cookie, const char *protocol);
void wire_close(struct wire *wire);
void wire_send(struct wire *wire, const char *text, size_t size);
/* Waits up to so many milliseconds for something, and hands every whole message to `hear`. On how
 * many wires something came. */
int wires_turn(int milliseconds, void (*hear)(struct wire *wire, const char *text, size_t size));

#endif
