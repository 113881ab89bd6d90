/* Postcards: the invariants of a state. Portable; any bytes may be given. */
#include "games/postcards/postcards.h"

/* Ranges first: cells, cards and suitcases are used as indexes and shifts by all that follows.
 * Nowhere is 31, so that a shift by it is defined. */
VL_RULE static const char *check_ranges(const struct pc_state *s)
{
    if (s->seats < 2 || s->seats > VL_MAX_SEATS)
        return "2 to 4 seats";
    if (s->phase > PC_PHASE_OVER || s->seat >= s->seats || s->first >= s->seats)
        return "phase, seat and starting seat in range";
    if (s->coins > PC_COINS || s->toured > 1 || s->ending > 1 || s->did > 3)
        return "coins and flags in range";
    if (s->idle > PC_IDLE_ROUNDS || s->dull > PC_DULL_ROUNDS || s->idle > s->dull)
        return "quiet rounds in range";
    if (s->did == PC_DID_MATTER)
        return "what matters is something done";
    if (s->tourist != PC_NOWHERE && s->tourist >= PC_CELLS)
        return "the tourist is on a cell";
    if (s->gaps >> PC_CELLS)
        return "gaps are on cells"; /* before anybody looks for a way over them */
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++) {
        if (s->open[seat] > 3)
            return "two suitcases a seat at most";
        for (uint32_t t = 0; t < PC_TEAM; t++) {
            if (s->at[seat][t] != PC_NOWHERE && s->at[seat][t] >= PC_CELLS)
                return "every traveller is on a cell";
            if (s->suitcase[seat][t] != PC_NONE && s->suitcase[seat][t] >= PC_SUITCASES)
                return "seven suitcases";
        }
    }
    for (uint32_t i = 0; i < sizeof s->zero; i++)
        if (s->zero[i])
            return "unused bytes are zero";
    return 0;
}

/* Every card once: the union of all places is the whole deck, and their sizes add up to it. A card
 * knows its column (PC-1.2), so a card in another column is an error of its own. */
VL_RULE static const char *check_cards(const struct pc_state *s)
{
    uint64_t all = s->deck;
    uint32_t count = vl_count(s->deck);
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++) {
        if (seat >= s->seats && (s->held[seat] || s->tours[seat] || s->open[seat]))
            return "absent seats hold nothing";
        all |= s->held[seat];
        count += vl_count(s->held[seat]);
    }
    for (uint32_t cell = 0; cell < PC_CELLS; cell++) {
        uint32_t card = s->tableau[cell];
        if (card == PC_NONE)
            continue;
        if (card >= PC_CARDS || pc_continent(card) != pc_column(cell))
            return "every postcard in the column of its continent";
        all |= vl_bit(card);
        count++;
    }
    if (all != vl_first(PC_CARDS) || count != PC_CARDS)
        return "every postcard in exactly one place";
    return 0;
}

/* PC-1.3: tours lie by value, so nothing left in the deck is worth less than one that came out. */
VL_RULE static const char *check_tours(const struct pc_deck *d, const struct pc_state *s)
{
    uint32_t all = s->tour_deck, count = vl_count(s->tour_deck), highest = 0;
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++) {
        all |= s->tours[seat];
        count += vl_count(s->tours[seat]);
    }
    for (uint32_t place = 0; place < PC_LINE; place++) {
        if (s->line[place] == PC_NONE)
            continue;
        if (s->line[place] >= PC_TOURS)
            return "twenty tours";
        all |= 1U << s->line[place];
        count++;
    }
    if (all != vl_first(PC_TOURS) || count != PC_TOURS)
        return "every tour in exactly one place";
    for (uint64_t rest = all & ~s->tour_deck; rest;) {
        uint32_t tour = vl_take_lowest(&rest);
        if (d->value[tour] > highest)
            highest = d->value[tour];
    }
    if (s->tour_deck && d->value[vl_lowest(s->tour_deck)] < highest)
        return "tours come out by value";
    return 0;
}

/* PC-1.4, PC-8.1: one suitcase a seat, or with two seats a pair, whose lower number comes first:
 * the state is then the same whichever of the pair was drawn. */
