/* Servers with trouble at hand: see trouble.h. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/banned.h"
#include "server/people.h"
#include "server/trouble.h"

static void name_file(const struct web_server *of, char *path, size_t size)
{
    snprintf(path, size, "%s/trouble", of->folder);
}

volatile struct trouble *trouble_start(struct web_server *own, const char *const *arguments)
{
    char path[128];
    if (!VALISE_TROUBLE[0])
        return NULL;
    name_file(own, path, sizeof path);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, sizeof(struct trouble)), 0);
    volatile struct trouble *trouble =
        mmap(NULL, sizeof *trouble, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert_true(trouble != MAP_FAILED);
    close(fd);
    setenv("LD_PRELOAD", VALISE_TROUBLE, 1);
    setenv(TROUBLE_FILE, path, 1);
    web_start(own, arguments);
    unsetenv("LD_PRELOAD");
    unsetenv(TROUBLE_FILE);
    return trouble;
}

void trouble_end(const struct web_server *own, volatile struct trouble *trouble)
{
    char path[128];
    name_file(own, path, sizeof path);
    munmap((void *)(uintptr_t)trouble, sizeof *trouble);
    unlink(path);
}
