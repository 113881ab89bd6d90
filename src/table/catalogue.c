/* What can be played, and against whom, as JSON. */
#include "table/catalogue.h"

#include "core/banned.h"
#include "core/json_write.h"
#include "valise/bot.h"
#include "valise/match.h"

static void write_words(struct vl_json *json, const char *key, const char *const *words)
{
    vl_json_open_array(json, key);
    for (; *words; words++)
        vl_json_string(json, *words);
    vl_json_end_array(json);
}

/* Writes the own seats of one setup. */
static void put_own_seats(struct vl_json *json, const struct vl_game *game, const char *option,
                          const char *word, const struct vl_setup *setup)
{
    for (uint32_t seat = 0; seat < setup->seats; seat++) {
        char name[VL_NAME_SIZE];
        if (!vl_own_seat(game, setup, seat))
            continue;
        vl_own_seat_name(game, setup, seat, name, sizeof name);
        vl_json_object(json);
        vl_json_put_string(json, "option", option);
        vl_json_put_string(json, "word", word);
        vl_json_put_int(json, "seats", setup->seats);
        vl_json_put_int(json, "seat", seat);
        vl_json_put_string(json, "name", name);
        vl_json_end_object(json);
    }
}

/* Lists the seats that the game plays itself: for each word of each option and each number of seats
 * at which there are some. */
static void write_own_seats(struct vl_json *json, const struct vl_game *game)
{
    vl_json_open_array(json, "own_seats");
    for (uint32_t i = 0; game->options[i].name; i++)
        for (uint8_t word = 0; game->options[i].words[word]; word++)
            for (uint32_t seats = game->least_seats; seats <= game->most_seats; seats++) {
                struct vl_setup setup;
                if (word == game->options[i].standard || !vl_setup_init(game, seats, &setup, NULL))
                    continue;
                setup.option[i] = word;
                put_own_seats(json, game, game->options[i].name, game->options[i].words[word],
                              &setup);
            }
    vl_json_end_array(json);
}

/* Lists the levels of bots that can be told apart in this game, with the measured share of wins. */
static void write_ladder(struct vl_json *json, const struct vl_game *game)
{
    vl_json_open_array(json, "levels");
    for (const struct vl_rung *rung = game->ladder; rung->bot; rung++) {
        vl_json_object(json);
        vl_json_put_string(json, "bot", rung->bot);
        if (rung->wins > 0) {
            vl_json_put_real(json, "wins", rung->wins);
            vl_json_put_real(json, "low", rung->low);
            vl_json_put_real(json, "high", rung->high);
        }
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
}

void vl_write_game(struct vl_json *json, const struct vl_game *game, const char *deck,
                   const char *words_key)
{
    vl_json_object(json);
    vl_json_put_string(json, "id", game->id);
    vl_json_put_string(json, "name", game->name);
    vl_json_put_string(json, "clause", game->clause);
    vl_json_put_string(json, "summary", game->summary);
    vl_json_put_string(json, "minutes", game->minutes);
    vl_json_put_int(json, "rules_version", game->rules_version);
    vl_json_open_array(json, "rules_versions");
    for (uint32_t i = 0; vl_rules_at(game, i); i++)
        vl_json_int(json, vl_rules_at(game, i));
    vl_json_end_array(json);
    vl_json_put_bool(json, "playable", true); /* earlier clients look for it */
    vl_json_put_int(json, "least_seats", game->least_seats);
    vl_json_put_int(json, "most_seats", game->most_seats);
    vl_json_put_string(json, "deck", deck);
    write_words(json, "categories", game->categories);
    vl_json_open_array(json, "options");
    for (const struct vl_option *o = game->options; o->name; o++) {
        vl_json_object(json);
        vl_json_put_string(json, "name", o->name);
        write_words(json, words_key, o->words);
        vl_json_put_string(json, "standard", o->words[o->standard]);
        vl_json_put_string(json, "help", o->help);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
    write_own_seats(json, game);
    vl_json_open_array(json, "styles");
    for (const struct vl_style *s = game->styles; s->name; s++) {
        vl_json_object(json);
        vl_json_put_string(json, "name", s->name);
        vl_json_put_string(json, "help", s->help);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
    write_ladder(json, game);
    vl_json_end_object(json);
}

void vl_write_bots(struct vl_json *json)
{
    vl_json_open_array(json, "bots");
    for (uint32_t i = 0; i < vl_bot_count(); i++) {
        const struct vl_bot *bot = vl_bot_at(i);
        vl_json_object(json);
        vl_json_put_string(json, "name", bot->name);
        vl_json_put_string(json, "help", bot->help);
        vl_json_put_bool(json, "styled", bot->styled);
        vl_json_put_bool(json, "searches", bot->searches);
        vl_json_put_int(json, "level", bot->level);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
}
