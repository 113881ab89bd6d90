/*
 * Atlas: what countries, cards and goals are worth to a seat; the ground its judgement stands on.
 *
 * A goal that is half done is worth less than half its points: someone else may take it, or it
 * may never be completed. A country is worth what its best card brings: icons at their present
 * popularity, pulled a little towards the mean, bonuses, goals, languages, a token off the board.
 *
 * Caches. A search asks for the same seat again and again: iterations begin at one position, and
 * most moves leave most of a seat as it is. So each thread has caches of what new countries bring,
 * of what goals gain by icons, and of ways by land and sea. The key of an entry is everything that
 * the answer depends on, compared byte by byte, and never a hash alone: an answer is the same
 * whether or not it was cached, and does not depend on what was asked before. A cache has 64
 * entries, found by a hash of the key; a new key replaces the entry in its place.
 * tests/test_judgement.c asks with empty caches and in another order and compares.
 */
#include <endian.h>
#include <string.h>

#include "games/atlas/judge.h"

/* Entries of each cache; the entry of a way is the number of its first country modulo WAYS. */
enum { WAYS = 64, KEPT = 64 };

/* Cache key: everything the value of a seat's goals depends on, except its tableau. */
struct goals_key {
    uint64_t mark;  /* of the deck; 0: nothing is kept */
    uint64_t goals; /* personal goals still to be met */
    uint32_t public_goals;
    uint8_t score_tiles; /* taken; AT_NONE: the printed goal is met */
    uint8_t options[AT_OPTIONS];
};

/* Cache key of country_worth and discount_in: everything they depend on. */
struct country_key {
    struct goals_key goals;
    uint64_t explored[AT_COUNTRY_WORDS];
    uint64_t learned[AT_LANGUAGE_WORDS];
    uint32_t friends;
    uint8_t character, visits;
    struct at_visit tableau[AT_TABLEAU];
};

/* Cache key of icons_worth, as far as goals go: everything it depends on. */
struct icon_key {
    struct goals_key goals;
    uint8_t icons[AT_EXPERIENCES];
};

/* Cache key of ways by land and sea: own countries are free to enter, events close and delay. */
struct way_key {
    uint64_t mark;
    uint64_t explored[AT_COUNTRY_WORDS];
    uint32_t active;
};

/* Costs from a country by land and sea. */
struct reach {
    uint8_t from;   /* AT_NONE: nothing is kept here */
    uint8_t budget; /* up to which all are found */
    uint8_t cost[AT_COUNTRIES];
};

/* What countries bring a seat. */
struct at_kept_countries {
    struct country_key key;
    uint64_t known[AT_COUNTRY_WORDS]; /* countries whose worth is kept */
    int32_t worth[AT_COUNTRIES];
    uint64_t known_less[AT_COUNTRY_WORDS]; /* the same for discounts */
    uint8_t less[AT_COUNTRIES];
};

/* What goals gain by mixes of icons. */
struct at_kept_icons {
    struct icon_key key;
    int32_t gain[AT_MIXES]; /* INT32_MIN: nobody has asked */
};

/* Iterations of a search come back to the same positions, so each cache has several entries. */
static _Thread_local struct {
    struct at_kept_countries countries[KEPT];
    struct at_kept_icons icons[KEPT];
} kept;

static _Thread_local struct {
    struct way_key key;
    struct reach reach[WAYS];
} kept_ways[VL_MAX_SEATS];

/* The countries that count for each goal, by personal and public goals, without and with second
 * colours. */
enum { PERSONAL = AT_GEOGRAPHY + AT_VEXILLOLOGY };
static _Thread_local struct counting {
    uint64_t mark; /* of the deck */
    uint64_t set[AT_COUNTRY_WORDS];
} counting[2][PERSONAL + AT_PUBLIC];

/* What 1 money is worth, in tenths of a point. A seat that cannot pay for its next card loses a
 * turn to work, so the first coins are worth more than a point each, and more of them are worth
 * less. In the last turn money is worth nothing: it scores nothing (AT-11). */
