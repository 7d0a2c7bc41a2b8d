"""Test that an unreported price is never shown as a price, or added to one.

A call in flight at a crash, one whose bill never arrived, one of a model without a known price: each is "at most".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from moot.cli.screen import words
from moot.exports.session_files import export
from moot.exports.transcript_text import account_of
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.repair.rebuild import folded
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.transcripts.transcript import Draft
from moot.views.result import result_of, summary_of
from moot.views.sessions import session_row
from moot.vocabulary.events import Event
from moot.vocabulary.seats import PRESUMED
from moot.vocabulary.state import state_of

from .drafts import asked, failed, opened, resumed, spoke, start, stopped, verdict

EXACT, WORST = 12_300_000, 7_770_000_000
"""One call came to $0.0123; another was in flight when the process died, at most $7.77."""
KILLED = [
    opened(cap=9_000_000_000),
    asked("opinions/seat-a", reserved=500_000_000),
    spoke("opinions/seat-a", cost=EXACT),
    asked("opinions/seat-b", reserved=WORST),
    resumed(1),
    verdict(),
]


def events_of(drafts: Sequence[Draft]) -> list[Event]:
    return [
        Event(session="s1", seq=seq, key=draft.key, at=draft.at, t=0, kind=draft.body.kind, version=1, body=draft.body)
        for seq, draft in enumerate(drafts, start=1)
    ]


def unpriced(draft: Draft) -> Draft:
    """The same end of a call, priced as the dearest known model because nobody knows its own price."""
    return structs.replace(draft, body=structs.replace(draft.body, cost_source=PRESUMED))  # type: ignore[type-var]


def test_a_call_in_flight_at_a_crash_is_at_most() -> None:
    state = state_of(events_of(KILLED))
    assert (state.cost, state.presumed, state.cost_known) == (EXACT, WORST, True)
    result = result_of(state)
    assert (result.cost, result.at_most) == (0.0123, 7.77)
    assert (summary_of(result)["cost"], summary_of(result)["at_most"]) == (0.0123, 7.77)


@pytest.mark.parametrize(
    "told",
    [
        lambda state: words.spent(state),
        lambda state: dict(account_of(state).spent)["Cost"],
        lambda state: result_of(state)._repr_html_(),
        lambda state: export(state, (), "md"),
        lambda state: export(state, (), "html"),
    ],
    ids=["terminal", "account", "notebook", "markdown", "html"],
)
def test_every_door_says_what_may_still_be_charged(told) -> None:  # type: ignore[no-untyped-def]
    """What was charged stands alone; the bound is never without its words, and never summed in bare."""
    text = told(state_of(events_of(KILLED)))
    assert "$0.0123" in text
    for amount in ("$7.77", "$7.78"):
        before, found, after = text.partition(amount)
        assert not found or before.rstrip().endswith("up to"), text
        assert not found or re.match(r" more may (still )?be charged", after), text
    assert "$7.77" in text


async def test_lists_and_days_keep_the_two_apart(store: Store) -> None:
    transcript = SqlTranscript(store)
    lease = await start(transcript, cap=9_000_000_000)
    for draft in KILLED[1:]:
        await transcript.append(lease, [draft])
    (one,) = await Register(store).list()
    assert (one.spent, one.presumed) == (EXACT, WORST)
    assert (session_row(one).cost, session_row(one).at_most) == (0.0123, 7.77)
    today = await Register(store).spent_today()
    assert (today.charged, today.presumed) == (EXACT, WORST)
    assert words.money(one.spent, presumed=one.presumed) == "$0.0123 (up to $7.77 more may be charged)"


calls = st.sampled_from(["a/seat-a", "a/seat-b", "a/seat-a+repair"])
costs = st.none() | st.integers(0, 50)
ends = st.one_of(
    st.builds(lambda key, cost: spoke(key, "", 1, cost), calls, costs),
    st.builds(lambda key, cost: unpriced(spoke(key, "", 1, cost)), calls, costs),
    st.builds(lambda key, spent, cost: failed(key, 1, final=True, spent=spent, cost=cost), calls, st.booleans(), costs),
    st.builds(stopped, st.just(1)),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(ends, max_size=4, unique_by=lambda draft: draft.key), costs)
def test_the_state_and_the_store_agree_on_what_is_a_price(drafts: list[Draft], reserved: int | None) -> None:
    """Every end of a call that was asked once: what the fold calls a price is what the store calls one."""
    history = [opened(), *(asked(key, reserved=reserved) for key in ("a/seat-a", "a/seat-b", "a/seat-a+repair"))]
    for draft in drafts:
        if history[-1].body.kind != "SessionStopped":
            history.append(draft)
    state = state_of(events_of(history))
    record, _ = folded(events_of(history), 1)
    assert state.presumed == record.presumed
    assert state.cost == record.spent - record.presumed
    assert state.cost_known is (record.unknown == 0)
