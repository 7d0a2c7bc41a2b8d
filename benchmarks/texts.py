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
    whole = {name: _milliseconds(read, family(SIZE)) for name, family in FAMILIES.items()}
    half = {name: _milliseconds(read, family(SIZE // 2)) for name, family in FAMILIES.items()}
    slowest = max(whole, key=lambda name: whole[name])
    steepest = max((name for name in whole if whole[name] > 5), key=lambda name: whole[name] / half[name], default="")
    growth = whole[steepest] / half[steepest] if steepest else 2.0
    return {
        "worst_ms": whole[slowest], "worst": slowest, "growth": round(growth, 2), "steepest": steepest,
        "budget_growth": 2.2,
    }  # fmt: skip


def _milliseconds(read: Callable[[str], object], text: str) -> float:
    took = []
    for _ in range(3):
        began = process_time()
        read(text)
        took.append(process_time() - began)
    return round(min(took) * 1_000, 1)
