/*
 * A match in progress: the log of moves, and the position they lead to.
 *
 * The log is the truth and the state follows from it: `state` is `first` with the log played on
 * it. Earlier positions are replayed. Most of them are asked for right after a commit, so `mark`
 * keeps the position where the last one began.
 */
#include <jansson.h>

#include "core/alloc.h"
#include "core/banned.h"
#include "valise/match.h"

struct entry {
    vl_move move;
    int8_t actor;
    bool minded; /* a stand-in bot made the move for the seat's owner */
};

struct vl_match {
    const struct vl_game *game;
    const struct vl_deck *deck;
    struct vl_setup setup;
    struct vl_chance chance;
    char names[VL_MAX_SEATS][VL_NAME_SIZE];
    uint32_t count, capacity;
    struct entry *log;
    bool loaded;            /* `first` was set from outside: no record leads to it */
    bool forked;            /* `first` was taken from another match, */
    int from_viewer;        /* as this viewer saw it, */
    uint32_t from_position; /* at this position */
    char *from_text;        /* `first` as the record had it, so that it is written the same again */
    uint32_t marked;        /* position of `mark`, where the last commit began; 0: there is none */
    uint8_t first[VL_MAX_STATE] __attribute__((aligned(8)));
    uint8_t mark[VL_MAX_STATE] __attribute__((aligned(8)));
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
};

/* Adds a move that is known to be legal to the log, and plays it. */
static void push(struct vl_match *match, vl_move move, int actor)
{
    if (match->count == match->capacity) {
        match->capacity = match->capacity ? match->capacity * 2 : 256;
        match->log = vl_resize(match->log, match->capacity, sizeof *match->log);
    }
    match->log[match->count++] = (struct entry){.move = move, .actor = (int8_t)actor};
    match->game->apply(match->deck->data, match->state, move);
}

/* With `wait` chance is not run: who reads a record plays its draws from the log, and who forks a
 * match replaces the first state. */
struct vl_match *vl_match_new(const struct vl_game *game, const struct vl_deck *deck,
                              const struct vl_setup *setup, const struct vl_chance *chance,
                              bool wait, struct vl_error *err)
{
    if (!vl_rules_supported(game, setup->rules, err) || !game->check_setup(setup, err))
        return NULL;
    struct vl_match *match = vl_alloc(1, sizeof *match);
    match->game = game;
    match->deck = deck;
    match->setup = *setup;
    match->chance = *chance;
    game->start(deck->data, setup, match->first);
    memcpy(match->state, match->first, game->state_size);
    if (!wait)
        vl_match_run_chance(match);
    return match;
}

void vl_match_free(struct vl_match *match)
{
    if (!match)
        return;
    free(match->log);
    free(match->from_text);
    free(match);
}

const struct vl_game *vl_match_game(const struct vl_match *match)
{
    return match->game;
}

const struct vl_deck *vl_match_deck(const struct vl_match *match)
{
    return match->deck;
}

const struct vl_setup *vl_match_setup(const struct vl_match *match)
{
    return &match->setup;
}

struct vl_chance *vl_match_chance(struct vl_match *match)
{
    return &match->chance;
}

const void *vl_match_state(const struct vl_match *match)
{
    return match->state;
}

int vl_match_to_act(const struct vl_match *match)
{
    return match->game->to_act(match->state);
}

uint32_t vl_match_position(const struct vl_match *match)
{
    return match->count;
}

void vl_match_name(struct vl_match *match, int seat, const char *name)
{
    snprintf(match->names[seat], VL_NAME_SIZE, "%s", name);
}

const char *vl_match_seat_name(const struct vl_match *match, int seat)
{
    return match->names[seat];
}

vl_move vl_match_move_at(const struct vl_match *match, uint32_t position, int *actor)
{
    VL_ASSERT(position < match->count);
    *actor = match->log[position].actor;
    return match->log[position].move;
}

