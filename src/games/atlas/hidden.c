/*
 * Atlas: what a seat may know, and filling in what it may not. Portable.
 *
 * Hidden are: cards drawn from the pile into a hand, personal goals, the packs of a draft, and
 * goals that another seat put under a pile (AT-14.1). A view moves them back among the pile's and
 * counts them; determinize draws them again. What a seat saw in the draft and passed on is known
 * to be in some other hand; in which one is drawn evenly.
 *
 * Why a view moves hidden cards to the pile: legal moves and counts are then the same in state and
 * view without a special case, and nothing in the bytes of a view tells which cards were moved.
 */
#include "games/atlas/rules.h"

/* The seat that is looking at a pack of the draft now, or VL_SPECTATOR. */
VL_RULE static int looking(const struct at_state *s)
{
    const struct at_task *task = &s->task[s->tasks ? s->tasks - 1 : 0];
    bool draft = task->kind == AT_ASK_PICK || task->kind == AT_ROLL_SHOW;
    return s->tasks && draft ? (int)task->seat : (int)VL_SPECTATOR;
}

/* Goals of others are hidden until they are shown (AT-6.5); Dante's lie open (AT-13.3). A goal
 * under a pile is known to the seat that put it there. */
VL_RULE static void hide_goals(struct at_state *v, int seat)
{
    for (int other = 0; other < v->seats; other++) {
        struct at_seat *p = &v->seat[other];
        uint64_t hidden = p->goals & ~p->goals_done;
        if (other == seat || p->dante || !hidden)
            continue;
        for (uint32_t pile = 0; pile < 2; pile++)
            p->unknown_goals[pile] = (uint8_t)vl_count(hidden & at_goal_mask(pile));
        p->goals &= p->goals_done;
        v->goals |= hidden;
    }
    for (uint32_t pile = 0; pile < 2; pile++) {
        for (uint32_t i = 0; i < v->bottoms[pile]; i++) {
            if (v->bottom_owner[pile][i] == seat)
                continue;
            v->goals |= vl_bit(v->bottom[pile][i]);
            v->bottom[pile][i] = AT_NONE;
            v->unknown_bottoms[pile]++;
        }
    }
}

/* A hand hides what nobody has seen; a pack of the draft hides everything but what the seat that
 * holds it has looked at. */
VL_RULE void at_redact(const void *deck, const void *state, int seat, void *view)
{
    struct at_state *v = (struct at_state *)view;
    *v = *(const struct at_state *)state;
    if (v->over)
        return; /* AT-14.2 */
    for (int other = 0; other < v->seats; other++) {
        struct at_seat *p = &v->seat[other];
        for (uint32_t w = 0; w < AT_CARD_WORDS; w++) {
            uint64_t hidden = other == seat ? 0 : p->hand[w] & ~v->shown[w];
            uint64_t packed =
                seat >= 0 && looking(v) == seat ? p->pack[w] & ~v->showing[w] : p->pack[w];
            p->unknown_cards = (uint8_t)(p->unknown_cards + vl_count(hidden));
            p->unknown_pack = (uint8_t)(p->unknown_pack + vl_count(packed));
            p->hand[w] &= ~hidden;
            p->pack[w] &= ~packed;
            v->pile[w] |= hidden | packed;
            if (other != seat)
                p->peeked[w] = 0;
        }
    }
    if (seat < 0 || looking(v) != seat)
        vl_memset(v->showing, 0, sizeof v->showing);
    hide_goals(v, seat);
}

/* Draws and choices that only their seat knows. Kinds that are not here are open to all. */
VL_RULE vl_move at_redact_move(const void *deck, const void *state, vl_move move, int seat)
{
    const struct at_state *s = (const struct at_state *)state;
    const struct at_task *task = &s->task[s->tasks - 1];
    uint32_t kind = VL_MOVE_KIND(move);
    bool card =
        kind == AT_ROLL_DEAL || kind == AT_ROLL_GOAL || kind == AT_ROLL_SHOW || kind == AT_ASK_PICK;
    if (kind != task->kind || ((int)task->seat == seat && kind != AT_ROLL_PACK))
        return move;
    if (kind == AT_ASK_DROP) /* which pile it goes under is seen */
        return VL_MOVE(kind, AT_HIDDEN_DROP + (VL_MOVE_ARG(move) >= AT_GEOGRAPHY));
    return card || kind == AT_ROLL_PACK ? VL_MOVE(kind, AT_UNKNOWN) : move;
}

