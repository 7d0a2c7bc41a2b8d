"""Does a question of each kind reach the right searchers, in words a service can look for?"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from moot.protocols.claim_vote.topics import MOST_WORDS, LookUp, look_up_for, query_of, topic_of
from rig.growth import assert_linear_in

LABELLED = tomllib.loads(Path(__file__).with_name("topics.toml").read_text(encoding="utf-8"))
HALVES = {"tuned": 0.95, "held": 0.9}
"""Which share of the labelled questions has to be told right, at least."""
ALL = ("pubmed", "arxiv", "hacker-news", "tavily", "brave")
CLINICAL = [
    "Should adults over 70 take aspirin for primary prevention?",
    "Do statins help patients with mild hypertension?",
    "Is metformin first-line therapy in type 2 diabetes?",
    "How effective is the measles vaccine in infants?",
    "When is surgery better than physiotherapy for a meniscus lesion?",
    "Which antibiotics are safe during pregnancy?",
    "Does screening lower mortality in lung cancer?",
    "Is ketamine an option in treatment-resistant depression in psychiatric clinics?",
]
TECHNOLOGY = [
    "Should we move our monolith to microservices?",
    "Is Rust a better choice than Go for our backend?",
    "Postgres or MongoDB for an event store?",
    "How do large transformer models compare on latency per GPU?",
    "Do we need Kubernetes for three servers?",
    "Can SQLite serve a web app with a thousand users?",
    "Which compiler optimisations matter for a JIT?",
    "Is end-to-end encryption worth its cost in software for schools?",
]
GENERAL = [
    "Should we buy a heat pump for an old house?",
    "Is a four-day week good for small companies?",
    "Who will win the election?",
    "What is the capital of Australia?",
    "Ist ein Umzug aufs Land eine gute Idee?",
    "",
    "Should a hospital buy a server?",
]


@pytest.mark.parametrize("question", CLINICAL)
def test_clinical_questions_go_to_pubmed(question: str) -> None:
    assert look_up_for(question, ALL).searchers == ("pubmed",)


@pytest.mark.parametrize("question", TECHNOLOGY)
def test_technical_questions_go_to_arxiv_and_hacker_news(question: str) -> None:
    assert look_up_for(question, ALL).searchers == ("arxiv", "hacker-news")


@pytest.mark.parametrize("question", [each for each in GENERAL if each])
def test_other_questions_go_to_the_web(question: str) -> None:
    assert look_up_for(question, ALL).searchers == ("tavily", "brave")


@pytest.mark.parametrize("half", HALVES)
def test_labelled_questions_reach_the_topic_they_belong_to(half: str) -> None:
    asked = [(topic, question) for topic, questions in LABELLED[half].items() for question in questions]
    assert len(asked) == len(set(asked)) >= 45
    wrong = [(topic, question) for topic, question in asked if topic_of(question) != topic]
    assert len(wrong) <= (1 - HALVES[half]) * len(asked), wrong


def test_no_question_stands_in_both_halves() -> None:
    tuned, held = ({question for each in half.values() for question in each} for half in LABELLED.values())
    assert not tuned & held


@pytest.mark.parametrize(
    "question",
    [
        "Should the trial of the senator be shown on television?",
        "Is a shipping container a good garden office?",
        "Which bridge over the river carries most traffic?",
        "Should the city pipeline of housing projects be paused?",
        "Is it wise to be patient with a new neighbour?",
        "Should tour guides and nurses get the same pay?",
        "Is a python or a swift harder to photograph?",
        "Does rust matter on a garden gate?",
    ],
)
def test_words_at_home_elsewhere_are_not_enough(question: str) -> None:
    assert topic_of(question) == "general"


def test_topic_and_query_that_are_set_stand() -> None:
    look = look_up_for(GENERAL[0], ALL, topic="clinical", query="  heat   pump\nnoise ")
    assert look == LookUp(topic="clinical", query="heat pump noise", searchers=("pubmed",))
    assert look_up_for("Should we?", ALL, query="heat pump").searchers == ("tavily", "brave")


def test_where_the_right_ones_are_not_in_force_the_others_are_asked() -> None:
    assert look_up_for(CLINICAL[0], ("tavily",)).searchers == ("tavily",)
    assert look_up_for(GENERAL[0], ("pubmed", "mine")).searchers == ("pubmed", "mine")
    assert look_up_for(TECHNOLOGY[0], ("tavily", "arxiv")).searchers == ("arxiv",)
    assert look_up_for(TECHNOLOGY[0], ()).searchers == ()
    assert look_up_for("Should we?", ALL) == LookUp(topic="general", query="", searchers=())


def test_the_query_holds_what_tells() -> None:
    assert query_of("Should we move our monolith to microservices?") == "move monolith microservices"
    assert query_of("Is aspirin 75 mg safe after a stroke?") == "aspirin 75 mg safe stroke"
    assert query_of("What's C++'s use in the Linux kernel's scheduler?") == "C++ Linux kernel scheduler"
    assert query_of("Wie teuer ist eine Wärmepumpe?") == "Wie teuer ist eine Wärmepumpe"
    assert query_of("  ?! ") == ""


def test_a_long_question_keeps_names_numbers_and_what_it_repeats() -> None:
    filler = " ".join(f"word{chr(97 + n)}" for n in range(26))
    query = query_of(f"Context {filler}. Does Wegovy at 2.4 mg reduce weight, and weight regain, after 2023?")
    assert len(query.split()) == MOST_WORDS
    for word in ("Wegovy", "2.4", "2023", "weight"):
        assert word in query.split()


def test_what_is_asked_counts_for_more_than_what_is_said_around_it_three_times() -> None:
    around = (
        "I have been thinking about this for a long time; there was a meeting on Monday and another on Tuesday. " * 3
    )
    query = query_of(
        f"{around}We at Brightloop run Elasticsearch 8.13 with pauses of 900 ms. Should we move to OpenSearch 3.0 "
        "or Vespa? Thank you so much for any help, it is really appreciated by everyone."
    ).split()
    assert {"Brightloop", "Elasticsearch", "8.13", "900", "OpenSearch", "3.0", "Vespa"} <= set(query)
    assert query_of(f"Is {'a' * 5_000} safe?") == "safe"


def test_a_hostile_question_costs_linear_time() -> None:
    for piece in ("a ", "-", "'", "x's ", "AND ", "\u200b", "1.", "antibio"):
        assert_linear_in(topic_of, piece)
        assert_linear_in(query_of, piece)
