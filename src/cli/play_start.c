/*
 * valise play: the options, and who sits at a new or resumed game in the terminal.
 */
#include <ctype.h>
#include <strings.h>
#include <unistd.h>

#include "cli/play.h"
#include "core/alloc.h"
#include "core/banned.h"
#include "core/file.h"
#include "core/utf8.h"

enum { STANDARD_LEVEL = 3, MAX_RECORD_BYTES = 16 << 20 };

struct arguments {
    uint32_t seats, humans, milliseconds;
    uint64_t seed;
    const char *seed_text, *folder, *resume, *path;
    struct cli_texts bots, names, options;
};

/* As many seats as there are people, bots, and seats that the game plays itself. */
static void count_seats(const struct vl_game *game, struct arguments *a)
{
    struct vl_setup setup;
    uint32_t own = 0;
    bool good = vl_setup_init(game, game->most_seats, &setup, NULL);
    for (uint32_t i = 0; good && i < a->options.count; i++)
        good = vl_setup_option(game, &setup, a->options.text[i], NULL);
    if (good)
        own = vl_own_seats(game, &setup);
    a->seats = a->humans + a->bots.count + own;
    a->seats = a->seats < game->least_seats ? game->least_seats : a->seats;
}

/* More people and bots than seats are refused. Fewer are fine: seat_people fills the rest with the
 * bot that was named last. */
static int read_seats(const struct cli_command *self, const struct vl_game *game,
                      struct arguments *a, struct vl_setup *setup)
{
    if (a->names.count > a->humans)
        a->humans = a->names.count;
    if (!a->seats)
        count_seats(game, a);
    int status = cli_setup(self, game, a->seats, &a->options, setup);
    if (status != CLI_GO_ON)
        return status;
    uint32_t own = vl_own_seats(game, setup), open = setup->seats - own;
    const char *who = a->humans > open ? "people" : "people and bots";
    if (a->humans + a->bots.count <= open)
        return CLI_GO_ON;
    if (own)
        return cli_misuse(self, "there are more %s than seats: of the %u the game plays %u itself",
                          who, setup->seats, own);
    return cli_misuse(self, "there are more %s than the %u seats", who, open);
}

/* A bot's seat is named after the bot, "Traveller 2": a record keeps names only, and a resumed game
 * finds its bots by them. */
static bool seat_bot(const struct cli_command *self, struct session *s, int seat, const char *bot)
{
    struct vl_error err = {0};
    char name[VL_NAME_SIZE];
    if (!vl_player_find(s->game, bot, &s->bots[seat], &err)) {
        cli_misuse(self, "%s", err.message);
        return false;
    }
    snprintf(name, sizeof name, "%.40s %d", bot, seat + 1);
    name[0] = (char)toupper((unsigned char)name[0]);
    vl_match_name(s->match, seat, name);
    return true;
}

/* The number must be that of the seat. A person may be called "Traveller 7", but not "Traveller 2"
 * at seat 2: seat_people refuses that. */
static bool bot_from_name(struct session *s, int seat)
{
    char name[VL_NAME_SIZE];
    snprintf(name, sizeof name, "%s", vl_match_seat_name(s->match, seat));
    char *space = strrchr(name, ' ');
    if (!space || space[1] != '1' + seat || space[2] != '\0')
        return false;
    *space = '\0';
    name[0] = (char)tolower((unsigned char)name[0]);
    return vl_player_find(s->game, name, &s->bots[seat], NULL);
}

/* The opponent where --bot is left out: the middle one of the levels. */
static const char *standard_bot(void)
{
    for (uint32_t i = 0; i < vl_bot_count(); i++)
        if (vl_bot_at(i)->level == STANDARD_LEVEL)
            return vl_bot_at(i)->name;
    return "greedy";
}

/* A seat that the game plays itself has its own name, and nobody behind it. */
static bool seat_nobody(struct session *s, int seat)
{
    const struct vl_setup *setup = vl_match_setup(s->match);
    char name[VL_NAME_SIZE];
    if (!vl_own_seat(s->game, setup, (uint32_t)seat))
        return false;
    vl_own_seat_name(s->game, setup, (uint32_t)seat, name, sizeof name);
    vl_match_name(s->match, seat, name);
    return vl_player_find(s->game, standard_bot(), &s->bots[seat], NULL);
}

static int seat_people(const struct cli_command *self, struct session *s, const struct arguments *a)
{
    for (int seat = 0; seat < (int)a->seats; seat++) {
        if (seat_nobody(s, seat))
            continue;
        s->human[seat] = seat < (int)a->humans;
        if (s->human[seat]) {
            char name[VL_NAME_SIZE];
            snprintf(name, sizeof name, "Player %d", seat + 1);
            const char *given = seat < (int)a->names.count ? a->names.text[seat] : name;
            if (strlen(given) >= VL_NAME_SIZE || !vl_utf8_is_name(given))
                return cli_misuse(self, "a name has 1 to %d bytes and nothing invisible",
                                  VL_NAME_SIZE - 1);
            vl_match_name(s->match, seat, given);
            if (bot_from_name(s, seat))
                return cli_misuse(self, "\"%s\" is what a bot there is called", given);
            continue;
        }
        uint32_t bot = (uint32_t)seat - a->humans;
        bot = bot < a->bots.count ? bot : a->bots.count - 1;
        const char *name = a->bots.count ? a->bots.text[bot] : standard_bot();
        if (!seat_bot(self, s, seat, name))
            return CLI_USAGE;
    }
    s->humans = a->humans;
    return CLI_GO_ON;
}

