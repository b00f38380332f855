"""Deals that nobody can steer: sealed salts, starts that are given up, and those who try to choose the cards, be it
a player, the operator with a seat of its own, or the server against the programs of honest players."""
import asyncio
import contextlib
import copy
import json
import os
import re
import secrets
import sqlite3
import subprocess
import tempfile
import time
import unittest

from common import (
    NO_LIMITS,
    PARLOR,
    PATIENCE,
    Case,
    Client,
    Joined,
    Refused,
    Server,
    all_games,
    commitment_of,
    parlor,
    seal_of,
    seed_of,
)
from evil import TOKEN, Done, Evil, EvilCase
from scale import scaled

TRIES = scaled(200, 1000, 40000)  # salts that a cheat tries


def header_of(record):
    return json.loads(record.split('\n', 1)[0])


def with_header(record, header):
    return json.dumps(header, separators=(',', ':'), ensure_ascii=False) + '\n' + record.split('\n', 1)[1]


def dealt_anew(header):
    """The beginning of a game from this header, with the deals of its seed."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'game.jsonl')
        done = parlor('play', header['game'], '--players', str(header['players']), '--seed', header['seed'], '--plain',
                      text=f'save {path}\nquit\n')
        assert done.returncode == 0, done.stderr
        with open(path, encoding='utf-8') as file:
            return with_header(file.read(), header)


class Flow(Case):
    async def test_seed_and_seals_are_what_they_should_be(self):
        ann, ben = await self.started(game='bridesmaid', players=2)
        commitment = ann.table['fair']['commitment']
        self.assertNotIn('secret', ann.table['fair'])
        await self.play_out([ann, ben])
        record = self.server.record(ann.at)
        header, fair = header_of(record), header_of(record)['fair']
        self.assertEqual(list(fair), ['table', 'commitment', 'secret', 'seals', 'salts'])
        self.assertEqual(fair['table'], ann.at)
        self.assertEqual(fair['salts'], [ann.salts[commitment], ben.salts[commitment]])
        self.assertEqual(fair['seals'], [seal_of(commitment, ann.at, seat, salt)
                                         for seat, salt in enumerate(fair['salts'])])
        self.assertEqual(commitment_of(fair['secret']), commitment)
        self.assertEqual(seed_of(fair['secret'], fair['salts']), header['seed'])

    async def test_verify_finds_whatever_was_changed(self):
        clients = await self.started(game='bridesmaid', players=3, bots=['', '', 'random'])
        await self.play_out(clients)
        record = self.server.record(clients[0].at)
        done = parlor('verify', '-', text=record * 2)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertIn('2 games: every deal comes from the secret', done.stdout)
        self.assertIn(f"commitment {header_of(record)['fair']['commitment']}", done.stdout)
        self.assertIn('nothing is remembered here of this table', done.stdout)
        done = parlor('verify', '-', '--quiet', text=record)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, '', ''))
        fair, other = header_of(record)['fair'], 'ab' * 32
        for wrong, said in (({'secret': other}, 'the secret is not the one'),
                            ({'commitment': other}, 'the secret is not the one'),
                            ({'table': 'A' * 22}, 'not the one that was sealed'),
                            ({'salts': [other, *fair['salts'][1:]]}, 'seat 0: the salt is not the one that was sealed'),
                            ({'salts': ['x', *fair['salts'][1:]]}, 'seat 0: the salt is not 64 hex digits'),
                            ({'salts': [*fair['salts'][:2], other]}, 'seat 2: it has a salt without a seal'),
                            ({'seals': ['', *fair['seals'][1:]], 'salts': ['', *fair['salts'][1:]]},
                             'seat 0: a player has no seal'),
                            ({'seals': [*fair['seals'][:2], seal_of(fair['commitment'], fair['table'], 2, other)],
                              'salts': [*fair['salts'][:2], other]}, 'seat 2: a bot has a seal'),
                            ({'seals': fair['seals'][:2]}, 'seals: has too few'), ({'seals': None}, 'seals: must be')):
            with self.subTest(list(wrong)):
                header = header_of(record)
                header['fair'].update(wrong)
                if wrong.get('seals', 1) is None:
                    header['fair']['seals'] = 'none'
                done = parlor('verify', '-', text=with_header(record, header))
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertIn(said, done.stderr)
        header = header_of(record)
        header['seed'] = other
        self.assertIn('seed does not follow', parlor('verify', '-', text=with_header(record, header)).stderr)
        done = parlor('verify', '-', '--json', text=record + with_header(record, header) + record)
        good, bad = map(json.loads, done.stdout.splitlines())
        self.assertEqual(good, {'number': 1, 'game': 'bridesmaid', 'players': 3, 'fair': True, 'sealed': True,
                                'own': False, 'abandoned': 0})
        self.assertEqual((bad['number'], bad['fair'], done.returncode), (2, False, 1))
        self.assertIn(bad['why'], done.stderr)

    async def test_records_of_0_1_still_verify_with_a_remark(self):
        clients = await self.started(game='scout', players=2)
        await self.play_out(clients)
        header = header_of(self.server.record(clients[0].at))
        salts = ['über "quoted" \\ salt', '']
        header['seed'] = seed_of(header['fair']['secret'], salts)
        header['fair'] = {**{key: header['fair'][key] for key in ('commitment', 'secret')}, 'salts': salts}
        done = parlor('verify', '-', text=dealt_anew(header))
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertIn('dealt by parlor 0.1', done.stdout)

    async def test_a_prepared_deal_is_said_to_be_one(self):
        opened = self.server.open(game='bridesmaid', players=2, name='Ann', prepared=7)
        ann = await self.come(opened['table'], opened['token'])
        ben = await self.come(opened['table'])
        self.assertEqual(ben.table['prepared'], 7)
        self.assertNotIn('seals', ben.table['fair'])
        await ben.sit('Ben')
        await self.refused('refused', ben.say('seal', seal='0' * 64))
        await self.start([ann, ben])
        await self.play_out([ann, ben])
        record = self.server.record(ann.at)
        self.assertEqual(header_of(record)['fair']['prepared'], 7)
        done = parlor('verify', '-', text=record)
        self.assertEqual(done.returncode, 1)
        self.assertIn('the deal was prepared', done.stderr)

    async def test_when_seals_and_salts_may_come(self):
        ann, ben = await self.seated(game='scout', players=2)
        ann.shows = ben.shows = False
        commitment = ann.table['fair']['commitment']
        await ann.until(lambda: all(ann.table['fair']['seals']))
        self.assertIn('not before', await self.refused('refused', ann.say('salt', salt=ann.salts[commitment])))
        seals = ann.table['fair']['seals']
        await ann.say('seal', seal=seals[0])  # again: nothing happens
        onlooker = await self.come(ann.at)
        await self.refused('refused', onlooker.say('seal', seal='0' * 64))
        await ann.say('start')
        await ann.until(lambda: ann.table['status'] == 'starting')
        self.assertEqual(ann.table['fair']['seals'], seals)
        self.assertEqual([seat['waiting'] for seat in ann.table['seats']], [True, True])
        for doing in (ann.say('seal', seal='0' * 64), ann.say('start'), ann.say('leave'), ann.say('hint'),
                      ann.say('undo'), ann.say('back'), onlooker.sit('Eve'), ann.say('salt', salt='0' * 64),
                      onlooker.say('salt', salt=ann.salts[commitment]),
                      ben.say('salt', salt=ann.salts[commitment])):
            await self.refused('refused', doing)
        await ann.say('salt', salt=ann.salts[commitment])
        await ann.say('salt', salt=ann.salts[commitment])  # again: nothing happens
        await ben.until(lambda: [seat['waiting'] for seat in ben.table['seats']] == [False, True])
        self.assertNotIn(ann.salts[commitment], json.dumps(ben.table))
        await ben.say('salt', salt=ben.salts[commitment])
        await ann.until(lambda: ann.table['status'] == 'playing')

    async def test_standing_up_takes_the_seal_away(self):
        ann, ben = await self.seated(game='scout', players=2)
        await ann.until(lambda: all(ann.table['fair']['seals']))
        await ben.say('leave')
        await ann.until(lambda: ann.table['fair']['seals'][1] == '')
        await ben.sit('Ben')
        await self.start([ann, ben])

    async def test_every_game_with_every_line_up_begins(self):
        for game in all_games():
            for bots in (game['min_players'] - 1, 0):
                names = [''] * (game['min_players'] - bots) + ['random'] * bots
                clients = await self.started(game=game['id'], players=game['min_players'], bots=names)
                self.assertEqual(len(clients), game['min_players'] - bots)


class GivenUp(Case):
    ARGS = NO_LIMITS + ('--bot-pace', '0', '--threads', '1', '--reveal', '8')  # all who answer have done so by then

    async def test_who_does_not_answer_loses_the_seat_to_a_bot(self):
        for seals in (True, False):
            with self.subTest(seals=seals):
                await self.lose_the_seat(seals)

    async def lose_the_seat(self, seals):
        opened = self.server.open(game='bridesmaid', players=3)
        people = [await self.come(opened['table']) for _ in range(3)]
        ann, ben, cleo = people
        cleo.seals, cleo.shows = seals, False
        for name, client in zip(('Ann', 'Ben', 'Cleo'), people):
            await client.sit(name)
        first = ann.table['fair']['commitment']
        await ann.say('start')
        await ann.until(lambda: 'abandoned' in ann.table['fair'])
        await cleo.until(lambda: 'you' not in cleo.table)
        start, = ann.table['fair']['abandoned']
        self.assertEqual((start['commitment'], start['missing']), (first, ['Cleo']))
        self.assertEqual([bool(seal) for seal in start['seals']], [True, True, seals])
        self.assertEqual([seat['kind'] for seat in ann.table['seats']], ['person', 'person', 'bot'])
        self.assertEqual(ann.table['status'], 'open')
        self.assertNotEqual(ann.table['fair']['commitment'], first)
        await self.refused('refused', cleo.say('start'))
        with self.assertRaises(Refused):
            await (await self.come(ann.at, hello=False)).ask(
                {'type': 'hello', 'table': ann.at, 'token': cleo.token})
        await self.start([ann, ben])
        self.assertNotEqual(ann.salts[first], ann.salts[ann.table['fair']['commitment']])
        await self.play_out([ann, ben])
        record = self.server.record(ann.at)
        self.assertEqual(header_of(record)['fair']['abandoned'], [start])
        done = parlor('verify', '-', text=record)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('a start was given up before: no answer from Cleo', done.stdout)

    async def test_a_rematch_asks_everybody_again(self):
        ann, ben = await self.started(game='bridesmaid', players=2)
        await self.play_out([ann, ben])
        await ann.say('rematch')
        await ann.until(lambda: 'next' in ann.table)
        first = ann.table['fair']['commitment']
        ann.at, ann.log, ann.table = ann.table['next'], [], None
        await ann.hello()
        self.assertNotEqual(ann.table['fair']['commitment'], first)
        await ann.say('start')  # Ben has not come along
        await ann.until(lambda: 'abandoned' in ann.table['fair'])
        self.assertEqual(ann.table['fair']['abandoned'][0]['missing'], ['P1'])
        await self.start([ann])


class GivenUpSoon(Case):
    ARGS = NO_LIMITS + ('--bot-pace', '0', '--threads', '1', '--reveal', '1')

    async def test_nobody_answers_and_everybody_stays(self):
        ann, ben = await self.seated(game='scout', players=2)
        ann.shows = ben.shows = False
        for count in range(1, 5):
            await ann.say('start')
            await ann.until(lambda n=count: len(ann.table['fair'].get('abandoned', ())) == n)
            self.assertEqual([seat['kind'] for seat in ann.table['seats']], ['person', 'person'])
        self.assertIn('open another', await self.refused('refused', ann.say('start')))
        self.assertEqual(len({start['commitment'] for start in ann.table['fair']['abandoned']}), 4)


class Restarts(Case):
    async def test_a_start_goes_on_after_a_restart(self):
        server = Server(*NO_LIMITS, '--threads', '1').start()
        clients = [Client(server, server.open(game='scout', players=2)['table'])]
        clients.append(Client(server, clients[0].at))
        for client in clients:
            client.shows = False
            await (await client.connect()).sit('somebody')
        await clients[0].say('start')
        for client in clients:
            await client.until(lambda c=client: c.table['status'] == 'starting' and all(c.table['fair']['seals']))
        before = clients[0].table['fair']
        await clients[1].say('salt', salt=clients[1].salts[before['commitment']])
        await asyncio.to_thread(server.kill)
        for client in clients:
            await client.closed()
        await asyncio.to_thread(server.start)
        await clients[1].connect()
        self.assertEqual((clients[1].table['status'], clients[1].table['fair']), ('starting', before))
        self.assertEqual([seat['waiting'] for seat in clients[1].table['seats']], [True, False])
        clients[0].shows = True
        await clients[0].connect()
        for client in clients:
            await client.until(lambda c=client: c.table['status'] == 'playing')
            await client.close()
        server.close()


class Grinding(Case):
    """Somebody who tries many salts finds a deal to their liking, and cannot have it."""

    @staticmethod
    def best_salt(secret, salts, seat):
        """A salt for which the seed is the smallest of many: as good as any other wish."""
        def seed(salt):
            return seed_of(secret, [*salts[:seat], salt, *salts[seat + 1:]])
        return min((secrets.token_hex(32) for _ in range(TRIES)), key=seed)

    async def test_the_last_player_cannot_choose(self):
        """Even one who knows the secret: its seal is older than what it would have to know."""
        ann, eve = await self.seated(game='bridesmaid', players=2)
        eve.shows = False
        await ann.say('start')
        await eve.until(lambda: [seat['waiting'] for seat in eve.table['seats']] == [False, True])
        commitment = eve.table['fair']['commitment']
        secret = self.secret_of(ann.at)
        self.assertEqual(commitment_of(secret), commitment)
        wish = self.best_salt(secret, [ann.salts[commitment], ''], 1)
        self.assertIn('not the salt that you sealed', await self.refused('refused', eve.say('salt', salt=wish)))
        seal = seal_of(commitment, eve.at, 1, wish)
        self.assertIn('can no longer change', await self.refused('refused', eve.say('seal', seal=seal)))
        await eve.say('salt', salt=eve.salts[commitment])
        await self.play_out([ann, eve])
        record = self.server.record(ann.at)
        forged = header_of(record)
        forged['fair']['salts'][1] = wish
        forged['seed'] = seed_of(secret, forged['fair']['salts'])
        self.assertIn('not the one that was sealed', parlor('verify', '-', text=with_header(record, forged)).stderr)

    async def test_a_seal_of_somebody_else_is_of_no_use(self):
        ann, eve = await self.seated(game='scout', players=2)
        eve.seals = eve.shows = False
        await eve.until(lambda: all(eve.table['fair']['seals']))
        await eve.say('seal', seal=eve.table['fair']['seals'][0])
        commitment = eve.table['fair']['commitment']
        await ann.say('start')
        await eve.until(lambda: [seat['waiting'] for seat in eve.table['seats']] == [False, True])
        self.assertIn('not the salt', await self.refused('refused', eve.say('salt', salt=ann.salts[commitment])))

    def secret_of(self, table):
        """As the operator knows it."""
        base = sqlite3.connect(os.path.join(self.server.data, 'parlor.db'))
        try:
            rows = [value for row in base.execute('SELECT * FROM events') if table in map(str, row) for value in row]
        finally:
            base.close()
        texts = [value.decode(errors='replace') if isinstance(value, bytes) else str(value) for value in rows]
        opening = next(json.loads(text) for text in texts if text.startswith('{"event":"open"'))
        return opening['secret']


class Operator(EvilCase):
    """A server that cheats, against parlor join as it is: the cheat knows the secret, has a seat of its own, and
    says whatever suits it."""

    def setUp(self):
        self.secret = secrets.token_hex(32)
        self.commitment = commitment_of(self.secret)
        self.table = secrets.token_urlsafe(16)
        self.seals = {}  # what players have said
        self.salts = {}

    def seat(self, kind='person', name='Ann', waiting=False):
        return {'kind': kind, 'name': name, 'here': kind != 'free', 'waiting': waiting}

    def message(self, status, seals=(), you=0, **fair):
        seals = list(seals) or [self.seals.get(0, ''), '']
        return {'type': 'table', 'table': self.table, 'now': int(time.time() * 1000), 'event': 1, 'status': status,
                'game': 'scout', 'players': 2, 'options': {}, 'public': False, 'hints': True,
                'clock': {'move': 0, 'bank': 0, 'patience': 60000}, 'opened': int(time.time() * 1000), 'you': you,
                'fair': {'commitment': self.commitment, 'seals': seals, **fair},
                'seats': [self.seat(), self.seat(name='Operator')], 'watchers': 0,
                **({} if status in ('open', 'starting') else
                   {'view': {}, 'log': {'from': 0, 'lines': []}, 'points': [0, 0], 'legal': [], 'move': 0,
                    'may_undo': False}),
                **({'result': {'points': [0, 0], 'winners': [1]}} if status == 'over' else {})}

    async def play(self, course):
        """What the program does as the server goes through its course: functions that make the next messages,
        whenever the program has sent a seal or a salt."""
        course, through = list(course), asyncio.Event()

        def answer(message):
            said = [{'type': 'ok', **({'re': message['re']} if 're' in message else {}),
                     **({'seat': 0, 'token': TOKEN} if message['type'] == 'sit' else {})}]
            if message['type'] == 'seal':
                self.seals[0] = message['seal']
            if message['type'] == 'salt':
                self.salts[0] = message['salt']
            if message['type'] in ('sit', 'seal', 'salt') and course:
                said += course.pop(0)()
                if not course:
                    through.set()
            if message['type'] == 'hello':
                first = self.message('open')
                del first['you']
                first['seats'][0] = self.seat('free', '')
                said.append(first)
            return said
        async with Evil(answer) as evil:
            done = await self.visit_until(evil.port, through)
            types = [message['type'] for message in evil.heard]
        return done, types

    async def visit_until(self, port, through):
        """parlor join until the course is through and all of it has been heard, or until it gives up."""
        program = await asyncio.create_subprocess_exec(
            PARLOR, 'join', f'http://127.0.0.1:{port}/table/{self.table}', stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self.environment())
        read = asyncio.create_task(program.stdout.read())
        ends = [asyncio.create_task(through.wait()), asyncio.create_task(program.wait())]
        await asyncio.wait(ends, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        self.assertTrue(through.is_set() or ends[1].done(), 'the course was not gone through')
        with contextlib.suppress(ConnectionError):
            program.stdin.write(b'say goodbye\n')  # its answer comes after everything else
            program.stdin.close()
        await asyncio.wait_for(ends[1], PATIENCE)
        ends[0].cancel()
        return self.sound(Done(program.returncode, (await read).decode('utf-8', 'replace')))

    def operators_seal(self, salt):
        return seal_of(self.commitment, self.table, 1, salt)

    def both(self, salt):
        """The seals of the player and of the operator, who has this salt."""
        return [self.seals[0], self.operators_seal(salt)]

    def opened(self):
        return [self.message('open')]

    def starting(self, seals):
        return lambda: [self.message('starting', seals())]

    async def test_an_honest_one_gets_the_salt(self):
        own = secrets.token_hex(32)

        def over():
            end = {'table': self.table, 'secret': self.secret, 'salts': [self.salts[0], own]}
            return [self.message('playing', self.both(own)), self.message('over', self.both(own), **end)]
        done, types = await self.play([self.opened, self.starting(lambda: self.both(own)), over])
        self.assertEqual(done.code, 0, done.text)
        self.assertEqual([kind for kind in types if kind in ('seal', 'salt')], ['seal', 'salt'])
        self.assertIn('your salt is in it', done.text)
        self.assertEqual(self.seals[0], seal_of(self.commitment, self.table, 0, self.salts[0]))

    async def test_the_salt_is_not_shown_before_the_operators_seal(self):
        done, types = await self.play([self.opened, lambda: [self.message('starting')]])
        self.assertNotIn('salt', types)
        self.assertEqual(done.code, 0, done.text)

    async def test_a_seal_made_after_the_salt_was_seen(self):
        """Grinding: the operator shows one seal, learns the salt, tries thousands, and shows another."""
        first = secrets.token_hex(32)

        def cheat():
            wish = Grinding.best_salt(self.secret, [self.salts[0], ''], 1)
            return [self.message('playing', [self.seals[0], self.operators_seal(wish)])]
        done, types = await self.play([self.opened,
                                       lambda: [self.message('starting', [self.seals[0], self.operators_seal(first)])],
                                       cheat])
        self.assertIn('salt', types)
        self.refused(done, 'seals have changed')

    async def test_a_start_that_is_taken_back_in_silence(self):
        own = self.operators_seal(secrets.token_hex(32))
        for after in (lambda: [self.message('open', [self.seals[0], own])],
                      lambda: [self.message('starting', [self.seals[0], ''])]):
            with self.subTest():
                done, _ = await self.play([self.opened,
                                           lambda: [self.message('starting', [self.seals[0], own])], after])
                self.refused(done, 'undone without being abandoned')

    async def test_another_secret_than_the_first(self):
        def change():
            self.secret = secrets.token_hex(32)
            self.commitment = commitment_of(self.secret)
            return [self.message('starting', [self.seals[0], self.operators_seal('0' * 64)])]
        done, types = await self.play([self.opened, change])
        self.refused(done, 'commitment')
        self.assertNotIn('salt', types)

    async def test_a_start_that_is_given_up_is_told_and_needs_a_new_salt(self):
        own = self.operators_seal(secrets.token_hex(32))
        fixed = {}

        def give_up():
            fixed.update(commitment=self.commitment, seals=[self.seals[0], own], missing=['Operator'])
            self.secret = secrets.token_hex(32)
            self.commitment = commitment_of(self.secret)
            return [self.message('open', ['', ''], abandoned=[fixed])]
        done, types = await self.play([self.opened, lambda: [self.message('starting', [self.seals[0], own])],
                                       give_up, list])
        self.assertEqual(done.code, 0, done.text)
        self.assertEqual([kind for kind in types if kind in ('seal', 'salt')], ['seal', 'salt', 'seal'])
        self.assertIn('The start was cancelled, because Operator did not answer', done.text)

    async def test_a_game_without_the_players_salt(self):
        own = self.operators_seal(secrets.token_hex(32))
        done, _ = await self.play([self.opened, lambda: [self.message('playing', [self.seals[0], own])]])
        self.refused(done, 'without your salt')
        other = seal_of(self.commitment, self.table, 0, '0' * 64)
        done, _ = await self.play([lambda: [self.message('playing', [other, own])]])
        self.refused(done, 'without your salt')

    async def test_a_seal_that_the_server_made_for_the_players_seat(self):
        """It could be from another program of the same person, so there is a warning."""
        seals = [seal_of(self.commitment, self.table, 0, '0' * 64), self.operators_seal('1' * 64)]
        done, types = await self.play([self.opened, lambda: [self.message('starting', seals),
                                                                               self.message('playing', seals)]])
        self.assertNotIn('salt', types)
        self.assertIn('that this program did not choose', done.text)

    async def test_players_are_left_out(self):
        def unseal():
            message = self.message('playing')
            del message['fair']['seals']
            return [message]
        done, _ = await self.play([self.opened, unseal])
        self.refused(done, 'no longer take part in the deal')

    async def test_prepared_all_of_a_sudden(self):
        def prepared():
            message = self.message('playing')
            del message['fair']['seals']
            return [{**message, 'prepared': 3}]
        done, _ = await self.play([self.opened, prepared])
        self.refused(done, 'prepared')

    async def test_another_secret_or_salt_at_the_end(self):
        own = secrets.token_hex(32)
        for wrong in ({'secret': '0' * 64}, {'salts': ['0' * 64, own]}, {'salts': [None, '0' * 64]}):
            def over(wrong=wrong):
                end = {'table': self.table, 'secret': self.secret, 'salts': [self.salts[0], own], **wrong}
                end['salts'] = [self.salts[0] if salt is None else salt for salt in end['salts']]
                return [self.message('playing', self.both(own)), self.message('over', self.both(own), **end)]
            with self.subTest(list(wrong)):
                done, _ = await self.play([self.opened, self.starting(lambda: self.both(own)), over])
                self.refused(done, 'fair')


class Remembered(EvilCase):
    """parlor verify compares a record with what parlor join remembers."""

    async def played(self):
        """A game that parlor join has taken part in, with bots to its end: its id and record."""
        opened = self.server.open(game='bridesmaid', players=2, bots=['', 'random'])
        program = Joined(self.home, 'join', f"http://127.0.0.1:{self.server.port}/table/{opened['table']}", '--plain',
                         '--name', 'Ann', environment=self.environment())
        self.addCleanup(lambda: program.process.poll() is None and program.process.kill())
        onlooker = await self.come(opened['table'])
        await onlooker.until(lambda: onlooker.table['fair']['seals'][0])
        for typed in ('seats', 'fair', 'start'):
            program.type(typed)
        await onlooker.until(lambda: onlooker.table['status'] == 'playing')
        program.type('leave')
        await onlooker.until(lambda: onlooker.table['status'] == 'over')
        await asyncio.to_thread(program.wait_until, re.compile(r' wins?\.').search)  # the program knows it, too
        program.type('fair')
        program.type('quit')
        self.assertEqual(await asyncio.to_thread(program.end), 0, program.said)
        return opened['table'], self.server.record(opened['table']), program.said

    def verify(self, *args, text=''):
        return subprocess.run([PARLOR, 'verify', *args], input=text, capture_output=True, encoding='utf-8', check=False,
                              env=self.environment(), timeout=PATIENCE)

    async def test_it_shows_and_checks_ones_own_part(self):
        table, record, out = await self.played()
        fair = header_of(record)['fair']
        for text in (fair['commitment'], fair['salts'][0], 'The deal is true: the commitment is the one you saw',
                     'your salt is part of the deal'):
            self.assertIn(text, out)
        for done in (self.verify('-', text=record),
                     self.verify(f'http://127.0.0.1:{self.server.port}/table/{table}')):
            self.assertEqual((done.returncode, done.stderr), (0, ''))
            self.assertIn('your salt is in it', done.stdout)
        done = json.loads(self.verify('-', '--json', text=record).stdout)
        self.assertEqual((done['fair'], done['own']), (True, True))

    async def test_a_record_that_fits_by_itself_but_not_what_was_seen(self):
        """The operator makes up secret, seals and salts as it likes: all hashes are right, and yet it is noticed."""
        table, record, _ = await self.played()
        honest = header_of(record)
        for change in ('secret', 'salt', 'old'):
            header = copy.deepcopy(honest)
            fair = header['fair']
            if change == 'secret':
                fair['secret'] = secrets.token_hex(32)
                fair['commitment'] = commitment_of(fair['secret'])
            fair['salts'][0] = Grinding.best_salt(fair['secret'], ['', ''], 0)
            fair['seals'][0] = seal_of(fair['commitment'], table, 0, fair['salts'][0])
            if change == 'old':
                header['fair'] = {key: fair[key] for key in ('commitment', 'secret', 'salts')}
            header['seed'] = seed_of(fair['secret'], fair['salts'])
            forged = dealt_anew(header)
            with self.subTest(change):
                self.assertEqual(parlor('verify', '-', text=forged).returncode, 0)  # nobody else can know
                if change != 'old':  # such a record does not name its table
                    done = self.verify('-', text=forged)
                    self.assertEqual(done.returncode, 1, done.stdout)
                    self.assertIn('fair:', done.stderr)


if __name__ == '__main__':
    unittest.main()
