/*
 * Information-set Monte Carlo tree search, single observer.
 *
 * Every iteration fills in what the searching seat does not know (determinize), goes down the tree
 * with that state, adds a node, judges the position there, and hands the result back up. A node is
 * found by the hash of the searching seat's view: all states that it cannot tell apart share one,
 * chance outcomes that it sees lead to different ones. Which moves are legal depends on what was
 * filled in, so a move's exploration counts the iterations in which it was available.
 *
 * Each seat maximises its own result: a mixture of winning and of its lead over the best other.
 * Moves not tried yet are ordered by the game's preferences.
 *
 * The budget belongs to a turn. Its first decision gets the larger part, or all of it when no other
 * follows; the later ones find their position in the same tree and add what they need.
 */
#include "bots/search.h"

#include <math.h>

#include "bots/rollout.h"
#include "core/alloc.h"
#include "core/banned.h"

enum { DEFAULT_ITERATIONS = 2000 };

/* Of this thread alone, for the profile: what others do meanwhile does not count. */
static double own_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/*
 * The key of a view: a multiplicative hash, eight bytes at a time. It is computed at every decision
 * of every iteration, so speed counts more than quality, and it never leaves the process
 * (vl_hash_state is the hash that records keep). Two views with the same key would share a node;
 * with 64 bits and at most some hundred thousand nodes that does not happen in practice.
 */
static uint64_t key_of(const void *bytes, size_t size)
{
    const uint8_t *p = bytes;
    uint64_t h = UINT64_C(0x9e3779b97f4a7c15) ^ size;
    for (; size >= 8; size -= 8, p += 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        h = (h ^ word) * UINT64_C(0xd6e8feb86659fd93);
        h ^= h >> 32;
    }
    uint64_t rest = 0;
    memcpy(&rest, p, size);
    h = (h ^ rest) * UINT64_C(0xd6e8feb86659fd93);
    return h ^ h >> 29;
}

/* What the searching seat sees of a position. */
static uint64_t observe(struct search *s)
{
    vl_look(s->q->game, s->q->deck->data, s->state, s->me, &s->view);
    return key_of(s->view.state.bytes, s->q->game->state_size);
}

/* Open loop: beyond the own turn a node is keyed by the moves that led to it, as the searching seat
 * saw them, and not by the view. So what chance drew between them does not split the statistics. */
static uint64_t follow(struct search *s, uint64_t key, vl_move move)
{
    uint64_t seen = s->q->game->redact_move(s->q->deck->data, s->state, move, s->me);
    seen = (key ^ (seen + 1)) * UINT64_C(0xd6e8feb86659fd93);
    return seen ^ seen >> 32;
}

/* ---- The tree ---- */

/*
 * Priors of the moves in s->moves, from the preferences of the seat that acts.
 *
 * Games choose the scale of their weights freely, so only differences count here, measured by the
 * distance of the best move from the mean: a softmax with `trust` as its inverse temperature. A
 * quarter of the prior is spread evenly, so that a move which the game dislikes is still tried.
 */
static void priors_of(struct search *s, int seat, uint32_t count, float *priors)
{
    const struct vl_game *game = s->q->game;
    double sum = 0, mean = 0, most = 0;
    vl_look(game, s->q->deck->data, s->state, seat, &s->actor_view);
    game->prefer(s->q->deck->data, &s->actor_view, 0, s->moves, count, s->weights);
    for (uint32_t i = 0; i < count; i++) {
        mean += s->weights[i] / (double)count;
        most = s->weights[i] > most ? s->weights[i] : most;
    }
    double scale = most - mean > 1 ? most - mean : 1;
    for (uint32_t i = 0; i < count; i++) {
        priors[i] = (float)exp(s->tuning.trust * (s->weights[i] - most) / scale);
        sum += priors[i];
    }
    for (uint32_t i = 0; i < count; i++)
        priors[i] = (float)(0.75 * priors[i] / sum + 0.25 / count);
}

/*
 * Makes sure that every move in s->moves has its edge, in ascending order beside those that were
 * met with other determinizations; links[i] is the edge of move i. False when the tree is full.
 */
