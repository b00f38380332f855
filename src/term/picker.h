/* The list of moves that a person walks through: narrowed by what is typed and by
 * the spots that are pointed at, laid out in columns that are read downwards. It
 * knows nothing of the terminal. */
#ifndef PARLOR_TERM_PICKER_H
#define PARLOR_TERM_PICKER_H

#include "term/moves.h"

enum step_to { STEP_UP, STEP_DOWN, STEP_LEFT, STEP_RIGHT, STEP_FIRST, STEP_LAST };

struct picker {
    const struct moves *moves;    /* the caller's; NULL while there is nothing to choose */
    uint64_t touches[LEGAL_ROOM]; /* by move: the spots it is about */
    uint64_t wanted;              /* only moves that touch all of these spots are shown */
    bool fits;                    /* some move is like what is typed; else it shows them all */
    int count;                    /* of moves that are shown: */
    int shown[LEGAL_ROOM];        /* … their places in the list, ascending */
    int at;                       /* the one of them that is chosen by Enter, or -1 */
    int numbers, texts;           /* columns that the widest take */
    int rows, across;             /* how they are laid out */
    int top, height;              /* the rows that are seen */
    bool follow;                  /* the chosen one is to be among them */
};

/* Another choice is to be made. */
void picker_begin(struct picker *, const struct moves *, const struct game *, const struct state *view, int seat);

/* Shows what begins with the typed text, or, where nothing does, what has all its
 * words, or else everything; and touches what is wanted. Keeps to the move that was chosen if it is
 * among them; if there is just one, that is chosen. */
void picker_narrow(struct picker *, const char *typed);

/* Wants a spot, or no longer. Without effect if no move would be left. */
void picker_point(struct picker *, int spot, const char *typed);

/* Beginning that all moves shown have in common, of the first one's text. */
size_t picker_common(const struct picker *);

void picker_choose(struct picker *, int move); /* by its place in the list of moves; if it is shown */
int picker_chosen(const struct picker *);      /* likewise, or -1 */
void picker_step(struct picker *, enum step_to);

void picker_lay_out(struct picker *, int width);          /* finds rows and across */
void picker_fit(struct picker *, int height);             /* … and what of it is seen: the chosen one, if it is new */
void picker_scroll(struct picker *, int rows);            /* looks elsewhere, without choosing */
void picker_draw(const struct picker *, struct canvas *); /* the rows that are seen */
int picker_under(const struct picker *, int row, int col); /* the move at a place of the drawing, or -1 */

#endif
