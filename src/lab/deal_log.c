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
}

/* ---- lines ---- */

static void write_deal(struct writer *w, const struct deal_log *shelf, long number, const struct arena_deal *deal)
{
    write_text(w, "deal ");
    write_text(w, shelf->key);
    write_char(w, ' ');
    write_number(w, number);
    for (int game = 0; game < shelf->rotations; game++) {
        const struct outcome *out = &deal->games[game];
        for (int seat = 0; seat < shelf->players; seat++) {
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
static int read_deal(struct deal_log *shelf, const char *line, size_t length)
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
    if (memcmp(line + in.at, shelf->key, SUM_DIGITS) != 0)
        return 0;
    in.at += SUM_DIGITS;
    read_literal(&in, " ");
    read_number(&in, 0, ARENA_DEALS, &number);
    for (int game = 0; game < shelf->rotations; game++)
        read_outcome(&in, shelf->players, &deal.games[game]);
    if (in.error)
        return -1;
    write_deal(&w, shelf, number, &deal); /* one spelling: what is read is what would be written */
    if (w.length != length || memcmp(again, line, length) != 0)
        return -1;
    if (number < shelf->most && !shelf->there[number]) {
        shelf->there[number] = true;
        shelf->kept[number] = deal;
        shelf->deals++;
    }
    return 1;
}

/* What a look at the whole file found. */
struct found {
    bool foreign; /* it holds something else */
    bool whole;   /* the last line has its end */
    bool known;   /* this run is there */
};

/* Reads all lines; false if the file could not be read. */
static bool read_lines(struct deal_log *shelf, FILE *in, const char *run, struct found *found)
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
        shelf->damaged += read_deal(shelf, line, (size_t)length) < 0;
    }
    free(line);
    return !ferror(in);
}

/* Adds a line in one go, so that it is cut at worst, never mixed. */
static bool add_line(struct deal_log *shelf, const char *line, size_t length, struct problem *why)
{
    ssize_t written = write(shelf->fd, line, length);

    if (written == (ssize_t)length)
        return true;
    return problem_set(why, "%s: %s", shelf->path, written < 0 ? strerror(errno) : "the line was cut: no space left?");
}

static bool read_shelf(struct deal_log *shelf, const struct arena *arena, struct problem *why)
{
    char run[RUN_SIZE], line[RUN_SIZE + 32];
    struct writer text = write_into(run, sizeof run), w = write_into(line, sizeof line);
    struct found found;

    write_run(&text, arena);
    struct writer key = write_into(shelf->key, sizeof shelf->key);
    write_sum(&key, sum_of(run, text.length));
    write_text(&w, "run ");
    write_text(&w, shelf->key);
    write_char(&w, ' ');
    write_text(&w, run);
    write_char(&w, '\n');
    struct stat about;
    if (fstat(shelf->fd, &about) == 0 && !S_ISREG(about.st_mode))
        return problem_set(why, "%s: not a file that can be read again", shelf->path);
    FILE *in = fopen(shelf->path, "re");
    bool read = in && read_lines(shelf, in, line, &found);
    int reason = errno;
    if (in)
        fclose(in);
    if (!read)
        return problem_set(why, "%s: %s", shelf->path, strerror(reason));
    if (found.foreign)
        return problem_set(why, "%s: this is not a file of finished deals", shelf->path);
    if (!found.whole && !add_line(shelf, "\n", 1, why))
        return false;
    return found.known || add_line(shelf, line, w.length, why);
}

struct deal_log *deal_log_open(const char *path, const struct arena *arena, struct problem *why)
{
    struct deal_log *shelf = must_zero(1, sizeof *shelf);

    shelf->players = arena->plan.players;
    shelf->rotations = arena->rotations;
    shelf->most = arena->deals;
    shelf->path = must_copy(path);
    shelf->there = must_zero((size_t)arena->deals, sizeof *shelf->there);
    shelf->kept = must_zero((size_t)arena->deals, sizeof *shelf->kept);
    shelf->fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (shelf->fd >= 0 ? read_shelf(shelf, arena, why) : problem_set(why, "%s: %s", path, strerror(errno)))
        return shelf;
    struct problem unread;
    deal_log_close(shelf, &unread);
    return NULL;
}

bool deal_log_close(struct deal_log *shelf, struct problem *why)
{
    bool fine = true;

    if (!shelf)
        return true;
    if (shelf->fd >= 0 && close(shelf->fd) != 0)
        fine = problem_set(why, "%s: %s", shelf->path, strerror(errno));
    free(shelf->path);
    free(shelf->there);
    free(shelf->kept);
    free(shelf);
    return fine;
}

long deal_log_count(const struct deal_log *shelf)
{
    return shelf->deals;
}

long deal_log_damaged(const struct deal_log *shelf)
{
    return shelf->damaged;
}

bool deal_log_find(const struct deal_log *shelf, long deal, struct arena_deal *out)
{
    if (deal >= shelf->most || !shelf->there[deal])
        return false;
    *out = shelf->kept[deal];
    return true;
}

bool deal_log_add(struct deal_log *shelf, long deal, const struct arena_deal *it, struct problem *why)
{
    char line[LINE_SIZE];
    struct writer w = write_into(line, sizeof line);

    if (shelf->there[deal])
        return true;
    write_deal(&w, shelf, deal, it);
    return add_line(shelf, line, w.length, why);
}
