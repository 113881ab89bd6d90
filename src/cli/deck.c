/* valise deck check: reads the tables of a deck, and proves what the game can prove about it. */
#include "cli/cli.h"
#include "core/banned.h"

int cli_deck(const struct cli_command *self, int argc, char **argv)
{
    struct cli_words words;
    int status = cli_read(self, argc, argv, NULL, 2, 3, &words);
    if (status != CLI_GO_ON)
        return status;
    if (strcmp(words.word[0], "check") != 0)
        return cli_misuse(self, "a deck can be checked, not \"%s\"", words.word[0]);
    const struct vl_game *game = cli_find_game(self, words.word[1]);
    if (!game)
        return CLI_USAGE;
    struct vl_error err = {0};
    struct vl_deck *deck = vl_deck_open(game, words.count > 2 ? words.word[2] : NULL, &err);
    if (!deck)
        return cli_report(CLI_FAILED, &err);
    struct vl_text report = {0};
    bool good = game->check_deck(deck, &report, &err);
    cli_print(&report);
    if (good)
        printf("The deck of %s (%s) is good; its hash is %s.\n", game->name, deck->source,
               deck->hash);
    else
        cli_report(CLI_FAILED, &err);
    vl_deck_free(deck);
    return cli_finish(good ? CLI_DONE : CLI_FAILED);
}
