/*
 * Lost Luggage: the rules. Portable (see valise/portable.h).
 *
 * Whatever can be chosen or drawn now is one mask of tags, options(); list, count, k-th move and
 * chance outcome derive from it.
 */
#include "core/bits.h"
#include "games/template/template.h"

VL_RULE static uint64_t options(const struct tp_state *s)
{
    if (s->phase == TP_PHASE_DEAL)
        return s->pile;
    if (vl_count(s->giving) == TP_MOST_GIVEN)
        return 0;
    int last = s->giving ? 63 - __builtin_clzll(s->giving) : -1;
    return s->hand[s->seat] & vl_above(last);
}

VL_RULE void tp_start(const void *deck, const struct vl_setup *setup, void *state)
{
    struct tp_state *s = (struct tp_state *)state;
    (void)deck;
    vl_memset(s, 0, sizeof *s);
    s->pile = vl_first(TP_TAGS);
    s->seats = setup->seats;
    s->phase = TP_PHASE_DEAL;
    s->owed = TP_HAND;
}

VL_RULE int tp_to_act(const void *state)
{
    const struct tp_state *s = (const struct tp_state *)state;
    return s->phase == TP_PHASE_DEAL   ? VL_CHANCE
           : s->phase == TP_PHASE_OVER ? VL_OVER
                                       : (int)s->seat;
}

VL_RULE uint32_t tp_legal_moves(const void *deck, const void *state, vl_move *moves)
{
    const struct tp_state *s = (const struct tp_state *)state;
    uint32_t kind = s->phase == TP_PHASE_DEAL ? TP_DEAL : TP_GIVE, count = 0;
    (void)deck;
    if (s->phase == TP_PHASE_OVER)
        return 0;
    for (uint64_t rest = options(s); rest;)
        moves[count++] = VL_MOVE(kind, vl_take_lowest(&rest));
    if (s->giving)
        moves[count++] = VL_MOVE(TP_DONE, 0);
    return count;
}

/* The next seat that is owed a tag during set-up, or the next turn. */
VL_RULE static void pass_on(struct tp_state *s)
{
    s->seat = (uint8_t)((s->seat + 1) % s->seats);
    if (s->turn == 0 && s->seat != 0) {
        s->owed = TP_HAND;
        return;
    }
    if (s->seat == 0)
        s->turn++;
    s->phase = s->turn > TP_TURNS ? TP_PHASE_OVER : TP_PHASE_GIVE;
}

VL_RULE void tp_apply(const void *deck, void *state, vl_move move)
{
    struct tp_state *s = (struct tp_state *)state;
    uint32_t tag = VL_MOVE_ARG(move);
    (void)deck;
    switch (VL_MOVE_KIND(move)) {
    case TP_DEAL:
        s->pile &= ~vl_bit(tag);
        s->hand[s->seat] |= vl_bit(tag);
        s->owed--;
        if (s->owed == 0 || s->pile == 0) {
            s->owed = 0;
            pass_on(s);
        }
        return;
    case TP_GIVE:
        s->hand[s->seat] &= ~vl_bit(tag);
        s->given[s->seat] |= vl_bit(tag);
        s->giving |= vl_bit(tag);
        return;
    case TP_DONE:
        s->owed = (uint8_t)vl_count(s->giving);
        s->giving = 0;
        s->phase = TP_PHASE_DEAL;
        if (s->pile == 0) {
            s->owed = 0;
            pass_on(s);
        }
        return;
    default:
        VL_UNREACHABLE();
    }
}

VL_RULE vl_move tp_sample_chance(const void *deck, const void *state, struct vl_rng *rng)
{
    const struct tp_state *s = (const struct tp_state *)state;
    (void)deck;
    return VL_MOVE(TP_DEAL, vl_nth(s->pile, vl_rng_below(rng, vl_count(s->pile))));
}

VL_RULE vl_move tp_pick(const void *deck, const void *state, struct vl_rng *rng)
{
    const struct tp_state *s = (const struct tp_state *)state;
    if (s->phase == TP_PHASE_DEAL)
        return tp_sample_chance(deck, state, rng);
    uint64_t mask = options(s);
    uint32_t count = vl_count(mask);
    uint32_t k = vl_rng_below(rng, count + (s->giving != 0));
    return k == count ? VL_MOVE(TP_DONE, 0) : VL_MOVE(TP_GIVE, vl_nth(mask, k));
}

VL_RULE uint32_t tp_playout(const void *deck, void *state, struct vl_rng *rng)
{
    uint32_t moves = 0;
    for (; ((struct tp_state *)state)->phase != TP_PHASE_OVER; moves++)
        tp_apply(deck, state, tp_pick(deck, state, rng));
    return moves;
}

