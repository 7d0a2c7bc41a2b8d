"""Have an editor answer in free prose, check every sentence by code, and have voters audit the rest.

Code compares what a sentence declares, the tiers of its claims and its figures, with the tally, and the numbers, claim
ids and tier names in its text with what it declares. Two voters then judge in one call each whether the sentences
follow from the votes. A sentence is removed if both object, or if one quotes the figure that it contradicts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from moot.protocols.claim_vote.answer import answer_parts, sides_of
from moot.protocols.claim_vote.ballots import (
    ABSTAIN,
    ClaimVotes,
    FigureRef,
    ProseCheck,
    ProseSentence,
    ReportProse,
    SentenceCheck,
)
from moot.protocols.claim_vote.findings import TIERS, CheckedSentence, ClaimList, ProseAudit, Tiers
from moot.protocols.claim_vote.forms import CLAIMS, COUNTED, WHOLE
from moot.protocols.claim_vote.options import AUDITORS, ClaimVoteOptions
from moot.protocols.claim_vote.prompts import AUDIT, PROSE
from moot.protocols.claim_vote.report.text import claims_by_tier, lost_votes, report_text
from moot.protocols.claim_vote.words import by_id, figures_of, tier_counts
from moot.protocols.floor_interface import Floor, SeatPrompt
from moot.reading.quotations import occurs_in
from moot.reading.sheet_text import fenced
from moot.vocabulary.ballots import Poll
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers, Statement
from moot.vocabulary.verdicts import Verdict

NO_PROSE = "No editor wrote an answer that could be read."
NOT_AUDITED = "No voter judged the editor's sentences in a form that could be read."
NONE_KEPT = "None of the editor's sentences passed the checks."
NO_CLAIM = "names no claim and no figure"
UNKNOWN = "names a claim that does not exist"
OTHER_CLAIM = "names a claim in its text that it does not rest on"
NOT_HIGH = "answers with a recommendation that did not reach HIGH"
TIER = "tells a claim's tier otherwise than the votes"
FIGURE = "tells a figure otherwise than the votes"
NUMBER = "holds a number that is in no vote and no claim"
_ID = re.compile(r"(?<![a-z])claim[- ]?(\d+)", re.I)
_TIER = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(TIERS)})(?![A-Za-z])")  # a Chinese letter may stand beside it
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


async def write_report(
    floor: Floor, options: ClaimVoteOptions, claims: ClaimList, tiers: Tiers, votes: Poll, lacking: Sequence[str]
) -> Verdict:
    """Write and adopt the session's report as the verdict: the text by code, with those sentences of an editor that
    pass all checks.

    Args:
        floor: The session's floor.
        options: Its options.
        claims: The claims that were voted on.
        tiers: The claims' tiers (classes by votes) and the figures behind them.
        votes: The ballots.
        lacking: What the session lacks so far, in words.
    """
    names = {seat.id: f"Answer {number}" for number, seat in enumerate(floor.seats, start=1)}
    ballots = {who: ballot for who, ballot in votes.ballots.items() if isinstance(ballot, ClaimVotes)}
    parts = answer_parts(claims, tiers, ballots, plain=floor.unlabelled)
    parts = replace(parts, text=report_text(claims, tiers, parts, names))
    parts = floor.record(parts, rests_on=votes.rests_on)  # doors show it while the prose is written
    (editor,) = floor.office("editor")[:1]
    told = {
        "claims": fenced("claims", claims_by_tier(claims, tiers), floor.lot("claims")),
        "answer": fenced("answer", parts.answer, floor.lot("answer")),
    }
    ids = tuple(claim.id for claim in claims.claims)
    prose = await floor.poll(
        [SeatPrompt(seat=editor, prompt=PROSE, values=told)],
        read=ReportProse,
        choices={CLAIMS: ids, COUNTED: (*ids, WHOLE)},
        quorum=0,
    )
    written = prose.ballots.get(editor.id)
    said = prose.said.get(editor.id)
    by = next((seat for seat in floor.writers(editor) if said is not None and seat.id == said.seat), None)
    audit = ProseAudit(by="code", reason=NO_PROSE)
    rests_on = prose.rests_on
    if isinstance(written, ReportProse) and said is not None and by is not None:
        checked = checked_by_code(written, claims, tiers, floor.question.text)
        checks: dict[str, ProseCheck] = {}
        texts = _to_judge(checked, said.key)
        if options.audit and len(texts):
            sheets = floor.deal(texts, _auditors(floor, ballots, by), about="audit", order="given")
            judged = await floor.poll(sheets, AUDIT, read=ProseCheck, about="audit", quorum=0, claims=told["claims"])
            given = {who.partition("#")[0]: ballot for who, ballot in judged.ballots.items()}
            checks = {who: ballot for who, ballot in given.items() if isinstance(ballot, ProseCheck)}
            rests_on = (*rests_on, *judged.rests_on)
        audit = audited(checked, checks, tiers, wanted=options.audit)
    audit = floor.record(audit, rests_on=rests_on)
    alone = [f"The report is by code alone. {audit.reason}"] if audit.reason else []
    key = said.key if said is not None and not alone else None
    return await floor.adopt(
        report_text(claims, tiers, parts, names, audit),
        answer=audit.answer or parts.answer,
        by=by if key else None,
        key=key,
        reason=" ".join([*alone, *claims.shortfalls]),
        degraded=[*lacking, *lost_votes(tiers, names)],
    )


def checked_by_code(
    prose: ReportProse, claims: ClaimList, tiers: Tiers, question: str = ""
) -> tuple[CheckedSentence, ...]:
    """Return an editor's sentences for the report, each with what code finds wrong in it."""
    parts: Mapping[Literal["answer", "summary"], Sequence[ProseSentence]] = {
        "answer": prose.answer,
        "summary": prose.summary,
    }
    return tuple(
        CheckedSentence(
            text=" ".join(one.text.split()),
            rests_on=tuple(dict.fromkeys(ref.claim for ref in one.rests_on)),
            part=part,
            fault=(fault := fault_of(one, claims, tiers, question, answers=part == "answer")),
            removed=bool(fault),
        )
        for part, sentences in parts.items()
        for one in sentences
    )


