/*
 * Postcards: its judgement.
 *
 * A collection is worth what it does for the tours: each tour not yet taken counts with its value,
 * less for one still in the deck or one that somebody else can take, and less for every ask still
 * open. A turn is planned whole: every sequence of travels and holidays that the coins allow is
 * tried, and what it leaves is weighed: cards collected, the card under an open suitcase, the best
 * tour to take, and what lies within reach of where the travellers end. Points are counted in
 * thousandths.
 *
 * The numbers below were tuned by letting the judgement play against itself: each was changed
 * alone, and a change was kept where it won in `valise arena` (docs/bots.md). They are estimates:
 * the order that they give the turns is what counts.
 */
#include <string.h>

#include "games/postcards/postcards.h"

enum {
    POINT = 1000,
    ICON = 25,               /* a card by its cost, even if no tour needs it: to break ties */
    IDLE = 1500,             /* lost by a turn in which no coin is spent */
    FARTHEST = 2 * PC_COINS, /* coins to a card that a plan looks at: two turns */
    UNDER_SUITCASE = 12,     /* in sixteenths: a card that will be collected next turn */
    AHEAD = 10,              /* in sixteenths: the best card within reach of a traveller */
    UNMET = 3,               /* a card whose asks are not met yet counts a third, */
    TAKEN = 2,               /* one on which somebody stands counts half */
};

/* Sizes of what is kept (see `kept`). A plan's number has the upper bits of a place, so that an end
 * kept for another plan is not found. */
enum { MEMO = 128, ENDS = 512, LACKS_BITS = 11, LACKS = 1 << LACKS_BITS, UNKNOWN = 255 };
enum { PLACE_BITS = 23, PLANS = 1 << (32 - PLACE_BITS) };

/* What is left of a tour's value for each ask still open, in 256ths: about two thirds for every
 * further ask. Even a tour that is met counts less than its value until it is taken. */
static const int32_t closeness[PC_MOST_ASKS + 1] = {230, 158, 104, 68, 43, 27, 17, 11, 7, 4, 2};

/* What a set of cards is worth. */
struct worth {
    int32_t all;
    int32_t tour; /* gained by taking the best tour now */
};

/* The same kept, for the plan of this number. */
struct memo {
    uint64_t held;
    uint32_t plan;
    struct worth worth;
};

/* The best end of the turn from a position that a plan has come to: many ways lead there. */
struct end {
    uint64_t held;
    uint32_t where; /* see place_of */
    int32_t best;
};

#define NO_SET UINT64_MAX

/* Asks of each tour that a set of cards leaves open, UNKNOWN where nobody has asked. */
struct lacks {
    uint64_t held;
    uint8_t suitcase[PC_TEAM];
    uint8_t open[PC_TOURS];
};

/*
 * What a thread found out and will ask for again: in the same plan, what cards are worth and how
 * turns end; in this turn and in the next playout, what sets of cards lack, and the ways over a
 * tableau. All of it follows from the deck and from what it is kept by, so that an answer never
 * depends on what was asked before.
 */
static _Thread_local struct {
    uint64_t mark; /* of the deck */
    uint32_t plan; /* the number of the last one */
    struct memo memo[MEMO];
    struct end ends[ENDS];
    struct lacks lacks[LACKS];
    uint8_t tableau[PC_CELLS];
    uint32_t gaps;
    uint32_t known; /* the cells from which the ways are known, as a mask */
    uint8_t least[PC_CELLS][PC_CELLS];
} kept;

struct plan {
    const struct pc_deck *d;
    const struct pc_state *s; /* where the planning begins */
    uint32_t number, seat;
    int32_t weight[PC_TOURS];   /* of each tour in thousandths of a point; 0: not to be had */
    uint32_t wanted;            /* the tours whose weight is not 0, as a mask */
    uint32_t in_line;           /* the tours that can be taken, as a mask */
    int32_t gain[PC_CELLS];     /* of collecting the card of a cell */
    uint8_t order[PC_CELLS];    /* the cells that promise something, the best first */
    uint32_t promising;         /* how many these are */
    int32_t ahead[2][PC_CELLS]; /* best prospect from a cell, its own card included or not */
    uint32_t looked;            /* the cells whose prospects are known, as a mask */
    uint32_t strangers;         /* the cells of all others, who stand still meanwhile */
    struct pc_supply supply;    /* of what is held where the planning begins */
    uint8_t open[PC_TOURS];     /* asks of each tour that it leaves open */
    uint32_t lacking;           /* the tours wanted with asks left open, as a mask */
    struct worth worth;         /* of what is held there */
    struct pc_state now;        /* where the plan stands */
};

