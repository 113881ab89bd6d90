/* Atlas: what the files of its rules share, and what texts and judgement ask of them. */
#ifndef VALISE_GAMES_ATLAS_RULES_H
#define VALISE_GAMES_ATLAS_RULES_H

#include "games/atlas/atlas.h"

/* A list of moves that is being written. */
struct at_list {
    vl_move *moves;
    uint32_t count;
    uint32_t kind; /* of the task that they answer, and so of the moves */
};

/* Adds a move: the answer `arg` to the task of the list. */
VL_RULE static inline void at_offer(struct at_list *list, uint32_t arg)
{
    VL_ASSERT(list->count < VL_MAX_MOVES);
    list->moves[list->count++] = VL_MOVE(list->kind, arg);
}

/* Adds an action of a turn or a leg of a travel. */
VL_RULE static inline void at_offer_act(struct at_list *list, uint32_t how, uint32_t act,
                                        uint32_t what)
{
    at_offer(list, how << 16 | act << 12 | what);
}

/* Every element of a set, ascending. */
VL_RULE static inline void at_offer_set(struct at_list *list, uint64_t set)
{
    while (set)
        at_offer(list, vl_take_lowest(&set));
}

/* The same for a set of several words. */
VL_RULE static inline void at_offer_sets(struct at_list *list, const uint64_t *set, uint32_t words)
{
    for (uint32_t w = 0; w < words; w++)
        for (uint64_t rest = set[w]; rest;)
            at_offer(list, 64 * w + vl_take_lowest(&rest));
}

/* The quick game leaves out boards, money, energy, events and parties (AT-12.1). */
VL_RULE static inline bool at_quick(const struct at_state *s)
{
    return s->options[AT_OPTION_VARIANT] != 0;
}

/* Seats 0 .. at_humans - 1 are played by somebody; Dante has the rest (AT-13.1). */
VL_RULE static inline uint32_t at_humans(const struct at_state *s)
{
    return (uint32_t)s->seats - s->dantes;
}

/* The task to do next; there must be one. */
VL_RULE static inline struct at_task *at_top(struct at_state *s)
{
    return &s->task[s->tasks - 1];
}

/* The stack: what is pushed last is done first. */
VL_RULE static inline void at_push(struct at_state *s, uint32_t kind, uint32_t seat, uint32_t a,
                                   uint32_t b)
{
    VL_ASSERT(s->tasks < AT_TASKS);
    struct at_task *task = &s->task[s->tasks++];
    task->kind = (uint8_t)kind;
    task->seat = (uint8_t)seat;
    task->a = (uint8_t)a;
    task->b = (uint8_t)b;
}

/* The topmost task is done; its bytes are zero again. */
VL_RULE static inline void at_pop(struct at_state *s)
{
    struct at_task *task = &s->task[--s->tasks];
    task->kind = task->seat = task->a = task->b = 0;
}

/* The topmost task asks for `a` answers: one is given. */
VL_RULE static inline void at_one_less(struct at_state *s)
{
    if (at_top(s)->a > 1)
        at_top(s)->a--;
    else
        at_pop(s);
}

/* An event or party card leaves its pile; an empty pile takes its discards back (AT-3.4). */
VL_RULE static inline void at_draw_card(uint32_t *pile, uint32_t *discards, uint32_t card)
{
    if (!*pile) {
        *pile = *discards;
        *discards = 0;
    }
    *pile &= ~(1U << card);
}

/* The smaller one. AT_NONE is larger than any cost, so costs need no special case. */
VL_RULE static inline uint32_t at_least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The personal goals of a pile: 0 geography, 1 vexillology. */
VL_RULE static inline uint64_t at_goal_mask(uint32_t pile)
{
    return pile ? vl_first(AT_VEXILLOLOGY) << AT_GEOGRAPHY : vl_first(AT_GEOGRAPHY);
}

