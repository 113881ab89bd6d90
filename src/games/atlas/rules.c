/*
 * Atlas: the stack of tasks: what is to be done next, what may be answered, what an answer does.
 * Portable.
 */
#include "games/atlas/rules.h"

/* Chance has the draws and Dante's forced steps; he needs nobody (AT-13.1). */
VL_RULE int at_to_act(const void *state)
{
    const struct at_state *s = (const struct at_state *)state;
    if (s->over || !s->tasks)
        return VL_OVER;
    const struct at_task *task = &s->task[s->tasks - 1];
    if (task->kind <= AT_LAST_CHANCE)
        return VL_CHANCE;
    return (int)task->seat;
}

/* ---- Goals: drawn, discarded, shown ---- */

/* A pile of goals can be chosen while it has one. */
VL_RULE static void list_piles(const struct at_state *s, struct at_list *list)
{
    for (uint32_t pile = 0; pile < 2; pile++)
        if (at_goal_count(s, pile))
            at_offer(list, pile);
}

/* Into the hand, hidden from the others (AT-14.1). */
VL_RULE static void draw_goal(struct at_state *s, struct at_seat *p, uint32_t goal)
{
    at_leave_goals(s, goal);
    p->goals |= vl_bit(goal);
}

/* AT-7.8: under its pile, to be drawn last. */
VL_RULE static void drop_goal(struct at_state *s, struct at_task task, uint32_t goal)
{
    uint32_t pile = goal >= AT_GEOGRAPHY;
    s->seat[task.seat].goals &= ~vl_bit(goal);
    VL_ASSERT(s->bottoms[pile] < AT_BOTTOMS);
    s->bottom[pile][s->bottoms[pile]] = (uint8_t)goal;
    s->bottom_owner[pile][s->bottoms[pile]++] = task.seat;
}

/* Goals that can be shown now; none of them only when there is none (AT-12.8). */
VL_RULE static void list_completed(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                                   struct at_list *list)
{
    for (uint64_t rest = s->seat[seat].goals & ~s->seat[seat].goals_done; rest;) {
        uint32_t goal = vl_take_lowest(&rest);
        if (at_completed(d, s, seat, goal))
            at_offer(list, goal);
    }
    if (!list->count)
        at_offer(list, AT_NONE_OF_THEM);
}

/* Goals are shown one by one; at the end as many are drawn (AT-12.8). */
VL_RULE static void reveal(struct at_state *s, struct at_task task, uint32_t goal)
{
    if (goal != AT_NONE_OF_THEM) {
        s->seat[task.seat].goals_done |= vl_bit(goal);
        at_top(s)->b++;
        return;
    }
    at_pop(s);
    if (task.b)
        at_push(s, AT_ASK_PILE, task.seat, task.b, 0);
}

/* ---- Small answers ---- */

/* The a-th of the two characters that a seat may choose from. */
VL_RULE static void offer_character(struct at_state *s, struct at_task task, uint32_t character)
{
    s->characters &= ~(1U << character);
    s->seat[task.seat].offered[task.a] = (uint8_t)character;
}

/* The `which`-th tile of a seat comes from the supply. */
VL_RULE static void take_tile(struct at_state *s, struct at_seat *p, uint32_t which, uint32_t tile)
{
    s->tiles &= ~(1U << tile);
    p->tile[which] = (uint8_t)tile;
}

/* AT-8.6: with a third tile the seat chooses its sides again. */
VL_RULE static void try_tile(struct at_state *s, uint32_t seat, uint32_t tile)
{
    if (tile == AT_NONE_OF_THEM)
        return;
    take_tile(s, &s->seat[seat], 2, tile);
    at_push(s, AT_ASK_FACES, seat, 0, 0);
}

/* What is left of a pack after the draft goes to the discards (AT-1.10). */
VL_RULE static void leave_over(struct at_state *s, struct at_seat *p, uint32_t card)
{
    vl_drop_from(p->pack, card);
    at_discard(s, card);
}

/* The seat has seen one more card of its pack; the task stays until all are seen. */
VL_RULE static void show_next(struct at_state *s, uint32_t card)
{
    vl_add_to(s->showing, card);
    at_top(s)->b++;
}

/* The pack that the seat of this task holds in round a of the draft. */
VL_RULE static const uint64_t *pack_of(const struct at_state *s, struct at_task task)
{
    return s->seat[at_held_pack(s, task.seat, task.a)].pack;
}

/* One of the set, or none of them. */
VL_RULE static void offer_or_none(struct at_list *list, uint64_t set)
{
    at_offer_set(list, set);
    at_offer(list, AT_NONE_OF_THEM);
}

