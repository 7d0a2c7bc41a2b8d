"""Ask the members of an adjudication: for answers, rebuttals of each other's answers, and revisions.

Each sees only the rebuttals aimed at its own answer, without names. First answers are kept beside final ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from moot.protocols.adjudication.ballots import Rebuttal, Rebuttals
from moot.protocols.adjudication.findings import RebuttalMade, RebuttalsMade, Revision, Revisions, Why
from moot.protocols.adjudication.prompts import REBUTTAL, REFINEMENT
from moot.protocols.checks.check import with_evidence
from moot.protocols.floor_interface import Floor, SeatPrompt, Sheet
from moot.reading.review_copy import review_copy
from moot.vocabulary.findings import Finding
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.statements import Answers, Statement

NO_REBUTTALS = RebuttalsMade(rebuttals=())


class RevisedAnswers(Struct, frozen=True, kw_only=True):
    """First and final answers of all members."""

    finals: Answers
    """The texts to judge: the revision of each member, or its first answer."""
    revisions: Revisions
    """Key of each member's final answer, and why it is final."""


async def answers(floor: Floor, rubric: Rubric) -> Answers:
    """Ask every member for an answer in the form that the rubric describes, and return the answers."""
    return await floor.ask_each(
        [SeatPrompt(seat=seat, prompt=floor.question, manner=rubric.wording.answer) for seat in floor.seats]
    )


async def rebuttals(floor: Floor, rubric: Rubric, firsts: Answers, evidence: str, *, allowance: int) -> RebuttalsMade:
    """Ask every member to criticise each of the others' answers. Record the rebuttals and return them.

    `evidence` is the result of a check, which every member is shown.
    """
    own = {said.seat: review_copy(said.text, allowance).text for said in firsts}
    seats = {seat.id: seat for seat in floor.seats}
    poll = await floor.poll(
        [
            SeatPrompt(seat=seats[sheet.reader], prompt=REBUTTAL, sheet=sheet, values={"own": own[sheet.reader]})
            for sheet in with_evidence(floor.deal(firsts), evidence)
        ],
        read=Rebuttals,
        framing=rubric.wording.rebuttal.strip(),
    )
    points = [
        (poll.said[who], target, ballot.points[target])
        for who, ballot in poll.ballots.items()
        if isinstance(ballot, Rebuttals)
        for target in own
        if target in ballot.points
    ]
    numbered = [(_rebuttal(floor, at, *point), point[2].disputes) for at, point in enumerate(points, start=1)]
    return floor.record(
        RebuttalsMade(
            rebuttals=tuple(made for made, disputes in numbered if disputes),
            conceded=tuple(made for made, disputes in numbered if not disputes),
        ),
        rests_on=poll.rests_on,
    )


def _rebuttal(floor: Floor, number: int, said: Statement, target: str, point: Rebuttal) -> RebuttalMade:
    return RebuttalMade(
        id=f"rebuttal-{number:02}",
        by=said.seat,
        target=target,
        text=floor.unlabelled(point.point),
        statement=said.key,
    )


def unrevised(firsts: Answers) -> RevisedAnswers:
    """Return the first answers as the final ones, for a session in which nobody is asked to revise."""
    return RevisedAnswers(
        finals=firsts,
        revisions=Revisions(
            replies=tuple(Revision(seat=said.seat, first=said.key, final=said.key, why="off") for said in firsts)
        ),
    )


async def refined(
    floor: Floor, rubric: Rubric, firsts: Answers, made: RebuttalsMade, evidence: str, *, reverse: bool, allowance: int
) -> RevisedAnswers:
    """Ask every member to revise or keep its answer, and return first and final answers.

    A member is shown only the rebuttals of its own answer, and the result of a check, `evidence`.
    """
    seats = {seat.id: seat for seat in floor.seats}
    saw: dict[str, tuple[RebuttalMade, ...]] = {}
    asks = []
    for said in firsts:
        aimed = [rebuttal for rebuttal in made.rebuttals if rebuttal.target == said.seat]
        if not aimed:
            continue
        saw[said.seat] = tuple(reversed(aimed) if reverse else aimed)
        seat = seats[said.seat]
        for sheet in with_evidence(floor.deal(as_answers(saw[said.seat]), [seat], order="given"), evidence):
            values: dict[str, str | Sheet | Finding] = {
                "own": review_copy(said.text, allowance).text,
                "framing": rubric.wording.refinement.strip(),
            }
            asks.append(SeatPrompt(seat=seat, prompt=REFINEMENT, sheet=sheet, values=values))
    # A member that does not revise keeps its first answer.
    revised = {said.seat: said for said in await floor.ask_each(asks, quorum=0)} if asks else {}
    finals, replies = [], []
    for first in firsts:
        came = revised.get(first.seat)
        final = replace(came, text=floor.unlabelled(came.text)) if came is not None else first
        finals.append(final)
        replies.append(
            Revision(
                seat=first.seat,
                first=first.key,
                final=final.key,
                saw=tuple(rebuttal.id for rebuttal in saw.get(first.seat, ())),
                why=_why(first, final if came else None, challenged=first.seat in saw),
            )
        )
    return RevisedAnswers(
        finals=Answers(statements=tuple(finals), missing=firsts.missing),
        revisions=floor.record(Revisions(replies=tuple(replies)), rests_on=[said.key for said in finals]),
    )


def _why(first: Statement, final: Statement | None, *, challenged: bool) -> Why:
    if final is None:
        return "failed" if challenged else "unchallenged"
    return "unchanged" if final.text.split() == first.text.split() else "revised"


def as_answers(rebuttals: Sequence[RebuttalMade]) -> Answers:
    """Convert rebuttals to answers, so that a member can be shown them anonymously.

    Each has the rebuttal's number in place of its author's seat.
    """
    return Answers(
        statements=tuple(
            Statement(key=rebuttal.statement, seat=rebuttal.id, text=rebuttal.text) for rebuttal in rebuttals
        )
    )
