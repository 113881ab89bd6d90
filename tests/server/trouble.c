/*
 * Preloaded into a server under test: what the system may do to it. Which, stands in a file that
 * the test has mapped as well (trouble.h), and may change at any moment.
 */
#include "server/trouble.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static struct trouble *trouble;

__attribute__((constructor)) static void find_file(void)
{
    const char *path = getenv(TROUBLE_FILE);
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    void *map = mmap(NULL, sizeof *trouble, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (map != MAP_FAILED)
        trouble = map;
}

/* ---- The clock ---- */

/* A thread that asks for its own processor time thinks for a bot, and holds no lock. */
static void hang_perhaps(clockid_t clock)
{
    if (clock != CLOCK_THREAD_CPUTIME_ID || __atomic_load_n(&trouble->hang, __ATOMIC_SEQ_CST) <= 0)
        return;
    if (__atomic_fetch_sub(&trouble->hang, 1, __ATOMIC_SEQ_CST) > 0)
        for (;;)
            pause();
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    if (trouble)
        hang_perhaps(clock);
    int status = (int)syscall(SYS_clock_gettime, clock, time);
    if (status == 0 && trouble && clock == CLOCK_REALTIME)
        time->tv_sec += __atomic_load_n(&trouble->jump, __ATOMIC_SEQ_CST);
    return status;
}

time_t time(time_t *where)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (where)
        *where = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

/* ---- The disk ---- */

/* Whether it is the database, or also a file beside it. */
static bool is_database(int fd, bool beside)
{
    char link[64], path[256];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    const char *name = strstr(path, "/" TROUBLE_DATABASE);
    return name && (beside || strcmp(name, "/" TROUBLE_DATABASE) == 0);
}

/* Whether writing to the database or its log fails, or syncing, with errno set. */
static bool fails(int fd, bool sync)
{
    int code = 0, alone = 0;
    if (trouble)
        code = __atomic_load_n(sync ? &trouble->sync : &trouble->write, __ATOMIC_SEQ_CST);
    if (trouble && !sync)
        alone = __atomic_load_n(&trouble->file, __ATOMIC_SEQ_CST);
    if (code && is_database(fd, true))
        errno = code;
    else if (alone && is_database(fd, false))
        errno = alone;
    else
        return false;
    return true;
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    return fails(fd, false) ? -1 : syscall(SYS_write, fd, bytes, size);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at)
{
    return fails(fd, false) ? -1 : syscall(SYS_pwrite64, fd, bytes, size, at);
}

int ftruncate64(int fd, off64_t size)
{
    return fails(fd, false) ? -1 : (int)syscall(SYS_ftruncate, fd, size);
}

int fdatasync(int fd)
{
    return fails(fd, true) ? -1 : (int)syscall(SYS_fdatasync, fd);
}

int fsync(int fd)
{
    return fails(fd, true) ? -1 : (int)syscall(SYS_fsync, fd);
}
