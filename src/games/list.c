/* The list of games; the lines stand in games.def. */
#include <string.h>

#include "valise/game.h"

#define GAME(game) extern const struct vl_game game;
#include "games/games.def"
#undef GAME

static const struct vl_game *const games[] = {
#define GAME(game) &game,
#include "games/games.def"
#undef GAME
};

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
