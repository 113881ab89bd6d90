/* Runs the program `valise` as its users do, and keeps what it wrote. */
#ifndef VALISE_TESTS_PROGRAM_H
#define VALISE_TESTS_PROGRAM_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/file.h"
#include "valise/game.h"

struct ran {
    int status;
    struct vl_text out, err;
};

enum { MAX_OUTPUT = 64 << 20 };

/* Which program runs; a test may name another. */
static const char *program_path = VALISE_PROGRAM;

static inline void ran_free(struct ran *ran)
{
    vl_text_free(&ran->out);
    vl_text_free(&ran->err);
}

static inline void read_back(FILE *file, struct vl_text *out)
{
    char chunk[65536];
    rewind(file);
    for (size_t n; (n = fread(chunk, 1, sizeof chunk, file)) > 0;)
        vl_text_add_bytes(out, chunk, n);
    fclose(file);
}

/* Arguments parted by single blanks; `input` may be NULL. */
static inline struct ran run_bytes(const char *arguments, const char *input, size_t size)
{
    struct ran ran = {0};
    char *words[32] = {(char *)"valise"};
    char *copy = strdup(arguments);
    int count = 1;
    assert_non_null(copy);
    for (char *rest = copy, *word; (word = strsep(&rest, " ")) && count < 31;)
        if (*word)
            words[count++] = word;
    FILE *in = tmpfile(), *out = tmpfile(), *err = tmpfile();
    assert_true(in && out && err);
    if (input)
        assert_int_equal(fwrite(input, 1, size, in), size);
    rewind(in);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(fileno(in), STDIN_FILENO);
        dup2(fileno(out), STDOUT_FILENO);
        dup2(fileno(err), STDERR_FILENO);
        execv(program_path, words);
        _exit(127);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status)); /* never a signal */
    ran.status = WEXITSTATUS(status);
    fclose(in);
    read_back(out, &ran.out);
    read_back(err, &ran.err);
    free(copy);
    return ran;
}

static inline struct ran run(const char *arguments, const char *input)
{
    return run_bytes(arguments, input, input ? strlen(input) : 0);
}

static inline void assert_has(const struct vl_text *text, const char *part)
{
    if (!strstr(vl_text_string(text), part))
        fail_msg("\"%s\" is not in:\n%s", part, vl_text_string(text));
}

static inline void assert_has_not(const struct vl_text *text, const char *part)
{
    if (strstr(vl_text_string(text), part))
        fail_msg("\"%s\" is in:\n%s", part, vl_text_string(text));
}

/* Runs, expects an exit status, and a part of what was written (to standard error if it fails). */
static inline void expect(const char *arguments, const char *input, int status, const char *part)
{
    struct ran ran = run(arguments, input);
    if (ran.status != status)
        fail_msg("valise %s: exit %d, not %d: %s", arguments, ran.status, status,
                 vl_text_string(&ran.err));
    assert_has(status ? &ran.err : &ran.out, part);
    ran_free(&ran);
}

/* A new folder for a test; the caller removes it. */
static inline void make_folder(char *path, size_t size)
{
    snprintf(path, size, "%s", "/tmp/valise-test-XXXXXX");
    assert_non_null(mkdtemp(path));
}

static inline void remove_folder(const char *path)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", path);
    assert_int_equal(system(command), 0);
}

/* The first game of the list. */
static inline const struct vl_game *some_game(void)
{
    return vl_game_at(0);
}

/* A game with an option that makes it play a seat itself, with the fewest seats: "NAME=WORD" into
 * `option`; NULL: there is none. */
static inline const struct vl_game *game_with_own_seat(char *option, size_t size)
{
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        const struct vl_game *game = vl_game_at(i);
        for (uint32_t o = 0; game->options[o].name; o++)
            for (uint32_t w = 0; game->options[o].words[w]; w++) {
                struct vl_setup setup;
                assert_true(vl_setup_init(game, game->least_seats, &setup, NULL));
                setup.option[o] = (uint8_t)w;
                if (!game->check_setup(&setup, NULL) || !vl_own_seats(game, &setup))
                    continue;
                snprintf(option, size, "%s=%s", game->options[o].name, game->options[o].words[w]);
                return game;
            }
    }
    return NULL;
}

#endif
