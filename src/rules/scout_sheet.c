/* The score sheet of SCOUT: what captured cards, tokens or chips brought, and what the hands cost (SC-17, SC-22). */
#include "rules/scout_inside.h"
#include "rules/sheet.h"

enum { PART_CAPTURED, PART_TOKENS, PART_CHIPS, PART_HAND };

static void tally(const struct game *game, const struct fact *fact, struct tally *to)
{
    if (fact->verb != SCOUT_SCORES)
        return;
    int who = fact_number(game, fact, "who");
    int paid = fact_number(game, fact, "pay") == SCOUT_PAY_TOKEN ? PART_TOKENS : PART_CHIPS;
    to->part[PART_CAPTURED][who] += fact_number(game, fact, "captured");
    to->part[paid][who] += fact_number(game, fact, "paid");
    if (!fact_number(game, fact, "exempt"))
        to->part[PART_HAND][who] -= fact_number(game, fact, "hand");
}

const struct game_sheet scout_sheet = {
    .parts =
        (const char *const[]){
            [PART_CAPTURED] = "captured", [PART_TOKENS] = "tokens", [PART_CHIPS] = "chips", [PART_HAND] = "hand", NULL},
    .tally = tally};
