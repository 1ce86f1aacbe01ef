"""The kind ``archipelago``: lay all tiles and ships, place all figures that can stand, score most.

Two answers are the same if their figures stand on the same cells and their ships are the same.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from random import Random

from odin_puzzles.kinds import vikings
from odin_puzzles.kinds.games import Answer, GameGrade
from odin_puzzles.puzzle import Puzzle, Spec
from odin_solver.support.language import say, say_number, say_number_as
from odin_solver.support.text import whole_number
from odin_solver.vikings.archipelago import Archipelago, IslandTile
from odin_solver.vikings.files import sail_of, tile_of
from odin_solver.vikings.parts import ROWS, SAILS, Sail, cell_name
from odin_solver.vikings.position import FreeParts, VikingsPosition
from odin_solver.vikings.rules.laying import legal_cells, ship_columns
from odin_solver.vikings.rules.scoring import outlook
from odin_solver.vikings.words import ship_name


class ArchipelagoKind(vikings.VikingsKind):
    """An answer is tiles such as ``S G1``, ships such as ``blue 2``, and cells of figures."""

    name = "archipelago"

    def question(self, puzzle: Puzzle) -> str:
        task = say(
            "Lay all free tiles and ships, and place as many free figures as can stand on tiles of "
            "their rows, for {vp} VP at the end. What lies already stays.",
            vp=puzzle.goal.value,
        )
        return task + vikings.facts(puzzle.position)

    def after(self, puzzle: Puzzle, answer: Answer) -> VikingsPosition:
        """Return the position after an answer; figures left over stay on the mainland."""
        after = self.partial(puzzle, answer)
        if after.free.tiles or after.free.ships:
            raise vikings.AnswerError.said("solution: expected all free tiles and ships to be laid")
        for row, code in enumerate(ROWS):
            if after.free.figures.get(code) and after.area.free_cells(row):
                raise vikings.AnswerError.said(
                    "solution: more figures can stand on islands: {code}", code=code
                )
        return _placed(puzzle.position, after.area)

    def answer_to(self, puzzle: Puzzle, after: VikingsPosition) -> Answer:
        before: VikingsPosition = puzzle.position
        tiles, ships = sorted(after.area.tiles.items()), sorted(after.area.ships.items())
        return {
            "tiles": [f"{t} {cell_name(c)}" for c, t in tiles if c not in before.area.tiles],
            "ships": [f"{sail} {at}" for at, sail in ships if at not in before.area.ships],
            "figures": [cell_name(c) for c in sorted(after.area.figures - before.area.figures)],
        }

    def partial(self, puzzle: Puzzle, answer: Answer) -> VikingsPosition:
        """Return the position with the parts of an answer laid, and the others still free."""
        position: VikingsPosition = puzzle.position
        area, free = position.area, position.free
        tiles, left = dict(area.tiles), Counter(free.tiles)
        for word in vikings.list_in(answer, "tiles"):
            kind, _, place = str(word).partition(" ")
            tile, cell = tile_of(kind), vikings.cell_of(place)
            if not left[tile] or cell in tiles:
                raise vikings.AnswerError.said(
                    "solution.tiles: {tile} cannot lie on {cell}", tile=tile, cell=cell_name(cell)
                )
            left[tile] -= 1
            tiles[cell] = tile
        ships, fleet = dict(area.ships), Counter(free.ships)
        for word in vikings.list_in(answer, "ships"):
            colour, _, column = str(word).partition(" ")
            sail, at = sail_of(colour), whole_number(column)
            if not fleet[sail] or at in ships or not at:
                raise vikings.AnswerError.said(
                    "solution.ships: expected one of the free ships, got {word!r}", word=word
                )
            fleet[sail] -= 1
            ships[at] = sail
        figures, waiting = set(area.figures), Counter(free.figures)
        for word in vikings.list_in(answer, "figures"):
            cell = vikings.cell_of(word)
            if cell not in tiles or cell in figures:
                raise vikings.AnswerError.said(
                    "solution.{field}: no free tile on {cells}",
                    field="figures",
                    cells=cell_name(cell),
                )
            waiting[ROWS[cell[0]]] -= 1
            if waiting[ROWS[cell[0]]] < 0:
                raise vikings.AnswerError.said(
                    "solution.figures: too many in row {row}", row=ROWS[cell[0]]
                )
            figures.add(cell)
        return replace(
            position,
            area=replace(area, tiles=tiles, figures=frozenset(figures), ships=ships),
            free=FreeParts(dict(+left), dict(+fleet), dict(+waiting)),
        )

    def steps(self, answer: Answer) -> list[str]:
        fields = ("tiles", "ships", "figures")
        return [str(word) for field in fields for word in vikings.list_in(answer, field)]

    def step(self, text: str) -> str:
        """Return ``S G1``, ``blue 2`` or ``G1`` as `steps` writes it."""
        first, _, second = text.strip().partition(" ")
        if not second:
            return cell_name(vikings.cell_of(first))
        if first.lower() in SAILS:
            column = whole_number(second.strip())
            if not column:
                raise vikings.AnswerError.said(
                    "expected a ship and its column such as blue 2, got {text!r}", text=text
                )
            return f"{first.lower()} {column}"
        return f"{tile_of(first)} {cell_name(vikings.cell_of(second))}"

    def answer(self, puzzle: Puzzle, steps: Sequence[str]) -> Answer:
        ships = [step for step in steps if step.partition(" ")[0] in SAILS]
        tiles = [step for step in steps if " " in step and step not in ships]
        figures = [step for step in steps if " " not in step]
        answer = {"tiles": tiles, "ships": ships, "figures": figures}
        self.partial(puzzle, answer)
        return answer

    def nearest(self, puzzle: Puzzle, steps: Sequence[str]) -> list[str]:
        """Return the solution with the tiles laid as in most of the given steps."""
        best = self.after(puzzle, puzzle.solution or {})
        layouts = [self.steps(puzzle.solution or {})]
        for area in _islands(puzzle.position):
            if not best.area.figures <= area.tiles.keys():
                continue
            after = replace(best, area=replace(best.area, tiles=area.tiles))
            if outlook(after).vp >= puzzle.goal.value:
                layouts.append(self.steps(self.answer_to(puzzle, after)))
        given = Counter(steps)
        return max(layouts, key=lambda layout: (given & Counter(layout)).total())

    def nudge(self, step: str) -> str:
        what, _, place = step.partition(" ")
        if not place:
            return vikings.row_nudge(vikings.cell_of(what))
        if what in SAILS:
            return say("In which column does the {ship} lie?", ship=ship_name(sail_of(what)))
        return say("Where does the tile {tile} lie?", tile=what)

    def help(self, puzzle: Puzzle) -> Mapping[str, str]:
        return {
            "S G1": say("lay a start tile on G1; M is a middle, E an end"),
            "blue 2": say("lay a blue ship in column 2"),
            "G1": say("place a scout on the tile G1"),
        }

    def solutions(self, puzzle: Puzzle) -> Iterator[Answer]:
        found = set()
        for after in layouts(puzzle.position):
            if outlook(after).vp >= puzzle.goal.value:
                key = after.area.figures, frozenset(after.area.ships.items())
                if key not in found:
                    found.add(key)
                    yield self.answer_to(puzzle, after)

    def title(self, position: VikingsPosition) -> str:
        count = sum(position.free.tiles.values())
        tiles = say_number_as("vikings", "tile", "tiles", count)
        figures = say_number("{n} figure", "{n} figures", sum(position.free.figures.values()))
        return f"{count} {tiles}, {figures}"

    def attempt(self, spec: Spec, number: int) -> Puzzle | None:
        """Return a puzzle; None if its answer is not unique, or if it is too easy."""
        rng = Random(f"archipelago {number}")
        position = vikings.position_at(number, rng.choice((2, 4)))
        any_count = rng.randint(1, 3) if spec.difficulty is None else 0
        tile_count = any_count or (1, 2, 3, 3, 4)[(spec.difficulty or 1) - 1]
        tiles = Counter(IslandTile(rng.choice("SME")) for _ in range(tile_count))  # type: ignore[arg-type]
        some = rng.random() < 0.6 and len(position.area.ships) < 3
        ships = {rng.choice(SAILS): 1} if some else {}
        figures = Counter(rng.choice(ROWS) for _ in range(rng.randint(2, 4)))
        free = FreeParts(dict(tiles), ships, dict(figures))
        position = replace(position, round=6, free=free, title="")
        best = max((outlook(after).vp for after in layouts(position)), default=None)
        return None if best is None else self.unique(position, best, number)

    def grade(self, puzzle: Puzzle) -> GameGrade:
        """Count the ways to lay the tiles and ships."""
        answers = sum(1 for _ in _islands(puzzle.position)) * len(_fleets(puzzle.position))
        return GameGrade(vikings.difficulty_of(answers), "counting", answers=answers)


def _placed(position: VikingsPosition, area: Archipelago) -> VikingsPosition:
    """Return the position with all free parts placed; other free figures are on the mainland."""
    mainland = Counter(position.mainland) + Counter(position.free.figures)
    mainland.subtract(ROWS[row] for row, _ in area.figures - position.area.figures)
    return replace(position, area=area, mainland=dict(+mainland), free=FreeParts())


def layouts(position: VikingsPosition) -> Iterator[VikingsPosition]:
    """Yield all positions with the free parts placed; as many figures as can stand."""
    fleets = _fleets(position)
    for area in _islands(position):
        places = []
        for row, code in enumerate(ROWS):
            cells = area.free_cells(row)
            count = min(position.free.figures.get(code, 0), len(cells))
            places.append(list(combinations(cells, count)))
        for chosen, ships in product(product(*places), fleets):
            figures = area.figures.union(*chosen)
            yield _placed(position, replace(area, figures=figures, ships=ships))


def _fleets(position: VikingsPosition) -> list[dict[int, Sail]]:
    fleets: list[dict[int, Sail]] = [dict(position.area.ships)]
    for sail, count in position.free.ships.items():
        for _ in range(count):
            fleets = [{**fleet, at: sail} for fleet in fleets for at in ship_columns(fleet)]
    unique = {frozenset(fleet.items()): fleet for fleet in fleets}
    return list(unique.values())


def _islands(position: VikingsPosition) -> Iterator[Archipelago]:
    seen: set[frozenset[object]] = set()
    open_areas = [(position.area, dict(position.free.tiles))]
    while open_areas:
        area, left = open_areas.pop()
        key = frozenset(area.tiles.items())
        if key in seen:
            continue
        seen.add(key)
        if not any(left.values()):
            yield area
            continue
        for tile in left:
            if left[tile]:
                for cell in legal_cells(area, tile, position.rules):
                    after = replace(area, tiles={**area.tiles, cell: tile})
                    open_areas.append((after, {**left, tile: left[tile] - 1}))


KIND = ArchipelagoKind()
