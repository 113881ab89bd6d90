/*
 * golden check|write DIR [ID]: golden records and perft counts of every game.
 *
 * DIR/ID/vVERSION-SEATS-MANNER.record are whole games, one random and one by the game's own
 * judgement for each number of seats, and one for each other value of an option. `check` verifies
 * every one and writes it again to the same bytes; records of older rules are only parsed. Records
 * with -fork2 and -fork3 go on from a position, in versions 2 and 3 of the format, and are kept.
 * DIR/ID/perft.tsv counts the positions a few moves deep, with a hash over them. The program is
 * built by several compilers at several levels: all must find the same.
 */
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/banned.h"
#include "core/file.h"
#include "valise/match.h"

extern const struct vl_game tp_game;

enum { MAX_RECORD = 16 << 20, MOST_NODES = 60000, MAX_DEPTH = 12 };

struct job {
    const struct vl_game *game;
    const struct vl_deck *deck;
    char folder[1024];
    uint32_t records, old, counts;
};

static bool complain(const char *where, const struct vl_error *err)
{
    fprintf(stderr, "%s: %s%s%s\n", where, err->where, err->where[0] ? ": " : "", err->message);
    return false;
}

/* ---- Records ---- */

/* The move of a seat: any, or the first that the game's judgement likes best. */
static vl_move choose(const struct job *job, const struct vl_match *match, bool greedy,
                      struct vl_rng *rng)
{
    vl_move moves[VL_MAX_MOVES];
    int32_t weights[VL_MAX_MOVES];
    struct vl_view view;
    const void *data = job->deck->data;
    uint32_t count = job->game->legal_moves(data, vl_match_state(match), moves), best = 0;
    if (!greedy)
        return moves[vl_rng_below(rng, count)];
    vl_look(job->game, data, vl_match_state(match), vl_match_to_act(match), &view);
    job->game->prefer(data, &view, 0, moves, count, weights);
    for (uint32_t i = 1; i < count; i++)
        if (weights[i] > weights[best])
            best = i;
    return moves[best];
}

static bool write_record(struct job *job, const struct vl_setup *setup, const char *manner,
                         bool greedy)
{
    struct vl_error err = {0};
    struct vl_chance chance = {.source = VL_CHANCE_SEEDED, .seed = 100U + setup->seats};
    struct vl_rng rng;
    struct vl_text text = {0};
    char path[1200];
    if (!job->game->check_setup(setup, &err))
        return true;
    struct vl_match *match = vl_match_new(job->game, job->deck, setup, &chance, false, &err);
    if (!match)
        return complain(job->folder, &err);
    vl_rng_seed(&rng, chance.seed, 0, VL_STREAM_BOTS);
    while (vl_match_to_act(match) >= 0)
        if (!vl_match_play(match, choose(job, match, greedy, &rng), &err))
            break;
    struct vl_record *record = vl_match_record(match, true);
    vl_record_write(record, &text);
    snprintf(path, sizeof path, "%s/v%u-%u-%s.record", job->folder, job->game->rules_version,
             setup->seats, manner);
    bool good = vl_match_to_act(match) == VL_OVER &&
                vl_file_save(path, vl_text_string(&text), text.length, &err);
    if (!good)
        complain(path, &err);
    job->records++;
    vl_text_free(&text);
    vl_record_free(record);
    vl_match_free(match);
    return good;
}

static bool write_records(struct job *job)
{
    const struct vl_game *game = job->game;
    struct vl_setup setup;
    bool good = true;
    for (uint32_t seats = game->least_seats; good && seats <= game->most_seats; seats++)
        good = vl_setup_init(game, seats, &setup, NULL) &&
               write_record(job, &setup, "random", false) &&
               write_record(job, &setup, "greedy", true);
    for (uint32_t i = 0; game->options[i].name; i++) {
        for (uint8_t w = 0; good && game->options[i].words[w]; w++) {
            char manner[128];
            if (w == game->options[i].standard)
                continue;
            uint32_t seats =
                game->least_seats + (i + w) % (game->most_seats - game->least_seats + 1U);
            snprintf(manner, sizeof manner, "%s-%s", game->options[i].name,
                     game->options[i].words[w]);
            good = vl_setup_init(game, seats, &setup, NULL);
            setup.option[i] = w;
            good = good && write_record(job, &setup, manner, w % 2 == 0);
        }
    }
    return good;
}

static bool check_record(struct job *job, const char *path)
{
    struct vl_text text = {0}, again = {0};
    struct vl_error err = {0};
    struct vl_verdict verdict;
    struct vl_record *record = NULL;
    bool good = vl_file_read(path, MAX_RECORD, &text, &err) &&
                (record = vl_record_parse(vl_text_string(&text), text.length, &err));
    if (!good) {
        complain(path, &err);
    } else if (!vl_rules_supported(job->game, record->rules_version, NULL)) {
        job->old++;
    } else {
        good = vl_record_verify(job->game, job->deck, record, &verdict, &err);
        if (!good)
            complain(path, &err);
        vl_record_write(record, &again);
        if (good && (!verdict.over || !verdict.fair ||
                     strcmp(vl_text_string(&text), vl_text_string(&again)) != 0)) {
            fprintf(stderr, "%s: not over, not fair, or written otherwise\n", path);
            good = false;
        }
        job->records++;
    }
    vl_record_free(record);
    vl_text_free(&text);
    vl_text_free(&again);
    return good;
}

/* Whether there is a record of each kind for every number of seats. Records of an old version were
 * written while it was the newest, and stay. */
