/* Why the server refuses, whatever the game: keys of words/TAG/server.txt (rules/refusal.h).
 * The first are those of the error codes (message.h), for a refusal that has no key of its own. */
#ifndef PARLOR_SERVER_REFUSAL_H
#define PARLOR_SERVER_REFUSAL_H

#include "table/table.h"

#define SERVER_REFUSALS(X)                                                                                             \
    X(BAD_MESSAGE, bad_message)                                                                                        \
    X(NO_SUCH_TABLE, no_such_table)                                                                                    \
    X(NOT_FOUND, not_found)                                                                                            \
    X(METHOD, method)                                                                                                  \
    X(REFUSED, refused)                                                                                                \
    X(NOT_LEGAL, not_legal)                                                                                            \
    X(TOO_LARGE, too_large)                                                                                            \
    X(TOO_MANY, too_many)                                                                                              \
    X(NOT_SAVED, not_saved)                                                                                            \
    X(FULL, full)                                                                                                      \
    X(FORBIDDEN, forbidden)                                                                                            \
    X(DAMAGED, damaged)                                                                                                \
    X(LOST, lost)                                                                                                      \
    X(SHUTTING_DOWN, shutting_down)                                                                                    \
    X(HELLO_FIRST, hello_first)                                                                                        \
    X(NOT_SEATED, not_seated)                                                                                          \
    X(WRONG_TOKEN, wrong_token)                                                                                        \
    X(WATCHERS_FULL, watchers_full)                                                                                    \
    X(WATCHERS_FROM_HERE, watchers_from_here)                                                                          \
    X(GONE_ELSEWHERE, gone_elsewhere)                                                                                  \
    X(LEFT_SEAT, left_seat)                                                                                            \
    X(SITS_ALREADY, sits_already)                                                                                      \
    X(SEAT_BEING_SAVED, seat_being_saved)                                                                              \
    X(SEAT_NOT_FREE, seat_not_free)                                                                                    \
    X(SEATS_TAKEN, seats_taken)                                                                                        \
    X(SEATS_FREE, seats_free)                                                                                          \
    X(NO_SUCH_SEAT, no_such_seat)                                                                                      \
    X(SEAT_TAKEN, seat_taken)                                                                                          \
    X(NO_SUCH_LEVEL, no_such_level)                                                                                    \
    X(HOST_ONLY, host_only)                                                                                            \
    X(HOST_STAYS, host_stays)                                                                                          \
    X(PUT_OFF, put_off)                                                                                                \
    X(LAST_SEAT_TAKEN, last_seat_taken)                                                                                \
    X(PLAYERS_FIXED, players_fixed)                                                                                    \
    X(PREPARED_FIXED, prepared_fixed)                                                                                  \
    X(LOOK_TAKEN, look_taken)                                                                                          \
    X(CHANGED_TOO_OFTEN, changed_too_often)                                                                            \
    X(GAME_BEGUN, game_begun)                                                                                          \
    X(ABOUT_TO_BEGIN, about_to_begin)                                                                                  \
    X(LEAVE_LATER, leave_later)                                                                                        \
    X(GAME_NOT_BEGUN, game_not_begun)                                                                                  \
    X(GAME_OVER, game_over)                                                                                            \
    X(GAME_NOT_OVER, game_not_over)                                                                                    \
    X(STARTS_GIVEN_UP, starts_given_up)                                                                                \
    X(CHOICE_TOO_LATE, choice_too_late)                                                                                \
    X(CHOICE_TOO_EARLY, choice_too_early)                                                                              \
    X(ACTION_TOO_LONG, action_too_long)                                                                                \
    X(BOT_PLAYS, bot_plays)                                                                                            \
    X(BOT_PLAYS_ALREADY, bot_plays_already)                                                                            \
    X(PLAYS_ALREADY, plays_already)                                                                                    \
    X(NOT_YOUR_TURN, not_your_turn)                                                                                    \
    X(NO_HINTS, no_hints)                                                                                              \
    X(HINT_COMES, hint_comes)                                                                                          \
    X(THINKING_TOO_MUCH, thinking_too_much)                                                                            \
    X(CHAT_TOO_FAST, chat_too_fast)                                                                                    \
    X(CHAT_NAME, chat_name)                                                                                            \
    X(WATCHERS_SILENT, watchers_silent)                                                                                \
    X(REACT_TOO_FAST, react_too_fast)                                                                                  \
    X(LINE_LONG, line_long)                                                                                            \
    X(LINE_EMPTY, line_empty)                                                                                          \
    X(LINE_CHARACTERS, line_characters)                                                                                \
    X(LINE_MARKS, line_marks)                                                                                          \
    X(NAME_EMPTY, name_empty)                                                                                          \
    X(NAME_CHARACTERS, name_characters)                                                                                \
    X(NAME_MARKS, name_marks)                                                                                          \
    X(NAME_HIDDEN, name_hidden)                                                                                        \
    X(NAME_LONG, name_long)                                                                                            \
    X(NAME_BOT, name_bot)                                                                                              \
    X(REMATCH_NAMES, rematch_names)                                                                                    \
    X(OPENED_MANY, opened_many)                                                                                        \
    X(READ_MUCH, read_much)                                                                                            \
    X(TABLES_READ, tables_read)                                                                                        \
    X(ASKED_OFTEN, asked_often)                                                                                        \
    X(TABLE_UNREADABLE, table_unreadable)                                                                              \
    X(TABLES_FULL, tables_full)                                                                                        \
    X(EXPIRED, expired)                                                                                                \
    X(DISK_SLOW, disk_slow)                                                                                            \
    X(SAT_TOO_OFTEN, sat_too_often)                                                                                    \
    X(SEAL_TOO_OFTEN, seal_too_often)                                                                                  \
    X(GAME_TOO_LONG, game_too_long)                                                                                    \
    X(UNDONE_TOO_OFTEN, undone_too_often)                                                                              \
    X(BACK_TOO_OFTEN, back_too_often)                                                                                  \
    X(SAID_TOO_MUCH, said_too_much)                                                                                    \
    X(ANALYSIS_TOO_LONG, analysis_too_long)                                                                            \
    X(ANALYSES_WAIT, analyses_wait)                                                                                    \
    X(ANALYSED_MANY, analysed_many)

#define REFUSAL_NAME(upper, lower) REFUSE_##upper,
enum refusal { SERVER_REFUSALS(REFUSAL_NAME) REFUSAL_COUNT };
#undef REFUSAL_NAME

/* The problem that a refusal is; and puts it into one, and returns false. */
struct problem refusal_problem(enum refusal);
bool server_refuse(struct problem *, enum refusal);

#endif
