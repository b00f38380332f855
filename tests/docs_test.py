"""The documentation: every link, picture and anchor of every text leads somewhere, every path that a text names is
there, and the site (mkdocs.yml) has all pages.

Needs nothing but Python 3.9. tests/site_test.py builds the site itself."""
import fnmatch
import os
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../tools'))
import links

ROOT = links.ROOT

# Words in capitals stand for something: src/rules/GAME.c, words/TAG/common.txt.
STANDS_FOR = re.compile(r'(?<![A-Z])(GAME|TAG|NAME|DIR|FILE|LANGUAGE)(?![A-Z])')
KINDS = tuple('.c .h .css .json .md .mjs .py .pyi .sh .svg .toml .ts .tsx .txt .yml'.split())
NOT_OURS = {'.git', '.hypothesis', 'native', 'node_modules'}
HISTORY = {'CHANGELOG.md'}  # tells of files that are gone


def texts():
    """Returns the Markdown of the tree: a dict from paths to texts."""
    found = {}
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if not name.startswith('build') and name not in NOT_OURS]
        for name in names:
            if name.endswith('.md'):
                path = ROOT / folder / name
                found[path.relative_to(ROOT).as_posix()] = path.read_text(encoding='utf-8')
    return found


def faults(name, text, all_texts):
    """Returns what is wrong with the links of a text, a line each."""
    found = []
    for link in links.links(text):
        target = link['target']
        if links.is_outside(target):
            continue
        path, anchor = links.resolve(name, target)
        if not (ROOT / path).exists():
            found.append(f'{name}: {target} leads nowhere')
        elif anchor and anchor not in links.anchors(all_texts.get(path, '')):
            found.append(f'{name}: {target}: no heading has that anchor')
    # A link of the form [text][label] would be shown as it is typed.
    found += [f'{name}: [{label[1]}] is not a link' for label in
              re.finditer(r'\]\[([^\]]*)\]', links.without_code(text))]
    if name not in HISTORY:
        found += [f'{name}: there is no `{code[2]}`' for code in links.paths_in_code(text) if is_missing(code[2])]
    return found


def is_missing(path):
    """Tells whether code is a path of the tree and there is no such file."""
    first = path.split('/', 1)[0]
    if STANDS_FOR.search(path) or first.startswith('build'):
        return False
    ours = path.endswith(KINDS) or ((ROOT / first).is_dir() and first != 'data')
    return ours and not links.named(path)


def navigation():
    """Returns the pages that mkdocs.yml lists."""
    lines = (ROOT / 'mkdocs.yml').read_text(encoding='utf-8').partition('\nnav:\n')[2]
    return re.findall(r'^ +- (?:[^:\n]+: )?([\w./-]+\.md)$', lines, flags=re.MULTILINE)


class Links(unittest.TestCase):
    maxDiff = None

    def test_every_link_picture_and_path_leads_somewhere(self):
        all_texts = texts()
        self.assertIn('docs/rules/scout.md', all_texts)
        found = [fault for name, text in sorted(all_texts.items()) for fault in faults(name, text, all_texts)]
        self.assertEqual(found, [])

    def test_what_is_found(self):
        good = ('[a](web.md) ![b](pictures/web-front.jpg) [c](#d-e) [f](https://example.org) `rules/GAME.c`\n\n## D e\n'
                '<img src="pictures/web-front.jpg"> `<a href="no.md">`')
        self.assertEqual(faults('docs/style.md', good, {'docs/style.md': good}), [])
        for bad in ('[a](nothing.md)', '![a](pictures/nothing.jpg)', '[a](#nowhere)', '[a](style.md#nowhere)',
                    '[![a](nothing.png)](style.md)', '[a][b]', '`docs/nothing.md`', '`rules/nothing.c`',
                    '- see\n    [a](no.md)', '<img alt="a" src="no.png">', '<a href="no.md">b</a>'):
            self.assertEqual(len(faults('docs/x.md', bad, {'docs/style.md': ''})), 1, bad)
        for code in ('    [a](nothing.md)', '```\n[a](nothing.md)\n```', '`[a](nothing.md)`', '`3/7`', '`DIR/a.csv`'):
            self.assertEqual(faults('docs/x.md', code, {}), [], code)

    def test_anchors_are_those_of_hosts(self):
        self.assertEqual(links.anchors("# What's `parlor x`?\n## Über – uns\n## A\n## A\n    # code\n"),
                         {'whats-parlor-x', 'über--uns', 'a', 'a-1'})


class Site(unittest.TestCase):
    def test_every_page_is_in_the_navigation(self):
        # tools/docs_site.py adds the rules, whatever the games and languages are.
        pages = sorted(str(path.relative_to(ROOT / 'docs')) for path in (ROOT / 'docs').glob('**/*.md')
                       if path.parent.name != 'rules' and path.parent.parent.name != 'rules')
        listed = navigation()
        self.assertEqual([page for page in pages if page not in listed], [],
                         'add these pages below `nav` in mkdocs.yml')
        self.assertEqual(len(listed), len(set(listed)), 'mkdocs.yml lists a page twice')

    def test_every_page_of_the_navigation_is_there(self):
        made = {'index.md', 'rules/index.md', 'api/c.md', 'api/python.md'}  # by tools/docs_site.py
        self.assertEqual([page for page in navigation() if page not in made
                          and not (ROOT / 'docs' / page).is_file() and not (ROOT / page).is_file()], [])

    def test_every_picture_is_shown_and_has_its_command(self):
        all_texts = texts()
        shown = {links.resolve(name, link['target'])[0] for name, text in all_texts.items()
                 for link in links.links(text) if link['mark']}
        explained = {code[2] for name, text in all_texts.items() if name.startswith('docs/')
                     for cell in re.findall(r'^\|([^|]*)\|', links.prose(text), flags=re.MULTILINE)
                     for code in links.CODE.finditer(cell)}
        for picture in sorted((ROOT / 'docs/pictures').iterdir()):
            path = f'docs/pictures/{picture.name}'
            self.assertIn(path, shown, 'no page shows this picture')
            self.assertTrue(any(fnmatch.fnmatch(path, pattern) or fnmatch.fnmatch(picture.name, pattern)
                                for pattern in explained),
                            f'no row of a table below docs/, such as those of docs/figures.md, says how {path} is made')


if __name__ == '__main__':
    unittest.main()
