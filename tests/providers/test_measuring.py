"""Test embeddings through an OpenAI-compatible endpoint, and that every failure settles as what it is."""

from __future__ import annotations

import pytest

from moot.demo.provider import DemoProvider
from moot.providers.call_outcome import hear
from moot.providers.openai.embeddings import MOST_BYTES, MOST_TEXTS
from moot.providers.provider import Call, CallLimits, CallMessage
from moot.vocabulary.seats import Price, Seat
from moot.vocabulary.vectors import unpacked
from providers.asking import KEY, QUICK, wire_to
from rig.measuring import MEASURING, vector_of
from rig.script import Asked, Plan
from rig.upstream import Upstream

TEXTS = ("Two and two is four.", "Four is what two and two make.", "Lisbon lies on the Tejo.")
PATIENT = CallLimits(connect=60, first=120, between=60, total=240)
PRICED = Seat(id="embedder", model="up/measurer", price=Price(input=20, output=0, source="row"))


def measuring(texts: tuple[str, ...] = TEXTS, *, limits: CallLimits = PATIENT, seat: Seat = PRICED) -> Call:
    return Call(
        id="call-1",
        key="round.1/embedder",
        seat=seat,
        messages=tuple(CallMessage(role="user", text=text) for text in texts),
        texts=texts,
        max_output=0,
        limits=limits,
    )


@pytest.mark.parametrize("name", sorted(MEASURING))
async def test_every_way_to_measure(name: str) -> None:
    mode = MEASURING[name]
    limits = QUICK if mode.stalls else PATIENT
    async with Upstream(default=Plan(mode=name)) as up:
        wire = wire_to(up.url)
        reply = await hear(wire, measuring(limits=limits))
        await wire.close()
    assert (reply.settled, reply.error) == (mode.settles, mode.error), reply.cause
    assert KEY[:12] not in reply.cause + reply.text
    assert (reply.cost or 0) >= 0
    if reply.settled != "ok":
        assert len(reply.cause) > 8
        assert reply.vectors == ""
        return
    assert reply.text == "3 texts measured in 24 dimensions"
    found = unpacked(reply.vectors, 3)
    if name not in ("whole_numbers", "without_direction"):
        assert found[0] == pytest.approx(vector_of(TEXTS[0]), abs=1e-6)
    assert found[1] == pytest.approx(vector_of(TEXTS[1]), abs=1e-6)
    assert found[2] == pytest.approx(vector_of(TEXTS[2]), abs=1e-6)
    assert reply.usage.estimated == (name in ("without_usage", "no_tokens", "absurd_bill"))
    reckoned = None if reply.usage.estimated else 20 * reply.usage.input
    assert reply.cost == (250_000 if name == "billed" else reckoned)
    assert reply.usage.input > 0
    assert reply.usage.output == 0


async def test_what_is_sent_and_in_which_portions() -> None:
    texts = (*(f"text {number} " + "word " * (number * 40) for number in range(80)), "")
    async with Upstream() as up:
        wire = wire_to(up.url)
        reply = await hear(wire, measuring(texts))
        await wire.close()
        sent = list(up.calls)
    assert reply.settled == "ok"
    assert len(sent) > 3
    assert {asked.path for asked in sent} == {"/v1/embeddings"}
    assert {asked.model for asked in sent} == {"measurer"}
    assert {asked.headers["authorization"] for asked in sent} == {f"Bearer {KEY}"}
    inputs = [asked.body["input"] for asked in sent]
    assert [text for each in inputs for text in each] == [text or " " for text in texts]
    assert all(len(each) <= MOST_TEXTS and len("".join(each)) <= MOST_BYTES for each in inputs)
    assert reply.usage.input == sum(len(text) // 4 + 1 for each in inputs for text in each)
    assert unpacked(reply.vectors, 81)[79] == pytest.approx(vector_of(texts[79]), abs=1e-6)


async def test_a_portion_that_fails_after_another_was_paid_for_counts_as_spent() -> None:
    def script(asked: Asked) -> str | None:
        return "401" if asked.number == 2 else None

    async with Upstream(script) as up:
        wire = wire_to(up.url)
        reply = await hear(wire, measuring(("word " * 8000, "word " * 8000)))
        await wire.close()
    assert (reply.settled, reply.error) == ("error", "auth")
    assert reply.spent


async def test_who_cannot_measure_says_so_and_nothing_is_sent() -> None:
    reply = await hear(DemoProvider(0), measuring(seat=Seat(id="embedder", model="rehearsal/ada")))
    assert (reply.settled, reply.error, reply.spent) == ("error", "unsupported", False)
    assert "rehearsal/ada speaks, and cannot measure texts." in reply.cause
