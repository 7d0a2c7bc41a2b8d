"""Read the records on the pages of a database file, even if its header, tables or other pages are damaged.

Every leaf page of a b-tree contains the positions of its records, so a surviving page can be read even when nothing
refers to it. Pages of the write-ahead log count like those of the file, the latest version first. Columns and checksum
identify a record (`transcripts/sql/repair/salvage.py`). The layout is SQLite's file format, version 3.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

Value = str | bytes | int | float | None

MAGIC = b"SQLite format 3\x00"
LEAF, INDEX_LEAF, INDEX_INSIDE, INSIDE = 0x0D, 0x0A, 0x02, 0x05
SIZES = (4096, 1024, 2048, 8192, 16384, 32768, 65536, 512)
"""Page sizes, the most common first."""
_WAL_HEAD, _FRAME_HEAD = 32, 24
_WAL_MAGIC = (0x377F0682, 0x377F0683)
_MOST_COLUMNS = 200
_LOOKED_AT = 4_000_000
_FULL = 0xFFFFFFFF


class PageRecord(Struct, frozen=True):
    """A record."""

    values: tuple[Value, ...]
    """Its columns, as stored: the key of a table that numbers its rows is `None`."""
    indexed: bool
    """Whether it is an entry of an index, not a row of a table."""


class Pages:
    """The pages of a file and of its log."""

    def __init__(self, path: Path, log: Path | None = None) -> None:
        self._file = _mapped(path)
        self._log = _mapped(log) if log is not None and log.exists() else b""
        head = bytes(self._file[:100])
        self.headed = head.startswith(MAGIC)
        """Whether the file begins with a database header."""
        self.size = _size_said(head) or _size_of_log(self._log) or self._size_seen()
        """Bytes per page."""
        reserved = head[20] if self.headed and head[20] <= 32 else 0
        self._usable = self.size - reserved
        self.there = len(self._file) // self.size
        """Pages in the file."""
        self.said = max(self.there, struct.unpack(">I", head[28:32])[0] if self.headed else 0)
        """Pages according to the header."""
        if self.said > max(1_000, 1_000 * self.there):
            self.said = self.there  # a header that is itself damaged
        self._versions: dict[int, list[int]] = {}
        self._read_log()
        self.unreadable = 0
        """Unreadable records so far."""
        self._seen: set[int] = set()

    def close(self) -> None:
        """Close the files."""
        for each in (self._file, self._log):
            if isinstance(each, mmap.mmap):
                each.close()

    def rows(self) -> Iterator[PageRecord]:
        """Yield every record, those of the latest versions of the pages first."""
        last = max([self.said, *self._versions], default=0)
        for depth in range(1 + max((len(each) for each in self._versions.values()), default=0)):
            for number in range(1, last + 1):
                versions = self._of(number)
                if depth < len(versions):
                    yield from self._on(number, versions[depth], latest=depth == 0)

    def missing(self) -> int:
        """Return the number of lost pages, after all rows were read: cut off, or overwritten with other data."""
        last = max([self.said, *self._versions], default=0)
        return last - len(self._seen) - len(self._idle() - self._seen)

    def log_is_whole(self) -> bool:
        """Return whether the log is complete, so that the file's tables are the latest version."""
        log, step = self._log, self.size + _FRAME_HEAD
        if not log:
            return True
        if not _size_of_log(log) or len(log) < _WAL_HEAD:
            return False
        order = ">" if struct.unpack(">I", log[:4])[0] & 1 else "<"
        salts, sums = log[16:24], _summed(log[:24], (0, 0), order)
        starts = range(_WAL_HEAD, len(log) - step + 1, step)
        if sums != struct.unpack(">II", log[24:32]):
            return False
        for n, at in enumerate(starts):
            if log[at + 8 : at + 16] != salts:  # the rest of an earlier round, unless more of this one follows
                return all(log[later + 8 : later + 16] != salts for later in starts[n:])
            sums = _summed(log[at + _FRAME_HEAD : at + step], _summed(log[at : at + 8], sums, order), order)
            if sums != struct.unpack(">II", log[at + 16 : at + 24]):
                return False
        return (len(log) - _WAL_HEAD) % step == 0

    def _idle(self) -> set[int]:
        """Return the pages in the list of free ones."""
        idle: set[int] = set()
        if not self.headed:
            return idle
        head = self._of(1)[0]
        trunk = struct.unpack(">I", head[32:36])[0]
        while 0 < trunk <= self.said and trunk not in idle:
            idle.add(trunk)
            versions = self._of(trunk)
            if not versions:
                break
            trunk_page = versions[0]
            trunk, count = struct.unpack(">II", trunk_page[:8])
            count = min(count, self._usable // 4 - 2)
            idle.update(
                number for number in struct.unpack(f">{count}I", trunk_page[8 : 8 + 4 * count]) if number <= self.said
            )
        return idle

    def _of(self, number: int) -> list[bytes]:
        """Return the versions of a page, the latest first."""
        found = [self._log[at : at + self.size] for at in self._versions.get(number, ())]
        start = (number - 1) * self.size
        page = self._file[start : start + self.size]
        if len(page) >= 8:
            found.append(page.ljust(self.size, b"\0"))
        return found

    def _read_log(self) -> None:
        step = self.size + _FRAME_HEAD
        for at in range(_WAL_HEAD, len(self._log) - step + 1, step):
            number = struct.unpack(">I", self._log[at : at + 4])[0]
            if 0 < number <= self.said + len(self._log) // step:
                self._versions.setdefault(number, []).insert(0, at + _FRAME_HEAD)

    def _size_seen(self) -> int:
        """Return the size with which most pages look like pages."""

        def looks(size: int) -> int:
            return sum(
                _looks_right(self._file[at : at + size]) for at in range(size, min(len(self._file), _LOOKED_AT), size)
            )

        return max(SIZES, key=looks)

    def _on(self, number: int, page: bytes, *, latest: bool) -> Iterator[PageRecord]:
        start = 100 if number == 1 else 0
        kind = page[start]
        if kind not in (LEAF, INDEX_LEAF, INDEX_INSIDE, INSIDE):
            return
        count = struct.unpack(">H", page[start + 3 : start + 5])[0]
        head = start + (12 if kind in (INDEX_INSIDE, INSIDE) else 8)
        if head + 2 * count > self._usable or page[start + 7] > 60:
            return
        if latest:
            self._seen.add(number)
        if kind == INSIDE:
            return
        for cell in struct.unpack(f">{count}H", page[head : head + 2 * count]):
            if not head + 2 * count <= cell < self._usable:
                self.unreadable += latest
                continue
            try:
                payloads = self._payloads(page, cell, kind)
                first = True
                for payload in payloads:
                    yield PageRecord(record_in(payload), kind != LEAF)
                    first = False
                self.unreadable += latest and first
            except (ValueError, IndexError, struct.error):
                self.unreadable += latest

    def _payloads(self, page: bytes, at: int, kind: int) -> Iterator[bytes]:
        """Yield a cell's content: once for every version of the pages that may contain its rest."""
        if kind == INDEX_INSIDE:
            at += 4
        length, at = _varint(page, at)
        if kind == LEAF:
            _, at = _varint(page, at)
        most = self._usable - 35 if kind == LEAF else (self._usable - 12) * 64 // 255 - 23
        least = (self._usable - 12) * 32 // 255 - 23
        if length <= most:
            if at + length > self._usable:
                raise ValueError("A record that leaves its page.")
            yield page[at : at + length]
            return
        local = least + (length - least) % (self._usable - 4)
        local = local if local <= most else least
        first = struct.unpack(">I", page[at + local : at + local + 4])[0]
        whole = [self._chain(page[at : at + local], first, length, depth) for depth in (0, -1)]
        if whole[0] is None and whole[1] is None:
            raise ValueError("Its other pages are gone.")
        yield from dict.fromkeys(each for each in whole if each is not None)

    def _chain(self, began: bytes, number: int, length: int, depth: int) -> bytes | None:
        """Return a record whose rest is on overflow pages."""
        parts, there, room = [began], len(began), self._usable - 4
        while there < length:
            versions = self._of(number)
            if number == 0 or not versions:
                return None
            self._seen.add(number)
            page = versions[depth]
            number = struct.unpack(">I", page[:4])[0]
            parts.append(page[4 : 4 + min(room, length - there)])
            there += len(parts[-1])
        return b"".join(parts)


def record_in(payload: bytes) -> tuple[Value, ...]:
    """Return the columns of a record; raise `ValueError` if it is none."""
    size, at = _varint(payload, 0)
    if not at <= size <= len(payload):
        raise ValueError("No record.")
    kinds: list[int] = []
    while at < size:
        kind, at = _varint(payload, at)
        kinds.append(kind)
        if len(kinds) > _MOST_COLUMNS:
            raise ValueError("No record of ours.")
    values: list[Value] = []
    at = size
    for kind in kinds:
        value, at = _value(payload, at, kind)
        values.append(value)
    if at != len(payload):
        raise ValueError("A record of another length.")
    return tuple(values)


_LENGTHS: Sequence[int] = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)


