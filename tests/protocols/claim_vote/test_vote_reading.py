"""Test that a ballot on claims is read vote by vote, however garbled, and that every lost vote is named."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

from moot.protocols.claim_vote.ballots import LEVELS_ASKED, VOTE_LEVELS, ClaimVote, ClaimVotes
from moot.reading.ballot_kind import ReadBallot, Unreadable
from rig.ballots import read_ballot

LABELS = {"K7QX": "claim-01", "B2CD": "claim-02", "9FFG": "claim-03", "M4TR": "claim-04"}
LEVELS = ("approve", "strongly_reject", "neutral", "strongly_approve")
GIVEN = {
    label: {"level": level, "confidence": 7 + at, "reason": f"Because of {at}."}
    for at, (label, level) in enumerate(zip(LABELS, LEVELS, strict=True))
}
WHOLE = json.dumps({"votes": GIVEN})
ALL = dict(zip(LABELS.values(), LEVELS, strict=True))


def votes(text: str) -> ClaimVotes:
    """The ballot in a text."""
    read = read_ballot(ClaimVotes, text, LABELS)
    assert isinstance(read, ReadBallot), read
    assert isinstance(read.ballot, ClaimVotes)
    assert {*read.ballot.votes, *read.ballot.unread} == set(LABELS.values()), "a claim is neither read nor named"
    assert not {*read.ballot.votes} & {*read.ballot.unread}
    return read.ballot


def levels(text: str) -> dict[str, str]:
    """The levels in a text."""
    return {claim: vote.level for claim, vote in votes(text).votes.items()}


def changed(**more: object) -> str:
    """The ballot with other things under some labels; `None` leaves a label out."""
    given = {**GIVEN, **more}
    return json.dumps({"votes": {label: it for label, it in given.items() if it != "left out"}})


MALFORMED: dict[str, tuple[str, set[str]]] = {
    "words after it": (WHOLE + "\n\nI hope this helps! Let me know if you want a summary.", set()),
    "words around a fence": (f"My votes:\n```json\n{json.dumps({'votes': GIVEN}, indent=2)}\n```\nDone.", set()),
    "votes missing": (changed(B2CD="left out", M4TR="left out"), {"claim-02", "claim-04"}),
    "unknown level": (changed(B2CD={"level": "mostly fine", "confidence": 5, "reason": "Hm."}), {"claim-02"}),
    "numbers for levels": (changed(B2CD={"level": 2}, M4TR={"level": "+1"}), {"claim-02", "claim-04"}),
    "a claim twice": (WHOLE[:-2] + ', "B2CD": {"level": "approve", "confidence": 1, "reason": "No."}}}', {"claim-02"}),
    "null": (changed(**{"9FFG": None}), {"claim-03"}),
    "cut off": (WHOLE[: WHOLE.index('"9FFG"') + 20], {"claim-03", "claim-04"}),
    "cut off in a reason": (WHOLE[: WHOLE.index("Because of 2") + 6], {"claim-03", "claim-04"}),
    "other case": (
        json.dumps(
            {"Votes": {label.lower(): {key.upper(): it for key, it in vote.items()} for label, vote in GIVEN.items()}}
        ),
        set(),
    ),
    "a quotation mark too many": (WHOLE.replace("Because of 1.", 'It is "wise" and "cheap".'), {"claim-02"}),
    "a comma missing": (WHOLE.replace('}, "9FFG"', '} "9FFG"'), set()),
    "wrapped": (json.dumps({"ballot": {"votes": GIVEN}, "note": "as asked"}), set()),
    "an unknown label": (changed(ZZZ9={"level": "approve"}), set()),
    "first thoughts, then votes": (f"{changed(K7QX={'level': 'reject'})}\n\nOn reflection:\n\n{WHOLE}", {"claim-01"}),
    "a level that is no word": (
        changed(K7QX={"level": {"is": "approve"}}, B2CD={"level": True}), {"claim-01", "claim-02"}
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MALFORMED)
def test_no_vote_is_lost_for_the_sake_of_another(name: str) -> None:
    text, lost = MALFORMED[name]
    ballot = votes(text)
    assert set(ballot.unread) == lost
    assert {claim: vote.level for claim, vote in ballot.votes.items()} == {
        claim: level for claim, level in ALL.items() if claim not in lost
    }


def test_an_abstention_is_a_vote_and_a_missing_reason_is_missing() -> None:
    ballot = votes(changed(K7QX={"level": "Abstain"}, B2CD={"level": "approve", "reason": None}))
    assert ballot.votes["claim-01"] == ClaimVote(level="abstain", confidence=None, reason="")
    assert ballot.votes["claim-02"].reason == ""
    assert "abstain" not in VOTE_LEVELS
    assert (*VOTE_LEVELS, "abstain") == LEVELS_ASKED


@pytest.mark.parametrize(
    ("said", "confidence"),
    [
        (7, 7), ("8", 8), ("8/10", 8), (10.0, 10), (0, 0), (None, None), (15, None), (-3, None), ("85%", None),
        (7.5, None), ("high", None), ("4/5", None), ("null", None), (True, None),
    ],
)  # fmt: skip
def test_a_confidence_is_a_whole_number_from_0_to_10_or_none(said: object, confidence: int | None) -> None:
    vote = votes(changed(K7QX={"level": "approve", "confidence": said, "reason": "So."})).votes["claim-01"]
    assert vote.confidence == confidence


@pytest.mark.parametrize("level", ["Strongly Approve", "STRONGLY-APPROVE", " strongly_approve. "])
def test_a_level_is_known_in_every_spelling(level: object) -> None:
    assert votes(changed(K7QX={"level": level})).votes["claim-01"].level == "strongly_approve"


@pytest.mark.parametrize(
    "level", ["agree", "yes", "approve?", "approve or reject", "+2", "approved", "not approve", "", "approvee"]
)
def test_nothing_is_guessed(level: str) -> None:
    assert "claim-01" in votes(changed(K7QX={"level": level})).unread


@pytest.mark.parametrize(
    "text",
    [
        "", "I approve of K7QX and reject B2CD.", "K7QX: I do not approve.\nB2CD: rather reject",
        '{"votes": {}}', '{"votes": null}',
        "I will not vote.", '{"votes": {"K7QX": null, "B2CD": {}}}', "[]", '{"ZZZ9": {"level": "approve"}}',
        '{"votes": {"K7QX": {"level": "appr',
    ],
)  # fmt: skip
def test_where_no_vote_is_there_none_is_read(text: str) -> None:
    assert isinstance(read_ballot(ClaimVotes, text, LABELS), Unreadable)


SPOILS: tuple[Callable[[str, random.Random], str], ...] = (
    lambda text, draw: text[: draw.randrange(len(text))],
    lambda text, draw: text[: (at := draw.randrange(len(text)))] + text[at + 1 :],
    lambda text, draw: text[: (at := draw.randrange(len(text)))] + draw.choice('"{}[],:\\ x') + text[at:],
    lambda text, draw: f"Well, {draw.choice(['yes', '[1]', '{x}'])}: {text}",
    lambda text, draw: text + draw.choice(["\n\nThanks!", " {", "```", '"}', "]"]),
    lambda text, draw: text.replace('"', draw.choice(["'", "“", '\\"']), draw.randrange(1, 4)),
)


def test_whatever_is_spoilt_no_level_is_read_that_was_not_written_there() -> None:
    draw = random.Random(12)
    read = 0
    for _ in range(1_500):
        text = draw.choice([WHOLE, json.dumps({"votes": GIVEN}, indent=1)])
        for _ in range(draw.randrange(1, 3)):
            text = draw.choice(SPOILS)(text, draw)
        found = read_ballot(ClaimVotes, text, LABELS)
        if isinstance(found, ReadBallot):
            assert isinstance(found.ballot, ClaimVotes)
            read += len(found.ballot.votes)
            assert all(ALL[claim] == vote.level for claim, vote in found.ballot.votes.items()), text
    assert read > 3_000  # most of what is there is read
