"""The site that `make docs` builds: strictly, whole, and without anything from elsewhere."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent


class Page(HTMLParser):
    """What a page of the site has and asks for."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loaded = set(), set(), set()
        self.feed(path.read_text(encoding='utf-8'))

    def handle_starttag(self, tag, attributes):
        of = dict(attributes)
        self.anchors.add(of.get('id'))
        if tag == 'a' and of.get('href'):
            self.links.add(of['href'])
        elif tag != 'a':
            self.loaded |= {of[name] for name in ('src', 'srcset', 'href') if of.get(name)}


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.site = Path(folder.name)
        built = subprocess.run([sys.executable, '-m', 'mkdocs', '--quiet', 'build', '--strict', '--site-dir', cls.site],
                               cwd=ROOT, capture_output=True, encoding='utf-8', check=False,
                               env=os.environ | {'NO_MKDOCS_2_WARNING': '1'})
        if built.returncode != 0:
            raise AssertionError(built.stdout + built.stderr)
        cls.pages = {path: Page(path) for path in cls.site.glob('**/*.html') if path.name != '404.html'}

    def test_every_link_leads_to_a_page_and_an_anchor_of_it(self):
        broken = []
        for path, page in self.pages.items():
            for target in page.links | page.loaded:
                parts = urlsplit(target)
                if parts.scheme or parts.netloc:
                    continue
                other = (path.parent / unquote(parts.path)).resolve() if parts.path else path
                anchor = unquote(parts.fragment)
                if not other.is_file() or (anchor and anchor not in self.pages[other].anchors):
                    broken.append(f'{path.relative_to(self.site)}: {target}')
        self.assertEqual(broken, [])

    def test_pages_load_nothing_from_elsewhere(self):
        for path, page in self.pages.items():
            outside = {target for target in page.loaded if urlsplit(target).netloc}
            self.assertEqual(outside, set(), path)

    def test_it_has_every_text_and_every_rule(self):
        for path in (ROOT / 'docs').glob('**/*.md'):
            page = self.site / path.relative_to(ROOT / 'docs').with_suffix('.html')
            self.assertIn(page, self.pages)
            if path.parent != ROOT / 'docs':
                rules = re.findall(r'^\*\*([A-Z]{2}-\d+)\b', path.read_text(encoding='utf-8'), flags=re.MULTILINE)
                self.assertLessEqual({rule.lower() for rule in rules}, self.pages[page].anchors, path)
                self.assertTrue(rules, path)

    def test_the_libraries_are_described_whole(self):
        header = (ROOT / 'include/parlor.h').read_text(encoding='utf-8')
        functions = set(re.findall(r'^\w.*?\b(parlor_\w+)\(', header, flags=re.MULTILINE))
        self.assertGreater(len(functions), 50)
        self.assertLessEqual(functions, self.pages[self.site / 'api/c.html'].anchors)
        stub = (ROOT / 'python/parlor/__init__.pyi').read_text(encoding='utf-8')
        names = set(re.findall(r'^class (\w+)', stub, flags=re.MULTILINE))
        anchors = self.pages[self.site / 'api/python.html'].anchors
        self.assertLessEqual(names | {'load', 'State.apply', 'Vector.step', 'parlor.layout'}, anchors)

    def test_it_can_be_searched(self):
        entries = json.loads((self.site / 'search/search_index.json').read_text(encoding='utf-8'))['docs']
        for word in ('parlor_open', 'Auslage', '星', 'SC-22'):
            self.assertTrue(any(word in entry['title'] + entry['text'] for entry in entries), word)
        # Files of the tree would drown the texts.
        self.assertFalse([entry['location'] for entry in entries if entry['location'].startswith('source/')])


if __name__ == '__main__':
    unittest.main()
