/* Growing text, and the JSON writer on top of it. */
#include "valise/text.h"

#include <math.h>

#include "core/alloc.h"
#include "core/banned.h"
#include "core/bits.h"

/* Doubling keeps appending linear. Sizes that could overflow end the program: no text of ours comes
 * near them. */
static void grow(struct vl_text *text, size_t more)
{
    if (more > SIZE_MAX / 4 - text->length)
        abort();
    size_t need = text->length + more + 1;
    size_t capacity = text->capacity ? text->capacity : 128;
    while (capacity < need)
        capacity *= 2;
    char *data = vl_resize(text->data, capacity, 1);
    text->data = data;
    text->capacity = capacity;
}

/* Room for `more` bytes and the terminating zero. */
static inline void reserve(struct vl_text *text, size_t more)
{
    if (more >= text->capacity - text->length)
        grow(text, more);
}

void vl_text_free(struct vl_text *text)
{
    free(text->data);
    *text = (struct vl_text){0};
}

/* Keeps the memory: the server writes thousands of messages into the same text. */
void vl_text_clear(struct vl_text *text)
{
    text->length = 0;
    if (text->data)
        text->data[0] = '\0';
}

const char *vl_text_string(const struct vl_text *text)
{
    return text->data ? text->data : "";
}

void vl_text_add_bytes(struct vl_text *text, const char *bytes, size_t length)
{
    reserve(text, length);
    memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void vl_text_add(struct vl_text *text, const char *string)
{
    vl_text_add_bytes(text, string, strlen(string));
}

void vl_text_char(struct vl_text *text, char c)
{
    reserve(text, 1);
    text->data[text->length++] = c;
    text->data[text->length] = '\0';
}

/* As memcpy; where the copy ends. Keys and numbers are a few bytes long, and a call of memcpy costs
 * more than they do. */
static inline char *copy(char *to, const char *from, size_t length)
{
    if (length > 16) {
        memcpy(to, from, length);
    } else if (length >= 8) { /* the two halves may overlap */
        uint64_t first, last;
        memcpy(&first, from, 8);
        memcpy(&last, from + length - 8, 8);
        memcpy(to, &first, 8);
        memcpy(to + length - 8, &last, 8);
    } else if (length >= 4) {
        uint32_t first, last;
        memcpy(&first, from, 4);
        memcpy(&last, from + length - 4, 4);
        memcpy(to, &first, 4);
        memcpy(to + length - 4, &last, 4);
    } else if (length) {
        char middle = from[length / 2], last = from[length - 1];
        to[0] = from[0];
        to[length / 2] = middle;
        to[length - 1] = last;
    }
    return to + length;
}

enum { MOST_DIGITS = 20 }; /* of a number, with its sign */

/* By hand: views are mostly small numbers, and printf is slow for them. */
static inline char *put_int(char *at, int64_t value)
{
    char digits[MOST_DIGITS];
    size_t from = sizeof digits;
    if (value >= 0 && value < 10) {
        *at++ = (char)('0' + value);
        return at;
    }
    if (value >= 0 && value < 100) {
        *at++ = (char)('0' + value / 10);
        *at++ = (char)('0' + value % 10);
        return at;
    }
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--from] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0)
        digits[--from] = '-';
    return copy(at, digits + from, sizeof digits - from);
}

/* %s, %d and %u, which is nearly all that is ever asked for, without printf. False: there is
 * something else in the format, and nothing has been added. */
__attribute__((format(printf, 2, 0))) static bool add_simple(struct vl_text *text,
                                                             const char *format, va_list args)
{
    size_t before = text->length;
    for (;;) {
        size_t run = (size_t)(strchrnul(format, '%') - format);
        reserve(text, run + MOST_DIGITS);
        char *at = copy(text->data + text->length, format, run);
        format += run;
        if (*format && format[1] == 'd')
            at = put_int(at, va_arg(args, int));
        else if (*format && format[1] == 'u')
            at = put_int(at, va_arg(args, unsigned));
        else if (*format && format[1] != 's')
            break;
        *at = '\0';
        text->length = (size_t)(at - text->data);
        if (!*format)
            return true;
        if (format[1] == 's') {
            const char *word = va_arg(args, const char *);
            vl_text_add(text, word ? word : "(null)");
        }
        format += 2;
    }
    text->length = before;
    return false;
}

/* Printed into the room there is; only what does not fit is printed again. */
__attribute__((format(printf, 2, 0))) static void add_printed(struct vl_text *text,
                                                              const char *format, va_list args)
{
    va_list again;
    reserve(text, 64);
    size_t room = text->capacity - text->length;
    va_copy(again, args);
    int length = vsnprintf(text->data + text->length, room, format, args);
    if (length < 0)
        abort();
    if ((size_t)length >= room) {
        reserve(text, (size_t)length);
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
    }
    va_end(again);
    text->length += (size_t)length;
}

