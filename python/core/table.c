/* parlor._core.Table: one game being played. */
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "table/record.h"
#include "words/retell.h"

enum { TEXT_SIZE = RECORD_LINE }; /* for a view or a result: as long as any line of a record */

static struct table *table_in(PyObject *self)
{
    return ((struct table_object *)self)->table;
}

static int players_of(PyObject *self)
{
    return table_plan(table_in(self))->players;
}

static unsigned waiting_seats(PyObject *self)
{
    struct turn turn = table_turn(table_in(self));
    return turn.kind == TURN_CHOICE ? turn.seats : 0;
}

/* ---- arguments ---- */

/* Puts the seat whose turn it is where none was given; -1 stays if the game is over. False with an exception for
 * a seat that is not at the table. */
static bool settle_seat(PyObject *self, int *seat)
{
    if (*seat == TURN_SEAT) {
        unsigned waiting = waiting_seats(self);
        *seat = waiting ? __builtin_ctz(waiting) : -1;
        return true;
    }
    if (*seat >= 0 && *seat < players_of(self))
        return true;
    PyErr_Format(PyExc_IndexError, "seat %d is not at this table", *seat);
    return false;
}

static bool is_viewer(PyObject *self, int viewer)
{
    if (viewer == ONLOOKER || viewer == OPEN || (viewer >= 0 && viewer < players_of(self)))
        return true;
    PyErr_SetString(PyExc_IndexError, "a viewer is a seat at this table, parlor.ONLOOKER or parlor.OPEN");
    return false;
}

