/* The part of jansson that wire/members.c needs, for the module without imports: reads JSON as RFC 8259 has it,
 * refuses members that come twice, and has no depth of its own: members_parse() has looked at that before. Without
 * memory the module traps. */
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "rules/text.h"

struct parser {
    const char *text;
    size_t length, at;
    const char *error; /* NULL: nothing is wrong so far */
};

static json_t *fail(struct parser *p, const char *error)
{
    p->error = p->error ? p->error : error;
    return NULL;
}

static void skip_space(struct parser *p)
{
    while (p->at < p->length && p->text[p->at] && strchr(" \t\r\n", p->text[p->at]))
        p->at++;
}

static bool next_is(struct parser *p, const char *literal)
{
    size_t length = strlen(literal);

    if (p->length - p->at < length || memcmp(p->text + p->at, literal, length) != 0)
        return false;
    p->at += length;
    return true;
}

static json_t *node(json_type type)
{
    json_t *it = must_zero(1, sizeof *it);

    it->type = type;
    return it;
}

/* ---- texts ---- */

/* Reads four hex digits. */
static bool read_code(struct parser *p, uint32_t *code)
{
    *code = 0;
    for (int i = 0; i < 4; i++) {
        char c = p->at < p->length ? p->text[p->at++] : ' ';
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                         : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                                : 16;
        if (digit == 16)
            return false;
        *code = *code << 4 | digit;
    }
    return true;
}

static size_t put_character(char *out, uint32_t code)
{
    size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

    if (size == 1) {
        out[0] = (char)code;
        return 1;
    }
    for (size_t i = size - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)((0xf00u >> size & 0xf0u) | code);
    return size;
}

