"""Record a floor's moves: claim each key once, return recorded results, and raise on differences.

Before the floor acts it looks the move's key up in the session's log. If the key is there, the recorded result is
returned; if not, the floor acts, commits and returns the committed result. A recorded move that would be made
differently now raises `TranscriptDiverged`, unless the session accepts drift; then the recorded one is used and the
verdict notes it.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar

from moot.errors import ProtocolWrong, TranscriptDiverged
from moot.floor.calls.move import Move
from moot.floor.replay_drift import differs
from moot.protocols.floor_interface import Floor
from moot.protocols.protocol import Options
from moot.transcripts.log import Log
from moot.transcripts.upcasts import unreadable
from moot.vocabulary import event_keys
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.events import Body, FindingMade, SeatFailed, SessionOpened, SheetDealt, StageEntered
from moot.vocabulary.findings import Finding
from moot.vocabulary.history.track_record import Past
from moot.vocabulary.seats import Seat
from moot.vocabulary.seeded_draws import Lot

F = TypeVar("F", bound=Finding)


class RecordFloor(Floor):
    """The part of a running session that records stages, random draws, computed results (findings) and all requests.

    Each key can be used only once. When a session is resumed, the value recorded under a key is returned instead of a
    new one. If the protocol now computes another value, an error is raised.
    """

    def __init__(self, opened: SessionOpened, options: Options, log: Log, *, accepts_drift: bool = False) -> None:
        self.question = opened.question
        self.seats = opened.roster.seats
        self.chair = opened.roster.office("chair")[0]
        self.searchers = opened.searchers
        self.tool_names = opened.tools or ()
        self.rubric = opened.rubric
        self.past = opened.past or Past()
        self.plan = opened.asks
        self.drifted: list[str] = []
        self._opened = opened
        self._options = options
        self._log = log
        self._accepts_drift = accepts_drift
        self._stage = ""
        self._next: tuple[Seat, ...] = ()
        self._behind: set[str] = set()
        self._members = frozenset(seat.id for seat in self.seats)
        self._used: dict[str, str] = {}

    def office(self, name: str) -> tuple[Seat, ...]:
        return self._opened.roster.office(name) or (self.chair,)

    def writers(self, seat: Seat) -> tuple[Seat, ...]:
        return (seat, *(other for other in self._opened.roster.stand_ins() if other.id != seat.id))

    def _seat(self, seat_id: str) -> Seat:
        return next((seat for seat in self.seats if seat.id == seat_id), None) or self._opened.roster.seat(seat_id)

    @asynccontextmanager
    async def stage(self, name: str, number: int | None = None, *, then: Sequence[Seat] = ()) -> AsyncIterator[None]:
        entered = name if number is None else f"{name}.{number}"
        if entered not in self._opened.stages:
            raise ProtocolWrong(
                f"The protocol {self._opened.protocol!r} enters the stage {entered!r}, which it does not declare "
                f"(declared: {', '.join(self._opened.stages)})."
            )
        if self._stage:
            raise ProtocolWrong(f"The stage {entered!r} is entered inside {self._stage!r}.")
        key = event_keys.stage(entered)
        self._claim(key)
        if self._log.body(key) is None:
            self._log.pend(key, StageEntered(stage=entered))
        self._stage, self._next = entered, tuple(then)
        try:
            yield
            await self._log.finish_stage()
        finally:
            self._behind.add(entered)
            self._stage = ""

    def lot(self, name: str) -> Lot:
        return Lot(self._opened.seed, f"{self._stage}:{name}")

    def record(self, finding: F, *, name: str | None = None, rests_on: Sequence[str] = ()) -> F:
        name = name or str(finding.__struct_config__.tag)
        key = event_keys.finding(self._in_stage(), name)
        self._claim(key)
        if self._log.body(key) is None:
            self._must_be_readable(finding)
        made = FindingMade(name=name, finding=finding, rests_on=tuple(rests_on))
        stands = self._stands(key, made)
        assert isinstance(stands, FindingMade)
        return stands.finding  # type: ignore[return-value]  # a key's finding keeps its class, or it has diverged

    def _must_be_readable(self, thing: Finding | Ballot) -> None:
        """Raise `ProtocolWrong` for a value that could be written but not read back, because the session could then not
        be opened any more."""
        if why := unreadable(thing):
            kind = "finding" if isinstance(thing, Finding) else "ballot"
            raise ProtocolWrong(
                f"The protocol {self._opened.protocol!r} makes a {kind} {thing.__struct_config__.tag!r} that could not "
                f"be read back ({why})."
            )

    def _in_stage(self) -> str:
        if not self._stage:
            raise ProtocolWrong(f"The protocol {self._opened.protocol!r} made a move outside of a stage.")
        return self._stage

    def _is_member(self, seat: str) -> bool:
        return seat in self._members

    def _order(self) -> dict[str, int]:
        """Return the number by which readers know each seat's answer."""
        return {seat.id: number for number, seat in enumerate(self.seats, start=1)}

    def _sheets_so_far(self) -> list[SheetDealt]:
        """Return every anonymous sheet that this run of the session has dealt."""
        dealt = (self._log.body(key) for key in self._used if event_keys.is_sheet(key))
        return [body for body in dealt if isinstance(body, SheetDealt)]

    def _sitting_out(self) -> set[str]:
        """Return the members that were late in an earlier stage: the session does not wait for them again."""
        return {
            event.body.seat
            for event in self._log.events()
            if isinstance(event.body, SeatFailed)
            and event.body.failed == "late"
            and self._is_member(event.body.seat)
            and event_keys.stage_of(event.key) in self._behind  # on replay the log contains stages that are still ahead
        }

    # --- recording moves ---------------------------------------------------------------------------------------------

    def _claim(self, key: str) -> None:
        """Claim a key. If it was claimed before, the protocol has a bug: raise an error that names both places in its
        code."""
        site = _call_site()
        if key in self._used:
            raise ProtocolWrong(f"Two moves have the key {key!r}: one at {self._used[key]}, one at {site}.")
        self._used[key] = site

    def _check_prompt(self, move: Move) -> None:
        for key in (move.key, event_keys.intent(move.key, 1)):
            stands = self._log.body(key)
            recorded = getattr(stands, "prompt", "")
            if recorded and recorded != move.prompt.digest:
                self._diverged(move.key, f"prompt {recorded[:12]}", f"prompt {move.prompt.digest[:12]}")
                return

    def _stands(self, key: str, body: Body) -> Body:
        stands = self._stands_now(key, body)
        if stands is not None:
            return stands
        self._log.pend(key, body)
        return body

    def _stands_now(self, key: str, body: Body) -> Body | None:
        stands = self._log.body(key)
        if stands is not None and (difference := differs(stands, body)):
            self._diverged(key, *difference)
        return stands

    def _diverged(self, key: str, recorded: str, now: str) -> None:
        if not self._accepts_drift:
            raise TranscriptDiverged(f"At {key!r} the transcript holds {recorded}; the protocol now makes {now}.")
        self.drifted.append(key)


def _call_site() -> str:
    """Return the protocol's source line that is running now."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(
        ("moot.floor", "moot.sessions", "contextlib", "asyncio")
    ):
        frame = frame.f_back
    return f"{frame.f_globals.get('__name__', '?')}:{frame.f_lineno}"
