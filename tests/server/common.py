"""Shared by the tests of the server: a real server on its own port, and
clients that check every message, in both directions, against docs/schemas."""
import argparse
import asyncio
import contextlib
import functools
import hashlib
import http.client
import json
import os
import random
import re
import resource
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

import jsonschema_rs
import websockets

PARLOR = os.environ['PARLOR']
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PATIENCE = 120  # seconds: nothing takes that long unless it hangs
QUICK_DISK = '/dev/shm' if os.access('/dev/shm', os.W_OK) else None  # a sync costs nothing there
NO_LIMITS = ('--opened', '100000', '--requests', '100000', '--rate', '100000', '--chats', '100000', '--silence', '3600',
             '--reveal', '3600')


# ---- schemas ----

def load_schemas():
    schemas = {}
    for name in ('client.json', 'server.json', 'http.json'):
        with open(os.path.join(ROOT, 'docs', 'schemas', name), encoding='utf-8') as file:
            schemas[name] = json.load(file)
        jsonschema_rs.meta.validate(schemas[name])
    return schemas


SCHEMAS = load_schemas()
SUBPROTOCOL = SCHEMAS['client.json']['$defs']['protocol']['const']
REGISTRY = jsonschema_rs.Registry(list(SCHEMAS.items()))


@functools.cache
def validator(file, name):
    return jsonschema_rs.Draft202012Validator({'$ref': f'{file}#/$defs/{name}'}, registry=REGISTRY)


def fits(file, name, message):
    """Fails unless the message fits the schema."""
    if name not in SCHEMAS[file]['$defs']:
        raise AssertionError(f'{file} has no {name}: {message}')
    error = next(validator(file, name).iter_errors(message), None)
    if error:
        raise AssertionError(f'{file} {name}: {error.message[:300]} at {error.instance_path}: '
                             f'{json.dumps(message)[:2000]}')


def parlor(*args, text=''):
    """Runs the program to its end; .returncode, .stdout, .stderr."""
    return subprocess.run([PARLOR, *args], input=text, capture_output=True, encoding='utf-8', check=False)


@functools.cache
def typed_rounds():
    """The N of --rounds N, which is for the test and not for unittest; None without it."""
    options = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    options.add_argument('--rounds', type=int)
    typed, sys.argv[1:] = options.parse_known_args()
    return typed.rounds


def kept_token(home, port, table):
    """The token that parlor join has kept below a home, by the address of the table."""
    line = f'http://127.0.0.1:{port}/table/{table}\n'
    name = hashlib.blake2b(line.encode(), digest_size=16).hexdigest()
    with open(os.path.join(home, 'parlor', 'seats', name), encoding='ascii') as file:
        kept = file.read()
    assert kept.startswith(line), kept
    return kept[len(line):].split('\n')[0]


def all_games():
    return [json.loads(line) for line in parlor('games', '--json').stdout.splitlines()]


# ---- the server ----

def free_address():
    """An address of this machine that nobody listens on. Its port is none of those that the system gives away by
    itself: until the server is there, another test could get it."""
    with open('/proc/sys/net/ipv4/ip_local_port_range', encoding='ascii') as file:
        lowest = int(file.read().split()[0])
    while True:
        port = random.randrange(10000, lowest) if lowest > 20000 else 0  # 0: any, where the system keeps nearly all
        with contextlib.suppress(OSError), socket.create_server(('127.0.0.1', port)) as listener:
            return f'127.0.0.1:{listener.getsockname()[1]}'


class Refused(Exception):
    """The server's answer is an error; .code, .reason (None where it has no key) and the text."""

    def __init__(self, problem):
        super().__init__(f"{problem['code']}: {problem['text']}")
        self.code = problem['code']
        self.reason = problem.get('reason')


