/* Conformance: notation, targets, refusals, JSON, words, and the judgement of the game. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "conformance_parts.h"
#include "core/hash.h"
#include "core/utf8.h"
#include "valise/bot.h"

/* ---- Notation ---- */

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The move prints in this view as a line that parses back; the text stays in cf->a. */
static bool round_trip(struct cf *cf, const struct vl_view *view, vl_move move)
{
    struct vl_error err = {0};
    vl_move parsed = VL_NO_MOVE;
    vl_text_clear(&cf->a);
    cf->game->format_move(cf->deck, view, move, &cf->a);
    const char *text = vl_text_string(&cf->a);
    HOLD(cf, cf_is_line(text), "move %08x prints as \"%s\"", move, text);
    HOLD(cf, cf->game->parse_move(cf->deck, view, text, &parsed, &err),
         "\"%s\" does not parse in the view of %d: %s", text, view->seat, err.message);
    HOLD(cf, parsed == move, "\"%s\" is move %08x and parses as %08x", text, move, parsed);
    return true;
}

static bool remember_target(struct cf *cf, const char *target, size_t length)
{
    for (uint32_t i = 0; i < cf->target_count; i++)
        if (strlen(cf->targets[i]) == length && memcmp(cf->targets[i], target, length) == 0)
            return true;
    HOLD(cf, length < CF_TARGET_SIZE, "the element \"%.*s\" has a long id", (int)length, target);
    HOLD(cf, cf->target_count < CF_TARGETS, "there are more than %d elements", CF_TARGETS);
    memcpy(cf->targets[cf->target_count++], target, length);
    return true;
}

/* Collects the elements that a move names, from cf->b. */
static bool remember_targets(struct cf *cf)
{
    for (const char *word = vl_text_string(&cf->b); *word;) {
        size_t length = strcspn(word, " ");
        if (!remember_target(cf, word, length))
            return false;
        word += length + (word[length] == ' ');
    }
    return true;
}

static bool targets_are_sound(struct cf *cf, const struct vl_view *view, vl_move move)
{
    vl_text_clear(&cf->b);
    cf->game->targets(cf->deck, view, move, &cf->b);
    const char *text = vl_text_string(&cf->b);
    HOLD(cf,
         cf_is_line(text) && !strstr(text, "  ") &&
             strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789._:- ") == strlen(text),
         "the targets of move %08x are \"%s\"", move, text);
    return remember_targets(cf);
}

static bool seats_in_range(const struct cf *cf, const char *text)
{
    for (const char *p = strchr(text, '{'); p; p = strchr(p + 1, '{'))
        if (p[1] < '0' || p[1] >= '0' + (int)cf->seats || p[2] != '}')
            return false;
    return true;
}

/* A label begins with a capital or a figure; its hash, to compare it with others. */
static bool label_is_sound(struct cf *cf, const struct vl_view *view, vl_move move, uint64_t *hash)
{
    vl_text_clear(&cf->b);
    cf->game->label(cf->deck, view, move, &cf->b);
    const char *text = vl_text_string(&cf->b);
    HOLD(cf,
         cf_is_line(text) && !(text[0] >= 'a' && text[0] <= 'z') && text[cf->b.length - 1] != '.' &&
             seats_in_range(cf, text),
         "the label of move %08x is \"%s\"", move, text);
    *hash = vl_hash_bytes(text, cf->b.length, 0);
    return true;
}

static bool all_differ(uint64_t *hashes, uint32_t count)
{
    qsort(hashes, count, sizeof *hashes, by_value);
    for (uint32_t i = 1; i < count; i++)
        if (hashes[i - 1] == hashes[i])
            return false;
    return true;
}

static bool notation(struct cf *cf)
{
    uint64_t texts[VL_MAX_MOVES], labels[VL_MAX_MOVES];
    struct vl_view open, own;
    cf_look(cf, cf->state.bytes, VL_OPEN, 0, &open);
    cf_look(cf, cf->state.bytes, cf->actor >= 0 ? cf->actor : VL_SPECTATOR, 0, &own);
    for (uint32_t i = 0; i < cf->legal_count; i++) {
        vl_move move = cf->legal[i];
        if (!round_trip(cf, &open, move))
            return false;
        texts[i] = vl_hash_bytes(cf->a.data, cf->a.length, 0);
        if (!targets_are_sound(cf, cf->actor >= 0 ? &own : &open, move) ||
            !label_is_sound(cf, cf->actor >= 0 ? &own : &open, move, &labels[i]))
            return false;
        if (cf->actor < 0)
            continue;
        if (!round_trip(cf, &own, move))
            return false;
        HOLD(cf, vl_hash_bytes(cf->a.data, cf->a.length, 0) == texts[i],
             "\"%s\" reads otherwise in the open view", vl_text_string(&cf->a));
    }
    HOLD(cf, all_differ(texts, cf->legal_count), "two legal moves print alike");
    HOLD(cf, all_differ(labels, cf->legal_count), "two legal moves have the same label");
    return true;
}

