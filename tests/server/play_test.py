"""Playing through the server: whole games by real clients, and what the protocol promises them."""
import asyncio
import contextlib
import json
import os
import tempfile
import unittest

from common import Case, Refused, all_games, at_once, fits, parlor
from scale import scaled

GAMES = all_games()
# A shorter way through games that go on for long; more decisions prove nothing more.
SHORT = {'sparrows': {'target': '40'}}


def replayed(record, viewer):
    """Each step of a record as a viewer saw it: the view before it, what was told of it; and the last view."""
    done = parlor('replay', '-', '--json', '--as', str(viewer), text=record)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()[1:]]
    return [line['state'] for line in lines], [' '.join(line['told']) for line in lines[:-1]]


class WholeGames(Case):
    def check_record(self, record, game, players):
        header = json.loads(record.splitlines()[0])
        self.assertEqual((header['game'], header['players']), (game, players))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'game.jsonl')
            with open(path, 'w', encoding='utf-8') as file:
                file.write(record)
            for command in (['replay', path, '--quiet'], ['verify', path]):
                done = parlor(*command)
                self.assertEqual(done.returncode, 0, done.stderr)

    def check_frames(self, record, client, viewer):
        """Every view and every line that was sent is what the record shows to that viewer, no more and no less."""
        views, told = replayed(record, viewer)
        compared = 0
        for frame in client.frames:
            if frame['status'] in ('open', 'starting'):
                continue
            lines = len(frame['log'])
            expected = views[lines]
            waiting = [seat for seat, it in enumerate(frame['seats']) if it['waiting']]
            if frame['status'] == 'over' or waiting == expected['turn']:  # not while some choices are sealed
                self.assertEqual(frame['view'], expected)
                compared += 1
        self.assertGreater(compared, 2)
        self.assertEqual([' '.join(line.split()) for line in client.log], [' '.join(line.split()) for line in told])

    async def play_whole(self, game, players):
        clients = await self.seated(game=game, players=players, options=SHORT.get(game, {}))
        onlooker = await self.come(clients[0].at)
        everybody = [*clients, onlooker]
        for client in everybody:
            client.keeps = True
        commitment = clients[0].table['fair']
        await clients[1].say('start')
        await self.play_out(clients)
        for client in everybody:
            await client.until(lambda c=client: c.table['status'] == 'over')
        fair = onlooker.table['fair']
        self.assertEqual(fair['commitment'], commitment['commitment'])
        record = self.server.record(onlooker.at)
        self.check_record(record, game, players)
        lines = [json.loads(line) for line in record.splitlines()]
        self.assertEqual(lines[0]['fair'], fair)
        self.assertEqual(lines[-1]['result'], onlooker.table['result'])
        for viewer, client in [*enumerate(clients), ('onlooker', onlooker)]:
            self.check_frames(record, client, viewer)
        for client in everybody:
            await client.close()

    async def play_for_every_count(self, game):
        await at_once(*(self.play_whole(game['id'], players)
                        for players in range(game['min_players'], game['max_players'] + 1)))

    async def bots_and_a_person(self, game):
        players = max(3, game['min_players'])
        person, = await self.started(game=game['id'], players=players, options=SHORT.get(game['id'], {}),
                                     bots=[''] + ['random'] * (players - 1))
        await self.play_out([person])
        self.check_record(self.server.record(person.at), game['id'], players)


def add_games():
    for game in scaled(GAMES[:1], GAMES, GAMES):
        async def whole(self, game=game):
            await self.play_for_every_count(game)

        async def bots(self, game=game):
            await self.bots_and_a_person(game)
        setattr(WholeGames, f"test_{game['id']}_for_every_count", whole)
        setattr(WholeGames, f"test_{game['id']}_with_bots", bots)


add_games()


