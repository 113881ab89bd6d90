/*
 * Atlas: Dante in words: what he does, and which priority decided it with which numbers, so that a
 * player could do his turn by hand (AT-13).
 */
#include "games/atlas/names.h"

/* "1, 3 and 4" */
static void add_slots(uint32_t slots, struct vl_text *out)
{
    uint32_t count = vl_count(slots);
    for (uint32_t i = 0; i < count; i++)
        vl_text_addf(out, "%s%u", at_separator(i, count), vl_nth(slots, i) + 1);
}

/* The personal goals that a card brings on, by their letters from the left. */
static void add_letters(int32_t value, struct vl_text *out)
{
    bool any = false;
    for (uint32_t i = 0; i < AT_DANTE_GOALS; i++) {
        if (!vl_has((uint32_t)value, AT_DANTE_GOALS - i))
            continue;
        vl_text_addf(out, "%s%c", any ? "+" : "", 'A' + (char)i);
        any = true;
    }
    vl_text_add(out, any ? "" : "none");
}

/* Personal goals are letters, everything else is a number. */
static void add_value(const struct at_weighed *w, uint32_t step, uint32_t slot, struct vl_text *out)
{
    if (step == 1)
        add_letters(w->value[step][slot], out);
    else
        vl_text_addf(out, "%d", w->value[step][slot]);
}

/* One priority: " Public goals: 0 in slot 1, 2 in slot 3.", or " Public goals: 1 each." */
static void add_priority(const struct at_weighed *w, uint32_t step, struct vl_text *out)
{
    static const char *const names[] = {"Public goals", "Personal goals", "Popularity",
                                        "Bonus points"};
    uint32_t lowest = vl_lowest(w->among[step]);
    bool equal = true, first = true;
    if (step == 4) {
        vl_text_addf(out, " Slot %u is the leftmost.", lowest + 1);
        return;
    }
    vl_text_addf(out, " %s: ", names[step]);
    for (uint64_t rest = w->among[step]; rest;)
        equal &= w->value[step][vl_take_lowest(&rest)] == w->value[step][lowest];
    if (equal) {
        add_value(w, step, lowest, out);
        vl_text_add(out, step == 1 && !w->value[step][lowest] ? "." : " each.");
        return;
    }
    for (uint64_t rest = w->among[step]; rest; first = false) {
        uint32_t slot = vl_take_lowest(&rest);
        vl_text_add(out, first ? "" : ", ");
        add_value(w, step, slot, out);
        vl_text_addf(out, " in slot %u", slot + 1);
    }
    vl_text_char(out, '.');
}

/* How a card of the row was chosen, priority by priority (AT-13.8). */
static void add_weighed(const struct at_scene *t, const struct at_weighed *w, struct vl_text *out)
{
    static const char *const firsts[] = {"", "A country with a souvenir", "A continent new to him",
                                         "A country he has explored"};
    uint32_t row = 0;
    for (uint32_t i = 0; i < AT_ROW; i++)
        row |= (uint32_t)(t->s->row[i] != AT_NONE) << i;
    if (vl_count(w->open) == 1) {
        vl_text_add(out, " No other card is open to him.");
        return;
    }
    if (w->open != row) {
        vl_text_add(out, " Open to him: slots ");
        add_slots(w->open, out);
        vl_text_char(out, '.');
    }
    if (w->first != AT_FIRST_NOTHING) {
        vl_text_addf(out, " %s: ", firsts[w->first & 3U]);
        if (w->fit) {
            vl_text_add(out, vl_count(w->fit) == 1 ? "slot " : "slots ");
            add_slots(w->fit, out);
        } else {
            vl_text_add(out, "none");
        }
        vl_text_char(out, '.');
    }
    for (uint32_t step = 0; step < w->steps; step++)
        add_priority(w, step, out);
}

/* A card of two countries is explored in the closer one (AT-13.7). */
static void add_closer(const struct at_scene *t, uint32_t card, uint32_t country,
                       struct vl_text *out)
{
    const uint8_t *other = t->d->card[card].country;
    uint32_t second = other[0] == country ? other[1] : other[0];
    if (second == AT_NONE || t->p->at == AT_NONE)
        return;
    const uint8_t *far = t->d->distance[t->p->at];
    if (at_barred(t->s, t->seat, second))
        vl_text_addf(out, " %s is closed to him.", at_country_name(t->deck, second));
    else
        vl_text_addf(out, " %s is %u away, %s %u%s.", at_country_name(t->deck, country),
                     far[country], at_country_name(t->deck, second), far[second],
                     far[country] == far[second] ? " and later in the list" : "");
}

