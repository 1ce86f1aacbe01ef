"""The constraints of a linear model as arrays.

An engine is not believed that a solution is one: it is checked here, exactly.
"""

import numpy as np
import numpy.typing as npt

from odin_solver.linear.model import LinearModel, all_rows

Ints = npt.NDArray[np.int64]


class ModelRows:
    """Constraints, row by row.

    Attributes
    ----------
    lower, upper
        By row: bounds, maybe infinite.
    starts
        By row, and once more at the end: where its coefficients start.
    index, factors
        Variables and coefficients of all rows.
    """

    def __init__(self, linear: LinearModel) -> None:
        rows = all_rows(linear)
        entries = [entry for row in rows for entry in row.terms]
        sizes = [len(row.terms) for row in rows]
        self.lower = np.array([-np.inf if row.lower is None else row.lower for row in rows])
        self.upper = np.array([np.inf if row.upper is None else row.upper for row in rows])
        self.starts: Ints = np.cumsum([0, *sizes])
        self.index = np.array([var for var, _ in entries], dtype=np.int64)
        self.factors = np.array([factor for _, factor in entries], dtype=np.int64)
        self._most = np.array(linear.upper, dtype=np.int64)
        self._row = np.repeat(np.arange(len(sizes)), sizes)

    def allow(self, values: Ints) -> bool:
        """Whether values of all variables satisfy all constraints."""
        sums = np.zeros(len(self.lower), dtype=np.int64)
        np.add.at(sums, self._row, self.factors * values[self.index])
        return bool(
            ((values >= 0) & (values <= self._most)).all()
            and ((self.lower <= sums) & (sums <= self.upper)).all()
        )
