/* A struct as JSON, by a table with one row for each member (fields.h). */
#include "core/fields.h"

#include <jansson.h>

#include "core/banned.h"
#include "core/bits.h"
#include "core/json_read.h"

static const char hidden_word[] = "?";

static uint32_t unit_of(const struct vl_field *f)
{
    return f->unit ? f->unit : 1;
}

static uint32_t units_of(const struct vl_field *f)
{
    return f->count / unit_of(f);
}

/* How many of `all` are in use, by the byte at an offset; 0: all. The byte may come from outside,
 * so it is never believed beyond the array. */
static uint32_t in_use(const void *base, uint32_t offset, uint32_t all)
{
    uint32_t used = offset ? ((const uint8_t *)base)[offset] : all;
    return used < all ? used : all;
}

/* By copying, since a member may lie at any offset; compilers turn each case into one load. */
static inline uint64_t load(const void *at, uint32_t size)
{
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    switch (size) {
    case 1:
        return *(const uint8_t *)at;
    case 2:
        memcpy(&u16, at, sizeof u16);
        return u16;
    case 4:
        memcpy(&u32, at, sizeof u32);
        return u32;
    default:
        memcpy(&u64, at, sizeof u64);
        return u64;
    }
}

static void store(void *at, uint32_t size, uint64_t value)
{
    uint8_t u8 = (uint8_t)value;
    uint16_t u16 = (uint16_t)value;
    uint32_t u32 = (uint32_t)value;
    memcpy(at,
           size == 1   ? &u8
           : size == 2 ? (void *)&u16
           : size == 4 ? (void *)&u32
                       : &value,
           size);
}

/*
 * ---- Writing ----
 *
 * Every push of a table writes a view, mostly arrays of small numbers. So the value of a member is
 * put together in a buffer by hand and added to the text in one piece.
 */

enum {
    MOST_TEXT = 16 << 10, /* of one member */
    MOST_DIGITS = 6,      /* of a number, null or "?", and a comma */
};

/* Most have one or two digits. */
static inline char *put_number(char *at, uint32_t value)
{
    if (value >= 100) {
        uint32_t tens = value >= 10000 ? 10000 : value >= 1000 ? 1000 : 100;
        for (; tens >= 100; tens /= 10)
            *at++ = (char)('0' + value / tens % 10);
        *at++ = (char)('0' + value / 10 % 10);
    } else if (value >= 10) {
        *at++ = (char)('0' + value / 10);
    }
    *at++ = (char)('0' + value % 10);
    return at;
}

/* Elements end with a comma each; the bracket takes the place of the last one. */
static char *close_array(char *at)
{
    if (at[-1] == ',')
        at--;
    *at++ = ']';
    return at;
}

static inline char *put_set(char *at, const struct vl_field *f, const uint8_t *from)
{
    uint32_t bytes = f->size < 8 ? f->size : 8, word = f->word ? f->word : 64;
    *at++ = '[';
    for (uint32_t w = 0; w * bytes < f->size; w++)
        for (uint64_t set = load(from + w * bytes, bytes); set;) {
            at = put_number(at, w * word + vl_take_lowest(&set));
            *at++ = ',';
        }
    return close_array(at);
}

/* Words of counts are part of the array around them: their numbers follow each other without
 * brackets of their own. */
static inline char *put_element(char *at, const struct vl_field *f, const uint8_t *from)
{
    if (f->shape == VL_SETS)
        return put_set(at, f, from);
    uint64_t value = load(from, f->size);
    if (f->shape == VL_COUNTS) {
        for (uint32_t i = 0; i < f->width; i++) {
            at = put_number(at, (uint32_t)(value >> (8 * i)) & 0xffU);
            *at++ = ',';
        }
        return at - 1;
    }
    if (f->none && value == f->none)
        return (char *)memcpy(at, "null", 4) + 4;
    if (f->hidden && value == f->hidden) {
        *at++ = '"';
        *at++ = hidden_word[0];
        *at++ = '"';
        return at;
    }
    return put_number(at, (uint32_t)value);
}

static char *put_array(char *at, const struct vl_field *f, const void *base)
{
    const uint8_t *from = (const uint8_t *)base + f->offset;
    uint32_t units = in_use(base, f->used, units_of(f));
    uint32_t of_unit = in_use(base, f->unit_used, unit_of(f)), stride = unit_of(f) * f->size;
    *at++ = '[';
    for (uint32_t u = 0; u < units; u++) {
        if (f->nested)
            *at++ = '[';
        for (uint32_t i = 0; i < of_unit; i++) {
            at = put_element(at, f, from + u * stride + i * f->size);
            *at++ = ',';
        }
        if (f->nested) {
            at = close_array(at);
            *at++ = ',';
        }
    }
    return close_array(at);
}

void vl_fields_write(struct vl_json *json, const struct vl_field *fields, const void *base)
{
    char text[MOST_TEXT];
    for (const struct vl_field *f = fields; f->key; f++) {
        /* No byte gives more than eight elements, those of a set. */
        VL_ASSERT((f->count ? f->count : 1) * (f->size * 8 + 2) * MOST_DIGITS < sizeof text);
        char *end = f->count ? put_array(text, f, base)
                             : put_element(text, f, (const uint8_t *)base + f->offset);
        vl_json_member_raw(json, f->key, strlen(f->key), text, (size_t)(end - text));
    }
}

/* ---- Reading ---- */

/* An element that stands twice is refused: it would read as another state than the one that was
 * written. */
