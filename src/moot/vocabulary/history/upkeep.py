"""What do pages tell of voters? How often their ballots can be read, how they vote, what they cost, how sure that is.

A rate is never told bare: it has a median and the interval in which it lies with a probability of nine tenths.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from moot.vocabulary.history.bench import Fitness
from moot.vocabulary.history.track_record import SameVotes
from moot.vocabulary.history.voters import BallotCame


class Rate(Struct, frozen=True, kw_only=True):
    """How often something goes well."""

    good: int
    """Times it went well."""
    of: int
    """Times it was tried."""
    median: float
    """The middle of what the rate may be, 0 to 1."""
    low: float
    """With a probability of 95 % it is at least this."""
    high: float
    """With a probability of 95 % it is at most this."""


class UpkeepVoter(Struct, frozen=True, kw_only=True):
    """One voter."""

    fingerprint: str
    """What tells it from others: its model and its settings."""
    model: str
    """Its model, as `endpoint/model`."""
    settings: dict[str, str]
    """Settings that are not left to its service."""
    sessions: int
    """Sessions it voted in."""
    last: str
    """When the last of them ended."""
    valid: Rate | None
    """How often its ballot can be read, over its last ten sessions; null where it was asked for none."""
    repaired: int
    """Ballots of those that had to be asked for once more."""
    silent: int
    """Sessions in a row, up to the last, in which no vote of it could be counted."""
    controls: Rate | None
    """How often it votes as it should on control claims, over the last forty; null where it met none."""
    leniency: float | None
    """How far above other voters of the same claims it votes, in steps of the scale from -2 to 2."""
    noise: float | None
    """Standard deviation of what neither the claims nor its leniency explain, in the same steps."""
    votes: int
    """Votes these two rest on."""
    price: float | None
    """Dollars of one ballot, the median of those whose price is known."""
    seconds: float | None
    """Seconds to a ballot's last word, the median."""
    lately: list[BallotCame]
    """What came of its ballots in its last ten sessions, the latest last."""
    trial: Fitness | None
    """What trying it out came to; null where it was not."""


class TierMix(Struct, frozen=True, kw_only=True):
    """How the claims of one session stood."""

    session: str
    """The session."""
    at: str
    """When it ended."""
    tiers: dict[str, int]
    """Tier and how many claims stand there."""


class UpkeepCouncil(Struct, frozen=True, kw_only=True):
    """One council: by its name, or where it has none by its members."""

    name: str
    """The council."""
    sessions: int
    """Sessions of it."""
    last: str
    """When the last of them ended."""
    valid: Rate | None
    """How often a member's ballot can be read, over its last ten sessions."""
    controls: Rate | None
    """On how many of the last forty control claims at least half of its votes were as they should be."""
    voters: int
    """Voters of its last session."""
    effective: float | None
    """How many of them are independent at most: fewer where two vote alike beyond what their skill explains; null where
    votes cannot tell."""
    same_votes: SameVotes | None
    """Voters whose votes do not tell whether they are independent, where that is why; null where there are none."""
    repaired: int
    """Ballots of its last ten sessions that had to be asked for once more."""
    ballots: int
    """Ballots of its last ten sessions that could be read, or not."""
    mixes: list[TierMix]
    """How claims stood in its last ten sessions, the latest last."""
    weighted: bool
    """Whether votes were weighed in its last session."""
    tiers_from: str
    """From where the borders of its last session's tiers are; empty where they are as published."""


class UpkeepPair(Struct, frozen=True, kw_only=True):
    """Two voters, and how alike they vote."""

    a: str
    """One, by its fingerprint."""
    b: str
    """The other."""
    models: tuple[str, str]
    """Their models."""
    sessions: int
    """Sessions in which both voted on a claim."""
    claims: int
    """Different claims both voted on: one that comes up again counts once."""
    same: float
    """Share of these claims on which they cast the same vote."""
    others: float | None
    """The same share over all other pairs; null where there is no other pair."""
    copied: float | None
    """Share of votes that look copied: how far they agree beyond what their agreement with the other voters explains,
    0 of independent voters and 1 of copies; null where there are too few claims or voters to tell."""
    says: Literal["nothing", "hint", "alarm"]
    """What is reported: a hint from ten sessions on, an alarm from thirty."""


class UpkeepAlarm(Struct, frozen=True, kw_only=True):
    """Something a person should look at. It stops nothing."""

    key: str
    """By what it is acknowledged."""
    about: str
    """The voter's fingerprint, two of them, or the council."""
    kind: Literal["controls", "silent", "unfit", "pair", "drift"]
    """Too often wrong on control claims; silent; unfit by trying it out, and seated all the same; two alike; or a
    council that finds nearly everything high."""
    says: str
    """What is so, in words."""
    seen: Literal["", "acknowledged", "snoozed"] = ""
    """Whether somebody has seen it: it rests until it ends, or until a moment."""
    until: str = ""
    """Until when it is snoozed, in UTC."""


class UpkeepReport(Struct, frozen=True, kw_only=True):
    """What is known of voters and councils."""

    sessions: int
    """Sessions it rests on."""
    voters: list[UpkeepVoter]
    """By model, then by fingerprint."""
    councils: list[UpkeepCouncil]
    """By name."""
    pairs: list[UpkeepPair]
    """Voters that sat together in five sessions or more, the most alike first."""
    alarms: list[UpkeepAlarm]
    """What a person should look at, and what somebody has seen."""
    due: int
    """Sessions that could not be counted."""


class VoterSession(Struct, frozen=True, kw_only=True):
    """One session as it shows a voter."""

    session: str
    """Its id."""
    at: str
    """When it ended."""
    council: str
    """The council: by its name, or where it has none by its members."""
    source: Literal["live", "bench"]
    """Whether somebody asked, or the voter was tried out."""
    ballot: BallotCame
    """What came of its ballot."""
    votes: int
    """Votes it gave."""
    mean: float | None
    """Their mean, -2 to 2."""
    hits: int
    """Control claims on which it voted as it should."""
    controls: int
    """Control claims it voted on."""


class VoterReport(Struct, frozen=True, kw_only=True):
    """One voter, and its sessions."""

    voter: UpkeepVoter
    """Its figures."""
    sessions: list[VoterSession]
    """The latest first, at most a hundred."""


class ControlSeen(Struct, frozen=True, kw_only=True):
    """What a voter made of one control claim."""

    at: str
    """When the session ended."""
    session: str
    """The session."""
    voter: str
    """The voter's fingerprint."""
    model: str
    """Its model."""
    key: str
    """Which one: its file and name."""
    hit: bool
    """Whether it voted as it should."""
