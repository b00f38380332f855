"""parlor join and watch on the full screen of a real terminal, at a real server, with people of other clients."""
import asyncio
import contextlib
import json
import os
import random
import re
import signal
import sys
import unittest

import websockets

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), 'server')]
from common import NO_LIMITS, PARLOR, SUBPROTOCOL, Case, all_games, at_once, kept_token  # noqa: E402
from scale import scaled  # noqa: E402
from terminal import TerminalCase  # noqa: E402


class VisitCase(TerminalCase, Case):
    ARGS = NO_LIMITS + ('--bot-pace', '0', '--threads', '1')

    def visit(self, command, table, size=(200, 50), variables='', args=''):
        self.begin(f"XDG_STATE_HOME='{self.sockets}' {variables} '{PARLOR}' {command} "
                   f'http://127.0.0.1:{self.server.port}/table/{table} {args}', size)

    async def sees(self, *texts):
        return await asyncio.to_thread(self.wait_for, *texts)

    async def sees_one(self, *texts):
        return await asyncio.to_thread(self.wait_until, lambda screen: any(text in screen for text in texts),
                                       repr(texts))

    async def sees_no(self, text):
        return await asyncio.to_thread(self.wait_without, text)

    async def enter(self, typed):
        self.type(typed)
        await self.sees(f'> {typed}')
        self.send('Enter')

    async def leave(self):
        self.send('F10')
        return await self.sees('exit 0')

    async def start_with_ben(self, game='scout', players=2, size=(200, 50), **more):
        """Ann at the screen, Ben by the protocol and bots; the game has begun. The log has room for all that a
        test waits for."""
        bots = ['', ''] + ['novice'] * (players - 2)
        table = self.server.open(game=game, players=players, bots=bots, **more)['table']
        self.visit('join', table, size, args='--name Ann')
        await self.sees('Ann, that is you')
        ben = await self.come(table)
        await ben.sit('Ben')
        await self.sees('Ben sits down.', 'All seats are taken: type start to begin')
        await self.enter('start')
        await self.sees_one('Your move', 'Waiting for Ben')
        return ben

    async def choose_until_it_is_over(self, chance):
        """Arrows and Enter, as often as there is something to choose."""
        while True:
            screen = await self.sees_one('Your move', 'The game is over; type rematch')
            if 'The game is over; type rematch' in screen:
                return
            self.send(*['Down'] * chance.choice((1, 1, 2, 3)), 'Enter')


class Games(VisitCase):
    async def test_a_whole_game_of_each_against_another_client(self):
        sizes = ((80, 24), (200, 60))
        for number, game in enumerate(all_games()[::scaled(2, 1, 1)]):
            for size in scaled(sizes[number % 2:][:1], sizes, sizes):
                with self.subTest(game=game['id'], size=size):
                    ben = await self.start_with_ben(game['id'], game['min_players'], size)
                    await at_once(self.choose_until_it_is_over(random.Random(3)), ben.play(random.Random(4)))
                    self.assertEqual(ben.table['status'], 'over')
                    await self.sees(' win')
                    await self.leave()


