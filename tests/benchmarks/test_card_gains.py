"""What occupations gain: the estimate, the page, and the command."""

import json
from pathlib import Path
from random import Random
from statistics import fmean

import pytest
from click.testing import CliRunner

from benchmarks import cards
from benchmarks.cards import Dealt, Measured, card_gains, deal, page
from benchmarks.harness import ROOT
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.rollouts.policies.starting import starting_gains
from odin_solver.rules.position import ROUNDS, GameLength

GOOD = 7


def made(worth: int) -> list[Dealt]:
    """1000 games, in each of which between two and five of twenty cards are dealt."""
    rng = Random(3)
    games = []
    for _ in range(1000):
        found = rng.sample(range(1, 21), rng.randint(2, 5))
        # Who is dealt more scores more; that must not count for any card.
        score = 30 * len(found) + round(rng.gauss(50, 15)) + worth * (GOOD in found)
        games.append(Dealt(score, tuple(found[:1]), tuple(found[1:])))
    return games


def results(games: list[Dealt]) -> list[Measured]:
    mean = fmean(each.score for each in games)
    return [Measured("short", len(games), mean, card_gains(games))]


def test_a_good_card_is_found_and_luck_is_not_taken_for_one() -> None:
    games = made(20)
    best, second, *_ = card_gains(games)
    assert best.number == GOOD
    assert best.gain == pytest.approx(20, abs=3 * best.stderr)
    assert best.stderr < 3
    assert 0 < best.expected < best.gain
    assert second.expected < 5
    assert best.dealt == sum(GOOD in each.cards for each in games)
    assert best.played == sum(GOOD in each.played for each in games)
    assert all(abs(each.expected) < 3 for each in card_gains(made(0)))


def test_games_with_a_card_are_compared_with_those_without_it() -> None:
    """Two games with card 1, of 60 points on average, and two without it, of 40."""
    games = [Dealt(score, (card,), ()) for score, card in ((58, 1), (62, 1), (39, 2), (41, 2))]
    first, second = card_gains(games)
    assert (first.number, first.gain, first.dealt) == (1, 20.0, 2)
    assert (second.number, second.gain, second.played) == (2, -20.0, 2)


def test_where_nothing_can_be_compared_nothing_is_said() -> None:
    assert card_gains([]) == []
    assert card_gains([Dealt(50, (1,), (2,))]) == []


def test_the_page_ranks_the_cards() -> None:
    text = page(results(made(20)))
    assert "1000 short games" in text
    table = text[text.index("| card | deck | dealt") :].splitlines()
    assert table[2].startswith(f"| {GOOD} {OCCUPATIONS[GOOD].name} | ")
    assert table[2 + 10] == ""
    everything = text[text.index("## All cards") :].splitlines()[4:]
    assert len(everything) == len(OCCUPATIONS)
    assert everything[0].startswith(f"| {GOOD} ")
    assert sum(line.count("%") for line in everything) == 20


def test_cards_of_few_games_are_not_ranked() -> None:
    text = page(results(made(20)[:4]))
    assert "too few to say anything" in text
    assert "| card | deck | dealt" not in text


def test_a_game_tells_all_cards_that_were_dealt() -> None:
    game = deal("short", 5)
    assert game == deal("short", 5)
    assert len(game.cards) == len(game.played) + len(game.held) >= 1
    assert game.cards <= OCCUPATIONS.keys()


def test_what_the_policy_goes_by_is_what_the_page_says() -> None:
    """The file that comes with the program is that of the published results."""
    page_text = (ROOT / "docs" / "cards.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in page_text.partition("## All cards")[2].splitlines()[4:]]
    named = {int(row[0].removeprefix("| ").split()[0]): row for row in rows}
    assert named.keys() == OCCUPATIONS.keys()
    for length, at in zip(ROUNDS, (2, 4), strict=True):
        assert starting_gains()[length] == {
            number: pytest.approx(float(named[number][at]))
            for number, card in OCCUPATIONS.items()
            if card.starting
        }


@pytest.mark.slow
def test_the_command_writes_what_the_policy_goes_by(tmp_path: Path) -> None:
    file = tmp_path / "starting.json"
    docs = tmp_path / "c.md"
    words = ["--games", "3", "--jobs", "1", "--docs", str(docs)]
    done = CliRunner().invoke(cards.main, [*words, "--starting", str(file)])
    assert done.exit_code == 0, done.output
    assert "3 long games" in docs.read_text()
    assert done.stdout.splitlines()[-1] == str(file)
    found = json.loads(file.read_text())
    assert set(found) == {"long", "short"}
    assert all(OCCUPATIONS[int(number)].starting for gains in found.values() for number in gains)


def test_an_interrupt_sums_up_what_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def some(length: GameLength, seed: int) -> Dealt:
        if seed == 3:
            raise KeyboardInterrupt
        return Dealt(50 + seed, (1,), ())

    monkeypatch.setattr(cards, "deal", some)
    docs = tmp_path / "cards.md"
    words = ["--games", "9", "--seed", "0", "--jobs", "1", "--docs", str(docs)]
    done = CliRunner().invoke(cards.main, words)
    assert done.exit_code == 130
    assert "3 long games (mean 51.0) and 3 short games" in docs.read_text()


@pytest.mark.parametrize("option", ["--docs", "--starting"])
def test_a_file_that_cannot_be_written(tmp_path: Path, option: str) -> None:
    files = ["--docs", str(tmp_path / "b")]
    done = CliRunner().invoke(cards.main, [*files, option, str(tmp_path / "missing" / "c.json")])
    assert done.exit_code == 2
    assert "cannot write" in done.stderr
    assert not list(tmp_path.iterdir())
