/*
 * Atlas: notation and targets.
 *
 * Most moves are a word and one argument; words.c says which. The actions of a turn and the legs of
 * a travel share their words and have functions of their own.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/atlas/names.h"

const char *const at_act_words[] = {"buy",     "ground",        "airport", "fly",  "direct",
                                    "explore", "explore-place", "blog",    "work", "rest",
                                    "replan",  "draw",          "refresh", "end",  NULL};

/* The table whose keys name what an action is done with, where it has one. */
static const uint8_t act_tables[16] = {
    [AT_ACT_BUY] = AT_T_SOUVENIRS,
    [AT_ACT_REFRESH] = AT_T_SOUVENIRS,
    [AT_ACT_FLY] = AT_T_DESTINATIONS,
    [AT_ACT_CARD] = AT_T_DESTINATIONS,
};

/* ---- Writing ---- */

/* "explore pig-beach by likes": the action, its argument, how it is paid for. */
static void format_act(const struct vl_deck *deck, vl_move move, struct vl_text *out)
{
    const struct at_deck *d = deck->data;
    uint32_t act = AT_MOVE_ACT(move), what = AT_MOVE_WHAT(move), how = AT_MOVE_HOW(move);
    vl_text_add(out, VL_MOVE_KIND(move) == AT_ASK_TRAVEL && act == AT_ACT_END
                         ? "arrive"
                         : at_word_at(at_act_words, act));
    if (act_tables[act])
        vl_text_addf(out, " %s", at_key(deck, act_tables[act], what));
    else if (act == AT_ACT_DIRECT)
        vl_text_addf(out, " %s", at_key(deck, AT_T_DESTINATIONS, what >> 1));
    else if (act == AT_ACT_PLACE)
        vl_text_addf(out, " %u", what + 1);
    else if ((act == AT_ACT_WORK || act == AT_ACT_REST) && what)
        vl_text_add(out, " paid");
    if (act == AT_ACT_DIRECT && what >> 1 < AT_CARDS)
        vl_text_addf(out, " %s",
                     at_key(deck, AT_T_COUNTRIES, d->card[what >> 1].country[what & 1U]));
    vl_text_add(out, how == AT_BY_LIKES      ? " by likes"
                     : how == AT_BY_SOUVENIR ? " by souvenir"
                                             : "");
}

/* "explore from rest-2": the row of the like, and the slot that loses a dislike. */
static void format_like(const struct vl_deck *deck, uint32_t arg, struct vl_text *out)
{
    uint32_t slot = arg >> 3, row = arg & 7U;
    vl_text_add(out, row == AT_NO_ROW ? "lost" : at_word_at(at_action_words, row));
    if (slot != AT_NO_SLOT)
        vl_text_addf(out, " from %s", at_key(deck, AT_T_BOARD, slot));
}

/* "row 2", "pile", "africa". */
static void format_draw(uint32_t arg, struct vl_text *out)
{
    if (arg < AT_ROW)
        vl_text_addf(out, "row %u", arg + 1);
    else if (arg == AT_DRAW_PILE)
        vl_text_add(out, "pile");
    else
        vl_text_add(out, at_word_at(at_continent_words, arg - AT_DRAW_CONTINENT));
}

/* What follows the word; read_argument reads it again. */
static void format_argument(const struct vl_deck *deck, const struct at_words *words, uint32_t arg,
                            struct vl_text *out)
{
    enum at_argument argument = words->argument;
    if (argument == AT_ARG_NUMBER || argument == AT_ARG_SLOT)
        vl_text_addf(out, "%u", argument == AT_ARG_NUMBER ? arg + 1 : arg);
    else if (argument == AT_ARG_CARD || argument == AT_ARG_COUNTRY || argument == AT_ARG_KEY)
        vl_text_add(out, at_key(deck, words->table, arg));
    else if (argument == AT_ARG_WORD)
        vl_text_add(out, at_word_at(words->words, arg));
    else if (argument == AT_ARG_SHIFT)
        vl_text_addf(out, "%s %s", at_word_at(at_experience_words, arg >> 4),
                     (arg & 15U) == AT_LOCK_ONLY ? "lock" : at_word_at(at_way_words, arg & 15U));
    else if (argument == AT_ARG_FACES)
        vl_text_addf(out, "like %u%c dislike %u%c", (arg & 3U) + 1, arg >> 2 & 1U ? 'b' : 'a',
                     (arg >> 3 & 3U) + 1, arg >> 5 & 1U ? 'b' : 'a');
    else if (argument == AT_ARG_LIKE)
        format_like(deck, arg, out);
    else if (argument == AT_ARG_DRAW)
        format_draw(arg, out);
    else if (argument == AT_ARG_DANTE)
        vl_text_addf(out, "%u %s", (arg >> 8) + 1, at_key(deck, AT_T_COUNTRIES, arg & 255U));
    else if (argument == AT_ARG_DROP && arg >= AT_HIDDEN_DROP)
        vl_text_addf(out, "? %s", at_word_at(at_pile_words, arg - AT_HIDDEN_DROP));
    else if (argument == AT_ARG_DROP || argument == AT_ARG_GOAL)
        vl_text_add(out, at_goal_key(deck, arg));
}

