/* Health of the store; the header has the table of states. */
#include "server/health.h"

#include "core/banned.h"

static const struct sv_health_news nothing = {SV_HEALTH_NOTHING, 0};

bool sv_health_may_try(const struct sv_health *h, uint64_t now)
{
    return !h->files_lost && (h->state != SV_SYNC_FAILING || now >= h->retry_at);
}

struct sv_health_news sv_health_begun(struct sv_health *h, bool good, uint64_t now)
{
    uint64_t since = h->locked_since;
    if (good) {
        h->locked_since = 0;
        if (h->state == SV_LOCKED)
            h->state = SV_UNCONFIRMED;
        return since ? (struct sv_health_news){SV_HEALTH_STORE_UNLOCKED, now - since} : nothing;
    }
    if (h->state != SV_SYNC_FAILING)
        h->state = SV_LOCKED;
    h->retry_at = now + SV_LOCK_RETRY;
    if (since)
        return nothing;
    h->locked_since = now;
    return (struct sv_health_news){SV_HEALTH_STORE_LOCKED, 0};
}

struct sv_health_news sv_health_synced(struct sv_health *h, bool good, uint64_t now)
{
    bool was_failing = h->state == SV_SYNC_FAILING;
    if (!good) {
        if (!was_failing)
            h->failing_since = now;
        h->state = SV_SYNC_FAILING;
        h->retry_at = now + SV_SYNC_RETRY;
        return (struct sv_health_news){SV_HEALTH_SYNC_FAILED, 0};
    }
    /* locked_since stays: the next begin finds that the lock is gone, and logs it. */
    h->state = SV_HEALTHY;
    return was_failing ? (struct sv_health_news){SV_HEALTH_SYNC_AGAIN, now - h->failing_since}
                       : nothing;
}

struct sv_health_news sv_health_probed(struct sv_health *h, bool good, uint64_t now)
{
    if (good) {
        h->retry_at = 0;
        return sv_health_synced(h, true, now);
    }
    h->retry_at = now + SV_SYNC_RETRY;
    return nothing;
}

struct sv_health_news sv_health_checkpoint(struct sv_health *h, bool failing)
{
    if (failing == h->checkpoint_failing)
        return nothing;
    h->checkpoint_failing = failing;
    return (struct sv_health_news){
        failing ? SV_HEALTH_CHECKPOINT_FAILED : SV_HEALTH_CHECKPOINT_AGAIN, 0};
}

struct sv_health_news sv_health_files(struct sv_health *h, bool intact)
{
    if (intact == !h->files_lost)
        return nothing;
    h->files_lost = !intact;
    return (struct sv_health_news){intact ? SV_HEALTH_FILES_BACK : SV_HEALTH_FILES_LOST, 0};
}

void sv_health_wait(struct sv_health *h, uint64_t now)
{
    h->retry_at = now + SV_SYNC_RETRY;
}

bool sv_health_good(const struct sv_health *h, bool readable)
{
    return readable && h->state == SV_HEALTHY && !h->files_lost;
}

const char *sv_health_text(const struct sv_health *h, bool readable)
{
    if (h->files_lost)
        return "broken: the database file was deleted, moved or replaced\n";
    if (!readable)
        return "the store cannot be read\n";
    return sv_health_good(h, readable) ? "ok\n" : "the store could not be written to\n";
}
