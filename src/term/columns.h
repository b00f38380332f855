/* How many columns text takes on a terminal. Characters of East Asian scripts and
 * pictures take two columns there, marks that are put on others none. */
#ifndef PARLOR_TERM_COLUMNS_H
#define PARLOR_TERM_COLUMNS_H

#include <stddef.h>

int character_columns(const char *character, size_t size); /* of one UTF-8 character, or of an invalid byte */
int text_columns(const char *text, size_t length);
int width_of(const char *text);
size_t text_fit(const char *text, size_t length, int columns); /* how many bytes of it fit `columns` columns */

#endif
