"""Which files tell a council's vote on claims? A report to read and the votes as data, named after the time it met.

`council-2026-11-21-1948.md` holds outcome, report, claims with their passages and every vote with its reason;
`council-2026-11-21-1948.votes.json` the same numbers for programs. A file that exists is never written over: the pair
takes the next free number, `council-2026-11-21-1948-2`. Held by `tests/exports/votes/test_report.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, get_args

import msgspec

from moot.errors import BadInput, Conflict, UnknownName
from moot.exports.export import write_export
from moot.exports.markdown.quoted import plain, quoted
from moot.exports.votes.data import ClaimRow, Counted, VoteRow, Votes, latest, votes_of
from moot.protocols.claim_vote.findings import (
    Gap,
    NarrativeAudit,
    Tiers,
    VoteGaps,
)
from moot.protocols.claim_vote.words import (
    KIND_WORDS,
    LEVEL_WORDS,
    confidence_of,
    fault_in_words,
    figures_of,
    open_of,
    seal_of,
    silence_of,
    unread_by_voter,
    whose,
    worth_of,
)
from moot.transcripts.json_lines import unbroken
from moot.vocabulary.state import SessionState

ReportForm = Literal["md", "votes"]
FORMS: tuple[ReportForm, ...] = get_args(ReportForm)
REPORT_TYPES: dict[ReportForm, str] = {"md": "text/markdown; charset=utf-8", "votes": "application/json"}
ENDINGS: dict[ReportForm, str] = {"md": ".md", "votes": ".votes.json"}
MOST_NUMBERS = 1_000
"""Pairs of one minute in one folder; beyond that something is wrong."""


def report(state: SessionState, form: str) -> str:
    """One of the two files."""
    if form not in FORMS:
        raise UnknownName("report", form, FORMS)
    votes = votes_of(state)
    if form == "votes":
        return unbroken(msgspec.json.format(msgspec.json.encode(votes).decode(), indent=2)) + "\n"
    return _markdown(state, votes)


def report_name(state: SessionState, form: ReportForm, number: int = 1) -> str:
    """The file's name, after the minute in which the session was opened (UTC)."""
    opened = re.match(r"(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)", state.opened_at)
    when = f"{opened[1]}-{opened[2]}{opened[3]}" if opened else "undated"
    return f"council-{when}{f'-{number}' if number > 1 else ''}{ENDINGS[form]}"


def write_report(state: SessionState, folder: Path) -> tuple[Path, ...]:
    """Writes both files under the first number that is free for both."""
    texts = {form: report(state, form) for form in FORMS}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} is no folder that can be written in.", "Name another with `--dir`.") from error
    for number in range(1, MOST_NUMBERS):
        paths = {form: folder / report_name(state, form, number) for form in FORMS}
        if any(path.exists() for path in paths.values()):
            continue
        written: list[Path] = []
        try:
            for form, path in paths.items():
                write_export(path, texts[form])
                written.append(path)
        except Conflict:  # somebody else took the name just now
            for path in written:
                path.unlink()
            continue
        return tuple(written)
    raise Conflict(f"{folder} is full of reports of that minute.", "Name another folder with `--dir`.")


def _markdown(state: SessionState, votes: Votes) -> str:
    assert state.verdict is not None
    names = {voter.seat: voter.advisor or voter.seat for voter in votes.voters}
    tiers = latest(state, Tiers)
    assert tiers is not None
    parts = [
        f"# Council of {plain(votes.opened_at[:16].replace('T', ' '))} UTC",
        quoted(votes.question),
        *(_bullets([*state.verdict.degraded, *([state.verdict.reason] if state.verdict.reason else [])])),
        quoted(state.verdict.text or ""),
        "## Voters",
        *_bullets([f"{names[voter.seat]}: {voter.model} ({voter.seat})" for voter in votes.voters]),
        *_bullets([silence_of(voter, names) for voter in votes.silent]),
        *_bullets(unread_by_voter(VoteGaps(gaps=votes.gaps), names)),
        *_bullets([f"{capital_office(holder.office)}: {holder.model}" for holder in votes.offices]),
        plain(worth_of(tiers, names)),
        plain(_cost(votes)),
        *_sources(votes),
    ]
    for claim, tally in zip(votes.claims, tiers.claims, strict=True):
        parts += [
            f"## {plain(claim.id)} · {plain(claim.tier)} · {KIND_WORDS[claim.kind]}",
            quoted(claim.text),
            plain(f"{figures_of(tally)}; {confidence_of(tally)}. {_became(claim.counts)}"),
            *_bullets([f"{whose(span, names)} wrote: “{span.quote}”" for span in claim.spans]),
            *_bullets([open_of(one) for one in votes.open if one.claim == claim.id]),
            _table(claim, [gap for gap in votes.gaps if gap.claim == claim.id], names),
        ]
    parts += _left_out(votes, names)
    parts += ["## Audit of the report", *_bullets(_audited(votes.audit)), f"Session {plain(votes.session)}."]
    return "\n\n".join(part for part in parts if part) + "\n"