void vl_text_vaddf(struct vl_text *text, const char *format, va_list args)
{
    va_list first;
    va_copy(first, args);
    bool done = add_simple(text, format, first);
    va_end(first);
    if (!done)
        add_printed(text, format, args);
}

void vl_text_addf(struct vl_text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vl_text_vaddf(text, format, args);
    va_end(args);
}

void vl_json_start(struct vl_json *json, struct vl_text *out)
{
    *json = (struct vl_json){.out = out};
}

/*
 * Table messages are hundreds of short keys and numbers, so the writer is made for these: room is
 * asked for once a member, and what is short is copied here.
 */

/*
 * Where to write up to `most` bytes of a key or a value, after the comma if something stands there
 * already; close_room with where they end must follow.
 */
static inline char *open_room(struct vl_json *json, size_t most)
{
    reserve(json->out, most + 1);
    char *at = json->out->data + json->out->length;
    uint32_t here = 1U << json->depth;
    if (json->after_key)
        json->after_key = false;
    else if (json->started & here)
        *at++ = ',';
    json->started |= here;
    return at;
}

static inline void close_room(struct vl_json *json, char *end)
{
    *end = '\0';
    json->out->length = (size_t)(end - json->out->data);
}

static inline void write_word(struct vl_json *json, const char *word, size_t length)
{
    close_room(json, copy(open_room(json, length), word, length));
}

/* One bit for each level says whether a comma is due, so the depth is bounded by the bits of a
 * word. */
static void open_bracket(struct vl_json *json, char bracket)
{
    write_word(json, &bracket, 1);
    if (++json->depth > 31)
        abort();
    json->started &= ~(1U << json->depth);
}

/* An unbalanced document is a mistake of the program and not of its input. */
static void close_bracket(struct vl_json *json, char bracket)
{
    if (json->depth == 0 || json->after_key)
        abort();
    json->depth--;
    vl_text_char(json->out, bracket);
}

void vl_json_object(struct vl_json *json)
{
    open_bracket(json, '{');
}

void vl_json_array(struct vl_json *json)
{
    open_bracket(json, '[');
}

void vl_json_end_object(struct vl_json *json)
{
    close_bracket(json, '}');
}

void vl_json_end_array(struct vl_json *json)
{
    close_bracket(json, ']');
}

/* Whether a byte stands for itself in a string. */
static bool plain(unsigned char c)
{
    return c >= 0x20 && c != '"' && c != '\\' && c != 0x7f;
}

/* Whether eight bytes do, tested at once: for each forbidden value the usual trick finds a zero
 * byte in x ^ value, and the first term finds bytes below 0x20. Texts of cards have thousands of
 * bytes that need no escape, so this is most of the work of writing strings. */
static inline bool eight_plain(uint64_t x)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t quotes = x ^ ones * '"', slashes = x ^ ones * '\\', deletes = x ^ ones * 0x7f;
    return !((((x - ones * 0x20) & ~x) | ((quotes - ones) & ~quotes) |
              ((slashes - ones) & ~slashes) | ((deletes - ones) & ~deletes)) &
             ones * 0x80);
}

/* Whether all of a string does; bytes may be looked at twice. */
static inline bool all_plain(const char *value, size_t length)
{
    uint64_t x;
    uint32_t first, last;
    if (length >= 8) {
        for (size_t i = 0; i + 8 < length; i += 8) {
            memcpy(&x, value + i, 8);
            if (!eight_plain(x))
                return false;
        }
        memcpy(&x, value + length - 8, 8);
    } else if (length >= 4) {
        memcpy(&first, value, 4);
        memcpy(&last, value + length - 4, 4);
        x = (uint64_t)first << 32 | last;
    } else {
        return !length ||
               (plain((unsigned char)value[0]) && plain((unsigned char)value[length / 2]) &&
                plain((unsigned char)value[length - 1]));
    }
    return eight_plain(x);
}

/* Only \n and \t have short forms here; the other controls are rare, and \u00XX is right for all of
 * them. */
static char *escape(char *at, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    *at++ = '\\';
    if (c == '"' || c == '\\') {
        *at++ = (char)c;
    } else if (c == '\n') {
        *at++ = 'n';
    } else if (c == '\t') {
        *at++ = 't';
    } else {
        memcpy(at, "u00", 3);
        at[3] = hex[c >> 4];
        at[4] = hex[c & 15];
        at += 5;
    }
    return at;
}

