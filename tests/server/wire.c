/* Connections byte by byte: see the header. */
#include "server/wire.h"

#include <errno.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"
#include "server/web.h"

enum { SEND_TIME = 10000, HANDSHAKE_TIME = 60000 };

uint32_t wire_random(uint64_t *generator, uint32_t below)
{
    uint64_t z = *generator += 0x9e3779b97f4a7c15; /* splitmix64 */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (uint32_t)((z ^ z >> 31) % below);
}

static long long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- Opening and closing ---- */

SSL_CTX *wire_context(void)
{
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    if (!context)
        abort();
    SSL_CTX_set_verify(context, SSL_VERIFY_NONE, NULL);
    return context;
}

bool wire_certificate(const char *folder)
{
    char command[600];
    snprintf(command, sizeof command,
             "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 "
             "-subj /CN=localhost -keyout '%s/key.pem' -out '%s/cert.pem' 2>/dev/null",
             folder, folder);
    return system(command) == 0;
}

bool wire_connect(struct wire *w, int port, SSL_CTX *context)
{
    *w = (struct wire){.fd = web_connect(port)};
    if (w->fd < 0) {
        w->ended = w->lost = true;
        return false;
    }
    if (!context)
        return true;
    w->tls = SSL_new(context);
    if (!w->tls)
        abort();
    BIO *in = BIO_new(BIO_s_mem()), *out = BIO_new(BIO_s_mem());
    BIO_set_mem_eof_return(in, -1);
    BIO_set_mem_eof_return(out, -1);
    SSL_set_bio(w->tls, in, out);
    SSL_set_connect_state(w->tls);
    return true;
}

/* Bytes from the socket to TLS, or to `in`. */
static bool take_bytes(struct wire *w, int milliseconds)
{
    char part[16384];
    struct pollfd wait = {.fd = w->fd, .events = POLLIN};
    if (w->fd < 0 || w->ended || poll(&wait, 1, milliseconds < 0 ? 0 : milliseconds) <= 0)
        return false;
    ssize_t got = recv(w->fd, part, sizeof part, 0);
    w->ended = got <= 0;
    w->lost |= got < 0;
    if (got > 0 && w->tls)
        BIO_write(SSL_get_rbio(w->tls), part, (int)got);
    else if (got > 0)
        vl_text_add_bytes(&w->in, part, (size_t)got);
    return got > 0;
}

bool wire_shake_hands(struct wire *w)
{
    long long until = now() + HANDSHAKE_TIME;
    for (;;) {
        int result = SSL_do_handshake(w->tls);
        int code = result == 1 ? SSL_ERROR_NONE : SSL_get_error(w->tls, result);
        if (!wire_flush(w) || (result != 1 && code != SSL_ERROR_WANT_READ))
            return false;
        if (result == 1)
            return true;
        if (!take_bytes(w, (int)(until - now())))
            return false;
    }
}

bool wire_open(struct wire *w, int port, SSL_CTX *context)
{
    return wire_connect(w, port, context) && (!w->tls || wire_shake_hands(w));
}

void wire_close(struct wire *w)
{
    if (w->fd >= 0)
        close(w->fd);
    SSL_free(w->tls);
    vl_text_free(&w->in);
    *w = (struct wire){.fd = -1, .ended = true};
}

