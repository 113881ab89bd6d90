/*
 * Travelogue: the rules. Portable (see valise/portable.h).
 *
 * tl_options() says what can be chosen or drawn in each phase; tl_apply() plays it. What the seats
 * learn and forget on the way is in rules_known.c, views and sampling in hidden.c.
 */
#include "games/travelogue/rules.h"

/* ---- Options ---- */

/* TL-6.3: by the number of cards of each activity alone. */
VL_RULE uint32_t tl_value(const struct tl_deck *d, uint32_t destination, struct tl_set discards)
{
    uint32_t sum = 0;
    for (uint32_t a = 0; a < TL_ACTIVITIES; a++)
        sum += d->value[destination][vl_count(tl_of_activity(discards, a))];
    return sum;
}

/*
 * Whether a visit with these discards can still be brought to its end by discarding more cards of
 * `more`: some card of the hand must be left that the value allows (TL-6.2). The value only grows
 * with every discard, so it is enough to discard all that may be, but for the scoring card.
 */
VL_RULE static bool can_finish(const struct tl_deck *d, uint32_t destination,
                               struct tl_set discards, struct tl_set hand, struct tl_set more)
{
    const uint8_t *limit = d->limit[destination], *value = d->value[destination];
    uint32_t most = 0, cost[TL_ACTIVITIES];
    for (uint32_t a = 0; a < TL_ACTIVITIES; a++) {
        uint32_t spent = vl_count(tl_of_activity(discards, a)), room = limit[a] - spent;
        uint32_t there = vl_count(tl_of_activity(more, a));
        uint32_t full = spent + (there < room ? there : room);
        most += value[full];
        cost[a] = there > room ? 0 : full > spent ? value[full] - (uint32_t)value[full - 1] : 0;
    }
    for (uint32_t a = 0; a < TL_ACTIVITIES; a++) {
        uint64_t all = tl_of_activity(hand, a), in_use = tl_of_activity(more, a);
        uint64_t idle = cost[a] ? all & ~in_use : all;
        if (idle && vl_lowest(idle) + 1 <= most)
            return true;
        if (in_use && vl_lowest(in_use) + 1 + cost[a] <= most)
            return true;
    }
    return false;
}

/* TL-6.2: asked for the whole hand, before anything is discarded. */
VL_RULE bool tl_can_visit(const struct tl_deck *d, uint32_t destination, struct tl_set hand)
{
    return can_finish(d, destination, tl_no_cards(), hand, hand);
}

/* The cards of the hand that may join the discards: within the limit of their activity, and with
 * the visit still able to end, by discards above each card or, where order does not matter, any. */
VL_RULE static struct tl_set spendable(const struct tl_deck *d, const struct tl_state *s,
                                       bool ordered)
{
    uint32_t destination = s->destination[s->seat];
    const uint8_t *limit = d->limit[destination], *values = d->value[destination];
    struct tl_set result = tl_no_cards(), hand = s->hand[s->seat], open = hand;
    uint32_t value = tl_value(d, destination, s->chosen);
    if (ordered)
        open = tl_both(hand, tl_above(tl_highest(s->chosen)));
    for (uint32_t a = 0; a < TL_ACTIVITIES; a++) {
        uint32_t spent = vl_count(tl_of_activity(s->chosen, a));
        uint64_t there = tl_of_activity(open, a);
        if (!there || spent >= limit[a])
            continue;
        uint32_t word = a >= 3, shift = (a - 3 * word) * TL_NUMBERS;
        struct tl_set low = tl_both(hand, tl_up_to(value + values[spent + 1] - values[spent]));
        uint32_t scorers = tl_count(low);
        /* With two cards to score any discard will do, with one any other than that one. */
        uint64_t sure = scorers >= 2 ? there : scorers ? there & ~tl_of_activity(low, a) : 0;
        result.word[word] |= sure << shift;
        for (uint64_t rest = there & ~sure; rest;) {
            uint32_t card = a * TL_NUMBERS + vl_take_lowest(&rest);
            struct tl_set one = tl_card(card), left = tl_without(hand, one);
            struct tl_set more = ordered ? tl_both(left, tl_above((int)card)) : left;
            if (can_finish(d, destination, tl_join(s->chosen, one), left, more))
                tl_add(&result, card);
        }
    }
    return result;
}

