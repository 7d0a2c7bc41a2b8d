"""Test that money is counted in whole nano-dollars, by the right source, and that unknown is never zero."""

from __future__ import annotations

import genai_prices
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from moot.floor.calls.budget import most_tokens, worst_price
from moot.providers.models.prices import (
    cost_of,
    published_price,
    worst_known_price,
)
from moot.providers.provider import CallMessage
from moot.vocabulary.seats import Price, Tier
from moot.vocabulary.statements import Usage

PRICE = Price(input=1000, output=10_000, cached=100, source="row")


def test_cached_tokens_have_their_own_price() -> None:
    usage = Usage(input=100, output=10, cached=40, reasoning=5)
    assert cost_of(usage, PRICE) == 60 * 1000 + 40 * 100 + 10 * 10_000
    assert cost_of(usage, Price(input=1000, output=10_000)) == 100 * 1000 + 10 * 10_000
    assert cost_of(Usage(input=1, cached=9), PRICE) == 100


TIERED = Price(
    input=1000,
    output=10_000,
    cached=100,
    source="row",
    tiers=(Tier(above=200, input=2000, output=15_000, cached=200), Tier(above=400, input=4000, output=30_000)),
)


def test_a_long_prompt_costs_what_its_tier_asks_for_every_token() -> None:
    assert cost_of(Usage(input=200, output=10), TIERED) == 200 * 1000 + 10 * 10_000
    assert cost_of(Usage(input=201, output=10), TIERED) == 201 * 2000 + 10 * 15_000
    assert cost_of(Usage(input=201, output=0, cached=201), TIERED) == 201 * 200
    assert cost_of(Usage(input=401, output=10, cached=1), TIERED) == 401 * 4000 + 10 * 30_000


def test_a_call_may_cost_something_beside_its_tokens() -> None:
    assert cost_of(Usage(input=1, output=1), replace(PRICE, call=7)) == 11_007
    sonar = published_price("perplexity", "sonar")
    assert sonar is not None
    assert sonar.call, "the list no longer has a price a call"


def test_what_is_put_into_a_cache_may_cost_more_than_what_is_read() -> None:
    price = replace(PRICE, stored=1250)
    assert cost_of(Usage(input=100, cached=20), price, stored=50) == 30 * 1000 + 20 * 100 + 50 * 1250
    assert cost_of(Usage(input=100, cached=20), PRICE, stored=50) == 80 * 1000 + 20 * 100
    assert cost_of(Usage(input=100, cached=20), price, stored=1000) == 20 * 100 + 80 * 1250


@pytest.mark.parametrize(
    "known",
    [("google", "gemini-2.5-pro"), ("anthropic", "claude-sonnet-4-5"), ("x-ai", "grok-4.5"), ("openai", "gpt-5.6-sol")],
)
def test_published_tiers_are_what_the_table_asks_at_every_length(known: tuple[str, str]) -> None:
    """Each tier starts where the table has it, wherever that is, and a bill by it is the table's own bill."""
    service, model = known
    price = published_price(service, model)
    assert price is not None
    assert price.tiers
    starts = [tier.above for tier in price.tiers]
    for size in (1, 1000, *starts, *(start + 1 for start in starts), 900_000):
        told = genai_prices.calc_price(
            genai_prices.Usage(input_tokens=size, output_tokens=777), model_ref=model, provider_id=service
        )
        assert cost_of(Usage(input=size, output=777), price) == told.total_price * 1_000_000_000


def test_the_dearest_is_reserved_for_the_unknown_at_every_length() -> None:
    worst = worst_known_price([TIERED, Price(input=3000, output=1, tiers=(Tier(above=300, input=1, output=20_000),))])
    at = {size: (worst.at(size).input, worst.at(size).output) for size in (200, 201, 301, 401)}
    assert at == {200: (3000, 10_000), 201: (3000, 15_000), 301: (3000, 20_000), 401: (4000, 30_000)}


parts = st.integers(0, 50_000)
tiers = st.builds(
    lambda start, read, written, cached, stored: Tier(
        above=start, input=read, output=written, cached=cached, stored=UNSET if stored is None else stored
    ),
    st.integers(0, 1000),
    parts,
    parts,
    st.none() | parts,
    st.none() | parts,
)
prices = st.builds(
    lambda short, longer, call: Price(
        input=short.input,
        output=short.output,
        cached=short.cached,
        stored=short.stored,
        tiers=tuple(sorted(longer, key=lambda tier: tier.above)) or UNSET,
        call=call or UNSET,
    ),
    tiers,
    st.lists(tiers, max_size=4, unique_by=lambda tier: tier.above),
    st.integers(0, 1_000_000),
)


@pytest.mark.slow
@given(prices, st.integers(0, 400), st.integers(0, 500), st.data())
def test_no_bill_is_above_what_was_set_aside(price: Price, size: int, room: int, data: st.DataObject) -> None:
    """Whatever a list asks, also where longer prompts are cheaper: for every prompt that so many bytes may be."""
    messages = [CallMessage(role="user", text="x" * size)]
    reserved = worst_price(price, messages, room)
    assert reserved is not None
    sent = data.draw(st.integers(0, most_tokens(messages)))
    usage = Usage(
        input=sent, output=data.draw(st.integers(0, room)), cached=data.draw(st.integers(0, sent)), reasoning=0
    )
    charged = cost_of(usage, price, stored=data.draw(st.integers(0, sent)))
    assert charged <= reserved
    assert price.free == (not any(value for value in _values(price)))
    assert charged == 0 or not price.free
    dearest = worst_price(worst_known_price([price, PRICE]), messages, room)
    assert dearest is not None
    assert reserved <= dearest, "a model nobody knows a price of counts no less than any that is known"


def _values(price: Price) -> list[int]:
    every = [price.call, *_parts(price), *(each for tier in price.tiers or () for each in _parts(tier))]
    return [value for value in every if isinstance(value, int)]


def _parts(tier: Price | Tier) -> tuple[int | UnsetType | None, ...]:
    return tier.input, tier.output, tier.stored, tier.cached
