"""Three nodes, a database with a synchronous standby and nginx, each node and database in a network of its own, while
machines, links and processes fail at random: what was acknowledged is in the records, once, in order.

    faults_test.py [--faults N]    how many there are
"""
import asyncio
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

FAULTS = scaled(4, 12, 1000)
NETWORK = '10.1.1'
BRIDGE = f'plr{os.getpid()}'
APART = 'PARLOR_TEST_APART'  # set where the network is this test's own


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
                   "wal_receiver_timeout = '5s'", "wal_sender_timeout = '5s'", 'wal_keep_size = 64',
                   "wal_retrieve_retry_interval = '200ms'"))
        with open(os.path.join(self.data, 'pg_hba.conf'), 'a', encoding='utf-8') as file:
            file.write(f'host all,replication all {NETWORK}.0/24 scram-sha-256\n')
        self.start()
        self.sql("SET synchronous_commit = local; CREATE DATABASE parlor", 'postgres')

    def follow(self, first):
        """Becomes a standby that has everything the first has."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.run('pg_basebackup', '-D', self.data, '-R', '-c', 'fast', '-d',
                 f'host={first.machine.address} user=parlor password={PASSWORD} application_name={self.machine.name}')
        with open(os.path.join(self.data, 'postgresql.conf'), 'a', encoding='utf-8') as file:
            file.write(f"listen_addresses = '{self.machine.address}'\nunix_socket_directories = '{self.folder}'\n")
        self.start()

    def follows(self, first):
        return first.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'", 'postgres') != '0'


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
        self.process.terminate()
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
    acknowledged_at: ClassVar = {}  # by game: when the last choice was, by time.monotonic()

    async def step(self):
        before = len(self.acknowledged)
        await super().step()
        if len(self.acknowledged) > before:
            self.acknowledged_at[self.client.table['game']] = time.monotonic()


class Faults(restart_test.Killing):
    PLAYER = Player
    TABLES = (('scout', 2, {}), ('bridesmaid', 3, {}), ('sparrows', 3, {}), ('bannish', 3, {}))
    ARGS = (*NO_LIMITS, '--bot-pace', '0', '--threads', '1', '--proxied', '--proxies', f'{NETWORK}.1')

    @classmethod
    def setUpClass(cls):
        if os.geteuid() != 0 or not shutil.which('nginx') or not shutil.which('ip'):
            raise unittest.SkipTest('only root can make networks, with ip, and nginx has to be there')
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
        node.start()
        cls.addClassCleanup(shutil.rmtree, node.data, ignore_errors=True)
        cls.addClassCleanup(node.kill)
        return node

    @staticmethod
    def rounds():
        return FAULTS

    # ---- faults ----

    def some_node(self):
        return self.chance.choice(self.nodes)

    async def pause(self, least=0.5, most=6):
        await asyncio.sleep(self.chance.uniform(least, most))

    async def kill_a_node(self):
        node = self.some_node()
        await asyncio.to_thread(node.kill)
        await self.pause()
        await asyncio.to_thread(node.start)

    async def restart_a_node(self):
        node = self.some_node()
        await asyncio.to_thread(node.stop)
        await asyncio.to_thread(node.start)

    async def stop_a_node(self):
        node = self.some_node()
        node.signal(signal.SIGSTOP)
        await self.pause()
        node.signal(signal.SIGCONT)

    async def cut_a_node_off(self):
        node = self.some_node()
        node.machine.cut()
        await self.pause()
        node.machine.repair()

    async def cut_a_node_from_the_database(self):
        node = self.some_node()
        node.machine.cut_from(self.first.machine)
        await self.pause()
        node.machine.repair_to(self.first.machine)

    async def end_sessions(self):
        await asyncio.to_thread(self.first.sql, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                " WHERE datname = 'parlor' AND pid <> pg_backend_pid()", 'postgres')

    async def crash_the_database(self):
        await asyncio.to_thread(self.first.restart, 'immediate')

    async def cut_the_standby_off(self):
        self.second.machine.cut()
        await self.pause(0.5, 3)
        self.second.machine.repair()

    async def fail_over(self):
        """The first database is lost, the standby takes its place, and gets a standby in turn."""
        await asyncio.to_thread(self.first.stop, 'immediate')
        await asyncio.to_thread(self.second.control, 'promote')
        Faults.first, Faults.second = self.second, self.first
        await asyncio.to_thread(self.second.follow, self.first)

    async def standby_is_back(self):
        for _ in range(PATIENCE * 10):
            if await asyncio.to_thread(self.second.follows, self.first):
                return
            await asyncio.sleep(0.1)
        raise AssertionError('the standby does not come back')

    async def play_goes_on(self):
        """Waits until a choice is acknowledged in each of the games; how long that takes."""
        began = time.monotonic()
        while any(Player.acknowledged_at.get(game, 0) < began for game, _, _ in self.TABLES):
            if time.monotonic() - began > PATIENCE:
                said = [[node.process.poll(), *node.said[-12:]] for node in self.nodes]
                raise AssertionError(f'nobody plays on after {self.waits[-5:]}: {Player.acknowledged_at},'
                                     f' it was {began}', said)
            await asyncio.sleep(0.02)
        return time.monotonic() - began

    async def kill_again_and_again(self, until):
        kinds = (self.kill_a_node, self.stop_a_node, self.fail_over, self.cut_a_node_off, self.crash_the_database,
                 self.cut_a_node_from_the_database, self.restart_a_node, self.end_sessions, self.cut_the_standby_off)
        self.waits = []
        for number in range(self.rounds()):
            await self.pause(0.2, 1)
            kind = kinds[number] if number < len(kinds) else self.chance.choice(kinds)
            back = asyncio.create_task(self.play_goes_on())
            await kind()
            await self.standby_is_back()
            self.waits.append((await back, kind.__name__))
        until.set()

    async def test_nothing_acknowledged_is_lost_when_it_is_killed(self):
        await super().test_nothing_acknowledged_is_lost_when_it_is_killed()
        for name in sorted({name for _, name in self.waits}):
            waits = sorted(wait for wait, of in self.waits if of == name)
            print(f'{name}: {len(waits)} times; everybody played on within {waits[-1]:.1f} s,'
                  f' {waits[len(waits) // 2]:.1f} s in the middle', file=sys.stderr)
        for node in self.nodes:
            self.assertEqual(await asyncio.to_thread(node.stop), 0, node.said[-30:])
            self.assertFalse([line for line in node.said if 'table_behind' in line or 'table_lost' in line])
        found = parlor('store', 'check', '--json', self.url)
        self.assertEqual(json.loads(found.stdout)['faults'], 0, found.stdout + found.stderr)


def go_apart():
    """Starts again in a network of its own: browsers drop what they are loading when a cable of this machine comes
    or goes, and other tests have browsers."""
    os.execvpe('unshare', ['unshare', '--net', sys.executable, *sys.argv], {**os.environ, APART: 'yes'})


if __name__ == '__main__':
    if os.geteuid() == 0 and APART not in os.environ:
        go_apart()
    if '--faults' in sys.argv:
        at = sys.argv.index('--faults')
        FAULTS = int(sys.argv[at + 1])
        del sys.argv[at:at + 2]
    unittest.main()
