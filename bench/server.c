/* Measures the server under load: TABLES tables with SEATS seats each, every seat
 * with its own WebSocket, all playing at once. Starts a server, plays for some
 * seconds and prints how long a choice took from the moment it was sent until the
 * server said that it is on disk.
 *
 *     bench_server [-t TABLES] [-s SEATS] [-r RATE] [-n SECONDS] [-g GAME] [-i] PARLOR
 *     bench_server [-t TABLES] … [-o] -a PORT/PID[,PORT/PID…]
 *
 * With -a it plays with servers of this machine that run already, the first table with the first one, the second with
 * the second and so on; bench/nodes.py starts them. With -o players connect to the next server after the one that has
 * their table, which passes on what they say.
 * The rate is how many choices a second the clients make together, as long as the
 * server keeps up. With -i everybody goes as soon as a game has begun, and what is
 * printed is what tables cost that nobody is at. Nothing here is a test: it prints. */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "client/client.h"
#include "wire/deal.h"

enum { ID = 23, PATH_SIZE = 256, SAMPLES_MAX = 1 << 22, SERVERS_MAX = 16, QUANTILES = 100 };

struct seat {
    struct load *load;
    struct board *board;
    struct line *line;
    int number;
    char token[ID];
    char due[256];      /* the choice to be sent; empty: none */
    int move;           /* of it */
    double at;          /* when to send it */
    double sent;        /* when it was; 0: nothing is on its way */
    int chosen;         /* the last move that was sent */
    bool sealed, shown; /* its part in the deal of this table */
    char salt[HEX_SIZE];
    struct seat *next_due;
};

/* A table and its seats. */
struct board {
    const struct client_address *server, *through; /* who has it; whom its players connect to */
    char table[ID];
    struct seat *seats;
    int seated;
    bool starting;
    bool again; /* a rematch has been asked for */
};

struct load {
    struct client *client;
    struct server {
        struct client_address address;
        pid_t pid;
    } servers[SERVERS_MAX];
    int server_count;
    const char *game;
    int tables, players;
    double rate, seconds;
    int connecting; /* lines that are not open yet */
    struct board *boards;
    uint64_t random;
    struct seat *due; /* choices that wait for their time; unsorted */
    float *samples;   /* milliseconds */
    long count;
    long errors, lost, games;
    bool measuring;
    bool idle;   /* tables are begun and left alone */
    bool detour; /* players connect to another server than the one that has their table */
};

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static uint32_t below(struct load *load, uint32_t bound)
{
    load->random = load->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((load->random >> 32) * bound >> 32);
}

/* ---- messages ----
 *
 * The messages are the server's own and have one spelling, so a few look-ups do
 * instead of a parser: on two cores the load must not take what it measures. */

static const char *after(const char *text, const char *what)
{
    const char *at = strstr(text, what);
    return at ? at + strlen(what) : NULL;
}

static void copy_id(const char *from, char out[ID])
{
    memcpy(out, from, ID - 1);
    out[ID - 1] = '\0';
}

static void say(struct line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct line *line, const char *format, ...)
{
    char text[512];
    va_list list;

    va_start(list, format);
    int length = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    line_send(line, text, (size_t)length);
}

static void say_hello(struct seat *seat)
{
    if (seat->token[0])
        say(seat->line, "{\"type\":\"hello\",\"table\":\"%s\",\"token\":\"%s\"}", seat->board->table, seat->token);
    else
        say(seat->line, "{\"type\":\"hello\",\"table\":\"%s\"}", seat->board->table);
}

/* Picks one of the legal actions and when to choose it. */
static void plan_choice(struct seat *seat, const char *legal, int move)
{
    struct load *load = seat->load;
    const char *end = strchr(legal, ']');
    uint32_t count = 1;

    for (const char *at = legal; at < end; at++)
        count += *at == ',' && at[-1] == '"' && at[1] == '"';
    uint32_t pick = below(load, count);
    const char *at = legal + 1;
    for (; pick > 0; pick--)
        at = strstr(at, "\",\"") + 3;
    size_t length = (size_t)(strchr(at, '"') - at);
    if (length >= sizeof seat->due)
        return;
    memcpy(seat->due, at, length);
    seat->due[length] = '\0';
    seat->move = move;
    double pause = load->tables / load->rate; /* from one choice of a table to the next */
    seat->at = now_s() + pause * (0.5 + below(load, 1000) / 1000.0);
    seat->next_due = load->due;
    load->due = seat;
}

