"""docs/architecture.md is true: the layers of the code, the way of a click, the long files, and both pictures; and
what it and docs/glossary.md name is there.

The include graph is derived from the sources and compared with the page's table of layers. `Tree` reads a tree of
files; the tests of `MadeUp` hand it trees with a fault in them, so that each check is seen to fail.
Needs nothing but Python 3.9."""
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'tools'))
import pictures  # noqa: E402  (it is in tools/)

PAGE = (ROOT / pictures.PAGE).read_text(encoding='utf-8')
BOTH = PAGE + (ROOT / 'docs/glossary.md').read_text(encoding='utf-8')
SOURCES = ('src', 'include', 'python/core', 'bench', 'fuzz', 'tools/learn', 'tests')
SEARCHED = ('src', 'include', 'tests')  # where the compiler looks for "a/b.h"
FREESTANDING = {'stdalign.h', 'stdbool.h', 'stddef.h', 'stdint.h'}  # all that rules may have of C's library
SEES_INTO_GAMES = ('src/rules', 'src/bots', 'src/term', 'src/lab', 'tools/learn')  # in files named after the game
LONG, LONG_ENOUGH = 700, 600  # lines: above the first a file needs a reason, below the second none is given
PRUNED = re.compile(r'build|node_modules|__pycache__|\.')


def files_below(root, folder, endings):
    """Yields the paths of all files below a folder that have one of the endings, relative to root."""
    for at, folders, names in os.walk(root / folder):
        folders[:] = sorted(name for name in folders if not PRUNED.match(name))
        for name in sorted(names):
            if name.endswith(endings):
                yield (Path(at) / name).relative_to(root).as_posix()


def layer_of(layers, path):
    """Returns the name of the layer that a file belongs to; None if it is in none."""
    for layer in layers.values():
        if any(path == place or (place.endswith('/') and path.startswith(place)) for place in layer.files):
            return layer.name
    return None


def below(layers, name):
    """Returns all layers that one stands on, at whatever distance; with itself if there is a cycle."""
    found, due = set(), list(layers[name].on)
    while due:
        one = due.pop()
        if one not in found:
            found.add(one)
            due += layers[one].on
    return found


