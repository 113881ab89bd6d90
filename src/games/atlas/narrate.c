/*
 * Atlas: the lines of the log.
 *
 * Each move has its own line. What follows from it by itself, a public goal, a language, the end,
 * is found by comparing the table before and after, and told in the same line.
 */
#include <string.h>

#include "core/utf8.h"
#include "games/atlas/names.h"

/* A line has a fixed size; what does not fit is cut between two characters. */
static void end_line(struct vl_line *line, const char *clause, const char *string)
{
    vl_line_say(line, clause, "%s", string);
    size_t length = vl_utf8_check(line->text, strlen(line->text));
    while (length && line->text[length - 1] == ' ')
        length--;
    line->text[length] = '\0';
}

/* "Pig Beach in Bahamas (Beach, Wildlife) for 3 money" */
static void tell_card(const struct at_scene *t, uint32_t country, uint32_t card,
                      struct vl_text *out)
{
    at_add_visited(t->deck, country, card, out);
    if (!t->quick && !t->p->dante)
        vl_text_addf(out, " for %u money", at_price(t->d, t->s, t->seat, country, card));
}

/* One word for it everywhere: a souvenir is taken, for money or free. */
static void tell_souvenir(const struct at_scene *t, uint32_t souvenir, struct vl_text *out)
{
    vl_text_addf(out, "{%u} took the souvenir of %s: %s", t->seat,
                 at_country_name(t->deck, t->p->at), at_name(t->deck, AT_T_SOUVENIRS, souvenir));
    if (!t->quick)
        vl_text_addf(out, ", for %u money", AT_SOUVENIR_PRICE);
    vl_text_char(out, '.');
}

/* A flight by a card: last-minute, or direct. */
static void tell_flight(const struct at_scene *t, vl_move move, struct vl_text *out)
{
    uint32_t seat = t->seat, what = AT_MOVE_WHAT(move);
    const struct at_seat *p = t->p, *q = &t->then->seat[seat];
    if (AT_MOVE_ACT(move) == AT_ACT_DIRECT) {
        vl_text_addf(out, "{%u} flew directly to explore ", seat);
        tell_card(t, t->d->card[what >> 1].country[what & 1U], what >> 1, out);
        if (!t->quick)
            vl_text_addf(out, " and %d energy", p->energy - q->energy);
    } else {
        vl_text_addf(out, "{%u} discarded %s for a last-minute flight", seat,
                     at_card_name(t->deck, what));
        if (q->at != p->at)
            vl_text_addf(out, " to %s", at_country_name(t->deck, q->at));
        if (q->at != p->at && !t->quick)
            vl_text_addf(out, ", for %d energy", p->energy - q->energy);
    }
    vl_text_char(out, '.');
}

/* Actions that ask for more, such as a leg by land and sea, are told when the answer is given. */
static void tell_act(const struct at_scene *t, vl_move move, struct vl_text *out)
{
    uint32_t act = AT_MOVE_ACT(move), what = AT_MOVE_WHAT(move), how = AT_MOVE_HOW(move);
    static const char *const did[AT_ACTS] = {
        [AT_ACT_CARD] = "explored ",
        [AT_ACT_PLACE] = "explored ",
        [AT_ACT_BLOG] = "blogged from the end of the track",
        [AT_ACT_WORK] = "worked",
        [AT_ACT_REST] = "rested",
        [AT_ACT_REPLAN] = "replanned",
        [AT_ACT_DRAW] = "chose to draw 3 cards",
        [AT_ACT_REFRESH] = "refreshed the row with a souvenir",
    };
    const struct at_seat *q = &t->then->seat[t->seat];
    if (act == AT_ACT_BUY) {
        tell_souvenir(t, what, out);
        return;
    }
    if (act == AT_ACT_FLY || act == AT_ACT_DIRECT) {
        tell_flight(t, move, out);
        return;
    }
    if (act < AT_ACT_FLY || act == AT_ACT_END || (act == AT_ACT_BLOG && t->p->blog < AT_BLOG_SLOTS))
        return; /* told when the leg or the slot is chosen */
    vl_text_addf(out, "{%u} %s", t->seat, did[act]);
    if (act == AT_ACT_CARD || act == AT_ACT_PLACE)
        tell_card(t, t->p->at, act == AT_ACT_CARD ? what : AT_PLACE0 + what, out);
    else if (act == AT_ACT_WORK)
        vl_text_addf(out, "%s: %d money", what ? " hard, for 1 energy" : "",
                     q->money - t->p->money);
    else if (act == AT_ACT_REST)
        vl_text_addf(out, "%s%s: %d energy", what ? " well" : "",
                     what && !at_free_rest(t->d, t->p) ? ", for 1 money" : "",
                     q->energy - t->p->energy);
    vl_text_add(out, how == AT_BY_LIKES      ? ", as a bonus action for likes."
                     : how == AT_BY_SOUVENIR ? ", as a bonus action for a souvenir."
                                             : ".");
}

