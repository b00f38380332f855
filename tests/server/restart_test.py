"""Ending, killing and starting again: whatever was acknowledged is there afterwards.

    restart_test.py [--rounds N]    how many times the server is killed
"""
import asyncio
import json
import random
import signal
import sys
import unittest

from common import NO_LIMITS, Case, Client, Refused, Server, at_once, parlor, typed_rounds
from scale import scaled

ROUNDS = typed_rounds() or scaled(3, 10, 60)


async def first_of(*waits):
    """Waits until one of them is done, and gives the others up."""
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    done, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in others:
        task.cancel()
    for task in done:
        task.result()


class Ending(Case):
    async def test_sigterm_says_goodbye_and_games_go_on_after_a_restart(self):
        server = self.server
        ann, ben = await self.started(game='scout', players=2)
        await at_once(ann.play(self.chance, 1), ben.play(self.chance, 1))
        for _ in range(4):  # somebody who scouts may have several turns in a row
            await first_of(ann.until(ann.owes), ben.until(ben.owes))
            await (ann if ann.owes() else ben).play(self.chance, 1)
        latest = max(ann.table['event'], ben.table['event'])
        await at_once(*(person.until(lambda it=person: it.table['event'] >= latest) for person in (ann, ben)))
        asked = asyncio.create_task(ann.until(lambda: ann.byes))
        server.signal(signal.SIGTERM)
        await asked
        self.assertTrue(ann.byes[0]['again'])
        self.assertEqual(await ann.closed(), 1001)
        self.assertEqual(await ben.closed(), 1001)
        await asyncio.to_thread(server.stop)
        self.assertEqual(server.process.returncode, 0)
        before = ann.table, ann.log
        await asyncio.to_thread(server.start)
        for client in (ann, ben):
            client.log = []
            await client.connect()
        self.assertEqual(ann.log, before[1])
        for member in ('event', 'view', 'legal', 'move', 'points', 'fair'):
            self.assertEqual(ann.table[member], before[0][member])
        await self.play_out([ann, ben])
        self.assertEqual(parlor('verify', '-', text=server.record(ann.at)).returncode, 0)

    async def test_a_client_that_does_not_read_does_not_delay_the_end(self):
        server = Server(*self.ARGS).start()
        stuck = await Client(server, server.open(game='scout', players=2)['table']).connect()
        stuck.socket.transport.pause_reading()
        code = await asyncio.to_thread(server.stop)
        self.assertEqual(code, 0)  # stop() waits for long, not for ever
        server.close()
        stuck.socket.transport.abort()

    async def test_sigusr1_has_it_say_how_it_is(self):
        self.server.signal(signal.SIGUSR1)
        line = await asyncio.to_thread(self.server.wait_for, 'event=state')
        for word in ('tables=', 'connections=', 'waiting=0', 'disk=fine'):
            self.assertIn(word, line)

    async def test_a_bot_that_was_thinking_goes_on_after_a_restart(self):
        server = Server(*self.ARGS).start()
        opened = server.open(game='bridesmaid', players=2, name='Ann', bots=['', 'club'])
        ann = await Client(server, opened['table'], opened['token']).connect()
        await ann.say('start')
        await ann.until(lambda: ann.table['status'] == 'playing')
        await ann.do(ann.table['legal'][0])
        await asyncio.to_thread(server.kill)
        await ann.closed()
        await asyncio.to_thread(server.start)
        ann.log = []
        await ann.connect()
        await ann.play(self.chance)
        self.assertEqual(ann.table['status'], 'over')
        await ann.close()
        server.close()


