"""The format of share codes of other games: what a file holds, compressed.

It omits the solution and the seed. The compression begins with texts that files of the game have in
common, ``words/``; a change of those would make all codes of the game unreadable.
"""

import json
import zlib
from functools import cache
from importlib.resources import files

from odin_puzzles.files import any_puzzle_from, puzzle_data
from odin_puzzles.kinds import GAME_OF, OTHER_KINDS
from odin_puzzles.puzzle import Puzzle
from odin_solver.support.decoding import decode
from odin_solver.support.language import mark

MOST_BYTES = 100_000
"""Most bytes of a puzzle in a code."""

RAW = -15
"""Compression without header and checksum, with the largest window."""


def packed_game_puzzle(puzzle: Puzzle) -> int:
    """Pack a puzzle into one integer."""
    data = puzzle_data(puzzle)
    kept = [puzzle.difficulty, puzzle.goal.value, puzzle.title, data["position"]]
    text = json.dumps(kept, separators=(",", ":"), ensure_ascii=False).encode()
    press = zlib.compressobj(9, wbits=RAW, zdict=_words(puzzle.kind))
    return int.from_bytes(
        bytes([1 + OTHER_KINDS.index(puzzle.kind)]) + press.compress(text) + press.flush()
    )


def unpacked_game_puzzle(packed: int) -> Puzzle:
    """Unpack a puzzle; the inverse of `packed_game_puzzle` except for what is omitted.

    Raises
    ------
    ValueError, LookupError, InputError
        If the integer is not a puzzle.
    """
    raw = packed.to_bytes((packed.bit_length() + 7) // 8)
    kind = OTHER_KINDS[raw[0] - 1] if raw and raw[0] else ""
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
    difficulty, value, title, position = kept
    data = {
        "schema": 1,
        "kind": kind,
        "title": title,
        "position": position,
        "goal": {"value": value},
        "difficulty": difficulty,
    }
    return any_puzzle_from(data, "share code")


@cache
def _words(kind: str) -> bytes:
    return (files("odin_puzzles.share") / "words" / f"{GAME_OF[kind]}.txt").read_bytes()
