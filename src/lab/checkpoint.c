/* See checkpoint.h. */
#include "lab/checkpoint.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"
#include "lab/sum.h"

enum { NAME_LIMIT = 48, LAB_SIZE = 8192 };

struct checkpoint {
    int directory; /* open */
    int lock;      /* the file `lab`, held while this process works with it */
    char *lab;     /* what it says: one line */
    uint64_t sum;  /* of that */
    char path[];   /* for messages */
};

struct header {
    char magic[8];
    uint64_t lab;
    int64_t pieces;
    uint64_t size;
};

static const char magic[8] = "labsums";
static const char unfinished[] = "new-"; /* before the name of a file that is being written */

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

static int counts_as_content(const struct dirent *entry)
{
    const char *name = entry->d_name;

    if (strncmp(name, unfinished, strlen(unfinished)) == 0)
        name += strlen(unfinished);
    return strcmp(name, ".") != 0 && strcmp(name, "..") != 0 && !shard_named(name);
}

/* Returns whether a lab can begin here: there is nothing, except perhaps shards that were copied here. */
static bool is_empty(const char *path)
{
    struct dirent **entries;
    int count = scandir(path, &entries, counts_as_content, alphasort);

    for (int i = 0; i < count; i++)
        free(entries[i]);
    if (count >= 0)
        free(entries);
    return count == 0;
}

/* The file `lab` is locked byte by byte: the first while it is read and written, the others for those who work: each
 * shard has one, and a lab that is not cut has them all. */
static bool lock_bytes(int file, int how, int type, off_t begin, off_t length)
{
    struct flock lock = {.l_type = (short)type, .l_whence = SEEK_SET, .l_start = begin, .l_len = length};
    return fcntl(file, how, &lock) == 0;
}

static bool lock_work(int file, const struct shard *shard)
{
    return shard->of ? lock_bytes(file, F_SETLK, F_WRLCK, (off_t)shard->of * SHARDS_MAX + shard->number, 1)
                     : lock_bytes(file, F_SETLK, F_WRLCK, 1, 0);
}

