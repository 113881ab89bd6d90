/* What the files of the SQLite store share. */
#ifndef VALISE_STORE_SQLITE_H
#define VALISE_STORE_SQLITE_H

#include <sqlite3.h>

#include "valise/people.h"

extern const struct vl_people_functions vl_people_sqlite;

/* The connection of a store. */
sqlite3 *vl_sqlite_db(struct vl_store *store);
/* Opens the transaction of this turn, if it is not open yet. */
bool vl_sqlite_start_writing(struct vl_store *store, struct vl_error *err);
/* Fills err from what SQLite says; false. */
bool vl_sqlite_trouble(struct vl_store *store, const char *what, struct vl_error *err);
/* A match is dropped: what is known of it is true no longer. */
void vl_sqlite_forget(struct vl_store *store, const char *id);

#endif
