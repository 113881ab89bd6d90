/* WebSocket frames: see the header. */
#include "server/net/frames.h"

#include <string.h>

#include "core/banned.h"
#include "core/utf8.h"

enum { FINAL = 0x80, RESERVED = 0x70, MASKED = 0x80 };

static enum sv_frame_event broken(struct sv_frame *frame, int code)
{
    frame->code = code;
    return SV_FRAME_BROKEN;
}

static enum sv_opcode opcode_of(const struct sv_frame_reader *r)
{
    return r->head[0] & 15;
}

static bool is_control(const struct sv_frame_reader *r)
{
    return r->head[0] & 8;
}

/* How long the head is, as far as its first bytes tell. */
static size_t head_length(const struct sv_frame_reader *r)
{
    if (r->head_size < 2)
        return 2;
    uint8_t length = r->head[1] & 127;
    return 2 + (length == 126 ? 2 : length == 127 ? 8 : 0) + 4;
}

static uint64_t big_endian(const uint8_t *bytes, size_t count)
{
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++)
        value = value << 8 | bytes[i];
    return value;
}

/* What the first two bytes alone can show to be wrong; 0: nothing. */
static int check_start(const struct sv_frame_reader *r)
{
    enum sv_opcode opcode = opcode_of(r);
    bool final = r->head[0] & FINAL;
    if ((r->head[0] & RESERVED) || !(r->head[1] & MASKED))
        return 1002;
    if (is_control(r)) {
        bool known = opcode == SV_CLOSE || opcode == SV_PING || opcode == SV_PONG;
        return known && final && (r->head[1] & 127) <= SV_MOST_CONTROL ? 0 : 1002;
    }
    if (opcode == SV_CONTINUATION)
        return r->in_message ? 0 : 1002;
    if (r->in_message || opcode > SV_BINARY)
        return 1002;
    return opcode == SV_BINARY ? 1003 : 0;
}

/* The head is complete: how long the payload is, and whether the message may be that long. */
static int begin_payload(struct sv_frame_reader *r, uint32_t limit)
{
    uint8_t length = r->head[1] & 127;
    uint64_t size = length;
    if (length == 126) {
        size = big_endian(r->head + 2, 2);
        if (size < 126)
            return 1002;
    } else if (length == 127) {
        size = big_endian(r->head + 2, 8);
        if (size <= UINT16_MAX || size >> 63)
            return 1002;
    }
    if (!is_control(r)) {
        if (size > limit || r->message.length + size > limit)
            return 1009;
        if (++r->fragments > SV_MOST_FRAGMENTS)
            return 1008;
        r->in_message = true;
    }
    r->left = size;
    r->mask_at = 0;
    r->in_payload = true;
    return 0;
}

/* Takes bytes of the head. 0: go on; otherwise the code to close with. */
static int read_head(struct sv_frame_reader *r, const unsigned char *bytes, size_t size,
                     uint32_t limit, size_t *used)
{
    while (*used < size && r->head_size < head_length(r)) {
        r->head[r->head_size++] = bytes[(*used)++];
        int code = r->head_size == 2 ? check_start(r) : 0;
        if (code)
            return code;
    }
    return r->head_size >= 2 && r->head_size == head_length(r) ? begin_payload(r, limit) : 0;
}

/* Eight bytes at a time: the mask is four bytes that repeat. */
static void unmask(struct sv_frame_reader *r, unsigned char *bytes, size_t size)
{
    const uint8_t *mask = r->head + r->head_size - 4;
    uint8_t turned[8];
    size_t i = 0;
    for (size_t k = 0; k < 8; k++)
        turned[k] = mask[(r->mask_at + k) & 3];
    uint64_t wide;
    memcpy(&wide, turned, 8);
    for (; i + 8 <= size; i += 8) {
        uint64_t word;
        memcpy(&word, bytes + i, 8);
        word ^= wide;
        memcpy(bytes + i, &word, 8);
    }
    for (; i < size; i++)
        bytes[i] ^= turned[i & 7];
    r->mask_at = (uint32_t)((r->mask_at + size) & 3);
}

/* RFC 6455, 7.4: codes that may stand in a close frame. */
static bool code_allowed(uint64_t code)
{
    if (code >= 3000 && code < 5000)
        return true;
    return code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006;
}

