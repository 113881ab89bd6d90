/*
 * Atlas: what a move will do, for buttons and lists.
 *
 * A label says what the move costs and brings, so that moves can be compared without trying them.
 * Two moves of one position never have the same label.
 */
#include "games/atlas/names.h"

/* The price of a flight, after the words on where it leads. */
static void add_flight(const struct at_scene *t, uint32_t to, struct vl_text *out)
{
    struct at_sky sky;
    at_look_up(t->d, t->s, t->d->country[t->p->at].area, &sky);
    vl_text_add(out, ", ");
    at_add_cost(t, at_flight(&sky, t->d->country[to].area), out);
}

/* A leg with its price, as far as the task says where it begins. */
static void label_go(const struct at_scene *t, uint32_t to, struct vl_text *out)
{
    uint8_t cost[AT_COUNTRIES];
    vl_text_addf(out, "%s to %s", t->task.a == AT_LEG_GROUND ? "Go" : "Fly",
                 at_country_name(t->deck, to));
    if (t->task.kind != AT_ASK_GO || to >= AT_COUNTRIES || t->p->at >= AT_COUNTRIES)
        return;
    if (t->task.a != AT_LEG_GROUND) {
        add_flight(t, to, out);
        return;
    }
    at_ground(t->d, t->s, t->seat, t->p->at, AT_MOST_ENERGY, cost);
    vl_text_add(out, ", ");
    at_add_cost(t, cost[to], out);
}

/* Flights by a card: a direct one names the explore, a last-minute one where it may lead. */
static void label_flight(const struct at_scene *t, vl_move move, struct vl_text *out)
{
    bool direct = AT_MOVE_ACT(move) == AT_ACT_DIRECT;
    uint32_t what = AT_MOVE_WHAT(move), card = direct ? what >> 1 : what;
    if (card >= AT_CARDS || t->p->at >= AT_COUNTRIES) {
        vl_text_add(out, "Fly by a card");
        return;
    }
    const uint8_t *to = t->d->card[card].country;
    const char *name = at_card_name(t->deck, card);
    if (direct) {
        to += what & 1U;
        vl_text_addf(out, "Direct flight: explore %s in %s", name, at_country_name(t->deck, *to));
        if (*to == AT_NONE)
            vl_text_add(out, ", ");
        else
            add_flight(t, *to, out);
        if (*to != AT_NONE && !t->quick)
            vl_text_addf(out, " and %u money", at_price(t->d, t->s, t->seat, *to, card));
    } else if (at_card_in(t->d, card, t->p->at)) {
        vl_text_addf(out, "Last-minute flight: discard %s to fly anywhere", name);
    } else {
        vl_text_addf(out, "Last-minute flight: discard %s to fly to %s", name,
                     at_country_name(t->deck, to[0]));
        if (to[1] == AT_NONE)
            add_flight(t, to[0], out);
        else
            vl_text_addf(out, " or %s", at_country_name(t->deck, to[1]));
    }
}

/* What the card shows, and its price for this seat. */
static void label_explore(const struct at_scene *t, vl_move move, struct vl_text *out)
{
    uint32_t at = t->p->at, what = AT_MOVE_WHAT(move);
    uint32_t card = AT_MOVE_ACT(move) == AT_ACT_CARD ? what : AT_PLACE0 + what;
    if (at >= AT_COUNTRIES || (card >= AT_CARDS && (card < AT_PLACE0 || what >= AT_PLACES))) {
        vl_text_add(out, "Explore");
        return;
    }
    vl_text_addf(out, "Explore %s (", at_visit_name(t->deck, at, card));
    at_add_icons(t->deck, at_place_of(t->d, at, card), out);
    vl_text_char(out, ')');
    if (!t->quick)
        vl_text_addf(out, ", %u money", at_price(t->d, t->s, t->seat, at, card));
}

/* "6 energy and 1 like" of a row with its present power. */
static void add_power(const struct at_scene *t, uint32_t row, bool paid, struct vl_text *out)
{
    int32_t sum[AT_EFFECT_KINDS];
    struct at_effect effects[AT_EFFECT_KINDS];
    uint32_t count = 0;
    at_row_power(t->d, t->p, row, paid, sum);
    for (uint32_t kind = 0; kind < AT_EFFECT_KINDS; kind++)
        if (sum[kind])
            effects[count++] = (struct at_effect){(uint8_t)kind, (int8_t)sum[kind]};
    at_add_effects(effects, count, out);
}

