"""Parse a service's model list: names, sizes, prices and abilities, in any of the usual shapes.

Nothing is guessed: a missing or absurd field stays unknown. Tests: `tests/providers/models/test_listings.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import ROUND_CEILING, Context, Decimal
from typing import Any

from msgspec import UNSET, Struct

from moot.vocabulary.seats import Price, Tier

MILLION = 1_000_000
MOST_TOKENS = 100_000_000
"""Maximum plausible number of tokens in a model list. A larger number is ignored as an error."""
DEAREST = 1_000_000
"""Highest plausible price in nano-dollars per token (a thousand dollars per million). A higher price is taken for an
error.
"""
DEAREST_BESIDE = 10 * 1_000_000_000
"""Highest plausible price in nano-dollars (ten dollars) for one call or one picture. A higher price is taken for an
error.
"""
MOST_MODELS = 5_000
LONGEST_NAME = 300
"""Maximum number of characters in a model's name. A model with a longer or unprintable name is ignored."""
SPACED = "Its name has a space, which no council can hold: give it another where it is served."
"""Message why a listed model whose name has a space cannot be used. Such names are common among local files."""
NANO = 1_000_000_000
_DAY = re.compile(r"[0-9]{4}(?:-[0-9]{2}){0,2}")


class ListedModel(Struct, frozen=True, kw_only=True):
    """What a service's model list contains about one model. `None` means that the list does not contain the value."""

    name: str
    """Name of the model at the service, without the endpoint's name."""
    context: int | None = None
    """Context size in tokens, for input and output."""
    max_output: int | None = None
    """Maximum number of output tokens in one call."""
    vocabulary: int | None = None
    """Size of the tokenizer's vocabulary. With a smaller vocabulary, the same text has more tokens."""
    price: Price | None = None
    """Price of the model's tokens."""
    speaks: bool | None = None
    """Whether the model answers in text; false for models of pictures, sound, embeddings and the like."""
    vision: bool | None = None
    """Whether the model accepts pictures."""
    takes: tuple[str, ...] | None = None
    """Request fields that the model accepts."""
    since: int | None = None
    """When the model was first offered, in seconds since the epoch."""
    until: str = ""
    """Date on which the model will be removed, as written in the list; empty when none is announced."""
    bytes: int | None = None
    """Bytes of the model's weights, on disk and in memory."""
    key_values: int | None = None
    """Number of values cached per token, if the server reports the model's shape."""
    loaded: bool | None = None
    """Whether the model's server has it in memory now."""
    unfit: str = ""
    """Why the model cannot answer at present, in a sentence; empty when nothing prevents it."""
    lacks: str = ""
    """What the model needs before it can be called, in a sentence; empty when nothing is known to be missing."""
    council: bool = False
    """Whether the model is a council of Moot, which the OpenAI API and `llm` list beside models."""


def listed_in(told: object) -> list[ListedModel]:
    """Return the models in a service's model list (decoded JSON of any usual shape), by name. Rows without a name are
    skipped."""
    rows = told.get("data", told.get("models")) if isinstance(told, Mapping) else told
    found: dict[str, ListedModel] = {}
    for row in rows if isinstance(rows, list) else ():
        listed = _listed(row if isinstance(row, Mapping) else {"id": row})
        if listed is not None:
            found.setdefault(listed.name, listed)
        if len(found) == MOST_MODELS:
            break
    return [found[name] for name in sorted(found)]


