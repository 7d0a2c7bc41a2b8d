"""How is a compressed answer opened without letting it grow? A little at a time, and never more than was asked for.

We ask for answers as they are (`Accept-Encoding: identity`); this is for servers that compress all the same.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

ENCODINGS = ("gzip", "x-gzip", "deflate")
PIECE = 64 * 1024


class Inflater:
    """Opens one body in pieces of at most 64 KiB; the reader decides after each whether to go on."""

    def __init__(self, encoding: str) -> None:
        self._raw_allowed = encoding == "deflate"
        self._packer = zlib.decompressobj(zlib.MAX_WBITS | 32)

    def open(self, data: bytes) -> Iterator[bytes]:
        """The pieces these bytes open to. Raises `zlib.error` when they are not what the header says."""
        try:
            piece = self._packer.decompress(data, PIECE)
        except zlib.error:
            if not self._raw_allowed:
                raise
            # Some servers send bare deflate without zlib's two bytes in front.
            self._packer = zlib.decompressobj(-zlib.MAX_WBITS)
            piece = self._packer.decompress(data, PIECE)
        self._raw_allowed = False
        while piece:
            yield piece
            piece = self._packer.decompress(self._packer.unconsumed_tail, PIECE)
