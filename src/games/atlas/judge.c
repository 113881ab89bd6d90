/*
 * Atlas: its judgement: which action, where to, and every small choice on the way.
 *
 * A turn is planned by its main action: explore here, explore where a travel leads, blog, work or
 * rest. Work and rest are worth what they bring to one who is short of it. A travel after the main
 * action goes where the next turn can begin. Weights are tenths of a point above BASE.
 *
 * Where the numbers come from. Points that the rules give (blog slots, goals, bonuses, icons at
 * their popularity) are counted, times ten. All other weights are estimates by hand of the points
 * that a thing brings until the end of a game. Whether a change of them helps is for `valise arena`
 * to say, old against new. No measurement of a single weight is on record, so one of them means no
 * more than its order among the others. What has been measured is the whole: docs/bots.md says how
 * often the levels win that play by it.
 *
 * prefer is asked for every decision of every rollout, so what several moves share is found once
 * (struct found), and a country is looked at only if a move can lead there.
 */
#include <string.h>

#include "games/atlas/judge.h"

/* PART: countries that a loop takes together, see home_worth. BASE keeps weights above 0, as prefer
 * must give them, for anything that costs less than 10,000 points. */
enum { PART = 32, BASE = 100000, LATER = 65 /* percent: what is explored a turn later */ };

/* What several moves of a decision ask for. */
struct found {
    bool sky_known, anywhere_known, airports_known;
    struct at_sky sky;                   /* from where the seat stands */
    int32_t anywhere, airports;          /* the best flight */
    uint64_t arrivals[AT_COUNTRY_WORDS]; /* countries whose arrival is known */
    int32_t arrival[AT_COUNTRIES];       /* what it is worth, the way aside */
};

/* One decision: who, and what every country is worth. */
struct thought {
    const struct at_deck *d;
    const struct at_state *s;
    uint32_t seat;
    struct at_task task;
    struct at_outlook *outlook;
    struct found *found;
    bool looks_out; /* what countries are worth matters */
};

/* The seat that decides. */
static const struct at_seat *self(const struct thought *t)
{
    return &t->s->seat[t->seat];
}

/* Worth of exploring in a country; 0 in decisions that do not look at countries. */
static int32_t value_of(const struct thought *t, uint32_t country)
{
    return t->looks_out ? at_prospect(t->outlook, country) : 0;
}

/* ---- Travel ---- */

/* Whether an explore can follow this travel in the same turn. */
static bool explores_now(const struct thought *t)
{
    const struct at_state *s = t->s;
    if (at_quick(s))
        return s->main_done + (t->task.kind == AT_ASK_TURN) < 2;
    return !s->main_done && !(t->task.kind == AT_ASK_TURN && (s->travelled || s->bonus_done));
}

/* What it is worth to arrive in a country; the cost of the way is not counted. */
static int32_t worth_there(const struct thought *t, uint32_t country)
{
    struct found *f = t->found;
    if (!vl_has_in(f->arrivals, country)) {
        vl_add_to(f->arrivals, country);
        f->arrival[country] = value_of(t, country) * (explores_now(t) ? 100 : LATER) / 100;
    }
    return f->arrival[country];
}

/* The same less the energy of the way. */
static int32_t arrival(const struct thought *t, uint32_t country, uint32_t cost)
{
    return worth_there(t, country) - (int32_t)cost * at_energy_worth(t->s, t->seat);
}

/* Flights from where the seat stands, looked up once a decision. */
static const struct at_sky *sky_of(const struct thought *t)
{
    if (!t->found->sky_known)
        at_look_up(t->d, t->s, t->d->country[self(t)->at].area, &t->found->sky);
    t->found->sky_known = true;
    return &t->found->sky;
}

/* Energy; in the quick game the steps of the travel under way, or of a whole one. */
static uint32_t budget_of(const struct thought *t)
{
    if (!at_quick(t->s))
        return self(t)->energy;
    for (uint32_t i = t->s->tasks; i-- > 0;)
        if (t->s->task[i].kind == AT_ASK_TRAVEL)
            return t->s->task[i].b;
    return AT_QUICK_STEPS;
}

