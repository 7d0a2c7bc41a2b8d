"""Measure how much of what a council sends a provider could serve from its prefix cache.

Every protocol answers one question with a file of 37 kB over the scripted HTTP endpoint, and then a follow-up question
in the same conversation. A request's messages can be cached as far as they begin like an earlier request of the same
seat.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import takewhile
from operator import eq
from typing import Any

from moot.floor.earlier_turns import EarlierTurns
from moot.providers.provider import CallLimits
from moot.request import Ask
from moot.sessions.opening import SessionOpening
from moot.sessions.runner import Runner, RunnerRules
from moot.vocabulary.questions import Attachment, Turn
from moot.vocabulary.state import state_of
from rig.backend import Backend, council_of
from rig.words import words_for

PROTOCOLS = ("peer-review", "fusion", "consensus", "debate", "claim-vote", "adjudication")
ASKED = "Should the town follow the attached report, and what does it leave out?"
FILE = words_for("a report on a bridge", 7_000)[:37_000]


async def cacheable() -> dict[str, Any]:
    """Return the share of input that begins like an earlier request of the seat: of each protocol, and of all."""
    shares, requests = {}, []
    follow_ups = []
    for protocol in PROTOCOLS:
        first, second = await conversation(protocol)
        shares[protocol] = round(share([], first), 3)
        requests.append(first)
        follow_ups.append((first, second))
    return {
        "of_all_input": round(together(([], first) for first in requests), 3),
        "budget": 0.65,
        "calls": sum(map(len, requests)),
        "characters": sum(len(text) for first in requests for _, text in first),
        "by_protocol": shares,
        "of_follow_ups": round(together(follow_ups), 3),
    }


Sent = list[tuple[str, str]]
"""Requests in order: the seat's model, and the messages as JSON."""


async def conversation(protocol: str) -> tuple[Sent, Sent]:
    """What two questions of one conversation send."""
    async with Backend(limits=CallLimits()) as backend:
        digest = await backend.transcript.keep_blob(FILE.encode())
        file = Attachment(name="report.txt", media_type="text/plain", digest=digest, size=len(FILE), text_digest=digest)
        council = council_of(4, prefix="p-", protocol=protocol)
        runner = Runner(backend.transcript, backend.directory, RunnerRules(door="python"))
        sent = []
        earlier = EarlierTurns()
        for question, files in ((ASKED, (file,)), ("And what would it cost?", ())):
            before = len(backend.upstream.calls)
            asked = SessionOpening(
                ask=Ask(question=question, council=council, seed="x"), attachments=files, earlier=earlier
            )
            session = await runner.convene(asked)
            await runner.ended(session)
            sent.append([(call.model, json.dumps(call.body["messages"])) for call in backend.upstream.calls[before:]])
            verdict = state_of(await backend.transcript.read(session)).verdict
            turn = Turn(question=question, answer=(verdict.text if verdict else "") or "None.", attachments=files)
            earlier = EarlierTurns(turns=(turn,), sizes={digest: len(FILE) // 3})
        await runner.close()
    return sent[0], sent[1]


def share(before: Sent, sent: Sent) -> float:
    """The share of the characters sent that begin like an earlier request of the same seat."""
    return together([(before, sent)])


def together(pairs: Iterable[tuple[Sequence[tuple[str, str]], Sent]]) -> float:
    """The same of several lists of requests, each with those before it."""
    shared = whole = 0
    for before, sent in pairs:
        seen: dict[str, list[str]] = defaultdict(list)
        for seat, text in before:
            seen[seat].append(text)
        for seat, text in sent:
            shared += max((alike(text, other) for other in seen[seat]), default=0)
            whole += len(text)
            seen[seat].append(text)
    return shared / max(1, whole)


def alike(text: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    return sum(1 for _ in takewhile(bool, map(eq, text, other)))
