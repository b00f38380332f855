/* A person's visit to a table of a server, as a player or as an onlooker: the connection (visit.c), and what the
 * server has said (visit_messages.c). How it is shown is somebody else's business: line by line in visit_lines.c, on
 * the full screen in visit_screen.c. What a person may type is in visit_words.c, what is said of the table in
 * visit_text.c. */
#ifndef PARLOR_TERM_VISIT_H
#define PARLOR_TERM_VISIT_H

#include <jansson.h>

#include "bots/hint.h"
#include "client/pledge.h"
#include "table/steady.h"
#include "term/moves.h"
#include "term/words.h"

struct visit_plan {
    struct client_address address; /* of a table */
    char name[NAME_SIZE];          /* to sit down with; empty: only watch */
    char called[NAME_SIZE];        /* to write with while watching; empty: nothing can be written then */
    char token[ID_LENGTH + 1];     /* of a seat that the person has; empty: none */
    struct seen seen;              /* what the person has last seen of the table */
    bool token_typed;              /* by the person: if it fits no seat, that is an error. Else it is forgotten */
    const struct language *language;
    bool notation; /* moves are shown as they are recorded, not in words */
    bool colour;
    bool ascii; /* on the full screen */
    bool (*interrupted)(void);
    /* The person has sat down there, or has a seat there no longer (an empty token). */
    bool (*keep_token)(const struct client_address *table, const char *token, const struct seen *, struct problem *);
    /* The person's part in the deal, likewise. */
    bool (*find_pledge)(const struct client_address *, struct pledge *);
    bool (*keep_pledge)(const struct client_address *, const struct pledge *, struct problem *);
};

/* The words that a person may type besides moves; the caller, which shows the visit, answers those with NULL. */
#define VISIT_WORDS(X)                                                                                                 \
    X(VISIT_START, "start", SAY_WORD_START, SAY_OPERAND_NONE, SAY_HELP_START, do_start)                                \
    X(VISIT_HINT, "hint", SAY_WORD_HINT, SAY_OPERAND_NONE, SAY_HELP_HINT, do_hint)                                     \
    X(VISIT_UNDO, "undo", SAY_WORD_UNDO, SAY_OPERAND_NONE, SAY_HELP_VISIT_UNDO, do_undo)                               \
    X(VISIT_MOVES, "moves", SAY_WORD_MOVES, SAY_OPERAND_TEXT, SAY_HELP_MOVES, NULL)                                    \
    X(VISIT_NOTATION, "notation", SAY_WORD_NOTATION, SAY_OPERAND_NONE, SAY_HELP_NOTATION, do_notation)                 \
    X(VISIT_TABLE, "table", SAY_WORD_TABLE, SAY_OPERAND_NONE, SAY_HELP_TABLE, NULL)                                    \
    X(VISIT_SAY, "say", SAY_WORD_SAY, SAY_OPERAND_SAY, SAY_HELP_SAY, do_say)                                           \
    X(VISIT_REACT, "react", SAY_WORD_REACT, SAY_OPERAND_REACT, SAY_HELP_REACT, do_react)                               \
    X(VISIT_SEATS, "seats", SAY_WORD_SEATS, SAY_OPERAND_NONE, SAY_HELP_SEATS, do_seats)                                \
    X(VISIT_LOG, "log", SAY_WORD_LOG, SAY_OPERAND_NONE, SAY_HELP_VISIT_LOG, NULL)                                      \
    X(VISIT_EARLIER, "earlier", SAY_WORD_EARLIER, SAY_OPERAND_NONE, SAY_HELP_EARLIER, do_earlier)                      \
    X(VISIT_RULES, "rules", SAY_WORD_RULES, SAY_OPERAND_NONE, SAY_HELP_RULES, NULL)                                    \
    X(VISIT_FAIR, "fair", SAY_WORD_FAIR, SAY_OPERAND_NONE, SAY_HELP_FAIR, do_fair)                                     \
    X(VISIT_REMATCH, "rematch", SAY_WORD_REMATCH, SAY_OPERAND_NONE, SAY_HELP_REMATCH, do_rematch)                      \
    X(VISIT_LEAVE, "leave", SAY_WORD_LEAVE, SAY_OPERAND_NONE, SAY_HELP_LEAVE, do_leave)                                \
    X(VISIT_BACK, "back", SAY_WORD_BACK, SAY_OPERAND_NONE, SAY_HELP_BACK, do_back)                                     \
    X(VISIT_SIT, "sit", SAY_WORD_SIT, SAY_OPERAND_NONE, SAY_HELP_SIT, do_sit)                                          \
    X(VISIT_NAME, "name", SAY_WORD_NAME, SAY_OPERAND_NAME, SAY_HELP_NAME, do_name)                                     \
    X(VISIT_BOT, "bot", SAY_WORD_BOT, SAY_OPERAND_BOT, SAY_HELP_BOT, do_bot)                                           \
    X(VISIT_FREE, "free", SAY_WORD_FREE, SAY_OPERAND_SEAT, SAY_HELP_FREE, do_free)                                     \
    X(VISIT_PLAYERS, "players", SAY_WORD_PLAYERS, SAY_OPERAND_NUMBER, SAY_HELP_PLAYERS, do_players)                    \
    X(VISIT_HELP, "help", SAY_WORD_HELP, SAY_OPERAND_NONE, SAY_HELP_HELP, NULL)                                        \
    X(VISIT_QUIT, "quit", SAY_WORD_QUIT, SAY_OPERAND_NONE, SAY_HELP_VISIT_QUIT, do_quit)

