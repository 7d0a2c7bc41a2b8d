"""Build batches for an OpenAI-compatible `/embeddings`, and parse the vectors.

An answer must contain exactly one vector for every text, with its index; anything else is malformed.
"""

from __future__ import annotations

import base64
import binascii
import struct
from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

import msgspec
from msgspec import Struct

from moot.errors import CallFailed
from moot.providers.adapted_request import SentFields
from moot.providers.openai.frames import Bill, bill_from, failure_in
from moot.providers.provider_errors import malformed
from moot.vocabulary.statements import Usage

TEXTS = SentFields(measures=True)
"""The parts of a request for embeddings that a service could refuse: only the length of its texts."""
MOST_TEXTS = 64
MOST_BYTES = 48_000
"""Most bytes of text in one request, as `MOST_TEXTS` is the most texts: the smallest limits of the usual services."""


class MeasuredBatch(Struct, frozen=True, kw_only=True):
    """The embeddings that a service returned for one request, with tokens and cost."""

    rows: tuple[tuple[float, ...], ...]
    """Vectors, in the order of the texts."""
    usage: Usage | None
    """Tokens, if reported."""
    cost: int | None
    """The bill in nano-dollars, if reported."""
    model: str
    """The model that answered, if reported."""


def batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """Yield the texts in groups that each fit into one request. A text too large for that is sent alone."""
    batch: list[str] = []
    size = 0
    for text in texts:
        length = len(text.encode("utf-8", "replace"))
        if batch and (len(batch) == MOST_TEXTS or size + length > MOST_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += length
    if batch:
        yield batch


def cut_to(most_bytes: int | None, texts: Sequence[str]) -> Sequence[str]:
    """Return the texts, each cut to this many bytes. With `None`, return the whole texts."""
    if most_bytes is None:
        return texts
    return [text.encode("utf-8", "replace")[:most_bytes].decode("utf-8", "ignore") for text in texts]


def body_of_texts(model: str, texts: Sequence[str]) -> bytes:
    """Return the body of a request for these texts' embeddings. Most services refuse an empty text, so it is sent as a
    space."""
    return msgspec.json.encode(
        {"model": model, "input": [text if text.strip() else " " for text in texts], "encoding_format": "float"}
    )


def measured(body: bytes, count: int) -> MeasuredBatch:
    """Parse the response to a request for embeddings of `count` texts; raise `CallFailed` if it is not complete."""
    try:
        told = msgspec.json.decode(body)
    except (ValueError, RecursionError):
        raise malformed("Not vectors", body) from None
    if isinstance(told, dict) and told.get("error"):
        raise failure_in(msgspec.Raw(msgspec.json.encode(told["error"])), mid=False)
    data = told.get("data") if isinstance(told, dict) else None
    if not isinstance(data, list):
        raise malformed("Not vectors", body)
    rows: dict[int, tuple[float, ...]] = {}
    for place, entry in enumerate(data):
        if not isinstance(entry, dict):
            raise _wrong("one of the vectors is none")
        index = entry.get("index", place)
        if type(index) is not int or not 0 <= index < count:
            raise _wrong(f"a vector has the index {str(index)[:20]!r}")
        if index in rows:
            raise _wrong(f"two vectors have the index {index}")
        rows[index] = _row(entry.get("embedding"))
    if len(rows) != count:
        raise _wrong(f"{len(rows)} vectors came for {count} texts")
    bill = _bill(told.get("usage"))
    return MeasuredBatch(
        rows=tuple(rows[index] for index in range(count)),
        usage=bill.usage,
        cost=bill.cost,
        model=told["model"][:200] if isinstance(told.get("model"), str) else "",
    )


def _row(told: Any) -> tuple[float, ...]:
    if isinstance(told, str):
        # some servers always send packed floats
        try:
            raw = base64.b64decode(told, validate=True)
        except (binascii.Error, ValueError):
            raise _wrong("one of the vectors is a text") from None
        if len(raw) % 4:
            raise _wrong("one of the vectors is cut")
        return struct.unpack(f"<{len(raw) // 4}f", raw)
    if not isinstance(told, list) or not told:
        raise _wrong("one of the vectors is empty")
    if len(told) == 1 and isinstance(told[0], list):
        told = told[0]  # llama.cpp nests the vector of a pooled text
    if not all(type(number) in (int, float) and isfinite(number) for number in told):
        raise _wrong("one of the vectors holds something that is no number")
    return tuple(map(float, told))


def _bill(told: Any) -> Bill:
    if not isinstance(told, dict):
        return Bill()
    sent = told.get("prompt_tokens") or told.get("total_tokens")
    bill = bill_from(msgspec.Raw(msgspec.json.encode({**told, "prompt_tokens": sent, "completion_tokens": 0})))
    return bill if sent else Bill(cost=bill.cost)  # some servers count nothing and report 0


def _wrong(what: str) -> CallFailed:
    return CallFailed("malformed", f"Not vectors as they were asked for: {what}.", spent=True)
