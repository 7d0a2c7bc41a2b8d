"""Test the output limit of a call: never above what makers allow, and none where none is needed."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from cases import in_turn
from moot.floor.calls.budget import LEAST_SENT, fewest_tokens, likely_tokens, most_tokens, output_room
from moot.providers.directory import Directory
from moot.providers.models.traits import Traits
from moot.providers.provider import CallMessage
from moot.request import Ask
from moot.sessions.budget.output_limits import CallWave, OutputRange, PendingCall, TieredCalls, fitted
from moot.sessions.opening import SessionOpening
from moot.sessions.runner import Runner, RunnerRules
from moot.transcripts.in_memory import MemoryTranscript
from moot.vocabulary.councils import Council
from moot.vocabulary.seats import Abilities, Price, Seat, Tier
from moot.vocabulary.state import state_of
from rig.upstream import Upstream

ASKED = "Which of two databases should a shop of three people keep its orders in, and why?"
MAKERS = {
    "openai/gpt-5.1": (400_000, 128_000), "openai/gpt-5-mini": (400_000, 128_000), "openai/o3": (200_000, 100_000),
    "openai/o4-mini": (200_000, 100_000), "openai/gpt-4": (8_192, 8_192), "openai/gpt-4-0613": (8_192, 8_192),
    "openai/gpt-4-turbo": (128_000, 4_096), "openai/gpt-4o": (128_000, 16_384), "openai/gpt-3.5-turbo": (16_385, 4_096),
    "google/gemini-2.5-pro": (1_048_576, 65_536), "google/gemini-3-pro-preview": (1_048_576, 65_536),
    "google/gemini-2.0-flash": (1_048_576, 8_192), "anthropic/claude-3-opus-20240229": (200_000, 4_096),
    "anthropic/claude-3-5-haiku-20241022": (200_000, 8_192), "anthropic/claude-opus-4-1": (200_000, 32_000),
    "anthropic/claude-opus-4-5": (200_000, 64_000), "openrouter/anthropic/claude-3-haiku": (200_000, 4_096),
}  # fmt: skip
"""Tokens of context and of output, as the makers' documentation states them."""


