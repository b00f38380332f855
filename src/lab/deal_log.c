/* See deal_log.h. */
#include "lab/deal_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"
#include "lab/sum.h"

enum {
    LINE_SIZE = 1024,           /* of a deal */
    RUN_SIZE = 8 * PLAYER_NAME, /* what describes a run: a name a seat, and options, seed and deck */
};

struct deal_log {
    char *path;
    int fd;
    int players, rotations;
    char key[SUM_DIGITS + 1]; /* of the run */
    long deals, damaged;
    long most;               /* deals of the run */
    bool *there;             /* by deal: it came from the file */
    struct arena_deal *kept; /* by deal */
};

/* Everything that the games of a run depend on. */
static void write_run(struct writer *w, const struct arena *arena)
{
    const struct table_plan *plan = &arena->plan;
    char seed[SEED_DIGITS + 1];

    seed_text(&plan->seed, seed);
    write_text(w, "parlor ");
    write_text(w, arena->version);
    write_char(w, ' ');
    write_text(w, plan->game->id);
    write_char(w, ' ');
    write_number(w, plan->players);
    write_text(w, " seed=");
    write_text(w, seed);
    for (int i = 0; i < plan->players; i++) {
        const char *name = arena->kinds[arena->lineup[i]].name;
        write_text(w, i ? "," : " bots=");
        write_clean(w, name, strlen(name));
    }
    for (int i = 0; i < plan->option_count; i++) {
        write_char(w, ' ');
        write_text(w, plan->game->options[plan->options[i].index].name);
        write_char(w, '=');
        write_clean(w, plan->options[i].value, strlen(plan->options[i].value));
    }
    if (plan->deck[0]) {
        write_text(w, " deck=");
        write_sum(w, sum_of(plan->deck, strlen(plan->deck)));
    }
    if (arena->shard.of) {
        write_text(w, " deals=");
        write_number(w, (int)arena->deals);
        write_text(w, " shard=");
        write_number(w, arena->shard.number);
        write_char(w, '/');
        write_number(w, arena->shard.of);
    }
}

/* Writes the line of a run, and its key. */
static void write_run_line(struct writer *w, const struct arena *arena, char key[SUM_DIGITS + 1])
{
    char run[RUN_SIZE];
    struct writer text = write_into(run, sizeof run), of_key = write_into(key, SUM_DIGITS + 1);

    write_run(&text, arena);
    write_sum(&of_key, sum_of(run, text.length));
    write_text(w, "run ");
    write_text(w, key);
    write_char(w, ' ');
    write_text(w, run);
    write_char(w, '\n');
}

/* ---- lines ---- */

static void write_deal(struct writer *w, const struct deal_log *log, long number, const struct arena_deal *deal)
{
    write_text(w, "deal ");
    write_text(w, log->key);
    write_char(w, ' ');
    write_number(w, number);
    for (int game = 0; game < log->rotations; game++) {
        const struct outcome *out = &deal->games[game];
        for (int seat = 0; seat < log->players; seat++) {
            write_char(w, seat ? ',' : ' ');
            write_number(w, out->points[seat]);
        }
        write_char(w, '/');
        write_number(w, out->winners);
        write_char(w, '/');
        write_number(w, out->fault);
    }
    uint64_t sum = sum_of(w->buffer, w->length);
    write_char(w, ' ');
    write_sum(w, sum);
    write_char(w, '\n');
}

static bool read_outcome(struct reader *in, int players, struct outcome *out)
{
    enum { FAR = 1 << 24 };
    int winners = 0, fault = -1, everybody = (1 << players) - 1;

    for (int seat = 0; seat < players; seat++) {
        read_literal(in, seat ? "," : " ");
        read_number(in, -FAR, FAR, &out->points[seat]);
    }
    read_literal(in, "/");
    read_number(in, 1, everybody, &winners);
    read_literal(in, "/");
    read_number(in, -1, players - 1, &fault);
    out->winners = (uint8_t)winners;
    out->fault = fault;
    return !in->error;
}

/* Reads the line of a deal of this run: 1 if it is one, 0 if it belongs to
 * another run, -1 if it is damaged. */
