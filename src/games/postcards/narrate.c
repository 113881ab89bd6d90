/* Postcards: the lines of the log. */
#include "games/postcards/postcards.h"

/* Who goes: with a team its suitcase is named, so that the log tells the two apart. */
static const char *with_whom(const struct vl_deck *deck, const struct pc_state *s, uint32_t t)
{
    return s->seats == 2 ? pc_suitcase_name(deck, s->suitcase[s->seat][t]) : "";
}

/* A traveller that leaves with an open suitcase collects (PC-4.2). Where the deck of that
 * continent is empty, the gap is the news, and the second continent with one brings the last
 * round (PC-6.1). */
static void say_travel(const struct vl_deck *deck, const struct pc_state *s, uint32_t t,
                       uint32_t to, const struct pc_state *after, struct vl_line *line)
{
    const char *luggage = with_whom(deck, s, t);
    struct pc_name name = pc_cell_name(deck, s, to);
    const char *coins = pc_coins((uint32_t)(s->coins - after->coins));
    if (s->open[s->seat] >> t & 1U)
        vl_line_say(line, "PC-4.2", "{%u} collected %s and travelled%s%s to %s for %s.%s", s->seat,
                    pc_cell_name(deck, s, s->at[s->seat][t]).text, *luggage ? " with " : "",
                    luggage, name.text, coins,
                    after->ending && !s->ending
                        ? " A second continent has a gap: this is the last round."
                    : after->gaps != s->gaps ? " Its place stays a gap."
                                             : "");
    else
        vl_line_say(line, "PC-4.1", "{%u} travelled%s%s to %s for %s.", s->seat,
                    *luggage ? " with " : "", luggage, name.text, coins);
}

void pc_narrate(const struct vl_deck *deck, const struct vl_view *before, vl_move move,
                const struct vl_view *after, struct vl_line *line)
{
    const struct pc_deck *d = deck->data;
    const struct pc_state *s = pc_seen(before), *then = pc_seen(after);
    uint32_t arg = VL_MOVE_ARG(move), kind = VL_MOVE_KIND(move);
    bool last = then->ending && !s->ending; /* this move began the last round */
    bool stalled = then->phase == PC_PHASE_OVER && !then->ending;
    if (kind == PC_PLACE)
        vl_line_say(line, arg >> 5 ? "PC-8.3" : "PC-2.1", "{%u} set out from %s with %s.", s->seat,
                    pc_cell_name(deck, s, arg & 31U).text,
                    pc_suitcase_name(deck, s->suitcase[s->seat][arg >> 5]));
    else if (kind == PC_TRAVEL)
        say_travel(deck, s, arg >> 5, arg & 31U, then, line);
    else if (kind == PC_HOLIDAY)
        vl_line_say(line, "PC-3.1", "{%u} took a holiday in %s for %s.", s->seat,
                    pc_cell_name(deck, s, s->at[s->seat][arg]).text,
                    pc_coins((uint32_t)(s->coins - then->coins)));
    else if (kind == PC_TOUR)
        vl_line_say(line, last ? "PC-6.2" : "PC-5.1", "{%u} completed %s for %u points.%s", s->seat,
                    pc_tour_name(deck, s->line[arg]), d->value[s->line[arg]],
                    last ? " It cannot be replaced: this is the last round." : "");
    else if (kind == PC_END && stalled)
        vl_line_say(line, "PC-6.5", "Nothing happened for too long: the game is over.");
    else if (kind == PC_END && s->coins == PC_COINS && !s->toured && s->round > 1)
        vl_line_say(line, "PC-2.4", "{%u} stayed put.", s->seat);
    else if (kind == PC_TOURIST)
        vl_line_say(line, stalled ? "PC-6.5" : "PC-7.3", "{%u} sent the tourist to %s.%s", s->seat,
                    pc_cell_name(deck, s, arg).text,
                    stalled ? " Nothing happened for too long: the game is over." : "");
    else if (kind == PC_SUITCASE && s->seats == 2 && d->mate[arg] < PC_SUITCASES)
        vl_line_say(line, "PC-8.1", "{%u} drew %s and %s.", s->seat, pc_suitcase_name(deck, arg),
                    pc_suitcase_name(deck, d->mate[arg]));
    else if (kind == PC_SUITCASE)
        vl_line_say(line, "PC-1.4", "{%u} drew %s.", s->seat, pc_suitcase_name(deck, arg));
    else if (kind == PC_FIRST)
        vl_line_say(line, "PC-1.5", "{%u} starts.", arg);
    else if (kind == PC_DEAL && s->phase == PC_PHASE_REFILL_CARD)
        vl_line_say(line, "PC-4.3", "%s came up in its place.", pc_card_name(deck, arg));
    else if (kind == PC_REVEAL && s->phase == PC_PHASE_REFILL_TOUR)
        vl_line_say(line, "PC-5.7", "%s is on offer now, for %u points.", pc_tour_name(deck, arg),
                    d->value[arg]);
}
