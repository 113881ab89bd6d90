/*
 * Decks: the authored data of a game, read from TSV tables.
 *
 * A table is a UTF-8 file: '#' lines are comments, the first other line names the columns, then
 * one row a line, cells parted by tabs, no quoting. The columns and what may stand in them are
 * declared by the game; the reader checks every cell and reports file, line, column and what was
 * expected. The game then turns the tables into its hot, pointer-free deck struct. Names and lore
 * stay behind in the tables, away from the hot fields.
 */
#ifndef VALISE_DECK_H
#define VALISE_DECK_H

#include "valise/error.h"
#include "valise/text.h"

#include <stdint.h>

struct vl_game;

/* What a cell holds, and how its value reads. */
enum vl_cell_kind {
    VL_CELL_TEXT, /* not empty; least .. most characters (0, 0: any length) */
    VL_CELL_INT,  /* least .. most */
    VL_CELL_WORD, /* one of `words`; value is its index */
    VL_CELL_SET,  /* words parted by spaces, each once, or '-' for none; value is a bit mask */
    VL_CELL_LIST, /* words parted by spaces, repeats allowed, or '-'; value is their number */
    VL_CELL_KEY,  /* lower-case letters, digits, hyphens; unique in its column */
    VL_CELL_REF,  /* the key of a row in the table `words[0]`, or '-' if least < 0; value: row */
};

/* A column of a table, as the game declares it. */
struct vl_column {
    const char *name;
    enum vl_cell_kind kind;
    int64_t least, most;      /* SET and LIST: how many words; 0, 0: any number */
    const char *const *words; /* ends with NULL; at most 63 for SET */
};

/* Bounds of what a game may declare. */
enum { VL_MAX_COLUMNS = 32, VL_MAX_TABLES = 32 };

/* A table of a deck: one TSV file. */
struct vl_table_spec {
    const char *name; /* file name without .tsv */
    const struct vl_column *columns;
    uint32_t column_count;
    uint32_t least_rows, most_rows;
};

/* Columns and tables as a game lists them: a key; a text of least .. most characters; a number; one
 * of some words; the key of a row in another table, or that or '-'. */
#define VL_KEY_COLUMN(name)                                                                        \
    {                                                                                              \
        name, VL_CELL_KEY, 0, 0, NULL                                                              \
    }
/* See VL_KEY_COLUMN. */
#define VL_TEXT_COLUMN(name, least, most)                                                          \
    {                                                                                              \
        name, VL_CELL_TEXT, least, most, NULL                                                      \
    }
/* See VL_KEY_COLUMN. */
#define VL_INT_COLUMN(name, least, most)                                                           \
    {                                                                                              \
        name, VL_CELL_INT, least, most, NULL                                                       \
    }
/* See VL_KEY_COLUMN. */
#define VL_WORD_COLUMN(name, words)                                                                \
    {                                                                                              \
        name, VL_CELL_WORD, 0, 0, words                                                            \
    }
/* See VL_KEY_COLUMN. */
#define VL_REF_COLUMN(name, table)                                                                 \
    {                                                                                              \
        name, VL_CELL_REF, 0, 0, (const char *const[])                                             \
        {                                                                                          \
            table, NULL                                                                            \
        }                                                                                          \
    }
/* See VL_KEY_COLUMN. */
#define VL_REF_OR_NONE_COLUMN(name, table)                                                         \
    {                                                                                              \
        name, VL_CELL_REF, -1, 0, (const char *const[])                                            \
        {                                                                                          \
            table, NULL                                                                            \
        }                                                                                          \
    }
/* A table of these columns, with a number of rows. */
#define VL_TABLE(name, columns, least_rows, most_rows)                                             \
    {                                                                                              \
        name, columns, sizeof columns / sizeof *(columns), least_rows, most_rows                   \
    }

/* A cell that has been checked. */
struct vl_cell {
    const char *text; /* terminated; owned by the deck */
    int64_t value;    /* -1 for an empty reference */
};

/* A deck that has been read and checked. It does not change; threads may share it. */
struct vl_deck {
    const struct vl_game *game;
    void *data;       /* the game's deck struct: game->deck_size bytes, without pointers */
    char hash[17];    /* 16 hex digits over the tables' bytes */
    char source[256]; /* "built in" or the folder */
    uint32_t rows[VL_MAX_TABLES];
    struct vl_cell *cells[VL_MAX_TABLES]; /* row by row */
    uint32_t *lines[VL_MAX_TABLES];       /* the line each row stands on, for errors */
    char *bytes[VL_MAX_TABLES];           /* the files as read, cut into cells */
    size_t sizes[VL_MAX_TABLES];
    char *originals[VL_MAX_TABLES]; /* the files as read, untouched: what a store keeps */
};

/* The deck inside the program, or, with a folder, the one in its *.tsv files. NULL on failure. */
struct vl_deck *vl_deck_open(const struct vl_game *game, const char *folder, struct vl_error *err);
/* A deck from memory: one entry a table, in the order of game->tables. */
struct vl_deck *vl_deck_parse(const struct vl_game *game, const char *const *files,
                              const size_t *sizes, const char *source, struct vl_error *err);
/* Frees a deck; NULL is allowed. No match that uses it may be left. */
void vl_deck_free(struct vl_deck *deck);

/* A cell by table number, row and column number, as declared. */
const struct vl_cell *vl_deck_cell(const struct vl_deck *deck, uint32_t table, uint32_t row,
                                   uint32_t column);
/* The text of a cell. */
const char *vl_deck_text(const struct vl_deck *deck, uint32_t table, uint32_t row, uint32_t column);
/* The value of a cell; its kind says what that is. */
int64_t vl_deck_value(const struct vl_deck *deck, uint32_t table, uint32_t row, uint32_t column);
/* The row with this key in the given column, or -1. */
int vl_deck_find(const struct vl_deck *deck, uint32_t table, uint32_t column, const char *key);
/* Fills err with a message and the place of a row, file:line, and returns false. For the checks of
 * games. */
__attribute__((format(printf, 5, 6))) bool vl_deck_fail(const struct vl_deck *deck, uint32_t table,
                                                        uint32_t row, struct vl_error *err,
                                                        const char *format, ...);
/* Every table as JSON, for front ends: {"table":[{"column":"text",...},...],...}. */
void vl_deck_json(const struct vl_deck *deck, struct vl_text *out);

#endif
