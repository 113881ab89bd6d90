/* The engine protocol: a table of commands, each of which adds its members to the answer. */
#include "cli/protocol.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <sodium.h>

#include "cli/cli.h"
#include "core/alloc.h"
#include "core/banned.h"
#include "core/json_write.h"
#include "core/utf8.h"

struct vl_engine {
    const struct vl_game *game;
    struct vl_deck *deck;
    struct vl_match *match;
    uint64_t seed;
    bool manual;  /* chance is left to the caller */
    bool without; /* the position was set by hand: there is no record of how it came about */
    bool over;    /* "quit" was said */
    bool limited; /* bots have `iterations` left */
    uint32_t iterations;
    /* The line that is being answered: its words that are not read yet, the open object of the
     * answer, and the error if the command is refused. */
    char *rest;
    struct vl_json *json;
    struct vl_error *err;
};

struct vl_engine *vl_engine_new(void)
{
    return vl_alloc(1, sizeof(struct vl_engine));
}

void vl_engine_limit(struct vl_engine *engine, uint32_t iterations)
{
    engine->limited = iterations > 0;
    engine->iterations = iterations;
}

/* The match refers to the deck, so it goes first. */
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
    return strtok_r(*rest, " \t", rest);
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

static bool read_number(struct vl_engine *e, const char *key, const char *text, uint64_t least,
                        uint64_t most, uint64_t *value)
{
    return cli_number(text, least, most, value) ||
           vl_fail(e->err, VL_BAD_INPUT, NULL,
                   "%s is a number from %" PRIu64 " to %" PRIu64 ", not \"%.40s\"", key, least,
                   most, text);
}

/* A number that a line may give as "name=N". */
struct key {
    const char *name;
    uint64_t least, most, *value;
};

/* Reads the numbers of a list that ends with {0}, up to a word that is none of them: *other, NULL
 * at the end of the line. */
static bool read_keys(struct vl_engine *e, const struct key *keys, const char **other)
{
    const char *value;
    while ((*other = next_word(&e->rest))) {
        const struct key *key = keys;
        while (key->name && !is_key(*other, key->name, &value))
            key++;
        if (!key->name)
            return true;
        if (!read_number(e, key->name, value, key->least, key->most, key->value))
            return false;
    }
    return true;
}

/* "spectator" is a seat too, for what people see who only watch. */
static bool read_seat(struct vl_engine *e, int *seat)
{
    uint64_t n;
    uint32_t seats = vl_match_setup(e->match)->seats;
    const char *word = next_word(&e->rest);
    if (!word)
        return vl_fail(e->err, VL_BAD_INPUT, NULL, "a seat is missing: 0 to %u, or spectator",
                       seats - 1);
    bool spectator = strcmp(word, "spectator") == 0;
    if (!spectator && !cli_number(word, 0, seats - 1, &n))
        return vl_fail(e->err, VL_BAD_INPUT, NULL, "a seat is 0 to %u or spectator, not \"%.40s\"",
                       seats - 1, word);
    *seat = spectator ? VL_SPECTATOR : (int)n;
    return true;
}

static bool nothing_left(struct vl_engine *e)
{
    const char *word = next_word(&e->rest);
    return !word || vl_fail(e->err, VL_BAD_INPUT, NULL, "\"%.40s\" is one word too many", word);
}

/* ---- Writing ---- */

static void put_to_act(struct vl_engine *e)
{
    vl_json_put_int(e->json, "to_act", vl_match_to_act(e->match));
}

static void put_move(struct vl_engine *e, const struct vl_view *view, vl_move move)
{
    struct vl_text text = {0};
    e->game->format_move(e->deck, view, move, &text);
    vl_json_string(e->json, vl_text_string(&text));
    vl_text_free(&text);
}

/* Who acts next, and the moves played from a position on, chance included. The engine hides nothing
 * from the program that drives it, so each move is written as an open table shows it. */
static void put_applied(struct vl_engine *e, uint32_t from)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view view;
    vl_match_state_at(e->match, from, state);
    put_to_act(e);
    vl_json_open_array(e->json, "applied");
    for (uint32_t i = from; i < vl_match_position(e->match); i++) {
        int actor;
        vl_move move = vl_match_move_at(e->match, i, &actor);
        vl_look(e->game, e->deck->data, state, VL_OPEN, &view);
        put_move(e, &view, move);
        e->game->apply(e->deck->data, state, move);
    }
    vl_json_end_array(e->json);
}

