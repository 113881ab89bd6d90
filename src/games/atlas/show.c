/*
 * Atlas: the table in words, for the terminal and for screen readers.
 *
 * One thing a line and nothing in columns, so that it can be read aloud; what is empty is left out.
 */
#include "games/atlas/names.h"

/* The pyramid from its top; rows by what their slots are worth. */
static void show_popularity(const struct at_scene *t, struct vl_text *out)
{
    vl_text_addf(out, "Popularity%s\n", t->s->locked ? " (locked)" : "");
    uint32_t slot = 0;
    for (uint32_t row = 1; row <= 5; row++) {
        vl_text_addf(out, "  %u each: ", 6 - row);
        for (uint32_t i = 0; i < row; i++, slot++) {
            uint32_t token = t->s->token_at[slot];
            vl_text_addf(out, "%s%s%s", i ? ", " : "",
                         token == AT_NONE ? "-" : at_experience_name(t->deck, token),
                         token != AT_NONE && token == t->s->lock ? " (lock)" : "");
        }
        vl_text_char(out, '\n');
    }
}

/* Behind a card: what its bonus counts. */
static void add_bonus(const struct at_scene *t, const struct at_card *card, struct vl_text *out)
{
    if (card->bonus_kind == AT_BONUS_COLOUR)
        vl_text_addf(out, "; %u for each %s flag", card->bonus_points,
                     at_colour_words[card->bonus_what]);
    else if (card->bonus_kind == AT_BONUS_CONTINENT)
        vl_text_addf(out, "; %u for each country in %s", card->bonus_points,
                     at_name(t->deck, AT_T_CONTINENTS, card->bonus_what));
    else if (card->bonus_kind == AT_BONUS_ELEMENT)
        vl_text_addf(out, "; %u for each flag with: %s", card->bonus_points,
                     vl_deck_text(t->deck, AT_T_ELEMENTS, card->bonus_what, 2));
}

/* A card of hand or row, with everything that is printed on it. */
static void show_card(const struct at_scene *t, const char *title, uint32_t card,
                      struct vl_text *out)
{
    const struct at_card *c = &t->d->card[card];
    vl_text_add(out, title);
    at_add_card(t->deck, card, out);
    vl_text_add(out, ": ");
    at_add_icons(t->deck, &c->place, out);
    if (!t->quick)
        vl_text_addf(out, "; %u money", c->place.cost);
    if (c->need_count)
        vl_text_addf(out, "; needs %u %s", c->need_count, at_experience_name(t->deck, c->need));
    add_bonus(t, c, out);
    vl_text_char(out, '\n');
}

static void show_row(const struct at_scene *t, struct vl_text *out)
{
    vl_text_addf(out, "Destination row (%u in the pile, %u discarded)\n", at_pile_count(t->s),
                 vl_count_in(t->s->discard, AT_CARD_WORDS));
    for (uint32_t i = 0; i < AT_ROW; i++) {
        vl_text_addf(out, "  %u  ", i + 1);
        if (t->s->row[i] == AT_NONE)
            vl_text_add(out, "empty\n");
        else
            show_card(t, "", t->s->row[i], out);
    }
}

/* Souvenirs and events; countries are asked for one by one (`valise rules`). */
static void show_map(const struct at_scene *t, struct vl_text *out)
{
    bool any = false;
    for (uint32_t i = 0; i < AT_SOUVENIRS; i++)
        if (t->s->souvenir_at[i] != AT_NONE)
            vl_text_addf(out, "%s%s in %s", at_comma(&any, "Souvenirs: "),
                         at_name(t->deck, AT_T_SOUVENIRS, i),
                         at_country_name(t->deck, t->s->souvenir_at[i]));
    vl_text_add(out, any ? "\n" : "");
    for (uint64_t rest = t->s->active; rest;) {
        uint32_t event = vl_take_lowest(&rest);
        vl_text_addf(out, "Event of {%u}, %u cube%s: %s. %s\n", t->s->event_owner[event],
                     t->s->event_cubes[event], t->s->event_cubes[event] == 1 ? "" : "s",
                     at_name(t->deck, AT_T_EVENTS, event),
                     vl_deck_text(t->deck, AT_T_EVENTS, event, AT_EVENT_TEXT));
    }
}

