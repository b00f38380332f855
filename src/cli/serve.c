/* parlor serve: the table on the network. Reads the options, starts the parts of
 * src/server, and stops them again. */
#include <errno.h>
#include <ifaddrs.h>
#include <limits.h>
#include <net/if.h>
#include <netdb.h>
#include <qrencode.h>
#include <signal.h>
#include <sodium.h>
#include <stddef.h>
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

/* Holds what the server is started with; the table `options` says where each option goes. */
struct settings {
    struct transport_plan transport;
    struct hall_limits limits;
    const char *data;  /* the directory that keeps the tables */
    const char *store; /* the database that keeps them instead; NULL: none */
    int threads;       /* in which bots think */
    int analysis_work; /* decisions of a master bot that an analysis takes */
    int outboxes_mib;  /* MiB that may wait for slow clients, all together */
    bool accept_loss;  /* start although data is missing */
};

/* ---- signals ---- */

static volatile sig_atomic_t stop_requested, status_requested;

static void on_signal(int number)
{
    if (number == SIGUSR1)
        status_requested = 1;
    else
        stop_requested = 1;
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
    char secret[CHAIN_DIGITS + 1]; /* by which servers of one database know each other */
    bool leaves;                   /* it frees its tables for other servers */
    double stopping;               /* steady_seconds() when somebody asked it to stop; 0: nobody has */
};

static void wake(void *of_server)
{
    struct server *server = of_server;
    if (server->transport)
        transport_wake(server->transport);
}

static void log_status(struct server *server)
{
    char line[800];
    struct writer w = write_into(line, sizeof line);

    hall_status(server->hall, &w);
    log_line("state", "%s", line);
}

/* Tells every client, then waits until everything is on disk and all connections are closed. */
static void shut_down(struct server *server)
{
    enum { PATIENCE_S = 4 };

    if (server->stopping == 0) {
        server->stopping = steady_seconds();
        log_line("going", "connections=%d", transport_peers(server->transport));
        hall_shut_down(server->hall);
        if (store_is_shared(server->store))
            transport_turn_away(server->transport);
    }
    bool settled = hall_settled(server->hall), done = settled && transport_peers(server->transport) == 0;
    if (settled && store_is_shared(server->store) && !server->leaves) { /* others may have the tables now */
        server->leaves = true;
        hall_keep_snapshots(server->hall);
        store_leave(server->store);
    }
    if (done || steady_seconds() - server->stopping > PATIENCE_S)
        transport_stop(server->transport);
}

/* Servers of one database have one clock of games, and share limits. */
static void meet_others(struct server *server)
{
    struct store_standing standing;

    if (!store_is_shared(server->store))
        return;
    store_standing(server->store, &standing);
    game_clock_reach(&server->clock, standing.clock);
    store_tell_clock(server->store, game_clock_now(&server->clock));
    transport_share(server->transport, 1 + standing.others);
}

static void tick(void *of_server)
{
    struct server *server = of_server;

    meet_others(server);
    server->of_hall.tick(server->of_hall.context);
    transport_refuse(server->transport, hall_is_cut_off(server->hall));
    game_clock_keep(&server->clock, false);
    if (status_requested) {
        status_requested = 0;
        log_status(server);
    }
    if (stop_requested)
        shut_down(server);
}

/* The transport calls the hall; only its tick comes here first. */
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

/* Finds the address of this machine on its network. Returns false if there is none. */
static bool network_address(char *out, size_t size)
{
    struct ifaddrs *all = NULL;
    bool found = false;

    if (getifaddrs(&all) != 0)
        return false;
    for (const struct ifaddrs *it = all; it && !found; it = it->ifa_next) {
        bool fits = it->ifa_addr && it->ifa_addr->sa_family == AF_INET && (it->ifa_flags & IFF_UP) &&
                    !(it->ifa_flags & IFF_LOOPBACK);
        found = fits && getnameinfo(it->ifa_addr, sizeof(struct sockaddr_in), out, (socklen_t)size, NULL, 0,
                                    NI_NUMERICHOST) == 0;
    }
    freeifaddrs(all);
    return found;
}

