"""Estimate the typical tokens and cost of a call. The upper bound is in `floor/calls/budget.py`.

Sources: what these models wrote in earlier sessions here, if there are enough; else other models in the same stage;
else `typical.toml`. `tests/sessions/budget/test_typical_cost.py` calculates by hand, and checks that nothing typical
exceeds the maximum.
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
"""Typical number of ASCII bytes per token of prose. Code and figures have fewer and cost slightly
more than estimated.
"""
WIDE_BYTES_A_TOKEN = 3
"""Number of bytes per token in other scripts: a Chinese character has three bytes and is about one token."""
PER_MESSAGE = 4
"""Typical number of tokens that a chat template adds to a message."""
PER_PICTURE = 1_000
"""Typical number of tokens of a picture in a prompt."""
ANY = ""
"""Value used instead of a model's name for all models together."""
FEWEST = 3
"""Minimum number of calls of a model in a stage for using their median. With fewer calls, a table is used."""


class Usual(Struct, frozen=True, kw_only=True):
    """The median number of tokens that a model writes in a call in one stage of a protocol."""

    written: int
    """Output tokens, reasoning included."""
    said: int
    """Output tokens without reasoning."""
    calls: int
    """Number of calls from which the median was computed; 0 if it is from a table."""
    sessions: frozenset[str] = frozenset()
    """Sessions with these calls; empty if the number is from a table."""


Past = Mapping[tuple[str, str], Usual]
"""Usual output in earlier sessions with one protocol, by model and stage."""


class _TypicalRow(Struct, frozen=True):
    said: int
    thought: int
    task: int = 0


class _TypicalTable(Struct, frozen=True):
    default: _TypicalRow
    stages: dict[str, _TypicalRow]


def stage_named(stage: str) -> str:
    """Return a stage's name without the number of its round, e.g. `round` for `round.2`."""
    return stage.partition(".")[0]


def usual(seat: Seat, stage: str, past: Past, planned: PlannedCalls | None = None) -> Usual:
    """Estimate how many tokens a seat writes in a call in this stage, from earlier sessions, the plan or a table."""
    known = past.get((seat.model, stage_named(stage)))
    if known is not None and known.calls >= FEWEST:
        return known
    row = _TypicalRow(planned.said, planned.thought) if planned is not None and planned.said else _row_of(stage)
    thought = row.thought if seat.abilities.reasoning_floor else 0
    others = past.get((ANY, stage_named(stage)))
    if others is not None and others.calls >= FEWEST:  # the stage matters more than the model
        return replace(others, written=others.said + thought)
    return Usual(written=row.said + thought, said=row.said, calls=0)


def task_tokens(stage: str, *, reads: bool) -> int:
    """Return how many tokens a stage's own instructions have, without the question and the answers. `reads` says
    whether answers are shown with them."""
    row = _table().stages.get(stage_named(stage))
    return row.task if row is not None else _table().default.task if reads else 0


def usual_tokens(messages: Sequence[CallMessage]) -> int:
    """Estimate how many tokens these messages have."""
    total = 0
    for message in messages:
        size = len(message.text.encode("utf-8", "replace"))
        plain = size if size == len(message.text) else sum(char.isascii() for char in message.text)
        total += -(-plain // BYTES_A_TOKEN) + -(-(size - plain) // WIDE_BYTES_A_TOKEN)
        total += PER_MESSAGE + PER_PICTURE * len(message.pictures)
    return total


def typical_price(price: Price | None, read: int, written: int, worst: int | None) -> int | None:
    """Estimate the cost, in nano-dollars, of a call that reads `read` tokens and writes `written`, but never more than
    its highest possible cost `worst`; `None` if the price is unknown."""
    if price is None or worst is None:
        return None
    return min(worst, cost_of(Usage(input=read, output=written), price))


def basis_of(found: Iterable[Usual]) -> str:
    """Return in words where the typical figures come from: `from 3 sessions here` or `from a table`."""
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
