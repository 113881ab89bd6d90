/*
 * valise record: shows, verifies, replays and reviews the record of a match.
 *
 * `show` needs neither rules nor deck, so that a record that can no longer be replayed can still
 * be read. A file may hold several records; the first that fails ends the job.
 */
#include <inttypes.h>

#include "cli/cli.h"
#include "cli/review.h"
#include "core/banned.h"
#include "core/file.h"

enum { MAX_RECORD_BYTES = 16 << 20 };

/* Records keep names where there are any; numbers are shown from 1, as people count seats. */
static const char *record_name(const struct vl_record *record, int actor, char *buffer, size_t size)
{
    if (actor == VL_CHANCE)
        return "chance";
    if (record->names[actor][0])
        return record->names[actor];
    snprintf(buffer, size, "Seat %d", actor + 1);
    return buffer;
}

static void show_chance(const struct vl_chance *chance)
{
    if (chance->source == VL_CHANCE_SEALED)
        printf("chance: sealed, the secret is %srevealed\n", chance->seal.revealed ? "" : "not ");
    else if (chance->source == VL_CHANCE_SEEDED)
        printf("chance: from seed %" PRIu64 "\n", chance->seed);
    else
        printf("chance: unsealed, set by hand\n");
}

/* Where a match begins that goes on from a position of another. */
static void show_start(const struct vl_record *record)
{
    char buffer[32];
    if (!record->start.state)
        return;
    if (record->start.viewer == VL_OPEN)
        printf("begins: as another match was after %u moves\n", record->start.position);
    else
        printf("begins: as another match was after %u moves; what %s could not know was drawn "
               "again\n",
               record->start.position,
               record->start.viewer == VL_SPECTATOR
                   ? "a spectator"
                   : record_name(record, record->start.viewer, buffer, sizeof buffer));
}

/* Prints only what stands in the file: no rule is applied, so this works for games and rules
 * versions that the program does not know. */
static int show(const struct vl_record *record)
{
    char buffer[32];
    printf("game: %s, rules version %u, deck %s\nseats: %u", record->game, record->rules_version,
           record->deck_hash, record->seats);
    for (uint32_t seat = 0; seat < record->seats; seat++)
        printf("%s%s", seat ? ", " : ": ", record_name(record, (int)seat, buffer, sizeof buffer));
    printf("\n");
    for (uint32_t i = 0; i < record->option_count; i++)
        printf("option: %s\n", record->options[i]);
    show_chance(&record->chance);
    show_start(record);
    for (uint32_t i = 0; i < record->move_count; i++)
        printf("%5u. %s%s: %s\n", i + 1,
               record_name(record, record->actors[i], buffer, sizeof buffer),
               record->minded[i] ? " (minded by a bot)" : "", record->moves[i]);
    if (!record->over)
        printf("The match is not over.\n");
    for (uint32_t seat = 0; record->over && seat < record->seats; seat++)
        printf("%s: %d points, rank %u\n", record_name(record, (int)seat, buffer, sizeof buffer),
               record->points[seat], record->ranks[seat]);
    printf("hash: %016" PRIx64 "\n", record->hash);
    return CLI_DONE;
}

/* What the seats added to a sealed deal. Nonces that were not pledged are those of earlier
 * programs: the last seat to give one could choose it. */
static void print_nonces(const struct vl_record *record, const struct vl_verdict *verdict)
{
    const struct vl_seal *seal = &record->chance.seal;
    uint32_t count = 0;
    if (record->chance.source != VL_CHANCE_SEALED)
        return;
    for (uint32_t seat = 0; seat < record->seats; seat++)
        count += seal->has_nonce[seat];
    printf("nonces: ");
    if (count)
        printf("%u, %s", count,
               verdict->pledged            ? "each as pledged"
               : vl_seal_has_pledges(seal) ? "not as pledged"
                                           : "not pledged beforehand");
    else
        printf("none");
    for (uint32_t seat = 0; seat < record->seats; seat++)
        if (seal->without[seat])
            printf("; dealt without seat %u", seat);
    if (seal->restarts)
        printf("; %u restart%s", seal->restarts, seal->restarts > 1 ? "s" : "");
    printf("\n");
}

/* Each line says what was proved by itself. A record may be legal throughout and still not be shown
 * to be fair, because its secret is not revealed. */
static int verify(const struct vl_game *game, const struct vl_deck *deck,
                  const struct vl_record *record)
{
    struct vl_error err = {0};
    struct vl_verdict verdict;
    bool good = vl_record_verify(game, deck, record, &verdict, &err);
    printf("moves: %s\n", verdict.legal ? "all legal" : "not all legal");
    if (!verdict.legal)
        return cli_report(CLI_FAILED, &err);
    printf("secret: %s\n", verdict.sealed                              ? "revealed, as committed to"
                           : record->chance.source != VL_CHANCE_SEALED ? "none"
                           : record->chance.seal.revealed              ? "not the one committed to"
                                                                       : "not revealed yet");
    print_nonces(record, &verdict);
    printf("chance: %s\n", verdict.fair ? "every draw is the one it gives"
                           : record->chance.source == VL_CHANCE_MANUAL ? "unsealed, set by hand"
                                                                       : "not shown to be fair");
    printf("match: %s\n", verdict.over ? "over" : "not over");
    printf("result: %s\n", verdict.same_result ? "as recorded" : "not as recorded");
    return good ? CLI_DONE : cli_report(CLI_FAILED, &err);
}

