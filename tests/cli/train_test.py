"""tools/train, with lessons of a moment: the same seed makes the same bytes, interrupted or not, and a lesson that
fails writes nothing."""
import hashlib
import json
import os
import signal
import subprocess
import unittest

from common import ROOT, FolderCase

LEARN = os.environ['LEARN']
PROGRAMS = os.path.dirname(LEARN)
TRAIN = os.path.join(ROOT, 'tools', 'train')


class Train(FolderCase):
    def command(self, out, *args, programs=PROGRAMS):
        return [TRAIN, 'scout', '--tiny', '--out', self.path(out), '--programs', programs, *args]

    def train(self, *args, **more):
        return subprocess.run(self.command(*args, **more), capture_output=True, encoding='utf-8', check=False)

    def made(self, out, name='scout_leanings.h'):
        with open(os.path.join(self.path(out), name), 'rb') as file:
            return file.read()

    def trained(self, *args):
        done = self.train(*args)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.made(args[0])

    def test_seed(self):
        first = self.trained('a')
        self.assertEqual(self.trained('b'), first)
        self.assertNotEqual(self.trained('c', '--seed', '2'), first)
        record = json.loads(self.made('a', 'making.json'))
        self.assertEqual(record['header']['sha256'], hashlib.sha256(first).hexdigest())
        self.assertIn('--seed 1', record['steps']['lesson']['command'])
        self.assertIn(record['header']['sha256'], self.made('a', 'making.md').decode())

    def test_interrupted(self):
        whole = self.trained('a')
        with subprocess.Popen(self.command('b'), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              encoding='utf-8') as run:
            while not run.stdout.readline().startswith('lesson: '):
                pass
            run.send_signal(signal.SIGTERM)
            run.communicate()
        self.assertEqual(self.trained('b'), whole)

    def test_done_is_kept(self):
        self.trained('a')
        record = self.made('a', 'making.json')
        self.trained('a')
        self.assertEqual(self.made('a', 'making.json'), record)
        done = self.train('a', '--seed', '2')
        self.assertEqual(done.returncode, 1)
        self.assertIn('choose another --out', done.stderr)

    def test_lost(self):
        os.mkdir(self.path('far'))
        program = self.path('far/learn')  # takes steps that lead to infinity
        with open(program, 'w', encoding='utf-8') as file:
            file.write(f'#!/bin/sh\nexec {LEARN} "$@" --longest 1e38\n')
        os.chmod(program, 0o755)
        done = self.train('a', programs=self.path('far'))
        self.assertEqual(done.returncode, 1)
        self.assertIn('lesson failed: learn: the weights are no longer numbers', done.stderr)
        self.assertFalse(os.path.exists(self.path('a/scout_leanings.h')))


if __name__ == '__main__':
    unittest.main()
