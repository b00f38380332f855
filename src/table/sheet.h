/* The score sheet of a table: its points in columns that add up to the totals. */
#ifndef PARLOR_TABLE_SHEET_H
#define PARLOR_TABLE_SHEET_H

#include "table/table.h"

/* Points are in halves where game->half_points. */
struct sheet_column {
    const char *key; /* of a part of the whole game (rules/sheet.h); NULL: a round */
    int round;       /* from 0; of a part -1 */
    int points[MAX_SEATS];
    bool counts; /* of a round: what was counted in it is shown, too */
    int counted[MAX_SEATS];
};

/* Hands over each column in order, rounds first. A part that is 0 for everybody is left out. Returns false, and hands
 * over nothing, if the beginning of the game is not known: it was imagined. */
bool table_sheet(const struct table *, void (*take)(void *to, const struct sheet_column *), void *to);

/* What decided a game that is over. */
struct decider {
    int winner, rival; /* the first winner, and the best of those who have not won; -1: everybody has won */
    int margin;        /* between the two. 0: a rule about ties decided */
    bool shared;       /* several have won */
    bool has_lead;     /* `lead` is the column where the winner gained most on the rival; of several, the first */
    struct sheet_column lead;
};
void table_decider(const struct table *, struct decider *);

/* Writes the sheet as the value of a JSON member: [{"key":"captured","points":[3,5]},…]. A round has "round" from 1 on
 * in place of the key, and may have "counted". */
void sheet_write(const struct table *, struct writer *);

#endif
