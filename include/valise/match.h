/*
 * A match in progress: positions, log, trying and committing, undo, record.
 *
 * A position is numbered by the moves played before it, chance included. The match replays from
 * its start, so every earlier position can be computed again. Decks are borrowed and must outlive
 * it. Not safe for two threads at once.
 */
#ifndef VALISE_MATCH_H
#define VALISE_MATCH_H

#include "valise/game.h"
#include "valise/record.h"

struct vl_match;

/* Starts a match; NULL on failure. Sealed and seeded matches draw their first chance moves at once,
 * unless `wait` is set: then the caller calls vl_match_run_chance later, after seats have added
 * their nonces. */
struct vl_match *vl_match_new(const struct vl_game *game, const struct vl_deck *deck,
                              const struct vl_setup *setup, const struct vl_chance *chance,
                              bool wait, struct vl_error *err);
/* The setup that a record was played with: its version of the rules, its seats, its options.
 * Refused if this program does not play that version. */
bool vl_record_setup(const struct vl_game *game, const struct vl_record *record,
                     struct vl_setup *setup, struct vl_error *err);
/* Replays a record under the version of the rules that it names: every move must be legal, chance
 * included; err->where names the move. The deck must be the record's; chance that follows comes
 * from the record's seal or seed. */
struct vl_match *vl_match_from_record(const struct vl_game *game, const struct vl_deck *deck,
                                      const struct vl_record *record, struct vl_error *err);
/* A new match that continues from an earlier position of another, as `viewer` saw it: the chance of
 * the new match draws again what the viewer could not know, and nothing else is copied. VL_OPEN
 * takes the position as it was. Pending chance moves wait for vl_match_run_chance. Refused if the
 * game is over at that position. */
struct vl_match *vl_match_fork(const struct vl_match *source, uint32_t position, int viewer,
                               const struct vl_chance *chance, struct vl_error *err);
/* Frees a match; NULL is allowed. The deck stays. */
void vl_match_free(struct vl_match *match);

/* The game of a match. */
const struct vl_game *vl_match_game(const struct vl_match *match);
/* The deck of a match, which the caller of vl_match_new owns. */
const struct vl_deck *vl_match_deck(const struct vl_match *match);
/* Seats and options of a match. */
const struct vl_setup *vl_match_setup(const struct vl_match *match);
/* Where the chance moves come from. Nonces are set here, before the first card. */
struct vl_chance *vl_match_chance(struct vl_match *match);
/* The present state: everything, hidden cards included. Show people a view of it (vl_look). */
const void *vl_match_state(const struct vl_match *match);
/* The seat to act, VL_CHANCE or VL_OVER. */
int vl_match_to_act(const struct vl_match *match);
/* The number of moves played so far, chance included. */
uint32_t vl_match_position(const struct vl_match *match);
/* Names a seat, for logs and records; cut to VL_NAME_SIZE - 1 bytes. */
void vl_match_name(struct vl_match *match, int seat, const char *name);
/* The name of a seat, or an empty string. */
const char *vl_match_seat_name(const struct vl_match *match, int seat);

/* The move played at a position, and who played it (a seat or VL_CHANCE). */
vl_move vl_match_move_at(const struct vl_match *match, uint32_t position, int *actor);
/* Whether a stand-in bot made the move at a position, because the player of the seat was away. */
bool vl_match_minded_at(const struct vl_match *match, uint32_t position);
/* Marks the moves of seats from a position on as made by a stand-in bot. */
void vl_match_mark_minded(struct vl_match *match, uint32_t from);
/* The state at an earlier position (or the present one) into the caller's bytes. */
void vl_match_state_at(const struct vl_match *match, uint32_t position, void *state);

/* Plays one move of the acting seat, then, unless chance is manual, the chance moves that
 * follow. Illegal: refused with the clause, nothing changed. */
bool vl_match_play(struct vl_match *match, vl_move move, struct vl_error *err);
/* The same from text. */
bool vl_match_play_text(struct vl_match *match, const char *text, struct vl_error *err);
/* Plays one pending chance move: the given one, or a drawn one for VL_NO_MOVE. With manual chance
 * a drawn one comes from the given generator, which may be NULL otherwise. */
bool vl_match_play_chance(struct vl_match *match, vl_move move, struct vl_rng *rng,
                          struct vl_error *err);
/* Plays the pending chance moves, unless chance is manual. */
void vl_match_run_chance(struct vl_match *match);
/* Goes back to an earlier position. Nothing is asked: see vl_match_revocable for what a player may
 * take back. */
