#!/usr/bin/env python3
"""A cluster on this machine, from Debian's packages: PostgreSQL with a synchronous standby, three nodes and a proxy.

    apt install postgresql nginx-light          # or haproxy; and parlor itself
    examples/cluster/run.py                     # until Ctrl-C
    examples/cluster/run.py --show              # opens tables, kills a node, shows where they go, and ends
    examples/cluster/run.py --show hang         # the same with a node that hangs, which only haproxy notices

    PARLOR=build/parlor examples/cluster/run.py     # another parlor than the one in the PATH

Everything is in a folder of its own below /tmp, which is removed at the end, unless something went wrong."""
import argparse
import glob
import json
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
FRONT, FIRST_NODE, FIRST_INNER, FIRST_DATABASE = 7700, 7711, 7721, 7731  # ports
NODES = 3
PARLOR = os.environ.get('PARLOR', 'parlor')


def proxy():
    """What stands before the nodes: haproxy if it is there, since it notices nodes that hang, or nginx."""
    return next((name for name in ('haproxy', 'nginx') if shutil.which(name)), None)


def programs():
    found = sorted(glob.glob('/usr/lib/postgresql/*/bin'), key=lambda path: int(path.split('/')[4]))
    if not found or not proxy():
        sys.exit('PostgreSQL or a proxy is missing: apt install postgresql haproxy')
    if not shutil.which(PARLOR):
        sys.exit(f'{PARLOR} is not there: install parlor, or name another one with PARLOR=build/parlor')
    return found[-1]


class Postgres:
    """PostgreSQL refuses to be root, so root runs it as the user postgres."""

    def __init__(self, folder, number):
        self.folder = os.path.join(folder, f'postgres{number}')
        self.data = os.path.join(self.folder, 'data')
        self.port = FIRST_DATABASE + number
        self.who = ()
        os.mkdir(self.folder)
        if os.geteuid() == 0:
            user = pwd.getpwnam('postgres')
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self.who = ('setpriv', '--reuid', str(user.pw_uid), '--regid', str(user.pw_gid), '--clear-groups')

    def run(self, program, *args):
        done = subprocess.run([*self.who, os.path.join(programs(), program), *args], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding='utf-8', check=False, cwd=self.folder)
        if done.returncode != 0:
            raise SystemExit(f'{program}: {done.stdout}')
        return done.stdout.strip()

    def configure(self):
        with open(os.path.join(self.data, 'postgresql.conf'), 'a', encoding='utf-8') as file:
            file.write(f"listen_addresses = '127.0.0.1'\nport = {self.port}\n"
                       f"unix_socket_directories = '{self.folder}'\nsynchronous_standby_names = '*'\n")

    def start(self):
        self.configure()
        self.run('pg_ctl', '-D', self.data, '-l', os.path.join(self.folder, 'log'), '-w', 'start')

    def begin(self):
        self.run('initdb', '-D', self.data, '-U', 'parlor', '-A', 'trust', '-E', 'UTF8', '--locale', 'C')
        self.start()
        self.run('psql', '-h', self.folder, '-p', str(self.port), '-U', 'parlor', '-d', 'postgres', '-c',
                 'SET synchronous_commit = local', '-c', 'CREATE DATABASE parlor')

    def follow(self, first):
        self.run('pg_basebackup', '-D', self.data, '-R', '-c', 'fast', '-d',
                 f'host=127.0.0.1 port={first.port} user=parlor')
        self.start()

    def ask(self, sql):
        return self.run('psql', '-h', self.folder, '-p', str(self.port), '-U', 'parlor', '-d', 'parlor', '-XqAt', '-c',
                        sql)

    def stop(self):
        subprocess.run([*self.who, os.path.join(programs(), 'pg_ctl'), '-D', self.data, '-m', 'immediate', 'stop'],
                       check=False, capture_output=True, cwd=self.folder)


