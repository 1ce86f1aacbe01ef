"""Lists of goods as people write them."""

import pytest

from odin_solver.notation.goods import is_list_of_goods


@pytest.mark.parametrize(
    "text",
    [
        "2 silver, 1 robe",
        "Oil x3; 2x rune stones\nOre",
        "2 stříbro, 3 srebro, roucho",
        "2 roobe, oil, 3 ??, xyz",
        "В'ялена риба: 2",
        "0 peas",
    ],
)
def test_lists_of_goods(text: str) -> None:
    assert is_list_of_goods(text)


@pytest.mark.parametrize(
    "text",
    ['{"schema": 1, "boards": ["home"]}', "schema = 1", "# odin game", "ODIN-ABC", "", "a" * 3000],
)
def test_files_and_codes_are_no_lists(text: str) -> None:
    assert not is_list_of_goods(text)
