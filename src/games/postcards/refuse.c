/* Postcards: why a move is refused, by the clause that refuses it. */
#include <stdio.h>
#include <string.h>

#include "core/bits.h"
#include "games/postcards/postcards.h"

static void refuse_place(const struct vl_deck *deck, const struct pc_state *s, uint32_t traveller,
                         uint32_t cell, struct vl_error *err)
{
    const struct pc_deck *d = deck->data;
    uint32_t lowest = pc_start_cost(d, s);
    char name[64];
    pc_cell_name(deck, s, cell, name);
    if (traveller >= PC_TEAM || (traveller && s->seats != 2))
        vl_refuse(err, "PC-8.1", "you have one traveller");
    else if (traveller && s->round < 2)
        vl_refuse(err, "PC-8.2", "the second traveller is placed from your second turn on");
    else if (pc_placing(s) != traveller)
        vl_refuse(err, "PC-2.1", "this traveller is on its way already");
    else if (cell >= PC_CELLS || s->tableau[cell] == PC_NONE)
        vl_refuse(err, "PC-4.7", "there is no card at %s", name);
    else if (pc_occupied(s) >> cell & 1U)
        vl_refuse(err, "PC-2.1", "%s is not free", name);
    else if (d->cost[s->tableau[cell]] == lowest)
        vl_refuse(err, "PC-4.5", "your other traveller could then not end its turn on a free card");
    else if (lowest == 1)
        vl_refuse(err, "PC-2.1", "%s does not cost 1: start on a free card of cost 1", name);
    else
        vl_refuse(err, "PC-2.2", "no card of cost 1 is free: start on a free card of cost %u",
                  lowest);
}

static void refuse_travel(const struct vl_deck *deck, const struct pc_state *s, uint32_t traveller,
                          uint32_t to, struct vl_error *err)
{
    const struct pc_deck *d = deck->data;
    uint32_t from = traveller < PC_TEAM ? s->at[s->seat][traveller] : PC_NOWHERE;
    uint32_t direction = pc_direction(from, to);
    char name[64], here[64];
    pc_cell_name(deck, s, to, name);
    pc_cell_name(deck, s, from, here);
    if (from == PC_NOWHERE)
        vl_refuse(err, "PC-2.1", "this traveller has not been placed");
    else if (direction == PC_DIRECTIONS || pc_next(s->gaps, from, direction) != to)
        vl_refuse(err, "PC-4.1", "%s is not next to %s", name, here);
    else if (d->arrow[s->tableau[from]][direction] > s->coins)
        vl_refuse(err, "PC-4.1", "the way %s from %s costs %u, and %u of your coins are left",
                  pc_direction_words[direction], here, d->arrow[s->tableau[from]][direction],
                  s->coins);
    else if (s->at[s->seat][1 - traveller] == from && (s->open[s->seat] >> traveller & 1U))
        vl_refuse(err, "PC-4.6", "your other traveller must leave %s first", here);
    else
        vl_refuse(err, "PC-4.5", "with the coins left you could not end your turn on a free card");
}

static void refuse_holiday(const struct vl_deck *deck, const struct pc_state *s, uint32_t traveller,
                           struct vl_error *err)
{
    const struct pc_deck *d = deck->data;
    uint32_t cell = traveller < PC_TEAM ? s->at[s->seat][traveller] : PC_NOWHERE;
    char name[64];
    pc_cell_name(deck, s, cell, name);
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
        vl_refuse(err, "PC-3.4", "you have had your holiday in %s", name);
    } else if ((pc_strangers(s, s->seat) >> cell & 1U) || s->at[s->seat][1 - traveller] == cell) {
        vl_refuse(err, s->tourist == cell ? "PC-7.5" : "PC-3.3", "you are not alone in %s", name);
    } else if (d->cost[card] > s->coins) {
        vl_refuse(err, "PC-3.1", "a holiday in %s costs %u, and %u of your coins are left", name,
                  d->cost[card], s->coins);
    } else if (open) {
        struct vl_text lack = {0};
        pc_ask_text(asks[vl_lowest(open)], &lack);
        vl_refuse(err, "PC-3.2", "%s asks for %s, which you do not hold", name,
                  vl_text_string(&lack));
        vl_text_free(&lack);
    } else {
        vl_refuse(err, "PC-4.5", "your other traveller could then not end its turn on a free card");
    }
}

static void refuse_tour(const struct vl_deck *deck, const struct pc_state *s, uint32_t place,
                        struct vl_error *err)
{
    const struct pc_deck *d = deck->data;
    if (place >= PC_LINE || s->line[place] == PC_NONE) {
        vl_refuse(err, "PC-5.1", "there is no tour at that place of the line");
    } else if (s->toured) {
        vl_refuse(err, "PC-5.1", "one tour a turn is the most");
    } else {
        struct pc_supply supply;
        struct pc_ask asks[PC_MOST_ASKS];
        struct vl_text lack = {0};
        uint32_t count = pc_list_asks(deck, PC_TABLE_TOURS, s->line[place], asks);
        pc_supply_of(d, s, s->seat, &supply);
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
