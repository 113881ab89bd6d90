/*
 * Postcards: travel a moving map, collect places, complete tours.
 *
 * The tableau has twenty cells, row by row: cell = 5 * row + column, and the column is the
 * continent. Cards are numbered by continent, twelve each, so a card knows its column. All choices
 * of a phase are one 64-bit mask (see PC_BIT_*), from which list, count and k-th move derive.
 *
 * Everything is public: a view equals the state, and the only unknown is what chance draws.
 */
#ifndef VALISE_GAMES_POSTCARDS_H
#define VALISE_GAMES_POSTCARDS_H

#include "core/bits.h"
#include "valise/game.h"

enum {
    PC_CONTINENTS = 5,
    PC_ROWS = 4,
    PC_CELLS = PC_CONTINENTS * PC_ROWS,
    PC_CARDS_EACH = 12,
    PC_CARDS = PC_CONTINENTS * PC_CARDS_EACH,
    PC_ICONS = 6,
    PC_TOURS = 20,
    PC_LINE = 4,
    PC_SUITCASES = 7,
    PC_TEAM = 2, /* travellers of a seat at most */
    PC_COINS = 4,
    PC_MOST_ASKS = 10, /* requirements of one tour or card */
    PC_IDLE_ROUNDS = 2,
    PC_DULL_ROUNDS = 10,
};

/* No cell, no card, no tour. A shift by NOWHERE stays clear of the cells of a 32-bit mask. */
enum { PC_NOWHERE = 31, PC_NONE = 255 };

/* Directions in the order of the cells they lead to. */
enum { PC_NORTH, PC_WEST, PC_EAST, PC_SOUTH, PC_DIRECTIONS };

/* Kinds of moves. */
enum {
    PC_PLACE = 1, /* traveller << 5 | cell */
    PC_TRAVEL,    /* traveller << 5 | cell it arrives at */
    PC_HOLIDAY,   /* traveller */
    PC_TOUR,      /* place in the line */
    PC_END,
    PC_TOURIST,  /* cell it steps to */
    PC_SUITCASE, /* chance: the suitcase drawn, with two seats the first of its pair */
    PC_FIRST,    /* chance: the starting seat */
    PC_DEAL,     /* chance: a postcard for the cell that waits */
    PC_REVEAL,   /* chance: a tour for the place that waits */
};

/* The bits of the mask of choices, in the order of the moves. */
enum {
    PC_BIT_PLACE = 0,         /* one for each cell */
    PC_BIT_TRAVEL = PC_CELLS, /* four directions for each traveller */
    PC_BIT_HOLIDAY = PC_BIT_TRAVEL + 2 * PC_TEAM * 2,
    PC_BIT_TOUR = PC_BIT_HOLIDAY + PC_TEAM,
    PC_BIT_END = PC_BIT_TOUR + PC_LINE,
    PC_BIT_TOURIST = PC_BIT_END + 1, /* four directions */
};

enum {
    PC_PHASE_SUITCASES,
    PC_PHASE_FIRST,
    PC_PHASE_DEAL,  /* the tableau is laid out, cell by cell */
    PC_PHASE_TOURS, /* the line is laid out */
    PC_PHASE_TURN,
    PC_PHASE_REFILL_CARD,
    PC_PHASE_REFILL_TOUR,
    PC_PHASE_TOURIST,
    PC_PHASE_OVER,
};

/* What happened in this round, for the stalemate (PC-6.5). */
enum { PC_DID_ANYTHING = 1, PC_DID_MATTER = 2 };

/* What a card or a tour asks for. Icons are counted in bytes of one word, icon 0 lowest. */
struct pc_asks {
    uint64_t icon;                 /* icons of any colour */
    uint8_t colour[PC_CONTINENTS]; /* icons of a colour */
    uint8_t colours;               /* the colours asked for, as a mask */
    uint8_t total;
    uint8_t coloured_count;
    uint8_t coloured[PC_MOST_ASKS]; /* coloured icons: colour * PC_ICONS + icon */
    uint8_t zero[6];
};

struct pc_deck {
    uint64_t mark;                   /* a hash of all that follows, never 0 */
    uint64_t icons[PC_CARDS];        /* counted in bytes, as in pc_asks */
    uint64_t suitcase[PC_SUITCASES]; /* the same */
    struct pc_asks asks[PC_CARDS];   /* cost 1: nothing */
    struct pc_asks tour[PC_TOURS];
    uint32_t tours_like[PC_TOURS]; /* the tours of the same value */
    uint32_t helps[PC_CARDS];      /* the tours of which a card's icons can meet an ask */
    uint8_t cost[PC_CARDS];
    uint8_t arrow[PC_CARDS][PC_DIRECTIONS];
    uint8_t within[PC_CARDS]
                  [PC_COINS + 1]; /* directions that a number of coins pays for, as a mask */
    uint8_t value[PC_TOURS];      /* ascending */
    uint8_t mate[PC_SUITCASES];   /* the other one of the pair, or PC_NONE */
};