void vl_match_rewind(struct vl_match *match, uint32_t position);
/* The position before the last move of a seat; false if no seat has moved. */
bool vl_match_undo(struct vl_match *match);
/* Replaces the position (engine protocol); the log restarts here. */
bool vl_match_load(struct vl_match *match, const void *state, struct vl_error *err);

/* Where a list of moves would lead; the match itself does not change. */
struct vl_try {
    uint32_t played;             /* moves of the list that were played */
    bool stopped;                /* chance comes next: only a commit shows what follows */
    vl_move order[VL_MAX_MOVES]; /* the moves in the order they are played */
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
};

/* Tries moves of one seat, in any order within a set. Stops before chance or when another seat
 * must act; moves left over then are refused. A refused try still says how many moves could be
 * played, and in which order. The state is the true one: for what a seat may see of it, use
 * vl_match_preview. */
bool vl_match_try(const struct vl_match *match, int seat, const vl_move *moves, uint32_t count,
                  struct vl_try *result, struct vl_error *err);
/* Plays all of the moves or none, and the chance moves that follow. */
bool vl_match_commit(struct vl_match *match, int seat, const vl_move *moves, uint32_t count,
                     struct vl_error *err);

/* ---- Trying, as a seat may see it (src/table/try.c) ---- */

/* What a seat would see after a list of moves. A preview can be taken back, so it shows nothing
 * that the seat does not know: it stops before chance and before a move that shows something
 * hidden. */
struct vl_preview {
    uint32_t count; /* moves, in the order they are played; pending ones last, as touched */
    vl_move moves[VL_MAX_MOVES];
    uint32_t played;  /* of them shown in `view` */
    uint32_t pending; /* elements of a set that cannot be played before others of it are named */
    bool stopped;     /* something random or hidden would show next */
    bool turn_over;   /* after all of the moves another seat, chance or the end comes */
    int to_act;       /* in `view` */
    struct vl_view view;
};

/* Refused where the moves can neither be played nor wait for the rest of a set. */
bool vl_match_preview(const struct vl_match *match, int seat, const vl_move *moves, uint32_t count,
                      struct vl_preview *preview, struct vl_error *err);
/* How many of the last moves of the log the seat may take back, at most `most`: they are its own,
 * and they showed it nothing that it did not know before. */
uint32_t vl_match_revocable(const struct vl_match *match, int seat, uint32_t most);

/* Whether these moves are different elements that can all still join the open set. */
bool vl_choice_waits(const struct vl_choice *choice, const vl_move *moves, uint32_t count);

/* A list of moves while it is read: each is read in the view that those before it lead to. */
struct vl_plan {
    const struct vl_match *match; /* borrowed; it must not change meanwhile */
    int seat;
    uint32_t count, played; /* moves in the list; those that led to `state` */
    bool stuck;             /* a move cannot be played, and no further one can change that */
    vl_move moves[VL_MAX_MOVES];
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view view; /* in which the next move is read */
};

/* An empty list for the next moves of a seat. */
void vl_plan_start(struct vl_plan *plan, const struct vl_match *match, int seat);
/* False when the list is full. A move that cannot be played is added too: a commit refuses it. */
bool vl_plan_add(struct vl_plan *plan, vl_move move);
/* Reads moves from texts; err->where names the one that is no move of the game. */
bool vl_match_parse(const struct vl_match *match, int seat, const char *const *texts,
                    uint32_t count, vl_move *moves, struct vl_error *err);

/* The line of the log for the move at a position, as `viewer` may know it; {n} stands for seats.
 * The text may be empty. */
void vl_match_line(const struct vl_match *match, uint32_t position, int viewer,
                   struct vl_line *line);

/* The match as a record; the caller frees it. The secret is revealed only if the match is over
 * or `reveal` is set. */
struct vl_record *vl_match_record(const struct vl_match *match, bool reveal);

/* The result of a verification. */
struct vl_verdict {
    bool legal;   /* every move was */
    bool sealed;  /* chance was sealed and the secret is revealed */
    bool pledged; /* there are nonces, and each is the one that its seat had pledged */
    bool fair;    /* sealed or seeded, and every chance move follows from it; so do the cards that
                     were drawn again where a match continues from a position of another */
    bool over;
    bool same_result; /* points, ranks and hash are as the record says */
};

/* Replays a record and compares. False: the record does not hold, err says where. */
bool vl_record_verify(const struct vl_game *game, const struct vl_deck *deck,
                      const struct vl_record *record, struct vl_verdict *verdict,
                      struct vl_error *err);

#endif
