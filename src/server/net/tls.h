/*
 * Certificate and key, read into a TLS context. Errors name the file and say what is wrong with it.
 *
 * A renewed certificate makes a new context: connections that exist keep the one they began with,
 * new ones get the new one. If the new files are not sound, the old context stays in use.
 */
#ifndef VALISE_SERVER_NET_TLS_H
#define VALISE_SERVER_NET_TLS_H

#include <openssl/types.h>
#include <stdbool.h>
#include <stdint.h>

#include "valise/error.h"

/* A context for connections to clients, or NULL; free it with SSL_CTX_free. `ends` (or NULL) gets
 * the Unix time until which the certificate is valid. */
SSL_CTX *sv_tls_open(const char *cert, const char *key, int64_t *ends, struct vl_error *err);
/* Whether these files would do. */
bool sv_tls_check(const char *cert, const char *key, struct vl_error *err);

#endif