struct pc_state {
    uint64_t deck;               /* the cards in the five decks */
    uint64_t held[VL_MAX_SEATS]; /* collected */
    uint32_t tour_deck;
    uint32_t tours[VL_MAX_SEATS]; /* taken */
    uint32_t gaps;                /* cells that cannot be refilled */
    uint8_t tableau[PC_CELLS];    /* the card, or PC_NONE */
    uint8_t line[PC_LINE];        /* the tour, or PC_NONE */
    uint8_t suitcase[VL_MAX_SEATS][PC_TEAM];
    uint8_t at[VL_MAX_SEATS][PC_TEAM]; /* the cell, or PC_NOWHERE */
    uint8_t open[VL_MAX_SEATS];        /* a bit for each traveller on holiday */
    uint8_t pool;                      /* suitcases not drawn */
    uint8_t seats;
    uint8_t phase;
    uint8_t first; /* the starting seat */
    uint8_t seat;  /* whose turn it is, or who draws a suitcase */
    uint8_t coins;
    uint8_t waiting;  /* the cell or the place in the line that chance fills */
    uint8_t tourist;  /* its cell, or PC_NOWHERE */
    uint8_t may_take; /* places of the line the acting seat meets and may take; follows from the
                         rest, kept because it changes less often than it is asked for */
    uint8_t toured;   /* a tour has been taken in this turn */
    uint8_t ending;   /* this is the last round */
    uint8_t did;      /* PC_DID_*, in this round */
    uint8_t idle;     /* full rounds of nothing but ending the turn */
    uint8_t dull;     /* full rounds without anything that matters */
    uint16_t round;   /* from 1 */
    uint8_t zero[7];
};

VL_STATIC_ASSERT(sizeof(struct pc_state) == 136, "no padding");

/* The icons a seat can use: those of its cards by colour, and those without a colour. */
struct pc_supply {
    uint64_t row[PC_CONTINENTS];
    uint64_t suitcases;
};

VL_RULE static inline uint32_t pc_continent(uint32_t card)
{
    return card / PC_CARDS_EACH;
}

VL_RULE static inline uint32_t pc_column(uint32_t cell)
{
    return cell % PC_CONTINENTS;
}

/* ---- Icons (rules_icons.c) ---- */

void pc_supply_of(const struct pc_deck *d, const struct pc_state *s, uint32_t seat,
                  struct pc_supply *supply);
/* How many asks stay open with the best assignment; 0: they are met (PC-5.6). */
uint32_t pc_lacking(const struct pc_asks *asks, const struct pc_supply *supply);
/* Whether none does: the same, and sooner. */
bool pc_meets(const struct pc_asks *asks, const struct pc_supply *supply);
/* The places of the line whose tour this seat meets. */
uint32_t pc_met_tours(const struct pc_deck *d, const struct pc_state *s, uint32_t seat);

/* Fills what follows from the arrows, and the mark. */
void pc_index_arrows(struct pc_deck *d);

/* ---- Ways (rules_travel.c) ---- */

/* The next card in a direction, over gaps (PC-4.7), or PC_NOWHERE. */
VL_RULE static inline uint32_t pc_next(uint32_t gaps, uint32_t cell, uint32_t direction)
{
    static const uint8_t beside[PC_CELLS][PC_DIRECTIONS] = {
        {31, 31, 1, 5},   {31, 0, 2, 6},    {31, 1, 3, 7},    {31, 2, 4, 8},    {31, 3, 31, 9},
        {0, 31, 6, 10},   {1, 5, 7, 11},    {2, 6, 8, 12},    {3, 7, 9, 13},    {4, 8, 31, 14},
        {5, 31, 11, 15},  {6, 10, 12, 16},  {7, 11, 13, 17},  {8, 12, 14, 18},  {9, 13, 31, 19},
        {10, 31, 16, 31}, {11, 15, 17, 31}, {12, 16, 18, 31}, {13, 17, 19, 31}, {14, 18, 31, 31},
    };
    do
        cell = beside[cell][direction];
    while (VL_UNLIKELY(gaps >> cell & 1U)); /* there is no gap nowhere */
    return cell;
}
/* The direction of a cell in the same row or column, or PC_DIRECTIONS. */
uint32_t pc_direction(uint32_t from, uint32_t to);
/* Every cell on which a traveller or the tourist stands. */
uint32_t pc_occupied(const struct pc_state *s);
/* The same without the travellers of one seat. */
uint32_t pc_strangers(const struct pc_state *s, uint32_t seat);
/* Whether every traveller of the acting seat stands on a card of its own. */
bool pc_settled(const struct pc_state *s);
/* The same where the cells of all others are known. */
bool pc_apart(const struct pc_state *s, uint32_t strangers);
/* Whether the coins can still settle the acting seat (PC-4.5). */
bool pc_can_settle(const struct pc_deck *d, const struct pc_state *s);
/* Directions in which a traveller of the acting seat may leave. */
uint32_t pc_travel_mask(const struct pc_deck *d, const struct pc_state *s, uint32_t traveller);
bool pc_may_holiday(const struct pc_deck *d, const struct pc_state *s, uint32_t traveller);
/* Both for both travellers, where the cells of all others are known: the bits of pc_choices from
 * PC_BIT_TRAVEL to PC_BIT_HOLIDAY + 1. */
