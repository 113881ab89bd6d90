/* What has changed from one table message to the next. */
#include "server/changes.h"

#include <string.h>

#include "core/banned.h"

/* A member, from the quotation mark before its key on. */
struct member {
    const char *at;
    size_t size;
};

/* Members that every message has: what it is about, and what hardly ever stays the same. */
static const char *const always[] = {"type",   "seat", "match", "status", "position",
                                     "to_act", "from", "legal", "choice", "log"};

/* Members whose own members are looked at one by one, and what these are called then. */
static const struct {
    const char *key, *changes;
} parted[] = {{"view", "\"view_changes\":{"}, {"facts", "\"facts_changes\":{"}};

static bool usable(const struct sv_table_text *t)
{
    return t->marks.count > 0 && t->marks.count <= VL_MOST_MARKS;
}

/* Where the outer member at mark i ends: before the comma, or before the message's bracket. */
static uint32_t next_outer(const struct sv_table_text *t, uint32_t i)
{
    do
        i++;
    while (i < t->marks.count && t->marks.depth[i] > 1);
    return i;
}

static struct member outer(const struct sv_table_text *t, uint32_t i)
{
    uint32_t next = next_outer(t, i);
    size_t end = next < t->marks.count ? t->marks.at[next] : t->text.length;
    return (struct member){t->text.data + t->marks.at[i], end - 1 - t->marks.at[i]};
}

/* The inner member at mark i of the outer one at mark `of`. */
static struct member inner(const struct sv_table_text *t, uint32_t of, uint32_t i)
{
    struct member all = outer(t, of);
    bool last = i + 1 == next_outer(t, of);
    const char *end = last ? all.at + all.size : t->text.data + t->marks.at[i + 1];
    const char *at = t->text.data + t->marks.at[i];
    return (struct member){at, (size_t)(end - at) - 1};
}

static bool same(struct member a, struct member b)
{
    return a.size == b.size && memcmp(a.at, b.at, a.size) == 0;
}

/* Keys are plain words: they end with the next quotation mark. */
static size_t key_size(struct member m)
{
    return strcspn(m.at + 1, "\"");
}

static bool same_key(struct member a, struct member b)
{
    size_t size = key_size(a);
    return size == key_size(b) && memcmp(a.at, b.at, size + 1) == 0;
}

static bool is_called(struct member m, const char *key)
{
    return strncmp(m.at + 1, key, strlen(key)) == 0 && m.at[1 + strlen(key)] == '"';
}

static bool is_always(struct member m)
{
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (is_called(m, always[i]))
            return true;
    return false;
}

static void add_member(struct vl_text *out, struct member m)
{
    char last = out->data[out->length - 1];
    if (last != '{')
        vl_text_char(out, ',');
    vl_text_add_bytes(out, m.at, m.size);
}

/* The mark of the outer member with the same key, looked for from `from` on; count: none. */
static uint32_t find(const struct sv_table_text *t, struct member m, uint32_t from)
{
    for (uint32_t i = from; i < t->marks.count; i = next_outer(t, i))
        if (same_key(outer(t, i), m))
            return i;
    return t->marks.count;
}

/* Writes what is new inside a member, if all that was there still is; false: it is not. */
static bool add_parts(struct vl_text *out, const char *name, const struct sv_table_text *before,
                      uint32_t old, const struct sv_table_text *now, uint32_t i)
{
    uint32_t old_end = next_outer(before, old), end = next_outer(now, i);
    if (old_end - old != end - i || end - i < 2)
        return false;
    for (uint32_t k = 1; k < end - i; k++)
        if (!same_key(inner(before, old, old + k), inner(now, i, i + k)))
            return false;
    vl_text_char(out, ',');
    vl_text_add(out, name);
    for (uint32_t k = 1; k < end - i; k++)
        if (!same(inner(before, old, old + k), inner(now, i, i + k)))
            add_member(out, inner(now, i, i + k));
    vl_text_char(out, '}');
    return true;
}

static void add_changed(struct vl_text *out, const struct sv_table_text *before, uint32_t old,
                        const struct sv_table_text *now, uint32_t i)
{
    struct member m = outer(now, i);
    for (size_t p = 0; p < sizeof parted / sizeof *parted; p++)
        if (is_called(m, parted[p].key) && add_parts(out, parted[p].changes, before, old, now, i))
            return;
    add_member(out, m);
}

void sv_write_changes(struct vl_text *out, const struct sv_table_text *before,
                      const struct sv_table_text *now)
{
    if (!usable(before) || !usable(now)) {
        vl_text_add_bytes(out, now->text.data, now->text.length);
        return;
    }
    uint32_t at = 0; /* both have their members in the same order, mostly */
    vl_text_char(out, '{');
    for (uint32_t i = 0; i < now->marks.count; i = next_outer(now, i)) {
        struct member m = outer(now, i);
        uint32_t old = find(before, m, at);
        if (old == before->marks.count) {
            add_member(out, m);
            continue;
        }
        at = next_outer(before, old);
        if (is_always(m))
            add_member(out, m);
        else if (!same(outer(before, old), m))
            add_changed(out, before, old, now, i);
    }
    vl_text_add(out, ",\"changes\":true}");
}
