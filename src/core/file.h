/* Files read whole and written atomically. */
#ifndef VALISE_CORE_FILE_H
#define VALISE_CORE_FILE_H

#include "valise/error.h"
#include "valise/text.h"

/* Reads a whole file of at most `limit` bytes; "-" is standard input. */
bool vl_file_read(const char *path, size_t limit, struct vl_text *out, struct vl_error *err);
/* Writes a file so that it is there whole or not at all: a temporary file beside it, synced, then
 * renamed. */
bool vl_file_save(const char *path, const char *bytes, size_t size, struct vl_error *err);

#endif
