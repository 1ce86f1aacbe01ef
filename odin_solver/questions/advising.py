"""What the planner's answers say: advice, answers about a move, plans, reviews, layouts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from odin_solver.game.kernel.anytime import placeable
from odin_solver.game.kernel.moves import Keep, Move
from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game
from odin_solver.game.positions import placed, position_of
from odin_solver.game.setup import new_game
from odin_solver.names.printed import card_name, plain_list
from odin_solver.names.values import values_in_words
from odin_solver.planner.asked import MoveAnswer
from odin_solver.planner.candidates import Advice, Candidate, Ranked
from odin_solver.planner.clairvoyant import ClairvoyantGame
from odin_solver.planner.laying import Laying
from odin_solver.planner.review import ReviewedMove, costliest, past_decisions, totals
from odin_solver.planner.series import mean_sheet
from odin_solver.questions.placement import layout
from odin_solver.questions.report import Board, Column, Fold, Line, Part, Style, Table
from odin_solver.support.language import say, say_decimal, say_number
from odin_solver.words import estimates, plan
from odin_solver.words.asked import answer_in_words, category_in_words, signed
from odin_solver.words.game import category_name, length_name
from odin_solver.words.moves import move_in_words, titled
from odin_solver.words.proofs import proof_in_words, technical_text

SMALLEST = 0.05
"""Points that are not 0.0 when they are rounded."""


def advice_report(advice: Advice, lines: int, *, why: bool = False) -> Iterator[Part]:
    """Yield the best move, perhaps why, and alternatives with what they give up.

    With three alternatives these are 23 lines at most.
    """
    state = advice.state
    first, *others = advice.ranking(lines)
    best = first.candidate
    words = plan.candidate_in_words(state, best)
    yield from _best(plan.candidate_named(best), estimates.expected_in_words(first), words)
    if why:
        yield _line(state, best)
    if others:
        losses = list(map(_loss, others))
        rows, styles = list[list[str]](), list[Style]()
        for each, loss in zip(others, losses, strict=True):
            expected = "-" if each.is_unclear else f"{each.expected:.0f}"
            rows.append([loss, expected, plan.candidate_named(each.candidate)])
            styles.append("")
            if against := plan.against_in_words(state, best, each.candidate):
                rows.append(["", "", against])
                styles.append("dim")
        heads = [say("loss"), say("expected"), say("instead")]
        table = Table(heads, ["right", "right", "left"], rows, styles, most=1)
        yield Fold("", [table, *_legend(losses)])
    if taken := plan.taken_in_words(advice):
        yield Line(taken)


def forced_report(state: State, move: Move) -> Iterator[Part]:
    """Yield the only legal move."""
    only = say("the only legal move")
    if placeable(state):
        only = say("the only legal move; tiles may be placed first")
    yield from _best(titled(move), only, move_in_words(state, move))


def _best(best: str, about: str, words: str) -> Iterator[Part]:
    """Yield the best move, and what it does unless its name says it all."""
    yield Line(say("Best: ") + f"{best}  {about}", "best", most=2)
    if words != f"{best}.":
        yield Fold("", [Line(words, "dim", most=3)])


def _line(state: State, candidate: Candidate) -> Table:
    """Return what a move brings, what follows, and where it leads to."""
    reason = plan.reason_in_words(plan.plan_in_words(state, candidate))
    rows = [
        [say("Now"), reason.now],
        [say("Then"), reason.then],
        [say("Next round"), reason.next_round],
        [say("Aims at"), plan.aim_in_words(state, candidate)],
    ]
    return Table([], ["label", "left"], [row for row in rows if row[1]], most=2)


def _loss(ranked: Ranked | ReviewedMove) -> str:
    return estimates.loss_in_words(ranked.loss, ranked.loss_stderr, ranked.scenarios)


def _legend(losses: Iterable[str]) -> Iterator[Line]:
    if told := estimates.legend(losses):
        yield Line(told, "dim")


def answer_report(answer: MoveAnswer, *, details: bool = False) -> Iterator[Part]:
    """Yield what a move loses against the best one, why, and where it leads to.

    Parameters
    ----------
    details
        Whether to tell the mean score sheets by category, and the whole plan.
    """
    head, told = plan.candidate_named(Candidate((answer.move,))), _loss(answer.ranked)
    if any(each.isdecimal() for each in told):
        lost = say("loss {loss}", loss=told)
        head = f"{head}  {lost}"
    yield Line(head, "strong", most=2)
    yield Line(answer_in_words(answer))
    yield _line(answer.state, answer.line)
    if not answer.is_best:
        best = answer.advice.ranked(answer.advice.best)
        yield from _best(
            plan.candidate_named(best.candidate),
            estimates.expected_in_words(best),
            f"{plan.candidate_named(best.candidate)}.",
        )
    if details and answer.other is not None:
        rows = [
            [category_in_words(name), f"{signed(each.points)} ± {say_decimal(each.stderr)}"]
            for name, each in answer.categories.items()
            if abs(each.points) >= SMALLEST
        ]
        total = answer.difference
        points = f"{signed(total.points)} ± {say_decimal(total.stderr)}"
        styles: list[Style] = [""] * len(rows)
        heads = [say("points more or less than {move}", move=titled(answer.other.move)), ""]
        yield Line("")
        rows.append([say("Total"), points])
        yield Table(heads, ["left", "right"], rows, [*styles, "strong"])
        yield Line(
            say_number("{n} game played on", "{n} games played on", len(answer.games)), "dim"
        )
        yield Line("")
        yield _plan(plan.plan_in_words(answer.state, answer.line))


def details_report(advice: Advice, seed: int, workers: int) -> Iterator[Part]:
    """Yield the plan of a typical playout, the mean score sheet, and what the search says."""
    rounds = plan.plan_in_words(advice.state, advice.best)
    yield Fold(say("Plan of a typical playout"), [_plan(rounds)])
    means = mean_sheet(playout.sheet for playout in advice.best.playouts)
    title = say("Mean score sheet of the playouts after the best move")
    yield Fold(title, [_sheet(means)])
    yield Line(estimates.raw_in_words(advice))
    yield _effort(estimates.effort_in_words(advice, seed, workers), advice.seconds)


def _effort(counts: str, seconds: float) -> Line:
    return Line(say("{counts} in {seconds:.1f} s", counts=counts, seconds=seconds), "dim")


def _plan(rounds: Iterable[plan.PlannedRound]) -> Table:
    rows = []
    for each in rounds:
        label = say("Round {n}", n=each.round) if each.round else say("Setup")
        rows += [["" if at else label, step] for at, step in enumerate(each.steps)]
    return Table([], ["label", "left"], rows)


def _sheet(points: dict[str, float]) -> Table:
    """Return a score sheet in two columns, entries of 0 omitted."""
    # Adding 0 turns -0.0 into 0.0.
    entries = [
        [category_name(name), say_decimal(round(n, 1) + 0.0)] for name, n in points.items() if n
    ]
    entries += [["", ""]] * (len(entries) % 2)
    half = len(entries) // 2
    rows = [one + two for one, two in zip(entries[:half], entries[half:], strict=True)]
    rows.append([say("Total"), say_decimal(sum(points.values())), "", ""])
    styles: list[Style] = [""] * half
    return Table([], ["left", "right", "left", "right"], rows, [*styles, "strong"])


def ranking_report(advice: Advice) -> Iterator[Part]:
    """Yield the ranking of starting occupations, from advice on the moves ``keep NUMBER``."""
    rows, losses = [], []
    for at, ranked in enumerate(advice.ranking(), 1):
        candidate = ranked.candidate
        assert isinstance(candidate.move, Keep)
        losses.append(_loss(ranked) if at > 1 else "")
        rows.append(
            [
                str(at),
                card_name(candidate.move.card),
                say_decimal(ranked.expected),
                "?" if candidate.spread is None else f"{candidate.spread:.0f}",
                losses[-1],
                str(len(candidate.playouts)),
            ]
        )
    heads = [say("expected"), say("spread"), say("loss"), say("games")]
    kinds: list[Column] = ["right", "left", "right", "right", "right", "right"]
    yield Table(["", say("starting occupation"), *heads], kinds, rows)
    yield from _legend(losses)
    games = say_number("{n} game", "{n} games", advice.playouts)
    yield _effort(games, advice.seconds)


def clairvoyant_report(game: Game, best: ClairvoyantGame) -> Iterator[Part]:
    """Yield the best game of a seed: round by round, and its score."""
    title = say(
        "{game} of seed {seed}, all chance known in advance",
        game=length_name(game.options.length),
        seed=game.seed,
    )
    yield Line(title[:1].upper() + title[1:], "title")
    points = say_number("{n} point", "{n} points", best.score)
    yield Line(say("Best game found: {points}", points=points))
    yield Line("")
    yield _plan(plan.game_in_words(new_game(game.options), best.playout))
    yield Fold(say("Score sheet"), [_sheet(mean_sheet([best.playout.sheet]))])
    tried = say_number(
        "{n} game tried in {seconds:.1f} s",
        "{n} games tried in {seconds:.1f} s",
        best.games,
        seconds=best.seconds,
    )
    yield Line(tried, "dim")


def review_report(game: Game, reviewed: Sequence[ReviewedMove]) -> Iterator[Part]:
    """Yield the decisions with their losses, then the sums and the costliest mistakes.

    Choices that were the best ones are only counted.
    """
    from odin_solver.render.terminal.review import curve_text

    if len(reviewed) > 1:
        yield Board({}, None, lambda: curve_text(reviewed))
    shown = [each for each in reviewed if each.kind != "choice" or not each.is_best]
    rows, losses, number = list[list[str]](), list[str](), 0
    for each in shown:
        losses.append("-" if each.is_best else _loss(each))
        best = say("the same") if each.is_best else plan.decision_named(each.best)
        begins = str(each.round) if each.round != number else ""
        rows.append([begins, plan.decision_named(each.moves), losses[-1], best])
        number = each.round
    heads = ["", say("move"), say("loss"), say("best found")]
    styles: list[Style] = ["bad" if each.is_mistake else "" for each in shown]
    yield Table(heads, ["right", "left", "right", "left"], rows, styles)
    yield from _legend(losses)
    if right := len(reviewed) - len(shown):
        text = say_number(
            "{n} more choice with nothing better.", "{n} more choices with nothing better.", right
        )
        yield Line(text, "dim")
    yield Line("")
    yield Line(plan.totals_in_words(totals(game, reviewed)))
    left = len(past_decisions(game)) - len(reviewed)
    if mistakes := costliest(reviewed):
        lines: list[Line | Table] = [Line(plan.mistake_in_words(each)) for each in mistakes]
        yield Fold(say("Costliest mistakes"), lines, open=True)
    elif not left:
        yield Line(say("No certain mistake."), "strong")
    if left:
        missing = say_number("{n} decision not reviewed.", "{n} decisions not reviewed.", left)
        yield Line(missing, "unsure")


def placed_report(before: State, after: State) -> Iterator[Part]:
    """Yield the boards on which tiles are new, and what these change."""

    def terminal() -> Any:
        from odin_solver.render.terminal.game import boards_text

        new = {
            at: len(board.pieces)
            for at, board in enumerate(before.boards)
            if board != after.boards[at]
        }
        return boards_text(after, new, only=new)

    yield layout(position_of(before), position_of(after), (), terminal)
    had, has = (
        sum((Counter(board.bonuses) for board in at.boards), Counter[str]())
        for at in (before, after)
    )
    old_income, income = (sum(each.income for each in at.boards) for at in (before, after))
    lines: list[str] = [say("income {before} → {after}", before=old_income, after=income)]
    if won := has - had:
        lines.append(say("bonus won: {goods}", goods=plain_list(won)))
    if lost := had - has:
        lines.append(say("bonus lost: {goods}", goods=plain_list(lost)))
    yield Line(", ".join(lines), "strong")


def laid_report(state: State, found: Laying, *, verbose: bool = False) -> Iterator[Part]:
    """Yield what to lay, its moves, and how surely it is the best."""
    if found.moves:
        yield from placed_report(state, placed(state, found.moves))
    yield Line("\n".join(map(str, found.moves or (say("Nothing is worth placing."),))), "code")
    if found.compared:
        yield Line(estimates.compared_in_words(found))
    if found.moves or verbose:
        solution = found.solution
        proven = all(level.proven for level in solution.levels)
        yield Line(proof_in_words(solution), "strong" if proven else "unsure")
        yield Line(values_in_words(solution))
        if verbose:
            yield Line(technical_text(solution), "dim")
