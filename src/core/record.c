/* The text format of a record (docs/records.md): writing and parsing. */
#include "valise/record.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <sodium.h>

#include "core/alloc.h"
#include "core/banned.h"
#include "core/fields.h"
#include "core/utf8.h"

enum { MAX_RECORD_MOVES = 1 << 20, MAX_LINE = 512, STATE_PIECE = 500, MAX_STATE_TEXT = 64 << 10 };

struct vl_record *vl_record_new(void)
{
    return vl_alloc(1, sizeof(struct vl_record));
}

/* The chance holds the secret of a seal, which must not stay behind in freed memory. */
void vl_record_free(struct vl_record *record)
{
    if (!record)
        return;
    for (uint32_t i = 0; i < record->move_count; i++)
        free(record->moves[i]);
    free(record->moves);
    free(record->actors);
    free(record->minded);
    free(record->start.state);
    sodium_memzero(&record->chance, sizeof record->chance);
    free(record);
}

void vl_record_add(struct vl_record *record, int actor, const char *move)
{
    if (record->move_count == record->move_capacity) {
        record->move_capacity = record->move_capacity ? record->move_capacity * 2 : 256;
        record->moves = vl_resize(record->moves, record->move_capacity, sizeof *record->moves);
        record->actors = vl_resize(record->actors, record->move_capacity, sizeof *record->actors);
        record->minded = vl_resize(record->minded, record->move_capacity, sizeof *record->minded);
    }
    record->moves[record->move_count] = vl_copy_string(move);
    record->minded[record->move_count] = false;
    record->actors[record->move_count++] = (int8_t)actor;
}

void vl_record_mark_minded(struct vl_record *record)
{
    VL_ASSERT(record->move_count > 0);
    record->minded[record->move_count - 1] = true;
}

/* A secret, a commitment or a nonce, and the end of the line. */
static void add_hex_line(struct vl_text *out, const uint8_t *bytes)
{
    for (int i = 0; i < VL_SECRET_SIZE; i++)
        vl_text_addf(out, "%02x", bytes[i]);
    vl_text_char(out, '\n');
}

static void write_chance(const struct vl_chance *chance, struct vl_text *out)
{
    if (chance->source == VL_CHANCE_MANUAL)
        vl_text_add(out, "chance unsealed\n");
    if (chance->source == VL_CHANCE_SEEDED)
        vl_text_addf(out, "chance seed %" PRIu64 "\n", chance->seed);
    if (chance->source != VL_CHANCE_SEALED)
        return;
    vl_text_add(out, "chance sealed ");
    const struct vl_seal *seal = &chance->seal;
    add_hex_line(out, seal->commitment);
    if (seal->restarts)
        vl_text_addf(out, "restarts %u\n", seal->restarts);
    for (int seat = 0; seat < VL_MAX_SEATS; seat++) {
        if (seal->has_pledge[seat]) {
            vl_text_addf(out, "pledge %d ", seat);
            add_hex_line(out, seal->pledge[seat]);
        }
    }
    for (int seat = 0; seat < VL_MAX_SEATS; seat++) {
        if (seal->has_nonce[seat]) {
            vl_text_addf(out, "nonce %d ", seat);
            add_hex_line(out, seal->nonce[seat]);
        }
        if (seal->without[seat])
            vl_text_addf(out, "without %d\n", seat);
    }
}

/* The state in pieces that fit a line, none of which ends within a character. */
static void write_start(const struct vl_start *start, struct vl_text *out)
{
    if (start->viewer >= 0)
        vl_text_addf(out, "from %d %u\n", start->viewer, start->position);
    else
        vl_text_addf(out, "from %s %u\n", start->viewer == VL_OPEN ? "open" : "spectator",
                     start->position);
    for (const char *p = start->state; *p;) {
        size_t length = strnlen(p, STATE_PIECE);
        while (p[length] && ((unsigned char)p[length] & 0xc0) == 0x80)
            length--;
        vl_text_add(out, "state ");
        vl_text_add_bytes(out, p, length);
        vl_text_char(out, '\n');
        p += length;
    }
}

/* The lowest version that can say this: 2 has a start, 3 says null or "?" in its state, 4 has
 * pledges. */
static int version_of(const struct vl_record *record)
{
    const char *state = record->start.state;
    if (record->chance.source == VL_CHANCE_SEALED && vl_seal_has_pledges(&record->chance.seal))
        return 4;
    return !state ? 1 : vl_fields_has_none(state) ? 3 : 2;
}

/* Optional lines are left out where they say nothing, so that records of earlier versions are
 * written the same again, byte for byte. */
