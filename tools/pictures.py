#!/usr/bin/env python3
"""Draws the two pictures of docs/architecture.md from the tables on that page.

    tools/pictures.py            writes docs/pictures/layers.svg and docs/pictures/click.svg
    tools/pictures.py --check    says which of them is out of date, and fails if one is

The tables are the source: `layers()` and `click()` read them, and tests/layers_test.py compares them with the code.
Both pictures bring a light card of their own, so that you can read them on a dark page too. Needs Python 3.9 alone."""
import re
import sys
from html import escape
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PAGE = 'docs/architecture.md'
WIDTH, MARGIN = 1000, 28
SANS = 'system-ui, sans-serif'
MONO = 'ui-monospace, monospace'
CARD, INK, SOFT, PAPER = '#f6f4ee', '#23272e', '#5b6270', '#ffffff'
# The colour of a layer's border and of its arrows. Those that have none are grey.
COLOURS = {'cli': '#6b4fa0', 'server': '#1f6fb2', 'term': '#2b7f4f', 'lab': '#b5541c', 'api': '#a03a62',
           'embedded': '#7a6a1e', 'client': '#187a80'}
GREY = '#6b7280'
# Where the layers stand, from the top; a name may stand on several places to be wide. Arrows must point down.
GRID = [['cli', 'cli', 'cli', 'wasm', 'wasm'],
        ['term', 'cuda', 'server', '', ''],
        ['client', 'lab', 'embedded', 'api', 'api'],
        ['wire', 'bots', 'words', 'parlor.h', ''],
        ['memory', 'table', 'table', 'table', 'table'],
        ['', 'rules', 'rules', 'rules', 'rules']]


class Layer(NamedTuple):
    """A line of the table of layers."""
    name: str
    files: list  # folders end with a slash
    on: list  # names of layers
    does: str


class Step(NamedTuple):
    """A line of the table of a click's way."""
    where: str  # one of LANES
    file: str
    functions: list
    does: str


def table_under(page, heading):
    """Returns the cells of the first table under a heading, without the two lines at its top."""
    _, found, rest = page.partition(f'\n## {heading}\n')
    if not found:
        raise ValueError(f'{PAGE} has no heading "{heading}"')
    rows = []
    for line in rest.split('\n'):
        if line.startswith('|'):
            rows.append([cell.strip() for cell in line.strip('|').split('|')])
        elif rows:
            break
    return rows[2:]


def layers(page):
    """Returns the layers by name, in the order of the page."""
    found = {}
    for name, files, on, does in table_under(page, 'The layers'):
        below = [] if on == '–' else [word.strip() for word in on.split(',')]
        found[name] = Layer(name, re.findall('`([^`]+)`', files), below, does)
    return found


def click(page):
    """Returns the steps of a click's way."""
    return [Step(where, file.strip('`'), re.findall('`([^`]+)`', functions), does)
            for where, file, functions, does in table_under(page, 'The way of a click')]


# ---- drawing ----

def plain(text):
    return text.replace('`', '')


def width_of(text, size, mono=False):
    """Returns about how wide a text is; rather too wide than too narrow."""
    return len(text) * size * (0.61 if mono else 0.56)


def wrapped(text, size, width, mono=False):
    """Returns the text in lines that fit."""
    lines = ['']
    for word in text.split():
        longer = f'{lines[-1]} {word}'.strip()
        if lines[-1] and width_of(longer, size, mono) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


class Drawing:
    """An SVG in the making; what is drawn later lies on top."""

    def __init__(self, title, height):
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"',
            f'  role="img" aria-label="{escape(title)}" font-family="{SANS}" font-size="13" fill="{INK}">',
            f'<title>{escape(title)}</title>',
            f'<rect width="{WIDTH}" height="{height}" rx="14" fill="{CARD}"/>']

    def text(self, x, y, words, size=13, colour=INK, weight='400', anchor='start', mono=False):
        family = f' font-family="{MONO}"' if mono else ''
        self.parts.append(f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" fill="{colour}"'
                          f' text-anchor="{anchor}"{family}>{escape(words)}</text>')

    def box(self, x, y, width, height, colour, dashed=False):
        dashes = ' stroke-dasharray="5 4"' if dashed else ''
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="8" fill="{PAPER}"'
                          f' stroke="{colour}" stroke-width="1.6"{dashes}/>')

    def path(self, way, colour, dashed=False):
        dashes = ' stroke-dasharray="6 5"' if dashed else ''
        self.parts.append(f'<path d="{way}" fill="none" stroke="{colour}" stroke-width="1.8"{dashes}/>')

    def head(self, x, y, direction, colour):
        """Draws an arrow's head with its tip at x, y."""
        shape = {'down': 'l-5 -9 h10 z', 'up': 'l-5 9 h10 z', 'right': 'l-9 -5 v10 z', 'left': 'l9 -5 v10 z'}[direction]
        self.parts.append(f'<path d="M{x:g} {y:g} {shape}" fill="{colour}"/>')

    def done(self):
        return '\n'.join([*self.parts, '</svg>']) + '\n'


