"""Compute the named measures that a rubric's rules use from a panel's labels, scores, flips and comparison.

Pure counting. Unread values are absent, never zero, and a figure with several possible values takes the worst: a rule
cannot depend on what was not read. `tests/stats/judging/test_unread.py` checks that losing a part of a panel never
improves its class. Names and meanings are in `vocabulary/measures.py`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from moot.errors import ProtocolWrong
from moot.extension_points import extension_faults, installed_measures
from moot.stats.rules import measures_named
from moot.vocabulary.measures import measures_of
from moot.vocabulary.rubrics import Rubric

DIGITS = 9
"""Number of decimals to which scores and derived values are rounded, so that floating-point errors do not decide a
comparison.
"""
Flip = Literal["none", "cited", "uncited", "unread", "untested"]
Agreement = Literal["", "agree", "partial", "disagree"]
Status = Literal["confirmed", "disputed", "unique", ""]


class Bounds(Struct, frozen=True):
    """The lowest and the highest score that a reply could have if everything about it had been readable."""

    low: float
    """The score if every unread part were as bad as possible."""
    high: float
    """The score if every unread part were as good as possible."""


class PanelReply(Struct, frozen=True, kw_only=True):
    """One member's final reply and all judgements of it.

    A member whose call failed has no such entry.
    """

    seat: str
    """The reply's seat."""
    score: float | None = None
    """Weighted score of the reply, with penalty and conviction; `None` if too little could be read."""
    bounds: Bounds | None = None
    """Bounds of the score if a part of it could not be read; `None` if the score is exact."""
    flip: Flip = "unread"
    """Whether the member's position changed between its first and final reply."""
    labels: tuple[str, ...] = ()
    """Labels that count: one for a reply, or one for each of its findings."""
    labelled: bool = True
    """Whether any labels of the reply could be parsed."""
    unread_labels: int = 0
    """Number of the reply's findings whose label could not be read, if others could."""
    compliant: bool = True
    """Whether the reply has the form that the rubric requires."""
    mentions: bool = False
    """Whether the reply contains one of the rubric's warning words."""


class PanelFinding(Struct, frozen=True, kw_only=True):
    """One entry of the merged list of what the replies report: how severe it is, and whether other members report or
    deny it."""

    status: Status
    """Whether several replies report the finding, some deny it, or only one reports it."""
    severity: str = ""
    """How severe the finding is, by the rubric's scale."""


class Panel(Struct, frozen=True, kw_only=True):
    """Everything about a session from which a rubric's measures are computed."""

    replies: tuple[PanelReply, ...]
    """The replies, in seat order. Of equal scores, the first counts as the best."""
    absent: int = 0
    """Number of members without a reply."""
    compared: bool
    """Whether a comparison of the replies could be parsed."""
    agreement: Agreement = ""
    """Whether the replies agree; empty if not readable or not asked."""
    dispute: str = ""
    """The main point of dispute, in the adjudicator's words."""
    findings: tuple[PanelFinding, ...] = ()
    """The findings of all replies, merged."""
    unreported: int = 0
    """Number of listed findings that no reply reports."""
    baseless_denials: int = 0
    """Number of denials without a matching passage."""
    chains: int = 0
    """Number of chains in which one finding is used to exploit the next."""


def flaw_of(rubric: Rubric, labels: tuple[str, ...], unread: int = 0) -> bool | None:
    """Return whether a reply with these labels counts as faulty; `None` if that depends on its `unread` unknown
    labels."""
    known = [found for found in map(rubric.label, labels) if found is not None]
    faulty = sum(label.flaw for label in known)
    if rubric.labelling.of == "replies":
        return True if faulty else None if unread else False
    most, all_of_them = faulty + unread, len(known) + unread
    if faulty and faulty >= rubric.labelling.flawed_from * all_of_them:
        return True
    return None if unread and most >= rubric.labelling.flawed_from * all_of_them else False


def is_flawed(rubric: Rubric, labels: tuple[str, ...], unread: int = 0) -> bool:
    """Return whether a reply with these labels is certainly faulty, whatever its `unread` unknown labels are."""
    return flaw_of(rubric, labels, unread) is True


