/* The program `valise`: finds the subcommand and runs it. */
#include <stdio.h>

#include "core/banned.h"
#include "valise/game.h"

int main(void)
{
    for (uint32_t i = 0; i < vl_game_count(); i++)
        printf("%s\n", vl_game_at(i)->name);
    return 0;
}