/* Goals with the progress of the viewing seat. */
static void show_public(const struct at_scene *t, struct vl_text *out)
{
    int seat = t->view->seat;
    vl_text_add(out, "Public goals\n");
    for (uint64_t rest = t->s->public_goals | 1U; rest;) {
        uint32_t goal = vl_take_lowest(&rest);
        const struct at_goal *g = &t->d->public_goal[goal];
        vl_text_addf(out, "  %s", at_public_name(t->deck, goal));
        if (goal)
            vl_text_addf(out, ", %u points", g->points);
        vl_text_addf(out, ": %s", vl_deck_text(t->deck, AT_T_PUBLIC, goal, AT_PUBLIC_TEXT));
        if (seat >= 0)
            vl_text_addf(out, " You: %u of %u.",
                         at_public_progress(t->d, t->s, &t->s->seat[seat], goal), at_target(g));
        vl_text_char(out, '\n');
    }
}

/* What the view knows of a hand, and how much it does not. */
static void show_hand(const struct at_scene *t, struct vl_text *out)
{
    for (uint32_t card = 0; card < AT_CARDS; card++)
        if (vl_has_in(t->p->hand, card))
            show_card(t, "  hand: ", card, out);
    if (t->p->unknown_cards)
        vl_text_addf(out, "  hand: %u hidden\n", t->p->unknown_cards);
    for (uint32_t country = 0; country < AT_COUNTRIES; country++)
        if (vl_has_in(t->p->guides, country))
            vl_text_addf(out, "  country card: %s\n", at_country_name(t->deck, country));
    for (uint64_t rest = t->p->goals; rest;) {
        uint32_t goal = vl_take_lowest(&rest);
        const struct at_goal *g = at_personal_goal(t->d, goal);
        vl_text_addf(out, "  goal: %s, %u points: %s %u of %u.\n", at_goal_name(t->deck, goal),
                     g->points, at_goal_text(t->deck, goal), at_progress(t->d, t->p, g, false),
                     at_target(g));
    }
    if (t->p->unknown_goals[0] + t->p->unknown_goals[1])
        vl_text_addf(out, "  goals: %u geography and %u vexillology, hidden\n",
                     t->p->unknown_goals[0], t->p->unknown_goals[1]);
}

/* Languages, likes and friends. */
static void show_words(const struct at_scene *t, struct vl_text *out)
{
    bool any = false;
    for (uint32_t language = 0; language < t->d->language_count; language++)
        if (at_speaks(t->d, t->p, language))
            vl_text_addf(out, "%s%s%s", at_comma(&any, "  speaks "),
                         at_name(t->deck, AT_T_LANGUAGES, language),
                         vl_has_in(t->p->learned, language) ? " (learned)" : "");
    vl_text_add(out, any ? "\n" : "");
    for (uint32_t which = 0; which < 2; which++) {
        uint32_t face = t->s->step < AT_SETUP_STEPS ? 0U : at_face(t->d, t->p, which);
        if (!face)
            continue;
        vl_text_add(out, which ? "; dislikes " : "  likes ");
        at_add_face(t->deck, face, out);
        if (which)
            vl_text_char(out, '\n');
    }
    for (uint64_t rest = t->p->friends; rest;) {
        uint32_t friend = vl_take_lowest(&rest);
        vl_text_addf(out, "  friend: %s in %s\n", at_name(t->deck, AT_T_PARTY, friend),
                     at_country_name(t->deck, t->d->party[friend].home));
    }
}

