/*
 * WebSocket frames and outboxes, without a socket. Frames are read whole, byte by byte, and cut in
 * two at every place; what comes out is the same each time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/banned.h"
#include "server/net/frames.h"
#include "server/net/outbox.h"

enum { LIMIT = 70000, FIN = 0x80 };

/* ---- Making frames ---- */

static void put_head(struct vl_text *out, int first, bool masked, size_t size, int length_bytes)
{
    vl_text_char(out, (char)first);
    size_t word = length_bytes == 0 ? size : length_bytes == 2 ? 126 : 127;
    vl_text_char(out, (char)((masked ? 0x80 : 0) | word));
    for (int i = length_bytes - 1; i >= 0; i--)
        vl_text_char(out, (char)(size >> 8 * i));
}

/* A masked frame, its length in the shortest form. */
static void put_frame(struct vl_text *out, int first, const char *bytes, size_t size)
{
    static const unsigned char mask[4] = {0xa1, 0x02, 0xff, 0x70};
    put_head(out, first, true, size, size < 126 ? 0 : size < 65536 ? 2 : 8);
    vl_text_add_bytes(out, (const char *)mask, 4);
    for (size_t i = 0; i < size; i++)
        vl_text_char(out, (char)((unsigned char)bytes[i] ^ mask[i % 4]));
}

/* ---- Reading them ---- */

/* What the reader says, a letter an event: M(text) P(ping) O(pong) C(code) B(code). */
static void hear(const struct vl_text *wire, size_t first, size_t step, struct vl_text *heard)
{
    struct sv_frame_reader reader = {0};
    unsigned char *bytes = malloc(wire->length + 1);
    bool over = false;
    assert_non_null(bytes);
    memcpy(bytes, wire->data, wire->length);
    for (size_t at = 0, part = first; at < wire->length && !over; part = step) {
        size_t end = at + part < wire->length ? at + part : wire->length;
        enum sv_frame_event event;
        do {
            struct sv_frame frame;
            size_t used;
            event = sv_frame_read(&reader, bytes + at, end - at, LIMIT, &used, &frame);
            at += used;
            if (event == SV_FRAME_MESSAGE || event == SV_FRAME_PING || event == SV_FRAME_PONG) {
                vl_text_char(heard, "?MPO"[event]);
                vl_text_char(heard, '(');
                vl_text_add_bytes(heard, frame.bytes, frame.size);
                vl_text_char(heard, ')');
            } else if (event != SV_FRAME_MORE) {
                vl_text_addf(heard, "%c(%d)", event == SV_FRAME_CLOSE ? 'C' : 'B', frame.code);
                over = true;
            }
        } while (event != SV_FRAME_MORE && !over);
        assert_true(over || at == end);
    }
    if (!over && sv_frame_begun(&reader))
        vl_text_add(heard, "...");
    free(bytes);
    sv_frame_reader_free(&reader);
}

static void reads(struct vl_text *wire, const char *expected)
{
    size_t whole = wire->length, every = whole > 400 ? whole / 97 : 1;
    for (size_t cut = 1; cut <= whole; cut += every) {
        size_t steps[] = {whole, 1, 3};
        for (size_t i = 0; i < 3; i++) {
            struct vl_text heard = {0};
            hear(wire, cut, steps[i], &heard);
            assert_string_equal(vl_text_string(&heard), expected);
            vl_text_free(&heard);
        }
    }
    vl_text_free(wire);
}

static void messages_are_read(void **state)
{
    (void)state;
    struct vl_text wire = {0};
    put_frame(&wire, FIN | SV_TEXT, "hello", 5);
    put_frame(&wire, FIN | SV_TEXT, "", 0);
    put_frame(&wire, FIN | SV_PING, "p", 1);
    put_frame(&wire, FIN | SV_PONG, "", 0);
    put_frame(&wire, FIN | SV_TEXT, "\xc3\xa4\xe2\x82\xac\xf0\x9f\x8e\xb2", 9);
    put_frame(&wire, FIN | SV_CLOSE,
              "\x03\xe8"
              "bye",
              5);
    put_frame(&wire, FIN | SV_TEXT, "too late", 8);
    reads(&wire, "M(hello)M()P(p)O()M(\xc3\xa4\xe2\x82\xac\xf0\x9f\x8e\xb2)C(1000)");
    put_frame(&wire, FIN | SV_CLOSE, "", 0);
    reads(&wire, "C(1005)");
}