/* ---- Tasks ---- */

#define POP at_pop(s)
#define ONE_LESS at_one_less(s)
#define STAY (void)0 /* the effect itself takes the task off the stack, now or later */
#define NOBODY (void)0
#define NOTHING (void)0

/* The two switches made from AT_ALL_TASKS: one writes the answers, one plays them. */
#define LIST(kind, answers, leave, effect)                                                         \
    case kind:                                                                                     \
        answers;                                                                                   \
        return;

#define PERFORM(kind, answers, leave, effect)                                                      \
    case kind:                                                                                     \
        leave;                                                                                     \
        effect;                                                                                    \
        return;

VL_RULE static void list_task(const struct at_deck *d, const struct at_state *s,
                              struct at_task task, struct at_list *list)
{
    const struct at_seat *p = &s->seat[task.seat];
    list->kind = task.kind;
    switch (task.kind) {
        AT_ALL_TASKS(LIST)
    default:
        return;
    }
}

/* Does the task on top: by an answer, or by itself. */
VL_RULE static void perform(const struct at_deck *d, struct at_state *s, vl_move move)
{
    struct at_task task = *at_top(s);
    struct at_seat *p = &s->seat[task.seat];
    uint32_t arg = VL_MOVE_ARG(move);
    switch (task.kind) {
        AT_ALL_TASKS(PERFORM)
    default:
        VL_UNREACHABLE();
    }
}

/* Every list is written in ascending order, as the contract asks; see at_offer_set. */
VL_RULE uint32_t at_legal_moves(const void *deck, const void *state, vl_move *moves)
{
    const struct at_state *s = (const struct at_state *)state;
    struct at_list list = {moves, 0, AT_NO_TASK};
    if (!s->over && s->tasks)
        list_task((const struct at_deck *)deck, s, s->task[s->tasks - 1], &list);
    return list.count;
}

/* Whether the task on top has an answer; if not, it is dropped. This runs after every move, so the
 * frequent kinds are answered without a list, and kinds that always have one are not looked at. */
VL_RULE static bool has_answer(const struct at_deck *d, const struct at_state *s,
                               const struct at_task *task)
{
    vl_move moves[VL_MAX_MOVES];
    struct at_list list = {moves, 0, AT_NO_TASK};
    uint32_t kind = task->kind;
    if (kind == AT_ASK_TURN)
        return at_turn_goes_on(s);
    if (kind == AT_ASK_TRAVEL)
        return at_travel_goes_on(d, s, task);
    if (kind == AT_ROLL_FLIP || kind == AT_ROLL_DEAL || kind == AT_ROLL_PACK)
        return at_can_draw(s);
    if (kind == AT_ASK_TILE)
        return s->tiles != 0 && s->seat[task->seat].tile[0] != AT_NONE;
    if (s->locked && (kind == AT_ASK_SHIFT || kind == AT_DANTE_SHIFTS))
        return false;
    if (kind == AT_ASK_HOME || kind == AT_ASK_REPLAN || kind == AT_ASK_GO)
        return true;
    list_task(d, s, *task, &list);
    return list.count != 0;
}

/* Goes on until somebody has to answer, or the game is over. An empty stack means that a step of
 * the set-up or a turn is complete. */
VL_RULE static void advance(const struct at_deck *d, struct at_state *s)
{
    while (!s->over) {
        if (!s->tasks) {
            if (s->step < AT_SETUP_STEPS)
                at_setup_step(s);
            else
                at_end_turn(s);
        } else if (at_top(s)->kind >= AT_FIRST_DO) {
            perform(d, s, VL_NO_MOVE);
        } else if (has_answer(d, s, at_top(s))) {
            return;
        } else {
            at_pop(s);
        }
    }
}

VL_RULE void at_clear_seat(struct at_seat *p)
{
    vl_memset(p, 0, sizeof *p);
    p->character = p->home = p->at = AT_NONE;
    vl_memset(p->offered, AT_NONE, sizeof p->offered);
    vl_memset(p->tile, AT_NONE, sizeof p->tile);
    vl_memset(p->order, AT_NONE, sizeof p->order);
}

