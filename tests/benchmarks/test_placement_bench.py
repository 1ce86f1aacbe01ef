import json
import time
from fractions import Fraction
from importlib.util import cache_from_source, find_spec
from pathlib import Path
from typing import Any

import pytest
from benchmarks.contender import ContenderAnswer, ContenderTask, all_proven
from benchmarks.contenders import CONTENDERS, EQUALITY, NAIVE, OURS, OWN_MODELS
from benchmarks.judge import judge
from benchmarks.make_instances import (
    EXACT_RECIPES,
    Recipe,
    instance_files,
    new_instances,
    position_of,
)
from benchmarks.measure import ContenderRun, compile_sources
from benchmarks.report import main as report_main
from benchmarks.report import percentile, report
from click.testing import CliRunner
from hypothesis import given, settings
from msgspec.structs import replace as with_fields

from benchmarks import placement, suite
from benchmarks.results import About, PlacementResults, load
from odin_solver.components import TILES
from odin_solver.notation.positions import position_from
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import Objective, Weights, preset
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from tests.strategies import positions

TINY: dict[str, dict[str, Any]] = {
    "fresh-house": {
        "supply": {"peas": 2, "mead": 1, "oil": 1, "rune_stone": 1, "silver": 1, "wood": 1},
        "boards": [{"board": "stone_house"}],
        "objective": {"preset": "bonus"},
    },
    "tuning-lofoten": {
        "supply": {"oil": 2, "chest": 1, "belt": 1, "ore": 1},
        "boards": [{"board": "lofoten", "placed": ["rune_stone a1:a2"]}],
    },
}

LIMIT = 30
INSTALLED = [name for name in CONTENDERS if name != "scip" or find_spec("pyscipopt")]


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "instances"
    folder.mkdir()
    for name, data in TINY.items():
        (folder / f"{name}.json").write_text(json.dumps({"schema": 1, **data}))
    monkeypatch.setattr(suite, "INSTANCES", folder)
    return tmp_path / "results.json"


def bench(output: Path, *words: str) -> tuple[int, str]:
    words = ("--limit", str(LIMIT), "--naive-limit", str(LIMIT), "--output", str(output), *words)
    done = CliRunner().invoke(placement.main, words)
    return done.exit_code, done.output


@pytest.mark.slow
def test_runs_are_not_slowed_down_by_compiling() -> None:
    bytecode = Path(cache_from_source(str(Path(suite.__file__))))
    bytecode.unlink(missing_ok=True)
    compile_sources.cache_clear()
    compile_sources()
    assert bytecode.exists()


@pytest.mark.slow
@pytest.mark.alone
def test_all_contenders_agree_and_are_reported(tiny: Path) -> None:
    code, output = bench(tiny, "--repetitions", "1", "--contenders", ",".join(INSTALLED))
    assert code == 0, output
    results = load(tiny)
    assert len(results.runs) == len(TINY) * len(INSTALLED)
    for run in results.runs:
        assert run.outcome == "proven", run
        assert run.memory > 20
        assert run.first is not None
        assert run.best is not None
        assert run.proof is not None
        assert 0 < run.first <= run.best <= run.proof <= run.seconds <= LIMIT

    table = tiny.with_suffix(".md")
    done = CliRunner().invoke(report_main, [str(tiny), "--output", str(table)])
    assert done.exit_code == 0, done.output
    text = table.read_text()
    assert "no contradictions" in text
    for word in (*TINY, *INSTALLED, "benchmarks.placement", "ortools"):
        assert word in text

    before = tiny.read_bytes()
    code, output = bench(tiny, "--repetitions", "1", "--contenders", ",".join(INSTALLED))
    assert code == 2
    assert "--resume" in output
    assert tiny.read_bytes() == before