class Server:
    """A server on a free port. Its data outlive it: start() again goes on with them."""

    def __init__(self, *args, data=None, environment=None):
        self.args = args
        self.environment = {**os.environ, **(environment or {})}
        self.data = data or tempfile.mkdtemp(prefix='parlor-server-', dir=QUICK_DISK)
        self.made = data is None
        self.start_at = '127.0.0.1:0'
        self.inside = ()  # a command that runs it somewhere else
        self.process = self.port = self.listener = None
        self.read = 0  # lines of said
        self.said = []  # lines of stderr
        self.heard = threading.Condition()

    def start(self):
        self.read = len(self.said)
        listening = self.start_at  # a restart is found at the same place
        if self.port:
            listening = f'{listening.rpartition(":")[0]}:{self.port}'
        self.process = subprocess.Popen([*self.inside, PARLOR, 'serve', '--listen', listening, '--data', self.data,
                                         *self.args], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                        encoding='utf-8', env=self.environment)
        self.listener = threading.Thread(target=self.listen, args=(self.process.stderr,), daemon=True)
        self.listener.start()
        line = self.wait_for('event=listening')
        if not line:
            raise AssertionError(f'the server does not start: {self.said[-5:]}')
        self.port = int(re.search(r'port=(\d+)', line).group(1))
        return self

    def listen(self, stream):
        for line in stream:
            with self.heard:
                self.said.append(line.rstrip('\n'))
                self.heard.notify_all()
        stream.close()
        with self.heard:
            self.said.append('')  # it is gone
            self.heard.notify_all()

    def wait_for(self, text, seconds=PATIENCE):
        """The next line that has the text; None if the server ends without it."""
        with self.heard:
            at = self.read
            while True:
                while at < len(self.said):
                    line = self.said[at]
                    at += 1
                    if text in line or not line:
                        self.read = at
                        return line or None
                if not self.heard.wait(seconds):
                    return None

    def signal(self, number):
        self.process.send_signal(number)

    def stop(self):
        """SIGTERM, and the exit code."""
        if self.process.poll() is None:
            self.process.terminate()
        code = self.process.wait(PATIENCE)
        self.listener.join(PATIENCE)
        return code

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.listener.join(PATIENCE)

    def let_files_grow_to(self, size):
        """A disk that is full at this size of a file; None: it is not."""
        limit = resource.RLIM_INFINITY if size is None else size
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

    def close(self):
        code = self.stop()
        if self.made:
            shutil.rmtree(self.data, ignore_errors=True)
        complaints = [line for line in self.said if 'Sanitizer' in line or 'runtime error' in line]
        if code != 0 or complaints:
            raise AssertionError(f'the server ended with {code}: {self.said[-80:]}')

    # ---- HTTP ----

    def ask(self, path, body=None, method=None, headers=None):
        """One request: status, headers, body as bytes."""
        line = http.client.HTTPConnection('127.0.0.1', self.port, timeout=PATIENCE)
        try:
            line.request(method or ('GET' if body is None else 'POST'), path, body, headers or {})
            answer = line.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        except http.client.HTTPException as cut:  # the server went in the middle of its answer
            raise ConnectionError(str(cut)) from cut
        finally:
            line.close()

    def get(self, path, kind):
        """Fetches a path and checks the answer against its schema; raises errors."""
        status, _, body = self.ask(path)
        return self.checked(status, json.loads(body), kind)

    def open(self, **wish):
        fits('http.json', 'open', wish)
        status, _, body = self.ask('/api/tables', json.dumps(wish))
        return self.checked(status, json.loads(body), 'opened', 201)

    @staticmethod
    def checked(status, message, kind, expected=200):
        if status >= 400:
            fits('http.json', 'refused', message)
            raise Refused(message['error'])
        assert status == expected, status
        fits('http.json', kind, message)
        return message

    def record(self, table):
        status, headers, body = self.ask(f'/api/tables/{table}/record')
        if status != 200:
            self.checked(status, json.loads(body), None)
        assert headers['content-type'] == 'application/jsonl', headers
        return body.decode()


# ---- deals (src/wire/deal.h) ----

def digest(label, *parts):
    return hashlib.blake2b(b'\0'.join((label, b'')) + b''.join(parts), digest_size=32).hexdigest()


