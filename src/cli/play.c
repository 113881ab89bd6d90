/*
 * A game in the terminal: what is shown, the words besides moves, and the turns.
 *
 * Everything is plain lines in reading order: what happened, the table, whose turn it is and what
 * the player can do, the moves. So a screen reader can follow it. Colour on a terminal repeats what
 * the words say. Everything that a person sees is made from the view of their seat.
 */
#include "cli/play.h"

#include <strings.h>

#include "core/banned.h"
#include "core/file.h"

enum { LISTED_AT_ONCE = 40 };

static const char bold[] = "1", faint[] = "2", warning[] = "33";

/* Colour is never the only sign of anything: without it, or read aloud, the line says the same. */
__attribute__((format(printf, 3, 4))) static void say(const struct session *s, const char *colour,
                                                      const char *format, ...)
{
    va_list args;
    bool tint = s->colour && colour;
    if (tint)
        printf("\033[%sm", colour);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("%s\n", tint ? "\033[0m" : "");
}

void play_title(const struct session *s, const char *format, ...)
{
    char title[256];
    va_list args;
    va_start(args, format);
    vsnprintf(title, sizeof title, format, args);
    va_end(args);
    say(s, bold, "%s", title);
}

/* ---- What is shown ---- */

void play_look(const struct session *s, struct vl_view *view)
{
    vl_look(s->game, s->deck->data, vl_match_state(s->match), s->viewer, view);
}

static void show_table(const struct session *s)
{
    struct vl_view view;
    struct vl_text marked = {0}, text = {0};
    play_look(s, &view);
    s->game->show(s->deck, &view, &marked);
    vl_text_char(&text, '\n');
    cli_fill_names(s->match, vl_text_string(&marked), &text);
    cli_print(&text);
    vl_text_free(&marked);
}

static void tell(const struct session *s, uint32_t from)
{
    for (uint32_t i = from; i < vl_match_position(s->match); i++) {
        struct vl_line line;
        struct vl_text text = {0};
        vl_match_line(s->match, i, s->viewer, &line);
        if (!line.text[0])
            continue;
        cli_fill_names(s->match, line.text, &text);
        say(s, faint, "%s", vl_text_string(&text));
        vl_text_free(&text);
    }
}

/* Tells the viewer what happened since they last read the log. */
static void tell_news(struct session *s)
{
    uint32_t *told = &s->told[s->viewer >= 0 ? s->viewer : 0];
    uint32_t position = vl_match_position(s->match);
    if (*told < position && s->show_table)
        printf("\n");
    tell(s, *told < position ? *told : position);
    *told = position;
}

/* Many labels begin with the words of the name ("board ann" and "Board Ann and pay 2"). Then only
 * the rest is added, not the whole label in brackets. */
void play_describe(const struct session *s, vl_move move, struct vl_text *out)
{
    struct vl_text label = {0};
    size_t start = out->length;
    play_format(s, move, out);
    play_label(s, move, &label);
    size_t length = out->length - start;
    if (strncasecmp(vl_text_string(&label), out->data + start, length) == 0)
        vl_text_add(out, vl_text_string(&label) + length);
    else
        vl_text_addf(out, " (%s)", vl_text_string(&label));
    vl_text_free(&label);
}

/* Some games offer far more moves than a screen has lines. "moves" lists all of them when the
 * player asks. */
static void list_moves(struct session *s, const char *with)
{
    uint32_t listed = 0, left_out = 0;
    for (uint32_t i = 0; i < s->offered_count; i++) {
        struct vl_text text = {0};
        play_describe(s, s->offered[i], &text);
        if (!with && s->offered_count > LISTED_AT_ONCE && listed == LISTED_AT_ONCE) {
            left_out++;
        } else if (!with || !*with || strcasestr(vl_text_string(&text), with)) {
            printf("  %2u  %s\n", i + 1, vl_text_string(&text));
            listed++;
        }
        vl_text_free(&text);
    }
    if (left_out)
        printf("  and %u more: \"moves\" lists all, \"moves WORD\" those with a word\n", left_out);
    if (!listed)
        printf("  none\n");
}

