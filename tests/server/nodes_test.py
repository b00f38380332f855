"""Several servers over one database of PostgreSQL: whichever a client comes to, it is at its table; a server that goes,
or that others take for dead, loses nothing and changes nothing."""
import asyncio
import contextlib
import functools
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from common import PATIENCE, ROOT, Case, Client, Refused, Server, at_once, free_address, parlor
from postgres import Cluster


@functools.cache
def cluster():
    return Cluster()


def tearDownModule():
    cluster().close()


async def becomes(is_so):
    """Asks again and again until something holds."""
    for _ in range(PATIENCE * 10):
        if await asyncio.to_thread(is_so):
            return
        await asyncio.sleep(0.1)
    raise AssertionError('that never comes')


class NodesCase(Case):
    """A test with three nodes, which are there from test to test."""
    NODES = 3

    @classmethod
    def setUpClass(cls):
        name = cls.__name__.lower()
        cluster().sql(f'CREATE DATABASE {name}', 'postgres')
        cls.url = cluster().url(name)
        cls.nodes = [Server(*cls.ARGS, '--store', cls.url, '--node', free_address()).start() for _ in range(cls.NODES)]
        cls.server = cls.nodes[0]

    @classmethod
    def tearDownClass(cls):
        for node in cls.nodes:
            node.close()
        done = parlor('store', 'check', '--json', cls.url)
        assert done.returncode == 0 and json.loads(done.stdout)['faults'] == 0, done.stdout + done.stderr
        with tempfile.TemporaryDirectory() as folder:  # a copy has one head for what all nodes wrote
            for command in (('copy', cls.url, f'{folder}/copy'), ('check', f'{folder}/copy')):
                done = parlor('store', *command)
                assert done.returncode == 0, done.stdout + done.stderr
            Server(data=f'{folder}/copy').start().close()

    async def asyncTearDown(self):
        await super().asyncTearDown()
        for node in self.nodes:
            if node.process.poll() is not None:
                node.start()

    async def at(self, node, table, token=None):
        client = await Client(node, table, token).connect()
        self.clients.append(client)
        return client

    async def seated_at(self, nodes, **wish):
        """A table of the first node with a person from each node."""
        opened = await asyncio.to_thread(nodes[0].open, players=len(nodes), **wish)
        people = [await self.at(node, opened['table']) for node in nodes]
        for number, client in enumerate(people):
            await client.sit(f'P{number}')
        return people

    @staticmethod
    async def healthy(node):
        """Waits until the node says that it is well."""
        await becomes(lambda: node.ask('/healthz')[0] == 200)

    async def come_back(self, client, node=None):
        """Connects again, as a client does that was sent away, for as long as nobody has its table."""
        client.server = node or client.server
        for _ in range(PATIENCE * 10):
            client.log, client.chats = [], []
            try:
                return await client.connect()
            except OSError:
                await asyncio.sleep(0.1)
        raise AssertionError('nobody has the table')


class Together(NodesCase):
    async def test_a_table_is_the_same_at_every_node(self):
        people = await self.seated_at(self.nodes, game='bridesmaid')
        await self.start(people)
        await people[2].say('chat', text='from the third')
        await people[0].until(lambda: people[0].chats)
        self.assertEqual(people[0].chats[0]['text'], 'from the third')
        await self.play_out(people)
        records = [node.record(people[0].at) for node in self.nodes]
        self.assertEqual(records, records[:1] * 3)
        self.assertEqual(parlor('verify', '-', text=records[0]).returncode, 0)

    async def test_the_lobby_is_the_same_at_every_node(self):
        opened = [node.open(game='scout', players=2, public=True)['table'] for node in self.nodes]
        for node in self.nodes:
            listed = [table['table'] for table in node.get('/api/tables', 'tables')['tables']]
            self.assertLessEqual(set(opened), set(listed))
            for table in opened:
                self.assertEqual(node.get(f'/api/tables/{table}', 'table')['table'], table)

    async def test_a_connection_goes_from_table_to_table(self):
        tables = [node.open(game='scout', players=2)['table'] for node in self.nodes]
        watcher = await self.at(self.nodes[0], tables[0])
        for table in (*tables, *tables):
            watcher.at, watcher.table, watcher.log = table, None, []
            await watcher.hello()
            self.assertEqual(watcher.table['table'], table)

    async def test_a_seat_that_connects_elsewhere(self):
        ann, ben, _ = await self.seated_at(self.nodes, game='scout')
        again = await self.at(self.nodes[2], ben.at, ben.token)
        self.assertEqual(await ben.closed(), 4000)
        self.assertEqual(again.table['you'], 1)
        await ann.until(lambda: ann.table['seats'][1]['here'])

    async def test_what_nobody_has(self):
        for node in self.nodes:
            client = await Client(node, 'A' * 22).connect(hello=False)
            self.clients.append(client)
            await self.refused('no_such_table', client.hello())

    async def test_strangers_are_not_let_in_among_nodes(self):
        address = self.nodes[0].args[-1]
        stranger = Server(data='/nowhere/at/all')  # it is only asked
        stranger.port = int(address.split(':')[1])
        with self.assertRaises(ConnectionError):
            await Client(stranger, 'A' * 22).connect()
        self.assertEqual(stranger.ask('/api/tables')[0], 403)


