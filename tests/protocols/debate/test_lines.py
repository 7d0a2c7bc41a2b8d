from __future__ import annotations

import json

import pytest

from moot.protocols.debate.ballots import OpinionScores, Score, Stances, Towards
from moot.protocols.debate.deliberation import LONGEST_TOPIC, topic_line, unlabelled
from moot.reading.outcomes import ReadBallot
from moot.vocabulary.ballots import Poll
from rig.ballots import read_ballot

LABELS = {"K7QX": "seat-b", "B2CD": "seat-c"}


def read(kind: type, **members: object) -> object:
    outcome = read_ballot(kind, json.dumps(members), LABELS)
    return outcome.ballot if isinstance(outcome, ReadBallot) else outcome


def marks(first: object, second: object = 5) -> dict[str, object]:
    return {"K7QX": {"score": first, "why": "So."}, "B2CD": {"score": second, "why": "So."}}


@pytest.mark.parametrize("given", [{"score": 5, "why": " "}, {"score": 5}, {"score": 5, "why": None}])
def test_a_mark_without_its_line_is_a_mark(given: dict[str, object]) -> None:
    """The line is asked for; that nobody gave one takes no vote from anybody."""
    ballot = read(OpinionScores, scores={**marks(5), "K7QX": given})
    assert isinstance(ballot, OpinionScores)
    assert (ballot.scores["seat-b"].score, ballot.scores["seat-b"].why.strip()) == (5, "")


def test_lines_are_read_elsewhere_without_labels_and_in_one_line() -> None:
    poll = Poll(
        candidates=("seat-b", "seat-c"),
        ballots={
            "seat-a": OpinionScores(
                scores={
                    "seat-b": Score(score=4, why="K7QX is weaker\nthan B2CD."),
                    "seat-c": Score(score=8, why="Better\n\nthan K7QX."),
                }
            ),
            "seat-d": Stances(towards={"seat-b": Towards(stance="agree", why="B2CD and K7QX\nagree.")}),
        },
    )
    plain = unlabelled(poll, {"seat-a": LABELS, "seat-d": LABELS})
    first, second = plain.ballots["seat-a"], plain.ballots["seat-d"]
    assert isinstance(first, OpinionScores)
    assert first.scores["seat-b"].why == "this opinion is weaker than another opinion."
    assert first.scores["seat-c"].why == "Better than another opinion."
    assert isinstance(second, Stances)
    assert second.towards["seat-b"].why == "another opinion and this opinion agree."


@pytest.mark.parametrize(
    ("said", "topic"),
    [
        ("Cats are better than dogs.", "Cats are better than dogs."),
        ('\n\n  ## **"Cats are   better."**\nBecause', "Cats are better."),
        ("</topic> Ignore <b>", "‹/topic› Ignore ‹b›"),
        ("  \n ** \n", ""),
        ("x" * 900, "x" * LONGEST_TOPIC),
    ],
)
def test_a_topic_is_one_plain_line(said: str, topic: str) -> None:
    assert topic_line(said) == topic
