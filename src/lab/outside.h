/* Bots outside: programs that play through the lines of docs/bot-protocol.md.
 *
 * A program is started when it is first needed, in a process group of its own,
 * and serves one game after another. Nothing it does is trusted: whatever it
 * says too late, too long or wrong is a fault with a sentence that says so, and
 * ends the program; the next game starts it again. Programs are always reaped. */
#ifndef PARLOR_LAB_OUTSIDE_H
#define PARLOR_LAB_OUTSIDE_H

#include <stdatomic.h>

#include "table/table.h"

struct outside;

enum outside_answer {
    OUTSIDE_CHOSEN,  /* an action that the game knows, and the table says whether it is legal; or a greeting */
    OUTSIDE_FAULT,   /* the problem says what the program did, as "said nothing for 300 ms" */
    OUTSIDE_STOPPED, /* *stop was set first */
};

/* The command is what a shell is given; it stays the caller's. NULL without
 * memory. Nothing is started yet. */
struct outside *outside_new(const char *command, int move_ms);

/* Ends the program, if it runs. */
void outside_free(struct outside *);

/* Begins a game at a seat. */
void outside_begin(struct outside *, const struct table *, int seat);

/* Starts the program if it does not run, and hears that it speaks the protocol. */
enum outside_answer outside_greet(struct outside *, const atomic_bool *stop, struct problem *why);

/* Asks a program that was greeted for the choice of the seat, which owes one. */
enum outside_answer outside_choose(struct outside *, const struct table *, const atomic_bool *stop, uint16_t *id,
                                   struct problem *why);

/* Returns the name that the program gave itself, at most NAME_SIZE - 1 bytes of it; empty if it gave none, or was
 * never started. */
const char *outside_name(const struct outside *);

/* Tells how the game ended; a game that is not over has been broken off. */
void outside_end(struct outside *, const struct table *);

/* Ends the program at once: after a fault. */
void outside_kill(struct outside *);

#endif
