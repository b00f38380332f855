/* Games that are over are analysed (lab/analysis.h) in a thread of their own, one
 * after another, at a low priority: bots go first. A game is copied when it is
 * asked for and never changes afterwards, so its table's id stands for it. Few
 * games wait at once, few of them of one address, and the address that has had the
 * fewest lately is next. A game that nobody looks at for a while is dropped, also while
 * it is being worked out. The latest outcomes are kept as text; what has been dropped
 * is worked out again. */
#ifndef PARLOR_SERVER_STUDY_H
#define PARLOR_SERVER_STUDY_H

#include "server/event.h"
#include "server/meter.h"

enum study_status { STUDY_NONE, STUDY_WAITING, STUDY_DONE, STUDY_FAILED };

struct study_news {
    enum study_status status;
    long done, of; /* WAITING: steps */
    char *text;    /* DONE: the JSON of docs/analysis.md, for the caller to free; else NULL */
    size_t length;
    struct problem why; /* FAILED */
};

struct study;
/* Opens the analysis. A game is given as many simulations as a master spends on `work` decisions, divided among its
 * choices. NULL without a thread. */
struct study *study_open(int work);
void study_close(struct study *);

/* Whether a game is short enough to be analysed here; false with the reason. */
bool study_fits(const struct table *, struct problem *);

/* Asks for an analysis that study_look() knows nothing of. False with the reason. */
bool study_ask(struct study *, const char *id, const char *address, const struct table *, struct problem *);
void study_look(struct study *, const char *id, struct study_news *out);

/* Drops what nobody has looked at for a while; to be called every second or so. */
void study_sweep(struct study *);

/* For /metrics. */
struct study_figures {
    int waiting;            /* the one being worked out included */
    uint64_t done, dropped; /* so far */
};
struct study_figures study_figures(struct study *);

#endif
