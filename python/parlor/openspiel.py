"""Every game for OpenSpiel.

    import parlor.openspiel, pyspiel
    parlor.openspiel.register()
    game = pyspiel.load_game("parlor_scout(players=4)")

The names are parlor_scout, parlor_bridesmaid and so on; players and the options
of the game are parameters, and what a parameter leaves out has its default.
Seats that choose at the same time are asked one after the other; what the first
has chosen is sealed, and no information state of the others shows it. Returns
are the share of the win less an even share, so they sum to zero. An observation
string is the player's view; an information state string is a short name for what
the player sees and has seen at all its choices, the same in any two states that it
cannot tell apart.

Chance moves once, at the beginning: that one outcome decides all deals, also
those of later rounds, which nobody can tell from deals drawn when they are due.
Without `worlds` it is sampled (a chance node with one outcome, drawn from
`rng_seed`): there are far too many deals to list them. With `worlds=N` the game
is cut down to one whose tree is finite and explicit: N equally likely worlds,
which begin where the novice has made the first `skip` choices of the deal
`rng_seed`. Each of them follows from the one before by imagining all that one seat,
in turn, does not know, so that neighbours look alike to that seat and every
seat has something to guess.

resample_from_infostate() makes IS-MCTS work; it goes through State.imagine().
"""
from __future__ import annotations

import hashlib
import json
import random
from typing import Any

import numpy
import pyspiel

import parlor

__all__ = ["register"]

_LONGEST = 100_000  # choices in a game; those of five random players have some hundred
_CHOSEN_BY = parlor.bot("novice")


class World:
    """A table with what each seat remembers, which can be copied and pickled at any moment.

    `memory` is a digest of everything a seat has seen at its own choices and what it chose:
    with what it sees now this is an information state with perfect recall.
    """

    def __init__(self, game: parlor.Game, seed: int) -> None:
        self.table = game.new(seed)
        self.memory = [b""] * game.players
        self._story: tuple[Any, ...] = (None, (game, seed))  # what came before, and the last that happened

    def choose(self, action: int) -> None:
        seat = self.table.turn
        seen = hashlib.blake2b(self.memory[seat], digest_size=16)
        seen.update(self.table.key(seat))
        seen.update(int(action).to_bytes(2, "little"))
        self.table.apply(seat, int(action))
        self.memory[seat] = seen.digest()
        self._story = self._story, ("choose", int(action))

    def imagine(self, seat: int, seed: int) -> None:
        """Becomes a world that the seat may be in."""
        self.table = self.table.imagine(seat, seed)
        self._story = self._story, ("imagine", seat, seed)

    def information(self, seat: int) -> str:
        """A name for everything the seat knows and remembers."""
        return hashlib.blake2b(self.table.key(seat), key=self.memory[seat], digest_size=16).hexdigest()

    def copy(self) -> World:
        other = World.__new__(World)
        other.table, other.memory, other._story = self.table.copy(), self.memory[:], self._story
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> World:
        return self.copy()

    def __reduce__(self):
        story, before = [], self._story
        while before:
            before, event = before
            story.append(event)
        return _retell, (story[::-1],)


def _retell(story: list[tuple[Any, ...]]) -> World:
    world = World(*story[0])
    for what, *how in story[1:]:
        getattr(world, what)(*how)
    return world


def _worlds(game: parlor.Game, count: int, skip: int, seed: int) -> list[World]:
    """The worlds of the cut-down game."""
    dice = random.Random(seed)
    world = World(game, dice.getrandbits(256))
    for _ in range(skip):
        if world.table.over:
            raise ValueError(f"the game is over before {skip} choices are made")
        world.choose(_CHOSEN_BY.choose(world.table))
    worlds = []
    for number in range(count):
        world = world.copy()
        world.imagine(number % game.players, dice.getrandbits(64))
        worlds.append(world)
    return worlds


def _parameters(info: parlor.Info) -> dict[str, Any]:
    own = {option.name: int(option.default) if option.default.isdigit() else "" for option in info.options}
    return {"players": max(info.min_players, min(4, info.max_players)), "rng_seed": -1, "worlds": 0, "skip": 0, **own}


