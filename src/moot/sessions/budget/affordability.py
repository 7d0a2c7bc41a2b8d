"""Check before a session opens that its budget is enough to begin, using the same figure as the estimate.

No session is opened that could not begin: it would only clutter every list. `tests/app/test_affording.py` checks that
both figures are equal and sufficient.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from moot.errors import OutOfBudget, Whose
from moot.floor.prompts import Prompter
from moot.protocols import registry
from moot.sessions.amounts import cap_in_dollars
from moot.sessions.budget.minimum import least_of, too_small
from moot.sessions.session_attempt import attached, options_of
from moot.transcripts.session_record import DaySpending
from moot.transcripts.transcript import Transcript
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.seats import dollars
from moot.vocabulary.words.sums import money


async def check_it_is_enough(
    transcript: Transcript,
    spent_today: Callable[[], Awaitable[DaySpending]] | None,
    opened: SessionOpened,
    repeatable: bool,
) -> None:
    """Raise an error if the budget of a new session, or what is left of the day's budget, is too small for the session
    to begin.

    Args:
        spent_today: Returns what all sessions have spent today; `None` if there is no budget for a day.
        repeatable: Whether the request may be a repetition of an earlier one. The day's budget is then not checked,
            because the earlier request may have used it.
    """
    today = await spent_today() if spent_today is not None else None
    caps: list[tuple[int, Whose]] = [(opened.cap, "session")] if opened.cap is not None else []
    caps += [(today.left, "day")] if today is not None and today.left is not None and not repeatable else []
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
        told = f" {_in_words(today)}" if today is not None and whose == "day" else ""
        raise OutOfBudget(
            f"{why}{told} Nothing was started.",
            (TOMORROW if whose == "day" else MORE).format(enough),
            whose=whose,
            needs=least.budget,
            figures={"cap_of": whose, "needs": float(enough), "cap": dollars(max(0, cap))},
        )


MORE = "Ask with a budget of ${} or more, or ask fewer or cheaper models."
TOMORROW = "Wait until tomorrow (UTC), raise `day_budget` so that ${} are left, or ask fewer or cheaper models."


def _in_words(today: DaySpending) -> str:
    """Return a sentence that says what was charged today, and what is held for calls whose cost is not known."""
    held = today.presumed + today.reserved
    aside = f", and {money(held)} held for calls whose cost is not known" if held else ""
    return f"Today {money(today.charged)} was charged{aside}."
