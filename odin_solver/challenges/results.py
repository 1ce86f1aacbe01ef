"""What a finished game of a challenge reaches, and its result card."""

from collections.abc import Iterator
from dataclasses import dataclass

from odin_solver.challenges.challenge import MEDALS, Challenge, is_game_of, medal_for
from odin_solver.challenges.par import missed_goals
from odin_solver.errors import InputError
from odin_solver.game.log import Game
from odin_solver.game.scoring import ScoreSheet, score_sheet
from odin_solver.support.language import say, say_as


@dataclass(frozen=True)
class ChallengeResult:
    """The result of a game.

    Attributes
    ----------
    missed
        Goals that the game does not reach, in words.
    boards
        Exploration boards and buildings, in the order in which they were taken, by name.
    """

    challenge: Challenge
    sheet: ScoreSheet
    missed: tuple[str, ...]
    boards: tuple[str, ...]

    @property
    def score(self) -> int:
        """Score."""
        return self.sheet.total

    @property
    def medal(self) -> str | None:
        """The best of `MEDALS` whose par is reached; None without it, or without a goal."""
        return None if self.missed else medal_for(self.score, self.challenge.par)

    @property
    def worth(self) -> tuple[bool, int]:
        """What a better result has more of."""
        return self.medal is not None, self.score


def result_of(challenge: Challenge, game: Game) -> ChallengeResult:
    """Return the result of a finished game.

    Raises
    ------
    InputError
        If it is another game, or not over.
    """
    if not is_game_of(challenge, game):
        raise InputError.said(
            "expected a game of this challenge: its seed, options or beginning differ"
        )
    if not game.state.is_over:
        raise InputError.said(
            "it is in round {round} of {rounds}: expected a game that is over",
            round=game.state.round,
            rounds=game.state.rounds,
        )
    boards = (say_as("board", each.board.name) for each in game.state.boards[1:])
    missed = missed_goals(challenge, game)
    return ChallengeResult(challenge, score_sheet(game.state), tuple(missed), tuple(boards))


def card_lines(result: ChallengeResult, title: str) -> Iterator[str]:
    """Yield the lines of a result card, to be pasted anywhere."""
    par = result.challenge.par
    score = say("{title}: {score} points", title=title, score=result.score)
    if par is None:
        yield score
    else:
        scores = (par.bronze, par.silver, par.gold)
        told = " / ".join(str(each) for each in scores if each is not None)
        yield say("{score}, par {par}", score=score, par=told)
    sheet = result.sheet
    losses = sheet.home_board + sheet.exploration_cells + sheet.house_cells + sheet.penalties
    yield say(
        "ships {ships}, emigrated {emigrated}, boards {boards}, houses {houses}, "
        "animals {animals}, silver {silver}, left open {losses}",
        ships=sheet.ships,
        emigrated=sheet.emigration,
        boards=sheet.exploration_boards,
        houses=sheet.houses,
        animals=sheet.animals,
        silver=sheet.silver + sheet.final_income,
        losses=losses,
    )
    if result.boards:
        yield ", ".join(result.boards)
    if result.missed:
        yield say("not reached: {goals}", goals=", ".join(result.missed))
    elif result.medal:
        yield say(MEDALS[result.medal])
    elif par:
        yield say("no medal")


def card_picture(result: ChallengeResult, title: str, game: Game) -> str:
    """Draw a result card with the boards of the game, as SVG."""
    from odin_solver.render.svg.position import board_sheet, page_svg  # takes long to import

    first, *more = card_lines(result, title)
    boards = [board_sheet(board, len(board.pieces)) for board in game.state.boards]
    return page_svg(first, "; ".join(more), boards)