void vl_record_write(const struct vl_record *record, struct vl_text *out)
{
    vl_text_addf(out, "valise record %d\ngame %s\nrules %u\ndeck %s\nseats %u\n",
                 version_of(record), record->game, record->rules_version, record->deck_hash,
                 record->seats);
    for (uint32_t i = 0; i < record->option_count; i++)
        vl_text_addf(out, "option %s\n", record->options[i]);
    for (uint32_t seat = 0; seat < record->seats; seat++)
        if (record->names[seat][0])
            vl_text_addf(out, "name %u %s\n", seat, record->names[seat]);
    write_chance(&record->chance, out);
    if (record->start.state)
        write_start(&record->start, out);
    vl_text_addf(out, "moves %u\n", record->move_count);
    for (uint32_t i = 0; i < record->move_count; i++) {
        if (record->actors[i] == VL_CHANCE)
            vl_text_addf(out, "* %s\n", record->moves[i]);
        else
            vl_text_addf(out, "%d%s %s\n", record->actors[i], record->minded[i] ? "~" : "",
                         record->moves[i]);
    }
    if (record->chance.source == VL_CHANCE_SEALED && record->chance.seal.revealed) {
        vl_text_add(out, "secret ");
        add_hex_line(out, record->chance.seal.secret);
    }
    if (record->over) {
        vl_text_add(out, "points");
        for (uint32_t seat = 0; seat < record->seats; seat++)
            vl_text_addf(out, " %d", record->points[seat]);
        vl_text_add(out, "\nranks");
        for (uint32_t seat = 0; seat < record->seats; seat++)
            vl_text_addf(out, " %u", record->ranks[seat]);
        vl_text_char(out, '\n');
    }
    vl_text_addf(out, "hash %016" PRIx64 "\n", record->hash);
}

/* ---- Parsing ---- */

struct reader {
    const char *p, *end;
    uint32_t line;
    int version;
    char text[MAX_LINE]; /* the current line */
    struct vl_error *err;
};

/* Lines are counted from 1, as editors do. */
__attribute__((format(printf, 2, 3))) static bool bad(struct reader *r, const char *format, ...)
{
    char where[32], message[256];
    snprintf(where, sizeof where, "line %u", r->line);
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return vl_fail(r->err, VL_BAD_INPUT, where, "%s", message);
}

/* The text is copied, so that the functions below can rely on a terminating zero. CR LF is refused
 * and not repaired: the same record has the same bytes everywhere. */
static bool next_line(struct reader *r)
{
    r->line++;
    if (r->p == r->end)
        return bad(r, "the record ends too early");
    const char *newline = memchr(r->p, '\n', (size_t)(r->end - r->p));
    if (!newline)
        return bad(r, "the last line does not end");
    size_t length = (size_t)(newline - r->p);
    if (length >= sizeof r->text)
        return bad(r, "the line is longer than %zu bytes", sizeof r->text - 1);
    memcpy(r->text, r->p, length);
    r->text[length] = '\0';
    r->p = newline + 1;
    if (length > 0 && r->text[length - 1] == '\r')
        return bad(r, "the line ends in CR and LF; lines of a record end in LF alone");
    return true;
}

/* The rest of the line after "word ", or NULL. */
static const char *after(const struct reader *r, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(r->text, word, length) != 0 || r->text[length] != ' ')
        return NULL;
    return r->text + length + 1;
}

/* Reads a line that must be "word VALUE". */
static const char *expect(struct reader *r, const char *word)
{
    if (!next_line(r))
        return NULL;
    const char *value = after(r, word);
    if (!value || !*value)
        bad(r, "expected \"%s ...\", found \"%.60s\"", word, r->text);
    return value && *value ? value : NULL;
}

/* strtoll skips blanks, which would allow two spaces between words; a record has exactly one
 * form. */
static bool number(struct reader *r, const char **p, int64_t least, int64_t most, int64_t *value)
{
    char *end;
    errno = 0;
    long long n = isspace((unsigned char)**p) ? 0 : strtoll(*p, &end, 10);
    if (isspace((unsigned char)**p) || end == *p || errno || n < least || n > most ||
        (*end == ' ' ? end[1] == '\0' : *end != '\0'))
        return bad(r, "expected a number from %" PRId64 " to %" PRId64 ", found \"%.30s\"", least,
                   most, *p);
    *p = *end ? end + 1 : end;
    *value = n;
    return true;
}

