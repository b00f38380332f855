"""parlor lab, through the program itself."""
import json
import os
import shutil
import signal
import subprocess
import time
import unittest

from common import PARLOR, FolderCase, all_games, parlor
from scale import scaled


def read(*path):
    with open(os.path.join(*path), 'rb') as file:
        return file.read()


def figures(folder):
    return json.loads(read(folder, 'results.json'))


def estimates(tree):
    """All estimates of a tree of figures."""
    if isinstance(tree, dict):
        if set(tree) == {'mean', 'low', 'high', 'n'}:
            yield tree
        else:
            for below in tree.values():
                yield from estimates(below)
    elif isinstance(tree, list):
        for below in tree:
            yield from estimates(below)


class Lab(FolderCase):
    def lab(self, name, *args):
        folder = self.path(name)
        done = parlor('lab', *args, '--out', folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return folder

    def same(self, one, other):
        for name in ('results.json', 'results.csv'):
            self.assertEqual(read(one, name), read(other, name), name)

    def refused(self, code, message, *args):
        done = parlor('lab', *args)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(message, done.stderr)
        self.assertEqual(done.stdout, '')

    def test_threads_change_nothing(self):
        for game in scaled(all_games()[:2], all_games(), all_games()):
            deals = '33' if game['id'] != 'sparrows' else '4'
            args = [game['id'], '--bots', 'novice', '--deals', deals, '--skill', '5']
            one = self.lab(game['id'] + '1', *args, '--threads', '1')
            self.same(one, self.lab(game['id'] + '3', *args, '--threads', '3'))

    def test_games_are_those_of_sim(self):
        """With bots that search: novices have no manners in the lab."""
        for game in ('bannish', 'belle', 'bridesmaid', 'scout'):
            with self.subTest(game):
                args = [game, '--bots', 'club', '--seed', 'ab', '--players', '3']
                sim = json.loads(parlor('sim', *args, '--games', '12', '--json').stdout)
                lab = figures(self.lab(game, *args, '--deals', '12', '--skill', '0'))['variants'][0]['figures']
                self.assertEqual(lab['games'], 12)
                self.assertAlmostEqual(lab['length']['decisions']['mean']['mean'], sim['decisions']['mean'], places=3)
                for seat in range(3):
                    self.assertAlmostEqual(lab['seats'][seat]['wins']['mean'], sim['seats'][seat]['wins'], places=5)
                    self.assertAlmostEqual(lab['seats'][seat]['points']['mean'], sim['seats'][seat]['points'], places=3)

    def stopped(self, number, folder, *args):
        """A lab that a signal ends after some deals; its exit code and what it said. One that was at its end by
        then is begun again."""
        for _ in range(20):
            with subprocess.Popen([PARLOR, 'lab', *args, '--out', folder], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, text=True) as run:
                while run.poll() is None and not os.path.exists(os.path.join(folder, 'sums-0')):
                    time.sleep(0.005)
                run.send_signal(number)
                errors = run.communicate()[1]
            if run.returncode != 0 and not os.path.exists(os.path.join(folder, 'results.json')):
                return run.returncode, errors
            shutil.rmtree(folder)
        return self.fail('it does not end')

    def test_goes_on_after_it_was_killed(self):
        args = ['bridesmaid', '--bots', 'random', '--deals', '40000', '--skill', '0', '--threads', '2']
        whole, folder = self.lab('whole', *args), self.path('killed')
        self.stopped(signal.SIGKILL, folder, *args)
        again = parlor('lab', *args, '--out', folder)
        self.assertIn('of them found in', again.stdout)
        self.same(whole, folder)

    def test_goes_on_after_ctrl_c(self):
        args = ['bridesmaid', '--bots', 'random', '--deals', str(scaled(10000, 40000, 40000)), '--skill', '0']
        folder = self.path('stopped')
        code, errors = self.stopped(signal.SIGINT, folder, *args)
        self.assertIn('run the same command again to continue', errors)
        self.assertEqual(code, 1)
        parlor('lab', *args, '--out', folder)
        self.same(folder, self.lab('whole', *args))

    def test_damaged_work_is_done_again(self):
        args = ['bannish', '--bots', 'random', '--deals', '50', '--skill', '0']
        folder = self.lab('damaged', *args)
        before = read(folder, 'results.json')
        path = os.path.join(folder, 'sums-0')
        damaged = bytearray(read(path))
        damaged[len(damaged) // 2] ^= 1
        with open(path, 'wb') as file:
            file.write(damaged)
        again = parlor('lab', *args, '--out', folder)
        self.assertNotIn('found', again.stdout)
        self.assertEqual(read(folder, 'results.json'), before)
        self.assertIn('50 of them found', parlor('lab', *args, '--out', folder).stdout)

    def test_same_rules_do_not_differ(self):
        folder = self.lab('vary', 'bannish', '--bots', 'novice', '--deals', '40', '--skill', '10', '--vary',
                          'stars=inverse;6,5,4,3,2,1;equal')
        same, other = figures(folder)['variants'][1:]
        for it in estimates(same['difference']):
            self.assertIn(it['mean'], (0, None))
            self.assertIn(it['low'], (0, None))
        self.assertTrue(any(it['mean'] for it in estimates(other['difference'])))

    def test_numbers_of_players(self):
        folder = self.lab('players', 'scout', '--bots', 'random', '--deals', '64', '--vary', 'players=3,5')
        results = figures(folder)
        self.assertEqual([len(it['figures']['places']) for it in results['variants']], [3, 5])
        self.assertNotIn('places', results['variants'][1]['difference'])
        self.assertEqual(results['varied'], 'players')

    def test_every_number_has_its_interval_and_is_in_the_csv(self):
        folder = self.lab('belle', 'belle', '--bots', 'novice', '--deals', '64', '--skill', '32')
        numbers = list(estimates(figures(folder)))
        for it in numbers:
            if it['mean'] is not None and it['low'] is not None:
                self.assertLessEqual(it['low'], it['mean'])
                self.assertLessEqual(it['mean'], it['high'])
        lines = read(folder, 'results.csv').decode().splitlines()
        self.assertEqual(lines[0], 'figure,mean,low,high,n')
        self.assertEqual(len(lines) - 1, len(numbers))
        self.assertTrue(all(line.count(',') == 4 for line in lines))
        self.assertEqual(len({line.split(',')[0] for line in lines}), len(lines))

    def test_skill(self):
        folder = self.lab('skill', 'bannish', '--bots', 'novice', '--deals', '32', '--skill', '128')
        skill = figures(folder)['variants'][0]['figures']['skill']
        self.assertEqual([(it['name'], it['against']) for it in skill['ladder']], [('novice', 'random')])
        self.assertGreater(skill['ladder'][0]['wins']['low'], 0.3)
        for parts in (skill['variance']['wins'], skill['variance']['points']):
            self.assertAlmostEqual(sum(it['mean'] for it in parts.values()), 1, places=4)
        self.assertNotIn('skill', figures(self.lab('none', 'bannish', '--bots', 'random'))['variants'][0]['figures'])

    def test_nothing_is_dealt_without_chance(self):
        folder = self.lab('bridesmaid', 'bridesmaid', '--bots', 'novice', '--deals', '32', '--skill', '1000')
        variance = figures(folder)['variants'][0]['figures']['skill']['variance']
        for of in ('wins', 'points'):
            for part in ('deal', 'seat', 'match'):
                self.assertLess(abs(variance[of][part]['mean']), 0.04, (of, part))

    def test_memory_does_not_grow(self):
        def memory(name, deals):
            running = subprocess.Popen([PARLOR, 'lab', 'bridesmaid', '--bots', 'random', '--deals', deals,
                                        '--skill', '0', '--threads', '2', '--out', self.path(name)],
                                       stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(running.pid, 0)
            running.returncode = status
            self.assertEqual(status, 0)
            return usage.ru_maxrss
        few, many = memory('few', '2000'), memory('many', '20000')
        self.assertLess(many, 1.1 * few + 1024)  # kilobytes

    def test_a_directory_belongs_to_one_lab(self):
        folder = self.lab('lab', 'bannish', '--bots', 'random', '--deals', '20')
        self.refused(1, 'belongs to another lab, parlor', 'bannish', '--bots', 'random', '--deals', '21',
                     '--out', folder)
        os.mkdir(self.path('other'))
        with open(self.path('other/file'), 'w', encoding='utf-8') as file:
            file.write('mine')
        self.refused(1, 'something else than a lab', 'bannish', '--bots', 'random', '--out', self.path('other'))
        self.assertEqual(os.listdir(self.path('other')), ['file'])
        self.refused(1, 'Not a directory', 'bannish', '--bots', 'random', '--out', self.path('other/file'))
        self.refused(1, 'No such file', 'bannish', '--bots', 'random', '--out', self.path('none/here'))

    def test_bad_input(self):
        out = ('--out', self.path('nothing'))
        self.refused(2, 'which game?', *out)
        self.refused(2, 'did you mean bannish?', 'banish', *out)
        self.refused(2, 'where do the figures go? --out DIR', 'bannish')
        self.refused(2, 'must be a number from 1', 'bannish', '--deals', '0', *out)
        self.refused(2, 'there is no bot called clubb; did you mean club?', 'bannish', '--bots', 'clubb', *out)
        self.refused(2, '2 bots for 4 seats', 'bannish', '--bots', 'club,novice', *out)
        self.refused(2, '--vary name=value', 'bannish', '--vary', 'stars', *out)
        self.refused(2, '--vary: ', 'bannish', '--vary', 'moons=1,2', *out)
        self.refused(2, 'must be one of off, on', 'sparrows', '--vary', 'upgrades=on,perhaps', *out)
        self.refused(2, 'empty or too long', 'bannish', '--vary', 'stars=', *out)
        self.refused(2, '3 to 5 players, not 9', 'bannish', '--vary', 'players=3,9', *out)
        self.refused(2, 'players', 'bannish', '--players', '9', *out)
        self.refused(2, 'at most 8 values', 'sparrows', '--vary', 'target=1,2,3,4,5,6,7,8,9', *out)
        self.refused(2, '--seed', 'bannish', '--seed', 'xyz', *out)
        self.refused(2, 'random or novice, not club', 'bannish', '--gpu', *out)
        self.assertFalse(os.path.exists(self.path('nothing')))

    def test_without_code_for_gpus(self):
        self.refused(1, 'built without --gpu', 'bannish', '--bots', 'random', '--gpu', '--out', self.path('nothing'))
        self.assertFalse(os.path.exists(self.path('nothing')))


if __name__ == '__main__':
    unittest.main()
