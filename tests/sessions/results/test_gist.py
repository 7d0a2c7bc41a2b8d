"""Does what a session came to follow from it, in plain words, for every protocol and every ending?"""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from golden.states import GISTS, TRANSCRIPTS, gists
from moot.exports.export import events_from_jsonl
from moot.protocols.claim_vote.findings import Tiers
from moot.sessions.results.gist import Gist, brief_in_words, brief_of, gist_of
from moot.vocabulary.state import SessionState, state_of

RIDDLES = re.compile(r"\b(Close|Concluded|Adjourned|Withheld|Agreed|Standing|k\*)")


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


@pytest.mark.parametrize("name", [each.stem.removeprefix("0.1.0-") for each in TRANSCRIPTS])
def test_it_is_short_and_no_riddle(name: str) -> None:
    gist = told(ended(name))
    assert 2 < len(gist.seal) < 40
    assert all(0 < len(part) < 80 for part in gist.line)
    assert not RIDDLES.search(" ".join([gist.seal, *gist.line]))


def test_an_arbiter_sure_of_itself_makes_no_result_clear() -> None:
    state = ended("consensus")
    gist = told(state)
    assert (gist.seal, gist.firmness) == ("Chosen by the arbiter", "plain")
    assert "it says it is 86 % sure" in gist.line


def test_claims_are_counted() -> None:
    assert told(ended("claim-vote")).seal == "11 claims: 3 high, 5 contested"


def test_claims_that_are_all_medium_are_not_told_as_unsupported() -> None:
    state = ended("claim-vote")
    [view] = [view for view in state.findings if isinstance(view.finding, Tiers)]
    medium = replace(view.finding, claims=tuple(replace(each, tier="MEDIUM") for each in view.finding.claims[:4]))
    assert told(replace(state, findings=(replace(view, finding=medium),))).seal == "4 claims: none high, 4 medium"


@pytest.mark.parametrize("name", ["peer-review-own", "debate", "claim-vote"])
def test_a_seal_of_votes_says_that_nobody_voted_on_the_text_beside_it(name: str) -> None:
    state = ended(name)
    assert state.verdict is not None
    about = told(state).about
    assert about[-1].endswith("nobody voted on it.")
    assert told(replace(state, verdict=replace(state.verdict, verbatim=True))).about == ()


@pytest.mark.parametrize("name", ["fusion", "consensus"])
def test_where_nobody_voted_nothing_is_said_of_votes(name: str) -> None:
    assert told(ended(name)).about == ()


def test_the_map_beside_a_protocol_decides_nothing() -> None:
    state = ended("peer-review-own")
    made = next(view for view in ended("fusion").findings if view.finding.__struct_config__.tag == "analysis")
    beside = replace(made, stage="agreement-map")
    assert brief_of(replace(state, findings=(*state.findings, beside))) == brief_of(state)
    assert brief_of(replace(state, findings=(made,))).seal == "1 contradiction"


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


def test_who_was_asked_is_told_by_what_they_are() -> None:
    state = ended("fusion")
    assert told(state).line[0] == "4 models"
    first, *others = state.seats
    assert told(replace(state, seats=(first, replace(first, id="seat-z")))).line[0] == "2 members"
    assert told(replace(state, seats=(replace(first, person=True), *others))).line[0] == "4 members"


def test_while_it_runs_nothing_is_said() -> None:
    assert gist_of(replace(ended("debate"), status="running")) is None


def test_seats_are_named_where_it_is_read() -> None:
    state = ended("peer-review-own")
    assert brief_in_words(brief_of(state), {"seat-c": "claude"}).endswith("narrow lead for claude · one ballot decides")
