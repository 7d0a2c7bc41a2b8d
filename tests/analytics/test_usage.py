"""Test that usage equals the sum over sessions, counts each call once, and never shows unknown costs as 0."""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from moot.analytics.usage import COLUMNS, UsageDays, calls_of, usage_days, usage_of, usage_table
from moot.errors import BadInput
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.transcripts.transcript import Draft
from moot.vocabulary.events import Fork, SeatAsked
from moot.vocabulary.history.usage import CallGroup, UsageFigures
from moot.vocabulary.seats import NANO, PRESUMED
from moot.vocabulary.state import state_of
from moot.vocabulary.statements import Usage
from sessions.drafts import HERE, asked, copied, failed, opened, spoke, stopped, verdict

VOICES = ("rehearsal",)
NOW = datetime(2031, 5, 4, 12, tzinfo=UTC).timestamp()
DAY = UsageDays(date(2031, 5, 4), date(2031, 5, 4))
MODELS = ("up/small", "up/large", "down/free")


def of(drafted: Draft, **more: object) -> Draft:
    """The same draft with another body."""
    return replace(drafted, body=replace(drafted.body, **more))


def spoken(key: str, *, cost: int | None, source: str, attempt: int = 1, late: bool = False, read: int = 10) -> Draft:
    usage = Usage(input=read, output=7, calls=1, estimated=source == "")
    return of(spoke(key, attempt=attempt, cost=cost, late=late), cost_source=source, usage=usage)


@st.composite
def sessions(draw: st.DrawFn) -> list[Draft]:
    """What a session commits after its opening: calls that end in every way there is, and perhaps its own end."""
    drafts: list[Draft] = []
    for number in range(draw(st.integers(0, 5))):
        key, model = f"a/seat-{number}", draw(st.sampled_from(MODELS))
        last = draw(st.integers(1, 2))
        for attempt in range(1, last + 1):
            drafts.append(of(asked(key, attempt, reserved=draw(st.sampled_from([None, 40, 90]))), model=model))
            if attempt < last:
                cost = draw(st.sampled_from([None, 0, 3]))
                drafts.append(failed(key, attempt, spent=draw(st.booleans()), cost=cost))
        how = draw(st.sampled_from(["charged", "listed", "bound", "untold", "failed", "late", "open"]))
        paid = draw(st.integers(0, 40))
        if how in ("charged", "listed", "bound"):
            source = {"charged": "provider", "listed": "row", "bound": PRESUMED}[how]
            drafts.append(spoken(key, cost=paid, source=source, attempt=last))
        elif how == "untold":
            drafts.append(spoken(key, cost=None, source="", attempt=last))
        elif how == "failed":
            drafts.append(
                failed(key, last, final=True, spent=draw(st.booleans()), cost=draw(st.sampled_from([None, 2])))
            )
        elif how == "late":
            drafts.append(failed(key, last, final=True, how="late"))
            if draw(st.booleans()):
                drafts.append(spoken(key, cost=paid, source="provider", attempt=last, late=True))
    end = draw(st.sampled_from([None, verdict(), stopped()]))
    return [*drafts, *([end] if end is not None else [])]


async def kept(store: Store, name: str, drafts: Sequence[Draft], **more: object) -> None:
    """Writes a session down."""
    transcript = SqlTranscript(store)
    lease = (await transcript.open(name, [opened(**more)], HERE)).lease  # type: ignore[arg-type]
    assert lease is not None
    for draft in drafts:
        await transcript.append(lease, [draft])


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.lists(sessions(), min_size=1, max_size=3))
async def test_the_sums_are_those_of_the_sessions_themselves(every: list[list[Draft]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "moot.db", clock=lambda: NOW, durable="normal")
        transcript = SqlTranscript(store)
        for number, drafts in enumerate(every):
            await kept(store, f"session-{number}", drafts)
            fork = Fork(session=f"session-{number}", stage="b")
            origins = [copied(draft, f"session-{number}", at) for at, draft in enumerate(drafts, 2)]
            again = [draft for draft in origins if draft.body.kind not in ("VerdictReached", "SessionStopped")]
            await transcript.open(f"fork-{number}", [opened(fork=fork), *again], HERE)
        figures = sum((each for _, each in await calls_of(store, DAY, VOICES)), UsageFigures())
        states = [state_of(await transcript.read(f"session-{number}")) for number in range(len(every))]
        assert figures.spent == sum(state.cost for state in states)
        flying = sum(price or 0 for state in states for price in state.in_flight.values())
        assert figures.presumed == sum(state.presumed for state in states)
        assert figures.in_flight == flying
        assert figures.read + figures.written == sum(state.usage.input + state.usage.output for state in states)
        assert figures.calls == sum(isinstance(draft.body, SeatAsked) for drafts in every for draft in drafts)
        assert (figures.unknown > 0) == any(not state.cost_known for state in states)
        today = await Register(store).spent_today()
        assert (today.charged, today.presumed, today.reserved) == (
            figures.spent,
            figures.presumed,
            figures.in_flight,
        )
        report = await usage_of(store, DAY, VOICES)
        for rows in (report.days, report.models, report.councils, report.protocols, report.doors):
            assert sum(row.calls for row in rows) == report.total.calls
            assert round(sum(row.charged + row.listed for row in rows) * NANO) == figures.spent
        assert (report.deleted, report.deleted_at_most) == (0, 0)
        await transcript.close()


@pytest.fixture
async def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "moot.db", clock=lambda: NOW, durable="normal")