/* The best arrival in a country that costs no more than the budget. */
static int32_t best_arrival(const struct thought *t, const uint8_t cost[AT_COUNTRIES],
                            uint32_t budget, uint32_t except)
{
    int32_t best = INT32_MIN / 2, each = at_energy_worth(t->s, t->seat);
    uint64_t set[AT_COUNTRY_WORDS];
    at_within(cost, budget < 127 ? budget : 127, set);
    if (except != AT_NONE)
        vl_drop_from(set, except);
    for (uint32_t w = 0; w < AT_COUNTRY_WORDS; w++) {
        for (uint64_t rest = set[w] & ~t->found->arrivals[w]; rest;)
            worth_there(t, 64 * w + vl_take_lowest(&rest));
        for (uint64_t rest = set[w]; rest;) {
            uint32_t country = 64 * w + vl_take_lowest(&rest);
            int32_t value = t->found->arrival[country] - cost[country] * each;
            best = value > best ? value : best;
        }
    }
    return best;
}

/* The best arrival by land and sea from a country; `stay` counts staying there too. */
static int32_t best_on_ground(const struct thought *t, uint32_t from, uint32_t budget, bool stay)
{
    const uint8_t *cost = at_reach_from(t->d, t->s, t->seat, from, budget);
    return best_arrival(t, cost, budget, stay ? (uint32_t)AT_NONE : from);
}

/* The best arrival by one flight to any country. */
static int32_t best_flight(const struct thought *t)
{
    uint32_t at = self(t)->at, budget = budget_of(t);
    const struct at_sky *sky = sky_of(t);
    uint8_t cost[AT_COUNTRIES];
    if (!t->found->anywhere_known) {
        for (uint32_t to = 0; to < AT_COUNTRIES; to++)
            cost[to] = (uint8_t)at_flight(sky, t->d->country[to].area);
        t->found->anywhere = best_arrival(t, cost, budget, at);
    }
    t->found->anywhere_known = true;
    return t->found->anywhere;
}

/* The best arrival by a flight to another airport, and on from there by land and sea. Costs are
 * found from all airports at once, not from one after the other. */
static int32_t best_by_airports(const struct thought *t)
{
    uint32_t at = self(t)->at, budget = budget_of(t), starts = 0;
    const struct at_sky *sky = sky_of(t);
    struct at_source start[AT_COUNTRIES];
    uint8_t cost[AT_COUNTRIES];
    if (t->found->airports_known)
        return t->found->airports;
    for (uint32_t w = 0; w < AT_COUNTRY_WORDS; w++)
        for (uint64_t rest = t->d->airports[w]; rest;) {
            uint32_t to = 64 * w + vl_take_lowest(&rest);
            uint32_t paid = at_flight(sky, t->d->country[to].area);
            if (to != at && paid <= budget)
                start[starts++] = (struct at_source){(uint8_t)to, (uint8_t)paid};
        }
    at_ground_from(t->d, t->s, t->seat, start, starts, budget, cost);
    t->found->airports = best_arrival(t, cost, budget, AT_NONE);
    t->found->airports_known = true;
    return t->found->airports;
}

/* What keeping a card is worth to one who could discard it. */
static int32_t keep_worth(const struct thought *t, uint32_t card)
{
    uint32_t country = t->d->card[card].country[0];
    if (!vl_has_in(self(t)->hand, card))
        return 4; /* it lies in the row */
    if (at_barred(t->s, t->seat, country))
        return 2;
    return 8 + value_of(t, country) / 6;
}

/* A last-minute flight costs its card. A card of the present country leads anywhere; any other
 * leads to its own country, where the card itself is then missing. If it was the best that the
 * country had, what is left there is worth about 6 tenths of it: places give fewer icons than
 * cards, and no bonus. */
static int32_t last_minute_worth(const struct thought *t, uint32_t number)
{
    const struct at_card *card = &t->d->card[number];
    uint32_t at = self(t)->at, budget = budget_of(t);
    int32_t best = INT32_MIN / 2;
    const struct at_sky *sky = sky_of(t);
    if (at_card_in(t->d, number, at))
        return best_flight(t) - keep_worth(t, number);
    for (uint32_t i = 0; i < 2; i++) {
        if (card->country[i] == AT_NONE)
            continue;
        uint32_t cost = at_flight(sky, t->d->country[card->country[i]].area);
        if (cost > budget)
            continue;
        /* The card is gone: what is left there is a place of the country. */
        int32_t value = best_on_ground(t, card->country[i], budget - cost, false);
        int32_t there = arrival(t, card->country[i], 0);
        if (t->looks_out && at_best_of(t->outlook, card->country[i]) == number)
            there = there * 6 / 10;
        value = (there > value ? there : value) - (int32_t)cost * at_energy_worth(t->s, t->seat);
        best = value > best ? value : best;
    }
    return best - keep_worth(t, number);
}