def _type(info: parlor.Info, explicit: bool) -> pyspiel.GameType:
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=f"parlor_{info.id}",
        long_name=info.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if explicit else modes.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=info.max_players,
        min_num_players=info.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(info),
    )


class Game(pyspiel.Game):
    """One of parlor's games, as OpenSpiel has them."""

    info: parlor.Info  # of the class that register() makes for each game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        info, params = self.info, params or {}
        given = {**_parameters(info), **params}
        players, seed = given.pop("players"), given.pop("rng_seed")
        count, skip = given.pop("worlds"), given.pop("skip")
        if count < 0 or skip < 0 or (skip and not count):
            raise ValueError("worlds and skip are 0 or more, and skip needs worlds")
        self.game = parlor.load(info.id, players, **{name: value for name, value in given.items() if value != ""})
        self.worlds = _worlds(self.game, count, skip, max(seed, 0)) if count else []
        self.dice = random.Random(seed if seed >= 0 else None)
        even = 1 / players
        super().__init__(
            _type(info, bool(count)),
            pyspiel.GameInfo(
                num_distinct_actions=info.max_actions, max_chance_outcomes=max(count, 1), num_players=players,
                min_utility=-even, max_utility=1 - even, utility_sum=0.0, max_game_length=_LONGEST),
            params)

    def new_initial_state(self) -> State:
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        return 1

    def __reduce__(self):
        return _load, (str(self),)

    def make_py_observer(self, iig_obs_type=None, params=None) -> Observer:
        if params:
            raise ValueError(f"an observer takes no parameters, but was given {params}")
        return Observer(self.game, bool(iig_obs_type and iig_obs_type.perfect_recall))


class State(pyspiel.State):
    """A position. Before chance has moved there is no world."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.world: World | None = None

    def current_player(self) -> int:
        if self.world is None:
            return pyspiel.PlayerId.CHANCE
        seat = self.world.table.turn
        return pyspiel.PlayerId.TERMINAL if seat is None else seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        count = len(self.get_game().worlds) or 1
        return [(number, 1 / count) for number in range(count)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.world.table.legal(player)

    def _apply_action(self, action: int) -> None:
        if self.world is not None:
            self.world.choose(action)
            return
        game = self.get_game()
        if game.worlds:
            self.world = game.worlds[action].copy()
        else:
            self.world = World(game.game, game.dice.getrandbits(256))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"world {action}"
        return self.world.table.text(action, player)

    def is_terminal(self) -> bool:
        return self.world is not None and self.world.table.over

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.num_players()
        return [share - 1 / self.num_players() for share in self.world.table.reward("win")]

    def resample_from_infostate(self, player: int, sampler=None) -> State:
        """A state that the player cannot tell from this one; sampler() gives a number from 0 to 1."""
        other = self.clone()
        draw = sampler or random.random
        other.world.imagine(player, int(draw() * 2**53))
        return other

    def __reduce__(self):
        return _load, (str(self.get_game()), self.serialize())

    def __str__(self) -> str:
        return "before the deal" if self.world is None else json.dumps(self.world.table.view(parlor.OPEN))


class Observer:
    """What a player knows, as bytes and as text; with perfect recall also a digest of what it remembers."""

    def __init__(self, game: parlor.Game, recall: bool) -> None:
        self._recall = recall
        self.tensor = None if recall else numpy.zeros(game.observation_size, numpy.float32)
        self.dict = {} if recall else {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = 0 if state.world is None else state.world.table.observation(player)

    def string_from(self, state: State, player: int) -> str:
        if state.world is None:
            return f"player {player} before the deal"
        if self._recall:
            return f"player {player}, {state.world.information(player)}"
        return f"player {player} sees {json.dumps(state.world.table.view(player))}"


def _load(game: str, state: str | None = None) -> Game | State:
    """Unpickles. OpenSpiel would do it, but not for games whose chance is sampled in Python."""
    register()
    loaded = pyspiel.load_game(game)
    return loaded if state is None else loaded.deserialize_state(state)


def register() -> None:
    """Makes all games known to pyspiel.load_game(); once is enough, more does no harm."""
    known = pyspiel.registered_names()
    for info in parlor.games():
        if f"parlor_{info.id}" not in known:
            pyspiel.register_game(_type(info, False), type(f"Game_{info.id}", (Game,), {"info": info}))
