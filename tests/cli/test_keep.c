/* valise backup --keep: dated copies in a folder, of which the newest are kept. */
#include <dirent.h>
#include <signal.h>
#include <sys/stat.h>

#include "cli/program.h"
#include "core/banned.h"
#include "server/people.h"

static char folder[128];

/* A server that runs, and a folder for its copies that is not there yet. */
static int open_server(void **state)
{
    (void)state;
    web_prepare(&server);
    web_start(&server, web_free_of_limits);
    snprintf(folder, sizeof folder, "%s/copies", server.folder);
    return 0;
}

static int close_server(void **state)
{
    (void)state;
    char command[200];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    int status = web_stop(&server, SIGTERM);
    status |= system(command);
    web_clean(&server);
    return status;
}

static struct ran copied(int keep, int status)
{
    char arguments[400];
    snprintf(arguments, sizeof arguments, "backup --keep %d %s %s", keep, server.database, folder);
    struct ran ran = run(arguments, NULL);
    if (ran.status != status)
        fail_msg("%d: %s%s", ran.status, vl_text_string(&ran.out), vl_text_string(&ran.err));
    return ran;
}

static void put(const char *name)
{
    char path[256];
    struct vl_error err;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_true(vl_file_save(path, "x", 1, &err));
}

static bool there(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static int count(void)
{
    int all = 0;
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (const struct dirent *e; (e = readdir(open));)
        all += e->d_name[0] != '.';
    closedir(open);
    return all;
}

static void the_newest_copies_are_kept(void **state)
{
    (void)state;
    static const char *const old[] = {"valise-20200101T000000Z.db", "valise-20200102T000000Z.db",
                                      "valise-20200103T000000Z.db"};
    static const char *const others[] = {"notes.txt",
                                         "valise-20200101T000000Z.db.part",
                                         "valise-2020.db",
                                         "other-20200101T000000Z.db",
                                         "valise-20200101T00000xZ.db",
                                         "valise.db"};
    struct stat is;
    struct ran ran = copied(3, 0);
    assert_has(&ran.out, "checked\n");
    assert_has_not(&ran.out, "deleted");
    ran_free(&ran);
    assert_int_equal(stat(folder, &is), 0);
    assert_int_equal(is.st_mode & 0777, 0700);
    assert_int_equal(count(), 1);
    for (size_t i = 0; i < 3; i++)
        put(old[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        put(others[i]);
    web_rest(1100); /* the name of a copy has the second */
    ran = copied(3, 0);
    assert_has(&ran.out, "2 old copies deleted\n");
    ran_free(&ran);
    assert_false(there(old[0]));
    assert_false(there(old[1]));
    assert_true(there(old[2]));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_true(there(others[i]));
    assert_int_equal(count(), 3 + (int)(sizeof others / sizeof *others));
}

/* A copy that cannot be made costs no old one. */
static void a_failed_copy_deletes_nothing(void **state)
{
    (void)state;
    char arguments[400];
    assert_int_equal(mkdir(folder, 0700), 0);
    put("nothing-20200101T000000Z.db");
    put("nothing-20200102T000000Z.db");
    snprintf(arguments, sizeof arguments, "backup --keep 1 %s/nothing.db %s", server.folder,
             folder);
    expect(arguments, NULL, 1, "nothing.db");
    assert_true(there("nothing-20200101T000000Z.db"));
    assert_int_equal(count(), 2);
    expect("backup --keep 0 a b", NULL, 2, "--keep is a number from 1 to 10000");
    snprintf(arguments, sizeof arguments, "backup --keep 1 %s /dev/null/x", server.database);
    expect(arguments, NULL, 1, "the folder cannot be made");
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_newest_copies_are_kept, open_server, close_server),
        cmocka_unit_test_setup_teardown(a_failed_copy_deletes_nothing, open_server, close_server),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
