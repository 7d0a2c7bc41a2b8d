"""Read the earlier turns of a conversation from its sessions, with the newest valid summary, or from a chat's messages.

A summary is reused only if its turns are the conversation's first turns word for word, so that nothing of a deleted
turn is carried on. Programs that keep a conversation themselves send its messages (`turns_from`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec.structs import replace
from sqlalchemy import Connection, or_, select

from moot.errors import BadInput
from moot.floor.earlier_turns import EarlierTurns, cut, tokens_in
from moot.floor.prompts import MOST_ATTACHED
from moot.floor.summaries import KEY
from moot.protocols import registry
from moot.transcripts.sql.rows import EVENT_COLUMNS, event_from
from moot.transcripts.sql.schema import events, sessions
from moot.transcripts.sql.search import is_replaced, turn_number
from moot.transcripts.sql.store import Store
from moot.transcripts.transcript import Transcript
from moot.vocabulary import event_keys
from moot.vocabulary.events import Event, SeatSpoke, SessionOpened, SessionStopped, VerdictReached
from moot.vocabulary.questions import Attachment, Turn

ENDINGS = (VerdictReached.kind, SessionStopped.kind)
MOST_ANSWER = 8_000
"""Maximum number of bytes of each member's answer that a chair is shown with a follow-up."""


async def earlier_in(store: Store, transcript: Transcript, *, thread: str = "", session: str = "") -> EarlierTurns:
    """Read the earlier turns that the next question of a conversation (`thread`) or of a single session may use."""

    def work(connection: Connection) -> list[Event]:
        columns = (events.c[column] for column in EVENT_COLUMNS)
        of_it = sessions.c.thread == thread if thread else sessions.c.id == session
        wanted = or_(events.c.key.in_((event_keys.OPENED, KEY)), events.c.kind.in_(ENDINGS))
        chosen = select(*columns).join(sessions, sessions.c.id == events.c.session).where(of_it, wanted, ~is_replaced())
        return [event_from(row) for row in connection.execute(chosen.order_by(turn_number(), events.c.seq))]

    found = await store.read(work)
    parts = [list(group) for _, group in groupby(found, key=lambda event: event.session)]
    return await with_sizes(earlier_from(parts), transcript)


def earlier_from(parts: Iterable[Sequence[Event]]) -> EarlierTurns:
    """Build the earlier turns of a conversation from its sessions in order. Each part has the opening, summary and
    ending of one session."""
    turns: list[Turn] = []
    before, covers, summary, source, last, at = 0, 0, "", "", "", 0
    for number, part in enumerate(parts):
        opened = part[0].body
        assert isinstance(opened, SessionOpened)
        question = opened.question
        carried = question.carried
        if number == 0:
            turns = list(question.history)
            if carried is not None:
                before = covers = carried.before
                summary, source = carried.summary, carried.source
        said = next((event.body for event in part if event.key == KEY and isinstance(event.body, SeatSpoke)), None)
        if carried is not None and said is not None:
            base = carried.before == 0 or (carried.before, carried.summary) == (covers, summary)
            first = carried.before - before
            read = question.history[: carried.summarise]
            if base and first >= 0 and list(read) == turns[first : first + len(read)]:
                covers, summary, source = before + first + len(read), said.text, part[0].session
        turns.append(turn_of(part))
        if opened.protocol != registry.REPLY:
            last, at = part[0].session, len(turns) - 1
    return EarlierTurns(
        turns=tuple(turns), before=before, covers=covers, summary=summary, source=source, last=last, at=at
    )


async def with_members(earlier: EarlierTurns, transcript: Transcript) -> EarlierTurns:
    """Return the turns with the members' own answers added to the council's latest answer, for a chair that replies
    without asking the members."""
    if not earlier.last:
        return earlier
    events = await transcript.read(earlier.last)
    opened = events[0].body
    assert isinstance(opened, SessionOpened)
    models = {seat.id: seat.model for seat in opened.roster.seats}
    by_stage: dict[str, dict[str, str]] = {}
    for event in events:
        body = event.body
        if isinstance(body, SeatSpoke) and body.seat in models and event.key == event_keys.move_of(event.key):
            by_stage.setdefault(event_keys.stage_of(event.key), {})[body.seat] = body.text
    answers = next((said for said in by_stage.values() if len(said) > 1), {})
    if not answers:
        return earlier
    blocks = [f"{models[seat]} answered:\n{cut(text, MOST_ANSWER)}" for seat, text in answers.items()]
    turn = earlier.turns[earlier.at]
    told = "\n\n".join((turn.answer, "(The members' own answers follow.)", *blocks))
    longer = replace(turn, answer=told)
    return replace(earlier, turns=(*earlier.turns[: earlier.at], longer, *earlier.turns[earlier.at + 1 :]))


def turn_of(part: Sequence[Event]) -> Turn:
    """Return a session as one turn of its conversation: the question and the answer. If there is no answer, the reason
    takes its place."""
    opened, last = part[0].body, part[-1].body
    assert isinstance(opened, SessionOpened)
    if isinstance(last, VerdictReached) and last.verdict.text is not None:
        answer = last.verdict.text
    elif isinstance(last, VerdictReached):
        answer = f"(No answer is given: {last.verdict.reason})"
    elif isinstance(last, SessionStopped):
        answer = f"(No verdict was reached: {last.message or last.outcome}.)"
    else:
        answer = "(No verdict was reached: running.)"
    return Turn(question=opened.question.text, answer=answer, attachments=opened.question.attachments)


async def with_sizes(earlier: EarlierTurns, transcript: Transcript) -> EarlierTurns:
    """Return the turns with the number of tokens in each attachment's text."""
    return replace(earlier, sizes=await sizes_of([f for turn in earlier.turns for f in turn.attachments], transcript))


async def sizes_of(files: Iterable[Attachment], transcript: Transcript) -> dict[str, int]:
    """Return how many tokens the texts of these files have, by the SHA-256 of the text."""
    sizes: dict[str, int] = {}
    for file in files:
        if file.text_digest is not None and file.text_digest not in sizes:
            data = await transcript.blob(file.text_digest) or b""
            sizes[file.text_digest] = tokens_in(data.decode("utf-8", "replace")[:MOST_ATTACHED])
    return sizes


UNANSWERED = "(This was not answered.)"


def turns_from(said: Iterable[tuple[str, str]]) -> list[Turn]:
    """Convert chat messages, each a role and a text, oldest first, to turns of question and answer. System messages are
    left out."""
    turns: list[Turn] = []
    asked: list[str] = []
    for role, words in said:
        if role == "user":
            asked.append(words)
        elif role == "assistant":
            turns.append(Turn(question="\n\n".join(asked), answer=words))
            asked = []
        elif role in ("tool", "function"):
            raise BadInput("A council calls no tools, so it takes no results of tools.", "Leave out these messages.")
    if asked:
        turns.append(Turn(question="\n\n".join(asked), answer=UNANSWERED))
    return turns
