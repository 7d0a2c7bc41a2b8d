"""Title a conversation: ask the chair beside the first stage; until then use the question's first words."""

from __future__ import annotations

from contextlib import suppress

from moot.errors import OutOfBudget
from moot.floor.calls.budget import output_room
from moot.floor.calls.caller import Caller
from moot.floor.calls.move import Move
from moot.floor.prompts import Prompt, Prompter
from moot.floor.summaries import ExtraCall
from moot.protocols.prompt_template import PromptTemplate
from moot.transcripts.log import Log
from moot.vocabulary import event_keys
from moot.vocabulary.events import SessionOpened

STAGE = "title"
READ = 2_000
"""Maximum number of characters of the question that are read for a title."""
ROOM = 1_000
"""Maximum number of output tokens for a title: five words, and unavoidable thinking."""


async def ask_for_title(opened: SessionOpened, log: Log, caller: Caller, prompter: Prompter) -> None:
    """Ask the chair for a title of the conversation and record the answer. If that fails, the session continues without
    one."""
    chair = opened.roster.office("chair")[0]
    key = event_keys.move(STAGE, chair.id)
    if chair.person or log.body(key) is not None:
        return
    move = Move(key=key, seat=chair, prompt=title_prompt(opened, prompter))
    move.room = output_room(chair, move.prompt.messages, ROOM)
    with suppress(OutOfBudget):  # then the title is the question's first words
        await caller.begin([move])
        await caller.settle(move)


def title_prompt(opened: SessionOpened, prompter: Prompter) -> Prompt:
    """Build the prompt in which the chair is asked for a title of the conversation."""
    question = opened.question.text
    beginning = question if len(question) <= READ else question[:READ] + " […]"
    return prompter.alone(opened.roster.office("chair")[0], TITLE.filled({"question": beginning}))


def title_call(opened: SessionOpened, prompter: Prompter) -> tuple[ExtraCall, ...]:
    """Return the planned call for the title, to estimate the cost. Return nothing if no title is asked for."""
    chair = opened.roster.office("chair")[0]
    if not opened.titled or chair.person:
        return ()
    messages = title_prompt(opened, prompter).messages
    return (ExtraCall(STAGE, chair, messages, output_room(chair, messages, ROOM)),)


TITLE = PromptTemplate(
    "title",
    """
Give the question below a title of three to five words, in its own language. Write only the title, without quotes or
full stop.

<question>
$question
</question>
""",
    uses="question",
)
