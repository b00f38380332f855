"""A disk that is full, locked or damaged: a clear message, nothing acknowledged is lost, nothing else is shown."""
import asyncio
import os
import random
import shutil
import signal
import sqlite3
import tempfile
import unittest

from common import NO_LIMITS, PARLOR, PATIENCE, QUICK_DISK, Case, Client, Refused, Server, parlor


class Refusing(unittest.TestCase):
    """Files that a server does not start with: it says which and why, and leaves them as they are."""

    def setUp(self):
        self.data = tempfile.mkdtemp(prefix='parlor-store-', dir=QUICK_DISK)
        self.addCleanup(shutil.rmtree, self.data, ignore_errors=True)
        self.path = os.path.join(self.data, 'parlor.db')

    def refused(self, reason, data=None):
        before = self.bytes()
        done = parlor('serve', '--listen', '127.0.0.1:0', '--data', data or self.data)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(reason, done.stderr)
        self.assertNotIn('event=listening', done.stderr)
        self.assertEqual(self.bytes(), before)

    def bytes(self):
        if not os.path.exists(self.path):
            return None
        with open(self.path, 'rb') as file:
            return file.read()

    def filled(self):
        server = Server(*NO_LIMITS, data=self.data).start()
        for _ in range(200):
            server.open(game='scout', players=2, public=True, name='somebody')
        server.close()

    def test_not_a_database(self):
        with open(self.path, 'w', encoding='utf-8') as file:
            file.write('this is a letter\n' * 500)
        self.refused('parlor.db: this is not a database')

    def test_of_another_program(self):
        other = sqlite3.connect(self.path)
        other.execute('CREATE TABLE accounts(id)')
        other.commit()
        other.close()
        self.refused('parlor.db: this database belongs to another program')

    def test_of_a_newer_version(self):
        self.filled()
        other = sqlite3.connect(self.path)
        other.execute('PRAGMA user_version = 99')
        other.commit()
        other.close()
        self.refused('newer version')

    def test_damaged(self):
        self.filled()
        with open(self.path, 'r+b') as file:
            file.seek(4096)
            file.write(b'\xa5' * 65536)
        self.refused('parlor.db: damaged')

    def test_open_in_another_server(self):
        server = Server(*NO_LIMITS, data=self.data).start()
        self.refused('another server is using it; stop that server first')
        self.assertEqual(server.ask('/healthz')[0], 200)
        server.close()

    def test_a_place_that_cannot_be(self):
        self.refused('/nowhere/at/all', '/nowhere/at/all')
        self.refused('Not a directory', PARLOR)