static void show_prompt(struct session *s, int seat)
{
    struct vl_view view;
    struct vl_text text = {0};
    play_look(s, &view);
    cli_add_name(s->match, seat, &text);
    vl_text_add(&text, ": ");
    s->game->prompt(s->deck, &view, &text);
    printf("%s", s->show_table ? "\n" : "");
    say(s, bold, "%s.", vl_text_string(&text));
    vl_text_free(&text);
}

/* ---- Commands besides moves ---- */

const char *const play_words[] = {"help",  "moves", "table", "log",  "hint", "undo",
                                  "rules", "score", "save",  "quit", NULL};

static void show_help(void)
{
    printf("A move: type its number, its name, or part of its name. Moves with commas between\n"
           "them are played together or not at all. Name the elements of a set in any order,\n"
           "or in one go: the verb once, then the elements (\"lay ann bob\").\n"
           "  moves [WORD]    lists the moves; those with a word\n"
           "  table           shows the table\n"
           "  log [N]         shows what happened lately; the last N lines\n"
           "  hint            shows the best moves, what to expect of them, and why\n"
           "  undo            takes back your last move, unless it showed something new\n"
           "  rules [CLAUSE]  shows the rules, one clause of them, or a card by its key\n"
           "  score           shows the points so far\n"
           "  save [FILE]     saves the game; continue it with --resume FILE\n"
           "  quit            leaves\n");
}

/* Counts lines and not moves: many moves, chance above all, have nothing to tell. */
static void show_log(const struct session *s, const char *argument)
{
    uint64_t lines = 20;
    uint32_t position = vl_match_position(s->match), from = position;
    if (*argument && !cli_number(argument, 1, 1000000, &lines)) {
        say(s, warning, "log N: how many lines?");
        return;
    }
    for (uint64_t found = 0; from > 0 && found < lines; from--) {
        struct vl_line line;
        vl_match_line(s->match, from - 1, s->viewer, &line);
        found += line.text[0] != '\0';
    }
    tell(s, from);
}

/* Takes back the last move of the seat, never across chance, another seat's move, or a move that
 * showed the seat something: what has been shown stays shown. */
static void undo(struct session *s, int seat)
{
    uint32_t position = vl_match_position(s->match);
    int actor = VL_CHANCE;
    struct vl_text text = {0};
    vl_move move = VL_NO_MOVE;
    if (s->noted_count) {
        move = s->noted[--s->noted_count];
    } else {
        if (position > 0)
            move = vl_match_move_at(s->match, position - 1, &actor);
        if (actor != seat || seat < 0) {
            say(s, warning, "There is no move of this turn to take back%s.",
                position > 0 && actor == VL_CHANCE ? ": something was drawn since" : "");
            return;
        }
        if (!vl_match_revocable(s->match, seat, 1)) {
            say(s, warning, "Your last move showed you something new, so it stays.");
            return;
        }
        vl_match_rewind(s->match, position - 1);
        s->told[seat] = position - 1;
    }
    play_format(s, move, &text);
    printf("Taken back: %s\n", vl_text_string(&text));
    vl_text_free(&text);
    s->list_moves = true;
}

/* A word that is no clause may be a card. */
static void show_rules(const struct session *s, const char *clause)
{
    struct vl_text text = {0};
    struct vl_error err = {0};
    if (cli_rules_text(s->game, *clause ? clause : NULL, &text, &err) ||
        s->game->describe(s->deck, clause, &text, NULL))
        printf("%s", vl_text_string(&text));
    else
        say(s, warning, "%s.", err.message);
    vl_text_free(&text);
}

/* From the viewer's own view: the points of hidden cards must not show in the score of the
 * others. */
