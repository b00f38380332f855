"""A malicious server, shared by tests of parlor join and watch."""
import asyncio
import base64
import hashlib
import json
import os
import random
import re
import shutil
import struct
import subprocess
import tempfile

import websockets

from common import PARLOR, PATIENCE, QUICK_DISK, SUBPROTOCOL, Case, all_games, commitment_of
from scale import scaled

MIB = 1 << 20
TOKEN = base64.urlsafe_b64encode(b'one of my tokens').decode().rstrip('=')
BAD_IDS = ('../../../.bash_profile', '/etc/cron.d/evil-jobs!', 'A' * 21, 'A' * 23, '', '.' * 22, 'A' * 21 + '/',
           'A' * 21 + '\n', 'A' * 21 + '\x1b', 'A' * 20 + 'é', 'A' * 21 + ' ', 'A' * 21 + '%', '$(touch /tmp/evil)AAAA',
           'A\ufeff' + 'A' * 18, 'A' * 21 + 'B')  # the last is not 128 bits
NASTY = '\x1b]0;evil\x07\x1b[2J\x9b31m\u202eevil\u2066\u200f\x00\x7f\r'.replace('\x00', '')
UNFIT = [chr(c) for c in (*range(0x20), *range(0x7f, 0xa0), 0x61c, 0x200e, 0x200f, *range(0x2028, 0x202f),
                          *range(0x2066, 0x206a)) if c != 0x0a]


def ended(frame, **changes):
    """The frame of a game that is over, with an end of its deal that holds."""
    nil, secret = [''] * frame['players'], '0' * 64
    fair = {'table': frame['table'], 'commitment': commitment_of(secret), 'secret': secret, 'seals': nil, 'salts': nil}
    return {**frame, 'status': 'over', 'fair': fair, **changes}


class Evil:
    """Answers what clients send with what `answer` makes of it: texts, bytes, objects, or a number to close with."""

    def __init__(self, answer):
        self.answer = answer
        self.heard = []  # all that clients have said

    async def __aenter__(self):
        self.server = await websockets.serve(self.serve, '127.0.0.1', 0, subprotocols=[SUBPROTOCOL], max_size=None,
                                             ping_interval=None, compression=None)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self.server.close()
        await self.server.wait_closed()

    async def serve(self, socket, *_):
        try:
            async for text in socket:
                message = json.loads(text)
                self.heard.append(message)
                for answer in self.answer(message) or ():
                    if isinstance(answer, int):
                        await socket.close(answer, 'evil \x1b[31m reason')
                        return
                    await socket.send(answer if isinstance(answer, (str, bytes)) else json.dumps(answer))
        except websockets.ConnectionClosed:
            pass


