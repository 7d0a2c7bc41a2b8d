"""Debate: opinions, anonymous scores, rebuttals of the two lowest, alliances, a chair that rotates.

Chair and proposer are drawn from the record of earlier debates: members furthest behind their share come first. No
member learns who wrote what, its own opinion included, which it scores too, with less weight; a later score is stored
beside the first one. Scores, alliances and achievements are computed, never written.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Literal

from msgspec.structs import replace

from moot.protocols.debate import ballots as debate_ballots
from moot.protocols.debate import words as debate_words
from moot.protocols.debate.awards import awards_from
from moot.protocols.debate.ballots import OWN, OpinionScores, Stance, Stances
from moot.protocols.debate.findings import Alliances, Roles, Scoreboard, Topic
from moot.protocols.debate.member_figures import alliances_from, deeds_from
from moot.protocols.debate.prompts import (
    FROM_RECORD,
    MANNER,
    MEMORIES,
    NUDGES,
    OPINION,
    PROPOSE,
    REBUTTAL,
    RESCORE,
    SCORE,
    SIDE,
    SYNTHESIS,
)
from moot.protocols.debate.rotation import roles_from
from moot.protocols.debate.scoreboard import (
    REBUTTERS,
    adjusted_from,
    lowest_so_far,
    others_in,
    scoreboard_after,
    scoreboard_from,
)
from moot.protocols.floor_interface import UNRANKED, Floor, SeatPrompt, Sheet
from moot.protocols.planned import PlannedCalls, judging_room
from moot.protocols.protocol import Options, protocol
from moot.reading.review_copy import review_copy
from moot.stats.attendance import attendance_from
from moot.stats.judging.ballot_votes import Own
from moot.vocabulary.ballots import Ballot, Poll
from moot.vocabulary.findings import Finding
from moot.vocabulary.questions import Turn
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers, Statement
from moot.vocabulary.verdicts import Verdict
from moot.vocabulary.words.context_room import able_to_hold, weight

LONGEST_TOPIC = 300
"""Maximum number of characters in a topic phrased by a member."""


class DebateOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a debate."""

    propose: bool = False
    """Whether a member, drawn in turn, phrases the topic from the question; otherwise the question is the topic."""
    personalities: bool = True
    """Whether members are reminded, in fixed sentences, of their numbers in earlier debates."""
    own: Literal["auto", "in", "out"] = "auto"
    """Whether members mark their own opinion too, without knowing which it is. `auto`: they do, except with
    `show_names`, and the mark counts half; `in`: the mark counts fully; `out`: they do not. With only two opinions,
    no member marks its own.
    """

    @property
    def judged(self) -> Own:
        """Return whether and how members mark their own opinion, with `auto` replaced by what it means."""
        return "out" if self.own == "auto" and self.show_names else self.own


def planned(seats: int, options: DebateOptions, offices: Mapping[str, int]) -> tuple[PlannedCalls, ...]:
    """Return the planned calls of a debate with `seats` members in which none fails, for the estimate.

    `offices` is the number of seats in each office.
    """
    rebutters = min(REBUTTERS, seats)
    return (
        PlannedCalls(stage="topic", calls=int(options.propose), room=1_024, least=256),
        PlannedCalls(stage="opinions", calls=seats, tools=True),
        PlannedCalls(stage="review", calls=seats, reads=seats - (options.judged == "out"), **judging_room(seats)),
        PlannedCalls(stage="rebuttals", calls=rebutters + seats, reads=2, room=3_072, least=512),
        PlannedCalls(stage="alliances", calls=seats, reads=seats + rebutters, **judging_room(seats)),
        PlannedCalls(stage="synthesis", calls=1, by="chair", reads=2 * seats + rebutters, room=8_192, least=1_024),
    )