void at_format_move(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                    struct vl_text *out)
{
    uint32_t kind = VL_MOVE_KIND(move), arg = VL_MOVE_ARG(move);
    const struct at_words *words = at_words_of(kind);
    if (kind == AT_ASK_DRAW && arg >= AT_DRAW_REFRESH) /* the same words as between actions */
        move = AT_ACT_MOVE(AT_ASK_TURN, AT_MAIN, AT_ACT_REFRESH, arg - AT_DRAW_REFRESH);
    if (VL_MOVE_KIND(move) == AT_ASK_TURN || kind == AT_ASK_TRAVEL) {
        format_act(deck, move, out);
        return;
    }
    if (!words->word) {
        vl_text_add(out, "?");
        return;
    }
    vl_text_add(out, words->word);
    if (words->argument != AT_ARG_NONE)
        vl_text_char(out, ' ');
    if (arg == AT_NONE_OF_THEM && words->none)
        vl_text_add(out, words->none);
    else
        format_argument(deck, words, arg, out);
}

/* ---- Reading: every function returns the number that a text stands for, or -1 ---- */

/* No sign, no leading zero: one number has one spelling. */
static int read_number(const char *text, int least, int most)
{
    size_t length = strlen(text);
    if (length == 0 || length > 3 || length != strspn(text, "0123456789") ||
        (text[0] == '0' && length > 1))
        return -1;
    int number = (int)strtol(text, NULL, 10);
    return number >= least && number <= most ? number : -1;
}

/* A number that is counted from another start. */
static int moved(int number, int by)
{
    return number < 0 ? -1 : number + by;
}

/* Two numbers in one. */
static int joined(int high, int low_bits, int low)
{
    return high < 0 || low < 0 ? -1 : high << low_bits | low;
}

/* A row of a table by its key. */
static int read_key(const struct vl_deck *deck, uint32_t table, const char *text)
{
    return vl_deck_find(deck, table, AT_ID, text);
}

/* Keys of both piles are different, so one word is enough. */
static int read_goal(const struct vl_deck *deck, const char *text)
{
    int geography = read_key(deck, AT_T_GEOGRAPHY, text);
    return geography >= 0 ? geography : moved(read_key(deck, AT_T_VEXILLOLOGY, text), AT_GEOGRAPHY);
}

/* Cuts the text at its first blank: the head into `head`, which stays empty if it is too long; the
 * rest is returned, NULL without one. */
static const char *cut(const char *text, char head[40])
{
    size_t length = strcspn(text, " ");
    snprintf(head, 40, "%.*s", length < 40 ? (int)length : 0, text);
    return text[length] && *head ? text + length + 1 : NULL;
}

/* "beach up-left", "beach lock". */
static int read_shift(const char *text)
{
    char head[40];
    const char *way = cut(text, head);
    if (!way)
        return -1;
    return joined(at_word(at_experience_words, head), 4,
                  strcmp(way, "lock") == 0 ? AT_LOCK_ONLY : at_word(at_way_words, way));
}

