"""The examples for Python and the comparison, each in a short form."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PARLOR = os.environ['PARLOR']


class Examples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_python(self, *words):
        done = subprocess.run([sys.executable, *words], cwd=ROOT, text=True, capture_output=True, check=False,
                              env={**os.environ, 'OMP_NUM_THREADS': '1'})  # threads that wait for each other cost time
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_ppo_learns_and_its_policy_plays_in_the_arena(self):
        policy = os.path.join(self.folder, 'policy.npz')
        told = self.run_python('examples/python/ppo.py', 'bridesmaid', '--decisions', '16384', '--games', '128',
                               '--length', '64', '--width', '32', '--piece', '1024', '--check', '300', '--out', policy)
        share = float(told.splitlines()[-1].split('wins ')[1].split(' %')[0])
        print(f'after {told.splitlines()[-1].strip()}')
        self.assertGreater(share, 30)  # an even share is a quarter
        bot = f'cmd:{sys.executable} examples/python/policy_bot.py {policy}'
        done = subprocess.run([PARLOR, 'arena', 'bridesmaid', '--bots', f'{bot},random', '--deals', '4',
                               '--seed', '1', '--json'], cwd=ROOT, text=True, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertEqual(json.loads(done.stdout)['games'], 16)
        wrong = subprocess.run([sys.executable, 'examples/python/policy_bot.py', policy], cwd=ROOT, text=True,
                               input='parlor-bot 1\nnew scout 3 0\n', capture_output=True, check=False)
        self.assertIn('this policy plays bridesmaid', wrong.stderr)

    def test_the_code_of_the_documentation_runs(self):
        with open(os.path.join(ROOT, 'docs', 'python.md'), encoding='utf-8') as file:
            blocks = re.findall(r'```python\n(.*?)```', file.read(), re.DOTALL)
        blocks = [block for block in blocks if 'parlor.cluster' not in block]  # cluster_test.py has a cluster
        self.assertEqual(len(blocks), 7)
        shorter = {'"club"': '"novice"', 'range(1000)': 'range(10)', 'range(30)': 'range(1)',
                   'max_simulations=100': 'max_simulations=5'}
        text = '\n'.join(blocks)
        for long, short in shorter.items():
            self.assertIn(long, text)
            text = text.replace(long, short)
        done = subprocess.run([sys.executable, '-W', 'error', '-c', text], cwd=self.folder, text=True,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(os.path.exists(os.path.join(self.folder, 'game.jsonl')))

    def test_distributions(self):
        picture = os.path.join(self.folder, 'picture.svg')
        told = self.run_python('examples/python/distributions.py', '--games', '10', '--out', picture)
        self.assertEqual(told.count('points on average'), 10)
        with open(picture, encoding='utf-8') as file:
            self.assertIn('<svg', file.read())

    def test_comparison(self):
        rows = self.run_python('bench/python_compare.py', '--seconds', '0.01').splitlines()
        self.assertEqual(len(rows), 2 + 5 * 3 + 6)
        for row in rows[2:]:
            self.assertGreater(int(row.split('|')[-2].replace(',', '')), 0, row)


if __name__ == '__main__':
    unittest.main()