class Stubborn:
    """A player who comes back whenever the server does, and remembers what was acknowledged."""
    forgives = ('too late',)  # what a refusal may say
    CLIENT = Client

    def __init__(self, test, table, token, seat):
        self.client = self.CLIENT(test.server, table, token)
        self.test, self.seat = test, seat
        self.chance = random.Random(f'{table} {seat}')
        self.acknowledged = {}  # by number of the choice
        self.sent = None  # a choice without an answer yet: its number and text
        self.said = 0  # lines of chat
        self.events = 0  # the most that was seen
        self.over = False

    def check(self):
        """What was acknowledged, or shown, has not been lost."""
        table = self.client.table
        assert table['event'] >= self.events, (table['event'], self.events)
        if 'move' in table:
            assert table['move'] > max(self.acknowledged, default=-1), (table['move'], self.acknowledged)
        self.events = max(self.events, table['event'])
        self.over = table['status'] == 'over'

    async def step(self):
        client = self.client
        if client.owes():
            move = client.table['move']
            if self.sent and self.sent[0] == move and self.sent[1] in client.table['legal']:
                action = self.sent[1]  # perhaps it did not arrive
            else:
                action = self.chance.choice(client.table['legal'])
            self.sent = move, action
            await client.say('do', do=action, move=move)
            self.acknowledged[move] = action
            await client.until(lambda: client.table['move'] > move)
        else:
            event = client.table['event']
            await client.until(lambda: (client.table['event'] > event or client.owes()
                                        or client.table['status'] == 'over'))
        self.check()
        if self.chance.random() < 0.1:
            self.said += 1
            await client.say('chat', text=f'line {self.said}')

    async def play(self):
        while not self.over:
            try:
                self.client.log = []
                await self.client.connect()
                self.check()
                while not self.over:
                    await self.step()
            except OSError:  # the server is gone: come back
                await asyncio.sleep(0.02)
            except Refused as refused:
                if not any(text in str(refused) for text in self.forgives):
                    raise
        await self.client.close()


class Killing(Case):
    ARGS = NO_LIMITS + ('--bot-pace', '0', '--threads', '1')
    PLAYER = Stubborn
    TABLES = (('scout', 2, {}), ('bridesmaid', 3, {}), ('sparrows', 3, {}), ('bannish', 3, {}), ('belle', 2, {}))

    def start_table(self, game, players, options):
        """A game that has begun; its tokens by seat."""
        opened = self.server.open(game=game, players=players, options=options, bots=[''] * (players - 1) + ['random'])
        return opened['table']

    async def people_at(self, game, players, options):
        table = await asyncio.to_thread(self.start_table, game, players, options)
        people = []
        for seat in range(players - 1):
            client = await self.PLAYER.CLIENT(self.server, table).connect()
            await client.sit(f'P{seat}')
            people.append(self.PLAYER(self, table, client.token, seat))
            people[-1].client.salts = client.salts  # the same program, later
            if seat == players - 2:
                await client.say('start')
            await client.close()
        return people

    def check_table(self, people):
        """A game that is over has every choice that was acknowledged, in order."""
        record = self.server.record(people[0].client.at)
        self.assertEqual(parlor('verify', '-', text=record).returncode, 0)
        made = {}
        for line in record.splitlines()[1:]:
            step = json.loads(line)
            if 'do' in step:
                made.setdefault(step['seat'], []).append(step['do'])
        for person in people:
            for number, action in person.acknowledged.items():
                self.assertEqual(made[person.seat][number], action, (person.seat, number))

    async def one_table_after_another(self, which, until):
        """Plays games of a kind until the last round is over; how many choices were acknowledged."""
        choices = games = 0
        while not until.is_set():
            people = None
            while people is None:
                try:
                    people = await self.people_at(*which)
                except (OSError, Refused):
                    await asyncio.sleep(0.05)
            await at_once(*(person.play() for person in people))
            while True:
                try:
                    await asyncio.to_thread(self.check_table, people)
                    break
                except (OSError, Refused):
                    await asyncio.sleep(0.05)
            choices += sum(len(person.acknowledged) for person in people)
            games += 1
        return choices, games

    @staticmethod
    def rounds():
        return ROUNDS

    async def kill_again_and_again(self, until):
        chance = random.Random(7)
        for _ in range(self.rounds()):
            await asyncio.sleep(chance.uniform(0.02, 0.6))
            await asyncio.to_thread(self.server.kill)
            await asyncio.to_thread(self.server.start)
        until.set()

    async def test_nothing_acknowledged_is_lost_when_it_is_killed(self):
        until = asyncio.Event()
        done = await at_once(self.kill_again_and_again(until),
                             *(self.one_table_after_another(which, until) for which in self.TABLES))
        choices, games = (sum(column) for column in zip(*done[1:]))
        print(f'killed {self.rounds()} times; {choices} choices of {games} games were acknowledged, none is missing',
              file=sys.stderr)
        self.assertGreater(choices, self.rounds())


if __name__ == '__main__':
    unittest.main()
