/* The log and the access log: see the header. */
#include "server/log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"
#include "core/utf8.h"
#include "server/limits.h"
#include "server/time.h"

enum {
    MOST_FIELDS = 12,
    MOST_TEXT = 2048, /* bytes of all values of a line */
    WINDOW = 10000,   /* milliseconds in which lines are counted */
    PER_ADDRESS = 10, /* lines of a kind from one address in a window */
    PER_EVENT = 200,  /* ... from all addresses */
    KINDS = 512,      /* kinds of lines that are counted at a time */
    EVENTS = 64,      /* events that name addresses */
    PROBES = 8,       /* places at which a kind may be */
    SHOWN_ID = 8,     /* characters of a match id */
    LONG_WORD = 20,   /* characters; a part of a path as long as this could be a token */
    MOST_PATH = 200,
};

/* A field of a line. `key` and `value` are not terminated by zero. */
struct field {
    const char *key, *value;
    size_t key_size, value_size;
    bool quoted, number;
};

/* Lines of one event, from one address or (address "") from all. */
struct kind {
    char event[24];
    char address[SV_ADDRESS_SIZE];
    uint64_t since; /* milliseconds: the start of the window; 0: the place is free */
    uint32_t lines, dropped;
};

bool sv_log_quiet;

/* Bots log on their own threads. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool as_json;
static struct kind kinds[KINDS];
static struct kind totals[EVENTS]; /* of all addresses; the last one is for all further events */
static struct {
    FILE *file; /* NULL: no access log */
    bool failed;
} accesses;

void sv_log_json(bool json)
{
    pthread_mutex_lock(&lock);
    as_json = json;
    pthread_mutex_unlock(&lock);
}

/* ---- Fields ---- */

/*
 * Finds the fields in a format, and writes a format that prints the same values with a mark before
 * each key and without quotes. So one call of vsnprintf prints all values, and the marks tell them
 * apart afterwards, even where a value has spaces or quotes of its own.
 */
static size_t mark_fields(const char *format, char *marked, size_t size, struct field *fields)
{
    size_t count = 0, to = 0;
    while (*format && count < MOST_FIELDS) {
        size_t key = strcspn(format, "=");
        struct field *f = &fields[count++];
        const char *value = format + key + (format[key] == '=');
        f->key = format;
        f->key_size = key;
        f->quoted = *value == '"';
        value += f->quoted;
        size_t length = strcspn(value, f->quoted ? "\"" : " ");
        f->number = length > 0 && ((*value == '%' && strchr("diu", value[length - 1])) ||
                                   strspn(value, "0123456789") == length);
        int wrote =
            snprintf(marked + to, size - to, "\x1f%.*s=%.*s", (int)key, format, (int)length, value);
        if (wrote < 0 || (size_t)wrote >= size - to)
            return count - 1;
        to += (size_t)wrote;
        format = value + length + f->quoted;
        format += *format == ' ';
    }
    marked[to] = '\0';
    return count;
}

/* Where the field begins in what was printed; NULL: it was cut off. */
static const char *find_mark(const char *text, const struct field *f)
{
    for (const char *at = strchr(text, '\x1f'); at; at = strchr(at + 1, '\x1f'))
        if (strncmp(at + 1, f->key, f->key_size) == 0 && at[1 + f->key_size] == '=')
            return at;
    return NULL;
}

/* Points the fields at their values in what was printed; returns how many there are. */
static size_t find_values(const char *text, struct field *fields, size_t count)
{
    const char *at = count ? find_mark(text, &fields[0]) : NULL;
    size_t found = 0;
    for (; at && found < count; found++) {
        struct field *f = &fields[found];
        f->value = at + 2 + f->key_size;
        at = found + 1 < count ? find_mark(f->value, &fields[found + 1]) : NULL;
        f->value_size = at ? (size_t)(at - f->value) : strlen(f->value);
    }
    return found;
}

static const struct field *field_of(const struct field *fields, size_t count, const char *key)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(key) == fields[i].key_size &&
            memcmp(key, fields[i].key, fields[i].key_size) == 0)
            return &fields[i];
    return NULL;
}

/* ---- Lines ---- */

/* Text from outside must not be able to start a line of its own, or to end a value. */
static void add_text_value(struct vl_text *out, const struct field *f)
{
    bool quoted = f->quoted || f->value_size == 0;
    for (size_t i = 0; i < f->value_size; i++)
        quoted |= f->value[i] == ' ' || f->value[i] == '"';
    if (quoted)
        vl_text_char(out, '"');
    for (size_t i = 0; i < f->value_size; i++) {
        unsigned char c = (unsigned char)f->value[i];
        if (quoted && (c == '"' || c == '\\'))
            vl_text_char(out, '\\');
        vl_text_char(out, c < 0x20 || c == 0x7f ? '?' : (char)c);
    }
    if (quoted)
        vl_text_char(out, '"');
}

