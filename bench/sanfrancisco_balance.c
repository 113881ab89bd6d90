/*
 * sanfrancisco_balance [GAMES [SEED [DECK]]]: whether the map is fair.
 *
 * Plays games of the standard judgement with 2, 3 and 4 seats and prints what each place, route
 * and ticket was worth, how the seats fared, how the styles fare against each other, and how well
 * determinize guesses hidden cards.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/sanfrancisco/cards.h"
#include "games/sanfrancisco/sanfrancisco.h"
#include "valise/bot.h"

enum { STYLES = 5 };

struct tally {
    uint32_t games, seats;
    double points[VL_MAX_SEATS], wins[VL_MAX_SEATS], turns; /* by who starts, second, .. */
    double routes, tickets, tokens;                         /* points by category, all seats */
    double visited[SF_MOST_PLACES];                         /* seats that reached a place */
    double claimed[SF_MOST_ROUTES];                         /* games in which a route was claimed */
    double winners[SF_MOST_ROUTES];                         /* of these, by a winner */
    double offered[SF_MOST_TICKETS];                        /* times a ticket was drawn */
    double kept[SF_MOST_TICKETS], completed[SF_MOST_TICKETS];
    double keeper_wins[SF_MOST_TICKETS];
    double cars_left, shuffles;
};

static struct vl_deck *deck;
static const struct sf_deck *d;

static const char *text(uint32_t table, uint32_t row, uint32_t column)
{
    return vl_deck_text(deck, table, row, column);
}

/* Plays one game; `styles` by seat. */
static void play(uint32_t seats, const uint32_t *styles, uint64_t seed, struct sf_state *s,
                 struct tally *t)
{
    struct vl_setup setup = {.seats = (uint8_t)seats};
    struct vl_rng dice, minds;
    struct vl_view view;
    struct vl_player player;
    struct vl_error err;
    vl_player_find(&sf_game, "greedy", &player, &err);
    vl_rng_seed(&dice, seed, seats, 0);
    vl_rng_seed(&minds, seed, seats, 1);
    sf_start(d, &setup, s);
    for (int seat; (seat = sf_to_act(s)) != VL_OVER;) {
        vl_move move;
        uint32_t discards = sf_total(s->discard);
        if (seat == VL_CHANCE) {
            move = sf_sample_chance(d, s, &dice);
            if (t && VL_MOVE_KIND(move) == SF_GET_TICKET)
                t->offered[VL_MOVE_ARG(move)]++;
        } else {
            vl_look(&sf_game, d, s, seat, &view);
            player.style = styles[seat];
            struct vl_question question = {
                .game = &sf_game, .deck = deck, .view = &view, .rng = &minds};
            move = vl_player_move(&player, &question);
            if (t && s->phase == SF_TURN)
                t->turns++;
        }
        sf_apply(d, s, move);
        if (t && discards > 5 && !s->discard)
            t->shuffles++;
    }
}

static void count_seat(const struct sf_state *s, uint32_t seat, const struct vl_score *score,
                       struct tally *t)
{
    double win = 0;
    uint32_t firsts = 0, reached = 0, turn = (seat + s->seats - s->first) % s->seats;
    for (uint32_t other = 0; other < s->seats; other++)
        firsts += score->rank[other] == 1;
    if (score->rank[seat] == 1)
        win = 1.0 / firsts;
    t->points[turn] += score->points[seat];
    t->wins[turn] += win;
    t->routes += score->detail[seat][0];
    t->tickets += score->detail[seat][1];
    t->tokens += score->detail[seat][2];
    t->cars_left += s->cars[seat];
    for (uint64_t rest = s->claimed[seat]; rest;) {
        uint32_t route = vl_take_lowest(&rest);
        t->claimed[route]++;
        t->winners[route] += win;
        reached |= 1U << d->end[route][0] | 1U << d->end[route][1];
    }
    for (uint64_t rest = reached; rest;)
        t->visited[vl_take_lowest(&rest)]++;
    uint32_t done = sf_completed(d, s->claimed[seat], s->tickets[seat]);
    for (uint64_t rest = s->tickets[seat]; rest;) {
        uint32_t ticket = vl_take_lowest(&rest);
        t->kept[ticket]++;
        t->completed[ticket] += done >> ticket & 1U;
        t->keeper_wins[ticket] += win;
    }
}

