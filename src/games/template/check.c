/*
 * Lost Luggage: what holds in every state. Portable.
 *
 * States come from outside (`load`, records), and any bytes may be given. So everything that
 * another function relies on is checked here, sizes and ranges before they are used as an index.
 */
#include "games/template/template.h"

VL_RULE const char *tp_check(const void *deck, const void *state)
{
    const struct tp_state *s = (const struct tp_state *)state;
    uint64_t all = s->pile;
    uint32_t count = vl_count(s->pile);
    if (s->seats < 2 || s->seats > VL_MAX_SEATS)
        return "2 to 4 seats";
    if (s->phase > TP_PHASE_OVER || s->seat >= s->seats || s->turn > TP_TURNS + 1)
        return "phase, seat and turn in range";
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++) {
        if (seat >= s->seats && (s->hand[seat] || s->given[seat]))
            return "absent seats hold nothing";
        if (s->unknown[seat])
            return "nothing is unknown in a state";
        all |= s->hand[seat] | s->given[seat];
        count += vl_count(s->hand[seat]) + vl_count(s->given[seat]);
    }
    if (all != vl_first(TP_TAGS) || count != TP_TAGS)
        return "every tag in exactly one place";
    if ((s->giving & ~s->given[s->seat]) || vl_count(s->giving) > TP_MOST_GIVEN)
        return "the tags being given are given";
    if ((s->phase == TP_PHASE_DEAL) != (s->owed > 0) || (s->phase != TP_PHASE_GIVE && s->giving))
        return "tags are owed while they are dealt";
    if (s->phase == TP_PHASE_DEAL && (s->pile == 0 || s->owed > TP_HAND))
        return "a tag to deal";
    if ((s->phase == TP_PHASE_OVER) != (s->turn > TP_TURNS))
        return "over after the last turn";
    if (s->phase == TP_PHASE_GIVE && (s->turn == 0 || (!s->hand[s->seat] && !s->giving)))
        return "the acting seat can move";
    for (uint32_t i = 0; i < sizeof s->zero; i++)
        if (s->zero[i])
            return "unused bytes are zero";
    return 0;
}
