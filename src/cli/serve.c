/* parlor serve: the table on the network. Reads the wishes, puts the parts of
 * src/server together and takes them apart again. */
#include <errno.h>
#include <ifaddrs.h>
#include <limits.h>
#include <net/if.h>
#include <netdb.h>
#include <qrencode.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/cli.h"
#include "server/hall.h"
#include "server/log.h"
#include "table/steady.h"
#include "version.h"

struct wishes {
    const char *listen, *data, *origins, *hosts, *metrics, *proxies;
    long threads, pace, connections, per_address, tables, opened, requests, analyses, work, rate, chats, idle, silence,
        watchers, outboxes, expire, reveal, hello;
    bool proxied, accept_loss;
};

/* ---- signals ---- */

static volatile sig_atomic_t told_to_go, asked_for_state;

static void on_signal(int number)
{
    if (number == SIGUSR1)
        asked_for_state = 1;
    else
        told_to_go = 1;
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};

    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a disk that is full */
}

/* ---- the parts, together ---- */

struct server {
    struct store *store;
    struct think *think;
    struct study *study;
    struct game_clock clock;
    struct hall *hall;
    struct transport *transport;
    struct transport_handler of_hall;
    double going; /* steady_seconds() when it was told to go; 0: it was not */
};

static void wake(void *of_server)
{
    struct server *server = of_server;
    if (server->transport)
        transport_wake(server->transport);
}

static void show_state(struct server *server)
{
    char line[800];
    struct writer w = write_into(line, sizeof line);

    hall_state(server->hall, &w);
    log_line("state", "%s", line);
}

/* Says goodbye, and waits for the disk and for the clients to hear it. */
static void go(struct server *server)
{
    enum { PATIENCE_S = 4 };

    if (server->going == 0) {
        server->going = steady_seconds();
        log_line("going", "connections=%d", transport_peers(server->transport));
        hall_goodbye(server->hall);
    }
    bool done = hall_settled(server->hall) && transport_peers(server->transport) == 0;
    if (done || steady_seconds() - server->going > PATIENCE_S)
        transport_stop(server->transport);
}

static void tick(void *of_server)
{
    struct server *server = of_server;

    server->of_hall.tick(server->of_hall.context);
    game_clock_keep(&server->clock, false);
    if (asked_for_state) {
        asked_for_state = 0;
        show_state(server);
    }
    if (told_to_go)
        go(server);
}

/* The handler's context is the hall; the tick alone is ours. */
static struct server *the_server;

static void tick_of_hall(void *of_hall)
{
    (void)of_hall;
    tick(the_server);
}

/* ---- where it can be reached ---- */

static void show_code(const char *address)
{
    QRcode *code = QRcode_encodeString8bit(address, 0, QR_ECLEVEL_L);
    enum { QUIET = 2 };

    if (!code)
        return;
    for (int y = -QUIET; y < code->width + QUIET; y += 2) { /* two rows in a line of half blocks, light on dark */
        for (int x = -QUIET; x < code->width + QUIET; x++) {
            bool dark[2];
            for (int half = 0; half < 2; half++) {
                int row = y + half;
                bool inside = row >= 0 && row < code->width && x >= 0 && x < code->width;
                dark[half] = inside && (code->data[row * code->width + x] & 1);
            }
            fputs(dark[0] ? dark[1] ? " " : "▄" : dark[1] ? "▀" : "█", stdout);
        }
        putchar('\n');
    }
    QRcode_free(code);
}

/* The address of this machine on its network, if there is one; else false. */
static bool network_address(char *out, size_t room)
{
    struct ifaddrs *all = NULL;
    bool found = false;

    if (getifaddrs(&all) != 0)
        return false;
    for (const struct ifaddrs *it = all; it && !found; it = it->ifa_next) {
        bool fits = it->ifa_addr && it->ifa_addr->sa_family == AF_INET && (it->ifa_flags & IFF_UP) &&
                    !(it->ifa_flags & IFF_LOOPBACK);
        found = fits && getnameinfo(it->ifa_addr, sizeof(struct sockaddr_in), out, (socklen_t)room, NULL, 0,
                                    NI_NUMERICHOST) == 0;
    }
    freeifaddrs(all);
    return found;
}