static bool link_edges(struct search *s, uint32_t node, int seat, uint32_t count, uint32_t *links)
{
    struct tree *tree = s->tree;
    float priors[VL_MAX_MOVES];
    bool have_priors = false;
    uint32_t *link = &tree->nodes[node].first;
    for (uint32_t i = 0; i < count; i++) {
        while (*link != TREE_NONE && tree->edges[*link].move < s->moves[i])
            link = &tree->edges[*link].next;
        if (*link == TREE_NONE || tree->edges[*link].move != s->moves[i]) {
            if (!have_priors)
                priors_of(s, seat, count, priors);
            have_priors = true;
            uint32_t fresh = tree_edge(tree, s->moves[i], priors[i]);
            if (fresh == TREE_NONE)
                return false;
            tree->edges[fresh].next = *link;
            *link = fresh;
        }
        links[i] = *link;
    }
    return true;
}

/*
 * The most promising move: its mean result, plus a bonus for how little it is known for how likely
 * it is (PUCT). In place of the visits of the node stands the number of iterations in which this
 * move was available: with hidden cards filled in differently, not every move is legal every time,
 * and a rarely legal move must not look neglected.
 */
static uint32_t select_edge(struct search *s, uint32_t count, const uint32_t *links)
{
    struct edge *edges = s->tree->edges;
    double best = -1, total = 0, visits = 0;
    uint32_t choice = 0;
    for (uint32_t i = 0; i < count; i++) {
        total += edges[links[i]].value;
        visits += edges[links[i]].visits;
    }
    /* A move not tried yet counts as a little worse than the mean of this node: first-play urgency.
     * An optimistic value would spend the whole budget on trying every move once. */
    double unknown = visits > 0 ? total / visits - 0.05 : 0.5;
    for (uint32_t i = 0; i < count; i++) {
        struct edge *e = &edges[links[i]];
        e->available++;
        double mean = e->visits ? (double)e->value / e->visits : unknown;
        double urge = s->tuning.exploration * (double)e->prior * sqrt((double)e->available) /
                      (1.0 + e->visits);
        if (mean + urge > best) {
            best = mean + urge;
            choice = i;
        }
    }
    return choice;
}

/*
 * Plays what is not decided in the tree: chance, moves without a choice and, where only own moves
 * are searched, rivals, if any were due. Returns who decides next, with its moves in s->moves, or
 * VL_OVER, or VL_CHANCE when the time is over.
 */
static int next_decision(struct search *s, uint32_t *count, bool *rivals)
{
    const struct vl_game *game = s->q->game;
    const void *deck = s->q->deck->data;
    int seat;
    *rivals = false;
    while ((seat = game->to_act(s->state)) != VL_OVER) {
        if (seat == VL_CHANCE) {
            game->apply(deck, s->state, game->sample_chance(deck, s->state, &s->rng));
        } else if (s->tuning.own_moves_only && seat != s->me) {
            if (search_is_late(s))
                return VL_CHANCE;
            *rivals = true;
            game->apply(deck, s->state, rollout_move(s, seat));
        } else {
            *count = game->legal_moves(deck, s->state, s->moves);
            if (*count > 1)
                return seat;
            game->apply(deck, s->state, s->moves[0]);
        }
    }
    return VL_OVER;
}

/*
 * Goes down until a new node, the end, or the edge of the tree. True: the game is over.
 *
 * The root is expanded at once; any other node that is new ends the descent, and the position there
 * is judged by a rollout. A full tree or a path that is too long ends it in the same way, so that a
 * search goes on with what it has. `again` marks an edge after which the same seat decides once
 * more in this turn: the budget of the turn is divided by that (turn_goes_on).
 */
static bool descend(struct search *s)
{
    uint32_t links[VL_MAX_MOVES], count = 0;
    bool own_turn = true, rivals;
    uint64_t key = 0;
    s->path_length = 0;
    for (;;) {
        int seat = next_decision(s, &count, &rivals);
        if (seat < 0)
            return seat == VL_OVER;
        own_turn = own_turn && seat == s->me && !rivals;
        if (own_turn || !s->tuning.open_loop)
            key = observe(s);
        uint32_t node = tree_find(s->tree, key);
        bool fresh = node == TREE_NONE;
        if (fresh)
            node = tree_add(s->tree, key);
        if (node == TREE_NONE || s->path_length == SEARCH_MAX_PATH ||
            !link_edges(s, node, seat, count, links))
            return false;
        if (s->path_length > 0 && s->path[s->path_length - 1].seat == seat && !rivals)
            s->tree->edges[s->path[s->path_length - 1].edge].again = 1;
        if (fresh && s->path_length > 0)
            return false;
        uint32_t choice = select_edge(s, count, links);
        if (s->tuning.open_loop)
            key = follow(s, key, s->moves[choice]);
        s->path[s->path_length].edge = links[choice];
        s->path[s->path_length++].seat = seat;
        s->q->game->apply(s->q->deck->data, s->state, s->moves[choice]);
    }
}

