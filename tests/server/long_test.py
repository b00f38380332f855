"""Long tables: what is read of them again, what a newcomer is told, and how to ask for the rest."""
import asyncio
import os
import shutil
import sqlite3
import tempfile
import unittest

from common import NO_LIMITS, Case, Client, Joined, Server, ServersCase, parlor

ARGS = NO_LIMITS + ('--bot-pace', '0', '--threads', '1')
ENDLESS = {'game': 'sparrows', 'players': 3, 'options': {'target': '999999'}, 'bots': ['', 'random', 'random']}
SHOWN = 200  # lines of the log at once


def lasting(message):
    """What of a table's message is the same whenever it is sent."""
    return {key: value for key, value in message.items() if key not in ('now', 'log', 'seats', 'watchers')}


async def until_alone_to_choose(client):
    """The bots have chosen: nothing happens before this client does."""
    await client.until(lambda: client.owes() and [seat['waiting'] for seat in client.table['seats']].count(True) == 1)


class Snapshots(Case):
    """A table that is stopped during a long game, and read again."""
    ARGS = ARGS

    async def asyncSetUp(self):
        await super().asyncSetUp()
        self.own = Server(*ARGS).start()
        opened = self.own.open(**ENDLESS, name='Ann')
        self.id, self.token = opened['table'], opened['token']
        self.ann = await self.at_table()
        await self.ann.say('start')
        await self.ann.say('chat', text='see you later')
        while self.ann.table['event'] < 150:
            await self.ann.play(self.chance, most=1)
        await until_alone_to_choose(self.ann)
        self.before, self.log = self.ann.table, self.ann.log
        await asyncio.to_thread(self.own.stop)

    async def asyncTearDown(self):
        await super().asyncTearDown()
        self.own.close()

    async def at_table(self):
        client = await Client(self.own, self.id, self.token).connect()
        self.clients.append(client)
        return client

    def sql(self, *statement):
        with sqlite3.connect(os.path.join(self.own.data, 'parlor.db')) as database:
            found = database.execute(*statement).fetchall()
        database.close()
        return found

    def check(self):
        return parlor('store', 'check', self.own.data)

    async def is_the_same(self):
        """Starts the server; the table is as it was, and goes on."""
        await asyncio.to_thread(self.own.start)
        ann = await self.at_table()
        self.assertEqual(lasting(ann.table), lasting(self.before))
        self.assertEqual(ann.log[-SHOWN:], self.log[-SHOWN:])
        await ann.until(lambda: ann.chats)
        self.assertEqual(ann.chats[0]['text'], 'see you later')
        await ann.play(self.chance, most=3)
        return ann

    async def test_it_comes_back_as_it_was(self):
        (events,), = self.sql('SELECT events FROM snapshots WHERE table_id = ?', (self.id,))
        self.assertEqual(events, self.before['event'])  # it was kept when the server ended
        self.assertEqual(self.check().returncode, 0, self.check().stderr)
        await self.is_the_same()
        self.assertFalse([line for line in self.own.said if 'snapshot' in line])
        self.assertEqual(self.own.ask('/healthz')[0], 200)

    async def test_after_a_kill_the_events_since_the_snapshot_are_read(self):
        await self.is_the_same()
        ann = self.clients[-1]
        while ann.table['event'] < self.before['event'] + 70:
            await ann.play(self.chance, most=1)
        await until_alone_to_choose(ann)
        self.before, self.log = ann.table, ann.log
        self.own.kill()
        (events,), = self.sql('SELECT events FROM snapshots WHERE table_id = ?', (self.id,))
        self.assertGreater(events, self.before['event'] - 70)
        self.assertLess(events, self.before['event'])
        await self.is_the_same()
        self.assertFalse([line for line in self.own.said if 'snapshot' in line])

    async def test_a_damaged_snapshot_changes_nothing(self):
        body = self.sql('SELECT body FROM snapshots')[0][0]
        self.sql('UPDATE snapshots SET body = ?', (body[:-9] + bytes([body[-9] ^ 1]) + body[-8:],))
        done = self.check()
        self.assertEqual(done.returncode, 1)
        self.assertIn(f'damaged: the snapshot of table {self.id}', done.stderr)
        await self.is_the_same()
        self.assertIn(self.id, self.own.wait_for('event=snapshot_damaged'))

    async def test_a_database_that_had_no_snapshots_is_brought_up_to_date(self):
        for statement in ('DROP TRIGGER tables_snapshots', 'DROP TABLE snapshots', 'PRAGMA user_version = 2'):
            self.sql(statement)
        copy = os.path.join(self.own.data, 'copy')
        for done in (self.check(), parlor('store', 'backup', self.own.data, copy)):
            self.assertEqual(done.returncode, 1)
            self.assertIn('made by an older version of parlor; start parlor serve to update it', done.stderr)
        self.assertFalse(os.path.exists(os.path.join(copy, 'parlor.db')))
        await self.is_the_same()
        self.assertIn('from=2 to=3', '\n'.join(self.own.said))
        await asyncio.to_thread(self.own.stop)
        self.assertEqual(self.check().returncode, 0, self.check().stderr)
        self.assertEqual(len(self.sql('SELECT events FROM snapshots')), 1)

    async def test_events_that_are_missing_under_a_snapshot_are_noticed(self):
        self.sql('DELETE FROM events WHERE table_id = ? AND number = 100', (self.id,))
        self.assertEqual(self.check().returncode, 1)
        await self.is_the_same()
        self.assertIn('event 100 is missing', self.own.wait_for('event=table_damaged'))

    async def test_damage_before_the_snapshot_is_noticed_and_changes_nothing(self):
        self.sql("UPDATE events SET body = replace(body, 'see you later', 'see you never') WHERE table_id = ?",
                 (self.id,))
        done = self.check()
        self.assertEqual(done.returncode, 1)
        self.assertIn('is not what was saved', done.stderr)
        await self.is_the_same()
        self.assertIn(self.id, self.own.wait_for('event=table_damaged'))
        self.assertEqual(self.own.ask('/healthz')[0], 503)


