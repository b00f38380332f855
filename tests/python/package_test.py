"""The package as it is handed out: a source distribution that is whole, and a wheel for every Python from 3.11 on."""
import ast
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

import parlor
from scale import scaled

ROOT = Path(__file__).resolve().parent.parent.parent
SDIST = '''import sys
sys.path.insert(0, "build_backend")
import parlor_build
print(parlor_build.build_sdist(sys.argv[1]))
'''


def run(*command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout.strip()


def names_in(body):
    """What a stub declares in a class or a module."""
    for part in body:
        if isinstance(part, (ast.FunctionDef, ast.ClassDef)):
            yield part.name
        elif isinstance(part, ast.AnnAssign):
            yield part.target.id
        elif isinstance(part, ast.Assign):
            yield part.targets[0].id


def public(names):
    return {name for name in names if not name.startswith('_')}


class Types(unittest.TestCase):
    def test_stubs_declare_what_there_is(self):
        stub = ast.parse((Path(parlor.__file__).parent / '__init__.pyi').read_text(encoding='utf-8')).body
        self.assertEqual(public(names_in(stub)), set(parlor.__all__))
        for declared in stub:
            if isinstance(declared, ast.ClassDef):
                kind = getattr(parlor, declared.name)
                own = public(dir(kind)) - public(dir(kind.__base__ if issubclass(kind, (tuple, Exception)) else object))
                self.assertEqual(public(names_in(declared.body)), own, declared.name)


@unittest.skipUnless(scaled(False, False, True), 'builds everything once more: only in the deep run')
class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        made = run(sys.executable, '-c', SDIST, cls.folder, cwd=ROOT / 'python').splitlines()[-1]
        cls.sdist = cls.folder / made
        environment = {name: value for name, value in os.environ.items() if name != 'PYTHONPATH'}
        quick = '--config-settings=cmake.build-type=Debug'
        run(sys.executable, '-m', 'pip', 'wheel', '--quiet', '--no-build-isolation', '--no-deps', quick,
            '--wheel-dir', cls.folder, cls.sdist, env=environment, cwd=cls.folder)
        [cls.wheel] = cls.folder.glob('*.whl')

    def test_version_is_that_of_the_program(self):
        self.assertEqual(run(os.environ['PARLOR'], '--version'), f'parlor {parlor.__version__}')
        self.assertTrue(self.wheel.name.startswith(f'parlor-{parlor.__version__}-'))

    def test_sources_are_whole_and_nothing_stays_behind(self):
        with tarfile.open(self.sdist) as archive:
            names = {name.partition('/')[2] for name in archive.getnames()}
        self.assertLessEqual({'pyproject.toml', 'PKG-INFO', 'core/table.c', 'parlor/__init__.pyi', 'parlor/py.typed',
                              'native/LICENSE', 'native/VERSION', 'native/src/rules/scout.c', 'native/include/parlor.h',
                              'native/data/belle/guests.csv', 'build_backend/parlor_build.py'}, names)
        self.assertFalse((ROOT / 'python/native').exists())

    def test_one_wheel_for_every_python(self):
        self.assertRegex(self.wheel.name, r'-cp311-abi3-linux_')
        with zipfile.ZipFile(self.wheel) as archive:
            names = archive.namelist()
        self.assertLessEqual({'parlor/__init__.py', 'parlor/__init__.pyi', 'parlor/py.typed', 'parlor/_core.abi3.so'},
                             set(names))
        self.assertFalse([name for name in names if re.search(r'native|build_backend|\.c$', name)])

    def test_the_module_shows_its_entry_and_nothing_else(self):
        with zipfile.ZipFile(self.wheel) as archive:
            module = archive.extract('parlor/_core.abi3.so', self.folder)
        symbols = {line.split()[-1] for line in run('nm', '-D', '--defined-only', module).splitlines()}
        self.assertEqual(symbols, {'PyInit__core'})

    def test_wheel_plays_a_game(self):
        site = self.folder / 'site'
        run(sys.executable, '-m', 'pip', 'install', '--quiet', '--no-deps', '--no-index', '--target', site, self.wheel)
        program = ('import parlor\ns = parlor.load("bannish", 3).new(1)\n'
                   'while not s.over: s.apply(s.turn, parlor.bot("novice").choose(s))\n'
                   'print(parlor.__file__, s.winners)')
        said = run(sys.executable, '-c', program, env={**os.environ, 'PYTHONPATH': str(site)}, cwd=self.folder)
        self.assertTrue(said.startswith(str(site)), said)


if __name__ == '__main__':
    unittest.main()
