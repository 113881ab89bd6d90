/* Strangers that speak WebSocket, or broken TLS: see the header. */
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "core/banned.h"
#include "server/strangers.h"

/* ---- WebSocket ---- */

/* Adds a frame with a mask. */
void stranger_frame(struct stranger *s, struct vl_text *out, int first, const void *bytes,
                    size_t size)
{
    wire_frame(out, first, bytes, size, 1 + stranger_below(s, UINT32_MAX - 1));
    atomic_fetch_add(&run.frames, 1);
}

/* The next text or pong must be this one; what the server says of its own accord is left out. */
static void expect_frame(struct stranger *s, int opcode, const char *part)
{
    struct vl_text payload = {0};
    int got;
    do
        got = wire_next_frame(&s->wire, PATIENCE, &payload);
    while (got >= 0 && got != 8 && (got != opcode || !strstr(vl_text_string(&payload), part)));
    if (got != opcode)
        finding(s, "instead of a frame with %s: opcode %d, %.200s", part, got,
                vl_text_string(&payload));
    vl_text_free(&payload);
}

/* A message that is answered, in one frame or in several with a ping between. */
static void send_message(struct stranger *s, uint32_t id)
{
    struct vl_text frames = {0};
    char message[64], answer[32], ping[16];
    uint32_t fragments = stranger_chance(s, 2) ? 1 : 2 + stranger_below(s, 10);
    snprintf(message, sizeof message, "{\"type\":\"ping\",\"id\":%u}", id);
    snprintf(answer, sizeof answer, "\"re\":%u", id);
    snprintf(ping, sizeof ping, "ping %u", id);
    size_t from = 0, length = strlen(message);
    for (uint32_t i = 0; i < fragments; i++) {
        size_t left = length - from;
        size_t part = i + 1 == fragments ? left : stranger_below(s, (uint32_t)left + 1);
        stranger_frame(s, &frames, (i == 0 ? 1 : 0) | (i + 1 == fragments ? 0x80 : 0),
                       message + from, part);
        from += part;
        if (i == 0)
            stranger_frame(s, &frames, 0x89, ping, strlen(ping));
    }
    stranger_sends(s, &frames);
    vl_text_free(&frames);
    if (fragments > 1) {
        expect_frame(s, 10, ping);
        expect_frame(s, 1, answer);
    } else {
        expect_frame(s, 1, answer); /* the message was whole before the ping */
    }
}

/* What a client may not send; the code with which the server must close. */
static int add_fault(struct stranger *s, struct vl_text *out)
{
    char large[200] = "x";
    static const struct {
        int first;
        const char *bytes;
        size_t size;
        int code;
    } faults[] = {
        {0xc1, "{}", 2, 1002},
        {0x91, "{}", 2, 1002},
        {0x83, "x", 1, 1002},
        {0x8b, "", 0, 1002},
        {0x09, "x", 1, 1002},
        {0x08, "", 0, 1002},
        {0x80, "x", 1, 1002},
        {0x00, "x", 1, 1002},
        {0x82, "x", 1, 1003},
        {0x02, "x", 1, 1003},
        {0x81, "\xff", 1, 1007},
        {0x81, "\xc3", 1, 1007},
        {0x81, "\xed\xa0\x80", 3, 1007},
        {0x88, "\x03\xe8\xff", 3, 1007},
        {0x88, "x", 1, 1002},
        {0x88, "\x03\xed", 2, 1002},
        {0x88, "\x00\x00", 2, 1002},
        {0x88, "\xff\xff", 2, 1002},
        {0x88, "\x03\xe8", 2, 1000},
        {0x88, "", 0, 1005},
        {0x88,
         "\x0f\xa0"
         "bye",
         5, 4000},
    };
    uint32_t which = stranger_below(s, COUNT(faults) + 7);
    if (which < COUNT(faults)) {
        stranger_frame(s, out, faults[which].first, faults[which].bytes, faults[which].size);
        return faults[which].code;
    }
    switch (which - COUNT(faults)) {
    case 0: /* not masked */
        wire_frame(out, 0x81, "{}", 2, 0);
        return 1002;
    case 1: /* a text within a message */
        stranger_frame(s, out, 0x01, "{", 1);
        stranger_frame(s, out, 0x81, "}", 1);
        return 1002;
    case 2: /* a ping that is too long */
        stranger_frame(s, out, 0x89, large, 126);
        return 1002;
    case 3: /* a length that is not written in its shortest form */
        vl_text_add_bytes(out, "\x81\xfe\x00\x05", 4);
        vl_text_add_bytes(out, "\0\0\0\0hello", 9);
        return 1002;
    case 4: /* a length beyond all bounds */
        vl_text_add_bytes(out, "\x81\xff\x80\0\0\0\0\0\0\0\0\0\0\0", 14);
        return 1002;
    case 5: /* a length beyond ours */
        vl_text_add_bytes(out, "\x81\xff\0\0\0\0\0\x01\0\0\0\0\0\0", 14);
        return 1009;
    default: /* fragments without end */
        for (int i = 0; i < 66; i++)
            stranger_frame(s, out, i == 0 ? 0x01 : 0x00, "", 0);
        return 1008;
    }
}

