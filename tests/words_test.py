"""The tables of words: tools/words.py and tools/texts.py take them as they are, and refuse what is missing, unknown or
written twice. Every text of the terminal is said somewhere."""
import os
import re
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

    def make_texts(self):
        outs = [os.path.join(self.folder.name, name) for name in ('texts.h', 'texts.c', 'texts.d')]
        done = subprocess.run([sys.executable, os.path.join(ROOT, 'tools/texts.py'), *outs, self.words],
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

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

    def refused(self, *parts, make=None):
        code, said = (make or self.make)()
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

    def test_the_terminal_has_all_its_texts_in_every_language(self):
        self.assertEqual(self.make_texts(), (0, ''))
        self.change('de/terminal.txt', 'turn.of =', '# turn.of =')
        self.refused('de/terminal.txt: turn.of is missing', make=self.make_texts)
        self.change('de/terminal.txt', '# turn.of =', 'odd = seltsam\nturn.of =')
        self.refused('de/terminal.txt:', 'nothing is called odd', make=self.make_texts)
        self.change('de/terminal.txt', 'odd = seltsam\nturn.of = {name}', 'turn.of = {who}')
        self.refused('de/terminal.txt:', 'turn.of has no field who; it has name', make=self.make_texts)
        os.remove(os.path.join(self.words, 'de/terminal.txt'))
        self.refused('de/terminal.txt is missing', make=self.make_texts)

    def test_every_text_of_the_terminal_is_said_somewhere(self):
        self.assertEqual(self.make_texts(), (0, ''))
        with open(os.path.join(self.folder.name, 'texts.h'), encoding='utf-8') as file:
            keys = set(re.findall(r'^    (SAY_\w+),', file.read(), re.MULTILINE))
        said = set()
        for part in ('term', 'cli'):
            for name in os.listdir(os.path.join(ROOT, 'src', part)):
                with open(os.path.join(ROOT, 'src', part, name), encoding='utf-8') as file:
                    said |= set(re.findall(r'SAY_\w+', file.read()))
        places = {f'SAY_PLACE_{place}' for place in range(2, 6)}  # counted from the first
        self.assertEqual(keys - said - places, set())


if __name__ == '__main__':
    unittest.main()
