"""Test which text the live view shows while a session runs."""

from __future__ import annotations

from pathlib import Path

from moot.cli.screen.streamed_words import SpeechScreen
from moot.exports.session_files import events_from_jsonl
from moot.protocols.claim_vote.findings import ClaimAnswer
from moot.vocabulary.events import FindingMade, SeatSpeaking
from moot.vocabulary.state import SessionState, fold

GOLDEN = Path(__file__).parents[2] / "golden" / "transcripts" / "0.1.0-claim-vote.jsonl"


def test_the_answer_that_the_votes_give_is_shown_before_the_report_is_written() -> None:
    speaking, state, before = SpeechScreen(), SessionState(), True
    for event in events_from_jsonl(GOLDEN.read_text("utf-8")):
        state = fold(state, event)
        speaking.settle(state)
        if isinstance(event.body, FindingMade) and isinstance(event.body.finding, ClaimAnswer):
            assert speaking.text_of(state) == ("Answer:", event.body.finding.answer, False)
            before = False
        elif before:
            assert speaking.text_of(state)[0] == "First answer, being checked:"
    assert not before


def test_the_words_of_a_verdict_that_is_being_written_go_before() -> None:
    speaking, state = SpeechScreen(), SessionState()
    speaking.answer = "Composed."
    speaking.hear(
        SeatSpeaking(session="s", key="synthesis/chair", seat="chair", attempt=1, offset=0, text="So", verdict=True)
    )
    assert speaking.text_of(state)[:2] == ("Answer:", "So")
