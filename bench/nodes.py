#!/usr/bin/env python3
"""What a durable choice costs: one server with SQLite, one, two and four nodes with PostgreSQL, and boardgame.io with
its own PostgreSQL store, all on the same processors, which the load shares.

    ninja -C build parlor bench_server
    (cd bench/boardgame && npm ci)                  # only for the last row
    python3 bench/nodes.py --build build            # prints the table
    python3 bench/nodes.py --build build --save     # … and keeps it in bench/nodes.json, for bench/scale.py

Each row is measured twice: with more choices than any row takes, and with --rate of them a second, where nothing
queues. The data are on a real disk, below --disk, so that a commit costs what it costs."""
import argparse
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'tests'))
import postgres  # noqa: E402

NO_LIMITS = ('--opened', '10000000', '--requests', '100000', '--rate', '100000', '--connections', '20000',
             '--per-address', '20000')
KEPT = os.path.join(HERE, 'nodes.json')
TICK = os.sysconf('SC_CLK_TCK')
ROWS = {  # name: nodes (0: a server that is alone), where the tables are, whether players come to another node
    'sqlite': (0, 'sqlite', False),
    'postgres': (0, 'postgres', False),
    'nodes-1': (1, 'postgres', False),
    'nodes-2': (2, 'postgres', False),
    'nodes-4': (4, 'postgres', False),
    'nodes-2-passed-on': (2, 'postgres', True),
}
TITLES = {
    'sqlite': 'SQLite, one server',
    'postgres': 'PostgreSQL, one server',
    'nodes-1': 'PostgreSQL, 1 node',
    'nodes-2': 'PostgreSQL, 2 nodes',
    'nodes-4': 'PostgreSQL, 4 nodes',
    'nodes-2-passed-on': '… 2 nodes, every table at the other one',
    'boardgame.io': 'boardgame.io 0.50, PostgreSQL',
}


def processor_of(pid):
    """Seconds that a process and its children have used."""
    used = {}
    parents = {}
    for entry in os.listdir('/proc'):
        if not entry.isdigit():
            continue
        try:
            with open(f'/proc/{entry}/stat', encoding='utf-8') as file:
                fields = file.read().rpartition(')')[2].split()
        except OSError:
            continue
        parents[int(entry)] = int(fields[1])
        used[int(entry)] = (int(fields[11]) + int(fields[12])) / TICK
    return sum(seconds for it, seconds in used.items() if pid in (it, parents[it]))


def free_port():
    with socket.socket() as it:
        it.bind(('127.0.0.1', 0))
        return it.getsockname()[1]


class Database:
    """PostgreSQL on the disk that is measured, with the settings that matter as they are usual."""

    def __init__(self, disk):
        postgres.quick_disk = lambda: disk
        self.cluster = postgres.Cluster("shared_buffers = '128MB'", "max_wal_size = '1GB'", "min_wal_size = '80MB'",
                                        'max_connections = 60')
        with open(os.path.join(self.cluster.data, 'postmaster.pid'), encoding='utf-8') as file:
            self.pid = int(file.readline())
        self.made = 0

    def log_bytes(self):
        """Bytes written to the database's log so far."""
        return int(self.cluster.sql("SELECT (pg_current_wal_lsn() - '0/0')::bigint", 'postgres'))

    def fresh(self):
        self.made += 1
        self.cluster.sql(f'CREATE DATABASE bench{self.made}', 'postgres')
        return self.cluster.url(f'bench{self.made}')


class Servers:
    def __init__(self, program, folder, count, url):
        self.running = []
        for number in range(max(count, 1)):
            place = ('--data', os.path.join(folder, f'data{number}'))
            if url:
                place += ('--store', url)
            if count:
                place += ('--node', f'127.0.0.1:{free_port()}')
            self.running.append(subprocess.Popen([program, 'serve', '--listen', '127.0.0.1:0', *place, *NO_LIMITS],
                                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding='utf-8'))
        self.ports = [int(re.search(r':(\d+)/', it.stdout.readline())[1]) for it in self.running]

    def places(self):
        return ','.join(f'{port}/{it.pid}' for port, it in zip(self.ports, self.running))

    def commit_times(self):
        """How many commits took no longer than each bound, all servers together."""
        counts = {}
        for port in self.ports:
            with urllib.request.urlopen(f'http://127.0.0.1:{port}/metrics', timeout=10) as answer:
                text = answer.read().decode()
            for bound, count in re.findall(r'commit_seconds_bucket\{le="(.*)"\} (\d+)', text):
                counts[bound] = counts.get(bound, 0) + int(count)
        return counts

    def close(self):
        for it in self.running:
            it.send_signal(signal.SIGTERM)
        for it in self.running:
            it.wait(30)


def differences(before, after):
    """From counts up to each bound, how many lie between two: a list of bound and count."""
    so_far, out = 0, []
    for bound, count in after.items():
        more = count - before.get(bound, 0)
        if more > so_far:
            out.append([bound, more - so_far])
        so_far = more
    return out


def follow(load, note):
    """The lines of a load; note() is called when it begins to measure."""
    lines = []
    for line in load.stdout:
        if 'measuring' in line:
            note()
        lines.append(line)
    if load.wait() != 0 or not lines or not lines[-1].startswith('{'):
        sys.exit(f'the load failed: {"".join(lines[-5:])}')
    return json.loads(lines[-1])


