"""Format an arm's cost and the work it reused, for the terminal and the report."""

from __future__ import annotations

from moot.extensions.studies.stats.report import ArmReport, StudyReport
from moot.vocabulary.public import counted, money


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
