/*
 * San Francisco: the rules. Portable (see valise/portable.h).
 *
 * What a turn offers is a handful of masks: one of cards to take, and for each way to pay (a
 * colour and a number of ferries) one of the routes that it buys. List, count and k-th move all
 * derive from them.
 */
#include "games/sanfrancisco/sanfrancisco.h"

/* Every payment that a hand may allow: 0 .. 4 ferries beside a colour, and 1 .. 5 ferries alone. */
enum { MOST_OFFERS = SF_COLOURS * SF_MOST_SPACES + SF_MOST_SPACES };

/* The payments that a hand allows and the routes that each one buys: masks, because the routes of
 * one payment are found all at once. */
struct offers {
    uint32_t count;
    uint32_t payment[MOST_OFFERS];
    uint64_t routes[MOST_OFFERS];
};

/* ---- What may be chosen ---- */

VL_RULE static inline uint32_t at_most(uint32_t value, uint32_t most)
{
    return value < most ? value : most;
}

/* SF-4.1 to SF-4.5: the routes that each payment buys, payments ascending. */
VL_RULE static inline void find_offers(const struct sf_deck *d, const struct sf_state *s,
                                       struct offers *offers)
{
    uint64_t hand = s->hand[s->seat];
    uint32_t ferries = at_most(sf_of(hand, SF_FERRY), SF_MOST_SPACES);
    uint64_t open = sf_open(d, s, s->seat) & d->up_to[at_most(s->cars[s->seat], SF_MOST_SPACES)];
    uint32_t count = 0;
    for (uint32_t kinds = sf_kinds(hand) & (uint32_t)vl_first(SF_COLOURS); kinds;
         kinds &= kinds - 1) {
        uint32_t colour = (uint32_t)__builtin_ctz(kinds), cards = sf_of(hand, colour);
        uint64_t suit = open & d->suit[colour];
        uint64_t plain = suit & ~d->ferry & d->up_to[at_most(cards, SF_MOST_SPACES)];
        offers->payment[count] = SF_PAYMENT(colour, 0);
        offers->routes[count] = plain;
        count += plain != 0;
        for (uint32_t f = 1; f <= ferries && f < SF_MOST_SPACES; f++) {
            uint64_t routes = suit & d->up_to[at_most(cards + f, SF_MOST_SPACES)] & ~d->up_to[f];
            offers->payment[count] = SF_PAYMENT(colour, f);
            offers->routes[count] = routes;
            count += routes != 0;
        }
    }
    for (uint32_t f = 1; f <= ferries; f++) {
        uint64_t routes = open & d->up_to[f] & ~d->up_to[f - 1];
        offers->payment[count] = SF_PAYMENT(SF_FERRY, f);
        offers->routes[count] = routes;
        count += routes != 0;
    }
    offers->count = count;
}

/* The row's kinds, and the deck, whose cards a view mixes with those that hands hide. */
VL_RULE static inline uint32_t take_options(const struct sf_state *s)
{
    return sf_kinds(s->row) | (uint32_t)(sf_deck_size(s) != 0) << SF_DECK;
}

/* The tickets of other seats, which a view has in `ticket_deck` too. */
VL_RULE static inline uint32_t hidden_tickets(const struct sf_state *s)
{
    uint32_t hidden = 0;
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++)
        hidden += s->tickets_unknown[seat] + (uint32_t)s->offer_unknown[seat];
    return hidden;
}

/* Whether a ticket can be drawn. */
VL_RULE static inline bool tickets_options(const struct sf_state *s)
{
    return s->queue_length || vl_count(s->ticket_deck) > hidden_tickets(s);
}

/* SF-3.2: no ferry from the row as the second card. */
VL_RULE static uint32_t second_options(const struct sf_state *s)
{
    return take_options(s) & ~(1U << SF_FERRY);
}

