/* The moves a person may choose from, in words or as they are recorded, as a numbered list that stays short: runs
 * that differ in a number at their end only are folded into one entry, and if
 * that is not enough, all moves that begin with the same words. */
#ifndef PARLOR_TERM_MOVES_H
#define PARLOR_TERM_MOVES_H

#include "rules/game.h"
#include "term/draw.h"
#include "words/words.h"

enum {
    MOVES_TEXT = 1 << 16,   /* the notation of all legal moves fits into a record's line, and here */
    MOVES_CALLED = 1 << 18, /* … and what they are called */
};

struct moves {
    int count;
    uint16_t ids[LEGAL_SIZE];
    const char *text[LEGAL_SIZE];   /* the notation, into buffer */
    const char *called[LEGAL_SIZE]; /* what people see: words, into words; or the notation */
    char buffer[MOVES_TEXT];
    char words[MOVES_CALLED];
};

/* The viewer and the form of moves. */
struct wording {
    const struct language *language;
    bool notation; /* as they are recorded */
    struct cast cast;
};

/* Writes the name of a legal move of a seat. */
void move_write(const struct wording *, const struct game *, const struct state *view, int seat, uint16_t id,
                struct writer *);

/* The legal moves of a seat that owes a choice, from its view. */
void moves_read(struct moves *, const struct wording *, const struct game *, const struct state *view, int seat);

/* One more, of which there is the notation and what somebody calls it, or NULL; one that does not fit is left out. */
void moves_add(struct moves *, uint16_t id, const char *text, const char *called);

int moves_find(const struct moves *, const char *text);           /* the move spelled or called exactly so, or -1 */
int moves_beginning(const struct moves *, const char *beginning); /* how many begin with this text */
bool move_begins(const struct moves *, int move, const char *beginning, size_t length); /* spelled or called so */

/* Prints the list, folded where it is long. */
void moves_draw(struct canvas *, const struct moves *);

/* Prints every move that begins with this text. */
void moves_draw_all(struct canvas *, const struct moves *, const char *beginning);

#endif
