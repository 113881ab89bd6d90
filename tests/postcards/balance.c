/*
 * postcards_balance [GAMES [SEED]]: how fair and how lively the deck is, by simulation.
 *
 * Greedy bots play GAMES games (1000) with two, three and four seats. Printed: the length of a
 * game and what ended it, the share of tours taken by value, how often each postcard is collected,
 * dead positions, and wins by the order of turns.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/bits.h"
#include "games/postcards/postcards.h"
#include "valise/bot.h"

struct tally {
    uint32_t games, seats;
    uint64_t turns, rounds, least_rounds, most_rounds;
    uint64_t by_gaps, by_tours, by_stalemate;
    uint64_t taken[PC_TOURS];
    uint64_t collected[PC_CARDS];
    uint64_t no_tour, dead, late; /* turns that begin so; late: from the fourth round on */
    uint64_t points, winner_points;
    double wins[VL_MAX_SEATS]; /* by the order of turns */
};

/* Whether some seat meets a tour of the line; whether one meets a free card, cost 1 included. */
static void look(const struct pc_deck *d, const struct pc_state *s, bool *tour, bool *card)
{
    *tour = *card = false;
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        struct pc_supply supply;
        pc_supply_of(d, s, seat, &supply);
        *tour |= pc_met_tours(d, s, seat) != 0;
        for (uint32_t cell = 0; cell < PC_CELLS; cell++)
            if (s->tableau[cell] != PC_NONE && !(pc_occupied(s) >> cell & 1U))
                *card |= !pc_lacking(&d->asks[s->tableau[cell]], &supply);
    }
}

static void finish(const struct pc_deck *d, const struct pc_state *s, struct tally *t)
{
    struct vl_score score;
    uint32_t winners = 0, best = 0;
    pc_score(d, s, &score);
    t->games++;
    t->rounds += s->round;
    if (s->round < t->least_rounds || t->games == 1)
        t->least_rounds = s->round;
    if (s->round > t->most_rounds)
        t->most_rounds = s->round;
    uint32_t all = 0;
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        all |= s->tours[seat];
        for (uint64_t rest = s->held[seat]; rest;)
            t->collected[vl_take_lowest(&rest)]++;
        t->points += (uint64_t)score.points[seat];
        if (score.points[seat] > (int32_t)best)
            best = (uint32_t)score.points[seat];
        winners += score.rank[seat] == 1;
    }
    t->winner_points += best;
    for (uint32_t seat = 0; seat < s->seats; seat++)
        if (score.rank[seat] == 1)
            t->wins[(seat + s->seats - s->first) % s->seats] += 1.0 / winners;
    for (uint32_t tour = 0; tour < PC_TOURS; tour++)
        t->taken[tour] += all >> tour & 1U;
    if (!s->ending)
        t->by_stalemate++;
    else if (vl_count(all) > PC_TOURS - PC_LINE)
        t->by_tours++;
    else
        t->by_gaps++;
}

static void play(const struct vl_deck *deck, uint32_t seats, uint64_t seed, uint64_t game,
                 struct tally *t)
{
    struct pc_state s;
    struct vl_setup setup;
    struct vl_view view;
    struct vl_player player;
    struct vl_rng chance, thought;
    uint32_t seen_turn = UINT32_MAX;
    vl_setup_init(&pc_game, seats, &setup, NULL);
    vl_player_find(&pc_game, "greedy", &player, NULL);
    vl_rng_seed(&chance, seed, game, VL_STREAM_CHANCE);
    vl_rng_seed(&thought, seed, game, VL_STREAM_BOTS);
    for (pc_start(deck->data, &setup, &s); s.phase != PC_PHASE_OVER;) {
        if (pc_to_act(&s) == VL_CHANCE) {
            pc_apply(deck->data, &s, pc_sample_chance(deck->data, &s, &chance));
            continue;
        }
        if (s.phase == PC_PHASE_TURN && seen_turn != s.round * 8U + s.seat) {
            bool tour, card;
            seen_turn = s.round * 8U + s.seat;
            look(deck->data, &s, &tour, &card);
            t->turns++;
            t->late += s.round > 3;
            t->no_tour += s.round > 3 && !tour;
            t->dead += !tour && !card;
        }
        vl_look(&pc_game, deck->data, &s, s.seat, &view);
        struct vl_question question = {
            .game = &pc_game, .deck = deck, .view = &view, .rng = &thought};
        pc_apply(deck->data, &s, vl_player_move(&player, &question));
    }
    finish(deck->data, &s, t);
}

