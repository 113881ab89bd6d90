/*
 * Fuzz target: the HTTP reader, without a socket.
 *
 * The first four bytes of the input choose how the rest is cut into pieces. The rest is read twice,
 * in one piece and in many, as a client would send it on one connection: after a complete request
 * the next reader gets what is left. Both readings must find the same requests in the same bytes
 * and refuse the same ones. Each request is checked by a second, simpler look at its bytes, so that
 * the reader and http_parser cannot disagree about where a request ends. Every answer that the
 * server would give has a well-formed head.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/banned.h"
#include "fuzz.h"
#include "server/http/api.h"
#include "server/net/http.h"

enum { MOST_BODY = 64, MOST_LARGE_BODY = 4096, MOST_REQUESTS = 64, CUT_BYTES = 4 };

/* What one reading has found: a line for each request, then how it ended. */
struct reading {
    struct vl_text requests;
    size_t used;
    int status; /* of the refusal; 0: none */
    uint32_t count;
};

static size_t body_limit(const void *context, const char *path)
{
    (void)context;
    return strcmp(path, "/large") == 0 ? MOST_LARGE_BODY : MOST_BODY;
}

/* ---- Answers ---- */

static void check_head(const struct vl_text *head)
{
    const char *at = head->data;
    if (strncmp(at, "HTTP/1.1 ", 9) != 0 || strspn(at + 9, "0123456789") != 3 || at[12] != ' ')
        fuzz_finding("the status line is broken: %.100s", at);
    if (head->length != strlen(at) || head->length < 4 ||
        strcmp(at + head->length - 4, "\r\n\r\n") != 0)
        fuzz_finding("the head has no end: %.1000s", at);
    for (bool first = true; *at != '\r'; first = false) {
        size_t line = strcspn(at, "\r\n"), name = strcspn(at, ": \r\n");
        if (at[line] != '\r' || at[line + 1] != '\n')
            fuzz_finding("a line does not end: %.1000s", head->data);
        if (!first && (name == 0 || at[name] != ':' || at[name + 1] != ' '))
            fuzz_finding("a line is no header: %.100s", at);
        at += line + 2;
    }
    if (at + 2 != head->data + head->length)
        fuzz_finding("the head ends in the middle: %.1000s", head->data);
}

static void check_answer(int status, uint32_t flags)
{
    struct sv_response response = {0};
    struct vl_error err = {0};
    struct vl_text head = {0};
    sv_respond_error(&response, status, "bad_input", &err);
    sv_http_write_head(&head, &response, response.body.length, flags);
    check_head(&head);
    if (!strstr(head.data, "\r\ncontent-security-policy: default-src 'none'"))
        fuzz_finding("an answer without the policy: %.1000s", head.data);
    vl_text_free(&head);
    sv_response_free(&response);
}

static void check_handshake(const char *key)
{
    struct vl_text head = {0};
    if (sv_http_write_handshake(&head, key))
        check_head(&head);
    else if (head.length)
        fuzz_finding("half a handshake");
    vl_text_free(&head);
}

/* ---- Requests ---- */

/* Looks at the bytes of a complete request again, with rules of one line each. */
static void check_bytes(const struct sv_http_request *q, const char *bytes, size_t size)
{
    size_t start = 0;
    while (start + 2 <= size && memcmp(bytes + start, "\r\n", 2) == 0)
        start += 2;
    const char *end = memmem(bytes + start, size - start, "\r\n\r\n", 4);
    if (!end)
        fuzz_finding("a request without the end of its head");
    size_t head = (size_t)(end - bytes) + 4;
    if (head + q->length != size)
        fuzz_finding("a head of %zu and a body of %zu bytes took %zu", head, (size_t)q->length,
                     size);
    if (head > SV_MOST_HEAD)
        fuzz_finding("a head of %zu bytes", head);
    for (size_t i = start; i < head; i++) {
        bool line_feed = i + 1 < head && bytes[i] == '\r' && bytes[i + 1] == '\n';
        if ((bytes[i] == '\r' && !line_feed) ||
            (bytes[i] == '\n' && (i == 0 || bytes[i - 1] != '\r')) || bytes[i] == '\0')
            fuzz_finding("byte %zu of the head is a lone %d", i, bytes[i]);
    }
    /* Names of headers: up to a colon, without spaces. */
    const char *line = memchr(bytes + start, '\n', head - start);
    for (line++; *line != '\r'; line = (const char *)memchr(line, '\n', head) + 1) {
        const char *colon = memchr(line, ':', (size_t)(end + 2 - line));
        if (!colon || colon == line || memchr(line, ' ', (size_t)(colon - line)) ||
            memchr(line, '\t', (size_t)(colon - line)))
            fuzz_finding("a header's name at byte %zu", (size_t)(line - bytes));
        if (strncasecmp(line, "transfer-encoding", 17) == 0 && colon == line + 17)
            fuzz_finding("a transfer coding");
    }
    if (q->length && memcmp(q->body.data, bytes + head, q->body.length) != 0)
        fuzz_finding("the body is another");
}