/* "like 1a dislike 2b". */
static int read_faces(const char *text)
{
    if (strlen(text) != 18 || memcmp(text, "like ", 5) != 0 ||
        memcmp(text + 7, " dislike ", 9) != 0)
        return -1;
    char like = text[5], side = text[6], dislike = text[16], other = text[17];
    if (like < '1' || like > '3' || dislike < '1' || dislike > '3' ||
        (side != 'a' && side != 'b') || (other != 'a' && other != 'b'))
        return -1;
    return (like - '1') | (side == 'b') << 2 | (dislike - '1') << 3 | (other == 'b') << 5;
}

/* "explore", "lost", each with " from SLOT" or without. */
static int read_like(const struct vl_deck *deck, const char *text)
{
    char head[40];
    const char *rest = cut(text, head);
    int row = strcmp(head, "lost") == 0 ? AT_NO_ROW : at_word(at_action_words, head);
    int slot = AT_NO_SLOT;
    if (rest)
        slot = strncmp(rest, "from ", 5) == 0 ? read_key(deck, AT_T_BOARD, rest + 5) : -1;
    return joined(slot, 3, row);
}

static int read_draw(const char *text)
{
    if (strcmp(text, "pile") == 0)
        return AT_DRAW_PILE;
    if (strncmp(text, "row ", 4) == 0)
        return moved(read_number(text + 4, 1, AT_ROW), -1);
    return moved(at_word(at_continent_words, text), AT_DRAW_CONTINENT);
}

/* "3 br": slot and country. */
static int read_dante(const struct vl_deck *deck, const char *text)
{
    char head[40];
    const char *country = cut(text, head);
    if (!country)
        return -1;
    return joined(moved(read_number(head, 1, AT_ROW), -1), 8,
                  read_key(deck, AT_T_COUNTRIES, country));
}

/* A goal, or "? geography" for one that is hidden. */
static int read_drop(const struct vl_deck *deck, const char *text)
{
    if (strncmp(text, "? ", 2) != 0)
        return read_goal(deck, text);
    return moved(at_word(at_pile_words, text + 2), AT_HIDDEN_DROP);
}

/* "?" stands for what is hidden, where a kind can be. */
static int read_argument(const struct vl_deck *deck, uint32_t kind, const char *text)
{
    const struct at_words *words = at_words_of(kind);
    bool hidden = kind == AT_ROLL_GOAL || kind == AT_ROLL_DEAL || kind == AT_ROLL_PACK ||
                  kind == AT_ROLL_SHOW || kind == AT_ASK_PICK;
    if (words->none && strcmp(text, words->none) == 0)
        return AT_NONE_OF_THEM;
    if (hidden && strcmp(text, "?") == 0)
        return AT_UNKNOWN;
    switch (words->argument) {
    case AT_ARG_NONE:
        return 0;
    case AT_ARG_NUMBER:
        return moved(read_number(text, 1, (int)words->table), -1);
    case AT_ARG_SLOT:
        return read_number(text, 1, AT_BLOG_SLOTS);
    case AT_ARG_CARD:
    case AT_ARG_COUNTRY:
    case AT_ARG_KEY:
        return read_key(deck, words->table, text);
    case AT_ARG_GOAL:
        return read_goal(deck, text);
    case AT_ARG_WORD:
        return at_word(words->words, text);
    case AT_ARG_SHIFT:
        return read_shift(text);
    case AT_ARG_FACES:
        return read_faces(text);
    case AT_ARG_LIKE:
        return read_like(deck, text);
    case AT_ARG_DRAW:
        return read_draw(text);
    case AT_ARG_DANTE:
        return read_dante(deck, text);
    case AT_ARG_DROP:
        return read_drop(deck, text);
    }
    return -1;
}

/* Takes " by likes" or " by souvenir" off the end. */
static uint32_t read_how(char *text)
{
    static const char *const ends[] = {" by likes", " by souvenir"};
    size_t length = strlen(text);
    for (uint32_t i = 0; i < 2; i++) {
        size_t end = strlen(ends[i]);
        if (length > end && strcmp(text + length - end, ends[i]) == 0) {
            text[length - end] = '\0';
            return AT_BY_LIKES + i;
        }
    }
    return AT_MAIN;
}