static void show_address(const struct wishes *wishes, int port)
{
    char network[NI_MAXHOST], address[NI_MAXHOST + 32];
    bool everywhere = wishes->listen[0] == ':' || strncmp(wishes->listen, "0.0.0.0:", 8) == 0;

    if (everywhere)
        printf("Play at http://localhost:%d/ (Ctrl-C ends the server)\n", port);
    else
        printf("Play at http://%.*s:%d/ (Ctrl-C ends the server)\n",
               (int)(strrchr(wishes->listen, ':') - wishes->listen), wishes->listen, port);
    if (everywhere && network_address(network, sizeof network)) {
        snprintf(address, sizeof address, "http://%s:%d/", network, port);
        printf("Others on the same network: %s\n", address);
        if (isatty(STDOUT_FILENO))
            show_code(address);
    }
    if (fflush(stdout) != 0) { /* players can do without; the log has the port too */
        failure("standard output: %s", strerror(errno));
        clearerr(stdout);
    }
}

/* ---- opening and closing ---- */

/* Every connection is a file. */
static void raise_file_limit(long connections)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    rlim_t wanted = (rlim_t)connections + 1024;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur < wanted)
        log_line("file_limit", "wanted=%lu allowed=%lu", (unsigned long)wanted, (unsigned long)limit.rlim_cur);
}

static bool open_server(struct server *server, const struct wishes *wishes, struct problem *why)
{
    const struct hall_limits limits = {.tables_max = (int)wishes->tables,
                                       .opened_per_hour = (int)wishes->opened,
                                       .requests_per_second = (int)wishes->requests,
                                       .analyses_per_hour = (int)wishes->analyses,
                                       .messages_per_second = (int)wishes->rate,
                                       .chats_per_minute = (int)wishes->chats,
                                       .bot_pace_ms = (int)wishes->pace,
                                       .idle_s = (int)wishes->idle,
                                       .watchers_max = (int)wishes->watchers,
                                       .expire_days = (int)wishes->expire,
                                       .reveal_s = (int)wishes->reveal,
                                       .hello_s = (int)wishes->hello};
    const struct transport_plan plan = {.listen = wishes->listen,
                                        .origins = wishes->origins,
                                        .hosts = wishes->hosts,
                                        .metrics = wishes->metrics,
                                        .proxies = wishes->proxies,
                                        .proxied = wishes->proxied,
                                        .peers_max = (int)wishes->connections,
                                        .peers_per_address = (int)wishes->per_address,
                                        .arrivals_per_second = (int)wishes->requests,
                                        .message_max = 4096,
                                        .outbox_max = 1 << 20,
                                        .outboxes_max = (size_t)wishes->outboxes << 20,
                                        .silence_s = (int)wishes->silence};
    struct transport_handler handler;

    server->store =
        store_open(wishes->data, wishes->accept_loss, (struct store_watch){.wake = wake, .context = server}, why);
    if (!server->store)
        return false;
    game_clock_open(&server->clock, wishes->data);
    server->think = think_open((int)wishes->threads, wake, server);
    server->study = study_open((int)wishes->work);
    if (server->think && server->study)
        server->hall = hall_open(server->store, server->think, server->study, &server->clock, &limits);
    if (!server->hall)
        return problem_set(why, "out of memory", "", "");
    hall_handler(server->hall, &server->of_hall);
    handler = server->of_hall;
    handler.tick = tick_of_hall;
    the_server = server;
    server->transport = transport_open(&plan, &handler, why);
    return server->transport;
}