/* A number that nothing is kept for: the ends know its lower bits. */
static uint32_t number_plan(void)
{
    if (++kept.plan % PLANS == 0) {
        for (uint32_t n = 0; n < MEMO; n++)
            kept.memo[n].held = NO_SET;
        for (uint32_t n = 0; n < ENDS; n++)
            kept.ends[n].held = NO_SET;
    }
    return kept.plan;
}

/* Another deck makes everything wrong that is kept, plans included. */
static void forget_deck(uint64_t mark)
{
    kept.mark = mark;
    kept.plan = PLANS - 1;
    kept.known = 0;
    for (uint32_t n = 0; n < LACKS; n++)
        kept.lacks[n].held = NO_SET;
}

/* The place of a set in the table, cleared if another set was there. The hash multiplies by 2^64
 * over the golden ratio, which spreads masks that differ in few bits; suitcases count as icons, so
 * they belong to the key. */
static struct lacks *lacks_of(const struct pc_state *s, uint32_t seat, uint64_t held)
{
    const uint8_t *suitcase = s->suitcase[seat];
    uint64_t mixed = held ^ (uint64_t)suitcase[0] << 60;
    struct lacks *lacks = &kept.lacks[mixed * UINT64_C(0x9e3779b97f4a7c15) >> (64 - LACKS_BITS)];
    if (lacks->held == held && !memcmp(lacks->suitcase, suitcase, PC_TEAM))
        return lacks;
    lacks->held = held;
    memcpy(lacks->suitcase, suitcase, PC_TEAM);
    memset(lacks->open, UNKNOWN, sizeof lacks->open);
    return lacks;
}

/* More open asks than the table of closeness has are all as far away. */
static uint8_t deficit(const struct pc_deck *d, uint32_t tour, const struct pc_supply *supply)
{
    uint32_t lacking = pc_lacking(&d->tour[tour], supply);
    return (uint8_t)(lacking < PC_MOST_ASKS ? lacking : PC_MOST_ASKS);
}

/* What a tour with `open` asks unmet is worth, as a part of a collection. */
static int32_t share_of(const struct plan *p, uint32_t tour, uint32_t open)
{
    return p->weight[tour] / 256 * closeness[open];
}

/* A tour without open asks can be taken if it lies in the line. */
static void count_tour(const struct plan *p, uint32_t tour, struct worth *worth)
{
    int32_t taken = p->d->value[tour] * POINT - share_of(p, tour, 0);
    if ((p->in_line >> tour & 1U) && taken > worth->tour)
        worth->tour = taken;
}

/* What is held where the planning begins. */
static void sum_up(struct plan *p)
{
    p->worth = (struct worth){0, 0};
    p->wanted = p->lacking = 0;
    for (uint64_t rest = p->s->held[p->seat]; rest;)
        p->worth.all += ICON * p->d->cost[vl_take_lowest(&rest)];
    for (uint32_t tour = 0; tour < PC_TOURS; tour++) {
        if (!p->weight[tour])
            continue;
        p->wanted |= 1U << tour;
        p->worth.all += share_of(p, tour, p->open[tour]);
        if (p->open[tour])
            p->lacking |= 1U << tour;
        else
            count_tour(p, tour, &p->worth);
    }
}

/* What a set of cards, those held at the beginning and more, is worth: only tours that lack
 * something, and that the new cards can help, change. Few sets occur in a plan. */