# ---- the layers ----

NAME_LINE, TEXT_LINE, ROW_GAP, COLUMN_GAP, TOP = 22, 18, 62, 20, 70
COLUMN = (WIDTH - 2 * MARGIN - 4 * COLUMN_GAP) / 5


def places():
    """Returns where each layer of the grid stands: row, x and width."""
    at = {}
    for row, names in enumerate(GRID):
        for name in dict.fromkeys(filter(None, names)):
            first, last = names.index(name), len(names) - 1 - names[::-1].index(name)
            at[name] = (row, MARGIN + first * (COLUMN + COLUMN_GAP),
                        (last - first + 1) * COLUMN + (last - first) * COLUMN_GAP)
    return at


def layer_lines(layer, width, beside):
    """Returns the lines in a layer's box below its name: each line with size, colour and whether it is code."""
    first = layer.files[0]
    lines = [(first if first.endswith('/') else f'{first} …', 12, SOFT, True)]
    lines += [(line, 13, INK, False) for line in wrapped(plain(layer.does), 13, width - 20)]
    if beside:
        lines += [(line, 12, SOFT, False) for line in wrapped('stands on ' + ', '.join(layer.on), 12, width - 20)]
    return lines


def height_of(some, width_of_box, beside=False):
    """Returns the height of a row of layers: that of the tallest."""
    return NAME_LINE + 12 + TEXT_LINE * max(len(layer_lines(it, width_of_box(it), beside)) for it in some)


def draw_layer(drawing, layer, x, y, width, height, beside=False):
    colour = COLOURS.get(layer.name, GREY)
    drawing.box(x, y, width, height, colour, dashed=beside)
    at = y + NAME_LINE
    drawing.text(x + 12, at, layer.name, 16, weight='700', colour=colour if layer.name in COLOURS else INK)
    for line, size, ink, mono in layer_lines(layer, width, beside):
        at += TEXT_LINE
        drawing.text(x + 12, at, line, size, ink, mono=mono)


def spread(names, at, name, other, x, width):
    """Returns where on a box's edge the arrow to or from `other` is: in the order of the arrows' other ends."""
    around = sorted(names, key=lambda it: at[it][1] + at[it][2] / 2)
    if at[name][2] > COLUMN:  # a wide box: straight down
        return min(max(at[other][1] + at[other][2] / 2, x + 20), x + width - 20)
    return x + width * (around.index(other) + 1) / (len(around) + 1)


def draw_arrows(drawing, found, at, tops, heights):
    for name in (it for row in GRID for it in dict.fromkeys(row) if it):
        row, x, width = at[name]
        for below in found[name].on:
            to_row, to_x, to_width = at[below]
            if to_row <= row:
                raise ValueError(f'tools/pictures.py draws {below} no lower than {name}, which stands on it')
            users = [it for it in at if below in found[it].on]
            x0 = spread(found[name].on, at, name, below, x, width)
            x1 = spread(users, at, below, name, to_x, to_width)
            y0, y1 = tops[row] + heights[row], tops[to_row] - 2
            colour = COLOURS.get(name, GREY)
            if to_row - row > 1:  # first down between the boxes of the rows on the way
                gap = to_x - COLUMN_GAP / 2 if to_x > x else to_x + to_width + COLUMN_GAP / 2
                y2, y3 = tops[row + 1] - 2, tops[to_row - 1] + heights[to_row - 1] + 2
                way = (f'M{x0:g} {y0:g} C{x0:g} {y0 + 40:g} {gap:g} {y2 - 46:g} {gap:g} {y2:g} V{y3:g}'
                       f' C{gap:g} {y3 + 30:g} {x1:g} {y1 - 40:g} {x1:g} {y1 - 8:g}')
            else:
                middle = (y1 - y0) * 0.65
                way = f'M{x0:g} {y0:g} C{x0:g} {y0 + middle:g} {x1:g} {y1 - 8 - middle:g} {x1:g} {y1 - 8:g}'
            drawing.path(way, colour)
            drawing.head(x1, y1, 'down', colour)


