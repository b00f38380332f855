/* See admission.h. */
#include "server/admission.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

#include "rules/text.h"

static bool is_mapped(const struct in6_addr *address)
{
    return IN6_IS_ADDR_V4MAPPED(address);
}

bool address_key(const char *text, char key[ADDRESS_SIZE])
{
    struct in_addr four;
    struct in6_addr six;

    if (inet_pton(AF_INET, text, &four) == 1)
        return inet_ntop(AF_INET, &four, key, ADDRESS_SIZE);
    if (inet_pton(AF_INET6, text, &six) != 1)
        return false;
    if (is_mapped(&six))
        return inet_ntop(AF_INET, &six.s6_addr[12], key, ADDRESS_SIZE);
    memset(&six.s6_addr[8], 0, 8);
    return inet_ntop(AF_INET6, &six, key, ADDRESS_SIZE);
}

bool address_is_loopback(const char *text)
{
    struct in_addr four;
    struct in6_addr six;

    if (inet_pton(AF_INET, text, &four) == 1)
        return ntohl(four.s_addr) >> 24 == 127;
    if (inet_pton(AF_INET6, text, &six) != 1)
        return false;
    return is_mapped(&six) ? six.s6_addr[12] == 127 : IN6_IS_ADDR_LOOPBACK(&six);
}

bool list_has(const char *list, const char *word)
{
    size_t length = strlen(word);

    for (size_t size; *list; list += size) {
        list += strspn(list, " ");
        size = strcspn(list, " ");
        if (size > 0 && size == length && strncasecmp(list, word, size) == 0)
            return true;
    }
    return false;
}

enum { HOST_SIZE = 256 };

/* Writes the host without its port and without the brackets of an IPv6 address. False if the text is not a host. */
static bool strip_port(const char *host, char name[HOST_SIZE])
{
    bool bracketed = host[0] == '[';
    size_t length = bracketed ? strcspn(host + 1, "]") : strcspn(host, ":");
    const char *rest = host + length + (bracketed ? 2 : 0);
    struct writer w = write_into(name, HOST_SIZE);

    if (bracketed && host[1 + length] != ']')
        return false;
    write_bytes(&w, host + bracketed, length);
    if (length > 0 && name[length - 1] == '.' && !w.overflow)
        name[length - 1] = '\0'; /* the root of all names, which may be said */
    return !w.overflow && name[0] && (!rest[0] || (rest[0] == ':' && !rest[1 + strspn(rest + 1, "0123456789")]));
}

/* Whether a name is the machine's own, alone or in a network that nobody outside can
 * have a name in. */
static bool is_own_name(const char *name, const char *machine)
{
    static const char *const nearby[] = {"", ".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain"};
    size_t label = strcspn(machine, ".");

    if (!machine[0])
        return false;
    if (strcasecmp(name, machine) == 0)
        return true;
    if (strncasecmp(name, machine, label) != 0)
        return false;
    for (size_t i = 0; i < sizeof nearby / sizeof *nearby; i++)
        if (strcasecmp(name + label, nearby[i]) == 0)
            return true;
    return false;
}

bool host_is_ours(const char *host, const char *machine, const char *allowed)
{
    char name[HOST_SIZE], unused[ADDRESS_SIZE];
    static const char local[] = ".localhost";

    if (!strip_port(host, name))
        return false;
    size_t length = strlen(name);
    bool below = length > strlen(local) && strcasecmp(name + length - strlen(local), local) == 0;
    return address_key(name, unused) || strcasecmp(name, "localhost") == 0 || below || is_own_name(name, machine) ||
           list_has(allowed, name) || list_has(allowed, host);
}

bool origin_is_allowed(const char *origin, const char *host, const char *allowed)
{
    const char *name = strstr(origin, "://");

    return (name && strcasecmp(name + 3, host) == 0) || list_has(allowed, origin);
}
