/*
 * valise serve: the web table.
 *
 * Settings come from the command line and, with --config, from a file; where both say something
 * the command line wins. --check reads everything, says what is wrong or what would hold, and
 * serves nobody.
 */
#include "cli/cli.h"
#include "core/banned.h"
#include "server/net/net.h"
#include "server/settings.h"

enum { MOST_DAYS = 36500 };

/* What is being read; the last of several sources wins. */
struct serving {
    struct sv_settings settings;
    uint32_t port;
    const char *config;
    bool check;
    bool hosts_from_file, proxies_from_file; /* lists that the command line replaces */
    char proxies[SV_MOST_HOSTS][64];         /* as they were written */
    struct vl_text file;                     /* the strings of the settings lie here */
    /* As it was called, to read the same again. */
    const struct cli_command *self;
    int argc;
    char **argv;
};

/* Strings of settings that were read while the server ran; they live until the program ends. The
 * same text is kept once, so that reading a file again and again costs nothing. */
static struct kept {
    struct kept *next;
    char text[];
} * kept;

static const char *keep(const char *text)
{
    if (!text)
        return NULL;
    for (const struct kept *k = kept; k; k = k->next)
        if (strcmp(k->text, text) == 0)
            return k->text;
    struct kept *k = malloc(sizeof *k + strlen(text) + 1);
    if (!k)
        abort();
    memcpy(k->text, text, strlen(text) + 1);
    k->next = kept;
    kept = k;
    return k->text;
}

static void drop_kept(void)
{
    while (kept) {
        struct kept *k = kept;
        kept = k->next;
        free(k);
    }
}

/* Called twice where there is a file: before the command line is read for the first time, and again
 * before the file is read. */
static void begin(struct serving *s)
{
    *s = (struct serving){.file = s->file, .self = s->self, .argc = s->argc, .argv = s->argv};
    sv_settings_init(&s->settings);
    s->port = (uint32_t)s->settings.port;
}

static bool take_base(void *context, const char *value, struct vl_error *err)
{
    struct serving *s = context;
    return sv_settings_base(&s->settings, value, err);
}

static bool take_limit(void *context, const char *value, struct vl_error *err)
{
    struct serving *s = context;
    return sv_settings_limit(&s->settings, value, err);
}

static bool take_log(void *context, const char *value, struct vl_error *err)
{
    struct serving *s = context;
    return sv_settings_log(&s->settings, value, err);
}

/* Lists add up within one source, but a list on the command line replaces that of the file. */
static bool take_host(void *context, const char *value, struct vl_error *err)
{
    struct serving *s = context;
    if (s->hosts_from_file)
        s->settings.host_count = 0;
    s->hosts_from_file = false;
    return sv_settings_host(&s->settings, value, err);
}

/* The text is kept for --check: the settings hold the address in binary form. */
static bool take_proxy(void *context, const char *value, struct vl_error *err)
{
    struct serving *s = context;
    if (s->proxies_from_file)
        s->settings.proxy_count = 0;
    s->proxies_from_file = false;
    if (!sv_settings_proxy(&s->settings, value, err))
        return false;
    snprintf(s->proxies[s->settings.proxy_count - 1], sizeof s->proxies[0], "%s", value);
    return true;
}

/* What holds, as a file that says the same. */
static int show(const struct serving *s)
{
    const struct sv_settings *set = &s->settings;
    struct vl_text out = {0};
    vl_text_addf(&out, "bind = %s\nport = %d\ndb = %s\nbase = %s\n", set->bind, set->port,
                 set->database, set->base);
    if (set->assets)
        vl_text_addf(&out, "assets = %s\n", set->assets);
    if (set->tls_cert)
        vl_text_addf(&out, "tls-cert = %s\ntls-key = %s\n", set->tls_cert, set->tls_key);
    for (uint32_t i = 0; i < set->host_count; i++)
        vl_text_addf(&out, "host = %s\n", set->hosts[i]);
    for (uint32_t i = 0; i < set->proxy_count; i++)
        vl_text_addf(&out, "trust-proxy = %s\n", s->proxies[i]);
    vl_text_addf(&out, "workers = %u\nbot-share = %u\nbot-pause = %u\nbot-time = %u\n",
                 set->workers, set->bot_share, set->bot_pause, set->bot_budget);
    vl_text_addf(&out, "keep-finished = %u\nkeep-abandoned = %u\n", set->keep_finished,
                 set->keep_abandoned);
    vl_text_addf(&out, "log = %s\n", set->log_json ? "json" : "text");
    if (set->access_log)
        vl_text_addf(&out, "access-log = %s\n", set->access_log);
    sv_settings_limits(set, "limit.", &out);
    cli_print(&out);
    return cli_finish(CLI_DONE);
}

/* Reads the command line and, with --config, the file: first the file, and then the command line
 * once more, over it. A file that cannot be read is CLI_USAGE, and err says why. */
