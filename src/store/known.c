/* Matches that a store knows by heart. */
#include "store/known.h"

#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "core/hash.h"

enum { FIRST_KEYS = 16 };

static uint32_t slot_of(const char *id)
{
    return (uint32_t)(vl_hash_bytes(id, strlen(id), 0) % VL_KNOWN_SLOTS);
}

static void empty(struct vl_known **slot)
{
    if (*slot)
        free((*slot)->keys);
    free(*slot);
    *slot = NULL;
}

struct vl_known *vl_known_find(const struct vl_known_matches *all, const char *id)
{
    struct vl_known *known = all->slots[slot_of(id)];
    return known && strcmp(known->id, id) == 0 ? known : NULL;
}

struct vl_known *vl_known_add(struct vl_known_matches *all, const char *id)
{
    struct vl_known **slot = &all->slots[slot_of(id)];
    empty(slot);
    *slot = calloc(1, sizeof **slot);
    if (!*slot)
        abort();
    memcpy((*slot)->id, id, strnlen(id, VL_MATCH_ID_SIZE - 1));
    return *slot;
}

void vl_known_forget(struct vl_known_matches *all, const char *id)
{
    if (vl_known_find(all, id))
        empty(&all->slots[slot_of(id)]);
}

void vl_known_forget_all(struct vl_known_matches *all)
{
    for (uint32_t i = 0; i < VL_KNOWN_SLOTS; i++)
        empty(&all->slots[i]);
}

static uint64_t hash_of(int seat, const char *key)
{
    return vl_hash_bytes(key, strlen(key), (uint64_t)seat);
}

void vl_known_add_key(struct vl_known *known, int seat, const char *key)
{
    if (known->key_count == known->key_capacity) {
        known->key_capacity = known->key_capacity ? known->key_capacity * 2 : FIRST_KEYS;
        known->keys = realloc(known->keys, known->key_capacity * sizeof *known->keys);
        if (!known->keys)
            abort();
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
