"""A server that means harm, and parlor join and watch against it: whatever it sends, the program neither dies nor
writes anywhere but where it keeps seats, shows no control characters, gives no token to anybody else, and says what
was wrong. The honest part of what the server says comes from a real one."""
import asyncio
import base64
import copy
import hashlib
import json
import os
import pty
import random
import re
import shutil
import struct
import subprocess
import tempfile
import time
import unittest

import websockets

from common import PARLOR, PATIENCE, QUICK_DISK, SUBPROTOCOL, Case, all_games, commitment_of
from scale import scaled

MIB = 1 << 20
TOKEN = base64.urlsafe_b64encode(b'one of my tokens').decode().rstrip('=')
BAD_IDS = ('../../../.bash_profile', '/etc/cron.d/evil-jobs!', 'A' * 21, 'A' * 23, '', '.' * 22, 'A' * 21 + '/',
           'A' * 21 + '\n', 'A' * 21 + '\x1b', 'A' * 20 + 'é', 'A' * 21 + ' ', 'A' * 21 + '%', '$(touch /tmp/evil)AAAA',
           'A\ufeff' + 'A' * 18, 'A' * 21 + 'B')  # the last is no number of 128 bits
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


class Ids(EvilCase):
    async def test_next_is_an_id(self):
        table, frame, seated = await self.frames()
        for bad in BAD_IDS:
            for command in ('watch', 'join'):
                with self.subTest(next=bad, command=command):
                    async with Evil(self.at(ended(frame, next=bad), ended(seated, next=bad))) as evil:
                        done = await self.visit(command, evil.port, table)
                    self.refused(done, 'next')

    async def test_a_token_is_one(self):
        table, frame, seated = await self.frames()
        for bad in BAD_IDS + (7, None, ['x']):
            with self.subTest(token=bad):
                async with Evil(self.at(frame, seated, bad)) as evil:
                    done = await self.visit('join', evil.port, table)
                self.refused(done, 'token')
                self.assertEqual(self.seats, [])

    async def test_a_token_that_nobody_asked_for(self):
        table, frame, _ = await self.frames()
        async with Evil(self.at(frame, more=[{'type': 'ok', 'token': TOKEN}])) as evil:
            done = await self.visit('watch', evil.port, table, typed='table\ntable\n')
        self.refused(done, 'token')
        self.assertEqual(self.seats, [])

    async def test_another_table_than_the_one_asked_for(self):
        table, frame, _ = await self.frames()
        async with Evil(self.at({**frame, 'table': 'A' * 22})) as evil:
            self.refused(await self.visit('watch', evil.port, table), 'table')

    async def test_an_endless_chain_of_tables(self):
        table, _, seated = await self.frames()

        def answer(message):
            re = {'re': message['re']}
            if message['type'] == 'sit':
                return [{'type': 'ok', 'seat': 0, 'token': TOKEN, **re}]
            number = len(evil.heard).to_bytes(16, 'big')
            following = base64.urlsafe_b64encode(number).decode().rstrip('=')
            return [{'type': 'ok', **re}, ended(seated, table=message['table'], next=following)]
        async with Evil(answer) as evil:
            done = await self.visit('join', evil.port, table)
        self.refused(done)
        self.assertLess(len(self.seats), 200)

    def test_addresses(self):
        for address in ('http://127.0.0.1:1/table/' + '.' * 22, 'http://127.0.0.1:1/table/../../../.bash_profile',
                        'http://ann@127.0.0.1:1/table/' + 'A' * 22, 'http://127.0.0.1:1/table/' + 'A' * 22 + '?x=1',
                        'gopher://127.0.0.1:1/table/' + 'A' * 22, 'http://127.0.0.1:1/table/' + 'A' * 21 + 'B',
                        'http://ho st/table/' + 'A' * 22, 'http://ho\x1bst/table/' + 'A' * 22,
                        'http://127.0.0.1:65536/table/' + 'A' * 22, 'http://127.0.0.1:1x/table/' + 'A' * 22,
                        'http://[::1/table/' + 'A' * 22, 'http://[evil]/table/' + 'A' * 22, 'httpsx://h/' + 'A' * 22):
            with self.subTest(address):
                done = subprocess.run([PARLOR, 'join', address, '--name', 'Ann'], stdin=subprocess.DEVNULL,
                                      capture_output=True, encoding='utf-8', env=self.environment(), check=False,
                                      timeout=PATIENCE)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertFalse([c for c in done.stderr if c in UNFIT], done.stderr)
        for token in ('../../../.bash_profile', 'A' * 21 + ' ', 'A' * 21, ''):
            with self.subTest(token):
                done = subprocess.run([PARLOR, 'join', '127.0.0.1:1/' + 'A' * 22, '--token', token], check=False,
                                      stdin=subprocess.DEVNULL, capture_output=True, encoding='utf-8',
                                      env=self.environment(), timeout=PATIENCE)
                self.assertEqual(done.returncode, 2, done.stderr)


