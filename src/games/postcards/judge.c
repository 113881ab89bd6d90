/*
 * Postcards: its judgement.
 *
 * A collection is worth what it does for the tours: each tour not yet taken counts with its value,
 * less for one still in the deck or one that somebody else can take, and less for every ask still
 * open. A turn is planned whole: every sequence of travels and holidays that the coins allow is
 * tried, and what it leaves is weighed: cards collected, the card under an open suitcase, the best
 * tour to take, and what lies within reach of where the travellers end. Points are counted in
 * thousandths.
 */
#include <string.h>

#include "core/bits.h"
#include "games/postcards/postcards.h"

enum { POINT = 1000, MEMO = 128, ICON = 25, IDLE = 1500, MOST_NODES = 6000 };

/* What is left of a tour's value for each ask still open, in 256ths. */
static const int32_t closeness[PC_MOST_ASKS + 1] = {230, 158, 104, 68, 43, 27, 17, 11, 7, 4, 2};

struct memo {
    uint64_t held; /* NO_SET: nothing is kept here */
    int32_t worth; /* of the collection */
    int32_t tour;  /* gained by taking the best tour now */
};

#define NO_SET UINT64_MAX

struct plan {
    const struct pc_deck *d;
    const struct pc_state *s; /* where the planning begins */
    uint32_t seat;
    int32_t weight[PC_TOURS];   /* of each tour in thousandths of a point; 0: not to be had */
    int32_t gain[PC_CELLS];     /* of collecting the card of a cell */
    int32_t ahead[2][PC_CELLS]; /* best prospect from a cell, its own card included or not */
    uint32_t looked;            /* the cells whose prospects are known, as a mask */
    uint32_t nodes;             /* positions looked at for one move */
    struct pc_supply supply;    /* of what is held where the planning begins */
    uint8_t open[PC_TOURS];     /* asks of each tour that it leaves open */
    struct memo memo[MEMO];
};

static uint32_t deficit(const struct plan *p, uint32_t tour, const struct pc_supply *supply)
{
    uint32_t lacking = pc_lacking(&p->d->tour[tour], supply);
    return lacking < PC_MOST_ASKS ? lacking : PC_MOST_ASKS;
}

/* What a set of cards, those held at the beginning and more, is worth, and the best tour it
 * allows. Few sets occur in a plan. */
static struct memo judge_cards(struct plan *p, uint64_t held)
{
    struct memo *memo = &p->memo[held * UINT64_C(0x9e3779b97f4a7c15) >> 57];
    if (memo->held == held)
        return *memo;
    struct pc_supply supply = p->supply;
    uint32_t helped = 0; /* tours that the new cards can matter for */
    for (uint64_t rest = held & ~p->s->held[p->seat]; rest;) {
        uint32_t card = vl_take_lowest(&rest);
        supply.row[pc_continent(card)] += p->d->icons[card];
        helped |= p->d->helps[card];
    }
    *memo = (struct memo){held, 0, 0};
    for (uint64_t rest = held; rest;)
        memo->worth += ICON * p->d->cost[vl_take_lowest(&rest)];
    for (uint32_t tour = 0; tour < PC_TOURS; tour++) {
        if (!p->weight[tour])
            continue;
        uint32_t open = p->open[tour];
        if (open && (helped >> tour & 1U))
            open = deficit(p, tour, &supply);
        int32_t worth = p->weight[tour] / 256 * closeness[open];
        memo->worth += worth;
        if (open)
            continue;
        bool in_line = memchr(p->s->line, (int)tour, PC_LINE) != NULL;
        int32_t taken = p->d->value[tour] * POINT - worth;
        if (in_line && taken > memo->tour)
            memo->tour = taken;
    }
    return *memo;
}

static void forget_cards(struct plan *p)
{
    for (uint32_t n = 0; n < MEMO; n++)
        p->memo[n].held = NO_SET;
}

/* Whether another seat stands ready to take a tour, or nearly. */
static uint32_t rivals(const struct plan *p, uint32_t tour, uint32_t within)
{
    uint32_t count = 0;
    for (uint32_t seat = 0; seat < p->s->seats; seat++) {
        struct pc_supply supply;
        if (seat == p->seat)
            continue;
        pc_supply_of(p->d, p->s, seat, &supply);
        count += deficit(p, tour, &supply) <= within;
    }
    return count;
}

