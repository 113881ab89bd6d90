/* Commits of moves that are accepted and not written yet. */
#include "store/commit_buffer.h"

#include "core/alloc.h"
#include "core/banned.h"

enum { FIRST_CAPACITY = 64 };

/* Copies a text with its end; returns its offset. */
static size_t keep_text(struct vl_text *texts, const char *text)
{
    size_t at = texts->length;
    vl_text_add_bytes(texts, text, strlen(text) + 1);
    return at;
}

void vl_commit_buffer_add(struct vl_commit_buffer *buffer, int64_t match,
                          const struct vl_stored_commit *c)
{
    if (buffer->count == buffer->capacity) {
        buffer->capacity = buffer->capacity ? buffer->capacity * 2 : FIRST_CAPACITY;
        buffer->commits = vl_resize(buffer->commits, buffer->capacity, sizeof *buffer->commits);
    }
    buffer->commits[buffer->count++] = (struct vl_buffered_commit){
        .match = match,
        .time = c->time,
        .from = c->from,
        .position = c->position,
        .seat = c->seat,
        .has_key = c->key != NULL,
        .key = c->key ? keep_text(&buffer->texts, c->key) : 0,
        .moves = keep_text(&buffer->texts, c->moves),
    };
}

struct vl_stored_commit vl_commit_buffer_at(const struct vl_commit_buffer *buffer, uint32_t i,
                                            int64_t *match)
{
    const struct vl_buffered_commit *c = &buffer->commits[i];
    *match = c->match;
    return (struct vl_stored_commit){
        .from = c->from,
        .position = c->position,
        .seat = c->seat,
        .key = c->has_key ? buffer->texts.data + c->key : NULL,
        .time = c->time,
        .moves = buffer->texts.data + c->moves,
    };
}

void vl_commit_buffer_clear(struct vl_commit_buffer *buffer)
{
    buffer->count = 0;
    vl_text_clear(&buffer->texts);
}

void vl_commit_buffer_free(struct vl_commit_buffer *buffer)
{
    free(buffer->commits);
    vl_text_free(&buffer->texts);
}
