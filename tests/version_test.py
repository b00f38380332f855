"""The version of parlor is in VERSION; everything else that names it must agree.

Needs nothing but Python 3.9. PARLOR is the program; without it the program is not asked."""
import json
import os
import re
import shutil
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NUMBER = r'\d+\.\d+\.\d+'
# Files that tell what earlier versions were, and lists of other people's versions.
HISTORY = {'CHANGELOG.md', 'SECURITY.md', 'debian/changelog'}
OF_OTHERS = {'package-lock.json', 'requirements.txt', 'requirements-test.txt'}


def text_of(name):
    return (ROOT / name).read_text(encoding='utf-8')


def entries():
    """Returns what stands over each version in the changelog: `0.1.0, 2026-11-15`."""
    return re.findall(r'^## (.*)$', text_of('CHANGELOG.md'), flags=re.MULTILINE)


def claims(text):
    """Returns the versions that a text states: `version = "1.2.3"`, `parlor-1.2.3` and the like."""
    return re.findall(rf'(?i)(?:parlor|\bversion)["\']?[-_ :=(]{{1,4}}["\']?({NUMBER})\b', text)


class Version(unittest.TestCase):
    version = text_of('VERSION').strip()

    def test_it_is_three_numbers(self):
        self.assertEqual(text_of('VERSION'), self.version + '\n')
        self.assertRegex(self.version, f'^{NUMBER}$')

    @unittest.skipUnless('PARLOR' in os.environ, 'PARLOR names no program')
    def test_the_program_says_it(self):
        said = subprocess.run([os.environ['PARLOR'], '--version'], check=True, capture_output=True, encoding='utf-8')
        self.assertEqual(said.stdout, f'parlor {self.version}\n')

    def test_the_changelog_begins_with_it(self):
        first, *others = entries()
        self.assertRegex(first, rf'^{re.escape(self.version)}, (not yet released|\d{{4}}-\d\d-\d\d)$')
        for entry in others:
            self.assertRegex(entry, rf'^{NUMBER}, \d{{4}}-\d\d-\d\d$')

    def test_the_debian_packages_have_it(self):
        self.assertRegex(text_of('debian/changelog'), rf'^parlor \({re.escape(self.version)}\) ')

    def test_python_and_the_browser_client_do_not_state_their_own(self):
        self.assertIn('\ndynamic = ["version"]\n', text_of('python/pyproject.toml'))
        self.assertNotIn('version', json.loads(text_of('web/package.json')))
        lock = json.loads(text_of('web/package-lock.json'))
        self.assertNotIn('version', lock)
        self.assertNotIn('version', lock['packages'][''])

    @unittest.skipUnless(shutil.which('git') and (ROOT / '.git').exists(), 'not a repository')
    def test_no_other_file_states_one(self):
        names = subprocess.run(['git', '-C', ROOT, 'ls-files', '-z'], check=True, capture_output=True,
                               encoding='utf-8').stdout.split('\0')
        ours = {entry.partition(',')[0] for entry in entries()}
        stated = {}
        for name in names:
            path = ROOT / name
            if name in HISTORY or path.name in OF_OTHERS or not path.is_file():
                continue
            found = ours.intersection(claims(path.read_bytes().decode('utf-8', errors='ignore')))
            if found:
                stated[name] = found
        self.assertEqual(stated, {})

    def test_what_counts_as_stating_one(self):
        number = '.'.join('123')
        for text in (f"version: '{number}'", f'"version": "{number}"', f'version = "{number}"',
                     f'version={number} port=1', f'parlor-{number}.tar.gz', f'parlor ({number}) unstable',
                     f'parlor {number}'):
            self.assertEqual(claims(text), [number], text)
        for text in (f'meson_version: ">={number}"', f'listening on {number}.4', 'parlor 1.2', f'esbuild {number}'):
            self.assertEqual(claims(text), [], text)


if __name__ == '__main__':
    unittest.main()
