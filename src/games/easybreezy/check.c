/*
 * Easy Breezy: invariants. Portable. A state may come from outside, so everything that later
 * functions rely on is checked here.
 */
#include "games/easybreezy/easybreezy.h"

#define MASK(phase) (1U << (phase))
#define SETUP_MASK (MASK(EB_TICKER) | MASK(EB_DEAL) | MASK(EB_START))
#define REORGANIZE_MASK (MASK(EB_LAY) | MASK(EB_SWAP) | MASK(EB_SWAP_FOR) | MASK(EB_TAKE))

VL_RULE static bool in(const struct eb_state *s, uint32_t phases)
{
    return phases >> s->phase & 1U;
}

/* A flip belongs to set-up while the starting seat is still to be drawn: the first queue is turned
 * up before it (EB-1.3, EB-1.4). */
VL_RULE static bool setting_up(const struct eb_state *s)
{
    return in(s, SETUP_MASK) || (s->phase == EB_FLIP && s->after_flip == EB_START);
}

/* Numbers come first, because the later checks use them as indexes and shifts. `idle` and `turns`
 * end the game when they reach their limits (EB-6.2), so a state that is not over has less. */
VL_RULE static const char *check_numbers(const struct eb_state *s)
{
    if (s->seats < 2 || s->seats > VL_MAX_SEATS)
        return "2 to 4 seats";
    if (s->phase < EB_TICKER || s->phase > EB_OVER || s->seat >= s->seats)
        return "phase and seat in range";
    if (s->turns > EB_ROUNDS * s->seats || s->idle > 2 * s->seats || s->last_turns > s->seats)
        return "turns in range";
    if (s->phase != EB_OVER && (s->turns == EB_ROUNDS * s->seats || s->idle == 2 * s->seats))
        return "over when the turns are";
    if (s->zero[0] || s->zero[1])
        return "unused bytes are zero";
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++) {
        if (seat >= s->seats &&
            (s->hand[seat] || s->waiting[seat] || s->tickets[seat] || s->money[seat]))
            return "absent seats hold nothing";
        if (s->unknown[seat])
            return "nothing is unknown in a state";
        if (s->money[seat] > 500)
            return "no more money than the tickets bring";
    }
    return 0;
}

/* A union of all places that equals the deck says that no card is missing, and the sum of their
 * sizes that none is there twice. `seen` is what everybody has seen: all that lies open, and of a
 * hand all but the cards dealt (EB-7.2). */
VL_RULE static const char *check_cards(const struct eb_deck *d, const struct eb_state *s)
{
    uint64_t all = s->deck | s->discard, shown = s->discard;
    uint32_t count = vl_count(s->deck) + vl_count(s->discard);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        all |= s->hand[seat] | s->waiting[seat];
        shown |= s->waiting[seat];
        count += vl_count(s->hand[seat]) + vl_count(s->waiting[seat]);
        if (vl_count(s->hand[seat]) > EB_HAND)
            return "at most four cards in a hand";
        if (vl_count(s->hand[seat] & ~s->seen) > EB_DEALT)
            return "at most the two cards dealt are hidden";
    }
    for (uint32_t i = 0; i < EB_QUEUE; i++) {
        if (s->queue[i] == EB_NONE)
            continue;
        if (s->queue[i] >= EB_MOST_CARDS)
            return "the queue holds cards";
        all |= vl_bit(s->queue[i]);
        shown |= vl_bit(s->queue[i]);
        count++;
    }
    if (all != d->all || count != vl_count(d->all))
        return "every card in exactly one place";
    if ((shown & ~s->seen) || (s->seen & ~d->all))
        return "what lies open has been seen";
    return 0;
}

/* The queue is full whenever somebody chooses, unless deck and discards are both empty (EB-2.5).
 * While a ticket is drawn the places may be open: the queue is filled after it (EB-2.7). */
