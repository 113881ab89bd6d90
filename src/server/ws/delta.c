/*
 * Deltas of table messages.
 *
 * How a delta is found. Both messages have their members in the same order, because the same code
 * writes them. So one pass goes over the members of the new message and, in step with it, over the
 * old ones:
 *
 *   always sent     the members listed in `always`: they identify the message, or change with
 *                   nearly every move, and comparing them would cost more than it saves
 *   new             the old message has no member of this name: sent whole
 *   same text       left out; the client keeps the old value
 *   view, facts     if they have the same keys as before, only their changed members are sent, as
 *                   "view_changes" and "facts_changes"; otherwise they are sent whole
 *   other           sent whole
 *
 * "legal", "choice" and "log" come last in a message and are always sent, so the copy that is kept
 * for the next comparison ends before them: that is most of the bytes of a message.
 */
#include "server/ws/delta.h"

#include "core/banned.h"

/* A member of view or facts that is longer than LONG bytes is kept as its first bytes alone, and so
 * counts as changed the next time. Such members have nearly always changed, and thousands of
 * viewers each keep a copy. */
enum { LONG = 3072, BEGINNING = 64 };

/* The text of a member, from the quotation mark before its key to the end of its value. */
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

/* Always sent in full: identifying members, and those that change with nearly every move. */
static const struct word always[] = {WORD("\"type\""),   WORD("\"seat\""),     WORD("\"match\""),
                                     WORD("\"status\""), WORD("\"position\""), WORD("\"to_act\""),
                                     WORD("\"from\""),   WORD("\"legal\""),    WORD("\"choice\""),
                                     WORD("\"log\"")};

/* Members whose own members are compared one by one, and the name under which the changed ones are
 * sent. */
static const struct {
    struct word key, changes;
} split[] = {{WORD("\"view\""), WORD("\"view_changes\":{")},
             {WORD("\"facts\""), WORD("\"facts_changes\":{")}};

/* The writer marks only where members begin. A member ends before the comma in front of the next
 * one, or before the bracket that closes its object; so the ends are found from the back. */
void sv_delta_mark_ends(struct sv_table_text *t)
{
    const struct vl_json_marks *marks = &t->marks;
    uint32_t after = (uint32_t)t->text.length; /* the next outer member begins here */
    if (marks->count > VL_MOST_MARKS)
        return;
    for (uint32_t i = marks->count; i-- > 0;) {
        if (marks->depth[i] == 1) { /* a comma follows, or the message's bracket */
            t->end[i] = after - 1;
            after = marks->at[i];
        } else if (i + 1 < marks->count && marks->depth[i + 1] > 1) {
            t->end[i] = marks->at[i + 1] - 1;
        } else { /* the last inner one: the bracket of its outer member follows as well */
            t->end[i] = after - 2;
        }
    }
}

/* False: the message is empty, or has more members than there are marks; then it is sent whole. */
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

/* Most members have 8 to 16 bytes; for those two overlapping words are faster than memcmp. */
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

/* Keys are plain words without escapes: they end with the next quotation mark. */
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

/* The members before "legal"; the rest is always sent, and not kept. */
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

/* Room for `size` bytes and little more: thousands of these texts are kept. */
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

/* Copies the compared part of a message, with long members cut to their beginning (which includes
 * the key), and moves the marks accordingly. */
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

/* Writes the changed members of view or facts. False: their keys are not the same as before, and
 * nothing was written. */
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
    for (size_t p = 0; p < sizeof split / sizeof *split; p++)
        if (is_called(m, split[p].key) && add_parts(out, split[p].changes, before, old, now, i))
            return;
    add_member(out, m);
}

/* The mark of the outer member with the same key, searched from `from` on; marks.count: none. */
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
    uint32_t from = 0; /* in `before`: members are in the same order */
    vl_text_char(out, '{');
    for (uint32_t i = 0; i < now->marks.count; i = next_outer(now, i)) {
        struct member m = member_at(now, i);
        uint32_t old = find(before, m, from);
        bool found = old < before->marks.count;
        if (found)
            from = next_outer(before, old);
        if (!found || is_always(m))
            add_member(out, m);
        else if (!same(member_at(before, old), m))
            add_changed(out, before, old, now, i);
    }
    vl_text_add(out, ",\"changes\":true}");
}
