"""Modern card games by their full rules, for bots and learners. The interface is described in __init__.pyi."""

import json
import os
import secrets
from collections import namedtuple
from functools import lru_cache
from operator import index
from types import MappingProxyType
from typing import Literal

import numpy

from . import _core, layout as layout
from ._core import Illegal

__version__ = _core.version
__all__ = [
    "ONLOOKER", "OPEN", "Bot", "Game", "Hint", "Illegal", "Info", "Option", "Reward", "State", "Step", "Vector",
    "bot", "bots", "games", "load", "read", "vector",
]  # fmt: skip

ONLOOKER = -1
OPEN = -3
SEED_END = 1 << 256
WORLD_END = 1 << 64

Reward = Literal["win", "points", "margin", "gains"]
Option = namedtuple("Option", "name values default help")
Info = namedtuple(
    "Info", "id title summary minutes min_players max_players max_actions max_legal observation_size options"
)
Hint = namedtuple("Hint", "action text value error sure")
Step = namedtuple("Step", "seat action text")


def _python_name(option):
    return option.replace("-", "_")


def _info(facts):
    *rest, options = facts
    return Info(*rest, tuple(Option(_python_name(name), *about) for name, *about in options))


_games = {facts[0]: _info(facts) for facts in _core.games()}
_option_names = {facts[0]: {_python_name(name): name for name, *_ in facts[-1]} for facts in _core.games()}


def games():
    """All games, in the order they are shown."""
    return tuple(_games.values())


def load(game, players=4, **options):
    """A game for this number of players; options by name, like last_turn="finish"."""
    return Game(game, players, **options)


def read(source):
    """Every game of a record, from its text or from a file."""
    if isinstance(source, str) and source.startswith("{"):
        return _core.read(State, source)
    with open(source, encoding="utf-8", newline="") as file:
        return _core.read(State, file.read())


def _seed_digits(seed):
    """A seed as hex digits: a number, digits already, or None for one that nobody can guess."""
    if seed is None:
        return secrets.token_hex(32)
    if isinstance(seed, str):
        return seed
    seed = index(seed)
    if not 0 <= seed < SEED_END:
        raise ValueError("a seed is from 0 to 2**256 - 1")
    return f"{seed:x}"


def _small(number, what):
    """An integer that fits into C's."""
    number = index(number)
    if not -(1 << 31) <= number < 1 << 31:
        raise ValueError(f"{what} is out of range: {number}")
    return number


class Game:
    """A game with its number of players and its options."""

    __slots__ = ("_options", "info", "options", "players")

    def __init__(self, game, players=4, **options):
        if not isinstance(game, str):
            raise TypeError("a game is called by its id, a str")
        if game not in _games:
            raise ValueError(f"there is no game called {game!r}: there are {', '.join(_games)}")
        set_info = object.__setattr__
        set_info(self, "info", _games[game])
        set_info(self, "players", _small(players, "players"))
        values = {name: self._value(name, options[name]) for name in sorted(options)}
        set_info(self, "options", MappingProxyType(values))
        names = _option_names[game]
        set_info(self, "_options", tuple((names.get(name, name), value) for name, value in self.options.items()))
        self.new(seed=0)  # refuses what does not fit

    @staticmethod
    def _value(name, value):
        if isinstance(value, bool) or not isinstance(value, (str, int, os.PathLike)):
            raise TypeError(f"the value of {name} must be a str or an int")
        return os.fspath(value) if isinstance(value, os.PathLike) else str(value)

    def __setattr__(self, name, value):
        raise AttributeError("a Game does not change: load another")

    def __delattr__(self, name):
        raise AttributeError("a Game does not change: load another")

    @property
    def id(self):
        return self.info.id

    @property
    def title(self):
        return self.info.title

    @property
    def max_actions(self):
        return self.info.max_actions

    @property
    def max_legal(self):
        return self.info.max_legal

    @property
    def observation_size(self):
        return self.info.observation_size

    @property
    def observation_fields(self):
        """The pieces of an observation by name, in order."""
        return MappingProxyType(layout.fields(self.id))

    def new(self, seed=None, names=None):
        """A table with the first cards dealt."""
        names = tuple(f"seat {seat}" for seat in range(min(self.players, 9))) if names is None else tuple(names)
        return State(self.id, self.players, self._options, _seed_digits(seed), names)

    def vector(self, n, *, threads=None, seed=None, reward="win", observations=True, masks=True):
        """n games of it, stepped at once."""
        return Vector(self, n, threads, seed, reward, observations, masks)

    def _parts(self):
        return self.id, self.players, frozenset(self._options)

    def __eq__(self, other):
        return self._parts() == other._parts() if isinstance(other, Game) else NotImplemented

    def __hash__(self):
        return hash(self._parts())

    def __reduce__(self):
        return _load_again, (self.id, self.players, dict(self.options))

    def __repr__(self):
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"parlor.load({self.id!r}, players={self.players}{options})"


def _load_again(game, players, options):
    return Game(game, players, **options)


@lru_cache(maxsize=256)
def _game_of(game, players, options):
    return Game(game, players, **{_python_name(name): value for name, value in options})