/* Told as an open table shows it: the record names every card anyway. */
static int replay(const struct vl_match *match, const struct vl_record *record)
{
    const struct vl_game *game = vl_match_game(match);
    const struct vl_deck *deck = vl_match_deck(match);
    struct vl_text out = {0};
    vl_text_addf(&out, "%s, %u seats", game->name, record->seats);
    if (record->rules_version != game->rules_version)
        vl_text_addf(&out, ", rules version %u", record->rules_version);
    vl_text_char(&out, '\n');
    for (uint32_t i = 0; i < vl_match_position(match); i++) {
        struct vl_line line;
        vl_match_line(match, i, VL_OPEN, &line);
        vl_text_addf(&out, "%5u. ", i + 1);
        if (line.text[0])
            cli_fill_names(match, line.text, &out);
        else
            vl_text_addf(&out, "(%s)", record->moves[i]);
        vl_text_addf(&out, "%s%s%s%s\n", record->minded[i] ? " (minded by a bot)" : "",
                     line.clause[0] ? " [" : "", line.clause, line.clause[0] ? "]" : "");
    }
    struct vl_text table = {0};
    struct vl_view view;
    vl_look(game, deck->data, vl_match_state(match), VL_OPEN, &view);
    game->show(deck, &view, &table);
    vl_text_char(&out, '\n');
    cli_fill_names(match, vl_text_string(&table), &out);
    vl_text_add(&out, record->over ? "\nThe match is over.\n" : "\nThe match is not over.\n");
    cli_show_score(match, &out);
    cli_print(&out);
    vl_text_free(&table);
    return CLI_DONE;
}

static struct {
    bool json;
    uint32_t rollouts, iterations;
} effort; /* of a review: options of the command */

static int review(const struct vl_match *match, const struct vl_record *record)
{
    (void)record;
    return cli_review(match, effort.json, effort.rollouts, effort.iterations);
}

/* What can be done with a record: with what stands in it, or with the match that it gives.
 * Verifying plays the match itself. */
static const struct job {
    const char *word;
    int (*play)(const struct vl_match *match, const struct vl_record *record);
} jobs[] = {{"show", NULL}, {"verify", NULL}, {"replay", replay}, {"review", review}};

enum { SHOW, VERIFY, JOBS = sizeof jobs / sizeof *jobs };

/* Verifying and replaying need the game and the deck that the record names. */
static int with_game(const struct cli_command *self, const struct vl_record *record,
                     const char *folder, uint32_t job)
{
    const struct vl_game *game;
    struct vl_deck *deck;
    struct vl_error err = {0};
    if (!vl_game_find(record->game))
        return cli_error(CLI_FAILED,
                         "this program does not have the game \"%s\"; \"record show\" still "
                         "shows the record",
                         record->game);
    int status = cli_open_game(self, record->game, folder, &game, &deck);
    if (status != CLI_GO_ON)
        return status;
    struct vl_match *match = job == VERIFY ? NULL : vl_match_from_record(game, deck, record, &err);
    if (job == VERIFY)
        status = verify(game, deck, record);
    else
        status = match ? jobs[job].play(match, record) : cli_report(CLI_FAILED, &err);
    vl_match_free(match);
    vl_deck_free(deck);
    return status;
}

/* A file with no record at all is an error too, so the loop runs at least once. */
int cli_record(const struct cli_command *self, int argc, char **argv)
{
    const char *folder = NULL;
    struct cli_words words;
    const struct cli_option options[] = {
        {"--deck", CLI_TEXT, &folder, 0, 0, "DIR", "the deck it was played with, if not built in"},
        {"--iterations", CLI_COUNT, &effort.iterations, 1, 100000, "N",
         "review: how far to look at every decision; 400"},
        {"--rollouts", CLI_COUNT, &effort.rollouts, 1, 100000, "N",
         "review: how often to play on from every position; 200"},
        {"--json", CLI_FLAG, &effort.json, 0, 0, NULL, "review: for programs"},
        {0},
    };
    int status = cli_read(self, argc, argv, options, 2, 2, &words);
    if (status != CLI_GO_ON)
        return status;
    uint32_t job = 0;
    while (job < JOBS && strcmp(jobs[job].word, words.word[0]) != 0)
        job++;
    if (job == JOBS)
        return cli_misuse(self, "a record can be shown, verified, replayed or reviewed, not \"%s\"",
                          words.word[0]);
    struct vl_text bytes = {0};
    struct vl_error err = {0};
    if (!vl_file_read(words.word[1], MAX_RECORD_BYTES, &bytes, &err))
        return cli_finish(cli_report(CLI_FAILED, &err));
    struct vl_record_file file = {.bytes = vl_text_string(&bytes), .size = bytes.length};
    status = CLI_DONE;
    for (uint32_t n = 0; n == 0 || (file.size > 0 && status == CLI_DONE); n++) {
        struct vl_record *record = vl_record_next(&file, &err);
        if (n > 0 && record)
            printf("\n");
        if (record)
            status = job == SHOW ? show(record) : with_game(self, record, folder, job);
        else
            status = cli_error(CLI_FAILED, "%s: %s: %s", words.word[1], err.where, err.message);
        vl_record_free(record);
    }
    vl_text_free(&bytes);
    return cli_finish(status);
}