static bool read_set(const json_t *array, const struct vl_field *f, uint8_t *at,
                     struct vl_error *err)
{
    uint32_t bytes = f->size < 8 ? f->size : 8, word = f->word ? f->word : 64;
    if (!json_is_array(array))
        return vl_fail(err, VL_BAD_INPUT, f->key, "\"%s\": expected an array", f->key);
    for (size_t i = 0; i < json_array_size(array); i++) {
        int64_t n;
        if (!vl_json_number(json_array_get(array, i), f->key, 0, f->most - 1, &n, err))
            return false;
        uint8_t *there = at + n / word * bytes;
        uint64_t set = load(there, bytes), bit = vl_bit((uint32_t)n % word);
        if (set & bit)
            return vl_fail(err, VL_BAD_INPUT, f->key, "\"%s\": %d stands twice", f->key, (int)n);
        store(there, bytes, set | bit);
    }
    return true;
}

static bool read_element(const json_t *value, const struct vl_field *f, uint8_t *at,
                         struct vl_error *err)
{
    int64_t n;
    if (f->shape == VL_SETS)
        return read_set(value, f, at, err);
    if (f->none && json_is_null(value))
        n = f->none;
    else if (f->hidden && json_is_string(value) &&
             strcmp(json_string_value(value), hidden_word) == 0)
        n = f->hidden;
    else if (json_is_integer(value) && json_integer_value(value) > 0 &&
             (json_integer_value(value) == f->none || json_integer_value(value) == f->hidden))
        n = json_integer_value(value); /* as earlier versions wrote it */
    else if (!vl_json_number(value, f->key, f->least, f->most, &n, err))
        return false;
    store(at, f->size, (uint64_t)n);
    return true;
}

static bool sized(const json_t *array, const struct vl_field *f, uint32_t count,
                  struct vl_error *err)
{
    return (json_is_array(array) && json_array_size(array) == count) ||
           vl_fail(err, VL_BAD_INPUT, f->key, "\"%s\": expected an array of %u", f->key, count);
}

/* Words of counts, all numbers in one array. */
static bool read_counts(const json_t *array, const struct vl_field *f, uint32_t words, uint8_t *at,
                        struct vl_error *err)
{
    if (!sized(array, f, words * f->width, err))
        return false;
    for (uint32_t i = 0; i < words * f->width; i++) {
        int64_t n;
        uint8_t *word = at + i / f->width * f->size;
        if (!vl_json_number(json_array_get(array, i), f->key, 0, f->most, &n, err))
            return false;
        store(word, f->size, load(word, f->size) | (uint64_t)n << (8 * (i % f->width)));
    }
    return true;
}

/* The elements of one unit; `first` is the index of its first one in the array. */
static bool read_unit(const json_t *array, size_t first, const struct vl_field *f, uint32_t count,
                      uint8_t *at, struct vl_error *err)
{
    for (uint32_t i = 0; i < count; i++)
        if (!read_element(json_array_get(array, first + i), f, at + i * f->size, err))
            return false;
    return true;
}

/* The sizes of arrays come from members that were read before, as the table's order promises. */
static bool read_array(const json_t *array, const struct vl_field *f, uint8_t *base,
                       struct vl_error *err)
{
    uint32_t unit = unit_of(f), of_unit = in_use(base, f->unit_used, unit);
    if (f->list) {
        size_t length = json_array_size(array);
        if (!json_is_array(array) || length > units_of(f))
            return vl_fail(err, VL_BAD_INPUT, f->key, "\"%s\": expected an array of at most %u",
                           f->key, units_of(f));
        base[f->used] = (uint8_t)length;
    }
    uint32_t units = in_use(base, f->used, units_of(f));
    if (f->shape == VL_COUNTS)
        return read_counts(array, f, units, base + f->offset, err);
    if (!sized(array, f, f->nested ? units : units * of_unit, err))
        return false;
    for (uint32_t u = 0; u < units; u++) {
        const json_t *inner = f->nested ? json_array_get(array, u) : array;
        if ((f->nested && !sized(inner, f, of_unit, err)) ||
            !read_unit(inner, f->nested ? 0 : u * of_unit, f, of_unit,
                       base + f->offset + u * unit * f->size, err))
            return false;
    }
    return true;
}

/* What the JSON does not set is cleared first. Otherwise two equal states could differ in bytes
 * that are not in use, and so in their hash. */
bool vl_fields_read(const struct json_t *object, const struct vl_field *fields, void *base,
                    struct vl_error *err)
{
    for (const struct vl_field *f = fields; f->key; f++) {
        const json_t *member;
        uint8_t *at = (uint8_t *)base + f->offset;
        if (!vl_json_get(object, f->key, &member, err))
            return false;
        memset(at, f->size == 1 ? f->none : 0, (f->count ? f->count : 1) * f->size);
        if (f->count ? !read_array(member, f, base, err) : !read_element(member, f, at, err))
            return false;
    }
    return true;
}

/* A member that nobody knows is an error and not ignored: it may be a misspelt one whose value
 * would silently be lost. */
bool vl_fields_only(const struct json_t *object, const struct vl_field *fields,
                    const char *const *more, struct vl_error *err)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        bool known = false;
        for (const struct vl_field *f = fields; f->key && !known; f++)
            known = strcmp(f->key, key) == 0;
        for (size_t i = 0; more && more[i] && !known; i++)
            known = strcmp(more[i], key) == 0;
        if (!known)
            return vl_fail(err, VL_BAD_INPUT, key, "\"%s\" is not a member of this", key);
    }
    return true;
}

/* States have no strings but "?", so neither can be a part of something else. */
bool vl_fields_has_none(const char *text)
{
    return strstr(text, "null") || strchr(text, hidden_word[0]);
}
