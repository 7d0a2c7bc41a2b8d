"""Add the packaged example sessions to a store: all of them when a server first starts, or one on request."""

from __future__ import annotations

from moot.app.application import Application
from moot.demo.examples import CHAIR, MEMBERS, PROTOCOLS, SEED, question_of
from moot.errors import UnknownName
from moot.request import Ask
from moot.vocabulary.councils import Council
from moot.vocabulary.seats import EXAMPLE

ADDED = "examples-added"
"""Name of the file in the home folder that shows that the examples were added, so that deleted
examples stay deleted.
"""
IDS = {f"{protocol}-example": protocol for protocol in PROTOCOLS}
"""Protocol of each packaged example, by the id of its session."""


async def add_examples(app: Application) -> None:
    """Import the packaged example sessions into the store, once per home folder."""
    mark = app.home / ADDED
    if mark.exists():
        return
    for session in IDS:
        await make_example(app, session)
    mark.touch()


async def make_example(app: Application, session: str) -> None:
    """Make one example session by running its protocol over packaged replies, unless it exists."""
    try:
        await app.register.get(session)
    except UnknownName:
        protocol = IDS[session]
        council = Council(members=tuple(MEMBERS), chair=CHAIR, protocol=protocol)
        await app.convene(
            Ask(question=question_of(protocol), council=council, seed=SEED, door=EXAMPLE), session=session
        )
        await app.runner.ended(session)


async def resolve(app: Application, reference: str) -> str:
    """Return the full id of the session that `reference` means: an id, the beginning of one, or a word such as `last`.
    A packaged example is created when it is first used.
    """
    if reference in IDS:
        await make_example(app, reference)
    return await app.register.resolve(reference)
