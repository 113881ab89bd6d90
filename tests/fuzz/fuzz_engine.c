/*
 * Fuzz target: the engine protocol. Every line gets exactly one line back, a JSON object that says
 * "ok", and an error where that is false.
 */
#include <jansson.h>
#include <string.h>

#include "cli/protocol.h"
#include "core/banned.h"
#include "fuzz.h"

enum {
    MOST_LINES = 48,
    /* Of all searches together. Without it one line ("hint") took a second and 48 lines a minute: a
     * search is not what this target is for (test_search.c is). */
    MOST_ITERATIONS = 64,
};

static void check_answer(const struct vl_text *answer)
{
    json_error_t where;
    if (memchr(vl_text_string(answer), '\n', answer->length))
        fuzz_finding("an answer of two lines: %s", vl_text_string(answer));
    json_t *root =
        json_loadb(vl_text_string(answer), answer->length, JSON_REJECT_DUPLICATES, &where);
    if (!json_is_object(root))
        fuzz_finding("no JSON object: %s: %s", where.text, vl_text_string(answer));
    json_t *ok = json_object_get(root, "ok");
    const char *error = json_string_value(json_object_get(root, "error"));
    if (!json_is_boolean(ok) || (json_is_false(ok) && (!error || !error[0])))
        fuzz_finding("an answer without ok, or an error without words: %s", vl_text_string(answer));
    json_decref(root);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct vl_engine *engine = vl_engine_new();
    vl_engine_limit(engine, MOST_ITERATIONS);
    struct vl_text answer = {0};
    const char *p = (const char *)data, *end = p + size;
    bool going = true;
    for (uint32_t n = 0; going && p < end && n < MOST_LINES; n++) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        size_t length = (size_t)((newline ? newline : end) - p);
        vl_text_clear(&answer);
        going = vl_engine_line(engine, p, length, &answer);
        check_answer(&answer);
        p += length + (newline != NULL);
    }
    vl_text_free(&answer);
    vl_engine_free(engine);
    return 0;
}
