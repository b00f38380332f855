/* The score sheet of a game: which columns its points come in, made of facts.
 *
 * A total is the sum of its columns. Some are rounds; others are parts of the
 * whole game: what captured cards brought, what WILD cost. A game that has such
 * parts, or whose rounds count something other than points, says with tally()
 * what each fact adds to which column; table/sheet.h puts the sheet together.
 * tests/sheet_test.c checks that every row adds up. */
#ifndef PARLOR_RULES_SHEET_H
#define PARLOR_RULES_SHEET_H

#include "rules/game.h"

enum { SHEET_PARTS_MAX = 5 };

/* What facts have added so far. Points are in halves where game->half_points. */
struct tally {
    int round[MAX_SEATS];   /* points of the round that is being played */
    int counted[MAX_SEATS]; /* what was counted in it, which is not points */
    int part[SHEET_PARTS_MAX][MAX_SEATS];
};

/* The words of a part are in words/TAG/GAME.txt as part.PART, those of what is counted as part.counted. */
struct game_sheet {
    const char *const *parts; /* their keys, SHEET_PARTS_MAX at most; ends with NULL */
    bool rounds;              /* rounds are columns, too, before the parts */
    bool counts;              /* … and show what was counted in them */

    /* Adds what a fact, which nothing is cut from, says about points. */
    void (*tally)(const struct game *, const struct fact *, struct tally *);
};

/* Returns the only value of a field that the fact's verb has. */
int fact_number(const struct game *, const struct fact *, const char *field);

/* Adds points for every seat of a set. */
void tally_seats(int points[MAX_SEATS], int seats, int each);

#endif
