"""How does a report come of a form: an editor connects claims, and code writes every claim, its tier and its votes?

An editor's form that cannot be read, or of which nothing holds, leaves the report by template. Where it is wanted a
second editor writes a summary without seeing the first, and where they differ is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from moot.protocols.claim_vote.ballots import ReportForm
from moot.protocols.claim_vote.findings import SECOND, Claim, ClaimList, SecondSummary, Tiers
from moot.protocols.claim_vote.forms import CLAIMS
from moot.protocols.claim_vote.narrative.connecting import Held, audit_of_form, held
from moot.protocols.claim_vote.narrative.template import item_of, template_of
from moot.protocols.claim_vote.narrative.writing import (
    NOT_ENGLISH,
    PUT_IN,
    lost_votes,
    told_editors,
    votes_table,
)
from moot.protocols.claim_vote.wording import FORM
from moot.protocols.claim_vote.words import by_id, second_in_words
from moot.protocols.floor import Ask, Floor
from moot.tally.lexicon import reads_as_english
from moot.vocabulary.seats import Seat
from moot.vocabulary.verdicts import Verdict
from moot.vocabulary.words.headings import counted

NO_FORM = "No editor wrote a form that could be read."


class Written(Struct, frozen=True):
    """A form, and who filled it in."""

    form: ReportForm
    """The form."""
    by: Seat
    """The editor, or who took over."""
    key: str
    """Where its words stand."""
    rests_on: tuple[str, ...]
    """Where it stands as a ballot."""


async def reported(floor: Floor, claims: ClaimList, tiers: Tiers, lacking: Sequence[str], *, second: bool) -> Verdict:
    """The report: code's, with those of an editor's sentences that hold."""
    names = {seat.id: f"Answer {number}" for number, seat in enumerate(floor.seats, start=1)}
    english = reads_as_english(" ".join(claim.text for claim in claims.claims))
    ids = [claim.id for claim in claims.claims]
    editor = floor.office("editor")[0]
    written = await form_by(floor, editor, ids, told_editors(floor, claims, tiers)) if english else None
    found = None if written is None else held(written.form, floor.question.text, claims.claims, tiers)
    recorded = audit_of_form(found, NO_FORM if english else NOT_ENGLISH)
    floor.record(recorded, rests_on=written.rests_on if written is not None else ())
    stands = written is not None and found is not None and recorded.narrator == "editor"
    parts = [
        template_of(
            claims.claims,
            tiers,
            before=summary_of(found, claims.claims, tiers) if found is not None and stands else (),
            notes=found.notes if found is not None and stands else None,
        )
    ]
    if found is not None and stands and found.reasons:
        parts.append(left_out(found))
    if second and written is not None and found is not None:
        other = await second_summary(floor, claims, tiers, written, found)
        parts.append("\n\n".join(["## Second summary", *second_in_words(other, names)]))
    parts.append(votes_table(tiers, names))
    return await floor.adopt(
        "\n\n".join([*parts, recorded.seal]),
        by=written.by if written is not None and stands else None,
        key=written.key if written is not None and stands else None,
        reason=" ".join((*([recorded.reason] if recorded.reason else []), *claims.shortfalls)),
        degraded=[*lacking, *lost_votes(tiers, names)],
    )


async def form_by(
    floor: Floor, writer: Seat, ids: Sequence[str], told: dict[str, str], about: str | None = None
) -> Written | None:
    """The form of an editor, or of a stand-in; nothing where none can be read."""
    poll = await floor.poll(
        [Ask(seat=writer, prompt=FORM, about=about, values=told)],
        read=ReportForm,
        choices={CLAIMS: tuple(ids)},
        quorum=0,
        until_read=True,
    )
    seats = {seat.id: seat for seat in floor.writers(writer)}
    for who, ballot in poll.ballots.items():
        if isinstance(ballot, ReportForm):
            return Written(ballot, seats[poll.said[who].seat], poll.said[who].key, poll.rests_on)
    return None


async def second_summary(floor: Floor, claims: ClaimList, tiers: Tiers, first: Written, found: Held) -> SecondSummary:
    """What a second editor wrote of the same votes, by another model where one can take over, and how it differs."""
    others = [seat for seat in floor.writers(floor.office("editor")[0]) if seat.id != first.by.id]
    by = next((seat for seat in others if seat.model != first.by.model), first.by)
    told = told_editors(floor, claims, tiers)
    again = await form_by(floor, by, [claim.id for claim in claims.claims], told, SECOND)
    if again is None:
        return floor.record(SecondSummary(by=""))
    by = again.by
    form = ReportForm(summary=again.form.summary)
    other = held(form, floor.question.text, claims.claims, tiers)
    order = [claim.id for claim in claims.claims]
    return floor.record(
        SecondSummary(
            by=by.id,
            same_model=by.model == first.by.model,
            text=" ".join(other.summary),
            left_out=len(other.reasons),
            first_alone=tuple(one for one in order if one in found.names - other.names),
            second_alone=tuple(one for one in order if one in other.names - found.names),
        ),
        rests_on=again.rests_on,
    )


def summary_of(found: Held, claims: Sequence[Claim], tiers: Tiers) -> list[str]:
    """The summary's beginning: what the editor wrote, then the contested claims that it does not name."""
    lines = ["\n\n".join(found.summary), ""] if found.summary else []
    if found.unnamed:
        texts, tallies = by_id(claims), {tally.claim: tally for tally in tiers.claims}
        lines += [PUT_IN, *(item_of(texts[claim], tallies[claim]) for claim in found.unnamed), ""]
    return lines


def left_out(found: Held) -> str:
    """How many of an editor's sentences were left out, and why."""
    many = len(found.reasons)
    head = f"{counted(many, 'sentence')} of the editor's {'was' if many == 1 else 'were'} left out:"
    lines = (f"- {why}{f' ({times} times)' if times > 1 else ''}" for why, times in Counter(found.reasons).items())
    return "\n".join(["## Left out", "", head, *lines])