/* The cards that may come next in a choice of `more` further cards, in ascending order. */
VL_RULE static struct tl_set ascending(struct tl_set hand, struct tl_set chosen, uint32_t more)
{
    struct tl_set set = tl_both(hand, tl_above(tl_highest(chosen)));
    for (; more > 1 && tl_any(set); more--)
        tl_drop(&set, (uint32_t)tl_highest(set));
    return set;
}

/* A choice of small numbers, none of them a card. */
VL_RULE static struct tl_set bits_of(uint64_t bits)
{
    struct tl_set set = tl_no_cards();
    set.word[0] = bits;
    return set;
}

/* TL-3.1, TL-5.1 to TL-5.3. A view knows the sizes of all hands (TL-10.1) and its own cards, so the
 * acting seat's view gives the same answer as the state. */
VL_RULE static struct tl_set turn_options(const struct tl_deck *d, const struct tl_state *s)
{
    uint32_t seat = s->seat, own = tl_hand_count(s, seat);
    uint64_t bits = vl_bit(tl_deck_count(s) ? TL_TAKE_CARD : TL_PASS);
    if (tl_can_visit(d, s->destination[seat], s->hand[seat]))
        bits |= vl_bit(TL_VISIT);
    for (uint32_t partner = 0; partner < s->seats; partner++) {
        uint32_t other = tl_hand_count(s, partner), most = other < own ? other : own;
        for (uint32_t k = 1; k <= TL_AGENTS && k <= most && partner != seat; k++)
            if (s->agent[k - 1] != TL_NONE)
                bits |= vl_bit(TL_TRADE + 4 * (k - 1) + partner);
    }
    return bits_of(bits);
}

/* Discards in ascending order, and done where a card can be scored now. */
VL_RULE static struct tl_set spend_options(const struct tl_deck *d, const struct tl_state *s)
{
    struct tl_set set = spendable(d, s, true);
    uint32_t value = tl_value(d, s->destination[s->seat], s->chosen);
    if (value && tl_meet(s->hand[s->seat], tl_up_to(value)))
        tl_add(&set, TL_DONE);
    return set;
}

/* TL-2.6: the unseen cards of all piles are one pool, from which a top is drawn when it shows. */
VL_RULE uint32_t tl_hidden_destinations(const struct tl_state *s)
{
    uint32_t seen = 0;
    for (uint32_t seat = 0; seat < s->seats; seat++)
        if (s->destination[seat] < TL_DESTINATIONS)
            seen |= 1U << s->destination[seat];
    for (uint32_t p = 0; p < TL_PILES; p++)
        for (uint32_t i = 0; i < TL_PILE_SIZE; i++)
            if (s->pile[p][i] < TL_DESTINATIONS)
                seen |= 1U << s->pile[p][i];
    return ~seen & ((1U << TL_DESTINATIONS) - 1);
}

/* TL-2.1: no album twice. */
VL_RULE static struct tl_set album_options(const struct tl_state *s)
{
    uint64_t albums = vl_first(TL_ALBUMS);
    for (uint32_t seat = 0; seat < s->seat; seat++)
        albums &= ~vl_bit(s->album[seat] - 1U);
    return bits_of(albums);
}

/* How many more cards the acting seat must choose in a trade or under clouds. */
VL_RULE static uint32_t still_to_choose(const struct tl_deck *d, const struct tl_state *s)
{
    if (s->phase == TL_CLOUDS)
        return tl_hand_count(s, s->actor) - tl_cloud_limit(d, s);
    return s->trader - tl_count(s->chosen) - s->chosen_unknown;
}

/* The cards that the traders may see next: those given first, then those returned. The order is
 * chance's, so that it tells nothing about the cards still hidden. */
VL_RULE static struct tl_set show_options(const struct tl_state *s)
{
    struct tl_set set = tl_no_cards();
    if (s->step < TL_RETURNED) {
        for (uint32_t i = s->step; i < s->trader; i++)
            if (s->given[i] < TL_CARDS)
                tl_add(&set, s->given[i]);
        return set;
    }
    if (s->chosen_unknown)
        return set;
    struct tl_set rest = s->chosen;
    for (uint32_t rank = 0; tl_any(rest); rank++) {
        uint32_t card = tl_take_lowest(&rest);
        if (!(s->step >> rank & 1U))
            tl_add(&set, card);
    }
    return set;
}