int32_t at_money_worth(const struct at_state *s, uint32_t seat)
{
    const struct at_seat *p = &s->seat[seat];
    if (at_quick(s) || (s->ending && s->last_turns <= 1))
        return 0;
    return p->money < 6 ? 14 : p->money < 12 ? 9 : 6;
}

/* The same for energy, which pays for every step. The quick game has none, but a short way leaves
 * steps for a second leg, so a step counts a little there. */
int32_t at_energy_worth(const struct at_state *s, uint32_t seat)
{
    const struct at_seat *p = &s->seat[seat];
    if (at_quick(s))
        return 2;
    if (s->ending)
        return 1;
    return p->energy < 4 ? 12 : p->energy < 8 ? 9 : 7;
}

/* A completed goal is worth its points. A part of it is worth the square of the part, and 7 tenths
 * of that: the first steps are often made by accident and lead nowhere, the last one makes sure. */
int32_t at_goal_worth(uint32_t points, uint32_t progress, uint32_t target)
{
    if (progress >= target)
        return (int32_t)(10 * points);
    return (int32_t)(7 * points * progress * progress / (target * target));
}

/* ---- Goals ---- */

/* The countries that count for a goal, as a set; made once a deck and thread. */
static const uint64_t *counting_for(const struct at_deck *d, uint32_t number,
                                    const struct at_goal *goal, bool second)
{
    struct counting *c = &counting[second][number];
    if (c->mark == d->mark)
        return c->set;
    memset(c->set, 0, sizeof c->set);
    for (uint32_t country = 0; country < AT_COUNTRIES; country++)
        if (at_country_counts(&d->country[country], goal, second))
            vl_add_to(c->set, country);
    c->mark = d->mark;
    return c->set;
}

/* What a goal gains when its progress reaches `progress`. */
static int32_t gain_of(const struct at_pursuit *u, uint32_t progress)
{
    if (progress <= u->progress + 1)
        return progress == u->progress ? 0 : u->more;
    return at_goal_worth(u->points, progress, u->target) - u->worth;
}

/* Adds a goal to the list, with what one more step towards it is worth. */
static void pursue(struct at_outlook *o, const struct at_goal *goal, uint32_t number,
                   uint32_t points, bool second)
{
    if (o->pursuits == AT_PURSUITS)
        return;
    struct at_pursuit *u = &o->pursuit[o->pursuits];
    *u = (struct at_pursuit){.goal = goal, .points = points, .second = second};
    u->progress = at_progress(o->d, &o->s->seat[o->seat], goal, second);
    u->target = at_target(goal);
    u->worth = at_goal_worth(points, u->progress, u->target);
    if (u->progress < u->target) {
        bool icons = goal->kind <= AT_GOAL_DIFFERENT;
        u->more = at_goal_worth(points, u->progress + 1, u->target) - u->worth;
        u->counts = at_one_by_one(goal->kind) ? counting_for(o->d, number, goal, second) : NULL;
        *(icons ? &o->by_icons : &o->by_map) |= vl_bit(o->pursuits);
    }
    o->pursuits++;
}

/* All goals of a seat, public ones included, as the seat stands. */
static void list_pursuits(struct at_outlook *o)
{
    const struct at_deck *d = o->d;
    const struct at_state *s = o->s;
    const struct at_seat *p = &s->seat[o->seat];
    bool second = s->options[AT_OPTION_SECOND];
    o->pursuits = 0;
    o->by_icons = o->by_map = 0;
    for (uint64_t rest = s->public_goals; rest;) {
        uint32_t goal = vl_take_lowest(&rest);
        pursue(o, &d->public_goal[goal], PERSONAL + goal, d->public_goal[goal].points, second);
    }
    for (uint64_t rest = p->goals & ~p->goals_done; rest;) {
        uint32_t goal = vl_take_lowest(&rest);
        const struct at_goal *g = at_personal_goal(d, goal);
        pursue(o, g, goal, g->points, false);
    }
    if (!p->printed && s->score_tiles < AT_SCORE_TILES)
        pursue(o, &d->public_goal[0], PERSONAL, d->score_tile[s->score_tiles], second);
}

