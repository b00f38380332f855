/* Plays a deal of a survey, in all rotations of its line-up: on processors (lab/survey.h) and on GPUs (cuda/survey.h)
 * alike. */
#ifndef PARLOR_LAB_DEAL_PLAY_H
#define PARLOR_LAB_DEAL_PLAY_H

#include "lab/kingmaking.h"
#include "lab/tally.h"

/* Plays the deal of this number and adds it to the tally, with the kingmaking of its first game where that is asked.
 * False if a game of it could not be played to its end: see playing_game(). */
bool deal_play(const struct lineup *, struct playing *, long number, bool kings, const atomic_bool *stop,
               struct tally *);

/* Plays only the first game of the deal, and only to ask about kingmaking. */
bool deal_ask_kings(const struct lineup *, struct playing *, long number, const atomic_bool *stop, struct kingmaking *);

#endif