VL_RULE static const char *check_queue(const struct eb_state *s)
{
    uint32_t holes = 0;
    for (uint32_t i = 0; i < EB_QUEUE; i++)
        holes += s->queue[i] == EB_NONE;
    if (s->phase == EB_FLIP) {
        if (!holes || !(s->deck | s->discard))
            return "a card to flip and a place for it";
        if (s->after_flip != EB_START && s->after_flip != EB_SECOND && s->after_flip != EB_TURN)
            return "something follows a flip";
    } else if (s->after_flip) {
        return "only a flip has something to follow";
    } else if (in(s, MASK(EB_TICKER) | MASK(EB_DEAL))) {
        if (holes != EB_QUEUE || s->discard || s->seen)
            return "nothing is turned up before the queue";
    } else if (s->phase != EB_TICKET && holes && (s->deck | s->discard)) {
        return "the queue is full while there are cards";
    }
    if (s->phase == EB_SECOND && holes == EB_QUEUE)
        return "somebody to take as the second";
    return 0;
}

/* Every destination card is in the stock, in the ticker, or taken. */
VL_RULE static const char *check_destinations(const struct eb_state *s)
{
    uint32_t all = s->stock, gone = 0, count = vl_count(s->stock);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        all |= s->tickets[seat];
        count += vl_count(s->tickets[seat]);
    }
    for (uint32_t city = 0; city < EB_CITIES; city++) {
        uint32_t left = (uint32_t)s->stock >> (city * EB_TRANSPORTS) & 7U;
        bool awaited = (s->phase == EB_TICKER && city >= s->city) ||
                       (s->phase == EB_TICKET && city == s->city);
        if ((s->fare[city] == 0) != (s->transport[city] == EB_NONE))
            return "a fare for every card in the ticker";
        if (s->fare[city] == 0) {
            if (!awaited && left)
                return "a city with cards left is in the ticker";
            if (awaited && !left)
                return "a card to turn up";
            gone += !awaited;
            continue;
        }
        if (awaited || s->fare[city] > EB_TOP_FARE || s->transport[city] >= EB_TRANSPORTS)
            return "fares from 1 to 4";
        all |= 1U << (city * EB_TRANSPORTS + s->transport[city]);
        count++;
    }
    if (all != vl_first(EB_CITIES * EB_TRANSPORTS) || count != EB_CITIES * EB_TRANSPORTS)
        return "every destination card in exactly one place";
    if (s->phase != EB_OVER && (gone != 0) != (s->last_turns != 0))
        return "the last turns run when a city has left the ticker";
    return 0;
}

/* Set-up has one order: the ticker, two cards for seat after seat, the queue, the starting seat
 * (EB-1.4). So `dealt` says whose card comes next. */
VL_RULE static const char *check_setup(const struct eb_state *s)
{
    if (!setting_up(s))
        return s->dealt == EB_DEALT * s->seats ? 0 : "two cards were dealt to each seat";
    if (s->turns || s->idle || s->last_turns)
        return "no turn during set-up";
    if (s->phase == EB_TICKER)
        return s->dealt == 0 && s->seat == 0 ? 0 : "nothing is dealt before the ticker";
    if (s->phase == EB_DEAL)
        return s->dealt < EB_DEALT * s->seats && s->seat == s->dealt / EB_DEALT
                   ? 0
                   : "cards are dealt in seat order";
    return s->dealt == EB_DEALT * s->seats && s->seat == 0 ? 0 : "two cards for each seat";
}

/* A departure that has begun can be completed: a seat that announced it has the cards, and those
 * boarded leave enough above them in the ascending order of EB-4.2. */
