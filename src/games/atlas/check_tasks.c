/*
 * Atlas: the stack of tasks is one that play can bring about, or at least one that can be played.
 * Portable.
 *
 * Not every stack that passes is reachable: to prove that would mean to play the game backwards.
 * What is held is that every task finds what it relies on, that tasks which belong together stand
 * together, and that the stack is no deeper than AT_DEEPEST, so that what it brings about has room.
 */
#include "games/atlas/rules.h"

/* Each such task stands for a country that is explored while its token still lies on the board. */
VL_RULE uint32_t at_tokens_awaited(const struct at_state *s, uint32_t seat)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->tasks; i++)
        count += s->task[i].kind == AT_ASK_TOKEN && s->task[i].seat == seat;
    return count;
}

/* During set-up the stack is what is left of the present step; a refill may be under way. */
VL_RULE static const char *check_setup(const struct at_state *s)
{
    struct at_state plan;
    uint32_t tasks = s->tasks;
    vl_memset(&plan, 0, sizeof plan);
    plan.seats = s->seats;
    plan.dantes = s->dantes;
    vl_memcpy(plan.options, s->options, sizeof plan.options);
    plan.step = (uint8_t)(s->step - 1);
    for (uint32_t seat = at_humans(s); seat < s->seats; seat++)
        plan.seat[seat].dante = 1;
    at_setup_step(&plan);
    if (tasks > 1 && s->task[tasks - 1].kind == AT_ROLL_FLIP) {
        const struct at_task *flip = &s->task[tasks - 1];
        if (flip->seat || flip->a || flip->b)
            return "a flip for the row";
        tasks--;
    }
    if (tasks > plan.tasks)
        return "set-up goes step by step";
    for (uint32_t i = 0; i < tasks; i++) {
        struct at_task task = s->task[i];
        if (task.kind == AT_ROLL_SHOW && i + 1 == tasks)
            task.b = 0;
        if (vl_memcmp(&task, &plan.task[i], sizeof task))
            return "set-up goes step by step";
    }
    return s->round || s->active_seat || at_spent(s) || s->ending ? "no turn before the start" : 0;
}

/* What has been dealt fits how far the set-up has come. */
VL_RULE static const char *check_deal(const struct at_state *s)
{
    bool quick = at_quick(s);
    for (uint32_t seat = 0; seat < at_humans(s); seat++) {
        const struct at_seat *p = &s->seat[seat];
        uint32_t tiles = 0, tiles_due = 0, pack = vl_count_in(p->pack, AT_CARD_WORDS);
        bool character_due = false;
        uint32_t offers_due = 0, picks = 0, dealing = 0;
        for (uint32_t i = 0; i < s->tasks; i++) {
            const struct at_task *task = &s->task[i];
            picks += task->kind == AT_ASK_PICK && at_held_pack(s, task->seat, task->a) == seat;
            if (task->seat != seat)
                continue;
            dealing += task->kind == AT_ROLL_LEFT || task->kind == AT_ROLL_PACK;
            tiles_due += task->kind == AT_ROLL_TILE;
            offers_due += task->kind == AT_ROLL_CHARACTER;
            character_due |= task->kind == AT_ASK_CHARACTER;
        }
        for (uint32_t i = 0; i < 3; i++)
            tiles += p->tile[i] != AT_NONE;
        if (!quick && tiles != (s->step > AT_STEP_TILES ? 2U - tiles_due : 0U) +
                                   (s->step == AT_SETUP_STEPS && p->tile[2] != AT_NONE))
            return "two tiles for every seat";
        if (p->tile[0] == AT_NONE && p->tile[1] != AT_NONE)
            return "tiles are dealt one by one";
        bool offered = !quick && s->step > AT_STEP_CHARACTERS &&
                       (s->step <= AT_STEP_CHOOSE_CHARACTER || character_due);
        uint32_t offers = (p->offered[0] != AT_NONE) + (uint32_t)(p->offered[1] != AT_NONE);
        if (offers != (offered ? 2U - offers_due : 0U) || (offers == 1 && p->offered[0] == AT_NONE))
            return "two characters are offered";
        if ((p->character != AT_NONE) !=
            (!quick && s->step > AT_STEP_CHOOSE_CHARACTER && !character_due))
            return "a character is chosen once";
        uint32_t full = s->step == AT_STEP_CARDS + 1   ? AT_PACK - dealing
                        : s->step == AT_STEP_TILES + 1 ? (uint32_t)AT_PACK
                        : s->step == AT_STEP_DRAFT + 1 ? dealing + picks
                                                       : 0U;
        if (pack != (s->options[AT_OPTION_DRAFT] ? full : 0U))
            return "packs shrink as cards are picked";
    }
    return 0;
}

