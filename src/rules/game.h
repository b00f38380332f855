/* The game interface: what a game is to everything above it.
 *
 * A game is one `const struct game`, its state one flat struct without
 * pointers: copied by memcpy, compared and hashed as bytes. Rules files are
 * freestanding: no malloc, no stdio, no clock, no floating point, no globals.
 *
 * Four ideas hold the interface together.
 *   A view is a state. redact() turns a copy of the true state into what one
 *   seat knows; every screen, JSON, observation and bot is fed from that.
 *   Chance is outside. The state holds no random numbers.
 *   Several seats may owe a choice at once. Each is sealed in the state until
 *   the last is in; the order in which they arrive makes no difference.
 *   Untrusted text is answered with a message, a programmer's error with a
 *   trap. apply() trusts its id; action_parse() and chance_read() trust nothing.
 *
 * MUST and MAY below are checked for every game by tests/laws.c. */
#ifndef PARLOR_RULES_GAME_H
#define PARLOR_RULES_GAME_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games.h"
#include "rules/fact.h"
#include "rules/refusal.h"
#include "rules/rng.h"
#include "rules/text.h"

enum {
    MAX_SEATS = 5,
    MAX_OPTIONS = 4,
    MAX_DECK_FILES = 2,
    STATE_SIZE = 1024,      /* no state is larger */
    LEGAL_SLACK = 16,       /* legal() may scribble over this many ids past the last */
    LEGAL_RUNS = 64,        /* space for the legal ids of any game that has legal_runs() */
    LEGAL_SIZE = 4096,      /* space for the legal ids of any game, the slack included */
    OBSERVATION_SIZE = 512, /* no observation is larger */
};

/* These replace a seat. Their values differ, so that a viewer is never taken for an actor. */
enum {
    ONLOOKER = -1, /* a viewer without a seat, who sees what is public */
    CHANCE = -2,   /* an actor: no player acted, the cards were dealt */
    OPEN = -3,     /* a viewer who sees everything: for records, and for games that are over */
};

struct state; /* of any game. Its own files know it as struct GAME_state: see rules/slots.h */

/* Holds a state of any game, for callers that cannot know its size. */
struct state_buffer {
    alignas(8) uint8_t bytes[STATE_SIZE];
};

static inline struct state *state_in(struct state_buffer *buffer)
{
    return (struct state *)(void *)buffer->bytes;
}

enum option_kind { OPTION_CHOICE, OPTION_NUMBER, OPTION_TEXT };

/* A rule variant that a table may be opened with, as `name=value`. */
struct option {
    const char *name;
    enum option_kind kind;
    const char *values;   /* CHOICE: the words, split by '|'. TEXT: what it looks like */
    int least, most;      /* NUMBER: the range */
    const char *fallback; /* what holds when it is not set, spelled as a player would type it */
    const char *help;     /* one line */
    const char *example;  /* TEXT: other values, split by '|', each good for some number of players; for the tests */
};

struct setup {
    int players;
    const char *value[MAX_OPTIONS]; /* in the order of game->options, as typed; NULL: not set */
};

enum turn_kind { TURN_CHANCE, TURN_CHOICE, TURN_OVER };

struct turn {
    uint8_t kind;
    uint8_t seats; /* TURN_CHOICE: bit s is set while seat s owes a choice */
};

struct result {
    int points[MAX_SEATS]; /* as they stand; in halves where game->half_points */
    uint8_t winners;       /* bit s: seat s has won, alone or with others; 0 before the end */
};

/* A game whose cards are data can be played with a custom deck. The option
 * names a directory. A table opened with it begins with a chance event that puts
 * the cards down; its line in the record holds every word on them, which is more
 * than a state keeps. So the table keeps that line (table_plan.deck), from the
 * files or from a record, hands it to chance_read() where it would draw, and
 * writes it where it would call chance_write(). */
struct game_deck {
    int option;               /* in game->options: an OPTION_TEXT */
    const char *const *files; /* what is read from the directory; ends with NULL; MAX_DECK_FILES at most */

