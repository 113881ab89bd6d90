/* The post: what is written from its thread, and what is not. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "server/post.h"

enum { LETTERS = 200 };

static atomic_uint notified;

static void notify(void)
{
    atomic_fetch_add(&notified, 1);
}

struct line {
    struct sv_letter letter; /* first, as the server has it */
    int other;               /* end of the socket */
    char first[32], second[16];
};

static void open_line(struct line *line, int number)
{
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    memset(line, 0, sizeof *line);
    line->letter.socket = ends[0];
    line->other = ends[1];
    snprintf(line->first, sizeof line->first, "letter %d,", number);
    snprintf(line->second, sizeof line->second, " page 2");
}

static void close_line(struct line *line)
{
    close(line->letter.socket);
    close(line->other);
}

/* One piece, or two. */
static void write_letter(struct line *line, uint32_t count)
{
    struct sv_letter *letter = &line->letter;
    letter->next = NULL;
    letter->count = count;
    letter->pieces[0] = (struct iovec){line->first, strlen(line->first)};
    letter->pieces[1] = (struct iovec){line->second, strlen(line->second)};
    letter->size = strlen(line->first) + (count > 1 ? strlen(line->second) : 0);
    letter->sent = 0;
}

static void expect(struct line *line, uint32_t count)
{
    char got[64] = "", expected[64];
    snprintf(expected, sizeof expected, "%s%s", line->first, count > 1 ? line->second : "");
    assert_true(recv(line->other, got, sizeof got - 1, MSG_DONTWAIT) > 0);
    assert_string_equal(got, expected);
}

static void letters_arrive_whole(void **state)
{
    (void)state;
    static struct line lines[LETTERS];
    struct sv_post *post = sv_post_new(notify);
    assert_non_null(post);
    for (int i = 0; i < LETTERS; i++)
        open_line(&lines[i], i);
    for (uint32_t round = 0; round < 50; round++) {
        uint32_t back = 0;
        for (int i = 0; i < LETTERS; i += 2) { /* two at a time */
            write_letter(&lines[i], 1);
            write_letter(&lines[i + 1], 2);
            lines[i].letter.next = &lines[i + 1].letter;
            sv_post(post, &lines[i].letter);
            for (struct sv_letter *l = sv_post_back(post); l; l = l->next)
                back++;
        }
        sv_post_settle(post);
        for (struct sv_letter *l = sv_post_back(post); l; l = l->next)
            back++;
        assert_int_equal(back, LETTERS);
        for (int i = 0; i < LETTERS; i++) {
            assert_int_equal(lines[i].letter.sent, lines[i].letter.size);
            expect(&lines[i], i % 2 ? 2 : 1);
        }
    }
    assert_true(atomic_load(&notified) > 0);
    sv_post_free(post);
    for (int i = 0; i < LETTERS; i++)
        close_line(&lines[i]);
}

/* A socket whose peer does not read gets no part of a letter. */
static void who_does_not_read_gets_nothing(void **state)
{
    (void)state;
    static struct line deaf, gone, well;
    struct sv_post *post = sv_post_new(notify);
    open_line(&deaf, 1);
    open_line(&gone, 2);
    open_line(&well, 3);
    uint32_t taken = 0;
    for (uint32_t i = 0; i < 10000; i++) {
        write_letter(&deaf, 2);
        sv_post(post, &deaf.letter);
        sv_post_settle(post);
        assert_ptr_equal(sv_post_back(post), &deaf.letter);
        assert_true(deaf.letter.sent == 0 || deaf.letter.sent == deaf.letter.size);
        taken += deaf.letter.sent > 0;
    }
    assert_true(taken > 0 && taken < 10000);
    close(gone.other);
    write_letter(&gone, 1);
    write_letter(&well, 1);
    gone.letter.next = &well.letter;
    sv_post(post, &gone.letter);
    sv_post_settle(post);
    assert_non_null(sv_post_back(post));
    assert_int_equal(gone.letter.sent, 0);
    expect(&well, 1); /* others are none the worse */
    /* When it has read, it gets letters again. */
    char rest[4096];
    while (recv(deaf.other, rest, sizeof rest, MSG_DONTWAIT) > 0)
        ;
    write_letter(&deaf, 1);
    sv_post(post, &deaf.letter);
    sv_post_free(post); /* waits */
    expect(&deaf, 1);
    close_line(&deaf);
    close(gone.letter.socket);
    close_line(&well);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_arrive_whole),
        cmocka_unit_test(who_does_not_read_gets_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
