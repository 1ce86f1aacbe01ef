"""Loading the compiled libraries."""

import hashlib
from collections.abc import Callable
from ctypes import CDLL, c_char_p
from pathlib import Path
from typing import TypeVar

from odin_solver.errors import NotBuiltError
from odin_solver.support.language import say

Loaded = TypeVar("Loaded")

ENGINE_CLASS = "odin_solver.rollouts.library:Library"
"""Full name of the class that calls the compiled engine."""


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
        reason = str(error) if path.exists() else say("it was not built")
        raise NotBuiltError(what, reason) from None


def load_search(path: Path, what: str, digest: str) -> CDLL:
    """Load a search, whose function `digest` tells what it was built from.

    Raises
    ------
    NotBuiltError
        Also if that is not the C source beside it.
    """
    library = load_library(path, what, lambda at: CDLL(str(at)))
    source = path.with_name("search.c").read_bytes()
    try:
        built_from = library[digest]
    except AttributeError:
        raise NotBuiltError(what, say("it was built from other sources")) from None
    built_from.restype = c_char_p
    if built_from() != hashlib.sha256(source).hexdigest().encode():
        raise NotBuiltError(what, say("it was built from other sources"))
    return library
