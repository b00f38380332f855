"""What the bytes of an observation and the ids of actions mean, game by game.

    hand = parlor.layout.fields("scout")["hand_up"]
    hand.of(observation)  # 48 numbers; of a batch [n, size]: [n, 48]

    print(parlor.layout.markdown("scout"))  # both tables, as they stand in docs/python.md

The tables follow src/rules/GAME.c (`enum { OBS_… }`, `enum { ID_… }`); the tests
hold them against the games.
"""
from __future__ import annotations

import math
from dataclasses import dataclass

SEATS = 5  # rows of everything that is told by seat; those nobody sits at are 0
# The bids of Six of Sparrows and the cards of Always a Bridesmaid, as bytes and ids count them.
BIDS = ("two_pair", "three_pair", "one_trio", "two_trio", "three_trio", "one_quatro", "two_quatro", "straight_short",
        "straight_mid", "straight_long", "flush_short", "flush_mid", "flush_long", "full_house_regular",
        "full_house_medium", "full_house_long", "full_house_extreme", "straight_flush_short", "straight_flush_mid",
        "straight_flush_long", "straight_flush_extreme", "high_card", "low_card", "majority_sparrows",
        "majority_parrots", "majority_eagles", "majority_chickens", "flush_hand", "no_duplicates")
ACCESSORIES = (-5, -3, -2, 0, 1, 2, 3, 5, 6, 8, 10)
_BY_SEAT = "by seats to my left, 0 is me"


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

    def of(self, observation):
        """Its part of an observation, or of an array whose last axis is one."""
        if not self.shape:
            return observation[..., self.start]
        rows = math.prod(self.shape[1:])
        if self.step == rows:
            return observation[..., self.start:self.end].reshape(*observation.shape[:-1], *self.shape)
        index = [[self.start + i * self.step + j for j in range(rows)] for i in range(self.shape[0])]
        return observation[..., index].reshape(*observation.shape[:-1], *self.shape)


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


class _Bytes:
    """Lays fields one after another."""

    def __init__(self) -> None:
        self.at = 0
        self.fields: list[Field] = []

    def put(self, name: str, meaning: str, *shape: int) -> _Bytes:
        field = Field(name, self.at, shape, math.prod(shape[1:]), meaning)
        self.fields.append(field)
        self.at = field.end
        return self

    def by_seat(self, *columns: tuple[str, str, int]) -> _Bytes:
        """SEATS rows of these columns; one of a single byte is told by seat alone."""
        step, at = sum(width for _, _, width in columns), self.at
        for name, meaning, width in columns:
            shape = (SEATS,) if width == 1 else (SEATS, width)
            self.fields.append(Field(name, at, shape, step, meaning))
            at += width
        self.at += SEATS * step
        return self


