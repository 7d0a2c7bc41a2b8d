"""Play thousands of lost replies per council, each read as the product reads it.

A loss is drawn: which reply, in which way, and whether the repair is lost too. Its settlement decides the rest of the
session, so losses with the same settlement (any unreadable ballot, whatever its text) are played once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from moot.library.rubric_shelf import RubricShelf
from moot.protocols.consensus.ballots import RoundReply
from moot.reading.ballot_kind import ReadBallot
from moot.request import Ask
from moot.sessions.opening import SessionOpening, opened_from
from moot.vocabulary import event_keys
from moot.vocabulary.councils import Council
from moot.vocabulary.events import BallotRead, SessionOpened
from moot.vocabulary.seeded_draws import Lot
from rig.faults.losing import WAYS, Lost, lost
from rig.records.news import risen
from rig.voices.honest import QUESTION, Panel
from rig.voices.swift import Asked, Cut, Failed, Played, Said, play, read_as, settled_as
from sessions.backend import Phones, Voice

RUBRICS = ("general", "stress-test", "code-review", "research-synthesis", "legal-analysis", "threat-assessment")


class Case(Struct, frozen=True, kw_only=True):
    """A council to lose replies in."""

    name: str
    protocol: str
    members: int = 4
    rubric: str | None = None
    judges: int = 1
    """Adjudicators, where the protocol has some."""
    options: dict[str, Any] = {}

    def opened(self) -> SessionOpened:
        """Its first event."""
        council = Council(
            members=tuple(f"fake/{letter}" for letter in "abcdefgh"[: self.members]),
            chair="fake/chair",
            protocol=self.protocol,
            offices={"adjudicator": [f"fake/judge-{at}" for at in range(self.judges)]} if self.judges > 1 else {},
        )
        rubric = RubricShelf(Path("/nonexistent")).rubric(self.rubric) if self.rubric else None
        asked = SessionOpening(
            ask=Ask(question=QUESTION, council=council, options=self.options, seed="x"), rubric=rubric
        )
        return opened_from(asked, Phones(Voice(lambda call: "")), door="python", strict_prices=False)


CASES = (
    Case(name="peer-review of four", protocol="peer-review"),
    Case(name="peer-review of five", protocol="peer-review", members=5),
    Case(name="debate of four", protocol="debate"),
    Case(name="debate of five", protocol="debate", members=5),
    Case(name="claim-vote", protocol="claim-vote", options={"searchers": "none"}),
    Case(name="fusion of four", protocol="fusion"),
    Case(name="fusion, the analysis alone", protocol="fusion", members=5, options={"analysis_only": True}),
    *(
        Case(name=f"consensus, {strategy}", protocol="consensus", options={"strategy": strategy})
        for strategy in ("default", "elimination", "role", "semantic")
    ),
    Case(name="consensus, voting", protocol="consensus", options={"strategy": "voting", "require_majority": True}),
    *(
        Case(name=f"consensus, {judging}", protocol="consensus", options={"judging": judging})
        for judging in ("rank", "pick-one")
    ),
    *(Case(name=f"adjudication, {name}", protocol="adjudication", members=3, rubric=name) for name in RUBRICS),
    Case(name="adjudication by two", protocol="adjudication", members=3, rubric="stress-test", judges=2),
    Case(name="adjudication by three", protocol="adjudication", members=3, rubric="code-review", judges=3),
    Case(name="adjudication by four", protocol="adjudication", members=3, rubric="general", judges=4),
)


class Loss(Struct, frozen=True):
    """One reply lost, and what came of it."""

    case: str
    panel: int
    key: str
    lost: Lost
    before: Played
    after: Played

    def troubles(self, protocol: str) -> list[str]:
        """What rose, and whether nobody is told of the loss."""
        found = risen(protocol, self.before, self.after)
        if not told(self.key, self.after):
            found.append("nobody is told of it")
        return [f"{self.case}, panel {self.panel}, {self.key} by {self.lost.way}: {each}" for each in found]


def told(key: str, after: Played) -> bool:
    """Whether a verdict names who lost a reply; a loss that a repair made good is none."""
    verdict, ballot = after.verdict, after.bodies.get(event_keys.ballot(key))
    if verdict is None:
        return bool(after.failed)
    seat = event_keys.who_of(key).partition("#")[0]
    named = any(gone.seat == seat for gone in verdict.missing) or any(seat in line for line in verdict.degraded)
    return named or isinstance(ballot, BallotRead) or (verdict.by == seat and verdict.truncated)


def losses(case: Case, panels: range, draws: int) -> Iterator[Loss]:
    """So many losses for each of these panels."""
    opened = case.opened()
    for number in panels:
        panel, asked, known = Panel(number), {}, {}

        def honest(one: Asked, panel: Panel = panel, asked: dict[str, Asked] = asked) -> Said:
            asked.setdefault(one.key, one)
            return panel(one)

        before = play(opened, honest)
        lot = Lot(f"{case.name} {number}", "losses")
        for _ in range(draws):
            key = lot.pick(list(asked))
            gone = lost(lot.pick(WAYS), panel(asked[key]), asked[key], lot)
            again = lot.number(6) > 0
            came = (key, come_to(gone.said, asked[key]), again)
            if came not in known:
                known[came] = play(opened, _losing(panel, key, gone, again))
            yield Loss(case.name, number, key, gone, before, known[came])


def _losing(panel: Panel, key: str, gone: Lost, again: bool) -> Any:
    def voice(one: Asked) -> Said:
        return gone.said if one.key == key or (again and one.key == event_keys.repair(key)) else panel(one)

    return voice


def come_to(said: Said, asked: Asked) -> object:
    """What a reply comes to: everything that the rest of its session can depend on."""
    text = said.text if isinstance(said, Cut) else said
    if isinstance(text, Failed) or not text.strip():
        return "failed"
    if asked.read is None:
        settled = settled_as(text, cut=isinstance(said, Cut))
        return (settled, text) if settled in ("ok", "truncated") else "failed"
    result = read_as(asked, text)
    if isinstance(result, ReadBallot):
        return msgspec.json.encode(result.ballot), isinstance(said, Cut)
    return ("spoiled", text if asked.read is RoundReply else "")


def summary(troubles: list[str]) -> str:
    """A few of them, those of every kind first."""
    kinds = Counter(trouble.partition(": ")[2].partition(":")[0] for trouble in troubles)
    firsts = {trouble.partition(": ")[2].partition(":")[0]: trouble for trouble in reversed(troubles)}
    return "\n".join([f"{len(troubles)} losses are good news:", *(f"{kinds[k]} x {firsts[k]}" for k in kinds)][:20])
