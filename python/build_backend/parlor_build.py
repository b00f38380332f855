"""The build backend: scikit-build-core, the version, and for a source distribution the C sources besides.

VERSION and the sources lie outside this folder in the repository, and a distribution must be whole, so they are
put into native/ while one is made.
"""

import shutil
from contextlib import contextmanager
from pathlib import Path

from scikit_build_core import build as scikit
from scikit_build_core.build import *  # noqa: F403 - the hooks that are left as they are

PACKAGE = Path(__file__).resolve().parent.parent
NATIVE = PACKAGE / "native"
REPOSITORY = PACKAGE.parent
IN_REPOSITORY = (REPOSITORY / "src/rules").is_dir()
BROUGHT = [
    "LICENSE",
    "VERSION",
    "include",
    "packaging/hardening.txt",
    "src/games.h",
    "src/version.h.in",
    "src/rules",
    "src/table",
    "src/words",
    "src/server/refusal.h",
    "src/bots",
    "src/api",
    "src/cuda",
    "tools/belle_cards.py",
    "tools/ptx.py",
    "tools/words.py",
    "data/belle",
    "words",
]


def dynamic_metadata(settings, project):
    """Returns the fields that pyproject.toml leaves open: the version, which is that of the whole tree."""
    source = REPOSITORY if IN_REPOSITORY else NATIVE
    return {"version": (source / "VERSION").read_text(encoding="utf-8").strip()}


@contextmanager
def native_sources():
    """The C sources in native/; in an unpacked distribution they are there already."""
    if not IN_REPOSITORY:
        yield
        return
    try:
        for name in BROUGHT:
            source, target = REPOSITORY / name, NATIVE / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, dirs_exist_ok=True)
            else:
                shutil.copy2(source, target)
        yield
    finally:
        shutil.rmtree(NATIVE, ignore_errors=True)


def build_sdist(sdist_directory, config_settings=None):
    with native_sources():
        return scikit.build_sdist(sdist_directory, config_settings)
