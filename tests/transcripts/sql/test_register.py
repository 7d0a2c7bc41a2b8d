"""Test that sessions are found, named, counted and removed as the register documents."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from moot.errors import BadInput, SessionBusy, UnknownName
from moot.transcripts.lease import LASTS, holder_here
from moot.transcripts.session_record import BROWSER
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.schema import sessions
from moot.transcripts.sql.search import Source, matching, words_of
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import KEYS_KEPT, SqlTranscript
from moot.transcripts.transcript import Once
from moot.vocabulary.events import Fork
from sessions.conftest import Clock
from sessions.drafts import DEAD, ELSEWHERE, asked, copied, opened, spoke, stopped, verdict

HERE = holder_here("python")


@pytest.fixture
def transcript(store: Store) -> SqlTranscript:
    return SqlTranscript(store)


@pytest.fixture
def register(store: Store) -> Register:
    return Register(store)


async def filled(transcript: SqlTranscript, number: int) -> None:
    for n in range(number):
        came = await transcript.open(f"s{n:04}", [opened(question=f"Question {n}?")], HERE)
        assert came.lease is not None
        if n % 2:
            await transcript.append(came.lease, [verdict(f"Answer {n}.")])


async def test_pages_run_on_in_both_directions(transcript: SqlTranscript, register: Register) -> None:
    await filled(transcript, 25)
    first = await register.list(10)
    assert [one.id for one in first] == [f"s{n:04}" for n in range(24, 14, -1)]
    second = await register.list(10, before=first[-1].number)
    assert [one.id for one in second] == [f"s{n:04}" for n in range(14, 4, -1)]
    assert await register.list(10, after=second[0].number) == first
    assert [one.id for one in await register.list(50, states=["verdict"])] == [f"s{n:04}" for n in range(23, 0, -2)]
    for wrong in (0, 501):
        with pytest.raises(BadInput):
            await register.list(wrong)


async def test_a_listing_says_what_happened(transcript: SqlTranscript, register: Register) -> None:
    came = await transcript.open("s1", [opened(question="  Is \n it  so? " + "x" * 500, cap=100)], HERE)
    assert came.lease is not None
    await transcript.append(came.lease, [asked("a/seat-a", reserved=50), spoke("a/seat-a", cost=20, t=900)])
    one = await register.get("s1")
    assert one.question.startswith("Is it so? xxx")
    assert len(one.question) == 200
    assert (one.state, one.spent, one.cap, one.tokens, one.head, one.settled, one.t, one.scripted) == (
        "running", 20, 100, 15, 3, 1, 900, True,
    )  # fmt: skip
    assert "python" in one.held_by
    await transcript.append(came.lease, [asked("b/seat-a", reserved=30)])
    one = await register.get("s1")
    assert (one.spent, one.at_most) == (20, 30), "a call in flight may cost what was set aside for it"
    await register.name("s1", "About it")
    await transcript.append(came.lease, [stopped()])
    assert [(one.title, one.state) for one in await register.list()] == [("About it", "stopped")]
    assert await register.count() == {"stopped": 1}


async def test_what_nobody_runs_is_interrupted(transcript: SqlTranscript, register: Register, clock: Clock) -> None:
    for name, holder in (("alive", HERE), ("dead", DEAD), ("away", ELSEWHERE)):
        await transcript.open(name, [opened(door=holder.door)], holder)
    assert {one.id: one.state for one in await register.list()} == {
        "alive": "running", "dead": "interrupted", "away": "running",
    }  # fmt: skip
    assert [one.id for one in await register.list(states=["interrupted"])] == ["dead"]
    assert [one.id for one in await register.list(states=["running"])] == ["away", "alive"]
    assert [one.id for one in await register.list(1, states=["running"], before=3)] == ["alive"]
    clock.now += LASTS + 1
    assert [one.id for one in await register.unfinished("server")] == ["dead", "away"]
    assert len(await register.unfinished()) == 3


async def test_a_shortened_id_stands_for_one_session(transcript: SqlTranscript, register: Register) -> None:
    for name in ("abcd-1111", "abcd-2222", "abce-1111"):
        await transcript.open(name, [opened()], HERE)
    assert await register.resolve("abce") == "abce-1111"
    assert await register.resolve("abcd-2222") == "abcd-2222"
    with pytest.raises(BadInput, match="abcd-1111, abcd-2222"):
        await register.resolve("abcd")
    for short in ("abc", "", " "):
        with pytest.raises(BadInput, match="too short"):
            await register.resolve(short)
    for unknown in ("zzzz", "abcd%", "abc_-1111"):
        with pytest.raises(UnknownName):
            await register.resolve(unknown)


async def test_words_are_found_in_questions_and_verdicts(transcript: SqlTranscript, register: Register) -> None:
    for name, question, answer in (
        ("s1", "Which café is best?", "The blue one, by the harbour."),
        ("s2", "Why is the sky blue?", "Rayleigh scattering."),
    ):
        came = await transcript.open(name, [opened(question=question)], HERE)
        assert came.lease is not None
        await transcript.append(came.lease, [verdict(answer)])
    for words, names in (
        ("blue", ["s2", "s1"]),
        ("BLUE harb", ["s1"]),
        ("cafe", ["s1"]),
        ("cafe\u0301", ["s1"]),
        ("blue AND nothing", []),
        ("Rayleigh OR harbour", []),
        ('"', []),
        ("", []),
    ):
        assert [one.id for one in await register.search(words)] == names, words


@pytest.mark.parametrize("indexed", [True, False])
async def test_no_mark_in_a_search_is_syntax(store: Store, register: Register, indexed: bool) -> None:
    if not indexed:
        await store.write(_without_index)
    odd = [
        'a"b',
        "a*",
        "NEAR(a b)",
        "-a",
        "^a",
        "question:a",
        "a AND",
        "(",
        "%",
        "_",
        "'; DROP TABLE events; --",
        "\x00a",
        "²",
    ]
    for words in odd:
        assert await register.search(words) == []

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.text(max_size=40))
    def check(words: str) -> None:
        assert all(word.isalnum() for word in words_of(words))
        store._readers.read_here(lambda connection: connection.execute(_searched(connection, words)).all())

    check()


async def test_deleting_leaves_nothing_and_takes_nothing_from_others(
    store: Store, transcript: SqlTranscript, register: Register
) -> None:
    blob = await transcript.keep_blob(b"picture")
    shared = await transcript.keep_blob(b"shared")
    first = await transcript.open("s1", [opened()], HERE, texts={"own": "a", "both": "b"}, blobs=[blob, shared])
    assert first.lease is not None
    await transcript.append(first.lease, [asked("a/seat-a", reserved=70, prompt="both"), spoke("a/seat-a", cost=60)])
    await transcript.append(first.lease, [asked("b/seat-a", reserved=9)])
    fork = opened(fork=Fork(session="s1", stage="b"))
    await transcript.open("s2", [fork, copied(spoke("a/seat-a"), "s1", 3)], HERE, blobs=[shared])
    await transcript.open("s3", [opened()], HERE, texts={"both": "b"})
    with pytest.raises(SessionBusy):
        await register.delete("s1")
    await transcript.release(first.lease)
    await register.delete("s1")
    with pytest.raises(UnknownName):
        await transcript.read("s1")
    assert len(await transcript.read("s2")) == 2
    assert [await transcript.text(digest) for digest in ("own", "both")] == ["a", "b"], "the fork keeps its prompts"
    assert await transcript.blob(blob) is None
    assert await transcript.blob(shared) == b"shared"
    spent = await register.spent_today()
    assert (spent.spent, spent.reserved) == (69, 0), "money is not unspent"
    left = await store.read(
        lambda connection: [
            table
            for table in ("events", "money", "text_refs", "blob_refs", "requests")
            if connection.exec_driver_sql(f"SELECT 1 FROM {table} WHERE session = 's1'").first()
        ]
    )
    assert left == []


async def test_keys_are_forgotten_in_time(transcript: SqlTranscript, register: Register, clock: Clock) -> None:
    await transcript.open("s1", [opened()], HERE, once=Once(key="k", digest="d"))
    again = Once(key="k", digest="d")
    assert (await transcript.open("s2", [opened()], HERE, once=again)).session == "s1"
    clock.now += 2 * KEYS_KEPT
    await transcript.sweep()
    assert (await transcript.open("s3", [opened()], HERE, once=again)).session == "s3"


def _without_index(connection: object) -> None:
    connection.exec_driver_sql("DROP TABLE search")  # type: ignore[attr-defined]
    connection.exec_driver_sql("CREATE TABLE search (question TEXT, verdict TEXT)")  # type: ignore[attr-defined]


def _searched(connection: object, words: str) -> object:
    return select(sessions.c.id).where(matching(connection, words))  # type: ignore[arg-type]


async def test_lists_are_cut_by_source_and_by_pin(transcript: SqlTranscript, register: Register) -> None:
    for name, door in (("s-cli", "cli"), ("s-page", BROWSER), ("s-http", "server"), ("s-chat", "chore")):
        await transcript.open(name, [opened(door=door)], HERE)
    found = {source: [each.id for each in await register.list(source=source)] for source in get_args(Source)}
    assert found == {"terminal": ["s-cli"], "browser": ["s-page"], "api": ["s-http"], "imported": []}
    assert {each.id for each in await register.unfinished("server")} == set()  # they are held here
    await register.pin("s-cli", True)
    assert [each.id for each in await register.list(pinned=True)] == ["s-cli"]
    assert [each.id for each in await register.list(pinned=True, latest=True)] == ["s-cli"]
    assert [each.id for each in await register.list(pinned=False, latest=True)] == ["s-http", "s-page"]
    await register.pin("s-cli", False)
    assert await register.list(pinned=True) == []
    with pytest.raises(UnknownName):
        await register.pin("nobody", True)
