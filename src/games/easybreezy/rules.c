/*
 * Easy Breezy: the rules. Portable (see valise/portable.h).
 *
 * Every phase has its choices, as one mask, and what a choice leads to: the table PHASES below puts
 * the two side by side. List, k-th move, chance outcome and playout all derive from it.
 */
#include "games/easybreezy/easybreezy.h"

#define DONE_BIT (UINT64_C(1) << EB_DONE)

VL_RULE static int highest(uint64_t set)
{
    return set ? 63 - __builtin_clzll(set) : -1;
}

/*
 * The queue is read and written as one word, which compilers make of the four bytes: a word read
 * right after a single byte of it was written would have to wait for the write.
 */
VL_RULE static uint32_t queue_word(const struct eb_state *s)
{
    return (uint32_t)s->queue[0] | (uint32_t)s->queue[1] << 8 | (uint32_t)s->queue[2] << 16 |
           (uint32_t)s->queue[3] << 24;
}

VL_RULE static void set_queue(struct eb_state *s, uint32_t slot, uint32_t card)
{
    uint32_t word = (queue_word(s) & ~(0xFFU << 8 * slot)) | card << 8 * slot;
    s->queue[0] = (uint8_t)word;
    s->queue[1] = (uint8_t)(word >> 8);
    s->queue[2] = (uint8_t)(word >> 16);
    s->queue[3] = (uint8_t)(word >> 24);
}

VL_RULE static uint64_t queue_slots(const struct eb_state *s)
{
    /* Only EB_NONE has its highest bit set; the product gathers the four bits side by side. */
    return ((~queue_word(s) >> 7 & 0x01010101U) * 0x01020408U) >> 24;
}

/* EB-4.1, EB-4.4: a departure needs a full card and at least one paying passenger. */
VL_RULE static uint64_t turn_options(const struct eb_deck *d, const struct eb_state *s)
{
    uint64_t mask = queue_slots(s) | vl_bit(EB_REORGANIZE);
    uint64_t cards = s->hand[s->seat] | s->waiting[s->seat];
    uint32_t riders = vl_count(cards & d->riders);
    for (uint32_t city = 0; city < EB_CITIES; city++) {
        uint32_t paying = vl_count(cards & d->city[city]);
        bool full = paying + riders >= eb_seats(d, s, city);
        mask |= (uint64_t)(full & (paying != 0)) << (EB_DEPART + city);
    }
    return mask;
}

/*
 * EB-4.2: boarding in ascending order. The first to board pays (passengers have the lower
 * numbers), and enough cards must remain above the one chosen to fill the seats.
 */
VL_RULE static uint64_t board_options(const struct eb_deck *d, const struct eb_state *s)
{
    uint64_t cards = eb_travellers(d, s, s->seat, s->city) & vl_above(highest(s->chosen));
    uint32_t needed = eb_seats(d, s, s->city) - vl_count(s->chosen);
    uint64_t mask = vl_smallest(cards, vl_count(cards) - (needed - 1));
    return s->chosen ? mask : mask & d->city[s->city];
}

/* EB-5.3: what a swap may get; the acting seat itself is left out. */
VL_RULE static uint64_t others_waiting(const struct eb_state *s)
{
    uint64_t cards = 0;
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++)
        if (seat != s->seat)
            cards |= s->waiting[seat];
    return cards;
}

/* EB-5.3: the two cards of a swap stay put in the next. */
VL_RULE static uint64_t swap_options(const struct eb_state *s)
{
    return s->waiting[s->seat] & ~s->chosen;
}

/* EB-5.2, in ascending order: those laid down have left the hand, so `chosen` remembers the
 * highest. */
VL_RULE static uint64_t lay_options(const struct eb_state *s)
{
    return s->hand[s->seat] & vl_above(highest(s->chosen));
}

/* EB-5.4, in ascending order. A hand with four cards takes none, and then the step is passed
 * over. */
VL_RULE static uint64_t take_options(const struct eb_state *s)
{
    if (vl_count(s->hand[s->seat]) >= EB_HAND)
        return 0;
    return s->waiting[s->seat] & vl_above(highest(s->chosen));
}

/* The destination cards that are left for the city of this departure: three bits of the stock. */
VL_RULE static uint64_t ticket_options(const struct eb_state *s)
{
    return (uint64_t)(s->stock >> (s->city * EB_TRANSPORTS)) & vl_first(EB_TRANSPORTS);
}

