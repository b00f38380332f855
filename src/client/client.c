/* See client.h. */
#include "client/client.h"

#include <errno.h>
#include <libwebsockets.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    MESSAGE_MOST = 1 << 20, /* bytes of a message of the server's */
    ANSWER_MOST = 1 << 24,
    ANSWER_TIME_S = 30,
};

struct outgoing {
    struct outgoing *next;
    size_t length;
    unsigned char bytes[]; /* LWS_PRE bytes of room, then the text */
};

struct line {
    struct client *client;
    struct lws *wsi;
    const struct line_handler *handler;
    void *context;
    struct outgoing *first, **last;
    char *in; /* a message that comes in pieces */
    size_t in_length;
    bool closing;
};

struct client {
    struct lws_context *context;
    lws_sorted_usec_list_t timer;
};

/* ---- addresses ---- */

bool client_address(const char *text, struct client_address *out, struct problem *why)
{
    const char *rest = strstr(text, "://"), *scheme = rest ? text : "http";
    bool tls = strncmp(scheme, "https", 5) == 0 || strncmp(scheme, "wss", 3) == 0;

    *out = (struct client_address){.tls = tls, .port = tls ? 443 : rest ? 80 : 7777};
    rest = rest ? rest + 3 : text;
    size_t place = strcspn(rest, "/"), host = place;
    const char *colon = memrchr(rest, ':', place);
    if (colon && memchr(colon, ']', (size_t)(rest + place - colon)))
        colon = NULL; /* within an IPv6 address */
    if (colon) {
        char *end = NULL;
        long port = strtol(colon + 1, &end, 10);
        host = (size_t)(colon - rest);
        if (end != rest + place || end == colon + 1 || port < 1 || port > 65535)
            return problem_set(why, text, ": the port must be a number from 1 to 65535", "");
        out->port = (int)port;
    }
    bool bracketed = host >= 2 && rest[0] == '[' && rest[host - 1] == ']';
    size_t length = bracketed ? host - 2 : host;
    if (length == 0 || length >= sizeof out->host)
        return problem_set(why, text, ": no address of a server; it looks like http://HOST:PORT/table/ID", "");
    memcpy(out->host, rest + bracketed, length);
    rest += place;
    rest += *rest == '/';
    rest += strncmp(rest, "table/", 6) == 0 ? 6 : 0;
    if (strlen(rest) >= sizeof out->table || (rest[0] && strlen(rest) != sizeof out->table - 1))
        return problem_set(why, text, ": no address of a table; it looks like http://HOST:PORT/table/ID", "");
    memcpy(out->table, rest, strlen(rest) + 1);
    return true;
}

/* ---- lines ---- */

static void drop_outgoing(struct line *line)
{
    struct outgoing *first = line->first;

    line->first = first->next;
    if (!line->first)
        line->last = &line->first;
    free(first);
}

static void end_line(struct line *line, const char *why)
{
    line->wsi = NULL;
    line->handler->closed(line->context, line, why);
    while (line->first)
        drop_outgoing(line);
    free(line->in);
    free(line);
}

static int send_next(struct line *line)
{
    while (line->first && !lws_send_pipe_choked(line->wsi)) {
        struct outgoing *first = line->first;
        if (lws_write(line->wsi, first->bytes + LWS_PRE, first->length, LWS_WRITE_TEXT) < (int)first->length)
            return -1;
        drop_outgoing(line);
    }
    if (line->first)
        lws_callback_on_writable(line->wsi);
    return !line->first && line->closing ? -1 : 0;
}

static int receive(struct line *line, const char *bytes, size_t length)
{
    bool last = lws_is_final_fragment(line->wsi) && lws_remaining_packet_payload(line->wsi) == 0;

    if (line->in_length + length > MESSAGE_MOST)
        return -1;
    if (last && line->in_length == 0) {
        line->handler->message(line->context, line, bytes, length);
        return 0;
    }
    char *grown = realloc(line->in, line->in_length + length + 1);
    if (!grown)
        return -1;
    memcpy(grown + line->in_length, bytes, length);
    line->in = grown;
    line->in_length += length;
    if (last) {
        size_t whole = line->in_length;
        line->in_length = 0;
        line->handler->message(line->context, line, line->in, whole);
    }
    return 0;
}

static int on_line(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct line *line = user;

    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        line->wsi = wsi;
        line->handler->opened(line->context, line);
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE: return receive(line, in, length);
    case LWS_CALLBACK_CLIENT_WRITEABLE: return send_next(line);
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        if (line)
            end_line(line, in ? in : "no connection");
        return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
        if (line)
            end_line(line, line->closing ? "" : "the connection was closed");
        return 0;
    default: return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "parlor.1", .callback = on_line, .rx_buffer_size = 1 << 14},
    {0},
};

struct client *client_open(int lines_most)
{
    struct client *client = calloc(1, sizeof *client);
    struct lws_context_creation_info info = {.port = CONTEXT_PORT_NO_LISTEN,
                                             .protocols = protocols,
                                             .options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT,
                                             .fd_limit_per_thread = (unsigned)lines_most + 64};

    if (!client)
        return NULL;
    lws_set_log_level(0, NULL);
    client->context = lws_create_context(&info);
    if (client->context)
        return client;
    free(client);
    return NULL;
}

void client_close(struct client *client)
{
    if (!client)
        return;
    lws_context_destroy(client->context);
    free(client);
}

static void on_time(lws_sorted_usec_list_t *timer)
{
    (void)timer; /* that it was due is enough */
}

void client_run(struct client *client, int milliseconds)
{
    lws_sul_schedule(client->context, 0, &client->timer, on_time, (lws_usec_t)milliseconds * 1000 + 1);
    lws_service(client->context, 0);
}

void client_wake(struct client *client)
{
    lws_cancel_service(client->context);
}

struct line *client_connect(struct client *client, const struct client_address *to, const struct line_handler *handler,
                            void *context)
{
    struct line *line = calloc(1, sizeof *line);
    struct lws_client_connect_info info = {.context = client->context,
                                           .address = to->host,
                                           .host = to->host,
                                           .port = to->port,
                                           .path = "/play",
                                           .protocol = "parlor.1",
                                           .local_protocol_name = "parlor.1",
                                           .ssl_connection = to->tls ? LCCSCF_USE_SSL : 0,
                                           .userdata = line};

    if (!line)
        return NULL;
    *line = (struct line){.client = client, .handler = handler, .context = context};
    line->last = &line->first;
    info.pwsi = &line->wsi;
    lws_client_connect_via_info(&info); /* what goes wrong is told by the callback */
    return line;
}

void line_send(struct line *line, const char *text, size_t length)
{
    struct outgoing *out = malloc(sizeof *out + LWS_PRE + length);

    if (!out)
        abort(); /* nothing would work any more */
    out->next = NULL;
    out->length = length;
    memcpy(out->bytes + LWS_PRE, text, length);
    *line->last = out;
    line->last = &out->next;
    if (line->wsi)
        lws_callback_on_writable(line->wsi);
}

void line_close(struct line *line)
{
    line->closing = true;
    if (line->wsi)
        lws_callback_on_writable(line->wsi);
}
