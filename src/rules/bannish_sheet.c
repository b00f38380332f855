/* The score sheet of BANNISH: a round is worth victory points, and stars are what was counted (BN-10). */
#include "rules/bannish_inside.h"
#include "rules/sheet.h"

static void tally(const struct game *game, const struct fact *fact, struct tally *to)
{
    if (fact->verb == BANNISH_COUNTS)
        to->counted[fact_number(game, fact, "who")] += fact_number(game, fact, "stars");
    else if (fact->verb == BANNISH_COMES_SECOND)
        tally_seats(to->round, fact_number(game, fact, "who"), 1);
}

const struct game_sheet bannish_sheet = {
    .parts = (const char *const[]){NULL}, .rounds = true, .counts = true, .tally = tally};
