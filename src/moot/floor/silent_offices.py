"""Was an office never heard? Then no rule withheld the verdict: the session failed, and says so once.

An office counts as never heard when its holders were asked, every call came to nothing and none of them spoke. Where a
protocol says which moves it wants for its rule, one of them that failed is enough, whatever else was heard.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from moot.errors import QuorumLost
from moot.floor.calls.retries import told_once
from moot.transcripts.log import Log
from moot.vocabulary import keys
from moot.vocabulary.events import SeatFailed, SeatSpoke, SessionOpened

SPARE = "stand-in"


def refuse_silence(log: Log, wanting: Sequence[str] = ()) -> None:
    """Raises for an office that answered nothing at all, or for one of the moves that are wanting, unless a verdict
    stands already."""
    opened = log.body(keys.OPENED)
    if log.body(keys.VERDICT) is not None or not isinstance(opened, SessionOpened):
        return
    holders = {seat.id: seat.model for seat in opened.roster.offices if not seat.id.startswith(SPARE)}
    spoke: set[str] = set()
    failed: dict[str, list[SeatFailed]] = {}
    calls: dict[str, int] = {}
    for event in log.events():
        body = event.body
        if isinstance(body, (SeatSpoke, SeatFailed)) and body.seat in holders and event.key == keys.move_of(event.key):
            calls[_office(body.seat)] = calls.get(_office(body.seat), 0) + 1
        if isinstance(body, SeatSpoke) and body.seat in holders:
            spoke.add(_office(body.seat))
        elif isinstance(body, SeatFailed) and body.final and body.seat in holders:
            failed.setdefault(_office(body.seat), []).append(body)
    for office, failures in failed.items():
        if office in spoke and not any(log.body(key) in failures for key in wanting):
            continue
        models = ", ".join(dict.fromkeys(holders[each.seat] for each in failures))
        causes = " ".join(told_once(each.cause for each in failures))
        if office in spoke:
            how = (
                f"{len(failures)} of its {calls[office]} calls came to no answer, and without them nothing can be ruled"
            )
        else:
            how = "it was called once" if len(failures) == 1 else f"none of its {len(failures)} calls came to an answer"
        raise QuorumLost(
            f"The {office} ({models}) could not be heard: {how}. {causes}",
            "Mend that, then ask it again in a fork (`--retry-failed`), or name another holder there; what the members "
            "said is kept and not paid again.",
        )


def _office(seat: str) -> str:
    return re.sub(r"-\d+$", "", seat)
