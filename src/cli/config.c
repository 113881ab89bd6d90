/*
 * Settings from a file.
 *
 * A line is empty, a comment that begins with #, or "name = value". The names are those of the
 * options on the command line without their dashes, so there is one list of both and one judge of
 * the values. Errors are reported as file:line, and nothing is guessed: an unknown name
 * and a name given twice are errors.
 */
#include "cli/cli.h"
#include "core/banned.h"
#include "core/file.h"

enum { MOST_BYTES = 256 << 10, MOST_LINES = 512 };

/* What stands in the file so far. */
struct reading {
    const char *path;
    const struct cli_option *options;
    uint32_t line;
    uint32_t count;
    struct {
        const char *name;
        uint32_t line;
    } given[MOST_LINES];
};

/* The place goes to err->where, as "file:line", which editors and other tools understand. */
__attribute__((format(printf, 3, 4))) static bool
wrong(const struct reading *r, struct vl_error *err, const char *format, ...)
{
    char where[160], message[512];
    va_list arguments;
    snprintf(where, sizeof where, "%.140s:%u", r->path, r->line);
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return vl_fail(err, VL_BAD_INPUT, where, "%s", message);
}

/* The option of a name; what follows "limit." is the name of a limit. */
static const struct cli_option *find(const struct reading *r, const char *name, const char **part)
{
    size_t length = strcspn(name, ".");
    *part = name[length] ? name + length + 1 : NULL;
    for (const struct cli_option *o = r->options; o->name; o++) {
        const char *own = o->name + 2;
        bool parted = strcmp(own, "limit") == 0;
        if (strlen(own) == length && memcmp(own, name, length) == 0 && parted == (*part != NULL))
            return o;
    }
    return NULL;
}

/* Lists all names, because a misspelt setting that is ignored would only be noticed when it is
 * missed. */
static bool unknown(const struct reading *r, const char *name, struct vl_error *err)
{
    struct vl_text all = {0};
    for (const struct cli_option *o = r->options; o->name; o++)
        vl_text_addf(&all, " %s%s", o->name + 2, strcmp(o->name, "--limit") == 0 ? ".NAME" : "");
    wrong(r, err, "there is no setting \"%.40s\"; there are%s", name, vl_text_string(&all));
    vl_text_free(&all);
    return false;
}

/* Only what is a list may stand in several lines. */
static bool note(struct reading *r, const struct cli_option *option, const char *name,
                 struct vl_error *err)
{
    bool list = option->kind == CLI_TAKE && option->most > 1;
    for (uint32_t i = 0; !list && i < r->count; i++)
        if (strcmp(r->given[i].name, name) == 0)
            return wrong(r, err, "%.60s is given twice, first in line %u", name, r->given[i].line);
    if (r->count == MOST_LINES)
        return wrong(r, err, "there are more than %d settings", MOST_LINES);
    r->given[r->count].name = name;
    r->given[r->count++].line = r->line;
    return true;
}

/* "limit.NAME = N" becomes "NAME=N", the form that the option --limit takes on the command line. */
static bool read_line(struct reading *r, char *line, struct vl_error *err)
{
    char joined[160];
    const char *part;
    struct vl_error why = {0};
    line = cli_trim(line);
    if (!*line || *line == '#')
        return true;
    char *equals = strchr(line, '=');
    if (!equals)
        return wrong(r, err, "expected \"name = value\", not \"%.60s\"", line);
    *equals = '\0';
    const char *name = cli_trim(line), *value = cli_trim(equals + 1);
    const struct cli_option *option = find(r, name, &part);
    if (!option)
        return unknown(r, name, err);
    if (!*value)
        return wrong(r, err, "%.60s needs a value", name);
    if (!note(r, option, name, err))
        return false;
    if (part) {
        int length = snprintf(joined, sizeof joined, "%s=%s", part, value);
        if (length < 0 || (size_t)length >= sizeof joined)
            return wrong(r, err, "%.60s is too long", name);
        value = joined;
    }
    if (cli_set(option, value, &why))
        return true;
    return wrong(r, err, "%.60s%s %.180s", name, option->kind == CLI_TAKE ? ":" : "", why.message);
}

/* A zero byte would hide the rest of the file from all string functions, so a file with one is
 * refused instead of being read in part. */
bool cli_read_file(const char *path, const struct cli_option *options, struct vl_text *keep,
                   struct vl_error *err)
{
    struct reading reading = {.path = path, .options = options};
    vl_text_clear(keep);
    if (!vl_file_read(path, MOST_BYTES, keep, err))
        return false;
    if (strlen(vl_text_string(keep)) != keep->length)
        return vl_fail(err, VL_BAD_INPUT, path, "this is not a text file");
    char *rest = keep->data, *line;
    if (rest && strncmp(rest, "\xEF\xBB\xBF", 3) == 0)
        rest += 3; /* some editors begin a file with this mark */
    while (rest && (line = strsep(&rest, "\n"))) {
        reading.line++;
        if (!read_line(&reading, line, err))
            return false;
    }
    return true;
}
