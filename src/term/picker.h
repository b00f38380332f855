/* The list of moves that a person walks through: narrowed by what is typed and by
 * the spots that are pointed at, laid out in columns that are read downwards. It
 * knows nothing of the terminal. */
#ifndef PARLOR_TERM_PICKER_H
#define PARLOR_TERM_PICKER_H

#include "term/moves.h"

enum step_to { STEP_UP, STEP_DOWN, STEP_LEFT, STEP_RIGHT, STEP_FIRST, STEP_LAST };

struct picker {
    const struct moves *moves;    /* the caller's; NULL while there is nothing to choose */
    uint64_t touches[LEGAL_SIZE]; /* by move: the spots it is about */
    uint64_t wanted;              /* only moves that touch all of these spots are shown */
    bool fits;                    /* some move is like what is typed; else it shows them all */
    int count;                    /* of moves that are shown: */
    int shown[LEGAL_SIZE];        /* … their places in the list, ascending */
    int at;                       /* the one of them that is chosen by Enter, or -1 */
    int texts[LEGAL_SIZE];        /* … and the columns of the terminal that they take */
    int numbers;                  /* likewise the widest number */
    int width;                    /* of the terminal */
    int rows, across;             /* of the drawing: columns that are read downwards, as many as are seen */
    int first;                    /* the column that is seen first */
    bool follow;                  /* the chosen one is to be seen */
};

/* Another choice is to be made. */
void picker_begin(struct picker *, const struct moves *, const struct game *, const struct state *view, int seat);

/* Shows what begins with the typed text, in words or as notation, or, where nothing does, what has all its
 * words, or else everything; and touches what is wanted. Keeps to the move that was chosen if it is
 * among them; if there is just one, that is chosen. */
void picker_narrow(struct picker *, const char *typed);

/* Selects a spot, or deselects it. Has no effect if no move would be left. */
void picker_point(struct picker *, int spot, const char *typed);

/* Returns what Tab makes of a typed text: the common beginning of all moves that fit it, in words or as notation, or
 * the whole move if there is one. NULL: nothing. */
const char *picker_common(const struct picker *, const char *typed, size_t *length);

void picker_choose(struct picker *, int move); /* by its place in the list of moves; if it is shown */
int picker_chosen(const struct picker *);      /* likewise, or -1 */
void picker_step(struct picker *, enum step_to);

int picker_height(const struct picker *, int width);       /* rows that it would like to have */
void picker_lay_out(struct picker *, int width, int most); /* … and may have; the chosen one is seen, if it is new */
void picker_scroll(struct picker *, int columns);          /* looks elsewhere, without choosing */
bool picker_is_cut(const struct picker *);                 /* not all of it is seen */
void picker_draw(const struct picker *, struct canvas *);
int picker_under(const struct picker *, int row, int column); /* the move at a place of the drawing, or -1 */

#endif
