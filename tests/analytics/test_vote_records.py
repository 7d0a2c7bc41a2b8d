"""Test that ballots and answers of earlier sessions are collected as cast, without those that do not count."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from moot.analytics.grade_book import GRADES
from moot.analytics.vote_records import votes_cast
from moot.protocols.debate.ballots import OpinionScores, Score
from moot.protocols.grading.findings import PERSON, VERDICT, AnswerGrade
from moot.protocols.grading.grader import all_grades, digest_of, graded_by_code
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.grades import GradeStore
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.transcripts.transcript import Draft
from moot.vocabulary.ballots import Ranking
from moot.vocabulary.events import BallotRead, FindingMade, Fork, SeatSpoke, SessionOpened
from moot.vocabulary.seats import Abilities, Roster
from sessions.drafts import draft, stopped, verdict

from .sittings import opening

HERE = holder_here("python")
REAL = ["up/a", "up/b", "up/c"]
SEATS = ("seat-a", "seat-b", "seat-c")


def spoke(key: str, text: str) -> Draft:
    seat = key.partition("/")[2]
    return draft(key, SeatSpoke(seat=seat, model="m", prompt="p", text=text, settled="ok"))


def ranked(reader: str, *tiers: Sequence[str], stage: str = "review") -> Draft:
    ballot = Ranking(tiers=tuple(map(tuple, tiers)))
    body = BallotRead(reader=reader, ballot=ballot, statement=f"{stage}/{reader}", how="schema")
    return draft(f"{stage}/{reader}/ballot", body)


async def held(
    store: Store,
    name: str,
    drafts: Sequence[Draft],
    models: Sequence[str] = REAL,
    *,
    known: str = "",
    ends: bool = True,
    fork: Fork | None = None,
    text: str = "Yes.",
) -> None:
    first = opening(models, "peer-review", fork)
    assert isinstance(first.body, SessionOpened)
    seats = tuple(
        replace(seat, abilities=Abilities(family="x" if seat.model in ("up/a", "up/b") else ""))
        for seat in first.body.roster.seats
    )
    body = replace(first.body, roster=Roster(seats=seats), **({"known": known} if known else {}))
    transcript = SqlTranscript(store)
    lease = (await transcript.open(name, [replace(first, body=body)], HERE)).lease
    assert lease is not None
    given = {each.body.seat: each.body.text for each in drafts if each.key.startswith("opinions/seat")}
    given[VERDICT] = text
    grades = all_grades(known, list(given), graded_by_code("Is it moot?", known, given)) if known else None
    graded = [draft(GRADES, FindingMade(name="answer-grades", finding=grades))] if grades is not None else []
    await transcript.append(lease, [*drafts, *graded, verdict(text) if ends else stopped()])


BALLOTS = [ranked(reader, ["seat-b"], ["seat-a", "seat-c"]) for reader in SEATS]


async def test_ballots_are_gathered_from_sessions_that_count(store: Store) -> None:
    await held(store, "s1", BALLOTS)
    await held(store, "unfinished", BALLOTS, ends=False)
    await held(store, "fork", BALLOTS, fork=Fork(session="s1", stage="review"))
    await held(store, "scripted", BALLOTS, ["rehearsal/ada", "rehearsal/bo", "up/a"])
    marks = OpinionScores(scores={"seat-a": Score(score=9), "seat-c": Score(score=4)})
    await held(
        store,
        "marks",
        [draft("review/seat-b/ballot", BallotRead(reader="seat-b", ballot=marks, statement="s", how="schema"))],
    )
    found = await votes_cast(store)
    assert [list(each.ranks) for each in found.voted] == [["seat-b"], list(SEATS)]
    assert found.voted[0].ranks == {"seat-b": {"seat-a": -9.0, "seat-c": -4.0}}
    assert found.voted[1].ranks["seat-a"] == {"seat-b": 0.0, "seat-a": 1.0, "seat-c": 1.0}
    assert found.voted[1].models == dict(zip(SEATS, REAL, strict=True))
    assert found.asked == ()


async def test_only_a_readers_first_ballot_counts_and_an_office_is_no_reader(store: Store) -> None:
    later = ranked("seat-a", ["seat-c"], ["seat-b"], stage="again")
    office = ranked("chair", ["seat-c"], ["seat-b"], stage="chairs")
    lone = ranked("seat-b", ["seat-a"])
    await held(store, "s1", [ranked("seat-a", ["seat-b"], ["seat-c"]), later, office, lone])
    (voted,) = (await votes_cast(store)).voted
    assert voted.ranks == {"seat-a": {"seat-b": 0.0, "seat-c": 1.0}}


async def test_first_answers_stand_beside_the_known_one(store: Store) -> None:
    said = [
        spoke("topic/seat-a", "A topic that only one proposes."),
        *(spoke(f"opinions/{seat}", f"first of {seat}") for seat in SEATS),
        *(spoke(f"revision/{seat}", "later") for seat in SEATS),
        spoke("synthesis/chair", "the chair's"),
    ]
    await held(store, "s1", said, ["up/a", "up/b", "up/a"], known="42", text="43")
    await held(store, "s2", said)
    found = await votes_cast(store)
    (asked,) = found.asked
    assert asked.right == {"up/a": None, "up/b": None, "up/a (2)": None, "the council": False}
    grades = GradeStore(store)
    said_so = AnswerGrade(seat="seat-a", digest=digest_of("Is it moot?", "42", "first of seat-a"), right=True)
    await grades.keep("s1", {(said_so.digest, PERSON): msgspec.json.encode(said_so).decode()})
    (asked,) = (await votes_cast(store)).asked
    assert asked.right == {"up/a": True, "up/b": None, "up/a (2)": None, "the council": False}
    assert found.families["up/a (2)"] == found.families["up/b"] == "x"
