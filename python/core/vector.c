/* parlor._core.Vector: many games at once, in arrays of the caller's. The arrays
 * are borrowed through the buffer protocol for as long as they are written to.
 * While the games are stepped other threads of Python run; one that calls the same
 * vector then is refused. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

/* The rows that are written, in the order of bind(). */
enum row { OBSERVATION, MASK, REWARD, DONE, SEAT, ROWS };

static const struct {
    const char *name;
    const char *type;    /* as numpy calls it */
    const char *formats; /* as the buffer protocol does */
    int size;            /* bytes of an item */
} row_kinds[ROWS] = {
    [OBSERVATION] = {"observation", "uint8", "B", 1},
    [MASK] = {"mask", "uint8", "B?", 1},
    [REWARD] = {"reward", "float32", "f", 4},
    [DONE] = {"done", "uint8 or bool", "B?", 1},
    [SEAT] = {"seat", "int64", "lq", 8},
};

struct vector_object {
    PyObject_HEAD struct parlor_vector *vector; /* NULL: closed */
    PyObject *like;                             /* the table it was opened like */
    int games;
    Py_ssize_t width[ROWS]; /* items of a row; 0 where a game has just one */
    Py_buffer rows[ROWS];   /* obj is NULL where there is none */
    uint16_t *actions;      /* one for each game: those of this step */
    bool busy;              /* a thread is at work without Python's lock */
};

static struct vector_object *vector_in(PyObject *self)
{
    return (struct vector_object *)self;
}

/* ---- opening and closing ---- */

static void give_up(struct vector_object *self)
{
    parlor_vector_close(self->vector);
    self->vector = NULL;
    for (int i = 0; i < ROWS; i++)
        if (self->rows[i].obj)
            PyBuffer_Release(&self->rows[i]);
}

static PyObject *fill_vector(struct vector_object *self, PyObject *like, int threads, int kind)
{
    const struct table *table = ((struct table_object *)like)->table;
    const struct game *game = table_game(table);
    char why[320] = "out of memory";

    self->width[OBSERVATION] = (Py_ssize_t)game->observation_size;
    self->width[MASK] = game->max_actions;
    self->width[REWARD] = table_plan(table)->players;
    self->like = Py_NewRef(like);
    self->actions = calloc((size_t)self->games, sizeof *self->actions);
    if (self->actions)
        self->vector = parlor_vector((const struct parlor_table *)table, self->games, threads, (enum parlor_reward)kind,
                                     why, sizeof why);
    if (self->vector)
        return (PyObject *)self;
    Py_DECREF(self);
    return refuse(strcmp(why, "out of memory") == 0 ? PyExc_MemoryError : PyExc_ValueError, why);
}

/* Vector(table, games, threads, reward) */
static PyObject *new_vector(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    PyObject *like = NULL;
    const char *reward = NULL;
    int count = 0, threads = 0;

    if (keywords && PyDict_Size(keywords) > 0)
        return refuse(PyExc_TypeError, "a vector is opened without keywords");
    if (!PyArg_ParseTuple(arguments, "O!iis", core_of(type)->table_type, &like, &count, &threads, &reward))
        return NULL;
    int kind = reward_kind(reward);
    if (kind < 0)
        return NULL;
    if (count < 1)
        return refuse(PyExc_ValueError, "a vector has at least one game");
    allocfunc alloc = PyType_GetSlot(type, Py_tp_alloc);
    struct vector_object *self = vector_in(alloc(type, 0));
    if (!self)
        return NULL;
    self->games = count;
    return fill_vector(self, like, threads, kind);
}

static void free_vector(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = PyType_GetSlot(type, Py_tp_free);

    give_up(vector_in(self));
    free(vector_in(self)->actions);
    Py_XDECREF(vector_in(self)->like);
    release(self);
    Py_DECREF(type);
}

/* True if it may be used now; false with an exception. */
static bool is_free(const struct vector_object *self)
{
    if (self->busy)
        return refuse(PyExc_RuntimeError, "the vector is at work in another thread");
    return self->vector || refuse(PyExc_ValueError, "the vector is closed");
}

