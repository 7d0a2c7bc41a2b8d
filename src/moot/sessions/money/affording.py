"""Does the money suffice to begin? Looked at before a session is opened, by the very figure that estimates tell.

Nothing is opened that could not begin: a session that ends before its first call would stand in every list for nothing.
`tests/house/test_affording.py` holds that both figures are one, and that it is enough.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from moot.errors import OutOfBudget, Whose
from moot.floor.prompts import Prompter
from moot.protocols import registry
from moot.sessions.amounts import cap_in_dollars
from moot.sessions.attempt import attached, options_of
from moot.sessions.money.least import least_of, too_small
from moot.transcripts.transcript import Transcript
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.seats import dollars


async def check_it_is_enough(
    transcript: Transcript, left_today: Callable[[], Awaitable[int | None]], opened: SessionOpened, repeatable: bool
) -> None:
    """Refuses a session whose budget, or what is left for today, is below the least it is begun under. A request that
    may be the repetition of an earlier one is not held against the day: what it asked for may have used that up."""
    left = None if repeatable else await left_today()
    caps: list[tuple[int, Whose]] = [(opened.cap, "session")] if opened.cap is not None else []
    caps += [(left, "day")] if left is not None else []
    if not caps:
        return
    cap, whose = min(caps)
    prompter = Prompter(opened, await attached(transcript, opened))
    least = least_of(
        opened,
        registry.find(opened.protocol),
        options_of(opened),
        lambda seat: prompter.prompt(seat).messages,
    )
    if why := too_small(cap, least, whose):
        enough = cap_in_dollars(least.budget)
        raise OutOfBudget(
            f"{why} Nothing was started.",
            (TOMORROW if whose == "day" else MORE).format(enough),
            whose=whose,
            needs=least.budget,
            figures={"cap_of": whose, "needs": float(enough), "cap": dollars(max(0, cap))},
        )


MORE = "Ask with a budget of ${} or more, or ask fewer or cheaper models."
TOMORROW = "Wait until tomorrow (UTC), raise `day_budget` so that ${} are left, or ask fewer or cheaper models."
