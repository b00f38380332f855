/* What a search has learnt about decisions after the first: a tree over
 * information sets, kept as a table of nodes. A node is a situation as the
 * searching seat would see it, whichever world it came up in, so that nothing is
 * learnt there that the seat could not know; sealed choices do not split it, and
 * two ways to the same situation meet.
 *
 * A node has but a few actions, the policy's first and then the best by the
 * thinker's rate(), one more whenever it has been visited often enough
 * (progressive widening). Among those that are possible in the world at hand the
 * one with the best upper confidence bound is tried, by the values of the seat
 * that chooses. */
#ifndef PARLOR_BOTS_TREE_H
#define PARLOR_BOTS_TREE_H

#include "bots/bot.h"

enum { TREE_DEPTH = 48 }; /* decisions of one simulation that are learnt from, at most */

struct tree;
struct tree *tree_new(long simulations); /* with space for what they may find; NULL without memory */
void tree_free(struct tree *);

/* The decisions of a simulation that were made in the tree. */
struct tree_path {
    int length;
    struct tree_turn {
        struct tree_node *node;
        int child, seat;
    } turns[TREE_DEPTH];
};

/* A decision in a world. */
struct tree_question {
    const struct thinker *thinker;
    const struct state *state;
    int seat;   /* chooses */
    int viewer; /* searches */

    /* Returns what the policy would do; asked once for a node. */
    uint16_t (*policy)(const void *policy_of, const struct state *, int seat, struct rng *);
    const void *policy_of;
    struct rng *rng;
};

/* Chooses, and adds the decision to the path. False if the situation is new or
 * the tree is full: the simulation has left the tree. */
bool tree_choose(struct tree *, const struct tree_question *, struct tree_path *, uint16_t *id);

/* Counts how the simulation ended: with these values for the seats that chose in it. */
void tree_learn(const struct tree_path *, const double *values);

/* The seats that chose in it, one bit each. */
unsigned tree_seats(const struct tree_path *);

#endif
