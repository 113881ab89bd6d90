/*
 * The log of the server, and the access log.
 *
 * A line of the log is an event with fields, as text (time=… event=… key=value) or as one JSON
 * object. The names of events and fields are an interface for operators (docs/operating.md) and do
 * not change. No line ever has a secret: no cookie, no token of a seat, no query of an address, and
 * only the first characters of the id of a match.
 *
 * A stranger must not be able to fill the disk. Lines that name an address are limited: each kind
 * of line per address, and each kind of line in all. What is left out is counted, and one line says
 * how often (event=repeated).
 *
 * The access log has one line for every HTTP request. It is off unless an operator asks for it, and
 * it is not limited, because requests are.
 */
#ifndef VALISE_SERVER_LOG_H
#define VALISE_SERVER_LOG_H

#include "valise/error.h"
#include "valise/text.h"

extern bool sv_log_quiet; /* for fuzzing: no log at all */

/* Whether lines are JSON objects from now on. */
void sv_log_json(bool json);
/* Writes one line to standard error. The format is fields, "key=%d other=\"%s\"", separated by one
 * space; quotes are for values that may have spaces. Safe on every thread. */
__attribute__((format(printf, 2, 3))) void sv_log(const char *event, const char *format, ...);
/* Writes what was left out, if it is time; called about once a second. `all`: at once. */
void sv_log_sweep(bool all);

/* One HTTP request, after it was answered. */
struct sv_access {
    const char *method;
    const char *path; /* as asked for; shortened in the log. NULL: it could not be read */
    const char *address;
    int status;
    uint64_t bytes, microseconds;
};

/* Opens the access log, or opens it again: a file, or "-" for standard error; NULL closes it. If a
 * file cannot be opened, err says why and the log stays as it was. */
bool sv_access_open(const char *file, struct vl_error *err);
bool sv_access_on(void);
void sv_access_log(const struct sv_access *access);
/* The path of a request without anything secret: match ids are cut to eight characters, other long
 * words could be tokens and are left out. */
void sv_access_path(const char *path, struct vl_text *out);

#endif