class Raw:
    """Sockets as they are: `handle` is given a reader and a writer."""

    def __init__(self, handle):
        self.handle = handle

    async def __aenter__(self):
        self.server = await asyncio.start_server(self.serve, '127.0.0.1', 0, limit=MIB)
        self.port = self.server.sockets[0].getsockname()[1]
        self.count = 0
        return self

    async def __aexit__(self, *_):
        self.server.close()

    async def serve(self, reader, writer):
        self.count += 1
        try:
            await self.handle(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


async def shake_hands(reader, writer):
    """The server's part of opening a WebSocket."""
    head = await reader.readuntil(b'\r\n\r\n')
    key = re.search(rb'^sec-websocket-key: *(\S+)', head, re.IGNORECASE | re.MULTILINE)[1]
    accept = base64.b64encode(hashlib.sha1(key + b'258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest())
    writer.write(b'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
                 b'Sec-WebSocket-Protocol: ' + SUBPROTOCOL.encode() + b'\r\n'
                 b'Sec-WebSocket-Accept: ' + accept + b'\r\n\r\n')
    await writer.drain()
    return head


async def read_frame(reader):
    """One short text of a client."""
    head = await reader.readexactly(2)
    length = head[1] & 127
    if length == 126:
        length = struct.unpack('>H', await reader.readexactly(2))[0]
    mask = await reader.readexactly(4)
    return bytes(byte ^ mask[i % 4] for i, byte in enumerate(await reader.readexactly(length)))


def frame_of(payload, length=None, opcode=0x81):
    length = len(payload) if length is None else length
    head = bytes([opcode]) + (bytes([length]) if length < 126 else
                              struct.pack('>BH', 126, length) if length < 65536 else struct.pack('>BQ', 127, length))
    return head + payload


class Done:
    def __init__(self, code, text):
        self.code, self.text = code, text


class EvilCase(Case):
    """The honest server is there for its messages; every visit has a home of its own."""

    async def asyncSetUp(self):
        await super().asyncSetUp()
        self.home = tempfile.mkdtemp(prefix='parlor-home-', dir=QUICK_DISK)
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        self.profile = os.path.join(self.home, '.bash_profile')
        with open(self.profile, 'w', encoding='ascii') as file:
            file.write('export EDITOR=vi\n')

    def environment(self):
        kept = {name: value for name, value in os.environ.items() if name not in ('XDG_STATE_HOME', 'COLORTERM')}
        return {**kept, 'HOME': self.home, 'TERM': 'xterm-256color', 'USER': 'ann'}

    @property
    def seats(self):
        """The files that seats are remembered in."""
        folder = os.path.join(self.home, '.local', 'state', 'parlor')
        return sorted(os.path.join(at, name) for at, _, names in os.walk(folder) for name in names)

    async def visit(self, command, port, table, *args, typed='', seconds=PATIENCE):
        """Runs the program to its end, with nobody at the keyboard after `typed`. What is said last is answered after
        everything that the server had to say before."""
        program = await asyncio.create_subprocess_exec(
            PARLOR, command, f'http://127.0.0.1:{port}/table/{table}', *args, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self.environment())
        try:
            out, _ = await asyncio.wait_for(program.communicate(f'{typed}say goodbye\n'.encode()), seconds)
        except asyncio.TimeoutError:
            program.kill()
            await program.wait()
            self.fail(f'{command} does not end')
        return self.sound(Done(program.returncode, out.decode('utf-8', 'replace')))

    async def try_all(self, tries):
        """Visits, some of them at the same time, since each waits most of the time: (label, visit, check) each. The
        light run makes every other one."""
        for _, visit, _ in scaled(tries[1::2], [], []):
            visit.close()
        tries = scaled(tries[::2], tries, tries)
        gate = asyncio.Semaphore(6)

        async def one(visit):
            async with gate:
                return await visit
        ends = await asyncio.gather(*(one(visit) for _, visit, _ in tries), return_exceptions=True)
        for (label, _, check), end in zip(tries, ends):
            with self.subTest(label):
                if isinstance(end, BaseException):
                    raise end
                if check:
                    check(end)

    def sound(self, done):
        """Nothing of what must never happen has happened."""
        self.assertIn(done.code, (0, 1), f'it ended with {done.code}: {done.text[-3000:]}')
        for word in ('Sanitizer', 'runtime error', 'Traceback'):
            self.assertNotIn(word, done.text)
        found = [f'U+{ord(c):04X}' for c in done.text if c in UNFIT]
        self.assertFalse(found, f'{found[:5]} in {done.text[:2000]!r}')
        with open(self.profile, encoding='ascii') as file:
            self.assertEqual(file.read(), 'export EDITOR=vi\n')
        inside = os.path.join(self.home, '.local', 'state', 'parlor')
        for at, _, names in os.walk(self.home):
            for name in names:
                path = os.path.join(at, name)
                self.assertTrue(path == self.profile or path.startswith(inside + os.sep), f'{path} was written')
        return done

    def refused(self, done, *words):
        self.assertEqual(done.code, 1, done.text)
        self.assertIn('this program cannot trust', done.text)
        for word in words:
            self.assertIn(word, done.text)

    async def frames(self, game='scout', players=None, steps=3, bots='novice', **more):
        """An honest table in play: its id, and its message to an onlooker and to a player who is to move."""
        players = players or next(it['min_players'] for it in all_games() if it['id'] == game)
        opened = self.server.open(game=game, players=players, bots=[''] + [bots] * (players - 1), name='Ann', **more)
        player = await self.come(opened['table'], opened['token'], hello=False)
        await player.hello(state=True)
        await player.say('start')
        await player.until(lambda: player.table['status'] == 'playing')
        await player.play(random.Random(steps), most=steps)
        await player.until(lambda: player.owes() or player.table['status'] == 'over')
        watcher = await self.come(opened['table'], hello=False)
        await watcher.hello(state=True)
        whole = {'from': 0, 'lines': [line or '' for line in player.log]}
        return opened['table'], watcher.table, {**player.table, 'log': whole}

    @staticmethod
    def at(frame, seated=None, token=TOKEN, more=()):
        """A server that shows these tables: before somebody sits down, and after."""
        def answer(message):
            re = {'re': message['re']} if 're' in message else {}
            if message['type'] == 'hello':
                return [{'type': 'ok', **re}, seated if seated and 'token' in message else frame, *more]
            if message['type'] == 'sit' and seated:
                return [{'type': 'ok', 'seat': 0, 'token': token, **re}, seated]
            return [{'type': 'ok', **re}]
        return answer
