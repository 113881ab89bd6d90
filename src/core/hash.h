/* 64-bit hashing of bytes: FNV-1a with a final mix, the same on every machine. Not for secrets. */
#ifndef VALISE_CORE_HASH_H
#define VALISE_CORE_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t vl_hash_bytes(const void *bytes, size_t size, uint64_t seed);

#endif
