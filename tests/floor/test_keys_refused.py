"""Does a session that ends because a key was not accepted name the endpoint whose key is to be set?"""

from __future__ import annotations

from moot.errors import CallFailed
from moot.vocabulary.words.remedies import away_from_terminal
from sessions.hall import Hall


async def test_the_endpoint_is_named_once_and_in_words_that_hold_in_a_browser() -> None:
    async with Hall(lambda call: CallFailed("error", "HTTP 401: no.", error="auth")) as here:
        state = await here.state(await here.convene("peer-review"))
    assert state.reason == "quorum"
    assert state.remedy.count("The key of fake was not accepted: `moot keys set fake`.") == 1
    assert "The key of fake was not accepted; set another in the settings." in away_from_terminal(state.remedy)
