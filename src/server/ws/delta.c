/* What has changed from one table message to the next. */
#include "server/ws/delta.h"

#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

/* A part of a message that is longer than LONG is kept as its first bytes alone. */
enum { LONG = 3072, BEGINNING = 64 };

/* A member, from the quotation mark before its key on. */
struct member {
    const char *at;
    size_t size;
};

struct word {
    const char *text;
    size_t size;
};

#define WORD(text)                                                                                 \
    {                                                                                              \
        text, sizeof(text) - 1                                                                     \
    }

/* Members that every message has: what it is about, and what hardly ever stays the same. */
static const struct word always[] = {WORD("\"type\""),   WORD("\"seat\""),     WORD("\"match\""),
                                     WORD("\"status\""), WORD("\"position\""), WORD("\"to_act\""),
                                     WORD("\"from\""),   WORD("\"legal\""),    WORD("\"choice\""),
                                     WORD("\"log\"")};

/* Members whose own members are looked at one by one, and what these are called then. */
static const struct {
    struct word key, changes;
} parted[] = {{WORD("\"view\""), WORD("\"view_changes\":{")},
              {WORD("\"facts\""), WORD("\"facts_changes\":{")}};

void sv_delta_mark_ends(struct sv_table_text *t)
{
    const struct vl_json_marks *marks = &t->marks;
    uint32_t after = (uint32_t)t->text.length; /* where what follows the outer member begins */
    if (marks->count > VL_MOST_MARKS)
        return;
    for (uint32_t i = marks->count; i-- > 0;) {
        if (marks->depth[i] == 1) { /* before a comma, or the message's bracket */
            t->end[i] = after - 1;
            after = marks->at[i];
        } else if (i + 1 < marks->count && marks->depth[i + 1] > 1) {
            t->end[i] = marks->at[i + 1] - 1;
        } else { /* before the bracket of the outer member as well */
            t->end[i] = after - 2;
        }
    }
}

static bool usable(const struct sv_table_text *t)
{
    return t->marks.count > 0 && t->marks.count <= VL_MOST_MARKS;
}

static uint32_t next_outer(const struct sv_table_text *t, uint32_t i)
{
    do
        i++;
    while (i < t->marks.count && t->marks.depth[i] > 1);
    return i;
}

static struct member member_at(const struct sv_table_text *t, uint32_t i)
{
    return (struct member){t->text.data + t->marks.at[i], t->end[i] - t->marks.at[i]};
}

/* Most members are short: for those no function is called. */
static inline bool same(struct member a, struct member b)
{
    uint64_t a1, a2, b1, b2;
    if (a.size != b.size)
        return false;
    if (a.size < 8 || a.size > 16)
        return memcmp(a.at, b.at, a.size) == 0;
    memcpy(&a1, a.at, 8);
    memcpy(&b1, b.at, 8);
    memcpy(&a2, a.at + a.size - 8, 8);
    memcpy(&b2, b.at + b.size - 8, 8);
    return a1 == b1 && a2 == b2;
}

/* Keys are plain words: they end with the next quotation mark. */
static bool same_key(struct member a, struct member b)
{
    const char *end = memchr(a.at + 1, '"', a.size - 1);
    size_t size = (size_t)(end - a.at) + 1;
    return size <= b.size && memcmp(a.at, b.at, size) == 0;
}

static bool is_called(struct member m, struct word key)
{
    return m.at[1] == key.text[1] && m.size > key.size && memcmp(m.at, key.text, key.size) == 0;
}

static bool is_always(struct member m)
{
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (is_called(m, always[i]))
            return true;
    return false;
}

/* The longest members that every message has stand last, and are not compared. */
static uint32_t count_compared(const struct sv_table_text *t)
{
    static const struct word first_of_them = WORD("\"legal\"");
    uint32_t i = 0;
    while (i < t->marks.count && !is_called(member_at(t, i), first_of_them))
        i = next_outer(t, i);
    return i;
}

static bool is_long(const struct sv_table_text *t, uint32_t i)
{
    return t->marks.depth[i] > 1 && member_at(t, i).size > LONG;
}

