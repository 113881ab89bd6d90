/*
 * A struct as JSON, by a table with one row for each member.
 *
 * A game lists the members of its state once; writing, reading and the list of allowed keys follow
 * from the table. Rows are written in the order of the table, and read in that order too: a byte
 * that says how long an array is stands before the array.
 *
 *     static const struct vl_field fields[] = {
 *         {"seats", VL_NUMBER_AT(struct eb_state, seats), .least = 2, .most = VL_MAX_SEATS},
 *         {"queue", VL_BYTES_AT(struct eb_state, queue), .most = 59, .none = EB_NONE},
 *         {"hands", VL_SETS_AT(struct eb_state, hand, uint64_t), .most = 60, .used = SEATS},
 *         {0},
 *     };
 *
 * In JSON `null` stands for "none" and the string "?" for "hidden", where a row says which number
 * means that in the struct. Reading accepts the number as well: states stored by earlier versions
 * have it.
 */
#ifndef VALISE_CORE_FIELDS_H
#define VALISE_CORE_FIELDS_H

#include <stddef.h>

#include "valise/error.h"
#include "valise/text.h"

enum vl_shape {
    VL_NUMBERS, /* uint8_t or uint16_t: one, or an array */
    VL_SETS,    /* a bit for each element, in one or more words: one set, or an array */
    VL_COUNTS,  /* uint64_t whose lowest `width` bytes count something: one array of all numbers */
};

struct vl_field {
    const char *key; /* NULL ends a table */
    enum vl_shape shape;
    uint32_t offset;     /* of the member in the struct */
    uint32_t size;       /* bytes of one element */
    uint32_t count;      /* elements of an array; 0: one element, not in an array */
    int64_t least, most; /* the range of a number; the elements of a set are below `most` */
    uint8_t none;        /* the number that JSON writes as null; 0: there is none */
    uint8_t hidden;      /* the number that JSON writes as "?"; 0: there is none */
    uint8_t width;       /* VL_COUNTS: numbers of a word */
    uint8_t word;        /* VL_SETS: elements a word; 0 stands for 64 */
    /* Of an array often only a part is in use: as many units as the byte at this offset says (0:
     * all of it), a unit being some elements (0 stands for 1). The rest is none, or zero. */
    uint32_t used, unit;
    uint32_t unit_used; /* elements in use of each unit, by the byte at this offset; 0: all */
    bool nested;        /* each unit is an array of its own */
    bool list;          /* the array may have any length, and reading sets the byte at `used` */
};

/* The first members of a row: a number; an array of bytes; a set; an array of sets, each of them a
 * SET; one word of counts or an array of them. */
#define VL_MEMBER_SIZE(type, member) ((uint32_t)sizeof(((type *)0)->member))
#define VL_NUMBER_AT(type, member)                                                                 \
    .shape = VL_NUMBERS, .offset = offsetof(type, member), .size = VL_MEMBER_SIZE(type, member)
#define VL_NUMBERS_AT(type, member, number)                                                        \
    .shape = VL_NUMBERS, .offset = offsetof(type, member), .size = sizeof(number),                 \
    .count = VL_MEMBER_SIZE(type, member) / sizeof(number)
#define VL_BYTES_AT(type, member) VL_NUMBERS_AT(type, member, uint8_t)
#define VL_SET_AT(type, member)                                                                    \
    .shape = VL_SETS, .offset = offsetof(type, member), .size = VL_MEMBER_SIZE(type, member)
#define VL_SETS_AT(type, member, set)                                                              \
    .shape = VL_SETS, .offset = offsetof(type, member), .size = sizeof(set),                       \
    .count = VL_MEMBER_SIZE(type, member) / sizeof(set)
#define VL_COUNTS_AT(type, member)                                                                 \
    .shape = VL_COUNTS, .offset = offsetof(type, member), .size = sizeof(uint64_t),                \
    .count = VL_MEMBER_SIZE(type, member) / sizeof(uint64_t)

/* Writes the members into the object that is open. */
void vl_fields_write(struct vl_json *json, const struct vl_field *fields, const void *base);
/* Reads the members; false with err->where naming the key. What is not in use is none, or zero. */
bool vl_fields_read(const struct json_t *object, const struct vl_field *fields, void *base,
                    struct vl_error *err);
/* Refuses members that are neither in the table nor in `more`: keys, ending with NULL, or NULL. */
bool vl_fields_only(const struct json_t *object, const struct vl_field *fields,
                    const char *const *more, struct vl_error *err);
/* Whether the text of a state says null or "?", which earlier versions did not know. */
bool vl_fields_has_none(const char *text);

#endif
