"""Read the tiers of a council's claims by session, and detect a council that has become too lenient."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, select, text

from moot.protocols import registry
from moot.protocols.files import VoterCounting
from moot.stats.voter_quality.leniency import SESSIONS, Mix, too_lenient
from moot.transcripts.sql.rows import EVENT_COLUMNS, event_from
from moot.transcripts.sql.schema import events
from moot.vocabulary.events import FindingMade
from moot.vocabulary.findings import Finding
from moot.vocabulary.history.voter_quality import TierMix

LENIENT = 1.0
"""Mean of a voter's votes above which the alarm calls the voter lenient."""
STRONG = 0.1
"""Share of strong votes below which the alarm mentions this share."""


class SessionTiers(NamedTuple):
    """The tier (such as high, medium or low) into which the votes of one session put each claim."""

    session: str
    protocol: str
    at: str
    tiers: Mapping[str, str]
    """Tier of each claim, by the claim's key. A repeated claim has the same key."""
    best: str
    """Name of the tier that may be too frequent."""
    weighted: bool
    """Whether votes were weighted."""
    tiers_from: str
    """Where the tier thresholds are from."""


class VoterTierVotes(NamedTuple):
    """One model's votes on the claims of a council's sessions, used to find out whether it votes leniently."""

    model: str
    votes: Sequence[int]


def made_in(connection: Connection) -> dict[str, list[SessionTiers]]:
    """Return the tiers of claims in the last ten sessions of each council, the latest session last."""
    rows = list(connection.execute(_SESSIONS, {"most": SESSIONS}))
    voting = {name: registry.voting_of(name) for name in {row.protocol for row in rows}}
    keys = {key for each in voting.values() if each is not None for key in (each.claims_at, each.tiers_at) if key}
    found = connection.execute(_FINDINGS, {"sessions": [row.session for row in rows], "keys": sorted(keys)})
    bodies = {(event.session, event.key): event.body for event in map(event_from, map(tuple, found))}
    made: dict[str, list[SessionTiers]] = defaultdict(list)
    for row in rows:
        each = voting[row.protocol]
        if each is None:
            continue
        claims, tiers = (bodies.get((row.session, key)) for key in (each.claims_at, each.tiers_at))
        if isinstance(claims, FindingMade) and isinstance(tiers, FindingMade):
            made[row.council] += _made(row.session, row.protocol, row.at, each, claims.finding, tiers.finding)
    return {council: sessions[::-1] for council, sessions in made.items()}


def mixes_of(sessions: Sequence[SessionTiers]) -> list[TierMix]:
    """Return, for each session, how many claims its votes put into each tier."""
    return [TierMix(session=each.session, at=each.at, tiers=_counted(each.tiers.values())) for each in sessions]


def drifted(sessions: Sequence[SessionTiers]) -> bool:
    """Return whether a council puts too many claims into the top tier.

    Only its latest sessions with the same protocol, tier thresholds and weighting of votes count.
    """
    same = []
    for each in reversed(sessions):
        if (each.protocol, each.tiers_from, each.weighted) != (
            sessions[-1].protocol, sessions[-1].tiers_from, sessions[-1].weighted,
        ):  # fmt: skip
            break
        same.append(each)
    return too_lenient(
        [Mix(sum(tier == each.best for tier in each.tiers.values()), len(each.tiers)) for each in _once(same[::-1])]
    )


def _once(sessions: Sequence[SessionTiers]) -> list[SessionTiers]:
    """Return the sessions without repeated claims: a claim stays only in the last session that contains it."""
    last = {claim: each.session for each in sessions for claim in each.tiers}
    return [
        each._replace(tiers={claim: tier for claim, tier in each.tiers.items() if last[claim] == each.session})
        for each in sessions
    ]


def drift_in_words(council: str, sessions: Sequence[SessionTiers], given: Sequence[VoterTierVotes]) -> str:
    """Return the message of the alarm that a council puts nearly every claim into the top tier, with likely reasons."""
    counted = [tier == each.best for each in _once(sessions) for tier in each.tiers.values()]
    claims, best = len(counted), sum(counted)
    means = {each.model: sum(each.votes) / len(each.votes) for each in given if each.votes}
    lenient = [f"{model} (mean {mean:+.1f})" for model, mean in sorted(means.items()) if mean > LENIENT]
    votes = [vote for each in given for vote in each.votes]
    strong = sum(abs(vote) > 1 for vote in votes) / len(votes) if votes else 0.0
    reasons = [f"lenient voters: {', '.join(lenient)}"] if lenient else []
    reasons += [f"hardly any strong votes ({strong:.0%})"] if strong < STRONG else []
    reasons += ["claims that are drawn from one side"]
    return (
        f"The council {council} finds {best} of {claims} claims {sessions[-1].best} over its last {len(sessions)} "
        f"sessions. Likely reasons: {'; '.join(reasons)}. `moot councils calibrate` shows where its tiers should be "
        "cut."
    )


def given_in(connection: Connection, council: str, sessions: Sequence[SessionTiers]) -> list[VoterTierVotes]:
    """Return the votes on claims in these sessions of a council, by voter."""
    rows = connection.execute(_GIVEN, {"sessions": [each.session for each in sessions], "council": council})
    votes: dict[str, list[int]] = defaultdict(list)
    for model, cast in rows:
        votes[model] += msgspec.json.decode(cast, type=dict[str, int]).values()
    return [VoterTierVotes(model, each) for model, each in votes.items()]


def _made(
    session: str, protocol: str, at: str, voting: VoterCounting, claims: Finding, tiers: Finding
) -> list[SessionTiers]:
    found = voting.made(claims, tiers)
    if found is None or not found.tiers:
        return []
    return [SessionTiers(session, protocol, at, found.tiers, voting.best, found.weighted, found.tiers_from)]


def _counted(tiers: Iterable[str]) -> dict[str, int]:
    counts: dict[str, int] = defaultdict(int)
    for tier in tiers:
        counts[tier] += 1
    return dict(counts)


_SESSIONS = text(
    "SELECT council, session, protocol, at FROM (SELECT DISTINCT council, session, protocol, at, number, "
    "DENSE_RANK() OVER (PARTITION BY council ORDER BY at DESC, number DESC) AS place FROM voter_sessions "
    "WHERE source = 'live') WHERE place <= :most ORDER BY council, at DESC, number DESC"
)
_FINDINGS = select(*(events.c[name] for name in EVENT_COLUMNS)).where(
    events.c.session.in_(bindparam("sessions", expanding=True)), events.c.key.in_(bindparam("keys", expanding=True))
)
_GIVEN = text(
    "SELECT v.model, s.votes FROM voter_sessions s JOIN voters v ON v.fingerprint = s.voter "
    "WHERE s.council = :council AND s.session IN :sessions"
).bindparams(bindparam("sessions", expanding=True))
