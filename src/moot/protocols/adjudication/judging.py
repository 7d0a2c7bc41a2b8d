"""Have adjudicators judge every final answer alone, then all of them side by side.

Independent calls run together: flips, labels and scores in one wave, checks of doubtful labels in the next if there are
any, then the comparison. A prompt that scores an axis contains no labels, flips or ranks. Several adjudicators each
judge everything; `stats/` merges their results.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moot.protocols.adjudication.adjudicators import (
    MemberText,
    agreement_of,
    axis_scores_from,
    compared_from,
    who_judged,
)
from moot.protocols.adjudication.ballots import (
    AxisCalls,
    FindingLabels,
    FlipCall,
    LabelCheck,
    MergedList,
    Positions,
    ReplyLabel,
)
from moot.protocols.adjudication.findings import AxisScores, Flips, Labels, RebuttalsMade, RepliesCompared
from moot.protocols.adjudication.flips import Texts, flips_from
from moot.protocols.adjudication.labels import NO_LABEL, LabelBallot, LabelRecheck, checked, labels_from, to_check
from moot.protocols.adjudication.members import RevisedAnswers, as_answers
from moot.protocols.adjudication.prompts import AXIS, CHECK, COMPARISON, FLIP, LABELS
from moot.protocols.floor_interface import Floor, SeatPrompt, Sheet
from moot.protocols.prompt_template import PromptTemplate
from moot.vocabulary.ballots import Ballot, Poll
from moot.vocabulary.findings import Finding
from moot.vocabulary.rubrics import Axis, Detail, Rubric
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers

B = TypeVar("B", bound=Ballot)

NOBODY = Poll(candidates=(), ballots={})
CUT = "[Here it was cut off.]"
"""Text placed at the end of a cut-off final answer when code checks its form, because a part cannot have a form that
the whole lacks.
"""


class Papers(Struct, frozen=True):
    """Requests for one kind of ballot: the seats with their prompts, and the names that replace anonymous labels in
    the ballots.
    """

    asks: tuple[SeatPrompt, ...] = ()
    """The seats to ask, with their prompts."""
    names: dict[str, str] = {}
    """Names that replace the prompts' anonymous labels in the ballots."""

    def __add__(self, more: Papers) -> Papers:
        return Papers((*self.asks, *more.asks), self.names | more.names)


class JudgingResult(Struct, frozen=True, kw_only=True):
    """The combined judgements of all adjudicators, and the answers that they judged."""

    texts: dict[str, str]
    """The final answers as shown to the adjudicators."""
    flips: Flips
    """Whether each member's position changed."""
    labels: Labels
    """Labels given to each answer."""
    axes: AxisScores
    """Scores of each answer on the rubric's axes."""
    compared: RepliesCompared
    """Comparison of the answers."""
    rests_on: tuple[str, ...]
    """Transcript keys of the ballots from which the judgements are computed."""


async def judged(
    floor: Floor,
    rubric: Rubric,
    firsts: Answers,
    revised: RevisedAnswers,
    made: RebuttalsMade,
    *,
    apart: bool,
) -> JudgingResult:
    """Have the adjudicators judge every final answer, and then compare all of them. Return the combined judgements.

    With `apart`, each axis (quality) of the rubric is scored in a call of its own.
    """
    judges = floor.office("adjudicator")
    finals = revised.finals
    groups = [(axis,) for axis in rubric.axes] if apart else [rubric.axes]
    flip_poll, label_poll, *axis_polls = await floor.together(
        _flip_calls(floor, rubric, judges, firsts, revised, made),
        _label_calls(floor, rubric, judges, finals),
        *(_axis_calls(floor, rubric, judges, finals, axes, f"axis-{at}") for at, axes in enumerate(groups, start=1)),
    )
    texts = {said.seat: said.text if said.settled == "ok" else f"{said.text}\n\n{CUT}" for said in finals}
    first_texts = {said.seat: said.text for said in firsts}
    names = [judge.id for judge in judges]
    by = who_judged(names, flip_poll.ballots, label_poll.ballots, *(poll.ballots for poll in axis_polls))
    flips = flips_from(
        revised.revisions,
        made,
        {seat: Texts(first_texts[seat], text) for seat, text in texts.items()},
        _by_seat([flip_poll], FlipCall),
        by,
    )
    flips = floor.record(flips, rests_on=flip_poll.rests_on)
    axes = axis_scores_from(rubric, list(texts), _all_by_seat(axis_polls, AxisCalls), by)
    axes = floor.record(axes, rests_on=[key for poll in axis_polls for key in poll.rests_on])
    given: Mapping[str, Mapping[str, LabelBallot]] = _by_seat([label_poll], FindingLabels)
    if rubric.labelling.of == "replies":
        given = _by_seat([label_poll], ReplyLabel)
    labels = labels_from(rubric, floor.question.text, texts, given, by)
    check_poll = await _check_calls(floor, rubric, judges, finals, labels)
    checks, checkers = _checks_in(rubric, check_poll), who_judged(names, by, check_poll.ballots)
    labels = floor.record(
        checked(rubric, labels, checks, checkers), rests_on=(*label_poll.rests_on, *check_poll.rests_on)
    )
    # Each adjudicator compares with its own labels only, so that their opinions stay independent.
    own = {
        judge.id: checked(
            rubric, labels_from(rubric, floor.question.text, texts, _by(judge.id, given), [judge.id]), checks, checkers
        )
        for judge in judges
    }
    compared_poll = await _compare_calls(floor, rubric, judges, finals, own)
    flip_of = {flip.seat: flip.change for flip in flips.flips}
    compared = compared_from(
        rubric,
        who_judged(names, by, compared_poll.ballots),
        {
            who.partition("#")[0]: ballot
            for who, ballot in compared_poll.ballots.items()
            if isinstance(ballot, (Positions, MergedList))
        },
        {
            seat: MemberText(
                (text, *(each.text for each in made.rebuttals if each.by == seat)), flip_of[seat] == "uncited"
            )
            for seat, text in texts.items()
        },
    )
    compared = floor.record(compared, rests_on=compared_poll.rests_on)
    if len(judges) > 1:
        floor.record(agreement_of(rubric, names, axes, labels, flips))
    polls = (flip_poll, label_poll, check_poll, *axis_polls, compared_poll)
    return JudgingResult(
        texts=texts,
        flips=flips,
        labels=labels,
        axes=axes,
        compared=compared,
        rests_on=tuple(key for poll in polls for key in poll.rests_on),
    )


