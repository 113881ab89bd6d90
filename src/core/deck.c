/*
 * The TSV reader: cuts a file into cells, checks each against its declared column, and says
 * exactly what is wrong. Tables refer to each other by key, so references are resolved last.
 */
#include "valise/deck.h"

#include <errno.h>
#include <inttypes.h>

#include "core/alloc.h"
#include "core/asset.h"
#include "core/banned.h"
#include "core/file.h"
#include "core/hash.h"
#include "core/json_write.h"
#include "core/notation.h"
#include "core/utf8.h"
#include "valise/game.h"

enum { MAX_FILE = 4 << 20, MAX_ROWS = 100000 };

/* The place of a cell, for errors. */
struct place {
    const char *table;
    uint32_t line;
    const char *column; /* NULL: the line as a whole */
};

/* Everything about a cell names file, line and column: decks are edited by hand, often in a
 * spreadsheet that hides line numbers. */
__attribute__((format(printf, 3, 0))) static bool
fail_at(struct vl_error *err, const struct place *at, const char *format, va_list args)
{
    char where[160], message[256];
    snprintf(where, sizeof where, "%s.tsv:%u%s%s", at->table, at->line,
             at->column ? ", column " : "", at->column ? at->column : "");
    vsnprintf(message, sizeof message, format, args);
    return vl_fail(err, VL_BAD_INPUT, where, "%s", message);
}

__attribute__((format(printf, 3, 4))) static bool bad(struct vl_error *err, const struct place *at,
                                                      const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail_at(err, at, format, args);
    va_end(args);
    return false;
}

/* "a, b or c", for messages. */
static void list_words(const char *const *words, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; words[i] && used + 24 < size; i++) {
        const char *glue = i == 0 ? "" : words[i + 1] ? ", " : " or ";
        used += (size_t)snprintf(out + used, size - used, "%s%.20s", glue, words[i]);
    }
}

/* strtoll accepts leading blanks and a plus sign; a deck has one way to write a number, so that its
 * hash does not depend on style. */
static bool read_int(const struct vl_column *column, struct vl_cell *cell, const struct place *at,
                     struct vl_error *err)
{
    char *end;
    errno = 0;
    long long value = strtoll(cell->text, &end, 10);
    size_t digits = strspn(cell->text, "-0123456789");
    if (end == cell->text || cell->text[digits] || *end || errno || value < column->least ||
        value > column->most)
        return bad(err, at,
                   "expected a whole number from %" PRId64 " to %" PRId64 ", found \"%.40s\"",
                   column->least, column->most, cell->text);
    cell->value = value;
    return true;
}

/* Lengths are in characters, because they stand for room on a card. */
static bool read_text(const struct vl_column *column, struct vl_cell *cell, const struct place *at,
                      struct vl_error *err)
{
    int64_t length = (int64_t)vl_utf8_length(cell->text);
    if (cell->text[0] == '\0')
        return bad(err, at, "expected a text, found nothing");
    if (column->most > 0 && (length < column->least || length > column->most))
        return bad(err, at, "expected %" PRId64 " to %" PRId64 " characters, found %" PRId64,
                   column->least, column->most, length);
    return true;
}

/* Keys stand in moves, records and ids of table elements, all of which are plain words. */
static bool read_key(struct vl_cell *cell, const struct place *at, struct vl_error *err)
{
    size_t length = strspn(cell->text, "abcdefghijklmnopqrstuvwxyz0123456789-");
    if (length == 0 || cell->text[length] || cell->text[0] == '-')
        return bad(err, at,
                   "expected a key of lower-case letters, digits and hyphens, found \"%.40s\"",
                   cell->text);
    return true;
}

static bool read_word(const struct vl_column *column, struct vl_cell *cell, const struct place *at,
                      struct vl_error *err)
{
    int index = vl_find_word(column->words, cell->text, strlen(cell->text));
    if (index < 0) {
        char words[160];
        list_words(column->words, words, sizeof words);
        return bad(err, at, "expected %s, found \"%.30s\"", words, cell->text);
    }
    cell->value = index;
    return true;
}

