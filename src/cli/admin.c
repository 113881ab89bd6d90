/*
 * valise admin: an operator looks after a running server, over the local socket beside its database
 * (server/net/local.h). The server does the work; this file writes the command and prints the
 * answer, as a table for people or as JSON.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "core/banned.h"
#include "server/net/local.h"

enum { PATIENCE = 60 }; /* seconds that a server may need for a part of its answer */

/* What was asked for. */
struct asking {
    const struct cli_command *self;
    const char *database, *config;
    bool json, all;
    const char *span, *why;
    const char *command, *word;
};

/* ---- The socket ---- */

static void name_of(uid_t user, char *name, size_t size)
{
    const struct passwd *known = getpwuid(user);
    if (known)
        snprintf(name, size, "%s", known->pw_name);
    else
        snprintf(name, size, "%u", user);
}

/* Why the server of a database cannot be reached, in words that say what to do. */
static int unreached(const char *database, int folder, const char *socket_name, int code)
{
    struct stat is;
    char user[64];
    bool there = fstatat(folder, socket_name, &is, AT_SYMLINK_NOFOLLOW) == 0;
    if (code == ECONNREFUSED)
        return cli_error(CLI_FAILED,
                         "no server uses %s; the socket %s is left from one that was killed",
                         database, socket_name);
    if (code == EACCES && there) {
        name_of(is.st_uid, user, sizeof user);
        return cli_error(CLI_FAILED,
                         "the server of %s belongs to %s; run this command as that user", database,
                         user);
    }
    if (code == ENOENT)
        return cli_error(CLI_FAILED,
                         "no server uses %s, or it runs without the socket %s: see its log, and "
                         "--db for another database",
                         database, socket_name);
    return cli_error(CLI_FAILED, "the server of %s cannot be reached: %s", database,
                     strerror(code));
}

/* Somebody else could have put a socket of this name there, to learn commands or to give false
 * answers. */
static bool is_ours(int fd, const char *database)
{
    struct ucred peer = {0};
    socklen_t size = sizeof peer;
    char user[64];
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
        (peer.uid == geteuid() || geteuid() == 0))
        return true;
    name_of(peer.uid, user, sizeof user);
    cli_error(CLI_FAILED, "the server of %s runs as %s; run this command as that user", database,
              user);
    return false;
}

/* A connection to the server of a database, or -1 with the error told and the exit status in
 * `*status`. */
static int reach(const char *database, int *status)
{
    struct sockaddr_un address;
    struct vl_error err = {0};
    struct timeval patience = {.tv_sec = PATIENCE};
    char name[256];
    int folder = sv_local_address(database, &address, name, &err);
    *status = CLI_FAILED;
    if (folder < 0) {
        cli_report(CLI_FAILED, &err);
        return -1;
    }
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool connected = fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0;
    if (!connected)
        *status = unreached(database, folder, name, errno);
    if (connected && is_ours(fd, database)) {
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        close(folder);
        return fd;
    }
    if (fd >= 0)
        close(fd);
    close(folder);
    return -1;
}

/* ---- What is asked ---- */

/* "90s", "30m", "12h", "7d", "2w": seconds. */
static bool read_span(const char *text, uint64_t *seconds)
{
    static const struct {
        char letter;
        uint32_t seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 7 * 86400}};
    size_t length = strlen(text);
    char digits[16];
    if (length < 2 || length > sizeof digits)
        return false;
    snprintf(digits, sizeof digits, "%.*s", (int)length - 1, text);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (text[length - 1] == units[i].letter && cli_number(digits, 1, 10000000, seconds)) {
            *seconds *= units[i].seconds;
            return true;
        }
    return false;
}

