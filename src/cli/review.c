/* valise record review: a match looked back at, in words or as JSON. */
#include <unistd.h>

#include "cli/cli.h"
#include "cli/review.h"
#include "core/banned.h"
#include "valise/review.h"

enum { WORST = 5, TURNS = 5, ROWS = 24 };

static void show_progress(void *context, uint32_t done, uint32_t pieces)
{
    (void)context;
    fprintf(stderr, "\r%u of %u positions ", done, pieces);
}

static const char *seat_name(const struct vl_match *match, uint32_t seat, char *buffer, size_t size)
{
    const char *name = vl_match_seat_name(match, (int)seat);
    snprintf(buffer, size, "%s", name);
    if (!name[0])
        snprintf(buffer, size, "Seat %u", seat + 1);
    return buffer;
}

/* The chances of winning, in about ROWS lines. */
static void show_chances(const struct vl_match *match, const struct vl_review *review)
{
    char name[VL_NAME_SIZE];
    uint32_t each = review->count / ROWS + 1;
    printf("Chances of winning, in percent, before move:\n       ");
    for (uint32_t seat = 0; seat < review->seats; seat++)
        printf(" %12.12s", seat_name(match, seat, name, sizeof name));
    printf("\n");
    for (uint32_t i = 0; i <= review->count; i += each) {
        uint32_t at = i + each > review->count && i < review->count ? review->count : i;
        printf("  %4u ", at + 1);
        for (uint32_t seat = 0; seat < review->seats; seat++)
            printf(" %12.0f", 100 * (double)review->steps[at].win[seat]);
        printf("\n");
    }
}

/* Both moves are written as the seat saw the table: what was hidden then stays out of the
 * explanation. */
static void show_decision(const struct vl_match *match, const struct vl_review *review, uint32_t i)
{
    const struct vl_game *game = vl_match_game(match);
    const struct vl_deck *deck = vl_match_deck(match);
    const struct vl_review_step *step = &review->steps[i];
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    char name[VL_NAME_SIZE];
    struct vl_view view;
    struct vl_text played = {0}, better = {0}, why = {0}, text = {0};
    vl_match_state_at(match, i, state);
    vl_look(game, deck->data, state, step->actor, &view);
    game->format_move(deck, &view, step->move, &played);
    game->format_move(deck, &view, step->better, &better);
    game->explain(deck, &view, step->better, &why);
    cli_fill_names(match, vl_text_string(&why), &text);
    printf("  move %u, %s: %s cost %.0f%%; better was %s, because %s.\n", i + 1,
           seat_name(match, (uint32_t)step->actor, name, sizeof name), vl_text_string(&played),
           100 * (double)step->cost, vl_text_string(&better), vl_text_string(&text));
    vl_text_free(&played);
    vl_text_free(&better);
    vl_text_free(&why);
    vl_text_free(&text);
}

/* The moves and draws after which the chances had changed most. */
static void show_turning_points(const struct vl_match *match, const struct vl_review *review)
{
    uint32_t turns[TURNS], count = vl_review_turns(review, turns, TURNS);
    char name[VL_NAME_SIZE];
    printf("Turning points:\n");
    for (uint32_t i = 0; i < count; i++) {
        struct vl_line line;
        struct vl_text text = {0};
        float gain, error;
        uint32_t seat = vl_review_gain(review, turns[i], &gain, &error);
        vl_review_line(match, review, turns[i], &line);
        cli_fill_names(match, line.text, &text);
        printf("  move %u: %s%s%s %+.0f%% (give or take %.0f)\n", turns[i] + 1,
               vl_text_string(&text), line.text[0] ? " " : "",
               seat_name(match, seat, name, sizeof name), 100 * (double)gain, 100 * (double)error);
        vl_text_free(&text);
    }
    if (!count)
        printf("  none: it was even, or decided, all along.\n");
}

/* The seed is fixed, so that two people who review the same record talk about the same numbers. */
int cli_review(const struct vl_match *match, bool json, uint32_t rollouts, uint32_t iterations)
{
    struct vl_review_effort effort = {.seed = 1, .rollouts = rollouts, .iterations = iterations};
    bool terminal = isatty(STDERR_FILENO);
    effort.progress = terminal ? show_progress : NULL;
    struct vl_review *review = vl_review_new(match, &effort);
    if (terminal)
        fprintf(stderr, "\r%40s\r", "");
    if (json) {
        struct vl_text out = {0};
        vl_review_json(match, review, &out);
        printf("%s\n", vl_text_string(&out));
        vl_text_free(&out);
    } else {
        char name[VL_NAME_SIZE];
        uint32_t worst[WORST], count = vl_review_worst(review, worst, WORST);
        show_chances(match, review);
        show_turning_points(match, review);
        printf("Decisions that cost most, by what the seat could know:\n");
        for (uint32_t i = 0; i < count; i++)
            show_decision(match, review, worst[i]);
        if (count == 0)
            printf("  none worth telling.\n");
        printf("Luck of the draw, and what decisions gave away, in percent of a win:\n");
        for (uint32_t seat = 0; seat < review->seats; seat++)
            printf("  %s: luck %+.0f (give or take %.0f), given away %.0f\n",
                   seat_name(match, seat, name, sizeof name), 100 * (double)review->luck[seat],
                   100 * (double)review->luck_error[seat], -100 * (double)review->skill[seat]);
    }
    vl_review_free(review);
    return CLI_DONE;
}
