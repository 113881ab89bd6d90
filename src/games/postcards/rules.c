/*
 * Postcards: the course of the game. Portable.
 *
 * Set-up draws suitcases, the starting seat, the tableau and the line of tours, in this order.
 * Then turns: a mask of choices (rules_travel.c), and chance wherever a place is to be refilled.
 */
#include "games/postcards/postcards.h"

VL_RULE void pc_start(const void *deck, const struct vl_setup *setup, void *state)
{
    struct pc_state *s = (struct pc_state *)state;
    vl_memset(s, 0, sizeof *s);
    s->deck = vl_first(PC_CARDS);
    s->tour_deck = (uint32_t)vl_first(PC_TOURS);
    vl_memset(s->tableau, PC_NONE, sizeof s->tableau);
    vl_memset(s->line, PC_NONE, sizeof s->line);
    vl_memset(s->suitcase, PC_NONE, sizeof s->suitcase);
    vl_memset(s->at, PC_NOWHERE, sizeof s->at);
    s->pool = (uint8_t)vl_first(PC_SUITCASES);
    s->seats = setup->seats;
    s->phase = PC_PHASE_SUITCASES;
    s->tourist = PC_NOWHERE;
}

VL_RULE int pc_to_act(const void *state)
{
    const struct pc_state *s = (const struct pc_state *)state;
    if (s->phase == PC_PHASE_TURN || s->phase == PC_PHASE_TOURIST)
        return s->seat;
    return s->phase == PC_PHASE_OVER ? VL_OVER : VL_CHANCE;
}

/* Chance draws among these, all as likely: suitcases, of a pair only the lower number (PC-1.4);
 * seats; the cards of the column that waits; the tours of the lowest value left (PC-1.3). */
VL_RULE uint64_t pc_outcomes(const struct pc_deck *d, const struct pc_state *s)
{
    uint64_t pairs = 0;
    switch (s->phase) {
    case PC_PHASE_SUITCASES:
        if (s->seats > 2)
            return s->pool;
        for (uint32_t n = 0; n < PC_SUITCASES; n++)
            if (d->mate[n] != PC_NONE && d->mate[n] > n && vl_has(s->pool, n))
                pairs |= vl_bit(n);
        return pairs;
    case PC_PHASE_FIRST:
        return vl_first(s->seats);
    case PC_PHASE_DEAL:
    case PC_PHASE_REFILL_CARD:
        return s->deck & vl_first(PC_CARDS_EACH) << (PC_CARDS_EACH * pc_column(s->waiting));
    default:
        return s->tour_deck & d->tours_like[vl_lowest(s->tour_deck)];
    }
}

VL_RULE static uint32_t chance_kind(const struct pc_state *s)
{
    if (s->phase <= PC_PHASE_FIRST)
        return s->phase == PC_PHASE_SUITCASES ? PC_SUITCASE : PC_FIRST;
    return s->phase == PC_PHASE_DEAL || s->phase == PC_PHASE_REFILL_CARD ? PC_DEAL : PC_REVEAL;
}

/* The move that a bit of the mask of choices stands for. */
VL_RULE static vl_move move_of(const struct pc_state *s, uint32_t bit)
{
    if (bit < PC_BIT_TRAVEL)
        return VL_MOVE(PC_PLACE, pc_placing(s) << 5 | bit);
    if (bit < PC_BIT_HOLIDAY) {
        uint32_t t = (bit - PC_BIT_TRAVEL) / PC_DIRECTIONS;
        uint32_t direction = (bit - PC_BIT_TRAVEL) % PC_DIRECTIONS;
        return VL_MOVE(PC_TRAVEL, t << 5 | pc_next(s->gaps, s->at[s->seat][t], direction));
    }
    if (bit < PC_BIT_TOUR)
        return VL_MOVE(PC_HOLIDAY, bit - PC_BIT_HOLIDAY);
    if (bit < PC_BIT_END)
        return VL_MOVE(PC_TOUR, bit - PC_BIT_TOUR);
    if (bit == PC_BIT_END)
        return VL_MOVE(PC_END, 0);
    return VL_MOVE(PC_TOURIST, pc_next(s->gaps, s->tourist, bit - PC_BIT_TOURIST));
}

