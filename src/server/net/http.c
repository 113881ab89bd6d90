/* HTTP requests: see the header. */
#include "server/net/http.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/banned.h"

/* A header given twice: joined with a comma, as lists may be, or refused. */
enum repeat { ONCE, LIST };

static const struct {
    const char *name;
    enum repeat repeat;
} fields[SV_FIELDS] = {
    [SV_HOST] = {"host", ONCE},
    [SV_COOKIE] = {"cookie", ONCE},
    [SV_ORIGIN] = {"origin", ONCE},
    [SV_CONTENT_TYPE] = {"content-type", ONCE},
    [SV_IF_NONE_MATCH] = {"if-none-match", LIST},
    [SV_ACCEPT] = {"accept", LIST},
    [SV_ACCEPT_ENCODING] = {"accept-encoding", LIST},
    [SV_FORWARDED_FOR] = {"x-forwarded-for", LIST},
    [SV_EXPECT] = {"expect", ONCE},
    [SV_UPGRADE] = {"upgrade", LIST},
    [SV_TRANSFER_ENCODING] = {"transfer-encoding", LIST},
    [SV_WEBSOCKET_KEY] = {"sec-websocket-key", ONCE},
    [SV_WEBSOCKET_VERSION] = {"sec-websocket-version", ONCE},
    [SV_WEBSOCKET_PROTOCOL] = {"sec-websocket-protocol", LIST},
};

static int refuse(struct sv_http_reader *r, int status, const char *message)
{
    if (!r->status) {
        r->status = status;
        r->message = message;
    }
    return -1; /* http_parser stops */
}

static char *copy(const char *bytes, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        abort();
    if (size)
        memcpy(text, bytes, size);
    text[size] = '\0';
    return text;
}

bool sv_http_lists(const char *list, const char *word)
{
    size_t length = strlen(word);
    while (list && *list) {
        list += strspn(list, " \t,");
        size_t size = strcspn(list, " \t,");
        if (size == length && strncasecmp(list, word, size) == 0)
            return true;
        list += size;
    }
    return false;
}

/* ---- Headers ---- */

/* A header is complete: it is kept if the server reads it. */
static int end_field(struct sv_http_reader *r)
{
    char **kept = r->field == SV_NO_FIELD ? NULL : &r->request.fields[r->field];
    r->in_value = false;
    r->name_size = 0;
    if (!kept)
        return 0;
    while (r->value.length && strchr(" \t", r->value.data[r->value.length - 1]))
        r->value.data[--r->value.length] = '\0';
    if (*kept && fields[r->field].repeat == ONCE)
        return refuse(r, 400, "a header is given twice");
    if (*kept) {
        struct vl_text both = {0};
        vl_text_addf(&both, "%s, ", *kept);
        vl_text_add_bytes(&both, vl_text_string(&r->value), r->value.length);
        free(*kept);
        *kept = copy(both.data, both.length);
        vl_text_free(&both);
    } else {
        *kept = copy(vl_text_string(&r->value), r->value.length);
    }
    vl_text_clear(&r->value);
    return 0;
}

static int on_url(http_parser *parser, const char *bytes, size_t size)
{
    struct sv_http_reader *r = parser->data;
    vl_text_add_bytes(&r->url, bytes, size);
    return 0;
}

static int on_field(http_parser *parser, const char *bytes, size_t size)
{
    struct sv_http_reader *r = parser->data;
    if (r->in_value && end_field(r))
        return -1;
    /* http_parser reads "Transfer-Encoding : chunked" as that header, and we would not. */
    if (memchr(bytes, ' ', size))
        return refuse(r, 400, "a header's name may not have a space");
    /* A name that is too long is known by its size alone. */
    size_t room = SV_MOST_FIELD_NAME - r->name_size, part = size < room ? size : room;
    memcpy(r->name + r->name_size, bytes, part);
    r->name_size += size > room ? room : part;
    if (size > room)
        r->name[0] = '\0';
    r->name[r->name_size] = '\0';
    return 0;
}

static int on_value(http_parser *parser, const char *bytes, size_t size)
{
    struct sv_http_reader *r = parser->data;
    if (!r->in_value) {
        r->in_value = true;
        r->field = 0;
        while (r->field < SV_FIELDS && strcasecmp(fields[r->field].name, r->name) != 0)
            r->field++;
    }
    if (r->field == SV_NO_FIELD)
        return 0;
    if (r->value.length + size > SV_MOST_VALUE)
        return refuse(r, 431, "a header is too long");
    vl_text_add_bytes(&r->value, bytes, size);
    return 0;
}

/* ---- The request line ---- */

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Replaces %41 by A, in place; a plus is a space in a query. False: an escape is broken, or stands
 * for a zero byte, which would end the text. */
