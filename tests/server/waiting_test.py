"""The waiting room: who is host, what the host may change, how people look; and that nobody waits for
somebody who is gone."""
import asyncio
import json
import re
import time
import unittest

from common import NO_LIMITS, PATIENCE, Case, Client, Refused, Server, ServersCase


def kinds(client):
    return [seat['kind'] for seat in client.table['seats']]


def names(client):
    return [seat['name'] for seat in client.table['seats']]


async def malformed(case, client, message):
    """Sends what no schema allows."""
    client.asked += 1
    answer = client.answers[client.asked] = asyncio.get_running_loop().create_future()
    await client.socket.send(json.dumps({**message, 're': client.asked}))
    await case.refused('bad_message', answer)


class Host(Case):
    async def two(self, **wish):
        """A table with Ann, who is host, and Ben; the other seats are free."""
        table = self.server.open(**{'game': 'scout', 'players': 3, **wish})['table']
        ann, ben = await self.come(table), await self.come(table)
        await ann.sit('Ann')
        await ben.sit('Ben')
        return ann, ben

    async def test_the_host_is_who_has_been_seated_longest(self):
        table = self.server.open(game='scout', players=3)['table']
        ann, ben = await self.come(table), await self.come(table)
        self.assertNotIn('host', ann.table)
        await ann.sit('Ann', seat=2)
        await ben.sit('Ben', seat=0)
        self.assertEqual(ben.table['host'], 2)
        await ann.say('leave')
        await ben.until(lambda: ben.table['host'] == 0)
        await ann.sit('Ann', seat=2)
        self.assertEqual(ann.table['host'], 0)

    async def test_who_opens_a_table_is_host_with_the_look_that_was_asked_for(self):
        opened = self.server.open(game='scout', players=3, name='Ann', look=9, watchers_talk=False)
        ann = await self.come(opened['table'], opened['token'])
        self.assertEqual((ann.table['host'], ann.seat['look'], ann.table['watchers_talk']), (0, 9, False))
        listed = self.server.get(f"/api/tables/{opened['table']}", 'table')
        self.assertEqual((listed['host'], listed['watchers_talk']), (0, False))

    async def test_only_the_host_arranges(self):
        ann, ben = await self.two()
        onlooker = await self.come(ann.at)
        for wish in ({'kind': 'seat', 'seat': 2, 'bot': 'club'}, {'kind': 'arrange', 'players': 4}):
            await self.refused('refused', ben.say(**wish), 'host_only')
            await self.refused('refused', onlooker.say(**wish), 'not_seated')
            await ann.say(**wish)
        await ben.until(lambda: kinds(ben) == ['person', 'person', 'bot', 'free'])

    async def test_seats_are_given_to_bots_and_freed(self):
        ann, ben = await self.two()
        await ann.say('seat', seat=2, bot='club')
        await ann.say('seat', seat=2, bot='club')  # it is so already
        await ben.until(lambda: names(ben)[2] == 'bot:club')
        event = ben.table['event']
        await ann.say('seat', seat=2, bot='novice')
        await ben.until(lambda: names(ben)[2] == 'bot:novice')
        self.assertEqual(ben.table['event'], event + 1)
        await ann.say('seat', seat=2, bot='')
        await ben.until(lambda: kinds(ben)[2] == 'free')
        await self.refused('refused', ann.say('seat', seat=1, bot='club'), 'seat_taken')
        await self.refused('refused', ann.say('seat', seat=0, bot=''), 'host_stays')
        await self.refused('refused', ann.say('seat', seat=3, bot=''), 'no_such_seat')
        await self.refused('bad_message', ann.say('seat', seat=2, bot='grandmaster'))
        for wrong in ({'seat': 5, 'bot': ''}, {'seat': -1, 'bot': ''}, {'seat': 2}, {'bot': 'club'},
                      {'seat': '2', 'bot': ''}, {'seat': 2, 'bot': None}, {'seat': 2, 'bot': 'x' * 65},
                      {'seat': 2, 'bot': 'club', 'more': 1}):
            await malformed(self, ann, {'type': 'seat', **wrong})
        self.assertEqual(kinds(ann), ['person', 'person', 'free'])

    async def test_a_game_has_the_levels_that_it_says_it_has(self):
        games = {game['game']: game['bots'] for game in self.server.get('/api/games', 'games')['games']}
        self.assertEqual(games['scout'], ['random', 'novice', 'club', 'expert', 'master'])
        self.assertEqual(games['sparrows'], ['random', 'novice', 'club'])
        ann, ben = await self.two(game='sparrows')
        await self.refused('refused', ann.say('seat', seat=2, bot='expert'), 'no_such_level')
        await ann.say('seat', seat=2, bot='club')
        await ben.until(lambda: names(ben)[2] == 'bot:club')
        with self.assertRaisesRegex(Refused, 'bots: this game has no bot of that level'):
            self.server.open(game='sparrows', players=3, bots=['', 'club', 'master'])

    async def test_a_person_is_put_off_and_told_so(self):
        ann, ben = await self.two()
        token = ben.token
        await ann.say('seat', seat=1, bot='')
        await ben.until(lambda: 'put_off' in [it['reason'] for it in ben.told])
        self.assertNotIn('you', ben.table)
        self.assertFalse(ann.told)
        await self.refused('refused', ben.say('start'), 'not_seated')
        other = await self.come(ben.at, token, hello=False)
        await self.refused('refused', other.hello(), 'wrong_token')
        await ben.sit('Ben')  # there is no grudge
        self.assertEqual(ben.table['host'], 0)

    async def test_a_table_is_changed_as_a_whole_or_not_at_all(self):
        ann, ben = await self.two()
        await ann.say('seat', seat=2, bot='club')
        await ann.say('arrange', players=2, public=True, hints=False, watchers_talk=False,
                      clock={'move': 60000, 'bank': 5000})
        await ben.until(lambda: ben.table['players'] == 2)
        self.assertEqual(kinds(ben), ['person', 'person'])
        self.assertEqual((ben.table['public'], ben.table['hints'], ben.table['watchers_talk']), (True, False, False))
        self.assertEqual(ben.table['clock'], {'move': 60000, 'bank': 5000, 'patience': 60000})
        self.assertIn(ann.at, [table['table'] for table in self.server.get('/api/tables', 'tables')['tables']])
        before = dict(ann.table)
        for wrong in ({'players': 6}, {'players': 1}, {'players': 2.5}, {'options': {'pollution': 'yes'}},
                      {'options': []}, {'options': {'deck': '/etc'}}, {'clock': {'move': -1}},
                      {'clock': {'move': 1209600001}},
                      {'clock': {'speed': 1}}, {'hints': 1}, {'public': 'yes'}, {'watchers_talk': None},
                      {'game': 'belle'}, {'name': 'Ann'}, {'prepared': 3}):
            await malformed(self, ann, {'type': 'arrange', 'hints': True, 'public': False, **wrong})
        await self.refused('refused', ben.say('arrange', players=3), 'host_only')
        self.assertEqual(ann.table['event'], before['event'])
        await ann.say('arrange')  # nothing in particular
        await ann.say('arrange', players=5)
        await ann.until(lambda: kinds(ann) == ['person', 'person', 'free', 'free', 'free'])
        self.assertEqual(len(ann.table['fair']['seals']), 5)

    async def test_options_are_those_of_the_game(self):
        ann, _ = await self.two(game='sparrows', options={'target': '40'})
        self.assertEqual(ann.table['options'], {'target': '40'})
        await ann.say('arrange', options={'target': '60'})
        await ann.until(lambda: ann.table['options'] == {'target': '60'})
        await malformed(self, ann, {'type': 'arrange', 'options': {'target': 'far'}})
        await malformed(self, ann, {'type': 'arrange', 'options': {'target': 60}})
        await ann.say('arrange', hints=False)
        self.assertEqual(ann.table['options'], {'target': '60'})
        await ann.say('arrange', options={})
        await ann.until(lambda: ann.table['options'] == {})

    async def test_a_person_on_a_last_seat_is_not_put_off_by_the_way(self):
        ann, ben = await self.two()
        await ben.say('leave')
        await ben.sit('Ben', seat=2)
        await self.refused('refused', ann.say('arrange', players=2, hints=False), 'last_seat_taken')
        self.assertTrue(ann.table['hints'])
        await ann.say('seat', seat=2, bot='')
        await ann.say('arrange', players=2)
        await ben.until(lambda: ben.table['players'] == 2)

    async def test_a_prepared_deal_stays_as_it_is(self):
        opened = self.server.open(game='scout', players=2, prepared=3, name='Ann')
        ann = await self.come(opened['table'], opened['token'])
        await self.refused('refused', ann.say('arrange', public=True), 'prepared_fixed')
        await self.refused('refused', ann.say('arrange', players=3), 'prepared_fixed')
        await ann.say('arrange', hints=False)
        await ann.say('seat', seat=1, bot='novice')
        await ann.say('start')
        await ann.until(lambda: ann.table['status'] == 'playing')

    async def test_nothing_is_arranged_once_it_begins(self):
        ann, ben = await self.two(players=2)
        ben.shows = False
        await ann.say('start')
        await ann.until(lambda: ann.table['status'] == 'starting')
        for wish, reason in (({'kind': 'seat', 'seat': 1, 'bot': ''}, 'about_to_begin'),
                             ({'kind': 'arrange', 'hints': False}, 'about_to_begin'),
                             ({'kind': 'look', 'look': 3}, 'about_to_begin')):
            await self.refused('refused', ann.say(**wish), reason)
        ben.shows = True
        ben.take_part()
        await ann.until(lambda: ann.table['status'] == 'playing')
        for wish in ({'kind': 'seat', 'seat': 1, 'bot': ''}, {'kind': 'arrange', 'hints': False},
                     {'kind': 'look', 'look': 3}):
            await self.refused('refused', ann.say(**wish), 'game_begun')
        self.assertEqual(ben.table['host'], 0)

    async def test_a_game_that_was_arranged_is_played_to_its_end(self):
        ann, ben = await self.two(players=2)
        await ann.say('arrange', players=4)
        await ann.say('seat', seat=3, bot='random')
        cleo = await self.come(ann.at)
        await cleo.sit('Cleo')
        await ann.say('look', name='Anne', look=5)
        await self.start([ann, ben, cleo])
        await self.play_out([ann, ben, cleo])
        header = json.loads(self.server.record(ann.at).splitlines()[0])
        self.assertEqual(header['names'], ['Anne', 'Ben', 'Cleo', 'bot:random'])

    async def test_looks_and_names(self):
        ann, ben = await self.two()
        self.assertNotEqual(ann.seat['look'], ben.seat['look'])
        await ben.say('look', look=11)
        await ben.say('look', name='Benno')
        await ann.until(lambda: names(ann)[1] == 'Benno' and ann.table['seats'][1]['look'] == 11)
        await self.refused('refused', ann.say('look', look=11), 'look_taken')
        await self.refused('refused', ann.say('look', look=3, name='Club bot'), 'name_bot')
        await ann.until(lambda: ann.seat['look'] != 3)
        for wrong in ({}, {'look': 12}, {'look': -1}, {'look': '3'}, {'look': 3, 'name': ''}, {'look': 3, 'seat': 1}):
            await malformed(self, ann, {'type': 'look', **wrong})
        cleo = await self.come(ann.at)
        await self.refused('refused', cleo.say('look', look=3), 'not_seated')
        await cleo.sit('Cleo', look=11)
        self.assertNotIn(cleo.seat['look'], [seat['look'] for seat in cleo.table['seats'][:2]])


