"""Test that lists of models are parsed in every usual shape, and absurd values are ignored."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET, UnsetType

from moot.providers.models.listings import ListedModel, listed_in
from moot.vocabulary.seats import Price, Tier

ROUTER: dict[str, Any] = {
    "id": "maker/large-2",
    "created": 1_760_000_000,
    "context_length": 400_000,
    "architecture": {"input_modalities": ["text", "image"], "output_modalities": ["text"]},
    "pricing": {
        "prompt": "0.00000125", "completion": "0.00001", "request": "0", "image": "0", "input_cache_read": "0.000000125"
    },
    "top_provider": {"context_length": 272_000, "max_completion_tokens": 128_000, "is_moderated": True},
    "supported_parameters": ["max_tokens", "reasoning", "response_format", "structured_outputs"],
    "expiration_date": "2027-01-31T00:00:00Z",
}  # fmt: skip


def one(row: object) -> ListedModel:
    (listed,) = listed_in({"data": [row]})
    return listed


def test_a_routers_row() -> None:
    assert one(ROUTER) == ListedModel(
        name="maker/large-2",
        context=272_000,
        max_output=128_000,
        price=Price(input=1250, output=10_000, cached=125, source="listed"),
        speaks=True,
        vision=True,
        takes=("max_tokens", "reasoning", "response_format", "structured_outputs"),
        since=1_760_000_000,
        until="2027-01-31",
    )


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"id": "m", "object": "model", "owned_by": "maker"}, ListedModel(name="m")),
        ("m", ListedModel(name="m")),
        ({"id": "models/gemini"}, ListedModel(name="gemini")),
        ({"id": "m", "context_window": 131_072, "max_completion_tokens": 32_768, "active": True},
         ListedModel(name="m", context=131_072, max_output=32_768)),
        ({"id": "m", "max_context_length": 32_000, "capabilities": {"completion_chat": True, "vision": False},
          "deprecation": "2026-12-01"},
         ListedModel(name="m", context=32_000, speaks=True, vision=False, until="2026-12-01")),
        ({"id": "m", "type": "chat", "context_length": 8192, "pricing": {"input": 0.88, "output": 0.88}},
         ListedModel(name="m", context=8192, speaks=True, price=Price(input=880, output=880, source="listed"))),
        ({"id": "m", "type": "embedding"}, ListedModel(name="m", speaks=False)),
        ({"id": "m", "max_model_len": 4096}, ListedModel(name="m", context=4096)),
        ({"id": "m", "pricing": {"prompt": "0", "completion": "0"}},
         ListedModel(name="m", price=Price(input=0, output=0, cached=0, source="free"))),
        ({"id": "m", "pricing": {"prompt": "-1", "completion": "-1"}}, ListedModel(name="m")),
        ({"id": "m", "pricing": {"prompt": "0.000001", "completion": "0.000001", "request": "0.005"}},
         ListedModel(name="m", price=Price(input=1000, output=1000, call=5_000_000, source="listed"))),
        ({"id": "m", "pricing": {"prompt": "0.000001", "completion": "0.000001", "request": "a lot"}},
         ListedModel(name="m")),
        ({"id": "m", "pricing": {"prompt": "0.000001", "completion": "0.000001", "request": 5}}, ListedModel(name="m")),
        ({"id": "m", "pricing": {"prompt": "0", "completion": "0", "request": "0.005"}},
         ListedModel(name="m", price=Price(input=0, output=0, call=5_000_000, source="listed"))),
        ({"id": "m", "pricing": {"prompt": "0.000001", "completion": "0.000002", "image": "0.001",
          "input_cache_write": "0.00000125"}},
         ListedModel(name="m", price=Price(input=1000, output=2000, stored=1250, picture=1_000_000, source="listed"))),
        ({"id": "m", "pricing": {"prompt": "NaN", "completion": "1e999"}}, ListedModel(name="m")),
        ({"id": "m", "context_length": -5, "top_provider": None, "architecture": [], "pricing": "free"},
         ListedModel(name="m")),
        ({"id": "m", "architecture": {"output_modalities": ["image"]}}, ListedModel(name="m", speaks=False)),
    ],
)  # fmt: skip
def test_other_shapes(row: object, told: ListedModel) -> None:
    assert one(row) == told


ONE = {"prompt": "0.00000125", "completion": "0.00001", "input_cache_read": "0.000000125"}
TWO = (Tier(above=199_999, input=2500, output=15_000, cached=125),)


@pytest.mark.parametrize(
    ("pricing", "tiers"),
    [
        ({"overrides": [{"min_prompt_tokens": 200_000, "prompt": "0.0000025", "completion": "0.000015"}]}, TWO),
        ({"overrides": [
            {"min_prompt_tokens": 200_000, "prompt": "0.0000025", "completion": "0.000015"},
            {"min_prompt_tokens": 400_000, "completion": "0.00003", "input_cache_read": "0.0000005"}]},
         (*TWO, Tier(above=399_999, input=2500, output=30_000, cached=500))),
        ({"overrides": []}, UNSET),
        ({"overrides": None}, UNSET),
        ({"input": ONE["prompt"], "output": ONE["completion"], "prompt": None, "completion": None,
          "input_tiers": [{"cost": ONE["prompt"], "min": 0, "max": 200_000}, {"cost": "0.0000025", "min": 200_000}],
          "output_tiers": [{"cost": ONE["completion"], "min": 0}, {"cost": "0.000015", "min": 200_000}]}, TWO),
    ],
)  # fmt: skip
def test_what_long_prompts_cost(pricing: dict[str, Any], tiers: tuple[Tier, ...] | UnsetType) -> None:
    """As routers list it: conditions beside the prices, or tiers in place of one."""
    told = {name: value for name, value in {**ONE, **pricing}.items() if name == "overrides" or value is not None}
    price = one({"id": "m", "pricing": told}).price
    assert price == Price(input=1250, output=10_000, cached=125, source="listed", tiers=tiers)


def test_what_is_dearer_at_some_hours_is_taken_at_its_dearest() -> None:
    night = {"utc_start": "16:30", "utc_end": "00:30", "prompt": "0.0000005", "completion": "0.00002"}
    price = one({"id": "m", "pricing": {**ONE, "overrides": [night]}}).price
    assert price == Price(input=1250, output=20_000, cached=125, source="listed")


@pytest.mark.parametrize(
    "override",
    [{"min_prompt_tokens": "long"}, {"min_prompt_tokens": -5}, {"min_prompt_tokens": 9, "prompt": "NaN"},
     {"min_prompt_tokens": 1.5}, {"prompt": "-1"}],
)  # fmt: skip
def test_a_condition_that_cannot_be_read_leaves_the_price_unknown(override: dict[str, Any]) -> None:
    assert one({"id": "m", "pricing": {**ONE, "overrides": [override]}}).price is None


@pytest.mark.parametrize("told", [None, 7, [], {}, {"data": None}, {"data": "m"}, {"data": [None, {}, {"id": "a\tb"}]}])
def test_what_names_no_model(told: object) -> None:
    assert listed_in(told) == []


@pytest.mark.parametrize("price", ["1E+999980", "1e9999999", "-1E+999980", "1" * 100_000, "Infinity", "sNaN", "1e400"])
def test_a_price_beyond_all_reason_is_unknown_at_once(price: str) -> None:
    rows = [{"id": f"m{number}", "pricing": {"prompt": price, "completion": price}} for number in range(50)]
    assert [each.price for each in listed_in(rows)] == [None] * 50


@pytest.mark.parametrize("name", ["\x1b[2J\x1b]0;title\x07m", "a\nb", "m\x00", "\u202em", "m" * 301, "a\u2028b"])
def test_a_name_that_cannot_be_printed_names_no_model(name: str) -> None:
    assert listed_in([{"id": name}]) == []


def test_a_price_that_a_float_wrote_is_the_price_that_was_meant() -> None:
    """179 calls were told 0.85 % dearer than their service's bill."""
    price = one({"id": "m", "pricing": {"prompt": "1.0000000000000001e-07", "completion": str(4e-07)}}).price
    assert price is not None
    assert (price.input, price.output) == (100, 400)