def _cost(votes: Votes) -> str:
    """What it cost, in a sentence."""
    known = "Nobody knows what it cost" if votes.cost is None else f"It cost ${votes.cost:.4f}"
    more = f", and up to ${votes.at_most:.4f} more" if votes.at_most else ""
    return f"{known}{more}: {votes.usage.calls} calls, {votes.usage.input:,} tokens in, {votes.usage.output:,} out."


def _became(counts: Counted) -> str:
    """What became of the members' votes, in a sentence."""
    return f"{counts.cast} cast, {counts.abstained} abstained, {counts.not_read} not read, {counts.silent} silent."


def _sources(votes: Votes) -> list[str]:
    """What was looked up, numbered as in the opinions."""
    parts: list[str] = []
    for found in votes.looked_up:
        parts.append("## Sources")
        parts.append(plain(f"Asked for “{found.query}”: {', '.join(found.searchers) or 'nobody'}."))
        parts += _bullets(
            [
                f"[{one.number}] {one.title} {one.url} ({', '.join(filter(None, (one.searcher, one.date)))})"
                for one in found.sources
            ]
            or ["Nothing was found."]
        )
        parts += _bullets([f"Failed: {failure}" for failure in found.failures])
    return parts


def capital_office(office: str) -> str:
    """`stand-in-1` as `Stand-in 1`."""
    name, _, number = office.rpartition("-")
    words = f"{name} {number}" if number.isdigit() else office
    return words[:1].upper() + words[1:]


def _sure(vote: VoteRow) -> str:
    shown = "–" if vote.confidence is None else f"{vote.confidence}"
    return f"{shown} (written: {vote.stated})" if vote.stated else shown


def _table(claim: ClaimRow, gaps: Sequence[Gap], names: Mapping[str, str]) -> str:
    rows = [("Voter", "Vote", "Confidence", "Own scale", "Reason"), ("---",) * 5]
    rows += [
        (
            names.get(seat, seat),
            LEVEL_WORDS[vote.level],
            _sure(vote),
            "–" if vote.normalised is None else f"{vote.normalised:+.2f}",
            vote.reason or "(none given)",
        )
        for seat, vote in claim.votes.items()
    ]
    rows += [(names.get(gap.seat, gap.seat), "not read", "–", "–", gap.why) for gap in gaps if gap.how == "unread"]
    return "\n".join("| " + " | ".join(map(plain, row)) + " |" for row in rows)


def _left_out(votes: Votes, names: Mapping[str, str]) -> list[str]:
    lines = [f"“{one.text}” {one.reason}" for one in (*votes.dropped, *votes.merged)]
    lines += [f"No claim was drawn from the opinion of {names.get(seat, seat)}." for seat in votes.unclaimed]
    return ["## What was not voted on", *_bullets(lines)] if lines else []


def _audited(audit: NarrativeAudit) -> list[str]:
    lines = [seal_of(audit), f"Drafts by an editor: {audit.drafts}; what stands is by {audit.narrator}."]
    lines += [audit.reason] if audit.reason and audit.reason not in lines[0] else []
    lines += [f"First draft, {fault.kind}: {fault_in_words(fault)}" for fault in audit.first_faults]
    return lines + [f"Last draft, {fault.kind}: {fault_in_words(fault)}" for fault in audit.faults]


def _bullets(lines: Sequence[str]) -> list[str]:
    return ["\n".join(f"- {plain(line)}" for line in lines)] if lines else []