/* SF-1.6: any place without a stack. */
VL_RULE static uint32_t place_options(const struct sf_deck *d, const struct sf_state *s)
{
    uint32_t vacant = 0;
    for (uint32_t place = 0; place < d->place_count; place++)
        vacant |= (uint32_t)(s->symbol[place] == SF_NONE) << place;
    return vacant;
}

/* SF-6.3: what was put under the deck comes last, in its order. */
VL_RULE static uint32_t ticket_options(const struct sf_state *s)
{
    return s->ticket_deck ? s->ticket_deck : 1U << s->queue[0];
}

/* SF-5.1: at either end, of a symbol that the seat does not have yet. */
VL_RULE uint32_t sf_tokens_for(const struct sf_deck *d, const struct sf_state *s, uint32_t seat,
                               uint32_t route)
{
    uint32_t symbols = 0;
    for (uint32_t e = 0; e < 2; e++) {
        uint32_t symbol = s->symbol[d->end[route][e]];
        if (symbol != SF_NONE && s->left[symbol])
            symbols |= 1U << symbol;
    }
    return symbols & ~(uint32_t)s->tokens[seat];
}

VL_RULE uint32_t sf_tickets_left(const struct sf_state *s)
{
    uint32_t hidden = hidden_tickets(s);
    for (uint32_t i = 0; i < s->queue_length; i++)
        hidden += s->queue[i] == SF_NONE;
    return vl_count(s->ticket_deck) - hidden + s->queue_length;
}

VL_RULE uint32_t sf_deck_size(const struct sf_state *s)
{
    uint32_t hidden = 0;
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++)
        hidden += s->unknown[seat];
    return sf_total(s->deck) - hidden;
}

/* ---- What follows ---- */

VL_RULE void sf_start(const void *deck, const struct vl_setup *setup, void *state)
{
    const struct sf_deck *d = (const struct sf_deck *)deck;
    struct sf_state *s = (struct sf_state *)state;
    vl_memset(s, 0, sizeof *s);
    vl_memset(s->queue, SF_NONE, sizeof s->queue);
    vl_memset(s->queue_by, SF_NONE, sizeof s->queue_by);
    vl_memset(s->symbol, SF_NONE, sizeof s->symbol);
    s->seats = setup->seats;
    s->deck = s->stock = d->cards;
    s->ticket_deck = d->tickets;
    for (uint32_t symbol = 0; symbol < SF_SYMBOLS; symbol++) { /* SF-1.5, SF-1.7 */
        bool single = s->seats == 2 && symbol >= SF_FIXED;
        s->left[symbol] = (uint8_t)(s->seats == 4 ? 3 : single ? 1 : 2);
        if (symbol < SF_FIXED)
            s->symbol[d->stack_at[symbol]] = (uint8_t)symbol;
    }
    for (uint32_t seat = 0; seat < s->seats; seat++)
        s->cars[seat] = SF_CARS;
    s->placing = SF_SYMBOLS - SF_FIXED;
    s->route = SF_NONE;
    s->phase = SF_DEAL;
}

VL_RULE int sf_to_act(const void *state)
{
    const struct sf_state *s = (const struct sf_state *)state;
    const uint32_t chance =
        1U << SF_DEAL | 1U << SF_FLIP | 1U << SF_TICKET | 1U << SF_FIRST | 1U << SF_BLIND;
    if (chance >> s->phase & 1U)
        return VL_CHANCE;
    return s->phase == SF_OVER ? (int)VL_OVER : (int)s->seat;
}

VL_RULE static void end_turn(struct sf_state *s)
{
    bool over = s->passes >= 2 * s->seats; /* SF-2.2 */
    if (s->last_turns && --s->last_turns == 0)
        over = true;
    s->next = 0;
    s->phase = over ? SF_OVER : SF_TURN;
    s->seat = (uint8_t)(s->seat + 1 == s->seats ? 0 : s->seat + 1);
}