static void look(const struct vl_engine *e, int seat, struct vl_view *view)
{
    vl_look(e->game, e->deck->data, vl_match_state(e->match), seat, view);
}

/* ---- Commands ---- */

struct new_words {
    uint64_t seats, seed;
    bool manual;
    const char *folder;
    uint32_t option_count;
    const char *options[VL_MAX_OPTIONS];
};

/* A word with a key of its own sets that; every other word is an option of the game, which knows
 * its names and judges them later. */
static bool read_new(struct vl_engine *e, struct new_words *words)
{
    const struct key keys[] = {
        {"seats", 1, VL_MAX_SEATS, &words->seats}, {"seed", 0, UINT64_MAX, &words->seed}, {0}};
    const char *word, *value;
    randombytes_buf(&words->seed, sizeof words->seed);
    while (read_keys(e, keys, &word)) {
        if (!word)
            return true;
        if (is_key(word, "deck", &value))
            words->folder = value;
        else if (!is_key(word, "chance", &value) && words->option_count < VL_MAX_OPTIONS)
            words->options[words->option_count++] = word;
        else if (!is_key(word, "chance", &value))
            return vl_fail(e->err, VL_BAD_INPUT, NULL, "too many options");
        else if (!(words->manual = strcmp(value, "manual") == 0))
            return vl_fail(e->err, VL_BAD_INPUT, NULL,
                           "chance is manual or left out, not \"%.40s\"", value);
    }
    return false;
}

static bool command_new(struct vl_engine *e)
{
    struct new_words words = {0};
    struct vl_setup setup;
    const char *id = next_word(&e->rest);
    if (!id)
        return vl_fail(e->err, VL_BAD_INPUT, NULL, "which game? new ID seats=N seed=N");
    const struct vl_game *game = vl_game_find(id);
    if (!game)
        return vl_fail(e->err, VL_NOT_FOUND, NULL, "there is no game \"%.40s\"", id);
    if (!read_new(e, &words) ||
        !vl_setup_init(game, words.seats ? (uint32_t)words.seats : game->least_seats, &setup,
                       e->err))
        return false;
    for (uint32_t i = 0; i < words.option_count; i++)
        if (!vl_setup_option(game, &setup, words.options[i], e->err))
            return false;
    struct vl_deck *deck = vl_deck_open(game, words.folder, e->err);
    if (!deck)
        return false;
    struct vl_chance chance = {
        .source = words.manual ? VL_CHANCE_MANUAL : VL_CHANCE_SEEDED,
        .seed = words.seed,
    };
    struct vl_match *match = vl_match_new(game, deck, &setup, &chance, false, e->err);
    if (!match) {
        vl_deck_free(deck);
        return false;
    }
    /* Only now: a refused "new" leaves the match that was being played. */
    drop_match(e);
    e->game = game;
    e->deck = deck;
    e->match = match;
    e->seed = words.seed;
    e->manual = words.manual;
    e->without = false;
    put_applied(e, 0);
    return true;
}

/* The elements of the table that a player touches to make the move, as ids. */
static void put_targets(struct vl_engine *e, const struct vl_view *view, vl_move move)
{
    struct vl_text text = {0};
    e->game->targets(e->deck, view, move, &text);
    vl_text_char(&text, '\0');
    vl_json_open_array(e->json, "targets");
    char *rest = text.data;
    for (const char *word; (word = next_word(&rest));)
        vl_json_string(e->json, word);
    vl_json_end_array(e->json);
    vl_text_free(&text);
}

static bool command_legal(struct vl_engine *e)
{
    vl_move moves[VL_MAX_MOVES];
    struct vl_view view;
    int seat = vl_match_to_act(e->match);
    look(e, seat >= 0 ? seat : VL_OPEN, &view); /* nobody's view at chance and at the end */
    uint32_t count = e->game->legal_moves(e->deck->data, vl_match_state(e->match), moves);
    put_to_act(e);
    vl_json_open_array(e->json, "moves");
    for (uint32_t i = 0; i < count; i++) {
        vl_json_object(e->json);
        vl_json_key(e->json, "text");
        put_move(e, &view, moves[i]);
        put_targets(e, &view, moves[i]);
        vl_json_end_object(e->json);
    }
    vl_json_end_array(e->json);
    return true;
}

