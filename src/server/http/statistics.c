/* Per-player statistics. */
#include "server/http/statistics.h"

#include "core/banned.h"
#include "core/json_write.h"
#include "store/people.h"

enum { LEVELS = 16 }; /* of bots; results against stronger ones count as against the last */

struct tally {
    uint32_t played, won, shared;
    int64_t points; /* the sum */
    int32_t best;
    int64_t last;                 /* Unix seconds: when the last match ended */
    char match[VL_MATCH_ID_SIZE]; /* with the best result */
};

/* The tallies of one game. */
struct sums {
    struct tally all;
    struct tally levels[LEVELS + 1];      /* by the strongest bot; the first: no bots */
    struct tally seats[VL_MAX_SEATS + 1]; /* by seats of the table */
};

/* Adds a result to a tally. */
static void count_in(struct tally *t, const struct vl_stored_result *r)
{
    if (t->played == 0 || r->points > t->best) {
        t->best = r->points;
        snprintf(t->match, sizeof t->match, "%s", r->match);
    }
    t->played++;
    t->won += r->rank == 1;
    t->shared += r->rank == 1 && r->shared;
    t->points += r->points;
    if (r->time > t->last)
        t->last = r->time;
}

static bool sum_up(void *context, const struct vl_stored_result *r)
{
    struct sums *by_game = context; /* in the order of vl_game_at */
    int level = r->level < LEVELS ? r->level : LEVELS - 1;
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        if (strcmp(vl_game_at(i)->id, r->game) != 0)
            continue;
        count_in(&by_game[i].all, r);
        count_in(&by_game[i].levels[level < 0 ? 0 : level + 1], r);
        if (r->seats <= VL_MAX_SEATS)
            count_in(&by_game[i].seats[r->seats], r);
    }
    return true;
}

/* Writes a tally. The match with the best result may have been deleted; then it is not linked. */
static void put_tally(struct vl_json *json, const struct http_request *req, const struct tally *t)
{
    struct vl_stored_match kept;
    vl_json_put_int(json, "played", t->played);
    vl_json_put_int(json, "won", t->won);
    vl_json_put_int(json, "shared", t->shared);
    vl_json_put_real(json, "average", (double)t->points / t->played);
    vl_json_put_int(json, "best", t->best);
    vl_json_key(json, "match");
    if (api_calls(req)->find_match(req->server->store, t->match, &kept, NULL))
        vl_json_string(json, t->match);
    else
        vl_json_null(json);
    vl_json_put_int(json, "last", t->last);
}

static void write_game(struct vl_json *json, const struct http_request *req,
                       const struct sums *sums, const struct vl_game *game)
{
    vl_json_object(json);
    vl_json_put_string(json, "game", game->id);
    put_tally(json, req, &sums->all);
    vl_json_open_array(json, "against");
    for (int level = 0; level <= LEVELS; level++) {
        if (!sums->levels[level].played)
            continue;
        vl_json_object(json);
        vl_json_key(json, "level");
        if (level == 0)
            vl_json_null(json);
        else
            vl_json_int(json, level - 1);
        put_tally(json, req, &sums->levels[level]);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
    vl_json_open_array(json, "tables");
    for (uint32_t seats = 1; seats <= VL_MAX_SEATS; seats++) {
        if (!sums->seats[seats].played)
            continue;
        vl_json_object(json);
        vl_json_put_int(json, "seats", seats);
        put_tally(json, req, &sums->seats[seats]);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
    vl_json_end_object(json);
}

void api_get_statistics(struct http_request *req)
{
    struct vl_error err = {0};
    struct vl_json json;
    struct sums *by_game = calloc(vl_game_count(), sizeof *by_game);
    if (!by_game)
        abort();
    if (req->has_player &&
        !api_people(req)->list_results(req->server->store, req->player, sum_up, by_game, &err)) {
        api_fail(req, &err);
        free(by_game);
        return;
    }
    api_start(req, &json);
    vl_json_object(&json);
    vl_json_open_array(&json, "games");
    for (uint32_t i = 0; i < vl_game_count(); i++)
        if (by_game[i].all.played)
            write_game(&json, req, &by_game[i], vl_game_at(i));
    vl_json_end_array(&json);
    vl_json_end_object(&json);
    free(by_game);
}

void api_post_drop_statistics(struct http_request *req)
{
    static const char *const members[] = {"game", NULL};
    struct vl_error err = {0};
    const json_t *game = json_object_get(req->body, "game");
    if (!vl_json_only(req->body, members, &err) ||
        (game && !(json_is_string(game) && vl_game_find(json_string_value(game))) &&
         !vl_fail(&err, VL_BAD_INPUT, "game", "expected the id of a game"))) {
        api_fail(req, &err);
        return;
    }
    if (req->has_player &&
        !api_people(req)->drop_results(req->server->store, req->player,
                                       game ? json_string_value(game) : NULL, &err)) {
        api_fail_batch(req, &err);
        return;
    }
    api_respond_empty(req);
}
