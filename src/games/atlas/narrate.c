/*
 * Atlas: the lines of the log.
 *
 * Each move has its own line. What follows from it by itself, a public goal, a language, the end,
 * is found by comparing the table before and after, and told in the same line.
 */
#include <stdio.h>
#include <string.h>

#include "games/atlas/names.h"

static void end_line(struct vl_line *line, const char *clause, const struct vl_text *text)
{
    const char *string = vl_text_string(text);
    size_t length = strlen(string), most = sizeof line->text - 1;
    if (length > most) { /* never within a character */
        length = most;
        while (length && ((unsigned char)string[length] & 0xc0U) == 0x80U)
            length--;
    }
    memcpy(line->text, string, length);
    line->text[length] = '\0';
    while (length && line->text[length - 1] == ' ')
        line->text[--length] = '\0';
    snprintf(line->clause, sizeof line->clause, "%s", clause);
}

static void tell_card(const struct vl_deck *deck, const struct at_state *s, uint32_t seat,
                      uint32_t country, uint32_t card, struct vl_text *out)
{
    const struct at_deck *d = deck->data;
    vl_text_addf(out, "%s in %s (", at_visit_name(deck, country, card),
                 at_country_name(deck, country));
    at_add_icons(deck, at_place_of(d, country, card), out);
    vl_text_char(out, ')');
    if (!at_quick(s) && !s->seat[seat].dante)
        vl_text_addf(out, " for %u money", at_price(d, s, seat, country, card));
}

static void tell_act(const struct vl_deck *deck, const struct at_state *s, vl_move move,
                     const struct at_state *then, struct vl_text *out)
{
    const struct at_deck *d = deck->data;
    uint32_t act = AT_MOVE_ACT(move), what = AT_MOVE_WHAT(move), how = AT_MOVE_HOW(move);
    uint32_t seat = s->active_seat;
    const struct at_seat *p = &s->seat[seat], *q = &then->seat[seat];
    switch (act) {
    case AT_ACT_BUY:
        vl_text_addf(out, "{%u} %s a souvenir in %s: %s.", seat, at_quick(s) ? "took" : "bought",
                     at_country_name(deck, p->at), at_name(deck, AT_T_SOUVENIRS, what));
        return;
    case AT_ACT_FLY:
        vl_text_addf(out, "{%u} discarded %s for a last-minute flight", seat,
                     at_card_name(deck, what));
        if (q->at != p->at)
            vl_text_addf(out, " to %s", at_country_name(deck, q->at));
        vl_text_char(out, '.');
        return;
    case AT_ACT_DIRECT: {
        uint32_t country = d->card[what >> 1].country[what & 1U];
        vl_text_addf(out, "{%u} flew directly to explore ", seat);
        tell_card(deck, s, seat, country, what >> 1, out);
        vl_text_char(out, '.');
        return;
    }
    case AT_ACT_CARD:
    case AT_ACT_PLACE:
        vl_text_addf(out, "{%u} explored ", seat);
        tell_card(deck, s, seat, p->at, act == AT_ACT_CARD ? what : AT_PLACE0 + what, out);
        break;
    case AT_ACT_BLOG:
        if (p->blog < AT_BLOG_SLOTS)
            return; /* told when the slot is chosen */
        vl_text_addf(out, "{%u} blogged from the end of the track", seat);
        break;
    case AT_ACT_WORK:
        vl_text_addf(out, "{%u} worked%s: %d money", seat, what ? " hard, for 1 energy" : "",
                     q->money - p->money);
        break;
    case AT_ACT_REST:
        vl_text_addf(out, "{%u} rested%s: %d energy", seat,
                     !what                ? ""
                     : at_free_rest(d, p) ? " well"
                                          : " well, for 1 money",
                     q->energy - p->energy);
        break;
    case AT_ACT_REPLAN:
        vl_text_addf(out, "{%u} replanned", seat);
        break;
    case AT_ACT_DRAW:
        vl_text_addf(out, "{%u} draws 3 cards", seat);
        break;
    case AT_ACT_REFRESH:
        vl_text_addf(out, "{%u} refreshed the row with a souvenir", seat);
        break;
    default:
        return;
    }
    vl_text_add(out, how == AT_BY_LIKES      ? ", a bonus for likes."
                     : how == AT_BY_SOUVENIR ? ", a bonus for a souvenir."
                                             : ".");
}

