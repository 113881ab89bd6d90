/* cmocka with the headers that it wants before it, and what nearly every test program uses. */
#ifndef VALISE_TESTS_UNIT_H
#define VALISE_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#endif
