/*
 * Atlas: the set-up of map and seats, the draft, personality. Portable.
 *
 * A step of the set-up pushes all its tasks at once, those of the first seat last, so that they are
 * done first. What is dealt comes before what is chosen: a seat knows its goals, cards and tiles
 * when it chooses a character and a home (AT-1.7, AT-1.12).
 */
#include "games/atlas/rules.h"

/* Public goals of each pile by the number of seats, 2 to 4 (AT-1.3). */
static const uint8_t public_goals[3][3] = {{1, 2, 1}, {2, 2, 1}, {2, 2, 2}};

/* Piles A, B and C in this order; at_push reverses. */
VL_RULE static void push_public(struct at_state *s)
{
    const uint8_t *number = public_goals[s->seats - 2];
    for (uint32_t pile = 3; pile >= 1; pile--)
        for (uint32_t i = 0; i < number[pile - 1]; i++)
            at_push(s, AT_ROLL_PUBLIC, 0, pile, 0);
}

/* AT-13.3, AT-13.4: two goals, the start card, and the row is filled again. */
VL_RULE static void push_dantes(struct at_state *s)
{
    for (uint32_t seat = s->seats; seat-- > at_humans(s);) {
        at_push(s, AT_DO_REFILL, 0, 0, 0);
        at_push(s, AT_ROLL_DANTE_HOME, seat, 0, 0);
        at_push(s, AT_ROLL_DANTE_GOAL, seat, 1, 0);
        at_push(s, AT_ROLL_DANTE_GOAL, seat, 0, 0);
    }
}

/* The same tasks for every seat that is not Dante's, the first seat first. */
VL_RULE static void push_seats(struct at_state *s, uint32_t kind, uint32_t times, bool numbered)
{
    for (uint32_t seat = at_humans(s); seat-- > 0;)
        for (uint32_t i = times; i-- > 0;)
            at_push(s, kind, seat, numbered ? i : 0, 0);
}

/* AT-1.10: four rounds, in each of which every seat looks at the pack it holds and keeps one card;
 * the two left over of each pack are discarded at the end. Looking is a chance move for each card,
 * so that a view can tell what has been seen. */
VL_RULE static void push_draft(struct at_state *s)
{
    uint32_t humans = at_humans(s);
    for (uint32_t seat = humans; seat-- > 0;)
        for (uint32_t i = 0; i < AT_PACK - AT_HAND; i++)
            at_push(s, AT_ROLL_LEFT, seat, 0, 0);
    for (uint32_t round = AT_HAND; round-- > 0;)
        for (uint32_t seat = humans; seat-- > 0;) {
            at_push(s, AT_ASK_PICK, seat, round, 0);
            at_push(s, AT_ROLL_SHOW, seat, round, 0);
        }
}

/* The steps that give every seat the same: `times` tasks of a kind, numbered in `a` or not; the
 * quick game leaves some of them out. Other steps are in at_setup_step. */
static const struct {
    uint8_t step, kind, times, numbered, quick;
} deals[] = {
    {AT_STEP_CHARACTERS, AT_ROLL_CHARACTER, 2, 1, 0},
    {AT_STEP_GOALS, AT_ROLL_GOAL, 2, 1, 1},
    {AT_STEP_TILES, AT_ROLL_TILE, 2, 1, 0},
    {AT_STEP_CHOOSE_CHARACTER, AT_ASK_CHARACTER, 1, 0, 0},
    {AT_STEP_CHOOSE_FACES, AT_ASK_FACES, 1, 0, 0},
};

VL_RULE void at_setup_step(struct at_state *s)
{
    bool draft = s->options[AT_OPTION_DRAFT] != 0;
    uint32_t step = s->step++;
    for (uint32_t i = 0; i < sizeof deals / sizeof *deals; i++)
        if (deals[i].step == step && (deals[i].quick || !at_quick(s)))
            push_seats(s, deals[i].kind, deals[i].times, deals[i].numbered);
    if (step == AT_STEP_SETUP)
        at_push(s, AT_ROLL_SETUP, 0, 0, 0);
    else if (step == AT_STEP_PUBLIC)
        push_public(s);
    else if (step == AT_STEP_POPULARITY)
        for (uint32_t slot = AT_EXPERIENCES; slot-- > 0;)
            at_push(s, AT_ROLL_POPULARITY, 0, slot, 0);
    else if (step == AT_STEP_ROW)
        at_push(s, AT_DO_REFILL, 0, 0, 0);
    else if (step == AT_STEP_DANTE)
        push_dantes(s);
    else if (step == AT_STEP_CARDS)
        push_seats(s, draft ? AT_ROLL_PACK : AT_ROLL_DEAL, draft ? AT_PACK : AT_HAND, false);
    else if (step == AT_STEP_DRAFT && draft)
        push_draft(s);
    if (step != AT_STEP_HOMES)
        return;
    at_begin_turn(s); /* after the homes, which come in reverse turn order (AT-1.12) */
    for (uint32_t seat = 0; seat < at_humans(s); seat++)
        at_push(s, AT_ASK_HOME, seat, 0, 0);
}

/* Packs are handed to the next seat after each round: the pack of seat 0 is held by seat 1 in the
 * second. */
VL_RULE uint32_t at_held_pack(const struct at_state *s, uint32_t seat, uint32_t round)
{
    uint32_t humans = at_humans(s);
    return (seat + humans - round % humans) % humans;
}

