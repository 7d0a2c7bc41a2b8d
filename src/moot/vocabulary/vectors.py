"""Embedding vectors of statements, and their encoding in a transcript.

A transcript stores each number as a little-endian 32-bit float, row after row, in base64: the same bytes on every
machine, and compact. All computations use these rounded numbers and not the provider's extra digits, so that a replay
gives the same results.
"""

from __future__ import annotations

import base64
import binascii
import struct
from collections.abc import Sequence
from math import isfinite

from msgspec import Struct

from moot.errors import BadInput
from moot.vocabulary import event_keys
from moot.vocabulary.events import Event, SeatSpoke
from moot.vocabulary.state import state_of

MOST_DIMENSIONS = 8_192
LARGEST = 3.4e38
"""Largest number allowed in a vector. It fits a 32-bit float."""


class Vectors(Struct, frozen=True, kw_only=True):
    """The embedding vectors of several replies, all computed by one model."""

    keys: tuple[str, ...]
    """Keys of the statements, in the order of `rows`."""
    rows: tuple[tuple[float, ...], ...]
    """Vector of each statement, in the order of `keys`."""
    model: str
    """Id of the embedding model, as `endpoint/model`."""
    unrelated: tuple[tuple[float, ...], ...] = ()
    """Vectors of unrelated texts, embedded in the same call: the baseline for similarity."""
    key: str = ""
    """Key of the embedder's answer, for a finding's `rests_on`."""

    def of(self, key: str) -> tuple[float, ...]:
        """Return the embedding vector of the reply with this key."""
        return self.rows[self.keys.index(key)]


def packed(rows: Sequence[Sequence[float]]) -> str:
    """Encode vectors as text, in the form in which a transcript stores them."""
    flat = [number for row in rows for number in row]
    return base64.b64encode(struct.pack(f"<{len(flat)}f", *flat)).decode("ascii")


def unpacked(data: str, count: int) -> tuple[tuple[float, ...], ...]:
    """Decode `count` vectors from the text in which a transcript stores them."""
    try:
        raw = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        raise BadInput("These vectors are not base64.") from None
    width, rest = divmod(len(raw), 4 * count) if count else (0, len(raw))
    if rest or (count and not width):
        raise BadInput(f"{len(raw)} bytes are not {count} vectors of one length.")
    return tuple(struct.unpack_from(f"<{width}f", raw, 4 * width * row) for row in range(count))


def vectors_from(data: str, measured: Sequence[str], model: str, key: str) -> Vectors:
    """Return the vectors in an embedding model's recorded answer.

    Args:
        measured: For each vector the key of its statement; empty for texts that were embedded only for comparison.
    """
    rows = unpacked(data, len(measured))
    named = [place for place, statement in enumerate(measured) if statement]
    return Vectors(
        keys=tuple(measured[place] for place in named),
        rows=tuple(rows[place] for place in named),
        unrelated=tuple(row for row, statement in zip(rows, measured, strict=True) if not statement),
        model=model,
        key=key,
    )


def trouble_with(rows: Sequence[Sequence[float]], count: int) -> str:
    """Return a sentence on what is wrong with the vectors an embedding model returned for `count` texts; empty if
    nothing is."""
    if len(rows) != count:
        return f"It measured {len(rows)} texts instead of {count}."
    widths = {len(row) for row in rows}
    if len(widths) > 1:
        return "Its vectors have different lengths."
    if not 1 <= next(iter(widths), 1) <= MOST_DIMENSIONS:
        return f"Its vectors have {next(iter(widths))} dimensions; 1 to {MOST_DIMENSIONS} make sense."
    if not all(isfinite(number) and abs(number) <= LARGEST for row in rows for number in row):
        return "Its vectors hold numbers that are none, or too large."
    return ""


def vectors_in(events: Sequence[Event]) -> list[Vectors]:
    """Return the vectors of every embedding call among a session's events, in order."""
    offices = {seat.id: seat.model for seat in state_of(events).offices}
    found = []
    for event in events:
        body = event.body
        if isinstance(body, SeatSpoke) and body.vectors and event.key == event_keys.move_of(event.key):
            model = offices.get(body.seat, "")
            # an answer copied into a fork may be by another embedder than the one in this roster
            model = model if model.partition("/")[2] == body.model else body.model
            found.append(vectors_from(body.vectors, body.measured, model, event.key))
    return found
