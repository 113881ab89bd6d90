/* valise serve: the web table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "core/banned.h"
#include "server/server.h"

int cli_serve(const struct cli_command *self, int argc, char **argv)
{
    struct sv_settings settings;
    struct cli_words words;
    struct vl_error err = {0};
    sv_settings_init(&settings);
    uint64_t port = (uint64_t)settings.port, workers = settings.workers, pause = settings.bot_pause,
             budget = settings.bot_budget;
    struct cli_texts limits = {0};
    const struct cli_option options[] = {
        {"--port", CLI_NUMBER, &port, 0, 65535, "N", "the port (8080); 0 takes a free one"},
        {"--bind", CLI_TEXT, &settings.bind, 0, 0, "ADDRESS",
         "where to listen (127.0.0.1); 0.0.0.0 is everywhere"},
        {"--db", CLI_TEXT, &settings.database, 0, 0, "FILE", "the matches (valise.db)"},
        {"--assets", CLI_TEXT, &settings.assets, 0, 0, "DIR",
         "serves the client's files from a folder"},
        {"--workers", CLI_NUMBER, &workers, 1, 64, "N", "threads on which bots think (2)"},
        {"--bot-pause", CLI_NUMBER, &pause, 0, 60000, "MS",
         "pause before a bot's turn when somebody looks (600)"},
        {"--bot-time", CLI_NUMBER, &budget, 1, 60000, "MS", "time a bot may think (1000)"},
        {"--limit", CLI_TEXTS, &limits, 0, 0, "NAME=N", "another limit than the standard one"},
        {0},
    };
    int status = cli_read(self, argc, argv, options, 0, 0, &words);
    if (status != CLI_GO_ON)
        return status;
    settings.port = (int)port;
    settings.workers = (uint32_t)workers;
    settings.bot_pause = (uint32_t)pause;
    settings.bot_budget = (uint32_t)budget;
    for (uint32_t i = 0; i < limits.count; i++)
        if (!sv_settings_limit(&settings, limits.text[i], &err))
            return cli_report(CLI_USAGE, &err);
    if (!sv_run(&settings, &err))
        return cli_report(CLI_FAILED, &err);
    return cli_finish(CLI_DONE);
}