/* SF-3.5: the moment the deck is empty. What it is made of, everybody has seen (SF-8.4). */
VL_RULE static inline void shuffle_if_empty(struct sf_state *s)
{
    if (s->deck || !s->discard)
        return;
    s->deck = s->stock = s->discard;
    s->discard = 0;
    vl_memset(s->drawn, 0, sizeof s->drawn);
}

/* The row is as full as it can be: on with what was to follow. */
VL_RULE static void row_done(struct sf_state *s)
{
    uint8_t next = s->next;
    s->wipes = 0;
    s->next = 0;
    s->phase = next;
    if (next == SF_TURN || (next == SF_SECOND && !second_options(s))) /* SF-3.4 */
        end_turn(s);
}

/* SF-3.1: fills the row card by card, then goes on with `next`. SF_TURN stands for the end of the
 * turn. */
VL_RULE static void fill_row(struct sf_state *s, uint8_t next)
{
    s->next = next;
    if (sf_total(s->row) < SF_ROW && s->deck)
        s->phase = SF_FLIP;
    else
        row_done(s);
}

/* SF-3.6 and SF-3.7: three ferries in a whole row, and a chance of better. */
VL_RULE static bool wipe_due(const struct sf_state *s)
{
    uint32_t ferries = sf_of(s->row, SF_FERRY);
    if (sf_total(s->row) < SF_ROW || ferries < 3 || s->wipes == SF_WIPES)
        return false;
    uint32_t about = SF_ROW + sf_total(s->deck) + sf_total(s->discard);
    return about - ferries - sf_of(s->discard, SF_FERRY) >= 3;
}

/* A card is turned up into the row. Where three ferries then lie there, the whole row is discarded
 * and filled again (SF-3.6), which may call for a shuffle of its own. */
VL_RULE static void flip(struct sf_state *s, uint32_t kind)
{
    s->deck -= sf_cards(kind, 1);
    s->stock -= sf_cards(kind, 1);
    s->row += sf_cards(kind, 1);
    shuffle_if_empty(s);
    if (wipe_due(s)) {
        s->discard += s->row;
        s->row = 0;
        s->wipes++;
        shuffle_if_empty(s);
    }
    fill_row(s, s->next);
}

/* A card that nobody else sees. `drawn` keeps it until the next shuffle: what the hands have drawn
 * and what the deck still has add up to `stock`, which everybody can work out (SF-8.4). */
VL_RULE static void draw_unseen(struct sf_state *s, uint32_t kind)
{
    s->deck -= sf_cards(kind, 1);
    s->hand[s->seat] += sf_cards(kind, 1);
    s->drawn[s->seat] += sf_cards(kind, 1);
    shuffle_if_empty(s);
}

/* SF-1.2, then the row (SF-1.3) and the tickets (SF-1.4). */
VL_RULE static void deal(struct sf_state *s, uint32_t kind)
{
    draw_unseen(s, kind);
    s->dealt++;
    s->seat = s->dealt / SF_DEALT;
    if (s->seat == s->seats) {
        s->seat = 0;
        fill_row(s, SF_TICKET);
    }
}

VL_RULE static void card(struct sf_state *s, uint32_t kind)
{
    if (s->phase == SF_FLIP) {
        flip(s, kind);
    } else if (s->phase == SF_BLIND) {
        draw_unseen(s, kind);
        row_done(s);
    } else {
        deal(s, kind);
    }
}

/* SF-3.1, SF-3.2: a ferry from the row is the only card of its turn. For a card from the deck
 * chance draws first. A card taken from the row stays known to all (SF-8.2). */
VL_RULE static void take(struct sf_state *s, uint32_t kind)
{
    uint8_t next = s->phase == SF_SECOND || kind == SF_FERRY ? SF_TURN : SF_SECOND;
    s->passes = 0;
    if (kind == SF_DECK) {
        s->next = s->phase == SF_SECOND ? SF_TURN : SF_SECOND;
        s->phase = SF_BLIND;
        return;
    }
    s->row -= sf_cards(kind, 1);
    s->hand[s->seat] += sf_cards(kind, 1);
    s->known[s->seat] += sf_cards(kind, 1);
    fill_row(s, next);
}