VL_RULE static inline const struct at_goal *at_personal_goal(const struct at_deck *d, uint32_t goal)
{
    return goal < AT_GEOGRAPHY ? &d->geography[goal] : &d->vexillology[goal - AT_GEOGRAPHY];
}

/* The place or card of a tableau entry: its cost and icons. */
VL_RULE static inline const struct at_place *at_place_of(const struct at_deck *d, uint32_t country,
                                                         uint32_t card)
{
    return card < AT_PLACE0 ? &d->card[card].place : &d->place[country][card - AT_PLACE0];
}

/* ---- Asked for so often that they are inline ---- */

/* A language of the character, or learned since (AT-5.12, AT-5.13). */
VL_RULE static inline bool at_speaks(const struct at_deck *d, const struct at_seat *p,
                                     uint32_t language)
{
    if (vl_has_in(p->learned, language))
        return true;
    if (p->character == AT_NONE)
        return false;
    const struct at_character *character = &d->character[p->character];
    for (uint32_t i = 0; i < character->language_count; i++)
        if (character->language[i] == language)
            return true;
    return false;
}

/* The price of a card or place with `less` off (AT-5.3). With the option guidebook the places of a
 * country whose card the seat holds cost 1 less (AT-8.5). */
VL_RULE static inline uint32_t at_price_with(const struct at_deck *d, const struct at_state *s,
                                             uint32_t seat, uint32_t country, uint32_t card,
                                             uint32_t less)
{
    uint32_t cost = at_place_of(d, country, card)->cost;
    if (s->options[AT_OPTION_GUIDEBOOK] && card >= AT_PLACE0 &&
        vl_has_in(s->seat[seat].guides, country))
        less++;
    return cost > less ? cost - less : 0;
}

/* Explored by another seat, or new with no token left (AT-5.2). */
VL_RULE static inline bool at_barred(const struct at_state *s, uint32_t seat, uint32_t country)
{
    for (uint32_t other = 0; other < s->seats; other++)
        if (other != seat && vl_has_in(s->seat[other].explored, country))
            return true;
    return !s->seat[seat].tokens && !vl_has_in(s->seat[seat].explored, country);
}

/* Price and requirement; whether the country is barred is asked elsewhere. */
VL_RULE static inline bool at_can_explore_for(const struct at_deck *d, const struct at_state *s,
                                              uint32_t seat, uint32_t country, uint32_t card,
                                              uint32_t price)
{
    const struct at_seat *p = &s->seat[seat];
    if (p->visits >= AT_TABLEAU)
        return false;
    if (card >= AT_PLACE0) {
        if (vl_has_in(s->toured, country))
            return false;
    } else if (d->card[card].need_count &&
               p->icons[d->card[card].need] < d->card[card].need_count) {
        return false;
    }
    return price <= p->money;
}

/* Whether a new country adds 1 to a goal of this kind, or nothing, by itself. Goals
 * that look at no country are among them: a country adds nothing to these. */
VL_RULE static inline bool at_one_by_one(uint32_t kind)
{
    const uint32_t together = 1U << AT_GOAL_SAME_AREA | 1U << AT_GOAL_SAME_COLOURS |
                              1U << AT_GOAL_CHAIN | 1U << AT_GOAL_CONTINENTS |
                              1U << AT_GOAL_CONTINENT_PAIR | 1U << AT_GOAL_INHABITED_CONTINENTS |
                              1U << AT_GOAL_DIFFERENT_ROWS;
    return !vl_has(together, kind);
}

/* The souvenir that lies in a country, or AT_NONE. */
VL_RULE static inline uint32_t at_souvenir_in(const struct at_state *s, uint32_t country)
{
    for (uint32_t souvenir = 0; souvenir < AT_SOUVENIRS; souvenir++)
        if (s->souvenir_at[souvenir] == country)
            return souvenir;
    return AT_NONE;
}

