/* The tables of the store in SQLite, and the migration of older files. */
#ifndef VALISE_STORE_SCHEMA_H
#define VALISE_STORE_SCHEMA_H

#include <stdbool.h>

struct sqlite3;
struct vl_error;

/* Whether a file is empty or a store; it is only read. The database of another program is refused,
 * no matter which user_version it has. */
bool vl_sqlite_is_ours(struct sqlite3 *db, struct vl_error *err);

/* Migrates a file of any earlier format, or an empty one, to the present format, in one
 * transaction. A file of a later program is refused. */
bool vl_sqlite_schema(struct sqlite3 *db, struct vl_error *err);

#endif