/* SF-5.1; the row is filled afterwards, so that a claim ends like a draw. */
VL_RULE static void take_token(struct sf_state *s, uint32_t symbol)
{
    s->left[symbol]--;
    s->tokens[s->seat] = (uint8_t)(s->tokens[s->seat] | 1U << symbol);
    s->route = SF_NONE;
    fill_row(s, SF_TURN);
}

/* SF-4.1, SF-5.1: pays, puts the cars on the route, and takes a token; only where both ends offer
 * one is there a choice. */
VL_RULE static void claim(const struct sf_deck *d, struct sf_state *s, uint32_t arg)
{
    uint32_t route = SF_ROUTE_OF(arg), ferries = SF_FERRIES_OF(arg), spaces = d->spaces[route];
    uint64_t cost = sf_cards(SF_FERRY, ferries) + sf_cards(SF_COLOUR_OF(arg), spaces - ferries);
    uint32_t seat = s->seat;
    s->passes = 0;
    s->hand[seat] -= cost;
    s->known[seat] = sf_less(s->known[seat], cost); /* SF-8.2 */
    s->discard += cost;
    shuffle_if_empty(s);
    s->claimed[seat] |= vl_bit(route);
    s->cars[seat] = (uint8_t)(s->cars[seat] - spaces);
    if (s->cars[seat] <= SF_LAST_CARS && !s->last_turns)
        s->last_turns = (uint8_t)(s->seats + 1); /* this turn, and one more for all (SF-7.1) */
    uint32_t symbols = sf_tokens_for(d, s, seat, route);
    if (symbols & (symbols - 1)) {
        s->route = (uint8_t)route;
        s->phase = SF_TOKEN;
    } else if (symbols) {
        take_token(s, (uint32_t)__builtin_ctz(symbols));
    } else {
        fill_row(s, SF_TURN);
    }
}

/* SF-6.1, SF-6.2: two, or the last one. */
VL_RULE static void draw_tickets(struct sf_state *s)
{
    s->passes = 0;
    s->to_draw = (uint8_t)at_most(sf_tickets_left(s), SF_DEALT);
    s->phase = SF_TICKET;
}

/* From the deck, or from those put under it, the first one first (SF-6.3). A single last ticket is
 * kept without a choice (SF-6.2). */
VL_RULE static void get_ticket(struct sf_state *s, uint32_t ticket)
{
    if (s->ticket_deck) {
        s->ticket_deck &= ~(1U << ticket);
    } else {
        s->queue_length--;
        for (uint32_t i = 0; i < s->queue_length; i++) {
            s->queue[i] = s->queue[i + 1];
            s->queue_by[i] = s->queue_by[i + 1];
        }
        s->queue[s->queue_length] = s->queue_by[s->queue_length] = SF_NONE;
    }
    s->offer[s->seat] |= 1U << ticket;
    if (s->placing) { /* set-up: two for each seat, then the first seat chooses */
        s->dealt++;
        s->seat = (uint8_t)(s->dealt / SF_DEALT - s->seats);
        if (s->seat == s->seats) {
            s->seat = 0;
            s->phase = SF_KEEP;
        }
    } else if (--s->to_draw == 0) {
        s->phase = SF_KEEP;
        if (vl_count(s->offer[s->seat]) == 1) { /* SF-6.2 */
            s->tickets[s->seat] |= s->offer[s->seat];
            s->offer[s->seat] = 0;
            end_turn(s);
        }
    }
}

/* SF-6.1: what is not kept goes under the deck, behind what lies there, and its seat remembers it
 * (SF-8.3). At set-up the next seat chooses, then the starter is drawn (SF-1.8). */
