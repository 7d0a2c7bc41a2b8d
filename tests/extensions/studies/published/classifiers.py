"""The five classifiers of the published adjudicated council, implemented again from their description.

Written apart from `stats/` and the rubric files, in plain conditions, so that agreement with them means something. Each
takes what a panel holds and returns class, certainty and basis. Nothing here is fixed: the faults are kept.
"""

from __future__ import annotations

from moot.protocols.adjudication.measures import Panel

Answer = tuple[str, str, str]


def _scores(panel: Panel) -> list[float]:
    return sorted((reply.score or 0.0 for reply in panel.replies), reverse=True)


def _uncited(panel: Panel) -> int:
    return len([reply for reply in panel.replies if reply.flip == "uncited"])


def stress_test(panel: Panel) -> Answer:
    if not panel.replies:
        return "unstable", "low", "no_replies"
    scores = _scores(panel)
    gap = scores[0] - scores[1] if len(scores) > 1 else scores[0]
    flips = [reply for reply in panel.replies if reply.flip in ("cited", "uncited")]
    uncited = _uncited(panel)
    strongest = next(reply for reply in panel.replies if reply.score == scores[0])
    clean = not strongest.labels
    if not flips and scores[0] - scores[-1] < 4 and len(scores) >= 2:
        kind, basis = "unanimous", "all_models_agree_no_flips"
    elif gap >= 3 and uncited == 0:
        kind, basis = "majority", "weighted_majority"
    elif uncited >= 2 or len(flips) == len(scores):
        kind, basis = "unstable", "high_flip_instability"
    elif gap < 2 and flips:
        kind, basis = "contested", "narrow_margin_with_flips"
    elif gap >= 2:
        kind, basis = "majority", "weighted_majority"
    else:
        kind, basis = "contested", "narrow_margin"
    certainty = {
        "unanimous": "high" if clean else "moderate",
        "unstable": "low",
        "majority": "high" if gap >= 5 and clean else "moderate",
        "contested": "moderate" if clean else "low",
    }[kind]
    return kind, certainty, basis


def _findings(panel: Panel, minor: set[str], words: dict[str, str], chains_count: bool) -> Answer | None:
    if not panel.findings:
        return None
    confirmed = [each for each in panel.findings if each.status == "confirmed"]
    disputed = [each for each in panel.findings if each.status == "disputed"]
    unique = [each for each in panel.findings if each.status == "unique"]
    if not (confirmed or disputed or unique) or all(each.severity in minor for each in panel.findings):
        return words["clean"], "high", words["clean_basis"]
    if confirmed and not disputed:
        grave = chains_count and any(each.severity == "critical" for each in confirmed)
        return words["sure"], "high" if len(confirmed) >= 2 or grave else "moderate", f"{len(confirmed)}_{words['c']}"
    if confirmed:
        level = "moderate" if len(confirmed) > len(disputed) else "low"
        return "disputed", level, f"{len(confirmed)}_confirmed_{len(disputed)}_disputed"
    if disputed:
        return "disputed", "low", f"{len(disputed)}_disputed_no_confirmed"
    return words["sure"], "moderate", f"{len(unique)}_{words['u']}"


def code_review(panel: Panel) -> Answer:
    words = {
        "clean": "clean", "clean_basis": "no_real_bugs_in_merged_findings", "sure": "confirmed",
        "c": "confirmed_findings", "u": "unique_findings",
    }  # fmt: skip
    found = _findings(panel, {"style"}, words, False)
    if found is not None:
        return found
    speaking = len([reply for reply in panel.replies if reply.mentions])
    if speaking == 0:
        return "clean", "moderate", "no_bug_keywords_in_replies"
    if speaking == len(panel.replies):
        return "confirmed", "moderate", "all_reviewers_mention_bugs"
    if speaking >= 2:
        return "confirmed", "low", "majority_mention_bugs"
    return "disputed", "low", "minority_mention_bugs"


def threat_assessment(panel: Panel) -> Answer:
    words = {
        "clean": "low_risk", "clean_basis": "no_significant_threats", "sure": "threats_confirmed",
        "c": "confirmed_threats", "u": "unique_threats",
    }  # fmt: skip
    found = _findings(panel, {"low", "informational"}, words, True)
    if found is not None:
        return found
    speaking = len([reply for reply in panel.replies if reply.mentions])
    if speaking == 0:
        return "low_risk", "moderate", "no_threat_keywords"
    if speaking == len(panel.replies):
        return "threats_confirmed", "moderate", "all_reviewers_found_threats"
    return "disputed", "low", "partial_threat_identification"


def _labelled(panel: Panel, *names: str) -> int:
    return sum(label in names for reply in panel.replies for label in reply.labels)


def research_synthesis(panel: Panel) -> Answer:
    scores = _scores(panel)
    gap = scores[0] - scores[-1]
    good = _labelled(panel, "well_sourced", "appropriate_uncertainty")
    weak = _labelled(panel, "vague_sourcing", "unsupported_claim")
    bad = _labelled(panel, "false_certainty", "false_equivalence", "cherry_picking")
    if _uncited(panel) >= 2 or weak == len(scores):
        return "inconclusive", "low", "low_evidence_quality" if weak == len(scores) else "high_flip_instability"
    if good >= 2 and panel.agreement == "agree":
        if gap >= 3:
            return "supported", "high", "models_agree_well_sourced"
        return "supported", "moderate", "models_agree_moderate_gap"
    if panel.agreement == "disagree" or bad >= 2:
        return "contested", "moderate" if good >= 1 else "low", "evidence_disagreement"
    if _labelled(panel, "appropriate_uncertainty") >= 2:
        return "insufficient_evidence", "moderate", "models_acknowledge_evidence_limits"
    if good >= 1 and gap >= 3:
        return "supported", "moderate", "strongest_well_sourced"
    return "contested", "low", "mixed_evidence_signals"


def legal_analysis(panel: Panel) -> Answer:
    scores = _scores(panel)
    gap = scores[0] - scores[-1]
    good = _labelled(panel, "well_grounded", "well_distinguished")
    weak = _labelled(panel, "authority_missing", "policy_drift")
    bad = _labelled(panel, "misapplication", "conflation", "overbroad_claim")
    if _uncited(panel) >= 2 or weak == len(scores):
        return "inconclusive", "low", "low_legal_quality" if weak == len(scores) else "high_flip_instability"
    if good >= 2 and panel.agreement == "agree":
        if gap >= 3:
            return "settled", "high", "authority_agreement_strong_gap"
        return "settled", "moderate", "authority_agreement_moderate_gap"
    if panel.agreement == "disagree" or bad >= 2:
        return "contested", "moderate" if good >= 1 else "low", "authority_disagreement"
    open_signs = ("circuit split", "unresolved", "open question", "unsettled", "no clear precedent")
    if good >= 1 and any(sign in panel.dispute.lower() for sign in open_signs):
        return "unsettled", "moderate", "acknowledged_legal_uncertainty"
    if good >= 1 and gap >= 3:
        return "settled", "moderate", "strongest_well_grounded"
    return "contested", "low", "mixed_legal_signals"


def is_withheld(verdict: str, certainty: str) -> bool:
    """Whether the published council would have withheld the text."""
    return verdict in ("unstable", "inconclusive") or (verdict == "contested" and certainty == "low")


CLASSIFIERS = {
    "stress-test": stress_test,
    "code-review": code_review,
    "research-synthesis": research_synthesis,
    "legal-analysis": legal_analysis,
    "threat-assessment": threat_assessment,
}
