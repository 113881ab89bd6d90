/* TLS contexts: see the header. */
#include "server/net/tls.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/banned.h"

/* OpenSSL's last complaint in its own words. */
static const char *complaint(void)
{
    const char *reason = ERR_reason_error_string(ERR_peek_last_error());
    return reason ? reason : "no reason given";
}

static bool can_be_read(const char *path, const char *what, struct vl_error *err)
{
    FILE *file = fopen(path, "re");
    if (!file)
        return vl_fail(err, VL_IO, path, "the %s cannot be read: %s", what, strerror(errno));
    int first = getc(file);
    bool good = !ferror(file);
    int code = errno;
    fclose(file);
    if (!good)
        return vl_fail(err, VL_IO, path, "the %s cannot be read: %s", what, strerror(code));
    return first != EOF || vl_fail(err, VL_BAD_INPUT, path, "the %s is an empty file", what);
}

/* Nobody is there to type a passphrase. */
static int no_passphrase(char *buffer, int size, int writing, void *asked)
{
    (void)buffer;
    (void)size;
    (void)writing;
    *(bool *)asked = true;
    return -1;
}

static bool use_key(SSL_CTX *context, const char *cert, const char *key, struct vl_error *err)
{
    bool locked = false;
    SSL_CTX_set_default_passwd_cb(context, no_passphrase);
    SSL_CTX_set_default_passwd_cb_userdata(context, &locked);
    bool good = SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1;
    SSL_CTX_set_default_passwd_cb_userdata(context, NULL);
    SSL_CTX_set_default_passwd_cb(context, NULL);
    if (good && SSL_CTX_check_private_key(context) == 1)
        return true;
    if (locked)
        return vl_fail(err, VL_BAD_INPUT, key,
                       "the key is locked by a passphrase; a server needs one without");
    if (good || ERR_GET_REASON(ERR_peek_last_error()) == X509_R_KEY_VALUES_MISMATCH)
        return vl_fail(err, VL_BAD_INPUT, key, "the key does not belong to the certificate %.120s",
                       cert);
    return vl_fail(err, VL_BAD_INPUT, key, "there is no private key in PEM form in this file (%s)",
                   complaint());
}

static bool load(SSL_CTX *context, const char *cert, const char *key, struct vl_error *err)
{
    ERR_clear_error();
    if (!can_be_read(cert, "certificate", err) || !can_be_read(key, "key", err))
        return false;
    if (SSL_CTX_use_certificate_chain_file(context, cert) != 1)
        return vl_fail(err, VL_BAD_INPUT, cert,
                       "there is no certificate in PEM form in this file (%s)", complaint());
    bool good = use_key(context, cert, key, err);
    ERR_clear_error();
    return good;
}

/* The server speaks HTTP/1.1 and nothing else: a client that offers protocols must offer it. */
static int choose_protocol(SSL *tls, const unsigned char **out, unsigned char *size,
                           const unsigned char *offered, unsigned int offered_size, void *unused)
{
    static const unsigned char ours[] = "\x08http/1.1";
    unsigned char *chosen;
    (void)tls;
    (void)unused;
    int found = SSL_select_next_proto(&chosen, size, ours, sizeof ours - 1, offered, offered_size);
    *out = chosen;
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

SSL_CTX *sv_tls_open(const char *cert, const char *key, int64_t *ends, struct vl_error *err)
{
    struct tm parts;
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (!context) {
        vl_fail(err, VL_NO_MEMORY, NULL, "TLS cannot be started: %s", complaint());
        return NULL;
    }
    if (!load(context, cert, key, err)) {
        SSL_CTX_free(context);
        return NULL;
    }
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                     SSL_OP_CIPHER_SERVER_PREFERENCE);
    /* The buffers of an idle connection are given back. A write that is repeated may come from
     * another address, and may be shorter than was asked for. */
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                  SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    /* A client that sends key updates without end keeps SSL_read busy as long as they come. Without
     * this mode it returns after each, and the other clients get their turn. */
    SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF); /* tickets need no memory here */
    SSL_CTX_set_alpn_select_cb(context, choose_protocol, NULL);
    if (ends && ASN1_TIME_to_tm(X509_get0_notAfter(SSL_CTX_get0_certificate(context)), &parts) == 1)
        *ends = (int64_t)timegm(&parts);
    return context;
}

bool sv_tls_check(const char *cert, const char *key, struct vl_error *err)
{
    SSL_CTX *context = sv_tls_open(cert, key, NULL, err);
    SSL_CTX_free(context);
    return context != NULL;
}