/* What the bonus of a card gives for one explored country (AT-11.2). */
VL_RULE static inline int32_t at_bonus_of(const struct at_card *card, const struct at_country *c)
{
    bool counts = card->bonus_kind == AT_BONUS_COLOUR      ? vl_has(c->colours, card->bonus_what)
                  : card->bonus_kind == AT_BONUS_CONTINENT ? c->continent == card->bonus_what
                                                           : vl_has(c->flags, card->bonus_what);
    return counts ? card->bonus_points : 0;
}

/* Functions that list the answers to a task, and those that list them by its seat or pile. */
typedef void at_lister(const struct at_deck *d, const struct at_state *s,
                       const struct at_task *task, struct at_list *list);
typedef void at_number_lister(const struct at_deck *d, const struct at_state *s, uint32_t number,
                              struct at_list *list);

/* rules.c: a seat that nobody has sat down at. */
void at_clear_seat(struct at_seat *p);

/* rules_setup.c */
/* Pushes the tasks of the next step of the set-up. */
void at_setup_step(struct at_state *s);
/* Public goals that are left in a pile. */
at_number_lister at_list_public;
/* Experiences that are not in the first `filled` slots of the pyramid. */
void at_list_popularity(const struct at_state *s, uint32_t filled, struct at_list *list);
/* Tiles that can be dealt: a second one must fit the first (AT-1.11). */
at_lister at_list_tiles;
/* The lowest card of a pack that has not been seen. */
void at_list_unseen(const struct at_state *s, const uint64_t *pack, struct at_list *list);
/* Countries that may be a home (AT-1.12). */
void at_list_homes(const struct at_deck *d, const struct at_state *s, struct at_list *list);
/* Whether a country may be one. */
bool at_may_be_home(const struct at_deck *d, const struct at_state *s, uint32_t country);
/* Tiles and sides that give four different experiences. */
void at_list_faces(const struct at_deck *d, const struct at_seat *p, struct at_list *list);
/* Whether two tiles have sides with four different experiences. */
bool at_tiles_go_together(const struct at_deck *d, uint32_t a, uint32_t b);
/* What the answers of the set-up do. */
void at_lay_souvenirs(const struct at_deck *d, struct at_state *s, uint32_t setup);
void at_choose_character(struct at_seat *p, uint32_t which);
void at_choose_faces(struct at_state *s, struct at_seat *p, uint32_t arg);
void at_pick_card(struct at_state *s, struct at_task task, uint32_t card);
/* The pack of the draft that a seat holds in a round. */
uint32_t at_held_pack(const struct at_state *s, uint32_t seat, uint32_t round);

/* rules_cards.c: piles, row, draws */
/* Cards in the pile; in a view, those hidden elsewhere are not counted. */
uint32_t at_pile_count(const struct at_state *s);
bool at_can_draw(const struct at_state *s); /* from pile or discards */
/* Goals left in a pile, those put under it included. */
uint32_t at_goal_count(const struct at_state *s, uint32_t pile);
/* The slot of the row that holds a card, or AT_NONE for an empty one; AT_ROW: there is none. */
uint32_t at_row_slot(const struct at_state *s, uint32_t card);
/* The cards that a seat can fly by or explore: its hand and the row (AT-3.1). */
void at_usable_cards(const struct at_state *s, uint32_t seat, uint64_t cards[AT_CARD_WORDS]);
bool at_can_use(const struct at_state *s, uint32_t seat, uint32_t card);
/* Cards that a draw can bring: of the pile, or of the discards if it is empty (AT-3.4). */
void at_list_pile(const struct at_state *s, struct at_list *list);
void at_leave_pile(struct at_state *s, uint32_t card); /* reshuffles first where it must */
/* Onto the open discards. */
void at_discard(struct at_state *s, uint32_t card);
/* Everybody has seen the card: it is no longer a secret of the draft. */
void at_show_card(struct at_state *s, uint32_t card);
/* Takes a card out of the row (true) or of the seat's hand. */
bool at_take_out(struct at_state *s, uint32_t seat, uint32_t card);
/* Fills the row, card by card; AT-3.2. */
void at_refill(struct at_state *s);
/* Discards the row and fills it again; AT-7.6. */
void at_refresh(struct at_state *s);
/* Quick game: souvenirs that can refresh the row now, and doing it. */
uint32_t at_refreshing(const struct at_state *s, uint32_t seat);
void at_refresh_by(struct at_state *s, uint32_t seat, uint32_t souvenir);
/* What can be drawn: the row, the pile, country cards (AT-8.4). */
at_lister at_list_draw;
/* Country cards of a continent that the seat may take. */
at_lister at_list_country;
/* One draw: from the row at once; the pile and a continent push what decides the card. */
void at_draw(struct at_state *s, struct at_task task, uint32_t arg);
/* A card of the pile for the lowest empty slot of the row. */
void at_flip(struct at_state *s, uint32_t card);
void at_draw_into(struct at_state *s, uint64_t *cards, uint32_t card);
/* The country card, also out of another hand. */
void at_take_country(struct at_state *s, uint32_t seat, uint32_t country);
/* Goals that a draw from a pile can bring. */
void at_list_goal(const struct at_state *s, uint32_t pile, struct at_list *list);
/* A goal has been drawn: it leaves the pile, or its place under the pile. */
void at_leave_goals(struct at_state *s, uint32_t goal);

