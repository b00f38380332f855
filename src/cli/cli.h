/* What the subcommands share: reading arguments, naming games, printing
 * problems. --help, the manual and the completions of shells are made from the
 * tables of struct program, struct command and struct arg alone. */
#ifndef PARLOR_CLI_CLI_H
#define PARLOR_CLI_CLI_H

#include <stdbool.h>
#include <stdio.h>

#include "bots/bot.h"
#include "table/table.h"

#define EXIT_CODES(X)                                                                                                  \
    X(DONE, 0, "done")                                                                                                 \
    X(FAILED, 1, "something failed: a file, a record, a full disk, too little memory, a bot at fault, Ctrl-C")         \
    X(USAGE, 2, "invalid arguments")

#define EXIT_CODE(name, code, help) EXIT_##name = (code),
enum exit_code { EXIT_CODES(EXIT_CODE) };
#undef EXIT_CODE

/* ---- arguments ---- */

enum arg_kind { ARG_FLAG, ARG_NUMBER, ARG_TEXT };

struct arg {
    const char *name; /* long name without dashes; NULL ends the list */
    enum arg_kind kind;
    const char *value; /* what stands for the value in --help. Shells complete FILE, DIR, GAME, BOT, LIST (of bots,
                        * with commas) and words like a|b; NULL for a flag */
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
    const char *usage;                 /* what follows the name; shells complete GAME, RECORD and name=value in it */
    const char *summary;               /* one line for the list of commands */
    const char *details;               /* paragraphs and examples for --help, ending in a line feed */
    bool lists_bots;                   /* --help names all bots */
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
};

/* A word and what it means. */
struct meaning {
    const char *name; /* NULL ends the list */
    const char *help;
};

struct program {
    const char *name;                      /* messages begin with it */
    const char *version;                   /* NULL: it has none */
    const char *about;                     /* one sentence */
    const char *begin;                     /* what a newcomer types first */
    const struct meaning *environment;     /* variables that it heeds */
    const struct command *const *commands; /* ends with NULL */
};

extern const struct program program; /* defined in the file that has main() */

/* Runs the command that the arguments name, or shows help. Returns the exit code. */
int program_run(int argc, char **argv);

enum { MAX_WORDS = 8 };

/* Reads options into where they point and leaves the other words in order.
 * Returns how many words there are, or -1 when the command is to end at once
 * with *exit_code: after --help, or a wrong argument, which has been reported. */
int args_read(const struct command *, const struct arg *, int argc, char **argv, const char *words[MAX_WORDS],
              int *exit_code);

/* Returns whether the command whose arguments were read has an option of this name. */
bool option_exists(const char *name);

/* The hidden option that has a program or a command print its tables as JSON: the manual and the
 * completions are made from them. */
#define DESCRIBE "--describe"
void describe_text(const char *key, const char *text); /* prints "key":"text" */

/* Returns an option that several commands have. */
struct arg arg_players(long *players);   /* how many play */
struct arg arg_workers(long *threads);   /* how many threads work */
struct arg arg_seed(const char **seed);  /* see plan_from_words() and seed_parse() */
struct arg arg_json(bool *json);         /* prints facts as JSON */
struct arg arg_quiet(void);              /* no progress, no remarks */
struct arg arg_check_only(bool *silent); /* --quiet of commands that check a file */
struct arg arg_plain(bool *plain);       /* no full screen */
struct arg arg_ascii(bool *ascii);       /* no characters but ASCII's */
struct arg arg_lang(const char **lang);  /* see language_wanted() */
struct arg arg_notation(bool *notation); /* moves as they are recorded */

/* Finds the language for a tag as typed; with NULL the one of the environment's locale, or English. If the terminal
 * cannot show the characters of the environment's language, it is English. False after saying what is wrong. */
struct language;
bool language_wanted(const struct command *, const char *typed, bool ascii, const struct language **);

