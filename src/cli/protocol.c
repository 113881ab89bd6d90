/* The engine protocol: a table of commands, each of which adds its members to the answer. */
#include "cli/protocol.h"

#include <ctype.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "core/alloc.h"
#include "core/banned.h"
#include "core/utf8.h"

struct vl_engine {
    const struct vl_game *game;
    struct vl_deck *deck;
    struct vl_match *match;
    uint64_t seed;
    bool manual;  /* chance is left to the caller */
    bool without; /* the position was set by hand: there is no record of how it came about */
    bool over;    /* "quit" was said */
};

struct vl_engine *vl_engine_new(void)
{
    return vl_alloc(1, sizeof(struct vl_engine));
}

static void drop_match(struct vl_engine *engine)
{
    vl_match_free(engine->match);
    vl_deck_free(engine->deck);
    engine->match = NULL;
    engine->deck = NULL;
}

void vl_engine_free(struct vl_engine *engine)
{
    if (!engine)
        return;
    drop_match(engine);
    free(engine);
}

/* ---- Reading ---- */

/* Cuts the next word off a line; NULL at its end. */
static char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " \t");
    if (!*word)
        return NULL;
    char *end = word + strcspn(word, " \t");
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

/* Whether a word is "key=..."; *value is then what follows. */
static bool is_key(const char *word, const char *key, const char **value)
{
    size_t length = strlen(key);
    if (strncmp(word, key, length) != 0 || word[length] != '=')
        return false;
    *value = word + length + 1;
    return true;
}

static bool read_number(const char *key, const char *text, uint64_t least, uint64_t most,
                        uint64_t *value, struct vl_error *err)
{
    return cli_number(text, least, most, value) ||
           vl_fail(err, VL_BAD_INPUT, NULL,
                   "%s is a number from %" PRIu64 " to %" PRIu64 ", not \"%.40s\"", key, least,
                   most, text);
}

static bool read_seat(const struct vl_engine *engine, const char *word, int *seat,
                      struct vl_error *err)
{
    uint64_t n;
    uint32_t seats = vl_match_setup(engine->match)->seats;
    if (!word)
        return vl_fail(err, VL_BAD_INPUT, NULL, "a seat is missing: 0 to %u, or spectator",
                       seats - 1);
    if (strcmp(word, "spectator") == 0) {
        *seat = VL_SPECTATOR;
        return true;
    }
    if (!cli_number(word, 0, seats - 1, &n))
        return vl_fail(err, VL_BAD_INPUT, NULL, "a seat is 0 to %u or spectator, not \"%.40s\"",
                       seats - 1, word);
    *seat = (int)n;
    return true;
}

static bool nothing_left(char *rest, struct vl_error *err)
{
    const char *word = next_word(&rest);
    return !word || vl_fail(err, VL_BAD_INPUT, NULL, "\"%.40s\" is one word too many", word);
}

/* ---- Writing ---- */

static void put_to_act(const struct vl_engine *engine, struct vl_json *json)
{
    vl_json_put_int(json, "to_act", vl_match_to_act(engine->match));
}

static void put_move(const struct vl_engine *engine, const struct vl_view *view, vl_move move,
                     struct vl_json *json)
{
    struct vl_text text = {0};
    engine->game->format_move(engine->deck, view, move, &text);
    vl_json_string(json, vl_text_string(&text));
    vl_text_free(&text);
}

/* The moves played from a position on, chance included. */
static void put_applied(const struct vl_engine *engine, uint32_t from, struct vl_json *json)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view view;
    vl_match_state_at(engine->match, from, state);
    vl_json_key(json, "applied");
    vl_json_array(json);
    for (uint32_t i = from; i < vl_match_position(engine->match); i++) {
        int actor;
        vl_move move = vl_match_move_at(engine->match, i, &actor);
        vl_look(engine->game, engine->deck->data, state, VL_OPEN, &view);
        put_move(engine, &view, move, json);
        engine->game->apply(engine->deck->data, state, move);
    }
    vl_json_end_array(json);
}

