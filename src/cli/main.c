/* The program `valise`: finds the subcommand and runs it. */
#include "cli/cli.h"
#include "core/banned.h"

/* A new subcommand is one file and one line here. */
static const struct cli_command commands[] = {
    {"serve", "[--port N] [--db FILE]", "the web table: play in the browser", cli_serve},
    {"backup", "DB FILE", "a copy of the matches, also of a running server's", cli_backup},
    {"admin", "list|show|close|delete|ban|unban", "looks after a running server", cli_admin},
    {"play", "[ID]", "a game in the terminal, line by line", cli_play},
    {"games", "[--json]", "the games and the bots", cli_games},
    {"rules", "ID [CLAUSE|CARD]", "the rules of a game, one clause of them, or a card", cli_rules},
    {"sim", "ID", "many games between bots: who wins, by how much, how long", cli_sim},
    {"arena", "ID A B ...", "bots against each other on the same deals", cli_arena},
    {"bench", "[ID] [--json]", "speed: moves and games a second, bytes of state", cli_bench},
    {"record", "show|verify|replay|review FILE", "looks at the record of a match", cli_record},
    {"deck", "check ID [DIR]", "checks the cards of a game", cli_deck},
    {"engine", "", "a line protocol for other programs", cli_engine},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* Usage that is wider than its column pushes the help to the next line, so that all help texts
 * begin in the same column. */
static int overview(FILE *out)
{
    fprintf(out, "Valise: travel games for the table, the terminal and the simulator.\n\n");
    for (uint32_t i = 0; i < COMMANDS; i++) {
        char head[80];
        snprintf(head, sizeof head, "%s %s", commands[i].name, commands[i].usage);
        bool wide = strlen(head) > 30;
        fprintf(out, "  valise %-30s%s%s\n", head,
                wide ? "\n                                       " : " ", commands[i].help);
    }
    fprintf(out, "\n\"valise COMMAND --help\" lists the options of a command.\nGames:");
    for (uint32_t i = 0; i < vl_game_count(); i++)
        fprintf(out, "%s %s", i ? "," : "", vl_game_at(i)->id);
    fprintf(out, ". Bots:");
    for (uint32_t i = 0; i < vl_bot_count(); i++)
        fprintf(out, "%s %s", i ? "," : "", vl_bot_at(i)->name);
    fprintf(out, ".\n");
    return cli_finish(CLI_DONE);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "help";
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return overview(stdout);
    if (strcmp(name, "--version") == 0) {
        printf("valise %s\n", VALISE_VERSION);
        return cli_finish(CLI_DONE);
    }
    for (uint32_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return commands[i].run(&commands[i], argc - 1, argv + 1);
    return cli_error(CLI_USAGE, "there is no command \"%s\"; \"valise\" alone lists them", name);
}
