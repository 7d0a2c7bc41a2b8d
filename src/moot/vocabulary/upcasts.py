"""How do events of older versions open today? By one small function for each step from a version to the next.

A stored body is JSON of some version of its kind. `body_from` lifts it step by step to the current shape and then
decodes it strictly. Golden transcripts of every released version stay in `tests/golden/` and must open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from moot.errors import StoreDamaged, StoreNewer
from moot.vocabulary.events import KINDS, Body

Step = Callable[[dict[str, Any]], dict[str, Any]]

STEPS: dict[tuple[str, int], Step] = {}
"""(kind, version) → the function that makes the next version of it. No kind has changed its shape yet."""


# Made here and not where a kind is first read: two threads that make decoders of the same structs at once end Python
# (msgspec keeps half of what it has learnt of a type where the other thread finds it). All of them take 8 ms.
_DECODERS: dict[str, msgspec.json.Decoder[Body]] = {kind: msgspec.json.Decoder(body) for kind, body in KINDS.items()}


def body_from(kind: str, version: int, data: bytes | str) -> Body:
    """The body that was stored as `data`, in today's shape."""
    if kind not in KINDS or version > KINDS[kind].version:
        raise StoreNewer(f"The transcript holds an event {kind!r} of version {version}, which this Moot cannot read.")
    try:
        if version == KINDS[kind].version:
            return _DECODERS[kind].decode(data)
        raw = msgspec.json.decode(data)
        for step in range(version, KINDS[kind].version):
            raw = STEPS[(kind, step)](raw)
        return msgspec.convert(raw, KINDS[kind])
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise StoreDamaged(f"A stored event {kind!r} cannot be read: {error}.") from error