/* ---- Redacted moves and the lines of the log ---- */

static bool line_is_sound(struct cf *cf, const struct vl_view *before, vl_move move,
                          const struct vl_view *after)
{
    struct {
        char fence1[32];
        struct vl_line line;
        char fence2[32];
    } box;
    memset(&box, 0x77, sizeof box);
    box.line = (struct vl_line){{0}, {0}};
    cf->game->narrate(cf->deck, before, move, after, &box.line);
    for (size_t i = 0; i < sizeof box.fence1; i++)
        HOLD(cf, box.fence1[i] == 0x77 && box.fence2[i] == 0x77, "narrate writes beyond its line");
    HOLD(cf,
         memchr(box.line.text, 0, sizeof box.line.text) &&
             memchr(box.line.clause, 0, sizeof box.line.clause),
         "narrate leaves a text without its end");
    HOLD(cf, !box.line.text[0] || cf_is_line(box.line.text), "a line of the log is \"%s\"",
         box.line.text);
    HOLD(cf, seats_in_range(cf, box.line.text), "a line names no seat: \"%s\"", box.line.text);
    HOLD(cf, cf_is_clause(cf, box.line.clause), "a line cites \"%s\", which is no clause",
         box.line.clause);
    return true;
}

static bool shown_moves(struct cf *cf)
{
    struct cf_state next;
    for (uint32_t n = 0; n < 6 && n < cf->legal_count; n++) {
        vl_move move = cf->legal[vl_rng_below(&cf->dice, cf->legal_count)];
        next = cf->state;
        cf->game->apply(cf->data, next.bytes, move);
        for (int viewer = VL_OPEN; viewer < (int)cf->seats; viewer++) {
            vl_move shown = viewer == VL_OPEN
                                ? move
                                : cf->game->redact_move(cf->data, cf->state.bytes, move, viewer);
            HOLD(cf, viewer != cf->actor || viewer < 0 || shown == move,
                 "seat %d is not shown its own move %08x", viewer, move);
            cf_look(cf, cf->state.bytes, viewer, 0, &cf->before);
            cf_look(cf, next.bytes, viewer, 0, &cf->after);
            if (!round_trip(cf, &cf->before, shown) ||
                !line_is_sound(cf, &cf->before, shown, &cf->after))
                return false;
        }
    }
    return true;
}

/* ---- What is refused, and what is no move at all ---- */

static bool refusal(struct cf *cf, const struct vl_view *view, vl_move move)
{
    struct vl_error err = {0};
    cf->game->refuse(cf->deck, view, move, &err);
    HOLD(cf,
         err.message[0] && vl_utf8_check(err.message, strlen(err.message)) == strlen(err.message),
         "move %08x is refused without a reason", move);
    HOLD(cf, err.clause[0] && cf_is_clause(cf, err.clause),
         "move %08x is refused by clause \"%s\": %s", move, err.clause, err.message);
    return true;
}

/* Texts a step away from a move must be refused or understood, never worse. */
static bool spoilt_text(struct cf *cf, const struct vl_view *view, vl_move move)
{
    struct vl_error err = {0};
    vl_move parsed = VL_NO_MOVE;
    vl_text_clear(&cf->b);
    cf->game->format_move(cf->deck, view, move, &cf->b);
    char *text = cf->b.data;
    uint32_t at = vl_rng_below(&cf->dice, (uint32_t)cf->b.length);
    switch (vl_rng_below(&cf->dice, 4)) {
    case 0:
        text[at] = '\0';
        break;
    case 1:
        text[at] = (char)(' ' + vl_rng_below(&cf->dice, 95));
        break;
    case 2:
        memmove(text + at, text + at + 1, cf->b.length - at);
        break;
    default:
        vl_text_add(&cf->b, " 99999999999999999999");
        text = cf->b.data;
    }
    if (!cf->game->parse_move(cf->deck, view, text, &parsed, &err)) {
        HOLD(cf, err.message[0], "\"%s\" is refused without a reason", text);
        return true;
    }
    return round_trip(cf, view, parsed);
}

