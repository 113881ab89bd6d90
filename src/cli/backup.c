/* valise backup: a copy of the matches, also of a running server's. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "core/banned.h"
#include "store/store.h"

/* Whether a running table holds the database of this name. */
static bool in_use(const char *database)
{
    char lock[4096];
    int length = snprintf(lock, sizeof lock, "%s-lock", database);
    int fd = length > 0 && (size_t)length < sizeof lock ? open(lock, O_RDONLY | O_CLOEXEC) : -1;
    bool held = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (fd >= 0)
        close(fd);
    return held;
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
    const struct cli_option options[] = {
        {"--replace", CLI_FLAG, &replace, 0, 0, NULL, "takes the place of a file of this name"},
        {0},
    };
    int status = cli_read(self, argc, argv, options, 2, 2, &words);
    if (status != CLI_GO_ON)
        return status;
    if (!may_replace(words.word[0], words.word[1], &err) ||
        !vl_store_backup(words.word[0], words.word[1], replace, &stats, &err))
        return cli_report(CLI_FAILED, &err);
    uint64_t open = stats.matches[VL_MATCH_GATHERING] + stats.matches[VL_MATCH_RUNNING];
    uint64_t over = stats.matches[VL_MATCH_OVER] + stats.matches[VL_MATCH_CLOSED];
    printf("%s: %" PRIu64 " matches, %" PRIu64 " of them over, %" PRIu64 " bytes, checked\n",
           words.word[1], open + over, over, stats.bytes);
    return cli_finish(CLI_DONE);
}
