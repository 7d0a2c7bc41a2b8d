"""What does a call usually cost? Tokens as they are likely to be, never a promise: the bound stands in
`floor/calls/budget.py`.

From what these models wrote in earlier sessions here, where there are enough of them, or others in the same stage; else
from `typical.toml`. Pure:
`tests/sessions/budget/test_typical_cost.py` reckons by hand, and holds that nothing typical is above the most.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moot.protocols.planned import PlannedCalls
from moot.providers.models.prices import cost_of
from moot.providers.provider import CallMessage
from moot.vocabulary.seats import Price, Seat
from moot.vocabulary.statements import Usage

BYTES_A_TOKEN = 4
"""ASCII bytes a token has in prose; code and figures have fewer, and come a little dearer than is said here."""
WIDE_BYTES_A_TOKEN = 3
"""Bytes a token has in other scripts: a Chinese character takes three, and is about one token."""
PER_MESSAGE = 4
"""Tokens a chat template usually adds to a message."""
PER_PICTURE = 1_000
"""Tokens a picture of middling size costs."""
ANY = ""
"""All models together, in place of one."""
FEWEST = 3
"""Calls of a model in a stage from which their median is believed."""


class Usual(Struct, frozen=True, kw_only=True):
    """What calls of a model in a stage wrote: medians."""

    written: int
    """Tokens written, thinking included."""
    said: int
    """Tokens that can be read."""
    calls: int
    """Calls it was taken from."""
    sessions: frozenset[str] = frozenset()
    """The sessions they were made in; empty for the table."""


Past = Mapping[tuple[str, str], Usual]
"""What is usual by model and stage, for one protocol."""


class _TypicalRow(Struct, frozen=True):
    said: int
    thought: int
    task: int = 0


class _TypicalTable(Struct, frozen=True):
    default: _TypicalRow
    stages: dict[str, _TypicalRow]


def stage_named(stage: str) -> str:
    """A stage without its round: `round.2` is a `round`."""
    return stage.partition(".")[0]


def usual(seat: Seat, stage: str, past: Past, planned: PlannedCalls | None = None) -> Usual:
    """What the seat usually writes in a call of this stage; as planned where the plan says so."""
    known = past.get((seat.model, stage_named(stage)))
    if known is not None and known.calls >= FEWEST:
        return known
    row = _TypicalRow(planned.said, planned.thought) if planned is not None and planned.said else _row_of(stage)
    thought = row.thought if seat.abilities.reasoning_floor else 0
    others = past.get((ANY, stage_named(stage)))
    if others is not None and others.calls >= FEWEST:  # what a stage asks for decides more than who answers
        return replace(others, written=others.said + thought)
    return Usual(written=row.said + thought, said=row.said, calls=0)


def task_tokens(stage: str, *, reads: bool) -> int:
    """Tokens of the task itself, beside the question and the answers it shows; `reads` tells whether it shows any."""
    row = _table().stages.get(stage_named(stage))
    return row.task if row is not None else _table().default.task if reads else 0


def usual_tokens(messages: Sequence[CallMessage]) -> int:
    """Tokens a prompt is likely to have."""
    total = 0
    for message in messages:
        size = len(message.text.encode("utf-8", "replace"))
        plain = size if size == len(message.text) else sum(char.isascii() for char in message.text)
        total += -(-plain // BYTES_A_TOKEN) + -(-(size - plain) // WIDE_BYTES_A_TOKEN)
        total += PER_MESSAGE + PER_PICTURE * len(message.pictures)
    return total


def typical_price(price: Price | None, read: int, written: int, worst: int | None) -> int | None:
    """What a call is likely to cost in nano-dollars, by the tier its prompt is likely to reach: never above its worst;
    `None` when nobody knows a price."""
    if price is None or worst is None:
        return None
    return min(worst, cost_of(Usage(input=read, output=written), price))


def basis_of(found: Iterable[Usual]) -> str:
    """Where the figures come from, in words."""
    every = list(found)
    told = [each for each in every if each.sessions]
    sessions = len(frozenset().union(*(each.sessions for each in told)))
    here = f"from {sessions} session{'' if sessions == 1 else 's'} here"
    if not told:
        return "from a table"
    return here if len(told) == len(every) else f"{here}, and from a table"


def _row_of(stage: str) -> _TypicalRow:
    return _table().stages.get(stage_named(stage), _table().default)


@cache
def _table() -> _TypicalTable:
    text = files("moot.sessions.budget").joinpath("typical.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), _TypicalTable)
