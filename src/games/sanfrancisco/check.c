/*
 * San Francisco: invariants. Portable. A state may come from outside, so everything that later
 * functions rely on is checked here.
 */
#include "games/sanfrancisco/sanfrancisco.h"

#define MASK(phase) (1U << (phase))

VL_RULE static bool in(const struct sf_state *s, uint32_t phases)
{
    return phases >> s->phase & 1U;
}

/* Numbers before masks, which are shifted by them. What is unknown belongs to views alone. Passes
 * and wipes end with their limits (SF-2.2, SF-3.7), so a state cannot have more. */
VL_RULE static const char *check_numbers(const struct sf_state *s)
{
    if (s->seats < 2 || s->seats > VL_MAX_SEATS)
        return "2 to 4 seats";
    if (s->phase < SF_DEAL || s->phase > SF_OVER || s->seat >= s->seats || s->first >= s->seats)
        return "phase and seat in range";
    if (s->passes > 2 * s->seats || (s->passes == 2 * s->seats && s->phase != SF_OVER))
        return "over after two rounds of passes";
    if (s->wipes > SF_WIPES || (s->wipes && s->phase != SF_FLIP))
        return "wipes are counted while the row is filled";
    if (s->placing > SF_SYMBOLS - SF_FIXED || s->dealt > 2 * SF_DEALT * s->seats)
        return "set-up in range";
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++) {
        if (s->unknown[seat] || s->drawn_unknown[seat] || s->tickets_unknown[seat] ||
            s->offer_unknown[seat])
            return "nothing is unknown in a state";
        if (seat >= s->seats &&
            (s->claimed[seat] || s->hand[seat] || s->known[seat] || s->drawn[seat] ||
             s->tickets[seat] || s->offer[seat] || s->tokens[seat] || s->cars[seat]))
            return "absent seats hold nothing";
    }
    return 0;
}

/* Kind by kind, byte 7 included, which must be empty: all places together have what the deck has.
 * `stock`, what the last shuffle made the deck of less what was turned up since, is the deck and
 * what the hands drew unseen (SF-8.4). */
VL_RULE static const char *check_cards(const struct sf_deck *d, const struct sf_state *s)
{
    uint32_t in_row = 0;
    for (uint32_t kind = 0; kind < 8; kind++) {
        uint32_t deck = sf_of(s->deck, kind), row = sf_of(s->row, kind);
        uint32_t count = deck + row + sf_of(s->discard, kind), stock = deck;
        for (uint32_t seat = 0; seat < s->seats; seat++) {
            count += sf_of(s->hand[seat], kind);
            stock += sf_of(s->drawn[seat], kind);
            if (sf_of(s->known[seat], kind) > sf_of(s->hand[seat], kind))
                return "what is known of a hand is in it";
        }
        in_row += row;
        if (count != sf_of(d->cards, kind))
            return "every card in exactly one place";
        if (stock != sf_of(s->stock, kind) || stock > sf_of(d->cards, kind))
            return "the deck and what was drawn from it are what was shuffled";
    }
    if (in_row > SF_ROW)
        return "at most five cards in the row";
    if (!s->deck && s->discard)
        return "an empty deck is made of the discards at once";
    bool filling = in(s, MASK(SF_DEAL) | MASK(SF_FLIP) | MASK(SF_TOKEN) | MASK(SF_OVER));
    if (in_row < SF_ROW && s->deck && !filling)
        return "the row is full while there are cards";
    return 0;
}

/* A car for every space (SF-4.4), so cars and spaces add up to twenty. With two seats a double link
 * is closed by either of them, otherwise by the seat itself (SF-4.6). */
VL_RULE static const char *check_routes(const struct sf_deck *d, const struct sf_state *s)
{
    uint64_t taken = 0;
    bool ending = false;
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        uint64_t mine = s->claimed[seat];
        uint32_t used = 0;
        if ((mine & ~d->routes) || (mine & taken))
            return "every route has at most one owner";
        taken |= mine;
        if (sf_twins(d, mine) & (s->seats == 2 ? taken : mine))
            return "no double link is claimed twice where it may not";
        for (uint64_t rest = mine; rest;)
            used += d->spaces[vl_take_lowest(&rest)];
        if (used + s->cars[seat] != SF_CARS)
            return "twenty cars, on the map or left";
        ending |= s->cars[seat] <= SF_LAST_CARS;
    }
    if (s->phase == SF_OVER)
        return s->last_turns ? "no turn after the end" : 0;
    if (ending != (s->last_turns != 0) || s->last_turns > s->seats + 1)
        return "the last turns run when a seat has two cars or fewer";
    if (s->last_turns > s->seats && !in(s, MASK(SF_TOKEN) | MASK(SF_FLIP)))
        return "the turn that brings the end is not one of the last";
    return 0;
}

