/* The heads of HTTP responses, with the headers that protect the page. */
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/banned.h"
#include "server/net/http.h"
#include "server/server.h"

/* On every answer, errors included. */
static const char protection[] =
    "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
    "x-content-type-options: nosniff\r\n"
    "referrer-policy: no-referrer\r\n"
    "cross-origin-opener-policy: same-origin\r\n"
    "cross-origin-resource-policy: same-origin\r\n";

static const char *reason_of(int status)
{
    switch (status) {
#define CASE(number, name, words)                                                                  \
    case number:                                                                                   \
        return #words;
        HTTP_STATUS_MAP(CASE)
#undef CASE
    default:
        return "Unknown";
    }
}

/* The time as HTTP writes it, made once a second. */
static const char *date(void)
{
    static char text[40];
    static int64_t made;
    int64_t now = sv_time();
    time_t seconds = (time_t)now;
    struct tm parts;
    if (now != made && gmtime_r(&seconds, &parts) &&
        strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts) > 0)
        made = now;
    return text;
}

static void put(struct vl_text *out, const char *name, const char *value)
{
    if (value && *value)
        vl_text_addf(out, "%s: %s\r\n", name, value);
}

void sv_http_write_head(struct vl_text *out, const struct sv_response *r, size_t size,
                        uint32_t flags)
{
    vl_text_addf(out, "HTTP/1.1 %d %s\r\nserver: valise\r\ndate: %s\r\n", r->status,
                 reason_of(r->status), date());
    if (r->status != 304)
        vl_text_addf(out, "content-length: %zu\r\n", size);
    put(out, "content-type", r->type);
    vl_text_add(out, protection);
    if (flags & SV_HEAD_TLS)
        vl_text_add(out, "strict-transport-security: max-age=31536000\r\n");
    put(out, "cache-control",
        r->immutable ? "public, max-age=31536000, immutable"
        : r->etag[0] ? "no-cache"
                     : "no-store");
    put(out, "etag", r->etag);
    put(out, "vary", r->etag[0] ? "accept-encoding" : NULL);
    put(out, "content-encoding", r->encoding);
    put(out, "set-cookie", r->cookie);
    if (r->download[0])
        vl_text_addf(out, "content-disposition: attachment; filename=\"%s\"\r\n", r->download);
    put(out, "location", r->location);
    put(out, "allow", r->allow);
    if (r->retry_after)
        vl_text_addf(out, "retry-after: %u\r\n", r->retry_after);
    if (r->status == 426)
        vl_text_add(out, "sec-websocket-version: 13\r\n");
    if (flags & SV_HEAD_CLOSE)
        vl_text_add(out, "connection: close\r\n");
    vl_text_add(out, "\r\n");
}

bool sv_http_write_handshake(struct vl_text *out, const char *key)
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; /* RFC 6455, 1.3 */
    unsigned char bytes[32], hash[SHA_DIGEST_LENGTH], accept[SV_HANDSHAKE_ACCEPT];
    char text[24 + sizeof guid];
    if (!key || strlen(key) != 24 || strcmp(key + 22, "==") != 0 ||
        EVP_DecodeBlock(bytes, (const unsigned char *)key, 24) != 18)
        return false;
    snprintf(text, sizeof text, "%s%s", key, guid);
    SHA1((const unsigned char *)text, strlen(text), hash);
    EVP_EncodeBlock(accept, hash, sizeof hash);
    vl_text_addf(out,
                 "HTTP/1.1 101 Switching Protocols\r\nserver: valise\r\nupgrade: websocket\r\n"
                 "connection: Upgrade\r\nsec-websocket-accept: %s\r\n"
                 "sec-websocket-protocol: valise.1\r\n\r\n",
                 (const char *)accept);
    return true;
}
