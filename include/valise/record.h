/*
 * Records: a match as a text file, and the seal that makes its deals fair.
 *
 * docs/records.md describes the format. A record keeps its moves as text, so that it can
 * be shown even if its rules or its deck are no longer available.
 *
 * Seal. At a table the chance moves come from a 32-byte secret. Its hash is the commitment,
 * published before the first card; seats may then add nonces; the secret is revealed at the end.
 * Each seat pledges its nonce, by a hash, before any seat reveals one: so nobody can choose a nonce
 * that fits those of the others.
 * For the chance move at position n, libsodium's keyed stream gives 32 bytes, and these are the
 * whole state of a generator used for this one draw: a card tells nothing about any other.
 */
#ifndef VALISE_RECORD_H
#define VALISE_RECORD_H

#include "valise/game.h"

/* Sizes in bytes; a name ends with a zero byte. */
enum { VL_SECRET_SIZE = 32, VL_NAME_SIZE = 64 };

/* Where chance moves come from. */
enum vl_chance_source {
    VL_CHANCE_MANUAL, /* set by hand: the record says it is unsealed */
    VL_CHANCE_SEEDED, /* from a small seed: reproducible, not secret */
    VL_CHANCE_SEALED,
};

/* The seal of a match; see above. */
struct vl_seal {
    uint8_t secret[VL_SECRET_SIZE];
    uint8_t commitment[VL_SECRET_SIZE];
    uint8_t nonce[VL_MAX_SEATS][VL_SECRET_SIZE];
    bool has_nonce[VL_MAX_SEATS];
    uint8_t pledge[VL_MAX_SEATS][VL_SECRET_SIZE]; /* hash of a nonce, given before any nonce */
    bool has_pledge[VL_MAX_SEATS];
    bool without[VL_MAX_SEATS]; /* a person's seat that the deal was made without */
    uint32_t restarts;          /* rounds in which a seat pledged a nonce and did not reveal it */
    bool revealed;              /* `secret` is set; else only the commitment is known */
};

/* The chance of a match. */
struct vl_chance {
    enum vl_chance_source source;
    uint64_t seed;       /* SEEDED */
    struct vl_seal seal; /* SEALED */
};

/* A seal with a fresh secret. */
void vl_seal_new(struct vl_seal *seal);
/* Computes the commitment of the secret. */
void vl_seal_commit(struct vl_seal *seal);
/* Whether the revealed secret is the one committed to. */
bool vl_seal_holds(const struct vl_seal *seal);
/* The pledge of a nonce: a hash that binds it to this seal's commitment and to the seat. */
void vl_seal_pledge(const struct vl_seal *seal, uint32_t seat, const uint8_t nonce[VL_SECRET_SIZE],
                    uint8_t pledge[VL_SECRET_SIZE]);
/* Whether the deal was made with pledges: a seat pledged a nonce, or is known to have given none,
 * or the deal was restarted. */
bool vl_seal_has_pledges(const struct vl_seal *seal);
/* Whether each nonce is the one that its seat pledged, and each pledge was kept. True for a seal
 * without pledges, as earlier programs made them; false: err says which seat. */
bool vl_seal_pledges_hold(const struct vl_seal *seal, struct vl_error *err);
/* The generator for the chance move at a position; not for MANUAL. */
void vl_chance_rng(const struct vl_chance *chance, uint32_t position, struct vl_rng *rng);

/* The draw that fills in what is hidden in a start; no move has this position. */
enum { VL_START_DRAW = (int)0x7fffffff };

/*
 * The first position of a match that continues another one: a position of that match, in which the
 * cards that `viewer` could not know were drawn again. A viewer that sees everything (VL_OPEN)
 * means that the position was taken as it was.
 */
struct vl_start {
    int viewer;
    uint32_t position; /* in the match it was taken from */
    char *state;       /* the open state in JSON, owned; NULL: the match begins at its beginning */
};

/* A record in memory. */
struct vl_record {
    char game[32];
    uint32_t rules_version;
    char deck_hash[17];
    uint32_t seats;
    char options[VL_MAX_OPTIONS][64]; /* "name=value" */
    uint32_t option_count;
    char names[VL_MAX_SEATS][VL_NAME_SIZE];
    struct vl_chance chance;
    struct vl_start start;
    uint32_t line; /* of the first move, in the file that it was read from */
    uint32_t move_count;
    uint32_t move_capacity;
    char **moves;   /* text without the actor; owned */
    int8_t *actors; /* a seat or VL_CHANCE */
    bool *minded;   /* a stand-in bot made the move */
    bool over;
    int32_t points[VL_MAX_SEATS]; /* if over */
    uint8_t ranks[VL_MAX_SEATS];
    uint64_t hash; /* of the last position */
};

/* An empty record; running out of memory aborts. */
struct vl_record *vl_record_new(void);
/* Frees a record; NULL is allowed. */
void vl_record_free(struct vl_record *record);
/* Adds a move, as text, of a seat or VL_CHANCE. */
void vl_record_add(struct vl_record *record, int actor, const char *move);
/* Marks the move added last as made by a stand-in bot. */
void vl_record_mark_minded(struct vl_record *record);
/* Writes a record in the format of docs/records.md. */
void vl_record_write(const struct vl_record *record, struct vl_text *out);
/* Reads one record; NULL on failure, and err->where is the line. */
struct vl_record *vl_record_parse(const char *bytes, size_t size, struct vl_error *err);

/* A file may hold several records, one after the other. */
struct vl_record_file {
    const char *bytes; /* what is left */
    size_t size;
    uint32_t line; /* lines read so far */
    bool checked;  /* vl_record_next has seen that all of it is UTF-8 */
};

/* The next record; NULL on failure, with the line in the whole file. */
struct vl_record *vl_record_next(struct vl_record_file *file, struct vl_error *err);

#endif