static void weigh_tours(struct plan *p)
{
    const struct pc_state *s = p->s;
    uint32_t before = 0; /* tours of the deck that come out earlier, about */
    for (uint32_t tour = 0; tour < PC_TOURS; tour++) {
        int32_t value = p->d->value[tour] * POINT;
        if (s->tour_deck >> tour & 1U) {
            p->weight[tour] = value * (before < 4 ? 9 : before < 8 ? 6 : 4) / 16;
            before++;
        } else if (memchr(s->line, (int)tour, PC_LINE)) {
            p->weight[tour] =
                value * 4 / (int32_t)(4 + 2 * rivals(p, tour, 0) + rivals(p, tour, 1));
        }
        if (s->ending) /* the last turn: only what can be taken now counts */
            p->weight[tour] = p->weight[tour] && !(s->tour_deck >> tour & 1U) ? 1 : 0;
    }
}

/* The least coins from one cell to every other, over arrows, a way of any number of turns. */
static void distances(const struct pc_deck *d, const struct pc_state *s, uint32_t from,
                      uint8_t least[PC_CELLS])
{
    uint32_t open = 1U << from;
    memset(least, 255, PC_CELLS);
    least[from] = 0;
    while (open) {
        uint32_t cell = (uint32_t)__builtin_ctz(open);
        open &= open - 1;
        if (s->tableau[cell] == PC_NONE)
            continue;
        for (uint32_t n = 0; n < PC_DIRECTIONS; n++) {
            uint32_t to = pc_next(s->gaps, cell, n);
            uint32_t cost = least[cell] + d->arrow[s->tableau[cell]][n];
            if (to == PC_NOWHERE || cost >= least[to] || cost > 2 * PC_COINS)
                continue;
            least[to] = (uint8_t)cost;
            open |= 1U << to;
        }
    }
}

/* What collecting the card of each cell would bring. */
static void weigh_cells(struct plan *p)
{
    const struct pc_state *s = p->s;
    uint64_t held = s->held[p->seat];
    int32_t worth = judge_cards(p, held).worth;
    uint32_t strangers = pc_strangers(s, p->seat);
    for (uint32_t cell = 0; cell < PC_CELLS; cell++) {
        uint32_t card = s->tableau[cell];
        p->gain[cell] = 0;
        if (card == PC_NONE)
            continue;
        p->gain[cell] = judge_cards(p, held | vl_bit(card)).worth - worth;
        if (!pc_meets(&p->d->asks[card], &p->supply))
            p->gain[cell] /= 3;
        if (strangers >> cell & 1U)
            p->gain[cell] /= 2;
    }
}

/* What a cell promises: the best card to be had from there, its own included or not, less the
 * coins it takes. */
static int32_t look_ahead(struct plan *p, uint32_t from, bool own)
{
    const struct pc_state *s = p->s;
    uint8_t least[PC_CELLS];
    if (p->looked >> from & 1U)
        return p->ahead[own][from];
    p->looked |= 1U << from;
    p->ahead[0][from] = p->ahead[1][from] = 0;
    distances(p->d, s, from, least);
    for (uint32_t to = 0; to < PC_CELLS; to++) {
        if (least[to] == 255 || s->tableau[to] == PC_NONE)
            continue;
        int32_t coins = least[to] + p->d->cost[s->tableau[to]];
        int32_t prospect = p->gain[to] * (coins <= PC_COINS ? 14 - coins : 10 - coins / 2) / 20;
        if (prospect > p->ahead[1][from])
            p->ahead[1][from] = prospect;
        if (to != from && prospect > p->ahead[0][from])
            p->ahead[0][from] = prospect;
    }
    return p->ahead[own][from];
}

