/* The browser client: files of web/ that are part of the program, and which
 * addresses show them. */
#ifndef PARLOR_SERVER_PAGES_H
#define PARLOR_SERVER_PAGES_H

#include "server/transport.h"

/* Answers if the address is a page's or a file's of the client. A browser that
 * asks for anything else outside /api/ gets the page as well, which says so. */
bool page_answer(struct http_call *, const struct http_request *);

#endif
