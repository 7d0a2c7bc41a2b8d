"""Which results are less than full ones, and who is missing? Told wherever a study's figures are, before them."""

from __future__ import annotations

from moot.extensions.studies.stats.report import ArmReport, StudyReport

MOST_NAMED = 3
"""Things that are missing most often, which are named of each arm."""


def all_degraded_words(report: StudyReport) -> list[str]:
    """What a headline says where every result, or some, is less than a full one; nothing where none is."""
    done, bad = sum(arm.finished for arm in report.arms), sum(arm.degraded for arm in report.arms)
    if not bad:
        return []
    if bad == done:
        return [f"Every result is degraded ({bad} of {done}): no figure here is of a full council."]
    return [f"{bad} of {done} results are degraded."]


def missing_words(report: StudyReport) -> list[str]:
    """Of each arm with degraded results, what is missing from them, most often first."""
    return [_missing(arm) for arm in report.arms if arm.degraded]


def _missing(arm: ArmReport) -> str:
    told = [(why.rstrip("."), times) for why, times in arm.missing.items()]
    named = "; ".join(f"{why} ({times} times)" if times > 1 else why for why, times in told[:MOST_NAMED])
    more = f"; and {len(told) - MOST_NAMED} more" if len(told) > MOST_NAMED else ""
    return f"{arm.name}: {arm.degraded} of {arm.finished} degraded. {named}{more}."