/* A set refuses a word that stands twice, a list does not: two equal icons on a card are two
 * icons. */
static bool read_words(const struct vl_column *column, struct vl_cell *cell, const struct place *at,
                       struct vl_error *err)
{
    bool set = column->kind == VL_CELL_SET;
    int64_t count = 0, mask = 0;
    const char *p = strcmp(cell->text, "-") == 0 ? "" : cell->text;
    if (cell->text[0] == '\0')
        return bad(err, at, "expected words parted by spaces, or '-' for none");
    while (*p) {
        size_t length = strcspn(p, " ");
        int index = vl_find_word(column->words, p, length);
        if (index < 0) {
            char words[160];
            list_words(column->words, words, sizeof words);
            return bad(err, at, "\"%.*s\" is none of %s", (int)(length > 30 ? 30 : length), p,
                       words);
        }
        if (set && (mask >> index & 1))
            return bad(err, at, "%s stands twice", column->words[index]);
        mask |= set ? (int64_t)1 << index : 0;
        count++;
        p += length;
        if (*p && *++p == '\0')
            return bad(err, at, "a space stands at the end");
    }
    if (column->most > 0 && (count < column->least || count > column->most))
        return bad(err, at, "expected %" PRId64 " to %" PRId64 " words, found %" PRId64,
                   column->least, column->most, count);
    cell->value = set ? mask : count;
    return true;
}

static bool read_cell(const struct vl_column *column, struct vl_cell *cell, const struct place *at,
                      struct vl_error *err)
{
    switch (column->kind) {
    case VL_CELL_TEXT:
        return read_text(column, cell, at, err);
    case VL_CELL_INT:
        return read_int(column, cell, at, err);
    case VL_CELL_WORD:
        return read_word(column, cell, at, err);
    case VL_CELL_SET:
    case VL_CELL_LIST:
        return read_words(column, cell, at, err);
    case VL_CELL_KEY:
        return read_key(cell, at, err);
    case VL_CELL_REF:
        return true; /* resolved when all tables are read */
    }
    return false;
}

/* Cuts a line into its cells in place; returns how many there are, at most limit + 1. */
static uint32_t cut(char *line, char **cells, uint32_t limit)
{
    uint32_t count = 0;
    for (char *cell; count <= limit && (cell = strsep(&line, "\t")); count++)
        if (count < limit)
            cells[count] = cell;
    return count;
}

/* Names and order must match exactly. A column that was moved or renamed would otherwise fill the
 * wrong field without an error. */
static bool read_header(const struct vl_table_spec *spec, char **cells, uint32_t count,
                        const struct place *at, struct vl_error *err)
{
    for (uint32_t c = 0; c < spec->column_count; c++) {
        const char *name = spec->columns[c].name, *found = c < count ? cells[c] : "";
        if (strcmp(found, name) != 0)
            return bad(err, at, "column %u of the header: expected \"%s\", found \"%.40s\"", c + 1,
                       name, found);
    }
    if (count > spec->column_count)
        return bad(err, at, "the header has more columns than expected");
    return true;
}

static bool read_row(const struct vl_table_spec *spec, char **cells, uint32_t count,
                     const struct place *at, struct vl_cell *row, struct vl_error *err)
{
    if (count > spec->column_count)
        return bad(err, at, "expected %u cells parted by tabs, found more than %u",
                   spec->column_count, spec->column_count);
    if (count < spec->column_count)
        return bad(err, at, "expected %u cells parted by tabs, found %u", spec->column_count,
                   count);
    for (uint32_t c = 0; c < count; c++) {
        struct place cell = {at->table, at->line, spec->columns[c].name};
        row[c] = (struct vl_cell){.text = cells[c]};
        if (!read_cell(&spec->columns[c], &row[c], &cell, err))
            return false;
    }
    return true;
}

