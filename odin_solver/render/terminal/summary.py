"""Solutions in a terminal: boards, placements, gains, supply, and their proof."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from odin_solver.components import TILES, Color, Tile
from odin_solver.components.signs import sign_of
from odin_solver.names import values
from odin_solver.names.printed import below_zero, printed_list, signed
from odin_solver.notation.labels import board_labels
from odin_solver.notation.pieces import piece_text
from odin_solver.placement.gains import gains, parts_of, value
from odin_solver.placement.solution import Solution
from odin_solver.render import palette
from odin_solver.render.terminal.boards import position_text
from odin_solver.render.terminal.tables import plain_table, titled_table
from odin_solver.rules.bonus import bonuses_won
from odin_solver.rules.position import Placement, Position
from odin_solver.support.language import mark, say
from odin_solver.words.proofs import proof_in_words, technical_text


def position_with_supply(position: Position) -> RenderableType:
    """Draw the boards of a position, and below them its supply."""
    if not position.supply:
        return position_text(position)
    return Group(
        position_text(position),
        heading(say("Supply")),
        supply_text(position.supply, position.kinds),
    )


def solution_text(solution: Solution) -> RenderableType:
    """Draw a solution: what was asked, then all of `report_text`."""
    asked = Text(f"{solution.objective.question} {solution.objective.advice}".rstrip())
    return Group(asked, Text(), report_text(solution))


def report_text(solution: Solution, *, verbose: bool = False) -> RenderableType:
    """Draw boards, placements, gains, remaining supply, value and proof.

    Parameters
    ----------
    verbose
        Whether to show the parts of the value, and the technical line: status, bound, gap, solver.
    """
    parts: list[RenderableType] = [position_text(solution.after, new_from(solution))]
    if solution.placements:
        parts += [heading(say("Placements")), _placements(solution), Text()]
    elif not all(level.proven for level in solution.levels):
        parts += [heading(say("No placement that gains anything was found in time.")), Text()]
    elif solution.before.supply:
        parts += [heading(say("Nothing is placed: no placement improves the objective.")), Text()]
    else:
        parts += [heading(say("Nothing to place: the supply is empty.")), Text()]
    parts += [heading(say("Gains")), _gains(solution), Text()]
    if any(solution.after.supply.values()):
        parts += [
            heading(say("Left in the supply")),
            supply_text(solution.after.supply, solution.after.kinds),
            Text(),
        ]
    if verbose:
        parts += [heading(say("Parts of the value")), parts_text(solution), Text()]
    elif solution.placements and solution.objective.name == "score":
        gain = values.gain_in_words(solution.objective, solution.before, solution.after)
        parts += [Text(f"{gain}."), Text()]
    parts.append(proof_text(solution, verbose=verbose))
    return Group(*parts)


def parts_text(solution: Solution) -> RenderableType:
    """Draw the parts of each level's value, without and with the new pieces."""
    before, after = solution.before, solution.after
    old, new = gains(before, before), gains(before, after)
    parts: list[RenderableType] = []
    for number, weights in enumerate(solution.objective.levels):
        first, second = parts_of(weights, old), parts_of(weights, new)
        names = values.part_names(solution.objective)
        changes = (("right", each) for each in (say("now"), say("after"), say("change")))
        table = titled_table(
            ("left", values.quantity(solution.objective, number)), *changes, style="dim"
        )
        rows = [(names[name], first.worth[name], part) for name, part in second.worth.items()]
        for name, one, two in rows:
            table.add_row(name, below_zero(one), below_zero(two), signed(two - one))
        one, two = value(weights, old), value(weights, new)
        total = (below_zero(one), below_zero(two), signed(two - one))
        table.add_row(say("together"), *total, style="bold")
        parts.append(table)
        if second.eaten is not None:
            parts.append(Text(values.feast_in_words(second)))
    return Padding(Group(*parts), (0, 0, 0, 2))


def new_from(solution: Solution) -> list[int]:
    """Return the index of the first new piece of each board."""
    return [len(state.pieces) for state in solution.before.boards]


def heading(text: str) -> Text:
    """Return a heading of a part of a report."""
    return Text(text, style="bold")