_OBSERVATIONS = {
    "scout": _Bytes()
    .put("phase", "0 deal, 1 keep or flip, 2 turn, 3 play of a Double Action, 4 over")
    .put("players", "how many play")
    .put("round", "rounds scored")
    .put("mine", "1: I owe a choice")
    .put("choice", "my sealed choice: 0 none yet, 1 keep, 2 flip")
    .put("scouts", "scouts since the last play")
    .put("owner", "of the set that lies there: 0 nobody, else 1 + seats to my left")
    .put("prior_count", "cards of that set")
    .put("prior_up", "its numbers that are up, left to right, then 0", 16)
    .put("prior_down", "its numbers that are down", 16)
    .put("hand_up", "numbers of my hand that are up, left to right, then 0", 48)
    .put("hand_down", "numbers of my hand that are down", 48)
    .put("place", "by card (1/2 1/3 2/3 1/4 …, by the higher number, then the lower): 0 unseen, 1 + seats to my left "
         "of whoever scouted it and has it, 6 in the set that lies there, 7 captured, 8 of an earlier deal; "
         "the last three are 0", 48)
    .by_seat(
        ("cards", "cards in hand", 1),
        ("captured", "cards captured", 1),
        ("tokens", "scout tokens, at most 255", 1),
        ("marker", "1: has its Double Action marker", 1),
        ("chips", "chips, with two players", 1),
        ("points", "points + 2000, low byte, high byte", 2),
        ("padding", "0", 1),
    ),
    "bridesmaid": _Bytes()
    .put("phase", "0 reserve, 1 and 3 the Robot is dealt, 2 cards for the Robot, 4 play, 5 aside, 6 display, 7 draw, "
         "8 over")
    .put("players", "how many play")
    .put("round", "rounds scored")
    .put("mine", "1: I owe a choice")
    .put("chosen", "1: my choice is sealed")
    .put("sealed", "by card, -5 first: 1 if my sealed choice names it", 11)
    .put("cards", "by card, mine: 0 in hand, 1 in the Reserve, 2 played, 3 aside, 4 displayed", 11)
    .by_seat(
        ("total", "total of the cards played + 10", 1),
        ("held", "1: has held back", 1),
        ("wild", "1: has turned wild", 1),
        ("points", "displayed cards", 1),
        ("last", "points of the last round", 1),
        ("hand", "cards in hand", 1),
        ("aside", "1: a card lies aside, face down", 1),
        ("decided", "1: its choice is sealed", 1),
        ("single", "1 + how many have been single longer; 0 without that order", 1),
        ("known", "by card: 0 unseen, 1 known to be in hand or aside, 2 played, 4 displayed", 11),
    )
    .put("ranks", "points by rank, the highest total first", 5)
    .put("robot", "by card: 1 I was dealt it, 2 I gave it, 4 it has been shown, added up; two players only", 11)
    .put("robot_total", "the Robot's total + 10; 0 without a Robot")
    .put("robot_shown", "cards of its pile that are face up")
    .put("robot_held", "1: the Robot has held back"),
    "belle": _Bytes()
    .put("phase", "0 and 1 the cards are laid out, 2 play a Belle card, 3 a card is stolen, 4 invite, 5 over")
    .put("players", "how many play")
    .put("mine", "1: I owe a choice")
    .put("mover", "whose turn: seats to my left")
    .put("free_skip", "1: skipping costs nothing this turn")
    .put("scored", "1: full groups have been scored this turn")
    .put("finish", "1: last_turn=finish")
    .put("lengths", "cards in the Guest line and in the Belle line; with five players there is one", 2)
    .put("lines", "the first six of each line: 1..60 Guests, 61..87 Belle cards, 0 none", 2, 6)
    .put("beside", "Regrets beside them", 2, 6)
    .by_seat(
        ("party", "three groups of four cards, numbered as above", 12),
        ("hand", "bits of the Belle cards surely in hand, B1 lowest", 4),
        ("held", "Belle cards in hand", 1),
        ("regrets", "Regrets", 1),
        ("points", "points + 1000, low byte, high byte", 2),
    )
    .put("played", "by Belle card: 0 not played, else 1 + seats to my left of who played it", 27)
    .put("discarded_guests", "a bit a Guest, G1 lowest", 8)
    .put("discarded_belles", "a bit a Belle card, B1 lowest", 4)
    .put("guests", "by Guest: common interest * 20 + medium * 5 + rare, + 64 for a Lord, + 128 for a Lady", 60)
    .put("effects", "by Belle card: its effect, counted from 0 as B1 to B27 of the built-in deck have them", 27),
    "sparrows": _Bytes()
    .put("phase", "0 to 3 dealing, 4 bid, 5 name a partner, 6 late bid, 7 over")
    .put("players", "how many play")
    .put("mine", "1: I owe a choice")
    .put("sealed", "my sealed choice: 1 + its id, 0 none")
    .put("cycle", "cards dealt to each")
    .put("dealer", "seats to my left")
    .put("partner", "of Match Together: 0 nobody, else 1 + seats to my left")
    .put("upgrades", "1: the expansion is played")
    .put("bonuses", "bit b: bonus bid b can be taken (1 win_all, 2 win_none, 3 together)")
    .put("round", "rounds scored, low byte, high byte", 2)
    .put("target", "points that end the game, lowest byte first", 3)
    .put("bids", "by bid: 0 discarded, 1 in the deck, 2 to be taken, "
         "3 + seats to my left of its holder", 29)
    .put("cards", "by suit (S P E C) and number: 0 unseen, 1 on the table, 2 mine, 2 + seats to my left "
         "of an open hand", 4, 10)
    .by_seat(
        ("token", "token of its bid; 0 without one", 1),
        ("bonus", "its bonus bid", 1),
        ("chosen", "1: its choice is sealed", 1),
        ("points", "points + 65536, lowest byte first", 3),
    )
    .put("values", "by bid: what it is worth", 29),
    "bannish": _Bytes()
    .put("phase", "0 deal, 1 play, 2 take, 3 over")
    .put("players", "how many play")
    .put("round", "rounds scored, at most 255")
    .put("mine", "1: I owe a choice")
    .put("chip", "who has the chip: seats to my left")
    .put("leader", "of this trick: seats to my left")
    .put("twin", "the card that caused BANNISH, + 1; 0 without one")
    .put("trick", "in the order of play: card + 1, then 0", 5)
    .put("stars", "by number", 6)
    .by_seat(
        ("cards", "cards in hand", 1),
        ("vp", "victory points", 1),
        ("lacks", "bit c: has no card of colour c (R G B Y P)", 1),
    )
    .put("hand", "copies of each card in my hand (R1 … R6 G1 … P6); the last two are 0", 32)
    .put("gone", "copies out of the round, likewise", 32)
    .put("taken", "copies taken, likewise, " + _BY_SEAT, SEATS, 32),
}