/* Borrows a writable buffer of exactly `size` bytes; false with an exception. */
static bool borrow_bytes(PyObject *object, size_t size, Py_buffer *out)
{
    if (PyObject_GetBuffer(object, out, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0)
        return false;
    bool bytes = out->itemsize == 1 && (!out->format || strchr("Bb?", out->format[0]));
    if (bytes && out->ndim == 1 && (size_t)out->len == size)
        return true;
    PyErr_Format(PyExc_ValueError, "out must be an array of %zd uint8, writeable and contiguous", (Py_ssize_t)size);
    PyBuffer_Release(out);
    return false;
}

/* ---- opening ---- */

PyObject *wrap_table(PyTypeObject *type, struct table *table)
{
    allocfunc alloc = PyType_GetSlot(type, Py_tp_alloc);
    struct table_object *self = (struct table_object *)alloc(type, 0);

    if (self)
        self->table = table;
    else
        table_close(table);
    return (PyObject *)self;
}

static bool plan_options(struct table_plan *plan, PyObject *options, struct problem *why)
{
    for (Py_ssize_t i = 0; i < PyTuple_Size(options); i++) {
        PyObject *pair = PyTuple_GetItem(options, i), *name = NULL, *value = NULL;
        if (!PyArg_ParseTuple(pair, "UU", &name, &value))
            return false;
        const char *names = text_of(name, "the name of an option");
        const char *values = names ? text_of(value, "the value of an option") : NULL;
        if (!values)
            return false;
        if (!plan_option(plan, names, strlen(names), values, why))
            return refuse(PyExc_ValueError, why->text);
    }
    return true;
}

static bool plan_names(struct table_plan *plan, PyObject *names, struct problem *why)
{
    if (PyTuple_Size(names) != plan->players)
        return refuse(PyExc_ValueError, "there must be one name for each player");
    for (int seat = 0; seat < plan->players; seat++) {
        const char *name = text_of(PyTuple_GetItem(names, seat), "a name");
        if (!name)
            return false;
        if (!plan_name(plan, seat, name, why))
            return refuse(PyExc_ValueError, why->text);
    }
    return true;
}

static bool plan_numbers(struct table_plan *plan, const char *game, int players, const char *seed, struct problem *why)
{
    struct writer w = write_into(why->text, sizeof why->text);
    struct setup setup = {.players = players};

    plan->game = game_by_id(game);
    if (!plan->game)
        return problem_set(why, "there is no game called %s", game);
    plan->players = players;
    return setup_check(plan->game, &setup, &w) && seed_parse(seed, &plan->seed, why);
}

static struct table *open_table(const struct table_plan *plan, struct problem *why)
{
    struct table *table = table_open(plan, why);

    if (table && !table_deal(table, why)) {
        table_close(table);
        table = NULL;
    }
    return table;
}

/* Table(game, players, ((option, value), …), seed, names) */
static PyObject *new_table(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    struct table_plan plan = {.game = NULL};
    struct problem why;
    const char *game = NULL, *seed = NULL;
    int players = 0;
    PyObject *options = NULL, *names = NULL;

    if (keywords && PyDict_Size(keywords) > 0)
        return refuse(PyExc_TypeError, "a table is opened without keywords");
    if (!PyArg_ParseTuple(arguments, "siO!sO!", &game, &players, &PyTuple_Type, &options, &seed, &PyTuple_Type, &names))
        return NULL;
    if (!plan_numbers(&plan, game, players, seed, &why))
        return refuse(PyExc_ValueError, why.text);
    if (!plan_options(&plan, options, &why) || !plan_names(&plan, names, &why))
        return NULL;
    struct table *table = plan_deck(&plan, &why) ? open_table(&plan, &why) : NULL;
    return table ? wrap_table(type, table) : refuse(PyExc_ValueError, why.text);
}

static void free_table(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = PyType_GetSlot(type, Py_tp_free);

    table_close(table_in(self));
    release(self);
    Py_DECREF(type);
}

/* ---- what it was opened with ---- */

static PyObject *get_setup(PyObject *self, void *nothing)
{
    const struct table_plan *plan = table_plan(table_in(self));
    PyObject *options = PyTuple_New(plan->option_count);

    (void)nothing;
    for (int i = 0; options && i < plan->option_count; i++) {
        const struct table_option *option = &plan->options[i];
        PyObject *pair = Py_BuildValue("(ss)", plan->game->options[option->index].name, option->value);
        if (!pair || PyTuple_SetItem(options, i, pair) < 0)
            Py_CLEAR(options);
    }
    return options ? Py_BuildValue("(siN)", plan->game->id, plan->players, options) : NULL;
}

static PyObject *get_seed(PyObject *self, void *nothing)
{
    char digits[SEED_DIGITS + 1];

    (void)nothing;
    seed_text(&table_plan(table_in(self))->seed, digits);
    return PyLong_FromString(digits, NULL, 16);
}

/* The state that games of this table begin with, for those who play them elsewhere, such as on a GPU. */
static PyObject *first_state(PyObject *self, PyObject *nothing)
{
    struct state_buffer first;

    (void)nothing;
    table_first(table_in(self), &first);
    return PyBytes_FromStringAndSize((const char *)first.bytes, (Py_ssize_t)table_game(table_in(self))->state_size);
}

static PyObject *get_names(PyObject *self, void *nothing)
{
    const struct table_plan *plan = table_plan(table_in(self));
    PyObject *names = PyTuple_New(plan->players);

    (void)nothing;
    for (int seat = 0; names && seat < plan->players; seat++) {
        const struct table_name *name = &plan->names[seat];
        PyObject *text = PyUnicode_FromStringAndSize(name->text, (Py_ssize_t)name->length);
        if (!text || PyTuple_SetItem(names, seat, text) < 0)
            Py_CLEAR(names);
    }
    return names;
}

static PyObject *get_players(PyObject *self, void *nothing)
{
    (void)nothing;
    return PyLong_FromLong(players_of(self));
}

static PyObject *get_imagined(PyObject *self, void *nothing)
{
    (void)nothing;
    return PyBool_FromLong(table_is_imagined(table_in(self)));
}

/* ---- whose turn ---- */

static PyObject *seats_tuple(unsigned seats)
{
    PyObject *tuple = PyTuple_New(__builtin_popcount(seats));

    for (Py_ssize_t at = 0; tuple && seats; seats &= seats - 1) {
        PyObject *seat = PyLong_FromLong(__builtin_ctz(seats));
        if (!seat || PyTuple_SetItem(tuple, at++, seat) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *get_waiting(PyObject *self, void *nothing)
{
    (void)nothing;
    return seats_tuple(waiting_seats(self));
}

static PyObject *get_turn(PyObject *self, void *nothing)
{
    unsigned waiting = waiting_seats(self);

    (void)nothing;
    if (!waiting)
        Py_RETURN_NONE;
    return PyLong_FromLong(__builtin_ctz(waiting));
}

static PyObject *get_over(PyObject *self, void *nothing)
{
    (void)nothing;
    return PyBool_FromLong(table_turn(table_in(self)).kind == TURN_OVER);
}

/* ---- actions ---- */

static PyObject *legal(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"seat", NULL};
    uint16_t ids[LEGAL_SIZE];
    int seat = TURN_SEAT;

    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O&:legal", names, parse_seat, &seat) ||
        !settle_seat(self, &seat))
        return NULL;
    int count = table_legal(table_in(self), seat, ids);
    PyObject *list = PyList_New(count);
    for (int i = 0; list && i < count; i++) {
        PyObject *id = PyLong_FromLong(ids[i]);
        if (!id || PyList_SetItem(list, i, id) < 0)
            Py_CLEAR(list);
    }
    return list;
}

/* write_mask(seat, out) */
static PyObject *write_mask(PyObject *self, PyObject *arguments)
{
    PyObject *out = NULL;
    Py_buffer buffer;
    uint16_t ids[LEGAL_SIZE];
    int seat = TURN_SEAT;

    if (!PyArg_ParseTuple(arguments, "O&O", parse_seat, &seat, &out) || !settle_seat(self, &seat))
        return NULL;
    size_t size = (size_t)table_game(table_in(self))->max_actions;
    if (!borrow_bytes(out, size, &buffer))
        return NULL;
    int count = table_legal(table_in(self), seat, ids);
    memset(buffer.buf, 0, size);
    for (int i = 0; i < count; i++)
        ((uint8_t *)buffer.buf)[ids[i]] = 1;
    PyBuffer_Release(&buffer);
    Py_RETURN_NONE;
}

/* write_observation(seat, out) */
static PyObject *write_observation(PyObject *self, PyObject *arguments)
{
    PyObject *out = NULL;
    Py_buffer buffer;
    struct state_buffer view;
    int seat = TURN_SEAT;

    if (!PyArg_ParseTuple(arguments, "O&O", parse_seat, &seat, &out) || !settle_seat(self, &seat))
        return NULL;
    if (seat < 0)
        return refuse(PyExc_ValueError, "the game is over: say which seat is to observe");
    const struct game *game = table_game(table_in(self));
    if (!borrow_bytes(out, game->observation_size, &buffer))
        return NULL;
    table_view(table_in(self), seat, table_steps(table_in(self)), &view);
    game->observe(state_in(&view), seat, buffer.buf);
    PyBuffer_Release(&buffer);
    Py_RETURN_NONE;
}

/* The id of an action given as text; false with an exception. */
static bool read_action(PyObject *self, int seat, PyObject *text, uint16_t *id)
{
    struct problem why;
    Py_ssize_t length = 0;
    const char *bytes = PyUnicode_AsUTF8AndSize(text, &length);

    if (!bytes)
        return false;
    return table_parse(table_in(self), seat, bytes, (size_t)length, id, &why) || refuse_action(Py_TYPE(self), why.text);
}

static PyObject *apply(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"seat", "action", NULL};
    PyObject *action = NULL;
    struct problem why;
    uint16_t id = 0;
    int seat = TURN_SEAT;

    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O&O:apply", names, parse_seat, &seat, &action) ||
        !settle_seat(self, &seat))
        return NULL;
    if (PyUnicode_Check(action) ? !read_action(self, seat, action, &id) : !parse_id(action, &id))
        return NULL;
    if (!table_do(table_in(self), seat, id, &why))
        return refuse_action(Py_TYPE(self), why.text);
    Py_RETURN_NONE;
}