VL_RULE uint32_t pc_legal_moves(const void *deck, const void *state, vl_move *moves)
{
    const struct pc_deck *d = (const struct pc_deck *)deck;
    const struct pc_state *s = (const struct pc_state *)state;
    uint32_t count = 0;
    int actor = pc_to_act(s);
    if (actor == VL_OVER)
        return 0;
    if (actor == VL_CHANCE)
        return vl_list_moves(chance_kind(s), pc_outcomes(d, s), moves);
    for (uint64_t rest = pc_choices(d, s); rest;)
        moves[count++] = move_of(s, vl_take_lowest(&rest));
    return count;
}

VL_RULE vl_move pc_sample_chance(const void *deck, const void *state, struct vl_rng *rng)
{
    const struct pc_state *s = (const struct pc_state *)state;
    return VL_MOVE(chance_kind(s), vl_choose(pc_outcomes((const struct pc_deck *)deck, s), rng));
}

VL_RULE vl_move pc_pick(const void *deck, const void *state, struct vl_rng *rng)
{
    const struct pc_state *s = (const struct pc_state *)state;
    if (pc_to_act(s) == VL_CHANCE)
        return pc_sample_chance(deck, state, rng);
    return move_of(s, vl_choose(pc_choices((const struct pc_deck *)deck, s), rng));
}

VL_RULE uint32_t pc_playout(const void *deck, void *state, struct vl_rng *rng)
{
    uint32_t moves = 0;
    for (; ((struct pc_state *)state)->phase != PC_PHASE_OVER; moves++)
        pc_apply(deck, state, pc_pick(deck, state, rng));
    return moves;
}

/* ---- Turns ---- */

/* What the acting seat may take now (PC-5.1). */
VL_RULE static uint32_t may_take(const struct pc_deck *d, const struct pc_state *s)
{
    bool turn = s->phase == PC_PHASE_TURN || s->phase == PC_PHASE_REFILL_CARD;
    if (!turn || s->toured || s->at[s->seat][0] == PC_NOWHERE)
        return 0;
    return pc_met_tours(d, s, s->seat);
}

/* A cell that waits for its card is no gap yet: the refill comes next (PC-4.3). */
VL_RULE void pc_derive(const struct pc_deck *d, struct pc_state *s)
{
    s->gaps = 0;
    if (s->phase >= PC_PHASE_TURN)
        for (uint32_t cell = 0; cell < PC_CELLS; cell++)
            if (s->tableau[cell] == PC_NONE &&
                !(s->phase == PC_PHASE_REFILL_CARD && s->waiting == cell))
                s->gaps |= 1U << cell;
    s->may_take = (uint8_t)may_take(d, s);
}

/* PC-2.3, PC-5.1: four coins, and one tour may be taken, which may be met from before. */
VL_RULE static void begin_turn(const struct pc_deck *d, struct pc_state *s)
{
    s->phase = PC_PHASE_TURN;
    s->coins = PC_COINS;
    s->toured = 0;
    s->may_take = (uint8_t)may_take(d, s);
}

/* The round is over: count the quiet ones (PC-6.5), and stop if the end has come (PC-6.3). */
VL_RULE static bool finish_round(struct pc_state *s)
{
    s->idle = (uint8_t)(s->did & PC_DID_ANYTHING ? 0 : s->idle + 1);
    s->dull = (uint8_t)(s->did & PC_DID_MATTER ? 0 : s->dull + 1);
    s->did = 0;
    if (s->ending || s->idle >= PC_IDLE_ROUNDS || s->dull >= PC_DULL_ROUNDS) {
        s->phase = PC_PHASE_OVER;
        return true;
    }
    if (s->round < UINT16_MAX) /* no game comes so far; a position that is loaded may */
        s->round++;
    return false;
}

/* A round is over when the starting seat would be next (PC-6.3). */
VL_RULE static void finish_turn(const struct pc_deck *d, struct pc_state *s)
{
    s->seat = (uint8_t)((s->seat + 1) % s->seats);
    if (s->seat != s->first || !finish_round(s))
        begin_turn(d, s);
}

