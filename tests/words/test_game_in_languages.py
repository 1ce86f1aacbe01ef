"""The solo game in Czech, Polish and Ukrainian."""

import re

import pytest

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import log
from odin_solver.game.kernel.moves import PASS, Move, TakeItems, parse
from odin_solver.game.kernel.play import why_not
from odin_solver.planner.advice import candidate_moves
from odin_solver.support.language import speaking
from odin_solver.words.changes import changes
from odin_solver.words.menu import question
from odin_solver.words.moves import OPTIONS, ROWS, label, meaning, move_in_words, target_of, titled
from tests.game.building import turn
from tests.planner import games

STRIPS = {
    "cs": ("Vzít 1 předmět z pásu 2", "Vzít 2 předměty z pásu 2", "Vzít 5 předmětů z pásu 2"),
    "pl": ("Weź 1 dobro ze wzgórza 2", "Weź 2 dobra ze wzgórza 2", "Weź 5 dóbr ze wzgórza 2"),
    "uk": (
        "Узяти 1 ресурс з жетону гір 2",
        "Узяти 2 ресурси з жетону гір 2",
        "Узяти 5 ресурсів з жетону гір 2",
    ),
}


@pytest.mark.parametrize("language", STRIPS)
def test_numbers_have_their_forms(language: str) -> None:
    with speaking(language):
        assert tuple(label(TakeItems(2, count)) for count in (1, 2, 5)) == STRIPS[language]


@pytest.mark.parametrize(
    ("language", "vikings", "expected"),
    [
        ("cs", 1, "Ukončit fázi akcí, 1 Viking zůstane nevyužit."),
        ("pl", 2, "Zakończ fazę akcji, 2 wikingowie zostają niewykorzystani."),
        ("pl", 5, "Zakończ fazę akcji, 5 wikingów zostaje niewykorzystanych."),
        ("uk", 2, "Завершити фазу дій, 2 вікінги лишаються невикористаними."),
        ("en", 2, "End the action phase with 2 Vikings unused."),
    ],
)
def test_whole_sentences(language: str, vikings: int, expected: str) -> None:
    with speaking(language):
        assert move_in_words(turn(vikings=vikings), PASS) == expected


def test_questions_reasons_and_changes_are_in_the_language() -> None:
    state, after = turn(vikings=1), turn(vikings=3)
    with speaking("uk"):
        assert question(state) == "Поставте останнього вікінга на комірку дії або пасуйте"
        assert "2 вікінги знову на полі тінга" in [*changes(state, after)]
        reason = "потрібні 3 вікінги, на полі тінга лишилося: 1"
        assert why_not(state, "use pillaging_3") == reason
    with speaking("pl"):
        assert meaning(state, parse("upgrade flax")).startswith("→ ")


def test_every_type_of_move_has_a_row() -> None:
    def types(of: type[Move]) -> set[type[Move]]:
        return {each for kind in of.__subclasses__() for each in (kind, *types(kind))}

    assert set(ROWS) == {each for each in types(Move) if not each.__name__.startswith("_")}


def test_options_are_said_in_words() -> None:
    for option in OPTIONS:
        assert label(parse(option)) == OPTIONS[option]


@pytest.mark.parametrize(
    ("move", "target"),
    [
        ("use forge", ("space", "forge")),
        ("card 45 wood=1 silver=6 for chest=1", ("card", "45")),
        ("loot chest", ("special", "chest")),
        ("loot silverware+chest", ("plain", None)),
        ("reroll", ("dice", None)),
        ("pass", ("plain", None)),
        ("emigrate knarr", ("ship", "knarr")),
        ("strip 2 take 1", ("strip", "2")),
        ("place robe home a1:c3", ("cells", None)),
        ("card 10 home a1", ("cells", None)),
    ],
)
def test_what_to_touch_for_a_move(move: str, target: tuple[str, str | None]) -> None:
    assert target_of(parse(move)) == target


@pytest.mark.slow
def test_plans_name_no_move_as_logs_write_it() -> None:
    """Whatever is decided in a game with all cards, and the best of what else could have been."""
    game = log.parse(games.log("short", frozenset(OCCUPATIONS)))
    decided = [
        (state, move)
        for state, move in zip(game.states, game.moves, strict=False)
        if isinstance(move, Move)
    ]
    moves = {each for state, move in decided for each in (move, *candidate_moves(state)[:4])} | set(
        map(parse, ("arm longship ore=1", "ship whaling_boat", "serve peas mead+ - silver"))
    )
    english = {move: titled(move) for move in moves}
    for move, name in english.items():
        assert name != str(move)
        assert not re.search("[_=]", name), name
    assert english[parse("arm longship ore=1")] == "Put ore on the longship with 1 ore"
    feast = parse("serve peas mead+ - silver")
    assert english[feast] == "Feast: 1 peas, 1 mead, 1 silver; 1 Thing penalty"
    for language in ("cs", "pl", "uk"):
        with speaking(language):
            assert [name for move, name in english.items() if titled(move) == name] == []
