"""The lab and the arena on a Dask cluster: the figures of one machine, byte for byte.

    from distributed import Client
    import parlor.cluster

    with Client("tcp://scheduler:8786") as client:
        figures = parlor.cluster.lab(client, "scout", "scout-lab", shards=64, deals=100_000)

Every shard is one task, which runs `parlor lab --shard I/N` on one thread of a worker and sends back its file of sums.
Dask does the shard of a lost worker again on another. Finished shards are kept in the folder, so that the same call
continues if this process is stopped; at the end `parlor lab --merge` checks and adds up all of them. The workers and
this machine need this package and the program `parlor`, in the same version. docs/lab.md describes shards.
"""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

try:
    from distributed import Client, Future, KilledWorker, as_completed, get_worker
except ImportError:
    raise ImportError("parlor.cluster needs Dask: pip install distributed") from None

__all__ = ["ClusterError", "arena", "lab"]


class ClusterError(Exception):
    """A shard or the merge has failed. The message says which, and why."""


def _words(command: str, game: str, settings: dict[str, Any], options: dict[str, Any]) -> list[str]:
    """The command line without what differs between shards. Settings that are None keep their defaults."""
    words = [command, game, *(f"{name.replace('_', '-')}={value}" for name, value in options.items())]
    for name, value in settings.items():
        if value is not None:
            words += ["--" + name, str(value)]
    return words


def _run(program: str, words: list[str]) -> str:
    """Runs parlor and returns what it prints. It ends with this process, even if that is killed."""
    found = shutil.which(program)
    if not found:
        raise ClusterError(f"there is no program {program} on {os.uname().nodename}; install it, or say where it is")
    with_us = ["setpriv", "--pdeathsig", "KILL", "--"] if shutil.which("setpriv") else []
    done = subprocess.run([*with_us, found, *words], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
                          check=False)
    if done.returncode and not done.stdout:  # an arena with games lost by fault still has a report
        raise ClusterError(done.stderr.strip() or f"{program} ended with {done.returncode}")
    return done.stdout


def _name(number: int, shards: int) -> str:
    return f"shard-{number}-of-{shards}"


def _play(program: str, words: list[str], where: str, number: int, shards: int) -> bytes:
    """Plays a shard, on a worker; returns its file. `where` is the option that names its folder."""
    with tempfile.TemporaryDirectory(dir=get_worker().local_directory) as folder:
        _run(program, [*words, "--threads", "1", "--quiet", "--shard", f"{number}/{shards}", where, folder])
        return Path(folder, _name(number, shards)).read_bytes()


def _keep(folder: Path, name: str, content: bytes) -> None:
    """Writes a shard's file, whole or not at all."""
    fresh = folder / f"new-{name}"
    fresh.write_bytes(content)
    fresh.replace(folder / name)


def _played(future: Future, number: int, shards: int) -> bytes:
    try:
        return future.result()
    except KilledWorker as lost:
        workers = lost.allowed_failures + 1
        raise ClusterError(f"shard {number}/{shards}: {workers} workers were lost in the middle of it") from lost
    except ClusterError as error:
        raise ClusterError(f"shard {number}/{shards}: {error}") from error


def _play_all(client: Client, program: str, words: list[str], where: str, folder: Path, shards: int) -> None:
    """Has the cluster play all shards that are not in the folder yet."""
    missing = [number for number in range(1, shards + 1) if not (folder / _name(number, shards)).exists()]
    numbers = {client.submit(_play, program, words, where, number, shards, pure=False): number for number in missing}
    try:
        for future in as_completed(list(numbers)):
            number = numbers.pop(future)  # so that the cluster forgets the file
            _keep(folder, _name(number, shards), _played(future, number, shards))
    finally:
        client.cancel(list(numbers))


def lab(client: Client, game: str, out: str | os.PathLike[str], *, shards: int, players: int | None = None,
        bots: str | None = None, deals: int | None = None, skill: int | None = None, vary: str | None = None,
        seed: int | str | None = None, program: str = "parlor", **options: Any) -> dict[str, Any]:
    """Runs `parlor lab` in shards, writes its report to the folder `out`, and returns its figures (results.json).

    The arguments are the options of `parlor lab`, and the options of the game; `program` is its path on every machine.
    Choose several shards for each thread of the cluster, so that a lost worker costs little.
    """
    settings = {"players": players, "bots": bots, "deals": deals, "skill": skill, "vary": vary, "seed": seed}
    words, folder = _words("lab", game, settings, options), Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    _play_all(client, program, words, "--out", folder, shards)
    _run(program, [*words, "--out", str(folder), "--merge"])
    return json.loads((folder / "results.json").read_bytes())


def arena(client: Client, game: str, *, shards: int, seed: int | str, state: str | os.PathLike[str] | None = None,
          players: int | None = None, bots: str | None = None, deals: int | None = None, move_time: int | None = None,
          program: str = "parlor", **options: Any) -> dict[str, Any]:
    """Runs `parlor arena` in shards and returns its report, as `--json` prints it.

    The arguments are the options of `parlor arena`, and the options of the game. The folder `state` keeps finished
    shards; without it, they are kept while this call lasts.
    """
    settings = {"players": players, "bots": bots, "deals": deals, "seed": seed, "move-time": move_time}
    words = _words("arena", game, settings, options)
    with tempfile.TemporaryDirectory() as own:
        folder = Path(state or own)
        folder.mkdir(parents=True, exist_ok=True)
        _play_all(client, program, words, "--state", folder, shards)
        return json.loads(_run(program, [*words, "--state", str(folder), "--merge", "--json"]))