/* A direct flight explores its card at once, with the souvenir that may lie there. */
static int32_t direct_worth(const struct thought *t, uint32_t what)
{
    uint32_t card = what >> 1, country = t->d->card[card].country[what & 1U];
    const struct at_sky *sky = sky_of(t);
    int32_t worth = at_card_worth(t->outlook, country, card);
    if (at_souvenir_in(t->s, country) != AT_NONE)
        worth += at_souvenir_worth(t->d, t->s, t->seat);
    return worth -
           (int32_t)at_flight(sky, t->d->country[country].area) * at_energy_worth(t->s, t->seat);
}

/* ---- Actions ---- */

/* Worth of an effect, in tenths of a point. Money and energy count as far as they fit in, by how
 * short the seat is of them. The other numbers are estimates (see the head of this file). What
 * speaks for them: three likes are a bonus action; a card is a choice and sometimes a flight; a
 * language is 3 points at the start of its set; a travel saves an action; of two new goals not all
 * are reached; a shift moves a few icons by one point; a new personality rarely changes much. */
static int32_t effect_worth(const struct thought *t, uint32_t kind, int32_t amount)
{
    static const int32_t flat[AT_EFFECT_KINDS] = {[AT_LANGUAGE] = 30,
                                                  [AT_TRAVEL] = 25,
                                                  [AT_GOALS] = 35,
                                                  [AT_SHIFT] = 20,
                                                  [AT_PERSONALITY] = 4};
    static const int32_t each[AT_EFFECT_KINDS] = {[AT_LIKE] = 8, [AT_DRAW] = 9};
    int32_t room =
        kind == AT_MONEY ? AT_MOST_MONEY - self(t)->money : AT_MOST_ENERGY - self(t)->energy;
    int32_t fits = amount < room ? amount : room;
    if (kind == AT_MONEY)
        return fits * at_money_worth(t->s, t->seat);
    if (kind == AT_ENERGY)
        return fits * at_energy_worth(t->s, t->seat);
    return flat[kind] + each[kind] * amount;
}

/* Work or rest: all that the row gives now, less the price of its right side. A language is worth
 * nothing before there is a card to learn it from. */
static int32_t row_worth(const struct thought *t, uint32_t row, bool paid)
{
    int32_t sum[AT_EFFECT_KINDS], worth = 0;
    at_row_power(t->d, self(t), row, paid, sum);
    for (uint32_t kind = 0; kind < AT_EFFECT_KINDS; kind++)
        if (sum[kind] && !(kind == AT_LANGUAGE && !self(t)->visits))
            worth += effect_worth(t, kind, sum[kind]);
    if (!paid)
        return worth;
    return worth - (row == AT_ROW_WORK            ? at_energy_worth(t->s, t->seat)
                    : at_free_rest(t->d, self(t)) ? 0
                                                  : at_money_worth(t->s, t->seat));
}

/* A slot of the blog track: points beyond those of the present slot, and its reward. */
static int32_t slot_worth(const struct thought *t, uint32_t slot)
{
    const struct at_blog_slot *b = &t->d->blog[slot - 1];
    int32_t before = self(t)->blog ? t->d->blog[self(t)->blog - 1].points : 0;
    return 10 * (b->points - before) + effect_worth(t, b->reward.kind, b->reward.amount);
}

/* The best slot in reach. At the end of the track a post still shifts popularity: 2 points. */
static int32_t blog_worth(const struct thought *t)
{
    int32_t best = 0;
    if (self(t)->blog >= AT_BLOG_SLOTS)
        return 20;
    uint32_t value = at_blog_value(t->d, t->s, t->seat, at_blog_power(t->d, self(t)));
    for (uint64_t rest = at_blog_targets(t->s, t->seat, value); rest;) {
        int32_t worth = slot_worth(t, vl_take_lowest(&rest));
        best = worth > best ? worth : best;
    }
    return best;
}

