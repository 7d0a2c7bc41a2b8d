"""Which protocols are there? Our own and those of installed packages, found by one door.

A package adds a protocol with an entry point in the group `moot.protocols` whose object is a `Protocol`. The suites
that hold for every protocol (killed anywhere, anonymity, faults, injection, documented) run over `names()`.

The kinds of ballots and findings a protocol brings are joined when it is loaded: when it is used, or when something
of a kind is met that nobody has joined yet.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, NamedTuple, TypeVar, cast

import msgspec

from moot.errors import Conflict, ProtocolWrong, UnknownName
from moot.protocols.files import Counting, Files, Run, RunFile, Voting
from moot.protocols.installed import found_in, hidden_in, is_own_fault, names_in
from moot.protocols.kinds import ANY, JOINED, BallotWords
from moot.protocols.protocol import Protocol
from moot.reading.ballot_kind import BallotKind
from moot.vocabulary.ballots import Ballot, UnknownBallot
from moot.vocabulary.earlier.track_record import Past
from moot.vocabulary.events import Event
from moot.vocabulary.findings import Finding, UnknownFinding
from moot.vocabulary.words.headings import Heading

K = TypeVar("K")

OURS = {
    "peer-review": "moot.protocols.peer_review:peer_review",
    "consensus": "moot.protocols.consensus.deliberation:consensus",
    "adjudication": "moot.protocols.adjudication.deliberation:adjudication",
    "claim-vote": "moot.protocols.claim_vote.deliberation:claim_vote",
    "debate": "moot.protocols.debate.deliberation:debate",
    "fusion": "moot.protocols.fusion.deliberation:fusion",
}
"""Name and place of the protocols that come with Moot."""
JUDGING = "adjudication"
"""The protocol that is taken when a rubric is named and the council's own has no use for one."""
UNOFFERED = {
    "reply": "moot.protocols.reply:reply",
    "bench": "moot.protocols.claim_vote.bench.deliberation:bench",
    "calibration": "moot.protocols.claim_vote.bench.calibration:calibration",
}
"""The same of those no council is offered, because nothing is deliberated by them."""


GROUP = "moot.protocols"
ADVICE = "decorate its function with `@protocol(...)`."
BROUGHT: dict[str, Callable[[Any], bool]] = {
    "files": lambda found: isinstance(found, Files),
    "past": callable,
    "counting": lambda found: isinstance(found, Counting),
    "voting": lambda found: isinstance(found, Voting),
}
"""What a protocol names by its place, to be read only when it is used, and whether what stands there is of its kind."""


def names() -> list[str]:
    """Every known protocol, ours first."""
    return names_in(GROUP, OURS)


def find(name: str) -> Protocol:
    """The protocol of this name, with its kinds joined."""
    found = found_in(GROUP, OURS, name, Protocol, ADVICE, UNOFFERED)
    if found.name != name:
        raise ProtocolWrong(
            f"The protocol that is installed as {name!r} calls itself {found.name!r}.",
            "Give its entry point the name it has in `@protocol(name=…)`.",
        )
    JOINED.join(name, found.ballots, found.words, found.findings)
    return found


def held_by(name: str, events: Sequence[Event] = ()) -> Protocol:
    """The protocol a session was held by; what it said stays readable where its package is gone, or is another version
    that cannot read some of these events."""
    try:
        found = find(name)
    except UnknownName as error:
        raise Conflict(
            f"This session was held by the protocol {name!r}, which is not installed here any more.",
            f"Install the package that brings {name!r}. Until then the session can be read and exported, but it cannot "
            "go on.",
        ) from error
    for event in events:
        held = getattr(event.body, "finding", None) or getattr(event.body, "ballot", None)
        if isinstance(held, UnknownFinding | UnknownBallot):
            tag = held.__struct_config__.tag
            raise Conflict(
                f"This session was held by another version of the protocol {name!r}, and the one that is installed "
                f"cannot read what was recorded under {event.key!r}: {held.why or f'it does not bring {tag!r}'}.",
                f"Install the version of the package that brought {name!r} then. Until then the session can be read "
                "and exported, but it cannot go on.",
            )
    return found


def is_installed(name: str) -> bool:
    """Whether a session held by this protocol can go on, or be asked again, here."""
    return name in UNOFFERED or name in names_in(GROUP, OURS)


def is_offered(name: str) -> bool:
    """Whether councils may deliberate by it."""
    return name not in UNOFFERED


class Loaded(NamedTuple):
    """What could be loaded, and what could not."""

    found: list[Protocol]
    """Ours first."""
    troubles: list[str]
    """Why others are missing."""


def loaded() -> Loaded:
    """Every protocol that can be loaded: what a package broke is named, and hides nothing else."""
    every = Loaded([], [])
    for name in names():
        try:
            every.found.append(find(name))
        except ProtocolWrong as error:
            every.troubles.append(error.message)
    return every


def files_of(name: str) -> Files:
    """What the protocol of this name makes of its sessions; nothing where it is not installed, or cannot be loaded."""
    try:
        held = find(name)
        return cast(Files, _placed(held, "files")) if held.files else Files()
    except (UnknownName, ProtocolWrong):
        return Files()


