/* Players made of code. A bot is handed the redacted state of its seat, the
 * legal actions, what its seat has seen so far, a budget and random numbers, and
 * nothing else: what its seat cannot know is not there to be looked at.
 *
 * How long a bot may think is counted in simulations, so that a level plays
 * alike on any machine. A caller that needs a limit in seconds keeps the clock and
 * says when to stop. */
#ifndef PARLOR_BOTS_BOT_H
#define PARLOR_BOTS_BOT_H

#include "bots/manner.h"
#include "rules/game.h"

enum {
    BOT_UNSEEN = -1,         /* in place of an action id: another actor's, which only the views reveal */
    BOT_THREADS_MAX = 64,    /* more are not started */
    BOT_ENDLESS = 1 << 30,   /* as simulations: until told to stop */
    BOT_POLICY = -1,         /* as simulations: none, it does what the policy of playouts does */
    BOT_CANDIDATES_MAX = 32, /* actions that a search looks at */
    BOT_NOTES_SIZE = 4096,   /* what a game may work out once for a whole search */
};

/* One thing that happened, as the seat knows it. */
struct bot_past {
    struct state_buffer view; /* before it happened, redacted for the seat */
    int actor;                /* a seat, or CHANCE */
    int id;                   /* of the seat's own actions, else BOT_UNSEEN */
};

/* What a seat has seen so far: steps 0 .. steps-1, and of choices made at the same time none before all are made. The
 * source belongs to the part that keeps the history and is for look() alone; look() MUST redact for the seat. */
struct bot_source;
struct bot_history {
    const struct bot_source *source;
    int seat, steps;
    void (*look)(const struct bot_source *, int seat, int step, struct bot_past *out);
};

/* How much a bot may think. All zero: as its level says, with one thread. */
struct bot_budget {
    int simulations;      /* 0: as many as the level has in this game */
    int threads;          /* 0: one */
    bool (*stop)(void *); /* asked again and again by one thread; true: answer at once. NULL: never */
    void *stopper;        /* handed to stop() */
};

struct bot_view {
    const struct game *game;
    const struct state *state;         /* redacted for this seat */
    int seat;                          /* owes a choice */
    const uint16_t *legal;             /* ascending */
    int count;                         /* at least 1 */
    const struct bot_history *history; /* NULL: nobody kept it, or there are no steps */
    struct bot_budget budget;
    struct manner manner; /* of novices; those who search play plainly */
};

/* What a bot has from the table's seed for one decision. */
struct bot_mind {
    struct manner manner; /* all zero: plain */
    struct rng rng;
};

/* Budgets of bots that search. */
enum level { LEVEL_NONE, LEVEL_CLUB, LEVEL_EXPERT, LEVEL_MASTER, LEVELS };

struct bot {
    const char *name;
    const char *help; /* one line */
    enum level level; /* how many simulations it may use (struct thinker) */
    bool blind;       /* looks at the legal actions alone: the state may be any */

    /* MUST return one of the legal ids; MUST answer the same for the same view
     * and the same random numbers, unless stopped. */
    uint16_t (*choose)(const struct bot_view *, struct rng *);
};

extern const struct bot bot_random, bot_novice;
extern const struct bot *const bots[]; /* from weakest to strongest; ends with NULL */
const struct bot *bot_by_name(const char *name);

/* True if people who play this game are offered this bot. Programs may use any. */
bool bot_is_offered(const struct bot *, const struct game *);

/* Writes the names of those, from weakest to strongest: "bots":["random","novice"]. */
void bot_write_offered(struct writer *, const struct game *);

/* True if a bot looks at its history: for others nobody has to keep one. */
bool bot_wants_history(const struct bot *);

/* Returns what a seat that owes a choice knows, with its legal actions in the
 * caller's buffer. A budget without simulations gets those of the level. */
struct bot_view bot_view_at(enum level, const struct game *, const struct state *redacted, int seat,
                            const struct bot_history *, struct bot_budget, uint16_t legal[LEGAL_SIZE]);

/* Asks a bot with a plain manner what it would do in a state that has been redacted for this seat. */
uint16_t bot_choose(const struct bot *, const struct game *, const struct state *redacted, int seat, struct rng *);

/* Does the same with the caller's history (NULL: none), budget and mind. */
uint16_t bot_think(const struct bot *, const struct game *, const struct state *redacted, int seat,
                   const struct bot_history *, struct bot_budget, struct bot_mind *);

/* Returns a bot's random numbers for one decision. They depend on table seed, seat
 * and step, so that the same seed and the same choices give the same game. */
struct rng bot_rng(const struct seed *, int seat, int step);

/* Returns those numbers with the manner of the seat, which depends on table seed and seat. */
struct bot_mind bot_mind(const struct seed *, int seat, int step);