/* Placing the last token ends the game: not while others are ahead. */
static int32_t ending_worth(const struct thought *t, uint32_t country)
{
    struct vl_score score;
    int32_t ahead = INT32_MIN;
    if (t->s->ending || self(t)->tokens != 1 || vl_has_in(self(t)->explored, country))
        return 0;
    at_score(t->d, t->s, &score);
    for (uint32_t other = 0; other < t->s->seats; other++)
        if (other != t->seat && score.points[other] > ahead)
            ahead = score.points[other];
    return ahead > score.points[t->seat] + 10 ? -60 : 20;
}

/* One action. A souvenir is taken wherever it can be: 40 points are more than anything else a leg
 * could bring. An explore in the first action of a turn gets 2.5 points on top, because a travel
 * can still follow it; a second one 1. In the last round work, rest and cards come too late. */
static int32_t act_worth(const struct thought *t, vl_move move)
{
    uint32_t act = AT_MOVE_ACT(move), what = AT_MOVE_WHAT(move), at = self(t)->at;
    /* Travelling only to be elsewhere next turn must beat staying. */
    int32_t stay = explores_now(t) ? 0 : arrival(t, at, 0) + 8;
    bool under_way = t->task.kind == AT_ASK_TRAVEL && (t->task.a & AT_LEGS);
    if (under_way)
        stay = arrival(t, at, 0);
    switch (act) {
    case AT_ACT_BUY:
        return 400;
    case AT_ACT_GROUND:
        return best_on_ground(t, at, budget_of(t), false) - (under_way ? stay + 1 : stay);
    case AT_ACT_AIRPORT:
        return best_by_airports(t) - stay - 1;
    case AT_ACT_FLY:
        return last_minute_worth(t, what) - stay;
    case AT_ACT_DIRECT:
        return direct_worth(t, what) - (under_way ? stay : 0);
    case AT_ACT_CARD:
    case AT_ACT_PLACE: /* a travel can still follow */
        return at_card_worth(t->outlook, at, act == AT_ACT_CARD ? what : AT_PLACE0 + what) +
               (at_spent(t->s) ? 10 : 25) + ending_worth(t, at);
    case AT_ACT_BLOG:
        return blog_worth(t) + 10;
    case AT_ACT_WORK:
        return row_worth(t, AT_ROW_WORK, what != 0) + (t->s->ending ? -40 : 0);
    case AT_ACT_REST:
        return row_worth(t, AT_ROW_REST, what != 0) + (t->s->ending ? -40 : 0);
    case AT_ACT_REPLAN:
        return t->s->ending ? -50 : 3;
    case AT_ACT_DRAW:
        return t->s->ending ? -10 : 28;
    case AT_ACT_REFRESH:
        return -5;
    default:
        return 0;
    }
}

/* ---- Small choices ---- */

/* A shift moves two neighbours by one point each: an experience up and the other down. It counts
 * for every seat by the icons held, and what the others gain on average is taken off. Only locking
 * is worth a little where the token is high and the seat holds it. */
static int32_t shift_worth(const struct thought *t, uint32_t arg)
{
    const struct at_state *s = t->s;
    uint32_t e = arg >> 4, way = arg & 15U;
    int32_t worth = 0;
    if (way == AT_LOCK_ONLY)
        return at_value(s, e) >= 3 ? 2 * self(t)->icons[e] : 0;
    uint32_t slot = at_slot_of(s, e), other = s->token_at[at_neighbour(slot, way)];
    int32_t step = way < 2 ? 10 : -10;
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        int32_t gain = step * ((int32_t)s->seat[seat].icons[e] - s->seat[seat].icons[other]);
        worth += seat == t->seat ? gain * (int32_t)(s->seats - 1) : -gain;
    }
    return worth / (int32_t)(s->seats - 1);
}

/* What an open slot of the board gives each time its row is used. Estimates like those of
 * effect_worth, in the order of at_effect_kind; a slot that costs something is worth 4 less. */
static int32_t board_slot_worth(const struct thought *t, uint32_t slot)
{
    const struct at_slot *b = &t->d->slot[slot];
    int32_t worth = 0;
    for (uint32_t i = 0; i < b->effect_count; i++) {
        static const int32_t each[AT_EFFECT_KINDS] = {0, 7, 8, 8, 0, 6, 4, 12, 0, 0, 0, 0, 15};
        worth += each[b->effect[i].kind] * b->effect[i].amount;
    }
    return worth - (b->paid ? 4 : 0);
}

