"""Usage of calls over a range of days: number, tokens and money, by day, model, council, protocol and source.

Money is in nano-dollars, in four kinds that are never added up: charged by providers, computed from a price list, an
upper bound without a reported price, and reserved for calls in flight. Calls with an unknown price are counted but add
no amount.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import asdict, astuple

from moot.vocabulary.seats import NANO


class CallTotals(Struct, frozen=True, kw_only=True):
    """Number of calls in a group, and how many tokens they read and wrote."""

    calls: int = 0
    """Number of calls sent or about to be sent; each repetition counts."""
    read: int = 0
    """Number of input tokens."""
    written: int = 0
    """Number of output tokens, reasoning included."""
    counted: int = 0
    """Number of calls without reported tokens, whose tokens are estimated from characters."""
    unknown: int = 0
    """Number of calls with neither a price nor a bound. No amount includes them."""


class UsageFigures(CallTotals, frozen=True, kw_only=True):
    """Totals of a group of calls: number, tokens and cost."""

    charged: int = 0
    """Charges reported by providers, in nano-dollars."""
    listed: int = 0
    """Cost of other calls by a price list, in nano-dollars: an estimate."""
    presumed: int = 0
    """Maximum cost of calls without a reported price, in nano-dollars: an upper bound."""
    in_flight: int = 0
    """Amount reserved for calls in flight, in nano-dollars."""

    def __add__(self, other: UsageFigures) -> UsageFigures:
        both = zip(asdict(self).items(), astuple(other), strict=True)
        return UsageFigures(**{name: ours + theirs for (name, ours), theirs in both})

    @property
    def spent(self) -> int:
        """Return the cost of the calls with a known price, in nano-dollars."""
        return self.charged + self.listed


class CallGroup(NamedTuple):
    """Key of a group of calls whose usage is summed: one day, model, council, protocol and interface."""

    day: str
    """UTC day on which the calls were sent."""
    model: str
    """Model that was called, as `endpoint/model`."""
    council: str
    """The council's name; empty if it has none."""
    protocol: str
    """Protocol of the calls."""
    door: str
    """Interface through which the sessions were opened: `cli`, `server`, `python`, `llm`, `run`, `chore` …"""
    demo: bool
    """Whether the calls went to a scripted demo voice."""


class UsageRow(CallTotals, frozen=True, kw_only=True):
    """Calls, tokens and cost of one day, model, council, protocol or interface, in dollars."""

    name: str
    """The group's day, model, council, protocol or interface."""
    sessions: int | None
    """Number of sessions with such calls; null if not counted."""
    charged: float
    """Charges reported by providers, in dollars."""
    listed: float
    """Cost of other calls by a price list, in dollars: an estimate."""
    at_most: float
    """Maximum further cost in dollars of calls that failed, reported no price or are in flight: an upper bound."""


class UsageSession(Struct, frozen=True, kw_only=True):
    """A row in the list of the most expensive sessions."""

    session: str
    """Id of the session."""
    title: str
    """Title of the session, or the beginning of its question."""
    spent: float
    """Known cost of the session on these days, in dollars."""
    at_most: float
    """Maximum further cost in dollars of calls that failed or reported no price."""


class UsageReport(Struct, frozen=True, kw_only=True):
    """Usage over a range of UTC days. Calls copied into a fork and imported sessions are not counted."""

    first: str
    """First day of the range."""
    last: str
    """Last day of the range."""
    since: str
    """First day with any call; empty if there is none."""
    step: int
    """Number of days in each row of `days`."""
    total: UsageRow
    """Total without scripted voices."""
    demo: UsageRow
    """Calls of scripted voices, which no other figure includes."""
    days: list[UsageRow]
    """Usage by day in ascending order, including days without calls; by first day of the week for long ranges."""
    models: list[UsageRow]
    """Usage by model, the most expensive first."""
    councils: list[UsageRow]
    """Usage by council; the name is empty for councils without a name."""
    protocols: list[UsageRow]
    """Usage by protocol."""
    doors: list[UsageRow]
    """Usage by interface."""
    dearest: list[UsageSession]
    """The most expensive sessions."""
    deleted: float
    """Cost in dollars of sessions deleted since. No row includes it."""
    deleted_at_most: float
    """Maximum further cost in dollars of the deleted sessions."""


def usage_row(name: str, figures: UsageFigures, sessions: int | None) -> UsageRow:
    """Return the totals of a group of calls as a row of a report, with money in dollars."""
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
