/* Postcards: the table in words, the prompt, and the lines of the log. */
#include <stdio.h>
#include <string.h>

#include "core/bits.h"
#include "games/postcards/postcards.h"

static const char *const continent_names[PC_CONTINENTS] = {"Americas", "Europe", "Africa", "Asia",
                                                           "Oceania"};

static const char *coins_text(uint32_t coins)
{
    static const char *const texts[] = {"no coins", "1 coin", "2 coins", "3 coins", "4 coins"};
    return texts[coins <= PC_COINS ? coins : 0];
}

void pc_prompt(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct pc_state *s = pc_seen(view);
    if (s->phase == PC_PHASE_OVER) {
        vl_text_add(out, "The game is over");
    } else if (s->phase == PC_PHASE_TOURIST) {
        vl_text_add(out, "Move the tourist one step");
    } else if (s->phase != PC_PHASE_TURN) {
        vl_text_add(out, s->phase == PC_PHASE_REFILL_TOUR || s->phase == PC_PHASE_TOURS
                             ? "A tour is drawn"
                         : s->phase == PC_PHASE_SUITCASES ? "Suitcases are drawn"
                         : s->phase == PC_PHASE_FIRST     ? "The starting seat is drawn"
                                                          : "A postcard is drawn");
    } else if (s->at[s->seat][0] == PC_NOWHERE) {
        vl_text_addf(out, "Place %s on a free card of cost %u",
                     pc_suitcase_name(deck, s->suitcase[s->seat][0]), pc_start_cost(deck->data, s));
    } else {
        uint64_t choices = pc_choices(deck->data, s);
        bool spend = (choices >> PC_BIT_TRAVEL & vl_first(PC_BIT_TOUR - PC_BIT_TRAVEL)) != 0;
        if (spend)
            vl_text_addf(out, "Travel or take a holiday, %s left", coins_text(s->coins));
        if (choices & vl_first(PC_CELLS))
            vl_text_add(out, spend ? ", place a traveller" : "Place a traveller");
        if (s->may_take)
            vl_text_add(out, out->length ? ", take a tour" : "Take a tour");
        if (vl_has(choices, PC_BIT_END))
            vl_text_add(out, out->length ? ", or end the turn" : "End the turn");
    }
}

/* ---- The table in lines ---- */

static void add_icons(uint64_t bytes, struct vl_text *out)
{
    const char *between = "";
    for (uint32_t icon = 0; icon < PC_ICONS; icon++)
        for (uint32_t n = (uint32_t)(bytes >> (8 * icon)) & 0xff; n; n--) {
            vl_text_addf(out, "%s%s", between, pc_icon_words[icon]);
            between = ", ";
        }
}

static void add_asks(const struct vl_deck *deck, uint32_t table, uint32_t row,
                     const struct pc_supply *supply, struct vl_text *out)
{
    struct pc_ask asks[PC_MOST_ASKS];
    uint32_t count = pc_list_asks(deck, table, row, asks);
    uint32_t met = supply ? pc_met_asks(asks, count, supply) : 0;
    for (uint32_t n = 0; n < count; n++) {
        vl_text_add(out, n ? ", " : "");
        pc_ask_text(asks[n], out);
        if (supply && (met >> n & 1U))
            vl_text_char(out, '*');
    }
}

static void add_standing(const struct vl_deck *deck, const struct pc_state *s, uint32_t cell,
                         struct vl_text *out)
{
    for (uint32_t seat = 0; seat < s->seats; seat++)
        for (uint32_t t = 0; t < PC_TEAM; t++)
            if (s->at[seat][t] == cell)
                vl_text_addf(out, "; {%u} with %s, %s", seat,
                             pc_suitcase_name(deck, s->suitcase[seat][t]),
                             s->open[seat] >> t & 1U ? "open" : "closed");
    if (s->tourist == cell)
        vl_text_add(out, "; the tourist");
}

static void show_cell(const struct vl_deck *deck, const struct pc_state *s, uint32_t cell,
                      const struct pc_supply *supply, struct vl_text *out)
{
    const struct pc_deck *d = deck->data;
    uint32_t card = s->tableau[cell];
    vl_text_addf(out, "  %c%u  ", (char)('a' + pc_column(cell)), cell / PC_CONTINENTS + 1);
    if (card == PC_NONE) {
        vl_text_add(out, "a gap\n");
        return;
    }
    vl_text_addf(out, "%s: cost %u, ", pc_card_name(deck, card), d->cost[card]);
    add_icons(d->icons[card], out);
    if (d->asks[card].total) {
        vl_text_add(out, "; asks for ");
        add_asks(deck, PC_TABLE_POSTCARDS, card, supply, out);
    }
    vl_text_char(out, ';');
    for (uint32_t n = 0; n < PC_DIRECTIONS; n++)
        if (pc_next(s->gaps, cell, n) != PC_NOWHERE)
            vl_text_addf(out, " %s %u", pc_direction_words[n], d->arrow[card][n]);
    add_standing(deck, s, cell, out);
    vl_text_char(out, '\n');
}

