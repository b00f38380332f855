/* See pages.h. web/bundle.mjs makes the files while the program is built. */
#include "server/pages.h"

#include <string.h>

#include "rules/text.h"
#include "server/web_file.h"
#include "words/words.h"

/* A file's name has the hash of what is in it. */
static const char for_ever[] = "public, max-age=31536000, immutable";

static void show(struct http_call *call, const struct http_request *request, const struct web_file *file, int status,
                 const char *language)
{
    bool fixed = strncmp(file->path, "/assets/", strlen("/assets/")) == 0;
    struct http_answer answer = {.status = status,
                                 .type = file->type,
                                 .body = (const char *)file->bytes,
                                 .length = file->length,
                                 .cache = fixed ? for_ever : "no-cache",
                                 .etag = file->etag,
                                 .language = language,
                                 .lasting = true};

    if (status == 200 && strstr(request->known, file->etag)) {
        answer.status = 304;
        answer.length = 0;
    } else if (request->takes_brotli) {
        answer.encoding = "br";
        answer.body = (const char *)file->brotli;
        answer.length = file->brotli_length;
    } else if (request->takes_gzip) {
        answer.encoding = "gzip";
        answer.body = (const char *)file->gzip;
        answer.length = file->gzip_length;
    }
    http_answer(call, &answer);
}

static const struct web_file *file_at(const char *path)
{
    for (const struct web_file *file = web_files; file->path; file++)
        if (strcmp(file->path, path) == 0)
            return file;
    return NULL;
}

/* The page is the same in all languages, except for the words that it asks for first. */
static void show_page(struct http_call *call, const struct http_request *request, int status)
{
    const struct language *language = language_accepted(request->languages);
    char path[64];
    struct writer w = write_into(path, sizeof path);

    language = language ? language : &languages[0];
    write_text(&w, "/index.");
    write_text(&w, language->tag);
    write_text(&w, ".html");
    show(call, request, file_at(path), status, language->tag);
}

static bool begins(const char *path, const char *with)
{
    size_t length = strlen(with);

    return strncmp(path, with, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

static bool is_page(const char *path)
{
    for (const char *const *page = web_pages; *page; page++)
        if (path[0] == '/' && begins(path + 1, *page))
            return true;
    return strcmp(path, "/") == 0;
}

bool page_answer(struct http_call *call, const struct http_request *request)
{
    const struct web_file *file = file_at(request->path);

    if (file)
        show(call, request, file, 200, NULL);
    else if (is_page(request->path))
        show_page(call, request, 200);
    else if (request->wants_page && !begins(request->path, "/api") && !begins(request->path, "/assets"))
        show_page(call, request, 404);
    else
        return false;
    return true;
}