def commitment_of(secret):
    return digest(b'parlor commitment', bytes.fromhex(secret))


def seal_of(commitment, table, seat, salt):
    return digest(b'parlor seal', bytes.fromhex(commitment), table.encode(), bytes([seat]), salt.encode())


def seed_of(secret, salts):
    return digest(b'parlor seed', bytes.fromhex(secret),
                  *(bytes([len(salt.encode())]) + salt.encode() for salt in salts))


# ---- clients ----

class Client:
    """One WebSocket. Knows the last table message and the whole log, as a client should, and has its part in the deal:
    it seals a salt, and shows it once all seals are there."""

    PING = None  # seconds of silence after which it asks whether the server is there, and waits as long for the answer

    def __init__(self, server, table=None, token=None):
        self.seals = self.shows = True  # a test may want it to do neither
        self.salts = {}  # by commitment
        self.offered = set()  # what was sent of that over this connection
        self.sending = set()  # tasks that send it
        self.server, self.at, self.token = server, table, token
        self.socket = None
        self.table = None
        self.frames = []  # table messages, if they are kept
        self.keeps = False
        self.log = []
        self.chats = []
        self.reactions = []
        self.told = []  # problems that it did not ask about
        self.byes = []
        self.asked = 0
        self.answers = {}
        self.news = asyncio.Event()
        self.broken = None  # what a message was wrong with

    @staticmethod
    def path():  # of a WebSocket
        return '/play'

    async def connect(self, hello=True, **more):
        try:
            self.socket = await websockets.connect(f'ws://127.0.0.1:{self.server.port}{self.path()}',
                                                   subprotocols=[SUBPROTOCOL], max_size=None,
                                                   ping_interval=self.PING, ping_timeout=self.PING,
                                                   close_timeout=self.PING or 10,  # an end that is cut off says nothing
                                                   open_timeout=PATIENCE, compression=None, **more)
        except (websockets.InvalidHandshake, EOFError) as refused:
            raise ConnectionError(str(refused)) from refused
        self.table = None
        self.answers = {}
        self.offered.clear()
        self.reader = asyncio.create_task(self.read(self.socket, self.answers))
        if hello:
            await self.hello()
        return self

    async def hello(self, **more):
        wish = {'type': 'hello', 'table': self.at, **more}
        if self.token:
            wish['token'] = self.token
        await self.ask(wish)
        await self.until(lambda: self.table is not None)

    async def read(self, line, answers):
        try:
            async for text in line:
                if line is self.socket:  # it has not connected again meanwhile
                    self.take(json.loads(text))
                    self.news.set()
        except websockets.ConnectionClosed:
            pass
        except AssertionError as wrong:
            self.broken = wrong
        finally:
            for answer in answers.values():
                if not answer.done():
                    answer.set_exception(ConnectionError('the connection was closed'))
                    answer.exception()  # nobody may be waiting
            self.news.set()

    def take(self, message):
        kind = message['type']
        fits('server.json', kind, message)
        if kind == 'table':
            self.take_table(message)
        elif kind == 'chat':
            self.chats.append(message)
        elif kind == 'bye':
            self.byes.append(message)
        elif kind == 'reaction':
            self.reactions.append((message['seat'], message['reaction']))
        elif kind == 'error' and 're' not in message:
            self.told.append(message['error'])
        elif message.get('re') in self.answers:
            answer = self.answers.pop(message['re'])
            if kind == 'error':
                answer.set_exception(Refused(message['error']))
            else:
                answer.set_result(message)

    def take_table(self, message):
        assert message['table'] == self.at, message['table']
        if 'log' in message:
            start = message['log']['from']
            assert start <= len(self.log) or not self.log, f'lines {len(self.log)} to {start} are missing'
            self.log += [None] * (start - len(self.log))  # a newcomer is told the last ones only
            self.log[start:] = message['log']['lines']
        self.table = message
        self.take_part()
        if self.keeps:
            self.frames.append({**message, 'log': list(self.log)})

    def take_part(self):
        seat, fair = self.table.get('you'), self.table['fair']
        if seat is None or 'seals' not in fair or self.table['status'] not in ('open', 'starting'):
            return
        salt = self.salts.setdefault(fair['commitment'], secrets.token_hex(32))
        seal = seal_of(fair['commitment'], self.at, seat, salt)
        starting = self.table['status'] == 'starting'
        there = [bool(seal) for seal in fair['seals']] == [it['kind'] == 'person' for it in self.table['seats']]
        if self.seals and fair['seals'][seat] != seal and not (starting and fair['seals'][seat]):
            self.offer({'type': 'seal', 'seal': seal})
        elif self.shows and starting and there and fair['seals'][seat] == seal:
            self.offer({'type': 'salt', 'salt': salt})

    def offer(self, message):
        key = (message['type'], *message.values(), self.table['event'] if message['type'] == 'seal' else 0)
        if key not in self.offered:
            self.offered.add(key)
            task = asyncio.create_task(self.send_offer(key, message))
            self.sending.add(task)
            task.add_done_callback(self.sending.discard)

    async def send_offer(self, key, message):
        try:
            await self.ask(message)
        except Refused as refused:
            if refused.code == 'not_saved':
                self.offered.discard(key)  # once more with the next table, as the page does
        except OSError:
            pass  # it is offered again over the next connection

    @property
    def is_open(self):
        return not self.reader.done()

    async def send(self, message):
        fits('client.json', message['type'], message)
        await self.socket.send(json.dumps(message))

    async def ask(self, message):
        """Sends and waits for the answer: a message, Refused, or ConnectionError."""
        if self.broken:
            raise self.broken  # nobody reads any more
        self.asked += 1
        answer = self.answers[self.asked] = asyncio.get_running_loop().create_future()
        try:
            await self.send({**message, 're': self.asked})
        except websockets.ConnectionClosed as gone:
            raise ConnectionError('the connection was closed') from gone
        return await asyncio.wait_for(answer, PATIENCE)

    async def say(self, kind, **members):
        return await self.ask({'type': kind, **members})

    async def until(self, is_so, seconds=PATIENCE):
        """Waits until something holds of what has been heard."""
        async def wait():
            while True:
                if self.broken:
                    raise self.broken
                if is_so():
                    return
                if not self.is_open:
                    raise ConnectionError('the connection was closed')
                self.news.clear()
                await self.news.wait()
        await asyncio.wait_for(wait(), seconds)

    async def closed(self):
        """Waits for the end; the close code."""
        await asyncio.wait_for(self.reader, PATIENCE)
        await self.socket.wait_closed()
        if self.broken:
            raise self.broken
        return self.socket.close_code

    async def close(self):
        with contextlib.suppress(websockets.ConnectionClosed):  # the server was quicker, or was killed just now
            await self.socket.close()
        await self.reader
        if self.broken:
            raise self.broken

    # ---- playing ----

    async def sit(self, name, **more):
        answer = await self.say('sit', name=name, **more)
        self.token = answer['token']
        await self.until(lambda: self.table.get('you') == answer['seat'])
        return answer['seat']

    @property
    def seat(self):
        return self.table['seats'][self.table['you']]

    def owes(self):
        return self.table['status'] == 'playing' and self.seat['waiting'] and 'bot' not in self.seat

    async def do(self, action):
        return await self.say('do', do=action, move=self.table['move'])

    async def play(self, chance, most=None):
        """Makes random legal choices until the game is over, or the given number is made."""
        made = 0
        while most is None or made < most:
            await self.until(lambda: self.owes() or self.table['status'] == 'over')
            if self.table['status'] == 'over':
                break
            move = self.table['move']
            await self.do(chance.choice(self.table['legal']))
            made += 1
            await self.until(lambda before=move: self.table['move'] > before)
        return made