static void start_plan(struct plan *p, const struct pc_deck *d, const struct pc_state *s,
                       uint32_t seat)
{
    memset(p->weight, 0, sizeof p->weight);
    p->d = d;
    p->s = s;
    p->seat = seat;
    p->looked = 0;
    forget_cards(p);
    pc_supply_of(d, s, seat, &p->supply);
    weigh_tours(p);
    for (uint32_t tour = 0; tour < PC_TOURS; tour++)
        p->open[tour] = (uint8_t)(p->weight[tour] ? deficit(p, tour, &p->supply) : 0);
    weigh_cells(p);
}

/* What a turn that ends like this is worth. */
static int32_t judge_end(struct plan *p, const struct pc_state *s)
{
    struct memo now = judge_cards(p, s->held[p->seat]);
    int32_t worth = now.worth + (s->toured ? 0 : now.tour), before = now.worth;
    if (p->s->ending)
        return worth;
    if (s->coins == PC_COINS)
        worth -= IDLE; /* a turn is not given away: the table changes only for those who move */
    for (uint32_t t = 0; t < PC_TEAM; t++) {
        uint32_t cell = s->at[p->seat][t];
        if (cell == PC_NOWHERE)
            continue;
        bool open = s->open[p->seat] >> t & 1U;
        if (open) {
            uint64_t with = s->held[p->seat] | vl_bit(s->tableau[cell]);
            worth += (judge_cards(p, with).worth - before) * 12 / 16;
            worth += look_ahead(p, cell, false) * 10 / 16;
        } else {
            worth += look_ahead(p, cell, true) * 10 / 16;
        }
    }
    return worth;
}

struct node {
    struct pc_state s;
    uint8_t mover; /* travellers are planned one after the other: the one at work */
    uint8_t switches;
    uint8_t from; /* the cell it came from, not to go back for nothing */
};

/* Puts a successor on the stack, with the draw that may follow left out: the place stays empty
 * and the plan does not count on it. */
static void follow(const struct plan *p, const struct node *here, vl_move move, struct node *next)
{
    *next = *here;
    pc_apply(p->d, &next->s, move);
    if (next->s.phase == PC_PHASE_REFILL_CARD || next->s.phase == PC_PHASE_REFILL_TOUR)
        next->s.phase = PC_PHASE_TURN;
}

/* The best end of the turn that can be had from here. */
static int32_t best_end(struct plan *p, const struct node *root)
{
    struct node stack[64];
    uint32_t depth = 0;
    int32_t best = INT32_MIN;
    stack[depth++] = *root;
    while (depth && p->nodes++ < MOST_NODES) {
        struct node here = stack[--depth];
        if (pc_settled(&here.s)) {
            int32_t worth = judge_end(p, &here.s);
            if (worth > best)
                best = worth;
        }
        if (here.s.coins == 0)
            continue;
        for (uint32_t t = 0; t < PC_TEAM; t++) {
            uint32_t cell = here.s.at[p->seat][t];
            if (cell == PC_NOWHERE || (t != here.mover && here.switches > 1))
                continue;
            struct node next;
            if (pc_may_holiday(p->d, &here.s, t) && depth < 60) {
                follow(p, &here, VL_MOVE(PC_HOLIDAY, t), &next);
                next.switches = (uint8_t)(here.switches + (t != here.mover));
                next.mover = (uint8_t)t;
                next.from = PC_NOWHERE;
                stack[depth++] = next;
            }
            for (uint32_t mask = pc_travel_mask(p->d, &here.s, t); mask && depth < 60;
                 mask &= mask - 1) {
                uint32_t to = pc_next(here.s.gaps, cell, (uint32_t)__builtin_ctz(mask));
                if (t == here.mover && to == here.from)
                    continue;
                follow(p, &here, VL_MOVE(PC_TRAVEL, t << 5 | to), &next);
                next.switches = (uint8_t)(here.switches + (t != here.mover));
                next.mover = (uint8_t)t;
                next.from = (uint8_t)cell;
                stack[depth++] = next;
            }
        }
    }
    return best;
}

/* The tourist goes where it is least in our way and most in theirs. */
static int32_t judge_tourist(const struct plan *mine, const struct plan *theirs, uint32_t cell)
{
    return 8 * POINT - mine->gain[cell] + theirs->gain[cell];
}

