/*
 * Travelogue: how balanced the deck is, by greedy games.
 *
 *     travelogue_balance [GAMES [SEED [DECK]]]
 *
 * Plays a number of games for each number of seats and prints what lies below the agents at a
 * visit, how often each destination is chosen where it could be, what it scores, how the seats fare
 * in turn order, and how long a game is. The same numbers come out every time.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "games/travelogue/travelogue.h"
#include "valise/bot.h"

struct tally {
    uint64_t games, turns, moves, decisions;
    uint64_t visits, bonuses, clouds, value, points, discards, lost; /* at visits */
    uint64_t draws, trades[TL_AGENTS], passes;
    uint64_t offered[TL_DESTINATIONS], chosen[TL_DESTINATIONS];
    uint64_t visited[TL_DESTINATIONS], scored[TL_DESTINATIONS], spent[TL_DESTINATIONS];
    double wins[VL_MAX_SEATS]; /* by turn order, shared wins in parts */
    uint64_t shared, margin, total;
    uint64_t samples, sampled, most_sampled, inexact; /* of determinize, for every viewer */
};

/* Fills in the position from every side, and notes what that took. */
static void note_sampling(const struct tl_deck *d, const struct tl_state *s, struct vl_rng *rng,
                          struct tally *t)
{
    for (int viewer = VL_SPECTATOR; viewer < s->seats; viewer++) {
        struct vl_view view;
        struct tl_state other;
        vl_look(&tl_game, d, s, viewer, &view);
        struct tl_effort effort = tl_sample(d, &view, rng, &other);
        t->samples++;
        t->sampled += effort.draws;
        t->most_sampled = effort.draws > t->most_sampled ? effort.draws : t->most_sampled;
        t->inexact += !effort.exact;
    }
}

static void note_visit(const struct tl_deck *d, const struct tl_state *s, uint32_t card,
                       struct tally *t)
{
    struct tl_set lying = tl_below_agents(s);
    uint32_t place = s->destination[s->seat];
    t->visits++;
    t->bonuses += tl_count(tl_both(lying, d->bonus));
    t->clouds += tl_count(tl_both(lying, d->cloud));
    t->value += tl_value(d, place, s->chosen);
    t->points += tl_number(card);
    t->discards += tl_count(s->chosen);
    t->visited[place]++;
    t->scored[place] += tl_number(card);
    t->spent[place] += tl_count(s->chosen) + 1;
}

static void note(const struct tl_deck *d, const struct tl_state *s, vl_move move, struct tally *t)
{
    uint32_t bit = VL_MOVE_ARG(move);
    switch (VL_MOVE_KIND(move)) {
    case TL_PICK:
    case TL_MOVE_ON:
        for (uint32_t p = 0; p < TL_PILES; p++)
            t->offered[s->pile[p][0]]++;
        t->chosen[s->pile[bit][0]]++;
        return;
    case TL_TURN:
        t->turns++;
        if (bit == TL_TAKE_CARD)
            t->draws++;
        else if (bit == TL_PASS)
            t->passes++;
        else if (bit >= TL_TRADE)
            t->trades[(bit - TL_TRADE) / 4]++;
        return;
    case TL_SCORE:
        note_visit(d, s, bit, t);
        return;
    case TL_CLOUDS:
        t->lost++;
        return;
    default:
        return;
    }
}

static void note_result(const struct tl_deck *d, const struct tl_state *s, struct tally *t)
{
    struct vl_score score;
    uint32_t first = 0, winners = 0;
    int32_t best = -1, second = -1;
    tl_score(d, s, &score);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        first = s->album[seat] > s->album[first] ? seat : first;
        winners += score.rank[seat] == 1;
        t->total += (uint64_t)score.points[seat];
        if (score.points[seat] > best) {
            second = best;
            best = score.points[seat];
        } else if (score.points[seat] > second) {
            second = score.points[seat];
        }
    }
    t->shared += winners > 1;
    t->margin += (uint64_t)(best - second);
    for (uint32_t i = 0; i < s->seats; i++)
        if (score.rank[(first + i) % s->seats] == 1)
            t->wins[i] += 1.0 / winners;
    t->games++;
}