VL_RULE struct tl_set tl_options(const struct tl_deck *d, const struct tl_state *s)
{
    switch ((enum tl_phase)s->phase) {
    case TL_ALBUM:
        return album_options(s);
    case TL_DEAL:
    case TL_LAY:
    case TL_DRAW:
    case TL_REPLACE:
    case TL_RESTOCK:
        return s->deck;
    case TL_TOP:
        return bits_of(tl_hidden_destinations(s));
    case TL_PICK:
    case TL_MOVE_ON:
        return bits_of(vl_first(TL_PILES));
    case TL_TURN:
        return turn_options(d, s);
    case TL_SECOND:
        return bits_of(vl_bit(TL_ANOTHER) | vl_bit(TL_ENOUGH));
    case TL_GIVE:
    case TL_RETURN:
    case TL_CLOUDS:
        return ascending(s->hand[s->actor], s->chosen, still_to_choose(d, s));
    case TL_SPEND:
        return spend_options(d, s);
    case TL_SCORE:
        return tl_both(s->hand[s->seat], tl_up_to(tl_value(d, s->destination[s->seat], s->chosen)));
    case TL_SHOW:
        return show_options(s);
    case TL_OVER:
        return tl_no_cards();
    }
    VL_UNREACHABLE();
}

/* ---- The course of a game ---- */

VL_RULE void tl_start(const void *deck, const struct vl_setup *setup, void *state)
{
    struct tl_state *s = (struct tl_state *)state;
    vl_memset(s, 0, sizeof *s);
    s->deck = tl_all_cards();
    vl_memset(s->given, TL_NONE, sizeof s->given);
    vl_memset(s->agent, TL_NONE, sizeof s->agent);
    vl_memset(s->destination, TL_NONE, sizeof s->destination);
    vl_memset(s->pile, TL_HIDDEN, sizeof s->pile);
    s->taken = TL_NONE;
    s->seats = setup->seats;
    s->phase = TL_ALBUM;
}

VL_RULE int tl_to_act(const void *state)
{
    const struct tl_state *s = (const struct tl_state *)state;
    /* One bit for each phase in which chance moves. */
    const uint32_t chance = 1U << TL_ALBUM | 1U << TL_DEAL | 1U << TL_LAY | 1U << TL_TOP |
                            1U << TL_DRAW | 1U << TL_SHOW | 1U << TL_REPLACE | 1U << TL_RESTOCK;
    if (chance >> s->phase & 1U)
        return VL_CHANCE;
    return s->phase == TL_OVER ? (int)VL_OVER : (int)s->actor;
}

VL_RULE static void to_seat(struct tl_state *s, uint32_t seat, uint32_t phase)
{
    s->seat = s->actor = (uint8_t)seat;
    s->phase = (uint8_t)phase;
}

/* The turn of the active seat (or its pick at set-up) is over (TL-3.2, TL-9.1, TL-9.2). */
VL_RULE static void end_turn(struct tl_state *s)
{
    uint32_t next = s->seat + 1U == s->seats ? 0 : s->seat + 1U;
    s->trader = s->partner = s->step = 0;
    if (s->last_turns && --s->last_turns == 0) {
        s->actor = s->seat;
        s->phase = TL_OVER;
        return;
    }
    to_seat(s, next, s->destination[next] == TL_NONE ? TL_PICK : TL_TURN);
    if (s->phase == TL_TURN && !tl_any(s->deck) && !s->last_turns)
        s->last_turns = s->seats;
}

/* Shows the tops of the piles, then goes on (TL-2.4, TL-8.2). */
VL_RULE static void show_tops(struct tl_state *s)
{
    for (uint32_t p = 0; p < TL_PILES; p++) {
        if (s->pile[p][0] == TL_HIDDEN) {
            s->phase = TL_TOP;
            return;
        }
    }
    if (s->destination[s->seat] == TL_NONE)
        s->phase = TL_PICK;
    else
        end_turn(s);
}

/* Takes the top of a pile; `under` goes to the bottom of it, unless it is NONE. */
VL_RULE static void take_top(struct tl_state *s, uint32_t pile, uint8_t under)
{
    uint8_t *cards = s->pile[pile];
    s->destination[s->seat] = cards[0];
    uint32_t i = 0;
    for (; i + 1 < TL_PILE_SIZE && cards[i + 1] != TL_NONE; i++)
        cards[i] = cards[i + 1];
    cards[i] = under;
    show_tops(s);
}

