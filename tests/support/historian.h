/* A bot whose choice depends on every byte of its history: where two of them are told of different pasts, they play
 * different games. tests/meson.build makes a program that has it. */
#ifndef PARLOR_TESTS_SUPPORT_HISTORIAN_H
#define PARLOR_TESTS_SUPPORT_HISTORIAN_H

#include "bots/bot.h"

extern const struct bot historian_bot;

/* Returns a number made of all steps; that of no history is that of an empty one. */
uint64_t history_hash(const struct game *, const struct bot_history *);

#endif