bool vl_match_minded_at(const struct vl_match *match, uint32_t position)
{
    VL_ASSERT(position < match->count);
    return match->log[position].minded;
}

void vl_match_mark_minded(struct vl_match *match, uint32_t from)
{
    for (uint32_t i = from; i < match->count; i++)
        match->log[i].minded = match->log[i].actor >= 0;
}

/* Replaying a move is quick, so keeping all states would not pay; one mark serves nearly all
 * requests. */
void vl_match_state_at(const struct vl_match *match, uint32_t position, void *state)
{
    VL_ASSERT(position <= match->count);
    bool near = match->marked && match->marked <= position; /* the usual case: the last commit */
    memcpy(state, near ? match->mark : match->first, match->game->state_size);
    for (uint32_t i = near ? match->marked : 0; i < position; i++)
        match->game->apply(match->deck->data, state, match->log[i].move);
}

/* Whether `move` is legal for `viewer` in `state`; if not, the refusal of the game. */
static bool legal_or_refuse(const struct vl_match *match, const void *state, int viewer,
                            vl_move move, struct vl_error *err)
{
    if (vl_is_legal(match->game, match->deck->data, state, move))
        return true;
    struct vl_view view;
    vl_look(match->game, match->deck->data, state, viewer, &view);
    struct vl_error refusal = {.code = VL_REFUSED};
    match->game->refuse(match->deck, &view, move, &refusal);
    if (err)
        *err = refusal;
    return false;
}

bool vl_match_play(struct vl_match *match, vl_move move, struct vl_error *err)
{
    int seat = vl_match_to_act(match);
    if (seat == VL_OVER)
        return vl_fail(err, VL_REFUSED, NULL, "the game is over");
    if (seat == VL_CHANCE)
        return vl_fail(err, VL_REFUSED, NULL, "a chance move comes first");
    if (!legal_or_refuse(match, match->state, seat, move, err))
        return false;
    push(match, move, seat);
    vl_match_run_chance(match);
    return true;
}

/* Read as the acting seat sees the table: a name of something hidden from it is no move of its
 * own. */
bool vl_match_play_text(struct vl_match *match, const char *text, struct vl_error *err)
{
    int seat = vl_match_to_act(match);
    struct vl_view view;
    vl_move move = VL_NO_MOVE;
    vl_look(match->game, match->deck->data, match->state, seat >= 0 ? seat : VL_SPECTATOR, &view);
    return match->game->parse_move(match->deck, &view, text, &move, err) &&
           vl_match_play(match, move, err);
}

/* A sealed or seeded draw takes its numbers from the position alone, never from how many draws came
 * before: so a verification can check each draw by itself, and a rewind repeats the same ones. */
bool vl_match_play_chance(struct vl_match *match, vl_move move, struct vl_rng *rng,
                          struct vl_error *err)
{
    if (vl_match_to_act(match) != VL_CHANCE)
        return vl_fail(err, VL_REFUSED, NULL, "no chance move is pending");
    if (move == VL_NO_MOVE) {
        struct vl_rng own;
        if (match->chance.source != VL_CHANCE_MANUAL) {
            vl_chance_rng(&match->chance, match->count, &own);
            rng = &own;
        }
        VL_ASSERT(rng);
        move = match->game->sample_chance(match->deck->data, match->state, rng);
    } else if (!legal_or_refuse(match, match->state, VL_OPEN, move, err)) {
        return false;
    }
    push(match, move, VL_CHANCE);
    return true;
}

void vl_match_run_chance(struct vl_match *match)
{
    if (match->chance.source == VL_CHANCE_MANUAL)
        return;
    while (vl_match_to_act(match) == VL_CHANCE)
        vl_match_play_chance(match, VL_NO_MOVE, NULL, NULL);
}

/* A mark beyond the new end lies on moves that are gone. */
void vl_match_rewind(struct vl_match *match, uint32_t position)
{
    vl_match_state_at(match, position, match->state);
    match->count = position;
    if (match->marked > position)
        match->marked = 0;
}

