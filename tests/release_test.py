"""tools/release refuses what is not to be released, and then leaves nothing behind.

What it builds is shown by running it, which takes minutes and the package index."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = (ROOT / 'VERSION').read_text(encoding='utf-8').strip()
# What decides; a copy of the repository has them as they are here, committed or not.
DECIDES = ('VERSION', 'CHANGELOG.md', 'debian/changelog', 'python/pyproject.toml', 'tests/version_test.py',
           'tools/environment', 'tools/release', 'web/package.json', 'web/package-lock.json')


@unittest.skipUnless(shutil.which('git') and (ROOT / '.git').exists(), 'not a repository')
class Refusals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.tree, cls.out = Path(folder.name, 'tree'), Path(folder.name, 'out')
        subprocess.run(['git', 'clone', '--quiet', '--shared', ROOT, cls.tree], check=True)
        for name in DECIDES:
            shutil.copy2(ROOT / name, cls.tree / name)
        cls.git('add', '--all')
        cls.change('CHANGELOG.md', r'(?m)^(## [\d.]+), .*$', r'\1, 2026-12-01', count=1)
        cls.change('debian/changelog', 'UNRELEASED', 'unstable')
        cls.commit()
        cls.git('tag', 'good')

    def setUp(self):
        self.git('reset', '--quiet', '--hard', 'good')
        self.git('clean', '--quiet', '--force')

    @classmethod
    def git(cls, *args):
        subprocess.run(['git', '-C', cls.tree, '-c', 'user.name=test', '-c', 'user.email=test@localhost', *args],
                       check=True)

    @classmethod
    def change(cls, name, pattern, text, count=0):
        path = cls.tree / name
        path.write_text(re.sub(pattern, text, path.read_text(encoding='utf-8'), count=count), encoding='utf-8')

    @classmethod
    def commit(cls):
        cls.git('commit', '--quiet', '--all', '--allow-empty', '--no-verify', '--message=test')

    def refused(self, code, why, *args):
        left = sorted(os.listdir(self.out)) if self.out.exists() else None
        done = subprocess.run([self.tree / 'tools/release', *args], capture_output=True, encoding='utf-8', check=False)
        self.assertEqual((done.returncode, done.stdout), (code, ''))
        self.assertIn(why, done.stderr)
        self.assertEqual(sorted(os.listdir(self.out)) if self.out.exists() else None, left)

    def test_arguments(self):
        self.refused(2, 'usage: tools/release DIR [TAG]')
        self.refused(2, 'usage: tools/release DIR [TAG]', self.out, f'v{VERSION}', 'more')

    def test_a_folder_that_is_in_use(self):
        self.out.mkdir()
        self.addCleanup(shutil.rmtree, self.out)
        (self.out / 'kept').touch()
        self.refused(1, 'is not empty', self.out)
        self.refused(1, 'is not a folder', self.out / 'kept')

    def test_the_tag_of_another_version(self):
        for tag in ('v0.0.1', VERSION, f'v{VERSION}-rc1', ''):
            self.refused(1, f'the tag is {tag}, but VERSION says {VERSION}', self.out, tag)

    def test_a_version_that_is_not_the_same_everywhere(self):
        self.change('debian/changelog', re.escape(VERSION), '0.0.1', count=1)
        self.commit()
        self.refused(1, 'the version is not the same everywhere', self.out)

    def test_changelogs_without_a_date(self):
        self.change('debian/changelog', 'unstable', 'UNRELEASED', count=1)
        self.commit()
        self.refused(1, f'debian/changelog says that {VERSION} is not released', self.out, f'v{VERSION}')
        self.change('CHANGELOG.md', '2026-12-01', 'not yet released')
        self.commit()
        self.refused(1, f'CHANGELOG.md does not say when {VERSION} was released', self.out, f'v{VERSION}')

    def test_changes_that_are_not_committed(self):
        (self.tree / 'new').touch()
        self.refused(1, 'there are changes that are not committed', self.out, f'v{VERSION}')


if __name__ == '__main__':
    unittest.main()
