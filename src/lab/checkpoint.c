/* See checkpoint.h. */
#include "lab/checkpoint.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"
#include "lab/sum.h"

enum { NAME_LIMIT = 32, LAB_SIZE = 8192 };

struct checkpoint {
    int directory; /* open */
    int lock;      /* the file `lab`, held while this process works with it */
    uint64_t lab;  /* sum of what it says */
    char path[];   /* for messages */
};

struct header {
    char magic[8];
    uint64_t lab;
    int64_t pieces;
    uint64_t size;
};

static const char magic[8] = "labsums";

static bool problem_at(const struct checkpoint *keep, struct problem *why)
{
    return problem_set(why, "%s: %s", keep->path, strerror(errno));
}

static bool write_all(int fd, const void *bytes, size_t size)
{
    const char *rest = bytes;

    while (size > 0) {
        ssize_t written = write(fd, rest, size);
        if (written < 0 && errno != EINTR)
            return false;
        rest += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

static bool read_all(int fd, void *bytes, size_t size)
{
    char *rest = bytes;

    while (size > 0) {
        ssize_t got = read(fd, rest, size);
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        rest += got > 0 ? got : 0;
        size -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

/* ---- the directory ---- */

static bool is_empty(const char *path)
{
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort);

    for (int i = 0; i < count; i++)
        free(entries[i]);
    if (count >= 0)
        free(entries);
    return count == 2; /* . and .. */
}

/* Takes the file `lab` for this process: it says the same, or is made to. */
static bool claim(struct checkpoint *keep, const char *lab, struct problem *why)
{
    char there[LAB_SIZE] = "";
    bool fresh = is_empty(keep->path);

    keep->lock = openat(keep->directory, "lab", O_RDWR | O_CLOEXEC | (fresh ? O_CREAT : 0), 0666);
    if (keep->lock < 0 && errno == ENOENT)
        return problem_set(why, "%s: this directory holds something else than a lab", keep->path);
    if (keep->lock < 0)
        return problem_at(keep, why);
    if (flock(keep->lock, LOCK_EX | LOCK_NB) != 0)
        return problem_set(why, "%s: another process is at work there", keep->path);
    ssize_t length = read(keep->lock, there, sizeof there - 1);
    if (length < 0)
        return problem_at(keep, why);
    if (strncmp(there, lab, (size_t)length) != 0 || (length > 0 && (size_t)length > strlen(lab))) {
        there[strcspn(there, "\n")] = '\0';
        return problem_set(why, "%s: this directory belongs to another lab, %s", keep->path, there);
    }
    if (lseek(keep->lock, 0, SEEK_SET) != 0 || !write_all(keep->lock, lab, strlen(lab)))
        return problem_at(keep, why);
    return true;
}

struct checkpoint *checkpoint_open(const char *directory, const char *lab, struct problem *why)
{
    struct checkpoint *keep = must_alloc(sizeof *keep + strlen(directory) + 1);

    *keep = (struct checkpoint){.lock = -1, .lab = sum_of(lab, strlen(lab))};
    memcpy(keep->path, directory, strlen(directory) + 1);
    bool made = mkdir(directory, 0777) == 0 || errno == EEXIST;
    keep->directory = made ? open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (keep->directory < 0 ? problem_at(keep, why) : claim(keep, lab, why))
        return keep;
    checkpoint_close(keep);
    return NULL;
}

void checkpoint_close(struct checkpoint *keep)
{
    if (!keep)
        return;
    if (keep->lock >= 0)
        close(keep->lock);
    if (keep->directory >= 0)
        close(keep->directory);
    free(keep);
}

/* ---- sums ---- */

static void name_of(int run, const char *end, char name[NAME_LIMIT])
{
    snprintf(name, NAME_LIMIT, "sums-%d%s", run, end);
}

bool checkpoint_load(const struct checkpoint *keep, int run, void *sums, size_t size, long *pieces)
{
    char name[NAME_LIMIT];
    struct header header;
    uint64_t sum = 0;

    name_of(run, "", name);
    int fd = openat(keep->directory, name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool whole = read_all(fd, &header, sizeof header) && memcmp(header.magic, magic, sizeof magic) == 0 &&
                 header.lab == keep->lab && header.size == size && read_all(fd, sums, size) &&
                 read_all(fd, &sum, sizeof sum) && sum == (sum_of(sums, size) ^ sum_of(&header, sizeof header));
    close(fd);
    if (!whole)
        memset(sums, 0, size);
    *pieces = whole ? (long)header.pieces : 0;
    return whole;
}

bool checkpoint_save(const struct checkpoint *keep, int run, const void *sums, size_t size, long pieces,
                     struct problem *why)
{
    struct header header = {.lab = keep->lab, .pieces = pieces, .size = size};
    char name[NAME_LIMIT], fresh[NAME_LIMIT];

    memcpy(header.magic, magic, sizeof magic);
    uint64_t sum = sum_of(sums, size) ^ sum_of(&header, sizeof header);
    name_of(run, "", name);
    name_of(run, ".new", fresh);
    int fd = openat(keep->directory, fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return problem_at(keep, why);
    bool fine = write_all(fd, &header, sizeof header) && write_all(fd, sums, size) && write_all(fd, &sum, sizeof sum) &&
                fsync(fd) == 0;
    fine = close(fd) == 0 && fine;
    return (fine && renameat(keep->directory, fresh, keep->directory, name) == 0) || problem_at(keep, why);
}
