"""How long do readers and writers of a stranger's text take for 100,000 characters, and which text is the worst?

B18 (pages, Markdown, ballots) of `make bench`.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

from moot.exports.markdown.quoted import quoted
from moot.reading.ballot_reader import read_ballot
from moot.reading.rankings.ballot import RankingKind
from moot.views.safe_markdown import html_from
from rig.texts.hostile_texts import FAMILIES
from rig.texts.readers import LABELS

SIZE = 100_000
GLANCE = SIZE // 10
"""Characters by which the slowest families are found; each is read once."""
PLAIN = "prose"
MOST = 3
"""Families that are read whole and by half: the slowest at a glance."""


def pages_and_ballots() -> dict[str, Any]:
    """B18: milliseconds for prose, the worst of all families, and the worst growth of one doubling."""
    return {
        "page": {**_figures(html_from), "budget_ms": 5},
        "markdown": {**_figures(quoted), "budget_ms": 5},
        "ballot": {**_figures(lambda text: read_ballot(RankingKind(), text, LABELS)), "budget_ms": 5},
    }


def _figures(read: Callable[[str], object]) -> dict[str, Any]:
    return {"prose_ms": _milliseconds(read, FAMILIES[PLAIN](SIZE)), **_worst(read)}


def _worst(read: Callable[[str], object]) -> dict[str, Any]:
    glanced = {name: _milliseconds(read, family(GLANCE), 1) for name, family in FAMILIES.items()}
    slow = sorted(glanced, key=lambda name: glanced[name])[-MOST:]
    times = {name: _in_turns(read, FAMILIES[name](SIZE // 2), FAMILIES[name](SIZE)) for name in slow}
    worst = max(times, key=lambda name: times[name][1])
    growths = {name: whole / half for name, (half, whole) in times.items()}
    steepest = max(growths, key=lambda name: growths[name])
    return {
        "worst_ms": round(times[worst][1], 1), "worst": worst, "growth": round(growths[steepest], 2),
        "steepest": steepest, "budget_growth": 2.2,
    }  # fmt: skip


def _in_turns(read: Callable[[str], object], half: str, whole: str) -> tuple[float, float]:
    """Milliseconds for two texts, each read twice in turns, so that a busy neighbour slows both."""
    took = [(_milliseconds(read, half, 1), _milliseconds(read, whole, 1)) for _ in range(2)]
    return min(one for one, _ in took), min(other for _, other in took)


def _milliseconds(read: Callable[[str], object], text: str, times: int = 3) -> float:
    took = []
    for _ in range(times):
        began = process_time()
        read(text)
        took.append(process_time() - began)
    return round(min(took) * 1_000, 2)
