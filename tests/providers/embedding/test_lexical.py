from __future__ import annotations

from hashlib import sha256
from math import sqrt
from pathlib import Path

import pytest

from moot.providers.call_outcome import hear
from moot.providers.directory import Directory
from moot.providers.embedding.lexical import WIDTH, vector_of
from moot.providers.provider import Call, CallMessage
from moot.stats.vectors.geometry import cosine
from moot.vocabulary.seats import Seat
from moot.vocabulary.vectors import packed, unpacked

DEPLOY = "We should deploy the new service on Friday, because the load is lowest then."
DEPLOYING = "Deploying the new services on Friday is best: load is at its lowest."
GARDEN = "Tomatoes need warm soil, six hours of sunlight and steady watering in summer."


def like(one: str, other: str) -> float:
    return cosine(vector_of(one), vector_of(other))


def test_shared_words_make_texts_alike() -> None:
    assert like(DEPLOY, DEPLOY) == pytest.approx(1)
    assert like(DEPLOY, DEPLOYING) > 0.5
    assert abs(like(DEPLOY, GARDEN)) < 0.25
    assert like(DEPLOY, DEPLOYING) > like(DEPLOY, GARDEN) + 0.3


@pytest.mark.parametrize(
    ("one", "near", "far"),
    [
        ("今日は天気がいいので散歩に行きます", "天気がいいから散歩に行く", "株価が大きく下落した"),
        ("Wir sollten am Freitag ausliefern", "Am Freitag sollten wir ausliefern", "Tomaten brauchen warme Erde"),
        ("ราคาหุ้นตกอย่างหนัก", "ราคาหุ้นตก", "วันนี้อากาศดีมาก"),
    ],
)
def test_other_languages_have_words_too(one: str, near: str, far: str) -> None:
    assert like(one, near) > like(one, far) + 0.2


@pytest.mark.parametrize("text", ["", "   ", "!!! … —", "\ud800", "a" * 100_000, "\u0301" * 50])
def test_odd_texts_have_a_vector_of_length_one_or_none(text: str) -> None:
    vector = vector_of(text)
    assert len(vector) == WIDTH
    assert sqrt(sum(number * number for number in vector)) == pytest.approx(1 if any(vector) else 0)


def test_the_same_bytes_on_every_machine() -> None:
    digest = sha256(packed([vector_of(DEPLOY), vector_of(GARDEN), vector_of("今日は天気")]).encode()).hexdigest()
    assert digest == "d7a9ed02aa02d51939bc80fa63a7305327f423ca0376fb6a7d26d8a2403a293c"


async def test_it_is_there_without_any_setting_up(tmp_path: Path) -> None:
    directory = Directory(tmp_path, {})
    assert directory.measures("lexical/words") is True
    assert directory.price_of("lexical/words") is not None
    assert await directory.models("lexical") == ["lexical/words"]
    reply = await hear(directory.provider_for("lexical/words"), call("lexical/words", (DEPLOY, GARDEN)))
    assert (reply.settled, reply.text) == ("ok", "2 texts measured in 512 dimensions")
    assert unpacked(reply.vectors, 2)[1] == pytest.approx(vector_of(GARDEN), abs=1e-6)
    wrong = await hear(directory.provider_for("lexical/words"), call("lexical/meaning", (DEPLOY,)))
    assert (wrong.settled, wrong.error) == ("error", "not_found")
    await directory.close()


def call(model: str, texts: tuple[str, ...]) -> Call:
    return Call(
        id="1",
        key="round.1/embedder",
        seat=Seat(id="embedder", model=model),
        messages=tuple(CallMessage(role="user", text=text) for text in texts)
        or (CallMessage(role="user", text="Speak."),),
        texts=texts,
        max_output=100,
    )