static void fragments_are_joined(void **state)
{
    (void)state;
    struct vl_text wire = {0};
    /* Control frames stand between them; a character is cut in two. */
    put_frame(&wire, SV_TEXT, "", 0);
    put_frame(&wire, SV_CONTINUATION, "a\xc3", 2);
    put_frame(&wire, FIN | SV_PING, "now", 3);
    put_frame(&wire, SV_CONTINUATION, "\xa4", 1);
    put_frame(&wire, FIN | SV_CONTINUATION, "b", 1);
    put_frame(&wire, SV_TEXT, "un", 2);
    reads(&wire, "P(now)M(a\xc3\xa4"
                 "b)...");
}

static void long_messages_are_read(void **state)
{
    (void)state;
    static const size_t sizes[] = {125, 126, 127, 65535, 65536, LIMIT};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct vl_text wire = {0}, expected = {0};
        char *bytes = malloc(sizes[i] + 1);
        assert_non_null(bytes);
        for (size_t k = 0; k < sizes[i]; k++)
            bytes[k] = (char)('a' + k % 23);
        bytes[sizes[i]] = '\0';
        put_frame(&wire, FIN | SV_TEXT, bytes, sizes[i]);
        put_frame(&wire, FIN | SV_TEXT, "next", 4);
        vl_text_addf(&expected, "M(%s)M(next)", bytes);
        reads(&wire, expected.data);
        vl_text_free(&expected);
        free(bytes);
    }
}

/* One frame by its head and what follows. */
static void breaks(int code, int first, bool masked, size_t size, int length_bytes,
                   const char *after, size_t after_size)
{
    struct vl_text wire = {0};
    char expected[16];
    put_head(&wire, first, masked, size, length_bytes);
    vl_text_add_bytes(&wire, after, after_size);
    snprintf(expected, sizeof expected, "B(%d)", code);
    reads(&wire, expected);
}

static void broken_frames_are_refused(void **state)
{
    (void)state;
    breaks(1002, FIN | SV_TEXT, false, 1, 0, "x", 1);      /* not masked */
    breaks(1002, FIN | 0x40 | SV_TEXT, true, 1, 0, "", 0); /* reserved bits */
    breaks(1002, FIN | 0x20 | SV_PING, true, 1, 0, "", 0);
    breaks(1002, FIN | 0x10 | SV_TEXT, true, 1, 0, "", 0);
    breaks(1002, FIN | 3, true, 1, 0, "", 0); /* unknown opcodes */
    breaks(1002, FIN | 7, true, 1, 0, "", 0);
    breaks(1002, FIN | 11, true, 1, 0, "", 0);
    breaks(1003, FIN | SV_BINARY, true, 1, 0, "", 0);
    breaks(1002, SV_PING, true, 1, 0, "", 0);         /* a fragmented ping */
    breaks(1002, FIN | SV_PING, true, 126, 2, "", 0); /* a long one */
    breaks(1002, FIN | SV_CLOSE, true, 200, 2, "", 0);
    breaks(1002, FIN | SV_CONTINUATION, true, 1, 0, "", 0);   /* of nothing */
    breaks(1002, FIN | SV_TEXT, true, 125, 2, "\1\2\3\4", 4); /* lengths not the shortest */
    breaks(1002, FIN | SV_TEXT, true, 65535, 8, "\1\2\3\4", 4);
    breaks(1002, FIN | SV_TEXT, true, (size_t)1 << 63, 8, "\1\2\3\4", 4);
    breaks(1009, FIN | SV_TEXT, true, LIMIT + 1, 8, "\1\2\3\4", 4);
    struct vl_text wire = {0};
    put_frame(&wire, SV_TEXT, "a", 1); /* a new message within one */
    put_frame(&wire, FIN | SV_TEXT, "b", 1);
    reads(&wire, "B(1002)");
    put_frame(&wire, FIN | SV_TEXT, "\xc3", 1);
    reads(&wire, "B(1007)");
    put_frame(&wire, FIN | SV_TEXT, "\xed\xa0\x80", 3);
    reads(&wire, "B(1007)");
    char *large = calloc(1, LIMIT);
    assert_non_null(large);
    memset(large, 'x', LIMIT);
    put_frame(&wire, SV_TEXT, large, LIMIT - 1);
    put_frame(&wire, SV_CONTINUATION, large, 1);
    put_frame(&wire, SV_CONTINUATION, large, 1);
    reads(&wire, "B(1009)");
    free(large);
    put_frame(&wire, SV_TEXT, "", 0);
    for (int i = 0; i < SV_MOST_FRAGMENTS; i++)
        put_frame(&wire, SV_CONTINUATION, "", 0);
    reads(&wire, "B(1008)");
}

