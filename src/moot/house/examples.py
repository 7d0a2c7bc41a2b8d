"""Put the written examples into a store: all of them when a server first starts, or one when it is asked for."""

from __future__ import annotations

from moot.demo.examples import CHAIR, MEMBERS, PROTOCOLS, SEED, question_of
from moot.errors import UnknownName
from moot.house.house import House
from moot.request import Ask
from moot.vocabulary.councils import Council
from moot.vocabulary.seats import EXAMPLE

ADDED = "examples-added"
"""A file in the home that says that they were added once, so that deleted ones stay deleted."""
IDS = {f"{protocol}-example": protocol for protocol in PROTOCOLS}
"""The protocol of each example by the id of its session."""


async def add_examples(house: House) -> None:
    """Add every example, once in the life of a home."""
    mark = house.home / ADDED
    if mark.exists():
        return
    for session in IDS:
        await make_example(house, session)
    mark.touch()


async def make_example(house: House, session: str) -> None:
    """Run the protocol of an example over its written replies, unless that was done before."""
    try:
        await house.register.get(session)
    except UnknownName:
        protocol = IDS[session]
        council = Council(members=tuple(MEMBERS), chair=CHAIR, protocol=protocol)
        await house.convene(
            Ask(question=question_of(protocol), council=council, seed=SEED, door=EXAMPLE), session=session
        )
        await house.runner.ended(session)


async def resolve(house: House, reference: str) -> str:
    """Return the id of the session that is meant; a written example is made when it is first asked for."""
    if reference in IDS:
        await make_example(house, reference)
    return await house.register.resolve(reference)
