"""Why has a cell no result, and when is no further session begun? Told alike by a run, a study's status and its page.

Where sessions fail one after the other for one reason, the next ones would, too, and each of them may be charged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from moot.floor.calls.retries import OFF_FOR
from moot.library.corpora.studies.progress import LeftCause
from moot.tally.studies.standing import FINISHED
from moot.transcripts.sql.studies import StudyCost
from moot.vocabulary.words.sums import money

MOST_ALIKE = 5
"""Sessions that fail in a row for one reason before no further one is begun: as many as run at once at a time fail
before the first of them is known."""
MOST_CAUSES = 8
"""Causes that are told."""
STOPPED = "It was not begun: the study was stopped."
ONLY_AGAIN = "It was left as it is: only what failed is asked again."
FAILED_BEFORE = "It failed in an earlier run, and was not asked again."
OF_ITS_BASE = "What failed in it is a part of what it keeps of {arm!r}, and is asked again there alone."
STANDS = "It was to be asked again, and its earlier result stands:"
ITS_SHARE = "Its share of the study's budget was too small."
LARGER = "Give it a larger budget, and go on with it."
UNTOLD = "Nothing says why."


class CellFate(Struct, frozen=True, kw_only=True):
    """How one cell stands."""

    state: str
    """A session's state; `left` without one, `waiting` for the session it forks."""
    degraded: bool = False
    """Whether its result is less than a full one."""
    why: str = ""
    """Why there is no result, or none in place of an earlier one, in words."""
    tried: str = ""
    """How the session stands that was to take the place of its result and did not; empty without one."""
    waits: bool = False
    """Whether it is left because the session it is made of has no result."""


class Brake:
    """What keeps a study from asking on where every session fails for one reason."""

    def __init__(self) -> None:
        self._alike, self._row = "", 0
        self.why = ""
        """Why no further session is begun, in words; empty while they are."""

    def ended(self, state: str, why: str) -> None:
        """A session ended so."""
        if state in FINISHED:
            self._row = 0
        if state != "failed":
            return
        alike = _without_figures(why)
        self._row = self._row + 1 if alike == self._alike else 1
        self._alike = alike
        if self._row >= MOST_ALIKE and not self.why:
            self.why = (
                f"It was not begun, because {MOST_ALIKE} sessions in a row failed alike: {why} What was asked is kept. "
                f"Mend the cause, then go on with the study; a model that refused a key or for want of credit is not "
                f"asked again for {OFF_FOR:.0f} seconds."
            )


def causes_of(fates: Iterable[CellFate]) -> tuple[LeftCause, ...]:
    """Why cells are left, whatever left most of them first."""
    found = Counter[tuple[str, bool, bool]]()
    first: dict[tuple[str, bool, bool], str] = {}
    for each in fates:
        state = each.tried or each.state
        if state not in (*FINISHED, "failed", "running"):
            why = f"{STANDS} {each.why or UNTOLD}" if each.tried else each.why or UNTOLD
            # Questions differ by a fraction of a cent.
            alike = (_without_figures(why), state == "out_of_budget", bool(each.tried))
            found[alike] += 1
            first.setdefault(alike, why)
    return tuple(
        LeftCause(why=first[alike], sessions=many, budget=alike[1], stands=alike[2])
        for alike, many in found.most_common(MOST_CAUSES)
    )


def _without_figures(why: str) -> str:
    return re.sub(r"\d[\d.,]*", "#", why)


def short_of(left: int, least: int, cost: StudyCost) -> str:
    """That the study's budget begins no further session, and where it went."""
    says = [
        f"{money(max(left, 0))} of the study's budget is left; this session takes {money(least)} or more."
        if least
        else f"{money(max(left, 0))} of the study's budget is left, and no session is begun with that.",
        f"So far {money(cost.spent)} was spent.",
    ]
    if cost.pending:
        held = money(cost.pending)
        says.append(f"Up to {held} is held for calls that failed or were cut off: it may still be charged.")
    return " ".join(says)