/* The slot that the next token of a row uncovers. */
static int32_t token_worth(const struct thought *t, uint32_t row)
{
    uint32_t slot = at_next_token(t->d, self(t), row);
    return slot == AT_NONE ? 0 : board_slot_worth(t, slot);
}

static int32_t dislike_worth(const struct thought *t, uint32_t row)
{
    return -board_slot_worth(t, at_rightmost_open(t->d, self(t), row));
}

/* Rows in the order of at_action. Explore is the bonus action that scores most, replan the one that
 * scores least; travel takes no likes. Likes are of use only once a row is full, so a row that has
 * some already comes first. */
static int32_t like_worth(const struct thought *t, uint32_t arg)
{
    static const int32_t rows[] = {0, 30, 16, 10, 12, 4};
    uint32_t slot = arg >> 3, row = arg & 7U;
    int32_t worth = row < AT_BONUSES ? rows[row] + 12 * self(t)->likes[row] : 0;
    return worth + (slot != AT_NO_SLOT ? board_slot_worth(t, slot) : 0);
}

/* Icons of the seat's cards and of the row that a face would like or dislike. */
static int32_t face_worth(const struct thought *t, uint32_t face)
{
    int32_t worth = 0;
    for (uint32_t card = 0; card < AT_CARDS; card++) {
        bool near = vl_has_in(self(t)->hand, card);
        for (uint32_t i = 0; i < AT_ROW; i++)
            near |= t->s->row[i] == card;
        const struct at_place *place = &t->d->card[card].place;
        for (uint32_t i = 0; i < place->icon_count; i++)
            worth += vl_has(face, place->icon[i]) ? (near ? 40 : 2) : 0;
    }
    return worth;
}

/* Liked icons less disliked ones; those of hand and row count twenty times those of cards that may
 * never come. */
static int32_t faces_worth(const struct thought *t, uint32_t arg)
{
    uint32_t liked = arg & 3U, disliked = arg >> 3 & 3U;
    return face_worth(t, t->d->tile[self(t)->tile[liked]].face[arg >> 2 & 1U]) -
           face_worth(t, t->d->tile[self(t)->tile[disliked]].face[arg >> 5 & 1U]);
}

/* How well a card fits: what it brings, less the way to it. */
static int32_t hand_worth(const struct thought *t, uint32_t card)
{
    int32_t best = 0;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t country = t->d->card[card].country[i];
        if (country == AT_NONE || at_barred(t->s, t->seat, country))
            continue;
        int32_t worth = at_card_worth(t->outlook, country, card);
        if (self(t)->at != AT_NONE)
            worth -= 3 * t->d->distance[self(t)->at][country];
        best = worth > best ? worth : best;
    }
    return best;
}

/* An unknown card of the pile is worth about 6 points, what a good card of the row is. */
static int32_t draw_worth(const struct thought *t, uint32_t arg)
{
    if (arg < AT_ROW)
        return hand_worth(t, t->s->row[arg]);
    return arg == AT_DRAW_PILE ? 60 : arg >= AT_DRAW_REFRESH ? 0 : 5;
}

/* A home is worth what lies near it. Every country has been looked at; in parts of a fixed length,
 * the last two of which overlap, so that compilers make a few wide instructions of each. */
static int32_t home_worth(const struct thought *t, uint32_t country)
{
    int32_t best = 0;
    for (uint32_t from = 0; from < AT_COUNTRIES; from += PART) {
        uint32_t start = from + PART > AT_COUNTRIES ? (uint32_t)AT_COUNTRIES - PART : from;
        uint8_t steps[PART];
        memcpy(steps, t->d->distance[country] + start, sizeof steps);
        for (uint32_t i = 0; i < PART; i++) {
            int32_t value = t->outlook->value[start + i] - 9 * steps[i];
            best = value > best ? value : best;
        }
    }
    return best + value_of(t, country) / 4;
}

/* Countries that speak one of the languages: exploring is cheaper there (AT-5.3). */
static int32_t character_worth(const struct thought *t, uint32_t arg)
{
    const struct at_character *c = &t->d->character[self(t)->offered[arg & 1U]];
    int32_t worth = 0;
    for (uint32_t i = 0; i < c->language_count; i++)
        worth += (int32_t)vl_count_in(t->d->of_language[c->language[i]], AT_COUNTRY_WORDS);
    return worth;
}

