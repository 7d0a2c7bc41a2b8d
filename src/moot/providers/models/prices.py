"""What does a call cost? The provider's own bill first, else the row's price, else genai-prices; unknown is unknown.

All money is a whole number of nano-dollars, so that sums are exact.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import ROUND_CEILING, Decimal
from typing import TYPE_CHECKING

from moot.vocabulary.seats import PRESUMED, Price
from moot.vocabulary.statements import Usage

if TYPE_CHECKING:
    import genai_prices

NANO = 1_000_000_000
LONG_PROMPT = 128_000
"""Tokens from which providers may ask the price of a higher tier."""
FREE = Price(input=0, output=0, cached=0, source="free")
LOCAL = Price(input=0, output=0, cached=0, source="local")
"""What a local address costs of which nobody says otherwise: nothing."""
WORST_UNKNOWN = Price(input=150_000, output=600_000, source=PRESUMED)
"""Dearer than anything on offer today: $150 and $600 a million tokens. Reserved where nothing is known at all."""


def cost_of(usage: Usage, price: Price) -> int:
    """The price of these tokens in nano-dollars; cached tokens at their own price."""
    cached = min(usage.cached, usage.input)
    cached_price = price.input if price.cached is None else price.cached
    return (usage.input - cached) * price.input + cached * cached_price + usage.output * price.output


def worst_known_price(prices: list[Price]) -> Price:
    """The price to reserve for a model nobody knows: in each part the dearest of the known ones."""
    if not prices:
        return WORST_UNKNOWN
    return Price(
        input=max(price.input for price in prices),
        output=max(price.output for price in prices),
        source=PRESUMED,
    )


def dearer(one: Price | None, other: Price | None) -> Price | None:
    """The dearer of two prices in each part; the one that is known where the other is not."""
    if one is None or other is None:
        return one or other
    source = one.source if one.output >= other.output else other.source
    return Price(input=max(one.input, other.input), output=max(one.output, other.output), source=source)


def published_price(provider: str, model: str, *, long: bool = False) -> Price | None:
    """What genai-prices knows about a model, else `None`. `long` asks for the tier of long prompts.

    Where it changes with the hour it is the dearest of the day: what is set aside must do whenever the call ends.
    """
    if provider == "openrouter" and model.endswith(":free"):
        return FREE
    # Optional at run time and slow to load, so only those who ask for a price pay for it.
    import genai_prices

    size = 1_000_000 if long else LONG_PROMPT // 2

    def dollars(at: datetime | None, **usage: int) -> genai_prices.types.PriceCalculation:
        counted = genai_prices.Usage(**usage)
        return genai_prices.calc_price(counted, model_ref=model, provider_id=provider, genai_request_timestamp=at)

    try:
        plain = dollars(None, input_tokens=size, output_tokens=size)
    except (LookupError, ValueError, TypeError):
        return None
    hour = _dearest_hour(plain, lambda at: dollars(at, input_tokens=size, output_tokens=size))
    if hour is not None:
        plain = dollars(hour, input_tokens=size, output_tokens=size)
    try:
        cached = _nano(dollars(hour, input_tokens=size, cache_read_tokens=size).input_price, size)
    except (LookupError, ValueError, TypeError):
        cached = None
    return Price(
        input=_nano(plain.input_price, size),
        output=_nano(plain.output_price, size),
        cached=cached,
        source="genai-prices",
    )


def _dearest_hour(
    plain: genai_prices.types.PriceCalculation, priced: Callable[[datetime], genai_prices.types.PriceCalculation]
) -> datetime | None:
    """When a call is dearest, for a model whose price changes with the hour; else `None`: at any time."""
    prices = plain.model.prices
    constraints = [each.constraint for each in prices] if isinstance(prices, list) else []
    if not any(hasattr(each, "start_time") for each in constraints):
        return None
    today = datetime.now(UTC).replace(minute=59, second=0, microsecond=0)
    return max((today.replace(hour=hour) for hour in range(24)), key=lambda at: priced(at).total_price)


def _nano(dollars: Decimal, tokens: int) -> int:
    # Rounded up: a sum reserved must not be too small by half a nano-dollar a token.
    return int((dollars * NANO / tokens).to_integral_value(ROUND_CEILING))
