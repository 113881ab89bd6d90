/* A queue of jobs that is fair between shares. */
#include "server/bots/fair.h"

#include <stdlib.h>

#include "core/banned.h"
#include "server/bots/workers.h"

struct sv_flow {
    struct sv_flow *next;
    uint64_t share;
    double due;   /* virtual time: what it has used */
    double usual; /* microseconds that its jobs take, roughly */
    struct sv_job *first, *last;
    uint32_t running;
};

/* A first guess at the cost of a job. It only matters until the first job of a share has ended. */
static const double first_guess = 1000;

static struct sv_flow *flow_of(struct sv_fair *fair, uint64_t share)
{
    struct sv_flow *flow = fair->flows;
    while (flow && flow->share != share)
        flow = flow->next;
    if (flow)
        return flow;
    flow = calloc(1, sizeof *flow);
    if (!flow)
        abort();
    *flow = (struct sv_flow){.next = fair->flows, .share = share, .usual = first_guess};
    fair->flows = flow;
    return flow;
}

void sv_fair_add(struct sv_fair *fair, struct sv_job *job, bool first)
{
    struct sv_flow *flow = flow_of(fair, job->share);
    if (!flow->first && !flow->running && flow->due < fair->now)
        flow->due = fair->now;
    if (first || !flow->first) {
        job->next = flow->first;
        if (!flow->first)
            flow->last = job;
        flow->first = job;
    } else {
        job->next = NULL;
        flow->last->next = job;
        flow->last = job;
    }
    fair->waiting++;
}

/* The flow whose turn it is. On the way, flows that have nothing to do and owe nothing are freed:
 * they would begin at the same virtual time again. */
static struct sv_flow *next_flow(struct sv_fair *fair)
{
    struct sv_flow *best = NULL;
    for (struct sv_flow **at = &fair->flows; *at;) {
        struct sv_flow *flow = *at;
        if (!flow->first && !flow->running && flow->due <= fair->now) {
            *at = flow->next;
            free(flow);
            continue;
        }
        if (flow->first && (!best || flow->due < best->due ||
                            (flow->due == best->due && flow->first->order < best->first->order)))
            best = flow;
        at = &flow->next;
    }
    return best;
}

struct sv_job *sv_fair_take(struct sv_fair *fair)
{
    struct sv_flow *flow = fair->waiting ? next_flow(fair) : NULL;
    if (!flow)
        return NULL;
    struct sv_job *job = flow->first;
    flow->first = job->next;
    job->next = NULL;
    job->charged = flow->usual;
    if (flow->due > fair->now)
        fair->now = flow->due;
    flow->due += job->charged;
    flow->running++;
    fair->waiting--;
    return job;
}

void sv_fair_ended(struct sv_fair *fair, const struct sv_job *job)
{
    struct sv_flow *flow = flow_of(fair, job->share);
    double cost = (double)job->microseconds;
    flow->due += cost - job->charged;
    flow->usual = (flow->usual + cost) / 2;
    if (flow->running)
        flow->running--;
}

struct sv_job *sv_fair_remove(struct sv_fair *fair,
                              bool (*wanted)(const void *context, const struct sv_job *job),
                              const void *context)
{
    struct sv_job *removed = NULL, **end = &removed;
    for (struct sv_flow *flow = fair->flows; flow; flow = flow->next) {
        struct sv_job **at = &flow->first;
        flow->last = NULL;
        while (*at) {
            struct sv_job *job = *at;
            if (!wanted(context, job)) {
                flow->last = job;
                at = &job->next;
                continue;
            }
            *at = job->next;
            job->next = NULL;
            *end = job;
            end = &job->next;
            fair->waiting--;
        }
    }
    return removed;
}

void sv_fair_free(struct sv_fair *fair)
{
    while (fair->flows) {
        struct sv_flow *flow = fair->flows;
        fair->flows = flow->next;
        free(flow);
    }
    *fair = (struct sv_fair){0};
}
