"""Have the smallest real language model judge labelled pairs of answers, and print its rates of false agreement.

`pytest -s -m local` on this file prints them for `MOOT_LOCAL_PAIRS` pairs (20 by default, half of them equal; 200 are
all). A pair takes up to a minute on two cores.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from extensions.local.weights.small_model import PATIENT, small_model
from moot.floor.calls.retry import Pace
from moot.providers.directory import Directory
from moot.providers.endpoints import Endpoint
from moot.providers.provider import Call, Provider
from moot.sessions.runner import Runner, RunnerRules
from moot.transcripts.in_memory import MemoryTranscript
from moot.vocabulary.councils import Council
from moot.vocabulary.events import BallotRead
from moot.vocabulary.findings import Note
from moot.vocabulary.seats import Price
from moot.vocabulary.state import state_of
from protocols.selective.test_answer_pairs import PAIRS, Pair, pair
from rig.openings import opening_of
from sessions.backend import ROW, Voice, enrolled

pytestmark = [pytest.mark.local, pytest.mark.slow]
MODEL = "local/smollm2-135m"
MANY = int(os.environ.get("MOOT_LOCAL_PAIRS", "20"))


class Mixed(Directory):
    """A directory in which `fake/…` members give the answers of a pair, and the judge is a real model."""

    def __init__(self, home: Path, one: Pair) -> None:
        super().__init__(home, {})

        def say(call: Call) -> str:
            return one["a"] if call.seat.id == "seat-a" else one["b"]

        self._voice = Voice(say)

    def endpoint_of(self, model_id: str) -> Endpoint:
        return ROW if model_id.startswith("fake/") else super().endpoint_of(model_id)

    def provider_for(self, model_id: str) -> Provider:
        return self._voice if model_id.startswith("fake/") else super().provider_for(model_id)

    def price_of(self, model_id: str, *, whole: bool = False) -> Price | None:
        free = Price(input=0, output=0, source="row")
        return free if model_id.startswith("fake/") else super().price_of(model_id, whole=whole)


@pytest.fixture(scope="module")
def home() -> Path:
    """A home with the smallest model."""
    return small_model()


async def test_a_small_judge_is_measured_on_labelled_pairs(home: Path, enrolling: None) -> None:
    labelled = [[each for each in PAIRS if each["label"] == label] for label in ("same", "different")]
    chosen = [each for pairs in labelled for each in Random("small").sample(pairs, min(len(pairs), MANY // 2))]
    agreed, unread, total = Counter[str](), 0, Counter[str]()
    for one in chosen:
        directory, transcript = Mixed(home, one), MemoryTranscript()
        await directory.lists.fetch("local")
        runner = Runner(transcript, directory, RunnerRules(door="python", limits=PATIENT), Pace(chance=lambda: 0.02))
        council = Council(
            members=("fake/a", "fake/b", "fake/c"), chair=MODEL, stand_ins=(), protocol=enrolled(pair),
            options={"max_output": 160},
        )  # fmt: skip
        session = await runner.convene(opening_of(question=one["question"], council=council, seed="1"))
        await runner.ended(session)
        events = await transcript.read(session)
        await runner.close()
        await directory.close()
        read = sum(isinstance(event.body, BallotRead) for event in events)
        notes = [view.finding for view in state_of(events).findings if isinstance(view.finding, Note)]
        assert len(notes) == 1, state_of(events).message
        total[one["label"]] += 1
        unread += 2 - min(2, read)
        agreed[one["label"]] += notes[0].title == "agreed"
        assert read >= 2 or notes[0].title == "differ", "without both ballots nothing agrees"
        print(one["id"], one["label"], one["kind"], notes[0].title, f"{read} of 2 read", flush=True)
    print(
        f"\n{MODEL}: {agreed['different']} of {total['different']} different pairs called the same, "
        f"{agreed['same']} of {total['same']} equal ones; {unread} of {2 * len(chosen)} ballots unread"
    )
