"""The format of share codes of other games and of tiles of one's own: a file's data, compressed.

It omits the solution and the seed. The compression begins with texts that such files have in
common, ``words/``; a change of those would make their codes unreadable.
"""

import json
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from odin_puzzles.files import puzzle_data, puzzle_from
from odin_puzzles.kinds import GAME_OF, KINDS, OTHER_KINDS, feast_kind, feast_kind_named
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.share.coder import Reader, Writer
from odin_solver.support.decoding import decode
from odin_solver.support.language import mark

MOST_BYTES = 100_000
"""Most bytes of a puzzle in a code."""

RAW = -15
"""Compression without header and checksum, with the largest window."""


def packed_game_puzzle(puzzle: Puzzle) -> int:
    """Pack a puzzle of another game into one integer."""
    return _packed(puzzle, OTHER_KINDS, puzzle.goal.value)


def unpacked_game_puzzle(packed: int) -> Puzzle:
    """Unpack a puzzle of another game; the inverse of `packed_game_puzzle` but for what is omitted.

    Raises
    ------
    ValueError, LookupError, InputError
        If the integer is not a puzzle.
    """
    return _unpacked(packed, OTHER_KINDS, lambda goal, _: {"value": goal})


def packed_own_puzzle(puzzle: Puzzle) -> int:
    """Pack a puzzle with tiles of one's own into one integer."""
    goal = Writer()
    feast_kind(puzzle).goal_code(goal, puzzle.position, puzzle.goal)
    return _packed(puzzle, KINDS, goal.number())


def unpacked_own_puzzle(packed: int) -> Puzzle:
    """Unpack what `packed_own_puzzle` packs, or an earlier code, whose goal is that of a file."""

    def goal_of(goal: Any, data: dict[str, Any]) -> Any:
        if isinstance(goal, dict):
            return goal
        if not isinstance(goal, int) or goal < 0:
            raise ValueError("a goal is missing")
        kind = feast_kind_named(data["kind"])
        position = kind.position_from(data["position"], "position")
        return msgspec.to_builtins(kind.goal_code(Reader(goal), position, None))

    return _unpacked(packed, KINDS, goal_of)


def _packed(puzzle: Puzzle, kinds: Sequence[str], goal: Any) -> int:
    kept = [puzzle.difficulty, goal, puzzle.title, puzzle_data(puzzle)["position"]]
    text = json.dumps(kept, separators=(",", ":"), ensure_ascii=False).encode()
    press = zlib.compressobj(9, wbits=RAW, zdict=_words(puzzle.kind))
    return int.from_bytes(
        bytes([1 + kinds.index(puzzle.kind)]) + press.compress(text) + press.flush()
    )


def _unpacked(
    packed: int, kinds: Sequence[str], goal_of: Callable[[Any, dict[str, Any]], Any]
) -> Puzzle:
    raw = packed.to_bytes((packed.bit_length() + 7) // 8)
    kind = kinds[raw[0] - 1] if raw and raw[0] else ""
    press = zlib.decompressobj(wbits=RAW, zdict=_words(kind))
    try:
        text = press.decompress(raw[1:], MOST_BYTES).decode()
    except zlib.error:
        raise ValueError("not compressed") from None
    if not press.eof or press.unused_data:
        raise ValueError("trailing data")
    kept = decode(text, "share code", mark("a puzzle"))
    if not isinstance(kept, list) or len(kept) != 4:
        raise ValueError("parts are missing")
    difficulty, goal, title, position = kept
    data = {
        "schema": 1,
        "kind": kind,
        "title": title,
        "position": position,
        "difficulty": difficulty,
    }
    data["goal"] = goal_of(goal, data)
    return puzzle_from(data, "share code", GAME_OF)


@cache
def _words(kind: str) -> bytes:
    return (files("odin_puzzles.share") / "words" / f"{GAME_OF[kind]}.txt").read_bytes()