@in_turn("model", MAKERS)
@in_turn("size", [80, 2_000, 20_000])
@in_turn("wanted", [None, 500, 10_000_000])
def test_no_limit_is_above_what_the_maker_allows(model: str, size: int, wanted: int | None) -> None:
    context, most = MAKERS[model]
    seat = Seat(id="seat-a", model=model, abilities=Traits().abilities_of(model), max_output=wanted)
    messages = (CallMessage(role="user", text="a few words " * (size // 12)),)
    room = output_room(seat, messages)
    assert LEAST_SENT <= room <= most
    assert room + size // 4 <= context  # such words are four characters a token
    if wanted == 500:
        assert room == min(seat.abilities.max_output, 500 + seat.abilities.reasoning_floor)
    elif size < 1000:
        assert room >= min(most // 2, 4_096), "room that the model has is left unused"


texts = st.text(st.characters(codec="utf-8"), max_size=400) | st.text("abc \n", max_size=4000)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(texts, max_size=3), st.integers(16, 20_000), st.integers(16, 20_000), st.integers(0, 5_000),
    st.none() | st.integers(1, 30_000),
)  # fmt: skip
def test_room_lies_within_the_maximum_and_beside_the_prompt(
    parts: list[str], context: int, most: int, floor: int, wanted: int | None
) -> None:
    messages = tuple(CallMessage(role="user", text=text) for text in parts)
    able = Abilities(context=context, max_output=most, reasoning_floor=floor)
    room = output_room(Seat(id="seat-a", model="x/y", abilities=able, max_output=wanted), messages)
    assert fewest_tokens(messages) <= likely_tokens(messages) <= most_tokens(messages)
    assert 1 <= room <= most
    if wanted is not None:
        assert room <= wanted + floor
    assert room <= max(context - likely_tokens(messages), LEAST_SENT), (
        "the prompt, as it is likely to be, is in the way"
    )
    surely = context - most_tokens(messages)
    if surely >= LEAST_SENT:
        assert room >= min(surely, most, wanted + floor if wanted is not None else most)


async def test_a_prompt_that_surely_does_not_fit_is_not_sent(tmp_path: Path) -> None:
    async with Upstream() as upstream:
        directory = Directory(tmp_path, {})
        directory.endpoints.add("up", {"url": upstream.url, "private": True})
        directory.reload()
        runner = Runner(MemoryTranscript(), directory, RunnerRules(door="python"))
        council = Council(members=("up/gpt-4", "up/gpt-5", "up/o3"), chair="up/gpt-5", protocol="peer-review")
        session = await runner.convene(SessionOpening(ask=Ask(question="word " * 9_000, council=council, seed="x")))
        await runner.ended(session)
        state = state_of(await runner.transcript.read(session))
        assert "up/gpt-4 reads 8,191" in state.moves["opinions/seat-a"].cause
        assert not any(call.model == "gpt-4" for call in upstream.calls)
        assert state.status == "verdict"
        await runner.close()
        await directory.close()


def priced(read: int, written: int, longer: list[tuple[int, int, int]], call: int) -> Price:
    """A price whose tiers cost more the longer the prompt is."""
    short = Price(input=read, output=written, call=call or UNSET)
    tiers = []
    for above, more_read, more_written in sorted(longer):
        read, written = read + more_read, written + more_written
        tiers.append(Tier(above=above, input=read, output=written))
    return replace(short, tiers=tuple(tiers) or UNSET)


prices = st.builds(
    priced,
    st.integers(0, 30_000),
    st.integers(0, 150_000),
    st.lists(
        st.tuples(st.integers(0, 50_000), st.integers(0, 20_000), st.integers(0, 90_000)),
        max_size=3,
        unique_by=lambda tier: tier[0],
    ),
    st.integers(0, 10**7),
)
spans = st.tuples(st.integers(0, 4_000), st.integers(0, 12_000)).map(lambda two: OutputRange(min(two), max(two)))
calls = st.builds(
    lambda span, price, prompt, floor, read: PendingCall(
        span=span, price=price, most=prompt, likely=-(-prompt // 3), beside=price.beside(0),
        floor=min(floor, span.least), read=read,
    ),
    spans, prices, st.integers(0, 40_000), st.integers(0, 4_096), st.booleans(),
)  # fmt: skip
tiered = st.builds(
    lambda calls, price, most, room, spared, reads: TieredCalls(
        calls=calls, price=price, most=most, likely=most // 3, room=room, spared=min(spared, room), reads=reads,
        beside=price.beside(0),
    ),
    st.integers(1, 3), prices, st.integers(0, 40_000), st.integers(0, 4_000), st.integers(0, 4_000), st.integers(0, 5),
)  # fmt: skip
waves_ahead = st.builds(
    lambda worst, spared, byte, tiered: CallWave(
        calls=1, worst=worst, likely=max(0, worst - spared), byte=byte, tiered=tuple(tiered)
    ),
    st.integers(0, 10**9), st.integers(0, 10**9), st.integers(0, 60_000), st.lists(tiered, max_size=2),
)  # fmt: skip


def charged(price: Price, prompt: int, written: int) -> int:
    """A bill, by a list read from its dearest end: an oracle for what code reckons otherwise."""
    read, out = price.input, price.output
    for tier in sorted(price.tiers or (), key=lambda tier: -tier.above):
        if prompt > tier.above:
            read, out = tier.input, tier.output
            break
    return prompt * read + written * out + (price.call or 0)


@settings(max_examples=300, deadline=None)
@given(st.lists(calls, min_size=1, max_size=5), st.lists(waves_ahead, max_size=4), st.integers(0, 10**10))
def test_what_is_fitted_fits_and_leaves_money_for_what_lies_ahead(
    asking: list[PendingCall], ahead: list[CallWave], free: int
) -> None:
    fit = fitted(asking, ahead, free, shown=200, longest=24_000)
    again = fitted(asking, ahead, fit.needs, shown=200, longest=24_000)
    assert again.fits, "the figure that is named is enough"
    assert again.needs == fit.needs
    assert fit.fits == (free >= fit.needs)
    for room, one in zip(fit.rooms, asking, strict=True):
        assert one.span.least <= room <= one.span.wanted
    if not fit.fits:
        assert fit.rooms == tuple(one.span.least for one in asking)
        return
    worst = sum(charged(one.price, one.most, room) for room, one in zip(fit.rooms, asking, strict=True))
    assert worst <= free, "its worst price does not fit"
    # What lies ahead, reckoned wave by wave: each must start beside what those before are likely to have cost.
    answer = max((room - one.floor for room, one in zip(fit.rooms, asking, strict=True) if one.read), default=0)
    shown = min(24_000, max(200, 5 * answer))
    prompts = sum(charged(one.price, one.likely, 0) for one in asking)
    said = sum(charged(one.price, one.likely, room) for room, one in zip(fit.rooms, asking, strict=True)) - prompts
    thought = sum(charged(one.price, one.likely, one.floor // 2) for one in asking) - prompts
    spent = prompts + max(0, said - thought)
    for wave in ahead:
        longer = [
            (each, each.most + each.reads * shown, each.likely + -(-each.reads * shown // 3)) for each in wave.tiered
        ]
        dearest = sum(each.calls * charged(each.price, most, each.room) for each, most, _ in longer)
        assert spent + wave.worst + shown * wave.byte + dearest <= free
        usual = sum(each.calls * charged(each.price, likely, each.room - each.spared) for each, _, likely in longer)
        spent += wave.likely + -(-shown * wave.byte // 3) + usual
    richer = fitted(asking, ahead, 2 * free, shown=200, longest=24_000)
    assert all(more >= less for more, less in zip(richer.rooms, fit.rooms, strict=True))
