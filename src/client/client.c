/* See client.h. */
#include "client/client.h"

#include <errno.h>
#include <ev.h>
#include <libwebsockets.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "memory.h"
#include "wire/outbox.h"

enum {
    MESSAGE_MAX = 1 << 20, /* bytes of a message of the server's, four times what ours sends */
    ANSWER_MAX = 1 << 24,
    ANSWER_TIME_S = 30,
    SILENCE_PING_S = 20, /* after that much silence the client pings the server … */
    SILENCE_MOST_S = 30, /* … and after that much it gives the connection up */
};

struct line {
    struct client *client;
    struct lws *wsi;
    const struct line_handler *handler;
    void *context;
    struct outbox out;
    char *in; /* a message that comes in pieces */
    size_t in_length;
    bool closing;
    bool connecting, ended; /* client_connect() is at work; it has failed meanwhile */
    int code;               /* of the close frame that came; 0: none; or LINE_BROKEN */
    char why[124];          /* its reason: more does not fit there */
};

struct client {
    struct ev_loop *loop;
    struct lws_context *context;
    ev_timer timer;
    ev_io input; /* what client_watch() was told of */
};

/* ---- lines ---- */

static void free_line(struct line *line)
{
    outbox_clear(&line->out);
    free(line->in);
    free(line);
}

/* Tells that the line is gone, once: a server that does not answer the request for a WebSocket is given up by the
 * library without a word, until the socket itself goes. */
static int end_line(struct lws *wsi, struct line *line, const char *why)
{
    if (!line)
        return 0;
    lws_set_wsi_user(wsi, NULL);
    line->wsi = NULL;
    line->handler->closed(line->context, line, line->code, line->why[0] ? line->why : why);
    line->ended = true;
    if (!line->connecting)
        free_line(line);
    return 0;
}

static int send_next(struct line *line)
{
    bool sent = outbox_send(&line->out, line->wsi), done = line->closing && !line->out.first;
    return sent && !done ? 0 : -1;
}

/* Gives up a line whose other end does not keep to the protocol. */
static int break_line(struct line *line, const char *why)
{
    struct writer w = write_into(line->why, sizeof line->why);

    line->code = LINE_BROKEN;
    write_text(&w, why);
    return -1;
}

static int receive(struct line *line, const char *bytes, size_t length)
{
    bool last = lws_is_final_fragment(line->wsi) && lws_remaining_packet_payload(line->wsi) == 0;

    if (lws_frame_is_binary(line->wsi))
        return break_line(line, "it is bytes, not text");
    if (line->in_length + length > MESSAGE_MAX)
        return break_line(line, "it is larger than 1 MiB");
    if (last && line->in_length == 0) {
        line->handler->message(line->context, line, bytes, length);
        return 0;
    }
    line->in = must_resize(line->in, line->in_length + length + 1);
    memcpy(line->in + line->in_length, bytes, length);
    line->in_length += length;
    if (last) {
        size_t whole = line->in_length;
        line->in_length = 0;
        line->handler->message(line->context, line, line->in, whole);
    }
    return 0;
}

/* The other end says goodbye: two bytes of code, the rest is the reason. */
static void hear_close(struct line *line, const char *bytes, size_t length)
{
    struct writer w = write_into(line->why, sizeof line->why);

    if (length < 2)
        return;
    line->code = (unsigned char)bytes[0] << 8 | (unsigned char)bytes[1];
    write_clean(&w, bytes + 2, length - 2);
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
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: hear_close(line, in, length); return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: return end_line(wsi, line, in ? in : "no connection");
    case LWS_CALLBACK_CLIENT_CLOSED: return end_line(wsi, line, line && line->closing ? "" : "it was closed");
    case LWS_CALLBACK_WSI_DESTROY: return end_line(wsi, line, "the server does not answer"); /* and nothing was said */
    default: return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {.name = SUBPROTOCOL, .callback = on_line, .rx_buffer_size = 1 << 14},
    {0},
};

static void on_time(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop, (void)timer, (void)events; /* that it was due is enough */
}

static void on_input(struct ev_loop *loop, ev_io *input, int events)
{
    (void)loop, (void)input, (void)events; /* likewise */
}

struct client *client_open(int lines_most)
{
    struct client *client = must_zero(1, sizeof *client);
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_LIBEV,
        .fd_limit_per_thread = (unsigned)lines_most + 64,
    };

    void *loops[] = {client->loop = ev_loop_new(0)};
    info.foreign_loops = loops;
    lws_set_log_level(0, NULL);
    client->context = client->loop ? lws_create_context(&info) : NULL;
    ev_timer_init(&client->timer, on_time, 0, 0);
    ev_io_init(&client->input, on_input, -1, EV_READ);
    if (client->context)
        return client;
    client_close(client);
    return NULL;
}

void client_close(struct client *client)
{
    if (!client)
        return;
    if (client->context)
        lws_context_destroy(client->context);
    if (client->loop)
        ev_loop_destroy(client->loop);
    free(client);
}

