/* Who may come in, decided from what a connection says of itself: its address, the
 * Host that it asks for and the Origin of the page that asks. No sockets. */
#ifndef PARLOR_SERVER_ADMISSION_H
#define PARLOR_SERVER_ADMISSION_H

#include <stdbool.h>

#include "server/meter.h"

/* Writes the key by which limits count an address: of IPv6 its first 64 bits, since a household has that
 * many addresses; of IPv4, also where it is written as IPv6, the whole. False, and
 * nothing written, if the text is not an address. */
bool address_key(const char *text, char key[ADDRESS_SIZE]);
bool address_is_loopback(const char *text);

/* Returns whether a list of words separated by spaces has this one, in upper or lower case. */
bool list_has(const char *list, const char *word);

/* Returns whether clients may ask for the server as HOST or HOST:PORT. An address and localhost
 * always, the machine's own name and those of a local network with it (.local, .lan …),
 * and the names of a list. Any other name could have been made to lead here by the site
 * that a visitor's browser shows (DNS rebinding). */
bool host_is_ours(const char *host, const char *machine, const char *allowed);

/* Returns whether a page from this Origin may ask this Host: its own, or one of a list. */
bool origin_is_allowed(const char *origin, const char *host, const char *allowed);

#endif
