"""Types of data: what several threads may do at once."""

import subprocess
import sys

import pytest

from tests.cli.process import environment
from tests.timing import HANGING

FIRST_USES = """
import sys, threading
import msgspec
from odin_solver.support.validating import converted

sys.setswitchinterval(1e-6)
data = {f"g{k}": {f"f{j}": {"a": [1]} for j in range(20)} for k in range(20)}
for n in range(100):
    inner = msgspec.defstruct("Inner", [(f"f{k}", dict[str, list[int]] | None) for k in range(20)])
    outer = msgspec.defstruct("Outer", [(f"g{k}", inner | None) for k in range(20)])
    threads = [threading.Thread(target=converted, args=(data, outer)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


@pytest.mark.slow
def test_threads_may_meet_a_type_at_once() -> None:
    """Without the lock Python crashes."""
    command = [sys.executable, "-c", FIRST_USES]
    assert subprocess.run(command, env=environment(), timeout=HANGING, check=False).returncode == 0
