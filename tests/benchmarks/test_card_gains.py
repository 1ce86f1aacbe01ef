"""What occupations gain: the estimate, what is published, and the command."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from benchmarks import cards
from benchmarks.cards import Dealt, card_gains, deal, load, measured
from docs.generator.pages import site_pages
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


def test_games_of_a_length_are_summed_up() -> None:
    found = measured("short", made(20))
    assert (found.length, found.games) == ("short", 1000)
    assert [each.number for each in found.gains] == [*range(1, 21)]
    (good,) = (each for each in found.gains if each.number == GOOD)
    assert good.expected == max(each.expected for each in found.gains)
    assert all(0 <= each.played <= 1 for each in found.gains)


def test_a_game_tells_all_cards_that_were_dealt() -> None:
    game = deal("short", 5)
    assert game == deal("short", 5)
    assert len(game.cards) == len(game.played) + len(game.held) >= 1
    assert game.cards <= OCCUPATIONS.keys()


def test_what_the_policy_goes_by_is_what_is_published() -> None:
    """The file that comes with the program is that of the published results."""
    published = load()
    assert [of.length for of in published] == [*ROUNDS]
    for of in published:
        gains = {each.number: each.expected for each in of.gains}
        assert gains.keys() == OCCUPATIONS.keys()
        assert starting_gains()[of.length] == {
            number: pytest.approx(gains[number])
            for number, card in OCCUPATIONS.items()
            if card.starting
        }


def test_the_page_has_all_cards_with_their_gains() -> None:
    rows = [line for line in site_pages()["cards.md"].splitlines() if re.match(r"\| \d", line)]
    assert [line.split()[1] for line in rows] == [card.id for card in OCCUPATIONS.values()]
    (sober,) = (line for line in rows if line.startswith("| 160a Sober Man |"))
    assert sober.endswith("| +4.5 (100%) | +4.1 (99%) |")
    assert OCCUPATIONS[160].text in sober


@pytest.mark.slow
def test_the_command_writes_what_the_policy_goes_by(tmp_path: Path) -> None:
    file = tmp_path / "starting.json"
    results = tmp_path / "cards.json"
    words = ["--games", "3", "--jobs", "1", "--results", str(results)]
    done = CliRunner().invoke(cards.main, [*words, "--starting", str(file)])
    assert done.exit_code == 0, done.output
    assert [of["games"] for of in json.loads(results.read_text())] == [3, 3]
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
    results = tmp_path / "cards.json"
    words = ["--games", "9", "--seed", "0", "--jobs", "1", "--results", str(results)]
    done = CliRunner().invoke(cards.main, words)
    assert done.exit_code == 130
    found = json.loads(results.read_text())
    assert [(of["games"], of["mean"]) for of in found] == [(3, 51.0), (3, 51.0)]


@pytest.mark.parametrize("option", ["--results", "--starting"])
def test_a_file_that_cannot_be_written(tmp_path: Path, option: str) -> None:
    files = ["--results", str(tmp_path / "b")]
    done = CliRunner().invoke(cards.main, [*files, option, str(tmp_path / "missing" / "c.json")])
    assert done.exit_code == 2
    assert "cannot write" in done.stderr
    assert not list(tmp_path.iterdir())
