/*
 * Atlas: the stack of tasks: what is to be done next, what may be answered, what an answer does.
 * Portable.
 */
#include "games/atlas/rules.h"

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
        p->character = p->home = p->at = AT_NONE;
        vl_memset(p->offered, AT_NONE, sizeof p->offered);
        vl_memset(p->tile, AT_NONE, sizeof p->tile);
        vl_memset(p->order, AT_NONE, sizeof p->order);
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
    at_advance(d, s);
}

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

VL_RULE static void list_task(const struct at_deck *d, const struct at_state *s,
                              const struct at_task *task, struct at_list *list)
{
    const struct at_seat *p = &s->seat[task->seat];
    switch (task->kind) {
    case AT_ROLL_SETUP:
    case AT_ROLL_PUBLIC:
    case AT_ROLL_POPULARITY:
    case AT_ROLL_CHARACTER:
    case AT_ROLL_TILE:
    case AT_ROLL_LEFT:
    case AT_ROLL_SHOW:
    case AT_ASK_CHARACTER:
    case AT_ASK_PICK:
    case AT_ASK_HOME:
        at_list_setup(d, s, task, list);
        return;
    case AT_ROLL_FLIP:
    case AT_ROLL_DEAL:
    case AT_ROLL_PACK:
        at_list_pile(s, task->kind, list);
        return;
    case AT_ROLL_GOAL:
        at_list_goal(s, task->kind, task->a, list);
        return;
    case AT_ROLL_PARTY:
        for (uint64_t rest = s->parties ? s->parties : s->party_discards; rest;)
            at_add(list, VL_MOVE(task->kind, vl_take_lowest(&rest)));
        return;
    case AT_ROLL_EVENT:
        for (uint64_t rest = s->events ? s->events : s->event_discards; rest;)
            at_add(list, VL_MOVE(task->kind, vl_take_lowest(&rest)));
        return;
    case AT_ROLL_DANTE_GOAL:
    case AT_ROLL_DANTE_HOME:
    case AT_ROLL_DANTE_CARD:
    case AT_DANTE_TAKE:
    case AT_DANTE_SHIFTS:
    case AT_DANTE_BLOGS:
    case AT_DANTE_SHOPS:
    case AT_DANTE_PAUSES:
        at_list_dante(d, s, task, list);
        return;
    case AT_ASK_FACES:
        at_list_faces(d, s, task->seat, list);
        return;
    case AT_ASK_TURN:
        at_list_turn(d, s, list);
        return;
    case AT_ASK_TRAVEL:
        at_list_travel(d, s, task, list);
        return;
    case AT_ASK_GO:
        at_list_go(d, s, task, list);
        return;
    case AT_ASK_BUY:
        at_add(list, VL_MOVE(task->kind, at_souvenir_in(s, p->at)));
        at_add(list, VL_MOVE(task->kind, AT_NONE_OF_THEM));
        return;
    case AT_ASK_TOKEN:
        at_list_token(d, p, list);
        return;
    case AT_ASK_SHIFT:
        at_list_shift(d, s, task, list);
        return;
    case AT_ASK_LIKE:
        at_list_like(d, p, list);
        return;
    case AT_ASK_DISLIKE:
        at_list_dislike(d, p, list);
        return;
    case AT_ASK_DRAW:
    case AT_ASK_COUNTRY:
        at_list_draw(d, s, task, list);
        return;
    case AT_ASK_LANGUAGE:
        at_list_language(d, p, list);
        return;
    case AT_ASK_BLOG: {
        uint32_t value = at_blog_value(d, s, task->seat, at_blog_power(d, p));
        for (uint64_t rest = at_blog_targets(s, task->seat, value); rest;)
            at_add(list, VL_MOVE(task->kind, vl_take_lowest(&rest)));
        return;
    }
    case AT_ASK_REPLAN:
        at_list_replan(s, task, list);
        return;
    case AT_ASK_TILE:
        for (uint64_t rest = s->tiles; rest;)
            at_add(list, VL_MOVE(task->kind, vl_take_lowest(&rest)));
        at_add(list, VL_MOVE(task->kind, AT_NONE_OF_THEM));
        return;
    case AT_ASK_PILE:
        for (uint32_t pile = 0; pile < 2; pile++)
            if (at_goal_count(s, pile))
                at_add(list, VL_MOVE(task->kind, pile));
        return;
    case AT_ASK_DROP:
        for (uint64_t rest = p->goals & ~p->goals_done; rest;)
            at_add(list, VL_MOVE(task->kind, vl_take_lowest(&rest)));
        return;
    case AT_ASK_EVICT:
        at_list_evict(d, s, task->seat, list);
        return;
    case AT_ASK_REVEAL:
        for (uint64_t rest = p->goals & ~p->goals_done; rest;) {
            uint32_t goal = vl_take_lowest(&rest);
            if (at_completed(d, s, task->seat, goal))
                at_add(list, VL_MOVE(task->kind, goal));
        }
        if (!list->count)
            at_add(list, VL_MOVE(task->kind, AT_NONE_OF_THEM));
        return;
    default:
        return;
    }
}