static PyObject *text(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"action", "seat", NULL};
    char notation[256];
    struct writer w = write_into(notation, sizeof notation);
    struct problem why;
    struct state_buffer buffer;
    uint16_t id = 0;
    int seat = TURN_SEAT;

    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O&|O&:text", names, parse_id, &id, parse_seat, &seat) ||
        !settle_seat(self, &seat))
        return NULL;
    if (!table_is_legal(table_in(self), seat, id, &why))
        return refuse_action(Py_TYPE(self), why.text);
    table_view(table_in(self), seat, table_steps(table_in(self)), &buffer);
    table_game(table_in(self))->action_text(state_in(&buffer), seat, id, &w);
    return PyUnicode_FromStringAndSize(notation, (Py_ssize_t)w.length);
}

static PyObject *parse(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"text", "seat", NULL};
    PyObject *action = NULL;
    uint16_t id = 0;
    int seat = TURN_SEAT;

    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "U|O&:parse", names, &action, parse_seat, &seat) ||
        !settle_seat(self, &seat) || !read_action(self, seat, action, &id))
        return NULL;
    return PyLong_FromLong(id);
}

static PyObject *objection(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"action", "seat", NULL};
    struct problem why;
    uint16_t id = 0;
    int seat = TURN_SEAT;

    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O&|O&:objection", names, parse_id, &id, parse_seat, &seat) ||
        !settle_seat(self, &seat))
        return NULL;
    if (!table_is_legal(table_in(self), seat, id, &why))
        return PyUnicode_FromString(why.text);
    Py_RETURN_NONE;
}

