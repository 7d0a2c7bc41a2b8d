"""Test that a standing is reported fact first, in plain words, with justified digits, and never as truth."""

from __future__ import annotations

import re
from random import Random

import pytest

from moot.exports.standing_table import table_of
from moot.stats.judging.ballot_votes import Own
from moot.stats.judging.standing import judged_standing
from moot.vocabulary.ballots import Poll, Ranking
from moot.vocabulary.findings import Standing
from moot.vocabulary.history.track_record import Prior, SelfMarkHabit
from moot.vocabulary.statements import Answers
from moot.vocabulary.words.standing import chance_in_words, fact_of, for_prompt, in_words, said_in
from stats.elections import poll, poll_of, random_ballots

NAMES = {"a": "answer 1 (gpt)", "b": "answer 2 (claude)", "c": "answer 3 (qwen)", "d": "answer 4 (glm)"}


def stood(asked: Poll, own: Own = "auto", gone: str = "") -> Standing:
    return judged_standing(asked, Answers(statements=(), missing=tuple(gone)), own=own)


UNANIMOUS = {"a": "b>a>c>d", "b": "b>c>a>d", "c": "b>a>d>c", "d": "b>d>a>c"}


@pytest.mark.parametrize(
    ("ballots", "own", "gone", "fact"),
    [
        (UNANIMOUS, "auto", "", "All four put answer 2 (claude) first; own vote left aside, 3 of 3."),
        ({**UNANIMOUS, "b": "c>b>a>d"}, "auto", "", "3 of 4 put answer 2 (claude) first."),
        ({k: v for k, v in UNANIMOUS.items() if k != "a"}, "auto", "a",
         "3 of 3 put answer 2 (claude) first; own vote left aside, 2 of 2 (3 of 4 ballots counted)."),
        ({**UNANIMOUS, "a": ""}, "auto", "",
         "3 of 3 put answer 2 (claude) first; own vote left aside, 2 of 2 (3 of 4 ballots counted)."),
        ({"a": "a>b>c>d", "b": "b>a>c>d", "c": "a>b>c>d", "d": "b>a>c>d"}, "auto", "",
         "Split 2–2 between answer 1 (gpt) and answer 2 (claude); own votes left aside, 1–1."),
        ({"a": "a>b>c", "b": "b>c>a", "c": "c>a>b"}, "auto", "", "Each put its own answer first."),
        ({"a": "b>a>c", "b": "c>b>a", "c": "a>c>b"}, "auto", "",
         "Split 1–1–1 between answer 1 (gpt), answer 2 (claude) and answer 3 (qwen)."),
        ({"a": "a=b>c", "b": "a=b>c", "c": "a=b=c"}, "auto", "", "No ballot puts one answer alone first."),
        ({"a": "b>c>d", "b": "a>c>d", "c": "b>a>d", "d": "b>a>c"}, "out", "",
         "All three others put answer 2 (claude) first."),
        ({"a": "b>c>d", "b": "a>c>d", "c": "a>b>d", "d": "b>a>c"}, "out", "",
         "Split 2–2 between answer 1 (gpt) and answer 2 (claude)."),
        ({"a": "a>b", "b": "a>b"}, "auto", "", "Both put answer 1 (gpt) first; own vote left aside, 1 of 1."),
        ({"a": "b>a", "b": "a>b"}, "auto", "", "Split 1–1 between answer 1 (gpt) and answer 2 (claude)."),
        ({"a": "a>b", "b": "b>a"}, "auto", "", "Each put its own answer first."),
    ],
)  # fmt: skip
def test_the_headline_is_who_put_whom_first(ballots: dict[str, str], own: Own, gone: str, fact: str) -> None:
    candidates = sorted({seat for order in ballots.values() for seat in re.split("[>=]", order) if seat})
    assert fact_of(stood(poll("".join(candidates), **ballots), own, gone), NAMES) == fact


def test_what_is_not_there_is_told_and_leaves_a_lower_bound() -> None:
    found = stood(poll("abcd", a="a>b>c>d", b="a>b>d>c", c="a>c>b>d"), gone="d")
    told = in_words(found, NAMES)
    assert "One did not come." in told
    assert re.search(
        r"the best of these answers \((at least|under) \d+ %, whatever the missing ballots", " ".join(told)
    )
    lone = stood(poll("abcd", a="b>a>c>d"), gone="bcd")
    assert said_in(lone, NAMES)[1:] == [
        "Of the others three did not come.",
        "The 3 ballots that are not there could have changed who comes first.",
        "One ballot is one reader's view: nothing is to be told of how sure it is.",
    ]


def test_no_reader_is_tied_to_an_answer_in_what_the_chair_reads() -> None:
    found = stood(poll("abc", a="a>b>c", b="a>b>c", c="a>b>c"))
    told = "\n".join(for_prompt(found, {"a": "K7QX", "b": "B2CD", "c": "9FFG"}))
    assert "K7QX" in told
    assert "voted alike" not in told
    assert not re.search(r"\{|\}", told)


def test_no_sentence_says_more_than_the_ballots_do() -> None:
    """Random councils: no truth, no separable, no votes counted as fewer, no figure to a digit it does not hold."""
    chance = Random("told")
    for number in range(150):
        candidates, ballots = random_ballots(chance, chance.choice((3, 4, 5, 6)), absent=0.2, own=number % 2 == 0)
        found = stood(poll_of(candidates, ballots), "auto" if number % 2 == 0 else "out")
        told = "\n".join(in_words(found, {}))
        assert not re.search(r"(?i)truth|\btrue\b|separable|independent votes|samples|\{|\}", told)
        assert all(int(per) % 5 == 0 for per in re.findall(r"(?:about|over|under|at least) (\d+) %", told))
        assert "All" not in told.splitlines()[0] or found.asked == len(candidates)


def test_no_chance_is_told_where_lost_ballots_could_have_made_another_winner() -> None:
    given = {"a": Ranking(tiers=(("b",), ("a",), ("c",), ("d",))), "c": Ranking(tiers=(("b",), ("c",), ("a",), ("d",)))}
    standing = stood(Poll(candidates=("a", "b", "c", "d"), ballots=given, spoiled=(), missing=("b", "d")))
    assert standing.winner == "b"
    assert standing.k_replaced == 0
    assert {chance_in_words(standing, place) for place in standing.places} == {""}


def test_a_score_is_a_share_and_none_is_told_of_half_the_ballots_or_fewer() -> None:
    prior = Prior(habits={reader: SelfMarkHabit(lift=12) for reader in "abcd"})
    few = judged_standing(poll("ab", a="b>a", b="b>a"), Answers(statements=(), missing=("c", "d")), prior=prior)
    assert min(place.score for place in few.places) < 0, "what the model places by is not a share here"
    told = "\n".join(in_words(few, NAMES))
    assert "answer 1 (gpt) — put first by 0 of 2, judged by 2 of 4" in told
    assert {row[3] for row in table_of(few, NAMES).rows} == {"judged by 2 of 4"}
    whole = judged_standing(poll("ab", **dict.fromkeys("abcd", "b>a")), prior=prior)
    assert min(place.score for place in whole.places) < 0
    assert "above 0 % of the others" in "\n".join(in_words(whole, NAMES))