static void print_tours(const struct pc_deck *d, const struct tally *t)
{
    printf("  tours taken, by value:");
    for (uint32_t tour = 0; tour < PC_TOURS;) {
        uint64_t sum = 0, value = d->value[tour], count = 0;
        for (; tour < PC_TOURS && d->value[tour] == value; tour++, count++)
            sum += t->taken[tour];
        printf("  %u: %.1f%%", (unsigned)value, 100.0 * (double)sum / (double)(count * t->games));
    }
    printf("\n");
}

static void print_cards(const struct vl_deck *deck, const struct tally *t)
{
    const struct pc_deck *d = deck->data;
    double by_cost[4] = {0}, number[4] = {0}, least = 2, most = 0;
    uint32_t rarest = 0, commonest = 0;
    for (uint32_t card = 0; card < PC_CARDS; card++) {
        double share = (double)t->collected[card] / t->games;
        by_cost[d->cost[card]] += share;
        number[d->cost[card]]++;
        if (share < least) {
            least = share;
            rarest = card;
        }
        if (share > most) {
            most = share;
            commonest = card;
        }
    }
    printf("  postcards collected, by cost:");
    for (uint32_t cost = 1; cost <= 3; cost++)
        printf("  %u: %.1f%%", cost, 100 * by_cost[cost] / number[cost]);
    printf("; rarest %s %.1f%%, commonest %s %.1f%%\n", pc_card_name(deck, rarest), 100 * least,
           pc_card_name(deck, commonest), 100 * most);
}

static void print(const struct vl_deck *deck, const struct tally *t)
{
    double games = t->games;
    printf("%u seats, %u games\n", t->seats, t->games);
    printf("  rounds: mean %.1f, %u to %u; ended by tours %.1f%%, gaps %.1f%%, stalemate %.1f%%\n",
           (double)t->rounds / games, (unsigned)t->least_rounds, (unsigned)t->most_rounds,
           100 * (double)t->by_tours / games, 100 * (double)t->by_gaps / games,
           100 * (double)t->by_stalemate / games);
    printf("  points of a seat: mean %.1f; of the winner %.1f\n",
           (double)t->points / games / t->seats, (double)t->winner_points / games);
    print_tours(deck->data, t);
    print_cards(deck, t);
    printf("  turns from the fourth round on in which no seat meets a tour shown: %.1f%%; turns in "
           "which no seat meets any tour or free card: %.2f%%\n",
           100 * (double)t->no_tour / (double)t->late, 100 * (double)t->dead / (double)t->turns);
    printf("  wins by order of turns:");
    for (uint32_t n = 0; n < t->seats; n++)
        printf("  %.1f%%", 100 * t->wins[n] / games);
    printf("\n");
}

int main(int argc, char **argv)
{
    unsigned long games = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const char *folder = argc > 3 ? argv[3] : NULL;
    struct vl_error err = {0};
    if (argc > 4 || games == 0) {
        fprintf(stderr, "usage: %s [GAMES [SEED [DECK]]]\n", argv[0]);
        return 2;
    }
    struct vl_deck *deck = vl_deck_open(&pc_game, folder, &err);
    if (!deck) {
        fprintf(stderr, "%s: %s\n", err.where, err.message);
        return 1;
    }
    uint64_t collected[PC_CARDS] = {0};
    for (uint32_t seats = 2; seats <= VL_MAX_SEATS; seats++) {
        struct tally t = {.seats = seats};
        for (uint64_t game = 0; game < games; game++)
            play(deck, seats, seed, game, &t);
        print(deck, &t);
        for (uint32_t card = 0; card < PC_CARDS; card++)
            collected[card] += t.collected[card];
    }
    printf("share of games in which each postcard is collected, all seats together\n");
    for (uint32_t card = 0; card < PC_CARDS; card++)
        printf("  %-16s %4.1f%%%s", pc_card_key(deck, card),
               100 * (double)collected[card] / (double)(3 * games), card % 4 == 3 ? "\n" : "");
    vl_deck_free(deck);
    return 0;
}