static bool close_server(struct server *server, struct problem *why)
{
    bool fine = true;

    game_clock_keep(&server->clock, true);
    if (server->hall)
        hall_keep_snapshots(server->hall);
    study_close(server->study);
    think_close(server->think); /* it wakes the transport, and so does the store */
    if (server->store)
        fine = store_close(server->store, why);
    if (server->transport)
        transport_close(server->transport);
    hall_close(server->hall);
    return fine;
}

static int serve(const struct wishes *wishes)
{
    struct server server = {0};
    struct problem why;

    if (sodium_init() < 0)
        return failure("libsodium does not start");
    catch_signals();
    raise_file_limit(wishes->connections);
    if (!open_server(&server, wishes, &why)) {
        struct problem unused;
        close_server(&server, &unused);
        return failure("%s", why.text);
    }
    show_address(wishes, transport_port(server.transport));
    log_line("listening", "version=%s port=%d data=%s", PARLOR_VERSION, transport_port(server.transport), wishes->data);
    if (transport_metrics_port(server.transport) >= 0)
        log_line("metrics", "port=%d", transport_metrics_port(server.transport));
    transport_run(server.transport);
    show_state(&server);
    bool fine = close_server(&server, &why);
    log_line("gone", "kept=%s", fine ? "all" : "not-all");
    return fine ? EXIT_DONE : failure("%s", why.text);
}

/* ---- the command ---- */

/* What the environment says stands where no argument does. */
static const char *from_environment(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value && value[0] ? value : otherwise;
}