    /* Makes the line from the texts of the files; or says what is wrong with
     * which line of which file, and returns false. */
    bool (*line)(const char *const *texts, struct writer *line, struct writer *why);

    /* True if the chance event due now is that one. chance() MUST then lay some
     * deck of the game's own, for those who play without a table. */
    bool (*due)(const struct state *);
};

/* Ids near each other: first + n for every bit n. */
struct id_run {
    uint64_t bits; /* not 0 */
    uint32_t first;
};

struct game_tables; /* rules/tables.h */
struct game_sheet;  /* rules/sheet.h */

struct game {
    const char *id, *title;
    const char *summary; /* one sentence for somebody who does not know it */
    int minutes;         /* of a game among people */
    int min_players, max_players;
    int max_actions;   /* action ids are 0 .. max_actions-1, the same for every state */
    int max_legal;     /* the most legal actions there can be at once */
    size_t state_size; /* at most STATE_SIZE */
    size_t
        observation_size; /* bytes that observe() writes, the same for every player count; at most OBSERVATION_SIZE */
    bool half_points;     /* struct result counts halves */
    const struct option *options;     /* ends with a NULL name */
    const struct game_deck *deck;     /* NULL where the cards are fixed */
    const struct game_tables *tables; /* what its numbers mean; MAY be NULL, but then nobody can read observations */
    const struct game_sheet *sheet;   /* what its points are made of; NULL: of the points of its rounds */
    const struct verb *verbs;         /* what can happen; ends with a NULL name */
    const struct name_list *lists;    /* of names in facts; ends with a NULL name; NULL: none */

    /* ---- play ---- */

    /* Lays an empty table. MUST return NULL, or a static message when an
     * OPTION_TEXT value is wrong; the rest of setup has passed setup_check().
     * MUST set every byte, so that equal states are equal as bytes. */
    const char *(*start)(struct state *, const struct setup *);

    struct turn (*turn)(const struct state *);

    /* Draws what chance decides next. The turn MUST be TURN_CHANCE. */
    void (*chance)(struct state *, struct rng *);

    /* Writes the legal action ids of a seat that owes a choice, ascending, and
     * returns how many: never 0. MUST give the same from the seat's redacted
     * state. ids has space for max_legal + LEGAL_SLACK. */
    int (*legal)(const struct state *, int seat, uint16_t *ids);

    /* Sets the bits of those ids in a mask of zeros, for callers that need no list, such as a GPU's. MAY be NULL. */
    void (*legal_mask)(const struct state *, int seat, uint32_t *mask);

    /* Writes those ids as runs, ascending and apart from each other, and returns how many. There MUST be space for
     * LEGAL_RUNS; it may overwrite the one after the last. For the same callers, in games with thousands of ids,
     * where a mask is mostly zeros: where there are runs, nobody asks for legal_mask. MAY be NULL. */
    int (*legal_runs)(const struct state *, int seat, struct id_run *runs);

    /* Makes a legal choice. Whether it is legal has been checked by the table. Says what happens
     * where somebody asks for the facts; NULL is what those pass who play millions of games. What is
     * sealed MUST be said when it is opened, by the last choice; before that only to its own seat. */
    void (*apply)(struct state *, int seat, uint16_t id, struct facts *);

    /* Writes the current points, and at the end the winners. */
    void (*result)(const struct state *, struct result *);

    /* Returns how many rounds have been scored, and in `last` the points of the last
     * of them by seat; NULL for a game without rounds. */
    int (*rounds)(const struct state *, int *last);

    /* ---- who knows what ---- */

    /* Forgets what this seat (or ONLOOKER) cannot know. MUST be the same when
     * done twice, and MUST forget nothing once the game is over. */
    void (*redact)(struct state *, int viewer);

    /* Completes a redacted state to one world that it may be in: redacting the
     * outcome for the same viewer MUST give the redacted state again, and every
     * such world MUST be able to come up. */
    void (*imagine)(struct state *, int viewer, struct rng *);

    /* Writes what the seat knows, as bytes for learners. MUST give the same from the
     * true and from the seat's redacted state. */
    void (*observe)(const struct state *, int seat, uint8_t *out);

