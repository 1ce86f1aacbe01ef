"""The errors of this library."""


class OdinError(Exception):
    """Base of all errors of this library."""


class NotBuiltError(OdinError):
    """A compiled library that is needed is missing, or cannot be used.

    Parameters
    ----------
    what
        What it is.
    reason
        Why it cannot be used.
    """

    def __init__(self, what: str, reason: str) -> None:
        super().__init__(what, reason)
        self.what = what
        self.reason = reason

    def __str__(self) -> str:
        remedy = "run python hatch_build.py, or install again with a C compiler"
        return f"{self.what} cannot be used ({self.reason}): {remedy}"


class InputError(OdinError):
    """Unusable input; the message says where, and what was expected.

    Parameters
    ----------
    problems
        All messages, if a file has several errors; the first one is the message.
    """

    def __init__(self, *problems: str) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        return self.problems[0] if self.problems else ""