static void show_score(const struct session *s)
{
    struct vl_view view;
    struct vl_score score;
    play_look(s, &view);
    s->game->score(s->deck->data, view.state.bytes, &score);
    for (int seat = 0; seat < vl_match_setup(s->match)->seats; seat++) {
        struct vl_text text = {0};
        cli_add_name(s->match, seat, &text);
        printf("  %s: %d\n", vl_text_string(&text), score.points[seat]);
        vl_text_free(&text);
    }
}

/* A saved game keeps the secret of its seal: a resumed game needs it for the next deals. */
static bool save(struct session *s, const char *path, struct vl_error *err)
{
    struct vl_text text = {0};
    struct vl_record *record = vl_match_record(s->match, true);
    vl_record_write(record, &text);
    vl_record_free(record);
    bool good = vl_file_save(path, vl_text_string(&text), text.length, err);
    vl_text_free(&text);
    if (good)
        s->saved_at = vl_match_position(s->match);
    return good;
}

/* The path may lie in the line that was typed, which the next line overwrites, so a new one is
 * copied into the session. */
static void save_as(struct session *s, const char *path)
{
    struct vl_error err = {0};
    path = *path ? path : s->path;
    if (!path) {
        say(s, warning, "Where to? save FILE");
    } else if (save(s, path, &err)) {
        printf("Saved in %s.\n", path);
        if (path != s->path)
            snprintf(s->path_bytes, sizeof s->path_bytes, "%s", path);
        s->path = path == s->path ? path : s->path_bytes;
    } else {
        say(s, warning, "Not saved: %s.", err.message);
    }
}

/* Asks once before a game of a person is lost. A pipe is never asked: nobody would answer. */
static void quit(struct session *s)
{
    bool lost = s->saved_at != vl_match_position(s->match) && s->humans > 0;
    if (lost && s->terminal && !s->warned && vl_match_to_act(s->match) != VL_OVER) {
        s->warned = true;
        say(s, warning, "The game is not saved: \"save FILE\" keeps it, \"quit\" again leaves.");
        return;
    }
    s->leaving = true;
}

/* Runs a command; false: the line is none. */
static bool run_command(struct session *s, int seat, const char *line)
{
    char word[16];
    size_t length = strcspn(line, " ");
    const char *rest = line + length + strspn(line + length, " ");
    if (length >= sizeof word)
        return false;
    snprintf(word, sizeof word, "%.*s", (int)length, line);
    if (strcmp(word, "help") == 0 || strcmp(word, "?") == 0)
        show_help();
    else if (strcmp(word, "moves") == 0)
        list_moves(s, rest);
    else if (strcmp(word, "table") == 0)
        show_table(s);
    else if (strcmp(word, "log") == 0)
        show_log(s, rest);
    else if (strcmp(word, "hint") == 0 && seat >= 0)
        play_hint(s, seat);
    else if (strcmp(word, "undo") == 0)
        undo(s, seat);
    else if (strcmp(word, "rules") == 0)
        show_rules(s, rest);
    else if (strcmp(word, "score") == 0)
        show_score(s);
    else if (strcmp(word, "save") == 0)
        save_as(s, rest);
    else if (strcmp(word, "quit") == 0 || strcmp(word, "exit") == 0)
        quit(s);
    else
        return false;
    return true;
}

/* ---- Turns ---- */

/* Saves after every move where a file was given, so that a closed window loses nothing. */
static void try_line(struct session *s, int seat, const char *line)
{
    struct vl_error err;
    switch (play_line(s, seat, line, &err)) {
    case PLAY_PLAYED:
        s->warned = false;
        s->list_moves = true;
        if (s->path && !save(s, s->path, &err))
            say(s, warning, "Not saved: %s.", err.message);
        return;
    case PLAY_NOTED:
        printf("Noted; name the others too.\n");
        s->list_moves = true;
        return;
    case PLAY_REFUSED:
        if (err.clause[0])
            say(s, warning, "Refused: %s (%s).", err.message, err.clause);
        else
            say(s, warning, "Not played: %s.", err.message);
    }
}

