"""A provider without a network, for tests that read prompts: it writes down every call and answers at once.

Register it with `monkeypatch.setitem(WIRES, "scribe", Wire(opens="rig.voices.scribe:open_scribe"))`; a row then names
the wire `scribe`. What it says comes from `SAYS`, what it was asked is in `CALLS`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

from moot.egress.api_keys import Secret
from moot.providers.endpoints import Endpoint
from moot.providers.provider import Call, CallReport, Piece, Provider, StreamEnd, Text
from moot.vocabulary.statements import Usage
from rig.words import answer_for

CALLS: list[Call] = []
SAYS: list[Callable[[Call], str | None]] = []
TOKENS, BILL = 7_351_117, 913_742_551
"""What every call is said to have used and cost: figures that must turn up in no prompt."""


class Scribe(Provider):
    """Answers by the prompt alone, unless `SAYS` says otherwise."""

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Writes the call down and answers it."""
        CALLS.append(call)
        said = next((words for says in SAYS if (words := says(call)) is not None), None)
        prompt = "\n".join(message.text for message in call.messages)
        yield CallReport(model=call.seat.model.partition("/")[2], generation=f"generation-{call.id}")
        yield Text(said if said is not None else answer_for(prompt, call.schema, 30))
        yield CallReport(usage=Usage(input=TOKENS, output=TOKENS + 1), cost=BILL)
        yield StreamEnd("ok", "stop")


def open_scribe(row: Endpoint, key: Secret | None) -> Scribe:
    """Opens it, as the directory does."""
    return Scribe()
