/* See outside.h. What is to be said gathers in `out` and is sent when an answer
 * is due; sending and listening go on together, so a program that talks while
 * it is talked to blocks nobody. */
#include "lab/outside.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memory.h"
#include "bots/past.h"
#include "table/record.h"
#include "table/steady.h"
#include "words/words.h"

enum {
    ANSWER_MAX = 4096, /* bytes of a line that a program says, its line feed included */
    START_MS = 5000,   /* on top of the time for a move, for starting */
    LEAVE_MS = 500,    /* for leaving after quit, before it is ended */
    LOOK_MS = 100,     /* how often *stop is looked at */
};

struct outside {
    const char *command;
    int move_ms;
    pid_t pid;            /* 0: not running */
    int to, from;         /* its standard input and output, while it runs */
    bool greeted;         /* it has said that it speaks the protocol */
    char name[NAME_SIZE]; /* that it gave when it was last greeted; empty for none */
    int seat;
    int told;        /* steps of the table that it has been told of */
    bool wants_past; /* it has asked for them as bytes as well, */
    int past_told;   /* ... and was sent this many in this game */
    char *out;       /* what is still to be sent: out_length bytes of out_size */
    size_t out_length, out_size;
    char in[ANSWER_MAX];
    size_t in_length; /* bytes that it has said and nobody has read */
};

/* ---- starting and ending ---- */

struct outside *outside_new(const char *command, int move_ms)
{
    struct outside *it = must_zero(1, sizeof *it);

    it->command = command;
    it->move_ms = move_ms;
    return it;
}

static bool spawn(struct outside *it, int in, int out)
{
    char shell[] = "sh", flag[] = "-c";
    char *command = must_copy(it->command), *argv[] = {shell, flag, command, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none, usual;

    sigemptyset(&none);
    usual = none;
    sigaddset(&usual, SIGPIPE); /* ignored here, and that would be handed down */
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    posix_spawnattr_init(&how);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setsigdefault(&how, &usual);
    int reason = command ? posix_spawn(&it->pid, "/bin/sh", &files, &how, argv, environ) : ENOMEM;
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    free(command);
    errno = reason;
    return reason == 0;
}

static bool start(struct outside *it, struct problem *why)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    bool fine = pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0 && spawn(it, in[0], out[1]);
    int reason = errno;

    if (in[0] >= 0)
        close(in[0]);
    if (out[1] >= 0)
        close(out[1]);
    if (!fine) {
        if (in[1] >= 0)
            close(in[1]);
        if (out[0] >= 0)
            close(out[0]);
        it->pid = 0;
        return problem_set(why, "could not be started: %s", strerror(reason));
    }
    it->to = in[1];
    it->from = out[0];
    fcntl(it->to, F_SETFL, O_NONBLOCK);
    fcntl(it->from, F_SETFL, O_NONBLOCK);
    it->greeted = it->wants_past = false;
    it->in_length = 0;
    return true;
}

/* Waits for the program to end by itself; false if it does not. It stays a
 * zombie, so that its group can still be named. */
static bool ends_within(const struct outside *it, int limit_ms, siginfo_t *how)
{
    for (int64_t until = steady_ms() + limit_ms;; poll(NULL, 0, 5)) {
        *how = (siginfo_t){.si_pid = 0};
        if (waitid(P_PID, (id_t)it->pid, how, WEXITED | WNOHANG | WNOWAIT) == 0 && how->si_pid == it->pid)
            return true;
        if (steady_ms() >= until)
            return false;
    }
}

