/*
 * Postcards: why a move is refused, and why a table element cannot be touched. Reasons are given
 * from the plainest to the subtlest.
 */
#include <string.h>

#include "core/target.h"
#include "games/postcards/postcards.h"

/* ---- Moves ---- */

static void refuse_place(const struct vl_deck *deck, const struct pc_state *s, uint32_t traveller,
                         uint32_t cell, struct vl_error *err)
{
    const struct pc_deck *d = deck->data;
    uint32_t lowest = pc_start_cost(d, s);
    struct pc_name name = pc_cell_name(deck, s, cell);
    if (traveller >= PC_TEAM || (traveller && s->seats != 2))
        vl_refuse(err, "PC-8.1", "you have one traveller");
    else if (traveller && s->round < 2)
        vl_refuse(err, "PC-8.2", "the second traveller is placed from your second turn on");
    else if (pc_placing(s) != traveller)
        vl_refuse(err, "PC-2.1", "this traveller is on its way already");
    else if (cell >= PC_CELLS || s->tableau[cell] == PC_NONE)
        vl_refuse(err, "PC-4.7", "there is no card at %s", name.text);
    else if (pc_occupied(s) >> cell & 1U)
        vl_refuse(err, "PC-2.1", "%s is not free", name.text);
    else if (d->cost[s->tableau[cell]] == lowest)
        vl_refuse(err, "PC-4.5", "your other traveller could then not end its turn on a free card");
    else if (lowest == 1)
        vl_refuse(err, "PC-2.1", "%s does not cost 1: start on a free card of cost 1", name.text);
    else
        vl_refuse(err, "PC-2.2", "no card of cost 1 is free: start on a free card of cost %u",
                  lowest);
}

/* The last reason is PC-4.5: the step itself is possible, but no way would be left to a card
 * without somebody else on it. */
static void refuse_travel(const struct vl_deck *deck, const struct pc_state *s, uint32_t traveller,
                          uint32_t to, struct vl_error *err)
{
    const struct pc_deck *d = deck->data;
    uint32_t from = traveller < PC_TEAM ? s->at[s->seat][traveller] : PC_NOWHERE;
    uint32_t direction = pc_direction(from, to);
    struct pc_name name = pc_cell_name(deck, s, to), here = pc_cell_name(deck, s, from);
    if (from == PC_NOWHERE)
        vl_refuse(err, "PC-2.1", "this traveller has not been placed");
    else if (direction == PC_DIRECTIONS || pc_next(s->gaps, from, direction) != to)
        vl_refuse(err, "PC-4.1", "%s is not next to %s", name.text, here.text);
    else if (d->arrow[s->tableau[from]][direction] > s->coins)
        vl_refuse(err, "PC-4.1", "the way %s from %s costs %u, and you have %s left",
                  pc_direction_words[direction], here.text, d->arrow[s->tableau[from]][direction],
                  pc_coins(s->coins));
    else if (s->at[s->seat][1 - traveller] == from && (s->open[s->seat] >> traveller & 1U))
        vl_refuse(err, "PC-4.6", "your other traveller must leave %s first", here.text);
    else
        vl_refuse(err, "PC-4.5", "with the coins left you could not end your turn on a free card");
}

/* Asks are named one at a time: the first that is not met, in the order of the card. */
static void refuse_holiday(const struct vl_deck *deck, const struct pc_state *s, uint32_t traveller,
                           struct vl_error *err)
{
    const struct pc_deck *d = deck->data;
    uint32_t cell = traveller < PC_TEAM ? s->at[s->seat][traveller] : PC_NOWHERE;
    struct pc_name name = pc_cell_name(deck, s, cell);
    if (cell == PC_NOWHERE) {
        vl_refuse(err, "PC-2.1", "this traveller has not been placed");
        return;
    }
    uint32_t card = s->tableau[cell];
    struct pc_supply supply;
    struct pc_ask asks[PC_MOST_ASKS];
    uint32_t count = pc_list_asks(deck, PC_TABLE_POSTCARDS, card, asks);
    pc_supply_of(d, s, s->seat, &supply);
    uint32_t open = ((1U << count) - 1) & ~pc_met_asks(asks, count, &supply);
    if (s->open[s->seat] >> traveller & 1U) {
        vl_refuse(err, "PC-3.4", "you have had your holiday in %s", name.text);
    } else if ((pc_strangers(s, s->seat) >> cell & 1U) || s->at[s->seat][1 - traveller] == cell) {
        vl_refuse(err, s->tourist == cell ? "PC-7.5" : "PC-3.3", "you are not alone in %s",
                  name.text);
    } else if (d->cost[card] > s->coins) {
        vl_refuse(err, "PC-3.1", "a holiday in %s costs %u, and you have %s left", name.text,
                  d->cost[card], pc_coins(s->coins));
    } else if (open) {
        struct vl_text lack = {0};
        pc_ask_text(asks[vl_lowest(open)], &lack);
        vl_refuse(err, "PC-3.2", "%s asks for %s, which you do not hold", name.text,
                  vl_text_string(&lack));
        vl_text_free(&lack);
    } else {
        vl_refuse(err, "PC-4.5", "your other traveller could then not end its turn on a free card");
    }
}

