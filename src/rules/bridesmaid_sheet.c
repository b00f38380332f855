/* The score sheet of Always a Bridesmaid: three rounds, and what WILD costs at the end (AB-13). */
#include "rules/bridesmaid_inside.h"
#include "rules/sheet.h"

enum { PART_WILD };

static void tally(const struct game *game, const struct fact *fact, struct tally *to)
{
    if (fact->verb == BRIDESMAID_RANKS)
        tally_seats(to->round, fact_number(game, fact, "who"), fact_number(game, fact, "points"));
    else if (fact->verb == BRIDESMAID_FINISHES)
        to->part[PART_WILD][fact_number(game, fact, "who")] -= fact_number(game, fact, "wild");
}

const struct game_sheet bridesmaid_sheet = {
    .parts = (const char *const[]){[PART_WILD] = "wild", NULL}, .rounds = true, .tally = tally};