class Moments(VisitCase):
    async def test_each_sees_what_the_other_plays_and_says(self):
        ben = await self.start_with_ben(prepared=1)  # in which Ben begins
        await self.enter('keep')
        await self.sees('Waiting for Ben; you can still undo')
        self.send('F3')
        await self.sees('Your move', '1  Keep the hand as it is   2  Flip the hand')
        self.send('Right', 'Enter')
        await self.sees('Waiting for Ben')
        await ben.do('flip')
        await self.sees('You keep the hand as it is.')
        await ben.until(lambda: ben.owes() and ben.table['move'] == 1)
        await ben.do(ben.table['legal'][0])
        await self.sees('Ben plays', 'Your move')
        await ben.say('undo')
        await self.sees('The last choice was undone.', 'Waiting for Ben')
        await self.enter('say hello Ben')
        await ben.until(lambda: ben.chats)
        await ben.say('chat', text='hello Ann')
        await self.sees('Ann: hello Ben', 'Ben: hello Ann')
        await self.leave()

    async def test_the_server_is_killed_and_comes_back(self):
        ben = await self.start_with_ben(prepared=1)  # in which Ben begins
        await self.enter('keep')
        await ben.do('keep')
        await self.sees('You keep the hand as it is.')
        await asyncio.to_thread(self.server.kill)
        await ben.closed()
        await self.sees('No connection; next try in ', 'reconnecting…')
        await self.enter('undo')
        await self.sees('You are not connected right now.')
        await asyncio.to_thread(self.server.start)
        ben.log = []
        await ben.connect()
        await self.sees('Reconnected.')
        await ben.do(ben.table['legal'][0])
        await self.sees('Your move')
        self.send('Down', 'Enter')  # a Scout for a chip would leave Ann the turn
        await ben.until(lambda: any('Ann plays' in line or 'Ann scouts' in line for line in ben.log))
        await asyncio.to_thread(self.wait_until, lambda screen: 'You play' in screen or 'You scout' in screen,
                                'what Ann did')
        await self.leave()

    async def test_clocks_and_those_who_are_away(self):
        ben = await self.start_with_ben(clock={'move': 3000000, 'bank': 665000, 'patience': 1000})
        clock = re.compile(r'Your move \((1:0[01]:[0-5]\d)\)')
        first = clock.search(await asyncio.to_thread(self.wait_until, clock.search, 'a clock'))[1]
        await asyncio.to_thread(self.wait_until, lambda screen: (now := clock.search(screen)) and now[1] < first,
                                'a clock that runs')
        await self.enter('keep')
        await self.sees('Waiting for Ben (1:0', 'Ben, 1:0', 'left and running')
        await ben.close()
        await self.sees('Ben is away.')
        await self.sees('Ben has been away too long: a bot takes over.')
        await ben.connect()
        await self.sees('Ben plays again.')
        await self.enter('leave')
        await self.sees('A bot is playing for you; type back to take over')
        await self.enter('back')
        await self.sees_no('A bot is playing for you; type back')
        await self.leave()

    async def test_a_seat_is_played_from_one_place_at_a_time(self):
        ben = await self.start_with_ben()
        elsewhere = await self.come(ben.at, kept_token(self.sockets, self.server.port, ben.at))
        await self.sees('You are now playing this seat somewhere else')
        await self.enter('back')
        self.assertEqual(await elsewhere.closed(), 4000)
        await self.sees('Your move')
        await self.leave()

    async def test_pages(self):
        await self.start_with_ben()
        for keys, text in ((['?'], 'undo your last move'), (['F4'], 'SCOUT'), (['F5'], 'Ann, that is you'),
                           (['F6'], 'Ben sits down.')):
            with self.subTest(keys=keys):
                self.send(*keys)
                await self.sees('Esc closes')
                if keys == ['?']:
                    self.send('End')
                await self.sees(text, 'Esc closes')
                self.send('Escape')
                await self.sees('Your move')
        await self.enter('dance')
        await self.sees('is expected here')
        self.send('F2')
        await self.sees('win    sure')
        await self.leave()

    async def test_the_window_changes(self):
        await self.start_with_ben()
        for size in ((120, 40), (60, 16), (200, 60), (80, 24)):
            self.resize(*size)
            await asyncio.to_thread(self.wait_until, lambda screen, size=size: 'Your move' in screen and
                                    len(screen.rstrip('\n').splitlines()) == size[1], f'a screen of {size}')
        await self.leave()

    async def test_rematch(self):
        ben = await self.start_with_ben('bridesmaid')
        await at_once(self.choose_until_it_is_over(random.Random(3)), ben.play(random.Random(4)))
        await self.enter('rematch')
        await self.sees('A new game: everybody moves to the next table.')
        await ben.until(lambda: 'next' in ben.table)
        await self.come(ben.table['next'], ben.token)
        await self.sees('All seats are taken: type start to begin')
        await self.enter('start')
        await self.sees('Your move')
        self.assertIn(ben.table['next'], await self.leave())


class LookingOn(VisitCase):
    async def test_an_onlooker_sees_the_table_and_no_hand(self):
        people = await self.started(game='scout', players=2)
        self.visit('watch', people[0].at)
        screen = await self.sees('Waiting for P0, P1', '1 spectator, you included')
        self.assertNotIn('Your hand', screen)
        self.assertNotIn('F2 hint', screen)
        await self.enter('sit')
        await self.sees('You are only watching')
        await self.play_out(people)
        await self.sees('The game is over', ' win')
        await people[1].say('rematch')
        await self.sees('A new game: everybody moves to the next table.', 'SCOUT, not begun yet:')
        self.assertNotIn('To return', await self.leave())


