/* See protocol.h. */
#include "wire/protocol.h"

#include <string.h>

#include "rules/bytes.h"
#include "version.h"

#define WORD(upper, lower) #lower,
const char *const reaction_words[REACTIONS] = {SERVER_REACTION_KIND_WORDS(WORD)};
#undef WORD

enum reaction reaction_named(const char *word)
{
    int reaction = 0;

    while (reaction < REACTIONS && strcmp(reaction_words[reaction], word) != 0)
        reaction++;
    return (enum reaction)reaction;
}

/* By hand: libsodium 1.0.18 takes bytes above 127 for base64. */
bool id_is_well_formed(const char *text)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    static const char last[] = "AQgw"; /* two bits of the 128, then four of 0 */

    return strlen(text) == ID_LENGTH && strspn(text, letters) == ID_LENGTH && strchr(last, text[ID_LENGTH - 1]);
}

bool mark_is_well_formed(const char *text)
{
    return strlen(text) == MARK_DIGITS && strspn(text, "0123456789abcdef") == MARK_DIGITS;
}

bool hex_is_well_formed(const char *text)
{
    return strlen(text) == HEX_SIZE - 1 && strspn(text, "0123456789abcdef") == HEX_SIZE - 1;
}

uint64_t state_layout(const struct game *game)
{
    uint64_t hash = bytes_hash(HASH_START, game->id, strlen(game->id));

    hash = bytes_hash(hash, PARLOR_VERSION, strlen(PARLOR_VERSION));
    return bytes_hash(hash, &game->state_size, sizeof game->state_size) >> 12; /* JSON's numbers are exact that far */
}