/* SF-1.5 to SF-1.7: five stacks have their places, the other two are put by seats, in the order of
 * their symbols. Stack and seats together have what the number of seats says, a seat at most one of
 * a symbol. */
VL_RULE static const char *check_tokens(const struct sf_deck *d, const struct sf_state *s)
{
    uint32_t seen = 0;
    for (uint32_t place = 0; place < SF_MOST_PLACES; place++) {
        uint32_t symbol = s->symbol[place];
        if (symbol == SF_NONE)
            continue;
        if (place >= d->place_count || symbol >= SF_SYMBOLS || (seen >> symbol & 1U))
            return "every symbol in one stack";
        if (symbol < SF_FIXED && d->stack_at[symbol] != place)
            return "the five stacks lie at their places";
        seen |= 1U << symbol;
    }
    if (seen != vl_first((uint32_t)SF_SYMBOLS - s->placing))
        return "stacks are placed in order";
    for (uint32_t symbol = 0; symbol < SF_SYMBOLS; symbol++) {
        uint32_t held = 0, size = s->seats == 4 ? 3 : s->seats == 2 && symbol >= SF_FIXED ? 1 : 2;
        for (uint32_t seat = 0; seat < s->seats; seat++)
            held += s->tokens[seat] >> symbol & 1U;
        if (s->left[symbol] > size || s->left[symbol] + held != size)
            return "every token in a stack or with a seat";
    }
    for (uint32_t seat = 0; seat < s->seats; seat++)
        if (s->tokens[seat] & ~seen)
            return "tokens come from the stacks";
    return 0;
}

/* Every ticket once: in the deck, kept, offered, or put back under the deck. The queue knows who
 * put a ticket there, since that seat alone knows it (SF-8.3). */
VL_RULE static const char *check_tickets(const struct sf_deck *d, const struct sf_state *s)
{
    uint32_t all = s->ticket_deck, count = vl_count(s->ticket_deck);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        all |= s->tickets[seat] | s->offer[seat];
        count += vl_count(s->tickets[seat]) + vl_count(s->offer[seat]);
    }
    if (s->queue_length > SF_QUEUE)
        return "no more tickets under the deck than were returned";
    for (uint32_t i = 0; i < SF_QUEUE; i++) {
        bool there = i < s->queue_length;
        if (!there && (s->queue[i] != SF_NONE || s->queue_by[i] != SF_NONE))
            return "nothing beyond the end of the queue";
        if (!there)
            continue;
        if (s->queue[i] >= SF_MOST_TICKETS || s->queue_by[i] >= s->seats)
            return "tickets under the deck were put there by a seat";
        all |= 1U << s->queue[i];
        count++;
    }
    if (all != d->tickets || count != vl_count(d->tickets))
        return "every ticket in exactly one place";
    return 0;
}

/* While a seat has returned a ticket for each one kept at most, the queue cannot run over. */
VL_RULE static const char *check_returns(const struct sf_state *s)
{
    uint32_t kept = 0;
    for (uint32_t seat = 0; seat < s->seats; seat++)
        kept += vl_count(s->tickets[seat]);
    return s->queue_length > kept ? "no more tickets returned than kept" : 0;
}

/* Set-up deals two cards and then two tickets to each seat, all counted by `dealt`; then the seats
 * choose, the starter is drawn, and the stacks left over are put (SF-1.2 to SF-1.8). `placing` is 0
 * once that is done, which tells set-up from play in the phases that both have. */
