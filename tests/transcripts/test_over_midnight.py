"""Test for which day a call over midnight counts."""

from __future__ import annotations

from moot.transcripts.session_record import DayChange, Reservation, SessionEntry, Till
from moot.vocabulary import event_keys
from moot.vocabulary.events import SeatSpoke
from sessions.drafts import spoke


def test_a_call_over_midnight_counts_for_the_day_it_was_asked() -> None:
    key = "opinions/seat-a"
    asked_before = {event_keys.intent(key, 1): Reservation(reserved=70, day="2031-05-04")}
    till = Till(SessionEntry(id="s1", reserved=70), asked_before, "2031-05-05")
    body = spoke(key, cost=50).body
    assert isinstance(body, SeatSpoke)
    till.settle(key, body)
    assert till.days == {"2031-05-04": DayChange(spent=50, reserved=-70)}