static bool command_play(struct vl_engine *e)
{
    uint32_t position = vl_match_position(e->match);
    if (!*e->rest)
        return vl_fail(e->err, VL_BAD_INPUT, NULL, "which move? \"legal\" lists them");
    if (!vl_match_play_text(e->match, e->rest, e->err))
        return false;
    put_applied(e, position);
    return true;
}

static bool command_chance(struct vl_engine *e)
{
    uint32_t position = vl_match_position(e->match);
    struct vl_view view;
    struct vl_rng rng;
    vl_move move = VL_NO_MOVE;
    look(e, VL_OPEN, &view);
    if (*e->rest && !e->game->parse_move(e->deck, &view, e->rest, &move, e->err))
        return false;
    vl_rng_seed(&rng, e->seed, position, VL_STREAM_CHANCE);
    if (!vl_match_play_chance(e->match, move, &rng, e->err))
        return false;
    put_applied(e, position);
    return true;
}

static bool command_state(struct vl_engine *e)
{
    struct vl_view view;
    look(e, VL_OPEN, &view);
    vl_json_key(e->json, "state");
    e->game->write_view(e->deck, &view, e->json);
    return true;
}

/* Writes something that the game says about the view of the seat named in the line. */
static bool put_of_seat(struct vl_engine *e, const char *key,
                        void (*write)(const struct vl_deck *deck, const struct vl_view *view,
                                      struct vl_json *json))
{
    struct vl_view view;
    int seat;
    if (!read_seat(e, &seat) || !nothing_left(e))
        return false;
    look(e, seat, &view);
    vl_json_key(e->json, key);
    write(e->deck, &view, e->json);
    return true;
}

static bool command_view(struct vl_engine *e)
{
    return put_of_seat(e, "view", e->game->write_view);
}

static bool command_facts(struct vl_engine *e)
{
    return put_of_seat(e, "facts", e->game->annotate);
}

/* From here on the log does not lead to the position any more, so no record can be written. */
static bool set_state(struct vl_engine *e, const void *state)
{
    if (!vl_match_load(e->match, state, e->err))
        return false;
    e->without = true;
    put_to_act(e);
    return true;
}

/* The number of seats belongs to the match: it has names and options for them, so a state cannot
 * change it. */
static bool command_load(struct vl_engine *e)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    json_error_t problem;
    if (!*e->rest)
        return vl_fail(e->err, VL_BAD_INPUT, NULL,
                       "which state? load JSON, as \"state\" writes it");
    json_t *root = json_loads(e->rest, JSON_REJECT_DUPLICATES, &problem);
    if (!root)
        return vl_fail(e->err, VL_BAD_INPUT, NULL, "not JSON: %s (column %d)", problem.text,
                       problem.column);
    const json_t *seats = json_object_get(root, "seats");
    bool good = false;
    if (!json_is_object(root))
        vl_fail(e->err, VL_BAD_INPUT, NULL, "a state is a JSON object");
    else if (json_is_integer(seats) && json_integer_value(seats) != vl_match_setup(e->match)->seats)
        vl_fail(e->err, VL_BAD_INPUT, "seats", "the match has %u seats, the state %lld",
                vl_match_setup(e->match)->seats, (long long)json_integer_value(seats));
    else
        good = e->game->read_state(e->deck, root, state, e->err) && set_state(e, state);
    json_decref(root);
    return good;
}

/* A position that the seat cannot tell from the true one; with the same seed it is the same one. */
static bool command_determinize(struct vl_engine *e)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view view;
    struct vl_rng rng;
    uint64_t seed;
    const char *word, *value;
    int seat;
    if (!read_seat(e, &seat))
        return false;
    word = next_word(&e->rest);
    if (!word || !is_key(word, "seed", &value))
        return vl_fail(e->err, VL_BAD_INPUT, NULL, "the seed is missing: determinize SEAT seed=N");
    if (!read_number(e, "seed", value, 0, UINT64_MAX, &seed) || !nothing_left(e))
        return false;
    look(e, seat, &view);
    vl_rng_seed(&rng, seed, 0, VL_STREAM_BOTS);
    e->game->determinize(e->deck->data, &view, &rng, state);
    return set_state(e, state);
}

