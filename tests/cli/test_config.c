/* The settings of the web table and its copies, and what is said about wrong ones. */
#include <arpa/inet.h>
#include <linux/capability.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include "cli/program.h"
#include "core/banned.h"

static char folder[64], path[96];

static int open_folder(void **state)
{
    (void)state;
    make_folder(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/valise.conf", folder);
    return 0;
}

static int close_folder(void **state)
{
    (void)state;
    remove_folder(folder);
    return 0;
}

static struct ran checked(const char *file, const char *more)
{
    struct vl_error err;
    char arguments[400];
    assert_true(vl_file_save(path, file, strlen(file), &err));
    snprintf(arguments, sizeof arguments, "serve --check --db %s/x.db --config %s %s", folder, path,
             more);
    return run(arguments, NULL);
}

/* The file is refused with these words after its name. */
static void refused(const char *file, const char *words)
{
    struct vl_text all = {0};
    struct ran ran = checked(file, "");
    assert_int_equal(ran.status, 2);
    assert_int_equal(ran.out.length, 0);
    vl_text_addf(&all, "valise: %s%s", path, words);
    assert_has(&ran.err, all.data);
    vl_text_free(&all);
    ran_free(&ran);
}

static void a_file_sets_what_it_says(void **state)
{
    (void)state;
    struct ran ran = checked("\xEF\xBB\xBF# a comment\n"
                             "\n"
                             "  bind=0.0.0.0\r\n"
                             "port = 8443\n"
                             "base = /valise/\n"
                             "host = play.example.org\n"
                             "host = www.example.org\n"
                             "trust-proxy = 10.0.0.0/8\n"
                             "workers = 3\n"
                             "keep-finished = 365\n"
                             "keep-abandoned\t=\t90\n"
                             "limit.frame = 999", /* no newline at the end */
                             "");
    assert_int_equal(ran.status, 0);
    static const char *const lines[] = {
        "bind = 0.0.0.0\n",           "port = 8443\n",
        "base = /valise/\n",          "host = play.example.org\nhost = www.example.org\n",
        "trust-proxy = 10.0.0.0/8\n", "workers = 3\n",
        "keep-finished = 365\n",      "keep-abandoned = 90\n",
        "limit.frame = 999\n",        "limit.body = 16384\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_has(&ran.out, lines[i]);
    /* What --check prints is a file that says the same. */
    struct vl_text printed = {0};
    vl_text_add(&printed, ran.out.data);
    ran_free(&ran);
    ran = checked(printed.data, "");
    assert_int_equal(ran.status, 0);
    assert_string_equal(ran.out.data, printed.data);
    vl_text_free(&printed);
    ran_free(&ran);
}

static void the_command_line_wins(void **state)
{
    (void)state;
    struct ran ran = checked("port = 1\nhost = a.example\nhost = b.example\nlimit.frame = 1\n"
                             "limit.body = 2\ntrust-proxy = 10.0.0.1\nbase = /a/\n",
                             "--port 2 --host c.example --limit frame=3 --base /b/");
    assert_int_equal(ran.status, 0);
    assert_has(&ran.out, "port = 2\n");
    assert_has(&ran.out, "base = /b/\nhost = c.example\ntrust-proxy = 10.0.0.1\n");
    assert_has(&ran.out, "limit.frame = 3\nlimit.body = 2\n");
    ran_free(&ran);
}

static void what_is_wrong_is_said_where(void **state)
{
    (void)state;
    refused("port = 80\n\n# x\nprot = 80\n", ":4: there is no setting \"prot\"; there are port ");
    refused("port\n", ":1: expected \"name = value\", not \"port\"");
    refused("port =\n", ":1: port needs a value");
    refused("port = 65536\n", ":1: port is a number from 0 to 65535, not \"65536\"");
    refused("port = 80 # http\n", ":1: port is a number from 0 to 65535, not \"80 # http\"");
    refused("\nport = 1\nport = 2\n", ":3: port is given twice, first in line 2");
    refused("limit.frame = 1\nlimit.frame = 2\n",
            ":2: limit.frame is given twice, first in line 1");
    refused("base = /a/\nbase = /b/\n", ":2: base is given twice, first in line 1");
    refused("limit.frame = 0\n", ":1: limit.frame: a limit is a whole number from 1 to 1000000000");
    refused("limit.fame = 7\n",
            ":1: limit.fame: there is no such limit; \"valise serve --check\" lists them all\n");
    refused("limit = frame=7\n", ":1: there is no setting \"limit\"; there are ");
    refused("port.x = 7\n", ":1: there is no setting \"port.x\"; there are ");
    refused("base = valise\n", ":1: base: a base begins and ends with /, as in /valise/");
    refused("host = http://x\n", ":1: host: expected the name of a host alone");
    refused("trust-proxy = proxy\n", ":1: trust-proxy: expected an address");
    refused("keep-finished = never\n", ":1: keep-finished is a number from 0 to 36500");
    refused("check = yes\n", ":1: there is no setting \"check\"");
    refused("config = x\n", ":1: there is no setting \"config\"");
    refused("= 7\n", ":1: there is no setting \"\"");
    struct vl_text large = {0};
    for (int i = 0; i < 40000; i++)
        vl_text_add(&large, "# long\n");
    struct ran ran = checked(large.data, "");
    assert_int_equal(ran.status, 2);
    assert_has(&ran.err, "is larger than 262144 bytes");
    ran_free(&ran);
    vl_text_free(&large);
    struct vl_error err;
    assert_true(vl_file_save(path, "port = 1\0x", 10, &err));
    char arguments[200];
    snprintf(arguments, sizeof arguments, "serve --check --config %s", path);
    expect(arguments, NULL, 2, "valise.conf: this is not a text file");
    expect("serve --check --config /nowhere/valise.conf", NULL, 2,
           "cannot open /nowhere/valise.conf: No such file or directory");
}

static void files_that_settings_name_are_looked_at(void **state)
{
    (void)state;
    expect("serve --check --db /nowhere/x.db", NULL, 2,
           "/nowhere/x.db: the folder /nowhere of the database: No such file or directory");
    expect("serve --check --tls-key x", NULL, 2, "tls-key is given without tls-cert");
    expect("serve --check --tls-cert /nowhere/c --tls-key x", NULL, 2,
           "/nowhere/c: the certificate cannot be read: No such file or directory");
    expect("serve --check --base valise", NULL, 2, "--base valise: a base begins and ends with /");
    expect("serve --check --trust-proxy me", NULL, 2, "--trust-proxy me: expected an address");
    expect("serve --check --bind localhost", NULL, 2,
           "localhost: bind: expected an address in digits, as in 127.0.0.1");
    expect("serve --check --bind ::1", NULL, 0, "bind = ::1\n");
    expect("serve --check --bind lo", NULL, 0, "bind = lo\n");
    expect("serve --check --assets /nowhere", NULL, 2,
           "/nowhere/index.html: assets: there is no built client in this folder: No such file");
}

/* ---- Listening ---- */

/* The program does not listen there, and says why. */
static void cannot_listen(const char *where, int port, const char *words)
{
    char arguments[300];
    snprintf(arguments, sizeof arguments, "serve --db %s/x.db --bind %s --port %d", folder, where,
             port);
    expect(arguments, NULL, 1, words);
}

static void a_port_that_is_taken_is_named(void **state)
{
    (void)state;
    char words[100];
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(fd, 1), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &size), 0);
    int port = ntohs(address.sin_port);
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {"127.0.0.1", "lo", "0.0.0.0"};
        snprintf(words, sizeof words, "valise: port %d of %s is taken: another program listens",
                 port, names[i]);
        cannot_listen(names[i], port, words);
    }
    close(fd);
}

