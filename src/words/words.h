/* Words for people, made of facts.
 *
 * A language is a folder of tables, words/TAG: common.txt, and for each game a
 * table with a sentence for every verb, a wording of every choice, and the names
 * in its lists. tools/words.py makes C of them and refuses a table that is not
 * complete. docs/translate.md says how they are written. A game without tables is
 * told plainly, verb and fields. */
#ifndef PARLOR_WORDS_WORDS_H
#define PARLOR_WORDS_WORDS_H

#include "rules/game.h"
#include "table/table.h"

enum { LANGUAGE_SIZE = 32 }; /* of a tag, its NUL included */

struct phrase {
    const char *key, *text;
};

struct phrases { /* in ascending order of keys */
    const struct phrase *list;
    int count;
};

struct game_words {
    const char *game;
    struct phrases phrases;
};

struct language {
    const char *tag, *name; /* "zh-Hant", and what it calls itself */
    struct phrases common;
    const struct game_words *games; /* ends with a NULL game */
};

extern const struct language languages[]; /* English first; ends with a NULL tag */

/* The language for a tag or a locale ("zh-Hant", "zh_TW.UTF-8"), NULL if there is none. */
const struct language *language_find(const char *tag);

/* The language that a browser asks for, by an Accept-Language header ("zh-TW,zh;q=0.9,en;q=0.8"): the known
 * one that it likes best. NULL if it names none, or there is no header. */
const struct language *language_accepted(const char *header);

/* A word of the common table or, with a game, of that game's; NULL if there is none. */
const char *language_word(const struct language *, const struct game *, const char *key);

/* The sentence of a refusal: of a game (its id), "table" or "server"; NULL if there is none. */
const char *words_refusal(const struct language *, const char *of, const char *no);

/* Why something was refused, in a language: as a refusal has it there, else the problem's own text. */
const char *words_problem(const struct language *, const struct problem *);

/* How a sentence shows cards. */
enum card_words {
    CARD_NAMED,    /* by name: Finrod Fungaldum */
    CARD_NUMBERED, /* G28 Finrod Fungaldum: beside a drawing that has the notation alone */
    CARD_MARKED,   /* {G28|Finrod Fungaldum}: so that the caller can draw the card there */
};

/* The people in a sentence. */
struct cast {
    int players;
    int you; /* this seat is "you"; ONLOOKER: nobody is */
    void (*name)(const void *of, int seat, struct writer *);
    const void *of;
    enum card_words cards;
};

/* Write a fact as a sentence, and the name of a choice before it is made ("Play 3/4"). */
void words_fact(const struct language *, const struct game *, const struct fact *, const struct cast *,
                struct writer *);
void words_choice(const struct language *, const struct game *, const struct fact *, const struct cast *,
                  struct writer *);

/* Writes facts as sentences, one per line. */
void words_facts(const struct language *, const struct game *, const struct facts *, const struct cast *,
                 struct writer *);

/* True if facts name a seat. If they do not, their sentences are the same whether that seat is "you" or nobody is. */
bool words_concern(const struct game *, const struct facts *, int seat);

/* A field of a text that belongs to no fact: a number, or with `text` some words. */
struct word_value {
    const char *name;
    const char *text;
    int number;
};

/* A text of a table with its fields, FACT_FIELDS_MAX at most. By words a wording is chosen as by a list: the
 * first where there are none. */
void words_text(const struct language *, const char *text, const struct word_value *, int count, struct writer *);

/* Whom something is told. */
struct listener {
    const struct language *language;
    int viewer;     /* a seat, ONLOOKER or OPEN: what may be told */
    bool addressed; /* the viewer's seat is "you" */
    bool marked; /* seats stand as {0} and cards as {NOTATION|NAME}: who shows it knows what to call and draw there */
};

/* The listener who reads English and everybody's name, the own one as well. */
struct listener plain_listener(int viewer);

/* The people of a table, as the listener is told of them. */
struct cast words_cast(struct listener, const struct table *);

/* Write what happened at a step of a table, one sentence per line, and the name of any choice of its seat. */
void words_step(struct listener, const struct table *, int step, struct writer *);
void words_step_among(struct listener, const struct cast *, const struct table *, int step,
                      struct writer *); /* by other names than the table's */
void words_choice_at(struct listener, const struct table *, int step, uint16_t id, struct writer *);
void words_choice_now(struct listener, const struct table *, const struct state *view, uint16_t id,
                      struct writer *); /* … of the viewer, who owes one, from its view */

#endif