/* Chance that followed the move goes with it. */
bool vl_match_undo(struct vl_match *match)
{
    uint32_t count = match->count;
    while (count > 0 && match->log[count - 1].actor < 0)
        count--;
    if (count > 0)
        vl_match_rewind(match, count - 1);
    return count > 0;
}

/* The state of the old match stays out of the new one unless the viewer is VL_OPEN: what the viewer
 * could not know is drawn again from its view, by the new match's own chance. */
struct vl_match *vl_match_fork(const struct vl_match *source, uint32_t position, int viewer,
                               const struct vl_chance *chance, struct vl_error *err)
{
    const struct vl_game *game = source->game;
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    vl_match_state_at(source, position, state);
    if (game->to_act(state) == VL_OVER) {
        vl_fail(err, VL_REFUSED, NULL, "the game is over there; go back to an earlier position");
        return NULL;
    }
    struct vl_match *match = vl_match_new(game, source->deck, &source->setup, chance, true, err);
    if (!match)
        return NULL;
    if (viewer == VL_OPEN) {
        memcpy(match->first, state, game->state_size);
    } else {
        struct vl_view view;
        struct vl_rng rng;
        vl_chance_rng(chance, VL_START_DRAW, &rng);
        vl_look(game, source->deck->data, state, viewer, &view);
        game->determinize(source->deck->data, &view, &rng, match->first);
    }
    memcpy(match->state, match->first, game->state_size);
    match->forked = true;
    match->from_viewer = viewer;
    match->from_position = position;
    return match;
}

/* Outside input, so the game checks every invariant before the state is taken. */
bool vl_match_load(struct vl_match *match, const void *state, struct vl_error *err)
{
    const char *broken = match->game->check(match->deck->data, state);
    if (broken)
        return vl_fail(err, VL_REFUSED, NULL, "the state breaks an invariant: %s", broken);
    uint32_t rules = vl_rules_of(match->game, state);
    if (!vl_rules_supported(match->game, rules, err))
        return false;
    memcpy(match->first, state, match->game->state_size);
    memcpy(match->state, state, match->game->state_size);
    match->setup.rules = rules;
    match->count = 0;
    match->marked = 0;
    match->loaded = true;
    match->forked = false;
    free(match->from_text);
    match->from_text = NULL;
    /* A seal covers a match from its first card: it says nothing about a state set by hand. */
    match->chance.source =
        match->chance.source == VL_CHANCE_SEALED ? VL_CHANCE_MANUAL : match->chance.source;
    return true;
}

/* ---- Trying and committing ---- */

/* By insertion: sets are small, and mostly sorted already. */
static void sort_moves(vl_move *moves, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = i; j > 0 && moves[j - 1] > moves[j]; j--) {
            vl_move swap = moves[j];
            moves[j] = moves[j - 1];
            moves[j - 1] = swap;
        }
}

/* Puts the moves from `at` on that belong to the set now open into ascending order, the order in
 * which the rules play a set. */
static void order_set(const struct vl_match *match, struct vl_try *t, uint32_t at, uint32_t count,
                      struct vl_choice *choice)
{
    match->game->choice(match->deck->data, t->state, choice);
    if (!choice->set)
        return;
    uint32_t end = at;
    while (end < count &&
           vl_moves_contain(choice->candidates, choice->candidate_count, t->order[end]))
        end++;
    sort_moves(t->order + at, end - at);
}

/* Played on a copy. A set is sorted as soon as it opens, because the rules take its elements in
 * ascending order while the player named them in any order. */
