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
/* Appends the answer to one line (any bytes, without its newline), itself without a newline. False
 * after "quit". */
bool vl_engine_line(struct vl_engine *engine, const char *line, size_t size,
                    struct vl_text *answer);

#endif