class Talk(Case):
    async def three(self, **wish):
        """Ann and Ben, who sit, and Eve, who watches."""
        opened = self.server.open(**{'game': 'scout', 'players': 2, 'name': 'Ann', **wish})
        ann = await self.come(opened['table'], opened['token'])
        ben, eve = await self.come(ann.at), await self.come(ann.at)
        await ben.sit('Ben')
        return ann, ben, eve

    @staticmethod
    async def hears(client, *lines):
        await client.until(lambda: len(client.chats) >= len(lines))
        assert [(line.get('seat'), line['name'], line['text']) for line in client.chats] == list(lines), client.chats

    async def test_watchers_write_under_a_name_before_during_and_after_the_game(self):
        ann, ben, eve = await self.three()
        lines = []

        async def talk():
            await eve.say('chat', name='Eve', text='hello')
            await ann.say('chat', text='welcome', name='Somebody else')  # a player has the name of the seat
            lines.extend([(None, 'Eve', 'hello'), (0, 'Ann', 'welcome')])
            for client in (ann, ben, eve):
                await self.hears(client, *lines)
        await talk()
        await self.start([ann, ben])
        await talk()
        await self.play_out([ann, ben])
        await eve.until(lambda: eve.table['status'] == 'over')
        await talk()
        late = await self.come(ann.at)
        await self.hears(late, *lines)

    async def test_what_watchers_may_not_write(self):
        ann, ben, eve = await self.three()
        await self.refused('refused', eve.say('chat', text='hello'), 'chat_name')
        await self.refused('refused', eve.say('chat', text='hello', name='The bot'), 'name_bot')
        await self.refused('refused', eve.say('chat', text='hello', name='E\u200dve'), 'name_hidden')
        await ann.say('arrange', watchers_talk=False)
        await self.refused('refused', eve.say('chat', text='hello', name='Eve'), 'watchers_silent')
        await ben.say('chat', text='x' * 280)
        await ann.say('arrange', watchers_talk=True)
        await eve.say('chat', text='thank you', name='Eve')
        await self.hears(ann, (1, 'Ben', 'x' * 280), (None, 'Eve', 'thank you'))

    async def test_watchers_do_not_use_up_what_players_may_write(self):
        ann, _, eve = await self.three()
        codes = set()
        for _ in range(6):
            answers = await asyncio.gather(*(eve.say('chat', name='Eve', text='x') for _ in range(199)),
                                           return_exceptions=True)
            codes |= {getattr(answer, 'reason', None) for answer in answers}
        self.assertEqual(codes, {None, 'said_too_much'})
        other = await self.come(ann.at)
        await self.refused('too_many', other.say('chat', name='Max', text='x'), 'said_too_much')
        await ann.say('chat', text='I can')

    async def test_reactions_reach_everybody_and_nobody_later(self):
        ann, ben, eve = await self.three()
        await ann.say('react', reaction='clap')
        await ben.say('react', reaction='wow')
        for client in (ann, ben, eve):
            await client.until(lambda c=client: c.reactions == [(0, 'clap'), (1, 'wow')])
        await self.refused('refused', eve.say('react', reaction='clap'), 'not_seated')
        event = ann.table['event']
        late = await self.come(ann.at)
        await late.say('ping')
        self.assertEqual((late.reactions, late.table['event']), ([], event))

    async def test_a_flood_of_reactions_is_one_a_second(self):
        ann, ben, _ = await self.three()
        answers = await asyncio.gather(*(ann.say('react', reaction='heart') for _ in range(100)),
                                       return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, Refused)]
        self.assertEqual({(problem.code, problem.reason) for problem in refused}, {('too_many', 'react_too_fast')})
        self.assertGreater(len(refused), 80)  # a slow machine takes a few seconds for them
        again = await self.come(ann.at, ann.token)  # to connect again does not help
        with self.assertRaises(Refused):
            for _ in range(3):
                await again.say('react', reaction='heart')
        await ben.say('react', reaction='bye')
        await ben.until(lambda: (1, 'bye') in ben.reactions)
        self.assertLess(len(ben.reactions), 20)

    async def test_reactions_are_those_of_the_list(self):
        ann, _, _ = await self.three()
        for wrong in ({}, {'reaction': 'dance'}, {'reaction': ''}, {'reaction': 1}, {'reaction': 'clap', 'seat': 1}):
            await malformed(self, ann, {'type': 'react', **wrong})


