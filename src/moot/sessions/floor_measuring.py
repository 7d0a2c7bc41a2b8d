"""How does a floor have statements measured? As one move of the office `embedder`: an answer whose words are vectors.

So a budget, a retry, a kill and a fork treat it as they treat any answer, and a replay computes from the recorded
vectors, whatever the embedder would say today. Measured with the statements, each time, are a few texts that have
nothing to do with each other: what nearness starts from differs by embedder and cannot be known beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable

from moot.errors import BadInput, ProtocolWrong
from moot.sessions.caller import Move
from moot.sessions.floor_asking import AskingFloor
from moot.sessions.prompts import prompt_of_texts
from moot.vocabulary import keys
from moot.vocabulary.events import SeatSpoke
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Statement
from moot.vocabulary.vectors import Vectors, unpacked

OFFICE = "embedder"
BYTES_A_TOKEN = 3
"""Bytes of a token at least, on average over a text: what fits the embedder is told in tokens."""


class MeasuringFloor(AskingFloor):
    """The move that has texts measured."""

    async def embed(self, statements: Iterable[Statement], *, about: str | None = None) -> Vectors | None:
        said = tuple(statements)
        if not said:
            return None
        seat = self._embedder()
        most = BYTES_A_TOKEN * seat.abilities.context
        texts = [beginning(text, most) for text in (*(statement.text for statement in said), *UNRELATED)]
        key = keys.move(self._in_stage(), seat.id, about)
        self._claim(key)
        move = Move(key=key, seat=seat, prompt=prompt_of_texts(texts))
        self._check_prompt(move)
        await self._wave.settle([move], self._closing([seat.id]))
        body = self._log.body(key)
        if not isinstance(body, SeatSpoke):
            return None
        try:
            rows = unpacked(body.vectors, len(texts))
        except BadInput:  # drift was accepted, and other texts are recorded than these
            return None
        return Vectors(
            keys=tuple(statement.key for statement in said),
            rows=rows[: len(said)],
            unrelated=rows[len(said) :],
            model=seat.model,
            key=key,
        )

    def _embedder(self) -> Seat:
        holders = self._opened.roster.office(OFFICE)
        if not holders:
            raise ProtocolWrong(
                f"The protocol {self._opened.protocol!r} measures statements without declaring the office {OFFICE!r}."
            )
        return holders[0]


def beginning(text: str, most: int) -> str:
    """As much of a text as fits into so many bytes."""
    raw = text.encode("utf-8", "replace")
    return text if len(raw) <= most else raw[:most].decode("utf-8", "ignore")


UNRELATED = (
    "A sourdough starter wants flour and water once a day. Keep it near the stove in winter, and bake when it has "
    "doubled within four hours; a sour smell is right, a pink streak means it must be thrown away.",
    "The offside rule is judged at the moment the ball is played. An attacker level with the last defender but one is "
    "onside, and nobody can be offside from a throw-in, a goal kick or a corner.",
    "Glaciers move because ice deforms under its own weight and slides where water lies beneath it. Most lose more in "
    "summer than they gain in winter, so their tongues have withdrawn up the valleys.",
    "Copyright in a photograph belongs at first to the person who took it. A contract may pass the use of it on, for a "
    "time or for good, and quoting it in a review is allowed in many countries.",
    "To change a bicycle tyre, let out the air, lift one edge over the rim with two levers, pull the tube out, and "
    "feel along the inside for the thorn before the new tube goes in.",
    "The quartet was written in the autumn of an unhappy year. Its slow movement returns three times to one falling "
    "phrase in the viola, each time a little shorter, until only two notes of it are left.",
)
"""Six texts on six matters, in plain prose, as answers are written."""
