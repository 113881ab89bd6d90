/*
 * Fuzz target: what comes with every request (Host, X-Forwarded-For, the path) and what an operator
 * writes (hosts, proxies, base, limits). The first bytes, up to a newline each, are the settings.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "fuzz.h"
#include "server/access.h"

/* The next line of the input, which it ends; an empty one at the end. */
static char *next_line(char **rest)
{
    char *line = strsep(rest, "\n");
    return line ? line : (char *)"";
}

static void set(struct sv_settings *settings, const char *line, uint32_t which)
{
    struct vl_error err = {0};
    bool good = which == 0   ? sv_settings_base(settings, line, &err)
                : which == 1 ? sv_settings_host(settings, line, &err)
                : which == 2 ? sv_settings_proxy(settings, line, &err)
                             : sv_settings_limit(settings, line, &err);
    if (!good && !err.message[0])
        fuzz_finding("a setting is refused without a reason");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sv_settings settings;
    char address[SV_ADDRESS_SIZE], *bytes = malloc(size + 1), *rest = bytes;
    struct in6_addr parsed;
    if (!bytes)
        abort();
    memcpy(bytes, data, size);
    bytes[size] = '\0';
    sv_settings_init(&settings);
    for (uint32_t i = 0; i < 4; i++)
        set(&settings, next_line(&rest), i);
    const char *host = next_line(&rest), *path = next_line(&rest), *peer = next_line(&rest);
    sv_host_known(&settings, host);
    const char *below = sv_path_below(&settings, path);
    if (below && *below != '/')
        fuzz_finding("a path below the base does not begin with a slash");
    sv_client_address(&settings, peer, next_line(&rest), address);
    /* Whoever it is said to be for, it is an address, or what the network called the peer. */
    if (inet_pton(AF_INET, address, &parsed) != 1 && inet_pton(AF_INET6, address, &parsed) != 1 &&
        strncmp(address, peer, sizeof address - 1) != 0)
        fuzz_finding("not an address: %s", address);
    free(bytes);
    return 0;
}
