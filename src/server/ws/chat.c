/* Chat of the seats. */
#include "server/ws/chat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "core/json_write.h"
#include "core/utf8.h"
#include "server/state.h"
#include "server/time.h"

enum { MOST_CHAT = 1000 }; /* characters of a message, even if the limit is higher */

static const char *const rules[] = {"open", "seats", "off"};

bool sv_chat_read(const json_t *json, struct vl_stored_match *m, struct vl_error *err)
{
    const char *word = json_string_value(json);
    if (!json)
        return true;
    for (uint32_t i = 0; word && i < sizeof rules / sizeof *rules; i++) {
        if (strcmp(word, rules[i]) == 0) {
            m->chat = (enum vl_chat)i;
            return true;
        }
    }
    return vl_fail(err, VL_BAD_INPUT, "chat", "chat is open, seats or off");
}

const char *sv_chat_word(const struct sv_room *room)
{
    return rules[room->stored.chat];
}

bool sv_chat_reads(const struct sv_room *room, int viewer)
{
    return room->stored.chat == VL_CHAT_OPEN || (room->stored.chat == VL_CHAT_SEATS && viewer >= 0);
}

uint32_t sv_chat_most(const struct sv_server *server)
{
    uint32_t most = server->settings.limits.chat_length;
    return most < MOST_CHAT ? most : MOST_CHAT;
}

/* Copies a message without the spaces around it; false: it is too long, or not one plain line. */
static bool clean(const char *text, uint32_t most, char *to, size_t size, struct vl_error *err)
{
    text += strspn(text, " ");
    size_t length = strlen(text);
    while (length && text[length - 1] == ' ')
        length--;
    if (length >= size || vl_utf8_check(text, length) != length)
        return vl_fail(err, VL_BAD_INPUT, "text", "a message has at most %u characters", most);
    memcpy(to, text, length);
    to[length] = '\0';
    if (vl_utf8_length(to) > most)
        return vl_fail(err, VL_BAD_INPUT, "text", "a message has at most %u characters", most);
    if (!vl_utf8_is_name(to))
        return vl_fail(err, VL_BAD_INPUT, "text",
                       "a message is one line of plain text, without control or hidden characters");
    return true;
}

bool sv_chat_say(struct sv_room *room, uint32_t seat, const char *text, struct vl_error *err)
{
    struct sv_server *server = room->server;
    char kept[MOST_CHAT * 4 + 1]; /* a character has at most four bytes */
    if (room->stored.chat == VL_CHAT_OFF)
        return vl_fail(err, VL_REFUSED, NULL, "there is no chat at this table");
    if (!clean(text, sv_chat_most(server), kept, sizeof kept, err))
        return false;
    struct vl_stored_chat message = {.seat = (int)seat, .time = sv_time(), .text = kept};
    if (!sv_calls(room->server)
             ->add_chat(server->store, room->stored.id, &message, server->settings.limits.chat_kept,
                        err)) {
        server->batch_failed = true;
        return false;
    }
    server->figures.chats++;
    room->chat_changed = true;
    sv_room_touch(room);
    return true;
}

bool sv_chat_mute(struct sv_room *room, uint32_t seat, uint32_t whom, bool mute,
                  struct vl_error *err)
{
    uint32_t *muted = &room->stored.seat[seat].muted;
    if (whom >= room->stored.seats || whom == seat)
        return vl_fail(err, VL_BAD_INPUT, "whom", "expected another seat of the table");
    *muted = mute ? *muted | 1U << whom : *muted & ~(1U << whom);
    /* The seat's viewers get the whole chat again: with or without the messages of that seat. */
    for (struct sv_watch *w = room->watches; w; w = w->next_in_room) {
        if (w->viewer == (int)seat) {
            w->chat_number = 0;
            w->chat_reset = true;
        }
    }
    room->chat_changed = true;
    return sv_room_save(room, true, err);
}

/* ---- Writing ---- */

struct lines {
    struct vl_json *json;
    uint32_t muted;       /* seats */
    uint32_t last, count; /* the last message, muted or not; those written */
};

static bool write_message(void *context, const struct vl_stored_chat *message)
{
    struct lines *lines = context;
    lines->last = message->number;
    if (lines->muted >> message->seat & 1)
        return true;
    lines->count++;
    vl_json_object(lines->json);
    vl_json_put_int(lines->json, "number", message->number);
    vl_json_put_int(lines->json, "seat", message->seat);
    vl_json_put_int(lines->json, "time", message->time);
    vl_json_put_string(lines->json, "text", message->text);
    vl_json_end_object(lines->json);
    return true;
}

bool sv_chat_write(struct vl_text *out, struct sv_watch *watch)
{
    const struct sv_room *room = watch->room;
    struct vl_json json;
    struct lines lines = {
        .json = &json,
        .muted = watch->viewer >= 0 ? room->stored.seat[watch->viewer].muted : 0,
        .last = watch->chat_number,
    };
    vl_json_start(&json, out);
    vl_json_object(&json);
    vl_json_put_string(&json, "type", "chat");
    vl_json_put_string(&json, "match", room->stored.id);
    vl_json_key(&json, "seat");
    if (watch->viewer >= 0)
        vl_json_int(&json, watch->viewer);
    else
        vl_json_null(&json);
    vl_json_put_bool(&json, "whole", watch->chat_reset);
    vl_json_put_set(&json, "muted", lines.muted);
    vl_json_open_array(&json, "lines");
    bool good = sv_calls(room->server)
                    ->list_chat(room->server->store, room->stored.id, watch->chat_number,
                                write_message, &lines, NULL);
    vl_json_end_array(&json);
    vl_json_end_object(&json);
    bool wanted = good && (lines.count > 0 || watch->chat_reset);
    watch->chat_number = lines.last;
    watch->chat_reset = false;
    if (!wanted)
        vl_text_free(out);
    return wanted;
}
