"""Test that a council's track record is what its models' finished sessions recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from cases import slow_except
from moot.analytics import track_records
from moot.analytics.grade_book import GRADES
from moot.analytics.track_records import gather_past, past_of
from moot.app import Application
from moot.protocols.debate.findings import Roles
from moot.protocols.grading.findings import AnswerGrade, AnswerGrades
from moot.protocols.selective import Selection
from moot.request import Ask
from moot.stats.evidence.shared_errors import ASSUMED, FEWEST
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.councils import Council
from moot.vocabulary.events import FindingMade, Fork, SessionOpened
from moot.vocabulary.findings import Standing
from moot.vocabulary.history.track_record import PARTS, SHARED_ERRORS, Bond, Past, Prior
from sessions.drafts import draft, verdict

from .sittings import HERE, opening, sat

REAL = ["up/a", "up/b", "up/c"]
SCRIPTED = ["rehearsal/ada", "rehearsal/bo"]


@pytest.fixture
def transcript(store: Store) -> SqlTranscript:
    return SqlTranscript(store)


async def gathered(store: Store, *models: str, scripted: bool = False) -> Past:
    return await store.read(lambda connection: gather_past(connection, models, scripted=scripted))


async def past(store: Store, opened: SessionOpened) -> Past | None:
    return await store.read(lambda connection: past_of(connection, opened))


async def test_finished_debates_count_and_others_do_not(store: Store, transcript: SqlTranscript) -> None:
    await sat(transcript, "s1", REAL, chair=1)
    await sat(transcript, "s2", REAL, chair=1)
    await sat(transcript, "s3", REAL, ends=False)
    await sat(transcript, "s4", REAL, protocol="peer-review")
    await sat(transcript, "s5", REAL, fork=Fork(session="s1", stage="synthesis"))
    known = await gathered(store, "up/a", "up/b")
    assert known.sessions == 2
    assert set(known.careers) == {"up/a", "up/b"}
    assert known.careers["up/a"].debates == 2
    assert known.careers["up/a"].bonds == {"up/b": Bond(agreed=2, last="agree")}
    assert (known.turns["up/b"].chaired, known.turns["up/b"].chair_due) == (2, 2 * (PARTS // 3))


async def test_scripted_and_real_numbers_do_not_mix(store: Store, transcript: SqlTranscript) -> None:
    await sat(transcript, "s1", REAL)
    await sat(transcript, "s2", SCRIPTED)
    await sat(transcript, "s3", [*SCRIPTED, "up/a"])
    assert (await gathered(store, *REAL)).careers["up/a"].debates == 1
    scripted = await gathered(store, *SCRIPTED, "up/a", scripted=True)
    assert scripted.sessions == 2
    assert {model: career.debates for model, career in scripted.careers.items()} == {
        "rehearsal/ada": 2, "rehearsal/bo": 2, "up/a": 1,
    }  # fmt: skip


async def test_silence_is_followed_over_protocols_with_votes(store: Store, transcript: SqlTranscript) -> None:
    await sat(transcript, "s1", REAL, silent=["up/a"])
    await sat(transcript, "s2", REAL, protocol="claim-vote", silent=["up/a", "up/b"])
    known = await gathered(store, *REAL)
    assert known.silent == {"up/a": 2, "up/b": 1}
    await sat(transcript, "s3", REAL, protocol="claim-vote", silent=["up/b"])
    assert (await gathered(store, *REAL)).silent == {"up/b": 2}


async def test_a_session_is_opened_with_the_past_of_its_members(store: Store, transcript: SqlTranscript) -> None:
    await sat(transcript, "s1", REAL)
    body = opening(["up/a", "up/z"]).body
    assert isinstance(body, SessionOpened)
    known = await past(store, body)
    assert known is not None
    assert set(known.careers) == {"up/a"}
    assert await past(store, replace(body, protocol="peer-review")) is None, "it asks nothing of the past"
    people = replace(body.roster, seats=tuple(replace(seat, person=True) for seat in body.roster.seats))
    assert await past(store, replace(body, roster=people)) == Past(sessions=1), "of people nothing is kept"


def standing_of(lift: float) -> Standing:
    """A standing in which the first member put its own answer higher than the others did."""
    lifts = {"seat-a": lift, "seat-b": 0.0}
    return Standing(places=(), winner=None, own_lift=lifts, own_weight={"seat-a": 0.5, "seat-b": 0.5})


async def reviewed(
    transcript: SqlTranscript, name: str, lift: float, models: list[str] = REAL, *, first: tuple[str, ...] = ()
) -> None:
    """A finished peer review with a standing, in which the seats `first` were asked before the others."""
    lease = (await transcript.open(name, [opening(models, "peer-review")], HERE)).lease
    assert lease is not None
    found = draft("review/standing", FindingMade(name="standing", finding=standing_of(lift)))
    plan = FindingMade(name="selection", finding=Selection(asked=first, of=len(models), makers=2))
    await transcript.append(lease, [*([draft("opinions/selection", plan)] if first else []), found, verdict()])


async def test_how_readers_judge_their_own_is_settled_when_a_session_opens(
    store: Store, transcript: SqlTranscript
) -> None:
    body = opening(REAL, "peer-review").body
    assert isinstance(body, SessionOpened)
    blind = replace(body, options={"own": "auto"})
    first = await past(store, blind)
    assert first == Past(judging=Prior()), "recorded even when nothing is known: what is counted stays"
    for number in range(6):
        await reviewed(transcript, f"s{number}", 0.4)
        await reviewed(transcript, f"scripted{number}", 0.9, SCRIPTED)
        await reviewed(transcript, f"escalated{number}", 0.9, first=("seat-b", "seat-c"))
    known = await past(store, blind)
    assert known is not None
    assert known.judging is not UNSET
    assert known.judging.sessions == 6
    assert set(known.judging.habits) == {"seat-a", "seat-b"}
    assert 0 < known.judging.habits["seat-a"].lift < 40, "shrunk towards none"
    assert known.judging.habits["seat-b"].lift == 0
    assert await past(store, replace(blind, options={"own": "out"})) is None
    voices = opening(SCRIPTED, "peer-review").body
    assert isinstance(voices, SessionOpened)
    assert await past(store, replace(voices, options=blind.options)) == Past(judging=Prior()), "a seed says it all"


async def test_the_share_of_common_errors_is_measured_from_known_answers(
    store: Store, transcript: SqlTranscript
) -> None:
    body = opening(REAL, "peer-review").body
    assert isinstance(body, SessionOpened)
    for number in range(40):
        assert await past(store, body) is None or number >= FEWEST
        first = opening(REAL, "peer-review", question=f"Is it moot? {number}")
        lease = (await transcript.open(f"s{number}", [first], HERE)).lease
        assert lease is not None
        right = {"seat-a": number % 2 == 0, "seat-b": number % 4 < 2}  # independent
        grades = tuple(AnswerGrade(seat=seat, digest=f"{seat}{number}", right=each) for seat, each in right.items())
        found = draft(GRADES, FindingMade(name="answer-grades", finding=AnswerGrades(known="x", grades=grades)))
        await transcript.append(lease, [found, verdict()])
    assert await past(store, body) == Past(judging=Prior(shared_errors=round(ASSUMED * SHARED_ERRORS / (40 + ASSUMED))))


async def test_it_looks_back_so_far_and_no_further(
    store: Store, transcript: SqlTranscript, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(track_records, "MOST", 3)
    for number in range(5):
        await sat(transcript, f"s{number}", REAL, chair=0 if number < 2 else 2, silent=["up/b"] if number != 3 else [])
    known = await gathered(store, *REAL)
    assert known.sessions == 3
    assert known.turns["up/a"].chaired == 0, "the first two are out of sight"
    assert known.turns["up/c"].chaired == 3
    assert known.silent == {"up/b": 1}, "the order in which they were opened is kept"


VOICES = ("rehearsal/ada", "rehearsal/bo", "rehearsal/cyn")


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Application]:
    app = await Application.opened("python", tmp_path, project=tmp_path / "moot.toml", demo_speed=0)
    yield app
    await app.close()


async def debated(app: Application) -> Roles:
    """Holds one debate to its end; returns who held which office."""
    council = Council(members=VOICES, protocol="debate", chair="rehearsal/hana")
    session = await app.convene(Ask(question="Is it time?", council=council, options={"propose": True}))
    await app.runner.ended(session)
    bodies = {event.key: event.body for event in await app.transcript.read(session)}
    made = bodies["topic/roles"]
    assert "verdict" in bodies
    assert isinstance(made, FindingMade)
    assert isinstance(made.finding, Roles)
    return made.finding


@pytest.mark.slow
@pytest.mark.parametrize("debates", slow_except((14, 50), 14))
async def test_many_debates_of_one_council(app: Application, debates: int) -> None:
    chairs, proposers = Counter[str](), Counter[str]()
    for number in range(debates):
        roles = await debated(app)
        chairs[roles.chair] += 1
        proposers[roles.proposer or ""] += 1
        if number >= 3:
            assert max(chairs.values()) - min(chairs.values()) <= 1
            assert max(proposers.values()) - min(proposers.values()) <= 1
    assert sorted(chairs) == sorted(proposers) == ["seat-a", "seat-b", "seat-c"]
    listing = (await app.register.list(1))[0]
    opened = (await app.transcript.read(listing.id))[0].body
    assert isinstance(opened, SessionOpened)
    assert opened.past is not None
    assert opened.past.sessions == debates - 1
    assert {career.debates for career in opened.past.careers.values()} == {debates - 1}
