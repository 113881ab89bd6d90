/*
 * What the subcommands of `valise` share: the table of commands, the argument reader, errors,
 * and the way from words on the command line to a game, its deck and its setup.
 *
 * Exit status: 0 for success, 1 for a job that was refused or failed, 2 for wrong usage. Errors go
 * to standard error and say what to do.
 */
#ifndef VALISE_CLI_H
#define VALISE_CLI_H

#include "valise/bot.h"
#include "valise/match.h"

enum { CLI_GO_ON = -1, CLI_DONE = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

struct cli_command {
    const char *name;
    const char *usage; /* what follows the name */
    const char *help;  /* one line */
    int (*run)(const struct cli_command *self, int argc, char **argv);
};

/* ---- Arguments ---- */

enum cli_kind {
    CLI_FLAG,   /* bool: no value */
    CLI_NUMBER, /* uint64_t in least .. most */
    CLI_COUNT,  /* uint32_t in least .. most */
    CLI_TEXT,   /* const char * */
    CLI_TEXTS,  /* struct cli_texts: may be given several times */
    CLI_TAKE,   /* struct cli_taker: each value is judged as it is read; a list if most > 1 */
};

enum { CLI_MAX_TEXTS = 8, CLI_MAX_WORDS = 20 };

struct cli_taker {
    bool (*take)(void *context, const char *value, struct vl_error *err);
    void *context;
};

struct cli_texts {
    uint32_t count;
    const char *text[CLI_MAX_TEXTS];
};

struct cli_option {
    const char *name; /* with its dashes; the list ends with NULL */
    enum cli_kind kind;
    void *target;
    uint64_t least, most;
    const char *value; /* what the value is called in the help */
    const char *help;
};

/* The words that are not options. */
struct cli_words {
    uint32_t count;
    const char *word[CLI_MAX_WORDS];
};

/* Reads argv[1] and on: options in any place, "--name value" or "--name=value", "--" ends them,
 * "--help" prints the command's. `options` is NULL where there are none. Returns CLI_GO_ON or the
 * exit status. */
int cli_read(const struct cli_command *self, int argc, char **argv,
             const struct cli_option *options, uint32_t least_words, uint32_t most_words,
             struct cli_words *words);
/* Sets one option; err says what its value should be. */
bool cli_set(const struct cli_option *option, const char *value, struct vl_error *err);
/* Reads a file of lines "name = value", where the names are those of the options without their
 * dashes; "limit.NAME = N" stands for "--limit NAME=N". Errors name file and line. The values lie
 * in `keep`, which must live as long as they are used. */
bool cli_read_file(const char *path, const struct cli_option *options, struct vl_text *keep,
                   struct vl_error *err);
/* Takes blanks off both ends of a line, in place. */
char *cli_trim(char *text);
/* Decimal digits only, in least .. most. */
bool cli_number(const char *text, uint64_t least, uint64_t most, uint64_t *value);

/* ---- Errors ---- */

/* "valise: ..." and a newline to standard error; returns `status`. */
__attribute__((format(printf, 2, 3))) int cli_error(int status, const char *format, ...);
/* The same from a vl_error: where it is, what is wrong, and the clause. */
int cli_report(int status, const struct vl_error *err);
/* Wrong usage: the message, and how to see what is right. Returns CLI_USAGE. */
__attribute__((format(printf, 2, 3))) int cli_misuse(const struct cli_command *self,
                                                     const char *format, ...);
/* Prints a text to standard output and frees it. */
void cli_print(struct vl_text *text);
/* Flushes standard output: a full disk or a closed pipe makes a done job a failed one. */
int cli_finish(int status);

/* ---- Games ---- */

/* Finds a game; the error names those there are. */
const struct vl_game *cli_find_game(const struct cli_command *self, const char *id);
/* Finds a game that can be played and opens its deck, built in or from a folder (NULL: built
 * in). CLI_GO_ON or the exit status. */
int cli_open_game(const struct cli_command *self, const char *id, const char *folder,
                  const struct vl_game **game, struct vl_deck **deck);
/* A setup from --seats (0: the least) and --option name=value. */
int cli_setup(const struct cli_command *self, const struct vl_game *game, uint32_t seats,
              const struct cli_texts *options, struct vl_setup *setup);

/* Appends the name of a seat; one without a name is "Seat N", counted from 1. */
void cli_add_name(const struct vl_match *match, int seat, struct vl_text *out);
/* Puts names where {0} .. {3} stand. */
void cli_fill_names(const struct vl_match *match, const char *text, struct vl_text *out);
/* Points by category, ranks, for people. */
void cli_show_score(const struct vl_match *match, struct vl_text *out);

/* ---- Rules pages (rules.c) ---- */

/* Appends a clause ("EB-3.2", "3.2"), a section ("EB-3") or, for NULL, the page, without its marks
 * of emphasis. False, with an error, where there is none. */
bool cli_rules_text(const struct vl_game *game, const char *wanted, struct vl_text *out,
                    struct vl_error *err);

/* The database that a file of settings of `valise serve` names, into `keep`. */
bool cli_serve_database(const char *config, struct vl_text *keep, struct vl_error *err);

/* ---- The subcommands, one file each ---- */

int cli_serve(const struct cli_command *self, int argc, char **argv);
int cli_admin(const struct cli_command *self, int argc, char **argv);
int cli_backup(const struct cli_command *self, int argc, char **argv);
int cli_games(const struct cli_command *self, int argc, char **argv);
int cli_rules(const struct cli_command *self, int argc, char **argv);
int cli_play(const struct cli_command *self, int argc, char **argv);
int cli_sim(const struct cli_command *self, int argc, char **argv);
int cli_arena(const struct cli_command *self, int argc, char **argv);
int cli_bench(const struct cli_command *self, int argc, char **argv);
int cli_record(const struct cli_command *self, int argc, char **argv);
int cli_deck(const struct cli_command *self, int argc, char **argv);
int cli_engine(const struct cli_command *self, int argc, char **argv);

#endif
