/* Atlas, our deck: how texts are spelled, and that no name or lore stands twice. */
#ifndef VALISE_TESTS_ATLAS_LINT_TEXTS_H
#define VALISE_TESTS_ATLAS_LINT_TEXTS_H

#include "atlas/deck_lint.h"
#include "core/utf8.h"

/* What is wrong with the spelling of a text, or NULL. */
static const char *misspelled(const char *text)
{
    if (text[0] == ' ' || text[strlen(text) - 1] == ' ' || strstr(text, "  "))
        return "a blank too many";
    if (!vl_utf8_is_name(text))
        return "a character that cannot be seen";
    if (strpbrk(text, "'\"`"))
        return "a typewriter's quotation mark; the apostrophe is U+2019";
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) /* U+0300 .. U+036F */
        if (p[0] == 0xcc || (p[0] == 0xcd && p[1] < 0xb0))
            return "an accent apart from its letter";
    return NULL;
}

/* Columns of sentences: they end with a full stop, and none stands twice. */
static bool is_sentence(const char *column)
{
    return strcmp(column, "text") == 0 || strcmp(column, "lore") == 0 ||
           strcmp(column, "flag") == 0;
}

static bool check_sentence(const struct lint *lint, uint32_t table, uint32_t row, uint32_t column)
{
    const char *text = vl_deck_text(lint->deck, table, row, column);
    const char *name = lint->deck->game->tables[table].columns[column].name;
    size_t length = strlen(text);
    if (text[length - 1] != '.')
        return vl_deck_fail(lint->deck, table, row, lint->err,
                            "column %s: a sentence ends with a full stop", name);
    /* Some flags are flown by several countries, and a board slot may stand twice. */
    if (strcmp(name, "lore") != 0)
        return true;
    for (uint32_t other = 0; other < row; other++)
        if (strcmp(text, vl_deck_text(lint->deck, table, other, column)) == 0)
            return vl_deck_fail(lint->deck, table, row, lint->err,
                                "column %s: the same text stands in line %u", name,
                                lint->deck->lines[table][other]);
    return true;
}

static bool lint_texts(const struct lint *lint)
{
    for (uint32_t t = 0; t < AT_TABLES; t++) {
        const struct vl_table_spec *spec = &lint->deck->game->tables[t];
        for (uint32_t c = 0; c < spec->column_count; c++) {
            if (spec->columns[c].kind != VL_CELL_TEXT)
                continue;
            for (uint32_t row = 0; row < lint->deck->rows[t]; row++) {
                const char *text = vl_deck_text(lint->deck, t, row, c);
                const char *wrong = misspelled(text);
                if (wrong)
                    return vl_deck_fail(lint->deck, t, row, lint->err, "column %s: %s",
                                        spec->columns[c].name, wrong);
                if (is_sentence(spec->columns[c].name) && !check_sentence(lint, t, row, c))
                    return false;
            }
        }
    }
    return true;
}

/* Names that lose their accents easily. */
static bool lint_names(const struct lint *lint)
{
    static const struct {
        const char *key, *name;
    } accents[] = {
        {"st", "São Tomé and Príncipe"},
        {"ci", "Côte d’Ivoire"},
        {"cw", "Curaçao"},
        {"re", "Réunion"},
        {"bl", "Saint Barthélemy"},
    };
    struct {
        char name[64];
        uint32_t table, row;
    } seen[AT_COUNTRIES * AT_PLACES + AT_CARDS];
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof accents / sizeof *accents; i++) {
        int row = vl_deck_find(lint->deck, AT_T_COUNTRIES, AT_ID, accents[i].key);
        if (row < 0 || strcmp(vl_deck_text(lint->deck, AT_T_COUNTRIES, (uint32_t)row, AT_NAME),
                              accents[i].name) != 0)
            return vl_fail(lint->err, VL_BAD_INPUT, "countries.tsv", "%s: expected the name \"%s\"",
                           accents[i].key, accents[i].name);
    }
    static const uint32_t tables[] = {AT_T_PLACES, AT_T_DESTINATIONS};
    static const uint32_t columns[] = {AT_PLACE_NAME, AT_NAME};
    for (uint32_t t = 0; t < 2; t++)
        for (uint32_t row = 0; row < lint->deck->rows[tables[t]]; row++) {
            const char *name = vl_deck_text(lint->deck, tables[t], row, columns[t]);
            at_fold(name, seen[count].name, sizeof seen[count].name);
            seen[count].table = tables[t];
            seen[count].row = row;
            for (uint32_t i = 0; i < count; i++)
                if (strcmp(seen[i].name, seen[count].name) == 0)
                    return vl_deck_fail(lint->deck, tables[t], row, lint->err,
                                        "\"%s\" stands in %s.tsv, line %u already", name,
                                        lint->deck->game->tables[seen[i].table].name,
                                        lint->deck->lines[seen[i].table][seen[i].row]);
            count++;
        }
    return true;
}

#endif
