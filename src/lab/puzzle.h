/* A puzzle: a position of a game in which one move is clearly best from what its seat knows.
 *
 * In a file it is a line of JSON (docs/puzzles.md): seed and moves, so that the rules deal and
 * replay everything, and what each legal move is worth. Values are thousandths of a win. */
#ifndef PARLOR_LAB_PUZZLE_H
#define PARLOR_LAB_PUZZLE_H

#include "table/table.h"

enum {
    PUZZLE_LEGAL_MOST = 32, /* moves to choose from */
    PUZZLE_LINE = 8192,     /* no line is longer */
    PUZZLE_WIN = 1000,      /* a whole win */
    PUZZLE_NOVICES = 16,    /* how many bots of this level were asked, */
    PUZZLE_CLUBS = 8,       /* … and of this one */
    PUZZLE_DIFFICULTIES = 3,
};

struct puzzle {
    struct table *table; /* at the position; the caller's to close */
    int seat;            /* owes the choice */
    uint16_t best, second;
    int margin, error; /* of best over second, from the same worlds, and its standard error */
    int worlds;
    int count; /* of legal moves */
    uint16_t legal[PUZZLE_LEGAL_MOST];
    int values[PUZZLE_LEGAL_MOST]; /* of each */
    char theme[32];
    int difficulty;   /* 1 .. PUZZLE_DIFFICULTIES */
    int novice, club; /* how many of them found it */
};

/* Reads a line, without its line feed, and replays it. False with the reason. */
bool puzzle_read(const char *line, size_t length, struct puzzle *out, struct problem *why);

#endif
