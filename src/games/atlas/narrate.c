/*
 * Atlas: the lines of the log.
 *
 * Each move has its own line. What follows from it by itself, a public goal, a language, the end,
 * is found by comparing the table before and after, and told in the same line.
 */
#include <stdio.h>
#include <string.h>

#include "games/atlas/names.h"

/* A line has a fixed size; what does not fit is cut between two characters. */
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

/* "Pig Beach in Bahamas (Beach, Wildlife) for 3 money" */
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

/* One word for it everywhere: a souvenir is taken, for money or free. */
static void tell_souvenir(const struct vl_deck *deck, const struct at_state *s, uint32_t seat,
                          uint32_t souvenir, struct vl_text *out)
{
    vl_text_addf(out, "{%u} took the souvenir of %s: %s", seat,
                 at_country_name(deck, s->seat[seat].at), at_name(deck, AT_T_SOUVENIRS, souvenir));
    if (!at_quick(s))
        vl_text_addf(out, ", for %u money", AT_SOUVENIR_PRICE);
    vl_text_char(out, '.');
}

/* A flight by a card: last-minute, or direct. */
static void tell_flight(const struct vl_deck *deck, const struct at_state *s, vl_move move,
                        const struct at_state *then, struct vl_text *out)
{
    const struct at_deck *d = deck->data;
    uint32_t seat = s->active_seat, what = AT_MOVE_WHAT(move);
    const struct at_seat *p = &s->seat[seat], *q = &then->seat[seat];
    if (AT_MOVE_ACT(move) == AT_ACT_DIRECT) {
        vl_text_addf(out, "{%u} flew directly to explore ", seat);
        tell_card(deck, s, seat, d->card[what >> 1].country[what & 1U], what >> 1, out);
        if (!at_quick(s))
            vl_text_addf(out, " and %d energy", p->energy - q->energy);
    } else {
        vl_text_addf(out, "{%u} discarded %s for a last-minute flight", seat,
                     at_card_name(deck, what));
        if (q->at != p->at)
            vl_text_addf(out, " to %s", at_country_name(deck, q->at));
        if (q->at != p->at && !at_quick(s))
            vl_text_addf(out, ", for %d energy", p->energy - q->energy);
    }
    vl_text_char(out, '.');
}

/* Actions that ask for more, such as a leg by land and sea, are told when the answer is given. */
static void tell_act(const struct vl_deck *deck, const struct at_state *s, vl_move move,
                     const struct at_state *then, struct vl_text *out)
{
    const struct at_deck *d = deck->data;
    uint32_t act = AT_MOVE_ACT(move), what = AT_MOVE_WHAT(move), how = AT_MOVE_HOW(move);
    uint32_t seat = s->active_seat;
    const struct at_seat *p = &s->seat[seat], *q = &then->seat[seat];
    switch (act) {
    case AT_ACT_BUY:
        tell_souvenir(deck, s, seat, what, out);
        return;
    case AT_ACT_FLY:
    case AT_ACT_DIRECT:
        tell_flight(deck, s, move, then, out);
        return;
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
        vl_text_addf(out, "{%u} chose to draw 3 cards", seat);
        break;
    case AT_ACT_REFRESH:
        vl_text_addf(out, "{%u} refreshed the row with a souvenir", seat);
        break;
    default:
        return;
    }
    vl_text_add(out, how == AT_BY_LIKES      ? ", as a bonus action for likes."
                     : how == AT_BY_SOUVENIR ? ", as a bonus action for a souvenir."
                                             : ".");
}

