/* See members.h. */
#include "wire/members.h"

#include <string.h>

/* jansson has no bound of its own that is low enough: deep nesting is refused
 * before it is parsed. */
static bool is_too_deep(const char *text, size_t length, int most)
{
    int depth = 0;
    bool quoted = false;

    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (quoted) {
            i += c == '\\';
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            if (++depth > most)
                return true;
        } else if (c == '}' || c == ']') {
            depth--;
        }
    }
    return false;
}

json_t *members_parse(const char *text, size_t length, int depth, struct problem *why)
{
    json_error_t error;

    if (is_too_deep(text, length, depth)) {
        problem_set(why, "lists and objects are nested too deeply");
        return NULL;
    }
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!root) {
        problem_set(why, "not JSON, at byte %d: %s", error.position, error.text);
        return NULL;
    }
    if (!json_is_object(root)) {
        problem_set(why, "a message is a JSON object");
        json_decref(root);
        return NULL;
    }
    return root;
}

struct members members_of(const json_t *object, struct problem *why)
{
    return (struct members){.object = object, .why = why};
}

bool members_fail(struct members *in, const char *key, const char *format, ...)
{
    struct problem what;
    va_list values;

    va_start(values, format);
    problem_vset(&what, format, values);
    va_end(values);
    if (!in->failed)
        problem_set(in->why, "%s: %s", key, what.text);
    in->failed = true;
    return false;
}

bool members_has(const struct members *in, const char *key)
{
    return json_object_get(in->object, key) != NULL;
}

/* The member, counted as asked for; NULL if it is missing. */
static json_t *take(struct members *in, const char *key)
{
    json_t *member = json_object_get(in->object, key);

    in->taken += member != NULL;
    if (!member)
        members_fail(in, key, "is missing");
    return member;
}

static void copy_text(struct members *in, const json_t *from, const char *key, char *out, size_t size)
{
    out[0] = '\0';
    if (!json_is_string(from)) {
        members_fail(in, key, "must be a text");
        return;
    }
    size_t length = json_string_length(from);
    if (length >= size)
        members_fail(in, key, "is too long");
    else if (memchr(json_string_value(from), '\0', length))
        members_fail(in, key, "has a NUL byte");
    else
        memcpy(out, json_string_value(from), length + 1);
}

void members_text(struct members *in, const char *key, char *out, size_t size)
{
    const json_t *member = take(in, key);

    out[0] = '\0';
    if (member)
        copy_text(in, member, key, out, size);
}

void members_item_text(struct members *in, const json_t *list, size_t index, const char *of, char *out, size_t size)
{
    copy_text(in, json_array_get(list, index), of, out, size);
}

int64_t members_number(struct members *in, const char *key, int64_t least, int64_t most)
{
    const json_t *member = take(in, key);

    if (!member)
        return 0;
    int64_t number = json_is_integer(member) ? json_integer_value(member) : 0;
    if (json_is_integer(member) && number >= least && number <= most)
        return number;
    members_fail(in, key, "must be a whole number from %lld to %lld", (long long)least, (long long)most);
    return 0;
}

bool members_flag(struct members *in, const char *key)
{
    const json_t *member = take(in, key);

    if (member && !json_is_boolean(member))
        members_fail(in, key, "must be true or false");
    return json_is_true(member);
}

json_t *members_object(struct members *in, const char *key)
{
    json_t *member = take(in, key);

    if (member && !json_is_object(member))
        members_fail(in, key, "must be an object");
    return json_is_object(member) ? member : NULL;
}

const json_t *members_list(struct members *in, const char *key, size_t least, size_t most)
{
    const json_t *member = take(in, key);

    if (member && !json_is_array(member))
        members_fail(in, key, "must be a list");
    else if (member && (json_array_size(member) < least || json_array_size(member) > most))
        members_fail(in, key, "has too few or too many items");
    return in->failed ? NULL : member;
}

int64_t members_number_or(struct members *in, const char *key, int64_t least, int64_t most, int64_t otherwise)
{
    return members_has(in, key) ? members_number(in, key, least, most) : otherwise;
}

bool members_flag_or(struct members *in, const char *key, bool otherwise)
{
    return members_has(in, key) ? members_flag(in, key) : otherwise;
}

void members_id(struct members *in, const char *key, char out[ID_LENGTH + 1])
{
    members_text(in, key, out, ID_LENGTH + 1);
    if (!in->failed && !id_is_well_formed(out))
        members_fail(in, key, "must be an id: 22 letters, digits, - and _");
}

void members_seen(struct members *in, struct seen *out)
{
    *out = (struct seen){0};
    if (!members_has(in, "event") && !members_has(in, "hash"))
        return;
    out->event = (int)members_number(in, "event", 1, NUMBER_MAX);
    members_text(in, "hash", out->mark, sizeof out->mark);
    if (!in->failed && !mark_is_well_formed(out->mark))
        members_fail(in, "hash", "must be 32 hex digits, in lower case");
}

void members_hex(struct members *in, const char *key, char out[HEX_SIZE])
{
    members_text(in, key, out, HEX_SIZE);
    if (!in->failed && !hex_is_well_formed(out))
        members_fail(in, key, "must be 64 hex digits");
}

bool members_done(struct members *in)
{
    if (!in->failed && in->taken < json_object_size(in->object))
        members_fail(in, "message", "has a member that is not known or not allowed here");
    return !in->failed;
}
