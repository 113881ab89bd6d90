/*
 * A game in the terminal: what its files share.
 *
 * play_start.c has the command and seats the players, play.c the turns, play_moves.c reads moves as
 * people type them, play_input.c reads lines, play_bots.c asks bots.
 */
#ifndef VALISE_CLI_PLAY_H
#define VALISE_CLI_PLAY_H

#include "cli/cli.h"

struct session {
    const struct vl_game *game;
    struct vl_deck *deck;
    struct vl_match *match;
    bool human[VL_MAX_SEATS];
    uint32_t humans;
    struct vl_player bots[VL_MAX_SEATS];
    struct vl_memory *memory[VL_MAX_SEATS]; /* of bots that search */
    uint64_t bot_seed;
    uint32_t milliseconds; /* how long a bot may think; 0: as long as its level says */

    int viewer;                  /* the seat that looks at the screen */
    uint32_t told[VL_MAX_SEATS]; /* each seat has read the log up to this position */
    bool show_table;             /* before the next prompt */
    bool list_moves;
    uint32_t saved_at; /* the position of the last save, or UINT32_MAX */
    bool leaving, warned;
    const char *path; /* where to save, or NULL */
    char path_bytes[4096];
    bool terminal, colour;

    /* What is offered by number: the legal moves, and every element that an open set still takes.
     */
    uint32_t offered_count;
    vl_move offered[2 * VL_MAX_MOVES];
    /* Elements of a set that cannot be played before others of it are named. */
    uint32_t noted_count;
    vl_move noted[VL_MAX_MOVES];
};

/* ---- play.c ---- */

/* What the viewer sees of the table now. */
void play_look(const struct session *session, struct vl_view *view);
/* A line that stands out. */
__attribute__((format(printf, 2, 3))) void play_title(const struct session *session,
                                                      const char *format, ...);
/* The name to type, and what the move will do where the name does not say it. */
void play_describe(const struct session *session, vl_move move, struct vl_text *out);
/* Plays until the end of the game or of the input; returns the exit status. */
int play_run(struct session *session);

/* ---- play_bots.c ---- */

/* Decisions that a seat has made since another one moved. */
uint32_t play_step(const struct session *session, int seat);
/* What the bot of a seat does; `view` is what it sees. */
void play_ask_bot(struct session *session, int seat, struct vl_view *view,
                  struct vl_answer *answer);
/* Shows what the strongest bot would do in the place of a seat. */
void play_hint(const struct session *session, int seat);

/* ---- play_moves.c ---- */

/* Fills `offered` for the acting seat. */
void play_offer(struct session *session);
/* A move in the notation, as the seat sees it. */
void play_format(const struct session *session, vl_move move, struct vl_text *out);
/* What it will do, with the names of seats. */
void play_label(const struct session *session, vl_move move, struct vl_text *out);

enum play_result { PLAY_REFUSED, PLAY_NOTED, PLAY_PLAYED };

/* Plays a line: a move by number or name, several with commas between them, or a set in one go
 * ("VERB A B C"). Plays all of it or nothing. */
enum play_result play_line(struct session *session, int seat, const char *line,
                           struct vl_error *err);
/* Whether the line is exactly the name of a move on offer. */
bool play_is_move(const struct session *session, const char *line);

/* ---- play_input.c ---- */

/* One line without its end, or NULL at the end of input; valid up to the next call. With a
 * terminal at both ends it can be edited, has a history, and completes moves and commands; else
 * what is read is echoed, so that the output reads as a whole. */
const char *play_read(struct session *session, const char *prompt);
void play_read_end(void);

/* The words a line may begin with, besides moves; ends with NULL. */
extern const char *const play_words[];

#endif
