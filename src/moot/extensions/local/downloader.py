"""Download a large file over an unreliable network, in parts that are never requested twice.

A broken connection is resumed by this download or the next one. A file without the expected size and digest is deleted.
Every wait has a limit: a host that cannot be reached is reported within three seconds.

A file comes from the model host, or the few hosts it redirects to. A download is the one request that follows a
redirect to another host, so each hop is checked against this list, and then against the addresses any public row may
reach. `HF_ENDPOINT` names another host in its place, such as a company's; `HF_TOKEN` goes to the first host alone.
Tested by `tests/extensions/local/test_downloader.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import hashlib
import os
import shutil
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO
from urllib.parse import urljoin, urlsplit

import aiohttp
from msgspec import Struct

from moot.errors import Conflict, MootError, StorageFailed
from moot.extensions.local.model_files import part_of
from moot.providers.public import (
    CheckedResolver,
    EgressRefused,
    Gate,
    Lookup,
    Target,
    is_local,
    target_of,
    why_broken,
)

CONNECT = 3.0
"""Maximum number of seconds to resolve and reach a host."""
STALLED = 30.0
"""Maximum number of seconds from one piece of a file to the next, or to a host's first byte."""
MOST_TRIES = 5
"""Maximum number of consecutive connections that may break without a byte of progress."""
PAUSE = 0.5
LARGEST = 200_000_000_000
"""Maximum number of bytes of a file whose size is not known beforehand."""
SPARE = 64_000_000
"""Number of bytes of the disk that are left free."""
PIECE = 1 << 18

HOST = "https://huggingface.co"
FOLLOWED = (".huggingface.co", ".hf.co")
"""Suffixes of the hosts that store the model host's files."""
MOST_HOPS = 5

try:
    import fcntl
except ImportError:  # Windows: two processes may download the same file at once
    fcntl = None  # type: ignore[assignment]

Progress = Callable[[int, int], None]
"""Type of callbacks that get the bytes downloaded so far and the size of the file; 0 if unknown."""


class PullFailed(MootError):
    """A model's file could not be downloaded, or its content is not the expected one."""

    code, status = "pull_failed", 502
    remedy_by_default = "Run the command again: it goes on where it stopped."


class HostUnreachable(PullFailed):
    """The host of a model's file could not be reached at all."""

    code = "unreached"

    def __init__(self, message: str, remedy: str = "", *, by_hand: str = "") -> None:
        super().__init__(message, remedy)
        self.by_hand = by_hand
        """What to download by hand, and where to put it; empty if not known yet."""


class Download(Struct, frozen=True, kw_only=True):
    """A file to download: its path at the model host, with the size and digest it must have."""

    path: str
    """Path of the file at the host."""
    bytes: int = 0
    """Size of the file in bytes; 0 if not known beforehand."""
    sha256: str = ""
    """SHA-256 of the file; empty if not known beforehand."""


class _Broken(Exception):
    """The connection broke during a download. What was received is kept, so that the download can be resumed."""


async def download(
    wanted: Download,
    to: Path,
    *,
    environ: Mapping[str, str] = os.environ,
    progress: Progress | None = None,
    lookup: Lookup | None = None,
) -> str:
    """Download a file to the path `to` and return its SHA-256. The path exists only once the file is complete and has
    been checked.
    """
    try:
        to.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _alone(part_of(to)) as part:
            return await _Download(wanted, part, to, environ, progress or (lambda *_: None), lookup or look_up).run()
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise StorageFailed(
                f"The disk is full: {part_of(to)} stops at {_size_of(part_of(to)):,} bytes.",
                "Free some space and run it again: it goes on where it stopped.",
            ) from None
        raise StorageFailed(f"{to.parent} cannot be written: {error.strerror}.", "See to its rights.") from None


