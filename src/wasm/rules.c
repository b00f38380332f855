/* The rules and the table as a WebAssembly module without imports. It answers
 * three questions. The signature of each game shows that the rules are freestanding and
 * behave the same here as natively. A browser asks whether the deals of a record come
 * from its seed, so that it need not believe the server; and what a puzzle looks like (puzzle.c).
 * What cards are worth it asks ask.c. */
#include "wasm/rules.h"

#include <stdlib.h>

#include "rules/signature.h"
#include "table/record.h"

int EXPORT(game_count)(void);
const char *EXPORT(game_id)(int index);
uint64_t EXPORT(game_signature)(int index, uint32_t count);

/* Returns a buffer for the bytes of a record or a puzzle, or 0 if it is too long. What was allocated
 * before, and said about the record before, is gone. */
char *EXPORT(record_buffer)(uint32_t length);

/* Checks that the record in the buffer is one complete game whose deals all come from
 * its seed. Returns an empty text, or what is wrong. */
const char *EXPORT(record_fault)(void);

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

FILE given;
static struct problem fault;

char *record_buffer(uint32_t length)
{
    free_everything();
    char *buffer = malloc(length);
    given = (FILE){.at = buffer, .end = buffer ? buffer + length : NULL};
    return buffer;
}

static bool is_fine(struct record_file *file)
{
    struct table *table, *another;
    enum record_status status = record_read(file, &table, &fault);

    if (status == RECORD_REFUSED)
        return false;
    if (status != RECORD_WHOLE)
        return problem_set(&fault, "this is not the record of a whole game");
    if (record_read(file, &another, &fault) != RECORD_NONE)
        return problem_set(&fault, "there is more than one game in the record");
    return table_deals_hold(table, &fault);
}

const char *record_fault(void)
{
    struct record_file *file = record_open(&given);

    if (!file)
        problem_set(&fault, "out of memory");
    else if (is_fine(file))
        fault.text[0] = '\0';
    return fault.text;
}
