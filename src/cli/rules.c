/* valise rules: the rules page of a game, whole or by clause, or one of its cards. */
#include <ctype.h>
#include <strings.h>

#include "cli/cli.h"
#include "core/banned.h"
#include "core/clause.h"

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

/* Lines without the marks of emphasis and code. */
static void add_plain(struct vl_text *out, const char *text, const char *end)
{
    for (; text < end; text++) {
        if (*text == '*' && text + 1 < end && text[1] == '*')
            text++;
        else if (*text != '`')
            vl_text_char(out, *text);
    }
}

/* A section ("EB-3") gives all its clauses in the order of the page. */
bool cli_rules_text(const struct vl_game *game, const char *wanted, struct vl_text *out,
                    struct vl_error *err)
{
    const char *page = vl_rules_page(game);
    struct vl_clause clause;
    bool found = !wanted;
    if (!page)
        return vl_fail(err, VL_NOT_FOUND, NULL, "%s has no rules page yet", game->name);
    if (!wanted)
        add_plain(out, page, page + strlen(page));
    for (; wanted && vl_find_clause(game, page, &clause); page = clause.end) {
        if (!belongs(game, clause.number, wanted))
            continue;
        add_plain(out, clause.begin, clause.end);
        vl_text_char(out, '\n');
        found = true;
    }
    if (!found)
        return vl_fail(err, VL_NOT_FOUND, NULL,
                       "there is no clause \"%.20s\"; they are numbered as in %s-1.1", wanted,
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
    int status = cli_read(self, argc, argv, NULL, 1, CLI_MAX_WORDS, &words);
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
