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

static const char begins[] = "parlor head ";

enum {
    LINES = 2,
    FORM_AT = sizeof begins - 1,
    SEQUENCE_AT = FORM_AT + 2,
    NUMBER_DIGITS = 20,
    RUNNING_AT = SEQUENCE_AT + NUMBER_DIGITS + 1,
    KEY_AT = RUNNING_AT + CHAIN_DIGITS + 1,
    NODE_AT = KEY_AT + 2 * CHAIN_KEY_BYTES + 1,
    LINE = NODE_AT + NUMBER_DIGITS + 1 + CHAIN_DIGITS + 1, /* at most: a head of all has no node */
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

/* Returns how long the line is. */
static int write_line(const struct head *head, char out[LINE + 1])
{
    char running[CHAIN_DIGITS + 1], key[2 * CHAIN_KEY_BYTES + 1], check[CHAIN_DIGITS + 1];
    char node[NUMBER_DIGITS + 2] = "";
    struct chain sum;

    sodium_bin2hex(running, sizeof running, head->running.bytes, CHAIN_BYTES);
    sodium_bin2hex(key, sizeof key, head->key.bytes, CHAIN_KEY_BYTES);
    if (head->node > 0)
        snprintf(node, sizeof node, "%020lld ", (long long)head->node);
    int length = snprintf(out, LINE + 1, "%s%d %020llu %s %s %s", begins, head->node > 0 ? 2 : 1,
                          (unsigned long long)head->sequence, running, key, node);
    chain_seal(&head->key, "parlor head", out, (size_t)length, &sum);
    sodium_bin2hex(check, sizeof check, sum.bytes, CHAIN_BYTES);
    return length + snprintf(out + length, (size_t)(LINE + 1 - length), "%s\n", check);
}

/* A line that would be written otherwise is damaged. */
static bool read_line(const char *text, struct head *head)
{
    char again[LINE + 1];

    head->sequence = strtoull(text + SEQUENCE_AT, NULL, 10);
    head->node = text[FORM_AT] == '2' ? strtoll(text + NODE_AT, NULL, 10) : 0;
    if (sodium_hex2bin(head->running.bytes, CHAIN_BYTES, text + RUNNING_AT, CHAIN_DIGITS, NULL, NULL, NULL) != 0 ||
        sodium_hex2bin(head->key.bytes, CHAIN_KEY_BYTES, text + KEY_AT, (size_t)2 * CHAIN_KEY_BYTES, NULL, NULL,
                       NULL) != 0)
        return false;
    int length = write_line(head, again);
    return memcmp(text, again, (size_t)length) == 0;
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
        if (!read_line(bytes + (size_t)i * APART, &line))
            continue;
        if (found == HEAD_DAMAGED || line.node > out->node || (line.node == out->node && line.sequence > out->sequence))
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
    int length = write_line(head, line);

    return pwrite(file, line, (size_t)length, (off_t)(number % LINES) * APART) == length ||
           problem_file(why, strerror(errno));
}

bool head_write_safely(int file, const struct head *head, struct problem *why)
{
    return head_write(file, 0, head, why) && head_write(file, 1, head, why) &&
           (fdatasync(file) == 0 || problem_file(why, strerror(errno)));
}

bool head_equal(const struct head *a, const struct head *b)
{
    return a->node == b->node && a->sequence == b->sequence && chain_equal(&a->running, &b->running) &&
           sodium_memcmp(a->key.bytes, b->key.bytes, CHAIN_KEY_BYTES) == 0;
}
