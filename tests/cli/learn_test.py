"""The learner (tools/learn), through the program itself: it prints what the sources
contain, or the same form, and the same seed learns the same."""
import os
import pty
import re
import signal
import subprocess
import time
import unittest

from common import ROOT, FolderCase, parlor

LEARN = os.environ['LEARN']


def source(name):
    with open(os.path.join(ROOT, 'src', 'bots', name), encoding='utf-8') as file:
        return file.read()


def form(text):
    """The text with every number alike."""
    return re.sub(r'-?\b\d+', '0', text)


class Learner(FolderCase):
    def read(self, name):
        with open(self.path(name), 'rb') as file:
            return file.read()

    def run_it(self, *args):
        return subprocess.run([LEARN, *args], capture_output=True, encoding='utf-8', check=False)

    def output(self, *args):
        done = self.run_it(*args)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def refused(self, code, message, *args):
        done = self.run_it(*args)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(message, done.stderr)
        self.assertEqual(done.stdout, '')

    def records(self, game, games=4):
        path = self.path(game)
        args = [game, '--players', '3', '--games', str(games), '--bots', 'novice', '--seed', '1', '--records', path]
        self.assertEqual(parlor('sim', *args, '--quiet').returncode, 0)
        return path

    def goes_on(self, *args):
        """A lesson that is interrupted again and again prints what one does that is not. Returns what that is."""
        whole = self.output(*args)
        interrupts = 0
        while True:
            with subprocess.Popen([LEARN, *args, '--checkpoint', self.path('kept')], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, encoding='utf-8') as run:
                if interrupts < 2:
                    time.sleep(0.05)  # any other time does as well
                    run.send_signal(signal.SIGINT)
                text, _ = run.communicate()
            if run.returncode == 0:
                break
            interrupts += 1
        self.assertEqual(text, whole)
        return whole

    def interrupted(self, *args):
        """What is printed if Ctrl-C is pressed as soon as there is progress to be seen."""
        ours, theirs = pty.openpty()
        with subprocess.Popen([LEARN, *args], stdout=subprocess.PIPE, stderr=theirs, encoding='utf-8',
                              env={**os.environ, 'TERM': 'xterm'}) as run:  # a dumb one gets no progress
            os.close(theirs)
            seen = b''
            while b' of 1000000' not in seen:
                seen += os.read(ours, 4096)
            run.send_signal(signal.SIGINT)
            while b'interrupted; ' not in seen:
                seen += os.read(ours, 4096)
            text, _ = run.communicate()
            os.close(ours)
            self.assertEqual(run.returncode, 1)
        return text


class Scout(Learner):
    quick = ('scout', '--steps', '2', '--deals', '2')

    def test_what_the_bot_has(self):
        self.assertEqual(self.output('scout', '--go-on', '--steps', '0'), source('scout_leanings.h'))

    def test_learns(self):
        first = self.output(*self.quick)
        self.assertEqual(form(first), form(source('scout_leanings.h')))
        self.assertEqual(self.output(*self.quick), first)
        self.assertNotEqual(self.output(*self.quick, '--seed', '2'), first)

    def test_compares(self):
        done = self.run_it(*self.quick, '--compare', '2')
        self.assertEqual([line.split(':')[0] for line in done.stderr.splitlines()],
                         [f'{players} players' for players in range(2, 6)])
        self.assertEqual(done.stdout, self.output(*self.quick))

    def test_interrupt(self):
        text = self.interrupted('scout', '--deals', '1', '--steps', '1000000')
        self.assertEqual(form(text), form(source('scout_leanings.h')))

    def test_goes_on(self):
        self.goes_on('scout', '--deals', '20', '--steps', '40', '--average', '50')
        self.refused(1, 'not a lesson of this command', *self.quick, '--checkpoint', self.path('kept'))

    def test_lost(self):
        for longest in ('1e6', '1e38'):
            self.refused(1, 'no longer numbers', *self.quick, '--longest', longest)

    def test_wrong_arguments(self):
        self.refused(2, 'did you mean --steps?', 'scout', '--step', '3')
        self.refused(2, 'weights: only options', 'scout', 'weights')
        self.refused(2, 'there is no command scuot; did you mean scout?', 'scuot')


class ScoutImitates(Learner):
    def test_learns(self):
        records = self.records('scout', 10)
        run = ('scout-imitate', records, '--steps', '20', '--name', 'scout_leanings')
        done = self.run_it(*run)
        before, after = re.search(r'more players: .* ([\d.]+) before, ([\d.]+) after\n', done.stderr).groups()
        self.assertLess(float(after), float(before))
        self.assertEqual(form(done.stdout), form(source('scout_leanings.h')))
        self.assertEqual(self.output(*run), done.stdout)
        self.assertNotEqual(self.output(*run, '--seed', '2'), done.stdout)
        two_players = done.stdout.partition('    },\n')[0]
        self.assertIn(two_players, source('scout_leanings.h'))  # of whom there are no games

    def test_interrupt(self):
        self.assertEqual(self.interrupted('scout-imitate', self.records('scout', 10), '--steps', '1000000'), '')

    def test_wrong_arguments(self):
        self.refused(2, 'which records', 'scout-imitate')
        self.refused(2, 'small letters', 'scout-imitate', os.devnull, '--name', 'A B')
        self.refused(1, 'not a game of SCOUT', 'scout-imitate', self.records('bridesmaid'))