/* EB-2.5: from the deck, or from the discards when it is empty. */
VL_RULE static uint64_t flip_options(const struct eb_state *s)
{
    return s->deck ? s->deck : s->discard;
}

VL_RULE void eb_start(const void *deck, const struct vl_setup *setup, void *state)
{
    struct eb_state *s = (struct eb_state *)state;
    vl_memset(s, 0, sizeof *s);
    vl_memset(s->queue, EB_NONE, sizeof s->queue);
    vl_memset(s->transport, EB_NONE, sizeof s->transport);
    s->deck = ((const struct eb_deck *)deck)->all;
    s->stock = (uint16_t)vl_first(EB_CITIES * EB_TRANSPORTS);
    s->seats = setup->seats;
    s->phase = EB_TICKER;
    s->swap = EB_NONE;
}

VL_RULE int eb_to_act(const void *state)
{
    const struct eb_state *s = (const struct eb_state *)state;
    const uint32_t chance =
        1U << EB_TICKER | 1U << EB_DEAL | 1U << EB_FLIP | 1U << EB_START | 1U << EB_TICKET;
    if (chance >> s->phase & 1U)
        return VL_CHANCE;
    return s->phase == EB_OVER ? VL_OVER : (int)s->seat;
}

/* EB-2.1, EB-6.1, EB-6.2: the next seat, unless the last turns are used up or nothing has happened
 * for two rounds. A hundred rounds are the bound that makes every game finite. */
VL_RULE static void end_turn(struct eb_state *s)
{
    s->turns++;
    bool over = s->idle >= 2 * s->seats || s->turns >= EB_ROUNDS * s->seats;
    if (s->last_turns && --s->last_turns == 0)
        over = true;
    s->phase = over ? EB_OVER : EB_TURN;
    s->seat = (uint8_t)(s->seat + 1 == s->seats ? 0 : s->seat + 1);
}

/* What follows when the queue is as full as it gets. */
VL_RULE static void go_on(struct eb_state *s, uint8_t next)
{
    s->after_flip = 0;
    if (next == EB_TURN)
        end_turn(s);
    else
        s->phase = next;
}

/* EB-2.5: fills the queue if there are cards, then goes on with what was to follow. */
VL_RULE static void flip_then(struct eb_state *s, uint8_t next)
{
    uint64_t slots = queue_slots(s);
    if (slots != vl_first(EB_QUEUE) && (s->deck | s->discard)) {
        s->phase = EB_FLIP;
        s->after_flip = next;
        return;
    }
    if (next == EB_SECOND && slots == 0)
        next = EB_TURN; /* nobody left to take */
    go_on(s, next);
}

/* EB-3.1, EB-3.4: the card goes to the hand while there is room, else to the waiting area; its
 * place is filled before the turn goes on. */
VL_RULE static void recruit(struct eb_state *s, uint32_t slot, uint8_t next)
{
    uint64_t card = vl_bit(s->queue[slot]);
    set_queue(s, slot, EB_NONE);
    if (vl_count(s->hand[s->seat]) < EB_HAND)
        s->hand[s->seat] |= card;
    else
        s->waiting[s->seat] |= card;
    s->idle = 0;
    flip_then(s, next);
}

/* EB-2.5: a newcomer for the lowest empty place. The discards become the deck only now, when a card
 * must be drawn, so that the deck may stay empty between turns. */
VL_RULE static void flip(const struct eb_deck *d, struct eb_state *s, uint32_t card)
{
    uint64_t slots = queue_slots(s);
    if (!s->deck) {
        s->deck = s->discard;
        s->discard = 0;
    }
    s->deck &= ~vl_bit(card);
    s->seen |= vl_bit(card);
    set_queue(s, vl_lowest(~slots), card);
    /* EB-2.6, without a branch: whether a newcomer raises a fare cannot be foreseen. */
    uint32_t city = d->raises[card];
    uint8_t *fare = &s->fare[city % EB_CITIES];
    *fare = (uint8_t)(*fare + ((city != EB_NONE) & (*fare != 0) & (*fare < EB_TOP_FARE)));
    slots |= slots + 1; /* the lowest place is taken now */
    if (slots == vl_first(EB_QUEUE) || !(s->deck | s->discard))
        go_on(s, s->after_flip);
}

