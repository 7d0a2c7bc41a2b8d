"""Test that a map places answers by their vectors, and states what it does not show."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from moot.analytics.answer_map import answers_in, caution_of, map_of
from moot.errors import BadInput
from moot.providers.embedding.lexical import vector_of
from moot.stats.vectors.projection import projected
from moot.vocabulary.maps import AnswerMap
from moot.vocabulary.vectors import Vectors, vectors_in

from .measured_sessions import SAYS, measured_session


async def test_every_measured_answer_is_a_mark_in_the_order_of_rounds_and_seats() -> None:
    events = await measured_session()
    found = map_of(events, vectors_in(events))
    assert [mark.key for mark in found.marks] == list(SAYS)
    assert [mark.number for mark in found.marks] == list(range(1, 9))
    assert [mark.model for mark in found.marks] == [f"fake/{letter}" for letter in "abcdabcd"]
    assert [(each.stage, each.answers) for each in found.rounds] == [("round.1", 4), ("round.2", 4)]
    assert (found.method, found.embedder, found.dimensions, found.here) == ("pca", "lexical/words", 512, False)
    spots = projected([vectors_in(events)[0].rows[place] for place in range(4)]).spots
    assert len(spots) == 4
    assert found == map_of(events, vectors_in(events))
    assert msgspec.json.decode(msgspec.json.encode(found), type=AnswerMap) == found


async def test_those_who_say_the_same_are_one_cluster_and_the_others_are_in_none_of_it() -> None:
    events = await measured_session()
    found = map_of(events, vectors_in(events))
    cluster = {mark.key: mark.cluster for mark in found.marks}
    same = {"round.1/seat-a", "round.1/seat-b", "round.2/seat-a", "round.2/seat-b", "round.2/seat-c"}
    assert {cluster[key] for key in same} == {1}
    assert cluster["round.1/seat-c"] is None
    assert cluster["round.1/seat-d"] == cluster["round.2/seat-d"] == 2
    assert found.clusters == 2
    assert found.marks[3].nearest == 8
    assert found.marks[0].nearest in (5, 6)


@pytest.mark.parametrize(
    ("options", "stage", "why"),
    [
        ({"measures": False}, None, "In the session .* no answers were measured"),
        ({}, "round.7", "In the stage 'round.7' of the session"),
    ],
)
async def test_without_vectors_it_says_what_to_do(options: dict[str, object], stage: str | None, why: str) -> None:
    events = await measured_session(**options)
    with pytest.raises(BadInput, match=why) as told:
        map_of(events, vectors_in(events), stage=stage)
    assert "--embedder lexical/words" in told.value.remedy


async def test_vectors_of_two_embedders_are_never_on_one_map() -> None:
    events = await measured_session()
    first, second = vectors_in(events)
    other = replace(second, model="up/measurer")
    found = map_of(events, [first, other])
    assert [mark.key for mark in found.marks] == list(SAYS)[4:]
    assert found.embedder == "up/measurer"
    assert len(found.left_out) == 4
    assert "round.1/seat-a was measured by lexical/words" in found.left_out[0]
    narrow = replace(second, rows=tuple(row[:7] for row in second.rows), unrelated=())
    assert map_of(events, [first, narrow]).dimensions == 7


async def test_answers_measured_for_the_map_have_the_same_places() -> None:
    events = await measured_session()
    texts = answers_in(events)
    assert texts == SAYS
    own = Vectors(keys=tuple(texts), rows=tuple(map(vector_of, texts.values())), model="lexical/words")
    found = map_of(events, [own], here=True)
    recorded = map_of(events, vectors_in(events))
    assert found.here
    assert [(mark.x, mark.y) for mark in found.marks] == [
        (pytest.approx(mark.x, abs=2e-3), pytest.approx(mark.y, abs=2e-3)) for mark in recorded.marks
    ]
    assert answers_in(events, "round.1") == dict(list(SAYS.items())[:4])
    with pytest.raises(BadInput, match=r"no answer to measure in the stage 'round\.3'"):
        answers_in(events, "round.3")


async def test_what_a_map_does_not_tell_is_said() -> None:
    one = projected([(1.0, 0.0)])
    assert caution_of(1, 2, one).startswith("1 point says little: so few texts in 2 dimensions")
    assert "100 % of their variety" in caution_of(1, 2, one)
    assert "agreement of shape, not truth" in caution_of(500, 2, one)
    assert "little" not in caution_of(500, 2, one)