static void an_address_of_another_machine_is_named(void **state)
{
    (void)state;
    cannot_listen("203.0.113.7", 8080, "valise: bind: this machine has no address 203.0.113.7");
    cannot_listen("2001:db8::7", 8080, "valise: bind: this machine has no address 2001:db8::7");
}

static long first_free_port(void)
{
    char text[16] = "";
    FILE *file = fopen("/proc/sys/net/ipv4/ip_unprivileged_port_start", "r");
    if (file && !fgets(text, sizeof text, file))
        text[0] = '\0';
    if (file)
        fclose(file);
    return strtol(text, NULL, 10);
}

/* In a process of its own, which gives up what root may do. */
static void a_port_for_root_alone_is_named(void **state)
{
    (void)state;
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        /* A network of its own has the usual bounds, whatever holds outside. */
        bool away = unshare(CLONE_NEWNET) == 0;
        if (geteuid() == 0 && prctl(PR_CAPBSET_DROP, CAP_NET_BIND_SERVICE) != 0)
            _exit(77);
        if (!away && first_free_port() <= 80)
            _exit(77);
        char arguments[200];
        snprintf(arguments, sizeof arguments, "serve --db %s/x.db --bind 0.0.0.0 --port 80",
                 folder);
        struct ran ran = run(arguments, NULL);
        bool said = strstr(vl_text_string(&ran.err),
                           "valise: port 80 of 0.0.0.0 is not allowed: a port below 1024 wants "
                           "root, or the capability CAP_NET_BIND_SERVICE") != NULL;
        if (!said)
            fputs(vl_text_string(&ran.err), stderr);
        _exit(ran.status == 1 && said ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77)
        skip();
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* ---- Copies ---- */

static void a_backup_says_what_is_wrong(void **state)
{
    (void)state;
    struct vl_error err;
    char arguments[300];
    snprintf(arguments, sizeof arguments, "backup %s/none.db %s/copy.db", folder, folder);
    expect(arguments, NULL, 1, "none.db: the database cannot be opened: No such file or directory");
    assert_true(vl_file_save(path, "port = 1", 8, &err));
    snprintf(arguments, sizeof arguments, "backup %s %s/copy.db", path, folder);
    expect(arguments, NULL, 1, "the database cannot be read: file is not a database");
    expect("backup a", NULL, 2, "something is missing");
    snprintf(arguments, sizeof arguments, "%s/copy.db", folder);
    assert_int_not_equal(access(arguments, F_OK), 0);
    snprintf(arguments, sizeof arguments, "%s/copy.db.part", folder);
    assert_int_not_equal(access(arguments, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_sets_what_it_says),
        cmocka_unit_test(the_command_line_wins),
        cmocka_unit_test(what_is_wrong_is_said_where),
        cmocka_unit_test(files_that_settings_name_are_looked_at),
        cmocka_unit_test(a_port_that_is_taken_is_named),
        cmocka_unit_test(an_address_of_another_machine_is_named),
        cmocka_unit_test(a_port_for_root_alone_is_named),
        cmocka_unit_test(a_backup_says_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