class Present(NodesCase):
    """Who is connected to a table is known at every node."""

    @staticmethod
    async def presence(node, table, here, watchers=0):
        """Waits until a node says so, in its list and of the table itself."""
        def says_so():
            listed = [it for it in node.get('/api/tables', 'tables')['tables'] if it['table'] == table]
            listed.append(node.get(f'/api/tables/{table}', 'table'))
            return all(([seat.get('here', False) for seat in it['seats']], it['watchers']) == (here, watchers)
                       for it in listed) and len(listed) == 2
        await becomes(says_so)

    async def table_of_the_first(self):
        """A table of the first node with two people from other nodes, and somebody who watches."""
        table = self.nodes[0].open(game='scout', players=3, public=True)['table']
        people = [await self.at(self.nodes[0], table)]  # claims it
        people += [await self.at(node, table) for node in self.nodes[1:]]
        for number, client in enumerate(people[:2]):
            await client.sit(f'P{number}')
        return table, people

    async def test_who_is_there_and_who_has_gone(self):
        table, (ann, ben, watcher) = await self.table_of_the_first()
        for node in self.nodes:
            await self.presence(node, table, [True, True, False], 1)
        await watcher.close()
        await ann.close()
        for node in self.nodes:
            await self.presence(node, table, [False, True, False])
        await ben.close()
        for node in self.nodes:
            await self.presence(node, table, [False] * 3)

    async def test_a_node_that_comes_later_hears_of_it(self):
        table, _ = await self.table_of_the_first()
        await self.presence(self.nodes[1], table, [True, True, False], 1)  # it was told, and not to the newcomer
        await asyncio.to_thread(self.nodes[2].stop)
        await self.presence(self.nodes[1], table, [True, True, False])
        await asyncio.to_thread(self.nodes[2].start)
        await self.presence(self.nodes[2], table, [True, True, False])

    async def test_who_was_at_a_node_that_is_killed_is_not_there(self):
        table, _ = await self.table_of_the_first()
        await self.presence(self.nodes[2], table, [True, True, False], 1)
        self.nodes[0].kill()
        await self.presence(self.nodes[2], table, [False] * 3)
        await self.at(self.nodes[1], table)
        await self.presence(self.nodes[2], table, [False] * 3, 1)

    async def test_nonsense_is_ignored(self):
        name = type(self).__name__.lower()
        table, _ = await self.table_of_the_first()
        for text in ('what', 'there 1', f'there 1 {table}:1', f'there 99 {table}:7:', 'gone 0', 'ask'):
            cluster().sql(f"NOTIFY parlor, '{text}'", name)
        self.assertTrue(await asyncio.to_thread(self.nodes[1].wait_for, 'event=news_not_understood'))
        await self.presence(self.nodes[1], table, [True, True, False], 1)
        cluster().sql(f"NOTIFY parlor, 'gone {self.numbers()[0]}'", name)  # it is not
        await self.presence(self.nodes[1], table, [True, True, False], 1)

    def numbers(self):
        return [int(node.ask('/metrics')[2].decode().partition('\nparlor_node ')[2].split()[0]) for node in self.nodes]


