/*
 * San Francisco: what `valise deck check` proves about the map. Each function adds a line to the
 * report, or fails with what is wrong.
 */
#include <math.h>
#include <stdlib.h>

#include "core/bits.h"
#include "games/sanfrancisco/cards.h"
#include "games/sanfrancisco/sanfrancisco.h"

enum { CURVE = 16, FAR = 99 };
static const double CLEARANCE = 40;   /* of a link from other places, on the map */
static const double MOST_TURNED = 40; /* degrees between a true direction and that on the map */

struct point {
    double x, y;
};

static const char *place_name(const struct vl_deck *deck, uint32_t place)
{
    return vl_deck_text(deck, SF_T_PLACES, place, SF_P_NAME);
}

static const char *link_key(const struct vl_deck *deck, uint32_t link)
{
    return vl_deck_text(deck, SF_T_LINKS, link, SF_L_KEY);
}

static uint32_t link_end(const struct vl_deck *deck, uint32_t link, uint32_t column)
{
    return (uint32_t)vl_deck_value(deck, SF_T_LINKS, link, column);
}

static bool within(const char *what, uint32_t count, uint32_t least, uint32_t most,
                   struct vl_error *err)
{
    if (count >= least && count <= most)
        return true;
    return vl_fail(err, VL_REFUSED, NULL, "expected %u to %u %s, found %u", least, most, what,
                   count);
}

/* ---- Numbers ---- */

static bool check_numbers(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    const struct sf_deck *d = deck->data;
    uint32_t spaces = 0, links = deck->rows[SF_T_LINKS], doubles = vl_count(d->lane_a);
    for (uint32_t route = 0; route < d->route_count; route++)
        spaces += d->spaces[route];
    if (!within("places", d->place_count, 17, 19, err) || !within("links", links, 36, 42, err) ||
        !within("double links", doubles, 12, 14, err) || !within("spaces", spaces, 110, 118, err) ||
        !within("tickets", d->ticket_count, 24, 24, err))
        return false;
    vl_text_addf(report, "%u places, %u links, %u of them double: %u routes with %u spaces\n",
                 d->place_count, links, doubles, d->route_count, spaces);
    return true;
}

static bool check_cards(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    const struct sf_deck *d = deck->data;
    for (uint32_t kind = 0; kind < SF_KINDS; kind++) {
        uint32_t count = sf_of(d->cards, kind), expected = kind == SF_FERRY ? 8 : 6;
        if (count != expected)
            return vl_deck_fail(deck, SF_T_CARDS, kind, err, "expected %u cards", expected);
    }
    vl_text_addf(report, "%u transport cards: 6 of each colour and 8 ferries\n",
                 sf_total(d->cards));
    return true;
}

static bool check_lengths(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    const struct sf_deck *d = deck->data;
    uint32_t count[SF_MOST_SPACES + 1] = {0}, longest_links = 0, ferry_links = 0;
    for (uint32_t route = 0; route < d->route_count; route++) {
        bool ferry = vl_has(d->ferry, route);
        count[d->spaces[route]]++;
        if (!ferry && d->spaces[route] > 3)
            return vl_deck_fail(deck, SF_T_ROUTES, route, err, "a land route has at most 3 spaces");
        if (ferry && d->colour[route] != SF_GREY)
            return vl_deck_fail(deck, SF_T_ROUTES, route, err, "a ferry route is grey");
        longest_links += d->spaces[route] == SF_MOST_SPACES;
        ferry_links += ferry && !vl_has(d->lane_b, route);
    }
    if (ferry_links != 2 || longest_links != 1)
        return vl_fail(err, VL_REFUSED, "links.tsv", "two links are ferries, one of 5 spaces");
    if (2 * (count[2] + count[3]) <= d->route_count)
        return vl_fail(err, VL_REFUSED, "links.tsv", "most routes have 2 or 3 spaces");
    vl_text_addf(report, "routes of 1, 2, 3 and 5 spaces: %u, %u, %u, %u; 2 links are ferries\n",
                 count[1], count[2], count[3], count[5]);
    return true;
}

/* ---- Colours ---- */

