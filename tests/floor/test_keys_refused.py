"""Does a session that ends because a service refuses us name the endpoint, and what is to be done there first?"""

from __future__ import annotations

from moot.errors import CallFailed
from moot.providers.provider import Call
from moot.vocabulary.words.remedies import away_from_terminal
from sessions.hall import Hall


async def test_the_endpoint_is_named_once_and_in_words_that_hold_in_a_browser() -> None:
    async with Hall(lambda call: CallFailed("error", "HTTP 401: no.", error="auth")) as here:
        state = await here.state(await here.convene("peer-review"))
    assert state.reason == "quorum"
    assert state.remedy.count("The key of fake was not accepted: `moot keys set fake`.") == 1
    assert "The key of fake was not accepted; set another in the settings." in away_from_terminal(state.remedy)


async def test_an_empty_account_is_to_be_topped_up_before_anybody_goes_on_without_its_members() -> None:
    def some(call: Call) -> str | CallFailed:
        return CallFailed("error", "HTTP 402: no.", error="credit") if call.seat.id != "seat-a" else "An answer."

    async with Hall(some) as here:
        state = await here.state(await here.convene("peer-review"))
    assert state.reason == "quorum"
    assert state.remedy.startswith("The account at fake has too little credit left for some of these calls: top it up ")
    assert state.remedy.count("too little credit left") == 1