static struct worth judge_cards(const struct plan *p, uint64_t held)
{
    struct memo *memo = &kept.memo[held * UINT64_C(0x9e3779b97f4a7c15) >> 57];
    if (memo->held == held && memo->plan == p->number)
        return memo->worth;
    struct worth worth = p->worth;
    struct pc_supply supply = p->supply;
    uint32_t helped = 0;
    for (uint64_t rest = held & ~p->s->held[p->seat]; rest;) {
        uint32_t card = vl_take_lowest(&rest);
        supply.row[pc_continent(card)] += p->d->icons[card];
        helped |= p->d->helps[card];
        worth.all += ICON * p->d->cost[card];
    }
    struct lacks *lacks = lacks_of(p->s, p->seat, held);
    for (uint32_t rest = helped & p->lacking; rest; rest &= rest - 1) {
        uint32_t tour = (uint32_t)__builtin_ctz(rest);
        if (lacks->open[tour] == UNKNOWN)
            lacks->open[tour] = deficit(p->d, tour, &supply);
        uint32_t open = lacks->open[tour];
        worth.all += share_of(p, tour, open) - share_of(p, tour, p->open[tour]);
        if (!open)
            count_tour(p, tour, &worth);
    }
    *memo = (struct memo){held, p->number, worth};
    return worth;
}

/* How many other seats stand ready to take a tour, or nearly; the ready ones count three times. */
static int32_t rivalry(const struct plan *p, uint32_t tour)
{
    int32_t sum = 0;
    for (uint32_t seat = 0; seat < p->s->seats; seat++) {
        if (seat == p->seat)
            continue;
        struct lacks *lacks = lacks_of(p->s, seat, p->s->held[seat]);
        if (lacks->open[tour] == UNKNOWN) {
            struct pc_supply supply;
            pc_supply_of(p->d, p->s, seat, &supply);
            lacks->open[tour] = deficit(p->d, tour, &supply);
        }
        sum += lacks->open[tour] == 0 ? 3 : lacks->open[tour] == 1;
    }
    return sum;
}

/*
 * A tour in the line counts whole, less by those who can take it first. Of the deck the lower
 * values come out first (they are sorted so), and the later a tour comes, the less of the game is
 * left for it: 9, 6 or 4 sixteenths.
 */
static void weigh_tours(struct plan *p)
{
    const struct pc_state *s = p->s;
    uint32_t before = 0; /* tours of the deck that come out earlier, about */
    for (uint32_t tour = 0; tour < PC_TOURS; tour++) {
        int32_t value = p->d->value[tour] * POINT;
        if (s->tour_deck >> tour & 1U) {
            p->weight[tour] = value * (before < 4 ? 9 : before < 8 ? 6 : 4) / 16;
            before++;
        } else if (p->in_line >> tour & 1U) {
            p->weight[tour] = value * 4 / (4 + rivalry(p, tour));
        }
        if (s->ending) /* the last turn: only what can be taken now counts */
            p->weight[tour] = p->weight[tour] && !(s->tour_deck >> tour & 1U) ? 1 : 0;
    }
}

/* The least coins from one cell to every other, over arrows, a way of any number of turns. */
static const uint8_t *distances(const struct pc_deck *d, const struct pc_state *s, uint32_t from)
{
    uint8_t *least = kept.least[from];
    if (kept.gaps != s->gaps || memcmp(kept.tableau, s->tableau, PC_CELLS)) {
        memcpy(kept.tableau, s->tableau, PC_CELLS);
        kept.gaps = s->gaps;
        kept.known = 0;
    }
    if (kept.known >> from & 1U)
        return least;
    kept.known |= 1U << from;
    memset(least, 255, PC_CELLS);
    uint32_t at[FARTHEST + PC_COINS + 1] = {[0] = 1U << from}, seen = 1U << PC_NOWHERE;
    for (uint32_t coins = 0; coins <= FARTHEST; coins++) {
        uint32_t fresh = at[coins] & ~seen;
        seen |= fresh;
        for (; fresh; fresh &= fresh - 1) {
            uint32_t cell = (uint32_t)__builtin_ctz(fresh);
            least[cell] = (uint8_t)coins;
            if (s->tableau[cell] == PC_NONE)
                continue;
            const uint8_t *arrow = d->arrow[s->tableau[cell]];
            for (uint32_t n = 0; n < PC_DIRECTIONS; n++)
                at[coins + arrow[n]] |= 1U << pc_next(s->gaps, cell, n);
        }
    }
    return least;
}

