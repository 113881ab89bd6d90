/*
 * Postcards: notation and targets.
 *
 * Cells are named by the card that lies there ("travel lisbon"); the coordinates a1 .. e4, column
 * and row, are read as well and serve where there is no card. With two seats the traveller is
 * named by its number ("travel 2 lisbon").
 */
#include <stdio.h>

#include "core/notation.h"
#include "games/postcards/postcards.h"

static void add_cell(const struct vl_deck *deck, const struct pc_state *s, uint32_t cell,
                     struct vl_text *out)
{
    if (cell < PC_CELLS && s->tableau[cell] < PC_CARDS)
        vl_text_add(out, pc_card_key(deck, s->tableau[cell]));
    else
        vl_text_add(out, pc_cell_name(deck, s, cell).text);
}

/* The first word of a move, by its kind. */
static const char *const verbs[] = {
    [PC_PLACE] = "place",       [PC_TRAVEL] = "travel", [PC_HOLIDAY] = "holiday",
    [PC_TOUR] = "tour",         [PC_END] = "end",       [PC_TOURIST] = "tourist",
    [PC_SUITCASE] = "suitcase", [PC_FIRST] = "start",   [PC_DEAL] = "deal",
    [PC_REVEAL] = "reveal",
};

void pc_format_move(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                    struct vl_text *out)
{
    const struct pc_state *s = pc_seen(view);
    uint32_t arg = VL_MOVE_ARG(move), kind = VL_MOVE_KIND(move);
    vl_text_add(out, kind && kind <= PC_REVEAL ? verbs[kind] : "end");
    if (kind <= PC_HOLIDAY && s->seats == 2)
        vl_text_addf(out, " %u", (kind == PC_HOLIDAY ? arg : arg >> 5) + 1);
    if (kind == PC_PLACE || kind == PC_TRAVEL || kind == PC_TOURIST) {
        vl_text_char(out, ' ');
        add_cell(deck, s, kind == PC_TOURIST ? arg : arg & 31U, out);
    } else if (kind == PC_TOUR) {
        vl_text_addf(out, " %s", arg < PC_LINE ? pc_tour_key(deck, s->line[arg]) : "?");
    } else if (kind == PC_SUITCASE) {
        vl_text_addf(out, " %s", pc_suitcase_key(deck, arg));
    } else if (kind == PC_FIRST) {
        vl_text_addf(out, " %u", arg);
    } else if (kind == PC_DEAL) {
        vl_text_addf(out, " %s", pc_card_key(deck, arg));
    } else if (kind == PC_REVEAL) {
        vl_text_addf(out, " %s", pc_tour_key(deck, arg));
    }
}

/* A cell by the key of its card or by its coordinates. */
static bool parse_cell(const struct vl_deck *deck, const struct pc_state *s, const char *text,
                       uint32_t *cell, struct vl_error *err)
{
    if (text[0] >= 'a' && text[0] < 'a' + PC_CONTINENTS && text[1] >= '1' &&
        text[1] < '1' + PC_ROWS && text[2] == '\0') {
        *cell = (uint32_t)(text[1] - '1') * PC_CONTINENTS + (uint32_t)(text[0] - 'a');
        return true;
    }
    int card = vl_deck_find(deck, PC_TABLE_POSTCARDS, 0, text);
    if (card < 0)
        return vl_bad_move(
            err, "there is no place \"%.40s\"; name a card of the tableau or a1 to e4", text);
    for (*cell = 0; *cell < PC_CELLS; ++*cell)
        if (s->tableau[*cell] == card)
            return true;
    return vl_bad_move(err, "%s is not on the tableau now", pc_card_name(deck, (uint32_t)card));
}

/* The number of the traveller may be left out: with one traveller there is none, and in a team the
 * first is meant. */
static bool parse_traveller_move(const struct vl_deck *deck, const struct pc_state *s,
                                 uint32_t kind, const char *text, vl_move *move,
                                 struct vl_error *err)
{
    uint32_t traveller = 0, cell;
    if ((text[0] == '1' || text[0] == '2') && (text[1] == ' ' || text[1] == '\0')) {
        traveller = (uint32_t)(text[0] - '1');
        text += text[1] ? 2 : 1;
    }
    if (kind != PC_HOLIDAY)
        return parse_cell(deck, s, text, &cell, err) &&
               vl_found_move(move, VL_MOVE(kind, traveller << 5 | cell));
    if (*text)
        return vl_bad_move(err, "expected holiday, or holiday 1 or 2 in a team, found \"%.40s\"",
                           text);
    return vl_found_move(move, VL_MOVE(kind, traveller));
}

