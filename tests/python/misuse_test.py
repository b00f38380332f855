"""Any call with any arguments in any order: an exception at worst, and afterwards everything is as sound as before."""
import os
import pickle
import unittest

import numpy
from hypothesis import HealthCheck, given, settings, strategies as st

import parlor

EXAMPLES = int(os.environ.get('PARLOR_EXAMPLES', '150'))
REFUSALS = (ValueError, TypeError, IndexError, BufferError, OverflowError, AttributeError, OSError, MemoryError)
fuzz = settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None,
                suppress_health_check=list(HealthCheck))

integers = st.one_of(st.integers(-6, 12), st.integers(),
                     st.sampled_from([1 << 31, 1 << 63, -(1 << 63), 1 << 64, 65535]),
                     st.integers(0, 2500).map(numpy.int64))
texts = st.one_of(st.text(max_size=12),
                  st.sampled_from(['keep', 'flip', 'play 1', 'scout 1', 'pass', 'win', '\ud800', 'a\0b',
                                   '{"parlor":1', 'x' * 5000]))
shapes = st.one_of(st.integers(0, 40), st.tuples(st.integers(0, 9), st.sampled_from([0, 1, 4, 113, 152])),
                   st.sampled_from([(8, 113), (8, 152), (8, 4), 8, 152, 113, (), (8, 113, 1)]))
kinds = st.sampled_from(['u1', 'i1', '?', 'u2', 'i4', 'i8', 'u8', 'f4', 'f8', '>i4', '>f4', 'i4,f4', 'O', 'c16', 'S3',
                         'M8[s]'])


class Odd:
    """Says yes to everything and means nothing."""

    def __index__(self):
        raise RuntimeError('no')

    def __len__(self):
        return -1  # noqa: PLE0303 - that is odd

    def __getattr__(self, name):
        raise KeyError(name)


@st.composite
def arrays(draw):
    array = numpy.zeros(draw(shapes), draw(kinds))
    how = draw(st.integers(0, 6))
    if how == 1 and array.ndim:
        array = array[::-1]
    if how == 2:
        array = array.T
    if how == 3:
        array.flags.writeable = False
    if how == 4 and array.ndim:
        array = numpy.zeros(array.size * 2 + 2, array.dtype)[1:1 + array.size].reshape(array.shape)
    if how == 5 and array.dtype == 'u1':
        array = bytearray(array.tobytes())
    return array


things = st.one_of(st.none(), integers, texts, st.floats(), st.booleans(), st.binary(max_size=20), arrays(),
                   st.builds(Odd), st.lists(st.integers(), max_size=3), st.just(parlor.State), st.just(parlor.OPEN))


def call(function, *arguments, **more):
    """The answer, or None if it was refused. Odd's own errors may pass through."""
    try:
        return function(*arguments, **more)
    except REFUSALS + (RuntimeError, KeyError) as error:
        assert not isinstance(error, SystemError), error
        return None


STATE_CALLS = {
    'legal': 1, 'mask': 2, 'apply': 2, 'text': 2, 'parse': 2, 'objection': 2, 'refusal': 2, 'undo': 0, 'view': 1,
    'observation': 2, 'told': 2, 'key': 1, 'imagine': 2, 'reward': 1, 'copy': 0, 'record': 1, '_write_mask': 2,
    '_write_observation': 2, '_view_json': 1, '_world': 2, '_steps_from': 1, '__eq__': 1, '__deepcopy__': 1,
}
STATE_FACTS = 'game players seed names waiting turn over points winners rounds result steps imagined'.split()
VECTOR_CALLS = {'step': 1, 'random_actions': 1, 'reset': 1, 'refresh': 0, 'state': 1, '_bind_rows': 5, '_restart': 1,
                '_pick_actions': 1}
ROW_NAMES = 'observation mask reward done seat'.split()