/* Keys are unique within their column. Tables are small: comparing all pairs is quick enough. */
static bool check_keys(const struct vl_deck *deck, uint32_t table, struct vl_error *err)
{
    const struct vl_table_spec *spec = &deck->game->tables[table];
    for (uint32_t c = 0; c < spec->column_count; c++) {
        if (spec->columns[c].kind != VL_CELL_KEY)
            continue;
        for (uint32_t row = 1; row < deck->rows[table]; row++) {
            const char *key = vl_deck_text(deck, table, row, c);
            int first = vl_deck_find(deck, table, c, key);
            struct place at = {spec->name, deck->lines[table][row], spec->columns[c].name};
            if (first != (int)row)
                return bad(err, &at, "the key \"%.40s\" stands in line %u already", key,
                           deck->lines[table][first]);
        }
    }
    return true;
}

/* Cells point into the bytes of the file, which are cut up in place and belong to the deck; only
 * numbers are copied out of them. */
static bool read_table(struct vl_deck *deck, uint32_t table, struct vl_error *err)
{
    const struct vl_table_spec *spec = &deck->game->tables[table];
    struct place at = {spec->name, 0, NULL};
    uint32_t capacity = 0, *rows = &deck->rows[table];
    bool header = false;
    char *cells[VL_MAX_COLUMNS];
    size_t valid = vl_utf8_check(deck->bytes[table], deck->sizes[table]);
    if (valid < deck->sizes[table])
        return vl_fail(err, VL_BAD_INPUT, spec->name, "%s.tsv: byte %zu is not valid UTF-8",
                       spec->name, valid);
    for (char *rest = deck->bytes[table], *text; (text = strsep(&rest, "\n"));) {
        size_t length = strlen(text);
        at.line++;
        if (length && text[length - 1] == '\r')
            return bad(err, &at, "lines end with a newline alone");
        if (!length || *text == '#')
            continue;
        uint32_t count = cut(text, cells, spec->column_count);
        if (!header) {
            if (!read_header(spec, cells, count, &at, err))
                return false;
            header = true;
            continue;
        }
        if (*rows == spec->most_rows)
            return bad(err, &at, "more rows than expected");
        if (*rows == capacity) {
            capacity = capacity ? capacity * 2 : 64;
            size_t width = spec->column_count * sizeof **deck->cells;
            deck->cells[table] = vl_resize(deck->cells[table], capacity, width);
            deck->lines[table] = vl_resize(deck->lines[table], capacity, sizeof **deck->lines);
        }
        deck->lines[table][*rows] = at.line;
        if (!read_row(spec, cells, count, &at, deck->cells[table] + *rows * spec->column_count,
                      err))
            return false;
        ++*rows;
    }
    if (!header)
        return vl_fail(err, VL_BAD_INPUT, spec->name, "%s.tsv: there is no header", spec->name);
    if (*rows < spec->least_rows)
        return vl_fail(err, VL_BAD_INPUT, spec->name, "%s.tsv: expected at least %u rows, found %u",
                       spec->name, spec->least_rows, *rows);
    return check_keys(deck, table, err);
}

static int find_table(const struct vl_game *game, const char *name)
{
    for (uint32_t t = 0; t < game->table_count; t++)
        if (strcmp(game->tables[t].name, name) == 0)
            return (int)t;
    return -1;
}

/* The column with the keys of a table, or -1. */
static int key_column(const struct vl_table_spec *spec)
{
    for (uint32_t c = 0; c < spec->column_count; c++)
        if (spec->columns[c].kind == VL_CELL_KEY)
            return (int)c;
    return -1;
}

/* References are resolved last, because tables may refer to each other in a circle. "-" means none
 * where the column allows it. */