/* Reads what follows a backslash. Returns the bytes written to out, 0 for a fault. */
static size_t read_escape(struct parser *p, char *out)
{
    static const char names[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    char c = p->at < p->length ? p->text[p->at++] : '\0';
    const char *name = c ? strchr(names, c) : NULL;
    uint32_t code, low;

    if (name) {
        *out = means[name - names];
        return 1;
    }
    if (c != 'u' || !read_code(p, &code) || code == 0)
        return 0;
    if (code >= 0xdc00 && code <= 0xdfff)
        return 0;
    if (code >= 0xd800 && code <= 0xdbff) {
        if (!next_is(p, "\\u") || !read_code(p, &low) || low < 0xdc00 || low > 0xdfff)
            return 0;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    return put_character(out, code);
}

/* Reads a text behind its opening quote; the caller frees it. */
static char *read_text(struct parser *p, size_t *length)
{
    size_t end = p->at, used = 0;
    bool fine = true;

    while (end < p->length && p->text[end] != '"')
        end += 1 + (p->text[end] == '\\');
    char *out =
        must_alloc((end < p->length ? end : p->length) - p->at + 1); /* escapes are longer than what they mean */
    while (fine && p->at < p->length && p->text[p->at] != '"') {
        unsigned char c = (unsigned char)p->text[p->at++];
        size_t more = 1;
        if (c == '\\')
            more = read_escape(p, out + used);
        else
            out[used] = (char)c;
        fine = c >= 0x20 && more > 0;
        used += more;
    }
    out[used] = '\0';
    *length = used;
    if (fine && next_is(p, "\"") && text_is_utf8(out, used))
        return out;
    free(out);
    fail(p, "a text is not as it should be");
    return NULL;
}

/* ---- numbers ---- */

static size_t count_digits(const struct parser *p, size_t at)
{
    size_t count = 0;

    while (at + count < p->length && p->text[at + count] >= '0' && p->text[at + count] <= '9')
        count++;
    return count;
}

static json_t *read_number_at(struct parser *p)
{
    bool minus = next_is(p, "-"), whole = true;
    size_t digits = count_digits(p, p->at), from = p->at;
    long long value = 0;

    if (digits == 0 || digits > 18 || (digits > 1 && p->text[from] == '0'))
        return fail(p, "a number is not as it should be");
    for (size_t i = 0; i < digits; i++)
        value = value * 10 + (p->text[p->at++] - '0');
    for (int part = 0; part < 2; part++) { /* a fraction, an exponent */
        if (p->at == p->length || !(part == 0 ? p->text[p->at] == '.' : (p->text[p->at] | 0x20) == 'e'))
            continue;
        p->at++;
        if (part == 1 && !next_is(p, "+"))
            next_is(p, "-");
        size_t more = count_digits(p, p->at);
        if (more == 0)
            return fail(p, "a number is not as it should be");
        p->at += more;
        whole = false;
    }
    json_t *it = node(whole ? JSON_INTEGER : JSON_REAL);
    it->integer = minus ? -value : value;
    return it;
}

/* ---- lists and objects ---- */

static json_t *read_value(struct parser *p);

static char *read_key_of(struct parser *p, const json_t *object)
{
    size_t length;

    skip_space(p);
    char *key = next_is(p, "\"") ? read_text(p, &length) : NULL;
    skip_space(p);
    if (key && strlen(key) == length && !json_object_get(object, key) && next_is(p, ":"))
        return key;
    free(key);
    fail(p, "a member is not as it should be, or comes twice");
    return NULL;
}

/* Reads the rest of a list or object. */
static json_t *read_items(struct parser *p, json_t *it, const char *end)
{
    json_t **last = &it->first;

    skip_space(p);
    if (next_is(p, end))
        return it;
    do {
        char *key = it->type == JSON_OBJECT ? read_key_of(p, it) : NULL;
        json_t *item = p->error ? NULL : read_value(p);
        if (!item) {
            free(key);
            json_decref(it);
            return NULL;
        }
        item->key = key;
        *last = item;
        last = &item->next;
        it->size++;
        skip_space(p);
    } while (next_is(p, ","));
    if (next_is(p, end))
        return it;
    json_decref(it);
    return fail(p, "a list or an object has no end");
}

static json_t *read_value(struct parser *p)
{
    skip_space(p);
    if (next_is(p, "{"))
        return read_items(p, node(JSON_OBJECT), "}");
    if (next_is(p, "["))
        return read_items(p, node(JSON_ARRAY), "]");
    if (next_is(p, "\"")) {
        size_t length;
        char *text = read_text(p, &length);
        json_t *it = text ? node(JSON_STRING) : NULL;
        if (it) {
            it->text = text;
            it->size = length;
        }
        return it;
    }
    if (next_is(p, "true"))
        return node(JSON_TRUE);
    if (next_is(p, "false"))
        return node(JSON_FALSE);
    if (next_is(p, "null"))
        return node(JSON_NULL);
    return read_number_at(p);
}

json_t *json_loadb(const char *text, size_t length, size_t flags, json_error_t *error)
{
    struct parser p = {.text = text, .length = length};
    json_t *root = read_value(&p);

    (void)flags;
    skip_space(&p);
    bool whole = json_is_object(root) || json_is_array(root);
    if (whole && p.at == length)
        return root;
    json_decref(root);
    fail(&p, whole ? "something follows it" : "it is neither a list nor an object");
    error->position = (int)p.at;
    struct writer w = write_into(error->text, sizeof error->text);
    write_text(&w, p.error);
    return NULL;
}

void json_decref(json_t *it)
{
    if (!it)
        return;
    for (json_t *item = it->first, *next; item; item = next) {
        next = item->next;
        json_decref(item);
    }
    free(it->key);
    free(it->text);
    free(it);
}

/* ---- looking ---- */

json_t *json_object_get(const json_t *object, const char *key)
{
    json_t *it = json_is_object(object) ? object->first : NULL;

    while (it && strcmp(it->key, key) != 0)
        it = it->next;
    return it;
}

size_t json_object_size(const json_t *object)
{
    return json_is_object(object) ? object->size : 0;
}

json_t *json_array_get(const json_t *list, size_t index)
{
    json_t *it = json_is_array(list) ? list->first : NULL;

    while (it && index-- > 0)
        it = it->next;
    return it;
}

size_t json_array_size(const json_t *list)
{
    return json_is_array(list) ? list->size : 0;
}

void *json_object_iter(json_t *object)
{
    return json_is_object(object) ? object->first : NULL;
}

void *json_object_iter_next(json_t *object, void *at)
{
    (void)object;
    return ((json_t *)at)->next;
}

const char *json_object_iter_key(void *at)
{
    return ((json_t *)at)->key;
}

json_t *json_object_iter_value(void *at)
{
    return at;
}
