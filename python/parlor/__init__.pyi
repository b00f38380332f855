# parlor for Python: modern card games by their full rules.
#
#     import parlor
#     game = parlor.load("scout", players=4)
#     state = game.new(seed=42)
#     club = parlor.bot("club")
#     while not state.over:
#         state.apply(state.turn, club.choose(state))
#     print(state.points, state.winners)
#
# Seats count from 0, clockwise. An action is an id below game.max_actions, the
# same for the whole game, or its notation as in the rules. Where a seat may be
# left out it is state.turn, the seat to act. What is refused raises an
# exception that says why, and nothing has changed.

from collections.abc import Mapping, Sequence
from os import PathLike
from types import TracebackType
from typing import Any, Final, Literal, NamedTuple, Self, TypeAlias

import numpy
from numpy.typing import NDArray

from . import layout as layout

__version__: Final[str]
__all__ = [
    "ONLOOKER", "OPEN", "Bot", "Game", "Hint", "Illegal", "Info", "Option", "Reward", "State", "Step", "Vector",
    "bot", "bots", "games", "load", "read", "vector",
]  # fmt: skip

ONLOOKER: Final = -1  # as a viewer: somebody without a seat
OPEN: Final = -3  # as a viewer: sees everything

Reward: TypeAlias = Literal["win", "points", "margin", "gains"]  # see Vector

# An action that is not legal now; the text says why. A ValueError.
class Illegal(ValueError): ...

# A rule variant that a game can be loaded with. Names are spelled for Python: last_turn, not last-turn.
class Option(NamedTuple):
    name: str
    values: str  # the words, split by |, or the range, or what it looks like
    default: str
    help: str

# What is known of a game before it is set up.
class Info(NamedTuple):
    id: str
    title: str
    summary: str
    minutes: int  # of a game among people
    min_players: int
    max_players: int
    max_actions: int  # ids are 0 .. max_actions-1
    max_legal: int  # the most legal actions at once
    observation_size: int  # bytes of an observation
    options: tuple[Option, ...]

# One line of a hint, the best first.
class Hint(NamedTuple):
    action: int
    text: str
    value: float  # share of a win to be expected, 0 to 1
    error: float  # standard error of the value
    sure: float  # probability that no other action is better, 0 to 1

# A choice that was made, or with None as seat and action something that was dealt.
class Step(NamedTuple):
    seat: int | None
    action: int | None
    text: str  # the notation, or the line of the record

# All games, in the order they are shown.
def games() -> tuple[Info, ...]: ...

# A game for this number of players. Options by name: parlor.load("belle", last_turn="finish").
# ValueError if there is no such game, option or value, or it is not for that number of players.
def load(game: str, players: int = 4, **options: str | int | PathLike[str]) -> Game: ...

# Every game of a record, from its text or from a file. ValueError with line and reason.
def read(source: str | PathLike[str]) -> list[State]: ...

# The bots from weakest to strongest, and one by its name; ValueError if there is none.
def bots() -> tuple[Bot, ...]: ...
def bot(name: str) -> Bot: ...

# n games stepped at once: see Vector.
def vector(
    game: str | Game,
    n: int,
    *,
    players: int | None = None,  # 4 unless said; this and the options only where game is a name
    threads: int | None = None,  # None: as many as this process may use
    seed: int | str | None = None,
    reward: Reward = "win",
    observations: bool = True,  # False: none are written, which is faster
    masks: bool = True,
    **options: str | int | PathLike[str],
) -> Vector: ...

