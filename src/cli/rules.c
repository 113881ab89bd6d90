/*
 * valise rules: the rules page of a game, whole or by clause, or one of its cards.
 *
 * A clause of the page is a paragraph or list item that begins with its number in bold, as in
 * "**EB-3.2** A fare ...". It goes on up to the next clause, a heading or an empty line.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli/cli.h"
#include "core/asset.h"
#include "core/banned.h"

/* The number of the clause that begins in this line, or false. */
static bool clause_of(const char *line, size_t length, char *number, size_t size)
{
    size_t at = strspn(line, " -*");
    if (at < 2 || at >= length || line[at - 1] != '*' || line[at - 2] != '*')
        return false;
    const char *end = memchr(line + at, '*', length - at);
    if (!end || end + 1 >= line + length || end[1] != '*' || (size_t)(end - line) - at >= size)
        return false;
    snprintf(number, size, "%.*s", (int)((size_t)(end - line) - at), line + at);
    return strchr(number, '-') && strpbrk(number, "0123456789");
}

/* Whether a clause is the wanted one, or lies in the wanted section: "EB-3.2" is in "EB-3". */
static bool belongs(const struct vl_game *game, const char *number, const char *wanted)
{
    char full[32];
    bool bare = isdigit((unsigned char)wanted[0]);
    snprintf(full, sizeof full, "%s%s%.16s", bare ? game->clause : "", bare ? "-" : "", wanted);
    size_t length = strlen(full);
    return strncasecmp(number, full, length) == 0 &&
           (number[length] == '\0' || number[length] == '.');
}

/* A line without the marks of emphasis and code. */
static void add_plain(struct vl_text *out, const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '*' && i + 1 < length && line[i + 1] == '*')
            i++;
        else if (line[i] != '`')
            vl_text_char(out, line[i]);
    }
    vl_text_char(out, '\n');
}

bool cli_rules_text(const struct vl_game *game, const char *clause, struct vl_text *out,
                    struct vl_error *err)
{
    char path[80];
    snprintf(path, sizeof path, "docs/rules/%s.md", game->id);
    const struct vl_asset *page = vl_asset_find(path);
    if (!page)
        return vl_fail(err, VL_NOT_FOUND, NULL, "%s has no rules page yet", game->name);
    bool inside = !clause, found = !clause;
    const char *line = (const char *)page->bytes, *end = line + page->size;
    while (line < end) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((newline ? newline : end) - line);
        char number[16];
        if (clause && clause_of(line, length, number, sizeof number))
            inside = belongs(game, number, clause);
        else if (clause && (length == 0 || line[0] == '#'))
            inside = false;
        if (inside)
            add_plain(out, line, length);
        found |= inside;
        line += length + 1;
    }
    if (!found)
        return vl_fail(err, VL_NOT_FOUND, NULL,
                       "there is no clause \"%.20s\"; they are numbered as in %s-1.1", clause,
                       game->clause);
    return true;
}

/* A clause is a number, alone or after the prefix of its game; all else is a card. */
static bool is_clause(const struct vl_game *game, const char *word)
{
    size_t length = strlen(game->clause);
    if (strncasecmp(word, game->clause, length) == 0 && word[length] == '-')
        word += length + 1;
    return isdigit((unsigned char)word[0]);
}

/* A card, by its key or by a name of several words. */
static bool card_text(const struct vl_game *game, const struct cli_words *words,
                      struct vl_text *out, struct vl_error *err)
{
    struct vl_deck *deck = vl_deck_open(game, NULL, err);
    if (!deck)
        return false;
    struct vl_text key = {0};
    for (uint32_t i = 1; i < words->count; i++)
        vl_text_addf(&key, "%s%s", i > 1 ? " " : "", words->word[i]);
    bool good = game->describe(deck, vl_text_string(&key), out, err);
    if (!good && err->code == VL_NOT_FOUND)
        vl_fail(err, VL_NOT_FOUND, NULL,
                "%s has no card \"%.40s\"; its clauses are numbered as in %s-1.1", game->name,
                vl_text_string(&key), game->clause);
    vl_text_free(&key);
    vl_deck_free(deck);
    return good;
}

int cli_rules(const struct cli_command *self, int argc, char **argv)
{
    struct cli_words words;
    const struct cli_option options[] = {{0}};
    int status = cli_read(self, argc, argv, options, 1, CLI_MAX_WORDS, &words);
    if (status != CLI_GO_ON)
        return status;
    const struct vl_game *game = cli_find_game(self, words.word[0]);
    if (!game)
        return CLI_USAGE;
    struct vl_text out = {0};
    struct vl_error err = {0};
    bool card = words.count > 2 || (words.count == 2 && !is_clause(game, words.word[1]));
    bool good = card ? card_text(game, &words, &out, &err)
                     : cli_rules_text(game, words.count > 1 ? words.word[1] : NULL, &out, &err);
    if (good)
        fputs(vl_text_string(&out), stdout);
    vl_text_free(&out);
    return good ? cli_finish(CLI_DONE) : cli_report(CLI_FAILED, &err);
}
