"""Compute how much money is enough when a budget has run out, as figures and in words.

`needs` is exact: the amount counted so far plus what the next calls would reserve. The rest is an estimate.
`tests/sessions/budget/test_shortfall.py` calculates by hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.errors import OutOfBudget
from moot.sessions.amounts import cap_in_dollars, count, may_follow
from moot.sessions.budget.estimate import StageCalls
from moot.vocabulary.events import SessionStopped, Shortfall
from moot.vocabulary.words.headings import stage_title
from moot.vocabulary.words.sums import money


def ahead_of(stages: Sequence[StageCalls], entered: Sequence[str]) -> list[StageCalls]:
    """Return the stages that still have to be paid for: the one that was entered last, in which the money ran out, and
    those not entered yet."""
    done = set(entered[:-1])
    return [each for each in stages if each.stage not in done]


def shortfall_of(
    error: OutOfBudget, spent: int, ahead: Sequence[StageCalls], charged: int | None = None
) -> Shortfall | None:
    """Return how much money would have been enough; `None` if the error does not contain the amount requested.

    Args:
        spent: What counts against the budget so far, in nano-dollars.
        ahead: Estimates of the stages still to be paid for.
        charged: Charged part of the amount counted against the budget.
    """
    if not error.asked and not error.needs:
        return None
    # The amount counted may exceed the budget by itself: then even calls that reserve nothing do not fit.
    needs = spent + error.asked if error.whose == "session" else error.needs
    enough, typical, most = needs, spent, spent
    for stage in ahead:
        if stage.typical is None or stage.most is None:
            return Shortfall(whose=error.whose, spent=spent, charged=charged, needs=needs, enough=needs)
        # A stage starts if its worst price fits beside the usual cost of those before it.
        enough = max(enough, typical + stage.most)
        typical, most = typical + stage.typical, most + stage.most
    if not ahead:
        return Shortfall(whose=error.whose, spent=spent, charged=charged, needs=needs, enough=needs)
    of_the_session = error.whose == "session"
    return Shortfall(
        whose=error.whose,
        spent=spent,
        charged=charged,
        needs=needs,
        enough=enough if of_the_session else needs,
        typical=typical,
        most=max(most, needs) if of_the_session else most,
    )


def stopped_for_want(error: OutOfBudget, short: Shortfall, cap: int | None, stage: str, kept: int) -> SessionStopped:
    """Return the event that ends a session whose budget has run out, with a message and advice on how to continue.

    Args:
        short: How much money would have been enough.
        cap: The session's budget, in nano-dollars.
        stage: The stage in which the money ran out.
        kept: Number of answers so far.
    """
    where = f" ({stage_title(stage).lower()})" if stage else ""
    asked = f"{money(error.asked)} has to be set aside for the calls that come next{where}"
    charged = short.charged if short.charged is not None else short.spent
    so_far = f"{money(charged)} was charged" if charged else "nothing was charged"
    so_far = ", ".join(filter(None, (so_far, may_follow(short.spent - charged))))
    keeps = f"{count(kept, 'answer')} {'is' if kept == 1 else 'are'} kept" if kept else "no answer has come"
    if short.whose == "session" and not error.asked:
        message = f"The session's budget of {money(cap or 0)} is passed: {so_far}; {keeps}."
        remedy = f"Go on with a budget of ${cap_in_dollars(short.enough)} or more; nothing settled is asked again."
    elif short.whose == "session":
        message = f"The session's budget of {money(cap or 0)} is too small: {so_far}; {keeps}, and {asked}."
        remedy = f"Go on with a budget of ${cap_in_dollars(short.enough)}"
        if cap_in_dollars(short.enough) != cap_in_dollars(short.needs):
            remedy += f", or at least ${cap_in_dollars(short.needs)} for the shortest answers that are useful"
        remedy += "; nothing settled is asked again."
    elif short.whose == "day":
        message = f"The budget for all sessions of a day is too small: {asked}; {keeps}."
        remedy = (
            f"Set `day_budget` to ${cap_in_dollars(short.needs)} or more, or resume tomorrow (UTC); nothing settled "
            "is asked again."
        )
    else:
        message = f"The budget for one call is too small: {money(short.needs)} has to be set aside for one; {keeps}."
        remedy = f"Set `call_budget` to ${cap_in_dollars(short.needs)} or more, and ask again."
    if short.typical is not None and short.most is not None:
        remedy += f" In all it typically comes to {money(short.typical)} (an estimate), at most to {money(short.most)}."
    return SessionStopped(outcome="out_of_budget", reason="budget", message=message, remedy=remedy, shortfall=short)