def layers_picture(page):
    found, at = layers(page), places()
    beside = [layer for layer in found.values() if layer.name not in at]
    for layer in beside:
        if layer.files[0].startswith(('src/', 'include/')):
            raise ValueError(f'tools/pictures.py has no place for the layer {layer.name}')
    heights = [height_of([found[name] for name in row if name], lambda it: at[it.name][2]) for row in GRID]
    tops = [TOP + sum(heights[:row]) + row * ROW_GAP for row in range(len(GRID))]
    low, width = tops[-1] + heights[-1] + 62, (WIDTH - 2 * MARGIN - COLUMN_GAP * (len(beside) - 1)) / len(beside)
    lowest = height_of(beside, lambda it: width, beside=True)
    drawing = Drawing('The layers of parlor and what each stands on', low + lowest + MARGIN)
    drawing.text(MARGIN, 38, 'The layers', 21, weight='700')
    drawing.text(MARGIN + 150, 38, 'A layer may include what its arrows lead to, and all below that.', 14, SOFT)
    for name, (row, x, _) in at.items():
        draw_layer(drawing, found[name], x, tops[row], at[name][2], heights[row])
    draw_arrows(drawing, found, at, tops, heights)
    drawing.text(MARGIN, low - 14, 'Beside them: programs and a package that nothing in src/ knows of', 14, SOFT)
    for place, layer in enumerate(beside):
        draw_layer(drawing, layer, MARGIN + place * (width + COLUMN_GAP), low, width, lowest, beside=True)
    return drawing.done()


# ---- the way of a click ----

LANES = {'browser': ('Browser', 'web/src', '#6b4fa0'), 'server': ("Server's loop", 'src/server', '#1f6fb2'),
         'game': ('Table and rules', 'src/table, src/rules', '#b5541c'),
         'disk': ("Store's thread", 'the disk', '#2b7f4f')}
STEP_HEIGHT, STEP_GAP, LANE_GAP, STEPS_TOP = 74, 24, 28, 112
LANE = (WIDTH - 2 * MARGIN - 3 * LANE_GAP) / 4


def is_free(taken, row, lane, other):
    """Returns whether an arrow along a row, from a lane to the one before another, meets no box."""
    lanes = list(LANES)
    low, high = sorted((lanes.index(lane), lanes.index(other)))
    return all((row, between) not in taken for between in lanes[low + 1:high])


def rows_of(steps):
    """Returns the row of each step: beside the step before if that place and the way to it are free, else the next."""
    rows, taken = [], set()
    for number, step in enumerate(steps):
        after = steps[number + 1].where if number + 1 < len(steps) else step.where
        row = rows[-1] if rows else 0
        if (row, step.where) in taken or (rows and step.where == steps[number - 1].where):
            row += 1
        while not is_free(taken, row, step.where, after):
            row += 1
        rows.append(row)
        taken.add((row, step.where))
    return rows


def draw_step(drawing, number, step, x, y):
    colour = LANES[step.where][2]
    drawing.box(x, y, LANE, STEP_HEIGHT, colour)
    drawing.text(x + 10, y + 20, str(number), 13, colour, weight='700')
    drawing.text(x + 36, y + 20, Path(step.file).name, 13, mono=True, weight='700')
    drawing.text(x + 10, y + 40, ', '.join(step.functions), 12, SOFT, mono=True)
    drawing.text(x + 10, y + 61, step.does)