/* Which of the seat's countries are joined by routes, as sets of their numbers in the list. */
static void group_own(struct at_outlook *o)
{
    for (uint32_t i = 0; i < o->owned; i++) {
        uint64_t group = vl_bit(i);
        for (uint32_t k = 0; k < i; k++)
            if (o->d->distance[o->own[k]][o->own[i]] == 1)
                group |= o->group[k];
        for (uint64_t rest = group; rest;)
            o->group[vl_take_lowest(&rest)] = group;
    }
}

/* Goals, countries and bonuses of the seat, which new countries and icons are compared with. Most
 * questions are answered by the caches, so this is done only when one is not. */
static void prepare(struct at_outlook *o)
{
    const struct at_deck *d = o->d;
    const struct at_seat *p = &o->s->seat[o->seat];
    if (o->prepared)
        return;
    o->prepared = true;
    o->trial = *p;
    list_pursuits(o);
    o->owned = o->rows = o->bonuses = 0;
    memset(o->on, 0, sizeof o->on);
    memset(o->heard, 0, sizeof o->heard);
    for (uint32_t w = 0; w < AT_COUNTRY_WORDS; w++)
        for (uint64_t rest = p->explored[w]; rest && o->owned < AT_TABLEAU;) {
            uint32_t country = 64 * w + vl_take_lowest(&rest);
            const struct at_country *c = &d->country[country];
            o->own[o->owned++] = (uint8_t)country;
            o->rows |= 1U << c->area / AT_COLUMNS;
            o->on[c->continent]++;
            for (uint32_t i = 0; i < c->language_count; i++)
                vl_add_to(o->heard, c->language[i]);
        }
    group_own(o);
    for (uint32_t i = 0; i < p->visits; i++)
        if (p->tableau[i].card < AT_PLACE0 && d->card[p->tableau[i].card].bonus_kind)
            o->bonus[o->bonuses++] = &d->card[p->tableau[i].card];
    uint32_t known = vl_count_in(p->learned, AT_LANGUAGE_WORDS);
    o->one_language = (int32_t)(10 * (at_set_points(d, known + 1) - at_set_points(d, known)));
}

/* The size of the group that a new country joins: of its area, or of its colours. */
static uint32_t alike(const struct at_outlook *o, const struct at_pursuit *u, uint32_t country)
{
    const struct at_country *c = &o->d->country[country];
    uint32_t colours = c->colours | (u->second ? c->second_colours : 0U), same = 1;
    for (uint32_t i = 0; i < o->owned; i++) {
        const struct at_country *other = &o->d->country[o->own[i]];
        same += u->goal->kind == AT_GOAL_SAME_AREA
                    ? other->area == c->area
                    : (other->colours | (u->second ? other->second_colours : 0U)) == colours;
    }
    return same;
}

/* The length of the chain that a new country makes, itself included. */
static uint32_t joined(const struct at_outlook *o, uint32_t country)
{
    uint64_t group = 0;
    for (uint32_t i = 0; i < o->owned; i++)
        if (o->d->distance[o->own[i]][country] == 1)
            group |= o->group[i];
    return vl_count(group) + 1;
}

/* The progress of a goal with a new country: at_progress, from what is known of the others. */
static uint32_t progress_with(const struct at_outlook *o, const struct at_pursuit *u,
                              uint32_t country)
{
    const struct at_country *c = &o->d->country[country];
    uint32_t kind = u->goal->kind, reached;
    if (kind == AT_GOAL_CONTINENT_PAIR) { /* one more counts while there are too few (AT-6.4) */
        reached = u->progress + (c->continent == AT_ANTARCTICA) +
                  (vl_has(u->goal->what, c->continent) && o->on[c->continent] < u->goal->count);
        return at_least(reached, u->target);
    }
    if (kind == AT_GOAL_SAME_AREA || kind == AT_GOAL_SAME_COLOURS)
        reached = alike(o, u, country);
    else if (kind == AT_GOAL_CHAIN)
        reached = joined(o, country);
    else if (kind == AT_GOAL_DIFFERENT_ROWS)
        reached = vl_count(o->rows | 1U << c->area / AT_COLUMNS);
    else /* continents, of which Antarctica is one */
        return u->progress + !o->on[c->continent];
    reached = at_least(reached, u->goal->count);
    return reached > u->progress ? reached : u->progress;
}