bool vl_match_try(const struct vl_match *match, int seat, const vl_move *moves, uint32_t count,
                  struct vl_try *result, struct vl_error *err)
{
    struct vl_choice choice;
    if (count > VL_MAX_MOVES)
        return vl_fail(err, VL_BAD_INPUT, NULL, "more than %d moves at once", VL_MAX_MOVES);
    result->played = 0;
    result->stopped = false;
    memcpy(result->state, match->state, match->game->state_size);
    if (count)
        memcpy(result->order, moves, count * sizeof *moves);
    for (uint32_t i = 0; i < count; i++) {
        int actor = match->game->to_act(result->state);
        if (actor == VL_OVER)
            return vl_fail(err, VL_REFUSED, NULL, "the game is over");
        if (actor == VL_CHANCE)
            return vl_fail(err, VL_REFUSED, NULL,
                           "a card is drawn after move %u: play up to there first", i);
        if (actor != seat)
            return vl_fail(err, VL_REFUSED, NULL, "it is not this seat's turn");
        order_set(match, result, i, count, &choice);
        if (!legal_or_refuse(match, result->state, seat, result->order[i], err))
            return false;
        match->game->apply(match->deck->data, result->state, result->order[i]);
        result->played++;
    }
    result->stopped = match->game->to_act(result->state) == VL_CHANCE;
    return true;
}

/* Tried as a whole before the first move is played: a refusal leaves nothing half done. */
bool vl_match_commit(struct vl_match *match, int seat, const vl_move *moves, uint32_t count,
                     struct vl_error *err)
{
    struct vl_try result;
    if (count == 0)
        return vl_fail(err, VL_BAD_INPUT, NULL, "nothing to play");
    if (!vl_match_try(match, seat, moves, count, &result, err))
        return false;
    memcpy(match->mark, match->state, match->game->state_size);
    match->marked = match->count;
    for (uint32_t i = 0; i < count; i++)
        push(match, result.order[i], seat);
    vl_match_run_chance(match);
    return true;
}

/* ---- Log and record ---- */

/* A line needs the view before the move and after it: what was drawn is only known after, what was
 * paid only before. */
void vl_match_line(const struct vl_match *match, uint32_t position, int viewer,
                   struct vl_line *line)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view before, after;
    VL_ASSERT(position < match->count);
    vl_move move = match->log[position].move;
    vl_match_state_at(match, position, state);
    vl_look(match->game, match->deck->data, state, viewer, &before);
    vl_move shown =
        viewer == VL_OPEN ? move : match->game->redact_move(match->deck->data, state, move, viewer);
    match->game->apply(match->deck->data, state, move);
    vl_look(match->game, match->deck->data, state, viewer, &after);
    *line = (struct vl_line){0};
    match->game->narrate(match->deck, &before, shown, &after, line);
}

/* Without `reveal` the record keeps the commitment and leaves the secret out. */
static void copy_header(const struct vl_match *match, bool reveal, struct vl_record *record)
{
    const struct vl_game *game = match->game;
    snprintf(record->game, sizeof record->game, "%s", game->id);
    snprintf(record->deck_hash, sizeof record->deck_hash, "%s", match->deck->hash);
    record->rules_version = match->setup.rules;
    record->seats = match->setup.seats;
    for (uint32_t i = 0; game->options[i].name; i++)
        snprintf(record->options[record->option_count++], sizeof record->options[0], "%s=%s",
                 game->options[i].name, game->options[i].words[match->setup.option[i]]);
    memcpy(record->names, match->names, sizeof record->names);
    record->chance = match->chance;
    if (!reveal) {
        memset(record->chance.seal.secret, 0, VL_SECRET_SIZE);
        record->chance.seal.revealed = false;
    }
}

/* The text that was read is written again as it is, because an older version may have formatted it
 * differently and a record must not change when it is copied. */
static void copy_start(const struct vl_match *match, struct vl_start *start)
{
    start->viewer = match->from_viewer;
    start->position = match->from_position;
    if (match->from_text) {
        start->state = vl_copy_string(match->from_text);
        return;
    }
    struct vl_text text = {0};
    struct vl_json json;
    struct vl_view view;
    vl_look(match->game, match->deck->data, match->first, VL_OPEN, &view);
    vl_json_start(&json, &text);
    match->game->write_view(match->deck, &view, &json);
    start->state = text.data; /* the record owns it now */
}

