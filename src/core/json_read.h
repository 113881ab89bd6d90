/* Reading one value of a JSON document, for what reads members (json_read.c, fields.c). */
#ifndef VALISE_CORE_JSON_READ_H
#define VALISE_CORE_JSON_READ_H

#include <jansson.h>

#include "valise/error.h"

/* An integer in least .. most; false with `key` in err->where. */
bool vl_json_number(const json_t *value, const char *key, int64_t least, int64_t most,
                    int64_t *result, struct vl_error *err);

#endif