/* A tour names all that is missing, for it is a goal over many turns. */
static void refuse_tour(const struct vl_deck *deck, const struct pc_state *s, uint32_t place,
                        struct vl_error *err)
{
    if (place >= PC_LINE || s->line[place] == PC_NONE) {
        vl_refuse(err, "PC-5.1", "there is no tour at that place of the line");
    } else if (s->toured) {
        vl_refuse(err, "PC-5.1", "one tour a turn is the most");
    } else {
        struct pc_supply supply;
        struct pc_ask asks[PC_MOST_ASKS];
        struct vl_text lack = {0};
        uint32_t count = pc_list_asks(deck, PC_TABLE_TOURS, s->line[place], asks);
        pc_supply_of(deck->data, s, s->seat, &supply);
        for (uint32_t n = 0, met = pc_met_asks(asks, count, &supply); n < count; n++) {
            if (met >> n & 1U)
                continue;
            vl_text_add(&lack, lack.length ? ", " : "");
            pc_ask_text(asks[n], &lack);
        }
        vl_refuse(err, "PC-5.2", "for %s you still lack: %s", pc_tour_name(deck, s->line[place]),
                  vl_text_string(&lack));
        vl_text_free(&lack);
    }
}

void pc_refuse(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
               struct vl_error *err)
{
    const struct pc_state *s = pc_seen(view);
    uint32_t arg = VL_MOVE_ARG(move), kind = VL_MOVE_KIND(move);
    if (kind >= PC_SUITCASE || s->phase < PC_PHASE_TURN)
        vl_refuse(err, "PC-1.6", "cards, tours and suitcases are drawn by chance");
    else if (s->phase == PC_PHASE_OVER)
        vl_refuse(err, "PC-6.3", "the game is over");
    else if (s->phase == PC_PHASE_TOURIST && kind != PC_TOURIST)
        vl_refuse(err, "PC-7.4", "move the tourist to end your turn");
    else if (kind == PC_TOURIST && s->seats != 3)
        vl_refuse(err, "PC-7.1", "the tourist travels with three seats only");
    else if (kind == PC_TOURIST && s->phase != PC_PHASE_TOURIST)
        vl_refuse(err, "PC-7.3", "the tourist moves at the end of your turn");
    else if (kind == PC_TOURIST)
        vl_refuse(err, "PC-7.3", "the tourist steps to a free card next to its own");
    else if (kind != PC_PLACE && s->at[s->seat][0] == PC_NOWHERE)
        vl_refuse(err, "PC-2.1", "place your traveller first");
    else if (kind == PC_PLACE)
        refuse_place(deck, s, arg >> 5, arg & 31U, err);
    else if (kind == PC_TRAVEL)
        refuse_travel(deck, s, arg >> 5, arg & 31U, err);
    else if (kind == PC_HOLIDAY)
        refuse_holiday(deck, s, arg, err);
    else if (kind == PC_TOUR)
        refuse_tour(deck, s, arg, err);
    else
        vl_refuse(err, "PC-4.4", "a turn ends with every traveller on a card of its own");
}

/* ---- Table elements ---- */

/* Where a traveller comes in a direction, or PC_NOWHERE. */
static uint32_t neighbour(const struct pc_state *s, uint32_t traveller, uint32_t direction)
{
    uint32_t from = s->at[s->seat][traveller];
    return from < PC_CELLS ? pc_next(s->gaps, from, direction) : (uint32_t)PC_NOWHERE;
}

static bool is_next_to(const struct pc_state *s, uint32_t traveller, uint32_t cell)
{
    for (uint32_t direction = 0; direction < PC_DIRECTIONS; direction++)
        if (neighbour(s, traveller, direction) == cell)
            return true;
    return false;
}

/* What a touch of a card of the tableau means: a step of the tourist, a placing, a holiday where a
 * traveller stands, or a way there. Of two travellers the one beside the card is meant. */
