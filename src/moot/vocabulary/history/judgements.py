"""What was said of each reply of a session, in one shape for every protocol that judges, so that tables can be made.

A protocol makes them from its own findings (`Files.judgements`); what it does not compute stays empty. Seats stand
where seats are meant; whoever writes a table says which models sat there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct


class RebuttalOf(Struct, frozen=True, kw_only=True):
    """What a member said against another one."""

    target: str
    """Against whom."""
    text: str
    """The words."""


class OnAxis(Struct, frozen=True, kw_only=True):
    """A score on one axis."""

    score: float | None
    """What was settled; `None` where nobody's could be read."""
    given: Mapping[str, float] = {}
    """What each of those who judged gave, by seat."""
    reasons: Mapping[str, str] = {}
    """Why, by seat."""


class FlipOf(Struct, frozen=True, kw_only=True):
    """Whether a member changed its position."""

    change: str
    """`no_change`, `cited_rebuttal` or `uncited`."""
    source: str | None = None
    """Whose rebuttal moved it."""
    words: str = ""
    """The words that are said to have moved it."""
    verified: bool = False
    """Whether they stand in a rebuttal it saw."""
    calls: Mapping[str, str] = {}
    """What each of those who judged called it, by seat."""


class ReplyJudged(Struct, frozen=True, kw_only=True):
    """One member's reply."""

    seat: str
    """Whose."""
    first: str
    """Its first answer."""
    final: str
    """What was judged."""
    rebuttals: tuple[RebuttalOf, ...] = ()
    """What it said against others."""
    axes: Mapping[str, OnAxis] = {}
    """Its scores by axis."""
    labels: tuple[str, ...] | None = None
    """What it was labelled with; `None` where nobody's labels could be read."""
    flip: FlipOf | None = None
    """Whether it changed its position; `None` where nobody looked or could say."""
    conviction: float | None = None
    """What its holding on, or its giving way, was worth."""
    score: float | None = None
    """Its weighted score."""
    compliant: bool | None = None
    """Whether it was given in the form that was asked for."""


class FoundTogether(Struct, frozen=True, kw_only=True):
    """One thing that members found."""

    text: str
    """What it is."""
    status: str
    """Whether several found it, or one denies it."""
    severity: str
    """How severe it is."""
    agree: tuple[str, ...] = ()
    """Seats that found it."""
    disagree: tuple[str, ...] = ()
    """Seats that deny it."""


class Judgements(Struct, frozen=True, kw_only=True):
    """A session's replies and what was said of them."""

    judges: tuple[str, ...] = ()
    """Seats of those who judged."""
    replies: tuple[ReplyJudged, ...] = ()
    """Each member's reply, in seat order."""
    found: tuple[FoundTogether, ...] = ()
    """What they found together, each thing once."""
    agreement: Mapping[str, Any] | None = None
    """How far several of those who judged judge alike."""
