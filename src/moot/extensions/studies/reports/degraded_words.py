"""Describe degraded results and their missing parts; shown before a study's figures everywhere."""

from __future__ import annotations

from moot.extensions.studies.stats.report import ArmReport, StudyReport

MOST_NAMED = 3
"""Most missing parts named per arm, most frequent first."""


def all_degraded_words(report: StudyReport) -> list[str]:
    """Return the headline on degraded results; empty if there are none."""
    done, bad = sum(arm.finished for arm in report.arms), sum(arm.degraded for arm in report.arms)
    if not bad:
        return []
    if bad == done:
        return [f"Every result is degraded ({bad} of {done}): no figure here is of a full council."]
    return [f"{bad} of {done} results are degraded."]


def missing_words(report: StudyReport) -> list[str]:
    """Return the missing parts of each arm with degraded results, most frequent first."""
    return [_missing(arm) for arm in report.arms if arm.degraded]


def _missing(arm: ArmReport) -> str:
    told = [(why.rstrip("."), times) for why, times in arm.missing.items()]
    named = "; ".join(f"{why} ({times} times)" if times > 1 else why for why, times in told[:MOST_NAMED])
    more = f"; and {len(told) - MOST_NAMED} more" if len(told) > MOST_NAMED else ""
    return f"{arm.name}: {arm.degraded} of {arm.finished} degraded. {named}{more}."
