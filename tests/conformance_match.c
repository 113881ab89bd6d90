/* Conformance: games at the table. Sets in any order, undo, records, seals, forks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance_parts.h"

/* ---- Choices of sets ---- */

static bool ascending(const vl_move *moves, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (moves[i - 1] >= moves[i])
            return false;
    return true;
}

static bool choice_is_sound(struct cf *cf)
{
    struct vl_choice *c = &cf->choice;
    HOLD(cf, ascending(c->chosen, c->chosen_count) && ascending(c->candidates, c->candidate_count),
         "the elements of a choice are not ascending");
    HOLD(cf, c->least <= c->most && c->chosen_count <= c->most,
         "a choice of %u to %u has %u elements", c->least, c->most, c->chosen_count);
    for (uint32_t i = 0; i < c->candidate_count; i++)
        HOLD(cf, !cf_contains(c->chosen, c->chosen_count, c->candidates[i]),
             "%08x is chosen, and a candidate still", c->candidates[i]);
    for (uint32_t i = 0; i < cf->legal_count; i++)
        HOLD(cf,
             cf->legal[i] == c->done ||
                 cf_contains(c->candidates, c->candidate_count, cf->legal[i]),
             "%08x is legal, and neither done nor a candidate", cf->legal[i]);
    HOLD(cf,
         c->done == VL_NO_MOVE || c->chosen_count >= c->least ||
             !cf_contains(cf->legal, cf->legal_count, c->done),
         "done is legal with %u of at least %u elements", c->chosen_count, c->least);
    return true;
}

/* Plays a set to its end at random; the moves and how many of them are elements. */
static uint32_t complete_set(struct cf *cf, struct cf_state *state, vl_move *played,
                             uint32_t *elements)
{
    vl_move moves[VL_MAX_MOVES];
    uint32_t count = 0;
    *elements = 0;
    for (;;) {
        uint32_t legal = cf->game->legal_moves(cf->data, state->bytes, moves);
        vl_move move = moves[vl_rng_below(&cf->dice, legal)];
        played[count++] = move;
        cf->game->apply(cf->data, state->bytes, move);
        if (move == cf->choice.done)
            return count;
        ++*elements;
        if (cf->game->to_act(state->bytes) != cf->actor)
            return count;
        cf->game->choice(cf->data, state->bytes, &cf->choice2);
        if (!cf->choice2.set || cf->choice2.chosen_count != *elements)
            return count;
    }
}

static void shuffle(struct vl_rng *rng, vl_move *moves, uint32_t count)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = vl_rng_below(rng, i);
        vl_move swap = moves[i - 1];
        moves[i - 1] = moves[j];
        moves[j] = swap;
    }
}

/* Chosen in any order, a set leads to the same position. */
static bool any_order(struct cf *cf)
{
    struct cf_state state = cf->state;
    struct vl_error err = {0};
    struct vl_chance chance = {.source = VL_CHANCE_MANUAL};
    vl_move played[VL_MAX_MOVES + 1];
    uint32_t elements, count = complete_set(cf, &state, played, &elements);
    HOLD(cf, ascending(played, elements), "a set was played in another order than ascending");
    HOLD(cf, elements >= cf->choice.least && elements <= cf->choice.most,
         "a set of %u elements was closed; it has %u to %u", elements, cf->choice.least,
         cf->choice.most);
    shuffle(&cf->dice, played, elements);
    vl_match_free(cf->match);
    cf->match = vl_match_new(cf->game, cf->deck, &cf->plan->setup, &chance, true, &err);
    HOLD(cf, cf->match && vl_match_load(cf->match, cf->state.bytes, &err),
         "the table refuses the position: %s", err.message);
    HOLD(cf, vl_match_try(cf->match, cf->actor, played, count, &cf->attempt, &err),
         "the table refuses a set in another order: %s", err.message);
    HOLD(cf, cf_same_bytes(cf, cf->attempt.state, state.bytes),
         "a set in another order leads elsewhere");
    HOLD(cf, cf_same_bytes(cf, vl_match_state(cf->match), cf->state.bytes),
         "trying has changed the match");
    return true;
}

bool cf_sets(struct cf *cf)
{
    if (cf->actor < 0)
        return true;
    memset(&cf->choice, 0x2d, sizeof cf->choice);
    cf->game->choice(cf->data, cf->state.bytes, &cf->choice);
    if (!cf->choice.set)
        return true;
    return choice_is_sound(cf) && (cf->choice.chosen_count > 0 || any_order(cf));
}

/* ---- Records ---- */

