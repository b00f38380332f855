"""What the bytes of an observation and the ids of actions mean, game by game.

    hand = parlor.layout.fields("scout")["hand_up"]
    hand.of(observation)  # 48 numbers; of a batch [n, size]: [n, 48]

    print(parlor.layout.markdown("scout"))  # a section of docs/python.md

The tables are those of the C library (src/rules/tables.h).
"""
from __future__ import annotations

import functools
import json
import math
from dataclasses import dataclass

from . import _core


@dataclass(frozen=True)
class Field:
    """Some bytes of an observation. A shape of () is one byte."""

    name: str
    start: int
    shape: tuple[int, ...]
    step: int  # from one row of the first axis to the next, in bytes
    meaning: str

    @property
    def end(self) -> int:
        """The first byte after it."""
        return self.start + ((self.shape[0] - 1) * self.step + math.prod(self.shape[1:]) if self.shape else 1)

    @property
    def index(self) -> int | slice | list[list[int]]:
        """Where it is: observation[..., field.index] are its bytes."""
        if not self.shape:
            return self.start
        width = math.prod(self.shape[1:])
        if self.step == width:
            return slice(self.start, self.end)
        if width == 1:
            return slice(self.start, self.end, self.step)
        return [[self.start + i * self.step + j for j in range(width)] for i in range(self.shape[0])]

    def of(self, observation):
        """Its part of an observation, or of an array whose last axis is one."""
        part = observation[..., self.index]
        return part.reshape(*observation.shape[:-1], *self.shape) if self.shape else part


@dataclass(frozen=True)
class Kind:
    """A range of action ids."""

    name: str
    first: int
    count: int
    formula: str  # what is added to `first`
    notation: str

    @property
    def ids(self) -> range:
        return range(self.first, self.first + self.count)


@functools.cache
def _tables() -> dict[str, dict]:
    return {game: json.loads(text) for game, text in _core.tables()}


def _of(game: str) -> dict:
    tables = _tables()
    if game not in tables:
        raise ValueError(f"there is no game called {game}")
    return tables[game]


def fields(game: str) -> dict[str, Field]:
    """The fields of a game's observation by name, in order."""
    return {
        it["name"]: Field(it["name"], it["start"], tuple(it["shape"]), it["step"], it["meaning"])
        for it in _of(game)["observation"]
    }


def size(game: str) -> int:
    """Bytes of an observation, as the tables have it."""
    return max((field.end for field in fields(game).values()), default=0)


def kinds(game: str) -> tuple[Kind, ...]:
    """The ranges of a game's action ids, in order."""
    return tuple(Kind(it["name"], it["first"], it["count"], it["formula"], it["example"]) for it in _of(game)["ids"])


def phases(game: str) -> tuple[str, ...]:
    """The phases by number, as the view names them."""
    return tuple(_of(game)["phases"])


def lists(game: str) -> dict[str, list]:
    """Further tables by name, such as the bids of Six of Sparrows, as bytes and ids count them."""
    return json.loads(json.dumps(_of(game)["lists"]))  # a copy, which the caller may change


SEATS = 5  # rows of everything that is told by seat; those nobody sits at are 0
# The bids of Six of Sparrows and the cards of Always a Bridesmaid, as bytes and ids count them.
BIDS = tuple(bid["id"] for bid in lists("sparrows")["bids"])
ACCESSORIES = tuple(lists("bridesmaid")["accessories"])


def _place(field: Field) -> str:
    if field.shape and field.step != math.prod(field.shape[1:]):
        width = math.prod(field.shape[1:])
        last = f"{field.start + width - 1}" if width > 1 else ""
        return f"{field.start}{'–' + last if last else ''}, + {field.step} a seat"
    return f"{field.start}" if not field.shape else f"{field.start}–{field.end - 1}"


def markdown(game: str) -> str:
    """The section of a game in docs/python.md: its title, how many bytes and actions there are, and both tables."""
    actions = sum(kind.count for kind in kinds(game))
    title = next(facts[1] for facts in _core.games() if facts[0] == game)
    lines = [f"### {title}", "", f"{size(game)} bytes, {actions} actions.", ""]
    lines += ["| bytes | name | meaning |", "|---|---|---|"]
    lines += [f"| {_place(field)} | `{field.name}` | {field.meaning} |" for field in fields(game).values()]
    lines += ["", "| ids | action | id | for example |", "|---|---|---|---|"]
    for kind in kinds(game):
        ids = f"{kind.first}" if kind.count == 1 else f"{kind.first}–{kind.ids[-1]}"
        formula = f"{kind.first} + {kind.formula}" if kind.formula else ""
        lines.append(f"| {ids} | {kind.name} | {formula} | `{kind.notation}` |")
    return "\n".join(lines) + "\n"