/* One try. One that time cuts off leaves nothing in the tree but the moves that it met. */
static void iterate(struct search *s)
{
    double results[VL_MAX_SEATS], points[VL_MAX_SEATS];
    double begin = s->profile ? own_time() : 0;
    s->q->game->determinize(s->q->deck->data, s->q->view, &s->rng, s->state);
    double determinized = s->profile ? own_time() : 0;
    bool over = descend(s);
    double descended = s->profile ? own_time() : 0;
    if (over)
        rollout_finished(s, results, points);
    else if (!rollout_judge(s, results, points))
        return;
    s->done++;
    if (s->profile) {
        s->profile->iterations++;
        s->profile->determinize += determinized - begin;
        s->profile->tree += descended - determinized;
        s->profile->rollout += own_time() - descended;
    }
    for (uint32_t i = 0; i < s->path_length; i++) {
        struct edge *e = &s->tree->edges[s->path[i].edge];
        e->visits++;
        e->value += (float)results[s->path[i].seat];
        e->wins += (float)s->wins[s->path[i].seat];
        e->points += (float)points[s->path[i].seat];
    }
}

static bool told_to_stop(const struct vl_question *q)
{
    return q->stop && __atomic_load_n(q->stop, __ATOMIC_RELAXED);
}

static void *run(void *argument)
{
    struct search *s = argument;
    uint32_t before = s->done;
    while (s->iterations == 0 || s->done < s->iterations) {
        if (search_is_late(s) || (s->done > before && told_to_stop(s->q)))
            break;
        iterate(s);
    }
    return NULL;
}

/* ---- The answer ---- */

/* The first move known at a position, or TREE_NONE, also where the position is not in the tree. */
static uint32_t first_edge(const struct tree *tree, uint64_t key)
{
    uint32_t node = tree_find(tree, key);
    return node == TREE_NONE ? TREE_NONE : tree->nodes[node].first;
}

/* Adds up what the trees say about the moves at the root: each thread has a tree of its own (root
 * parallelization), so no lock is needed while they search. Edges and moves are both in ascending
 * order, and one pass pairs them. */
static uint32_t gather(struct search *searches, uint32_t threads, struct vl_candidate *sums)
{
    struct search *s = &searches[0];
    uint32_t count = s->q->game->legal_moves(s->q->deck->data, s->q->view->state.bytes, s->moves);
    uint64_t key = key_of(s->q->view->state.bytes, s->q->game->state_size);
    for (uint32_t i = 0; i < count; i++)
        sums[i] = (struct vl_candidate){s->moves[i], 0, 0, 0};
    for (uint32_t t = 0; t < threads; t++) {
        const struct tree *tree = searches[t].tree;
        uint32_t i = 0;
        for (uint32_t e = first_edge(tree, key); e != TREE_NONE; e = tree->edges[e].next) {
            while (i < count && sums[i].move < tree->edges[e].move)
                i++;
            if (i == count || sums[i].move != tree->edges[e].move)
                continue;
            sums[i].weight += (int32_t)tree->edges[e].visits;
            sums[i].win += tree->edges[e].wins;
            sums[i].points += tree->edges[e].points;
        }
    }
    return count;
}

/* The move that was tried most is the answer, not the one with the best mean: a high mean of few
 * visits is luck. Equal moves go by the share of wins, then by number, so that answers repeat. */
static int by_liking(const void *a, const void *b)
{
    const struct vl_candidate *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight < y->weight ? 1 : -1;
    if (x->win < y->win || x->win > y->win)
        return x->win < y->win ? 1 : -1;
    return x->move < y->move ? -1 : x->move > y->move;
}

