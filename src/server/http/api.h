/*
 * HTTP requests: from a parsed request to a response. Nothing here touches the network. See
 * docs/protocol.md for the addresses.
 */
#ifndef VALISE_SERVER_HTTP_API_H
#define VALISE_SERVER_HTTP_API_H

#include "valise/error.h"
#include "valise/text.h"

struct sv_import;
struct sv_server;

/* A request as the network has read it. All texts are borrowed. */
struct sv_request {
    const char *method;       /* "GET" or "POST" */
    const char *path, *query; /* decoded; path NULL: not below the base path */
    const char *cookie;       /* the header, or NULL; so are the next six */
    const char *origin, *host, *content_type, *if_none_match, *accept, *accept_encoding;
    const char *address; /* of the client */
    const char *body;
    size_t body_size;
    bool may_wait; /* the response may be pending */
};

struct sv_response {
    int status;
    const char *type;
    struct vl_text body;
    const unsigned char *bytes; /* in place of body: lives as long as the server */
    size_t size;
    const char *encoding; /* of bytes, or NULL */
    char etag[40];
    bool immutable;     /* may be cached for ever */
    char cookie[256];   /* Set-Cookie, or empty */
    char download[64];  /* file name, or empty */
    char location[130]; /* redirect, or empty */
    const char *allow;  /* methods, with status 405; or NULL */
    uint32_t retry_after;
    /* The rest is not set yet: it comes in a later batch, in which this becomes NULL. Until then
     * the response must stay where it is, or be freed. */
    struct sv_import *pending;
};

/* How many bytes a POST to this path may have. */
size_t sv_body_limit(const struct sv_server *server, const char *path);
/* Answers a request. The response may be sent only when the batch is stored. */
void sv_answer(struct sv_server *server, const struct sv_request *request,
               struct sv_response *response);
/* Replaces a response by the error for a batch that could not be stored. */
void sv_answer_failed(struct sv_response *response);
/* Frees the body and empties the response. */
void sv_response_free(struct sv_response *response);
/* Replaces a response by an error as JSON. */
void sv_respond_error(struct sv_response *response, int status, const char *code,
                      const struct vl_error *err);
/* Whether the Origin header (NULL: none) belongs to this host. */
bool sv_same_origin(const char *origin, const char *host);

#endif