static void look(const struct vl_engine *engine, int seat, struct vl_view *view)
{
    vl_look(engine->game, engine->deck->data, vl_match_state(engine->match), seat, view);
}

/* What the acting seat sees; at chance and at the end, everything. */
static void look_acting(const struct vl_engine *engine, struct vl_view *view)
{
    int seat = vl_match_to_act(engine->match);
    look(engine, seat >= 0 ? seat : VL_OPEN, view);
}

/* ---- Commands ---- */

struct new_words {
    uint64_t seats, seed;
    bool manual;
    const char *folder;
    uint32_t option_count;
    const char *options[VL_MAX_OPTIONS];
};

static bool read_new(char *rest, struct new_words *words, struct vl_error *err)
{
    const char *word, *value;
    randombytes_buf(&words->seed, sizeof words->seed);
    while ((word = next_word(&rest))) {
        if (is_key(word, "seats", &value)) {
            if (!read_number("seats", value, 1, VL_MAX_SEATS, &words->seats, err))
                return false;
        } else if (is_key(word, "seed", &value)) {
            if (!read_number("seed", value, 0, UINT64_MAX, &words->seed, err))
                return false;
        } else if (is_key(word, "chance", &value)) {
            if (strcmp(value, "manual") != 0)
                return vl_fail(err, VL_BAD_INPUT, NULL,
                               "chance is manual or left out, not \"%.40s\"", value);
            words->manual = true;
        } else if (is_key(word, "deck", &value)) {
            words->folder = value;
        } else if (words->option_count == VL_MAX_OPTIONS) {
            return vl_fail(err, VL_BAD_INPUT, NULL, "too many options");
        } else {
            words->options[words->option_count++] = word;
        }
    }
    return true;
}

static bool command_new(struct vl_engine *engine, char *rest, struct vl_json *json,
                        struct vl_error *err)
{
    struct new_words words = {0};
    struct vl_setup setup;
    const char *id = next_word(&rest);
    if (!id)
        return vl_fail(err, VL_BAD_INPUT, NULL, "which game? new ID seats=N seed=N");
    const struct vl_game *game = vl_game_find(id);
    if (!game)
        return vl_fail(err, VL_NOT_FOUND, NULL, "there is no game \"%.40s\"", id);
    if (!read_new(rest, &words, err) ||
        !vl_setup_init(game, words.seats ? (uint32_t)words.seats : game->least_seats, &setup, err))
        return false;
    for (uint32_t i = 0; i < words.option_count; i++)
        if (!vl_setup_option(game, &setup, words.options[i], err))
            return false;
    struct vl_deck *deck = vl_deck_open(game, words.folder, err);
    if (!deck)
        return false;
    struct vl_chance chance = {
        .source = words.manual ? VL_CHANCE_MANUAL : VL_CHANCE_SEEDED,
        .seed = words.seed,
    };
    struct vl_match *match = vl_match_new(game, deck, &setup, &chance, false, err);
    if (!match) {
        vl_deck_free(deck);
        return false;
    }
    drop_match(engine);
    *engine = (struct vl_engine){game, deck, match, words.seed, words.manual, false, false};
    put_to_act(engine, json);
    put_applied(engine, 0, json);
    return true;
}

static void put_targets(const struct vl_engine *engine, const struct vl_view *view, vl_move move,
                        struct vl_json *json)
{
    struct vl_text text = {0};
    engine->game->targets(engine->deck, view, move, &text);
    vl_text_char(&text, '\0');
    vl_json_key(json, "targets");
    vl_json_array(json);
    char *rest = text.data;
    for (const char *word; (word = next_word(&rest));)
        vl_json_string(json, word);
    vl_json_end_array(json);
    vl_text_free(&text);
}