/* Without --seed the deal is sealed: the program commits to it before the first move, and the
 * record proves later that nothing was changed. */
static int start_new(const struct cli_command *self, struct session *s, struct arguments *a)
{
    struct vl_setup setup;
    struct vl_error err = {0};
    struct vl_chance chance = {.source = VL_CHANCE_SEEDED, .seed = a->seed};
    int status = read_seats(self, s->game, a, &setup);
    if (status != CLI_GO_ON)
        return status;
    if (!a->seed_text) {
        chance.source = VL_CHANCE_SEALED;
        vl_seal_new(&chance.seal);
    }
    s->match = vl_match_new(s->game, s->deck, &setup, &chance, false, &err);
    if (!s->match)
        return cli_report(CLI_FAILED, &err);
    status = seat_people(self, s, a);
    if (status != CLI_GO_ON)
        return status;
    play_title(s, "%s, %u seats.", s->game->name, setup.seats);
    if (a->seed_text)
        printf("The deal comes from seed %llu.", (unsigned long long)a->seed);
    else
        printf("The deal is sealed: its commitment begins with %02x%02x%02x%02x.",
               chance.seal.commitment[0], chance.seal.commitment[1], chance.seal.commitment[2],
               chance.seal.commitment[3]);
    printf(" Type a move by number or by name; \"help\" tells the rest.\n");
    return CLI_GO_ON;
}

/* What cannot go on is refused before anything is asked: a game whose next deal is unknown would
 * stop in the middle. */
static int check_resumable(const char *path, const struct vl_record *record)
{
    const struct vl_chance *chance = &record->chance;
    if (record->over)
        return cli_error(CLI_FAILED, "%s: the game is over; valise record replay shows it", path);
    if (chance->source == VL_CHANCE_MANUAL)
        return cli_error(CLI_FAILED, "%s: its chance was set by hand, so it cannot go on", path);
    if (chance->source == VL_CHANCE_SEALED && !vl_seal_holds(&chance->seal))
        return cli_error(CLI_FAILED, "%s: its secret is %s, so the deals cannot go on", path,
                         chance->seal.revealed ? "not the one committed to" : "not in it");
    return CLI_GO_ON;
}

/* The names say who sits where. Bots given with --bot replace those of the record, in order. */
static int seat_again(const struct cli_command *self, struct session *s, const struct arguments *a)
{
    uint32_t given = 0;
    for (int seat = 0; seat < vl_match_setup(s->match)->seats; seat++) {
        if (seat_nobody(s, seat))
            continue;
        s->human[seat] = !bot_from_name(s, seat);
        s->humans += s->human[seat];
        if (s->human[seat] || given == a->bots.count)
            continue;
        if (!seat_bot(self, s, seat, a->bots.text[given++]))
            return CLI_USAGE;
    }
    if (given < a->bots.count)
        return cli_misuse(self, "there are more bots than the game has bots' seats");
    return CLI_GO_ON;
}

/* Opens the game of a record and continues it. */
static int resume(const struct cli_command *self, struct session *s, const struct arguments *a,
                  const struct vl_record *record)
{
    struct vl_error err = {0};
    int status = check_resumable(a->resume, record);
    if (status != CLI_GO_ON)
        return status;
    if (!vl_game_find(record->game))
        return cli_error(CLI_FAILED, "%s: this program does not have the game \"%s\"", a->resume,
                         record->game);
    status = cli_open_game(self, record->game, a->folder, &s->game, &s->deck);
    if (status != CLI_GO_ON)
        return status;
    s->match = vl_match_from_record(s->game, s->deck, record, &err);
    if (!s->match)
        return cli_report(CLI_FAILED, &err);
    vl_match_run_chance(s->match);
    status = seat_again(self, s, a);
    if (status != CLI_GO_ON)
        return status;
    uint32_t position = vl_match_position(s->match);
    for (int seat = 0; seat < VL_MAX_SEATS; seat++)
        s->told[seat] = position;
    s->saved_at = position;
    if (record->chance.source == VL_CHANCE_SEEDED)
        s->bot_seed = record->chance.seed; /* the bots play as they would have without the break */
    play_title(s, "%s, %u seats, resumed after %u moves.", s->game->name, record->seats, position);
    if (record->rules_version != s->game->rules_version)
        printf("It goes on under rules version %u, which it was begun with; new games have %u.\n",
               record->rules_version, s->game->rules_version);
    return CLI_GO_ON;
}

/* The record decides the seats, names, options and seed. Accepting them again and ignoring them
 * would hide a mistake. */