/* What goals of the map gain by a country that is new. */
static int32_t map_gain(const struct at_outlook *o, uint32_t country)
{
    int32_t gain = 0;
    for (uint64_t rest = o->by_map; rest;) {
        const struct at_pursuit *u = &o->pursuit[vl_take_lowest(&rest)];
        if (u->counts)
            gain += vl_has_in(u->counts, country) ? u->more : 0;
        else
            gain += gain_of(u, progress_with(o, u, country));
    }
    return gain;
}

/* Whether icons of these kinds can matter for a goal. */
static bool asks_for(const struct at_goal *goal, uint32_t icons)
{
    return goal->kind == AT_GOAL_TWO_TYPES || goal->kind == AT_GOAL_ONE_TYPE ||
           goal->kind == AT_GOAL_DIFFERENT || (goal->what & icons);
}

/* What goals gain by the icons of a place. */
static int32_t find_icon_gain(struct at_outlook *o, const struct at_place *place)
{
    uint32_t icons = at_icon_set(place);
    int32_t gain = 0;
    prepare(o);
    for (uint32_t i = 0; i < place->icon_count; i++)
        o->trial.icons[place->icon[i]]++;
    for (uint64_t rest = o->by_icons; rest;) {
        const struct at_pursuit *u = &o->pursuit[vl_take_lowest(&rest)];
        if (asks_for(u->goal, icons))
            gain += gain_of(u, at_progress(o->d, &o->trial, u->goal, u->second));
    }
    for (uint32_t i = 0; i < place->icon_count; i++)
        o->trial.icons[place->icon[i]]--;
    return gain;
}

/* ---- Countries ---- */

/* What a new country brings by itself: goals of map and flags, bonuses, languages. */
/* A language met for the second time is learned (AT-5.12) and counts as the next of its set; one
 * met for the first time may be. */
static int32_t find_country_worth(struct at_outlook *o, uint32_t country)
{
    const struct at_country *c = &o->d->country[country];
    bool quick = at_quick(o->s);
    prepare(o);
    int32_t worth = map_gain(o, country);
    for (uint32_t i = 0; i < o->bonuses; i++)
        worth += 10 * at_bonus_of(o->bonus[i], c);
    for (uint32_t i = 0; !quick && i < c->language_count; i++)
        if (!at_speaks(o->d, &o->s->seat[o->seat], c->language[i]))
            worth += vl_has_in(o->heard, c->language[i]) ? o->one_language : 4;
    return worth + (quick ? 10 : 12); /* a token off the board */
}

/* What one icon of each kind brings, goals aside. */
/* One icon scores what its experience is worth at the end, which may still move while the board is
 * not locked: so the present value is pulled towards the mean (5 + 8 for each point instead of 10).
 * Liked and disliked icons move likes (AT-5.8), a party brings a friend (AT-5.11), relaxing a like
 * (AT-5.15). */
static void value_icons(struct at_outlook *o)
{
    const struct at_seat *p = &o->s->seat[o->seat];
    uint32_t liked = at_face(o->d, p, 0), disliked = at_face(o->d, p, 1);
    bool quick = at_quick(o->s);
    for (uint32_t e = 0; e < AT_EXPERIENCES; e++) {
        int32_t popular = (int32_t)at_value(o->s, e);
        o->icon[e] = o->s->locked ? 10 * popular : 5 + 8 * popular;
        if (quick)
            continue;
        o->icon[e] += vl_has(liked, e) ? 6 : vl_has(disliked, e) ? -7 : 0;
        o->icon[e] += e == AT_PARTY ? 12 : e == AT_RELAXING ? 6 : 0;
        o->icon[e] += p->icons[e] ? 3 : 0; /* more of one kind makes shifts worth more */
    }
}

