/* What the subcommands share: reading arguments, naming games, printing
 * problems. Exit codes are 0 for done, 1 for what went wrong while working
 * (a file, a record, Ctrl-C), 2 for arguments that make no sense. */
#ifndef PARLOR_CLI_CLI_H
#define PARLOR_CLI_CLI_H

#include <stdbool.h>
#include <stdio.h>

#include "bots/bot.h"
#include "table/table.h"

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

extern const char program_name[]; /* messages begin with it; it is told beside main() */

/* ---- arguments ---- */

enum arg_kind { ARG_FLAG, ARG_NUMBER, ARG_TEXT };

struct arg {
    const char *name; /* long name without dashes; NULL ends the list */
    enum arg_kind kind;
    const char *value; /* what stands for the value in --help: N, FILE */
    const char *help;
    union {
        bool *flag;
        long *number;
        const char **text;
    } into;
    long least, most; /* ARG_NUMBER */
};

struct command {
    const char *name;                  /* as typed after the program's */
    const char *usage;                 /* what follows the name */
    const char *summary;               /* one line for the list of commands */
    const char *details;               /* paragraphs and examples for --help, ending in a line feed */
    bool lists_bots;                   /* --help names all bots */
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
};

enum { MAX_WORDS = 8 };

/* Reads options into where they point and leaves the other words in order.
 * Returns how many words there are, or -1 when the command is to end at once
 * with *exit_code: after --help, or a wrong argument, which has been reported. */
int args_read(const struct command *, const struct arg *, int argc, char **argv, const char *words[MAX_WORDS],
              int *exit_code);

/* Options that several commands have: how many play, how many threads work, and how
 * the terminal is used. */
struct arg arg_plain(bool *plain);
struct arg arg_ascii(bool *ascii);
struct arg arg_players(long *players);
struct arg arg_workers(long *threads);

/* Says on stderr what is wrong with the arguments, as printf; EXIT_USAGE. */
int usage_error(const struct command *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says on stderr what went wrong, as printf; EXIT_FAILED. */
int failure(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Output that cannot be written is a failure, whatever the command thinks. */
int output_finished(int exit_code);

/* The one of these names (a list ending with NULL) that was probably meant, or
 * NULL. */
const char *nearest_name(const char *typed, const char *const *names);

/* The command of this name, of a list ending with NULL; NULL after saying that there
 * is none. */
const struct command *command_named(const struct command *const *, const char *name);

/* ---- tables ---- */

/* The game of this id; NULL after saying that there is none. */
const struct game *game_named(const struct command *, const char *id);

/* Fills a plan from words like target=300 and a seed as typed (NULL: a fresh
 * one is drawn). False after saying what is wrong. */
bool plan_from_words(const struct command *, struct table_plan *, const char *const *words, int count,
                     const char *seed);

/* How many sit down at a game when nobody has said: 4, or what comes nearest. */
int usual_players(const struct game *);

/* The bot of this name; NULL after saying that there is none. */
const struct bot *bot_named(const struct command *, const char *name);

/* The bots of a list like random,novice: one name for all seats, or one a seat.
 * False after saying what is wrong. */
bool bots_from_list(const struct command *, const char *list, int players, const struct bot *out[MAX_SEATS]);

/* Lets a bot choose for a seat that owes a choice: it is shown what the seat may
 * see, and its random numbers depend on the table's seed and the step only. */
bool bot_moves(struct table *, const struct bot *, int seat, struct problem *);

/* A fresh seed from the operating system. */
void fresh_seed(struct seed *);

/* ---- files ---- */

/* A file of records, or standard input for -, which *path is then called; NULL
 * after saying what is wrong. The caller closes. */
FILE *records_open(const char **path);

/* A file that is written under another name first: work that is broken off
 * leaves the old one as it was. */
struct replacement {
    const char *path;
    char fresh[4096]; /* the other name */
    FILE *file;
};

/* False after saying what is wrong. Close what was opened; unless it is kept,
 * nothing remains of it. */
bool replacement_open(struct replacement *, const char *path);
bool replacement_close(struct replacement *, bool keep);

/* ---- screen and time ---- */

double seconds_now(void); /* since no matter when; never goes back */

/* Seconds as typed, 0.5 or 2, from 0.01 to 60; 0 if it makes no sense. */
double seconds_typed(const char *);

enum { MOST_THREADS = BOT_THREADS_MOST };
long usual_threads(void); /* one a processor */

/* Whether to use colour on stdout: a terminal, NO_COLOR unset, TERM not dumb. */
bool colour_wanted(void);

/* Ctrl-C and SIGTERM ask long work to stop: it ends cleanly and soon. */
void catch_interrupt(void);
void catch_leaving(
    void); /* the same of a program that must put its terminal in order: SIGHUP too, and again and again */
bool interrupted(void);
bool crew_interrupted(void *unused); /* the same, for those that a crew works for */

/* A progress line on stderr, if that is a terminal. */
void progress(const char *what, long done, long all);
void progress_end(void);

extern const struct command command_analyze;
extern const struct command command_arena;
extern const struct command command_bench;
extern const struct command command_games;
extern const struct command command_join;
extern const struct command command_play;
extern const struct command command_replay;
extern const struct command command_rules;
extern const struct command command_serve;
extern const struct command command_sim;
extern const struct command command_verify;
extern const struct command command_watch;

#endif