class Rematch(Case):
    async def test_a_rematch_takes_everybody_along_and_frees_the_seats_of_those_who_left(self):
        opened = self.server.open(game='bridesmaid', players=5, bots=['', '', '', '', 'random'], watchers_talk=False)
        people = [await self.come(opened['table']) for _ in range(4)]
        for seat, name in ((2, 'Cleo'), (0, 'Ann'), (1, 'Ben'), (3, 'Dan')):
            await people[seat].sit(name, seat=seat, look=seat + 4)
        await people[2].say('seat', seat=4, bot='novice')
        await self.start(people)
        ann, ben, cleo, dan = people
        for client in (ben, dan):
            await client.say('leave')
        await self.play_out([ann, cleo])
        eve = await self.come(ann.at)
        await dan.say('rematch')  # who asks is there
        for client in (*people, eve):
            await client.until(lambda c=client: 'next' in c.table)
        following = ann.table['next']
        again = [await self.come(following, client.token) for client in (ann, cleo, dan)]
        late = await self.come(following, ben.token, hello=False)
        await self.refused('refused', late.hello(), 'wrong_token')
        table = again[0].table
        self.assertEqual([seat['kind'] for seat in table['seats']], ['person', 'free', 'person', 'person', 'bot'])
        self.assertEqual([seat.get('look') for seat in table['seats']], [4, None, 6, 7, None])
        self.assertEqual([table['seats'][seat]['name'] for seat in (0, 2, 3, 4)], ['Ann', 'Cleo', 'Dan', 'bot:novice'])
        self.assertEqual((table['host'], table['watchers_talk']), (2, False))
        await again[1].say('seat', seat=1, bot='novice')
        await self.start(again)

    async def test_who_was_away_or_out_of_time_keeps_the_seat(self):
        ann, ben = await self.started(game='bridesmaid', players=2, clock={'patience': 1000})
        await ben.close()
        await self.play_out([ann])
        self.assertEqual(ann.table['seats'][1].get('why'), 'away')
        await ann.say('rematch')
        await ann.until(lambda: 'next' in ann.table)
        again = await self.come(ann.table['next'], ben.token)
        self.assertEqual(again.table['you'], 1)


    async def test_nobody_waits_in_a_rematch_for_somebody_who_is_gone(self):
        ann, ben = await self.started(game='bridesmaid', players=2, clock={'patience': 1000})
        await self.play_out([ann, ben])
        await ben.close()
        await ann.say('rematch')
        await ann.until(lambda: 'next' in ann.table)
        again = await self.come(ann.table['next'], ann.token)
        await again.until(lambda: kinds(again) == ['person', 'free'])
        await again.say('seat', seat=1, bot='random')
        await self.start([again])


