/* The C half of the Python package: parlor._core, for any CPython from 3.11 on
 * (the limited API). Its types hold tables and vectors; parlor/__init__.py derives
 * from them what users see. Whatever Python hands in is checked here, so that no
 * call can do worse than raise. */
#ifndef PARLOR_PYTHON_CORE_H
#define PARLOR_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "parlor.h"
#include "table/table.h"

enum { TURN_SEAT = -100 }; /* as a seat: none was given, so the one whose turn it is */

struct table_object {
    PyObject_HEAD struct table *table; /* never NULL */
};

/* The state of one import of the module. */
struct core {
    PyObject *illegal;         /* the exception */
    PyTypeObject *table_type;  /* of struct table_object, to be derived from */
    PyTypeObject *vector_type; /* likewise */
};

extern PyType_Spec table_spec, vector_spec;

/* The module that a type, or what it is derived from, belongs to. */
struct core *core_of(PyTypeObject *);

/* Raises an exception with a text of ours; NULL. */
PyObject *refuse(PyObject *exception, const char *why);
PyObject *refuse_action(PyTypeObject *, const char *why); /* parlor.Illegal */

/* An object of a type derived from table_type; the table is closed if there is none. */
PyObject *wrap_table(PyTypeObject *, struct table *);

/* A text without NUL inside; NULL with an exception. It lasts as long as the object. */
const char *text_of(PyObject *, const char *what);

/* For PyArg_ParseTupleAndKeywords: a seat or None, an integer that need not fit, an id. */
int parse_seat(PyObject *, void *seat);
int parse_id(PyObject *, void *id); /* 65535, which is never legal, for one that is out of range */

/* One of the kinds of reward by name; -1 with an exception. */
int reward_kind(const char *name);

/* Functions of the module. */
PyObject *read_records(PyObject *module, PyObject *arguments);
PyObject *choose_action(PyObject *module, PyObject *arguments);
PyObject *give_hint(PyObject *module, PyObject *arguments);

#endif