static void close_codes_are_checked(void **state)
{
    (void)state;
    static const int good[] = {1000, 1001, 1003, 1007, 1011, 1014, 3000, 4999};
    static const int bad[] = {0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535};
    char text[16];
    struct vl_text wire = {0};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char code[2] = {(char)(good[i] >> 8), (char)good[i]};
        put_frame(&wire, FIN | SV_CLOSE, code, 2);
        snprintf(text, sizeof text, "C(%d)", good[i]);
        reads(&wire, text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char code[2] = {(char)(bad[i] >> 8), (char)bad[i]};
        put_frame(&wire, FIN | SV_CLOSE, code, 2);
        reads(&wire, "B(1002)");
    }
    put_frame(&wire, FIN | SV_CLOSE, "x", 1);
    reads(&wire, "B(1002)");
    put_frame(&wire, FIN | SV_CLOSE, "\x03\xe8\xff", 3);
    reads(&wire, "B(1007)");
}

static void heads_are_written(void **state)
{
    (void)state;
    unsigned char head[SV_FRAME_HEAD];
    assert_int_equal(sv_frame_head(head, SV_TEXT, 125), 2);
    assert_memory_equal(head, "\x81\x7d", 2);
    assert_int_equal(sv_frame_head(head, SV_PONG, 0), 2);
    assert_memory_equal(head, "\x8a\x00", 2);
    assert_int_equal(sv_frame_head(head, SV_TEXT, 126), 4);
    assert_memory_equal(head, "\x81\x7e\x00\x7e", 4);
    assert_int_equal(sv_frame_head(head, SV_TEXT, 65536), 10);
    assert_memory_equal(head, "\x81\x7f\0\0\0\0\0\1\0\0", 10);
}

/* ---- The outbox ---- */

static void hold(struct sv_outbox *out, struct sv_pool *pool, const char *text)
{
    sv_outbox_hold(out, pool, "[", 1, text, strlen(text));
}

static void add(struct sv_outbox *out, struct sv_pool *pool, const char *text)
{
    sv_outbox_add(out, pool, "<", 1, text, strlen(text));
}

/* What may be written now. */
static void may_write(const struct sv_outbox *out, const char *expected)
{
    struct iovec pieces[8];
    struct vl_text all = {0};
    uint32_t count = sv_outbox_pieces(out, pieces, 8);
    for (uint32_t i = 0; i < count; i++)
        vl_text_add_bytes(&all, pieces[i].iov_base, pieces[i].iov_len);
    assert_string_equal(vl_text_string(&all), expected);
    assert_int_equal(sv_outbox_ready(out), *expected != '\0');
    vl_text_free(&all);
}

static void nothing_is_written_before_it_is_released(void **state)
{
    (void)state;
    struct sv_pool pool = {0};
    struct sv_outbox out = {0};
    hold(&out, &pool, "one");
    may_write(&out, "");
    assert_true(sv_outbox_holds(&out));
    add(&out, &pool, "pong"); /* goes before what is held */
    may_write(&out, "<pong");
    sv_outbox_release(&out);
    may_write(&out, "<pong[one");
    hold(&out, &pool, "two");
    may_write(&out, "<pong[one");
    sv_outbox_wrote(&out, &pool, 7);
    may_write(&out, "ne");
    add(&out, &pool, "late"); /* never before bytes that are partly written */
    may_write(&out, "ne<late");
    assert_int_equal(out.queued, strlen("ne<late[two"));
    sv_outbox_wrote(&out, &pool, 7);
    may_write(&out, "");
    assert_int_equal(out.queued, strlen("[two"));
    sv_outbox_release(&out);
    may_write(&out, "[two");
    sv_outbox_wrote(&out, &pool, 4);
    may_write(&out, "");
    assert_int_equal(out.queued, 0);
    assert_null(out.first);
    sv_pool_clear(&pool);
}