static bool command_legal(struct vl_engine *engine, char *rest, struct vl_json *json,
                          struct vl_error *err)
{
    vl_move moves[VL_MAX_MOVES];
    struct vl_view view;
    if (!nothing_left(rest, err))
        return false;
    look_acting(engine, &view);
    uint32_t count =
        engine->game->legal_moves(engine->deck->data, vl_match_state(engine->match), moves);
    put_to_act(engine, json);
    vl_json_key(json, "moves");
    vl_json_array(json);
    for (uint32_t i = 0; i < count; i++) {
        vl_json_object(json);
        vl_json_key(json, "text");
        put_move(engine, &view, moves[i], json);
        put_targets(engine, &view, moves[i], json);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
    return true;
}

static bool command_play(struct vl_engine *engine, char *rest, struct vl_json *json,
                         struct vl_error *err)
{
    uint32_t position = vl_match_position(engine->match);
    if (!*rest)
        return vl_fail(err, VL_BAD_INPUT, NULL, "which move? \"legal\" lists them");
    if (!vl_match_play_text(engine->match, rest, err))
        return false;
    put_to_act(engine, json);
    put_applied(engine, position, json);
    return true;
}

static bool command_chance(struct vl_engine *engine, char *rest, struct vl_json *json,
                           struct vl_error *err)
{
    uint32_t position = vl_match_position(engine->match);
    struct vl_view view;
    struct vl_rng rng;
    vl_move move = VL_NO_MOVE;
    look(engine, VL_OPEN, &view);
    if (*rest && !engine->game->parse_move(engine->deck, &view, rest, &move, err))
        return false;
    vl_rng_seed(&rng, engine->seed, position, VL_STREAM_CHANCE);
    if (!vl_match_play_chance(engine->match, move, &rng, err))
        return false;
    put_to_act(engine, json);
    put_applied(engine, position, json);
    return true;
}

static bool command_state(struct vl_engine *engine, char *rest, struct vl_json *json,
                          struct vl_error *err)
{
    struct vl_view view;
    if (!nothing_left(rest, err))
        return false;
    look(engine, VL_OPEN, &view);
    vl_json_key(json, "state");
    engine->game->write_view(engine->deck, &view, json);
    return true;
}

static bool command_view(struct vl_engine *engine, char *rest, struct vl_json *json,
                         struct vl_error *err)
{
    struct vl_view view;
    int seat;
    if (!read_seat(engine, next_word(&rest), &seat, err) || !nothing_left(rest, err))
        return false;
    look(engine, seat, &view);
    vl_json_key(json, "view");
    engine->game->write_view(engine->deck, &view, json);
    return true;
}

static bool command_facts(struct vl_engine *engine, char *rest, struct vl_json *json,
                          struct vl_error *err)
{
    struct vl_view view;
    int seat;
    if (!read_seat(engine, next_word(&rest), &seat, err) || !nothing_left(rest, err))
        return false;
    look(engine, seat, &view);
    vl_json_key(json, "facts");
    engine->game->annotate(engine->deck, &view, json);
    return true;
}

static bool set_state(struct vl_engine *engine, const void *state, struct vl_json *json,
                      struct vl_error *err)
{
    if (!vl_match_load(engine->match, state, err))
        return false;
    engine->without = true;
    put_to_act(engine, json);
    return true;
}

static bool command_load(struct vl_engine *engine, char *rest, struct vl_json *json,
                         struct vl_error *err)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    json_error_t problem;
    if (!*rest)
        return vl_fail(err, VL_BAD_INPUT, NULL, "which state? load JSON, as \"state\" writes it");
    json_t *root = json_loads(rest, JSON_REJECT_DUPLICATES, &problem);
    if (!root)
        return vl_fail(err, VL_BAD_INPUT, NULL, "not JSON: %s (column %d)", problem.text,
                       problem.column);
    const json_t *seats = json_object_get(root, "seats");
    bool good = false;
    if (!json_is_object(root))
        vl_fail(err, VL_BAD_INPUT, NULL, "a state is a JSON object");
    else if (json_is_integer(seats) &&
             json_integer_value(seats) != vl_match_setup(engine->match)->seats)
        vl_fail(err, VL_BAD_INPUT, "seats", "the match has %u seats, the state %lld",
                vl_match_setup(engine->match)->seats, (long long)json_integer_value(seats));
    else
        good = engine->game->read_state(engine->deck, root, state, err) &&
               set_state(engine, state, json, err);
    json_decref(root);
    return good;
}

