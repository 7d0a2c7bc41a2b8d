"""Voices for the tests of the consensus: members with given answers, and an arbiter with given rules.

async with council({"seat-a": "42", "seat-b": "43"}, arbiter=judging(confidence=0.9)) as hall:
    ended = await held(hall, members=2)
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from moot.errors import CallFailed
from moot.protocols.consensus.findings import Rounds
from moot.providers.provider import Call
from moot.vocabulary import event_keys
from moot.vocabulary.events import Body, FindingMade, SessionOpened
from moot.vocabulary.state import SessionState
from moot.vocabulary.verdicts import Verdict
from rig import grading
from sessions.backend import Backend, Said

Answer = str | dict[str, Any] | CallFailed
"""An answer, an answer with confidence and reasoning, or a failure."""
Answers = Mapping[str, Answer | Sequence[Answer]]
"""By seat: one answer for every round, or one for each (the last goes on)."""
_SHOWN = re.compile(r'<answer label="(\w+)" fence="(\w+)">\n(.*?)\n</answer \2>', re.DOTALL)


def round_of(call: Call) -> int:
    """The round a call belongs to."""
    return int(event_keys.stage_of(call.key).partition(".")[2])


def shown(call: Call) -> dict[str, str]:
    """Label and text of the answers a call shows."""
    return {label: text for label, _, text in _SHOWN.findall(call.messages[-1].text)}


def down() -> CallFailed:
    """A failure that no further attempt mends."""
    return CallFailed("refused", "It will not answer this.", spent=False)


def said(answers: Answers, call: Call) -> Said:
    """What a member says."""
    given = answers[call.seat.id]
    if isinstance(given, (list, tuple)):
        given = given[min(round_of(call), len(given)) - 1]
    if isinstance(given, CallFailed):
        return given
    assert isinstance(given, (str, dict))
    if isinstance(given, str):
        return reply(call, given)
    return reply(call, **given)


def reply(call: Call, answer: str, confidence: Any = 0.7, reasoning: str = "") -> str:
    """A ballot with an answer."""
    assert call.schema is not None
    mark = call.schema["properties"]["mark"]["enum"][0]
    return json.dumps({"mark": mark, "answer": answer, "confidence": confidence, "reasoning": reasoning})


Judge = Callable[[Call], Said]


@dataclass
class Judging:
    """An arbiter by rule. Each field is a value for all rounds or a list with one for each."""

    confidence: Any = 0.9
    again: Any = False
    areas: Any = ()
    synthesis: Any = "The synthesis."
    best: Sequence[str] = ()
    """Beginnings of answers, best first; the others follow in the order of the sheet."""
    groups: Mapping[str, int] = field(default_factory=dict)
    """Beginning of an answer and the number of its group; 0, which is unclear, for all others."""
    more: dict[str, Any] = field(default_factory=dict)

    def __call__(self, call: Call) -> Said:
        assert call.schema is not None
        asked, texts = call.schema["properties"], shown(call)
        if "answers" in asked:
            return grading.graded(call.messages[-1].text, lambda text: (self.group(text), text[:280], False))
        order = sorted(texts, key=lambda label: self.place(texts[label]))
        if "chosen" in asked:
            return json.dumps({"reason": "Best.", "confidence": self.of("confidence", call), "chosen": order[0]})
        judged = {
            "analysis": f"{order[0]} is best.",
            "dissent": "",
            "confidence": self.of("confidence", call),
            "needs_iteration": self.of("again", call),
            "refinement_areas": list(self.areas),
            "ranking": {label: place for place, label in enumerate(order, start=1)},
            **self.more,
        }
        if "synthesis" in asked:
            judged["synthesis"] = self.of("synthesis", call)
        return json.dumps(judged)

    def of(self, name: str, call: Call) -> Any:
        value = getattr(self, name)
        return value[min(round_of(call), len(value)) - 1] if isinstance(value, list) else value

    def place(self, text: str) -> int:
        return next((at for at, begins in enumerate(self.best) if text.startswith(begins)), len(self.best))

    def group(self, text: str) -> int:
        return next((number for begins, number in self.groups.items() if text.startswith(begins)), 0)


def council(answers: Answers, arbiter: Judge | None = None, **more: Any) -> Backend:
    """A hall whose members and arbiter speak so; stand-ins judge like the arbiter unless it is a failure."""
    judge = arbiter or Judging()

    def say(call: Call) -> Said:
        return said(answers, call) if call.seat.id.startswith("seat-") else judge(call)

    return Backend(say, **more)


@dataclass
class Ended:
    """A session that is over."""

    session: str
    state: SessionState
    bodies: dict[str, Body]

    @property
    def verdict(self) -> Verdict:
        assert self.state.verdict is not None, (self.state.status, self.state.message)
        return self.state.verdict

    @property
    def opened(self) -> SessionOpened:
        body = self.bodies[event_keys.OPENED]
        assert isinstance(body, SessionOpened)
        return body

    def found(self, key: str) -> Any:
        """The finding under a key."""
        body = self.bodies[key]
        assert isinstance(body, FindingMade)
        return body.finding

    @property
    def rounds(self) -> Rounds:
        """The last account of the rounds."""
        accounts = [
            body.finding
            for body in self.bodies.values()
            if isinstance(body, FindingMade) and isinstance(body.finding, Rounds)
        ]
        return accounts[-1]


async def held(backend: Backend, *, members: int, **options: Any) -> Ended:
    """Holds a consensus to its end."""
    question = options.pop("question", "How many?")
    council_more = options.pop("council", {})
    session = await backend.convene(
        "consensus", members=members, question=question, options=options, council=council_more
    )
    return Ended(session, await backend.state(session), await backend.bodies(session))
