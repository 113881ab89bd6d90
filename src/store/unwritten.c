/* Commits that a store has taken and not written yet. */
#include "store/unwritten.h"

#include <stdlib.h>
#include <string.h>

#include "core/alloc.h"
#include "core/banned.h"

enum { FIRST = 64 };

static size_t keep_text(struct vl_text *texts, const char *text)
{
    size_t at = texts->length;
    vl_text_add_bytes(texts, text, strlen(text) + 1);
    return at;
}

void vl_unwritten_add(struct vl_unwritten *all, int64_t match, const struct vl_stored_commit *c)
{
    if (all->count == all->capacity) {
        all->capacity = all->capacity ? all->capacity * 2 : FIRST;
        all->commits = vl_resize(all->commits, all->capacity, sizeof *all->commits);
    }
    all->commits[all->count++] = (struct vl_unwritten_commit){
        .match = match,
        .time = c->time,
        .from = c->from,
        .position = c->position,
        .seat = c->seat,
        .has_key = c->key != NULL,
        .key = c->key ? keep_text(&all->texts, c->key) : 0,
        .moves = keep_text(&all->texts, c->moves),
    };
}

struct vl_stored_commit vl_unwritten_at(const struct vl_unwritten *all, uint32_t i, int64_t *match)
{
    const struct vl_unwritten_commit *c = &all->commits[i];
    *match = c->match;
    return (struct vl_stored_commit){
        .from = c->from,
        .position = c->position,
        .seat = c->seat,
        .key = c->has_key ? all->texts.data + c->key : NULL,
        .time = c->time,
        .moves = all->texts.data + c->moves,
    };
}

void vl_unwritten_clear(struct vl_unwritten *all)
{
    all->count = 0;
    vl_text_clear(&all->texts);
}

void vl_unwritten_free(struct vl_unwritten *all)
{
    free(all->commits);
    vl_text_free(&all->texts);
}
