/* Cards in chance lines, read without trust: {"chance":"deal","lead":1,"hands":[["R1","G2"],["B4","R1"]]}. There is one
 * spelling, a list has exactly as many cards as are due, and a game refuses the cards that cannot be dealt. */
#ifndef PARLOR_RULES_LINE_H
#define PARLOR_RULES_LINE_H

#include "rules/game.h"

/* A list of cards that are dealt together. */
struct line_cards {
    int count;              /* how many there are */
    const char *few, *many; /* what to say of another number */
    bool bare;              /* cards stand without quotes */

    /* The notation of a card, as text_writer for the other way. */
    bool (*read)(struct reader *, int *card);

    /* Puts the card into the game's state, as one of a list and at a place in it: returns NULL, or why it cannot be. */
    const char *(*take)(void *state, int list, int place, int card);
};

bool read_dealt(struct reader *, void *state, const struct line_cards *, int list, int place); /* a single card */
bool read_cards(struct reader *, void *state, const struct line_cards *, int list);            /* a list of them */
bool read_hands(struct reader *, void *state, const struct line_cards *, int players);         /* one for each seat */

#endif
