"""What an operator sees: the log, and the Grafana dashboard in examples/server."""
import glob
import json
import os
import re
import unittest

from common import ROOT, ServersCase

COUNTED = re.compile(r'(?:rate|increase)\((parlor_\w+)\{[^}]*\}\[')  # how a counter is to be asked about


LOGGED = re.compile(r'\blog_line\("?(\w+)"?,\s*"((?:[^"\\]|\\.)*)"(.*?)\);', re.DOTALL)  # event, format, values


def read(*path):
    with open(os.path.join(ROOT, *path), encoding='utf-8') as file:
        return file.read()


def expressions(tree):
    """Everything in a dashboard that Prometheus is asked."""
    if isinstance(tree, dict):
        yield from (tree[key] for key in ('expr', 'query') if isinstance(tree.get(key), str))
        tree = list(tree.values())
    if isinstance(tree, list):
        for below in tree:
            yield from expressions(below)


class Dashboard(ServersCase):
    @classmethod
    def setUpClass(cls):
        cls.dashboard = json.loads(read('examples', 'server', 'grafana.json'))

    async def test_every_figure_is_one_that_the_server_gives(self):
        said = self.serve().ask('/metrics')[2].decode()
        kinds = dict(re.findall(r'^# TYPE (\w+) (\w+)$', said, re.MULTILINE))
        values = set(re.findall(r'^(\w+) \S+$', said, re.MULTILINE))
        asked = list(expressions(self.dashboard))
        self.assertGreater(len(asked), 20)
        for expression in asked:
            for name in re.findall(r'parlor_\w+', expression):
                with self.subTest(expression, name=name):
                    self.assertIn(name, values)
                    self.assertEqual(kinds[name], 'counter' if name in COUNTED.findall(expression) else 'gauge')

    def test_panels_have_their_own_places(self):
        taken = {}
        panels = self.dashboard['panels']
        self.assertEqual(len({panel['id'] for panel in panels}), len(panels))
        for panel in panels:
            at = panel['gridPos']
            self.assertLessEqual(at['x'] + at['w'], 24, panel['title'])
            for place in ((x, y) for x in range(at['x'], at['x'] + at['w']) for y in range(at['y'], at['y'] + at['h'])):
                self.assertNotIn(place, taken, panel['title'])
                taken[place] = panel['title']


class Log(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.lines = [line for path in sorted(glob.glob('src/server/*.c', root_dir=ROOT)) + ['src/cli/serve.c']
                     for line in LOGGED.findall(read(path))]

    def test_lines_about_a_table_name_it(self):
        self.assertGreater(len(self.lines), 20)
        for event, written, values in self.lines:
            if event.startswith(('table_', 'snapshot_')) or re.search(r'\b(id|example|table)\b', values):
                self.assertIn('table=%s', written, event)

    def test_every_line_is_described(self):
        table = read('docs', 'operating.md').partition('### The log')[2].partition('\n## ')[0]
        described = set(re.findall(r'`(\w+)`', ''.join(re.findall(r'^\|[^|]*', table, re.MULTILINE))))
        logged = {event for event, _, _ in self.lines if event != 'event'}  # live_notice() is told its event
        noticed = set(re.findall(r'live_notice\([^"]*"(\w+)"', ''.join(
            read(path) for path in glob.glob('src/server/*.c', root_dir=ROOT))))
        self.assertEqual((logged | noticed) - described, set(), 'describe them in docs/operating.md, "The log"')


if __name__ == '__main__':
    unittest.main()