static bool command_determinize(struct vl_engine *engine, char *rest, struct vl_json *json,
                                struct vl_error *err)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view view;
    struct vl_rng rng;
    uint64_t seed;
    const char *word, *value;
    int seat;
    if (!read_seat(engine, next_word(&rest), &seat, err))
        return false;
    word = next_word(&rest);
    if (!word || !is_key(word, "seed", &value))
        return vl_fail(err, VL_BAD_INPUT, NULL, "the seed is missing: determinize SEAT seed=N");
    if (!read_number("seed", value, 0, UINT64_MAX, &seed, err) || !nothing_left(rest, err))
        return false;
    look(engine, seat, &view);
    vl_rng_seed(&rng, seed, 0, VL_STREAM_BOTS);
    engine->game->determinize(engine->deck->data, &view, &rng, state);
    return set_state(engine, state, json, err);
}

static bool command_score(struct vl_engine *engine, char *rest, struct vl_json *json,
                          struct vl_error *err)
{
    struct vl_score score;
    uint32_t seats = vl_match_setup(engine->match)->seats;
    const char *const *categories = engine->game->categories;
    if (!nothing_left(rest, err))
        return false;
    engine->game->score(engine->deck->data, vl_match_state(engine->match), &score);
    vl_json_put_bool(json, "over", vl_match_to_act(engine->match) == VL_OVER);
    vl_json_key(json, "scores");
    vl_json_array(json);
    for (uint32_t seat = 0; seat < seats; seat++)
        vl_json_int(json, score.points[seat]);
    vl_json_end_array(json);
    vl_json_put_bytes(json, "ranks", score.rank, seats);
    vl_json_key(json, "detail");
    vl_json_array(json);
    for (uint32_t seat = 0; seat < seats; seat++) {
        vl_json_object(json);
        for (uint32_t c = 0; categories[c]; c++)
            vl_json_put_int(json, categories[c], score.detail[seat][c]);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
    return true;
}

static bool command_record(struct vl_engine *engine, char *rest, struct vl_json *json,
                           struct vl_error *err)
{
    if (!nothing_left(rest, err))
        return false;
    if (engine->without)
        return vl_fail(err, VL_REFUSED, NULL,
                       "the position was set by load or determinize: no record leads to it");
    struct vl_record *record = vl_match_record(engine->match, false);
    struct vl_text text = {0};
    vl_record_write(record, &text);
    vl_json_put_string(json, "record", vl_text_string(&text));
    vl_text_free(&text);
    vl_record_free(record);
    return true;
}

static bool command_hash(struct vl_engine *engine, char *rest, struct vl_json *json,
                         struct vl_error *err)
{
    char digits[17];
    if (!nothing_left(rest, err))
        return false;
    snprintf(digits, sizeof digits, "%016" PRIx64,
             vl_hash_state(engine->game, vl_match_state(engine->match)));
    vl_json_put_string(json, "hash", digits);
    return true;
}

static bool read_budget(char *rest, struct vl_question *question, uint64_t *seed,
                        struct vl_error *err)
{
    const char *word, *value;
    uint64_t n;
    while ((word = next_word(&rest))) {
        if (is_key(word, "iterations", &value)) {
            if (!read_number("iterations", value, 1, 1000000, &n, err))
                return false;
            question->iterations = (uint32_t)n;
        } else if (is_key(word, "ms", &value)) {
            if (!read_number("ms", value, 1, 600000, &n, err))
                return false;
            question->milliseconds = (uint32_t)n;
        } else if (is_key(word, "seed", &value)) {
            if (!read_number("seed", value, 0, UINT64_MAX, seed, err))
                return false;
        } else {
            return vl_fail(err, VL_BAD_INPUT, NULL,
                           "expected iterations=N, ms=N or seed=N, found \"%.40s\"", word);
        }
    }
    if (question->iterations && question->milliseconds)
        return vl_fail(err, VL_BAD_INPUT, NULL, "iterations or ms, not both");
    return true;
}

static void put_candidate(const struct vl_engine *engine, const struct vl_view *view,
                          const struct vl_candidate *candidate, struct vl_json *json)
{
    struct vl_text text = {0};
    vl_json_object(json);
    vl_json_key(json, "move");
    put_move(engine, view, candidate->move, json);
    engine->game->label(engine->deck, view, candidate->move, &text);
    vl_json_put_string(json, "label", vl_text_string(&text));
    vl_json_put_int(json, "weight", candidate->weight);
    if (candidate->win >= 0)
        vl_json_put_real(json, "win", (double)candidate->win);
    if (!isnan(candidate->points))
        vl_json_put_real(json, "points", (double)candidate->points);
    vl_text_clear(&text);
    engine->game->explain(engine->deck, view, candidate->move, &text);
    vl_json_put_string(json, "because", vl_text_string(&text));
    vl_json_end_object(json);
    vl_text_free(&text);
}

static bool ask_player(struct vl_engine *engine, const struct vl_player *player, char *rest,
                       struct vl_json *json, struct vl_error *err)
{
    struct vl_answer answer;
    struct vl_view view;
    struct vl_rng rng;
    struct vl_question question = {
        .game = engine->game, .deck = engine->deck, .view = &view, .rng = &rng};
    uint64_t seed = engine->seed;
    int seat = vl_match_to_act(engine->match);
    if (!read_budget(rest, &question, &seed, err))
        return false;
    if (seat < 0)
        return vl_fail(err, VL_REFUSED, NULL,
                       seat == VL_OVER ? "the game is over" : "a chance move comes first");
    look(engine, seat, &view);
    vl_rng_seed(&rng, seed, vl_match_position(engine->match), VL_STREAM_BOTS + (uint32_t)seat);
    vl_player_answer(player, &question, &answer);
    vl_json_key(json, "move");
    put_move(engine, &view, answer.move, json);
    vl_json_key(json, "candidates");
    vl_json_array(json);
    for (uint32_t i = 0; i < answer.candidate_count; i++)
        put_candidate(engine, &view, &answer.candidates[i], json);
    vl_json_end_array(json);
    return true;
}

static bool command_bot(struct vl_engine *engine, char *rest, struct vl_json *json,
                        struct vl_error *err)
{
    struct vl_player player;
    const char *name = next_word(&rest);
    if (!name)
        return vl_fail(err, VL_BAD_INPUT, NULL, "which bot? bot NAME [iterations=N|ms=N] [seed=N]");
    return vl_player_find(engine->game, name, &player, err) &&
           ask_player(engine, &player, rest, json, err);
}

static bool command_hint(struct vl_engine *engine, char *rest, struct vl_json *json,
                         struct vl_error *err)
{
    struct vl_player player = {.bot = vl_bot_strongest()};
    vl_json_put_string(json, "bot", player.bot->name);
    return ask_player(engine, &player, rest, json, err);
}

/* Takes back the last move of a seat and the chance moves that followed it; where chance is the
 * caller's, the last move of either. */
static bool command_undo(struct vl_engine *engine, char *rest, struct vl_json *json,
                         struct vl_error *err)
{
    uint32_t position = vl_match_position(engine->match);
    if (!nothing_left(rest, err))
        return false;
    if (engine->manual && position > 0)
        vl_match_rewind(engine->match, position - 1);
    else if (!vl_match_undo(engine->match))
        return vl_fail(err, VL_REFUSED, NULL, "there is nothing to undo");
    put_to_act(engine, json);
    return true;
}

static bool command_quit(struct vl_engine *engine, char *rest, struct vl_json *json,
                         struct vl_error *err)
{
    (void)json;
    if (!nothing_left(rest, err))
        return false;
    engine->over = true;
    return true;
}

static const struct command {
    const char *name;
    bool needs_match;
    bool (*run)(struct vl_engine *engine, char *rest, struct vl_json *json, struct vl_error *err);
} commands[] = {
    {"new", false, command_new},
    {"legal", true, command_legal},
    {"play", true, command_play},
    {"chance", true, command_chance},
    {"state", true, command_state},
    {"view", true, command_view},
    {"facts", true, command_facts},
    {"load", true, command_load},
    {"determinize", true, command_determinize},
    {"score", true, command_score},
    {"record", true, command_record},
    {"hash", true, command_hash},
    {"bot", true, command_bot},
    {"hint", true, command_hint},
    {"undo", true, command_undo},
    {"quit", false, command_quit},
};

static bool run_command(struct vl_engine *engine, char *line, struct vl_json *json,
                        struct vl_error *err)
{
    size_t length = strlen(line);
    while (length && isspace((unsigned char)line[length - 1]))
        line[--length] = '\0';
    char *rest = line;
    const char *name = next_word(&rest);
    if (!name)
        return vl_fail(err, VL_BAD_INPUT, NULL, "the line is empty");
    rest += strspn(rest, " \t");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, name) != 0)
            continue;
        if (commands[i].needs_match && !engine->match)
            return vl_fail(err, VL_REFUSED, NULL,
                           "there is no match yet: new ID seats=N seed=N starts one");
        return commands[i].run(engine, rest, json, err);
    }
    return vl_fail(err, VL_BAD_INPUT, NULL,
                   "there is no command \"%.40s\"; there are new, legal, play, chance, state, "
                   "view, facts, load, determinize, score, record, hash, bot, hint, undo, "
                   "quit",
                   name);
}