VL_RULE uint32_t at_legal_moves(const void *deck, const void *state, vl_move *moves)
{
    const struct at_state *s = (const struct at_state *)state;
    struct at_list list = {moves, 0};
    if (!s->over && s->tasks)
        list_task((const struct at_deck *)deck, s, &s->task[s->tasks - 1], &list);
    return list.count;
}

/* Whether the task on top has an answer; tasks that can never lack one are not looked at. */
VL_RULE static bool has_answer(const struct at_deck *d, const struct at_state *s,
                               const struct at_task *task)
{
    const struct at_seat *p = &s->seat[task->seat];
    vl_move moves[VL_MAX_MOVES];
    struct at_list list = {moves, 0};
    switch (task->kind) {
    case AT_ASK_TURN:
        return at_turn_goes_on(d, s);
    case AT_ASK_TRAVEL:
        return at_travel_goes_on(d, s, task);
    case AT_ROLL_FLIP:
    case AT_ROLL_DEAL:
    case AT_ROLL_PACK:
        return at_can_draw(s);
    case AT_ASK_TILE:
        return s->tiles != 0 && p->tile[0] != AT_NONE;
    case AT_ASK_SHIFT:
    case AT_DANTE_SHIFTS:
        if (s->locked)
            return false;
        break;
    case AT_ASK_HOME:
    case AT_ASK_REPLAN:
    case AT_ASK_GO:
        return true;
    default:
        break;
    }
    list_task(d, s, task, &list);
    return list.count != 0;
}

/* Does the task on top, which is one that needs nobody. */
VL_RULE static void do_task(const struct at_deck *d, struct at_state *s)
{
    struct at_task task = *at_top(s);
    at_pop(s);
    switch (task.kind) {
    case AT_DO_REFILL:
        at_refill(s);
        return;
    case AT_DO_REFRESH:
        at_refresh(s);
        return;
    case AT_DO_LANGUAGES:
        at_learn_from_visits(d, &s->seat[task.seat]);
        return;
    case AT_DO_PUBLIC:
        at_check_public(d, s, task.seat);
        return;
    case AT_DO_PERSONAL:
        at_dante_personal(d, s, task.seat);
        return;
    case AT_DO_EFFECT:
        at_do_effect(d, s, task);
        return;
    case AT_DO_REWARD: {
        const struct at_effect *reward = &d->blog[task.a - 1].reward;
        at_push_effects(s, task.seat, reward, 1);
        return;
    }
    case AT_DO_EVICT:
        at_evict(d, s, task.a);
        return;
    case AT_DO_DANTE:
        at_dante_step(d, s, task);
        return;
    default:
        VL_UNREACHABLE();
    }
}

/* Goes on until somebody has to answer, or the game is over. */
VL_RULE void at_advance(const struct at_deck *d, struct at_state *s)
{
    while (!s->over) {
        if (!s->tasks) {
            if (s->step < AT_SETUP_STEPS)
                at_setup_step(d, s);
            else
                at_end_turn(d, s);
        } else if (at_top(s)->kind >= AT_FIRST_DO) {
            do_task(d, s);
        } else if (has_answer(d, s, at_top(s))) {
            return;
        } else {
            at_pop(s);
        }
    }
}

/* The topmost task asks for `left` more: it stays with one less, or is done. */
VL_RULE static void one_less(struct at_state *s)
{
    if (at_top(s)->a > 1)
        at_top(s)->a--;
    else
        at_pop(s);
}

VL_RULE static void apply_goal(struct at_state *s, struct at_task task, uint32_t goal)
{
    switch (task.kind) {
    case AT_ROLL_GOAL:
        at_pop(s);
        at_leave_goals(s, goal);
        s->seat[task.seat].goals |= vl_bit(goal);
        return;
    case AT_ASK_PILE:
        one_less(s);
        at_push(s, AT_ROLL_GOAL, task.seat, goal, 0);
        return;
    case AT_ASK_DROP: { /* AT-7.8 */
        uint32_t pile = goal >= AT_GEOGRAPHY;
        at_pop(s);
        s->seat[task.seat].goals &= ~vl_bit(goal);
        VL_ASSERT(s->bottoms[pile] < AT_BOTTOMS);
        s->bottom[pile][s->bottoms[pile]] = (uint8_t)goal;
        s->bottom_owner[pile][s->bottoms[pile]++] = task.seat;
        return;
    }
    default: /* AT_ASK_REVEAL */
        if (goal == AT_NONE_OF_THEM) {
            at_pop(s);
            if (task.b)
                at_push(s, AT_ASK_PILE, task.seat, task.b, 0);
            return;
        }
        s->seat[task.seat].goals_done |= vl_bit(goal);
        at_top(s)->b++;
        return;
    }
}