/* "pig-beach bs": a card and which of its countries. */
static int read_direct(const struct vl_deck *deck, const char *text)
{
    const struct at_deck *d = deck->data;
    char head[40];
    const char *rest = cut(text, head);
    int card = read_key(deck, AT_T_DESTINATIONS, head);
    int country = rest ? read_key(deck, AT_T_COUNTRIES, rest) : -1;
    for (int i = 0; card >= 0 && country >= 0 && i < 2; i++)
        if (d->card[card].country[i] == country)
            return card << 1 | i;
    return -1;
}

/* What an action is done with; most are done with nothing. */
static int read_what(const struct vl_deck *deck, int act, const char *text)
{
    if (act_tables[act])
        return text ? read_key(deck, act_tables[act], text) : -1;
    if (act == AT_ACT_DIRECT)
        return text ? read_direct(deck, text) : -1;
    if (act == AT_ACT_PLACE)
        return text ? moved(read_number(text, 1, AT_PLACES), -1) : -1;
    bool paid = (act == AT_ACT_WORK || act == AT_ACT_REST) && text && strcmp(text, "paid") == 0;
    return paid ? 1 : text ? -1 : 0;
}

/* The actions of a turn and the legs of a travel have the same words. Which kind is meant follows
 * from the task that is asked now; "arrive" ends a travel, "end" a turn. */
static bool read_act(const struct vl_deck *deck, const struct at_state *s, const char *text,
                     vl_move *move)
{
    char line[96], head[40];
    uint32_t asked = at_current(s).kind;
    if (strlen(text) >= sizeof line)
        return false;
    snprintf(line, sizeof line, "%s", text);
    uint32_t how = read_how(line);
    const char *rest = cut(line, head);
    bool arrives = strcmp(line, "arrive") == 0;
    int act = arrives ? (int)AT_ACT_END : at_word(at_act_words, head);
    if (act < 0 || (how != AT_MAIN && (act < AT_ACT_CARD || act > AT_ACT_REPLAN)))
        return false;
    bool leg = arrives || (act <= AT_ACT_DIRECT && asked == AT_ASK_TRAVEL);
    int what = read_what(deck, act, rest);
    *move = AT_ACT_MOVE(leg ? AT_ASK_TRAVEL : AT_ASK_TURN, how, act, what);
    if (act == AT_ACT_REFRESH && asked == AT_ASK_DRAW)
        *move = VL_MOVE(AT_ASK_DRAW, AT_DRAW_REFRESH + (uint32_t)what);
    return what >= 0;
}

/* Actions and legs first; every other move begins with a word of words.c. */
bool at_parse_move(const struct vl_deck *deck, const struct vl_view *view, const char *text,
                   vl_move *move, struct vl_error *err)
{
    char head[40];
    if (read_act(deck, at_seen(view), text, move))
        return true;
    const char *rest = cut(text, head);
    for (uint32_t kind = 0; kind < AT_TASK_KINDS; kind++) {
        const struct at_words *words = at_words_of(kind);
        if (!words->word || strcmp(words->word, head) != 0)
            continue;
        if (words->argument == AT_ARG_NONE ? rest != NULL : !rest)
            break;
        int arg = read_argument(deck, kind, rest);
        if (arg < 0)
            return vl_fail(err, VL_BAD_INPUT, NULL, "%s what? \"%.40s\" is not known there", head,
                           rest);
        *move = VL_MOVE(kind, arg);
        return true;
    }
    return vl_fail(err, VL_BAD_INPUT, NULL, "\"%.40s\" is no move", text);
}

/* ---- Targets ---- */

/* Cards and countries are touched; what has no place on the table is offered as a button. */
static void target_act(const struct vl_deck *deck, const struct at_state *s, vl_move move,
                       struct vl_text *out)
{
    uint32_t act = AT_MOVE_ACT(move), what = AT_MOVE_WHAT(move), how = AT_MOVE_HOW(move);
    if (act == AT_ACT_BUY || act == AT_ACT_PLACE) {
        vl_text_addf(out, "country.%s", at_key(deck, AT_T_COUNTRIES, s->seat[s->active_seat].at));
    } else if (act == AT_ACT_FLY || act == AT_ACT_CARD || act == AT_ACT_DIRECT) {
        uint32_t card = act == AT_ACT_DIRECT ? what >> 1 : what;
        vl_text_addf(out, "card.%s", at_key(deck, AT_T_DESTINATIONS, card));
    } else if (act == AT_ACT_REFRESH) {
        vl_text_addf(out, "souvenir.%s", at_key(deck, AT_T_SOUVENIRS, what));
    } else {
        vl_text_addf(out, "act.%s", at_word_at(at_act_words, act));
        if (how != AT_MAIN)
            vl_text_addf(out, " how.%s", how == AT_BY_LIKES ? "likes" : "souvenir");
        if ((act == AT_ACT_WORK || act == AT_ACT_REST) && what)
            vl_text_add(out, " paid");
    }
}

