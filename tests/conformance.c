/* The conformance suite: plays the games, calls the parts, reports failures. */
#include "conformance.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance_parts.h"
#include "core/asset.h"
#include "core/utf8.h"

char conformance_where[512];

/* ---- Reporting ---- */

static void describe_setup(const struct cf *cf, struct vl_text *out)
{
    const struct vl_option *options = cf->game->options;
    vl_text_addf(out, "%s seats=%u", cf->game->id, cf->seats);
    if (cf->plan->setup.rules != cf->game->rules_version)
        vl_text_addf(out, " rules=%u", cf->plan->setup.rules);
    for (uint32_t i = 0; options[i].name; i++)
        vl_text_addf(out, " %s=%s", options[i].name, options[i].words[cf->plan->setup.option[i]]);
    vl_text_addf(out, " seed=%" PRIu64 " deep=%u", cf->seed, cf->plan->deep);
}

/* The record up to here, made without the table, which may be what is broken. */
static void write_record(struct cf *cf, struct vl_text *out)
{
    const struct vl_option *options = cf->game->options;
    struct vl_record *record = vl_record_new();
    struct cf_state state;
    snprintf(record->game, sizeof record->game, "%s", cf->game->id);
    snprintf(record->deck_hash, sizeof record->deck_hash, "%s", cf->deck->hash);
    record->rules_version = cf->plan->setup.rules;
    record->seats = cf->seats;
    for (uint32_t i = 0; options[i].name; i++)
        snprintf(record->options[record->option_count++], sizeof record->options[0], "%s=%s",
                 options[i].name, options[i].words[cf->plan->setup.option[i]]);
    record->chance = cf->chance;
    cf_replay(cf, 0, &state);
    for (uint32_t i = 0; i < cf->count; i++) {
        vl_record_add(record, cf->actors[i], cf_move_text(cf, state.bytes, cf->moves[i]));
        cf->game->apply(cf->data, state.bytes, cf->moves[i]);
    }
    record->hash = vl_hash_state(cf->game, state.bytes);
    vl_record_write(record, out);
    vl_record_free(record);
}