/* rules_turn.c */
/* Removes cubes from the events of the active seat (AT-9.3) and pushes its turn. */
void at_begin_turn(struct at_state *s);
/* The turn is over: the next seat, the last round, or the end. */
void at_end_turn(struct at_state *s);
/* Whether the active seat still has an action. */
bool at_turn_goes_on(const struct at_state *s);
/* Every action that is open now. */
void at_list_turn(const struct at_deck *d, const struct at_state *s, struct at_list *list);
void at_apply_turn(const struct at_deck *d, struct at_state *s, vl_move move);
/* Slots of a row without token and dislike, on one side of the cost line. */
uint32_t at_open_slots(const struct at_deck *d, const struct at_seat *p, uint32_t row, bool paid);
/* Whether likes or a souvenir of the seat pay for a bonus action. */
bool at_can_pay_bonus(const struct at_deck *d, const struct at_seat *p, uint32_t action,
                      uint32_t how);
/* Actions of this turn that are spent, a travel not yet counted included. */
uint32_t at_spent(const struct at_state *s);

/* rules_travel.c */
/* Flights from one area: steps to all others, round what events have closed. */
struct at_sky {
    uint8_t clear; /* no area is blocked: count on the grid */
    uint8_t from;
    uint8_t cost[AT_AREAS];
};

/* Whether an active event closes the country (AT-9.4). */
bool at_blocked(const struct at_deck *d, const struct at_state *s, uint32_t country);
/* What active events add to a step into this area (AT-9.6). */
uint32_t at_delay(const struct at_deck *d, const struct at_state *s, uint32_t area);
/* Fills a sky for flights from an area. */
void at_look_up(const struct at_deck *d, const struct at_state *s, uint32_t area,
                struct at_sky *sky);
uint32_t at_flight(const struct at_sky *sky, uint32_t area); /* AT_NONE: no way */
/* Cheapest steps by land and sea to every country, AT_NONE where they cost more than budget. */
void at_ground(const struct at_deck *d, const struct at_state *s, uint32_t seat, uint32_t from,
               uint32_t budget, uint8_t cost[AT_COUNTRIES]);
/* The same from the nearest of several countries, some of which have cost something already. */
struct at_source {
    uint8_t country, paid;
};
void at_ground_from(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                    const struct at_source *start, uint32_t starts, uint32_t budget,
                    uint8_t cost[AT_COUNTRIES]);