/* One WebSocket: messages that are answered, then an end. */
static void talk(struct stranger *s)
{
    struct vl_text frames = {0};
    expect_frame(s, 1, "\"hello\"");
    for (uint32_t i = 1, count = stranger_below(s, 8); i <= count; i++)
        send_message(s, i);
    if (stranger_chance(s, 8)) {
        wire_reset(&s->wire);
        return;
    }
    int code = add_fault(s, &frames);
    stranger_sends(s, &frames);
    vl_text_free(&frames);
    int closed = wire_closed_with(&s->wire, PATIENCE);
    if (closed != code && !s->slow)
        finding(s, "closed with %d, not %d", closed, code);
    if (!wire_ends(&s->wire, PATIENCE))
        finding(s, "still open after the close frame");
    wire_close(&s->wire);
}

/* Reads the head of the answer to a handshake. */
void stranger_upgraded(struct stranger *s)
{
    struct wire_reply reply;
    if (!wire_reply(&s->wire, true, PATIENCE, &reply))
        finding(s, "no answer to a handshake");
    if (reply.status != 101 ||
        !strstr(reply.head.data, "sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
        finding(s, "instead of 101: %s", reply.head.data);
    wire_reply_free(&reply);
    atomic_fetch_add(&run.requests, 1);
}

/* A WebSocket on a new or a kept connection, perhaps with frames right behind the handshake. */
static void websocket(struct stranger *s)
{
    struct vl_text text = {0};
    s->deed = "a WebSocket";
    stranger_comes(s);
    for (uint32_t i = stranger_below(s, 3); i > 0; i--) {
        const struct exchange *before = stranger_request(s);
        vl_text_clear(&text);
        vl_text_add(&text, before->request);
        stranger_sends(s, &text);
        if (!stranger_expects(s, before->request, before->status)) {
            wire_close(&s->wire);
            vl_text_free(&text);
            return;
        }
    }
    vl_text_clear(&text);
    wire_handshake(&text, "/ws", NULL);
    bool eager = stranger_chance(s, 3);
    if (eager)
        stranger_frame(s, &text, 0x89, "eager", 5);
    stranger_sends(s, &text);
    vl_text_free(&text);
    stranger_upgraded(s);
    /* "hello" is held until the batch is stored; a pong is not. */
    if (eager && stranger_chance(s, 2)) {
        expect_frame(s, 10, "eager");
        wire_reset(&s->wire);
    } else {
        talk(s);
    }
}

/* Handshakes that are refused. */
static void bad_handshake(struct stranger *s)
{
    static const char start[] = " HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n";
#define KEY "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
#define VERSION "Sec-WebSocket-Version: 13\r\n"
#define PROTOCOL "Sec-WebSocket-Protocol: valise.1\r\n"
    static const struct {
        const char *path, *headers;
        int status;
    } cases[] = {
        {"/", HOST KEY VERSION PROTOCOL, 404},
        {"/healthz", HOST KEY VERSION PROTOCOL, 404},
        {"/ws/", HOST KEY VERSION PROTOCOL, 404},
        {"/ws", "Host: other.example\r\n" KEY VERSION PROTOCOL, 421},
        {"/ws", HOST KEY VERSION PROTOCOL "Origin: http://other.example\r\n", 403},
        {"/ws", HOST KEY VERSION PROTOCOL "Origin: null\r\n", 403},
        {"/ws", HOST KEY PROTOCOL, 426},
        {"/ws", HOST KEY PROTOCOL "Sec-WebSocket-Version: 8\r\n", 426},
        {"/ws", HOST KEY VERSION, 400},
        {"/ws", HOST KEY VERSION "Sec-WebSocket-Protocol: chat\r\n", 400},
        {"/ws", HOST VERSION PROTOCOL, 400},
        {"/ws", HOST VERSION PROTOCOL "Sec-WebSocket-Key: short\r\n", 400},
        {"/ws", HOST VERSION PROTOCOL "Sec-WebSocket-Key: !!!!!!!!!!!!!!!!!!!!!!==\r\n", 400},
        {"/ws", HOST VERSION PROTOCOL KEY KEY, 400},
        {"/ws", HOST VERSION PROTOCOL KEY "Content-Length: 2\r\n", 400},
    };
    struct vl_text text = {0};
    uint32_t which = stranger_below(s, COUNT(cases));
    s->deed = "a handshake that is refused";
    stranger_comes(s);
    vl_text_addf(&text, "GET %s%s%s\r\n", cases[which].path, start, cases[which].headers);
    if (stranger_chance(s, 2)) /* it believes that it is one already */
        stranger_frame(s, &text, 0x81, "{}", 2);
    stranger_sends(s, &text);
    if (stranger_expects(s, text.data, cases[which].status))
        stranger_expects_end(s);
    vl_text_free(&text);
    wire_close(&s->wire);
}

/* More pings than anybody needs. */
static void ping_flood(struct stranger *s)
{
    struct vl_text text = {0};
    s->deed = "pings without end";
    stranger_comes(s);
    wire_handshake(&text, "/ws", NULL);
    stranger_sends(s, &text);
    stranger_upgraded(s);
    vl_text_clear(&text);
    int first = stranger_chance(s, 2) ? 0x89 : 0x8a;
    for (int i = 0; i < 2000; i++)
        stranger_frame(s, &text, first, "x", 1);
    stranger_sends(s, &text);
    vl_text_free(&text);
    int code = wire_closed_with(&s->wire, PATIENCE);
    if (code != 1008 && !s->slow)
        finding(s, "closed with %d, not 1008", code);
    wire_close(&s->wire);
}

/* Asks by WebSocket and never reads. */
static void deaf_websocket(struct stranger *s)
{
    struct vl_text text = {0};
    int small = 4096;
    s->deed = "a WebSocket that never reads";
    stranger_comes(s);
    setsockopt(s->wire.fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    wire_handshake(&text, "/ws", NULL);
    for (int i = 0; i < 500; i++)
        stranger_frame(s, &text, 0x81, "{\"type\":\"nonsense\",\"id\":1}", 26);
    s->wire.cuts = NULL;
    stranger_sends(s, &text);
    vl_text_free(&text);
    web_rest((int)stranger_below(s, 200));
    wire_reset(&s->wire);
}

void stranger_talks(struct stranger *s)
{
    static void (*const deeds[])(struct stranger *) = {websocket,      websocket,     websocket,
                                                       websocket,      bad_handshake, bad_handshake,
                                                       deaf_websocket, ping_flood};
    deeds[stranger_below(s, COUNT(deeds))](s);
}

/* ---- TLS ---- */

/* The handshake is cut short, changed on its way, or is none at all. */
static void broken_tls(struct stranger *s)
{
    unsigned char bytes[600];
    char *hello;
    s->deed = "broken TLS";
    if (!wire_connect(&s->wire, run.server.port, run.tls))
        finding(s, "no connection");
    atomic_fetch_add(&run.connections, 1);
    s->wire.cuts = &s->random;
    uint32_t way = stranger_below(s, 4);
    SSL_do_handshake(s->wire.tls);
    long size = BIO_get_mem_data(SSL_get_wbio(s->wire.tls), &hello);
    if (way == 0) { /* noise that begins like a record */
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (unsigned char)stranger_below(s, 256);
        bytes[0] = 22;
        wire_send_raw(&s->wire, bytes, 1 + stranger_below(s, sizeof bytes));
    } else if (way == 1) { /* one byte of the greeting is another */
        hello[stranger_below(s, (uint32_t)size)] ^= (char)(1 + stranger_below(s, 255));
        wire_send_raw(&s->wire, hello, (size_t)size);
    } else if (way == 2) { /* a part of it */
        wire_send_raw(&s->wire, hello, stranger_below(s, (uint32_t)size));
    } else { /* the rest of the handshake does not come, or comes as noise */
        wire_send_raw(&s->wire, hello, (size_t)size);
        struct wire plain = {.fd = s->wire.fd};
        wire_receive(&plain, 1000);
        vl_text_free(&plain.in);
        memset(bytes, (int)stranger_below(s, 256), sizeof bytes);
        bytes[0] = (unsigned char)(20 + stranger_below(s, 4));
        bytes[1] = bytes[2] = 3;
        bytes[3] = 0;
        bytes[4] = (unsigned char)stranger_below(s, 255);
        wire_send_raw(&s->wire, bytes, stranger_below(s, 260));
    }
    if (stranger_chance(s, 2))
        wire_reset(&s->wire);
    else
        wire_close(&s->wire);
}

/* A sound connection, then a record that is not. */
static void broken_record(struct stranger *s)
{
    char *record;
    s->deed = "a broken TLS record";
    stranger_comes(s);
    if (stranger_chance(s, 2)) {
        wire_say(&s->wire, get_health.request);
        stranger_expects(s, get_health.request, get_health.status);
    }
    SSL_write(s->wire.tls, get_page.request, (int)strlen(get_page.request));
    long size = BIO_get_mem_data(SSL_get_wbio(s->wire.tls), &record);
    if (stranger_chance(s, 3))
        size = 1 + stranger_below(s, (uint32_t)size - 1);
    else
        record[stranger_below(s, (uint32_t)size)] ^= (char)(1 + stranger_below(s, 255));
    wire_send_raw(&s->wire, record, (size_t)size);
    web_rest((int)stranger_below(s, 20));
    wire_close(&s->wire);
}

/* Key updates, each of which the server has to answer. */
static void key_updates(struct stranger *s)
{
    s->deed = "key updates";
    stranger_comes(s);
    for (uint32_t i = 1 + stranger_below(s, 200); i > 0; i--) {
        SSL_key_update(s->wire.tls, stranger_chance(s, 2) ? SSL_KEY_UPDATE_REQUESTED
                                                          : SSL_KEY_UPDATE_NOT_REQUESTED);
        SSL_do_handshake(s->wire.tls);
        if (stranger_chance(s, 4))
            wire_flush(&s->wire);
    }
    wire_flush(&s->wire);
    wire_say(&s->wire, get_health.request);
    stranger_expects(s, get_health.request, get_health.status);
    stranger_leaves(s);
}

/* http where https is spoken. */
static void http_to_tls(struct stranger *s)
{
    struct wire_reply reply;
    s->deed = "http on the port of https";
    if (!wire_connect(&s->wire, run.server.port, NULL))
        finding(s, "no connection");
    atomic_fetch_add(&run.connections, 1);
    wire_say(&s->wire, stranger_request(s)->request);
    if (!wire_reply(&s->wire, false, PATIENCE, &reply) || reply.status != 400)
        finding(s, "no 400: %d", reply.status);
    wire_reply_free(&reply);
    stranger_expects_end(s);
    wire_close(&s->wire);
}

void stranger_mumbles(struct stranger *s)
{
    static void (*const deeds[])(struct stranger *) = {broken_tls, broken_tls, broken_record,
                                                       key_updates, http_to_tls};
    deeds[stranger_below(s, COUNT(deeds))](s);
}