/*
 * Kinds that may stand in the stack while the game is played, and under which condition. A state
 * may come from outside, so the numbers of a task are held to what its answers rely on: an index
 * is in range, Dante (who has no board and no hand) is asked nothing, and the quick game has none
 * of what it leaves out (AT-12.1). Kinds of the set-up are not here; check_setup compares those.
 */
#define STANDING(MAY)                                                                              \
    MAY(AT_ROLL_FLIP, on_top && !task->seat && !task->a && !task->b)                               \
    MAY(AT_ROLL_GOAL, on_top && !dante && task->a < 2)                                             \
    MAY(AT_ROLL_DEAL, on_top && !dante)                                                            \
    MAY(AT_ROLL_PARTY, !quick)                                                                     \
    MAY(AT_ROLL_EVENT, !quick)                                                                     \
    MAY(AT_ROLL_DANTE_GOAL, dante && task->a == 0)                                                 \
    MAY(AT_ROLL_DANTE_CARD, forced && (!task->a || (task->a == 1 && souvenir)))                    \
    MAY(AT_DANTE_TAKE, forced)                                                                     \
    MAY(AT_DANTE_BLOGS, forced)                                                                    \
    MAY(AT_DANTE_SHOPS, forced)                                                                    \
    MAY(AT_DANTE_PAUSES, forced && task->a < 2)                                                    \
    MAY(AT_DANTE_SHIFTS, dante && s->seat[task->seat].visits)                                      \
    MAY(AT_DO_PERSONAL, dante && s->seat[task->seat].visits)                                       \
    MAY(AT_DO_LANGUAGES, !quick && s->seat[task->seat].visits)                                     \
    MAY(AT_DO_DANTE, dante && task->a <= 2 && task->b < 2)                                         \
    MAY(AT_DO_REFILL, true)                                                                        \
    MAY(AT_DO_PUBLIC, true)                                                                        \
    MAY(AT_DO_REFRESH, true)                                                                       \
    MAY(AT_ASK_REVEAL, quick && !dante && task->b <= 8)                                            \
    MAY(AT_ASK_PILE, !dante && task->a >= 1 && task->a <= 8)                                       \
    MAY(AT_ASK_SHIFT, !dante && task->a < 2 && (!quick || !task->a))                               \
    MAY(AT_ASK_DRAW, !dante && task->a >= 1 && task->b < 2)                                        \
    MAY(AT_ASK_COUNTRY, !dante && on_top && task->a < AT_CONTINENTS)                               \
    MAY(AT_ASK_TRAVEL, !dante && task->a < 64 && task->b <= (quick ? AT_QUICK_STEPS : 0))          \
    MAY(AT_ASK_GO, !dante && task->a <= AT_LEG_TO_CARD &&                                          \
                       (task->b == AT_NONE || task->b < AT_CARDS) &&                               \
                       (task->a < AT_LEG_ANYWHERE) == (task->b == AT_NONE))                        \
    MAY(AT_ASK_BUY, !dante && on_top && task->a < AT_CARDS)                                        \
    MAY(AT_ASK_REPLAN, !dante && on_top && !quick)                                                 \
    MAY(AT_DO_EFFECT,                                                                              \
        !dante && !quick && task->a > AT_NO_EFFECT && task->a < AT_EFFECT_KINDS &&                 \
            (task->a == AT_MONEY || task->a == AT_ENERGY || (task->b >= 1 && task->b <= 8)))       \
    MAY(AT_DO_REWARD, !dante && !quick && task->a >= 1 && task->a <= AT_BLOG_SLOTS)                \
    MAY(AT_DO_EVICT, !quick && task->a < AT_EVENTS)                                                \
    MAY(AT_ASK_TOKEN, !dante && !quick && s->seat[task->seat].visits)                              \
    MAY(AT_ASK_LIKE, !dante && !quick && task->a >= 1 && task->a <= 12)                            \
    MAY(AT_ASK_DISLIKE, !dante && !quick && task->a >= 1 && task->a <= 12)                         \
    MAY(AT_ASK_LANGUAGE, !dante && !quick)                                                         \
    MAY(AT_ASK_BLOG, !dante && !quick)                                                             \
    MAY(AT_ASK_TILE, !dante && !quick)                                                             \
    MAY(AT_ASK_DROP, !dante && !quick)                                                             \
    MAY(AT_ASK_EVICT, !dante && !quick)                                                            \
    MAY(AT_ASK_FACES, !dante && !quick && on_top && s->seat[task->seat].tile[2] != AT_NONE)