/* Before the first card: everything in its pile, boards full of tokens, nothing dealt. */
VL_RULE void at_start(const void *deck, const struct vl_setup *setup, void *state)
{
    const struct at_deck *d = (const struct at_deck *)deck;
    struct at_state *s = (struct at_state *)state;
    vl_memset(s, 0, sizeof *s);
    for (uint32_t card = 0; card < AT_CARDS; card++)
        vl_add_to(s->pile, card);
    s->goals = vl_first(AT_GOAL_COUNT_ALL);
    s->characters = (uint32_t)vl_first(AT_CHARACTERS);
    s->tiles = (uint32_t)vl_first(AT_TILES);
    vl_memset(s->row, AT_NONE, sizeof s->row);
    vl_memset(s->token_at, AT_NONE, sizeof s->token_at);
    vl_memset(s->souvenir_at, AT_NONE, sizeof s->souvenir_at);
    vl_memset(s->bottom, AT_NONE, sizeof s->bottom);
    vl_memset(s->bottom_owner, AT_NONE, sizeof s->bottom_owner);
    vl_memset(s->event_owner, AT_NONE, sizeof s->event_owner);
    s->lock = s->setup = AT_NONE;
    s->seats = setup->seats;
    for (uint32_t i = 0; i < AT_OPTIONS; i++)
        s->options[i] = setup->option[i];
    s->dantes = s->options[AT_OPTION_DANTE];
    if (!at_quick(s)) { /* AT-12.1 */
        s->parties = (uint32_t)vl_first(AT_PARTIES);
        s->events = (uint32_t)vl_first(AT_EVENTS);
    }
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++) {
        struct at_seat *p = &s->seat[seat];
        at_clear_seat(p);
        if (seat >= s->seats)
            continue;
        p->dante = seat >= at_humans(s);
        p->tokens = AT_TOKENS;
        if (at_quick(s) || p->dante)
            continue;
        p->money = AT_START_MONEY;
        p->energy = AT_START_ENERGY;
        for (uint32_t slot = 0; slot < AT_BOARD_SLOTS; slot++)
            if (d->slot[slot].token)
                p->covered = (uint16_t)(p->covered | 1U << slot);
    }
    advance(d, s);
}

/* Plays the answer, then everything that follows by itself. */
VL_RULE void at_apply(const void *deck, void *state, vl_move move)
{
    const struct at_deck *d = (const struct at_deck *)deck;
    struct at_state *s = (struct at_state *)state;
    perform(d, s, move);
    advance(d, s);
}

/* Dante's deck has cards that come several times; every other draw is one physical card a move. */
VL_RULE vl_move at_sample_chance(const void *deck, const void *state, struct vl_rng *rng)
{
    const struct at_deck *d = (const struct at_deck *)deck;
    const struct at_state *s = (const struct at_state *)state;
    const struct at_task *task = &s->task[s->tasks - 1];
    vl_move moves[VL_MAX_MOVES];
    if (task->kind == AT_ROLL_FLIP || task->kind == AT_ROLL_DEAL || task->kind == AT_ROLL_PACK) {
        const uint64_t *from = at_pile_count(s) ? s->pile : s->discard;
        uint32_t n = vl_rng_below(rng, vl_count_in(from, AT_CARD_WORDS));
        return VL_MOVE(task->kind, vl_nth_in(from, AT_CARD_WORDS, n));
    }
    uint32_t count = at_legal_moves(deck, state, moves);
    if (task->kind == AT_ROLL_DANTE_CARD) {
        uint32_t left = 0, kind = 0;
        for (uint32_t i = 0; i < AT_DANTE_KINDS; i++)
            left += at_dante_left(d, s, task->seat, i);
        uint32_t n = vl_rng_below(rng, left);
        while (n >= at_dante_left(d, s, task->seat, kind))
            n -= at_dante_left(d, s, task->seat, kind++);
        return VL_MOVE(AT_ROLL_DANTE_CARD, kind);
    }
    return moves[vl_rng_below(rng, count)];
}

/* A replan is a set of cards (AT-8.8); everything else is one choice. */
VL_RULE void at_choice(const void *deck, const void *state, struct vl_choice *choice)
{
    const struct at_state *s = (const struct at_state *)state;
    const struct at_task *task = &s->task[s->tasks ? s->tasks - 1 : 0];
    choice->set = false;
    choice->least = choice->most = 1;
    choice->done = VL_NO_MOVE;
    choice->chosen_count = choice->candidate_count = 0;
    if (s->over || task->kind != AT_ASK_REPLAN)
        return;
    const struct at_seat *p = &s->seat[task->seat];
    for (uint32_t card = 0; card < AT_CARDS; card++) {
        if (vl_has_in(s->chosen, card))
            choice->chosen[choice->chosen_count++] = VL_MOVE(AT_ASK_REPLAN, card);
        if (vl_has_in(p->hand, card))
            choice->candidates[choice->candidate_count++] = VL_MOVE(AT_ASK_REPLAN, card);
    }
    choice->set = true;
    choice->most = (uint16_t)(choice->chosen_count + choice->candidate_count);
    choice->done = VL_MOVE(AT_ASK_REPLAN, AT_NONE_OF_THEM);
}
