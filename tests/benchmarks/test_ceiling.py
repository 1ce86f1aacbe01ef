"""The benchmark of games with all chance known: a stopped run goes on where it was stopped."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from benchmarks import ceiling as benchmark
from benchmarks.ceiling_games import Ceiling
from benchmarks.measure import current_commit
from benchmarks.results import this_machine

Task = tuple[str, int, float]


def test_a_run_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, docs = tmp_path / "ceiling.json", tmp_path / "ceiling.md"
    old = [Ceiling("long", 1, 150, 1, 1.0), Ceiling("short", 1, 110, 1, 1.0)]
    results = benchmark.CeilingResults("an older commit", this_machine(), 9.0, old)
    out.write_bytes(msgspec.json.encode(results))
    given: list[Task] = []

    def run(most: int) -> None:
        def spread(_: Callable[..., Ceiling], tasks: list[Task], jobs: int) -> Iterator[Ceiling]:
            given[:] = tasks
            for length, seed, seconds in tasks[:most]:
                yield Ceiling(length, seed, 160, 1, seconds)  # type: ignore[arg-type]

        monkeypatch.setattr(benchmark, "spread", spread)
        where = ["--out", str(out), "--docs", str(docs)]
        result = CliRunner().invoke(benchmark.main, ["--seeds", "1", "--time", "5", *where])
        assert result.exit_code == 0, result.output

    run(1)
    assert given == [("long", 1, 5.0), ("short", 1, 5.0)]
    run(1)
    assert given == [("short", 1, 5.0)]
    after = msgspec.json.decode(out.read_bytes(), type=benchmark.CeilingResults)
    assert after.commit == current_commit()
    assert {(each.length, each.score) for each in after.ceilings} == {("long", 160), ("short", 160)}
    assert "| 1 | 160 | 160 |" in docs.read_text()