static void show_address(const struct settings *settings, int port)
{
    char network[NI_MAXHOST], address[NI_MAXHOST + 32];
    bool everywhere = settings->transport.listen[0] == ':' || strncmp(settings->transport.listen, "0.0.0.0:", 8) == 0;

    if (everywhere)
        printf("Play at http://localhost:%d/ (Ctrl-C ends the server)\n", port);
    else
        printf("Play at http://%.*s:%d/ (Ctrl-C ends the server)\n",
               (int)(strrchr(settings->transport.listen, ':') - settings->transport.listen), settings->transport.listen,
               port);
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
static void raise_file_limit(int connections)
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

/* One of several servers goes on from the clock that they share. */
static void join_clock(struct server *server)
{
    struct store_standing standing;

    store_standing(server->store, &standing);
    if (standing.clock > 0)
        server->clock.ahead = standing.clock - steady_ms();
}

/* Who can read the database knows it. */
static void make_secret(struct server *server)
{
    struct chain secret;

    chain_seal(store_key(server->store), "parlor nodes", "", 0, &secret);
    sodium_bin2hex(server->secret, sizeof server->secret, secret.bytes, CHAIN_BYTES);
}

static bool open_server(struct server *server, const struct settings *settings, struct problem *why)
{
    struct transport_handler handler;

    const struct store_place place = {
        .directory = settings->data, .url = settings->store, .node = settings->transport.node};
    server->store =
        store_open(&place, settings->accept_loss, (struct store_watch){.wake = wake, .context = server}, why);
    if (!server->store)
        return false;
    game_clock_open(&server->clock, settings->data);
    join_clock(server);
    server->think = think_open(settings->threads, wake, server);
    server->study = study_open(settings->analysis_work);
    if (!server->think || !server->study)
        return problem_set(why, "could not start a thread; allow this user more of them (ulimit -u)");
    server->hall = hall_open(server->store, server->think, server->study, &server->clock, &settings->limits);
    hall_handler(server->hall, &server->of_hall);
    handler = server->of_hall;
    handler.tick = tick_of_hall;
    the_server = server;
    struct transport_plan plan = settings->transport;
    make_secret(server);
    plan.secret = server->secret;
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

static int serve(const struct settings *settings)
{
    struct server server = {0};
    struct problem why;

    if (sodium_init() < 0)
        return failure("libsodium does not start");
    catch_signals();
    raise_file_limit(settings->transport.peers_max);
    if (!open_server(&server, settings, &why)) {
        struct problem unused;
        close_server(&server, &unused);
        return failure("%s", why.text);
    }
    show_address(settings, transport_port(server.transport));
    log_line("listening", "version=%s port=%d data=%s%s%s", PARLOR_VERSION, transport_port(server.transport),
             settings->data, settings->store ? " store=" : "", settings->store ? store_name(server.store) : "");
    if (transport_metrics_port(server.transport) >= 0)
        log_line("metrics", "port=%d", transport_metrics_port(server.transport));
    transport_run(server.transport);
    log_status(&server);
    bool fine = close_server(&server, &why);
    log_line("gone", "kept=%s", fine ? "all" : "not-all");
    return fine ? EXIT_DONE : failure("%s", why.text);
}

/* ---- options ---- */

/* One option: parsing, --help, the manual, the completions and the defaults all come from its row in `options`. */
struct option_row {
    enum arg_kind kind;
    const char *name, *value, *help; /* as in struct arg */
    size_t at;                       /* where it goes in struct settings: a const char *, int or bool */
    const char *text, *environment;  /* ARG_TEXT: the default, and the variable that replaces it; NULL: none */
    long number, least, most;        /* ARG_NUMBER: the default and the bounds */
    long (*find)(void);              /* finds the default at run time; NULL: it is `number` */
};

#define AT(member) .at = offsetof(struct settings, member)
#define TEXT(option, shown, member, usual, variable, says)                                                             \
    {                                                                                                                  \
        .kind = ARG_TEXT, .name = (option), .value = (shown), AT(member), .text = (usual), .environment = (variable),  \
        .help = (says)                                                                                                 \
    }
#define NUMBER(option, shown, member, usual, from, to, says)                                                           \
    {                                                                                                                  \
        .kind = ARG_NUMBER, .name = (option), .value = (shown), AT(member), .number = (usual), .least = (from),        \
        .most = (to), .help = says " (" #usual ")"                                                                     \
    }
#define FOUND_NUMBER(option, shown, member, function, from, to, says)                                                  \
    {                                                                                                                  \
        .kind = ARG_NUMBER, .name = (option), .value = (shown), AT(member), .find = (function), .least = (from),       \
        .most = (to), .help = (says)                                                                                   \
    }
#define FLAG(option, member, says)                                                                                     \
    {                                                                                                                  \
        .kind = ARG_FLAG, .name = (option), AT(member), .help = (says)                                                 \
    }

#define USUAL_LISTEN "127.0.0.1:7777"
#define USUAL_DATA   "data"

/* Option, what stands for its value in --help, where it goes, default, then the environment variable of a text or the
 * bounds of a number, and the help, to which NUMBER adds the default. */
static const struct option_row options[] = {
    TEXT("listen", "ADDR:PORT", transport.listen, USUAL_LISTEN, "PARLOR_LISTEN",
         "address; :7777 means all, port 0 any free (" USUAL_LISTEN ")"),
    TEXT("data", "DIR", data, USUAL_DATA, "PARLOR_DATA", "directory that keeps the tables (" USUAL_DATA ")"),
    TEXT("store", "URL", store, NULL, "PARLOR_STORE", "PostgreSQL database that keeps the tables instead"),
    TEXT("node", "ADDR:PORT", transport.node, NULL, "PARLOR_NODE", "be one of several servers, which reach it there"),
    TEXT("origins", "SITES", transport.origins, "", "PARLOR_ORIGINS", "other web sites whose pages may connect"),
    TEXT("hosts", "NAMES", transport.hosts, "", "PARLOR_HOSTS", "names of this server besides the machine's own"),
    FLAG("proxied", transport.proxied, "trust X-Forwarded-For from a proxy on this machine"),
    TEXT("proxies", "ADDRESSES", transport.proxies, NULL, NULL, "trust these proxies on other machines as well"),
    TEXT("metrics", "WHERE", transport.metrics, NULL, NULL, "/metrics at ADDR:PORT or for everybody (this machine)"),
    FOUND_NUMBER("threads", "T", threads, usual_threads, 1, MOST_THREADS,
                 "threads in which bots think (one per processor)"),
    NUMBER("bot-pace", "MS", limits.bot_pace_ms, 700, 0, 60000, "milliseconds between the moves of bots"),
    NUMBER("connections", "N", transport.peers_max, 10000, 1, 1000000, "most connections at once"),
    NUMBER("per-address", "N", transport.peers_per_address, 250, 1, 1000000, "most connections from one address"),
    NUMBER("tables", "N", limits.tables_max, 20000, 1, 10000000, "most tables in memory at once"),
    NUMBER("opened", "N", limits.opened_per_hour, 120, 1, 10000000, "most tables one address may open in an hour"),
    NUMBER("requests", "N", limits.requests_per_second, 50, 1, 1000000,
           "most requests or connections per address and second"),
    NUMBER("analyses", "N", limits.analyses_per_hour, 60, 1, 10000000,
           "most analyses one address may start in an hour"),
    NUMBER("analysis-work", "N", analysis_work, 10, 1, 10000, "effort of an analysis, in decisions of a master"),
    NUMBER("rate", "N", limits.messages_per_second, 20, 1, 1000000, "most messages per connection and second"),
    NUMBER("chats", "N", limits.chats_per_minute, 20, 1, 1000000, "most chat lines per person and minute"),
    NUMBER("idle", "S", limits.idle_s, 300, 1, 1000000, "seconds until an abandoned table leaves the memory"),
    NUMBER("watchers", "N", limits.watchers_max, 200, 1, 1000000, "most spectators of a table"),
    NUMBER("expire", "DAYS", limits.expire_days, 30, 1, 36500, "days without a change until an open table closes"),
    NUMBER("outboxes", "MIB", outboxes_mib, 64, 2, 1000000, "most MiB that wait for all slow clients together"),
    NUMBER("silence", "S", transport.silence_s, 60, 2, 60000, "seconds of silence until a connection is dropped"),
    FLAG("accept-loss", accept_loss, "start although data is missing; use it once"),
    NUMBER("reveal", "S", limits.reveal_s, 20, 1, 3600, "seconds a player's program has to reveal its salt"),
    NUMBER("hello", "S", limits.hello_s, 30, 1, 3600, "seconds a new connection has to name its table"),
};

enum { OPTIONS = sizeof options / sizeof options[0] };

/* Returns the default of a text: the environment's, if its variable is set and not empty. */
static const char *usual_text(const struct option_row *row)
{
    const char *value = row->environment ? getenv(row->environment) : NULL;

    return value && value[0] ? value : row->text;
}

/* Fills the settings with the defaults, and makes the arguments that replace them. Numbers are read as long and
 * copied into the settings by take_numbers(). */
static void make_args(struct settings *settings, long numbers[OPTIONS], struct arg args[OPTIONS + 1])
{
    for (int i = 0; i < OPTIONS; i++) {
        const struct option_row *row = &options[i];
        void *member = (char *)settings + row->at;
        args[i] = (struct arg){.name = row->name,
                               .kind = row->kind,
                               .value = row->value,
                               .help = row->help,
                               .least = row->least,
                               .most = row->most};
        switch (row->kind) {
        case ARG_TEXT:
            args[i].into.text = member;
            *args[i].into.text = usual_text(row);
            break;
        case ARG_NUMBER:
            args[i].into.number = &numbers[i];
            numbers[i] = row->find ? row->find() : row->number;
            break;
        case ARG_FLAG: args[i].into.flag = member; break;
        }
    }
    args[OPTIONS] = (struct arg){.name = NULL};
}

static void take_numbers(struct settings *settings, const long numbers[OPTIONS])
{
    for (int i = 0; i < OPTIONS; i++)
        if (options[i].kind == ARG_NUMBER)
            *(int *)(void *)((char *)settings + options[i].at) = (int)numbers[i];
    settings->transport.arrivals_per_second = settings->limits.requests_per_second;
    settings->transport.outboxes_max = (size_t)settings->outboxes_mib << 20;
}

static int run(int argc, char **argv)
{
    struct settings settings = {.transport = {.message_max = 4096, .outbox_max = 1 << 20}};
    struct arg args[OPTIONS + 1];
    long numbers[OPTIONS];
    const char *words[MAX_WORDS];
    int exit_code = EXIT_DONE;

    make_args(&settings, numbers, args);
    int count = args_read(&command_serve, args, argc, argv, words, &exit_code);
    if (count < 0)
        return exit_code;
    if (count > 0)
        return usage_error(&command_serve, "unexpected argument: %s", words[0]);
    take_numbers(&settings, numbers);
    struct problem why;
    const char *metrics = settings.transport.metrics;
    if (!listen_is_valid(settings.transport.listen, &why) ||
        (settings.transport.node && !node_is_valid(settings.transport.node, &why)) ||
        (metrics && !metrics_is_valid(metrics, &why))) /* before anything is made on disk */
        return usage_error(&command_serve, "%s", why.text);
    return serve(&settings);
}

const struct command command_serve = {
    .name = "serve",
    .usage = "[options]",
    .summary = "Run a server, for players in browsers and terminals",
    .details = "The server keeps everything in one file in the data directory, and saves each\n"
               "event before it tells anyone, so every table continues after a restart. SIGTERM\n"
               "and Ctrl-C stop it cleanly within five seconds; on SIGUSR1 it logs its status.\n"
               "With --store postgresql://USER@HOST/DATABASE the events are in PostgreSQL and the\n"
               "data directory has only what tells of a loss, and the clock. With --node several\n"
               "servers, each with a data directory of its own, share such a database. The log\n"
               "goes to standard error as key=value. PARLOR_LISTEN, PARLOR_DATA, PARLOR_STORE,\n"
               "PARLOR_NODE, PARLOR_ORIGINS and PARLOR_HOSTS are used if --listen, --data,\n"
               "--store, --node, --origins or --hosts are not given. To run a server for others,\n"
               "read docs/operating.md; docs/protocol.md has the protocol.\n"
               "\n"
               "  parlor serve\n"
               "  parlor serve --listen :7777 --data /var/lib/parlor\n",
    .run = run,
};
