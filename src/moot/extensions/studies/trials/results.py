"""Trials and calibrations of voters: their claims, their progress and their results."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from moot.vocabulary.public import BordersFound, Expected, Fitness, Wilson

TrialState = Literal["running", "ended", "stopped"]
"""State of a voter's trial."""


class FixtureClaim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One claim on which models vote in a trial, with its known truth."""

    text: str
    """Text of the claim."""
    kind: str
    """Kind of the claim, as shown to voters."""
    known: bool | None = None
    """Whether the claim is known to be true; null when unknown. No voter sees this."""
    denies: int = 0
    """Number of the claim of which this claim is the negation; 0 for none."""


class Fixture(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A published set of test claims on one question, on which models vote in a trial before they join a council."""

    title: str
    """A short title."""
    question: str
    """Question to which the claims refer."""
    brief: str
    """Background text for the voters."""
    licence: str
    """Licence of the fixture."""
    source: str
    """Where the claims are from."""
    date: str
    """Day on which the claims were written, e.g. `2026-11-20`."""
    claims: tuple[FixtureClaim, ...]
    """The claims, numbered from 1."""


class Milliseconds(Struct, frozen=True, kw_only=True):
    """Median and 95th percentile of a duration, in milliseconds."""

    half: int
    """Median."""
    most: int
    """95th percentile."""


class FailedRun(Struct, frozen=True, kw_only=True):
    """One run of a trial in which no ballot could be read, and why."""

    run: int
    """Number of the run."""
    session: str
    """Session of the run."""
    kind: str
    """Kind of failure: `spoiled`, or the kind of the error."""
    says: str
    """What happened, in words."""


class VoterTrial(Struct, frozen=True, kw_only=True):
    """Result of testing a voter (a model with its settings): readable ballots, consistency, known answers."""

    fingerprint: str
    """The voter's fingerprint."""
    model: str
    """Model of the voter."""
    settings: dict[str, str]
    """Voter's settings that differ from the provider's defaults, by name."""
    scripted: bool
    """Whether the voter is a scripted demo voice, not a language model."""
    fixture: str
    """Name of the set of claims used."""
    digest: str
    """Digest of the set of claims used."""
    verdict: Fitness
    """Result of the trial. Fit: at least 80 % of the voter's ballots can be parsed, with 95 % confidence. Unfit:
    surely fewer.
    """
    more: int
    """If unproven: number of further runs without a fault that would make the voter fit."""
    read: Wilson | None
    """Ballots that were parsed, at once or after a repair, out of all ballots."""
    at_once: int
    """Number of ballots parsed at once."""
    repaired: int
    """Number of ballots parsed after a repair."""
    not_read: int
    """Number of ballots that could not be parsed."""
    not_asked: int
    """Number of runs in which the endpoint could not be reached. They do not count for the model."""
    missing: int
    """Number of votes missing in parsed ballots."""
    consistent: float | None
    """Consistency of the votes: mean over claims and pairs of runs in the same order of 1 - |difference| / 4; null
    without two such runs.
    """
    order_effect: float | None
    """`consistent` computed over pairs of runs in different orders, minus `consistent`; below 0 if order matters."""
    negations: Wilson | None
    """Pairs of claim and negation that the voter did not approve both or reject both, out of all pairs."""
    known: Wilson | None
    """Claims with a known answer on which the voter voted for the right side, out of all of them."""
    mean: float | None
    """Mean of the voter's votes, -2 to 2: its leniency on these claims."""
    last: Milliseconds | None
    """Time from a request to the last piece of the answer."""
    price: float | None
    """Median cost of a ballot in dollars; null when no price is known."""
    failures: list[FailedRun]
    """Every run without a parsed ballot."""


class TrialPlan(Struct, frozen=True, kw_only=True):
    """How many further runs a trial of a voter takes."""

    voter: str
    """Fingerprint of the voter."""
    runs: int
    """Maximum number of runs. The trial stops early when the result is certain."""
    earlier: int
    """Number of runs that exist already."""
    anew: bool
    """Whether new runs are counted separately, because the earlier runs gave a result; false if they are added."""


class TrialAhead(TrialPlan, frozen=True, kw_only=True):
    """How many further runs a trial of a voter takes, and what they cost."""

    model: str
    """Model of the voter."""
    calls: int
    """Number of calls of all runs, without failures."""
    typical: float | None
    """Typical total cost in dollars; null when no price is known."""
    most: float | None
    """Maximum total cost in dollars."""


class TrialRow(Struct, frozen=True, kw_only=True):
    """Progress of one voter's trial, and its result once it has ended."""

    voter: str
    """Fingerprint of the voter."""
    model: str
    """Model of the voter."""
    state: TrialState
    """State of the trial."""
    done: int
    """Number of runs that have ended."""
    of: int
    """Maximum number of runs."""
    verdict: Fitness | None = None
    """Result by the runs that count; null while the trial runs and when there are none."""
    read: Wilson | None = None
    """Ballots that were parsed, out of all ballots."""
    more: int = 0
    """If unproven: number of further runs without a fault that would make the voter fit."""
    troubles: list[str] = []
    """Why runs are missing."""


class TrialList(Struct, frozen=True, kw_only=True):
    """All trials of voters since the server started."""

    trials: tuple[TrialRow, ...]
    """The trials, in the order they were started."""


class CalibrationClaim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claim on which people are known to agree or to disagree, used to set the borders between tiers."""

    text: str
    """Text of the claim."""
    negation: str
    """Negation of the claim, as a sentence of its own."""
    kind: str
    """Kind of the claim, as shown to voters: `factual claim`, `recommendation`, `risk` or `opportunity`."""
    expected: Expected
    """Known status of the claim: true or false."""
    since: str
    """Since when the claim has had this status, e.g. `1905`."""
    source: str
    """Source for the status of the claim."""
    topic: str
    """Topic of the claim."""
    licence: str = ""
    """Licence of the claim, if it differs from that of the corpus."""


class CalibrationVoter(Struct, frozen=True, kw_only=True):
    """A voter of a calibration: a model, and the fingerprint of its settings."""

    fingerprint: str
    """The voter's fingerprint."""
    model: str
    """Model of the voter."""


class Calibration(BordersFound, frozen=True, kw_only=True):
    """Report on how well a council's thresholds between tiers sort claims known to be contested or settled."""

    corpus: str
    """Name of the corpus of claims."""
    digest: str
    """Digest of the corpus."""
    council: str
    """The council's name, or its members if it has none."""
    protocol: str
    """Name of the protocol whose thresholds are calibrated."""
    voters: list[CalibrationVoter]
    """The voters, in seat order."""
    scripted: bool
    """Whether scripted voices voted. Their results mean nothing."""
    at: str
    """When the last session of the calibration ended."""
    sessions: list[str]
    """Sessions of the calibration."""
    done: int
    """Number of sessions that ended."""
    of: int
    """Number of sessions planned."""
    whole: bool
    """Whether all sessions ended with votes. Nothing is suggested before."""
    cost: float | None
    """The calibration's cost in dollars; null when unknown."""