static void show_tours(const struct vl_deck *deck, const struct pc_state *s,
                       const struct pc_supply *supply, struct vl_text *out)
{
    const struct pc_deck *d = deck->data;
    vl_text_addf(out, "Tours (%u in the deck)\n", vl_count(s->tour_deck));
    for (uint32_t place = 0; place < PC_LINE; place++) {
        vl_text_addf(out, "  %u  ", place + 1);
        if (s->line[place] == PC_NONE) {
            vl_text_add(out, "none\n");
            continue;
        }
        vl_text_addf(out, "%s, %u points: ", pc_tour_name(deck, s->line[place]),
                     d->value[s->line[place]]);
        add_asks(deck, PC_TABLE_TOURS, s->line[place], supply, out);
        vl_text_char(out, '\n');
    }
}

static void show_seat(const struct vl_deck *deck, const struct vl_view *view, uint32_t seat,
                      int32_t points, struct vl_text *out)
{
    const struct pc_deck *d = deck->data;
    const struct pc_state *s = pc_seen(view);
    vl_text_addf(out, "{%u}  %d points%s\n  luggage: ", seat, points,
                 (int)seat == view->seat ? "  (you)" : "");
    for (uint32_t t = 0; t < PC_TEAM; t++) {
        if (s->suitcase[seat][t] == PC_NONE)
            continue;
        vl_text_addf(out, "%s%s (", t ? ", " : "", pc_suitcase_name(deck, s->suitcase[seat][t]));
        add_icons(d->suitcase[s->suitcase[seat][t]], out);
        vl_text_addf(out, ")%s", s->at[seat][t] == PC_NOWHERE ? ", not placed" : "");
    }
    vl_text_char(out, '\n');
    for (uint32_t c = 0; c < PC_CONTINENTS; c++) {
        uint64_t cards = s->held[seat] & vl_first(PC_CARDS_EACH) << (PC_CARDS_EACH * c);
        if (!cards)
            continue;
        vl_text_addf(out, "  %s: ", pc_colour_words[c]);
        while (cards) {
            uint32_t card = vl_take_lowest(&cards);
            vl_text_addf(out, "%s (", pc_card_name(deck, card));
            add_icons(d->icons[card], out);
            vl_text_add(out, cards ? "); " : ")\n");
        }
    }
    if (s->tours[seat])
        vl_text_add(out, "  tours: ");
    for (uint64_t rest = s->tours[seat]; rest;) {
        uint32_t tour = vl_take_lowest(&rest);
        vl_text_addf(out, "%s (%u)%s", pc_tour_name(deck, tour), d->value[tour],
                     rest ? ", " : "\n");
    }
}

void pc_show(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct pc_state *s = pc_seen(view);
    struct vl_score score;
    struct pc_supply supply;
    bool mine = view->seat >= 0 && view->seat < s->seats && s->phase > PC_PHASE_SUITCASES;
    if (mine)
        pc_supply_of(deck->data, s, (uint32_t)view->seat, &supply);
    pc_score(deck->data, s, &score);
    for (uint32_t c = 0; c < PC_CONTINENTS; c++) {
        uint64_t left = s->deck & vl_first(PC_CARDS_EACH) << (PC_CARDS_EACH * c);
        vl_text_addf(out, "%s, %s (%u in the deck)\n", continent_names[c], pc_colour_words[c],
                     vl_count(left));
        for (uint32_t row = 0; row < PC_ROWS; row++)
            show_cell(deck, s, row * PC_CONTINENTS + c, mine ? &supply : NULL, out);
    }
    show_tours(deck, s, mine ? &supply : NULL, out);
    if (mine)
        vl_text_add(out, "  (* what you hold already)\n");
    for (uint32_t seat = 0; seat < s->seats; seat++)
        show_seat(deck, view, seat, score.points[seat], out);
    if (s->ending && s->phase != PC_PHASE_OVER)
        vl_text_add(out, "This is the last round.\n");
}

/* ---- The log ---- */

/* Who goes: with a team its suitcase is named, so that the log tells the two apart. */
static const char *with_whom(const struct vl_deck *deck, const struct pc_state *s, uint32_t t)
{
    return s->seats == 2 ? pc_suitcase_name(deck, s->suitcase[s->seat][t]) : "";
}

