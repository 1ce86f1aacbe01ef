"""The planner's benchmark: what counts, what is kept, and what the page says of it."""

import fcntl
import json
import statistics
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from benchmarks.planner_games import (
    Failure,
    MeasuredGame,
    Setting,
    Thinking,
    checked,
    occupations_named,
    play,
    seeds_of,
)
from benchmarks.planner_report import report
from benchmarks.planner_results import (
    PlannerResults,
    difference,
    load,
    results_of,
    save,
    without_cards,
)
from benchmarks.planner_store import Broken, Kept, Store
from click.testing import CliRunner

from benchmarks import planner, planner_games
from odin_solver.errors import InputError, OdinError
from odin_solver.game import new_game
from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.state import State
from odin_solver.game.scoring import ScoreSheet
from odin_solver.planner import policy
from odin_solver.planner.advice import candidate_moves, tree_move
from odin_solver.planner.series import play_one
from odin_solver.rollouts.playing import greedy
from odin_solver.rules.position import ROUNDS

RANDOM = Setting("random", "short")
FEW = Thinking(playouts=1)


def bench(out: Path, *words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(planner.main, ["--out", str(out), *words], prog_name="planner")
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


def lines(out: Path) -> list[str]:
    return (out / planner.WORKING / "games.jsonl").read_text().splitlines()


def one_line(error: str, *words: str) -> None:
    last = error.strip().splitlines()[-1]
    assert last.startswith("Error: ")
    assert all(word in last for word in words), last
    assert "Traceback" not in error


@pytest.fixture(scope="module", autouse=True)
def same_code() -> Iterator[None]:
    """So that nothing changes if somebody works on the code while the tests run."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (planner, planner_games):
            patch.setattr(module, "code_version", lambda: "code")
        yield


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games of each of two players with and without cards."""
    out = tmp_path_factory.mktemp("bench")
    words = ("--length", "short", "--players", "random,greedy", "--seeds", "1-3")
    code, text, error = bench(out, *words, "--occupations", "none", "--occupations", "all")
    assert code == 0, error
    assert "greedy, cards none" in text
    return out


@pytest.mark.slow
def test_every_game_is_kept_with_its_sheet(played: Path) -> None:
    results = load(played / planner.RESULTS)
    assert [(run.setting.player, run.setting.occupations) for run in results.runs] == [
        ("random", "none"),
        ("greedy", "none"),
        ("random", "all"),
        ("greedy", "all"),
    ]
    for run in results.runs:
        assert [game.seed for game in run.games] == [1, 2, 3]
        scores = [game.score for game in run.games]
        assert run.summary.mean == pytest.approx(statistics.fmean(scores))
        assert sum(run.sheet.values()) == pytest.approx(run.summary.mean)
        for game in run.games[:2]:
            again = play_one(run.setting.player, run.setting.options, game.seed)
            assert again.sheet == game.sheet
            assert game.placements > 10
            assert bool(game.played or game.held) == (run.setting.occupations == "all")
    assert not results.failures
    assert len(results.sessions) == 1


@pytest.mark.slow
def test_differences_are_taken_seed_by_seed(played: Path) -> None:
    results = load(played / planner.RESULTS)
    runs = {run.setting: run for run in results.runs}
    assert len(results.pairs) == 4
    for pair in results.pairs:
        one, other = runs[pair.setting], runs[pair.than]
        each = [a.score - b.score for a, b in zip(one.games, other.games, strict=True)]
        assert pair.seeds == 3
        assert pair.mean == pytest.approx(statistics.fmean(each))
        assert pair.stderr == pytest.approx(statistics.stdev(each) / 3**0.5)


def test_only_seeds_of_both_are_compared() -> None:
    one = [game(seed, 10 * seed) for seed in (1, 2, 3)]
    other = [game(seed, 5) for seed in (2, 3, 4)]
    results = made(*((GREEDY, each) for each in one), *((RANDOM, each) for each in other))
    runs = {run.setting: run for run in results.runs}
    found = difference(runs[GREEDY], runs[RANDOM], lambda each: each.score)
    assert (found.seeds, found.mean) == (2, 20)
    assert [(pair.setting, pair.than, pair.seeds) for pair in results.pairs] == [
        (GREEDY, RANDOM, 2)
    ]


@pytest.mark.slow
def test_games_with_cards_are_compared_with_those_that_took_as_long() -> None:
    """Not with those of as many playouts, which take longer with cards."""

    def planned(
        decks: str, playouts: int, seconds: float, seed: int = 1
    ) -> tuple[Setting, MeasuredGame]:
        setting = Setting("planner", "short", decks, Thinking(playouts=playouts))
        return setting, msgspec.structs.replace(game(seed, playouts), seconds=seconds)

    results = made(
        planned("none", 4, 5.0),
        planned("none", 16, 10.0),
        planned("none", 10, 7.0),
        planned("none", 12, 9.5, seed=2),  # another seed: nothing to compare
        planned("A", 10, 9.5),
        planned("all", 8, 9.0),
    )
    named = {(run.setting.occupations, run.setting.thinking): run for run in results.runs}
    usual = named["none", Thinking(playouts=16)]
    assert without_cards(named["A", Thinking(playouts=10)], results.runs) is usual
    assert without_cards(named["all", Thinking(playouts=8)], results.runs) is usual
    assert without_cards(usual, results.runs) is None
    decks = [
        (pair.setting.occupations, pair.than.occupations, pair.mean)
        for pair in results.pairs
        if pair.setting.occupations != "none"
    ]
    assert decks == [("A", "none", -6.0), ("all", "none", -8.0)]
    text, _ = report(results)
    assert "| planner, 16 playouts | +10 missed | 1 | -8.0 | 0.45 | 0.50 |" in text
    assert "+10 missed" in text


def test_other_work_on_the_machine_hardly_changes_the_time_of_a_placement() -> None:
    times = (2.0, 2.0, 2.2, 2.2, 40.0)
    games = [
        msgspec.structs.replace(game(seed, 1), seconds=seconds)
        for seed, seconds in enumerate(times, 1)
    ]
    (run,) = made(*((GREEDY, each) for each in games)).runs
    assert run.seconds_per_placement == 2.2 / 20


@pytest.mark.slow
def test_the_starting_occupation_is_drawn_or_chosen(tmp_path: Path) -> None:
    words = ("--length", "short", "--players", "greedy", "--seeds", "1-2")
    decks = ("--occupations", "none", "--occupations", "all")
    ways = ("--starting-occupation", "random", "--starting-occupation", "choose")
    code, text, error = bench(tmp_path, *words, *decks, *ways)
    assert code == 0, error
    assert "cards all, start chosen" in text
    results = load(tmp_path / planner.RESULTS)
    none, chosen, drawn = results.runs
    assert [run.setting.starting for run in results.runs] == ["random", "choose", "random"]
    assert none.setting.occupations == "none"
    kept = int(str(greedy(new_game(chosen.setting.options), Random(1))).removeprefix("keep "))
    assert all(kept in {*game.played, *game.held} for game in chosen.games)
    assert {(pair.setting, pair.than) for pair in results.pairs} == {
        (chosen.setting, none.setting),
        (drawn.setting, none.setting),
        (chosen.setting, drawn.setting),
    }
    page, _ = report(results)
    assert "| greedy | short | all, start chosen |" in page


@pytest.mark.slow
def test_a_second_run_plays_only_what_is_missing(tmp_path: Path) -> None:
    words = ("--length", "short", "--players", "random", "--seeds")
    assert bench(tmp_path, *words, "1-3")[0] == 0
    first = lines(tmp_path)
    assert bench(tmp_path, *words, "1-3")[0] == 0
    assert lines(tmp_path) == first
    code, text, _ = bench(tmp_path, *words, "1-5", "--jobs", "2", "--any-code")
    assert code == 0
    assert lines(tmp_path)[: len(first)] == first
    (run,) = load(tmp_path / planner.RESULTS).runs
    assert [each.seed for each in run.games] == [1, 2, 3, 4, 5]
    assert len(lines(tmp_path)) == 2 + 5
    assert "random" in text


@pytest.mark.slow
def test_games_of_other_code_count_only_on_demand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("--length", "short", "--players", "random", "--seeds", "1-2")
    for module in (planner, planner_games):
        monkeypatch.setattr(module, "code_version", lambda: "before")
    bench(tmp_path, *words)
    for module in (planner, planner_games):
        monkeypatch.setattr(module, "code_version", lambda: "after")
    bench(tmp_path, *words[:-1], "1-3", "--any-code")
    (run,) = load(tmp_path / planner.RESULTS).runs
    assert [each.code for each in run.games] == ["before", "before", "after"]
    assert "Several versions of the code" in report(load(tmp_path / planner.RESULTS))[0]
    bench(tmp_path, *words)
    (run,) = load(tmp_path / planner.RESULTS).runs
    assert [(each.seed, each.code) for each in run.games] == [(s, "after") for s in (1, 2, 3)]


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(setting: Setting, seed: int) -> tuple[Setting, MeasuredGame | Failure, str | None]:
        if seed == 3:
            raise KeyboardInterrupt
        return play(setting, seed)

    words = ("--length", "short", "--players", "random", "--seeds", "1-4")
    with monkeypatch.context() as patch:
        patch.setattr(planner, "play", stopped)
        code, _, error = bench(tmp_path, *words)
    assert code == 130
    assert "2 games kept" in error
    (run,) = load(tmp_path / planner.RESULTS).runs
    assert [each.seed for each in run.games] == [1, 2]
    assert bench(tmp_path, *words)[0] == 0
    (run,) = load(tmp_path / planner.RESULTS).runs
    assert [each.seed for each in run.games] == [1, 2, 3, 4]


def test_a_failed_game_is_told_and_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object, **options: object) -> None:
        raise OdinError("the replay of the log comes to another end")

    words = ("--length", "short", "--players", "random", "--seeds", "1-2")
    with monkeypatch.context() as patch:
        patch.setattr(planner_games, "play_one", broken)
        code, _, error = bench(tmp_path, *words)
    assert code == 1
    assert "FAILED: random, short game, no cards, seed 1" in error
    results = load(tmp_path / planner.RESULTS)
    assert [each.failure.seed for each in results.failures] == [1, 2]
    assert not results.runs
    assert bench(tmp_path, *words)[0] == 0
    results = load(tmp_path / planner.RESULTS)
    assert not results.failures
    assert len(results.runs[0].games) == 2