/* The goal to give up: one that cannot be completed any more, or the one furthest from it. */
static int32_t drop_worth(const struct thought *t, uint32_t goal)
{
    const struct at_goal *g = at_personal_goal(t->d, goal);
    uint32_t progress = at_progress(t->d, self(t), g, false);
    uint32_t target = at_target(g);
    int32_t missing = (int32_t)(target - progress);
    return missing > self(t)->tokens ? 50
                                     : -at_goal_worth(g->points, progress, target) + 5 * missing;
}

/* The end of a flight; at_prefer has the costs of all ways by land and sea at once. After an
 * airport more ground may follow, so the best country from there counts. */
static int32_t go_worth(const struct thought *t, uint32_t country)
{
    uint32_t steps = at_flight(sky_of(t), t->d->country[country].area);
    if (t->task.a == AT_LEG_ANYWHERE)
        return arrival(t, country, steps);
    return best_on_ground(t, country, budget_of(t) - steps, true) -
           (int32_t)steps * at_energy_worth(t->s, t->seat);
}

/* What an answer `arg` (`move` with its kind) to each kind of task is worth; `none`: it is none of
 * them. Kinds that are not here have answers that are all alike. */
#define WORTHS(WORTH)                                                                              \
    WORTH(AT_ASK_TURN, act_worth(t, move))                                                         \
    WORTH(AT_ASK_TRAVEL, act_worth(t, move))                                                       \
    WORTH(AT_ASK_GO, go_worth(t, arg))                                                             \
    WORTH(AT_ASK_CHARACTER, character_worth(t, arg))                                               \
    WORTH(AT_ASK_PICK, hand_worth(t, arg))                                                         \
    WORTH(AT_ASK_FACES, faces_worth(t, arg))                                                       \
    WORTH(AT_ASK_HOME, home_worth(t, arg))                                                         \
    WORTH(AT_ASK_BUY, none ? 0 : at_souvenir_worth(t->d, t->s, t->seat))                           \
    WORTH(AT_ASK_TOKEN, token_worth(t, arg))                                                       \
    WORTH(AT_ASK_SHIFT, shift_worth(t, arg))                                                       \
    WORTH(AT_ASK_LIKE, like_worth(t, arg))                                                         \
    WORTH(AT_ASK_DISLIKE, dislike_worth(t, arg))                                                   \
    WORTH(AT_ASK_DRAW, draw_worth(t, arg))                                                         \
    WORTH(AT_ASK_COUNTRY, value_of(t, arg))                                                        \
    WORTH(AT_ASK_LANGUAGE,                                                                         \
          none ? 0 : 10 + (int32_t)vl_count_in(t->d->of_language[arg], AT_COUNTRY_WORDS))          \
    WORTH(AT_ASK_BLOG, slot_worth(t, arg))                                                         \
    WORTH(AT_ASK_REPLAN, none ? 40 : 90 - hand_worth(t, arg))                                      \
    WORTH(AT_ASK_TILE, none ? 10 : 0)                                                              \
    WORTH(AT_ASK_DROP, drop_worth(t, arg))                                                         \
    WORTH(AT_ASK_EVICT, value_of(t, arg))

#define RETURN_WORTH(kind, worth)                                                                  \
    case kind:                                                                                     \
        return worth;

static int32_t worth_of_move(const struct thought *t, vl_move move)
{
    uint32_t arg = VL_MOVE_ARG(move);
    bool none = arg == AT_NONE_OF_THEM;
    switch (t->task.kind) {
        WORTHS(RETURN_WORTH)
    default:
        return 0;
    }
}

/* Decisions that need to know what every country is worth. */
static bool looks_out(uint32_t kind)
{
    return kind == AT_ASK_TURN || kind == AT_ASK_TRAVEL || kind == AT_ASK_GO ||
           kind == AT_ASK_HOME || kind == AT_ASK_COUNTRY || kind == AT_ASK_EVICT;
}

/* Everything that the moves of a decision share is reset; the outlook fills itself as it is
 * asked. */
static void think(const void *deck, const struct vl_view *view, struct at_outlook *outlook,
                  struct found *found, struct thought *t)
{
    found->sky_known = found->anywhere_known = found->airports_known = false;
    memset(found->arrivals, 0, sizeof found->arrivals);
    t->found = found;
    t->d = deck;
    t->s = at_seen(view);
    t->task = at_current(t->s);
    t->seat = t->task.seat;
    t->looks_out = looks_out(t->task.kind);
    t->outlook = outlook;
    at_look_out(t->d, t->s, t->seat, outlook);
}

