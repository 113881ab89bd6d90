/*
 * Errors of input that comes from outside.
 *
 * A function that can fail on bad input returns true for success; on failure it returns false
 * and fills the caller's vl_error. It never prints and never exits.
 */
#ifndef VALISE_ERROR_H
#define VALISE_ERROR_H

#include <stdbool.h>

/* What kind of failure it is. */
enum vl_error_code {
    VL_OK,
    VL_BAD_INPUT, /* the input cannot be read: syntax, range, unknown word */
    VL_REFUSED,   /* understood, and the rules or the situation forbid it */
    VL_NOT_FOUND,
    VL_IO,
    VL_NO_MEMORY,
};

/* An error, for programs (code, clause) and for people (message, where). */
struct vl_error {
    enum vl_error_code code;
    char message[256]; /* a sentence without a full stop: what is wrong and what was expected */
    char where[160];   /* file:line:column, a path of keys, or empty */
    char clause[16];   /* the clause of the rules page that refuses, or empty */
};

/* Fills err (which may be NULL) and returns false, so that a caller can `return vl_fail(...)`. */
__attribute__((format(printf, 4, 5))) bool vl_fail(struct vl_error *err, enum vl_error_code code,
                                                   const char *where, const char *format, ...);

/* The same for a move that a clause refuses. */
__attribute__((format(printf, 3, 4))) bool vl_refuse(struct vl_error *err, const char *clause,
                                                     const char *format, ...);

#endif
