"""parlor puzzles, through the program itself."""
import json
import os
import signal
import subprocess
import unittest

from common import PARLOR, FolderCase, parlor

KEYS = ['game', 'players', 'options', 'seed', 'moves', 'seat', 'best', 'second', 'margin', 'error', 'worlds', 'values',
        'theme', 'difficulty', 'novice', 'club']
FEW = ['bridesmaid', '--bot', 'novice', '--seed', '5', '--count', '2']


class Puzzles(FolderCase):
    def refused(self, code, message, *args):
        done = parlor('puzzles', *args)
        self.assertEqual((done.returncode, done.stdout), (code, ''), done.stderr)
        self.assertIn(message, done.stderr)

    def test_lines(self):
        done = parlor('puzzles', *FEW, '--threads', '2')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        found = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([list(puzzle) for puzzle in found], [KEYS, KEYS])
        again = parlor('puzzles', *FEW, '--threads', '1', '--out', self.path('found'))
        self.assertEqual((again.returncode, again.stdout), (0, ''))
        with open(self.path('found'), encoding='utf-8') as file:
            self.assertEqual(file.read(), done.stdout)

    def test_difficulty(self):
        for difficulty in (1, 3):
            done = parlor('puzzles', 'bannish', '--bot', 'novice', '--seed', '1', '--count', '2',
                          '--difficulty', str(difficulty))
            self.assertEqual((done.returncode, done.stderr), (0, ''))
            self.assertEqual([json.loads(line)['difficulty'] for line in done.stdout.splitlines()], [difficulty] * 2)

    def test_records(self):
        path = self.path('found')
        self.assertEqual(parlor('puzzles', *FEW, '--out', path).returncode, 0)
        done = parlor('puzzles', '--records', path)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertEqual(done.stdout.count('"parlor":1'), 2)
        checked = parlor('replay', '-', text=done.stdout)
        self.assertEqual((checked.returncode, checked.stderr), (0, ''))
        with open(path, 'a', encoding='utf-8') as file:
            file.write('{"game":"chess"}\n')
        done = parlor('puzzles', '--records', path)
        self.assertEqual(done.returncode, 1)
        self.assertIn('line 3, column', done.stderr)

    def test_refused(self):
        self.refused(2, 'which game')
        self.refused(2, 'chess', 'chess')
        self.refused(2, '--count', 'scout', '--count', '0')
        self.refused(2, '--difficulty 4: must be a number from 0 to 3', 'scout', '--difficulty', '4')
        self.refused(2, 'nobody', 'scout', '--bot', 'nobody')
        self.refused(2, 'players', 'scout', '--players', '1')
        self.refused(2, 'colour', 'scout', 'colour=red')
        self.refused(2, '--seed', 'scout', '--seed', 'xyz')
        self.refused(2, 'from the file', 'scout', '--records', self.path('none'))
        self.refused(1, 'No such file', '--records', self.path('none'))
        self.refused(1, 'No such file', *FEW, '--out', self.path('none/found'))
        with open(self.path('mine'), 'w', encoding='utf-8') as file:
            file.write('mine')
        self.refused(1, 'does not overwrite', *FEW, '--out', self.path('mine'))
        self.assertEqual(os.path.getsize(self.path('mine')), 4)

    def test_interrupted(self):
        """What was found is kept, as whole lines."""
        with subprocess.Popen([PARLOR, 'puzzles', 'bridesmaid', '--bot', 'novice', '--count', '100000'],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
            first = running.stdout.readline()
            running.send_signal(signal.SIGINT)
            rest, said = running.communicate(timeout=120)
        self.assertEqual(running.returncode, 1)
        self.assertIn('interrupted after ', said)
        for line in [first, *rest.splitlines(keepends=True)]:
            self.assertEqual(line[-1], '\n')
            json.loads(line)


if __name__ == '__main__':
    unittest.main()
