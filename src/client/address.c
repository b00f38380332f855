/* Addresses of servers and tables, read from what people type or paste. See client.h. An
 * address is part of a request, of what is printed and of where a seat is remembered, so
 * that nothing is taken into it that does not belong there. */
#include <string.h>
#include <strings.h>

#include "client/client.h"

enum { PORT_USUAL = 7777, PORT_HTTP = 80, PORT_HTTPS = 443, PORT_MAX = 65535 };

static const char table_form[] = ": no address of a table; it looks like http://HOST:PORT/table/ID";
static const char server_form[] = ": no address of a server; it looks like http://HOST:PORT/table/ID";

/* Reads http://, https://, ws:// or wss://, or nothing; false for anything else. */
static bool read_scheme(const char **text, struct client_address *out)
{
    static const struct {
        const char *word;
        bool tls;
    } schemes[] = {{"http", false}, {"https", true}, {"ws", false}, {"wss", true}};
    const char *end = strstr(*text, "://");

    *out = (struct client_address){.port = PORT_USUAL};
    if (!end)
        return true;
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (strlen(schemes[i].word) == (size_t)(end - *text) &&
            strncasecmp(*text, schemes[i].word, strlen(schemes[i].word)) == 0) {
            *out = (struct client_address){.tls = schemes[i].tls, .port = schemes[i].tls ? PORT_HTTPS : PORT_HTTP};
            *text = end + 3;
            return true;
        }
    return false;
}

static bool read_port(const char *digits, size_t length, int *port)
{
    int number = 0;

    for (size_t i = 0; i < length; i++) {
        if (digits[i] < '0' || digits[i] > '9')
            return false;
        number = number * 10 + (digits[i] - '0');
        if (number > PORT_MAX)
            return false;
    }
    *port = number;
    return length > 0 && number > 0;
}

/* A name or a number of a host, in lower case: one host has one spelling. */
static bool read_host(const char *text, size_t length, bool six, struct client_address *out)
{
    const char *allowed = six ? "0123456789abcdef:." : "0123456789abcdefghijklmnopqrstuvwxyz.-_";

    if (length == 0 || length >= sizeof out->host)
        return false;
    for (size_t i = 0; i < length; i++) {
        char c = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a') : text[i];
        if (!strchr(allowed, c))
            return false;
        out->host[i] = c;
    }
    out->host[length] = '\0';
    return true;
}

/* HOST:PORT, HOST or [ADDRESS]:PORT, of this length. */
static bool read_place(const char *text, size_t length, struct client_address *out, struct problem *why,
                       const char *whole)
{
    const char *bracket = text[0] == '[' ? memchr(text, ']', length) : NULL;
    const char *end = bracket ? bracket + 1 : memchr(text, ':', length);
    size_t host = end ? (size_t)(end - text) : length;

    if (host < length && (text[host] != ':' || !read_port(text + host + 1, length - host - 1, &out->port)))
        return problem_set(why, "%s: the port must be a number from 1 to 65535", whole);
    if (!read_host(bracket ? text + 1 : text, bracket ? host - 2 : host, bracket, out))
        return problem_set(why, "%s%s", whole, server_form);
    return true;
}

bool client_address(const char *text, struct client_address *out, struct problem *why)
{
    const char *rest = text;

    if (!read_scheme(&rest, out))
        return problem_set(why, "%s: the address must begin with http, https, ws or wss", text);
    size_t place = strcspn(rest, "/");
    if (!read_place(rest, place, out, why, text))
        return false;
    rest += place;
    rest += *rest == '/';
    rest += strncmp(rest, "table/", 6) == 0 ? 6 : 0;
    if (rest[0] && !id_is_well_formed(rest))
        return problem_set(why, "%s%s", text, table_form);
    memcpy(out->table, rest, strlen(rest) + 1);
    return true;
}

void client_url(const struct client_address *it, struct writer *w)
{
    bool brackets = strchr(it->host, ':');

    write_text(w, it->tls ? "https://" : "http://");
    write_text(w, brackets ? "[" : "");
    write_text(w, it->host);
    write_text(w, brackets ? "]" : "");
    if (it->port != (it->tls ? PORT_HTTPS : PORT_HTTP)) {
        write_char(w, ':');
        write_number(w, it->port);
    }
    write_text(w, "/table/");
    write_text(w, it->table);
}