/* Draws one of the set and takes it out. */
VL_RULE static uint32_t draw_from(uint64_t *set, uint32_t words, struct vl_rng *rng)
{
    uint32_t count = vl_count_in(set, words);
    VL_ASSERT(count);
    uint32_t drawn = vl_nth_in(set, words, vl_rng_below(rng, count));
    vl_drop_from(set, drawn);
    return drawn;
}

/* Every hidden place gets one of the goals that could be there, each as likely. */
VL_RULE static void fill_goals(struct at_state *s, struct vl_rng *rng)
{
    for (uint32_t pile = 0; pile < 2; pile++) {
        uint64_t pool = s->goals & at_goal_mask(pile);
        s->goals &= ~pool;
        for (uint32_t seat = 0; seat < s->seats; seat++)
            for (; s->seat[seat].unknown_goals[pile]; s->seat[seat].unknown_goals[pile]--)
                s->seat[seat].goals |= vl_bit(draw_from(&pool, 1, rng));
        for (uint32_t i = 0; i < s->bottoms[pile]; i++)
            if (s->bottom[pile][i] == AT_NONE)
                s->bottom[pile][i] = (uint8_t)draw_from(&pool, 1, rng);
        s->unknown_bottoms[pile] = 0;
        s->goals |= pool;
    }
}

/*
 * The hidden places are filled one by one. As long as cards passed on in the draft are left, each
 * place gets one of them with the chance that is fair for the places still open.
 */
VL_RULE static void fill_cards(struct at_state *s, int seat, struct vl_rng *rng)
{
    uint64_t passed[AT_CARD_WORDS] = {0, 0, 0};
    uint32_t open = 0, left = 0;
    for (uint32_t other = 0; other < s->seats; other++)
        open += (uint32_t)s->seat[other].unknown_cards + s->seat[other].unknown_pack;
    for (uint32_t w = 0; seat >= 0 && w < AT_CARD_WORDS; w++) {
        passed[w] = s->seat[seat].peeked[w] & s->pile[w];
        s->pile[w] &= ~passed[w];
        left += vl_count(passed[w]);
    }
    for (uint32_t other = 0; other < s->seats; other++) {
        struct at_seat *p = &s->seat[other];
        while (p->unknown_cards || p->unknown_pack) {
            bool from_passed = left && vl_rng_below(rng, open) < left;
            uint32_t card = draw_from(from_passed ? passed : s->pile, AT_CARD_WORDS, rng);
            left -= from_passed;
            open--;
            if (p->unknown_cards) {
                p->unknown_cards--;
                vl_add_to(p->hand, card);
            } else {
                p->unknown_pack--;
                vl_add_to(p->pack, card);
            }
        }
    }
}

/* Another seat is looking through its pack: it has seen the lowest cards of it, or all. */
VL_RULE static void fill_showing(struct at_state *s)
{
    const struct at_task *task = &s->task[s->tasks - 1];
    const uint64_t *pack = s->seat[at_held_pack(s, task->seat, task->a)].pack;
    uint32_t seen = 0;
    for (uint32_t card = 0; card < AT_CARDS; card++)
        if (vl_has_in(pack, card) && (task->kind == AT_ASK_PICK || seen++ < task->b))
            vl_add_to(s->showing, card);
}

/* After the end nothing is hidden (AT-14.2), so there is nothing to fill in. */
VL_RULE void at_determinize(const void *deck, const struct vl_view *view, struct vl_rng *rng,
                            void *state)
{
    struct at_state *s = (struct at_state *)state;
    vl_memcpy(s, view->state.bytes, sizeof *s);
    if (s->over)
        return;
    fill_cards(s, view->seat, rng);
    fill_goals(s, rng);
    if (looking(s) >= 0 && looking(s) != view->seat)
        fill_showing(s);
}
