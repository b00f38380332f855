"""Reads the links of Markdown: where they stand, where they lead, and the anchors that they may name.

tests/docs_test.py checks links with it, tools/docs_site.py turns them into those of the site. It knows as much of
Markdown as the texts of this tree use.
"""
import html
import posixpath
import re
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r'(?P<mark>!?)\[(?P<text>(?:[^\[\]]|!?\[[^\[\]]*\](?:\([^()]*\))?)*)\]\((?P<target>[^()\s]+)\)')
TAG = re.compile(r'<[a-z]\w*\s[^<>]*>')
ATTRIBUTE = re.compile(r'\s(?:(?P<mark>src|srcset)|href)="(?P<target>[^"\s]+)"')
CODE = re.compile(r'(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)', re.DOTALL)
# Code that is a path from the top of the tree: `docs/rules/scout.md`, `SECURITY.md`.
PATH = re.compile(r'(?:[\w.-]+/)+[\w.-]*\w|[A-Z]{4,}\.md')

PLACES = ('', 'src/', 'web/src/', 'python/')


def prose(text):
    """Returns the text with all blocks of code blanked out, so that places in it stay what they are."""
    lines, fence, listed, blank, coded = [], '', False, True, False
    for line in text.split('\n'):
        bare = line.strip()
        if fence:
            lines.append(' ' * len(line))
            if bare.startswith(fence) and not bare.strip(fence[0]):
                fence = ''
            continue
        opening = re.match(r'(`{3,}|~{3,})', bare)
        if opening:
            fence = opening[1]
            lines.append(' ' * len(line))
            continue
        if bare and not line.startswith(' '):
            listed = bool(re.match(r'([-*+]|\d+\.) ', line)) or (listed and not blank)
        coded = bool(line.startswith('    ') and not listed and (blank or coded))
        lines.append(' ' * len(line) if coded else line)
        blank = not bare
    return '\n'.join(lines)


def code_spans(text):
    """Returns the code between backticks in prose, as matches whose second group it is."""
    return list(CODE.finditer(prose(text)))


def without_code(text):
    """Returns the prose with code between backticks blanked out too."""
    return CODE.sub(lambda found: ' ' * len(found[0]), prose(text))


def links(text):
    """Returns the links and pictures of a text, inner ones first and those in HTML last, as matches with `mark`, which
    pictures have, and `target`."""
    seen = prose(text)
    hidden = [found.span() for found in CODE.finditer(seen)]
    inner, outer = [], []
    plain = without_code(text)
    tags = [found for tag in TAG.finditer(plain) for found in ATTRIBUTE.finditer(plain, *tag.span())]
    for found in LINK.finditer(seen):
        if any(start <= found.start() < end for start, end in hidden):
            continue
        outer.append(found)
        inner += LINK.finditer(seen, found.start('text'), found.end('text'))
    return inner + outer + tags


def slug(heading):
    """Returns the anchor of a heading, by the rule that hosts of repositories follow."""
    plain = re.sub(r'!?\[([^\]]*)\]\([^)]*\)', r'\1', heading)
    plain = unicodedata.normalize('NFC', html.unescape(plain)).strip().lower()
    return re.sub(r'\s', '-', re.sub(r'[^\w\- ]', '', plain))


def anchors(text):
    """Returns the anchors of all headings of a text; those that repeat are numbered."""
    found, counts = set(), {}
    for line in prose(text).split('\n'):
        heading = re.match(r'#{1,6} +(.*?)(?: +#+)?$', line)
        if heading:
            name = slug(heading[1])
            count = counts.get(name, 0)
            counts[name] = count + 1
            found.add(f'{name}-{count}' if count else name)
    return found


def is_outside(target):
    """Tells whether a target is an address and no file of the tree."""
    return bool(re.match(r'[a-z][a-z0-9+.-]*:|//', target))


def resolve(origin, target):
    """Returns (path, anchor) that a target leads to from a file of the tree, the path as from its top."""
    path, _, anchor = target.partition('#')
    if not path:
        return origin, anchor
    return posixpath.normpath(posixpath.join(posixpath.dirname(origin), path)), anchor


def named(path):
    """Returns the file or folder of the tree that a path in code means, '' if there is none. Texts leave out `src/`
    and the like where readers know where they are."""
    return next((place + path for place in PLACES if (ROOT / (place + path)).exists()), '')


def paths_in_code(text):
    """Returns the code of a text that is written like a path, as matches whose second group it is."""
    return [found for found in code_spans(text) if PATH.fullmatch(found[2])]
