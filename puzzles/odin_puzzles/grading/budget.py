"""The effort of a grader: counted, not timed, so that grades are the same everywhere."""


class BudgetExhausted(Exception):
    """The work limit is reached."""


class Budget:
    """A counter of work.

    Parameters
    ----------
    limit
        The most work: roughly the cells and tiles looked at.
    """

    def __init__(self, limit: int) -> None:
        self.nodes = 0
        self.work = 0
        self.limit = limit

    def spend(self, work: int) -> None:
        """Add some work.

        Raises
        ------
        BudgetExhausted
            If the limit is exceeded.
        """
        self.work += work
        if self.work > self.limit:
            raise BudgetExhausted
