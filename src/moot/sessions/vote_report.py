"""Which files tell a council's vote on claims? A report to read and the votes as data, named after the time it met.

`council-2026-11-21-1948.md` holds outcome, report, claims with their passages and every vote with its reason;
`council-2026-11-21-1948.votes.json` the same numbers for programs. A file that exists is never written over: the pair
takes the next free number, `council-2026-11-21-1948-2`. Held by `tests/sessions/test_vote_report.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeVar, get_args

import msgspec
from msgspec import Struct

from moot.errors import BadInput, Conflict, UnknownName
from moot.sessions.export import write_export
from moot.sessions.export_json import unbroken
from moot.sessions.quoted_markdown import plain, quoted
from moot.sessions.result import outcome_of
from moot.sessions.state import SessionState
from moot.vocabulary.claim_ballots import VOTE_LEVELS, ClaimKind, ClaimVotes, Span, VoteLevel
from moot.vocabulary.claim_findings import (
    Agreement,
    Claim,
    ClaimList,
    ClaimTally,
    Dropped,
    Gap,
    NarrativeAudit,
    OpenTier,
    ReviewRound,
    SilentVoter,
    Tier,
    TierBounds,
    Tiers,
    VoteGaps,
)
from moot.vocabulary.claim_words import (
    KIND_WORDS,
    LEVEL_WORDS,
    figures_of,
    open_of,
    silence_of,
    unread_by_voter,
    whose,
    worth_of,
)

ReportForm = Literal["md", "votes"]
FORMS: tuple[ReportForm, ...] = get_args(ReportForm)
REPORT_TYPES: dict[ReportForm, str] = {"md": "text/markdown; charset=utf-8", "votes": "application/json"}
ENDINGS: dict[ReportForm, str] = {"md": ".md", "votes": ".votes.json"}
MOST_NUMBERS = 1_000
"""Pairs of one minute in one folder; beyond that something is wrong."""

T = TypeVar("T")


class Voter(Struct, frozen=True, kw_only=True):
    """A member, as the files name it."""

    seat: str
    """Its seat."""
    model: str
    """Its model."""
    advisor: str
    """Its pseudonym; empty when it gave no opinion."""


class VoteRow(Struct, frozen=True, kw_only=True):
    """One vote."""

    level: VoteLevel
    """As cast."""
    value: int | None
    """What it counts, -2 to 2; `null` for an abstention, which counts nothing."""
    normalised: float | None
    """From the voter's own mean, in its own standard deviations; a diagnostic, and `null` for an abstention."""
    confidence: int | None
    """As stated, 0 to 10; `null` where none was."""
    stated: str
    """What was written for the confidence, where that is no whole number from 0 to 10."""
    reason: str
    """As given; empty where none was."""


class ClaimRow(Struct, frozen=True, kw_only=True):
    """One claim with its votes."""

    id: str
    """`claim-01`, …"""
    text: str
    """The claim."""
    kind: ClaimKind
    """What sort it is."""
    tier: Tier
    """Where it stands."""
    mean: float
    """Mean of the votes."""
    sd: float
    """Their standard deviation."""
    k: int | None
    """Ballots that would have to change to change the tier."""
    k_exact: bool
    """Whether that is exact."""
    spans: tuple[Span, ...]
    """Passages it rests on, by seat."""
    votes: dict[str, VoteRow]
    """By seat."""


class Votes(Struct, frozen=True, kw_only=True):
    """A vote on claims as data."""

    session: str
    """The session's id."""
    question: str
    """What was asked."""
    opened_at: str
    """When it was opened."""
    outcome: str
    """How it ended."""
    bounds: TierBounds
    """Where the tiers were cut."""
    voters: tuple[Voter, ...]
    """Every member."""
    silent: tuple[SilentVoter, ...]
    """Members without a vote."""
    gaps: tuple[Gap, ...]
    """Abstentions, and votes that could not be read, claim by claim."""
    open: tuple[OpenTier, ...]
    """Claims whose tier the missing opinions could change."""
    claims: tuple[ClaimRow, ...]
    """In order."""
    alpha: float | None
    """Krippendorff's alpha."""
    effective_voters: float
    """Independent voters they amount to."""
    agreement: tuple[Agreement, ...]
    """Every pair."""
    dropped: tuple[Dropped, ...]
    """What the extractor wrote and was not voted on."""
    merged: tuple[Dropped, ...]
    """Claims that say what another says."""
    unclaimed: tuple[str, ...]
    """Seats without a claim."""
    audit: NarrativeAudit
    """Whether the report is true to the votes."""


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


