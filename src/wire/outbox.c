/* See outbox.h. */
#include "wire/outbox.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { HEADER_MAX = 10 }; /* bytes before a message that is not masked */

struct outgoing {
    struct outgoing *next;
    size_t length;
    unsigned char bytes[]; /* LWS_PRE free bytes, then the text */
};

void outbox_put(struct outbox *box, const char *text, size_t length)
{
    struct outgoing *out = must_alloc(sizeof *out + LWS_PRE + length);

    out->next = NULL;
    out->length = length;
    memcpy(out->bytes + LWS_PRE, text, length);
    *(box->first ? &box->last->next : &box->first) = out;
    box->last = out;
    box->waiting += length;
}

static void drop_first(struct outbox *box)
{
    struct outgoing *first = box->first;

    box->first = first->next;
    box->waiting -= first->length;
    free(first);
}

bool outbox_send(struct outbox *box, struct lws *wsi)
{
    while (box->first && !lws_partial_buffered(wsi)) {
        struct outgoing *first = box->first;
        if (lws_write(wsi, first->bytes + LWS_PRE, first->length, LWS_WRITE_TEXT) < (int)first->length)
            return false;
        drop_first(box);
    }
    if (box->first)
        lws_callback_on_writable(wsi);
    return true;
}

/* Writes the header of a whole text message that is not masked, as servers send them (RFC 6455, 5.2). Returns its
 * length. */
static size_t write_header(unsigned char out[HEADER_MAX], size_t length)
{
    enum { TEXT_WHOLE = 0x81, OF_TWO_BYTES = 126, OF_EIGHT_BYTES = 127 };
    int bytes = length < OF_TWO_BYTES ? 0 : length < 1 << 16 ? 2 : 8;

    out[0] = TEXT_WHOLE;
    out[1] = (unsigned char)(bytes == 0 ? length : bytes == 2 ? OF_TWO_BYTES : OF_EIGHT_BYTES);
    for (int i = 0; i < bytes; i++)
        out[2 + i] = (unsigned char)(length >> 8 * (bytes - 1 - i));
    return 2 + (size_t)bytes;
}

/* Sends all that waits with one call of the system. What the socket does not take, libwebsockets keeps. */
static bool send_together(struct outbox *box, struct lws *wsi)
{
    size_t space = 0, used = 0;

    for (const struct outgoing *it = box->first; it; it = it->next)
        space += HEADER_MAX + it->length;
    unsigned char *bytes = must_alloc(LWS_PRE + space), *to = bytes + LWS_PRE;
    while (box->first) {
        used += write_header(to + used, box->first->length);
        memcpy(to + used, box->first->bytes + LWS_PRE, box->first->length);
        used += box->first->length;
        drop_first(box);
    }
    bool sent = lws_write(wsi, to, used, LWS_WRITE_RAW) == (int)used;
    free(bytes);
    return sent;
}

bool outbox_send_plain(struct outbox *box, struct lws *wsi)
{
    bool several = box->first && box->first != box->last && !lws_partial_buffered(wsi);

    return several ? send_together(box, wsi) : outbox_send(box, wsi);
}

void outbox_clear(struct outbox *box)
{
    while (box->first)
        drop_first(box);
}