/* The token, and the one that it changes places with. */
static void target_shift(const struct at_state *s, uint32_t arg, struct vl_text *out)
{
    uint32_t way = arg & 15U, slot = at_slot_of(s, arg >> 4);
    uint32_t other = way == AT_LOCK_ONLY ? (uint32_t)AT_NONE : at_neighbour(slot, way);
    vl_text_addf(out, "experience.%s", at_word_at(at_experience_words, arg >> 4));
    if (other != AT_NONE && s->token_at[other] < AT_EXPERIENCES)
        vl_text_addf(out, " experience.%s", at_experience_words[s->token_at[other]]);
}

static void target_like(const struct vl_deck *deck, uint32_t arg, struct vl_text *out)
{
    vl_text_addf(out, "bonus.%s", at_word_at(at_action_words, arg & 7U));
    if (arg >> 3 != AT_NO_SLOT)
        vl_text_addf(out, " slot.%s", at_key(deck, AT_T_BOARD, arg >> 3));
}

static void target_draw(const struct vl_deck *deck, const struct at_state *s, uint32_t arg,
                        struct vl_text *out)
{
    if (arg < AT_ROW)
        vl_text_addf(out, "card.%s", at_key(deck, AT_T_DESTINATIONS, s->row[arg]));
    else if (arg == AT_DRAW_PILE)
        vl_text_add(out, "pile");
    else if (arg >= AT_DRAW_REFRESH)
        vl_text_addf(out, "souvenir.%s", at_key(deck, AT_T_SOUVENIRS, arg - AT_DRAW_REFRESH));
    else
        vl_text_addf(out, "continent.%s", at_word_at(at_continent_words, arg - AT_DRAW_CONTINENT));
}

void at_targets(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                struct vl_text *out)
{
    const struct at_state *s = at_seen(view);
    uint32_t kind = VL_MOVE_KIND(move), arg = VL_MOVE_ARG(move);
    const struct at_words *words = at_words_of(kind);
    enum at_argument argument = words->argument;
    if (kind == AT_ASK_TURN || kind == AT_ASK_TRAVEL)
        target_act(deck, s, move, out);
    else if (!words->word || arg == AT_NONE_OF_THEM || argument == AT_ARG_NONE)
        vl_text_add(out, "done");
    else if (argument == AT_ARG_CARD)
        vl_text_addf(out, arg < AT_CARDS ? "card.%s" : "pile",
                     arg < AT_CARDS ? at_key(deck, AT_T_DESTINATIONS, arg) : "");
    else if (argument == AT_ARG_COUNTRY || argument == AT_ARG_DANTE)
        vl_text_addf(out, "country.%s", at_key(deck, AT_T_COUNTRIES, arg & 255U));
    else if (argument == AT_ARG_GOAL || argument == AT_ARG_DROP)
        vl_text_addf(out, arg < AT_GOAL_COUNT_ALL ? "goal.%s" : "goals",
                     arg < AT_GOAL_COUNT_ALL ? at_goal_key(deck, arg) : "");
    else if (argument == AT_ARG_SHIFT)
        target_shift(s, arg, out);
    else if (argument == AT_ARG_LIKE)
        target_like(deck, arg, out);
    else if (argument == AT_ARG_DRAW)
        target_draw(deck, s, arg, out);
    else if (argument == AT_ARG_KEY)
        vl_text_addf(out, "%s.%s", words->word, at_key(deck, words->table, arg));
    else if (argument == AT_ARG_WORD)
        vl_text_addf(out, "%s.%s",
                     kind == AT_ROLL_POPULARITY ? "experience"
                     : kind == AT_ASK_PILE      ? "draw-goal"
                                                : "board",
                     at_word_at(words->words, arg));
    else
        vl_text_addf(out, "%s.%u", words->word, arg);
}
