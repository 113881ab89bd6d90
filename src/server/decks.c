/* Decks in memory: the built-in ones, and those that stored matches refer to. */
#include "server/decks.h"

#include "core/banned.h"
#include "server/state.h"

/* The tables of a deck while the store hands them out, in the order of the game's list. */
struct wanted_deck {
    const struct vl_game *game;
    char *files[VL_MAX_TABLES];
    size_t sizes[VL_MAX_TABLES];
};

static bool take_file(void *context, const struct vl_deck_file *file)
{
    struct wanted_deck *wanted = context;
    for (uint32_t t = 0; t < wanted->game->table_count; t++) {
        if (strcmp(wanted->game->tables[t].name, file->table) == 0 && !wanted->files[t]) {
            wanted->files[t] = malloc(file->size + 1);
            if (!wanted->files[t])
                abort();
            memcpy(wanted->files[t], file->bytes, file->size);
            wanted->files[t][file->size] = '\0';
            wanted->sizes[t] = file->size;
        }
    }
    return true;
}

/* Parses a stored deck. Its hash is computed again, so a damaged deck is not used. */
static struct vl_deck *deck_from_store(struct sv_server *server, const struct vl_game *game,
                                       const char *hash, struct vl_error *err)
{
    struct wanted_deck wanted = {.game = game};
    struct vl_deck *deck = NULL;
    bool whole =
        sv_calls(server)->find_deck(server->store, game->id, hash, take_file, &wanted, err);
    for (uint32_t t = 0; whole && t < game->table_count; t++)
        whole = wanted.files[t] ||
                vl_fail(err, VL_NOT_FOUND, NULL, "the deck has no table %s", game->tables[t].name);
    if (whole)
        deck =
            vl_deck_parse(game, (const char *const *)wanted.files, wanted.sizes, "the store", err);
    for (uint32_t t = 0; t < game->table_count; t++)
        free(wanted.files[t]);
    if (deck && strcmp(deck->hash, hash) != 0) {
        vl_fail(err, VL_NOT_FOUND, NULL, "the stored deck has another hash");
        vl_deck_free(deck);
        deck = NULL;
    }
    return deck;
}

/* Appends a deck to the list, which then owns it. */
static struct vl_deck *remember(struct sv_server *server, struct vl_deck *deck)
{
    struct sv_deck *d = calloc(1, sizeof *d);
    if (!d)
        abort();
    d->deck = deck;
    struct sv_deck **at = &server->decks;
    while (*at)
        at = &(*at)->next;
    *at = d;
    return deck;
}

struct vl_deck *sv_deck_find(struct sv_server *server, const struct vl_game *game, const char *hash,
                             struct vl_error *err)
{
    /* The built-in deck of a game is the first of the game in the list. */
    for (struct sv_deck *d = server->decks; d; d = d->next)
        if (d->deck->game == game && (!hash || strcmp(d->deck->hash, hash) == 0))
            return d->deck;
    if (!hash) {
        vl_fail(err, VL_NOT_FOUND, NULL, "%s has no deck", game->name);
        return NULL;
    }
    struct vl_deck *deck = deck_from_store(server, game, hash, err);
    return deck ? remember(server, deck) : NULL;
}

bool sv_deck_store(struct sv_server *server, const struct vl_deck *deck, struct vl_error *err)
{
    struct vl_deck_file files[VL_MAX_TABLES];
    for (uint32_t t = 0; t < deck->game->table_count; t++)
        files[t] = (struct vl_deck_file){
            .table = deck->game->tables[t].name,
            .bytes = deck->originals[t],
            .size = deck->sizes[t],
        };
    return sv_calls(server)->add_deck(server->store, deck->game->id, deck->hash, files,
                                      deck->game->table_count, err);
}

bool sv_decks_open(struct sv_server *server, struct vl_error *err)
{
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        struct vl_deck *deck = vl_deck_open(vl_game_at(i), NULL, err);
        if (!deck)
            return false;
        remember(server, deck);
    }
    return true;
}

void sv_decks_free(struct sv_server *server)
{
    while (server->decks) {
        struct sv_deck *d = server->decks;
        server->decks = d->next;
        vl_deck_free(d->deck);
        free(d);
    }
}
