/*
 * Atlas: exploring: price, card, token, popularity, likes and dislikes, friends, languages.
 * Portable.
 *
 * The slots of the pyramid are numbered from the top, row by row, left to right: row r has r slots
 * worth 6 - r each (AT-1.4).
 */
#include "games/atlas/rules.h"

/* The row of each slot, from 1 at the top. */
static const uint8_t pyramid_row[AT_EXPERIENCES] = {1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5};

VL_RULE bool at_card_in(const struct at_deck *d, uint32_t card, uint32_t country)
{
    return d->card[card].country[0] == country || d->card[card].country[1] == country;
}

VL_RULE bool at_has_friend(const struct at_deck *d, const struct at_seat *p, uint32_t country)
{
    for (uint64_t rest = p->friends; rest;)
        if (d->party[vl_take_lowest(&rest)].home == country)
            return true;
    return false;
}

/* AT-5.3: less 1 for each language shared; nothing with a friend there. */
VL_RULE uint32_t at_discount(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                             uint32_t country)
{
    const struct at_seat *p = &s->seat[seat];
    const struct at_country *c = &d->country[country];
    uint32_t less = 0;
    if (at_quick(s) || (p->friends && at_has_friend(d, p, country)))
        return AT_NONE;
    for (uint32_t i = 0; i < c->language_count; i++)
        less += at_speaks(d, p, c->language[i]);
    return less;
}

VL_RULE uint32_t at_price(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                          uint32_t country, uint32_t card)
{
    return at_price_with(d, s, seat, country, card, at_discount(d, s, seat, country));
}

VL_RULE bool at_can_explore(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                            uint32_t country, uint32_t card)
{
    return at_can_explore_for(d, s, seat, country, card, at_price(d, s, seat, country, card));
}

/* Icons and countries are sums of the tableau, kept up to date because goals ask for them often. */
VL_RULE bool at_add_visit(const struct at_deck *d, struct at_seat *p, uint32_t country,
                          uint32_t card)
{
    const struct at_place *place = at_place_of(d, country, card);
    bool is_new = !vl_has_in(p->explored, country);
    p->tableau[p->visits].country = (uint8_t)country;
    p->tableau[p->visits++].card = (uint8_t)card;
    p->blogged = 0;
    for (uint32_t i = 0; i < place->icon_count; i++)
        p->icons[place->icon[i]]++;
    vl_add_to(p->explored, country);
    return is_new;
}

/* How many icons of the place are in the set; repeats count (AT-6.6). */
VL_RULE static uint32_t count_icons(const struct at_place *place, uint32_t set)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < place->icon_count; i++)
        count += set >> place->icon[i] & 1U;
    return count;
}

/* AT-5.4: what an explore brings, in its order; the last pushed comes first. */
VL_RULE void at_explore(const struct at_deck *d, struct at_state *s, uint32_t seat,
                        uint32_t country, uint32_t card)
{
    struct at_seat *p = &s->seat[seat];
    const struct at_place *place = at_place_of(d, country, card);
    p->money = (uint8_t)(p->money - at_price(d, s, seat, country, card));
    if (card >= AT_PLACE0) {
        vl_add_to(s->toured, country);
        for (uint32_t other = 0; other < s->seats; other++)
            vl_drop_from(s->seat[other].guides, country);
    } else {
        at_take_out(s, seat, card);
        at_show_card(s, card);
    }
    bool is_new = at_add_visit(d, p, country, card);
    if (is_new)
        p->tokens--;
    if (at_quick(s)) {
        at_push(s, AT_ASK_REVEAL, seat, 0, 0);
        at_push(s, AT_DO_PUBLIC, seat, 0, 0);
    } else {
        uint32_t likes = count_icons(place, at_face(d, p, 0));
        uint32_t dislikes = count_icons(place, at_face(d, p, 1));
        uint32_t relaxing = count_icons(place, 1U << AT_RELAXING);
        at_push(s, AT_DO_PUBLIC, seat, 0, 0);
        at_push(s, AT_DO_LANGUAGES, seat, 0, 0);
        if (relaxing)
            at_push(s, AT_ASK_LIKE, seat, relaxing, 0);
        for (uint32_t i = count_icons(place, 1U << AT_PARTY); i-- > 0;)
            at_push(s, AT_ROLL_PARTY, seat, 0, 0);
        if (likes > dislikes)
            at_push(s, AT_ASK_LIKE, seat, likes - dislikes, 0);
        else if (dislikes > likes)
            at_push(s, AT_ASK_DISLIKE, seat, dislikes - likes, 0);
    }
    at_push(s, AT_ASK_SHIFT, seat, 0, 0);
    if (is_new && !at_quick(s))
        at_push(s, AT_ASK_TOKEN, seat, 0, 0);
    at_push(s, AT_DO_REFILL, seat, 0, 0);
}

