"""Test the rule for default members on the lists of real services, and that every choice is explained."""

from __future__ import annotations

import itertools

import pytest

from moot.library.default_models import SeatCandidate, chosen, families, same_model, successor
from world.offers.catalogue import listed

ROUTER = [
    SeatCandidate(
        model=f"openrouter/{row['id']}",
        read=float(row["pricing"]["prompt"]) * 1e6,
        written=float(row["pricing"]["completion"]) * 1e6,
        context=row.get("context_length"),
        leaves=bool(row.get("expiration_date")),
    )
    for row in listed("openrouter")["data"]
]


def names(*short: str, **more: object) -> list[SeatCandidate]:
    return [SeatCandidate(model=f"lab/{each}", **more) for each in short]  # type: ignore[arg-type]


def test_of_a_router_s_four_hundred_the_first_are_of_different_makers_within_the_bounds() -> None:
    assert len(ROUTER) == 400
    models = chosen(ROUTER, 8).models
    assert len({model.split("/")[1] for model in models}) == 8
    known = {each.model: each for each in ROUTER}
    for model in models:
        assert (known[model].read or 0) <= families().most_read
        assert (known[model].written or 0) <= families().most_written
        assert not known[model].leaves


def test_of_one_maker_another_size_goes_before_an_older_version() -> None:
    models = chosen(names("gpt-5.4-mini", "gpt-5-mini", "gpt-4.1-mini"), 3).models
    assert models == ("lab/gpt-5.4-mini", "lab/gpt-4.1-mini", "lab/gpt-5-mini")


@pytest.mark.parametrize(
    "other",
    ["text-embedding-3-small", "whisper-1", "gpt-image-1", "omni-moderation-latest", "tts-1", "gpt-audio-mini",
     "llama-guard-4-12b", "sora-2", "nomic-embed-text:latest", "rerank-v3.5", "gpt-realtime"],
)  # fmt: skip
def test_models_of_other_work_never_sit(other: str) -> None:
    assert chosen(names(other, "mistral-small"), 5).models == ("lab/mistral-small",)


def test_snapshots_sit_only_where_the_plain_name_is_not_offered() -> None:
    assert chosen(names("gpt-5-mini", "gpt-5-mini-2025-08-07"), 5).models == ("lab/gpt-5-mini",)
    assert chosen(names("claude-haiku-4-5-20251001"), 5).models == ("lab/claude-haiku-4-5-20251001",)


def test_memory_bounds_what_runs_here_and_price_what_does_not() -> None:
    here = names("llama3.3:70b", "qwen3:8b", here=True, read=0.0, written=0.0)
    assert chosen(here, 5, memory=16).models == ("lab/qwen3:8b",)
    assert set(chosen(here, 5, memory=256).models) == {"lab/llama3.3:70b", "lab/qwen3:8b"}
    dear = names("gpt-9-mini", read=100.0, written=500.0)
    choice = chosen(dear, 5)
    assert choice.models == ("lab/gpt-9-mini",)
    assert any("cheapest" in note for note in choice.notes)


def test_a_model_that_alone_is_cheap_enough_is_joined_by_the_cheapest_others_unless_it_is_free() -> None:
    dear = [
        SeatCandidate(model=f"lab/{name}", read=9.0, written=price)
        for name, price in {"a": 30, "b": 10, "c": 20}.items()
    ]
    joined = chosen([*dear, SeatCandidate(model="lab/d", read=1.0, written=5.0)], 5)
    assert set(joined.models) == {"lab/d", "lab/b", "lab/c"}
    assert any(note.startswith("All models but lab/d cost more than $1.50") for note in joined.notes)
    unpriced = chosen([*dear, SeatCandidate(model="lab/d")], 5)
    assert set(unpriced.models) == {"lab/d", "lab/b", "lab/c"}
    free = chosen([*dear, SeatCandidate(model="lab/d", read=0.0, written=0.0)], 5)
    assert free.models == ("lab/d",)
    assert any(note.startswith("3 of 4 models do not sit: they cost more than $1.50") for note in free.notes)


def test_of_four_models_two_are_cheap_enough_and_the_reason_is_told() -> None:
    dear = names("a", "b", read=9.0, written=30.0)
    choice = chosen([*dear, *names("c", "d", read=1.0, written=5.0)], 5)
    assert set(choice.models) == {"lab/c", "lab/d"}
    told = "2 of 4 models do not sit: they cost more than $1.50 for a million tokens read or $6.00 written."
    assert told in choice.notes


def test_names_that_mean_one_model() -> None:
    for one, other in (
        ("claude-haiku-4-5", "claude-haiku-4-5-20251001"),
        ("grok-4", "grok-4-0709"),
        ("qwen3", "qwen3:latest"),
    ):
        assert same_model(one, other)
        assert same_model(other, one)
    for one, other in itertools.permutations(("gpt-5", "gpt-5-mini", "gpt-5.1"), 2):
        assert not same_model(one, other)


def test_a_successor_is_the_newest_of_family_and_size() -> None:
    offered = ["r/openai/gpt-5.4-mini", "r/openai/gpt-5-mini", "r/openai/gpt-5.4", "r/openai/gpt-5.4-mini:free"]
    assert successor("r/openai/gpt-4.2-mini", offered) == "r/openai/gpt-5.4-mini"
    assert successor("r/nobody/alone", offered) is None


def test_who_is_dated_or_of_unknown_price_sits_last_and_is_named() -> None:
    """Two makers' own services: one lists few plain names, dated ones beside them, and one nobody knows a price for."""
    priced = {"read": 1.0, "written": 5.0}
    both = [
        SeatCandidate(model="anthropic/claude-haiku-5-5", **priced),
        SeatCandidate(model="anthropic/claude-3-5-haiku-20241022", **priced),
        SeatCandidate(model="anthropic/claude-opus-5-fast"),
        *(SeatCandidate(model=f"openai/{each}", **priced) for each in ("gpt-5.4-mini", "gpt-5.6-luna", "gpt-4.1-mini")),
    ]
    four = chosen(both, 4)
    assert set(four.models) == {
        "anthropic/claude-haiku-5-5", "openai/gpt-5.4-mini", "openai/gpt-5.6-luna", "openai/gpt-4.1-mini",
    }  # fmt: skip
    assert four.notes == ()
    six = chosen(both, 6)
    assert set(six.models[4:]) == {"anthropic/claude-3-5-haiku-20241022", "anthropic/claude-opus-5-fast"}
    told = " ".join(six.notes)
    assert "claude-3-5-haiku-20241022 is dated" in told
    assert "nobody knows the price of anthropic/claude-opus" in told
    alone = chosen([SeatCandidate(model=f"lab/{each}") for each in ("claude-haiku-5-5", "gpt-5.4-mini")], 4)
    assert len(alone.models) == 2
    assert "Nobody knows their prices." in alone.notes


def test_a_model_with_little_room_sits_last_and_is_named() -> None:
    sizes = (("a-7b", 1_024), ("b-7b", 8_192), ("c-7b", 2_048), ("d-7b", None))
    three = chosen([SeatCandidate(model=f"lab/{name}", context=context) for name, context in sizes], 3)
    assert "lab/a-7b" not in three.models
    assert "1,024" not in " ".join(three.notes)
    four = chosen([SeatCandidate(model=f"lab/{name}", context=context) for name, context in sizes], 4)
    assert four.models[-1] == "lab/a-7b"
    assert [note for note in four.notes if "1,024 tokens" in note and "lab/a-7b" in note]
