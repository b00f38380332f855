/* The score sheet of Belle of the Ball: full groups, what Belle cards brought and cost, and half a point for each card
 * left (BL-12). Points are counted in halves. */
#include "rules/belle_inside.h"
#include "rules/sheet.h"

enum { PART_GROUPS, PART_BELLES, PART_TOLL, PART_LEFT };

static void tally(const struct game *game, const struct fact *fact, struct tally *to)
{
    struct fact_field points, who;

    if (!fact_find(game, fact, "who", &who) || !fact_find(game, fact, "points", &points) || !points.value)
        return;
    int seat = who.value[0], halves = 2 * points.value[0];
    switch (fact->verb) {
    case BELLE_SCORES: to->part[PART_GROUPS][seat] += halves; break;
    case BELLE_LOSES: to->part[PART_TOLL][seat] -= halves; break;
    case BELLE_COUNTS: to->part[PART_LEFT][seat] += fact_number(game, fact, "left"); break;
    default: to->part[PART_BELLES][seat] += halves; break;
    }
}

const struct game_sheet belle_sheet = {
    .parts =
        (const char *const[]){
            [PART_GROUPS] = "groups", [PART_BELLES] = "belles", [PART_TOLL] = "toll", [PART_LEFT] = "left", NULL},
    .tally = tally};