/* A seat's part in the deal: the seal at once, the salt when all seals are there. */
static void take_part(struct seat *seat, const char *text)
{
    const char *table = after(text, "\"table\":\""), *commitment = after(text, "\"commitment\":\"");
    const char *seals = after(text, "\"seals\":["), *end = seals ? strchr(seals, ']') : NULL;
    const char *empty = seals ? strstr(seals, "\"\"") : NULL;
    char id[ID], committed[HEX_SIZE], seal[HEX_SIZE];

    if (!end || !commitment || !after(text, "\"you\":"))
        return;
    copy_id(table, id);
    memcpy(committed, commitment, HEX_SIZE - 1);
    committed[HEX_SIZE - 1] = '\0';
    deal_seal(committed, id, seat->number, seat->salt, seal);
    if (!seat->sealed)
        say(seat->line, "{\"type\":\"seal\",\"seal\":\"%s\"}", seal);
    seat->sealed = true;
    if (strstr(text, "\"status\":\"starting\"") && !seat->shown && (!empty || empty > end)) {
        say(seat->line, "{\"type\":\"salt\",\"salt\":\"%s\"}", seat->salt);
        seat->shown = true;
    }
}

static void take_table(struct seat *seat, const char *text)
{
    const char *legal = after(text, "\"legal\":["), *next = after(text, "\"next\":\"");
    const char *move = legal ? after(legal, "\"move\":") : NULL; /* the clock has a move as well, before */
    bool open = strstr(text, "\"status\":\"open\""), over = strstr(text, "\"status\":\"over\"");
    struct board *board = seat->board;

    if (next) {
        char table[ID];
        copy_id(next, table);
        seat->chosen = -1;
        seat->sealed = seat->shown = false;
        if (seat->number == 0)
            board->starting = board->again = false;
        say(seat->line, "{\"type\":\"hello\",\"table\":\"%s\",\"token\":\"%s\"}", table, seat->token);
        return;
    }
    if (open || strstr(text, "\"status\":\"starting\""))
        take_part(seat, text);
    if (over && seat->number == 0 && !board->again) {
        board->again = true;
        seat->load->games++;
        say(seat->line, "{\"type\":\"rematch\"}");
    }
    if (open && seat->number == 0 && !board->starting && !strstr(text, "\"kind\":\"free\"") &&
        !strstr(text, "\"here\":false")) {
        board->starting = true;
        say(seat->line, "{\"type\":\"start\"}");
    }
    if (seat->load->idle && seat->line && strstr(text, "\"status\":\"playing\""))
        line_close(seat->line);
    else if (legal && *legal == '"' && move && atoi(move) != seat->chosen && !seat->due[0] && seat->sent == 0)
        plan_choice(seat, legal, atoi(move));
}

static void take_ok(struct seat *seat, const char *text)
{
    struct load *load = seat->load;
    const char *token = after(text, "\"token\":\"");

    if (token) {
        copy_id(token, seat->token);
        seat->number = atoi(after(text, "\"seat\":"));
    } else if (seat->sent > 0 && strstr(text, "\"re\":1")) {
        if (load->measuring && load->count < SAMPLES_MAX)
            load->samples[load->count++] = (float)((now_s() - seat->sent) * 1000);
        seat->sent = 0;
    }
}

static void on_message(void *of_seat, struct line *line, const char *bytes, size_t length)
{
    struct seat *seat = of_seat;
    char *text = malloc(length + 1);

    (void)line;
    if (!text)
        abort();
    memcpy(text, bytes, length);
    text[length] = '\0';
    if (strncmp(text, "{\"type\":\"table\"", 15) == 0)
        take_table(seat, text);
    else if (strncmp(text, "{\"type\":\"ok\"", 12) == 0)
        take_ok(seat, text);
    else if (strncmp(text, "{\"type\":\"error\"", 15) == 0) {
        if (seat->load->errors++ < 3)
            fprintf(stderr, "%s\n", text);
        seat->sent = 0;
    }
    free(text);
}

