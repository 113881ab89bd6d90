/* Conformance: what the rules promise at every position, at the start and at the end. */
#include <string.h>

#include "conformance_parts.h"

/* ---- The table of functions ---- */

static bool has_every_function(const struct vl_game *g)
{
    return g->load_deck && g->check_deck && g->describe && g->check_setup && g->start &&
           g->to_act && g->legal_moves && g->apply && g->sample_chance && g->pick && g->playout &&
           g->choice && g->score && g->redact && g->redact_move && g->determinize && g->check &&
           g->format_move && g->parse_move && g->refuse && g->refuse_target && g->label &&
           g->targets && g->write_view && g->read_state && g->annotate && g->prompt && g->show &&
           g->narrate && g->evaluate && g->prefer && g->explain;
}

/* Older versions of the rules ascend below the newest, and a state tells which one it has. */
static bool versions_are_sound(struct cf *cf)
{
    const struct vl_game *g = cf->game;
    uint32_t last = 0;
    for (uint32_t i = 0, version; (version = vl_rules_at(g, i)); i++) {
        HOLD(cf, version > last, "rules version %u is listed after %u", version, last);
        last = version;
    }
    HOLD(cf, last == g->rules_version && last > 0, "the newest rules version is %u", last);
    HOLD(cf, !vl_rules_at(g, 1) || g->rules_of, "the game has older_rules and no rules_of");
    return true;
}

static bool members_are_sound(struct cf *cf)
{
    const struct vl_game *g = cf->game;
    uint32_t options = 0, categories = 0;
    HOLD(cf, has_every_function(g), "a function of the game contract is missing");
    HOLD(cf, strspn(g->id, "abcdefghijklmnopqrstuvwxyz0123456789") == strlen(g->id) && g->id[0],
         "the id is not lower-case letters and digits");
    HOLD(cf, g->name[0] && g->summary[0] && g->minutes[0] && g->clause[0], "a text is empty");
    HOLD(cf, g->state_size <= VL_MAX_STATE && g->state_size % 8 == 0,
         "the state has %u bytes: more than fit, or not a multiple of 8", g->state_size);
    HOLD(cf,
         g->least_seats >= 1 && g->least_seats <= g->most_seats && g->most_seats <= VL_MAX_SEATS,
         "the numbers of seats make no sense");
    for (; g->options[options].name; options++) {
        const struct vl_option *o = &g->options[options];
        uint32_t words = 0;
        while (o->words[words])
            words++;
        HOLD(cf, o->help && o->help[0] && words > 1 && o->standard < words,
             "option %s lacks help, words or a default among them", o->name);
    }
    while (g->categories[categories])
        categories++;
    HOLD(cf, options <= VL_MAX_OPTIONS && categories <= VL_MAX_CATEGORIES && categories > 0,
         "too many options, or too many or no categories");
    HOLD(cf, g->styles[0].name, "there is no standard style");
    return versions_are_sound(cf);
}

/* Every card of the deck can be described; what is no card is refused with a reason. */
static bool cards_are_described(struct cf *cf)
{
    struct vl_error err = {0};
    for (uint32_t t = 0; t < cf->game->table_count; t++) {
        const struct vl_table_spec *spec = &cf->game->tables[t];
        for (uint32_t i = 0; i < cf->deck->rows[t] * spec->column_count; i++) {
            if (spec->columns[i % spec->column_count].kind != VL_CELL_KEY)
                continue;
            const char *key = cf->deck->cells[t][i].text;
            vl_text_clear(&cf->a);
            HOLD(cf, cf->game->describe(cf->deck, key, &cf->a, &err) && cf->a.length > 0,
                 "%s.tsv: \"%s\" is not described: %s", spec->name, key, err.message);
        }
    }
    vl_text_clear(&cf->a);
    HOLD(cf, !cf->game->describe(cf->deck, "no-such-card", &cf->a, &err) && err.message[0],
         "a card that does not exist is described, or refused without a reason");
    return true;
}