@pytest.mark.slow
def test_the_planner_plays_and_its_log_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hurried(state: State, *others: Any) -> Move:
        if state.round == ROUNDS["short"]:
            return tree_move(state, *others)
        return candidate_moves(state)[0]

    monkeypatch.setattr(policy, "tree_move", hurried)
    words = ("--length", "short", "--players", "planner", "--seeds", "1", "--playouts", "1")
    assert bench(tmp_path, *words)[0] == 0
    (run,) = load(tmp_path / planner.RESULTS).runs
    assert run.setting.thinking == FEW
    (log,) = (tmp_path / planner.WORKING).rglob("*.log")
    assert log.parent.name == "planner-1-playouts-short-game-no-cards"
    again = checked(log.read_text(), run.setting, 1, run.games[0].seconds)
    assert again == run.games[0]


def test_a_log_counts_only_if_it_is_the_game() -> None:
    log = play_one("random", RANDOM.options, 5, with_log=True).log
    assert log is not None
    assert checked(log, RANDOM, 5, 1.0).score == play_one("random", RANDOM.options, 5).score
    with pytest.raises(OdinError, match="of another game"):
        checked(log, Setting("random", "long"), 5, 1.0)
    with pytest.raises(OdinError, match="before the game"):
        checked("\n".join(log.splitlines()[:-1]) + "\n", RANDOM, 5, 1.0)
    with pytest.raises(OdinError, match="with seed 6"):
        checked(log.replace("seed 5", "seed 6"), RANDOM, 6, 1.0)
    with pytest.raises(OdinError, match="line"):
        checked(log.replace(": use ", ": use not_", 1), RANDOM, 5, 1.0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("broken", "words"),
    [
        ("nonsense\n", ["games.jsonl: line 2"]),
        ('{"type":"game","setting":{"player":"random"}}\n', ["games.jsonl: line 2", "length"]),
        ("\xff\n", ["games.jsonl: line 2"]),
    ],
)
def test_a_broken_line_of_the_games_is_named(
    played: Path, tmp_path: Path, broken: str, words: list[str]
) -> None:
    file = tmp_path / planner.WORKING / "games.jsonl"
    file.parent.mkdir()
    kept = lines(played)
    file.write_bytes("\n".join([kept[1], broken]).encode("latin-1") + kept[2].encode() + b"\n")
    before = file.read_bytes()
    code, _, error = bench(tmp_path, "--players", "random", "--seeds", "1")
    assert code == 2
    one_line(error, *words)
    assert file.read_bytes() == before


