"""Ask the editor for the summary of a claim vote, and compose the report.

Code writes every claim with its tier, its votes and its reasons. The editor fills in a form: the sentences of a
summary, each with the ids of its claims, and notes on claims. Code reads the ids and shows the tier of each beside the
sentence; it does not judge the words. Without a form the report is by code alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from moot.protocols.claim_vote.ballots import ReportForm, SummaryPart
from moot.protocols.claim_vote.findings import ClaimList, EditorCheck, Tiers
from moot.protocols.claim_vote.forms import CLAIMS
from moot.protocols.claim_vote.report.text import claims_by_tier, lost_votes, report_text, votes_table
from moot.protocols.claim_vote.wording import FORM
from moot.protocols.claim_vote.words import check_in_words
from moot.protocols.floor_interface import Floor, SeatPrompt
from moot.reading.outside_text import fenced
from moot.vocabulary.verdicts import Verdict

NO_FORM = "No editor wrote a form that could be read."
NO_SENTENCE = "No sentence of the editor's names a claim."


class EditorSummary(Struct, frozen=True):
    """The part of an editor's form that is used in the report."""

    summary: tuple[SummaryPart, ...]
    """Sentences that name claims, in the order written."""
    notes: dict[str, str]
    """Claim and its note."""
    unnamed: int
    """Sentences that name no claim."""
    unknown: int
    """Sentences and notes that name a claim that does not exist."""


async def write_report(floor: Floor, claims: ClaimList, tiers: Tiers, lacking: Sequence[str]) -> Verdict:
    """Ask the editor for a summary, record which parts are used, and adopt the report as the verdict.

    Args:
        floor: The session's floor.
        claims: The claims that were voted on.
        tiers: The result of the vote.
        lacking: What the session lacks so far, in words.
    """
    names = {seat.id: f"Answer {number}" for number, seat in enumerate(floor.seats, start=1)}
    ids = [claim.id for claim in claims.claims]
    (editor,) = floor.office("editor")[:1]
    told = {
        "claims": fenced("claims", claims_by_tier(claims, tiers), floor.lot("claims")),
        "silent": f"{len(tiers.voters)} of {len(floor.seats)} members voted.",
    }
    poll = await floor.poll(
        [SeatPrompt(seat=editor, prompt=FORM, values=told)], read=ReportForm, choices={CLAIMS: tuple(ids)}, quorum=0
    )
    form = poll.ballots.get(editor.id)
    edited = edit(form if isinstance(form, ReportForm) else ReportForm(), ids)
    stands = bool(edited.summary or edited.notes)
    check = floor.record(
        EditorCheck(
            by="editor" if stands else "code",
            sentences=len(edited.summary),
            notes=len(edited.notes),
            unnamed=edited.unnamed,
            unknown=edited.unknown,
            reason="" if stands else NO_SENTENCE if form is not None else NO_FORM,
        ),
        rests_on=poll.rests_on,
    )
    text = report_text(claims, tiers, summary=edited.summary, notes=edited.notes)
    said = poll.said[editor.id] if stands else None
    by = next((seat for seat in floor.writers(editor) if said is not None and seat.id == said.seat), None)
    return await floor.adopt(
        "\n\n".join([text, votes_table(tiers, names), check_in_words(check)]),
        by=by,
        key=said.key if said is not None else None,
        reason=" ".join((*([] if stands else [f"The report is by code alone. {check.reason}"]), *claims.shortfalls)),
        degraded=[*lacking, *lost_votes(tiers, names)],
    )


def edit(form: ReportForm, ids: Sequence[str]) -> EditorSummary:
    """Keep the sentences and notes of a form that name claims, and count the others. Only ids are read."""
    known = set(ids)
    unknown = [part for part in form.summary if not known.issuperset(part.claims)]
    unnamed = [part for part in form.summary if not part.claims]
    notes: dict[str, list[str]] = {claim: [] for claim in ids}
    for note in form.notes:
        if note.claim in known:
            notes[note.claim].append(note.text)
    return EditorSummary(
        summary=tuple(part for part in form.summary if part.claims and known.issuperset(part.claims)),
        notes={claim: " ".join(texts) for claim, texts in notes.items() if texts},
        unnamed=len(unnamed),
        unknown=len(unknown) + sum(note.claim not in known for note in form.notes),
    )