def supply_text(supply: Mapping[str, int], kinds: Mapping[str, Tile] = TILES) -> RenderableType:
    """Draw a supply of tiles of some kinds, one line per colour."""
    table = plain_table("left", "left")
    for color in Color:
        names = [name for name in kinds if supply.get(name) and kinds[name].color is color]
        plain = [name for name in names if kinds[name].kind != "special"]
        special = [name for name in names if kinds[name].kind == "special"]
        for label, group in ((color, plain), (mark("special"), special)):
            if group:
                paint = palette.paint_of(kinds[group[0]])
                chip = Text(f" {say(label)} ", style=f"{paint.ink} on {paint.fill}")
                if label in ("silver", "ore", "wood", "stone"):
                    table.add_row(chip, str(supply[group[0]]))
                else:
                    table.add_row(chip, printed_list((name, supply[name]) for name in group))
    return Padding(table, (0, 0, 0, 2))


def _placements(solution: Solution) -> RenderableType:
    """Draw the new pieces in the order of placing, with the board where it changes.

    Consecutive silver, ore, wood or stone share a line.
    """
    labels = board_labels(solution.after)
    table = plain_table("right", "left", "left", "left")
    last_step, last_board = 0, -1
    for number, group in _runs(solution.steps):
        first, last = group[0], number + len(group) - 1
        tile = first.piece.tile
        board = solution.after.boards[first.board].board
        paint = palette.paint_of(tile)
        words = piece_text(first.piece, board)
        if len(group) > 1 and first.piece.cells:
            words += "".join(piece_text(each.piece, board)[len(tile.id) :] for each in group[1:])
        elif len(group) > 1:
            words = f"{len(group)} {tile.id}"
        steps = f"{number}-{last}." if last > number else f"{number}."
        table.add_row(
            steps if number != last_step else say("with"),
            Text(sign_of(tile), style=f"{paint.ink} on {paint.fill}"),
            words,
            labels[first.board] if first.board != last_board else "",
        )
        last_step, last_board = last, first.board
    return Padding(table, (0, 0, 0, 2))


def _runs(steps: Iterable[Sequence[Placement]]) -> list[tuple[int, list[Placement]]]:
    runs: list[tuple[int, list[Placement]]] = []
    for number, step in enumerate(steps, 1):
        for placement in step:
            first, run = runs[-1] if runs else (0, [])
            if (
                run
                and placement.piece.tile == run[-1].piece.tile
                and placement.board == run[-1].board
                and number == first + len(run)
                and len(placement.piece.cells) <= 1
            ):
                run.append(placement)
            else:
                runs.append((number, [placement]))
    return runs


def _gains(solution: Solution) -> RenderableType:
    before, after = solution.before, solution.after
    old, new = gains(before, before), gains(before, after)
    table = plain_table("left", "left")
    table.add_row(say("income"), _change(old.income, new.income))
    won = _bonuses(after)
    fresh = won - _bonuses(before)
    if won:
        items: str = printed_list(fresh.items()) or say("none new")
        if won != fresh:
            had = printed_list(_bonuses(before).items())
            items = say("{items} (had {had})", items=items, had=had)
        table.add_row(say("bonuses won"), items)
    else:
        table.add_row(say("bonuses won"), say("none"))
    table.add_row(say("points covered"), str(new.points))
    for name, label, used in (
        ("silver", say("silver used"), new.silver),
        ("ore", say("ore used"), new.ore),
    ):
        if used or before.supply.get(name):
            table.add_row(label, say("{n} of {all}", n=used, all=before.supply.get(name, 0)))
    table.add_row(say("score"), _change(solution.score_before, solution.score_after))
    return Padding(table, (0, 0, 0, 2))


def _change(before: int, after: int) -> str:
    return f"{before} → {after} ({after - before:+d})" if before != after else f"{before}"


def _bonuses(position: Position) -> Counter[str]:
    items: Counter[str] = Counter()
    for state in position.boards:
        for bonus in bonuses_won(state.grid, state.covered):
            items.update(dict(bonus.gives))
    return items


def proof_text(solution: Solution, *, verbose: bool = False) -> Text:
    """Draw the values of a solution and how good it is; if `verbose`, the technical line too."""
    words = proof_in_words(solution)
    proven = all(level.proven for level in solution.levels)
    text = Text(words, style="bold green" if proven else "bold yellow")
    whole = Text.assemble(text, f"\n{values.values_in_words(solution)}")
    return Text.assemble(whole, (f"\n{technical_text(solution)}", "dim")) if verbose else whole
