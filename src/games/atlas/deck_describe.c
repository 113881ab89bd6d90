/* A country as a card, in plain lines: flag, languages, ways out, places, cards, souvenirs. */
#include "games/atlas/names.h"

#include <string.h>

#include "core/banned.h"

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

/* Letters elsewhere: o and u with a horn (Vietnamese), s and t with a comma below (Romanian), schwa
 * (Azerbaijani). */
static const struct {
    uint16_t point;
    char letter;
} others[] = {
    {0x1a0, 'o'}, {0x1a1, 'o'}, {0x1af, 'u'}, {0x1b0, 'u'}, {0x218, 's'},
    {0x219, 's'}, {0x21a, 't'}, {0x21b, 't'}, {0x259, 'a'}, {0x18f, 'a'},
};

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

/* The letter without its accent; '-' for what is no letter, digit or blank. */
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
    for (uint32_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].point == point)
            return others[i].letter;
    return '-';
}

/* "São Tomé" and "sao tome" are the same: people type names without accents. */
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

/* The country meant by a key in any case, or by a name with or without its accents; or -1. */
static int find_country(const struct vl_deck *deck, const char *wanted)
{
    char folded[64], name[64];
    at_fold(wanted, folded, sizeof folded);
    for (uint32_t i = 0; i < AT_COUNTRIES; i++) {
        at_fold(at_country_name(deck, i), name, sizeof name);
        if (strcmp(folded, at_key(deck, AT_T_COUNTRIES, i)) == 0 || strcmp(folded, name) == 0)
            return (int)i;
    }
    return -1;
}

/* The names of the rows of `table` whose bits are set: "red, yellow and green". */
static void add_names(const struct vl_deck *deck, uint32_t table, uint32_t column, uint64_t bits,
                      struct vl_text *out)
{
    uint32_t count = vl_count(bits);
    for (uint32_t i = 0; i < count; i++)
        vl_text_addf(out, "%s%s", at_separator(i, count),
                     vl_deck_text(deck, table, vl_nth(bits, i), column));
}

/* In words, and what it counts as for goals. */
static void add_flag(const struct vl_deck *deck, uint32_t country, struct vl_text *out)
{
    const struct at_country *c = &((const struct at_deck *)deck->data)->country[country];
    vl_text_addf(out, "Flag: %s\n  main colours: ",
                 vl_deck_text(deck, AT_T_COUNTRIES, country, AT_COUNTRY_FLAG));
    add_names(deck, AT_T_COLOURS, AT_NAME, c->colours, out);
    if (c->second_colours) {
        vl_text_add(out, "; second colours: ");
        add_names(deck, AT_T_COLOURS, AT_NAME, c->second_colours, out);
    }
    if (c->flags) {
        vl_text_add(out, "\n  counts as: ");
        add_names(deck, AT_T_ELEMENTS, 2, c->flags, out);
    }
    vl_text_char(out, '\n');
}

/* The names of these rows, in their order. */
static void add_rows(const struct vl_deck *deck, uint32_t table, const uint8_t *rows,
                     uint32_t count, struct vl_text *out)
{
    for (uint32_t i = 0; i < count; i++)
        vl_text_addf(out, "%s%s", i ? ", " : "", at_name(deck, table, rows[i]));
    vl_text_char(out, '\n');
}

/* A place or card: price, icons, lore. */
static void add_place(const struct vl_deck *deck, const char *name, const struct at_place *place,
                      const char *lore, struct vl_text *out)
{
    vl_text_addf(out, "  %s: %u money; ", name, place->cost);
    at_add_icons(deck, place, out);
    vl_text_addf(out, "\n    %s\n", lore);
}

