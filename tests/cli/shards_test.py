"""parlor lab and arena cut in shards, through the program itself: what is merged is what one machine writes."""
import os
import shutil
import signal
import subprocess
import time
import unittest

from common import PARLOR, ROOT, FolderCase, parlor
from scale import scaled

LAB = ('bridesmaid', '--bots', 'novice', '--deals', '70', '--skill', '9', '--vary', 'players=3,4')
ARENA = ('bannish', '--bots', 'novice,random', '--deals', '11', '--seed', '5')
FIRST_BOT = 'cmd:' + os.path.join(ROOT, 'examples', 'bots', 'first_bot.sh')


def read(*path):
    with open(os.path.join(*path), 'rb') as file:
        return file.read()


def write(path, content):
    with open(path, 'wb') as file:
        file.write(content)


def checksum(content):
    """The eight bytes at the end of a lab's shard (src/lab/sum.h)."""
    value = 0xcbf29ce484222325
    for byte in content:
        value = (value ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return value.to_bytes(8, 'little')


class ShardCase(FolderCase):
    def done(self, *args):
        it = parlor(*args)
        self.assertEqual(it.returncode, 0, it.stderr)
        return it

    def refused(self, message, *args, code=1):
        it = parlor(*args)
        self.assertEqual(it.returncode, code, it.stderr)
        self.assertIn(message, it.stderr)
        self.assertEqual(it.stderr.count('\n'), code)  # a usage error has a second line: see --help
        self.assertEqual(it.stdout, '')

    def copy(self, name, folder):
        shutil.copytree(folder, self.path(name))
        return self.path(name)

    def refused_when_spoiled(self, shards, name, change, message, *merge):
        """Merges a copy of the shards that was changed; change() gets a function that names its files."""
        folder = self.copy(name, shards)
        change(lambda *path: os.path.join(folder, *path))
        with self.subTest(name):
            self.refused(f'{folder}/{message}', *merge, folder, '--merge')
            self.assertFalse(os.path.exists(os.path.join(folder, 'results.json')))


class Lab(ShardCase):
    def shards(self, name, of, args=LAB):
        """All shards of a lab, played at the same time in one folder."""
        folder = self.path(name)
        running = [subprocess.Popen([PARLOR, 'lab', *args, '--threads', '1', '--out', folder, '--shard', f'{i}/{of}'],
                                    stdout=subprocess.DEVNULL) for i in range(1, of + 1)]
        self.assertEqual([it.wait() for it in running], [0] * of)
        return folder

    def merged(self, folder, args=LAB):
        return self.done('lab', *args, '--out', folder, '--merge')

    def same(self, one, other):
        for name in ('index.html', 'results.json', 'results.csv', 'sums-0', 'lab'):
            self.assertEqual(read(one, name), read(other, name), name)

    def test_merged_shards_are_the_lab_of_one_machine(self):
        whole = self.path('whole')
        self.done('lab', *LAB, '--out', whole)
        for of in scaled((3,), (1, 3, 4), (1, 3, 4)):
            folder = self.shards(f'of {of}', of)
            self.merged(folder)
            self.same(whole, folder)
        self.assertIn('of them found', self.done('lab', *LAB, '--out', folder).stdout)
        self.same(whole, folder)

    def test_more_shards_than_games(self):
        args = ('bannish', '--bots', 'random', '--deals', '2', '--skill', '0')
        whole = self.path('whole')
        self.done('lab', *args, '--out', whole)
        folder = self.shards('shards', 5, args)
        self.merged(folder, args)
        self.same(whole, folder)

    def test_shards_from_other_machines(self):
        """They come as files alone."""
        folder, here = self.shards('there', 2), self.path('here')
        os.mkdir(here)
        for name in ('shard-1-of-2', 'shard-2-of-2'):
            shutil.copy(os.path.join(folder, name), here)
        self.merged(here)
        self.merged(folder)
        self.same(folder, here)

    def killed(self, folder, *args):
        """Kills a shard once it has saved something; one that was at its end by then is begun again."""
        path = os.path.join(folder, 'shard-1-of-2')
        for _ in range(20):
            with subprocess.Popen([PARLOR, 'lab', *args, '--out', folder, '--shard', '1/2'],
                                  stdout=subprocess.DEVNULL) as run:
                while run.poll() is None and not os.path.exists(path):
                    time.sleep(0.002)
                run.kill()
            if run.returncode == -signal.SIGKILL:
                return path
            shutil.rmtree(folder)
        return self.fail('it does not end')

    def test_a_killed_shard_goes_on(self):
        args = ('bridesmaid', '--bots', 'random', '--deals', '60000', '--skill', '0', '--threads', '1')
        folder, other = self.path('killed'), self.path('other')
        path = self.killed(folder, *args)
        self.done('lab', *args, '--out', folder, '--shard', '2/2')
        self.refused(f'{path}: this shard is not finished; run --shard 1/2 again', 'lab', *args, '--out', folder,
                     '--merge')
        self.assertFalse(os.path.exists(os.path.join(folder, 'results.json')))
        self.assertIn('of them found', self.done('lab', *args, '--out', folder, '--shard', '1/2').stdout)
        self.done('lab', *args, '--out', other, '--shard', '1/2')
        self.assertEqual(read(path), read(other, 'shard-1-of-2'))

    def test_one_process_a_shard(self):
        args = ('scout', '--deals', '640', '--threads', '1', '--out', self.path('busy'))
        with subprocess.Popen([PARLOR, 'lab', *args, '--shard', '1/2'], stdout=subprocess.DEVNULL) as run:
            while not os.path.exists(self.path('busy/shard-1-of-2')):
                self.assertIsNone(run.poll())
                time.sleep(0.002)
            for more in (('--shard', '1/2'), ('--merge',), ()):
                self.refused('busy: another process is at work there', 'lab', *args, *more)
            run.kill()

    def test_wrong_merges(self):
        shards = self.shards('shards', 3)
        third = 'shard-3-of-3'

        def refused(*spoiled):
            self.refused_when_spoiled(shards, *spoiled, 'lab', *LAB, '--out')

        refused('missing', lambda at: os.remove(at(third)), f'{third}: this shard is missing; run --shard 3/3')
        refused('two missing', lambda at: [os.remove(at(f'shard-{i}-of-3')) for i in (1, 2)],
                'shard-1-of-3: this shard is missing, and 1 more; run --shard 1/3')
        refused('twice', lambda at: shutil.copy(at('shard-1-of-3'), at(third)), f'{third}: this is shard 1 of 3')
        refused('copied', lambda at: shutil.copy(at(third), at(third + '.copy')),
                f'{third}.copy: this is not the name of a shard')
        refused('two cuts', lambda at: shutil.copy(at(third), at('shard-4-of-4')),
                'shard-4-of-4: one of 4 shards, but shard-1-of-3 is one of 3')
        refused('empty', lambda at: write(at(third), b''), f'{third}: not a shard of a lab')
        refused('foreign', lambda at: write(at(third), b'my notes'), f'{third}: not a shard of a lab')
        refused('cut', lambda at: write(at(third), read(at(third))[:-9]), f'{third}: damaged; run --shard 3/3 again')

        def spoil(at):
            content = bytearray(read(at(third)))
            content[len(content) // 2] ^= 4
            write(at(third), content)
        refused('damaged', spoil, f'{third}: damaged; run --shard 3/3 again')

        def settings(at):
            other = self.shards('of other settings', 3, (*LAB, '--seed', '2'))
            shutil.copy(os.path.join(other, third), at(third))
        refused('settings', settings, f'{third}: a shard of another lab, ')

        def version(at):
            content = read(at(third))[:-8].split(b' ', 2)
            content = b' '.join((b'parlor', b'0.0.9', content[2]))
            write(at(third), content + checksum(content))
        refused('version', version, f'{third}: made by parlor 0.0.9, and this is parlor ')

        def shape(at):
            content = read(at(third))[:-16]
            write(at(third), content + checksum(content))
        refused('shape', shape, f'{third}: not a shard of this lab')

    def test_bad_input(self):
        out = ('--out', self.path('nothing'))
        for shard in ('0/3', '4/3', '3', '1/0', 'a/b', '1/3x', '', '1/10001'):
            self.refused(f'--shard {shard}: which share of how many?', 'lab', *LAB, *out, '--shard', shard, code=2)
        self.refused('leave out --shard 1/2', 'lab', *LAB, *out, '--shard', '1/2', '--merge', code=2)
        self.assertFalse(os.path.exists(self.path('nothing')))
        self.refused('there are no shards to merge here', 'lab', *LAB, *out, '--merge')
        self.shards('mine', 1)
        self.refused('belongs to another lab', 'lab', *LAB, '--seed', '9', '--out', self.path('mine'), '--shard', '1/1')


class Arena(ShardCase):
    def shards(self, name, of, args=ARENA):
        folder = self.path(name)
        for i in range(1, of + 1):
            self.done('arena', *args, '--state', folder, '--shard', f'{i}/{of}')
        return folder

    def test_merged_shards_are_the_arena_of_one_machine(self):
        for of in scaled((3,), (1, 3, 13), (1, 3, 13)):
            folder = self.shards(f'of {of}', of)
            for form in ((), ('--json',)):
                self.assertEqual(self.done('arena', *ARENA, '--state', folder, '--merge', *form).stdout,
                                 self.done('arena', *ARENA, *form).stdout)
        self.done('arena', *ARENA, '--state', folder, '--merge', '--csv', self.path('merged.csv'))
        self.done('arena', *ARENA, '--csv', self.path('whole.csv'))
        self.assertEqual(read(self.path('merged.csv')), read(self.path('whole.csv')))

    def test_a_cut_shard_goes_on(self):
        folder = self.shards('shards', 2)
        path = os.path.join(folder, 'shard-2-of-2')
        write(path, read(path)[:-30])
        self.refused(f'{path}: this shard is damaged: 1 of 6 deals are missing; run --shard 2/2 again', 'arena', *ARENA,
                     '--state', folder, '--merge')
        self.done('arena', *ARENA, '--state', folder, '--shard', '2/2')
        self.assertEqual(self.done('arena', *ARENA, '--state', folder, '--merge').stdout,
                         self.done('arena', *ARENA).stdout)

    def test_programs(self):
        """A bot from outside plays in shards as well; a lost game does not end a shard, and counts in the report."""
        def merged(name, bots):
            args = ('bannish', '--players', '3', '--deals', '2', '--seed', '1', '--bots', bots)
            return parlor('arena', *args, '--state', self.shards(name, 2, args), '--merge')

        self.assertIn('first_bot', merged('programs', FIRST_BOT + ',random').stdout)
        merged = merged('faults', 'cmd:false,random')
        self.assertEqual(merged.returncode, 1)
        self.assertIn('cmd:false lost 6 games by its own fault', merged.stdout)

    def test_wrong_merges(self):
        shards = self.shards('shards', 3)
        third = 'shard-3-of-3'

        def refused(*spoiled):
            self.refused_when_spoiled(shards, *spoiled, 'arena', *ARENA, '--state')

        def lines(at):
            return read(at(third)).splitlines(keepends=True)

        refused('missing', lambda at: os.remove(at(third)), f'{third}: this shard is missing; run --shard 3/3')
        refused('twice', lambda at: shutil.copy(at('shard-1-of-3'), at(third)), f'{third}: a shard of another run, ')
        refused('unfinished', lambda at: write(at(third), b''.join(lines(at)[:-1])),
                f'{third}: this shard is not finished: 1 of 4 deals are missing; run --shard 3/3 again')
        refused('damaged', lambda at: write(at(third), read(at(third)).replace(b'/-1 ', b'/1 ', 1)),
                f'{third}: this shard is damaged: 1 of 4 deals are missing')
        refused('version', lambda at: write(at(third), read(at(third)).replace(b'parlor 0', b'parlor 7', 1)),
                f'{third}: made by parlor 7.')
        refused('foreign', lambda at: write(at(third), b'my notes\n'), f'{third}: this is not a shard of an arena')
        refused('empty', lambda at: write(at(third), b''), f'{third}: this is not a shard of an arena')
        refused('added', lambda at: write(at(third), read(at(third)) + lines(lambda _: at('shard-1-of-3'))[1]),
                f'{third}: there are deals of another run in it')

        def settings(at):
            other = self.shards('of other settings', 3, (*ARENA, '--players', '5'))
            shutil.copy(os.path.join(other, third), at(third))
        refused('settings', settings, f'{third}: a shard of another run, ')
        self.refused('another run is kept here', 'arena', *ARENA, '--players', '3', '--state', shards, '--shard', '3/3')

    def test_bad_input(self):
        at = ('--state', self.path('nothing'))
        self.refused('--shard 4/3: which share of how many?', 'arena', *ARENA, *at, '--shard', '4/3', code=2)
        self.refused('where are the shards kept? --state DIR', 'arena', *ARENA, '--shard', '1/3', code=2)
        self.refused('--state needs a --seed', 'arena', 'bannish', *at, '--shard', '1/3', code=2)
        self.refused('--shard writes no report', 'arena', *ARENA, *at, '--shard', '1/3', '--json', code=2)
        self.refused('shards do not keep any', 'arena', *ARENA, *at, '--merge', '--times', code=2)
        self.refused('cannot be cut in shards', 'arena', '--ladder', *at, '--merge', code=2)
        self.refused('nothing: No such file or directory', 'arena', *ARENA, *at, '--merge')
        self.assertFalse(os.path.exists(self.path('nothing')))


if __name__ == '__main__':
    unittest.main()
