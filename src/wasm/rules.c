/* The rules as a WebAssembly module without imports. So far it answers one
 * question, the signature of each game, which shows that the rules are
 * freestanding and behave the same here as natively. */
#include "rules/signature.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

int EXPORT(game_count)(void);
const char *EXPORT(game_id)(int index);
uint64_t EXPORT(game_signature)(int index, uint32_t count);

int game_count(void)
{
    int count = 0;
    while (games[count])
        count++;
    return count;
}

const char *game_id(int index)
{
    return games[index]->id;
}

uint64_t game_signature(int index, uint32_t count)
{
    return signature_of_game(games[index], count).hash;
}