VL_RULE static const char *check_boarding(const struct eb_deck *d, const struct eb_state *s)
{
    if (s->phase != EB_BOARD)
        return 0;
    if (s->city >= EB_CITIES || !s->fare[s->city])
        return "a departure to a city in the ticker";
    uint64_t cards = eb_travellers(d, s, s->seat, s->city);
    uint32_t seats = eb_seats(d, s, s->city);
    if ((s->chosen & ~(cards & s->seen)) || vl_count(s->chosen) >= seats)
        return "those aboard can travel";
    if (s->chosen && !(s->chosen & d->city[s->city]))
        return "the first aboard pays";
    uint64_t above = s->chosen ? vl_above(63 - __builtin_clzll(s->chosen)) : ~UINT64_C(0);
    if (!(cards & d->city[s->city]) || vl_count(cards & above) + vl_count(s->chosen) < seats)
        return "the departure can be completed";
    return 0;
}

/* What each step of a reorganize may find (EB-5.1). hand_before and waiting_before hold what the
 * seat had at its start, so that the end can see whether anything changed (EB-6.2); swaps exchange
 * cards with others, so only the number of cards stays the same, not the cards. */
VL_RULE static const char *check_reorganize(const struct eb_state *s)
{
    uint64_t hand = s->hand[s->seat], waiting = s->waiting[s->seat], others = 0;
    if (!in(s, REORGANIZE_MASK))
        return s->hand_before || s->waiting_before || s->swaps ? "only a reorganize looks back" : 0;
    for (uint32_t seat = 0; seat < s->seats; seat++)
        others |= seat == s->seat ? 0 : s->waiting[seat];
    if (vl_count(s->hand_before) > EB_HAND || (s->hand_before & s->waiting_before) ||
        vl_count(s->hand_before | s->waiting_before) != vl_count(hand | waiting))
        return "a reorganize neither gains nor loses cards";
    if (s->swaps > 2 || (s->phase != EB_TAKE && s->swaps == 2))
        return "at most two swaps";
    if (s->phase == EB_LAY && (s->swaps || (s->chosen & ~waiting) ||
                               s->chosen != (s->hand_before & ~hand) || !(hand | s->chosen)))
        return "the cards laid down wait";
    if ((s->phase == EB_SWAP || s->phase == EB_SWAP_FOR) &&
        (vl_count(s->chosen) != 2U * s->swaps || !(waiting & ~s->chosen) ||
         !(others & ~s->chosen) || (s->chosen & ~(waiting | others))))
        return "a swap is possible";
    if (s->phase == EB_SWAP_FOR &&
        (s->swap >= EB_MOST_CARDS || !vl_has(waiting, s->swap) || vl_has(s->chosen, s->swap)))
        return "the card offered waits";
    if (s->phase == EB_TAKE &&
        ((s->chosen & ~hand) || (!s->chosen && (vl_count(hand) >= EB_HAND || !waiting))))
        return "a card can be taken";
    return 0;
}

/* What no longer means anything is zero or none: equal positions have equal bytes, which hashes and
 * the search rely on. */
VL_RULE static const char *check_leftovers(const struct eb_state *s)
{
    if (s->chosen && !in(s, MASK(EB_BOARD) | REORGANIZE_MASK))
        return "nothing chosen outside a choice";
    if ((s->swap != EB_NONE) != (s->phase == EB_SWAP_FOR))
        return "a card is offered only in a swap";
    if (s->city && !in(s, MASK(EB_TICKER) | MASK(EB_TICKET) | MASK(EB_BOARD)))
        return "a city only where one is meant";
    if (s->city >= EB_CITIES)
        return "a city in range";
    return 0;
}

VL_RULE const char *eb_check(const void *deck, const void *state)
{
    const struct eb_deck *d = (const struct eb_deck *)deck;
    const struct eb_state *s = (const struct eb_state *)state;
    const char *broken = check_numbers(s);
    broken = broken ? broken : check_leftovers(s);
    broken = broken ? broken : check_cards(d, s);
    broken = broken ? broken : check_queue(s);
    broken = broken ? broken : check_destinations(s);
    broken = broken ? broken : check_setup(s);
    broken = broken ? broken : check_boarding(d, s);
    broken = broken ? broken : check_reorganize(s);
    return broken;
}