uint32_t pc_ways(const struct pc_deck *d, const struct pc_state *s, uint32_t strangers);
/* The traveller of the acting seat that may be placed now, or PC_TEAM. */
uint32_t pc_placing(const struct pc_state *s);
/* What the card costs that a traveller starts on (PC-2.1, PC-2.2). */
uint32_t pc_start_cost(const struct pc_deck *d, const struct pc_state *s);
uint32_t pc_place_mask(const struct pc_deck *d, const struct pc_state *s);
/* Directions of a free neighbour of the tourist. */
uint32_t pc_tourist_mask(const struct pc_state *s);
/* All choices of the acting seat, as PC_BIT_*. */
uint64_t pc_choices(const struct pc_deck *d, const struct pc_state *s);
/* The cards or tours or suitcases or seats that chance may draw now. */
uint64_t pc_outcomes(const struct pc_deck *d, const struct pc_state *s);
/* A travel of the acting seat, all but may_take; true: a card was collected. */
bool pc_step(const struct pc_deck *d, struct pc_state *s, uint32_t traveller, uint32_t direction);
/* A holiday of the acting seat. */
void pc_open_suitcase(const struct pc_deck *d, struct pc_state *s, uint32_t traveller);
/* Recomputes what follows from the rest: gaps and may_take. For a state read from outside. */
void pc_derive(const struct pc_deck *d, struct pc_state *s);

/* ---- Words (words.c): names from the deck, for text, JSON and the table in lines ---- */

enum { PC_TABLE_POSTCARDS, PC_TABLE_TOURS, PC_TABLE_TRAVELLERS };

/* One ask: a colour, an icon, or both; PC_NONE for what it leaves open. */
struct pc_ask {
    uint8_t colour, icon;
};

extern const char *const pc_icon_words[PC_ICONS + 1];
extern const char *const pc_colour_words[PC_CONTINENTS + 1];
extern const char *const pc_continent_words[PC_CONTINENTS + 1];
extern const char *const pc_ask_words[];
extern const char *const pc_direction_words[PC_DIRECTIONS];

const char *pc_card_key(const struct vl_deck *deck, uint32_t card);
const char *pc_card_name(const struct vl_deck *deck, uint32_t card);
const char *pc_tour_key(const struct vl_deck *deck, uint32_t tour);
const char *pc_tour_name(const struct vl_deck *deck, uint32_t tour);
const char *pc_suitcase_key(const struct vl_deck *deck, uint32_t suitcase);
const char *pc_suitcase_name(const struct vl_deck *deck, uint32_t suitcase);
/* A name by value, for sentences: 24 characters of a card take 96 bytes at most. */
struct pc_name {
    char text[100];
};
/* "Banff", or "c2" for a gap. */
struct pc_name pc_cell_name(const struct vl_deck *deck, const struct pc_state *s, uint32_t cell);
/* "no coins", "1 coin" .. "4 coins". */
const char *pc_coins(uint32_t coins);
/* Reads one word of an ask list: "blue", "sun", "blue-sun". */
bool pc_read_ask(const char *word, size_t length, struct pc_ask *ask);
/* "a blue", "a sun", "a blue sun". */
void pc_ask_text(struct pc_ask ask, struct vl_text *out);
/* The asks of a card or a tour, one by one, in the order of the deck's table; returns how many. */
uint32_t pc_list_asks(const struct vl_deck *deck, uint32_t table, uint32_t row,
                      struct pc_ask asks[PC_MOST_ASKS]);
void pc_add_ask(struct pc_asks *asks, struct pc_ask ask);
/* Which of the asks are met, as many as can be together, the earlier ones first: a mask. */
uint32_t pc_met_asks(const struct pc_ask *asks, uint32_t count, const struct pc_supply *supply);

/* "cell.c2": the id of a cell for front ends. */
struct pc_name pc_cell_id(uint32_t cell);
/* The stops of a way: "by Prague and Florence, 2 coins". */
void pc_label_stops(const struct vl_deck *deck, const struct pc_state *s, const uint8_t *cells,
                    uint32_t steps, uint32_t cost, struct vl_text *out);
/* What a way will do: "Travel to Rome by Prague, 2 coins". */
void pc_label_way(const struct vl_deck *deck, const struct pc_state *s, uint32_t traveller,
                  const uint8_t *cells, uint32_t steps, uint32_t cost, struct vl_text *out);

/* ---- The contract ---- */

VL_GAME_PROTOTYPES(pc);

#endif
