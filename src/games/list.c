/* The list of games. Adding a game is one line here. */
#include <string.h>

#include "valise/game.h"

#define GAMES(GAME) GAME(tp_game)

#define DECLARE(game) extern const struct vl_game game;
#define ADDRESS(game) &game,

GAMES(DECLARE)

static const struct vl_game *const games[] = {GAMES(ADDRESS)};

uint32_t vl_game_count(void)
{
    return sizeof games / sizeof *games;
}

const struct vl_game *vl_game_at(uint32_t index)
{
    return games[index];
}

const struct vl_game *vl_game_find(const char *id)
{
    for (uint32_t i = 0; i < vl_game_count(); i++)
        if (strcmp(games[i]->id, id) == 0)
            return games[i];
    return NULL;
}
