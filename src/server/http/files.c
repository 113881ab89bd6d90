/* The files of the web client. */
#include "server/http/files.h"

#include <inttypes.h>

#include "core/asset.h"
#include "core/banned.h"
#include "core/file.h"
#include "core/hash.h"
#include "server/state.h"

enum { MOST_BYTES = 16 << 20 };

static const char no_client[] =
    "<!doctype html><html lang=\"en\"><title>Valise</title><h1>Valise</h1>"
    "<p>This program was built without its web client. Build web/ (npm run build) and then the "
    "program again, or start it with --assets DIR.</p></html>";

/* The page for an address that does not exist, and the mark in it that the base path replaces. */
static const char nowhere[] = "nowhere.html";
static const char base_mark[] = "@base@";
static const char nowhere_without_client[] =
    "<!doctype html><html lang=\"en\"><title>Valise</title><h1>Valise</h1>"
    "<p>There is no page at this address. <a href=\"@base@\">All games</a></p></html>";

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".woff2", "font/woff2"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".txt", "text/plain; charset=utf-8"},
    {".map", "application/json"},
    {".wasm", "application/wasm"},
};

static const char *type_of(const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t ending = strlen(types[i].ending);
        if (length > ending && strcmp(name + length - ending, types[i].ending) == 0)
            return types[i].type;
    }
    return "application/octet-stream";
}

static bool is_plain(const char *name)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    return *name && *name != '.' && name[strspn(name, letters)] == '\0' && strlen(name) < 100;
}

/* The file name for a path, relative to the client's root; NULL: the path is not plain. Files below
 * assets/ have a hash in their name, so browsers may cache them for ever. */
static const char *name_of(const char *path, bool *hashed)
{
    *hashed = false;
    if (strcmp(path, "/") == 0)
        return "index.html";
    const char *name = path + 1;
    if (strncmp(name, "assets/", 7) == 0) {
        *hashed = true;
        return is_plain(name + 7) ? name : NULL;
    }
    return is_plain(name) && strcmp(name, nowhere) != 0 ? name : NULL;
}

static bool accepts(const char *header, const char *coding)
{
    const char *at = header ? strstr(header, coding) : NULL;
    /* "br;q=0" is a refusal; hardly any client sends it, but it is cheap to respect. */
    return at && strncmp(at + strlen(coding), ";q=0", 4) != 0;
}

/* Finds a file, with an ending for its compressed form. */
static bool find(struct sv_server *server, const char *name, const char *ending,
                 struct sv_response *response)
{
    char path[512];
    if (server->settings.assets) {
        snprintf(path, sizeof path, "%s/%s%s", server->settings.assets, name, ending);
        return vl_file_read(path, MOST_BYTES, &response->body, NULL);
    }
    snprintf(path, sizeof path, "web/dist/%s%s", name, ending);
    const struct vl_asset *asset = vl_asset_find(path);
    if (!asset)
        return false;
    response->bytes = asset->bytes;
    response->size = asset->size;
    return true;
}

bool sv_serve_file(struct sv_server *server, const struct sv_request *request,
                   struct sv_response *response)
{
    bool hashed;
    const char *name = request->path[0] == '/' ? name_of(request->path, &hashed) : NULL;
    if (!name)
        return false;
    if (accepts(request->accept_encoding, "br") && find(server, name, ".br", response))
        response->encoding = "br";
    else if (accepts(request->accept_encoding, "gzip") && find(server, name, ".gz", response))
        response->encoding = "gzip";
    else if (!find(server, name, "", response)) {
        if (strcmp(request->path, "/") != 0)
            return false;
        vl_text_add(&response->body, no_client);
    }
    response->status = 200;
    response->type = type_of(name);
    response->immutable = hashed && !server->settings.assets;
    const void *bytes =
        response->bytes ? response->bytes : (const void *)vl_text_string(&response->body);
    size_t size = response->bytes ? response->size : response->body.length;
    snprintf(response->etag, sizeof response->etag, "\"%016" PRIx64 "\"",
             vl_hash_bytes(bytes, size, 0));
    if (request->if_none_match && strstr(request->if_none_match, response->etag)) {
        vl_text_free(&response->body);
        response->bytes = NULL;
        response->size = 0;
        response->encoding = NULL;
        response->status = 304;
    }
    return true;
}

bool sv_serve_nowhere(struct sv_server *server, const struct sv_request *request,
                      struct sv_response *response)
{
    struct sv_response page = {0};
    if (!accepts(request->accept, "text/html"))
        return false;
    if (!find(server, nowhere, "", &page))
        vl_text_add(&page.body, nowhere_without_client);
    const char *at = page.bytes ? (const char *)page.bytes : vl_text_string(&page.body);
    size_t left = page.bytes ? page.size : page.body.length;
    for (;;) {
        const char *mark = memmem(at, left, base_mark, sizeof base_mark - 1);
        size_t before = mark ? (size_t)(mark - at) : left;
        vl_text_add_bytes(&response->body, at, before);
        if (!mark)
            break;
        vl_text_add(&response->body, server->settings.base);
        at = mark + sizeof base_mark - 1;
        left -= before + sizeof base_mark - 1;
    }
    vl_text_free(&page.body);
    response->status = 404;
    response->type = type_of(nowhere);
    return true;
}

void sv_client_hash(struct sv_server *server)
{
    static const char mark[] = "<meta name=\"client\" content=\"";
    struct sv_response page = {0};
    bool there = find(server, "index.html", "", &page);
    const char *bytes =
        page.bytes ? (const char *)page.bytes : (const char *)vl_text_string(&page.body);
    size_t size = page.bytes ? page.size : page.body.length;
    const char *at = there ? memmem(bytes, size, mark, sizeof mark - 1) : NULL;
    const char *name = at ? at + sizeof mark - 1 : NULL;
    /* The page names its build; if it does not, its bytes identify it. */
    if (name && (size_t)(bytes + size - name) > 16 && name[16] == '"')
        snprintf(server->client_hash, sizeof server->client_hash, "%.16s", name);
    else
        snprintf(server->client_hash, sizeof server->client_hash, "%016" PRIx64,
                 there ? vl_hash_bytes(bytes, size, 0) : 0);
    vl_text_free(&page.body);
}