/* Written, parsed, written again, replayed, verified. */
static bool record_holds(struct cf *cf, bool sealed)
{
    struct vl_error err = {0};
    struct vl_verdict verdict;
    uint64_t hash = vl_hash_state(cf->game, vl_match_state(cf->match));
    vl_record_free(cf->record);
    cf->record = vl_match_record(cf->match, true);
    vl_text_clear(&cf->a);
    vl_text_clear(&cf->b);
    vl_record_write(cf->record, &cf->a);
    vl_record_free(cf->record);
    cf->record = vl_record_parse(vl_text_string(&cf->a), cf->a.length, &err);
    HOLD(cf, cf->record, "the record does not parse: %s: %s", err.where, err.message);
    vl_record_write(cf->record, &cf->b);
    HOLD(cf, strcmp(vl_text_string(&cf->a), vl_text_string(&cf->b)) == 0,
         "the record reads otherwise when written again");
    HOLD(cf, vl_record_verify(cf->game, cf->deck, cf->record, &verdict, &err),
         "the record does not hold: %s: %s", err.where, err.message);
    HOLD(cf,
         verdict.legal && verdict.fair && verdict.sealed == sealed && verdict.same_result &&
             verdict.over == (vl_match_to_act(cf->match) == VL_OVER),
         "the verdict on the record is incomplete");
    HOLD(cf, cf->record->hash == hash, "the record has another hash");
    return true;
}

static bool sealed_match(struct cf *cf)
{
    struct vl_chance chance = {.source = VL_CHANCE_SEALED, .seal = {.revealed = true}};
    struct vl_error err = {0};
    vl_move moves[VL_MAX_MOVES];
    for (uint32_t i = 0; i < VL_SECRET_SIZE; i++)
        chance.seal.secret[i] = (uint8_t)vl_rng_next(&cf->dice);
    vl_seal_commit(&chance.seal);
    vl_match_free(cf->match);
    cf->match = vl_match_new(cf->game, cf->deck, &cf->plan->setup, &chance, true, &err);
    HOLD(cf, cf->match, "no sealed match: %s", err.message);
    struct vl_chance *own = vl_match_chance(cf->match);
    own->seal.has_nonce[cf->seats - 1] = true;
    own->seal.nonce[cf->seats - 1][0] = (uint8_t)cf->seed;
    vl_match_run_chance(cf->match);
    while (vl_match_to_act(cf->match) >= 0) {
        uint32_t count = cf->game->legal_moves(cf->data, vl_match_state(cf->match), moves);
        vl_move move = moves[vl_rng_below(&cf->dice, count)];
        HOLD(cf, vl_match_play(cf->match, move, &err), "the table refuses a legal move: %s",
             err.message);
    }
    return record_holds(cf, true);
}

/* ---- The same game at the table ---- */

/* The moves of the seats, played at a table that draws for itself. */
static bool play_again(struct cf *cf)
{
    struct vl_error err = {0};
    int actor;
    vl_match_free(cf->match);
    cf->match = vl_match_new(cf->game, cf->deck, &cf->plan->setup, &cf->chance, false, &err);
    HOLD(cf, cf->match, "the table refuses the set-up: %s", err.message);
    for (uint32_t i = 0; i < cf->count; i++) {
        if (cf->actors[i] == VL_CHANCE)
            continue;
        HOLD(cf, vl_match_position(cf->match) == i, "the table is at move %u, not at %u",
             vl_match_position(cf->match), i);
        HOLD(cf, vl_match_play(cf->match, cf->moves[i], &err), "the table refuses move %u: %s",
             i + 1, err.message);
    }
    HOLD(cf, vl_match_position(cf->match) == cf->count, "the table has drawn otherwise");
    for (uint32_t i = 0; i < cf->count; i++)
        HOLD(cf, vl_match_move_at(cf->match, i, &actor) == cf->moves[i] && actor == cf->actors[i],
             "the log of the table differs at move %u", i + 1);
    HOLD(cf, vl_hash_state(cf->game, vl_match_state(cf->match)) == cf->hashes[cf->count],
         "the table ends in another position");
    return true;
}

static bool goes_back(struct cf *cf)
{
    struct cf_state state;
    struct vl_error err = {0};
    uint32_t at = vl_rng_below(&cf->dice, cf->count + 1);
    vl_match_state_at(cf->match, at, state.bytes);
    HOLD(cf, vl_hash_state(cf->game, state.bytes) == cf->hashes[at],
         "the table remembers another position %u", at);
    for (uint32_t n = 0; n < 3 && vl_match_undo(cf->match); n++) {
        at = vl_match_position(cf->match);
        HOLD(cf, vl_hash_state(cf->game, vl_match_state(cf->match)) == cf->hashes[at],
             "undo leads to another position %u", at);
    }
    while (vl_match_to_act(cf->match) >= 0) {
        at = vl_match_position(cf->match);
        HOLD(cf, vl_match_play(cf->match, cf->moves[at], &err), "after undo: %s", err.message);
    }
    HOLD(cf, vl_hash_state(cf->game, vl_match_state(cf->match)) == cf->hashes[cf->count],
         "played again after undo, the game ends otherwise");
    return true;
}