/* Free in the quick game (AT-12.5). */
static void label_souvenir(const struct at_scene *t, uint32_t souvenir, struct vl_text *out)
{
    vl_text_addf(out, "Take the souvenir: %s", at_name(t->deck, AT_T_SOUVENIRS, souvenir));
    if (t->quick)
        vl_text_add(out, ", free");
    else
        vl_text_addf(out, ", %u money", AT_SOUVENIR_PRICE);
}

static void label_refresh(const struct at_scene *t, uint32_t souvenir, struct vl_text *out)
{
    vl_text_addf(out, "Refresh the row by a souvenir: %s",
                 at_name(t->deck, AT_T_SOUVENIRS, souvenir));
}

/* An action of a turn or a leg of a travel, and how it is paid for. */
static void label_act(const struct at_scene *t, vl_move move, struct vl_text *out)
{
    uint32_t act = AT_MOVE_ACT(move), what = AT_MOVE_WHAT(move), how = AT_MOVE_HOW(move);
    static const char *const plain[AT_ACTS] = {
        [AT_ACT_GROUND] = "Travel by land and sea",
        [AT_ACT_AIRPORT] = "Fly to another major airport",
        [AT_ACT_REPLAN] = "Replan: discard cards and draw as many",
        [AT_ACT_DRAW] = "Draw 3 cards",
    };
    if (act == AT_ACT_BUY) {
        label_souvenir(t, what, out);
    } else if (act == AT_ACT_FLY || act == AT_ACT_DIRECT) {
        label_flight(t, move, out);
    } else if (act == AT_ACT_CARD || act == AT_ACT_PLACE) {
        label_explore(t, move, out);
    } else if (act == AT_ACT_BLOG) {
        vl_text_addf(out, "Blog about the latest card, value %u",
                     at_blog_value(t->d, t->s, t->seat, at_blog_power(t->d, t->p)));
    } else if (act == AT_ACT_WORK || act == AT_ACT_REST) {
        bool rest = act == AT_ACT_REST;
        vl_text_addf(out, "%s: ", rest ? "Rest" : "Work");
        add_power(t, rest ? AT_ROW_REST : AT_ROW_WORK, what != 0, out);
        if (what)
            vl_text_add(out, !rest                      ? ", for 1 energy"
                             : at_free_rest(t->d, t->p) ? ", free here"
                                                        : ", for 1 money");
    } else if (act == AT_ACT_REFRESH) {
        label_refresh(t, what, out);
    } else {
        vl_text_add(out, act < AT_ACT_END                      ? plain[act]
                         : VL_MOVE_KIND(move) == AT_ASK_TRAVEL ? "Travel no further"
                                                               : "End the turn");
    }
    vl_text_add(out, how == AT_BY_LIKES      ? " (bonus, by likes)"
                     : how == AT_BY_SOUVENIR ? " (bonus, by a souvenir)"
                                             : "");
}

/* With a third tile the label also says which two are kept. */
static void label_faces(const struct at_scene *t, uint32_t arg, struct vl_text *out)
{
    uint32_t liked = arg & 3U, disliked = arg >> 3 & 3U;
    if (liked > 2 || disliked > 2 || t->p->tile[liked] >= AT_TILES ||
        t->p->tile[disliked] >= AT_TILES) {
        vl_text_add(out, "A personality");
        return;
    }
    vl_text_add(out, "Like ");
    at_add_face(t->deck, t->d->tile[t->p->tile[liked]].face[arg >> 2 & 1U], out);
    vl_text_add(out, ", dislike ");
    at_add_face(t->deck, t->d->tile[t->p->tile[disliked]].face[arg >> 5 & 1U], out);
    if (t->p->tile[2] != AT_NONE)
        vl_text_addf(out, " (tiles %u and %u)", liked + 1, disliked + 1);
}