static int32_t judge_move(struct plan *p, vl_move move)
{
    struct node root = {.s = *p->s, .mover = 0, .switches = 0, .from = PC_NOWHERE}, next;
    uint32_t arg = VL_MOVE_ARG(move);
    p->nodes = 0;
    switch (VL_MOVE_KIND(move)) {
    case PC_END:
        return judge_end(p, &root.s) -
               (root.s.toured ? 0 : judge_cards(p, root.s.held[p->seat]).tour);
    case PC_TOUR: {
        /* The tour is gone afterwards: weigh the rest without it. */
        struct plan after = *p;
        uint32_t tour = p->s->line[arg];
        forget_cards(&after);
        after.weight[tour] = 0;
        follow(p, &root, move, &next);
        return best_end(&after, &next) + p->d->value[tour] * POINT;
    }
    case PC_PLACE:
    case PC_TRAVEL:
        next = root;
        next.mover = (uint8_t)(arg >> 5);
        next.from = VL_MOVE_KIND(move) == PC_TRAVEL ? root.s.at[p->seat][arg >> 5] : PC_NOWHERE;
        root = next;
        follow(p, &root, move, &next);
        return best_end(p, &next);
    default:
        root.mover = (uint8_t)arg;
        follow(p, &root, move, &next);
        return best_end(p, &next);
    }
}

void pc_prefer(const void *deck, const struct vl_view *view, uint32_t style, const vl_move *moves,
               uint32_t count, int32_t *weights)
{
    const struct pc_state *s = pc_seen(view);
    struct plan plan, other;
    (void)style;
    start_plan(&plan, deck, s, s->seat);
    if (s->phase == PC_PHASE_TOURIST) {
        start_plan(&other, deck, s, (s->seat + 1U) % s->seats);
        for (uint32_t i = 0; i < count; i++) {
            int32_t liking = judge_tourist(&plan, &other, VL_MOVE_ARG(moves[i]));
            weights[i] = liking > 0 ? liking : 0;
        }
        return;
    }
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
            uint32_t lacking = pc_lacking(&d->tour[tour], &supply[seat]);
            near[seat] = closeness[lacking < PC_MOST_ASKS ? lacking : PC_MOST_ASKS];
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
    uint8_t least[PC_CELLS];
    uint32_t goal = from;
    int32_t best = -1;
    distances(p->d, p->s, from, least);
    for (uint32_t to = 0; to < PC_CELLS; to++) {
        if (least[to] == 255 || p->s->tableau[to] == PC_NONE)
            continue;
        int32_t coins = least[to] + p->d->cost[p->s->tableau[to]];
        int32_t prospect = p->gain[to] * (coins <= PC_COINS ? 14 - coins : 10 - coins / 2) / 20;
        if (prospect > best) {
            best = prospect;
            goal = to;
        }
    }
    return goal;
}

void pc_explain(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                struct vl_text *out)
{
    const struct pc_deck *d = deck->data;
    const struct pc_state *s = pc_seen(view);
    uint32_t arg = VL_MOVE_ARG(move);
    struct plan plan;
    switch (VL_MOVE_KIND(move)) {
    case PC_TOUR:
        vl_text_addf(out, "it is worth %u points", d->value[s->line[arg]]);
        return;
    case PC_HOLIDAY:
        explain_card(deck, s, s->tableau[s->at[s->seat][arg]], out);
        return;
    case PC_TRAVEL:
        if (s->open[s->seat] >> (arg >> 5) & 1U) {
            explain_card(deck, s, s->tableau[s->at[s->seat][arg >> 5]], out);
            return;
        }
        __attribute__((fallthrough));
    case PC_PLACE: {
        uint32_t cell = arg & 31U;
        start_plan(&plan, d, s, s->seat);
        uint32_t goal = goal_from(&plan, cell);
        if (goal != cell)
            vl_text_addf(out, "it is on the way to %s: ", pc_card_name(deck, s->tableau[goal]));
        explain_card(deck, s, s->tableau[goal], out);
        return;
    }
    case PC_TOURIST:
        vl_text_add(out, "it is less in your way there than in theirs");
        return;
    case PC_END:
        vl_text_add(out, s->coins ? "the coins left buy nothing better" : "the coins are spent");
        return;
    default:
        vl_text_add(out, "chance decides");
    }
}
