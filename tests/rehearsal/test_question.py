"""Is a question taken apart into words that can be put back into a sentence?"""

from __future__ import annotations

import pytest

from moot.rehearsal.prompt import without_attachments
from moot.rehearsal.question import question_from
from moot.rehearsal.words import gerund, third_person

TABLE = [
    ("Should the town pay 4,000 euros for a new pump?", "should", "paying 4,000 euros for a new pump", "4,000 euros"),
    ("Should we move our API from REST to GraphQL?", "should", "moving your API from REST to GraphQL", "GraphQL"),
    ("Should a school ban phones?", "should", "banning phones", "phones"),
    ("Do we need a product manager?", "should", "getting a product manager", "a product manager"),
    ("Our CI takes 45 minutes. How can we speed it up?", "how", "speeding your CI up", "your CI"),
    ("How do I get better at chess?", "how", "getting better at chess", "chess"),
    ("Why is the sky blue?", "why", "why the sky is blue", "the sky"),
    ("How does photosynthesis work?", "why", "how photosynthesis works", "photosynthesis"),
    ("Should AI be regulated?", "whether", "whether AI should be regulated", "AI"),
    ("Is tea better than coffee?", "whether", "whether tea is better than coffee", "tea"),
    ("Does coffee stunt growth?", "whether", "“Does coffee stunt growth?”", None),
    ("What is the difference between cats and dogs?", "what", "the difference between cats and dogs", None),
    ("What sets a moot apart from a debate?", "what", "a moot", None),
    ("How many piano tuners are there in Chicago?", "number", "piano tuners", None),
    ("Write a function that adds", "code", "writing a function that adds", "a function"),
    ("Please write a haiku about autumn rain", "write", "a haiku about autumn rain", "a haiku"),
    ("Why?", "why", "the question as it stands", None),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "kind", "matter", "term"), TABLE)
def test_kind_and_matter(asked, kind, matter, term):
    question = question_from(asked)
    assert (question.kind, question.matter) == (kind, matter)
    assert term is None or question.terms[0] == term


@pytest.mark.parametrize(
    ("asked", "options", "setting"),
    [
        ("Postgres or SQLite for a small team?", ("Postgres", "SQLite"), " for a small team"),
        ("Should we use a monolith or microservices?", ("a monolith", "microservices"), ""),
        ("Should I rent or buy?", ("renting", "buying"), ""),
        ("Which database for time series, Postgres, Timescale or Influx?", ("Postgres", "Timescale", "Influx"), ""),
        ("Compare TCP and UDP for games", ("TCP", "UDP"), " for games"),
        ("Should we go or not?", (), ""),
    ],
)
def test_choices(asked, options, setting):
    question = question_from(asked)
    assert (question.options, question.setting) == (options, setting)


def test_verbs_change_as_they_should():
    assert [gerund(verb) for verb in ("move", "plan", "try", "die", "be", "fix", "see", "begin", "visit")] == [
        "moving", "planning", "trying", "dying", "being", "fixing", "seeing", "beginning", "visiting",
    ]  # fmt: skip
    assert [third_person(verb) for verb in ("fail", "try", "pass", "play", "go")] == [
        "fails", "tries", "passes", "plays", "goes",
    ]  # fmt: skip


def test_what_is_attached_is_not_the_question() -> None:
    digest = "0123456789ab"
    attached = f"Attached file d.md:\n<file {digest}>\nLorem question? more\n</file {digest}>"
    assert without_attachments(f"Buy or build?\n\n{attached}\n\nReally?") == "Buy or build?\n\n\n\nReally?"
    assert without_attachments("Attached file x: what is it?") == "Attached file x: what is it?"
    assert without_attachments(f"Why?\nAttached file x:\n<file {digest}>\nno end").endswith("no end")