static PyObject *refusal(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"action", "seat", NULL};
    struct problem why;
    uint16_t id = 0;
    int seat = TURN_SEAT;

    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O&|O&:refusal", names, parse_id, &id, parse_seat, &seat) ||
        !settle_seat(self, &seat))
        return NULL;
    if (!table_is_legal(table_in(self), seat, id, &why))
        return PyUnicode_FromString(why.no);
    Py_RETURN_NONE;
}

static PyObject *undo(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return PyBool_FromLong(table_undo(table_in(self)));
}

/* ---- what a viewer knows ---- */

/* Returns the text that was written, and frees its buffer; NULL with an exception. */
static PyObject *written(struct writer *w)
{
    PyObject *out = w->overflow ? refuse(PyExc_RuntimeError, "the text is too long")
                                : PyUnicode_FromStringAndSize(w->buffer, (Py_ssize_t)w->length);
    free(w->buffer);
    return out;
}

/* view_json(viewer) */
static PyObject *view_json(PyObject *self, PyObject *argument)
{
    struct state_buffer view;
    int viewer = 0;

    if (!parse_seat(argument, &viewer) || !is_viewer(self, viewer))
        return NULL;
    char *buffer = malloc(TEXT_SIZE);
    if (!buffer)
        return PyErr_NoMemory();
    struct writer w = write_into(buffer, TEXT_SIZE);
    table_view(table_in(self), viewer, table_steps(table_in(self)), &view);
    table_game(table_in(self))->describe(state_in(&view), &w);
    return written(&w);
}

static PyObject *key(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"viewer", NULL};
    struct state_buffer buffer;
    int viewer = 0;

    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O&:key", names, parse_seat, &viewer) ||
        !is_viewer(self, viewer))
        return NULL;
    table_view(table_in(self), viewer, table_steps(table_in(self)), &buffer);
    return PyBytes_FromStringAndSize((const char *)buffer.bytes, (Py_ssize_t)table_game(table_in(self))->state_size);
}