def votes_of(state: SessionState) -> Votes:
    """The vote of a session as data; refused where there was none."""
    tiers, claims = _latest(state, Tiers), _latest(state, ClaimList)
    audit, rounds = _latest(state, NarrativeAudit), _latest(state, ReviewRound)
    if tiers is None or claims is None:
        raise BadInput("This session holds no vote on claims.", "`moot sessions export` writes any session.")
    if audit is None or state.verdict is None:
        raise BadInput("This session has not ended yet.", "Wait for its end, or resume it.")
    gaps = _latest(state, VoteGaps) or VoteGaps()
    advisors = rounds.advisors if rounds is not None else {}
    ballots = {
        view.reader: view.ballot
        for key, view in state.ballots.items()
        if key.startswith("votes/") and isinstance(view.ballot, ClaimVotes)
    }
    tallies = {tally.claim: tally for tally in tiers.claims}
    return Votes(
        session=state.session,
        question=state.question.text,
        opened_at=state.opened_at,
        outcome=outcome_of(state),
        bounds=tiers.bounds,
        voters=tuple(Voter(seat=s.id, model=s.model, advisor=advisors.get(s.id, "")) for s in state.seats),
        silent=tiers.silent,
        gaps=gaps.gaps,
        open=gaps.open,
        claims=tuple(_row(claim, tallies[claim.id], tiers, ballots) for claim in claims.claims),
        alpha=tiers.alpha,
        effective_voters=tiers.effective_voters,
        agreement=tiers.agreement,
        dropped=claims.dropped,
        merged=claims.merged,
        unclaimed=claims.unclaimed,
        audit=audit,
    )


def _row(claim: Claim, tally: ClaimTally, tiers: Tiers, ballots: Mapping[str, ClaimVotes]) -> ClaimRow:
    cast = {
        seat: VoteRow(
            level=vote.level,
            value=VOTE_LEVELS.get(vote.level),
            normalised=tiers.normalised.get(seat, {}).get(claim.id, 0.0) if vote.level in VOTE_LEVELS else None,
            confidence=vote.confidence,
            stated=vote.stated,
            reason=vote.reason,
        )
        for seat in tiers.voters
        if (vote := ballots[seat].votes.get(claim.id)) is not None
    }
    return ClaimRow(
        id=claim.id,
        text=claim.text,
        kind=claim.kind,
        tier=tally.tier,
        mean=tally.mean,
        sd=tally.sd,
        k=tally.k,
        k_exact=tally.k_exact,
        spans=claim.spans,
        votes=cast,
    )


def _markdown(state: SessionState, votes: Votes) -> str:
    assert state.verdict is not None
    names = {voter.seat: voter.advisor or voter.seat for voter in votes.voters}
    tiers = _latest(state, Tiers)
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
        plain(worth_of(tiers)),
    ]
    for claim, tally in zip(votes.claims, tiers.claims, strict=True):
        parts += [
            f"## {plain(claim.id)} · {plain(claim.tier)} · {KIND_WORDS[claim.kind]}",
            quoted(claim.text),
            f"{plain(figures_of(tally))}.",
            *_bullets([f"{whose(span, names)} wrote: “{span.quote}”" for span in claim.spans]),
            *_bullets([open_of(one) for one in votes.open if one.claim == claim.id]),
            _table(claim, [gap for gap in votes.gaps if gap.claim == claim.id], names),
        ]
    parts += _left_out(votes, names)
    parts += ["## Audit of the report", *_bullets(_audited(votes.audit)), f"Session {plain(votes.session)}."]
    return "\n\n".join(part for part in parts if part) + "\n"


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
    lines = [f"Drafts by an editor: {audit.drafts}; what stands is by {audit.narrator}."]
    lines += [audit.reason] if audit.reason else []
    lines += [f"First draft, {fault.kind}: {fault.says}" for fault in audit.first_faults]
    return lines + [f"Last draft, {fault.kind}: {fault.says}" for fault in audit.faults]


def _bullets(lines: Sequence[str]) -> list[str]:
    return ["\n".join(f"- {plain(line)}" for line in lines)] if lines else []


def _latest(state: SessionState, kind: type[T]) -> T | None:
    made = [view.finding for view in state.findings if isinstance(view.finding, kind)]
    return made[-1] if made else None