/* ---- What if ---- */

/* Whether the record is refused once its hidden start is another one. */
static bool start_is_checked(struct cf *cf, int viewer, uint32_t at)
{
    struct vl_chance chance = *vl_match_chance(cf->match);
    struct vl_verdict verdict;
    struct vl_error err = {0};
    chance.seed++;
    struct vl_match *other = vl_match_fork(cf->match, 0, viewer, &chance, &err);
    HOLD(cf, other, "no fork of the fork from %u: %s", at, err.message);
    bool same = cf_same_bytes(cf, vl_match_state(other), cf->state.bytes);
    struct vl_record *record = vl_match_record(other, true);
    vl_match_free(other);
    record->chance.seed--;
    bool good = vl_record_verify(cf->game, cf->deck, record, &verdict, &err);
    vl_record_free(record);
    HOLD(cf, good == same, "a start that was drawn otherwise is %s", good ? "fair" : "refused");
    return true;
}

/* A record whose head names another option than its state was played with is refused. */
static bool options_are_compared(struct cf *cf)
{
    for (uint32_t i = 0; cf->game->options[i].name; i++) {
        const struct vl_option *option = &cf->game->options[i];
        uint8_t word = cf->plan->setup.option[i];
        struct vl_error err = {0};
        struct vl_record *record = vl_match_record(cf->match, true);
        snprintf(record->options[i], sizeof record->options[i], "%s=%s", option->name,
                 option->words[word ? 0 : 1]);
        struct vl_match *match = vl_match_from_record(cf->game, cf->deck, record, &err);
        vl_match_free(match);
        vl_record_free(record);
        HOLD(cf, !match && err.message[0], "a record with another %s than its state is accepted",
             option->name);
    }
    return true;
}

/* So is one whose head names another version of the rules than its state was played under. */
static bool versions_are_compared(struct cf *cf)
{
    for (uint32_t i = 0, version; (version = vl_rules_at(cf->game, i)); i++) {
        struct vl_error err = {0};
        struct vl_record *record = vl_match_record(cf->match, true);
        uint32_t own = record->rules_version;
        record->rules_version = version;
        struct vl_match *match = vl_match_from_record(cf->game, cf->deck, record, &err);
        vl_match_free(match);
        vl_record_free(record);
        HOLD(cf, own == cf->plan->setup.rules, "the record names rules version %u", own);
        HOLD(cf, (match != NULL) == (version == own),
             "a start of rules version %u with %u in the head of its record is %s", own, version,
             match ? "accepted" : "refused");
    }
    return true;
}

/* From a position of the match as one viewer saw it, a match of its own whose record holds. */
static bool forks(struct cf *cf)
{
    struct vl_chance chance = {.source = VL_CHANCE_SEEDED, .seed = cf->seed + 1};
    struct vl_error err = {0};
    int viewer = (int)vl_rng_below(&cf->dice, cf->seats + 2) - 2; /* open, spectator, a seat */
    uint32_t at = vl_rng_below(&cf->dice, cf->count);
    struct cf_state before;
    struct vl_match *fork = vl_match_fork(cf->match, at, viewer, &chance, &err);
    HOLD(cf, fork, "no fork from %u: %s", at, err.message);
    vl_match_state_at(cf->match, at, before.bytes);
    vl_match_free(cf->match);
    cf->match = fork;
    memcpy(cf->state.bytes, vl_match_state(fork), cf->game->state_size);
    const char *broken = cf->game->check(cf->data, cf->state.bytes);
    HOLD(cf, !broken, "a fork breaks an invariant: %s", broken);
    cf_look(cf, before.bytes, viewer, 0, &cf->before);
    cf_look(cf, cf->state.bytes, viewer, 0, &cf->after);
    HOLD(cf, cf_same_bytes(cf, cf->before.state.bytes, cf->after.state.bytes),
         "the viewer %d sees something else in the fork from %u", viewer, at);
    if (!record_holds(cf, false) || !options_are_compared(cf) || !versions_are_compared(cf) ||
        (viewer != VL_OPEN && !start_is_checked(cf, viewer, at)))
        return false;
    vl_match_run_chance(cf->match);
    while (vl_match_to_act(cf->match) >= 0) {
        vl_move move = cf->game->pick(cf->data, vl_match_state(cf->match), &cf->dice);
        HOLD(cf, vl_match_play(cf->match, move, &err), "the fork refuses a move: %s", err.message);
    }
    return record_holds(cf, false);
}

bool cf_matches(struct cf *cf)
{
    if (cf->seed / 4 % 4 != 0)
        return true;
    if (!play_again(cf) || !record_holds(cf, false) || !goes_back(cf) || !forks(cf))
        return false;
    return cf->seed / 16 % 2 != 0 || sealed_match(cf);
}
