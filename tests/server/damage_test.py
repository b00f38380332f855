"""Data that have lost something: the server notices and says so, to its operator and to those who saw more; and
parlor store, which checks and copies the data."""
import asyncio
import json
import os
import shutil
import signal
import sqlite3
import tempfile
import unittest

from common import NO_LIMITS, QUICK_DISK, Case, Client, Joined, Refused, Server, parlor

ARGS = NO_LIMITS + ('--bot-pace', '0', '--threads', '1')


def database(server):
    return os.path.join(server.data, 'parlor.db')


class Losing(Case):
    """A server that is killed, and whose log loses its end."""

    async def asyncSetUp(self):
        await super().asyncSetUp()
        self.home = tempfile.mkdtemp(prefix='parlor-home-', dir=QUICK_DISK)
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        self.own = Server(*ARGS).start()

    async def asyncTearDown(self):
        await super().asyncTearDown()
        self.own.close()

    def join(self, table):
        joined = Joined(self.home, 'join', f'http://127.0.0.1:{self.own.port}/table/{table}', '--name', 'Ann')
        self.addCleanup(lambda: joined.process.poll() is None and joined.process.kill())
        return joined

    def lose_log(self):
        """Kills the server, cuts the log to nothing, and has the server refuse what is left."""
        self.own.kill()
        os.truncate(database(self.own) + '-wal', 100)
        with open(database(self.own), 'rb') as file:
            before = file.read()
        done = parlor('serve', '--listen', '127.0.0.1:0', '--data', self.own.data)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r'the last \d+ of \d+ events are missing; .*--accept-loss')
        with open(database(self.own), 'rb') as file:
            self.assertEqual(file.read(), before)
        self.assertEqual(os.path.getsize(database(self.own) + '-wal'), 100)
        self.assertEqual(parlor('store', 'check', self.own.data).returncode, 1)

    def accept(self):
        self.own.args = (*ARGS, '--accept-loss')
        self.own.start()
        self.own.args = ARGS
        self.assertTrue(any('event=loss_accepted' in line for line in self.own.said))

    async def greet(self, client, **more):
        """What the server answers to hello."""
        await client.connect(hello=False)
        self.clients.append(client)
        wish = {'type': 'hello', 'table': client.at, **more}
        return await client.ask({**wish, 'token': client.token} if client.token else wish)

    async def test_those_who_saw_more_are_told(self):
        first = self.own.open(game='scout', players=2, name='Ann')
        ann, ben = self.join(first['table']), Client(self.own, first['table'])
        await ben.connect()
        await ben.until(lambda: any(ben.table['fair']['seals']))  # the last that Ann's program says by itself
        await asyncio.to_thread(self.own.stop)  # all is in the database
        await asyncio.to_thread(self.own.start)
        await ann.until('Reconnected')
        await ben.connect()
        await ben.say('ping')
        old = {'event': ben.table['event'], 'hash': ben.table['hash']}
        await ann.answers('say this will be lost', 'this will be lost')
        await ben.until(lambda: ben.table['event'] > old['event'])
        seen = {'event': ben.table['event'], 'hash': ben.table['hash']}
        late = self.own.open(game='scout', players=2, name='Cleo')
        cleo = await Client(self.own, late['table'], late['token']).connect()
        of_late = {'event': cleo.table['event'], 'hash': cleo.table['hash']}
        ann.process.send_signal(signal.SIGSTOP)  # else it may be back before anybody else asks
        await asyncio.to_thread(self.lose_log)
        await asyncio.to_thread(self.accept)
        self.assertEqual(self.own.ask('/healthz')[0], 200)

        honest, liar = Client(self.own, first['table']), Client(self.own, first['table'])
        self.assertNotIn('behind', await self.greet(honest, **old))
        for lie in ({**seen, 'event': seen['event'] + 1}, {**seen, 'hash': '0' * 32}, {**of_late}):
            await liar.connect(hello=False)
            self.assertNotIn('behind', await liar.ask({'type': 'hello', 'table': first['table'], **lie}))
            await liar.close()
        nobody = Client(self.own, late['table'])
        await nobody.connect(hello=False)
        self.clients.append(nobody)
        await self.refused('no_such_table', nobody.ask({'type': 'hello', 'table': late['table'], **seen}))
        # Ann's program comes back by itself, and can prove what it has seen.
        self.assertEqual(self.own.ask('/healthz')[0], 200)
        ann.process.send_signal(signal.SIGCONT)
        await ann.until('The server has lost part of what you saw at this table.')
        self.assertEqual(self.own.ask('/healthz')[0], 503)
        self.assertIn(first['table'], self.own.wait_for('event=table_behind'))

        again = Client(self.own, first['table'])
        self.assertTrue((await self.greet(again, **seen))['behind'])
        gone = Client(self.own, late['table'], late['token'])
        await self.refused('lost', self.greet(gone, **of_late))
        self.assertIn(late['table'], self.own.wait_for('event=table_lost'))
        status, _, body = self.own.ask('/healthz')
        self.assertEqual((status, body.split(b':')[0]), (503, b'behind'))
        self.assertIn(b'parlor_tables_behind 2\n', self.own.ask('/metrics')[2])

        # Others have been played meanwhile: as many events, but not the same.
        await ann.answers('say something else', 'something else')
        await again.until(lambda: again.table['event'] >= seen['event'])
        later = Client(self.own, first['table'])
        self.assertTrue((await self.greet(later, **seen))['behind'])
        ann.type('quit')
        self.assertEqual(await asyncio.to_thread(ann.end), 0)

    async def test_a_seat_remembers_what_was_seen(self):
        table = self.own.open(game='scout', players=2, bots=['', 'random'])['table']
        await asyncio.to_thread(self.own.stop)
        await asyncio.to_thread(self.own.start)
        ann = self.join(table)
        await ann.until('that is you')
        ann.type('quit')
        self.assertEqual(await asyncio.to_thread(ann.end), 0)
        await asyncio.to_thread(self.lose_log)
        await asyncio.to_thread(self.accept)
        ann = self.join(table)  # the seat is lost, too: its token fits none
        await ann.until('that is you')
        self.assertIn(table, self.own.wait_for('event=table_behind'))
        ann.type('quit')
        self.assertEqual(await asyncio.to_thread(ann.end), 0)

    async def test_an_empty_database(self):
        self.own.open(game='scout', players=2)
        await asyncio.to_thread(self.own.kill)
        for name in ('parlor.db', 'parlor.db-wal'):
            os.truncate(os.path.join(self.own.data, name), 0)
        done = await asyncio.to_thread(parlor, 'serve', '--listen', '127.0.0.1:0', '--data', self.own.data)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, 'empty, where 1 events should be; .*--accept-loss')
        await asyncio.to_thread(self.accept)
        self.assertEqual(self.own.get('/api/tables', 'tables')['tables'], [])

    async def test_a_damaged_row_is_named(self):
        table = self.own.open(game='scout', players=2)['table']
        await asyncio.to_thread(self.own.stop)
        other = sqlite3.connect(database(self.own))
        other.execute('UPDATE tables SET listed = 1 - listed')
        other.commit()
        other.close()
        await asyncio.to_thread(self.own.start)
        self.assertTrue(any(f'event=rows_damaged tables=1 table={table}' in line for line in self.own.said))

    async def test_no_path_is_told(self):
        table = self.own.open(game='scout', players=2, public=True)['table']
        await asyncio.to_thread(self.own.stop)
        other = sqlite3.connect(database(self.own))
        other.execute("UPDATE events SET body = replace(body, 'scout', 'belle')")
        other.commit()
        other.close()
        await asyncio.to_thread(self.own.start)
        for path in (f'/api/tables/{table}', f'/api/tables/{table}/record'):
            status, _, body = self.own.ask(path)
            self.assertEqual((status, json.loads(body)['error']['code']), (500, 'damaged'))
            self.assertNotIn(os.path.basename(self.own.data).encode(), body)
        self.assertEqual(self.own.get('/api/tables', 'tables')['tables'], [])
        with self.assertRaises(Refused) as caught:
            await self.greet(Client(self.own, table))
        self.assertEqual(caught.exception.code, 'damaged')
        self.assertNotIn('parlor.db', str(caught.exception))
        self.assertIn('parlor.db', self.own.wait_for('event=table_damaged'))