class Tree:
    """The C sources below a folder, what they include, and what is wrong with that."""

    def __init__(self, root, layers, games):
        self.root, self.layers, self.games = root, layers, games
        self.files = [path for folder in SOURCES for path in files_below(root, folder, ('.c', '.h'))]
        self.local, self.system, self.missing = [], [], []
        for path in self.files:
            self.read(path)

    def read(self, path):
        text = (self.root / path).read_text(encoding='utf-8')
        for mark, name in re.findall(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^">]+)', text, flags=re.MULTILINE):
            if mark == '<':
                self.system.append((path, name))
                continue
            tried = [os.path.normpath(os.path.join(folder, name)) for folder in (os.path.dirname(path), *SEARCHED)]
            found = next((it for it in tried if (self.root / it).is_file()), None)
            if found:
                self.local.append((path, found))
            else:
                self.missing.append((path, name))

    def between_layers(self):
        """Yields every include from one layer into another: both files, both layers."""
        for path, found in self.local:
            here, there = layer_of(self.layers, path), layer_of(self.layers, found)
            if here != there:
                yield path, found, here, there

    def homeless(self):
        return [path for path in self.files if not layer_of(self.layers, path)]

    def forbidden(self):
        """Returns the includes that the table of layers does not allow."""
        return [f'{path} includes {found}, but {here} does not stand on {there}'
                for path, found, here, there in self.between_layers()
                if here and there and there not in below(self.layers, here)]

    def unused(self):
        """Returns the arrows that no file needs: nothing is included, or another arrow leads there too."""
        used = {(here, there) for _, _, here, there in self.between_layers()}
        wrong = []
        for layer in self.layers.values():
            for there in layer.on:
                others = set().union(*(below(self.layers, it) for it in layer.on if it != there))
                if there in others:
                    wrong.append(f'{layer.name} stands on {there} through another layer: leave it out')
                elif (layer.name, there) not in used:
                    wrong.append(f'no file of {layer.name} includes one of {there}')
        return wrong

    def cycles(self):
        return [name for name in self.layers if name in below(self.layers, name)]

    def game_of(self, path):
        """Returns the game that a file is named after: GAME.c, GAME_words.c, features_GAME.c; None for other files."""
        stem = re.sub('^features_', '', Path(path).stem)
        return next((game for game in self.games if stem == game or stem.startswith(game + '_')), None)

    def peeping(self):
        """Returns the includes of a game's own headers by files that may not see into the game."""
        wrong = []
        for path, found in self.local:
            folder, game = os.path.dirname(path), self.game_of(found)
            if not game or not found.startswith(('src/rules/', 'src/bots/')):
                continue
            own = self.game_of(path) == game
            if found.endswith('_inside.h'):
                fine = own and folder == 'src/rules'
            else:
                fine = (own and folder in SEES_INTO_GAMES) or path.startswith('tests/')
            if not fine:
                wrong.append(f'{path} includes {found}, which is for the files of {game}')
        return wrong

    def hosted(self):
        """Returns what the rules include that a freestanding compiler need not have."""
        return [f'{path} includes <{name}>' for path, name in self.system
                if path.startswith('src/rules/') and name not in FREESTANDING]


def games_listed():
    listed = re.findall(r'^ +X\((\w+),', (ROOT / 'src/games.h').read_text(encoding='utf-8'), flags=re.MULTILINE)
    return [*listed, 'template']


class Layers(unittest.TestCase):
    layers = pictures.layers(PAGE)
    tree = Tree(ROOT, layers, games_listed())

    def test_every_file_belongs_to_a_layer(self):
        self.assertGreater(len(self.tree.files), 200)
        self.assertEqual(self.tree.homeless(), [])

    def test_every_place_of_the_table_is_there(self):
        for layer in self.layers.values():
            for place in layer.files:
                self.assertTrue((ROOT / place).exists(), place)

    def test_every_include_is_found_or_made_by_the_build(self):
        build = (ROOT / 'src/meson.build').read_text(encoding='utf-8')
        self.assertEqual([it for it in self.tree.missing if f"'{it[1]}'" not in build], [])

    def test_no_layer_includes_what_it_may_not(self):
        self.assertEqual(self.tree.forbidden(), [])

    def test_every_arrow_is_needed(self):
        self.assertEqual(self.tree.unused(), [])

    def test_there_is_no_cycle(self):
        self.assertEqual(self.tree.cycles(), [])

    def test_only_a_game_s_own_files_see_into_it(self):
        self.assertEqual(self.tree.peeping(), [])

    def test_rules_are_freestanding(self):
        self.assertEqual(self.tree.hosted(), [])


# A small tree that is fine.
FINE = {'src/rules/game.h': '#include <stdint.h>\n', 'src/rules/whist.h': '#include "rules/game.h"\n',
        'src/rules/whist_inside.h': '#include "rules/whist.h"\n',
        'src/rules/whist_words.c': '#include "rules/whist_inside.h"\n',
        'src/table/table.h': '#include "rules/game.h"\n', 'src/bots/bot.h': '  #  include "table/table.h"\n',
        'src/bots/whist.c': '#include "bot.h"\n#include "rules/whist.h"\n',
        'tests/whist_test.c': '#include "rules/whist.h"\n#include "bots/bot.h"\n'}
ON = {'rules': [], 'table': ['rules'], 'bots': ['table'], 'tests': ['bots']}


class MadeUp(unittest.TestCase):
    """That tree, and the same with one fault each."""

    def tree(self, changed=None, on=None):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**FINE, **(changed or {})}.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding='utf-8')
            layers = {name: pictures.Layer(name, ['tests/' if name == 'tests' else f'src/{name}/'], below, '')
                      for name, below in (on or ON).items()}
            return Tree(Path(folder), layers, ['whist'])

    def test_the_fine_one_passes(self):
        tree = self.tree()
        self.assertEqual([tree.homeless(), tree.missing, tree.forbidden(), tree.unused(), tree.cycles(),
                          tree.peeping(), tree.hosted()], [[], [], [], [], [], [], []])

    def test_an_include_upwards_is_found(self):
        tree = self.tree({'src/table/undo.c': '#include "bots/bot.h"\n'})
        self.assertEqual(tree.forbidden(),
                         ['src/table/undo.c includes src/bots/bot.h, but table does not stand on bots'])

    def test_an_include_upwards_by_a_path_with_dots_is_found(self):
        self.assertEqual(len(self.tree({'src/rules/game.c': '#include "../table/table.h"\n'}).forbidden()), 1)

    def test_a_file_outside_of_all_layers_is_found(self):
        self.assertEqual(self.tree({'src/extra/a.c': ''}).homeless(), ['src/extra/a.c'])

    def test_an_include_of_nothing_is_found(self):
        self.assertEqual(self.tree({'src/bots/bot.h': '#include "table/gone.h"\n'}).missing,
                         [('src/bots/bot.h', 'table/gone.h')])

    def test_an_arrow_that_nobody_needs_is_found(self):
        self.assertEqual(self.tree(on={**ON, 'tests': ['table', 'bots']}).unused(),
                         ['tests stands on table through another layer: leave it out'])
        self.assertEqual(self.tree({'src/table/table.h': ''}).unused(), ['no file of table includes one of rules'])

    def test_a_cycle_is_found(self):
        self.assertEqual(self.tree(on={**ON, 'rules': ['bots']}).cycles(), ['rules', 'table', 'bots'])

    def test_a_look_into_a_game_is_found(self):
        self.assertEqual(self.tree({'src/table/table.h': '#include "rules/whist.h"\n'}).peeping(),
                         ['src/table/table.h includes src/rules/whist.h, which is for the files of whist'])
        for path in ('src/bots/whist.c', 'tests/whist_test.c', 'src/rules/game.c'):
            self.assertEqual(len(self.tree({path: '#include "rules/whist_inside.h"\n'}).peeping()), 1, path)

    def test_rules_with_a_library_are_found(self):
        self.assertEqual(self.tree({'src/rules/whist.c': '#include <stdio.h>\n'}).hosted(),
                         ['src/rules/whist.c includes <stdio.h>'])