class Lobby(Case):
    async def test_games_and_bots_are_those_of_the_program(self):
        said = self.server.get('/api/games', 'games')
        self.assertEqual([game['game'] for game in said['games']], [game['id'] for game in GAMES])
        self.assertNotIn('deck', json.dumps([game['options'] for game in said['games']]))

    async def test_a_table_is_opened_joined_by_its_link_and_listed_if_public(self):
        opened = self.server.open(game='scout', players=3, name='Ann', public=True, hints=False,
                                  bots=['', '', 'novice'], clock={'move': 30000})
        hidden = self.server.open(game='scout', players=3)
        self.assertEqual(opened['url'], '/table/' + opened['table'])
        table = self.server.get('/api/tables/' + opened['table'], 'table')
        self.assertEqual([seat['name'] for seat in table['seats']], ['Ann', '', 'bot:novice'])
        self.assertEqual(table['clock'], {'move': 30000, 'bank': 0, 'patience': 60000})
        listed = self.listed()
        self.assertIn(opened['table'], listed)
        self.assertNotIn(hidden['table'], listed)
        ben = await self.come(opened['table'])
        self.assertNotIn('you', ben.table)
        self.assertEqual(await ben.sit('Ben'), 1)
        ann = await self.come(opened['table'], opened['token'])
        self.assertEqual(ann.table['you'], 0)
        await ann.say('start')
        await ann.until(lambda: ann.table['status'] == 'playing')
        self.assertEqual(self.server.get('/api/tables/' + opened['table'], 'table')['status'], 'playing')

    async def test_the_list_is_paged_open_tables_first(self):
        playing, = await self.started(game='scout', players=2, bots=['', 'random'], public=True)
        for _ in range(55):
            self.server.open(game='scout', players=2, public=True)
        first = self.server.get('/api/tables', 'tables')['tables']
        second = self.server.get('/api/tables?offset=50', 'tables')['tables']
        self.assertEqual(len(first), 50)
        self.assertEqual({table['status'] for table in first}, {'open'})
        self.assertEqual(len({table['table'] for table in first + second}), 50 + len(second))
        statuses = [table['status'] for table in first + second]
        self.assertEqual(statuses, sorted(statuses))  # open, then playing
        self.assertIn(playing.at, [table['table'] for table in second])

    def listed(self):
        return [it['table'] for it in self.server.get('/api/tables', 'tables')['tables']]

    async def test_a_wish_that_is_refused_changes_nothing(self):
        before = self.listed()
        for wish in ({'bots': ['random', 'random']}, {'name': 'x', 'bots': ['no', '']}):
            body = json.dumps({'game': 'scout', 'players': 2, 'public': True, 'name': 'Ann', **wish})
            status, _, answer = self.server.ask('/api/tables', body)
            fits('http.json', 'refused', json.loads(answer))
            self.assertIn(status, (400, 409))
        for name in ('bot:club', 'a\nb', '  ', 'x' * 65):
            status, _, _ = self.server.ask('/api/tables', json.dumps(
                {'game': 'scout', 'players': 2, 'public': True, 'name': name}))
            self.assertIn(status, (400, 409))
        self.assertEqual(self.listed(), before)

    async def test_a_record_is_had_after_the_game(self):
        table = self.server.open(game='scout', players=2)['table']
        with self.assertRaises(Refused) as caught:
            self.server.record(table)
        self.assertEqual(caught.exception.code, 'refused')
        with self.assertRaises(Refused) as caught:
            self.server.record('A' * 22)
        self.assertEqual(caught.exception.code, 'no_such_table')