class Joined:
    """A person at the program: what it has said, and what is typed."""

    def __init__(self, home, *args, environment=None):
        environment = environment or {**os.environ, 'HOME': home, 'XDG_STATE_HOME': home}
        self.process = subprocess.Popen([PARLOR, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, encoding='utf-8', env=environment, bufsize=0)
        self.said = ''
        self.heard = threading.Condition()
        self.all_said = False  # the program has ended, and everything it said was read
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self):
        while text := self.process.stdout.read(1):
            with self.heard:
                self.said += text
                self.heard.notify_all()
        with self.heard:
            self.all_said = True
            self.heard.notify_all()

    def wait_until(self, is_so, start=0):
        """Waits until something holds of what was said since; all of that."""
        with self.heard:
            if not self.heard.wait_for(lambda: is_so(self.said[start:]) or self.all_said, PATIENCE):
                raise AssertionError(f'nothing more is said: {self.said[-2000:]}')
            assert is_so(self.said[start:]), self.said[-2000:]
            return self.said[start:]

    async def until(self, text, start=0):
        return await asyncio.to_thread(self.wait_until, lambda said: text in said, start)

    async def answers(self, typed, text):
        """Types a line and waits for what is said to it."""
        before = len(self.said)
        self.type(typed)
        await self.until(text, before)

    def type(self, line):
        self.process.stdin.write(line + '\n')

    def answer_until(self, is_so, chance):
        """Types a number whenever a move is asked for."""
        typed = 0
        while True:
            said = self.wait_until(lambda said: is_so(self.said) or said.endswith('> '), typed)
            if is_so(self.said):
                return said
            typed = len(self.said)
            self.type(str(chance.choice((1, 1, 2, 3))))

    def end(self):
        self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        self.listener.join(PATIENCE)
        self.process.stdout.close()
        return code


