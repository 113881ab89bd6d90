/* Members of a JSON object that open an array or an object themselves. */
#ifndef VALISE_CORE_JSON_WRITE_H
#define VALISE_CORE_JSON_WRITE_H

#include "valise/text.h"

/* "key":[ up to vl_json_end_array. */
static inline void vl_json_open_array(struct vl_json *json, const char *key)
{
    vl_json_key(json, key);
    vl_json_array(json);
}

/* "key":{ up to vl_json_end_object. */
static inline void vl_json_open_object(struct vl_json *json, const char *key)
{
    vl_json_key(json, key);
    vl_json_object(json);
}

/* The same where there is something to say; otherwise "key":null, and false. */
static inline bool vl_json_open_if(struct vl_json *json, const char *key, bool something)
{
    if (something)
        vl_json_open_object(json, key);
    else
        vl_json_member_raw(json, key, __builtin_strlen(key), "null", 4);
    return something;
}

#endif
