/*
 * Atlas: what is asked now, and the facts that boards draw: prices, progress, what is in reach, the
 * score sheet so far.
 */
#include <stdio.h>
#include <string.h>

#include "core/json_write.h"
#include "games/atlas/names.h"

/* Six prompts depend on how far the turn or the travel has come; the rest are in words.c. */
void at_prompt(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct at_state *s = at_seen(view);
    struct at_task task = at_current(s);
    const struct at_words *words = at_words_of(task.kind);
    if (task.kind == AT_ASK_TURN && at_quick(s))
        vl_text_addf(out, "Action %u of 2: travel, draw or explore",
                     s->main_done < 2 ? s->main_done + 1U : 2U);
    else if (task.kind == AT_ASK_TURN)
        vl_text_add(out, !at_spent(s)   ? "One main and one bonus action"
                         : s->travelled ? "One more action, or end the turn"
                         : s->main_done ? "A bonus action, or end the turn"
                                        : "The main action is still to come");
    else if (task.kind == AT_ASK_TRAVEL)
        vl_text_add(out, task.a & AT_LEGS ? "Travel on, or arrive" : "Choose how to travel");
    else if (task.kind == AT_ASK_GO)
        vl_text_add(out, task.a == AT_LEG_GROUND    ? "Choose where to go by land and sea"
                         : task.a == AT_LEG_AIRPORT ? "Choose the airport to fly to"
                                                    : "Choose where the flight goes");
    else if (task.kind == AT_ASK_SHIFT)
        vl_text_add(out, task.a ? "Shift the popularity of what you blogged about"
                                : "Shift popularity by one, or only move the lock");
    else if (task.kind == AT_ASK_LIKE || task.kind == AT_ASK_DRAW)
        vl_text_addf(out, "%s %u %s%s", task.kind == AT_ASK_LIKE ? "Place" : "Draw", task.a,
                     task.kind == AT_ASK_LIKE ? "like" : "card", task.a == 1 ? "" : "s");
    else
        vl_text_add(out, words->prompt ? words->prompt : "A card is drawn");
}

/* How near the end is: the game ends by tokens, not by rounds (AT-10.1). */
static void put_ending(const struct at_scene *t, struct vl_json *json)
{
    struct vl_text text = {0};
    uint32_t fewest = AT_TOKENS;
    for (uint32_t seat = 0; seat < t->s->seats; seat++)
        fewest = at_least(fewest, t->s->seat[seat].tokens);
    if (t->s->over)
        vl_text_add(&text, "The game is over");
    else if (t->s->ending)
        vl_text_addf(&text, "Last turns: %u to go, this one included", t->s->last_turns);
    else
        vl_text_addf(&text,
                     "The last round begins when somebody has placed all tokens: %u more at least",
                     fewest);
    vl_json_put_string(json, "ending", vl_text_string(&text));
    vl_text_free(&text);
}

/* The score sheet of every seat, as far as it is known. */
static void put_sheet(const struct at_scene *t, struct vl_json *json)
{
    struct vl_score score;
    at_score(t->d, t->s, &score);
    vl_json_open_array(json, "points");
    for (uint32_t seat = 0; seat < t->s->seats; seat++)
        vl_json_int(json, score.points[seat]);
    vl_json_end_array(json);
    vl_json_open_array(json, "sheet");
    for (uint32_t seat = 0; seat < t->s->seats; seat++) {
        vl_json_array(json);
        for (uint32_t i = 0; i < 7; i++)
            vl_json_int(json, score.detail[seat][i]);
        vl_json_end_array(json);
    }
    vl_json_end_array(json);
}

