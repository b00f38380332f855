/* See seats.h. */
#include "client/seats.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"

enum {
    PATH_SIZE = 4096,
    NAME_BYTES = 16,              /* of the hash; twice as many hex digits */
    NAME_LENGTH = 2 * NAME_BYTES, /* of a file */
    TEXT_SIZE = 512,              /* an address and a line feed */
    FILES_MAX = 16 * 1024,        /* looked at when there are too many */
    TRIES = 16,                   /* for a name that nobody else has */
    FOLDER_MODE = 0700,
    FILE_MODE = 0600,
};

static const char seen_word[] = "seen ";
static const char seats[] = "seats"; /* the folder */

/* ---- the folder ---- */

/* Makes the folders that are missing on the way to the last one. */
static void make_folders(char *path)
{
    for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(path, FOLDER_MODE); /* what is there already stays as it is */
        *at = '/';
    }
}

/* Goes into a folder that is ours and no link, and makes it if asked to; -1: it cannot be. */
static int enter(int parent, const char *name, bool make)
{
    struct stat found;

    if (make)
        mkdirat(parent, name, FOLDER_MODE);
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && (fstat(fd, &found) != 0 || found.st_uid != geteuid())) {
        close(fd);
        errno = EPERM;
        return -1;
    }
    if (fd >= 0 && make && (found.st_mode & 077))
        fchmod(fd, FOLDER_MODE); /* somebody made it who did not know what it is for */
    return fd;
}

/* The folder of a kind; -1 with errno if there is none. */
static int open_folder(const char *kind, bool make)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char path[PATH_SIZE];
    struct writer w = write_into(path, sizeof path);

    if (state && state[0] == '/') { /* by its specification, others are not to be used */
        write_text(&w, state);
        write_text(&w, "/");
    } else if (home && home[0]) {
        write_text(&w, home);
        write_text(&w, "/.local/state/");
    }
    errno = ENOENT;
    if (w.length == 0 || w.overflow)
        return -1;
    if (make)
        make_folders(path);
    int above = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int ours = above >= 0 ? enter(above, "parlor", make) : -1;
    int folder = ours >= 0 ? enter(ours, kind, make) : -1;
    int error = errno;
    if (above >= 0)
        close(above);
    if (ours >= 0)
        close(ours);
    errno = error;
    return folder;
}

/* ---- a file ---- */

/* The name of a seat's file, and the line it begins with. */
static void name_seat(const struct client_address *address, char name[NAME_LENGTH + 1], struct writer *line)
{
    uint8_t hash[NAME_BYTES];

    client_url(address, line);
    write_text(line, "\n");
    crypto_generichash(hash, sizeof hash, (const uint8_t *)line->buffer, line->length, NULL, 0);
    sodium_bin2hex(name, NAME_LENGTH + 1, hash, sizeof hash);
}

/* Reads a small file that is ours and no link; how many bytes, or -1. */
static ssize_t read_file(int folder, const char *name, char *out, size_t size)
{
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat found;
    ssize_t length = -1;

    if (fd < 0)
        return -1;
    if (fstat(fd, &found) == 0 && S_ISREG(found.st_mode) && found.st_uid == geteuid())
        length = read(fd, out, size);
    close(fd);
    return length;
}

/* Takes the text out of a file that begins with this line. */
static bool read_kept(int folder, const char *name, const char *line, char *out, size_t size)
{
    char text[KEPT_SIZE];
    ssize_t length = read_file(folder, name, text, sizeof text);
    size_t head = strlen(line);

    out[0] = '\0';
    if (length < 0 || (size_t)length <= head || (size_t)length - head > size || memcmp(text, line, head) != 0 ||
        text[length - 1] != '\n')
        return false;
    memcpy(out, text + head, (size_t)length - head - 1);
    out[(size_t)length - head - 1] = '\0';
    return out[0];
}

bool kept_find(const char *kind, const struct client_address *address, char *out, size_t size)
{
    char name[NAME_LENGTH + 1], line[TEXT_SIZE];
    struct writer w = write_into(line, sizeof line);
    int folder = open_folder(kind, false);

    out[0] = '\0';
    if (folder < 0)
        return false;
    name_seat(address, name, &w);
    bool found = read_kept(folder, name, line, out, size);
    close(folder);
    return found;
}

/* Reads what stands behind the token: nothing, or what was last seen. */
static bool read_seen(const char *text, struct seen *seen)
{
    char *end = NULL;
    long event = strncmp(text, seen_word, strlen(seen_word)) == 0 ? strtol(text + strlen(seen_word), &end, 10) : 0;

    if (!text[0])
        return true;
    if (event < 1 || event > NUMBER_MAX || *end != ' ' || strlen(end + 1) != MARK_DIGITS)
        return false;
    memcpy(seen->mark, end + 1, MARK_DIGITS);
    seen->event = (int)event;
    return mark_is_well_formed(seen->mark);
}

bool seats_find(const struct client_address *address, char token[ID_LENGTH + 1], struct seen *seen)
{
    char text[TEXT_SIZE];

    token[0] = '\0';
    *seen = (struct seen){0};
    if (!kept_find(seats, address, text, sizeof text))
        return false;
    size_t length = strcspn(text, "\n");
    const char *rest = text[length] ? text + length + 1 : "";
    if (length == ID_LENGTH && read_seen(rest, seen)) {
        memcpy(token, text, ID_LENGTH);
        token[ID_LENGTH] = '\0';
    }
    if (id_is_well_formed(token))
        return true;
    token[0] = '\0';
    *seen = (struct seen){0};
    return false;
}