/* The script again, with the same state: so it gives the numbers that decided. */
static void explain_take(const struct at_scene *t, struct vl_text *out)
{
    struct at_weighed weighed;
    if (t->s->row[t->task.a & 7U] != AT_NONE)
        add_closer(t, t->s->row[t->task.a & 7U], t->task.b, out);
    if (at_dante_weigh(t->d, t->s, t->seat, t->task.a >> 3, &weighed))
        add_weighed(t, &weighed, out);
}

/* A souvenir laid down is told as the reason for the extra card (AT-13.6). */
static void tell_take(const struct at_scene *t, struct vl_text *out)
{
    uint32_t slot = t->task.a & 7U, card = t->s->row[slot], country = t->task.b;
    bool souvenir = t->task.a >> 3 == 0;
    vl_text_addf(out, "{%u} %s ", t->seat,
                 souvenir ? "laid a souvenir down, where he had explored before, and took"
                          : "took");
    at_add_visited(t->deck, country, card, out);
    vl_text_addf(out, " from slot %u%s.", slot + 1,
                 vl_has_in(t->p->explored, country) ? "; no token: he knows the country" : "");
}

/* What lies above an experience, and whether it could change places. */
static void add_above(const struct at_scene *t, uint32_t experience, struct vl_text *out)
{
    uint32_t slot = at_slot_of(t->s, experience);
    bool any = false;
    for (uint32_t way = 0; way < 2; way++) {
        uint32_t other = at_neighbour(slot, way);
        if (other == AT_NONE)
            continue;
        uint32_t token = t->s->token_at[other];
        if (any)
            vl_text_add(out, ", ");
        else
            vl_text_addf(out, " Above %s: ", at_experience_name(t->deck, experience));
        if (token == t->s->lock)
            vl_text_addf(out, "%s locked", at_experience_name(t->deck, token));
        else
            vl_text_addf(out, "%s %u", at_experience_name(t->deck, token), t->p->icons[token]);
        any = true;
    }
    if (any)
        vl_text_char(out, '.');
    else
        vl_text_addf(out, " %s is at the top.", at_experience_name(t->deck, experience));
}

/* What he holds decides which token moves; what lies above it decides where to (AT-13.11). */
static void explain_shift(const struct at_scene *t, uint32_t arg, struct vl_text *out)
{
    uint32_t order[AT_ICONS], count = at_dante_order(t->d, t->s, t->seat, order);
    vl_text_add(out, " He holds");
    for (uint32_t i = 0; i < count; i++)
        vl_text_addf(out, "%s %s %u", i ? "," : "", at_experience_name(t->deck, order[i]),
                     t->p->icons[order[i]]);
    vl_text_char(out, '.');
    for (uint32_t i = 0; i < count; i++) {
        add_above(t, order[i], out);
        if (order[i] == arg >> 4 && (arg & 15U) != AT_LOCK_ONLY)
            return;
    }
}

/* The value of each icon, and how far they carry (AT-13.12). */
static void explain_blog(const struct at_scene *t, uint32_t slot, struct vl_text *out)
{
    uint32_t value = at_blog_value(t->d, t->s, t->seat, AT_ICONS);
    if (!t->p->visits || slot < 1 || slot > AT_BLOG_SLOTS)
        return;
    const struct at_place *place = at_latest_place(t->d, t->p);
    vl_text_char(out, ' ');
    for (uint32_t i = 0; i < place->icon_count; i++)
        vl_text_addf(out, "%s%s %u", i ? ", " : "", at_experience_name(t->deck, place->icon[i]),
                     at_value(t->s, place->icon[i]));
    vl_text_addf(out, ": %u step%s from slot %u", value, value == 1 ? "" : "s", t->p->blog);
    vl_text_add(out, slot == AT_BLOG_SLOTS       ? " reach the end."
                     : slot > t->p->blog + value ? ", and on to the next free slot."
                                                 : ".");
    if (t->d->blog[slot - 1].reward.kind == AT_GOALS)
        vl_text_add(out, " He draws a goal there.");
}

