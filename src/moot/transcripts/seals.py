"""Seal transcript files: the last line is a digest over all others, which shows that the file is unchanged.

The seal covers the lines as they are written, so that fields that are not read count, too. It shows that a file is as
exported, not who exported it: anyone who changes a file can seal it again. A signature (`egress/signing.py`) shows who
did; only a replay shows that the content follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moot.egress.signing import Signer
from moot.transcripts.json_lines import json_of, unbroken

MARK = '{"seal":'
"""Beginning of the line that contains a seal."""
DOMAIN = b"moot transcript 1\n"
SIGNED = b"moot seal 1\n"
"""Prefix of the data to hash and to sign, so that neither can be used for another purpose."""
NAMED = 5
"""Maximum number of changed lines that are named when a seal does not match."""
SHORT = 16
"""Number of hexadecimal digits stored of each line's digest, to find out which line was changed."""
LEFT_OUT = '{"left_out":'
"""Beginning of the line of an archive that names the sessions it lacks."""


class Seal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last line of an exported transcript: digests of all other lines, by which changes are detected."""

    version: int = 1
    """Version of the seal's format."""
    session: str
    """Id of the session in the file."""
    events: int
    """Number of events."""
    digest: str
    """SHA-256 over the lines of all events, in order."""
    lines: tuple[str, ...]
    """First digits of each line's own SHA-256, to find out which line was changed."""
    key: str = ""
    """Public key of the signer, as `ed25519:BASE64`; empty without a signature."""
    signature: str = ""
    """Signature over everything else in the seal, in base64."""


class _SealLine(Struct, frozen=True, forbid_unknown_fields=True):
    seal: Seal


class _Without(Struct, frozen=True):
    left_out: tuple[str, ...]


Sealed = Literal["whole", "changed", "unsealed"]


class SealCheck(Struct, frozen=True, kw_only=True):
    """The result of checking whether a transcript file is unchanged since its export."""

    state: Sealed
    """`whole`: unchanged since the export. `changed`: modified. `unsealed`: there is no seal to check."""
    wrong: tuple[str, ...] = ()
    """Descriptions of the changes, each in a sentence."""
    seal: Seal | None = None
    """The seal found in the file; `None` if the file has no readable seal."""
    without: tuple[str, ...] = ()
    """Sessions that the archive reports as missing. No seal covers this line."""


def event_lines(text: str) -> list[str]:
    """Return the lines of a transcript file that contain events, i.e. no seals and no notes on what was left out."""
    return [line for line in _lines(text) if not line.startswith((MARK, LEFT_OUT))]


def seal_of(session: str, lines: Sequence[str]) -> Seal:
    """Make a seal for a session's event lines, which contains their digests."""
    return Seal(
        session=session,
        events=len(lines),
        digest=_digest(lines),
        lines=tuple(sha256(line.encode("utf-8", "surrogatepass")).hexdigest()[:SHORT] for line in lines),
    )


def signable(seal: Seal) -> bytes:
    """Return the bytes of a seal that are signed: all of it except the signature."""
    return SIGNED + msgspec.json.encode(replace(seal, signature=""), order="deterministic")


def sealed(text: str, signer: Signer | None = None) -> str:
    """Return the text of a transcript with its seal as the last line, signed if there is a signer."""
    lines = event_lines(text)
    seal = seal_of(_named(lines[0]).session, lines)
    if signer is not None:
        seal = replace(seal, key=signer.public)
        seal = replace(seal, signature=signer.sign(signable(seal)))
    return text + _written(seal) + "\n"


def seal_in(text: str) -> SealCheck:
    """Check the text of a transcript file against its seal (the digests in its last line). Return whether the text is
    unchanged and, if not, what was changed."""
    gone = [_left_out(line) for line in _lines(text) if line.startswith(LEFT_OUT)]
    return replace(_sealed_as(text), without=tuple(dict.fromkeys(name for names in gone for name in names)))


def _left_out(line: str) -> tuple[str, ...]:
    try:
        return msgspec.json.decode(line, type=_Without).left_out
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ("names that cannot be read",)


def _sealed_as(text: str) -> SealCheck:
    lines, found = event_lines(text), [line for line in _lines(text) if line.startswith(MARK)]
    if not found:
        return SealCheck(state="unsealed")
    if len(found) > 1:
        return SealCheck(state="changed", wrong=("It has more than one seal.",))
    try:
        seal = msgspec.json.decode(found[0], type=_SealLine).seal
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return SealCheck(state="changed", wrong=(f"Its seal cannot be read: {str(error).rstrip('.')}.",))
    if found[0] != _written(seal):
        return SealCheck(state="changed", wrong=("Its seal is not written as seals are.",), seal=seal)
    wrong = tuple(_wrong(seal, lines))
    return SealCheck(state="changed" if wrong else "whole", wrong=wrong, seal=seal)


def _written(seal: Seal) -> str:
    return unbroken(json_of(_SealLine(seal)))


def _wrong(seal: Seal, lines: Sequence[str]) -> list[str]:
    told: list[str] = []
    made = seal_of(seal.session, lines)
    if seal.version != 1:
        told.append(f"Its seal is of the form {seal.version}, which this version of Moot does not know.")
    if lines and _named(lines[0]).session != seal.session:
        told.append(f"Its seal is that of the session {seal.session}.")
    if seal.events != made.events:
        told.append(f"It has {made.events:,} events, and was sealed with {seal.events:,}.")
    if made.lines != seal.lines:
        told += _moved(seal.lines, made.lines, lines)
    if made.digest != seal.digest:
        told.append("Its digest is not the one in its seal.")
    return told


def _moved(sealed: Sequence[str], there: Sequence[str], lines: Sequence[str]) -> list[str]:
    """Return a sentence for each line that differs from the sealed line, with its number and key. If there are many,
    the last sentence gives the number of further lines.
    """
    known, told = set(sealed), []
    for number, mark in enumerate(there):
        if number < len(sealed) and sealed[number] == mark:
            continue
        key = _named(lines[number]).key
        at = f"line {number + 1} ({key[:120]!r})" if key else f"line {number + 1}"
        told.append(f"{at} is not where it was." if mark in known else f"{at} is not what was exported.")
    gone = len(known - set(there))
    if not told or (gone and len(there) < len(sealed)):
        told.append(f"{gone or 'No'} line{'' if gone == 1 else 's'} that were exported are not there any more.")
    more = len(told) - NAMED
    further = [f"{more:,} further line{'s differ' if more > 1 else ' differs'}."] if more > 0 else []
    return [each[0].upper() + each[1:] for each in told[:NAMED]] + further


class _SealName(Struct, frozen=True):
    session: str = ""
    key: str = ""


def _named(line: str) -> _SealName:
    try:
        return msgspec.json.decode(line, type=_SealName)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return _SealName()


def _digest(lines: Sequence[str]) -> str:
    whole = sha256(DOMAIN)
    for line in lines:
        data = line.encode("utf-8", "surrogatepass")
        whole.update(len(data).to_bytes(8, "big"))
        whole.update(data)
    return whole.hexdigest()


def _lines(text: str) -> list[str]:
    return [line for raw in text.removeprefix("\ufeff").split("\n") if (line := raw.removesuffix("\r")).strip()]
