"""Does as much of a conversation go along as fits everybody who reads it, and is everything else accounted for?"""

from __future__ import annotations

from random import Random

import pytest

from moot.errors import TooLarge
from moot.floor.earlier_turns import (
    MOST_HISTORY,
    Earlier,
    carrying,
    room_for,
    tokens_in,
    weight_of,
)
from moot.vocabulary.questions import Attachment, Turn
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


def test_a_long_first_question_is_carried_whole_where_it_fits() -> None:
    said = turns(60_000, 2_000, 2_000)
    got = carrying(Earlier(turns=said), roster(200_000, 128_000), 100)
    assert got.history == said
    assert got.carried is None
    assert got.notes == ()


def test_the_smallest_reader_decides_and_the_rest_is_summarised_and_said() -> None:
    said = turns(60_000, 2_000, 2_000)
    got = carrying(Earlier(turns=said), roster(200_000, 32_000, 8_192, people=1), 100)
    assert got.history == said, "the chair needs the words it summarises"
    assert got.carried is not None
    assert (got.carried.before, got.carried.summarise) == (0, 1)
    assert (
        "Of 3 earlier turns the first goes along as a summary by the chair; the last 2 go along whole." in got.notes[0]
    )
    assert "lab/m8192 reads 8,192" in got.notes[0]


def test_a_person_and_whoever_measures_texts_decide_nothing() -> None:
    reader, room = room_for(roster(64_000, people=2), 1_000)
    assert reader is not None
    assert (reader.model, room) == ("lab/m64000", 31_000)


def test_who_cannot_even_hold_the_question_decides_nothing_for_the_others_and_is_named() -> None:
    got = carrying(Earlier(turns=turns(9_000)), roster(200_000, 8_192), 20_000)
    assert got.carried is None
    assert got.history
    assert "more than half of what lab/m8192 reads" in got.notes[0]


def test_a_summary_is_taken_over_until_what_came_since_does_not_fit() -> None:
    said = turns(60_000, 3_000, 3_000)
    earlier = Earlier(turns=said, covers=1, summary="It was about owls.", source="s1")
    got = carrying(earlier, roster(8_192), 50)
    assert got.carried is not None
    assert (got.carried.before, got.carried.summarise, got.carried.source) == (1, 0, "s1")
    assert got.history == said[1:]
    assert "an earlier session; the last 2 go along whole" in got.notes[0]
    more = carrying(Earlier(turns=(*said, *turns(8_000)), covers=1, summary="It was about owls."), roster(8_192), 50)
    assert more.carried is not None
    assert more.carried.before == 1
    assert more.carried.summarise >= 1
    assert len(more.history) == 3, "only what is new is written down once more"


def test_a_council_with_more_room_reads_the_words_again() -> None:
    said = turns(60_000, 3_000)
    got = carrying(Earlier(turns=said, covers=1, summary="It was about owls."), roster(200_000), 50)
    assert got.history == said
    assert got.carried is None


def test_texts_are_cut_for_a_chair_that_cannot_read_them_all() -> None:
    said = turns(400_000, 900)
    got = carrying(Earlier(turns=said), roster(8_192, chair=8_192), 50)
    assert got.carried is not None
    most = got.carried.longest
    read = sum(min(len(text), most) for t in said[: got.carried.summarise] for text in (t.question, t.answer))
    assert 0 < read <= 8_192 // 2 * 3
    assert f"first {most:,} bytes" in got.notes[0]


def test_files_of_earlier_turns_are_measured_with_them() -> None:
    file = Attachment(name="a.pdf", media_type="application/pdf", digest="d", size=5, text_digest="t")
    picture = Attachment(name="a.png", media_type="image/png", digest="p", size=5)
    turn = Turn(question="q", answer="a", attachments=(file, picture))
    bare = weight_of(Turn(question="q", answer="a"), {})
    assert weight_of(turn, {"t": 10_000}) == bare + 10_000 + 16 + 2_000 + 16


def test_more_than_can_be_kept_is_refused_with_a_way_on() -> None:
    said = turns(*[MOST_HISTORY // 8 + 1_000] * 8)
    with pytest.raises(TooLarge, match="Begin a new one"):
        carrying(Earlier(turns=said), roster(200_000), 10)


def test_what_goes_along_always_fits_and_every_turn_is_accounted_for() -> None:
    chance = Random("carrying")
    for _ in range(500):
        said = turns(*[int(10 ** chance.uniform(1, 5)) for _ in range(chance.randint(1, 12))])
        contexts = [chance.choice([4_096, 8_192, 32_768, 131_072, 1_000_000]) for _ in range(chance.randint(1, 4))]
        council = roster(*contexts, chair=chance.choice(contexts))
        covers = chance.randint(0, len(said))
        summary = "s" * chance.randint(1, 3_000) if covers else ""
        asked = int(10 ** chance.uniform(1, 4))
        got = carrying(Earlier(turns=said, covers=covers, summary=summary), council, asked)
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