static void say_travel(const struct vl_deck *deck, const struct pc_state *s, uint32_t t,
                       uint32_t to, const struct pc_state *after, struct vl_line *line)
{
    uint32_t from = s->at[s->seat][t];
    const char *luggage = with_whom(deck, s, t);
    char name[64], left[64];
    pc_cell_name(deck, s, to, name);
    pc_cell_name(deck, s, from, left);
    if (!(s->open[s->seat] >> t & 1U)) {
        vl_line_say(line, "PC-4.1", "{%u} travelled%s%s to %s for %s.", s->seat,
                    *luggage ? " with " : "", luggage, name,
                    coins_text((uint32_t)(s->coins - after->coins)));
        return;
    }
    vl_line_say(
        line, "PC-4.2", "{%u} collected %s and travelled%s%s to %s for %s.%s", s->seat, left,
        *luggage ? " with " : "", luggage, name, coins_text((uint32_t)(s->coins - after->coins)),
        after->ending && !s->ending ? " A second continent has a gap: this is the last round."
        : after->gaps != s->gaps    ? " Its place stays a gap."
                                    : "");
}

void pc_narrate(const struct vl_deck *deck, const struct vl_view *before, vl_move move,
                const struct vl_view *after, struct vl_line *line)
{
    const struct pc_deck *d = deck->data;
    const struct pc_state *s = pc_seen(before), *then = pc_seen(after);
    uint32_t arg = VL_MOVE_ARG(move);
    char name[64];
    switch (VL_MOVE_KIND(move)) {
    case PC_PLACE:
        pc_cell_name(deck, s, arg & 31U, name);
        vl_line_say(line, arg >> 5 ? "PC-8.3" : "PC-2.1", "{%u} set out from %s with %s.", s->seat,
                    name, pc_suitcase_name(deck, s->suitcase[s->seat][arg >> 5]));
        return;
    case PC_TRAVEL:
        say_travel(deck, s, arg >> 5, arg & 31U, then, line);
        return;
    case PC_HOLIDAY:
        pc_cell_name(deck, s, s->at[s->seat][arg], name);
        vl_line_say(line, "PC-3.1", "{%u} took a holiday in %s for %s.", s->seat, name,
                    coins_text((uint32_t)(s->coins - then->coins)));
        return;
    case PC_TOUR:
        vl_line_say(line, then->ending && !s->ending ? "PC-6.2" : "PC-5.1",
                    "{%u} completed %s for %u points.%s", s->seat, pc_tour_name(deck, s->line[arg]),
                    d->value[s->line[arg]],
                    then->ending && !s->ending ? " It cannot be replaced: this is the last round."
                                               : "");
        return;
    case PC_END:
        if (then->phase == PC_PHASE_OVER && !then->ending)
            vl_line_say(line, "PC-6.5", "Nothing happened for too long: the game is over.");
        else if (s->coins == PC_COINS && !s->toured && s->round > 1)
            vl_line_say(line, "PC-2.4", "{%u} stayed put.", s->seat);
        return;
    case PC_TOURIST:
        pc_cell_name(deck, s, arg, name);
        if (then->phase == PC_PHASE_OVER && !then->ending)
            vl_line_say(
                line, "PC-6.5",
                "{%u} sent the tourist to %s. Nothing happened for too long: the game is over.",
                s->seat, name);
        else
            vl_line_say(line, "PC-7.3", "{%u} sent the tourist to %s.", s->seat, name);
        return;
    case PC_SUITCASE:
        if (s->seats == 2 && d->mate[arg] < PC_SUITCASES)
            vl_line_say(line, "PC-8.1", "{%u} drew %s and %s.", s->seat,
                        pc_suitcase_name(deck, arg), pc_suitcase_name(deck, d->mate[arg]));
        else
            vl_line_say(line, "PC-1.4", "{%u} drew %s.", s->seat, pc_suitcase_name(deck, arg));
        return;
    case PC_FIRST:
        vl_line_say(line, "PC-1.5", "{%u} starts.", arg);
        return;
    case PC_DEAL:
        if (s->phase == PC_PHASE_REFILL_CARD)
            vl_line_say(line, "PC-4.3", "%s came up in its place.", pc_card_name(deck, arg));
        return;
    case PC_REVEAL:
        if (s->phase == PC_PHASE_REFILL_TOUR)
            vl_line_say(line, "PC-5.7", "%s is on offer now, for %u points.",
                        pc_tour_name(deck, arg), d->value[arg]);
        return;
    default:
        return;
    }
}
