/*
 * Moves as people type them: by number, by name, by part of a name, several in one line.
 *
 * The rules play the elements of a set in ascending order, but a player names them in any order.
 * So when an element is added, those played already are taken back and all of them are played
 * again in the right order. An element that cannot be played before others of its set is noted
 * until the player names those too.
 */
#include <ctype.h>
#include <strings.h>

#include "cli/play.h"
#include "core/alloc.h"
#include "core/banned.h"

static int by_number(const void *a, const void *b)
{
    vl_move x = *(const vl_move *)a, y = *(const vl_move *)b;
    return (x > y) - (x < y);
}

/* Elements of an open set are offered even if they are not legal right now: the player may name
 * them in any order, and play_moves sorts them. */
void play_offer(struct session *s)
{
    struct vl_choice choice;
    const void *state = vl_match_state(s->match);
    vl_move legal[VL_MAX_MOVES];
    uint32_t count = s->game->legal_moves(s->deck->data, state, legal);
    s->offered_count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!vl_moves_contain(s->noted, s->noted_count, legal[i]))
            s->offered[s->offered_count++] = legal[i];
    s->game->choice(s->deck->data, state, &choice);
    for (uint32_t i = 0; choice.set && i < choice.candidate_count; i++)
        if (!vl_moves_contain(legal, count, choice.candidates[i]) &&
            !vl_moves_contain(s->noted, s->noted_count, choice.candidates[i]))
            s->offered[s->offered_count++] = choice.candidates[i];
    qsort(s->offered, s->offered_count, sizeof *s->offered, by_number);
}

void play_format(const struct session *s, vl_move move, struct vl_text *out)
{
    struct vl_view view;
    play_look(s, &view);
    s->game->format_move(s->deck, &view, move, out);
}

void play_label(const struct session *s, vl_move move, struct vl_text *out)
{
    struct vl_view view;
    struct vl_text marked = {0};
    play_look(s, &view);
    s->game->label(s->deck, &view, move, &marked);
    cli_fill_names(s->match, vl_text_string(&marked), out);
    vl_text_free(&marked);
}

/* Exactly, and not by resemblance: "save" must stay a command unless a move has this very name. */
bool play_is_move(const struct session *s, const char *line)
{
    bool found = false;
    for (uint32_t i = 0; i < s->offered_count && !found; i++) {
        struct vl_text text = {0};
        play_format(s, s->offered[i], &text);
        found = strcasecmp(vl_text_string(&text), line) == 0;
        vl_text_free(&text);
    }
    return found;
}

/* ---- Reading ---- */

/* Whether every word of `typed` begins a word of `text`, in order: "rec 2" is "recruit 2". */
static bool resembles(const char *typed, const char *text)
{
    for (;;) {
        typed += strspn(typed, " ");
        size_t length = strcspn(typed, " ");
        if (length == 0)
            return true;
        while (*text && strncasecmp(text, typed, length) != 0) {
            text += strcspn(text, " -");
            text += strspn(text, " -");
        }
        if (!*text)
            return false;
        text += strcspn(text, " -");
        text += strspn(text, " -");
        typed += length;
    }
}

/* How many moves on offer look like what was typed, by name or by label; *move is the last one. */
static uint32_t find_alike(const struct session *s, const char *typed, bool by_label, vl_move *move,
                           struct vl_text *names)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < s->offered_count; i++) {
        struct vl_text name = {0}, label = {0};
        play_format(s, s->offered[i], &name);
        play_label(s, s->offered[i], &label);
        if (resembles(typed, vl_text_string(by_label ? &label : &name))) {
            if (found++ < 6)
                vl_text_addf(names, "%s%s", found > 1 ? ", " : "", vl_text_string(&name));
            *move = s->offered[i];
        }
        vl_text_free(&name);
        vl_text_free(&label);
    }
    return found;
}

