/* Write-through cache of recently committed matches. */
#include "store/match_cache.h"

#include "core/alloc.h"
#include "core/banned.h"
#include "core/hash.h"

enum { FIRST_KEYS = 16 };

static struct vl_cached_match **set_of(struct vl_match_cache *cache, const char *id)
{
    return cache->sets[vl_hash_bytes(id, strlen(id), 0) % VL_CACHE_SETS];
}

static void empty(struct vl_cached_match **place)
{
    if (*place)
        free((*place)->keys);
    free(*place);
    *place = NULL;
}

/* Makes an entry the first of its set, as the most recently used one; the others move down. */
static struct vl_cached_match *bring_forward(struct vl_cached_match **set, uint32_t way)
{
    struct vl_cached_match *cached = set[way];
    memmove(set + 1, set, way * sizeof *set);
    return set[0] = cached;
}

struct vl_cached_match *vl_match_cache_find(struct vl_match_cache *cache, const char *id)
{
    struct vl_cached_match **set = set_of(cache, id);
    for (uint32_t way = 0; way < VL_CACHE_WAYS; way++)
        if (set[way] && strcmp(set[way]->id, id) == 0)
            return bring_forward(set, way);
    return NULL;
}

struct vl_cached_match *vl_match_cache_add(struct vl_match_cache *cache, const char *id)
{
    struct vl_cached_match **set = set_of(cache, id), **last = &set[VL_CACHE_WAYS - 1];
    empty(last);
    *last = vl_alloc(1, sizeof **last);
    memcpy((*last)->id, id, strnlen(id, VL_MATCH_ID_SIZE - 1));
    return bring_forward(set, VL_CACHE_WAYS - 1);
}

void vl_match_cache_forget(struct vl_match_cache *cache, const char *id)
{
    if (vl_match_cache_find(cache, id))
        empty(set_of(cache, id)); /* find has made it the first of its set */
}

void vl_match_cache_clear(struct vl_match_cache *cache)
{
    for (uint32_t set = 0; set < VL_CACHE_SETS; set++)
        for (uint32_t way = 0; way < VL_CACHE_WAYS; way++)
            empty(&cache->sets[set][way]);
}

/* The seat goes into the seed of the hash, multiplied so that it changes all bits: a change in the
 * low bits alone could be undone by another first byte of the key. */
static uint64_t hash_of(int seat, const char *key)
{
    return vl_hash_bytes(key, strlen(key), (uint64_t)(seat + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

void vl_cached_match_add_key(struct vl_cached_match *cached, int seat, const char *key)
{
    if (cached->key_count == cached->key_capacity) {
        cached->key_capacity = cached->key_capacity ? cached->key_capacity * 2 : FIRST_KEYS;
        cached->keys = vl_resize(cached->keys, cached->key_capacity, sizeof *cached->keys);
    }
    cached->keys[cached->key_count++] = hash_of(seat, key);
}

bool vl_cached_match_may_have_key(const struct vl_cached_match *cached, int seat, const char *key)
{
    uint64_t hash = hash_of(seat, key);
    for (uint32_t i = 0; i < cached->key_count; i++)
        if (cached->keys[i] == hash)
            return true;
    return false;
}

bool vl_cached_match_same_row(const struct vl_cached_match *cached, const struct vl_stored_match *m)
{
    return cached->has_row && cached->status == m->status && cached->stand_ins == m->stand_ins &&
           cached->clock_given == m->clock_given && cached->clock_end == m->clock_end &&
           strcmp(cached->next, m->next) == 0;
}

void vl_cached_match_note_row(struct vl_cached_match *cached, const struct vl_stored_match *m)
{
    cached->has_row = true;
    cached->changed = m->changed;
    cached->status = m->status;
    cached->stand_ins = m->stand_ins;
    cached->clock_given = m->clock_given;
    cached->clock_end = m->clock_end;
    memcpy(cached->next, m->next, sizeof cached->next);
}
