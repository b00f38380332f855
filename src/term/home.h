/* A game at home: the table, the people at one terminal and the bots. It does all
 * that the game needs, whatever shows it: lets bots choose, tells the news, makes,
 * undoes and saves choices, gives hints, and analyses the game.
 *
 * A person who owes a choice is asked before the bots that owe one at the same
 * time. So whether a game is interrupted, resumed or undone, the bots choose
 * at the same steps with the same random numbers: a seed and the people's moves
 * decide the whole game. */
#ifndef PARLOR_TERM_HOME_H
#define PARLOR_TERM_HOME_H

#include <stdatomic.h>

#include "bots/hint.h"
#include "term/draw.h"
#include "term/moves.h"
#include "term/session.h"
#include "term/words.h"

enum {
    TOLD_SIZE = 8192, /* the sentences of one step */
    HINTS_SHOWN = 5,
};

struct home {
    struct session_plan plan;
    const struct game *game;
    struct table_name names[MAX_SEATS]; /* as they are shown */
    bool notation;                      /* moves are shown as they are recorded, not in words */
    int seat;                           /* the person who is being asked, or was last */
    int told;                           /* steps that this person has been told about */
    atomic_bool cancelled;              /* the thinking thread must stop */
    atomic_long looked, of;             /* steps of the game that have been looked at again, while that goes on */
};

void home_begin(struct home *, const struct session_plan *);

/* ---- whose turn it is ---- */

bool home_is_over(const struct home *);
bool home_owes(const struct home *);   /* the person owes a choice */
int home_next(const struct home *);    /* the person to ask now: the same one if possible; -1: a bot is to choose */
int home_bot(const struct home *);     /* the seat of the bot that is to choose */
bool home_shares(const struct home *); /* several people share the terminal */
bool home_addresses(const struct home *, int seat); /* its person has given no name, and is "you" */
const char *home_said(const struct home *, enum text);

/* ---- what happens ---- */

/* Return a bot's choice, and the best moves for the person. Both may take a while
 * and only read; cancelled stops them, and their result is then meaningless. */
uint16_t home_think(struct home *, int seat);
int home_hint(struct home *, struct hint_line lines[HINTS_SHOWN]);

/* Back to before a person's last choice, and before any that was made at the same
 * time; writes what it was, in words. Returns whose it was; -1 if nobody has chosen yet. */
int home_undo(struct home *, struct writer *taken, struct problem *);

/* Saves the game; a name must be given. */
bool home_save(struct home *, const char *path, struct problem *);

/* Looks at the game that is over again, as `parlor analyze` does: the words, to be
 * freed, or NULL with the reason. Cancelled stops it. */
char *home_analyze(struct home *, struct problem *);

/* The moves of the person, who owes a choice, as they are to be shown. */
void home_moves(const struct home *, struct moves *);

/* ---- what is told ---- */

/* Something that is told next, if there is anything: its sentences for the person,
 * and the step before which a round has ended and the game goes on, or -1. */
bool home_news(struct home *, struct writer *, int *round_end);

void home_tell(const struct home *, int step, struct writer *); /* the sentences of a step */
int home_tellable(const struct home *); /* steps that can be told: all but choices that are still sealed */

void home_write_welcome(const struct home *, struct writer *);
void home_write_goodbye(const struct home *, struct writer *); /* how to go on with it, or that it was not saved */

/* ---- what a person may ask for, besides moves ---- */

#define HOME_WORDS(X)                                                                                                  \
    X(WORD_UNDO, "undo", SAY_WORD_UNDO, SAY_OPERAND_NONE, SAY_HELP_HOME_UNDO)                                          \
    X(WORD_HINT, "hint", SAY_WORD_HINT, SAY_OPERAND_NONE, SAY_HELP_HINT)                                               \
    X(WORD_MOVES, "moves", SAY_WORD_MOVES, SAY_OPERAND_TEXT, SAY_HELP_MOVES)                                           \
    X(WORD_TABLE, "table", SAY_WORD_TABLE, SAY_OPERAND_NONE, SAY_HELP_TABLE)                                           \
    X(WORD_LOG, "log", SAY_WORD_LOG, SAY_OPERAND_NONE, SAY_HELP_HOME_LOG)                                              \
    X(WORD_RULES, "rules", SAY_WORD_RULES, SAY_OPERAND_NONE, SAY_HELP_RULES)                                           \
    X(WORD_SAVE, "save", SAY_WORD_SAVE, SAY_OPERAND_FILE, SAY_HELP_SAVE)                                               \
    X(WORD_ANALYZE, "analyze", SAY_WORD_ANALYZE, SAY_OPERAND_NONE, SAY_HELP_ANALYZE)                                   \
    X(WORD_NOTATION, "notation", SAY_WORD_NOTATION, SAY_OPERAND_NONE, SAY_HELP_NOTATION)                               \
    X(WORD_HELP, "help", SAY_WORD_HELP, SAY_OPERAND_NONE, SAY_HELP_HELP)                                               \
    X(WORD_QUIT, "quit", SAY_WORD_QUIT, SAY_OPERAND_NONE, SAY_HELP_HOME_QUIT)

#define WORD_ID(id, word, called, operand, help) id,
enum home_word { HOME_WORDS(WORD_ID) WORDS, WORD_NONE = WORDS };
#undef WORD_ID

extern const struct word home_words[WORDS];

/* Returns the word that was typed, and what follows it; WORD_NONE if it is not a known word. */
enum home_word home_word_typed(const struct home *, const char *typed, const char **rest);

#endif