static bool command_score(struct vl_engine *e)
{
    struct vl_score score;
    uint32_t seats = vl_match_setup(e->match)->seats;
    const char *const *categories = e->game->categories;
    e->game->score(e->deck->data, vl_match_state(e->match), &score);
    vl_json_put_bool(e->json, "over", vl_match_to_act(e->match) == VL_OVER);
    vl_json_open_array(e->json, "scores");
    for (uint32_t seat = 0; seat < seats; seat++)
        vl_json_int(e->json, score.points[seat]);
    vl_json_end_array(e->json);
    vl_json_put_bytes(e->json, "ranks", score.rank, seats);
    vl_json_open_array(e->json, "detail");
    for (uint32_t seat = 0; seat < seats; seat++) {
        vl_json_object(e->json);
        for (uint32_t c = 0; categories[c]; c++)
            vl_json_put_int(e->json, categories[c], score.detail[seat][c]);
        vl_json_end_object(e->json);
    }
    vl_json_end_array(e->json);
    return true;
}

static bool command_record(struct vl_engine *e)
{
    if (e->without)
        return vl_fail(e->err, VL_REFUSED, NULL,
                       "the position was set by load or determinize: no record leads to it");
    struct vl_record *record = vl_match_record(e->match, false);
    struct vl_text text = {0};
    vl_record_write(record, &text);
    vl_json_put_string(e->json, "record", vl_text_string(&text));
    vl_text_free(&text);
    vl_record_free(record);
    return true;
}

static bool command_hash(struct vl_engine *e)
{
    char digits[17];
    snprintf(digits, sizeof digits, "%016" PRIx64,
             vl_hash_state(e->game, vl_match_state(e->match)));
    vl_json_put_string(e->json, "hash", digits);
    return true;
}

static bool read_budget(struct vl_engine *e, struct vl_question *question, uint64_t *seed)
{
    uint64_t iterations = 0, milliseconds = 0;
    const struct key keys[] = {{"iterations", 1, 1000000, &iterations},
                               {"ms", 1, 600000, &milliseconds},
                               {"seed", 0, UINT64_MAX, seed},
                               {0}};
    const char *word;
    if (!read_keys(e, keys, &word))
        return false;
    if (word)
        return vl_fail(e->err, VL_BAD_INPUT, NULL,
                       "expected iterations=N, ms=N or seed=N, found \"%.40s\"", word);
    question->iterations = (uint32_t)iterations;
    question->milliseconds = (uint32_t)milliseconds;
    return !iterations || !milliseconds ||
           vl_fail(e->err, VL_BAD_INPUT, NULL, "iterations or ms, not both");
}

static void put_candidate(struct vl_engine *e, const struct vl_view *view,
                          const struct vl_candidate *candidate)
{
    struct vl_text text = {0};
    vl_json_object(e->json);
    vl_json_key(e->json, "move");
    put_move(e, view, candidate->move);
    e->game->label(e->deck, view, candidate->move, &text);
    vl_json_put_string(e->json, "label", vl_text_string(&text));
    vl_json_put_int(e->json, "weight", candidate->weight);
    /* Only a search estimates these; other bots leave them out. */
    if (candidate->win >= 0)
        vl_json_put_real(e->json, "win", (double)candidate->win);
    if (!isnan(candidate->points))
        vl_json_put_real(e->json, "points", (double)candidate->points);
    vl_text_clear(&text);
    e->game->explain(e->deck, view, candidate->move, &text);
    vl_json_put_string(e->json, "because", vl_text_string(&text));
    vl_json_end_object(e->json);
    vl_text_free(&text);
}

/* Takes the iterations of a question from those that the session has left. */
static void stay_within(struct vl_engine *e, const struct vl_player *player,
                        struct vl_question *question)
{
    if (!e->limited || !player->bot->searches)
        return;
    uint32_t wanted = question->iterations ? question->iterations
                      : player->iterations ? player->iterations
                                           : player->bot->iterations;
    question->iterations = wanted < e->iterations ? wanted : e->iterations;
    e->iterations -= question->iterations;
    if (question->iterations == 0)
        question->iterations = 1;
}

/* Bots draw from the seed and the position, so the same question has the same answer, no matter
 * what was asked before it. */