class Going(NodesCase):
    async def play_on(self, people):
        await self.play_out(people)
        record = await self.record(people[-1].server, people[0].at)
        self.assertEqual(parlor('verify', '-', text=record).returncode, 0)

    async def record(self, node, table):
        """The record, as soon as the node can read it: its session for reading may still be on its way back."""
        for _ in range(PATIENCE * 10):
            try:
                return await asyncio.to_thread(node.record, table)
            except Refused as refused:
                self.assertEqual(refused.code, 'not_saved')
            await asyncio.sleep(0.1)
        raise AssertionError('the node never reads the table')

    async def test_a_node_that_stops_hands_over(self):
        people = await self.seated_at(self.nodes, game='sparrows')
        await self.start(people)
        await people[1].say('chat', text='before')
        await asyncio.to_thread(self.nodes[0].stop)
        for client in people:
            self.assertIn(await client.closed(), (1001, 1013))
            self.assertTrue(client.byes[-1]['again'])
        await self.come_back(people[0], self.nodes[1])
        for client in people[1:]:
            await self.come_back(client)
        await people[2].until(lambda: people[2].chats)
        self.assertEqual([line['text'] for line in people[2].chats], ['before'])
        await self.play_on(people)

    async def test_a_node_that_is_killed_is_replaced(self):
        people = await self.seated_at(self.nodes, game='sparrows')
        await self.start(people)
        self.nodes[0].kill()
        for client in people:
            await client.closed()
        people[0].server = self.nodes[1]
        await at_once(*(self.come_back(client) for client in people))
        await self.play_on(people)

    async def test_a_node_that_was_stopped_writes_nothing(self):
        people = await self.seated_at(self.nodes, game='sparrows')
        await self.start(people)
        witness = await self.at(self.nodes[0], people[0].at)
        self.nodes[0].signal(signal.SIGSTOP)
        late = asyncio.create_task(people[0].say('chat', text='too late'))  # it lies there when the node wakes up
        for client in people[1:]:
            await client.closed()
            await self.come_back(client)
        await people[1].say('chat', text='meanwhile')
        self.nodes[0].signal(signal.SIGCONT)
        with self.assertRaises((ConnectionError, Refused)):
            await late
        await witness.closed()
        self.assertIn('was_declared_dead', await asyncio.to_thread(self.nodes[0].wait_for, 'event=was_declared_dead'))
        await self.healthy(self.nodes[0])
        if people[0].is_open:
            await people[0].closed()
        await self.come_back(people[0])
        await people[0].until(lambda: people[0].chats)
        self.assertEqual([line['text'] for line in people[0].chats], ['meanwhile'])
        await self.play_on(people)

    async def test_bots_play_on_elsewhere(self):
        opened = self.nodes[0].open(game='scout', players=3, name='Ann', bots=['', 'random', 'random'])
        ann = await self.at(self.nodes[1], opened['table'], opened['token'])
        await ann.say('start')
        await ann.until(lambda: ann.table['status'] == 'playing')
        self.nodes[0].kill()
        await ann.closed()
        await self.come_back(ann)
        await self.play_on([ann])

    async def test_the_database_restarts(self):
        people = await self.seated_at(self.nodes, game='sparrows')
        await self.start(people)
        await asyncio.to_thread(cluster().restart, 'immediate')
        for client in people:
            if not client.is_open:
                await self.come_back(client)
        await self.play_on(people)