static int read_deal(struct deal_log *log, const char *line, size_t length)
{
    char again[LINE_SIZE];
    struct writer w = write_into(again, sizeof again);
    struct reader in = read_from(line, length);
    struct arena_deal deal = {.games = {{.points = {0}}}};
    int number = 0;

    if (length > 5 && memcmp(line, "run ", 4) == 0)
        return 0;
    if (!read_literal(&in, "deal ") || length < in.at + SUM_DIGITS)
        return -1;
    if (memcmp(line + in.at, log->key, SUM_DIGITS) != 0)
        return 0;
    in.at += SUM_DIGITS;
    read_literal(&in, " ");
    read_number(&in, 0, ARENA_DEALS, &number);
    for (int game = 0; game < log->rotations; game++)
        read_outcome(&in, log->players, &deal.games[game]);
    if (in.error)
        return -1;
    write_deal(&w, log, number, &deal); /* one spelling: what is read is what would be written */
    if (w.length != length || memcmp(again, line, length) != 0)
        return -1;
    if (number < log->most && !log->there[number]) {
        log->there[number] = true;
        log->kept[number] = deal;
        log->deals++;
    }
    return 1;
}

/* The contents of the whole file. */
struct found {
    bool foreign; /* it holds something else */
    bool whole;   /* the last line has its end */
    bool known;   /* this run is there */
    bool other;   /* another run is there */
};

/* Reads all lines; false if the file could not be read. */
static bool read_lines(struct deal_log *log, FILE *in, const char *run, struct found *found)
{
    char *line = NULL;
    size_t size = 0;
    char first[4];
    size_t begin = fread(first, 1, sizeof first, in);

    *found = (struct found){.foreign = memcmp(first, "run ", begin) != 0, .whole = true};
    rewind(in);
    for (ssize_t length; !found->foreign && (length = getline(&line, &size, in)) > 0;) {
        found->whole = line[length - 1] == '\n';
        found->known |= strcmp(line, run) == 0;
        found->other |= found->whole && strncmp(line, "run ", 4) == 0 && strcmp(line, run) != 0;
        log->damaged += read_deal(log, line, (size_t)length) < 0;
    }
    free(line);
    return !ferror(in);
}

/* Adds a line in one go, so that it is cut at worst, never mixed. */
static bool add_line(struct deal_log *log, const char *line, size_t length, struct problem *why)
{
    ssize_t written = write(log->fd, line, length);

    if (written == (ssize_t)length)
        return true;
    return problem_set(why, "%s: %s", log->path, written < 0 ? strerror(errno) : "the line was cut: no space left?");
}

static bool read_log(struct deal_log *log, const struct arena *arena, struct problem *why)
{
    char line[RUN_SIZE + 32];
    struct writer w = write_into(line, sizeof line);
    struct found found;

    write_run_line(&w, arena, log->key);
    struct stat about;
    if (fstat(log->fd, &about) == 0 && !S_ISREG(about.st_mode))
        return problem_set(why, "%s: not a file that can be read again", log->path);
    FILE *in = fopen(log->path, "re");
    bool read = in && read_lines(log, in, line, &found);
    int reason = errno;
    if (in)
        fclose(in);
    if (!read)
        return problem_set(why, "%s: %s", log->path, strerror(reason));
    if (found.foreign)
        return problem_set(why, "%s: this is not a file of finished deals", log->path);
    if (arena->shard.of && found.other)
        return problem_set(why, "%s: another run is kept here; shards of different runs have different directories",
                           log->path);
    if (!found.whole && !add_line(log, "\n", 1, why))
        return false;
    return found.known || add_line(log, line, w.length, why);
}

/* A log that has read nothing yet. */
static struct deal_log *empty_log(const char *path, const struct arena *arena)
{
    struct deal_log *log = must_zero(1, sizeof *log);

    log->fd = -1;
    log->players = arena->plan.players;
    log->rotations = arena->rotations;
    log->most = arena->deals;
    log->path = must_copy(path);
    log->there = must_zero((size_t)arena->deals, sizeof *log->there);
    log->kept = must_zero((size_t)arena->deals, sizeof *log->kept);
    return log;
}

struct deal_log *deal_log_open(const char *path, const struct arena *arena, struct problem *why)
{
    struct deal_log *log = empty_log(path, arena);

    log->fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log->fd >= 0 ? read_log(log, arena, why) : problem_set(why, "%s: %s", path, strerror(errno)))
        return log;
    struct problem unread;
    deal_log_close(log, &unread);
    return NULL;
}