static enum sv_frame_event end_close(struct sv_frame_reader *r, struct sv_frame *frame)
{
    frame->code = 1005;
    if (r->control_size == 0)
        return SV_FRAME_CLOSE;
    uint64_t code = r->control_size >= 2 ? big_endian(r->control, 2) : 0;
    if (!code_allowed(code))
        return broken(frame, 1002);
    size_t reason = r->control_size - 2U;
    if (vl_utf8_check((const char *)r->control + 2, reason) != reason)
        return broken(frame, 1007);
    frame->code = (int)code;
    return SV_FRAME_CLOSE;
}

static enum sv_frame_event end_control(struct sv_frame_reader *r, struct sv_frame *frame)
{
    frame->bytes = (const char *)r->control;
    frame->size = r->control_size;
    switch (opcode_of(r)) {
    case SV_PING:
        return SV_FRAME_PING;
    case SV_PONG:
        return SV_FRAME_PONG;
    case SV_CLOSE:
    case SV_CONTINUATION:
    case SV_TEXT:
    case SV_BINARY:
        break;
    }
    return end_close(r, frame);
}

static enum sv_frame_event end_message(struct sv_frame_reader *r, struct sv_frame *frame)
{
    r->in_message = false;
    r->fragments = 0;
    return vl_utf8_check(frame->bytes, frame->size) == frame->size ? SV_FRAME_MESSAGE
                                                                   : broken(frame, 1007);
}

/* Takes payload; the event if it ends the frame and something is complete, SV_FRAME_MORE if not. */
static enum sv_frame_event read_payload(struct sv_frame_reader *r, unsigned char *bytes,
                                        size_t size, size_t *used, struct sv_frame *frame)
{
    unsigned char *at = bytes + *used;
    size_t part = size - *used < r->left ? size - *used : (size_t)r->left;
    bool whole = r->message.length == 0 && part == r->left && r->fragments == 1;
    unmask(r, at, part);
    *used += part;
    r->left -= part;
    if (is_control(r)) {
        memcpy(r->control + r->control_size, at, part);
        r->control_size = (uint8_t)(r->control_size + part);
    } else if (!whole || !(r->head[0] & FINAL)) {
        vl_text_add_bytes(&r->message, (const char *)at, part);
    }
    if (r->left > 0)
        return SV_FRAME_MORE;
    r->in_payload = false;
    r->head_size = 0;
    if (is_control(r))
        return end_control(r, frame);
    if (!(r->head[0] & FINAL))
        return SV_FRAME_MORE;
    /* A message that came in one piece is handed on where it lies, without a copy. */
    frame->bytes = whole ? (const char *)at : vl_text_string(&r->message);
    frame->size = whole ? part : r->message.length;
    return end_message(r, frame);
}

enum sv_frame_event sv_frame_read(struct sv_frame_reader *r, unsigned char *bytes, size_t size,
                                  uint32_t limit, size_t *used, struct sv_frame *frame)
{
    *frame = (struct sv_frame){0};
    *used = 0;
    /* What the last event pointed at is not needed any more. */
    if (!r->in_message && r->message.data)
        vl_text_free(&r->message);
    if (!r->in_payload && r->head_size == 0)
        r->control_size = 0;
    while (*used < size) {
        if (!r->in_payload) {
            int code = read_head(r, bytes, size, limit, used);
            if (code)
                return broken(frame, code);
            if (!r->in_payload)
                break;
        }
        enum sv_frame_event event = read_payload(r, bytes, size, used, frame);
        if (event != SV_FRAME_MORE)
            return event;
        if (!r->in_payload)
            r->control_size = 0;
    }
    return SV_FRAME_MORE;
}

bool sv_frame_begun(const struct sv_frame_reader *r)
{
    return r->in_message || r->in_payload || r->head_size > 0;
}

void sv_frame_reader_free(struct sv_frame_reader *r)
{
    vl_text_free(&r->message);
    *r = (struct sv_frame_reader){0};
}

size_t sv_frame_head(unsigned char head[SV_FRAME_HEAD], enum sv_opcode opcode, size_t size)
{
    size_t more = size < 126 ? 0 : size <= UINT16_MAX ? 2 : 8;
    head[0] = (unsigned char)(FINAL | opcode);
    head[1] = more == 8 ? 127 : more == 2 ? 126 : (unsigned char)size;
    for (size_t i = 0; i < more; i++)
        head[2 + i] = (unsigned char)(size >> 8 * (more - 1 - i));
    return 2 + more;
}
