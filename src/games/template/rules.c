/*
 * Lost Luggage: the rules. Portable (see valise/portable.h).
 *
 * The choices of a phase, or what can be drawn, are one mask of tags, options(); list, count, k-th
 * move and chance outcome derive from it.
 */
#include "games/template/template.h"

/* Tags of one turn are handed in by ascending number (TP-2.2): a pair is then one sequence of moves
 * and not two, and the choices after the first tag are those above it. */
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
    if (s->phase == TP_PHASE_OVER)
        return 0;
    uint32_t count =
        vl_list_moves(s->phase == TP_PHASE_DEAL ? TP_DEAL : TP_GIVE, options(s), moves);
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
    return VL_MOVE(TP_DEAL, vl_choose(s->pile, rng));
}

VL_RULE vl_move tp_pick(const void *deck, const void *state, struct vl_rng *rng)
{
    const struct tp_state *s = (const struct tp_state *)state;
    if (s->phase == TP_PHASE_DEAL)
        return tp_sample_chance(deck, state, rng);
    uint64_t mask = options(s);
    uint32_t count = vl_count(mask), k = vl_rng_below(rng, count + (s->giving != 0));
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
    choice->set = s->phase == TP_PHASE_GIVE;
    choice->chosen_count = choice->candidate_count = 0;
    choice->least = 1;
    choice->most = TP_MOST_GIVEN;
    choice->done = VL_MOVE(TP_DONE, 0);
    if (!choice->set)
        return;
    choice->chosen_count = (uint16_t)vl_list_moves(TP_GIVE, s->giving, choice->chosen);
    if (choice->chosen_count < TP_MOST_GIVEN)
        choice->candidate_count =
            (uint16_t)vl_list_moves(TP_GIVE, s->hand[s->seat], choice->candidates);
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