void client_run(struct client *client, int milliseconds)
{
    ev_now_update(client->loop);
    ev_timer_set(&client->timer, milliseconds / 1000.0, 0);
    ev_timer_start(client->loop, &client->timer);
    ev_run(client->loop, EVRUN_ONCE);
    ev_timer_stop(client->loop, &client->timer);
}

void client_wake(struct client *client)
{
    lws_cancel_service(client->context);
}

void client_watch(struct client *client, int fd)
{
    ev_io_stop(client->loop, &client->input);
    if (fd >= 0) {
        ev_io_set(&client->input, fd, EV_READ);
        ev_io_start(client->loop, &client->input);
    }
}

void client_connect(struct client *client, const struct client_address *to, const struct line_handler *handler,
                    void *context)
{
    static const lws_retry_bo_t silence = {.secs_since_valid_ping = SILENCE_PING_S,
                                           .secs_since_valid_hangup = SILENCE_MOST_S};
    struct line *line = must_zero(1, sizeof *line);
    struct lws_client_connect_info info = {.context = client->context,
                                           .address = to->host,
                                           .host = to->host,
                                           .port = to->port,
                                           .path = "/play",
                                           .protocol = SUBPROTOCOL,
                                           .local_protocol_name = SUBPROTOCOL,
                                           /* a token is for the server it came from: nobody is sent on */
                                           .ssl_connection =
                                               LCCSCF_HTTP_NO_FOLLOW_REDIRECT | (to->tls ? LCCSCF_USE_SSL : 0),
                                           .retry_and_idle_policy = &silence,
                                           .userdata = line};

    *line = (struct line){.client = client, .handler = handler, .context = context, .connecting = true};
    info.pwsi = &line->wsi; /* which libwebsockets writes even after it has told that the connection failed */
    lws_client_connect_via_info(&info);
    line->connecting = false;
    if (line->ended)
        free_line(line);
}

void line_send(struct line *line, const char *text, size_t length)
{
    outbox_put(&line->out, text, length);
    if (line->wsi)
        lws_callback_on_writable(line->wsi);
}

void line_drop(struct line *line, const char *why)
{
    struct writer w = write_into(line->why, sizeof line->why);

    write_text(&w, why);
    if (line->wsi)
        lws_set_timeout(line->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

void line_close(struct line *line)
{
    line->closing = true;
    if (line->wsi)
        lws_callback_on_writable(line->wsi);
}

/* ---- one question over HTTP ---- */

static int connect_to(const struct client_address *to, struct problem *why)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    char port[8];
    struct writer w = write_into(port, sizeof port);
    int fd = -1;

    write_number(&w, to->port);
    int error = getaddrinfo(to->host, port, &hints, &found);
    if (error) {
        problem_set(why, "%s: %s", to->host, gai_strerror(error));
        return -1;
    }
    for (const struct addrinfo *it = found; it && fd < 0; it = it->ai_next) {
        fd = socket(it->ai_family, it->ai_socktype | SOCK_CLOEXEC, it->ai_protocol);
        if (fd >= 0 && connect(fd, it->ai_addr, it->ai_addrlen) != 0) {
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(found);
    if (fd < 0)
        problem_set(why, "%s: %s", to->host, strerror(errno));
    return fd;
}

static bool send_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

/* Everything until the other end closes; NULL if it takes too long or too much. */
static char *receive_all(int fd, size_t *length)
{
    const struct timeval patience = {.tv_sec = ANSWER_TIME_S};
    size_t size = 1 << 14;
    char *text = must_alloc(size);
    ssize_t got = 1;

    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    *length = 0;
    while (got > 0) {
        if (*length + 1 >= size && size < ANSWER_MAX)
            text = must_resize(text, size *= 2);
        got = recv(fd, text + *length, size - *length - 1, 0);
        *length += got > 0 ? (size_t)got : 0;
    }
    if (got == 0) {
        text[*length] = '\0';
        return text;
    }
    free(text);
    return NULL;
}

char *client_ask(const struct client_address *to, const char *path, const char *body, int *status, struct problem *why)
{
    char head[1024];
    size_t length = 0;

    if (to->tls) {
        problem_set(why, "%s: only http:// works here, not https://", to->host);
        return NULL;
    }
    int fd = connect_to(to, why);
    if (fd < 0)
        return NULL;
    int size = snprintf(head, sizeof head,
                        "%s %s HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\nContent-Type: application/json\r\n"
                        "Content-Length: %zu\r\n\r\n",
                        body ? "POST" : "GET", path, to->host, to->port, body ? strlen(body) : 0);
    bool sent = send_all(fd, head, (size_t)size) && (!body || send_all(fd, body, strlen(body)));
    char *text = sent ? receive_all(fd, &length) : NULL;
    close(fd);
    char *start = text ? strstr(text, "\r\n\r\n") : NULL;
    *status = start && strncmp(text, "HTTP/1.", 7) == 0 ? (int)strtol(text + strlen("HTTP/1.1"), NULL, 10) : 0;
    if (*status < 100) {
        free(text);
        problem_set(why, "%s: the answer is not HTTP; is this a parlor server?", to->host);
        return NULL;
    }
    memmove(text, start + 4, strlen(start + 4) + 1);
    return text;
}
