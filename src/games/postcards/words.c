/* Postcards: the words of icons, colours and asks, and names from the deck. */
#include <stdio.h>

#include "core/notation.h"
#include "games/postcards/postcards.h"

enum { COLUMN_KEY = 0, COLUMN_NAME = 1, CARD_ASKS = 5, TOUR_ASKS = 3 };

const char *const pc_icon_words[PC_ICONS + 1] = {"sun", "mountain", "city", "food",
                                                 "art", "wildlife", NULL};
const char *const pc_colour_words[PC_CONTINENTS + 1] = {"red",   "purple", "yellow",
                                                        "green", "blue",   NULL};
const char *const pc_continent_words[PC_CONTINENTS + 1] = {"americas", "europe",  "africa",
                                                           "asia",     "oceania", NULL};
const char *const pc_direction_words[PC_DIRECTIONS] = {"north", "west", "east", "south"};

/* The six icons, each behind a colour and a hyphen or behind nothing. */
#define ICONS(of) of "sun", of "mountain", of "city", of "food", of "art", of "wildlife"

const char *const pc_ask_words[] = {
    "red",         "purple",         "yellow",         "green",         "blue",         ICONS(""),
    ICONS("red-"), ICONS("purple-"), ICONS("yellow-"), ICONS("green-"), ICONS("blue-"), NULL};

const char *pc_card_key(const struct vl_deck *deck, uint32_t card)
{
    return card < PC_CARDS ? vl_deck_text(deck, PC_TABLE_POSTCARDS, card, COLUMN_KEY) : "?";
}

const char *pc_card_name(const struct vl_deck *deck, uint32_t card)
{
    return card < PC_CARDS ? vl_deck_text(deck, PC_TABLE_POSTCARDS, card, COLUMN_NAME) : "a gap";
}

const char *pc_tour_key(const struct vl_deck *deck, uint32_t tour)
{
    return tour < PC_TOURS ? vl_deck_text(deck, PC_TABLE_TOURS, tour, COLUMN_KEY) : "?";
}

const char *pc_tour_name(const struct vl_deck *deck, uint32_t tour)
{
    return tour < PC_TOURS ? vl_deck_text(deck, PC_TABLE_TOURS, tour, COLUMN_NAME) : "no tour";
}

const char *pc_suitcase_key(const struct vl_deck *deck, uint32_t suitcase)
{
    return suitcase < PC_SUITCASES ? vl_deck_text(deck, PC_TABLE_TRAVELLERS, suitcase, COLUMN_KEY)
                                   : "?";
}

const char *pc_suitcase_name(const struct vl_deck *deck, uint32_t suitcase)
{
    return suitcase < PC_SUITCASES ? vl_deck_text(deck, PC_TABLE_TRAVELLERS, suitcase, COLUMN_NAME)
                                   : "no suitcase";
}

struct pc_name pc_cell_name(const struct vl_deck *deck, const struct pc_state *s, uint32_t cell)
{
    struct pc_name name = {"nowhere"};
    if (cell < PC_CELLS && s->tableau[cell] < PC_CARDS)
        snprintf(name.text, sizeof name.text, "%s", pc_card_name(deck, s->tableau[cell]));
    else if (cell < PC_CELLS)
        snprintf(name.text, sizeof name.text, "%c%u", (char)('a' + pc_column(cell)),
                 cell / PC_CONTINENTS + 1);
    return name;
}

/* The word in a list, or PC_NONE; the text is not terminated there. */
static uint8_t find_word(const char *const *words, const char *text, size_t length)
{
    int found = vl_find_word(words, text, length);
    return found < 0 ? PC_NONE : (uint8_t)found;
}

/* A hyphen means both a colour and an icon; a single word is one of the two. */
bool pc_read_ask(const char *word, size_t length, struct pc_ask *ask)
{
    const char *hyphen = memchr(word, '-', length);
    if (!hyphen) {
        ask->colour = find_word(pc_colour_words, word, length);
        ask->icon = find_word(pc_icon_words, word, length);
        return ask->colour != PC_NONE || ask->icon != PC_NONE;
    }
    size_t first = (size_t)(hyphen - word);
    ask->colour = find_word(pc_colour_words, word, first);
    ask->icon = find_word(pc_icon_words, hyphen + 1, length - first - 1);
    return ask->colour != PC_NONE && ask->icon != PC_NONE;
}

void pc_ask_text(struct pc_ask ask, struct vl_text *out)
{
    if (ask.colour != PC_NONE)
        vl_text_add(out, pc_colour_words[ask.colour]);
    if (ask.colour != PC_NONE && ask.icon != PC_NONE)
        vl_text_char(out, ' ');
    if (ask.icon != PC_NONE)
        vl_text_add(out, pc_icon_words[ask.icon]);
}

uint32_t pc_list_asks(const struct vl_deck *deck, uint32_t table, uint32_t row,
                      struct pc_ask asks[PC_MOST_ASKS])
{
    uint32_t column = table == PC_TABLE_TOURS ? TOUR_ASKS : CARD_ASKS, count = 0;
    const char *text = vl_deck_text(deck, table, row, column);
    while (*text && count < PC_MOST_ASKS) {
        size_t length = strcspn(text, " ");
        if (pc_read_ask(text, length, &asks[count]))
            count++;
        text += length;
        text += strspn(text, " ");
    }
    return count;
}

/* The three kinds of asks apart, as the assignment needs them (rules_icons.c). */
void pc_add_ask(struct pc_asks *asks, struct pc_ask ask)
{
    asks->total++;
    if (ask.colour == PC_NONE) {
        asks->icon += UINT64_C(1) << (8 * ask.icon);
    } else if (ask.icon == PC_NONE) {
        asks->colour[ask.colour]++;
        asks->colours |= (uint8_t)(1U << ask.colour);
    } else {
        asks->coloured[asks->coloured_count++] = (uint8_t)(ask.colour * PC_ICONS + ask.icon);
    }
}

/* Sets of asks that can be met together are independent sets of a matroid, so taking each ask
 * that still fits gives as many as there can be. */
uint32_t pc_met_asks(const struct pc_ask *asks, uint32_t count, const struct pc_supply *supply)
{
    struct pc_asks met = {0};
    uint32_t mask = 0;
    for (uint32_t n = 0; n < count; n++) {
        struct pc_asks more = met;
        pc_add_ask(&more, asks[n]);
        if (pc_lacking(&more, supply) == 0) {
            met = more;
            mask |= 1U << n;
        }
    }
    return mask;
}

const char *pc_coins(uint32_t coins)
{
    static const char *const texts[] = {"no coins", "1 coin", "2 coins", "3 coins", "4 coins"};
    return texts[coins <= PC_COINS ? coins : 0];
}
