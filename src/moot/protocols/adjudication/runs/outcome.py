"""Summarise an adjudicated session in figures: scores by model, flips, and the list of findings."""

from __future__ import annotations

from moot.protocols.adjudication.findings import Measures
from moot.protocols.adjudication.runs.replies import JudgedSession, judged_in
from moot.protocols.files import JointFinding, SessionFigures
from moot.protocols.replies import latest
from moot.vocabulary.state import SessionState


def outcome_of(state: SessionState) -> SessionFigures:
    """Return the session in figures, without those that were not computed."""
    judged = judged_in(state)
    scores = {
        reply.model: reply.score.score
        for reply in judged.replies
        if reply.score is not None and reply.score.score is not None
    }
    figures: dict[str, float] = {}
    if scores:
        figures["score"] = sum(scores.values()) / len(scores)
        figures["best_score"] = max(scores.values())
    called = [reply.flip.change for reply in judged.replies if reply.flip is not None]
    changes = [change for change in called if change in ("none", "cited", "uncited")]
    if changes:
        figures["flips"] = sum(change != "none" for change in changes) / len(changes)
        figures["uncited_flips"] = changes.count("uncited") / len(changes)
    listed = _listed(state, judged)
    if listed is not None:
        figures["findings"] = len(listed)
        for status in ("confirmed", "disputed"):
            figures[status] = sum(each.status == status for each in listed)
    return SessionFigures(figures=figures, scores=scores, listed=listed)


def _listed(state: SessionState, judged: JudgedSession) -> tuple[JointFinding, ...] | None:
    """Return the list of findings, each once; `None` if no list could be read, which differs from an empty list."""
    compared, measures = judged.compared, latest(state, Measures)
    if compared is None or compared.by is None or measures is None:
        return None
    if not compared.findings and (compared.agreement or compared.consensus or compared.dispute):
        return None  # positions were compared, and no list was asked for
    return tuple(
        JointFinding(text=each.finding, status=each.status, severity=each.severity) for each in compared.findings
    )