async def _flip_calls(
    floor: Floor, rubric: Rubric, judges: Sequence[Seat], firsts: Answers, revised: RevisedAnswers, made: RebuttalsMade
) -> Poll:
    """Ask the adjudicators whether each revised answer changed its author's position, and which rebuttal caused
    that."""
    by_id = {rebuttal.id: rebuttal for rebuttal in made.rebuttals}
    first_of = {said.seat: said for said in firsts}
    final_of = {said.seat: said for said in revised.finals}
    framing = rubric.wording.flip.strip()
    papers = Papers()
    for revision in revised.revisions.replies:
        if revision.why != "revised":
            continue
        seat, about = revision.seat, f"flip.{revision.seat}"
        saw = as_answers([by_id[id_] for id_ in revision.saw])
        shown = zip(
            judges,
            floor.deal(saw, judges, about=about, order="given"),
            floor.deal(Answers(statements=(first_of[seat],)), judges, about=about, name="first"),
            floor.deal(Answers(statements=(final_of[seat],)), judges, about=about, name="final"),
            strict=True,
        )
        for judge, objections, first, final in shown:
            values: dict[str, str | Sheet | Finding] = {"first": first, "final": final, "framing": framing}
            ask = SeatPrompt(seat=judge, prompt=FLIP, about=about, sheet=objections, values=values)
            names = dict.fromkeys(objections.labels, "an objection")
            names |= dict.fromkeys(first.labels, "the first answer") | dict.fromkeys(final.labels, "the final answer")
            papers += Papers((ask,), names)
    return await _polled(floor, papers, FlipCall)


async def _label_calls(floor: Floor, rubric: Rubric, judges: Sequence[Seat], finals: Answers) -> Poll:
    """Ask the adjudicators for the label of each answer, or for the labels of the findings in it."""
    family = rubric.labelling
    of_findings = family.of == "findings"
    labels = [label.name for label in family.labels]
    values = {
        "asks": family.asks.strip(),
        "labels": "\n".join(f"- {label.name}: {label.meaning}" for label in family.labels),
        "details": _asked(family.details),
    }
    if family.none and not of_findings:
        labels.append(NO_LABEL)
        values["labels"] += f"\n- {NO_LABEL}: None of these fits."
    papers = _alone(floor, judges, finals, "labels", LABELS, values)
    choices = {"labels": labels, "details": [detail.name for detail in family.details]}
    return await _polled(floor, papers, FindingLabels if of_findings else ReplyLabel, choices)


async def _axis_calls(
    floor: Floor, rubric: Rubric, judges: Sequence[Seat], finals: Answers, axes: Sequence[Axis], part: str
) -> Poll:
    """Ask the adjudicators for each answer's scores on these axes."""
    values = {"framing": rubric.wording.axes.strip(), "axes": "\n\n".join(_described(axis) for axis in axes)}
    papers = _alone(floor, judges, finals, part, AXIS, values)
    return await _polled(floor, papers, AxisCalls, {"axes": [axis.name for axis in axes]})


async def _check_calls(floor: Floor, rubric: Rubric, judges: Sequence[Seat], finals: Answers, labels: Labels) -> Poll:
    """Ask the adjudicators again, in separate requests, about each label that has to be confirmed."""
    wanted = to_check(rubric, labels)
    papers = Papers()
    for number, label in enumerate(rubric.labelling.labels, start=1):
        seats = {check.seat for check in wanted if check.label == label.name}
        doubtful = Answers(statements=tuple(said for said in finals if said.seat in seats))
        values = {"label": label.name, "meaning": label.meaning, "check": label.recheck.strip()}
        papers += _alone(floor, judges, doubtful, f"check-{number}", CHECK, values)
    return await _polled(floor, papers, LabelCheck)


