# Many games on an NVIDIA GPU: docs/gpu.md. The games are those of parlor.vector: the same seed and the same actions
# give the same rows, byte for byte.
from typing import Any, Literal

from .. import Game, Reward
from .driver import CudaError as CudaError, Device, NoGpu as NoGpu
from .rows import Rows

__all__ = ["CudaError", "CudaVector", "NoGpu", "vector"]

# n games, from 1 to 16777216. NoGpu, in one sentence, where there is no GPU or the package has no code for one.
def vector(
    game: str,
    n: int,
    players: int = 4,
    *,
    seed: int | str | None = None,
    reward: Reward = "win",
    observations: bool = True,
    picks: bool = False,  # also write a random legal action for each game
    device: int = 0,
    stream: int = 0,  # the handle of a CUDA stream, which everything is launched in
    **options: str,
) -> CudaVector: ...

# Its rows are in the GPU's memory, and reset, step and play overwrite them, in the order of the stream. They go to
# others without a copy: torch.from_dlpack(games.observation), or __cuda_array_interface__.
class CudaVector:
    game: Game
    n: int
    stream: int
    device: Device
    observation: Rows | None  # [n, observation_size] uint8: what the seat to act knows
    mask: Rows  # [n, words] int32: bit i % 32 of word i / 32 is 1 where action i is legal
    reward: Rows  # [n, players] float32
    done: Rows  # [n] uint8: 1 where a game has just ended; the next one has begun
    seat: Rows  # [n] int64: the seat to act
    pick: Rows | None  # [n] int16: a legal action, each as likely as the next

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int | str | None,
        reward: Reward,
        observations: bool,
        picks: bool,
        device: int,
        stream: int,
    ) -> None: ...
    def reset(self, seed: int | str | None = None) -> None: ...  # begins all games again; None: with the same seed
    # One action for every game: an array of n whole numbers on the GPU, of 2, 4 or 8 bytes. A game whose action is not
    # legal stands still, and check() says so.
    def step(self, actions: Any) -> None: ...
    # This many choices in each game, in one kernel: at random, or with a novice at every seat.
    def play(self, steps: int, bot: Literal["random", "novice"] = "random") -> None: ...
    def advise(self) -> None: ...  # writes into pick what a novice would choose, in place of a random action
    def check(self) -> None: ...  # waits; Illegal, naming a game, if an action since the last check was not legal
    @property
    def finished(self) -> int: ...  # games that have ended since the last reset; waits
    def signatures(self, count: int) -> list[int]: ...  # of games 0 to count-1, for tests
    def synchronize(self) -> None: ...  # waits for everything that was launched