/* Room for so many bytes and little more: thousands of these texts are kept. */
static void make_room(struct vl_text *text, size_t size)
{
    if (text->capacity <= size || text->capacity > 2 * size + 256) {
        vl_text_free(text);
        text->capacity = size + size / 8 + 1;
        text->data = malloc(text->capacity);
        if (!text->data)
            abort();
    }
    vl_text_clear(text);
}

/*
 * Of a part that is very long the beginning is kept, with its key: such parts have mostly changed
 * when they come again, and count as changed then.
 */
void sv_delta_keep(struct sv_table_text *kept, const struct sv_table_text *table)
{
    uint32_t count = usable(table) ? count_compared(table) : 0;
    size_t size = !count                       ? 0
                  : count < table->marks.count ? table->marks.at[count]
                                               : table->text.length;
    size_t from = 0, left_out = 0;
    for (uint32_t i = 0; i < count; i++)
        left_out += is_long(table, i) ? member_at(table, i).size - BEGINNING : 0;
    make_room(&kept->text, size - left_out);
    left_out = 0;
    kept->marks.count = count;
    memcpy(kept->marks.depth, table->marks.depth, count * sizeof *kept->marks.depth);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = table->marks.at[i];
        kept->marks.at[i] = at - (uint32_t)left_out;
        if (is_long(table, i)) {
            vl_text_add_bytes(&kept->text, table->text.data + from, at + BEGINNING - from);
            from = table->end[i];
            left_out += from - at - BEGINNING;
        }
    }
    vl_text_add_bytes(&kept->text, table->text.data + from, size - from);
    sv_delta_mark_ends(kept);
}

static void add_member(struct vl_text *out, struct member m)
{
    if (out->data[out->length - 1] != '{')
        vl_text_char(out, ',');
    vl_text_add_bytes(out, m.at, m.size);
}

/* Writes what is new inside a member, if it has the same members as before; false: it has not,
 * and nothing was written. */
static bool add_parts(struct vl_text *out, struct word name, const struct sv_table_text *before,
                      uint32_t old, const struct sv_table_text *now, uint32_t i)
{
    uint32_t count = next_outer(now, i) - i;
    size_t length = out->length;
    if (next_outer(before, old) - old != count || count < 2)
        return false;
    vl_text_char(out, ',');
    vl_text_add_bytes(out, name.text, name.size);
    for (uint32_t k = 1; k < count; k++) {
        struct member was = member_at(before, old + k), is = member_at(now, i + k);
        if (same(was, is))
            continue;
        if (!same_key(was, is)) {
            out->length = length;
            return false;
        }
        add_member(out, is);
    }
    vl_text_char(out, '}');
    return true;
}

static void add_changed(struct vl_text *out, const struct sv_table_text *before, uint32_t old,
                        const struct sv_table_text *now, uint32_t i)
{
    struct member m = member_at(now, i);
    for (size_t p = 0; p < sizeof parted / sizeof *parted; p++)
        if (is_called(m, parted[p].key) && add_parts(out, parted[p].changes, before, old, now, i))
            return;
    add_member(out, m);
}

/* The mark of the outer member with the same key, looked for from `from` on; count: none. */
static uint32_t find(const struct sv_table_text *t, struct member m, uint32_t from)
{
    while (from < t->marks.count && !same_key(m, member_at(t, from)))
        from = next_outer(t, from);
    return from;
}

void sv_delta_write(struct vl_text *out, const struct sv_table_text *before,
                    const struct sv_table_text *now)
{
    if (!usable(before) || !usable(now)) {
        vl_text_add_bytes(out, now->text.data, now->text.length);
        return;
    }
    uint32_t from = 0; /* both have their members in the same order */
    vl_text_char(out, '{');
    for (uint32_t i = 0; i < now->marks.count; i = next_outer(now, i)) {
        struct member m = member_at(now, i);
        uint32_t old = find(before, m, from);
        bool known = old < before->marks.count;
        if (known)
            from = next_outer(before, old);
        if (!known || is_always(m))
            add_member(out, m);
        else if (!same(member_at(before, old), m))
            add_changed(out, before, old, now, i);
    }
    vl_text_add(out, ",\"changes\":true}");
}