/* ---- Elements that cannot be touched ---- */

static bool touches(struct cf *cf, const struct vl_view *view, vl_move move, const char *target)
{
    size_t length = strlen(target);
    vl_text_clear(&cf->b);
    cf->game->targets(cf->deck, view, move, &cf->b);
    for (const char *word = vl_text_string(&cf->b); (word = strstr(word, target)); word++)
        if ((word == cf->b.data || word[-1] == ' ') && (!word[length] || word[length] == ' '))
            return true;
    return false;
}

/* An element of the game is touched by a legal move, or refused with a reason and a clause. The
 * move that was meant, if there is one, touches it, is not legal and reads back. */
static bool target_is_answered(struct cf *cf, const struct vl_view *view, const char *target)
{
    struct vl_error err = {0};
    vl_move move = VL_NO_MOVE;
    bool touched = false;
    for (uint32_t i = 0; i < cf->legal_count && !touched; i++)
        touched = touches(cf, view, cf->legal[i], target);
    bool answered = vl_refuse_target(cf->deck, view, target, &move, &err);
    HOLD(cf, answered == touched, "\"%s\" %s, and the answer differs: %s", target,
         touched ? "can be touched" : "cannot be touched", err.message);
    HOLD(cf, (!answered && move == VL_NO_MOVE) || touches(cf, view, move, target),
         "\"%s\" is said to mean move %08x, which does not touch it", target, move);
    if (answered)
        return true;
    HOLD(cf, err.code == VL_REFUSED, "\"%s\" is an element of the game, and is not known: %s",
         target, err.message);
    HOLD(cf, cf_is_line(err.message) && seats_in_range(cf, err.message),
         "\"%s\" is refused with \"%s\"", target, err.message);
    HOLD(cf, err.clause[0] && cf_is_clause(cf, err.clause),
         "\"%s\" is refused by clause \"%s\": %s", target, err.clause, err.message);
    HOLD(cf, !cf_contains(cf->legal, cf->legal_count, move),
         "\"%s\" is refused for move %08x, which is legal", target, move);
    return move == VL_NO_MOVE || round_trip(cf, view, move);
}

/* An id that is none, or nearly one: never worse than an error that says so. */
static bool spoilt_target(struct cf *cf, const struct vl_view *view, const char *target)
{
    struct vl_error err = {0};
    vl_move move = VL_NO_MOVE;
    char id[CF_TARGET_SIZE + 32];
    size_t length = strlen(target);
    uint32_t at = vl_rng_below(&cf->dice, (uint32_t)length + 1);
    memset(id, 0, sizeof id);
    memcpy(id, target, length);
    switch (vl_rng_below(&cf->dice, 5)) {
    case 0:
        id[at] = '\0';
        break;
    case 1:
        id[at] = (char)(1 + vl_rng_below(&cf->dice, 255));
        break;
    case 2:
        memcpy(id + at, "99999999999999999999", 20);
        break;
    case 3:
        memcpy(id + at, target, length - at);
        break;
    default:
        for (uint32_t i = 0; i < at; i++)
            id[i] = (char)(1 + vl_rng_below(&cf->dice, 255));
    }
    if (vl_refuse_target(cf->deck, view, id, &move, &err))
        return true;
    HOLD(cf, cf_is_line(err.message), "the element \"%s\" is refused with \"%s\"", id, err.message);
    HOLD(cf, err.code == VL_NOT_FOUND || (err.code == VL_REFUSED && cf_is_clause(cf, err.clause)),
         "the element \"%s\" is answered with code %d", id, err.code);
    HOLD(cf, err.code == VL_REFUSED || move == VL_NO_MOVE,
         "the element \"%s\" is not known, and means move %08x", id, move);
    return true;
}

