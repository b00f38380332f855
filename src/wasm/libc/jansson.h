/* The part of jansson that wire/members.c needs: see ../jansson.c. */
#ifndef PARLOR_WASM_JANSSON_H
#define PARLOR_WASM_JANSSON_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
} json_type;

typedef struct json_t {
    json_type type;
    char *key;            /* of a member of an object; else NULL */
    char *text;           /* STRING */
    size_t size;          /* of a text, its NUL not counted; items of a list, members of an object */
    long long integer;    /* INTEGER */
    struct json_t *first; /* item or member */
    struct json_t *next;  /* of the same list or object */
} json_t;

typedef struct {
    int position;
    char text[80];
} json_error_t;

enum { JSON_REJECT_DUPLICATES = 1 }; /* as they always are here */

json_t *json_loadb(const char *text, size_t length, size_t flags, json_error_t *);
void json_decref(json_t *);

json_t *json_object_get(const json_t *, const char *key);
size_t json_object_size(const json_t *);
json_t *json_array_get(const json_t *, size_t index);
size_t json_array_size(const json_t *);

/* Members in the order they were written. */
void *json_object_iter(json_t *);
void *json_object_iter_next(json_t *, void *at);
const char *json_object_iter_key(void *at);
json_t *json_object_iter_value(void *at);

static inline bool json_is(const json_t *it, json_type type)
{
    return it && it->type == type;
}

#define json_is_object(it)     json_is(it, JSON_OBJECT)
#define json_is_array(it)      json_is(it, JSON_ARRAY)
#define json_is_string(it)     json_is(it, JSON_STRING)
#define json_is_integer(it)    json_is(it, JSON_INTEGER)
#define json_is_true(it)       json_is(it, JSON_TRUE)
#define json_is_boolean(it)    (json_is(it, JSON_TRUE) || json_is(it, JSON_FALSE))
#define json_string_value(it)  ((const char *)(it)->text)
#define json_string_length(it) ((it)->size)
#define json_integer_value(it) ((it)->integer)

#endif
