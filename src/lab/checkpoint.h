/* A directory that keeps the finished work of a lab, so that it can be ended at any
 * time and gone on with.
 *
 * It belongs to one lab: the file `lab` says which. Sums are kept in one file a
 * run, written under another name first, with a sum over them at the end: there
 * is always a whole one, or none. */
#ifndef PARLOR_LAB_CHECKPOINT_H
#define PARLOR_LAB_CHECKPOINT_H

#include "table/table.h"

struct checkpoint;

/* Makes the directory if it is not there, or goes on with it if it is of the same
 * lab. NULL with the reason if it is another's, or somebody works with it now. */
struct checkpoint *checkpoint_open(const char *directory, const char *lab, struct problem *why);
void checkpoint_close(struct checkpoint *);

/* Reads the sums of a run, and how many pieces are in them. False if there are
 * none, or they are damaged: the run then starts again. */
bool checkpoint_load(const struct checkpoint *, int run, void *sums, size_t size, long *pieces);
bool checkpoint_save(const struct checkpoint *, int run, const void *sums, size_t size, long pieces,
                     struct problem *why);

#endif
