/* The list of bots, finding one by name, and the two that need no search. */
#include <math.h>

#include "bots/search.h"
#include "core/banned.h"
#include "core/notation.h"
#include "valise/bot.h"

static void random_answer(const struct vl_question *q, uint32_t style, struct vl_answer *answer)
{
    (void)style;
    answer->move = vl_pick_from_list(q->game, q->deck->data, q->view->state.bytes, q->rng);
    answer->candidate_count = 1;
    answer->candidates[0] = (struct vl_candidate){answer->move, 0, -1, NAN};
}

/* Keeps the best candidates in order; equal ones in the order they came. */
static void offer(struct vl_answer *answer, vl_move move, int32_t weight)
{
    uint32_t at = answer->candidate_count;
    while (at > 0 && answer->candidates[at - 1].weight < weight)
        at--;
    if (at == VL_MAX_CANDIDATES)
        return;
    if (answer->candidate_count < VL_MAX_CANDIDATES)
        answer->candidate_count++;
    for (uint32_t i = answer->candidate_count - 1; i > at; i--)
        answer->candidates[i] = answer->candidates[i - 1];
    answer->candidates[at] = (struct vl_candidate){move, weight, -1, NAN};
}

void vl_greedy_answer(const struct vl_question *q, uint32_t style, struct vl_answer *answer)
{
    vl_move moves[VL_MAX_MOVES];
    int32_t weights[VL_MAX_MOVES];
    uint32_t count = q->game->legal_moves(q->deck->data, q->view->state.bytes, moves);
    q->game->prefer(q->deck->data, q->view, style, moves, count, weights);
    answer->candidate_count = 0;
    uint32_t best = 0, equals = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (weights[i] > weights[best])
            equals = 0;
        if (equals == 0 || weights[i] == weights[best]) {
            equals++;
            if (equals == 1 || vl_rng_below(q->rng, equals) == 0)
                best = i;
        }
        offer(answer, moves[i], weights[i]);
    }
    answer->move = moves[best];
}

static const struct vl_bot bots[] = {
    {"random", "any legal move, each as likely", .answer = random_answer},
    {"greedy", "the move that looks best at once", .styled = true, .answer = vl_greedy_answer},
    {"search", "looks ahead; search:500 for another number of tries a turn", .searches = true,
     .iterations = 2000, .answer = vl_search_answer},
    /* The levels, weakest first; docs/bots.md has how they fare against each other. */
    {"tourist", "here for the view; follows a plan about half of the time", .slips = 55, .level = 1,
     .answer = vl_greedy_answer},
    {"commuter", "knows the way, and now and then misses a stop", .slips = 20, .level = 2,
     .answer = vl_greedy_answer},
    {"traveller", "always takes what looks best at once", .level = 3, .answer = vl_greedy_answer},
    {"explorer", "looks ahead a little", .searches = true, .iterations = 200, .level = 4,
     .answer = vl_search_answer},
    {"globetrotter", "looks ahead far; take your time", .searches = true, .iterations = 2000,
     .level = 5, .answer = vl_search_answer},
};

uint32_t vl_bot_count(void)
{
    return sizeof bots / sizeof *bots;
}

const struct vl_bot *vl_bot_at(uint32_t index)
{
    return &bots[index];
}

const struct vl_bot *vl_bot_strongest(void)
{
    const struct vl_bot *best = &bots[0];
    for (uint32_t i = 1; i < vl_bot_count(); i++)
        best = bots[i].level >= best->level ? &bots[i] : best;
    return best;
}

static bool find_style(const struct vl_game *game, const char *name, uint32_t *style,
                       struct vl_error *err)
{
    for (uint32_t i = 0; game->styles[i].name; i++) {
        if (strcmp(game->styles[i].name, name) == 0) {
            *style = i;
            return true;
        }
    }
    return vl_fail(err, VL_BAD_INPUT, NULL, "%s has no style \"%.30s\"", game->name, name);
}

static bool set_rollout(struct vl_tuning *tuning, const char *value)
{
    static const char *const rollouts[] = {"evaluate", "prefer", "random", NULL};
    int found = vl_find_word(rollouts, value, strlen(value));
    if (found >= 0)
        tuning->rollout = (enum vl_rollout)found;
    return found >= 0;
}

