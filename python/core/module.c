/* The module itself: the facts about games and bots, and what all files share. */
#include "core.h"

#include <string.h>

#include "bots/bot.h"
#include "rules/tables.h"
#include "version.h"

/* ---- what all files share ---- */

struct core *core_of(PyTypeObject *type)
{
    for (; type; type = PyType_GetSlot(type, Py_tp_base)) {
        PyObject *module = PyType_GetModule(type);
        if (module)
            return PyModule_GetState(module);
        PyErr_Clear(); /* a class written in Python has none */
    }
    return NULL;
}

PyObject *refuse(PyObject *exception, const char *why)
{
    PyErr_SetString(exception, why);
    return NULL;
}

PyObject *refuse_action(PyTypeObject *type, const char *why)
{
    return refuse(core_of(type)->illegal, why);
}

const char *text_of(PyObject *object, const char *what)
{
    Py_ssize_t length = 0;

    if (!PyUnicode_Check(object)) {
        PyErr_Format(PyExc_TypeError, "%s must be a str", what);
        return NULL;
    }
    const char *text = PyUnicode_AsUTF8AndSize(object, &length);
    if (text && strlen(text) != (size_t)length) {
        PyErr_Format(PyExc_ValueError, "%s has a NUL in it", what);
        return NULL;
    }
    return text;
}

/* An integer, cut to what fits into a long. */
static bool whole_number(PyObject *object, long *out)
{
    PyObject *number = PyNumber_Index(object);
    int overflow = 0;

    if (!number)
        return false;
    *out = PyLong_AsLongAndOverflow(number, &overflow);
    Py_DECREF(number);
    if (overflow)
        *out = overflow > 0 ? LONG_MAX : LONG_MIN;
    return true;
}

int parse_seat(PyObject *object, void *seat)
{
    long number = TURN_SEAT;

    if (object != Py_None && !whole_number(object, &number))
        return 0;
    if (object != Py_None && (number < OPEN || number >= MAX_SEATS)) {
        PyErr_SetString(PyExc_IndexError, "there is no such seat");
        return 0;
    }
    *(int *)seat = (int)number;
    return 1;
}

int parse_id(PyObject *object, void *id)
{
    long number = 0;

    if (!whole_number(object, &number))
        return 0;
    *(uint16_t *)id = number < 0 || number > UINT16_MAX ? UINT16_MAX : (uint16_t)number;
    return 1;
}

int reward_kind(const char *name)
{
    static const char *const names[] = {
        [PARLOR_WIN] = "win", [PARLOR_POINTS] = "points", [PARLOR_MARGIN] = "margin", [PARLOR_GAINS] = "gains"};

    for (int kind = 0; kind < (int)(sizeof names / sizeof *names); kind++)
        if (strcmp(names[kind], name) == 0)
            return kind;
    PyErr_SetString(PyExc_ValueError, "rewards are \"win\", \"points\", \"margin\" or \"gains\"");
    return -1;
}

/* ---- facts ---- */

static PyObject *option_facts(const struct option *option)
{
    PyObject *values = option->kind == OPTION_NUMBER ? PyUnicode_FromFormat("%d..%d", option->least, option->most)
                                                     : PyUnicode_FromString(option->values);
    return values ? Py_BuildValue("(sNss)", option->name, values, option->fallback, option->help) : NULL;
}

/* Adds to a list and gives up what was added. */
static bool add_to(PyObject *list, PyObject *item)
{
    bool added = item && PyList_Append(list, item) == 0;

    Py_XDECREF(item);
    return added;
}

static PyObject *game_facts(const struct game *game)
{
    PyObject *options = PyList_New(0);

    for (const struct option *option = game->options; options && option->name; option++)
        if (!add_to(options, option_facts(option)))
            Py_CLEAR(options);
    if (!options)
        return NULL;
    return Py_BuildValue("(sssiiiiinN)", game->id, game->title, game->summary, game->minutes, game->min_players,
                         game->max_players, game->max_actions, game->max_legal, (Py_ssize_t)game->observation_size,
                         options);
}

static PyObject *all_games(PyObject *module, PyObject *nothing)
{
    PyObject *list = PyList_New(0);

    (void)module;
    (void)nothing;
    for (int i = 0; list && games[i]; i++)
        if (!add_to(list, game_facts(games[i])))
            Py_CLEAR(list);
    return list;
}

static PyObject *all_bots(PyObject *module, PyObject *nothing)
{
    PyObject *list = PyList_New(0);

    (void)module;
    (void)nothing;
    for (int i = 0; list && bots[i]; i++)
        if (!add_to(list, Py_BuildValue("(ss)", bots[i]->name, bots[i]->help)))
            Py_CLEAR(list);
    return list;
}

static PyObject *all_tables(PyObject *module, PyObject *nothing)
{
    PyObject *list = PyList_New(0);

    (void)module;
    (void)nothing;
    for (int i = 0; list && games[i]; i++) {
        char text[TABLES_SIZE];
        struct writer w = write_into(text, sizeof text);
        tables_write(games[i], &w);
        if (!add_to(list, Py_BuildValue("(ss)", games[i]->id, text)))
            Py_CLEAR(list);
    }
    return list;
}

/* ---- the module ---- */

static PyMethodDef functions[] = {
    {"games", all_games, METH_NOARGS, "The facts about every game."},
    {"bots", all_bots, METH_NOARGS, "The name and a line about every bot."},
    {"tables", all_tables, METH_NOARGS, "The id of every game and what its numbers mean, as JSON."},
    {"read", read_records, METH_VARARGS, "read(type, text): a table of the type for every game of a record."},
    {"choose", choose_action, METH_VARARGS, "choose(table, seat, bot, simulations, seconds, threads): an id."},
    {"hint", give_hint, METH_VARARGS, "hint(table, seat, simulations, seconds, threads, most): the best actions."},
    {NULL, NULL, 0, NULL},
};

static bool add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **out)
{
    *out = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    return *out && PyModule_AddType(module, *out) == 0;
}

static int fill_module(PyObject *module)
{
    struct core *core = PyModule_GetState(module);

    core->illegal = PyErr_NewExceptionWithDoc("parlor.Illegal", "An action that is not legal now; the text says why.",
                                              PyExc_ValueError, NULL);
    if (!core->illegal || PyModule_AddObjectRef(module, "Illegal", core->illegal) < 0)
        return -1;
    if (!add_type(module, &table_spec, &core->table_type) || !add_type(module, &vector_spec, &core->vector_type))
        return -1;
    return PyModule_AddStringConstant(module, "version", PARLOR_VERSION);
}

static int visit_module(PyObject *module, visitproc visit, void *arg)
{
    struct core *core = PyModule_GetState(module);

    Py_VISIT(core->illegal);
    Py_VISIT(core->table_type);
    Py_VISIT(core->vector_type);
    return 0;
}

static int clear_module(PyObject *module)
{
    struct core *core = PyModule_GetState(module);

    Py_CLEAR(core->illegal);
    Py_CLEAR(core->table_type);
    Py_CLEAR(core->vector_type);
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)fill_module},
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,  .m_name = "parlor._core", .m_doc = "The C half of parlor.", .m_size = sizeof(struct core),
    .m_methods = functions, .m_slots = slots,         .m_traverse = visit_module,       .m_clear = clear_module,
};

PyMODINIT_FUNC PyInit__core(void);

PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&definition);
}
