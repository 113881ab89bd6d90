/* Files: read whole or refused, saved whole or not at all. */
#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/file.h"

static char folder[64];

static int set_up(void **unused)
{
    (void)unused;
    snprintf(folder, sizeof folder, "/tmp/valise-file-XXXXXX");
    return mkdtemp(folder) ? 0 : 1;
}

static const char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int entries(void)
{
    DIR *dir = opendir(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(dir));)
        count += entry->d_name[0] != '.';
    closedir(dir);
    return count;
}

static int tear_down(void **unused)
{
    (void)unused;
    unlink(path_of("a"));
    return rmdir(folder);
}

static void test_saved_and_read(void **unused)
{
    struct vl_error err = {0};
    struct vl_text text = {0};
    struct stat info;
    (void)unused;
    assert_true(vl_file_save(path_of("a"), "one\0two", 7, &err));
    assert_true(vl_file_read(path_of("a"), 7, &text, &err));
    assert_int_equal(text.length, 7);
    assert_memory_equal(text.data, "one\0two", 7);
    assert_int_equal(stat(path_of("a"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0644);
    assert_true(vl_file_save(path_of("a"), "", 0, &err));
    vl_text_clear(&text);
    assert_true(vl_file_read(path_of("a"), 0, &text, &err));
    assert_int_equal(text.length, 0);
    assert_int_equal(entries(), 1);
    vl_text_free(&text);
}

static void test_what_cannot_be_read(void **unused)
{
    struct vl_error err = {0};
    struct vl_text text = {0};
    char message[300];
    (void)unused;
    assert_false(vl_file_read(path_of("none"), 10, &text, &err));
    assert_int_equal(err.code, VL_NOT_FOUND);
    snprintf(message, sizeof message, "cannot open %s: No such file or directory", path_of("none"));
    assert_string_equal(err.message, message);
    assert_false(vl_file_read(folder, 10, &text, &err));
    assert_int_equal(err.code, VL_IO);
    assert_true(vl_file_save(path_of("a"), "12345", 5, &err));
    assert_false(vl_file_read(path_of("a"), 4, &text, &err));
    assert_int_equal(err.code, VL_BAD_INPUT);
    assert_non_null(strstr(err.message, "is larger than 4 bytes"));
    vl_text_free(&text);
}

static void test_what_cannot_be_written(void **unused)
{
    struct vl_error err = {0};
    static char path[5000];
    (void)unused;
    assert_false(vl_file_save(path_of("none/a"), "x", 1, &err));
    assert_int_equal(err.code, VL_IO);
    assert_non_null(strstr(err.message, "No such file or directory"));
    memset(path, 'a', sizeof path - 1);
    assert_false(vl_file_save(path, "x", 1, &err));
    assert_string_equal(err.message, "the path is too long");
}

/* A write that fails halfway leaves what was there, and nothing beside it. */
static void test_a_full_disk(void **unused)
{
    struct vl_error err = {0};
    struct vl_text text = {0};
    (void)unused;
    assert_true(vl_file_save(path_of("a"), "kept", 4, &err));
    pid_t child = fork();
    if (child == 0) {
        static char much[100000];
        struct rlimit limit = {4096, 4096};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        bool saved = vl_file_save(path_of("a"), much, sizeof much, &err);
        _exit(!saved && err.code == VL_IO && strstr(err.message, "File too large") ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_true(vl_file_read(path_of("a"), 10, &text, &err));
    assert_string_equal(vl_text_string(&text), "kept");
    assert_int_equal(entries(), 1);
    vl_text_free(&text);
}

/* Whoever reads while another writes sees one whole file or the other. */
static void test_readers_see_whole_files(void **unused)
{
    enum { SIZE = 50000, ROUNDS = 30 };
    static char bytes[SIZE];
    struct vl_error err = {0};
    (void)unused;
    memset(bytes, 'a', SIZE);
    assert_true(vl_file_save(path_of("a"), bytes, SIZE, &err));
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < ROUNDS; i++) {
            memset(bytes, 'a' + i % 26, SIZE);
            if (!vl_file_save(path_of("a"), bytes, SIZE, &err))
                _exit(1);
        }
        _exit(0);
    }
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        struct vl_text text = {0};
        assert_true(vl_file_read(path_of("a"), SIZE, &text, &err));
        assert_int_equal(text.length, SIZE);
        assert_int_equal(strspn(text.data, (char[]){text.data[0], 0}), SIZE);
        vl_text_free(&text);
    }
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_int_equal(entries(), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_saved_and_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_cannot_be_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_cannot_be_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_full_disk, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_readers_see_whole_files, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
