/* Facts: what a choice or a deal has done, for programs and for people.
 *
 * A game has a table of verbs. While a choice is applied, or for a deal, it says
 * which of them happened: a fact is a verb with its fields, which are seats,
 * cards, numbers and names out of the game's lists. Everything else is made of
 * facts: the sentences of every language (words/words.h), what the browser and
 * Python are told, what the lab counts. Nobody reads a sentence to learn what
 * happened.
 *
 * Some seats may know more of a fact than others: its last fields may be secret,
 * or all of it. fact_for() leaves out what a viewer cannot know. */
#ifndef PARLOR_RULES_FACT_H
#define PARLOR_RULES_FACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/text.h"

struct game;

enum {
    FACT_VALUES_MAX = 40, /* of one fact, all fields together */
    FACTS_MAX = 64,       /* of one choice or deal */
    FACT_FIELDS_MAX = 12,
    FACT_ROBOT = 5, /* as a seat: the rival without a seat of a game that has one (MAX_SEATS) */
};

/* A verb: `fields` is "name:kind name:kind …". Kinds are seat, seats (bits), number, points
 * (halves where the game counts halves), card, cards, or the name of one of the game's lists. A star
 * makes a list of it, which may be empty: "new:bid* values:number*". cards is card*. */
struct verb {
    const char *name;
    const char *fields;
    bool choice; /* what a seat chooses to do; the first field is that seat */
};

/* A game lists its verbs as GAME_VERBS(X) with X(NAME, name, choice, "fields"), makes its enum of it
 * and game->verbs: {GAME_VERBS(VERB_ROW) VERBS_END}. tools/words.py reads the list as well. */
#define VERB_ROW(upper, lower, is_choice, what) {.name = #lower, .fields = (what), .choice = (is_choice)},
#define VERBS_END                                                                                                      \
    {                                                                                                                  \
        .name = NULL                                                                                                   \
    }

/* Names that a field may have as its value. */
struct name_list {
    const char *name;
    const char *const *keys; /* ends with NULL */
};

/* The fields of a fact lie one after the other: one value each, and for cards and lists how many there
 * are and then each of them. */
struct fact {
    uint8_t verb;
    uint8_t count;  /* of values */
    uint8_t secret; /* how many values, from the end, are secret; all of them: nobody else learns of it */
    uint8_t known;  /* bit s: seat s knows the secret ones */
    int32_t value[FACT_VALUES_MAX];
};

struct facts {
    int count;
    struct fact list[FACTS_MAX];
};

/* ---- for games ---- */

/* Says that something happened, if anybody asks: SAY(told, SCOUT_PLAYS, seat, …). What
 * follows the verb is worked out only then. */
#define SAY(told, verb, ...)                                                                                           \
    do {                                                                                                               \
        if (told)                                                                                                      \
            fact_say(told, verb, (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int));        \
    } while (0)

/* Marks a function that says facts and is called from play: it is kept out of the way of those who play
 * without a listener, for whom even the buffer of a SAY() would cost something. */
#define SAYING __attribute__((noinline, cold))

void fact_say(struct facts *, int verb, const int *values, size_t count);

/* More of the fact said last: another value; cards, of which those that are a set return how many values they take;
 * the last values are for these seats alone. All of them may be asked without anybody listening. */
void fact_add(struct facts *, int value);
void fact_add_cards(struct facts *, const uint8_t *cards, int count); /* a field of the kind cards */
int fact_add_set(struct facts *, uint64_t cards);                     /* likewise: bit c for card c */
void fact_keep(struct facts *, unsigned seats, int values);           /* FACT_ALL: the whole fact */
enum { FACT_ALL = FACT_VALUES_MAX };

/* ---- for everybody else ---- */

/* Writes what a viewer (a seat, ONLOOKER or OPEN) may know of a fact; false if it learns nothing of it. */
bool fact_for(const struct fact *, int viewer, struct fact *out);

enum field_kind { FACT_SEAT, FACT_SEATS, FACT_NUMBER, FACT_POINTS, FACT_CARD, FACT_CARDS, FACT_NAME };

struct fact_field {
    const char *name; /* not ended by NUL */
    size_t name_length;
    enum field_kind kind;
    const struct name_list *list; /* FACT_NAME */
    bool many;                    /* cards, or a list */
    const int32_t *value;         /* the first; NULL: secret */
    int count;                    /* of values: 1, or how many there are */
};

/* The fields of a fact in order, how many there are; and one by its name. The fact may have been
 * cut by fact_for(). */
int fact_fields(const struct game *, const struct fact *, struct fact_field out[FACT_FIELDS_MAX]);
bool fact_find(const struct game *, const struct fact *, const char *name, struct fact_field *out);

/* True if the values of a fact are what its verb says, and of the kinds it says: for tests. */
bool fact_is_sound(const struct game *, const struct fact *, int players);

/* Writes a fact as a JSON object: {"verb":"plays","who":1,"cards":["3/4"],"captured":2} */
void fact_write(const struct game *, const struct fact *, struct writer *);

#endif
