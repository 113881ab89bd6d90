/*
 * The engine protocol (docs/protocol.md): one command a line in, one JSON object out.
 *
 * A session holds at most one match. No input ends it but "quit"; every other line, however bad,
 * is answered.
 */
#ifndef VALISE_CLI_PROTOCOL_H
#define VALISE_CLI_PROTOCOL_H

#include "valise/text.h"

enum { VL_ENGINE_LONGEST_LINE = 1 << 20 };

struct vl_engine;

struct vl_engine *vl_engine_new(void);
void vl_engine_free(struct vl_engine *engine);
/* Bots search at most this many iterations in the whole session, one for each question at least, no
 * matter what the lines ask for; 0, as at first: as many as they ask for. A hint of the strongest
 * bot alone takes a second of processor time, and much more under a sanitizer. */
void vl_engine_limit(struct vl_engine *engine, uint32_t iterations);
/* Appends the answer to one line (any bytes, without its newline), itself without a newline. False
 * after "quit". */
bool vl_engine_line(struct vl_engine *engine, const char *line, size_t size,
                    struct vl_text *answer);

#endif