VL_RULE static const char *check_suitcases(const struct pc_deck *d, const struct pc_state *s)
{
    uint32_t all = s->pool, count = vl_count(s->pool);
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++) {
        bool has = seat < s->seats && (s->phase > PC_PHASE_SUITCASES || seat < s->seat);
        for (uint32_t t = 0; t < PC_TEAM; t++) {
            uint32_t suitcase = s->suitcase[seat][t];
            if ((suitcase != PC_NONE) != (has && (t == 0 || s->seats == 2)))
                return "a suitcase for every traveller";
            if (suitcase == PC_NONE) {
                if (s->at[seat][t] != PC_NOWHERE || (s->open[seat] >> t & 1U))
                    return "no traveller without a suitcase";
                continue;
            }
            if (t && d->mate[suitcase] != s->suitcase[seat][0])
                return "a team is a pair";
            all |= 1U << suitcase;
            count++;
        }
        if (has && s->seats == 2 && s->suitcase[seat][0] > s->suitcase[seat][1])
            return "the first of a pair comes first";
    }
    if (all != vl_first(PC_SUITCASES) || count != PC_SUITCASES)
        return "every suitcase in exactly one place";
    return 0;
}

/* Before the first turn: what is dealt is dealt in order, and nobody has moved. */
VL_RULE static const char *check_setting_up(const struct pc_state *s)
{
    uint32_t cells = s->phase == PC_PHASE_DEAL ? s->waiting : s->phase > PC_PHASE_DEAL ? 20U : 0;
    uint32_t places = s->phase == PC_PHASE_TOURS ? s->waiting : 0;
    if (s->phase <= PC_PHASE_FIRST && s->waiting)
        return "nothing waits yet";
    if (cells > PC_CELLS || places >= PC_LINE || (s->phase == PC_PHASE_DEAL && cells == PC_CELLS))
        return "a cell or place to fill";
    for (uint32_t cell = 0; cell < PC_CELLS; cell++)
        if ((s->tableau[cell] == PC_NONE) != (cell >= cells))
            return "the tableau is laid in order";
    for (uint32_t place = 0; place < PC_LINE; place++)
        if ((s->line[place] == PC_NONE) != (place >= places))
            return "the line is laid in order";
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++)
        if (s->held[seat] || s->tours[seat] || s->open[seat] || s->at[seat][0] != PC_NOWHERE ||
            s->at[seat][1] != PC_NOWHERE)
            return "nobody has moved yet";
    if (s->round || s->coins || s->toured || s->ending || s->did || s->idle || s->dull || s->gaps)
        return "no turn has begun";
    if (s->phase >= PC_PHASE_DEAL && s->seat != s->first)
        return "the starting seat begins";
    if (s->phase < PC_PHASE_DEAL && s->first)
        return "no starting seat yet";
    if (s->phase == PC_PHASE_FIRST && s->seat)
        return "no seat acts";
    return 0;
}

/* PC-4.4: between turns everybody stands alone. The acting seat may be passing through a card in
 * its own turn, and is left out; instead it must still be able to end that turn (PC-4.5). */
VL_RULE static const char *check_travellers(const struct pc_deck *d, const struct pc_state *s)
{
    bool turn = s->phase != PC_PHASE_TOURIST && s->phase != PC_PHASE_OVER;
    uint32_t taken = 0;
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        for (uint32_t t = 0; t < PC_TEAM; t++) {
            uint32_t cell = s->at[seat][t];
            if (cell == PC_NOWHERE) {
                if (s->open[seat] >> t & 1U)
                    return "a suitcase opens on the tableau";
                continue;
            }
            if (s->tableau[cell] == PC_NONE)
                return "a traveller stands on a card";
            if (turn && seat == s->seat)
                continue;
            if (taken >> cell & 1U)
                return "one traveller a card between turns";
            taken |= 1U << cell;
        }
        /* Seats from the starting one up to the acting one have had their turn in this round. */
        uint32_t after = (seat + s->seats - s->first) % s->seats;
        uint32_t now = ((uint32_t)s->seat + s->seats - s->first) % s->seats;
        bool moved = s->round > 1 || after < now || s->phase == PC_PHASE_OVER ||
                     (after == now && s->phase != PC_PHASE_TURN);
        if (moved && s->at[seat][0] == PC_NOWHERE)
            return "everybody is placed in the first turn";
        if (!moved && after > now && s->at[seat][0] != PC_NOWHERE)
            return "nobody is placed before the first turn";
        if (s->at[seat][1] != PC_NOWHERE && s->round < 2)
            return "the second traveller comes later";
    }
    if (s->tourist != PC_NOWHERE && (taken >> s->tourist & 1U))
        return "nobody shares a card with the tourist between turns";
    for (uint32_t t = 0; turn && t < PC_TEAM; t++)
        if ((s->open[s->seat] >> t & 1U) &&
            ((taken >> s->at[s->seat][t] & 1U) || s->at[s->seat][t] == s->tourist))
            return "no holiday is taken on a card with somebody else";
    if (s->phase == PC_PHASE_TURN && !pc_can_settle(d, s))
        return "the acting seat can settle its travellers";
    return 0;
}