async def test_who_told_the_price_is_told_apart(store: Store) -> None:
    moves = [
        *(of(asked(f"a/seat-{n}", reserved=100), model="up/small") for n in range(5)),
        of(asked("a/seat-5"), model="up/large"),
        spoken("a/seat-0", cost=7, source="provider"),
        spoken("a/seat-1", cost=5, source="genai-prices"),
        spoken("a/seat-2", cost=None, source=""),
        spoken("a/seat-3", cost=0, source="free"),
        spoken("a/seat-5", cost=None, source=""),
    ]
    await kept(store, "one", moves)
    report = await usage_of(store, DAY, VOICES)
    small, large = report.models
    assert (small.name, large.name) == ("up/small", "up/large")
    assert [round(each * NANO) for each in (small.charged, small.listed, small.at_most)] == [7, 5, 200]
    assert (small.sessions, large.sessions, report.total.sessions) == (1, 1, 1)
    assert (small.calls, small.unknown, small.counted, small.read, small.written) == (5, 0, 1, 40, 28)
    assert (large.charged, large.listed, large.at_most, large.unknown) == (0, 0, 0, 1)
    assert report.total.unknown == 1
    assert [(row.name, row.sessions) for row in report.days] == [("2031-05-04", 1)]
    assert [(each.session, round(each.at_most * NANO)) for each in report.dearest] == [("one", 100)]


async def test_measuring_by_words_on_this_machine_is_no_call(store: Store) -> None:
    moves = [
        of(asked("a/seat-0", reserved=100), model="up/small"),
        spoken("a/seat-0", cost=7, source="provider"),
        of(asked("a/embedder", reserved=0), model="lexical/words"),
        spoken("a/embedder", cost=0, source="free"),
    ]
    await kept(store, "one", moves)
    report = await usage_of(store, DAY, VOICES)
    assert ([row.name for row in report.models], report.total.calls) == (["up/small"], 1)
    assert {group.model for group, _ in await calls_of(store, DAY, VOICES)} == {"up/small"}


async def test_what_deleted_sessions_cost_is_told_beside(store: Store) -> None:
    moves = [of(asked(f"a/seat-{n}", reserved=100), model="up/small") for n in range(2)]
    await kept(store, "one", [*moves, spoken("a/seat-0", cost=7, source="provider"), verdict()])
    await Register(store).delete("one")
    report = await usage_of(store, DAY, VOICES)
    assert report.total.calls == 0
    assert [round(each * NANO) for each in (report.deleted, report.deleted_at_most)] == [7, 100]


@pytest.mark.parametrize(
    ("first", "last", "number", "says"),
    [
        ("yesterday", None, None, "no day"),
        (None, "2031-13-01", None, "no day"),
        ("2031-05-05", "2031-05-04", None, "comes after"),
        ("2029-01-01", "2031-05-04", None, "more than 366"),
        ("2031-05-01", None, 7, "Both"),
        (None, None, 0, "0 days"),
        (None, None, 367, "367 days"),
    ],
)
def test_days_that_make_no_sense_are_refused(
    first: str | None, last: str | None, number: int | None, says: str
) -> None:
    with pytest.raises(BadInput, match=says) as refused:
        usage_days(first, last, number, NOW)
    assert refused.value.remedy


def test_the_table_is_exact_and_no_formula() -> None:
    group = CallGroup(day="2031-05-04", model="up/x", council="=1+1", protocol="debate", door="cli", demo=False)
    figures = UsageFigures(calls=2, read=3, written=4, charged=1_500_000_001, listed=20_000_000)
    head, row = csv.reader(io.StringIO(usage_table([(group, figures)])))
    told = dict(zip(head, row, strict=True))
    assert tuple(head) == COLUMNS
    assert told["council"] == "'=1+1"
    assert (told["charged_usd"], told["by_price_list_usd"], told["at_most_usd"]) == ("1.500000001", "0.02", "0")
