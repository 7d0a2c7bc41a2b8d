"""Reports on voter quality: readable ballots, votes, cost and reliability per voter and council.

Every rate has a median and its 90 % interval.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Literal

import msgspec
from msgspec import Struct, structs

from moot.vocabulary.history.track_record import SameVotes
from moot.vocabulary.seats import Seat

BallotCame = Literal["valid", "repaired", "spoiled", "missing"]
"""Result of a ballot: parsed at once, parsed after a repair, not parsed, or never received."""
SHORT = 16
"""Length of a fingerprint in characters."""

Fitness = Literal["fit", "unproven", "unfit"]
"""Whether enough of a model's ballots can be parsed for it to get a seat, by its trial runs."""


class Wilson(Struct, frozen=True, kw_only=True):
    """Number of successes and of tries, with the 95 % Wilson interval of the success rate."""

    good: int
    """Number of successes."""
    of: int
    """Number of tries."""
    low: float
    """Lower end of the interval."""
    high: float
    """Upper end of the interval."""


class VoterIdentity(Struct, frozen=True, kw_only=True):
    """A voter: a model and every setting that affects its calls."""

    model: str
    """Id of the model, as `endpoint/model`."""
    temperature: float | None = None
    """Sampling temperature of the voter; null for the provider's default."""
    reasoning: str | None = None
    """Reasoning effort of the voter; null for the provider's default."""
    max_output: int | None = None
    """Maximum tokens of one answer; null for the model's own limit."""
    form: str = ""
    """How the ballot's schema is sent to the voter."""
    told: str = ""
    """Digest of the voter's system prompt; empty for none."""

    @property
    def fingerprint(self) -> str:
        """Return a hash of the voter's model and settings, by which it is recognised in later sessions."""
        return sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()[:SHORT]

    @property
    def settings(self) -> dict[str, str]:
        """Return, as text by name, the voter's settings that differ from the provider's defaults."""
        told = {
            name: value for name, value in structs.asdict(self).items() if name != "model" and value not in (None, "")
        }
        return {name: f"{value:g}" if isinstance(value, float) else str(value) for name, value in told.items()}


class ControlMet(Struct, frozen=True, kw_only=True):
    """Whether a voter voted correctly on one control claim, i.e. one whose truth is known."""

    key: str
    """Key of the claim."""
    hit: bool
    """Whether the voter voted correctly."""


class VoterShown(Struct, frozen=True, kw_only=True):
    """Figures on one voter from one session: its ballot, votes, cost and times."""

    seat: str
    """Seat of the voter."""
    voter: VoterIdentity
    """The voter's model and settings."""
    ballot: BallotCame
    """Result of the voter's ballot."""
    votes: dict[str, int] = {}
    """Vote on each claim, -2 to 2, without abstentions and control claims. Claims have the same key
    in every session.
    """
    controls: tuple[ControlMet, ...] = ()
    """Control claims on which the voter voted."""
    cost: int | None = None
    """Cost of the voter's ballot, in nano-dollars; null if unknown."""
    first_ms: int = 0
    """Milliseconds to the ballot's first text."""
    total_ms: int = 0
    """Milliseconds to the end of the voter's last text, a repair included."""
    tokens: int = 0
    """Number of input and output tokens of the voter's ballot."""


def voter_in(seat: Seat, system: str = "") -> VoterIdentity:
    """Return the voter in a seat: its model with its settings. `system` is the system prompt of every seat."""
    words = "\n\n".join(filter(None, (system, seat.system, seat.persona.text if seat.persona is not None else "")))
    return VoterIdentity(
        model=seat.model,
        temperature=seat.temperature,
        reasoning=seat.reasoning,
        max_output=seat.max_output,
        form=seat.abilities.schema,
        told=sha256(words.encode()).hexdigest()[:SHORT] if words else "",
    )


class Rate(Wilson, frozen=True, kw_only=True):
    """A success rate with its interval."""

    median: float
    """Median of the estimated rate, 0 to 1."""


class UpkeepVoter(Struct, frozen=True, kw_only=True):
    """How reliable one voter is: readable ballots, votes on control claims, leniency, cost."""

    fingerprint: str
    """Hash of the voter's model and settings."""
    model: str
    """Model of the voter, as `endpoint/model`."""
    settings: dict[str, str]
    """Voter's settings that differ from the provider's defaults, by name."""
    sessions: int
    """Number of sessions in which the voter voted."""
    last: str
    """When the latest of these sessions ended."""
    valid: Rate | None
    """Rate of ballots that can be parsed, over the voter's last ten sessions; null if none was requested."""
    repaired: int
    """Number of these ballots that needed a repair."""
    silent: int
    """Number of latest consecutive sessions without a vote that counts."""
    controls: Rate | None
    """Rate of right votes on control claims, over the last forty; null if the voter was shown none."""
    leniency: float | None
    """How far above other voters it votes on the same claims, in steps of the scale from -2 to 2."""
    noise: float | None
    """Standard deviation of the votes that neither the claims nor the leniency explain, in steps of the scale."""
    votes: int
    """Number of votes from which leniency and noise were computed."""
    price: float | None
    """Median cost of a ballot in dollars, over ballots with a known price."""
    seconds: float | None
    """Median seconds until a ballot is complete."""
    lately: list[BallotCame]
    """Result of each ballot in the voter's last ten sessions, the latest last."""
    trial: Fitness | None
    """Result of the voter's test with known claims; null if it had none."""


