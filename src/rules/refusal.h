/* Why a choice is refused, as a key: what game->objection() returns.
 *
 * A game lists its refusals as GAME_REFUSALS(X) with X(key), and makes a constant
 * of each with GAME_REFUSALS(REFUSAL_KEY), so that a misspelt key does not compile
 * and one that nobody returns is found. The sentences are in words/TAG/GAME.txt
 * as no.KEY; tools/words.py refuses a table that lacks one. Those in English are
 * here too, for everybody who is told in English whatever front end there is. */
#ifndef PARLOR_RULES_REFUSAL_H
#define PARLOR_RULES_REFUSAL_H

#define REFUSAL_KEY(key) static const char key[] = #key;

/* Returns the English sentence of a refusal by a game (its id) or by "table"; the key itself without
 * one. */
const char *refusal_text(const char *of, const char *key);

#endif
