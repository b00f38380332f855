"""Many games on an NVIDIA GPU, stepped without touching the host. docs/gpu.md describes it.

    games = parlor.cuda.vector("scout", n=65536, players=4, seed=1)
    observation = torch.from_dlpack(games.observation)  # the games' own memory, overwritten by every step
    games.step(actions)                                 # a tensor of whole numbers on the same device

The games are those of parlor.vector: the same seed and the same actions give the same rows, byte for byte.
"""

import ctypes
from importlib import resources

from .. import Illegal, load
from .driver import CudaError, Device, Memory, Module, NoGpu
from .rows import Rows, borrow

__all__ = ["CudaError", "CudaVector", "NoGpu", "vector"]

SEED_BYTES = 32
STATE_SIZE = 1024
GAMES_MOST = 1 << 24
REWARDS = ("win", "points", "margin", "gains")
NONE_REFUSED = 0xFFFFFFFF
WRITE_ROWS = ("reset", "step", "refresh")  # kernels that do; where they are apart the last alone
PLAYS = {"random": "play", "novice": "play_novices"}  # the kernel by bot

_pointers = (
    "first states chances whims askers masks observation reward done seat pick actions refused finished waiting".split()
)


class _Games(ctypes.Structure):
    """struct cuda_games of src/cuda/games.h."""

    _fields_ = [
        *((name, ctypes.c_uint64) for name in _pointers),
        ("seed", ctypes.c_ubyte * SEED_BYTES),
        *((name, ctypes.c_uint32) for name in ("games", "players", "pays", "steps", "action_size")),
    ]


class _Facts(ctypes.Structure):
    """struct cuda_facts of src/cuda/games.h."""

    _fields_ = [
        (name, ctypes.c_uint32)
        for name in "state_words observation_size mask_words shared_bytes max_actions block dealers".split()
    ]


def _ptx(game):
    try:
        return resources.files(__package__).joinpath(f"{game}.ptx").read_bytes()
    except FileNotFoundError:
        raise NoGpu(f"parlor.cuda has no GPU code for {game}: build the package with PARLOR_CUDA=ON") from None


_modules = {}


def _module(device, game):
    """The kernels of a game on a device, compiled by the driver once."""
    key = device.number, game
    if key not in _modules:
        _modules[key] = Module(device, _ptx(game))
    return _modules[key]


_devices = {}


def _device(number):
    if number not in _devices:
        _devices[number] = Device(number)
    return _devices[number]


def vector(
    game, n, players=4, *, seed=None, reward="win", observations=True, picks=False, device=0, stream=0, **options
):
    """n games on a GPU. picks: also writes a random legal action for each. stream: the handle of a CUDA stream."""
    return CudaVector(load(game, players, **options), n, seed, reward, observations, picks, device, stream)


