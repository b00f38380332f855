"""The tables that `parlor --describe` prints, and where the documentation has them for people."""
import json
import os
import re
import sys
import unittest

from common import PARLOR, ROOT, parlor

sys.path.append(os.path.join(ROOT, 'tools'))
import views

TABLES = json.loads(parlor('--describe').stdout)['tables']


def document(*path):
    with open(os.path.join(ROOT, 'docs', *path), encoding='utf-8') as file:
        return file.read()


class Documentation(unittest.TestCase):
    def test_the_bids(self):
        lists = TABLES['sparrows']['lists']
        rows = re.findall(r'^\| (\w+) +\| ([\w ]+?) +\| +(\d+) \|', document('rules', 'sparrows.md'), re.MULTILINE)
        told = {name: (title, int(value)) for name, title, value in rows}
        self.assertEqual(len(told), len(rows))
        self.assertEqual(told, {it['id']: (it['name'], it['value']) for it in [*lists['bids'], *lists['bonuses']]})

    def test_the_interests(self):
        text, families = document('rules', 'belle.md'), {}
        for it in TABLES['belle']['lists']['interests']:
            families.setdefault(it['family'], []).append(it['name'])
        for family, names in families.items():
            self.assertRegex(text, rf'\n    {family} +{" +".join(names)}\n')

    def test_the_effects(self):
        """A card of the built-in deck each, under the heading of its type."""
        told, kind = [], ''
        for line in document('rules', 'belle.md').splitlines():
            kind = line[4:].upper() if line.startswith('### ') else kind
            told += [(code, kind) for code in re.findall(r'`B\d+` ([A-Z][A-Z0-9_]+)', line)]
        self.assertEqual(told, [(it['id'], it['type']) for it in TABLES['belle']['lists']['effects']])

    def test_the_cards(self):
        cards = ' '.join(map(str, TABLES['bridesmaid']['lists']['accessories']))
        self.assertIn(f'eleven Accessories: `{cards}`', document('rules', 'bridesmaid.md'))

    def test_the_views(self):
        self.assertEqual(document('views.md'), views.page(PARLOR))


if __name__ == '__main__':
    unittest.main()