/* Moves are written as an open table shows them, not as a seat sees them: it is for the caller to
 * decide who may have the record. */
struct vl_record *vl_match_record(const struct vl_match *match, bool reveal)
{
    const struct vl_game *game = match->game;
    const void *deck = match->deck->data;
    struct vl_record *record = vl_record_new();
    struct vl_text text = {0};
    struct vl_view view;
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    record->over = vl_match_to_act(match) == VL_OVER;
    copy_header(match, reveal || record->over, record);
    if (match->forked)
        copy_start(match, &record->start);
    memcpy(state, match->first, game->state_size);
    for (uint32_t i = 0; i < match->count; i++) {
        vl_text_clear(&text);
        vl_look(game, deck, state, VL_OPEN, &view);
        game->format_move(match->deck, &view, match->log[i].move, &text);
        vl_record_add(record, match->log[i].actor, vl_text_string(&text));
        if (match->log[i].minded)
            vl_record_mark_minded(record);
        game->apply(deck, state, match->log[i].move);
    }
    if (record->over) {
        struct vl_score score;
        game->score(deck, state, &score);
        memcpy(record->points, score.points, sizeof record->points);
        memcpy(record->ranks, score.rank, sizeof record->ranks);
    }
    record->hash = vl_hash_state(game, state);
    vl_text_free(&text);
    return record;
}

bool vl_record_setup(const struct vl_game *game, const struct vl_record *record,
                     struct vl_setup *setup, struct vl_error *err)
{
    if (!vl_rules_supported(game, record->rules_version, err) ||
        !vl_setup_init(game, record->seats, setup, err))
        return false;
    setup->rules = record->rules_version;
    for (uint32_t i = 0; i < record->option_count; i++)
        if (!vl_setup_option(game, setup, record->options[i], err))
            return false;
    return true;
}

/* Whether a record can be replayed at all: with this game, these rules and this deck. */
static bool setup_from_record(const struct vl_game *game, const struct vl_deck *deck,
                              const struct vl_record *record, struct vl_setup *setup,
                              struct vl_error *err)
{
    if (strcmp(record->game, game->id) != 0)
        return vl_fail(err, VL_BAD_INPUT, NULL, "the record is of %s, not of %s", record->game,
                       game->id);
    if (!vl_rules_supported(game, record->rules_version, err))
        return false; /* before the deck, which may have changed with the rules */
    if (strcmp(record->deck_hash, deck->hash) != 0)
        return vl_fail(err, VL_REFUSED, NULL,
                       "the record was played with deck %s; this one is %s: give its folder with "
                       "--deck",
                       record->deck_hash, deck->hash);
    return vl_record_setup(game, record, setup, err);
}

/* Whether a state is of a match with these options: it says so as "options". */
static bool options_agree(const struct vl_game *game, const struct vl_setup *setup,
                          const json_t *root, struct vl_error *err)
{
    const json_t *list = json_object_get(root, "options");
    for (uint32_t i = 0; game->options[i].name; i++) {
        const struct vl_option *option = &game->options[i];
        json_int_t word = json_integer_value(json_array_get(list, i));
        if (word != setup->option[i])
            return vl_fail(err, VL_BAD_INPUT, "state",
                           "the record has the option %s=%s, its state number %lld of its words",
                           option->name, option->words[setup->option[i]], (long long)word);
    }
    return true;
}

/* Sets the position that a record says it begins with. It comes from outside, so it is checked as
 * any loaded state, and against the header of the record. */