static bool resolve(struct vl_deck *deck, uint32_t table, uint32_t c, struct vl_error *err)
{
    const struct vl_table_spec *spec = &deck->game->tables[table];
    const struct vl_column *column = &spec->columns[c];
    int target = find_table(deck->game, column->words[0]);
    VL_ASSERT(target >= 0);
    int key = key_column(&deck->game->tables[target]);
    VL_ASSERT(key >= 0);
    for (uint32_t row = 0; row < deck->rows[table]; row++) {
        struct vl_cell *cell = deck->cells[table] + row * spec->column_count + c;
        struct place at = {spec->name, deck->lines[table][row], column->name};
        if (column->least < 0 && strcmp(cell->text, "-") == 0) {
            cell->value = -1;
            continue;
        }
        cell->value = vl_deck_find(deck, (uint32_t)target, (uint32_t)key, cell->text);
        if (cell->value < 0)
            return bad(err, &at, "\"%.40s\" is no key in %s.tsv", cell->text, column->words[0]);
    }
    return true;
}

/* The hash covers names and bytes of all tables: a record names it, so that a match is never
 * replayed with other cards. The bytes are kept twice, because reading cuts up one copy and the
 * store needs the other one as it was. */
struct vl_deck *vl_deck_parse(const struct vl_game *game, const char *const *files,
                              const size_t *sizes, const char *source, struct vl_error *err)
{
    struct vl_deck *deck = vl_alloc(1, sizeof *deck);
    deck->data = vl_alloc(1, game->deck_size);
    deck->game = game;
    snprintf(deck->source, sizeof deck->source, "%s", source);
    uint64_t hash = 0;
    for (uint32_t t = 0; t < game->table_count; t++) {
        deck->sizes[t] = sizes[t];
        deck->bytes[t] = memcpy(vl_alloc(sizes[t] + 1, 1), files[t], sizes[t]);
        deck->originals[t] = memcpy(vl_alloc(sizes[t] + 1, 1), files[t], sizes[t]);
        hash = vl_hash_bytes(game->tables[t].name, strlen(game->tables[t].name), hash);
        hash = vl_hash_bytes(files[t], sizes[t], hash);
        if (!read_table(deck, t, err))
            goto fail;
    }
    snprintf(deck->hash, sizeof deck->hash, "%016" PRIx64, hash);
    for (uint32_t t = 0; t < game->table_count; t++)
        for (uint32_t c = 0; c < game->tables[t].column_count; c++)
            if (game->tables[t].columns[c].kind == VL_CELL_REF && !resolve(deck, t, c, err))
                goto fail;
    if (!game->load_deck(deck, err))
        goto fail;
    return deck;
fail:
    vl_deck_free(deck);
    return NULL;
}

struct vl_deck *vl_deck_open(const struct vl_game *game, const char *folder, struct vl_error *err)
{
    struct vl_deck *deck = NULL;
    struct vl_text texts[VL_MAX_TABLES] = {0};
    const char *files[VL_MAX_TABLES];
    size_t sizes[VL_MAX_TABLES];
    for (uint32_t t = 0; t < game->table_count; t++) {
        char path[1024];
        if (!folder) {
            snprintf(path, sizeof path, "data/%s/%s.tsv", game->id, game->tables[t].name);
            const struct vl_asset *asset = vl_asset_find(path);
            if (!asset) {
                vl_fail(err, VL_NOT_FOUND, path, "%s is not built in", path);
                goto out;
            }
            files[t] = (const char *)asset->bytes;
            sizes[t] = asset->size;
            continue;
        }
        int length = snprintf(path, sizeof path, "%s/%s.tsv", folder, game->tables[t].name);
        if (length < 0 || (size_t)length >= sizeof path) {
            vl_fail(err, VL_BAD_INPUT, NULL, "the path of the deck is too long");
            goto out;
        }
        if (!vl_file_read(path, MAX_FILE, &texts[t], err))
            goto out;
        files[t] = vl_text_string(&texts[t]);
        sizes[t] = texts[t].length;
    }
    deck = vl_deck_parse(game, files, sizes, folder ? folder : "built in", err);
out:
    for (uint32_t t = 0; t < game->table_count; t++)
        vl_text_free(&texts[t]);
    return deck;
}

