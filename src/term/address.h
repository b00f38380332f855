/* Addressing the person: what happened is told in the third person for every
 * seat, "You plays 3/7"; here it becomes "You play 3/7". */
#ifndef PARLOR_TERM_ADDRESS_H
#define PARLOR_TERM_ADDRESS_H

#include "rules/text.h"

#define ADDRESS "You" /* the name of a person who has given none */

void address_person(const char *told, struct writer *);

#endif
