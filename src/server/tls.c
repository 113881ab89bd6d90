/*
 * Certificate and key: read with OpenSSL before the network does, so that what is wrong with a
 * file is said in words, and read again while the server runs.
 */
#include <errno.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/banned.h"
#include "server/server.h"

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

/* A context with this certificate alone, or NULL. */
static SSL_CTX *open_files(const char *cert, const char *key, struct vl_error *err)
{
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (!context) {
        vl_fail(err, VL_NO_MEMORY, NULL, "TLS cannot be started: %s", complaint());
        return NULL;
    }
    if (load(context, cert, key, err))
        return context;
    SSL_CTX_free(context);
    return NULL;
}

bool sv_tls_check(const char *cert, const char *key, struct vl_error *err)
{
    SSL_CTX *context = open_files(cert, key, err);
    SSL_CTX_free(context);
    return context != NULL;
}

/* What was read last while the server runs. */
static SSL_CTX *renewed;

/* A context keeps a certificate for each kind of key: had the network's own read a new one of
 * another kind, it might still show the old one. So every connection is given what it shows. */
static int show_renewed(SSL *ssl, void *unused)
{
    STACK_OF(X509) *chain = NULL;
    (void)unused;
    SSL_certs_clear(ssl);
    SSL_CTX_get0_chain_certs(renewed, &chain);
    return SSL_use_cert_and_key(ssl, SSL_CTX_get0_certificate(renewed),
                                SSL_CTX_get0_privatekey(renewed), chain, 1);
}

bool sv_tls_renew(void *context, const char *cert, const char *key, int64_t *ends,
                  struct vl_error *err)
{
    struct tm parts;
    SSL_CTX *now = open_files(cert, key, err);
    if (!now)
        return false;
    if (ASN1_TIME_to_tm(X509_get0_notAfter(SSL_CTX_get0_certificate(now)), &parts) == 1)
        *ends = (int64_t)timegm(&parts);
    SSL_CTX_free(renewed);
    renewed = now;
    SSL_CTX_set_cert_cb(context, show_renewed, NULL);
    return true;
}
