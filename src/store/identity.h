/*
 * The files of a database, and whether they are still the ones that were opened.
 *
 * An open file can lose its name: somebody deletes it, moves it, or restores a copy over it. The
 * server would go on writing into the file without a name, and everything written since would be
 * gone when it stops. So the store compares device, inode and link count before and after each
 * commit. That is a stat for each of the two files, some microseconds beside an fsync.
 *
 * Two locks keep a second server out: one on a file beside the database, which all versions of this
 * program know, and one on the database itself, which no other name and no deleted lock file gets
 * around. Symbolic links are resolved first. A database with several hard links is refused: SQLite
 * names the log after the database, so each name would have a log of its own.
 */
#ifndef VALISE_STORE_IDENTITY_H
#define VALISE_STORE_IDENTITY_H

#include <sys/types.h>

#include "valise/error.h"

struct vl_identity {
    char path[4096]; /* of the database, without symbolic links; empty: a store in memory */
    char log[4096 + 8];
    int lock;     /* the file beside the database; -1: none */
    int database; /* open for its lock alone; -1: none */
    dev_t device;
    ino_t inode, log_inode; /* log_inode 0: not seen yet */
};

/* Finds the file and takes both locks; a new file is made, readable for its owner alone. False: err
 * says why, and vl_identity_close is still to be called. */
bool vl_identity_open(struct vl_identity *identity, const char *where, struct vl_error *err);
/* Whether both files are where they were. */
bool vl_identity_intact(struct vl_identity *identity, struct vl_error *err);
/* Gives up the locks; after the database is closed, because closing any descriptor of a file ends
 * the locks that SQLite has on it. */
void vl_identity_close(struct vl_identity *identity);

#endif
