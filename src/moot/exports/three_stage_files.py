"""Import a conversation of the three-stage council, from its file `data/conversations/ID.json`, as sessions.

Each question becomes a read-only session: answers, reviews and final answer as in the file, under the models it names.
What the file does not contain (prompts, prices, tokens, times, who failed and why) is recorded as unknown, and a
ranking that leaves answers out counts as spoiled. The conversation keeps id, title and date; importing it again adds
only its new turns. Tested by `tests/exports/test_three_stage_files.py`.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, insert, select

from moot.errors import BadInput, Conflict, TooLarge
from moot.exports.transcript_import import LARGEST, keep_import, recorded, stands
from moot.transcripts.session_record import first_words
from moot.transcripts.sql.register import MOST
from moot.transcripts.sql.repair.rebuild import FROM_FILES
from moot.transcripts.sql.schema import conversations
from moot.transcripts.sql.schema import sessions as kept_sessions
from moot.transcripts.sql.store import Store
from moot.vocabulary import event_keys
from moot.vocabulary.ballots import Ranking
from moot.vocabulary.events import (
    BallotRead,
    BallotSpoiled,
    Body,
    Event,
    SeatFailed,
    SeatSpoke,
    SessionOpened,
    SessionStopped,
    StageEntered,
    VerdictReached,
)
from moot.vocabulary.questions import Question
from moot.vocabulary.seats import MOST_SEATS, Roster, Seat, seat_ids
from moot.vocabulary.verdicts import Verdict

DOOR = "three-stage"
PROTOCOL = "peer-review"
"""Name of Moot's protocol that deliberates like the three-stage council."""
OPINIONS, REVIEW, SYNTHESIS = STAGES = ("opinions", "review", "synthesis")
UNTITLED = "New Conversation"
NOTE = "Taken in from a file of the three-stage council: prompts, prices, tokens and times are not known."
UNKNOWN = "The file holds no answer of it."
_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z-]{3,63}")
_LABEL = re.compile(r"Response ([A-Z])")


class StageOneResponse(Struct):
    """One model's first answer, in a conversation file of the three-stage council."""

    model: str
    response: str | None = None
    """Text of the answer; null if the model returned nothing."""


class StageTwoReview(Struct):
    """One model's review of the answers, in a conversation file of the three-stage council."""

    model: str
    ranking: str
    parsed_ranking: list[str] = []


class ConversationMessage(Struct):
    """A user's question, or the council's result, in a conversation file of the three-stage council."""

    role: str
    content: str = ""
    stage1: list[StageOneResponse] | None = None
    stage2: list[StageTwoReview] | None = None
    stage3: StageOneResponse | None = None


class File(Struct):
    """A conversation file of the three-stage council, another program whose conversations Moot can import."""

    id: str
    created_at: str
    title: str
    messages: list[ConversationMessage]


class Brought(Struct, frozen=True, kw_only=True):
    """Result of importing a conversation file: the conversation, its questions, and how many of them are new."""

    conversation: str
    """The conversation's id, which is preserved."""
    title: str
    """Title of the conversation."""
    turns: int
    """Number of questions in the file."""
    fresh: int
    """Number of these questions that were not imported before."""


def date_of(text: str) -> str:
    """Return when a conversation began, from its file's content; empty if the file cannot be parsed."""
    try:
        return msgspec.json.decode(text.encode("utf-8", "replace"), type=File).created_at
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError):
        return ""


def is_conversation(text: str) -> bool:
    """Return whether a text looks like a conversation file of the three-stage council, and not like a transcript."""
    return text.lstrip()[:1] == "{" and "\n{" not in text.strip() and '"messages"' in text