@protocol(
    name="debate",
    title="Opinions, anonymous scores, rebuttals of the two lowest, alliances, a chair that rotates",
    stages=("topic", "opinions", "review", "rebuttals", "alliances", "synthesis"),
    plan=planned,
    writes_openly=True,
    answers_now=True,
    answers=("opinions",),
    chairless="In a debate the chair goes round among the members.",
    ballots=debate_ballots.KINDS,
    words=debate_words.BALLOTS,
    findings=debate_words.FINDINGS,
    leaves=("synthesis/deeds", "synthesis/attendance"),
    past="moot.protocols.debate.careers:past_with_careers",
    counting="moot.protocols.debate.careers:COUNTING",
)
async def debate(floor: Floor, options: DebateOptions) -> Verdict:
    """Everyone argues and marks the opinions, the lowest-marked authors reply, sides are taken, a member concludes."""
    async with floor.stage("topic"):
        lot = floor.lot("roles")
        shown = 2 * len(floor.seats) + REBUTTERS  # opinions, remarks on the others, and rebuttals
        drawn = roles_from(
            floor.seats,
            floor.past,
            lot,
            proposes=options.propose,
            personalities=options.personalities,
            able=able_to_hold(floor.seats, weight(floor.question.text), shown),
        )
        roles = floor.record(drawn)
        table = DebateTable(floor, options, roles, floor.record(await _topic(floor, roles)))

    async with floor.stage("opinions"):
        opinions = await floor.ask_each([table.opinion_of(seat) for seat in floor.seats])

    async with floor.stage("review"):
        own = options.judged if len(opinions) > 2 else "out"  # of two opinions one could lead by its author's own mark
        sheets = floor.deal(opinions) if own == "out" else floor.deal(opinions, order="balanced", own=True)
        likely = partial(table.likely_lowest, own=own)
        scores = await floor.poll(sheets, SCORE, read=OpinionScores, foretold=likely, topic=table.topic)
        scores = _plain(scores, sheets)
        lot = floor.lot("lowest")
        board = scoreboard_from(scores, lot, opinions.missing, own=own)
        board = floor.record(board, rests_on=scores.rests_on)

    # The chair is asked twice below, to take sides and to conclude: its model is best loaded last there, so it should
    # not be the one already loaded.
    async with floor.stage("rebuttals", then=[seat for seat in floor.seats if seat.id != roles.chair]):
        lowest = [said for said in opinions if said.seat in board.lowest]
        answers = await floor.ask_each([table.rebuttal_of(said, board, scores) for said in lowest], quorum=0)
        rebuttals = replace(answers, statements=tuple(replace(s, text=floor.unlabelled(s.text)) for s in answers))
        critics = table.critics_of(_with_rebuttals(opinions, rebuttals), rebuttals, board)
        again = await floor.poll(critics, read=OpinionScores, quorum=0)
        again = _plain(again, [ask.sheet for ask in critics if ask.sheet is not None])
        rebutted = [said.seat for said in rebuttals]
        lost = (*scores.spoiled, *scores.missing, *opinions.missing)
        after = scoreboard_after(board, scores.candidates, rebutted, adjusted_from(again), lost, board.lowest)
        board = floor.record(after, rests_on=[*scores.rests_on, *again.rests_on])

    async with floor.stage("alliances", then=[seat for seat in floor.seats if seat.id == roles.chair]):
        sheets = floor.deal(_with_rebuttals(opinions, rebuttals))
        sides = _plain(await floor.poll([table.side_on(sheet, opinions) for sheet in sheets], read=Stances), sheets)
        alliances = floor.record(alliances_from(sides), rests_on=sides.rests_on)

    async with floor.stage("synthesis"):
        attendance = floor.record(attendance_from(floor.seats, [scores, again, sides]))
        quiet = [each.seat for each in attendance.seats if each.read < each.asked]
        others = replace(board, cells=others_in(board))
        deeds = deeds_from(floor.seats, roles, others, alliances, {*opinions.missing, *rebuttals.missing, *quiet})
        floor.record(awards_from(others, alliances, floor.record(deeds), floor.past))
        chair = floor.chair if roles.chair in opinions.missing else table.seat(roles.chair)
        return await floor.conclude(
            chair,
            SYNTHESIS,
            as_written=True,
            degraded=[] if scores.ballots else [UNRANKED],
            answers=opinions,
            own=Answers(statements=tuple(said for said in _own(opinions, chair) if said.seat == OWN)),
            scoreboard=board,
            remarks=_own(_remarks(scores, sides, board, alliances, options.allowance), chair),
            rebuttals=_own(_placed(rebuttals, board), chair),
            alliances=alliances,
            topic=table.topic,
        )


async def _topic(floor: Floor, roles: Roles) -> Topic:
    """Return the topic: as the proposer phrases it, or, without a proposer, the question."""
    question = excerpt(floor.question.text)
    if roles.proposer is None:
        return Topic(text=question)
    said = await floor.ask(next(seat for seat in floor.seats if seat.id == roles.proposer), PROPOSE)
    text = topic_line(said.text) if said is not None else ""
    if said is None or not text:
        return Topic(text=question, reason="The member that was to propose a topic did not; the question is the topic.")
    return Topic(text=text, by=said.seat)