/* The last seat is filled: money, card, and the city starts again or leaves the ticker. */
VL_RULE static void leave(const struct eb_deck *d, struct eb_state *s)
{
    uint32_t city = s->city, ticket = city * EB_TRANSPORTS + s->transport[city];
    s->money[s->seat] =
        (uint16_t)(s->money[s->seat] + s->fare[city] * vl_count(s->chosen & d->city[city]));
    s->tickets[s->seat] = (uint16_t)(s->tickets[s->seat] | 1U << ticket);
    s->hand[s->seat] &= ~s->chosen;
    s->waiting[s->seat] &= ~s->chosen;
    s->discard |= s->chosen;
    s->chosen = 0;
    s->idle = 0;
    s->fare[city] = 0;
    s->transport[city] = EB_NONE;
    if ((uint32_t)s->stock >> (city * EB_TRANSPORTS) & 7U) {
        s->phase = EB_TICKET;
        return;
    }
    s->city = 0;
    if (!s->last_turns)
        s->last_turns = s->seats; /* this turn, and one more for every other seat (EB-6.1) */
    flip_then(s, EB_TURN);
}

/* EB-4.2: everybody sees who boards, also where the departure is not complete yet. */
VL_RULE static void board(const struct eb_deck *d, struct eb_state *s, uint32_t card)
{
    s->chosen |= vl_bit(card);
    s->seen |= vl_bit(card);
    if (vl_count(s->chosen) == eb_seats(d, s, s->city))
        leave(d, s);
}

/* A destination card at $1: one for each city at set-up (EB-1.1), later for the city just left
 * (EB-4.5), and then the queue is filled again (EB-2.7). */
VL_RULE static void turn_up(struct eb_state *s, uint32_t transport)
{
    uint32_t city = s->city;
    s->stock = (uint16_t)(s->stock & ~(1U << (city * EB_TRANSPORTS + transport)));
    s->transport[city] = (uint8_t)transport;
    s->fare[city] = 1;
    if (s->phase == EB_TICKET) {
        s->city = 0;
        flip_then(s, EB_TURN);
        return;
    }
    s->city = (uint8_t)(city + 1);
    if (s->city == EB_CITIES) {
        s->city = 0;
        s->phase = EB_DEAL;
    }
}

/* EB-1.2: two cards for one seat after the other; then the queue is turned up (EB-1.3). */
VL_RULE static void deal(struct eb_state *s, uint32_t card)
{
    s->deck &= ~vl_bit(card);
    s->hand[s->seat] |= vl_bit(card);
    s->dealt++;
    s->seat = s->dealt / EB_DEALT;
    if (s->seat == s->seats) {
        s->seat = 0;
        s->phase = EB_FLIP;
        s->after_flip = EB_START;
    }
}

/* EB-6.2: a reorganize that changes nothing is counted. Two full rounds of them end the game, which
 * could go on for ever otherwise. */
VL_RULE static void end_reorganize(struct eb_state *s)
{
    bool same = s->hand[s->seat] == s->hand_before && s->waiting[s->seat] == s->waiting_before;
    s->idle = (uint8_t)(same ? s->idle + 1 : 0);
    s->hand_before = s->waiting_before = s->chosen = 0;
    s->swaps = 0;
    end_turn(s);
}

/*
 * Goes to a step of a reorganize (EB-5.1), passing over those that begin without a choice. A set
 * that has begun is closed by "done", even with nothing left to add.
 */
VL_RULE static void reorganize_from(struct eb_state *s, uint8_t phase)
{
    s->phase = phase;
    if (s->phase == EB_LAY && !s->hand[s->seat])
        s->phase = EB_SWAP;
    if (s->phase == EB_SWAP &&
        (s->swaps == 2 || !swap_options(s) || !(others_waiting(s) & ~s->chosen))) {
        s->phase = EB_TAKE;
        s->chosen = 0;
    }
    if (s->phase == EB_TAKE && !take_options(s))
        end_reorganize(s);
}

/* EB-5.2: a card laid down lies open, so everybody has seen it from now on (EB-7.2), also when it
 * goes back to the hand later. */
VL_RULE static void lay(struct eb_state *s, uint32_t card)
{
    uint64_t bit = vl_bit(card);
    if (card == EB_DONE) {
        s->chosen = 0;
        reorganize_from(s, EB_SWAP);
        return;
    }
    s->hand[s->seat] &= ~bit;
    s->waiting[s->seat] |= bit;
    s->seen |= bit;
    s->chosen |= bit;
}