class Seats(EvilCase):
    async def sit_at(self, port, table, **more):
        return await self.visit('join', port, table, **more)

    async def test_a_token_goes_back_to_the_server_that_gave_it_alone(self):
        table, frame, seated = await self.frames()
        async with Evil(self.at(frame, seated)) as good, Evil(self.at(frame, seated)) as evil:
            await self.visit('join', good.port, table)
            await self.visit('join', good.port, table)
            hellos = [it for it in good.heard if it['type'] == 'hello']
            self.assertEqual([it.get('token') for it in hellos], [None, TOKEN])
            await self.visit('join', evil.port, table)
            self.assertNotIn(TOKEN, json.dumps(evil.heard))
            self.assertEqual([it['type'] for it in evil.heard], ['hello', 'sit', 'chat'])

    async def test_one_server_by_several_spellings(self):
        table, frame, seated = await self.frames()
        async with Evil(self.at(frame, seated)) as good:
            for address in (f'http://LocalHost:{good.port}/table/{table}', f'localhost:{good.port}/{table}',
                            f'ws://LOCALHOST:{good.port}/table/{table}'):
                done = await asyncio.to_thread(
                    subprocess.run, [PARLOR, 'join', address], stdin=subprocess.DEVNULL, capture_output=True,
                    encoding='utf-8', env=self.environment(), check=False, timeout=PATIENCE)
                self.assertEqual(done.returncode, 0, done.stderr)
            hellos = [it for it in good.heard if it['type'] == 'hello']
            self.assertEqual([it.get('token') for it in hellos], [None, TOKEN, TOKEN])
            self.assertEqual(len(self.seats), 1)

    async def test_files_and_folders_are_for_their_owner_alone(self):
        table, frame, seated = await self.frames()
        folder = os.path.join(self.home, '.local', 'state', 'parlor')
        os.makedirs(folder, mode=0o755)
        async with Evil(self.at(frame, seated)) as good:
            await self.visit('join', good.port, table)
            self.assertEqual(len(self.seats), 1)
            self.assertEqual(os.stat(self.seats[0]).st_mode & 0o777, 0o600)
            self.assertEqual(os.stat(os.path.dirname(self.seats[0])).st_mode & 0o777, 0o700)
            self.assertNotIn(table, os.path.basename(self.seats[0]))  # nor any other name that a server chose

    async def test_links_are_not_followed(self):
        table, frame, seated = await self.frames()
        async with Evil(self.at(frame, seated)) as good:
            await self.visit('join', good.port, table)
            kept, = self.seats
            os.remove(kept)
            os.symlink(self.profile, kept)
            done = await self.visit('join', good.port, table)  # the link is replaced, not what it leads to
            self.assertEqual(done.code, 0)
            self.assertFalse(os.path.islink(kept))
            folder = os.path.dirname(kept)
            shutil.rmtree(folder)
            elsewhere = tempfile.mkdtemp(dir=QUICK_DISK)
            self.addCleanup(shutil.rmtree, elsewhere, ignore_errors=True)
            os.symlink(elsewhere, folder)
            done = await self.visit('join', good.port, table)
            self.assertIn('could not be remembered', done.text)
            self.assertEqual(os.listdir(elsewhere), [])

    async def test_what_is_kept_is_read_with_care(self):
        table, frame, seated = await self.frames()
        async with Evil(self.at(frame, seated)) as good:
            await self.visit('join', good.port, table)
            kept, = self.seats
            with open(kept, 'rb') as file:
                honest = file.read()
            self.assertIn(TOKEN.encode(), honest)
            for bad in (b'', b'x', TOKEN.encode(), honest[:-3], honest * 2, honest.replace(table.encode(), b'A' * 22),
                        honest + b'\n' * 100000, os.urandom(4096)):
                with open(kept, 'wb') as file:
                    file.write(bad)
                good.heard.clear()
                await self.visit('join', good.port, table)
                self.assertNotIn('token', good.heard[0], bad[:80])

    async def test_files_by_the_tables_id_alone_are_not_read(self):
        """As 0.1 kept them: they do not say whose they are."""
        table, frame, seated = await self.frames()
        folder = os.path.join(self.home, '.local', 'state', 'parlor')
        os.makedirs(folder)
        with open(os.path.join(folder, table), 'w', encoding='ascii') as file:
            file.write(TOKEN)
        async with Evil(self.at(frame, seated)) as evil:
            await self.visit('watch', evil.port, table)
            await self.visit('join', evil.port, table)
        self.assertEqual([it.get('token') for it in evil.heard if it['type'] == 'hello'], [None, None])

    async def test_redirections_are_not_followed(self):
        table, frame, seated = await self.frames()

        async def send_away(reader, writer):
            await reader.readuntil(b'\r\n\r\n')
            writer.write(b'HTTP/1.1 %d Found\r\nLocation: http://127.0.0.1:%d/play\r\nContent-Length: 0\r\n\r\n' %
                         (status, evil.port))
            await writer.drain()
        async with Evil(self.at(frame, seated)) as evil, Raw(send_away) as good:
            for status in (301, 302, 307, 308):  # noqa: B007 — send_away() sends it
                done = await self.visit('join', good.port, table, '--token', TOKEN)
                self.assertEqual(done.code, 1)
        self.assertEqual(evil.heard, [])