VL_RULE static void keep(struct sf_state *s, uint32_t kept)
{
    uint32_t returned = s->offer[s->seat] & ~kept;
    s->tickets[s->seat] |= kept;
    s->offer[s->seat] = 0;
    if (returned) {
        s->queue[s->queue_length] = (uint8_t)vl_lowest(returned);
        s->queue_by[s->queue_length] = s->seat;
        s->queue_length++;
    }
    if (!s->placing) {
        end_turn(s);
    } else if (++s->seat == s->seats) {
        s->seat = 0;
        s->phase = SF_FIRST;
    }
}

/* Seats are numbered round the table, turns go on from there. */
VL_RULE static inline uint8_t seat_after(const struct sf_state *s, uint32_t seat, uint32_t by)
{
    return (uint8_t)(seat + by < s->seats ? seat + by : seat + by - s->seats);
}

/* SF-1.8; then SF-1.6: the last seat places first. */
VL_RULE static void starts(struct sf_state *s, uint32_t seat)
{
    s->first = (uint8_t)seat;
    s->seat = seat_after(s, seat, s->seats - 1U);
    s->phase = SF_PLACE;
}

/* SF-1.6: the last seat, then the one before it, each a stack; then the starter begins. */
VL_RULE static void put(struct sf_state *s, uint32_t place)
{
    s->symbol[place] = (uint8_t)(SF_SYMBOLS - s->placing);
    if (--s->placing == 0) {
        s->seat = s->first;
        s->phase = SF_TURN;
    } else if (s->seats > 2) { /* SF-1.7: with two seats the second puts both */
        s->seat = seat_after(s, s->seat, s->seats - 1U);
    }
}

VL_RULE static inline void apply(const struct sf_deck *d, struct sf_state *s, vl_move move)
{
    uint32_t arg = VL_MOVE_ARG(move);
    switch (VL_MOVE_KIND(move)) {
    case SF_CARD:
        card(s, arg);
        return;
    case SF_TAKE:
        take(s, arg);
        return;
    case SF_CLAIM:
        claim(d, s, arg);
        return;
    case SF_GET_TICKET:
        get_ticket(s, arg);
        return;
    case SF_TICKETS:
        draw_tickets(s);
        return;
    case SF_KEEP_ONE:
        keep(s, 1U << arg);
        return;
    case SF_KEEP_TWO:
        keep(s, s->offer[s->seat]);
        return;
    case SF_PUT:
        put(s, arg);
        return;
    case SF_PICK:
        take_token(s, arg);
        return;
    case SF_STARTS:
        starts(s, arg);
        return;
    case SF_PASS:
        s->passes++; /* SF-2.2: in a row; every action sets it back */
        end_turn(s);
        return;
    default:
        VL_UNREACHABLE();
    }
}

VL_RULE void sf_apply(const void *deck, void *state, vl_move move)
{
    apply((const struct sf_deck *)deck, (struct sf_state *)state, move);
}

/* ---- Lists and random moves ---- */

VL_RULE static uint32_t list_turn(const struct sf_deck *d, const struct sf_state *s, vl_move *moves)
{
    struct offers offers;
    uint32_t count = vl_list_moves(SF_TAKE, take_options(s), moves);
    find_offers(d, s, &offers);
    for (uint32_t i = 0; i < offers.count; i++) {
        uint64_t routes = offers.routes[i];
        while (routes)
            moves[count++] = VL_MOVE(SF_CLAIM, offers.payment[i] | vl_take_lowest(&routes));
    }
    if (tickets_options(s))
        moves[count++] = VL_MOVE(SF_TICKETS, 0);
    if (count == 0)
        moves[count++] = VL_MOVE(SF_PASS, 0);
    return count;
}

/* The lower ticket stands in the lower byte, so that a pair has one move. */
VL_RULE static vl_move keep_both(uint32_t offer)
{
    uint32_t low = vl_lowest(offer), high = vl_lowest(offer & (offer - 1));
    return VL_MOVE(SF_KEEP_TWO, high << 8 | low);
}

