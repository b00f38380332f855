"""parlor.Game and parlor.State: every game through the whole interface."""
import copy
import json
import os
import pickle
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy

import parlor

RECORDS = Path(__file__).resolve().parent.parent / 'records'


def every_game():
    for info in parlor.games():
        for players in range(info.min_players, info.max_players + 1):
            yield parlor.load(info.id, players)


def some_choice(state, dice):
    """Any seat that owes a choice, and any of its legal actions."""
    seat = dice.choice(state.waiting)
    return seat, dice.choice(state.legal(seat))


def played(game, seed, steps=None):
    """A game of random choices, or the first few of them."""
    dice, state = random.Random(seed), game.new(seed)
    while not state.over and steps != 0:
        state.apply(*some_choice(state, dice))
        steps = steps and steps - 1
    return state


class Games(unittest.TestCase):
    def test_facts_are_those_of_the_program(self):
        listed = subprocess.run([os.environ['PARLOR'], 'games', '--json'], capture_output=True, text=True, check=True)
        for line, info in zip(map(json.loads, listed.stdout.splitlines()), parlor.games(), strict=True):
            for name in ('id', 'title', 'summary', 'minutes', 'min_players', 'max_players', 'max_actions',
                         'observation_size'):
                self.assertEqual(getattr(info, name), line[name])
            self.assertEqual([option.name for option in info.options],
                             [option['name'].replace('-', '_') for option in line['options']])

    def test_options_are_set_by_keyword(self):
        game = parlor.load('belle', players=3, last_turn='finish', parties='empty')
        self.assertEqual(game.options, {'last_turn': 'finish', 'parties': 'empty'})
        self.assertIn('"options":{"last-turn":"finish","parties":"empty"}', game.new(1).record())
        self.assertEqual(parlor.load('sparrows', target=77).options, {'target': '77'})

    def test_refuses_what_does_not_fit(self):
        for error, arguments, options, reason in (
                (ValueError, ('chess',), {}, 'there is no game called'),
                (ValueError, ('scout', 6), {}, 'SCOUT is for 2 to 5 players, not 6'),
                (ValueError, ('bannish', 2), {}, 'BANNISH is for 3 to 5 players, not 2'),
                (ValueError, ('scout', 10**30), {}, 'out of range'),
                (ValueError, ('scout',), {'speed': 'fast'}, 'SCOUT has no option called speed'),
                (ValueError, ('belle',), {'parties': 'wild'}, 'must be one of dealt, empty'),
                (ValueError, ('belle',), {'deck': '/nowhere'}, '/nowhere'),
                (ValueError, ('sparrows',), {'target': 0}, 'must be a number from 1 to 999999'),
                (ValueError, ('sparrows',), {'target': 'x\0y'}, 'NUL'),
                (TypeError, ('sparrows',), {'target': 1.5}, 'must be a str or an int'),
                (TypeError, (7,), {}, 'by its id'),
                (TypeError, ('scout', '4'), {}, 'integer')):
            with self.assertRaisesRegex(error, reason):
                parlor.load(*arguments, **options)

    def test_is_a_value(self):
        game = parlor.load('belle', parties='empty')
        self.assertEqual(game, parlor.load('belle', 4, parties='empty'))
        self.assertNotEqual(game, parlor.load('belle'))
        self.assertEqual({game: 1}[pickle.loads(pickle.dumps(game))], 1)
        self.assertEqual(repr(game), "parlor.load('belle', players=4, parties='empty')")
        self.assertEqual(eval(repr(game)), game)
        with self.assertRaises(AttributeError):
            game.players = 5