def defines(path, name):
    """Returns whether a source defines a function (in C also: an interface that has it as a slot)."""
    text = (ROOT / path).read_text(encoding='utf-8')
    if path.endswith(('.c', '.h')):
        pattern = rf'^[a-z][\w *]*\b{name}\([^;]*?\)\n\{{|\(\*{name}\)\('
    else:
        pattern = rf'^ *(?:(?:private|async|export|function|const) )*{name}(?:\(| = \()'
    return bool(re.search(pattern, text, flags=re.MULTILINE))


class Click(unittest.TestCase):
    def test_every_step_names_a_function_of_its_file(self):
        steps = pictures.click(PAGE)
        self.assertGreater(len(steps), 15)
        for step in steps:
            self.assertTrue((ROOT / step.file).is_file(), step.file)
            self.assertIn(step.where, pictures.LANES)
            for name in step.functions:
                self.assertTrue(defines(step.file, name), f'{step.file} has no {name}()')

    def test_what_counts_as_a_function_of_a_file(self):
        self.assertFalse(defines('src/server/room.c', 'table_parse'))  # is called there
        self.assertFalse(defines('src/server/room.c', 'room_may'))
        self.assertFalse(defines('web/src/transport.ts', 'resolve'))


class Pages(unittest.TestCase):
    def test_the_pictures_are_those_of_the_tables(self):
        for name, draw in pictures.PICTURES.items():
            self.assertEqual((ROOT / name).read_text(encoding='utf-8'), draw(PAGE), f'{name}: run tools/pictures.py')

    def test_a_changed_table_makes_another_picture(self):
        changed = PAGE.replace('| wire | `src/wire/` | table, memory |', '| wire | `src/wire/` | table |')
        self.assertNotEqual(changed, PAGE)
        self.assertNotEqual(pictures.layers_picture(changed), pictures.layers_picture(PAGE))

    def test_every_path_that_is_named_is_there(self):
        missing = [name for name in re.findall(r'`([\w.-]+/[\w./-]*)`', BOTH)
                   if not name.startswith('build') and not re.search('GAME|TAG|NAME', name)
                   and not any((ROOT / place / name).exists() for place in ('', 'src', 'tests', 'web', 'python'))]
        self.assertEqual(missing, [])

    def test_every_function_and_struct_that_is_named_is_there(self):
        functions = set(re.findall(r'`(\w+)\(\)`', BOTH)) - {'main'}
        structs = set(re.findall(r'`struct (\w+)`', BOTH))
        self.assertGreater(min(len(functions), len(structs)), 8)
        sources = ''.join((ROOT / path).read_text(encoding='utf-8')
                          for folder in ('src', 'include', 'tests') for path in files_below(ROOT, folder, ('.c', '.h')))
        self.assertEqual([name for name in sorted(functions) if not re.search(rf'\b{name}\(', sources)], [])
        self.assertEqual([name for name in sorted(structs) if not re.search(rf'\bstruct {name}\b', sources)], [])

    def test_every_long_file_has_a_reason_and_every_reason_a_long_file(self):
        reasons = {row[0].strip('`') for row in pictures.table_under(PAGE, 'Long files')}
        lengths = {path: (ROOT / path).read_text(encoding='utf-8').count('\n')
                   for path in files_below(ROOT, '.', ('.c', '.h', '.py', '.ts', '.tsx', '.mjs'))}
        self.assertEqual([path for path, lines in lengths.items() if lines > LONG and path not in reasons], [])
        self.assertEqual([path for path in sorted(reasons) if lengths.get(path, 0) < LONG_ENOUGH], [])


if __name__ == '__main__':
    unittest.main()