/* What a seat can spend on legs: its energy, or in the quick game the steps left. */
uint32_t at_budget(const struct at_state *s, uint32_t seat, const struct at_task *travel);
/* The souvenir leaves the map for a seat, which may complete a public goal by it. */
void at_take_souvenir(struct at_state *s, uint32_t seat, uint32_t souvenir);
/* What may follow in a travel that has come as far as `travel` says. */
at_lister at_list_legs;
/* Legs, souvenirs, and the end where a travel may end. */
at_lister at_list_travel;
/* Countries that a leg can lead to. */
at_lister at_list_go;
/* Whether anything could still be added to a travel. */
bool at_travel_goes_on(const struct at_deck *d, const struct at_state *s,
                       const struct at_task *task);
/* A leg or a souvenir, of the travel on top of the stack. */
void at_apply_leg(const struct at_deck *d, struct at_state *s, uint32_t act, uint32_t what);
/* Goes or flies to the country, at its price. */
void at_apply_go(const struct at_deck *d, struct at_state *s, struct at_task task,
                 uint32_t country);
/* A direct flight has landed: the souvenir or none, then the explore. */
void at_apply_buy(const struct at_deck *d, struct at_state *s, struct at_task task, uint32_t arg);
/* Open countries nearest to a seat that is put out. */
at_number_lister at_list_evict;
/* An event has closed countries: backpackers in them leave. */
void at_evict(const struct at_deck *d, struct at_state *s, uint32_t event);

/* rules_explore.c */
/* Whether a friend of the seat lives in the country (AT-5.11). */
bool at_has_friend(const struct at_deck *d, const struct at_seat *p, uint32_t country);
/* What exploring costs the seat. */
uint32_t at_price(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                  uint32_t country, uint32_t card);
/* What everything costs less in a country (AT_NONE: it is free). */
uint32_t at_discount(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                     uint32_t country);
/* Price, requirement and room; not whether the country is barred. */
bool at_can_explore(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                    uint32_t country, uint32_t card);
/* Whether the card is of the country. */
bool at_card_in(const struct at_deck *d, uint32_t card, uint32_t country);
/* Explores: pays, lays the card, and pushes all that follows (AT-5.4). */
void at_explore(const struct at_deck *d, struct at_state *s, uint32_t seat, uint32_t country,
                uint32_t card);
/* Card, icons, country, token: what human and Dante's visits have in common. True: new country. */
bool at_add_visit(const struct at_deck *d, struct at_seat *p, uint32_t country, uint32_t card);
/* The slot of the pyramid that an experience lies in, and what it is worth there. */
uint32_t at_slot_of(const struct at_state *s, uint32_t experience);
uint32_t at_value(const struct at_state *s, uint32_t experience);
uint32_t at_neighbour(uint32_t slot, uint32_t direction); /* AT_NONE where there is none */
/* Moves an experience one step and locks it, or only locks it (AT-5.6). */
void at_shift(struct at_state *s, uint32_t experience, uint32_t direction);
/* Shifts by the latest card; by a blog only of what is held three times (AT-7.9). */
at_lister at_list_shift;
bool at_can_shift_by_blog(const struct at_deck *d, const struct at_state *s, uint32_t seat);
/* The latest card or place of a seat that has explored one. */
const struct at_place *at_latest_place(const struct at_deck *d, const struct at_seat *p);
/* The different icons of a place, a bit each. */
uint32_t at_icon_set(const struct at_place *place);
/* The same of the latest card of a seat. */
uint32_t at_latest_icons(const struct at_deck *d, const struct at_seat *p);
/* Tokens, likes and dislikes on the board of a seat. */
void at_list_token(const struct at_deck *d, const struct at_seat *p, struct at_list *list);
void at_take_token(const struct at_deck *d, struct at_seat *p, uint32_t row);
void at_list_like(const struct at_deck *d, const struct at_seat *p, struct at_list *list);
void at_apply_like(struct at_seat *p, uint32_t arg);
void at_list_dislike(const struct at_deck *d, const struct at_seat *p, struct at_list *list);
/* The slot that a dislike covers: the rightmost open one of its row (AT-5.10). */
uint32_t at_rightmost_open(const struct at_deck *d, const struct at_seat *p, uint32_t row);
/* The slot that the next token of a row uncovers; AT_NONE: the row has no token. */
uint32_t at_next_token(const struct at_deck *d, const struct at_seat *p, uint32_t row);
void at_apply_dislike(const struct at_deck *d, struct at_seat *p, uint32_t row);
/* A party card: the friend stays, the effect is done. */
void at_meet(const struct at_deck *d, struct at_state *s, uint32_t seat, uint32_t party);
/* Languages of the latest card that the seat could learn. */
void at_list_language(const struct at_deck *d, const struct at_seat *p, struct at_list *list);
void at_learn(struct at_state *s, uint32_t seat, uint32_t language);
/* Languages of the latest card that are met a second time (AT-5.12). */
void at_learn_from_visits(const struct at_deck *d, struct at_seat *p);
/* The experiences that a seat likes (0) or dislikes (1), a bit each. */
uint16_t at_face(const struct at_deck *d, const struct at_seat *p, uint32_t which);