static void on_open(void *of_seat, struct line *line)
{
    struct seat *seat = of_seat;

    seat->line = line;
    seat->load->connecting--;
    say_hello(seat);
    if (!seat->token[0])
        say(line, "{\"type\":\"sit\",\"name\":\"P%d\",\"re\":2}", seat->number);
}

static void on_close(void *of_seat, struct line *line, int code, const char *why)
{
    struct seat *seat = of_seat;

    (void)line, (void)code;
    if (why[0] && seat->load->lost++ < 3)
        fprintf(stderr, "a connection was lost: %s\n", why);
    seat->load->connecting -= !seat->line;
    seat->line = NULL;
}

static const struct line_handler handler = {.opened = on_open, .message = on_message, .closed = on_close};

/* ---- the course of it ---- */

static void send_due(struct load *load)
{
    double now = now_s();
    struct seat *waiting = NULL;

    for (struct seat *seat = load->due, *next; seat; seat = next) {
        next = seat->next_due;
        if (seat->at > now && seat->line) {
            seat->next_due = waiting;
            waiting = seat;
        } else if (seat->line) {
            say(seat->line, "{\"type\":\"do\",\"do\":\"%s\",\"move\":%d,\"re\":1}", seat->due, seat->move);
            seat->sent = now;
            seat->chosen = seat->move;
            seat->due[0] = '\0';
        }
    }
    load->due = waiting;
}

static void run_for(struct load *load, double seconds)
{
    double end = now_s() + seconds;

    for (double now = now_s(), looked = 0; now < end; now = now_s()) {
        client_run(load->client, 2);
        if (now - looked < 0.001) /* the list is long */
            continue;
        looked = now;
        send_due(load);
    }
}

static bool open_board(struct load *load, struct board *board)
{
    char body[256];
    struct problem why;
    int status = 0;

    snprintf(body, sizeof body, "{\"game\":\"%s\",\"players\":%d,\"name\":\"P0\",\"clock\":{\"patience\":86400000}}",
             load->game, load->players);
    char *answer = client_ask(board->server, "/api/tables", body, &status, &why);
    const char *table = answer ? after(answer, "\"table\":\"") : NULL,
               *token = table ? after(table, "\"token\":\"") : NULL;
    if (!token) {
        fprintf(stderr, "no table: %s\n", answer ? answer : why.text);
        free(answer);
        return false;
    }
    copy_id(table, board->table);
    board->seats = calloc((size_t)load->players, sizeof *board->seats);
    for (int i = 0; board->seats && i < load->players; i++) {
        board->seats[i] = (struct seat){.load = load, .board = board, .number = i, .chosen = -1};
        deal_random(board->seats[i].salt);
    }
    if (board->seats)
        copy_id(token, board->seats[0].token);
    free(answer);
    return board->seats;
}

static bool open_all(struct load *load)
{
    enum { AT_ONCE = 80 }; /* connections that wait; the server allows an address 100 without a WebSocket */

    for (int i = 0; i < load->tables; i++) {
        load->boards[i].server = &load->servers[i % load->server_count].address;
        load->boards[i].through = &load->servers[(i + load->detour) % load->server_count].address;
        if (!open_board(load, &load->boards[i]))
            return false;
        for (int seat = 0; seat < load->players; seat++) {
            client_connect(load->client, load->boards[i].through, &handler, &load->boards[i].seats[seat]);
            load->connecting++;
        }
        while (load->connecting > AT_ONCE - load->players)
            run_for(load, 0.001);
    }
    return true;
}

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* A figure of all servers together; the name as /metrics has it, with its labels. */
static double metric(struct load *load, const char *name)
{
    struct problem why;
    int status = 0;
    double sum = 0;
    char line[128];

    snprintf(line, sizeof line, "\nparlor_%s ", name);
    for (int i = 0; i < load->server_count; i++) {
        char *text = client_ask(&load->servers[i].address, "/metrics", NULL, &status, &why);
        const char *at = text ? after(text, line) : NULL;
        sum += at ? atof(at) : 0;
        free(text);
    }
    return sum;
}

static double memory_of(pid_t server)
{
    char path[64], line[256];
    double mb = 0;

    snprintf(path, sizeof path, "/proc/%d/status", (int)server);
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in))
        if (strncmp(line, "VmRSS:", 6) == 0)
            mb = atof(line + 6) / 1024;
    if (in)
        fclose(in);
    return mb;
}