@pytest.mark.slow
@pytest.mark.alone
def test_finished_runs_are_not_repeated(tiny: Path) -> None:
    few = ("--contenders", "cp-sat", "--repetitions")
    assert bench(tiny, *few, "1", "--instances", "tuning-*")[0] == 0
    (first,) = load(tiny).runs
    assert bench(tiny, *few, "2", "--resume")[0] == 0
    results = load(tiny)
    assert results.runs[0] == first
    assert len({run.key for run in results.runs}) == len(results.runs) == 4
    assert len(results.sessions) == 2
    code, output = bench(tiny, *few, "2", "--resume", "--limit", "4")
    assert code == 2
    assert "another limit" in output


def test_a_proof_is_confirmed_by_a_longer_run(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def run(instance: suite.Instance, contender: str, *_: object, **known: Any) -> ContenderRun:
        tried.append((contender, known["limit"]))
        done = contender == OURS or known["limit"] == 90
        return with_fields(
            RUN,
            instance=instance.name,
            digest=instance.digest,
            contender=contender,
            limit=known["limit"],
            solver=contender,
            outcome="proven" if done else "unproven",
        )

    monkeypatch.setattr(placement, "run_contender", run)
    options = ("--repetitions", "1", "--contenders", "ours,highs,cp-sat", "--instances", "fresh-*")
    code, output = bench(tiny, *options, "--confirm", "90")
    assert code == 0
    assert "1 of them confirmed" in output
    assert tried == [(OURS, LIMIT), ("highs", LIMIT), ("cp-sat", LIMIT), ("highs", 90)]
    assert [run.contender for run in load(tiny).confirmations] == ["highs"]
    assert "Confirmations: 1 further runs, limit 90 s" in report(load(tiny))
    assert bench(tiny, *options, "--confirm", "90", "--resume")[0] == 0
    assert len(tried) == 4, "nothing is left to confirm"


RUN = ContenderRun(
    instance="fresh-x",
    digest="",
    contender=OURS,
    repetition=0,
    limit=60.0,
    threads=2,
    seed=0,
    started="2026-01-01T00:00:00+00:00",
    load=0.0,
    commit="",
    outcome="proven",
    values=["10", "4"],
    bounds=["10", "4"],
    faults=[],
    first=0.1,
    best=1.0,
    proof=2.0,
    seconds=3.0,
    memory=100.0,
    trace=[(0.1, 0, "10"), (1.0, 1, "4")],
    solver="HiGHS",
    version="1",
)


def other(**fields: object) -> ContenderRun:
    return with_fields(RUN, **{"contender": "scip", "solver": "SCIP", **fields})


@pytest.mark.parametrize(
    ("run", "conflict"),
    [
        (other(), ""),
        (other(outcome="unproven", values=["9", "7"], bounds=["11"]), ""),
        (other(outcome="unproven", values=["10", "3"], bounds=["10", "6"]), ""),
        (other(values=["10", "5"], bounds=["10", "5"]), "DISAGREEMENT"),
        (other(values=["10", "3"], bounds=["10", "3"]), "DISAGREEMENT"),
        (other(values=["9", "9"], bounds=["9", "9"]), "DISAGREEMENT"),
        (other(outcome="unproven", values=["11", "0"], bounds=["12"]), "DISAGREEMENT"),
        (other(outcome="none", values=[], bounds=["9"]), "DISAGREEMENT"),
        (other(faults=["robe and wool share an edge"]), "WRONG ANSWER"),
    ],
)
def test_contradictions_are_seen(run: ContenderRun, conflict: str) -> None:
    found = judge("fresh-x", [RUN, run]).conflicts
    assert bool(found) == bool(conflict)
    assert all(each.startswith(conflict) for each in found)


def test_only_another_solver_or_statement_confirms() -> None:
    others = [
        other(),
        other(contender="highs", solver="HiGHS"),
        other(contender="cp-sat", solver="CP-SAT", outcome="unproven"),
        other(contender=NAIVE, solver="CP-SAT"),
        other(contender=EQUALITY, solver="HiGHS"),
    ]
    assert judge("fresh-x", [RUN, *others]).confirmed_by == (EQUALITY, NAIVE, "scip")
    assert judge("fresh-x", [RUN, others[1]]).confirmed_by == ()


def test_report_hides_no_missing_proof() -> None:
    late = with_fields(
        RUN, outcome="unproven", values=["8", "0"], bounds=["10"], proof=None, best=50.0
    )
    about = suite.FRESH, suite.HOME_40, ["home"], 20, "final", ["0", "0"]
    results = PlacementResults(instances={"fresh-x": About(*about)}, runs=[late, other(proof=4.0)])
    text = report(results)
    assert "> 60 (25.0%)" in text
    assert "15.00" in text, "ours counts as its limit against 4 s"
    assert percentile([3.0, 1.0, 2.0], 50) == 2.0
    assert percentile([3.0, 1.0, 2.0], 95) == 3.0


def test_committed_instances_are_what_the_script_makes() -> None:
    made = dict(instance_files())
    committed = {path.name: path.read_text() for path in suite.INSTANCES.glob("*.json")}
    assert made == committed
    instances = suite.all_instances()
    assert len(instances) >= 40
    assert sum(instance.set == suite.FRESH for instance in instances) >= 24
    assert {instance.name for instance in instances} >= set(suite.QUICK)
    for instance in instances:
        assert position_violations(instance.position) == []


def test_instances_made_anew_depend_on_the_seed_alone(tmp_path: Path) -> None:
    def texts(seed: int, folder: str) -> list[str]:
        (tmp_path / folder).mkdir()
        made = new_instances(seed, tmp_path / folder)
        assert len({instance.name for instance in made}) == 20
        assert all(position_violations(instance.position) == [] for instance in made)
        return [instance.text for instance in made]

    assert texts(5, "one") == texts(5, "two") != texts(6, "three")


@pytest.mark.parametrize("recipe", EXACT_RECIPES, ids=lambda recipe: str(recipe.name))
def test_the_tiles_of_an_exact_instance_would_just_fill_it(recipe: Recipe) -> None:
    position = position_of(recipe, suite.EXACT)
    free = sum((state.grid.coverable & ~state.covered).bit_count() for state in position.boards)
    area = sum(
        TILES[name].area * count
        for name, count in position.supply.items()
        if TILES[name].kind != "filler"
    )
    assert recipe.spare is not None
    assert free - area - recipe.spare in (0, 1)


def solved(contender: str, position: Position, objective: Objective) -> ContenderAnswer:
    question = ContenderTask(position, objective, time.monotonic() + 60, 2, 0)
    answer = CONTENDERS[contender](question, lambda *_: None)
    assert answer is not None
    assert all_proven(answer.levels, objective)
    assert position_violations(answer.after) == []
    found = gains(position, answer.after)
    assert [value(w, found) for w in objective.levels] == [e.value for e in answer.levels]
    return answer


@pytest.mark.slow
@given(position=positions(max_width=4, max_height=4, max_tiles=4))
@settings(max_examples=15)
def test_other_models_equal_ours(position: Position) -> None:
    for name in ("final", "bonus", "cover"):
        objective = preset(name)
        ours = solved("cp-sat", position, objective)
        for contender in OWN_MODELS:
            assert ours.levels == solved(contender, position, objective).levels


def test_other_models_know_all_weights() -> None:
    position = position_from({"schema": 1, **TINY["fresh-house"]})
    weights = Weights(points=Fraction(1), cells=Fraction(1, 7), bonus=Fraction(-2))
    for key, weight in (("keep.oil", "7/2"), ("keep.wood", "2"), ("silver", "-1/3")):
        weights = weights.with_weight(key, Fraction(weight))
    objective = Objective("custom", (weights, weights.with_weight("bonus.hide", Fraction(5))))
    ours = solved("cp-sat", position, objective)
    for contender in OWN_MODELS:
        assert ours.levels == solved(contender, position, objective).levels