class States(EvilCase):
    async def spoiled(self, frame, chance):
        """The same table with another state."""
        state = bytearray(base64.b64decode(frame['state']))
        for _ in range(chance.choice((1, 1, 2, 4, 16))):
            at = chance.randrange(len(state))
            state[at] = chance.choice((0, 255, 128, 127, state[at] ^ 1 << chance.randrange(8), chance.randrange(256)))
        return {**frame, 'state': base64.b64encode(bytes(state)).decode()}

    async def test_hostile_states(self):
        for game in all_games():
            most = game['max_players']
            table, frame, seated = await self.frames(game['id'], most, steps=4)
            chance = random.Random(game['id'])
            for number in range(scaled(3, 4, 60)):
                with self.subTest(game=game['id'], number=number):
                    async with Evil(self.at(await self.spoiled(frame, chance))) as evil:
                        await self.visit('watch', evil.port, table, typed='table\nlog\nseats\n')
                    async with Evil(self.at(frame, await self.spoiled(seated, chance))) as evil:
                        await self.visit('join', evil.port, table, typed='table\nmoves\n1\n')

    async def test_states_that_are_wrong_everywhere(self):
        for game in all_games():
            table, frame, seated = await self.frames(game['id'], game['max_players'], steps=2)
            size = len(base64.b64decode(frame['state']))
            for filler in (b'\0', b'\xff', b'\x7f', b'\x01', b'\x04'):
                with self.subTest(game=game['id'], filler=filler):
                    bad = base64.b64encode(filler * size).decode()
                    async with Evil(self.at({**frame, 'state': bad}, {**seated, 'state': bad})) as evil:
                        self.refused(await self.visit('watch', evil.port, table))
                        self.refused(await self.visit('join', evil.port, table))

    async def test_what_the_viewer_cannot_know_is_refused(self):
        """The view of a seat, shown to an onlooker: what a server that cheats might show a friend."""
        for game in ('scout', 'bridesmaid', 'sparrows', 'bannish'):
            table, frame, seated = await self.frames(game)
            with self.subTest(game):
                async with Evil(self.at({**frame, 'state': seated['state']})) as evil:
                    self.refused(await self.visit('watch', evil.port, table))

    async def test_states_of_other_tables(self):
        table, frame, _ = await self.frames('scout', 3)
        _, other, _ = await self.frames('scout', 4)
        _, belle, _ = await self.frames('belle', 3)
        for changes in ({'state': other['state']}, {'state': belle['state']}, {'state': frame['state'][:-8]},
                        {'state': frame['state'] * 2}, {'state': '!' + frame['state'][1:]}, {'state': ''},
                        {'state': 7}, {'game': 'belle', 'layout': belle['layout']}, {'options': {'deck': '/etc'}},
                        {'game': 'belle', 'layout': belle['layout'], 'state': belle['state'],
                         'options': {'parties': 'empty'}}):
            with self.subTest(list(changes)):
                async with Evil(self.at({**frame, **changes})) as evil:
                    self.refused(await self.visit('watch', evil.port, table))

    async def test_on_the_full_screen(self):
        for game in all_games():
            table, frame, seated = await self.frames(game['id'], game['max_players'], steps=4)
            chance = random.Random(game['id'])
            for number in range(scaled(1, 2, 20)):
                with self.subTest(game=game['id'], number=number):
                    async with Evil(self.at(frame, await self.spoiled(seated, chance))) as evil:
                        await asyncio.to_thread(self.on_a_terminal, evil.port, table)

    def on_a_terminal(self, port, table):
        near, far = pty.openpty()
        program = subprocess.Popen([PARLOR, 'join', f'http://127.0.0.1:{port}/table/{table}'], stdin=far, stdout=far,
                                   stderr=far, env=self.environment(), close_fds=True, start_new_session=True)
        os.close(far)
        said, until = b'', time.monotonic() + PATIENCE
        typed = False
        while time.monotonic() < until:
            try:
                piece = os.read(near, 65536)
            except OSError:  # nobody is there any more
                break
            said += piece
            if b'Your move' in said and not typed:  # it was a good state after all
                os.write(near, b'\x1b[21~')
                typed = True
        code = program.wait(PATIENCE)
        os.close(near)
        self.assertIn(code, (0, 1), said[-2000:])
        self.assertNotIn(b'Sanitizer', said)


