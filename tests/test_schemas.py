"""The shipped JSON Schemas are those of the code."""

import pytest
from jsonschema import Draft202012Validator

from tests.schemas import ROOT, SCHEMAS, shipped, text


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_shipped_schemas_are_up_to_date(name: str) -> None:
    renew = "renew it: python -m tests.schemas"
    assert (ROOT / name).read_text(encoding="utf-8") == text(name), renew
    Draft202012Validator.check_schema(shipped(name))