/* How much room a string needs at most, quotes included. */
static inline size_t string_room(const char *value, size_t length, bool *as_it_is)
{
    *as_it_is = all_plain(value, length);
    return (*as_it_is ? length : 6 * length) + 2;
}

static inline char *put_string(char *at, const char *value, size_t length, bool as_it_is)
{
    *at++ = '"';
    if (as_it_is)
        at = copy(at, value, length);
    for (size_t i = 0; !as_it_is && i < length; i++) {
        unsigned char c = (unsigned char)value[i];
        if (plain(c))
            *at++ = (char)c;
        else
            at = escape(at, c);
    }
    *at++ = '"';
    return at;
}

/* Where each member near the root begins; the server compares messages member by member to send
 * only what has changed. Beyond the limit only the count goes on, by which the reader sees that
 * marks are missing. */
static void mark(struct vl_json *json, const char *at)
{
    struct vl_json_marks *marks = json->marks;
    if (marks->count < VL_MOST_MARKS) {
        marks->at[marks->count] = (uint32_t)(at - json->out->data);
        marks->depth[marks->count] = (uint8_t)json->depth;
    }
    marks->count++;
}

/* The same after a key, which is a plain word. */
static inline char *open_member(struct vl_json *json, const char *key, size_t length, size_t most)
{
    char *at = open_room(json, length + 3 + most);
    if (json->marks && json->depth <= VL_MARKED_DEPTH)
        mark(json, at);
    *at = '"';
    at = copy(at + 1, key, length);
    memcpy(at, "\":", 2);
    return at + 2;
}

void vl_json_key_sized(struct vl_json *json, const char *key, size_t length)
{
    close_room(json, open_member(json, key, length, 0));
    json->after_key = true;
}

void vl_json_string_sized(struct vl_json *json, const char *value, size_t length)
{
    bool as_it_is;
    char *at = open_room(json, string_room(value, length, &as_it_is));
    close_room(json, put_string(at, value, length, as_it_is));
}

void vl_json_member_string(struct vl_json *json, const char *key, size_t key_length,
                           const char *value, size_t length)
{
    bool as_it_is;
    char *at = open_member(json, key, key_length, string_room(value, length, &as_it_is));
    close_room(json, put_string(at, value, length, as_it_is));
}

void vl_json_int(struct vl_json *json, int64_t value)
{
    close_room(json, put_int(open_room(json, MOST_DIGITS), value));
}

void vl_json_member_int(struct vl_json *json, const char *key, size_t length, int64_t value)
{
    close_room(json, put_int(open_member(json, key, length, MOST_DIGITS), value));
}

void vl_json_member_raw(struct vl_json *json, const char *key, size_t length, const char *value,
                        size_t value_length)
{
    close_room(json, copy(open_member(json, key, length, value_length), value, value_length));
}

/* Six digits are more than any estimate of ours is worth. JSON knows neither infinity nor NaN. */
void vl_json_real(struct vl_json *json, double value)
{
    char digits[32];
    if (isfinite(value))
        snprintf(digits, sizeof digits, "%.6g", value);
    vl_json_raw(json, isfinite(value) ? digits : "null");
}

void vl_json_bool(struct vl_json *json, bool value)
{
    vl_json_raw(json, value ? "true" : "false");
}

void vl_json_null(struct vl_json *json)
{
    vl_json_raw(json, "null");
}

void vl_json_raw(struct vl_json *json, const char *value)
{
    write_word(json, value, strlen(value));
}

void vl_json_put_real(struct vl_json *json, const char *key, double value)
{
    vl_json_key(json, key);
    vl_json_real(json, value);
}

/* As an array of the elements' numbers, in ascending order: clients need no 64-bit integers for
 * it. */
void vl_json_member_set(struct vl_json *json, const char *key, size_t length, uint64_t set)
{
    char *at = open_member(json, key, length, 2 + (size_t)vl_count(set) * (MOST_DIGITS + 1));
    *at++ = '[';
    while (set) {
        at = put_int(at, vl_take_lowest(&set));
        if (set)
            *at++ = ',';
    }
    *at++ = ']';
    close_room(json, at);
}

void vl_json_member_bytes(struct vl_json *json, const char *key, size_t length,
                          const uint8_t *values, size_t count)
{
    char *at = open_member(json, key, length, 2 + count * 4);
    *at++ = '[';
    for (size_t i = 0; i < count; i++) {
        if (i)
            *at++ = ',';
        at = put_int(at, values[i]);
    }
    *at++ = ']';
    close_room(json, at);
}
