/* Reading members of a JSON document with exact errors. The parser is jansson's. */
#include "core/json_read.h"

#include <inttypes.h>

#include "core/banned.h"
#include "core/fields.h"

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

/* Reals are refused even where they are whole: a state that was written by us never has them. */
bool vl_json_number(const json_t *value, const char *key, int64_t least, int64_t most,
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
    return vl_json_get(object, key, &member, err) &&
           vl_json_number(member, key, least, most, value, err);
}

bool vl_json_only(const struct json_t *object, const char *const *keys, struct vl_error *err)
{
    static const struct vl_field no_fields = {0};
    return vl_fields_only(object, &no_fields, keys, err);
}