def measures_from(rubric: Rubric, panel: Panel) -> dict[str, float | str]:
    """Compute the figures (measures) that a rubric's rules test, and return them by name.

    Measures that cannot be computed are left out.
    """
    replies = panel.replies
    found: dict[str, float | str] = {"replies": len(replies), "absent": panel.absent}
    _of_scores(rubric, panel, found)
    _of_labels(rubric, replies, found)
    _of_flips(replies, found)
    found["compared"] = int(panel.compared)
    if panel.agreement and panel.compared:
        found["agreement"] = panel.agreement
    dispute = panel.dispute.casefold()
    found["unsettled"] = int(any(sign.casefold() in dispute for sign in rubric.comparison.unsettled))
    _of_findings(rubric, panel, found)
    mentions = sum(reply.mentions for reply in replies)
    found |= {"mentions": mentions, "silent": len(replies) - mentions}
    for name in sorted(measures_named(rubric) - measures_of(rubric).keys()):
        known = installed_measures()
        if name not in known:
            raise ProtocolWrong(f"No measure {name!r} is installed.", "Install the package that adds it again.")
        with extension_faults(f"measure {name!r}"):
            value = known[name].compute(panel)
            found |= {name: value} if value is not None else {}
    return found


def _of_scores(rubric: Rubric, panel: Panel, found: dict[str, float | str]) -> None:
    scored = [reply for reply in panel.replies if reply.score is not None]
    found["scored"], found["unscored"] = len(scored), len(panel.replies) - len(scored)
    found["inexact"] = sum(reply.score is None or reply.bounds is not None for reply in panel.replies)
    if not scored:
        return
    strongest = max(scored, key=lambda reply: reply.score or 0.0)
    scores = sorted((reply.score or 0.0 for reply in scored), reverse=True)
    found["best"] = scores[0]
    if len(scores) > 1:
        found["worst"] = scores[-1]
    if panel.absent or len(scored) < len(panel.replies):
        return  # a reply without a score might be the best, or the worst
    others = [reply for reply in scored if reply is not strongest]
    if others:
        lead = _low(strongest) - max(map(_high, others))
        found["lead"] = round(max(0.0, lead), DIGITS)
        found["spread"] = round(max(map(_high, scored)) - min(map(_low, scored)), DIGITS)
    # All that may be the best; of exact scores that tie the first is.
    perhaps = [reply for reply in scored if _high(reply) >= max(map(_low, scored))]
    if all(reply.bounds is None for reply in perhaps):
        perhaps = [strongest]
    flaws = {flaw_of(rubric, reply.labels, reply.unread_labels) if reply.labelled else None for reply in perhaps}
    if len(flaws) == 1 and None not in flaws:
        found["best_flawed"] = int(flaws == {True})


def _low(reply: PanelReply) -> float:
    return reply.bounds.low if reply.bounds is not None else reply.score or 0.0


def _high(reply: PanelReply) -> float:
    return reply.bounds.high if reply.bounds is not None else reply.score or 0.0


def _of_flips(replies: tuple[PanelReply, ...], found: dict[str, float | str]) -> None:
    flips = [reply.flip for reply in replies]
    cited, uncited, unread, untested = (flips.count(each) for each in ("cited", "uncited", "unread", "untested"))
    found |= {"flips": cited + uncited, "cited": cited, "uncited": uncited, "steady": len(flips) - cited - uncited}
    found |= {"held": flips.count("none"), "unread_flips": unread + untested, "untested": untested}
    found["unaccounted"] = uncited + unread


def _of_labels(rubric: Rubric, replies: tuple[PanelReply, ...], found: dict[str, float | str]) -> None:
    labelled = [reply for reply in replies if reply.labelled]
    found["flawed"] = sum(is_flawed(rubric, reply.labels, reply.unread_labels) for reply in labelled)
    found["labelled"] = len(labelled)
    found["unlabelled"] = sum(not reply.labelled or reply.unread_labels > 0 for reply in replies)
    found["noncompliant"] = sum(not reply.compliant for reply in replies)
    given = [label for reply in labelled for label in reply.labels]
    groups = {label.name: label.group for label in rubric.labelling.labels}
    for name in groups:
        found[f"label_{name}"] = given.count(name)
    for group in rubric.groups():
        found[f"group_{group}"] = sum(groups.get(label) == group for label in given)
        # Only a reply whose labels were read is known to have none of a group.
        found[f"outside_{group}"] = sum(
            all(groups.get(label) != group for label in reply.labels) for reply in labelled if not reply.unread_labels
        )


def _of_findings(rubric: Rubric, panel: Panel, found: dict[str, float | str]) -> None:
    comparison = rubric.comparison
    statuses = [finding.status for finding in panel.findings]
    confirmed, disputed, unique = (statuses.count(status) for status in ("confirmed", "disputed", "unique"))
    found |= {"merged": len(statuses), "counted": confirmed + disputed + unique, "chains": panel.chains}
    found |= {"confirmed": confirmed, "disputed": disputed, "unique": unique, "confirmed_lead": confirmed - disputed}
    found |= {"unreported": panel.unreported, "baseless_denials": panel.baseless_denials}
    found["serious"] = sum(finding.severity not in comparison.minor for finding in panel.findings)
    found["confirmed_gravest"] = sum(
        finding.status == "confirmed" and finding.severity == comparison.gravest for finding in panel.findings
    )
