"""Test that as much of a conversation is sent as fits every reader, and that the rest is accounted for."""

from __future__ import annotations

from random import Random

import pytest

from moot.errors import TooLarge
from moot.floor.earlier_turns import (
    MOST_HISTORY,
    EarlierTurns,
    carrying,
    room_for,
    tokens_in,
    weight_of,
)
from moot.vocabulary.questions import Turn
from moot.vocabulary.seats import Abilities, Roster, Seat


def roster(*contexts: int, chair: int = 200_000, people: int = 0) -> Roster:
    seats = tuple(
        Seat(id=f"seat-{n}", model=f"lab/m{size}", abilities=Abilities(context=size)) for n, size in enumerate(contexts)
    )
    persons = tuple(Seat(id=f"seat-p{n}", model="person", person=True) for n in range(people))
    offices = (
        Seat(id="chair", model="lab/chair", abilities=Abilities(context=chair)),
        Seat(id="embedder", model="lexical/words", abilities=Abilities(context=10)),
    )
    return Roster(seats=(*seats, *persons), offices=offices)


def turns(*sizes: int) -> tuple[Turn, ...]:
    return tuple(Turn(question="q" * (size // 2), answer="a" * (size - size // 2)) for size in sizes)


def test_the_smallest_reader_decides_and_the_rest_is_summarised_and_said() -> None:
    said = turns(60_000, 2_000, 2_000)
    got = carrying(EarlierTurns(turns=said), roster(200_000, 32_000, 8_192, people=1), 100)
    assert got.history == said, "the chair needs the words it summarises"
    assert got.carried is not None
    assert (got.carried.before, got.carried.summarise) == (0, 1)
    assert (
        "Of 3 earlier turns the first goes along as a summary by the chair; the last 2 go along whole." in got.notes[0]
    )
    assert "lab/m8192 reads 8,192" in got.notes[0]


def test_more_than_can_be_kept_is_refused_with_a_way_on() -> None:
    said = turns(*[MOST_HISTORY // 8 + 1_000] * 8)
    with pytest.raises(TooLarge, match="Begin a new one"):
        carrying(EarlierTurns(turns=said), roster(200_000), 10)


def test_what_goes_along_always_fits_and_every_turn_is_accounted_for() -> None:
    chance = Random("carrying")
    for _ in range(500):
        said = turns(*[int(10 ** chance.uniform(1, 5)) for _ in range(chance.randint(1, 12))])
        contexts = [chance.choice([4_096, 8_192, 32_768, 131_072, 1_000_000]) for _ in range(chance.randint(1, 4))]
        council = roster(*contexts, chair=chance.choice(contexts))
        covers = chance.randint(0, len(said))
        summary = "s" * chance.randint(1, 3_000) if covers else ""
        asked = int(10 ** chance.uniform(1, 4))
        got = carrying(EarlierTurns(turns=said, covers=covers, summary=summary), council, asked)
        _, room = room_for(council, asked)
        every = sum(weight_of(turn, {}) for turn in said)
        if every <= room:
            assert (got.history, got.carried) == (said, None)
            continue
        assert got.carried is not None
        assert got.carried.before + len(got.history) == len(said)
        whole = got.history[got.carried.summarise :]
        held = tokens_in(got.carried.summary) if not got.carried.summarise else got.carried.room // 3
        assert held + sum(weight_of(turn, {}) for turn in whole) <= room
        if got.carried.summarise:
            most = next(n for n in range(len(said) + 1) if n == len(got.history) or sum(
                weight_of(turn, {}) for turn in got.history[len(got.history) - n - 1 :]) > room // 2)  # fmt: skip
            assert len(whole) == min(most, len(got.history) - 1)