async def import_conversation(store: Store, text: str) -> Brought:
    """Import a conversation file of the three-stage council as a conversation with a session for each question."""
    if len(text) > LARGEST:
        raise TooLarge(f"A conversation has at most {LARGEST:,} bytes.")
    try:
        file = msgspec.json.decode(text.encode("utf-8", "replace"), type=File)
        began = datetime.fromisoformat(file.created_at)
        began = began.replace(tzinfo=UTC) if began.tzinfo is None else began.astimezone(UTC)
        _ = began + timedelta(seconds=MOST)  # its questions get this date, one second after the other
    except (msgspec.DecodeError, msgspec.ValidationError, ValueError, OverflowError, RecursionError) as error:
        raise BadInput(
            f"That is no conversation of the three-stage council: {str(error)[:200]}.",
            "Give a file of its folder data/conversations as it is.",
        ) from None
    if not _ID.fullmatch(file.id):
        raise BadInput(f"The conversation's id {file.id[:80]!r} cannot be taken.", "Give the file as it was written.")
    turns = _turns(file.messages)
    if len(turns) > MOST:
        raise TooLarge(f"A conversation has at most {MOST} questions; this one has {len(turns)}.")
    histories = [_history(file.id, number, *turn, began) for number, turn in enumerate(turns)]
    records = [recorded(history) for history in histories]
    title = first_words(file.title) if file.title.strip() not in ("", UNTITLED) else ""
    created = began.isoformat(timespec="microseconds").replace("+00:00", "Z")

    def work(connection: Connection) -> Brought:
        there = connection.execute(select(conversations).where(conversations.c.id == file.id)).first()
        if there is not None and (there.door != DOOR or there.contract != FROM_FILES):
            raise Conflict(
                f"There is a conversation {file.id} here that was begun here.", "It was left as it is; nothing came in."
            )
        if there is None:
            row = {"id": file.id, "title": title, "door": DOOR, "contract": FROM_FILES, "created": created}
            connection.execute(insert(conversations), row)
        fresh = 0
        for history, record in zip(histories, records, strict=True):
            known = select(kept_sessions.c.id).where(kept_sessions.c.id == record.id)
            if connection.execute(known).first() is not None:
                if stands(connection, record.id) != history:
                    raise Conflict(
                        f"Question {histories.index(history) + 1} of {file.id} is here, and differs.",
                        "It was left as it is; nothing came in.",
                    )
                continue
            record.thread = file.id
            keep_import(connection, record, history, store.clock())
            fresh += 1
        return Brought(conversation=file.id, title=title, turns=len(turns), fresh=fresh)

    return await store.write(work)


def _turns(messages: Sequence[ConversationMessage]) -> list[tuple[str, ConversationMessage | None]]:
    """Return each question in a conversation file with the council's result, `None` if it has none."""
    turns: list[tuple[str, ConversationMessage | None]] = []
    for number, message in enumerate(messages, start=1):
        if message.role == "user":
            turns.append((message.content, None))
        elif message.role == "assistant" and turns and turns[-1][1] is None:
            turns[-1] = (turns[-1][0], message)
        else:
            raise BadInput(
                f"Message {number} is neither a question nor the answer to one.", "Give the file as it was written."
            )
    return turns


