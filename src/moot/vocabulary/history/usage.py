"""What did calls take on some days? Their number, tokens and money, by day, model, council, protocol and source.

Money is in nano-dollars, and four kinds of it are never added up: what services charged, what a price list comes to,
a bound where nobody tells, and what is set aside for calls in flight. A call whose price nobody knows is counted, and
costs nothing here; it did not cost nothing.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import astuple

from moot.vocabulary.seats import NANO


class UsageFigures(Struct, frozen=True, kw_only=True):
    """What some calls took."""

    calls: int = 0
    """Calls that were sent or are about to be; a repeated one counts each time."""
    read: int = 0
    """Tokens of their prompts."""
    written: int = 0
    """Tokens written, thinking included."""
    counted: int = 0
    """Calls whose tokens no service told: they are counted from characters."""
    charged: int = 0
    """What services said they charged, in nano-dollars."""
    listed: int = 0
    """What the tokens of other calls come to by a list of prices, in nano-dollars: an estimate."""
    presumed: int = 0
    """Most that calls may have cost whose price nobody told, in nano-dollars: a bound."""
    in_flight: int = 0
    """Set aside for calls that have not ended, in nano-dollars."""
    unknown: int = 0
    """Calls whose price nobody knows, with no bound either; no amount here counts them."""

    def __add__(self, other: UsageFigures) -> UsageFigures:
        both = zip(astuple(self)[:FIGURES], astuple(other)[:FIGURES], strict=True)
        return UsageFigures(**dict(zip(UsageFigures.__struct_fields__, (a + b for a, b in both), strict=True)))

    @property
    def spent(self) -> int:
        """What the calls cost whose price is known, in nano-dollars."""
        return self.charged + self.listed


FIGURES = len(UsageFigures.__struct_fields__)


class UsageCalls(UsageFigures, frozen=True, kw_only=True):
    """The calls of one day to one model, by one council, asked for in one way."""

    day: str
    """The UTC day they were sent."""
    model: str
    """The model that was asked, as `endpoint/model`."""
    council: str
    """The council's name; empty for one that had none."""
    protocol: str
    """The protocol it deliberated by."""
    door: str
    """How it was asked: `cli`, `server`, `python`, `llm`, `run`, `chore` …"""
    demo: bool
    """Whether a scripted voice answered."""


class UsageRow(Struct, frozen=True, kw_only=True):
    """What some calls took, with money in dollars."""

    name: str
    """What they have in common: a day, a model, a council, a protocol, or how they were asked for."""
    sessions: int | None
    """Sessions that made some of them; null where that was not counted."""
    calls: int
    """Calls; a repeated one counts each time."""
    read: int
    """Tokens of their prompts."""
    written: int
    """Tokens written, thinking included."""
    counted: int
    """Calls whose tokens no service told: they are counted from characters."""
    charged: float
    """Dollars that services said they charged."""
    listed: float
    """Dollars that the tokens of other calls come to by a list of prices: an estimate."""
    at_most: float
    """Most dollars that may still be charged on top for calls that failed, told no price or are in flight: a bound."""
    unknown: int
    """Calls whose price nobody knows, with no bound either; no amount here counts them."""


class UsageSession(Struct, frozen=True, kw_only=True):
    """A session that cost much."""

    session: str
    """Its id."""
    title: str
    """What people call it, or the beginning of its question."""
    spent: float
    """Dollars it cost on these days, as far as that is known."""
    at_most: float
    """Most dollars that may still be charged on top for calls that failed or told no price."""


class UsageReport(Struct, frozen=True, kw_only=True):
    """What calls took on some days (UTC). Calls copied into a fork, and sessions taken in from elsewhere, made none."""

    first: str
    """The first day."""
    last: str
    """The last day."""
    since: str
    """The first day on which anything was asked; empty where nothing was."""
    step: int
    """Days that one row of `days` stands for."""
    total: UsageRow
    """All of it but the demos."""
    demo: UsageRow
    """Calls of scripted voices, which no other figure counts."""
    days: list[UsageRow]
    """By day, the earliest first, days without calls too; weeks by their first day where there are many."""
    models: list[UsageRow]
    """By model, the dearest first."""
    councils: list[UsageRow]
    """By council; the name is empty for those that had none."""
    protocols: list[UsageRow]
    """By protocol."""
    doors: list[UsageRow]
    """By how they were asked."""
    dearest: list[UsageSession]
    """The sessions that cost most."""
    deleted: float
    """Dollars that sessions cost which were deleted since; no row counts them."""
    deleted_at_most: float
    """Most dollars that may still be charged for those on top."""


def usage_row(name: str, figures: UsageFigures, sessions: int | None) -> UsageRow:
    """The same, with money in dollars."""
    return UsageRow(
        name=name,
        sessions=sessions,
        calls=figures.calls,
        read=figures.read,
        written=figures.written,
        counted=figures.counted,
        charged=figures.charged / NANO,
        listed=figures.listed / NANO,
        at_most=(figures.presumed + figures.in_flight) / NANO,
        unknown=figures.unknown,
    )
