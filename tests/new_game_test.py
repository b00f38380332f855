"""tools/new-game in a copy of the tree: what it refuses, what it makes, and that a game made so can be played
everywhere. Building the copy takes a minute of processor time, so that is a test of the deep run."""
import filecmp
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from scale import scaled  # noqa: E402

ROOT = os.path.dirname(HERE)
NOT_COPIED = ('node_modules', '__pycache__')
PARTS = ('src', 'words', 'docs/rules', 'tests/positions', 'tools')  # all that tools/new-game looks at
NAME, TITLE = 'marbles', 'Marbles'


def copy_tree(to, names):
    for name in names:
        source = os.path.join(ROOT, name)
        if os.path.isdir(source):
            shutil.copytree(source, os.path.join(to, name), symlinks=True, ignore=shutil.ignore_patterns(*NOT_COPIED))
        else:
            shutil.copy2(source, os.path.join(to, name))


class Copy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name

    def run_there(self, *args, **more):
        return subprocess.run(args, cwd=self.root, capture_output=True, encoding='utf-8', check=False, **more)

    def run_well(self, *args, **more):
        done = self.run_there(*args, **more)
        self.assertEqual(done.returncode, 0, f'{args}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}')
        return done.stdout

    def new_game(self, *args):
        return self.run_there(sys.executable, 'tools/new-game', *args)

    def differences(self):
        """What differs from this tree."""
        found = []

        def compare(both):
            found.extend(both.left_only + both.right_only + both.diff_files)
            for part in both.subdirs.values():
                compare(part)
        for part in PARTS:
            ignored = ['__pycache__']
            compare(filecmp.dircmp(os.path.join(ROOT, part), os.path.join(self.root, part), ignore=ignored))
        return sorted(found)


class Names(Copy):
    def setUp(self):
        super().setUp()
        copy_tree(self.root, PARTS)

    def test_a_bad_name_is_refused_and_nothing_changes(self):
        for name, why in {
            'scout': 'there is a game of that name already',
            'template': 'there is a game of that name already',
            'server': 'words/de/server.txt is there already',
            'int': 'means something in C',
            'search': 'uses this word for something else',
            'nine lives': 'small letters and digits alone',
            '9lives': 'begins with a small letter',
            'Marbles': 'begins with a small letter',
            '../marbles': 'begins with a small letter',
            'm' * 17: 'at most 16 letters',
            '': 'begins with a small letter',
        }.items():
            with self.subTest(name):
                done = self.new_game(name)
                self.assertEqual(done.returncode, 1)
                self.assertIn(f'new-game: {name}: ', done.stderr)
                self.assertIn(why, done.stderr)
                self.assertEqual(done.stdout, '')
        for title in ('', ' x', 'a "b"', 'a\nb', '*a*'):
            done = self.new_game(NAME, title)
            self.assertEqual(done.returncode, 1)
            self.assertIn('a title is a few words', done.stderr)
        for args in ((), (NAME, TITLE, 'more')):
            done = self.new_game(*args)
            self.assertEqual(done.returncode, 2)
            self.assertIn('usage: tools/new-game NAME', done.stderr)
        self.assertEqual(self.differences(), [])

    @unittest.skipIf(os.geteuid() == 0, 'root may write everywhere')
    def test_a_disk_that_refuses_leaves_nothing_behind(self):
        folder = os.path.join(self.root, 'words/zh-Hant')
        os.chmod(folder, 0o555)
        self.addCleanup(os.chmod, folder, 0o755)
        self.assertEqual(self.new_game(NAME).returncode, 1)
        self.assertEqual(self.differences(), [])

    def test_what_it_makes_is_complete(self):
        done = self.new_game(NAME, 'Blue marbles')
        self.assertEqual(done.returncode, 0, done.stderr)
        words = os.listdir(os.path.join(ROOT, 'words'))
        languages = [tag for tag in words if tag != 'en']
        self.assertEqual(self.differences(), sorted(
            ['games.h', NAME, f'{NAME}.c'] + [f'{NAME}.md'] * (1 + len(languages)) + [f'{NAME}.txt'] * len(words)))
        for tag in languages:  # each has the rules too, under the title
            with open(os.path.join(self.root, 'docs/rules', tag, f'{NAME}.md'), encoding='utf-8') as file:
                self.assertEqual(file.readline(), '# Blue marbles\n')
        for next_step in ('make build', f'build/parlor play {NAME}', f'game.{NAME}.line'):
            self.assertIn(next_step, done.stdout)
        self.assertEqual(self.new_game(NAME).returncode, 1)  # now it is taken
        compiler = ['cc', '-std=c17', '-fsyntax-only', '-Wall', '-Wextra', '-Werror', '-Isrc']
        for file in (f'src/rules/{NAME}.c', 'src/rules/game.c'):
            self.run_well(*compiler, file)
        with open(os.path.join(self.root, f'src/rules/{NAME}.c'), encoding='utf-8') as file:
            text = file.read()
        self.assertIn('.title = "Blue marbles"', text)
        self.assertNotIn('template', text.lower())
        self.assertTrue(all(len(line) == 120 for line in text.splitlines() if line.endswith('\\')))


