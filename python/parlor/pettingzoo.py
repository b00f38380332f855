"""Every game as a PettingZoo environment.

    from parlor.pettingzoo import env
    table = env("scout", players=4)
    table.reset(seed=42)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        over = termination or truncation
        table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))

Agents are player_0, player_1 and so on, by seat. `env` and `raw_env` ask one seat
at a time; where several choose at the same time each choice stays sealed until
the last is in, so none of them can know of another. `parallel_env` takes the
choices of all who owe one in a single step. An observation is a dict: the bytes
that `observation_fields` names, and a mask of the legal actions.

Rewards are paid when the game ends, as in parlor.vector: reward="win", "points"
or "margin". An illegal action raises parlor.Illegal in `raw_env` and
`parallel_env`, and loses the game at once in `env`. max_cycles cuts games short:
they are truncated when a seat would have to choose more often than that.
"""
from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

import parlor

__all__ = ["env", "parallel_env", "raw_env"]


class _Table:
    """Shared by both kinds of environment: the game, its spaces and its drawing."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(self, game: str, players: int = 4, *, reward: parlor.Reward = "win", max_cycles: int | None = None,
                 render_mode: str | None = None, **options: str | int) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render_mode {render_mode!r}")
        if max_cycles is not None and max_cycles < 1:
            raise ValueError("max_cycles is 1 or more")
        self.game = parlor.load(game, players, **options)
        self.game.new().reward(reward)  # refuses unknown kinds of reward
        self.metadata = {**self.metadata, "name": f"parlor_{game}_v0"}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._kind, self._max_cycles = reward, max_cycles
        self._dice = random.Random()
        self._table: parlor.State | None = None
        # Each agent has spaces of its own, which can be seeded and are the same objects at every call.
        self._observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self._action_spaces = {agent: Discrete(self.game.max_actions) for agent in self.possible_agents}

    def _observation_space(self) -> Dict:
        return Dict({
            "observation": Box(0, 255, (self.game.observation_size,), numpy.uint8),
            "action_mask": Box(0, 1, (self.game.max_actions,), numpy.int8),
        })

    @property
    def observation_fields(self) -> Mapping[str, parlor.layout.Field]:
        """The pieces of observation["observation"] by name."""
        return self.game.observation_fields

    def observation_space(self, agent: str) -> Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._action_spaces[agent]

    def observe(self, agent: str) -> dict[str, numpy.ndarray]:
        seat = self._seats[agent]
        return {"observation": self._table.observation(seat), "action_mask": self._table.mask(seat).view(numpy.int8)}

    def _deal(self, seed: int | None) -> None:
        if seed is not None:
            self._dice.seed(seed)
        self._table = self.game.new(self._dice.getrandbits(256))
        self._made = [0] * self.game.players  # choices of each seat

    def _choose(self, seat: int, action: int) -> None:
        self._table.apply(seat, int(action))
        self._made[seat] += 1

    @property
    def _cut(self) -> bool:
        """True if a seat has chosen max_cycles times and owes another choice."""
        most = self._max_cycles
        return most is not None and any(self._made[seat] >= most for seat in self._table.waiting)

    def render(self) -> str | None:
        """The table with everything open: a text, or printed in the mode `human`."""
        if self.render_mode is None or self._table is None:
            return None
        text = draw(self._table)
        if self.render_mode == "ansi":
            return text
        print(text, end="", flush=True)
        return None

    def close(self) -> None:
        self._table = None


def draw(table: parlor.State, viewer: int = parlor.OPEN) -> str:
    """What a viewer sees, in lines: what happened last, who is to choose, and the view."""
    view = table.view(viewer)
    view.pop("cards", None)  # Belle of the Ball explains every card in sight
    waiting = ", ".join(table.names[seat] for seat in table.waiting)
    lines = [f"{table.game.title}, {table.players} players", table.told(viewer).rstrip("\n"),
             f"to choose: {waiting}" if waiting else f"over, won by {', '.join(table.names[s] for s in table.winners)}"]
    for name, value in view.items():
        if name == "seats":
            lines += [f"  {table.names[seat]}: " + _words(its) for seat, its in enumerate(value)]
        else:
            lines.append(f"  {name}: {_words(value)}")
    return "\n".join(line for line in lines if line) + "\n"


def _words(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False).translate({ord(sign): None for sign in '"{}'})


class raw_env(_Table, AECEnv):  # noqa: N801 - the name that PettingZoo gives it
    """One seat after another, as PettingZoo's AEC has it."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        del options
        self._deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._table.turn]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._choose(self._seats[agent], action)
        self._cumulative_rewards[agent] = 0.0
        if self._table.over:
            self.rewards = dict(zip(self.agents, self._table.reward(self._kind), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._cut:
            self.truncations = dict.fromkeys(self.agents, True)
        if not self._table.over:
            self.agent_selection = self.agents[self._table.turn]
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()


class parallel_env(_Table, ParallelEnv):  # noqa: N801 - likewise
    """All seats that owe a choice act at once. Actions of the others are ignored: their mask is all 0."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None):
        del options
        self._deal(seed)
        self.agents = self.possible_agents[:]
        return self._all(self.observe), self._all(lambda agent: {})

    def step(self, actions: dict[str, int]):
        for seat in self._table.waiting:
            self._choose(seat, actions[self.possible_agents[seat]])
        over, cut = self._table.over, self._cut
        rewards = dict(zip(self.agents, self._table.reward(self._kind), strict=True))
        told = (self._all(self.observe), rewards, dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut),
                self._all(lambda agent: {}))
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return told

    def _all(self, what):
        return {agent: what(agent) for agent in self.agents}


def env(game: str, players: int = 4, **arguments: Any) -> AECEnv:
    """raw_env in PettingZoo's usual wrappers: a player who chooses an illegal action loses, with a reward of -1."""
    table = wrappers.TerminateIllegalWrapper(raw_env(game, players, **arguments), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))