class Messages(EvilCase):
    WRONG = (None, True, -1, 0, 1, 7, 1 << 40, -(1 << 62), 1.5, 1e300, '', 'x', 'x' * 5000, [], [[]], {}, {'a': 1},
             [None] * 9)

    def wrong(self):
        """Some of them: each costs a process."""
        return self.chance.sample(self.WRONG, scaled(2, 3, 6))

    async def see(self, frame, seated=None, command='watch', typed='seats\nlog\ntable\nmoves\n'):
        async with Evil(self.at(frame, seated)) as evil:
            return await self.visit(command, evil.port, frame['table'], typed=typed)

    async def test_you_is_a_seat(self):
        for game in all_games():
            _, frame, seated = await self.frames(game['id'])
            for you in (-1, frame['players'], 5, 6, 100, 1 << 31, -(1 << 31), 1 << 62, 'x', None, 1.5, [0], True):
                with self.subTest(game=game['id'], you=you):
                    self.refused(await self.see({**frame, 'you': you}), 'you')
                    self.refused(await self.see(frame, {**seated, 'you': you}, 'join'), 'you')

    async def test_every_member_is_what_it_should_be(self):
        _, frame, seated = await self.frames()
        needed = ('table', 'status', 'game', 'players', 'seats', 'fair')
        for key in sorted(seated):
            if key == 'type':
                continue
            gone = {name: value for name, value in seated.items() if name != key}
            with self.subTest(missing=key):
                done = await self.see(frame, gone, 'join')
                if key in needed:
                    self.refused(done, key)
            for wrong in self.wrong():
                with self.subTest(key=key, wrong=str(wrong)[:20]):
                    await self.see(frame, {**seated, key: wrong}, 'join')

    async def test_every_member_of_what_is_within(self):
        _, frame, seated = await self.frames(clock={'move': 60000, 'bank': 60000, 'patience': 60000})
        for at, key in (('seats', 'kind'), ('seats', 'name'), ('seats', 'bot'), ('seats', 'why'), ('seats', 'here'),
                        ('seats', 'waiting'), ('seats', 'time'),
                        ('fair', 'commitment'), ('fair', 'seals'), ('fair', 'abandoned'), ('fair', 'secret'),
                        ('log', 'from'), ('log', 'lines'),
                        ('legal', 0), ('points', 0)):
            for wrong in self.wrong():
                with self.subTest(at=at, key=key, wrong=str(wrong)[:20]):
                    bad = copy.deepcopy(seated)
                    (bad[at][0] if at == 'seats' else bad[at])[key] = wrong
                    await self.see(frame, bad, 'join')

    async def test_results(self):
        _, frame, _ = await self.frames('bridesmaid', steps=1000)
        self.assertEqual(frame['status'], 'over')
        for key in ('points', 'winners'):
            for wrong in ([9, -9, 1 << 40], [0] * 100, [], 'x', {}, [None], [1e300, -1e300], [[0]]):
                with self.subTest(key=key, wrong=str(wrong)[:20]):
                    await self.see({**frame, 'result': {**frame['result'], key: wrong}})

    async def test_other_messages(self):
        table, frame, seated = await self.frames()
        for kind, honest in (('ok', {'seat': 0}), ('error', {'error': {'code': 'refused', 'text': 'no'}}),
                             ('chat', {'number': 1, 'at': 1, 'seat': 0, 'name': 'Ann', 'text': 'hello'}),
                             ('hint', {'lines': [{'do': 'play 1', 'value': 0.5, 'error': 0.1, 'sure': 0.5}]}),
                             ('bye', {'text': 'good night', 'again': False}), ('nonsense', {}), (7, {}), (None, {})):
            spoiled = [honest, {}] + [{**honest, key: wrong} for key in honest for wrong in self.wrong()]
            for number, message in enumerate(spoiled):
                with self.subTest(kind=kind, number=number):
                    async with Evil(self.at(frame, seated, more=[{'type': kind, **message}])) as evil:
                        await self.visit('watch', evil.port, table, typed='log\n')

    async def test_texts_steer_no_terminal(self):
        table, frame, seated = await self.frames()
        bad = copy.deepcopy(seated)
        bad['layout'] += 1  # then the moves are the server's texts
        bad['log']['lines'] = [f'{NASTY} says\nA{NASTY}\n'] + bad['log']['lines'][1:]
        for seat in bad['seats']:
            seat['name'] = NASTY[:12] + seat['name']
        for changes in ({}, ended(bad, result={'points': [1, 2], 'winners': [0]}), {'status': 'open'},
                        {'game': NASTY}, {'legal': ['keep', NASTY]}, {'legal': ['keep\nkeep']}):
            with self.subTest(list(changes)):
                more = [{'type': 'chat', 'number': 1, 'at': 1, 'seat': 0, 'name': NASTY[:20], 'text': NASTY * 3},
                        {'type': 'error', 'error': {'code': NASTY, 'text': NASTY}},
                        {'type': 'hint', 'lines': [{'do': NASTY, 'value': 0.5, 'error': 0.1, 'sure': 0.5}]},
                        {'type': 'bye', 'text': NASTY, 'again': False}]
                async with Evil(self.at(frame, {**bad, **changes}, more=more)) as evil:
                    await self.visit('join', evil.port, table, typed='log\nseats\nmoves\ntable\nhelp\n')
                async with Evil(self.at({**bad, **changes}, more=more)) as evil:
                    await self.visit('watch', evil.port, table, typed='log\nseats\nmoves\ntable\nhelp\n')
        for code in ('refused', 'no_such_table', 'too_many', NASTY):
            with self.subTest(code):
                refusal = {'type': 'error', 're': 1, 'error': {'code': code, 'text': f'no {NASTY}'}}
                async with Evil(lambda message, refusal=refusal: [refusal]) as evil:
                    done = await self.visit('watch', evil.port, table)
                    self.assertEqual(done.code, 1)

    async def test_what_is_no_message(self):
        table, _, _ = await self.frames()
        for bad in ('', 'x', '{', '[]', '7', 'null', '"table"', '{"type":"table"', '{"type":"table"} x',
                    '{"type":"ok","type":"ok"}', '[' * 100000, '{"a":' * 50000 + '1' + '}' * 50000,
                    '{"type":"table","view":' + '[' * 1000 + ']' * 1000 + '}', b'\x00\x01', b'\xff\xfe',
                    b'{"type":"ok"}',
                    '{"type":"bye","text":"\\ud800","again":true}', '{"type":"ok","re":1e400}'):
            with self.subTest(bad[:30]):
                async with Evil(lambda message, bad=bad: [bad]) as evil:
                    done = await self.visit('watch', evil.port, table)
                    self.refused(done)


