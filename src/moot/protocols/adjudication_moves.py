"""What moves is an adjudication made of? Answers, rebuttals, revisions, and everything an adjudicator is asked.

Each function makes the moves of one part and returns what was found. Independent calls go out together: flips, labels
and scores of every reply in one wave, checks of doubtful labels in the next if there are any, then the comparison.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from moot.errors import ProtocolWrong
from moot.protocols.adjudication_wording import AXIS, CHECK, COMPARISON, FLIP, LABELS, REBUTTAL, REFINEMENT
from moot.protocols.protocol import Ask, Floor, Sheet
from moot.tally.adjudicators import agreement_of, axis_scores_from, compared_from
from moot.tally.flips import Texts, flips_from
from moot.tally.labels import NO_LABEL, Check, LabelBallot, checked, labels_from, to_check
from moot.vocabulary.adjudication_ballots import (
    AxisCalls,
    FindingLabels,
    FlipCall,
    LabelCheck,
    MergedList,
    Positions,
    Rebuttal,
    Rebuttals,
    ReplyLabel,
)
from moot.vocabulary.adjudication_findings import (
    AxisScores,
    Compared,
    Flips,
    Labels,
    RebuttalMade,
    RebuttalsMade,
    Revision,
    Revisions,
    Why,
)
from moot.vocabulary.ballots import Ballot, Poll
from moot.vocabulary.findings import Finding
from moot.vocabulary.rubrics import Axis, Detail, Rubric
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers, Statement

B = TypeVar("B", bound=Ballot)

NO_REBUTTALS = RebuttalsMade(rebuttals=())
NOBODY = Poll(candidates=(), ballots={})


class Judged(Struct, frozen=True, kw_only=True):
    """What the adjudicators came to."""

    texts: dict[str, str]
    """Each final answer, as it was judged."""
    flips: Flips
    """Who changed its position."""
    labels: Labels
    """What each answer was labelled with."""
    axes: AxisScores
    """What each answer scored."""
    compared: Compared
    """The answers side by side."""
    rests_on: tuple[str, ...]
    """Keys of the ballots."""


class Revised(Struct, frozen=True, kw_only=True):
    """First and final answers."""

    finals: Answers
    """What is judged: the revision of each member, or its first answer."""
    revisions: Revisions
    """Which of both, and why."""


def rubric_of(floor: Floor) -> Rubric:
    """The rubric of the session."""
    if floor.rubric is None:
        raise ProtocolWrong("An adjudication needs a rubric, and the session was opened without one.")
    return floor.rubric


# --- members --------------------------------------------------------------------------------------------------------


async def answers(floor: Floor, rubric: Rubric) -> Answers:
    """Everyone's own answer; how to answer by the rubric stands in its system prompt."""
    return await floor.ask_each(
        [Ask(seat=seat, prompt=floor.question, manner=rubric.wording.answer) for seat in floor.seats]
    )