static void check_request(const struct sv_http_request *q)
{
    bool post = strcmp(q->method, "POST") == 0;
    if (!post && strcmp(q->method, "GET") != 0)
        fuzz_finding("the method is %s", q->method);
    if (!q->path || *q->path != '/')
        fuzz_finding("the path is %s", q->path ? q->path : "not given");
    if (q->body.length != q->length || (!post && q->length))
        fuzz_finding("a body of %zu bytes, %zu announced", q->body.length, (size_t)q->length);
    if (q->length > body_limit(NULL, q->path))
        fuzz_finding("a body of %zu bytes for %s", q->body.length, q->path);
    if ((q->head || q->websocket) && post)
        fuzz_finding("a POST that is something else too");
    for (int i = 0; i < SV_FIELDS; i++)
        if (q->fields[i] && (strpbrk(q->fields[i], "\r\n") || strlen(q->fields[i]) > SV_MOST_HEAD))
            fuzz_finding("header %d has the end of a line", i);
    check_handshake(q->fields[SV_WEBSOCKET_KEY]);
}

static void describe(struct vl_text *out, const struct sv_http_request *q)
{
    vl_text_addf(out, "%s%s%s%s%s %s?%s", q->method, q->head ? " head" : "",
                 q->websocket ? " websocket" : "", q->expects ? " expects" : "",
                 q->keep_alive ? " kept" : "", q->path, q->query ? q->query : "(none)");
    for (int i = 0; i < SV_FIELDS; i++)
        vl_text_addf(out, " [%s]", q->fields[i] ? q->fields[i] : "(none)");
    vl_text_addf(out, " %zu:", (size_t)q->length);
    vl_text_add_bytes(out, vl_text_string(&q->body), q->body.length);
    vl_text_char(out, '\n');
}

/* The next piece: all that is left, or a few bytes by a generator that the input has chosen. */
static size_t piece(uint32_t *cuts, size_t left)
{
    if (!*cuts)
        return left;
    *cuts = *cuts * 1664525 + 1013904223;
    uint32_t most = *cuts >> 31 ? 3 : 1U << (*cuts >> 28 & 7) << 3;
    size_t size = 1 + (*cuts >> 8) % most;
    *cuts |= 1; /* never 0, which means one piece */
    return size < left ? size : left;
}

/* One request from the front; false: it is refused or not complete. */
static bool read_request(struct reading *found, const char *bytes, size_t size, uint32_t *cuts)
{
    struct sv_http_reader reader;
    enum sv_http_progress progress = SV_HTTP_MORE;
    size_t all = 0;
    sv_http_reader_init(&reader, body_limit, NULL);
    while (progress == SV_HTTP_MORE && all < size) {
        size_t used, part = piece(cuts, size - all);
        char *copy = malloc(part); /* of exactly this size: the sanitizer sees what reads further */
        if (!copy)
            abort();
        memcpy(copy, bytes + all, part);
        progress = sv_http_read(&reader, copy, part, &used);
        free(copy);
        if (used > part || (progress == SV_HTTP_MORE && used != part))
            fuzz_finding("%zu bytes of %zu were used", used, part);
        all += used;
    }
    if (progress == SV_HTTP_DONE) {
        check_request(&reader.request);
        check_bytes(&reader.request, bytes, all);
        describe(&found->requests, &reader.request);
    } else if (progress == SV_HTTP_BROKEN) {
        found->status = reader.status;
        if (!reader.message || reader.status < 400)
            fuzz_finding("a refusal without a reason");
        check_answer(reader.status, SV_HEAD_CLOSE | (all & SV_HEAD_TLS));
    }
    if (reader.head_size > SV_MOST_HEAD && progress != SV_HTTP_BROKEN)
        fuzz_finding("a head of %zu bytes goes on", reader.head_size);
    if (reader.request.body.length > MOST_LARGE_BODY)
        fuzz_finding("a body of %zu bytes is kept", reader.request.body.length);
    found->used += progress == SV_HTTP_DONE ? all : 0;
    sv_http_reader_free(&reader);
    return progress == SV_HTTP_DONE;
}

static struct reading read_all(const char *bytes, size_t size, uint32_t cuts)
{
    struct reading found = {0};
    while (found.used < size && found.count < MOST_REQUESTS &&
           read_request(&found, bytes + found.used, size - found.used, &cuts))
        found.count++;
    return found;
}

/* A head with several faults may be refused for any of them: which one is found first depends on
 * the pieces. */
static bool is_syntax(int status)
{
    return status == 400 || status == 431 || status == 505;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t cuts;
    if (size < CUT_BYTES)
        return 0;
    memcpy(&cuts, data, CUT_BYTES);
    const char *bytes = (const char *)data + CUT_BYTES;
    struct reading whole = read_all(bytes, size - CUT_BYTES, 0);
    struct reading pieces = read_all(bytes, size - CUT_BYTES, cuts | 1);
    if (whole.count != pieces.count || whole.used != pieces.used ||
        whole.requests.length != pieces.requests.length ||
        memcmp(vl_text_string(&whole.requests), vl_text_string(&pieces.requests),
               whole.requests.length) != 0)
        fuzz_finding("in one piece:\n%s\nin many:\n%s", vl_text_string(&whole.requests),
                     vl_text_string(&pieces.requests));
    if (whole.status != pieces.status && !(is_syntax(whole.status) && is_syntax(pieces.status)))
        fuzz_finding("refused with %d in one piece, %d in many", whole.status, pieces.status);
    vl_text_free(&whole.requests);
    vl_text_free(&pieces.requests);
    return 0;
}