/* A tour of the line by its key or by its place, 1 to 4. */
static bool parse_tour(const struct vl_deck *deck, const struct pc_state *s, const char *text,
                       vl_move *move, struct vl_error *err)
{
    int tour = vl_deck_find(deck, PC_TABLE_TOURS, 0, text);
    for (uint32_t place = 0; place < PC_LINE; place++) {
        bool by_number = text[0] == (char)('1' + place) && text[1] == '\0';
        if (by_number || (tour >= 0 && s->line[place] == tour))
            return vl_found_move(move, VL_MOVE(PC_TOUR, place));
    }
    if (tour < 0)
        return vl_bad_move(err, "there is no tour \"%.40s\"; name one of the line or its number",
                           text);
    return vl_bad_move(err, "%s is not in the line now", pc_tour_name(deck, (uint32_t)tour));
}

static bool parse_chance(const struct vl_deck *deck, uint32_t kind, const char *text, vl_move *move,
                         struct vl_error *err)
{
    static const struct {
        const char *what;
        uint32_t table;
    } drawn[] = {
        [PC_SUITCASE] = {"suitcase", PC_TABLE_TRAVELLERS},
        [PC_FIRST] = {"seat", 0},
        [PC_DEAL] = {"postcard", PC_TABLE_POSTCARDS},
        [PC_REVEAL] = {"tour", PC_TABLE_TOURS},
    };
    uint32_t seat;
    if (kind == PC_FIRST && vl_digit(text, 0, VL_MAX_SEATS - 1, &seat) && !text[1])
        return vl_found_move(move, VL_MOVE(kind, seat));
    int row = kind == PC_FIRST ? -1 : vl_deck_find(deck, drawn[kind].table, 0, text);
    if (row < 0)
        return vl_bad_move(err, "there is no %s \"%.40s\"", drawn[kind].what, text);
    return vl_found_move(move, VL_MOVE(kind, row));
}

bool pc_parse_move(const struct vl_deck *deck, const struct vl_view *view, const char *text,
                   vl_move *move, struct vl_error *err)
{
    const struct pc_state *s = pc_seen(view);
    size_t length = strcspn(text, " ");
    const char *rest = text + length + (text[length] == ' ');
    uint32_t kind = 0, cell;
    for (uint32_t i = PC_PLACE; i <= PC_REVEAL; i++)
        if (vl_is_word(verbs[i], text, length))
            kind = i;
    switch (kind) {
    case 0:
        return vl_bad_move(
            err,
            "expected place CARD, travel CARD, holiday, tour NAME, tourist CARD or end, "
            "found \"%.40s\"",
            text);
    case PC_PLACE:
    case PC_TRAVEL:
    case PC_HOLIDAY:
        return parse_traveller_move(deck, s, kind, rest, move, err);
    case PC_TOUR:
        return parse_tour(deck, s, rest, move, err);
    case PC_END:
        if (text[length])
            return vl_bad_move(err, "nothing follows the word end");
        return vl_found_move(move, VL_MOVE(PC_END, 0));
    case PC_TOURIST:
        return parse_cell(deck, s, rest, &cell, err) &&
               vl_found_move(move, VL_MOVE(PC_TOURIST, cell));
    default:
        return parse_chance(deck, kind, rest, move, err);
    }
}

struct pc_name pc_cell_id(uint32_t cell)
{
    struct pc_name id;
    snprintf(id.text, sizeof id.text, "cell.%c%u", (char)('a' + pc_column(cell) % PC_CONTINENTS),
             (cell / PC_CONTINENTS + 1) % 10);
    return id;
}

void pc_targets(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                struct vl_text *out)
{
    const struct pc_state *s = pc_seen(view);
    uint32_t arg = VL_MOVE_ARG(move), kind = VL_MOVE_KIND(move);
    if (kind == PC_PLACE || kind == PC_TRAVEL)
        vl_text_add(out, pc_cell_id(arg & 31U).text);
    else if (kind == PC_HOLIDAY)
        vl_text_add(out, pc_cell_id(s->at[s->seat][arg & 1U]).text);
    else if (kind == PC_TOURIST || kind == PC_DEAL)
        vl_text_add(out, pc_cell_id(kind == PC_TOURIST ? arg : s->waiting).text);
    else if (kind == PC_TOUR || kind == PC_REVEAL)
        vl_text_addf(out, "tour.%u", kind == PC_TOUR ? arg + 1 : s->waiting + 1U);
    else if (kind == PC_END)
        vl_text_add(out, "end");
    else
        vl_text_addf(out, "seat.%u", kind == PC_FIRST ? arg : s->seat);
    if (s->seats == 2 && (kind == PC_PLACE || kind == PC_TRAVEL))
        vl_text_addf(out, " traveller.%u", (arg >> 5) + 1);
}
