"""The benchmark of games with all chance known: a stopped run loses no bound."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from benchmarks import ceiling as benchmark
from benchmarks.ceiling_games import Ceiling
from benchmarks.measure import current_commit
from benchmarks.results import this_machine

Task = tuple[str, int, float, int | None]


def test_bounds_of_seeds_still_to_be_searched_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, docs = tmp_path / "ceiling.json", tmp_path / "ceiling.md"
    old = [Ceiling("long", 1, 150, 314, 1, 1.0), Ceiling("short", 1, 110, 240, 1, 1.0)]
    results = benchmark.CeilingResults("an older commit", this_machine(), 9.0, old)
    out.write_bytes(msgspec.json.encode(results))
    given: list[Task] = []

    def run(most: int) -> None:
        def spread(_: Callable[..., Ceiling], tasks: list[Task], jobs: int) -> Iterator[Ceiling]:
            given[:] = tasks
            for length, seed, seconds, bound in tasks[:most]:
                yield Ceiling(length, seed, 160, bound, 1, seconds)  # type: ignore[arg-type]

        monkeypatch.setattr(benchmark, "spread", spread)
        where = ["--out", str(out), "--docs", str(docs)]
        options = ["--seeds", "1", "--time", "5", "--keep-bounds", *where]
        result = CliRunner().invoke(benchmark.main, options)
        assert result.exit_code == 0, result.output

    run(1)
    assert given == [("long", 1, 5.0, 314), ("short", 1, 5.0, 240)]
    run(1)
    assert given == [("short", 1, 5.0, 240)]
    after = msgspec.json.decode(out.read_bytes(), type=benchmark.CeilingResults)
    assert after.commit == current_commit()
    assert {(each.length, each.score, each.bound) for each in after.ceilings} == {
        ("long", 160, 314),
        ("short", 160, 240),
    }
    assert not after.bounds
