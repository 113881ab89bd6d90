/*
 * A table of Atlas for tests: set a position, play moves by their text, look at the state. Every
 * move that is played must be legal, and every state must pass the game's own check.
 */
#ifndef TESTS_ATLAS_TABLE_H
#define TESTS_ATLAS_TABLE_H

#include "games/atlas/names.h"
#include "rulebook.h"

RULEBOOK(at_game, struct at_state);
static const struct at_deck *d;
static struct vl_rng rng;

static inline int open_table(void **unused)
{
    if (open_deck(unused) != 0)
        return -1;
    d = deck->data;
    return 0;
}

static inline uint8_t country(const char *key)
{
    return (uint8_t)row_of(AT_T_COUNTRIES, key);
}

static inline uint8_t card(const char *key)
{
    return (uint8_t)row_of(AT_T_DESTINATIONS, key);
}

static inline uint32_t public_goal(const char *key)
{
    return row_of(AT_T_PUBLIC, key);
}

static inline uint32_t goal(const char *key)
{
    int row = vl_deck_find(deck, AT_T_GEOGRAPHY, AT_ID, key);
    return row >= 0 ? (uint32_t)row : AT_GEOGRAPHY + row_of(AT_T_VEXILLOLOGY, key);
}

static inline void start_game(uint8_t seats, const char *options)
{
    vl_rng_seed(&rng, 7, 0, 0);
    start_position(seats, options);
}

/* Draws by chance until a seat is to act. */
static inline void run(void)
{
    while (at_to_act(&s) == VL_CHANCE) {
        at_apply(d, &s, at_sample_chance(d, &s, &rng));
        begin();
    }
}

static inline void go(const char *text)
{
    play(text);
    run();
}

/* Any legal move of the seats until one of them has its turn to begin. */
static inline void to_turn(void)
{
    for (;;) {
        vl_move moves[VL_MAX_MOVES];
        run();
        if (s.over || at_current(&s).kind == AT_ASK_TURN)
            return;
        assert_true(at_legal_moves(d, &s, moves) > 0);
        at_apply(d, &s, moves[0]);
        begin();
    }
}

/* Plays on at random until the task on top is of this kind. */
static inline void until(uint32_t kind)
{
    while (at_current(&s).kind != kind) {
        vl_move moves[VL_MAX_MOVES];
        uint32_t count = at_legal_moves(d, &s, moves);
        assert_true(count > 0);
        vl_move move = at_to_act(&s) == VL_CHANCE ? at_sample_chance(d, &s, &rng)
                                                  : moves[vl_rng_below(&rng, count)];
        at_apply(d, &s, move);
        begin();
    }
}

/* Answers what is asked with the first legal move until the turn goes on or is over. */
static inline void settle(void)
{
    to_turn();
}

static inline uint32_t count_kind(uint32_t kind)
{
    vl_move moves[VL_MAX_MOVES];
    uint32_t count = at_legal_moves(d, &s, moves), found = 0;
    for (uint32_t i = 0; i < count; i++)
        found += VL_MOVE_KIND(moves[i]) == kind;
    return found;
}

/* ---- Setting a position: cards and backpackers are moved by hand ---- */

/* Takes a destination card from wherever it lies; a row slot it leaves gets one of the pile. */
static inline void take_away(uint32_t number)
{
    vl_drop_from(s.pile, number);
    vl_drop_from(s.discard, number);
    vl_drop_from(s.shown, number);
    for (uint32_t seat = 0; seat < s.seats; seat++)
        vl_drop_from(s.seat[seat].hand, number);
    for (uint32_t i = 0; i < AT_ROW; i++) {
        if (s.row[i] != number)
            continue;
        uint32_t other = vl_nth_in(s.pile, AT_CARD_WORDS, 0);
        vl_drop_from(s.pile, other);
        vl_add_to(s.shown, other);
        s.row[i] = (uint8_t)other;
    }
}

static inline void give(uint32_t seat, const char *key)
{
    take_away(card(key));
    vl_add_to(s.seat[seat].hand, card(key));
}

