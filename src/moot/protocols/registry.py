"""Find protocols by name: built-in ones and those of installed packages.

A package adds a protocol with an entry point in the group `moot.protocols` whose object is a `Protocol`. The test
suites for every protocol (killed anywhere, anonymity, faults, injection, documented) run over `names()`.

The kinds of ballots and findings of a protocol are registered when it is loaded: on first use, or when a ballot or
finding of an unknown kind is read.

Example:
    [project.entry-points."moot.protocols"]
    jury = "moot_jury.deliberation:jury"
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

import msgspec

from moot.errors import Conflict, ProtocolWrong, UnknownName
from moot.protocols.files import Files, RunFile, RunSessions, SessionCounting, VoterCounting
from moot.protocols.installed import found_in, hidden_in, is_own_fault, names_in
from moot.protocols.kinds import ANY, JOINED, BallotWords
from moot.protocols.protocol import Protocol
from moot.reading.ballot_kind import BallotKind
from moot.vocabulary.ballots import Ballot, UnknownBallot
from moot.vocabulary.events import Event
from moot.vocabulary.findings import Finding, UnknownFinding
from moot.vocabulary.history.track_record import Past
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
"""Import path of each built-in protocol, by name."""
JUDGING = "adjudication"
"""Protocol used if a rubric is given and the council's own protocol uses none."""
REPLY = "reply"
"""Protocol in which only the chair answers."""
UNOFFERED = {
    REPLY: "moot.protocols.chore_reply:reply",
    "bench": "moot.protocols.claim_vote.bench.given:bench",
    "calibration": "moot.protocols.claim_vote.bench.given:calibration",
    "criteria": "moot.protocols.grading.by_criteria:criteria",
}
"""Import path of each built-in protocol that is not offered for councils because it does not deliberate."""


GROUP = "moot.protocols"
ADVICE = "decorate its function with `@protocol(...)`."
BROUGHT: dict[str, Callable[[Any], bool]] = {
    "files": lambda found: isinstance(found, Files),
    "past": callable,
    "counting": lambda found: isinstance(found, SessionCounting),
    "voting": lambda found: isinstance(found, VoterCounting),
}
"""Type check for each part of a protocol that is given by import path and loaded on first use."""


def names() -> list[str]:
    """Return the name of every protocol offered for councils, built-in ones first."""
    return names_in(GROUP, OURS)


def find(name: str) -> Protocol:
    """Return the protocol of this name and register its ballots and findings; raise if there is none."""
    found = found_in(GROUP, OURS, name, Protocol, ADVICE, UNOFFERED)
    if found.name != name:
        raise ProtocolWrong(
            f"The protocol that is installed as {name!r} calls itself {found.name!r}.",
            "Give its entry point the name it has in `@protocol(name=…)`.",
        )
    JOINED.join(name, found.ballots, found.words, found.findings)
    return found


def held_by(name: str, events: Sequence[Event] = ()) -> Protocol:
    """Return the protocol by which a session ran; raise if its package is missing or cannot read some of these
    events."""
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
    """Return whether the protocol of this name is installed, so that its sessions can be resumed or asked again."""
    return name in UNOFFERED or name in names_in(GROUP, OURS)


def is_offered(name: str) -> bool:
    """Return whether councils may use the protocol of this name."""
    return name not in UNOFFERED


class ProtocolRegistry(NamedTuple):
    """The protocols that could be loaded, and error messages about the others."""

    found: list[Protocol]
    """The protocols that could be loaded, built-in ones first."""
    troubles: list[str]
    """Error message for each protocol that could not be loaded."""


def loaded() -> ProtocolRegistry:
    """Load every protocol and return them. If a package is broken, this is reported, and the other protocols are
    loaded."""
    every = ProtocolRegistry([], [])
    for name in names():
        try:
            every.found.append(find(name))
        except ProtocolWrong as error:
            every.troubles.append(error.message)
    return every


def files_of(name: str) -> Files:
    """Return the functions by which this protocol makes reports, files and figures from its sessions.

    If the protocol cannot be loaded, the returned `Files` has no functions.
    """
    files: Files | None = _part_of(name, "files")
    return files or Files()


def counting_of(name: str) -> SessionCounting | None:
    """Return the functions by which this protocol's sessions enter the statistics; `None` if they do not, or the
    protocol cannot be loaded."""
    counting: SessionCounting | None = _part_of(name, "counting")
    return counting


def voting_of(name: str) -> VoterCounting | None:
    """Return the functions by which this protocol's voters enter the statistics; `None` if it has no votes, or cannot
    be loaded."""
    voting: VoterCounting | None = _part_of(name, "voting")
    return voting


