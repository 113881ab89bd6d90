/* valise games: what can be played, and against whom. */
#include "cli/cli.h"
#include "core/banned.h"
#include "core/json_write.h"
#include "table/catalogue.h"

static void describe(const struct vl_game *game, const char *deck, struct vl_text *out)
{
    vl_text_addf(out, "%s: %s\n  %s\n", game->id, game->name, game->summary);
    if (game->least_seats == game->most_seats)
        vl_text_addf(out, "  %u seats", game->least_seats);
    else
        vl_text_addf(out, "  %u to %u seats", game->least_seats, game->most_seats);
    vl_text_addf(out, ", %s minutes, rules version %u", game->minutes, game->rules_version);
    for (uint32_t i = 0; vl_rules_at(game, i + 1); i++)
        vl_text_addf(out, "%s%u", i ? ", " : " (old matches: ", vl_rules_at(game, i));
    vl_text_addf(out, "%s, deck %s\n", vl_rules_at(game, 1) ? ")" : "", deck);
    for (const struct vl_option *option = game->options; option->name; option++) {
        vl_text_addf(out, "  option %s: %s (", option->name, option->help);
        for (uint32_t w = 0; option->words[w]; w++)
            vl_text_addf(out, "%s%s", w ? ", " : "", option->words[w]);
        vl_text_addf(out, "; standard is %s)\n", option->words[option->standard]);
    }
    for (const struct vl_style *style = game->styles; style->name; style++)
        vl_text_addf(out, "  style %s: %s\n", style->name, style->help);
}

static void describe_bots(struct vl_text *out)
{
    vl_text_add(out, "\nBots\n");
    for (uint32_t i = 0; i < vl_bot_count(); i++) {
        const struct vl_bot *bot = vl_bot_at(i);
        vl_text_addf(out, "  %s%s: %s\n", bot->name,
                     bot->styled     ? "[:STYLE]"
                     : bot->searches ? "[:ITERATIONS]"
                                     : "",
                     bot->help);
    }
}

/* A deck that cannot be opened does not hide its game. The list for people then has the reason in
 * place of the hash. */
int cli_games(const struct cli_command *self, int argc, char **argv)
{
    bool json = false;
    struct cli_words words;
    const struct cli_option options[] = {
        {"--json", CLI_FLAG, &json, 0, 0, NULL, "for programs"},
        {0},
    };
    int status = cli_read(self, argc, argv, options, 0, 0, &words);
    if (status != CLI_GO_ON)
        return status;
    struct vl_text out = {0};
    struct vl_json writer;
    vl_json_start(&writer, &out);
    if (json) {
        vl_json_object(&writer);
        vl_json_open_array(&writer, "games");
    }
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        const struct vl_game *game = vl_game_at(i);
        struct vl_error err = {0};
        struct vl_deck *deck = vl_deck_open(game, NULL, &err);
        if (json)
            vl_write_game(&writer, game, deck ? deck->hash : "", "values");
        else
            describe(game, deck ? deck->hash : err.message, &out);
        vl_deck_free(deck);
    }
    if (json) {
        vl_json_end_array(&writer);
        vl_write_bots(&writer);
        vl_json_end_object(&writer);
        vl_text_char(&out, '\n');
    } else {
        describe_bots(&out);
    }
    cli_print(&out);
    return cli_finish(CLI_DONE);
}
