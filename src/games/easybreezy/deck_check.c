/* Easy Breezy: what `valise deck check` proves about a deck. */
#include "games/easybreezy/easybreezy.h"

/* What the published deck has: numbers of each face, and an even spread of fare raises. */
bool eb_check_deck(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    const struct eb_deck *d = deck->data;
    uint32_t raise_count[EB_CITIES][EB_CITIES + 1] = {0};
    for (uint32_t city = 0; city < EB_CITIES; city++) {
        for (uint64_t rest = d->city[city]; rest;) {
            uint32_t raised = d->raises[vl_take_lowest(&rest)];
            raise_count[city][raised == EB_NONE ? EB_CITIES : raised]++;
        }
        if (raise_count[city][city])
            return vl_fail(err, VL_REFUSED, "passengers.tsv", "a passenger to %s raises that fare",
                           eb_city_names[city]);
        vl_text_addf(report, "%s: %u passengers, who raise", eb_city_names[city],
                     vl_count(d->city[city]));
        for (uint32_t raised = 0; raised < EB_CITIES; raised++)
            if (raised != city)
                vl_text_addf(report, " %s %u,", eb_city_names[raised], raise_count[city][raised]);
        vl_text_addf(report, " none %u\n", raise_count[city][EB_CITIES]);
    }
    for (uint64_t rest = d->riders; rest;)
        if (d->raises[vl_take_lowest(&rest)] != EB_NONE)
            return vl_fail(err, VL_REFUSED, "passengers.tsv", "a free rider raises a fare");
    vl_text_addf(report, "%u free riders, %u cards in all\n", vl_count(d->riders),
                 vl_count(d->all));
    for (uint32_t city = 0; city < EB_CITIES; city++) {
        for (uint32_t transport = 0; transport < EB_TRANSPORTS; transport++) {
            uint32_t seats = d->seats[city][transport];
            if (seats > vl_count(d->city[city]) + vl_count(d->riders))
                return vl_fail(err, VL_REFUSED, "destinations.tsv",
                               "the %s to %s has more seats than there are cards for it",
                               eb_transport_keys[transport], eb_city_names[city]);
            vl_text_addf(report, "%s by %s: %u seats\n", eb_city_names[city],
                         eb_transport_keys[transport], seats);
        }
    }
    return true;
}
