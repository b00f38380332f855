#!/usr/bin/env python3
"""Writes docs/views.md, the keys of every game's view, from what `parlor --describe` says.

usage: views.py PARLOR > docs/views.md
"""
import json
import subprocess
import sys

HEAD = """# What a view has

A view is the table as one seat sees it: the JSON of `view` lines in the [bot protocol](bot-protocol.md), of
`parlor replay --json`, of `parlor_view()` and of a server's `table` messages. Seats are numbers from 0, cards are
in the notation that `parlor rules GAME` explains. Lists by seat are in the order of the seats. A key that has
nothing to say is left out.

`tools/views.py build/parlor > docs/views.md` makes this page from the tables in `src/rules/`; a test compares
it with them, and them with the views of whole games. [python.md](python.md#observations-and-actions) has
the bytes of observations.
"""


def ask(parlor, *words):
    return subprocess.run([parlor, *words], capture_output=True, encoding='utf-8', check=True).stdout


def page(parlor):
    titles = {game['id']: game['title'] for game in map(json.loads, ask(parlor, 'games', '--json').splitlines())}
    parts = [HEAD]
    for game, tables in json.loads(ask(parlor, '--describe'))['tables'].items():
        rows = [f'| `{row["key"]}` | {row["meaning"]} |\n' for row in tables['view']]
        parts.append(f'\n## {titles[game]}\n\n| key | meaning |\n|---|---|\n' + ''.join(rows))
    return ''.join(parts)


if __name__ == '__main__':
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.stdout.write(page(sys.argv[1]))