def measure(args, name, database, rate):
    nodes, kind, detour = ROWS[name]
    folder = tempfile.mkdtemp(prefix='parlor-bench-', dir=args.disk)
    servers = Servers(os.path.join(args.build, 'parlor'), folder, nodes,
                      database.fresh() if kind == 'postgres' else None)
    before = {}

    def note():
        before['commits'] = servers.commit_times()
        if kind == 'postgres':
            before['log'] = database.log_bytes()
            before['database'] = processor_of(database.pid)

    try:
        load = subprocess.Popen(
            [os.path.join(args.build, 'bench_server'), '-t', str(args.tables), '-s', '4', '-r', str(rate), '-n',
             str(args.seconds), *(('-o',) if detour else ()), '-a', servers.places()],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8')
        figures = follow(load, note)
        choices = max(figures['actions_per_s'] * args.seconds, 1)
        figures['commits'] = differences(before['commits'], servers.commit_times())
        figures['database_us'] = 0
        if kind == 'postgres':
            figures['database_us'] = round((processor_of(database.pid) - before['database']) / choices * 1e6, 1)
            figures['log_bytes'] = round((database.log_bytes() - before['log']) / choices)
        return figures
    finally:
        servers.close()
        shutil.rmtree(folder, ignore_errors=True)


def measure_boardgame(args, database):
    place = os.path.join(HERE, 'boardgame')
    url = f'postgresql://parlor:{postgres.ESCAPED}@localhost/bench{database.made + 1}?host={database.cluster.folder}'
    database.fresh()
    server = subprocess.Popen(['node', 'server.mjs'], cwd=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env={**os.environ, 'STORE': url, 'NODE_ENV': 'production'}, encoding='utf-8')
    port = next((line.split()[1] for line in server.stdout if line.startswith('port ')), None)
    if not port:
        sys.exit('boardgame.io does not start')
    before = {}

    def note():
        before['server'] = processor_of(server.pid)
        before['database'] = processor_of(database.pid)

    try:
        load = subprocess.Popen(['node', 'load.mjs', port, str(args.boardgame_tables), str(args.seconds)], cwd=place,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8')
        figures = follow(load, note)
        choices = max(figures['actions_per_s'] * args.seconds, 1)
        figures['server_us'] = round((processor_of(server.pid) - before['server']) / choices * 1e6, 1)
        figures['database_us'] = round((processor_of(database.pid) - before['database']) / choices * 1e6, 1)
        return figures
    finally:
        server.terminate()
        server.wait(30)


def show(results):
    """A row has what it can take at most, and what it is like with a load that it takes easily."""
    print('| | choices/s at most | told within, half and 99 of 100 | µs a choice: server, database'
          ' | choices/s, easily | told within | µs a choice |')
    print('|---|---|---|---|---|---|---|')
    for name, title in TITLES.items():
        cells = [title]
        for figures in results.get(name, {}).values():
            times = figures['quantiles_ms']
            cells += [f'{figures["actions_per_s"]:,.0f}', f'{times[50]:.1f}, {times[99]:.1f} ms',
                      f'{figures["server_us"]:.0f}, {figures["database_us"]:.0f}']
        if name in results:
            print('|', ' | '.join(cells), '|')


def read_kept():
    if not os.path.exists(KEPT):
        return {}
    with open(KEPT, encoding='utf-8') as file:
        return json.load(file)['rows']


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n', maxsplit=1)[0])
    parser.add_argument('--build', default='build', help='where parlor and bench_server are')
    parser.add_argument('--only', nargs='+', choices=TITLES, default=list(TITLES), help='these rows alone')
    parser.add_argument('--tables', type=int, default=500, help='of BANNISH, with four seats')
    parser.add_argument('--boardgame-tables', type=int, default=20, help='of boardgame.io')
    parser.add_argument('--rate', type=int, default=2000, help='choices a second where nothing queues')
    parser.add_argument('--most', type=int, default=20000, help='choices a second that are more than any row can take')
    parser.add_argument('--seconds', type=int, default=8, help='of each measurement')
    parser.add_argument('--disk', default='/var/tmp', help='where the data are')
    parser.add_argument('--save', action='store_true', help='keep the rows in bench/nodes.json')
    args = parser.parse_args()
    database = Database(args.disk) if set(args.only) != {'sqlite'} else None
    results = {}
    try:
        for name in args.only:
            print(f'{name}, load {os.getloadavg()[0]:.1f}', file=sys.stderr)
            if name == 'boardgame.io':
                results[name] = {'most': measure_boardgame(args, database)}
            else:
                results[name] = {'most': measure(args, name, database, args.most),
                                 'usual': measure(args, name, database, args.rate)}
    finally:
        if database:
            database.cluster.close()
    if args.save:
        results = {**read_kept(), **results}
        with open(KEPT, 'w', encoding='utf-8') as file:
            json.dump({'tables': args.tables, 'processors': os.cpu_count(), 'rows': results}, file, indent=1)
            file.write('\n')
    show(results)


if __name__ == '__main__':
    main()