static void play_game(const struct vl_deck *deck, uint32_t seats, uint64_t seed, uint64_t index,
                      struct tally *t)
{
    const struct tl_deck *d = deck->data;
    struct vl_setup setup = {.seats = (uint8_t)seats};
    struct vl_player greedy;
    struct vl_error err;
    struct vl_rng chance, bots, looks;
    struct tl_state s;
    struct vl_view view;
    if (!vl_player_find(&tl_game, "greedy", &greedy, &err))
        abort();
    vl_rng_seed(&chance, seed, index, VL_STREAM_CHANCE);
    vl_rng_seed(&bots, seed, index, VL_STREAM_BOTS);
    vl_rng_seed(&looks, seed, index, VL_STREAM_LOOKS);
    tl_start(d, &setup, &s);
    for (int actor; (actor = tl_to_act(&s)) != VL_OVER;) {
        vl_move move;
        if (actor == VL_CHANCE) {
            move = tl_sample_chance(d, &s, &chance);
        } else {
            vl_look(&tl_game, d, &s, actor, &view);
            struct vl_question question = {
                .game = &tl_game, .deck = deck, .view = &view, .rng = &bots};
            move = vl_player_move(&greedy, &question);
            t->decisions++;
        }
        if (index % 50 == 0)
            note_sampling(d, &s, &looks, t);
        note(d, &s, move, t);
        tl_apply(d, &s, move);
        t->moves++;
    }
    note_result(d, &s, t);
}

static double share(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0.0;
}

static void print_seats(const struct tally *t, uint32_t seats)
{
    double games = (double)t->games;
    printf("%u seats, %llu games\n", seats, (unsigned long long)t->games);
    printf("  at a visit: %.2f bonuses, %.2f clouds, value %.1f, %.1f points for %.1f discards, "
           "%.2f cards lost to clouds\n",
           share(t->bonuses, t->visits), share(t->clouds, t->visits), share(t->value, t->visits),
           share(t->points, t->visits), share(t->discards, t->visits), share(t->lost, t->visits));
    printf("  turns: %.1f a game: %.0f%% draws, %.0f%% visits, %.0f%% trades (agents 1 to 4: "
           "%.0f%%, %.0f%%, %.0f%%, %.0f%%), %.0f%% passes; %.0f decisions, %.0f moves\n",
           share(t->turns, t->games), 100 * share(t->draws, t->turns),
           100 * share(t->visits, t->turns),
           100 * share(t->trades[0] + t->trades[1] + t->trades[2] + t->trades[3], t->turns),
           100 * share(t->trades[0], t->turns), 100 * share(t->trades[1], t->turns),
           100 * share(t->trades[2], t->turns), 100 * share(t->trades[3], t->turns),
           100 * share(t->passes, t->turns), share(t->decisions, t->games),
           share(t->moves, t->games));
    printf("  visits of a seat: %.1f a game; points of a seat: %.1f; margin %.1f; shared %.1f%%\n",
           share(t->visits, t->games) / seats, share(t->total, t->games) / seats,
           share(t->margin, t->games), 100 * share(t->shared, t->games));
    printf("  wins by turn order:");
    for (uint32_t i = 0; i < seats; i++) {
        double p = t->wins[i] / games;
        printf(" %.1f%% (+-%.1f)", 100 * p, 196 * sqrt(p * (1 - p) / games));
    }
    printf("\n  filling in views (every fiftieth game): %.3f draws on average, at most %llu; "
           "%llu of %llu not exact\n",
           share(t->sampled, t->samples), (unsigned long long)t->most_sampled,
           (unsigned long long)t->inexact, (unsigned long long)t->samples);
}

static void print_destinations(const struct vl_deck *deck, const struct tally *t)
{
    printf("%-22s %8s %8s %8s %12s\n", "all games", "chosen", "visits", "points", "a card spent");
    for (uint32_t row = 0; row < TL_DESTINATIONS; row++)
        printf("%-22s %7.1f%% %7.1f%% %8.2f %12.2f\n",
               vl_deck_text(deck, TL_TABLE_DESTINATIONS, row, TL_D_NAME),
               100 * share(t->chosen[row], t->offered[row]),
               100 * share(t->visited[row], t->visits), share(t->scored[row], t->visited[row]),
               share(t->scored[row], t->spent[row]));
}

static void join(struct tally *all, const struct tally *t)
{
    all->visits += t->visits;
    for (uint32_t row = 0; row < TL_DESTINATIONS; row++) {
        all->offered[row] += t->offered[row];
        all->chosen[row] += t->chosen[row];
        all->visited[row] += t->visited[row];
        all->scored[row] += t->scored[row];
        all->spent[row] += t->spent[row];
    }
}

int main(int argc, char **argv)
{
    uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    struct vl_error err;
    struct vl_deck *deck = vl_deck_open(&tl_game, argc > 3 ? argv[3] : NULL, &err);
    if (!deck || !games) {
        fprintf(stderr, "travelogue_balance [GAMES [SEED [DECK]]]: %s\n",
                deck ? "expected a number of games" : err.message);
        return 2;
    }
    struct tally all = {0};
    for (uint32_t seats = 2; seats <= VL_MAX_SEATS; seats++) {
        struct tally t = {0};
        for (uint64_t g = 0; g < games; g++)
            play_game(deck, seats, seed, g, &t);
        print_seats(&t, seats);
        join(&all, &t);
    }
    print_destinations(deck, &all);
    vl_deck_free(deck);
    return 0;
}