static void add_json_value(struct vl_json *json, const struct field *f)
{
    struct vl_text clean = {0};
    vl_text_add_bytes(&clean, f->value, f->value_size);
    for (size_t good = 0;
         (good += vl_utf8_check(clean.data + good, clean.length - good)) < clean.length;)
        clean.data[good] = '?';
    for (size_t i = 0; i < clean.length; i++)
        if ((unsigned char)clean.data[i] < 0x20)
            clean.data[i] = '?';
    if (f->number && clean.length)
        vl_json_raw(json, clean.data);
    else
        vl_json_string_sized(json, vl_text_string(&clean), clean.length);
    vl_text_free(&clean);
}

static void write_line(struct vl_text *out, const char *event, const struct field *fields,
                       size_t count)
{
    char at[40], whole[64];
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(at, sizeof at, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(whole, sizeof whole, "%s.%03ldZ", at, now.tv_nsec / 1000000);
    if (as_json) {
        struct vl_json json;
        vl_json_start(&json, out);
        vl_json_object(&json);
        vl_json_put_string(&json, "time", whole);
        vl_json_put_string(&json, "event", event);
        for (size_t i = 0; i < count; i++) {
            vl_json_key_sized(&json, fields[i].key, fields[i].key_size);
            add_json_value(&json, &fields[i]);
        }
        vl_json_end_object(&json);
    } else {
        vl_text_addf(out, "time=%s event=%s", whole, event);
        for (size_t i = 0; i < count; i++) {
            vl_text_addf(out, " %.*s=", (int)fields[i].key_size, fields[i].key);
            add_text_value(out, &fields[i]);
        }
    }
    vl_text_char(out, '\n');
}

/* One call, so that lines of different programs do not mix. */
static void emit(const char *event, const struct field *fields, size_t count)
{
    struct vl_text line = {0};
    write_line(&line, event, fields, count);
    fwrite(line.data, 1, line.length, stderr);
    vl_text_free(&line);
}

/* Prints the fields of a format; `text` gets their values and must live as long as they are used.
 */
static size_t print_fields(char text[MOST_TEXT], struct field fields[MOST_FIELDS],
                           const char *format, va_list arguments)
{
    char marked[512];
    size_t count = mark_fields(format, marked, sizeof marked, fields);
    /* The format is the caller's, with other marks between the same conversions. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    vsnprintf(text, MOST_TEXT, marked, arguments);
#pragma GCC diagnostic pop
    return find_values(text, fields, count);
}

__attribute__((format(printf, 2, 3))) static void emit_formatted(const char *event,
                                                                 const char *format, ...)
{
    char text[MOST_TEXT];
    struct field fields[MOST_FIELDS];
    va_list arguments;
    va_start(arguments, format);
    size_t count = print_fields(text, fields, format, arguments);
    va_end(arguments);
    emit(event, fields, count);
}

/* ---- Limits ---- */

/* Ends the window of a kind and says what was left out in it. The name of an event stays in its
 * place among the totals. */
static void end_window(struct kind *k, uint64_t now)
{
    uint64_t seconds = (now - k->since + 999) / 1000;
    if (k->dropped && k->address[0])
        emit_formatted("repeated", "what=%s times=%u seconds=%" PRIu64 " address=%s", k->event,
                       k->dropped, seconds, k->address);
    else if (k->dropped)
        emit_formatted("repeated", "what=%s times=%u seconds=%" PRIu64, k->event, k->dropped,
                       seconds);
    k->since = 0;
    k->lines = k->dropped = 0;
}

static struct kind *total_of(const char *event, uint64_t now)
{
    struct kind *k = totals;
    while (k < totals + EVENTS - 1 && k->event[0] &&
           strncmp(k->event, event, sizeof k->event - 1) != 0)
        k++;
    if (k->since && now - k->since >= WINDOW)
        end_window(k, now);
    if (!k->since) {
        snprintf(k->event, sizeof k->event, "%s", event);
        k->since = now;
    }
    return k;
}

/* The counter of a kind. If its places are taken by others, the oldest of these makes room: what
 * was left out of it counts for its event, so that many addresses do not make many lines. */
static struct kind *kind_of(const char *event, const char *address, uint64_t now)
{
    uint32_t hash = 2166136261U;
    for (const char *c = event; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619U;
    for (const char *c = address; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619U;
    struct kind *best = NULL;
    for (uint32_t i = 0; i < PROBES; i++) {
        struct kind *k = &kinds[(hash + i) % KINDS];
        if (k->since && strncmp(k->event, event, sizeof k->event - 1) == 0 &&
            strcmp(k->address, address) == 0)
            return k;
        if (!best || k->since < best->since)
            best = k;
    }
    if (best->dropped)
        total_of(best->event, now)->dropped += best->dropped;
    *best = (struct kind){.since = now};
    snprintf(best->event, sizeof best->event, "%s", event);
    snprintf(best->address, sizeof best->address, "%s", address);
    return best;
}

/* Whether one more line may be written; if not, it is counted. */
static bool may_write(const char *event, const struct field *from)
{
    char address[SV_ADDRESS_SIZE];
    uint64_t now = sv_now() + 1; /* never 0 */
    snprintf(address, sizeof address, "%.*s", (int)from->value_size, from->value);
    struct kind *own = kind_of(event, address, now);
    if (now - own->since >= WINDOW) {
        end_window(own, now);
        own = kind_of(event, address, now);
    }
    if (own->lines >= PER_ADDRESS) {
        own->dropped++;
        return false;
    }
    struct kind *all = total_of(event, now);
    if (all->lines >= PER_EVENT) {
        all->dropped++;
        return false;
    }
    all->lines++;
    own->lines++;
    return true;
}

void sv_log_sweep(bool all)
{
    uint64_t now = sv_now() + 1;
    pthread_mutex_lock(&lock);
    for (uint32_t i = 0; i < KINDS; i++)
        if (kinds[i].since && (all || now - kinds[i].since >= WINDOW))
            end_window(&kinds[i], now);
    for (uint32_t i = 0; i < EVENTS; i++)
        if (totals[i].since && (all || now - totals[i].since >= WINDOW))
            end_window(&totals[i], now);
    if (accesses.file)
        fflush(accesses.file);
    pthread_mutex_unlock(&lock);
}

void sv_log(const char *event, const char *format, ...)
{
    char text[MOST_TEXT];
    struct field fields[MOST_FIELDS];
    va_list arguments;
    if (sv_log_quiet)
        return;
    va_start(arguments, format);
    size_t count = print_fields(text, fields, format, arguments);
    va_end(arguments);
    const struct field *from = field_of(fields, count, "address");
    pthread_mutex_lock(&lock);
    if (!from || may_write(event, from))
        emit(event, fields, count);
    pthread_mutex_unlock(&lock);
}

/* ---- The access log ---- */

bool sv_access_open(const char *file, struct vl_error *err)
{
    FILE *opened = NULL;
    if (file && strcmp(file, "-") == 0) {
        opened = stderr;
    } else if (file) {
        int fd = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0640);
        opened = fd < 0 ? NULL : fdopen(fd, "a");
        if (!opened && fd >= 0)
            close(fd);
        if (!opened)
            return vl_fail(err, VL_IO, file, "the access log cannot be opened: %s",
                           strerror(errno));
    }
    pthread_mutex_lock(&lock);
    if (accesses.file && accesses.file != stderr)
        fclose(accesses.file);
    accesses.file = opened;
    accesses.failed = false;
    pthread_mutex_unlock(&lock);
    return true;
}

bool sv_access_on(void)
{
    return accesses.file != NULL;
}

void sv_access_path(const char *path, struct vl_text *out)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    bool after_matches = false;
    size_t start = out->length;
    while (*path && out->length - start < MOST_PATH) {
        size_t size = strcspn(path, "/");
        if (size >= LONG_WORD && strspn(path, letters) >= size)
            vl_text_addf(out, "%.*s*", after_matches ? SHOWN_ID : 0, path);
        else
            vl_text_add_bytes(out, path, size < MOST_PATH ? size : MOST_PATH);
        after_matches = size == 7 && memcmp(path, "matches", 7) == 0;
        path += size;
        if (*path == '/') {
            vl_text_char(out, '/');
            path++;
        }
    }
}

void sv_access_log(const struct sv_access *a)
{
    struct vl_text path = {0}, line = {0};
    char numbers[3][24];
    struct field fields[6] = {
        {"method", a->method ? a->method : "?", 6, 0, false, false},
        {"path", NULL, 4, 0, false, false},
        {"status", numbers[0], 6, 0, false, true},
        {"bytes", numbers[1], 5, 0, false, true},
        {"us", numbers[2], 2, 0, false, true},
        {"address", a->address, 7, 0, false, false},
    };
    if (!accesses.file)
        return;
    sv_access_path(a->path ? a->path : "?", &path);
    fields[1].value = vl_text_string(&path);
    snprintf(numbers[0], sizeof numbers[0], "%d", a->status);
    snprintf(numbers[1], sizeof numbers[1], "%" PRIu64, a->bytes);
    snprintf(numbers[2], sizeof numbers[2], "%" PRIu64, a->microseconds);
    for (size_t i = 0; i < 6; i++)
        fields[i].value_size = strlen(fields[i].value);
    pthread_mutex_lock(&lock);
    write_line(&line, "request", fields, 6);
    bool failed = fwrite(line.data, 1, line.length, accesses.file) != line.length;
    if (failed && !accesses.failed && accesses.file != stderr)
        emit_formatted("access_log_failed", "why=\"%s\"", strerror(errno));
    accesses.failed = failed;
    pthread_mutex_unlock(&lock);
    vl_text_free(&path);
    vl_text_free(&line);
}
