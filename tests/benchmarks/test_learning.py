"""Learning from games: what corrections are about, and that only what helps is kept."""

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from benchmarks import learning
from benchmarks.learning import Sample, SampledGame, explore, features, fitted, in_brief, with_part
from odin_solver.components import BOARDS, TILES
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.ships import SHIPS
from odin_solver.components.weapons import WEAPONS
from odin_solver.game import Options, decision, new_game
from odin_solver.game.kernel.state import ANIMALS, State
from odin_solver.game.playing import play
from odin_solver.game.turn import Turn
from odin_solver.rollouts.playing import compiled, greedy
from odin_solver.rollouts.policies.corrections import (
    Corrections,
    corrections_in,
    kind_of,
    learned_corrections,
    load,
)
from odin_solver.rollouts.policies.evaluation import RolloutPolicy
from odin_solver.rules.position import ROUNDS

ALL_CARDS = frozenset(OCCUPATIONS)


def turns(seed: int, cards: frozenset[int] = frozenset()) -> list[State]:
    """All states of a game in which Vikings are placed."""
    options = Options("short" if seed % 2 else "long", cards=cards)
    return [state for _, state in play(new_game(options), greedy, seed) if is_turn(state)]


def is_turn(state: State) -> bool:
    return isinstance(decision(state), Turn)


@pytest.mark.slow
@pytest.mark.parametrize("cards", [frozenset[int](), ALL_CARDS])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_judge_adds_the_lessons_for_the_traits(seed: int, cards: frozenset[int]) -> None:
    """Another statement of what corrections mean: the sum over all that there is."""
    rng = Random(seed)
    names = sorted({name for state in turns(seed, cards) for name, _ in features(state)})
    corrections = {name: rng.uniform(-2, 2) for name in names}
    known = {
        kind_of(length, bool(cards)): {3: corrections, 5: corrections}
        for length in ("long", "short")
    }
    policy = RolloutPolicy(corrections=load(json.dumps(known)))
    corrected = set()
    for state in turns(seed, cards):
        due = sum(corrections[name] * count for name, count in features(state))
        gap = compiled(policy).evaluate(state) - compiled(RolloutPolicy()).evaluate(state)
        assert gap == pytest.approx(due if state.round in (3, 5) else 0.0)
        corrected.add(state.round)
    assert {3, 5} < corrected


def test_lessons_are_found_where_there_are_any() -> None:
    """The score is twice the worth, and each flax 3 points of it more than thought."""
    rng = Random(1)
    games = []
    for _ in range(2000):
        flax, beans, worth = rng.randint(0, 3), rng.randint(0, 3), rng.gauss(50, 10)
        points = round(2 * (worth + 3 * flax))
        games.append(SampledGame(points, (Sample(2, worth, {"flax": flax, "beans": beans}),)))
    found = fitted(games, 2, ridge=1.0)
    assert found == pytest.approx({"flax": 3.0, "beans": 0.0}, abs=0.05)
    assert fitted(games, 3, ridge=1.0) == {}
    held_back = fitted(games, 2, ridge=1e4)
    assert 0 < held_back["flax"] < 2


def test_games_with_occupations_have_learned_from_their_own_where_there_are_any() -> None:
    known = load(
        '{"long": {"2": {"oil": 1}, "3": {"oil": 2}}, "long with occupations": {"3": {"hand": 1}}}'
    )
    assert corrections_in(known, "long", False, 3) == {"oil": 2}
    assert corrections_in(known, "long", True, 3) == {"hand": 1}
    assert corrections_in(known, "long", True, 2) == {"oil": 1}
    assert corrections_in(known, "short", True, 3) == {}
    further = with_part(known, Options("long", cards=ALL_CARDS), 2, {"oil": 2.0}, 0.5)
    assert corrections_in(further, "long", True, 2) == {"oil": 2}
    assert corrections_in(further, "long", False, 2) == {"oil": 1}


def test_rare_things_are_not_learned_from() -> None:
    seen = [Sample(1, float(at), {"silk": int(at < learning.RARE)}) for at in range(500)]
    assert fitted([SampledGame(each.features["silk"], (each,)) for each in seen], 1, 1.0) == {}


