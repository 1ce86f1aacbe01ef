"""What can be asked about a position of Graenaland."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, TypeVar

import msgspec

from odin_solver.errors import InputError, OdinError
from odin_solver.graenaland import voting
from odin_solver.graenaland.files import round_from
from odin_solver.graenaland.parts import (
    GOALS,
    RESOURCES,
    UNKNOWN,
    Few,
    Goal,
    Player,
    StockCard,
    SupplyCard,
    TileName,
)
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.profile import MADE_UP
from odin_solver.graenaland.results import answer_data, horizon_data, plan_data, votes_data
from odin_solver.graenaland.rounds.table import Round
from odin_solver.graenaland.rules.violations import position_violations
from odin_solver.graenaland.words import (
    cards_text,
    cost_text,
    items_text,
    names_text,
    part_name,
    profile_note,
    score_text,
    supply_text,
)
from odin_solver.questions import question
from odin_solver.questions.fields import asks
from odin_solver.questions.graenaland_drawing import (
    cards_signs,
    plan_board,
    plan_report,
    steps_table,
)
from odin_solver.questions.report import HERE, Board, Fold, Line, Part, Signs, Table
from odin_solver.support.language import mark, say, say_as
from odin_solver.support.validating import expect_one, one_of

if TYPE_CHECKING:
    from odin_solver.graenaland.horizon import HorizonPlan
    from odin_solver.graenaland.model.solve import Limits, PhaseAnswer, Wish
    from odin_solver.linear.levels import LevelsJob, LevelsResult

SUPPLY = "supply"
MAX_GOALS, MAX_ROUNDS, MAX_SCENARIOS = 20, 20, 12

Found = TypeVar("Found")
KeptCard = Annotated[str, one_of((*RESOURCES, SUPPLY))]
GoalText = Annotated[str, msgspec.Meta(extra={"among": "goals"})]


class AboutGraenaland(question.Question[GraenalandPosition, Found]):
    """A question about a position of Graenaland."""

    position: Annotated[dict[str, Any], asks("POSITION", "")]

    @staticmethod
    def name_of(value: str) -> str:
        return part_name(value)

    def read_round(self, name: str) -> tuple[GraenalandPosition, Round | None]:
        """Return position and round; the profile is in it, made up, or the saved one."""
        named = self.position.get("profile")
        if isinstance(named, str) and named != MADE_UP:
            raise InputError(
                say(
                    "{where}: profile: files are not read here: import {file!r} first",
                    where=name,
                    file=named,
                )
            )
        return round_from(self.position, name)

    def subject(self, name: str) -> GraenalandPosition:
        position = self.read_round(name)[0]
        if broken := position_violations(position):
            raise InputError(*broken)
        return position


class GraenalandSearch(AboutGraenaland[Found]):
    """A question that is answered by searches in a process of its own."""

    seconds: question.Seconds = 20.0
    workers: question.Workers = 1
    seed: question.Seed = 0

    def answer(self, subject: GraenalandPosition, asker: question.Asker[Found]) -> Found:
        from odin_solver.graenaland.model.solve import Limits
        from odin_solver.linear.levels import LevelsProcess

        find = self.search(subject)
        with LevelsProcess() as process:  # it imports the solver while the model is built

            def search(job: "LevelsJob", what: str) -> "LevelsResult":
                def tell(_: object = None) -> None:
                    asker.send(say(what), None)

                tell()
                return process.maximise(job, on_progress=tell, cancelled=asker.cancel.is_set)

            found = find(Limits(self.seconds, self.workers, self.seed, search))
        if asker.cancel.is_set() and not self.knows(found):
            raise OdinError(say("nothing was known yet"))
        return found

    def knows(self, found: Found) -> bool:
        """Whether an answer says anything."""
        return True

    def search(self, position: GraenalandPosition) -> "Callable[[Limits], Found]":
        raise NotImplementedError


class Phase(NamedTuple):
    """An answer about the next building phase, and the position."""

    position: GraenalandPosition
    answer: "PhaseAnswer"


class GraenalandPhase(GraenalandSearch[Phase]):
    """A question about the next building phase."""

    draws: ClassVar[bool] = True
    yes: ClassVar[str]
    no: ClassVar[str]
    fewest: ClassVar[bool] = True
    """Whether the fewest cards are asked for."""

    def knows(self, found: Phase) -> bool:
        return found.answer.possible is not None

    def data(self, found: Phase) -> dict[str, Any]:
        return answer_data(*found)

    def code(self, found: Phase) -> int:
        """Return 0 if it can be done, with the fewest cards if these are asked for."""
        answer = found.answer
        if answer.possible is None or (answer.possible and self.fewest and not answer.proven):
            return question.UNPROVEN
        return 0 if answer.possible else question.IMPOSSIBLE

    def report(self, found: Phase) -> Iterator[Part]:
        position, answer = found
        if answer.possible is None:
            yield Line(say("Undecided: the time was too short"), "strong")
            return
        plan = answer.plan
        if plan is not None:
            fewest = mark("{cards}, proven fewest")
            perhaps = mark("{cards}, perhaps fewer do: not proven")
            spent = say(fewest if answer.proven else perhaps, cards=cards_text(plan.cards))
            yield Line(f"{say(self.yes)}: {score_text(position, plan.score)} ({spent})", "strong")
        else:
            yield Line(say("{answer} (proven)", answer=say(self.no)), "strong")
        missing = _missing_text(answer)
        if answer.missing:
            example = say("{missing}, for example {cards}", missing=missing, cards=HERE)
            yield Line(example, "", cards_signs(answer.missing))
        elif missing:
            yield Line(missing)
        shown = plan or answer.missing_plan
        if shown is not None:
            yield from plan_report(shown, self.position)
        if note := profile_note(position):
            yield Line(note, "dim")


def _missing_text(answer: "PhaseAnswer") -> str | None:
    """Return how many cards are missing or needed; None if nothing is known of that."""
    cards = cards_text(sum(answer.missing.values()))
    if not answer.missing:
        hopeless = answer.plan is None and answer.missing_proven
        return say("no cards would be enough in one phase") if hopeless else None
    if answer.plan is not None:
        return say("needed in all: {cards}", cards=cards)
    if answer.missing_proven:
        return say("missing at least: {cards}", cards=cards)
    return say("enough would be: {cards}", cards=cards)


class GraenalandWin(GraenalandPhase):
    """Can I win now? Shows what to build and how to pay, or proves that I cannot.

    With point cards a claim is checked: no supply card is taken and no public work is built. If you
    cannot win, the fewest cards that are missing are shown. The exit code is 0 if you can, 1 if you
    cannot, 3 if the time limit came first, 2 for bad input.
    """

    example: ClassVar[str] = "odin graenaland example late-game | odin graenaland win -"
    title: ClassVar[str] = mark("Win?")
    yes: ClassVar[str] = mark("You can win now")
    no: ClassVar[str] = mark("You cannot win now")
    fewest: ClassVar[bool] = False

    def doubts(self, subject: GraenalandPosition) -> Sequence[str]:
        if subject.card is not None and subject.mode == "main":
            return [say("claims are made under the rules of final building")]
        return []

    def search(self, position: GraenalandPosition) -> "Callable[[Limits], Phase]":
        from odin_solver.graenaland.model.solve import win

        return lambda limits: Phase(position, win(position, limits))


class GraenalandBuild(GraenalandPhase):
    """Find most goals or points in this phase, then fewest cards; gold and supply are dearest.

    The exit code is 0 if the plan is proven best, 3 if not, 1 if what is to be kept is not there,
    2 for bad input.
    """

    example: ClassVar[str] = "odin graenaland build position.toml --keep gold=1 --keep supply=1"
    title: ClassVar[str] = mark("Build")
    yes: ClassVar[str] = mark("Best to build")
    no: ClassVar[str] = mark("The cards to keep are not in hand")

    most: Annotated[
        Goal | None,
        one_of(GOALS),
        asks(
            mark("Most of"), mark("Raise this as far as possible; by default most goals or points.")
        ),
    ] = None
    keep: Annotated[
        dict[KeptCard, Few],
        asks(mark("Keep"), mark("Cards to keep; also supply=N."), metavar="CARD=N"),
    ] = msgspec.field(default_factory=dict)

    def subject(self, name: str) -> GraenalandPosition:
        with question.about_field("keep"):
            for card in self.keep:
                expect_one("", card, (*RESOURCES, SUPPLY))
        return super().subject(name)

    def search(self, position: GraenalandPosition) -> "Callable[[Limits], Phase]":
        from odin_solver.graenaland.model.solve import build_best

        keep = dict(self.keep)
        supply = keep.pop(SUPPLY, 0)
        return lambda limits: Phase(
            position, build_best(position, limits, most=self.most, keep=keep, keep_supply=supply)
        )


class GraenalandReach(GraenalandPhase):
    """Find the fewest cards that reach all goals, from the hand or from nothing.

    The exit code is 0 if they can be reached, 1 if not, 3 if undecided or not proven, 2 for bad
    input.
    """

    example: ClassVar[str] = "odin graenaland reach position.toml --goal army=3 --goal market@B"
    title: ClassVar[str] = mark("Reach")
    yes: ClassVar[str] = mark("It can be reached")
    no: ClassVar[str] = mark("It cannot be reached")

    goals: Annotated[
        list[GoalText],
        asks(
            mark("Goals"),
            f"{', '.join(GOALS)}, goals or points with =N; an item such as church@B, village@A=2, "
            "army; may be repeated.",
            option="--goal",
            metavar="GOAL",
            max_length=MAX_GOALS,
        ),
    ] = msgspec.field(default_factory=list)
    from_nothing: Annotated[
        bool, asks(mark("From nothing"), mark("Ignore the hand: what does it cost in all?"))
    ] = False

    def subject(self, name: str) -> GraenalandPosition:
        position = super().subject(name)
        self._wishes(position)
        return position

    def _wishes(self, position: GraenalandPosition) -> "list[Wish]":
        from odin_solver.graenaland.wishes import wish_from

        with question.about_field("goals"):
            if not self.goals:
                raise InputError(say("expected at least one"))
            return [wish_from(goal, position) for goal in self.goals]

    def search(self, position: GraenalandPosition) -> "Callable[[Limits], Phase]":
        from odin_solver.graenaland.model.solve import reach

        wishes = self._wishes(position)
        return lambda limits: Phase(
            position, reach(position, wishes, limits, from_nothing=self.from_nothing)
        )


class Offers(NamedTuple):
    """The best plan with each offered supply card, and the position."""

    position: GraenalandPosition
    rows: "list[tuple[SupplyCard, PhaseAnswer]]"

    @property
    def proven(self) -> bool:
        """Whether all plans are proven best."""
        return all(answer.proven for _, answer in self.rows)


class GraenalandSupply(GraenalandSearch[Offers]):
    """Which of the offered supply cards helps most?

    For each card: goals or points with it, and the cards left afterwards. The exit code is 0 if all
    is proven, 3 if not, 2 for bad input.
    """

    example: ClassVar[str] = "odin graenaland example late-game | odin graenaland supply -"
    title: ClassVar[str] = mark("Which supply?")

    def search(self, position: GraenalandPosition) -> "Callable[[Limits], Offers]":
        from odin_solver.graenaland.model.solve import best_offers

        return lambda limits: Offers(position, best_offers(position, limits))

    def knows(self, found: Offers) -> bool:
        return any(answer.plan is not None for _, answer in found.rows)

    def data(self, found: Offers) -> dict[str, Any]:
        cards = [
            {"card": list(card), **plan_data(answer.plan)}
            for card, answer in found.rows
            if answer.plan is not None
        ]
        return {"proven": found.proven, "cards": cards}

    def code(self, found: Offers) -> int:
        return 0 if found.proven else question.UNPROVEN

    def report(self, found: Offers) -> Iterator[Part]:
        rows: list[list[str | Signs]] = []
        folds = []
        for card, answer in found.rows:
            if (plan := answer.plan) is not None:
                words, score = supply_text(card), score_text(found.position, plan.score)
                proof = score if answer.proven else say("{score} (not proven)", score=score)
                cards, supply = sum(plan.after.hand.values()), len(plan.after.kept)
                left = say("{cards} + {supply} supply", cards=cards, supply=supply)
                rows.append([Signs(words, [card]), proof, left, items_text(plan.built)])
                parts = [
                    each
                    for each in plan_report(plan, self.position)
                    if not isinstance(each, Board | Fold)
                ]
                folds.append(Fold(words, parts, score, details=True))
        titles = [
            part_name(SUPPLY),
            say_as("graenaland", "reaches"),
            say_as("graenaland", "cards left"),
            say_as("graenaland", "build"),
        ]
        yield Table(titles, ["whole", "left", "left", "left"], rows)
        yield from folds


class Ahead(NamedTuple):
    """A plan over several building phases, and the position."""

    position: GraenalandPosition
    plan: "HorizonPlan"


class GraenalandPlan(GraenalandSearch[Ahead]):
    """Plan several own building phases; an estimate, since income and opponents are guesses.

    You build in this round and again after every other player. Income between is that of the
    position's income, or sampled from its shares of tiles; all scenarios share the first phase.
    The exit code is 0 if the plan is best for this income, 3 if not proven, 2 for bad input.
    """

    example: ClassVar[str] = "odin graenaland example late-game | odin graenaland plan - -r 6"
    title: ClassVar[str] = mark("Plan ahead")

    rounds: Annotated[
        int,
        asks(
            mark("Rounds"),
            mark("Rounds, this one included."),
            option="-r/--rounds",
            ge=1,
            le=MAX_ROUNDS,
        ),
    ] = 6
    scenarios: Annotated[
        int, asks(mark("Scenarios"), mark("Scenarios of sampled income."), ge=1, le=MAX_SCENARIOS)
    ] = 4

    def search(self, position: GraenalandPosition) -> "Callable[[Limits], Ahead]":
        from odin_solver.graenaland.horizon import plan_ahead

        return lambda limits: Ahead(
            position, plan_ahead(position, self.rounds, limits, scenarios=self.scenarios)
        )

    def data(self, found: Ahead) -> dict[str, Any]:
        return horizon_data(*found)

    def code(self, found: Ahead) -> int:
        return 0 if found.plan.proven else question.UNPROVEN

    def report(self, found: Ahead) -> Iterator[Part]:
        position, ahead = found
        source = say("sampled income") if ahead.sampled else say("listed income")
        proof = say("best for this income") if ahead.proven else say("not proven")
        mean = sum(ahead.scores) / len(ahead.scores)
        goals = mark("Estimate: {mean:.3g} goals in the end")
        points = mark("Estimate: {mean:.3g} points in the end")
        estimate = say(goals if position.card is None else points, mean=mean)
        yield Line(f"{estimate} ({source}, {proof})", "strong")
        if ahead.sampled:
            wins = ahead.wins(position)
            yield Line(say("wins in {n} of {of} scenarios", n=wins, of=len(ahead.scores)))
        yield Line(say("Opponents stay as they are; all scenarios share this first phase:"))
        yield steps_table(ahead.first.steps)
        yield plan_board(ahead.first, self.position)
        for at, (phases, incomes, score) in enumerate(
            zip(ahead.scenarios, ahead.income, ahead.scores, strict=True), 1
        ):
            if phases:
                name = say("Scenario {n}", n=at) if ahead.sampled else say("Later")
                lines: list[Line | Table] = [
                    Line(
                        say(
                            "gain: {cards}; build: {items}",
                            cards=cost_text(income),
                            items=items_text(phase.built),
                        )
                    )
                    for phase, income in zip(phases, incomes, strict=True)
                ]
                yield Fold(f"{name}: {score_text(position, score)}", lines)
        if note := profile_note(position):
            yield Line(note, "dim")


class Votes(NamedTuple):
    """Votes on tiles, and the position."""

    position: GraenalandPosition
    tiles: list[voting.TileVotes]
    speaker: str
    wanted: dict[str, int]


class GraenalandVotes(AboutGraenaland[Votes]):
    """Show votes, smallest winning coalitions and power on each tile; suggest proposals.

    A proposal needs more than half of all votes. The suggestion gives a majority what they are
    expected to want, and the rest to the proposer.
    """

    example: ClassVar[str] = (
        "odin graenaland votes position.toml --tile A --proposer red --reserve white=1"
    )
    title: ClassVar[str] = mark("Votes")

    tile: Annotated[
        TileName | None, asks(mark("Tile"), mark("Only this tile."), metavar="TILE")
    ] = None
    proposer: Annotated[
        Player | None,
        asks(
            mark("Proposer"), mark("Who proposes; by default the owner of hand."), metavar="PLAYER"
        ),
    ] = None
    reserves: Annotated[
        dict[Player, Few],
        asks(
            mark("Reserves"),
            mark("Value for which a player votes yes, your estimate; 1 by default."),
            option="--reserve",
            metavar="PLAYER=N",
            usual=1,
        ),
    ] = msgspec.field(default_factory=dict)
    values: Annotated[
        dict[StockCard, Few],
        asks(
            mark("Values"),
            mark("Value of a resource card; 1 by default. ?=N is a card face down."),
            option="--value",
            metavar="CARD=N",
            usual=1,
        ),
    ] = msgspec.field(default_factory=dict)

    def subject(self, name: str) -> GraenalandPosition:
        position = super().subject(name)
        for field, given, known in (
            ("proposer", [self.proposer or position.me], position.players),
            ("tile", [self.tile] if self.tile else [], position.tiles),
            ("reserves", self.reserves, position.players),
            ("values", self.values, (*RESOURCES, UNKNOWN)),
        ):
            with question.about_field(field):
                for each in given:
                    expect_one("", each, known)
        return position

    def answer(self, subject: GraenalandPosition, asker: question.Asker[Votes]) -> Votes:
        chosen = [each for each in subject.tiles if self.tile in (None, each)]
        tiles = [found for each in chosen if (found := voting.tile_votes(subject, each)).votes]
        wanted = dict.fromkeys(subject.players, 1) | self.reserves
        return Votes(subject, tiles, self.proposer or subject.me, wanted)

    def data(self, found: Votes) -> dict[str, Any]:
        position, tiles, speaker, wanted = found
        rows = [votes_data(position, each, speaker, wanted, self.values) for each in tiles]
        return {"proposer": speaker, "reserves": wanted, "tiles": rows}

    def report(self, found: Votes) -> Iterator[Part]:
        if not found.tiles:
            yield Line(say("nobody has a vote there"))
        for shown in found.tiles:
            total = sum(shown.votes.values())
            head = say("{tile}: {n} of {of} votes pass", tile=shown.tile, n=shown.needed, of=total)
            yield Fold(head, list(self._tile(found, shown)), open=True)

    def _tile(self, found: Votes, shown: voting.TileVotes) -> Iterator[Line | Table]:
        position, _, speaker, wanted = found
        heads = [
            say_as("graenaland", "player"),
            say_as("graenaland", "votes"),
            say_as("graenaland", "power"),
        ]
        rows = [
            [part_name(player), str(count), f"{100 * shown.power[player]:.0f} %"]
            for player, count in shown.votes.items()
        ]
        yield Table(heads, ["left", "right", "right"], rows)
        groups = "; ".join(" + ".join(map(part_name, sorted(each))) for each in shown.coalitions)
        yield Line(say("smallest winning coalitions: {groups}", groups=groups))
        stock = [card or UNKNOWN for card in position.tiles[shown.tile].stock]
        if not stock:
            return
        cards = Signs(names_text(stock), [[card] for card in stock])
        yield Line(say("cards: {cards}", cards=HERE), "", cards)
        best = voting.proposal_on(position, shown, speaker, wanted, self.values)
        if best is not None:
            name = part_name(speaker)
            propose = say(
                "{player} may propose: {shares} (value {value})",
                player=name,
                shares=HERE,
                value=best.value,
            )
            yield Line(propose, "", _shares(best.cards))
            others = {p: wanted[p] for p in sorted(best.supporters) if p != speaker}
            estimates = _numbers(others) or say_as("graenaland", "none needed")
            yield Line(say("if these reserves are right: {values}", values=estimates))
        if fair := voting.max_min_split(position, shown.tile, self.values):
            yield Line(say("largest smallest share: {shares}", shares=HERE), "", _shares(fair))
        shares = _numbers(voting.proportional_split(position, shown.tile))
        yield Line(say("by votes: {shares}", shares=shares))


def _shares(shares: Mapping[str, Iterable[str]]) -> Signs:
    of = [[part for player, cards in shares.items() for part in (part_name(player), *cards)]]
    words = (f"{part_name(player)}: {names_text(cards)}" for player, cards in shares.items())
    return Signs("; ".join(words), of)


def _numbers(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{part_name(player)} {n}" for player, n in numbers.items() if n)
