/* A player at a seat of the lab: a bot of the program, or a command that plays
 * from outside. This is the one place where an arena meets bots. */
#ifndef PARLOR_LAB_PLAYER_H
#define PARLOR_LAB_PLAYER_H

#include <stdatomic.h>

#include "bots/bot.h"
#include "lab/move_times.h"
#include "table/table.h"

#define PLAYER_COMMAND "cmd:" /* a name that begins so is a command for a shell */

enum { PLAYER_NAME = 512 }; /* of a name, its NUL included */

/* A kind of player: a bot or a command, the other is NULL. */
struct player_kind {
    const char *name; /* as typed */
    const struct bot *bot;
    int simulations; /* of a bot that searches; 0: as its level says */
    const char *command;
};

struct outside;

struct player {
    const struct player_kind *kind;
    struct outside *outside; /* NULL for a bot of the program */
    struct move_times times; /* of its moves, without the start of a program */
};

enum player_answer {
    PLAYER_MOVED,
    PLAYER_FAULT,   /* has lost by what the problem says */
    PLAYER_STOPPED, /* *stop was set first */
    PLAYER_FAILED,  /* the game cannot go on, through nobody's fault */
};

/* Gives a program this many milliseconds for each move. */
void player_open(struct player *, const struct player_kind *, int move_ms);
void player_close(struct player *);

/* Sits down at a table that has been dealt. */
void player_sit(struct player *, const struct table *, int seat);

/* Makes the choice of its seat, which owes one. */
enum player_answer player_move(struct player *, struct table *, int seat, const atomic_bool *stop, struct problem *);

/* Returns the name that a program gave itself; empty for a bot of the program, and where none was given. */
const char *player_said_name(const struct player *);

/* Leaves the table: the game is over or has been broken off. */
void player_rise(struct player *, const struct table *);

#endif