static void tell_shift(const struct vl_deck *deck, const struct at_state *s, uint32_t seat,
                       uint32_t arg, struct vl_text *out)
{
    uint32_t experience = arg >> 4, way = arg & 15U;
    const char *name = at_experience_name(deck, experience);
    if (way == AT_LOCK_ONLY) {
        vl_text_addf(out, "{%u} locked %s.", seat, name);
        return;
    }
    uint32_t other = s->token_at[at_neighbour(at_slot_of(s, experience), way)];
    vl_text_addf(out, "{%u} shifted %s %s, %s %s, and locked it.", seat, name,
                 way < 2 ? "up" : "down", at_experience_name(deck, other), way < 2 ? "down" : "up");
}

/* Why Dante does what he does, so that a player could do it by hand. */
static void tell_dante(const struct vl_deck *deck, const struct at_state *s, struct at_task task,
                       vl_move move, struct vl_text *out)
{
    const struct at_deck *d = deck->data;
    uint32_t arg = VL_MOVE_ARG(move), seat = task.seat;
    const struct at_seat *p = &s->seat[seat];
    switch (VL_MOVE_KIND(move)) {
    case AT_ROLL_DANTE_GOAL:
        vl_text_addf(out, "{%u} has the open goal %s: %s", seat, at_goal_name(deck, arg),
                     at_goal_text(deck, arg));
        return;
    case AT_ROLL_DANTE_HOME:
        vl_text_addf(out, "{%u} begins with %s and lives in %s.", seat, at_card_name(deck, arg),
                     at_country_name(deck, at_start_country(d, s, arg)));
        return;
    case AT_ROLL_DANTE_CARD:
        vl_text_addf(out, "{%u} flipped %s: %s", seat, at_name(deck, AT_T_DANTE, arg),
                     vl_deck_text(deck, AT_T_DANTE, arg, AT_DANTE_TEXT));
        return;
    case AT_DANTE_TAKE:
        vl_text_addf(out, "{%u} took ", seat);
        tell_card(deck, s, seat, arg & 255U, s->row[arg >> 8 & 7U], out);
        vl_text_addf(out, " from slot %u, the best by his script.", (arg >> 8) + 1);
        if (vl_has_in(p->explored, arg & 255U))
            vl_text_add(out, " He has a token there.");
        return;
    case AT_DANTE_SHIFTS:
        tell_shift(deck, s, seat, arg, out);
        vl_text_addf(out, " He holds %u of it.", p->icons[arg >> 4]);
        return;
    case AT_DANTE_BLOGS:
        vl_text_addf(out, "{%u} blogged with all icons, value %u, to slot %u.", seat,
                     at_blog_value(d, s, seat, AT_ICONS), arg);
        return;
    case AT_DANTE_SHOPS:
        vl_text_addf(out, "{%u} went to the closest souvenir, in %s, and took it: %s.", seat,
                     at_country_name(deck, s->souvenir_at[arg & 7U]),
                     at_name(deck, AT_T_SOUVENIRS, arg));
        return;
    default:
        vl_text_addf(out, "{%u} paused.", seat);
        return;
    }
}