static bool has_records(const struct job *job, uint32_t version)
{
    static const char *const manners[] = {"random", "greedy"};
    bool good = true;
    for (uint32_t seats = job->game->least_seats; seats <= job->game->most_seats; seats++) {
        for (int m = 0; m < 2; m++) {
            struct stat info;
            char path[2048];
            snprintf(path, sizeof path, "%s/v%u-%u-%s.record", job->folder, version, seats,
                     manners[m]);
            if (stat(path, &info) != 0) {
                fprintf(stderr, "%s is missing: run tools/golden\n", path);
                good = false;
            }
        }
    }
    return good;
}

/* Every record of the folder, and that none is missing. */
static bool check_records(struct job *job)
{
    struct dirent **entries;
    bool good = true;
    char path[2048];
    int count = scandir(job->folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *dot = strrchr(entries[i]->d_name, '.');
        snprintf(path, sizeof path, "%s/%s", job->folder, entries[i]->d_name);
        if (dot && strcmp(dot, ".record") == 0)
            good = check_record(job, path) && good;
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    for (uint32_t i = 0; vl_rules_at(job->game, i); i++)
        good = has_records(job, vl_rules_at(job->game, i)) && good;
    return good;
}

/* ---- Perft ---- */

struct frame {
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    uint32_t count, next;
    vl_move moves[VL_MAX_MOVES];
};

/* Positions `depth` moves on, chance included, and the sum of their hashes. */
static uint64_t perft(const struct job *job, const void *start, uint32_t depth, uint64_t *sum)
{
    static struct frame stack[MAX_DEPTH + 1];
    const struct vl_game *game = job->game;
    uint64_t nodes = 0;
    uint32_t at = 0;
    *sum = 0;
    memcpy(stack[0].state, start, game->state_size);
    stack[0].next = 0;
    stack[0].count = game->legal_moves(job->deck->data, start, stack[0].moves);
    while (nodes <= MOST_NODES) {
        if (stack[at].next == stack[at].count) {
            if (at-- == 0)
                break;
            continue;
        }
        vl_move move = stack[at].moves[stack[at].next++];
        struct frame *child = &stack[at + 1];
        memcpy(child->state, stack[at].state, game->state_size);
        game->apply(job->deck->data, child->state, move);
        if (at + 1 == depth) {
            nodes++;
            *sum += vl_hash_state(game, child->state);
            continue;
        }
        child->next = 0;
        child->count = game->legal_moves(job->deck->data, child->state, child->moves);
        at++;
    }
    return nodes;
}

/* One line for each depth, from the first decision of a fixed deal. */
static void count_positions(struct job *job, struct vl_text *out)
{
    const struct vl_game *game = job->game;
    vl_text_addf(out, "seats\tdepth\tpositions\thash\n");
    for (uint32_t seats = game->least_seats; seats <= game->most_seats; seats++) {
        struct vl_setup setup;
        struct vl_chance chance = {.source = VL_CHANCE_SEEDED, .seed = 42};
        if (!vl_setup_init(game, seats, &setup, NULL))
            continue;
        struct vl_match *match = vl_match_new(game, job->deck, &setup, &chance, false, NULL);
        for (uint32_t depth = 1; match && depth <= MAX_DEPTH; depth++) {
            uint64_t sum, nodes = perft(job, vl_match_state(match), depth, &sum);
            if (nodes > MOST_NODES)
                break;
            vl_text_addf(out, "%u\t%u\t%" PRIu64 "\t%016" PRIx64 "\n", seats, depth, nodes, sum);
            job->counts++;
        }
        vl_match_free(match);
    }
}

static bool perft_file(struct job *job, bool write)
{
    struct vl_text found = {0}, kept = {0};
    struct vl_error err = {0};
    char path[1200];
    snprintf(path, sizeof path, "%s/perft.tsv", job->folder);
    count_positions(job, &found);
    bool good = write ? vl_file_save(path, vl_text_string(&found), found.length, &err)
                      : vl_file_read(path, MAX_RECORD, &kept, &err);
    if (!good)
        complain(path, &err);
    if (good && !write && strcmp(vl_text_string(&found), vl_text_string(&kept)) != 0) {
        fprintf(stderr, "%s: other counts than recorded; now:\n%s", path, vl_text_string(&found));
        good = false;
    }
    vl_text_free(&found);
    vl_text_free(&kept);
    return good;
}

/* ---- */

static bool run(const struct vl_game *game, const char *folder, bool write)
{
    struct job job = {.game = game};
    struct vl_error err = {0};
    struct vl_deck *deck = vl_deck_open(game, NULL, &err);
    if (!deck)
        return complain(game->id, &err);
    job.deck = deck;
    snprintf(job.folder, sizeof job.folder, "%s/%s", folder, game->id);
    if (write)
        mkdir(job.folder, 0755);
    bool good = write ? write_records(&job) : check_records(&job);
    good = perft_file(&job, write) && good;
    printf("%s: %u records %s, %u of older rules, %u perft counts\n", game->id, job.records,
           write  ? "written"
           : good ? "hold"
                  : "checked",
           job.old, job.counts);
    vl_deck_free(deck);
    return good;
}

int main(int argc, char **argv)
{
    bool good = true;
    if (argc < 3 || argc > 4 || (strcmp(argv[1], "check") && strcmp(argv[1], "write"))) {
        fprintf(stderr, "usage: golden check|write DIR [ID]\n");
        return 2;
    }
    bool write = strcmp(argv[1], "write") == 0;
    if (argc == 3 || strcmp(argv[3], tp_game.id) == 0)
        good = run(&tp_game, argv[2], write);
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        const struct vl_game *game = vl_game_at(i);
        if (game != &tp_game && (argc == 3 || strcmp(argv[3], game->id) == 0))
            good = run(game, argv[2], write) && good;
    }
    return good ? 0 : 1;
}
