/*
 * Travelogue: what the seats learn from what they see (TL-10). Portable.
 *
 * The sets known[v][p] of one viewer v say for every card it has seen in other hands where the
 * card may be. The whole table's sets known[p][p] follow the same rules as those of a seat that
 * takes no part in any trade.
 */
#include "games/travelogue/rules.h"

VL_RULE void tl_learn(struct tl_state *s, uint32_t card, uint32_t seat)
{
    for (uint32_t viewer = 0; viewer < s->seats; viewer++)
        tl_add(&s->known[viewer][seat], card);
}

VL_RULE void tl_forget(struct tl_state *s, uint32_t card)
{
    for (uint32_t viewer = 0; viewer < s->seats; viewer++) {
        for (uint32_t seat = 0; seat < s->seats; seat++)
            tl_drop(&s->known[viewer][seat], card);
        tl_drop(&s->gave[viewer], card);
    }
}

/* A trade seen from outside: what was with one trader may now be with the other, and is no longer
 * with the first if its whole hand changed over. */
VL_RULE static void blur(struct tl_set *with_active, struct tl_set *with_partner, uint32_t taken,
                         bool active_whole, bool partner_whole)
{
    struct tl_set active = *with_active, partner = *with_partner;
    tl_drop(&active, taken);
    *with_active = active_whole ? partner : tl_join(active, partner);
    *with_partner = partner_whole ? active : tl_join(active, partner);
    tl_add(with_active, taken);
}

/* A trade seen by a trader: it knows what it has parted with, and what is left there. */
VL_RULE static void remember(struct tl_state *s, uint32_t viewer, uint32_t other,
                             struct tl_set parted, struct tl_set received, bool other_whole)
{
    for (uint32_t seat = 0; seat < s->seats; seat++)
        if (seat != viewer)
            s->known[viewer][seat] = tl_without(s->known[viewer][seat], received);
    struct tl_set *with_other = &s->known[viewer][other];
    if (other_whole) {
        bool taken = s->taken != TL_NONE && tl_has(&s->hand[other], s->taken);
        *with_other = taken ? tl_card(s->taken) : tl_no_cards();
    }
    *with_other = tl_join(*with_other, parted);
    s->gave[viewer] = tl_join(tl_without(s->gave[viewer], received), parted);
}

VL_RULE void tl_exchange(struct tl_state *s, struct tl_set given, struct tl_set returned)
{
    uint32_t active = s->seat, partner = s->partner;
    /* The active seat's hand holds the agent's card by now, and what it has not given. */
    bool active_whole = tl_count(s->hand[active]) == 1, partner_whole = !tl_any(s->hand[partner]);
    struct tl_set all =
        tl_join(tl_join(s->hand[active], given), tl_join(s->hand[partner], returned));
    for (uint32_t viewer = 0; viewer < s->seats; viewer++) {
        if (viewer == active || viewer == partner)
            continue;
        blur(&s->known[viewer][active], &s->known[viewer][partner], s->taken, active_whole,
             partner_whole);
        s->gave[viewer] = tl_without(s->gave[viewer], all);
    }
    blur(&s->known[active][active], &s->known[partner][partner], s->taken, active_whole,
         partner_whole);
    remember(s, active, partner, given, returned, partner_whole);
    remember(s, partner, active, returned, given, active_whole);
}
