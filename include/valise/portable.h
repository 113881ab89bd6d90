/*
 * Macros that let one source of rules compile as C, C++, WebAssembly or device code.
 *
 * Files of rules under src/games/ use the part of C17 that is also C++17 and reach the outside
 * only through this header: no standard library but the fixed-width integers, and memory
 * functions by their builtin names, which every compiler we use expands or links.
 */
#ifndef VALISE_PORTABLE_H
#define VALISE_PORTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Stands before every rule function; device builds redefine it. */
#ifndef VL_RULE
#define VL_RULE
#endif

/* A check at compile time, in C and in C++. */
#ifdef __cplusplus
#define VL_STATIC_ASSERT(condition, text) static_assert(condition, text)
#else
#define VL_STATIC_ASSERT(condition, text) _Static_assert(condition, text)
#endif

/* Declarations between these two have C linkage in C++. */
#ifdef __cplusplus
#define VL_EXTERN_C_BEGIN extern "C" {
/* The end of these declarations. */
#define VL_EXTERN_C_END }
#else
/* Nothing in C. */
#define VL_EXTERN_C_BEGIN
/* Nothing in C. */
#define VL_EXTERN_C_END
#endif

/* Tells the compiler that a condition is rarely true. */
#define VL_UNLIKELY(condition) __builtin_expect((condition) != 0, 0)

/* memcpy without a header of the standard library. */
#define vl_memcpy __builtin_memcpy
/* memset, likewise. */
#define vl_memset __builtin_memset
/* memcmp, likewise. */
#define vl_memcmp __builtin_memcmp

/* A broken invariant aborts, in release builds too. */
#define VL_UNREACHABLE() __builtin_trap()
/* Aborts unless the condition holds. */
#define VL_ASSERT(condition)                                                                       \
    do {                                                                                           \
        if (VL_UNLIKELY(!(condition)))                                                             \
            __builtin_trap();                                                                      \
    } while (0)

#endif