class Play(unittest.TestCase):
    def test_all_games_by_all_means(self):
        for number, game in enumerate(every_game()):
            with self.subTest(game=game):
                dice, state, reached = random.Random(number), game.new(number), 0
                while not state.over and reached < 60:
                    self.step(state, dice)
                    reached += 1
                self.assertEqual(sum(step.seat is not None for step in state.steps), reached)

    def step(self, state, dice):
        seat, action = some_choice(state, dice)
        text = state.text(action, seat)
        self.assertEqual(state.parse(text, seat), action)
        self.assertIsNone(state.objection(action, seat))
        self.assertEqual(numpy.flatnonzero(state.mask(seat)).tolist(), state.legal(seat))
        before, other = state.copy(), copy.deepcopy(state)
        state.apply(seat, action)
        other.apply(seat=seat, action=text)
        self.assertEqual((state, hash(state)), (other, hash(other)))
        self.assertNotEqual(state, before)
        self.assertTrue(other.undo())
        self.assertEqual(other, before)
        again = pickle.loads(pickle.dumps(state))
        self.assertEqual(again, state)
        self.assertEqual((again.waiting, again.seed, again.names), (state.waiting, state.seed, state.names))

    def test_same_seed_same_game_as_in_the_program(self):
        made = subprocess.run([os.environ['PARLOR'], 'sim', 'bannish', '--players', '3', '--games', '1', '--seed', '2a',
                               '--bots', 'novice,random,novice', '--records', '-', '--quiet'],
                              capture_output=True, text=True, check=True)
        [state] = parlor.read(made.stdout)
        mine = parlor.load('bannish', 3).new(state.seed, state.names)
        for step in state.steps:
            if step.seat is not None:
                bot = parlor.bot('random' if step.seat == 1 else 'novice')
                self.assertEqual(bot.choose(mine, step.seat), step.action)
                mine.apply(step.seat, step.action)
        self.assertEqual(mine.record(), state.record())

    def test_refuses_with_the_reason(self):
        state = parlor.load('scout').new(1)
        for call, error, reason in (
                (lambda: state.apply(0, 'play 1'), parlor.Illegal, 'first keep or flip your hand'),
                (lambda: state.apply(0, 'jump'), parlor.Illegal, 'column 1'),
                (lambda: state.apply(0, 10**40), parlor.Illegal, 'no such action'),
                (lambda: state.apply(0, -1), parlor.Illegal, 'no such action'),
                (lambda: state.apply(4, 0), IndexError, 'seat 4 is not at this table'),
                (lambda: state.apply(-1, 0), IndexError, 'seat -1 is not at this table'),
                (lambda: state.apply(10**40, 0), IndexError, 'no such seat'),
                (lambda: state.apply(0, 1.0), TypeError, 'float'),
                (lambda: state.apply('0', 0), TypeError, 'str'),
                (lambda: state.text(700), parlor.Illegal, 'first keep or flip'),
                (lambda: state.view(7), IndexError, 'seat'),
                (lambda: state.told(0, 99), IndexError, 'there are 1 steps'),
                (lambda: state.reward('fame'), ValueError, 'rewards are'),
                (lambda: state.imagine(0, -1), ValueError, '2\\*\\*64'),
                (lambda: state.imagine(9, 1), IndexError, 'seat'),
                (lambda: state.observation(0, numpy.empty(3, numpy.uint8)), ValueError, '224'),
                (lambda: state.mask(0, numpy.empty(740, numpy.float32)), ValueError, 'uint8'),
                (lambda: state.mask(0, bytes(740)), BufferError, ''),
                (lambda: state.mask(0, numpy.empty(1480, numpy.uint8)[::2]), ValueError, 'contiguous'),
                (lambda: parlor.load('scout').new(seed=1 << 256), ValueError, '2\\*\\*256'),
                (lambda: parlor.load('scout').new(seed='xyz'), ValueError, 'hex'),
                (lambda: parlor.load('scout').new(names=['a']), ValueError, 'one name for each'),
                (lambda: parlor.load('scout').new(names=['a'] * 3 + ['b' * 99]), ValueError, '64 bytes'),
                (parlor.State, TypeError, ''),
                (lambda: object.__new__(parlor.State), TypeError, ''),
                (lambda: parlor.read('{"parlor":1}\n'), ValueError, 'line 1'),
                (lambda: parlor.read('/no/such/file'), OSError, 'No such file')):
            before = state.copy()
            with self.assertRaisesRegex(error, reason):
                call()
            self.assertEqual(state, before)

    def test_over_means_over(self):
        state = played(parlor.load('bannish', 3), 1)
        self.assertEqual((state.waiting, state.turn, state.legal(), state.legal(0)), ((), None, [], []))
        self.assertEqual(int(state.mask().sum()), 0)
        self.assertEqual(state.result['points'], list(state.points))
        self.assertEqual(sum(state.reward()), 1.0)
        self.assertAlmostEqual(sum(state.reward('margin')), 0, places=4)
        self.assertEqual(state.reward('points'), state.points)
        self.assertTrue(state.imagine(0, 1).over)
        with self.assertRaisesRegex(parlor.Illegal, 'the game is over'):
            state.apply(0, 0)
        with self.assertRaisesRegex(ValueError, 'say which seat'):
            state.observation()
        self.assertEqual(state.observation(0).shape, (257,))


