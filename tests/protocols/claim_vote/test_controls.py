"""Test that control claims look like claims to voters, count for nothing, and judge voters correctly."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from cases import slow_except
from extensions.notify.test_timetable import held
from moot.errors import BadSetting
from moot.exports.event_views import LEFT_OUT, as_shared, tried_in
from moot.exports.markdown.markdown import markdown_of
from moot.exports.reports import report
from moot.exports.session_files import export
from moot.extensions.notify.channels import Channel
from moot.extensions.notify.digest import attachments_of, write_digest
from moot.extensions.notify.outbox import ChannelMessage
from moot.extensions.notify.sending import letter_of
from moot.protocols.claim_vote.ballots import ClaimVote, ClaimVotes, VoteLevel
from moot.protocols.claim_vote.findings import ClaimList, ControlClaim, ControlClaims
from moot.protocols.claim_vote.votes.controls import as_it_should, how_many
from moot.server.openai.fields import Wishes
from moot.server.openai.stream import answer_of, progress_of
from moot.sessions.verdict_stream import Dictation
from moot.views.contract import contract_of
from moot.views.result import result_of, summary_of
from moot.vocabulary.events import (
    BallotRead,
    BallotSpoiled,
    Event,
    FindingMade,
    SeatSpoke,
    SessionOpened,
    VerdictReached,
)
from moot.vocabulary.history.track_record import CONTROL, KnownControl, Past
from moot.vocabulary.seats import Seat
from moot.vocabulary.state import SessionState
from protocols.claim_vote.drawn_voters import Voters
from rig.records.over import Over
from sessions.backend import Backend

KNOWN = (
    KnownControl(key="general/week", text="A calendar week has seven days.", holds=True),
    KnownControl(key="general/triangle", text="A triangle has four corners.", holds=False),
)
NAMED = re.compile(r"control-\d")
"""How a control claim is named; no claim may be."""


class Sat(Over):
    """A session that is over, who spoke in it, and all its state."""

    def __init__(self, said: Voters, backend: Backend, state: Any, events: Sequence[Event]) -> None:
        super().__init__({event.key: event.body for event in events})
        self.said, self.backend, self.state, self.events = said, backend, state, events


async def sat(seed: int, *, known: bool = True, **more: Any) -> Sat:
    said = Voters(seed, unread=seed % 3 == 0)
    async with Backend(said) as here:
        if known:

            async def completed(opened: SessionOpened) -> SessionOpened:
                return replace(opened, past=Past(controls=KNOWN))

            here.runner._completed = completed
        session = await here.convene("claim-vote", members=3, **more)
        state = await here.state(session)
        assert state.status in ("verdict", "inconclusive"), state.message
        return Sat(said, here, state, await here.events(session))


def plainly(value: Any) -> str:
    return msgspec.json.encode(value).decode()


@pytest.mark.parametrize("part", slow_except(range(100), 0))
async def test_nothing_but_ballots_and_their_own_finding_knows_of_them(part: int) -> None:
    """Ten sessions a part, a thousand in all: every event, every prompt but the voters', every report and export."""
    seen = 0
    for seed in range(10 * part, 10 * part + 10):
        done = await sat(seed)
        left_out = done.found(ControlClaims)
        seen += len(left_out.claims)
        claims = {claim.text for claim in done.found(ClaimList).claims}
        texts = [claim.text for claim in left_out.claims]
        assert not claims & set(texts)
        for key, body in done.bodies.items():
            told = plainly(body)
            if isinstance(body, FindingMade) and isinstance(body.finding, ControlClaims):
                continue
            if isinstance(body, BallotRead | SessionOpened):
                assert not isinstance(body, BallotRead) or not any(
                    name.startswith(CONTROL)
                    for name in (*getattr(body.ballot, "votes", {}), *getattr(body.ballot, "unread", {}))
                )
                continue
            if ":sheet" in key or isinstance(body, BallotSpoiled):  # whose entries are under labels
                assert not any(text in told for text in texts)
                continue
            assert not NAMED.search(told), key
            assert not any(text in told for text in texts), key
        for call in done.said.calls:
            shown = done.said.prompt(call)
            assert all((text in shown) == call.key.startswith("votes/") for text in texts), call.key
            assert not NAMED.search(shown)
        for form in ("md", "votes"):
            written = report(done.state, form)
            assert not NAMED.search(written)
            assert not any(text in written for text in texts)
        for form in ("html", "csv"):  # the others hold the whole transcript
            written = str(export(done.state, done.events, form))
            assert not NAMED.search(written)
            assert not any(text in written for text in texts), form
        going_out = {**delivered(done.state, write_digest(DAILY, done.state, None, "").message)}
        if done.state.status == "verdict":
            going_out |= asked_by_program(done.state, [*done.events])
        going_out["result"] = str(contract_of(done.state))
        for door, written in going_out.items():
            assert not NAMED.search(written), door
            assert not any(text in written for text in texts), door
        tried = tried_in(done.events)
        assert tried == {"votes"}
        for event in done.events:  # what a page gets by a share's address
            shown = as_shared(event, prompts=True, earlier=True, tried=tried).body
            told = plainly(shown)
            assert not any(text in told for text in texts), event.key
            if isinstance(shown, SeatSpoke) and event.key.startswith("votes/"):
                assert shown.text == LEFT_OUT, "under labels, it judges control claims among the others"
            if not (isinstance(shown, FindingMade) and isinstance(shown.finding, ControlClaims)):
                assert not NAMED.search(told), event.key
        verdict = done.bodies["verdict"]
        assert isinstance(verdict, VerdictReached)
        assert "control" not in (verdict.verdict.text or "").lower()
        assert not any(text in markdown_of(done.state) for text in texts)
    assert seen == 20


