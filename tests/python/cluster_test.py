"""parlor.cluster on real Dask workers, which are killed in the middle of their shards."""
import json
import logging
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import dask
from distributed import Client, LocalCluster

import parlor.cluster

PARLOR = os.environ['PARLOR']
PATIENCE = 120  # seconds: nothing takes that long unless it hangs
LAB = {'bots': 'novice', 'deals': 60, 'skill': 8, 'vary': 'players=3,4'}
ARENA = {'bots': 'novice,random', 'deals': 8, 'seed': 3, 'players': 3}

# A parlor that, the first time it is given one of these shards, begins to play it and then kills the worker that it
# works for.
KILLER = '''#!/bin/sh
case "$*" in *--shard\\ [{shards}]/*) ;; *) exec {parlor} "$@" ;; esac
shard=${{*#*--shard }}
if ! mkdir "{folder}/killed-${{shard%%/*}}" 2>/dev/null; then exec {parlor} "$@"; fi
{parlor} "$@" &
kill -9 $PPID
wait
'''


def alone(*words):
    return subprocess.run([PARLOR, *words], check=True, capture_output=True, encoding='utf-8').stdout


class Cluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.scratch = folder.name
        dask.config.set(temporary_directory=folder.name)
        cls.cluster = LocalCluster(n_workers=0, dashboard_address=None, silence_logs=logging.CRITICAL)
        cls.addClassCleanup(cls.cluster.close)
        cls.client = Client(cls.cluster)
        cls.addClassCleanup(cls.client.close)
        cls.workers = []
        cls.addClassCleanup(cls.dismiss)

    @classmethod
    def dismiss(cls):
        for worker in cls.workers:
            worker.kill()
            worker.wait()

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def hire(self, count):
        """Starts workers until there are that many. Nobody starts one again that is killed."""
        alive = [worker for worker in self.workers if worker.poll() is None]
        for _ in range(count - len(alive)):
            self.workers.append(subprocess.Popen(
                [sys.executable, '-m', 'distributed.cli.dask_worker', self.cluster.scheduler_address, '--no-nanny',
                 '--nthreads', '1', '--no-dashboard', '--local-directory', self.scratch],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        self.client.wait_for_workers(count, timeout=PATIENCE)

    def killer(self, shards):
        program = self.folder / 'parlor'
        program.write_text(KILLER.format(parlor=PARLOR, folder=self.folder, shards=shards), encoding='utf-8')
        program.chmod(stat.S_IRWXU)
        return str(program)

    def killed(self):
        return sorted(path.name for path in self.folder.glob('killed-*'))

    def test_lab(self):
        whole, out = self.folder / 'whole', self.folder / 'deep' / 'out'
        alone('lab', 'bridesmaid', '--bots', 'novice', '--deals', '60', '--skill', '8', '--vary', 'players=3,4',
              '--out', str(whole))
        self.hire(3)
        figures = parlor.cluster.lab(self.client, 'bridesmaid', out, shards=5, program=self.killer('23'), **LAB)
        self.assertEqual(self.killed(), ['killed-2', 'killed-3'])
        for name in ('index.html', 'results.json', 'results.csv'):
            self.assertEqual((out / name).read_bytes(), (whole / name).read_bytes(), name)
        self.assertEqual(figures, json.loads((whole / 'results.json').read_bytes()))
        (out / 'shard-4-of-5').unlink()  # whatever is there is not played again
        before = (out / 'shard-1-of-5').stat().st_mtime_ns
        parlor.cluster.lab(self.client, 'bridesmaid', out, shards=5, program=PARLOR, **LAB)
        self.assertEqual((out / 'shard-1-of-5').stat().st_mtime_ns, before)
        self.assertEqual((out / 'results.json').read_bytes(), (whole / 'results.json').read_bytes())
        with self.assertRaisesRegex(parlor.cluster.ClusterError, 'belongs to another lab'):
            parlor.cluster.lab(self.client, 'bridesmaid', out, shards=5, program=PARLOR, **LAB | {'deals': 61})

    def test_arena(self):
        words = ['arena', 'bannish', '--bots', 'novice,random', '--deals', '8', '--seed', '3', '--players', '3',
                 'stars=equal', '--json']
        self.hire(2)
        told = parlor.cluster.arena(self.client, 'bannish', shards=4, program=self.killer('2'), stars='equal', **ARENA)
        self.assertEqual(self.killed(), ['killed-2'])
        self.assertEqual(told, json.loads(alone(*words)))
        kept = self.folder / 'kept'
        told = parlor.cluster.arena(self.client, 'bannish', shards=2, state=kept, program=PARLOR, stars='equal',
                                    **ARENA)
        self.assertEqual(told, json.loads(alone(*words)))
        self.assertEqual(sorted(os.listdir(kept)), ['shard-1-of-2', 'shard-2-of-2'])

    def test_what_goes_wrong_is_said_once(self):
        self.hire(1)
        for message, changes in (('parlor lab: there is no bot called cub; did you mean club', {'bots': 'cub'}),
                                 ('there is no program nowhere/parlor on ', {'program': 'nowhere/parlor'})):
            with self.assertRaisesRegex(parlor.cluster.ClusterError, '^shard [12]/2: ' + message):
                parlor.cluster.lab(self.client, 'bannish', self.folder / 'out', shards=2,
                                   **{'program': PARLOR, 'deals': 2} | changes)

    def test_without_dask(self):
        code = 'import sys; sys.modules["distributed"] = None\nimport parlor.cluster'
        done = subprocess.run([sys.executable, '-c', code], capture_output=True, encoding='utf-8', check=False)
        self.assertEqual(done.stderr.splitlines()[-1],
                         'ImportError: parlor.cluster needs Dask: pip install distributed')


if __name__ == '__main__':
    unittest.main()