class DebateTable:
    """Builds each member's prompts in one debate."""

    def __init__(self, floor: Floor, options: DebateOptions, roles: Roles, topic: Topic) -> None:
        self._floor, self._allowance, self._roles = floor, options.allowance, roles
        self._prompt = floor.question if topic.by is None else OPINION
        said = f"The topic, as a member put it (to be debated, not obeyed):\n<topic>\n{topic.text}\n</topic>"
        self.topic = f"\n\n{said}" if topic.by is not None else ""

    def seat(self, seat: str) -> Seat:
        """Return the member with this id."""
        return next(one for one in self._floor.seats if one.id == seat)

    def likely_lowest(self, scores: Poll, *, own: Own) -> tuple[Seat, ...]:
        """Return the members sorted by their marks so far, lowest first: these are most likely to be asked for a
        rebuttal.

        `own` says whether and how members mark their own opinion.
        """
        lot = self._floor.lot("lowest")  # a lot of its own each time: a forecast draws nothing from the real one
        return tuple(self.seat(seat) for seat in lowest_so_far(scores, lot, own=own))

    def opinion_of(self, seat: Seat) -> SeatPrompt:
        """Return the prompt that asks a member for its opinion."""
        manner = self._manner(seat, MANNER, once=True)
        return SeatPrompt(seat=seat, prompt=self._prompt, values={"topic": self.topic}, manner=manner, tools=True)

    def rebuttal_of(self, opinion: Statement, board: Scoreboard, scores: Poll) -> SeatPrompt:
        """Return the prompt that asks an opinion's author for a rebuttal, with the critics' remarks under fresh
        labels."""
        seat = self.seat(opinion.seat)
        lines = tuple(
            replace(scores.said[cell.reader], text=f"{cell.score} of 10. {cell.why}")
            for cell in board.cells
            if cell.seat == seat.id != cell.reader
        )
        (criticism,) = self._floor.deal(Answers(statements=lines), [seat], name="criticism")
        values: dict[str, str | Sheet | Finding] = {"topic": self.topic, "criticism": criticism}
        turns = (self._earlier(opinion),)
        return SeatPrompt(seat=seat, prompt=REBUTTAL, values=values, turns=turns, manner=self._manner(seat))

    def critics_of(self, answered: Answers, rebuttals: Answers, board: Scoreboard) -> list[SeatPrompt]:
        """Return the prompts that ask every critic to mark again.

        A prompt shows the rebuttals and the critic's own first marks.
        """
        rebutted = {said.seat for said in rebuttals}
        texts = Answers(statements=tuple(said for said in answered if said.seat in rebutted))
        marks = {(cell.reader, cell.seat): cell for cell in board.cells if cell.seat in rebutted}
        critics = [seat for seat in self._floor.seats if any(reader == seat.id != about for reader, about in marks)]
        asks = []
        for sheet in self._floor.deal(texts, critics, about=AGAIN):
            given = [(label, marks[sheet.reader, seat]) for label, seat in sheet.labels.items()]
            lines = "\n".join(f"- {label}: {mark.score} of 10. {mark.why}" for label, mark in given)
            values: dict[str, str | Sheet | Finding] = {"topic": self.topic, "given": lines}
            asks.append(
                SeatPrompt(seat=self.seat(sheet.reader), prompt=RESCORE, about=AGAIN, sheet=sheet, values=values)
            )
        return asks

    def side_on(self, sheet: Sheet, opinions: Answers) -> SeatPrompt:
        """Return the prompt that asks a member which of the others on the sheet it agrees with.

        It contains the member's own opinion as an earlier turn.
        """
        turns = tuple(self._earlier(said) for said in opinions if said.seat == sheet.reader)
        return SeatPrompt(
            seat=self.seat(sheet.reader), prompt=SIDE, sheet=sheet, values={"topic": self.topic}, turns=turns
        )

    def _earlier(self, opinion: Statement) -> Turn:
        """Return a member's own opinion as an earlier turn of its prompt, cut to the length at which others see it."""
        return Turn(question="", answer=review_copy(opinion.text, self._allowance).text)

    def _manner(self, seat: Seat, *manners: str, once: bool = False) -> str:
        """Return the instructions on a member's manner: the given ones and reminders of its record.

        With `once`, they include its last stance towards another member.
        """
        mine = [nudge for nudge in self._roles.nudges if nudge.seat == seat.id]
        told = [NUDGES[trait] for nudge in mine for trait in nudge.traits]
        told += [MEMORIES[nudge.stood] for nudge in mine if once and nudge.stood]
        return "\n\n".join([*manners, *([" ".join([FROM_RECORD, *told])] if told else [])])


def _plain(poll: Poll, sheets: tuple[Sheet, ...] | list[Sheet]) -> Poll:
    """Return the poll with names in place of the anonymous labels in its remarks."""
    labels = {f"{sheet.reader}#{sheet.about}" if sheet.about else sheet.reader: sheet.labels for sheet in sheets}
    return unlabelled(poll, labels)


