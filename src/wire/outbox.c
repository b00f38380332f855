/* See outbox.h. */
#include "wire/outbox.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

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

void outbox_clear(struct outbox *box)
{
    while (box->first)
        drop_first(box);
}