bool cf_fail(struct cf *cf, const char *format, ...)
{
    char message[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    vl_text_addf(cf->report, "%s\n  after %u moves of a game of %s\n  again: test_conformance ",
                 message, cf->count, cf->game->name);
    describe_setup(cf, cf->report);
    vl_text_add(cf->report, "\n  its record up to there:\n");
    write_record(cf, cf->report);
    return false;
}

static void note_where(struct cf *cf)
{
    vl_text_clear(&cf->a);
    describe_setup(cf, &cf->a);
    snprintf(conformance_where, sizeof conformance_where, "crashed in: test_conformance %s\n",
             vl_text_string(&cf->a));
}

/* ---- Helpers of the parts ---- */

void cf_replay(const struct cf *cf, uint32_t count, struct cf_state *state)
{
    cf->game->start(cf->data, &cf->plan->setup, state->bytes);
    for (uint32_t i = 0; i < count; i++)
        cf->game->apply(cf->data, state->bytes, cf->moves[i]);
}

void cf_look(const struct cf *cf, const void *state, int viewer, int junk, struct vl_view *view)
{
    memset(view, junk, sizeof *view);
    vl_look(cf->game, cf->data, state, viewer, view);
}

bool cf_same_bytes(const struct cf *cf, const void *a, const void *b)
{
    return memcmp(a, b, cf->game->state_size) == 0;
}

bool cf_contains(const vl_move *moves, uint32_t count, vl_move move)
{
    for (uint32_t i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

bool cf_is_line(const char *text)
{
    size_t length = strlen(text);
    return length > 0 && length < 400 && text[0] != ' ' && text[length - 1] != ' ' &&
           !strpbrk(text, "\n\r\t") && vl_utf8_check(text, length) == length;
}

bool cf_is_clause(const struct cf *cf, const char *clause)
{
    char path[96], marked[32];
    size_t prefix = strlen(cf->game->clause);
    if (!clause[0])
        return true;
    if (strncmp(clause, cf->game->clause, prefix) != 0 || clause[prefix] != '-')
        return false;
    snprintf(path, sizeof path, "docs/rules/%s.md", cf->game->id);
    const struct vl_asset *page = vl_asset_find(path);
    snprintf(marked, sizeof marked, "**%s**", clause);
    return !page || strstr((const char *)page->bytes, marked);
}

const char *cf_move_text(struct cf *cf, const void *state, vl_move move)
{
    struct vl_view view;
    cf_look(cf, state, VL_OPEN, 0, &view);
    vl_text_clear(&cf->c);
    cf->game->format_move(cf->deck, &view, move, &cf->c);
    return vl_text_string(&cf->c);
}

/* ---- The game being played ---- */

/* What the seat to move plays. Half of the games are random; the others go where sensible play
 * goes, always or every other move. */
static vl_move choose(struct cf *cf)
{
    uint64_t manner = cf->seed % 4;
    bool sensible = manner == 3 || (manner == 2 && vl_rng_below(&cf->players, 2));
    if (!sensible)
        return cf->legal[vl_rng_below(&cf->players, cf->legal_count)];
    int32_t weights[VL_MAX_MOVES];
    uint32_t best = 0, style = 0;
    while (cf->game->styles[style].name)
        style++;
    style = vl_rng_below(&cf->players, style);
    cf_look(cf, cf->state.bytes, cf->actor, 0x11, &cf->before);
    cf->game->prefer(cf->data, &cf->before, style, cf->legal, cf->legal_count, weights);
    for (uint32_t i = 1; i < cf->legal_count; i++)
        if (weights[i] > weights[best])
            best = i;
    return cf->legal[best];
}

static vl_move next_move(struct cf *cf)
{
    if (cf->actor != VL_CHANCE)
        return choose(cf);
    struct vl_rng rng;
    vl_chance_rng(&cf->chance, cf->count, &rng);
    return cf->game->sample_chance(cf->data, cf->state.bytes, &rng);
}

static bool deep_checks(struct cf *cf)
{
    struct cf_state kept = cf->state;
    bool good = cf_texts(cf) && cf_judgement(cf) && cf_views(cf) && cf_sets(cf);
    if (good && vl_rng_below(&cf->dice, 16) == 0)
        good = cf_draws(cf);
    if (!good)
        return false;
    HOLD(cf, cf_same_bytes(cf, kept.bytes, cf->state.bytes),
         "a function that takes a constant state has changed it");
    return true;
}

static void remember(struct cf *cf, vl_move move)
{
    uint32_t at = cf->pool_count < CF_POOL ? cf->pool_count++ : vl_rng_below(&cf->dice, CF_POOL);
    cf->pool[at] = move;
}

static void open_game(struct cf *cf, uint64_t seed)
{
    cf->seed = seed;
    cf->count = 0;
    cf->chance = (struct vl_chance){.source = VL_CHANCE_SEEDED, .seed = seed};
    vl_rng_seed(&cf->players, seed, 0, VL_STREAM_BOTS);
    vl_rng_seed(&cf->dice, seed, 0, VL_STREAM_LOOKS);
    cf_replay(cf, 0, &cf->state);
    note_where(cf);
}

static bool play_game(struct cf *cf, uint64_t seed)
{
    open_game(cf, seed);
    for (;;) {
        cf->actor = cf->game->to_act(cf->state.bytes);
        cf->hashes[cf->count] = vl_hash_state(cf->game, cf->state.bytes);
        if (!cf_position(cf))
            return false;
        bool deep = cf->plan->deep &&
                    (cf->actor == VL_OVER || vl_rng_below(&cf->dice, cf->typical) < cf->plan->deep);
        if (deep && !deep_checks(cf))
            return false;
        if (cf->actor == VL_OVER)
            break;
        HOLD(cf, cf->count < cf->game->longest, "the game is longer than its %u moves",
             cf->game->longest);
        vl_move move = next_move(cf);
        HOLD(cf, cf_contains(cf->legal, cf->legal_count, move),
             "sample_chance or prefer led to a move that is not legal: %08x", move);
        remember(cf, move);
        cf->moves[cf->count] = move;
        cf->actors[cf->count++] = (int8_t)cf->actor;
        cf->game->apply(cf->data, cf->state.bytes, move);
    }
    if (!cf_result(cf))
        return false;
    bool whole = vl_rng_below(&cf->dice, CF_THOROUGH) < cf->plan->deep;
    return !whole || (cf_twins(cf) && cf_matches(cf));
}

/* About how long a game is, so that the expensive checks fall all over it. */
static uint32_t typical_length(struct cf *cf)
{
    struct cf_state state;
    struct vl_rng rng;
    cf_replay(cf, 0, &state);
    vl_rng_seed(&rng, 1, 0, VL_STREAM_BOTS);
    uint32_t moves = cf->game->playout(cf->data, state.bytes, &rng);
    return moves ? moves : 1;
}

bool conformance_run(const struct conformance_plan *plan, struct vl_text *report)
{
    const struct vl_game *game = plan->game;
    struct cf *cf = calloc(1, sizeof *cf);
    if (!cf)
        abort();
    cf->plan = plan;
    cf->game = game;
    cf->deck = plan->deck;
    cf->data = plan->deck->data;
    cf->report = report;
    cf->seats = plan->setup.seats;
    cf->moves = calloc(game->longest + 1, sizeof *cf->moves);
    cf->actors = calloc(game->longest + 1, sizeof *cf->actors);
    cf->hashes = calloc(game->longest + 1, sizeof *cf->hashes);
    if (!cf->moves || !cf->actors || !cf->hashes)
        abort();
    open_game(cf, plan->first_seed);
    bool good = cf_rules(cf);
    cf->typical = good ? typical_length(cf) : 1;
    for (uint32_t i = 0; good && i < plan->games; i++)
        good = play_game(cf, plan->first_seed + i);
    open_game(cf, plan->first_seed);
    good = good && (!plan->statistics || (cf_playouts(cf) && cf_deals(cf)));
    vl_match_free(cf->match);
    vl_record_free(cf->record);
    vl_text_free(&cf->a);
    vl_text_free(&cf->b);
    vl_text_free(&cf->c);
    free(cf->moves);
    free(cf->actors);
    free(cf->hashes);
    free(cf);
    return good;
}