class _Download:
    """One file being downloaded."""

    def __init__(
        self,
        wanted: Download,
        part: IO[bytes],
        to: Path,
        environ: Mapping[str, str],
        progress: Progress,
        lookup: Lookup,
    ) -> None:
        self._wanted, self._part, self._to = wanted, part, to
        self._token = environ.get("HF_TOKEN", "").strip()
        self._first = first_hop(wanted.path, environ)
        self._progress, self._lookup = progress, lookup
        self._size = wanted.bytes
        self._told = ""

    async def run(self) -> str:
        if not self._wanted.sha256 and not self._wanted.bytes:
            self._begin_anew()  # nothing could show whether two parts are of one file
        idle, here = 0, self._here()
        while not self._size or here < self._size:
            trouble = ""
            try:
                if await self._more():
                    break
            except _Broken as broken:
                trouble = str(broken)
            idle = 0 if self._here() > here else idle + 1
            here = self._here()
            if idle >= MOST_TRIES:
                raise PullFailed(f"{self._first.target.host}: {trouble or 'no more of it comes'} after {here:,} bytes.")
            if not self._size or here < self._size:
                await asyncio.sleep(PAUSE * 2**idle if idle else 0)
        return await asyncio.to_thread(self._finished)

    def _here(self) -> int:
        return os.fstat(self._part.fileno()).st_size

    def _begin_anew(self) -> None:
        self._part.truncate(0)

    async def _more(self) -> bool:
        """Request the missing part, and return whether the file's end was received."""
        here = self._here()
        headers = {"Range": f"bytes={here}-"} if here else {}
        async with self._answer(headers) as answer:
            if answer.status == 416:
                if not self._size and here:
                    return True
                self._begin_anew()
                return False
            begins = _begins(answer) if answer.status == 206 else 0
            if here and begins != here:
                self._begin_anew()  # the host sends no parts, or those of another file
                if answer.status == 206:
                    return False
            rest = answer.content_length
            whole = rest + begins if rest is not None else 0
            if self._wanted.bytes and whole and whole != self._wanted.bytes:
                raise PullFailed(
                    f"{self._first.target.host} offers {whole:,} bytes; the file has {self._wanted.bytes:,}.",
                    "It was changed there, or this is another file. Nothing was kept of it.",
                )
            self._size = self._wanted.bytes or whole
            self._check_space(self._size - self._here())
            await self._taken(answer)
            return (bool(self._size) and self._here() >= self._size) or not self._size

    async def _taken(self, answer: aiohttp.ClientResponse) -> None:
        most, at = self._size or LARGEST, self._here()
        self._part.seek(0, os.SEEK_END)
        try:
            async for data in answer.content.iter_chunked(PIECE):
                at += len(data)
                if at > most:
                    self._begin_anew()
                    raise PullFailed(f"More came than the {most:,} bytes that were to come; nothing was kept of it.")
                self._part.write(data)
                self._progress(at, self._size)
        except TimeoutError:
            raise _Broken(f"nothing more came for {STALLED:g} s") from None
        except (aiohttp.ClientError, ConnectionError, ssl.SSLError) as error:
            raise _Broken(why_broken(error)) from None
        finally:
            self._part.flush()

    def _check_space(self, missing: int) -> None:
        free = shutil.disk_usage(self._to.parent).free
        if missing + SPARE > free:
            raise StorageFailed(
                f"{self._to.parent} has room for {free:,} bytes, and {missing:,} are still to come.",
                "Free some space, or set MOOT_HOME to a folder on another disk; what is there is kept.",
            )

    def _finished(self) -> str:
        """Check the size and digest of the downloaded file, rename it to its final path, and return its SHA-256. A
        wrong file is deleted.
        """
        os.fsync(self._part.fileno())
        part, size = part_of(self._to), self._here()
        if self._size and size != self._size:
            part.unlink()
            raise PullFailed(f"{size:,} bytes are there instead of {self._size:,}; they were deleted.")
        found = digest_of(part)
        right = self._wanted.sha256 or self._told
        if right and found != right:
            part.unlink()
            raise PullFailed(
                f"The file is not the one that was published: its sha256 is {found}, not {right}. It was deleted.",
                "Run it again; if it stays so, the file was changed where it comes from.",
            )
        os.replace(part, self._to)
        return found

    @contextlib.asynccontextmanager
    async def _answer(self, headers: Mapping[str, str]) -> AsyncIterator[aiohttp.ClientResponse]:
        """Send the request and yield the host's response, after following its redirects."""
        hop = self._first
        for _ in range(MOST_HOPS + 1):
            async with self._client(hop) as client:
                sent = dict(headers)
                if self._token and hop.target.origin == self._first.target.origin:
                    sent["Authorization"] = f"Bearer {self._token}"
                with _named(hop.target.host):
                    answer = await client.get(hop.target.origin + _path(hop), headers=sent, allow_redirects=False)
                if answer.status not in (301, 302, 303, 307, 308):
                    self._check(answer, hop)
                    try:
                        yield answer
                    finally:
                        answer.close()
                    return
                stated = answer.headers.get("X-Linked-Etag", "").strip('"')
                self._told = stated if len(stated) == 64 else self._told
                location = answer.headers.get("Location", "")
                answer.close()
            hop = self._allowed(hop, location)
        raise PullFailed(f"{self._first.target.host} sends on more than {MOST_HOPS} times.")

    def _allowed(self, hop: Hop, location: str) -> Hop:
        try:
            return next_hop(self._first, hop, location)
        except EgressRefused as error:
            raise PullFailed(error.message, "Nothing was fetched from there.") from None

    def _check(self, answer: aiohttp.ClientResponse, hop: Hop) -> None:
        host, status = hop.target.host, answer.status
        if status in (200, 206, 416):
            return
        if status in (401, 403):
            raise PullFailed(
                f"{host} gives the file to nobody without leave (HTTP {status}).",
                "Accept its terms on its page there, then set HF_TOKEN to a token of yours.",
            )
        if status in (404, 410):
            raise PullFailed(f"{host} has no such file (HTTP {status}).", "See whether its name is right.")
        if status == 429 or status >= 500:
            raise _Broken(f"HTTP {status}")
        raise PullFailed(f"{host} answers with HTTP {status}.")

    @contextlib.asynccontextmanager
    async def _client(self, hop: Hop) -> AsyncIterator[aiohttp.ClientSession]:
        gate = Gate(private=hop.private, lookup=self._lookup)
        async with aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(resolver=CheckedResolver(gate), force_close=True),
            headers={"User-Agent": "moot", "Accept-Encoding": "identity"},
            auto_decompress=False,
            trust_env=False,
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=None, connect=CONNECT, sock_connect=CONNECT, sock_read=STALLED),
        ) as client:
            yield client