static void run(uint32_t seats, uint32_t games, uint64_t seed, struct tally *t)
{
    const uint32_t styles[VL_MAX_SEATS] = {0};
    t->seats = seats;
    for (uint32_t n = 0; n < games; n++) {
        struct sf_state s;
        struct vl_score score;
        play(seats, styles, seed + n, &s, t);
        sf_score(d, &s, &score);
        t->games++;
        for (uint32_t seat = 0; seat < seats; seat++)
            count_seat(&s, seat, &score, t);
    }
}

/* ---- Printing ---- */

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

static void print_seats(const struct tally *all)
{
    for (uint32_t i = 0; i < 3; i++) {
        const struct tally *t = &all[i];
        double plays = t->games * (double)t->seats;
        printf(
            "%u seats, %u games: %.1f turns a seat; points %.1f (routes %.1f, tickets %.1f, "
            "tokens %.1f); %.1f cars left, %.1f shuffles\n  wins of who starts, second and so on:",
            t->seats, t->games, t->turns / plays, (t->routes + t->tickets + t->tokens) / plays,
            t->routes / plays, t->tickets / plays, t->tokens / plays, t->cars_left / plays,
            t->shuffles / t->games);
        for (uint32_t seat = 0; seat < t->seats; seat++)
            printf(" %.1f%%", percent(t->wins[seat], t->games));
        printf(" (+- %.1f)\n", 196 * sqrt(1.0 / t->seats * (1 - 1.0 / t->seats) / t->games));
    }
}

static void print_places(const struct tally *all)
{
    printf("\nplaces: share of seats that reached them, with 2, 3, 4 seats\n");
    for (uint32_t place = 0; place < d->place_count; place++) {
        printf("  %-20s", text(SF_T_PLACES, place, SF_P_NAME));
        for (uint32_t i = 0; i < 3; i++)
            printf(" %3.0f%%", percent(all[i].visited[place], all[i].games * all[i].seats));
        printf("\n");
    }
}

static void print_routes(const struct tally *all)
{
    static const char *const lanes[] = {"", ".a", ".b"};
    printf("\nroutes: claimed in so many games with 2, 3, 4 seats; of these by a winner\n");
    for (uint32_t route = 0; route < d->route_count; route++) {
        char name[64];
        double claims = 0, wins = 0;
        snprintf(name, sizeof name, "%s%s", text(SF_T_LINKS, d->link[route], SF_L_KEY),
                 lanes[vl_deck_value(deck, SF_T_ROUTES, route, SF_R_LANE)]);
        printf("  %-26s %u %-6s", name, d->spaces[route],
               d->colour[route] == SF_GREY ? "grey" : text(SF_T_CARDS, d->colour[route], 0));
        for (uint32_t i = 0; i < 3; i++) {
            printf(" %3.0f%%", percent(all[i].claimed[route], all[i].games));
            claims += all[i].claimed[route] / all[i].seats;
            wins += all[i].winners[route];
        }
        printf("   x%.2f\n", claims > 0 ? wins / claims : 0); /* 1: as often as chance has it */
    }
}

static void print_tickets(const struct tally *all)
{
    printf(
        "\ntickets: kept of those drawn, completed of those kept, points for who kept them, and\n"
        "wins of who kept them (1: as often as chance has it)\n");
    for (uint32_t ticket = 0; ticket < d->ticket_count; ticket++) {
        double offered = 0, kept = 0, completed = 0, wins = 0, expected = 0;
        for (uint32_t i = 0; i < 3; i++) {
            offered += all[i].offered[ticket];
            kept += all[i].kept[ticket];
            completed += all[i].completed[ticket];
            wins += all[i].keeper_wins[ticket];
            expected += all[i].kept[ticket] / all[i].seats;
        }
        printf("  %-24s %2u  kept %3.0f%%, completed %3.0f%%, points %5.1f, wins x%.2f\n",
               text(SF_T_TICKETS, ticket, SF_K_KEY), d->worth[ticket], percent(kept, offered),
               percent(completed, kept),
               kept > 0 ? d->worth[ticket] * (2 * completed / kept - 1) : 0,
               expected > 0 ? wins / expected : 0);
    }
}

/* Every style against every other with two seats, both ways round. */
static void print_styles(uint32_t games, uint64_t seed)
{
    printf("\nstyles: wins of the row against the column with two seats, in percent\n%16s", "");
    for (uint32_t b = 0; b < STYLES; b++)
        printf(" %13s", sf_game.styles[b].name);
    printf("\n");
    for (uint32_t a = 0; a < STYLES; a++) {
        printf("%16s", sf_game.styles[a].name);
        for (uint32_t b = 0; b < STYLES; b++) {
            double wins = 0;
            for (uint32_t n = 0; n < games && a != b; n++) {
                const uint32_t styles[2] = {n % 2 ? b : a, n % 2 ? a : b};
                struct sf_state s;
                struct vl_score score;
                play(2, styles, seed + n / 2, &s, NULL);
                sf_score(d, &s, &score);
                uint32_t seat = n % 2;
                wins += score.rank[seat] < score.rank[1 - seat]    ? 1
                        : score.rank[seat] == score.rank[1 - seat] ? 0.5
                                                                   : 0;
            }
            if (a == b)
                printf(" %13s", "-");
            else
                printf(" %13.1f", percent(wins, games));
        }
        printf("\n");
    }
}

