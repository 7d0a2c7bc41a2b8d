"""Test that a member that refused, was unreadable or fell silent is named at every door with the result."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from cases import slow_except
from moot.protocols import registry
from moot.server.openai.stream import LESS
from rig.script import Asked
from world.accounts import sessions_in
from world.doors import DOORS, ONLY_PEER_REVIEW, at_terminal
from world.homes import CHAIR, SEATS, gateway_at
from world.offers.tokens import agreed

QUESTION = "How would one find out how much a stone bridge can bear?"
ILL = SEATS[1]
LOSSES: dict[str, str] = {
    "a refusal": "I'm sorry, but I can't help with that.",
    "an error in words": "Error: 429 Too Many Requests",
    "nothing to be seen": "\u200b\u200b",
}
CASES = [
    (protocol, door, loss)
    for protocol in registry.names()
    for door in DOORS
    if protocol == "peer-review" or door not in ONLY_PEER_REVIEW
    for loss in LOSSES
]
SAMPLE = (
    ("peer-review", "ask", "a refusal"), ("claim-vote", "openai", "a refusal"),
    ("debate", "chat", "nothing to be seen"), ("consensus", "llm", "an error in words"),
    ("peer-review", "three-stage", "a refusal"), ("adjudication", "run", "an error in words"),
    ("peer-review", "openai", "nothing to be seen"),
)  # fmt: skip
SAID_APART = ("api", "python", "convene")
"""Doors for programs: these return the verdict's words, and what is missing beside them."""


@pytest.mark.fast(2)
@pytest.mark.parametrize("case", slow_except(CASES, *SAMPLE), ids="-".join)
def test_who_is_not_in_a_result_is_named_where_it_is_read(
    home: Path, tmp_path: Path, case: tuple[str, str, str]
) -> None:
    protocol, door, loss = case

    def says(asked: Asked) -> str | None:
        return LOSSES[loss] if ILL.endswith(asked.model) else agreed(asked)

    with gateway_at(home, says=says, council=SEATS, chair=CHAIR, protocol=protocol):
        shown = DOORS[door](QUESTION, tmp_path)
    ((_, state),) = sessions_in(home)
    assert state.verdict is not None
    assert state.verdict.degraded
    assert "seat-b" in json.dumps([each.seat for each in state.missing])
    if door not in SAID_APART:
        assert ILL.partition("/")[2] in shown or "seat-b" in shown, shown


def test_a_setting_leaves_the_line_out_for_chat_programs(home: Path, tmp_path: Path) -> None:
    def says(asked: Asked) -> str | None:
        return LOSSES["a refusal"] if ILL.endswith(asked.model) else agreed(asked)

    with gateway_at(home, says=says, council=SEATS, chair=CHAIR, settings={"chat_degraded": False}):
        shown = DOORS["openai"](QUESTION, tmp_path)
    assert shown
    assert LESS not in shown


GONE_CASES = [(protocol, door) for protocol in registry.OURS for door in ("ask", "openai", "api")]
GONE_SAMPLE = (("peer-review", "ask"), ("adjudication", "openai"), ("consensus", "api"), ("claim-vote", "ask"))


def bare(model: str) -> str:
    return model.partition("/")[2]


@pytest.mark.parametrize("case", slow_except(GONE_CASES, *GONE_SAMPLE), ids="-".join)
def test_two_members_and_the_chair_are_gone(home: Path, tmp_path: Path, case: tuple[str, str]) -> None:
    protocol, door = case
    gone = [bare(SEATS[1]), bare(SEATS[3]), bare(CHAIR)]
    with gateway_at(
        home, says=agreed, behaves=dict.fromkeys(gone, "gone"), council=SEATS, chair=CHAIR, protocol=protocol
    ) as up:
        shown = DOORS[door](QUESTION, tmp_path)
    ((_, state),) = sessions_in(home)
    assert state.verdict is not None, state.message
    called = Counter(entry.model for entry in up.books.refused)
    assert set(called.values()) == {1}, called
    for seat in ("seat-b", "seat-d"):
        assert len([line for line in state.verdict.degraded if line.startswith(seat)]) == 1, state.verdict.degraded
    if protocol != "debate":  # its chair goes round among the members
        lines = [line for line in state.verdict.degraded if bare(CHAIR) in line]
        offices = [line.partition(" took over from the ")[2].partition(" ")[0] for line in lines]
        assert all(offices), lines
        assert len(offices) == len(set(offices)) > 0, lines
    if door == "ask":
        assert shown.count("took over") == sum("took over" in line for line in state.verdict.degraded), shown
        assert shown.count(f"({SEATS[1]}) is missing") == 1, shown


def test_members_that_moot_chose_are_replaced_by_the_next_in_line(home: Path, tmp_path: Path) -> None:
    with gateway_at(home, says=agreed):
        DOORS["ask"](QUESTION, tmp_path)
    ((_, before),) = sessions_in(home)
    gone = [bare(seat.model) for seat in before.seats[:2]]
    with gateway_at(home, says=agreed, behaves=dict.fromkeys(gone, "gone")) as up:
        shown = DOORS["ask"](QUESTION, tmp_path)
    after = max((state for _, state in sessions_in(home)), key=lambda state: state.opened_at)
    assert after.session != before.session
    assert after.verdict is not None
    assert after.missing == ()
    assert len(after.seats) == 4
    assert not {bare(seat.model) for seat in after.seats} & set(gone)
    assert shown.count("took the seat of") == 2, shown
    assert Counter(entry.model for entry in up.books.refused) == Counter(gone)


def test_a_member_that_judges_for_a_dead_adjudicator_is_said_to_judge_itself(home: Path) -> None:
    with gateway_at(home, says=agreed, behaves={bare(CHAIR): "gone"}, council=SEATS, protocol="adjudication"):
        shown = at_terminal("ask", "--no-live", "--adjudicator", CHAIR, QUESTION)
    assert "took over from the adjudicator" in shown
    assert "is a member, too: it judged its own answer as well." in shown
