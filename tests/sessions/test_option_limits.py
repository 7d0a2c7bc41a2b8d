"""Test that opening a session refuses exactly the values that the form rules out."""

from __future__ import annotations

from typing import Any

import pytest

from moot.errors import BadSetting
from moot.protocols import registry
from moot.sessions.opening import LIMITS, by_own_names, options_from

BEYOND: dict[str, tuple[Any, Any]] = {
    "quorum": (1, 0),
    "max_output": (1, 0),
    "verdict_output": (1, 0),
    "allowance": (LIMITS["allowance"].at_least, 1),
    "deadline": (0.5, 0),
    "stage_deadline": (9_999_999, 10_000_000),
    "patience": (0.1, float("nan")),
    "temperature": (2, 2.1),
    "reasoning": ("low", "much"),
}


@pytest.mark.parametrize("name", LIMITS)
def test_bounds_are_kept(name: str) -> None:
    protocol = registry.find("peer-review")
    within, beyond = BEYOND[name]
    assert getattr(options_from(protocol, {name: within}, "the test"), name) == within
    with pytest.raises(BadSetting, match=f"{name}' {LIMITS[name].says}"):
        options_from(protocol, {name: beyond}, "the test")


def test_an_option_is_taken_by_either_of_its_names_and_by_both_where_they_agree() -> None:
    protocol = registry.find("claim-vote")
    for given in ({"max_words": 700}, {"most_words": 700}, {"most_words": 700, "max_words": 700}):
        assert options_from(protocol, given, "the test").most_words == 700
    with pytest.raises(BadSetting, match="`most_words` and `max_words` are one option"):
        by_own_names(protocol, {"most_words": 700, "max_words": 600})
    with pytest.raises(BadSetting, match="Did you mean max_words"):
        options_from(protocol, {"max_wrds": 1}, "the test")