@contextlib.contextmanager
def _named(host: str) -> Iterator[None]:
    """Convert an HTTP client's errors to `PullFailed`."""
    try:
        yield
    except EgressRefused as error:
        raise PullFailed(error.message) from None
    except (aiohttp.ConnectionTimeoutError, aiohttp.ClientConnectorError) as error:
        late = isinstance(error, TimeoutError)
        why = f"it did not answer within {CONNECT:g} s" if late else why_broken(error)
        raise HostUnreachable(f"{host} cannot be reached ({why}).") from None
    except TimeoutError:
        raise _Broken(f"nothing came for {STALLED:g} s") from None
    except (aiohttp.ClientError, OSError) as error:
        raise _Broken(why_broken(error)) from None


@contextlib.contextmanager
def _alone(part: Path) -> Iterator[IO[bytes]]:
    """Open a partial file for writing and yield it, locked so that no other process writes it. Raises `Conflict` if
    another one does.
    """
    descriptor = os.open(part, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    with os.fdopen(descriptor, "r+b") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Conflict("Another Moot is fetching this file.", "Wait until it is there.") from None
        try:
            yield file
        finally:
            if _size_of(part) == 0:
                part.unlink(missing_ok=True)


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


async def look_up(host: str, port: int) -> Sequence[str]:
    """Return all IP addresses of a host. The lookup runs in a thread of its own, so that a slow name server cannot
    delay the program's exit.
    """
    loop = asyncio.get_running_loop()
    found: asyncio.Future[Sequence[str]] = loop.create_future()

    def ask() -> None:
        told: list[str] | OSError
        try:
            told = [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
        except OSError as error:
            told = error
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, told)

    def settle(told: list[str] | OSError) -> None:
        if found.done():
            return
        if isinstance(told, OSError):
            found.set_exception(told)
        else:
            found.set_result(told)

    threading.Thread(target=ask, daemon=True).start()
    return await found


def _path(hop: Hop) -> str:
    return hop.target.base.removeprefix(hop.target.origin) + hop.rest


def _begins(answer: aiohttp.ClientResponse) -> int:
    """Return the offset at which a partial response begins, from its `Content-Range` header. If there is no such
    header, return -1."""
    first = answer.headers.get("Content-Range", "").removeprefix("bytes ").partition("-")[0].strip()
    return int(first) if first.isdigit() and len(first) < 16 else -1


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


class Hop(Struct, frozen=True, kw_only=True):
    """One address in a chain of redirects: the address requested first, or one that a redirect leads to."""

    target: Target
    """Scheme, host and port, checked."""
    rest: str
    """Path and query of the address."""
    private: bool
    """Whether the address may be in the user's own network."""


def first_hop(path: str, environ: Mapping[str, str]) -> Hop:
    """Return the address at which a file is requested: at the usual model host, or at the one in `HF_ENDPOINT`."""
    base = environ.get("HF_ENDPOINT", "").strip().rstrip("/") or HOST
    private = is_local(base)
    try:
        target = target_of(base, private=private)
    except EgressRefused as error:
        raise EgressRefused(error.message, "HF_ENDPOINT names it; unset it, or write an https address.") from None
    return Hop(target=target, rest=path, private=private)


def next_hop(first: Hop, here: Hop, location: str) -> Hop:
    """Return the address that a redirect leads to; raise if files may not be downloaded from there."""
    try:
        parts = urlsplit(urljoin(f"{here.target.base}{here.rest}", location))
        origin = f"{parts.scheme}://{parts.netloc}".lower()
        same = origin == first.target.origin
        private = first.private and same
        target = target_of(origin, private=private)
    except ValueError:
        raise EgressRefused("It redirects to what is no address.") from None
    rest = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not same and not target.host.endswith(FOLLOWED) and target.origin != HOST:
        raise EgressRefused(f"It redirects to {target.host!r}, which is none of the model host's own names.")
    if not rest.isascii() or any(c <= " " or c == "\x7f" for c in rest):
        raise EgressRefused("It redirects to an address that is not plain ASCII.")
    return Hop(target=target, rest=rest, private=private)