    /* ---- words: one spelling each way ---- */

    /* Writes the notation of an action. The action need not be legal, but if it is, the
     * notation MUST fit the state. */
    void (*action_text)(const struct state *, int seat, uint16_t id, struct writer *);

    /* Reads the action a text names, or returns false with the reason in the reader. MUST
     * take exactly what action_text() writes. It MAY name an illegal action. */
    bool (*action_parse)(const struct state *, int seat, struct reader *, uint16_t *id);

    /* Says why a seat that owes a choice may not choose this id now, by the rules spelled
     * out plainly: the key of a refusal (rules/refusal.h); NULL exactly for the ids
     * that legal() gives. */
    const char *(*objection)(const struct state *, int seat, uint16_t id);

    /* Writes the JSON line of a chance event, from the states before and after it. */
    void (*chance_write)(const struct state *before, const struct state *after, struct writer *);

    /* Does what a chance line says, or returns false with the reason in the
     * reader; the state is then no longer of use. */
    bool (*chance_read)(struct state *, struct reader *);

    /* ---- what happened: see rules/fact.h ---- */

    /* Says the facts of a chance event, from the states before and after it. */
    void (*dealt)(const struct state *before, const struct state *after, struct facts *);

    /* Says the one fact that a legal choice is to the seat that makes it: a verb with `choice`. Works
     * from the seat's redacted state, too. apply() says the same of it, sooner or later. */
    void (*meaning)(const struct state *, int seat, uint16_t id, struct facts *);

    /* Writes a card of a fact in notation. */
    void (*card_text)(int card, struct writer *);

    /* Returns what sentences call a card, instead of its notation; NULL for a card without a name. The slot
     * MAY be NULL. */
    const char *(*card_name)(int card);

    /* Writes the JSON of a (redacted) state. */
    void (*describe)(const struct state *, struct writer *);

    /* Answers what cards are worth by the rules, wherever they lie: for front ends that
     * show what a choice would bring, and judge nothing themselves. The question is
     * untrusted text, in words that GAME_ask.c explains; the answer is JSON, or false
     * with the reason in the reader. NULL where nobody asks. */
    bool (*ask)(struct reader *question, struct writer *answer);

    /* ---- states from outside: see rules/accept.h ---- */

    /* True if two states are of tables opened alike: the same number of players,
     * the same options. MUST be able to look at any bytes; one of the states is
     * what start() has laid. */
    bool (*same_setup)(const struct state *, const struct state *);

    /* Says which invariant of a state is broken, the conservation of cards and what the
     * viewer cannot know among them; NULL when all is well. For OPEN it is a true
     * state, else one that redact() has made for the viewer. MUST be able to look at
     * any bytes with the right setup. A state without a fault MUST be safe to hand
     * to every function of the game, its novice, its drawing and its features. */
    const char *(*fault)(const struct state *, int viewer);
};

static inline uint8_t seat_bit(int seat)
{
    return (uint8_t)(1u << seat);
}

/* True if an id is among ascending ones, as legal() gives them. */
bool ids_hold(const uint16_t *ids, int count, uint16_t id);

void write_points(struct writer *, const struct game *, int points); /* 41, or 41.5 in halves */

/* Gives the win to those with the most points: what most games do at the end. */
void most_points_win(struct result *, int players);

/* Checks the number of players and the values of all options against what the
 * game says about them; says what is wrong and returns false if something is. */
bool setup_check(const struct game *, const struct setup *, struct writer *why);

/* Return the value that holds for an option: which of its words, or its number. Only
 * after setup_check(). */
int setup_choice(const struct game *, const struct setup *, int option);
int setup_number(const struct game *, const struct setup *, int option);

/* All games, in the order they are shown; ends with NULL. */
extern const struct game *const games[];
const struct game *game_by_id(const char *id);

#define GAME(name, ...) extern const struct game name;
GAMES(GAME)
#undef GAME
extern const struct game template_game; /* not in games[]: the page to start from, see docs/add-a-game.md */

#endif