class Keeping(Case):
    """parlor store, beside a server that runs."""

    def setUp(self):
        self.away = tempfile.mkdtemp(prefix='parlor-backup-', dir=QUICK_DISK)
        self.addCleanup(shutil.rmtree, self.away, ignore_errors=True)
        self.copy = os.path.join(self.away, 'copy')

    async def test_check_and_backup(self):
        people = await self.started(game='bridesmaid', players=2)
        going_on = asyncio.create_task(self.play_out(people))
        for number in range(3):
            done = await asyncio.to_thread(parlor, 'store', 'backup', self.server.data, f'{self.copy}{number}')
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn('all as they were kept', done.stdout)
            self.assertEqual(sorted(os.listdir(f'{self.copy}{number}')), ['parlor.db', 'parlor.head'])
            done = await asyncio.to_thread(parlor, 'store', 'check', self.server.data, '--json')
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads(done.stdout)['faults'], 0)
        await going_on
        copy = Server(*ARGS, data=f'{self.copy}2').start()
        there = await Client(copy, people[0].at, people[0].token).connect()
        self.assertEqual(there.table['you'], 0)
        self.assertLessEqual(there.table['event'], people[0].table['event'])
        await there.close()
        copy.close()

    def test_what_is_wrong_is_named(self):
        table = self.server.open(game='scout', players=2, name='Ann')['table']
        self.assertEqual(parlor('store', 'backup', self.server.data, self.copy, '--quiet').stdout, '')
        path = os.path.join(self.copy, 'parlor.db')
        for sql, reason in (
                (f"UPDATE events SET at = at + 1 WHERE table_id = '{table}' AND number = 1",
                 f'table {table}, event 1 is not what was saved'),
                (f"DELETE FROM events WHERE table_id = '{table}' AND number = 1", f'table {table}, event 1 is missing'),
                (f"UPDATE tables SET listed = 1 - listed WHERE id = '{table}'", f'the row of table {table}'),
                ('UPDATE head SET removed = removed + 1', 'tables are missing'),
                ("UPDATE head SET sequence = sequence - 1", 'its own figures contradict each other')):
            with self.subTest(sql):
                shutil.copy(path, path + '.good')
                other = sqlite3.connect(path)
                other.execute(sql)
                other.commit()
                other.close()
                done = parlor('store', 'check', self.copy)
                self.assertEqual((done.returncode, done.stdout), (1, ''))
                self.assertIn(reason, done.stderr)
                for ending in ('-wal', '-shm'):
                    if os.path.exists(path + ending):
                        os.remove(path + ending)
                os.replace(path + '.good', path)
        self.assertEqual(parlor('store', 'check', self.copy).returncode, 0)
        os.truncate(os.path.join(self.copy, 'parlor.head'), 10)
        self.assertIn('parlor.head is damaged', parlor('store', 'check', self.copy).stderr)
        os.remove(os.path.join(self.copy, 'parlor.head'))
        self.assertIn('parlor.head is missing', parlor('store', 'check', self.copy).stderr)

    def test_misuse(self):
        for words, code, reason in (
                ((), 2, 'check, backup or copy?'), (('repair', '.'), 2, 'repair: must be check, backup or copy'),
                (('check',), 2, 'give the directory of a server'),
                (('backup', '.'), 2, 'give what to copy and a directory to copy to'),
                (('copy', '.'), 2, 'give what to copy and where to'),
                (('backup', '.', 'postgresql:///x'), 2, 'backup writes to a directory'),
                (('check', '.', 'x'), 2, 'unexpected argument: x'),
                (('check', self.away), 1, 'parlor.db: No such file or directory'),
                (('backup', self.away, self.copy), 1, 'parlor.db: No such file or directory'),
                (('backup', self.server.data, self.server.data), 1, 'already has a database'),
                (('backup', self.server.data, '/nowhere/at/all'), 1, '/nowhere/at/all: No such file')):
            with self.subTest(words):
                done = parlor('store', *words)
                self.assertEqual(done.returncode, code, done.stderr)
                self.assertIn(reason, done.stderr)
        self.assertFalse(os.path.exists(self.copy))


if __name__ == '__main__':
    unittest.main()
