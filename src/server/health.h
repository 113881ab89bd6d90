/*
 * Health of the store: a state machine of what the last writes have shown.
 *
 *   HEALTHY       the last batch is on disk
 *   LOCKED        another program holds the write lock. Changes are refused and tried again soon;
 *                 reading works
 *   UNCONFIRMED   the lock is gone, but no batch was stored since
 *   SYNC_FAILING  the last sync failed (a full disk, an I/O error). Changes are refused until
 *                 retry_at; about once a second the server probes the store with a small
 *                 transaction of its own, so that no client loses an answer for it
 *
 *   from          event          to
 *   any           sync failed    SYNC_FAILING
 *   any           sync stored    HEALTHY
 *   HEALTHY       begin locked   LOCKED          also from UNCONFIRMED
 *   LOCKED        begin worked   UNCONFIRMED
 *   SYNC_FAILING  begin          SYNC_FAILING    a lock is noted and logged besides
 *
 * Checkpoints are apart from this: while they fail, batches are still stored and only the
 * write-ahead log grows. So they have a flag of their own, which makes nobody wait.
 *
 * Lost files are apart as well: if the database was deleted, moved or replaced while the server
 * runs, no change is tried until it is back, also if the last sync was good.
 *
 * The functions are pure: they know neither store nor clock, and return what is to be logged. All
 * times are milliseconds of sv_now().
 */
#ifndef VALISE_SERVER_HEALTH_H
#define VALISE_SERVER_HEALTH_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SV_SYNC_RETRY = 2000, /* milliseconds until changes are tried again after a failed sync */
    SV_LOCK_RETRY = 500,  /* ... and after a lock: others hold locks for short times only */
};

enum sv_health_state { SV_HEALTHY, SV_LOCKED, SV_UNCONFIRMED, SV_SYNC_FAILING };

/* {0} is healthy. */
struct sv_health {
    enum sv_health_state state;
    uint64_t failing_since; /* SYNC_FAILING: when the first sync failed */
    uint64_t locked_since;  /* 0: the store was not locked when last tried */
    uint64_t retry_at;      /* bots and clocks wait until then; people too, if SYNC_FAILING */
    bool checkpoint_failing;
    bool files_lost; /* the database is not the file that was opened */
};

/* An event that the caller logs. `ms` is how long the trouble has lasted, for events that end it.
 */
enum sv_health_event {
    SV_HEALTH_NOTHING,
    SV_HEALTH_STORE_LOCKED,
    SV_HEALTH_STORE_UNLOCKED,
    SV_HEALTH_SYNC_FAILED,
    SV_HEALTH_SYNC_AGAIN,
    SV_HEALTH_CHECKPOINT_FAILED,
    SV_HEALTH_CHECKPOINT_AGAIN,
    SV_HEALTH_FILES_LOST,
    SV_HEALTH_FILES_BACK,
};

struct sv_health_news {
    enum sv_health_event event;
    uint64_t ms;
};

/* Whether a write may be tried now; false: wait until retry_at, or until lost files are back. */
bool sv_health_may_try(const struct sv_health *health, uint64_t now);
/* A transaction was begun, or could not be because the store is locked. */
struct sv_health_news sv_health_begun(struct sv_health *health, bool good, uint64_t now);
/* A batch was synced, or the sync failed and the batch is rolled back. */
struct sv_health_news sv_health_synced(struct sv_health *health, bool good, uint64_t now);
/* A probe of a failing store has ended: success also ends the wait of bots and clocks. */
struct sv_health_news sv_health_probed(struct sv_health *health, bool good, uint64_t now);
/* The store has reported the result of its last checkpoint. */
struct sv_health_news sv_health_checkpoint(struct sv_health *health, bool failing);
/* The store has looked at its files: are they those that were opened? */
struct sv_health_news sv_health_files(struct sv_health *health, bool intact);
/* Something could not be read: bots and clocks wait as after a failed sync. */
void sv_health_wait(struct sv_health *health, uint64_t now);

/* Whether /healthz says "ok"; `readable`: the store could be read just now. */
bool sv_health_good(const struct sv_health *health, bool readable);
/* The text of /healthz, with its line end. */
const char *sv_health_text(const struct sv_health *health, bool readable);

#endif
