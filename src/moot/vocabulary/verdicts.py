"""What does a session end with? A verdict: the answer, how sure it is, and the keys of what it rests on."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Outcome = Literal["verdict", "inconclusive", "failed", "stopped", "out_of_budget"]
"""How a session can end."""


class MissingSeat(Struct, frozen=True, kw_only=True):
    """Someone whose part is not in the result."""

    seat: str
    """Who."""
    stage: str
    """Where, e.g. `opinions` or `review`."""
    failed: str
    """The way it failed: a settlement, `late`, `spoiled` or `abstained`."""
    cause: str
    """Why, in words."""


class Ruling(Struct, frozen=True, kw_only=True):
    """What code decided about a verdict: its class, how sure that is, and by which rule."""

    verdict_class: str
    """The class, e.g. `unanimous`, `majority`, `contested`."""
    certainty: Literal["", "high", "moderate", "low"] = ""
    """How sure the class is."""
    basis: str = ""
    """Why, as a short code with its figures, e.g. `weighted_majority`."""
    rule: int = 0
    """The number of the rule that applied, from 1; 0 where there are no rules."""


class Verdict(Struct, frozen=True, kw_only=True):
    """An answer that can be audited."""

    outcome: Literal["verdict", "inconclusive"]
    """`verdict`: an answer stands. `inconclusive`: the protocol's own rule withholds it."""
    text: str | None
    """The answer; `None` when withheld."""
    by: str | None = None
    """The seat that wrote it; for the last resort, whose answer stands verbatim."""
    verbatim: bool = False
    """True when nobody could write and the top-ranked answer stands as it was given."""
    truncated: bool = False
    """True when the text was cut by the output limit."""
    reason: str = ""
    """Why it is withheld, or why it is degraded, in one sentence."""
    confidence: float | None = None
    """0 to 1 where a protocol computes one."""
    ruling: Ruling | None = None
    """Its class by rules in code, where a protocol has classes."""
    winner: str | None = None
    """Whose answer the ballots put first, where there is one."""
    degraded: tuple[str, ...] = ()
    """Each way in which this is less than a full result, in words."""
    missing: tuple[MissingSeat, ...] = ()
    """Who is missing, where and why."""
    rests_on: tuple[str, ...] = ()
    """Keys of the events it rests on."""