/* `gaps` and `may_take` are kept although they follow from the rest, for speed: here they are
 * worked out again. A gap means that its deck is empty (PC-4.3), and two columns with gaps mean the
 * end (PC-6.1). */
VL_RULE static const char *check_table(const struct pc_deck *d, const struct pc_state *s)
{
    struct pc_state derived = *s;
    uint32_t columns = 0, empty = 0;
    pc_derive(d, &derived);
    if (derived.gaps != s->gaps || derived.may_take != s->may_take)
        return "gaps and tours within reach follow from the table";
    for (uint32_t cell = 0; cell < PC_CELLS; cell++) {
        if (!(s->gaps >> cell & 1U))
            continue;
        if (s->deck & vl_first(PC_CARDS_EACH) << (PC_CARDS_EACH * pc_column(cell)))
            return "a gap that could be filled";
        columns |= 1U << pc_column(cell);
    }
    for (uint32_t place = 0; place < PC_LINE; place++)
        if (s->line[place] == PC_NONE &&
            !(s->phase == PC_PHASE_REFILL_TOUR && place == s->waiting)) {
            if (s->tour_deck)
                return "a tour that could be replaced";
            empty++;
        }
    if (s->ending != ((columns & (columns - 1)) != 0 || empty))
        return "the end comes with gaps in two continents or in the line";
    return 0;
}

/* The refill phases wait for one cell or place, all others for none. A game ends with a round
 * (PC-6.3): the starting seat would be next, and a state that has reached a limit of PC-6.5 is
 * over. */
VL_RULE static const char *check_turn(const struct pc_state *s)
{
    bool card = s->phase == PC_PHASE_REFILL_CARD, tour = s->phase == PC_PHASE_REFILL_TOUR;
    if (s->round == 0)
        return "rounds count from 1";
    if (card && (s->waiting >= PC_CELLS || s->tableau[s->waiting] != PC_NONE ||
                 !(s->deck & vl_first(PC_CARDS_EACH) << (PC_CARDS_EACH * pc_column(s->waiting)))))
        return "a card to refill";
    if (tour && (s->waiting >= PC_LINE || s->line[s->waiting] != PC_NONE || !s->tour_deck))
        return "a tour to refill";
    if (!card && !tour && s->waiting)
        return "nothing waits";
    if (tour && !s->toured)
        return "a tour was taken in this turn";
    if ((s->phase == PC_PHASE_TOURIST || s->phase == PC_PHASE_OVER) && (s->coins || s->toured))
        return "no coins after the turn";
    if (s->phase == PC_PHASE_TOURIST && !pc_tourist_mask(s))
        return "the tourist can move";
    bool done = s->idle >= PC_IDLE_ROUNDS || s->dull >= PC_DULL_ROUNDS;
    if (s->phase == PC_PHASE_OVER ? !done && !s->ending : done)
        return "over when the end has come";
    if (s->phase == PC_PHASE_OVER && s->seat != s->first)
        return "every seat has had equally many turns";
    return 0;
}

VL_RULE const char *pc_check(const void *deck, const void *state)
{
    const struct pc_deck *d = (const struct pc_deck *)deck;
    const struct pc_state *s = (const struct pc_state *)state;
    const char *broken = check_ranges(s);
    broken = broken ? broken : check_cards(s);
    broken = broken ? broken : check_tours(d, s);
    broken = broken ? broken : check_suitcases(d, s);
    if (!broken && (s->tourist != PC_NOWHERE) != (s->seats == 3 && s->phase >= PC_PHASE_TOURS))
        broken = "the tourist travels with three seats";
    if (!broken && s->phase < PC_PHASE_TURN)
        return s->may_take ? "no tour before the first turn" : check_setting_up(s);
    broken = broken ? broken : check_turn(s);
    broken = broken ? broken : check_table(d, s);
    if (!broken && s->tourist != PC_NOWHERE && s->tableau[s->tourist] == PC_NONE)
        broken = "the tourist stands on a card";
    return broken ? broken : check_travellers(d, s);
}
