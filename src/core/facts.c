/* What the facts of all games have in common. */
#include "core/facts.h"

#include "core/banned.h"

void vl_facts_begin(const struct vl_deck *deck, const struct vl_view *view, const char *clause,
                    struct vl_json *json)
{
    struct vl_text prompt = {0};
    deck->game->prompt(deck, view, &prompt);
    vl_json_object(json);
    vl_json_put_string(json, "prompt", vl_text_string(&prompt));
    vl_json_put_string(json, "clause", clause);
    vl_text_free(&prompt);
}

void vl_facts_say(struct vl_json *json, const char *key, const char *format, ...)
{
    struct vl_text text = {0};
    va_list args;
    va_start(args, format);
    vl_text_vaddf(&text, format, args);
    va_end(args);
    vl_json_put_string(json, key, vl_text_string(&text));
    vl_text_free(&text);
}

void vl_facts_numbers(struct vl_json *json, const char *key, const int32_t *values, uint32_t stride,
                      uint32_t count)
{
    vl_json_open_array(json, key);
    for (uint32_t i = 0; i < count; i++)
        vl_json_int(json, values[i * stride]);
    vl_json_end_array(json);
}

void vl_facts_words(struct vl_json *json, const char *key, const char *text)
{
    vl_json_open_array(json, key);
    while (*text) {
        size_t length = strcspn(text, " ");
        vl_json_string_sized(json, text, length);
        text += length + (text[length] == ' ');
    }
    vl_json_end_array(json);
}
