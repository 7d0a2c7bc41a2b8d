"""Test that every end of a stream becomes exactly one settlement, with a cause in words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec.structs import replace

from moot.egress.api_keys import Secret
from moot.errors import CallFailed
from moot.providers.call_outcome import hear
from moot.providers.provider import (
    Call,
    CallLimits,
    CallReport,
    Piece,
    PromptProgress,
    Provider,
    StreamEnd,
    Text,
    ThinkingText,
)
from moot.vocabulary.seats import Price
from moot.vocabulary.statements import SETTLEMENTS, Usage
from providers.asking import KEY, call_of
from rig.faults.idle_clock import held_by_idle_clock

SHORT = CallLimits(first=0.15, between=0.1, total=0.4)


class Said(Provider):
    """Yields what it is given; an exception among the pieces is raised, a number is waited."""

    def __init__(self, *pieces: Any) -> None:
        self.pieces = pieces
        self.closed = False

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        try:
            for piece in self.pieces:
                if isinstance(piece, BaseException):
                    raise piece
                if isinstance(piece, int | float):
                    await asyncio.sleep(piece)
                else:
                    yield piece
        finally:
            self.closed = True


OK = StreamEnd("ok", "stop")
ENDINGS: list[tuple[str, tuple[Any, ...], str, str]] = [
    ("words", (Text("four"), OK), "ok", ""),
    ("cut by length", (Text("fo"), StreamEnd("truncated", "length")), "truncated", ""),
    ("refused", (Text("no"), StreamEnd("refused", "content_filter")), "refused", ""),
    ("refused without words", (StreamEnd("refused", ""),), "refused", ""),
    ("nothing", (OK,), "empty", ""),
    ("spaces", (Text(" \n\u2003"), OK), "empty", ""),
    ("thoughts only", (ThinkingText("hm"), OK), "empty", ""),
    ("tags only", (Text("<think>hm</think>"), OK), "empty", ""),
    ("all thinking, cut", (ThinkingText("hm"), StreamEnd("truncated", "length")), "empty", ""),
    ("no end", (Text("four"),), "incomplete", ""),
    ("nothing at all", (), "incomplete", ""),
    ("silence", (5,), "timeout", ""),
    ("a stall", (Text("a"), 5), "timeout", ""),
    ("a drip", tuple(x for _ in range(40) for x in (Text("a"), 0.05)), "timeout", ""),
    ("a failure", (CallFailed("malformed", "not an answer"),), "malformed", ""),
    ("a failure without words", (CallFailed("error", ""),), "error", "unknown"),
    ("an unheard-of settlement", (CallFailed("odd", "what"),), "error", "internal"),
    ("a failure that says ok", (CallFailed("ok", "what"),), "error", "internal"),
    ("an exception", (Text("a"), ZeroDivisionError("by zero")), "error", "internal"),
    ("an exception without words", (TimeoutError(),), "error", "internal"),
    ("recursion", (RecursionError("deep"),), "error", "internal"),
    ("its own cancellation", (asyncio.CancelledError(),), "error", "internal"),
    ("no piece", ("words",), "error", "internal"),
    ("an odd end", (Text("a"), StreamEnd("malformed", "x")), "error", "internal"),
    ("too many bytes", tuple(Text("x" * 1000) for _ in range(30)), "error", "too_large"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "pieces", "settled", "error"), ENDINGS, ids=[each[0] for each in ENDINGS])
async def test_settles_as_one_of_nine(name: str, pieces: tuple[Any, ...], settled: str, error: str) -> None:
    provider = Said(*pieces)
    limits = CallLimits(first=0.15, between=0.1, total=0.4, most_bytes=20_000)
    reply = await hear(provider, call_of(limits=limits))
    assert (reply.settled, reply.error) == (settled, error), reply.cause
    assert reply.settled in SETTLEMENTS
    assert bool(reply.cause.strip()) == (settled not in ("ok", "truncated"))
    assert provider.closed or not pieces
    assert asyncio.current_task().cancelling() == 0  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("pieces", "limits", "least", "most"),
    [
        ((Text("a"), 9), CallLimits(first=9, between=0.2, total=9), 0.2, 0.6),
        ((9,), CallLimits(first=0.3, between=9, total=9), 0.3, 0.7),
        ((9,), CallLimits(first=9, between=9, total=0.3), 0.3, 0.7),
        ((Text("a"), 0.2, Text("b"), 0.2, Text("c"), 9), CallLimits(first=0.1, between=0.3, total=9), 0.7, 1.1),
        # Who reads a long prompt is not silent, however long that takes in all; who stops in the middle of it is.
        (
            (0.2, PromptProgress(), 0.2, PromptProgress(), 0.2, PromptProgress(), 9),
            CallLimits(first=0.3, between=9, total=9),
            0.9,
            1.3,
        ),
        (
            tuple(each for _ in range(50) for each in (0.1, PromptProgress())),
            CallLimits(first=0.3, between=9, total=0.5),
            0.5,
            0.9,
        ),
    ],
)
def test_each_deadline_is_kept(pieces: tuple[Any, ...], limits: CallLimits, least: float, most: float) -> None:
    async def took() -> float:
        began = asyncio.get_running_loop().time()
        assert (await hear(Said(*pieces), call_of(limits=limits))).settled == "timeout"
        return asyncio.get_running_loop().time() - began

    assert least - 0.01 <= held_by_idle_clock(took()) <= most


async def test_text_before_a_failure_is_kept_as_evidence() -> None:
    reply = await hear(Said(Text("half an ans"), CallFailed("error", "upstream died", error="server")), call_of())
    assert (reply.text, reply.spent, reply.usage.estimated) == ("half an ans", True, True)


async def test_outer_cancellation_passes_and_closes_the_stream() -> None:
    provider = Said(Text("a"), 30)
    task = asyncio.ensure_future(hear(provider, call_of(limits=CallLimits())))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert provider.closed


async def test_an_outer_timeout_is_not_taken_for_ours() -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await hear(Said(30), call_of(limits=CallLimits()))


async def test_a_provider_that_swallows_cancellation_is_still_ended() -> None:
    class Stubborn(Provider):
        async def stream(self, call: Call) -> AsyncIterator[Piece]:
            for _ in range(3):
                try:
                    await asyncio.sleep(30)
                except asyncio.CancelledError:
                    continue
            yield Text("late")

    reply = await asyncio.wait_for(hear(Stubborn(), call_of(limits=SHORT)), 120)
    assert reply.settled == "timeout"
    await asyncio.sleep(0)


async def test_a_provider_that_never_waits_is_ended_by_the_clock() -> None:
    ticks = iter(range(10_000))

    class Endless(Provider):
        async def stream(self, call: Call) -> AsyncIterator[Piece]:
            while True:
                yield Text("word ")

    reply = await hear(Endless(), call_of(limits=CallLimits(total=50)), now=lambda: float(next(ticks)))
    assert reply.settled == "timeout"


async def test_a_viewer_that_fails_costs_no_answer() -> None:
    def broken(text: str, thought: bool) -> None:
        raise RuntimeError("the page is gone")

    reply = await hear(Said(Text("fo"), Text("ur"), OK), call_of(), broken)
    assert (reply.settled, reply.text) == ("ok", "four")


async def test_words_and_thoughts_are_told_apart_while_they_arrive() -> None:
    told: list[tuple[str, bool]] = []
    pieces = [Text("<thi"), Text("nk>se"), Text("cret</th"), Text("ink>\n"), ThinkingText("more"), Text("four"), OK]
    reply = await hear(Said(*pieces), call_of(), lambda text, thought: told.append((text, thought)))
    assert reply.text == "four"
    assert reply.reasoning == "secretmore"
    assert "".join(text for text, thought in told if not thought) == "four"


SANE = Usage(input=3, output=4, cached=1, reasoning=2, calls=1)


@pytest.mark.parametrize(
    ("usage", "kept"),
    [
        (SANE, True),
        (Usage(input=-1, output=4), False),
        (Usage(input=float("nan"), output=4), False),  # type: ignore[arg-type]
        (Usage(input=10**12, output=4), False),
        (Usage(input=True, output=4), False),
        (None, False),
    ],
)
async def test_usage_is_taken_only_when_sane(usage: Usage | None, kept: bool) -> None:
    reply = await hear(Said(CallReport(usage=usage), Text("x" * 8), OK), call_of("y" * 12))
    assert reply.usage.estimated is not kept
    assert reply.usage == (SANE if kept else Usage(input=3, output=2, calls=1, estimated=True))


@pytest.mark.parametrize("cost", [-1, 10**13, 0.5, float("nan")])
async def test_an_impossible_bill_is_no_bill(cost: Any) -> None:
    reply = await hear(Said(CallReport(cost=cost), Text("x"), OK), call_of())
    assert (reply.cost, reply.cost_source) == (None, "")


@pytest.mark.parametrize("text", ["a\x00b", "a\ud800b", "\ud83d\ude00"])
async def test_text_can_be_stored(text: str) -> None:
    reply = await hear(Said(Text(text), OK), call_of())
    assert "\0" not in reply.text
    reply.text.encode()


PRICE = Price(input=2, output=10, source="row")
BILL = Usage(input=3, output=4, calls=1)


@pytest.mark.parametrize(
    ("pieces", "price", "cost"),
    [
        ((CallReport(usage=BILL), Text("x"), OK), PRICE, 46),
        ((CallReport(usage=BILL), ThinkingText("x"), OK), PRICE, 46),
        ((CallReport(cost=7), Text("x"), CallFailed("incomplete", "cut", spent=True)), PRICE, 7),
        ((CallFailed("error", "no", error="rate"),), PRICE, 0),
        ((Text("x"), OK), PRICE, None),
        ((Text("x"), CallFailed("incomplete", "cut", spent=True)), PRICE, None),
        ((CallReport(usage=BILL), Text("x"), CallFailed("incomplete", "cut", spent=True)), PRICE, None),
        ((9,), PRICE, None),
        ((Text("x"), 9), PRICE, None),
        ((Text("x"), OK), Price(input=0, output=0, source="local"), 0),
        ((Text("x"), CallFailed("incomplete", "cut", spent=True)), Price(input=0, output=0, source="local"), 0),
        ((CallReport(usage=BILL), Text("x"), OK), None, None),
        ((CallReport(usage=Usage(calls=1)), Text("x"), OK), PRICE, None),
        ((CallReport(usage=Usage(input=3, calls=1)), Text("x"), OK), PRICE, None),
    ],
)
async def test_what_nobody_billed_has_no_price(pieces: tuple[Any, ...], price: Price | None, cost: int | None) -> None:
    """A price is reckoned from the tokens of a whole answer alone: those of one that was cut, or that were never told,
    may be fewer than are billed."""
    call = call_of("y" * 12, limits=CallLimits(first=0.1, between=0.1, total=0.3))
    reply = await hear(Said(*pieces), replace(call, seat=replace(call.seat, price=price)))
    assert reply.cost == cost, reply
    assert bool(reply.cost_source) == (cost is not None)


async def test_secrets_are_taken_out_of_every_cause() -> None:
    secret = Secret(KEY)
    reply = await hear(Said(ValueError(f"header Authorization: Bearer {secret.reveal()} was wrong")), call_of())
    assert KEY[:12] not in reply.cause
    assert "ValueError" in reply.cause
