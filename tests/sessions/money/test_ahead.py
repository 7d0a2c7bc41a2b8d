"""For which calls is money held back while a wave is begun?"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from moot.floor.calls.bills import Bills
from moot.floor.calls.move import Move
from moot.floor.prompts import Attached, Prompter, prompt_of
from moot.protocols import registry
from moot.protocols.protocol import Options
from moot.providers.directory import Directory
from moot.sessions.money.spending import Spending
from moot.transcripts.log import Log
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.questions import Question
from moot.vocabulary.seats import Roster, Seat

JUDGE = Seat(id="adjudicator", model="up/judge")
OPENED = SessionOpened(
    question=Question(text="Is it moot?"),
    protocol="adjudication",
    stages=("discovery", "rebuttal", "refinement", "adjudication", "verdict"),
    roster=Roster(seats=tuple(Seat(id=f"seat-{one}", model=f"up/{one}") for one in "abc"), offices=(JUDGE,)),
    seed="seed",
)


def test_it_is_for_the_rest_of_the_stage_and_for_every_later_one() -> None:
    protocol = registry.find("adjudication")
    options: Options = protocol.options()
    log = cast(Log, SimpleNamespace(events=list))
    bills = Bills(log, cast(Directory, None))
    spending = Spending(OPENED, protocol, options, log, Prompter(OPENED, Attached()), None, bills)
    plan = protocol.planned(3, options, {"adjudicator": 1})

    def left(*moves: tuple[str, Seat]) -> dict[str, int]:
        asked: list[Any] = [Move(key=key, seat=seat, prompt=prompt_of(())) for key, seat in moves]
        found: dict[str, int] = {}
        for line, calls in spending._remaining(asked):
            found[line.planned.stage] = found.get(line.planned.stage, 0) + calls
        return {stage: calls for stage, calls in found.items() if calls}

    whole: dict[str, int] = {}
    for planned in plan:
        whole[planned.stage] = whole.get(planned.stage, 0) + planned.calls
    first = [(f"discovery/{seat.id}", seat) for seat in OPENED.roster.seats]
    assert left(*first) == {stage: calls for stage, calls in whole.items() if stage != "discovery"}
    assert whole["adjudication"] > 3
    judging = [(f"adjudication/adjudicator#{seat.id}", JUDGE) for seat in OPENED.roster.seats]
    assert left(*judging) == {"adjudication": whole["adjudication"] - 3, "verdict": whole["verdict"]}
