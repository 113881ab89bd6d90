/* The files of a database: finding them, locking them, noticing that they are gone. */
#include "store/identity.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/banned.h"

/* The path without symbolic links. A file that is not there yet keeps the name it is given. */
static bool resolve(struct vl_identity *identity, const char *where, struct vl_error *err)
{
    struct stat is;
    char *real = realpath(where, NULL);
    if (!real && errno == ENOENT && lstat(where, &is) == 0)
        return vl_fail(err, VL_IO, where, "the store is a symbolic link to a file that is missing");
    if (!real && errno != ENOENT)
        return vl_fail(err, VL_IO, where, "the store cannot be opened: %s", strerror(errno));
    int length = snprintf(identity->path, sizeof identity->path, "%s", real ? real : where);
    free(real);
    if (length < 0 || (size_t)length >= sizeof identity->path - sizeof "-lock")
        return vl_fail(err, VL_BAD_INPUT, NULL, "the name of the store is too long");
    snprintf(identity->log, sizeof identity->log, "%s-wal", identity->path);
    return true;
}

static bool in_use(const char *where, struct vl_error *err)
{
    return vl_fail(err, VL_REFUSED, where, "another program is using this store");
}

static bool several_names(const char *where, struct vl_error *err)
{
    return vl_fail(err, VL_REFUSED, where,
                   "the database has several names (hard links); it must have one, because its log "
                   "is named after it");
}

static bool lock_beside(struct vl_identity *identity, const char *where, struct vl_error *err)
{
    char path[sizeof identity->path + sizeof "-lock"];
    snprintf(path, sizeof path, "%s-lock", identity->path);
    identity->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (identity->lock < 0)
        return vl_fail(err, VL_IO, path, "the store cannot be opened: %s", strerror(errno));
    return flock(identity->lock, LOCK_EX | LOCK_NB) == 0 || in_use(where, err);
}

/* Opens the database itself, for its lock. A new file is readable for its owner alone, since it
 * holds the secrets of running deals; SQLite gives its log the same mode. An existing file keeps
 * its mode. One that cannot be opened is left to SQLite, which says what is wrong with it. */
static bool lock_itself(struct vl_identity *identity, const char *where, struct vl_error *err)
{
    struct stat is;
    identity->database = open(identity->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (identity->database < 0)
        return true;
    if (fstat(identity->database, &is) != 0)
        return vl_fail(err, VL_IO, where, "the store cannot be opened: %s", strerror(errno));
    if (!S_ISREG(is.st_mode))
        return vl_fail(err, VL_IO, where, "the store is not a file");
    if (is.st_nlink > 1)
        return several_names(where, err);
    if (flock(identity->database, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return in_use(where, err);
    identity->device = is.st_dev;
    identity->inode = is.st_ino;
    return true;
}

bool vl_identity_open(struct vl_identity *identity, const char *where, struct vl_error *err)
{
    struct stat is;
    *identity = (struct vl_identity){.lock = -1, .database = -1};
    if (strcmp(where, ":memory:") == 0)
        return true;
    if (!resolve(identity, where, err))
        return false;
    /* Before the file is opened: see vl_identity_close about closing it again. */
    if (stat(identity->path, &is) == 0 && S_ISREG(is.st_mode) && is.st_nlink > 1)
        return several_names(where, err);
    return lock_beside(identity, where, err) && lock_itself(identity, where, err);
}

bool vl_identity_intact(struct vl_identity *identity, struct vl_error *err)
{
    struct stat is;
    const char *file = identity->path;
    if (identity->inode == 0)
        return true;
    if (stat(file, &is) != 0 || is.st_dev != identity->device || is.st_ino != identity->inode)
        goto lost;
    if (is.st_nlink > 1)
        return several_names(file, err);
    file = identity->log;
    if (stat(file, &is) != 0) {
        if (identity->log_inode == 0)
            return true; /* SQLite makes it with the first transaction */
        goto lost;
    }
    if (identity->log_inode == 0)
        identity->log_inode = is.st_ino;
    if (is.st_ino == identity->log_inode)
        return true;
lost:
    return vl_fail(
        err, VL_IO, file,
        "the file was deleted, moved or replaced while the server was running: nothing "
        "is stored until it is back; stop the server and restore a backup if it is lost");
}

void vl_identity_close(struct vl_identity *identity)
{
    if (identity->database >= 0)
        close(identity->database);
    if (identity->lock >= 0)
        close(identity->lock);
    identity->database = identity->lock = -1;
}
