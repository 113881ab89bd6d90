/* Deletion of everything that is stored about a player. */
#include "server/http/erase.h"

#include "core/banned.h"
#include "server/ws/connection.h"
#include "store/people.h"

enum {
    ERASED_AT_ONCE = 100
}; /* matches in one request; the client repeats it until none is left */

/* A match in which others hold seats stays theirs. The player's seats become free, and their names
 * and chat messages are deleted. */
static bool leave_match(struct http_request *req, struct sv_room *room, uint32_t only_mine,
                        struct vl_error *err)
{
    for (uint32_t i = 0; i < room->stored.seats; i++) {
        char name[VL_NAME_SIZE];
        if (!(only_mine >> i & 1))
            continue;
        snprintf(name, sizeof name, "Player %u", i + 1);
        snprintf(room->stored.seat[i].name, VL_NAME_SIZE, "%s", name);
        if (room->match)
            vl_match_name(room->match, (int)i, name);
    }
    if (!api_calls(req)->let_go(req->server->store, req->player, room->stored.id, err) ||
        !api_people(req)->drop_chat(req->server->store, room->stored.id, only_mine, err) ||
        !sv_room_read_holders(room, err) || !sv_room_save(room, true, err))
        return false;
    room->presence_changed = true;
    sv_watch_end_lost(room, "forgotten");
    return true;
}

/* Deletes a match if nobody else holds a seat of it. */
static bool erase_match(struct http_request *req, const char *id, struct vl_error *err)
{
    bool any;
    uint32_t only_mine;
    struct sv_room *room = sv_room_find(req->server, id, err);
    if (!room ||
        !api_people(req)->others(req->server->store, req->player, id, &any, &only_mine, err))
        return false;
    if (any)
        return leave_match(req, room, only_mine, err);
    return sv_room_remove(room, err);
}

void api_post_erase(struct http_request *req)
{
    static const char *const members[] = {"everything", NULL};
    struct vl_error err = {0};
    struct sv_ids list = {0};
    if (!vl_json_only(req->body, members, &err)) {
        api_fail(req, &err);
        return;
    }
    if (!json_is_true(json_object_get(req->body, "everything"))) {
        api_complain(req, 400, "bad_input", "say \"everything\": true to delete all of yours");
        return;
    }
    if (req->has_player) {
        struct sv_server *server = req->server;
        bool good = api_calls(req)->list_held(server->store, req->player, ERASED_AT_ONCE,
                                              sv_collect_id, &list, &err);
        for (size_t i = 0; good && i < list.count; i++)
            good = erase_match(req, list.ids[i], &err);
        good = good && sv_people(server)->drop_results(server->store, req->player, NULL, &err) &&
               sv_people(server)->drop_departures(server->store, req->player, NULL, &err);
        if (!good) {
            server->batch_failed = true;
            api_fail(req, &err);
            free(list.ids);
            return;
        }
        sv_log("erased", "matches=%zu address=%s", list.count, req->http->address);
    }
    struct vl_json json;
    bool more = list.count == ERASED_AT_ONCE;
    if (!more)
        api_forget_player(req);
    free(list.ids);
    api_start(req, &json);
    vl_json_object(&json);
    vl_json_put_bool(&json, "more", more);
    vl_json_end_object(&json);
}
