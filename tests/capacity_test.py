"""bench/scale.py, the simulation of many players: it must keep every choice, follow the costs that it is given, and say
the same each time. The figures are made up here."""
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'bench', 'scale.py')
ROW = {'actions_per_s': 400, 'servers': 1, 'server_us': 500, 'database_us': 100, 'events_per_commit': 2,
       'commits': [['0.002', 3], ['0.005', 1]], 'quantiles_ms': list(range(101))}


def module():
    spec = importlib.util.spec_from_file_location('capacity', PROGRAM)
    it = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(it)
    return it


def simulate(rate, nodes, lanes=4, **changed):
    return module().simulate(rate, nodes, {**ROW, **changed}, lanes, 2.0)


class Capacity(unittest.TestCase):
    def test_same_seed_same_figures(self):
        self.assertEqual(simulate(300, 2), simulate(300, 2))

    def test_work_is_shared_among_nodes(self):
        one, four = simulate(800, 1), simulate(800, 4)
        self.assertEqual(one['choices'], four['choices'])
        self.assertAlmostEqual(one['node_busy'], 4 * four['node_busy'], delta=0.02)
        self.assertAlmostEqual(one['node_busy'], one['choices'] / 2 * 500e-6 * 0.8, delta=0.02)

    def test_nothing_is_told_before_its_commit(self):
        self.assertGreaterEqual(simulate(50, 1, commits=[['0.003', 1]], server_us=0.001)['p50_ms'], 1)

    def test_a_full_node_falls_behind(self):
        easy, full = simulate(500, 1), simulate(4000, 1)
        self.assertGreater(full['p99_ms'], 10 * easy['p99_ms'])
        self.assertGreater(full['events_per_commit'], easy['events_per_commit'])

    def test_commits_wait_for_the_database(self):
        many, one = simulate(2000, 8, lanes=8), simulate(2000, 8, lanes=1)
        self.assertGreater(one['p50_ms'], many['p50_ms'])

    def run_with(self, *args):
        with tempfile.NamedTemporaryFile('w', suffix='.json', encoding='utf-8') as file:
            json.dump({'rows': {'sqlite': {'usual': ROW}, 'boardgame.io': {'most': {}}}}, file)
            file.flush()
            return subprocess.run([sys.executable, PROGRAM, '--figures', file.name, '--seconds', '1', *args],
                                  capture_output=True, encoding='utf-8', check=False)

    def test_program(self):
        foretold = self.run_with()
        self.assertEqual(foretold.returncode, 0, foretold.stderr)
        self.assertIn('| sqlite | 400 | 50.0, 99.0 ms |', foretold.stdout)
        many = self.run_with('--row', 'sqlite', '--players', '8000', '--think', '4', '--nodes', '2')
        self.assertEqual(many.returncode, 0, many.stderr)
        self.assertIn('8,000 players at 2,000 tables: 500 choices/s', many.stdout)
        uneven = self.run_with('--row', 'sqlite', '--players', '8000', '--nodes', '3', '--databases', '2')
        self.assertEqual(uneven.returncode, 2)


if __name__ == '__main__':
    unittest.main()
