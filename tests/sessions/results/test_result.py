"""Does every kind of ending give a whole result?"""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from moot.sessions.results.result import Result, result_of
from moot.vocabulary.events import Event
from moot.vocabulary.findings import Standing
from moot.vocabulary.questions import Question
from moot.vocabulary.seats import SCRIPTED_LABEL, Roster, Seat
from moot.vocabulary.words.endings import in_a_line
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


def test_full() -> None:
    result = result_of(SAMPLES["full"]().state)
    assert result.verdict is not None
    assert result.verdict.startswith("Use the database")
    assert (result.verdict_by, result.verbatim, result.degraded, result.label) == ("chair", False, (), None)
    assert isinstance(result.standing, Standing)
    assert [(seat.id, seat.state) for seat in result.seats] == [
        ("seat-a", "spoke"), ("seat-b", "spoke"), ("seat-c", "spoke"), ("chair", "spoke"),
    ]  # fmt: skip
    assert [view.name for view in result.findings] == ["standing", "agreement"]
    assert result.usage.calls == 7
    assert result.cost == pytest.approx(7 * 0.00125)
    assert result.seconds == pytest.approx(SAMPLES["full"]().t / 1000)


def test_missing_parts_are_told_before_there_is_a_verdict() -> None:
    result = result_of(SAMPLES["quorum-lost"]().state)
    assert [seat.state for seat in result.seats] == ["spoke", "failed", "failed", "not_asked"]
    assert result.degraded[0] == "seat-b is missing in opinions: The endpoint is overloaded."
    assert result.message
    assert result.remedy
    assert [lost.failed for lost in result.missing] == ["error", "refused"]


def test_an_unknown_price_makes_the_cost_unknown() -> None:
    result = result_of(SAMPLES["out-of-budget"]().state)
    assert result.cost is None
    assert result.usage.estimated


def test_scripted_voices_are_named() -> None:
    result = result_of(SAMPLES["scripted"]().state)
    assert result.scripted
    assert result.label == SCRIPTED_LABEL


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


def test_lines_that_follow_each_other_are_each_ended() -> None:
    """Causes are a service's words: side by side in a chat's last line or in an error they ran into each other."""
    said = ["a is missing: it names no label", "b says\n  nothing.", "", "is it?"]
    assert in_a_line(said) == "a is missing: it names no label. b says nothing. is it?"
    assert in_a_line([]) == ""
