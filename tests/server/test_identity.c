/*
 * The files of the store: what it does when they are deleted, moved or replaced under it, how it
 * keeps a second program out under any name, and what a file of an earlier format is given when it
 * is opened: the key of the shares, and time before the default retention begins.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/banned.h"
#include "store/shares.h"

static const struct vl_store_functions *const f = &vl_store_sqlite;

struct place {
    char folder[64];
    struct vl_store *store;
};

/* A path in the folder of the test. */
static const char *in(const struct place *p, const char *name)
{
    static char paths[4][128];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", p->folder, name);
    return path;
}

static int set_up(void **state)
{
    struct place *p = calloc(1, sizeof *p);
    snprintf(p->folder, sizeof p->folder, "/tmp/valise-identity-XXXXXX");
    assert_non_null(mkdtemp(p->folder));
    p->store = f->open(in(p, "a.db"), NULL);
    *state = p;
    return p->store ? 0 : -1;
}

static int tear_down(void **state)
{
    struct place *p = *state;
    char command[128];
    f->close(p->store);
    snprintf(command, sizeof command, "rm -r %s", p->folder);
    int status = system(command);
    free(p);
    return status;
}

/* Writes something and syncs it, on the loop or in the background. */
static bool store_it(struct place *p, int64_t served, bool background, struct vl_error *err)
{
    assert_true(f->set_served(p->store, served, NULL));
    if (background)
        f->begin_sync(p->store);
    return f->sync(p->store, err);
}

static void expect_lost(struct place *p)
{
    for (int i = 0; i < 4; i++) {
        struct vl_error err = {0};
        assert_false(store_it(p, 1000 + i, i % 2, &err));
        assert_int_equal(err.code, VL_IO);
        assert_non_null(strstr(err.message, "deleted, moved or replaced"));
        assert_false(f->intact(p->store, NULL));
    }
}

/* After the files are back, what was acknowledged before is there, and nothing else. */
static void expect_back(struct place *p)
{
    int64_t served = 0;
    assert_true(f->intact(p->store, NULL));
    assert_true(f->served(p->store, &served, NULL));
    assert_int_equal(served, 7);
    assert_true(store_it(p, 8, false, NULL));
    f->close(p->store);
    p->store = f->open(in(p, "a.db"), NULL);
    assert_non_null(p->store);
    assert_true(f->served(p->store, &served, NULL));
    assert_int_equal(served, 8);
}

static void a_moved_file_is_noticed(void **state)
{
    struct place *p = *state;
    static const char *const names[] = {"a.db", "a.db-wal"};
    for (int i = 0; i < 2; i++) {
        assert_true(store_it(p, 7, false, NULL));
        assert_true(f->intact(p->store, NULL));
        assert_int_equal(rename(in(p, names[i]), in(p, "elsewhere")), 0);
        expect_lost(p);
        assert_int_equal(rename(in(p, "elsewhere"), in(p, names[i])), 0);
        expect_back(p);
    }
}