static void what_is_held_can_be_discarded(void **state)
{
    (void)state;
    struct sv_pool pool = {0};
    struct sv_outbox out = {0};
    add(&out, &pool, "kept");
    hold(&out, &pool, "undone");
    hold(&out, &pool, "undone too");
    sv_outbox_discard(&out, &pool);
    assert_false(sv_outbox_holds(&out));
    assert_int_equal(out.queued, 5);
    hold(&out, &pool, "instead");
    sv_outbox_release(&out);
    may_write(&out, "<kept[instead");
    sv_outbox_discard(&out, &pool); /* nothing is held */
    may_write(&out, "<kept[instead");
    sv_outbox_clear(&out, &pool);
    assert_int_equal(out.queued, 0);
    hold(&out, &pool, "all of it");
    sv_outbox_discard(&out, &pool);
    assert_null(out.first);
    assert_null(out.last);
    sv_pool_clear(&pool);
}

static void lent_bytes_are_not_copied(void **state)
{
    (void)state;
    static const char page[] = "a page that outlives the message";
    struct sv_pool pool = {0};
    struct sv_outbox out = {0};
    struct iovec pieces[2];
    add(&out, &pool, "head");
    sv_outbox_lend(&out, page, sizeof page - 1);
    assert_int_equal(sv_outbox_pieces(&out, pieces, 2), 2);
    assert_ptr_equal(pieces[1].iov_base, page);
    sv_outbox_wrote(&out, &pool, 5 + 2);
    may_write(&out, page + 2);
    sv_outbox_wrote(&out, &pool, sizeof page - 3);
    assert_null(out.first);
    assert_int_equal(pool.count, 1); /* the head's room, not the page's */
    sv_pool_clear(&pool);
}

/* Random use against the plainest model: one string, and how much of it is released. */
static void outboxes_keep_the_order(void **state)
{
    (void)state;
    struct sv_pool pool = {0};
    uint64_t random = 88172645463325252ULL;
    for (int run = 0; run < 300; run++) {
        struct sv_outbox out = {0};
        struct vl_text model = {0}; /* not yet written */
        size_t released = 0;
        for (int step = 0; step < 200; step++) {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            char text[4000];
            size_t size = random % 5 ? random / 7 % 20 : random / 7 % 3900;
            memset(text, 'a' + step % 26, size);
            text[size] = '\0';
            switch (random / 101 % 5) {
            case 0:
                hold(&out, &pool, text);
                vl_text_addf(&model, "[%s", text);
                break;
            case 1: {
                struct vl_text next = {0};
                add(&out, &pool, text);
                vl_text_add_bytes(&next, vl_text_string(&model), released);
                vl_text_addf(&next, "<%s%s", text, vl_text_string(&model) + released);
                released += size + 1;
                vl_text_free(&model);
                model = next;
                break;
            }
            case 2:
                sv_outbox_release(&out);
                released = model.length;
                break;
            case 3:
                if (random % 4 == 0) {
                    sv_outbox_discard(&out, &pool);
                    model.length = released;
                    if (model.data)
                        model.data[released] = '\0';
                }
                break;
            default: {
                struct iovec pieces[4];
                uint32_t count = sv_outbox_pieces(&out, pieces, 4);
                size_t at = 0;
                for (uint32_t i = 0; i < count; i++) {
                    assert_memory_equal(pieces[i].iov_base, model.data + at, pieces[i].iov_len);
                    at += pieces[i].iov_len;
                }
                assert_true(at <= released && (at > 0) == (released > 0));
                size_t part = at ? random / 13 % at + 1 : 0;
                sv_outbox_wrote(&out, &pool, part);
                struct vl_text next = {0};
                vl_text_add(&next, vl_text_string(&model) + part);
                vl_text_free(&model);
                model = next;
                released -= part;
            }
            }
            assert_int_equal(out.queued, model.length);
            assert_int_equal(sv_outbox_ready(&out), released > 0);
            assert_int_equal(sv_outbox_holds(&out), model.length > released);
        }
        sv_outbox_clear(&out, &pool);
        vl_text_free(&model);
    }
    sv_pool_clear(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_read),
        cmocka_unit_test(fragments_are_joined),
        cmocka_unit_test(long_messages_are_read),
        cmocka_unit_test(broken_frames_are_refused),
        cmocka_unit_test(close_codes_are_checked),
        cmocka_unit_test(heads_are_written),
        cmocka_unit_test(nothing_is_written_before_it_is_released),
        cmocka_unit_test(what_is_held_can_be_discarded),
        cmocka_unit_test(lent_bytes_are_not_copied),
        cmocka_unit_test(outboxes_keep_the_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
