"""How does a transcript file show that nobody has changed it? By a seal: its last line, a digest over every other one.

The seal covers the lines as they are written, so that a field that nobody reads counts like any other. It shows that a
file is what was exported, not who exported it: whoever changes a file can seal it again. A signature (`signing.py`)
shows who did; what follows from what, only a replay can show.
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
"""How the line of a seal begins."""
DOMAIN = b"moot transcript 1\n"
SIGNED = b"moot seal 1\n"
"""What is put in front of what is hashed and of what is signed, so that neither can pass for anything else."""
NAMED = 5
"""Lines that are named, of those that were changed."""
SHORT = 16
"""Hexadecimal digits by which the seal knows each line; they only name the line that was changed."""
LEFT_OUT = '{"left_out":'
"""How the line of an archive begins that names sessions it is without."""


class Seal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands in the last line of a sealed transcript."""

    version: int = 1
    """Of the seal's form."""
    session: str
    """The session it seals."""
    events: int
    """How many events it has."""
    digest: str
    """SHA-256 over all of their lines, in order."""
    lines: tuple[str, ...]
    """The beginning of each line's own SHA-256, so that a changed one can be named."""
    key: str = ""
    """The public key of whoever signed it, as `ed25519:BASE64`; empty without a signature."""
    signature: str = ""
    """The signature over everything else in the seal, in base64."""


class _SealLine(Struct, frozen=True, forbid_unknown_fields=True):
    seal: Seal


class _Without(Struct, frozen=True):
    left_out: tuple[str, ...]


Sealed = Literal["whole", "changed", "unsealed"]


class SealCheck(Struct, frozen=True, kw_only=True):
    """What a look at a file's seal came to."""

    state: Sealed
    """`whole`: unchanged since it was exported. `changed`: it is not. `unsealed`: nobody can tell."""
    wrong: tuple[str, ...] = ()
    """What is not as it was, each in a sentence."""
    seal: Seal | None = None
    """The seal, where there is one that can be read."""
    without: tuple[str, ...] = ()
    """Sessions that the archive says it is without; nothing seals that line."""


def event_lines(text: str) -> list[str]:
    """The lines of a file that hold events, however its lines end."""
    return [line for line in _lines(text) if not line.startswith((MARK, LEFT_OUT))]


def seal_of(session: str, lines: Sequence[str]) -> Seal:
    """The seal of these lines."""
    return Seal(
        session=session,
        events=len(lines),
        digest=_digest(lines),
        lines=tuple(sha256(line.encode("utf-8", "surrogatepass")).hexdigest()[:SHORT] for line in lines),
    )


def signable(seal: Seal) -> bytes:
    """The bytes that a signature is made over: all of the seal but the signature."""
    return SIGNED + msgspec.json.encode(replace(seal, signature=""), order="deterministic")


def sealed(text: str, signer: Signer | None = None) -> str:
    """A transcript with its seal behind it, signed where there is a key for it."""
    lines = event_lines(text)
    seal = seal_of(_session(lines[0]), lines)
    if signer is not None:
        seal = replace(seal, key=signer.public)
        seal = replace(seal, signature=signer.sign(signable(seal)))
    return text + _written(seal) + "\n"


def seal_in(text: str) -> SealCheck:
    """What the seal of a file says of the rest of it."""
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
    if lines and _session(lines[0]) != seal.session:
        told.append(f"Its seal is that of the session {seal.session}.")
    if seal.events != made.events:
        told.append(f"It has {made.events:,} events, and was sealed with {seal.events:,}.")
    if made.lines != seal.lines:
        told += _moved(seal.lines, made.lines, lines)
    if made.digest != seal.digest:
        told.append("Its digest is not the one in its seal.")
    return told


def _moved(sealed: Sequence[str], there: Sequence[str], lines: Sequence[str]) -> list[str]:
    """Which lines are not those that were sealed, by number and key."""
    known, told = set(sealed), []
    for number, mark in enumerate(there):
        if number < len(sealed) and sealed[number] == mark:
            continue
        at = f"line {number + 1}{_key(lines[number])}"
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


def _key(line: str) -> str:
    try:
        key = msgspec.json.decode(line, type=_SealName).key
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
    return f" ({key[:120]!r})" if key else ""


def _session(line: str) -> str:
    try:
        return msgspec.json.decode(line, type=_SealName).session
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""


def _digest(lines: Sequence[str]) -> str:
    whole = sha256(DOMAIN)
    for line in lines:
        data = line.encode("utf-8", "surrogatepass")
        whole.update(len(data).to_bytes(8, "big"))
        whole.update(data)
    return whole.hexdigest()


def _lines(text: str) -> list[str]:
    return [line for raw in text.removeprefix("\ufeff").split("\n") if (line := raw.removesuffix("\r")).strip()]