static bool ask_player(struct vl_engine *e, const struct vl_player *player)
{
    struct vl_answer answer;
    struct vl_view view;
    struct vl_rng rng;
    struct vl_question question = {.game = e->game, .deck = e->deck, .view = &view, .rng = &rng};
    uint64_t seed = e->seed;
    int seat = vl_match_to_act(e->match);
    if (!read_budget(e, &question, &seed))
        return false;
    if (seat < 0)
        return vl_fail(e->err, VL_REFUSED, NULL,
                       seat == VL_OVER ? "the game is over" : "a chance move comes first");
    look(e, seat, &view);
    stay_within(e, player, &question);
    vl_rng_seed(&rng, seed, vl_match_position(e->match), VL_STREAM_BOTS + (uint32_t)seat);
    vl_player_answer(player, &question, &answer);
    vl_json_key(e->json, "move");
    put_move(e, &view, answer.move);
    vl_json_open_array(e->json, "candidates");
    for (uint32_t i = 0; i < answer.candidate_count; i++)
        put_candidate(e, &view, &answer.candidates[i]);
    vl_json_end_array(e->json);
    return true;
}

static bool command_bot(struct vl_engine *e)
{
    struct vl_player player;
    const char *name = next_word(&e->rest);
    if (!name)
        return vl_fail(e->err, VL_BAD_INPUT, NULL,
                       "which bot? bot NAME [iterations=N|ms=N] [seed=N]");
    return vl_player_find(e->game, name, &player, e->err) && ask_player(e, &player);
}

static bool command_hint(struct vl_engine *e)
{
    struct vl_player player = {.bot = vl_bot_strongest()};
    vl_json_put_string(e->json, "bot", player.bot->name);
    return ask_player(e, &player);
}

/* Takes back the last move of a seat and the chance moves that followed it; where chance is the
 * caller's, the last move of either. */
static bool command_undo(struct vl_engine *e)
{
    uint32_t position = vl_match_position(e->match);
    if (e->manual && position > 0)
        vl_match_rewind(e->match, position - 1);
    else if (!vl_match_undo(e->match))
        return vl_fail(e->err, VL_REFUSED, NULL, "there is nothing to undo");
    put_to_act(e);
    return true;
}

static bool command_quit(struct vl_engine *e)
{
    return e->over = true;
}

static const struct command {
    const char *name;
    bool needs_match;
    bool alone; /* nothing may follow the name */
    bool (*run)(struct vl_engine *e);
} commands[] = {
    {"new", false, false, command_new},
    {"legal", true, true, command_legal},
    {"play", true, false, command_play},
    {"chance", true, false, command_chance},
    {"state", true, true, command_state},
    {"view", true, false, command_view},
    {"facts", true, false, command_facts},
    {"load", true, false, command_load},
    {"determinize", true, false, command_determinize},
    {"score", true, true, command_score},
    {"record", true, true, command_record},
    {"hash", true, true, command_hash},
    {"bot", true, false, command_bot},
    {"hint", true, false, command_hint},
    {"undo", true, true, command_undo},
    {"quit", false, true, command_quit},
};

/* Blanks at both ends do not count, and a carriage return is one of them: programs on Windows end
 * their lines with it. */
static bool run_command(struct vl_engine *e)
{
    e->rest = cli_trim(e->rest);
    const char *name = next_word(&e->rest);
    if (!name)
        return vl_fail(e->err, VL_BAD_INPUT, NULL, "the line is empty");
    e->rest += strspn(e->rest, " \t");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, name) != 0)
            continue;
        if (commands[i].needs_match && !e->match)
            return vl_fail(e->err, VL_REFUSED, NULL,
                           "there is no match yet: new ID seats=N seed=N starts one");
        return (!commands[i].alone || nothing_left(e)) && commands[i].run(e);
    }
    return vl_fail(e->err, VL_BAD_INPUT, NULL,
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

/* The answer is built apart and added only when the command has succeeded, so that an error never
 * follows half an answer. */
bool vl_engine_line(struct vl_engine *engine, const char *line, size_t size, struct vl_text *answer)
{
    struct vl_text copy = {0}, body = {0};
    struct vl_error err = {0};
    struct vl_json json;
    bool good = false;
    vl_text_add_bytes(&copy, line, size);
    vl_text_char(&copy, '\0');
    size_t valid = vl_utf8_check(line, size);
    engine->rest = copy.data;
    engine->json = &json;
    engine->err = &err;
    vl_json_start(&json, &body);
    vl_json_object(&json);
    vl_json_put_bool(&json, "ok", true);
    if (size > VL_ENGINE_LONGEST_LINE)
        vl_fail(&err, VL_BAD_INPUT, NULL, "the line is longer than %d bytes",
                VL_ENGINE_LONGEST_LINE);
    else if (valid < size)
        vl_fail(&err, VL_BAD_INPUT, NULL, "byte %zu of the line is not valid UTF-8", valid + 1);
    else
        good = run_command(engine);
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
