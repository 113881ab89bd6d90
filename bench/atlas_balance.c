/*
 * The balance of Atlas by simulation: greedy seats among themselves.
 *
 *     atlas_balance [GAMES [SEATS [deck=DIR] [OPTION=VALUE]...]]
 *
 * Prints where points come from, how evenly the experiences are met, how many goals are completed
 * and continents visited, who wins by seat, and how long a game is. The seat that places its last
 * token ends the game, and every other seat has one more turn (AT-10.3): seats before it have then
 * had a turn more than it, seats after it as many. So wins are also counted by who ended the game.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/atlas/names.h"
#include "valise/bot.h"

enum { PUBLIC_GOALS = 5 }; /* among the categories of the score */

struct tally {
    uint64_t games, seats, moves, rounds, cards, places, publics, personals, held, continents;
    uint64_t wins[VL_MAX_SEATS], icons[AT_EXPERIENCES], points, dante_points, dante_seats;
    uint64_t category[7], countries, tiles;
    uint64_t points_of[VL_MAX_SEATS], goals_of[VL_MAX_SEATS], ended[VL_MAX_SEATS],
        wins_if[VL_MAX_SEATS][VL_MAX_SEATS];
};

/* Plays one game; returns the seat that ended it, or -1 if the last round did. */
static int play(const struct vl_deck *deck, const struct vl_setup *setup, uint64_t index,
                struct at_state *s, struct tally *t)
{
    int ended = -1;
    struct vl_player player;
    struct vl_error err = {0};
    struct vl_rng chance, bot;
    struct vl_view view;
    vl_rng_seed(&chance, 1, index, VL_STREAM_CHANCE);
    vl_rng_seed(&bot, 1, index, VL_STREAM_BOTS);
    if (!vl_player_find(&at_game, "greedy", &player, &err))
        abort();
    at_start(deck->data, setup, s);
    for (int seat; (seat = at_to_act(s)) != VL_OVER; t->moves++) {
        vl_move move;
        if (seat == VL_CHANCE) {
            move = at_sample_chance(deck->data, s, &chance);
        } else {
            vl_look(&at_game, deck->data, s, seat, &view);
            struct vl_question question = {
                .game = &at_game, .deck = deck, .view = &view, .rng = &bot};
            move = vl_player_move(&player, &question);
        }
        int turn = s->active_seat;
        at_apply(deck->data, s, move);
        if (s->ending && ended < 0)
            ended = turn;
    }
    return ended;
}

static void count_seat(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                       const struct vl_score *score, struct tally *t)
{
    const struct at_seat *p = &s->seat[seat];
    uint32_t continents = 0;
    if (p->dante) {
        t->dante_points += (uint64_t)score->points[seat];
        t->dante_seats++;
        return;
    }
    t->seats++;
    t->points += (uint64_t)score->points[seat];
    for (uint32_t i = 0; i < 7; i++)
        t->category[i] += (uint64_t)score->detail[seat][i];
    for (uint32_t e = 0; e < AT_EXPERIENCES; e++)
        t->icons[e] += p->icons[e];
    for (uint32_t i = 0; i < p->visits; i++) {
        t->cards += p->tableau[i].card < AT_PLACE0;
        t->places += p->tableau[i].card >= AT_PLACE0;
        continents |= 1U << d->country[p->tableau[i].country].continent;
    }
    t->continents += vl_count(continents);
    t->countries += vl_count_in(p->explored, AT_COUNTRY_WORDS);
    t->publics += vl_count(p->public_goals);
    t->tiles += p->score_tile != 0;
    t->held += vl_count(p->goals);
    for (uint64_t rest = p->goals; rest;)
        t->personals += at_completed(d, s, seat, vl_take_lowest(&rest));
}

static double mean(uint64_t sum, uint64_t count)
{
    return count ? (double)sum / (double)count : 0;
}