@unittest.skipUnless(scaled(False, False, True), 'in the deep run')
class Built(Copy):
    def setUp(self):
        super().setUp()
        copy_tree(self.root, [name for name in os.listdir(ROOT)
                              if not (name == '.git' or name == 'build' or name.startswith('build-'))])
        os.symlink(os.path.join(ROOT, 'web/node_modules'), os.path.join(self.root, 'web/node_modules'))
        os.mkdir(os.path.join(self.root, 'build-test'))
        os.symlink(os.path.join(ROOT, 'build-test/python'), os.path.join(self.root, 'build-test/python'))

    def test_a_new_game_builds_keeps_the_laws_and_is_played_everywhere(self):
        self.assertEqual(self.new_game(NAME).returncode, 0)
        self.run_well('meson', 'setup', 'b', '-Dtests=true', '-Dchecked=true')
        german = os.path.join(self.root, f'docs/rules/de/{NAME}.md')
        os.rename(german, german + '.later')
        self.run_well('ninja', '-C', 'b', 'parlor')
        self.assertIn('nur auf Englisch', self.run_well('b/parlor', 'rules', NAME, '--lang', 'de'))
        os.rename(german + '.later', german)  # what is written later is noticed
        self.run_well('ninja', '-C', 'b', 'parlor', 'tests/laws', 'tests/positions_test', 'tests/facts_test',
                      'tests/draw_test', 'tests/python_package')
        build = os.path.join(self.root, 'b')
        env = {**os.environ, 'PARLOR': os.path.join(build, 'parlor'), 'GAME': NAME, 'PARLOR_GAME': NAME,
               'PARLOR_TESTS': 'light'}
        self.run_well(os.path.join(build, 'tests/laws'), env=env)
        self.run_well(os.path.join(build, 'tests/draw_test'), env=env)
        self.assertIn(f'{NAME} has no follower: write tests/follow_{NAME}.c',
                      self.run_there(os.path.join(build, 'tests/facts_test'), env=env).stderr)
        self.run_well(os.path.join(build, 'tests/positions_test'), env=env)
        self.run_well(sys.executable, 'tools/check_rule_ids.py')
        self.run_well(sys.executable, 'tests/bare_test.py', env=env)
        self.run_well('node', '--test', 'tests/web/generic_test.mjs', env=env)
        env['PYTHONPATH'] = os.path.join(build, 'tests/python_package')
        self.run_well(sys.executable, '-c', PLAY_IN_PYTHON, NAME, env=env)


PLAY_IN_PYTHON = '''
import sys
import parlor
name = sys.argv[1]
assert name in [game.id for game in parlor.games()]
assert parlor.layout.fields(name)["cards"].shape == (20,)
state = parlor.load(name, 3).new(1)
while not state.over:
    state.apply(state.turn, parlor.bot("club").choose(state))
assert len(state.points) == 3 and state.winners
'''


if __name__ == '__main__':
    unittest.main()