/* The command as the server takes it; NULL: the usage was wrong, and the error is told. */
static json_t *command_of(const struct asking *a)
{
    static const struct {
        const char *name, *key; /* what its word is called */
        bool all, span, why;    /* options that it takes */
    } commands[] = {
        {"list", NULL, true, false, false},     {"show", "match", false, false, false},
        {"close", "match", false, false, true}, {"delete", "match", false, false, false},
        {"ban", "network", false, true, true},  {"unban", "network", false, false, false},
    };
    size_t i = 0, count = sizeof commands / sizeof *commands;
    uint64_t seconds = 0;
    while (i < count && strcmp(commands[i].name, a->command) != 0)
        i++;
    if (i == count) {
        cli_misuse(a->self, "there is no command \"%s\"; there are %s", a->command, a->self->usage);
        return NULL;
    }
    const char *name = a->command;
    if (!commands[i].key && a->word && strcmp(a->word, "bans") == 0) {
        name = "bans";
    } else if (!commands[i].key && a->word && strcmp(a->word, "matches") != 0) {
        cli_misuse(a->self, "list can list matches and bans, not \"%s\"", a->word);
        return NULL;
    }
    if (commands[i].key && !a->word) {
        cli_misuse(a->self, "%s needs %s", name,
                   strcmp(commands[i].key, "match") == 0 ? "the id of a match"
                                                         : "an address or a network");
        return NULL;
    }
    if ((a->all && !commands[i].all) || (a->span && !commands[i].span) ||
        (a->why && !commands[i].why)) {
        cli_misuse(a->self, "%s does not take %s", name,
                   a->all && !commands[i].all     ? "--all"
                   : a->span && !commands[i].span ? "--for"
                                                  : "--why");
        return NULL;
    }
    if (a->span && !read_span(a->span, &seconds)) {
        cli_misuse(a->self, "--for is a number with s, m, h, d or w, as in 12h, not \"%s\"",
                   a->span);
        return NULL;
    }
    json_t *command = json_pack("{s:s}", "command", name);
    if (commands[i].key)
        json_object_set_new(command, commands[i].key, json_string(a->word));
    if (commands[i].all)
        json_object_set_new(command, "all", json_boolean(a->all));
    if (commands[i].span)
        json_object_set_new(command, "seconds", json_integer((json_int_t)seconds));
    if (a->why)
        json_object_set_new(command, "why", json_string(a->why));
    return command;
}

/* ---- What is answered ---- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static long long number_of(const json_t *object, const char *key)
{
    return (long long)json_integer_value(json_object_get(object, key));
}

/* "40s", "12m", "5h", "3d". */
static void add_span(struct vl_text *out, long long seconds)
{
    static const struct {
        int seconds;
        char letter;
    } units[] = {{86400, 'd'}, {3600, 'h'}, {60, 'm'}, {1, 's'}};
    size_t i = 0;
    if (seconds < 0)
        seconds = 0;
    while (i < 3 && seconds < 2 * units[i].seconds)
        i++;
    vl_text_addf(out, "%lld%c", seconds / units[i].seconds, units[i].letter);
}

static void print_span(const char *format, long long seconds)
{
    struct vl_text text = {0};
    add_span(&text, seconds);
    if (*format == '-')
        printf("%-6s", text.data);
    else
        fputs(text.data, stdout);
    vl_text_free(&text);
}

static void print_match(const json_t *m, bool first)
{
    long long now = (long long)time(NULL);
    char seats[64];
    if (first)
        printf("%-23s %-13s %-10s %-22s %-6s%-6s%s\n", "MATCH", "GAME", "STATE", "SEATS", "AGE",
               "IDLE", "MAKER");
    snprintf(seats, sizeof seats, "%lld of %lld people, %lld bot%s", number_of(m, "seated"),
             number_of(m, "people"), number_of(m, "bots"), number_of(m, "bots") == 1 ? "" : "s");
    printf("%-23s %-13s %-10s %-22s ", text_of(m, "match"), text_of(m, "game"), text_of(m, "state"),
           seats);
    print_span("-", now - number_of(m, "created"));
    print_span("-", now - number_of(m, "changed"));
    printf("%s\n", *text_of(m, "maker") ? text_of(m, "maker") : "?");
}