class Trouble(VisitCase):
    async def test_no_such_table(self):
        self.visit('join', 'A' * 22)
        await self.sees('parlor: there is no such table', 'exit 1')

    async def test_no_server(self):
        self.begin(f"'{PARLOR}' watch http://127.0.0.1:1/table/{'A' * 22}")
        await self.sees('Connection lost (', 'No connection; next try in ')
        self.send('C-c')
        await self.sees('exit 0')

    async def test_ctrl_c_and_signals_leave_the_terminal_as_it_was(self):
        for leave in (lambda: self.send('C-c'), lambda: self.send('C-d'), lambda: self.end_program(signal.SIGTERM)):
            ben = await self.start_with_ben()
            leave()
            screen = await self.sees('exit 0')
            tables = f'http://127.0.0.1:{self.server.port}/table/'
            self.assertIn(f'To return to your seat:\n  parlor join {tables}', screen)
            await ben.until(lambda ben=ben: not ben.table['seats'][0]['here'])
            self.type('echoed')
            await self.sees('echoed')

    def end_program(self, number):
        shell = int(self.tmux('display-message', '-p', '#{pane_pid}'))
        with open(f'/proc/{shell}/task/{shell}/children', encoding='ascii') as file:
            os.kill(int(file.read().split()[0]), number)

    async def test_plain_and_dumb_terminals_stay_with_lines(self):
        for variables, args in (('', '--plain'), ('TERM=dumb', '')):
            table = self.server.open(game='scout', players=2)['table']
            self.visit('join', table, variables=variables, args=f'{args} --name Ann')
            screen = await self.sees('Ann, that is you', 'Waiting for 1 more player.')
            self.assertNotIn('F1 help', screen)
            self.type('quit')
            self.send('Enter')
            await self.sees('exit 0')

    async def test_ascii_and_no_colour(self):
        table = self.server.open(game='scout', players=2, bots=['', 'novice'])['table']
        self.visit('join', table, variables='NO_COLOR=1', args='--ascii --name Ann')
        await self.sees('All seats are taken')
        await self.enter('start')
        screen = await self.sees('Your move')
        self.assertTrue(screen.isascii(), screen)
        self.assertNotRegex(self.screen(colour=True), r'\x1b\[[0-9;]*3[0-7]m')
        await self.leave()

    async def test_a_server_whose_states_look_different_is_played_by_its_words(self):
        async def carry(near, far, changes):
            with contextlib.suppress(websockets.ConnectionClosed):
                async for text in near:
                    message = json.loads(text)
                    if changes and 'layout' in message:
                        message['layout'] += 1
                    await far.send(json.dumps(message))
            await far.close()

        async def serve(near, *_):
            async with websockets.connect(f'ws://127.0.0.1:{self.server.port}/play', subprotocols=[SUBPROTOCOL]) as far:
                await at_once(carry(near, far, False), carry(far, near, True))

        table = self.server.open(game='scout', players=2, bots=['', 'novice'])['table']
        async with websockets.serve(serve, '127.0.0.1', 0, subprotocols=[SUBPROTOCOL]) as other:
            port = other.sockets[0].getsockname()[1]
            self.begin(f"XDG_STATE_HOME='{self.sockets}' '{PARLOR}' join 127.0.0.1:{port}/{table} --name Ann")
            await self.sees('All seats are taken')
            await self.enter('start')
            await self.sees('Your move', '1  Keep the hand as it is   2  Flip the hand')  # the server words them
            self.send('F8')
            await self.sees('1  keep   2  flip')
            self.send('F8')
            await self.sees('1  Keep the hand as it is   2  Flip the hand')
            self.send('Down', 'Enter')
            await self.sees('You keep the hand as it is.', 'Your move')
            await self.sees_one(' 1  Play ', ' 1  Scout ')  # the first is the bot's, or Ann's
            await self.leave()


if __name__ == '__main__':
    unittest.main()