static bool check_colours(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    const struct sf_deck *d = deck->data;
    uint32_t spaces[SF_COLOURS + 1] = {0}, grey = 0, least = UINT32_MAX, most = 0;
    bool black_three = false;
    for (uint32_t route = 0; route < d->route_count; route++) {
        uint32_t colour = d->colour[route];
        spaces[colour] += d->spaces[route];
        grey += colour == SF_GREY;
        black_three |= colour == 2 && d->spaces[route] == 3;
        if (vl_has(d->lane_b, route) && colour != SF_GREY && d->colour[route - 1] == colour)
            return vl_deck_fail(deck, SF_T_ROUTES, route, err,
                                "the two routes of a double link differ in colour");
    }
    vl_text_add(report, "spaces by colour:");
    for (uint32_t colour = 0; colour < SF_COLOURS; colour++) {
        least = spaces[colour] < least ? spaces[colour] : least;
        most = spaces[colour] > most ? spaces[colour] : most;
        vl_text_addf(report, " %s %u,", vl_deck_text(deck, SF_T_CARDS, colour, SF_C_KEY),
                     spaces[colour]);
    }
    vl_text_addf(report, " grey %u on %u of %u routes\n", spaces[SF_GREY], grey, d->route_count);
    if (most - least > 2)
        return vl_fail(err, VL_REFUSED, "routes.tsv",
                       "colours have %u to %u spaces: expected at most 2 apart", least, most);
    if (!black_three)
        return vl_fail(err, VL_REFUSED, "routes.tsv", "no black route has 3 spaces");
    return within("grey routes in a hundred", grey * 100 / d->route_count, 20, 30, err);
}

/* ---- Places ---- */

static bool check_places(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    const struct sf_deck *d = deck->data;
    uint32_t fewest = FAR, most = 0;
    for (uint32_t place = 0; place < d->place_count; place++) {
        uint32_t links = vl_count(d->at[place] & ~d->lane_b);
        if (!(d->at[place] & ~d->ferry))
            continue; /* an island */
        if (links < 3 || links > 6)
            return vl_deck_fail(deck, SF_T_PLACES, place, err, "%u links: expected 3 to 6", links);
        fewest = links < fewest ? links : fewest;
        most = links > most ? links : most;
    }
    if (sf_reach(d, d->routes, 0) != d->places)
        return vl_fail(err, VL_REFUSED, "links.tsv", "not every place can be reached");
    vl_text_addf(report, "%u to %u links at a place, islands aside; every place can be reached\n",
                 fewest, most);
    return true;
}

static struct point true_position(const struct vl_deck *deck, uint32_t place)
{
    const char *lon = vl_deck_text(deck, SF_T_PLACES, place, SF_P_LON);
    const char *lat = vl_deck_text(deck, SF_T_PLACES, place, SF_P_LAT);
    struct point p = {strtod(lon, NULL), strtod(lat, NULL)};
    return p;
}

static struct point map_position(const struct vl_deck *deck, uint32_t place)
{
    struct point p = {(double)vl_deck_value(deck, SF_T_PLACES, place, SF_P_X),
                      (double)vl_deck_value(deck, SF_T_PLACES, place, SF_P_Y)};
    return p;
}

/* The places are where they are in the city, and lie on the map in the same directions. */
static bool check_positions(const struct vl_deck *deck, struct vl_text *report,
                            struct vl_error *err)
{
    const double to_metres = 111320, narrowing = cos(37.79 * M_PI / 180);
    double worst = 0;
    for (uint32_t place = 0; place < deck->rows[SF_T_PLACES]; place++) {
        struct point p = true_position(deck, place);
        if (!(p.x > -122.52 && p.x < -122.35 && p.y > 37.70 && p.y < 37.84))
            return vl_deck_fail(deck, SF_T_PLACES, place, err, "this is not in San Francisco");
    }
    for (uint32_t link = 0; link < deck->rows[SF_T_LINKS]; link++) {
        uint32_t from = link_end(deck, link, SF_L_FROM), to = link_end(deck, link, SF_L_TO);
        struct point a = true_position(deck, from), b = true_position(deck, to);
        struct point u = map_position(deck, from), v = map_position(deck, to);
        double east = (b.x - a.x) * to_metres * narrowing, north = (b.y - a.y) * to_metres;
        double turn = atan2(north, east) - atan2(u.y - v.y, v.x - u.x);
        turn = fabs(remainder(turn, 2 * M_PI)) * 180 / M_PI;
        worst = turn > worst ? turn : worst;
        if (turn > MOST_TURNED)
            return vl_deck_fail(deck, SF_T_LINKS, link, err,
                                "on the map this runs %.0f degrees off its true direction", turn);
    }
    vl_text_addf(report, "places lie in the city, links on the map within %.0f degrees of true\n",
                 worst);
    return true;
}

/* ---- Lines on the map ---- */

/* A link as it is drawn: a curve through its bend, cut into straight pieces. */
static void trace(const struct vl_deck *deck, uint32_t link, struct point *line)
{
    struct point a = map_position(deck, link_end(deck, link, SF_L_FROM));
    struct point b = map_position(deck, link_end(deck, link, SF_L_TO));
    double bend = (double)vl_deck_value(deck, SF_T_LINKS, link, SF_L_BEND);
    double length = hypot(b.x - a.x, b.y - a.y);
    for (uint32_t i = 0; i <= CURVE; i++) {
        double t = (double)i / CURVE, off = 4 * bend * t * (1 - t);
        line[i].x = a.x + (b.x - a.x) * t + off * (b.y - a.y) / length;
        line[i].y = a.y + (b.y - a.y) * t - off * (b.x - a.x) / length;
    }
}

