/* See save.h. */
#include "term/save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "table/record.h"
#include "term/say.h"

static bool problem_errno(struct problem *why, const char *path)
{
    return problem_set(why, "%s: %s", path, strerror(errno));
}

bool save_remember(struct saved *saved, const char *path, const struct table *table, const struct language *language,
                   struct problem *why)
{
    struct stat about;

    if (strlen(path) >= sizeof saved->path)
        return problem_say(why, language, SAY_SAVE_LONG);
    if (stat(path, &about) != 0)
        return problem_errno(why, path);
    saved->exists = true;
    saved->steps = table_steps(table);
    saved->device = about.st_dev;
    saved->inode = about.st_ino;
    memcpy(saved->path, path, strlen(path) + 1);
    return true;
}

static bool is_remembered(const struct saved *saved, const char *path)
{
    struct stat about;
    return saved->exists && stat(path, &about) == 0 && about.st_dev == saved->device && about.st_ino == saved->inode;
}

/* Writes the whole record to a new file and makes sure that it is there. */
static bool write_whole(const char *path, const struct table *table, struct problem *why)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");

    if (!out) {
        problem_errno(why, path);
        if (fd >= 0)
            close(fd);
        return false;
    }
    errno = EIO; /* unless something better is known */
    bool written = record_write(table, false, out) && fflush(out) == 0 && fsync(fd) == 0;
    if (!written)
        problem_errno(why, path);
    if (fclose(out) != 0 && written)
        written = problem_errno(why, path);
    if (!written)
        unlink(path);
    return written;
}

/* Takes a name that nobody has yet. */
static bool reserve(const char *path, const struct language *language, struct problem *why)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

    if (fd >= 0)
        return close(fd) == 0 || problem_errno(why, path);
    if (errno == EEXIST)
        return problem_set(why, "%s%s", path, said(language, SAY_SAVE_EXISTS));
    return problem_errno(why, path);
}

bool save_record(struct saved *saved, const char *path, const struct table *table, const struct language *language,
                 struct problem *why)
{
    char beside[SAVE_PATH + 32];
    bool ours = is_remembered(saved, path);

    if (strlen(path) >= sizeof saved->path)
        return problem_say(why, language, SAY_SAVE_LONG);
    if (!ours && !reserve(path, language, why))
        return false;
    snprintf(beside, sizeof beside, "%s.part-%ld", path, (long)getpid());
    bool done = write_whole(beside, table, why);
    if (done && rename(beside, path) != 0) {
        done = problem_errno(why, path);
        unlink(beside);
    }
    if (!done && !ours)
        unlink(path); /* only the name had been taken */
    return done && save_remember(saved, path, table, language, why);
}