VL_RULE static uint32_t list_keep(const struct sf_state *s, vl_move *moves)
{
    uint32_t offer = s->offer[s->seat], count = vl_list_moves(SF_KEEP_ONE, offer, moves);
    if (count == 2)
        moves[count++] = keep_both(offer);
    return count;
}

VL_RULE uint32_t sf_legal_moves(const void *deck, const void *state, vl_move *moves)
{
    const struct sf_deck *d = (const struct sf_deck *)deck;
    const struct sf_state *s = (const struct sf_state *)state;
    switch (s->phase) {
    case SF_TURN:
        return list_turn(d, s, moves);
    case SF_SECOND:
        return vl_list_moves(SF_TAKE, second_options(s), moves);
    case SF_DEAL:
    case SF_FLIP:
    case SF_BLIND:
        return vl_list_moves(SF_CARD, sf_kinds(s->deck), moves);
    case SF_TICKET:
        return vl_list_moves(SF_GET_TICKET, ticket_options(s), moves);
    case SF_KEEP:
        return list_keep(s, moves);
    case SF_FIRST:
        return vl_list_moves(SF_STARTS, vl_first(s->seats), moves);
    case SF_PLACE:
        return vl_list_moves(SF_PUT, place_options(d, s), moves);
    case SF_TOKEN:
        return vl_list_moves(SF_PICK, sf_tokens_for(d, s, s->seat, s->route), moves);
    default:
        return 0;
    }
}

/* The k-th move of list_turn without making the list: counts are popcounts of the same masks, in
 * the same order. */
VL_RULE static vl_move pick_turn(const struct sf_deck *d, const struct sf_state *s,
                                 struct vl_rng *rng)
{
    struct offers offers;
    uint32_t takes = take_options(s), count = vl_count(takes), tickets = tickets_options(s);
    find_offers(d, s, &offers);
    uint32_t claims = 0;
    for (uint32_t i = 0; i < offers.count; i++)
        claims += vl_count(offers.routes[i]);
    if (count + claims + tickets == 0)
        return VL_MOVE(SF_PASS, 0);
    uint32_t k = vl_rng_below(rng, count + claims + tickets);
    if (k < count)
        return VL_MOVE(SF_TAKE, vl_nth(takes, k));
    k -= count;
    for (uint32_t i = 0; i < offers.count; i++) {
        uint32_t routes = vl_count(offers.routes[i]);
        if (k < routes)
            return VL_MOVE(SF_CLAIM, offers.payment[i] | vl_nth(offers.routes[i], k));
        k -= routes;
    }
    return VL_MOVE(SF_TICKETS, 0);
}

/* Cards are alike within a kind: a kind is as likely as it has cards. */
VL_RULE static inline vl_move pick(const struct sf_deck *d, const struct sf_state *s,
                                   struct vl_rng *rng)
{
    switch (s->phase) {
    case SF_DEAL:
    case SF_FLIP:
    case SF_BLIND:
        return VL_MOVE(SF_CARD, sf_nth(s->deck, vl_rng_below(rng, sf_total(s->deck))));
    case SF_TURN:
        return pick_turn(d, s, rng);
    case SF_SECOND:
        return VL_MOVE(SF_TAKE, vl_choose(second_options(s), rng));
    case SF_TICKET:
        return VL_MOVE(SF_GET_TICKET, vl_choose(ticket_options(s), rng));
    case SF_KEEP: {
        uint32_t k = vl_rng_below(rng, 3), offer = s->offer[s->seat];
        return k == 2 ? keep_both(offer) : VL_MOVE(SF_KEEP_ONE, vl_nth(offer, k));
    }
    case SF_FIRST:
        return VL_MOVE(SF_STARTS, vl_rng_below(rng, s->seats));
    case SF_PLACE:
        return VL_MOVE(SF_PUT, vl_choose(place_options(d, s), rng));
    case SF_TOKEN:
        return VL_MOVE(SF_PICK, vl_choose(sf_tokens_for(d, s, s->seat, s->route), rng));
    default:
        VL_UNREACHABLE();
    }
}