@pytest.mark.slow
def test_a_line_with_a_wrong_score_is_refused(played: Path, tmp_path: Path) -> None:
    entry = json.loads(lines(played)[1])
    entry["game"]["score"] += 1
    file = tmp_path / planner.WORKING / "games.jsonl"
    file.parent.mkdir()
    file.write_text(json.dumps(entry) + "\n")
    with pytest.raises(InputError, match="line 1: score: expected"):
        Store(file.parent)


@pytest.mark.slow
def test_a_line_that_was_cut_off_is_dropped(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    kept = lines(played)
    file.write_text("\n".join([kept[1], kept[2][:-20]]))
    with Store(tmp_path) as store:
        assert len(store.entries) == 1
        store.add(store.entries[0])
    with Store(tmp_path) as store:
        assert len(store.entries) == 2


def test_two_runs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    file = tmp_path / planner.WORKING / "games.jsonl"
    file.parent.mkdir()
    with file.open("wb") as opened:
        fcntl.flock(opened, fcntl.LOCK_EX)
        code, _, error = bench(tmp_path, "--players", "random", "--seeds", "1")
    assert code == 2
    one_line(error, "another run is writing there")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", "random,nobody"], "got 'nobody'"),
        (["--seeds", "5-1"], "lower number first"),
        (["--seeds", "x"], "expected two numbers"),
        (["--occupations", "A,D"], "--occupations: expected"),
        (["--time-per-move", "0"], "--time-per-move"),
        (["--time-per-move", "nan"], "--time-per-move"),
        (["--time-per-move", "inf"], "--time-per-move"),
        (["--playouts", "0"], "--playouts"),
        (["--report"], "cannot read"),
    ],
)
def test_bad_options_are_one_line(tmp_path: Path, words: list[str], said: str) -> None:
    code, text, error = bench(tmp_path, *words)
    assert (code, text) == (2, "")
    one_line(error, said)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data.update(schema=9), "schema: expected 1, got 9"),
        (lambda data: data["runs"][0]["games"][2]["sheet"].update(ships=99), "seed 3: score"),
        (lambda data: data["runs"][0].pop("summary"), "summary"),
        (lambda data: data.update(runs=[], pairs=[]), "no game"),
    ],
)
def test_a_broken_file_of_results_is_one_line(
    played: Path, tmp_path: Path, change: "object", said: str
) -> None:
    data = json.loads((played / planner.RESULTS).read_text())
    assert callable(change)
    change(data)
    (tmp_path / planner.RESULTS).write_text(json.dumps(data))
    code, _, error = bench(tmp_path, "--report", "--docs", str(tmp_path))
    assert code == 2
    one_line(error, said)
    (tmp_path / planner.RESULTS).write_text("{")
    one_line(bench(tmp_path, "--report")[2], "planner.json")