/* A number that is all that stands there. */
static bool only_number(struct reader *r, const char *p, int64_t least, int64_t most,
                        int64_t *value)
{
    const char *start = p;
    return number(r, &p, least, most, value) &&
           (!*p || bad(r, "expected one number, found \"%.30s\"", start));
}

static bool hex(struct reader *r, const char *p, uint8_t *bytes)
{
    size_t length;
    const char *end;
    if (strlen(p) != 2 * VL_SECRET_SIZE ||
        sodium_hex2bin(bytes, VL_SECRET_SIZE, p, strlen(p), NULL, &length, &end) != 0 ||
        length != VL_SECRET_SIZE)
        return bad(r, "expected 64 hex digits");
    return true;
}

static bool hash(struct reader *r, const char *p, uint64_t *value)
{
    if (strlen(p) != 16 || strspn(p, "0123456789abcdef") != 16)
        return bad(r, "expected 16 hex digits, found \"%.30s\"", p);
    *value = strtoull(p, NULL, 16);
    return true;
}

static bool read_chance(struct reader *r, const char *p, struct vl_chance *chance)
{
    if (!*p)
        return bad(r, "expected \"chance ...\", found \"%.60s\"", r->text);
    if (strcmp(p, "unsealed") == 0) {
        chance->source = VL_CHANCE_MANUAL;
        return true;
    }
    if (strncmp(p, "seed ", 5) == 0) {
        char *end;
        errno = 0;
        chance->source = VL_CHANCE_SEEDED;
        chance->seed = isdigit((unsigned char)p[5]) ? strtoull(p + 5, &end, 10) : 0;
        if (!isdigit((unsigned char)p[5]) || *end || errno)
            return bad(r, "expected a seed, found \"%.30s\"", p + 5);
        return true;
    }
    if (strncmp(p, "sealed ", 7) == 0) {
        chance->source = VL_CHANCE_SEALED;
        return hex(r, p + 7, chance->seal.commitment);
    }
    return bad(r, "chance is \"sealed\", \"seed\" or \"unsealed\", not \"%.30s\"", p);
}

/* The order of these lines is fixed. The version decides which lines may follow. */
static bool read_header(struct reader *r, struct vl_record *record)
{
    const char *p;
    int64_t n;
    uint64_t deck;
    if (!next_line(r))
        return false;
    p = after(r, "valise record");
    if (!p || !*p || p[1] || !strchr("1234", *p))
        return bad(r, "expected \"valise record 1\", 2, 3 or 4, found \"%.60s\"", r->text);
    r->version = *p - '0';
    if (!(p = expect(r, "game")))
        return false;
    if (strlen(p) >= sizeof record->game)
        return bad(r, "the name of the game is too long");
    snprintf(record->game, sizeof record->game, "%s", p);
    if (!(p = expect(r, "rules")) || !only_number(r, p, 1, 1000000, &n))
        return false;
    record->rules_version = (uint32_t)n;
    if (!(p = expect(r, "deck")) || !hash(r, p, &deck))
        return false;
    snprintf(record->deck_hash, sizeof record->deck_hash, "%s", p);
    if (!(p = expect(r, "seats")) || !only_number(r, p, 1, VL_MAX_SEATS, &n))
        return false;
    record->seats = (uint32_t)n;
    return true;
}

static bool read_name(struct reader *r, const char *p, struct vl_record *record)
{
    int64_t seat;
    if (!number(r, &p, 0, record->seats - 1, &seat))
        return false;
    if (strlen(p) >= VL_NAME_SIZE || !vl_utf8_is_name(p))
        return bad(r,
                   "the name of seat %" PRId64 " is empty, too long or has characters that "
                   "cannot be shown",
                   seat);
    snprintf(record->names[seat], VL_NAME_SIZE, "%s", p);
    return true;
}

static bool read_nonce(struct reader *r, const char *p, struct vl_record *record)
{
    int64_t seat;
    if (record->chance.source != VL_CHANCE_SEALED)
        return bad(r, "a nonce without a seal");
    if (!number(r, &p, 0, record->seats - 1, &seat))
        return false;
    record->chance.seal.has_nonce[seat] = true;
    return hex(r, p, record->chance.seal.nonce[seat]);
}

/* One of the lines that version 4 adds to a sealed deal: "pledge SEAT HEX", "without SEAT" or
 * "restarts N". */
