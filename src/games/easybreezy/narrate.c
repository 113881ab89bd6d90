/* Easy Breezy: the lines of the log. */
#include <stdio.h>
#include <string.h>

#include "games/easybreezy/text.h"

/* What stands behind the name of a card: where it goes. */
static const char *goal_of(const struct eb_deck *d, uint32_t card)
{
    uint32_t city = eb_city_of(d, card);
    return city == EB_NONE ? "a free rider" : eb_city_names[city];
}

/* A newcomer and what it did to a fare, which is the news of the line: nothing, a rise, a fare that
 * is at its top already (EB-2.6), or a city that has left the ticker (EB-4.6). */
static void say_flip(const struct vl_deck *deck, const struct eb_state *s, uint32_t card,
                     const struct eb_state *after, struct vl_line *line)
{
    const struct eb_deck *d = deck->data;
    uint32_t raised = d->raises[card];
    const char *name = eb_name_of(deck, card), *to = goal_of(d, card);
    if (raised == EB_NONE)
        vl_line_say(line, "EB-2.5", "%s (%s) joined the queue.", name, to);
    else if (!s->fare[raised])
        vl_line_say(line, "EB-4.6", "%s (%s) joined the queue; %s is closed.", name, to,
                    eb_city_names[raised]);
    else if (after->fare[raised] == s->fare[raised])
        vl_line_say(line, "EB-2.6", "%s (%s) joined the queue; %s stays at $%u.", name, to,
                    eb_city_names[raised], s->fare[raised]);
    else
        vl_line_say(line, "EB-2.6", "%s (%s) joined the queue: %s rose to $%u.", name, to,
                    eb_city_names[raised], after->fare[raised]);
}

static void say_recruit(const struct vl_deck *deck, const struct eb_state *s, uint32_t slot,
                        const struct eb_state *after, struct vl_line *line)
{
    uint32_t card = s->queue[slot];
    bool waits = vl_has(after->waiting[s->seat], card);
    vl_line_say(line, waits ? "EB-3.4" : "EB-3.1", "{%u} recruited %s (%s)%s.", s->seat,
                eb_name_of(deck, card), goal_of(deck->data, card), waits ? ", who waits" : "");
}

/* One line for a whole departure, when the last seat is filled. After the last card of a city no
 * ticket is drawn, and that is how the line knows that the last turns have begun (EB-6.1). */
static void say_boarding(const struct vl_deck *deck, const struct eb_state *s, uint32_t card,
                         const struct eb_state *after, struct vl_line *line)
{
    const struct eb_deck *d = deck->data;
    uint32_t aboard = vl_count(s->chosen) + 1;
    uint32_t paying = vl_count((s->chosen | vl_bit(card)) & d->city[s->city]);
    if (after->phase == EB_BOARD)
        return; /* told when all are aboard */
    vl_line_say(line, "EB-4.3", "{%u} sent %u to %s by %s at $%u: $%u%s.", s->seat, aboard,
                eb_city_names[s->city], eb_transport_keys[s->transport[s->city]], s->fare[s->city],
                paying * s->fare[s->city],
                aboard == paying       ? ""
                : aboard - paying == 1 ? ", one rode free"
                : aboard - paying == 2 ? ", two rode free"
                                       : ", three or more rode free");
    size_t used = strlen(line->text);
    if (after->phase != EB_TICKET)
        snprintf(line->text + used, sizeof line->text - used, " %s is closed: last turns.",
                 eb_city_names[s->city]);
}

/* The view before the swap says whose card it was. */
static void say_swap(const struct vl_deck *deck, const struct eb_state *s, uint32_t card,
                     struct vl_line *line)
{
    for (uint32_t seat = 0; seat < s->seats; seat++)
        if (seat != s->seat && vl_has(s->waiting[seat], card))
            vl_line_say(line, "EB-5.3", "{%u} swapped %s for %s of {%u}.", s->seat,
                        eb_name_of(deck, s->swap), eb_name_of(deck, card), seat);
}

void eb_narrate(const struct vl_deck *deck, const struct vl_view *before, vl_move move,
                const struct vl_view *after, struct vl_line *line)
{
    const struct eb_deck *d = deck->data;
    const struct eb_state *s = eb_seen(before), *then = eb_seen(after);
    uint32_t phase = VL_MOVE_KIND(move), bit = VL_MOVE_ARG(move);
    if (bit == EB_DONE)
        return;
    if (phase == EB_TICKER || phase == EB_TICKET)
        vl_line_say(line, phase == EB_TICKER ? "EB-1.1" : "EB-4.5",
                    "%s starts %sat $1 with a %s, %u seats.", eb_city_names[s->city],
                    phase == EB_TICKER ? "" : "again ", eb_transport_keys[bit],
                    d->seats[s->city][bit]);
    else if (phase == EB_DEAL)
        vl_line_say(line, "EB-1.2", "{%u} was dealt %s.", s->seat,
                    bit == EB_UNKNOWN ? "a card" : eb_name_of(deck, bit));
    else if (phase == EB_FLIP)
        say_flip(deck, s, bit, then, line);
    else if (phase == EB_START)
        vl_line_say(line, "EB-1.4", "{%u} starts.", bit);
    else if ((phase == EB_TURN || phase == EB_SECOND) && bit < EB_DEPART)
        say_recruit(deck, s, bit, then, line);
    else if (phase == EB_TURN && bit == EB_REORGANIZE)
        vl_line_say(line, "EB-5.1", "{%u} reorganized.", s->seat);
    else if (phase == EB_BOARD)
        say_boarding(deck, s, bit, then, line);
    else if (phase == EB_LAY)
        vl_line_say(line, "EB-5.2", "{%u} laid %s into the waiting area.", s->seat,
                    eb_name_of(deck, bit));
    else if (phase == EB_SWAP_FOR)
        say_swap(deck, s, bit, line);
    else if (phase == EB_TAKE)
        vl_line_say(line, "EB-5.4", "{%u} took %s into the hand.", s->seat, eb_name_of(deck, bit));
}