/* Points so far, and what the seat has that will become points. */
void at_evaluate(const void *deck, const struct vl_view *view, int32_t points[VL_MAX_SEATS])
{
    const struct at_state *s = at_seen(view);
    struct vl_score score;
    at_score(deck, s, &score);
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++)
        points[seat] = score.points[seat];
    for (uint32_t seat = 0; !s->over && seat < s->seats; seat++)
        points[seat] += at_hopes(deck, s, seat) / 10;
}

/* The moves of one decision share what was found out for the first: only the way differs. */
void at_prefer(const void *deck, const struct vl_view *view, uint32_t style, const vl_move *moves,
               uint32_t count, int32_t *weights)
{
    struct thought t;
    struct at_outlook outlook;
    struct found found;
    (void)style;
    think(deck, view, &outlook, &found, &t);
    uint8_t cost[AT_COUNTRIES];
    for (uint32_t country = 0; t.task.kind == AT_ASK_HOME && country < AT_COUNTRIES; country++)
        at_prospect(&outlook, country);
    bool ground = t.task.kind == AT_ASK_GO && t.task.a == AT_LEG_GROUND;
    if (ground)
        at_ground(t.d, t.s, t.seat, self(&t)->at, budget_of(&t), cost);
    for (uint32_t i = 0; i < count; i++) {
        int32_t worth = ground ? arrival(&t, VL_MOVE_ARG(moves[i]), cost[VL_MOVE_ARG(moves[i])])
                               : worth_of_move(&t, moves[i]);
        weights[i] = worth > -BASE ? BASE + worth : 0;
    }
}

/* ---- Why ---- */

static void explain_country(const struct vl_deck *deck, const struct thought *t, uint32_t country,
                            struct vl_text *out)
{
    uint32_t best = t->looks_out ? at_best_of(t->outlook, country) : AT_NONE;
    if (best == AT_NONE)
        vl_text_addf(out, "there is little to explore in %s, but it lies on the way",
                     at_country_name(deck, country));
    else
        vl_text_addf(out, "%s waits in %s, worth about %d point%s",
                     at_visit_name(deck, country, best), at_country_name(deck, country),
                     value_of(t, country) / 10, value_of(t, country) / 10 == 1 ? "" : "s");
}

/* The country that a leg is for, and what waits there. */
static void explain_leg(const struct vl_deck *deck, const struct thought *t, uint32_t act,
                        uint32_t what, struct vl_text *out)
{
    uint32_t at = self(t)->at, budget = budget_of(t), best = AT_NONE;
    int32_t most = INT32_MIN;
    uint8_t ground[AT_COUNTRIES];
    struct at_sky sky;
    at_ground(t->d, t->s, t->seat, at, budget, ground);
    at_look_up(t->d, t->s, t->d->country[at].area, &sky);
    for (uint32_t to = 0; to < AT_COUNTRIES; to++) {
        uint32_t cost = act == AT_ACT_GROUND ? ground[to] : at_flight(&sky, t->d->country[to].area);
        bool anywhere = act == AT_ACT_FLY && at_card_in(t->d, what, at);
        if (to == at || cost > budget || (act == AT_ACT_AIRPORT && !t->d->country[to].airport) ||
            (act == AT_ACT_FLY && !anywhere && !at_card_in(t->d, what, to)))
            continue;
        int32_t value = act == AT_ACT_AIRPORT ? best_on_ground(t, to, budget - cost, true) -
                                                    (int32_t)cost * at_energy_worth(t->s, t->seat)
                                              : arrival(t, to, cost);
        if (value > most) {
            most = value;
            best = to;
        }
    }
    if (best == AT_NONE)
        vl_text_add(out, "it leads on");
    else if (act == AT_ACT_AIRPORT || /* or the card that is worth most there will be gone */
             (act == AT_ACT_FLY && at_best_of(t->outlook, best) == what))
        vl_text_addf(out, "from %s%s more is within reach than from here",
                     act == AT_ACT_AIRPORT ? "the airport of " : "", at_country_name(deck, best));
    else
        explain_country(deck, t, best, out);
}

/* Whole points of a worth in tenths, never below 0. */
static int32_t points_of(int32_t worth)
{
    return worth > 0 ? worth / 10 : 0;
}

