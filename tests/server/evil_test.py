"""A malicious server, and parlor join and watch against it: whatever it sends, the program neither dies nor
writes anywhere but where it keeps seats, shows no control characters, gives no token to anybody else, and says what
was wrong. The honest part of what the server says comes from a real one."""
import asyncio
import base64
import copy
import json
import os
import pty
import random
import shutil
import subprocess
import tempfile
import time
import unittest

from common import PARLOR, PATIENCE, QUICK_DISK, all_games
from evil import BAD_IDS, NASTY, TOKEN, UNFIT, Evil, EvilCase, Raw, ended
from scale import scaled


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
            self.assertIn('could not be saved', done.text)
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
            for number in range(scaled(1, 4, 20)):
                with self.subTest(game=game['id'], number=number):
                    async with Evil(self.at(await self.spoiled(frame, chance))) as evil:
                        await self.visit('watch', evil.port, table, typed='table\nlog\nseats\n')
                    async with Evil(self.at(frame, await self.spoiled(seated, chance))) as evil:
                        await self.visit('join', evil.port, table, typed='table\nmoves\n1\n')

    async def test_states_that_are_wrong_everywhere(self):
        for game in all_games():
            table, frame, seated = await self.frames(game['id'], game['max_players'], steps=2)
            size = len(base64.b64decode(frame['state']))
            for filler in (b'\0', b'\xff', b'\x7f', b'\x01', b'\x04')[:scaled(2, 5, 5)]:
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
            for number in range(scaled(1, 2, 6)):
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
        return self.chance.sample(self.WRONG, scaled(1, 3, 6))

    async def see(self, frame, seated=None, command='watch', typed='seats\nlog\ntable\nmoves\n'):
        async with Evil(self.at(frame, seated)) as evil:
            return await self.visit(command, evil.port, frame['table'], typed=typed)

    async def test_you_is_a_seat(self):
        tries = []
        for game in all_games():
            _, frame, seated = await self.frames(game['id'])
            wrong = (-1, frame['players'], 5, 6, 100, 1 << 31, -(1 << 31), 1 << 62, 'x', None, 1.5, [0], True)
            for you in self.chance.sample(wrong, scaled(1, 6, len(wrong))):
                tries += [(f'{game["id"]} {you}', see, lambda done: self.refused(done, 'you')) for see in (
                    self.see({**frame, 'you': you}), self.see(frame, {**seated, 'you': you}, 'join'))]
        await self.try_all(tries)

    async def test_every_member_is_what_it_should_be(self):
        _, frame, seated = await self.frames()
        needed = ('table', 'status', 'game', 'players', 'seats', 'fair')
        tries = []
        for key in sorted(seated):
            if key == 'type':
                continue
            gone = {name: value for name, value in seated.items() if name != key}
            tries.append((f'no {key}', self.see(frame, gone, 'join'),
                          (lambda done, key=key: self.refused(done, key)) if key in needed else None))
            tries += [(f'{key} {str(wrong)[:20]}', self.see(frame, {**seated, key: wrong}, 'join'), None)
                      for wrong in self.wrong()]
        await self.try_all(tries)

    async def test_every_member_of_what_is_within(self):
        _, frame, seated = await self.frames(clock={'move': 60000, 'bank': 60000, 'patience': 60000})
        tries = []
        for at, key in (('seats', 'kind'), ('seats', 'name'), ('seats', 'look'), ('seats', 'bot'),
                        ('seats', 'why'), ('seats', 'here'),
                        ('seats', 'waiting'), ('seats', 'time'),
                        ('fair', 'commitment'), ('fair', 'seals'), ('fair', 'abandoned'), ('fair', 'secret'),
                        ('log', 'from'), ('log', 'lines'),
                        ('legal', 0), ('points', 0)):
            for wrong in self.wrong():
                bad = copy.deepcopy(seated)
                (bad[at][0] if at == 'seats' else bad[at])[key] = wrong
                tries.append((f'{at} {key} {str(wrong)[:20]}', self.see(frame, bad, 'join'), None))
        await self.try_all(tries)

    async def test_results(self):
        _, frame, _ = await self.frames('bridesmaid', steps=1000)
        self.assertEqual(frame['status'], 'over')
        await self.try_all([(f'{key} {str(wrong)[:20]}',
                             self.see({**frame, 'result': {**frame['result'], key: wrong}}), None)
                            for key in ('points', 'winners')
                            for wrong in ([9, -9, 1 << 40], [0] * 100, [], 'x', {}, [None], [1e300, -1e300], [[0]])])
        points = [0] * len(frame['seats'])
        sheets = ('x', {}, [None], [{}], [{'round': 0, 'points': points}], [{'round': 1 << 40, 'points': points}],
                  [{'key': 'A\x1b[2J', 'points': points}], [{'key': 'x' * 1000, 'points': points}],
                  [{'key': 'wild', 'points': []}], [{'round': 1, 'points': points, 'counted': [1e300] * 9}],
                  [{'key': 7, 'points': points}])
        await self.try_all([(f'sheet {str(wrong)[:20]}', self.see({**frame, 'sheet': wrong}),
                             lambda done: self.refused(done, ''))
                            for wrong in sheets]
                           + [(f'decided {str(wrong)[:20]}', self.see({**frame, 'decided': wrong}), None)
                              for wrong in (7, None, {}, 'x' * 100000, '{9}{', '\x1b[2J')])

    async def test_other_messages(self):
        table, frame, seated = await self.frames()

        async def see(message):
            async with Evil(self.at(frame, seated, more=[message])) as evil:
                return await self.visit('watch', evil.port, table, typed='log\n')
        tries = []
        for kind, honest in (('ok', {'seat': 0}), ('error', {'error': {'code': 'refused', 'text': 'no'}}),
                             ('chat', {'number': 1, 'at': 1, 'seat': 0, 'name': 'Ann', 'text': 'hello'}),
                             ('chat', {'number': 1, 'at': 1, 'name': 'Eve', 'text': 'hello'}),
                             ('reaction', {'seat': 0, 'reaction': 'clap'}),
                             ('hint', {'lines': [{'do': 'play 1', 'value': 0.5, 'error': 0.1, 'sure': 0.5}]}),
                             ('moves', {'re': 6, 'move': 0, 'lines': ['Keep the hand', 'Flip it']}),
                             ('bye', {'text': 'good night', 'again': False}), ('nonsense', {}), (7, {}), (None, {})):
            spoiled = [honest, {}] + [{**honest, key: wrong} for key in honest for wrong in self.wrong()]
            tries += [(f'{kind} {number}', see({'type': kind, **message}), None)
                      for number, message in enumerate(spoiled)]
        await self.try_all(tries)

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
                        {'type': 'chat', 'number': 2, 'at': 1, 'name': NASTY[:20], 'text': NASTY * 3},
                        {'type': 'reaction', 'seat': 0, 'reaction': 'heart'},
                        {'type': 'reaction', 'seat': 1, 'reaction': NASTY[:20]},
                        {'type': 'error', 'error': {'code': NASTY, 'text': NASTY}},
                        {'type': 'hint', 'lines': [{'do': NASTY, 'value': 0.5, 'error': 0.1, 'sure': 0.5}]},
                        {'type': 'moves', 're': 6, 'move': 0, 'lines': [NASTY, '{0} {G1|' + NASTY + '}{']},
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

        async def see(bad):
            async with Evil(lambda message: [bad]) as evil:
                return await self.visit('watch', evil.port, table)
        await self.try_all([(bad[:30], see(bad), self.refused) for bad in (
            '', 'x', '{', '[]', '7', 'null', '"table"', '{"type":"table"', '{"type":"table"} x',
            '{"type":"ok","type":"ok"}', '[' * 100000, '{"a":' * 50000 + '1' + '}' * 50000,
            '{"type":"table","view":' + '[' * 1000 + ']' * 1000 + '}', b'\x00\x01', b'\xff\xfe', b'{"type":"ok"}',
            '{"type":"bye","text":"\\ud800","again":true}', '{"type":"ok","re":1e400}')])


if __name__ == '__main__':
    unittest.main()
