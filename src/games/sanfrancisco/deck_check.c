/*
 * San Francisco: what `valise deck check` proves about the map, beyond what loading it needs: every
 * place can be reached, and every ticket is worth its shortest way. That our own map is well drawn
 * and balanced is a matter of tests/sanfrancisco/test_sanfrancisco_map.c.
 */
#include "games/sanfrancisco/sanfrancisco.h"

enum { FAR = 99 }; /* more spaces than any way has */

/* The network reaches everywhere, so that every ticket can be completed at the start. */
static bool check_places(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    const struct sf_deck *d = deck->data;
    uint32_t spaces = 0;
    for (uint32_t route = 0; route < d->route_count; route++)
        spaces += d->spaces[route];
    if (sf_reach(d, d->routes, 0) != d->places)
        return vl_fail(err, VL_REFUSED, "links.tsv", "not every place can be reached");
    vl_text_addf(report,
                 "%u places, %u links, %u of them double: %u routes with %u spaces; every place "
                 "can be reached\n",
                 d->place_count, deck->rows[SF_T_LINKS], vl_count(d->lane_a), d->route_count,
                 spaces);
    return true;
}

/* Floyd's method: the fewest spaces between all places. */
static void find_distances(const struct sf_deck *d, uint32_t far[][SF_MOST_PLACES])
{
    for (uint32_t a = 0; a < d->place_count; a++)
        for (uint32_t b = 0; b < d->place_count; b++)
            far[a][b] = a == b ? 0 : FAR;
    for (uint32_t route = 0; route < d->route_count; route++) {
        uint32_t a = d->end[route][0], b = d->end[route][1];
        far[a][b] = far[b][a] = d->spaces[route];
    }
    for (uint32_t via = 0; via < d->place_count; via++)
        for (uint32_t a = 0; a < d->place_count; a++)
            for (uint32_t b = 0; b < d->place_count; b++)
                if (far[a][via] + far[via][b] < far[a][b])
                    far[a][b] = far[a][via] + far[via][b];
}

static bool check_tickets(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    const struct sf_deck *d = deck->data;
    uint32_t far[SF_MOST_PLACES][SF_MOST_PLACES], sum = 0;
    find_distances(d, far);
    for (uint32_t ticket = 0; ticket < d->ticket_count; ticket++) {
        const uint8_t *end = d->ticket_end[ticket];
        uint32_t points = d->worth[ticket];
        if (points != far[end[0]][end[1]])
            return vl_deck_fail(deck, SF_T_TICKETS, ticket, err,
                                "the shortest way has %u spaces, the ticket %u points",
                                far[end[0]][end[1]], points);
        for (uint32_t other = 0; other < ticket; other++) {
            const uint8_t *known = d->ticket_end[other];
            if ((known[0] == end[0] && known[1] == end[1]) ||
                (known[0] == end[1] && known[1] == end[0]))
                return vl_deck_fail(deck, SF_T_TICKETS, ticket, err,
                                    "another ticket says the same");
        }
        sum += points;
    }
    vl_text_addf(report, "%u tickets of %.1f points on average, each worth its shortest way\n",
                 d->ticket_count, (double)sum / d->ticket_count);
    return true;
}

bool sf_check_deck(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    return check_places(deck, report, err) && check_tickets(deck, report, err);
}