static int last_choice(const struct table *table)
{
    int step = table_steps(table) - 1;

    while (step >= 0 && table_step(table, step).actor == CHANCE)
        step--;
    return step;
}

/* The viewer and step that told() and facts() are asked for; -1: nobody has chosen yet; -2: an error is set. */
static Py_ssize_t step_asked(PyObject *self, PyObject *arguments, PyObject *keywords, const char *format, int *viewer)
{
    static char *names[] = {"viewer", "step", NULL};
    PyObject *which = Py_None;

    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, format, names, parse_seat, viewer, &which) ||
        !is_viewer(self, *viewer))
        return -2;
    if (which == Py_None)
        return last_choice(table_in(self));
    Py_ssize_t steps = table_steps(table_in(self)), step = PyNumber_AsSsize_t(which, PyExc_IndexError);
    if (!PyErr_Occurred() && (step < 0 || step >= steps))
        PyErr_Format(PyExc_IndexError, "there are %zd steps", steps);
    return PyErr_Occurred() ? -2 : step;
}

static PyObject *told(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    int viewer = 0;
    Py_ssize_t step = step_asked(self, arguments, keywords, "O&|O:told", &viewer);

    if (step < 0)
        return step == -1 ? PyUnicode_FromString("") : NULL;
    char *buffer = malloc(TEXT_SIZE);
    if (!buffer)
        return PyErr_NoMemory();
    struct writer w = write_into(buffer, TEXT_SIZE);
    words_step(plain_listener(viewer), table_in(self), (int)step, &w);
    return written(&w);
}

/* facts_json(viewer, step) */
static PyObject *facts_json(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    int viewer = 0;
    Py_ssize_t step = step_asked(self, arguments, keywords, "O&|O:facts", &viewer);

    if (step < 0)
        return step == -1 ? PyUnicode_FromString("[]") : NULL;
    char *buffer = malloc(TEXT_SIZE);
    if (!buffer)
        return PyErr_NoMemory();
    struct writer w = write_into(buffer, TEXT_SIZE);
    retell_facts(table_in(self), viewer, (int)step, &w);
    return written(&w);
}

/* world(seat, number) */
static PyObject *world(PyObject *self, PyObject *arguments)
{
    struct problem why;
    unsigned long long number = 0;
    int seat = TURN_SEAT;

    if (!PyArg_ParseTuple(arguments, "O&K", parse_seat, &seat, &number) || !settle_seat(self, &seat))
        return NULL;
    if (seat < 0)
        return refuse(PyExc_ValueError, "the game is over: say which seat is to imagine");
    if (table_turn(table_in(self)).kind == TURN_OVER) /* then nothing is hidden */
        seat = OPEN;
    struct table *table = table_imagine(table_in(self), seat, number, &why);
    return table ? wrap_table(Py_TYPE(self), table) : refuse(PyExc_MemoryError, why.text);
}

/* ---- outcome ---- */