/* Nothing before the tiles are dealt. */
VL_RULE uint16_t at_face(const struct at_deck *d, const struct at_seat *p, uint32_t which)
{
    return p->tile[which] == AT_NONE ? (uint16_t)0 : d->tile[p->tile[which]].face[p->side[which]];
}

/* Two tiles, a side of each: four different experiences (AT-1.11). */
VL_RULE void at_list_faces(const struct at_deck *d, const struct at_seat *p, struct at_list *list)
{
    for (uint32_t arg = 0; arg < 64; arg++) {
        uint32_t liked = arg & 3U, disliked = arg >> 3 & 3U;
        if (liked > 2 || disliked > 2 || liked == disliked || p->tile[liked] == AT_NONE ||
            p->tile[disliked] == AT_NONE)
            continue;
        uint32_t like = d->tile[p->tile[liked]].face[arg >> 2 & 1U];
        uint32_t dislike = d->tile[p->tile[disliked]].face[arg >> 5 & 1U];
        if (!(like & dislike))
            at_offer(list, arg);
    }
}

/* Of three tiles the one that is not used goes back to the supply (AT-8.6). */
VL_RULE void at_choose_faces(struct at_state *s, struct at_seat *p, uint32_t arg)
{
    uint32_t liked = arg & 3U, disliked = arg >> 3 & 3U;
    uint8_t left = p->tile[3 - liked - disliked], tiles[2] = {p->tile[liked], p->tile[disliked]};
    if (left != AT_NONE)
        s->tiles |= 1U << left;
    p->tile[0] = tiles[0];
    p->tile[1] = tiles[1];
    p->tile[2] = AT_NONE;
    p->side[0] = arg >> 2 & 1U;
    p->side[1] = arg >> 5 & 1U;
}

/* A second tile must leave a legal combination with the first (AT-1.11). */
VL_RULE bool at_tiles_go_together(const struct at_deck *d, uint32_t a, uint32_t b)
{
    for (uint32_t sides = 0; sides < 4; sides++)
        if (!(d->tile[a].face[sides & 1U] & d->tile[b].face[sides >> 1]))
            return true;
    return false;
}

/* AT-1.12: not Antarctica, no souvenir, nobody else lives there. */
VL_RULE bool at_may_be_home(const struct at_deck *d, const struct at_state *s, uint32_t country)
{
    if (d->country[country].continent == AT_ANTARCTICA || at_souvenir_in(s, country) != AT_NONE)
        return false;
    for (uint32_t seat = 0; seat < s->seats; seat++)
        if (s->seat[seat].home == country)
            return false;
    return true;
}

VL_RULE void at_list_homes(const struct at_deck *d, const struct at_state *s, struct at_list *list)
{
    for (uint32_t country = 0; country < AT_COUNTRIES; country++)
        if (at_may_be_home(d, s, country))
            at_offer(list, country);
}

VL_RULE void at_list_public(const struct at_deck *d, const struct at_state *s, uint32_t pile,
                            struct at_list *list)
{
    for (uint32_t goal = 1; goal < AT_PUBLIC; goal++)
        if (d->public_goal[goal].pile == pile && !vl_has(s->public_goals, goal) &&
            !(at_quick(s) && d->public_goal[goal].kind == AT_GOAL_LANGUAGES))
            at_offer(list, goal);
}

VL_RULE void at_list_popularity(const struct at_state *s, uint32_t filled, struct at_list *list)
{
    uint64_t left = vl_first(AT_EXPERIENCES);
    for (uint32_t slot = 0; slot < filled && slot < AT_EXPERIENCES; slot++)
        left &= ~vl_bit(s->token_at[slot] & 15U);
    at_offer_set(list, left);
}

VL_RULE void at_list_tiles(const struct at_deck *d, const struct at_state *s,
                           const struct at_task *task, struct at_list *list)
{
    for (uint64_t rest = s->tiles; rest;) {
        uint32_t tile = vl_take_lowest(&rest);
        if (!task->a || at_tiles_go_together(d, s->seat[task->seat].tile[0], tile))
            at_offer(list, tile);
    }
}

/* A pack is looked through from its lowest card to its highest, so there is one card at most. */
VL_RULE void at_list_unseen(const struct at_state *s, const uint64_t *pack, struct at_list *list)
{
    for (uint32_t card = 0; card < AT_CARDS && !list->count; card++)
        if (vl_has_in(pack, card) && !vl_has_in(s->showing, card))
            at_offer(list, card);
}

VL_RULE void at_lay_souvenirs(const struct at_deck *d, struct at_state *s, uint32_t setup)
{
    s->setup = (uint8_t)setup;
    for (uint32_t souvenir = 0; souvenir < AT_SOUVENIRS; souvenir++)
        s->souvenir_at[souvenir] = d->setup[setup][souvenir];
}

/* The other one goes back to the box (AT-1.7). */
VL_RULE void at_choose_character(struct at_seat *p, uint32_t which)
{
    p->character = p->offered[which];
    p->offered[0] = p->offered[1] = AT_NONE;
}

/* The card comes into the hand; what is passed on is remembered, as a secret of this seat. */
VL_RULE void at_pick_card(struct at_state *s, struct at_task task, uint32_t card)
{
    struct at_seat *p = &s->seat[task.seat];
    uint64_t *pack = s->seat[at_held_pack(s, task.seat, task.a)].pack;
    vl_drop_from(pack, card);
    vl_memset(s->showing, 0, sizeof s->showing);
    vl_add_to(p->hand, card);
    for (uint32_t w = 0; w < AT_CARD_WORDS; w++) {
        p->peeked[w] |= pack[w];
        p->peeked[w] &= ~p->hand[w];
    }
}