static double memory_mb(const struct load *load)
{
    double sum = 0;

    for (int i = 0; i < load->server_count; i++)
        sum += memory_of(load->servers[i].pid);
    return sum;
}

/* Seconds of processor that a process has used, its own and the kernel's for it. */
static double processor_s(pid_t pid)
{
    char path[64];
    unsigned long user = 0, kernel = 0;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *in = fopen(path, "r");
    if (in && fscanf(in, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &kernel) != 2)
        user = kernel = 0;
    if (in)
        fclose(in);
    return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

/* The counts of a measurement. */
struct counts {
    double commits, events, commit_s, server_s, load_s;
};

static struct counts counts_now(struct load *load)
{
    struct counts counts = {.commits = metric(load, "store_commits_total"),
                            .events = metric(load, "store_events_total"),
                            .commit_s = metric(load, "store_commit_seconds_total"),
                            .load_s = processor_s(getpid())};

    for (int i = 0; i < load->server_count; i++)
        counts.server_s += processor_s(load->servers[i].pid);
    return counts;
}

/* One line for programs. The quantiles are those of the time until a choice is acknowledged, in milliseconds. */
static void report_line(const struct load *load, const struct counts *before, const struct counts *now)
{
    double commits = now->commits - before->commits, count = load->count ? (double)load->count : 1;

    printf("{\"tables\":%d,\"sockets\":%d,\"servers\":%d,\"game\":\"%s\",\"asked_per_s\":%.0f,\"actions_per_s\":%.0f,"
           "\"commits_per_s\":%.0f,\"events_per_commit\":%.2f,\"commit_ms\":%.3f,\"server_us\":%.1f,\"load_us\":%.1f,"
           "\"memory_mb\":%.0f,\"games\":%ld,\"errors\":%ld,\"lost\":%ld,\"quantiles_ms\":[",
           load->tables, load->tables * load->players, load->server_count, load->game, load->rate,
           (double)load->count / load->seconds, commits / load->seconds,
           commits > 0 ? (now->events - before->events) / commits : 0,
           commits > 0 ? (now->commit_s - before->commit_s) / commits * 1000 : 0,
           (now->server_s - before->server_s) / count * 1e6, (now->load_s - before->load_s) / count * 1e6,
           memory_mb(load), load->games, load->errors, load->lost);
    for (int i = 0; load->count && i <= QUANTILES; i++)
        printf("%s%.2f", i ? "," : "", load->samples[(load->count - 1) * i / QUANTILES]);
    printf("]}\n");
}

static void report(struct load *load, const struct counts *before, const struct counts *now)
{
    double commits = now->commits - before->commits, events = now->events - before->events;

    qsort(load->samples, (size_t)load->count, sizeof *load->samples, by_size);
    double p50 = load->count ? load->samples[load->count / 2] : 0;
    double p99 = load->count ? load->samples[load->count * 99 / 100] : 0;
    double most = load->count ? load->samples[load->count - 1] : 0;

    printf("%d tables, %d sockets, %s, %.0f s\n", load->tables, load->tables * load->players, load->game,
           load->seconds);
    printf("  durable choices   %9.0f /s\n", (double)load->count / load->seconds);
    printf("  acknowledged in   %9.1f ms (p50)  %.1f ms (p99)  %.1f ms (slowest)\n", p50, p99, most);
    printf("  commits           %9.0f /s, %.1f events each\n", commits / load->seconds,
           commits > 0 ? events / commits : 0);
    printf("  server's memory   %9.0f MB\n", memory_mb(load));
    if (load->count)
        printf("  processor         %9.0f us a choice in the server, %.0f us in the load\n",
               (now->server_s - before->server_s) / (double)load->count * 1e6,
               (now->load_s - before->load_s) / (double)load->count * 1e6);
    printf("  games ended       %9ld\n  errors            %9ld\n  connections lost  %9ld\n", load->games, load->errors,
           load->lost);
    report_line(load, before, now);
}

/* ---- the server ---- */

/* Starts a server on a port of its choice; the port, or 0. */
static int start_server(const char *program, const char *data, pid_t *pid)
{
    int out[2];
    char line[256];
    int port = 0;

    if (pipe(out) != 0)
        return 0;
    *pid = fork();
    if (*pid == 0) {
        dup2(out[1], STDOUT_FILENO);
        close(out[0]);
        execl(program, program, "serve", "--listen", "127.0.0.1:0", "--data", data, "--opened", "10000000",
              "--requests", "100000", "--rate", "100000", "--connections", "20000", "--per-address", "20000",
              (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    FILE *in = fdopen(out[0], "r");
    if (in && fgets(line, sizeof line, in)) {
        const char *colon = strrchr(line, ':');
        port = colon ? atoi(colon + 1) : 0;
    }
    return port; /* the pipe stays open: the server may still say something */
}

static void raise_file_limit(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static bool measure(struct load *load)
{
    fprintf(stderr, "opening %d tables\n", load->tables);
    if (!open_all(load))
        return false;
    run_for(load, 5); /* until all have begun */
    if (load->idle) {
        printf("%.0f tables of %s with %d seats, %.0f connections: %.0f MB\n", metric(load, "tables"), load->game,
               load->players, metric(load, "connections"), memory_mb(load));
        return true;
    }
    fprintf(stderr, "measuring for %.0f s\n", load->seconds);
    const struct counts before = counts_now(load);
    load->measuring = true;
    run_for(load, load->seconds);
    load->measuring = false;
    const struct counts now = counts_now(load);
    report(load, &before, &now);
    return true;
}

/* Reads PORT/PID,PORT/PID… */
static bool read_servers(struct load *load, const char *list)
{
    char *end;

    do {
        struct server *it = &load->servers[load->server_count];
        it->address = (struct client_address){.host = "127.0.0.1", .port = (int)strtol(list, &end, 10)};
        if (it->address.port <= 0 || *end != '/' || load->server_count++ == SERVERS_MAX - 1)
            return false;
        it->pid = (pid_t)strtol(end + 1, &end, 10);
        list = end + 1;
    } while (*end == ',');
    return *end == '\0';
}

static bool start_own(struct load *load, const char *program, const char *data)
{
    struct server *own = &load->servers[0];

    own->address = (struct client_address){.host = "127.0.0.1", .port = start_server(program, data, &own->pid)};
    load->server_count = 1;
    return own->address.port > 0;
}

int main(int argc, char **argv)
{
    struct load load = {.game = "bannish", .tables = 1000, .players = 4, .rate = 5000, .seconds = 20, .random = 1};
    char data[] = "/tmp/parlor-bench-XXXXXX", clean[PATH_SIZE];
    bool running = false;

    for (int option; (option = getopt(argc, argv, "t:s:r:n:g:ioa:")) != -1;)
        switch (option) {
        case 't': load.tables = atoi(optarg); break;
        case 's': load.players = atoi(optarg); break;
        case 'r': load.rate = atof(optarg); break;
        case 'n': load.seconds = atof(optarg); break;
        case 'g': load.game = optarg; break;
        case 'i': load.idle = true; break;
        case 'o': load.detour = true; break;
        case 'a':
            running = true;
            if (!read_servers(&load, optarg))
                return fprintf(stderr, "-a takes PORT/PID,PORT/PID…, %d of them at most\n", SERVERS_MAX - 1), 2;
            break;
        default: return 2;
        }
    if (optind != argc - !running || load.tables < 1 || load.players < 2 || load.rate <= 0 || load.seconds <= 0) {
        fprintf(stderr,
                "usage: %s [-t TABLES] [-s SEATS] [-r RATE] [-n SECONDS] [-g GAME] [-i] PARLOR | -a PORT/PID,…\n",
                argv[0]);
        return 2;
    }
    raise_file_limit();
    load.client = client_open(load.tables * load.players);
    load.boards = calloc((size_t)load.tables, sizeof *load.boards);
    load.samples = malloc(SAMPLES_MAX * sizeof *load.samples);
    if (!load.client || !load.boards || !load.samples || !mkdtemp(data))
        return perror("bench/server"), 1;
    bool fine = (running || start_own(&load, argv[optind], data)) && measure(&load);
    if (!running) {
        kill(load.servers[0].pid, SIGTERM);
        waitpid(load.servers[0].pid, NULL, 0);
    }
    client_close(load.client);
    for (int i = 0; i < load.tables; i++)
        free(load.boards[i].seats);
    free(load.boards);
    free(load.samples);
    snprintf(clean, sizeof clean, "rm -rf %s", data);
    return system(clean) == 0 && fine ? 0 : 1;
}