class Seats(Case):
    async def test_a_seat_is_played_from_one_place(self):
        clients = await self.started(game='scout', players=2)
        again = await self.come(clients[0].at, clients[0].token)
        self.assertEqual(await clients[0].closed(), 4000)
        self.assertEqual(again.table['you'], 0)
        await clients[1].until(lambda: clients[1].table['seats'][0]['here'])

    async def test_sitting_standing_and_who_may_what(self):
        ann, ben = await self.seated(game='scout', players=2)
        onlooker = await self.come(ann.at)
        await self.refused('refused', onlooker.sit('Eve'))
        await self.refused('refused', onlooker.say('start'))
        await self.refused('refused', onlooker.say('chat', text='hello'))
        await self.refused('refused', ann.sit('Ann again'))
        await ben.say('chat', text='I go')
        await ben.say('leave')
        await ben.until(lambda: 'you' not in ben.table)
        await self.refused('refused', ann.say('start'))
        await onlooker.sit('Eve', seat=1)
        late = await self.come(ann.at)
        await late.until(lambda: late.chats)
        self.assertEqual(late.chats[0]['name'], 'P1')  # it was not Eve who said it
        await self.refused('refused', (await self.come(ann.at, hello=False)).say('ping'))
        stranger = await self.come(ann.at, hello=False)
        stranger.token = ben.token
        await self.refused('refused', stranger.hello())

    async def test_chat_reaches_everybody_and_newcomers(self):
        ann, ben = await self.started(game='scout', players=2)
        for number in range(55):
            await ann.say('chat', text=f'line {number} ✨ "\\')
        await ben.until(lambda: len(ben.chats) == 55)
        self.assertEqual([line['number'] for line in ben.chats], list(range(55)))
        self.assertEqual(ben.chats[3]['text'], 'line 3 ✨ "\\')
        late = await self.come(ann.at)
        await late.until(lambda: len(late.chats) == 50)
        self.assertEqual([line['number'] for line in late.chats], list(range(5, 55)))

    async def test_leaving_a_bot_sitting_in_and_coming_back(self):
        ann, ben = await self.started(game='scout', players=2)
        await ben.say('leave')
        await ann.until(lambda: ann.table['seats'][1].get('why') == 'left')
        await self.refused('refused', ben.say('leave'))
        await ann.play(self.chance, 3)
        await ben.say('back')
        await ann.until(lambda: 'bot' not in ann.table['seats'][1])
        await self.refused('refused', ben.say('back'))
        await ben.say('leave')
        again = await self.come(ben.at, ben.token)
        await again.until(lambda: 'bot' not in again.seat)
        await self.play_out([ann, again])

    async def test_somebody_away_is_waited_for_then_a_bot_plays(self):
        ann, ben = await self.started(game='scout', players=2, clock={'patience': 1000})
        await ben.close()
        await ann.until(lambda: not ann.table['seats'][1]['here'])
        await ann.play(self.chance)
        self.assertEqual(ann.table['seats'][1]['why'], 'away')
        self.assertEqual(parlor('replay', '-', '--quiet', text=self.server.record(ann.at)).returncode, 0)

    async def test_a_clock_runs_out_and_a_bot_plays(self):
        ann, ben = await self.seated(game='scout', players=2, clock={'move': 300, 'bank': 300})
        ann.keeps = True
        await ann.say('start')
        await ann.until(lambda: ann.table['status'] == 'over')
        for seat in ann.table['seats']:
            self.assertEqual(seat['why'], 'time')
        first = next(frame for frame in ann.frames if frame['status'] == 'playing')
        self.assertTrue(all(0 < seat['time'] <= 600 for seat in first['seats']), first['seats'])
        await self.refused('refused', ben.say('back'))

    async def test_a_take_back_does_not_wind_the_clock_up(self):
        ann, ben = await self.started(game='scout', players=2, clock={'move': 3000})
        while 'bot' not in ann.seat:  # for ever, if the clock were wound up
            with contextlib.suppress(Refused):
                await ann.do('keep')
                await asyncio.sleep(0.1)
                await ann.say('undo')
            await asyncio.sleep(0.2)
        self.assertEqual(ann.seat['why'], 'time')
        self.assertTrue(ben.is_open)

    async def test_rematch_with_the_same_people_and_tokens(self):
        clients = await self.started(game='bridesmaid', players=3, bots=['', 'random', ''])
        await self.refused('refused', clients[0].say('rematch'))
        await self.play_out(clients)
        await at_once(*(client.say('rematch') for client in clients))
        for client in clients:
            await client.until(lambda c=client: 'next' in c.table)
        following = {client.table['next'] for client in clients}
        self.assertEqual(len(following), 1)
        table = following.pop()
        self.assertNotEqual(table, clients[0].at)
        secret = clients[0].table['fair']
        for client in clients:
            client.at, client.log = table, []
            client.table = None
            await client.hello()
        self.assertEqual([seat['name'] for seat in clients[0].table['seats']], ['P0', 'bot:random', 'P1'])
        self.assertNotEqual(clients[0].table['fair'], secret)
        await clients[1].say('start')
        await self.play_out(clients)


