"""Decompress a response body with a size limit.

Requests ask for uncompressed responses (`Accept-Encoding: identity`); this is for servers that compress all the same.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

ENCODINGS = ("gzip", "x-gzip", "deflate")
PIECE = 64 * 1024


class Inflater:
    """Decompressor of one body, in pieces of at most 64 KiB; the caller decides after each whether to go on."""

    def __init__(self, encoding: str) -> None:
        self._raw_allowed = encoding == "deflate"
        self._packer = zlib.decompressobj(zlib.MAX_WBITS | 32)

    def open(self, data: bytes) -> Iterator[bytes]:
        """Yield the decompressed pieces.

        Raises:
            zlib.error: The bytes are not in the format of the header.
        """
        try:
            piece = self._packer.decompress(data, PIECE)
        except zlib.error:
            if not self._raw_allowed:
                raise
            # Some servers send raw deflate without zlib's two-byte header.
            self._packer = zlib.decompressobj(-zlib.MAX_WBITS)
            piece = self._packer.decompress(data, PIECE)
        self._raw_allowed = False
        while piece:
            yield piece
            piece = self._packer.decompress(self._packer.unconsumed_tail, PIECE)