static PyObject *close_vector(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    if (vector_in(self)->vector) {
        if (!is_free(vector_in(self)))
            return NULL;
        give_up(vector_in(self));
    }
    Py_RETURN_NONE;
}

/* ---- arrays ---- */

/* The letter of a format in the machine's own byte order; 0 for any other. */
static char format_letter(const char *format)
{
    if (!format)
        return 'B';
    if (*format == '@' || *format == '=')
        format++;
    return format[0] && !format[1] ? format[0] : '\0';
}

static bool fits(const struct vector_object *self, enum row row, const Py_buffer *buffer)
{
    char letter = format_letter(buffer->format);
    int dimensions = self->width[row] ? 2 : 1;

    return letter && strchr(row_kinds[row].formats, letter) && buffer->itemsize == row_kinds[row].size &&
           buffer->ndim == dimensions && buffer->shape[0] == self->games &&
           (dimensions == 1 || buffer->shape[1] == self->width[row]);
}

static bool refuse_row(const struct vector_object *self, enum row row)
{
    if (self->width[row])
        PyErr_Format(PyExc_ValueError, "%s must be an array of %s with shape (%d, %zd)", row_kinds[row].name,
                     row_kinds[row].type, self->games, self->width[row]);
    else
        PyErr_Format(PyExc_ValueError, "%s must be an array of %s with shape (%d,)", row_kinds[row].name,
                     row_kinds[row].type, self->games);
    return false;
}

static bool overlap(const Py_buffer *a, const Py_buffer *b)
{
    uintptr_t left = (uintptr_t)a->buf, right = (uintptr_t)b->buf;

    return a->obj && b->obj && left < right + (uintptr_t)b->len && right < left + (uintptr_t)a->len;
}

static bool check_rows(const Py_buffer *rows)
{
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < i; k++)
            if (overlap(&rows[i], &rows[k])) {
                PyErr_Format(PyExc_ValueError, "%s and %s overlap", row_kinds[k].name, row_kinds[i].name);
                return false;
            }
    return true;
}

