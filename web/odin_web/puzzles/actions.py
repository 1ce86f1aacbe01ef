"""Puzzles of last actions: each is played as a solo game, whose name tells which puzzle it is."""

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Literal

import msgspec
from msgspec.structs import replace

from odin_puzzles.generate.titles import shown_title
from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.actions import ActionsKind, plain_spaces
from odin_puzzles.play import progress
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.shipped import pack as shipped
from odin_solver.challenges.luck import luck_to_come
from odin_solver.errors import InputError
from odin_solver.game.kernel.moves import Use
from odin_solver.game.log import Game
from odin_solver.game.scoring import score_sheet
from odin_solver.support.language import say
from odin_solver.words.moves import move_in_words
from odin_web.games.store import PUZZLE_GAMES, GameFolder, GameId, OpenGame, UnknownGame
from odin_web.games.views import GameChallenge, GameMade, GamePuzzle
from odin_web.puzzles.sources import LAST_ACTIONS, puzzle_named

ACTIONS = ActionsKind.name

LONGEST_PAUSE = 120.0
"""Seconds without a move that count as time played at most."""


class HelpAsked(msgspec.Struct, forbid_unknown_fields=True):
    """The game of a puzzle, and what the player wants: where to look, a space, or the solution."""

    game: GameId
    want: Literal["nudge", "hint", "solution"] = "nudge"


class HelpGiven(msgspec.Struct):
    """Help in words, or the moves of the solution."""

    lines: list[str]


def begun_game(games: GameFolder, name: str, puzzle: Puzzle) -> GameMade:
    """Return the game of a puzzle as the player left it, or a new one."""
    game = PUZZLE_GAMES + name.replace("/", "-")
    with suppress(UnknownGame):
        with games.opened(game) as opened:
            if puzzle_in(opened):
                return GameMade(game)
        games.delete(game)  # that of another puzzle, which had the name before
    state, seed = puzzle.position.state, puzzle.position.seed
    begun = Game(state.options, seed, start=state)
    return GameMade(games.new(begun, shown_title(puzzle), game))


def puzzle_in(opened: OpenGame) -> tuple[str, Puzzle] | None:
    """Return the puzzle that a game is, with its name; None if it is none."""
    if not opened.id.startswith(PUZZLE_GAMES):
        return None
    name = "/".join(opened.id.removeprefix(PUZZLE_GAMES).rsplit("-", 1))
    with suppress(InputError):
        puzzle = puzzle_named(name)
        game, begin = opened.game, puzzle.position
        if puzzle.kind == ACTIONS and (game.start, game.seed) == (begin.state, begin.seed):
            return name, puzzle
    return None


def challenge_of_puzzle(opened: OpenGame) -> GameChallenge | None:
    """Return what stands beside the game of a puzzle; None for other games."""
    found = puzzle_in(opened)
    if found is None:
        return None
    name, puzzle = found
    asked = GamePuzzle(_kind(puzzle).task(puzzle))
    return GameChallenge(
        id=name,
        title=say("Puzzle: {title}", title=shown_title(puzzle)),
        rules=[],
        luck=list(luck_to_come(opened.game)),
        puzzle=_ended(asked, opened, name, puzzle) if opened.state.is_over else asked,
    )


def keep_progress(opened: OpenGame, pause: float) -> None:
    """Keep the time played after moves, and the solution if they ended the game with it.

    The moves came so many seconds after those before.
    """
    found = puzzle_in(opened)
    if found is None:
        return
    solved = opened.state.is_over and _score(opened) >= found[1].goal.value

    def change(record: progress.PuzzleRecord) -> progress.PuzzleRecord:
        begun = record.begun or progress.BegunPuzzle()
        seconds = round(begun.seconds + min(pause, LONGEST_PAUSE), 1)
        if solved:
            return record.after_solving(seconds, begun.stars)
        return replace(record, begun=replace(begun, seconds=seconds))

    _keep(found[1], change)


def help_given(games: GameFolder, request: HelpAsked) -> HelpGiven:
    """Return help; a hint is counted, and the solution ends what was begun."""
    with games.opened(request.game) as opened:
        found = puzzle_in(opened)
        moves = list(opened.game.moves)
    if found is None:
        raise InputError.said("expected the game of a puzzle")
    puzzle = found[1]
    kind, whole = _kind(puzzle), request.want == "hint"
    if request.want == "solution":
        lines = [move_in_words(*step) for step in kind.line(puzzle, puzzle.solution).steps]
        _keep(puzzle, lambda record: replace(record, begun=None))
        return HelpGiven(lines)
    used = Counter(move.space for move in moves if isinstance(move, Use))
    solution = Counter(kind.steps(puzzle.solution))
    text: str
    if wrong := tuple((used - solution).elements()):
        text = say("{step} does not belong to the solution.", step=plain_spaces(wrong[-1:]))
    elif missing := tuple((solution - used).elements()):
        text = plain_spaces(missing[:1]) if whole else kind.nudge(missing[0])
    else:
        text = say("You use the right spaces. It matters what you choose, pay, lay and serve.")

    def counted(record: progress.PuzzleRecord) -> progress.PuzzleRecord:
        begun = record.begun or progress.BegunPuzzle()
        nudges = max(0, begun.nudges - 1) if whole else begun.nudges + 1
        return replace(record, begun=replace(begun, nudges=nudges, hints=begun.hints + whole))

    _keep(puzzle, counted)
    return HelpGiven([text])


def _kind(puzzle: Puzzle) -> ActionsKind:
    kind = kind_of(puzzle)
    assert isinstance(kind, ActionsKind)
    return kind


def _score(opened: OpenGame) -> int:
    return score_sheet(opened.state).total


def _keep(puzzle: Puzzle, change: Callable[[progress.PuzzleRecord], progress.PuzzleRecord]) -> None:
    with suppress(InputError):  # the game goes on where progress cannot be kept
        progress.change_record(puzzle, change)


def _ended(asked: GamePuzzle, opened: OpenGame, name: str, puzzle: Puzzle) -> GamePuzzle:
    records, _ = progress.known_records()
    score, value = _score(opened), puzzle.goal.value
    if score < value:
        verdict = say(
            "{score} of {value} points. Take moves back and try again.", score=score, value=value
        )
    else:
        stars = records.get(progress.key_of(puzzle), progress.PuzzleRecord()).stars
        verdict = say(
            "Solved! {score} points, stars: {stars} of {most}",
            score=score,
            stars=stars,
            most=progress.MOST_STARS,
        )
    pack = {f"{LAST_ACTIONS}/{at}": each for at, each in enumerate(shipped(LAST_ACTIONS), 1)}
    names = list(pack)
    at = names.index(name) + 1 if name in pack else 0
    following = [*names[at:], *names[: max(0, at - 1)]]
    unsolved = (each for each in following if not _solved(pack[each], records))
    return replace(asked, verdict=verdict, next=next(unsolved, ""))


def _solved(puzzle: Puzzle, records: Mapping[str, progress.PuzzleRecord]) -> bool:
    return records.get(progress.key_of(puzzle), progress.PuzzleRecord()).solved > 0