@pytest.mark.slow
def test_results_are_read_as_they_were_written(played: Path, tmp_path: Path) -> None:
    results = load(played / planner.RESULTS)
    save(results, tmp_path / "again.json")
    assert load(tmp_path / "again.json") == results
    assert (tmp_path / "again.json").read_bytes() == (played / planner.RESULTS).read_bytes()


@pytest.mark.slow
def test_the_page_says_what_was_measured(played: Path, tmp_path: Path) -> None:
    code, text, _ = bench(played, "--report", "--docs", str(tmp_path))
    assert code == 0
    assert [Path(each).name for each in text.splitlines()] == [
        "planner.md",
        "planner-scores.svg",
        "planner-categories.svg",
    ]
    page = (tmp_path / "planner.md").read_text()
    results = load(played / planner.RESULTS)
    for run in results.runs:
        found = run.summary
        assert found.stderr is not None
        assert f"| {found.mean:.1f} ± {found.stderr:.1f} | {found.worst} |" in page
    assert "3 of 200, from 1 to 3" in page
    assert "No games of the planner" in page
    assert "{" not in page
    for picture in tmp_path.glob("*.svg"):
        assert f"]({picture.name})" in page
        assert "<svg" in picture.read_text()
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert bench(played, "--report", "--docs", str(tmp_path))[0] == 0
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.slow
def test_the_page_compares_playouts() -> None:
    """In their order, whatever time they took, with the last of those with most games."""
    games = []
    for playouts, scores, seconds in ((10, [90], 9.0), (80, [95, 101], 4.0), (320, [99, 100], 8.0)):
        setting = Setting("planner", "short", thinking=Thinking(playouts=playouts))
        for seed, score in enumerate(scores, start=1):
            played = msgspec.structs.replace(game(seed, score), seconds=seconds)
            games.append((setting, played))
    text, pictures = report(made(*games))
    assert "| short game | 10 playouts | 1 | 0.45 | 90.5 |" in text  # 9 less than 99.5
    rows = [line.split(" | ")[1] for line in text.splitlines() if line.startswith("| short game")]
    assert [row for row in rows if row[0].isdigit()] == [f"{n} playouts" for n in (10, 80, 320)]
    assert "playouts per placement" in pictures["planner-thinking.svg"]


