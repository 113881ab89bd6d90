/* valise backup: a copy of the matches, also of a running server's. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/copies.h"
#include "core/banned.h"
#include "store/store.h"

static bool is_locked(const char *file)
{
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    bool held = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (fd >= 0)
        close(fd);
    return held;
}

/* Whether a running table holds the database of this name: it locks the database, and a file beside
 * it (store/identity.h). */
static bool in_use(const char *database)
{
    char lock[4096];
    int length = snprintf(lock, sizeof lock, "%s-lock", database);
    return is_locked(database) || (length > 0 && (size_t)length < sizeof lock && is_locked(lock));
}

/*
 * A copy takes the place of a copy, never of a database that is in use: the table would go on
 * writing into a file that has no name any more, and all that it stores from then on is lost.
 */
static bool may_replace(const char *from, const char *to, struct vl_error *err)
{
    char log[4096];
    struct stat a, b;
    int length = snprintf(log, sizeof log, "%s-wal", to);
    if (stat(from, &a) == 0 && stat(to, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino)
        return vl_fail(err, VL_REFUSED, to, "this is the database itself; a copy wants a name");
    if (in_use(to))
        return vl_fail(err, VL_REFUSED, to, "a running table uses this database; it stays");
    if (length > 0 && (size_t)length < sizeof log && stat(log, &b) == 0 && b.st_size > 0)
        return vl_fail(err, VL_REFUSED, log,
                       "this log belongs to the database that would be replaced, with moves that "
                       "are not in it yet; start and stop its table first, or delete both");
    return true;
}

int cli_backup(const struct cli_command *self, int argc, char **argv)
{
    struct cli_words words;
    struct vl_error err = {0};
    struct vl_store_stats stats;
    bool replace = false;
    uint32_t keep = 0, deleted = 0;
    char dated[4096];
    const struct cli_option options[] = {
        {"--replace", CLI_FLAG, &replace, 0, 0, NULL, "takes the place of a file of this name"},
        {"--keep", CLI_COUNT, &keep, 1, 10000, "N",
         "FILE is a folder: adds a dated copy, keeps the last N"},
        {0},
    };
    int status = cli_read(self, argc, argv, options, 2, 2, &words);
    if (status != CLI_GO_ON)
        return status;
    const char *from = words.word[0], *to = words.word[1];
    if (keep) {
        if (!cli_copies_prepare(from, to, &err) ||
            !cli_copies_name(from, to, dated, sizeof dated, &err))
            return cli_report(CLI_FAILED, &err);
        to = dated;
    }
    if (!may_replace(from, to, &err) || !vl_store_backup(from, to, replace, &stats, &err))
        return cli_report(CLI_FAILED, &err);
    /* Old copies go only when the new one is there and checked. */
    if (keep && !cli_copies_trim(from, words.word[1], keep, &deleted, &err))
        return cli_report(CLI_FAILED, &err);
    uint64_t open = stats.matches[VL_MATCH_GATHERING] + stats.matches[VL_MATCH_RUNNING];
    uint64_t over = stats.matches[VL_MATCH_OVER] + stats.matches[VL_MATCH_CLOSED];
    printf("%s: %" PRIu64 " matches, %" PRIu64 " of them over, %" PRIu64 " bytes, checked\n", to,
           open + over, over, stats.bytes);
    if (deleted)
        printf("%u old cop%s deleted\n", deleted, deleted == 1 ? "y" : "ies");
    return cli_finish(CLI_DONE);
}
