/*
 * A folder of dated copies of a database: valise-20261116T193000Z.db and so on, of which the newest
 * are kept. For `valise backup --keep`, which a timer runs.
 */
#ifndef VALISE_CLI_COPIES_H
#define VALISE_CLI_COPIES_H

#include <stddef.h>
#include <stdint.h>

#include "valise/error.h"

/* Makes the folder if it is not there, readable for its owner alone. Checks that it has room for
 * two more copies: a copy must not fill the disk that the server writes to. */
bool cli_copies_prepare(const char *database, const char *folder, struct vl_error *err);
/* The name of a copy made now; false: it is too long. */
bool cli_copies_name(const char *database, const char *folder, char *path, size_t size,
                     struct vl_error *err);
/* Deletes all but the newest `keep` copies of this database; other files stay. */
bool cli_copies_trim(const char *database, const char *folder, uint32_t keep, uint32_t *deleted,
                     struct vl_error *err);

#endif
