"""What can be asked of the planner about a game; requests of pages add which game."""

import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import msgspec

from odin_solver.components import TILES
from odin_solver.errors import InputError, OdinError
from odin_solver.game.kernel.rulings import RULINGS, ruling
from odin_solver.notation.results import solution_data
from odin_solver.placement.objective import PRESETS
from odin_solver.placement.solution import Limits, Progress, Status
from odin_solver.planner import limits as defaults
from odin_solver.questions.fields import asks, option
from odin_solver.questions.placement import MORE_LINES, layout, progress_text
from odin_solver.questions.question import (
    LARGEST_SEED,
    MAX_SECONDS,
    MAX_WORKERS,
    UNPROVEN,
    Asker,
    Question,
    Seconds,
    Seed,
    Workers,
    about_field,
)
from odin_solver.questions.report import Line, Part
from odin_solver.rules.position import GameLength
from odin_solver.support.language import mark, say, say_number

if TYPE_CHECKING:
    from odin_solver.game.kernel.moves import Move
    from odin_solver.game.kernel.state import State
    from odin_solver.game.log import Game
    from odin_solver.planner.advice import SearchLimits
    from odin_solver.planner.asked import MoveAnswer
    from odin_solver.planner.candidates import Advice
    from odin_solver.planner.laying import Laying
    from odin_solver.planner.review import ReviewedMove

MAX_PLAYOUTS = 1_000_000_000

FINALISTS = 6
"""Starting occupations in the last stage."""

START_SECONDS = 300.0
"""Usual time limit for starting occupations."""

START_SEEDS = range(1, 201)
"""Seeds on which starting occupations are compared: those of ``benchmarks/planner.py``."""

File = str | dict[str, Any]
"""The text of a file; data are none of a game."""

SearchSeed = Annotated[
    int,
    option(
        mark("Seed of the scenarios, independent of the seed of the game."), ge=0, le=LARGEST_SEED
    ),
]
Threads = Annotated[int, option(mark("Threads."), ge=1, le=MAX_WORKERS)]
Playouts = Annotated[
    int,
    option(
        mark(
            "Number of playouts instead of a time limit; the answer then depends on the other "
            "options alone."
        ),
        option="--games/--playouts",
        ge=1,
        le=MAX_PLAYOUTS,
    ),
]