@pytest.mark.slow
def test_the_page_compares_thinking_and_aims() -> None:
    games = []
    for seconds, better in ((1.0, 0), (5.0, 7)):
        setting = Setting("planner", "long", thinking=Thinking(seconds))
        games += [(setting, game(seed, 110 + seed + better)) for seed in range(1, 4)]
    games.append((Setting("planner", "long", thinking=Thinking(1.0)), game(9, 0)))
    text, pictures = report(made(*games))
    assert "seconds per placement" in pictures["planner-thinking.svg"]
    # 112, 111, 113 and 0 points with 1 s; 7 points more on three of the four seeds.
    assert "| long game | 1 s | 4 | 0.10 | 84.0 ± 28.0 |" in text
    assert "| long game | 5 s | 3 | 0.10 | 91.0 ± 0.0 |" in text
    assert "| planner, 5 s | long | 3 of 200, from 1 to 3 | 119.0 | 145 missed by 26.0 |" in text
    assert "| 150 missed by 66.0 | 130 missed by 96.7 | 175 missed by 62.0 |" in text
    assert (
        "planner, 5 s, long game, no cards | planner, 1 s, long game, no cards | 3 | +7.0" in text
    )


GREEDY = Setting("greedy", "short")
"""A card that is worth 20 points in the games made up here."""


def game(
    seed: int, score: int, *, played: tuple[int, ...] = (), held: tuple[int, ...] = ()
) -> MeasuredGame:
    sheet = ScoreSheet(**dict.fromkeys(ScoreSheet.__struct_fields__, 0) | {"silver": score})
    return MeasuredGame(seed, score, sheet, 2.0, 20, played, held, "code")


def made(*games: tuple[Setting, MeasuredGame]) -> PlannerResults:
    return results_of((Kept(setting, each) for setting, each in games), None)


@pytest.mark.slow
def test_failures_are_on_the_page() -> None:
    broken = Broken(RANDOM, Failure(4, "IllegalMove: no", "code"))
    text, _ = report(results_of([Kept(RANDOM, game(1, 5)), broken], None))
    assert "1 games failed" in text
    assert "random, short game, no cards, seed 4: IllegalMove: no" in text
    mended = results_of([broken, Kept(RANDOM, game(4, 5))], None)
    assert not mended.failures


def test_choices_of_decks_have_one_name() -> None:
    assert [occupations_named(each) for each in ("none", "All", "c, a", "A,B,C", "b")] == [
        "none",
        "all",
        "A,C",
        "all",
        "B",
    ]
    assert len(Setting("greedy", "long", "all").options.cards) == 190
    assert not RANDOM.options.cards
    with pytest.raises(InputError, match="--occupations"):
        occupations_named("D")


def test_seeds() -> None:
    assert seeds_of("1-200") == range(1, 201)
    assert seeds_of("7") == range(7, 8)
    for wrong in ("", "1-", "a-b", "3-2", "1-2-3", "-1"):
        with pytest.raises(InputError, match="--seeds"):
            seeds_of(wrong)


@pytest.mark.slow
def test_the_results_say_what_readers_of_json_need(played: Path) -> None:
    data = json.loads((played / planner.RESULTS).read_text())
    (first, *_) = data["runs"]
    assert set(first["summary"]) == {"mean", "stderr", "p10", "median", "p90", "best", "worst"}
    assert set(first["games"][0]["sheet"]) == set(ScoreSheet.__struct_fields__)
    assert data["sessions"][0]["machine"]["cores"] >= 1
    assert msgspec.convert(data, PlannerResults) == load(played / planner.RESULTS)
