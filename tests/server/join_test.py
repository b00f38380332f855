"""parlor join and watch: whole games at a real server by the program itself, through pipes."""
import asyncio
import os
import random
import re
import shutil
import subprocess
import tempfile
import unittest

from common import NO_LIMITS, PARLOR, QUICK_DISK, Case, Joined, all_games, at_once, kept_token, parlor

OVER = re.compile(r' wins?\.\n')


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

    def token(self, table):
        """Of the seat that the program remembers."""
        return kept_token(self.home, self.server.port, table)

    async def begin(self, game, players, *args, **more):
        """A table with a person at the program, who gives it these arguments, one of ours and bots; it has begun."""
        bots = ['', ''] + ['novice'] * (players - 2)
        table = self.server.open(game=game, players=players, bots=bots, **more)['table']
        ann = self.join(table, '--name', 'Ann', *args)
        await ann.until('就是你' if 'zh-Hant' in args else 'that is you')
        ben = await self.come(table)
        await ben.sit('Ben')
        await ann.until('Ben')
        before = len(ann.said)
        ann.type('start')
        await ben.until(lambda: ben.table['status'] not in ('open', 'starting'))
        await asyncio.to_thread(ann.wait_until, re.compile(r'Your move|Waiting for \D|輪到你了|等待 ').search, before)
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

    async def test_the_log_moves_and_refusals_are_in_the_persons_language(self):
        ann, ben = await self.begin('scout', 2, '--lang', 'zh-Hant', prepared=1)  # the same deal every time
        await ann.until('手牌保持原樣   2')
        await ann.answers('dance', '看不懂')
        ann.type('手牌保持原樣')
        await ben.do('keep')
        await ann.until('你的手牌保持原樣。')
        if '由你先出' in ann.said:
            ann.type('1')
        await ben.until(lambda: ben.table.get('legal') and 'keep' not in ben.table['legal'])  # hands are chosen
        await ben.do(ben.table['legal'][0])
        await ann.until('\nBen出 ')
        await ann.answers('經過', '由')
        self.assertNotIn('{', ann.said)
        ann.type('離開')
        self.assertEqual(ann.end(), 0)
        self.assertIn('要回到座位請輸入', ann.said)

    async def test_cards_have_the_number_of_the_drawing_beside_their_name(self):
        ann, ben = await self.begin('belle', 2, '--lang', 'zh-Hant', prepared=1)
        if not ben.table.get('legal'):
            ann.type('1')
        await ben.until(lambda: ben.table.get('legal'))
        await ben.do(ben.table['legal'][0])
        await asyncio.to_thread(ann.wait_until, re.compile(r'\nBen\D+[GB]\d+ [A-Z][a-z]+ [A-Z]').search)
        self.assertNotIn('{', ann.said)
        ann.type('quit')
        self.assertEqual(ann.end(), 0)

    async def test_it_comes_back_after_the_server_was_killed(self):
        ann, ben = await self.begin('scout', 2)
        ann.type('keep')
        await ben.do('keep')
        await ann.until('You keep')
        await asyncio.to_thread(self.server.kill)
        await ben.closed()
        await ann.until('reconnecting')
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
        await again.until('A new game')
        await ben.until(lambda: 'next' in ben.table)
        again.type('quit')
        self.assertEqual(again.end(), 0)

    async def test_chat_hint_undo_seats_and_nonsense(self):
        ann, ben = await self.begin('scout', 2)
        for typed, said in (('say hello there', 'Ann: hello there'), ('seats', 'that is you'), ('hint', ' win '),
                            ('moves', 'Keep the hand'), ('table', 'SCOUT'), ('help', 'after the game: play again'),
                            ('dance', 'is expected here'), ('9999', 'is expected here'),
                            ('\x1b[2J', 'is expected here'), ('start', 'begun')):
            await ann.answers(typed, said)
        await ben.say('chat', text='hello back')
        await ann.until('Ben: hello back')
        self.assertTrue(ben.chats)
        ann.type('quit')
        self.assertEqual(ann.end(), 0)

    async def test_looking_on(self):
        people = await self.started(game='scout', players=2)
        onlooker = self.visit('watch', people[0].at)
        await onlooker.until('Waiting for P0, P1')
        await onlooker.answers('sit', 'You are only watching')
        await onlooker.answers('keep', 'not your turn')
        await self.play_out(people)
        await onlooker.until(' win')
        plays = [line for told in people[0].log for line in told.splitlines() if line.startswith('P1 plays')]
        self.assertTrue(plays)
        for line in plays:
            self.assertIn(line, onlooker.said)
        await people[0].say('rematch')
        await onlooker.until('not begun yet')
        self.assertFalse(os.path.exists(os.path.join(self.home, 'parlor')))
        onlooker.type('quit')
        self.assertEqual(onlooker.end(), 0)

    async def test_an_invitation_can_be_passed_on(self):
        table = self.server.open(game='scout', players=2)['table']
        ann = self.join(table, '--name', 'Ann')
        said = await ann.until('Waiting for 1 more player.')
        self.assertIn(f'\n  http://127.0.0.1:{self.server.port}/table/{table}\n', said)
        ben = Joined(tempfile.mkdtemp(dir=self.home), 'join', re.search(r'http://\S+', said).group(), '--name', 'Ben')
        await ann.until('Ben sits down.')
        await ben.until('All seats are taken')
        await ben.answers('leave', 'Ben stands up.')
        await ann.until('Ben stands up.')
        await ben.answers('sit', 'that is you')
        ben.type('quit')
        self.assertEqual(ben.end(), 0)
        await ann.until('Ben is away.')
        ann.type('quit')
        self.assertEqual(ann.end(), 0)
        address = f'http://127.0.0.1:{self.server.port}/table/{table}'
        self.assertIn(f'To return to your seat:\n  parlor join {address}\n', ann.said)

    async def test_clocks_and_those_who_are_away(self):
        ann, ben = await self.begin('scout', 2, clock={'move': 3000000, 'bank': 665000, 'patience': 1000})
        await asyncio.to_thread(ann.wait_until, re.compile(r'Your move \(1:0[01]:[0-5]\d\)\.').search)
        await ann.answers('seats', 'Ben, 1:0')
        ann.type('keep')
        await ann.until('Waiting for Ben (1:0')
        await ben.close()
        await ann.until('Ben is away.')
        await ann.until('Ben has been away too long: a bot takes over.')
        await ben.connect()
        await ann.until('Ben plays again.')
        await ann.answers('leave', 'a bot plays for you until you type back.')
        ann.type('back')
        await ben.until(lambda: 'bot' not in ben.table['seats'][0])
        ann.type('quit')
        self.assertEqual(ann.end(), 0)

    async def test_the_host_arranges_the_table(self):
        table = self.server.open(game='scout', players=2)['table']
        ann = self.join(table, '--name', 'Ann')
        await ann.until('Ann, that is you, host')
        await ann.until('You are the host: type help')
        await ann.answers('players 4', 'The table is now for 4 players.')
        await ann.answers('bot 3 novice', 'bot:novice sits down.')
        await ann.answers('bot 3 club', 'bot:club takes over the seat.')
        await ann.answers('name Anne', 'Ann is now called Anne.')
        await ann.answers('seats', '3  bot:club')
        await ann.answers('free 3', 'bot:club stands up.')
        ben = await self.come(table)
        await ben.sit('Ben')
        await ann.until('Ben sits down.')
        await ann.answers('free 1', 'Ben stands up.')
        await ann.answers('free 0', 'to give it up, leave the table')
        await ann.answers('free 9', 'the number of a seat')
        await ann.answers('bot club', 'The levels are')
        await ann.answers('bot 2 grandmaster', 'there is no such bot')
        await ann.answers('players', 'how many seats')
        await ann.answers('players 1', 'how many seats')
        await ann.answers('help', 'bot SEAT LEVEL')
        await ben.sit('Ben')
        await ann.answers('leave', 'Ben is the host.')
        await ann.answers('players 3', 'no seat at this table')
        await ben.say('arrange', hints=False)
        await ann.until('The host has changed the table.')
        ann.type('quit')
        self.assertEqual(ann.end(), 0)

    async def test_somebody_who_is_put_off_watches_until_they_sit_down_again(self):
        opened = self.server.open(game='scout', players=2, name='Ann')
        ann = await self.come(opened['table'], opened['token'])
        ben = self.join(opened['table'], '--name', 'Ben')
        await ben.until('Ben, that is you')
        await ann.say('seat', seat=1, bot='')
        await ben.until('the host has freed your seat')
        await ann.until(lambda: ann.table['watchers'] == 1)
        await ben.answers('sit', 'You sit down.')
        ben.type('quit')
        self.assertEqual(ben.end(), 0)

    async def test_watchers_write_and_players_react(self):
        table = self.server.open(game='scout', players=2)['table']
        ann = self.join(table, '--name', 'Ann')
        await ann.until('that is you')
        eve = self.visit('watch', table, '--name', 'Eve')
        await eve.until('Ann')
        await eve.answers('say hello', 'Eve (watching): hello')
        await ann.until('Eve (watching): hello')
        await ann.answers('react clap', 'Ann claps.')
        await eve.until('Ann claps.')
        await ann.answers('react', 'clap, laugh, wow')
        await ann.answers('react dance', 'clap, laugh, wow')
        await eve.answers('react clap', 'no seat at this table')
        for visitor in (ann, eve):
            visitor.type('quit')
            self.assertEqual(visitor.end(), 0)

    async def test_time_runs_out(self):
        ann, _ = await self.begin('scout', 2, clock={'move': 4000, 'bank': 0, 'patience': 60000})
        await asyncio.to_thread(ann.wait_until, re.compile(r'Your move \(0:0[0-4]\)\.').search)
        await ann.until('Your time is up: a bot plays for you until you type back.')
        ann.type('quit')
        self.assertEqual(ann.end(), 0)

    async def test_undo_is_told_to_the_others(self):
        ann, ben = await self.begin('scout', 2, prepared=1)  # in which Ben begins
        ann.type('keep')
        await ann.until('you can still undo')
        await ann.answers('undo', 'Your move')
        ann.type('keep')
        await ben.do('keep')
        await ann.until('You keep')
        await ben.until(lambda: 'Ben keeps' in ''.join(ben.log))
        await ben.do(ben.table['legal'][0])
        await ann.until('Ben plays')
        await ben.say('undo')
        await ann.until('The last choice was undone.')
        ann.type('quit')
        self.assertEqual(ann.end(), 0)

    async def test_a_seat_is_played_from_one_place_at_a_time(self):
        ann, ben = await self.begin('scout', 2)
        elsewhere = await self.come(ben.at, self.token(ben.at))
        await ann.until('You are now playing this seat somewhere else')
        await ann.answers('keep', 'You are not connected')
        self.assertTrue(elsewhere.is_open)
        ann.type('back')
        self.assertEqual(await elsewhere.closed(), 4000)
        await self.to_the_end(ann, ben)
        self.assertEqual(ann.end(), 0)

    async def test_a_seat_that_is_gone_is_forgotten(self):
        table = self.server.open(game='scout', players=2)['table']
        ann = self.join(table, '--name', 'Ann')
        await ann.until('that is you')
        other = await self.come(table, self.token(table))
        await ann.until('somewhere else')
        await other.say('leave')
        ann.type('quit')
        self.assertEqual(ann.end(), 0)
        again = self.join(table, '--name', 'Anna')
        await again.until('Anna, that is you')
        wrong = self.join(table, '--token', 'A' * 22)
        await wrong.until('this token does not belong to a seat at this table')
        self.assertEqual(wrong.end(), 1)
        self.assertEqual(again.end(), 0)

    async def test_what_was_typed_last_is_sent(self):
        people = await self.seated(game='scout', players=3, bots=['', '', ''])
        await people[2].say('leave')
        table = people[0].at
        for typed in ('say from a pipe\n', 'say before I go\nquit\n'):
            command = [PARLOR, 'join', f'127.0.0.1:{self.server.port}/{table}', '--name', 'P0']
            done = await asyncio.to_thread(subprocess.run, command, input=typed, capture_output=True, encoding='utf-8',
                                           check=False, env={**os.environ, 'XDG_STATE_HOME': self.home})
            self.assertEqual(done.returncode, 0, done.stderr)
        await people[0].until(lambda: len(people[0].chats) == 2)
        self.assertEqual([chat['text'] for chat in people[0].chats], ['from a pipe', 'before I go'])
        self.assertEqual(done.stdout.count('from a pipe'), 1)
        self.assertIn('P0 (2), that is you', done.stdout)

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
        await late.until('all seats are taken; you are watching')
        late.type('quit')
        self.assertEqual(late.end(), 0)


if __name__ == '__main__':
    unittest.main()