def _looks_right(page: bytes) -> bool:
    """Return whether this is a page of records, from its first byte to its last pointer."""
    if len(page) < 512 or page[0] not in (LEAF, INDEX_LEAF, INDEX_INSIDE, INSIDE) or page[7] > 60:
        return False
    count, begins = struct.unpack(">HH", page[3:7])
    head = 12 if page[0] in (INDEX_INSIDE, INSIDE) else 8
    if not count or head + 2 * count > begins:
        return False
    return all(begins <= cell < len(page) for cell in struct.unpack(f">{count}H", page[head : head + 2 * count]))


def _value(payload: bytes, at: int, kind: int) -> tuple[Value, int]:
    if kind in (10, 11):
        raise ValueError("A kind of column there is not.")
    length = _LENGTHS[kind] if kind < 10 else (kind - 12) // 2
    part = payload[at : at + length]
    if len(part) < length:
        raise ValueError("A column that leaves its record.")
    if kind == 0:
        return None, at
    if kind in (8, 9):
        return kind - 8, at
    if kind < 7:
        return int.from_bytes(part, "big", signed=True), at + length
    if kind == 7:
        return struct.unpack(">d", part)[0], at + length
    return (part.decode() if kind % 2 else part), at + length


def _varint(page: bytes, at: int) -> tuple[int, int]:
    value = 0
    for n in range(9):
        byte = page[at + n]
        if n == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + n + 1
    raise ValueError("No number.")


def _summed(part: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    """Continue the log's checksum over this part."""
    one, two = sums
    words = struct.unpack(f"{order}{len(part) // 4}I", part)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & _FULL
        two = (two + odd + one) & _FULL
    return one, two


def _size_said(head: bytes) -> int:
    if not head.startswith(MAGIC):
        return 0
    said = struct.unpack(">H", head[16:18])[0]
    said = 65536 if said == 1 else said
    return said if said in SIZES else 0


def _size_of_log(log: mmap.mmap | bytes) -> int:
    if len(log) < _WAL_HEAD or struct.unpack(">I", log[:4])[0] not in _WAL_MAGIC:
        return 0
    said: int = struct.unpack(">I", log[8:12])[0]
    return said if said in SIZES else 0


def _mapped(path: Path) -> mmap.mmap | bytes:
    with path.open("rb") as file:
        if not path.stat().st_size:
            return b""
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
