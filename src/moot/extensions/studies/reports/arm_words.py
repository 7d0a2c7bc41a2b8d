"""What did an arm cost, and what did it keep? Told in the same words at a terminal and in a report."""

from __future__ import annotations

from moot.extensions.studies.stats.report import ArmReport, StudyReport
from moot.vocabulary.public import counted, money


def cost_words(arm: ArmReport) -> str:
    """What its sessions cost, and how much of that is of those that were asked again."""
    again = f" ({money(arm.cost_again)} of it for sessions that were asked again)" if arm.cost_again else ""
    if not arm.cost_known:
        return f"at least {money(arm.cost)}{again}" if arm.cost else "unknown cost"
    return f"{money(arm.cost)}{again}"


def kept_words(arm: ArmReport) -> str:
    """Of an arm that is made of another one, why it cost less: what it did not ask; empty for others."""
    if not arm.of:
        return ""
    kept = f"{arm.kept:,} answer{'s' if arm.kept != 1 else ''} kept from {arm.of}"
    # Which need not be there: that may be made of another arm itself.
    return f"asked anew from {arm.stage} on; {kept}, which are paid for where they were asked"


def older_words(arm: str, of: str, results: int) -> str:
    """Which results of an arm rest on answers of another one that were replaced since."""
    rest = "rests" if results == 1 else "rest"
    made_of = f"{counted(results, 'session')} of {arm} {rest} on answers of {of}"
    return f"{made_of} that were asked again since and are others now."


def all_older_words(report: StudyReport) -> list[str]:
    """The same of every arm: what differs there is not the arm alone."""
    return [older_words(arm.name, arm.of, arm.older) for arm in report.arms if arm.older]
