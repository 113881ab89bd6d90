/* Matches that a store knows by heart. */
#include "store/known.h"

#include <stdlib.h>
#include <string.h>

#include "core/alloc.h"
#include "core/banned.h"
#include "core/hash.h"

enum { FIRST_KEYS = 16 };

static struct vl_known **set_of(struct vl_known_matches *all, const char *id)
{
    return all->sets[vl_hash_bytes(id, strlen(id), 0) % VL_KNOWN_SETS];
}

static void empty(struct vl_known **place)
{
    if (*place)
        free((*place)->keys);
    free(*place);
    *place = NULL;
}

/* Makes it the first of its set; the others move up. */
static struct vl_known *bring_forward(struct vl_known **set, uint32_t way)
{
    struct vl_known *known = set[way];
    memmove(set + 1, set, way * sizeof *set);
    return set[0] = known;
}

struct vl_known *vl_known_find(struct vl_known_matches *all, const char *id)
{
    struct vl_known **set = set_of(all, id);
    for (uint32_t way = 0; way < VL_KNOWN_WAYS; way++)
        if (set[way] && strcmp(set[way]->id, id) == 0)
            return bring_forward(set, way);
    return NULL;
}

struct vl_known *vl_known_add(struct vl_known_matches *all, const char *id)
{
    struct vl_known **set = set_of(all, id), **last = &set[VL_KNOWN_WAYS - 1];
    empty(last);
    *last = vl_alloc(1, sizeof **last);
    memcpy((*last)->id, id, strnlen(id, VL_MATCH_ID_SIZE - 1));
    return bring_forward(set, VL_KNOWN_WAYS - 1);
}

void vl_known_forget(struct vl_known_matches *all, const char *id)
{
    if (vl_known_find(all, id))
        empty(set_of(all, id)); /* it stands first now */
}

void vl_known_forget_all(struct vl_known_matches *all)
{
    for (uint32_t set = 0; set < VL_KNOWN_SETS; set++)
        for (uint32_t way = 0; way < VL_KNOWN_WAYS; way++)
            empty(&all->sets[set][way]);
}

/* The seat is spread over all bits: a low one could be made good by the first byte of a key. */
static uint64_t hash_of(int seat, const char *key)
{
    return vl_hash_bytes(key, strlen(key), (uint64_t)(seat + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

void vl_known_add_key(struct vl_known *known, int seat, const char *key)
{
    if (known->key_count == known->key_capacity) {
        known->key_capacity = known->key_capacity ? known->key_capacity * 2 : FIRST_KEYS;
        known->keys = vl_resize(known->keys, known->key_capacity, sizeof *known->keys);
    }
    known->keys[known->key_count++] = hash_of(seat, key);
}

bool vl_known_may_have_key(const struct vl_known *known, int seat, const char *key)
{
    uint64_t hash = hash_of(seat, key);
    for (uint32_t i = 0; i < known->key_count; i++)
        if (known->keys[i] == hash)
            return true;
    return false;
}

bool vl_known_same_row(const struct vl_known *known, const struct vl_stored_match *m)
{
    return known->has_row && known->status == m->status && known->minded == m->minded &&
           known->clock_given == m->clock_given && known->clock_end == m->clock_end &&
           strcmp(known->next, m->next) == 0;
}

void vl_known_note_row(struct vl_known *known, const struct vl_stored_match *m)
{
    known->has_row = true;
    known->changed = m->changed;
    known->status = m->status;
    known->minded = m->minded;
    known->clock_given = m->clock_given;
    known->clock_end = m->clock_end;
    memcpy(known->next, m->next, sizeof known->next);
}
