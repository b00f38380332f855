/* The score sheet of Six of Sparrows: bids achieved, early and late, bonuses, and what failing cost (SP-6, SP-10). A
 * bonus is divided together with its bid, so it has what the bid alone would not have brought. */
#include "rules/sheet.h"
#include "rules/sparrows_inside.h"

enum { PART_BIDS, PART_LATE, PART_BONUS, PART_FAILED };

static void tally(const struct game *game, const struct fact *fact, struct tally *to)
{
    if (fact->verb != SPARROWS_SCORES)
        return;
    int who = fact_number(game, fact, "who"), token = fact_number(game, fact, "token");
    if (token == 0)
        return; /* no bid */
    bool met = fact_number(game, fact, "met"), bonus_met = fact_number(game, fact, "bonus_met");
    int value = met ? fact_number(game, fact, "value") : 0, bid = sparrows_share(value, token);
    int both = sparrows_share(value + (bonus_met ? fact_number(game, fact, "bonus_value") : 0), token);
    int failed = (met ? 0 : 1) + (fact_number(game, fact, "bonus") != SPARROWS_BONUS_NONE && !bonus_met ? 1 : 0);
    to->part[token == SPARROWS_TOKEN_LATE ? PART_LATE : PART_BIDS][who] += bid;
    to->part[PART_FAILED][who] += failed * SPARROWS_FAILED;
    to->part[PART_BONUS][who] += both - bid;
}

const struct game_sheet sparrows_sheet = {
    .parts =
        (const char *const[]){
            [PART_BIDS] = "bids", [PART_LATE] = "late", [PART_BONUS] = "bonus", [PART_FAILED] = "failed", NULL},
    .tally = tally};
