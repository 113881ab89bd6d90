/* Postcards: the table in words. */
#include "games/postcards/postcards.h"

static const char *const continent_names[PC_CONTINENTS] = {"Americas", "Europe", "Africa", "Asia",
                                                           "Oceania"};

static void add_icons(uint64_t bytes, struct vl_text *out)
{
    const char *between = "";
    for (uint32_t icon = 0; icon < PC_ICONS; icon++)
        for (uint32_t n = (uint32_t)(bytes >> (8 * icon)) & 0xff; n; n--) {
            vl_text_addf(out, "%s%s", between, pc_icon_words[icon]);
            between = ", ";
        }
}

/* What is met already has a star, where somebody looks whose collection counts. */
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

/* Cards by continent, since colours are what tours ask for (PC-5.2). */
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
        vl_text_addf(out, "%s, %s (%u in the deck)\n", continent_names[c], pc_colour_words[c],
                     vl_count(s->deck & vl_first(PC_CARDS_EACH) << (PC_CARDS_EACH * c)));
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