/* ---- Tokens leave the board from left to right of a row (AT-5.5) ---- */

/* Both sides of the cost line: tokens leave a row from left to right across it. */
VL_RULE static uint32_t row_slots(const struct at_deck *d, uint32_t row)
{
    return (uint32_t)d->row_slots[row][0] | d->row_slots[row][1];
}

VL_RULE void at_list_token(const struct at_deck *d, const struct at_seat *p, struct at_list *list)
{
    for (uint32_t row = 0; row < AT_BOARD_ROWS; row++)
        if (p->covered & row_slots(d, row))
            at_offer(list, row);
}

/* The leftmost token is the lowest bit: slots are numbered from the left. */
VL_RULE uint32_t at_next_token(const struct at_deck *d, const struct at_seat *p, uint32_t row)
{
    uint32_t tokens = row < AT_BOARD_ROWS ? p->covered & row_slots(d, row) : 0U;
    return tokens ? vl_lowest(tokens) : (uint32_t)AT_NONE;
}

VL_RULE void at_take_token(const struct at_deck *d, struct at_seat *p, uint32_t row)
{
    p->covered = (uint16_t)(p->covered & ~(1U << at_next_token(d, p, row)));
}

/* ---- Popularity ---- */

VL_RULE uint32_t at_slot_of(const struct at_state *s, uint32_t experience)
{
    for (uint32_t slot = 0; slot < AT_EXPERIENCES; slot++)
        if (s->token_at[slot] == experience)
            return slot;
    return 0;
}

VL_RULE uint32_t at_value(const struct at_state *s, uint32_t experience)
{
    return 6U - pyramid_row[at_slot_of(s, experience)];
}

/* Directions: 0 up left, 1 up right, 2 down left, 3 down right; never sideways (AT-5.6). */
VL_RULE uint32_t at_neighbour(uint32_t slot, uint32_t direction)
{
    uint32_t row = pyramid_row[slot], first = row * (row - 1) / 2, i = slot - first;
    if (direction < 2) {
        if (row == 1 || (direction == 0 && i == 0) || (direction == 1 && i == row - 1))
            return AT_NONE;
        return first - (row - 1) + i - (direction == 0);
    }
    return row == 5 ? (uint32_t)AT_NONE : first + row + i + (direction == 3);
}

VL_RULE uint32_t at_icon_set(const struct at_place *place)
{
    uint32_t set = 0;
    for (uint32_t i = 0; i < place->icon_count; i++)
        set |= 1U << place->icon[i];
    return set;
}

VL_RULE const struct at_place *at_latest_place(const struct at_deck *d, const struct at_seat *p)
{
    const struct at_visit *latest = &p->tableau[p->visits - 1];
    return at_place_of(d, latest->country, latest->card);
}

VL_RULE uint32_t at_latest_icons(const struct at_deck *d, const struct at_seat *p)
{
    return p->visits ? at_icon_set(at_latest_place(d, p)) : 0;
}

VL_RULE void at_list_shift(const struct at_deck *d, const struct at_state *s,
                           const struct at_task *task, struct at_list *list)
{
    const struct at_seat *p = &s->seat[task->seat];
    if (s->locked)
        return;
    for (uint64_t rest = at_latest_icons(d, p); rest;) {
        uint32_t experience = vl_take_lowest(&rest), slot = at_slot_of(s, experience);
        if (task->a && p->icons[experience] < 3)
            continue;
        for (uint32_t direction = 0; direction < 4 && experience != s->lock; direction++) {
            uint32_t other = at_neighbour(slot, direction);
            if (other != AT_NONE && s->token_at[other] != s->lock)
                at_offer(list, experience << 4 | direction);
        }
        if (!task->a)
            at_offer(list, experience << 4 | AT_LOCK_ONLY);
    }
}

/* AT-7.10: a post from the end of the track needs such an experience. */
VL_RULE bool at_can_shift_by_blog(const struct at_deck *d, const struct at_state *s, uint32_t seat)
{
    struct at_task task = {AT_ASK_SHIFT, (uint8_t)seat, 1, 0};
    vl_move moves[64];
    struct at_list list = {moves, 0, AT_ASK_SHIFT};
    at_list_shift(d, s, &task, &list);
    return list.count != 0;
}

VL_RULE void at_shift(struct at_state *s, uint32_t experience, uint32_t direction)
{
    if (direction != AT_LOCK_ONLY) {
        uint32_t slot = at_slot_of(s, experience), other = at_neighbour(slot, direction);
        s->token_at[slot] = s->token_at[other];
        s->token_at[other] = (uint8_t)experience;
    }
    s->lock = (uint8_t)experience;
}

