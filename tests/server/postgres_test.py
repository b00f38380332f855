"""A server whose tables are in PostgreSQL: the same promises as with a disk of its own, while the database ends in the
middle of play, is away or is full; and copies between the two.

    postgres_test.py [--rounds N]    how many times the server or the database is struck
"""
import asyncio
import functools
import json
import os
import shutil
import socket
import sqlite3
import struct
import subprocess
import tempfile
import threading
import unittest

import backup_test
import restart_test
from common import (
    NO_LIMITS,
    PARLOR,
    PATIENCE,
    QUICK_DISK,
    Case,
    Client,
    Refused,
    Server,
    ServersCase,
    parlor,
    typed_rounds,
)
from postgres import ESCAPED, PASSWORD, Cluster
from scale import scaled

ROUNDS = typed_rounds() or scaled(2, 6, 40)


@functools.cache
def cluster():
    return Cluster()


def tearDownModule():
    cluster().close()


def fresh_database(name, *options):
    """The address of a new database."""
    cluster().sql(f'CREATE DATABASE {name} {" ".join(options)}', 'postgres')
    return cluster().url(name)


def folder(test, prefix):
    made = tempfile.mkdtemp(prefix=prefix, dir=QUICK_DISK)
    test.addCleanup(shutil.rmtree, made, ignore_errors=True)
    return made


def facts(place):
    """What parlor store check says of a place where nothing is wrong."""
    done = parlor('store', 'check', '--json', place)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# ---- faults in the middle of play ----

class Patient(restart_test.Stubborn):
    forgives = ('too late', 'not_saved')


class Struck(restart_test.Killing):
    PLAYER = Patient
    TABLES = (('scout', 2, {}), ('bridesmaid', 3, {}), ('sparrows', 3, {}))

    @classmethod
    def setUpClass(cls):
        cls.url = fresh_database('struck')
        cls.server = Server(*cls.ARGS, '--store', cls.url).start()

    @staticmethod
    def rounds():
        return ROUNDS

    def restart_server(self):
        self.server.kill()
        self.server.start()

    def end_sessions(self):
        cluster().sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'struck'", 'postgres')

    async def kill_again_and_again(self, until):
        blows = (self.restart_server, lambda: cluster().restart('immediate'), self.end_sessions,
                 lambda: cluster().restart('fast'))
        for number in range(self.rounds()):
            await asyncio.sleep(self.chance.uniform(0.02, 0.6))
            await asyncio.to_thread(blows[number % len(blows)])
        until.set()

    async def test_nothing_acknowledged_is_lost_when_it_is_killed(self):
        await super().test_nothing_acknowledged_is_lost_when_it_is_killed()
        found = await asyncio.to_thread(facts, self.url)
        self.assertEqual(found['faults'], 0)
        self.assertNotIn(PASSWORD, '\n'.join(self.server.said))
        self.assertNotIn(ESCAPED, '\n'.join(self.server.said))


# ---- a database that is away, or full ----