class CudaVector:
    """n games on a GPU. Its rows are overwritten by reset, step and play, in the order of the stream."""

    def __init__(self, game, n, seed, reward, observations, picks, device, stream):
        if not 1 <= n <= GAMES_MOST:
            raise ValueError(f"a vector has from 1 to {GAMES_MOST} games")
        if reward not in REWARDS:
            raise ValueError(f"rewards are {', '.join(REWARDS)}, not {reward!r}")
        self.game, self.n, self.stream, self._seed = game, n, stream, None
        self.device = _device(device)
        module = _module(self.device, game.id)
        names = ("reset", "step", "deal", "play", "play_novices", "advise", "refresh", "signature")
        self._kernels = {name: module.kernel(name) for name in names}
        facts = self._ask_facts(module)
        self._block, self._dealers = facts.block, facts.dealers
        self._blocks = -(-n // self._block)
        self._shared = facts.shared_bytes * (self._block // 32)
        self._write_rows = ("refresh",) if self._dealers else WRITE_ROWS
        for name in self._write_rows:
            self._kernels[name].allow_shared(self._shared)
        self._lay_out(facts, observations, picks)
        self._games.games, self._games.players, self._games.pays = n, game.players, REWARDS.index(reward)
        self.reset(seed)

    def _ask_facts(self, module):
        memory = Memory(self.device, ctypes.sizeof(_Facts))
        module.kernel("facts")(1, 1, 0, self.stream, ctypes.c_uint64(memory.address))
        return _Facts.from_buffer_copy(memory.read(ctypes.sizeof(_Facts)))

    def _lay_out(self, facts, observations, picks):
        padded, players = self._blocks * self._block, self.game.players
        sizes = {
            "first": STATE_SIZE, "states": padded * facts.state_words * 4, "chances": padded * 32, "whims": padded * 32,
            "askers": padded, "refused": 4, "finished": 8, "masks": padded * facts.mask_words * 4,
            "reward": padded * players * 4, "done": padded, "seat": padded * 8,
            "observation": padded * facts.observation_size if observations else 0, "pick": padded * 2 if picks else 0,
            "waiting": 4 + padded * 4 if facts.dealers else 0,
        }  # fmt: skip
        self._memory = {name: Memory(self.device, size) for name, size in sizes.items() if size}
        self._games = _Games(**{name: memory.address for name, memory in self._memory.items()})
        rows = {
            "observation": ((facts.observation_size,), "u1"), "masks": ((facts.mask_words,), "i4"),
            "reward": ((players,), "f4"), "done": ((), "u1"), "seat": ((), "i8"), "pick": ((), "i2"),
        }  # fmt: skip
        shown = {
            name: Rows(self._memory[name], (self.n, *shape), kind)
            for name, (shape, kind) in rows.items()
            if name in self._memory
        }
        self.observation, self.pick = shown.get("observation"), shown.get("pick")
        self.mask, self.reward, self.done, self.seat = shown["masks"], shown["reward"], shown["done"], shown["seat"]

    def _launch(self, name):
        shared = self._shared if name in self._write_rows else 0
        self._kernels[name](self._blocks, self._block, shared, self.stream, self._games)

    def _launch_all(self, name):
        """Launches reset or step, and what the module leaves to kernels after it: see src/cuda/games.h."""
        self._launch(name)
        if self._dealers and name == "step":
            self._kernels["deal"](self._dealers // self._block, self._block, 0, self.stream, self._games)
        if self._dealers:
            self._launch("refresh")

    def reset(self, seed=None):
        """Begins all games again; without a seed with the same one."""
        table = self.game.new(self._seed if seed is None else seed)
        self._seed = table.seed
        self._memory["first"].write(table._first_state())
        ctypes.memmove(self._games.seed, table.seed.to_bytes(SEED_BYTES, "big"), SEED_BYTES)
        self._memory["refused"].write(NONE_REFUSED.to_bytes(4, "little"))
        self._memory["finished"].write(bytes(8))
        self._launch_all("reset")

    def step(self, actions):
        """Takes one action in each game. A game whose action is not legal stands still until check() says so."""
        address, size = borrow(actions, self.n)
        self._games.actions, self._games.action_size = address, size
        self._launch_all("step")

    def play(self, steps, bot="random"):
        """Makes this many choices in each game, in one kernel: at random, or with a novice at every seat."""
        if bot not in PLAYS:
            raise ValueError(f"bots that play on a GPU are {' and '.join(PLAYS)}, not {bot!r}")
        self._games.steps = steps
        self._launch(PLAYS[bot])
        self._launch("refresh")

    def advise(self):
        """Writes what a novice would choose into pick, in place of a random action."""
        if self.pick is None:
            raise ValueError("advise() writes into pick: make the vector with picks=True")
        self._launch("advise")

    def check(self):
        """Waits for all steps; raises Illegal if an action since the last check was not legal."""
        refused = int.from_bytes(self._memory["refused"].read(4), "little")
        if refused == NONE_REFUSED:
            return
        self._memory["refused"].write(NONE_REFUSED.to_bytes(4, "little"))
        raise Illegal(f"game {refused}: its action is not legal, so it has not moved")

    @property
    def finished(self):
        """How many games have ended since the last reset; waits for all steps."""
        return int.from_bytes(self._memory["finished"].read(8), "little")

    def signatures(self, count):
        """The signatures of games 0 to count-1 with the game's default options, as rules/signature.h plays them."""
        hashes, decisions = (Memory(self.device, count * 8) for _ in range(2))
        games = _Games.from_buffer_copy(self._games)
        games.games = count
        arguments = games, ctypes.c_uint64(hashes.address), ctypes.c_uint64(decisions.address)
        self._kernels["signature"](-(-count // self._block), self._block, 0, self.stream, *arguments)
        numbers = hashes.read(count * 8)
        return [int.from_bytes(numbers[at : at + 8], "little") for at in range(0, count * 8, 8)]

    def synchronize(self):
        """Waits for everything that was launched."""
        self.device.synchronize()
