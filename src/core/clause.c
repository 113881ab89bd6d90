/* The rules page of a game, clause by clause. */
#include "core/clause.h"

#include "core/asset.h"
#include "core/banned.h"

static const char digits[] = "0123456789.abcdefghijklmnopqrstuvwxyz";

const char *vl_rules_page(const struct vl_game *game)
{
    char path[96];
    snprintf(path, sizeof path, "docs/rules/%s.md", game->id);
    const struct vl_asset *page = vl_asset_find(path);
    return page ? (const char *)page->bytes : NULL;
}

/* The end of a paragraph that begins in this line. */
static const char *end_of_paragraph(const char *line)
{
    const char *end = line + strcspn(line, "\n");
    while (*end == '\n' && end[1] && !strchr("\n#*-|", end[1]))
        end += 1 + strcspn(end + 1, "\n");
    return end;
}

/* Whether a clause begins in this line. */
static bool read_clause(const struct vl_game *game, const char *line, struct vl_clause *clause)
{
    const char *number = line + strspn(line, "#*-| ");
    size_t prefix = strlen(game->clause);
    if (strncmp(number, game->clause, prefix) != 0 || number[prefix] != '-')
        return false;
    size_t length = prefix + 1 + strspn(number + prefix + 1, digits);
    while (number[length - 1] == '.')
        length--;
    if (length == prefix + 1 || length >= sizeof clause->number)
        return false;
    memcpy(clause->number, number, length);
    clause->number[length] = '\0';
    clause->begin = line;
    clause->end = end_of_paragraph(line);
    clause->text = number + length + strspn(number + length, "*.:| ");
    if (clause->text > clause->end)
        clause->text = clause->end;
    return true;
}

/* A clause can only begin at the begin of a line; numbers inside a sentence are references. */
bool vl_find_clause(const struct vl_game *game, const char *from, struct vl_clause *clause)
{
    while (*from) {
        if (read_clause(game, from, clause))
            return true;
        from += strcspn(from, "\n");
        from += *from == '\n';
    }
    return false;
}
