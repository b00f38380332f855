/* The table: one game being played, once for all games.
 *
 * It holds the true state, the whole history, the seed and the names, checks
 * every choice, draws every deal, and hands out views. Front ends and bots talk
 * to a table and never reach past it. Every call that can fail leaves the table
 * as it was and says why.
 *
 * The history keeps the state before each step: a state is small, and undo,
 * replay and telling what happened become look-ups. */
#ifndef PARLOR_TABLE_TABLE_H
#define PARLOR_TABLE_TABLE_H

#include <stdarg.h>

#include "rules/game.h"

enum {
    NAME_SIZE = 65,      /* a name: 64 bytes of UTF-8 */
    OPTION_SIZE = 161,   /* an option's value: 160 bytes */
    FAIR_SIZE = 6144,    /* five seats, and four starts that were given up */
    DECK_SIZE = 1 << 14, /* the line of a custom deck: twice what the built-in one would take */
};

struct problem {
    char text[320];      /* in English */
    const char *of, *no; /* a refusal that words/ has in every language: whose (a game's id, "table" or "server") and
                            its key (rules/refusal.h). NULL: it has the text alone */
};

/* Why the table refuses, whatever the game: words/TAG/table.txt. */
#define TABLE_REFUSALS(X)                                                                                              \
    X(game_over)                                                                                                       \
    X(deal_first)                                                                                                      \
    X(not_to_choose)                                                                                                   \
    X(no_such_seat)                                                                                                    \
    X(no_such_action)                                                                                                  \
    X(not_understood)                                                                                                  \
    X(nothing_to_take_back)                                                                                            \
    X(too_late)

/* What a table is opened with. */
struct table_plan {
    const struct game *game;
    int players;
    int option_count;
    struct table_option {
        int index; /* in game->options */
        char value[OPTION_SIZE];
    } options[MAX_OPTIONS]; /* in the order they were set */
    struct seed seed;
    struct table_name {
        char text[NAME_SIZE];
        size_t length; /* a name may contain any character */
    } names[MAX_SEATS];
    char deck[DECK_SIZE]; /* the record's line of a custom deck, as plan_deck() makes it; empty for none */
    char fair[FAIR_SIZE]; /* the header's `fair` object, byte for byte; empty for none */
};

struct table;

/* Writes a sentence into a problem, as printf does. Cuts it where it is too long and replaces control characters and
 * broken UTF-8, because the values may come from outside. The values may lie in the problem itself. Returns false. */
