"""Is what a session usually costs reckoned as it says, from where it says, and never above the most?"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.analytics.call_tokens import call_tokens
from moot.floor.summaries import STAGE
from moot.protocols import registry
from moot.providers.provider import Message, Picture
from moot.sessions.money.estimate import Estimate, estimate_of, in_words
from moot.sessions.money.typical import FEWEST, Usual, basis_of, stage_named, typical_price, usual, usual_tokens
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.transcripts.transcript import Draft
from moot.vocabulary import keys
from moot.vocabulary.events import Fork, SeatAsked, SeatSpoke, SessionOpened
from moot.vocabulary.questions import Question
from moot.vocabulary.seats import PRESUMED, Abilities, Price, Roster, Seat
from moot.vocabulary.statements import Usage
from sessions.drafts import copied, draft, verdict

PRICE = Price(input=1_000, output=10_000)
"""A dollar a million tokens read, ten a million written."""
PLAIN = Abilities(max_output=8_192, context=100_000)
THINKS = Abilities(max_output=65_536, context=400_000, reasoning_floor=16_000)


def sitting(*prices: Price | None, question: str = "?" * 400, abilities: Abilities = PLAIN) -> SessionOpened:
    seats = [
        Seat(id=f"seat-{letter}", model=f"lab/{letter}", price=price, abilities=abilities)
        for letter, price in zip("abcdefg", prices, strict=False)
    ]
    chair = Seat(id="chair", model="lab/chair", price=PRICE, abilities=abilities)
    return SessionOpened(
        question=Question(text=question),
        protocol="peer-review",
        stages=("opinions", "review", "synthesis"),
        roster=Roster(seats=tuple(seats), offices=(chair,)),
        seed="seed",
    )


def estimated(opened: SessionOpened, past: dict[tuple[str, str], Usual] | None = None, **options: int) -> Estimate:
    protocol = registry.find(opened.protocol)
    return estimate_of(opened, protocol, protocol.options(**options), past=past)


def made(said: int, written: int, calls: int, *sessions: str) -> Usual:
    return Usual(written=written, said=said, calls=calls, sessions=frozenset(sessions))


@pytest.mark.parametrize(
    ("messages", "tokens"),
    [
        ([Message(role="user", text="x" * 400)], 104),
        ([Message(role="user", text="x" * 401), Message(role="system", text="")], 101 + 4 + 4),
        ([Message(role="user", text="会" * 30)], 34),
        ([Message(role="user", text="я" * 30)], 24),
        ([Message(role="user", text="", pictures=(Picture(media_type="image/png", data=b"p"),))], 1_004),
    ],
)
def test_tokens_of_a_prompt(messages: Sequence[Message], tokens: int) -> None:
    assert usual_tokens(messages) == tokens


def test_a_call_by_hand() -> None:
    assert typical_price(PRICE, 100, 50, 10**12) == 100 * 1_000 + 50 * 10_000
    assert typical_price(PRICE, 100, 50, 5_000) == 5_000, "never above the worst"
    assert typical_price(None, 100, 50, 5_000) is None
    assert typical_price(PRICE, 100, 50, None) is None


def test_a_session_by_hand() -> None:
    """Two plain members and a chair, a question of 100 tokens; 200, 80 and 300 tokens written in sessions here; and
    tasks of 60, 300 and 560 by the table. Seven tokens end the question where a task follows."""
    past = {
        **{(f"lab/{letter}", "opinions"): made(200, 200, 3, "s1", "s2") for letter in "ab"},
        **{(f"lab/{letter}", "review"): made(80, 80, 3, "s1", "s3") for letter in "ab"},
        ("lab/chair", "synthesis"): made(300, 300, 3, "s2"),
    }
    found = estimated(sitting(PRICE, PRICE), past)
    opinions = 2 * ((104 + 60) * 1_000 + 200 * 10_000)
    reads = [planned.reads for planned in registry.find("peer-review").planned(2, _options(), {})]
    review = 2 * ((111 + reads[1] * 200 + 300) * 1_000 + 80 * 10_000)
    synthesis = (111 + reads[2] * 200 + 560) * 1_000 + 300 * 10_000
    assert [each.typical for each in found.stages] == [opinions, review, synthesis]
    assert found.typical == opinions + review + synthesis
    assert found.basis == "from 3 sessions here"


def _options():  # type: ignore[no-untyped-def]
    return registry.find("peer-review").options()


def test_where_it_comes_from_is_said() -> None:
    few = {("lab/a", "opinions"): made(5, 5, FEWEST - 1, "s1")}
    assert estimated(sitting(PRICE, PRICE), few).basis == "from a table"
    some = {("lab/a", "opinions"): made(5, 5, FEWEST, "s1")}
    assert estimated(sitting(PRICE, PRICE), some).basis == "from 1 session here, and from a table"
    assert basis_of([]) == "from a table"


def test_models_that_think_write_more() -> None:
    plain, thinks = (usual(Seat(id="seat-a", model="m", abilities=each), "review", {}) for each in (PLAIN, THINKS))
    assert plain.written == plain.said == thinks.said < thinks.written


def test_every_stage_there_is_stands_in_the_table() -> None:
    table = tomllib.loads(files("moot.sessions.money").joinpath("typical.toml").read_text("utf-8"))["stages"]
    planned = {
        stage_named(each.stage)
        for name in registry.OURS
        for each in registry.find(name).planned(4, registry.find(name).options(), {})
        if each.calls and not each.said
    }
    assert planned | {STAGE} <= set(table)


def test_what_nobody_knows_a_price_for_has_no_typical_price() -> None:
    unknown = estimated(sitting(PRICE, None))
    assert (unknown.typical, unknown.most, unknown.unknown) == (None, None, ("lab/b",))
    guess = Price(input=150_000, output=600_000, source=PRESUMED)
    presumed = estimated(sitting(PRICE, guess))
    assert (presumed.typical, presumed.unknown, presumed.presumed) == (None, ("lab/b",), ("lab/b",))
    assert presumed.most is not None
    assert 0 < presumed.presumed_most < presumed.most
    known = estimated(sitting(PRICE, PRICE))
    assert known.most is not None
    assert presumed.most - presumed.presumed_most < known.most


@pytest.mark.parametrize(
    ("typical", "most", "said"),
    [
        (30_000_000, 410_000_000, "typically $0.03, at most $0.41"),
        (None, 410_000_000, "at most $0.41"),
        (None, None, "price unknown"),
        (0, 0, "free"),
    ],
)
def test_both_are_said(typical: int | None, most: int | None, said: str) -> None:
    assert in_words(typical, most) == said


prices = st.builds(lambda read, written: Price(input=read, output=written), st.integers(0, 99), st.integers(0, 999))
usuals = st.builds(lambda said, more: made(said, said + more, 9, "s1"), st.integers(0, 99_999), st.integers(0, 99_999))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    st.lists(prices, min_size=2, max_size=4),
    st.text(max_size=300),
    usuals,
    st.sampled_from(sorted(registry.OURS)),
    st.sampled_from([PLAIN, THINKS]),
)
def test_typical_is_never_above_the_most(
    sat: list[Price], question: str, known: Usual, name: str, abilities: Abilities
) -> None:
    opened = sitting(*sat, question=question or "?", abilities=abilities)
    protocol = registry.find(name)
    stages = {stage_named(each.stage) for each in protocol.planned(len(sat), protocol.options(), {})}
    past = {(f"lab/{letter}", stage): known for letter in "abcd" for stage in stages}
    found = estimate_of(opened, protocol, protocol.options(), past=past)
    assert found.typical is not None
    assert found.most is not None
    assert found.typical <= found.most
    for stage in found.stages:
        assert stage.typical is not None
        assert stage.typical <= (stage.most or 0)


async def kept(store: Store, name: str, written: int, *, fork: bool = False, scripted: bool = False) -> None:
    """A finished session in which one model spoke once in `opinions`, thinking for ten tokens."""
    transcript = SqlTranscript(store)
    body = sitting(PRICE)
    if scripted:
        seat = Seat(id="seat-a", model="lab/a", scripted=True)
        body = SessionOpened(
            question=body.question, protocol="peer-review", stages=body.stages, roster=Roster(seats=(seat,)), seed="s"
        )
    opened = draft(keys.OPENED, body)
    key = "opinions/seat-a"
    usage = Usage(input=9, output=written, reasoning=10, calls=1)
    spoke = draft(key, SeatSpoke(seat="seat-a", model="a", prompt="p", text="t", settled="ok", usage=usage))
    asked = draft(keys.intent(key, 1), SeatAsked(seat="seat-a", model="lab/a", prompt="p", call=name, attempt=1))
    rest: list[Draft] = [asked, spoke]
    if fork:
        opened = draft(keys.OPENED, _forked(body))
        rest = [asked, copied(spoke, "s1", 3)]
    came = await transcript.open(name, [opened], holder_here("python"))
    assert came.lease is not None
    for each in [*rest, verdict()]:
        await transcript.append(came.lease, [each])


def _forked(body: SessionOpened) -> SessionOpened:
    return SessionOpened(
        question=body.question,
        protocol=body.protocol,
        stages=body.stages,
        roster=body.roster,
        seed="s",
        fork=Fork(session="s1", stage="review"),
    )


async def test_past_sessions_are_medians_of_real_ones(store: Store) -> None:
    for name, written in (("s1", 100), ("s2", 900), ("s3", 300)):
        await kept(store, name, written)
    await kept(store, "rehearsed", 7_000, scripted=True)
    await kept(store, "forked", 8_000, fork=True)
    found = await call_tokens(store, "peer-review", ["lab/a", "lab/nobody"])
    one = made(290, 300, 3, "s1", "s2", "s3")
    assert found == {("lab/a", "opinions"): one, ("", "opinions"): one}, "a model never asked is taken for the others"
    assert await call_tokens(store, "debate", ["lab/a"]) == {}
