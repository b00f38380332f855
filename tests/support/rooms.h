/* Rooms of the server for tests: opened, filled and played at random, each event
 * by way of its text, as the store keeps it. */
#ifndef PARLOR_TESTS_SUPPORT_ROOMS_H
#define PARLOR_TESTS_SUPPORT_ROOMS_H

#include "server/message.h"

/* A person's key and the server's secret are made of this byte: easy to find if
 * they leak. */
enum { KEY_BYTE = 0xc3, SECRET_BYTE = 0x5e };

/* Takes an event that must fit, and its copy read back from its text. The text
 * read back and written again must be the same. */
void take(struct room *, const struct event *);

/* Of a set-up, with an option's every value; a server has no tables with a custom deck. */
struct open_plan plan_with(const struct game *, const struct setup *, int number);
bool is_own_deck(const struct game *, const struct setup *);

struct room *room_opened(const struct open_plan *, int64_t at);
struct open_plan plan_of(const struct game *, int players, uint8_t seed);
void seat_everybody(struct room *, int64_t at); /* on every seat that is free */
void start_room(struct room *, int64_t at);     /* all seal and show their salts */
void salt_of(int seat, char out[HEX_SIZE]);     /* the salt that a seat shows */
void seal_everybody(struct room *, int64_t at);
struct room *room_playing(const struct game *, int players, uint8_t seed);

/* A random choice of a random seat; false if the game is over. */
bool choose_at_random(struct room *, struct rng *, int64_t at);

/* Does something at a table besides a choice: talk, leave, come back, undo. */
void something_else(struct room *, struct rng *, int64_t at);

/* The message about a table, in memory that lasts until the next call but one. */
const char *frame_of(const struct room *, int viewer, int log_from);

#endif
