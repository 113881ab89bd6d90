/* Lines from a person, with editing, or from a pipe. */
#include <editline/readline.h>
#include <strings.h>

#include "cli/play.h"
#include "core/banned.h"

/* The library completes through callbacks without an argument, so these are static; there is one
 * terminal. */
static char *line;         /* the line last read */
static size_t line_size;   /* of a line from a pipe */
static struct session *at; /* whose moves are completed */

/* The completions of the text after the last comma, one for each call. */
static char *complete(const char *text, int state)
{
    static uint32_t next;
    if (state == 0)
        next = 0;
    size_t skip = strspn(text, " "), length = strlen(text + skip);
    while (at) {
        struct vl_text word = {0};
        uint32_t index = next++;
        if (index < at->offered_count)
            play_format(at, at->offered[index], &word);
        else if (play_words[index - at->offered_count])
            vl_text_add(&word, play_words[index - at->offered_count]);
        else
            return NULL;
        char *match = NULL;
        if (strncasecmp(vl_text_string(&word), text + skip, length) == 0 &&
            asprintf(&match, "%.*s%s", (int)skip, text, vl_text_string(&word)) < 0)
            match = NULL;
        vl_text_free(&word);
        if (match)
            return match;
    }
    return NULL;
}

static char **complete_all(const char *text, int start, int end)
{
    (void)start;
    (void)end;
    rl_attempted_completion_over = 1; /* no names of files */
    return rl_completion_matches(text, complete);
}

/* At the first line only: a program that reads from a pipe must not set up a terminal. */
static void prepare_editor(void)
{
    static bool ready;
    static char breaks[] = ",";
    if (ready)
        return;
    ready = true;
    rl_readline_name = "valise";
    rl_initialize();
    using_history();
    stifle_history(500);
    rl_completer_word_break_characters = breaks;
    rl_attempted_completion_function = complete_all;
}

/* The library allocates the line, and so does getline; both want free. */
void play_read_end(void)
{
    free(line);
    line = NULL;
    line_size = 0;
}

const char *play_read(struct session *session, const char *prompt)
{
    if (session->terminal) {
        prepare_editor();
        fflush(stdout);
        play_read_end();
        at = session;
        line = readline(prompt);
        if (line && *line)
            add_history(line);
        return line;
    }
    fflush(stdout); /* a program at the other end may wait for this before it answers */
    ssize_t length = getline(&line, &line_size, stdin);
    if (length < 0)
        return NULL;
    while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
        line[--length] = '\0';
    printf("%s%s\n", prompt, line);
    return line;
}