static int run(int argc, char **argv)
{
    struct wishes wishes = {.listen = from_environment("PARLOR_LISTEN", "127.0.0.1:7777"),
                            .data = from_environment("PARLOR_DATA", "data"),
                            .origins = from_environment("PARLOR_ORIGINS", ""),
                            .hosts = from_environment("PARLOR_HOSTS", ""),
                            .threads = usual_threads(),
                            .pace = 700,
                            .connections = 10000,
                            .per_address = 250,
                            .tables = 20000,
                            .opened = 120,
                            .requests = 50,
                            .analyses = 60,
                            .work = 10,
                            .rate = 20,
                            .chats = 20,
                            .idle = 300,
                            .silence = 60,
                            .watchers = 200,
                            .outboxes = 64,
                            .expire = 30,
                            .reveal = 20,
                            .hello = 30};
    const struct arg args[] = {
        {"listen",
         ARG_TEXT,
         "ADDR:PORT",
         "where (127.0.0.1:7777); :7777 is everywhere, port 0 any",
         {.text = &wishes.listen},
         0,
         0},
        {"data", ARG_TEXT, "DIR", "where the tables are kept (data)", {.text = &wishes.data}, 0, 0},
        {"origins",
         ARG_TEXT,
         "SITES",
         "web sites besides our own whose pages may connect",
         {.text = &wishes.origins},
         0,
         0},
        {"hosts", ARG_TEXT, "NAMES", "names of the server besides this machine's own", {.text = &wishes.hosts}, 0, 0},
        {"proxied", ARG_FLAG, NULL, "a proxy here tells addresses in X-Forwarded-For", {.flag = &wishes.proxied}, 0, 0},
        {"proxies", ARG_TEXT, "ADDRESSES", "of proxies on other machines", {.text = &wishes.proxies}, 0, 0},
        {"metrics",
         ARG_TEXT,
         "WHERE",
         "/metrics at ADDR:PORT, or for everybody (here only)",
         {.text = &wishes.metrics},
         0,
         0},
        {"threads",
         ARG_NUMBER,
         "T",
         "that bots think in (one a processor)",
         {.number = &wishes.threads},
         1,
         MOST_THREADS},
        {"bot-pace",
         ARG_NUMBER,
         "MS",
         "milliseconds between choices of bots (700)",
         {.number = &wishes.pace},
         0,
         60000},
        {"connections", ARG_NUMBER, "N", "most at once (10000)", {.number = &wishes.connections}, 1, 1000000},
        {"per-address",
         ARG_NUMBER,
         "N",
         "most connections of an address (250)",
         {.number = &wishes.per_address},
         1,
         1000000},
        {"tables", ARG_NUMBER, "N", "most in memory at once (20000)", {.number = &wishes.tables}, 1, 10000000},
        {"opened",
         ARG_NUMBER,
         "N",
         "tables that an address may open in an hour (120)",
         {.number = &wishes.opened},
         1,
         10000000},
        {"requests",
         ARG_NUMBER,
         "N",
         "requests and new connections a second of an address (50)",
         {.number = &wishes.requests},
         1,
         1000000},
        {"analyses",
         ARG_NUMBER,
         "N",
         "games that an address may have analysed in an hour (60)",
         {.number = &wishes.analyses},
         1,
         10000000},
        {"analysis-work",
         ARG_NUMBER,
         "N",
         "decisions of a master that an analysis costs (10)",
         {.number = &wishes.work},
         1,
         10000},
        {"rate", ARG_NUMBER, "N", "messages a second of a connection (20)", {.number = &wishes.rate}, 1, 1000000},
        {"chats", ARG_NUMBER, "N", "lines a minute that somebody may say (20)", {.number = &wishes.chats}, 1, 1000000},
        {"idle",
         ARG_NUMBER,
         "S",
         "seconds that a table nobody is at stays in memory (300)",
         {.number = &wishes.idle},
         1,
         1000000},
        {"watchers", ARG_NUMBER, "N", "most spectators of a table (200)", {.number = &wishes.watchers}, 1, 1000000},
        {"expire",
         ARG_NUMBER,
         "DAYS",
         "without a change, and an open table is gone (30)",
         {.number = &wishes.expire},
         1,
         36500},
        {"outboxes",
         ARG_NUMBER,
         "MIB",
         "most that waits for slow clients together (64)",
         {.number = &wishes.outboxes},
         2,
         1000000},
        {"silence",
         ARG_NUMBER,
         "S",
         "seconds of silence before a connection is dropped (60)",
         {.number = &wishes.silence},
         2,
         60000},
        {"accept-loss",
         ARG_FLAG,
         NULL,
         "go on although the data have lost something; say it once",
         {.flag = &wishes.accept_loss},
         0,
         0},
        {"reveal",
         ARG_NUMBER,
         "S",
         "seconds a player's program has for its part of a start (20)",
         {.number = &wishes.reveal},
         1,
         3600},
        {"hello", ARG_NUMBER, "S", "seconds a connection has to name a table (30)", {.number = &wishes.hello}, 1, 3600},
        {0},
    };
    const char *words[MAX_WORDS];
    int exit_code = EXIT_DONE, count = args_read(&command_serve, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (count > 0)
        return usage_error(&command_serve, "%s is one word too many", words[0]);
    struct problem why;
    if (!listen_makes_sense(wishes.listen, &why) ||
        (wishes.metrics && !metrics_make_sense(wishes.metrics, &why))) /* before anything is made on disk */
        return usage_error(&command_serve, "%s", why.text);
    return serve(&wishes);
}

const struct command command_serve = {
    .name = "serve",
    .usage = "[options]",
    .summary = "Run a server, for players in browsers and terminals",
    .details = "The server keeps everything in one file in the data directory, and saves each\n"
               "event before it tells anyone, so every table continues after a restart. SIGTERM\n"
               "and Ctrl-C stop it cleanly within five seconds; on SIGUSR1 it logs its status.\n"
               "The log goes to standard error as key=value. PARLOR_LISTEN, PARLOR_DATA,\n"
               "PARLOR_ORIGINS and PARLOR_HOSTS are used if --listen, --data, --origins or\n"
               "--hosts are not given. To run a server for others, read docs/operating.md;\n"
               "docs/protocol.md has the protocol.\n"
               "\n"
               "  parlor serve\n"
               "  parlor serve --listen :7777 --data /var/lib/parlor\n",
    .run = run,
};
