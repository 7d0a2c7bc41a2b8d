"""Connect HTTP clients to checked addresses only, and describe network errors.

No HTTP client of Moot resolves a name by itself. See also `tests/providers/searchers/test_fetching.py`.
"""

from __future__ import annotations

import errno
import os
import socket
import ssl
import zlib
from collections.abc import Iterator

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from moot.egress.addresses import Gate
from moot.egress.untrusted_text import shown


class CheckedResolver(AbstractResolver):
    """Resolves host names for aiohttp, and returns only addresses to which the endpoint may connect."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    async def resolve(self, host: str, port: int = 0, family: int = socket.AF_INET) -> list[ResolveResult]:
        found = await self._gate.addresses(host, port)
        return [
            ResolveResult(
                hostname=host,
                host=str(address),
                port=port,
                family=socket.AF_INET if address.version == 4 else socket.AF_INET6,
                proto=0,
                flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            )
            for address in found
        ]

    async def close(self) -> None:
        """Do nothing. The interface of aiohttp requires this method."""


def why_broken(error: BaseException) -> str:
    """Describe a network error in words, because many of these exceptions have no message of their own."""
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return "its name could not be resolved"
    if isinstance(error, aiohttp.ClientConnectorCertificateError | aiohttp.ClientConnectorSSLError | ssl.SSLError):
        return f"TLS failed ({shown(str(error), 160)})"
    number = getattr(getattr(error, "os_error", error), "errno", None)
    if number == errno.ECONNREFUSED:
        return "connection refused"
    if isinstance(error, aiohttp.ServerDisconnectedError):
        return "the server hung up without an answer"
    if number == errno.ECONNRESET or isinstance(error, ConnectionResetError):
        return "connection reset"
    if isinstance(error, aiohttp.ClientPayloadError):
        return "the body ended too early"
    if isinstance(number, int) and number > 0:
        return os.strerror(number).lower()
    return f"{type(error).__name__} {shown(str(error), 160)}".strip()


ENCODINGS = ("gzip", "x-gzip", "deflate")
PIECE = 64 * 1024


class Inflater:
    """Decompresses a response body piece by piece, at most 64 KiB each, so that the caller can stop at a size limit."""

    def __init__(self, encoding: str) -> None:
        self._raw_allowed = encoding == "deflate"
        self._packer = zlib.decompressobj(zlib.MAX_WBITS | 32)

    def open(self, data: bytes) -> Iterator[bytes]:
        """Decompress the next bytes of the body, and yield the result in pieces.

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
