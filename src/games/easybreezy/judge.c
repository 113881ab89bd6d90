/*
 * Easy Breezy: its judgement.
 *
 * A set of cards is worth what the departures it can make are worth: fare times paying passengers
 * plus what the ticket adds to the bonuses, discounted for every passenger still missing. The best
 * departure counts whole, the next ones less. Values are in cents.
 *
 * The numbers below were found by playing: each was changed alone, and a change was kept where the
 * greedy bot with it won against the one without it (`valise arena`; docs/bots.md). None is exact:
 * what counts is the order that they give the moves. The golden records of greedy games hold them.
 */
#include "games/easybreezy/text.h"

/* What a departure is worth with 0, 1, 2, ... passengers missing, in percent. A full one is worth
 * less than its money until it has left: someone else may leave first. */
static const int32_t discount[] = {88, 60, 36, 20, 11, 6, 3};

/* How much the best, second, ... departure of a hand counts, in percent. */
static const int32_t share[EB_CITIES] = {100, 55, 30, 15};

/* The bonuses for a set of tickets, in cents. */
static inline int32_t bonus_of(uint32_t tickets)
{
    int32_t city, transport;
    eb_bonuses(tickets, &city, &transport);
    return 100 * (city + transport);
}

enum {
    GROWTH = 120,        /* a ticket may still grow the sets that the bonuses count */
    ANY_CARD = 25,       /* a card that helps no departure yet, to break ties */
    RIDER = 40,          /* a free rider fits every departure to come */
    HIDDEN_CARD = 150,   /* what a card of another hand is worth on average */
    CENTS_A_POINT = 130, /* above 100: not all that hands promise comes true before the end */
    SWAP_COST = 400,     /* a turn is worth more than a small swap */
    TURN_BASE = 2000,    /* so that the weights of actions stay above 0 */
};

/* What one more ticket adds: the bonus at once, and something for the sets it may still grow. */
static int32_t ticket_value(uint32_t tickets, uint32_t city, uint32_t transport)
{
    uint32_t card = city * EB_TRANSPORTS + transport;
    return bonus_of(tickets | 1U << card) - bonus_of(tickets) + GROWTH;
}

/* What a seat has towards the departure of one city. */
struct prospect {
    uint32_t paying; /* who would pay, those still missing included */
    uint32_t missing;
    int32_t full; /* cents when it leaves */
};

/* Missing passengers are counted as paying ones: a seat that waits for them will rather take those.
 * With free riders alone one passenger who pays is still missing (EB-4.4). */
static struct prospect look_at(const struct eb_deck *d, const struct eb_state *s, uint32_t seat,
                               uint64_t cards, uint32_t city)
{
    uint32_t transport = s->transport[city], seats = d->seats[city][transport];
    uint32_t paying = vl_count(cards & d->city[city]), riders = vl_count(cards & d->riders);
    struct prospect p = {.paying = paying < seats ? paying : seats};
    if (p.paying + riders < seats) {
        p.missing = seats - p.paying - riders;
        p.paying += p.missing;
    } else if (p.paying == 0) {
        p.missing = p.paying = 1;
    }
    p.full =
        (int32_t)(100 * p.paying * s->fare[city]) + ticket_value(s->tickets[seat], city, transport);
    return p;
}

/* The worth of a seat's cards; `closed` is a city that is not to be counted, or EB_NONE. */
static int32_t worth(const struct eb_deck *d, const struct eb_state *s, uint32_t seat,
                     uint64_t cards, uint32_t closed)
{
    int32_t values[EB_CITIES] = {0}, sum = 0;
    for (uint32_t city = 0; city < EB_CITIES; city++) {
        if (!s->fare[city] || city == closed)
            continue;
        struct prospect p = look_at(d, s, seat, cards, city);
        int32_t value = p.full * discount[p.missing] / 100;
        for (uint32_t i = 0; i < EB_CITIES; i++) { /* insertion, largest first */
            if (value > values[i]) {
                int32_t swap = values[i];
                values[i] = value;
                value = swap;
            }
        }
    }
    for (uint32_t i = 0; i < EB_CITIES; i++)
        sum += values[i] * share[i] / 100;
    return sum + ANY_CARD * (int32_t)vl_count(cards) + RIDER * (int32_t)vl_count(cards & d->riders);
}