async def rebuttals(floor: Floor, rubric: Rubric, firsts: Answers) -> RebuttalsMade:
    """Everyone tests each of the others' answers."""
    own = {said.seat: said.text for said in firsts}
    seats = {seat.id: seat for seat in floor.seats}
    poll = await floor.poll(
        [
            Ask(seat=seats[sheet.reader], prompt=REBUTTAL, sheet=sheet, values={"own": own[sheet.reader]})
            for sheet in floor.deal(firsts)
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


def unrevised(firsts: Answers) -> Revised:
    """The first answers stand."""
    return Revised(
        finals=firsts,
        revisions=Revisions(
            replies=tuple(Revision(seat=said.seat, first=said.key, final=said.key, why="off") for said in firsts)
        ),
    )


async def refined(floor: Floor, rubric: Rubric, firsts: Answers, made: RebuttalsMade, *, reverse: bool) -> Revised:
    """Everyone revises its answer, or holds it, in view of the rebuttals aimed at it and of no others."""
    seats = {seat.id: seat for seat in floor.seats}
    saw: dict[str, tuple[RebuttalMade, ...]] = {}
    asks = []
    for said in firsts:
        aimed = [rebuttal for rebuttal in made.rebuttals if rebuttal.target == said.seat]
        if not aimed:
            continue
        saw[said.seat] = tuple(reversed(aimed) if reverse else aimed)
        seat = seats[said.seat]
        for sheet in floor.deal(_as_answers(saw[said.seat]), [seat], order="given"):
            values: dict[str, str | Sheet | Finding] = {"own": said.text, "framing": rubric.wording.refinement.strip()}
            asks.append(Ask(seat=seat, prompt=REFINEMENT, sheet=sheet, values=values))
    # Nobody is lost who does not revise: the first answer stands.
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
    return Revised(
        finals=Answers(statements=tuple(finals), missing=firsts.missing),
        revisions=floor.record(Revisions(replies=tuple(replies)), rests_on=[said.key for said in finals]),
    )


def _why(first: Statement, final: Statement | None, *, challenged: bool) -> Why:
    if final is None:
        return "failed" if challenged else "unchallenged"
    return "unchanged" if final.text.split() == first.text.split() else "revised"


# --- adjudicators ---------------------------------------------------------------------------------------------------


async def judged(
    floor: Floor, rubric: Rubric, firsts: Answers, revised: Revised, made: RebuttalsMade, *, apart: bool
) -> Judged:
    """Every final answer judged alone, then all side by side."""
    judges = floor.office("adjudicator")
    finals = revised.finals
    groups = [(axis,) for axis in rubric.axes] if apart else [rubric.axes]
    flip_poll, label_poll, *axis_polls = await floor.together(
        _flip_calls(floor, rubric, judges, firsts, revised, made),
        _label_calls(floor, rubric, judges, finals),
        *(_axis_calls(floor, rubric, judges, finals, axes, f"axis-{at}") for at, axes in enumerate(groups, start=1)),
    )
    texts = {said.seat: said.text for said in finals}
    first_texts = {said.seat: said.text for said in firsts}
    flips = flips_from(
        revised.revisions,
        made,
        {seat: Texts(first_texts[seat], text) for seat, text in texts.items()},
        _by_seat([flip_poll], FlipCall),
    )
    flips = floor.record(flips, rests_on=flip_poll.rests_on)
    axes = axis_scores_from(rubric, list(texts), _all_by_seat(axis_polls, AxisCalls))
    axes = floor.record(axes, rests_on=[key for poll in axis_polls for key in poll.rests_on])
    given: Mapping[str, Mapping[str, LabelBallot]] = _by_seat([label_poll], FindingLabels)
    if rubric.labelling.of == "replies":
        given = _by_seat([label_poll], ReplyLabel)
    labels = labels_from(rubric, floor.question.text, texts, given)
    check_poll = await _check_calls(floor, rubric, judges, finals, labels)
    labels = checked(rubric, labels, _checks_in(rubric, check_poll))
    labels = floor.record(labels, rests_on=(*label_poll.rests_on, *check_poll.rests_on))
    compared_poll = await _compare_calls(floor, rubric, judges, finals, labels)
    compared = compared_from(
        rubric,
        {
            who.partition("#")[0]: ballot
            for who, ballot in compared_poll.ballots.items()
            if isinstance(ballot, (Positions, MergedList))
        },
    )
    compared = floor.record(compared, rests_on=compared_poll.rests_on)
    if len(judges) > 1:
        floor.record(agreement_of(rubric, [judge.id for judge in judges], axes, labels, flips))
    polls = (flip_poll, label_poll, *axis_polls, check_poll, compared_poll)
    return Judged(
        texts=texts,
        flips=flips,
        labels=labels,
        axes=axes,
        compared=compared,
        rests_on=tuple(key for poll in polls for key in poll.rests_on),
    )


async def _flip_calls(
    floor: Floor, rubric: Rubric, judges: Sequence[Seat], firsts: Answers, revised: Revised, made: RebuttalsMade
) -> Poll:
    """Of everyone who wrote another text than before: did its position change, and on whose word?"""
    by_id = {rebuttal.id: rebuttal for rebuttal in made.rebuttals}
    first_of = {said.seat: said for said in firsts}
    final_of = {said.seat: said for said in revised.finals}
    asks = []
    for revision in revised.revisions.replies:
        if revision.why != "revised":
            continue
        seat, about = revision.seat, f"flip.{revision.seat}"
        aimed = _as_answers([by_id[id_] for id_ in revision.saw])
        shown = zip(
            judges,
            floor.deal(aimed, judges, about=about, order="given"),
            floor.deal(Answers(statements=(first_of[seat],)), judges, about=about, name="first"),
            floor.deal(Answers(statements=(final_of[seat],)), judges, about=about, name="final"),
            strict=True,
        )
        for judge, objections, first, final in shown:
            values: dict[str, str | Sheet | Finding] = {
                "first": first,
                "final": final,
                "framing": rubric.wording.flip.strip(),
            }
            asks.append(Ask(seat=judge, prompt=FLIP, about=about, sheet=objections, values=values))
    return await floor.poll(asks, read=FlipCall) if asks else NOBODY


async def _label_calls(floor: Floor, rubric: Rubric, judges: Sequence[Seat], finals: Answers) -> Poll:
    """What label, or what labels of its findings, does each answer deserve?"""
    family = rubric.labelling
    names = [label.name for label in family.labels]
    return await floor.poll(
        _alone(floor, judges, finals, "labels"),
        LABELS,
        read=FindingLabels if family.of == "findings" else ReplyLabel,
        choices={
            "labels": [*names, NO_LABEL] if family.none and family.of == "replies" else names,
            "details": [detail.name for detail in family.details],
        },
        asks=family.asks.strip(),
        labels="\n".join(f"- {label.name}: {label.meaning}" for label in family.labels),
        details=_asked(family.details),
    )


async def _axis_calls(
    floor: Floor, rubric: Rubric, judges: Sequence[Seat], finals: Answers, axes: Sequence[Axis], about: str
) -> Poll:
    """What does each answer score on these axes?"""
    return await floor.poll(
        _alone(floor, judges, finals, about),
        AXIS,
        read=AxisCalls,
        choices={"axes": [axis.name for axis in axes]},
        framing=rubric.wording.axes.strip(),
        axes="\n\n".join(_described(axis) for axis in axes),
    )


async def _check_calls(floor: Floor, rubric: Rubric, judges: Sequence[Seat], finals: Answers, labels: Labels) -> Poll:
    """Does a label that is easily given wrongly stand when it is asked about by itself?"""
    numbers = {label.name: number for number, label in enumerate(rubric.labelling.labels, start=1)}
    asks = []
    for check in to_check(rubric, labels):
        label = rubric.label(check.label)
        said = Answers(statements=tuple(said for said in finals if said.seat == check.seat))
        if label is None:
            continue
        for sheet in _alone(floor, judges, said, f"check-{numbers[check.label]}"):
            values = {"label": label.name, "meaning": label.meaning, "check": label.recheck.strip()}
            judge = next(judge for judge in judges if judge.id == sheet.reader)
            asks.append(Ask(seat=judge, prompt=CHECK, about=sheet.about, sheet=sheet, values={**values}))
    return await floor.poll(asks, read=LabelCheck) if asks else NOBODY


async def _compare_calls(floor: Floor, rubric: Rubric, judges: Sequence[Seat], finals: Answers, labels: Labels) -> Poll:
    """Do the answers agree, what divides them, or: what did they find, each thing once?"""
    comparison = rubric.comparison
    return await floor.poll(
        floor.deal(finals, judges, about="replies"),
        COMPARISON,
        read=MergedList if comparison.of == "findings" else Positions,
        choices={
            "severities": comparison.severities or ("high", "medium", "low"),
            "details": [detail.name for detail in rubric.details],
        },
        labels=labels,
        asks=comparison.asks.strip(),
        framing=rubric.wording.consensus.strip(),
        details=_asked(rubric.details),
    )


def _checks_in(rubric: Rubric, poll: Poll) -> Mapping[Check, Sequence[LabelCheck]]:
    found: dict[Check, list[LabelCheck]] = {}
    for who, ballot in poll.ballots.items():
        part, _, seat = who.partition("#")[2].partition(".")
        label = rubric.labelling.labels[int(part.removeprefix("check-")) - 1].name
        if isinstance(ballot, LabelCheck):
            found.setdefault(Check(seat, label), []).append(ballot)
    return found


def _alone(floor: Floor, judges: Sequence[Seat], finals: Answers, part: str) -> list[Sheet]:
    """Each answer on a sheet by itself, for each adjudicator."""
    return [
        sheet
        for said in finals
        for sheet in floor.deal(Answers(statements=(said,)), judges, about=f"{part}.{said.seat}")
    ]


def _all_by_seat(polls: Sequence[Poll], kind: type[B]) -> dict[str, dict[str, list[B]]]:
    """Ballots by what they judge, then by who cast them."""
    found: dict[str, dict[str, list[B]]] = {}
    for poll in polls:
        for who, ballot in poll.ballots.items():
            judge, _, about = who.partition("#")
            if isinstance(ballot, kind):
                found.setdefault(about.partition(".")[2], {}).setdefault(judge, []).append(ballot)
    return found


def _by_seat(polls: Sequence[Poll], kind: type[B]) -> dict[str, dict[str, B]]:
    return {
        seat: {judge: ballots[0] for judge, ballots in by_judge.items()}
        for seat, by_judge in _all_by_seat(polls, kind).items()
    }


def _as_answers(rebuttals: Sequence[RebuttalMade]) -> Answers:
    """Rebuttals as texts that can be dealt, each under its number."""
    return Answers(
        statements=tuple(
            Statement(key=rebuttal.statement, seat=rebuttal.id, text=rebuttal.text) for rebuttal in rebuttals
        )
    )


def _described(axis: Axis) -> str:
    lines = [f"{axis.name}: {axis.asks}", f"1: {axis.one}", f"3: {axis.three}", f"5: {axis.five}", axis.note]
    return "\n".join(line for line in lines if line)


def _asked(details: Sequence[Detail]) -> str:
    """What else is asked for, in words."""
    if not details:
        return ""
    lines = []
    for detail in details:
        how = {"count": "a whole number", "words": "a few words", "choice": f"one of {', '.join(detail.choices)}"}
        lines.append(f"- {detail.name}: {detail.asks} ({how[detail.kind]})")
    return "\n".join(["Say besides, under `details`:", *lines])
