/*
 * HTTP/1.1 without a socket: a reader for one request at a time, and the heads of responses.
 *
 * http_parser does the parsing. It is lenient where a server that strangers reach should not be, so
 * the reader adds rules of its own. Each refusal is a status with a message, and costs the client
 * its connection:
 *
 *   400  bare line feeds and carriage returns, control characters, folded headers, spaces in a
 *        header's name, a repeated header where one is expected, a missing or repeated Host, an
 *        address that is not a path, escapes that do not decode, a GET with a body, everything
 *        that http_parser itself cannot read
 *   405  methods other than GET, HEAD and POST
 *   411  a POST without Content-Length; any Transfer-Encoding
 *   413  a body longer than its address takes
 *   417  an Expect other than 100-continue
 *   431  a head that is too long
 *   505  versions other than HTTP/1.0 and 1.1
 *
 * Client and exchange add 408 for a request that does not come in time and 503 for a large body
 * while too many others are under way.
 *
 * An Upgrade to anything but "websocket" is ignored, as RFC 9110 (7.8) allows: the request is
 * answered as if the header were not there.
 */
#ifndef VALISE_SERVER_NET_HTTP_H
#define VALISE_SERVER_NET_HTTP_H

#include <http_parser.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "valise/text.h"

struct sv_response;

enum {
    SV_MOST_HEAD = 16 << 10,  /* bytes of a request's head */
    SV_MOST_VALUE = 8 << 10,  /* bytes of a header that the server reads */
    SV_MOST_FIELD_NAME = 32,  /* a longer name is none that the server knows */
    SV_HANDSHAKE_ACCEPT = 29, /* Sec-WebSocket-Accept: 20 bytes in base64, and the end */
};

/* Headers that the server reads. */
enum sv_field {
    SV_HOST,
    SV_COOKIE,
    SV_ORIGIN,
    SV_CONTENT_TYPE,
    SV_IF_NONE_MATCH,
    SV_ACCEPT,
    SV_ACCEPT_ENCODING,
    SV_FORWARDED_FOR,
    SV_EXPECT,
    SV_UPGRADE,
    SV_TRANSFER_ENCODING,
    SV_WEBSOCKET_KEY,
    SV_WEBSOCKET_VERSION,
    SV_WEBSOCKET_PROTOCOL,
    SV_FIELDS,
    SV_NO_FIELD = SV_FIELDS,
};

struct sv_http_request {
    const char *method; /* "GET" (for HEAD too) or "POST" */
    bool head;          /* HEAD: the answer has no body */
    bool websocket;     /* asks to become a WebSocket */
    bool expects;       /* waits for "100 Continue" before it sends the body */
    bool keep_alive;
    char *path, *query;      /* decoded; query is NULL if there is none */
    char *fields[SV_FIELDS]; /* NULL: not given */
    uint64_t length;         /* of the body, as announced */
    struct vl_text body;
};

enum sv_http_progress {
    SV_HTTP_MORE,   /* all bytes are used up; the request is not complete */
    SV_HTTP_DONE,   /* the request is complete */
    SV_HTTP_BROKEN, /* `status` and `message` say why; nothing more can be read */
};

struct sv_http_reader {
    http_parser parser;
    struct sv_http_request request;
    size_t (*body_limit)(const void *context, const char *path);
    const void *context;
    int status;           /* of the refusal */
    const char *message;  /* a literal */
    size_t head_size;     /* bytes of the head so far */
    uint8_t line_end;     /* how far the end of a line, or of the head, has come */
    bool begun;           /* a byte of the request has come */
    bool in_line;         /* a byte of the present line has come */
    bool first_line_over; /* the request line is complete */
    uint64_t tail;        /* the last eight bytes of the present line */
    bool named;           /* the request line ends with HTTP and a version */
    bool head_over;       /* the empty line has come; http_parser must agree: head_done */
    bool head_done, done; /* the head, and the whole request, are complete */
    enum sv_field field;
    char name[SV_MOST_FIELD_NAME + 1];
    size_t name_size;
    bool in_value;
    struct vl_text url, value;
};

/* `body_limit` says how many bytes a POST to a path may have. */
void sv_http_reader_init(struct sv_http_reader *reader,
                         size_t (*body_limit)(const void *context, const char *path),
                         const void *context);
void sv_http_reader_free(struct sv_http_reader *reader);
/* Reads one request. `*used` says how many bytes were taken; after SV_HTTP_DONE the rest belongs to
 * the next request, or to the WebSocket. */
enum sv_http_progress sv_http_read(struct sv_http_reader *reader, const char *bytes, size_t size,
                                   size_t *used);

/* Whether a list of words such as "keep-alive, Upgrade" has this one, in any case. */
bool sv_http_lists(const char *list, const char *word);

enum {
    SV_HEAD_CLOSE = 1, /* the connection ends after this answer */
    SV_HEAD_TLS = 2,   /* it is encrypted: browsers are told to stay so */
};

/* The head of a response to `out`; `size` is the length of its body, even if it is not sent. */
void sv_http_write_head(struct vl_text *out, const struct sv_response *response, size_t size,
                        uint32_t flags);
/* The head that ends a WebSocket handshake, for a key of 16 bytes in base64; false: it is not one.
 */
bool sv_http_write_handshake(struct vl_text *out, const char *key);

#endif