/* The slots of the board from left to right: a token, a dislike, or what the slot gives. */
static void show_board(const struct at_scene *t, struct vl_text *out)
{
    bool any = false;
    if (!t->quick && !t->p->dante) {
        for (uint32_t slot = 0; slot < AT_BOARD_SLOTS; slot++) {
            if (slot == 0 || t->d->slot[slot].row != t->d->slot[slot - 1].row)
                vl_text_addf(out, "%s  %s:", slot ? "\n" : "", at_row_words[t->d->slot[slot].row]);
            vl_text_add(out, " [");
            if (vl_has(t->p->covered | t->p->disliked, slot))
                vl_text_add(out, vl_has(t->p->covered, slot) ? "token" : "dislike");
            else
                at_add_effects(t->d->slot[slot].effect, t->d->slot[slot].effect_count, out);
            vl_text_char(out, ']');
        }
        vl_text_char(out, '\n');
        for (uint32_t row = 1; row < AT_BONUSES; row++)
            if (t->p->likes[row] || vl_has(t->p->circles, row))
                vl_text_addf(out, "%s%s %u of %u%s", at_comma(&any, "  likes on "),
                             at_action_words[row], t->p->likes[row], t->d->bonus[row].likes,
                             vl_has(t->p->circles, row) ? " (souvenir used)" : "");
        vl_text_add(out, any ? "\n" : "");
    }
    any = false;
    for (uint64_t rest = t->p->souvenirs; rest;) {
        uint32_t souvenir = vl_take_lowest(&rest);
        vl_text_addf(out, "%s%s%s", at_comma(&any, "  souvenirs: "),
                     at_name(t->deck, AT_T_SOUVENIRS, souvenir),
                     vl_has(t->p->used, souvenir) ? " (used)" : "");
    }
    vl_text_add(out, any ? "\n" : "");
}

/* Cards explored, the latest last. */
static void show_tableau(const struct at_scene *t, struct vl_text *out)
{
    for (uint32_t i = 0; i < t->p->visits; i++) {
        const struct at_visit *visit = &t->p->tableau[i];
        vl_text_addf(out,
                     "  explored %s in %s: ", at_visit_name(t->deck, visit->country, visit->card),
                     at_country_name(t->deck, visit->country));
        at_add_icons(t->deck, at_place_of(t->d, visit->country, visit->card), out);
        if (visit->card < AT_CARDS)
            add_bonus(t, &t->d->card[visit->card], out);
        vl_text_add(out, i + 1U == t->p->visits && t->p->blogged ? " (blogged)\n" : "\n");
    }
}

/* A headline, then what the seat has. */
static void show_seat(const struct at_scene *t, const struct vl_score *score, struct vl_text *out)
{
    const struct at_seat *p = t->p;
    bool you = (int)t->seat == t->view->seat;
    vl_text_addf(out, "{%u}%s: %d points%s", t->seat, you ? " (you)" : "", score->points[t->seat],
                 p->dante ? ", Dante" : "");
    if (p->character != AT_NONE)
        vl_text_addf(out, ", %s", at_name(t->deck, AT_T_CHARACTERS, p->character));
    if (p->at != AT_NONE)
        vl_text_addf(out, ", in %s, at home in %s", at_country_name(t->deck, p->at),
                     at_country_name(t->deck, p->home));
    vl_text_addf(out, ", %u token%s left", p->tokens, p->tokens == 1 ? "" : "s");
    if (!t->quick && !p->dante)
        vl_text_addf(out, ", %u money, %u energy", p->money, p->energy);
    if (!t->quick)
        vl_text_addf(out, ", blog %u", p->blog);
    vl_text_char(out, '\n');
    show_board(t, out);
    show_words(t, out);
    show_hand(t, out);
    show_tableau(t, out);
}

/* Points by category, once the game is over. */
static void show_sheet(const struct at_scene *t, const struct vl_score *score, struct vl_text *out)
{
    vl_text_add(out, "Score sheet\n");
    for (uint32_t i = 0; i <= 7; i++) {
        const char *category = t->deck->game->categories[i];
        vl_text_addf(out, "  %-15s", category ? category : "total");
        for (uint32_t seat = 0; seat < t->s->seats; seat++)
            vl_text_addf(out, " %5d", category ? score->detail[seat][i] : score->points[seat]);
        vl_text_char(out, '\n');
    }
}

void at_show(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct at_scene scene = at_scene_of(deck, view), *t = &scene;
    const struct at_state *s = t->s;
    struct vl_score score;
    at_score(deck->data, s, &score);
    if (s->step == AT_SETUP_STEPS)
        vl_text_addf(out, "Round %u\n", s->round + 1U);
    show_popularity(t, out);
    show_row(t, out);
    show_map(t, out);
    show_public(t, out);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        const struct at_scene one = at_scene_for(t, seat);
        show_seat(&one, &score, out);
    }
    if (s->ending && !s->over)
        vl_text_addf(out, "Last turns: %u to go, this one included.\n", s->last_turns);
    if (s->over)
        show_sheet(t, &score, out);
}
