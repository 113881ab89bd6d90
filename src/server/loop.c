/* Time on the loop: a token bucket of microseconds for each address. */
#include "server/loop.h"

#include <time.h>

#include "core/banned.h"
#include "server/state.h"

/* Microseconds that an address may use at once. Everybody else may have to wait this long, and for
 * the last message that was begun with it. */
enum { AT_ONCE = 2000 };

static uint64_t microseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

struct sv_loop_time sv_loop_now(const struct sv_server *server)
{
    return (struct sv_loop_time){microseconds(), server->loop_charged};
}

static void fill(const struct sv_server *server, struct sv_address *a, uint64_t now)
{
    uint64_t share = server->settings.limits.loop_share;
    uint64_t more = (now - a->loop_filled) * share / 100;
    if (a->loop_filled == 0 || a->loop_left + (int64_t)more > AT_ONCE) {
        a->loop_left = AT_ONCE;
        a->loop_filled = now;
        return;
    }
    a->loop_left += (int64_t)more;
    a->loop_filled += more * 100 / share; /* the rest of a microsecond counts the next time */
}

bool sv_loop_may(struct sv_server *server, struct sv_address *a)
{
    if (!a || server->networks <= 1 || a->loop_left > 0)
        return true;
    fill(server, a, microseconds());
    return a->loop_left > 0;
}

void sv_loop_charge(struct sv_server *server, struct sv_address *a, struct sv_loop_time from)
{
    uint64_t now = microseconds(), spent = now - from.at,
             others = server->loop_charged - from.charged;
    uint64_t own = spent > others ? spent - others : 0;
    server->loop_charged += own;
    if (!a)
        return;
    fill(server, a, now);
    /* Alone, an address saves nothing up and owes nothing. */
    if (server->networks > 1)
        a->loop_left -= (int64_t)own;
}
