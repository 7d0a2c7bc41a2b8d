"""With what is a model tried out, and what came of it? Claims that are always the same, and figures over runs."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Fitness = Literal["fit", "unproven", "unfit"]
"""Whether a model's ballots can be read often enough to seat it, as far as its runs tell."""

TrialState = Literal["running", "ended", "stopped"]
"""How far trying a voter out is."""


class FixtureClaim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One claim that is given."""

    text: str
    """The statement."""
    kind: str
    """What sort it is, as voters are told."""
    known: bool | None = None
    """Whether it is known to be true; null where nobody can know. No voter is told."""
    denies: int = 0
    """The number of the claim of which it is the negation; 0 where it is none."""
    repeats: int = 0
    """The number of the claim it says once more in other words; 0 where it says none."""


class Fixture(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Claims on one question, for trying out."""

    title: str
    """What it is, in a few words."""
    question: str
    """The question the claims are about."""
    brief: str
    """What is to be known of it."""
    licence: str
    """What it is given under."""
    source: str
    """Where it is from."""
    date: str
    """When it was written, e.g. `2026-11-20`."""
    claims: tuple[FixtureClaim, ...]
    """The claims, numbered from 1."""


class Wilson(Struct, frozen=True, kw_only=True):
    """A share with its 95 % interval by Wilson."""

    good: int
    """Times it went well."""
    of: int
    """Times it was tried."""
    low: float
    """Lower end."""
    high: float
    """Upper end."""


class Milliseconds(Struct, frozen=True, kw_only=True):
    """How long something took."""

    half: int
    """Half of the times it took no longer."""
    most: int
    """Nineteen of twenty times it took no longer."""


class FailedRun(Struct, frozen=True, kw_only=True):
    """A run without a ballot that could be read."""

    run: int
    """Which one."""
    session: str
    """Its session."""
    kind: str
    """What sort of failure: `spoiled`, or the kind of the error."""
    says: str
    """What happened, in words."""


class VoterTrial(Struct, frozen=True, kw_only=True):
    """What came of trying a voter out."""

    fingerprint: str
    """The voter."""
    model: str
    """Its model."""
    settings: dict[str, str]
    """Its settings that are not left to its service."""
    scripted: bool
    """Whether it is a scripted voice, not a language model."""
    fixture: str
    """What it was tried out with."""
    digest: str
    """Digest of that."""
    verdict: Fitness
    """Fit where at least 80 % of its ballots can be read with a confidence of 95 %, unfit where surely fewer can."""
    more: int
    """For one that is unproven: runs without a fault that would make it fit."""
    read: Wilson | None
    """Ballots that could be read, at once or after a second asking."""
    at_once: int
    """Those read at once."""
    repaired: int
    """Those read after a second asking."""
    not_read: int
    """Those that could not be read."""
    not_asked: int
    """Runs in which the service could not be asked; they tell nothing of the model."""
    missing: int
    """Votes missing in ballots that could be read."""
    consistent: float | None
    """Mean over claims and pairs of runs in one order of 1 - |difference| / 4; null without two such runs."""
    equal: float | None
    """The share of the same levels among them."""
    order_effect: float | None
    """The same mean over pairs of runs in two orders, less that within one; below 0 where the order matters."""
    negations: Wilson | None
    """Claims and their negations of which it did not approve both, nor reject both."""
    repeats: Wilson | None
    """Claims said twice on which it voted the same, to within a level."""
    known: Wilson | None
    """Known answers on whose side it voted."""
    mean: float | None
    """Mean of its votes, -2 to 2: how lenient it is on these claims."""
    spread: float | None
    """Their standard deviation."""
    first: Milliseconds | None
    """Milliseconds to the first word."""
    last: Milliseconds | None
    """Milliseconds to the last."""
    tokens: int | None
    """Tokens of a ballot, read and written, the median."""
    price: float | None
    """Dollars of a ballot, the median; null where no price is known."""
    failures: list[FailedRun]
    """Every run without a ballot that could be read."""


class TrialAhead(Struct, frozen=True, kw_only=True):
    """What trying a voter out again would take."""

    voter: str
    """Its fingerprint."""
    model: str
    """Its model."""
    runs: int
    """Runs at most; it ends sooner where it is clear whether its ballots can be read."""
    earlier: int
    """Runs there are already."""
    anew: bool
    """Whether it was clear by those, so that the new ones are looked at by themselves; else they count."""
    calls: int
    """Calls of all runs, if nothing fails."""
    typical: float | None
    """What they usually cost together, in dollars; null where nobody knows a price."""
    most: float | None
    """What they cost at the worst."""


class TrialRow(Struct, frozen=True, kw_only=True):
    """A voter that is being tried out, or was."""

    voter: str
    """Its fingerprint."""
    model: str
    """Its model."""
    state: TrialState
    """How far it is."""
    done: int
    """Runs that have ended of those that were begun."""
    of: int
    """Runs at most."""
    verdict: Fitness | None = None
    """What came of it, by the runs that count; null while it runs, and where there are none."""
    read: Wilson | None = None
    """Ballots of those that could be read."""
    more: int = 0
    """For one that is unproven: runs without a fault that would make it fit."""
    troubles: list[str] = []
    """Why runs are missing."""


class TrialList(Struct, frozen=True, kw_only=True):
    """Voters that a server tries out, or did since it was started."""

    trials: tuple[TrialRow, ...]
    """In the order in which they were begun."""