static void tell_chance(const struct vl_deck *deck, const struct at_state *s, struct at_task task,
                        vl_move move, struct vl_text *out)
{
    uint32_t kind = VL_MOVE_KIND(move), arg = VL_MOVE_ARG(move), seat = task.seat;
    switch (kind) {
    case AT_ROLL_SETUP:
        vl_text_addf(out, "Setup card %u puts eight souvenirs on the map.", arg + 1);
        return;
    case AT_ROLL_PUBLIC:
        vl_text_addf(out, "Public goal: %s. %s", at_public_name(deck, arg),
                     vl_deck_text(deck, AT_T_PUBLIC, arg, AT_PUBLIC_TEXT));
        return;
    case AT_ROLL_FLIP:
        vl_text_add(out, "Into the row: ");
        at_add_card(deck, arg, out);
        vl_text_char(out, '.');
        return;
    case AT_ROLL_CHARACTER:
        vl_text_addf(out, "{%u} is offered %s.", seat, at_name(deck, AT_T_CHARACTERS, arg));
        return;
    case AT_ROLL_TILE:
        vl_text_addf(out, "{%u} got the tile %s / %s.", seat,
                     vl_deck_text(deck, AT_T_PERSONALITY, arg, AT_TILE_FRONT_NAME),
                     vl_deck_text(deck, AT_T_PERSONALITY, arg, AT_TILE_BACK_NAME));
        return;
    case AT_ROLL_GOAL:
        if (arg == AT_UNKNOWN)
            vl_text_addf(out, "{%u} drew a %s goal.", seat, at_pile_words[task.a & 1U]);
        else
            vl_text_addf(out, "{%u} drew the goal %s: %s", seat, at_goal_name(deck, arg),
                         at_goal_text(deck, arg));
        return;
    case AT_ROLL_DEAL:
        vl_text_addf(out, "{%u} drew ", seat);
        if (arg == AT_UNKNOWN)
            vl_text_add(out, "a card from the pile");
        else
            at_add_card(deck, arg, out);
        vl_text_char(out, '.');
        return;
    case AT_ROLL_LEFT:
        vl_text_addf(out, "%s was left over and discarded.", at_card_name(deck, arg));
        return;
    case AT_ROLL_PARTY:
        vl_text_addf(out, "{%u} met %s", seat, at_name(deck, AT_T_PARTY, arg));
        if (!s->seat[seat].dante) {
            const struct at_deck *d = deck->data;
            vl_text_addf(out, " from %s: ", at_country_name(deck, d->party[arg].home));
            at_add_effects(d->party[arg].effect, d->party[arg].effect_count, out);
        }
        vl_text_char(out, '.');
        return;
    case AT_ROLL_EVENT:
        vl_text_addf(out, "Event: %s. %s", at_name(deck, AT_T_EVENTS, arg),
                     vl_deck_text(deck, AT_T_EVENTS, arg, AT_EVENT_TEXT));
        return;
    default:
        return;
    }
}

static void tell_choice(const struct vl_deck *deck, const struct at_state *s, struct at_task task,
                        vl_move move, const struct at_state *then, struct vl_text *out)
{
    uint32_t kind = VL_MOVE_KIND(move), arg = VL_MOVE_ARG(move), seat = task.seat;
    const struct at_seat *p = &s->seat[seat];
    int spent = at_quick(s) ? 0 : p->energy - then->seat[seat].energy;
    switch (kind) {
    case AT_ASK_CHARACTER:
        vl_text_addf(out, "{%u} plays %s.", seat,
                     at_name(deck, AT_T_CHARACTERS, p->offered[arg & 1U]));
        return;
    case AT_ASK_PICK:
        vl_text_addf(out, "{%u} kept ", seat);
        vl_text_add(out, arg == AT_UNKNOWN ? "a card" : at_card_name(deck, arg));
        vl_text_add(out, " and passed the pack on.");
        return;
    case AT_ASK_FACES:
        vl_text_addf(out, "{%u} chose what to like and dislike.", seat);
        return;
    case AT_ASK_HOME:
        vl_text_addf(out, "{%u} lives in %s.", seat, at_country_name(deck, arg));
        return;
    case AT_ASK_GO:
        vl_text_addf(out, "{%u} %s from %s to %s", seat,
                     task.a == AT_LEG_GROUND ? "travelled" : "flew", at_country_name(deck, p->at),
                     at_country_name(deck, arg));
        if (spent > 0)
            vl_text_addf(out, " for %d energy", spent);
        vl_text_char(out, '.');
        return;
    case AT_ASK_BUY:
        if (arg != AT_NONE_OF_THEM)
            vl_text_addf(out, "{%u} took a souvenir: %s.", seat,
                         at_name(deck, AT_T_SOUVENIRS, arg));
        return;
    case AT_ASK_TOKEN:
        vl_text_addf(out, "{%u} placed a token from the %s row.", seat, at_row_words[arg % 3U]);
        return;
    case AT_ASK_SHIFT:
        tell_shift(deck, s, seat, arg, out);
        return;
    case AT_ASK_LIKE:
        if ((arg & 7U) == AT_NO_ROW)
            vl_text_addf(out, "{%u} got rid of a dislike.", seat);
        else
            vl_text_addf(out, "{%u} placed a like on %s.", seat, at_action_words[arg & 7U]);
        return;
    case AT_ASK_DISLIKE:
        vl_text_addf(out, "{%u} suffered a dislike on %s.", seat, at_row_words[arg % 3U]);
        return;
    case AT_ASK_DRAW:
        if (arg < AT_ROW)
            vl_text_addf(out, "{%u} took %s from the row.", seat, at_card_name(deck, s->row[arg]));
        else if (arg >= AT_DRAW_REFRESH)
            vl_text_addf(out, "{%u} refreshed the row with a souvenir.", seat);
        return;
    case AT_ASK_COUNTRY:
        vl_text_addf(out, "{%u} took the country card of %s.", seat, at_country_name(deck, arg));
        return;
    case AT_ASK_BLOG:
        vl_text_addf(out, "{%u} blogged about %s, up to slot %u.", seat,
                     at_visit_name(deck, p->tableau[p->visits - 1U].country,
                                   p->tableau[p->visits - 1U].card),
                     arg);
        return;
    case AT_ASK_REPLAN:
        if (arg != AT_NONE_OF_THEM)
            vl_text_addf(out, "{%u} discarded %s.", seat, at_card_name(deck, arg));
        return;
    case AT_ASK_TILE:
        if (arg != AT_NONE_OF_THEM)
            vl_text_addf(out, "{%u} looks at another personality.", seat);
        return;
    case AT_ASK_DROP:
        vl_text_addf(out, "{%u} put %s under its pile.", seat,
                     arg >= 64 ? "a goal" : at_goal_name(deck, arg));
        return;
    case AT_ASK_EVICT:
        vl_text_addf(out, "{%u} had to leave for %s.", seat, at_country_name(deck, arg));
        return;
    case AT_ASK_REVEAL:
        if (arg != AT_NONE_OF_THEM)
            vl_text_addf(out, "{%u} completed the goal %s: %s", seat, at_goal_name(deck, arg),
                         at_goal_text(deck, arg));
        return;
    default:
        return;
    }
}