static inline void lay_in_row(uint32_t slot, const char *key)
{
    if (s.row[slot] == card(key))
        return;
    take_away(card(key));
    if (s.row[slot] != AT_NONE) {
        vl_drop_from(s.shown, s.row[slot]);
        vl_add_to(s.pile, s.row[slot]);
    }
    s.row[slot] = card(key);
    vl_add_to(s.shown, card(key));
}

static inline void empty_hand(uint32_t seat)
{
    for (uint32_t w = 0; w < AT_CARD_WORDS; w++) {
        s.pile[w] |= s.seat[seat].hand[w];
        s.shown[w] &= ~s.seat[seat].hand[w];
        s.seat[seat].hand[w] = 0;
    }
}

static inline void stand(uint32_t seat, const char *key)
{
    s.seat[seat].at = country(key);
}

static inline void live(uint32_t seat, const char *key)
{
    s.seat[seat].home = country(key);
}

/* A place of a country card into a tableau, its token off the leftmost covered slot. */
static inline void visit(uint32_t seat, const char *key, uint32_t what)
{
    struct at_seat *p = &s.seat[seat];
    uint32_t where = country(key);
    if (what >= AT_PLACE0) {
        vl_add_to(s.toured, where);
    } else {
        take_away(what);
        vl_add_to(s.shown, what);
    }
    if (at_add_visit(d, p, where, what)) {
        p->tokens--;
        if (p->covered)
            p->covered = (uint16_t)(p->covered & (p->covered - 1U));
    }
}

/* Only these souvenirs stay on the map: none, or one in a country. */
static inline void souvenirs(const char *key)
{
    for (uint32_t i = 0; i < AT_SOUVENIRS; i++) {
        bool kept = *key && i == 0;
        s.souvenir_at[i] = kept ? country(key) : AT_NONE;
        if (!kept)
            s.seat[s.seats - 1].souvenirs = (uint8_t)(s.seat[s.seats - 1].souvenirs | 1U << i);
        if (!kept)
            s.seat[s.seats - 1].used = (uint8_t)(s.seat[s.seats - 1].used | 1U << i);
    }
}

/* Popularity in the given order from the top, "a b c ..." by number, here by experience. */
static inline void rank_first(uint32_t experience, uint32_t slot)
{
    uint32_t from = at_slot_of(&s, experience);
    s.token_at[from] = s.token_at[slot];
    s.token_at[slot] = (uint8_t)experience;
}

static inline void personality(uint32_t seat, uint32_t like, uint32_t like_side, uint32_t dislike,
                               uint32_t dislike_side)
{
    struct at_seat *p = &s.seat[seat];
    for (uint32_t i = 0; i < 2; i++)
        s.tiles |= 1U << p->tile[i];
    for (uint32_t other = 0; other < s.seats; other++)
        for (uint32_t i = 0; i < 2; i++)
            if (other != seat &&
                (s.seat[other].tile[i] == like || s.seat[other].tile[i] == dislike)) {
                /* somebody else has it: swap */
                s.seat[other].tile[i] = s.seat[other].tile[i] == like ? p->tile[0] : p->tile[1];
                s.tiles &= ~(1U << s.seat[other].tile[i]);
            }
    p->tile[0] = (uint8_t)like;
    p->tile[1] = (uint8_t)dislike;
    p->side[0] = (uint8_t)like_side;
    p->side[1] = (uint8_t)dislike_side;
    s.tiles &= ~(1U << like | 1U << dislike);
}

/* A standard game at seat 0's first turn: nothing explored, no souvenir in the way. */
static inline void first_turn(uint8_t seats, const char *options)
{
    start_game(seats, options);
    to_turn();
    souvenirs("");
    for (uint32_t seat = 0; seat < at_humans(&s); seat++)
        empty_hand(seat);
    for (uint32_t i = 0; i < AT_ROW; i++) { /* a row that is out of the way */
        static const char *const keys[] = {"mount-vinson", "tatev", "bamiyan-valley", "aconcagua"};
        if (i < 4)
            lay_in_row(i, keys[i]);
    }
    static const char *const homes[] = {"nz", "fj", "nc", "vu"};
    for (uint32_t seat = 0; seat < at_humans(&s); seat++) {
        live(seat, homes[seat]);
        stand(seat, homes[seat]);
    }
    begin();
}

#endif