class Choices(Case):
    async def test_a_choice_sent_twice_counts_once(self):
        ann, ben = await self.started(game='scout', players=2)
        action, move = ann.table['legal'][0], ann.table['move']
        await at_once(*(ann.say('do', do=action, move=move) for _ in range(3)))
        await ann.until(lambda: ann.table['move'] == move + 1)
        await self.refused('refused', ann.say('do', do=action, move=move + 2))
        other = 'flip' if action == 'keep' else 'keep'
        await self.refused('refused', ann.say('do', do=other, move=move))  # that was not what it did
        await self.refused('not_legal', ann.do('nonsense'))
        self.assertTrue(ben.owes())

    async def test_sealed_choices_are_not_shown_before_the_last_is_in(self):
        clients = await self.started(game='bridesmaid', players=4)
        onlooker = await self.come(clients[0].at)
        for client in [*clients, onlooker]:
            client.keeps = True
        views = [dict(client.table['view']) for client in clients]
        log = list(onlooker.log)
        for number, client in enumerate(clients[:-1]):
            await client.do(client.table['legal'][-1])
            await onlooker.until(lambda n=number: not onlooker.table['seats'][n]['waiting'])
        self.assertEqual(onlooker.log, log)
        for client, view in zip(clients[1:], views[1:]):
            for frame in client.frames:
                self.assertEqual([seat.get('played') for seat in frame['view']['seats']],
                                 [seat.get('played') for seat in view['seats']])
        await clients[-1].do(clients[-1].table['legal'][0])
        await onlooker.until(lambda: len(onlooker.log) > len(log))

    async def test_a_sealed_choice_can_be_taken_back_until_the_last_is_in(self):
        clients = await self.started(game='bridesmaid', players=3)
        ann, _, cat = clients
        await self.refused('refused', ann.say('undo'))
        await ann.do(ann.table['legal'][0])
        await ann.until(lambda: ann.table['may_undo'])
        await ann.say('undo')
        await ann.until(lambda: ann.owes() and not ann.table['may_undo'])
        self.assertEqual(ann.table['move'], 0)
        for client in clients:
            await client.do(client.table['legal'][-1])
        await cat.until(lambda: len(cat.log) > 1)
        await self.refused('refused', ann.say('undo'))
        self.assertFalse(cat.table['may_undo'])
        await self.play_out(clients)

    async def test_hints_where_allowed_to_whoever_is_asked(self):
        ann, _ = await self.started(game='scout', players=2)
        hint = await ann.say('hint')
        self.assertLessEqual({line['do'] for line in hint['lines']}, set(ann.table['legal']))
        self.assertEqual([line['value'] for line in hint['lines']],
                         sorted((line['value'] for line in hint['lines']), reverse=True))
        many = await asyncio.gather(*(ann.say('hint') for _ in range(20)), return_exceptions=True)
        self.assertEqual({getattr(it, 'code', 'given') for it in many}, {'given', 'too_many'})
        await ann.do('keep')
        await self.refused('refused', ann.say('hint'))
        ann, _ = await self.started(game='scout', players=2, hints=False)
        await self.refused('refused', ann.say('hint'))

    async def test_the_log_is_in_the_language_asked_for(self):
        ann, ben = await self.started(game='scout', players=2)
        await ann.do('keep')
        await ben.do('flip')
        await ann.until(lambda: len(ann.log) == 3)
        self.assertEqual(ann.log[1:], ['P0 keeps the hand as it is.\n', ''])
        await ann.hello(lang='de')
        await ann.until(lambda: ann.log[1] == 'Du lässt deine Hand, wie sie ist.\n')
        onlooker = await self.come(ann.at, hello=False)
        await onlooker.hello(lang='zh-Hant')
        self.assertRegex(onlooker.log[0], r'^第 1 回合發牌，由\{[01]\}先出。\n$')  # who shows it puts the name in
        self.assertEqual(onlooker.table['log']['facts'][1:], [[], []])
        self.assertEqual(ann.table['log']['facts'][1:], [[{'verb': 'keeps', 'who': 0}], []])
        why = await self.refused('bad_message', ben.hello(lang='tlh'))
        self.assertIn('lang', why)

    async def test_cards_are_called_by_their_names_and_marked_for_clients_that_draw_them(self):
        ann, ben = await self.started(game='belle', players=2)
        first = ann if ann.owes() else ben
        await first.do(first.table['legal'][0])
        await ann.until(lambda: len(ann.log) > 1)
        self.assertRegex(ann.log[1], r'^P[01] (invites|takes) [A-Z][a-z]+ [A-Z]')
        german = await self.come(ann.at, hello=False)
        await german.hello(lang='de')
        card = german.table['log']['facts'][1][0]
        notation = card.get('guest', card.get('card'))
        self.assertRegex(german.log[1], r'^\{[01]\} (lädt|nimmt) \{' + notation + r'\|[A-Z][a-z]+ [A-Z][^{|}]*\}')

    async def test_moves_are_put_in_words_for_the_seat_that_owes_a_choice(self):
        ann, ben = await self.started(game='belle', players=2)
        first, second = (ann, ben) if ann.owes() else (ben, ann)
        said = await first.say('moves')
        self.assertEqual((said['move'], len(said['lines'])), (first.table['move'], len(first.table['legal'])))
        for action, words in zip(first.table['legal'], said['lines'], strict=True):
            self.assertRegex(words, r'^(Invite|Take) [A-Z][a-z]+ ' if 'invite' in action else '.')
        await first.hello(lang='de')
        german = (await first.say('moves'))['lines']
        self.assertRegex(german[0], r'\{[GB]\d+\|[A-Z][a-z]+ [^{|}]+\}')
        await self.refused('refused', second.say('moves'))
        onlooker = await self.come(ann.at)
        await self.refused('refused', onlooker.say('moves'))

    async def test_refusals_are_in_the_language_asked_for(self):
        ann, ben = await self.started(game='scout', players=2)
        await ann.hello(lang='zh-Hant')
        await ann.until(ann.owes)
        with self.assertRaisesRegex(Refused, 'not_legal: 先決定手牌保持原樣或翻轉$') as caught:
            await ann.do('play 1')
        self.assertEqual(caught.exception.reason, 'turn_hand_first')
        self.assertIn('請從走法清單中選一個', await self.refused('not_legal', ann.do('dance')))
        self.assertIn('first keep or flip', await self.refused('not_legal', ben.do('play 1')))
        await ann.do('keep')
        self.assertIn('還沒輪到你', await self.refused('refused', ann.say('hint')))
        await ben.hello(lang='de')
        self.assertIn('du sitzt schon hier', await self.refused('refused', ben.say('sit', name='Ben')))
        newcomer = await self.come(ann.at, hello=False)
        newcomer.at = 'A' * 22
        self.assertIn('沒有這張牌桌', await self.refused('no_such_table', newcomer.hello(lang='zh-Hant')))
        wish = json.dumps({'game': 'scout', 'players': 2, 'name': 'bot:club'})
        for languages, text in [('zh-TW,zh;q=0.9,en;q=0.8', '名字像電腦玩家，請換一個'), ('', "looks like a bot's"),
                                ('en,de;q=0.5', "looks like a bot's")]:
            status, _, body = self.server.ask('/api/tables', wish, headers={'Accept-Language': languages})
            self.assertEqual((status, json.loads(body)['error']['reason']), (400, 'name_bot'))
            self.assertIn(text, json.loads(body)['error']['text'])

    async def test_onlookers_are_counted_and_the_state_is_for_those_who_ask(self):
        ann, ben = await self.started(game='scout', players=2)
        onlooker = await self.come(ann.at)
        await ann.until(lambda: ann.table['watchers'] == 1)
        self.assertNotIn('state', onlooker.table)
        onlooker.table = None
        await onlooker.hello(state=True)
        self.assertIn('layout', onlooker.table)
        await onlooker.close()
        await ben.until(lambda: ben.table['watchers'] == 0)


if __name__ == '__main__':
    unittest.main()