def counting_of(name: str) -> Counting | None:
    """How sessions of the protocol of this name are counted; nothing where it counts none, or cannot be loaded."""
    try:
        held = find(name)
        return cast(Counting, _placed(held, "counting")) if held.counting else None
    except (UnknownName, ProtocolWrong):
        return None


def voting_of(name: str) -> Voting | None:
    """What sessions of the protocol of this name show of their voters; nothing where it has none, or is not there."""
    try:
        held = find(name)
        return cast(Voting, _placed(held, "voting")) if held.voting else None
    except (UnknownName, ProtocolWrong):
        return None


def counts() -> list[str]:
    """Protocols whose sessions are counted, ours first."""
    return [protocol.name for protocol in loaded().found if protocol.counting]


def run_files_of(name: str) -> Callable[[Run], Sequence[RunFile]]:
    """What makes the files of a run held by this protocol: its own way, or that of councils that are judged."""
    made = files_of(name).run or files_of(JUDGING).run
    assert made is not None
    return made


def leaves() -> dict[str, tuple[str, ...]]:
    """Protocols that leave something behind for later sessions, and the keys under which they do."""
    return {protocol.name: protocol.leaves for protocol in loaded().found if protocol.leaves}


def pasts() -> list[Gather]:
    """What protocols make of what sessions left."""
    return [cast(Gather, table) for table in _tables("past")]


def troubles() -> list[str]:
    """What packages broke: protocols that cannot be loaded, or found, and what others bring and cannot be read."""
    found = [*loaded().troubles, *hidden_in(GROUP, OURS | UNOFFERED).values()]
    for protocol in loaded().found:
        for part in BROUGHT:
            try:
                _placed(protocol, part)
            except ProtocolWrong as error:
                found.append(error.message)
    return found


def hidden_behind(name: str) -> str:
    """That another package's protocol of this name is not used, and which one is; empty where there is no other."""
    return hidden_in(GROUP, OURS | UNOFFERED).get(name, "")


def _tables(part: str) -> list[Any]:
    """What protocols bring under this name; one that cannot be read takes nothing from the others."""
    found = []
    for protocol in loaded().found:
        with suppress(ProtocolWrong):
            found += [table] if (table := _placed(protocol, part)) is not None else []
    return found


def _placed(protocol: Protocol, part: str) -> Any:
    place: str = getattr(protocol, part)
    module, _, name = place.partition(":")
    try:
        found = getattr(import_module(module), name) if place else None
        if found is None or BROUGHT[part](found):
            return found
        raise TypeError("it is of another kind")
    except BaseException as error:
        if not is_own_fault(error):
            raise
        raise ProtocolWrong(
            f"The protocol {protocol.name!r} says that {part} stand at {place!r}, which cannot be read: {error}",
            "Repair or remove the package that brings it; what it can do without them it does.",
        ) from error


def ballot_kind(ballot: type[Ballot]) -> BallotKind:
    """How ballots of this class are asked for and read."""
    if (found := _met(lambda: JOINED.ballots.get(ballot))) is None:
        raise ProtocolWrong(f"No protocol brings the ballot {ballot.__name__}.", "Name it in `@protocol(ballots=…)`.")
    return found


def ballot_words(ballot: type[Ballot]) -> BallotWords | None:
    """How ballots of this class are said; `None` where no installed protocol brings it."""
    return _met(lambda: JOINED.words.get(ballot))


def heading(finding: type[Finding]) -> Heading | None:
    """How findings of this class are headed and said; `None` where no installed protocol brings it."""
    return _met(lambda: JOINED.findings.get(finding))


def decoder(base: type[Ballot] | type[Finding], tag: str) -> msgspec.json.Decoder[Any] | None:
    """What reads a stored ballot or finding with this tag; `None` where no installed protocol brings it."""
    return _met(lambda: JOINED.decoders.get((base, tag)))


def package_of(base: type[Ballot] | type[Finding], tag: str) -> str:
    """The protocol of another package that brings a kind of ballot or finding; empty where it is one of ours."""
    name = JOINED.brought_by(base, tag)
    return "" if name == ANY or name in OURS or name in UNOFFERED else name


Gather = Callable[[Sequence[Sequence[Finding]], Collection[str], Past], Past]
"""What adds to a past: what each session left, the models it is asked about, and what is known so far."""


def every_ballot() -> list[type[Ballot]]:
    """Every class of ballot that any protocol here brings."""
    _load_all()
    return list(JOINED.ballots)


def every_finding() -> list[type[Finding]]:
    """Every class of finding that any protocol here brings."""
    _load_all()
    return list(JOINED.findings)


def _load_all() -> None:
    """Loads every protocol, those too that no council is offered: their sessions are read like any other's."""
    loaded()
    for name in UNOFFERED:
        find(name)


_asked_all = False


def _met(look: Callable[[], K | None]) -> K | None:
    """What is joined; else the protocols are loaded one after the other until one brings it."""
    global _asked_all
    if (found := look()) is not None or _asked_all:
        return found
    for name in [*OURS, *UNOFFERED, *names()]:  # ours first: most of the time nobody else has to be looked for
        try:
            find(name)
        except ProtocolWrong:
            continue  # a package that is broken hides nothing but itself
        if (found := look()) is not None:
            return found
    _asked_all = True
    return None