/* TL-2.2: five cards for one seat after the other; then the highest album starts (TL-2.1). */
VL_RULE static void deal(struct tl_state *s, uint32_t card)
{
    tl_add(&s->hand[s->seat], card);
    if (tl_count(s->hand[s->seat]) < TL_HAND)
        return;
    if (s->seat + 1U < s->seats) {
        to_seat(s, s->seat + 1U, TL_DEAL);
        return;
    }
    to_seat(s, tl_starter(s), TL_LAY);
}

/* Lays a card below the lowest agent without one; false when no card or no place is left. */
VL_RULE static bool refill(struct tl_state *s, uint32_t card)
{
    uint32_t i = 0;
    while (s->agent[i] != TL_NONE)
        i++;
    s->agent[i] = (uint8_t)card;
    while (i < TL_AGENTS && s->agent[i] != TL_NONE)
        i++;
    return i < TL_AGENTS && tl_any(s->deck);
}

/* ---- The three actions ---- */

VL_RULE static void begin_action(struct tl_state *s, uint32_t bit)
{
    if (bit == TL_PASS) {
        end_turn(s);
    } else if (bit < TL_TRADE) {
        s->phase = bit == TL_TAKE_CARD ? TL_DRAW : TL_SPEND;
    } else {
        s->trader = (uint8_t)((bit - TL_TRADE) / 4 + 1);
        s->partner = (uint8_t)((bit - TL_TRADE) % 4);
        s->phase = TL_GIVE;
    }
}

/* Out of the hand at once, so that the rest of the hand is what may still be chosen. */
VL_RULE static void choose(struct tl_state *s, uint32_t card)
{
    tl_drop(&s->hand[s->actor], card);
    tl_add(&s->chosen, card);
}

/* The cards lie face down; the agent's card is taken; the partner chooses (TL-5.5, TL-5.6). */
VL_RULE static void lay_down(struct tl_state *s)
{
    for (uint32_t i = 0; tl_any(s->chosen); i++)
        s->given[i] = (uint8_t)tl_take_lowest(&s->chosen);
    s->taken = s->agent[s->trader - 1];
    s->agent[s->trader - 1] = TL_NONE;
    tl_add(&s->hand[s->seat], s->taken);
    tl_learn(s, s->taken, s->seat);
    s->actor = s->partner;
    s->phase = TL_RETURN;
}

/* Both take up what the other has laid down (TL-5.7). */
VL_RULE static void take_up(struct tl_state *s)
{
    struct tl_set given = tl_given(s), returned = s->chosen;
    tl_exchange(s, given, returned);
    s->hand[s->seat] = tl_join(s->hand[s->seat], returned);
    s->hand[s->partner] = tl_join(s->hand[s->partner], given);
    s->chosen = tl_no_cards();
    vl_memset(s->given, TL_NONE, sizeof s->given);
    s->taken = TL_NONE;
    s->step = 0;
    if (tl_any(s->deck))
        s->phase = TL_REPLACE;
    else
        end_turn(s);
}

/* The next seat that holds too many cards under the clouds, or the end of the step (TL-7.4). */
VL_RULE static void next_under_clouds(const struct tl_deck *d, struct tl_state *s)
{
    uint32_t limit = tl_cloud_limit(d, s);
    do {
        s->actor = s->actor + 1U == s->seats ? 0 : (uint8_t)(s->actor + 1U);
        if (s->actor != s->seat && tl_count(s->hand[s->actor]) > limit) {
            s->phase = TL_CLOUDS;
            return;
        }
    } while (s->actor != s->seat);
    s->phase = TL_MOVE_ON;
    for (uint32_t i = 0; i < TL_AGENTS; i++)
        if (s->agent[i] == TL_NONE && tl_any(s->deck))
            s->phase = TL_RESTOCK;
}

