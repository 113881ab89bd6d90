/*
 * What we hold our own map of San Francisco to, beyond what the rules need: the numbers and colours
 * of the published game, places where they are in the city, and links that can be told apart on the
 * drawn map. `valise deck check` proves the rest (src/games/sanfrancisco/deck_check.c). Each
 * function proves one thing and fails with the place of the first mistake otherwise.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/bits.h"
#include "games/sanfrancisco/cards.h"
#include "games/sanfrancisco/sanfrancisco.h"

enum { CURVE = 16 };                  /* straight pieces of a link as it is drawn */
static const double CLEARANCE = 40;   /* of a link from other places, on the map */
static const double MOST_TURNED = 40; /* degrees between a true direction and that on the map */

struct point {
    double x, y;
};

static struct vl_deck *deck;
static struct vl_error err;

static uint32_t link_end(uint32_t link, uint32_t column)
{
    return (uint32_t)vl_deck_value(deck, SF_T_LINKS, link, column);
}

static bool within(const char *what, uint32_t count, uint32_t least, uint32_t most)
{
    if (count >= least && count <= most)
        return true;
    return vl_fail(&err, VL_REFUSED, NULL, "expected %u to %u %s, found %u", least, most, what,
                   count);
}

/* ---- Numbers ---- */

static bool check_numbers(void)
{
    const struct sf_deck *d = deck->data;
    uint32_t spaces = 0, links = deck->rows[SF_T_LINKS], doubles = vl_count(d->lane_a);
    for (uint32_t route = 0; route < d->route_count; route++)
        spaces += d->spaces[route];
    return within("places", d->place_count, 17, 19) && within("links", links, 36, 42) &&
           within("double links", doubles, 12, 14) && within("spaces", spaces, 110, 118) &&
           within("tickets", d->ticket_count, 24, 24);
}

static bool check_cards(void)
{
    const struct sf_deck *d = deck->data;
    for (uint32_t kind = 0; kind < SF_KINDS; kind++) {
        uint32_t count = sf_of(d->cards, kind), expected = kind == SF_FERRY ? 8 : 6;
        if (count != expected)
            return vl_deck_fail(deck, SF_T_CARDS, kind, &err, "expected %u cards", expected);
    }
    return true;
}

static bool check_lengths(void)
{
    const struct sf_deck *d = deck->data;
    uint32_t count[SF_MOST_SPACES + 1] = {0}, longest_links = 0, ferry_links = 0;
    for (uint32_t route = 0; route < d->route_count; route++) {
        bool ferry = vl_has(d->ferry, route);
        count[d->spaces[route]]++;
        if (!ferry && d->spaces[route] > 3)
            return vl_deck_fail(deck, SF_T_ROUTES, route, &err,
                                "a land route has at most 3 spaces");
        if (ferry && d->colour[route] != SF_GREY)
            return vl_deck_fail(deck, SF_T_ROUTES, route, &err, "a ferry route is grey");
        longest_links += d->spaces[route] == SF_MOST_SPACES;
        ferry_links += ferry && !vl_has(d->lane_b, route);
    }
    if (ferry_links != 2 || longest_links != 1)
        return vl_fail(&err, VL_REFUSED, "links.tsv", "two links are ferries, one of 5 spaces");
    if (2 * (count[2] + count[3]) <= d->route_count)
        return vl_fail(&err, VL_REFUSED, "links.tsv", "most routes have 2 or 3 spaces");
    return true;
}

/* ---- Colours ---- */

static bool check_colours(void)
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
            return vl_deck_fail(deck, SF_T_ROUTES, route, &err,
                                "the two routes of a double link differ in colour");
    }
    for (uint32_t colour = 0; colour < SF_COLOURS; colour++) {
        least = spaces[colour] < least ? spaces[colour] : least;
        most = spaces[colour] > most ? spaces[colour] : most;
    }
    if (most - least > 2)
        return vl_fail(&err, VL_REFUSED, "routes.tsv",
                       "colours have %u to %u spaces: expected at most 2 apart", least, most);
    if (!black_three)
        return vl_fail(&err, VL_REFUSED, "routes.tsv", "no black route has 3 spaces");
    return within("grey routes in a hundred", grey * 100 / d->route_count, 20, 30);
}

/* ---- Places ---- */

static bool check_places(void)
{
    const struct sf_deck *d = deck->data;
    for (uint32_t place = 0; place < d->place_count; place++) {
        uint32_t links = vl_count(d->at[place] & ~d->lane_b);
        if (!(d->at[place] & ~d->ferry))
            continue; /* an island */
        if (links < 3 || links > 6)
            return vl_deck_fail(deck, SF_T_PLACES, place, &err, "%u links: expected 3 to 6", links);
    }
    return true;
}

static struct point true_position(uint32_t place)
{
    const char *lon = vl_deck_text(deck, SF_T_PLACES, place, SF_P_LON);
    const char *lat = vl_deck_text(deck, SF_T_PLACES, place, SF_P_LAT);
    struct point p = {strtod(lon, NULL), strtod(lat, NULL)};
    return p;
}

static struct point map_position(uint32_t place)
{
    struct point p = {(double)vl_deck_value(deck, SF_T_PLACES, place, SF_P_X),
                      (double)vl_deck_value(deck, SF_T_PLACES, place, SF_P_Y)};
    return p;
}