static bool begin_from(struct vl_match *match, const struct vl_start *start, struct vl_error *err)
{
    const struct vl_game *game = match->game;
    struct vl_score score;
    json_error_t problem;
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    json_t *root = json_loads(start->state, JSON_REJECT_DUPLICATES, &problem);
    if (!root)
        return vl_fail(err, VL_BAD_INPUT, "state", "not JSON: %s (column %d)", problem.text,
                       problem.column);
    bool good = json_is_object(root)
                    ? game->read_state(match->deck, root, state, err) &&
                          options_agree(game, &match->setup, root, err)
                    : vl_fail(err, VL_BAD_INPUT, "state", "a state is a JSON object");
    json_decref(root);
    if (!good)
        return false;
    const char *broken = game->check(match->deck->data, state);
    if (broken)
        return vl_fail(err, VL_BAD_INPUT, "state", "the state breaks an invariant: %s", broken);
    uint32_t rules = vl_rules_of(game, state);
    if (rules != match->setup.rules)
        return vl_fail(err, VL_BAD_INPUT, "state",
                       "the record has rules version %u, its state version %u", match->setup.rules,
                       rules);
    uint32_t seats = 0;
    game->score(match->deck->data, state, &score);
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++)
        seats += score.rank[seat] != 0;
    if (seats != match->setup.seats)
        return vl_fail(err, VL_BAD_INPUT, "state", "the record has %u seats, its state %u",
                       match->setup.seats, seats);
    memcpy(match->first, state, game->state_size);
    memcpy(match->state, state, game->state_size);
    match->forked = true;
    match->from_viewer = start->viewer;
    match->from_position = start->position;
    match->from_text = vl_copy_string(start->state);
    return true;
}

/* Plays move i of a record. */
static bool replay_move(struct vl_match *match, const struct vl_record *record, uint32_t i,
                        struct vl_error *err)
{
    struct vl_view view;
    vl_move move;
    int actor = vl_match_to_act(match);
    if (actor == VL_OVER)
        return vl_fail(err, VL_BAD_INPUT, NULL, "the game is over already");
    if (actor != record->actors[i])
        return vl_fail(err, VL_BAD_INPUT, NULL,
                       "seat %d moves, but it is seat %d's turn (-1: chance)", record->actors[i],
                       actor);
    vl_look(match->game, match->deck->data, match->state, VL_OPEN, &view);
    if (!match->game->parse_move(match->deck, &view, record->moves[i], &move, err) ||
        !legal_or_refuse(match, match->state, VL_OPEN, move, err))
        return false;
    push(match, move, actor);
    match->log[match->count - 1].minded = record->minded[i];
    return true;
}

/* Every move is checked by the rules, as if it were played now: a record comes from outside. */
struct vl_match *vl_match_from_record(const struct vl_game *game, const struct vl_deck *deck,
                                      const struct vl_record *record, struct vl_error *err)
{
    struct vl_setup setup;
    struct vl_error local = {0};
    if (!err)
        err = &local;
    if (!setup_from_record(game, deck, record, &setup, err))
        return NULL;
    struct vl_match *match = vl_match_new(game, deck, &setup, &record->chance, true, err);
    if (!match)
        return NULL;
    memcpy(match->names, record->names, sizeof match->names);
    bool good = !record->start.state || begin_from(match, &record->start, err);
    for (uint32_t i = 0; good && i < record->move_count; i++) {
        good = replay_move(match, record, i, err);
        if (!good)
            snprintf(err->where, sizeof err->where, "move %u: %.100s", i + 1, record->moves[i]);
    }
    if (good)
        return match;
    vl_match_free(match);
    return NULL;
}

/* What a draw is compared with, for messages. */
static const char *giver(const struct vl_match *match)
{
    return match->chance.source == VL_CHANCE_SEALED ? "secret" : "seed";
}

/* Whether the hidden part of a forked start is what the seal or the seed gives. Drawing it does not
 * change what the viewer sees, so the view of the start is the one that it was drawn from. */