/* An error may quote the line and be cut in the middle of a character. */
static void put_error(struct vl_json *json, const struct vl_error *err)
{
    char message[sizeof err->where + sizeof err->message + 2];
    bool place = err->where[0] && !strstr(err->message, err->where);
    snprintf(message, sizeof message, "%s%s%s", place ? err->where : "", place ? ": " : "",
             err->message);
    size_t size = strlen(message);
    for (size_t bad; (bad = vl_utf8_check(message, size)) < size;)
        message[bad] = '?';
    vl_json_object(json);
    vl_json_put_bool(json, "ok", false);
    vl_json_put_string(json, "error", message);
    vl_json_put_string(json, "clause", err->clause);
    vl_json_end_object(json);
}

bool vl_engine_line(struct vl_engine *engine, const char *line, size_t size, struct vl_text *answer)
{
    struct vl_text copy = {0}, body = {0};
    struct vl_error err = {0};
    struct vl_json json;
    bool good = false;
    vl_text_add_bytes(&copy, line, size);
    vl_text_char(&copy, '\0');
    size_t valid = vl_utf8_check(line, size);
    vl_json_start(&json, &body);
    vl_json_object(&json);
    vl_json_put_bool(&json, "ok", true);
    if (size > VL_ENGINE_LONGEST_LINE)
        vl_fail(&err, VL_BAD_INPUT, NULL, "the line is longer than %d bytes",
                VL_ENGINE_LONGEST_LINE);
    else if (valid < size)
        vl_fail(&err, VL_BAD_INPUT, NULL, "byte %zu of the line is not valid UTF-8", valid + 1);
    else
        good = run_command(engine, copy.data, &json, &err);
    if (good) {
        vl_json_end_object(&json);
        vl_text_add_bytes(answer, body.data, body.length);
    } else {
        vl_json_start(&json, answer);
        put_error(&json, &err);
    }
    vl_text_free(&copy);
    vl_text_free(&body);
    return !engine->over;
}
