#!/usr/bin/env python3
"""Writes what the page has of all games as its modules: tables.ts, the tables of those that have a layout, and
layouts.ts, the list of layouts.

usage: page_tables.py PARLOR ROOT          writes both to ROOT/web/src/games
       page_tables.py PARLOR ROOT COPY     writes the tables to COPY, and fails if one of the modules is another

The second is what the build does, so that no page is shown with tables other than those of its rules. A game has a
layout if it has a folder web/src/games/GAME. Its index.tsx exports the layout, one of its files the Picture.
"""
import json
import pathlib
import re
import sys

import tables

TABLES_HEAD = """// The tables of the games, as src/rules has them. Made by tools/page_tables.py from what
// `parlor --describe` says: change them there, and run `ninja -C build tables`.
"""
LAYOUTS_HEAD = """// The layouts that there are: a folder each. Made by tools/page_tables.py: run
// `ninja -C build tables` when there is another. Each is a part of the script of its own, with its style.
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


def tables_of(games, folders):
    parts = [TABLES_HEAD]
    for game, its in games.items():
        if game not in folders:
            continue
        members = {'phases': its['phases'], **its['lists']}
        parts.append(f'\nexport const {game}Tables = {{\n'
                     + ''.join(listing(name, rows) for name, rows in members.items()) + '} as const;\n')
    return ''.join(parts)


def file_with_picture(folder):
    for path in sorted(folder.glob('*.tsx')):
        if re.search(r'^export function Picture\b', path.read_text(encoding='utf-8'), re.MULTILINE):
            return path.stem
    sys.exit(f'{folder}: no file has `export function Picture`, the picture of the front page')


def examples_of(game, folder):
    """The drawings of its rules page, if it has some."""
    if not (folder / 'examples.tsx').exists():
        return ''
    return f"        examples: () => import('./{game}/examples').then((it) => it.examples),\n"


def layouts_of(root, folders):
    """The list of layouts. A game whose rules can be asked (src/rules/GAME_ask.c) has them loaded beside it."""
    def flag(value):
        return 'true' if value else 'false'
    parts = [LAYOUTS_HEAD, "import type {Layout} from './registry';\n\n"]
    parts.append("export const layouts: Record<string, Layout> = {\n")
    for game, folder in folders.items():
        asks = (root / f'src/rules/{game}_ask.c').exists()
        tutorial = re.search(r'\btutorial\b', (folder / 'index.tsx').read_text(encoding='utf-8'))
        parts.append(f'    {game}: {{\n'
                     f'        asks: {flag(asks)}, tutorial: {flag(tutorial)},\n'
                     f"        picture: () => import('./{game}/{file_with_picture(folder)}')"
                     f".then((it) => it.Picture),\n"
                     f"        load: () => import('./{game}').then((it) => it.{game}),\n"
                     f"{examples_of(game, folder)}    }},\n")
    return ''.join([*parts, '};\n'])


def main():
    program, root, *copy = sys.argv[1:]
    said, home = tables.read(program), pathlib.Path(root) / 'web/src/games'
    folders = {game['id']: home / game['id'] for game in said['games'] if (home / game['id']).is_dir()}
    modules = {home / 'tables.ts': tables_of(said['tables'], folders),
               home / 'layouts.ts': layouts_of(pathlib.Path(root), folders)}
    if not copy:
        for path, text in modules.items():
            path.write_text(text, encoding='utf-8')
        return
    pathlib.Path(copy[0]).write_text(modules[home / 'tables.ts'], encoding='utf-8')
    for path, text in modules.items():
        if not path.exists() or path.read_text(encoding='utf-8') != text:
            sys.exit(f'{path} is not what it is made from: run `ninja -C build tables`, then build again')


main()