void wire_reset(struct wire *w)
{
    struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    if (w->fd >= 0)
        setsockopt(w->fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    wire_close(w);
}

void wire_end(struct wire *w)
{
    if (w->tls) {
        SSL_shutdown(w->tls);
        wire_flush(w);
    }
    shutdown(w->fd, SHUT_WR);
}

/* ---- Sending ---- */

static bool send_piece(struct wire *w, const char *bytes, size_t size)
{
    long long until = now() + SEND_TIME;
    while (size > 0) {
        struct pollfd wait = {.fd = w->fd, .events = POLLOUT};
        if (now() > until || poll(&wait, 1, (int)(until - now())) <= 0)
            return false;
        ssize_t sent = send(w->fd, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EAGAIN)
            return false;
        bytes += sent > 0 ? sent : 0;
        size -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

bool wire_send_raw(struct wire *w, const void *bytes, size_t size)
{
    const char *at = bytes;
    if (!w->cuts || size < 2)
        return send_piece(w, at, size);
    /* A few cuts only: each is a system call, and perhaps a pause. */
    uint32_t pieces = 1 + wire_random(w->cuts, wire_random(w->cuts, 8) == 0 ? 40 : 4);
    while (pieces-- > 1 && size > 1) {
        size_t part = 1 + wire_random(w->cuts, wire_random(w->cuts, 2) ? 4 : (uint32_t)size - 1);
        part = part < size ? part : size - 1;
        if (!send_piece(w, at, part))
            return false;
        at += part;
        size -= part;
        if (w->slow && wire_random(w->cuts, 4) == 0)
            web_rest((int)wire_random(w->cuts, w->slow + 1));
    }
    return send_piece(w, at, size);
}

bool wire_flush(struct wire *w)
{
    char *bytes;
    long size = BIO_get_mem_data(SSL_get_wbio(w->tls), &bytes);
    bool sent = size <= 0 || wire_send_raw(w, bytes, (size_t)size);
    (void)BIO_reset(SSL_get_wbio(w->tls));
    return sent;
}

bool wire_send(struct wire *w, const void *bytes, size_t size)
{
    const char *at = bytes;
    if (!w->tls)
        return wire_send_raw(w, bytes, size);
    while (size > 0) { /* records of their own, as small writes would make them */
        size_t part = w->cuts && wire_random(w->cuts, 2)
                          ? 1 + wire_random(w->cuts, (uint32_t)(size < 4000 ? size : 4000))
                          : size;
        part = part < size ? part : size;
        if (SSL_write(w->tls, at, (int)part) != (int)part || !wire_flush(w))
            return false;
        at += part;
        size -= part;
    }
    return true;
}

bool wire_say(struct wire *w, const char *text)
{
    return wire_send(w, text, strlen(text));
}

/* ---- Receiving ---- */

bool wire_receive(struct wire *w, int milliseconds)
{
    long long until = now() + milliseconds;
    char part[16384];
    if (!w->tls)
        return take_bytes(w, milliseconds);
    for (;;) {
        int got = SSL_read(w->tls, part, sizeof part);
        if (got > 0) {
            vl_text_add_bytes(&w->in, part, (size_t)got);
            return true;
        }
        int code = SSL_get_error(w->tls, got);
        wire_flush(w); /* an answer to a key update */
        if (code == SSL_ERROR_ZERO_RETURN)
            w->ended = true;
        else if (code != SSL_ERROR_WANT_READ)
            w->ended = w->lost = true;
        if (w->ended || !take_bytes(w, (int)(until - now())))
            return false;
    }
}

/* Removes bytes from the front. */
static void drop(struct vl_text *text, size_t size)
{
    memmove(text->data, text->data + size, text->length - size);
    text->length -= size;
    text->data[text->length] = '\0';
}

/* The size of a whole response at the front, its head's in `*head_size`; 0: it is not complete. */
static size_t whole_reply(const struct wire *w, bool head, size_t *head_size)
{
    const char *end = w->in.length ? memmem(w->in.data, w->in.length, "\r\n\r\n", 4) : NULL;
    if (!end)
        return 0;
    *head_size = (size_t)(end - w->in.data) + 4;
    const char *length = strcasestr(w->in.data, "\r\ncontent-length:");
    size_t body = length && length < end && !head ? strtoul(length + 17, NULL, 10) : 0;
    return *head_size + body <= w->in.length ? *head_size + body : 0;
}

bool wire_reply(struct wire *w, bool head, int milliseconds, struct wire_reply *reply)
{
    long long until = now() + milliseconds;
    size_t head_size, size;
    *reply = (struct wire_reply){0};
    for (;;) {
        while ((size = whole_reply(w, head, &head_size)) == 0)
            if (!wire_receive(w, (int)(until - now())) && (w->ended || now() >= until))
                return false;
        if (strncmp(w->in.data, "HTTP/1.1 100 ", 13) != 0)
            break;
        drop(&w->in, head_size);
    }
    if (strncmp(w->in.data, "HTTP/1.1 ", 9) != 0)
        return false;
    reply->status = (int)strtol(w->in.data + 9, NULL, 10);
    vl_text_add_bytes(&reply->head, w->in.data, head_size);
    vl_text_add_bytes(&reply->body, w->in.data + head_size, size - head_size);
    drop(&w->in, size);
    return true;
}

void wire_reply_free(struct wire_reply *reply)
{
    vl_text_free(&reply->head);
    vl_text_free(&reply->body);
}

bool wire_ends(struct wire *w, int milliseconds)
{
    long long until = now() + milliseconds;
    while (!w->ended && now() < until)
        wire_receive(w, (int)(until - now()));
    return w->ended;
}

/* ---- WebSocket ---- */

void wire_handshake(struct vl_text *out, const char *path, const char *headers)
{
    vl_text_addf(out,
                 "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                 "Sec-WebSocket-Protocol: valise.1\r\n%s\r\n",
                 path, headers ? headers : "");
}

void wire_frame(struct vl_text *out, int first, const void *bytes, size_t size, uint32_t mask)
{
    const unsigned char *at = bytes;
    int more = size < 126 ? 0 : size < 65536 ? 2 : 8;
    vl_text_char(out, (char)first);
    vl_text_char(out, (char)((mask ? 128U : 0) | (more == 0 ? size : more == 2 ? 126U : 127U)));
    for (int i = more - 1; i >= 0; i--)
        vl_text_char(out, (char)(size >> (8 * i) & 255));
    for (int i = 0; mask && i < 4; i++)
        vl_text_char(out, (char)(mask >> 8 * i & 255));
    for (size_t i = 0; i < size; i++)
        vl_text_char(out, (char)(at[i] ^ (mask >> 8 * (i % 4) & 255)));
}

static bool need(struct wire *w, size_t size, long long until)
{
    while (w->in.length < size)
        if (!wire_receive(w, (int)(until - now())) && (w->ended || now() >= until))
            return false;
    return true;
}

int wire_next_frame(struct wire *w, int milliseconds, struct vl_text *payload)
{
    long long until = now() + milliseconds;
    size_t head = 2, size;
    vl_text_clear(payload);
    if (!need(w, 2, until))
        return -1;
    size = (unsigned char)w->in.data[1];
    int more = size == 126 ? 2 : size == 127 ? 8 : 0;
    head += (size_t)more;
    if (!need(w, head, until))
        return -1;
    for (int i = 0; i < more; i++)
        size = (i ? size : 0) << 8 | (unsigned char)w->in.data[2 + i];
    if (!need(w, head + size, until))
        return -1;
    int first = (unsigned char)w->in.data[0];
    vl_text_add_bytes(payload, w->in.data + head, size);
    drop(&w->in, head + size);
    return first & 15;
}

int wire_closed_with(struct wire *w, int milliseconds)
{
    long long until = now() + milliseconds;
    struct vl_text payload = {0};
    int opcode, code = -1;
    do
        opcode = wire_next_frame(w, (int)(until - now()), &payload);
    while (opcode >= 0 && opcode != 8);
    if (opcode == 8)
        code = payload.length >= 2
                   ? (unsigned char)payload.data[0] << 8 | (unsigned char)payload.data[1]
                   : 1005;
    vl_text_free(&payload);
    return code;
}