class Away(Case):
    @classmethod
    def setUpClass(cls):
        cls.url = fresh_database('away')
        cls.server = Server(*cls.ARGS, '--store', cls.url).start()

    async def health(self, status):
        """Waits until the server says so of itself."""
        for _ in range(PATIENCE * 10):
            if (await asyncio.to_thread(self.server.ask, '/healthz'))[0] == status:
                return
            await asyncio.sleep(0.1)
        raise AssertionError(f'/healthz never says {status}')

    async def test_play_pauses_while_it_is_away(self):
        people = await self.started(game='bridesmaid', players=2)
        onlooker = await self.come(people[0].at)
        await people[0].do(people[0].table['legal'][0])
        await people[0].say('chat', text='before')
        await asyncio.to_thread(cluster().stop, 'immediate')
        try:
            await self.refused('not_saved', people[0].say('chat', text='lost'))
            await self.health(503)
            with self.assertRaises(Refused) as caught:
                await asyncio.to_thread(self.server.open, game='scout', players=2)
            self.assertEqual(caught.exception.code, 'not_saved')
            self.assertIn('connection to server on socket',
                          await asyncio.to_thread(self.server.wait_for, 'event=disk_refuses'))
        finally:
            await asyncio.to_thread(cluster().start)
        await self.health(200)
        for client in (*people, onlooker):
            await client.close()
            client.log, client.chats = [], []
            await client.connect()
        await onlooker.until(lambda: onlooker.chats)  # they come after the table
        self.assertEqual([line['text'] for line in onlooker.chats], ['before'])
        self.assertEqual([seat['waiting'] for seat in onlooker.table['seats']], [False, True])
        await self.play_out(people)
        self.assertEqual(parlor('verify', '-', text=self.server.record(people[0].at)).returncode, 0)

    async def test_a_restart_of_it_is_a_pause(self):
        people = await self.started(game='scout', players=2)
        kept = []
        restarting = asyncio.create_task(asyncio.to_thread(cluster().restart, 'immediate'))
        for number in range(100000):
            if restarting.done():
                break
            try:
                await people[0].say('chat', text=f'line {number}')
                kept.append(f'line {number}')
            except (Refused, ConnectionError):  # it takes long to come back
                await asyncio.sleep(0.1)
                people[0].log = []
                await people[0].connect()
        await restarting
        await people[0].say('chat', text='the end')
        watcher = await self.come(people[0].at)
        await watcher.until(lambda: watcher.chats and watcher.chats[-1]['text'] == 'the end')
        shown = [line['text'] for line in watcher.chats]
        self.assertEqual(shown, sorted(set(shown), key=shown.index))  # none twice
        acknowledged = [line for line in shown if line in kept]
        self.assertEqual(acknowledged, kept[-len(acknowledged):])
        self.assertTrue(acknowledged)


class Late(unittest.TestCase):
    def test_a_server_with_several_hosts_waits_at_its_start_for_one_that_can_be_written(self):
        url = fresh_database('late')
        url = url.replace(f'host={cluster().folder}', f'host={cluster().folder},{cluster().folder}')
        server = Server('--store', url)
        self.addCleanup(server.close)
        cluster().stop('fast')
        starting = threading.Thread(target=cluster().start)
        starting.start()
        server.start()
        starting.join(PATIENCE)
        self.assertEqual(server.ask('/healthz')[0], 200)


class Full(Case):
    """The disk of the database, which only root can make small."""

    @classmethod
    def setUpClass(cls):
        cls.small = os.path.join(cluster().folder, 'small')
        os.mkdir(cls.small)
        if subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=4m,mode=777', 'parlor-test', cls.small], check=False,
                          capture_output=True).returncode != 0:
            raise unittest.SkipTest('only root can mount a small disk')
        cls.addClassCleanup(subprocess.run, ['umount', '-l', cls.small], check=True)
        cls.addClassCleanup(cluster().sql, 'DROP DATABASE filled; DROP TABLESPACE small', 'postgres')
        space = os.path.join(cls.small, 'space')
        os.mkdir(space)
        os.chown(space, *cluster().user)
        cluster().sql(f"CREATE TABLESPACE small LOCATION '{space}'", 'postgres')
        cls.url = fresh_database('filled')
        cluster().sql('ALTER DATABASE filled SET default_tablespace = small', 'postgres')
        cls.server = Server(*cls.ARGS, '--store', cls.url).start()

    async def test_a_full_disk(self):
        people = await self.seated(game='scout', players=2)
        filler = os.path.join(self.small, 'filler')
        with open(filler, 'wb', buffering=0) as file:
            try:
                while True:
                    file.write(b'\0' * 4096)
            except OSError:
                pass
        kept = []
        with self.assertRaises(Refused) as caught:
            for number in range(20000):
                await people[number % 2].say('chat', text=f'{number} ' + 'x' * 250)
                kept.append(number)
        self.assertEqual(caught.exception.code, 'not_saved')
        self.assertIn("the database's disk is full",
                      await asyncio.to_thread(self.server.wait_for, 'event=disk_refuses'))
        os.remove(filler)
        await Away.health(self, 200)
        await people[0].say('chat', text='again')
        await asyncio.to_thread(self.server.kill)
        await asyncio.to_thread(self.server.start)
        again = await self.come(people[0].at)
        expected = [*[str(number) for number in kept][-49:], 'again']
        await again.until(lambda: len(again.chats) >= len(expected))
        self.assertEqual([line['text'].split(' ')[0] for line in again.chats], expected)


