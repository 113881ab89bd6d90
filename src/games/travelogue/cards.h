/*
 * Travelogue: activity cards and sets of them.
 *
 * A card is activity * 14 + number - 1. A set has two words of three activities each, 42 bits a
 * word, so that the cards of one activity never straddle two words. Positions 84 and above are no
 * cards: one of them stands for "done" among the options of a choice.
 */
#ifndef VALISE_GAMES_TRAVELOGUE_CARDS_H
#define VALISE_GAMES_TRAVELOGUE_CARDS_H

#include "core/bits.h"

enum {
    TL_ACTIVITIES = 6,
    TL_NUMBERS = 14,
    TL_CARDS = TL_ACTIVITIES * TL_NUMBERS,
    TL_WORD = 3 * TL_NUMBERS, /* cards a word */
    TL_DONE = TL_CARDS,       /* not a card: the end of a choice */
    TL_HIDDEN = 126,          /* a card that the viewer does not know */
    TL_NONE = 127,            /* no card, no destination */
};

/* Two words, passed by value: compilers keep such a set in two registers, and every operation below
 * is one or two instructions a word. */
struct tl_set {
    uint64_t word[2];
};

VL_RULE static inline struct tl_set tl_no_cards(void)
{
    struct tl_set none = {{0, 0}};
    return none;
}

VL_RULE static inline struct tl_set tl_all_cards(void)
{
    struct tl_set all;
    all.word[0] = all.word[1] = vl_first(TL_WORD);
    return all;
}

VL_RULE static inline struct tl_set tl_card(uint32_t card)
{
    struct tl_set set;
    set.word[0] = card < TL_WORD ? vl_bit(card) : 0;
    set.word[1] = card < TL_WORD ? 0 : vl_bit(card - TL_WORD);
    return set;
}

VL_RULE static inline bool tl_has(const struct tl_set *set, uint32_t card)
{
    return card < TL_WORD ? vl_has(set->word[0], card) : vl_has(set->word[1], card - TL_WORD);
}

VL_RULE static inline void tl_add(struct tl_set *set, uint32_t card)
{
    if (card < TL_WORD)
        set->word[0] |= vl_bit(card);
    else
        set->word[1] |= vl_bit(card - TL_WORD);
}

VL_RULE static inline void tl_drop(struct tl_set *set, uint32_t card)
{
    if (card < TL_WORD)
        set->word[0] &= ~vl_bit(card);
    else
        set->word[1] &= ~vl_bit(card - TL_WORD);
}

VL_RULE static inline struct tl_set tl_join(struct tl_set a, struct tl_set b)
{
    a.word[0] |= b.word[0];
    a.word[1] |= b.word[1];
    return a;
}

VL_RULE static inline struct tl_set tl_both(struct tl_set a, struct tl_set b)
{
    a.word[0] &= b.word[0];
    a.word[1] &= b.word[1];
    return a;
}

VL_RULE static inline struct tl_set tl_without(struct tl_set a, struct tl_set b)
{
    a.word[0] &= ~b.word[0];
    a.word[1] &= ~b.word[1];
    return a;
}

VL_RULE static inline bool tl_any(struct tl_set set)
{
    return (set.word[0] | set.word[1]) != 0;
}

VL_RULE static inline bool tl_meet(struct tl_set a, struct tl_set b)
{
    return ((a.word[0] & b.word[0]) | (a.word[1] & b.word[1])) != 0;
}

VL_RULE static inline bool tl_same(struct tl_set a, struct tl_set b)
{
    return a.word[0] == b.word[0] && a.word[1] == b.word[1];
}

VL_RULE static inline uint32_t tl_count(struct tl_set set)
{
    return vl_count(set.word[0]) + vl_count(set.word[1]);
}

/* The lowest card; the set is not empty. */
VL_RULE static inline uint32_t tl_lowest(struct tl_set set)
{
    return set.word[0] ? vl_lowest(set.word[0]) : TL_WORD + vl_lowest(set.word[1]);
}

VL_RULE static inline uint32_t tl_take_lowest(struct tl_set *set)
{
    return set->word[0] ? vl_take_lowest(&set->word[0]) : TL_WORD + vl_take_lowest(&set->word[1]);
}

/* The highest card, or -1 if there is none. */
VL_RULE static inline int tl_highest(struct tl_set set)
{
    if (set.word[1])
        return TL_WORD + 63 - __builtin_clzll(set.word[1]);
    return set.word[0] ? 63 - __builtin_clzll(set.word[0]) : -1;
}

/* The cards above a card; -1 gives every card. */
VL_RULE static inline struct tl_set tl_above(int card)
{
    struct tl_set set;
    set.word[0] = card >= TL_WORD ? 0 : vl_first(TL_WORD) & vl_above(card);
    set.word[1] = card < TL_WORD ? vl_first(TL_WORD) : vl_first(TL_WORD) & vl_above(card - TL_WORD);
    return set;
}

/* The k-th card in ascending order, k from 0. */
VL_RULE static inline uint32_t tl_nth(struct tl_set set, uint32_t k)
{
    uint32_t low = vl_count(set.word[0]);
    return k < low ? vl_nth(set.word[0], k) : TL_WORD + vl_nth(set.word[1], k - low);
}

/* The cards with numbers 1 .. most. */
VL_RULE static inline struct tl_set tl_up_to(uint32_t most)
{
    struct tl_set set;
    uint64_t one = vl_first(most < TL_NUMBERS ? most : (uint32_t)TL_NUMBERS);
    set.word[0] = set.word[1] = one | one << TL_NUMBERS | one << (2 * TL_NUMBERS);
    return set;
}

/* The cards of one activity in a set, as bits 0 .. 13. */
VL_RULE static inline uint64_t tl_of_activity(struct tl_set set, uint32_t activity)
{
    uint32_t word = activity >= 3, shift = (activity - 3 * word) * TL_NUMBERS;
    return (set.word[word] >> shift) & vl_first(TL_NUMBERS);
}

VL_RULE static inline uint32_t tl_activity(uint32_t card)
{
    return card / TL_NUMBERS;
}

VL_RULE static inline uint32_t tl_number(uint32_t card)
{
    return card % TL_NUMBERS + 1;
}

#endif