static void print_ban(const json_t *ban, bool first)
{
    long long now = (long long)time(NULL);
    if (first)
        printf("%-44s %-6s%-8s %s\n", "NETWORK", "SINCE", "FOR", "WHY");
    printf("%-44s ", text_of(ban, "network"));
    print_span("-", now - number_of(ban, "made"));
    if (number_of(ban, "until"))
        print_span("-", number_of(ban, "until") - now);
    else
        printf("%-6s", "ever");
    printf("   %s\n", text_of(ban, "why"));
}

static void print_seats(const json_t *match)
{
    size_t i;
    const json_t *seat;
    json_array_foreach(json_object_get(match, "seats"), i, seat)
    {
        bool bot = strcmp(text_of(seat, "kind"), "bot") == 0;
        printf("seat %zu:    %s, %s%s%s%s\n", i + 1, text_of(seat, "name"),
               bot                                           ? "bot "
               : json_is_true(json_object_get(seat, "held")) ? "person"
                                                             : "person, not seated",
               bot ? text_of(seat, "bot") : "",
               json_is_true(json_object_get(seat, "connected")) ? ", connected" : "",
               json_is_true(json_object_get(seat, "stand_in")) ? ", a bot stands in" : "");
    }
}

static void print_whole_match(const json_t *m)
{
    long long now = (long long)time(NULL);
    size_t i;
    const json_t *viewer;
    printf("match:     %s\ngame:      %s, rules version %lld, deck %s\n", text_of(m, "match"),
           text_of(m, "game"), number_of(m, "rules_version"), text_of(m, "deck"));
    if (*text_of(m, "options"))
        printf("options:   %s\n", text_of(m, "options"));
    printf("state:     %s, %lld moves\n", text_of(m, "state"), number_of(m, "moves"));
    if (*text_of(m, "closed"))
        printf("closed:    %s\n", text_of(m, "closed"));
    printf("made:      ");
    print_span("", now - number_of(m, "created"));
    printf(" ago by %s, changed ", *text_of(m, "maker") ? text_of(m, "maker") : "somebody");
    print_span("", now - number_of(m, "changed"));
    printf(" ago\n");
    if (strcmp(text_of(m, "clock"), "none") != 0) {
        printf("clock:     ");
        print_span("", number_of(m, "clock_seconds"));
        printf(" a move\n");
    }
    if (*text_of(m, "rematch"))
        printf("rematch:   %s\n", text_of(m, "rematch"));
    print_seats(m);
    json_array_foreach(json_object_get(m, "viewers"), i, viewer)
    {
        const json_t *seat = json_object_get(viewer, "seat");
        if (json_is_integer(seat))
            printf("watched:   by %s as seat %lld\n", text_of(viewer, "address"),
                   (long long)json_integer_value(seat) + 1);
        else
            printf("watched:   by %s as a spectator\n", text_of(viewer, "address"));
    }
}

/* One line of the answer that is not the last. */
static void print_item(const struct asking *a, const json_t *item, bool first)
{
    if (a->json) {
        char *text = json_dumps(item, JSON_COMPACT);
        printf("%s%s", first ? "" : ",\n ", text ? text : "null");
        free(text);
    } else if (json_object_get(item, "network")) {
        print_ban(item, first);
    } else if (json_object_get(item, "viewers")) {
        print_whole_match(item);
    } else {
        print_match(item, first);
    }
}

/* The last line: what was done, for people. */
static void print_done(const struct asking *a, const json_t *last, bool none)
{
    bool lists = strcmp(a->command, "list") == 0, shows = strcmp(a->command, "show") == 0;
    if (a->json) {
        char *text = lists || shows ? NULL : json_dumps(last, JSON_COMPACT);
        printf("%s\n", lists ? (none ? "[]" : "]") : shows ? "" : text ? text : "{}");
        free(text);
    } else if (lists && none) {
        printf("There are no %s.\n", a->word && strcmp(a->word, "bans") == 0 ? "bans"
                                     : a->all                                ? "matches"
                                                                             : "open matches");
    } else if (json_object_get(last, "network")) {
        printf("%s is %s.\n", text_of(last, "network"),
               strcmp(a->command, "ban") == 0 ? "banned" : "no longer banned");
    } else if (!lists && !shows) {
        printf("The match is %s.\n", strcmp(a->command, "close") == 0 ? "closed" : "deleted");
    }
}

