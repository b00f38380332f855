/* What visit.c and visit_messages.c share. See visit.h. */
#ifndef PARLOR_TERM_VISIT_INSIDE_H
#define PARLOR_TERM_VISIT_INSIDE_H

#include "term/visit.h"

enum { PAUSE_FIRST_MS = 500 }; /* before connecting again; twice as long each time */

struct line;

/* Takes a message of the server (visit_messages.c). */
void visit_message(void *of_visit, struct line *, const char *text, size_t length);

/* Returns a number of a message; 0 where there is none. */
int64_t number_of(const json_t *object, const char *key);

/* Tells the person alone, with one field of the text at most. */
void visit_note(struct visit *, enum style, enum text, const char *why);

/* Ends the visit: the server lets nobody in, for a reason of its own; or it cannot be trusted, and the person reads
 * what was wrong with what. */
void visit_end_refused(struct visit *, const char *text);
void visit_distrust(struct visit *, enum text what, const char *why);

/* Says hello to the table, and sits down where the person wants to and has no seat yet. */
void visit_hello(struct visit *);
void visit_arrive(struct visit *);

/* Keeps the token of the person's seat at the table where they are now; empty: they have none any more. */
void visit_keep_token(struct visit *, const char *token);

/* Remembers our part in the deal of this table; does it, and checks that the server does its own: false if it does
 * not. */
void visit_find_pledge(struct visit *);
bool visit_take_part(struct visit *, struct problem *why);

#endif
