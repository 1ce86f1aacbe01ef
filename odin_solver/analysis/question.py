"""Questions about a position: its best layout, possibly under restrictions."""

from dataclasses import dataclass
from typing import Any

from odin_solver.analysis.cache import piece_data
from odin_solver.analysis.warm_starts import lays
from odin_solver.notation.positions import position_data
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import Objective, Weights
from odin_solver.placement.problem import as_laid, compile_problem
from odin_solver.placement.restrictions import Floor, LayoutSignature, signature_of
from odin_solver.rules.position import Placement, Position


@dataclass(frozen=True)
class Question:
    """Position and restrictions of a search.

    Attributes
    ----------
    position
        Boards and supply.
    excluded, barred, conditions, ties
        As for `odin_solver.placement.solve`.
    """

    position: Position
    excluded: tuple[LayoutSignature, ...] = ()
    barred: tuple[Placement, ...] = ()
    conditions: tuple[Floor, ...] = ()
    ties: bool = False

    def key(self, objective: Objective, seed: int) -> dict[str, Any]:
        """Return the question as plain data, for the cache."""
        data = position_data(self.position)
        data.pop("title", None)
        data.pop("objective", None)
        data["supply"] = dict(sorted(data["supply"].items()))
        data["printed"] = [repr(state.board) for state in self.position.boards]
        return {
            "position": data,
            "levels": [_weights_data(weights) for weights in objective.levels],
            "excluded": sorted(map(repr, self.excluded)),
            "barred": [[at, piece_data(piece)] for at, piece in self.barred],
            "conditions": [
                [_weights_data(each.weights), str(each.value)] for each in self.conditions
            ],
            "ties": self.ties,
            "seed": seed,
        }

    def allows(self, layout: Position, objective: Objective) -> bool:
        """Return whether a layout meets the restrictions, by the rules alone."""
        levels = (*(each.weights for each in self.conditions), *objective.levels)
        problem = compile_problem(self.position)
        gained = gains(self.position, layout)
        return (
            not any(lays(self.position, layout, each) for each in self.barred)
            and all(value(each.weights, gained) >= each.value for each in self.conditions)
            and signature_of(problem, as_laid(problem, layout), levels) not in self.excluded
        )


def _weights_data(weights: Weights) -> dict[str, str]:
    return {key: str(weight) for key, weight in weights.as_keys().items()}