class TierMix(Struct, frozen=True, kw_only=True):
    """How many claims of one session got each tier."""

    session: str
    """Id of the session."""
    at: str
    """When the session ended."""
    tiers: dict[str, int]
    """Number of claims, by tier."""


class UpkeepCouncil(Struct, frozen=True, kw_only=True):
    """How reliable one council is: readable ballots, votes on control claims, independent voters."""

    name: str
    """Name of the council, or its members if it has none."""
    sessions: int
    """Number of sessions of the council."""
    last: str
    """When the latest of these sessions ended."""
    valid: Rate | None
    """Rate of members' ballots that can be parsed, over the council's last ten sessions."""
    controls: Rate | None
    """Rate of the last forty control claims on which at least half of the votes were right."""
    voters: int
    """Number of voters in the council's last session."""
    effective: float | None
    """Upper bound of the number of independent voters, lower if two vote alike beyond what their skill explains; null
    if it cannot be estimated.
    """
    same_votes: SameVotes | None
    """Voters with near-identical votes, if that is why there is no estimate; else null."""
    repaired: int
    """Number of ballots in the council's last ten sessions that needed a repair."""
    ballots: int
    """Number of ballots in the council's last ten sessions, parsed or not."""
    mixes: list[TierMix]
    """Number of claims per tier in each of the council's last ten sessions, the latest last."""
    weighted: bool
    """Whether votes were weighted in the council's last session."""
    tiers_from: str
    """Where the tier thresholds of the council's last session are from; empty for the published ones."""


class VoterPair(Struct, frozen=True, kw_only=True):
    """Similarity of two voters' votes."""

    a: str
    """Fingerprint of the first voter."""
    b: str
    """Fingerprint of the second voter."""
    sessions: int
    """Number of sessions with a claim on which both voted."""
    claims: int
    """Number of different claims on which both voted. A repeated claim counts once."""
    same: float
    """Share of these claims on which they cast the same vote."""
    others: float | None
    """Mean of `same` over all other pairs; null if there is no other pair."""
    copied: float | None
    """Estimated share of copied votes, i.e. agreement that is not explained by agreement with other voters: 0 for
    independent voters, 1 for copies; null with too few claims or voters.
    """
    says: Literal["nothing", "hint", "alarm"]
    """Level of the report. A hint needs ten sessions, an alarm thirty."""


class UpkeepPair(VoterPair, frozen=True, kw_only=True):
    """Similarity of two voters' votes, with their models."""

    models: tuple[str, str]
    """Models of the two voters."""


class UpkeepAlarm(Struct, frozen=True, kw_only=True):
    """A warning about a voter or council that a person should check. Sessions are not stopped by it."""

    key: str
    """Key by which the alarm is acknowledged."""
    about: str
    """Subject of the alarm: one fingerprint, two fingerprints, or a council."""
    kind: Literal["controls", "silent", "unfit", "pair", "drift"]
    """Kind of alarm. `controls`: often wrong on control claims; `silent`: casts no ballots; `unfit`: has a seat
    although unfit by its trial; `pair`: two voters vote alike; `drift`: a council puts nearly every claim in the
    top tier.
    """
    says: str
    """Text of the warning."""
    acknowledged: bool = False
    """Whether a person acknowledged the alarm. It is then hidden until it ends."""


class UpkeepReport(Struct, frozen=True, kw_only=True):
    """Report on the reliability of all voters and councils, with warnings."""

    sessions: int
    """Number of sessions from which the report was computed."""
    voters: list[UpkeepVoter]
    """The voters, sorted by model, then by fingerprint."""
    councils: list[UpkeepCouncil]
    """The councils, sorted by name."""
    pairs: list[UpkeepPair]
    """Pairs of voters with five or more common sessions, the most similar first."""
    alarms: list[UpkeepAlarm]
    """New and acknowledged alarms."""
    due: int
    """Number of sessions that could not be counted."""


class VoterSession(Struct, frozen=True, kw_only=True):
    """One voter's figures in one session."""

    session: str
    """Id of the session."""
    at: str
    """When the session ended."""
    council: str
    """The council's name, or its members if it has none."""
    source: Literal["live", "bench"]
    """Kind of session: `live`, a user's question; `bench`, a trial of the voter."""
    ballot: BallotCame
    """Result of the voter's ballot."""
    votes: int
    """Number of claims on which the voter voted."""
    mean: float | None
    """Mean of the voter's votes, -2 to 2."""
    hits: int
    """Number of control claims on which the voter voted correctly."""
    controls: int
    """Number of control claims on which the voter voted."""


class VoterReport(Struct, frozen=True, kw_only=True):
    """Figures on one voter, with its sessions."""

    voter: UpkeepVoter
    """Figures of the voter."""
    sessions: list[VoterSession]
    """The voter's sessions, the latest first, at most a hundred."""


class ControlSeen(Struct, frozen=True, kw_only=True):
    """A voter's vote on one control claim, i.e. a claim whose truth is known."""

    at: str
    """When the session ended."""
    session: str
    """Id of the session."""
    voter: str
    """The voter's fingerprint."""
    model: str
    """Model of the voter."""
    key: str
    """File and name of the claim."""
    hit: bool
    """Whether the voter voted correctly."""
