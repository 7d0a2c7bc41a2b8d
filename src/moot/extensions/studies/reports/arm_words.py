"""Format an arm's cost and the work it reused, for the terminal and the report."""

from __future__ import annotations

from moot.extensions.studies.stats.report import ArmReport, StudyReport
from moot.vocabulary.public import counted, money

MOST_NAMED = 3
"""Things that are missing most often, which are named of each arm."""


def cost_words(arm: ArmReport) -> str:
    """Return what its sessions cost, and how much of that was retried sessions."""
    again = f" ({money(arm.cost_again)} of it for sessions that were asked again)" if arm.cost_again else ""
    if not arm.cost_known:
        return f"at least {money(arm.cost)}{again}" if arm.cost else "unknown cost"
    return f"{money(arm.cost)}{again}"


def kept_words(arm: ArmReport) -> str:
    """Return how many answers and ballots a forked arm reused; empty for other arms."""
    if not arm.of:
        return ""
    kept = f"{arm.kept:,} answer{'s' if arm.kept != 1 else ''} kept from {arm.of}"
    # Which may be absent: that arm may be a fork itself.
    return f"asked anew from {arm.stage} on; {kept}, which are paid for where they were asked"


def older_words(arm: str, of: str, results: int) -> str:
    """Return which results of an arm use answers of another arm that were replaced later."""
    rest = "rests" if results == 1 else "rest"
    made_of = f"{counted(results, 'session')} of {arm} {rest} on answers of {of}"
    return f"{made_of} that were asked again since and are others now."


def all_older_words(report: StudyReport) -> list[str]:
    """Return the same for all arms: their differences are not due to the arm alone."""
    return [older_words(arm.name, arm.of, arm.older) for arm in report.arms if arm.older]


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