/* Hand and waiting area travel alike (EB-4.2), so the judgement does not tell them apart. */
static uint64_t cards_of(const struct eb_state *s, uint32_t seat)
{
    return s->hand[seat] | s->waiting[seat];
}

/* What a departure brings and leaves: paying passengers go first, for they earn, and a free rider
 * kept fits any later departure. Afterwards the city counts nothing, because its next card is
 * unknown. */
static int32_t departure_value(const struct eb_deck *d, const struct eb_state *s, uint32_t city)
{
    uint64_t cards = cards_of(s, s->seat), going = 0;
    struct prospect p = look_at(d, s, s->seat, cards, city);
    uint32_t seats = eb_seats(d, s, city);
    for (uint64_t rest = cards & d->city[city]; rest && vl_count(going) < seats;)
        going |= vl_bit(vl_take_lowest(&rest));
    for (uint64_t rest = cards & d->riders; rest && vl_count(going) < seats;)
        going |= vl_bit(vl_take_lowest(&rest));
    if (s->last_turns) /* this is the seat's last turn: only what leaves now counts */
        return p.full;
    return p.full + worth(d, s, s->seat, cards & ~going, city) -
           worth(d, s, s->seat, cards, EB_NONE);
}

/* What the hand gains by the queue's card at `slot`, with the best second one if there is time. */
static int32_t recruit_value(const struct eb_deck *d, const struct eb_state *s, uint32_t slot,
                             bool second)
{
    uint64_t cards = cards_of(s, s->seat);
    int32_t before = worth(d, s, s->seat, cards, EB_NONE);
    if (s->last_turns)
        return 0;
    cards |= vl_bit(s->queue[slot]);
    int32_t best = worth(d, s, s->seat, cards, EB_NONE);
    for (uint32_t i = 0; second && i < EB_QUEUE; i++) {
        if (i == slot || s->queue[i] == EB_NONE)
            continue;
        int32_t value = worth(d, s, s->seat, cards | vl_bit(s->queue[i]), EB_NONE);
        best = value > best ? value : best;
    }
    return best - before;
}

struct swap_plan {
    uint32_t own, other; /* EB_NONE: none is worth it */
    int32_t gain;
};

/* The one swap that gains most; hand cards could be laid down first. */
static struct swap_plan plan_swap(const struct eb_deck *d, const struct eb_state *s)
{
    struct swap_plan plan = {EB_NONE, EB_NONE, 0};
    uint64_t mine = cards_of(s, s->seat), others = 0;
    int32_t before = worth(d, s, s->seat, mine, EB_NONE);
    for (uint32_t seat = 0; seat < s->seats; seat++)
        others |= seat == s->seat ? 0 : s->waiting[seat];
    for (uint64_t give = s->phase == EB_LAY || s->phase == EB_TURN ? mine : s->waiting[s->seat];
         give;) {
        uint32_t own = vl_take_lowest(&give);
        for (uint64_t get = others; get;) {
            uint32_t other = vl_take_lowest(&get);
            uint64_t after = (mine & ~vl_bit(own)) | vl_bit(other);
            int32_t gain = worth(d, s, s->seat, after, EB_NONE) - before;
            if (vl_has(s->chosen, own) && s->phase == EB_SWAP)
                continue;
            if (gain > plan.gain)
                plan = (struct swap_plan){own, other, gain};
        }
    }
    return plan;
}

/* Between turns a hand is worth what it promises. Within a turn cards are on their way, and in the
 * last turns most promises are never kept: then the points alone are the better estimate. */
void eb_evaluate(const void *deck, const struct vl_view *view, int32_t points[VL_MAX_SEATS])
{
    const struct eb_state *s = eb_seen(view);
    struct vl_score score;
    eb_score(deck, s, &score);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        points[seat] = score.points[seat];
        if (s->phase == EB_TURN && !s->last_turns)
            points[seat] += (worth(deck, s, seat, cards_of(s, seat), EB_NONE) +
                             HIDDEN_CARD * s->unknown[seat]) /
                            CENTS_A_POINT;
    }
}

/* All actions of a turn are compared in the same cents; a reorganize has no gain but its best swap,
 * and costs the turn that a recruit would have used. */
static int32_t turn_weight(const struct eb_deck *d, const struct eb_state *s, uint32_t bit)
{
    if (bit < EB_DEPART)
        return recruit_value(d, s, bit, s->phase == EB_TURN);
    if (bit < EB_REORGANIZE)
        return departure_value(d, s, bit - EB_DEPART);
    return plan_swap(d, s).gain - SWAP_COST;
}

