/* Secrets, ids and names. */
#include "server/secret.h"

#include <sodium.h>

#include "core/banned.h"
#include "core/utf8.h"

enum { BASE64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING, ID_BYTES = 16 };

static const char cookie_name[] = "valise=";

void sv_token_new(char token[SV_TOKEN_SIZE])
{
    uint8_t bytes[VL_HASH_SIZE];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token, SV_TOKEN_SIZE, bytes, sizeof bytes, BASE64);
    sodium_memzero(bytes, sizeof bytes);
}

bool sv_token_bytes(const char *token, uint8_t bytes[VL_HASH_SIZE])
{
    size_t size = 0;
    const char *end = NULL;
    size_t length = strlen(token);
    return length == SV_TOKEN_SIZE - 1 &&
           sodium_base642bin(bytes, VL_HASH_SIZE, token, length, NULL, &size, &end, BASE64) == 0 &&
           size == VL_HASH_SIZE && *end == '\0';
}

bool sv_token_hash(const char *token, uint8_t hash[VL_HASH_SIZE])
{
    uint8_t bytes[VL_HASH_SIZE];
    if (!sv_token_bytes(token, bytes))
        return false;
    crypto_generichash(hash, VL_HASH_SIZE, bytes, sizeof bytes, NULL, 0);
    sodium_memzero(bytes, sizeof bytes);
    return true;
}

void sv_match_id_new(char id[VL_MATCH_ID_SIZE])
{
    uint8_t bytes[ID_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(id, VL_MATCH_ID_SIZE, bytes, sizeof bytes, BASE64);
}

bool sv_match_id_valid(const char *id)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return strlen(id) == VL_MATCH_ID_SIZE - 1 && strspn(id, letters) == VL_MATCH_ID_SIZE - 1;
}

/* Looks at every cookie in the header: another application on the same host may have set others. */
bool sv_cookie_token(const char *cookie, char token[SV_TOKEN_SIZE])
{
    while (cookie && *cookie) {
        cookie += strspn(cookie, " ;");
        size_t length = strcspn(cookie, ";");
        size_t name = sizeof cookie_name - 1;
        if (length == name + SV_TOKEN_SIZE - 1 && memcmp(cookie, cookie_name, name) == 0) {
            snprintf(token, SV_TOKEN_SIZE, "%.*s", SV_TOKEN_SIZE - 1, cookie + name);
            return true;
        }
        cookie += length;
    }
    return false;
}

void sv_hex(const uint8_t *bytes, size_t size, char *out)
{
    sodium_bin2hex(out, size * 2 + 1, bytes, size);
}

bool sv_hex_bytes(const char *text, uint8_t bytes[VL_HASH_SIZE])
{
    size_t length = strlen(text);
    return length == 2 * VL_HASH_SIZE && strspn(text, "0123456789abcdef") == length &&
           sodium_hex2bin(bytes, VL_HASH_SIZE, text, length, NULL, NULL, NULL) == 0;
}

bool sv_name_good(const char *name, struct vl_error *err)
{
    if (strlen(name) >= VL_NAME_SIZE || vl_utf8_check(name, strlen(name)) != strlen(name) ||
        vl_utf8_length(name) > SV_MAX_NAME)
        return vl_fail(err, VL_BAD_INPUT, "name", "a name has at most %d characters", SV_MAX_NAME);
    if (!vl_utf8_is_name(name))
        return vl_fail(err, VL_BAD_INPUT, "name",
                       "a name is plain text, without control or hidden characters");
    return true;
}