static PyObject *points_tuple(PyObject *self, const int *points)
{
    double unit = table_game(table_in(self))->half_points ? 0.5 : 1;
    PyObject *tuple = PyTuple_New(players_of(self));

    for (int seat = 0; tuple && seat < players_of(self); seat++) {
        PyObject *one = PyFloat_FromDouble(points[seat] * unit);
        if (!one || PyTuple_SetItem(tuple, seat, one) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *get_points(PyObject *self, void *nothing)
{
    struct result result;

    (void)nothing;
    table_result(table_in(self), &result);
    return points_tuple(self, result.points);
}

static PyObject *get_winners(PyObject *self, void *nothing)
{
    struct result result;

    (void)nothing;
    table_result(table_in(self), &result);
    return seats_tuple(result.winners);
}

static PyObject *get_rounds(PyObject *self, void *nothing)
{
    const struct table *table = table_in(self);
    int points[MAX_SEATS], count = table_is_imagined(table) ? 0 : table_rounds(table);
    PyObject *list = PyList_New(count);

    (void)nothing;
    for (int round = 0; list && round < count; round++) {
        table_round(table, round, points);
        PyObject *tuple = points_tuple(self, points);
        if (!tuple || PyList_SetItem(list, round, tuple) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *reward(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"kind", NULL};
    const char *name = "win";
    float rewards[MAX_SEATS];

    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|s:reward", names, &name))
        return NULL;
    int kind = reward_kind(name);
    if (kind < 0)
        return NULL;
    parlor_reward((const struct parlor_table *)table_in(self), (enum parlor_reward)kind, rewards);
    PyObject *tuple = PyTuple_New(players_of(self));
    for (int seat = 0; tuple && seat < players_of(self); seat++) {
        PyObject *one = PyFloat_FromDouble((double)rewards[seat]);
        if (!one || PyTuple_SetItem(tuple, seat, one) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

/* ---- history ---- */

/* (seat, id, notation) of a choice, (None, None, the record's line) of a deal. */
static PyObject *step_tuple(const struct table *table, int step, char *buffer)
{
    struct writer w = write_into(buffer, TEXT_SIZE);
    struct step it = table_step(table, step);
    struct state_buffer before;

    if (it.actor == CHANCE) {
        table_write_chance(table, step, &w);
        return Py_BuildValue("(OOs)", Py_None, Py_None, buffer);
    }
    table_view(table, OPEN, it.first, &before);
    table_game(table)->action_text(state_in(&before), it.actor, it.id, &w);
    return Py_BuildValue("(iis)", it.actor, (int)it.id, buffer);
}

/* steps_from(step): a list of tuples */
static PyObject *steps_from(PyObject *self, PyObject *argument)
{
    Py_ssize_t from = PyNumber_AsSsize_t(argument, PyExc_IndexError), count = table_steps(table_in(self));

    if (PyErr_Occurred())
        return NULL;
    from = from < 0 ? 0 : from > count ? count : from;
    char *buffer = malloc(TEXT_SIZE);
    if (!buffer)
        return PyErr_NoMemory();
    PyObject *list = PyList_New(count - from);
    for (Py_ssize_t i = from; list && i < count; i++) {
        PyObject *step = step_tuple(table_in(self), (int)i, buffer);
        if (!step || PyList_SetItem(list, i - from, step) < 0)
            Py_CLEAR(list);
    }
    free(buffer);
    return list;
}

/* Returns how many of the last steps are choices that wait for simultaneous ones: they are in no record. */
static PyObject *get_sealed(PyObject *self, void *nothing)
{
    const struct table *table = table_in(self);
    int steps = table_steps(table);
    struct step last = steps > 0 ? table_step(table, steps - 1) : (struct step){.complete = true};

    (void)nothing;
    return PyLong_FromLong(last.complete ? 0 : steps - last.first);
}

static PyObject *copy(PyObject *self, PyObject *nothing)
{
    struct problem why;
    struct table *table = table_copy(table_in(self), &why);

    (void)nothing;
    return table ? wrap_table(Py_TYPE(self), table) : refuse(PyExc_MemoryError, why.text);
}

static PyObject *record(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"legal", NULL};
    int lists = 0;
    size_t length = 0;

    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|p:record", names, &lists))
        return NULL;
    if (table_is_imagined(table_in(self)))
        return refuse(PyExc_ValueError, "an imagined world has no record: nobody knows how it came about");
    char *bytes = record_text(table_in(self), lists, &length);
    if (!bytes)
        return PyErr_NoMemory();
    PyObject *out = PyUnicode_FromStringAndSize(bytes, (Py_ssize_t)length);
    free(bytes);
    return out;
}

/* Reads all games of a stream into a list; NULL with an exception. */
static PyObject *read_all(PyTypeObject *type, FILE *in)
{
    struct record_file *file = record_open(in);
    PyObject *list = file ? PyList_New(0) : PyErr_NoMemory();
    struct problem why;
    struct table *table = NULL;
    enum record_status status = RECORD_NONE;

    while (list && (status = record_read(file, &table, &why)) != RECORD_NONE) {
        bool dealt = status != RECORD_REFUSED && table_deal(table, &why);
        PyObject *one = dealt ? wrap_table(type, table) : refuse(PyExc_ValueError, why.text);
        if (!dealt && status != RECORD_REFUSED)
            table_close(table);
        if (!one || PyList_Append(list, one) < 0)
            Py_CLEAR(list);
        Py_XDECREF(one);
    }
    record_close(file);
    return list;
}

PyObject *read_records(PyObject *module, PyObject *arguments)
{
    struct core *core = PyModule_GetState(module);
    PyObject *type = NULL;
    const char *bytes = NULL;
    Py_ssize_t length = 0;

    if (!PyArg_ParseTuple(arguments, "O!s#", &PyType_Type, &type, &bytes, &length))
        return NULL;
    if (!PyType_IsSubtype((PyTypeObject *)type, core->table_type))
        return refuse(PyExc_TypeError, "the type of the tables must derive from Table");
    if (length == 0)
        return PyList_New(0);
    FILE *in = fmemopen((void *)bytes, (size_t)length, "r");
    if (!in)
        return PyErr_NoMemory();
    PyObject *list = read_all((PyTypeObject *)type, in);
    fclose(in);
    return list;
}

/* ---- comparing ---- */

static bool same_setup(const struct table_plan *a, const struct table_plan *b)
{
    bool same = a->game == b->game && a->players == b->players && a->option_count == b->option_count &&
                strcmp(a->deck, b->deck) == 0;

    for (int i = 0; same && i < a->option_count; i++) {
        bool found = false;
        for (int k = 0; k < b->option_count; k++)
            found |=
                a->options[i].index == b->options[k].index && strcmp(a->options[i].value, b->options[k].value) == 0;
        same = found;
    }
    return same;
}

static bool same_position(const struct table *a, const struct table *b)
{
    struct state_buffer left, right;

    if (!same_setup(table_plan(a), table_plan(b)))
        return false;
    table_view(a, OPEN, table_steps(a), &left);
    table_view(b, OPEN, table_steps(b), &right);
    return memcmp(left.bytes, right.bytes, table_game(a)->state_size) == 0;
}

static PyObject *compare(PyObject *self, PyObject *other, int how)
{
    if ((how != Py_EQ && how != Py_NE) || !PyObject_TypeCheck(other, core_of(Py_TYPE(self))->table_type))
        Py_RETURN_NOTIMPLEMENTED;
    return PyBool_FromLong(same_position(table_in(self), table_in(other)) == (how == Py_EQ));
}

static Py_hash_t hash(PyObject *self)
{
    const struct table *table = table_in(self);
    struct state_buffer buffer;
    uint64_t sum = 0xcbf29ce484222325u; /* FNV-1a */

    table_view(table, OPEN, table_steps(table), &buffer);
    for (size_t i = 0; i < table_game(table)->state_size; i++)
        sum = (sum ^ buffer.bytes[i]) * 0x100000001b3u;
    return (Py_hash_t)sum == -1 ? -2 : (Py_hash_t)sum;
}

/* ---- the type ---- */

#define WITH_KEYWORDS(function) ((PyCFunction)(void (*)(void))(function))

static PyMethodDef methods[] = {
    {"legal", WITH_KEYWORDS(legal), METH_VARARGS | METH_KEYWORDS,
     "legal($self, /, seat=None)\n--\n\nThe ids a seat may choose from, ascending; empty if it owes no choice."},
    {"apply", WITH_KEYWORDS(apply), METH_VARARGS | METH_KEYWORDS,
     "apply($self, /, seat, action)\n--\n\nMakes a choice, by id or notation, and deals what follows. Illegal if it "
     "may not."},
    {"text", WITH_KEYWORDS(text), METH_VARARGS | METH_KEYWORDS,
     "text($self, /, action, seat=None)\n--\n\nThe notation of a legal action."},
    {"parse", WITH_KEYWORDS(parse), METH_VARARGS | METH_KEYWORDS,
     "parse($self, /, text, seat=None)\n--\n\nThe id that a notation names; Illegal if it names none."},
    {"objection", WITH_KEYWORDS(objection), METH_VARARGS | METH_KEYWORDS,
     "objection($self, /, action, seat=None)\n--\n\nWhy an action may not be chosen now; None if it may."},
    {"refusal", WITH_KEYWORDS(refusal), METH_VARARGS | METH_KEYWORDS,
     "refusal($self, /, action, seat=None)\n--\n\nWhy an action may not be chosen now, as a key; None if it may."},
    {"undo", undo, METH_NOARGS,
     "undo($self, /)\n--\n\nTakes back the last choice, and what was dealt after it; False if there is none."},
    {"key", WITH_KEYWORDS(key), METH_VARARGS | METH_KEYWORDS,
     "key($self, /, viewer)\n--\n\nBytes that are equal exactly where the viewer sees the same."},
    {"told", WITH_KEYWORDS(told), METH_VARARGS | METH_KEYWORDS,
     "told($self, /, viewer, step=None)\n--\n\nWhat a step, or the last choice, came to, in words for the viewer."},
    {"reward", WITH_KEYWORDS(reward), METH_VARARGS | METH_KEYWORDS,
     "reward($self, /, kind=\"win\")\n--\n\nBy seat, as a Vector pays them; 0 before the end."},
    {"copy", copy, METH_NOARGS, "copy($self, /)\n--\n\nAnother of its own, with the whole history."},
    {"record", WITH_KEYWORDS(record), METH_VARARGS | METH_KEYWORDS,
     "record($self, /, legal=False)\n--\n\nThe record of the game as text."},
    {"_write_mask", write_mask, METH_VARARGS, NULL},
    {"_write_observation", write_observation, METH_VARARGS, NULL},
    {"_view_json", view_json, METH_O, NULL},
    {"_facts_json", WITH_KEYWORDS(facts_json), METH_VARARGS | METH_KEYWORDS, NULL},
    {"_world", world, METH_VARARGS, NULL},
    {"_steps_from", steps_from, METH_O, NULL},
    {"_first_state", first_state, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"players", get_players, NULL, "How many play.", NULL},
    {"seed", get_seed, NULL, "What all deals come from.", NULL},
    {"names", get_names, NULL, "By seat.", NULL},
    {"imagined", get_imagined, NULL, "A world made by imagine() or Vector.state().", NULL},
    {"waiting", get_waiting, NULL, "The seats that owe a choice, ascending.", NULL},
    {"turn", get_turn, NULL, "The lowest seat that owes a choice; None once the game is over.", NULL},
    {"over", get_over, NULL, "Whether the game has ended.", NULL},
    {"points", get_points, NULL, "By seat, as they stand.", NULL},
    {"winners", get_winners, NULL, "The seats that have won; empty before the end.", NULL},
    {"rounds", get_rounds, NULL, "The points of each round scored so far, by seat.", NULL},
    {"_setup", get_setup, NULL, NULL, NULL},
    {"_sealed", get_sealed, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot type_slots[] = {
    {Py_tp_new, (void *)new_table},
    {Py_tp_dealloc, (void *)free_table},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {Py_tp_hash, (void *)hash},
    {Py_tp_richcompare, (void *)compare},
    {Py_tp_doc, "One game being played."},
    {0, NULL},
};

PyType_Spec table_spec = {
    .name = "parlor._core.Table",
    .basicsize = sizeof(struct table_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = type_slots,
};