def draw_way(drawing, steps, rows, left_of, top_of):
    """Draws the arrows. A step of the game is a call: it goes there and back, and the next step follows its caller."""
    lanes = list(LANES)
    caller = 0
    for number in range(1, len(steps)):
        step, before = steps[number], steps[caller]
        if step.where == steps[number - 1].where == 'game':
            middle = left_of['game'] + LANE / 2
            drawing.path(f'M{middle:g} {top_of(rows[number - 1]) + STEP_HEIGHT + 10:g} V{top_of(rows[number]) - 10:g}',
                         LANES['game'][2])
            drawing.head(middle, top_of(rows[number]) - 2, 'down', LANES['game'][2])
            drawing.head(middle, top_of(rows[number - 1]) + STEP_HEIGHT + 2, 'up', LANES['game'][2])
            continue
        colour = LANES[before.where][2]
        x0, x1, y0, y1 = left_of[before.where], left_of[step.where], top_of(rows[caller]), top_of(rows[number])
        middle = y0 + STEP_HEIGHT / 2
        if rows[caller] == rows[number]:
            right = lanes.index(step.where) > lanes.index(before.where)
            begin, end = (x0 + LANE, x1 - 2) if right else (x0, x1 + LANE + 2)
            call = step.where == 'game'
            drawing.path(f'M{begin + (8 if call else 0):g} {middle:g} H{end - 8 if right else end + 8:g}', colour)
            drawing.head(end, middle, 'right' if right else 'left', colour)
            if call:
                drawing.head(begin + 2, middle, 'left', colour)
        elif step.where == before.where:
            drawing.path(f'M{x0 + LANE / 2:g} {y0 + STEP_HEIGHT:g} V{y1 - 10:g}', colour)
            drawing.head(x0 + LANE / 2, y1 - 2, 'down', colour)
        else:
            y = y1 + STEP_HEIGHT / 2
            down = f'M{x0 + LANE / 2:g} {y0 + STEP_HEIGHT:g} V{y - 12:g}'
            drawing.path(f'{down} q0 12 -12 12 H{x1 + LANE + 10:g}', colour)
            drawing.head(x1 + LANE + 2, y, 'left', colour)
        if step.where != 'game':
            caller = number


def click_picture(page):
    steps = click(page)
    rows = rows_of(steps)
    for step in steps:
        if width_of(step.does, 13) > LANE - 20 or width_of(Path(step.file).name, 13, True) > LANE - 44 \
                or width_of(', '.join(step.functions), 12, True) > LANE - 14:
            raise ValueError(f'too long for the picture: {step}')
    left_of = {lane: MARGIN + place * (LANE + LANE_GAP) for place, lane in enumerate(LANES)}
    written = next(number for number, step in enumerate(steps) if step.where == 'disk')
    gap = 34  # more, below the row in which it is written

    def top_of(row):
        return STEPS_TOP + row * (STEP_HEIGHT + STEP_GAP) + (gap if row > rows[written] else 0)

    bottom = top_of(rows[-1]) + STEP_HEIGHT
    drawing = Drawing("A click's way from the browser to the disk and back to everyone", int(bottom + MARGIN))
    drawing.text(MARGIN, 38, 'The way of a click', 21, weight='700')
    for lane, (title, files, colour) in LANES.items():
        drawing.text(left_of[lane], 76, title, 16, colour, weight='700')
        drawing.text(left_of[lane], 95, files, 12, SOFT, mono=True)
    line = top_of(rows[written]) + STEP_HEIGHT + (STEP_GAP + gap) / 2
    drawing.path(f'M{MARGIN} {line:g} H{WIDTH - MARGIN}', SOFT, dashed=True)
    drawing.text(MARGIN, line - 9, 'The choice is on disk. Only from here on is anybody told of it.', 13, SOFT)
    draw_way(drawing, steps, rows, left_of, top_of)
    for number, step in enumerate(steps):
        draw_step(drawing, number + 1, step, left_of[step.where], top_of(rows[number]))
    return drawing.done()


PICTURES = {'docs/pictures/layers.svg': layers_picture, 'docs/pictures/click.svg': click_picture}


def main(arguments):
    page = (ROOT / PAGE).read_text(encoding='utf-8')
    stale = 0
    for name, draw in PICTURES.items():
        path, drawn = ROOT / name, draw(page)
        if '--check' not in arguments:
            path.write_text(drawn, encoding='utf-8')
        elif not path.is_file() or path.read_text(encoding='utf-8') != drawn:
            print(f'{name} is not what tools/pictures.py draws: run it', file=sys.stderr)
            stale += 1
    return min(stale, 1)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