static bool decode(char *text, bool query)
{
    char *out = text;
    for (const char *in = text; *in; in++) {
        char c = *in == '+' && query ? ' ' : *in;
        if (*in == '%') {
            int high = hex_digit(in[1]), low = high < 0 ? -1 : hex_digit(in[2]);
            if (low < 0 || (high == 0 && low == 0))
                return false;
            c = (char)(high * 16 + low);
            in += 2;
        }
        *out++ = c;
    }
    *out = '\0';
    return true;
}

static int read_url(struct sv_http_reader *r)
{
    const char *url = vl_text_string(&r->url);
    size_t path = strcspn(url, "?#");
    if (*url != '/' || strlen(url) != r->url.length)
        return refuse(r, 400, "the address must be a path");
    r->request.path = copy(url, path);
    if (url[path] == '?')
        r->request.query = copy(url + path + 1, strcspn(url + path + 1, "#"));
    if (!decode(r->request.path, false) || (r->request.query && !decode(r->request.query, true)))
        return refuse(r, 400, "the address has an escape that cannot be decoded");
    return 0;
}

static int check_method(struct sv_http_reader *r)
{
    struct sv_http_request *q = &r->request;
    unsigned int method = r->parser.method;
    if (method != HTTP_GET && method != HTTP_HEAD && method != HTTP_POST)
        return refuse(r, 405, "this server takes GET, HEAD and POST");
    q->method = method == HTTP_POST ? "POST" : "GET";
    q->head = method == HTTP_HEAD;
    return 0;
}

static int check_body(struct sv_http_reader *r)
{
    struct sv_http_request *q = &r->request;
    bool measured = r->parser.flags & F_CONTENTLENGTH;
    q->length = measured ? r->parser.content_length : 0;
    if (q->fields[SV_TRANSFER_ENCODING] || r->parser.flags & F_CHUNKED)
        return refuse(r, 411, "a body must come with its Content-Length, not in a transfer coding");
    if (r->parser.method != HTTP_POST)
        return q->length ? refuse(r, 400, "GET and HEAD take no body") : 0;
    if (!measured)
        return refuse(r, 411, "the length of the body must be given");
    return q->length > r->body_limit(r->context, q->path) ? refuse(r, 413, "the body is too large")
                                                          : 0;
}

static int on_head(http_parser *parser)
{
    struct sv_http_reader *r = parser->data;
    struct sv_http_request *q = &r->request;
    if (r->in_value && end_field(r))
        return -1;
    r->head_done = true;
    if (parser->http_major != 1 || parser->http_minor > 1)
        return refuse(r, 505, "this server speaks HTTP/1.1");
    if (!r->named) /* http_parser takes any bytes for these letters */
        return refuse(r, 400, "this is not an HTTP request");
    if (check_method(r) || read_url(r) || check_body(r))
        return -1;
    if (!q->fields[SV_HOST] && parser->http_minor == 1)
        return refuse(r, 400, "the header Host is missing");
    if (q->fields[SV_EXPECT]) {
        if (strcasecmp(q->fields[SV_EXPECT], "100-continue") != 0)
            return refuse(r, 417, "this server cannot do what the header Expect asks for");
        q->expects = parser->http_minor == 1 && q->length > 0;
    }
    /* HTTP/1.0 would want to be told that the connection stays open; nobody needs it. */
    q->keep_alive = parser->http_minor == 1 && http_should_keep_alive(parser);
    q->websocket = parser->upgrade && parser->method == HTTP_GET && parser->http_minor == 1 &&
                   sv_http_lists(q->fields[SV_UPGRADE], "websocket");
    parser->upgrade = q->websocket; /* after another Upgrade HTTP goes on */
    return 0;
}

static int on_body(http_parser *parser, const char *bytes, size_t size)
{
    struct sv_http_reader *r = parser->data;
    vl_text_add_bytes(&r->request.body, bytes, size);
    return 0;
}

static int on_done(http_parser *parser)
{
    struct sv_http_reader *r = parser->data;
    r->done = true;
    http_parser_pause(parser, 1); /* what follows is another request */
    return 0;
}

static const http_parser_settings callbacks = {
    .on_url = on_url,
    .on_header_field = on_field,
    .on_header_value = on_value,
    .on_headers_complete = on_head,
    .on_body = on_body,
    .on_message_complete = on_done,
};

/* ---- Bytes ---- */

/*
 * Follows the lines of the head beside http_parser, which takes bare line feeds, control characters
 * and folded lines: all of them let two programs disagree about where a header ends. Returns how
 * many bytes belong to the head, and refuses.
 */
