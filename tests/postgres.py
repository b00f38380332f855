"""A PostgreSQL server of the tests' own, in a temporary folder, reached through a socket there.

    postgres.py COMMAND…    runs a command with the address of its database in PARLOR_TEST_STORE
"""
import glob
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile

PATIENCE = 120  # seconds: nothing takes that long unless it hangs
PASSWORD = 'hare/and@hedgehog'
ESCAPED = 'hare%2Fand%40hedgehog'


def programs():
    """The folder of initdb and pg_ctl, of the newest version that is there."""
    found = sorted(glob.glob('/usr/lib/postgresql/*/bin/initdb'), key=lambda path: int(path.split('/')[4]))
    path = found[-1] if found else shutil.which('initdb')
    if not path:
        raise SystemExit('PostgreSQL is not there: run `tools/install test`.')
    return os.path.dirname(path)


def quick_disk():
    """Where a sync costs nothing, if a cluster and its databases fit there."""
    fits = os.access('/dev/shm', os.W_OK) and shutil.disk_usage('/dev/shm').free > 500 << 20
    return '/dev/shm' if fits else None


class Cluster:
    """Started when it is made; the database `parlor` belongs to the user `parlor`, whose password is PASSWORD."""

    def __init__(self, *options, inside=()):
        """`inside` is a command that runs it somewhere else."""
        self.prepare(inside)
        self.make(options)
        self.start()
        self.sql('CREATE DATABASE parlor', 'postgres')

    def prepare(self, inside):
        self.inside = inside
        self.bin = programs()
        self.folder = tempfile.mkdtemp(prefix='parlor-pg-', dir=quick_disk())
        self.data = os.path.join(self.folder, 'cluster')
        self.log = os.path.join(self.folder, 'log')
        self.user = self.owner()
        if self.user:
            os.chown(self.folder, *self.user)

    def make(self, options):
        secret = os.path.join(self.folder, 'password')
        with open(secret, 'w', encoding='utf-8') as file:
            file.write(PASSWORD + '\n')
        os.chmod(secret, 0o644)
        self.run('initdb', '-N', '-D', self.data, '-U', 'parlor', '--pwfile', secret, '-A', 'scram-sha-256',
                 '-E', 'UTF8', '--locale', 'C', '--wal-segsize', '1')
        with open(os.path.join(self.data, 'postgresql.conf'), 'a', encoding='utf-8') as file:
            file.write(f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\nshared_buffers = '16MB'\n"
                       "max_connections = 30\nmin_wal_size = '2MB'\nmax_wal_size = '8MB'\n" + ''.join(
                           f'{option}\n' for option in options))

    @staticmethod
    def owner():
        """Who it runs as: PostgreSQL refuses to be root."""
        if os.geteuid() != 0:
            return None
        for name in ('postgres', 'nobody'):
            try:
                person = pwd.getpwnam(name)
                return person.pw_uid, person.pw_gid
            except KeyError:
                pass
        raise SystemExit('there is neither a user postgres nor nobody')

    def run(self, program, *args, check=True, text=None):
        """Runs a program of PostgreSQL to its end; what it said."""
        who = ()
        if self.user:
            who = ('setpriv', '--reuid', str(self.user[0]), '--regid', str(self.user[1]), '--clear-groups')
        done = subprocess.run([*self.inside, *who, os.path.join(self.bin, program), *args], input=text or '',
                              encoding='utf-8', check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=PATIENCE, cwd=self.folder,
                              env={**os.environ, 'PGPASSWORD': PASSWORD, 'LC_ALL': 'C'})
        if check and done.returncode != 0:
            raise AssertionError(f'{program}: {done.stdout}')
        return done.stdout

    def url(self, database='parlor', user='parlor', password=ESCAPED):
        return f'postgresql://{user}:{password}@/{database}?host={self.folder}'

    def control(self, action, *args, check=True):
        return self.run('pg_ctl', '-D', self.data, '-l', self.log, '-w', '-t', str(PATIENCE), action, *args,
                        check=check)

    def start(self):
        self.control('start')

    def stop(self, mode='fast'):
        self.control('stop', '-m', mode)

    def restart(self, mode='immediate'):
        self.control('restart', '-m', mode)

    def sql(self, statement, database='parlor'):
        """What statements print, without headings."""
        return self.run('psql', '-h', self.folder, '-U', 'parlor', '-d', database, '-XqAt', '-v', 'ON_ERROR_STOP=1',
                        text=statement).strip()

    def kill(self):
        """Ends it at once, whatever it is doing."""
        try:
            with open(os.path.join(self.data, 'postmaster.pid'), encoding='ascii') as file:
                process = int(file.readline())
            os.kill(process, signal.SIGCONT)
            os.kill(process, signal.SIGQUIT)
        except (OSError, ValueError):
            pass  # it does not run

    def close(self):
        try:
            self.control('stop', '-m', 'immediate', check=False)
        except subprocess.TimeoutExpired:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    cluster = Cluster()
    try:
        environment = {**os.environ, 'PARLOR_TEST_STORE': cluster.url()}
        return subprocess.run(sys.argv[1:], env=environment, check=False).returncode
    finally:
        cluster.close()


if __name__ == '__main__':
    sys.exit(main())