static double side(struct point a, struct point b, struct point p)
{
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

static bool pieces_cross(const struct point *a, const struct point *b)
{
    return side(a[0], a[1], b[0]) * side(a[0], a[1], b[1]) <= 0 &&
           side(b[0], b[1], a[0]) * side(b[0], b[1], a[1]) <= 0;
}

static bool lines_cross(const struct point *a, const struct point *b)
{
    for (uint32_t i = 0; i < CURVE; i++)
        for (uint32_t j = 0; j < CURVE; j++)
            if (pieces_cross(a + i, b + j))
                return true;
    return false;
}

static double distance(struct point p, const struct point *line)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < CURVE; i++) {
        struct point a = line[i], b = line[i + 1];
        double dx = b.x - a.x, dy = b.y - a.y;
        double t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        least = fmin(least, hypot(p.x - a.x - t * dx, p.y - a.y - t * dy));
    }
    return least;
}

static bool check_crossings(const struct vl_deck *deck, struct vl_text *report,
                            struct vl_error *err)
{
    struct point lines[SF_MOST_ROUTES][CURVE + 1];
    uint32_t links = deck->rows[SF_T_LINKS], pairs = 0;
    for (uint32_t link = 0; link < links; link++)
        trace(deck, link, lines[link]);
    for (uint32_t a = 0; a < links; a++) {
        uint32_t from = link_end(deck, a, SF_L_FROM), to = link_end(deck, a, SF_L_TO);
        for (uint32_t b = 0; b < a; b++) {
            uint32_t other_from = link_end(deck, b, SF_L_FROM);
            uint32_t other_to = link_end(deck, b, SF_L_TO);
            if (from == other_from || from == other_to || to == other_from || to == other_to)
                continue;
            pairs++;
            if (lines_cross(lines[a], lines[b]))
                return vl_deck_fail(deck, SF_T_LINKS, a, err, "this crosses %s", link_key(deck, b));
        }
        for (uint32_t place = 0; place < deck->rows[SF_T_PLACES]; place++)
            if (place != from && place != to &&
                distance(map_position(deck, place), lines[a]) < CLEARANCE)
                return vl_deck_fail(deck, SF_T_LINKS, a, err, "this runs over %s",
                                    place_name(deck, place));
    }
    vl_text_addf(report, "no two links cross (%u pairs), none runs over a place\n", pairs);
    return true;
}

/* ---- Tickets ---- */

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
    uint32_t far[SF_MOST_PLACES][SF_MOST_PLACES], named[SF_MOST_PLACES] = {0};
    uint32_t sum = 0, least = FAR, most = 0;
    find_distances(d, far);
    for (uint32_t ticket = 0; ticket < d->ticket_count; ticket++) {
        uint32_t from = d->ticket_end[ticket][0], to = d->ticket_end[ticket][1];
        uint32_t points = d->worth[ticket];
        if (points != far[from][to])
            return vl_deck_fail(deck, SF_T_TICKETS, ticket, err,
                                "the shortest way has %u spaces, the ticket %u points",
                                far[from][to], points);
        if (points < 3 || points > 13)
            return vl_deck_fail(deck, SF_T_TICKETS, ticket, err, "expected 3 to 13 points");
        for (uint32_t other = 0; other < ticket; other++)
            if ((d->ticket_end[other][0] == from && d->ticket_end[other][1] == to) ||
                (d->ticket_end[other][0] == to && d->ticket_end[other][1] == from))
                return vl_deck_fail(deck, SF_T_TICKETS, ticket, err,
                                    "another ticket says the same");
        named[from]++;
        named[to]++;
        sum += points;
        least = points < least ? points : least;
        most = points > most ? points : most;
    }
    for (uint32_t place = 0; place < d->place_count; place++)
        if (named[place] < 2)
            return vl_deck_fail(deck, SF_T_PLACES, place, err, "on %u tickets: expected at least 2",
                                named[place]);
    vl_text_addf(report,
                 "%u tickets of %u to %u points, %.1f on average, each worth its shortest way; "
                 "every place is on at least 2\n",
                 d->ticket_count, least, most, (double)sum / d->ticket_count);
    return true;
}

bool sf_check_deck(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    return check_numbers(deck, report, err) && check_cards(deck, report, err) &&
           check_lengths(deck, report, err) && check_colours(deck, report, err) &&
           check_places(deck, report, err) && check_positions(deck, report, err) &&
           check_crossings(deck, report, err) && check_tickets(deck, report, err);
}
