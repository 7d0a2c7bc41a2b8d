"""Is money counted in whole nano-dollars, by the right source, and is unknown never nothing?"""

from __future__ import annotations

from datetime import UTC, datetime

import genai_prices

from moot.providers.models.prices import WORST_UNKNOWN, cost_of, published_price, worst_known_price
from moot.vocabulary.seats import Price
from moot.vocabulary.statements import Usage

PRICE = Price(input=1000, output=10_000, cached=100, source="row")


def test_cached_tokens_have_their_own_price() -> None:
    usage = Usage(input=100, output=10, cached=40, reasoning=5)
    assert cost_of(usage, PRICE) == 60 * 1000 + 40 * 100 + 10 * 10_000
    assert cost_of(usage, Price(input=1000, output=10_000)) == 100 * 1000 + 10 * 10_000
    assert cost_of(Usage(input=1, cached=9), PRICE) == 100


def test_the_dearest_is_reserved_for_the_unknown() -> None:
    worst = worst_known_price([PRICE, Price(input=2000, output=1)])
    assert (worst.input, worst.output, worst.source) == (2000, 10_000, "worst-known")
    assert worst_known_price([]) == WORST_UNKNOWN


def test_a_price_that_changes_with_the_hour_is_the_dearest_of_the_day() -> None:
    """So that what was set aside before the hour struck is enough after it, and a bill is the same at any time."""
    known = published_price("deepseek", "deepseek-chat")
    assert known is not None
    today = datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
    usage = genai_prices.Usage(input_tokens=1_000_000)
    asked = [
        genai_prices.calc_price(
            usage, model_ref="deepseek-chat", provider_id="deepseek", genai_request_timestamp=today.replace(hour=hour)
        ).total_price
        for hour in range(24)
    ]
    assert len(set(asked)) == 2, "the list no longer has a price of the night"
    assert known.input == max(asked) * 1000


def test_published_prices() -> None:
    known = published_price("openai", "gpt-4o")
    assert known is not None
    assert 0 < known.input < known.output
    assert known.source == "genai-prices"
    assert published_price("openai", "no-such-model-at-all") is None
    assert published_price("no-such-service", "gpt-4o") is None


def test_a_long_prompt_may_have_a_dearer_tier() -> None:
    short, long = published_price("google", "gemini-2.5-pro"), published_price("google", "gemini-2.5-pro", long=True)
    assert short is not None
    assert long is not None
    assert short.input < long.input
