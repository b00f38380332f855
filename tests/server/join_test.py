"""parlor join: whole games at a real server by the program itself, through pipes."""
import asyncio
import os
import random
import re
import shutil
import subprocess
import tempfile
import threading
import unittest

from common import NO_LIMITS, PARLOR, PATIENCE, QUICK_DISK, Case, all_games, at_once, parlor

OVER = re.compile(r' wins?\.\n')


class Joined:
    """A person at the program: what it has said, and what is typed."""

    def __init__(self, home, *args):
        environment = {**os.environ, 'HOME': home, 'XDG_STATE_HOME': home}
        self.process = subprocess.Popen([PARLOR, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, encoding='utf-8', env=environment, bufsize=0)
        self.said = ''
        self.heard = threading.Condition()
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self):
        while text := self.process.stdout.read(1):
            with self.heard:
                self.said += text
                self.heard.notify_all()
        with self.heard:
            self.process.wait(PATIENCE)
            self.heard.notify_all()

    def wait_until(self, is_so, start=0):
        """Waits until something holds of what was said since; all of that."""
        with self.heard:
            if not self.heard.wait_for(lambda: is_so(self.said[start:]) or self.process.poll() is not None, PATIENCE):
                raise AssertionError(f'nothing more is said: {self.said[-2000:]}')
            assert is_so(self.said[start:]), self.said[-2000:]
            return self.said[start:]

    async def until(self, text):
        return await asyncio.to_thread(self.wait_until, lambda said: text in said)

    def type(self, line):
        self.process.stdin.write(line + '\n')

    def answer_until(self, is_so, chance):
        """Types a number whenever a move is asked for."""
        typed = 0
        while True:
            said = self.wait_until(lambda said: is_so(self.said) or said.endswith('\n> ') or said.endswith('> '), typed)
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


class Joining(Case):
    ARGS = NO_LIMITS + ('--bot-pace', '0', '--threads', '1')

    async def asyncSetUp(self):
        await super().asyncSetUp()
        self.home = tempfile.mkdtemp(prefix='parlor-home-', dir=QUICK_DISK)
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)

    def join(self, table, *args):
        return self.visit('join', table, *args)

    def visit(self, command, table, *args):
        joined = Joined(self.home, command, f'http://127.0.0.1:{self.server.port}/table/{table}', *args)
        self.addCleanup(lambda: joined.process.poll() is None and joined.process.kill())
        return joined

    async def begin(self, game, players):
        """A table with a person at the program, one of ours and bots; it has begun."""
        table = self.server.open(game=game, players=players, bots=['', ''] + ['novice'] * (players - 2))['table']
        ann = self.join(table, '--name', 'Ann')
        await ann.until('that is you')
        ben = await self.come(table)
        await ben.sit('Ben')
        await ann.until('Ben')
        ann.type('start')
        await ben.until(lambda: ben.table['status'] == 'playing')
        return ann, ben

    async def to_the_end(self, ann, ben):
        await at_once(asyncio.to_thread(ann.answer_until, OVER.search, random.Random(3)),
                      ben.play(random.Random(4)))
        self.assertEqual(ben.table['status'], 'over')

    async def test_a_whole_game_of_each(self):
        for game in all_games():
            with self.subTest(game['id']):
                ann, ben = await self.begin(game['id'], game['min_players'])
                await self.to_the_end(ann, ben)
                ann.type('quit')
                self.assertEqual(ann.end(), 0)

    async def test_it_comes_back_after_the_server_was_killed(self):
        ann, ben = await self.begin('scout', 2)
        ann.type('keep')
        await ben.do('keep')
        await ann.until('Ann keeps')
        await asyncio.to_thread(self.server.kill)
        await ben.closed()
        await ann.until('connecting again')
        await asyncio.to_thread(self.server.start)
        ben.log = []
        await ben.connect()
        await self.to_the_end(ann, ben)
        self.assertEqual(ann.end(), 0)

    async def test_the_seat_is_remembered(self):
        ann, ben = await self.begin('bridesmaid', 2)
        ann.type('quit')
        self.assertEqual(ann.end(), 0)
        again = self.join(ben.at)
        await self.to_the_end(again, ben)
        again.type('rematch')
        await again.until('Another game')
        await ben.until(lambda: 'next' in ben.table)
        again.type('quit')
        self.assertEqual(again.end(), 0)

    async def test_chat_hint_undo_seats_and_nonsense(self):
        ann, ben = await self.begin('scout', 2)
        for typed, said in (('say hello there', 'Ann: hello there'), ('seats', 'that is you'), ('hint', ' win '),
                            ('moves', 'keep'), ('table', 'SCOUT'), ('help', 'once it is over: again'),
                            ('dance', 'is expected here'), ('9999', 'is expected here'),
                            ('\x1b[2J', 'is expected here'), ('start', 'begun')):
            before = len(ann.said)
            ann.type(typed)
            await asyncio.to_thread(ann.wait_until, lambda text, said=said: said in text, before)
        await ben.say('chat', text='hello back')
        await ann.until('Ben: hello back')
        self.assertTrue(ben.chats)
        ann.type('quit')
        self.assertEqual(ann.end(), 0)

    async def test_looking_on(self):
        people = await self.started(game='scout', players=2)
        onlooker = self.visit('watch', people[0].at)
        await onlooker.until('Waiting for')
        await self.play_out(people)
        await onlooker.until('win')
        onlooker.type('quit')
        self.assertEqual(onlooker.end(), 0)

    async def test_where_there_is_no_table(self):
        port = self.server.port
        for address, said in ((f'http://127.0.0.1:{port}/table/{"A" * 22}', 'no such table'),
                              (f'http://127.0.0.1:{port}/table/short', ''), ('http://', ''), ('', ''),
                              (f'http://127.0.0.1:{port}/', '')):
            done = await asyncio.to_thread(parlor, 'join', address, '--name', 'Ann')
            self.assertIn(done.returncode, (1, 2), address)
            self.assertIn(said, done.stderr)
            self.assertTrue(done.stderr.startswith('parlor'), done.stderr)

    async def test_a_full_table(self):
        people = await self.seated(game='scout', players=2)
        late = self.join(people[0].at, '--name', 'Zoe')
        await late.until('all seats are taken')
        late.type('quit')
        self.assertEqual(late.end(), 0)


if __name__ == '__main__':
    unittest.main()
