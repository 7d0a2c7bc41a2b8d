"""Price calls: the provider's own bill first, else the row's price, else genai-prices, else unknown.

All money is a whole number of nano-dollars, so that sums are exact.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from decimal import ROUND_CEILING, Decimal
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from moot.vocabulary.seats import PRESUMED, SUBSCRIPTION, Price, Tier
from moot.vocabulary.statements import Usage

if TYPE_CHECKING:
    import genai_prices

NANO = 1_000_000_000
FREE = Price(input=0, output=0, cached=0, source="free")
LOCAL = Price(input=0, output=0, cached=0, source="local")
"""Price of calls at a local address for which no price is known: zero."""
SUBSCRIBED = Price(input=0, output=0, cached=0, source=SUBSCRIPTION)
"""Price of calls that a subscription of the user's includes: zero."""
WORST_UNKNOWN = Price(input=150_000, output=600_000, source=PRESUMED)
"""Price to reserve if no price is known at all: above any today, $150 and $600 per million tokens."""


def cost_of(usage: Usage, price: Price, *, stored: int = 0) -> int:
    """Return what a call with these tokens costs, in nano-dollars.

    The prompt's length selects the price tier. Cached tokens have their own price. Charges besides tokens are added.

    Args:
        usage: Tokens of the call.
        price: Price of the model.
        stored: Prompt tokens written to the provider's cache.
    """
    reached = price.at(usage.input)
    cached = min(usage.cached, usage.input)
    stored = min(stored, usage.input - cached)
    cached_price = reached.input if reached.cached is None else reached.cached
    stored_price = reached.input if reached.stored is UNSET else reached.stored
    plain = usage.input - cached - stored
    tokens = plain * reached.input + cached * cached_price + stored * stored_price + usage.output * reached.output
    return tokens + reached.beside(0)


def worst_known_price(prices: list[Price]) -> Price:
    """Return the price to reserve for a model without a known price: the highest of these prices, computed separately
    for each part and prompt length."""
    if not prices:
        return WORST_UNKNOWN
    starts = sorted({tier.above for price in prices for tier in price.tiers or ()})
    dearest = [[price.within(start + 1) for price in prices] for start in (-1, *starts)]
    parts = [(max(each.input for each in some), max(each.output for each in some)) for some in dearest]
    tiers = tuple(Tier(above=start, input=of[0], output=of[1]) for start, of in zip(starts, parts[1:], strict=True))
    return Price(
        input=parts[0][0],
        output=parts[0][1],
        source=PRESUMED,
        tiers=tiers or UNSET,
        call=max(price.call or 0 for price in prices) or UNSET,
        picture=max(price.picture or 0 for price in prices) or UNSET,
    )


def with_tiers(listed: Price | None, published: Price | None) -> Price | None:
    """Return a service's listed price. If that price has no tiers for long prompts, add the tiers of the published
    price.

    An added tier is never cheaper than the listed price. If only one of the two prices is known, return that one.
    """
    if listed is None or published is None:
        return listed or published
    if listed.tiers or listed.free or not published.tiers:
        return listed
    tiers = (
        Tier(above=tier.above, input=max(tier.input, listed.input), output=max(tier.output, listed.output))
        for tier in published.tiers
    )
    return replace(listed, tiers=tuple(tiers))


def published_price(provider: str, model: str) -> Price | None:
    """Return the price of a model according to the package genai-prices; `None` if it has none.

    If it changes with the hour, return the highest of the day: a reserve must suffice whenever the call ends.
    """
    if provider == "openrouter" and model.endswith(":free"):
        return FREE
    # Optional at run time and slow to load, so imported only when a price is needed.
    import genai_prices

    def dollars(at: datetime | None, **usage: int) -> genai_prices.types.PriceCalculation:
        counted = genai_prices.Usage(**usage)
        return genai_prices.calc_price(counted, model_ref=model, provider_id=provider, genai_request_timestamp=at)

    def plainly(at: datetime | None, size: int = 1) -> genai_prices.types.PriceCalculation:
        return dollars(at, input_tokens=size, output_tokens=size)

    def tier(start: int) -> Tier:
        size, plain = start + 1, plainly(hour, start + 1)
        read, written = _nano(plain.input_price, size), _nano(plain.output_price, size)
        with suppress(LookupError, ValueError, TypeError):
            thought = dollars(hour, input_tokens=size, output_tokens=size, output_reasoning_tokens=size)
            written = max(written, _nano(thought.output_price, size))
        cached: int | None = None
        stored: int | UnsetType = UNSET
        with suppress(LookupError, ValueError, TypeError):
            cached = _nano(dollars(hour, input_tokens=size, cache_read_tokens=size).input_price, size)
            told = _nano(dollars(hour, input_tokens=size, cache_write_tokens=size).input_price, size)
            stored = told if told != read else UNSET
        return Tier(above=start, input=read, output=written, cached=cached, stored=stored)

    try:
        hour = _dearest_hour(plainly(None), plainly)
        plain = plainly(hour)
        short, *longer = (tier(start) for start in (0, *_starts(plain)))
    except (LookupError, ValueError, TypeError):
        return None
    a_call = _nano(plain.total_price - plain.input_price - plain.output_price, 1)
    return Price(
        input=short.input,
        output=short.output,
        cached=short.cached,
        source="genai-prices",
        stored=short.stored,
        tiers=tuple(longer) or UNSET,
        call=a_call or UNSET,
    )


def _starts(priced: genai_prices.types.PriceCalculation) -> list[int]:
    """Return the prompt lengths above which some price of a model changes."""
    parts = vars(priced.model_price).values()
    return sorted({tier.start for part in parts for tier in getattr(part, "tiers", ())} - {0})


def _dearest_hour(
    plain: genai_prices.types.PriceCalculation, priced: Callable[[datetime], genai_prices.types.PriceCalculation]
) -> datetime | None:
    """Return the hour in which a call costs most; `None` if the model's price does not change with the hour."""
    prices = plain.model.prices
    constraints = [each.constraint for each in prices] if isinstance(prices, list) else []
    if not any(hasattr(each, "start_time") for each in constraints):
        return None
    today = datetime.now(UTC).replace(minute=59, second=0, microsecond=0)
    return max((today.replace(hour=hour) for hour in range(24)), key=lambda at: priced(at).total_price)


def _nano(dollars: Decimal, tokens: int) -> int:
    # Rounded up: a reserved sum must not be too small by half a nano-dollar per token.
    return int((dollars * NANO / tokens).to_integral_value(ROUND_CEILING))
