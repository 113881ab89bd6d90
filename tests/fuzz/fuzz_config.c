/*
 * Fuzz target: the configuration file of the web table, by "valise serve --check". A file is
 * refused with its reason, or what holds is printed; and that, as a file, holds and says the same
 * again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/cli.h"
#include "core/banned.h"
#include "fuzz.h"

/* What a run of the command has left. */
struct ran {
    int status;
    char *out, *err;
    size_t out_size, err_size;
};

/* A file in memory with this in it, and its path. */
static int make_file(const char *bytes, size_t size, char path[64])
{
    int fd = memfd_create("settings", MFD_CLOEXEC);
    if (fd < 0 || write(fd, bytes, size) != (ssize_t)size)
        abort();
    snprintf(path, 64, "/proc/self/fd/%d", fd);
    return fd;
}

static void check(const char *bytes, size_t size, struct ran *ran)
{
    static const struct cli_command self = {"serve", "", "", cli_serve};
    FILE *kept_out = stdout, *kept_err = stderr;
    char path[64];
    int file = make_file(bytes, size, path);
    char *arguments[] = {"serve", "--check", "--config", path, NULL};
    stdout = open_memstream(&ran->out, &ran->out_size);
    stderr = open_memstream(&ran->err, &ran->err_size);
    if (!stdout || !stderr)
        abort();
    ran->status = cli_serve(&self, 4, arguments);
    fclose(stdout);
    fclose(stderr);
    stdout = kept_out;
    stderr = kept_err;
    close(file);
}

static void forget(struct ran *ran)
{
    free(ran->out);
    free(ran->err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ran first = {0}, second = {0};
    check((const char *)data, size, &first);
    if (first.status != CLI_DONE && first.status != CLI_USAGE)
        fuzz_finding("checking a file ends with status %d", first.status);
    if (first.status == CLI_USAGE && (first.out_size || first.err_size < sizeof "valise: "))
        fuzz_finding("a file is refused without a reason");
    if (first.status == CLI_DONE) {
        check(first.out, first.out_size, &second);
        if (second.status != CLI_DONE)
            fuzz_finding("what holds is refused as a file: %s", second.err);
        if (first.out_size != second.out_size || memcmp(first.out, second.out, first.out_size) != 0)
            fuzz_finding("what holds says something else as a file:\n%s\n%s", first.out,
                         second.out);
    }
    forget(&first);
    forget(&second);
    return 0;
}
