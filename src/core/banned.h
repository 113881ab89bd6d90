/*
 * Functions that have cost others too much: using one is a compile error.
 * Included by every file outside src/games/, after the system headers.
 */
#ifndef VALISE_CORE_BANNED_H
#define VALISE_CORE_BANNED_H

/* Where they are declared: what these define themselves is not to be met by the macros below. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define VL_BANNED(function) vl_sorry_##function##_is_banned

#undef strcpy
#define strcpy(d, s) VL_BANNED(strcpy)
#undef strcat
#define strcat(d, s) VL_BANNED(strcat)
#undef strncpy
#define strncpy(d, s, n) VL_BANNED(strncpy)
#undef strncat
#define strncat(d, s, n) VL_BANNED(strncat)
#undef strtok
#define strtok(s, d) VL_BANNED(strtok)
#undef sprintf
#define sprintf(...) VL_BANNED(sprintf)
#undef vsprintf
#define vsprintf(...) VL_BANNED(vsprintf)
#undef gets
#define gets(s) VL_BANNED(gets)
#undef atoi
#define atoi(s) VL_BANNED(atoi)
#undef atof
#define atof(s) VL_BANNED(atof)
#undef rand
#define rand() VL_BANNED(rand)
#undef gmtime
#define gmtime(t) VL_BANNED(gmtime)
#undef localtime
#define localtime(t) VL_BANNED(localtime)

#endif
