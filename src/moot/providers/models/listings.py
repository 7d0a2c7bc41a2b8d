"""What does a service's own list say of its models? Names, sizes, prices and abilities, in whichever usual shape.

Nothing is guessed: a field that a list leaves out, or states absurdly, stays unknown. Held by
`tests/providers/models/test_listings.py`.
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
"""More tokens than any model reads; a list that claims more is not believed."""
DEAREST = 1_000_000
"""Nano-dollars a token (a thousand dollars a million) above which a price is taken for a mistake."""
DEAREST_BESIDE = 10 * 1_000_000_000
"""Nano-dollars (ten dollars) for one call or one picture above which a price is taken for a mistake."""
MOST_MODELS = 5_000
LONGEST_NAME = 300
"""Characters of a name; what is longer, or cannot be printed, names no model."""
SPACED = "Its name has a space, which no council can hold: give it another where it is served."
"""Files at home are often named so; what is listed and cannot be asked must be told."""
NANO = 1_000_000_000
_DAY = re.compile(r"[0-9]{4}(?:-[0-9]{2}){0,2}")


class ListedModel(Struct, frozen=True, kw_only=True):
    """A model as its service lists it. `None` is what the list does not say."""

    name: str
    """Its name there, without the endpoint's own."""
    context: int | None = None
    """Tokens it reads and writes in one call."""
    max_output: int | None = None
    """Most tokens it writes in one call."""
    vocabulary: int | None = None
    """Tokens it knows: by fewer of them the same words are longer."""
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
    bytes: int | None = None
    """What its weights take on disk, and loaded."""
    key_values: int | None = None
    """Numbers that a token leaves behind in its memory, where its server tells the shape of the model."""
    loaded: bool | None = None
    """Whether it is in the memory of its server now."""
    unfit: str = ""
    """Why it cannot answer as things are, in a sentence; empty when nothing is known against it."""
    lacks: str = ""
    """What it needs before it can be asked at all, in a sentence; empty when nothing is known to be missing."""
    council: bool = False
    """Whether it is a council of Moot's, which the OpenAI door and `llm` list beside models."""


def listed_in(told: object) -> list[ListedModel]:
    """The models of a list, by name; rows that name none are left out."""
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
        # Where a service states two, a call that fits the smaller one fits either.
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
    """Dollars a token where they are texts (a router's list), dollars a million where they are numbers; what long
    prompts cost, where the list says it; nothing where something beside the tokens is asked that cannot be read."""
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
    """Tokens of a prompt from which another price is asked; `None` where that cannot be read."""
    rows = [row for name in prices if name.endswith("_tiers") for row in _rows(prices[name])]
    rows = [table(row).get("min", 0) for row in rows]
    rows += [table(row).get("min_prompt_tokens") or 0 for row in _rows(prices.get("overrides"))]
    if not all(type(start) is int and 0 <= start <= MOST_TOKENS for start in rows):
        return None
    return sorted(set(rows) - {0})


def _tier(prices: Mapping[str, Any], prompt: int) -> Tier | None:
    """What is asked for a prompt of so many tokens or a little more: the dearest of the day."""

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
    """Nano-dollars for a call or a picture; `None` for what is no such price."""
    if not str(told or "0").strip("0."):
        return 0
    return _nano(told, DEAREST_BESIDE) if isinstance(told, str) else None


_EXACT = Context(prec=15)
"""Digits that services mean: 1.0000000000000001e-07 is how a float writes a ten-millionth, and no dearer price."""


def _nano(told: object, dearest: int = DEAREST) -> int | None:
    """Nano-dollars a token, rounded up; nothing for what is no price."""
    if isinstance(told, bool) or not isinstance(told, str | int | float):
        return None
    try:
        amount = _EXACT.create_decimal(str(told)) * (NANO if isinstance(told, str) else Decimal(NANO) / MILLION)
        if not 0 <= amount <= dearest:  # before it becomes a whole number: "1e999999" would have a million digits
            return None
        return int(amount.to_integral_value(ROUND_CEILING))
    except (ArithmeticError, ValueError):
        return None


def tokens(told: object, most: int = MOST_TOKENS) -> int | None:
    """A number of tokens that can be meant."""
    return told if isinstance(told, int) and not isinstance(told, bool) and 0 < told <= most else None


def table(told: object) -> Mapping[str, Any]:
    """A table, or an empty one in place of anything else."""
    return told if isinstance(told, Mapping) else {}


def _rows(told: object) -> list[Any]:
    return told if isinstance(told, list) else []


def _words(told: object) -> tuple[str, ...]:
    return tuple(word for word in told if isinstance(word, str)) if isinstance(told, list) else ()


def _flag(told: object) -> bool | None:
    return told if isinstance(told, bool) else None


def _date(told: object) -> str:
    return told[:10] if isinstance(told, str) and _DAY.fullmatch(told[:10]) else ""
