"""Test that a session's typical cost is computed as documented, and never exceeds its highest."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.floor.summaries import STAGE
from moot.protocols import registry
from moot.sessions.budget.estimate import Estimate, estimate_of
from moot.sessions.budget.typical_cost import Usual, stage_named, typical_price
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.questions import Question
from moot.vocabulary.seats import PRESUMED, Abilities, Price, Roster, Seat

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


def test_every_stage_there_is_stands_in_the_table() -> None:
    table = tomllib.loads(files("moot.sessions.budget").joinpath("typical.toml").read_text("utf-8"))["stages"]
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