/* Both tokens; for Dante as well. */
void at_tell_shift(const struct at_scene *t, uint32_t arg, struct vl_text *out)
{
    uint32_t experience = arg >> 4, way = arg & 15U;
    const char *name = at_experience_name(t->deck, experience);
    if (way == AT_LOCK_ONLY) {
        vl_text_addf(out, "{%u} locked %s.", t->seat, name);
        return;
    }
    uint32_t other = t->s->token_at[at_neighbour(at_slot_of(t->s, experience), way)];
    vl_text_addf(out, "{%u} shifted %s %s, %s %s, and locked it.", t->seat, name,
                 way < 2 ? "up" : "down", at_experience_name(t->deck, other),
                 way < 2 ? "down" : "up");
}

/* " No flights: A5, B6." */
static void add_areas(const char *title, const uint64_t areas[AT_AREA_WORDS], struct vl_text *out)
{
    bool any = false;
    for (uint32_t area = 0; area < AT_AREAS; area++) {
        char name[4];
        at_area_name(area, name);
        if (vl_has_in(areas, area))
            vl_text_addf(out, "%s%s", at_comma(&any, title), name);
    }
    vl_text_add(out, any ? "." : "");
}

/* What an event does, with its numbers: " Everybody: loses 2 money." */
static void tell_event(const struct at_scene *t, uint32_t number, struct vl_text *out)
{
    const struct at_event *event = &t->d->event[number];
    if (event->who != AT_NOBODY) {
        vl_text_add(out, event->who == AT_EVERYONE ? " Everybody: " : " The one who drew it: ");
        at_add_effects(event->effect, event->effect_count, out);
        vl_text_char(out, '.');
    }
    for (uint32_t i = 0; i < event->country_count; i++)
        vl_text_addf(out, "%s%s", i ? ", " : " No way into ",
                     at_country_name(t->deck, event->country[i]));
    vl_text_add(out, event->country_count ? "." : "");
    add_areas(" No flights: ", event->blocked_areas, out);
    add_areas(" 1 energy more a step by land and sea: ", event->delayed_areas, out);
    if (event->persistent)
        vl_text_addf(out, " It lies with %u cube%s.", event->cubes, event->cubes == 1 ? "" : "s");
}

/* Dante meets friends without effect (AT-13.9). */
static void tell_friend(const struct at_scene *t, uint32_t party, struct vl_text *out)
{
    vl_text_addf(out, "{%u} met %s", t->seat, at_name(t->deck, AT_T_PARTY, party));
    if (!t->p->dante) {
        vl_text_addf(out, " from %s: ", at_country_name(t->deck, t->d->party[party].home));
        at_add_effects(t->d->party[party].effect, t->d->party[party].effect_count, out);
    }
    vl_text_char(out, '.');
}

/* After the choice: what was chosen stands in the state that follows. */
static void tell_faces(const struct at_scene *t, uint32_t arg, struct vl_text *out)
{
    (void)arg;
    for (uint32_t which = 0; which < 2; which++) {
        if (which)
            vl_text_add(out, " and dislikes ");
        else
            vl_text_addf(out, "{%u} likes ", t->seat);
        at_add_face(t->deck, at_face(t->d, &t->then->seat[t->seat], which), out);
    }
    vl_text_char(out, '.');
}

static void tell_leg(const struct at_scene *t, uint32_t to, struct vl_text *out)
{
    int spent = t->quick ? 0 : t->p->energy - t->then->seat[t->seat].energy;
    vl_text_addf(out, "{%u} %s from %s to %s", t->seat,
                 t->task.a == AT_LEG_GROUND ? "travelled" : "flew",
                 at_country_name(t->deck, t->p->at), at_country_name(t->deck, to));
    if (spent > 0)
        vl_text_addf(out, " for %d energy", spent);
    vl_text_char(out, '.');
}

static void tell_like(const struct at_scene *t, uint32_t arg, struct vl_text *out)
{
    if ((arg & 7U) == AT_NO_ROW)
        vl_text_addf(out, "{%u} got rid of a dislike.", t->seat);
    else
        vl_text_addf(out, "{%u} placed a like on %s%s.", t->seat, at_action_words[arg & 7U],
                     arg >> 3 == AT_NO_SLOT ? "" : ", turned from a dislike");
}

static void tell_draw(const struct at_scene *t, uint32_t arg, struct vl_text *out)
{
    if (arg < AT_ROW)
        vl_text_addf(out, "{%u} took %s from the row.", t->seat,
                     at_card_name(t->deck, t->s->row[arg]));
    else if (arg >= AT_DRAW_REFRESH)
        vl_text_addf(out, "{%u} refreshed the row with a souvenir.", t->seat);
}

/* What depends on the position, after the pattern of words.c if there is one. */
static at_writer *const lines[AT_TASK_KINDS] = {
    [AT_ROLL_PARTY] = tell_friend, [AT_ROLL_EVENT] = tell_event, [AT_ASK_FACES] = tell_faces,
    [AT_ASK_GO] = tell_leg,        [AT_ASK_BUY] = tell_souvenir, [AT_ASK_SHIFT] = at_tell_shift,
    [AT_ASK_LIKE] = tell_like,     [AT_ASK_DRAW] = tell_draw,
};

