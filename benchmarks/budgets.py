"""Which budgets were raised, what are they today, and do they hold? One line each, from the figures of this run.

Where a figure has a floor that nothing built on this HTTP library, this disk or this promise can be below, the floor
stands beside it, as it was measured in the same run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple


class Raised(NamedTuple):
    """One budget."""

    name: str
    """Which."""
    what: str
    """What is measured."""
    most: float
    """The budget."""
    today: float
    """Today's figure."""
    floor: float | None = None
    """What it can be at the least."""


def raised_in(figures: Mapping[str, Any]) -> Iterator[Raised]:
    """The raised budgets among these figures."""
    for way, one in figures.get("B1", {}).items():
        yield Raised("B1", f"CPU over bare aiohttp, {way}", one["budget_ratio"], one["ratio"], one["floor_ratio"])
    for many, one in figures.get("B2", {}).items():
        yield Raised("B2", f"wall over bare aiohttp, {many}", one["budget_ratio"], one["ratio"], one["floor_ratio"])
    if "B4" in figures:
        floors = figures["B4"]["floor_by_the_promise_of_patience"]
        for protocol, ratio in figures["B4"]["ratio"].items():
            yield Raised("B4", f"one slow seat, {protocol}", figures["B4"]["budget"], ratio, floors[protocol])
    if "B10" in figures:
        yield Raised("B10", "moot ask, seconds of wall", 0.45, figures["B10"]["ask_wall_s"])
        yield Raised("B10", "moot --help, seconds of CPU", 0.25, figures["B10"]["help_cpu_s"])
    for size, one in figures.get("B16", {}).items():
        yield Raised("B16", f"chances of a standing, {size}, ms", one["budget_ms"], one["chances_ms"])
        yield Raised("B16", f"k* of a standing, {size}, ms", one["budget_k_ms"], one["k_ms"])
    if "B20" in figures:
        one = figures["B20"]
        for name in ("status", "report", *(name for name in one if name.startswith("page_"))):
            most = one["budget_ms"][name.partition("_")[0]]
            yield Raised("B20", f"10,000 sessions, {name.replace('_', ' ')}, ms of CPU", most, one[name]["cpu"])
    if "B22" in figures:
        one = figures["B22"]
        yield Raised("B22", "health with 100 councils at once, p99 ms", one["budget_p99"], one["p99"])
    if "B23" in figures:
        one = figures["B23"]
        yield Raised("B23", "wall beside eight limited sessions", one["budget"], one["worst"] or float("inf"))
    if "B24" in figures:
        one = figures["B24"]
        yield Raised("B24", "llm consortium list, CPU over plain llm", one["budget"], one["consortium list over plain"])


def lines_of(figures: Mapping[str, Any]) -> list[str]:
    """A line for each raised budget that was measured."""
    lines = []
    for one in raised_in(figures):
        floor = f"  (floor {one.floor:g})" if one.floor is not None else ""
        verdict = "holds" if one.today <= one.most else "MISSED"
        lines.append(f"{one.name:4} {one.what:38} {one.today:>7g}  budget {one.most:<5g} {verdict}{floor}")
    return lines