bool deal_log_close(struct deal_log *log, struct problem *why)
{
    bool fine = true;

    if (!log)
        return true;
    if (log->fd >= 0 && close(log->fd) != 0)
        fine = problem_set(why, "%s: %s", log->path, strerror(errno));
    free(log->path);
    free(log->there);
    free(log->kept);
    free(log);
    return fine;
}

long deal_log_count(const struct deal_log *log)
{
    return log->deals;
}

long deal_log_damaged(const struct deal_log *log)
{
    return log->damaged;
}

bool deal_log_find(const struct deal_log *log, long deal, struct arena_deal *out)
{
    if (deal >= log->most || !log->there[deal])
        return false;
    *out = log->kept[deal];
    return true;
}

bool deal_log_add(struct deal_log *log, long deal, const struct arena_deal *it, struct problem *why)
{
    char line[LINE_SIZE];
    struct writer w = write_into(line, sizeof line);

    if (log->there[deal])
        return true;
    write_deal(&w, log, deal, it);
    return add_line(log, line, w.length, why);
}

/* ---- shards ---- */

/* Says what a file begins with, if not with this shard. */
static bool foreign(const struct deal_log *log, const struct arena *arena, const char *line, struct problem *why)
{
    static const char mark[] = "parlor ";
    const char *text = strstr(line, mark), *theirs = text ? text + sizeof mark - 1 : "";
    size_t length = strcspn(theirs, " ");

    if (strncmp(line, "run ", 4) != 0 || !text)
        return problem_set(why, "%s: this is not a shard of an arena", log->path);
    if (length != strlen(arena->version) || strncmp(theirs, arena->version, length) != 0)
        return problem_set(why, "%s: made by parlor %.*s, and this is parlor %s; run all shards with one version",
                           log->path, (int)length, theirs, arena->version);
    return problem_set(why, "%s: a shard of another run, %.*s", log->path, (int)strcspn(theirs, "\n"), theirs);
}

static bool read_shard(struct deal_log *log, const struct arena *arena, FILE *in, struct problem *why)
{
    char right[RUN_SIZE + 32], *line = NULL;
    struct writer w = write_into(right, sizeof right);
    size_t size = 0;
    ssize_t length = getline(&line, &size, in);

    write_run_line(&w, arena, log->key);
    bool fine = (length > 0 && strcmp(line, right) == 0) || foreign(log, arena, length > 0 ? line : "", why);
    while (fine && (length = getline(&line, &size, in)) > 0) {
        int kind = read_deal(log, line, (size_t)length);
        log->damaged += kind < 0;
        fine = kind != 0 || problem_set(why, "%s: there are deals of another run in it", log->path);
    }
    free(line);
    return fine && (!ferror(in) || problem_set(why, "%s: %s", log->path, strerror(errno)));
}

/* Hands out the deals of the shard, if all are there and no others. A damaged line does no harm if its deal was played
 * again. */
static bool take_shard(const struct deal_log *log, const struct arena *arena, struct arena_deal *deals,
                       struct problem *why)
{
    const struct shard *shard = &arena->shard;
    long begin = shard_begin(shard, arena->deals), end = shard_end(shard, arena->deals), missing = 0;

    for (long deal = begin; deal < end; deal++) {
        missing += !log->there[deal];
        deals[deal] = log->kept[deal];
    }
    if (missing)
        return problem_set(why, "%s: this shard %s: %ld of %ld deals are missing; run --shard %d/%d again", log->path,
                           log->damaged ? "is damaged" : "is not finished", missing, end - begin, shard->number,
                           shard->of);
    return log->deals == end - begin || problem_set(why, "%s: there are deals of other shards in it", log->path);
}

bool deal_log_read_shard(const char *path, const struct arena *arena, struct arena_deal *deals, struct problem *why)
{
    struct deal_log *log = empty_log(path, arena);
    struct problem unread;
    FILE *in = fopen(path, "re");
    bool fine = in ? read_shard(log, arena, in, why) : problem_set(why, "%s: %s", path, strerror(errno));

    if (in)
        fclose(in);
    fine = fine && take_shard(log, arena, deals, why);
    deal_log_close(log, &unread);
    return fine;
}
