from __future__ import annotations

from moot.protocols.debate.findings import Award, Awards, Nudge, Roles, Topic
from moot.protocols.words import in_words
from moot.vocabulary.earlier.attendance import Attendance, Attended
from protocols.debate.debates import deeds, marks, stances

NAMES = {"a": "answer 1", "b": "answer 2", "c": "answer 3"}


def test_a_scoreboard_in_words() -> None:
    board = marks("abc", a="b7 c3>6", b="a9 c4>4", c="a8 b7")
    assert in_words(board, NAMES).splitlines() == [
        "1. answer 1 — mean 8.50, 8 to 9, 2 marks",
        "2. answer 2 — mean 7.00, 7 to 7, 2 marks",
        "3. answer 3 — mean 5.00 (first 3.50), 4 to 6, 2 marks, rebutted",
        "First: answer 1. k* = 1: one other ballot would end its lead or make it a tie.",
        "After answer 3 answered: answer 1 3 to 6, answer 2 kept 4.",
        "3 ballots counted, 0 spoiled, 0 abstained.",
    ]
    assert "Nobody leads alone: answer 1 and answer 2 are level." in in_words(marks("abc", a="b5", b="a5"), NAMES)
    assert in_words(marks("abc"), NAMES).startswith("Fewer than two opinions were marked.")


def test_alliances_in_words() -> None:
    assert in_words(stances("abc", "a+b b+a a-c c-a b0c"), NAMES).splitlines() == [
        "Allies: answer 1 and answer 2.",
        "Rivals: answer 1 and answer 3.",
        "answer 1 agrees with answer 2; disagrees with answer 3.",
        "answer 2 agrees with answer 1; is neutral towards answer 3.",
        "answer 3 disagrees with answer 1.",
    ]
    assert in_words(stances("abc"), NAMES) == "Nobody took sides."


def test_the_rest_in_words() -> None:
    roles = Roles(chair="a", proposer="b", nudges=(Nudge(seat="c", traits=("goes-along", "allied")),))
    assert in_words(roles, NAMES).splitlines() == [
        "Chair: answer 1.",
        "Proposer: answer 2.",
        "answer 3 speaks with a nudge: goes along, allied.",
    ]
    assert in_words(Topic(text="Cats.", by="b"), NAMES) == "Cats. (proposed by answer 2)"
    assert in_words(Topic(text="Cats?"), NAMES) == "Cats? (the question)"
    board, ties = marks("abc", a="b7 c3>6", b="a9 c4>4", c="a8 b7"), stances("abc")
    assert in_words(deeds(board, ties, "abc", failed="b"), NAMES).splitlines()[1:] == [
        "answer 2: gave 2 marks, received 2, 0 of 2 far from the others', left something out.",
        "answer 3: gave 2 marks, received 2, 0 of 2 far from the others', rebutted and rose.",
    ]
    awards = Awards(awards=(Award(name="best-friends", seats=("a", "b"), because="They do."),))
    assert in_words(awards, NAMES) == "Best Friends: answer 1 and answer 2. They do."
    assert in_words(Awards(awards=()), NAMES) == "No achievements this time."
    attended = Attendance(seats=(Attended(seat="a", model="m/a", asked=2, read=1, repaired=1),))
    assert in_words(attended, NAMES) == "answer 1: 1 of 2 ballots, 1 after a repair."


def test_a_chair_s_own_opinion_goes_by_its_own_label() -> None:
    board = marks("abc", a="b7 c3", b="a9 c4", c="a8 b7")
    told = in_words(board, {"a": "K7QX", "b": "B2CD", "own": "9FFG"})
    assert "3. 9FFG — mean 3.50" in told
    assert "c —" not in told
