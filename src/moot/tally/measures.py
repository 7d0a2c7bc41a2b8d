"""What do a panel's labels, scores, flips and comparison amount to? The named measures that a rubric's rules bound.

Pure counting. What nobody could read is absent, never a zero: a rule cannot rest on it. Names and meanings stand in
`vocabulary/measures.py`; `tests/tally/test_measures.py` holds that both lists are the same.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from moot.vocabulary.rubrics import Rubric

DIGITS = 9
"""Decimals of scores and of what is computed from them, so that float noise neither meets nor misses a bound."""
Flip = Literal["none", "cited", "uncited", "unread"]
Agreement = Literal["", "agree", "partial", "disagree"]
Status = Literal["confirmed", "disputed", "unique", ""]


class PanelReply(Struct, frozen=True, kw_only=True):
    """One member's final reply, as it was judged. A member whose call failed has no reply."""

    seat: str
    """Whose reply it is."""
    score: float | None = None
    """Its weighted score with penalty and conviction; `None` when too little of it could be read."""
    flip: Flip = "unread"
    """Whether the position changed between first and final reply; `unread` when nobody looked or nobody could say."""
    labels: tuple[str, ...] = ()
    """Labels that stand: one for a reply, or one for each of its findings."""
    labelled: bool = True
    """Whether its labels could be read."""
    compliant: bool = True
    """Whether it keeps the rubric's form."""
    mentions: bool = False
    """Whether a word of trouble stands in it, not denied."""


class PanelFinding(Struct, frozen=True, kw_only=True):
    """One finding on the merged list."""

    status: Status
    """Whether several replies have it, some deny it, or one alone has it."""
    severity: str = ""
    """How severe it is, by the rubric's scale."""


class Panel(Struct, frozen=True, kw_only=True):
    """Everything a rubric's rules may rest on."""

    replies: tuple[PanelReply, ...]
    """The replies, in seat order; of equal scores the first counts as the best."""
    agreement: Agreement = ""
    """Whether the replies agree; empty when that could not be read or was not asked."""
    dispute: str = ""
    """The main point of dispute, in the adjudicator's words."""
    findings: tuple[PanelFinding, ...] = ()
    """The merged list."""
    chains: int = 0
    """Attack chains among them."""


def is_flawed(rubric: Rubric, labels: tuple[str, ...]) -> bool:
    """Whether a reply with these labels counts as flawed: any faulty label, or enough faulty findings."""
    known = [found for found in map(rubric.label, labels) if found is not None]
    faulty = sum(label.flaw for label in known)
    if not faulty:
        return False
    return rubric.labelling.of == "replies" or faulty >= rubric.labelling.flawed_from * len(known)


def measures_from(rubric: Rubric, panel: Panel) -> dict[str, float | str]:
    """The measures of this panel by name; one that cannot be known is left out."""
    replies = panel.replies
    found: dict[str, float | str] = {"replies": len(replies)}
    _of_scores(rubric, replies, found)
    _of_labels(rubric, replies, found)
    flips = [reply.flip for reply in replies]
    cited, uncited = flips.count("cited"), flips.count("uncited")
    found |= {"flips": cited + uncited, "cited": cited, "uncited": uncited, "unread_flips": flips.count("unread")}
    found["steady"] = len(replies) - cited - uncited
    if panel.agreement:
        found["agreement"] = panel.agreement
    dispute = panel.dispute.casefold()
    found["unsettled"] = int(any(sign.casefold() in dispute for sign in rubric.comparison.unsettled))
    _of_findings(rubric, panel, found)
    mentions = sum(reply.mentions for reply in replies)
    return found | {"mentions": mentions, "silent": len(replies) - mentions}


def _of_scores(rubric: Rubric, replies: tuple[PanelReply, ...], found: dict[str, float | str]) -> None:
    scored = [reply for reply in replies if reply.score is not None]
    found["scored"] = len(scored)
    if not scored:
        return
    strongest = max(scored, key=lambda reply: reply.score or 0.0)
    scores = sorted((reply.score or 0.0 for reply in scored), reverse=True)
    found["best"] = scores[0]
    if strongest.labelled:
        found["best_flawed"] = int(is_flawed(rubric, strongest.labels))
    if len(scores) > 1:
        found["worst"] = scores[-1]
        found["lead"] = round(scores[0] - scores[1], DIGITS)
        found["spread"] = round(scores[0] - scores[-1], DIGITS)


def _of_labels(rubric: Rubric, replies: tuple[PanelReply, ...], found: dict[str, float | str]) -> None:
    found["flawed"] = sum(reply.labelled and is_flawed(rubric, reply.labels) for reply in replies)
    found["unlabelled"] = sum(not reply.labelled for reply in replies)
    found["noncompliant"] = sum(not reply.compliant for reply in replies)
    given = [label for reply in replies for label in reply.labels]
    groups = {label.name: label.group for label in rubric.labelling.labels}
    for name in groups:
        found[f"label_{name}"] = given.count(name)
    for group in rubric.groups():
        found[f"group_{group}"] = sum(groups.get(label) == group for label in given)
        found[f"outside_{group}"] = sum(all(groups.get(label) != group for label in reply.labels) for reply in replies)


def _of_findings(rubric: Rubric, panel: Panel, found: dict[str, float | str]) -> None:
    comparison = rubric.comparison
    statuses = [finding.status for finding in panel.findings]
    confirmed, disputed, unique = (statuses.count(status) for status in ("confirmed", "disputed", "unique"))
    found |= {"merged": len(statuses), "counted": confirmed + disputed + unique, "chains": panel.chains}
    found |= {"confirmed": confirmed, "disputed": disputed, "unique": unique, "confirmed_lead": confirmed - disputed}
    found["serious"] = sum(finding.severity not in comparison.minor for finding in panel.findings)
    found["confirmed_gravest"] = sum(
        finding.status == "confirmed" and finding.severity == comparison.gravest for finding in panel.findings
    )