class Thinking(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """How long to think; with `playouts` instead of the time the answer is always the same.

    Attributes
    ----------
    usual
        Seconds, if nothing is said.
    """

    usual: ClassVar[float] = defaults.SECONDS

    seconds: (
        Annotated[
            float,
            option(
                f"Time limit in seconds. [default: {defaults.SECONDS:g}]",
                option="--time",
                gt=0,
                le=MAX_SECONDS,
            ),
        ]
        | None
    ) = None
    playouts: Playouts | None = None
    workers: Threads = defaults.WORKERS

    def __post_init__(self) -> None:
        self.limits()  # not both

    def limits(self) -> "SearchLimits":
        return search_limits("--time", self.seconds, self.playouts, self.workers, self.usual)


class Reviewing(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """How long to review a game: by simulations, unless seconds for each move are asked for."""

    seconds: (
        Annotated[
            float,
            option(
                mark("Seconds for each decision in the mean, instead of a number of playouts."),
                option="--time-per-move",
                gt=0,
                le=MAX_SECONDS,
            ),
        ]
        | None
    ) = None
    playouts: (
        Annotated[
            int,
            option(
                f"Simulations that judge one decision at most, {defaults.SIMULATIONS} by default; "
                "the report then depends on --seed alone.",
                ge=4,
                le=MAX_PLAYOUTS,
            ),
        ]
        | None
    ) = None
    workers: Annotated[int, option(mark("Processes."), ge=1, le=MAX_WORKERS)] = defaults.WORKERS

    def __post_init__(self) -> None:
        self.limits()

    def limits(self) -> "SearchLimits":
        asked = "--time-per-move", self.seconds, self.playouts, self.workers
        return search_limits(*asked, playouts_by_default=defaults.SIMULATIONS)


class Filling(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What to lay of the supply: what to maximise, what to keep, and how long to search."""

    objective: Annotated[
        str | None,
        option(
            mark(
                "What to maximise, as for odin solve. By default the score at the end of the game; "
                "then playouts choose among the best layouts."
            ),
            metavar="NAME",
            begins=PRESETS,
        ),
    ] = None
    silver: Annotated[int, option(mark("Place at most N silver."), ge=0)] | None = None
    ore: Annotated[int, option(mark("Place at most N ore."), ge=0)] | None = None
    keep: Annotated[
        str, option(mark("Tiles to keep in the supply."), metavar="TILE,...", begins=[*TILES])
    ] = ""
    seconds: Seconds = 10.0
    workers: Workers = 2
    seed: Seed = 0

    def laying(
        self,
        state: "State",
        cancel: threading.Event,
        on_progress: "Callable[[Progress], None] | None" = None,
    ) -> "Laying":
        """Return what to lay; the parameters are as of `odin_solver.planner.laying.lay`."""
        from odin_solver.game.seats import alone
        from odin_solver.planner.laying import lay

        most = {name: n for name in ("silver", "ore") if (n := getattr(self, name)) is not None}
        return lay(
            alone(state),
            self.objective,
            most=most,
            keep=[each.strip() for each in self.keep.split(",") if each.strip()],
            limits=Limits(self.seconds, self.workers, self.seed),
            cancel=cancel,
            on_progress=on_progress,
        )


def search_limits(
    option: str,
    seconds: float | None,
    playouts: int | None,
    workers: int = 1,
    usual: float = defaults.SECONDS,
    playouts_by_default: int | None = None,
) -> "SearchLimits":
    """Return the limits of a search: an option's time, or playouts, or what is usual."""
    from odin_solver.planner.advice import SearchLimits

    if seconds is not None and playouts is not None:
        raise InputError.said("expected either {option} or --playouts, not both", option=option)
    if seconds is None and playouts is None:
        playouts = playouts_by_default
    usual_seconds: Any = usual if seconds is None and playouts is None else seconds
    return SearchLimits(usual_seconds, playouts, workers)


def _text_of(file: File) -> str:
    return file if isinstance(file, str) else ""


class Planned(NamedTuple):
    """What is best; advice is there unless only one move is legal, an answer if one is asked."""

    table: "State"
    forced: "Move | None" = None
    advice: "Advice | None" = None
    answer: "MoveAnswer | None" = None

    @property
    def state(self) -> "State":
        """What the player sees whose turn it is."""
        from odin_solver.game.seats import alone

        return alone(self.table)


class GamePlan(Thinking, Question["State", Planned]):
    """Recommend a move in a solo game, and plan the rest of it.

    GAME is made with odin game new, or a state as odin game show --json prints it. TABLE is a real
    table in a file (odin table new). - is standard input. A tree search in the compiled engine
    compares the moves; learned values stand for the rest of the game. More time gives better
    advice. Ctrl-C prints the best move so far, with exit code 130.
    """

    example: ClassVar[str] = "odin plan game.log --time 20"
    shares: ClassVar[bool] = True

    file: Annotated[File, asks("GAME|TABLE", "")]
    lines: Annotated[int, option(mark("Number of alternatives."), metavar="K", ge=1, le=100)] = 3
    seed: SearchSeed = 0
    move: Annotated[
        str | None,
        option(
            mark("What this move loses against the best one, why, and where it leads to."),
            metavar="MOVE",
        ),
    ] = None
    details: Annotated[
        bool, option(mark("Also print the plan of a typical playout and its score sheet."))
    ] = False
    secret: Annotated[bool, msgspec.Meta(extra={"hidden": True})] = False
    """Whether nothing is said of the best move before the end."""

    def subject(self, name: str) -> "State":
        from odin_solver.game.seats import alone
        from odin_solver.planner.advice import candidate_moves
        from odin_solver.planner.reading import read_state

        table = read_state(_text_of(self.file), name)
        candidate_moves(alone(table))  # there has to be something to plan
        self._asked(table)
        return table

    def _asked(self, table: "State") -> "Move | None":
        from odin_solver.game.seats import alone
        from odin_solver.game.typed import read_typed
        from odin_solver.planner.asked import checked

        state = alone(table)
        with about_field("move"):
            return None if self.move is None else checked(state, read_typed(state, self.move))

    def heard(self, subject: "State") -> str:
        """Return how Harvest is played, if that is not what the box says."""
        from odin_solver.words.harvest import PRINTED

        printed = subject.options.harvest and subject.options.profile is None
        return say(PRINTED) if printed else ""

    def news(self, found: Planned) -> object:
        return found.advice and not self.secret and found.advice.best.move

    def answer(self, subject: "State", asker: Asker[Planned]) -> Planned:
        from odin_solver.planner.advice import forced_move

        forced, move = forced_move(Planned(subject).state), self._asked(subject)
        if forced is not None and move in (None, forced):
            return Planned(subject, forced)
        return self._searched(subject, self.limits(), asker)

    def _searched(self, table: "State", limits: "SearchLimits", asker: Asker[Planned]) -> Planned:
        from functools import partial

        from odin_solver.planner.advice import advise
        from odin_solver.planner.asked import answered, searches_with
        from odin_solver.planner.memory import SearchMemory

        move, memory = self._asked(table), SearchMemory()
        state = Planned(table).state
        search = partial(advise, table, limits, seed=self.seed, shown=self.lines + 1)
        advices = (
            search() if move is None else searches_with(state, move, partial(search, memory=memory))
        )
        advice = answer = None
        for advice in advices:
            asker.send(_thought(advice, limits, secret=self.secret), Planned(table, advice=advice))
            if asker.cancel.is_set():
                break
        if advice is not None and move is not None:
            answer = answered(state, move, advice, seed=self.seed, memory=memory)
        if advice is None or (move is not None and answer is None):
            raise OdinError(say("nothing was known yet"))
        return Planned(table, None, advice, answer)

    def data(self, found: Planned) -> dict[str, Any]:
        from odin_solver.planner.advice import SearchLimits
        from odin_solver.words.plan import others_in_words
        from odin_solver.words.reports import advice_data, answer_data

        if found.advice is None:  # one playout gives the fields
            found = self._searched(found.table, SearchLimits(None, 1), Asker())
        assert found.advice is not None
        data = advice_data(found.state, found.advice, lines=self.lines, seed=self.seed)
        if others := others_in_words(found.table):
            data["others"] = others
        return data if found.answer is None else {**data, "asked": answer_data(found.answer)}

    def report(self, found: Planned) -> Iterator[Part]:
        from odin_solver.questions import advising
        from odin_solver.words.game import headline_text
        from odin_solver.words.plan import others_in_words

        if found.forced is not None:
            yield from advising.forced_report(found.state, found.forced)
        elif found.answer is not None:
            yield from advising.answer_report(found.answer, details=self.details)
        elif found.advice is not None:
            yield Line(headline_text(found.state), "strong")
            yield from advising.advice_report(found.advice, self.lines, why=True)
            if others := others_in_words(found.table):
                yield Line(others, "dim")
            if self.details:
                yield Line("")
                yield from advising.details_report(found.advice, self.seed, self.workers)


def _thought(advice: "Advice", limits: "SearchLimits", *, secret: bool) -> str:
    from odin_solver.words.moves import titled

    done = advice.playouts + advice.searched
    told: str = say_number("{n} playout", "{n} playouts", done)
    if not secret:
        told = say(
            "{move}, expected {score:.0f}, {playouts}",
            move=titled(advice.best.move),
            score=advice.ranked(advice.best).expected,
            playouts=told,
        )
    if limits.playouts is not None:
        share = done / limits.playouts
    else:
        share = advice.seconds / (limits.seconds or 1.0)
    return f"{told}, {min(share, 1):.0%}"


class Reviewed(NamedTuple):
    """A game, and what is known of its decisions so far, in their order."""

    game: "Game"
    moves: "list[ReviewedMove]"


class GameReview(Reviewing, Question["Game", Reviewed]):
    """Review a game: the expected loss of every decision, and the costliest mistakes.

    LOG is a game, finished or not, or - for standard input. For every decision, tiles laid or
    refused included, the planner searches for better moves, and judges them and the move made by
    longer searches, again and again, until the verdict would be given again. A mistake costs a
    point at least, beyond twice its error. The real dice and cards play no part: a good move with
    bad luck stays a good move. Ctrl-C prints the review so far, with exit code 130.
    """

    example: ClassVar[str] = "odin game review game.log --time-per-move 5"
    shares: ClassVar[bool] = True

    file: Annotated[File, asks("LOG", "")]
    seed: SearchSeed = 0

    def subject(self, name: str) -> "Game":
        from odin_solver.game.log import parse
        from odin_solver.planner.review import past_decisions

        game = parse(_text_of(self.file), name)
        if not past_decisions(game):
            raise InputError.said(
                "{name}: no person has made a move yet that could be reviewed", name=name
            )
        return game

    def answer(self, subject: "Game", asker: Asker[Reviewed]) -> Reviewed:
        from odin_solver.planner.review import past_decisions, review

        found: list[ReviewedMove] = []
        total, stopped = len(past_decisions(subject)), asker.cancel.is_set
        for each in review(subject, self.limits(), seed=self.seed, stopped=stopped):
            found.append(each)
            told = say("Reviewing") + f" {len(found)}/{total}"
            asker.send(told, Reviewed(subject, found))
        if not found:
            raise OdinError(say("nothing was known yet"))
        return Reviewed(subject, sorted(found, key=lambda each: each.number))

    def data(self, found: Reviewed) -> dict[str, Any]:
        from odin_solver.words.reports import review_data

        return review_data(*found)

    def report(self, found: Reviewed) -> Iterator[Part]:
        from odin_solver.questions.advising import review_report

        yield from review_report(*found)


class Filled(NamedTuple):
    """What to lay, or how far the search is; `done` says that it was made in the game."""

    state: "State"
    progress: Progress | None = None
    laying: "Laying | None" = None
    done: bool = False


class GamePlace(Filling, Question["State", Filled]):
    """Find the best placement of the supply of a game, as moves.

    A placement is worth the points that it brings by the end of the game. The exit code is 3 if
    it is not proven that no other is worth more by the list of prices. Ctrl-C ends the search with
    the best so far, which is then not laid; the exit code is 130.
    """

    example: ClassVar[str] = "odin game place game.log --silver 3 --do"

    file: Annotated[File, asks("FILE", "")]
    verbose: Annotated[bool, option(MORE_LINES)] = False

    def subject(self, name: str) -> "State":
        from odin_solver.game.kernel.play import decision
        from odin_solver.game.log import parse

        state = parse(_text_of(self.file), name).state
        if decision(state) is None:
            raise InputError.said("nothing can be placed now: chance decides or the game is over")
        return state

    def answer(self, subject: "State", asker: Asker[Filled]) -> Filled:
        def tell(now: Progress) -> None:
            asker.send(progress_text(1, now), Filled(subject, now))

        return Filled(subject, None, self.laying(subject, asker.cancel, tell))

    def data(self, found: Filled) -> dict[str, Any]:
        if found.laying is None:
            return {}
        compared = found.laying.compared
        return {
            "moves": list(map(str, found.laying.moves)),
            "done": found.done,
            "compared": [
                {
                    "moves": list(map(str, each.candidate.moves)),
                    "expected": each.expected,
                    "raw_expected": each.candidate.raw_expected,
                    "stderr": each.candidate.raw_stderr,
                    "playouts": each.candidate.samples,
                }
                for each in (compared.ranking() if compared else ())
            ],
            "solution": solution_data(found.laying.solution),
        }

    def code(self, found: Filled) -> int:
        proven = found.laying and found.laying.solution.status is Status.OPTIMAL
        return 0 if proven else UNPROVEN

    def report(self, found: Filled) -> Iterator[Part]:
        from odin_solver.game.positions import position_of
        from odin_solver.questions.advising import laid_report

        if found.laying is not None:
            yield from laid_report(found.state, found.laying, verbose=self.verbose)
        elif found.progress is not None and found.progress.after is not None:
            yield layout(position_of(found.state), found.progress.after)


class Started(NamedTuple):
    """Starting occupations, ranked."""

    state: "State"
    advice: "Advice"


class GameStart(Thinking, Question["State", Started]):
    """Rank the starting occupations of a new game.

    Whole games of the rollout policy are played on the same seeds with every card; the worse half
    drops out again and again. Ctrl-C prints the ranking so far, with exit code 130.
    """

    example: ClassVar[str] = "odin game start --time 600 --workers 2"
    usual: ClassVar[float] = START_SECONDS
    shares: ClassVar[bool] = True

    length: Annotated[GameLength, option(mark("Seven rounds or six."))] = "long"
    occupations: Annotated[
        str,
        option(
            mark("Occupations in the game: none, all, or whole decks."),
            metavar="none|all|A,B,C",
            begins=("none", "all", "A", "B", "C"),
        ),
    ] = "all"
    rulings: Annotated[
        list[str],
        option(
            mark(
                "Another reading of a rule or card; may be repeated. odin game rulings lists them."
            ),
            option="--ruling",
            metavar="NAME",
            begins=tuple(RULINGS),
        ),
    ] = msgspec.field(default_factory=list)
    seconds: (
        Annotated[
            float,
            option(
                f"Time limit in seconds. [default: {START_SECONDS:g}]",
                option="--time",
                gt=0,
                le=MAX_SECONDS,
            ),
        ]
        | None
    ) = None

    def subject(self, name: str) -> "State":
        from odin_solver.game.kernel.state import Options
        from odin_solver.game.setup import chosen_cards, new_game

        with about_field("rulings"):
            rulings = frozenset(map(ruling, self.rulings))
        with about_field("occupations"):
            cards = chosen_cards(self.occupations)
        options = Options(length=self.length, cards=cards, starting="choose", rulings=rulings)
        state = new_game(options)
        if len(state.starting_deck) < 2:
            raise InputError.said(
                "--occupations: expected decks with several starting occupations, got {got!r}",
                got=self.occupations,
            )
        return state

    def answer(self, subject: "State", asker: Asker[Started]) -> Started:
        from odin_solver.planner.advice import advise

        limits, advice = self.limits(), None
        for advice in advise(
            subject,
            limits,
            finalists=FINALISTS,
            width=len(subject.starting_deck),
            scenarios=lambda at: START_SEEDS[at % len(START_SEEDS)],
        ):
            asker.send(_thought(advice, limits, secret=False), Started(subject, advice))
            if asker.cancel.is_set():
                break
        assert advice is not None
        return Started(subject, advice)

    def news(self, found: Started) -> object:
        return found.advice.best.move

    def data(self, found: Started) -> dict[str, Any]:
        from odin_solver.words.reports import ranking_data

        return ranking_data(*found, self.length, self.occupations)

    def report(self, found: Started) -> Iterator[Part]:
        from odin_solver.questions.advising import ranking_report

        yield from ranking_report(found.advice)
        of = len(found.state.starting_deck)
        if missing := of - len(found.advice.candidates):
            yield Line(say("{n} of {of} not evaluated in time", n=missing, of=of), "unsure")