bool cf_rules(struct cf *cf)
{
    struct cf_state zeros, ones;
    if (!members_are_sound(cf) || !cards_are_described(cf))
        return false;
    memset(zeros.bytes, 0x00, sizeof zeros.bytes);
    memset(ones.bytes, 0xff, sizeof ones.bytes);
    cf->game->start(cf->data, &cf->plan->setup, zeros.bytes);
    cf->game->start(cf->data, &cf->plan->setup, ones.bytes);
    HOLD(cf, cf_same_bytes(cf, zeros.bytes, ones.bytes), "start does not write every byte");
    return true;
}

/* ---- Every position ---- */

bool cf_position(struct cf *cf)
{
    const char *broken = cf->game->check(cf->data, cf->state.bytes);
    HOLD(cf, !broken, "a broken invariant: %s", broken);
    HOLD(cf, vl_rules_of(cf->game, cf->state.bytes) == cf->plan->setup.rules,
         "the state has rules version %u", vl_rules_of(cf->game, cf->state.bytes));
    HOLD(cf, cf->actor >= VL_OVER && cf->actor < (int)cf->seats, "seat %d is to act", cf->actor);
    HOLD(cf, cf->actor < 0 || !vl_own_seat(cf->game, &cf->plan->setup, (uint32_t)cf->actor),
         "seat %d is to act, which the game plays itself", cf->actor);
    for (uint32_t i = 0; i < CF_GUARD; i++)
        cf->legal[VL_MAX_MOVES + i] = VL_NO_MOVE;
    cf->legal_count = cf->game->legal_moves(cf->data, cf->state.bytes, cf->legal);
    for (uint32_t i = 0; i < CF_GUARD; i++)
        HOLD(cf, cf->legal[VL_MAX_MOVES + i] == VL_NO_MOVE, "more than %d legal moves",
             VL_MAX_MOVES);
    HOLD(cf, cf->legal_count <= VL_MAX_MOVES, "%u legal moves are too many", cf->legal_count);
    HOLD(cf, (cf->actor == VL_OVER) == (cf->legal_count == 0), "%u legal moves, and to_act says %d",
         cf->legal_count, cf->actor);
    for (uint32_t i = 1; i < cf->legal_count; i++)
        HOLD(cf, cf->legal[i - 1] < cf->legal[i], "legal moves %08x, %08x are not ascending",
             cf->legal[i - 1], cf->legal[i]);
    HOLD(cf, !cf_contains(cf->legal, cf->legal_count, VL_NO_MOVE), "VL_NO_MOVE is legal");
    if (cf->actor == VL_OVER)
        return true;
    vl_move picked = cf->game->pick(cf->data, cf->state.bytes, &cf->dice);
    HOLD(cf, vl_is_legal(cf->game, cf->data, cf->state.bytes, picked),
         "pick gave %08x, which is not legal", picked);
    return true;
}

/* ---- The end ---- */

bool cf_result(struct cf *cf)
{
    struct vl_score score, again;
    memset(&score, 0x5a, sizeof score);
    memset(&again, 0xa5, sizeof again);
    cf->game->score(cf->data, cf->state.bytes, &score);
    cf->game->score(cf->data, cf->state.bytes, &again);
    for (uint32_t a = 0; a < cf->seats; a++) {
        int32_t sum = 0;
        HOLD(cf,
             score.points[a] == again.points[a] && score.rank[a] == again.rank[a] &&
                 memcmp(score.detail[a], again.detail[a], sizeof score.detail[a]) == 0,
             "score does not write all of seat %u", a);
        for (uint32_t i = 0; cf->game->categories[i]; i++)
            sum += score.detail[a][i];
        HOLD(cf, sum == score.points[a], "seat %u: the categories add up to %d, the points are %d",
             a, sum, score.points[a]);
        uint32_t better = 0;
        for (uint32_t b = 0; b < cf->seats; b++) {
            better += score.rank[b] < score.rank[a];
            HOLD(cf, score.points[a] <= score.points[b] || score.rank[a] < score.rank[b],
                 "seat %u has more points than seat %u and no better rank", a, b);
        }
        HOLD(cf, score.rank[a] == better + 1, "seat %u has rank %u and %u are better", a,
             score.rank[a], better);
    }
    return true;
}