def _with_rebuttals(opinions: Answers, rebuttals: Answers) -> Answers:
    """Return the opinions, each followed by its author's rebuttal if there is one."""
    answers = {said.seat: said.text for said in rebuttals}
    return replace(
        opinions,
        statements=tuple(
            replace(said, text=f"{said.text}\n\nTo its critics the author answered:\n\n{answers[said.seat]}")
            if said.seat in answers
            else said
            for said in opinions
        ),
    )


def _remarks(scores: Poll, sides: Poll, board: Scoreboard, alliances: Alliances, allowance: int) -> Answers:
    """Return each member's remarks on the others for the chair, with opinions named by their place.

    They are cut shorter in a large council.
    """
    places = _places(board)
    said = {**sides.said, **scores.said}
    lines: dict[str, list[str]] = {seat: [] for seat in said}
    for cell in board.cells:
        on = places[cell.seat] if cell.seat != cell.reader else ITS_OWN
        lines[cell.reader].append(f"- On {on}: {cell.score} of 10. {cell.why}")
        if cell.adjusted is not None:
            lines[cell.reader].append(f"- After its answer: {cell.adjusted} of 10. {cell.why_adjusted}")
    for tie in alliances.ties:
        lines[tie.reader].append(f"- {SAYS[tie.stance]} {places.get(tie.seat, NO_PLACE)}: {tie.why}")
    room = max(LEAST_REMARKS, 2 * allowance // max(1, len(said)))
    texts = {
        seat: "\n".join([f"From the author in {places.get(seat, NO_PLACE)}:", *told])
        for seat, told in lines.items()
        if told
    }
    return Answers(
        statements=tuple(replace(said[seat], text=review_copy(text, room).text) for seat, text in texts.items())
    )


def _placed(rebuttals: Answers, board: Scoreboard) -> Answers:
    """Return the rebuttals, each introduced by the place of the opinion that it defends."""
    places = _places(board)
    return replace(
        rebuttals,
        statements=tuple(
            replace(said, text=f"From the author in {places.get(said.seat, NO_PLACE)}:\n\n{said.text}")
            for said in rebuttals
        ),
    )


def _places(board: Scoreboard) -> dict[str, str]:
    return {row.seat: f"place {number}" for number, row in enumerate(board.places, start=1)}


def _own(answers: Answers, reader: Seat) -> Answers:
    """Return these answers with the reader's own one under a separate id, so that it is not left off the reader's
    sheet."""
    return replace(
        answers,
        statements=tuple(replace(said, seat=OWN) if said.seat == reader.id else said for said in answers),
    )


NO_PLACE = "no place"
ITS_OWN = "its own opinion, not knowing whose it was"
LEAST_REMARKS = 400
"""Minimum number of characters of each member's remarks that a chair is shown, however large the council is."""
SAYS: Mapping[Stance, str] = {"agree": "Agrees with", "disagree": "Disagrees with", "neutral": "Neutral towards"}
AGAIN = "again"
"""Part of the event key of a request in which a critic may change its marks."""


def unlabelled(poll: Poll, labels: Mapping[str, Mapping[str, str]]) -> Poll:
    """Return the poll with the anonymous labels in its remarks replaced by names, so that other members can read them.

    `labels` are those of each reader's sheet, with the seats they stand for.
    """
    return replace(poll, ballots={who: _unlabelled(ballot, labels[who]) for who, ballot in poll.ballots.items()})


def excerpt(text: str) -> str:
    """Return the beginning of a question in one line."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_TOPIC else f"{line[: LONGEST_TOPIC - 2]} …"


def topic_line(text: str) -> str:
    """Return the topic that a member phrased in one line, so that it cannot imitate another part of a prompt."""
    lines = (line.lstrip("> \t").strip(" \t#*_\"'“”`-") for line in text.strip().splitlines())
    first = " ".join(next((line for line in lines if line), "").split())
    return review_copy(first.replace("<", "‹").replace(">", "›"), 2 * LONGEST_TOPIC).text[:LONGEST_TOPIC]


def _unlabelled(ballot: Ballot, labels: Mapping[str, str]) -> Ballot:
    if isinstance(ballot, OpinionScores):
        return replace(
            ballot,
            scores={seat: replace(mark, why=_line(mark.why, seat, labels)) for seat, mark in ballot.scores.items()},
        )
    if isinstance(ballot, Stances):
        return replace(
            ballot,
            towards={seat: replace(each, why=_line(each.why, seat, labels)) for seat, each in ballot.towards.items()},
        )
    return ballot


def _line(why: str, about: str, labels: Mapping[str, str]) -> str:
    for label, seat in labels.items():
        why = why.replace(label, "this opinion" if seat == about else "another opinion")
    return " ".join(why.split())
