/* Dated copies of a database: see the header. */
#include "cli/copies.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"

enum { STAMP = 16 /* characters of 20261116T193000Z */ };

/* The name of the database without its folder and without ".db": copies begin with it. */
static void stem_of(const char *database, char stem[128])
{
    const char *slash = strrchr(database, '/'), *name = slash ? slash + 1 : database;
    size_t length = strlen(name);
    if (length > 3 && strcmp(name + length - 3, ".db") == 0)
        length -= 3;
    snprintf(stem, 128, "%.*s", length < 128 ? (int)length : 127, name);
}

static uint64_t size_of(const char *database, const char *ending)
{
    char path[4096];
    struct stat is;
    int length = snprintf(path, sizeof path, "%s%s", database, ending);
    bool there = length > 0 && (size_t)length < sizeof path && stat(path, &is) == 0;
    return there && is.st_size > 0 ? (uint64_t)is.st_size : 0;
}

bool cli_copies_prepare(const char *database, const char *folder, struct vl_error *err)
{
    struct statvfs disk;
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return vl_fail(err, VL_IO, folder, "the folder cannot be made: %s", strerror(errno));
    if (statvfs(folder, &disk) != 0)
        return vl_fail(err, VL_IO, folder, "the folder cannot be read: %s", strerror(errno));
    uint64_t size = size_of(database, "") + size_of(database, "-wal");
    uint64_t room = (uint64_t)disk.f_bavail * disk.f_frsize;
    if (room < 2 * size)
        return vl_fail(err, VL_IO, folder,
                       "a copy may need %" PRIu64 " bytes and there are %" PRIu64
                       ": too few to be safe; delete something, or keep fewer copies",
                       size, room);
    return true;
}

bool cli_copies_name(const char *database, const char *folder, char *path, size_t size,
                     struct vl_error *err)
{
    char stem[128], stamp[32];
    time_t now = time(NULL);
    struct tm parts;
    stem_of(database, stem);
    gmtime_r(&now, &parts);
    strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", &parts);
    int length = snprintf(path, size, "%s/%s-%s.db", folder, stem, stamp);
    return (length > 0 && (size_t)length < size) ||
           vl_fail(err, VL_BAD_INPUT, NULL, "the name of the folder is too long");
}

/* Whether a file is one of our copies: its name has the stem, a date and nothing else. */
static bool is_copy(const char *name, const char *stem)
{
    size_t length = strlen(stem);
    if (strncmp(name, stem, length) != 0 || name[length] != '-')
        return false;
    const char *stamp = name + length + 1;
    if (strlen(stamp) != STAMP + 3 || strcmp(stamp + STAMP, ".db") != 0 || stamp[8] != 'T' ||
        stamp[15] != 'Z')
        return false;
    for (int i = 0; i < 15; i++)
        if (i != 8 && (stamp[i] < '0' || stamp[i] > '9'))
            return false;
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool cli_copies_trim(const char *database, const char *folder, uint32_t keep, uint32_t *deleted,
                     struct vl_error *err)
{
    char stem[128], **names = NULL;
    size_t count = 0, capacity = 0;
    bool good = true;
    const struct dirent *entry;
    *deleted = 0;
    stem_of(database, stem);
    DIR *open_folder = opendir(folder);
    if (!open_folder)
        return vl_fail(err, VL_IO, folder, "the folder cannot be read: %s", strerror(errno));
    while ((entry = readdir(open_folder))) {
        if (!is_copy(entry->d_name, stem))
            continue;
        if (count == capacity) {
            capacity = capacity ? capacity * 2 : 32;
            names = realloc(names, capacity * sizeof *names);
        }
        if (!names || !(names[count++] = strdup(entry->d_name)))
            abort();
    }
    if (count)
        qsort(names, count, sizeof *names, by_name); /* by date */
    for (size_t i = 0; good && i + keep < count; i++) {
        good = unlinkat(dirfd(open_folder), names[i], 0) == 0 ||
               vl_fail(err, VL_IO, names[i], "an old copy cannot be deleted: %s", strerror(errno));
        *deleted += good;
    }
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
    closedir(open_folder);
    return good;
}