/* The closest souvenir and the next one, which shows that it is the closest (AT-13.13). */
static void explain_shopping(const struct at_scene *t, uint32_t souvenir, struct vl_text *out)
{
    const uint8_t *far = t->d->distance[t->p->at];
    uint32_t here = t->s->souvenir_at[souvenir & 7U], next = AT_NONE;
    if (here == AT_NONE)
        return;
    for (uint32_t i = 0; i < AT_SOUVENIRS; i++) {
        uint32_t there = t->s->souvenir_at[i];
        if (i != souvenir && there != AT_NONE && at_dante_closer(far, there, next))
            next = there;
    }
    vl_text_addf(out, " It is %u step%s away", far[here], far[here] == 1 ? "" : "s");
    if (next == AT_NONE)
        vl_text_add(out, ", and the last one.");
    else if (far[next] == far[here])
        vl_text_addf(out, "; %s, as close, comes later in the list of countries.",
                     at_country_name(t->deck, next));
    else
        vl_text_addf(out, ", the next, in %s, %u.", at_country_name(t->deck, next), far[next]);
}

/* A card that cannot be done is told with the reason, since the next flip follows at once. */
static void tell_flip(const struct at_scene *t, uint32_t kind, struct vl_text *out)
{
    vl_text_addf(out, "{%u} flipped %s%s: %s", t->seat,
                 t->task.a ? "one more card, for a souvenir, " : "",
                 at_name(t->deck, AT_T_DANTE, kind),
                 vl_deck_text(t->deck, AT_T_DANTE, kind % AT_DANTE_KINDS, AT_DANTE_TEXT));
    if (!at_dante_deck(t->p))
        vl_text_add(out, " His deck was shuffled first.");
    if (kind >= AT_DANTE_KINDS || at_dante_can(t->d, t->s, t->seat, kind))
        return;
    vl_text_addf(out, " It cannot be done, %s: he flips on.",
                 t->d->dante[kind].action == AT_DANTE_EXPLORE ? "no card of the row is open to him"
                 : t->d->dante[kind].action == AT_DANTE_SOUVENIR ? "no souvenir is left on the map"
                 : t->p->blogged ? "his latest card is blogged about"
                                 : "his cube is at the end of the track");
}

/* The numbers that decided one of his forced moves. */
static void add_reasons(const struct at_scene *t, uint32_t arg, struct vl_text *out)
{
    if (t->task.kind == AT_DANTE_TAKE)
        explain_take(t, out);
    else if (t->task.kind == AT_DANTE_SHIFTS)
        explain_shift(t, arg, out);
    else if (t->task.kind == AT_DANTE_BLOGS)
        explain_blog(t, arg, out);
    else if (t->task.kind == AT_DANTE_SHOPS)
        explain_shopping(t, arg, out);
}

/* One line for each of his moves: a player could do his turn by hand from it. */
void at_tell_dante(const struct at_scene *t, uint32_t arg, struct vl_text *out)
{
    uint32_t kind = t->task.kind, place = 0;
    struct at_weighed weighed;
    if (kind == AT_ROLL_DANTE_GOAL) {
        while (place < AT_DANTE_GOALS && t->p->order[place] != AT_NONE)
            place++;
        vl_text_addf(out, "{%u} has the open goal %c, %s: %s", t->seat, 'A' + (char)place,
                     at_goal_name(t->deck, arg), at_goal_text(t->deck, arg));
    } else if (kind == AT_ROLL_DANTE_HOME) {
        vl_text_addf(out, "{%u} begins with %s and lives in %s.", t->seat,
                     at_card_name(t->deck, arg),
                     at_country_name(t->deck, at_start_country(t->d, t->s, arg)));
        if (t->s->options[AT_OPTION_START] &&
            at_dante_weigh(t->d, t->s, t->seat, AT_FIRST_CARD, &weighed))
            add_weighed(t, &weighed, out);
    } else if (kind == AT_ROLL_DANTE_CARD) {
        tell_flip(t, arg, out);
    } else if (kind == AT_DANTE_TAKE) {
        tell_take(t, out);
    } else if (kind == AT_DANTE_SHIFTS) {
        at_tell_shift(t, arg, out);
    } else if (kind == AT_DANTE_BLOGS) {
        at_say(t, kind, arg, at_words_of(kind)->line, out);
    } else if (kind == AT_DANTE_SHOPS) {
        vl_text_addf(out, "{%u} went to the closest souvenir, in %s, and took it: %s.", t->seat,
                     at_country_name(t->deck, t->s->souvenir_at[arg & 7U]),
                     at_name(t->deck, AT_T_SOUVENIRS, arg));
    } else {
        vl_text_addf(out, "{%u} paused%s.", t->seat, t->task.a ? ", and kept his souvenir" : "");
    }
    add_reasons(t, arg, out);
}

/* The same numbers for a hint, without the sentence that says what he did. */
void at_explain_dante(const struct at_scene *t, uint32_t arg, struct vl_text *out)
{
    vl_text_add(out, "his priorities say so.");
    add_reasons(t, arg, out);
}
