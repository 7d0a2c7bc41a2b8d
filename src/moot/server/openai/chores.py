"""Recognise and run chores of chat programs: titles, tags, follow-ups and the like.

A chore is recognised by the first sentence of its public template and by the parts that template always has; a question
that quotes one is none. One member does it: among the named council's seats, the one whose call costs least at its
known price, after the model in the setting `chore_model`. If that one fails, another is asked. It is a session like any
other, paid and counted for its day, and listed only if chores are asked for. Tested by
`tests/server/openai/test_chores.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from moot.errors import MootError
from moot.protocols import registry
from moot.providers.models.prices import cost_of
from moot.request import Ask
from moot.server.dependencies import Backend
from moot.server.openai.fields import Wishes
from moot.transcripts.sql.register import CHORE
from moot.transcripts.transcript import Once
from moot.vocabulary.councils import Council
from moot.vocabulary.statements import Usage

ROOM = 1_000
"""Most tokens of a chore's answer; reasoning comes on top."""
READ, WRITTEN = 2_000, 200
"""Tokens of a usual chore, by which members are compared."""
TRIED = 2
"""Members that are asked, one after the other."""


class ChoreShape(Struct, frozen=True):
    """Pattern of a chore's prompt."""

    kind: str
    """What it makes."""
    begins: str
    """Pattern that its first words match."""
    holds: tuple[str, ...]
    """What else it always contains."""


TASK = r"### Task:\s+"
SHAPES = (
    # Open WebUI
    ChoreShape("title", TASK + r"Generate a concise(?:, 3-5 word)? title\b", ("chat_history>",)),
    ChoreShape("tags", TASK + r"Generate 1-3 broad tags categorizing the main themes", ("chat_history>",)),
    ChoreShape("follow-ups", TASK + r"Suggest 3-5 relevant follow-up questions or prompts", ("chat_history>",)),
    ChoreShape(
        "queries", TASK + r"Analyze the chat history to determine the necessity of", ("chat_history>", "queries")
    ),
    ChoreShape("image prompt", TASK + r"Generate a detailed prompt for an? image generation", ("chat_history>",)),
    ChoreShape("autocomplete", TASK + r"You are an autocompletion system", ("<text>", "</text>")),
    ChoreShape("emoji", r"Your task is to reflect the speaker's likely facial expression", ("Message:",)),
    # LibreChat
    ChoreShape(
        "title", r"Provide a concise, 5-word-or-less title for the conversation", ("Only return the title itself",)
    ),
    ChoreShape("title", r"Analyze this conversation and provide:", ("detected language", "concise title")),
    ChoreShape(
        "title", r"Please generate a concise,? (?:5-word-or-less )?title (?:\(max|for the conversation)", ("itle:",)
    ),
)


def chore_in(roles: Sequence[str], question: str, files: bool) -> str:
    """Return the kind of chore in the messages; empty for a question."""
    asked = [role for role in roles if role not in ("system", "developer")]
    if asked != ["user"] or files:
        return ""
    text = question.lstrip()
    for shape in SHAPES:
        if re.match(shape.begins, text) and all(part in text for part in shape.holds):
            return shape.kind
    return ""


async def do_chore(backend: Backend, ask: Ask, wishes: Wishes, once: Once | None = None) -> str:
    """Have one member do the chore; return the session's id."""
    members = await _cheapest(backend, ask)
    options = {**wishes.options, "max_output": min(ROOM, wishes.most or ROOM)}
    options.pop("quorum", None)  # it applies to the council, and one member does this
    council = Council(
        members=tuple(members), chair=members[0], protocol=registry.REPLY, options=options, system=ask.system_suffix
    )
    chore = Ask(question=ask.question, council=council, budget=ask.budget, seed=ask.seed, depth=ask.depth, door=CHORE)
    return await backend.convene(chore, once)


async def _cheapest(backend: Backend, ask: Ask) -> list[str]:
    """Return the models that may do it, cheapest first, each once."""
    seated = (await backend.app.sits(ask)).council.lines()
    models = [model for model in dict.fromkeys(each.model for each in seated) if model.partition("/")[0] != "person"]
    named = backend.app.settings.chore_model
    ranked = sorted(models, key=lambda model: _price(backend, model))
    return list(dict.fromkeys([*([named] if named else []), *ranked]))[:TRIED]


def _price(backend: Backend, model: str) -> tuple[bool, int]:
    """Return the cost of a usual chore with this model; unknown prices sort last."""
    try:
        price = backend.app.directory.price_of(model)
    except MootError:
        price = None
    return (price is None, 0 if price is None else cost_of(Usage(input=READ, output=WRITTEN), price))
