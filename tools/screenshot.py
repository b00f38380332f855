#!/usr/bin/env python3
"""A terminal's screen as a picture: text with ANSI colours in, SVG out.

    tmux capture-pane -e -p | tools/screenshot.py > docs/pictures/NAME.svg

Lines of boxes are drawn as lines and every stretch of text is given its width,
so that the picture looks the same with whatever monospace font is there."""
import re
import sys
import unicodedata
from html import escape

CELL_W, CELL_H, SIZE = 8.4, 18, 14
MARGIN, BAR = 14, 26
BACKGROUND, TEXT = "#1d2027", "#d7dae0"
PALETTE = ["#3f4451", "#e8716f", "#8cc570", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d7dae0"]
LEVELS = [0, 95, 135, 175, 215, 255]  # of the 6×6×6 colours among the 256
# Which of its neighbours a line goes to: left, right, up, down.
BOXES = {"─": "lr", "│": "ud", "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu",
         "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu",
         "├": "udr", "┤": "udl", "┬": "lrd", "┴": "lru", "┼": "lrud"}
ROUND = "╭╮╰╯"


def colour_of(number):
    """One of the 256 colours."""
    if number < 16:
        return PALETTE[number % 8]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    cube = number - 16
    return "#" + "".join(f"{LEVELS[cube // place % 6]:02x}" for place in (36, 6, 1))


class Style:
    def __init__(self):
        self.reset()

    def reset(self):
        self.colour, self.bold, self.dim, self.reverse = None, False, False, False

    def apply(self, codes):
        codes = [int(c or 0) for c in codes.split(";")]
        while codes:
            code = codes.pop(0)
            if code in (38, 48) and codes[:1] == [5]:
                if code == 38:
                    self.colour = colour_of(codes[1])
                codes = codes[2:]
            elif code == 0:
                self.reset()
            elif code == 1:
                self.bold = True
            elif code == 2:
                self.dim = True
            elif code in (7, 27):
                self.reverse = code == 7
            elif code == 22:
                self.bold = self.dim = False
            elif 30 <= code <= 37:
                self.colour = PALETTE[code - 30]
            elif 90 <= code <= 97:
                self.colour = PALETTE[code - 90]
            elif code == 39:
                self.colour = None

    def key(self):
        return self.colour, self.bold, self.dim, self.reverse


def width(character):
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def read_cells(text):
    """(row, column, character, style) for everything that is to be seen."""
    style, cells = Style(), []
    lines = text.rstrip("\n").split("\n")
    for row, line in enumerate(lines):
        column = 0
        for part in re.split(r"(\x1b\[[0-9;]*m)", line):
            if part.startswith("\x1b["):
                style.apply(part[2:-1])
                continue
            for character in part:
                if character != " " or style.reverse:
                    cells.append((row, column, character, style.key()))
                column += width(character)
    return cells, len(lines)


def paint(style):
    colour, bold, dim, reverse = style
    out = f'fill="{BACKGROUND if reverse else colour or TEXT}"'
    if bold:
        out += ' font-weight="bold"'
    if dim:
        out += ' opacity="0.6"'
    return out


def box_path(character, x, y):
    """The lines of one box character as a path within its cell."""
    mx, my, right, bottom = x + CELL_W / 2, y + CELL_H / 2, x + CELL_W, y + CELL_H
    to = {"l": (x, my), "r": (right, my), "u": (mx, y), "d": (mx, bottom)}
    ends = [to[e] for e in BOXES[character]]
    if character in ROUND:
        (ax, ay), (bx, by) = ends
        return f"M{ax:.1f} {ay:.1f}Q{mx:.1f} {my:.1f} {bx:.1f} {by:.1f}"
    return "".join(f"M{mx:.1f} {my:.1f}L{ex:.1f} {ey:.1f}" for ex, ey in ends)


def runs(cells):
    """Neighbouring characters of one style, as (row, column, text, style); boxes apart."""
    out = []
    for row, column, character, style in cells:
        last = out[-1] if out else None
        joins = (last and last[0] == row and last[3] == style and last[1] + sum(map(width, last[2])) == column
                 and character not in BOXES and last[2][-1] not in BOXES)
        if joins:
            out[-1] = (row, last[1], last[2] + character, style)
        else:
            out.append((row, column, character, style))
    return out


def svg(text, columns):
    cells, rows = read_cells(text)
    w, h = columns * CELL_W + 2 * MARGIN, rows * CELL_H + 2 * MARGIN + BAR
    boxes, grounds, body = {}, [], []
    for row, column, part, style in runs(cells):
        x, y = MARGIN + column * CELL_W, MARGIN + BAR + row * CELL_H
        length = sum(map(width, part)) * CELL_W
        if style[3]:
            grounds.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{length:.1f}" height="{CELL_H}" '
                           f'fill="{style[0] or TEXT}"/>')
        if part in BOXES:
            boxes.setdefault(style, []).append(box_path(part, x, y))
            continue
        for word in re.finditer(r"\S+", part):  # blanks would be drawn together
            at, length = (CELL_W * sum(map(width, text)) for text in (part[:word.start()], word.group()))
            body.append(f'<text x="{x + at:.1f}" y="{y + CELL_H * 0.74:.1f}" textLength="{length:.1f}" '
                        f'lengthAdjust="spacingAndGlyphs" {paint(style)}>{escape(word.group())}</text>')
    lines = []
    for style, paths in boxes.items():
        colour = BACKGROUND if style[3] else style[0] or TEXT
        lines.append(f'<path d="{"".join(paths)}" fill="none" stroke="{colour}" stroke-width="1.2"/>')
    dots = "".join(f'<circle cx="{MARGIN + 5 + 18 * i}" cy="18" r="5.5" fill="{colour}"/>'
                   for i, colour in enumerate(["#e8716f", "#e5c07b", "#8cc570"]))
    return "\n".join([
        (f'<svg xmlns="http://www.w3.org/2000/svg" width="{w:.0f}" height="{h:.0f}" viewBox="0 0 {w:.0f} {h:.0f}" '
         f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{SIZE}">'),
        f'<rect width="100%" height="100%" rx="9" fill="{BACKGROUND}"/>', dots, *grounds, *lines, *body, "</svg>", ""])


if __name__ == "__main__":
    if len(sys.argv) > 2 or (len(sys.argv) == 2 and not sys.argv[1].isdigit()):
        sys.exit("usage: screenshot.py [COLUMNS] < screen > picture.svg")
    sys.stdout.write(svg(sys.stdin.read(), int(sys.argv[1]) if len(sys.argv) == 2 else 80))
