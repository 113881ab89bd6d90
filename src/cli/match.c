/* From words on the command line to a game, its deck, its setup; and a match in words. */
#include "cli/cli.h"
#include "core/banned.h"

const struct vl_game *cli_find_game(const struct cli_command *self, const char *id)
{
    const struct vl_game *game = vl_game_find(id);
    if (game)
        return game;
    struct vl_text ids = {0};
    for (uint32_t i = 0; i < vl_game_count(); i++)
        vl_text_addf(&ids, "%s%s", i ? ", " : "", vl_game_at(i)->id);
    cli_misuse(self, "there is no game \"%s\"; there are: %s", id, vl_text_string(&ids));
    vl_text_free(&ids);
    return NULL;
}

/* A wrong id is wrong usage; a deck that cannot be read is a failed job. Scripts tell the two apart
 * by the exit status. */
int cli_open_game(const struct cli_command *self, const char *id, const char *folder,
                  const struct vl_game **game, struct vl_deck **deck)
{
    struct vl_error err = {0};
    *deck = NULL;
    *game = cli_find_game(self, id);
    if (!*game)
        return CLI_USAGE;
    *deck = vl_deck_open(*game, folder, &err);
    return *deck ? CLI_GO_ON : cli_report(CLI_FAILED, &err);
}

/* Options are checked one by one as they are set and then together, because a game may forbid some
 * combinations. */
int cli_setup(const struct cli_command *self, const struct vl_game *game, uint32_t seats,
              const struct cli_texts *options, struct vl_setup *setup)
{
    struct vl_error err = {0};
    bool good = vl_setup_init(game, seats ? seats : game->least_seats, setup, &err);
    for (uint32_t i = 0; good && i < options->count; i++)
        good = vl_setup_option(game, setup, options->text[i], &err);
    if (good && game->check_setup(setup, &err))
        return CLI_GO_ON;
    return cli_misuse(self, "%s", err.message);
}

void cli_add_name(const struct vl_match *match, int seat, struct vl_text *out)
{
    const char *name = vl_match_seat_name(match, seat);
    if (*name)
        vl_text_add(out, name);
    else
        vl_text_addf(out, "Seat %d", seat + 1);
}

/* Games write {0} .. {3} instead of names: the same line is shown in a terminal, in a browser and
 * in a log, and each fills in names by its own rules. */
void cli_fill_names(const struct vl_match *match, const char *text, struct vl_text *out)
{
    for (; *text; text++) {
        if (text[0] != '{' || text[1] < '0' || text[1] >= '0' + VL_MAX_SEATS || text[2] != '}') {
            vl_text_char(out, *text);
            continue;
        }
        cli_add_name(match, text[1] - '0', out);
        text += 2;
    }
}

/* A place that several seats share is called so; "first" twice would look like an error. */
static void show_place(const struct vl_match *match, const struct vl_score *score, uint32_t seat,
                       struct vl_text *out)
{
    static const char *const places[] = {"first", "second", "third", "fourth"};
    const char *const *categories = vl_match_game(match)->categories;
    bool shared = false;
    for (uint32_t other = 0; other < vl_match_setup(match)->seats; other++)
        shared |= other != seat && score->rank[other] == score->rank[seat];
    vl_text_addf(out, "  %s%s: ", shared ? "shared " : "", places[score->rank[seat] - 1]);
    cli_add_name(match, (int)seat, out);
    vl_text_addf(out, ", %d points", score->points[seat]);
    for (uint32_t c = 0; categories[c]; c++)
        vl_text_addf(out, "%s%s %d", c ? ", " : " (", categories[c], score->detail[seat][c]);
    vl_text_add(out, categories[0] ? ")\n" : "\n");
}

void cli_show_score(const struct vl_match *match, struct vl_text *out)
{
    struct vl_score score;
    uint32_t seats = vl_match_setup(match)->seats;
    vl_match_game(match)->score(vl_match_deck(match)->data, vl_match_state(match), &score);
    for (uint32_t rank = 1; rank <= seats; rank++)
        for (uint32_t seat = 0; seat < seats; seat++)
            if (score.rank[seat] == rank)
                show_place(match, &score, seat, out);
}