#define MAY_STAND(kind, condition)                                                                 \
    case kind:                                                                                     \
        return condition;

VL_RULE static bool may_stand(const struct at_state *s, const struct at_task *task, bool on_top)
{
    bool dante = s->seat[task->seat].dante;
    bool quick = at_quick(s);
    bool forced = dante && on_top; /* draws and steps of his are made as soon as they are pushed */
    bool souvenir = s->seat[task->seat].souvenirs & ~s->seat[task->seat].used; /* not used yet */
    switch (task->kind) {
        STANDING(MAY_STAND)
    default:
        return false;
    }
}

/* What only the task on top can rely on. */
VL_RULE static const char *check_top(const struct at_deck *d, const struct at_state *s)
{
    const struct at_task *task = &s->task[s->tasks - 1];
    const struct at_seat *p = &s->seat[task->seat];
    uint32_t chosen = vl_count_in(s->chosen, AT_CARD_WORDS);
    vl_move moves[VL_MAX_MOVES];
    if (task->kind == AT_ASK_REPLAN) {
        for (uint32_t card = task->a; card < AT_CARDS; card++)
            if (vl_has_in(s->chosen, card))
                return "cards are discarded in order";
        if (chosen != task->b || (chosen != 0) != (task->a != 0) ||
            (chosen && (task->a > AT_CARDS || !vl_has_in(s->chosen, task->a - 1U))))
            return "cards are discarded in order";
    } else if (chosen) {
        return "only a replan discards card by card";
    }
    if (task->kind == AT_DANTE_TAKE &&
        ((task->a & 7U) >= AT_ROW || task->a >> 3 > AT_DANTE_KINDS ||
         s->row[task->a & 7U] == AT_NONE || task->b >= AT_COUNTRIES ||
         !at_card_in(d, s->row[task->a & 7U], task->b) || at_barred(s, task->seat, task->b) ||
         p->visits >= AT_TABLEAU))
        return "Dante takes a card of the row";
    if ((task->kind == AT_DANTE_BLOGS || task->kind == AT_ASK_BLOG) &&
        (!p->visits || p->blogged || p->blog >= AT_BLOG_SLOTS))
        return p->dante ? "Dante blogs about a new card" : "a blog about a new card";
    if (task->kind == AT_ASK_BUY &&
        (!at_can_use(s, task->seat, task->a) || !at_card_in(d, task->a, p->at) ||
         at_barred(s, task->seat, p->at) || at_souvenir_in(s, p->at) == AT_NONE ||
         !at_can_explore(d, s, task->seat, p->at, task->a) ||
         (!at_quick(s) &&
          p->money < at_price(d, s, task->seat, p->at, task->a) + AT_SOUVENIR_PRICE)))
        return "a souvenir before an explore";
    if (task->kind == AT_DANTE_SHOPS && at_dante_souvenir(d, s, task->seat) == AT_NONE)
        return "a souvenir on the map";
    if (task->kind == AT_ROLL_FLIP && at_row_slot(s, AT_NONE) == AT_ROW)
        return "an empty slot for a card";
    return at_legal_moves(d, s, moves) ? 0 : "a move to make";
}

/* A leg stands right above its travel, and nothing but a refill above it. */
VL_RULE static bool leg_belongs(const struct at_state *s, uint32_t i)
{
    const struct at_task *task = &s->task[i], *travel = i ? &s->task[i - 1] : 0;
    if (!travel || travel->kind != AT_ASK_TRAVEL || travel->seat != task->seat)
        return false;
    uint32_t flew = travel->a & AT_FLEW;
    if (task->a == AT_LEG_GROUND ? travel->a & (flew ? AT_WENT_ON : AT_WENT) : flew)
        return false;
    for (uint32_t k = i + 1; k < s->tasks; k++)
        if (s->task[k].kind != AT_DO_REFILL && s->task[k].kind != AT_ROLL_FLIP)
            return false;
    return true;
}

