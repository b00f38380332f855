"""parlor.layout and docs/python.md say what the bytes and ids of the games are."""
import itertools
import os
import random
import unittest

import numpy

import parlor
from parlor import layout

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def variants(info):
    """Every player count and, at four players, every value of the options with few."""
    for players in range(info.min_players, info.max_players + 1):
        yield parlor.load(info.id, players)
    for option in info.options:
        if '|' in option.values and ',' not in option.values:
            for value in option.values.split('|'):
                yield parlor.load(info.id, 4, **{option.name: value})


def number(rows):
    """Little-endian bytes as numbers, over the last axis."""
    rows = numpy.asarray(rows, dtype=int)
    return (rows << (8 * numpy.arange(rows.shape[-1]))).sum(-1)


class Names(unittest.TestCase):
    def test_every_byte_has_one_name(self):
        for info in parlor.games():
            self.assertEqual(layout.size(info.id), info.observation_size)
            owners = numpy.zeros(info.observation_size, int)
            for field in layout.fields(info.id).values():
                field.of(numpy.arange(info.observation_size))  # has the shape it says
                owners[field.of(numpy.arange(info.observation_size))] += 1
            self.assertEqual(owners.tolist(), [1] * info.observation_size, info.id)

    def test_every_id_has_one_kind(self):
        for info in parlor.games():
            ids = [number for kind in layout.kinds(info.id) for number in kind.ids]
            self.assertEqual(ids, list(range(info.max_actions)))

    def test_fields_of_a_batch(self):
        batch = numpy.random.default_rng(1).integers(0, 256, (3, 2, 224), dtype=numpy.uint8)
        for field in layout.fields('scout').values():
            self.assertTrue((field.of(batch)[2, 1] == field.of(batch[2, 1])).all())

    def test_fields_of_a_game(self):
        for info in parlor.games():
            game = parlor.load(info.id)
            self.assertEqual(dict(game.observation_fields), layout.fields(info.id))
            bytes_there = numpy.arange(info.observation_size)
            for field in game.observation_fields.values():
                self.assertEqual(bytes_there[field.index].ravel().tolist(), field.of(bytes_there).ravel().tolist())
        self.assertEqual(parlor.load('scout').observation_fields['hand_up'].index, slice(40, 88))
        with self.assertRaises(TypeError):
            parlor.load('scout').observation_fields['hand_up'] = None

    def test_lists_are_copies(self):
        layout.lists('sparrows')['bids'].clear()
        self.assertEqual(len(layout.lists('sparrows')['bids']), 29)
        self.assertEqual(layout.phases('bannish'), ('deal', 'play', 'take', 'over'))

    def test_an_unknown_game_is_refused(self):
        for ask in (layout.fields, layout.kinds, layout.size, layout.markdown, layout.phases, layout.lists):
            with self.assertRaisesRegex(ValueError, 'no game called whist'):
                ask('whist')

    def test_markdown_is_a_section_of_the_documentation(self):
        for info in parlor.games():
            heading, counts, fields, kinds = layout.markdown(info.id).split('\n\n')
            self.assertEqual(heading, f'### {info.title}')
            self.assertEqual(counts, f'{info.observation_size} bytes, {info.max_actions} actions.')
            self.assertEqual(len(fields.splitlines()), len(layout.fields(info.id)) + 2)
            self.assertEqual(len(kinds.splitlines()), len(layout.kinds(info.id)) + 2)

    def test_the_tables_of_the_documentation(self):
        with open(os.path.join(ROOT, 'docs', 'python.md'), encoding='utf-8') as file:
            text = file.read()
        for info in parlor.games():
            heading, counts, *tables = layout.markdown(info.id).split('\n\n')
            with self.subTest(info.id):  # a remark may follow the counts
                if f'{heading}\n\n{counts}' not in text or '\n\n' + '\n\n'.join(tables) not in text:
                    self.fail(f'docs/python.md: {info.id} differs from what parlor.layout.markdown("{info.id}") prints')
        self.assertIn(f'`parlor.layout.BIDS`: {", ".join(layout.BIDS)}.', text)