VL_RULE static const char *check_setup(const struct sf_state *s)
{
    uint32_t cards = (uint32_t)SF_DEALT * s->seats, all = 2 * cards;
    if (!s->placing)
        return in(s, MASK(SF_DEAL) | MASK(SF_FIRST) | MASK(SF_PLACE)) || s->dealt != all
                   ? "set-up is over"
                   : 0;
    if (sf_taken(s) || s->passes || s->to_draw)
        return "no turn during set-up";
    if (s->first && s->phase != SF_PLACE)
        return "who starts is drawn after the tickets";
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        uint32_t due = s->dealt < cards + SF_DEALT * seat ? 0 : s->dealt - cards - SF_DEALT * seat;
        if (due > SF_DEALT)
            due = SF_DEALT;
        if (in(s, MASK(SF_KEEP) | MASK(SF_FIRST) | MASK(SF_PLACE)))
            due = s->phase == SF_KEEP && seat >= s->seat ? SF_DEALT : 0;
        if (vl_count(s->offer[seat]) != due)
            return "tickets are dealt, then chosen, in seat order";
        if (s->phase != SF_DEAL && sf_total(s->hand[seat]) != SF_DEALT)
            return "two cards for each seat";
    }
    switch (s->phase) {
    case SF_DEAL:
        return s->dealt < cards && s->seat == s->dealt / SF_DEALT && !s->row
                   ? 0
                   : "cards are dealt in seat order";
    case SF_FLIP:
        return s->dealt == cards && s->seat == 0 ? 0 : "the row follows the cards";
    case SF_TICKET:
        return s->dealt >= cards && s->dealt < all && s->seat == (s->dealt - cards) / SF_DEALT
                   ? 0
                   : "tickets are dealt in seat order";
    case SF_KEEP:
        return s->dealt == all && s->placing == 2 ? 0 : "tickets are chosen after the deal";
    case SF_FIRST:
        return s->dealt == all && s->placing == 2 && s->seat == 0
                   ? 0
                   : "who starts is drawn when the tickets are chosen";
    case SF_PLACE: {
        uint32_t after = s->seats == 2 ? 1 : s->seats - 3U + s->placing;
        return s->dealt == all && s->seat == (s->first + after) % s->seats
                   ? 0
                   : "the last seats place the stacks left over";
    }
    default:
        return "set-up comes first";
    }
}

/* SF-6.1: in play one seat at a time draws tickets, two of them, or the last one (SF-6.2). */
VL_RULE static const char *check_draw(const struct sf_state *s)
{
    uint32_t offered = 0;
    for (uint32_t seat = 0; seat < s->seats; seat++)
        offered += seat != s->seat ? vl_count(s->offer[seat]) : 0;
    uint32_t mine = vl_count(s->offer[s->seat]);
    if (s->placing)
        return 0;
    if (offered)
        return "only the seat at turn draws tickets";
    if (s->phase == SF_TICKET)
        return s->to_draw && s->to_draw + mine <= SF_DEALT && sf_tickets_left(s) >= s->to_draw
                   ? 0
                   : "tickets to draw";
    if (s->to_draw || mine != (s->phase == SF_KEEP ? SF_DEALT : 0))
        return "tickets are chosen when two are drawn";
    return 0;
}

/* `next` says what follows chance; `route` is remembered only while its token is chosen, and a
 * choice has two tokens, for a single one is taken without asking (SF-5.2). */
VL_RULE static const char *check_phase(const struct sf_deck *d, const struct sf_state *s)
{
    bool follows = in(s, MASK(SF_FLIP) | MASK(SF_BLIND));
    if (follows != (s->next != 0))
        return "something follows a card turned up or drawn, and nothing else";
    if (follows && s->placing ? s->next != SF_TICKET
                              : follows && s->next != SF_SECOND && s->next != SF_TURN)
        return "a second card or the next turn follows";
    if (in(s, MASK(SF_DEAL) | MASK(SF_FLIP) | MASK(SF_BLIND)) && !s->deck)
        return "a card to draw";
    if (s->phase == SF_FLIP && sf_total(s->row) >= SF_ROW)
        return "a place in the row";
    if (s->phase == SF_SECOND && !s->deck && !(sf_kinds(s->row) & vl_first(SF_COLOURS)))
        return "something to take as the second card";
    if (s->passes && !in(s, MASK(SF_TURN) | MASK(SF_OVER)))
        return "an action ends the passes";
    if (s->phase != SF_TOKEN)
        return s->route == SF_NONE ? 0 : "a route is remembered only for its token";
    if (s->route >= d->route_count || !vl_has(s->claimed[s->seat], s->route))
        return "the token is for a route of the seat";
    return vl_count(sf_tokens_for(d, s, s->seat, s->route)) == 2 ? 0 : "two tokens to choose from";
}

VL_RULE const char *sf_check(const void *deck, const void *state)
{
    const struct sf_deck *d = (const struct sf_deck *)deck;
    const struct sf_state *s = (const struct sf_state *)state;
    const char *broken = check_numbers(s);
    broken = broken ? broken : check_cards(d, s);
    broken = broken ? broken : check_routes(d, s);
    broken = broken ? broken : check_tokens(d, s);
    broken = broken ? broken : check_tickets(d, s);
    broken = broken ? broken : check_returns(s);
    broken = broken ? broken : check_setup(s);
    broken = broken ? broken : check_draw(s);
    broken = broken ? broken : check_phase(d, s);
    return broken;
}
