/* Plays a deal of a survey, in all rotations of its line-up: on processors (lab/survey.h) and on GPUs (cuda/survey.h)
 * alike. */
#ifndef PARLOR_LAB_DEAL_PLAY_H
#define PARLOR_LAB_DEAL_PLAY_H

#include "lab/kingmaking.h"
#include "lab/tally.h"

/* A deal that is being played. */
struct deal {
    struct playing *playing;
    struct tally *tally; /* what is over is added here */
    struct seed seed;
    int rotation;
    struct outcome outcomes[MAX_SEATS]; /* by rotation */
};

/* The seed of a line-up's deal of this number. */
struct seed lineup_deal_seed(const struct lineup *, long number);

/* Begins the deal of this number; then goes on by one deal of cards or one choice, in one game after another. With
 * `kings` it asks about kingmaking after the first of them. */
void deal_begin(struct deal *, const struct lineup *, struct playing *, long number, const atomic_bool *stop,
                struct tally *);
enum course deal_go_on(struct deal *, bool kings);

/* Plays the deal of this number and adds it to the tally, with the kingmaking of its first game where that is asked.
 * False if a game of it could not be played to its end. */
bool deal_play(const struct lineup *, struct playing *, long number, bool kings, const atomic_bool *stop,
               struct tally *);

#endif