void outside_kill(struct outside *it)
{
    if (it->pid == 0)
        return;
    close(it->to);
    close(it->from);
    kill(-it->pid, SIGKILL); /* whatever it has started as well */
    while (waitpid(it->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    it->pid = 0;
    it->out_length = 0;
}

/* Says how a program that closed its output has ended. */
static void explain_end(const struct outside *it, struct problem *why)
{
    siginfo_t how;

    if (!ends_within(it, LEAVE_MS, &how))
        problem_set(why, "closed its output");
    else
        problem_set(why, "%s %d", how.si_code == CLD_EXITED ? "ended with exit code" : "was ended by signal",
                    how.si_status);
}

/* ---- saying ---- */

/* Returns where the next bytes go, with space for at least this many. */
static char *space_for(struct outside *it, size_t more)
{
    if (it->out_size - it->out_length < more) {
        it->out_size = (it->out_length + more) * 2;
        it->out = must_resize(it->out, it->out_size);
    }
    return it->out + it->out_length;
}

static void say(struct outside *it, const char *text, size_t length)
{
    memcpy(space_for(it, length), text, length);
    it->out_length += length;
}

static void say_text(struct outside *it, const char *text)
{
    say(it, text, strlen(text));
}

/* A line that the writer holds. */
static void say_line(struct outside *it, const char *word, const struct writer *w)
{
    say_text(it, word);
    say(it, w->buffer, w->length);
    say_text(it, "\n");
}

static void say_news(struct outside *it, const struct table *table)
{
    char text[8192];

    for (; it->told < table_steps(table) && table_step(table, it->told).complete; it->told++) {
        struct facts facts;
        table_facts(table, it->seat, it->told, &facts);
        for (int i = 0; i < facts.count; i++) {
            struct writer json = write_into(text, sizeof text);
            fact_write(table_game(table), &facts.list[i], &json);
            say_line(it, "fact ", &json);
        }
        struct writer w = write_into(text, sizeof text);
        words_step(plain_listener(it->seat), table, it->told, &w);
        for (char *line = text, *end; *line; line = end) {
            end = line + strcspn(line, "\n");
            say_text(it, "told ");
            say(it, line, (size_t)(end - line));
            say_text(it, "\n");
            end += *end == '\n';
        }
    }
}

static void say_bytes(struct outside *it, const char *word, const uint8_t *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";

    say_text(it, word);
    for (size_t i = 0; i < count; i++)
        say(it, (char[]){digits[bytes[i] >> 4], digits[bytes[i] & 15]}, 2);
    say_text(it, "\n");
}

/* The steps since it was last asked, with what its seat saw before each. */
static void say_past(struct outside *it, const struct table *table)
{
    struct bot_history history = bot_history_of(table, it->seat);

    for (; it->past_told < history.steps && it->past_told < PAST_MAX; it->past_told++) {
        char text[64];
        struct writer w = write_into(text, sizeof text);
        struct bot_past step;
        history.look(history.source, it->seat, it->past_told, &step);
        write_text(&w, "past ");
        past_write_head(&w, &step);
        write_text(&w, " ");
        text[w.length] = '\0';
        say_bytes(it, text, step.view.bytes, table_game(table)->state_size);
    }
}

static void say_ids(struct outside *it, const uint16_t *ids, int count)
{
    say_text(it, "ids");
    for (int i = 0; i < count; i++) {
        char text[16];
        struct writer id = write_into(text, sizeof text);
        write_char(&id, ' ');
        write_number(&id, ids[i]);
        say(it, text, id.length);
    }
    say_text(it, "\n");
}

static void say_view(struct outside *it, const struct game *game, struct state_buffer *buffer)
{
    const struct state *view = state_in(buffer);
    uint8_t observation[OBSERVATION_SIZE];
    uint16_t ids[LEGAL_SIZE];
    int count = game->legal(view, it->seat, ids);

    say_text(it, "view ");
    struct writer w = write_into(space_for(it, RECORD_LINE), RECORD_LINE);
    game->describe(view, &w);
    it->out_length += w.length;
    say_text(it, "\n");
    game->observe(view, it->seat, observation);
    say_bytes(it, "observation ", observation, game->observation_size);
    say_bytes(it, "state ", buffer->bytes, game->state_size);
    say_ids(it, ids, count);
    for (int i = 0; i < count; i++) {
        char text[256];
        struct writer action = write_into(text, sizeof text);
        game->action_text(view, it->seat, ids[i], &action);
        say_line(it, "legal ", &action);
    }
}

/* The first two random words that a bot of the program would draw for this choice: a search takes no more. */
static void say_luck(struct outside *it, const struct table *table)
{
    struct rng rng = bot_rng(&table_plan(table)->seed, it->seat, table_steps(table));
    uint8_t bytes[8];

    for (int i = 0; i < 8; i += 4) {
        uint32_t word = rng_word(&rng);
        for (int k = 0; k < 4; k++)
            bytes[i + k] = (uint8_t)(word >> (24 - 8 * k));
    }
    say_bytes(it, "luck ", bytes, sizeof bytes);
}

void outside_begin(struct outside *it, const struct table *table, int seat)
{
    const struct table_plan *plan = table_plan(table);
    struct rng rng = bot_rng(&plan->seed, seat, 0);
    char text[256];
    struct writer w = write_into(text, sizeof text);

    it->seat = seat;
    it->told = it->past_told = 0;
    write_text(&w, plan->game->id);
    write_char(&w, ' ');
    write_number(&w, plan->players);
    write_char(&w, ' ');
    write_number(&w, seat);
    say_line(it, "new ", &w);
    for (int i = 0; i < plan->option_count; i++) {
        w = write_into(text, sizeof text);
        write_text(&w, plan->game->options[plan->options[i].index].name);
        write_char(&w, '=');
        write_clean(&w, plan->options[i].value, strlen(plan->options[i].value));
        say_line(it, "option ", &w);
    }
    w = write_into(text, sizeof text);
    write_number(&w, (int64_t)rng_word(&rng)); /* nothing about the deals can be had from it */
    say_line(it, "random ", &w);
}

/* ---- sending and listening ---- */

/* Sends some of what is waiting. A program that does not listen any more may
 * still have something to say. */
static void send_some(struct outside *it)
{
    ssize_t sent = write(it->to, it->out, it->out_length);

    if (sent < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (sent < 0)
        sent = (ssize_t)it->out_length;
    it->out_length -= (size_t)sent;
    if (it->out_length > 0)
        memmove(it->out, it->out + sent, it->out_length);
}

/* Sends everything that is left, if the program takes it soon. */
static void send_rest(struct outside *it)
{
    for (int64_t until = steady_ms() + LEAVE_MS, left; it->out_length > 0 && (left = until - steady_ms()) > 0;) {
        struct pollfd to = {.fd = it->to, .events = POLLOUT};
        if (poll(&to, 1, (int)left) > 0)
            send_some(it);
    }
}

void outside_free(struct outside *it)
{
    siginfo_t how;

    if (!it)
        return;
    if (it->pid != 0) {
        say_text(it, "quit\n");
        send_rest(it);
        ends_within(it, LEAVE_MS, &how);
        outside_kill(it);
    }
    free(it->out);
    free(it);
}

/* Hears what has been said; false at its end. */
static bool hear_some(struct outside *it)
{
    ssize_t got = read(it->from, it->in + it->in_length, sizeof it->in - it->in_length);

    if (got > 0)
        it->in_length += (size_t)got;
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Takes the next whole line out of what has been said, without its line feed;
 * false if there is none. */
static bool next_line(struct outside *it, struct writer *line)
{
    const char *feed = memchr(it->in, '\n', it->in_length);

    if (!feed)
        return false;
    size_t length = (size_t)(feed - it->in);
    line->length = 0;
    write_bytes(line, it->in, length > 0 && feed[-1] == '\r' ? length - 1 : length);
    it->in_length -= length + 1;
    memmove(it->in, feed + 1, it->in_length);
    return true;
}

/* True for a line that answers nothing. The one that asks for the past counts if it comes before the greeting. */
static bool is_remark(struct outside *it, const struct writer *line)
{
    static const char wants[] = "info wants past";

    if (!it->greeted && line->length == sizeof wants - 1 && memcmp(line->buffer, wants, sizeof wants - 1) == 0)
        it->wants_past = true;
    return line->length >= 5 && memcmp(line->buffer, "info ", 5) == 0;
}

static void explain_silence(const struct outside *it, long limit, struct problem *why)
{
    problem_set(why, "%s within %ld ms", it->in_length > 0 ? "did not end its line" : "gave no answer", limit);
}

/* Sends everything and waits for a line that is not a remark. */
static enum outside_answer ask(struct outside *it, int limit, const atomic_bool *stop, struct writer *line,
                               struct problem *why)
{
    for (int64_t until = steady_ms() + limit;;) {
        while (it->out_length == 0 && next_line(it, line))
            if (!is_remark(it, line))
                return OUTSIDE_CHOSEN;
        if (it->in_length == sizeof it->in) {
            problem_set(why, "said more than 4096 bytes without a line feed, or before it was asked");
            return OUTSIDE_FAULT;
        }
        if (atomic_load_explicit(stop, memory_order_relaxed))
            return OUTSIDE_STOPPED;
        long left = until - steady_ms();
        if (left <= 0) {
            explain_silence(it, limit, why);
            return OUTSIDE_FAULT;
        }
        struct pollfd both[] = {{.fd = it->from, .events = POLLIN},
                                {.fd = it->out_length ? it->to : -1, .events = POLLOUT}};
        poll(both, 2, (int)(left < LOOK_MS ? left : LOOK_MS));
        if (both[1].revents)
            send_some(it);
        if (both[0].revents && !hear_some(it)) {
            explain_end(it, why);
            return OUTSIDE_FAULT;
        }
    }
}

/* Reports an unexpected line and what was expected. */
static enum outside_answer nonsense(const struct writer *line, const char *expected, struct problem *why)
{
    enum { SHOWN = 60 };
    char said[SHOWN + 1];
    struct writer w = write_into(said, sizeof said);

    write_clean(&w, line->buffer, line->length < SHOWN ? line->length : SHOWN);
    problem_set(why, "said '%s%s' instead of %s", said, line->length > SHOWN ? "..." : "", expected);
    return OUTSIDE_FAULT;
}

/* What gathered in `out` goes after the greeting. */
enum outside_answer outside_greet(struct outside *it, const atomic_bool *stop, struct problem *why)
{
    static const char hello[] = "parlor-bot 1";
    char text[ANSWER_MAX];
    struct writer line = write_into(text, sizeof text);

    if (it->pid == 0 && !start(it, why))
        return OUTSIDE_FAULT;
    if (it->greeted)
        return OUTSIDE_CHOSEN;
    char *after = it->out;
    size_t length = it->out_length, size = it->out_size;
    it->out = NULL;
    it->out_length = it->out_size = 0;
    say_text(it, hello);
    say_text(it, "\n");
    enum outside_answer answer = ask(it, it->move_ms + START_MS, stop, &line, why);
    free(it->out);
    it->out = after;
    it->out_length = length;
    it->out_size = size;
    if (answer != OUTSIDE_CHOSEN)
        return answer;
    struct reader in = read_from(text, line.length);
    if (!read_literal(&in, hello) || !(read_at_end(&in) || read_if(&in, " ")))
        return nonsense(&line, "'parlor-bot 1'", why);
    it->greeted = true;
    struct writer name = write_into(it->name, sizeof it->name);
    size_t left = in.length - in.at;
    write_clean(&name, text + in.at, left < NAME_SIZE ? left : NAME_SIZE - 1);
    return OUTSIDE_CHOSEN;
}

enum outside_answer outside_choose(struct outside *it, const struct table *table, const atomic_bool *stop, uint16_t *id,
                                   struct problem *why)
{
    char text[ANSWER_MAX];
    struct writer line = write_into(text, sizeof text);
    struct state_buffer view;

    say_news(it, table);
    if (it->wants_past)
        say_past(it, table);
    table_view(table, it->seat, table_steps(table), &view);
    say_luck(it, table);
    say_view(it, table_game(table), &view);
    char limit[16];
    struct writer go = write_into(limit, sizeof limit);
    write_number(&go, it->move_ms);
    say_line(it, "go ", &go);
    enum outside_answer answer = ask(it, it->move_ms, stop, &line, why);
    if (answer != OUTSIDE_CHOSEN)
        return answer;
    if (line.length < 3 || memcmp(text, "do ", 3) != 0)
        return nonsense(&line, "'do ACTION'", why);
    struct problem wrong;
    if (table_parse(table, it->seat, text + 3, line.length - 3, id, &wrong))
        return OUTSIDE_CHOSEN;
    nonsense(&line, "an action: ", why);
    problem_set(why, "%s%s", why->text, wrong.text);
    return OUTSIDE_FAULT;
}

const char *outside_name(const struct outside *it)
{
    return it->name;
}

void outside_end(struct outside *it, const struct table *table)
{
    char text[RECORD_LINE];
    struct writer w = write_into(text, sizeof text);

    say_news(it, table);
    if (table_turn(table).kind == TURN_OVER) {
        write_char(&w, '{');
        record_result(table, &w);
        write_char(&w, '}');
    } else {
        write_text(&w, "broken off");
    }
    say_line(it, "result ", &w);
}