class Failing(Case):
    """A server whose disk refuses for a while."""

    async def health(self, status):
        """Waits until the server says so of itself."""
        for _ in range(PATIENCE * 10):
            if self.server.ask('/healthz')[0] == status:
                break
            await asyncio.sleep(0.1)
        self.assertEqual(self.server.ask('/healthz')[0], status)

    async def heard(self):
        """Waits until the server has heard what was sent, at least what came some requests ago."""
        for _ in range(10):
            await asyncio.to_thread(self.server.ask, '/healthz')

    def size(self):
        return max(os.path.getsize(os.path.join(self.server.data, name)) for name in os.listdir(self.server.data))

    async def until_refused(self, people):
        """Plays and talks until nothing is taken any more; how much was acknowledged."""
        kept = []
        for number in range(5000):
            person = people[number % len(people)]
            try:
                line = f'{number} ' + 'x' * 250
                await person.say('chat', text=line)
                kept.append(line)
            except Refused as refused:
                self.assertEqual(refused.code, 'not_saved')
                return kept
        raise AssertionError('the disk is never full')

    async def test_a_full_disk(self):
        people = await self.started(game='bridesmaid', players=2)
        onlooker = await self.come(people[0].at)
        await people[0].do(people[0].table['legal'][0])
        self.server.let_files_grow_to(self.size() + 100000)
        kept = await self.until_refused(people)
        self.server.let_files_grow_to(4096)  # emptying the log has made some room; now there is none at all
        await self.refused('not_saved', people[0].say('chat', text='lost'))
        await self.health(503)
        await self.refused('not_saved', people[1].do(people[1].table['legal'][0]))
        with self.assertRaises(Refused) as caught:
            self.server.open(game='scout', players=2)
        self.assertEqual(caught.exception.code, 'not_saved')
        for table in (people[1].table, (await self.come(people[0].at)).table):
            self.assertEqual([seat['waiting'] for seat in table['seats']], [False, True])
        self.server.signal(signal.SIGUSR1)
        self.assertIn('disk=refuses', await asyncio.to_thread(self.server.wait_for, 'event=state'))
        await onlooker.say('ping')  # its answer comes after what was said before
        self.assertEqual([line['text'] for line in onlooker.chats][-len(kept):], kept)  # those, and none besides
        self.server.let_files_grow_to(None)
        await self.health(200)
        await people[1].do(people[1].table['legal'][0])
        await self.play_out(people)
        self.assertEqual(parlor('verify', '-', text=self.server.record(people[0].at)).returncode, 0)
        before = onlooker.table['event']
        await asyncio.to_thread(self.server.kill)
        await asyncio.to_thread(self.server.start)
        again = await self.come(people[0].at)
        self.assertGreaterEqual(again.table['event'], before)
        await again.until(lambda: len(again.chats) == len(kept[-50:]))
        self.assertEqual([line['text'] for line in again.chats], kept[-50:])

    async def test_a_locked_database(self):
        people = await self.started(game='scout', players=2)
        onlooker = await self.come(people[0].at)
        other = sqlite3.connect(os.path.join(self.server.data, 'parlor.db'), isolation_level=None)
        other.execute('BEGIN IMMEDIATE')
        event = onlooker.table['event']
        await self.refused('not_saved', people[0].do('keep'))  # after it has waited for a while
        self.assertEqual(onlooker.table['event'], event)
        self.assertEqual(self.server.ask('/healthz')[0], 503)
        self.assertEqual(self.server.get(f'/api/tables/{onlooker.at}', 'table')['status'], 'playing')
        other.execute('ROLLBACK')
        other.close()
        await self.health(200)
        await people[0].do('keep')
        await onlooker.until(lambda: onlooker.table['event'] == event + 1)

    async def test_a_seat_that_was_not_saved_is_nobodys(self):
        table = self.server.open(game='scout', players=2)['table']
        ghost, ann = [await self.come(table) for _ in range(2)]
        other = sqlite3.connect(os.path.join(self.server.data, 'parlor.db'), isolation_level=None)
        other.execute('BEGIN IMMEDIATE')
        await self.refused('not_saved', ghost.say('sit', name='Ghost', seat=0))
        other.execute('ROLLBACK')
        other.close()
        await self.health(200)
        self.assertEqual(await ann.sit('Ann', seat=0), 0)
        await ghost.until(lambda: ghost.table['seats'][0]['name'] == 'Ann')
        self.assertNotIn('you', ghost.table)
        await self.refused('refused', ghost.say('chat', text='boo'))
        await self.refused('refused', ghost.say('leave'))
        self.assertEqual(await ghost.sit('Ghost'), 1)
        await ann.say('start')
        await ghost.until(lambda: ghost.table['status'] == 'playing')
        self.assertEqual(ghost.table['you'], 1)

    async def test_a_start_whose_salt_was_not_saved_goes_on_when_the_disk_takes_again(self):
        people = await self.seated(game='scout', players=2)
        people[1].shows = False
        await people[0].say('start')
        await people[1].until(lambda: people[1].table['status'] == 'starting')
        other = sqlite3.connect(os.path.join(self.server.data, 'parlor.db'), isolation_level=None)
        other.execute('BEGIN IMMEDIATE')
        await self.refused('not_saved', people[0].say('chat', text='lost'))  # after it has waited for a while
        people[1].shows = True
        people[1].take_part()
        await self.refused('not_saved', people[1].say('chat', text='lost'))  # and so was the salt before it
        other.execute('ROLLBACK')
        other.close()
        await people[1].until(lambda: people[1].table['status'] == 'playing')

    async def test_what_is_waiting_for_the_disk_is_not_shown(self):
        people = await self.seated(game='scout', players=2)
        onlooker = await self.come(people[0].at)
        frames = len(onlooker.log), onlooker.table
        other = sqlite3.connect(os.path.join(self.server.data, 'parlor.db'), isolation_level=None)
        other.execute('BEGIN IMMEDIATE')
        asked = asyncio.create_task(people[0].say('start'))
        await self.heard()
        self.assertFalse(asked.done())
        self.assertIs(onlooker.table, frames[1])
        looked = asyncio.create_task(asyncio.to_thread(self.server.get, f'/api/tables/{onlooker.at}', 'table'))
        await self.heard()
        self.assertFalse(looked.done())
        other.execute('ROLLBACK')
        other.close()
        await asked
        self.assertEqual((await looked)['status'], 'starting')
        await onlooker.until(lambda: onlooker.table['status'] == 'playing')

    async def test_a_damaged_table_is_refused_and_the_others_play(self):
        server = Server(*self.ARGS).start()
        tables = [server.open(game='scout', players=2, name='Ann') for _ in range(2)]
        server.stop()
        other = sqlite3.connect(os.path.join(server.data, 'parlor.db'))
        other.execute('DELETE FROM events WHERE table_id = ? AND number = 0', (tables[0]['table'],))
        other.execute('UPDATE events SET body = ? WHERE table_id = ? AND number = 1',
                      ('{"event":"dance"}', tables[1]['table']))
        other.commit()
        other.close()
        server.start()
        for opened in tables:
            with self.assertRaises(Refused) as caught:
                server.get('/api/tables/' + opened['table'], 'table')
            self.assertEqual(caught.exception.code, 'damaged')
            self.assertNotIn(server.data, str(caught.exception))
            self.assertIn(opened['table'], server.wait_for('event=table_damaged'))
        self.assertEqual(server.ask('/healthz')[::2], (503, b'damaged: some tables cannot be read\n'))
        good = server.open(game='bridesmaid', players=2, name='Ann', bots=['', 'random'])
        ann = await Client(server, good['table'], good['token']).connect()
        await ann.say('start')
        await ann.play(random.Random(1))
        await ann.close()
        server.close()

    async def test_damaged_tables_do_not_stand_before_the_clocks_of_others(self):
        server = Server(*self.ARGS).start()
        tables = []
        for _ in range(70):  # more than are looked at together
            opened = server.open(game='scout', players=2, name='Ann', bots=['', 'random'], clock={'move': 1000})
            ann = await Client(server, opened['table'], opened['token']).connect()
            await ann.say('start')
            await ann.until(lambda here=ann: here.table['status'] not in ('open', 'starting'))  # its salt is in
            await ann.close()
            tables.append(opened['table'])
        await asyncio.to_thread(server.kill)
        other = sqlite3.connect(os.path.join(server.data, 'parlor.db'))
        other.executemany('DELETE FROM events WHERE table_id = ? AND number = 0', [(table,) for table in tables[:-1]])
        other.commit()
        other.close()
        server.start()
        other = sqlite3.connect(os.path.join(server.data, 'parlor.db'))
        flagged = 0
        for _ in range(PATIENCE * 10):  # asking the server would have it look at the table
            flagged, = other.execute('SELECT count(*) FROM events WHERE table_id = ? AND body LIKE ?',
                                     (tables[-1], '%"why":"time"%')).fetchone()
            if flagged:  # the last of them, whose clock has run out
                break
            await asyncio.sleep(0.1)
        other.close()
        self.assertEqual(flagged, 1)
        server.close()


if __name__ == '__main__':
    unittest.main()