/* The entry of a cache for a key, which has whole words. */
static uint32_t place_for(const void *key, size_t size)
{
    const uint8_t *bytes = key;
    uint64_t hash = 0, word;
    for (size_t i = 0; i < size; i += sizeof word) {
        memcpy(&word, bytes + i, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return (uint32_t)(hash % KEPT);
}

/* Keys are compared byte by byte, so the caller has set all of `key` to zero first. */
static void note_goals(const struct at_outlook *o, struct goals_key *key)
{
    const struct at_seat *p = &o->s->seat[o->seat];
    key->mark = o->d->mark;
    key->goals = p->goals & ~p->goals_done;
    key->public_goals = o->s->public_goals;
    key->score_tiles = p->printed ? AT_NONE : o->s->score_tiles; /* what the printed goal gives */
    memcpy(key->options, o->s->options, sizeof o->s->options);
}

/* Finds the entry of this seat, or clears the one in its place. */
static void keep_countries(struct at_outlook *o)
{
    const struct at_seat *p = &o->s->seat[o->seat];
    struct country_key key;
    memset(&key, 0, sizeof key);
    note_goals(o, &key.goals);
    memcpy(key.explored, p->explored, sizeof p->explored);
    memcpy(key.learned, p->learned, sizeof p->learned);
    key.friends = p->friends;
    key.character = p->character;
    key.visits = p->visits;
    memcpy(key.tableau, p->tableau, p->visits * sizeof *p->tableau);
    o->countries = &kept.countries[place_for(&key, sizeof key)];
    if (!memcmp(&key, &o->countries->key, sizeof key))
        return;
    o->countries->key = key;
    memset(o->countries->known, 0, sizeof o->countries->known);
    memset(o->countries->known_less, 0, sizeof o->countries->known_less);
}

/* The same for icons; the tableau does not matter here, only how often each icon is held. */
static void keep_icons(struct at_outlook *o)
{
    const struct at_seat *p = &o->s->seat[o->seat];
    struct icon_key key;
    memset(&key, 0, sizeof key);
    note_goals(o, &key.goals);
    memcpy(key.icons, p->icons, sizeof p->icons);
    o->icons = &kept.icons[place_for(&key, sizeof key)];
    if (!memcmp(&key, &o->icons->key, sizeof key))
        return;
    o->icons->key = key;
    for (uint32_t mix = 0; mix < AT_MIXES; mix++)
        o->icons->gain[mix] = INT32_MIN;
}

/* Finds the cache entries of a seat, once an outlook. */
static void keep(struct at_outlook *o)
{
    if (o->kept)
        return;
    o->kept = true;
    value_icons(o);
    keep_countries(o);
    keep_icons(o);
}

static uint32_t discount_in(struct at_outlook *o, uint32_t country)
{
    struct at_kept_countries *k = o->countries;
    if (!vl_has_in(k->known_less, country)) {
        vl_add_to(k->known_less, country);
        k->less[country] = (uint8_t)at_discount(o->d, o->s, o->seat, country);
    }
    return k->less[country];
}

static int32_t country_worth(struct at_outlook *o, uint32_t country)
{
    struct at_kept_countries *k = o->countries;
    if (!vl_has_in(k->known, country)) {
        vl_add_to(k->known, country);
        k->worth[country] = find_country_worth(o, country);
    }
    return k->worth[country];
}

/* Points of the bonus of a card, now and by the countries still to come. */
/* Points now, and an estimate of those to come: with every token that is left one more country
 * comes, and `chance` says how often it counts for a bonus of this kind. Many flags share a colour,
 * an element is rare, and a continent lies between them. */
static int32_t bonus_worth(const struct at_deck *d, const struct at_seat *p, uint32_t country,
                           const struct at_card *card)
{
    static const int32_t chance[] = {0, 40, 28, 18}; /* percent, by kind of bonus */
    int32_t points = 0;
    if (!card->bonus_kind)
        return 0;
    for (uint32_t w = 0; w < AT_COUNTRY_WORDS; w++)
        for (uint64_t rest = p->explored[w]; rest;)
            points += at_bonus_of(card, &d->country[64 * w + vl_take_lowest(&rest)]);
    if (!vl_has_in(p->explored, country))
        points += at_bonus_of(card, &d->country[country]);
    return 10 * points + card->bonus_points * p->tokens * chance[card->bonus_kind] / 10;
}

/* Places with the same icons in any order have the same mix, and share what goals gain by them. */
static int32_t icons_worth(struct at_outlook *o, const struct at_place *place)
{
    int32_t *gain = place->mix < AT_MIXES ? &o->icons->gain[place->mix] : NULL;
    int32_t worth = gain ? *gain : INT32_MIN;
    if (worth == INT32_MIN)
        worth = find_icon_gain(o, place);
    if (gain)
        *gain = worth;
    for (uint32_t i = 0; i < place->icon_count; i++)
        worth += o->icon[place->icon[i]];
    return worth;
}

/* Icons and bonus less the price; what the country itself brings is added elsewhere. */
static int32_t worth_of(struct at_outlook *o, uint32_t country, uint32_t card, uint32_t price)
{
    int32_t worth = icons_worth(o, at_place_of(o->d, country, card));
    if (card < AT_PLACE0)
        worth += bonus_worth(o->d, &o->s->seat[o->seat], country, &o->d->card[card]);
    return worth - o->money * (int32_t)price;
}

int32_t at_card_worth(struct at_outlook *o, uint32_t country, uint32_t card)
{
    keep(o);
    int32_t worth = worth_of(o, country, card, at_price(o->d, o->s, o->seat, country, card));
    if (!vl_has_in(o->s->seat[o->seat].explored, country))
        worth += country_worth(o, country);
    return worth;
}

/* The next of its set, and 3 points for the bonus action that it pays for (AT-2.4). */
int32_t at_souvenir_worth(const struct at_deck *d, const struct at_state *s, uint32_t seat)
{
    uint32_t held = vl_count(s->seat[seat].souvenirs);
    int32_t points = (int32_t)(at_set_points(d, held + 1) - at_set_points(d, held));
    if (!at_quick(s) && s->seat[seat].money < AT_SOUVENIR_PRICE)
        return 0;
    return 10 * points + (s->ending ? 0 : 30) - 3 * at_money_worth(s, seat);
}

/* The place or card that pays best in one country; 0: none. */
static void look_at(struct at_outlook *o, uint32_t country)
{
    const struct at_country *c = &o->d->country[country];
    uint32_t less = discount_in(o, country), best = AT_NONE;
    int32_t value = 0;
    for (uint32_t i = 0; i < c->card_count + (uint32_t)AT_PLACES; i++) {
        uint32_t card = i < c->card_count ? c->card[i] : AT_PLACE0 + i - c->card_count;
        if (card < AT_PLACE0 && !vl_has_in(o->cards, card))
            continue;
        uint32_t price = at_price_with(o->d, o->s, o->seat, country, card, less);
        if (!at_can_explore_for(o->d, o->s, o->seat, country, card, price))
            continue;
        int32_t worth = worth_of(o, country, card, price);
        if (best == AT_NONE || worth > value) {
            value = worth;
            best = card;
        }
    }
    o->value[country] = value;
    o->best[country] = (uint8_t)best;
}

int32_t at_find_prospect(struct at_outlook *o, uint32_t country)
{
    vl_add_to(o->known, country);
    o->value[country] = 0;
    o->best[country] = AT_NONE;
    keep(o);
    if (at_barred(o->s, o->seat, country) || (o->s->active && at_blocked(o->d, o->s, country)))
        return 0;
    look_at(o, country);
    if (o->best[country] == AT_NONE)
        return 0;
    if (!vl_has_in(o->s->seat[o->seat].explored, country))
        o->value[country] += country_worth(o, country);
    if (at_souvenir_in(o->s, country) != AT_NONE)
        o->value[country] += at_souvenir_worth(o->d, o->s, o->seat);
    if (o->value[country] < 0)
        o->value[country] = 0;
    return o->value[country];
}

uint32_t at_best_of(struct at_outlook *o, uint32_t country)
{
    at_prospect(o, country);
    return o->best[country];
}

/* Nothing is found out yet: only what every question needs is set. */
void at_look_out(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                 struct at_outlook *o)
{
    o->d = d;
    o->s = s;
    o->seat = seat;
    o->kept = o->prepared = false;
    o->money = at_money_worth(s, seat);
    at_usable_cards(s, seat, o->cards);
    memset(o->known, 0, sizeof o->known);
}

const uint8_t *at_reach_from(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                             uint32_t from, uint32_t budget)
{
    struct way_key *key = &kept_ways[seat].key;
    struct reach *reach = kept_ways[seat].reach;
    struct way_key ways;
    memset(&ways, 0, sizeof ways);
    ways.mark = d->mark;
    ways.active = s->active;
    memcpy(ways.explored, s->seat[seat].explored, sizeof ways.explored);
    if (memcmp(&ways, key, sizeof ways)) {
        *key = ways;
        for (uint32_t i = 0; i < WAYS; i++)
            reach[i].from = AT_NONE;
    }
    reach += from % WAYS;
    if (reach->from == from && budget <= reach->budget)
        return reach->cost;
    /* Without events the table of distances gives all costs as quickly as a few. */
    if (!s->active)
        budget = AT_MOST_ENERGY;
    at_ground(d, s, seat, from, budget, reach->cost);
    reach->from = (uint8_t)from;
    reach->budget = (uint8_t)budget;
    return reach->cost;
}

/* Eight countries at a time, a byte each: the high bit of a byte tells whether it is small. */
void at_within(const uint8_t cost[AT_COUNTRIES], uint32_t budget, uint64_t set[AT_COUNTRY_WORDS])
{
    const uint64_t ones = UINT64_C(0x0101010101010101), highs = ones << 7;
    uint64_t most = budget * ones | highs;
    memset(set, 0, AT_COUNTRY_WORDS * sizeof *set);
    for (uint32_t i = 0; i < AT_COUNTRIES; i += 8) {
        uint64_t bytes = UINT64_MAX;
        memcpy(&bytes, cost + i, i + 8 <= AT_COUNTRIES ? 8 : AT_COUNTRIES % 8);
        bytes = le64toh(bytes);
        uint64_t small = ((most - (bytes & ~highs)) & ~bytes & highs) >> 7;
        set[i / 64] |= (small * UINT64_C(0x0102040810204080) >> 56) << i % 64;
    }
}

/* What `have` units are worth: the first steps[0] at worth[0] each, the next at worth[1], .. */
static int32_t graded(int32_t have, const int32_t *steps, const int32_t *worth)
{
    int32_t sum = 0;
    for (uint32_t i = 0; i < 3; i++) {
        int32_t part = have < steps[i] ? have : steps[i];
        sum += part * worth[i];
        have -= part;
    }
    return sum;
}

/* What evaluate adds to the points so far. Units in three grades: the first are needed soon, the
 * last may never be spent. The sum shrinks when the first seat runs out of tokens, because what is
 * not points by then is lost. */
int32_t at_hopes(const struct at_deck *d, const struct at_state *s, uint32_t seat)
{
    static const int32_t money_steps[] = {6, 6, 99}, money_worth[] = {13, 8, 4};
    static const int32_t energy_steps[] = {4, 4, 99}, energy_worth[] = {11, 8, 4};
    static const int32_t card_steps[] = {4, 4, 99}, card_worth[] = {14, 8, 0};
    const struct at_seat *p = &s->seat[seat];
    int32_t soonest = INT32_MAX;
    for (uint32_t other = 0; other < s->seats; other++)
        soonest = s->seat[other].tokens < soonest ? s->seat[other].tokens : soonest;
    if (s->ending)
        soonest = 0;
    int32_t cards = (int32_t)vl_count_in(p->hand, AT_CARD_WORDS) + p->unknown_cards;
    int32_t sum = graded(p->money, money_steps, money_worth) +
                  graded(p->energy, energy_steps, energy_worth) +
                  graded(cards, card_steps, card_worth);
    struct at_outlook outlook;
    at_look_out(d, s, seat, &outlook);
    list_pursuits(&outlook);
    for (uint32_t i = 0; i < outlook.pursuits; i++)
        sum += outlook.pursuit[i].worth;
    /* A token off the board makes every action stronger that is still to come. */
    sum += 2 * soonest * (AT_TOKENS - p->tokens);
    return soonest >= 4 ? sum : sum * soonest / 4;
}
