/* Reading members of a JSON document with exact errors. The parser is jansson's. */
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "core/banned.h"
#include "core/bits.h"
#include "valise/error.h"
#include "valise/text.h"

bool vl_json_get(const struct json_t *object, const char *key, const struct json_t **member,
                 struct vl_error *err)
{
    if (!json_is_object(object))
        return vl_fail(err, VL_BAD_INPUT, key, "expected an object around \"%s\"", key);
    *member = json_object_get(object, key);
    if (!*member)
        return vl_fail(err, VL_BAD_INPUT, key, "\"%s\" is missing", key);
    return true;
}

static bool element(const json_t *value, const char *key, int64_t least, int64_t most,
                    int64_t *result, struct vl_error *err)
{
    if (!json_is_integer(value))
        return vl_fail(err, VL_BAD_INPUT, key, "\"%s\": expected an integer", key);
    json_int_t n = json_integer_value(value);
    if (n < least || n > most)
        return vl_fail(err, VL_BAD_INPUT, key,
                       "\"%s\": %" JSON_INTEGER_FORMAT " is not in %" PRId64 " .. %" PRId64, key, n,
                       least, most);
    *result = n;
    return true;
}

bool vl_json_get_int(const struct json_t *object, const char *key, int64_t least, int64_t most,
                     int64_t *value, struct vl_error *err)
{
    const json_t *member;
    return vl_json_get(object, key, &member, err) && element(member, key, least, most, value, err);
}

static bool read_set(const json_t *array, const char *key, uint32_t limit, uint64_t *set,
                     struct vl_error *err)
{
    if (!json_is_array(array))
        return vl_fail(err, VL_BAD_INPUT, key, "\"%s\": expected an array", key);
    memset(set, 0, (limit + 63) / 64 * sizeof *set);
    for (size_t i = 0; i < json_array_size(array); i++) {
        int64_t n;
        if (!element(json_array_get(array, i), key, 0, (int64_t)limit - 1, &n, err))
            return false;
        if (vl_has_in(set, (uint32_t)n))
            return vl_fail(err, VL_BAD_INPUT, key, "\"%s\": %" PRId64 " stands twice", key, n);
        vl_add_to(set, (uint32_t)n);
    }
    return true;
}

bool vl_json_get_words(const struct json_t *object, const char *key, uint32_t limit, uint64_t *set,
                       struct vl_error *err)
{
    const json_t *member;
    return vl_json_get(object, key, &member, err) && read_set(member, key, limit, set, err);
}

bool vl_json_get_set(const struct json_t *object, const char *key, uint32_t limit, uint64_t *set,
                     struct vl_error *err)
{
    return vl_json_get_words(object, key, limit, set, err);
}

static bool sized_array(const struct json_t *object, const char *key, size_t count,
                        const json_t **array, struct vl_error *err)
{
    if (!vl_json_get(object, key, array, err))
        return false;
    if (!json_is_array(*array) || json_array_size(*array) != count)
        return vl_fail(err, VL_BAD_INPUT, key, "\"%s\": expected an array of %zu", key, count);
    return true;
}

bool vl_json_get_ints(const struct json_t *object, const char *key, size_t count, int64_t least,
                      int64_t most, int64_t *values, struct vl_error *err)
{
    const json_t *array;
    if (!sized_array(object, key, count, &array, err))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!element(json_array_get(array, i), key, least, most, &values[i], err))
            return false;
    return true;
}

bool vl_json_get_bytes(const struct json_t *object, const char *key, size_t count, int64_t least,
                       int64_t most, uint8_t *values, struct vl_error *err)
{
    const json_t *array;
    if (!sized_array(object, key, count, &array, err))
        return false;
    for (size_t i = 0; i < count; i++) {
        int64_t n;
        if (!element(json_array_get(array, i), key, least, most, &n, err))
            return false;
        values[i] = (uint8_t)n;
    }
    return true;
}

bool vl_json_get_sets(const struct json_t *object, const char *key, size_t count, uint32_t limit,
                      uint64_t *sets, struct vl_error *err)
{
    const json_t *array;
    size_t words = (limit + 63) / 64;
    if (!sized_array(object, key, count, &array, err))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!read_set(json_array_get(array, i), key, limit, sets + i * words, err))
            return false;
    return true;
}

bool vl_json_only(const struct json_t *object, const char *const *keys, struct vl_error *err)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        bool known = false;
        for (size_t i = 0; keys[i] && !known; i++)
            known = keys[i][0] == key[0] && strcmp(keys[i], key) == 0;
        if (!known)
            return vl_fail(err, VL_BAD_INPUT, key, "\"%s\" is not a member of this", key);
    }
    return true;
}