VL_RULE vl_move sf_pick(const void *deck, const void *state, struct vl_rng *rng)
{
    return pick((const struct sf_deck *)deck, (const struct sf_state *)state, rng);
}

VL_RULE vl_move sf_sample_chance(const void *deck, const void *state, struct vl_rng *rng)
{
    return pick((const struct sf_deck *)deck, (const struct sf_state *)state, rng);
}

VL_RULE uint32_t sf_playout(const void *deck, void *state, struct vl_rng *rng)
{
    const struct sf_deck *d = (const struct sf_deck *)deck;
    struct sf_state *s = (struct sf_state *)state;
    struct vl_rng own = *rng; /* in registers, not behind a pointer */
    uint32_t moves = 0;
    for (; s->phase != SF_OVER; moves++)
        apply(d, s, pick(d, s, &own));
    *rng = own;
    return moves;
}

/* ---- The score ---- */

VL_RULE int32_t sf_route_points(uint32_t spaces)
{
    static const uint8_t points[SF_MOST_SPACES + 1] = {0, 1, 2, 4, 7, 10};
    return points[spaces];
}

VL_RULE int32_t sf_token_points(uint32_t tokens)
{
    static const uint8_t points[SF_SYMBOLS + 1] = {0, 0, 1, 2, 4, 6, 9, 12};
    return points[tokens];
}

/* A flood over the routes: each place is left once, and its routes are struck off. */
VL_RULE uint32_t sf_reach(const struct sf_deck *d, uint64_t routes, uint32_t place)
{
    uint32_t reached = 1U << place, frontier = reached;
    while (frontier) {
        uint32_t from = (uint32_t)__builtin_ctz(frontier);
        frontier &= frontier - 1;
        for (uint64_t rest = routes & d->at[from]; rest;) {
            uint32_t route = vl_take_lowest(&rest);
            uint32_t fresh = (1U << d->end[route][0] | 1U << d->end[route][1]) & ~reached;
            reached |= fresh;
            frontier |= fresh;
        }
        routes &= ~d->at[from];
    }
    return reached;
}

VL_RULE uint32_t sf_completed(const struct sf_deck *d, uint64_t routes, uint32_t tickets)
{
    uint32_t completed = 0;
    for (uint64_t rest = tickets; rest;) {
        uint32_t ticket = vl_take_lowest(&rest);
        uint32_t reached = sf_reach(d, routes, d->ticket_end[ticket][0]);
        completed |= (reached >> d->ticket_end[ticket][1] & 1U) << ticket;
    }
    return completed;
}

/* SF-7.2 to SF-7.4. In a view the tickets of others are hidden and count nothing; before the end a
 * ticket that is not completed counts against its seat already. */
VL_RULE void sf_score(const void *deck, const void *state, struct vl_score *score)
{
    const struct sf_deck *d = (const struct sf_deck *)deck;
    const struct sf_state *s = (const struct sf_state *)state;
    int32_t completed_count[VL_MAX_SEATS];
    vl_memset(score, 0, sizeof *score);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        int32_t *detail = score->detail[seat];
        uint32_t completed = sf_completed(d, s->claimed[seat], s->tickets[seat]);
        for (uint64_t rest = s->claimed[seat]; rest;)
            detail[0] += sf_route_points(d->spaces[vl_take_lowest(&rest)]);
        for (uint64_t rest = s->tickets[seat]; rest;) {
            uint32_t ticket = vl_take_lowest(&rest);
            detail[1] += vl_has(completed, ticket) ? d->worth[ticket] : -d->worth[ticket];
        }
        detail[2] = sf_token_points(vl_count(s->tokens[seat]));
        score->points[seat] = detail[0] + detail[1] + detail[2];
        completed_count[seat] = (int32_t)vl_count(completed);
    }
    vl_rank(s->seats, score->points, completed_count, score->rank);
}
