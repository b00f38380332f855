"""The table of a page without a server (src/wasm/engine.h): it says what the server says, message by message, deals
fairly, and is the same again after a restart."""
import json
import os
import random
import secrets
import subprocess
import tempfile
import unittest

from common import NO_LIMITS, PATIENCE, ROOT, Case, Refused, all_games, fits, parlor, seal_of
from scale import scaled

ENGINE = os.environ['ENGINE']
GAMES = all_games()
SHORT = {'sparrows': {'target': '40'}}
OWN = ('table', 'now', 'hash', 'opened')  # of a table message: not the same at two tables


class Host:
    """A process of node with instances of the engine."""

    def __init__(self):
        self.process = subprocess.Popen(['node', os.path.join(ROOT, 'tests', 'wasm', 'host.mjs'), ENGINE],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding='utf-8')

    def call(self, instance, name, text=None, *arguments):
        self.process.stdin.write(json.dumps([instance, name, text, *arguments]) + '\n')
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f'the engine has died of {name}')
        return json.loads(line)

    def close(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


class Guest:
    """A client of an engine's table, as Client is of the server's: every message is checked against the schemas."""

    def __init__(self, host, instance, number, table, token=None):
        self.host, self.instance, self.number = host, instance, number
        self.at, self.token = table, token
        self.table, self.log, self.facts, self.chats, self.answers = None, [], {}, [], {}
        self.salt = secrets.token_hex(32)
        self.asked = 0

    def take(self, messages):
        """Takes what came to this guest."""
        for message in messages:
            if message.pop('guest') != self.number:
                continue
            message.pop('text') if message['type'] not in ('chat', 'bye') else None
            self.take_one(message)

    def take_one(self, message):
        fits('server.json', message['type'], message)
        if message['type'] == 'table':
            self.table = message
            take_log(message, self.log, self.facts)
        elif message['type'] == 'chat':
            self.chats.append(message)
        else:
            self.answers[message.get('re')] = message

    def send(self, message):
        self.asked += 1
        message = {**message, 're': self.asked}
        fits('client.json', message['type'], message)
        self.take(self.host.call(self.instance, 'say', json.dumps(message), self.number))
        return self.answers.pop(self.asked, None)

    def say(self, kind, **members):
        answer = self.send({'type': kind, **members})
        if answer and answer['type'] == 'error':
            raise Refused(answer['error'])
        return answer

    def hello(self, **more):
        return self.say('hello', table=self.at, **({'token': self.token} if self.token else {}), **more)

    def think(self, other=None):
        self.take(self.host.call(self.instance, 'think', None, other))

    def start(self):
        """Starts, seals and shows, alone at the table."""
        you, fair = self.table['you'], self.table['fair']
        if 'seals' in fair:
            self.say('seal', seal=seal_of(fair['commitment'], self.at, you, self.salt))
        self.say('start')
        if self.table['status'] == 'starting':
            self.say('salt', salt=self.salt)

    def do(self, action):
        return self.say('do', do=action, move=self.table['move'])

    def owes(self):
        return self.table['status'] == 'playing' and self.table['seats'][self.table['you']]['waiting']


def take_log(message, log, facts):
    """Keeps the log, and the facts of each of its lines."""
    if 'log' not in message:
        return
    start, lines = message['log']['from'], message['log']['lines']
    log += [None] * (start - len(log))
    log[start:] = lines
    for at, told in enumerate(reversed(message['log']['facts'])):
        facts[start + len(lines) - 1 - at] = told


def essence(table):
    return {key: value for key, value in table.items() if key not in (*OWN, 'log')}


class EngineCase(Case):
    ARGS = NO_LIMITS + ('--bot-pace', '0', '--threads', '1', '--analysis-work', '1')

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.host = Host()
        cls.instances = 0

    @classmethod
    def tearDownClass(cls):
        cls.host.close()
        super().tearDownClass()

    @classmethod
    def instance(cls):
        cls.instances += 1
        return f'i{cls.instances}'

    def opened(self, **wish):
        """A table in an instance of its own, and who has opened it."""
        fits('http.json', 'open', wish)
        instance = self.instance()
        answer = json.loads(self.host.call(instance, 'open_table', json.dumps(wish)))
        if 'error' in answer:
            fits('http.json', 'refused', answer)
            raise Refused(answer['error'])
        fits('http.json', 'opened', answer)
        return Guest(self.host, instance, 0, answer['table'], answer.get('token'))

    def played(self, guest, most=None, other=None):
        """Plays any legal actions to the end, or that many."""
        chance = random.Random(7)
        while guest.table['status'] == 'playing' and most != 0:
            guest.think(other)
            if guest.owes():
                guest.do(chance.choice(guest.table['legal']))
                most = None if most is None else most - 1
        return guest


class Alike(EngineCase):
    async def pair(self, language, **wish):
        """The same table at the server and in an engine."""
        opened = self.server.open(**wish)
        client = await self.come(opened['table'], opened['token'], hello=False)
        client.seals = False  # an event of its own
        await client.hello(lang=language)
        guest = self.opened(**wish)
        guest.hello(lang=language)
        return client, guest

    async def same_game(self, game, players, language, level='novice'):
        wish = {'game': game, 'players': players, 'options': SHORT.get(game, {}), 'prepared': 7, 'name': 'Ann',
                'bots': ['', *[level] * (players - 1)]}
        client, guest = await self.pair(language, **wish)
        facts, take = {}, client.take_table

        def take_both(message):
            take_log(message, [], facts)
            take(message)
        client.take_table = take_both
        self.assertEqual(essence(client.table), essence(guest.table))
        await client.say('start')
        guest.start()
        chance = random.Random(f'{game} {players}')
        moves = 0
        while True:
            guest.think()
            await client.until(lambda: client.table['event'] >= guest.table['event'])
            self.assertEqual(essence(client.table), essence(guest.table))
            self.assertEqual(client.log, guest.log)
            if guest.table['status'] == 'over':
                break
            if moves % 8 == 1:
                self.same_answers(await client.say('moves'), guest.say('moves'))
                hint = await client.say('hint')
                self.assertIsNone(guest.say('hint'))
                guest.think()
                self.same_answers(hint, guest.answers.pop(guest.asked))
            action = chance.choice(guest.table['legal'])
            guest.do(action)
            before = client.table['move']
            await client.do(action)
            await client.until(lambda before=before: client.table['move'] > before)
            moves += 1
        for line in facts.keys() & guest.facts.keys():
            self.assertEqual(facts[line], guest.facts[line])
        self.assertGreater(len(facts.keys() & guest.facts.keys()), 0)
        self.same_answers(await client.say('log', before=5), guest.say('log', before=5))
        await self.same_look_back(client, guest, players, language)

    def same_answers(self, one, other):
        self.assertEqual({**one, 're': 0}, {**other, 're': 0})

    async def same_look_back(self, client, guest, players, language):
        table, host = client.at, self.host
        self.assertEqual(self.server.record(table), host.call(guest.instance, 'record'))
        for name, viewer in (('all', -2), ('watch', -1), ('0', 0), (str(players - 1), players - 1)):
            at = 0
            while at is not None:
                page = self.server.get(f'/api/tables/{table}/steps?as={name}&from={at}&lang={language}', 'steps')
                self.assertEqual(page, json.loads(host.call(guest.instance, 'steps', language, viewer, at)))
                at = page.get('next')

    async def test_every_game_is_told_as_by_the_server(self):
        languages = ['en', 'de', 'zh-Hant']
        for number, game in enumerate(GAMES):
            for players in scaled({game['min_players']}, {game['min_players'], game['max_players']},
                                  set(range(game['min_players'], game['max_players'] + 1))):
                with self.subTest(game=game['id'], players=players):
                    await self.same_game(game['id'], players, languages[(number + players) % 3])

    async def test_levels_that_search_choose_as_at_the_server(self):
        for level in scaled(['club'], ['club', 'expert'], ['club', 'expert', 'master']):
            with self.subTest(level=level):
                await self.same_game('bridesmaid', 3, 'en', level)

    async def test_an_analysis_is_that_of_the_program(self):
        for game in scaled(['bannish'], ['bannish', 'scout', 'bridesmaid'], [game['id'] for game in GAMES]):
            guest = self.opened(game=game, players=3, prepared=3, name='Ann', bots=['', 'novice', 'novice'],
                                options=SHORT.get(game, {}))
            guest.hello()
            guest.start()
            self.played(guest)
            mine = self.host.call(guest.instance, 'analysis', None, 1)
            record = self.host.call(guest.instance, 'record')
            fits('http.json', 'analysis', json.loads(mine))
            simulations = json.loads(mine)['simulations']
            theirs = parlor('analyze', '-', '--json', '--quiet', '--simulations', str(simulations), text=record)
            self.assertEqual(theirs.returncode, 0, theirs.stderr)
            self.assertEqual(mine, theirs.stdout)

    async def test_bad_messages_are_refused_as_by_the_server(self):
        client, guest = await self.pair('en', game='scout', players=3, name='Ann', bots=['', 'novice', 'novice'])
        heard, take = [], client.take

        def keep(message):
            heard.append(message) if message['type'] == 'error' else take(message)
        client.take = keep
        for bad in ('', '{', '[]', '7', 'null', '"hello"', '{"type":"hello"}', '{"type":"sing"}', '{"type":7}',
                    '{"type":"do","do":"x","move":1.5}', '{"type":"do","do":"x","move":-1}', '{"type":"chat","text":7}',
                    '{"type":"do","do":"x","move":99999999999999999999}', '{"type":"ping","re":1,"re":2}',
                    '{"type":"ping","more":1}', '{"type":"chat","text":"\\ud800"}', '{"type":"chat","text":"\\u0000"}',
                    '{"type":"chat","text":"a\\q"}', '{"type":"ping"} x', '{"type":"ping",}', '{"type":"ping","re":01}',
                    '{"type":"chat","text":"' + 'x' * 600 + '"}', '{"type":"chat","text":"   "}',
                    '{"type":"chat","text":"\u202eolleh"}', '{"type":"seal","seal":"zz"}', '{"type":"undo"}',
                    '{"type":"start"', '{"type":"do","do":"x","move":0}', '{"type":"sit","name":"Bo"}',
                    '{"type":"hint"}', '{"type":"moves"}', '{"type":"rematch"}', '{"type":"back"}',
                    '[' * 100 + ']' * 100, '{"type":' * 20 + '1' + '}' * 20, '\n\t {"type" : "undo" , "re" : 5 }\r'):
            await client.socket.send(bad)
            await client.until(lambda: heard)
            theirs = heard.pop()
            mine = self.host.call(guest.instance, 'say', bad, 0)
            self.assertEqual(len(mine), 1, bad)
            fits('server.json', 'error', {key: mine[0][key] for key in mine[0] if key not in ('guest', 'text')})
            if theirs['error']['text'].startswith('not JSON'):  # at a byte that two readers name differently
                self.assertTrue(mine[0]['error']['text'].startswith('not JSON'), bad)
            else:
                self.assertEqual((mine[0]['error'], mine[0].get('re')), (theirs['error'], theirs.get('re')), bad)
        self.assertEqual(guest.say('ping')['type'], 'ok')

    async def test_the_waiting_room_is_as_at_the_server(self):
        client, guest = await self.pair('en', game='scout', players=4, name='Ann', bots=['', '', 'novice', ''])
        steps = (('look', {'look': 2}), ('seat', {'seat': 1, 'bot': 'club'}), ('seat', {'seat': 1, 'bot': 'club'}),
                 ('seat', {'seat': 2, 'bot': ''}),
                 ('arrange', {'players': 3, 'clock': {'move': 30000}, 'hints': False}),
                 ('seat', {'seat': 2, 'bot': 'expert'}), ('seat', {'seat': 3, 'bot': 'club'}),
                 ('arrange', {'players': 2}), ('look', {'look': 2, 'name': 'Anna'}), ('chat', {'text': 'hello'}),
                 ('seat', {'seat': 0, 'bot': 'club'}))
        for kind, members in steps:
            theirs = mine = None
            try:
                await client.say(kind, **members)
            except Refused as refused:
                theirs = (refused.code, refused.reason, str(refused))
            try:
                guest.say(kind, **members)
            except Refused as refused:
                mine = (refused.code, refused.reason, str(refused))
            self.assertEqual(theirs, mine, kind)
            await client.until(lambda: client.table['event'] == guest.table['event'])
            self.assertEqual(essence({**client.table, 'fair': 0}), essence({**guest.table, 'fair': 0}), kind)
        self.assertEqual(guest.chats[0]['text'], 'hello')
        with self.assertRaises(Refused):
            guest.say('hint')

    async def test_wishes_are_refused_as_by_the_server(self):
        three = {'game': 'scout', 'players': 3}
        for wish in ({'game': 'scout', 'players': 9}, {'game': 'poker', 'players': 3}, {'game': 'scout'},
                     {**three, 'name': 'Club bot'}, {'game': 'belle', 'players': 3, 'options': {'deck': '/'}},
                     {**three, 'bots': ['', 'genius', '']}, {**three, 'options': {'x': '1'}},
                     {**three, 'prepared': 4, 'public': True}):
            body = json.dumps(wish)
            status, _, theirs = self.server.ask('/api/tables', body)
            self.assertEqual(status, 400)
            mine = self.host.call(self.instance(), 'open_table', body)
            self.assertEqual(json.loads(mine), json.loads(theirs), wish)
        self.assertEqual(json.loads(self.host.call('any', 'games_list')), self.server.get('/api/games', 'games'))


class Alone(EngineCase):
    def begun(self, **more):
        guest = self.opened(game='scout', players=3, name='Ann', bots=['', 'novice', 'club'], **more)
        guest.hello()
        guest.start()
        return guest

    async def test_deals_are_fair_and_the_record_can_be_verified(self):
        guest = self.played(self.begun())
        record = self.host.call(guest.instance, 'record')
        with tempfile.NamedTemporaryFile('w', suffix='.jsonl') as file:
            file.write(record)
            file.flush()
            checked = parlor('verify', file.name)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    async def test_another_instance_thinks_and_gets_only_what_the_seat_sees(self):
        one, other = self.begun(prepared=5), self.begun(prepared=5)
        self.played(one)
        self.played(other, other='thinker')
        self.assertEqual(self.host.call(one.instance, 'record'), self.host.call(other.instance, 'record'))

    async def test_a_table_goes_on_in_another_instance(self):
        guest = self.played(self.begun(prepared=6), most=4)
        guest.think()
        lines = self.host.call(guest.instance, 'events')
        again = Guest(self.host, self.instance(), 3, guest.at, guest.token)
        self.assertEqual(self.host.call(again.instance, 'restore', lines), '')
        answer = again.hello(event=guest.table['event'], hash=guest.table['hash'])
        self.assertNotIn('behind', answer)
        same = {**essence(guest.table), 'hash': guest.table['hash'], 'table': guest.table['table']}
        self.assertEqual({**essence(again.table), 'hash': again.table['hash'], 'table': again.table['table']}, same)
        self.assertEqual(again.log, guest.log)
        self.assertEqual(self.host.call(again.instance, 'events'), '')
        self.played(guest)
        self.played(again)
        self.assertEqual(self.host.call(again.instance, 'record'), self.host.call(guest.instance, 'record'))

    async def test_lost_events_are_noticed(self):
        guest = self.played(self.begun(), most=3)
        lines = self.host.call(guest.instance, 'events').splitlines(keepends=True)
        again = Guest(self.host, self.instance(), 0, guest.at, guest.token)
        self.assertEqual(self.host.call(again.instance, 'restore', ''.join(lines[:-1])), '')
        self.assertTrue(again.hello(event=guest.table['event'], hash=guest.table['hash'])['behind'])
        self.assertNotIn('behind', again.hello(event=guest.table['event'], hash='0' * 32))

    async def test_what_is_no_table_is_not_restored(self):
        guest = self.played(self.begun(), most=3)
        lines = self.host.call(guest.instance, 'events').splitlines(keepends=True)
        for wrong in ('', 'x', lines[0], ''.join(lines[1:]), ''.join(lines[:2] + lines[3:]), ''.join(lines) + 'x\n',
                      ''.join(lines) + '12 {"event":"sing"}\n', lines[0] + lines[1][:-9]):
            instance = self.instance()
            self.assertNotEqual(self.host.call(instance, 'restore', wrong), '', wrong)
            heard = self.host.call(instance, 'say', json.dumps({'type': 'hello', 'table': guest.at}), 0)
            self.assertEqual(heard[0]['error']['code'], 'no_such_table')

    async def test_several_people_share_a_table(self):
        first = self.opened(game='bridesmaid', players=3, name='Ann', bots=['', '', 'novice'], prepared=2)
        first.hello()
        second = Guest(self.host, first.instance, 1, first.at)
        second.hello()
        self.assertNotIn('you', second.table)
        second.token = second.say('sit', name='Bo')['token']
        self.assertEqual(second.table['you'], 1)
        second.say('chat', text='hello')
        first.say('start')
        self.assertEqual(first.chats[0]['text'] if first.chats else 'hello', 'hello')
        second.hello()
        first.do(first.table['legal'][0])
        self.assertTrue(first.table['may_undo'])
        first.say('undo')
        self.assertFalse(first.table['may_undo'])
        watcher = Guest(self.host, first.instance, 2, first.at)
        watcher.hello()
        self.assertNotIn('legal', watcher.table)
        self.assertEqual(watcher.table['watchers'], 1)
        self.host.call(first.instance, 'part', None, 2)
        first.say('ping')
        first.do(first.table['legal'][0])
        self.assertEqual(first.table['watchers'], 0)
        with self.assertRaises(Refused):
            Guest(self.host, first.instance, 4, first.at, 'A' * 22).hello()

    async def test_a_rematch_is_another_instance(self):
        guest = self.played(self.begun())
        guest.say('rematch')
        lines = self.host.call(guest.instance, 'rematch_events')
        self.assertEqual(lines.splitlines()[0], guest.table['next'])
        again = Guest(self.host, self.instance(), 0, guest.table['next'], guest.token)
        self.assertEqual(self.host.call(again.instance, 'restore', lines), '')
        again.hello()
        self.assertEqual((again.table['you'], again.table['status']), (0, 'open'))
        again.start()
        self.played(again)
        self.assertEqual(again.table['status'], 'over')

    async def test_a_clock_runs_out(self):
        guest = self.begun(clock={'move': 1000, 'bank': 0})
        while not guest.owes():
            guest.think()
        due = self.host.call(guest.instance, 'tick', None, 0)
        self.assertGreater(due, 0)
        self.host.call(guest.instance, 'tick', None, due + 1)
        guest.take(self.host.call(guest.instance, 'heard'))
        self.assertEqual(guest.table['seats'][0]['why'], 'time')
        guest.hello()
        self.assertNotIn('why', guest.table['seats'][0])

    async def test_records_are_opened_and_looked_at(self):
        guest = self.played(self.begun())
        record = self.host.call(guest.instance, 'record')
        instance = self.instance()
        self.assertIn('no_such_table', self.host.call(instance, 'record'))
        self.assertNotEqual(self.host.call(instance, 'open_record', record[:-30]), '')
        self.assertEqual(self.host.call(instance, 'open_record', record), '')
        self.assertEqual(self.host.call(instance, 'record'), record)
        page = json.loads(self.host.call(instance, 'steps', 'de', -2, 0))
        fits('http.json', 'steps', page)
        for wrong, what in (('', 'no game'), ('{"parlor":1}\n', 'line 1'), ('x' * 70000, 'line')):
            self.assertIn(what, self.host.call(instance, 'open_record', wrong))
        self.assertEqual(self.host.call(instance, 'record'), record)

    async def test_nothing_is_shown_of_a_game_before_its_end(self):
        guest = self.begun()
        for name, arguments in (('record', []), ('steps', [-2, 0]), ('analysis', [1])):
            answer = json.loads(self.host.call(guest.instance, name, None, *arguments))
            fits('http.json', 'refused', answer)
            self.assertEqual(answer['error']['code'], 'refused')


if __name__ == '__main__':
    unittest.main()