async def at_once(*tasks):
    """Runs them together. If one fails, so does this, and the others are given up."""
    running = [asyncio.ensure_future(task) for task in tasks]
    try:
        return await asyncio.gather(*running)
    finally:
        for task in running:
            task.cancel()


class ServersCase(unittest.IsolatedAsyncioTestCase):
    """A test that starts servers of its own."""

    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)
        self.servers = []

    async def asyncTearDown(self):
        for server in self.servers:
            server.close()

    def serve(self, *args):
        server = Server(*args).start()
        self.servers.append(server)
        return server


class Case(unittest.IsolatedAsyncioTestCase):
    """A test with a server; ARGS are its arguments."""
    ARGS = NO_LIMITS + ('--bot-pace', '0', '--threads', '1')

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.ARGS).start()

    @classmethod
    def tearDownClass(cls):
        cls.server.close()

    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)  # it doubles the time
        self.clients = []
        self.chance = random.Random(self.id())

    async def asyncTearDown(self):
        for client in self.clients:
            await client.close()

    async def come(self, table, token=None, **more):
        client = await Client(self.server, table, token).connect(**more)
        self.clients.append(client)
        return client

    async def seated(self, **wish):
        """A table with a person on every seat that no bot has; the clients by seat."""
        opened = self.server.open(**wish)
        first = await self.come(opened['table'])
        free = [seat['kind'] == 'free' for seat in first.table['seats']].count(True)
        others = [await self.come(opened['table']) for _ in range(free - 1)]
        for number, client in enumerate([first, *others]):
            await client.sit(f'P{number}')
        return [first, *others]

    async def started(self, **wish):
        clients = await self.seated(**wish)
        await self.start(clients)
        return clients

    @staticmethod
    async def start(clients):
        """The first of them starts the game, and all show their salts."""
        await clients[0].say('start')
        for client in clients:
            await client.until(lambda c=client: c.table['status'] == 'playing')

    async def refused(self, code, doing, reason=None):
        with self.assertRaises(Refused) as caught:
            await doing
        self.assertEqual(caught.exception.code, code, caught.exception)
        if reason:
            self.assertEqual(caught.exception.reason, reason, caught.exception)
        return str(caught.exception)

    async def play_out(self, clients):
        await at_once(*(client.play(random.Random(f'{self.id()} {number}')) for number, client in enumerate(clients)))
