"""What is a conversation called? The chair is asked beside the opinions; until it answers, the question's first words."""

from __future__ import annotations

from moot.protocols.wording import Wording
from moot.sessions.caller import Caller, Move
from moot.sessions.log import Log
from moot.sessions.prompts import Prompter
from moot.vocabulary import keys
from moot.vocabulary.events import SeatSpoke, SessionOpened

STAGE = "title"
LONGEST = 60
ROOM = 1_000
"""Tokens allowed for a title: five words, and whatever thinking the model cannot leave out."""


def first_words(question: str) -> str:
    """The question's beginning, as a title."""
    line = " ".join(question.split())
    if len(line) <= LONGEST:
        return line or "New conversation"
    return line[:LONGEST].rsplit(" ", 1)[0].rstrip(",;:.") + "…"


def title_from(text: str, question: str) -> str:
    """A title from a model's words; the question's first words when there is nothing usable in them."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    line = " ".join(line.strip("\"'`*#“”‘’ .").split())
    if not line or len(line) > 2 * LONGEST:
        return first_words(question)
    return first_words(line)


async def ask_for_title(opened: SessionOpened, log: Log, caller: Caller, prompter: Prompter) -> None:
    """Settles `title/chair`. Whatever comes of it, the session goes on."""
    chair = opened.roster.office("chair")[0]
    key = keys.move(STAGE, chair.id)
    if chair.person or log.body(key) is not None:
        return
    move = Move(key=key, seat=chair, prompt=prompter.prompt(chair, TITLE.filled({"question": opened.question.text})))
    move.room = min(move.room, ROOM + chair.abilities.reasoning_floor)
    await log.commit(caller.intent(move))
    await caller.settle(move)


def recorded_title(log: Log, question: str) -> str:
    """The conversation's title as far as the transcript knows it."""
    said = log.body(keys.move(STAGE, "chair"))
    return title_from(said.text, question) if isinstance(said, SeatSpoke) else first_words(question)


TITLE = Wording(
    "title",
    """
Give the question below a title of three to five words, in its own language. Write only the title: no quotes, no full stop.

<question>
$question
</question>
""",
    uses="question",
)