# ---- what is refused ----

class OldServer(threading.Thread):
    """Says that it is PostgreSQL 14 to the first caller."""

    def __init__(self):
        super().__init__(daemon=True)
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]

    @staticmethod
    def message(kind, body):
        return kind + struct.pack('!I', len(body) + 4) + body

    def run(self):
        line, _ = self.listener.accept()
        length, = struct.unpack('!I', line.recv(4))
        line.recv(length - 4)
        settings = {b'server_version': b'14.9', b'server_encoding': b'UTF8', b'client_encoding': b'UTF8',
                    b'default_transaction_read_only': b'off', b'in_hot_standby': b'off',
                    b'standard_conforming_strings': b'on'}
        line.sendall(self.message(b'R', struct.pack('!I', 0))
                     + b''.join(self.message(b'S', name + b'\0' + value + b'\0') for name, value in settings.items())
                     + self.message(b'K', struct.pack('!II', 1, 1)) + self.message(b'Z', b'I'))
        line.recv(1)
        line.close()
        self.listener.close()


class Refusing(unittest.TestCase):
    """What a server does not start with: it says why, and no secret."""

    def refused(self, reason, url, secrets=(PASSWORD, ESCAPED)):
        data = folder(self, 'parlor-refused-')
        for command in (('serve', '--listen', '127.0.0.1:0', '--data', data, '--store', url), ('store', 'check', url)):
            done = parlor(*command)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(reason, done.stderr)
            self.assertEqual(done.stderr.count('\n'), 1, done.stderr)
            for secret in secrets:
                self.assertNotIn(secret, done.stderr + done.stdout)
            if 'too old' in reason:
                break  # that one answers once

    def test_the_wrong_password(self):
        self.refused('check the user and the password', cluster().url(password='porcupine'), ('porcupine',))
        self.refused('a password is needed; put it into ~/.pgpass, PGPASSWORD or the address',
                     f'postgresql://parlor@/parlor?host={cluster().folder}')
        self.refused('"nobody"', cluster().url(user='nobody'))

    def test_no_such_database(self):
        self.refused('database "nowhere" does not exist', cluster().url('nowhere'))

    def test_nobody_there(self):
        self.refused('No such file or directory', f'postgresql://parlor:{ESCAPED}@/parlor?host=/nowhere/at/all')

    def test_an_address_that_makes_no_sense_is_not_repeated(self):
        for url in ('postgresql://parlor:hare/hedgehog@localhost/parlor', 'postgresql://parlor:12/hedgehog@localhost/x',
                    'postgresql://parlor:hare%zzhedgehog@localhost/parlor', 'postgresql://parlor:a?hedgehog@h/parlor',
                    'postgresql://parlor:hare%2Fhedgehog@localhost:99999/parlor'):
            with self.subTest(url):
                self.refused('address', url, ('hare', 'hedgehog'))
        data = folder(self, 'parlor-refused-')
        done = parlor('serve', '--data', data, '--store', 'mysql://parlor:hedgehog@localhost/parlor')
        self.assertEqual(done.returncode, 1)
        self.assertIn('write postgresql://USER@HOST:PORT/DATABASE', done.stderr)
        self.assertNotIn('hedgehog', done.stderr)

    def test_an_old_server(self):
        old = OldServer()
        old.start()
        self.refused('PostgreSQL 14 is too old; parlor needs 15 or newer',
                     f'postgresql://parlor@127.0.0.1:{old.port}/parlor?sslmode=disable&gssencmode=disable')
        old.join(PATIENCE)

    def test_another_encoding(self):
        url = fresh_database('latin', "ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        self.refused("encoding is LATIN1; create one with ENCODING 'UTF8'", url)

    def test_a_database_that_can_only_be_read(self):
        url = fresh_database('frozen')
        cluster().sql('ALTER DATABASE frozen SET default_transaction_read_only = on', 'postgres')
        self.refused('session is read-only', url)

    def test_a_newer_version(self):
        url = fresh_database('newer')
        Server('--store', url).start().close()
        cluster().sql('UPDATE parlor.about SET version = 99', 'newer')
        self.refused('made by a newer version of parlor; update parlor to open it', url)

    def test_a_database_that_is_empty(self):
        done = parlor('store', 'check', fresh_database('bare'))
        self.assertEqual(done.returncode, 1)
        self.assertIn('no server has kept tables here', done.stderr)


# ---- copies ----

class Copying(ServersCase):
    """From SQLite to PostgreSQL and back."""

    async def filled(self, *args, data=None, tables=12, lines=60):
        """A server that people have been at."""
        server = Server(*NO_LIMITS, *args, data=data).start()
        for number in range(tables):
            opened = server.open(game='scout', players=2, public=True, name='Ann', bots=['', 'random'])
            ann = await Client(server, opened['table'], opened['token']).connect()
            for line in range(lines + number):
                await ann.say('chat', text=f'line {line} ' + 'y' * 200)
            await ann.close()
        return server

    @staticmethod
    def events(data):
        base = sqlite3.connect(os.path.join(data, 'parlor.db'))
        rows = [base.execute(f'SELECT * FROM {table} ORDER BY 1, 2').fetchall()
                for table in ('events', 'tables', 'snapshots', 'head')]
        base.close()
        return rows

    def copied(self, source, destination):
        done = parlor('store', 'copy', source, destination)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('all as they were kept', done.stdout)
        self.assertNotIn(ESCAPED, done.stdout + done.stderr)

    async def test_there_and_back(self):
        data = folder(self, 'parlor-copy-')
        (await self.filled(data=data)).close()
        url, back = fresh_database('copied'), folder(self, 'parlor-back-')
        self.copied(data, url)
        self.assertEqual(facts(url), facts(data))
        self.copied(url, back)
        self.assertEqual(self.events(back), self.events(data))
        for place, reason in ((url, 'already has the tables of a server'), (back, 'already has a database')):
            done = parlor('store', 'copy', data, place)
            self.assertEqual(done.returncode, 1)
            self.assertIn(reason, done.stderr)
        server = await self.filled('--store', url, data=data, tables=1)  # goes on where SQLite was
        server.close()
        done = parlor('serve', '--listen', '127.0.0.1:0', '--data', data)  # which is behind from now on
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r'the last \d+ of \d+ events are missing')
        backup = folder(self, 'parlor-backup-')
        self.assertEqual(parlor('store', 'backup', url, backup).returncode, 0)
        self.assertEqual(facts(backup), facts(url))
        restored = fresh_database('restored')
        self.copied(backup, restored)
        server = Server('--store', restored).start()
        self.assertTrue(server.get('/api/tables', 'tables')['tables'])
        server.close()
        self.assertEqual(facts(restored), facts(url))

    @staticmethod
    def kill_copy(source, destination):
        """Kills a copy once it sleeps in the database."""
        with subprocess.Popen([PARLOR, 'store', 'copy', source, destination], stderr=subprocess.DEVNULL) as process:
            while not cluster().sql("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'", 'postgres'):
                assert process.poll() is None
            process.kill()

    async def test_a_copy_that_was_killed_goes_on(self):
        data = folder(self, 'parlor-copy-')
        server = await self.filled(data=data)
        server.close()
        url = fresh_database('resumed')
        last = self.events(data)[1][-1][0]
        cluster().sql(f"""
            CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
                IF new.table_id = '{last}' THEN PERFORM pg_sleep(3600); END IF; RETURN new; END$$;
            CREATE FUNCTION watch() RETURNS event_trigger LANGUAGE plpgsql AS $$BEGIN
                EXECUTE 'CREATE TRIGGER hold BEFORE INSERT ON parlor_part.events FOR EACH ROW
                         EXECUTE FUNCTION public.hold()'; END$$;
            CREATE EVENT TRIGGER watch ON ddl_command_end WHEN TAG IN ('CREATE FUNCTION') EXECUTE FUNCTION watch();
            """, 'resumed')
        await asyncio.to_thread(self.kill_copy, data, url)
        cluster().sql("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE wait_event = 'PgSleep'",
                    'postgres')
        cluster().sql('DROP EVENT TRIGGER watch; DROP FUNCTION hold() CASCADE', 'resumed')
        rows = 'SELECT xmin, number FROM {}.events WHERE table_id = (SELECT min(id) FROM {}.tables) ORDER BY number'
        before = cluster().sql(rows.format('parlor_part', 'parlor_part'), 'resumed')
        self.assertTrue(before)
        self.assertEqual(parlor('store', 'check', url).returncode, 1)  # it has not got its name yet
        self.copied(data, url)
        self.assertEqual(cluster().sql(rows.format('parlor', 'parlor'), 'resumed'), before)  # not written twice
        self.assertEqual(facts(url), facts(data))

        part = folder(self, 'parlor-part-')  # and to SQLite
        self.copied(url, part)
        whole = self.events(part)
        os.rename(os.path.join(part, 'parlor.db'), os.path.join(part, 'parlor.db.part'))
        base = sqlite3.connect(os.path.join(part, 'parlor.db.part'))
        base.execute('DELETE FROM events WHERE table_id = ?', (last,))
        base.execute('DELETE FROM tables WHERE id = ?', (last,))
        base.commit()
        base.close()
        self.copied(url, part)
        self.assertEqual(self.events(part), whole)

    async def test_damage_is_found(self):
        url = fresh_database('damaged')
        (await self.filled('--store', url, tables=2)).close()
        cluster().sql("UPDATE parlor.events SET body = replace(body, 'line 7', 'line 8')", 'damaged')
        done = parlor('store', 'check', url)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count('is not what was saved'), 2, done.stderr)
        done = parlor('store', 'copy', url, folder(self, 'parlor-damaged-'))
        self.assertEqual(done.returncode, 1)
        self.assertIn('is not what was saved', done.stderr)


