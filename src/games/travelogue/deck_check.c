/* Travelogue: what `valise deck check` proves about a deck. */
#include "games/travelogue/travelogue.h"

/* Whether the deck treats the six activities alike. */
bool tl_check_deck(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    const struct tl_deck *d = deck->data;
    uint32_t sum[TL_ACTIVITIES] = {0}, top[TL_ACTIVITIES] = {0};
    uint32_t bonus = vl_count(tl_of_activity(d->bonus, 0));
    uint32_t cloud = vl_count(tl_of_activity(d->cloud, 0));
    if (!vl_default_check_deck(deck, report, err))
        return false;
    for (uint32_t row = 0; row < TL_DESTINATIONS; row++)
        for (uint32_t a = 0; a < TL_ACTIVITIES; a++) {
            sum[a] += d->limit[row][a];
            top[a] += d->limit[row][a] == TL_MOST_LIMIT;
        }
    for (uint32_t a = 0; a < TL_ACTIVITIES; a++) {
        uint32_t b = vl_count(tl_of_activity(d->bonus, a));
        uint32_t c = vl_count(tl_of_activity(d->cloud, a));
        vl_text_addf(report, "%s: limits sum to %u, goes to five %u times, %u bonuses, %u clouds\n",
                     tl_activity_names[a], sum[a], top[a], b, c);
        if (sum[a] != sum[0] || top[a] != top[0] || b != bonus || c != cloud)
            return vl_fail(err, VL_REFUSED, "destinations", "%s is not treated like %s",
                           tl_activity_names[a], tl_activity_names[0]);
    }
    return true;
}