/* The one move on offer that is meant; with several, an error that lists them. */
static bool guess(const struct session *s, const char *typed, vl_move *move, struct vl_error *err)
{
    struct vl_text names = {0};
    uint32_t found = find_alike(s, typed, false, move, &names);
    if (!found)
        found = find_alike(s, typed, true, move, &names);
    if (found > 1)
        vl_fail(err, VL_BAD_INPUT, NULL, "\"%.40s\" could be %.150s%s", typed,
                vl_text_string(&names), found > 6 ? ", ..." : "");
    vl_text_free(&names);
    return found == 1;
}

/* The notation of the game comes before any guess, so a name that is exact is never ambiguous.
 * Lower case is tried because people type capitals. */
static bool read_move(const struct session *s, const struct vl_view *view, const char *typed,
                      vl_move *move, struct vl_error *err)
{
    uint64_t number;
    char lower[256];
    if (cli_number(typed, 1, s->offered_count, &number)) {
        *move = s->offered[number - 1];
        return true;
    }
    if (strspn(typed, "0123456789") == strlen(typed))
        return vl_fail(err, VL_BAD_INPUT, NULL, "the moves are numbered from 1 to %u",
                       s->offered_count);
    snprintf(lower, sizeof lower, "%s", typed);
    for (char *c = lower; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    struct vl_error parse = {0}, guesses = {0};
    if (s->game->parse_move(s->deck, view, typed, move, &parse) ||
        s->game->parse_move(s->deck, view, lower, move, &parse) || guess(s, typed, move, &guesses))
        return true;
    *err = guesses.message[0] ? guesses : parse;
    return false;
}

struct typed {
    uint32_t count;
    char *parts[VL_MAX_MOVES];
};

/* Splits a line at its commas and trims the parts. */
static bool cut(char *line, struct typed *typed, struct vl_error *err)
{
    typed->count = 0;
    for (char *part; (part = strsep(&line, ","));) {
        part = cli_trim(part);
        if (!*part)
            return vl_fail(err, VL_BAD_INPUT, NULL, "a move is missing beside a comma");
        if (typed->count == VL_MAX_MOVES)
            return vl_fail(err, VL_BAD_INPUT, NULL, "that is too much for one line");
        typed->parts[typed->count++] = part;
    }
    return true;
}

struct moves {
    uint32_t count;
    vl_move move[VL_MAX_MOVES];
};

/* Reads one part. A part that names only a thing takes its verb from the part before it: "board
 * ann, bob". */
static bool read_part(const struct session *s, const struct vl_view *view, const char *before,
                      const char *part, vl_move *move, struct vl_error *err)
{
    char whole[256];
    if (read_move(s, view, part, move, err))
        return true;
    if (!before || !before[strcspn(before, " ")])
        return false;
    snprintf(whole, sizeof whole, "%.*s %s", (int)strcspn(before, " "), before, part);
    struct vl_error ignored;
    return s->game->parse_move(s->deck, view, whole, move, &ignored);
}

/* Reads the parts one after another, each as the table looks after those before it. Where a part
 * alone would be refused, the rest of its set may make it legal: the commit decides. */
static bool read_parts(const struct session *s, int seat, const struct typed *typed,
                       struct moves *moves, struct vl_error *err)
{
    struct vl_plan plan;
    const char *verb = NULL;
    vl_plan_start(&plan, s->match, seat);
    for (uint32_t i = 0; i < typed->count; i++) {
        const char *part = typed->parts[i];
        if (!read_part(s, &plan.view, verb, part, &moves->move[i], err))
            return false;
        verb = part[strcspn(part, " ")] ? part : verb;
        vl_plan_add(&plan, moves->move[i]);
    }
    moves->count = typed->count;
    return true;
}

/* A set in one go: "VERB A B C" is read as "VERB A", "VERB B", "VERB C", and "1 3 5" as three
 * numbers. Only where a set is open: names of moves may have several words of their own. */
static bool read_run(const struct session *s, const char *part, struct moves *moves)
{
    char word[256];
    struct vl_view view;
    struct vl_choice choice;
    struct vl_error ignored;
    bool numbers = strspn(part, "0123456789 ") == strlen(part);
    size_t verb = numbers ? 0 : strcspn(part, " ");
    const char *at = part + verb;
    s->game->choice(s->deck->data, vl_match_state(s->match), &choice);
    if (!choice.set)
        return false;
    play_look(s, &view);
    for (moves->count = 0;; at += strcspn(at, " ")) {
        at += strspn(at, " ");
        if (!*at || moves->count == VL_MAX_MOVES)
            break;
        snprintf(word, sizeof word, "%.*s%s%.*s", (int)verb, part, verb ? " " : "",
                 (int)strcspn(at, " "), at);
        if (!read_move(s, &view, word, &moves->move[moves->count], &ignored))
            return false;
        moves->count++;
    }
    return moves->count > 1;
}

/* ---- Playing ---- */

/* How many of the last moves of the log are the open set: all that was played of it, or none where
 * not all of it can be taken back. */
static uint32_t played_of_set(const struct session *s, int seat, const struct vl_choice *choice)
{
    uint32_t position = vl_match_position(s->match), count = choice->chosen_count;
    if (!choice->set || count > position)
        return 0;
    for (uint32_t i = 0; i < count; i++) {
        int actor;
        vl_move move = vl_match_move_at(s->match, position - 1 - i, &actor);
        if (actor != seat || !vl_moves_contain(choice->chosen, count, move))
            return 0;
    }
    return vl_match_revocable(s->match, seat, count) == count ? count : 0;
}

/* Playing a set again in another order changes lines of the log that the player has read: tells
 * them again from the first move that differs. */
static void tell_again(struct session *s, int seat, uint32_t from, const vl_move *before,
                       uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        int actor;
        if (vl_match_move_at(s->match, from + i, &actor) != before[i]) {
            s->told[seat] = s->told[seat] < from + i ? s->told[seat] : from + i;
            return;
        }
    }
}