/* The card is shown and scored; the bonus cards are taken; the clouds count (TL-6.4, TL-7). */
VL_RULE static void score_card(const struct tl_deck *d, struct tl_state *s, uint32_t card)
{
    tl_drop(&s->hand[s->seat], card);
    tl_forget(s, card);
    tl_add(&s->scored, card);
    for (uint32_t i = 0; i < 2; i++)
        if (s->seat >> i & 1U)
            tl_add(&s->scorer[i], card);
    s->chosen = tl_no_cards();
    for (uint32_t i = 0; i < TL_AGENTS; i++) {
        if (s->agent[i] == TL_NONE || !tl_has(&d->bonus, s->agent[i]))
            continue;
        tl_add(&s->hand[s->seat], s->agent[i]);
        tl_learn(s, s->agent[i], s->seat);
        s->agent[i] = TL_NONE;
    }
    next_under_clouds(d, s);
}

/* Moves a given card from those hidden to those shown; both parts stay in ascending order. */
VL_RULE static void show_given(struct tl_state *s, uint32_t card)
{
    uint32_t at = s->step;
    while (s->given[at] != card)
        at++;
    for (; at > s->step; at--)
        s->given[at] = s->given[at - 1];
    for (; at && s->given[at - 1] > card; at--)
        s->given[at] = s->given[at - 1];
    s->given[at] = (uint8_t)card;
    s->step = s->step + 1U == s->trader ? (uint8_t)TL_RETURNED : (uint8_t)(s->step + 1U);
}

/* The ranks of the cards shown, as bits above TL_RETURNED: once all are shown, the traders take
 * them up. */
VL_RULE static void show_returned(struct tl_state *s, uint32_t card)
{
    uint32_t rank = tl_count(tl_without(s->chosen, tl_above((int)card))) - 1;
    s->step = (uint8_t)(s->step | 1U << rank);
    if (vl_count(s->step) == s->trader + 1U)
        take_up(s);
}

/* A chance move. */
VL_RULE static void draw(struct tl_state *s, uint32_t phase, uint32_t bit)
{
    if (phase != TL_ALBUM && phase != TL_TOP && phase != TL_SHOW)
        tl_drop(&s->deck, bit);
    switch (phase) {
    case TL_ALBUM:
        s->album[s->seat] = (uint8_t)(bit + 1);
        if (s->seat + 1U < s->seats)
            to_seat(s, s->seat + 1U, TL_ALBUM);
        else
            to_seat(s, 0, TL_DEAL);
        return;
    case TL_DEAL:
        deal(s, bit);
        return;
    case TL_LAY:
        if (!refill(s, bit))
            s->phase = TL_TOP;
        return;
    case TL_TOP: {
        uint32_t p = 0;
        while (s->pile[p][0] != TL_HIDDEN)
            p++;
        s->pile[p][0] = (uint8_t)bit;
        show_tops(s);
        return;
    }
    case TL_DRAW:
        tl_add(&s->hand[s->seat], bit);
        if (++s->step < 2 && tl_any(s->deck))
            s->phase = TL_SECOND;
        else
            end_turn(s);
        return;
    case TL_SHOW:
        if (s->step < TL_RETURNED)
            show_given(s, bit);
        else
            show_returned(s, bit);
        return;
    case TL_REPLACE:
        s->agent[s->trader - 1] = (uint8_t)bit;
        end_turn(s);
        return;
    default:
        if (!refill(s, bit))
            s->phase = TL_MOVE_ON;
    }
}

VL_RULE void tl_apply(const void *deck, void *state, vl_move move)
{
    const struct tl_deck *d = (const struct tl_deck *)deck;
    struct tl_state *s = (struct tl_state *)state;
    uint32_t phase = VL_MOVE_KIND(move), bit = VL_MOVE_ARG(move);
    switch (phase) {
    case TL_PICK:
        take_top(s, bit, TL_NONE);
        return;
    case TL_TURN:
        begin_action(s, bit);
        return;
    case TL_SECOND:
        if (bit == TL_ANOTHER)
            s->phase = TL_DRAW;
        else
            end_turn(s);
        return;
    case TL_GIVE:
        choose(s, bit);
        if (tl_count(s->chosen) == s->trader)
            lay_down(s);
        return;
    case TL_RETURN:
        choose(s, bit);
        if (tl_count(s->chosen) == s->trader) {
            s->actor = s->seat;
            s->phase = TL_SHOW;
        }
        return;
    case TL_SPEND:
        if (bit == TL_DONE) {
            s->phase = TL_SCORE;
            return;
        }
        choose(s, bit);
        tl_forget(s, bit);
        return;
    case TL_SCORE:
        score_card(d, s, bit);
        return;
    case TL_CLOUDS:
        choose(s, bit);
        tl_forget(s, bit);
        if (tl_count(s->hand[s->actor]) > tl_cloud_limit(d, s))
            return;
        s->chosen = tl_no_cards();
        next_under_clouds(d, s);
        return;
    case TL_MOVE_ON:
        take_top(s, bit, s->destination[s->seat]);
        return;
    default:
        draw(s, phase, bit);
    }
}