/* rules_blog.c */
/* The value of a post that counts this number of icons (AT-7.2). */
uint32_t at_blog_value(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                       uint32_t icons);
/* Slots that a post of this value can reach, a bit each (AT-7.3). */
uint32_t at_blog_targets(const struct at_state *s, uint32_t seat, uint32_t value);
/* How many icons of a card a post of this seat counts. */
uint32_t at_blog_power(const struct at_deck *d, const struct at_seat *p);
/* Slots that the seat may choose. */
at_number_lister at_list_blog;
bool at_can_blog(const struct at_deck *d, const struct at_state *s, uint32_t seat);
/* Moves the cube and pushes lines and reward. */
void at_apply_blog(const struct at_deck *d, struct at_state *s, uint32_t seat, uint32_t slot);
/* Pushes effects of a card; they are done in the order of the card. */
void at_push_effects(struct at_state *s, uint32_t seat, const struct at_effect *effects,
                     uint32_t count);
/* Does one effect, or pushes the question that it asks. */
void at_do_effect(struct at_state *s, struct at_task task);
/* An event has been drawn: it lies with its cubes, or is done and discarded. */
void at_reveal_event(const struct at_deck *d, struct at_state *s, uint32_t seat, uint32_t event);

/* rules_work.c */
/* Whether a row (work or rest) gives anything that the seat can pay for. */
bool at_can_work(const struct at_deck *d, const struct at_state *s, uint32_t seat, uint32_t row,
                 bool paid);
/* Whether the better bed costs nothing here. */
bool at_free_rest(const struct at_deck *d, const struct at_seat *p);
/* What a row gives now, summed by kind of effect; paid: with the slots right of the line. */
void at_row_power(const struct at_deck *d, const struct at_seat *p, uint32_t row, bool paid,
                  int32_t sum[AT_EFFECT_KINDS]);
/* Works or rests: pays, and pushes what the row gives. */
void at_work(const struct at_deck *d, struct at_state *s, uint32_t seat, uint32_t row, bool paid);
/* Cards of the hand, ascending; then done. */
void at_list_replan(const struct at_state *s, const struct at_task *task, struct at_list *list);
void at_apply_replan(struct at_state *s, struct at_task task, uint32_t arg);

/* rules_goals.c */
/* Steps that complete a goal, and how many of them a seat has done. */
uint32_t at_target(const struct at_goal *goal);
/* Second colours count for public goals only, and only by the option (AT-6.2). */
uint32_t at_progress(const struct at_deck *d, const struct at_seat *p, const struct at_goal *goal,
                     bool second_colours);