/* Plays what is left of the set, what was noted and what is new, all of it or nothing. */
static enum play_result play_moves(struct session *s, int seat, const struct moves *moves,
                                   struct vl_error *err)
{
    vl_move all[3 * VL_MAX_MOVES]; /* the set so far, then the noted and the new moves */
    struct vl_choice choice;
    uint32_t position = vl_match_position(s->match);
    s->game->choice(s->deck->data, vl_match_state(s->match), &choice);
    uint32_t back = played_of_set(s, seat, &choice);
    uint32_t added = s->noted_count + moves->count;
    memcpy(all, choice.chosen, back * sizeof *all);
    memcpy(all + back, s->noted, s->noted_count * sizeof *all);
    memcpy(all + back + s->noted_count, moves->move, moves->count * sizeof *all);
    vl_match_rewind(s->match, position - back);
    if (vl_match_commit(s->match, seat, all, back + added, err)) {
        s->noted_count = 0;
        tell_again(s, seat, position - back, all, back);
        return PLAY_PLAYED;
    }
    if (back && !vl_match_commit(s->match, seat, choice.chosen, back, NULL))
        VL_UNREACHABLE();
    /* A set that is full is refused as a whole: no further element can make it legal. */
    if (choice.chosen_count + added < choice.most && vl_choice_waits(&choice, all + back, added)) {
        memcpy(s->noted, all + back, added * sizeof *all);
        s->noted_count = added;
        return PLAY_NOTED;
    }
    s->noted_count = 0;
    return PLAY_REFUSED;
}

/* Parts with commas first: names of moves may contain spaces, so the reading as one run of elements
 * comes last. */
enum play_result play_line(struct session *s, int seat, const char *line, struct vl_error *err)
{
    struct typed typed;
    struct moves moves;
    enum play_result result = PLAY_REFUSED;
    char *copy = vl_copy_string(line);
    *err = (struct vl_error){0};
    if (cut(copy, &typed, err) && (read_parts(s, seat, &typed, &moves, err) ||
                                   (typed.count == 1 && read_run(s, typed.parts[0], &moves))))
        result = play_moves(s, seat, &moves, err);
    free(copy);
    return result;
}