/* Returns the legal action with the highest value, given one value for each. Picks
 * any among equals, so that the bot is not a bore, and overlooks some if that is the
 * bot's manner. */
uint16_t bot_best(const struct bot_view *, const int *values, struct rng *);

/* The same one by one, for bots that need not know what an action is worth if it is not the best: begin with view and
 * rng set, and give a value for each action that bot_pick_next() comes to. */
enum { BOT_WORST = -(1 << 29) }; /* less than any value */
struct bot_pick {
    const struct bot_view *view;
    struct rng *rng;
    uint16_t id; /* the action to be valued */
    int enough;  /* for anything less than this, any value that is less will do */
    uint16_t best;
    int value, next;
    uint32_t equals;
    bool sees_best;
};
bool bot_pick_next(struct bot_pick *);
void bot_pick_value(struct bot_pick *, int value);

/* Returns a table's history as a seat that plays there has seen it. */
struct table;
struct bot_history bot_history_of(const struct table *, int seat);

/* ---- by game (bots/GAME.c) ---- */

/* Rules of thumb. */
struct novice {
    const struct game *game;
    uint16_t (*choose)(const struct bot_view *, struct rng *);
};

/* What a game could work out for a search: what it likes, as long as it fits. */
struct bot_notes {
    alignas(8) uint8_t bytes[BOT_NOTES_SIZE];
};

/* How a search (bots/search.c) thinks about a game. The states below are worlds
 * that have been imagined: whole ones, but policy() MUST look only at what the
 * seat would know there. */
struct thinker {
    const struct game *game;
    int simulations[LEVELS];
    enum level top; /* the strongest level that people are offered: above it more thinking makes no difference */
    int another;    /* one candidate for every this many simulations, if that is more than below; 0: never */
    int candidates; /* actions that the search looks at, the best by rate(); at most BOT_CANDIDATES_MAX */

    /* How much a search trusts first sight: an action is ahead of one that rate() puts a point lower as if it had won
     * by this much in one world more. The fewer worlds there are, the more that counts. 0: not at all. */
    double trust;

    /* Where choices are sealed, a player who can be foreseen can be beaten. So after `mixing_from` simulations the bot
     * draws among its actions: one that wins less by this much is e times less likely to be played. 0: it plays the
     * best. */
    double mixing;
    int mixing_from;

    /* Playouts begin in a tree (bots/tree.h) where that pays; both are 0 where it
     * does not. A tree needs rate(). */
    double exploring; /* how much what was tried little is favoured */
    double widening;  /* actions of a node, by the square root of its visits */

    /* Says how good each legal action looks at first sight; NULL: all alike. */
    void (*rate)(const struct bot_view *, int *values);

    /* Fills in the notes that policy() and unseal() are given, with care that is in keeping
     * with the simulations to come; NULL: there are none. */
    void (*prepare)(const struct state *, int simulations, struct bot_notes *, struct rng *);
    bool passing; /* the notes are good for as far as playouts go, and no further */

    /* Returns what a player would do, fast; NULL: what the novice does. */
    uint16_t (*policy)(const struct state *, int seat, const struct bot_notes *, struct rng *);

    /* Draws worlds by how likely they are, judging by what others did, and returns how many: `most`, or fewer where it
     * was stopped or there is nothing to judge by. Searches of that many simulations and more ask for them, if there is
     * a history. NULL: all worlds that imagine() draws are as likely. */
    int (*believe)(const struct bot_view *, struct rng *, struct state_buffer *worlds, int most);
    int believing;

    /* Removes the sealed choices of all other seats, so that they choose again: imagine()
     * draws them evenly, the policy chooses better. NULL: nothing is sealed. */
    void (*unseal)(struct state *, int seat, const struct bot_notes *);

    /* True if a playout from the first state has gone far enough. Not called once the
     * game is over. */
    bool (*done)(const struct state *from, const struct state *now);

    /* Returns the share of a win that a seat can expect, 0 to 1. NULL: its actual share, where playouts go to the
     * end. */
    double (*value)(const struct state *, int seat);
};

#define BOT(name)                                                                                                      \
    extern const struct novice name##_novice;                                                                          \
    extern const struct thinker name##_thinker;
#define NO_BOT(name)
#define GAME(name, bot, ...) bot(name)
GAMES(GAME)
#undef BOT
#undef NO_BOT
#undef GAME

/* Return those of a game. Without rules of thumb the bot chooses any legal action, and playouts go to the end of the
 * game. */
const struct novice *novice_of(const struct game *);
const struct thinker *thinker_of(const struct game *);

/* Helps value(): returns a seat's share of the win, from the points each seat has
 * now, if the points still to come differ by about `spread`. Once the winners are
 * known, they get nearly all of it. */
double win_share(const struct result *, int players, int seat, double spread);

#endif