/* What a tuning can be told by name, for experiments. */
static bool set_tuning(struct vl_tuning *tuning, const char *name, size_t length, const char *value)
{
    struct {
        const char *name;
        double most;
        uint32_t *count;
        double *real;
        bool *flag;
    } fields[] = {
        {"turns", 1000, .count = &tuning->turns},
        {"noise", 100, .count = &tuning->noise},
        {"explore", 1000, .real = &tuning->exploration},
        {"margin", 1000, .real = &tuning->margin},
        {"trust", 1000, .real = &tuning->trust},
        {"winning", 1, .real = &tuning->winning},
        {"open", 1, .flag = &tuning->open_loop},
        {"sole", 1, .flag = &tuning->own_moves_only},
    };
    if (vl_is_word("rollout", name, length))
        return set_rollout(tuning, value);
    char *end;
    double number = strtod(value, &end);
    for (uint32_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (!vl_is_word(fields[i].name, name, length))
            continue;
        if (end == value || *end || !(number >= 0 && number <= fields[i].most))
            return false;
        if (fields[i].count)
            *fields[i].count = (uint32_t)number;
        else if (fields[i].real)
            *fields[i].real = number;
        else
            *fields[i].flag = number > 0;
        return true;
    }
    return false;
}

/* "500" or "500:rollout=random:noise=10". */
static bool read_search(const struct vl_game *game, const char *text, struct vl_player *player,
                        struct vl_error *err)
{
    char *end;
    unsigned long n = text[0] >= '0' && text[0] <= '9' ? strtoul(text, &end, 10) : 0;
    if (n == 0 || (*end && *end != ':') || n > 10000000)
        return vl_fail(err, VL_BAD_INPUT, NULL,
                       "expected a number of tries from 1 to 10000000, found \"%.30s\"", text);
    player->iterations = (uint32_t)n;
    player->tuned = *end == ':';
    player->tuning = game->tuning;
    while (*end == ':') {
        char word[40];
        size_t length = strcspn(end + 1, ":");
        snprintf(word, sizeof word, "%.*s", (int)length, end + 1);
        char *value = strchr(word, '=');
        if (!value || length >= sizeof word ||
            !set_tuning(&player->tuning, word, (size_t)(value - word), value + 1))
            return vl_fail(err, VL_BAD_INPUT, NULL,
                           "expected rollout=evaluate, prefer or random; turns, explore, margin or "
                           "trust and a number to 1000; noise to 100; winning, open or sole to 1; "
                           "found \"%.39s\"",
                           word);
        end += 1 + length;
    }
    return true;
}

static bool no_such_bot(const char *name, struct vl_error *err)
{
    char names[160] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < vl_bot_count() && used + 24 < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%.20s", i ? ", " : "",
                                 bots[i].name);
    return vl_fail(err, VL_BAD_INPUT, NULL, "there is no bot \"%.30s\"; there are %s", name, names);
}

bool vl_player_find(const struct vl_game *game, const char *name, struct vl_player *player,
                    struct vl_error *err)
{
    size_t length = strcspn(name, ":");
    *player = (struct vl_player){0};
    for (uint32_t i = 0; i < vl_bot_count(); i++) {
        if (!vl_is_word(bots[i].name, name, length))
            continue;
        player->bot = &bots[i];
        if (name[length] == '\0')
            return true;
        if (bots[i].styled)
            return find_style(game, name + length + 1, &player->style, err);
        if (bots[i].searches)
            return read_search(game, name + length + 1, player, err);
        return vl_fail(err, VL_BAD_INPUT, NULL, "the bot %s takes nothing after its name",
                       bots[i].name);
    }
    return no_such_bot(name, err);
}

vl_move vl_player_move(const struct vl_player *player, const struct vl_question *question)
{
    struct vl_answer answer;
    vl_player_answer(player, question, &answer);
    return answer.move;
}

uint32_t vl_think_ahead(const struct vl_player *player, const struct vl_question *question)
{
    struct vl_question own = *question;
    if (!player->bot->searches || !own.memory || !own.iterations)
        return 0;
    if (player->tuned)
        own.tuning = &player->tuning;
    return vl_search_ahead(&own);
}

void vl_player_answer(const struct vl_player *player, const struct vl_question *question,
                      struct vl_answer *answer)
{
    struct vl_question own = *question;
    if (!own.iterations && !own.milliseconds)
        own.iterations = player->iterations ? player->iterations : player->bot->iterations;
    if (player->tuned)
        own.tuning = &player->tuning;
    if (player->bot->slips && vl_rng_below(own.rng, 100) < player->bot->slips)
        random_answer(&own, 0, answer);
    else
        player->bot->answer(&own, player->style, answer);
}