@pytest.mark.parametrize("seed", slow_except(range(40), 0, 3, 7, 11))
async def test_with_and_without_them_everything_that_counts_is_the_same(seed: int) -> None:
    """Voters who judge each claim by itself: tiers, alpha, k*, gaps, the audit and the report stand as they did."""
    with_them, without = await sat(seed), await sat(seed, known=False, options={"controls": 0})
    for done in (with_them, without):
        assert isinstance(done.bodies["opened"], SessionOpened)
    kept = {
        key: msgspec.to_builtins(body)
        for key, body in with_them.bodies.items()
        if isinstance(body, FindingMade) and not isinstance(body.finding, ControlClaims)
    }
    assert kept == {
        key: msgspec.to_builtins(body) for key, body in without.bodies.items() if isinstance(body, FindingMade)
    }
    assert with_them.verdict.text == without.verdict.text
    assert with_them.found(ControlClaims).claims
    with pytest.raises(ValueError, match="unpack"):
        without.found(ControlClaims)


async def test_those_that_were_drawn_are_voted_on_and_told_by_number_alone() -> None:
    done = await sat(1)
    claims = done.found(ControlClaims).claims
    assert [(claim.id, claim.text, claim.holds, claim.of) for claim in claims] == [
        (f"control-{at}", known.text, known.holds, known.key) for at, known in enumerate(KNOWN, start=1)
    ]
    good = sum(claim.expected for claim in claims)
    assert f"2 control claims were voted on and left out: {good} as expected." in report(done.state, "md")
    told = json.loads(report(done.state, "votes"))["controls"]
    assert (told["voted"], told["as_expected"]) == (2, good)
    voted = [{seat for seat, level in each["votes"].items() if level != "abstain"} for each in told["claims"]]
    assert voted == [{*claim.hits, *claim.misses} for claim in claims]
    for claim in claims:
        assert len(set(claim.hits) | set(claim.misses)) == len(claim.hits) + len(claim.misses)
    assert all(isinstance(body, SeatSpoke) for key, body in done.bodies.items() if key == "votes/seat-a")


async def test_by_option_there_is_one_or_none_and_none_where_none_was_drawn() -> None:
    assert len((await sat(2, options={"controls": 1})).found(ControlClaims).claims) == 1
    for more in ({"options": {"controls": 0}}, {"known": False}):
        done = await sat(2, **more)  # type: ignore[arg-type]
        assert not [
            body for body in done.bodies.values() if "control" in plainly(body) and isinstance(body, FindingMade)
        ]
    with pytest.raises(BadSetting, match="`controls` goes from 0 to 2"):
        await sat(2, options={"controls": 3})


def test_at_most_one_where_a_person_sits_and_none_among_scripted_voices_unless_asked_for() -> None:
    model, voice = Seat(id="seat-a", model="up/x"), Seat(id="seat-b", model="rehearsal/ada", scripted=True)
    person = Seat(id="seat-c", model="person", person=True)
    assert how_many(None, [model, model]) == 2
    assert how_many(None, [model, person]) == how_many(2, [model, person]) == 1
    assert how_many(None, [model, voice]) == 0
    assert how_many(2, [voice]) == 2
    assert how_many(0, [model, person]) == 0


def vote(level: VoteLevel) -> ClaimVote:
    return ClaimVote(level=level, confidence=5, reason="So.")


@pytest.mark.parametrize(
    ("holds", "mine", "hit"),
    [
        (True, "approve", True),
        (True, "strongly_reject", False),
        (True, "neutral", False),
        (True, "abstain", None),
        (False, "reject", True),
        (False, "strongly_approve", False),
    ],
)
def test_who_votes_on_the_other_side_has_missed_and_who_abstains_has_not(
    holds: bool, mine: VoteLevel, hit: bool | None
) -> None:
    control = ControlClaim(id="control-1", text="It is so.", kind="factual_claim", of="general/so", holds=holds)
    assert as_it_should(control, ClaimVotes(votes={}, controls={"control-1": vote(mine)})) is hit


DAILY = held("Daily", 0)


def delivered(state: SessionState, message: ChannelMessage) -> dict[str, str]:
    """What goes out of a schedule's session: by mail with its files, as JSON and by ntfy."""
    written = msgspec.json.encode(message).decode()
    me = Channel(name="me", kind="mail", url="smtps://mail.example.org", to=("me@example.org",), sender="m@example.org")
    letter = letter_of(me, message, attachments_of(state))
    parts = [part.get_content() for part in letter.walk() if part.get_content_type().startswith("text/")]
    return {"letter": "\n".join(map(str, parts)), "json": written}


def asked_by_program(state: SessionState, events: list[Event]) -> dict[str, str]:
    """What a program gets that asks the council as a model: by the OpenAI-compatible doors, and by `llm`."""
    result = result_of(state)
    sent = Dictation()
    streamed = "".join(map(sent.taken, events)) + "".join(sent.rest(result.body or ""))
    return {
        "openai": answer_of(result, Wishes()).text or "",
        "openai progress": progress_of(events, state),
        "openai stream and llm": streamed,
        "llm --json": msgspec.json.encode(summary_of(result)).decode(),
    }
