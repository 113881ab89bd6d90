/* UTF-8: is it valid, how many characters. */
#ifndef VALISE_CORE_UTF8_H
#define VALISE_CORE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The first byte that is not valid UTF-8 (a zero byte counts as such), or size if all is well. */
size_t vl_utf8_check(const char *bytes, size_t size);
/* Characters (code points) in a valid string. */
size_t vl_utf8_length(const char *string);
/* Whether a name may be shown to others: valid, no control, no bidi or invisible formatting. */
bool vl_utf8_is_name(const char *string);

#endif