static void conclude(struct search *searches, uint32_t threads, struct vl_answer *answer)
{
    struct vl_candidate sums[VL_MAX_MOVES];
    uint32_t count = gather(searches, threads, sums);
    for (uint32_t i = 0; i < count; i++) {
        sums[i].win = sums[i].weight ? sums[i].win / (float)sums[i].weight : -1;
        sums[i].points = sums[i].weight ? sums[i].points / (float)sums[i].weight : NAN;
    }
    qsort(sums, count, sizeof *sums, by_liking);
    answer->move = sums[0].move;
    answer->candidate_count = count < VL_MAX_CANDIDATES ? count : VL_MAX_CANDIDATES;
    memcpy(answer->candidates, sums, answer->candidate_count * sizeof *sums);
}

/* How many visits the position has already, over all trees. */
static uint32_t known_visits(const struct vl_memory *memory, const struct vl_question *q)
{
    uint64_t key = key_of(q->view->state.bytes, q->game->state_size);
    uint32_t visits = 0;
    for (uint32_t t = 0; t < memory->threads; t++) {
        const struct tree *tree = &memory->trees[t];
        for (uint32_t e = first_edge(tree, key); e != TREE_NONE; e = tree->edges[e].next)
            visits += tree->edges[e].visits;
    }
    return visits;
}

/* The part of what is left of the turn's budget that one decision takes: two thirds, less where
 * the tree knows the position already. */
static uint32_t share_of(uint32_t budget, uint32_t spent, uint32_t known)
{
    uint32_t left = budget > spent ? budget - spent : 0, share = left - left / 3;
    share = known > share / 2 ? share / 4 : share;
    return share ? share : 1;
}

static uint32_t seats_of(const struct vl_question *q)
{
    struct vl_score score;
    uint32_t seats = 0;
    q->game->score(q->deck->data, q->view->state.bytes, &score);
    while (seats < VL_MAX_SEATS && score.rank[seats])
        seats++;
    return seats;
}

/* The tuning of a question, with the standard where it says nothing. */
static struct vl_tuning tuning_of(const struct vl_question *q)
{
    struct vl_tuning tuning = q->tuning ? *q->tuning : q->game->tuning;
    tuning.exploration = tuning.exploration > 0 ? tuning.exploration : 1;
    tuning.margin = tuning.margin > 0 ? tuning.margin : 10;
    tuning.trust = tuning.trust > 0 ? tuning.trust : 2;
    tuning.winning = tuning.winning > 0 ? tuning.winning : 0.75;
    return tuning;
}

static void prepare(struct search *searches, const struct vl_question *q, struct vl_memory *memory)
{
    struct vl_tuning tuning = tuning_of(q);
    uint32_t seats = seats_of(q);
    for (uint32_t t = 0; t < memory->threads; t++) {
        struct search *s = &searches[t];
        s->q = q;
        s->tuning = tuning;
        s->tree = &memory->trees[t];
        s->me = q->view->seat;
        s->seats = seats;
        vl_rng_seed(&s->rng, vl_rng_next(q->rng), t, VL_STREAM_BOTS);
    }
    searches[0].profile = memory->profile;
}

/* Runs `iterations` more, shared by all threads, or until the deadline (0: none). */
static void run_all(struct search *searches, uint32_t threads, uint32_t iterations, double deadline)
{
    uint32_t started = 1;
    for (uint32_t t = 0; t < threads; t++) {
        searches[t].iterations =
            iterations ? searches[t].done + (iterations + threads - 1) / threads : 0;
        searches[t].deadline = deadline;
    }
    while (started < threads &&
           pthread_create(&searches[started].thread, NULL, run, &searches[started]) == 0)
        started++;
    run(&searches[0]);
    for (uint32_t t = 1; t < started; t++)
        pthread_join(searches[t].thread, NULL);
}

