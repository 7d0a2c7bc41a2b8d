"""Build the frames of a debate from its events, live or recorded. Pure.

    roles, stage(0), topic, stage(1), opinion …, stage(2), review …, stage(3), rebuttal …, rescore …, stage(4),
    alliance …, stage(5), synthesis, achievement …, complete

A member without a contribution gets its frame at the end of the stage, with `failed`, so there are always as many as
members. An ending is sent only when it is final, because a stopped debate can be resumed. Checked by
`tests/extensions/compat/spectator/test_moments.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, TypedDict

from msgspec import UNSET, UnsetType

from moot.exports.public import (
    TITLES,
    Award,
    Awards,
    OpinionScores,
    Roles,
    Scoreboard,
    Stance,
    Stances,
    Topic,
    event_in_words,
    reminder,
)
from moot.extensions.compat.spectator.frames import (
    AchievementFrame,
    AllianceFrame,
    AnyFrame,
    CompleteFrame,
    Critic,
    DebateMember,
    DeltaFrame,
    ErrorFrame,
    OpinionFrame,
    RebuttalFrame,
    RescoreFrame,
    ReviewFrame,
    RolesFrame,
    StageFrame,
    SynthesisFrame,
    TopicFrame,
)
from moot.vocabulary.public import (
    BallotRead,
    BallotSpoiled,
    Event,
    Finding,
    FindingMade,
    ModelRow,
    SeatFailed,
    SeatSpeaking,
    SeatSpoke,
    SessionOpened,
    SessionResumed,
    SessionStopped,
    SheetDealt,
    StageEntered,
    VerdictReached,
    event_keys,
    holders,
    id_of,
)

PROTOCOL = "debate"
NOT_ASKED = "It was not asked."
ABSTAINED = "It abstained."
Earned = Collection[tuple[str, str]]
"""Pairs of an achievement and a model that earned the achievement in earlier debates."""


def moments_of(events: Iterable[Event], faces: Mapping[str, ModelRow] = {}, earned: Earned = ()) -> Iterator[AnyFrame]:
    """Convert a debate's events to the messages (frames) that watching clients receive, and yield these frames in
    order.

    `faces` contains each model's name and other display data. `earned` contains achievements from earlier debates.
    """
    moments = FrameBuilder(faces, earned)
    for event in events:
        yield from moments.told(event)
    yield from moments.over()


class FrameBuilder:
    """Turns the events of one debate into the frames that watching clients get."""

    def __init__(self, faces: Mapping[str, ModelRow] = {}, earned: Earned = ()) -> None:
        self._faces, self._earned = faces, earned
        self._opened: SessionOpened | None = None
        self._ids: dict[str, str] = {}
        self._stage = ""
        self._shown: dict[str, set[str]] = {}
        self._failures: dict[tuple[str, str], str] = {}
        self._labels: dict[str, dict[str, str]] = {}
        self._board = Scoreboard(places=(), winner=None)
        self._roles: Roles | None = None
        self._begins: list[AnyFrame] = []
        self._awards: list[Award] = []
        self._ending: list[AnyFrame] = []

    def told(self, event: Event) -> Iterator[AnyFrame]:
        """Process the debate's next event, and yield the frames to send for that event, if any."""
        event = event_in_words(event)
        body, stage = event.body, event_keys.stage_of(event.key)
        match body:
            case SessionOpened():
                self._open(body)
            case StageEntered():
                yield from self._enter(event, body.stage)
            case SheetDealt() if event.key == event_keys.sheet(f"{stage}/{body.reader}"):
                self._labels[f"{stage}/{body.reader}"] = {entry.label: entry.seat for entry in body.entries}
            case SeatSpoke() if event.key == f"{stage}/{body.seat}":
                if stage in ("opinions", "rebuttals"):
                    yield from self._show(event, stage, body.seat, body)
            case SeatFailed() if body.final and not event.key.endswith(":late"):
                self._failures[stage, body.seat] = body.cause
            case BallotSpoiled():
                self._failures[stage, body.reader] = body.why
            case BallotRead() if event.key == event_keys.ballot(f"{stage}/{body.reader}"):
                if stage in ("review", "alliances") and isinstance(body.ballot, OpinionScores | Stances):
                    abstained = ABSTAINED if body.ballot.abstained else UNSET
                    yield from self._show(event, stage, body.reader, body.ballot, failed=abstained)
            case FindingMade():
                yield from self._found(event, stage, body.finding)
            case VerdictReached():
                yield from self._close(event)
                yield from self._concluded(event, body)
            case SessionStopped():
                told = ErrorFrame(**_when(event), code=body.reason, message=body.message, remedy=body.remedy)
                # Too few answers end the stage as well. Later answers are shown once the debate is resumed.
                shown = set(self._shown.get(self._stage, ()))
                late = list(self._left_out(event, self._stage)) if body.outcome == "failed" else []
                self._shown[self._stage] = shown
                self._ending = [*late, told, self._complete(event, body.outcome)]
            case SessionResumed():
                self._ending.clear()

    def over(self) -> Iterator[AnyFrame]:
        """Yield the debate's last frames, once all its events were processed."""
        yield from self._ending
        self._ending.clear()

    def written(self, piece: SeatSpeaking, at: str) -> DeltaFrame | None:
        """If a streamed piece of text belongs to the debate's conclusion, return a frame with that piece and the time
        `at`. Otherwise, return `None`."""
        if self._opened is None or piece.reasoning or event_keys.stage_of(piece.key) != "synthesis":
            return None
        return DeltaFrame(
            session=piece.session,
            at=at,
            stage=self._opened.stages.index("synthesis"),
            model=self._id(piece.seat),
            text=piece.text,
            offset=piece.offset,
        )

    def _open(self, body: SessionOpened) -> None:
        self._opened = body
        seats = body.roster.seats
        names = holders([seat.model for seat in seats])
        self._ids = {seat.id: id_of(seat.model) for seat in body.roster.offices}
        self._ids |= {seat.id: id_of(name) for seat, name in zip(seats, names, strict=True)}

    def _id(self, seat: str) -> str:
        return self._ids.get(seat, seat)

    def _seats(self) -> list[str]:
        return [seat.id for seat in self._opened.roster.seats] if self._opened is not None else []

    def _enter(self, event: Event, stage: str) -> Iterator[AnyFrame]:
        yield from self._close(event)
        self._stage = stage
        stages = self._opened.stages if self._opened is not None else ()
        entered = StageFrame(**_when(event), stage=stages.index(stage), name=stage)
        if self._roles is None:
            self._begins.append(entered)  # sent before the first stage, in which members are drawn
        else:
            yield entered

    def _close(self, event: Event) -> Iterator[AnyFrame]:
        """End a stage: yield a frame with the reason for each member that contributed nothing to it."""
        stage, self._stage = self._stage, ""
        yield from self._left_out(event, stage)

    def _left_out(self, event: Event, stage: str) -> Iterator[AnyFrame]:
        for seat in self._board.lowest if stage == "rebuttals" else self._seats():
            yield from self._show(event, stage, seat, failed=self._failures.get((stage, seat), NOT_ASKED))

    def _show(
        self, event: Event, stage: str, seat: str, *given: Any, failed: str | UnsetType = UNSET
    ) -> Iterator[AnyFrame]:
        """Yield the frame of a member's contribution to a stage, unless it was yielded before."""
        makes: dict[str, Callable[..., AnyFrame]] = {
            "opinions": self._opinion,
            "review": self._review,
            "rebuttals": self._rebuttal,
            "alliances": self._alliance,
        }
        shown = self._shown.setdefault(stage, set())
        if stage in makes and seat not in shown:
            shown.add(seat)
            yield makes[stage](event, seat, *given, failed=failed)

    def _found(self, event: Event, stage: str, finding: Finding) -> Iterator[AnyFrame]:
        if isinstance(finding, Roles):
            self._roles = finding
            yield self._roles_frame(event, finding)
            yield from self._begins
            self._begins.clear()
        elif isinstance(finding, Topic):
            by = self._id(finding.by) if finding.by is not None else None
            yield TopicFrame(**_when(event), topic=finding.text, proposer=by, given=by is None)
        elif isinstance(finding, Scoreboard):
            if stage == "rebuttals":
                yield from self._left_out(event, stage)
                yield from (
                    RescoreFrame(**_when(event), model=self._id(row.seat), mean=row.mean)
                    for row in finding.places
                    if row.rebutted
                )
            self._board = finding
        elif isinstance(finding, Awards):
            self._awards = list(finding.awards)  # computed before the chair writes, sent afterwards

    def _roles_frame(self, event: Event, roles: Roles) -> RolesFrame:
        assert self._opened is not None
        said = {nudge.seat: reminder(nudge) for nudge in roles.nudges}
        models = []
        for seat in self._opened.roster.seats:
            face = self._faces.get(seat.model)
            endpoint, _, rest = seat.model.partition("/")
            models.append(
                DebateMember(
                    id=self._id(seat.id),
                    name=(face and face.name) or rest or endpoint,
                    company=(face and face.company) or (rest.partition("/")[0] if "/" in rest else endpoint),
                    size=(face and face.size) or "",
                    port=(face and face.port) or None,
                    reminded=said.get(seat.id, UNSET),
                )
            )
        proposer = self._id(roles.proposer) if roles.proposer is not None else None
        chairman = self._id(roles.chair)
        return RolesFrame(**_when(event), models=models, proposer=proposer, chairman=chairman)

    def _opinion(
        self, event: Event, seat: str, said: SeatSpoke | None = None, *, failed: str | UnsetType
    ) -> OpinionFrame:
        text = said.text if said is not None else ""
        return OpinionFrame(
            **_when(event),
            model=self._id(seat),
            text=text,
            words=len(text.split()),
            ms=said.total_ms if said is not None else 0,
            failed=failed,
        )

    def _review(
        self, event: Event, reader: str, ballot: OpinionScores = OpinionScores(), *, failed: str | UnsetType
    ) -> ReviewFrame:
        private = self._labels.get(f"review/{reader}", {})
        label_of = {seat: _label(number) for number, seat in enumerate(private.values())}
        public = {mark: label_of[seat] for mark, seat in private.items()}
        marks = {label: ballot.scores[seat] for seat, label in label_of.items() if seat in ballot.scores}
        return ReviewFrame(
            **_when(event),
            reviewer=self._id(reader),
            labels={label: self._id(seat) for seat, label in label_of.items()},
            scores={label: mark.score for label, mark in marks.items()},
            reasons={label: _named(mark.why, public) for label, mark in marks.items()},
            failed=failed,
        )

    def _rebuttal(
        self, event: Event, seat: str, said: SeatSpoke | None = None, *, failed: str | UnsetType
    ) -> RebuttalFrame:
        row = next((row for row in self._board.places if row.seat == seat), None)
        criticism = [cell for cell in self._board.cells if cell.seat == seat != cell.reader]
        return RebuttalFrame(
            **_when(event),
            model=self._id(seat),
            text=said.text if said is not None else "",
            first_mean=row.first_mean if row is not None else 0.0,
            critics=[Critic(score=cell.score, reason=cell.why) for cell in criticism],
            failed=failed,
        )

    def _alliance(
        self, event: Event, reader: str, ballot: Stances = Stances(), *, failed: str | UnsetType
    ) -> AllianceFrame:
        private = self._labels.get(f"alliances/{reader}", {})
        names = {label: self._id(seat) for label, seat in private.items()}

        def towards(stance: Stance) -> list[str]:
            return [self._id(seat) for seat, each in ballot.towards.items() if each.stance == stance]

        return AllianceFrame(
            **_when(event),
            model=self._id(reader),
            agrees=towards("agree"),
            disagrees=towards("disagree"),
            neutral=towards("neutral"),
            reasons={self._id(seat): _named(each.why, names) for seat, each in ballot.towards.items()},
            failed=failed,
        )

    def _concluded(self, event: Event, body: VerdictReached) -> Iterator[AnyFrame]:
        verdict = body.verdict
        yield SynthesisFrame(
            **_when(event),
            chairman=self._id(verdict.by) if verdict.by is not None else None,
            text=verdict.text or "",
            verbatim=verdict.verbatim,
            failed=UNSET if verdict.text else verdict.reason,
        )
        for award in self._awards:
            models = [self._id(seat) for seat in award.seats]
            yield AchievementFrame(
                **_when(event),
                name=TITLES[award.name],
                slug=award.name,
                models=models,
                because=award.because,
                first=any((award.name, self._model(seat)) not in self._earned for seat in award.seats),
            )
        yield self._complete(event, verdict.outcome)

    def _model(self, seat: str) -> str:
        assert self._opened is not None
        return next((each.model for each in self._opened.roster.seats if each.id == seat), seat)

    def _complete(self, event: Event, outcome: str) -> CompleteFrame:
        board = self._board
        return CompleteFrame(
            **_when(event),
            winner=self._id(board.winner) if board.winner is not None else None,
            winners=[self._id(seat) for seat in board.winners],
            scores={self._id(row.seat): row.mean for row in board.places},
            decides={self._id(row.seat): row.mean if row.score is UNSET else row.score for row in board.places},
            reason=board.reason if board.winner is None else "",
            outcome=outcome,
        )


class _When(TypedDict):
    session: str
    at: str


def _when(event: Event) -> _When:
    return {"session": event.session, "at": event.at}


def _label(number: int) -> str:
    """Return the label with this number: `Response A` … `Response Z`, `Response AA` …"""
    rest, last = divmod(number, 26)
    return f"Response {_label(rest - 1).rpartition(' ')[2] if rest else ''}{chr(65 + last)}"


def _named(text: str, names: Mapping[str, str]) -> str:
    for label, name in names.items():
        text = text.replace(label, name)
    return text
