/* Reading arguments, strictly, and reporting errors. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>

#include "cli/cli.h"
#include "core/banned.h"

/* What was printed before goes out first: with both streams in one terminal or one log, an error
 * must not overtake the output that it belongs to. */
int cli_error(int status, const char *format, ...)
{
    va_list args;
    fflush(stdout);
    fputs("valise: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return status;
}

int cli_report(int status, const struct vl_error *err)
{
    /* Many messages name their file already. */
    bool place = err->where[0] && !strstr(err->message, err->where);
    return cli_error(status, "%s%s%s%s%s%s", place ? err->where : "", place ? ": " : "",
                     err->message, err->clause[0] ? " (" : "", err->clause,
                     err->clause[0] ? ")" : "");
}

int cli_misuse(const struct cli_command *self, const char *format, ...)
{
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return cli_error(CLI_USAGE, "%s; see valise %s --help", message, self->name);
}

void cli_print(struct vl_text *text)
{
    fputs(vl_text_string(text), stdout);
    vl_text_free(text);
}

/* Errors of buffered writes show only here. Without this check `valise games > /dev/full` would end
 * with success. */
int cli_finish(int status)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        return cli_error(CLI_FAILED, "cannot write the output: %s", strerror(errno));
    return status;
}

/* strtoull alone accepts blanks, signs and trailing text; a script that passes an empty variable
 * should hear about it, not get 0. */
bool cli_number(const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    size_t length = strspn(text, "0123456789");
    if (length == 0 || text[length] != '\0')
        return false;
    errno = 0;
    unsigned long long n = strtoull(text, NULL, 10);
    if (errno || n < least || n > most)
        return false;
    *value = n;
    return true;
}

char *cli_trim(char *text)
{
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* The table that reads the options also prints them, so the help cannot leave one out. */
static int help(const struct cli_command *self, const struct cli_option *options)
{
    printf("valise %s %s: %s\n", self->name, self->usage, self->help);
    for (; options && options->name; options++) {
        char head[64];
        snprintf(head, sizeof head, "%s%s%s", options->name, options->value ? " " : "",
                 options->value ? options->value : "");
        printf("  %-22s %s\n", head, options->help);
    }
    return cli_finish(CLI_DONE);
}

/* Finds "--name" and "--name=value" alike; *value is NULL where the value is to be the next
 * argument. */
static const struct cli_option *find_option(const struct cli_option *options, const char *argument,
                                            const char **value)
{
    size_t length = strcspn(argument, "=");
    for (; options && options->name; options++) {
        if (strlen(options->name) == length && memcmp(options->name, argument, length) == 0) {
            *value = argument[length] ? argument + length + 1 : NULL;
            return options;
        }
    }
    return NULL;
}

/* Also used for lines of a configuration file, so both sources accept the same values and complain
 * in the same words. */
bool cli_set(const struct cli_option *option, const char *value, struct vl_error *err)
{
    struct cli_texts *texts = option->target;
    const struct cli_taker *taker = option->target;
    uint64_t number;
    switch (option->kind) {
    case CLI_FLAG:
        *(bool *)option->target = true;
        return true;
    case CLI_NUMBER:
    case CLI_COUNT:
        if (!cli_number(value, option->least, option->most, &number))
            return vl_fail(err, VL_BAD_INPUT, NULL, "is a number from %llu to %llu, not \"%s\"",
                           (unsigned long long)option->least, (unsigned long long)option->most,
                           value);
        if (option->kind == CLI_NUMBER)
            *(uint64_t *)option->target = number;
        else
            *(uint32_t *)option->target = (uint32_t)number;
        return true;
    case CLI_TEXT:
        if (!*value)
            return vl_fail(err, VL_BAD_INPUT, NULL, "needs a value");
        *(const char **)option->target = value;
        return true;
    case CLI_TEXTS:
        if (texts->count == CLI_MAX_TEXTS)
            return vl_fail(err, VL_BAD_INPUT, NULL, "may be given %d times at most", CLI_MAX_TEXTS);
        texts->text[texts->count++] = value;
        return true;
    case CLI_TAKE:
        return taker->take(taker->context, value, err);
    }
    return false;
}

/* A lone "-" is a word, because commands take it for standard input. */
int cli_read(const struct cli_command *self, int argc, char **argv,
             const struct cli_option *options, uint32_t least_words, uint32_t most_words,
             struct cli_words *words)
{
    bool only_words = false;
    struct vl_error err = {0};
    *words = (struct cli_words){0};
    for (int i = 1; i < argc; i++) {
        const char *value = NULL;
        if (!only_words && strcmp(argv[i], "--") == 0) {
            only_words = true;
        } else if (!only_words && strcmp(argv[i], "--help") == 0) {
            return help(self, options);
        } else if (!only_words && argv[i][0] == '-' && argv[i][1]) {
            const struct cli_option *option = find_option(options, argv[i], &value);
            if (!option)
                return cli_misuse(self, "there is no option %s", argv[i]);
            if (option->kind == CLI_FLAG && value)
                return cli_misuse(self, "%s takes no value", option->name);
            if (option->kind != CLI_FLAG && !value) {
                if (i + 1 == argc)
                    return cli_misuse(self, "%s needs a value", option->name);
                value = argv[++i];
            }
            if (cli_set(option, value, &err))
                continue;
            if (option->kind == CLI_TAKE)
                return cli_misuse(self, "%s %s: %s", option->name, value, err.message);
            return cli_misuse(self, "%s %s", option->name, err.message);
        } else {
            if (words->count == most_words)
                return cli_misuse(self, "\"%s\" is one word too many", argv[i]);
            words->word[words->count++] = argv[i];
        }
    }
    if (words->count < least_words)
        return cli_misuse(self, "something is missing: valise %s %s", self->name, self->usage);
    return CLI_GO_ON;
}
