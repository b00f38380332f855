/* The list of games, in the order they are shown, with what each has beside its rules:
 *
 *   X(name, BOT, DRAWING, FEATURES)
 *
 * BOT: a novice and a thinker in src/bots/name.c; DRAWING: src/term/name.c; FEATURES: src/lab/features_name.c. A game
 * that has none says NO_BOT, NO_DRAWING or NO_FEATURES, and what every game has takes its place: playouts at random
 * (bots/bot.c), the members of its JSON as text (term/outline.c), points and places alone (lab/features.c).
 *
 * C makes all its lists from this one, and src/meson.build reads it for the files to compile. tools/new-game adds a
 * line. The rules themselves are src/rules/name.c and docs/rules/name.md, the words words/TAG/name.txt. */
#ifndef PARLOR_GAMES_H
#define PARLOR_GAMES_H

#ifndef GAMES /* a GPU's module has one game: tools/ptx.py */
#define GAMES(X)                                                                                                       \
    X(scout, BOT, DRAWING, FEATURES)                                                                                   \
    X(bridesmaid, BOT, DRAWING, FEATURES)                                                                              \
    X(belle, BOT, DRAWING, FEATURES)                                                                                   \
    X(sparrows, BOT, DRAWING, FEATURES)                                                                                \
    X(bannish, BOT, DRAWING, FEATURES)
#endif

#endif
