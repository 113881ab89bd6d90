/* Secrets, ids and names: how they are made, compared and checked. */
#ifndef VALISE_SERVER_SECRET_H
#define VALISE_SERVER_SECRET_H

#include "store/store.h"

enum {
    SV_TOKEN_SIZE = 44, /* 32 bytes in base64url, and the end */
    SV_MAX_NAME = 24,   /* characters of a seat's name */
};

/* A token is 32 random bytes, as text for cookies and links. The server stores only its hash. */
void sv_token_new(char token[SV_TOKEN_SIZE]);
/* False: the text is not a token. */
bool sv_token_bytes(const char *token, uint8_t bytes[VL_HASH_SIZE]);
bool sv_token_hash(const char *token, uint8_t hash[VL_HASH_SIZE]);
/* The token of the server's cookie in a Cookie header (NULL: no header); false: there is none. */
bool sv_cookie_token(const char *cookie, char token[SV_TOKEN_SIZE]);

void sv_match_id_new(char id[VL_MATCH_ID_SIZE]);
/* Whether a text has the form of a match id. */
bool sv_match_id_valid(const char *id);
/* Writes 2 * size digits and the end. */
void sv_hex(const uint8_t *bytes, size_t size, char *out);
/* Reads 64 lower-case hex digits; false: the text is something else. */
bool sv_hex_bytes(const char *text, uint8_t bytes[VL_HASH_SIZE]);
/* Whether a name may be shown to others: plain text of at most SV_MAX_NAME characters. */
bool sv_name_good(const char *name, struct vl_error *err);

#endif