/* Says on stderr what is wrong with the arguments, as printf; EXIT_USAGE. */
int usage_error(const struct command *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says on stderr what went wrong, as printf; EXIT_FAILED. */
int failure(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Returns the exit code, or EXIT_FAILED after saying so if the output could not be written. */
int output_finished(int exit_code);

/* Returns the name that was probably meant, from a list that ends with NULL; NULL if
 * none is near. */
const char *nearest_name(const char *typed, const char *const *names);

/* ---- tables ---- */

/* Returns the game of this id; NULL after saying that there is none. */
const struct game *game_named(const struct command *, const char *id);

/* Takes the game out of the words: the first that sets no option. Returns how many words
 * are left, or -1 after saying what is wrong. */
int game_from_words(const struct command *, const char **words, int count, const struct game **game);

/* Fills a plan from words like target=300 and a seed as typed (NULL: a fresh
 * one is drawn). False after saying what is wrong. */
bool plan_from_words(const struct command *, struct table_plan *, const char *const *words, int count,
                     const char *seed);

/* Returns the default number of players: 4, or the nearest that the game allows. */
int usual_players(const struct game *);

/* Returns the bot of this name; NULL after saying that there is none. */
const struct bot *bot_named(const struct command *, const char *name);

/* Reads a bot like club, or club:5000 with its own number of simulations: see struct bot_budget. False after saying
 * what is wrong. */
bool bot_typed(const struct command *, const char *typed, const struct bot **, int *simulations);

/* Reads a list of bots like random,novice: one name for all seats, or one for each.
 * False after saying what is wrong. */
bool bots_from_list(const struct command *, const char *list, int players, const struct bot *out[MAX_SEATS]);

/* Lets a bot choose for a seat that owes a choice: it is shown what the seat may
 * see, and its random numbers depend on the table's seed and the step only. */
bool bot_moves(struct table *, const struct bot *, int seat, struct problem *);

/* Draws a fresh seed from the operating system. */
void fresh_seed(struct seed *);

/* ---- files ---- */

/* Opens a file to read; NULL after saying what is wrong. A directory is refused. The
 * caller closes. */
FILE *readable_open(const char *path);

/* Opens a file of records, or standard input for - (and names it in *path); NULL
 * after saying what is wrong. The caller closes. */
FILE *records_open(const char **path);

/* A file that is written under another name first, so that interrupted work
 * leaves the old one as it was. A device or a pipe is written directly. */
struct replacement {
    const char *path;
    bool direct;
    char fresh[4096]; /* the other name; with direct the same */
    FILE *file;
};

/* Opens it; false after saying what is wrong. Close what was opened; unless it is kept,
 * nothing remains of it. */
bool replacement_open(struct replacement *, const char *path);
bool replacement_close(struct replacement *, bool keep);

/* ---- screen and time ---- */

/* Reads seconds as typed, 0.5 or 2, from 0.01 to 60. Returns 0 if the text is anything else. */
double seconds_typed(const char *);

enum { MOST_THREADS = BOT_THREADS_MAX };
long usual_threads(void); /* one per processor */

/* Returns whether to use colour on stdout: a terminal, NO_COLOR unset, TERM not dumb. */
bool colour_wanted(void);

/* Ctrl-C and SIGTERM ask long work to stop: it ends cleanly and soon. */
void catch_interrupt(void);
void catch_leaving(
    void); /* the same of a program that must put its terminal in order: SIGHUP too, and again and again */
bool interrupted(void);
bool workers_interrupted(void *unused); /* the same, for those that workers work for */

/* Shows a bar on stderr: how far the work is and how long it will take. Shows nothing if stderr is not a terminal, or
 * with --quiet. The bar appears at once if the first call has done = 0. */
void progress(const char *title, long done, long all);
void progress_hide(void); /* before something else is printed on the terminal; it comes back by itself */
void progress_end(void);

/* Says something on stderr that is worth knowing but no failure, as printf; nothing with --quiet. */
void remark(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool quiet_wanted(void);

/* The commands of parlor, as --help lists them. A new one is a file that defines command_NAME,
 * a word here and one in src/meson.build. */
#define COMMANDS(X)                                                                                                    \
    X(play)                                                                                                            \
    X(serve)                                                                                                           \
    X(site)                                                                                                            \
    X(join)                                                                                                            \
    X(watch) X(games) X(rules) X(sim) X(arena) X(bot) X(lab) X(replay) X(analyze) X(puzzles) X(verify) X(store) X(bench)

#define DECLARE_COMMAND(name) extern const struct command command_##name;
COMMANDS(DECLARE_COMMAND)
#undef DECLARE_COMMAND

#endif
