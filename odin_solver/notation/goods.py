"""Lists of goods as people write them: ``2 silver, 1 robe``, in any language."""

import re

from odin_solver.components.heard import LONGEST

_LIST = re.compile(r"(?!\s*ODIN)(?=.*\w)[\w\s,;:×+()'’ʼ?.-]+", re.IGNORECASE | re.DOTALL)


def is_list_of_goods(text: str) -> bool:
    """Return whether a text may be a list of goods, and is no file and no share code."""
    return len(text) <= LONGEST and _LIST.fullmatch(text) is not None