class Endless(EvilCase):
    async def rss(self, program):
        with open(f'/proc/{program.pid}/status', encoding='ascii') as file:
            return next(int(line.split()[1]) for line in file if line.startswith('VmHWM')) << 10

    async def test_a_message_of_a_hundred_megabytes(self):
        table, _, _ = await self.frames()
        for pieces in (False, True):
            async def flood(reader, writer, pieces=pieces):
                await shake_hands(reader, writer)
                await read_frame(reader)
                junk = b'{"type":"chat","text":"' + b'x' * (MIB - 23)
                writer.write(frame_of(junk, 100 * MIB) if not pieces else frame_of(junk, opcode=0x01))
                for _ in range(99):
                    await writer.drain()
                    writer.write(b'x' * MIB if not pieces else frame_of(b'x' * MIB, opcode=0x00))
                await writer.drain()
            with self.subTest(pieces=pieces):
                async with Raw(flood) as evil:
                    self.refused(await self.visit('watch', evil.port, table), 'MiB')

    async def test_messages_without_end(self):
        """The program stays small, and can still be left."""
        table, frame, _ = await self.frames()
        lines = [f'{"x" * 1000}\n' for _ in range(200)]
        stop = asyncio.Event()

        async def pour(socket, *_):
            await socket.recv()
            await socket.send(json.dumps({'type': 'ok', 're': 1}))
            number = 0
            try:
                while not stop.is_set():
                    log = {'from': number * 200, 'lines': lines}
                    await socket.send(json.dumps({**frame, 'log': log}))
                    await socket.send(json.dumps({'type': 'chat', 'number': number, 'at': 1, 'seat': 0, 'name': 'Ann',
                                                  'text': 'y' * 280}))
                    number += 1
            except websockets.ConnectionClosed:
                pass
        evil = await websockets.serve(pour, '127.0.0.1', 0, subprotocols=[SUBPROTOCOL], compression=None)
        port = evil.sockets[0].getsockname()[1]
        program = await asyncio.create_subprocess_exec(
            PARLOR, 'watch', f'http://127.0.0.1:{port}/table/{table}', stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, env=self.environment(), limit=64 * MIB)
        most = scaled(4, 16, 64)
        for _ in range(most):  # so many megabytes are shown
            await asyncio.wait_for(program.stdout.readexactly(MIB), PATIENCE)
        size = await self.rss(program)
        program.stdin.write(b'quit\n')
        out = asyncio.create_task(program.stdout.read())
        self.assertEqual(await asyncio.wait_for(program.wait(), PATIENCE), 0)
        await out
        stop.set()
        evil.close()
        await evil.wait_closed()
        self.assertLess(size, 64 * MIB if 'asan' not in PARLOR else 1024 * MIB)

    async def test_a_slow_drip(self):
        """A table that never ends: it is given up."""
        table, frame, _ = await self.frames()
        text = json.dumps(frame).encode()

        async def drip(reader, writer):
            await shake_hands(reader, writer)
            await read_frame(reader)
            for byte in frame_of(text, len(text) + 1000):
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(0.02)
            await reader.read()
        async with Raw(drip) as evil:
            done = await self.visit('watch', evil.port, table)
            self.assertEqual(done.code, 1, done.text)

    async def test_silence(self):
        """Nobody answers, at any stage."""
        table, _, _ = await self.frames()

        async def say_nothing(reader, writer, stage):
            if stage > 0:
                await shake_hands(reader, writer)
            if stage > 1:
                await read_frame(reader)
                writer.write(frame_of(b'{"type":"ok","re":1}'))
            await reader.read()
            await asyncio.sleep(0.1)
        async def wait_for(stage):
            async with Raw(lambda reader, writer: say_nothing(reader, writer, stage)) as evil:
                done = await self.visit('watch', evil.port, table)
                self.assertEqual(done.code, 1, done.text)
        await asyncio.gather(*(wait_for(stage) for stage in range(3)))

    async def test_the_line_is_cut_anywhere(self):
        table, frame, _ = await self.frames()
        text = json.dumps(frame).encode()
        hand = b'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'

        async def cut(reader, writer):
            if point < 40:
                await reader.readuntil(b'\r\n\r\n')
                writer.write(hand[:point * 2])
            else:
                await shake_hands(reader, writer)
                await read_frame(reader)
                whole = frame_of(b'{"type":"ok","re":1}') + frame_of(text)
                writer.write(whole[:(point - 40) * len(whole) // 40])
            await writer.drain()
        for point in range(0, 80, scaled(16, 16, 1)):
            with self.subTest(point=point):
                async with Raw(cut) as evil:
                    done = await self.visit('watch', evil.port, table)
                    self.assertEqual(done.code, 1, done.text)

    async def test_frames_that_break_the_rules_of_websockets(self):
        table, _, _ = await self.frames()
        for bad in (frame_of(b'x', opcode=0x83), frame_of(b'x', opcode=0xf1), frame_of(b'x', opcode=0x80),
                    b'\xff' * 100, frame_of(b'', opcode=0x88), frame_of(b'\x03', opcode=0x88),
                    frame_of(b'\x0f\xa0' + b'\xff' * 60, opcode=0x88),
                    b'\x81\xff' + b'\xff' * 12, frame_of(b'x' * 126, opcode=0x89), frame_of(b'\xff\xff\xff')):
            async def send(reader, writer, bad=bad):
                await shake_hands(reader, writer)
                await read_frame(reader)
                writer.write(bad)
                await writer.drain()
                await reader.read()
            with self.subTest(bad[:8]):
                async with Raw(send) as evil:
                    done = await self.visit('watch', evil.port, table)
                    self.assertEqual(done.code, 1, done.text)


if __name__ == '__main__':
    unittest.main()
