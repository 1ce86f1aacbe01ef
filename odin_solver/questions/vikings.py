"""What can be asked about a position of Vikings."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar

from odin_solver.questions import question
from odin_solver.questions.fields import asks
from odin_solver.questions.report import Board, Column, Fold, Line, Part, Style, Table
from odin_solver.support.language import mark, say, say_as, say_decimal
from odin_solver.vikings.files import pair_text, vikings_data, vikings_from, vikings_text
from odin_solver.vikings.model.objective import Aim
from odin_solver.vikings.parts import MAX_AMOUNT, ROUNDS, ROWS, Cell, cell_name
from odin_solver.vikings.position import VikingsPosition
from odin_solver.vikings.rules.ferrying import FerryPlan, room
from odin_solver.vikings.rules.laying import doubts, violations
from odin_solver.vikings.rules.scoring import Outlook, ScoringPart, outlook
from odin_solver.vikings.rules.wheel import paid
from odin_solver.vikings.words import ALL, figures_text

if TYPE_CHECKING:
    from odin_solver.linear.levels import LevelState
    from odin_solver.vikings.build import BuiltArchipelago
    from odin_solver.vikings.ferry import FerryAdvice, FerryLine
    from odin_solver.vikings.game.samples import BuyingAdvice, Estimate, FinalScores
    from odin_solver.vikings.solution import Limits, Watcher

Found = TypeVar("Found")


class AboutVikings(question.Question[VikingsPosition, Found]):
    """A question about a position of Vikings."""

    position: Annotated[dict[str, Any], asks("POSITION", "")]

    def subject(self, name: str) -> VikingsPosition:
        position = vikings_from(self.position, name)
        if broken := violations(position):
            raise question.Illegal(*broken)
        return position

    def doubts(self, subject: VikingsPosition) -> Sequence[str]:
        return list(doubts(subject))


class VikingsScore(AboutVikings[tuple[VikingsPosition, Outlook]]):
    """Score a position: all scorings from its round to the end, if nothing more changes.

    Figures that a ship threatens are listed with the ship; they score nothing. Ferrying is left
    out (odin vikings ferry).
    """

    example: ClassVar[str] = "odin vikings score position.toml --round 4"
    title: ClassVar[str] = mark("Score")

    round: (
        Annotated[
            int, asks(mark("Round"), mark("Round whose scoring comes next."), ge=1, le=ROUNDS)
        ]
        | None
    ) = None

    def answer(
        self, subject: VikingsPosition, asker: question.Asker[Any]
    ) -> tuple[VikingsPosition, Outlook]:
        position = subject if self.round is None else replace(subject, round=self.round)
        return position, outlook(position)

    def data(self, found: tuple[VikingsPosition, Outlook]) -> dict[str, Any]:
        position, end = found
        scorings = [
            {
                "name": part.name,
                "vp": part.vp,
                "gold": part.gold,
                "items": [{**asdict(item), "threat": item.threat or None} for item in part.items],
            }
            for part in end.parts
        ]
        now = {"round": position.round, "vp": position.vp, "gold": position.gold}
        return {**now, "scorings": scorings, "final_vp": end.vp, "final_gold": end.gold}

    def report(self, found: tuple[VikingsPosition, Outlook]) -> Iterator[Part]:
        position, end = found
        for part in end.parts:
            title, sum_ = part.name[:1].upper() + part.name[1:], _amounts(part.vp, part.gold)
            note, last = ", ".join(filter(None, sum_)) or "0", part is end.parts[-1]
            yield Fold(title, [scoring_table(part)], note, last)
        yield Line(say("{vp} VP at the end, {gold} gold left", vp=end.vp, gold=end.gold), "strong")
        if position.boatsmen and any(room(position)):
            ferry = say(VikingsFerry.title)
            note = say(
                "boatsmen could carry figures before a large scoring ({question})", question=ferry
            )
            yield Line(note, "dim")


def scoring_table(part: ScoringPart) -> Table:
    """Return the lines of a scoring."""
    rows: list[list[str]] = []
    styles: list[Style] = []
    for item in part.items:
        what = item.what
        if item.threat:
            what = say("{what}, threatened by the {ship}", what=what, ship=item.threat)
        rows.append([item.where, what, *_amounts(item.vp, item.gold)])
        styles.append("dim" if item.threat else "")
    rows.append(["", say("together"), *_amounts(part.vp, part.gold)])
    return Table([], ["whole", "left", "right", "right"], rows, [*styles, "strong"])


def _amounts(vp: int, gold: int) -> tuple[str, str]:
    return (say("{vp} VP", vp=vp) if vp else "", say("{gold} gold", gold=gold) if gold else "")


class VikingsSearch(AboutVikings[Found]):
    """A question that is answered with a proof, if the time suffices."""

    objective: Annotated[
        Aim,
        asks(
            mark("What counts"),
            mark(
                "The final score if nothing more changes, or the gain of the next large scoring, "
                "gold weighted."
            ),
            names=(mark("final score"), mark("next large scoring")),
        ),
    ] = "final"
    seconds: question.Seconds = 60.0
    workers: question.Workers = 2
    seed: question.Seed = 0

    @property
    def limits(self) -> "Limits":
        from odin_solver.vikings.solution import Limits

        return Limits(self.seconds, self.workers, self.seed)


def _watcher(asker: question.Asker[Any]) -> "Watcher":
    from odin_solver.vikings.solution import Watcher

    return Watcher(lambda state: asker.send(_progress_text(state), None), asker.cancel.is_set)


def _progress_text(state: "LevelState") -> str:
    """Return the progress of a level; later levels break ties."""
    if state.level:
        return say("proven best; breaking ties")
    value = "?" if state.value is None else f"{float(state.value):g}"
    best = say("best so far {value}", value=value)
    if state.bound is None:
        return best
    return f"{best}  " + say("at most {value}", value=format(float(state.bound), "g"))


class VikingsFerry(VikingsSearch["FerryAdvice"]):
    """Find the best use of the boatsmen before a large scoring, and the next best ways.

    The final score counts majorities, food and threats, with the islands as they are then. The
    exit code is 0 if the best way is proven, 3 if not, 2 for bad input.
    """

    example: ClassVar[str] = "odin vikings example ferry | odin vikings ferry -"
    title: ClassVar[str] = mark("Ferry")

    ways: Annotated[int, asks(mark("Ways"), mark("Most ways to show."), ge=1, le=50)] = 3

    def answer(
        self, subject: VikingsPosition, asker: question.Asker["FerryAdvice"]
    ) -> "FerryAdvice":
        from odin_solver.vikings.ferry import best_ferries

        watcher, limits = _watcher(asker), self.limits
        return best_ferries(
            subject, self.objective, count=self.ways, limits=limits, watcher=watcher
        )

    def data(self, found: "FerryAdvice") -> dict[str, Any]:
        best = found.lines[0]
        ways = [
            {
                "value": float(line.values[0]),
                "gold_left": _gold_left(line.values),
                "status": line.status,
                "loss": float(best.values[0] - line.values[0]),
                "boatsmen": line.plan.boatsmen,
                "colours": [ROWS[row] for row in line.plan.whole],
                "one_of_each": line.plan.rounds_of_one,
                "singles": sum(line.plan.singles),
                "cells": [cell_name(cell) for cell in sorted(line.cells)],
            }
            for line in found.lines
        ]
        return {**_search_data(found, best), "ways": ways}

    def code(self, found: "FerryAdvice") -> int:
        return 0 if found.lines[0].proven else question.UNPROVEN

    def report(self, found: "FerryAdvice") -> Iterator[Part]:
        best = found.lines[0]
        status = say("proven best") if best.proven else say("best so far, not proven")
        yield Line(f"{_value_text(found.aim, best.values)} ({status})", "strong")
        yield board(best.after, best.cells)
        heads = ["", say("value"), say("loss"), say("boatsmen"), say_as("of ferries", "to")]
        rows = [
            [
                f"{place}.",
                f"{float(line.values[0]):g}",
                f"{float(best.values[0] - line.values[0]):g}",
                _plan_text(line.plan),
                " ".join(map(cell_name, sorted(line.cells))) or "-",
            ]
            for place, line in enumerate(found.lines, 1)
        ]
        yield Table(heads, ["right", "right", "right", "left", "left"], rows)


class VikingsBuild(VikingsSearch["BuiltArchipelago"]):
    """Find the best archipelago from the free tiles, ships and figures of a position.

    Tiles may be left over and figures stay on the mainland; all ships are laid. The exit code is 0
    if the result is proven optimal, 3 if it is only the best found, 2 for bad input.
    """

    example: ClassVar[str] = "odin vikings example late-build | odin vikings build -"
    title: ClassVar[str] = mark("Build")
    draws: ClassVar[bool] = True
    writes: ClassVar[str] = mark("Write the position with the parts (TOML).")

    hindsight: Annotated[
        bool, asks(mark("place anew what lies"), mark("Also place anew what lies and waits."))
    ] = False

    def answer(
        self, subject: VikingsPosition, asker: question.Asker["BuiltArchipelago"]
    ) -> "BuiltArchipelago":
        from odin_solver.vikings.build import build, hindsight

        position = hindsight(subject) if self.hindsight else subject
        watcher = _watcher(asker)
        return build(position, self.objective, limits=self.limits, watcher=watcher)

    def data(self, found: "BuiltArchipelago") -> dict[str, Any]:
        bound = found.bounds[0]
        return {
            **_search_data(found, found),
            "value": float(found.values[0]),
            "gold_left": _gold_left(found.values),
            "bound": None if bound is None else float(bound),
        }

    def code(self, found: "BuiltArchipelago") -> int:
        return 0 if found.status == "OPTIMAL" else question.UNPROVEN

    def text(self, found: "BuiltArchipelago") -> str:
        return vikings_text(found.after)

    def report(self, found: "BuiltArchipelago") -> Iterator[Part]:
        bound = found.bounds[0]
        if found.status == "OPTIMAL":
            status = say("proven best")
        elif bound is None:
            status = say("best so far, not proven")
        else:
            status = say("best so far, not proven, at most {bound:g}", bound=float(bound))
        yield Line(f"{_value_text(found.aim, found.values)} ({status})", "strong")
        yield board(found.after)


def board(position: VikingsPosition, new: frozenset[Cell] = frozenset()) -> Board:
    """Return a position to be drawn; figures in `new` cells are marked."""

    def svg() -> str:
        from odin_solver.vikings.pictures.svg import position_svg

        return position_svg(position, new)

    def terminal() -> Any:
        from odin_solver.vikings.pictures.terminal import position_drawing

        return position_drawing(position, new)

    return Board(vikings_data(position), svg, terminal)


def _search_data(
    search: "FerryAdvice | BuiltArchipelago", best: "FerryLine | BuiltArchipelago"
) -> dict[str, Any]:
    return {
        "objective": search.aim,
        "status": best.status,
        "position": vikings_data(best.after),
        "seconds": round(search.seconds, 3),
        "solver": search.solver,
    }


def _gold_left(values: Sequence[Fraction]) -> int | None:
    return int(values[1]) if len(values) > 1 else None


def _value_text(aim: Aim, values: Sequence[Fraction]) -> str:
    if aim == "final":
        return say("{vp} VP at the end, {gold} gold left", vp=values[0], gold=values[1])
    return say("{vp:g} VP in this scoring, gold weighted", vp=float(values[0]))


def _plan_text(plan: FerryPlan) -> str:
    parts = [str(say(ALL[ROWS[row]])) for row in plan.whole]
    if plan.rounds_of_one:
        times = f"{plan.rounds_of_one} × " if plan.rounds_of_one > 1 else ""
        parts.append(times + say("one of each colour"))
    parts += [figures_text(ROWS[row], count) for row, count in enumerate(plan.singles) if count]
    return f"{plan.boatsmen}: {'; '.join(parts)}" if parts else say("none")


class VikingsSamples(AboutVikings[Found]):
    """A question that is answered by samples."""

    keeps: ClassVar[str] = mark("Ctrl-C keeps the samples so far")
    kept: ClassVar[str] = mark("these are the samples so far")

    seed: question.Seed = 0


class VikingsBuy(VikingsSamples["BuyingAdvice"]):
    """Appraise the pairs on the wheel: price, best place, score gained, what waiting costs.

    All of this is estimated, nothing is proven. The value is that of the greedy player, in victory
    points, less the price. "Gain" is the final score gained if nothing more changes. "Stays" and
    "waiting" come from sampled turns of greedy rivals; ± is one standard error. In the expert game
    the dearest pair brings the best of the special tiles that lie face up.
    """

    example: ClassVar[str] = "odin vikings example wheel | odin vikings buy -"
    title: ClassVar[str] = mark("Buy")

    samples: Annotated[
        int, asks(mark("Samples"), mark("Sampled turns of the rivals."), ge=2, le=10_000)
    ] = 60
    bid: Annotated[
        int,
        asks(mark("Bid"), mark("Pay a bid of the auction first."), more=True, ge=0, le=MAX_AMOUNT),
    ] = 0

    def subject(self, name: str) -> VikingsPosition:
        position = super().subject(name)
        with question.about_field("bid"):
            return paid(position, self.bid)

    def answer(
        self, subject: VikingsPosition, asker: question.Asker["BuyingAdvice"]
    ) -> "BuyingAdvice":
        from odin_solver.vikings.game.samples import buying_advices

        for now in buying_advices(subject, samples=self.samples, seed=self.seed):
            asker.send(say("{n} of {all} turns", n=now.samples, all=self.samples), now)
            if asker.cancel.is_set():
                break
        return now

    def data(self, found: "BuyingAdvice") -> dict[str, Any]:
        pairs = [
            {
                **asdict(pair),
                "pair": pair_text(pair.pair),
                "value": round(pair.value, 3),
                "stays": estimate_data(pair.stays),
                "later_price": None if pair.later_price is None else round(pair.later_price, 3),
                "waiting": estimate_data(pair.waiting),
                "special": pair.special or None,
            }
            for pair in found.pairs
        ]
        return {"proven": False, "samples": found.samples, "seed": self.seed, "pairs": pairs}

    def report(self, found: "BuyingAdvice") -> Iterator[Part]:
        numbers = [say("value"), say("gain"), say("stays"), say("waiting costs")]
        rows = [
            [
                pair_text(pair.pair),
                f"{pair.price}",
                pair.place,
                say_decimal(pair.value),
                f"{pair.gain}",
                f"{100 * pair.stays.mean:.0f} %",
                estimate_text(pair.waiting),
            ]
            for pair in found.pairs
        ]
        kinds: list[Column] = ["whole", "right", "left", "right", "right", "right", "right"]
        yield Table([say("pair"), say("price"), say("place"), *numbers], kinds, rows)
        for pair in found.pairs:
            if pair.special:
                brings = say(
                    "{pair} brings a special tile: {special}, {vp} VP at the end if nothing more "
                    "changes",
                    pair=pair_text(pair.pair),
                    special=pair.special,
                    vp=pair.special_gain,
                )
                yield Line(brings)
        note = say("Estimates from {n} sampled turns; nothing is proven.", n=found.samples)
        yield Line(note, "dim")


def estimate_data(value: "Estimate") -> dict[str, float]:
    """Return an estimate as plain data."""
    return {"mean": round(value.mean, 4), "error": round(value.error, 4)}


def estimate_text(value: "Estimate", by: int = 1) -> str:
    """Return an estimate with its error; percents by 100."""
    return f"{say_decimal(by * value.mean)} ± {say_decimal(by * value.error)}"


class VikingsSimulate(VikingsSamples["FinalScores"]):
    """Estimate the final score of a position: sampled games of greedy players.

    What the others have, the stacks and the bag are sampled. ± is one standard error.
    """

    example: ClassVar[str] = "odin vikings example wheel | odin vikings simulate - --games 50"
    title: ClassVar[str] = mark("Simulate")

    games: Annotated[int, asks(mark("Games"), mark("Sampled games."), ge=2, le=100_000)] = 50

    def answer(
        self, subject: VikingsPosition, asker: question.Asker["FinalScores"]
    ) -> "FinalScores":
        from odin_solver.vikings.game.samples import expected_scores

        for now in expected_scores(subject, games=self.games, seed=self.seed):
            vp = estimate_text(now.score)
            asker.send(say("{n} of {all} games, {vp} VP", n=now.games, all=self.games, vp=vp), now)
            if asker.cancel.is_set():
                break
        return now

    def data(self, found: "FinalScores") -> dict[str, Any]:
        return {
            "proven": False,
            "games": found.games,
            "seed": self.seed,
            "score": estimate_data(found.score),
            "wins": estimate_data(found.wins),
            "p10": found.low,
            "p90": found.high,
        }

    def report(self, found: "FinalScores") -> Iterator[Part]:
        yield Line(say("{vp} VP at the end", vp=estimate_text(found.score)), "strong")
        yield Line(
            say("from {low} to {high} in four of five games", low=found.low, high=found.high)
        )
        won = estimate_text(found.wins, 100)
        yield Line(say("{won} % of games won against greedy players", won=won))
        note = say("Estimates from {n} sampled games; nothing is proven.", n=found.games)
        yield Line(note, "dim")