/* What came about by itself. */
static void tell_changes(const struct vl_deck *deck, const struct at_state *s,
                         const struct at_state *then, struct vl_text *out)
{
    const struct at_deck *d = deck->data;
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        const struct at_seat *p = &s->seat[seat], *q = &then->seat[seat];
        for (uint32_t language = 0; language < d->language_count; language++)
            if (vl_has_in(q->learned, language) && !vl_has_in(p->learned, language))
                vl_text_addf(out, " {%u} learned %s.", seat,
                             at_name(deck, AT_T_LANGUAGES, language));
        for (uint64_t rest = q->public_goals & ~p->public_goals; rest;)
            vl_text_addf(out, " {%u} completed %s.", seat,
                         at_public_name(deck, vl_take_lowest(&rest)));
        if (q->printed && !p->printed)
            vl_text_addf(out, " {%u} has been %s.", seat,
                         q->score_tile ? "round the world and took a score tile"
                                       : "round the world");
        if (p->dante)
            for (uint64_t rest = q->goals_done & ~p->goals_done; rest;)
                vl_text_addf(out, " {%u} completed his goal %s.", seat,
                             at_goal_name(deck, vl_take_lowest(&rest)));
    }
    for (uint64_t rest = s->active & ~then->active; rest;)
        vl_text_addf(out, " %s is over.", at_name(deck, AT_T_EVENTS, vl_take_lowest(&rest)));
    if (then->ending && !s->ending)
        vl_text_add(out, " The last token is placed: one more turn for everybody else.");
    if (then->over && !s->over)
        vl_text_add(out, " The game is over.");
}

void at_narrate(const struct vl_deck *deck, const struct vl_view *before, vl_move move,
                const struct vl_view *after, struct vl_line *line)
{
    const struct at_state *s = at_seen(before), *then = at_seen(after);
    struct at_task task = at_current(s);
    uint32_t kind = VL_MOVE_KIND(move);
    struct vl_text text = {0};
    if (kind == AT_ASK_TURN || kind == AT_ASK_TRAVEL)
        tell_act(deck, s, move, then, &text);
    else if (kind >= AT_ROLL_DANTE_GOAL && kind <= AT_LAST_CHANCE)
        tell_dante(deck, s, task, move, &text);
    else if (kind < AT_ROLL_DANTE_GOAL)
        tell_chance(deck, s, task, move, &text);
    else
        tell_choice(deck, s, task, move, then, &text);
    tell_changes(deck, s, then, &text);
    const char *told = vl_text_string(&text);
    if (told[0] == ' ') { /* only what came about */
        struct vl_text rest = {0};
        vl_text_add(&rest, told + 1);
        end_line(line, at_clause_of(task.kind), &rest);
        vl_text_free(&rest);
    } else if (told[0]) {
        end_line(line, at_clause_of(task.kind), &text);
    }
    vl_text_free(&text);
}