def test_parts_of_lessons_add_up() -> None:
    once = with_part({}, Options("short"), 2, {"flax": 1.0}, 0.5)
    twice = with_part(once, Options("short"), 2, {"flax": 1.0, "oil": 0.04}, 0.5)
    assert twice == {"short": {2: {"flax": 1.0, "oil": 0.02}}}
    assert once == {"short": {2: {"flax": 0.5}}}
    assert in_brief(twice) == {"short": {"2": {"flax": 1.0}}}
    assert load(json.dumps(in_brief(twice))) == {"short": {2: {"flax": 1.0}}}


def test_exploring_is_repeatable_and_sees_every_round() -> None:
    game = explore(Options("short"), {}, 5)
    assert game == explore(Options("short"), {}, 5)
    assert {each.round for each in game.samples} == set(range(1, 7))


@pytest.mark.slow
def test_only_what_scores_more_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that score as much as there are corrections about flax in the second round, up to 1."""

    def score(length: str, known: Corrections, seed: int) -> int:
        flax = known.get("short", {}).get(2, {}).get("flax", 0.0)
        return 10 if 0 < flax < 1 else 0

    monkeypatch.setattr(learning, "score", score)
    monkeypatch.setattr(learning, "explore", lambda *_: SampledGame(0, ()))
    monkeypatch.setattr(learning, "fitted", lambda *_: {"flax": 1.0})
    out = tmp_path / "corrections.json"
    result = CliRunner().invoke(
        learning.main, ["--length", "short", "--minutes", "0.02", "--jobs", "1", "--out", str(out)]
    )
    assert result.exit_code == 0, result.output
    assert json.loads(out.read_text()) == {"short": {"2": {"flax": 0.3}}}


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"long": 3}', '{"medium": {}}', '{"long": {"x": {}}}']
)
def test_a_file_that_holds_something_else(tmp_path: Path, content: str) -> None:
    out = tmp_path / "corrections.json"
    out.write_text(content)
    result = CliRunner().invoke(learning.main, ["--length", "long", "--out", str(out)])
    assert result.exit_code == 2
    assert "corrections.json: expected" in result.stderr
    assert out.read_text() == content


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    out = tmp_path / "missing" / "corrections.json"
    result = CliRunner().invoke(learning.main, ["--length", "long", "--out", str(out)])
    assert result.exit_code == 2
    assert "cannot write" in result.stderr


def test_an_interrupt_keeps_what_was_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def explore(*_: object) -> SampledGame:
        raise KeyboardInterrupt

    monkeypatch.setattr(learning, "explore", explore)
    out = tmp_path / "corrections.json"
    out.write_text('{"long": {"3": {"flax": 1.0}}}')
    arguments = ["--length", "long", "--jobs", "1", "--out", str(out)]
    result = CliRunner().invoke(learning.main, arguments)
    assert result.exit_code == 130
    assert "stopped" in result.stderr
    assert json.loads(out.read_text()) == {"long": {"3": {"flax": 1.0}}}


def test_the_experience_that_comes_with_the_program_is_about_what_there_can_be() -> None:
    """A misspelt name would be a lesson that is never heard."""
    known = {*TILES, *WEAPONS, *ANIMALS, "wood", "stone", "ore", "silver"}
    known |= {"vikings", "whaling_boats", "knarrs", "longships", "ore_aboard", "hand", "played"}
    known |= {"home_income", "home_open", "other_income", "other_open"}
    known |= {f"emigrated_{name}" for name in SHIPS} | {f"board_{name}" for name in BOARDS}
    assert known >= {name for state in turns(1) for name, _ in features(state)}
    learned = {
        (kind, number, name)
        for kind, rounds in learned_corrections().items()
        for number, corrections in rounds.items()
        for name in corrections
    }
    assert learned
    for kind, number, name in learned:
        assert name in known
        assert 1 <= number <= ROUNDS["long" if "long" in kind else "short"]
