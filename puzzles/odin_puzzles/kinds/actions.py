"""The kind ``actions``: the last actions of a solo game, with all luck known."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Annotated, Any

import msgspec
from rich.console import Group, RenderableType
from rich.text import Text

from odin_puzzles.kinds.base import SOLO, UniquenessResult
from odin_puzzles.kinds.games import Answer, GameGrade, GameKind, ValueGoal
from odin_puzzles.puzzle import Puzzle, Spec
from odin_puzzles.uniqueness.placement_model import Undecided
from odin_solver.components.heard import names_of
from odin_solver.components.spaces import SPACES
from odin_solver.errors import InputError
from odin_solver.game.kernel.moves import PASS, Use
from odin_solver.game.kernel.play import apply, decision
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.setup import new_game
from odin_solver.game.tables import table_data, table_from
from odin_solver.game.turn import Turn
from odin_solver.names.printed import plain_list, plain_name
from odin_solver.planner import last_actions
from odin_solver.planner.playout import play_out, retrace
from odin_solver.render.svg.markup import element, number
from odin_solver.render.svg.page import arrange
from odin_solver.render.svg.position import GAP, PAGE_WIDTH, board_sheet
from odin_solver.rollouts.policies.strategies import rollout_policy
from odin_solver.support.language import say, say_as, say_number
from odin_solver.words.moves import move_in_words

MOST_VIKINGS = 4
"""Most Vikings that are left, so that all ways can be tried."""

ROLLS, DRAWS = 6, 4
"""Rolls and weapons that the question names."""

LEAST_MARGIN = 2
"""Points by which the solution of a generated puzzle is better than everything else."""

LEAST_WAYS, MOST_ENDS = 5, 300
"""Selections of spaces, and ends of the actions, of a generated puzzle."""

IN_HAND = (2, 4)
"""Tiles that a generated puzzle leaves to be laid, at least and at most."""

MANY, VERY_MANY = 12, 40
"""Selections of spaces among which the right one is harder to find."""


class ActionsGoal(ValueGoal, frozen=True, forbid_unknown_fields=True):
    """A score, and how many points less every other selection of spaces reaches."""

    margin: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1


@dataclass(frozen=True)
class ActionsGrade(GameGrade):
    """The grade of a puzzle of last actions; the answers are selections of spaces."""

    margin: int = 0

    @property
    def reason(self) -> str:
        return say(
            "one of {n} selections of spaces; every other one scores at least {margin} less",
            n=self.answers,
            margin=self.margin,
        )

    def data(self) -> dict[str, Any]:
        return {"answers": self.answers, "margin": self.margin}


class ActionsKind(GameKind):
    """Which action spaces do you use to score the most?

    An answer names the spaces: ``{"spaces": ["upgrade_2", "emigrate_2"]}``. Their order, what is
    chosen and paid, and all that is laid and served is worked out.
    """

    name = "actions"
    game = place = SOLO
    goal = ActionsGoal
    per_page = 1

    def position_from(self, data: object, name: str) -> last_actions.LastActions:
        """Read a position: a table in the last round, and the seed of the luck."""
        if not isinstance(data, dict) or set(data) != {"table", "seed"}:
            raise InputError.said("{name}: expected an object with table and seed", name=name)
        seed = data["seed"]
        if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
            raise InputError.said("{name}.seed: expected a whole number from 0", name=name)
        state = table_from(data["table"], f"{name}.table")
        reason = _unsuitable(state)
        if reason:
            raise InputError(reason).within(f"{name}.table")
        return last_actions.LastActions(state, seed)

    def position_data(self, position: last_actions.LastActions) -> Mapping[str, Any]:
        return {"table": _table(position), "seed": position.seed}

    def title(self, position: last_actions.LastActions) -> str:
        return say_number("The last Viking", "The last {n} Vikings", position.state.vikings)

    def task(self, puzzle: Puzzle) -> str:
        left = say_number(
            "The last round, and one Viking is left.",
            "The last round, and {n} Vikings are left.",
            puzzle.position.state.vikings,
        )
        goal = say(
            "Which action spaces do you use to score at least {value} points?",
            value=puzzle.goal.value,
        )
        return f"{left} {goal}"

    def question(self, puzzle: Puzzle) -> str:
        position: last_actions.LastActions = puzzle.position
        free = say(
            "Their order, all that you choose and pay, the layouts and the feast are worked out "
            "for you."
        )
        luck = say(
            "The next rolls: {d8} with the d8, {d12} with the d12; each roll uses up one of both "
            "rows. The next weapons: {weapons}.",
            d8=" ".join(position.rolls("d8", ROLLS)),
            d12=" ".join(position.rolls("d12", ROLLS)),
            weapons=", ".join(map(plain_name, position.weapons(DRAWS))),
        )
        return f"{self.task(puzzle)} {free} {luck}"

    def faults(self, puzzle: Puzzle, answer: Answer) -> list[str]:
        """Return what is wrong; the best way with these spaces is replayed by the plain rules."""
        try:
            line = self.line(puzzle, answer)
        except InputError as error:
            return list(error.problems)
        if line.sheet.total < puzzle.goal.value:
            return [
                say(
                    "this scores {reached} points, {needed} are needed",
                    reached=line.sheet.total,
                    needed=puzzle.goal.value,
                )
            ]
        return []

    def find(self, puzzle: Puzzle, seconds: float) -> UniquenessResult:
        """Search; a selection that comes closer than the margin counts as another solution."""
        try:
            return UniquenessResult(tuple(islice(self.solutions(puzzle), 2)), engine="all ways")
        except last_actions.NoProofError:
            raise Undecided from None

    def solutions(self, puzzle: Puzzle) -> list[Answer]:
        """Return the selections that reach the goal, and those closer to it than the margin."""
        goal: ActionsGoal = puzzle.goal
        ways = last_actions.ways_of(puzzle.position)
        reached: list[Answer] = []
        close: list[Answer] = []
        for bound, spaces, end in islice(ways.best(goal.value - goal.margin + 1), 2):
            score = ways.line(spaces, end).sheet.total
            if score < goal.value <= bound:
                raise last_actions.NoProofError.said("a layout is not proven best in time")
            (reached if score >= goal.value else close).append({"spaces": list(spaces)})
        return [*reached, *close] if reached else []

    def grade(self, puzzle: Puzzle) -> ActionsGrade:
        """Grade by the number of actions and of selections, and by whether it is obvious."""
        position: last_actions.LastActions = puzzle.position
        try:
            found = self.solutions(puzzle)
            ways = last_actions.ways_of(position)
            bounds = [bound for bound, _, _ in islice(ways.best(), 2)]
        except last_actions.NoProofError as error:
            raise ValueError(str(error)) from None
        if len(found) != 1:
            raise ValueError(
                say("it has several solutions") if found else say("it has no solution")
            )
        spaces = tuple(found[0]["spaces"])
        signs = [
            len(spaces) >= 2,
            len(ways.ends) >= MANY,
            len(ways.ends) >= VERY_MANY,
            spaces != _greedy(position),
        ]
        margin = bounds[0] - bounds[1] if len(bounds) > 1 else 0
        return ActionsGrade(1 + sum(signs), "counting", answers=len(ways.ends), margin=margin)

    def attempt(self, spec: Spec, number: int) -> Puzzle | None:
        """Return a puzzle; None if several selections are good, or nothing is proven."""
        position = _random_position(number)
        if position is None:
            return None
        try:
            ways = last_actions.ways_of(position)
            if len(ways.ends) < LEAST_WAYS or sum(map(len, ways.ends.values())) > MOST_ENDS:
                return None
            (best, spaces, end), (other, _, _) = islice(ways.best(), 2)
            margin = best - other
            if not spaces or margin < LEAST_MARGIN or ways.line(spaces, end).sheet.total != best:
                return None
        except last_actions.NoProofError:
            return None
        title = self.english_title(position)
        goal = ActionsGoal(best, min(margin, 100))
        puzzle = Puzzle(self.name, title, position, goal, {"spaces": list(spaces)}, seed=number)
        return replace(puzzle, difficulty=self.grade(puzzle).difficulty)

    def steps(self, answer: Answer) -> list[str]:
        return [str(each) for each in answer.get("spaces", [])]

    def step(self, text: str) -> str:
        """Return the id of a space, also from its name or key."""
        return names_of("space").one(text)

    def answer(self, puzzle: Puzzle, steps: Sequence[str]) -> Answer:
        """Return the spaces; it has to be possible to use them all."""
        answer = {"spaces": list(steps)}
        self.line(puzzle, answer)
        return answer

    def nudge(self, step: str) -> str:
        return say("Look at {group}.", group=say_as("group", SPACES[step].group.label))

    def pieces_in_words(self, count: int) -> str:
        return say_number("{n} space", "{n} spaces", count)

    def how(self, puzzle: Puzzle) -> str:
        return say("Enter the action spaces that you use, such as {example}", example="upgrade 2")

    def help(self, puzzle: Puzzle) -> Mapping[str, str]:
        return {"upgrade 2": say("use an action space; its id, name or key")}

    def drawing(self, puzzle: Puzzle, answer: Answer | None = None) -> RenderableType:
        if not answer or not answer.get("spaces"):
            from odin_solver.render.terminal.game import game_text

            return game_text(puzzle.position.state)
        spaces = plain_spaces(_spaces(answer))
        return Text(
            say("{spaces}: {n} points", spaces=spaces, n=self.line(puzzle, answer).sheet.total)
        )

    def solution_drawing(self, puzzle: Puzzle, answer: Answer) -> RenderableType:
        """Tell the whole game with the spaces of an answer, and its score sheet."""
        from odin_solver.render.terminal.sheet import sheet_text

        line = self.line(puzzle, answer)
        told = (Text(f"  {move_in_words(state, move)}") for state, move in line.steps)
        return Group(*told, Text(), sheet_text(line.sheet))

    def facts(self, puzzle: Puzzle, answer: Answer | None = None) -> list[str]:
        if answer is not None:
            return [" ".join(move_in_words(*step) for step in self.line(puzzle, answer).steps)]
        from odin_solver.render.terminal.game import facts

        state: State = puzzle.position.state
        rows = [(say("Supply"), plain_list(state.supply))]
        rows += [(say(label), words.replace("\n", "; ")) for label, words in facts(state)]
        return [f"{label}: {words}" for label, words in rows]

    def picture(self, puzzle: Puzzle, answer: Answer | None = None) -> tuple[str, float, float]:
        """Draw the boards; an answer is words."""
        if answer is not None:
            return "", 0, 0
        state: State = puzzle.position.state
        sheets = [board_sheet(each, len(each.pieces)) for each in state.boards]
        places, width, height = arrange(
            [(each.width, each.height) for each in sheets], PAGE_WIDTH, GAP
        )
        drawn = [
            element("g", each.content, transform=f"translate({number(x)} {number(y)})")
            for each, (x, y) in zip(sheets, places, strict=True)
        ]
        return "".join(drawn), width, height

    def line(self, puzzle: Puzzle, answer: Answer) -> last_actions.ActionLine:
        """Return the best game with exactly the spaces of an answer.

        Raises
        ------
        InputError
            If the answer cannot be read, they cannot all be used, or nothing is proven.
        """
        try:
            ways = last_actions.ways_of(puzzle.position, _spaces(answer))
            for _, spaces, end in ways.best():
                return ways.line(spaces, end)
        except last_actions.NoProofError as error:
            raise InputError(str(error)) from None
        raise InputError.said("these spaces cannot all be used")


@lru_cache(maxsize=64)
def _table(position: last_actions.LastActions) -> Mapping[str, Any]:
    """Return the table of a position; to find the shortest one takes long.

    Spaces have their former keys, so that puzzles keep their share codes.
    """
    data = table_data(position.state)
    for field in ("used", "blocked"):
        data[field] = [_key(*each.split()) for each in data[field]]
    return data


def _key(space: str, *vikings: str) -> str:
    return " ".join((SPACES[space].was or SPACES[space].key, *vikings))


def plain_spaces(spaces: last_actions.Spaces) -> str:
    """Return the names of spaces in a list."""
    return ", ".join(say_as("space", SPACES[name].name) for name in spaces)


def _unsuitable(state: State) -> str:
    options = state.options
    if not isinstance(decision(state), Turn) or not state.is_last_round:
        return say("expected the last round, in its action phase")
    if not 1 <= state.vikings <= MOST_VIKINGS:
        return say("vikings: expected {least} to {most}", least=1, most=MOST_VIKINGS)
    if options.cards or state.hand or state.played or options.players > 1 or options.profile:
        return say("expected a solo game without occupations and without a harvest profile")
    return ""


def _spaces(answer: Answer) -> last_actions.Spaces:
    names = answer.get("spaces")
    if not isinstance(names, list) or len(names) > MOST_VIKINGS * 3:
        raise InputError.said("solution.spaces: expected a list of action spaces")
    for name in names:
        if not isinstance(name, str) or name not in SPACES:
            raise InputError.said(
                "solution.spaces: there is no action space {space!r}", space=str(name)[:40]
            )
    return tuple(sorted(names, key=tuple(SPACES).index))


def _greedy(position: last_actions.LastActions) -> last_actions.Spaces:
    state = position.state
    moves = play_out(state, rollout_policy(state.options.length), position.seed).moves
    used = []
    for _, move in moves:
        if move == PASS:
            break
        if isinstance(move, Use):
            used.append(move.space)
    return tuple(sorted(used, key=tuple(SPACES).index))


def _random_position(seed: int) -> last_actions.LastActions | None:
    rng = Random(f"actions {seed}")
    options = Options(length=rng.choice(("short", "long")))
    most, in_hand = rng.choice((1, 2, 2, 3)), rng.randint(*IN_HAND)
    start = new_game(options)
    for state, _, _ in retrace(start, play_out(start, rollout_policy(options.length), seed)):
        if state.is_last_round and isinstance(decision(state), Turn) and state.vikings <= most:
            break
    else:
        return None
    if not state.vikings:
        return None
    try:
        laid = last_actions.best_layout(state)
    except last_actions.NoProofError:
        return None
    for move in laid[: max(0, len(laid) - in_hand)]:
        state = apply(state, move)
    return last_actions.LastActions(table_from(table_data(state)), seed)


KIND = ActionsKind()
