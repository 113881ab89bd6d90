/* valise backup: a copy of the matches, also of a running server's. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/cli.h"
#include "core/banned.h"
#include "valise/store.h"

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
    if (!vl_store_backup(words.word[0], words.word[1], replace, &stats, &err))
        return cli_report(CLI_FAILED, &err);
    uint64_t open = stats.matches[VL_MATCH_GATHERING] + stats.matches[VL_MATCH_RUNNING];
    uint64_t over = stats.matches[VL_MATCH_OVER] + stats.matches[VL_MATCH_CLOSED];
    printf("%s: %" PRIu64 " matches, %" PRIu64 " of them over, %" PRIu64 " bytes, checked\n",
           words.word[1], open + over, over, stats.bytes);
    return cli_finish(CLI_DONE);
}
