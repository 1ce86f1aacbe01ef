"""Loading the compiled libraries."""

from collections.abc import Callable
from ctypes import CDLL
from pathlib import Path
from typing import TypeVar

from odin_solver.errors import NotBuiltError

Loaded = TypeVar("Loaded")


def load_library(path: Path, what: str, load: Callable[[Path], Loaded]) -> Loaded:
    """Load a library.

    Raises
    ------
    NotBuiltError
        If it was not built, or cannot be loaded.
    """
    try:
        return load(path)
    except OSError as error:
        reason = str(error) if path.exists() else "it was not built"
        raise NotBuiltError(what, reason) from None


def load_search(path: Path, what: str, interface: str, version: int) -> CDLL:
    """Load a search whose function `interface` tells its version.

    Raises
    ------
    NotBuiltError
        Also if it belongs to another version.
    """
    library = load_library(path, what, lambda at: CDLL(str(at)))
    if getattr(library, interface)() != version:
        raise NotBuiltError(what, "another version")
    return library
