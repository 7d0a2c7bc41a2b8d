"""Test that every kind of ending gives a whole result."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from moot.views.result import Result, result_of
from moot.vocabulary.events import Event
from moot.vocabulary.questions import Question
from moot.vocabulary.seats import Roster, Seat
from sessions.sample_sessions import SAMPLES, Script

OUTCOMES = {
    "full": "verdict", "degraded": "verdict", "quorum-lost": "failed", "stopped": "stopped",
    "out-of-budget": "out_of_budget", "withheld": "inconclusive", "forked": "verdict", "scripted": "verdict",
    "attached": "running", "hostile": "verdict",
}  # fmt: skip


@pytest.mark.parametrize("name", SAMPLES)
def test_every_ending_encodes_and_reads_back(name: str) -> None:
    result = result_of(SAMPLES[name]().state)
    assert result.outcome == OUTCOMES[name]
    assert repr(result).startswith(f"<Result {result.session[:8]}")
    told = msgspec.json.encode(result)
    plain = msgspec.json.decode(told)
    assert [each["finding"]["type"] for each in plain["findings"]] == [
        each.finding.__struct_config__.tag for each in result.findings
    ]
    assert msgspec.json.decode(msgspec.json.encode({**plain, "findings": []}), type=Result) == replace(
        result, findings=()
    )
    if result.findings:  # of which protocol a finding is, its tag alone tells: nothing is read as an empty one
        with pytest.raises(msgspec.ValidationError, match="by its tag"):
            msgspec.json.decode(told, type=Result)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_moment_of_a_session_has_a_result(name: str) -> None:
    script = SAMPLES[name]()
    events: list[Event] = script.events
    for count in range(len(events) + 1):
        script.events = events[:count]
        assert msgspec.json.encode(result_of(script.state))


def test_waiting_for_a_person_only() -> None:
    roster = Roster(seats=(Seat(id="seat-a", model="x/y"), Seat(id="seat-b", model="person", person=True)))
    script = Script().open(Question(text="?"), roster=roster).stage("opinions")
    script.asked("opinions", "seat-b")
    script.asked("opinions", "seat-a")
    assert result_of(script.state).outcome == "running"
    script.spoke("opinions", "seat-a", "Yes.")
    result = result_of(script.state)
    assert result.outcome == "waiting"
    assert [seat.state for seat in result.seats] == ["spoke", "waiting"]