class Slow(ServersCase):
    """Days pass in tests/patience_test.c; here are real bots, a real disk, and nobody there."""
    @staticmethod
    def mine(server, client):
        body = json.dumps({'seats': [{'table': client.at, 'token': client.token}]})
        return json.loads(server.ask('/api/seats', body)[2])['seats'][0]

    @staticmethod
    async def choose_and_go(server):
        """Somebody chooses and is gone before any bot has."""
        opened = server.open(game='scout', players=3, bots=['', 'novice', 'novice'], clock={'move': 86400000})
        client = Client(server, opened['table'])
        await client.connect()
        await client.sit('Ann')
        await client.say('start')
        await client.until(client.owes)
        await client.do(client.table['legal'][0])
        await client.close()
        return client

    @staticmethod
    def events_of(server):
        said = server.ask('/metrics')[2].decode()
        return int(re.search(r'\nparlor_store_events_total (\d+)', said).group(1))

    async def until(self, answer, is_so):
        """Asks over HTTP until something holds of the answer; returns it."""
        for _ in range(PATIENCE * 20):
            it = await asyncio.to_thread(answer)
            if is_so(it):
                return it
            await asyncio.sleep(0.05)
        raise AssertionError(it)

    async def until_my_turn(self, server, client):
        return await self.until(lambda: self.mine(server, client), lambda it: it['waiting'] or it['status'] == 'over')

    async def test_bots_choose_while_nobody_is_there(self):
        server = self.serve(*NO_LIMITS, '--bot-pace', '300')
        client = await self.choose_and_go(server)
        it = await self.until_my_turn(server, client)
        self.assertAlmostEqual(it['until'], (time.time() + 86400) * 1000, delta=600000)

    async def test_bots_are_woken_by_the_disk_after_a_kill(self):
        server = self.serve(*NO_LIMITS, '--bot-pace', '3000')
        client = await self.choose_and_go(server)
        server.kill()
        server.start()
        # Nobody asks about the table, and yet something happens there.
        await self.until(lambda: self.events_of(server), lambda events: events > 0)
        await self.until_my_turn(server, client)