static void a_deleted_file_is_noticed(void **state)
{
    struct place *p = *state;
    assert_true(store_it(p, 7, false, NULL));
    assert_int_equal(unlink(in(p, "a.db")), 0);
    expect_lost(p);
    /* A new file of that name is another one. */
    int fd = open(in(p, "a.db"), O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_true(fd >= 0);
    close(fd);
    expect_lost(p);
}

/* A copy that takes the name of the database, with a log of its own, survives the old server. */
static void a_replacement_is_left_alone(void **state)
{
    struct place *p = *state;
    struct vl_store_stats stats;
    assert_true(store_it(p, 7, false, NULL));
    assert_true(vl_store_backup(in(p, "a.db"), in(p, "b.db"), false, &stats, NULL));
    assert_int_equal(unlink(in(p, "a.db-wal")), 0);
    assert_int_equal(rename(in(p, "b.db"), in(p, "a.db")), 0);
    FILE *log = fopen(in(p, "a.db-wal"), "w");
    assert_non_null(log);
    fputs("the log of the new database", log);
    fclose(log);
    expect_lost(p);
    f->close(p->store);
    p->store = NULL;
    assert_int_equal(access(in(p, "a.db-wal"), F_OK), 0);
}

static void refused(const char *path, const char *why)
{
    struct vl_error err = {0};
    assert_null(f->open(path, &err));
    assert_non_null(strstr(err.message, why));
}

static void no_other_name_gets_around_the_lock(void **state)
{
    struct place *p = *state;
    assert_int_equal(symlink("a.db", in(p, "link.db")), 0);
    refused(in(p, "link.db"), "another program is using this store");
    assert_int_equal(symlink(p->folder, in(p, "folder")), 0);
    refused(in(p, "folder/a.db"), "another program is using this store");
    /* Somebody tidies up. */
    assert_int_equal(unlink(in(p, "a.db-lock")), 0);
    refused(in(p, "a.db"), "another program is using this store");
    refused(in(p, "link.db"), "another program is using this store");
    /* A hard link is refused, and the server that runs stores nothing while there is one. */
    assert_int_equal(link(in(p, "a.db"), in(p, "hard.db")), 0);
    refused(in(p, "hard.db"), "hard links");
    refused(in(p, "a.db"), "hard links");
    struct vl_error err = {0};
    assert_false(store_it(p, 9, false, &err));
    assert_non_null(strstr(err.message, "hard links"));
    assert_int_equal(unlink(in(p, "hard.db")), 0);
    assert_true(store_it(p, 9, false, NULL));
}

static void a_link_leads_to_the_same_files(void **state)
{
    struct place *p = *state;
    int64_t served = 0;
    assert_true(store_it(p, 7, false, NULL));
    f->close(p->store);
    assert_int_equal(symlink("a.db", in(p, "link.db")), 0);
    p->store = f->open(in(p, "link.db"), NULL);
    assert_non_null(p->store);
    assert_true(f->served(p->store, &served, NULL));
    assert_int_equal(served, 7);
    assert_int_equal(access(in(p, "a.db-wal"), F_OK), 0);
    assert_int_not_equal(access(in(p, "link.db-lock"), F_OK), 0);
    assert_int_equal(symlink("nothing.db", in(p, "dangling.db")), 0);
    refused(in(p, "dangling.db"), "a file that is missing");
}

/* ---- Shares ---- */

static void add_match(struct place *p, char letter, uint64_t maker)
{
    struct vl_stored_match m = {.rules_version = 1, .seats = 2, .maker = maker};
    memset(m.id, letter, sizeof m.id - 1);
    snprintf(m.game, sizeof m.game, "template");
    snprintf(m.deck_hash, sizeof m.deck_hash, "0123456789abcdef");
    vl_seal_new(&m.seal);
    assert_true(f->add_match(p->store, &m, NULL));
    assert_true(f->sync(p->store, NULL));
}

/* The key stays with the store, and so does the maker of a match until its end. */
static void shares_are_kept(void **state)
{
    struct place *p = *state;
    static const char id[] = "AAAAAAAAAAAAAAAAAAAAAA";
    struct vl_stored_shares first = {0}, later = {0};
    struct vl_stored_match m;
    uint64_t top = 1;
    uint32_t count = 1;
    assert_true(f->shares->read(p->store, &first, NULL));
    assert_int_equal(first.retention_from, 0); /* a new store has nothing to announce */
    assert_true(f->shares->most(p->store, &top, &count, NULL));
    assert_true(top == 0 && count == 0);
    add_match(p, 'A', UINT64_MAX);
    add_match(p, 'B', UINT64_MAX);
    add_match(p, 'C', 5);
    add_match(p, 'D', 0);
    f->close(p->store);
    p->store = f->open(in(p, "a.db"), NULL);
    assert_non_null(p->store);
    assert_true(f->shares->read(p->store, &later, NULL));
    assert_memory_equal(&first, &later, sizeof first);
    assert_true(f->find_match(p->store, id, &m, NULL));
    assert_true(m.maker == UINT64_MAX);
    assert_true(f->shares->most(p->store, &top, &count, NULL));
    assert_true(top == UINT64_MAX && count == 2);
    assert_true(f->shares->forget(p->store, id, NULL));
    assert_true(f->shares->count(p->store, UINT64_MAX, &count, NULL));
    assert_int_equal(count, 1);
    assert_true(f->shares->count(p->store, 0, &count, NULL));
    assert_int_equal(count, 0);
}

/* A store of the first format, with a match, is an upgrade. */
static void an_upgrade_is_announced(void **state)
{
    struct place *p = *state;
    struct vl_stored_shares shares;
    struct vl_text sql = {0};
    sqlite3 *db = NULL;
    int c;
    FILE *file = fopen(VALISE_SOURCE_DIR "/tests/server/format1.sql", "r");
    assert_non_null(file);
    while ((c = fgetc(file)) != EOF)
        vl_text_char(&sql, (char)c);
    fclose(file);
    assert_int_equal(sqlite3_open(in(p, "old.db"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, vl_text_string(&sql), NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    vl_text_free(&sql);
    f->close(p->store);
    p->store = f->open(in(p, "old.db"), NULL);
    assert_non_null(p->store);
    assert_true(f->shares->read(p->store, &shares, NULL));
    assert_in_range(shares.retention_from - time(NULL), 29 * 86400, 30 * 86400);
}

int main(void)
{
#define ON(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        ON(a_moved_file_is_noticed),        ON(a_deleted_file_is_noticed),
        ON(a_replacement_is_left_alone),    ON(no_other_name_gets_around_the_lock),
        ON(a_link_leads_to_the_same_files), ON(shares_are_kept),
        ON(an_upgrade_is_announced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