/* PC-7.3, PC-7.4: the tourist moves before the turn passes on. Without a tourist, or with no free
 * neighbour, its mask is empty and the next seat follows at once. */
VL_RULE static void end_turn(const struct pc_deck *d, struct pc_state *s)
{
    s->coins = 0;
    s->toured = 0;
    s->may_take = 0;
    s->phase = PC_PHASE_TOURIST;
    if (!pc_tourist_mask(s))
        finish_turn(d, s);
}

/* PC-6.1: gaps in two continents. */
VL_RULE static bool two_columns_gape(uint32_t gaps)
{
    uint32_t columns = 0;
    for (uint32_t row = 0; row < PC_ROWS; row++)
        columns |= gaps >> (row * PC_CONTINENTS) & 0x1fU;
    return (columns & (columns - 1)) != 0;
}

/* PC-4.2, PC-4.3: the card is held; chance refills the cell, or it is a gap from now on. Gaps in a
 * second column bring the last round (PC-6.1). */
VL_RULE static void collect(struct pc_state *s, uint32_t cell)
{
    s->held[s->seat] |= vl_bit(s->tableau[cell]);
    s->tableau[cell] = PC_NONE;
    s->waiting = (uint8_t)cell;
    s->phase = PC_PHASE_REFILL_CARD;
    s->did |= PC_DID_MATTER;
    if (s->deck & vl_first(PC_CARDS_EACH) << (PC_CARDS_EACH * pc_column(cell)))
        return;
    s->phase = PC_PHASE_TURN;
    s->waiting = 0;
    s->gaps |= 1U << cell;
    if (two_columns_gape(s->gaps))
        s->ending = 1;
}

VL_RULE bool pc_step(const struct pc_deck *d, struct pc_state *s, uint32_t t, uint32_t direction)
{
    uint32_t from = s->at[s->seat][t];
    s->coins = (uint8_t)(s->coins - d->arrow[s->tableau[from]][direction]);
    s->at[s->seat][t] = (uint8_t)pc_next(s->gaps, from, direction);
    s->did |= PC_DID_ANYTHING;
    if (!(s->open[s->seat] >> t & 1U))
        return false;
    s->open[s->seat] &= (uint8_t) ~(1U << t);
    collect(s, from);
    return true;
}

VL_RULE void pc_open_suitcase(const struct pc_deck *d, struct pc_state *s, uint32_t t)
{
    s->coins = (uint8_t)(s->coins - d->cost[s->tableau[s->at[s->seat][t]]]);
    s->open[s->seat] |= (uint8_t)(1U << t);
    s->did |= PC_DID_ANYTHING | PC_DID_MATTER;
}

/* PC-5.1, PC-5.7: cards are not spent (PC-5.5), so nothing else of the seat changes. */
VL_RULE static void take_tour(struct pc_state *s, uint32_t place)
{
    s->tours[s->seat] |= 1U << s->line[place];
    s->line[place] = PC_NONE;
    s->toured = 1;
    s->may_take = 0;
    s->did |= PC_DID_ANYTHING | PC_DID_MATTER;
    if (s->tour_deck) {
        s->phase = PC_PHASE_REFILL_TOUR;
        s->waiting = (uint8_t)place;
    } else {
        s->ending = 1; /* PC-6.2 */
    }
}

/* ---- Chance ---- */

VL_RULE static void draw_suitcase(const struct pc_deck *d, struct pc_state *s, uint32_t suitcase)
{
    s->suitcase[s->seat][0] = (uint8_t)suitcase;
    s->pool &= (uint8_t) ~(1U << suitcase);
    if (s->seats == 2) {
        s->suitcase[s->seat][1] = d->mate[suitcase];
        s->pool &= (uint8_t) ~(1U << d->mate[suitcase]);
    }
    if (++s->seat == s->seats) {
        s->seat = 0;
        s->phase = PC_PHASE_FIRST;
    }
}

