/* The cards of Belle of the Ball: what a deck is, the one that is compiled in,
 * and reading a custom one.
 *
 * The deck is data. To the rules a Guest is three interests and perhaps a
 * title, a Belle card one of the effects below: that is struct belle_deck, and
 * a state carries it. Everything else on a card (names, counties, wording) is
 * for people. Of the built-in deck it is compiled in; of a custom deck it
 * is in the deck's line of the record, which the table keeps. */
#ifndef PARLOR_RULES_BELLE_DECK_H
#define PARLOR_RULES_BELLE_DECK_H

#include "rules/text.h"

enum {
    BELLE_GUEST_COUNT = 60, /* every combination of interests once: 3 * 4 * 5 */
    BELLE_BELLE_COUNT = 27,
    BELLE_COPIES_MAX = 3, /* of one effect in a custom deck; action ids and steals are laid out for that */
};

/* In families of 3, 4 and 5: a Guest has one of each. */
#define BELLE_INTERESTS(X)                                                                                             \
    X(CHAT, "Chat")                                                                                                    \
    X(FLIRT, "Flirt")                                                                                                  \
    X(SNUB, "Snub")                                                                                                    \
    X(MUSIC, "Music")                                                                                                  \
    X(BOOK, "Book")                                                                                                    \
    X(CAKE, "Cake")                                                                                                    \
    X(TEA, "Tea")                                                                                                      \
    X(FISH, "Fish")                                                                                                    \
    X(MOON, "Moon")                                                                                                    \
    X(SHIELD, "Shield")                                                                                                \
    X(SUN, "Sun")                                                                                                      \
    X(TREE, "Tree")

enum belle_interest {
#define X(name, word) BELLE_##name,
    BELLE_INTERESTS(X)
#undef X
        BELLE_INTEREST_COUNT,
};

enum belle_noble { BELLE_NOBLE_NONE, BELLE_NOBLE_LORD, BELLE_NOBLE_LADY };

enum belle_type { BELLE_MAYHEM, BELLE_MIRTH, BELLE_MISCHIEF };

/* Code, type, and what the card does, in our words. */
#define BELLE_EFFECTS(X)                                                                                               \
    X(CROWD, MAYHEM, "2 points for every Belle card in anybody's groups")                                              \
    X(MOVE_OWN, MAYHEM, "move a Guest of yours to another group not full; 2 points")                                   \
    X(SWAP, MAYHEM, "swap Guests with an opponent, no full groups; 1 point")                                           \
    X(FREE_SKIP, MAYHEM, "skip cards without paying this turn; 1 point")                                               \
    X(REVERSE, MAYHEM, "turn the first five of the Guest line around; 1 point")                                        \
    X(SWEEP, MAYHEM, "take all Regrets lying beside the lines; 1 point")                                               \
    X(STEAL_BELLE, MAYHEM, "steal a random Belle card; 2 points if nobody holds any")                                  \
    X(APOLOGY, MAYHEM, "a Regret of each opponent (2 of one), or a point for it")                                      \
    X(EJECT, MAYHEM, "throw any card out of any group that is not full")                                               \
    X(BONUS_TEA, MIRTH, "+2 for each Tea")                                                                             \
    X(BONUS_CAKE, MIRTH, "+2 for each Cake")                                                                           \
    X(BONUS_BOOK, MIRTH, "+2 for each Book")                                                                           \
    X(BONUS_MUSIC, MIRTH, "+2 for each Music")                                                                         \
    X(BONUS_NOBLE, MIRTH, "+2 for each Lord and Lady")                                                                 \
    X(BONUS_PAIR, MIRTH, "+5 with a Lord and a Lady")                                                                  \
    X(COPY, MIRTH, "has the interests of the Guest here for whom it scores most")                                      \
    X(BONUS_SHARED, MIRTH, "+4 if two or more Guests all share an interest")                                           \
    X(VARIETY, MIRTH, "2 and 1 for each different interest, instead of matches")                                       \
    X(RUSHED, MISCHIEF, "the group is full at once")                                                                   \
    X(MINUS4, MISCHIEF, "4 points less")                                                                               \
    X(NO_COMMON, MISCHIEF, "no Chat, Flirt, Snub counts; 1 point for its player")                                      \
    X(NO_MEDIUM, MISCHIEF, "no Music, Book, Cake, Tea counts; 1 point for its player")                                 \
    X(MINUS_NOBLE, MISCHIEF, "3 points less for each Lord and Lady")                                                   \
    X(STAYS, MISCHIEF, "1 point for its player at scoring, and it stays")                                              \
    X(TALES, MISCHIEF, "its player scores half of what the group scores")                                              \
    X(TOLL, MISCHIEF, "owner pays its player 2 Regrets, 2 points for each missing")                                    \
    X(FAVORITE, MISCHIEF, "only the most numerous interest scores")

enum belle_effect {
#define X(code, type, words) BELLE_EFFECT_##code,
    BELLE_EFFECTS(X)
#undef X
        BELLE_EFFECT_COUNT,
};

/* What the rules know of a deck. */
struct belle_deck {
    uint8_t guest[BELLE_GUEST_COUNT];  /* as belle_guest() packs it: the combination, 0..59, and enum belle_noble */
    uint8_t effect[BELLE_BELLE_COUNT]; /* enum belle_effect */
};

/* Returns the byte of a Guest. */
static inline uint8_t belle_guest(int common, int medium, int rare, int noble)
{
    return (uint8_t)((common - BELLE_CHAT) * 20 + (medium - BELLE_MUSIC) * 5 + (rare - BELLE_FISH) + noble * 64);
}
static inline int belle_guest_combination(uint8_t guest)
{
    return guest & 63;
}
static inline int belle_guest_noble(uint8_t guest)
{
    return guest >> 6;
}
static inline int belle_guest_interest(uint8_t guest, int family)
{
    int combination = guest & 63;
    return family == 0   ? BELLE_CHAT + combination / 20
           : family == 1 ? BELLE_MUSIC + combination / 5 % 4
                         : BELLE_FISH + combination % 5;
}

enum belle_type belle_type_of(int effect);
const char *belle_type_name(enum belle_type);  /* MAYHEM */
const char *belle_effect_code(int effect);     /* CROWD */
extern const char *const belle_effect_codes[]; /* all of them; ends with NULL */
const char *belle_effect_words(int effect);    /* what it does */
const char *belle_interest_name(int interest);

void belle_write_lists(struct writer *); /* all of the above: see struct game_tables */

/* The built-in deck, and the names on its cards, from 0. */
extern const struct belle_deck belle_deck_built_in;
const char *belle_guest_name(int index);
const char *belle_belle_name(int index);

/* The files of a custom deck, in the order belle_deck_line() takes them. */
extern const char *const belle_deck_files[];

/* Writes the record's line of a deck given as the texts of its two tables; or
 * says what is wrong with which line of which file, and returns false. */
bool belle_deck_line(const char *const *texts, struct writer *line, struct writer *why);

/* Reads such a line. */
bool belle_deck_read(struct reader *, struct belle_deck *);

/* Finds the name of a card in a line that has been read before: false if the
 * line has no such row. kind is 'G' or 'B', number from 1. */
bool belle_deck_name(const char *line, char kind, int number, struct writer *name);

#endif