/* ---- Moves ---- */

VL_RULE uint32_t tl_legal_moves(const void *deck, const void *state, vl_move *moves)
{
    const struct tl_state *s = (const struct tl_state *)state;
    struct tl_set set = tl_options((const struct tl_deck *)deck, s);
    uint32_t count = 0, kind = s->phase;
    for (uint64_t rest = set.word[0]; rest;)
        moves[count++] = VL_MOVE(kind, vl_take_lowest(&rest));
    for (uint64_t rest = set.word[1]; rest;)
        moves[count++] = VL_MOVE(kind, TL_WORD + vl_take_lowest(&rest));
    return count;
}

VL_RULE vl_move tl_pick(const void *deck, const void *state, struct vl_rng *rng)
{
    const struct tl_state *s = (const struct tl_state *)state;
    struct tl_set set = tl_options((const struct tl_deck *)deck, s);
    return VL_MOVE(s->phase, tl_nth(set, vl_rng_below(rng, tl_count(set))));
}

/* Every deck and pool is drawn from uniformly, so a draw is a pick. */
VL_RULE vl_move tl_sample_chance(const void *deck, const void *state, struct vl_rng *rng)
{
    return tl_pick(deck, state, rng);
}

VL_RULE uint32_t tl_playout(const void *deck, void *state, struct vl_rng *rng)
{
    uint32_t moves = 0;
    for (; ((struct tl_state *)state)->phase != TL_OVER; moves++)
        tl_apply(deck, state, tl_pick(deck, state, rng));
    return moves;
}

VL_RULE static uint16_t list(struct tl_set set, uint32_t kind, vl_move *moves)
{
    uint16_t count = 0;
    while (tl_any(set))
        moves[count++] = VL_MOVE(kind, tl_take_lowest(&set));
    return count;
}

/* A trade and the clouds ask for a fixed number of cards. A visit takes any number, and its
 * candidates are those with which it can still end if order does not matter (TL-6.2, TL-11.1). */
VL_RULE void tl_choice(const void *deck, const void *state, struct vl_choice *choice)
{
    const struct tl_deck *d = (const struct tl_deck *)deck;
    const struct tl_state *s = (const struct tl_state *)state;
    uint32_t phase = s->phase, chosen = tl_count(s->chosen) + s->chosen_unknown;
    choice->set = phase == TL_GIVE || phase == TL_RETURN || phase == TL_CLOUDS || phase == TL_SPEND;
    choice->chosen_count = choice->candidate_count = 0;
    choice->least = choice->most = 1;
    choice->done = VL_NO_MOVE;
    if (!choice->set)
        return;
    choice->chosen_count = list(s->chosen, phase, choice->chosen);
    if (phase == TL_SPEND) {
        struct tl_set more = spendable(d, s, false);
        choice->candidate_count = list(more, phase, choice->candidates);
        choice->most = (uint16_t)(chosen + tl_count(more));
        choice->done = VL_MOVE(TL_SPEND, TL_DONE);
        return;
    }
    choice->candidate_count = list(s->hand[s->actor], phase, choice->candidates);
    choice->least = choice->most = (uint16_t)(chosen + still_to_choose(d, s));
}

/* TL-6.4, TL-9.4: the numbers scored; more cards left in the hand win a tie. */
VL_RULE void tl_score(const void *deck, const void *state, struct vl_score *score)
{
    const struct tl_state *s = (const struct tl_state *)state;
    int32_t left[VL_MAX_SEATS];
    vl_memset(score, 0, sizeof *score);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        for (struct tl_set rest = tl_scored_by(s, seat); tl_any(rest);)
            score->points[seat] += (int32_t)tl_number(tl_take_lowest(&rest));
        score->detail[seat][0] = score->points[seat];
        left[seat] = (int32_t)tl_hand_count(s, seat);
    }
    vl_rank(s->seats, score->points, left, score->rank);
}