#define WORD_ID(id, word, called, operand, help, act) id,
enum visit_word { VISIT_WORDS(WORD_ID) VISIT_WORDS_COUNT };
#undef WORD_ID

extern const struct word visit_words[VISIT_WORDS_COUNT];

/* Shows a visit. All texts are safe to show. */
struct visit_show {
    void (*told)(void *, enum style, const char *sentences); /* something has happened; a line feed after each */
    void (*note)(void *, enum style, const char *text);      /* an answer to the person alone */
    void (*hints)(void *, const struct hint_line *, int count);
    void (*page)(void *, const char *title, const char *text); /* what was asked for, in the drawings' styles */
    void (*word)(void *, enum visit_word, const char *rest);   /* it is to be answered */
    void (*table)(void *); /* the table has changed; what has happened was told before */
};

enum visit_link {
    LINK_LOST, /* or not made yet: another try is made, or under way */
    LINK_OPEN,
    LINK_ENDED, /* and will not come back by itself */
};

enum { VISIT_TEXT = 1 << 16 }; /* of the longest page: the log as far back as a newcomer is told it */

struct visit {
    struct visit_plan plan;
    const struct visit_show *show;
    void *shower; /* what its functions are called with */

    struct client *client;
    struct line *line; /* NULL while there is no connection */
    enum visit_link link;
    int64_t again; /* when to connect again; 0: a try is under way, or none will be made */
    int64_t pause; /* milliseconds to the try after that */

    json_t *table; /* the last message; NULL before the first */
    int64_t heard; /* when it came */
    json_t *log;   /* lines, from number log_from on */
    size_t log_from;
    int64_t earlier; /* the first older line that was asked for and shown; -1: none was */
    int64_t chats;   /* lines of chat that have been shown */
    const struct game *game;
    int seat; /* or ONLOOKER */
    struct table_name names[MAX_SEATS];
    struct deal deal;     /* as the last message has it */
    struct pledge pledge; /* our part in it */
    int offered;          /* what of it was sent last over this connection: seal or salt, start and seat */
    bool warned;          /* that the seal of the seat is not ours */
    bool has_state;       /* the server's states look like ours */
    struct state_buffer view;
    struct moves moves; /* of the person, while a choice is owed; else none */
    json_t *asked_for;  /* moves in notation that the server was asked to put in words; NULL: none */
    int64_t
        asked_at; /* … and how many choices the seat had made before: the same notation may mean another move later */
    json_t *called;    /* its words for them; NULL: none yet */
    unsigned position; /* another number whenever the game has moved, or is seen after a new connection */

