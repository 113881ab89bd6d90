/* Fair shares of open matches. */
#include "server/shares.h"

#include <sodium.h>
#include <string.h>

#include "core/banned.h"
#include "server/bots/play.h"
#include "server/room/room.h"
#include "server/state.h"
#include "server/time.h"

enum {
    HOUR = 3600, /* seconds */
    DAY = 24 * HOUR,
    LOOKED_AT = 64,           /* matches that might give way: some of them may be in use */
    AT_ONCE = 8,              /* that do: the next newcomers find room without a search */
    SEARCH_AGAIN = 10 * 1000, /* milliseconds after a search for old matches found none */
};

_Static_assert(VL_SHARE_KEY_SIZE == crypto_shorthash_KEYBYTES, "a key of SipHash");

bool sv_shares_open(struct sv_server *server, struct vl_error *err)
{
    return sv_shares(server)->read(server->store, &server->shares, err);
}

uint64_t sv_share_of(const struct sv_server *server, const char *key)
{
    uint64_t share;
    _Static_assert(sizeof share == crypto_shorthash_BYTES, "a hash is a share");
    crypto_shorthash((unsigned char *)&share, (const unsigned char *)key, strlen(key),
                     server->shares.key);
    return share ? share : 1;
}

uint64_t sv_share_of_room(const struct sv_room *room)
{
    return room->stored.maker ? room->stored.maker : sv_share_of(room->server, room->stored.id);
}

/* ---- Giving way ---- */

struct yielding {
    char ids[LOOKED_AT][VL_MATCH_ID_SIZE];
    uint32_t count;
};

static bool collect(void *context, const char *id)
{
    struct yielding *list = context;
    memcpy(list->ids[list->count++], id, VL_MATCH_ID_SIZE);
    return list->count < LOOKED_AT;
}

/* Deletes one match, unless somebody watches it. False: it stays, or the batch has failed. */
static bool give_way(struct sv_server *server, const char *id)
{
    struct vl_error err = {0};
    struct sv_room *room = sv_room_loaded(server, id);
    if (room && (room->watches || room->removed || room->in_changed_list))
        return false;
    if (room) {
        sv_room_stop_bot(room);
        if (!sv_room_remove(room, &err))
            return false;
    } else if (sv_people(server)->drop_match(server->store, id, &err)) {
        server->open_matches--;
    } else {
        server->batch_failed = true;
        return false;
    }
    server->figures.matches_yielded++;
    sv_log("match_yielded", "match=%.8s", id);
    return true;
}

/* Deletes up to `most` matches of a share (0: of all) that have not changed since `before`. */
static uint32_t make_room(struct sv_server *server, uint64_t share, int64_t before, uint32_t most)
{
    struct yielding list = {.count = 0};
    uint32_t gone = 0;
    if (!sv_shares(server)->list_yielding(server->store, share, before, LOOKED_AT, collect, &list,
                                          NULL))
        return 0;
    for (uint32_t i = 0; i < list.count && gone < most && !server->batch_failed; i++)
        gone += give_way(server, list.ids[i]);
    return gone;
}

/* At the limit of all. */
static bool make_room_for(struct sv_server *server, uint32_t own)
{
    uint64_t top = 0, now = sv_now();
    uint32_t most = 0;
    if (!sv_shares(server)->most(server->store, &top, &most, NULL))
        return false;
    if (most > own + 1 &&
        make_room(server, top, INT64_MAX, most > own + 2 * AT_ONCE ? AT_ONCE : 1) > 0)
        return true;
    /* This search reads every open match, so it is not repeated for each request. */
    if (now < server->yield_search_due)
        return false;
    bool found = make_room(server, 0, sv_time() - DAY, AT_ONCE) > 0;
    server->yield_search_due = found ? 0 : now + SEARCH_AGAIN;
    return found;
}

bool sv_shares_may_make(struct sv_server *server, uint64_t share, struct vl_error *err)
{
    const struct sv_limits *limits = &server->settings.limits;
    uint32_t own = 0;
    if (!sv_shares(server)->count(server->store, share, &own, err))
        return false;
    if (own >= limits->open_matches_per_address &&
        make_room(server, share, sv_time() - HOUR, AT_ONCE) == 0)
        return vl_fail(err, VL_REFUSED, NULL,
                       "too many open matches from this address; finish or forget some first");
    if (server->open_matches >= limits->open_matches && !make_room_for(server, own))
        return vl_fail(err, VL_REFUSED, NULL, "too many open matches; try again later");
    return true;
}