/* ---- How well determinize guesses ---- */

enum { BINS = 6, DRAWS = 40 };

struct guess {
    double guessed[BINS], real[BINS], count[BINS];
};

/*
 * What a seat would guess of another hand, kind by kind, against what is there. One half of the
 * draws sorts the guesses, the other is compared, lest luck in sorting look like a bias.
 */
static void compare(const struct sf_state *s, int viewer, struct vl_rng *rng, struct guess *g)
{
    struct vl_view view;
    struct sf_state drawn;
    double mean[2][VL_MAX_SEATS][SF_KINDS] = {{{0}}};
    vl_look(&sf_game, d, s, viewer, &view);
    for (uint32_t n = 0; n < 2 * DRAWS; n++) {
        sf_determinize(d, &view, rng, &drawn);
        for (uint32_t seat = 0; seat < s->seats; seat++)
            for (uint32_t kind = 0; kind < SF_KINDS; kind++)
                mean[n % 2][seat][kind] += sf_of(drawn.hand[seat] - s->known[seat], kind);
    }
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        for (uint32_t kind = 0; kind < SF_KINDS && (int)seat != viewer; kind++) {
            double sorted = mean[0][seat][kind] / DRAWS;
            uint32_t bin = sorted >= 1.25 ? BINS - 1 : (uint32_t)(sorted * 4);
            g->guessed[bin] += mean[1][seat][kind] / DRAWS;
            g->real[bin] += sf_of(s->hand[seat] - s->known[seat], kind);
            g->count[bin]++;
        }
    }
}

/* Random games, so that only the draw is measured and not what players keep. */
static void print_guesses(uint32_t games, uint64_t seed)
{
    static struct guess all[2];
    for (uint32_t n = 0; n < games; n++) {
        struct vl_setup setup = {.seats = (uint8_t)(2 + n % 3)};
        struct vl_rng rng;
        struct sf_state s;
        bool shuffled = false;
        vl_rng_seed(&rng, seed, n, 2);
        sf_start(d, &setup, &s);
        for (int seat; (seat = sf_to_act(&s)) != VL_OVER;) {
            uint32_t discards = sf_total(s.discard);
            if (s.phase == SF_TURN && vl_rng_below(&rng, 10) == 0)
                compare(&s, seat, &rng, &all[shuffled]);
            sf_apply(d, &s, sf_pick(d, &s, &rng));
            shuffled |= discards > 5 && !s.discard;
        }
    }
    printf("\ndeterminize: hidden cards of a kind in another hand, guessed and real (numbers)\n");
    for (uint32_t i = 0; i < 2; i++) {
        printf("  %s", i ? "after a shuffle: " : "before a shuffle:");
        for (uint32_t bin = 0; bin < BINS; bin++)
            if (all[i].count[bin] > 0)
                printf(" %.2f/%.2f (%.0f)", all[i].guessed[bin] / all[i].count[bin],
                       all[i].real[bin] / all[i].count[bin], all[i].count[bin]);
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    static struct tally all[3];
    struct vl_error err;
    long games = argc > 1 ? strtol(argv[1], NULL, 10) : 2000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (games < 1 || games > 1000000) {
        fprintf(stderr, "usage: sanfrancisco_balance [GAMES [SEED [DECK]]], 1 to 1000000 games\n");
        return 2;
    }
    deck = vl_deck_open(&sf_game, argc > 3 ? argv[3] : NULL, &err);
    if (!deck) {
        fprintf(stderr, "%s: %s\n", err.where, err.message);
        return 1;
    }
    d = deck->data;
    printf("deck %s, seed %llu\n", deck->hash, (unsigned long long)seed);
    for (uint32_t i = 0; i < 3; i++)
        run(i + 2, (uint32_t)games, seed, &all[i]);
    print_seats(all);
    print_places(all);
    print_routes(all);
    print_tickets(all);
    print_styles((uint32_t)games / 2 + 1, seed);
    print_guesses((uint32_t)games, seed);
    vl_deck_free(deck);
    return 0;
}
