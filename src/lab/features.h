/* The things worth counting in a game, listed by the game itself.
 *
 * A feature is something that a seat does or that happens to it: a Double Action,
 * a bid claimed, a BANNISH. A grid is a table of trials: how often something could
 * have come off, how often it did, and the points it brought. src/lab/features_GAME.c
 * lists both and looks at one step after another; it may include rules/GAME.h. The
 * lab counts, and knows nothing of any game. */
#ifndef PARLOR_LAB_FEATURES_H
#define PARLOR_LAB_FEATURES_H

#include "rules/game.h"

enum {
    FEATURES_MAX = 64,
    GRID_ROWS = 32,
    GRID_COLUMNS = 8,
    POINT_BINS = 512, /* of points_step points; the outermost hold all that lies beyond */
};

struct grid_cell {
    int64_t trials, hits;
    int64_t points; /* in halves where the game counts halves */
};

/* The counts: features of one game, and a grid that keeps growing. */
struct notes {
    uint16_t features[FEATURES_MAX][MAX_SEATS];
    struct grid_cell (*grid)[GRID_COLUMNS];
};

static inline void note(struct notes *notes, int feature, int seat)
{
    notes->features[feature][seat]++;
}

static inline void note_trial(struct notes *notes, int row, int column, bool hit, int points)
{
    struct grid_cell *cell = &notes->grid[row][column];

    cell->trials++;
    cell->hits += hit;
    cell->points += points;
}

/* A label of the list: writes the n-th. */
typedef void label_writer(int n, struct writer *);

struct grid {
    const char *title; /* what it shows, in a few words; NULL: there is none */
    const char *hit;   /* what a hit is: "achieved" */
    bool points;       /* points of its cells mean something */
    int rows, columns;
    label_writer *row, *column;
};

/* What a puzzle is about (lab/puzzles.h), by its best move. words/TAG/puzzles.page.txt has its name for people:
 * theme.GAME.NAME. */
struct theme {
    const char *name;  /* NULL ends the list */
    const char *verb;  /* that the move is, */
    const char *field; /* … with this field, which has at least this value; NULL: any */
    int least;
    const char *brings; /* a verb that happens with it for sure; NULL: whatever happens */
};

struct figure_sink;
struct tally;

struct features {
    const struct game *game;

    /* Returns the first player, if that makes a difference, once the game has been
     * dealt; places are counted from there. NULL: places are seats. */
    int (*first)(const struct state *);
    const char *first_does; /* "leads the first trick" */

    int points_from, points_step; /* bins of points: the first begins here, each is so wide. Whole points */

    int count;
    label_writer *name;
    struct grid grid;
    const struct theme *themes; /* of puzzles, the first that fits counts; NULL: there are no puzzles */

    /* Counts what happened at a step; seat is CHANCE for a deal. With choices made
     * at the same time, what follows from them follows with the last. */
    void (*watch)(const struct state *before, const struct state *after, int seat, uint16_t id, struct notes *);

    /* Adds figures that only this game has, from an empty table by these rules and
     * what was counted; NULL: none. */
    void (*conclude)(const struct state *empty, const struct tally *, struct figure_sink *);
};

#define FEATURES(name) extern const struct features name##_features;
#define NO_FEATURES(name)
#define GAME(name, bot, drawing, features) features(name)
GAMES(GAME)
#undef FEATURES
#undef NO_FEATURES
#undef GAME

static inline void watch_nothing(const struct state *before, const struct state *after, int seat, uint16_t id,
                                 struct notes *notes)
{
    (void)before, (void)after, (void)seat, (void)id, (void)notes;
}

/* The features of a game that lists none. Points may be negative, and nobody has said how far they reach. */
static inline struct features features_unlisted(const struct game *game)
{
    return (struct features){.game = game, .points_from = -POINT_BINS / 2, .points_step = 1, .watch = watch_nothing};
}

/* Returns the features of a game; an empty list if it has none. */
struct features features_of(const struct game *);

#endif
