"""The kind ``boatsmen``: ferry so that the most is scored at the end."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from random import Random

from odin_puzzles.kinds import vikings
from odin_puzzles.kinds.games import Answer, GameGrade
from odin_puzzles.puzzle import Puzzle, Spec
from odin_solver.support.language import say
from odin_solver.support.text import whole_number
from odin_solver.vikings.ferry import ferries_here
from odin_solver.vikings.parts import BOATSMAN, FIGURES, ROWS, cell_name
from odin_solver.vikings.position import VikingsPosition
from odin_solver.vikings.rules.ferrying import Counts, FerryPlan, ferried, plans
from odin_solver.vikings.rules.scoring import outlook
from odin_solver.vikings.words import figures_text

LIFTED = (0, 0, 2, 4, 6, 9)
"""Figures that go back to the mainland, by difficulty, so that there is more to ferry."""


class BoatsmenKind(vikings.VikingsKind):
    """An answer is the cells to which figures come, and the number of boatsmen used."""

    name = "boatsmen"

    def question(self, puzzle: Puzzle) -> str:
        task = say(
            "Round {round}, before the large scoring: which figures do the boatsmen carry, and "
            "where to, for {vp} VP at the end if nothing more changes?",
            round=puzzle.position.round,
            vp=puzzle.goal.value,
        )
        return task + vikings.facts(puzzle.position)

    def after(self, puzzle: Puzzle, answer: Answer) -> VikingsPosition:
        partial = self.partial(puzzle, answer)
        cells = partial.area.figures - puzzle.position.area.figures
        counts = tuple(sum(cell[0] == row for cell in cells) for row in range(len(ROWS)))
        used = answer.get("boatsmen")
        if not isinstance(used, int) or isinstance(used, bool):
            raise vikings.AnswerError.said("solution.boatsmen: expected a whole number")
        way = used, counts
        if way not in (ways := dict(_ways(puzzle.position))):
            raise vikings.AnswerError.said(
                "solution: these boatsmen cannot carry exactly these figures: {n}", n=used
            )
        return ferried(puzzle.position, ways[way], cells)

    def answer_to(self, puzzle: Puzzle, after: VikingsPosition) -> Answer:
        cells = sorted(after.area.figures - puzzle.position.area.figures)
        names = [cell_name(cell) for cell in cells]
        return {"cells": names, "boatsmen": puzzle.position.boatsmen - after.boatsmen}

    def partial(self, puzzle: Puzzle, answer: Answer) -> VikingsPosition:
        position: VikingsPosition = puzzle.position
        cells = frozenset(vikings.cell_of(word) for word in vikings.list_in(answer, "cells"))
        free = {cell for row in range(len(ROWS)) for cell in position.area.free_cells(row)}
        if not cells <= free:
            wrong = ", ".join(sorted(map(cell_name, cells - free)))
            raise vikings.AnswerError.said(
                "solution.{field}: no free tile on {cells}", field="cells", cells=wrong
            )
        mainland = Counter(position.mainland)
        mainland.subtract(Counter(ROWS[row] for row, _ in cells))
        short = [code for code, count in mainland.items() if count < 0]
        if short:
            raise vikings.AnswerError.said(
                "solution.cells: too many figures for the mainland in row {row}", row=short[0]
            )
        area = replace(position.area, figures=position.area.figures | cells)
        return replace(position, area=area, mainland=dict(+mainland))

    def steps(self, answer: Answer) -> list[str]:
        used = answer.get("boatsmen")
        return [*map(str, vikings.list_in(answer, "cells")), *([_boatsmen(used)] if used else [])]

    def step(self, text: str) -> str:
        words = text.lower().split()
        if words and words[-1] in ("boatsman", "boatsmen"):
            used = whole_number(" ".join(words[:-1]))
            if used is None or not 0 < used <= FIGURES["N"].count:
                raise vikings.AnswerError.said("expected a number of boatsmen such as 2 boatsmen")
            return _boatsmen(used)
        return cell_name(vikings.cell_of(text))

    def answer(self, puzzle: Puzzle, steps: Sequence[str]) -> Answer:
        cells = [step for step in steps if " " not in step]
        used = [int(step.split()[0]) for step in steps if " " in step]
        if len(set(cells)) < len(cells):
            raise vikings.AnswerError.said("a figure goes to {cell} already", cell=cells[-1])
        answer = {"cells": cells, "boatsmen": used[-1] if used else 0}
        self.partial(puzzle, answer)
        if answer["boatsmen"] > puzzle.position.boatsmen:
            raise vikings.AnswerError.said(
                "you have {boatsmen}", boatsmen=figures_text(BOATSMAN, puzzle.position.boatsmen)
            )
        return answer

    def nudge(self, step: str) -> str:
        if " " in step:
            return say("How many boatsmen row?")
        return vikings.row_nudge(vikings.cell_of(step))

    def help(self, puzzle: Puzzle) -> Mapping[str, str]:
        return {
            "G1": say("carry a scout to the tile G1"),
            "2 boatsmen": say("say how many boatsmen row"),
        }

    def solutions(self, puzzle: Puzzle) -> Iterator[Answer]:
        for (boatsmen, counts), plan in _ways(puzzle.position):
            for cells in _cells(puzzle.position, counts):
                if outlook(ferried(puzzle.position, plan, cells)).vp >= puzzle.goal.value:
                    names = [cell_name(cell) for cell in sorted(cells)]
                    yield {"cells": names, "boatsmen": boatsmen}

    def title(self, position: VikingsPosition) -> str:
        return say("Boatsmen before round {round}'s scoring", round=position.round)

    def attempt(self, spec: Spec, number: int) -> Puzzle | None:
        """Return a puzzle; None if its answer is not unique, or if it is too easy."""
        rng = Random(f"boatsmen {number}")
        round_number = rng.choice((2, 4, 6))
        position = vikings.position_at(number, round_number)
        mainland = dict(position.mainland) | {BOATSMAN: rng.randint(1, 3)}
        for code in rng.sample(ROWS, 2):
            mainland[code] = mainland.get(code, 0) + 1
        standing = sorted(position.area.figures)
        lifted = rng.sample(standing, min(len(standing), LIFTED[spec.difficulty or 1]))
        for row, _ in lifted:
            mainland[ROWS[row]] = mainland.get(ROWS[row], 0) + 1
        area = replace(position.area, figures=position.area.figures - set(lifted))
        position = replace(position, area=area, mainland=mainland, title="")
        return self.unique(position, outlook(ferries_here(position)[0].after).vp, number)

    def grade(self, puzzle: Puzzle) -> GameGrade:
        answers = sum(
            sum(1 for _ in _cells(puzzle.position, counts))
            for (_, counts), _ in _ways(puzzle.position)
        )
        return GameGrade(vikings.difficulty_of(answers), "counting", answers=answers)


def _boatsmen(count: int) -> str:
    return f"{count} {FIGURES['N'].name if count == 1 else FIGURES['N'].plural}"


def _ways(position: VikingsPosition) -> Iterator[tuple[tuple[int, Counts], FerryPlan]]:
    seen: set[tuple[int, Counts]] = set()
    for plan, counts in plans(position):
        way = plan.boatsmen, counts
        if way not in seen:
            seen.add(way)
            yield way, plan


def _cells(position: VikingsPosition, counts: Counts) -> "Iterator[frozenset[tuple[int, int]]]":
    places = [
        combinations(position.area.free_cells(row), count) for row, count in enumerate(counts)
    ]
    for chosen in product(*places):
        yield frozenset(cell for row in chosen for cell in row)


KIND = BoatsmenKind()
