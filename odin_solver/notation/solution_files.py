"""Files of solvers that hold a solution of a model: which format one is, and its values.

The formats are as HiGHS 1.16, SCIP 10, CBC 2.10, GLPK 5.0 and lp_solve 5.5 write them, and as the
manuals of CPLEX and Gurobi describe theirs.
"""

import re
from typing import NamedTuple

from odin_solver.errors import InputError
from odin_solver.support.language import say

NUMBER = r"[-+]?(?:\d[\d.]*(?:[eE][-+]?\d+)?|inf|nan)"


class Stated(NamedTuple):
    """A value that a file states: where, of which variable, and the value as text.

    Attributes
    ----------
    name
        A name, or a number from 1 in the order of the columns.
    """

    line: int
    name: str
    value: str


class SolutionFile(NamedTuple):
    """What a file says.

    Attributes
    ----------
    objective
        Value that the file itself names; None if it names none.
    """

    values: tuple[Stated, ...]
    objective: float | None


class Format(NamedTuple):
    """A format.

    Attributes
    ----------
    mark
        What only files of this format have; values begin after the line.
    end
        What ends the values.
    value
        A value with its name: maybe on two lines.
    skipped
        Lines among the values that are none.
    whole
        Whether all columns are listed, those that are 0 too.
    """

    mark: str
    value: str
    end: str = r"\Z"
    skipped: str = r"[ \t]*"
    objective: str = r"(?!)"
    whole: bool = False


FORMATS = (
    Format(  # HiGHS style 0
        r"^# Columns \d+",
        r"(?P<name>\S+)[ \t]+(?P<value>\S+)",
        r"^#",
        objective=r"^Objective (\S+)$",
        whole=True,
    ),
    Format(  # HiGHS style 4
        r"^# Columns -\d+ sparse",
        r"(?P<name>\S+) (?P<value>\S+) \d+",
        r"^#",
        objective=r"^Objective (\S+)$",
    ),
    Format(  # HiGHS style 1
        r"^Columns\n +Index Status .*",
        r" *\d+ +(?:[A-Z]\w +)?\S+ +\S+ +(?P<value>\S+) +(?:\S+ +)?[A-Z][-\w]+ +(?P<name>\S+)",
        r"^Rows",
        objective=r"^Objective value: +(\S+)$",
        whole=True,
    ),
    Format(  # glpsol -o, HiGHS style 3
        r"^ +No\. +Column name .*",
        r" +\d+ (?P<name>\S+)\s+(?:(?:\*|B|N[LUFS]) +)?(?P<value>\S+)(?: .*)?",
        r"^$",
        r"[- ]*",
        objective=r"^Objective: +\S+ = (\S+)",
        whole=True,
    ),
    Format(  # glpsol -w, HiGHS style 2
        r"^s \w+ \d+ \d+ \w \S+$",
        r"j (?P<name>\d+) (?P<value>\S+)",
        r"^e o f",
        r"i .*",
        objective=r"^s \w+ \d+ \d+ \w (\S+)$",
        whole=True,
    ),
    Format(  # CBC
        r"^.* - objective value \S+$",
        r"[* ]*\d+ +(?P<name>\S+) +(?P<value>\S+) +\S+",
        skipped=r" *\d+ r\d+[ab]? .*",
        objective=r" - objective value (\S+)$",
    ),
    Format(  # SCIP
        r"^objective value: +\S+$",
        r"(?P<name>\S+) +(?P<value>\S+)[ \t]+\(obj:\S+\)",
        objective=r"^objective value: +(\S+)$",
    ),
    Format(  # lp_solve
        r"^Actual values of the variables:$",
        r"(?P<name>\S+) +(?P<value>\S+)",
        r"^Actual values|^Dual value",
        objective=r"^Value of objective function: +(\S+)$",
        whole=True,
    ),
    Format(  # CPLEX
        r"^ *<variables>",
        r' *<variable name="(?P<name>[^"]+)".* value="(?P<value>[^"]+)".*/>',
        r"^ *</variables>",
        objective=r'objectiveValue="([^"]+)"',
    ),
    Format(  # Gurobi
        r"\A# (?:Solution for model|Objective value).*",
        r"(?P<name>\S+) (?P<value>\S+)",
        skipped=r"#.*",
        objective=r"^# Objective value = (\S+)$",
    ),
    Format(  # lists by hand
        r"\A", r"[ \t]*(?P<name>\S+)[ \t]+(?P<value>\S+)[ \t]*", skipped=r"[ \t]*(?:#.*)?"
    ),
)

NONE = re.compile(
    r"^(?:.*\binfeasible\b.*|.*\bunbounded\b.*|no solution.*|.*no integer solution.*"
    r"|status: +(?:integer )?(?:undefined|empty)|s \w+ \d+ \d+ [unif] .*"
    r"|# primal solution values\nnone)$",
    re.MULTILINE | re.IGNORECASE,
)
"""What says that a file holds no solution."""


def is_of_a_solver(text: str) -> bool:
    """Whether a text is what a solver wrote; lists by hand are not."""
    return _format_of(text.replace("\r\n", "\n"))[0] is not FORMATS[-1]


def read_solution_file(text: str, source: str, columns: int) -> SolutionFile:
    """Read the values of variables from a file of any known solver.

    Parameters
    ----------
    source
        Name of the file, for messages.
    columns
        Number of variables of the model, without its constant.

    Raises
    ------
    InputError
        If the file holds no solution, is cut off, or a line is none of its format.
    """
    text = text.replace("\r\n", "\n")
    if not text.strip():
        raise InputError.said("{file}: expected a solution, got an empty file", file=source)
    if NONE.search(text):
        raise InputError.said("{file}: the solver found no solution", file=source)
    form, begin = _format_of(text)
    end = re.compile(form.end, re.MULTILINE).search(text, begin)
    values = tuple(_values(form, text, begin, end.start() if end else len(text), source))
    if not values:
        raise InputError.said("{file}: lists no variable", file=source)
    if form.whole and len(values) < columns:
        raise InputError.said(
            "{file}: lists {listed} of {columns} variables: it is cut off, or of another model",
            file=source,
            listed=len(values),
            columns=columns,
        )
    stated = re.search(form.objective, text, re.MULTILINE)
    named = stated and re.fullmatch(NUMBER, stated[1])
    return SolutionFile(values, float(named[0]) if named else None)


def _format_of(text: str) -> tuple[Format, int]:
    for form in FORMATS:
        if found := re.search(form.mark, text, re.MULTILINE):
            return form, found.end()
    raise AssertionError


def _values(form: Format, text: str, at: int, end: int, source: str) -> list[Stated]:
    value = re.compile(rf"(?:{form.value})$", re.MULTILINE)
    skipped = re.compile(rf"(?:{form.skipped})$", re.MULTILINE)
    values: list[Stated] = []
    line, counted = 1, 0
    while at < end:
        if text[at] == "\n":
            at += 1
            continue
        line, counted = line + text.count("\n", counted, at), at
        if found := skipped.match(text, at, end):
            at = max(found.end(), at + 1)
        elif found := value.match(text, at, end):
            values.append(Stated(line, found["name"], found["value"]))
            at = found.end()
        else:
            raise InputError.said(
                "{at}: expected a name and a value, got {got!r}",
                at=say("{file}: line {line}", file=source, line=line),
                got=text[at:end].splitlines()[0].strip()[:60],
            )
    return values
