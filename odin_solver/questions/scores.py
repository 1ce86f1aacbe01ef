"""What can be asked about the archive of finished games."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec

from odin_solver.questions.fields import asks
from odin_solver.questions.question import BAD_INPUT, Asker, Question, about_field
from odin_solver.questions.report import Part
from odin_solver.rules.position import GameLength
from odin_solver.support.language import mark

if TYPE_CHECKING:
    from odin_solver.game.scores.archive import ArchivedGames
    from odin_solver.game.scores.statistics import ScoreStatistics


class ScoreStats(Question["ArchivedGames", "tuple[ArchivedGames, ScoreStatistics]"]):
    """Print statistics of the archive: means, best results, categories."""

    title: ClassVar[str] = mark("Statistics")
    example: ClassVar[str] = "odin score stats --length long --cards none"
    searches: ClassVar[bool] = False

    length: Annotated[
        GameLength | None,
        asks(
            mark("Game"),
            mark("Only games of this length."),
            names=(mark("long game"), mark("short game")),
        ),
    ] = None
    cards: Annotated[
        str,
        asks(
            mark("Occupations"),
            mark("Decks of occupations: none, or such as A or A,B."),
            metavar="DECKS",
            max_length=30,
        ),
    ] = ""
    player: Annotated[
        str,
        asks(mark("Player"), mark("Only results of this player."), metavar="NAME", max_length=60),
    ] = ""

    def subject(self, name: str) -> "ArchivedGames":
        from odin_solver.game.scores.archive import default_archive

        self._decks()
        return default_archive().read()

    def _decks(self) -> str:
        from odin_solver.game.scores.file import decks

        with about_field("cards"):
            return decks(self.cards) if self.cards else ""

    def doubts(self, subject: "ArchivedGames") -> Sequence[str]:
        return subject.problems

    def answer(
        self, subject: "ArchivedGames", asker: Asker[Any]
    ) -> "tuple[ArchivedGames, ScoreStatistics]":
        from odin_solver.game.scores.statistics import score_statistics

        return subject, score_statistics(
            subject.games, length=self.length or "", cards=self._decks(), player=self.player
        )

    def data(self, found: "tuple[ArchivedGames, ScoreStatistics]") -> dict[str, Any]:
        return msgspec.structs.asdict(found[1])

    def code(self, found: "tuple[ArchivedGames, ScoreStatistics]") -> int:
        """Return 2 if there are lines that cannot be read."""
        return BAD_INPUT if found[0].problems else 0

    def report(self, found: "tuple[ArchivedGames, ScoreStatistics]") -> Iterator[Part]:
        from odin_solver.questions.sheets import statistics_report

        yield from statistics_report(found[1])
