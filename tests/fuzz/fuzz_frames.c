/*
 * Fuzz target: WebSocket frames, without a socket.
 *
 * The first four bytes of the input choose how bytes are cut into pieces. The rest is read as
 * frames, in one piece and in many, which must give the same events. Then it is a script for an
 * encoder of valid frames (fragmented messages, control frames between the fragments): all of them
 * must come back.
 */
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "core/utf8.h"
#include "fuzz.h"
#include "server/net/frames.h"

enum { LIMIT = 2000, CUT_BYTES = 4 };

static void add_event(struct vl_text *out, enum sv_frame_event event, const char *bytes,
                      size_t size, int code)
{
    static const char *const names[] = {"more", "message", "ping", "pong", "close", "broken"};
    vl_text_addf(out, "%s %d %zu:", names[event], code, size);
    vl_text_add_bytes(out, bytes ? bytes : "", size);
    vl_text_char(out, '\n');
}

static void check_event(enum sv_frame_event event, const struct sv_frame *frame)
{
    if (event == SV_FRAME_MESSAGE &&
        (frame->size > LIMIT || vl_utf8_check(frame->bytes, frame->size) != frame->size))
        fuzz_finding("a message that should be refused");
    if ((event == SV_FRAME_PING || event == SV_FRAME_PONG) && frame->size > SV_MOST_CONTROL)
        fuzz_finding("a ping of %zu bytes", frame->size);
    if ((event == SV_FRAME_CLOSE || event == SV_FRAME_BROKEN) &&
        (frame->code < 1000 || frame->code > 4999))
        fuzz_finding("closed with %d", frame->code);
}

/* The next piece: all that is left, or a few bytes by a generator that the input has chosen. */
static size_t piece(uint32_t *cuts, size_t left)
{
    if (!*cuts)
        return left;
    *cuts = *cuts * 1664525 + 1013904223;
    uint32_t most = *cuts >> 31 ? 3 : 1U << (*cuts >> 28 & 7) << 2;
    size_t size = 1 + (*cuts >> 8) % most;
    *cuts |= 1; /* never 0, which means one piece */
    return size < left ? size : left;
}

/* Events of one piece; false: nothing more can be read. */
static bool read_piece(struct sv_frame_reader *reader, const unsigned char *bytes, size_t size,
                       struct vl_text *events)
{
    unsigned char *copy = malloc(size); /* masks are removed in place */
    enum sv_frame_event event = SV_FRAME_MORE;
    size_t all = 0;
    if (!copy)
        abort();
    memcpy(copy, bytes, size);
    while (all < size && event != SV_FRAME_BROKEN) {
        struct sv_frame frame;
        size_t used;
        event = sv_frame_read(reader, copy + all, size - all, LIMIT, &used, &frame);
        if (used > size - all || used == 0 || (event == SV_FRAME_MORE && used != size - all))
            fuzz_finding("%zu bytes of %zu were used", used, size - all);
        all += used;
        check_event(event, &frame);
        if (event != SV_FRAME_MORE)
            add_event(events, event, frame.bytes, frame.size, frame.code);
    }
    free(copy);
    if (reader->message.length > LIMIT)
        fuzz_finding("%zu bytes of a message are kept", reader->message.length);
    return event != SV_FRAME_BROKEN;
}

static void read_all(const unsigned char *bytes, size_t size, uint32_t cuts, struct vl_text *events)
{
    struct sv_frame_reader reader = {0};
    size_t all = 0;
    bool good = true;
    while (good && all < size) {
        size_t part = piece(&cuts, size - all);
        good = read_piece(&reader, bytes + all, part, events);
        all += part;
    }
    if (good)
        vl_text_add(events, sv_frame_begun(&reader) ? "begun" : "at rest");
    sv_frame_reader_free(&reader);
}

static void expect_same(const struct vl_text *one, const struct vl_text *other, const char *what)
{
    if (one->length != other->length ||
        memcmp(vl_text_string(one), vl_text_string(other), one->length) != 0)
        fuzz_finding("%s:\n%s\n\n%s", what, vl_text_string(one), vl_text_string(other));
}

/* ---- An encoder ---- */

static void encode(struct vl_text *out, enum sv_opcode opcode, bool final, const char *bytes,
                   size_t size, uint32_t mask)
{
    unsigned char head[SV_FRAME_HEAD], key[4];
    size_t head_size = sv_frame_head(head, opcode, size);
    memcpy(key, &mask, sizeof key);
    head[0] &= final ? 255 : 127;
    head[1] |= 128;
    vl_text_add_bytes(out, (const char *)head, head_size);
    vl_text_add_bytes(out, (const char *)key, sizeof key);
    for (size_t i = 0; i < size; i++)
        vl_text_char(out, (char)((unsigned char)bytes[i] ^ key[i % 4]));
}

/* A message of the script's bytes as letters, in `fragments` frames, perhaps with a ping between
 * two of them. */
static void encode_message(struct vl_text *out, struct vl_text *events, const uint8_t *bytes,
                           size_t size, uint32_t fragments, uint32_t mask)
{
    struct vl_text text = {0};
    size_t from = 0;
    for (size_t i = 0; i < size; i++)
        vl_text_add(&text, bytes[i] & 128 ? "\xc3\xa4" : "x");
    for (uint32_t i = 0; i < fragments; i++) {
        size_t left = text.length - from, part = i + 1 == fragments ? left : left / 2;
        encode(out, i == 0 ? SV_TEXT : SV_CONTINUATION, i + 1 == fragments,
               vl_text_string(&text) + from, part, mask + i);
        from += part;
        if (i + 1 < fragments && mask >> i & 1) {
            encode(out, SV_PING, true, "ping", 4, ~mask);
            add_event(events, SV_FRAME_PING, "ping", 4, 0);
        }
    }
    add_event(events, SV_FRAME_MESSAGE, vl_text_string(&text), text.length, 0);
    vl_text_free(&text);
}

static void encode_script(const uint8_t *data, size_t size, struct vl_text *out,
                          struct vl_text *events)
{
    while (size >= 4) {
        uint32_t mask;
        memcpy(&mask, data, sizeof mask);
        size_t most = data[1] % 8 == 0 ? LIMIT / 2 : data[1], part = size - 4;
        part = part < most ? part : most;
        if (data[0] % 8 == 0) {
            part = part < SV_MOST_CONTROL ? part : SV_MOST_CONTROL;
            encode(out, SV_PONG, true, (const char *)data + 4, part, mask);
            add_event(events, SV_FRAME_PONG, (const char *)data + 4, part, 0);
        } else {
            encode_message(out, events, data + 4, part, 1 + data[2] % 8, mask);
        }
        data += 4 + part;
        size -= 4 + part;
    }
    vl_text_add(events, "at rest");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t cuts;
    if (size < CUT_BYTES)
        return 0;
    memcpy(&cuts, data, CUT_BYTES);
    data += CUT_BYTES;
    size -= CUT_BYTES;
    struct vl_text whole = {0}, pieces = {0}, frames = {0}, sent = {0}, come = {0};
    read_all(data, size, 0, &whole);
    read_all(data, size, cuts | 1, &pieces);
    expect_same(&whole, &pieces, "in one piece and in many");
    encode_script(data, size, &frames, &sent);
    read_all((const unsigned char *)vl_text_string(&frames), frames.length, cuts, &come);
    expect_same(&sent, &come, "sent and received");
    vl_text_free(&whole);
    vl_text_free(&pieces);
    vl_text_free(&frames);
    vl_text_free(&sent);
    vl_text_free(&come);
    return 0;
}