class Cluster:
    def __init__(self, folder):
        self.folder = folder
        self.processes = []
        self.nodes = [None] * NODES
        self.databases = [Postgres(folder, 0), Postgres(folder, 1)]
        self.url = (f'postgresql://parlor@127.0.0.1:{FIRST_DATABASE},127.0.0.1:{FIRST_DATABASE + 1}/parlor')

    def start(self):
        self.databases[0].begin()
        self.databases[1].follow(self.databases[0])
        for number in range(NODES):
            self.start_node(number)
        self.start_proxy()
        self.wait_for_front()

    def start_proxy(self):
        command = ['haproxy', '-db', '-f', os.path.join(HERE, 'haproxy.cfg')]
        if proxy() == 'nginx':
            configuration = os.path.join(self.folder, 'nginx.conf')
            with open(os.path.join(HERE, 'nginx.conf'), encoding='utf-8') as file:
                text = file.read().replace('FOLDER', self.folder)
            with open(configuration, 'w', encoding='utf-8') as file:
                file.write(text)
            command = ['nginx', '-c', configuration, '-p', self.folder]
        self.processes.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def start_node(self, number):
        with open(os.path.join(self.folder, f'node{number}.log'), 'ab') as log:
            node = subprocess.Popen(
                [PARLOR, 'serve', '--listen', f'127.0.0.1:{FIRST_NODE + number}', '--data',
                 os.path.join(self.folder, f'node{number}'), '--store', self.url, '--node',
                 f'127.0.0.1:{FIRST_INNER + number}', '--proxied'], stdout=subprocess.DEVNULL, stderr=log)
        self.nodes[number] = node
        self.processes.append(node)

    def wait_for_front(self):
        for _ in range(300):
            try:
                if all(self.get(f'http://127.0.0.1:{port}/healthz') == b'ok\n'
                       for port in (FRONT, *range(FIRST_NODE, FIRST_NODE + NODES))):
                    return
            except OSError:
                pass
            time.sleep(0.1)
        raise SystemExit(f'the cluster does not start; see the logs in {self.folder}')

    @staticmethod
    def get(url, body=None):
        with urllib.request.urlopen(urllib.request.Request(url, body), timeout=10) as answer:
            return answer.read()

    def where_tables_are(self):
        """The tables by the address of their node; '' for those of nobody that lives."""
        rows = self.databases[0].ask("SELECT id, coalesce(address, '') FROM parlor.tables"
                                     " LEFT JOIN parlor.nodes ON number = owner AND NOT dead ORDER BY id")
        return dict(row.split('|') for row in rows.splitlines())

    def close(self):
        for process in reversed(self.processes):
            process.send_signal(signal.SIGCONT)
            process.terminate()
        for process in self.processes:
            process.wait(20)
        for database in reversed(self.databases):
            database.stop()


def print_places(places):
    for table, address in places.items():
        print(f'  {table}  {address or "nobody"}')


def show(cluster, fault):
    """Opens tables, watches them as people do, kills or stops a node and prints where its tables go."""
    front = f'http://127.0.0.1:{FRONT}'
    for number in range(6):
        node = f'http://127.0.0.1:{FIRST_NODE + number % NODES}'
        table = json.loads(cluster.get(f'{node}/api/tables', b'{"game": "scout", "players": 2}'))['table']
        cluster.processes.append(subprocess.Popen([PARLOR, 'watch', '--plain', f'{front}/table/{table}'],
                                                  stdin=subprocess.PIPE, stdout=subprocess.DEVNULL))
    print('Tables, and the nodes that have them:')
    before = cluster.where_tables_are()
    print_places(before)
    address = f'127.0.0.1:{FIRST_INNER}'
    print(f'The node at {address} is killed.' if fault == 'kill' else f'The node at {address} hangs.')
    cluster.nodes[0].send_signal(signal.SIGKILL if fault == 'kill' else signal.SIGSTOP)
    began = time.monotonic()
    while True:
        after = cluster.where_tables_are()
        if address not in after.values() and '' not in after.values():
            break
        if time.monotonic() - began > 60:
            raise SystemExit('the tables do not move')
        time.sleep(0.1)
    print(f'{time.monotonic() - began:.1f} s later:')
    print_places(after)


def stop(*_):
    raise KeyboardInterrupt


def main():
    reader = argparse.ArgumentParser(description='Start a cluster on this machine.')
    reader.add_argument('--show', nargs='?', const='kill', choices=('kill', 'hang'),
                        help='open tables, kill a node or let it hang, show where its tables go, and end')
    wishes = reader.parse_args()
    programs()
    if wishes.show == 'hang' and proxy() != 'haproxy':
        sys.exit('only haproxy notices a node that hangs: apt install haproxy')
    signal.signal(signal.SIGTERM, stop)
    folder = tempfile.mkdtemp(prefix='parlor-cluster-')
    os.chmod(folder, 0o755)
    cluster = Cluster(folder)
    try:
        cluster.start()
        if wishes.show:
            show(cluster, wishes.show)
        else:
            print(f'Play at http://127.0.0.1:{FRONT}/; logs are in {folder}. Ctrl-C ends everything.', flush=True)
            signal.pause()
    except KeyboardInterrupt:
        pass
    finally:
        cluster.close()
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == '__main__':
    main()
