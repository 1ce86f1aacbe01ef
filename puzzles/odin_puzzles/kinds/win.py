"""Puzzles of Graenaland: what do you build to win this turn?"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import comb
from random import Random
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from odin_puzzles.kinds.games import Answer, GameGrade, GameKind, ValueGoal
from odin_puzzles.puzzle import Puzzle, Spec
from odin_solver.errors import InputError
from odin_solver.graenaland import files, parts
from odin_solver.graenaland.model import solve
from odin_solver.graenaland.model.candidates import BuildCandidate, candidates, highest_levels
from odin_solver.graenaland.model.phases import PhaseModel
from odin_solver.graenaland.model.plans import items_built, steps
from odin_solver.graenaland.pictures.svg import map_picture, plan_picture
from odin_solver.graenaland.position import GraenalandPosition, TileState, default_neighbours
from odin_solver.graenaland.rules.building import (
    BuildingPhase,
    BuildItem,
    BuildStep,
    why_no_place,
    with_item,
)
from odin_solver.graenaland.rules.counts import score_of
from odin_solver.graenaland.rules.violations import position_violations
from odin_solver.graenaland.words import cost_text, part_name
from odin_solver.linear.levels import LevelsJob
from odin_solver.linear.objective import LinearObjective
from odin_solver.questions.graenaland_drawing import position_report, steps_table
from odin_solver.questions.terminal import report_drawing
from odin_solver.support.language import say, say_number

LIMITS = solve.Limits(seconds=60)

PLAYERS = ("yellow", "red", "white", "purple")


class WinKind(GameKind):
    """Which set of things wins this turn?

    An answer names what is built: ``{"build": ["church@C", "army"]}``; a village or army step that
    is built twice is named twice. Order and payment are for the checker to find.
    """

    name = "win"
    game = place = "graenaland"

    def position_from(self, data: object, name: str) -> GraenalandPosition:
        """Read a position; it has to be legal, with all costs."""
        position = files.graenaland_from(data, name)
        broken = [*position_violations(position), *files.unprinted(position, parts.WORKS)]
        if broken:
            raise InputError(*(f"{name}: {violation}" for violation in broken))
        return position

    def position_data(self, position: GraenalandPosition) -> Mapping[str, Any]:
        return files.graenaland_data(position)

    def title(self, position: GraenalandPosition) -> str:
        cards = sum(position.hand.values()) + len(position.kept)
        return say_number("Win this turn with {n} card", "Win this turn with {n} cards", cards)

    def question(self, puzzle: Puzzle) -> str:
        position: GraenalandPosition = puzzle.position
        profile = position.profile
        costs = {kind: profile.buildings[kind] for kind in parts.BUILDINGS}
        costs[parts.MARKET] = profile.works[parts.MARKET]
        extras = [
            f"{part_name(extra)} ({part_name(terrain)})"
            for terrain in parts.TERRAINS
            if terrain not in parts.WITHOUT_BUILDINGS and (extra := profile.fort_extra(terrain))
        ]
        return say(
            "You are {me} and the main player. What do you build to meet {n} goals? Costs: "
            "{costs}; army +1: {army}, or with an own fort {cheap} and one of: {extras}.",
            me=part_name(position.me),
            n=puzzle.goal.value,
            costs="; ".join(f"{part_name(kind)} {cost_text(costs[kind])}" for kind in costs),
            army=cost_text(parts.ARMY_WITHOUT_FORT),
            cheap=cost_text(parts.ARMY_WITH_FORT),
            extras=", ".join(extras),
        )

    def faults(self, puzzle: Puzzle, answer: Answer) -> list[str]:
        items, faults = _items(answer, puzzle.position)
        faults = faults or _forbidden(puzzle.position, items)
        if faults:
            return faults
        plan = plan_for(puzzle.position, items)
        if plan is None:
            return [say("this cannot be built and paid in one turn")]
        if plan.score < puzzle.goal.value:
            needed = puzzle.goal.value
            return [say("this meets {n} goals, {needed} are needed", n=plan.score, needed=needed)]
        return []

    def solutions(self, puzzle: Puzzle) -> list[Answer]:
        """Return the winning sets without anything superfluous, at most two."""
        found: list[list[BuildCandidate]] = []
        while len(found) < 2:
            winning = _winning_set(puzzle, found)
            if winning is None:
                break
            found.append(winning)
        return [{"build": sorted(str(each.item) for each in winning)} for winning in found]

    def grade(self, puzzle: Puzzle) -> GameGrade:
        """Grade by what the solution needs: size, markets, supply, gold, what enables what."""
        position: GraenalandPosition = puzzle.position
        items = _candidates(position)
        answer = puzzle.solution or next(iter(self.solutions(puzzle)), None)
        if answer is None:
            raise InputError.said("the puzzle has no solution")
        built, _ = _items(answer, position)
        plan = plan_for(position, built)
        if plan is None:
            raise InputError.said("the solution cannot be built")
        steps = [step for step in plan.steps if isinstance(step, BuildStep)]
        enabled = any(step.recipe for step in steps) and built[BuildItem(parts.FORT)] == 0
        signs = [
            len(steps) >= 3,
            len(steps) >= 5,
            any(step.markets for step in steps),
            any(len(use.units) == 2 for step in steps for use in step.supply),
            any(item.kind == parts.MARKET for item in built) or enabled,
        ]
        sets = comb(len(items), len(steps))
        return GameGrade(min(5, 1 + sum(signs)), "counting", answers=sets)

    def attempt(self, spec: Spec, number: int) -> Puzzle | None:
        """Return a puzzle; None if several sets win, none does, or yellow has won already.

        All costs are made up.
        """
        position = _random_position(number)
        if position_violations(position) or score_of(position) >= parts.GOALS_NEEDED:
            return None
        title = self.english_title(position)
        puzzle = Puzzle(self.name, title, position, ValueGoal(parts.GOALS_NEEDED), seed=number)
        found = self.solutions(puzzle)
        if len(found) != 1:
            return None
        puzzle = replace(puzzle, solution=found[0])
        return replace(puzzle, difficulty=self.grade(puzzle).difficulty)

    def steps(self, answer: Answer) -> list[str]:
        return [str(item) for item in answer.get("build", [])]

    def step(self, text: str) -> str:
        return "@".join(text.replace("@", " ").split())

    def answer(self, puzzle: Puzzle, steps: Sequence[str]) -> Answer:
        answer = {"build": list(steps)}
        items, faults = _items(answer, puzzle.position)
        faults = faults or _forbidden(puzzle.position, items, for_ever=True)
        if steps and faults:
            raise InputError(faults[0].removeprefix("build: "))
        return answer

    def nudge(self, step: str) -> str:
        _, _, tile = step.partition("@")
        if tile:
            return say("What can you build on {tile}?", tile=tile)
        return say("Think about the army.")

    def help(self, puzzle: Puzzle) -> Mapping[str, str]:
        tile = next(iter(puzzle.position.tiles))
        return {
            f"church {tile}": say(
                "build a church on tile {tile}; fort, hall, village and market alike", tile=tile
            ),
            "army": say("advance the army by one step"),
        }

    def drawing(self, puzzle: Puzzle, answer: Answer | None = None) -> RenderableType:
        if answer is None:
            return report_drawing(position_report(replace(puzzle.position, title="")))
        items = _items(answer, puzzle.position)[0]
        if plan := plan_for(puzzle.position, items):
            return report_drawing([steps_table(plan.steps)])
        return Text("; ".join(_forbidden(puzzle.position, items)) or say("not payable"))

    def picture(self, puzzle: Puzzle, answer: Answer | None = None) -> tuple[str, float, float]:
        position = puzzle.position
        plan = None if answer is None else plan_for(position, _items(answer, position)[0])
        return map_picture(position) if plan is None else plan_picture(plan)


def _candidates(position: GraenalandPosition) -> list[BuildCandidate]:
    return candidates(position, highest_levels(position), solve.payable_units(position), ())


def _items(answer: Answer, position: GraenalandPosition) -> tuple[Counter[BuildItem], list[str]]:
    names = answer.get("build")
    if not isinstance(names, list) or not names or not all(isinstance(n, str) for n in names):
        return Counter(), [say("build: expected a list of items such as church@C or army")]
    items: Counter[BuildItem] = Counter()
    for name in names:
        kind, _, tile = name.partition("@")
        if not tile and kind != parts.ARMY:
            example = f"church@{next(iter(position.tiles))}"
            return Counter(), [
                say(
                    "build: expected an item such as {example}, got {got!r}",
                    example=example,
                    got=name[:20],
                )
            ]
        items[BuildItem(kind, tile)] += 1
    return items, []


def _forbidden(
    position: GraenalandPosition, items: Counter[BuildItem], *, for_ever: bool = False
) -> list[str]:
    """Return why items may not be built in any order, whatever is paid.

    With `for_ever`, only of items for which no further village makes room.
    """
    phase, left = BuildingPhase(position), sorted(items.elements())
    while allowed := next((item for item in left if not why_no_place(phase, item)), None):
        left.remove(allowed)
        after = with_item(phase.position, allowed)
        phase = replace(phase, position=after, built=phase.built + 1)
    if for_ever:
        useful = dict.fromkeys(parts.GOALS, parts.HOUSES)
        possible = {
            each.item for each in candidates(phase.position, useful, solve.MANY, parts.WORKS)
        }
        left = [item for item in left if item not in possible]
    return [f"{item}: {why_no_place(phase, item)}" for item in left]


def plan_for(position: GraenalandPosition, items: Counter[BuildItem]) -> solve.PhasePlan | None:
    """Return how exactly these items are built and paid; None if they cannot be.

    The plan is replayed by the plain rules.
    """
    if _forbidden(position, items):
        return None
    wanted = [
        BuildCandidate(item, copy)
        for item, count in sorted(items.items())
        for copy in range(1, count + 1)
    ]
    model = PhaseModel(position, wanted)
    built = {model.built[0][item]: 1 for item in wanted}
    model.linear.add_constraint(built, lower=len(built))
    values = _solved(model, LinearObjective({}, 0, 1))
    return None if values is None else solve.replayed(position, steps(model, values.__getitem__, 0))


def _winning_set(
    puzzle: Puzzle, others: Sequence[Sequence[BuildCandidate]]
) -> list[BuildCandidate] | None:
    model = PhaseModel(puzzle.position, _candidates(puzzle.position))
    solve.require(model, solve.Wish(solve.SCORE, puzzle.goal.value))
    for other in others:
        together = {model.built[0][item]: 1 for item in other}
        model.linear.add_constraint(together, upper=len(other) - 1)
    fewest = LinearObjective(dict.fromkeys(model.built[0].values(), -1), 0, 1)
    values = _solved(model, fewest)
    return None if values is None else items_built(model, values.__getitem__, 0)


def _solved(model: PhaseModel, objective: LinearObjective) -> Sequence[int] | None:
    result = LIMITS.search(
        LevelsJob(model.linear, (objective,), seconds=LIMITS.seconds, threads=LIMITS.threads),
        solve.A_WAY,
    )
    if not result.proven:
        raise InputError.said("the search did not end in time")
    return result.values


def _random_position(seed: int) -> GraenalandPosition:
    rng = Random(f"graenaland {seed}")
    profile = files.made_up_profile()
    coast, inland = rng.sample("ABCDE", 4), rng.sample("FGHI", 3)
    tiles: dict[str, TileState] = {}
    own = rng.sample([*coast, inland[0]], k=rng.randint(2, 4))
    for name in [*coast, *inland]:
        printed = profile.tiles[name]
        villages = {player: rng.randint(1, 2) for player in PLAYERS[1:] if rng.random() < 0.3}
        if name in own:
            villages = {"yellow": rng.choice((1, 1, 2, 2, 3)), **villages}
        works = {"market", "palisade"} if rng.random() < 0.1 else {"market"}
        buildings = {}
        if villages and printed.terrain not in parts.WITHOUT_BUILDINGS and rng.random() < 0.25:
            buildings = {rng.choice(printed.buildings): rng.choice(list(villages))}
        marketed = frozenset(works) if villages and rng.random() < 0.3 else frozenset()
        tiles[name] = TileState(printed, villages, buildings, marketed)
    hand = Counter(
        rng.choices(parts.RESOURCES, weights=(5, 5, 5, 5, 1), k=rng.choice((4, 5, 6, 7, 8, 9)))
    )
    supply = rng.sample(profile.supply_cards, k=3 + rng.randint(0, 1))
    return GraenalandPosition(
        profile,
        PLAYERS,
        "yellow",
        "yellow",
        "main",
        None,
        tiles,
        default_neighbours(tiles),
        {player: rng.choice((1, 2, 2, 3)) for player in PLAYERS},
        {card: hand[card] for card in parts.RESOURCES},
        tuple(supply[3:]),
        tuple(supply[:3]),
    )


KIND = WinKind()
