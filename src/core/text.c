/* Growing text, and the JSON writer on top of it. */
#include "valise/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "core/bits.h"

static void reserve(struct vl_text *text, size_t more)
{
    if (more > SIZE_MAX / 4 - text->length)
        abort();
    size_t need = text->length + more + 1;
    if (need <= text->capacity)
        return;
    size_t capacity = text->capacity ? text->capacity : 128;
    while (capacity < need)
        capacity *= 2;
    char *data = realloc(text->data, capacity);
    if (!data)
        abort();
    text->data = data;
    text->capacity = capacity;
}

void vl_text_free(struct vl_text *text)
{
    free(text->data);
    *text = (struct vl_text){0};
}

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

/* Printed into the room there is; only what does not fit is printed again. */
void vl_text_addf(struct vl_text *text, const char *format, ...)
{
    va_list args, again;
    reserve(text, 64);
    size_t room = text->capacity - text->length;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(text->data + text->length, room, format, args);
    va_end(args);
    if (length < 0)
        abort();
    if ((size_t)length >= room) {
        reserve(text, (size_t)length);
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
    }
    va_end(again);
    text->length += (size_t)length;
}

void vl_json_start(struct vl_json *json, struct vl_text *out)
{
    *json = (struct vl_json){.out = out};
}

/*
 * Where to write up to `most` bytes of a key or a value, after the comma if something stands there
 * already; close_room with where they end must follow.
 */
static char *open_room(struct vl_json *json, size_t most)
{
    reserve(json->out, most + 1);
    char *at = json->out->data + json->out->length;
    if (json->after_key)
        json->after_key = false;
    else if (json->started >> json->depth & 1U)
        *at++ = ',';
    json->started |= 1U << json->depth;
    return at;
}

static void close_room(struct vl_json *json, char *end)
{
    *end = '\0';
    json->out->length = (size_t)(end - json->out->data);
}

static void write_word(struct vl_json *json, const char *word, size_t length)
{
    char *at = open_room(json, length);
    memcpy(at, word, length);
    close_room(json, at + length);
}

static void open_bracket(struct vl_json *json, char bracket)
{
    write_word(json, &bracket, 1);
    if (++json->depth > 31)
        abort();
    json->started &= ~(1U << json->depth);
}

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

/* How many bytes stand for themselves before one that does not; eight at a time where none of them
 * is below a space, a quotation mark, a backslash or a delete. */
static size_t plain_run(const char *value, size_t length)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    size_t run = 0;
    for (; run + 8 <= length; run += 8) {
        uint64_t x, quotes, slashes, deletes;
        memcpy(&x, value + run, 8);
        quotes = x ^ ones * '"';
        slashes = x ^ ones * '\\';
        deletes = x ^ ones * 0x7f;
        if ((((x - ones * 0x20) & ~x) | ((quotes - ones) & ~quotes) |
             ((slashes - ones) & ~slashes) | ((deletes - ones) & ~deletes)) &
            ones * 0x80)
            break;
    }
    while (run < length && plain((unsigned char)value[run]))
        run++;
    return run;
}

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

/* A string in quotes, and what follows it: a colon after a key. */
static void write_string(struct vl_json *json, const char *value, const char *follows)
{
    size_t length = strlen(value), run = plain_run(value, length);
    size_t longest = run == length ? length : 6 * length;
    char *at = open_room(json, longest + 3);
    *at++ = '"';
    for (;;) {
        memcpy(at, value, run);
        at += run;
        value += run;
        length -= run;
        if (length == 0)
            break;
        at = escape(at, (unsigned char)*value++);
        run = plain_run(value, --length);
    }
    *at++ = '"';
    if (*follows)
        *at++ = *follows;
    close_room(json, at);
}

void vl_json_key(struct vl_json *json, const char *key)
{
    write_string(json, key, ":");
    json->after_key = true;
}

void vl_json_string(struct vl_json *json, const char *value)
{
    write_string(json, value, "");
}

/* By hand: views are mostly small numbers, and printf is slow for them. */
void vl_json_int(struct vl_json *json, int64_t value)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0)
        digits[--at] = '-';
    write_word(json, digits + at, sizeof digits - at);
}

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

void vl_json_put_int(struct vl_json *json, const char *key, int64_t value)
{
    vl_json_key(json, key);
    vl_json_int(json, value);
}

void vl_json_put_real(struct vl_json *json, const char *key, double value)
{
    vl_json_key(json, key);
    vl_json_real(json, value);
}

void vl_json_put_string(struct vl_json *json, const char *key, const char *value)
{
    vl_json_key(json, key);
    vl_json_string(json, value);
}

void vl_json_put_bool(struct vl_json *json, const char *key, bool value)
{
    vl_json_key(json, key);
    vl_json_bool(json, value);
}

void vl_json_put_words(struct vl_json *json, const char *key, const uint64_t *set, size_t words)
{
    vl_json_key(json, key);
    vl_json_array(json);
    for (size_t w = 0; w < words; w++)
        for (uint64_t rest = set[w]; rest;)
            vl_json_int(json, (int64_t)(w * 64 + vl_take_lowest(&rest)));
    vl_json_end_array(json);
}

/* The elements of one set, as a value. */
static void write_set(struct vl_json *json, uint64_t set)
{
    vl_json_array(json);
    for (; set; set &= set - 1)
        vl_json_int(json, __builtin_ctzll(set));
    vl_json_end_array(json);
}

void vl_json_put_set(struct vl_json *json, const char *key, uint64_t set)
{
    vl_json_key(json, key);
    write_set(json, set);
}

void vl_json_put_sets(struct vl_json *json, const char *key, const uint64_t *sets, size_t count)
{
    vl_json_key(json, key);
    vl_json_array(json);
    for (size_t i = 0; i < count; i++)
        write_set(json, sets[i]);
    vl_json_end_array(json);
}

void vl_json_put_bytes(struct vl_json *json, const char *key, const uint8_t *values, size_t count)
{
    vl_json_key(json, key);
    vl_json_array(json);
    for (size_t i = 0; i < count; i++)
        vl_json_int(json, values[i]);
    vl_json_end_array(json);
}
