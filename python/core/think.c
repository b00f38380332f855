/* Bots and hints. A bot that searches is given a copy of the table, so that other
 * threads of Python may run, and even play on, while it thinks. */
#include <math.h>
#include <time.h>

#include "bots/bot.h"
#include "bots/hint.h"
#include "core.h"

#define LOOK_UP 0.05 /* seconds after which a bot looks whether somebody has pressed Ctrl-C */

/* Decides when to stop. */
struct watch {
    double end;            /* by the clock; 0: no limit */
    double look;           /* when to look up next */
    bool broken_off;       /* an exception is set */
    PyThreadState *python; /* while other threads run */
};

/* The arguments of a question. */
struct wish {
    PyObject *table;
    int seat;
    PyObject *simulations, *seconds; /* numbers or None */
    int threads;
};

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool must_stop(void *stopper)
{
    struct watch *watch = stopper;
    double now = seconds_now();

    if (now >= watch->look && !watch->broken_off) {
        PyEval_RestoreThread(watch->python);
        watch->broken_off = PyErr_CheckSignals() < 0;
        watch->python = PyEval_SaveThread();
        watch->look = seconds_now() + LOOK_UP;
    }
    return watch->broken_off || (watch->end > 0 && now >= watch->end);
}

static bool read_simulations(PyObject *wanted, bool limited, int *out)
{
    *out = limited ? BOT_ENDLESS : 0;
    if (wanted == Py_None)
        return true;
    PyObject *number = PyNumber_Index(wanted);
    if (!number)
        return false;
    int overflow = 0;
    long count = PyLong_AsLongAndOverflow(number, &overflow);
    Py_DECREF(number);
    if (overflow || count < 1 || count >= BOT_ENDLESS)
        return refuse(PyExc_ValueError, "simulations must be from 1 to 1073741823");
    *out = (int)count;
    return true;
}

static bool read_seconds(PyObject *wanted, struct watch *watch)
{
    double begin = seconds_now();

    *watch = (struct watch){.look = begin + LOOK_UP};
    if (wanted == Py_None)
        return true;
    double limit = PyFloat_AsDouble(wanted);
    if (PyErr_Occurred())
        return false;
    if (!isfinite(limit) || limit <= 0)
        return refuse(PyExc_ValueError, "seconds must be more than 0");
    watch->end = begin + limit;
    return true;
}

/* Makes sense of a wish: the budget, and the seat of a table that owes a choice. */
static bool settle(struct core *core, struct wish *wish, struct bot_budget *budget, struct watch *watch)
{
    struct problem why;

    if (!PyObject_TypeCheck(wish->table, core->table_type))
        return refuse(PyExc_TypeError, "a bot needs a parlor.State to look at");
    if (!read_seconds(wish->seconds, watch) ||
        !read_simulations(wish->simulations, wish->seconds != Py_None, &budget->simulations))
        return false;
    if (wish->threads < 1 || wish->threads > BOT_THREADS_MAX)
        return refuse(PyExc_ValueError, "threads must be from 1 to 64");
    const struct table *table = ((struct table_object *)wish->table)->table;
    struct turn turn = table_turn(table);
    if (wish->seat == TURN_SEAT)
        wish->seat = turn.kind == TURN_CHOICE ? __builtin_ctz(turn.seats) : -1;
    else if (wish->seat < 0 || wish->seat >= table_plan(table)->players)
        return refuse(PyExc_IndexError, "there is no such seat at this table");
    if (!table_owes(table, wish->seat, &why))
        return refuse(core->illegal, why.text);
    budget->threads = wish->threads;
    budget->stop = must_stop;
    budget->stopper = watch;
    return true;
}

static uint16_t think(const struct bot *bot, const struct table *table, int seat, struct bot_budget budget)
{
    struct state_buffer buffer;
    int now = table_steps(table);
    struct bot_mind mind = bot_mind(&table_plan(table)->seed, seat, now);
    struct bot_history history = bot_history_of(table, seat);

    table_view(table, seat, now, &buffer);
    return bot_think(bot, table_game(table), state_in(&buffer), seat, &history, budget, &mind);
}

PyObject *choose_action(PyObject *module, PyObject *arguments)
{
    struct wish wish = {.seat = TURN_SEAT};
    struct bot_budget budget = {.simulations = 0};
    struct watch watch = {.end = 0};
    struct problem why;
    const char *name = NULL;

    if (!PyArg_ParseTuple(arguments, "OO&sOOi", &wish.table, parse_seat, &wish.seat, &name, &wish.simulations,
                          &wish.seconds, &wish.threads) ||
        !settle(PyModule_GetState(module), &wish, &budget, &watch))
        return NULL;
    const struct bot *bot = bot_by_name(name);
    if (!bot)
        return PyErr_Format(PyExc_ValueError, "there is no bot called %s", name);
    const struct table *table = ((struct table_object *)wish.table)->table;
    if (bot->level == LEVEL_NONE)
        return PyLong_FromLong(think(bot, table, wish.seat, (struct bot_budget){0}));
    struct table *own = table_copy(table, &why);
    if (!own)
        return PyErr_NoMemory();
    watch.python = PyEval_SaveThread();
    uint16_t id = think(bot, own, wish.seat, budget);
    table_close(own);
    PyEval_RestoreThread(watch.python);
    return watch.broken_off ? NULL : PyLong_FromLong(id);
}

static PyObject *hint_list(const struct hint_line *lines, int count)
{
    PyObject *list = PyList_New(count);

    for (int i = 0; list && i < count; i++) {
        PyObject *line = Py_BuildValue("(iddd)", (int)lines[i].id, lines[i].value, lines[i].error, lines[i].sure);
        if (!line || PyList_SetItem(list, i, line) < 0)
            Py_CLEAR(list);
    }
    return list;
}

PyObject *give_hint(PyObject *module, PyObject *arguments)
{
    struct wish wish = {.seat = TURN_SEAT};
    struct bot_budget budget = {.simulations = 0};
    struct watch watch = {.end = 0};
    struct problem why;
    struct hint_line lines[BOT_CANDIDATES_MAX];
    int most = 0;

    if (!PyArg_ParseTuple(arguments, "OO&OOii", &wish.table, parse_seat, &wish.seat, &wish.simulations, &wish.seconds,
                          &wish.threads, &most) ||
        !settle(PyModule_GetState(module), &wish, &budget, &watch))
        return NULL;
    if (most < 1 || most > BOT_CANDIDATES_MAX)
        return refuse(PyExc_ValueError, "most must be from 1 to 32");
    struct table *own = table_copy(((struct table_object *)wish.table)->table, &why);
    if (!own)
        return PyErr_NoMemory();
    watch.python = PyEval_SaveThread();
    int count = hint_at(own, wish.seat, budget, lines, most);
    table_close(own);
    PyEval_RestoreThread(watch.python);
    return watch.broken_off ? NULL : hint_list(lines, count);
}