static int start_resumed(const struct cli_command *self, struct session *s,
                         const struct arguments *a)
{
    struct vl_text bytes = {0};
    struct vl_error err = {0};
    struct vl_record *record = NULL;
    int status = CLI_FAILED;
    if (a->seats || a->seed_text || a->names.count || a->options.count || a->humans != 1)
        return cli_misuse(self, "a resumed game has its seats, names, options and seed already");
    if (vl_file_read(a->resume, MAX_RECORD_BYTES, &bytes, &err))
        record = vl_record_parse(vl_text_string(&bytes), bytes.length, &err);
    if (record)
        status = resume(self, s, a, record);
    else if (strstr(err.message, a->resume))
        cli_report(CLI_FAILED, &err);
    else
        cli_error(CLI_FAILED, "%s: %s%s%s", a->resume, err.where, err.where[0] ? ": " : "",
                  err.message);
    vl_record_free(record);
    vl_text_free(&bytes);
    return status;
}

/* Without an ID: the only game there is, or one that the player picks from a list. */
static const char *choose_game(struct session *s)
{
    uint32_t count = vl_game_count();
    if (count == 1)
        return vl_game_at(0)->id;
    printf("Which game?\n");
    for (uint32_t i = 0; i < count; i++)
        printf("  %2u  %s: %s\n", i + 1, vl_game_at(i)->name, vl_game_at(i)->summary);
    for (const char *line; (line = play_read(s, "> "));) {
        uint64_t number;
        if (cli_number(line, 1, count, &number))
            return vl_game_at((uint32_t)number - 1)->id;
        for (uint32_t i = 0; i < count; i++)
            if (strcasecmp(line, vl_game_at(i)->id) == 0)
                return vl_game_at(i)->id;
        printf("A number from 1 to %u, please.\n", count);
    }
    return NULL;
}

/* Without --seed the bots have a seed of their own, apart from the deal: it never enters the
 * record, so it cannot give away what is sealed. */
static int start(const struct cli_command *self, struct session *s, struct arguments *a,
                 const struct cli_words *words)
{
    if (a->seed_text && !cli_number(a->seed_text, 0, UINT64_MAX, &a->seed))
        return cli_misuse(self, "--seed is a number, not \"%s\"", a->seed_text);
    if (a->seed_text)
        s->bot_seed = a->seed;
    else if (getentropy(&s->bot_seed, sizeof s->bot_seed) != 0)
        return cli_error(CLI_FAILED, "the system gives no random numbers");
    s->milliseconds = a->milliseconds;
    s->path = a->path;
    if (a->resume && words->count)
        return cli_misuse(self, "--resume says the game already: leave \"%s\" out", words->word[0]);
    if (a->resume) {
        s->path = s->path ? s->path : a->resume;
        return start_resumed(self, s, a);
    }
    const char *id = words->count ? words->word[0] : choose_game(s);
    if (!id)
        return CLI_DONE;
    int status = cli_open_game(self, id, a->folder, &s->game, &s->deck);
    return status == CLI_GO_ON ? start_new(self, s, a) : status;
}

int cli_play(const struct cli_command *self, int argc, char **argv)
{
    struct arguments a = {.humans = 1};
    struct cli_words words;
    const struct cli_option options[] = {
        {"--seats", CLI_COUNT, &a.seats, 1, VL_MAX_SEATS, "N", "as few as can be if left out"},
        {"--bot", CLI_TEXTS, &a.bots, 0, 0, "NAME",
         "one for each further seat; \"valise games\" lists them"},
        {"--humans", CLI_COUNT, &a.humans, 0, VL_MAX_SEATS, "N",
         "people at this screen, 1 if left out; with 0 the bots play"},
        {"--name", CLI_TEXTS, &a.names, 0, 0, "NAME", "what you are called; once a person"},
        {"--seed", CLI_TEXT, &a.seed_text, 0, 0, "N", "the same deal again; else it is sealed"},
        {"--ms", CLI_COUNT, &a.milliseconds, 1, 3600000, "N", "how long a searching bot thinks"},
        {"--option", CLI_TEXTS, &a.options, 0, 0, "NAME=VALUE", "an option of the game"},
        {"--deck", CLI_TEXT, &a.folder, 0, 0, "DIR", "another deck"},
        {"--save", CLI_TEXT, &a.path, 0, 0, "FILE", "saves after every move, and at the end"},
        {"--resume", CLI_TEXT, &a.resume, 0, 0, "FILE",
         "goes on with a saved game, and saves there"},
        {0},
    };
    int status = cli_read(self, argc, argv, options, 0, 1, &words);
    if (status != CLI_GO_ON)
        return status;
    struct session *s = vl_alloc(1, sizeof *s);
    s->viewer = VL_SPECTATOR;
    s->saved_at = UINT32_MAX;
    s->terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    s->colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    status = start(self, s, &a, &words);
    if (status == CLI_GO_ON)
        status = play_run(s);
    for (int seat = 0; seat < VL_MAX_SEATS; seat++)
        vl_memory_free(s->memory[seat]);
    vl_match_free(s->match);
    vl_deck_free(s->deck);
    free(s);
    return status;
}
