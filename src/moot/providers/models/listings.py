"""What does a service's own list say of its models? Names, sizes, prices and abilities, in whichever usual shape.

Nothing is guessed: a field that a list leaves out, or states absurdly, stays unknown. Held by
`tests/providers/models/test_listings.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import ROUND_CEILING, Decimal
from typing import Any

from msgspec import Struct

from moot.vocabulary.seats import Price

MILLION = 1_000_000
MOST_TOKENS = 100_000_000
"""More tokens than any model reads; a list that claims more is not believed."""
DEAREST = 1_000_000
"""Nano-dollars a token (a thousand dollars a million) above which a price is taken for a mistake."""
MOST_MODELS = 5_000
LONGEST_NAME = 300
"""Characters of a name; what is longer, or cannot be printed, names no model."""
NANO = 1_000_000_000
_DAY = re.compile(r"[0-9]{4}(?:-[0-9]{2}){0,2}")


class Listed(Struct, frozen=True, kw_only=True):
    """A model as its service lists it. `None` is what the list does not say."""

    name: str
    """Its name there, without the endpoint's own."""
    context: int | None = None
    """Tokens it reads and writes in one call."""
    max_output: int | None = None
    """Most tokens it writes in one call."""
    price: Price | None = None
    """What its tokens cost."""
    speaks: bool | None = None
    """Whether it answers in words; false for models of pictures, sound, vectors and the like."""
    vision: bool | None = None
    """Whether pictures can be shown to it."""
    takes: tuple[str, ...] | None = None
    """The request fields it takes."""
    since: int | None = None
    """Seconds of the epoch at which it was first offered."""
    until: str = ""
    """The date after which it is gone, as the list has it; empty when it is here to stay."""


def listed_in(told: object) -> list[Listed]:
    """The models of a list, by name; rows that name none are left out."""
    rows = told.get("data", told.get("models")) if isinstance(told, Mapping) else told
    found: dict[str, Listed] = {}
    for row in rows if isinstance(rows, list) else ():
        listed = _listed(row if isinstance(row, Mapping) else {"id": row})
        if listed is not None:
            found.setdefault(listed.name, listed)
        if len(found) == MOST_MODELS:
            break
    return [found[name] for name in sorted(found)]


def _listed(row: Mapping[str, Any]) -> Listed | None:
    name = row.get("id") or row.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or " " in name or not name.isprintable():
        return None
    best, shape = _table(row.get("top_provider")), _table(row.get("architecture"))
    limits, able = _table(row.get("meta")), _table(row.get("capabilities"))
    sizes = (row, best, limits)
    context = [
        size
        for place in sizes
        for field in ("context_length", "context_window", "max_context_length", "max_model_len", "inputTokenLimit")
        if (size := _tokens(place.get(field))) is not None
    ]
    context += [size for size in (_tokens(limits.get("n_ctx")),) if size is not None]
    output = [
        size
        for place in sizes
        for field in ("max_completion_tokens", "max_output_tokens", "outputTokenLimit")
        if (size := _tokens(place.get(field))) is not None
    ]
    takes = row.get("supported_parameters")
    reads, writes = _words(shape.get("input_modalities")), _words(shape.get("output_modalities"))
    return Listed(
        name=name.removeprefix("models/"),
        # Where a service states two, a call that fits the smaller one fits either.
        context=min(context, default=None),
        max_output=min(output, default=None),
        price=_price(row.get("pricing")),
        speaks=_speaks(row, writes, able),
        vision="image" in reads if reads else _flag(able.get("vision")),
        takes=tuple(_words(takes)) if isinstance(takes, list) and takes else None,
        since=_tokens(row.get("created"), most=1 << 40),
        until=_date(row.get("expiration_date") or row.get("deprecation") or row.get("deprecation_date")),
    )


def _speaks(row: Mapping[str, Any], writes: tuple[str, ...], able: Mapping[str, Any]) -> bool | None:
    if writes:
        return writes == ("text",)
    kind = row.get("type")
    if isinstance(kind, str) and kind:
        return kind in ("chat", "language", "llm", "vlm", "code", "model", "text")
    if row.get("active") is False:
        return False
    return _flag(able.get("completion_chat"))


def _price(told: object) -> Price | None:
    """Dollars a token where they are texts (a router's list), dollars a million where they are numbers."""
    prices = _table(told)
    if str(prices.get("request") or "0").strip("0."):
        return None  # a price a call has no place among prices a token, and must not be passed over
    read = _nano(prices.get("prompt", prices.get("input")))
    written = _nano(prices.get("completion", prices.get("output")))
    if read is None or written is None:
        return None
    thought = _nano(prices.get("internal_reasoning")) or 0
    cached = _nano(prices.get("input_cache_read", prices.get("cached_input")))
    if not read and not written:
        return Price(input=0, output=0, cached=0, source="free")
    return Price(input=read, output=max(written, thought), cached=cached, source="listed")


def _nano(told: object) -> int | None:
    """Nano-dollars a token, rounded up; nothing for what is no price."""
    if isinstance(told, bool) or not isinstance(told, str | int | float):
        return None
    try:
        amount = Decimal(str(told)) * (NANO if isinstance(told, str) else Decimal(NANO) / MILLION)
        if not 0 <= amount <= DEAREST:  # before it becomes a whole number: "1e999999" would have a million digits
            return None
        return int(amount.to_integral_value(ROUND_CEILING))
    except (ArithmeticError, ValueError):
        return None


def _tokens(told: object, most: int = MOST_TOKENS) -> int | None:
    return told if isinstance(told, int) and not isinstance(told, bool) and 0 < told <= most else None


def _table(told: object) -> Mapping[str, Any]:
    return told if isinstance(told, Mapping) else {}


def _words(told: object) -> tuple[str, ...]:
    return tuple(word for word in told if isinstance(word, str)) if isinstance(told, list) else ()


def _flag(told: object) -> bool | None:
    return told if isinstance(told, bool) else None


def _date(told: object) -> str:
    return told[:10] if isinstance(told, str) and _DAY.fullmatch(told[:10]) else ""
