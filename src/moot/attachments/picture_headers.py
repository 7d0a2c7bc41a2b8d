"""Read type and size of a picture from its header; nothing is decoded, so nothing can expand."""

from __future__ import annotations

from typing import NamedTuple

PICTURES = ("image/png", "image/jpeg", "image/webp", "image/gif")
"""Accepted types."""
_SIZES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""JPEG markers with the picture's size."""
_BARE = frozenset({0x01, *range(0xD0, 0xD9)})
"""JPEG markers without a length."""


class PictureSize(NamedTuple):
    """Pixels."""

    width: int
    height: int


def kind_of(data: bytes) -> str | None:
    """Return the media type by the first bytes, if it is accepted."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return None


def measured(data: bytes, kind: str) -> PictureSize | None:
    """Return width and height; `None` if the header does not contain them."""
    if kind == "image/png":
        return _big(data[16:24], 4) if data[12:16] == b"IHDR" else None
    if kind == "image/gif":
        return _little(data[6:10], 2)
    return _webp(data) if kind == "image/webp" else _jpeg(data)


def _webp(data: bytes) -> PictureSize | None:
    form = data[12:16]
    if form == b"VP8X" and len(data) >= 30:
        size = _little(data[24:30], 3)
        return PictureSize(size.width + 1, size.height + 1) if size else None
    if form == b"VP8L" and len(data) >= 25 and data[20] == 0x2F:
        bits = int.from_bytes(data[21:25], "little")
        return PictureSize((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    if form == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        size = _little(data[26:30], 2)
        return PictureSize(size.width & 0x3FFF, size.height & 0x3FFF) if size else None
    return None


def _jpeg(data: bytes) -> PictureSize | None:
    """Return the largest size of any frame: a decoder may use another one than the first."""
    at, largest = 2, None
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return largest
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in _BARE:
            at += 2
        elif marker in (0xDA, 0xD9):  # pixels begin; a size after them belongs to no visible picture
            return largest
        else:
            if marker in _SIZES and len(data) >= at + 9:
                height, width = int.from_bytes(data[at + 5 : at + 7]), int.from_bytes(data[at + 7 : at + 9])
                if largest is None or width * height > largest.width * largest.height:
                    largest = PictureSize(width, height)
            at += 2 + max(2, int.from_bytes(data[at + 2 : at + 4]))
    return largest


def _big(data: bytes, each: int) -> PictureSize | None:
    return PictureSize(int.from_bytes(data[:each]), int.from_bytes(data[each:])) if len(data) == 2 * each else None


def _little(data: bytes, each: int) -> PictureSize | None:
    if len(data) != 2 * each:
        return None
    return PictureSize(int.from_bytes(data[:each], "little"), int.from_bytes(data[each:], "little"))