/* Reasons name the number that weighed most in act_worth. */
static void explain_act(const struct vl_deck *deck, const struct thought *t, vl_move move,
                        struct vl_text *out)
{
    uint32_t act = AT_MOVE_ACT(move), what = AT_MOVE_WHAT(move);
    uint32_t card = act == AT_ACT_PLACE ? AT_PLACE0 + what : what;
    if (act == AT_ACT_BUY)
        vl_text_add(out, at_quick(t->s) ? "a souvenir scores and refreshes the row once a turn"
                                        : "a souvenir scores and pays for a bonus action");
    else if (act < AT_ACT_DIRECT)
        explain_leg(deck, t, act, what, out);
    else if (act <= AT_ACT_PLACE)
        vl_text_addf(out, "icons, bonuses and goals make it worth about %d points",
                     points_of(act == AT_ACT_DIRECT
                                   ? direct_worth(t, what)
                                   : at_card_worth(t->outlook, self(t)->at, card)));
    else if (act == AT_ACT_BLOG)
        vl_text_addf(out, "the track gives about %d points and a reward", points_of(blog_worth(t)));
    else if (act == AT_ACT_WORK)
        vl_text_addf(out, "you have %u money left", self(t)->money);
    else if (act == AT_ACT_REST)
        vl_text_addf(out, "you have %u energy left", self(t)->energy);
    else
        vl_text_add(out, act < AT_ACT_END ? "other cards may fit better"
                                          : "nothing else is worth its price now");
}

static void explain_shift(const struct vl_deck *deck, const struct thought *t, uint32_t arg,
                          struct vl_text *out)
{
    uint32_t experience = arg >> 4;
    const char *name = at_experience_name(deck, experience);
    if ((arg & 15U) == AT_LOCK_ONLY) {
        vl_text_addf(out, "no shift would help, and the lock keeps %s at %u", name,
                     at_value(t->s, experience));
        return;
    }
    int32_t points = shift_worth(t, arg) / 10;
    vl_text_addf(out, "you hold %u %s, and it gains you about %d point%s on the others",
                 self(t)->icons[experience], name, points, points == 1 ? "" : "s");
}

/* The words of words.c where the reason is always the same; else a number of this judgement. */
void at_explain(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                struct vl_text *out)
{
    struct thought t;
    struct at_outlook outlook;
    struct found found;
    const struct at_scene scene = at_scene_of(deck, view);
    uint32_t arg = VL_MOVE_ARG(move);
    think(deck->data, view, &outlook, &found, &t);
    uint32_t kind = t.task.kind;
    const struct at_words *words = at_words_of(kind);
    const char *why = arg == AT_NONE_OF_THEM ? words->none_why : words->why;
    if (why)
        at_say(&scene, kind, arg, why, out);
    else if (kind >= AT_DANTE_TAKE && kind < AT_DANTE_PAUSES)
        at_explain_dante(&scene, arg, out);
    else if (kind == AT_ASK_TURN || kind == AT_ASK_TRAVEL)
        explain_act(deck, &t, move, out);
    else if (kind == AT_ASK_GO || kind == AT_ASK_HOME || kind == AT_ASK_COUNTRY ||
             kind == AT_ASK_EVICT)
        explain_country(deck, &t, arg % AT_COUNTRIES, out);
    else if (kind == AT_ASK_SHIFT)
        explain_shift(deck, &t, arg, out);
    else if (kind == AT_ASK_CHARACTER)
        vl_text_addf(out, "those languages are spoken in %d countries", character_worth(&t, arg));
    else if (kind == AT_ASK_BLOG)
        vl_text_addf(out, "slot %u is worth about %d points with its reward", arg,
                     slot_worth(&t, arg) / 10);
    else if (kind == AT_ASK_DRAW || kind == AT_ASK_PICK)
        vl_text_addf(out, "it promises about %d points",
                     (kind == AT_ASK_DRAW ? draw_worth(&t, arg) : hand_worth(&t, arg)) / 10);
    else if (kind == AT_ASK_LANGUAGE)
        vl_text_addf(out, "a language scores, and %u countries speak it",
                     vl_count_in(t.d->of_language[arg % AT_LANGUAGES], AT_COUNTRY_WORDS));
    else
        vl_text_add(out, "nothing else is better");
}
