/* The tables of the store in SQLite, and how an older file becomes a present one. */
#ifndef VALISE_STORE_SCHEMA_H
#define VALISE_STORE_SCHEMA_H

#include <stdbool.h>

struct sqlite3;
struct vl_error;

/* Whether a file is empty or a store; it is only read. The database of another program is refused,
 * whatever format it calls its own. */
bool vl_sqlite_is_ours(struct sqlite3 *db, struct vl_error *err);

/* Brings a file of any earlier format, or an empty one, to the present one: all of it or nothing.
 * A file of a later program is refused. */
bool vl_sqlite_schema(struct sqlite3 *db, struct vl_error *err);

#endif