def _history(
    conversation: str, number: int, question: str, said: ConversationMessage | None, began: datetime
) -> list[Event]:
    """Return the events of a session made from a question and its result in a conversation file."""
    session = str(uuid.uuid5(uuid.NAMESPACE_URL, f"three-stage:{conversation}:{number}"))
    at = (began + timedelta(seconds=number)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    bodies = _bodies(conversation, session, question, said)
    return [
        Event(session=session, seq=seq, key=key, at=at, t=0, kind=body.kind, version=body.version, body=body)
        for seq, (key, body) in enumerate(bodies, start=1)
    ]


def _bodies(conversation: str, session: str, question: str, said: ConversationMessage | None) -> list[tuple[str, Body]]:
    answers = (said.stage1 if said is not None else None) or []
    reviews = (said.stage2 if said is not None else None) or []
    last = said.stage3 if said is not None else None
    speakers = [answer.model for answer in answers]
    voters = [*(review.model for review in reviews)]
    for model in speakers:
        if model in voters:
            voters.remove(model)
    models = [*speakers, *voters] or ["unknown/model"]  # seats that reviewed without having answered come last
    if len(models) > MOST_SEATS:
        raise TooLarge(f"A council has at most {MOST_SEATS} seats; this one has {len(models)}.")
    ids = seat_ids(len(models))
    chair = Seat(id="chair", model=_model(last.model if last is not None and last.model != "error" else models[0]))
    opened = SessionOpened(
        question=Question(text=question),
        protocol=PROTOCOL,
        stages=STAGES,
        roster=Roster(
            seats=tuple(Seat(id=seat, model=_model(model)) for seat, model in zip(ids, models, strict=True)),
            offices=(chair,),
        ),
        seed=sha256(session.encode()).hexdigest()[:32],
        door=DOOR,
        thread=conversation,
        notes=(NOTE,),
    )
    bodies: list[tuple[str, Body]] = [(event_keys.OPENED, opened), _stage(OPINIONS)]
    bodies += [
        _spoke(OPINIONS, seat, answer.model, answer.response or "") for seat, answer in zip(ids, answers, strict=False)
    ]
    bodies += [
        (event_keys.move(OPINIONS, seat), SeatFailed(seat=seat, failed="error", cause=UNKNOWN, final=True))
        for seat in ids[len(answers) :]
    ]
    if reviews:
        bodies += [_stage(REVIEW), *_reviews(reviews, ids, models, len(answers))]
    if last is None or last.model == "error" or not last.response or last.response.startswith("Error:"):
        why = (last.response if last is not None else "") or "The file holds no answer to it."
        stopped = SessionStopped(outcome="failed", reason="error", message=why, remedy="Ask again.")
        return [*bodies, (event_keys.stopped(1), stopped)]
    verdict = Verdict(outcome="verdict", text=last.response, by="chair", rests_on=tuple(key for key, _ in bodies[2:]))
    digest = sha256(msgspec.json.encode([msgspec.to_builtins(verdict), {}], order="deterministic")).hexdigest()
    bodies += [_stage(SYNTHESIS), _spoke(SYNTHESIS, "chair", last.model, last.response)]
    return [*bodies, (event_keys.VERDICT, VerdictReached(verdict=verdict, digest=digest))]


def _reviews(
    reviews: Sequence[StageTwoReview], ids: Sequence[str], models: Sequence[str], answered: int
) -> list[tuple[str, Body]]:
    bodies: list[tuple[str, Body]] = []
    free = list(zip(ids, models, strict=True))
    for review in reviews:
        place = next(place for place in free if place[1] == review.model)
        free.remove(place)
        seat = place[0]
        key = event_keys.move(REVIEW, seat)
        bodies.append(_spoke(REVIEW, seat, review.model, review.ranking))
        found = [_LABEL.fullmatch(label.strip()) for label in review.parsed_ranking]
        places = [ord(match[1]) - ord("A") for match in found if match is not None]
        ranked = [ids[at] for at in dict.fromkeys(places) if at < answered]
        missing = {*ids[:answered]} - {*ranked}
        if ranked and missing <= {seat}:  # a reader ranked its own answer too, without knowing which it was
            ballot = Ranking(tiers=tuple((each,) for each in ranked))
            bodies.append(
                (event_keys.ballot(key), BallotRead(reader=seat, ballot=ballot, statement=key, how="ranking"))
            )
        else:
            why = "Its ranking does not name every other answer."
            bodies.append((event_keys.ballot(key), BallotSpoiled(reader=seat, why=why, statement=key)))
    return bodies


def _stage(name: str) -> tuple[str, Body]:
    return event_keys.stage(name), StageEntered(stage=name)


def _spoke(stage: str, seat: str, model: str, text: str) -> tuple[str, Body]:
    return event_keys.move(stage, seat), SeatSpoke(seat=seat, model=model, prompt="", text=text, settled="ok")


def _model(given: Any) -> str:
    return given if "/" in given else f"unknown/{given}"