class Misuse(unittest.TestCase):
    def assert_sound(self, state):
        if not state.imagined:
            [again] = parlor.read(state.record()) if not state._sealed else [pickle.loads(pickle.dumps(state))]
            self.assertEqual(again, state)
        while not state.over:
            seat = state.waiting[-1]
            state.apply(seat, state.legal(seat)[0])
        self.assertTrue(state.winners)

    @fuzz
    @given(st.sampled_from(parlor.games()), st.lists(st.tuples(
        st.sampled_from(sorted(STATE_CALLS)), st.lists(things, min_size=2, max_size=2), st.booleans()), max_size=12))
    def test_states(self, info, calls):
        state = parlor.load(info.id, 3).new(1)
        for name, arguments, goes_on in calls:
            if name == 'imagine' and arguments[1] is None:
                arguments[1] = 1
            answer = call(getattr(state, name), *arguments[:STATE_CALLS[name]])
            for fact in STATE_FACTS:
                getattr(state, fact)
            hash(state), repr(state)
            if goes_on and isinstance(answer, parlor.State):
                state = answer
            elif goes_on and not state.over:
                state.apply(state.turn, state.legal()[-1])
        if info.id != 'sparrows':  # the first legal action is to pass there, for ever
            self.assert_sound(state.copy())

    @fuzz
    @given(st.lists(st.tuples(st.sampled_from(sorted(VECTOR_CALLS)), st.lists(things, min_size=5, max_size=5),
                              st.booleans()), max_size=8), st.integers(1, 3), st.dictionaries(
                                  st.sampled_from(ROW_NAMES), things, max_size=5))
    def test_vectors(self, calls, threads, rows):
        vector = parlor.vector('sparrows', 8, seed=1, threads=threads)
        for name, arguments, goes_on in calls:
            call(getattr(vector, name), *arguments[:VECTOR_CALLS[name]])
            call(vector.bind, **rows)
            if goes_on:
                vector.step(vector.random_actions())
            repr(vector)
        state = vector.state(7)
        vector.close()
        self.assertEqual(state.players, 4)

    @fuzz
    @given(things, things, st.dictionaries(st.sampled_from(['target', 'upgrades', 'deck', 'x']), things, max_size=2),
           things, things)
    def test_opening(self, name, players, options, seed, names):
        for game in (name, 'sparrows'):
            loaded = call(parlor.load, game, players, **options)
            if loaded:
                call(loaded.new, seed, names)
        few = players if isinstance(players, int) and players < 99 else 3
        call(parlor.vector, 'bannish', few, threads=1, reward=name, seed=seed)
        call(parlor.State, name, players, options, seed, names)
        call(parlor.State, 'scout', 3, ((name, players),), seed, names)
        call(parlor.bot, name)
        if not isinstance(name, (int, numpy.integer)):  # a number would be a file that is open already
            call(parlor.read, name)

    @fuzz
    @given(things, things, things, things, things)
    def test_thinking(self, state, seat, simulations, seconds, threads):
        real = parlor.load('bannish', 3).new(1)
        small = 20 if isinstance(simulations, (int, numpy.integer)) and simulations > 20 else simulations
        short = 0.001 if isinstance(seconds, (int, float)) and seconds > 0 else seconds
        few = 2 if isinstance(threads, (int, numpy.integer)) and 2 < threads < 65 else threads
        for asked in (state, real):
            call(parlor.bot('club').choose, asked, seat, small, short, few)
        call(real.hint, seat, small, short, few, threads)
        self.assertEqual(real, parlor.load('bannish', 3).new(1))

    @fuzz
    @given(st.binary(max_size=60), st.integers(0, 5000), st.integers(0, 40))
    def test_records_that_were_damaged(self, noise, at, gone):
        state = parlor.load('belle', 2).new(1)
        for _ in range(10):
            state.apply(state.turn, state.legal()[0])
        text = state.record(legal=True)
        at %= len(text)
        damaged = text[:at] + noise.decode('latin-1') + text[at + gone:]
        for other in call(parlor.read, damaged) or []:
            self.assertEqual(parlor.read(other.record()), [other])


if __name__ == '__main__':
    unittest.main()