class State(_core.Table):
    """One game being played, with its whole history."""

    __slots__ = ()

    @property
    def game(self):
        return _game_of(*self._setup)

    def mask(self, seat=None, out=None):
        """1 for a legal action, 0 for the others."""
        if out is None:
            out = numpy.empty(_games[self._setup[0]].max_actions, numpy.uint8)
        self._write_mask(seat, out)
        return out

    def observation(self, seat=None, out=None):
        """What the seat knows, as bytes for learners."""
        if out is None:
            out = numpy.empty(_games[self._setup[0]].observation_size, numpy.uint8)
        self._write_observation(seat, out)
        return out

    def view(self, viewer):
        """The table as a viewer sees it."""
        return json.loads(self._view_json(viewer))

    def facts(self, viewer, step=None):
        """What happened in a step, or in the last choice, as facts for the viewer."""
        return json.loads(self._facts_json(viewer, step))

    def imagine(self, seat, seed=None):
        """A world that the seat may be in, for all it knows."""
        seed = secrets.randbelow(WORLD_END) if seed is None else index(seed)
        if not 0 <= seed < WORLD_END:
            raise ValueError("the seed of a world is from 0 to 2**64 - 1")
        return self._world(seat, seed)

    @property
    def steps(self):
        return [Step(*step) for step in self._steps_from(0)]

    @property
    def result(self):
        if not self.over:
            return None
        result = {"points": list(self.points), "winners": list(self.winners)}
        if self.rounds:
            result["rounds"] = [list(points) for points in self.rounds]
        return result

    def save(self, path, legal=False):
        """Writes the record of the game to a file."""
        text = self.record(legal)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def hint(self, seat=None, simulations=None, seconds=None, threads=1, most=5):
        """The best actions of a seat, judged by what it knows, the best first."""
        lines = _core.hint(self, seat, simulations, seconds, _small(threads, "threads"), _small(most, "most"))
        return [Hint(action, self.text(action, seat), *values) for action, *values in lines]

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        sealed = self._sealed
        last = self._steps_from(1 << 62) if not sealed else self.steps[-sealed:]
        return _restore, (self.record(), [(seat, action) for seat, action, _ in last])

    def __repr__(self):
        place = "over" if self.over else f"waiting for {', '.join(map(str, self.waiting))}"
        world = ", imagined" if self.imagined else ""
        return f"<{self.game.title} with {self.players} players, {place}, points {self.points}{world}>"


def _restore(record, sealed):
    [state] = read(record)
    for seat, action in sealed:
        state.apply(seat, action)
    return state


class Bot:
    """A player made of code. It is shown what its seat knows and nothing else."""

    __slots__ = ("help", "name")

    def __init__(self, name):
        if name not in _bots:
            raise ValueError(f"there is no bot called {name!r}: there are {', '.join(_bots)}")
        self.name = name
        self.help = _bots[name]

    def choose(self, state, seat=None, simulations=None, seconds=None, threads=1):
        """The id it would choose."""
        return _core.choose(state, seat, self.name, simulations, seconds, _small(threads, "threads"))

    def __eq__(self, other):
        return self.name == other.name if isinstance(other, Bot) else NotImplemented

    def __hash__(self):
        return hash(self.name)

    def __reduce__(self):
        return bot, (self.name,)

    def __repr__(self):
        return f"parlor.bot({self.name!r})"


_bots = dict(_core.bots())


def bots():
    """The bots, from weakest to strongest."""
    return tuple(map(Bot, _bots))


def bot(name):
    """A bot by its name."""
    return Bot(name)


class Vector(_core.Vector):
    """n games stepped at once, written into arrays."""

    __slots__ = ("done", "game", "mask", "observation", "reward", "seat")

    def __new__(cls, game, n, threads, seed, reward, observations, masks):
        if not isinstance(game, Game):
            raise TypeError("a Vector needs a Game: use parlor.vector()")
        if threads is None:
            threads = max(1, min(len(os.sched_getaffinity(0)), 256))
        if not isinstance(reward, str):
            raise TypeError('rewards are "win", "points", "margin" or "gains"')
        self = super().__new__(cls, game.new(seed), _small(n, "n"), _small(threads, "threads"), reward)
        self.game = game
        self.observation = self.mask = None
        self.bind(
            observation=numpy.zeros((n, game.observation_size), numpy.uint8) if observations else None,
            mask=numpy.zeros((n, game.max_actions), numpy.uint8) if masks else None,
            reward=numpy.zeros((n, game.players), numpy.float32),
            done=numpy.zeros(n, numpy.uint8),
            seat=numpy.zeros(n, numpy.int64),
        )
        self.refresh()
        return self

    def bind(self, *, observation=None, mask=None, reward=None, done=None, seat=None):
        """Puts arrays of the caller's in the place of those written so far."""
        arrays = {"observation": observation, "mask": mask, "reward": reward, "done": done, "seat": seat}
        self._bind_rows(*arrays.values())
        for name, array in arrays.items():
            if array is not None:
                setattr(self, name, array)

    def reset(self, seed=None):
        """Begins all games again."""
        self._restart(None if seed is None else _seed_digits(seed))

    def random_actions(self, out=None):
        """Any legal action for every game, each as likely as the next."""
        if out is None:
            out = numpy.empty(self.n, numpy.int64)
        self._pick_actions(out)
        return out

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.close()

    def __reduce__(self):
        raise TypeError("a Vector cannot be pickled: pickle its states")

    def __repr__(self):
        return f"<{self.n} games of {self.game!r}>"


def vector(game, n, *, players=None, threads=None, seed=None, reward="win", observations=True, masks=True, **options):
    """n games stepped at once; game by name, with players and options, or as loaded."""
    if not isinstance(game, Game):
        game = Game(game, 4 if players is None else players, **options)
    elif players is not None or options:
        raise TypeError("players and options are those of the game that was loaded")
    return game.vector(n, threads=threads, seed=seed, reward=reward, observations=observations, masks=masks)
