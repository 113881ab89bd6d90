/* How names are compared, and how texts are spelled. */
#include "games/atlas/deck_check.h"

#include <stdio.h>
#include <string.h>

#include "core/banned.h"
#include "core/utf8.h"

/* The plain letter of U+00C0 .. U+017F and of U+1E00 .. U+1EFF; '-' has none. */
static const char latin[] = "aaaaaaaceeeeiiiidnooooo-ouuuuytsaaaaaaaceeeeiiiidnooooo-ouuuuyty"
                            "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii--jjkkkllllll--"
                            "llnnnnnn-nnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
static const char more_latin[] = "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmm"
                                 "mmmnnnnnnnnoooooooopppprrrrrrrr"
                                 "ssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy------"
                                 "aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee"
                                 "eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy------";

VL_STATIC_ASSERT(sizeof latin == 0x180 - 0xc0 + 1, "one letter for each code point");
VL_STATIC_ASSERT(sizeof more_latin == 0x100 + 1, "one letter for each code point");

/* Takes the next code point from valid UTF-8. */
static uint32_t next_point(const char **p)
{
    const unsigned char *s = (const unsigned char *)*p;
    uint32_t length = s[0] < 0x80 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    uint32_t point = length == 1 ? s[0] : s[0] & (0x7fu >> length);
    for (uint32_t i = 1; i < length; i++)
        point = point << 6 | (s[i] & 0x3f);
    *p += length;
    return point;
}

static char plain_letter(uint32_t point)
{
    if ((point >= 'a' && point <= 'z') || (point >= '0' && point <= '9') || point == ' ')
        return (char)point;
    if (point >= 'A' && point <= 'Z')
        return (char)(point - 'A' + 'a');
    if (point >= 0xc0 && point < 0x180)
        return latin[point - 0xc0];
    if (point >= 0x1e00 && point < 0x1f00)
        return more_latin[point - 0x1e00];
    switch (point) {
    case 0x1a0: /* o and u with a horn: Vietnamese */
    case 0x1a1:
        return 'o';
    case 0x1af:
    case 0x1b0:
        return 'u';
    case 0x218: /* s and t with a comma below: Romanian */
    case 0x219:
        return 's';
    case 0x21a:
    case 0x21b:
        return 't';
    case 0x259: /* schwa: Azerbaijani */
    case 0x18f:
        return 'a';
    default:
        return '-';
    }
}

void at_fold(const char *text, char *out, size_t size)
{
    size_t used = 0;
    memset(out, 0, size);
    while (*text && used + 1 < size) {
        char letter = plain_letter(next_point(&text));
        if (letter != '-')
            out[used++] = letter;
    }
}

/* What is wrong with the spelling of a text, or NULL. */
static const char *misspelled(const char *text)
{
    if (text[0] == ' ' || text[strlen(text) - 1] == ' ' || strstr(text, "  "))
        return "a blank too many";
    if (!vl_utf8_is_name(text))
        return "a character that cannot be seen";
    while (*text) {
        uint32_t point = next_point(&text);
        if (point == '\'' || point == '"' || point == '`')
            return "a typewriter's quotation mark; the apostrophe is U+2019";
        if (point >= 0x300 && point < 0x370)
            return "an accent apart from its letter";
    }
    return NULL;
}

/* Columns of sentences: they end with a full stop, and none stands twice. */
static bool is_sentence(const char *column)
{
    return strcmp(column, "text") == 0 || strcmp(column, "lore") == 0 ||
           strcmp(column, "flag") == 0;
}

static bool check_sentence(const struct at_deck_check *check, uint32_t table, uint32_t row,
                           uint32_t column)
{
    const char *text = vl_deck_text(check->deck, table, row, column);
    const char *name = check->deck->game->tables[table].columns[column].name;
    size_t length = strlen(text);
    if (text[length - 1] != '.')
        return vl_deck_fail(check->deck, table, row, check->err,
                            "column %s: a sentence ends with a full stop", name);
    /* Some flags are flown by several countries, and a board slot may stand twice. */
    if (strcmp(name, "lore") != 0)
        return true;
    for (uint32_t other = 0; other < row; other++)
        if (strcmp(text, vl_deck_text(check->deck, table, other, column)) == 0)
            return vl_deck_fail(check->deck, table, row, check->err,
                                "column %s: the same text stands in line %u", name,
                                check->deck->lines[table][other]);
    return true;
}

bool at_check_texts(const struct at_deck_check *check)
{
    uint32_t texts = 0, sentences = 0, longest = 0;
    for (uint32_t t = 0; t < AT_TABLES; t++) {
        const struct vl_table_spec *spec = &check->deck->game->tables[t];
        for (uint32_t c = 0; c < spec->column_count; c++) {
            if (spec->columns[c].kind != VL_CELL_TEXT)
                continue;
            for (uint32_t row = 0; row < check->deck->rows[t]; row++) {
                const char *text = vl_deck_text(check->deck, t, row, c);
                const char *wrong = misspelled(text);
                if (wrong)
                    return vl_deck_fail(check->deck, t, row, check->err, "column %s: %s",
                                        spec->columns[c].name, wrong);
                texts++;
                if (!is_sentence(spec->columns[c].name))
                    continue;
                if (!check_sentence(check, t, row, c))
                    return false;
                sentences++;
                uint32_t length = (uint32_t)vl_utf8_length(text);
                longest = length > longest ? length : longest;
            }
        }
    }
    vl_text_addf(check->report,
                 "texts: %u, spelled with whole characters; %u sentences, the longest of %u "
                 "characters, no lore twice\n",
                 texts, sentences, longest);
    return true;
}

/* Names that lose their accents easily. */
bool at_check_names(const struct at_deck_check *check)
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
        int row = vl_deck_find(check->deck, AT_T_COUNTRIES, AT_ID, accents[i].key);
        if (row < 0 || strcmp(vl_deck_text(check->deck, AT_T_COUNTRIES, (uint32_t)row, AT_NAME),
                              accents[i].name) != 0)
            return vl_fail(check->err, VL_BAD_INPUT, "countries.tsv",
                           "%s: expected the name \"%s\"", accents[i].key, accents[i].name);
    }
    static const uint32_t tables[] = {AT_T_PLACES, AT_T_DESTINATIONS};
    static const uint32_t columns[] = {AT_PLACE_NAME, AT_NAME};
    for (uint32_t t = 0; t < 2; t++)
        for (uint32_t row = 0; row < check->deck->rows[tables[t]]; row++) {
            const char *name = vl_deck_text(check->deck, tables[t], row, columns[t]);
            at_fold(name, seen[count].name, sizeof seen[count].name);
            seen[count].table = tables[t];
            seen[count].row = row;
            for (uint32_t i = 0; i < count; i++)
                if (strcmp(seen[i].name, seen[count].name) == 0)
                    return vl_deck_fail(check->deck, tables[t], row, check->err,
                                        "\"%s\" stands in %s.tsv, line %u already", name,
                                        check->deck->game->tables[seen[i].table].name,
                                        check->deck->lines[seen[i].table][seen[i].row]);
            count++;
        }
    vl_text_addf(check->report, "names: %u places, each once; countries with their accents\n",
                 count);
    return true;
}
