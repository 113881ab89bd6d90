/*
 * Postcards: what a person would work out by looking, and the prompt. Boards draw these facts and
 * compute none.
 *
 *     for          the seat whose asks are ticked off: the one that looks, else the acting one
 *     tours        the line: asks with what is met, and how many things every seat lacks
 *     cells        what a holiday on each card asks for, and what of it is met
 *     collections  icons of every seat by colour and kind, suitcases, cards
 *     ways         where the looking seat's travellers can end now: cost, coins left, whether a
 *                  holiday is possible on arrival, and the ways there as lists of moves, the
 *                  cheapest first; a step that draws a card ends what can be tried at once
 *     seats        a note for each: what it has to take along
 */
#include <string.h>

#include "core/facts.h"
#include "games/postcards/postcards.h"

enum { MOST_WAYS = 4, TOURS_TO_END = PC_TOURS - PC_LINE + 1 };

static void put_asks(const struct vl_deck *deck, struct vl_json *json, uint32_t table, uint32_t row,
                     const struct pc_supply *supply)
{
    struct pc_ask asks[PC_MOST_ASKS];
    uint32_t count = pc_list_asks(deck, table, row, asks);
    uint32_t met = pc_met_asks(asks, count, supply);
    struct vl_text text = {0};
    vl_json_open_array(json, "asks");
    for (uint32_t n = 0; n < count; n++) {
        struct pc_ask ask = asks[n];
        vl_text_clear(&text);
        pc_ask_text(ask, &text);
        vl_json_object(json);
        vl_json_put_string(json, "text", vl_text_string(&text));
        vl_json_put_int(json, "colour", ask.colour == PC_NONE ? -1 : ask.colour);
        vl_json_put_int(json, "icon", ask.icon == PC_NONE ? -1 : ask.icon);
        vl_json_put_bool(json, "met", met >> n & 1U);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
    vl_text_free(&text);
}

/* By seat what each tour still lacks: everything is public, so a rival that is one icon short can
 * be seen. */
static void put_tours(const struct vl_deck *deck, const struct pc_state *s, uint32_t looking,
                      const struct pc_supply *supplies, struct vl_json *json)
{
    const struct pc_deck *d = deck->data;
    vl_json_open_array(json, "tours");
    for (uint32_t place = 0; place < PC_LINE; place++) {
        uint32_t tour = s->line[place];
        vl_json_object(json);
        vl_json_put_int(json, "place", place);
        vl_json_put_int(json, "tour", tour == PC_NONE ? -1 : (int)tour);
        if (tour != PC_NONE) {
            vl_json_put_int(json, "value", d->value[tour]);
            vl_json_put_bool(json, "takeable", s->seat == looking && (s->may_take >> place & 1U));
            put_asks(deck, json, PC_TABLE_TOURS, tour, &supplies[looking]);
            vl_json_open_array(json, "lacking");
            for (uint32_t seat = 0; seat < s->seats; seat++)
                vl_json_int(json, pc_lacking(&d->tour[tour], &supplies[seat]));
            vl_json_end_array(json);
        }
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
}

static void put_cells(const struct vl_deck *deck, const struct pc_state *s,
                      const struct pc_supply *supply, struct vl_json *json)
{
    vl_json_open_array(json, "cells");
    for (uint32_t cell = 0; cell < PC_CELLS; cell++) {
        vl_json_object(json);
        vl_json_put_int(json, "cell", cell);
        vl_json_put_bool(json, "gap", s->gaps >> cell & 1U);
        if (s->tableau[cell] != PC_NONE)
            put_asks(deck, json, PC_TABLE_POSTCARDS, s->tableau[cell], supply);
        /* The arrows that lead somewhere, and where. */
        vl_json_open_array(json, "leads");
        for (uint32_t n = 0; n < PC_DIRECTIONS; n++) {
            uint32_t to = pc_next(s->gaps, cell, n);
            vl_json_int(json, to == PC_NOWHERE ? -1 : (int)to);
        }
        vl_json_end_array(json);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
}

static void put_icons(struct vl_json *json, uint64_t bytes)
{
    vl_json_array(json);
    for (uint32_t icon = 0; icon < PC_ICONS; icon++)
        vl_json_int(json, (int64_t)(bytes >> (8 * icon) & 0xff));
    vl_json_end_array(json);
}

static void put_collections(const struct pc_state *s, const struct pc_supply *supplies,
                            struct vl_json *json)
{
    vl_json_open_array(json, "collections");
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        vl_json_object(json);
        vl_json_open_array(json, "icons");
        for (uint32_t colour = 0; colour < PC_CONTINENTS; colour++)
            put_icons(json, supplies[seat].row[colour]);
        vl_json_end_array(json);
        vl_json_key(json, "suitcases");
        put_icons(json, supplies[seat].suitcases);
        vl_json_put_int(json, "cards", vl_count(s->held[seat]));
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
}

/* ---- Ways ---- */

struct way {
    uint8_t steps, cost;
    uint8_t cells[PC_COINS];
};

struct reach {
    struct way ways[PC_CELLS][MOST_WAYS]; /* the cheapest first */
    uint8_t count[PC_CELLS];
    bool holiday[PC_CELLS];
};

/* Cheaper first; of equal ones the way with fewer stops. */
static bool shorter(const struct way *a, const struct way *b)
{
    return a->cost != b->cost ? a->cost < b->cost : a->steps < b->steps;
}

/* Sorts a way in among the best MOST_WAYS to its cell; of equal ones the earlier stays. */
static void keep_way(struct reach *reach, uint32_t cell, const struct way *way)
{
    uint32_t at = reach->count[cell];
    while (at && shorter(way, &reach->ways[cell][at - 1]))
        at--;
    if (at == MOST_WAYS)
        return;
    if (reach->count[cell] < MOST_WAYS)
        reach->count[cell]++;
    for (uint32_t i = reach->count[cell] - 1U; i > at; i--)
        reach->ways[cell][i] = reach->ways[cell][i - 1];
    reach->ways[cell][at] = *way;
}

/* A position on the way: the table as it would be, and the way so far. A card collected at the
 * start is still to be replaced then; the rules count on no arrow of it. */
struct stop {
    struct pc_state state;
    struct way way;
    uint32_t visited;
};

/* A search in depth over the positions themselves, so that every step is one that the rules allow
 * (PC-4.5). Four coins are four steps at most, with at most four directions each, which bounds the
 * stack. A cell is visited once on a way; cells with somebody on them are passed through and are no
 * end (PC-4.4). */
static void find_ways(const struct pc_deck *d, const struct pc_state *s, uint32_t traveller,
                      struct reach *reach)
{
    struct stop stack[PC_COINS * PC_DIRECTIONS + 1];
    uint32_t depth = 0;
    memset(reach, 0, sizeof *reach);
    stack[depth].state = *s;
    stack[depth].way = (struct way){0};
    stack[depth++].visited = 1U << s->at[s->seat][traveller];
    while (depth) {
        struct stop here = stack[--depth];
        uint32_t from = here.state.at[s->seat][traveller];
        uint32_t mask = here.state.coins ? pc_travel_mask(d, &here.state, traveller) : 0;
        for (; mask; mask &= mask - 1) {
            struct stop next = here;
            uint32_t to = pc_next(here.state.gaps, from, (uint32_t)__builtin_ctz(mask));
            if (here.visited >> to & 1U)
                continue;
            pc_apply(d, &next.state, VL_MOVE(PC_TRAVEL, traveller << 5 | to));
            next.visited |= 1U << to;
            next.way.cells[next.way.steps++] = (uint8_t)to;
            next.way.cost = (uint8_t)(s->coins - next.state.coins);
            uint32_t others =
                pc_strangers(&next.state, s->seat) | 1U << next.state.at[s->seat][1 - traveller];
            if (!(others >> to & 1U)) {
                if (pc_may_holiday(d, &next.state, traveller))
                    reach->holiday[to] = true;
                keep_way(reach, to, &next.way);
            }
            stack[depth++] = next;
        }
    }
}

/* The targets of a move as a list. */
static void put_targets(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                        struct vl_json *json)
{
    struct vl_text text = {0};
    pc_targets(deck, view, move, &text);
    vl_facts_words(json, "targets", vl_text_string(&text));
    vl_text_free(&text);
}

/* One way; what sets it apart is said where there are others. */
static void put_way(const struct vl_deck *deck, const struct vl_view *view, uint32_t traveller,
                    const struct way *way, bool others, struct vl_json *json)
{
    const struct pc_state *s = pc_seen(view);
    struct vl_text text = {0};
    bool collects = s->open[s->seat] >> traveller & 1U;
    bool draws =
        collects && (s->deck & vl_first(PC_CARDS_EACH)
                                   << (PC_CARDS_EACH * pc_column(s->at[s->seat][traveller])));
    pc_label_way(deck, s, traveller, way->cells, way->steps, way->cost, &text);
    vl_json_object(json);
    vl_json_put_int(json, "cost", way->cost);
    vl_json_put_string(json, "label", vl_text_string(&text));
    if (others) {
        vl_text_clear(&text);
        pc_label_stops(deck, s, way->cells, way->steps, way->cost, &text);
        vl_json_put_string(json, "short", vl_text_string(&text));
    }
    vl_json_put_int(json, "until_chance", draws ? 1 : way->steps);
    vl_json_open_array(json, "moves");
    for (uint32_t n = 0; n < way->steps; n++) {
        vl_text_clear(&text);
        pc_format_move(deck, view, VL_MOVE(PC_TRAVEL, traveller << 5 | way->cells[n]), &text);
        vl_json_string(json, vl_text_string(&text));
    }
    vl_json_end_array(json);
    vl_json_end_object(json);
    vl_text_free(&text);
}

/* Ways are for the seat on turn, in its own view; all other views get an empty list. */
static void put_ways(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    const struct pc_state *s = pc_seen(view);
    struct reach reach;
    vl_json_open_array(json, "ways");
    for (uint32_t t = 0; t < PC_TEAM; t++) {
        if (s->phase != PC_PHASE_TURN || view->seat != s->seat || s->at[s->seat][t] == PC_NOWHERE)
            continue;
        find_ways(deck->data, s, t, &reach);
        for (uint32_t cell = 0; cell < PC_CELLS; cell++) {
            if (!reach.count[cell])
                continue;
            vl_json_object(json);
            vl_json_put_int(json, "traveller", t);
            vl_json_put_int(json, "cell", cell);
            vl_json_put_int(json, "cost", reach.ways[cell][0].cost);
            vl_json_put_int(json, "left", s->coins - reach.ways[cell][0].cost);
            vl_json_put_bool(json, "holiday", reach.holiday[cell]);
            put_targets(deck, view, VL_MOVE(PC_TRAVEL, t << 5 | cell), json);
            vl_json_open_array(json, "ways");
            for (uint32_t n = 0; n < reach.count[cell]; n++)
                put_way(deck, view, t, &reach.ways[cell][n], reach.count[cell] > 1, json);
            vl_json_end_array(json);
            vl_json_end_object(json);
        }
    }
    vl_json_end_array(json);
}

static void put_notes(const struct pc_state *s, struct vl_json *json)
{
    vl_json_open_array(json, "seats");
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        uint32_t cards = vl_count(s->held[seat]), tours = vl_count(s->tours[seat]);
        vl_json_object(json);
        vl_facts_say(json, "note", "%u postcard%s, %u tour%s", cards, cards == 1 ? "" : "s", tours,
                     tours == 1 ? "" : "s");
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
}

/* ---- All of it ---- */

static const char *prompt_clause(const struct pc_state *s)
{
    if (s->phase == PC_PHASE_TURN)
        return s->at[s->seat][0] == PC_NOWHERE ? "PC-2.1" : "PC-2.3";
    return s->phase == PC_PHASE_OVER      ? "PC-6.4"
           : s->phase == PC_PHASE_TOURIST ? "PC-7.3"
                                          : "PC-1.6";
}

/* The seventeenth tour cannot be replaced (PC-6.2). A column with a gap already counts towards the
 * two that end the game (PC-6.1). */
static void put_ending(const struct pc_state *s, struct vl_json *json)
{
    uint32_t taken = 0, columns = 0;
    for (uint32_t seat = 0; seat < s->seats; seat++)
        taken += vl_count(s->tours[seat]);
    for (uint32_t cell = 0; cell < PC_CELLS; cell++)
        if (s->gaps >> cell & 1U)
            columns |= 1U << pc_column(cell);
    if (s->phase == PC_PHASE_OVER)
        vl_json_put_string(json, "ending", "The game is over");
    else if (s->ending)
        vl_json_put_string(json, "ending", "This is the last round");
    else
        vl_facts_say(json, "ending", "The end comes with %u more tour%s, or with gaps in %s",
                     TOURS_TO_END - taken, TOURS_TO_END - taken == 1 ? "" : "s",
                     columns ? "one more continent" : "two continents");
    vl_json_put_int(json, "tours_to_end", s->ending ? 0 : (int)(TOURS_TO_END - taken));
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
            vl_text_addf(out, "Travel or take a holiday, %s left", pc_coins(s->coins));
        if (choices & vl_first(PC_CELLS))
            vl_text_add(out, spend ? ", place a traveller" : "Place a traveller");
        if (s->may_take)
            vl_text_add(out, out->length ? ", take a tour" : "Take a tour");
        if (vl_has(choices, PC_BIT_END))
            vl_text_add(out, out->length ? ", or end the turn" : "End the turn");
    }
}

void pc_annotate(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    const struct pc_state *s = pc_seen(view);
    struct vl_score score;
    struct pc_supply supplies[VL_MAX_SEATS];
    uint32_t looking = view->seat >= 0 && view->seat < s->seats ? (uint32_t)view->seat : s->seat;
    for (uint32_t seat = 0; seat < s->seats; seat++)
        pc_supply_of(deck->data, s, seat, &supplies[seat]);
    pc_score(deck->data, s, &score);
    vl_facts_begin(deck, view, prompt_clause(s), json);
    vl_facts_numbers(json, "points", score.points, 1, s->seats);
    put_ending(s, json);
    vl_json_put_int(json, "for", looking);
    put_tours(deck, s, looking, supplies, json);
    put_cells(deck, s, &supplies[looking], json);
    put_collections(s, supplies, json);
    put_ways(deck, view, json);
    put_notes(s, json);
    vl_json_end_object(json);
}
