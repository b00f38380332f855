/* parlor site: the games as a folder of files that any web host can serve. The page plays with WebAssembly there
 * (docs/engine.md); all of it is in the program. A list of what was written is put beside it. From it a later run
 * knows that the folder is its own, and which scripts are of an older version. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "rules/text.h"
#include "server/web_file.h"

static const char list_name[] = "parlor-site.txt";
static const char assets[] = "assets/";

enum { PATH_SIZE = 4096 };

/* Returns the name of a file in the folder; NULL: it is only for a server. */
static const char *name_in_site(const struct web_file *file)
{
    if (strncmp(file->path, "/index.", strlen("/index.")) == 0)
        return NULL;
    return strcmp(file->path, "/site.html") == 0 ? "index.html" : file->path + 1;
}

static bool path_in(char path[PATH_SIZE], const char *folder, const char *name)
{
    struct writer w = write_into(path, PATH_SIZE);

    write_text(&w, folder);
    write_char(&w, '/');
    write_text(&w, name);
    return w.length < PATH_SIZE - 16 || !failure("%s: the name is too long", folder);
}

/* ---- the folder as it is ---- */

/* Makes a folder unless it is there; false after saying why not. */
static bool make_folder(const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST || !failure("%s: %s", path, strerror(errno));
}

/* Returns whether the folder is empty, or has a list of ours. False after saying what is wrong. */
static bool is_ours(const char *folder)
{
    char list[PATH_SIZE];
    DIR *there = opendir(folder);
    bool empty = true;

    if (!there)
        return !failure("%s: %s", folder, strerror(errno));
    /* cppcheck-suppress readdirCalled -- POSIX has it safe where nobody else reads from the list */
    for (const struct dirent *entry; (entry = readdir(there));)
        empty = empty && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0);
    closedir(there);
    if (!path_in(list, folder, list_name))
        return false;
    return empty || access(list, F_OK) == 0 ||
           !failure("%s is not empty, and nothing there says that parlor site wrote it. Name another folder", folder);
}

/* ---- writing ---- */

static bool write_file(const char *path, const void *bytes, size_t length)
{
    struct replacement out;

    if (!replacement_open(&out, path))
        return false;
    fwrite(bytes, 1, length, out.file);
    return replacement_close(&out, true);
}

/* Makes the folders between the site and a file of it. */
static bool make_folders(char path[PATH_SIZE], const char *name)
{
    size_t begin = strlen(path) - strlen(name);

    for (size_t i = begin; path[i]; i++)
        if (path[i] == '/') {
            path[i] = '\0';
            bool made = make_folder(path);
            path[i] = '/';
            if (!made)
                return false;
        }
    return true;
}

static bool write_web_file(const char *folder, const struct web_file *file)
{
    const char *name = name_in_site(file);
    char path[PATH_SIZE];

    return !name ||
           (path_in(path, folder, name) && make_folders(path, name) && write_file(path, file->bytes, file->length));
}

/* Writes all files; the page comes last, when everything that it asks for is there. */
static bool write_files(const char *folder)
{
    const struct web_file *page = NULL;

    for (const struct web_file *file = web_files; file->path; file++) {
        const char *name = name_in_site(file);
        if (name && strcmp(name, "index.html") == 0)
            page = file;
        else if (!write_web_file(folder, file))
            return false;
    }
    return page ? write_web_file(folder, page) : !failure("this program was built without the page");
}

/* ---- the list ---- */

static bool is_in_site(const char *name)
{
    for (const struct web_file *file = web_files; file->path; file++) {
        const char *ours = name_in_site(file);
        if (ours && strcmp(ours, name) == 0)
            return true;
    }
    return false;
}

/* Removes the scripts of an older version. The list is only a file: nothing outside assets/ is touched. */
static void remove_old(const char *folder, FILE *list)
{
    char line[256], path[PATH_SIZE];

    while (fgets(line, sizeof line, list)) {
        line[strcspn(line, "\n")] = '\0';
        bool script = strncmp(line, assets, strlen(assets)) == 0 && !strchr(line + strlen(assets), '/');
        if (script && line[strlen(assets)] != '.' && !is_in_site(line) && path_in(path, folder, line))
            unlink(path);
    }
}

static bool write_list(const char *path)
{
    struct replacement out;

    if (!replacement_open(&out, path))
        return false;
    for (const struct web_file *file = web_files; file->path; file++)
        if (name_in_site(file))
            fprintf(out.file, "%s\n", name_in_site(file));
    return replacement_close(&out, true);
}

/* ---- the command ---- */

static int write_site(const char *folder)
{
    char path[PATH_SIZE];

    if (!make_folder(folder) || !is_ours(folder) || !path_in(path, folder, list_name))
        return EXIT_FAILED;
    FILE *old = fopen(path, "r");
    bool fine = (old || write_list(path)) && write_files(folder);
    if (fine && old)
        remove_old(folder, old);
    if (old)
        fclose(old);
    if (!fine || !write_list(path))
        return EXIT_FAILED;
    remark("The site is in %s. Copy the folder to any web host.", folder);
    return EXIT_DONE;
}

static int run(int argc, char **argv)
{
    const struct arg args[] = {arg_quiet(), {.name = NULL}};
    const char *words[MAX_WORDS];
    int exit_code, count = args_read(&command_site, args, argc, argv, words, &exit_code);

    if (count < 0)
        return exit_code;
    if (count != 1)
        return count == 0 ? usage_error(&command_site, "give a directory to write to")
                          : usage_error(&command_site, "unexpected argument: %s", words[1]);
    return write_site(words[0]);
}

const struct command command_site = {
    .name = "site",
    .usage = "DIR [options]",
    .summary = "Write the games as a site that needs no server, for any web host",
    .details = "Writes a folder of plain files: the page of parlor serve, with the rules, the\n"
               "bots and the analysis as WebAssembly. Copy it to any host of static files, also\n"
               "below a path; https makes it installable. People play against bots there, each\n"
               "on their own device; tables for friends take parlor serve.\n"
               "\n"
               "DIR must be new, empty, or a site from an earlier run, which is then updated.\n"
               "\n"
               "  parlor site public\n",
    .run = run,
};