/* The line under a seat's name in the list of seats. */
static void put_notes(const struct at_scene *t, struct vl_json *json)
{
    struct vl_text note = {0};
    vl_json_open_array(json, "seats");
    for (uint32_t seat = 0; seat < t->s->seats; seat++) {
        const struct at_seat *p = &t->s->seat[seat];
        vl_text_clear(&note);
        vl_text_addf(&note, "%u token%s", p->tokens, p->tokens == 1 ? "" : "s");
        if (p->at != AT_NONE)
            vl_text_addf(&note, " · %s", at_country_name(t->deck, p->at));
        if (!p->dante)
            vl_text_addf(&note, " · hand %u",
                         vl_count_in(p->hand, AT_CARD_WORDS) + p->unknown_cards);
        vl_json_object(json);
        if (p->dante) /* the game plays this seat itself (AT-13.1) */
            vl_json_put_string(json, "name", "Dante");
        vl_json_put_string(json, "note", vl_text_string(&note));
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
    vl_text_free(&note);
}

/* One goal as the board draws it: a name, a sentence and a bar. */
static void put_goal(struct vl_json *json, const char *pile, const char *key, const char *name,
                     const char *text, uint32_t points, uint32_t progress, uint32_t target)
{
    vl_json_object(json);
    vl_json_put_string(json, "pile", pile);
    vl_json_put_string(json, "key", key);
    vl_json_put_string(json, "name", name);
    vl_json_put_string(json, "text", text);
    vl_json_put_int(json, "points", points);
    vl_json_put_int(json, "progress", progress);
    vl_json_put_int(json, "target", target);
    vl_json_end_object(json);
}

/* Goals with the progress of one seat. */
static void put_goals(const struct at_scene *t, struct vl_json *json)
{
    vl_json_open_array(json, "goals");
    for (uint64_t rest = t->s->public_goals | 1U; rest;) {
        uint32_t goal = vl_take_lowest(&rest);
        const struct at_goal *g = &t->d->public_goal[goal];
        uint32_t points = goal                                 ? g->points
                          : t->s->score_tiles < AT_SCORE_TILES ? t->d->score_tile[t->s->score_tiles]
                                                               : 0;
        put_goal(json, "public", vl_deck_text(t->deck, AT_T_PUBLIC, goal, AT_ID),
                 at_public_name(t->deck, goal),
                 vl_deck_text(t->deck, AT_T_PUBLIC, goal, AT_PUBLIC_TEXT), points,
                 at_public_progress(t->d, t->s, t->p, goal), at_target(g));
    }
    for (uint64_t rest = t->p->goals; rest;) {
        uint32_t goal = vl_take_lowest(&rest);
        const struct at_goal *g = at_personal_goal(t->d, goal);
        put_goal(json, at_pile_words[goal >= AT_GEOGRAPHY], at_goal_key(t->deck, goal),
                 at_goal_name(t->deck, goal), at_goal_text(t->deck, goal), g->points,
                 at_progress(t->d, t->p, g, false), at_target(g));
    }
    vl_json_end_array(json);
}

/* What each card of hand and row would cost the seat, of two countries in the cheaper one that may
 * be explored, and whether it may be explored there. */
static void put_cards(const struct at_scene *t, struct vl_json *json)
{
    uint64_t usable[AT_CARD_WORDS];
    at_usable_cards(t->s, t->seat, usable);
    vl_json_open_array(json, "cards");
    for (uint32_t card = 0; card < AT_CARDS; card++) {
        const struct at_card *c = &t->d->card[card];
        if (!vl_has_in(usable, card))
            continue;
        uint32_t price = at_price(t->d, t->s, t->seat, c->country[0], card);
        bool barred = at_barred(t->s, t->seat, c->country[0]);
        if (c->country[1] != AT_NONE && !at_barred(t->s, t->seat, c->country[1])) {
            uint32_t other = at_price(t->d, t->s, t->seat, c->country[1], card);
            price = barred ? other : at_least(price, other);
            barred = false;
        }
        vl_json_object(json);
        vl_json_put_int(json, "card", card);
        vl_json_put_int(json, "price", price);
        vl_json_put_bool(json, "barred", barred);
        vl_json_put_bool(json, "ready", !c->need_count || t->p->icons[c->need] >= c->need_count);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
}

/* What the closest way to every country costs now: on the ground, or through two airports. */
static void put_reach(const struct at_scene *t, struct vl_json *json)
{
    uint32_t budget = t->quick ? AT_QUICK_STEPS : t->p->energy;
    uint8_t ground[AT_COUNTRIES], air[AT_COUNTRIES], landing[AT_COUNTRIES];
    struct at_source start[AT_COUNTRIES];
    uint32_t starts = 0;
    if (t->p->at == AT_NONE)
        return;
    at_ground(t->d, t->s, t->seat, t->p->at, budget, ground);
    memset(landing, AT_NONE, sizeof landing);
    for (uint32_t from = 0; from < AT_COUNTRIES; from++) {
        struct at_sky sky;
        if (!t->d->country[from].airport || ground[from] == AT_NONE)
            continue;
        at_look_up(t->d, t->s, t->d->country[from].area, &sky);
        for (uint32_t to = 0; to < AT_COUNTRIES; to++) {
            uint32_t cost = ground[from] + at_flight(&sky, t->d->country[to].area);
            if (t->d->country[to].airport && to != from && cost < landing[to] && cost <= budget)
                landing[to] = (uint8_t)cost;
        }
    }
    for (uint32_t to = 0; to < AT_COUNTRIES; to++)
        if (landing[to] != AT_NONE && !at_blocked(t->d, t->s, to))
            start[starts++] = (struct at_source){(uint8_t)to, landing[to]};
    at_ground_from(t->d, t->s, t->seat, start, starts, budget, air);
    vl_json_open_object(json, "reach");
    for (int flies = 0; flies < 2; flies++) {
        const uint8_t *cost = flies ? air : ground;
        vl_json_open_object(json, flies ? "airports" : "ground");
        for (uint32_t country = 0; country < AT_COUNTRIES; country++)
            if (cost[country] != AT_NONE && country != t->p->at &&
                (air[country] < ground[country]) == flies)
                vl_json_put_int(json, at_key(t->deck, AT_T_COUNTRIES, country), cost[country]);
        vl_json_end_object(json);
    }
    vl_json_end_object(json);
}

/* Flights that each card of hand and row opens; where no way leads there is none. */
static void put_flights(const struct at_scene *t, struct vl_json *json)
{
    uint64_t usable[AT_CARD_WORDS];
    struct at_sky sky;
    if (t->p->at == AT_NONE)
        return;
    at_usable_cards(t->s, t->seat, usable);
    at_look_up(t->d, t->s, t->d->country[t->p->at].area, &sky);
    vl_json_open_array(json, "flights");
    for (uint32_t card = 0; card < AT_CARDS; card++) {
        for (uint32_t i = 0; vl_has_in(usable, card) && i < 2; i++) {
            uint32_t to = t->d->card[card].country[i];
            if (to == AT_NONE || at_flight(&sky, t->d->country[to].area) == AT_NONE)
                continue;
            vl_json_object(json);
            vl_json_put_string(json, "card", at_key(t->deck, AT_T_DESTINATIONS, card));
            vl_json_put_string(json, "country", at_key(t->deck, AT_T_COUNTRIES, to));
            vl_json_put_int(json, "cost", at_flight(&sky, t->d->country[to].area));
            vl_json_put_bool(json, "from_here", at_card_in(t->d, card, t->p->at));
            vl_json_end_object(json);
        }
    }
    vl_json_end_array(json);
}

/* A move as a string of JSON. */
static void put_notation(const struct at_scene *t, vl_move move, struct vl_json *json)
{
    struct vl_text text = {0};
    at_format_move(t->deck, t->view, move, &text);
    vl_json_string(json, vl_text_string(&text));
    vl_text_free(&text);
}

/* One way to a country: how to set out, and the country. */
static void put_way(const struct at_scene *t, uint32_t act, uint32_t country, uint32_t cost,
                    struct vl_json *json)
{
    struct vl_text label = {0};
    vl_text_addf(&label, "%s to %s, ", act == AT_ACT_GROUND ? "Go" : "Fly by the airports",
                 at_country_name(t->deck, country));
    at_add_cost(t, cost, &label);
    vl_json_object(json);
    vl_json_put_string(json, "label", vl_text_string(&label));
    vl_json_open_array(json, "moves");
    put_notation(t, AT_ACT_MOVE(t->task.kind, AT_MAIN, act, 0), json);
    put_notation(t, VL_MOVE(AT_ASK_GO, country), json);
    vl_json_end_array(json);
    vl_json_put_int(json, "until_chance", 2);
    vl_json_end_object(json);
    vl_text_free(&label);
}

/* Touching a country travels there: on the ground, or from this airport to that one. */
static void put_ways(const struct at_scene *t, struct vl_json *json)
{
    uint32_t kind = t->task.kind, seat = t->task.seat;
    vl_move moves[VL_MAX_MOVES];
    uint8_t cost[AT_COUNTRIES];
    struct at_sky sky;
    vl_json_open_array(json, "ways");
    if ((kind != AT_ASK_TURN && kind != AT_ASK_TRAVEL) || t->view->seat != (int)seat) {
        vl_json_end_array(json);
        return;
    }
    uint32_t count = at_legal_moves(t->d, t->s, moves);
    bool ground = vl_moves_contain(moves, count, AT_ACT_MOVE(kind, AT_MAIN, AT_ACT_GROUND, 0));
    bool airport = vl_moves_contain(moves, count, AT_ACT_MOVE(kind, AT_MAIN, AT_ACT_AIRPORT, 0));
    uint32_t budget =
        t->quick && kind == AT_ASK_TURN ? AT_QUICK_STEPS : at_budget(t->s, seat, &t->task);
    uint32_t at = t->s->seat[seat].at;
    at_ground(t->d, t->s, seat, at, budget, cost);
    at_look_up(t->d, t->s, t->d->country[at].area, &sky);
    for (uint32_t country = 0; country < AT_COUNTRIES; country++) {
        uint32_t air = at_flight(&sky, t->d->country[country].area);
        bool goes = ground && cost[country] != AT_NONE;
        bool flies = airport && t->d->country[country].airport && air <= budget &&
                     !at_blocked(t->d, t->s, country);
        char target[24];
        if (country == at || (!goes && !flies))
            continue;
        snprintf(target, sizeof target, "country.%s", at_key(t->deck, AT_T_COUNTRIES, country));
        vl_json_object(json);
        vl_json_open_array(json, "targets");
        vl_json_string(json, target);
        vl_json_end_array(json);
        vl_json_open_array(json, "ways");
        bool air_first = flies && (!goes || air < cost[country]);
        if (air_first)
            put_way(t, AT_ACT_AIRPORT, country, air, json);
        if (goes)
            put_way(t, AT_ACT_GROUND, country, cost[country], json);
        if (flies && !air_first)
            put_way(t, AT_ACT_AIRPORT, country, air, json);
        vl_json_end_array(json);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
}

/* What the active events close and delay. */
static void put_map(const struct at_scene *t, struct vl_json *json)
{
    vl_json_open_array(json, "blocked");
    for (uint32_t country = 0; t->s->active && country < AT_COUNTRIES; country++)
        if (at_blocked(t->d, t->s, country))
            vl_json_string(json, at_key(t->deck, AT_T_COUNTRIES, country));
    vl_json_end_array(json);
    vl_json_open_array(json, "areas");
    for (uint32_t area = 0; t->s->active && area < AT_AREAS; area++) {
        bool closed = false;
        for (uint64_t rest = t->s->active; rest;)
            closed |= vl_has_in(t->d->event[vl_take_lowest(&rest)].blocked_areas, area);
        uint32_t delay = at_delay(t->d, t->s, area);
        if (!closed && !delay)
            continue;
        vl_json_object(json);
        vl_json_put_int(json, "area", area);
        vl_json_put_bool(json, "closed", closed);
        vl_json_put_int(json, "delay", delay);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
}

/* Power of the rows and what a post would be worth. */
static void put_power(const struct at_scene *t, struct vl_json *json)
{
    if (t->quick || t->p->dante)
        return;
    uint32_t power = at_blog_power(t->d, t->p);
    vl_json_put_int(json, "blog_power", power);
    vl_json_put_int(json, "blog_value", at_blog_value(t->d, t->s, t->seat, power));
    vl_json_put_bool(json, "free_rest", t->p->at != AT_NONE && at_free_rest(t->d, t->p));
    vl_json_put_int(json, "like_face", at_face(t->d, t->p, 0));
    vl_json_put_int(json, "dislike_face", at_face(t->d, t->p, 1));
}

/* Facts are of the viewing seat; a spectator gets those of the active one. */
void at_annotate(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    const struct at_scene scene = at_scene_of(deck, view);
    const struct at_state *s = scene.s;
    uint32_t seat =
        view->seat >= 0 && view->seat < s->seats ? (uint32_t)view->seat : (uint32_t)s->active_seat;
    const struct at_scene viewer = at_scene_for(&scene, seat), *t = &viewer;
    struct vl_text prompt = {0};
    at_prompt(deck, view, &prompt);
    vl_json_object(json);
    vl_json_put_string(json, "prompt", vl_text_string(&prompt));
    vl_json_put_string(json, "clause", t->clause);
    put_ending(t, json);
    put_sheet(t, json);
    put_notes(t, json);
    vl_json_put_int(json, "round", s->round + 1);
    vl_json_put_int(json, "pile_count", at_pile_count(s));
    vl_json_put_bool(json, "quick", t->quick);
    vl_json_put_int(json, "me", seat);
    put_goals(t, json);
    put_cards(t, json);
    put_reach(t, json);
    put_flights(t, json);
    put_map(t, json);
    put_power(t, json);
    put_ways(t, json);
    vl_json_end_object(json);
    vl_text_free(&prompt);
}