/* The places are where they are in the city, and lie on the map in the same directions. */
static bool check_positions(void)
{
    const double to_metres = 111320, narrowing = cos(37.79 * M_PI / 180);
    for (uint32_t place = 0; place < deck->rows[SF_T_PLACES]; place++) {
        struct point p = true_position(place);
        if (!(p.x > -122.52 && p.x < -122.35 && p.y > 37.70 && p.y < 37.84))
            return vl_deck_fail(deck, SF_T_PLACES, place, &err, "this is not in San Francisco");
    }
    for (uint32_t link = 0; link < deck->rows[SF_T_LINKS]; link++) {
        uint32_t from = link_end(link, SF_L_FROM), to = link_end(link, SF_L_TO);
        struct point a = true_position(from), b = true_position(to);
        struct point u = map_position(from), v = map_position(to);
        double east = (b.x - a.x) * to_metres * narrowing, north = (b.y - a.y) * to_metres;
        double turn = atan2(north, east) - atan2(u.y - v.y, v.x - u.x);
        turn = fabs(remainder(turn, 2 * M_PI)) * 180 / M_PI;
        if (turn > MOST_TURNED)
            return vl_deck_fail(deck, SF_T_LINKS, link, &err,
                                "on the map this runs %.0f degrees off its true direction", turn);
    }
    return true;
}

/* ---- Lines on the map ---- */

/* A link as it is drawn: a curve through its bend, cut into straight pieces. */
static void trace(uint32_t link, struct point *line)
{
    struct point a = map_position(link_end(link, SF_L_FROM));
    struct point b = map_position(link_end(link, SF_L_TO));
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

static bool check_crossings(void)
{
    struct point lines[SF_MOST_ROUTES][CURVE + 1];
    uint32_t links = deck->rows[SF_T_LINKS];
    for (uint32_t link = 0; link < links; link++)
        trace(link, lines[link]);
    for (uint32_t a = 0; a < links; a++) {
        uint32_t from = link_end(a, SF_L_FROM), to = link_end(a, SF_L_TO);
        for (uint32_t b = 0; b < a; b++) {
            uint32_t other_from = link_end(b, SF_L_FROM);
            uint32_t other_to = link_end(b, SF_L_TO);
            if (from == other_from || from == other_to || to == other_from || to == other_to)
                continue;
            if (lines_cross(lines[a], lines[b]))
                return vl_deck_fail(deck, SF_T_LINKS, a, &err, "this crosses %s",
                                    vl_deck_text(deck, SF_T_LINKS, b, SF_L_KEY));
        }
        for (uint32_t place = 0; place < deck->rows[SF_T_PLACES]; place++)
            if (place != from && place != to && distance(map_position(place), lines[a]) < CLEARANCE)
                return vl_deck_fail(deck, SF_T_LINKS, a, &err, "this runs over %s",
                                    vl_deck_text(deck, SF_T_PLACES, place, SF_P_NAME));
    }
    return true;
}

/* ---- Tickets ---- */

static bool check_tickets(void)
{
    const struct sf_deck *d = deck->data;
    uint32_t named[SF_MOST_PLACES] = {0};
    for (uint32_t ticket = 0; ticket < d->ticket_count; ticket++) {
        if (d->worth[ticket] < 3 || d->worth[ticket] > 13)
            return vl_deck_fail(deck, SF_T_TICKETS, ticket, &err, "expected 3 to 13 points");
        named[d->ticket_end[ticket][0]]++;
        named[d->ticket_end[ticket][1]]++;
    }
    for (uint32_t place = 0; place < d->place_count; place++)
        if (named[place] < 2)
            return vl_deck_fail(deck, SF_T_PLACES, place, &err,
                                "on %u tickets: expected at least 2", named[place]);
    return true;
}

/* ---- The tests ---- */

static bool (*const checks[])(void) = {
    check_numbers, check_cards,     check_lengths,   check_colours,
    check_places,  check_positions, check_crossings, check_tickets,
};

static void test_our_map(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (!checks[i]())
            fail_msg("%s: %s", err.where, err.message);
}

/* Fails with a word about it once a cell has another value, and no longer when it is back. */
static void expect_bad(bool (*check)(void), int64_t *cell, int64_t value, const char *says)
{
    int64_t before = *cell;
    *cell = value;
    assert_false(check());
    assert_non_null(strstr(err.message, says));
    *cell = before;
    assert_true(check());
}

static int64_t *cell(uint32_t table, uint32_t row, uint32_t column)
{
    return &deck->cells[table][row * sf_tables[table].column_count + column].value;
}

/* The checks of the drawn map see a place that was moved and a link that was bent. */
static void test_spoilt_drawing(void **unused)
{
    (void)unused;
    expect_bad(check_positions, cell(SF_T_PLACES, 0, SF_P_X), 2000, "true direction");
    expect_bad(check_crossings, cell(SF_T_LINKS, 0, SF_L_BEND), 2000, "this ");
}

/* The checks of the numbers see a card, a space or a colour too many. */
static void test_spoilt_numbers(void **unused)
{
    struct sf_deck *d = deck->data, printed = *d;
    (void)unused;
    d->cards += sf_cards(0, 1);
    assert_false(check_cards());
    d->spaces[0] = SF_MOST_SPACES;
    assert_false(check_lengths());
    memset(d->colour, 0, sizeof d->colour);
    assert_false(check_colours());
    d->at[0] = 0;
    d->at[1] = 1;
    d->ferry = 0;
    assert_false(check_places());
    d->worth[0] = 14;
    assert_false(check_tickets());
    d->place_count = 20;
    assert_false(check_numbers());
    *d = printed;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_our_map),
        cmocka_unit_test(test_spoilt_drawing),
        cmocka_unit_test(test_spoilt_numbers),
    };
    deck = vl_deck_open(&sf_game, NULL, &err);
    if (!deck)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    vl_deck_free(deck);
    return failed;
}