/* ---- Likes and dislikes (AT-5.8 to AT-5.10) ---- */

/* A like must turn a dislike if there is one (AT-5.9), so the slots of dislikes are what is chosen
 * from; where no bonus row has room the like is lost but the dislike still comes off. */
VL_RULE void at_list_like(const struct at_deck *d, const struct at_seat *p, struct at_list *list)
{
    uint32_t rows = 0;
    for (uint32_t row = 0; row < AT_BONUSES; row++)
        if (p->likes[row] < d->bonus[row].likes)
            rows |= 1U << row;
    if (!rows && !p->disliked)
        return; /* no room: lost */
    rows = rows ? rows : 1U << AT_NO_ROW;
    for (uint64_t from = p->disliked ? p->disliked : 1U << AT_NO_SLOT; from;) {
        uint32_t slot = vl_take_lowest(&from);
        for (uint64_t rest = rows; rest;)
            at_offer(list, slot << 3 | vl_take_lowest(&rest));
    }
}

VL_RULE void at_apply_like(struct at_seat *p, uint32_t arg)
{
    uint32_t slot = arg >> 3, row = arg & 7U;
    if (slot != AT_NO_SLOT)
        p->disliked = (uint16_t)(p->disliked & ~(1U << slot));
    if (row != AT_NO_ROW)
        p->likes[row]++;
}

/* Open slots of a row, free and paid. */
VL_RULE static uint32_t open_in_row(const struct at_deck *d, const struct at_seat *p, uint32_t row)
{
    return at_open_slots(d, p, row, false) | at_open_slots(d, p, row, true);
}

/* AT-5.10: never the last open slot of a row, so rows with one are left out. */
VL_RULE void at_list_dislike(const struct at_deck *d, const struct at_seat *p, struct at_list *list)
{
    for (uint32_t row = 0; row < AT_BOARD_ROWS; row++)
        if (vl_count(open_in_row(d, p, row)) > 1)
            at_offer(list, row);
}

VL_RULE uint32_t at_rightmost_open(const struct at_deck *d, const struct at_seat *p, uint32_t row)
{
    uint32_t open = open_in_row(d, p, row), rightmost = 0;
    while (open >> (rightmost + 1))
        rightmost++;
    return rightmost;
}

VL_RULE void at_apply_dislike(const struct at_deck *d, struct at_seat *p, uint32_t row)
{
    p->disliked = (uint16_t)(p->disliked | 1U << at_rightmost_open(d, p, row));
}

/* ---- Friends and languages ---- */

/* AT-5.11: the friend stays, the effect is done; Dante's go to the discards (AT-13.9). */
VL_RULE void at_meet(const struct at_deck *d, struct at_state *s, uint32_t seat, uint32_t party)
{
    at_draw_card(&s->parties, &s->party_discards, party);
    if (s->seat[seat].dante) {
        s->party_discards |= 1U << party;
        return;
    }
    s->seat[seat].friends |= 1U << party;
    at_push_effects(s, seat, d->party[party].effect, d->party[party].effect_count);
}

/* Languages of the latest card that the seat does not speak (AT-5.13). */
VL_RULE void at_list_language(const struct at_deck *d, const struct at_seat *p,
                              struct at_list *list)
{
    uint64_t found[AT_LANGUAGE_WORDS] = {0, 0};
    if (!p->visits)
        return;
    const struct at_country *country = &d->country[p->tableau[p->visits - 1].country];
    for (uint32_t i = 0; i < country->language_count; i++)
        if (!at_speaks(d, p, country->language[i]))
            vl_add_to(found, country->language[i]);
    at_offer_sets(list, found, AT_LANGUAGE_WORDS);
    if (list->count)
        at_offer(list, AT_NONE_OF_THEM);
}

/* A language learned may complete a public goal (AT-6.1). */
VL_RULE void at_learn(struct at_state *s, uint32_t seat, uint32_t language)
{
    if (language == AT_NONE_OF_THEM)
        return;
    vl_add_to(s->seat[seat].learned, language);
    at_push(s, AT_DO_PUBLIC, seat, 0, 0);
}

/* AT-5.12: languages of the latest card that are spoken in two countries explored. */
VL_RULE void at_learn_from_visits(const struct at_deck *d, struct at_seat *p)
{
    const struct at_country *country = &d->country[p->tableau[p->visits - 1].country];
    for (uint32_t i = 0; i < country->language_count; i++) {
        uint32_t language = country->language[i], met = 0;
        for (uint32_t w = 0; w < AT_COUNTRY_WORDS; w++)
            met += vl_count(d->of_language[language][w] & p->explored[w]);
        if (met >= 2 && !at_speaks(d, p, language))
            vl_add_to(p->learned, language);
    }
}