class Knowledge(unittest.TestCase):
    def test_imagined_worlds_look_the_same_to_their_seat(self):
        for game in every_game():
            state = played(game, 5, 11)
            for seat in range(game.players):
                world = state.imagine(seat, seed=seat)
                self.assertEqual(world, state.imagine(seat, seed=seat))
                self.assertTrue(world.imagined and not state.imagined)
                self.assertEqual((world.view(seat), world.key(seat)), (state.view(seat), state.key(seat)))
                self.assertTrue((world.observation(seat) == state.observation(seat)).all())
                while not world.over:
                    world.apply(*some_choice(world, random.Random(1)))
                self.assertEqual(len(world.winners) > 0, True)
                self.assertIn('points', world.result)

    def test_worlds_differ_where_something_is_hidden(self):
        state = parlor.load('scout').new(1)
        self.assertGreater(len({state.imagine(0, seed).key(parlor.OPEN) for seed in range(20)}), 15)
        self.assertNotEqual(state.imagine(0).key(parlor.OPEN), state.imagine(0).key(parlor.OPEN))

    def test_imagined_worlds_have_no_record(self):
        world = parlor.load('scout').new(1).imagine(0)
        for call in (world.record, lambda: pickle.dumps(world)):
            with self.assertRaisesRegex(ValueError, 'no record'):
                call()
        self.assertEqual((world.rounds, world.steps, world.undo()), ([], [], False))
        self.assertEqual(copy.copy(world), world)

    def test_viewers_see_what_they_may(self):
        state = parlor.load('scout', 3).new(1)
        self.assertIn('hand', state.view(0)['seats'][0])
        self.assertNotIn('hand', state.view(0)['seats'][1])
        self.assertNotIn('hand', state.view(parlor.ONLOOKER)['seats'][0])
        self.assertIn('hand', state.view(parlor.OPEN)['seats'][2])

    def test_sealed_choices_are_told_when_all_are_in(self):
        state = parlor.load('bridesmaid', 3).new(1, names=['Ann', 'Ben', 'Cleo'])
        state.apply(2, state.legal(2)[0])
        self.assertEqual((state.waiting, state.told(0)), ((0, 1), ''))
        again = pickle.loads(pickle.dumps(state))
        self.assertEqual((again.waiting, again), ((0, 1), state))
        state.apply(1, state.legal(1)[0])
        state.apply(0, state.legal(0)[0])
        self.assertEqual(state.told(0), 'Cleo puts five cards in the Reserve.\n')
        self.assertEqual(state.told(0, step=len(state.steps) - 3),
                         'Ann puts five cards in the Reserve: -5 -3 -2 0 1.\n')

    def test_what_happened_is_told_as_facts(self):
        state = parlor.load('bridesmaid', 3).new(1)
        self.assertEqual(state.facts(0), [])
        state.apply(2, state.legal(2)[0])
        self.assertEqual(state.facts(2), [])  # sealed
        state.apply(1, state.legal(1)[0])
        state.apply(0, state.legal(0)[0])
        first = len(state.steps) - 3
        own = {'verb': 'reserves', 'who': 0, 'count': 5, 'cards': ['-5', '-3', '-2', '0', '1']}
        self.assertEqual(state.facts(0, first), [own])
        self.assertEqual(state.facts(parlor.OPEN, step=first), [own])
        del own['cards']
        self.assertEqual(state.facts(1, first), [own])
        self.assertEqual(state.facts(parlor.ONLOOKER, first), [own])
        with self.assertRaisesRegex(IndexError, 'there are 3 steps'):
            state.facts(0, 3)


class Records(unittest.TestCase):
    def test_records_come_back_byte_by_byte(self):
        for path in sorted(RECORDS.glob('*.jsonl')):
            states = parlor.read(path)
            text = path.read_text(encoding='utf-8')
            self.assertEqual(''.join(state.record('"legal"' in text) for state in states), text)

    def test_saved_and_read_again(self):
        state = played(parlor.load('belle', 2, last_turn='finish'), 3, 20)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / 'game.jsonl'
            state.save(path, legal=True)
            [again] = parlor.read(path)
        self.assertEqual((again, again.game, again.seed, again.names), (state, state.game, state.seed, state.names))
        self.assertEqual([step.text for step in again.steps], [step.text for step in state.steps])
        self.assertEqual(parlor.read(state.record() * 3), [state] * 3)

    def test_pleasant_to_look_at(self):
        self.assertEqual(repr(parlor.load('scout', 3).new(1)),
                         '<SCOUT with 3 players, waiting for 0, 1, 2, points (0.0, 0.0, 0.0)>')


if __name__ == '__main__':
    unittest.main()