# A game with its number of players and its options. Does not change; equal if all of that is.
class Game:
    def __init__(self, game: str, players: int = 4, **options: str | int | PathLike[str]) -> None: ...
    @property
    def info(self) -> Info: ...
    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def options(self) -> Mapping[str, str]: ...  # those that were set
    @property
    def max_actions(self) -> int: ...
    @property
    def max_legal(self) -> int: ...
    @property
    def observation_size(self) -> int: ...
    # The pieces of an observation by name, in order: game.observation_fields["cards"].of(observation), or
    # observation[..., field.index]. More of them in parlor.layout.
    @property
    def observation_fields(self) -> Mapping[str, layout.Field]: ...
    # A table with the first cards dealt. seed: 0 <= seed < 2**256, or 1 to 64 hex digits as the program takes them;
    # None: one that nobody can guess. The same seed and choices give the same game, here and in the program.
    def new(self, seed: int | str | None = None, names: Sequence[str] | None = None) -> State: ...
    # n games of it, stepped at once.
    def vector(
        self,
        n: int,
        *,
        threads: int | None = None,
        seed: int | str | None = None,
        reward: Reward = "win",
        observations: bool = True,
        masks: bool = True,
    ) -> Vector: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

# One game being played, with its whole history. Deals happen automatically.
# Equal states are the same position of the same game, however it came about; the hash goes with it, so do not
# change a state while it is a key. Pickles through its record.
class State:
    @property
    def game(self) -> Game: ...
    @property
    def players(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def names(self) -> tuple[str, ...]: ...

    # ---- whose turn ----
    @property
    def waiting(self) -> tuple[int, ...]: ...  # the seats that owe a choice, ascending; several choose at the same time
    @property
    def turn(self) -> int | None: ...  # the lowest of them; None once the game is over
    @property
    def over(self) -> bool: ...

    # ---- actions ----
    def legal(self, seat: int | None = None) -> list[int]: ...  # ascending; empty for a seat that owes no choice
    # 1 for a legal action, 0 for the others, max_actions bytes; into out if given.
    def mask(self, seat: int | None = None, out: NDArray[numpy.uint8] | None = None) -> NDArray[numpy.uint8]: ...
    def apply(self, seat: int, action: int | str) -> None: ...  # Illegal if not legal; choices made at once are sealed
    def text(self, action: int, seat: int | None = None) -> str: ...  # the notation of a legal action
    def parse(self, text: str, seat: int | None = None) -> int: ...  # Illegal where it names no action
    def objection(self, action: int, seat: int | None = None) -> str | None: ...  # why it is not legal, or None
    def refusal(self, action: int, seat: int | None = None) -> str | None: ...  # the same as a key, like "not_stronger"
    def undo(self) -> bool: ...  # undoes the last choice, and what was dealt after it; False if there is none

    # ---- what a viewer knows: a seat, ONLOOKER or OPEN ----
    def view(self, viewer: int) -> dict[str, Any]: ...
    def observation(self, seat: int | None = None, out: NDArray[numpy.uint8] | None = None) -> NDArray[numpy.uint8]: ...
    def told(self, viewer: int, step: int | None = None) -> str: ...  # a step, or the last choice, in words
    # The same as facts: each a "verb" of the game's and its fields, less what the viewer may not know.
    def facts(self, viewer: int, step: int | None = None) -> list[dict[str, Any]]: ...
    def key(self, viewer: int) -> bytes: ...  # equal exactly where the viewer sees the same
    # A world that the seat may be in, for all it knows, to play on from: hidden cards, sealed choices and all
    # deals to come are drawn by the seed, 0 <= seed < 2**64. It has no record, and its history begins there.
    def imagine(self, seat: int, seed: int | None = None) -> State: ...
    @property
    def imagined(self) -> bool: ...  # a world made by imagine() or Vector.state()

    # ---- outcome ----
    @property
    def points(self) -> tuple[float, ...]: ...  # by seat, as they stand
    @property
    def winners(self) -> tuple[int, ...]: ...  # empty before the end
    @property
    def rounds(self) -> list[tuple[float, ...]]: ...  # points of each round scored so far; an imagined world has none
    @property
    def result(self) -> dict[str, Any] | None: ...  # as in the record; None before the end
    def reward(self, kind: Reward = "win") -> tuple[float, ...]: ...  # by seat, as in Vector; all 0 before the end

    # ---- history ----
    @property
    def steps(self) -> list[Step]: ...
    def copy(self) -> State: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> State: ...
    def record(self, legal: bool = False) -> str: ...  # legal: every choice with the actions that were legal
    def save(self, path: str | PathLike[str], legal: bool = False) -> None: ...

    # The best actions of a seat, judged by what it knows. simulations: how much to think, None: as much as the master;
    # seconds: no longer than that.
    def hint(
        self,
        seat: int | None = None,
        simulations: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        most: int = 5,
    ) -> list[Hint]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

# A player made of code. It is shown what its seat knows and nothing else.
class Bot:
    def __init__(self, name: str) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def help(self) -> str: ...
    # The id it would choose. simulations: None for those of its level; seconds: no longer than that, and unless
    # simulations are given as long as that. Other threads run while it thinks. Asked again in the same position it
    # answers the same, unless seconds cut it short.
    def choose(
        self,
        state: State,
        seat: int | None = None,
        simulations: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
    ) -> int: ...

# n games stepped at once, in C and on several threads. Each asks one seat at a time; it asks for simultaneous choices
# one after the other and keeps them sealed. A game that ends starts again in the same step:
# done is then 1, reward is that of the old game, and the observation is already that of the new one.
# The same seed gives the same games with any number of threads.
#
# Rewards are paid in the step that ends a game, to all seats, and are 0 in all others, except for gains:
#   "win"     1 divided among the winners, 0 for everybody else
#   "points"  the final points
#   "margin"  the final points less the mean of all seats: sums to 0
#   "gains"   the points gained in each step, as rounds are scored: they add up to the final points
#
# The arrays are written in place by reset, step and refresh; bind() puts other ones in their place.
# A mask must not be written to by others: where few actions are legal only what has changed is written.
class Vector:
    observation: NDArray[numpy.uint8] | None  # [n, observation_size]: what the seat to act knows
    mask: NDArray[numpy.uint8] | None  # [n, max_actions]: 1 legal, 0 not
    reward: NDArray[numpy.float32]  # [n, players]
    done: NDArray[numpy.uint8]  # [n]: 1 where a game has just ended
    seat: NDArray[numpy.int64]  # [n]: the seat to act

    game: Game
    def __new__(
        cls,
        game: Game,
        n: int,
        threads: int | None,
        seed: int | str | None,
        reward: Reward,
        observations: bool,
        masks: bool,
    ) -> Self: ...
    @property
    def n(self) -> int: ...
    @property
    def threads(self) -> int: ...
    @property
    def finished(self) -> int: ...  # games that have ended since the last reset
    def __len__(self) -> int: ...

    # Puts arrays of the caller's in the place of those above, for the next call that writes: C-contiguous,
    # writeable, of the same shape and type (done may be bool), none overlapping another. ValueError, TypeError or
    # BufferError if one does not fit, and none is replaced then.
    def bind(
        self,
        *,
        observation: NDArray[numpy.uint8] | None = None,
        mask: NDArray[numpy.uint8] | None = None,
        reward: NDArray[numpy.float32] | None = None,
        done: NDArray[Any] | None = None,
        seat: NDArray[numpy.int64] | None = None,
    ) -> None: ...
    def reset(self, seed: int | str | None = None) -> None: ...  # begins all games again; None: with the same seed
    def refresh(self) -> None: ...  # writes observation, mask and seat as they stand; reward and done become 0
    # One action for every game: any integer type, contiguous. Illegal, naming the game, if one is not legal.
    def step(self, actions: NDArray[Any], /) -> None: ...
    # Any legal action for every game, each as likely as the next; into out if given.
    def random_actions(self, out: NDArray[Any] | None = None) -> NDArray[Any]: ...
    def state(self, index: int, /) -> State: ...  # a copy of one game, to look at or play on: see State.imagined
    def close(self) -> None: ...  # ends the threads; also done by `with` and when it is no longer used
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None: ...
