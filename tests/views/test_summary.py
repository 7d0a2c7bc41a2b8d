"""Test that a session's summary follows from it, in plain words, for every protocol and ending."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from golden.states import GISTS, TRANSCRIPTS, gists
from moot.exports.session_files import events_from_jsonl
from moot.views.summary import Gist, gist_of
from moot.vocabulary.state import SessionState, state_of


def ended(name: str) -> SessionState:
    """A golden session at its end."""
    place = next(each for each in TRANSCRIPTS if each.name == f"0.1.0-{name}.jsonl")
    return state_of(events_from_jsonl(place.read_text("utf-8")))


def told(state: SessionState) -> Gist:
    """What it came to."""
    gist = gist_of(state)
    assert gist is not None
    return gist


def test_the_files_for_the_page_are_what_is_told_now() -> None:
    assert GISTS.read_text("utf-8") == gists(), "stale: run `python -m golden.states` in tests/"


@pytest.mark.parametrize(
    ("status", "seal"), [("failed", "Failed"), ("stopped", "Stopped"), ("out_of_budget", "Out of budget")]
)
def test_an_ending_without_a_verdict_says_what_is_kept(status: str, seal: str) -> None:
    state = replace(ended("debate"), verdict=None, status=status)  # type: ignore[arg-type]
    gist = told(state)
    assert (gist.seal, gist.firmness) == (seal, "ended")
    assert any(part.endswith(" kept") for part in gist.line)


def test_a_verdict_that_is_not_given_is_no_answer() -> None:
    state = ended("adjudication")
    assert state.verdict is not None
    none = replace(state, status="inconclusive", verdict=replace(state.verdict, outcome="inconclusive", text=None))
    assert (told(none).seal, told(none).firmness) == ("No answer given", "none")


def test_a_reply_names_the_chair_and_counts_no_members() -> None:
    gist = told(replace(ended("fusion"), protocol="reply", findings=()))
    assert gist.seal == "Answered by the chair"
    assert not any("voice" in part or "model" in part for part in gist.line)
