"""Lists of goods as people write them."""

import pytest

from odin_solver.components import TILES
from odin_solver.errors import InputError
from odin_solver.notation.goods import goods_from, is_list_of_goods
from odin_solver.support.language import languages, say_as, speaking


@pytest.mark.parametrize(
    ("text", "goods"),
    [
        ("2 silver, 1 robe", {"silver": 2, "robe": 1}),
        ("Oil x3; 2x rune stones\nOre", {"oil": 3, "rune_stone": 2, "ore": 1}),
        ("oil, 2 oil, 0 ore", {"oil": 3}),
        ("2 stříbro, 3 srebro, roucho", {"silver": 5, "robe": 1}),
        ("treasure", {"treasure_chest": 1}),
    ],
)
def test_goods(text: str, goods: dict[str, int]) -> None:
    assert is_list_of_goods(text)
    assert goods_from(text) == goods


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("reader", ["en", "uk"])
def test_every_good_is_known_by_its_name_in_every_language(language: str, reader: str) -> None:
    with speaking(language):
        text = ", ".join(f"2 {say_as('good', tile.name)}" for tile in TILES.values())
    with speaking(reader):
        assert goods_from(text) == dict.fromkeys(TILES, 2)


def test_one_line_says_all_that_is_wrong() -> None:
    with pytest.raises(InputError) as error:
        goods_from("2 roobe, oil, 3 ??, xyz")
    message = str(error.value)
    assert "\n" not in message
    for part in ("'roobe': did you mean robe", "'3 ??'", "'xyz'"):
        assert part in message


@pytest.mark.parametrize(
    "text",
    ['{"schema": 1, "boards": ["home"]}', "schema = 1", "# odin game", "ODIN-ABC", "", "a" * 3000],
)
def test_files_and_codes_are_no_lists(text: str) -> None:
    assert not is_list_of_goods(text)