/* One line of input without blanks at its ends; NULL when the input has ended. */
static const char *read_trimmed(struct session *s)
{
    static char line[4096];
    const char *typed = play_read(s, "> ");
    if (!typed) {
        s->leaving = true;
        return NULL;
    }
    snprintf(line, sizeof line, "%s", typed);
    return cli_trim(line);
}

/* Several people share the screen: it is cleared before the next one looks, so that nobody sees
 * another's hand. */
static void hand_over(struct session *s, int seat)
{
    if (seat == s->viewer)
        return;
    if (s->humans > 1 && s->terminal) {
        struct vl_text name = {0};
        cli_add_name(s->match, seat, &name);
        printf("\033[H\033[2J\033[3J%s, the screen is yours. Press Return when you alone look.\n",
               vl_text_string(&name));
        vl_text_free(&name);
        play_read(s, "");
    }
    s->viewer = seat;
    s->show_table = true;
}

/* A line is first compared with the names of moves: a game may have a move that is called like one
 * of our commands. */
static void human_turn(struct session *s, int seat)
{
    hand_over(s, seat);
    s->show_table |= play_step(s, seat) == 0; /* a new turn; within it the news suffice */
    tell_news(s);
    if (s->show_table)
        show_table(s);
    play_offer(s);
    if (s->list_moves || s->show_table) {
        show_prompt(s, seat);
        list_moves(s, NULL);
    }
    s->show_table = s->list_moves = false;
    uint32_t position = vl_match_position(s->match);
    while (!s->leaving && !s->list_moves && position == vl_match_position(s->match)) {
        const char *line = read_trimmed(s);
        if (!line || !*line)
            continue;
        if (play_is_move(s, line) || !run_command(s, seat, line))
            try_line(s, seat, line);
    }
}

static void bot_turn(struct session *s, int seat)
{
    struct vl_answer answer;
    struct vl_view view;
    struct vl_error err;
    play_ask_bot(s, seat, &view, &answer);
    if (!vl_match_play(s->match, answer.move, &err))
        VL_UNREACHABLE(); /* a bot plays legal moves only */
    if (s->humans == 0)
        tell_news(s);
}

/* With one person at the screen the end is still told from their view; with several, or none, as a
 * spectator sees it. */
static void show_end(struct session *s)
{
    struct vl_text text = {0};
    struct vl_error err = {0};
    s->viewer = s->humans == 1 ? s->viewer : VL_SPECTATOR;
    s->show_table = s->humans > 0;
    if (s->humans <= 1)
        tell_news(s);
    show_table(s);
    say(s, bold, "\nThe game is over.");
    cli_show_score(s->match, &text);
    cli_print(&text);
    if (s->path && save(s, s->path, &err))
        printf("The record is saved in %s.\n", s->path);
    else if (s->path)
        say(s, warning, "The record is not saved: %s.", err.message);
    else if (s->humans)
        printf("\"save FILE\" keeps the record, Return leaves.\n");
    s->offered_count = 0;
    while (!s->leaving && s->humans && !s->path) {
        const char *line = read_trimmed(s);
        if (!line || !*line)
            s->leaving = true;
        else if (!run_command(s, VL_OVER, line))
            printf("The game is over: log, table, score, rules, save FILE or quit.\n");
    }
}

/* The loop ends at the end of the game, at "quit" and at the end of the input; only the first of
 * these shows the result. */
int play_run(struct session *s)
{
    int seat;
    s->show_table = true;
    while (!s->leaving && (seat = vl_match_to_act(s->match)) != VL_OVER) {
        if (s->human[seat])
            human_turn(s, seat);
        else
            bot_turn(s, seat);
    }
    if (!s->leaving)
        show_end(s);
    else if (s->path)
        save_as(s, "");
    else if (s->saved_at == UINT32_MAX)
        printf("The game was not saved.\n");
    play_read_end();
    return cli_finish(CLI_DONE);
}