/* Both tokens; for Dante as well. */
void at_tell_shift(const struct vl_deck *deck, const struct at_state *s, uint32_t seat,
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

/* " No flights: A5, B6." */
static void add_areas(const char *title, const uint64_t areas[AT_AREA_WORDS], struct vl_text *out)
{
    bool any = false;
    for (uint32_t area = 0; area < AT_AREAS; area++) {
        char name[4];
        if (!vl_has_in(areas, area))
            continue;
        at_area_name(area, name);
        vl_text_addf(out, "%s%s", any ? ", " : title, name);
        any = true;
    }
    vl_text_add(out, any ? "." : "");
}

/* What an event does, with its numbers: " Everybody: loses 2 money." */
static void tell_event(const struct vl_deck *deck, uint32_t number, struct vl_text *out)
{
    const struct at_deck *d = deck->data;
    const struct at_event *event = &d->event[number];
    if (event->who != AT_NOBODY) {
        vl_text_add(out, event->who == AT_EVERYONE ? " Everybody: " : " The one who drew it: ");
        at_add_effects(event->effect, event->effect_count, out);
        vl_text_char(out, '.');
    }
    for (uint32_t i = 0; i < event->country_count; i++)
        vl_text_addf(out, "%s%s", i ? ", " : " No way into ",
                     at_country_name(deck, event->country[i]));
    vl_text_add(out, event->country_count ? "." : "");
    add_areas(" No flights: ", event->blocked_areas, out);
    add_areas(" 1 energy more a step by land and sea: ", event->delayed_areas, out);
    if (event->persistent)
        vl_text_addf(out, " It lies with %u cube%s.", event->cubes, event->cubes == 1 ? "" : "s");
}

/* Dante meets friends without effect (AT-13.9). */
static void tell_friend(const struct vl_deck *deck, const struct at_state *s, uint32_t seat,
                        uint32_t party, struct vl_text *out)
{
    const struct at_deck *d = deck->data;
    vl_text_addf(out, "{%u} met %s", seat, at_name(deck, AT_T_PARTY, party));
    if (!s->seat[seat].dante) {
        vl_text_addf(out, " from %s: ", at_country_name(deck, d->party[party].home));
        at_add_effects(d->party[party].effect, d->party[party].effect_count, out);
    }
    vl_text_char(out, '.');
}

/* After the choice: what was chosen stands in the state that follows. */
static void tell_faces(const struct vl_deck *deck, const struct at_state *then, uint32_t seat,
                       struct vl_text *out)
{
    const struct at_deck *d = deck->data;
    for (uint32_t which = 0; which < 2; which++) {
        if (which)
            vl_text_add(out, " and dislikes ");
        else
            vl_text_addf(out, "{%u} likes ", seat);
        at_add_face(deck, at_face(d, &then->seat[seat], which), out);
    }
    vl_text_char(out, '.');
}

static void tell_leg(const struct vl_deck *deck, const struct at_state *s, struct at_task task,
                     uint32_t to, const struct at_state *then, struct vl_text *out)
{
    const struct at_seat *p = &s->seat[task.seat];
    int spent = at_quick(s) ? 0 : p->energy - then->seat[task.seat].energy;
    vl_text_addf(out, "{%u} %s from %s to %s", task.seat,
                 task.a == AT_LEG_GROUND ? "travelled" : "flew", at_country_name(deck, p->at),
                 at_country_name(deck, to));
    if (spent > 0)
        vl_text_addf(out, " for %d energy", spent);
    vl_text_char(out, '.');
}

static void tell_like(uint32_t seat, uint32_t arg, struct vl_text *out)
{
    if ((arg & 7U) == AT_NO_ROW)
        vl_text_addf(out, "{%u} got rid of a dislike.", seat);
    else
        vl_text_addf(out, "{%u} placed a like on %s%s.", seat, at_action_words[arg & 7U],
                     arg >> 3 == AT_NO_SLOT ? "" : ", turned from a dislike");
}

static void tell_draw(const struct vl_deck *deck, const struct at_state *s, uint32_t seat,
                      uint32_t arg, struct vl_text *out)
{
    if (arg < AT_ROW)
        vl_text_addf(out, "{%u} took %s from the row.", seat, at_card_name(deck, s->row[arg]));
    else if (arg >= AT_DRAW_REFRESH)
        vl_text_addf(out, "{%u} refreshed the row with a souvenir.", seat);
}

/* A draw or an answer: by its pattern, and what depends on the position. */
static void tell_answer(const struct vl_deck *deck, const struct at_state *s, struct at_task task,
                        uint32_t arg, const struct at_state *then, struct vl_text *out)
{
    const struct at_words *words = at_words_of(task.kind);
    uint32_t seat = task.seat;
    bool hidden = arg == AT_UNKNOWN || (task.kind == AT_ASK_DROP && arg >= AT_HIDDEN_DROP);
    const char *pattern = hidden ? words->hidden_line : words->line;
    if (arg == AT_NONE_OF_THEM)
        return;
    if (pattern)
        at_say(deck, s, task, arg, pattern, out);
    switch (task.kind) {
    case AT_ROLL_PARTY:
        tell_friend(deck, s, seat, arg, out);
        return;
    case AT_ROLL_EVENT:
        tell_event(deck, arg, out);
        return;
    case AT_ASK_CHARACTER:
        vl_text_addf(out, "{%u} plays %s.", seat,
                     at_name(deck, AT_T_CHARACTERS, s->seat[seat].offered[arg & 1U]));
        return;
    case AT_ASK_FACES:
        tell_faces(deck, then, seat, out);
        return;
    case AT_ASK_GO:
        tell_leg(deck, s, task, arg, then, out);
        return;
    case AT_ASK_BUY:
        tell_souvenir(deck, s, seat, arg, out);
        return;
    case AT_ASK_SHIFT:
        at_tell_shift(deck, s, seat, arg, out);
        return;
    case AT_ASK_LIKE:
        tell_like(seat, arg, out);
        return;
    case AT_ASK_DRAW:
        tell_draw(deck, s, seat, arg, out);
        return;
    default:
        return;
    }
}

/* A backpacker that did not move by its own seat's choice was put out (AT-9.4). */
static void tell_eviction(const struct vl_deck *deck, const struct at_state *s,
                          const struct at_state *then, uint32_t seat, uint32_t kind,
                          struct vl_text *out)
{
    const struct at_seat *p = &s->seat[seat], *q = &then->seat[seat];
    bool chosen = kind == AT_ASK_HOME || kind == AT_ROLL_DANTE_HOME || kind == AT_ASK_TURN ||
                  kind == AT_ASK_TRAVEL || kind == AT_ASK_GO || kind == AT_ASK_EVICT ||
                  kind == AT_DANTE_TAKE || kind == AT_DANTE_SHOPS;
    if (q->at == p->at || (chosen && seat == at_current(s).seat))
        return;
    vl_text_addf(out, " {%u} had to leave %s for %s, the nearest open country%s.", seat,
                 at_country_name(deck, p->at), at_country_name(deck, q->at),
                 p->dante && q->souvenirs != p->souvenirs ? ", with a souvenir" : "");
}

/* Points as printed; a goal goes to one seat only. */
static void tell_public(const struct vl_deck *deck, uint32_t seat, uint32_t goal,
                        struct vl_text *out)
{
    const struct at_deck *d = deck->data;
    vl_text_addf(out, " {%u} completed the public goal %s, %u points.", seat,
                 at_public_name(deck, goal), d->public_goal[goal].points);
}

/* What came about by itself. */
static void tell_changes(const struct vl_deck *deck, const struct at_state *s,
                         const struct at_state *then, uint32_t kind, struct vl_text *out)
{
    const struct at_deck *d = deck->data;
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        const struct at_seat *p = &s->seat[seat], *q = &then->seat[seat];
        tell_eviction(deck, s, then, seat, kind, out);
        if (p->dante && kind != AT_DANTE_SHOPS)
            for (uint64_t rest = q->souvenirs & ~(uint32_t)p->souvenirs; rest;)
                vl_text_addf(out, " {%u} found the souvenir of %s: %s.", seat,
                             at_country_name(deck, q->at),
                             at_name(deck, AT_T_SOUVENIRS, vl_take_lowest(&rest)));
        for (uint32_t language = 0; language < d->language_count; language++)
            if (vl_has_in(q->learned, language) && !vl_has_in(p->learned, language))
                vl_text_addf(out, " {%u} learned %s.", seat,
                             at_name(deck, AT_T_LANGUAGES, language));
        for (uint64_t rest = q->public_goals & ~p->public_goals; rest;)
            tell_public(deck, seat, vl_take_lowest(&rest), out);
        if (q->printed && !p->printed && q->score_tile)
            vl_text_addf(out,
                         " {%u} has been round the world and took the score tile of %u points.",
                         seat, d->score_tile[q->score_tile - 1]);
        else if (q->printed && !p->printed)
            vl_text_addf(out, " {%u} has been round the world; no score tile is left.", seat);
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

/* The move by its own words, then what came about by itself, all in one line. */
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
        at_tell_dante(deck, s, task, move, &text);
    else
        tell_answer(deck, s, task, VL_MOVE_ARG(move), then, &text);
    tell_changes(deck, s, then, kind, &text);
    const char *told = vl_text_string(&text);
    if (told[0] == ' ') { /* only what came about */
        struct vl_text rest = {0};
        vl_text_add(&rest, told + 1);
        end_line(line, at_clause_of(s, &task), &rest);
        vl_text_free(&rest);
    } else if (told[0]) {
        end_line(line, at_clause_of(s, &task), &text);
    }
    vl_text_free(&text);
}
