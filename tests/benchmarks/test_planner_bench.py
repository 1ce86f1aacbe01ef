"""The planner's benchmark: which games count, what is compared, what the page says."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import games, planner
from benchmarks.harness import ROOT, BenchmarkRuns, BenchmarkSession
from benchmarks.planner import (
    MeasuredGame,
    Setting,
    SettingResults,
    checked,
    compared,
    load,
    occupations_named,
    page,
    play,
    published,
    results_of,
)
from docs.generator.pages import site_pages
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.errors import InputError, OdinError
from odin_solver.game.scoring import ScoreSheet
from odin_solver.planner.series import play_one

RANDOM = Setting("random", "short")
GREEDY = Setting("greedy", "short")
NOTHING = dict.fromkeys(ScoreSheet.__struct_fields__, 0)


def bench(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(planner.main, words, prog_name="planner")
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


def results(setting: Setting, **scores: int) -> SettingResults:
    found: BenchmarkRuns[tuple[Setting, int], MeasuredGame] = BenchmarkRuns()
    for seed, score in scores.items():
        sheet = ScoreSheet(**NOTHING | {"silver": score})
        found.rows[setting, int(seed[1:])] = MeasuredGame(sheet, 2.0, 20, 3)
    found.sessions.append(BenchmarkSession("2026-01-02", "planner", "abc", "machine", 0.0))
    (only,) = results_of(found)
    return only


def test_games_count_after_their_replay() -> None:
    game = play(RANDOM, 5)
    assert game.sheet == play_one("random", RANDOM.options, 5).sheet
    assert game.placements > 10
    log = play_one("random", RANDOM.options, 5, with_log=True).log
    assert log is not None
    assert checked(log, RANDOM, 5, 1.0).sheet == game.sheet
    with pytest.raises(OdinError, match="of another game"):
        checked(log, Setting("random", "long"), 5, 1.0)
    with pytest.raises(OdinError, match="before the game"):
        checked("\n".join(log.splitlines()[:-1]) + "\n", RANDOM, 5, 1.0)
    with pytest.raises(OdinError, match="with seed 6"):
        checked(log.replace("seed 5", "seed 6"), RANDOM, 6, 1.0)
    with pytest.raises(OdinError, match="line"):
        checked(log.replace(": use ", ": use not_", 1), RANDOM, 5, 1.0)


def test_what_is_compared() -> None:
    drawn, chosen = (
        Setting("greedy", "short", "all"),
        Setting("greedy", "short", "all", starting="choose"),
    )
    few, many = (Setting("planner", "short", playouts=number) for number in (10, 50))
    settings = sorted([RANDOM, GREEDY, drawn, chosen, few, many], key=lambda each: each.order)
    pairs = [
        (one.setting, other.setting)
        for one, other in compared([results(each, s1=1, s2=2) for each in settings])
    ]
    assert pairs == [
        (GREEDY, RANDOM),
        (few, GREEDY),
        (many, few),
        (drawn, GREEDY),
        (chosen, drawn),
        (chosen, GREEDY),
    ]


def test_the_page_compares_seed_by_seed() -> None:
    planned = Setting("planner", "short", playouts=200)
    text = page([results(GREEDY, s1=70, s2=80, s3=90), results(planned, s2=100, s3=114, s4=1)])
    assert "2026-01-02" in text
    assert "| greedy | short | none | 3 | 80.0 ± 5.8 | 72 |" in text
    (row,) = [line for line in text.splitlines() if "200 playouts |" in line]
    assert "| +22.0 ± 2.0 |" in row


def test_new_results_replace_those_of_their_setting(tmp_path: Path) -> None:
    file = tmp_path / "planner.json"
    old = [results(RANDOM, s1=1), results(GREEDY, s1=70)]
    file.write_text(published(old, [results(GREEDY, s1=80)]))
    assert [each.scores for each in load(file)] == [{"1": 1}, {"1": 80}]
    file.write_text("[{}]")
    with pytest.raises(InputError, match=r"planner\.json: "):
        load(file)


def test_the_page_has_the_published_results() -> None:
    found = load(ROOT / "benchmarks" / "results" / "planner.json")
    assert page(found) in site_pages()["planner.md"]
    assert page(found).count("| planner, 200 playouts |") == 6


@pytest.mark.slow
def test_the_command(tmp_path: Path) -> None:
    files = [f"--{name}={tmp_path / name}" for name in ("out", "results")]
    words = ("--length", "short", "--players", "random,greedy", "--seeds", "1-2", "--jobs", "1")
    code, text, error = bench(*words, "--occupations", "all", "--publish", *files)
    assert code == 0, error
    assert "| greedy | short | all | 2 |" in text
    assert [each.setting.player for each in load(tmp_path / "results")] == ["random", "greedy"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", "random,nobody"], "got 'nobody'"),
        (["--seeds", "5-1"], "lower number first"),
        (["--occupations", "A,D"], "--occupations: expected"),
        (["--playouts", "0"], "--playouts"),
    ],
)
def test_bad_options_are_one_line(words: list[str], said: str) -> None:
    code, text, error = bench(*words)
    assert (code, text) == (2, "")
    assert said in error.strip().splitlines()[-1]
    assert "Traceback" not in error


def test_a_wrong_choice_of_decks_makes_no_games(tmp_path: Path) -> None:
    done = CliRunner().invoke(games.main, [str(tmp_path / "set"), "--occupations", "Q"])
    assert done.exit_code == 2
    assert "--occupations: expected none, all, or decks" in done.stderr
    assert not (tmp_path / "set").exists()


def test_choices_of_decks_have_one_name() -> None:
    named = [occupations_named(each) for each in ("none", "All", "a,c", "A,B,C", "b")]
    assert named == ["none", "all", "A,C", "all", "B"]
    assert len(Setting("greedy", "long", "all").options.cards) == len(OCCUPATIONS)
