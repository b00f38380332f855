/* A file of the browser client, as web/bundle.mjs writes them into a C source. */
#ifndef PARLOR_SERVER_WEB_FILE_H
#define PARLOR_SERVER_WEB_FILE_H

#include <stddef.h>

struct web_file {
    const char *path; /* where it is asked for; NULL ends the list */
    const char *type;
    const char *etag; /* in its quotation marks */
    const unsigned char *bytes;
    size_t length;
    const unsigned char *gzip; /* the same, compressed */
    size_t gzip_length;
    const unsigned char *brotli;
    size_t brotli_length;
};

extern const struct web_file web_files[];

/* The first words of the addresses of pages (web/addresses.json); NULL ends the list. */
extern const char *const web_pages[];

#endif