/* Borrows the arrays that are not None. */
static bool borrow_rows(const struct vector_object *self, PyObject *const *arrays, Py_buffer *rows)
{
    for (int i = 0; i < ROWS; i++) {
        if (arrays[i] == Py_None)
            continue;
        if (PyObject_GetBuffer(arrays[i], &rows[i], PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0) {
            rows[i].obj = NULL;
            return false;
        }
        if (!fits(self, (enum row)i, &rows[i]))
            return refuse_row(self, (enum row)i);
    }
    return true;
}

static void tell_rows(struct vector_object *self)
{
    const Py_buffer *rows = self->rows;
    const struct parlor_rows where = {.observation = rows[OBSERVATION].buf,
                                      .mask = rows[MASK].buf,
                                      .reward = rows[REWARD].buf,
                                      .done = rows[DONE].buf,
                                      .seat = rows[SEAT].buf};
    parlor_vector_rows(self->vector, &where);
}

/* bind_rows(observation, mask, reward, done, seat): None leaves what is there. */
static PyObject *bind_rows(PyObject *self, PyObject *arguments)
{
    struct vector_object *v = vector_in(self);
    PyObject *arrays[ROWS];
    Py_buffer fresh[ROWS], all[ROWS];

    if (!PyArg_ParseTuple(arguments, "OOOOO", &arrays[0], &arrays[1], &arrays[2], &arrays[3], &arrays[4]) ||
        !is_free(v))
        return NULL;
    memset(fresh, 0, sizeof fresh);
    bool fine = borrow_rows(v, arrays, fresh);
    for (int i = 0; i < ROWS; i++)
        all[i] = fresh[i].obj ? fresh[i] : v->rows[i];
    fine = fine && check_rows(all) && is_free(v); /* the caller's array could have called back */
    for (int i = 0; i < ROWS; i++) {
        Py_buffer *drop = fine ? &v->rows[i] : &fresh[i];
        if (fresh[i].obj && drop->obj)
            PyBuffer_Release(drop);
        if (fresh[i].obj && fine)
            v->rows[i] = fresh[i];
    }
    if (!fine)
        return NULL;
    tell_rows(v);
    Py_RETURN_NONE;
}

/* ---- actions ---- */

/* An array of any integers, one for each game. */
static bool borrow_actions(const struct vector_object *self, PyObject *array, int flags, Py_buffer *out)
{
    if (PyObject_GetBuffer(array, out, flags | PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0)
        return false;
    char letter = format_letter(out->format);
    bool whole = letter && strchr("bBhHiIlLqQ", letter);
    if (whole && out->ndim == 1 && out->shape[0] == self->games)
        return true;
    PyBuffer_Release(out);
    PyErr_Format(PyExc_ValueError, "actions must be an array of integers with shape (%d,)", self->games);
    return false;
}

/* Reads ids of a type of integers; one that does not fit becomes one that is never legal. */
#define READ_IDS(type)                                                                                                 \
    for (int i = 0; i < count; i++) {                                                                                  \
        type id = ((const type *)from)[i];                                                                             \
        ids[i] = id < 0 || id > UINT16_MAX ? UINT16_MAX : (uint16_t)id;                                                \
    }

static void read_ids(const Py_buffer *buffer, int count, uint16_t *ids)
{
    const void *from = buffer->buf;

    if (buffer->itemsize == 8) /* of unsigned ones the highest count as negative, and are not legal either */
        READ_IDS(int64_t)
    else if (buffer->itemsize == 4)
        READ_IDS(int32_t)
    else if (buffer->itemsize == 2)
        memcpy(ids, from, (size_t)count * sizeof *ids);
    else
        for (int i = 0; i < count; i++)
            ids[i] =
                format_letter(buffer->format) == 'b' ? (uint16_t)((const int8_t *)from)[i] : ((const uint8_t *)from)[i];
}

static void write_ids(const Py_buffer *buffer, int count, const uint16_t *ids)
{
    for (int i = 0; i < count; i++)
        if (buffer->itemsize == 8)
            ((int64_t *)buffer->buf)[i] = ids[i];
        else if (buffer->itemsize == 4)
            ((int32_t *)buffer->buf)[i] = ids[i];
        else
            ((uint16_t *)buffer->buf)[i] = ids[i];
}

/* ---- calls ---- */

static PyThreadState *begin_work(struct vector_object *self)
{
    self->busy = true;
    return PyEval_SaveThread();
}

static void end_work(struct vector_object *self, PyThreadState *python)
{
    PyEval_RestoreThread(python);
    self->busy = false;
}

static PyObject *step(PyObject *self, PyObject *actions)
{
    struct vector_object *v = vector_in(self);
    char why[320] = "";
    Py_buffer buffer;

    if (!is_free(v) || !borrow_actions(v, actions, 0, &buffer))
        return NULL;
    if (!is_free(v)) { /* the caller's array could have called back */
        PyBuffer_Release(&buffer);
        return NULL;
    }
    PyThreadState *python = begin_work(v);
    read_ids(&buffer, v->games, v->actions);
    bool fine = parlor_vector_step(v->vector, v->actions, why, sizeof why);
    end_work(v, python);
    PyBuffer_Release(&buffer);
    if (!fine)
        return refuse_action(Py_TYPE(self), why);
    Py_RETURN_NONE;
}

static PyObject *pick_actions(PyObject *self, PyObject *out)
{
    struct vector_object *v = vector_in(self);
    Py_buffer buffer;

    if (!is_free(v) || !borrow_actions(v, out, PyBUF_WRITABLE, &buffer))
        return NULL;
    bool fine = is_free(v);
    if (fine && buffer.itemsize == 1)
        fine = refuse(PyExc_ValueError, "actions do not fit into integers of one byte");
    if (fine) {
        PyThreadState *python = begin_work(v);
        parlor_vector_random(v->vector, v->actions);
        write_ids(&buffer, v->games, v->actions);
        end_work(v, python);
    }
    PyBuffer_Release(&buffer);
    if (!fine)
        return NULL;
    Py_RETURN_NONE;
}

/* restart(seed): hex digits, or None for the same again */
static PyObject *restart(PyObject *self, PyObject *argument)
{
    struct vector_object *v = vector_in(self);
    const char *seed = argument == Py_None ? NULL : text_of(argument, "a seed");
    char why[320] = "";

    if ((!seed && argument != Py_None) || !is_free(v))
        return NULL;
    PyThreadState *python = begin_work(v);
    bool fine = parlor_vector_reset(v->vector, seed, why, sizeof why);
    end_work(v, python);
    if (!fine)
        return refuse(PyExc_ValueError, why);
    Py_RETURN_NONE;
}

static PyObject *refresh(PyObject *self, PyObject *nothing)
{
    struct vector_object *v = vector_in(self);

    (void)nothing;
    if (!is_free(v))
        return NULL;
    PyThreadState *python = begin_work(v);
    parlor_vector_refresh(v->vector);
    end_work(v, python);
    Py_RETURN_NONE;
}

static PyObject *state(PyObject *self, PyObject *argument)
{
    struct vector_object *v = vector_in(self);
    Py_ssize_t index = PyNumber_AsSsize_t(argument, PyExc_IndexError);
    char why[320] = "";

    if (PyErr_Occurred() || !is_free(v))
        return NULL;
    index += index < 0 ? v->games : 0;
    if (index < 0 || index >= v->games)
        return PyErr_Format(PyExc_IndexError, "the vector has %d games", v->games);
    struct parlor_table *table = parlor_vector_table(v->vector, (int)index, why, sizeof why);
    return table ? wrap_table(Py_TYPE(v->like), (struct table *)table) : refuse(PyExc_MemoryError, why);
}

static PyObject *get_threads(PyObject *self, void *nothing)
{
    (void)nothing;
    return is_free(vector_in(self)) ? PyLong_FromLong(parlor_vector_threads(vector_in(self)->vector)) : NULL;
}

static PyObject *get_finished(PyObject *self, void *nothing)
{
    (void)nothing;
    return is_free(vector_in(self)) ? PyLong_FromLong(parlor_vector_finished(vector_in(self)->vector)) : NULL;
}

static PyObject *get_games(PyObject *self, void *nothing)
{
    (void)nothing;
    return PyLong_FromLong(vector_in(self)->games);
}

static Py_ssize_t length(PyObject *self)
{
    return vector_in(self)->games;
}

/* ---- the type ---- */

static PyMethodDef methods[] = {
    {"step", step, METH_O,
     "step($self, actions, /)\n--\n\nOne action for every game, of any integer type. Illegal, naming the game, if one "
     "is not legal; then none has been stepped."},
    {"refresh", refresh, METH_NOARGS,
     "refresh($self, /)\n--\n\nWrites observation, mask and seat as they stand; reward and done become 0."},
    {"state", state, METH_O, "state($self, index, /)\n--\n\nA copy of one game, to look at or to play on."},
    {"close", close_vector, METH_NOARGS, "close($self, /)\n--\n\nEnds the threads and lets go of the arrays."},
    {"_bind_rows", bind_rows, METH_VARARGS, NULL},
    {"_pick_actions", pick_actions, METH_O, NULL},
    {"_restart", restart, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"n", get_games, NULL, "How many games there are.", NULL},
    {"threads", get_threads, NULL, "How many threads share the work.", NULL},
    {"finished", get_finished, NULL, "Games that have ended since the last reset.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot type_slots[] = {
    {Py_tp_new, (void *)new_vector},
    {Py_tp_dealloc, (void *)free_vector},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {Py_sq_length, (void *)length},
    {Py_tp_doc, "Many games stepped at once."},
    {0, NULL},
};

PyType_Spec vector_spec = {
    .name = "parlor._core.Vector",
    .basicsize = sizeof(struct vector_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = type_slots,
};