static bool start_is_fair(const struct vl_match *match, struct vl_error *err)
{
    const struct vl_game *game = match->game;
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view view;
    struct vl_rng rng;
    if (!match->forked || match->from_viewer == VL_OPEN)
        return true;
    vl_chance_rng(&match->chance, VL_START_DRAW, &rng);
    vl_look(game, match->deck->data, match->first, match->from_viewer, &view);
    game->determinize(match->deck->data, &view, &rng, state);
    return memcmp(state, match->first, game->state_size) == 0 ||
           vl_fail(err, VL_REFUSED, "state",
                   "what was hidden at the start is not what the %s gives", giver(match));
}

/* Whether every chance move is the one that the seal or the seed gives. */
static bool chance_is_fair(const struct vl_match *match, struct vl_error *err)
{
    const struct vl_game *game = match->game;
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    memcpy(state, match->first, game->state_size);
    for (uint32_t i = 0; i < match->count; i++) {
        if (match->log[i].actor == VL_CHANCE) {
            struct vl_rng rng;
            vl_chance_rng(&match->chance, i, &rng);
            if (game->sample_chance(match->deck->data, state, &rng) != match->log[i].move) {
                char where[32];
                snprintf(where, sizeof where, "move %u", i + 1);
                return vl_fail(err, VL_REFUSED, where, "this draw is not the one the %s gives",
                               giver(match));
            }
        }
        game->apply(match->deck->data, state, match->log[i].move);
    }
    return true;
}

/* The end, points, ranks and the hash of the last position, against what the record says. */
static bool same_result(const struct vl_match *match, const struct vl_record *record,
                        struct vl_verdict *verdict, struct vl_error *err)
{
    struct vl_score score;
    if (verdict->over != record->over)
        return vl_fail(err, VL_REFUSED, NULL, "the record says that the game is %s, and it is %s",
                       record->over ? "over" : "going on", verdict->over ? "over" : "going on");
    match->game->score(match->deck->data, match->state, &score);
    for (uint32_t seat = 0; record->over && seat < record->seats; seat++)
        if (score.points[seat] != record->points[seat] || score.rank[seat] != record->ranks[seat])
            return vl_fail(err, VL_REFUSED, NULL,
                           "seat %u has %d points and rank %u, the record says %d and %u", seat,
                           score.points[seat], score.rank[seat], record->points[seat],
                           record->ranks[seat]);
    if (vl_hash_state(match->game, match->state) != record->hash)
        return vl_fail(err, VL_REFUSED, NULL, "the last position has another hash than recorded");
    return true;
}

/* Three questions in turn: are all moves legal, do the draws follow from the secret or the seed,
 * and is the result the recorded one? The verdict says how far it came. */
bool vl_record_verify(const struct vl_game *game, const struct vl_deck *deck,
                      const struct vl_record *record, struct vl_verdict *verdict,
                      struct vl_error *err)
{
    *verdict = (struct vl_verdict){0};
    bool good = false;
    struct vl_match *match = vl_match_from_record(game, deck, record, err);
    if (!match)
        return false;
    verdict->legal = true;
    verdict->over = vl_match_to_act(match) == VL_OVER;
    bool sealed = record->chance.source == VL_CHANCE_SEALED;
    if (sealed && record->chance.seal.revealed && !vl_seal_holds(&record->chance.seal)) {
        vl_fail(err, VL_REFUSED, NULL, "the secret is not the one that was committed to");
        goto out;
    }
    if (sealed && !vl_seal_pledges_hold(&record->chance.seal, err))
        goto out;
    for (uint32_t seat = 0; sealed && seat < record->seats; seat++)
        verdict->pledged = verdict->pledged || record->chance.seal.has_pledge[seat];
    verdict->sealed = sealed && record->chance.seal.revealed;
    if (verdict->sealed || record->chance.source == VL_CHANCE_SEEDED) {
        if (!start_is_fair(match, err) || !chance_is_fair(match, err))
            goto out;
        verdict->fair = true;
    }
    verdict->same_result = good = same_result(match, record, verdict, err);
out:
    vl_match_free(match);
    return good;
}