/* By gain, so that look_ahead can stop at the first cell that cannot beat what it has. */
static void sort_in(struct plan *p, uint32_t cell)
{
    uint32_t n = p->promising++;
    for (; n > 0 && p->gain[p->order[n - 1]] < p->gain[cell]; n--)
        p->order[n] = p->order[n - 1];
    p->order[n] = (uint8_t)cell;
}

/* What collecting the card of each cell would bring. */
static void weigh_cells(struct plan *p)
{
    const struct pc_state *s = p->s;
    for (uint32_t cell = 0; cell < PC_CELLS; cell++) {
        uint32_t card = s->tableau[cell];
        p->gain[cell] = 0;
        if (card == PC_NONE)
            continue;
        p->gain[cell] = judge_cards(p, s->held[p->seat] | vl_bit(card)).all - p->worth.all;
        if (!pc_meets(&p->d->asks[card], &p->supply))
            p->gain[cell] /= UNMET;
        if (p->strangers >> cell & 1U)
            p->gain[cell] /= TAKEN;
        if (p->gain[cell] > 0)
            sort_in(p, cell);
    }
}

/* The part of what a card brings that is left when it takes this many coins, in twentieths: within
 * a turn each coin costs a twentieth, beyond it half of one, from a lower start. */
static int32_t left_of(int32_t coins)
{
    return coins <= PC_COINS ? 14 - coins : 10 - coins / 2;
}

/* What a cell promises: the best card to be had from there, its own included or not, less the
 * coins it takes, which are one at least. */
static int32_t look_ahead(struct plan *p, uint32_t from, bool own)
{
    const struct pc_state *s = p->s;
    if (p->looked >> from & 1U)
        return p->ahead[own][from];
    p->looked |= 1U << from;
    int32_t best = 0, other = 0;
    const uint8_t *least = distances(p->d, s, from);
    for (uint32_t n = 0; n < p->promising; n++) {
        uint32_t to = p->order[n];
        if (p->gain[to] * left_of(1) / 20 <= other)
            break;
        if (least[to] == 255)
            continue;
        int32_t prospect = p->gain[to] * left_of(least[to] + p->d->cost[s->tableau[to]]) / 20;
        best = prospect > best ? prospect : best;
        if (to != from && prospect > other)
            other = prospect;
    }
    p->ahead[1][from] = best;
    p->ahead[0][from] = other;
    return p->ahead[own][from];
}

/* Order matters: the weights of tours need to know which lie in the line, the worth of what is held
 * needs the weights, and the gain of a cell is a difference to that worth. */
static void start_plan(struct plan *p, const struct pc_deck *d, const struct pc_state *s,
                       uint32_t seat)
{
    if (kept.mark != d->mark)
        forget_deck(d->mark);
    memset(p->weight, 0, sizeof p->weight);
    p->d = d;
    p->s = s;
    p->seat = seat;
    p->looked = 0;
    p->promising = 0;
    p->strangers = pc_strangers(s, seat);
    p->in_line = 0;
    for (uint32_t place = 0; place < PC_LINE; place++)
        if (s->line[place] != PC_NONE)
            p->in_line |= 1U << s->line[place];
    p->number = number_plan();
    pc_supply_of(d, s, seat, &p->supply);
    weigh_tours(p);
    struct lacks *lacks = lacks_of(s, seat, s->held[seat]);
    for (uint32_t tour = 0; tour < PC_TOURS; tour++) {
        if (p->weight[tour] && lacks->open[tour] == UNKNOWN)
            lacks->open[tour] = deficit(d, tour, &p->supply);
        p->open[tour] = p->weight[tour] ? lacks->open[tour] : 0;
    }
    sum_up(p);
    weigh_cells(p);
}

