"""The tables of words: tools/words.py, tools/texts.py and tools/page_words.py take them as they are, and refuse what is
missing, unknown or written twice. Every text of the terminal and of the page is said somewhere."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')


def text_of(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def page_sources(part):
    """The sources that say the texts of a part of the page: a game's folder and the score sheet, or everything but
    these folders."""
    home = os.path.join(ROOT, 'web/src')
    games = os.path.join(home, 'games')
    layout = os.path.join(games, part)
    found = ''
    for folder, _, names in os.walk(layout if os.path.isdir(layout) else home):
        if os.path.dirname(folder) == games and folder != layout:
            continue
        for name in names:
            if name.endswith(('.ts', '.tsx')) and os.path.join(folder, name) != os.path.join(home, 'text/words.ts'):
                found += text_of(os.path.join(folder, name))
    return found + (text_of(os.path.join(home, 'table/Sheet.tsx')) if os.path.isdir(layout) else '')


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

    def make_page(self):
        outs = [self.page_words(), os.path.join(self.folder.name, 'page.d')]
        return self.run_page('json', *outs)

    def run_page(self, *args):
        done = subprocess.run([sys.executable, os.path.join(ROOT, 'tools/page_words.py'), *args, self.words],
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

    def page_words(self):
        return os.path.join(self.folder.name, 'page.json')

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
        with open(os.path.join(ROOT, 'docs', 'schemas', 'server.json'), encoding='utf-8') as file:
            reactions = json.load(file)['$defs']['reaction_kind']['enum']
        said = set()
        for part in ('term', 'cli'):
            for name in os.listdir(os.path.join(ROOT, 'src', part)):
                with open(os.path.join(ROOT, 'src', part, name), encoding='utf-8') as file:
                    text = file.read()
                said |= set(re.findall(r'SAY_\w+', text))
                said |= {made + word.upper() for made in re.findall(r'(SAY_\w+)##upper', text) for word in reactions}
        places = {f'SAY_PLACE_{place}' for place in range(2, 6)}  # counted from the first
        self.assertEqual(keys - said - places, set())

    def test_the_page_has_all_its_texts_in_every_language(self):
        self.assertEqual(self.make_page(), (0, ''))
        for tag in ('de', 'zh-Hant'):
            with self.subTest(tag=tag):
                self.change(f'{tag}/scout.page.txt', 'hand.of =', '# hand.of =')
                self.refused(f'{tag}/scout.page.txt: hand.of is missing', make=self.make_page)
                self.change(f'{tag}/scout.page.txt', '# hand.of =', 'odd = x\nhand.of =')
                self.refused(f'{tag}/scout.page.txt:', 'nothing is called odd', make=self.make_page)
                self.change(f'{tag}/scout.page.txt', 'odd = x\n', '')
        self.assertEqual(self.make_page(), (0, ''))
        os.rename(os.path.join(self.words, 'de/scout.page.txt'), os.path.join(self.words, 'de/odd.page.txt'))
        self.refused('de/scout.page.txt is missing', make=self.make_page)
        shutil.copy(os.path.join(self.words, 'en/scout.page.txt'), os.path.join(self.words, 'de'))
        self.refused('de/odd.page.txt: the page has no part odd', make=self.make_page)

    def test_fields_of_the_page_are_those_of_the_model(self):
        self.change('de/page.txt', 'seat.number = Platz {n}', 'seat.number = Platz {who}')
        self.refused('de/page.txt:', 'seat.number has no field who; it has n', make=self.make_page)
        self.change('de/page.txt', 'seat.number = Platz {who}', 'seat.number = Platz')
        self.refused('de/page.txt:', 'seat.number does not say {n}', make=self.make_page)
        self.change('de/page.txt', 'seat.number = Platz', 'seat.number = Platz {n*, |{n}}')
        self.refused('de/page.txt:', 'seat.number: {n*, |{n}} is not a field of the page', make=self.make_page)

    def test_names_of_a_game_are_not_written_again_for_the_page(self):
        self.change('de/sparrows.page.txt', 'bids =', 'bid.two_pair = Zwei Paare\nbids =')
        self.change('en/sparrows.page.txt', 'bids =', 'bid.two_pair = Two Pairs\nbids =')
        self.refused('en/sparrows.page.txt:', 'bid.two_pair is already in sparrows.txt', make=self.make_page)

    def test_types_of_the_page_follow_the_tables(self):
        types, copy = (os.path.join(self.folder.name, name) for name in ('words.ts', 'copy.ts'))
        self.assertEqual(self.run_page('types', types), (0, ''))
        self.assertEqual(self.run_page('check', types, copy), (0, ''))
        self.change('en/page.txt', 'seat.number = Seat {n}', 'seat.number = {n#seat|seats} {n}')
        self.refused('words.ts is not what it is made from', make=lambda: self.run_page('check', types, copy))
        with open(copy, encoding='utf-8') as file:
            self.assertIn("    'seat.number': {n: number};\n", file.read())

    def test_every_text_of_the_page_is_said_somewhere(self):
        self.assertEqual(self.make_page(), (0, ''))
        with open(self.page_words(), encoding='utf-8') as file:
            parts = next(one['words'] for one in json.load(file) if one['tag'] == 'en')
        del parts['titles']
        lost = set()
        for part, texts in parts.items():
            sources = page_sources(part)
            said = set(re.findall(r"'([\w.-]+)'", sources))
            begun = tuple(re.findall(r'`([\w-]+\.[\w.-]*)\$\{', sources))
            ended = tuple(re.findall(r'`\$\{\w+\}(\.[\w.-]+)`', sources))
            lost |= {f'{part}: {key}' for key in texts
                     if key not in said and not key.startswith(begun) and not key.endswith(ended)}
        self.assertEqual(lost, {'page: app.noscript'})  # web/bundle.mjs says it


if __name__ == '__main__':
    unittest.main()