def fault_of(
    sentence: ProseSentence, claims: ClaimList, tiers: Tiers, question: str = "", *, answers: bool = False
) -> str:
    """Return how a sentence of the report contradicts the votes by the claims, tiers or figures it names; empty if it
    does not.

    Args:
        sentence: The sentence, with what it declares.
        claims: The claims that were voted on.
        tiers: The result of the vote.
        question: The question, whose numbers may be repeated.
        answers: Whether the sentence is part of the answer, which may rest on a recommendation only if that is HIGH.
    """
    texts, tallies = by_id(claims.claims), {tally.claim: tally for tally in tiers.claims}
    named = [ref.claim for ref in sentence.rests_on]
    named += [ref.claim for ref in sentence.figures if ref.claim not in ("", WHOLE)]
    if not sentence.rests_on and not sentence.figures:
        return NO_CLAIM
    if not tallies.keys() >= set(named):
        return UNKNOWN
    if any(f"claim-{int(number):02d}" not in named for number in _ID.findall(sentence.text)):
        return OTHER_CLAIM
    if answers and any(texts[one].kind == "recommendation" and tallies[one].tier != "HIGH" for one in named):
        return NOT_HIGH
    tier_names = {tallies[one].tier for one in named} | {ref.of for ref in sentence.figures}
    if any(ref.tier != tallies[ref.claim].tier for ref in sentence.rests_on) or not tier_names.issuperset(
        _TIER.findall(sentence.text)
    ):
        return TIER
    if not all(_is_right(ref, tiers) for ref in sentence.figures):
        return FIGURE
    quoted = [question, *(texts[one].text for one in named), *(s.quote for one in named for s in texts[one].spans)]
    known = {abs(ref.value) for ref in sentence.figures}.union(*(numbers for text in quoted for numbers in _read(text)))
    return "" if all(known & numbers for numbers in _read(_ID.sub("", sentence.text))) else NUMBER


