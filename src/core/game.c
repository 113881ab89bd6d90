/* What every caller of a game needs, and the shared defaults. */
#include "valise/game.h"

#include "core/banned.h"
#include "core/hash.h"
#include "core/notation.h"

const struct vl_rung vl_default_ladder[] = {
    {.bot = "tourist"},  {.bot = "commuter"},     {.bot = "traveller"},
    {.bot = "explorer"}, {.bot = "globetrotter"}, {0},
};

/* With VL_OPEN there is nothing to hide, and the view is a plain copy. */
void vl_look(const struct vl_game *game, const void *deck, const void *state, int seat,
             struct vl_view *view)
{
    view->seat = seat;
    view->size = game->state_size;
    if (seat == VL_OPEN)
        memcpy(view->state.bytes, state, game->state_size);
    else
        game->redact(deck, state, seat, view->state.bytes);
}

void vl_line_say(struct vl_line *line, const char *clause, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(line->text, sizeof line->text, format, args);
    va_end(args);
    snprintf(line->clause, sizeof line->clause, "%s", clause);
}

uint64_t vl_hash_state(const struct vl_game *game, const void *state)
{
    return vl_hash_bytes(state, game->state_size, 0);
}

/* The list of moves is the only definition of what is legal; a second test beside it could
 * disagree. */
bool vl_is_legal(const struct vl_game *game, const void *deck, const void *state, vl_move move)
{
    vl_move moves[VL_MAX_MOVES];
    return vl_moves_contain(moves, game->legal_moves(deck, state, moves), move);
}

bool vl_moves_contain(const vl_move *moves, uint32_t count, vl_move move)
{
    for (uint32_t i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* Older versions first, in the order of the game's list, and the present one last. */
uint32_t vl_rules_at(const struct vl_game *game, uint32_t index)
{
    uint32_t older = 0;
    while (game->older_rules && game->older_rules[older]) {
        if (older == index)
            return game->older_rules[older];
        older++;
    }
    return index == older ? game->rules_version : 0;
}

/* Names the versions that would work, so that a person with an old record knows which program to
 * look for. */
bool vl_rules_supported(const struct vl_game *game, uint32_t version, struct vl_error *err)
{
    char list[120] = "";
    size_t used = 0;
    for (uint32_t i = 0, v; (v = vl_rules_at(game, i)); i++) {
        if (v == version)
            return true;
        const char *before = i == 0 ? "" : vl_rules_at(game, i + 1) ? ", " : " and ";
        if (used + 24 < sizeof list) /* " and " and a number of ten digits */
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%u", before, v);
    }
    return vl_fail(err, VL_REFUSED, NULL,
                   "this was played under rules version %u of %.60s; this program supports %s %s",
                   version, game->name, vl_rules_at(game, 1) ? "versions" : "version", list);
}

uint32_t vl_rules_of(const struct vl_game *game, const void *state)
{
    return game->rules_of ? game->rules_of(state) : game->rules_version;
}

bool vl_setup_init(const struct vl_game *game, uint32_t seats, struct vl_setup *setup,
                   struct vl_error *err)
{
    if (seats < game->least_seats || seats > game->most_seats)
        return vl_fail(err, VL_BAD_INPUT, "seats", "%s is for %u to %u seats, not %u", game->name,
                       game->least_seats, game->most_seats, seats);
    *setup = (struct vl_setup){.rules = game->rules_version, .seats = (uint8_t)seats};
    for (uint32_t i = 0; game->options[i].name; i++)
        setup->option[i] = game->options[i].standard;
    return true;
}

static bool set_word(const struct vl_option *option, const char *word, uint8_t *value,
                     struct vl_error *err)
{
    char words[160] = "";
    size_t used = 0;
    for (uint8_t w = 0; option->words[w]; w++) {
        if (strcmp(option->words[w], word) == 0) {
            *value = w;
            return true;
        }
        if (used + 24 < sizeof words)
            used += (size_t)snprintf(words + used, sizeof words - used, "%s%.20s", w ? ", " : "",
                                     option->words[w]);
    }
    return vl_fail(err, VL_BAD_INPUT, option->name, "option %s is one of %s, not \"%.30s\"",
                   option->name, words, word);
}

bool vl_setup_option(const struct vl_game *game, struct vl_setup *setup, const char *assignment,
                     struct vl_error *err)
{
    const char *equals = strchr(assignment, '=');
    size_t length = equals ? (size_t)(equals - assignment) : 0;
    if (length == 0)
        return vl_fail(err, VL_BAD_INPUT, NULL, "an option is written name=value, not \"%.60s\"",
                       assignment);
    for (uint32_t i = 0; game->options[i].name; i++)
        if (vl_is_word(game->options[i].name, assignment, length))
            return set_word(&game->options[i], equals + 1, &setup->option[i], err);
    return vl_fail(err, VL_BAD_INPUT, NULL, "%s has no option \"%.*s\"", game->name,
                   (int)(length > 40 ? 40 : length), assignment);
}

const char *vl_own_seat(const struct vl_game *game, const struct vl_setup *setup, uint32_t seat)
{
    return game->own_seat ? game->own_seat(setup, seat) : NULL;
}

uint32_t vl_own_seats(const struct vl_game *game, const struct vl_setup *setup)
{
    uint32_t count = 0;
    for (uint32_t seat = 0; seat < setup->seats; seat++)
        count += vl_own_seat(game, setup, seat) != NULL;
    return count;
}

/* Where the game plays several seats, their names get numbers. */
void vl_own_seat_name(const struct vl_game *game, const struct vl_setup *setup, uint32_t seat,
                      char *name, size_t size)
{
    const char *own = vl_own_seat(game, setup, seat);
    if (vl_own_seats(game, setup) > 1)
        snprintf(name, size, "%s %u", own, seat + 1);
    else
        snprintf(name, size, "%s", own);
}

bool vl_default_check_setup(const struct vl_setup *setup, struct vl_error *err)
{
    (void)setup;
    (void)err;
    return true;
}

void vl_default_choice(const void *deck, const void *state, struct vl_choice *choice)
{
    (void)deck;
    (void)state;
    *choice = (struct vl_choice){.least = 1, .most = 1, .done = VL_NO_MOVE};
}

/* The notation with a capital letter is a fair label for simple games. */
void vl_default_label(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                      struct vl_text *out)
{
    size_t start = out->length;
    deck->game->format_move(deck, view, move, out);
    if (out->length > start && out->data[start] >= 'a' && out->data[start] <= 'z')
        out->data[start] = (char)(out->data[start] - 'a' + 'A');
}

/* For games without a faster way of their own; every legal move is equally likely. */
vl_move vl_pick_from_list(const struct vl_game *game, const void *deck, const void *state,
                          struct vl_rng *rng)
{
    if (game->to_act(state) == VL_CHANCE)
        return game->sample_chance(deck, state, rng);
    vl_move moves[VL_MAX_MOVES];
    return moves[vl_rng_below(rng, game->legal_moves(deck, state, moves))];
}

uint32_t vl_playout_by_pick(const struct vl_game *game, const void *deck, void *state,
                            struct vl_rng *rng)
{
    uint32_t moves = 0;
    for (; game->to_act(state) != VL_OVER; moves++)
        game->apply(deck, state, game->pick(deck, state, rng));
    return moves;
}
