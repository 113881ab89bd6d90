/* The clocks of the server. */
#ifndef VALISE_SERVER_TIME_H
#define VALISE_SERVER_TIME_H

#include <stdint.h>

/* Milliseconds of the monotonic clock: for rates, deadlines and pauses. Every message asks for it a
 * dozen times, so it is the coarse clock, which may be a few milliseconds behind. */
uint64_t sv_now(void);
/* Microseconds of the monotonic clock, exact: for measuring. */
uint64_t sv_micros(void);
/* Unix seconds: for times that are stored or shown. This clock may be set while the server runs. */
int64_t sv_time(void);

#endif
