/* UTF-8 after RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF. */
#include "core/utf8.h"

#include <stdint.h>

#include "core/banned.h"

/* Length of the sequence at p (at most size bytes), with its code point; 0 if it is not valid. */
static size_t decode(const unsigned char *p, size_t size, uint32_t *point)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = p[0] < 0x80       ? 1
                    : p[0] >> 5 == 6  ? 2
                    : p[0] >> 4 == 14 ? 3
                    : p[0] >> 3 == 30 ? 4
                                      : 0;
    if (length == 0 || length > size || p[0] == 0)
        return 0;
    uint32_t value = length == 1 ? p[0] : p[0] & (0xffU >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if (p[i] >> 6 != 2)
            return 0;
        value = value << 6 | (p[i] & 0x3fU);
    }
    if (value < least[length] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return 0;
    *point = value;
    return length;
}

size_t vl_utf8_check(const char *bytes, size_t size)
{
    uint32_t point;
    for (size_t i = 0; i < size;) {
        size_t length = decode((const unsigned char *)bytes + i, size - i, &point);
        if (length == 0)
            return i;
        i += length;
    }
    return size;
}

size_t vl_utf8_length(const char *string)
{
    size_t count = 0;
    for (; *string; string++)
        count += ((unsigned char)*string >> 6) != 2;
    return count;
}

/* Controls, and characters that reorder or hide what stands beside them. */
static bool is_hostile(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0xad || c == 0x61c || c == 0x180e ||
           (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfff0 && c <= 0xfffb) ||
           (c >= 0xe0000 && c <= 0xe0fff);
}

/* A name of blanks alone would leave a gap in every sentence that mentions the player. */
bool vl_utf8_is_name(const char *string)
{
    size_t size = strlen(string);
    bool visible = false;
    for (size_t i = 0; i < size;) {
        uint32_t point;
        size_t length = decode((const unsigned char *)string + i, size - i, &point);
        if (length == 0 || is_hostile(point))
            return false;
        visible |= point != ' ' && point != 0xa0;
        i += length;
    }
    return visible;
}