/* Whether a seat has completed a personal goal. */
bool at_completed(const struct at_deck *d, const struct at_state *s, uint32_t seat, uint32_t goal);
/* Gives a seat the public goals that it has completed. */
void at_check_public(const struct at_deck *d, struct at_state *s, uint32_t seat);
/* Whether one country counts for a goal that counts countries one by one. */
bool at_country_counts(const struct at_country *c, const struct at_goal *goal, bool second_colours);
/* What a card with a bonus gives for one country. */
int32_t at_bonus_points(const struct at_deck *d, const struct at_seat *p);
/* at_progress for a public goal, which may count second colours. */
uint32_t at_public_progress(const struct at_deck *d, const struct at_state *s,
                            const struct at_seat *p, uint32_t goal);
/* Points for a set of languages or of souvenirs. */
uint32_t at_set_points(const struct at_deck *d, uint32_t count);

/* check_tasks.c: the part of at_check that looks at the stack of tasks. */
const char *at_check_tasks(const struct at_deck *d, const struct at_state *s);
/* Tokens of a seat that are still to leave the board for countries explored already. */
uint32_t at_tokens_awaited(const struct at_state *s, uint32_t seat);

/* rules_dante.c */
/* How a card of the row was chosen: which slots were open, which met the first priority, and for
 * each further priority, from 2 on, the slots still in question and what each was worth. */
struct at_weighed {
    int32_t value[5][AT_ROW];
    uint8_t among[5];
    uint8_t open, fit;
    uint8_t first; /* enum at_dante_first */
    uint8_t steps;
};
/* What a card of the row is chosen for: one more than the kind of the card flipped; his first card
 * (AT-13.5); or none is flipped, where a souvenir pays and only explored countries count (AT-13.6).
 */
enum { AT_NO_FLIP = 0, AT_FIRST_CARD = AT_DANTE_KINDS + 1 };
/* The script again, for texts: fills `weighed`; false: no card is open to him. */
bool at_dante_weigh(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                    uint32_t flipped, struct at_weighed *weighed);
/* His latest card's experiences that are not locked, the one that he would move first; a count. */
uint32_t at_dante_order(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                        uint32_t order[AT_ICONS]);
/* Whether a card of his deck can be done (AT-13.6). */
bool at_dante_can(const struct at_deck *d, const struct at_state *s, uint32_t seat, uint32_t kind);
/* Whether `country` is closer than `best`, by the distances from where he is; the order of the
 * countries breaks ties. AT_NONE is the farthest. */
bool at_dante_closer(const uint8_t *far, uint32_t country, uint32_t best);
/* Cards left in his deck. */
uint32_t at_dante_deck(const struct at_seat *p);
/* What his draws can bring, and his one possible shift. */
at_number_lister at_list_dante_goals;
at_number_lister at_list_dante_starts;
at_number_lister at_list_dante_cards;
at_number_lister at_list_dante_shift;
/* The slot that he blogs to, and the souvenir that he goes for. */
uint32_t at_dante_slot(const struct at_deck *d, const struct at_state *s, uint32_t seat);
uint32_t at_dante_souvenir(const struct at_deck *d, const struct at_state *s, uint32_t seat);
/* What his moves do; each takes the argument of its move. */
void at_dante_goal(struct at_state *s, struct at_seat *p, uint32_t goal);
void at_dante_settle(const struct at_deck *d, struct at_state *s, uint32_t seat, uint32_t card);
void at_dante_flip(const struct at_deck *d, struct at_state *s, struct at_task task, uint32_t kind);
void at_dante_take(const struct at_deck *d, struct at_state *s, struct at_task task);
void at_dante_shop(struct at_state *s, uint32_t seat, uint32_t souvenir);
/* The next of the three steps of his turn (AT-13.6). */
void at_dante_step(const struct at_deck *d, struct at_state *s, struct at_task task);
/* Moves his completed goals to the right (AT-13.10). */
void at_dante_personal(const struct at_deck *d, struct at_state *s, uint32_t seat);
/* The country in which a start card lets him begin, or AT_NONE. */
uint32_t at_start_country(const struct at_deck *d, const struct at_state *s, uint32_t card);
/* Cards of a kind that he could flip now; a used up deck counts as shuffled. */
uint32_t at_dante_left(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                       uint32_t kind);

#endif
