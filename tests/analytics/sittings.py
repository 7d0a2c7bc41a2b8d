"""Finished sessions for the tests across sessions: short ones, in a real store."""

from __future__ import annotations

from collections.abc import Sequence

from moot.protocols.debate.ballots import Stance
from moot.protocols.debate.findings import DebateFigures, Deeds
from moot.protocols.debate.rotation import share_of
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.transcript import SqlTranscript
from moot.transcripts.transcript import Draft
from moot.vocabulary.events import FindingMade, Fork, SessionOpened
from moot.vocabulary.findings import Attendance, SeatAttendance
from moot.vocabulary.history.track_record import holders
from moot.vocabulary.questions import Question
from moot.vocabulary.seats import Roster, Seat, seat_ids
from sessions.drafts import draft, spoke, stopped, verdict

HERE = holder_here("python")


def opening(
    models: Sequence[str], protocol: str = "debate", fork: Fork | None = None, question: str = "Is it moot?"
) -> Draft:
    """The first event of a session in which these models sit."""
    seats = tuple(
        Seat(id=seat, model=model, scripted=model.startswith("rehearsal/"))
        for seat, model in zip(seat_ids(len(models)), models, strict=True)
    )
    body = SessionOpened(
        question=Question(text=question),
        protocol=protocol,
        stages=("synthesis",),
        roster=Roster(seats=seats),
        seed="seed",
        fork=fork,
    )
    return draft("opened", body)


def deeds_of(models: Sequence[str], *, chair: int = 0, stance: Stance = "agree") -> Deeds:
    """A debate in which one chaired and all agree or disagree."""
    seats = seat_ids(len(models))
    names = holders(models)
    return Deeds(
        deeds=tuple(
            DebateFigures(
                seat=seat,
                model=model,
                holder=names[at],
                share=share_of(len(models)),
                chaired=at == chair,
                full=True,
                given=len(models) - 1,
                given_sum=6 * (len(models) - 1),
                marks=len(models) - 1,
                towards={other: stance for other in seats if other != seat},
            )
            for at, (seat, model) in enumerate(zip(seats, models, strict=True))
        )
    )


def attendance_of(models: Sequence[str], silent: Sequence[str] = ()) -> Attendance:
    """Who cast a ballot."""
    return Attendance(
        seats=tuple(
            SeatAttendance(seat=seat, model=model, asked=1, read=int(model not in silent), silent=model in silent)
            for seat, model in zip(seat_ids(len(models)), models, strict=True)
        )
    )


async def sat(
    transcript: SqlTranscript,
    name: str,
    models: Sequence[str],
    *,
    protocol: str = "debate",
    chair: int = 0,
    silent: Sequence[str] = (),
    ends: bool = True,
    fork: Fork | None = None,
    speeches: int = 0,
    words: str = "Words.",
) -> None:
    """One session that left its numbers behind."""
    lease = (await transcript.open(name, [opening(models, protocol, fork)], HERE)).lease
    assert lease is not None
    drafts = [spoke(f"opinions/seat-{number}", words) for number in range(speeches)]
    if protocol == "debate":
        drafts.append(draft("synthesis/deeds", FindingMade(name="deeds", finding=deeds_of(models, chair=chair))))
    if protocol in ("debate", "claim-vote"):
        stage = "synthesis" if protocol == "debate" else "votes"
        attendance = FindingMade(name="attendance", finding=attendance_of(models, silent))
        drafts.append(draft(f"{stage}/attendance", attendance))
    await transcript.append(lease, [*drafts, verdict() if ends else stopped()])
