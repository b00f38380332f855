"""The rules in other languages: every text of docs/rules/TAG is built like the English one. The same headings, rules,
lists and tables follow each other, with the same notation and the same figures. Lines of all texts, the English ones
too, fit a terminal."""
import collections
import os
import re
import unicodedata
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')
RULES = os.path.join(ROOT, 'docs/rules')
GAMES = sorted(name for name in os.listdir(RULES) if name.endswith('.md'))
LANGUAGES = sorted(name for name in os.listdir(RULES) if os.path.isdir(os.path.join(RULES, name)))
RULE = re.compile(r'\*\*([A-Z]{2}-\d+)\b')
ITEM = re.compile(r'(- |\d+\. )')
COLUMNS = 80  # of a terminal


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def parts(text):
    """The parts of a text: runs of lines between blank ones, an indented block being one with its blank lines."""
    out = []
    for part in re.split(r'\n{2,}', text.strip('\n')):
        if out and part.startswith('    ') and out[-1].startswith('    '):
            out[-1] += '\n\n' + part
        else:
            out.append(part)
    return out


def cells(line):
    return [cell.strip() for cell in line.strip('|').split('|')]


def kept(cell):
    """What a translation keeps of a cell: figures and names of bids, and of the line below a head how it is aligned."""
    if re.fullmatch(r':?-+:?', cell):
        return re.sub('-+', '-', cell)
    return cell if re.fullmatch(r'\d+|[a-z]+_[a-z_]+|', cell) else '…'


def shape(part):
    """What a translation has to keep of a part."""
    lines = part.split('\n')
    if part.startswith('#'):
        return 'heading', part.index(' ')
    if part.startswith('    '):
        records = [line for line in lines if line.lstrip().startswith('{"')]
        numbers = sorted(re.findall(r'(?a:\b)[0-9]+(?a:\b)', part))
        return 'block', numbers, [re.sub(r'}  .*', '}', line) for line in records]
    if part.startswith('|'):
        return 'table', [[kept(cell) for cell in cells(line)] for line in lines]
    if ITEM.match(part):
        return 'list', [ITEM.match(line)[1] for line in lines if ITEM.match(line)]
    return 'paragraph', RULE.findall(part)


def notation(part):
    return collections.Counter(' '.join(code.split()) for code in re.findall(r'`([^`]+)`', part))


def width(line):
    return sum(2 if unicodedata.east_asian_width(character) in 'WF' else 1 for character in line)


class Translations(unittest.TestCase):
    def pairs(self):
        for tag in LANGUAGES:
            for game in sorted(os.listdir(os.path.join(RULES, tag))):
                yield f'{tag}/{game}', parts(read(os.path.join(RULES, game))), read(os.path.join(RULES, tag, game))

    def test_languages_are_complete(self):
        for tag in LANGUAGES:
            there = set(os.listdir(os.path.join(RULES, tag)))
            for game in GAMES:
                with self.subTest(tag=tag, game=game):
                    self.assertTrue(game in there, f'write docs/rules/{tag}/{game}')
            self.assertEqual(there - set(GAMES), set(), f'docs/rules/{tag}: these have no English text')

    def test_a_translation_is_built_like_the_english_text(self):
        for name, english, text in self.pairs():
            there = parts(text)
            for number, (one, other) in enumerate(zip(english, there)):
                with self.subTest(name=name, part=number):
                    self.assertEqual(shape(other), shape(one), f'{one}\n\n{other}')
            self.assertEqual(len(there), len(english), name)

    def test_notation_is_never_translated(self):
        for name, english, text in self.pairs():
            for number, (one, other) in enumerate(zip(english, parts(text))):
                with self.subTest(name=name, part=number):
                    self.assertEqual(notation(other), notation(one), f'{one}\n\n{other}')

    def test_rules_are_named_as_often(self):
        """A rule that a part mentions is mentioned by its translation."""
        for name, english, text in self.pairs():
            for number, (one, other) in enumerate(zip(english, parts(text))):
                with self.subTest(name=name, part=number):
                    self.assertEqual(*(sorted(re.findall(r'\b[A-Z]{2}-\d+', text)) for text in (other, one)))

    def test_lines_fit_a_terminal(self):
        texts = [(game, read(os.path.join(RULES, game))) for game in GAMES]
        texts += [(name, text) for name, _, text in self.pairs()]
        for name, text in texts:
            for number, line in enumerate(text.split('\n'), 1):
                if width(line) > COLUMNS:
                    with self.subTest(name=name, line=number):
                        self.fail(f'docs/rules/{name}:{number} has {width(line)} columns; at most {COLUMNS} fit')
            with self.subTest(name=name):
                self.assertTrue(text.endswith('\n') and not text.endswith('\n\n'),
                                f'docs/rules/{name}: end the last line, and add no empty one')


if __name__ == '__main__':
    unittest.main()