class Usual(ServersCase):
    """What an address may do where nobody has changed the limits."""

    async def reasons(self, *asking):
        answers = await asyncio.gather(*asking, return_exceptions=True)
        return [getattr(answer, 'reason', None) for answer in answers]

    async def test_a_host_changes_the_table_at_a_measured_pace(self):
        server = self.serve()
        opened = server.open(game='scout', players=2, name='Ann')
        ann = await Client(server, opened['table'], opened['token']).connect()
        reasons = await self.reasons(*(ann.say('arrange', players=2 + number % 4) for number in range(120)))
        self.assertEqual(set(reasons), {None, 'asked_often'})
        self.assertGreater(reasons.count('asked_often'), 20)
        self.assertTrue(ann.is_open)
        await ann.close()

    async def test_watchers_of_an_address_write_at_a_measured_pace(self):
        server = self.serve()
        table = server.open(game='scout', players=2)['table']
        crowd = [await Client(server, table).connect() for _ in range(15)]
        reasons = []
        for _ in range(12):
            reasons += await self.reasons(*(client.say('chat', name='Eve', text='x') for client in crowd))
        self.assertEqual(set(reasons), {None, 'asked_often'})
        self.assertLess(reasons.count(None), 100)
        for client in crowd:
            await client.close()


class Kept(ServersCase):
    async def test_what_was_arranged_is_there_after_a_restart_and_after_a_kill(self):
        server = Server(*NO_LIMITS)
        self.servers.append(server.start())
        opened = server.open(game='scout', players=2, name='Ann', look=4)
        table, token = opened['table'], opened['token']
        expected = {}

        async def change(number):
            ann = Client(server, table, token)
            ann.seals = False  # it would be another event
            await ann.connect()
            if expected:
                self.assertEqual({key: ann.table[key] for key in expected}, expected)
            ben = Client(server, table)
            ben.seals = False
            await ben.connect()
            await ben.sit('Ben')
            await ann.say('arrange', players=5, hints=number % 2 == 0, clock={'move': 60000 + number})
            await ann.say('seat', seat=3, bot='club' if number % 2 else 'novice')
            await ann.say('look', look=1 + number, name=f'Ann {number}')
            await ann.say('seat', seat=ben.table['you'], bot='')
            await ben.until(lambda: ben.told)
            await ann.until(lambda: ann.table['seats'][1]['kind'] == 'free')
            await ann.say('ping')
            for key in ('players', 'hints', 'clock', 'host', 'fair', 'watchers_talk', 'event', 'hash'):
                expected[key] = ann.table[key]
            await ben.close()
            await ann.close()

        for number in range(6):
            await change(number)
            if number % 2:
                server.kill()
            else:
                server.stop()
            server.start()
        await change(7)


if __name__ == '__main__':
    unittest.main()
