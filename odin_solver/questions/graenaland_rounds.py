"""What can be asked about a round of Graenaland at a table, and what a round says of itself."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import msgspec

from odin_solver.errors import InputError
from odin_solver.graenaland.files import round_from
from odin_solver.graenaland.parts import POINTS_NEEDED
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rounds.bargains import SIXTHS, Expected, RatedSend, rated_sends
from odin_solver.graenaland.rounds.heroes import COMPASS
from odin_solver.graenaland.rounds.options import (
    RoundChoice,
    after_silence,
    asked_text,
    expected_vote,
    proposal_text,
    proposals,
    proposing,
    shares_of,
)
from odin_solver.graenaland.rounds.table import (
    Phase,
    Proposal,
    Round,
    at_moves,
    at_proposals,
    line_of,
)
from odin_solver.graenaland.rules.counts import goals_met, measures, points_by_column, votes_on
from odin_solver.graenaland.words import cards_text, items_text, part_name, profile_note
from odin_solver.questions import question
from odin_solver.questions.fields import asks
from odin_solver.questions.graenaland import AboutGraenaland, GraenalandSearch
from odin_solver.questions.graenaland_drawing import cards_signs, joint_text
from odin_solver.questions.report import HERE, Fold, Line, Part, Table
from odin_solver.support.language import mark, say, say_as, say_decimal

if TYPE_CHECKING:
    from odin_solver.graenaland.model.solve import Limits, PhaseAnswer


class AboutRound(AboutGraenaland[question.Found]):
    """A question about a decision in a round, which the owner of the hand has if there is none."""

    phase: ClassVar[Phase]

    def decision(self) -> Round:
        """Return the round at the decision."""
        position, now = round_from(self.position)
        if now is None:
            now = at_moves(position) if self.phase == "move" else at_proposals(position)
        if now.phase != self.phase or not now.player:
            raise InputError.said("another decision comes first: {asked}", asked=asked_text(now))
        return now


class Proposals(NamedTuple):
    """A round, the best proposals that pass, and those that follow if nothing is proposed."""

    now: Round
    best: list[Expected]
    otherwise: list[tuple[str, Proposal]]


class GraenalandPropose(AboutRound[Proposals]):
    """What to propose to whom, and who would vote for it, by search over votes.

    Each card is worth 1, 2 if a village of the player needs it, gold 3; a card that stays is worth
    half, by share of votes. A voter says yes who has more then than by what follows otherwise: the
    proposals after this one, made and answered by the same rule. Without a round in the file the
    owner of the hand speaks next.
    """

    example: ClassVar[str] = "odin graenaland example palisade | odin graenaland propose -"
    title: ClassVar[str] = mark("What to propose?")
    phase = "propose"

    def answer(self, subject: GraenalandPosition, asker: question.Asker[Proposals]) -> Proposals:
        now = self.decision()
        return Proposals(now, proposals(now), after_silence(now))

    def data(self, found: Proposals) -> dict[str, Any]:
        def shared(proposal: Proposal) -> dict[str, Any]:
            moves = [*map(line_of, proposing(proposal))]
            return {"tile": proposal.tile, "moves": moves, "shares": shares_of(found.now, proposal)}

        def value(of: Expected) -> dict[str, Any]:
            gets, otherwise = ({p: float(n) / SIXTHS for p, n in each.items()} for each in of[3:])
            return {"yes": sorted(of.yes), "gets": gets, "otherwise": otherwise}

        best = [shared(each.proposal) | value(each) for each in found.best]
        after = [{"player": player, **shared(each)} for player, each in found.otherwise]
        return {"player": found.now.player, "proposals": best, "otherwise": after}

    def report(self, found: Proposals) -> Iterator[Part]:
        now, best, otherwise = found
        player = now.player
        if best and best[0].gets[player] > best[0].otherwise[player]:
            tile, shares = best[0].proposal.tile, proposal_text(now, best[0].proposal)
            yield Line(say("propose on {tile}: {shares}", tile=tile, shares=shares), "strong")
        else:
            yield Line(
                say("{player}: best is to propose nothing", player=part_name(player)), "strong"
            )
        for each in best:
            title = f"{each.proposal.tile}: {proposal_text(now, each.proposal)}"
            yield Fold(title, [*vote_report(now, each)], open=each is best[0])
        after = [
            f"{part_name(p)}, {each.tile}: {proposal_text(now, each)}" for p, each in otherwise
        ]
        lines: list[Line | Table] = [*map(Line, after or [say("nothing")])]
        yield Fold(say("What follows otherwise"), lines, open=True)


def vote_report(now: Round, of: Expected) -> Iterator[Line | Table]:
    """Yield who would vote for a proposal, and why."""
    heads = [say_as("graenaland", "player"), say_as("graenaland", "votes")]
    heads += [say("has then"), say("otherwise"), say("votes for it")]
    rows = []
    everybody = votes_on(now.position, of.proposal.tile)
    for player, votes in ((p, n) for p, n in everybody.items() if n):
        gets, otherwise = (say_decimal(float(each[player]) / SIXTHS) for each in of[3:])
        answer = say("yes") if player in of.yes else say("no")
        rows.append([part_name(player), f"{votes}", gets, otherwise, answer])
    yield Table(heads, ["left", "right", "right", "right", "left"], rows)
    verdict = say("it passes") if of.passes else say("it does not pass")
    yield Line(verdict, "good" if of.passes else "bad")


class Sends(NamedTuple):
    """A round, and the moves of heroes, the best first."""

    now: Round
    rated: list[RatedSend]


class GraenalandMove(AboutRound[Sends]):
    """Where to send a hero: what each move brings in the proposals of this round.

    Others move by chance: each makes one of the valid moves or none, all equally likely. The
    proposals follow as `odin graenaland propose` expects them; values are in cards, ± is one
    standard error.
    """

    example: ClassVar[str] = "odin graenaland example palisade | odin graenaland move -"
    title: ClassVar[str] = mark("Where to send?")
    phase = "move"

    samples: Annotated[
        int, asks(mark("Samples"), mark("Samples of the moves of others."), ge=2, le=1_000)
    ] = 20
    seed: question.Seed = 0

    def answer(self, subject: GraenalandPosition, asker: question.Asker[Sends]) -> Sends:
        now = self.decision()
        return Sends(now, rated_sends(now, self.samples, self.seed))

    def data(self, found: Sends) -> dict[str, Any]:
        moves = [each._asdict() | {"move": line_of(each.move)} for each in found.rated]
        return {"proven": False, "player": found.now.player, "seed": self.seed, "moves": moves}

    def report(self, found: Sends) -> Iterator[Part]:
        rows = []
        for move, tile, still, mean, error in found.rated:
            words = f"{part_name(move[1])} {say(COMPASS[move[2]][2])}" if tile else say("all stay")
            estimate = f"{say_decimal(mean)} ± {say_decimal(error)}"
            rows.append([words, tile, estimate, say_decimal(still)])
        yield Line(say("best: {move}", move=rows[0][0]), "strong")
        heads = [say("move"), say_as("graenaland", "tile"), say("cards")]
        heads.append(say("if nobody else moves"))
        yield Table(heads, ["left", "left", "right", "right"], rows)
        yield Line(say("Estimates from {n} samples; nothing is proven.", n=self.samples), "dim")


class Dealt(NamedTuple):
    """The dealt point cards, points now and what 6 points cost with each; the cheapest first."""

    position: GraenalandPosition
    rows: "list[tuple[int, int, PhaseAnswer]]"


CardNumber = Annotated[str, msgspec.Meta(max_length=2, extra={"among": "cards"})]


class GraenalandKeep(GraenalandSearch[Dealt]):
    """Which of the dealt point cards to keep: with which the fewest cards bring 6 points?

    What is still to be built is paid from nothing, in one phase. The exit code is 0 if all is
    proven, 3 if not, 2 for bad input.
    """

    example: ClassVar[str] = (
        "odin graenaland example points | odin graenaland keep - --card 1 --card 2"
    )
    title: ClassVar[str] = mark("Which card to keep?")

    dealt: Annotated[
        list[CardNumber],
        asks(
            mark("Point cards"),
            mark("Number of a dealt point card of the profile; may be repeated."),
            option="--card",
            metavar="N",
            max_length=20,
        ),
    ] = msgspec.field(default_factory=list)

    def subject(self, name: str) -> GraenalandPosition:
        position = super().subject(name)
        most = len(position.profile.point_cards)
        with question.about_field("dealt"):
            if not self.dealt:
                raise InputError(say("expected at least one"))
            if not all(each.isdecimal() and 1 <= int(each) <= most for each in self.dealt):
                raise InputError.said(
                    "expected the number of a point card of the profile (it has {n})", n=most
                )
        return position

    def search(self, position: GraenalandPosition) -> "Callable[[Limits], Dealt]":
        from odin_solver.graenaland.model.solve import SCORE, Wish, reach

        wishes = [Wish(SCORE, POINTS_NEEDED)]
        measured = measures(position, position.me)
        cards = {n: position.profile.point_cards[n - 1] for n in sorted({*map(int, self.dealt)})}

        def find(limits: "Limits") -> Dealt:
            shared, rows = replace(limits, seconds=limits.seconds / len(cards)), []
            for number, card in cards.items():
                kept = replace(position, card=card, mode="main")
                answer = reach(kept, wishes, shared, from_nothing=True)
                rows.append((number, sum(points_by_column(card, measured).values()), answer))
            return Dealt(position, sorted(rows, key=lambda row: _cost(row[2])))

        return find

    def data(self, found: Dealt) -> dict[str, Any]:
        cards = [
            {
                "card": number,
                "points": points,
                "cards": dict(answer.missing),
                "proven": answer.proven,
            }
            for number, points, answer in found.rows
        ]
        return {"proven": self.code(found) == 0, "cards": cards}

    def code(self, found: Dealt) -> int:
        return 0 if all(answer.proven for *_, answer in found.rows) else question.UNPROVEN

    def report(self, found: Dealt) -> Iterator[Part]:
        yield Line(say("keep point card {n}", n=found.rows[0][0]), "strong")
        rows = []
        for number, points, answer in found.rows:
            cost = cards_text(_cost(answer)) if answer.plan else "?"
            proof = cost if answer.proven else say("{score} (not proven)", score=cost)
            built = items_text(answer.plan.built) if answer.plan else ""
            rows.append([f"{number}", f"{points}", proof, built])
        heads = [part_name("point_card"), say("points now"), say("6 points cost")]
        yield Table(
            [*heads, say_as("graenaland", "build")], ["right", "right", "left", "left"], rows
        )
        yield Line(profile_note(found.position), "dim")


def _cost(answer: "PhaseAnswer") -> int:
    return sum(answer.missing.values()) if answer.plan else 10_000


def choices_table(allowed: Sequence[RoundChoice]) -> Table:
    """Return what may be done, numbered."""
    texts = [": ".join(filter(None, (each.group, each.text))) for each in allowed]
    rows = [[f"{n}", text] for n, text in enumerate(texts, 1)]
    return Table([say("number"), say("choice")], ["right", "left"], rows)


def round_report(now: Round) -> Iterator[Line | Table]:
    """Yield where a round is, and what is decided."""
    position = now.position
    yield Line(asked_text(now), "strong")
    main = part_name(position.main)
    yield Line(say("round {n}; main player: {player}", n=now.number, player=main))
    hand = cards_signs(position.hand, position.kept)
    yield Line(say("Hand: {cards}", cards=HERE), "", hand)
    if now.phase == "vote":
        yield from vote_report(now, expected_vote(now))
    for (player, hero), tile in now.waiting.items():
        names = {"hero": part_name(hero), "player": part_name(player), "tile": tile}
        yield Line(say("{hero} of {player} waits for {tile}", **names))
    for player, points in now.claims.items():
        yield Line(say("{player}: {n} points", player=part_name(player), n=points))
    if now.joint:
        yield Line(joint_text(now.joint))
    if now.phase == "over":
        met = {p: len(goals_met(measures(position, p))) for p in position.players}
        order = sorted(met, key=lambda each: (each != now.winner, -met[each]))
        heads = [say_as("graenaland", "player"), say_as("graenaland", "goals")]
        yield Table(heads, ["left", "right"], [[part_name(p), f"{met[p]}"] for p in order])