/* A turn stands at the bottom; what it has brought about stands above it. */
VL_RULE static const char *check_turn(const struct at_state *s)
{
    uint32_t effects = 0;
    for (uint32_t i = 0; i < s->tasks; i++) {
        const struct at_task *task = &s->task[i];
        bool on_top = i + 1U == s->tasks;
        if (i == 0) {
            bool dante = s->seat[s->active_seat].dante;
            bool base = task->kind == AT_ASK_TURN && !task->a && !task->b;
            if (dante ? !may_stand(s, task, on_top) && task->kind != AT_ASK_EVICT
                      : !base && task->kind == AT_ASK_TURN)
                return "a turn is under way";
            if (!dante && task->kind == AT_ASK_TURN) {
                if (task->seat != s->active_seat)
                    return "the active seat has the turn";
                continue;
            }
        }
        if (!may_stand(s, task, on_top))
            return "tasks that can follow each other";
        /* A travel is of the seat whose turn it is, above its turn or won by blogging. */
        if (task->kind == AT_ASK_TRAVEL && task->seat != s->active_seat)
            return "only the active seat travels";
        if (task->kind == AT_ASK_TRAVEL && (task->a & AT_DIRECT) &&
            !(at_quick(s) ? s->main_done == 1 : s->travelled == 1 && at_spent(s) == 1))
            return "a direct flight needs the whole turn";
        if (task->kind == AT_ASK_BUY &&
            (at_spent(s) != 2 || i != 1 || task->seat != s->active_seat))
            return "a direct flight is the whole turn";
        if (task->kind == AT_ASK_BLOG && i + 1U != s->tasks)
            return "a blog is chosen at once";
        if (task->kind == AT_ASK_GO && !leg_belongs(s, i))
            return "a leg belongs to a travel";
        effects += task->kind == AT_DO_REWARD;
    }
    return effects > 1 ? "one reward at a time" : 0;
}

/* Third tiles are held only while a combination is chosen. */
VL_RULE static const char *check_third_tiles(const struct at_state *s)
{
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        const struct at_task *top = &s->task[s->tasks - 1];
        bool choosing =
            s->tasks && top->kind == AT_ASK_FACES && top->seat == seat && s->step == AT_SETUP_STEPS;
        if ((s->seat[seat].tile[2] != AT_NONE) != choosing &&
            !(choosing && s->task[0].kind == AT_ASK_FACES))
            return "a third tile only while choosing";
    }
    return 0;
}

/* Who picks has seen the whole pack; who looks through it, as many cards as it says. */
VL_RULE static const char *check_showing(const struct at_state *s)
{
    const struct at_task *task = &s->task[s->tasks - 1];
    uint32_t seen = vl_count_in(s->showing, AT_CARD_WORDS), due = 0;
    if (task->kind == AT_ROLL_SHOW || task->kind == AT_ASK_PICK) {
        const uint64_t *pack = s->seat[at_held_pack(s, task->seat, task->a)].pack;
        due = task->kind == AT_ROLL_SHOW ? task->b : vl_count_in(pack, AT_CARD_WORDS);
        for (uint32_t w = 0; w < AT_CARD_WORDS; w++)
            if (s->showing[w] & ~pack[w])
                return "the cards seen are in the pack";
    }
    return seen == due ? 0 : "the cards of a pack are seen one by one";
}

VL_RULE const char *at_check_tasks(const struct at_deck *d, const struct at_state *s)
{
    const char *broken = 0;
    if (s->over) {
        for (uint32_t seat = 0; seat < s->seats; seat++)
            if (s->seat[seat].at == AT_NONE || s->seat[seat].tile[2] != AT_NONE)
                return "everybody has travelled";
        return vl_count_in(s->chosen, AT_CARD_WORDS) + vl_count_in(s->showing, AT_CARD_WORDS)
                   ? "nothing is left half done"
                   : 0;
    }
    for (uint32_t i = 0; i < s->tasks; i++)
        if (s->task[i].kind == AT_NO_TASK || s->task[i].kind >= AT_TASK_KINDS ||
            s->task[i].seat >= s->seats)
            return "tasks in range";
    if (s->task[s->tasks - 1].kind >= AT_FIRST_DO)
        return "what needs nobody is done";
    bool homes = s->step == AT_SETUP_STEPS && s->task[s->tasks - 1].kind == AT_ASK_HOME;
    if (s->step == 0)
        return "set-up has begun";
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        bool placed = s->seat[seat].at != AT_NONE;
        bool awaited = !s->seat[seat].dante &&
                       (s->step < AT_SETUP_STEPS || (homes && seat <= s->task[s->tasks - 1].seat));
        if (s->seat[seat].dante && s->step <= AT_STEP_DANTE + 1)
            continue;
        if (placed == awaited)
            return "backpackers are placed in their order";
    }
    if (s->step < AT_SETUP_STEPS || homes) {
        broken = check_setup(s);
        broken = broken ? broken : check_deal(s);
    } else {
        broken = check_deal(s);
        broken = broken ? broken : check_turn(s);
    }
    broken = broken ? broken : check_third_tiles(s);
    broken = broken ? broken : check_showing(s);
    return broken ? broken : check_top(d, s);
}