async def _compare_calls(
    floor: Floor, rubric: Rubric, judges: Sequence[Seat], finals: Answers, labels: Mapping[str, Labels]
) -> Poll:
    """Ask the adjudicators whether the answers agree and what divides them, or for the merged list of findings."""
    comparison = rubric.comparison
    sheets = floor.deal(finals, judges, about="replies")
    values: dict[str, str | Sheet | Finding] = {
        "asks": comparison.asks.strip(),
        "framing": rubric.wording.consensus.strip() if rubric.consensus else "",
        "details": _asked(rubric.details),
    }
    choices = {
        "severities": comparison.severities or ("high", "medium", "low"),
        "details": [detail.name for detail in rubric.details],
    }
    papers = Papers(
        tuple(
            SeatPrompt(
                seat=judge,
                prompt=COMPARISON,
                about="replies",
                sheet=sheet,
                values={**values, "labels": labels[judge.id]},
            )
            for judge, sheet in zip(judges, sheets, strict=True)
        ),
        {label: "one answer" for sheet in sheets for label in sheet.labels},
    )
    return await _polled(floor, papers, MergedList if comparison.of == "findings" else Positions, choices)


async def _polled(
    floor: Floor, papers: Papers, read: type[Ballot], choices: Mapping[str, Sequence[str]] | None = None
) -> Poll:
    """Ask for ballots, and return them with names in place of the prompts' anonymous labels."""
    if not papers.asks:
        return NOBODY
    poll = await floor.poll(papers.asks, read=read, choices=choices)
    return replace(poll, ballots={who: without_labels(ballot, papers.names) for who, ballot in poll.ballots.items()})


def _by(judge: str, given: Mapping[str, Mapping[str, LabelBallot]]) -> dict[str, dict[str, LabelBallot]]:
    """Return the label ballots of one adjudicator only, by the judged seat."""
    return {seat: {judge: calls[judge]} for seat, calls in given.items() if judge in calls}


def _checks_in(rubric: Rubric, poll: Poll) -> Mapping[LabelRecheck, Mapping[str, LabelCheck]]:
    found: dict[LabelRecheck, dict[str, LabelCheck]] = {}
    for who, ballot in poll.ballots.items():
        judge, _, about = who.partition("#")
        part, _, seat = about.partition(".")
        label = rubric.labelling.labels[int(part.removeprefix("check-")) - 1].name
        if isinstance(ballot, LabelCheck):
            found.setdefault(LabelRecheck(seat, label), {})[judge] = ballot
    return found


def _alone(
    floor: Floor, judges: Sequence[Seat], finals: Answers, part: str, prompt: PromptTemplate, values: Mapping[str, str]
) -> Papers:
    """Build the requests that ask each adjudicator about each answer separately."""
    papers = Papers()
    for said in finals:
        about = f"{part}.{said.seat}"
        sheets = floor.deal(Answers(statements=(said,)), judges, about=about)
        for judge, sheet in zip(judges, sheets, strict=True):
            ask = SeatPrompt(seat=judge, prompt=prompt, about=about, sheet=sheet, values={**values})
            papers += Papers((ask,), dict.fromkeys(sheet.labels, "this answer"))
    return papers


def _all_by_seat(polls: Sequence[Poll], kind: type[B]) -> dict[str, dict[str, list[B]]]:
    """Group the ballots of these polls by the judged seat, then by the adjudicator."""
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


def _described(axis: Axis) -> str:
    lines = [f"{axis.name}: {axis.asks}", f"1: {axis.one}", f"3: {axis.three}", f"5: {axis.five}", axis.note]
    return "\n".join(line for line in lines if line)


def _asked(details: Sequence[Detail]) -> str:
    """Return the part of a prompt that asks for the rubric's additional details; empty if the rubric has none."""
    if not details:
        return ""
    lines = []
    for detail in details:
        how = {"count": "a whole number", "words": "a few words", "choice": f"one of {', '.join(detail.choices)}"}
        lines.append(f"- {detail.name}: {detail.asks} ({how[detail.kind]})")
    return "\n".join(["Say besides, under `details`:", *lines])


def without_labels(ballot: B, names: Mapping[str, str]) -> B:
    """Return the ballot with the anonymous labels in its texts replaced by names."""
    if not names:
        return ballot
    # Linear: alternatives of a fixed length between two single-character look-arounds.
    labels = re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, names))})(?![^\W_])")

    def plain(value: Any) -> Any:
        if isinstance(value, str):
            return labels.sub(lambda found: names[found.group()], value)
        if isinstance(value, dict):
            return {key: plain(inner) for key, inner in value.items()}
        return [plain(inner) for inner in value] if isinstance(value, (list, tuple)) else value

    return msgspec.convert(plain(msgspec.to_builtins(ballot)), type(ballot))
