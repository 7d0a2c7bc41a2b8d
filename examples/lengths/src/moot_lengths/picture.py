"""A PNG with a bar for each answer, as wide as the answer is long."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

from moot.extension_points import ExportForm
from moot.vocabulary.public import Event, SessionState

WIDTH, BAR = 400, 12


def write(state: SessionState, events: Sequence[Event]) -> bytes:
    """Draw the answers in the order in which they were asked for."""
    lengths = [len(move.text) for move in state.moves.values()] or [0]
    rows = []
    for length in lengths:
        black = WIDTH * length // max(1, *lengths)
        rows += [bytes(black) + b"\xff" * (WIDTH - black)] * BAR + [b"\xff" * WIDTH] * 2
    return png(rows)


def png(rows: Sequence[bytes]) -> bytes:
    """Return an image in shades of grey, a byte for each dot."""
    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 0, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in ((b"IHDR", header), (b"IDAT", data), (b"IEND", b""))
    )


picture = ExportForm(
    title="Lengths", help="A picture of how long each answer is", suffix="png", media_type="image/png", write=write
)