class Relay:
    """A socket at which a node finds the database, until it is cut: then nothing comes through either way."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix='parlor-relay-')
        self.ends, self.passes = [], []
        self.server = None

    async def repair(self):
        self.server = await asyncio.start_unix_server(self.join, os.path.join(self.folder, '.s.PGSQL.5432'))
        return self

    async def join(self, *near):
        far = await asyncio.open_unix_connection(os.path.join(cluster().folder, '.s.PGSQL.5432'))
        self.ends += [near[1], far[1]]
        self.passes += [asyncio.create_task(self.carry(*pair)) for pair in ((near[0], far[1]), (far[0], near[1]))]

    async def carry(self, source, target):
        with contextlib.suppress(OSError):
            while (some := await source.read(1 << 16)) and self.server:
                target.write(some)
        if self.server:  # else nobody learns that the other end has gone
            target.close()

    def cut(self):
        self.server.close()
        self.server = None

    def close(self):
        if self.server:
            self.cut()
        for end in self.ends:
            end.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Cut(NodesCase):
    """A node loses the database that the others still have."""
    NODES = 2

    async def asyncSetUp(self):
        await super().asyncSetUp()
        self.relay = await Relay().repair()
        url = cluster().url(type(self).__name__.lower()).replace(cluster().folder, self.relay.folder)
        self.node = Server(*self.ARGS, '--store', url, '--node', free_address())
        await asyncio.to_thread(self.node.start)
        await becomes(lambda: b'parlor_nodes 3' in self.node.ask('/metrics')[2])

    async def asyncTearDown(self):
        await super().asyncTearDown()
        await asyncio.to_thread(self.node.close)
        self.relay.close()

    async def test_its_clients_come_to_others_and_it_lets_nobody_in(self):
        people = await self.seated_at([self.node, self.nodes[0]], game='scout')
        await self.start(people)
        table = people[0].at
        self.relay.cut()
        for client in people:
            self.assertEqual(await client.closed(), 1013)
            self.assertTrue(client.byes[-1]['again'])
        with self.assertRaises(ConnectionError) as refused:
            await Client(self.node, table).connect()
        answer = refused.exception.__cause__.response
        self.assertEqual((answer.status_code, answer.headers['Retry-After']), (503, '1'))
        for path, body in (('/api/tables', None), (f'/api/tables/{table}', None), ('/api/tables', '{}'),
                           ('/api/seats', '{}'), ('/healthz', None)):
            status, headers, _ = await asyncio.to_thread(self.node.ask, path, body)
            self.assertEqual((path, status, headers.get('retry-after')), (path, 503, '1'))
        self.assertEqual((await asyncio.to_thread(self.node.ask, '/api/games'))[0], 200)
        for client, node in zip(people, self.nodes):
            await self.come_back(client, node)
        await self.relay.repair()
        await self.healthy(self.node)
        await self.come_back(people[0], self.node)
        await self.play_out(people)

    async def test_one_without_others_keeps_its_clients(self):
        for node in self.nodes:
            await asyncio.to_thread(node.stop)
        await becomes(lambda: b'parlor_nodes 1' in self.node.ask('/metrics')[2])
        people = await self.seated_at([self.node] * 2, game='scout')
        await self.start(people)
        self.relay.cut()
        owes = next(person for person in people if person.owes())
        await self.refused('not_saved', owes.do(owes.table['legal'][0]))
        self.assertFalse([line for line in self.node.said if 'database_lost' in line])
        await self.relay.repair()
        await self.healthy(self.node)


class Clocks(NodesCase):
    """The clocks of games, whichever node they run at."""
    DAYS = 10 * 24 * 3600 * 1000

    async def timed(self, **clock):
        people = await self.seated_at(self.nodes[:2], game='scout', clock=clock)
        await self.start(people)
        return people

    async def test_a_table_that_moves_keeps_its_time(self):
        people = await self.timed(move=0, bank=600000)
        owes = next(person for person in people if person.owes())
        before = owes.seat['time']
        late = Server(*self.ARGS, '--store', self.url, '--node', free_address())
        with open(f'{late.data}/parlor.clock', 'w', encoding='ascii') as file:
            file.write(f'{int(time.time() * 1000) + self.DAYS}\n')  # of another life, long ago or far ahead
        late.start()
        self.nodes.append(late)
        self.nodes[0].kill()
        for person in people:
            await person.closed()
            await self.come_back(person, late)
        self.assertNotIn('bot', owes.seat)
        self.assertLessEqual(owes.seat['time'], before)
        self.assertGreater(owes.seat['time'], before - PATIENCE * 1000)

    async def test_a_clock_runs_out_though_nobody_is_there_and_the_node_is_gone(self):
        people = await self.timed(move=0, bank=1000)
        table = people[0].at
        for person in people:
            await person.close()
        self.nodes[0].kill()
        await becomes(lambda: any('bot' in seat for seat in
                                  self.nodes[1].get(f'/api/tables/{table}', 'table')['seats']))


class Sharing(NodesCase):
    """Limits by address, which hold for all nodes together."""
    ARGS = ('--opened', '6', '--threads', '1')

    async def see_each_other(self):
        line = f'\nparlor_nodes {len(self.nodes)}\n'
        for node in self.nodes:
            await becomes(lambda asked=node: line in asked.ask('/metrics')[2].decode())

    async def test_an_address_opens_so_many_tables_at_all_of_them(self):
        await self.see_each_other()
        opened = 0
        for node in self.nodes:
            with self.assertRaises(Refused) as caught:
                for _ in range(7):
                    node.open(game='scout', players=2)
                    opened += 1
            self.assertEqual(caught.exception.code, 'too_many')
        self.assertEqual(opened, 6)


class Starting(unittest.TestCase):
    def refused(self, reason, *args):
        done = parlor('serve', '--listen', '127.0.0.1:0', '--data', '/nowhere/at/all', *args)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(reason, done.stderr)

    def test_what_makes_no_sense(self):
        self.refused('several servers need a database of PostgreSQL', '--node', '127.0.0.1:7778')
        for address in ('127.0.0.1:0', ':7778', 'example.org:7778', '127.0.0.1'):
            self.refused('10.0.0.5:7778' if ':' in address else 'ADDRESS:PORT', '--node', address)


@unittest.skipUnless(shutil.which('nginx'), 'nginx is not there: run `tools/install test`')
class Example(unittest.TestCase):
    def test_the_cluster_on_one_machine(self):
        done = subprocess.run([sys.executable, os.path.join(ROOT, 'examples', 'cluster', 'run.py'), '--show'],
                              capture_output=True, encoding='utf-8', check=False, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        before, _, after = done.stdout.partition('The node at 127.0.0.1:7721 is killed.')
        self.assertIn('127.0.0.1:7721', before)
        self.assertNotIn('127.0.0.1:7721', after)
        self.assertEqual(after.count('127.0.0.1:'), 6)


if __name__ == '__main__':
    unittest.main()