/* A destination card with requirement and bonus. */
static void add_card(const struct vl_deck *deck, uint32_t row, struct vl_text *out)
{
    const struct at_card *card = &((const struct at_deck *)deck->data)->card[row];
    add_place(deck, at_card_name(deck, row), &card->place,
              vl_deck_text(deck, AT_T_DESTINATIONS, row, AT_CARD_LORE), out);
    if (card->need_count)
        vl_text_addf(out, "    asks for %u %s before\n", card->need_count,
                     at_experience_name(deck, card->need));
    if (card->bonus_kind == AT_BONUS_COLOUR)
        vl_text_addf(out, "    %u point%s for each flag with %s\n", card->bonus_points,
                     card->bonus_points > 1 ? "s" : "", at_colour_words[card->bonus_what]);
    else if (card->bonus_kind == AT_BONUS_CONTINENT)
        vl_text_addf(out, "    %u points for each country in %s\n", card->bonus_points,
                     at_name(deck, AT_T_CONTINENTS, card->bonus_what));
    else if (card->bonus_kind == AT_BONUS_ELEMENT)
        vl_text_addf(out, "    %u points for each flag with this element: %s\n", card->bonus_points,
                     vl_deck_text(deck, AT_T_ELEMENTS, card->bonus_what, 2));
}

/* Name, code, continent, area, and what is special about the country. */
static void add_title(const struct vl_deck *deck, uint32_t country, struct vl_text *out)
{
    static const char *const status[] = {"", ", dependency", ", territory", ""};
    const struct at_country *c = &((const struct at_deck *)deck->data)->country[country];
    vl_text_addf(out, "%s (%s): %s, area %s%s%s%s\n", at_country_name(deck, country),
                 at_key(deck, AT_T_COUNTRIES, country),
                 at_name(deck, AT_T_CONTINENTS, c->continent),
                 vl_deck_text(deck, AT_T_COUNTRIES, country, AT_COUNTRY_AREA), status[c->status],
                 c->isolated ? ", isolated" : "", c->airport ? ", major airport" : "");
}

/* Everything that lies in one country. */
static void add_country(const struct vl_deck *deck, uint32_t country, struct vl_text *out)
{
    const struct at_deck *d = deck->data;
    const struct at_country *c = &d->country[country];
    add_title(deck, country, out);
    add_flag(deck, country, out);
    vl_text_add(out, c->language_count == 1 ? "Language: " : "Languages: ");
    vl_text_add(out, c->language_count ? "" : "none");
    add_rows(deck, AT_T_LANGUAGES, c->language, c->language_count, out);
    vl_text_add(out, "One step away: "); /* by routes and within regions */
    add_rows(deck, AT_T_COUNTRIES, d->step + c->first_step, c->step_count, out);
    vl_text_add(out, "Places:\n");
    for (uint32_t row = 0; row < deck->rows[AT_T_PLACES]; row++) {
        uint32_t slot = (uint32_t)vl_deck_value(deck, AT_T_PLACES, row, AT_PLACE_SLOT) - 1;
        if (vl_deck_value(deck, AT_T_PLACES, row, AT_PLACE_COUNTRY) == country)
            add_place(deck, vl_deck_text(deck, AT_T_PLACES, row, AT_PLACE_NAME),
                      &d->place[country][slot], vl_deck_text(deck, AT_T_PLACES, row, AT_PLACE_LORE),
                      out);
    }
    if (c->card_count)
        vl_text_add(out, "Destination cards:\n");
    for (uint32_t i = 0; i < c->card_count; i++)
        add_card(deck, c->card[i], out);
    for (uint32_t row = 0; row < deck->rows[AT_T_SETUP]; row++)
        if (vl_deck_value(deck, AT_T_SETUP, row, AT_SETUP_COUNTRY) == country)
            vl_text_addf(out, "Souvenir of setup card %u: %s. %s\n",
                         (uint32_t)vl_deck_value(deck, AT_T_SETUP, row, AT_SETUP_CARD),
                         vl_deck_text(deck, AT_T_SETUP, row, AT_SETUP_NAME),
                         vl_deck_text(deck, AT_T_SETUP, row, AT_SETUP_TEXT));
}

/* Countries first: their codes are the shortest keys. */
bool at_describe(const struct vl_deck *deck, const char *key, struct vl_text *out,
                 struct vl_error *err)
{
    int country = find_country(deck, key);
    int card = vl_deck_find(deck, AT_T_DESTINATIONS, AT_ID, key);
    if (country < 0 && card < 0)
        return vl_default_describe(deck, key, out, err);
    if (country >= 0) {
        add_country(deck, (uint32_t)country, out);
    } else {
        add_title(deck, ((const struct at_deck *)deck->data)->card[card].country[0], out);
        add_card(deck, (uint32_t)card, out);
    }
    return true;
}