    bool speaks;              /* the server tells the log in the person's language, seats and cards marked */
    bool greeted;             /* hello has been said, and no table has come since */
    bool wants_seat;          /* sits down whenever there is a connection and no seat yet */
    bool sitting;             /* the wish to sit down is under way */
    int64_t chosen;           /* the number of the choice that is under way; -1: none */
    int unanswered;           /* messages */
    int64_t asked;            /* when hello was said */
    int tables;               /* that the person has gone on to */
    char left[ID_LENGTH + 1]; /* the one before this */
    int64_t leaving;          /* since when; 0: the person stays */
    bool refused;             /* nobody was let in, or the server cannot be trusted; why says so */
    struct problem why;

    struct canvas canvas; /* for pages; writes into out */
    struct writer out;
    char text[VISIT_TEXT];
};

/* NULL with the reason if there is no network. The caller closes; what is shown is called from visit_run()
 * only. */
struct visit *visit_open(const struct visit_plan *, const struct visit_show *, void *shower, struct problem *);
void visit_close(struct visit *);

/* Waits for news, but not for longer, and shows them; connects again when it is time. */
void visit_run(struct visit *, int milliseconds);

/* The person has left, and nothing that was said before is still on its way. */
bool visit_has_left(const struct visit *);
bool visit_is_answered(const struct visit *); /* all that was said; or it never will be */

/* ---- what is known ---- */

int visit_players(const struct visit *);
const json_t *visit_seat(const struct visit *, int seat);
const char *text_of(const json_t *object, const char *key); /* empty where there is none */
bool flag_of(const json_t *object, const char *key);
bool visit_is(const struct visit *, const char *status); /* open, starting, playing or over */
int visit_prepared(const struct visit *);                /* the number of a prepared deal; 0: not prepared */
int visit_host(const struct visit *);                    /* the host's seat; -1: nobody sits, or none is said */
bool visit_owes(const struct visit *);                   /* the person, a choice */
bool visit_may_choose(const struct visit *);             /* … which is not under way, and there is a connection */
int64_t visit_time_left(const struct visit *, int seat); /* milliseconds; -1: no clock */

const char *visit_said(const struct visit *, enum text);
extern const enum text visit_reactions[REACTIONS]; /* what each is called */

/* ---- to the server ---- */

enum { RE_HELLO = 1, RE_SIT, RE_CHOICE, RE_WORD, RE_DEAL, RE_MOVES }; /* what an answer is to */

void visit_send(struct visit *, json_t *message); /* takes it over */
void visit_sit(struct visit *);
void visit_reconnect(struct visit *); /* at once, also when the connection would not come back by itself */

/* ---- visit_messages.c: what the server says ---- */

void visit_read_moves(struct visit *);                                         /* puts them in words again */
void write_sentences(const struct visit *, struct writer *, const char *text); /* a line of the log, cleaned */
void write_words(const struct visit *, struct writer *, const char *text);     /* likewise, any text with marks */

/* ---- visit_text.c: what is said of a table ---- */

void write_time(struct writer *, int64_t milliseconds);               /* 1:05 */
void visit_status(const struct visit *, bool clock, struct writer *); /* what is waited for, as one line */
void visit_draw_people(const struct visit *, struct canvas *);        /* who sits where */
void visit_draw_seats(const struct visit *, struct canvas *);         /* likewise, and how others come there */
void visit_draw_result(const struct visit *, struct canvas *);        /* of a game that is over */
void visit_draw_fair(const struct visit *, struct canvas *);          /* how the cards come to be dealt */
void visit_compare(const struct visit *, const json_t *before, struct writer *); /* who has come, gone and so on */

void visit_farewell(const struct visit *, struct writer *); /* how to come back */

/* ---- visit_words.c: what a person may type ---- */

void visit_type(struct visit *, const char *typed); /* one of these words, or a move, by its number or as notation */
void visit_choose(struct visit *, const char *move);
void visit_begin_page(struct visit *);
void visit_end_page(struct visit *, const char *title);

/* ---- until the person leaves ---- */

/* Line by line. False, with the reason, if there is no such table, or the server does
 * not let anybody in. */
bool visit_in_lines(const struct visit_plan *, struct problem *);
bool visit_on_screen(const struct visit_plan *, struct problem *); /* likewise, or the terminal cannot show it */

#endif