def _listed(row: Mapping[str, Any]) -> ListedModel | None:
    name = row.get("id") or row.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        return None
    best, shape = table(row.get("top_provider")), table(row.get("architecture"))
    limits, able = table(row.get("meta")), table(row.get("capabilities"))
    sizes = (row, best, limits)
    context = [
        size
        for place in sizes
        for field in ("context_length", "context_window", "max_context_length", "max_model_len", "inputTokenLimit")
        if (size := tokens(place.get(field))) is not None
    ]
    context += [size for size in (tokens(limits.get("n_ctx")),) if size is not None]
    output = [
        size
        for place in sizes
        for field in ("max_completion_tokens", "max_output_tokens", "outputTokenLimit")
        if (size := tokens(place.get(field))) is not None
    ]
    takes = row.get("supported_parameters")
    reads, writes = _words(shape.get("input_modalities")), _words(shape.get("output_modalities"))
    return ListedModel(
        name=name.removeprefix("models/"),
        lacks=SPACED if " " in name else "",
        # If a service states two, a call that fits the smaller one fits both.
        context=min(context, default=None),
        max_output=min(output, default=None),
        vocabulary=tokens(limits.get("n_vocab")),
        price=_price(row.get("pricing")),
        speaks=_speaks(row, writes, able),
        vision="image" in reads if reads else _flag(able.get("vision")),
        takes=tuple(_words(takes)) if isinstance(takes, list) and takes else None,
        since=tokens(row.get("created"), most=1 << 40),
        council=row.get("owned_by") == "moot",
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
    """Return a model's price from a list, including higher prices of long prompts; `None` if it is missing or cannot be
    parsed in full.

    Strings are dollars per token (as in a router's list), numbers are dollars per million tokens.
    """
    prices = table(told)
    starts, a_call = _starts(prices), _beside(prices.get("request"))
    short = _tier(prices, 0)
    if starts is None or a_call is None or short is None:
        return None
    longer = [_tier(prices, start) for start in starts]
    tiers = tuple(tier for tier in longer if tier is not None)
    if len(tiers) < len(longer):
        return None
    price = Price(
        input=short.input,
        output=short.output,
        cached=short.cached,
        source="listed",
        stored=short.stored,
        tiers=tiers or UNSET,
        call=a_call or UNSET,
        picture=_beside(prices.get("image")) or UNSET,
    )
    return Price(input=0, output=0, cached=0, source="free") if price.free else price


def _starts(prices: Mapping[str, Any]) -> list[int] | None:
    """Return the prompt lengths at which the price changes; `None` if they cannot be parsed."""
    rows = [row for name in prices if name.endswith("_tiers") for row in _rows(prices[name])]
    rows = [table(row).get("min", 0) for row in rows]
    rows += [table(row).get("min_prompt_tokens") or 0 for row in _rows(prices.get("overrides"))]
    if not all(type(start) is int and 0 <= start <= MOST_TOKENS for start in rows):
        return None
    return sorted(set(rows) - {0})


def _tier(prices: Mapping[str, Any], prompt: int) -> Tier | None:
    """Return the prices for a prompt of this many tokens: the highest of the day, if they change with the hour."""

    def asked(*names: str) -> int | None:
        name = next((name for name in names if name in prices), names[0])
        told = prices.get(name)
        for row in map(table, _rows(prices.get(f"{name}_tiers"))):
            told = row.get("cost") if row.get("min", 0) <= prompt else told
        found = _nano(told)
        for row in map(table, _rows(prices.get("overrides"))):
            if name in row and (row.get("min_prompt_tokens") or 0) <= prompt:
                other = _nano(row[name])
                by_hour = row.get("utc_start") is not None or row.get("utc_end") is not None
                found = max(found, other) if by_hour and found is not None and other is not None else other
        return found

    read, written = asked("prompt", "input"), asked("completion", "output")
    if read is None or written is None:
        return None
    return Tier(
        above=max(0, prompt - 1),
        input=read,
        output=max(written, asked("internal_reasoning") or 0),
        cached=asked("input_cache_read", "cached_input"),
        stored=asked("input_cache_write") or UNSET,
    )


def _beside(told: object) -> int | None:
    """Convert a listed price of a call or a picture to nano-dollars; `None` if it cannot be parsed."""
    if not str(told or "0").strip("0."):
        return 0
    return _nano(told, DEAREST_BESIDE) if isinstance(told, str) else None


_EXACT = Context(prec=15)
"""Decimal context with the precision with which prices are parsed: 1.0000000000000001e-07 is a float's rounding of
1e-07, not a higher price.
"""


def _nano(told: object, dearest: int = DEAREST) -> int | None:
    """Convert a listed price to nano-dollars per token, rounded up; `None` if it cannot be parsed or is absurd."""
    if isinstance(told, bool) or not isinstance(told, str | int | float):
        return None
    try:
        amount = _EXACT.create_decimal(str(told)) * (NANO if isinstance(told, str) else Decimal(NANO) / MILLION)
        if not 0 <= amount <= dearest:  # before it becomes an int: "1e999999" would have a million digits
            return None
        return int(amount.to_integral_value(ROUND_CEILING))
    except (ArithmeticError, ValueError):
        return None


def tokens(told: object, most: int = MOST_TOKENS) -> int | None:
    """If `told` is a plausible number of tokens (at most `most`), return it; otherwise `None`."""
    return told if isinstance(told, int) and not isinstance(told, bool) and 0 < told <= most else None


def table(told: object) -> Mapping[str, Any]:
    """If `told` is a mapping, return it; otherwise an empty mapping."""
    return told if isinstance(told, Mapping) else {}


def _rows(told: object) -> list[Any]:
    return told if isinstance(told, list) else []


def _words(told: object) -> tuple[str, ...]:
    return tuple(word for word in told if isinstance(word, str)) if isinstance(told, list) else ()


def _flag(told: object) -> bool | None:
    return told if isinstance(told, bool) else None


def _date(told: object) -> str:
    return told[:10] if isinstance(told, str) and _DAY.fullmatch(told[:10]) else ""