static void report(const struct vl_deck *deck, uint32_t seats, const struct tally *t)
{
    uint64_t icons = 0;
    printf("%llu games of %u seats: %.1f rounds, %.0f moves a game\n", (unsigned long long)t->games,
           seats, mean(t->rounds, t->games), mean(t->moves, t->games));
    printf("points a seat: %.1f\n", mean(t->points, t->seats));
    for (uint32_t i = 0; i < 7; i++)
        printf("  %-15s %6.1f  %4.1f%%\n", at_game.categories[i], mean(t->category[i], t->seats),
               100 * mean(t->category[i], t->points));
    printf(
        "a seat explores %.1f countries on %.1f continents: %.1f destination cards, %.1f places\n",
        mean(t->countries, t->seats), mean(t->continents, t->seats), mean(t->cards, t->seats),
        mean(t->places, t->seats));
    printf("goals a seat: %.2f public, %.2f score tiles, %.2f of %.2f personal\n",
           mean(t->publics, t->seats), mean(t->tiles, t->seats), mean(t->personals, t->seats),
           mean(t->held, t->seats));
    for (uint32_t e = 0; e < AT_EXPERIENCES; e++)
        icons += t->icons[e];
    printf("share of the icons:");
    for (uint32_t e = 0; e < AT_EXPERIENCES; e++)
        printf("%s %s %.1f%%", e ? "," : "", at_experience_name(deck, e),
               100 * mean(t->icons[e], icons));
    printf("\nwins by seat:");
    for (uint32_t seat = 0; seat < seats; seat++)
        printf(" %.1f%%", 100 * mean(t->wins[seat], t->games));
    printf("; points:");
    for (uint32_t seat = 0; seat < seats; seat++)
        printf(" %.1f", mean(t->points_of[seat], t->games));
    printf("; of public goals:");
    for (uint32_t seat = 0; seat < seats; seat++)
        printf(" %.1f", mean(t->goals_of[seat], t->games));
    printf("\n");
    for (uint32_t by = 0; by < seats; by++) {
        if (t->ended[by] == 0)
            continue;
        printf("  seat %u ends %.1f%% of the games; wins then:", by,
               100 * mean(t->ended[by], t->games));
        for (uint32_t seat = 0; seat < seats; seat++)
            printf(" %.1f%%", 100 * mean(t->wins_if[by][seat], t->ended[by]));
        printf("\n");
    }
    if (t->dante_seats)
        printf("Dante: %.1f points\n", mean(t->dante_points, t->dante_seats));
}

int main(int argc, char **argv)
{
    struct vl_error err = {0};
    struct vl_setup setup;
    struct tally t = {0};
    bool own = argc > 3 && strncmp(argv[3], "deck=", 5) == 0;
    struct vl_deck *deck = vl_deck_open(&at_game, own ? argv[3] + 5 : NULL, &err);
    long games = argc > 1 ? strtol(argv[1], NULL, 10) : 200;
    long seats = argc > 2 ? strtol(argv[2], NULL, 10) : 2;
    bool good =
        deck && games > 0 && seats > 0 && vl_setup_init(&at_game, (uint32_t)seats, &setup, &err);
    for (int i = own ? 4 : 3; good && i < argc; i++)
        good = vl_setup_option(&at_game, &setup, argv[i], &err);
    good = good && at_game.check_setup(&setup, &err);
    if (!good) {
        fprintf(stderr, "atlas_balance: %s\n", err.message[0] ? err.message : "how many games?");
        vl_deck_free(deck);
        return 2;
    }
    for (long i = 0; i < games; i++) {
        struct at_state s;
        struct vl_score score;
        int ended = play(deck, &setup, (uint64_t)i, &s, &t);
        at_score(deck->data, &s, &score);
        t.games++;
        t.rounds += s.round + 1U;
        if (ended >= 0)
            t.ended[ended]++;
        for (uint32_t seat = 0; seat < setup.seats; seat++) {
            t.wins[seat] += score.rank[seat] == 1;
            t.points_of[seat] += (uint64_t)score.points[seat];
            t.goals_of[seat] += (uint64_t)score.detail[seat][PUBLIC_GOALS];
            if (ended >= 0)
                t.wins_if[ended][seat] += score.rank[seat] == 1;
            count_seat(deck->data, &s, seat, &score, &t);
        }
    }
    report(deck, setup.seats, &t);
    vl_deck_free(deck);
    return 0;
}
