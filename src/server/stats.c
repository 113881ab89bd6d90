/* Counters for /metrics, and the log. */
#include "server/stats.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"
#include "server/bots/workers.h"
#include "server/retention.h"
#include "server/state.h"
#include "server/time.h"
#include "server/ws/connection.h"

bool sv_log_quiet;

void sv_log(const char *event, const char *format, ...)
{
    char line[1024];
    struct timespec now;
    struct tm parts;
    if (sv_log_quiet)
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    size_t length = strftime(line, sizeof line, "time=%Y-%m-%dT%H:%M:%S", &parts);
    length += (size_t)snprintf(line + length, sizeof line - length, ".%03ldZ event=%s ",
                               now.tv_nsec / 1000000, event);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + length, sizeof line - length - 1, format, arguments);
    va_end(arguments);
    /* Text from outside must not be able to start a line of its own. */
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    length = strlen(line);
    line[length++] = '\n';
    /* One call, so that lines of different threads do not mix. */
    fwrite(line, 1, length, stderr);
}

static void counter(struct vl_text *out, const char *name, const char *help, uint64_t value)
{
    vl_text_addf(out, "# HELP valise_%s_total %s\n# TYPE valise_%s_total counter\n", name, help,
                 name);
    vl_text_addf(out, "valise_%s_total %" PRIu64 "\n", name, value);
}

static void gauge(struct vl_text *out, const char *name, const char *help, uint64_t value)
{
    vl_text_addf(out, "# HELP valise_%s %s\n# TYPE valise_%s gauge\n", name, help, name);
    vl_text_addf(out, "valise_%s %" PRIu64 "\n", name, value);
}

static uint64_t resident_bytes(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    uint64_t size = 0, resident = 0;
    if (!file)
        return 0;
    if (fscanf(file, "%" SCNu64 " %" SCNu64, &size, &resident) != 2)
        resident = 0;
    fclose(file);
    return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void work_figures(struct vl_text *out, struct sv_workers *workers)
{
    static const char *const kinds[SV_JOB_KINDS] = {"bot", "hint", "review", "ahead", "import"};
    struct sv_worker_figures f;
    sv_workers_figures(workers, &f);
    gauge(out, "bot_jobs", "bots, hints and imports, waiting or in progress", f.waiting);
    gauge(out, "background_jobs", "reviews and pondering, waiting or in progress", f.background);
    counter(out, "work_dropped", "jobs preempted by jobs that somebody waits for", f.dropped);
    counter(out, "work_cancelled", "jobs cancelled because nobody wants the answer any more",
            f.cancelled);
    counter(out, "work_held_milliseconds", "time that jobs waited for processor budget", f.held_up);
    counter(out, "bot_overruns", "bots told to stop because they took far too long", f.overruns);
    counter(out, "workers_lost", "threads abandoned with a bot that did not stop", f.lost);
    vl_text_add(out, "# HELP valise_work_microseconds_total processor time of the workers\n"
                     "# TYPE valise_work_microseconds_total counter\n");
    for (int i = 0; i < SV_JOB_KINDS; i++)
        vl_text_addf(out, "valise_work_microseconds_total{kind=\"%s\"} %" PRIu64 "\n", kinds[i],
                     f.microseconds[i]);
}

void sv_metrics(struct sv_server *server, struct vl_text *out)
{
#define WRITE(name, help) counter(out, #name, help, server->figures.name);
    SV_COUNTERS(WRITE)
#undef WRITE
    static const char *const words[4] = {"gathering", "running", "over", "closed"};
    struct vl_store_stats stats;
    uint64_t queued = 0;
    for (const struct sv_connection *c = server->connections; c; c = c->next)
        queued += c->out.queued;
    gauge(out, "connections", "WebSocket connections", server->connection_count);
    gauge(out, "queued_bytes", "bytes waiting for connections", queued);
    gauge(out, "watch_bytes", "memory that watches count for", server->watch_bytes);
    gauge(out, "live_rooms", "matches in memory", server->room_count);
    work_figures(out, server->workers);
    gauge(out, "resident_bytes", "memory of the process", resident_bytes());
    gauge(out, "uptime_seconds", "time since the start", (sv_now() - server->started) / 1000);
    gauge(out, "retention_begins_seconds",
          "Unix time when the default retention begins to delete; 0: it has begun",
          (uint64_t)sv_retention_begins(server));
    if (!sv_calls(server)->stats(server->store, &stats, NULL))
        return;
    gauge(out, "store_bytes", "size of the store", stats.bytes);
    gauge(out, "store_log_bytes", "size of its log", stats.log_bytes);
    vl_text_add(out, "# HELP valise_matches matches in the store\n# TYPE valise_matches gauge\n");
    for (int i = 0; i < 4; i++)
        vl_text_addf(out, "valise_matches{status=\"%s\"} %" PRIu64 "\n", words[i],
                     stats.matches[i]);
}