static int read_settings(struct serving *s, struct vl_error *err)
{
    struct cli_words words;
    struct cli_taker base = {take_base, s}, limit = {take_limit, s}, host = {take_host, s},
                     proxy = {take_proxy, s}, log = {take_log, s};
    const struct cli_option options[] = {
        {"--config", CLI_TEXT, &s->config, 0, 0, "FILE",
         "settings from a file; what is given here wins"},
        {"--check", CLI_FLAG, &s->check, 0, 0, NULL,
         "only checks the settings, and prints those that hold"},
        {"--port", CLI_COUNT, &s->port, 0, 65535, "N", "the port (8080); 0 takes a free one"},
        {"--bind", CLI_TEXT, &s->settings.bind, 0, 0, "ADDRESS",
         "where to listen (127.0.0.1); 0.0.0.0 is everywhere"},
        {"--db", CLI_TEXT, &s->settings.database, 0, 0, "FILE", "the matches (valise.db)"},
        {"--base", CLI_TAKE, &base, 0, 1, "/PATH/", "serves under this path, behind a proxy (/)"},
        {"--host", CLI_TAKE, &host, 0, SV_MOST_HOSTS, "NAME",
         "answers to this name only; may be repeated"},
        {"--trust-proxy", CLI_TAKE, &proxy, 0, SV_MOST_HOSTS, "ADDRESS",
         "believes X-Forwarded-For from here; may be repeated"},
        {"--tls-cert", CLI_TEXT, &s->settings.tls_cert, 0, 0, "FILE",
         "serves https with this certificate and its chain"},
        {"--tls-key", CLI_TEXT, &s->settings.tls_key, 0, 0, "FILE", "the certificate's key"},
        {"--assets", CLI_TEXT, &s->settings.assets, 0, 0, "DIR",
         "serves the client's files from a folder"},
        {"--workers", CLI_COUNT, &s->settings.workers, 1, 64, "N",
         "threads on which bots think (2)"},
        {"--bot-share", CLI_COUNT, &s->settings.bot_share, 1, 100, "PERCENT",
         "of all processors that bots may use (80)"},
        {"--bot-pause", CLI_COUNT, &s->settings.bot_pause, 0, 60000, "MS",
         "pause before a bot's turn when somebody looks (600)"},
        {"--bot-time", CLI_COUNT, &s->settings.bot_budget, 1, 60000, "MS",
         "time a bot may think (1000)"},
        {"--keep-finished", CLI_COUNT, &s->settings.keep_finished, 0, MOST_DAYS, "DAYS",
         "deletes finished matches after this number of days; 0: never (365)"},
        {"--keep-abandoned", CLI_COUNT, &s->settings.keep_abandoned, 0, MOST_DAYS, "DAYS",
         "the same for matches nobody plays on with (90)"},
        {"--log", CLI_TAKE, &log, 0, 1, "FORMAT", "text or json, on standard error (text)"},
        {"--access-log", CLI_TEXT, &s->settings.access_log, 0, 0, "FILE",
         "a line for each HTTP request; - is standard error"},
        {"--limit", CLI_TAKE, &limit, 0, 1, "NAME=N", "another limit than the standard one"},
        {0},
    };
    begin(s);
    int status = cli_read(s->self, s->argc, s->argv, options, 0, 0, &words);
    if (status == CLI_GO_ON && s->config) {
        const char *path = s->config;
        begin(s);
        if (!cli_read_file(path, options + 2, &s->file, err))
            return CLI_USAGE;
        s->hosts_from_file = s->proxies_from_file = true;
        status = cli_read(s->self, s->argc, s->argv, options, 0, 0, &words);
    }
    s->settings.port = (int)s->port;
    return status;
}

/* Reads everything again while the server runs. What was read is checked as a whole, as at the
 * start: nothing changes unless all of it is sound. */
static bool read_again(void *context, struct sv_settings *settings, struct vl_error *err)
{
    const struct serving *first = context;
    struct serving s = {.self = first->self, .argc = first->argc, .argv = first->argv};
    bool good = read_settings(&s, err) == CLI_GO_ON && sv_settings_check(&s.settings, err);
    if (good) {
        *settings = s.settings;
        settings->bind = keep(s.settings.bind);
        settings->database = keep(s.settings.database);
        settings->assets = keep(s.settings.assets);
        settings->tls_cert = keep(s.settings.tls_cert);
        settings->tls_key = keep(s.settings.tls_key);
        settings->access_log = keep(s.settings.access_log);
    }
    vl_text_free(&s.file);
    return good;
}

bool cli_serve_database(const char *config, struct vl_text *keep_in, struct vl_error *err)
{
    static const struct cli_command self = {.name = "serve"};
    char *argv[] = {(char *)(uintptr_t) "serve", (char *)(uintptr_t) "--config",
                    (char *)(uintptr_t)config, NULL};
    struct serving s = {.self = &self, .argc = 3, .argv = argv};
    bool good = read_settings(&s, err) == CLI_GO_ON;
    if (good)
        vl_text_add(keep_in, s.settings.database);
    vl_text_free(&s.file);
    return good;
}

/* What was read is checked as a whole, since some settings need each other, as a certificate needs
 * its key. */
static int serve(struct serving *s)
{
    struct vl_error err = {0};
    struct sv_source source = {read_again, s};
    if (!sv_settings_check(&s->settings, &err))
        return cli_report(CLI_USAGE, &err);
    if (s->check)
        return show(s);
    if (!sv_run(&s->settings, s->config ? &source : NULL, &err))
        return cli_report(CLI_FAILED, &err);
    return cli_finish(CLI_DONE);
}

int cli_serve(const struct cli_command *self, int argc, char **argv)
{
    struct serving s = {.self = self, .argc = argc, .argv = argv};
    struct vl_error err = {0};
    int status = read_settings(&s, &err);
    if (status == CLI_USAGE && err.code)
        status = cli_report(CLI_USAGE, &err);
    else if (status == CLI_GO_ON)
        status = serve(&s);
    vl_text_free(&s.file);
    drop_kept();
    return status;
}