/* A draw or an answer. */
static void tell_answer(const struct at_scene *t, uint32_t arg, struct vl_text *out)
{
    uint32_t kind = t->task.kind;
    const struct at_words *words = at_words_of(kind);
    bool hidden = arg == AT_UNKNOWN || (kind == AT_ASK_DROP && arg >= AT_HIDDEN_DROP);
    const char *pattern = hidden ? words->hidden_line : words->line;
    if (arg == AT_NONE_OF_THEM)
        return;
    if (pattern)
        at_say(t, kind, arg, pattern, out);
    if (lines[kind])
        lines[kind](t, arg, out);
}

/* A backpacker that did not move by its own seat's choice was put out (AT-9.4). */
static void tell_eviction(const struct at_scene *t, uint32_t seat, uint32_t kind,
                          struct vl_text *out)
{
    const struct at_seat *p = &t->s->seat[seat], *q = &t->then->seat[seat];
    bool chosen = kind == AT_ASK_HOME || kind == AT_ROLL_DANTE_HOME || kind == AT_ASK_TURN ||
                  kind == AT_ASK_TRAVEL || kind == AT_ASK_GO || kind == AT_ASK_EVICT ||
                  kind == AT_DANTE_TAKE || kind == AT_DANTE_SHOPS;
    if (q->at == p->at || (chosen && seat == t->seat))
        return;
    vl_text_addf(out, " {%u} had to leave %s for %s, the nearest open country%s.", seat,
                 at_country_name(t->deck, p->at), at_country_name(t->deck, q->at),
                 p->dante && q->souvenirs != p->souvenirs ? ", with a souvenir" : "");
}

/* What came about by itself. */
static void tell_changes(const struct at_scene *t, uint32_t kind, struct vl_text *out)
{
    for (uint32_t seat = 0; seat < t->s->seats; seat++) {
        const struct at_seat *p = &t->s->seat[seat], *q = &t->then->seat[seat];
        tell_eviction(t, seat, kind, out);
        if (p->dante && kind != AT_DANTE_SHOPS)
            for (uint64_t rest = q->souvenirs & ~(uint32_t)p->souvenirs; rest;)
                vl_text_addf(out, " {%u} found the souvenir of %s: %s.", seat,
                             at_country_name(t->deck, q->at),
                             at_name(t->deck, AT_T_SOUVENIRS, vl_take_lowest(&rest)));
        for (uint32_t language = 0; language < t->d->language_count; language++)
            if (vl_has_in(q->learned, language) && !vl_has_in(p->learned, language))
                vl_text_addf(out, " {%u} learned %s.", seat,
                             at_name(t->deck, AT_T_LANGUAGES, language));
        for (uint64_t rest = q->public_goals & ~p->public_goals; rest;) {
            uint32_t goal = vl_take_lowest(&rest);
            vl_text_addf(out, " {%u} completed the public goal %s, %u points.", seat,
                         at_public_name(t->deck, goal), t->d->public_goal[goal].points);
        }
        if (q->printed && !p->printed && q->score_tile)
            vl_text_addf(out,
                         " {%u} has been round the world and took the score tile of %u points.",
                         seat, t->d->score_tile[q->score_tile - 1]);
        else if (q->printed && !p->printed)
            vl_text_addf(out, " {%u} has been round the world; no score tile is left.", seat);
        if (p->dante)
            for (uint64_t rest = q->goals_done & ~p->goals_done; rest;)
                vl_text_addf(out, " {%u} completed his goal %s.", seat,
                             at_goal_name(t->deck, vl_take_lowest(&rest)));
    }
    for (uint64_t rest = t->s->active & ~t->then->active; rest;)
        vl_text_addf(out, " %s is over.", at_name(t->deck, AT_T_EVENTS, vl_take_lowest(&rest)));
    if (t->then->ending && !t->s->ending)
        vl_text_add(out, " The last token is placed: one more turn for everybody else.");
    if (t->then->over && !t->s->over)
        vl_text_add(out, " The game is over.");
}

/* The move by its own words, then what came about by itself, all in one line. */
void at_narrate(const struct vl_deck *deck, const struct vl_view *before, vl_move move,
                const struct vl_view *after, struct vl_line *line)
{
    struct at_scene scene = at_scene_of(deck, before), *t = &scene;
    scene.then = at_seen(after);
    uint32_t kind = VL_MOVE_KIND(move);
    struct vl_text text = {0};
    if (kind == AT_ASK_TURN || kind == AT_ASK_TRAVEL)
        tell_act(t, move, &text);
    else if (kind >= AT_ROLL_DANTE_GOAL && kind <= AT_LAST_CHANCE)
        at_tell_dante(t, VL_MOVE_ARG(move), &text);
    else
        tell_answer(t, VL_MOVE_ARG(move), &text);
    tell_changes(t, kind, &text);
    const char *told = vl_text_string(&text);
    if (told[0]) /* a blank at the head: there is only what came about */
        end_line(line, t->clause, told + (told[0] == ' '));
    vl_text_free(&text);
}
