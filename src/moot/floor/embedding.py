"""Measure statements as one move of the office `embedder`: an answer that consists of vectors.

So budget, retry, crash and fork apply as for any answer, and a replay uses the recorded vectors, whatever the embedder
would return today. A few unrelated texts are measured with the statements each time: the baseline similarity differs by
embedder and cannot be known beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable

from moot.errors import ProtocolWrong
from moot.floor.calls.move import Move
from moot.floor.embedded_texts import prompt_to_measure
from moot.floor.seat_calls import AskingFloor
from moot.vocabulary import event_keys
from moot.vocabulary.events import SeatSpoke
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Statement
from moot.vocabulary.vectors import Vectors, vectors_from

OFFICE = "embedder"


class MeasuringFloor(AskingFloor):
    """Floor with the move that measures texts."""

    async def embed(self, statements: Iterable[Statement], *, about: str | None = None) -> Vectors | None:
        said = tuple(statements)
        if not said:
            return None
        seat = self._embedder()
        prompt = prompt_to_measure({statement.key: statement.text for statement in said}, seat.abilities.context)
        key = event_keys.move(self._in_stage(), seat.id, about)
        self._claim(key)
        move = Move(key=key, seat=seat, prompt=prompt)
        self._check_prompt(move)
        await self._wave.settle([move], self._closing([seat.id]))
        body = self._log.body(key)
        # If drift is accepted, the recorded statements may be others than these: those not measured have no vector.
        if not isinstance(body, SeatSpoke) or body.measured != move.prompt.measured:
            return None
        return vectors_from(body.vectors, body.measured, seat.model, key)

    def _embedder(self) -> Seat:
        holders = self._opened.roster.office(OFFICE)
        if not holders:
            raise ProtocolWrong(
                f"The protocol {self._opened.protocol!r} measures statements without declaring the role {OFFICE!r}."
            )
        return holders[0]
