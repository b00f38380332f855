/* See head.h. */
#include "server/head.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char begins[] = "parlor head 1 ";

enum {
    LINES = 2,
    SEQUENCE_AT = sizeof begins - 1,
    SEQUENCE_DIGITS = 20,
    RUNNING_AT = SEQUENCE_AT + SEQUENCE_DIGITS + 1,
    KEY_AT = RUNNING_AT + CHAIN_DIGITS + 1,
    CHECK_AT = KEY_AT + 2 * CHAIN_KEY_BYTES + 1,
    LINE = CHECK_AT + CHAIN_DIGITS + 1,
    APART = 512, /* bytes between the beginnings of lines: a disk writes that many at once */
};

static bool problem_file(struct problem *why, const char *what)
{
    return problem_set(why, "parlor.head: %s", what);
}

static bool path_of(const char *directory, char out[PATH_MAX], struct problem *why)
{
    return snprintf(out, PATH_MAX, "%s/parlor.head", directory) < PATH_MAX ||
           problem_set(why, "the directory's name is too long");
}

static void write_line(const struct head *head, char out[LINE + 1])
{
    char running[CHAIN_DIGITS + 1], key[2 * CHAIN_KEY_BYTES + 1], check[CHAIN_DIGITS + 1];
    struct chain sum;

    sodium_bin2hex(running, sizeof running, head->running.bytes, CHAIN_BYTES);
    sodium_bin2hex(key, sizeof key, head->key.bytes, CHAIN_KEY_BYTES);
    snprintf(out, LINE + 1, "%s%020llu %s %s ", begins, (unsigned long long)head->sequence, running, key);
    chain_seal(&head->key, "parlor head", out, CHECK_AT, &sum);
    sodium_bin2hex(check, sizeof check, sum.bytes, CHAIN_BYTES);
    snprintf(out + CHECK_AT, LINE + 1 - CHECK_AT, "%s\n", check);
}

/* A line that would be written otherwise is damaged. */
static bool read_line(const char *text, struct head *head)
{
    char again[LINE + 1];

    head->sequence = strtoull(text + SEQUENCE_AT, NULL, 10);
    if (sodium_hex2bin(head->running.bytes, CHAIN_BYTES, text + RUNNING_AT, CHAIN_DIGITS, NULL, NULL, NULL) != 0 ||
        sodium_hex2bin(head->key.bytes, CHAIN_KEY_BYTES, text + KEY_AT, (size_t)2 * CHAIN_KEY_BYTES, NULL, NULL,
                       NULL) != 0)
        return false;
    write_line(head, again);
    return memcmp(text, again, LINE) == 0;
}

enum head_found head_read(const char *directory, struct head *out, struct problem *why)
{
    char path[PATH_MAX], bytes[APART + LINE + 1] = "";
    enum head_found found = HEAD_DAMAGED;

    if (!path_of(directory, path, why))
        return HEAD_UNREADABLE;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 && errno == ENOENT)
        return HEAD_NONE;
    ssize_t length = file >= 0 ? pread(file, bytes, APART + LINE, 0) : -1;
    if (length < 0)
        problem_file(why, strerror(errno));
    if (file >= 0)
        close(file);
    if (length < 0)
        return HEAD_UNREADABLE;
    for (int i = 0; i < LINES; i++) {
        struct head line;
        if (length < (ssize_t)i * APART + LINE || !read_line(bytes + (size_t)i * APART, &line))
            continue;
        if (found == HEAD_DAMAGED || line.sequence > out->sequence)
            *out = line;
        found = HEAD_READ;
    }
    return found;
}

int head_open(const char *directory, struct problem *why)
{
    char path[PATH_MAX];
    int file = path_of(directory, path, why) ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;

    if (file < 0)
        problem_file(why, strerror(errno));
    return file;
}

bool head_write(int file, unsigned number, const struct head *head, struct problem *why)
{
    char line[LINE + 1];

    write_line(head, line);
    return pwrite(file, line, LINE, (off_t)(number % LINES) * APART) == LINE || problem_file(why, strerror(errno));
}

bool head_write_safely(int file, const struct head *head, struct problem *why)
{
    return head_write(file, 0, head, why) && head_write(file, 1, head, why) &&
           (fdatasync(file) == 0 || problem_file(why, strerror(errno)));
}

bool head_equal(const struct head *a, const struct head *b)
{
    return a->sequence == b->sequence && chain_equal(&a->running, &b->running) &&
           sodium_memcmp(a->key.bytes, b->key.bytes, CHAIN_KEY_BYTES) == 0;
}