/*
 * Weights of the steps of a reorganize: follow the plan, then take everything up. Only their order
 * matters: a planned step (20) before "done" (10) before any other (0), and every card that can be
 * taken before "done", paying passengers, who have the lower numbers, first.
 */
static int32_t step_weight(const struct eb_deck *d, const struct eb_state *s, uint32_t bit)
{
    struct swap_plan plan = {EB_NONE, EB_NONE, 0};
    if (s->phase != EB_TAKE)
        plan = plan_swap(d, s);
    switch (s->phase) {
    case EB_LAY:
    case EB_SWAP:
        return bit == EB_DONE ? 10 : bit == plan.own && plan.gain > 0 ? 20 : 0;
    case EB_SWAP_FOR:
        return worth(d, s, s->seat, (cards_of(s, s->seat) & ~vl_bit(s->swap)) | vl_bit(bit),
                     EB_NONE);
    default: /* EB_TAKE */
        return bit == EB_DONE ? 10 : 60 - (int32_t)bit / 2;
    }
}

void eb_prefer(const void *deck, const struct vl_view *view, uint32_t style, const vl_move *moves,
               uint32_t count, int32_t *weights)
{
    const struct eb_deck *d = deck;
    const struct eb_state *s = eb_seen(view);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bit = VL_MOVE_ARG(moves[i]);
        int32_t weight;
        if (s->phase == EB_TURN || s->phase == EB_SECOND)
            weight = TURN_BASE + (bit == EB_DONE ? 0 : turn_weight(d, s, bit));
        else if (s->phase == EB_BOARD)
            weight = 100 - (int32_t)bit; /* those who pay have the lower numbers */
        else
            weight = step_weight(d, s, bit);
        weights[i] = weight > 0 ? weight : 0;
    }
}

static void explain_recruit(const struct vl_deck *deck, const struct eb_state *s, uint32_t slot,
                            struct vl_text *out)
{
    const struct eb_deck *d = deck->data;
    uint32_t card = s->queue[slot], city = eb_city_of(d, card);
    const char *name = eb_name_of(deck, card);
    if (city == EB_NONE)
        vl_text_addf(out, "%s fills a seat to any city", name);
    else if (!s->fare[city])
        vl_text_addf(out, "nothing better waits, though %s is closed", eb_city_names[city]);
    else
        vl_text_addf(out, "%s makes %u of %u for %s at $%u", name,
                     vl_count((cards_of(s, s->seat) | vl_bit(card)) & (d->city[city] | d->riders)),
                     eb_seats(d, s, city), eb_city_names[city], s->fare[city]);
}

static void explain_departure(const struct vl_deck *deck, const struct eb_state *s, uint32_t city,
                              struct vl_text *out)
{
    struct prospect p = look_at(deck->data, s, s->seat, cards_of(s, s->seat), city);
    uint32_t ticket = city * EB_TRANSPORTS + s->transport[city];
    int32_t bonus = bonus_of(s->tickets[s->seat] | 1U << ticket) - bonus_of(s->tickets[s->seat]);
    vl_text_addf(out, "it earns $%u", p.paying * s->fare[city]);
    if (bonus)
        vl_text_addf(out, " and its card adds $%d of bonus", bonus / 100);
    else if (s->fare[city] == EB_TOP_FARE)
        vl_text_add(out, " and the fare can rise no more");
}

void eb_explain(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                struct vl_text *out)
{
    const struct eb_state *s = eb_seen(view);
    uint32_t bit = VL_MOVE_ARG(move);
    if (s->phase == EB_TURN || s->phase == EB_SECOND) {
        if (bit == EB_DONE)
            vl_text_add(out, "nobody else in the queue helps");
        else if (bit < EB_DEPART)
            explain_recruit(deck, s, bit, out);
        else if (bit < EB_REORGANIZE)
            explain_departure(deck, s, bit - EB_DEPART, out);
        else
            vl_text_add(out, "a swap helps more than a new passenger");
        return;
    }
    vl_text_add(out, s->phase == EB_BOARD  ? "those who pay board first"
                     : s->phase == EB_TAKE ? "nobody can swap away what is in the hand"
                     : bit == EB_DONE      ? "the rest is fine where it is"
                                           : "that swap brings a departure nearer");
}