/* EB-5.3: the own card first; the card of another seat follows in a phase of its own. */
VL_RULE static void swap(struct eb_state *s, uint32_t card)
{
    if (card == EB_DONE) {
        s->chosen = 0;
        reorganize_from(s, EB_TAKE);
        return;
    }
    s->swap = (uint8_t)card;
    s->phase = EB_SWAP_FOR;
}

/* EB-5.3: both cards change places by one exclusive or in each waiting area, and neither is swapped
 * again in this reorganize. */
VL_RULE static void swap_for(struct eb_state *s, uint32_t card)
{
    uint64_t given = vl_bit(s->swap), taken = vl_bit(card);
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++) {
        if (seat != s->seat && (s->waiting[seat] & taken))
            s->waiting[seat] ^= given | taken;
    }
    s->waiting[s->seat] ^= given | taken;
    s->chosen |= given | taken;
    s->swap = EB_NONE;
    s->swaps++;
    reorganize_from(s, EB_SWAP);
}

/* EB-5.4: back into the hand. Others go on knowing the card: it stays in `seen`. */
VL_RULE static void take(struct eb_state *s, uint32_t card)
{
    if (card == EB_DONE) {
        end_reorganize(s);
        return;
    }
    s->waiting[s->seat] &= ~vl_bit(card);
    s->hand[s->seat] |= vl_bit(card);
    s->chosen |= vl_bit(card);
}

/* EB-3.2, EB-3.3: the second card is taken only if the seat likes. */
VL_RULE static void second(struct eb_state *s, uint32_t bit)
{
    if (bit == EB_DONE)
        end_turn(s);
    else
        recruit(s, bit, EB_TURN);
}

VL_RULE static void begin(struct eb_state *s, uint32_t seat)
{
    s->seat = (uint8_t)seat;
    s->phase = EB_TURN;
}

/* EB-2.1: a recruit acts at once; departures and reorganizes go through phases of their own. */
VL_RULE static void turn(struct eb_state *s, uint32_t bit)
{
    if (bit < EB_DEPART) {
        recruit(s, bit, EB_SECOND);
    } else if (bit < EB_REORGANIZE) {
        s->phase = EB_BOARD;
        s->city = (uint8_t)(bit - EB_DEPART);
    } else { /* the end tells a change from none by these (EB-6.2) */
        s->hand_before = s->hand[s->seat];
        s->waiting_before = s->waiting[s->seat];
        reorganize_from(s, EB_LAY);
    }
}

/* Phase, its choices, what choosing `bit` leads to. The most frequent ones come first. */
#define PHASES(PHASE)                                                                              \
    PHASE(EB_FLIP, flip_options(s), flip(d, s, bit))                                               \
    PHASE(EB_TURN, turn_options(d, s), turn(s, bit))                                               \
    PHASE(EB_SECOND, queue_slots(s) | DONE_BIT, second(s, bit))                                    \
    PHASE(EB_LAY, lay_options(s) | DONE_BIT, lay(s, bit))                                          \
    PHASE(EB_SWAP, swap_options(s) | DONE_BIT, swap(s, bit))                                       \
    PHASE(EB_SWAP_FOR, others_waiting(s) & ~s->chosen, swap_for(s, bit))                           \
    PHASE(EB_TAKE, take_options(s) | DONE_BIT, take(s, bit))                                       \
    PHASE(EB_BOARD, board_options(d, s), board(d, s, bit))                                         \
    PHASE(EB_TICKET, ticket_options(s), turn_up(s, bit))                                           \
    PHASE(EB_TICKER, ticket_options(s), turn_up(s, bit))                                           \
    PHASE(EB_DEAL, s->deck, deal(s, bit))                                                          \
    PHASE(EB_START, vl_first(s->seats), begin(s, bit))

#define OPTIONS(phase, choices, effect)                                                            \
    case phase:                                                                                    \
        return choices;

#define APPLY(phase, choices, effect)                                                              \
    case phase:                                                                                    \
        effect;                                                                                    \
        return;

#define STEP(phase, choices, effect)                                                               \
    case phase:                                                                                    \
        bit = vl_choose(choices, rng);                                                             \
        effect;                                                                                    \
        return;

VL_RULE static uint64_t options(const struct eb_deck *d, const struct eb_state *s)
{
    switch (s->phase) {
        PHASES(OPTIONS)
    default:
        return 0;
    }
}

VL_RULE static void apply(const struct eb_deck *d, struct eb_state *s, uint32_t bit)
{
    switch (s->phase) {
        PHASES(APPLY)
    default:
        VL_UNREACHABLE();
    }
}