/* Both tokens that move, and the lock. */
static void label_shift(const struct at_scene *t, uint32_t arg, struct vl_text *out)
{
    uint32_t experience = arg >> 4, way = arg & 15U;
    const char *name = at_experience_name(t->deck, experience);
    uint32_t slot = at_slot_of(t->s, experience);
    uint32_t other = way < 4 ? at_neighbour(slot, way) : (uint32_t)AT_NONE;
    if (way == AT_LOCK_ONLY)
        vl_text_addf(out, "Only lock %s", name);
    else if (other == AT_NONE)
        vl_text_addf(out, "Shift %s", name);
    else
        vl_text_addf(out, "%s up and %s down",
                     way < 2 ? name : at_experience_name(t->deck, t->s->token_at[other]),
                     way < 2 ? at_experience_name(t->deck, t->s->token_at[other]) : name);
    if (way != AT_LOCK_ONLY)
        vl_text_addf(out, ", lock %s", name);
}

/* The row that the like goes to, and the dislike that it takes off. */
static void label_like(const struct at_scene *t, uint32_t arg, struct vl_text *out)
{
    uint32_t slot = arg >> 3, row = arg & 7U;
    if (row == AT_NO_ROW)
        vl_text_add(out, "The like is lost");
    else
        vl_text_addf(out, "A like for %s", at_name(t->deck, AT_T_BONUS, row));
    if (slot != AT_NO_SLOT && slot < t->deck->rows[AT_T_BOARD])
        vl_text_addf(out, ", off the slot %s", vl_deck_text(t->deck, AT_T_BOARD, slot, AT_ID));
}

/* The card, or the pile or continent that it comes from. */
static void label_draw(const struct at_scene *t, uint32_t arg, struct vl_text *out)
{
    if (arg < AT_ROW && t->s->row[arg] < AT_CARDS) {
        vl_text_add(out, "Take ");
        at_add_card(t->deck, t->s->row[arg], out);
    } else if (arg == AT_DRAW_PILE) {
        vl_text_add(out, "Draw from the pile");
    } else if (arg >= AT_DRAW_REFRESH) {
        label_refresh(t, arg - AT_DRAW_REFRESH, out);
    } else if (arg >= AT_DRAW_CONTINENT) {
        vl_text_addf(out, "Take a country card: %s",
                     at_name(t->deck, AT_T_CONTINENTS, arg - AT_DRAW_CONTINENT));
    } else {
        vl_text_addf(out, "Take from slot %u", arg + 1);
    }
}

/* The reward and the points of a slot. */
static void label_blog(const struct at_scene *t, uint32_t slot, struct vl_text *out)
{
    if (slot < 1 || slot > AT_BLOG_SLOTS) {
        vl_text_add(out, "Post");
        return;
    }
    vl_text_addf(out, "Blog up to slot %u: ", slot);
    at_add_effects(&t->d->blog[slot - 1].reward, 1, out);
    vl_text_addf(out, ", %u point%s", t->d->blog[slot - 1].points,
                 t->d->blog[slot - 1].points == 1 ? "" : "s");
}

static void label_reveal(const struct at_scene *t, uint32_t arg, struct vl_text *out)
{
    (void)arg;
    vl_text_add(out, t->p->goals & ~t->p->goals_done && t->task.b ? "No other goal is completed"
                                                                  : "No goal is completed");
}

/* What depends on the position; the actions of a turn and a travel share label_act. */
static at_writer *const labels[AT_TASK_KINDS] = {
    [AT_ASK_FACES] = label_faces, [AT_ASK_GO] = label_go,         [AT_ASK_BUY] = label_souvenir,
    [AT_ASK_SHIFT] = label_shift, [AT_ASK_LIKE] = label_like,     [AT_ASK_DRAW] = label_draw,
    [AT_ASK_BLOG] = label_blog,   [AT_ASK_REVEAL] = label_reveal,
};

/* The words of words.c first; what they leave depends on the position. */
void at_label(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
              struct vl_text *out)
{
    const struct at_scene t = at_scene_of(deck, view);
    uint32_t kind = VL_MOVE_KIND(move), arg = VL_MOVE_ARG(move);
    const struct at_words *words = at_words_of(kind);
    const char *pattern = arg == AT_NONE_OF_THEM ? words->none_label : words->label;
    if (pattern)
        at_say(&t, kind, arg, pattern, out);
    else if (kind == AT_ASK_TURN || kind == AT_ASK_TRAVEL)
        label_act(&t, move, out);
    else if (kind < AT_TASK_KINDS && labels[kind])
        labels[kind](&t, arg, out);
    else
        vl_default_label(deck, view, move, out);
}