# ---- backups ----

class Rehearsed(backup_test.Rehearsal):
    """The database is dropped, and made again from what `parlor store backup` has kept."""
    BASE = 'rehearsed'

    @classmethod
    def setUpClass(cls):
        cls.url = fresh_database(cls.BASE)
        cls.server = Server(*cls.ARGS, '--store', cls.url).start()

    def store(self):
        return self.url

    def destroy(self):
        cluster().sql(f'DROP DATABASE {self.BASE} WITH (FORCE)', 'postgres')

    def restore(self):
        fresh_database(self.BASE)
        done = parlor('store', 'copy', self.backup, self.url)
        self.assertEqual(done.returncode, 0, done.stderr)
        shutil.copy(os.path.join(self.backup, 'parlor.head'), self.server.data)


class Dumped(Rehearsed):
    """The same with PostgreSQL's own tools. The dump has no parlor.head, so the server finds that something is lost."""
    BASE = 'dumped'

    def pg(self, program, *args):
        cluster().run(program, '-h', cluster().folder, '-U', 'parlor', '-d', self.BASE, *args)

    def back_up(self):
        self.backup = os.path.join(cluster().folder, 'dump')
        self.pg('pg_dump', '--format', 'custom', '--file', self.backup)

    def restore(self):
        fresh_database(self.BASE)
        self.pg('pg_restore', '--exit-on-error', self.backup)
        refused = parlor('serve', '--listen', '127.0.0.1:0', '--data', self.server.data, '--store', self.url)
        self.assertEqual(refused.returncode, 1)
        self.assertIn('start once with --accept-loss', refused.stderr)
        self.server.args = (*self.server.args, '--accept-loss')


if __name__ == '__main__':
    unittest.main()