/* Reads the address that a file begins with; false if it is not an address of this table. */
static bool read_address(int folder, const char *name, const char *table, struct client_address *out)
{
    char text[KEPT_SIZE];
    struct problem unused;
    ssize_t length = read_file(folder, name, text, sizeof text - 1);

    if (length <= 0)
        return false;
    text[length] = '\0';
    text[strcspn(text, "\n")] = '\0';
    return client_address(text, out, &unused) && strcmp(out->table, table) == 0;
}

bool kept_of_table(const char *kind, const char *table, struct client_address *address, char *out, size_t size)
{
    int fd = open_folder(kind, false);
    DIR *list = fd >= 0 ? fdopendir(fd) : NULL;
    bool found = false;

    /* cppcheck-suppress readdirCalled -- POSIX has it safe where nobody else reads from the list */
    for (const struct dirent *it; list && !found && (it = readdir(list));)
        found = strlen(it->d_name) == NAME_LENGTH && read_address(fd, it->d_name, table, address);
    if (list)
        closedir(list);
    else if (fd >= 0)
        close(fd);
    return found && kept_find(kind, address, out, size);
}

/* Makes a file under a name that nobody has yet; its descriptor, or -1. */
static int make_file(int folder, char name[NAME_LENGTH + 1])
{
    uint8_t random[NAME_BYTES];
    int fd = -1;

    errno = EEXIST;
    for (int tries = 0; fd < 0 && errno == EEXIST && tries < TRIES; tries++) {
        randombytes_buf(random, sizeof random);
        sodium_bin2hex(name, NAME_LENGTH + 1, random, sizeof random);
        name[0] = 't'; /* no hex digit: no seat has such a name */
        fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, FILE_MODE);
    }
    return fd;
}

/* Puts a whole file into the place of another: nobody ever sees half of it. */
static bool replace_file(int folder, const char *name, const char *text, size_t length)
{
    char made[NAME_LENGTH + 1];
    int fd = make_file(folder, made);

    if (fd < 0)
        return false;
    bool written = write(fd, text, length) == (ssize_t)length && fsync(fd) == 0;
    written = close(fd) == 0 && written;
    if (written && renameat(folder, made, folder, name) == 0)
        return true;
    int error = errno;
    unlinkat(folder, made, 0);
    errno = error;
    return false;
}

/* ---- not too many ---- */

struct file {
    char name[NAME_LENGTH + 1];
    struct timespec changed;
};

static int by_age(const void *a, const void *b)
{
    const struct timespec *x = &((const struct file *)a)->changed, *y = &((const struct file *)b)->changed;

    if (x->tv_sec != y->tv_sec)
        return x->tv_sec < y->tv_sec ? -1 : 1;
    return x->tv_nsec < y->tv_nsec ? -1 : x->tv_nsec > y->tv_nsec;
}

static bool is_seat(int folder, const char *name, struct file *out)
{
    struct stat found;

    if (strlen(name) != NAME_LENGTH || fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(found.st_mode))
        return false;
    memcpy(out->name, name, sizeof out->name);
    out->changed = found.st_mtim;
    return true;
}

/* Forgets the seats that were taken longest ago, once there are too many. */
static void forget_old(int folder)
{
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = fd >= 0 ? fdopendir(fd) : NULL;
    struct file *files = list ? must_alloc(FILES_MAX * sizeof *files) : NULL;
    int count = 0;

    /* cppcheck-suppress readdirCalled -- POSIX has it safe where nobody else reads from the list */
    for (const struct dirent *it; files && count < FILES_MAX && (it = readdir(list));)
        count += is_seat(folder, it->d_name, &files[count]);
    if (count > SEATS_KEPT)
        qsort(files, (size_t)count, sizeof *files, by_age);
    for (int i = 0; i < count - SEATS_KEPT; i++)
        unlinkat(folder, files[i].name, 0);
    free(files);
    if (list)
        closedir(list);
    else if (fd >= 0)
        close(fd);
}

bool kept_put(const char *kind, const struct client_address *address, const char *what, struct problem *why)
{
    char name[NAME_LENGTH + 1], text[KEPT_SIZE];
    struct writer w = write_into(text, sizeof text);
    int folder = open_folder(kind, what[0]);
    bool kept = true;

    if (folder < 0)
        return !what[0] || problem_set(why, "could not open the folder that keeps your seats: %s", strerror(errno));
    name_seat(address, name, &w);
    write_text(&w, what);
    write_text(&w, "\n");
    if (!what[0]) {
        unlinkat(folder, name, 0);
    } else if (w.overflow || !replace_file(folder, name, text, w.length)) {
        kept = problem_set(why, "could not save your seat: %s", w.overflow ? "too long" : strerror(errno));
    } else {
        forget_old(folder);
    }
    close(folder);
    return kept;
}

bool seats_keep(const struct client_address *address, const char *token, const struct seen *seen, struct problem *why)
{
    char text[TEXT_SIZE];
    struct writer w = write_into(text, sizeof text);

    write_text(&w, token);
    if (token[0] && seen->event > 0) {
        write_text(&w, "\n");
        write_text(&w, seen_word);
        write_number(&w, seen->event);
        write_text(&w, " ");
        write_text(&w, seen->mark);
    }
    return kept_put(seats, address, text, why);
}