/* Prints the answer as it comes, line by line: a list may be long. */
static int print_answer(const struct asking *a, FILE *in)
{
    char *line = NULL;
    size_t capacity = 0;
    bool first = true, lists = strcmp(a->command, "list") == 0;
    int status = -1;
    while (status < 0 && getline(&line, &capacity, in) > 0) {
        json_t *item = json_loads(line, 0, NULL);
        const json_t *ok = json_object_get(item, "ok");
        if (json_is_true(ok)) {
            print_done(a, item, first);
            status = CLI_DONE;
        } else if (ok || !json_is_object(item)) {
            status = cli_error(CLI_FAILED, "%s",
                               *text_of(item, "error") ? text_of(item, "error")
                                                       : "the server gave an answer that is none");
        } else {
            if (a->json && first && lists)
                printf("[");
            print_item(a, item, first);
            first = false;
        }
        json_decref(item);
    }
    free(line);
    if (status < 0)
        status = cli_error(CLI_FAILED, "the server ended the connection before its answer was "
                                       "complete");
    return cli_finish(status);
}

static int ask(const struct asking *a, json_t *command, const char *database)
{
    int status = CLI_FAILED, fd = reach(database, &status);
    if (fd < 0)
        return status;
    char *text = json_dumps(command, JSON_COMPACT);
    struct vl_text line = {0};
    vl_text_addf(&line, "%s\n", text ? text : "{}");
    free(text);
    /* A server that refuses closes at once; its reason can still be read. */
    if (send(fd, line.data, line.length, MSG_NOSIGNAL) < 0 && errno != EPIPE)
        status = cli_error(CLI_FAILED, "the server of %s does not listen: %s", database,
                           strerror(errno));
    vl_text_free(&line);
    FILE *in = fdopen(fd, "r");
    if (!in) {
        close(fd);
        return cli_error(CLI_FAILED, "%s", strerror(errno));
    }
    status = print_answer(a, in);
    fclose(in);
    return status;
}

int cli_admin(const struct cli_command *self, int argc, char **argv)
{
    struct asking a = {.self = self};
    struct cli_words words;
    struct vl_error err = {0};
    struct vl_text named = {0};
    const struct cli_option options[] = {
        {"--db", CLI_TEXT, &a.database, 0, 0, "FILE", "the server's database (valise.db)"},
        {"--config", CLI_TEXT, &a.config, 0, 0, "FILE", "the server's settings, which name it"},
        {"--all", CLI_FLAG, &a.all, 0, 0, NULL, "list: finished and closed matches too"},
        {"--for", CLI_TEXT, &a.span, 0, 0, "TIME", "ban: so long, as in 30m, 12h, 7d (for ever)"},
        {"--why", CLI_TEXT, &a.why, 0, 0, "TEXT", "close: what the players read; ban: a note"},
        {"--json", CLI_FLAG, &a.json, 0, 0, NULL, "prints JSON, for programs"},
        {0},
    };
    int status = cli_read(self, argc, argv, options, 1, 2, &words);
    if (status != CLI_GO_ON)
        return status;
    a.command = words.word[0];
    a.word = words.count > 1 ? words.word[1] : NULL;
    if (a.database && a.config)
        return cli_misuse(self, "--db and --config both name a database");
    json_t *command = command_of(&a);
    if (!command)
        return CLI_USAGE;
    if (a.config && !cli_serve_database(a.config, &named, &err))
        status = cli_report(CLI_USAGE, &err);
    else
        status = ask(&a, command, a.config ? named.data : a.database ? a.database : "valise.db");
    json_decref(command);
    vl_text_free(&named);
    return status;
}