void vl_deck_free(struct vl_deck *deck)
{
    if (!deck)
        return;
    for (uint32_t t = 0; t < VL_MAX_TABLES; t++) {
        free(deck->cells[t]);
        free(deck->lines[t]);
        free(deck->bytes[t]);
        free(deck->originals[t]);
    }
    free(deck->data);
    free(deck);
}

const struct vl_cell *vl_deck_cell(const struct vl_deck *deck, uint32_t table, uint32_t row,
                                   uint32_t column)
{
    VL_ASSERT(table < deck->game->table_count && row < deck->rows[table] &&
              column < deck->game->tables[table].column_count);
    return deck->cells[table] + row * deck->game->tables[table].column_count + column;
}

const char *vl_deck_text(const struct vl_deck *deck, uint32_t table, uint32_t row, uint32_t column)
{
    return vl_deck_cell(deck, table, row, column)->text;
}

int64_t vl_deck_value(const struct vl_deck *deck, uint32_t table, uint32_t row, uint32_t column)
{
    return vl_deck_cell(deck, table, row, column)->value;
}

/* The first row that has the key; check_keys finds a key that stands twice by that. */
int vl_deck_find(const struct vl_deck *deck, uint32_t table, uint32_t column, const char *key)
{
    for (uint32_t row = 0; row < deck->rows[table]; row++)
        if (strcmp(vl_deck_text(deck, table, row, column), key) == 0)
            return (int)row;
    return -1;
}

bool vl_deck_fail(const struct vl_deck *deck, uint32_t table, uint32_t row, struct vl_error *err,
                  const char *format, ...)
{
    struct place at = {deck->game->tables[table].name, deck->lines[table][row], NULL};
    va_list args;
    va_start(args, format);
    fail_at(err, &at, format, args);
    va_end(args);
    return false;
}

void vl_deck_json(const struct vl_deck *deck, struct vl_text *out)
{
    struct vl_json json;
    vl_json_start(&json, out);
    vl_json_object(&json);
    for (uint32_t t = 0; t < deck->game->table_count; t++) {
        const struct vl_table_spec *spec = &deck->game->tables[t];
        vl_json_open_array(&json, spec->name);
        for (uint32_t row = 0; row < deck->rows[t]; row++) {
            vl_json_object(&json);
            for (uint32_t c = 0; c < spec->column_count; c++) {
                if (spec->columns[c].kind == VL_CELL_INT)
                    vl_json_put_int(&json, spec->columns[c].name, vl_deck_value(deck, t, row, c));
                else
                    vl_json_put_string(&json, spec->columns[c].name, vl_deck_text(deck, t, row, c));
            }
            vl_json_end_object(&json);
        }
        vl_json_end_array(&json);
    }
    vl_json_end_object(&json);
}

/* ---- What games use that have nothing of their own ---- */

bool vl_default_check_deck(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    (void)err;
    for (uint32_t t = 0; t < deck->game->table_count; t++)
        vl_text_addf(report, "%s: %u rows\n", deck->game->tables[t].name, deck->rows[t]);
    return true;
}

bool vl_default_describe(const struct vl_deck *deck, const char *key, struct vl_text *out,
                         struct vl_error *err)
{
    bool found = false;
    for (uint32_t t = 0; t < deck->game->table_count; t++) {
        const struct vl_table_spec *table = &deck->game->tables[t];
        int column = key_column(table);
        int row = column < 0 ? -1 : vl_deck_find(deck, t, (uint32_t)column, key);
        if (row < 0)
            continue;
        found = true;
        vl_text_addf(out, "%s: %s\n", table->name, key);
        for (uint32_t c = 0; c < table->column_count; c++)
            if ((int)c != column)
                vl_text_addf(out, "  %s: %s\n", table->columns[c].name,
                             vl_deck_text(deck, t, (uint32_t)row, c));
    }
    if (!found)
        return vl_fail(err, VL_NOT_FOUND, NULL, "%s has no card \"%.40s\"", deck->game->name, key);
    return true;
}