VL_RULE void tp_choice(const void *deck, const void *state, struct vl_choice *choice)
{
    const struct tp_state *s = (const struct tp_state *)state;
    (void)deck;
    choice->set = s->phase == TP_PHASE_GIVE;
    choice->chosen_count = choice->candidate_count = 0;
    choice->least = 1;
    choice->most = TP_MOST_GIVEN;
    choice->done = VL_MOVE(TP_DONE, 0);
    if (!choice->set)
        return;
    for (uint64_t rest = s->giving; rest;)
        choice->chosen[choice->chosen_count++] = VL_MOVE(TP_GIVE, vl_take_lowest(&rest));
    if (choice->chosen_count < TP_MOST_GIVEN)
        for (uint64_t rest = s->hand[s->seat]; rest;)
            choice->candidates[choice->candidate_count++] = VL_MOVE(TP_GIVE, vl_take_lowest(&rest));
}

VL_RULE static int32_t weight_of(const struct tp_deck *d, uint64_t tags)
{
    int32_t sum = 0;
    while (tags)
        sum += d->weight[vl_take_lowest(&tags)];
    return sum;
}

VL_RULE void tp_score(const void *deck, const void *state, struct vl_score *score)
{
    const struct tp_state *s = (const struct tp_state *)state;
    int32_t kept[VL_MAX_SEATS];
    vl_memset(score, 0, sizeof *score);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        score->points[seat] = weight_of((const struct tp_deck *)deck, s->given[seat]);
        score->detail[seat][0] = score->points[seat];
        kept[seat] = weight_of((const struct tp_deck *)deck, s->hand[seat]);
    }
    vl_rank(s->seats, score->points, kept, score->rank);
}

VL_RULE void tp_redact(const void *deck, const void *state, int seat, void *view)
{
    struct tp_state *v = (struct tp_state *)view;
    (void)deck;
    *v = *(const struct tp_state *)state;
    for (int other = 0; other < v->seats; other++) {
        if (other == seat)
            continue;
        v->unknown[other] = (uint8_t)(v->unknown[other] + vl_count(v->hand[other]));
        v->pile |= v->hand[other];
        v->hand[other] = 0;
    }
}

VL_RULE vl_move tp_redact_move(const void *deck, const void *state, vl_move move, int seat)
{
    const struct tp_state *s = (const struct tp_state *)state;
    (void)deck;
    if (VL_MOVE_KIND(move) == TP_DEAL && s->seat != seat)
        return VL_MOVE(TP_DEAL, TP_UNKNOWN);
    return move;
}

VL_RULE void tp_determinize(const void *deck, const struct vl_view *view, struct vl_rng *rng,
                            void *state)
{
    struct tp_state *s = (struct tp_state *)state;
    (void)deck;
    vl_memcpy(s, view->state.bytes, sizeof *s);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        for (; s->unknown[seat]; s->unknown[seat]--) {
            uint64_t tag = vl_bit(vl_nth(s->pile, vl_rng_below(rng, vl_count(s->pile))));
            s->pile &= ~tag;
            s->hand[seat] |= tag;
        }
    }
}

VL_RULE const char *tp_check(const void *deck, const void *state)
{
    const struct tp_state *s = (const struct tp_state *)state;
    uint64_t all = s->pile;
    uint32_t count = vl_count(s->pile);
    (void)deck;
    if (s->seats < 2 || s->seats > VL_MAX_SEATS)
        return "2 to 4 seats";
    if (s->phase > TP_PHASE_OVER || s->seat >= s->seats || s->turn > TP_TURNS + 1)
        return "phase, seat and turn in range";
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++) {
        if (seat >= s->seats && (s->hand[seat] || s->given[seat]))
            return "absent seats hold nothing";
        if (s->unknown[seat])
            return "nothing is unknown in a state";
        all |= s->hand[seat] | s->given[seat];
        count += vl_count(s->hand[seat]) + vl_count(s->given[seat]);
    }
    if (all != vl_first(TP_TAGS) || count != TP_TAGS)
        return "every tag in exactly one place";
    if ((s->giving & ~s->given[s->seat]) || vl_count(s->giving) > TP_MOST_GIVEN)
        return "the tags being given are given";
    if ((s->phase == TP_PHASE_DEAL) != (s->owed > 0) || (s->phase != TP_PHASE_GIVE && s->giving))
        return "tags are owed while they are dealt";
    if (s->phase == TP_PHASE_DEAL && (s->pile == 0 || s->owed > TP_HAND))
        return "a tag to deal";
    if ((s->phase == TP_PHASE_OVER) != (s->turn > TP_TURNS))
        return "over after the last turn";
    if (s->phase == TP_PHASE_GIVE && (s->turn == 0 || (!s->hand[s->seat] && !s->giving)))
        return "the acting seat can move";
    for (uint32_t i = 0; i < sizeof s->zero; i++)
        if (s->zero[i])
            return "unused bytes are zero";
    return 0;
}
