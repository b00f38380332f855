"""The tables of words: tools/words.py takes them as they are, and refuses what is missing, unknown or written twice."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')


class Words(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.words = os.path.join(self.folder.name, 'words')
        shutil.copytree(os.path.join(ROOT, 'words'), self.words)

    def make(self):
        outs = [os.path.join(self.folder.name, name) for name in ('words.c', 'refusals.c', 'words.d')]
        done = subprocess.run([sys.executable, os.path.join(ROOT, 'tools/words.py'), *outs, os.path.join(ROOT, 'src'),
                               self.words], capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

    def change(self, table, what, by):
        path = os.path.join(self.words, table)
        with open(path, encoding='utf-8') as file:
            text = file.read()
        self.assertIn(what, text)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text.replace(what, by, 1))

    def refused(self, *parts):
        code, said = self.make()
        self.assertEqual(code, 1)
        for part in parts:
            self.assertIn(part, said)

    def test_the_tables_are_complete(self):
        self.assertEqual(self.make(), (0, ''))

    def test_a_missing_refusal_is_named(self):
        for tag in ('en', 'de', 'zh-Hant'):
            for table, key in (('scout', 'not_stronger'), ('table', 'game_over'), ('server', 'not_your_turn')):
                with self.subTest(tag=tag, table=table):
                    self.change(f'{tag}/{table}.txt', f'no.{key} =', f'# no.{key} =')
                    self.refused(f'{tag}/{table}.txt: no.{key} is missing')
                    self.change(f'{tag}/{table}.txt', f'# no.{key} =', f'no.{key} =')

    def test_a_refusal_that_nobody_gives_is_named(self):
        self.change('en/scout.txt', 'no.not_stronger', 'no.odd = never\nno.not_stronger')
        self.refused('en/scout.txt:', 'nothing is called no.odd')

    def test_a_refusal_has_no_fields(self):
        self.change('de/scout.txt', 'no.not_stronger =', 'no.not_stronger = {who}')
        self.refused('de/scout.txt:', 'no.not_stronger has no field who')

    def test_a_missing_table_and_one_too_many_are_named(self):
        os.rename(os.path.join(self.words, 'de/server.txt'), os.path.join(self.words, 'de/odd.txt'))
        self.refused('de/server.txt is missing')
        shutil.copy(os.path.join(self.words, 'en/server.txt'), os.path.join(self.words, 'de/server.txt'))
        self.refused('de/odd.txt: there is no game odd')


if __name__ == '__main__':
    unittest.main()