VL_RULE static void apply_small(const struct at_deck *d, struct at_state *s, struct at_task task,
                                uint32_t arg)
{
    struct at_seat *p = &s->seat[task.seat];
    switch (task.kind) {
    case AT_ROLL_PARTY:
        at_pop(s);
        at_meet(d, s, task.seat, arg);
        return;
    case AT_ROLL_EVENT:
        at_pop(s);
        at_reveal_event(d, s, task.seat, arg);
        return;
    case AT_ASK_TOKEN:
        at_pop(s);
        at_take_token(d, p, arg);
        return;
    case AT_ASK_SHIFT:
        at_pop(s);
        at_shift(s, arg >> 4, arg & 15U);
        return;
    case AT_ASK_LIKE:
        one_less(s);
        at_apply_like(s, task.seat, arg);
        return;
    case AT_ASK_DISLIKE:
        one_less(s);
        at_apply_dislike(d, p, arg);
        return;
    case AT_ASK_LANGUAGE:
        at_pop(s);
        if (arg != AT_NONE_OF_THEM) {
            vl_add_to(p->learned, arg);
            at_push(s, AT_DO_PUBLIC, task.seat, 0, 0);
        }
        return;
    case AT_ASK_BLOG:
        at_pop(s);
        at_apply_blog(d, s, task.seat, arg);
        return;
    case AT_ASK_TILE:
        at_pop(s);
        if (arg != AT_NONE_OF_THEM) {
            p->tile[2] = (uint8_t)arg;
            s->tiles &= ~(1U << arg);
            at_push(s, AT_ASK_FACES, task.seat, 0, 0);
        }
        return;
    default: /* AT_ASK_EVICT */
        at_pop(s);
        p->at = (uint8_t)arg;
        return;
    }
}

VL_RULE void at_apply(const void *deck, void *state, vl_move move)
{
    const struct at_deck *d = (const struct at_deck *)deck;
    struct at_state *s = (struct at_state *)state;
    struct at_task task = *at_top(s);
    uint32_t arg = VL_MOVE_ARG(move);
    switch (task.kind) {
    case AT_ROLL_SETUP:
    case AT_ROLL_PUBLIC:
    case AT_ROLL_POPULARITY:
    case AT_ROLL_CHARACTER:
    case AT_ROLL_TILE:
    case AT_ROLL_LEFT:
    case AT_ROLL_SHOW:
    case AT_ROLL_PACK:
    case AT_ASK_CHARACTER:
    case AT_ASK_PICK:
    case AT_ASK_FACES:
    case AT_ASK_HOME:
        at_apply_setup(d, s, task, arg);
        break;
    case AT_ROLL_FLIP:
    case AT_ROLL_DEAL:
    case AT_ASK_DRAW:
    case AT_ASK_COUNTRY:
        at_apply_draw(d, s, task, arg);
        break;
    case AT_ROLL_GOAL:
    case AT_ASK_PILE:
    case AT_ASK_DROP:
    case AT_ASK_REVEAL:
        apply_goal(s, task, arg);
        break;
    case AT_ROLL_DANTE_GOAL:
    case AT_ROLL_DANTE_HOME:
    case AT_ROLL_DANTE_CARD:
    case AT_DANTE_TAKE:
    case AT_DANTE_SHIFTS:
    case AT_DANTE_BLOGS:
    case AT_DANTE_SHOPS:
    case AT_DANTE_PAUSES:
        at_apply_dante(d, s, task, arg);
        break;
    case AT_ASK_TURN:
        at_apply_turn(d, s, move);
        break;
    case AT_ASK_TRAVEL:
        at_apply_leg(d, s, AT_MOVE_ACT(move), AT_MOVE_WHAT(move));
        break;
    case AT_ASK_GO:
        at_apply_go(d, s, task, arg);
        break;
    case AT_ASK_BUY:
        at_apply_buy(d, s, task, arg);
        break;
    case AT_ASK_REPLAN:
        at_apply_replan(s, task, arg);
        break;
    default:
        apply_small(d, s, task, arg);
        break;
    }
    at_advance(d, s);
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
    (void)deck;
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