_ACTIONS = {
    "scout": (
        Kind("keep", 0, 1, "", "keep"),
        Kind("flip", 1, 1, "", "flip"),
        Kind("play", 2, 410, "(cards - 1) * 41 + first card", "play 3-5"),
        Kind("scout", 412, 164, "(right * 2 + turned) * 41 + cards left of it", "scout left 8/6 at 5"),
        Kind("double", 576, 164, "(right * 2 + turned) * 41 + cards left of it", "double right 4/6 at 1"),
    ),
    "bridesmaid": (
        Kind("reserve", 0, 462, "rank of the five cards", "reserve -5 -2 0 6 10"),
        Kind("robot", 462, 55, "rank of the two cards", "robot -5 10"),
        Kind("draw", 517, 165, "rank of the three cards", "draw -5 0 10"),
        Kind("play", 682, 11, "card", "play 6"),
        Kind("hold", 693, 1, "", "hold"),
        Kind("aside", 694, 11, "card", "aside 6"),
        Kind("aside none", 705, 1, "", "aside none"),
        Kind("display 1", 706, 11, "card", "display 6"),
        Kind("display 2", 717, 55, "rank of the two cards", "display -5 6"),
        Kind("display 3", 772, 165, "rank of the three cards", "display -5 0 6"),
    ),
    "belle": (
        Kind("none", 0, 1, "", "none"),
        Kind("play", 1, 1215, "Belle card * 45 + aim", "play B9 G20"),
        Kind("swap", 1216, 1215, "(copy * 9 + own place) * 45 + their place", "play B3 G17 with G20"),
        Kind("invite guest", 2431, 18, "place in line * 3 + group", "invite G20 to 1"),
        Kind("invite belle", 2449, 6, "place in line", "invite B4"),
    ),
    "sparrows": (
        Kind("pass", 0, 1, "", "pass"),
        Kind("bid", 1, 116, "bid * 4 + bonus", "bid two_pair +win_all"),
        Kind("partner", 117, 5, "seat", "partner 2"),
        Kind("late", 122, 29, "bid", "late two_pair"),
        Kind("late none", 151, 1, "", "late none"),
    ),
    "bannish": (
        Kind("play", 0, 30, "colour * 6 + number - 1", "play R1"),
        Kind("take", 30, 30, "colour * 6 + number - 1", "take R1"),
    ),
}


def _of(table: dict, game: str):
    if game not in table:
        raise ValueError(f"there is no game called {game}")
    return table[game]


def fields(game: str) -> dict[str, Field]:
    """The fields of a game's observation by name, in order."""
    return {field.name: field for field in _of(_OBSERVATIONS, game).fields}


def size(game: str) -> int:
    """Bytes of an observation, as the tables have it."""
    return _of(_OBSERVATIONS, game).at


def kinds(game: str) -> tuple[Kind, ...]:
    """The ranges of a game's action ids, in order."""
    return _of(_ACTIONS, game)


def _place(field: Field) -> str:
    if field.shape and field.step != math.prod(field.shape[1:]):
        width = math.prod(field.shape[1:])
        last = f"{field.start + width - 1}" if width > 1 else ""
        return f"{field.start}{'–' + last if last else ''}, + {field.step} a seat"
    return f"{field.start}" if not field.shape else f"{field.start}–{field.end - 1}"


def markdown(game: str) -> str:
    """Both tables of a game."""
    lines = ["| bytes | name | meaning |", "|---|---|---|"]
    lines += [f"| {_place(field)} | `{field.name}` | {field.meaning} |" for field in fields(game).values()]
    lines += ["", "| ids | action | id | for example |", "|---|---|---|---|"]
    for kind in kinds(game):
        ids = f"{kind.first}" if kind.count == 1 else f"{kind.first}–{kind.ids[-1]}"
        formula = f"{kind.first} + {kind.formula}" if kind.formula else ""
        lines.append(f"| {ids} | {kind.name} | {formula} | `{kind.notation}` |")
    return "\n".join(lines) + "\n"