class Meanings(unittest.TestCase):
    """What the bytes say against the view, and ids against notation, in random games."""

    def seen(self, state, seat):
        observation = state.observation(seat)
        return {name: field.of(observation) for name, field in layout.fields(state.game.id).items()}

    def walk(self, check):
        """Calls check with states of all variants of its game."""
        dice = random.Random(1)
        info = next(info for info in parlor.games() if info.id == check.__name__)
        for game in variants(info):
            state = game.new(dice.getrandbits(64))
            for _ in range(150):
                if state.over:
                    break
                seat = dice.choice(state.waiting)
                seats = [(seat + i) % game.players for i in range(game.players)]
                seen, view = self.seen(state, seat), state.view(seat)
                self.assertEqual((seen['players'], seen['mine']), (game.players, 1))
                check(state, seat, seats, seen, view)
                texts = {action: state.text(action, seat) for action in state.legal(seat)}
                for action, text in texts.items():
                    self.assertEqual(state.parse(text, seat), action)
                    kind = next(kind for kind in layout.kinds(game.id) if action in kind.ids)
                    self.assertEqual(self.spell(kind, action - kind.first, view, seat), text, (action, kind))
                state.apply(seat, dice.choice(list(texts)))

    def spell(self, kind, at, view, seat):
        """The notation of an action by the formula of its kind."""
        return getattr(self, 'spell_' + kind.name.replace(' ', '_'))(at, view, seat)

    def by_seat(self, seats, view, name):
        return [view['seats'][seat][name] for seat in seats]

    def test_scout(self):
        def scout(state, seat, seats, seen, view):
            hand = [card.split('/') for card in view['seats'][seat]['hand']]
            self.assertEqual([str(up) for up in seen['hand_up'] if up], [up for up, _ in hand])
            self.assertEqual([str(down) for down in seen['hand_down'] if down], [down for _, down in hand])
            prior = [f'{up}/{down}' for up, down in zip(seen['prior_up'], seen['prior_down'], strict=True) if up]
            self.assertEqual((prior, seen['prior_count']), (view['prior'], len(view['prior'])))
            self.assertEqual(seen['cards'][:len(seats)].tolist(), self.by_seat(seats, view, 'cards'))
            self.assertEqual(seen['captured'][:len(seats)].tolist(), self.by_seat(seats, view, 'captured'))
            self.assertEqual((number(seen['points'][:len(seats)]) - 2000).tolist(), self.by_seat(seats, view, 'points'))
            self.assertEqual((seen['round'], seen['scouts']), (view['round'], view['scouts']))
            cards = [f'{low}/{high}' for high in range(2, 11) for low in range(1, high)]
            lying = {'/'.join(sorted(card.split('/'), key=int)) for card in view['prior']}
            places = zip(cards, seen['place'][:len(cards)], strict=True)
            self.assertEqual({card for card, place in places if place == 6}, lying)
        self.spell_keep = lambda at, view, seat: 'keep'
        self.spell_flip = lambda at, view, seat: 'flip'
        self.spell_play = lambda at, view, seat: (f'play {at % 41 + 1}' if at < 41
                                                  else f'play {at % 41 + 1}-{at % 41 + at // 41 + 1}')

        def take(word):
            def spell(at, view, seat):
                card = view['prior'][-1 if at // 82 else 0].split('/')
                card = '/'.join(reversed(card) if at // 41 % 2 else card)
                return f'{word} {"right" if at // 82 else "left"} {card} at {at % 41 + 1}'
            return spell
        self.spell_scout, self.spell_double = take('scout'), take('double')
        self.walk(scout)

    def test_bridesmaid(self):
        values = layout.ACCESSORIES

        def bridesmaid(state, seat, seats, seen, view):
            mine = view['seats'][seat]
            where = {place: [value for value, it in zip(values, seen['cards'], strict=True) if it == place]
                     for place in range(5)}
            self.assertEqual(where[0], mine.get('hand', []))
            self.assertEqual(where[1], mine.get('reserve', []))
            self.assertEqual((where[2], where[4]), (mine.get('played', []), mine['displayed']))
            self.assertEqual((seen['total'][:len(seats)].astype(int) - 10).tolist(), self.by_seat(seats, view, 'total'))
            self.assertEqual(seen['hand'][:len(seats)].tolist(), self.by_seat(seats, view, 'cards'))

        def cards(word, count):
            sets = sorted(itertools.combinations(range(11), count), key=lambda those: sum(1 << it for it in those))
            return lambda at, view, seat: f'{word} ' + ' '.join(str(values[it]) for it in sets[at])
        for name, count in (('reserve', 5), ('robot', 2), ('draw', 3), ('play', 1), ('aside', 1),
                            ('display_1', 1), ('display_2', 2), ('display_3', 3)):
            setattr(self, 'spell_' + name, cards(name.partition('_')[0], count))
        self.spell_hold = lambda at, view, seat: 'hold'
        self.spell_aside_none = lambda at, view, seat: 'aside none'
        self.walk(bridesmaid)

    def test_belle(self):
        def card(byte):
            return f'G{byte}' if byte <= 60 else f'B{byte - 60}'

        def belle(state, seat, seats, seen, view):
            for line, its in enumerate(view['lines']):
                self.assertEqual([card(byte) for byte in seen['lines'][line] if byte], its['cards'])
                self.assertEqual(seen['lengths'][line], len(its['cards']) + its['behind'])
                self.assertEqual(seen['beside'][line][:len(its['regrets'])].tolist(), its['regrets'])
            self.assertEqual((number(seen['points'][:len(seats)]) - 1000).tolist(), self.by_seat(seats, view, 'points'))
            self.assertEqual(seen['regrets'][:len(seats)].tolist(), self.by_seat(seats, view, 'regrets'))
            parties = [[[card(byte) for byte in group if byte] for group in row.reshape(3, 4)]
                       for row in seen['party'][:len(seats)]]
            self.assertEqual(parties, self.by_seat(seats, view, 'party'))
            hand = int(number(seen['hand'][0]))
            self.assertEqual([f'B{i + 1}' for i in range(27) if hand >> i & 1], view['seats'][seat]['hand'])

        def play(at, view, seat):
            name, aim = f'B{at // 45 + 1}', at % 45
            its = view['cards'][name]
            if its['effect'] == 'MOVE_OWN':
                group, others = aim // 8, [it for it in range(3) if it != aim // 8]
                return f'play {name} {view["seats"][seat]["party"][group][aim // 2 % 4]} to {others[aim % 2] + 1}'
            if its['effect'] == 'STEAL_BELLE':
                return f'play {name} from {aim - 1}' if aim else f'play {name}'
            if its['effect'] == 'EJECT':
                return f'play {name} {view["seats"][aim // 9]["party"][aim // 3 % 3][aim % 3]}'
            if its['type'] == 'MIRTH':
                return f'play {name} on {aim + 1}'
            return f'play {name} on {aim % 3 + 1} of {aim // 3}' if its['type'] == 'MISCHIEF' else f'play {name}'

        def swap(at, view, seat):
            mine, theirs = at // 45 % 9, at % 45
            parties = [its['party'] for its in view['seats']]
            return (f'play B3 {parties[seat][mine // 3][mine % 3]} with '
                    f'{parties[theirs // 9][theirs // 3 % 3][theirs % 3]}')
        self.spell_none = lambda at, view, seat: 'none'
        self.spell_play, self.spell_swap = play, swap
        self.spell_invite_guest = lambda at, view, seat: f'invite {view["lines"][0]["cards"][at // 3]} to {at % 3 + 1}'
        self.spell_invite_belle = lambda at, view, seat: f'invite {view["lines"][-1]["cards"][at]}'
        self.walk(belle)

    def test_sparrows(self):
        def sparrows(state, seat, seats, seen, view):
            names = numpy.array([[f'{suit}{it}' for it in range(1, 11)] for suit in 'SPEC'])
            self.assertEqual(set(names[seen['cards'] == 2]), set(view['seats'][seat]['hand']))
            self.assertEqual(set(names[seen['cards'] == 1]), set(view['table']))
            points = number(seen['points'][:len(seats)]) - 65536
            self.assertEqual(points.tolist(), self.by_seat(seats, view, 'points'))
            self.assertEqual((number(seen['target']), number(seen['round'])), (view['target'], view['round']))
            self.assertEqual([bid for bid, it in zip(layout.BIDS, seen['bids'], strict=True) if it == 1], view['deck'])
        bonus = ('', ' +win_all', ' +win_none', ' +together')
        self.spell_pass = lambda at, view, seat: 'pass'
        self.spell_bid = lambda at, view, seat: f'bid {layout.BIDS[at // 4]}{bonus[at % 4]}'
        self.spell_partner = lambda at, view, seat: f'partner {at}'
        self.spell_late = lambda at, view, seat: f'late {layout.BIDS[at]}'
        self.spell_late_none = lambda at, view, seat: 'late none'
        self.walk(sparrows)

    def test_bannish(self):
        names = [f'{colour}{it}' for colour in 'RGBYP' for it in range(1, 7)]

        def pile(copies):
            return [name for name, count in zip(names, copies[:len(names)], strict=True) for _ in range(count)]

        def bannish(state, seat, seats, seen, view):
            self.assertEqual(pile(seen['hand']), view['seats'][seat]['hand'])
            self.assertEqual(pile(seen['gone']), view['gone'])
            taken = [pile(copies) for copies in seen['taken'][:len(seats)]]
            self.assertEqual(taken, self.by_seat(seats, view, 'taken'))
            self.assertEqual(seen['vp'][:len(seats)].tolist(), self.by_seat(seats, view, 'vp'))
            self.assertEqual(seen['stars'].tolist(), view['stars'])
            trick = [names[it - 1] for it in seen['trick'] if it]
            self.assertEqual(trick, [it['card'] for it in view['trick']['cards']])
        self.spell_play = lambda at, view, seat: f'play {names[at]}'
        self.spell_take = lambda at, view, seat: f'take {names[at]}'
        self.walk(bannish)


if __name__ == '__main__':
    unittest.main()
