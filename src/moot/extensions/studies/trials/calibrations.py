"""Compute calibrations of a council's tiers from its votes on claims of known controversy.

Sessions with the same voters and claims are grouped. Figures follow from their events and from the council's current
options, and are cached in the process until these change.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from moot.exports.public import TierCalibration, registry
from moot.extensions.studies.trials.results import Calibration, CalibrationVoter
from moot.transcripts.public import BENCH, Listing, Register, SqlTranscript, Store
from moot.vocabulary.public import (
    Council,
    Event,
    OptionValue,
    Roster,
    SessionOpened,
    StatementPolled,
    as_seated,
    dollars,
    voter_in,
)

ORDERS = 2
"""Number of orders in which every statement is shown."""
MOST, MOST_CACHED = 500, 100
"""Maximum number of sessions read, latest first, and of calibrations cached."""
ENDED = ("verdict", "inconclusive")
CUT = "Only {done} of {of} sessions have ended; nothing is suggested before all have. The same command goes on."
MUTE = "In {mute} of {of} sessions no vote could be read, so that nothing is suggested. Ask all of it anew."


class Way(NamedTuple):
    """A protocol whose votes sort claims into tiers (such as high, medium, low), with the way to calibrate the borders
    between its tiers.
    """

    protocol: str
    """Name of the protocol."""
    how: TierCalibration
    """How to calibrate the borders between the tiers."""


class CalibrationSession(Struct, frozen=True, kw_only=True):
    """A session in which a council voted on claims known to be settled, contested or open."""

    session: str
    """Id of the session."""
    part: int
    """Part of the claims that the session shows."""
    order: int
    """Order in which the session shows the claims."""
    round: int
    """Number of the calibration; only the latest counts."""
    parts: int
    """Number of parts."""
    corpus: str
    """Name of the set of claims."""
    digest: str
    """Digest of all claims."""
    council: str
    """Council of the session, by its name or its members."""
    voters: tuple[CalibrationVoter, ...]
    """Voters of the session, in the order of the seats."""
    scripted: bool
    """Whether the session includes scripted models."""
    ended: bool
    """Whether the session ended."""
    at: str
    """Time of the session's last event."""
    cost: int | None
    """Cost in nano-dollars; null if unknown."""
    polled: tuple[StatementPolled, ...]
    """Votes cast in the session."""

    @property
    def whose(self) -> tuple[str, tuple[str, ...]]:
        """Return the digest of the session's claims and its voters. Sessions that are equal in these belong to one
        calibration.
        """
        return self.digest, tuple(voter.fingerprint for voter in self.voters)


def ways() -> list[Way]:
    """Return every protocol whose tier borders can be calibrated."""
    found = ((name, registry.voting_of(name)) for name in registry.names())
    return [Way(name, each.calibrating) for name, each in found if each is not None and each.calibrating is not None]


def voters_of(roster: Roster, system: str) -> tuple[CalibrationVoter, ...]:
    """Return the voters of a council: the models and settings of its seats."""
    return tuple(
        CalibrationVoter(fingerprint=voter_in(seat, system).fingerprint, model=seat.model) for seat in roster.seats
    )


async def asked_in(store: Store, way: Way) -> list[CalibrationSession]:
    """Read every calibration session of a protocol from the store, latest first."""
    transcript, found = SqlTranscript(store), []
    for listing in await Register(store).list(MOST, door=BENCH, protocol=way.how.protocol):
        events = await transcript.read(listing.id)
        found.append(_asked(listing, events, way.how))
    return found


async def calibrations_in(store: Store, council_of: Callable[[str], Council | None]) -> list[Calibration]:
    """Return every calibration, latest first."""
    found = []
    for way in ways():
        belonging: dict[tuple[str, tuple[str, ...]], list[CalibrationSession]] = {}
        for asked in await asked_in(store, way):
            belonging.setdefault(asked.whose, []).append(asked)
        for together in belonging.values():
            council = council_of(together[0].council)
            options = council.options if council is not None and council.protocol == way.protocol else {}
            inputs = msgspec.json.encode((way.protocol, latest_round(together), options), order="deterministic")
            found.append(await asyncio.to_thread(_computed, inputs))
    return sorted(found, key=lambda each: each.at, reverse=True)


@lru_cache(maxsize=MOST_CACHED)
def _computed(inputs: bytes) -> Calibration:
    """Return the calibration computed from the encoded `inputs`. The result is cached, because the bootstrap is slow
    and equal votes give equal results.
    """
    protocol, together, options = _INPUTS.decode(inputs)
    return calibrated(together, next(way for way in ways() if way.protocol == protocol), options)


_INPUTS = msgspec.json.Decoder(tuple[str, list[CalibrationSession], dict[str, OptionValue]])


def latest_round(together: Sequence[CalibrationSession]) -> list[CalibrationSession]:
    """Return the sessions of a calibration's latest round, since only these count."""
    last = max(each.round for each in together)
    return [each for each in together if each.round == last]


def calibrated(together: Sequence[CalibrationSession], way: Way, options: Mapping[str, OptionValue]) -> Calibration:
    """Compute the result of a calibration, such as suggested borders between tiers, from its sessions and the council's
    present options.
    """
    first = together[0]
    ended = {(each.part, each.order): each for each in reversed(together) if each.ended}
    polled = [one for each in ended.values() for one in each.polled]
    found, of = way.how.found(polled, options), first.parts * ORDERS
    lacking = _lacking(list(ended.values()), of)
    costs = [each.cost for each in together]
    return Calibration(
        corpus=first.corpus,
        digest=first.digest,
        council=first.council,
        protocol=way.protocol,
        voters=list(first.voters),
        scripted=first.scripted,
        at=max(each.at for each in together),
        sessions=[each.session for each in together],
        done=len(ended),
        of=of,
        whole=not lacking,
        claims=found.claims,
        contested=found.contested,
        unread=found.unread,
        borders=dict(found.borders),
        hits=found.hits,
        table=list(found.table),
        separates=list(found.separates),
        suggested=None if lacking else found.suggested,
        why_none=lacking or found.why_none,
        cost=None if None in costs else dollars(sum(filter(None, costs))),
    )


def _lacking(ended: Sequence[CalibrationSession], of: int) -> str:
    """Return why these sessions are not enough for a suggestion; empty if they are."""
    if len(ended) < of:
        return CUT.format(done=len(ended), of=of)
    mute = sum(not any(statement.votes for statement in each.polled) for each in ended)
    return MUTE.format(mute=mute, of=of) if mute else ""


def _asked(listing: Listing, events: Sequence[Event], how: TierCalibration) -> CalibrationSession:
    opened = events[0].body
    assert isinstance(opened, SessionOpened)
    opened = as_seated(opened, events)
    given: dict[str, Any] = dict(opened.options)
    return CalibrationSession(
        session=listing.id,
        part=int(given["part"]),
        order=int(given["order"]),
        round=int(given["round"]),
        parts=int(given["parts"]),
        corpus=str(given["corpus"]),
        digest=str(given["digest"]),
        council=opened.council or ", ".join(seat.model for seat in opened.roster.seats),
        voters=voters_of(opened.roster, opened.system),
        scripted=any(seat.scripted for seat in opened.roster.seats),
        ended=listing.state in ENDED,
        at=listing.updated,
        cost=None if listing.unknown or listing.presumed else listing.spent,
        polled=tuple(how.polled(events)),
    )
