/*
 * Text that grows, and JSON written into it.
 *
 * A vl_text owns its bytes; start with {0} and end with vl_text_free. It is always terminated once
 * something was appended. Running out of memory aborts: there is nothing sensible to print then.
 */
#ifndef VALISE_TEXT_H
#define VALISE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text; {0} is empty. */
struct vl_text {
    char *data;
    size_t length;
    size_t capacity;
};

/* Frees the bytes; the text is empty afterwards. */
void vl_text_free(struct vl_text *text);
void vl_text_clear(struct vl_text *text);               /* empty, memory kept */
const char *vl_text_string(const struct vl_text *text); /* never NULL */
/* Appends a string. */
void vl_text_add(struct vl_text *text, const char *string);
/* Appends bytes. */
void vl_text_add_bytes(struct vl_text *text, const char *bytes, size_t length);
/* Appends one character. */
void vl_text_char(struct vl_text *text, char c);
/* Appends what printf would print. */
__attribute__((format(printf, 2, 3))) void vl_text_addf(struct vl_text *text, const char *format,
                                                        ...);
/* The same for a list of arguments. */
__attribute__((format(printf, 2, 0))) void vl_text_vaddf(struct vl_text *text, const char *format,
                                                         va_list args);

/*
 * A JSON writer. It sets the commas: write keys and values in order. Keys are plain words, written
 * as they are; strings are escaped and must be UTF-8. Nesting deeper than 31 aborts.
 */
struct vl_json {
    struct vl_text *out;
    uint32_t depth;
    uint32_t started; /* bit per depth: something stands there already */
    bool after_key;
    struct vl_json_marks *marks; /* NULL, or set after the start: gets a mark a member */
};

/* How many marks there are at most, and for how many levels of objects. */
enum { VL_MOST_MARKS = 128, VL_MARKED_DEPTH = 2 };

/* Where the keys of the outermost objects begin in the text. */
struct vl_json_marks {
    uint32_t count; /* above VL_MOST_MARKS: the marks beyond it are missing */
    uint32_t at[VL_MOST_MARKS];
    uint8_t depth[VL_MOST_MARKS]; /* 1: of the outermost object, 2: of those in it */
};

/* Starts a document at the end of a text. */
void vl_json_start(struct vl_json *json, struct vl_text *out);
/* Begins an object. */
void vl_json_object(struct vl_json *json);
/* Begins an array. */
void vl_json_array(struct vl_json *json);
/* Ends the innermost object. */
void vl_json_end_object(struct vl_json *json);
/* Ends the innermost array. */
void vl_json_end_array(struct vl_json *json);
/* Writes a number. */
void vl_json_int(struct vl_json *json, int64_t value);
void vl_json_real(struct vl_json *json, double value); /* null where it is not finite */
/* Writes true or false. */
void vl_json_bool(struct vl_json *json, bool value);
/* Writes null. */
void vl_json_null(struct vl_json *json);
void vl_json_raw(struct vl_json *json, const char *value); /* a value written elsewhere */

/* Writes a key and a number. */
void vl_json_put_real(struct vl_json *json, const char *key, double value);

/* ---- With the lengths of their texts, which the compiler knows for literals ---- */

/* Writes a key. */
void vl_json_key_sized(struct vl_json *json, const char *key, size_t length);
/* Writes a string. */
void vl_json_string_sized(struct vl_json *json, const char *value, size_t length);
/* Writes a key and a number. */
void vl_json_member_int(struct vl_json *json, const char *key, size_t length, int64_t value);
/* Writes a key and a string. */
void vl_json_member_string(struct vl_json *json, const char *key, size_t key_length,
                           const char *value, size_t length);
/* Writes a key and a value that is JSON already. */
void vl_json_member_raw(struct vl_json *json, const char *key, size_t length, const char *value,
                        size_t value_length);
/* Writes a key and the elements of a set, as an array. */
void vl_json_member_set(struct vl_json *json, const char *key, size_t length, uint64_t set);
/* Writes a key and an array of small numbers. */
void vl_json_member_bytes(struct vl_json *json, const char *key, size_t length,
                          const uint8_t *values, size_t count);

/* Writes a key. */
static inline void vl_json_key(struct vl_json *json, const char *key)
{
    vl_json_key_sized(json, key, __builtin_strlen(key));
}

/* Writes a string. */
static inline void vl_json_string(struct vl_json *json, const char *value)
{
    vl_json_string_sized(json, value, __builtin_strlen(value));
}

/* Writes a key and a number. */
static inline void vl_json_put_int(struct vl_json *json, const char *key, int64_t value)
{
    vl_json_member_int(json, key, __builtin_strlen(key), value);
}

/* Writes a key and a string. */
static inline void vl_json_put_string(struct vl_json *json, const char *key, const char *value)
{
    vl_json_member_string(json, key, __builtin_strlen(key), value, __builtin_strlen(value));
}

/* Writes a key and true or false. */
static inline void vl_json_put_bool(struct vl_json *json, const char *key, bool value)
{
    vl_json_member_raw(json, key, __builtin_strlen(key), value ? "true" : "false", value ? 4 : 5);
}

/* Writes a key and the elements of a set, as an array. */
static inline void vl_json_put_set(struct vl_json *json, const char *key, uint64_t set)
{
    vl_json_member_set(json, key, __builtin_strlen(key), set);
}

/* Writes a key and an array of small numbers. */
static inline void vl_json_put_bytes(struct vl_json *json, const char *key, const uint8_t *values,
                                     size_t count)
{
    vl_json_member_bytes(json, key, __builtin_strlen(key), values, count);
}

/*
 * Reading members back from a parsed document (jansson's json_t). Each function returns false and
 * names the member in err->where when it is missing, of another type or out of range.
 */
struct json_t;
struct vl_error;

/* An integer in least .. most. */
bool vl_json_get_int(const struct json_t *object, const char *key, int64_t least, int64_t most,
                     int64_t *value, struct vl_error *err);
/* An object or array member. */
bool vl_json_get(const struct json_t *object, const char *key, const struct json_t **member,
                 struct vl_error *err);
/* Refuses members that are not in the list, which ends with NULL. */
bool vl_json_only(const struct json_t *object, const char *const *keys, struct vl_error *err);

#endif
