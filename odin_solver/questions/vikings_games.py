"""What can be asked about a game of *Vikings*, and what a game says of itself."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from odin_solver.errors import InputError
from odin_solver.questions import question
from odin_solver.questions.fields import asks
from odin_solver.questions.report import Column, Fold, Line, Part, Style, Table
from odin_solver.questions.vikings import (
    VikingsSamples,
    estimate_data,
    estimate_text,
    scoring_table,
)
from odin_solver.support.language import mark, say, say_decimal
from odin_solver.vikings.files import pair_text
from odin_solver.vikings.game.moves import Bid, TakePair, VikingsMove
from odin_solver.vikings.game.table import Phase
from odin_solver.vikings.game.table import Table as GameTable
from odin_solver.vikings.words import special_text

if TYPE_CHECKING:
    from odin_solver.vikings.game.log import VikingsGame
    from odin_solver.vikings.game.sampling import RatedMove


class VikingsAdvise(question.Question["VikingsGame", "list[RatedMove]"]):
    """Rate the moves of a game, of which LOG is the log, each with what it loses.

    The round is played on, again and again, by greedy players who err a little; nothing hidden is
    used. "Ahead" is by how many points the player would beat the best rival, as it stands then; a
    loss is the difference from the best move. ± is one standard error. Each pair is put in its best
    place.
    """

    example: ClassVar[str] = "odin vikings advise game.log --samples 40"
    title: ClassVar[str] = mark("Advice")
    keeps: ClassVar[str] = VikingsSamples.keeps
    kept: ClassVar[str] = VikingsSamples.kept

    log: Annotated[str | dict[str, Any], asks("LOG", "")]
    samples: Annotated[
        int, asks(mark("Samples"), mark("Samples for each move."), ge=2, le=10_000)
    ] = 20
    seed: question.Seed = 0

    def subject(self, name: str) -> "VikingsGame":
        from odin_solver.vikings.game.log import replay

        game = replay(self.log if isinstance(self.log, str) else "", name, unfinished=True)
        if game.table.over:
            raise InputError.said("the game has ended")
        return game

    def answer(
        self, subject: "VikingsGame", asker: question.Asker["list[RatedMove]"]
    ) -> "list[RatedMove]":
        from odin_solver.vikings.game.sampling import rated_moves

        table = subject.table
        for n, now in enumerate(rated_moves(table, samples=self.samples, seed=self.seed), 1):
            asker.send(say("{n} of {all} samples", n=n, all=self.samples), now)
            if asker.cancel.is_set():
                break
        return now

    def data(self, found: "list[RatedMove]") -> dict[str, Any]:
        moves = [
            {
                "move": str(each.move),
                "lead": estimate_data(each.lead),
                "loss": estimate_data(each.loss),
            }
            for each in found
        ]
        return {"proven": False, "seed": self.seed, "moves": moves}

    def report(self, found: "list[RatedMove]") -> Iterator[Part]:
        rows = [
            [f"{each.move}", each.move.place, estimate_text(each.lead), estimate_text(each.loss)]
            for each in found
        ]
        yield Line(say("best: {move}", move=found[0].move), "strong")
        kinds: list[Column] = ["left", "left", "right", "right"]
        yield Table([say("move"), say("place"), say("ahead"), say("loss")], kinds, rows)
        yield Line(say("Estimates from {n} samples; nothing is proven.", n=self.samples), "dim")


WHAT: dict[Phase, str] = {
    "bid": mark("Bid for the place of the start player, or pass"),
    "return": mark("Return a figure to the bag"),
    "place": mark("Put all figures of a colour beside the wheel"),
    "take": mark("Take a pair"),
    "ferry": mark("Use the boatsmen"),
}
"""What is decided, by phase."""


def numbered_moves(table: GameTable) -> dict[int, VikingsMove]:
    """Return the moves that are offered, by the number that stands for each.

    That of a pair is its position on the wheel, that of a bid the bid.
    """
    from odin_solver.vikings.game.sampling import candidates

    found: dict[int, VikingsMove] = {}
    for count, move in enumerate(candidates(table), 1):
        match move:
            case TakePair(at=number) | Bid(amount=number):
                found[number] = move
            case _:
                found[count] = move
    return found


def options_report(table: GameTable) -> Iterator[Part]:
    """Yield what is decided and what each choice would bring."""
    yield Line(say(WHAT[table.phase]), "title")
    if table.phase != "take":
        moves = numbered_moves(table)
        rows = [[f"{n}", f"{move}", move.place] for n, move in sorted(moves.items())]
        yield Table([say("number"), say("move"), say("meaning")], ["right", "left", "left"], rows)
    else:
        yield _wheel(table)
    for text in table_lines(table):
        yield Line(text)


def table_lines(table: GameTable, special: Callable[[str], str] = special_text) -> list[str]:
    """Return what lies on the table beside the pairs: figures drawn, the wheel, special tiles."""
    lines: list[str] = []
    if table.drawn:
        lines.append(say("drawn: {figures}", figures=" ".join(sorted(table.drawn))))
    if table.phase == "place":
        wheel = ", ".join(
            f"{at} {pair.tile} {pair.figure}".strip() for at, pair in table.wheel.pairs.items()
        )
        label = say("Wheel")
        lines.append(f"{label}: {wheel}")
    if table.wheel.specials:
        face_up = ", ".join(map(special, table.wheel.specials))
        lines.append(say("Special tiles that lie face up: {tiles}", tiles=face_up))
    return lines


def _wheel(table: GameTable) -> Table:
    from odin_solver.vikings.game.offers import pair_offers

    rows, styles = [], list[Style]()
    for offer in pair_offers(table):
        brings = [say("not now"), "", ""]
        if offer.move is not None:
            brings = [offer.move.place, f"{offer.gain}", say_decimal(offer.value)]
        rows.append([f"{offer.at}", f"{offer.price}", pair_text(offer.pair), *brings])
        styles.append("" if offer.move else "dim")
    heads = [say("number"), say("price"), say("pair"), say("place"), say("gain"), say("value")]
    kinds: list[Column] = ["right", "right", "whole", "left", "right", "right"]
    return Table(heads, kinds, rows, styles)


def scores_report(games: "Sequence[VikingsGame]") -> Iterator[Part]:
    """Yield the scores of games of the same players, of a single one with its last scorings."""
    seats = [f"{number} {name}" for number, name in enumerate(games[0].seats, 1)]
    rows = [
        [
            f"{game.seed}",
            *(f"{player.vp}" for player in game.table.players),
            ", ".join(f"{number + 1}" for number in game.table.winners()),
        ]
        for game in games
    ]
    kinds: list[Column] = ["right", "left"]
    kinds[1:1] = ["right"] * len(seats)
    yield Table([say("seed"), *seats, say("won by")], kinds, rows)
    if len(games) == 1:
        for seat, parts in zip(seats, games[0].table.scorings, strict=True):
            for part in parts:
                title = f"{seat}: {part.name}"
                yield Fold(title, [scoring_table(part)])
