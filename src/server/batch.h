/* The batch: one pass of the event loop, stored as one transaction. See state.h. */
#ifndef VALISE_SERVER_BATCH_H
#define VALISE_SERVER_BATCH_H

#include "server/state.h"

/* Ends the batch; false if it was rolled back. */
bool sv_flush(struct sv_server *server);
/* Whether the store can be written now. If another program has locked it, or a sync failed a moment
 * ago, the answer is no at once (VL_IO): the caller refuses the request, having changed nothing,
 * and the client tries again later. A write without this question is allowed too, but if it fails,
 * the whole batch is rolled back. */
bool sv_may_write(struct sv_server *server, struct vl_error *err);
/* Milliseconds until something is due, at most 1000. */
uint32_t sv_next_due(struct sv_server *server);
/* The work of about once a second: closes connections that stall or are silent, tries a failing
 * store again, unloads rooms, deletes old matches. */
void sv_sweep(struct sv_server *server);

#endif