class Log(Case):
    ARGS = ARGS

    async def test_older_lines_can_be_asked_for(self):
        ann = await self.come(self.server.open(**ENDLESS)['table'])
        await ann.sit('Ann')
        await ann.say('start')
        while len(ann.log) < 2 * SHOWN + 50:
            await ann.play(self.chance, most=1)
        await until_alone_to_choose(ann)
        late = await self.come(ann.at)
        start = late.table['log']['from']
        self.assertEqual(len(late.table['log']['lines']), SHOWN)
        pages, lines = 0, late.table['log']['lines']
        while start > 0:
            page = await late.say('log', before=start)
            self.assertLessEqual(len(page['lines']), SHOWN)
            self.assertEqual(page['from'] + len(page['lines']), start)
            start, lines, pages = page['from'], page['lines'] + lines, pages + 1
        self.assertEqual(pages, -(-(len(lines) - SHOWN) // SHOWN))
        # An onlooker is told less of each step, but of as many; a seat is told what it was.
        self.assertEqual(len(lines), len(ann.log))
        own = await ann.say('log', before=SHOWN)
        self.assertEqual(own['lines'], ann.log[:SHOWN])
        beyond = await ann.say('log', before=1 << 30)
        self.assertEqual(beyond['from'] + len(beyond['lines']), len(ann.log))
        self.assertEqual((await ann.say('log', before=0))['lines'], [])

    async def test_the_terminal_shows_them(self):
        home = tempfile.mkdtemp(prefix='parlor-home-')
        self.addCleanup(shutil.rmtree, home, ignore_errors=True)
        ann = await self.come(self.server.open(**ENDLESS)['table'])
        await ann.sit('Ann')
        await ann.say('start')
        while len(ann.log) < SHOWN + 50:
            await ann.play(self.chance, most=1)
        await until_alone_to_choose(ann)
        watching = Joined(home, 'watch', f'http://127.0.0.1:{self.server.port}/table/{ann.at}')
        self.addCleanup(lambda: watching.process.poll() is None and watching.process.kill())
        await watching.until('Waiting for Ann.')
        self.assertNotIn('Round 1 ', watching.said)
        await watching.answers('earlier', 'Round 1 ')
        await watching.answers('earlier', 'Nothing happened before that.')
        watching.type('quit')
        self.assertEqual(await asyncio.to_thread(watching.end), 0)

    async def test_there_are_none_before_the_start(self):
        ann = await self.come(self.server.open(game='scout', players=3)['table'])
        answer = await ann.say('log', before=5)
        self.assertEqual((answer['from'], answer['lines']), (0, []))


class Newcomers(ServersCase):
    async def test_a_connection_that_names_no_table_is_closed(self):
        server = self.serve(*ARGS, '--hello', '5')  # time enough for those who say it
        table = server.open(game='scout', players=2)['table']
        silent, lost, guest = Client(server), Client(server), Client(server, table)
        await silent.connect(hello=False)
        await lost.connect(hello=False)
        await guest.connect()
        with self.assertRaises(Exception) as refused:
            await lost.ask({'type': 'hello', 'table': 'A' * 22})
        self.assertEqual(refused.exception.code, 'no_such_table')
        pong = await silent.socket.ping()  # it is there, and answers
        await pong
        for client in (silent, lost):
            self.assertEqual(await client.closed(), 1008)
            self.assertEqual(client.socket.close_reason, 'no hello to a table in time')
        await guest.say('ping')
        await guest.close()


FIRST_VERSION = """
CREATE TABLE tables(
 id TEXT PRIMARY KEY, game TEXT NOT NULL, status INTEGER NOT NULL, listed INTEGER NOT NULL, opened INTEGER NOT NULL,
 changed INTEGER NOT NULL, wake INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX tables_listed ON tables(status, changed DESC, id) WHERE listed;
CREATE INDEX tables_by_wake ON tables(wake, id) WHERE wake > 0;
CREATE TABLE events(
 table_id TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL,
 PRIMARY KEY(table_id, number)) STRICT, WITHOUT ROWID;
PRAGMA application_id = 0x7061726c;
PRAGMA user_version = 1;
PRAGMA journal_mode = WAL;
"""


def as_first_version(server, rename):
    """Makes the server's data those of 0.1, with other names at its tables."""
    path = os.path.join(server.data, 'parlor.db')
    os.rename(path, path + '.new')
    os.remove(os.path.join(server.data, 'parlor.head'))
    with sqlite3.connect(path) as old, sqlite3.connect(path + '.new') as new:
        old.executescript(FIRST_VERSION)
        old.executemany('INSERT INTO tables VALUES(?, ?, ?, ?, ?, ?, ?)',
                        new.execute('SELECT id, game, status, listed, opened, changed, wake FROM tables'))
        old.executemany('INSERT INTO events VALUES(?, ?, ?, ?)',
                        [(table, number, at, body.replace(*rename)) for table, number, at, body
                         in new.execute('SELECT table_id, number, at, body FROM events')])
    old.close()
    new.close()


class Rematches(Case):
    """Of a table of 0.1, which took names that are refused now."""
    ARGS = ARGS

    async def test_a_rematch_is_opened_for_everybody_or_not_at_all(self):
        server = Server(*ARGS).start()
        self.addCleanup(server.close)
        opened = server.open(game='bannish', players=3, bots=['', '', 'random'], public=True)
        ann = await Client(server, opened['table']).connect()
        ben = await Client(server, ann.at).connect()
        await ann.sit('Ann')
        await ben.sit('Ben-with-a-name')
        await self.start([ann, ben])
        await self.play_out([ann, ben])
        await ann.close()
        await ben.close()
        await asyncio.to_thread(server.stop)
        as_first_version(server, ('"Ben-with-a-name"', '"Ben, and a name of more than 24"'))
        await asyncio.to_thread(server.start)
        for number, client in enumerate((ann, ben)):
            await client.connect()
            self.clients.append(client)
            self.assertEqual(client.table['seats'][1]['name'], 'Ben, and a name of more than 24')
            text = await self.refused('refused', client.say('rematch'))
            self.assertRegex(text, 'a name at this table is no longer allowed.*open another table', number)
        self.assertEqual(server.get('/api/tables', 'tables')['tables'], [])  # nobody sits at half a table
        self.assertNotIn('next', ann.table)
        self.assertEqual(server.ask('/metrics')[2].count(b'parlor_tables 1\n'), 1)


if __name__ == '__main__':
    unittest.main()
