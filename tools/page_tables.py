#!/usr/bin/env python3
"""Writes the tables of the games as the page's module, web/src/games/tables.ts.

usage: page_tables.py PARLOR MODULE          writes the module
       page_tables.py PARLOR MODULE COPY     writes it to COPY, and fails if MODULE is another

The second is what the build does, so that no page is shown with tables other than those of its rules.
"""
import json
import pathlib
import re
import sys

import tables

HEAD = """// The tables of the games, as src/rules has them. Made by tools/page_tables.py from what
// `parlor --describe` says: change them there, and run `ninja -C build tables`.
"""
NOT_FOR_THE_PAGE = {'asks', 'words'}  # texts of the terminal: the page has its own, in all languages


def literal(value):
    """A value as TypeScript, short as the page's other sources."""
    if isinstance(value, dict):
        rows = [f'{key}: {literal(item)}' for key, item in value.items() if key not in NOT_FOR_THE_PAGE]
        return '{' + ', '.join(rows) + '}'
    if isinstance(value, list):
        return '[' + ', '.join(map(literal, value)) + ']'
    if isinstance(value, str):
        return "'" + re.sub(r"[\\']", r'\\\g<0>', value) + "'"
    return json.dumps(value)


def listing(name, rows):
    """A member, with a line for each row that has columns."""
    if rows and isinstance(rows[0], dict):
        return f'    {name}: [\n' + ''.join(f'        {literal(row)},\n' for row in rows) + '    ],\n'
    return f'    {name}: {literal(rows)},\n'


def module(games):
    parts = [HEAD]
    for game, its in games.items():
        members = {'phases': its['phases'], **its['lists']}
        parts.append(f'\nexport const {game}Tables = {{\n'
                     + ''.join(listing(name, rows) for name, rows in members.items()) + '} as const;\n')
    return ''.join(parts)


def main():
    program, path, *copy = sys.argv[1:]
    text = module(tables.read(program)['tables'])
    pathlib.Path(copy[0] if copy else path).write_text(text, encoding='utf-8')
    if copy and pathlib.Path(path).read_text(encoding='utf-8') != text:
        sys.exit(f'{path} is not what the rules say: run `ninja -C build tables`, then build again')


main()