/* PC-7.1, PC-7.2: the dearest card in sight, nearest the top left. */
VL_RULE static uint32_t tourist_start(const struct pc_deck *d, const struct pc_state *s)
{
    uint32_t best = 0, best_rank = 0;
    for (uint32_t cell = 0; cell < PC_CELLS; cell++) {
        uint32_t row = cell / PC_CONTINENTS, column = pc_column(cell);
        uint32_t rank = d->cost[s->tableau[cell]] * 256U - (row + column) * 8U - row;
        if (rank > best_rank) {
            best_rank = rank;
            best = cell;
        }
    }
    return best;
}

/* PC-1.2 at set-up, PC-4.3 later. The tourist looks for its place when all cards lie (PC-7.1). */
VL_RULE static void deal(const struct pc_deck *d, struct pc_state *s, uint32_t card)
{
    s->deck &= ~vl_bit(card);
    s->tableau[s->waiting] = (uint8_t)card;
    if (s->phase == PC_PHASE_REFILL_CARD) {
        s->phase = PC_PHASE_TURN;
        s->waiting = 0;
    } else if (++s->waiting == PC_CELLS) {
        s->phase = PC_PHASE_TOURS;
        s->waiting = 0;
        if (s->seats == 3)
            s->tourist = (uint8_t)tourist_start(d, s);
    }
}

VL_RULE static void reveal(const struct pc_deck *d, struct pc_state *s, uint32_t tour)
{
    s->tour_deck &= ~(1U << tour);
    s->line[s->waiting] = (uint8_t)tour;
    if (s->phase == PC_PHASE_REFILL_TOUR) {
        s->phase = PC_PHASE_TURN;
        s->waiting = 0;
    } else if (++s->waiting == PC_LINE) {
        s->waiting = 0;
        s->round = 1;
        begin_turn(d, s);
    }
}

VL_RULE void pc_apply(const void *deck, void *state, vl_move move)
{
    const struct pc_deck *d = (const struct pc_deck *)deck;
    struct pc_state *s = (struct pc_state *)state;
    uint32_t arg = VL_MOVE_ARG(move), t = arg >> 5, cell = arg & 31U;
    switch (VL_MOVE_KIND(move)) {
    case PC_PLACE:
        s->at[s->seat][t] = (uint8_t)cell;
        s->did |= PC_DID_ANYTHING | PC_DID_MATTER;
        s->may_take = (uint8_t)may_take(d, s);
        return;
    case PC_TRAVEL:
        /* A column or a row is shared. */
        if (pc_step(d, s, t, pc_direction(s->at[s->seat][t], cell)))
            s->may_take = (uint8_t)may_take(d, s);
        return;
    case PC_HOLIDAY:
        pc_open_suitcase(d, s, arg);
        return;
    case PC_TOUR:
        take_tour(s, arg);
        return;
    case PC_END:
        end_turn(d, s);
        return;
    case PC_TOURIST:
        s->tourist = (uint8_t)arg;
        finish_turn(d, s);
        return;
    case PC_SUITCASE:
        draw_suitcase(d, s, arg);
        return;
    case PC_FIRST:
        s->first = s->seat = (uint8_t)arg;
        s->phase = PC_PHASE_DEAL;
        return;
    case PC_DEAL:
        deal(d, s, arg);
        return;
    case PC_REVEAL:
        reveal(d, s, arg);
        return;
    default:
        VL_UNREACHABLE();
    }
}

/* ---- Score, views ---- */

/* PC-6.4: tours alone score, and a tie is shared. */
VL_RULE void pc_score(const void *deck, const void *state, struct vl_score *score)
{
    const struct pc_deck *d = (const struct pc_deck *)deck;
    const struct pc_state *s = (const struct pc_state *)state;
    int32_t none[VL_MAX_SEATS] = {0, 0, 0, 0};
    vl_memset(score, 0, sizeof *score);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        for (uint64_t rest = s->tours[seat]; rest;)
            score->points[seat] += d->value[vl_take_lowest(&rest)];
        score->detail[seat][0] = score->points[seat];
    }
    vl_rank(s->seats, score->points, none, score->rank);
}
