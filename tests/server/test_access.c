/* Access: host names, proxies, and paths below the base path. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/banned.h"
#include "server/access.h"

static void names_are_judged(void **state)
{
    (void)state;
    struct sv_settings s;
    sv_settings_init(&s);
    /* On the loopback interface: addresses and localhost, no other name. */
    assert_true(sv_host_known(&s, NULL));
    assert_true(sv_host_known(&s, "localhost"));
    assert_true(sv_host_known(&s, "LocalHost:8080"));
    assert_true(sv_host_known(&s, "127.0.0.1:8080"));
    assert_true(sv_host_known(&s, "[::1]:8080"));
    assert_true(sv_host_known(&s, "192.168.1.7"));
    assert_false(sv_host_known(&s, "evil.example"));
    assert_false(sv_host_known(&s, "evil.example:8080"));
    assert_false(sv_host_known(&s, "127.0.0.1.evil.example"));
    assert_false(sv_host_known(&s, "localhost.evil.example"));
    assert_false(sv_host_known(&s, ""));
    assert_false(sv_host_known(&s, ":80"));
    assert_false(sv_host_known(&s, "[::1"));
    assert_false(sv_host_known(&s, "[::1]evil.example"));
    /* On all interfaces: any name, until the settings list names. */
    s.bind = "0.0.0.0";
    assert_true(sv_host_known(&s, "attic.local:8080"));
    assert_true(sv_settings_host(&s, "play.example.org", NULL));
    assert_true(sv_host_known(&s, "PLAY.example.org:443"));
    assert_true(sv_host_known(&s, "10.0.0.1"));
    assert_false(sv_host_known(&s, "attic.local:8080"));
    assert_false(sv_host_known(&s, "play.example.org.evil.example"));
    static const char *const bad[] = {"", ".", "a b", "https://a", "a/b", "a:80", "[::1]"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct vl_error err = {0};
        assert_false(sv_settings_host(&s, bad[i], &err));
        assert_non_null(strstr(err.message, "name of a host"));
    }
    for (int i = 1; i < SV_MOST_HOSTS; i++)
        assert_true(sv_settings_host(&s, "another", NULL));
    assert_false(sv_settings_host(&s, "one-too-many", NULL));
}

static void expect_address(const struct sv_settings *s, const char *peer, const char *forwarded,
                           const char *expected)
{
    char address[SV_ADDRESS_SIZE];
    sv_client_address(s, peer, forwarded, address);
    assert_string_equal(address, expected);
}

static void proxies_are_believed_if_trusted(void **state)
{
    (void)state;
    struct sv_settings s;
    sv_settings_init(&s);
    expect_address(&s, "10.0.0.1", "1.2.3.4", "10.0.0.1"); /* nobody is trusted */
    expect_address(&s, "::ffff:10.0.0.1", NULL, "10.0.0.1");
    assert_true(sv_settings_proxy(&s, "127.0.0.1", NULL));
    assert_true(sv_settings_proxy(&s, "172.16.0.0/12", NULL));
    assert_true(sv_settings_proxy(&s, "fd00::/8", NULL));
    expect_address(&s, "10.0.0.1", "1.2.3.4", "10.0.0.1");
    expect_address(&s, "127.0.0.1", NULL, "127.0.0.1");
    expect_address(&s, "127.0.0.1", "1.2.3.4", "1.2.3.4");
    expect_address(&s, "::ffff:127.0.0.1", " 1.2.3.4 ", "1.2.3.4");
    expect_address(&s, "172.31.255.255", "2001:DB8:0::7", "2001:db8::7");
    expect_address(&s, "172.32.0.0", "1.2.3.4", "172.32.0.0");
    expect_address(&s, "fd12::1", "1.2.3.4", "1.2.3.4");
    expect_address(&s, "fe00::1", "1.2.3.4", "fe00::1");
    /* What the client has forged is to the left of what the proxy appended. */
    expect_address(&s, "127.0.0.1", "9.9.9.9, 1.2.3.4", "1.2.3.4");
    expect_address(&s, "127.0.0.1", "9.9.9.9, 1.2.3.4, 172.16.0.9", "1.2.3.4");
    expect_address(&s, "127.0.0.1", "9.9.9.9,172.16.0.9 ,172.16.0.8", "9.9.9.9");
    /* An entry that is no address ends the chain at the last good one. */
    expect_address(&s, "127.0.0.1", "unknown", "127.0.0.1");
    expect_address(&s, "127.0.0.1", "1.2.3.4, unknown", "127.0.0.1");
    expect_address(&s, "127.0.0.1", "1.2.3.4,", "127.0.0.1");
    expect_address(&s, "127.0.0.1", ",", "127.0.0.1");
    expect_address(&s, "127.0.0.1", "111111111111111111111111111111111111111111111111111111111111",
                   "127.0.0.1");
    static const char *const bad[] = {"",         "proxy",       "1.2.3",   "1.2.3.4/33",
                                      "1.2.3.4/", "1.2.3.4/x",   "::1/129", "1.2.3.4/-1",
                                      "/8",       "1.2.3.4 ",    "::1/ 8",  "1.2.3.4/8/8",
                                      "[::1]",    "1.2.3.4:8080"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct vl_error err = {0};
        assert_false(sv_settings_proxy(&s, bad[i], &err));
        assert_non_null(strstr(err.message, "expected an address"));
    }
    struct sv_settings all;
    sv_settings_init(&all);
    assert_true(sv_settings_proxy(&all, "0.0.0.0/0", NULL));
    assert_true(sv_proxy_trusted(&all, "8.8.8.8"));
    assert_false(sv_proxy_trusted(&all, "2001:db8::1"));
}

static void paths_lie_below_the_base(void **state)
{
    (void)state;
    struct sv_settings s;
    sv_settings_init(&s);
    assert_string_equal(sv_path_below(&s, "/"), "/");
    assert_string_equal(sv_path_below(&s, "/api/games"), "/api/games");
    assert_null(sv_path_below(&s, "api"));
    assert_true(sv_settings_base(&s, "/games/valise/", NULL));
    assert_string_equal(sv_path_below(&s, "/games/valise/"), "/");
    assert_string_equal(sv_path_below(&s, "/games/valise/ws"), "/ws");
    assert_null(sv_path_below(&s, "/games/valise"));
    assert_null(sv_path_below(&s, "/games/valisex/"));
    assert_null(sv_path_below(&s, "/"));
    static const char *const bad[] = {"",      "x",    "/x",    "x/",     "//",      "/a//b/",
                                      "/a b/", "/../", "/a/./", "/a%20/", "/a;b=c/", "/\xc3\xa4/"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct vl_error err = {0};
        assert_false(sv_settings_base(&s, bad[i], &err));
        assert_non_null(strstr(err.message, "/valise/"));
    }
    assert_string_equal(s.base, "/games/valise/");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_judged),
        cmocka_unit_test(proxies_are_believed_if_trusted),
        cmocka_unit_test(paths_lie_below_the_base),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