/* One random move, the phase looked at once. */
VL_RULE static inline void step(const struct eb_deck *d, struct eb_state *s, struct vl_rng *rng)
{
    uint32_t bit;
    switch (s->phase) {
        PHASES(STEP)
    default:
        VL_UNREACHABLE();
    }
}

VL_RULE uint32_t eb_legal_moves(const void *deck, const void *state, vl_move *moves)
{
    const struct eb_state *s = (const struct eb_state *)state;
    return vl_list_moves(s->phase, options((const struct eb_deck *)deck, s), moves);
}

VL_RULE void eb_apply(const void *deck, void *state, vl_move move)
{
    apply((const struct eb_deck *)deck, (struct eb_state *)state, VL_MOVE_ARG(move));
}

VL_RULE vl_move eb_pick(const void *deck, const void *state, struct vl_rng *rng)
{
    const struct eb_state *s = (const struct eb_state *)state;
    return VL_MOVE(s->phase, vl_choose(options((const struct eb_deck *)deck, s), rng));
}

/* Every outcome of a draw is one physical card, so all are as likely. */
VL_RULE vl_move eb_sample_chance(const void *deck, const void *state, struct vl_rng *rng)
{
    return eb_pick(deck, state, rng);
}

VL_RULE uint32_t eb_playout(const void *deck, void *state, struct vl_rng *rng)
{
    const struct eb_deck *d = (const struct eb_deck *)deck;
    struct eb_state *s = (struct eb_state *)state;
    struct vl_rng own = *rng; /* in registers, not behind a pointer */
    uint32_t moves = 0;
    while (s->phase != EB_OVER) {
        step(d, s, &own);
        moves++;
        /* A flip follows nearly every recruit: no need to look at the phase again. */
        for (; s->phase == EB_FLIP; moves++)
            flip(d, s, vl_choose(flip_options(s), &own));
    }
    *rng = own;
    return moves;
}

/* Boarding, laying down and taking up are sets: people touch the cards in any order, and the table
 * plays them ascending. Swaps are not, because each changes what the next may exchange. */
VL_RULE void eb_choice(const void *deck, const void *state, struct vl_choice *choice)
{
    const struct eb_deck *d = (const struct eb_deck *)deck;
    const struct eb_state *s = (const struct eb_state *)state;
    uint64_t candidates = 0;
    uint32_t chosen = vl_count(s->chosen);
    choice->set = true;
    choice->done = VL_MOVE(s->phase, EB_DONE);
    choice->least = 0;
    switch (s->phase) {
    case EB_BOARD:
        candidates = eb_travellers(d, s, s->seat, s->city) & ~s->chosen;
        choice->least = choice->most = (uint16_t)eb_seats(d, s, s->city);
        choice->done = VL_NO_MOVE;
        break;
    case EB_LAY:
        candidates = s->hand[s->seat];
        choice->most = (uint16_t)(vl_count(candidates) + chosen);
        break;
    case EB_TAKE:
        candidates = vl_count(s->hand[s->seat]) < EB_HAND ? s->waiting[s->seat] : 0;
        choice->most = (uint16_t)(EB_HAND - vl_count(s->hand[s->seat]) + chosen);
        break;
    default:
        choice->set = false;
        choice->least = choice->most = 1;
        choice->done = VL_NO_MOVE;
        choice->chosen_count = choice->candidate_count = 0;
        return;
    }
    choice->chosen_count = (uint16_t)vl_list_moves(s->phase, s->chosen, choice->chosen);
    choice->candidate_count = (uint16_t)vl_list_moves(s->phase, candidates, choice->candidates);
}

/* EB-6.3, EB-6.4: what was earned and both bonuses; more destination cards win a tie. */
VL_RULE void eb_score(const void *deck, const void *state, struct vl_score *score)
{
    const struct eb_state *s = (const struct eb_state *)state;
    int32_t cards[VL_MAX_SEATS];
    vl_memset(score, 0, sizeof *score);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        int32_t *detail = score->detail[seat];
        detail[0] = s->money[seat];
        eb_bonuses(s->tickets[seat], &detail[1], &detail[2]);
        score->points[seat] = detail[0] + detail[1] + detail[2];
        cards[seat] = (int32_t)vl_count(s->tickets[seat]);
    }
    vl_rank(s->seats, score->points, cards, score->rank);
}
