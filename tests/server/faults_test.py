"""Three nodes, a database with a synchronous standby and nginx, each node and database in a network of its own, while
machines, links and processes fail at random: what was acknowledged is in the records, once, in order.

Everything runs in namespaces of this test's own, for processes too: however it ends, nothing of it stays behind.

    faults_test.py [--faults N] [--only KIND]    how many there are; only those whose name has this in it
"""
import argparse
import asyncio
import faulthandler
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from typing import ClassVar

import restart_test
from common import NO_LIMITS, PATIENCE, Client, Server, free_address, parlor
from postgres import ESCAPED, PASSWORD, Cluster, quick_disk
from scale import scaled

FAULTS = scaled(4, 8, 60)
ONLY = ''
NETWORK = '10.1.1'
BRIDGE = f'plr{os.getpid()}'
APART = 'PARLOR_TEST_APART'  # set where the namespaces are this test's own


def ip(*words):
    subprocess.run(['ip', *words], check=True, capture_output=True)


# ---- machines ----

class Machine:
    """A network namespace with one cable to the bridge that joins all of them."""

    def __init__(self, name, number):
        self.name, self.number = name, number
        self.space = self.cable = f'{BRIDGE}-{name}'
        self.address = f'{NETWORK}.{number}'
        self.inside = ('ip', 'netns', 'exec', self.space)
        ip('netns', 'add', self.space)
        ip('link', 'add', self.cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', self.space)
        ip('link', 'set', self.cable, 'master', BRIDGE, 'up')
        ip('-n', self.space, 'address', 'add', f'{self.address}/24', 'dev', 'eth0')
        ip('-n', self.space, 'link', 'set', 'eth0', 'up')
        ip('-n', self.space, 'link', 'set', 'lo', 'up')

    def cut(self):
        ip('link', 'set', self.cable, 'down')

    def repair(self):
        ip('link', 'set', self.cable, 'up')

    def cut_from(self, other):
        """Neither hears of the other any more; both hear everybody else."""
        ip('-n', self.space, 'route', 'add', 'blackhole', f'{other.address}/32')
        ip('-n', other.space, 'route', 'add', 'blackhole', f'{self.address}/32')

    def repair_to(self, other):
        ip('-n', self.space, 'route', 'del', 'blackhole', f'{other.address}/32')
        ip('-n', other.space, 'route', 'del', 'blackhole', f'{self.address}/32')

    def close(self):
        subprocess.run(['ip', 'netns', 'del', self.space], check=False, capture_output=True)


class Database(Cluster):
    """A server of PostgreSQL on a machine, which waits for a standby with each commit."""

    def __init__(self, machine):
        self.machine = machine
        self.prepare(machine.inside)

    def become_first(self):
        self.make((f"listen_addresses = '{self.machine.address}'", "synchronous_standby_names = '*'",
                   "wal_receiver_timeout = '5s'", "wal_sender_timeout = '5s'", 'wal_keep_size = 16',
                   "wal_retrieve_retry_interval = '200ms'"))
        with open(os.path.join(self.data, 'pg_hba.conf'), 'a', encoding='utf-8') as file:
            file.write(f'host all,replication all {NETWORK}.0/24 scram-sha-256\n')
        self.start()
        self.sql("SET synchronous_commit = local; CREATE DATABASE parlor", 'postgres')

    def follow(self, first):
        """Becomes a standby that has everything the first has. A copy of so little takes a quarter of the time of
        pg_rewind, which begins with a recovery of its own."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.run('pg_basebackup', '-D', self.data, '-R', '-N', '-c', 'fast', '-d',
                 f'host={first.machine.address} user=parlor password={PASSWORD} application_name={self.machine.name}')
        with open(os.path.join(self.data, 'postgresql.conf'), 'a', encoding='utf-8') as file:
            file.write(f"listen_addresses = '{self.machine.address}'\nunix_socket_directories = '{self.folder}'\n")
        self.start()

    def last_words(self):
        try:
            with open(self.log, encoding='utf-8', errors='replace') as file:
                return file.readlines()[-8:]
        except OSError:
            return []


class Front:
    """nginx on this machine, which sends everybody with the same table to the same node, if it is there."""
    CONFIGURATION = '''
worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
    access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    map $uri $of_path {{ ~^/api/tables/(?<id>[^/]+) $id; default ""; }}
    upstream nodes {{ hash $arg_table$of_path consistent; {servers} }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://nodes; proxy_http_version 1.1; proxy_connect_timeout 1s; proxy_read_timeout 3600s;
            proxy_next_upstream error timeout http_503;
            proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade;
            proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr;
        }}
    }}
}}
'''

    def __init__(self, folder, port, nodes):
        self.port = port
        servers = ' '.join(f'server {node.start_at} max_fails=1 fail_timeout=1s;' for node in nodes)
        self.file = os.path.join(folder, 'nginx.conf')
        with open(self.file, 'w', encoding='utf-8') as file:
            file.write(self.CONFIGURATION.format(folder=folder, port=port, servers=servers))
        self.process = subprocess.Popen(['nginx', '-c', self.file, '-p', folder], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)

    def ask(self, path, body=None, method=None, headers=None):
        status, headers, answer = Server.ask(self, path, body, method, headers)
        if headers['content-type'].startswith('text/html'):
            raise ConnectionError(f'nginx says {status}')
        return status, headers, answer

    get = Server.get
    open = Server.open
    record = Server.record
    checked = staticmethod(Server.checked)

    def close(self):
        self.process.kill()
        self.process.wait(PATIENCE)


# ---- players ----

class Hashed(Client):
    """Says in its address which table it comes for, so that a proxy can choose the node, and notices by itself when a
    link is cut."""
    PING = 1

    def path(self):
        return f'/play?table={self.at}'


class Player(restart_test.Stubborn):
    forgives = ('too late', 'not_saved')
    CLIENT = Hashed
    made_at: ClassVar = {}  # by game: when the last choice that was acknowledged was made, by time.monotonic()

    async def step(self):
        before, began = len(self.acknowledged), time.monotonic()
        await super().step()
        if len(self.acknowledged) > before:
            self.made_at[self.client.table['game']] = began
            self.test.acknowledged.set()


class Faults(restart_test.Killing):
    PLAYER = Player
    TABLES = (('scout', 2, {}), ('bridesmaid', 3, {}), ('sparrows', 3, {}), ('bannish', 3, {}))
    ARGS = (*NO_LIMITS, '--bot-pace', '0', '--threads', '1', '--proxied', '--proxies', f'{NETWORK}.1')

    @classmethod
    def setUpClass(cls):
        if os.geteuid() != 0 or not shutil.which('nginx') or not shutil.which('ip'):
            raise unittest.SkipTest('only root can make networks, with ip, and nginx has to be there')
        cls.renew_watchdog()
        cls.addClassCleanup(faulthandler.cancel_dump_traceback_later)
        cls.folder = tempfile.mkdtemp(prefix='parlor-faults-', dir=quick_disk())
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        ip('link', 'set', 'lo', 'up')
        ip('link', 'add', BRIDGE, 'type', 'bridge')
        cls.addClassCleanup(ip, 'link', 'del', BRIDGE)
        ip('address', 'add', f'{NETWORK}.1/24', 'dev', BRIDGE)
        ip('link', 'set', BRIDGE, 'up')
        cls.machines = [cls.machine(name, 10 + number) for number, name in enumerate(('d1', 'd2', 'n1', 'n2', 'n3'))]
        cls.first, cls.second = (Database(machine) for machine in cls.machines[:2])
        for database in (cls.first, cls.second):
            cls.addClassCleanup(database.close)
        cls.first.become_first()
        cls.second.follow(cls.first)
        hosts = ','.join(f'{machine.address}:5432' for machine in cls.machines[:2])
        cls.url = f'postgresql://parlor:{ESCAPED}@{hosts}/parlor'
        cls.nodes = [cls.node(machine) for machine in cls.machines[2:]]
        cls.server = Front(cls.folder, int(free_address().split(':')[1]), cls.nodes)
        cls.addClassCleanup(cls.server.close)

    @classmethod
    def tearDownClass(cls):
        pass  # the cleanups of the class close everything, in the right order

    @classmethod
    def machine(cls, name, number):
        machine = Machine(name, number)
        cls.addClassCleanup(machine.close)
        return machine

    @classmethod
    def node(cls, machine):
        node = Server(*cls.ARGS, '--store', cls.url, '--node', f'{machine.address}:7778')
        node.machine, node.inside, node.start_at = machine, machine.inside, f'{machine.address}:7777'
        cls.addClassCleanup(shutil.rmtree, node.data, ignore_errors=True)
        cls.addClassCleanup(lambda: node.process and node.kill())
        node.start()
        return node

    @staticmethod
    def rounds():
        return FAULTS

    # ---- faults ----

    @staticmethod
    def is_well(node):
        line = http.client.HTTPConnection(node.start_at, timeout=1)
        try:
            line.request('GET', '/healthz')
            return line.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()

    async def some_node(self):
        """One that is well; others may not be, after the fault before."""
        well = [node for node in self.nodes if await asyncio.to_thread(self.is_well, node)]
        node = self.chance.choice(well or self.nodes)
        self.fault += f' ({node.machine.name})'
        return node

    async def lasts(self, most=4.5):
        """The fault lasts for a while, but not for long after everybody plays on."""
        await asyncio.sleep(0.2)
        await asyncio.wait((self.back,), timeout=self.chance.uniform(0, most))

    def strikes(self):
        """The fault is there: how long it is until everybody plays on counts from here."""
        self.back = asyncio.create_task(self.play_goes_on(time.monotonic()))

    async def kill_a_node(self):
        node = await self.some_node()
        await asyncio.to_thread(node.kill)
        self.strikes()
        await self.lasts(2.5)
        await asyncio.to_thread(node.start)

    async def restart_a_node(self):
        node = await self.some_node()
        node.signal(signal.SIGTERM)
        self.strikes()
        await asyncio.to_thread(node.stop)
        await asyncio.to_thread(node.start)

    async def stop_a_node(self):
        node = await self.some_node()
        node.signal(signal.SIGSTOP)
        self.strikes()
        await self.lasts()
        node.signal(signal.SIGCONT)

    async def cut_a_node_off(self):
        node = await self.some_node()
        node.machine.cut()
        self.strikes()
        await self.lasts()
        node.machine.repair()

    async def cut_a_node_from_the_database(self):
        node = await self.some_node()
        node.machine.cut_from(self.first.machine)
        self.strikes()
        await self.lasts(6)
        node.machine.repair_to(self.first.machine)

    async def end_sessions(self):
        await asyncio.to_thread(self.first.sql, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                " WHERE datname = 'parlor' AND pid <> pg_backend_pid()", 'postgres')
        self.strikes()

    async def crash_the_database(self):
        await asyncio.to_thread(self.first.stop, 'immediate')
        self.strikes()
        await asyncio.to_thread(self.first.start)

    async def cut_the_standby_off(self):
        self.second.machine.cut()
        self.strikes()
        await self.lasts(1)
        self.second.machine.repair()

    async def fail_over(self):
        """The first database is lost, the standby takes its place, and gets a standby in turn."""
        await asyncio.to_thread(self.first.stop, 'immediate')
        self.strikes()
        await asyncio.to_thread(self.second.control, 'promote')
        Faults.first, Faults.second = self.second, self.first
        await asyncio.to_thread(self.second.follow, self.first)

    async def play_goes_on(self, since):
        """Waits until a choice made after a moment is acknowledged in each of the games; how long that takes. Then
        the standby follows as well, for nothing is acknowledged without it."""
        while any(Player.made_at.get(game, 0) < since for game, _, _ in self.TABLES):
            self.acknowledged.clear()
            await self.acknowledged.wait()
        return time.monotonic() - since

    async def kill_again_and_again(self, until):
        kinds = (self.kill_a_node, self.stop_a_node, self.fail_over, self.cut_a_node_off, self.crash_the_database,
                 self.cut_a_node_from_the_database, self.restart_a_node, self.end_sessions, self.cut_the_standby_off)
        kinds = [kind for kind in kinds if ONLY in kind.__name__]
        left = []
        for number in range(self.rounds()):
            self.renew_watchdog()
            left = left or self.chance.sample(kinds, len(kinds))
            kind = left.pop()
            self.fault = f'fault {number + 1}, {kind.__name__}'
            await asyncio.sleep(self.chance.uniform(0.05, 0.3))
            await asyncio.wait_for(kind(), PATIENCE)
            self.waits.append((await asyncio.wait_for(self.back, PATIENCE), kind.__name__))
        self.fault = 'the end, after the last fault'
        until.set()

    async def one_table_after_another(self, which, until):
        playing = asyncio.create_task(super().one_table_after_another(which, until))
        ending = asyncio.create_task(until.wait())
        try:
            await asyncio.wait((playing, ending), return_when=asyncio.FIRST_COMPLETED)
            return await asyncio.wait_for(playing, PATIENCE)  # nobody may be able to play on
        finally:
            playing.cancel()
            ending.cancel()

    # ---- failing ----

    @staticmethod
    def renew_watchdog():
        """If nothing at all goes on any more, says where everybody is and ends the program, and with it the rest."""
        faulthandler.dump_traceback_later(3 * PATIENCE, exit=True)

    @staticmethod
    def places():
        """Where each task waits: the functions, and what they ask for."""
        for task in asyncio.all_tasks():
            words, step = [], task.get_coro()
            while step is not None and hasattr(step, 'cr_frame'):
                known = step.cr_frame.f_locals if step.cr_frame else {}
                asked = [str(known[name]) for name in ('message', 'which') if name in known]
                words.append(' '.join([step.__name__, *asked]))
                step = step.cr_await
            yield ' > '.join(words)

    def report(self, wrong):
        """What was going on, and what everybody said last."""
        parts = [f'{type(wrong).__name__} in {self.fault}: {wrong}', f'the last faults: {self.waits[-5:]}']
        ages = {game: round(time.monotonic() - at, 1) for game, at in Player.made_at.items()}
        parts += [f'seconds since the last choice that was acknowledged: {ages}', *self.places()]
        for node in self.nodes:
            parts += [f'{node.machine.name}, {node.machine.address}, exit code {node.process.poll()}:',
                      *node.said[-12:]]
        for database in (self.first, self.second):
            parts += [f'{database.machine.name}:', *(line.rstrip() for line in database.last_words())]
        return '\n'.join(parts)

    def end_everything(self):
        """So that nobody waits for an answer any more."""
        for process in (*(node.process for node in self.nodes), self.server.process):
            process.kill()
        for database in (self.first, self.second):
            database.kill()

    async def test_nothing_acknowledged_is_lost_when_it_is_killed(self):
        self.fault, self.waits, self.acknowledged = 'the beginning', [], asyncio.Event()
        try:
            await super().test_nothing_acknowledged_is_lost_when_it_is_killed()
            self.tell_waits()
            await self.check_the_end()
        except Exception as wrong:
            report = self.report(wrong)
            self.end_everything()
            raise AssertionError(report) from wrong

    def tell_waits(self):
        for name in sorted({name for _, name in self.waits}):
            waits = sorted(wait for wait, of in self.waits if of == name)
            print(f'{name}: {len(waits)} times; everybody played on within {waits[-1]:.1f} s,'
                  f' {waits[len(waits) // 2]:.1f} s in the middle', file=sys.stderr)

    async def check_the_end(self):
        for node in self.nodes:
            self.assertEqual(await asyncio.to_thread(node.stop), 0, node.machine.name)
            self.assertFalse([line for line in node.said if 'table_behind' in line or 'table_lost' in line])
        found = parlor('store', 'check', '--json', self.url)
        self.assertEqual(json.loads(found.stdout)['faults'], 0, found.stdout + found.stderr)


def go_apart():
    """Starts again in namespaces of its own: browsers drop what they are loading when a cable of this machine comes
    or goes, and other tests have browsers. When the first process there ends, the others are killed."""
    alone = 'mount -t tmpfs none /dev/shm && mkdir -p /run/netns && mount -t tmpfs none /run/netns && "$@"; exit $?'
    os.execvpe('unshare', ['unshare', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc',
                           'sh', '-c', alone, 'sh', sys.executable, *sys.argv], {**os.environ, APART: 'yes'})


if __name__ == '__main__':
    if os.geteuid() == 0 and APART not in os.environ:
        go_apart()
    options = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    options.add_argument('--faults', type=int, default=FAULTS)
    options.add_argument('--only', default=ONLY)
    typed, sys.argv[1:] = options.parse_known_args()
    FAULTS, ONLY = typed.faults, typed.only
    unittest.main()