static bool untouchable(struct cf *cf)
{
    struct vl_view view;
    struct vl_error err = {0};
    vl_move move = VL_NO_MOVE;
    if (cf->actor < 0)
        return true;
    cf_look(cf, cf->state.bytes, cf->actor, 0, &view);
    HOLD(cf,
         !vl_refuse_target(cf->deck, &view, "no.such.element", &move, &err) &&
             err.code == VL_NOT_FOUND && err.message[0],
         "an element that is none is answered with code %d: \"%s\"", err.code, err.message);
    for (uint32_t n = 0; n < 40 && cf->target_count; n++) {
        /* All of them, or some where there are many. */
        uint32_t i = cf->target_count <= 40 ? n % cf->target_count
                                            : vl_rng_below(&cf->dice, cf->target_count);
        if (!target_is_answered(cf, &view, cf->targets[i]))
            return false;
    }
    for (uint32_t n = 0; n < 16 && cf->target_count; n++)
        if (!spoilt_target(cf, &view, cf->targets[vl_rng_below(&cf->dice, cf->target_count)]))
            return false;
    return true;
}

static bool refusals(struct cf *cf)
{
    struct vl_view view;
    if (cf->actor < 0)
        return true;
    cf_look(cf, cf->state.bytes, cf->actor, 0, &view);
    for (uint32_t n = 0; n < 8 && cf->pool_count; n++) {
        vl_move move = cf->pool[vl_rng_below(&cf->dice, cf->pool_count)];
        if (!cf_contains(cf->legal, cf->legal_count, move) && !refusal(cf, &view, move))
            return false;
        move = cf->legal[vl_rng_below(&cf->dice, cf->legal_count)];
        if (!spoilt_text(cf, &view, move))
            return false;
    }
    return true;
}

/* ---- JSON ---- */

static bool state_loads_back(struct cf *cf)
{
    struct cf_state loaded;
    struct vl_error err = {0};
    struct vl_json json;
    json_error_t where;
    cf_look(cf, cf->state.bytes, VL_OPEN, 0, &cf->before);
    vl_text_clear(&cf->a);
    vl_json_start(&json, &cf->a);
    cf->game->write_view(cf->deck, &cf->before, &json);
    HOLD(cf, json.depth == 0, "the JSON of the state is not closed");
    json_t *root = json_loads(vl_text_string(&cf->a), JSON_REJECT_DUPLICATES, &where);
    HOLD(cf, root, "the JSON of the state does not parse: %s", where.text);
    memset(loaded.bytes, 0xc3, sizeof loaded.bytes);
    bool good = cf->game->read_state(cf->deck, root, loaded.bytes, &err);
    json_decref(root);
    HOLD(cf, good, "the state does not load back: %s", err.message);
    HOLD(cf, cf_same_bytes(cf, loaded.bytes, cf->state.bytes),
         "the state loads back otherwise:\n%s", vl_text_string(&cf->a));
    return true;
}

static bool is_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text && text[0];
}

static bool facts_are_complete(struct cf *cf, const struct vl_view *view)
{
    struct vl_json json;
    json_error_t where;
    vl_text_clear(&cf->a);
    vl_json_start(&json, &cf->a);
    cf->game->annotate(cf->deck, view, &json);
    HOLD(cf, json.depth == 0, "annotate does not close its JSON");
    json_t *root = json_loads(vl_text_string(&cf->a), JSON_REJECT_DUPLICATES, &where);
    HOLD(cf, root, "annotate does not parse: %s", where.text);
    const char *clause = json_string_value(json_object_get(root, "clause"));
    bool cited = clause && clause[0] && cf_is_clause(cf, clause);
    bool texts = is_text(root, "prompt") && is_text(root, "ending");
    bool points = json_array_size(json_object_get(root, "points")) == cf->seats;
    json_decref(root);
    HOLD(cf, texts, "annotate lacks \"prompt\" or \"ending\": %s", vl_text_string(&cf->a));
    HOLD(cf, points, "annotate lacks \"points\" of every seat: %s", vl_text_string(&cf->a));
    HOLD(cf, cited, "annotate cites no clause: %s", vl_text_string(&cf->a));
    return true;
}

static bool words(struct cf *cf, const struct vl_view *view)
{
    struct vl_json json;
    json_error_t where;
    vl_text_clear(&cf->a);
    vl_json_start(&json, &cf->a);
    cf->game->write_view(cf->deck, view, &json);
    json_t *root = json_loads(vl_text_string(&cf->a), JSON_REJECT_DUPLICATES, &where);
    bool object = json_is_object(root);
    json_decref(root);
    HOLD(cf, object && json.depth == 0, "the JSON of the view of %d is no object", view->seat);
    vl_text_clear(&cf->a);
    cf->game->prompt(cf->deck, view, &cf->a);
    HOLD(cf, cf_is_line(vl_text_string(&cf->a)), "the prompt is \"%s\"", vl_text_string(&cf->a));
    vl_text_clear(&cf->a);
    cf->game->show(cf->deck, view, &cf->a);
    const char *shown = vl_text_string(&cf->a);
    HOLD(cf,
         shown[0] && shown[strlen(shown) - 1] == '\n' &&
             vl_utf8_check(shown, strlen(shown)) == strlen(shown),
         "the table in words is empty, open-ended or no UTF-8");
    HOLD(cf, seats_in_range(cf, shown), "the table in words names no seat");
    return facts_are_complete(cf, view);
}