/* What a turn that ends like this is worth. */
static int32_t judge_end(struct plan *p, const struct pc_state *s)
{
    struct worth now = judge_cards(p, s->held[p->seat]);
    int32_t worth = now.all + (s->toured ? 0 : now.tour);
    if (p->s->ending)
        return worth;
    if (s->coins == PC_COINS)
        worth -= IDLE; /* a turn is not given away: the table changes only for those who move */
    for (uint32_t t = 0; t < PC_TEAM; t++) {
        uint32_t cell = s->at[p->seat][t];
        if (cell == PC_NOWHERE)
            continue;
        if (s->open[p->seat] >> t & 1U) {
            uint64_t with = s->held[p->seat] | vl_bit(s->tableau[cell]);
            worth += (judge_cards(p, with).all - now.all) * UNDER_SUITCASE / 16;
            worth += look_ahead(p, cell, false) * AHEAD / 16;
        } else {
            worth += look_ahead(p, cell, true) * AHEAD / 16;
        }
    }
    return worth;
}

/* Travellers are planned one after the other: the one at work, how often they took turns, and the
 * cell it came from, not to go back for nothing. Packed, for it is handed on all the time. */
static uint32_t mover(uint32_t traveller, uint32_t switches, uint32_t from)
{
    return traveller | switches << 1 | from << 3;
}

/*
 * What tells positions apart that hold the same cards: the plan, where the travellers are, and who
 * is at work, unless the coins are spent.
 */
static uint32_t place_of(const struct plan *p, uint32_t m)
{
    const struct pc_state *s = &p->now;
    uint32_t place = s->at[p->seat][0] | (uint32_t)s->at[p->seat][1] << 5 |
                     (uint32_t)s->open[p->seat] << 10 | p->number << PLACE_BITS;
    return s->coins ? place | (uint32_t)s->coins << 12 | m << 15 : place;
}

static int32_t best_end(struct plan *p, uint32_t m);

/* The best end after a step; the plan stands where it stood afterwards. The draw that may follow
 * is left out: the place stays empty and the plan does not count on it. */
static int32_t best_after_step(struct plan *p, uint32_t t, uint32_t switches, uint32_t direction)
{
    struct pc_state *s = &p->now;
    uint32_t from = s->at[p->seat][t], gaps = s->gaps;
    uint64_t held = s->held[p->seat];
    uint8_t coins = s->coins, open = s->open[p->seat], card = s->tableau[from];
    pc_step(p->d, s, t, direction);
    s->phase = PC_PHASE_TURN;
    int32_t best = best_end(p, mover(t, switches, from));
    s->at[p->seat][t] = (uint8_t)from;
    s->gaps = gaps;
    s->held[p->seat] = held;
    s->coins = coins;
    s->open[p->seat] = open;
    s->tableau[from] = card;
    return best;
}

/* The same after a holiday. */
static int32_t best_after_holiday(struct plan *p, uint32_t t, uint32_t switches)
{
    uint8_t coins = p->now.coins, open = p->now.open[p->seat];
    pc_open_suitcase(p->d, &p->now, t);
    int32_t best = best_end(p, mover(t, switches, PC_NOWHERE));
    p->now.coins = coins;
    p->now.open[p->seat] = open;
    return best;
}

/* The best way on from here; every step costs a coin. */
static int32_t best_way(struct plan *p, uint32_t m, int32_t best)
{
    uint32_t ways = pc_ways(p->d, &p->now, p->strangers);
    for (uint32_t t = 0; t < PC_TEAM; t++) {
        uint32_t switches = (m >> 1 & 3U) + (t != (m & 1U)), cell = p->now.at[p->seat][t];
        if (switches > 2)
            continue;
        for (uint32_t mask = ways >> (t * PC_DIRECTIONS) & 15U; mask; mask &= mask - 1) {
            uint32_t direction = (uint32_t)__builtin_ctz(mask);
            if (t == (m & 1U) && pc_next(p->now.gaps, cell, direction) == m >> 3)
                continue;
            int32_t worth = best_after_step(p, t, switches, direction);
            best = worth > best ? worth : best;
        }
        if (ways >> (PC_BIT_HOLIDAY - PC_BIT_TRAVEL + t) & 1U) {
            int32_t worth = best_after_holiday(p, t, switches);
            best = worth > best ? worth : best;
        }
    }
    return best;
}

