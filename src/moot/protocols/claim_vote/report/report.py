"""Write the report file of a claim vote: outcome, report, claims with passages, every vote with its reason.

See also `tests/exports/test_reports.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moot.protocols.claim_vote.findings import ClaimList, ControlClaims, Gap, ProseAudit, Tiers
from moot.protocols.claim_vote.report.data import ClaimCount, ClaimRow, ClaimVoteData, since, trust, votes_of
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
from moot.vocabulary.seats import NANO
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.seat_names import in_names
from moot.vocabulary.words.sums import money


def report(state: SessionState) -> list[Part]:
    """Return the report of a vote, part by part."""
    votes = votes_of(state)
    assert state.verdict is not None
    names = {voter.seat: voter.advisor or voter.seat for voter in votes.voters}
    called = {seat.id: seat.model for seat in (*state.seats, *state.offices)} | names
    lacking = [*state.verdict.degraded, *([state.verdict.reason] if state.verdict.reason else [])]
    tiers, claims = latest(state, Tiers), latest(state, ClaimList)
    assert tiers is not None
    assert claims is not None
    controls = latest(state, ControlClaims)
    parts: list[Part] = [
        Title(f"Council of {votes.opened_at[:16].replace('T', ' ')} UTC", 1),
        Quotation(votes.question),
        Points([in_names(line, called) for line in lacking]),
        Quotation(state.verdict.text or ""),
        Sentence(trust_line(trust(state))),
        Title("Voters"),
        Points([f"{names[voter.seat]}: {voter.model} ({voter.seat})" for voter in votes.voters]),
        Points(missing_in_words(tiers, names)),
        Points([f"{holder.office}: {holder.model}" for holder in votes.offices]),
        Sentence(worth_of(tiers, names)),
        *([Sentence(controls_in_short(controls))] if controls is not None else []),
        Sentence(calibrated_in_words(votes.bounds)),
        Points(weights_in_words(tiers, names)),
        Sentence(_cost(votes)),
        *_sources(votes),
    ]
    for claim, tally in zip(votes.claims, tiers.claims, strict=True):
        parts += [
            Title(f"{claim.id} · {claim.tier} · {KIND_WORDS[claim.kind]}"),
            Quotation(claim.text),
            Sentence(f"{figures_of(tally)}; {confidence_of(tally)}. {_became(claim.counts)}"),
            Points([told] if (told := contradicted_in_words(claim.id, claims, tiers)) else []),
            Points([f"{whose(span, names)} wrote: “{span.quote}”" for span in claim.spans]),
            _table(claim, [gap for gap in votes.gaps if gap.claim == claim.id], names),
        ]
    parts += _left_out(votes, names)
    parts += [Title("Sentences of the editor"), *_prose(votes.editor, names)]
    return [*parts, Sentence(f"Session {votes.session}.")]


def _cost(votes: ClaimVoteData) -> str:
    """Describe the cost in a sentence."""
    known = "Nobody knows what it cost" if votes.cost is None else f"It cost {money(round(votes.cost * NANO))}"
    more = f", and up to {money(round(votes.at_most * NANO))} more" if votes.at_most else ""
    return f"{known}{more}: {votes.usage.calls} calls, {votes.usage.input:,} tokens in, {votes.usage.output:,} out."


def _became(counts: ClaimCount) -> str:
    """Describe what happened to the members' votes, in a sentence."""
    given = "1 opinion" if counts.opinions == 1 else f"{counts.opinions} opinions"
    return f"{given}, {counts.abstained} abstained, {counts.not_read} not read, {counts.silent} silent."


def _sources(votes: ClaimVoteData) -> list[Part]:
    """List the sources, numbered as in the opinions."""
    parts: list[Part] = []
    for found in votes.looked_up:
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


def _table(claim: ClaimRow, gaps: Sequence[Gap], names: Mapping[str, str]) -> FileTable:
    rows = [
        (
            names.get(seat, seat),
            LEVEL_WORDS[vote.level],
            "–" if vote.confidence is None else str(vote.confidence),
            "–" if vote.normalised is None else f"{vote.normalised:+.2f}",
            vote.reason or "(none given)",
        )
        for seat, vote in claim.votes.items()
    ]
    rows += [(names.get(gap.seat, gap.seat), "not read", "–", "–", gap.why) for gap in gaps]
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


def _left_out(votes: ClaimVoteData, names: Mapping[str, str]) -> list[Part]:
    lines = [f"“{one.text}” {one.reason}" for one in (*votes.dropped, *votes.merged)]
    lines += [f"No claim was drawn from the opinion of {names.get(seat, seat)}." for seat in votes.unclaimed]
    return [Title("What was not voted on"), Points(lines)] if lines else []


FILES = Files(
    reports=(
        ReportFile(form="md", ending=".md", made=report),
        ReportFile(form="votes", ending=".votes.json", made=votes_of),
    ),
    since=since,
    trust=trust,
)
"""The report for people, and the votes for programs."""