def _part_of(name: str, part: str) -> Any:
    try:
        return _placed(find(name), part)
    except (UnknownName, ProtocolWrong):
        return None


def counts() -> list[str]:
    """Return the names of the protocols whose sessions enter the statistics, built-in ones first."""
    return [protocol.name for protocol in loaded().found if protocol.counting]


def run_files_of(name: str) -> Callable[[RunSessions], Sequence[RunFile]]:
    """Return the function that writes the files of a run of this protocol (sessions whose questions were asked
    together). A protocol without one uses that of the `adjudication` protocol."""
    made = files_of(name).run or files_of(JUDGING).run
    assert made is not None
    return made


def leaves() -> dict[str, tuple[str, ...]]:
    """Return, by protocol, the transcript keys of the findings that later sessions read.

    Protocols without such findings are left out.
    """
    return {protocol.name: protocol.leaves for protocol in loaded().found if protocol.leaves}


def pasts() -> list[Gather]:
    """Return the functions by which protocols sum up the results of earlier sessions for later ones.

    Protocols without such a function are left out.
    """
    return [past for protocol in loaded().found if (past := _part_of(protocol.name, "past")) is not None]


def troubles() -> list[str]:
    """Return what is broken in installed packages, in words: protocols that cannot be loaded or found, and parts that
    cannot be read."""
    found = [*loaded().troubles, *hidden_in(GROUP, OURS | UNOFFERED).values()]
    for protocol in loaded().found:
        for part in BROUGHT:
            try:
                _placed(protocol, part)
            except ProtocolWrong as error:
                found.append(error.message)
    return found


def hidden_behind(name: str) -> str:
    """Return a sentence on another package's protocol of this name, which is therefore not used; empty if there is
    none."""
    return hidden_in(GROUP, OURS | UNOFFERED).get(name, "")


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
    """Return the form with which ballots of this class are requested and parsed."""
    if (found := _met(lambda: JOINED.ballots.get(ballot))) is None:
        raise ProtocolWrong(f"No protocol brings the ballot {ballot.__name__}.", "Name it in `@protocol(ballots=…)`.")
    return found


def ballot_words(ballot: type[Ballot]) -> BallotWords | None:
    """Return the function that formats ballots of this class as lines; `None` if no installed protocol has the
    class."""
    return _met(lambda: JOINED.words.get(ballot))


def heading(finding: type[Finding]) -> Heading | None:
    """Return the heading under which findings (computed results) of this class are shown, with the functions that
    format them; `None` if no installed protocol has the class."""
    return _met(lambda: JOINED.findings.get(finding))


def decoder(base: type[Ballot] | type[Finding], tag: str) -> msgspec.json.Decoder[Any] | None:
    """Return the JSON decoder of stored ballots or findings with this tag; `None` if no installed protocol has the
    tag."""
    return _met(lambda: JOINED.decoders.get((base, tag)))


def package_of(base: type[Ballot] | type[Finding], tag: str) -> str:
    """Return the name of the protocol that adds the ballot or finding with this tag, if an installed package brings
    that protocol; empty for a built-in one."""
    name = JOINED.brought_by(base, tag)
    return "" if name == ANY or name in OURS or name in UNOFFERED else name


Gather = Callable[[Sequence[Sequence[Finding]], Collection[str], Past], Past]
"""Type of functions that return the statistics of earlier sessions with each session's findings added, for these
models.
"""


def every_ballot() -> list[type[Ballot]]:
    """Return all classes of ballots that installed protocols request."""
    _load_all()
    return list(JOINED.ballots)


def every_finding() -> list[type[Finding]]:
    """Return the classes of all findings (results that protocols compute and record) of installed protocols."""
    _load_all()
    return list(JOINED.findings)


def _load_all() -> None:
    """Load every protocol, including those not offered for councils, so that all kinds of sessions can be read."""
    loaded()
    for name in UNOFFERED:
        find(name)


_asked_all = False


def _met(look: Callable[[], K | None]) -> K | None:
    """Look up a class of ballots or findings with `look`. If it is unknown, load protocols until one registers it."""
    global _asked_all
    if (found := look()) is not None or _asked_all:
        return found
    for name in [*OURS, *UNOFFERED, *names()]:  # built-in ones first: other packages seldom have to be searched
        try:
            find(name)
        except ProtocolWrong:
            continue  # a broken package hides no other
        if (found := look()) is not None:
            return found
    _asked_all = True
    return None
