"""Test how many members are asked first, in which order, and what the reason says."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from moot.convening.ask_plan import is_audited, may_ask_fewer, plan_of, reader_plan
from moot.protocols import registry
from moot.request import Ask
from moot.sessions.budget.estimate import estimate_of, with_audit
from moot.sessions.session_attempt import options_of
from moot.stats.evidence.known_answers import THE_COUNCIL, AnsweredQuestion, CommonRecord, common_record
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.questions import AskPlan, Question
from moot.vocabulary.seats import Abilities, Price, Roster, Seat

PRICES = {"up/gpt-5": 9, "up/claude-x": 6, "up/gpt-5-mini": 1, "up/grok-4": 2}
RIGHT = {"up/gpt-5": 30, "up/claude-x": 24, "up/gpt-5-mini": 22, "up/grok-4": 21}


def opened(models: tuple[str, ...] = tuple(PRICES), **more: Any) -> SessionOpened:
    seats = tuple(
        Seat(
            id=f"seat-{name}",
            model=model,
            price=Price(input=PRICES[model], output=PRICES[model]),
            abilities=Abilities(family=model.removeprefix("up/").partition("-")[0]),
        )
        for name, model in zip("abcd", models, strict=False)
    )
    roster = Roster(seats=seats, offices=(Seat(id="chair", model="up/chair", price=Price(input=1, output=1)),))
    stages = ("opinions", "review", "synthesis")
    fields = {"question": Question(text="?"), "protocol": "peer-review", "stages": stages, "seed": "s"} | more
    return SessionOpened(roster=roster, **fields)


def record(leader: str = "") -> CommonRecord:
    return CommonRecord(questions=40, right=RIGHT, council=(25, 40), leader=leader)


def planned(when: Any = "auto", session: str = "", share: float = 0.1, **more: Any) -> AskPlan | None:
    known = more.pop("known", None)
    return plan_of(Ask(when=when, unnamed=True), opened(**more), known, session=session, share=share)


def test_auto_decides_by_record_then_by_the_form_of_the_question() -> None:
    assert planned() is None
    closed = planned(question=Question(text="?", choices=("yes", "no")))
    assert closed is not None
    assert (closed.when, closed.order, closed.makers) == ("selective", ("seat-c", "seat-d", "seat-b", "seat-a"), 2)
    equal = planned(known=record())
    assert equal is not None
    assert (equal.when, equal.order[:2]) == ("selective", ("seat-a", "seat-d")), (
        "the best, then the cheapest other maker"
    )
    alone = planned(known=record("up/gpt-5"))
    assert alone is not None
    assert (alone.when, alone.order[0]) == ("one", "seat-a")
    assert alone.why.startswith("up/gpt-5 alone 75 %, council 62 %, ")
    assert "; from 40 known answers. Ask the council: `--when always`. In 10 % of such sessions" in alone.why
    reads = reader_plan(opened(), record())
    assert (reads.when, reads.order[0]) == ("always", "seat-a")


def test_councils_of_one_maker_or_two_members_are_asked_whole() -> None:
    kin = planned("selective", models=("up/gpt-5", "up/gpt-5-mini", "up/gpt-5"))
    two = planned("selective", models=("up/gpt-5", "up/grok-4"))
    assert kin is not None
    assert two is not None
    assert (kin.when, "one maker" in kin.why) == (two.when, "fewer than three" in two.why) == ("always", True)


@pytest.mark.parametrize(
    ("ask", "fewer"),
    [
        (Ask(unnamed=True), True),
        (Ask(), False),
        (Ask(when="selective"), True),
        (Ask(unnamed=True, when="always"), False),
    ],
)
def test_only_a_council_that_moot_chose_is_asked_by_record(ask: Ask, fewer: bool) -> None:
    assert may_ask_fewer(ask, opened()) is fewer
    assert not may_ask_fewer(Ask(unnamed=True), opened(council="ours"))


def test_a_tenth_of_the_sessions_asks_everyone() -> None:
    drawn = sum(is_audited(f"session-{number}", 0.1) for number in range(2_000))
    assert 150 < drawn < 250
    audited = planned("selective", session="any", share=1.0)
    assert audited is not None
    assert (audited.when, "fair" in audited.why) == ("always", True)
    assert not is_audited("", 1.0), "an estimate is of no session"


def test_an_estimate_has_the_price_of_the_audited_share() -> None:
    alone, everyone = (
        estimate_of(session, registry.find("peer-review"), options_of(session))
        for session in (opened(plan=AskPlan(when="one", order=("seat-c",))), opened())
    )
    assert alone.typical is not None
    assert everyone.typical is not None
    told = with_audit(alone, everyone, 0.25)
    assert told.typical == round(0.75 * alone.typical + 0.25 * everyone.typical)
    assert (told.most, told.needs, told.calls) == (everyone.most, everyone.needs, alone.calls)


def test_the_rest_is_priced_as_the_calls_that_remain() -> None:
    plan = planned("selective")
    whole = estimate_of(opened(), registry.find("peer-review"), options_of(opened()))
    assert plan is not None
    assert isinstance(plan.rest, int)
    assert whole.typical is not None
    assert 0 < plan.rest < whole.typical


SKILL = {"up/gpt-5": 0.55, "up/claude-x": 0.6, "up/gpt-5-mini": 0.5, "up/grok-4": 0.9, "up/qwen": 0.6}


def best_share(repetitions: int, known: int = 40) -> float:
    """How often the best of five is asked first, if only audited sessions ask everyone, after `known` of them."""
    five = opened()
    more = replace(five.roster.seats[0], id="seat-e", model="up/qwen")
    five = replace(five, roster=Roster(seats=(*five.roster.seats, more), offices=five.roster.offices))
    picked = 0
    for repetition in range(repetitions):
        draw, asked = Random(repetition), list[AnsweredQuestion]()
        for number in count():
            hard = 0.2 * (draw.random() < 0.3)
            right = {model: draw.random() < skill - hard for model, skill in SKILL.items()}
            if is_audited(f"{repetition} {number}", 0.1):
                asked.append(AnsweredQuestion(right={**right, THE_COUNCIL: sum(right.values()) > 2}))
            if len(asked) == known:
                break
        known_of = common_record(asked, list(SKILL))
        assert known_of is not None
        first = reader_plan(five, known_of).order[0]
        picked += five.roster.seat(first).model == "up/grok-4"
    return picked / repetitions


def test_the_best_of_five_is_found_from_40_known_answers_while_sessions_run_selectively() -> None:
    assert best_share(100) >= 0.93


@pytest.mark.slow
def test_the_best_of_five_is_found_in_many_draws() -> None:
    assert best_share(2_000) >= 0.93