/* Whether the seat will decide again in this turn after the move that looks best. */
static bool turn_goes_on(struct search *searches, uint32_t threads)
{
    struct vl_candidate sums[VL_MAX_MOVES];
    const struct vl_question *q = searches[0].q;
    uint64_t key = key_of(q->view->state.bytes, q->game->state_size);
    qsort(sums, gather(searches, threads, sums), sizeof *sums, by_liking);
    for (uint32_t t = 0; t < threads; t++) {
        const struct tree *tree = searches[t].tree;
        uint32_t e = first_edge(tree, key);
        while (e != TREE_NONE && tree->edges[e].move != sums[0].move)
            e = tree->edges[e].next;
        if (e != TREE_NONE && tree->edges[e].again)
            return true;
    }
    return false;
}

static void note_size(const struct vl_memory *memory)
{
    const struct tree *tree = &memory->trees[0];
    memory->profile->nodes = tree->node_count;
    memory->profile->edges = tree->edge_count;
    memory->profile->bytes = tree->node_count * (sizeof *tree->nodes + 2 * sizeof *tree->table) +
                             tree->edge_count * sizeof *tree->edges;
}

/* One decision takes its share of what is left of the turn's budget; when the turn ends with it,
 * all of it. */
static void search_with(const struct vl_question *q, struct vl_memory *memory,
                        struct vl_answer *answer)
{
    uint32_t threads = memory->threads;
    uint32_t budget = q->iterations || q->milliseconds ? q->iterations : DEFAULT_ITERATIONS;
    double begin = search_clock(), first = 0, last = 0;
    struct search *searches = vl_alloc(threads, sizeof *searches);
    if (q->step == 0 && !(q->warm && known_visits(memory, q)))
        vl_memory_clear(memory);
    uint32_t known = answer->known = known_visits(memory, q);
    if (q->step == 0) /* thought ahead is thought, up to three quarters of the budget */
        memory->spent = known < budget - budget / 4 ? known : budget - budget / 4;
    uint32_t share = budget ? share_of(budget, memory->spent, q->step ? known : 0) : 0;
    if (q->milliseconds) {
        last = begin + q->milliseconds / 1000.0 - memory->seconds;
        first = begin + (last - begin) * 2 / 3;
    }
    prepare(searches, q, memory);
    run_all(searches, threads, share, first);
    uint32_t left = budget > memory->spent + share ? budget - memory->spent - share : 0;
    if ((budget ? left > 0 : search_clock() < last) && !told_to_stop(q) &&
        !turn_goes_on(searches, threads))
        run_all(searches, threads, left, last);
    for (uint32_t t = 0; t < threads; t++)
        answer->iterations += searches[t].done;
    memory->spent += answer->iterations;
    conclude(searches, threads, answer);
    if (memory->profile)
        note_size(memory);
    free(searches);
    memory->seconds += search_clock() - begin;
}

uint32_t vl_search_ahead(const struct vl_question *q)
{
    struct vl_memory *memory = q->memory;
    struct search *searches = vl_alloc(memory->threads, sizeof *searches);
    uint32_t done = 0;
    if (!q->warm)
        vl_memory_clear(memory);
    prepare(searches, q, memory);
    /* Pondering begins before the position of the coming turn is known. That turn will be found in
     * the tree by what is seen there, so every node is keyed by its view. */
    for (uint32_t t = 0; t < memory->threads; t++)
        searches[t].tuning.open_loop = searches[t].tuning.own_moves_only = false;
    run_all(searches, memory->threads, q->iterations, 0);
    for (uint32_t t = 0; t < memory->threads; t++)
        done += searches[t].done;
    memory->spent = 0;
    memory->seconds = 0;
    free(searches);
    return done;
}

void vl_search_answer(const struct vl_question *q, uint32_t style, struct vl_answer *answer)
{
    vl_move moves[VL_MAX_MOVES];
    (void)style;
    *answer = (struct vl_answer){0};
    if (q->game->legal_moves(q->deck->data, q->view->state.bytes, moves) == 1) {
        answer->move = moves[0];
        answer->candidate_count = 1;
        answer->candidates[0] = (struct vl_candidate){moves[0], 1, -1, NAN};
        return;
    }
    struct vl_memory *memory = q->memory;
    if (!memory && !(memory = vl_memory_new(q->iterations, 1)))
        abort();
    search_with(q, memory, answer);
    if (answer->candidates[0].weight == 0) /* the time was over before anything was tried */
        vl_greedy_answer(q, 0, answer);
    if (memory != q->memory)
        vl_memory_free(memory);
}
