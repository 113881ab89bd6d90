/*
 * Plays one game between bots, prints its log and its result, and verifies its record.
 *
 *     play_one_game [GAME [SEED]]
 *
 * A match (valise/match.h) keeps the log and draws the chance moves by itself. Bots only ever see
 * the view of their own seat.
 */
#include <stdio.h>
#include <stdlib.h>

#include <valise/bot.h>
#include <valise/match.h>

/* The log writes seats as {0}, {1}: put the names there. */
static void print_line(const struct vl_match *match, const char *text)
{
    for (; *text; text++) {
        if (text[0] == '{' && text[1] >= '0' && text[1] <= '9' && text[2] == '}') {
            fputs(vl_match_seat_name(match, text[1] - '0'), stdout);
            text += 2;
        } else {
            putchar(*text);
        }
    }
    putchar('\n');
}

/* The moves of every seat until the game is over; prints each line of the log as it comes. */
static bool play(struct vl_match *match, uint64_t seed, struct vl_error *err)
{
    const struct vl_game *game = vl_match_game(match);
    const struct vl_deck *deck = vl_match_deck(match);
    struct vl_player player;
    struct vl_rng rng;
    uint32_t shown = 0;
    vl_rng_seed(&rng, seed, 0, VL_STREAM_BOTS);
    if (!vl_player_find(game, "greedy", &player, err))
        return false;
    while (vl_match_to_act(match) != VL_OVER) {
        struct vl_view view;
        struct vl_question question = {.game = game, .deck = deck, .view = &view, .rng = &rng};
        vl_look(game, deck->data, vl_match_state(match), vl_match_to_act(match), &view);
        if (!vl_match_play(match, vl_player_move(&player, &question), err))
            return false;
        for (; shown < vl_match_position(match); shown++) {
            struct vl_line line;
            vl_match_line(match, shown, VL_SPECTATOR, &line);
            if (line.text[0])
                print_line(match, line.text);
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    const struct vl_game *game = argc > 1 ? vl_game_find(argv[1]) : vl_game_at(0);
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    struct vl_chance chance = {.source = VL_CHANCE_SEEDED, .seed = seed};
    struct vl_setup setup;
    struct vl_error err = {0};
    struct vl_deck *deck = NULL;
    struct vl_match *match = NULL;
    struct vl_record *record = NULL;
    struct vl_verdict verdict;
    struct vl_score score;
    int status = 1;

    if (!game) {
        fprintf(stderr, "there is no game \"%s\"\n", argv[1]);
        return 2;
    }
    deck = vl_deck_open(game, NULL, &err); /* NULL: the deck inside the library */
    if (!deck || !vl_setup_init(game, 2, &setup, &err))
        goto out;
    match = vl_match_new(game, deck, &setup, &chance, false, &err);
    if (!match)
        goto out;
    vl_match_name(match, 0, "Ann");
    vl_match_name(match, 1, "Ben");
    if (!play(match, seed, &err))
        goto out;

    game->score(deck->data, vl_match_state(match), &score);
    for (int seat = 0; seat < 2; seat++)
        printf("%s: %d points, rank %d\n", vl_match_seat_name(match, seat), score.points[seat],
               score.rank[seat]);

    record = vl_match_record(match, false);
    if (!vl_record_verify(game, deck, record, &verdict, &err))
        goto out;
    printf("%u moves; the record is %s\n", record->move_count,
           verdict.legal && verdict.fair && verdict.same_result ? "verified" : "wrong");
    status = 0;
out:
    if (status != 0)
        fprintf(stderr, "%s: %s\n", err.where[0] ? err.where : game->id, err.message);
    vl_record_free(record);
    vl_match_free(match);
    vl_deck_free(deck);
    return status;
}