/* The best end of the turn that can be had from where the plan stands. */
static int32_t best_end(struct plan *p, uint32_t m)
{
    const struct pc_state *s = &p->now;
    uint64_t held = s->held[p->seat];
    uint32_t where = place_of(p, m);
    uint64_t mixed = (held ^ (uint64_t)where << 40) * UINT64_C(0x9e3779b97f4a7c15);
    struct end *end = &kept.ends[mixed >> 55];
    if (end->held == held && end->where == where)
        return end->best;
    int32_t best = pc_apart(s, p->strangers) ? judge_end(p, s) : INT32_MIN;
    if (s->coins)
        best = best_way(p, m, best);
    *end = (struct end){held, where, best};
    return best;
}

/* A move is worth the best turn that begins with it. Taking a tour is judged by a plan of its own,
 * because all shares change when the tour is gone; what follows it in this turn is planned from
 * there. */
static int32_t judge_move(struct plan *p, vl_move move)
{
    uint32_t arg = VL_MOVE_ARG(move), t = arg >> 5;
    switch (VL_MOVE_KIND(move)) {
    case PC_END:
        return judge_end(p, p->s) - (p->s->toured ? 0 : p->worth.tour);
    case PC_TOUR: {
        /* The tour is gone afterwards: weigh the rest without it. */
        struct plan after = *p;
        uint32_t tour = p->s->line[arg];
        after.number = number_plan();
        after.weight[tour] = 0;
        sum_up(&after);
        pc_apply(p->d, &after.now, move);
        after.now.phase = PC_PHASE_TURN;
        return best_end(&after, mover(0, 0, PC_NOWHERE)) + p->d->value[tour] * POINT;
    }
    case PC_PLACE: {
        p->now.at[p->seat][t] = (uint8_t)(arg & 31U);
        int32_t best = best_end(p, mover(t, 0, PC_NOWHERE));
        p->now.at[p->seat][t] = PC_NOWHERE;
        return best;
    }
    case PC_TRAVEL:
        return best_after_step(p, t, 0, pc_direction(p->s->at[p->seat][t], arg & 31U));
    default:
        return best_after_holiday(p, arg, 0);
    }
}

/* The tourist is moved at the end of a turn, and the seat that comes next is the one to stand in
 * the way of (PC-7.3): it goes where it is least in our way and most in theirs. */
void pc_prefer(const void *deck, const struct vl_view *view, uint32_t style, const vl_move *moves,
               uint32_t count, int32_t *weights)
{
    const struct pc_state *s = pc_seen(view);
    struct plan plan, other;
    start_plan(&plan, deck, s, s->seat);
    if (s->phase == PC_PHASE_TOURIST) {
        start_plan(&other, deck, s, (s->seat + 1U) % s->seats);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t cell = VL_MOVE_ARG(moves[i]);
            int32_t liking = 8 * POINT - plan.gain[cell] + other.gain[cell];
            weights[i] = liking > 0 ? liking : 0;
        }
        return;
    }
    plan.now = *s;
    for (uint32_t i = 0; i < count; i++) {
        int32_t worth = judge_move(&plan, moves[i]);
        weights[i] = worth > 0 ? worth : 0;
    }
}

/* Expected final points: what is there, and a share of every tour still to be taken, by how near
 * each seat is to it. */
void pc_evaluate(const void *deck, const struct vl_view *view, int32_t points[VL_MAX_SEATS])
{
    const struct pc_deck *d = deck;
    const struct pc_state *s = pc_seen(view);
    struct vl_score score;
    struct pc_supply supply[VL_MAX_SEATS];
    int32_t hope[VL_MAX_SEATS] = {0};
    uint32_t before = 0;
    pc_score(d, s, &score);
    for (uint32_t seat = 0; seat < s->seats; seat++)
        pc_supply_of(d, s, seat, &supply[seat]);
    for (uint32_t tour = 0; tour < PC_TOURS && s->phase != PC_PHASE_OVER; tour++) {
        bool in_deck = s->tour_deck >> tour & 1U;
        if (!in_deck && !memchr(s->line, (int)tour, PC_LINE))
            continue;
        int32_t near[VL_MAX_SEATS], all = 0, nearest = 0;
        before += in_deck;
        for (uint32_t seat = 0; seat < s->seats; seat++) {
            near[seat] = closeness[deficit(d, tour, &supply[seat])];
            all += near[seat];
            if (near[seat] > nearest)
                nearest = near[seat];
        }
        /* A tour far down the deck may never come up. */
        int32_t worth = d->value[tour] * POINT * (in_deck ? 20 - (int32_t)before : 20) / 20;
        for (uint32_t seat = 0; seat < s->seats; seat++)
            hope[seat] += worth / 256 * (nearest + 256) / 2 / all * near[seat];
    }
    for (uint32_t seat = 0; seat < s->seats; seat++)
        points[seat] = score.points[seat] + hope[seat] / POINT;
}