static vl_move meant_by_cell(const struct pc_state *s, uint32_t cell)
{
    if (s->phase == PC_PHASE_TOURIST)
        return VL_MOVE(PC_TOURIST, cell);
    if (s->at[s->seat][0] == PC_NOWHERE)
        return VL_MOVE(PC_PLACE, cell);
    for (uint32_t traveller = 0; traveller < PC_TEAM; traveller++)
        if (s->at[s->seat][traveller] == cell)
            return VL_MOVE(PC_HOLIDAY, traveller);
    for (uint32_t traveller = 0; traveller < PC_TEAM; traveller++)
        if (is_next_to(s, traveller, cell))
            return VL_MOVE(PC_TRAVEL, traveller << 5 | cell);
    if (pc_placing(s) == 1)
        return VL_MOVE(PC_PLACE, 1U << 5 | cell);
    return VL_MOVE(PC_TRAVEL, cell);
}

static vl_move touch_cell(const struct vl_deck *deck, const struct vl_view *view, uint32_t cell,
                          struct vl_error *err)
{
    const struct pc_state *s = pc_seen(view);
    vl_move move = meant_by_cell(s, cell);
    if (s->tableau[cell] < PC_CARDS)
        return vl_target_refuse(deck, view, move, err);
    vl_refuse(err, "PC-4.7", "there is no card at %s", pc_cell_name(deck, s, cell).text);
    return move;
}

/* A traveller that is on its way and cannot go on: its cheapest way says why. */
static vl_move touch_placed(const struct vl_deck *deck, const struct vl_view *view,
                            uint32_t traveller, struct vl_error *err)
{
    const struct pc_deck *d = deck->data;
    const struct pc_state *s = pc_seen(view);
    uint32_t card = s->tableau[s->at[s->seat][traveller]], best = PC_DIRECTIONS;
    for (uint32_t direction = 0; direction < PC_DIRECTIONS; direction++)
        if (neighbour(s, traveller, direction) != PC_NOWHERE &&
            (best == PC_DIRECTIONS || d->arrow[card][direction] < d->arrow[card][best]))
            best = direction;
    if (best < PC_DIRECTIONS)
        return vl_target_refuse(
            deck, view, VL_MOVE(PC_TRAVEL, traveller << 5 | neighbour(s, traveller, best)), err);
    vl_refuse(err, "PC-4.1", "there is no card that this traveller could go to");
    return VL_NO_MOVE;
}

/* With one traveller it is never touched: cards are. With two, a touch says which of them is
 * meant. */
static vl_move touch_traveller(const struct vl_deck *deck, const struct vl_view *view,
                               uint32_t traveller, struct vl_error *err)
{
    const struct pc_state *s = pc_seen(view);
    if (s->seats != 2)
        vl_refuse(err, "PC-8.1", "you have one traveller: choose the card you want to go to");
    else if (s->at[s->seat][traveller] < PC_CELLS)
        return touch_placed(deck, view, traveller, err);
    else if (s->at[s->seat][0] == PC_NOWHERE)
        vl_refuse(err, "PC-8.2", "your first traveller begins: choose the card where it starts");
    else if (s->round < 2)
        vl_refuse(err, "PC-8.2", "the second traveller is placed from your second turn on");
    else
        vl_refuse(err, "PC-2.2", "there is no free card where this traveller could start");
    return VL_NO_MOVE;
}

static void touch_seat(const struct pc_state *s, struct vl_error *err)
{
    if (s->phase == PC_PHASE_TOURIST)
        vl_refuse(err, "PC-7.4", "move the tourist to end your turn");
    else if (s->at[s->seat][0] == PC_NOWHERE)
        vl_refuse(err, "PC-2.1", "place your traveller first");
    else
        vl_refuse(err, "PC-2.3", "travel, take a holiday, complete a tour, or end your turn");
}

vl_move pc_refuse_target(const struct vl_deck *deck, const struct vl_view *view, const char *target,
                         struct vl_error *err)
{
    const struct pc_state *s = pc_seen(view);
    uint32_t n;
    if (s->phase == PC_PHASE_OVER) {
        vl_refuse(err, "PC-6.3", "the game is over");
        return VL_NO_MOVE;
    }
    for (uint32_t cell = 0; cell < PC_CELLS; cell++)
        if (strcmp(target, pc_cell_id(cell).text) == 0)
            return touch_cell(deck, view, cell, err);
    if (vl_target_number(target, "traveller", 1, PC_TEAM, &n))
        return touch_traveller(deck, view, n - 1, err);
    if (vl_target_number(target, "tour", 1, PC_LINE, &n)) {
        pc_refuse(deck, view, VL_MOVE(PC_TOUR, n - 1), err);
        return s->line[n - 1] < PC_TOURS ? VL_MOVE(PC_TOUR, n - 1) : VL_NO_MOVE;
    }
    if (strcmp(target, "end") == 0)
        return vl_target_refuse(deck, view, VL_MOVE(PC_END, 0), err);
    if (!vl_target_number(target, "seat", 0, s->seats - 1U, &n))
        return vl_target_unknown(target, err);
    touch_seat(s, err);
    return VL_NO_MOVE;
}
