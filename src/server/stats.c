/* Counters and histograms for /metrics. */
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
#include "server/ws/message.h"

/* ---- Histograms ---- */

/* Upper bounds in microseconds. A table that feels slow lies in the upper half, a disk that syncs
 * in the lower one. */
static const uint64_t bounds[SV_TIME_BUCKETS - 1] = {
    50,    100,   250,    500,    1000,   2500,    5000,    10000,
    25000, 50000, 100000, 250000, 500000, 1000000, 2500000, 5000000,
};

void sv_times_add(struct sv_times *times, uint64_t microseconds)
{
    uint32_t i = 0;
    while (i < SV_TIME_BUCKETS - 1 && microseconds > bounds[i])
        i++;
    times->count[i]++;
    times->sum += microseconds;
}

void sv_latency_commit(struct sv_latency *latency, uint64_t came)
{
    if (latency->waiting_count == latency->waiting_capacity) {
        size_t more = latency->waiting_capacity ? latency->waiting_capacity * 2 : 64;
        latency->waiting = realloc(latency->waiting, more * sizeof *latency->waiting);
        if (!latency->waiting)
            abort();
        latency->waiting_capacity = more;
    }
    latency->waiting[latency->waiting_count++] = came;
}

void sv_latency_flushed(struct sv_latency *latency, bool stored)
{
    uint64_t now = latency->waiting_count ? sv_micros() : 0;
    for (size_t i = 0; stored && i < latency->waiting_count; i++)
        sv_times_add(&latency->commits, now - latency->waiting[i]);
    latency->waiting_count = 0;
}

void sv_latency_free(struct sv_latency *latency)
{
    free(latency->waiting);
    *latency = (struct sv_latency){0};
}

/* Prometheus counts upwards: each bucket includes those below it. `label` is empty or ends with a
 * comma. */
static void histogram(struct vl_text *out, const char *name, const char *label,
                      const struct sv_times *times)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < SV_TIME_BUCKETS - 1; i++) {
        all += times->count[i];
        vl_text_addf(out, "valise_%s_seconds_bucket{%sle=\"%g\"} %" PRIu64 "\n", name, label,
                     (double)bounds[i] / 1e6, all);
    }
    all += times->count[SV_TIME_BUCKETS - 1];
    vl_text_addf(out, "valise_%s_seconds_bucket{%sle=\"+Inf\"} %" PRIu64 "\n", name, label, all);
    int length = (int)strlen(label) - (*label != '\0'); /* without the comma */
    const char *open = length ? "{" : "", *close = length ? "}" : "";
    vl_text_addf(out, "valise_%s_seconds_sum%s%.*s%s %.6f\n", name, open, length, label, close,
                 (double)times->sum / 1e6);
    vl_text_addf(out, "valise_%s_seconds_count%s%.*s%s %" PRIu64 "\n", name, open, length, label,
                 close, all);
}

static void histogram_head(struct vl_text *out, const char *name, const char *help)
{
    vl_text_addf(out, "# HELP valise_%s_seconds %s\n# TYPE valise_%s_seconds histogram\n", name,
                 help, name);
}

static void latency_figures(struct vl_text *out, const struct sv_latency *latency)
{
    char label[48];
    histogram_head(out, "http_request", "from the last byte of an HTTP request to its answer");
    histogram(out, "http_request", "", &latency->requests);
    histogram_head(out, "commit", "from a commit to its acknowledgement");
    histogram(out, "commit", "", &latency->commits);
    histogram_head(out, "batch", "passes of the event loop, with the sync of the store");
    histogram(out, "batch", "", &latency->batches);
    histogram_head(out, "message", "handling of WebSocket messages, without the sync");
    for (size_t i = 0; sv_message_type(i); i++) {
        snprintf(label, sizeof label, "type=\"%s\",", sv_message_type(i));
        histogram(out, "message", label, &latency->messages[i]);
    }
    histogram(out, "message", "type=\"other\",", &latency->messages[SV_MOST_MESSAGE_TYPES]);
}

/* ---- Counters and gauges ---- */

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
    latency_figures(out, &server->latency);
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
