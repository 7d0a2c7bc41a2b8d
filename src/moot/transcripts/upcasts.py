"""Decode stored events by their kind.

A stored body is JSON. A ballot or finding in it is decoded by its tag, as its protocol declares it; if the protocol is
not installed, or its present version cannot read it, it opens as data and is written unchanged.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw, Struct

from moot.errors import StoreDamaged, StoreNewer
from moot.protocols import registry
from moot.protocols.installed import is_own_fault
from moot.vocabulary.ballots import Ballot, UnknownBallot
from moot.vocabulary.events import KINDS, Body
from moot.vocabulary.findings import Finding, UnknownFinding

MOST_MEMBERS = 1_000
"""Maximum number of fields of a ballot or finding of an unknown protocol. A class is made for each set of fields."""

MOST_SAID = 400
"""Maximum number of characters of the reason why a package cannot read its own recorded data."""


class _TagOnly(Struct):
    """Decodes only the tag of a ballot or finding, which names its class."""

    type: str


def _open(kind: type[Body], member: str) -> type[Any]:
    """Return a copy of an event's class in which one field stays raw JSON, because it is decoded by its tag later."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(kind):
        like: Any = Raw if field.name == member else field.type
        fields.append((field.name, like) if field.required else (field.name, like, field.default))
    return msgspec.defstruct(f"Stored{kind.__name__}", fields, frozen=True, kw_only=True)


OPEN: dict[str, tuple[str, type[Ballot] | type[Finding]]] = {
    "BallotRead": ("ballot", Ballot),
    "FindingMade": ("finding", Finding),
}
"""Kinds of events with a field whose class a protocol may define, with the name of the field and its base class."""

# Made here and not at the first read, for the reason given at `Kinds.join`. All of them take 8 ms.
_DECODERS: dict[str, msgspec.json.Decoder[Any]] = {
    kind: msgspec.json.Decoder(_open(body, OPEN[kind][0]) if kind in OPEN else body) for kind, body in KINDS.items()
}
_tag = msgspec.json.Decoder(_TagOnly)


def body_from(kind: str, version: int, data: bytes | str) -> Body:
    """Return the content of a stored event of this kind, decoded from JSON into today's class."""
    if kind not in KINDS or version > KINDS[kind].version:
        raise StoreNewer(f"The transcript holds an event {kind!r} of version {version}, which this Moot cannot read.")
    try:
        made = _DECODERS[kind].decode(data)
        if kind not in OPEN:
            body: Body = made
            return body
        member, base = OPEN[kind]
        given = {name: getattr(made, name) for name in made.__struct_fields__}
        return KINDS[kind](**{**given, member: _decoded(base, bytes(given[member]))})
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise StoreDamaged(f"A stored event {kind!r} cannot be read: {error}.") from error


def _decoded(base: type[Ballot] | type[Finding], data: bytes) -> Ballot | Finding:
    tag = _tag.decode(data).type
    decoder = registry.decoder(base, tag)
    why = ""
    if decoder is not None:
        try:
            known: Ballot | Finding = decoder.decode(data)
            return known
        except BaseException as error:
            package = registry.package_of(base, tag)
            if not package or not is_own_fault(error):
                raise
            why = f"the installed protocol {package!r} cannot read it: {error}"[:MOST_SAID].rstrip(": ")
    members: dict[str, Any] = msgspec.json.decode(data)
    del members["type"]
    if len(members) > MOST_MEMBERS:
        raise msgspec.ValidationError(f"{tag!r} has more than {MOST_MEMBERS:,} members")
    unknown = UnknownBallot if base is Ballot else UnknownFinding
    names = tuple(members)
    made: Ballot | Finding = _class_of(unknown, tag, names, why)(
        **dict(zip(_fields(names), members.values(), strict=True))
    )
    return made


def unreadable(thing: Ballot | Finding) -> str:
    """Return why a ballot (a seat's judgement) or finding (a computed result) of a protocol cannot be read back after
    it is stored; empty if it can be."""
    base = Ballot if isinstance(thing, Ballot) else Finding
    try:
        again = _decoded(base, msgspec.json.encode(thing))
    except Exception as error:  # whatever its class, its values or its code do to writers or readers
        return f"{type(error).__name__}: {error}"
    if isinstance(again, UnknownBallot | UnknownFinding) and again.why:
        return again.why
    meant, read = (msgspec.to_builtins(each, str_keys=True, order="deterministic") for each in (thing, again))
    return next((f"{name}: {value!r}"[:MOST_SAID] for name, value in meant.items() if read.get(name) != value), "")


def _fields(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return valid Python names for fields, because recorded names may be anything."""
    return tuple(f"member_{number}" for number in range(len(names)))


@lru_cache(maxsize=256)
def _class_of(unknown: type[Any], tag: str, names: tuple[str, ...], why: str) -> type[Any]:
    """Create a class for data of an unknown kind with these fields, so that it can be written again unchanged."""
    fields = _fields(names)
    return msgspec.defstruct(
        unknown.__name__,
        [(field, Any) for field in fields],
        bases=(unknown,),
        namespace={"why": why},
        tag=tag,
        frozen=True,
        kw_only=True,
        rename=dict(zip(fields, names, strict=True)),
    )
