/*
 * Postcards: notation and targets.
 *
 * Cells are named by the card that lies there ("travel lisbon"); the coordinates a1 .. e4, column
 * and row, are read as well and serve where there is no card. With two seats the traveller is
 * named by its number ("travel 2 lisbon").
 */
#include <stdio.h>
#include <string.h>

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
        return vl_fail(err, VL_BAD_INPUT, NULL,
                       "there is no place \"%.40s\"; name a card of the tableau or a1 to e4", text);
    for (*cell = 0; *cell < PC_CELLS; ++*cell)
        if (s->tableau[*cell] == card)
            return true;
    return vl_fail(err, VL_BAD_INPUT, NULL, "%s is not on the tableau now",
                   pc_card_name(deck, (uint32_t)card));
}

/* The number of the traveller may be left out: with one traveller there is none, and in a team the
 * first is meant. */
static bool parse_traveller_move(const struct vl_deck *deck, const struct pc_state *s,
                                 uint32_t kind, const char *text, vl_move *move,
                                 struct vl_error *err)
{
    uint32_t traveller = 0, cell = 0;
    if ((text[0] == '1' || text[0] == '2') && (text[1] == ' ' || text[1] == '\0')) {
        traveller = (uint32_t)(text[0] - '1');
        text += text[1] ? 2 : 1;
    }
    if (kind == PC_HOLIDAY) {
        if (*text)
            return vl_fail(err, VL_BAD_INPUT, NULL,
                           "expected holiday, or holiday 1 or 2 in a team, found \"%.40s\"", text);
        *move = VL_MOVE(kind, traveller);
        return true;
    }
    if (!parse_cell(deck, s, text, &cell, err))
        return false;
    *move = VL_MOVE(kind, traveller << 5 | cell);
    return true;
}

/* A tour of the line by its key or by its place, 1 to 4. */
static bool parse_tour(const struct vl_deck *deck, const struct pc_state *s, const char *text,
                       vl_move *move, struct vl_error *err)
{
    int tour = vl_deck_find(deck, PC_TABLE_TOURS, 0, text);
    for (uint32_t place = 0; place < PC_LINE; place++) {
        bool by_number = text[0] == (char)('1' + place) && text[1] == '\0';
        if (by_number || (tour >= 0 && s->line[place] == tour)) {
            *move = VL_MOVE(PC_TOUR, place);
            return true;
        }
    }
    if (tour < 0)
        return vl_fail(err, VL_BAD_INPUT, NULL,
                       "there is no tour \"%.40s\"; name one of the line or its number", text);
    return vl_fail(err, VL_BAD_INPUT, NULL, "%s is not in the line now",
                   pc_tour_name(deck, (uint32_t)tour));
}

static bool parse_chance(const struct vl_deck *deck, uint32_t kind, const char *text, vl_move *move,
                         struct vl_error *err)
{
    int row = -1;
    if (kind == PC_FIRST)
        row = text[0] >= '0' && text[0] < '0' + VL_MAX_SEATS && !text[1] ? text[0] - '0' : -1;
    else
        row = vl_deck_find(deck,
                           kind == PC_SUITCASE ? PC_TABLE_TRAVELLERS
                           : kind == PC_DEAL   ? PC_TABLE_POSTCARDS
                                               : PC_TABLE_TOURS,
                           0, text);
    if (row < 0)
        return vl_fail(err, VL_BAD_INPUT, NULL, "there is no %s \"%.40s\"",
                       kind == PC_FIRST      ? "seat"
                       : kind == PC_SUITCASE ? "suitcase"
                       : kind == PC_DEAL     ? "postcard"
                                             : "tour",
                       text);
    *move = VL_MOVE(kind, row);
    return true;
}

bool pc_parse_move(const struct vl_deck *deck, const struct vl_view *view, const char *text,
                   vl_move *move, struct vl_error *err)
{
    const struct pc_state *s = pc_seen(view);
    size_t length = strcspn(text, " ");
    const char *rest = text + length + (text[length] == ' ');
    uint32_t kind = 0;
    for (uint32_t i = PC_PLACE; i <= PC_REVEAL; i++)
        if (strlen(verbs[i]) == length && memcmp(verbs[i], text, length) == 0)
            kind = i;
    switch (kind) {
    case 0:
        return vl_fail(err, VL_BAD_INPUT, NULL,
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
            return vl_fail(err, VL_BAD_INPUT, NULL, "nothing follows the word end");
        *move = VL_MOVE(PC_END, 0);
        return true;
    case PC_TOURIST: {
        uint32_t cell = 0;
        if (!parse_cell(deck, s, rest, &cell, err))
            return false;
        *move = VL_MOVE(PC_TOURIST, cell);
        return true;
    }
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