static bool read_pledge(struct reader *r, const char *word, const char *p, struct vl_record *record)
{
    struct vl_seal *seal = &record->chance.seal;
    int64_t n;
    if (record->chance.source != VL_CHANCE_SEALED)
        return bad(r, "\"%s\" without a seal", word);
    if (word[0] == 'r') {
        if (seal->restarts)
            return bad(r, "a second \"restarts\"");
        if (!only_number(r, p, 1, 1000000, &n))
            return false;
        seal->restarts = (uint32_t)n;
        return true;
    }
    if (word[0] == 'w') {
        if (!only_number(r, p, 0, record->seats - 1, &n))
            return false;
        if (seal->without[n])
            return bad(r, "a second \"without\" of seat %" PRId64, n);
        seal->without[n] = true;
        return true;
    }
    if (!number(r, &p, 0, record->seats - 1, &n))
        return false;
    if (seal->has_pledge[n])
        return bad(r, "a second pledge of seat %" PRId64, n);
    seal->has_pledge[n] = true;
    return hex(r, p, seal->pledge[n]);
}

/* The state follows in lines of its own; until then the empty string marks that "from" was
 * there. */
static bool read_from(struct reader *r, const char *p, struct vl_start *start)
{
    int64_t n;
    if (start->state)
        return bad(r, "a second \"from\"");
    if (strncmp(p, "spectator ", 10) == 0) {
        start->viewer = VL_SPECTATOR;
        p += 10;
    } else if (strncmp(p, "open ", 5) == 0) {
        start->viewer = VL_OPEN;
        p += 5;
    } else if (isdigit((unsigned char)*p)) {
        if (!number(r, &p, 0, VL_MAX_SEATS - 1, &n))
            return false;
        start->viewer = (int)n;
    } else {
        return bad(r, "expected \"from SEAT N\", \"from spectator N\" or \"from open N\"");
    }
    if (!only_number(r, p, 0, MAX_RECORD_MOVES, &n))
        return false;
    start->position = (uint32_t)n;
    start->state = vl_copy_string("");
    return true;
}

/* One more piece of the state. */
static bool read_state(struct reader *r, const char *p, struct vl_start *start)
{
    if (!start->state)
        return bad(r, "a state without \"from\" before it");
    size_t have = strlen(start->state), more = strlen(p);
    if (have + more > MAX_STATE_TEXT)
        return bad(r, "the state is longer than %d bytes", MAX_STATE_TEXT);
    start->state = vl_resize(start->state, have + more + 1, 1);
    memcpy(start->state + have, p, more + 1);
    return true;
}

/* Version 1 has no start. Versions 2 and 3 are only written where there is one, and version 4 where
 * there are pledges, so one without them is cut or forged. */
static bool start_is_whole(struct reader *r, const struct vl_record *record)
{
    const struct vl_start *start = &record->start;
    if (r->version == 4 && !vl_seal_has_pledges(&record->chance.seal))
        return bad(r, "a record of version 4 has \"pledge\", \"without\" or \"restarts\"");
    if (r->version == 1 || (r->version == 4 && !start->state))
        return true;
    if (!start->state || !start->state[0])
        return bad(r, "a record of version %d has \"from\" and \"state\" before its moves",
                   r->version);
    return start->viewer < (int)record->seats ||
           bad(r, "\"from\" names seat %d, and there are %u", start->viewer, record->seats);
}

/* Options and names, chance, nonces, the start, up to the number of moves. */
static bool read_setup(struct reader *r, struct vl_record *record, uint32_t *moves)
{
    bool chance = false, good = true;
    while (good && next_line(r)) {
        const char *p, *word;
        int64_t n;
        if ((p = after(r, "option"))) {
            if (record->option_count == VL_MAX_OPTIONS || strlen(p) >= sizeof record->options[0])
                return bad(r, "too many options, or one that is too long");
            snprintf(record->options[record->option_count++], sizeof record->options[0], "%s", p);
        } else if ((p = after(r, "name"))) {
            good = read_name(r, p, record);
        } else if (!chance && (p = after(r, "chance"))) {
            chance = true;
            good = read_chance(r, p, &record->chance);
        } else if ((p = after(r, "nonce"))) {
            good = read_nonce(r, p, record);
        } else if (r->version == 4 &&
                   ((p = after(r, word = "pledge")) || (p = after(r, word = "without")) ||
                    (p = after(r, word = "restarts")))) {
            good = read_pledge(r, word, p, record);
        } else if (r->version > 1 && (p = after(r, "from"))) {
            good = read_from(r, p, &record->start);
        } else if (r->version > 1 && (p = after(r, "state"))) {
            good = read_state(r, p, &record->start);
        } else if (chance && (p = after(r, "moves"))) {
            if (!only_number(r, p, 0, MAX_RECORD_MOVES, &n))
                return false;
            *moves = (uint32_t)n;
            return start_is_whole(r, record);
        } else {
            return bad(r, "expected option, name, %s, found \"%.40s\"",
                       chance ? "nonce or moves" : "chance", r->text);
        }
    }
    return false;
}

