"""Write the report file of a claim vote: outcome, report, claims with passages, every vote with its reason.

See also `tests/exports/test_reports.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from moot.protocols.claim_vote.findings import ClaimList, ClaimTally, ControlClaims, ProseAudit, Tiers
from moot.protocols.claim_vote.report.data import (
    VotedSession,
    counted_votes,
    normalised_vote,
    since,
    trust,
    voted_in,
    votes_of,
)
from moot.protocols.claim_vote.words import (
    KIND_WORDS,
    LEVEL_WORDS,
    audit_in_words,
    calibrated_in_words,
    confidence_of,
    contradicted_in_words,
    controls_in_short,
    figures_of,
    missing_in_words,
    weights_in_words,
    whose,
    worth_of,
)
from moot.protocols.files import Files, FileTable, Part, Points, Quotation, ReportFile, Sentence, Title, trust_line
from moot.protocols.replies import latest
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.headings import counted
from moot.vocabulary.words.seat_names import in_names
from moot.vocabulary.words.sums import money


def report(state: SessionState) -> list[Part]:
    """Return the report file of a vote on claims, part by part."""
    voted = voted_in(state)
    claims, tiers, verdict = voted.claims, voted.tiers, state.verdict
    assert verdict is not None
    names = {seat.id: voted.advisors.get(seat.id) or seat.id for seat in state.seats}
    called = {seat.id: seat.model for seat in (*state.seats, *state.offices)} | names
    lacking = [*verdict.degraded, *([verdict.reason] if verdict.reason else [])]
    controls = latest(state, ControlClaims)
    parts: list[Part] = [
        Title(f"Council of {state.opened_at[:16].replace('T', ' ')} UTC", 1),
        Quotation(state.question.text),
        Points([in_names(line, called) for line in lacking]),
        Quotation(verdict.text or ""),
        Sentence(trust_line(trust(state))),
        Title("Voters"),
        Points([f"{names[seat.id]}: {seat.model} ({seat.id})" for seat in state.seats]),
        Points(missing_in_words(tiers, names)),
        Points([f"{seat.id}: {seat.model}" for seat in state.offices]),
        Sentence(worth_of(tiers, names)),
        *([Sentence(controls_in_short(controls))] if controls is not None else []),
        Sentence(calibrated_in_words(tiers.bounds)),
        Points(weights_in_words(tiers, names)),
        Sentence(_cost(state)),
        *_sources(state),
    ]
    for claim, tally in zip(claims.claims, tiers.claims, strict=True):
        parts += [
            Title(f"{claim.id} · {tally.tier} · {KIND_WORDS[claim.kind]}"),
            Quotation(claim.text),
            Sentence(f"{figures_of(tally)}; {confidence_of(tally)}. {_became(tally, tiers)}"),
            Points([told] if (told := contradicted_in_words(claim.id, claims, tiers)) else []),
            Points([f"{whose(span, names)} wrote: “{span.quote}”" for span in claim.spans]),
            _table(claim.id, voted, names),
        ]
    parts += _left_out(claims, names)
    parts += [Title("Sentences of the editor"), *_prose(voted.editor, names)]
    return [*parts, Sentence(f"Session {state.session}.")]


def _cost(state: SessionState) -> str:
    """Describe the session's cost in a sentence."""
    known = f"It cost {money(state.cost)}" if state.cost_known else "Nobody knows what it cost"
    more = f", and up to {money(state.presumed)} more" if state.presumed else ""
    return f"{known}{more}: {state.usage.calls} calls, {state.usage.input:,} tokens in, {state.usage.output:,} out."


def _became(tally: ClaimTally, tiers: Tiers) -> str:
    """Describe in a sentence how many members gave an opinion on a claim, abstained, could not be read, or were
    silent."""
    counts = counted_votes(tally, tiers)
    return (
        f"{counted(counts['opinions'], 'opinion')}, {counts['abstained']} abstained, {counts['not_read']} not read, "
        f"{counts['silent']} silent."
    )


def _sources(state: SessionState) -> list[Part]:
    """List the sources, numbered as in the opinions."""
    parts: list[Part] = []
    for found in state.sources.values():
        parts.append(Title("Sources"))
        parts.append(Sentence(f"Asked for “{found.query}”: {', '.join(found.searchers) or 'nobody'}."))
        parts.append(
            Points(
                [
                    f"[{one.number}] {one.title} {one.url} ({', '.join(filter(None, (one.searcher, one.date)))})"
                    for one in found.sources
                ]
                or ["Nothing was found."]
            )
        )
        parts.append(Points([f"Failed: {failure}" for failure in found.failures]))
    return parts


def _table(claim: str, voted: VotedSession, names: Mapping[str, str]) -> FileTable:
    rows = []
    for seat in voted.tiers.voters:
        vote = voted.ballots[seat].votes.get(claim)
        if vote is not None:
            scaled = normalised_vote(seat, claim, vote, voted.tiers)
            own, sure = ("–" if scaled is None else f"{scaled:+.2f}"), vote.confidence
            told = vote.reason or "(none given)"
            rows.append((names[seat], LEVEL_WORDS[vote.level], "–" if sure is None else str(sure), own, told))
    rows += [
        (names.get(gap.seat, gap.seat), "not read", "–", "–", gap.why) for gap in voted.tiers.gaps if gap.claim == claim
    ]
    return FileTable(("Voter", "Vote", "Confidence", "Own scale", "Reason"), rows)


def _prose(audit: ProseAudit, names: Mapping[str, str]) -> list[Part]:
    """List every sentence of the prose with its checks, and what became of it."""
    lines = []
    for one in audit.sentences:
        said = [
            f"{names.get(seat, seat)}: {check.follows} {check.figure}".rstrip() for seat, check in one.checks.items()
        ]
        became = "left out" if one.removed else "disputed" if one.disputed else "shown"
        lines.append(f"“{one.text}” {'; '.join([became, *([one.fault] if one.fault else said)])}.")
    return [Points(lines), Points(audit_in_words(audit, names))]


def _left_out(claims: ClaimList, names: Mapping[str, str]) -> list[Part]:
    lines = [f"“{one.text}” {one.reason}" for one in (*claims.dropped, *claims.merged)]
    lines += [f"No claim was drawn from the opinion of {names.get(seat, seat)}." for seat in claims.unclaimed]
    return [Title("What was not voted on"), Points(lines)] if lines else []


FILES = Files(
    reports=(
        ReportFile(form="md", ending=".md", made=report),
        ReportFile(form="votes", ending=".votes.json", made=votes_of),
    ),
    since=since,
    trust=trust,
)
"""Files of a claim vote: the report for people, and the votes for programs."""
