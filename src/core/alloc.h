/*
 * Memory that is there or the program ends: where an allocation fails there is nothing sensible
 * left to do, so the callers of these functions check nothing. Free with free().
 */
#ifndef VALISE_CORE_ALLOC_H
#define VALISE_CORE_ALLOC_H

#include <stdlib.h>
#include <string.h>

/* `count` zeroed elements of `size` bytes. */
static inline void *vl_alloc(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        abort();
    return memory;
}

/* Room for `count` elements; those that were there stay, new ones are not set. */
static inline void *vl_resize(void *memory, size_t count, size_t size)
{
    memory = reallocarray(memory, count ? count : 1, size);
    if (!memory)
        abort();
    return memory;
}

static inline char *vl_copy_string(const char *string)
{
    size_t size = strlen(string) + 1;
    return (char *)memcpy(vl_alloc(size, 1), string, size);
}

#endif