static size_t scan_head(struct sv_http_reader *r, const char *bytes, size_t size)
{
    enum { NOTHING, RETURN, LINE, LAST_RETURN };
    static const uint64_t letters = 0x485454502f; /* "HTTP/", before three bytes of a version */
    for (size_t i = 0; i < size; i++) {
        char c = bytes[i];
        if (c == '\n') {
            if (r->line_end == LAST_RETURN && r->first_line_over) {
                r->head_over = true; /* an empty line */
                return i + 1;
            }
            if (r->line_end != RETURN && r->line_end != LAST_RETURN)
                refuse(r, 400, "a line must end with carriage return and line feed");
            if (!r->first_line_over)
                r->named = r->tail >> 24 == letters;
            r->first_line_over |= r->in_line;
            r->in_line = false;
            r->line_end = LINE;
        } else if (c == '\r') {
            /* http_parser takes any byte for the line feed that ends the head. */
            if (r->line_end == RETURN || r->line_end == LAST_RETURN)
                refuse(r, 400, "a line must end with carriage return and line feed");
            r->line_end = r->line_end == LINE || !r->in_line ? LAST_RETURN : RETURN;
        } else {
            if (r->line_end == RETURN || r->line_end == LAST_RETURN)
                refuse(r, 400, "a line must end with carriage return and line feed");
            if (!r->in_line && r->first_line_over && (c == ' ' || c == '\t'))
                refuse(r, 400, "a header may not go on in the next line");
            /* http_parser does not look at the first byte of a value, and a zero would end it. */
            if (((unsigned char)c < 32 && c != '\t') || c == 127)
                refuse(r, 400, "the head has a control character");
            r->tail = r->tail << 8 | (unsigned char)c;
            r->in_line = true;
            r->line_end = NOTHING;
        }
        if (r->status)
            return i;
    }
    return size;
}

void sv_http_reader_init(struct sv_http_reader *r,
                         size_t (*body_limit)(const void *context, const char *path),
                         const void *context)
{
    *r = (struct sv_http_reader){
        .field = SV_NO_FIELD,
        .body_limit = body_limit,
        .context = context,
    };
    http_parser_init(&r->parser, HTTP_REQUEST);
    http_parser_set_max_header_size(SV_MOST_HEAD + 1);
    r->parser.data = r;
}

void sv_http_reader_free(struct sv_http_reader *r)
{
    free(r->request.path);
    free(r->request.query);
    for (int i = 0; i < SV_FIELDS; i++)
        free(r->request.fields[i]);
    vl_text_free(&r->request.body);
    vl_text_free(&r->url);
    vl_text_free(&r->value);
    *r = (struct sv_http_reader){0};
}

static enum sv_http_progress broken(struct sv_http_reader *r)
{
    enum http_errno code = HTTP_PARSER_ERRNO(&r->parser);
    if (code == HPE_INVALID_VERSION)
        refuse(r, 505, "this server speaks HTTP/1.1");
    else if (code == HPE_HEADER_OVERFLOW)
        refuse(r, 431, "the head of the request is too long");
    refuse(r, 400, "this is not an HTTP request");
    return SV_HTTP_BROKEN;
}

static enum sv_http_progress read_head(struct sv_http_reader *r, const char *bytes, size_t size,
                                       size_t *used)
{
    size_t part = scan_head(r, bytes, size);
    r->begun = true;
    r->head_size += part;
    if (r->head_size > SV_MOST_HEAD)
        refuse(r, 431, "the head of the request is too long");
    if (r->status)
        return SV_HTTP_BROKEN;
    *used = http_parser_execute(&r->parser, &callbacks, bytes, part);
    /* http_parser takes any bytes for the letters of "HTTP", even the ends of lines. */
    if (r->head_over != r->head_done)
        return broken(r);
    if (r->done)
        return SV_HTTP_DONE;
    bool good = *used == part && HTTP_PARSER_ERRNO(&r->parser) == HPE_OK && !r->status;
    return good ? SV_HTTP_MORE : broken(r);
}

static enum sv_http_progress read_body(struct sv_http_reader *r, const char *bytes, size_t size,
                                       size_t *used)
{
    *used += http_parser_execute(&r->parser, &callbacks, bytes, size);
    if (r->done)
        return SV_HTTP_DONE;
    return HTTP_PARSER_ERRNO(&r->parser) == HPE_OK ? SV_HTTP_MORE : broken(r);
}

enum sv_http_progress sv_http_read(struct sv_http_reader *r, const char *bytes, size_t size,
                                   size_t *used)
{
    enum sv_http_progress progress = r->status ? SV_HTTP_BROKEN : SV_HTTP_MORE;
    *used = 0;
    if (size > 0 && progress == SV_HTTP_MORE && !r->head_done)
        progress = read_head(r, bytes, size, used);
    if (*used < size && progress == SV_HTTP_MORE)
        progress = read_body(r, bytes + *used, size - *used, used);
    return progress;
}