def figure_in(ref: FigureRef, tiers: Tiers) -> float | None:
    """Return the number from the votes that a sentence's figure must equal; `None` if the votes have no such number."""
    figures: dict[str, float | None] = {str(tier): claims for tier, claims in tier_counts(tiers.claims).items()}
    figures |= {"claims": len(tiers.claims), "voters": len(tiers.voters), "members": tiers.claims[0].asked}
    if ref.claim not in ("", WHOLE):
        (tally,) = (tally for tally in tiers.claims if tally.claim == ref.claim)
        favour, against = sides_of(tally)
        figures |= {str(level): votes for level, votes in {**tally.counts, ABSTAIN: tally.abstained}.items()}
        figures |= {"in_favour": favour, "against": against, "missing": tally.missing, "opinions": tally.votes}
        figures |= {"mean": tally.mean, "sd": tally.sd, "k": tally.k}
    return figures.get(ref.of)


def audited(
    checked: Sequence[CheckedSentence], checks: Mapping[str, ProseCheck], tiers: Tiers, *, wanted: bool = True
) -> ProseAudit:
    """Return each sentence with the auditors' judgements, and whether it is shown in the report.

    Args:
        checked: The sentences, checked by code.
        checks: By auditor, the judgements on the sentences without a fault, numbered in order: `sentence-01` …
        tiers: The result of the vote, to verify quoted figures.
        wanted: Whether voters were to judge the sentences.
    """
    figures = {tally.claim: f"{tally.claim}: {figures_of(tally)}" for tally in tiers.claims}
    settled, place = [], 0
    for one in checked:
        if not one.fault:
            place += 1
            given = {who: check.sentences[_name(place)] for who, check in checks.items()}
            one = _settled(one, given, "\n".join(figures.get(claim, "") for claim in one.rests_on))
        settled.append(one)
    kept = [one for one in settled if not one.removed]
    unread = wanted and not checks and bool(kept)
    answer = [one for one in settled if one.part == "answer"]
    return ProseAudit(
        by="editor" if kept and not unread else "code",
        answer="" if unread or any(one.removed for one in answer) else " ".join(one.text for one in answer),
        sentences=tuple(settled),
        auditors=tuple(checks),
        reason=NOT_AUDITED if unread else "" if kept else NONE_KEPT,
    )


def _settled(sentence: CheckedSentence, checks: Mapping[str, SentenceCheck], figures: str) -> CheckedSentence:
    objecting = [check for check in checks.values() if check.follows != "yes"]
    quoted = any(
        occurs_in(check.figure, figures) and any(c.isalpha() for c in check.figure)  # a bare digit is in any tally
        for check in objecting
    )
    removed = quoted or (bool(checks) and len(objecting) == len(checks))
    return replace(sentence, checks=dict(checks), removed=removed, disputed=bool(objecting) and not removed)


def _auditors(floor: Floor, ballots: Mapping[str, ClaimVotes], writer: Seat) -> list[Seat]:
    """Draw two voters to check the writer's sentences: not the writer, and if possible with models other than its
    own."""
    voters = [seat for seat in floor.seats if seat.id in ballots and seat.id != writer.id and not seat.person]
    drawn = floor.lot("auditors").shuffle(voters)
    chosen = sorted(drawn, key=lambda seat: seat.model == writer.model)[:AUDITORS]
    return [seat for seat in floor.seats if seat in chosen]


def _to_judge(checked: Sequence[CheckedSentence], key: str) -> Answers:
    """Return the sentences in which code found no fault, as texts to show to voters."""
    texts = [one.text for one in checked if not one.fault]
    return Answers(
        statements=tuple(
            Statement(key=f"{key}#{_name(at)}", seat=_name(at), text=text) for at, text in enumerate(texts, start=1)
        )
    )


def _name(number: int) -> str:
    return f"sentence-{number:02d}"


def _is_right(ref: FigureRef, tiers: Tiers) -> bool:
    figure = figure_in(ref, tiers)
    return figure is not None and ref.value in (figure, round(figure, 1), round(figure, 2))


def _read(text: str) -> list[set[float]]:
    """Return, for each number in a text, its possible values: `1,250` is 1.25 or 1250."""
    found = []
    for number in _NUMBER.findall(text):
        parts = re.split("[.,]", number)
        found.append(
            {float("".join(parts)), float(".".join(("".join(parts[:-1]), parts[-1])) if parts[1:] else number)}
        )
    return found
