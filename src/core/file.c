/* Files read whole and written atomically. */
#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/banned.h"

/* Reads to the end instead of asking for the size, which pipes and files in /proc do not have. */
bool vl_file_read(const char *path, size_t limit, struct vl_text *out, struct vl_error *err)
{
    bool good = false;
    bool standard = strcmp(path, "-") == 0;
    int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return vl_fail(err, errno == ENOENT ? VL_NOT_FOUND : VL_IO, path, "cannot open %s: %s",
                       path, strerror(errno));
    char chunk[16384];
    for (;;) {
        ssize_t n = read(fd, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            vl_fail(err, VL_IO, path, "cannot read %s: %s", path, strerror(errno));
            goto out;
        }
        if (n == 0)
            break;
        if (out->length + (size_t)n > limit) {
            vl_fail(err, VL_BAD_INPUT, path, "%s is larger than %zu bytes", path, limit);
            goto out;
        }
        vl_text_add_bytes(out, chunk, (size_t)n);
    }
    good = true;
out:
    if (!standard)
        close(fd);
    return good;
}

/* A write may take only a part, on a full disk or after a signal. */
static bool write_all(int fd, const char *bytes, size_t size)
{
    while (size) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

/* Makes the rename itself durable. */
static void sync_folder(const char *path)
{
    char copy[4096];
    snprintf(copy, sizeof copy, "%s", path);
    int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

/* A saved game replaces the one before it only when all of it is on the disk: a power cut leaves
 * the old file or the new one. */
bool vl_file_save(const char *path, const char *bytes, size_t size, struct vl_error *err)
{
    char temporary[4096];
    int length = snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
    if (length < 0 || (size_t)length >= sizeof temporary)
        return vl_fail(err, VL_BAD_INPUT, NULL, "the path is too long");
    int fd = mkstemp(temporary);
    if (fd < 0)
        return vl_fail(err, VL_IO, path, "cannot write %s: %s", path, strerror(errno));
    bool good = write_all(fd, bytes, size) && fchmod(fd, 0644) == 0 && fsync(fd) == 0;
    good = close(fd) == 0 && good;
    if (!good || rename(temporary, path) != 0) {
        vl_fail(err, VL_IO, path, "cannot write %s: %s", path, strerror(errno));
        unlink(temporary);
        return false;
    }
    sync_folder(path);
    return true;
}
