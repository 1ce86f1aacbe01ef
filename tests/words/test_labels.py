"""Labels of moves."""

import pytest

from odin_solver.game.kernel.moves import parse
from odin_solver.words.moves import label


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("use beans", "Beans"),
        ("use forge", "Forge"),
        ("follow forge", "Follow to Forge"),
        ("return forge", "Take a Viking back from Forge"),
        ("pass", "End the action phase"),
        ("play 52", "Play 52a Tutor"),
        ("card 45 wood=1 silver=6 for chest=1", "45C Pirate: 1 wood, 6 silver → 1 chest"),
        ("place robe home a1:c3", "Place robe on home at a1:c3"),
        ("lay ore bear_island a1", "Place ore on Bear Island at a1"),
        ("place oil stone_house#2 a1", "Place oil on stone house 2 at a1"),
        ("home a1", "Home a1"),
        ("strip 2 take 1", "Take 1 item of strip 2"),
        ("loot silverware+chest", "Take 1 silverware, 1 chest"),
        ("pay", "Pay nothing"),
        ("pay long_sword=1 stone=2", "Pay 1 long sword, 2 stone"),
        ("upgrade game_meat twice", "Upgrade game meat by two steps"),
        ("sail 1 2", "Sail with 2 boats, ore 1 + 2"),
        ("ship knarr", "Buy a knarr for 5 silver"),
        ("arm whaling_boat ore=0", "Put ore on the whaling boat with 1 ore"),
        ("emigrate longship ore=2", "Emigrate with the longship with 2 ore"),
        ("emigrate knarr", "Emigrate with the knarr"),
        ("sale glass_beads", "Buy glass beads"),
        ("explore bear_island", "Explore Bear Island"),
        ("stone_house and longship", "Stone house and longship"),
    ],
)
def test_moves_have_labels(text: str, expected: str) -> None:
    assert label(parse(text)) == expected