class Sparrows(Learner):
    quick = ('sparrows', '--rounds', '300')

    def test_learns(self):
        first = self.output(*self.quick)
        self.assertEqual(form(first), form(source('sparrows_experience.h')))
        self.assertEqual(self.output(*self.quick), first)
        self.assertNotEqual(self.output(*self.quick, '--seed', '2'), first)

    def test_interrupt(self):
        self.assertEqual(self.interrupted('sparrows', '--rounds', '1000000'), '')

    def test_wrong_arguments(self):
        self.refused(2, '--rounds', 'sparrows', '--rounds', '0')
        self.refused(2, 'weights: only options', 'sparrows', 'weights')


class Bannish(Learner):
    quick = ('bannish', '--games', '2', '--simulations', '50', '--rounds', '1')

    def test_learns(self):
        first = self.output(*self.quick)
        self.assertEqual(form(first), form(source('bannish_network.h')))
        self.assertEqual(self.output(*self.quick, '--threads', '1'), first)
        self.assertNotEqual(self.output(*self.quick, '--seed', '2'), first)

    def test_interrupt(self):
        self.assertEqual(self.interrupted('bannish', '--games', '1000000', '--simulations', '50'), '')

    def test_wrong_arguments(self):
        self.refused(2, '--games', 'bannish', '--games', '0')
        self.refused(2, 'weights: only options', 'bannish', 'weights')


class Bridesmaid(Learner):
    def test_what_the_bot_has(self):
        self.assertEqual(self.output('bridesmaid-write'), source('bridesmaid_networks.h'))

    def test_learns(self):
        records = self.records('bridesmaid')
        for name, seed in {'a': '1', 'b': '1', 'c': '2'}.items():
            first, second = self.path(name), self.path(name + '2')
            self.output('bridesmaid', first, '--steps', '2', '--seed', seed)
            self.output('bridesmaid-imitate', first, second, records, '--steps', '2', '--seed', seed)
        self.assertEqual(self.read('a'), self.read('b'))
        self.assertEqual(self.read('a2'), self.read('b2'))
        self.assertEqual(len({self.read(name) for name in ('a', 'a2', 'c', 'c2')}), 4)
        text = self.output('bridesmaid-write', '1', self.path('a'), self.path('a2'), self.path('c2'))
        self.assertEqual(form(text), form(source('bridesmaid_networks.h')))

    def test_compares(self):
        done = self.run_it('bridesmaid', self.path('a'), '--steps', '1', '--compare', '8')
        self.assertEqual(len(re.findall(r' wins [\d.]+ \+- [\d.]+ % of 8 games\n', done.stderr)), 2, done.stderr)

    def test_interrupt(self):
        self.interrupted('bridesmaid', self.path('a'), '--steps', '1000000')
        self.interrupted('bridesmaid-imitate', self.path('a'), self.path('b'), self.records('bridesmaid'),
                         '--steps', '1000000')
        self.output('bridesmaid-write', '1', '2', self.path('a'), self.path('b'))

    def test_wrong_arguments(self):
        self.refused(2, 'which file', 'bridesmaid')
        self.refused(2, 'and records', 'bridesmaid-imitate', 'a', 'b')
        self.refused(2, '4 networks', 'bridesmaid-write', 'a')
        self.refused(1, 'No such file', 'bridesmaid-write', self.path('a'), 'b', 'c', '5')

    def test_goes_on(self):
        run = ('bridesmaid', self.path('a'), '--steps', '30')
        self.goes_on(*run)
        once = self.read('a')
        self.output(*run)
        self.assertEqual(self.read('a'), once)
        self.refused(1, 'not a lesson of this command', *run, '--seed', '2', '--checkpoint', self.path('kept'))

    def test_lost(self):
        self.refused(1, 'no longer numbers', 'bridesmaid', self.path('a'), '--steps', '3', '--longest', '1e38')
        self.assertFalse(os.path.exists(self.path('a')))

    def test_wrong_files(self):
        self.output('bridesmaid', self.path('a'), '--steps', '1')
        self.refused(1, 'no weights', 'bridesmaid-write', '1', '2', '3', __file__)
        for records, message in ((self.records('scout'), 'not a game of Always a Bridesmaid'), (__file__, 'line 1'),
                                 (os.devnull, 'too few')):
            self.refused(1, message, 'bridesmaid-imitate', self.path('a'), self.path('b'), records)
        self.assertFalse(os.path.exists(self.path('b')))


if __name__ == '__main__':
    unittest.main()
