"""How long do readers and writers of a stranger's text take for 100,000 characters, and which text is the worst?

B17 (the audit of a narrative) and B18 (pages, Markdown, ballots) of `make bench`.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

from moot.reading.ballot_reader import read_ballot
from moot.sessions.quoted_markdown import quoted
from moot.sessions.safe_markdown import html_from
from moot.tally.narrative_audit import audit
from moot.vocabulary.ballots import Ranking
from rig.hostile_texts import FAMILIES, filled
from rig.readers import LABELS, REPORT

SIZE = 100_000
PLAIN = "prose"
MOST = 12
"""Families that are timed again, and at half the size: the slowest ones."""


def audit_of_a_narrative() -> dict[str, Any]:
    """B17: a report of 100,000 characters about twelve claims, and the worst family."""
    report = filled(REPORT.text + "\n\n")

    def audited(text: str) -> object:
        return audit(text, REPORT.question, REPORT.claims, REPORT.tiers)

    return {"ms": _milliseconds(audited, report(SIZE)), "budget_ms": 200, **_worst(audited)}


def pages_and_ballots() -> dict[str, Any]:
    """B18: milliseconds for prose, the worst of all families, and the worst growth of one doubling."""
    return {
        "page": {**_figures(html_from), "budget_ms": 5},
        "markdown": {**_figures(quoted), "budget_ms": 5},
        "ballot": {**_figures(lambda text: read_ballot(Ranking, text, LABELS)), "budget_ms": 5},
    }


def _figures(read: Callable[[str], object]) -> dict[str, Any]:
    return {"prose_ms": _milliseconds(read, FAMILIES[PLAIN](SIZE)), **_worst(read)}


def _worst(read: Callable[[str], object]) -> dict[str, Any]:
    whole = {name: _milliseconds(read, family(SIZE), 1) for name, family in FAMILIES.items()}
    slow = sorted(whole, key=lambda name: whole[name])[-MOST:]
    again = {name: _milliseconds(read, FAMILIES[name](SIZE)) for name in slow}
    half = {name: _milliseconds(read, FAMILIES[name](SIZE // 2)) for name in slow}
    worst = max(again, key=lambda name: again[name])
    steepest = max(again, key=lambda name: again[name] / half[name])
    growth = round(again[steepest] / half[steepest], 2)
    return {
        "worst_ms": again[worst], "worst": worst, "growth": growth, "steepest": steepest, "budget_growth": 2.2,
    }  # fmt: skip


def _milliseconds(read: Callable[[str], object], text: str, times: int = 3) -> float:
    took = []
    for _ in range(times):
        began = process_time()
        read(text)
        took.append(process_time() - began)
    return round(min(took) * 1_000, 1)