/* The file says the same, or is made to. */
static bool claim_text(struct checkpoint *keep, struct problem *why)
{
    char there[LAB_SIZE] = "";
    const char *lab = keep->lab;
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

/* Takes the file `lab` for this process, or the part of it that stands for a shard. */
static bool claim(struct checkpoint *keep, const struct shard *shard, struct problem *why)
{
    bool fresh = is_empty(keep->path);

    keep->lock = openat(keep->directory, "lab", O_RDWR | O_CLOEXEC | (fresh ? O_CREAT : 0), 0666);
    if (keep->lock < 0 && errno == ENOENT)
        return problem_set(why, "%s: this directory holds something else than a lab", keep->path);
    if (keep->lock < 0 || !lock_bytes(keep->lock, F_SETLKW, F_WRLCK, 0, 1))
        return problem_at(keep, why);
    if (!lock_work(keep->lock, shard))
        return errno == EACCES || errno == EAGAIN ? problem_set(why, "%s: another process is at work there", keep->path)
                                                  : problem_at(keep, why);
    return claim_text(keep, why) && (lock_bytes(keep->lock, F_SETLK, F_UNLCK, 0, 1) || problem_at(keep, why));
}

struct checkpoint *checkpoint_open(const char *directory, const char *lab, const struct shard *shard,
                                   struct problem *why)
{
    struct checkpoint *keep = must_alloc(sizeof *keep + strlen(directory) + 1);

    *keep = (struct checkpoint){.lock = -1, .lab = must_copy(lab), .sum = sum_of(lab, strlen(lab))};
    memcpy(keep->path, directory, strlen(directory) + 1);
    bool made = mkdir(directory, 0777) == 0 || errno == EEXIST;
    keep->directory = made ? open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (keep->directory < 0 ? problem_at(keep, why) : claim(keep, shard, why))
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
    free(keep->lab);
    free(keep);
}

/* ---- sums ---- */

/* A part of a file. */
struct part {
    const void *bytes;
    size_t size;
};

/* Replaces a file by these parts; another name is used meanwhile. */
static bool replace_file(const struct checkpoint *keep, const char *name, const struct part *parts, int count,
                         struct problem *why)
{
    char fresh[sizeof unfinished + NAME_LIMIT];

    snprintf(fresh, sizeof fresh, "%s%s", unfinished, name);
    int fd = openat(keep->directory, fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return problem_at(keep, why);
    bool fine = true;
    for (int i = 0; i < count; i++)
        fine = fine && write_all(fd, parts[i].bytes, parts[i].size);
    fine = fine && fsync(fd) == 0;
    fine = close(fd) == 0 && fine;
    return (fine && renameat(keep->directory, fresh, keep->directory, name) == 0) || problem_at(keep, why);
}

static void name_of(int run, char name[NAME_LIMIT])
{
    snprintf(name, NAME_LIMIT, "sums-%d", run);
}

bool checkpoint_load(const struct checkpoint *keep, int run, void *sums, size_t size, long *pieces)
{
    char name[NAME_LIMIT];
    struct header header;
    uint64_t sum = 0;

    name_of(run, name);
    int fd = openat(keep->directory, name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool whole = read_all(fd, &header, sizeof header) && memcmp(header.magic, magic, sizeof magic) == 0 &&
                 header.lab == keep->sum && header.size == size && read_all(fd, sums, size) &&
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
    struct header header = {.lab = keep->sum, .pieces = pieces, .size = size};
    char name[NAME_LIMIT];

    memcpy(header.magic, magic, sizeof magic);
    uint64_t sum = sum_of(sums, size) ^ sum_of(&header, sizeof header);
    const struct part parts[] = {{&header, sizeof header}, {sums, size}, {&sum, sizeof sum}};
    name_of(run, name);
    return replace_file(keep, name, parts, 3, why);
}

/* ---- shards ---- */

static const char program[] = "parlor "; /* a lab's line begins with it */
static const int64_t end_of_run = -1;    /* in place of a place */

static void put_number(FILE *out, int64_t number)
{
    fwrite(&number, sizeof number, 1, out);
}

static void put_run(FILE *out, const struct shard_sums *run)
{
    put_number(out, run->pieces);
    for (size_t i = 0; i < run->count; i++)
        if (run->sums[i]) {
            put_number(out, (int64_t)i);
            put_number(out, run->sums[i]);
        }
    put_number(out, end_of_run);
}

/* Writes the line that says which shard it is. */
static void shard_line(const struct shard *shard, char line[NAME_LIMIT])
{
    snprintf(line, NAME_LIMIT, "shard %d of %d\n", shard->number, shard->of);
}

bool checkpoint_save_shard(const struct checkpoint *keep, const struct shard *shard, const struct shard_sums *all,
                           int runs, struct problem *why)
{
    char name[SHARD_NAME], line[NAME_LIMIT], *bytes = NULL;
    size_t size = 0;
    FILE *out = must_have(open_memstream(&bytes, &size));

    shard_name(shard, name);
    shard_line(shard, line);
    fputs(keep->lab, out);
    fputs(line, out);
    put_number(out, runs);
    for (int i = 0; i < runs; i++)
        put_run(out, &all[i]);
    bool failed = ferror(out);
    if (fclose(out) != 0 || failed)
        memory_ran_out();
    uint64_t sum = sum_of(bytes, size);
    const struct part parts[] = {{bytes, size}, {&sum, sizeof sum}};
    bool fine = replace_file(keep, name, parts, 2, why);
    free(bytes);
    return fine;
}

/* The bytes of a file that are still to be read. */
struct bytes {
    const char *at;
    size_t left;
};

static bool get_number(struct bytes *in, int64_t *number)
{
    if (in->left < sizeof *number)
        return false;
    memcpy(number, in->at, sizeof *number);
    in->at += sizeof *number;
    in->left -= sizeof *number;
    return true;
}

static bool get_run(struct bytes *in, struct shard_sums *run)
{
    int64_t pieces, place = 0;

    memset(run->sums, 0, run->count * sizeof *run->sums);
    if (!get_number(in, &pieces))
        return false;
    run->pieces = (long)pieces;
    while (get_number(in, &place) && place != end_of_run)
        if (place < 0 || (uint64_t)place >= run->count || !get_number(in, &run->sums[place]))
            return false;
    return place == end_of_run;
}

static bool get_runs(struct bytes *in, struct shard_sums *all, int runs)
{
    int64_t count;

    if (!get_number(in, &count) || count != runs)
        return false;
    for (int i = 0; i < runs; i++)
        if (!get_run(in, &all[i]))
            return false;
    return in->left == 0;
}

/* Returns the bytes of the next line, its end among them; 0 if there is none. */
static size_t line_length(const struct bytes *in)
{
    const char *end = memchr(in->at, '\n', in->left);
    return end ? (size_t)(end - in->at) + 1 : 0;
}

static bool take_line(struct bytes *in, const char *line)
{
    size_t length = line_length(in);

    if (length != strlen(line) || memcmp(in->at, line, length) != 0)
        return false;
    in->at += length;
    in->left -= length;
    return true;
}

/* Takes the checksum off the end. */
static bool is_whole(struct bytes *in)
{
    uint64_t sum;

    if (in->left < sizeof sum)
        return false;
    in->left -= sizeof sum;
    memcpy(&sum, in->at + in->left, sizeof sum);
    return sum == sum_of(in->at, in->left);
}

/* Says whose shard it is, if not this lab's. */
static bool foreign(const struct checkpoint *keep, const struct bytes *in, struct problem *why)
{
    const char *mine = keep->lab + strlen(program), *theirs = in->at + strlen(program);
    size_t length = strcspn(mine, " ");
    int line = (int)(line_length(in) - strlen(program)) - 1;

    if (strncmp(mine, theirs, length + 1) == 0)
        return problem_set(why, "a shard of another lab, %.*s", line, theirs);
    return problem_set(why, "made by parlor %.*s, and this is parlor %.*s; run all shards with one version",
                       (int)strcspn(theirs, " \n"), theirs, (int)length, mine);
}

static bool read_shard(const struct checkpoint *keep, const struct shard *shard, struct bytes in,
                       struct shard_sums *all, int runs, struct problem *why)
{
    char line[NAME_LIMIT];

    shard_line(shard, line);
    if (in.left < strlen(program) || memcmp(in.at, program, strlen(program)) != 0 || line_length(&in) == 0)
        return problem_set(why, "not a shard of a lab");
    if (!is_whole(&in))
        return problem_set(why, "damaged; run --shard %d/%d again", shard->number, shard->of);
    if (!take_line(&in, keep->lab))
        return foreign(keep, &in, why);
    if (!take_line(&in, line))
        return problem_set(why, "this is %.*s", (int)(line_length(&in) ? line_length(&in) - 1 : 0), in.at);
    return get_runs(&in, all, runs) || problem_set(why, "not a shard of this lab's shape");
}

/* Reads a file into memory, which the caller frees; NULL with the reason. */
static char *read_file(const struct checkpoint *keep, const char *name, size_t *size, struct problem *why)
{
    struct stat about;
    char *bytes = NULL;
    int fd = openat(keep->directory, name, O_RDONLY | O_CLOEXEC);

    if (fd >= 0 && fstat(fd, &about) == 0) {
        *size = (size_t)about.st_size;
        bytes = must_alloc(*size + 1);
        errno = EIO;
        if (!S_ISREG(about.st_mode) || !read_all(fd, bytes, *size)) {
            free(bytes);
            bytes = NULL;
        }
    }
    if (!bytes)
        problem_set(why, "%s", strerror(errno));
    if (fd >= 0)
        close(fd);
    return bytes;
}

bool checkpoint_load_shard(const struct checkpoint *keep, const struct shard *shard, struct shard_sums *all, int runs,
                           struct problem *why)
{
    char name[SHARD_NAME];
    struct problem wrong;
    size_t size = 0;

    shard_name(shard, name);
    char *bytes = read_file(keep, name, &size, &wrong);
    bool fine = bytes && read_shard(keep, shard, (struct bytes){bytes, size}, all, runs, &wrong);
    free(bytes);
    return fine || problem_set(why, "%s/%s: %s", keep->path, name, wrong.text);
}