bool problem_set(struct problem *, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool problem_vset(struct problem *, const char *format, va_list values) __attribute__((format(printf, 2, 0)));

/* Puts a refusal into a problem, with its English sentence; `of` and `no` are static. Returns false. */
bool problem_refuse(struct problem *, const char *of, const char *no, const char *sentence);

/* Adds an option to a plan whose game is set: its name and value, as typed. */
bool plan_option(struct table_plan *, const char *name, size_t name_length, const char *value, struct problem *);
bool plan_name(struct table_plan *, int seat, const char *name, struct problem *);

/* Reads the custom deck that the plan's options name, if they name one;
 * to be called once they are set. False with file, line and reason. */
bool plan_deck(struct table_plan *, struct problem *);

/* Returns the folder that the options name for a custom deck; NULL for none. */
const char *plan_deck_directory(const struct table_plan *);

/* Returns what a game is started with, and starts it: the state before the first deal.
 * False with what the game does not play with. */
struct setup plan_setup(const struct table_plan *);
bool plan_start(const struct table_plan *, struct state *, struct problem *);

/* Opens a table, which the caller closes. NULL, with the reason, if the plan does not fit the game. */
struct table *table_open(const struct table_plan *, struct problem *);
void table_close(struct table *);

/* Copies a table with everything that has happened; NULL without memory. */
struct table *table_copy(const struct table *, struct problem *);

/* Makes a table that looks the same to a viewer: its world and all that will be dealt
 * there are drawn by the number alone. It has no steps yet, so it has no record. */
struct table *table_imagine(const struct table *, int viewer, uint64_t number, struct problem *);
bool table_is_imagined(const struct table *);

/* Makes a table that begins at a true state of the plan's game; the plan's seed draws what comes. */
struct table *table_begin_at(const struct table_plan *, const struct state *, struct problem *);

/* Gives a seat that is at the table another name. */
bool table_rename(struct table *, int seat, const char *name, struct problem *);

const struct table_plan *table_plan(const struct table *);
const struct game *table_game(const struct table *);
struct turn table_turn(const struct table *);

/* Draws whatever chance decides now, from the table's seed. Only fails for want
 * of memory, or of a custom deck that has not been read. */
bool table_deal(struct table *, struct problem *);

/* Takes a chance event from a record line instead; it keeps its spelling where
 * a game leaves the order of cards free. */
bool table_deal_as(struct table *, struct reader *, struct problem *);

/* Makes a choice, by id or as text, and deals what follows from it. */
bool table_do(struct table *, int seat, uint16_t id, struct problem *);
bool table_do_legal(struct table *, int seat, uint16_t id, struct problem *); /* table_is_legal() has said yes */
bool table_do_text(struct table *, int seat, const char *text, size_t length, struct problem *);

/* Returns whether a seat may make this choice now; if not, with the reason. */
bool table_is_legal(const struct table *, int seat, uint16_t id, struct problem *);

/* The same without dealing: what comes next may be read from a record. */
bool table_choose(struct table *, int seat, uint16_t id, struct problem *);
bool table_parse(const struct table *, int seat, const char *text, size_t length, uint16_t *id, struct problem *);

/* Returns whether a seat owes a choice; if not, with the reason. */
bool table_owes(const struct table *, int seat, struct problem *);

/* Lists the legal actions of a seat and returns how many; 0 if it owes no choice.
 * ids has space for the game's max_legal + LEGAL_SLACK. */
int table_legal(const struct table *, int seat, uint16_t *ids);

/* Undoes the last choice, and what was dealt after it. False if there is
 * none. The same deal comes again: it depends on the seed and its number only. */
bool table_undo(struct table *);

/* Takes a seat's own last choice back, as long as nobody has learnt anything by
 * it: nothing was dealt since, nobody has chosen after it, and if it was made at
 * the same time as others, not all of them are in. False with the reason. */
bool table_take_back(struct table *, int seat, struct problem *);
bool table_may_take_back(const struct table *, int seat, struct problem *);
bool table_can_take_back(const struct table *, int seat); /* the same, where nobody asks why not */

/* ---- what has happened: steps 0 .. table_steps()-1 ---- */

struct step {
    int actor; /* a seat, or CHANCE */
    uint16_t id;
    int first, end; /* the choices made at the same time as this one are steps first .. end-1 */
    bool complete;  /* … and all of them are in */
};

int table_steps(const struct table *);
int table_choices(const struct table *); /* steps that are not chance */
int table_settled(const struct table *); /* steps, less those at the end that wait for others made at the same time */
struct step table_step(const struct table *, int step);

/* Returns the step that is told in a step's place: the n-th of choices made together is
 * told as the n-th seat's, whichever came first, so that what follows from all of
 * them can be told last. A record has them in that order as well. */
struct step table_step_told(const struct table *, int step);

/* Writes the state before a step (or now, for table_steps()) as a viewer knows it. */
void table_view(const struct table *, int viewer, int step, struct state_buffer *out);

/* Writes the state that games of this table begin with: an empty table, with a custom deck already laid. */
void table_first(const struct table *, struct state_buffer *out);

/* Writes the line of a record for a step of chance. */
void table_write_chance(const struct table *, int step, struct writer *);

/* Writes the facts of a step as a viewer may know them; none while the choice is sealed. Choices made at the
 * same time are told in ascending order of seats, whichever came first, and what follows from all of
 * them with the last. */
void table_facts(const struct table *, int viewer, int step, struct facts *out);

/* The one fact that another choice of a step's seat would have been to it. */
void table_meaning(const struct table *, int step, uint16_t id, struct fact *out);

/* Writes a seat's name, cleaned, with its number where another has that name too. */
void table_name(const struct table *, int seat, struct writer *);
void name_write(const struct table_name *names, int players, int seat, struct writer *); /* likewise, without a table */

/* Points of each round scored so far: how many, and those of one by seat; false
 * if that was scored before a world was imagined. */
int table_rounds(const struct table *);
bool table_round(const struct table *, int round, int *points);

void table_result(const struct table *, struct result *);
void table_result_at(const struct table *, int step, struct result *); /* before a step, as table_view() has it */

/* Returns whether everything that was dealt comes from the table's seed; false with the
 * step at which it does not. */
bool table_deals_hold(const struct table *, struct problem *);

/* Seeds are 1 to 64 hex digits in; 64 lower-case ones out. */
bool seed_parse(const char *text, struct seed *, struct problem *);
void seed_text(const struct seed *, char out[SEED_DIGITS + 1]);

#endif
