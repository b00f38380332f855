"""Every name that a header of a game exports carries the game's prefix, so that a file may include two games."""
import os
import re
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RULES = os.path.join(ROOT, 'src/rules')
with open(os.path.join(ROOT, 'src/games.h'), encoding='utf-8') as games:
    GAMES = re.findall(r'^    X\((\w+), ', games.read(), flags=re.MULTILINE)


def headers_of(game):
    """What others may include: all headers of a game but the one that its own files share."""
    return [os.path.join(RULES, name) for name in sorted(os.listdir(RULES))
            if re.fullmatch(rf'{game}(_\w+)?\.h', name) and name != f'{game}_inside.h']


def expanded(header):
    """The declarations of a header itself, its macros expanded."""
    done = subprocess.run(['cc', '-std=c17', '-E', '-Isrc', '-include', 'rules/game.h', header], cwd=ROOT, check=True,
                          capture_output=True, encoding='utf-8')
    own, lines = False, []
    for line in done.stdout.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            own = os.path.abspath(os.path.join(ROOT, marker.group(1))) == header
        elif own:
            lines.append(line)
    return '\n'.join(lines)


def macros(header):
    """Those that are still defined at the end of a header."""
    with open(header, encoding='utf-8') as file:
        text = file.read()
    return set(re.findall(r'^#define (\w+)', text, flags=re.MULTILINE)) - \
        set(re.findall(r'^#undef (\w+)', text, flags=re.MULTILINE))


def without_bodies(code):
    """Returns the top-level declarations, without what is between braces, except the constants of enums."""
    found, kept, depth, start = [], [], 0, 0
    for at, letter in enumerate(code):
        if letter == '{':
            if depth == 0:
                kept.append(code[start:at])
                inside = at + 1
            depth += 1
        elif letter == '}':
            depth -= 1
            if depth == 0:
                head = kept[-1].rstrip()
                if re.search(r'\benum( \w+)?$', head):
                    found += re.findall(r'(?:^|,)\s*(\w+)', code[inside:at])
                kept.append('{}' if not head.endswith(')') else ';')
                start = at + 1
    return ''.join(kept) + code[start:], found


def exported(header):
    """All names at file scope: constants, tags, functions, objects, types and macros."""
    code, names = without_bodies(expanded(header))
    for tag in re.findall(r'\b(?:struct|union|enum) (\w+)\s*\{\}', code):
        names.append(tag)
    plain = re.sub(r'\b(?:struct|union|enum)( \w+)?\s*(\{\})?', ' type ', code)
    for declaration in plain.split(';'):
        name = re.search(r'(\w+)\s*(?:\(|\[|$)', declaration.split('=')[0].strip())
        if name and name.group(1) != 'type':
            names.append(name.group(1))
    return names + [name for name in macros(header) if not name.startswith('PARLOR_RULES_')]


class Names(unittest.TestCase):
    def test_exported_names_carry_the_prefix_of_their_game(self):
        for game in GAMES:
            for header in headers_of(game):
                with self.subTest(header=os.path.basename(header)):
                    bare = {name for name in exported(header) if not name.lower().startswith(game + '_')}
                    self.assertEqual(bare, set())

    def test_every_header_of_a_game_is_read(self):
        with_header = [game for game in GAMES if headers_of(game)]
        self.assertIn('scout', with_header)
        for game in with_header:
            names = {name for header in headers_of(game) for name in exported(header)}
            for name in (f'{game}_state', f'{game}_phase', f'{game.upper()}_PHASE_OVER', f'{game}_start',
                         f'{game}_verb', f'{game.upper()}_REFUSALS', f'{game}_state_in'):
                self.assertIn(name, names)

    def test_a_bare_name_of_any_kind_is_found(self):
        with tempfile.NamedTemporaryFile('w', suffix='.h', encoding='utf-8') as file:
            file.write('#define MACRO(x) x\n#define GONE\n#undef GONE\nenum { CONSTANT = 1, OTHER = CONSTANT };\n'
                       'enum tag { INSIDE };\nstruct thing { int member; };\nstruct thing make(int argument);\n'
                       'static inline int ask(int x) { return x; }\nextern const int table[OTHER];\n'
                       'enum tag kind_of(const struct thing *);\ntypedef int number;\n')
            file.flush()
            self.assertEqual(set(exported(file.name)), {'MACRO', 'CONSTANT', 'OTHER', 'tag', 'INSIDE', 'thing', 'make',
                                                        'ask', 'table', 'kind_of', 'number'})


if __name__ == '__main__':
    unittest.main()