bool cf_texts(struct cf *cf)
{
    if (!notation(cf) || !shown_moves(cf) || !refusals(cf) || !untouchable(cf) ||
        !state_loads_back(cf))
        return false;
    for (int viewer = VL_OPEN; viewer < (int)cf->seats; viewer++) {
        cf_look(cf, cf->state.bytes, viewer, 0, &cf->other);
        if (!words(cf, &cf->other))
            return false;
    }
    return true;
}

/* ---- Judgement ---- */

static bool preferences(struct cf *cf, const struct vl_view *view)
{
    int32_t first[VL_MAX_MOVES], second[VL_MAX_MOVES];
    for (uint32_t style = 0; cf->game->styles[style].name; style++) {
        for (uint32_t i = 0; i < cf->legal_count; i++) {
            first[i] = INT32_MIN;
            second[i] = INT32_MIN;
        }
        cf->game->prefer(cf->data, view, style, cf->legal, cf->legal_count, first);
        cf->game->prefer(cf->data, view, style, cf->legal, cf->legal_count, second);
        for (uint32_t i = 0; i < cf->legal_count; i++) {
            HOLD(cf, first[i] >= 0, "style %s weighs move %08x at %d", cf->game->styles[style].name,
                 cf->legal[i], first[i]);
            HOLD(cf, first[i] == second[i], "prefer answers differently the second time");
        }
    }
    for (uint32_t i = 0; i < cf->legal_count; i++) {
        vl_text_clear(&cf->a);
        cf->game->explain(cf->deck, view, cf->legal[i], &cf->a);
        HOLD(cf, cf_is_line(vl_text_string(&cf->a)), "move %08x is explained by \"%s\"",
             cf->legal[i], vl_text_string(&cf->a));
    }
    return true;
}

static bool bots_answer(struct cf *cf, const struct vl_view *view)
{
    struct vl_answer answer;
    for (uint32_t b = 0; b < vl_bot_count(); b++) {
        struct vl_player player = {.bot = vl_bot_at(b)};
        struct vl_rng rng = cf->dice;
        struct vl_question question = {
            .game = cf->game, .deck = cf->deck, .view = view, .rng = &rng, .iterations = 4};
        memset(&answer, 0x3c, sizeof answer);
        vl_player_answer(&player, &question, &answer);
        HOLD(cf, cf_contains(cf->legal, cf->legal_count, answer.move),
             "the bot %s answers %08x, which is not legal", player.bot->name, answer.move);
        HOLD(cf, answer.candidate_count > 0 && answer.candidate_count <= VL_MAX_CANDIDATES,
             "the bot %s names %u candidates", player.bot->name, answer.candidate_count);
        for (uint32_t i = 0; i < answer.candidate_count; i++)
            HOLD(cf, cf_contains(cf->legal, cf->legal_count, answer.candidates[i].move),
                 "the bot %s considers an illegal move", player.bot->name);
    }
    return true;
}

bool cf_judgement(struct cf *cf)
{
    for (int viewer = VL_OPEN; viewer < (int)cf->seats; viewer++) {
        int32_t points[VL_MAX_SEATS], again[VL_MAX_SEATS];
        struct vl_score score;
        cf_look(cf, cf->state.bytes, viewer, 0, &cf->other);
        memset(points, 0x11, sizeof points);
        memset(again, 0x22, sizeof again);
        cf->game->evaluate(cf->data, &cf->other, points);
        cf->game->evaluate(cf->data, &cf->other, again);
        cf->game->score(cf->data, cf->other.state.bytes, &score);
        for (uint32_t seat = 0; seat < cf->seats; seat++)
            HOLD(cf, points[seat] == again[seat], "evaluate leaves seat %u out", seat);
        if (viewer >= 0 && viewer == cf->actor &&
            (!preferences(cf, &cf->other) || !bots_answer(cf, &cf->other)))
            return false;
    }
    return true;
}