/* "~" behind the seat marks a move that a stand-in bot made. */
static bool read_moves(struct reader *r, struct vl_record *record, uint32_t count)
{
    record->line = r->line + 1;
    for (uint32_t i = 0; i < count; i++) {
        if (!next_line(r))
            return false;
        int actor = r->text[0] == '*' ? VL_CHANCE : r->text[0] - '0';
        bool known = r->text[0] == '*' || (actor >= 0 && actor < (int)record->seats);
        bool minded = actor >= 0 && r->text[1] == '~';
        const char *move = r->text + 1 + minded;
        if (!known || move[0] != ' ' || move[1] == '\0')
            return bad(r, "expected \"* MOVE\" or \"SEAT MOVE\", found \"%.40s\"", r->text);
        vl_record_add(record, actor, move + 1);
        if (minded)
            vl_record_mark_minded(record);
    }
    return true;
}

/* A number for each seat, and nothing after them. */
static bool one_a_seat(struct reader *r, const char *p, const char *what, uint32_t seats,
                       int64_t least, int64_t most, int64_t *values)
{
    for (uint32_t seat = 0; seat < seats; seat++)
        if (!number(r, &p, least, most, &values[seat]))
            return false;
    return !*p || bad(r, "more %s than seats", what);
}

static bool read_end(struct reader *r, struct vl_record *record)
{
    const char *p;
    if (!next_line(r))
        return false;
    if ((p = after(r, "secret"))) {
        if (record->chance.source != VL_CHANCE_SEALED)
            return bad(r, "a secret without a seal");
        record->chance.seal.revealed = true;
        if (!hex(r, p, record->chance.seal.secret) || !next_line(r))
            return false;
    }
    if ((p = after(r, "points"))) {
        record->over = true;
        int64_t points[VL_MAX_SEATS], ranks[VL_MAX_SEATS];
        if (!one_a_seat(r, p, "points", record->seats, -100000, 100000, points) ||
            !(p = expect(r, "ranks")) ||
            !one_a_seat(r, p, "ranks", record->seats, 1, record->seats, ranks) || !next_line(r))
            return false;
        for (uint32_t seat = 0; seat < record->seats; seat++) {
            record->points[seat] = (int32_t)points[seat];
            record->ranks[seat] = (uint8_t)ranks[seat];
        }
    }
    p = after(r, "hash");
    if (!p)
        return bad(r, "expected \"hash ...\", found \"%.40s\"", r->text);
    return hash(r, p, &record->hash);
}

static struct vl_record *read_record(struct reader *r)
{
    struct vl_record *record = vl_record_new();
    uint32_t moves = 0;
    if (read_header(r, record) && read_setup(r, record, &moves) && read_moves(r, record, moves) &&
        read_end(r, record))
        return record;
    vl_record_free(record);
    return NULL;
}

/* Exactly one record: text after its end is an error. vl_record_next reads files with several. */
struct vl_record *vl_record_parse(const char *bytes, size_t size, struct vl_error *err)
{
    struct reader r = {.p = bytes, .end = bytes + size, .err = err};
    size_t valid = vl_utf8_check(bytes, size);
    if (valid < size) {
        vl_fail(err, VL_BAD_INPUT, NULL, "byte %zu is not valid UTF-8", valid);
        return NULL;
    }
    struct vl_record *record = read_record(&r);
    if (record && r.p != r.end) {
        r.line++;
        bad(&r, "something follows the end of the record");
        vl_record_free(record);
        record = NULL;
    }
    return record;
}

/* The bytes that were not read stay with the file, and so does the line number, so that errors name
 * the line of the file and not of the record. */
struct vl_record *vl_record_next(struct vl_record_file *file, struct vl_error *err)
{
    struct reader r = {
        .p = file->bytes, .end = file->bytes + file->size, .line = file->line, .err = err};
    /* The whole file once, and not what is left of it for every record. */
    size_t valid = file->checked ? file->size : vl_utf8_check(file->bytes, file->size);
    file->checked = valid == file->size;
    if (!file->checked) {
        for (size_t i = 0; i < valid; i++)
            r.line += file->bytes[i] == '\n';
        r.line++;
        bad(&r, "this is not valid UTF-8");
        return NULL;
    }
    struct vl_record *record = read_record(&r);
    file->bytes = r.p;
    file->size = (size_t)(r.end - r.p);
    file->line = r.line;
    return record;
}
