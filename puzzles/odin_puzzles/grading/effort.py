"""How much a grader may try: counted, never timed, so that grades are the same everywhere."""


class OutOfEffort(Exception):
    """The effort that was allowed is spent."""


class Effort:
    """Counts what is tried.

    Parameters
    ----------
    limit
        The work that may be done: about cells and tiles looked at.

    Attributes
    ----------
    nodes
        Candidates tried out.
    work
        Work done so far.
    limit
        The work that may be done.
    """

    def __init__(self, limit: int) -> None:
        self.nodes = 0
        self.work = 0
        self.limit = limit

    def spend(self, work: int) -> None:
        """Do some work.

        Raises
        ------
        OutOfEffort
            If it is more than is left.
        """
        self.work += work
        if self.work > self.limit:
            raise OutOfEffort
