"""Test which events a fork keeps: no attempt that was made again."""

from __future__ import annotations

from moot.sessions.fork import _kept
from moot.vocabulary.events import SessionOpened
from sessions.drafts import asked, failed, opened, spoke, stage
from sessions.test_bounds import events_of


def test_a_fork_keeps_no_attempt_that_was_made_again() -> None:
    key = "opinions/seat-a"
    events = events_of(
        [opened(), stage("opinions"), asked(key), failed(key), asked(key, 2), spoke(key, attempt=2), stage("review")]
    )
    source = events[0].body
    assert isinstance(source, SessionOpened)
    assert [event.key for event in _kept(events, source, "review", False)] == ["stage:opinions", key]
    for_good = events_of([opened(), stage("opinions"), asked(key), failed(key, final=True), stage("review")])
    assert [event.key for event in _kept(for_good, source, "review", False)] == ["stage:opinions", key]
