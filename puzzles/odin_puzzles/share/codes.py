"""Share codes: a puzzle as a short text that can be read out, typed and checked.

A code is ``ODIN``, then digits and letters without I, L, O and U (Crockford's base 32): one for
the version, some for the puzzle, six for a checksum. Case, spaces and hyphens are ignored. The
checksum is that of bech32m, a BCH code: it detects every error within six neighbouring
characters, hence any wrong character and any two swapped neighbours, and locates a single error.
"""

import re

from odin_puzzles.kinds import KINDS
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.share import games
from odin_puzzles.share.format import packed_puzzle, refuse_to_share, unpacked_puzzle
from odin_solver.errors import InputError
from odin_solver.support.language import say

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The characters of a code; the value of each is its index."""

PREFIX = "ODIN"
VERSION = 1
GAMES_VERSION = 2
"""Version of the codes of puzzles of other games."""

OWN_VERSION = 4
"""Version of the codes of puzzles with tiles of one's own."""

LONG_VERSION = 3
"""Version of earlier codes of such puzzles, which held the goal as a file does."""

GROUP = 5
"""Characters between two hyphens."""

CHECKSUM = 6

LONGEST = 20_000
"""Most characters of a code; a custom board of the largest size with tiles needs some thousand."""

_ALIKE = str.maketrans({"I": "1", "L": "1", "O": "0"})
_GENERATOR = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
_FINAL = 0x2BC830A3
_START = 0x3D3F1


def share_code(puzzle: Puzzle) -> str:
    """Return the code of a puzzle, in upper case and in groups.

    Raises
    ------
    InputError
        If the position is illegal, or the puzzle is too large for a code.
    """
    if puzzle.kind not in KINDS:
        version, packed = GAMES_VERSION, games.packed_game_puzzle(puzzle)
    elif puzzle.position.tiles:
        refuse_to_share(puzzle)
        version, packed = OWN_VERSION, games.packed_own_puzzle(puzzle)
    else:
        version, packed = VERSION, packed_puzzle(puzzle)
    digits: list[int] = []
    while packed:
        packed, digit = divmod(packed, 32)
        digits.append(digit)
    values = [version, *reversed(digits)]
    if len(values) + CHECKSUM > LONGEST:
        raise InputError.said("share: the puzzle is too large for a code: share the file")
    rest = _remainder(values + [0] * CHECKSUM) ^ _FINAL
    values += [rest >> 5 * place & 31 for place in reversed(range(CHECKSUM))]
    text = "".join(ALPHABET[value] for value in values)
    return "-".join([PREFIX, *_groups(text)])


def puzzle_from_code(text: str) -> Puzzle:
    """Return the puzzle of A Feast for Odin of a code, without its solution.

    Raises
    ------
    InputError
        If the code has a typo, lacks characters, or is of another game or version.
    """
    puzzle = any_puzzle_from_code(text)
    if puzzle.kind not in KINDS:
        raise InputError.said(
            "share code: expected a puzzle of A Feast for Odin, got another game's"
        )
    return puzzle


def any_puzzle_from_code(text: str) -> Puzzle:
    """Return the puzzle of a code, without its solution.

    Raises
    ------
    InputError
        If the code has a typo, lacks characters, or is of another version.
    """
    version, packed = _packed(text)
    try:
        return _UNPACKED[version](packed)
    except (ValueError, ArithmeticError, LookupError) as error:
        raise InputError.said("share code: invalid puzzle ({error})", error=error) from None


_UNPACKED = {
    VERSION: unpacked_puzzle,
    GAMES_VERSION: games.unpacked_game_puzzle,
    LONG_VERSION: games.unpacked_own_puzzle,
    OWN_VERSION: games.unpacked_own_puzzle,
}


def _packed(text: str) -> tuple[int, int]:
    body = _body(text)
    if len(body) > LONGEST:
        raise InputError.said(
            "share code: expected at most {longest} characters, got {n}",
            longest=LONGEST,
            n=len(body),
        )
    values = []
    for at, char in enumerate(body):
        if char not in ALPHABET:
            raise InputError.said(
                "share code: {typo}: {char!r} is never used", typo=_typo_near(body, at), char=char
            )
        values.append(ALPHABET.index(char))
    if len(values) < CHECKSUM + 2:
        raise InputError.said("share code: characters are missing")
    syndrome = _remainder(values) ^ _FINAL
    if syndrome:
        place = _typo(syndrome, len(values))
        typo = say("a typo") if place is None else _typo_near(body, place)
        raise InputError.said("share code: {typo}, or characters missing", typo=typo)
    if values[0] not in _UNPACKED:
        raise InputError.said(
            "share code: expected version {first} to {last}, got {got}",
            first=VERSION,
            last=OWN_VERSION,
            got=values[0],
        )
    packed = 0
    for value in values[1:-CHECKSUM]:
        packed = 32 * packed + value
    return values[0], packed


def looks_like_code(text: str) -> bool:
    """Whether a text is a share code, perhaps with typos, rather than a path."""
    compact = _compact(text)
    if not compact.isascii() or not compact.isalnum() or "\n" in text.strip():
        return False
    return compact[:4] == _compact(PREFIX) or (
        len(compact) >= 4 * GROUP and bool(re.search(r"[0-9]", compact)) and "-" in text
    )


def _compact(text: str) -> str:
    return re.sub(r"[\s-]", "", text).upper().translate(_ALIKE)


def _body(text: str) -> str:
    compact = _compact(text)
    prefix = _compact(PREFIX)
    if compact[: len(prefix)] != prefix:
        began = re.sub(r"[\s-]", "", text)[: len(PREFIX)]
        raise InputError.said(
            "share code: a typo at its start: expected {prefix}, got {began!r}",
            prefix=PREFIX,
            began=began,
        )
    return compact[len(prefix) :]


def _groups(text: str) -> list[str]:
    return [text[start : start + GROUP] for start in range(0, len(text), GROUP)]


def _typo_near(body: str, at: int) -> str:
    groups = _groups(body)
    number = at // GROUP
    return say(
        "a typo near {text} (group {number} of {most} after {prefix})",
        text=groups[number],
        number=number + 1,
        most=len(groups),
        prefix=PREFIX,
    )


def _step(rest: int, value: int) -> int:
    top = rest >> 25
    rest = (rest & 0x1FFFFFF) << 5 ^ value
    for bit, word in enumerate(_GENERATOR):
        if top >> bit & 1:
            rest ^= word
    return rest


def _remainder(values: list[int]) -> int:
    """Return the remainder of a code as a polynomial over GF(32), see BIP 173 and 350."""
    rest = _START
    for value in values:
        rest = _step(rest, value)
    return rest


def _typo(syndrome: int, length: int) -> int | None:
    """Return the place where a wrong character or two swapped ones explain the checksum."""
    effects = {error: error for error in range(1, 32)}
    for place in reversed(range(length)):
        if syndrome in effects.values():
            return place
        earlier = {error: _step(effect, 0) for error, effect in effects.items()}
        if place and any(earlier[error] ^ effects[error] == syndrome for error in effects):
            return place - 1
        effects = earlier
    return None
