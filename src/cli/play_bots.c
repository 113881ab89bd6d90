/* Bots in the terminal: their turns, and hints for people. */
#include <math.h>

#include "cli/play.h"
#include "core/banned.h"

enum {
    HINTED = 4,       /* moves of a hint */
    LEAST_TRIES = 10, /* a bot has no opinion of a move that it tried less often */
    HINT_TIME = 2000, /* milliseconds for a hint, unless --ms says otherwise */
};

uint32_t play_step(const struct session *s, int seat)
{
    uint32_t step = 0;
    for (uint32_t i = vl_match_position(s->match); i > 0; i--) {
        int actor;
        vl_match_move_at(s->match, i - 1, &actor);
        if (actor >= 0 && actor != seat)
            break;
        step += actor == seat;
    }
    return step;
}

/* Bots that search keep their tree through a turn: the second decision builds on the first. */
static struct vl_memory *memory_of(struct session *s, int seat)
{
    const struct vl_player *player = &s->bots[seat];
    if (!player->bot->searches || s->memory[seat])
        return s->memory[seat];
    uint32_t iterations = player->iterations ? player->iterations : player->bot->iterations;
    s->memory[seat] = vl_memory_new(s->milliseconds ? 0 : iterations, 1);
    return s->memory[seat];
}

/* Bots draw from the seed and the position, so with the same seed a resumed game goes on as it
 * would have without the break. */
static void ask(const struct session *s, const struct vl_player *player,
                struct vl_question *question, int seat, struct vl_view *view,
                struct vl_answer *answer)
{
    struct vl_rng rng;
    question->game = s->game;
    question->deck = s->deck;
    question->view = view;
    question->rng = &rng;
    vl_rng_seed(&rng, s->bot_seed, vl_match_position(s->match), VL_STREAM_BOTS + (uint32_t)seat);
    vl_look(s->game, s->deck->data, vl_match_state(s->match), seat, view);
    vl_player_answer(player, question, answer);
}

void play_ask_bot(struct session *s, int seat, struct vl_view *view, struct vl_answer *answer)
{
    struct vl_question question = {
        .milliseconds = s->milliseconds, .memory = memory_of(s, seat), .step = play_step(s, seat)};
    ask(s, &s->bots[seat], &question, seat, view, answer);
}

/* One line: the move, why, and what is expected of it. */
static void show_candidate(const struct session *s, const struct vl_view *view,
                           const struct vl_candidate *candidate)
{
    struct vl_text why = {0}, line = {0};
    play_describe(s, candidate->move, &line);
    s->game->explain(s->deck, view, candidate->move, &why);
    if (why.length) {
        vl_text_add(&line, ", because ");
        cli_fill_names(s->match, vl_text_string(&why), &line);
    }
    printf("  %s", vl_text_string(&line));
    if (candidate->win >= 0 && candidate->weight >= LEAST_TRIES && !isnan(candidate->points))
        printf(": %.0f%% to win, %.1f points", 100 * (double)candidate->win,
               (double)candidate->points);
    printf(".\n");
    vl_text_free(&why);
    vl_text_free(&line);
}

/* The strongest bot gives hints, also where weaker ones play: advice should be good. It sees what
 * the seat sees and no more. */
void play_hint(const struct session *s, int seat)
{
    const struct vl_bot *bot = vl_bot_strongest();
    struct vl_player player = {.bot = bot};
    struct vl_answer answer;
    struct vl_view view;
    struct vl_question question = {.iterations = bot->iterations,
                                   .milliseconds = s->milliseconds ? s->milliseconds : HINT_TIME};
    ask(s, &player, &question, seat, &view, &answer);
    for (uint32_t i = 0; i < answer.candidate_count && i < HINTED; i++)
        if (i == 0 || answer.candidates[i].weight >= LEAST_TRIES)
            show_candidate(s, &view, &answer.candidates[i]);
}
