"""tools/embed.py in a build of its own: a file that joins a pattern, changes or goes is noticed by the next build."""
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EMBED = os.path.join(ROOT, 'tools/embed.py')
BUILD = f'''rule embed
  command = {sys.executable} {EMBED} texts $out $out.d docs docs/scout.md '*/scout.md'
  depfile = $out.d
build out.c: embed
'''


class Embed(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='two words ')
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        self.write('build.ninja', BUILD)
        self.write('docs/scout.md', 'English')
        self.write('docs/de/belle.md', 'of another game')

    def write(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)

    def built(self):
        done = subprocess.run(['ninja'], cwd=self.root, capture_output=True, encoding='utf-8', check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with open(os.path.join(self.root, 'out.c'), encoding='utf-8') as file:
            return [line.split('"')[1] for line in file if line.startswith('    {"')]

    def test_files_of_a_pattern_come_and_go(self):
        self.assertEqual(self.built(), ['scout.md'])
        self.write('docs/de/scout.md', 'Deutsch')
        self.assertEqual(self.built(), ['de/scout.md', 'scout.md'])
        self.write('docs/fr/scout.md', 'français')
        self.assertEqual(self.built(), ['de/scout.md', 'fr/scout.md', 'scout.md'])
        os.remove(os.path.join(self.root, 'docs/de/scout.md'))
        self.assertEqual(self.built(), ['fr/scout.md', 'scout.md'])

    def test_a_file_that_is_missing_is_named(self):
        os.remove(os.path.join(self.root, 'docs/scout.md'))
        command = [sys.executable, EMBED, 'texts', 'out.c', 'out.d', 'docs', 'docs/scout.md']
        done = subprocess.run(command, cwd=self.root, capture_output=True, encoding='utf-8', check=False)
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertEqual(done.stderr, 'embed.py: docs/scout.md: No such file or directory\n')


if __name__ == '__main__':
    unittest.main()
