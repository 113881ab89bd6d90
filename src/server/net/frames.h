/*
 * WebSocket frames (RFC 6455, section 5) without a socket: a reader for what clients send and the
 * heads of what the server sends.
 *
 * The reader takes bytes in pieces of any size and gives one event at a time. It joins fragments,
 * removes masks, and refuses what the protocol forbids: unmasked frames, reserved bits and
 * opcodes, control frames that are long or fragmented, lengths not written in the shortest form,
 * text that is not UTF-8, and close codes that may not be sent. Binary messages are refused too,
 * because the table speaks text only.
 */
#ifndef VALISE_SERVER_NET_FRAMES_H
#define VALISE_SERVER_NET_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "valise/text.h"

enum {
    SV_FRAME_HEAD = 10,     /* bytes of the longest head that the server writes */
    SV_MOST_CONTROL = 125,  /* payload of a ping, pong or close */
    SV_MOST_FRAGMENTS = 64, /* frames of one message: empty ones cost no memory, but time */
};

enum sv_opcode {
    SV_CONTINUATION = 0,
    SV_TEXT = 1,
    SV_BINARY = 2,
    SV_CLOSE = 8,
    SV_PING = 9,
    SV_PONG = 10,
};

enum sv_frame_event {
    SV_FRAME_MORE,    /* all bytes are used up; nothing is complete */
    SV_FRAME_MESSAGE, /* `bytes` is a whole text message */
    SV_FRAME_PING,    /* `bytes` is its payload */
    SV_FRAME_PONG,
    SV_FRAME_CLOSE,  /* `code` is the client's, or 1005 if it gave none */
    SV_FRAME_BROKEN, /* close the connection with `code`; nothing more can be read */
};

struct sv_frame_reader {
    uint8_t head[14]; /* of the frame, as far as it has come */
    uint8_t head_size;
    bool in_payload; /* the head is complete */
    bool in_message; /* a text message has begun and is not complete */
    uint64_t left;   /* payload bytes of the frame still to come */
    uint32_t mask_at;
    uint32_t fragments;     /* frames of the message so far */
    struct vl_text message; /* earlier fragments, or the part of a frame that came earlier */
    uint8_t control[SV_MOST_CONTROL];
    uint8_t control_size;
};

struct sv_frame {
    const char *bytes; /* valid until the next call, and as long as the bytes that were given */
    size_t size;
    int code;
};

/*
 * Reads until something is complete. `*used` says how many bytes were taken; call again with the
 * rest. Masks are removed in place, so `bytes` is changed. A message longer than `limit` is refused
 * with 1009 as soon as its length is known.
 */
enum sv_frame_event sv_frame_read(struct sv_frame_reader *reader, unsigned char *bytes, size_t size,
                                  uint32_t limit, size_t *used, struct sv_frame *frame);
/* Whether a frame or a message has begun and is not complete. */
bool sv_frame_begun(const struct sv_frame_reader *reader);
void sv_frame_reader_free(struct sv_frame_reader *reader);

/* Writes the head of a whole, unmasked frame; returns its size, at most SV_FRAME_HEAD. */
size_t sv_frame_head(unsigned char head[SV_FRAME_HEAD], enum sv_opcode opcode, size_t size);

#endif