/* ---- Reasons ---- */

/* The face-up tour that a card helps most: "it brings Silk Road to 2 asks". */
static void explain_card(const struct vl_deck *deck, const struct pc_state *s, uint32_t card,
                         struct vl_text *out)
{
    const struct pc_deck *d = deck->data;
    struct pc_state with = *s;
    struct pc_supply before, after;
    uint32_t best = PC_NONE, best_left = 0;
    int32_t best_gain = 0;
    with.held[s->seat] |= vl_bit(card);
    pc_supply_of(d, s, s->seat, &before);
    pc_supply_of(d, &with, s->seat, &after);
    for (uint32_t place = 0; place < PC_LINE; place++) {
        uint32_t tour = s->line[place];
        if (tour == PC_NONE)
            continue;
        uint32_t had = pc_lacking(&d->tour[tour], &before),
                 left = pc_lacking(&d->tour[tour], &after);
        int32_t gain = d->value[tour] * (closeness[left] - closeness[had]);
        if (gain > best_gain) {
            best_gain = gain;
            best = tour;
            best_left = left;
        }
    }
    if (best == PC_NONE)
        vl_text_addf(out, "%s will serve a tour to come", pc_card_name(deck, card));
    else if (best_left == 0)
        vl_text_addf(out, "%s completes %s", pc_card_name(deck, card), pc_tour_name(deck, best));
    else
        vl_text_addf(out, "with %s, %s lacks only %u", pc_card_name(deck, card),
                     pc_tour_name(deck, best), best_left);
}

/* The cell with the best prospect from here. */
static uint32_t goal_from(const struct plan *p, uint32_t from)
{
    const uint8_t *least = distances(p->d, p->s, from);
    uint32_t goal = from;
    int32_t best = -1;
    for (uint32_t to = 0; to < PC_CELLS; to++) {
        if (least[to] == 255 || p->s->tableau[to] == PC_NONE)
            continue;
        int32_t prospect = p->gain[to] * left_of(least[to] + p->d->cost[p->s->tableau[to]]) / 20;
        if (prospect > best) {
            best = prospect;
            goal = to;
        }
    }
    return goal;
}

static void explain_way(const struct vl_deck *deck, const struct pc_state *s, uint32_t cell,
                        struct vl_text *out)
{
    struct plan plan;
    start_plan(&plan, deck->data, s, s->seat);
    uint32_t goal = goal_from(&plan, cell);
    if (goal != cell)
        vl_text_addf(out, "it is on the way to %s: ", pc_card_name(deck, s->tableau[goal]));
    explain_card(deck, s, s->tableau[goal], out);
}

void pc_explain(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                struct vl_text *out)
{
    const struct pc_deck *d = deck->data;
    const struct pc_state *s = pc_seen(view);
    uint32_t arg = VL_MOVE_ARG(move), kind = VL_MOVE_KIND(move);
    bool collects = kind == PC_TRAVEL && (s->open[s->seat] >> (arg >> 5) & 1U);
    if (kind == PC_TOUR)
        vl_text_addf(out, "it is worth %u points", d->value[s->line[arg]]);
    else if (kind == PC_HOLIDAY || collects)
        explain_card(deck, s, s->tableau[s->at[s->seat][collects ? arg >> 5 : arg]], out);
    else if (kind == PC_TRAVEL || kind == PC_PLACE)
        explain_way(deck, s, arg & 31U, out);
    else if (kind == PC_TOURIST)
        vl_text_add(out, "it is less in your way there than in theirs");
    else if (kind == PC_END)
        vl_text_add(out, s->coins ? "the coins left buy nothing better" : "the coins are spent");
    else
        vl_text_add(out, "chance decides");
}
