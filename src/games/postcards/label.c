/* Postcards: what a move or a way will do, for buttons and lists. */
#include "games/postcards/postcards.h"

/* With a team the suitcase is named, so that the two can be told apart. */
static void add_luggage(const struct vl_deck *deck, const struct pc_state *s, uint32_t traveller,
                        struct vl_text *out)
{
    if (s->seats == 2 && traveller < PC_TEAM)
        vl_text_addf(out, " with %s", pc_suitcase_name(deck, s->suitcase[s->seat][traveller]));
}

void pc_label_stops(const struct vl_deck *deck, const struct pc_state *s, const uint8_t *cells,
                    uint32_t steps, uint32_t cost, struct vl_text *out)
{
    for (uint32_t n = 0; n + 1 < steps; n++)
        vl_text_addf(out, "%s%s",
                     n == 0           ? "by "
                     : n + 2 == steps ? " and "
                                      : ", ",
                     pc_cell_name(deck, s, cells[n]).text);
    vl_text_addf(out, "%s%s", steps > 1 ? ", " : "straight, ", pc_coins(cost));
}

void pc_label_way(const struct vl_deck *deck, const struct pc_state *s, uint32_t traveller,
                  const uint8_t *cells, uint32_t steps, uint32_t cost, struct vl_text *out)
{
    if (s->open[s->seat] >> traveller & 1U)
        vl_text_addf(out, "Collect %s and travel",
                     pc_cell_name(deck, s, s->at[s->seat][traveller]).text);
    else
        vl_text_add(out, "Travel");
    add_luggage(deck, s, traveller, out);
    vl_text_addf(out, " to %s", pc_cell_name(deck, s, cells[steps - 1]).text);
    if (steps > 1) {
        vl_text_char(out, ' ');
        pc_label_stops(deck, s, cells, steps, cost, out);
    } else {
        vl_text_addf(out, ", %s", pc_coins(cost));
    }
}

/* A travel is a way of one step, so it reads like the longer ways that boards offer. What chance
 * does has no button and keeps its notation. */
void pc_label(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
              struct vl_text *out)
{
    const struct pc_deck *d = deck->data;
    const struct pc_state *s = pc_seen(view);
    uint32_t arg = VL_MOVE_ARG(move), kind = VL_MOVE_KIND(move);
    uint32_t traveller = kind == PC_HOLIDAY ? arg : arg >> 5, cell = arg & 31U;
    uint32_t at = traveller < PC_TEAM ? s->at[s->seat][traveller] : PC_NOWHERE;
    uint32_t direction = pc_direction(at, cell);
    uint8_t to = (uint8_t)cell;
    if (kind == PC_PLACE) {
        vl_text_addf(out, "Start%s in %s", s->seats == 2 ? "" : " your travels",
                     pc_cell_name(deck, s, cell).text);
        add_luggage(deck, s, traveller, out);
    } else if (kind == PC_TRAVEL && direction < PC_DIRECTIONS && s->tableau[at] < PC_CARDS) {
        pc_label_way(deck, s, traveller, &to, 1, d->arrow[s->tableau[at]][direction], out);
    } else if (kind == PC_HOLIDAY && at < PC_CELLS && s->tableau[at] < PC_CARDS) {
        vl_text_addf(out, "Take a holiday in %s, %s", pc_cell_name(deck, s, at).text,
                     pc_coins(d->cost[s->tableau[at]]));
    } else if (kind == PC_TOUR && arg < PC_LINE && s->line[arg] < PC_TOURS) {
        vl_text_addf(out, "Complete %s, %u points", pc_tour_name(deck, s->line[arg]),
                     d->value[s->line[arg]]);
    } else if (kind == PC_TOURIST) {
        vl_text_addf(out, "Send the tourist to %s", pc_cell_name(deck, s, arg).text);
    } else if (kind == PC_END) {
        vl_text_add(out, "End the turn");
        if (s->coins)
            vl_text_addf(out, ", %s unspent", pc_coins(s->coins));
    } else {
        vl_default_label(deck, view, move, out);
    }
}
