"""Is a synthesis built from the answers it was given, whoever wrote them?"""

from __future__ import annotations

import pytest

from moot.protocols import registry
from moot.providers.provider import Call, Message, Text
from moot.rehearsal.prompt import prompt_from
from moot.rehearsal.provider import RehearsalProvider
from moot.vocabulary.seats import Seat
from rig.growth import assert_linear_in

QUESTION = "Should we move our API from REST to GraphQL?"


async def said(voice: str, prompt: str) -> str:
    seat = Seat(id="chair", model=f"rehearsal/{voice}")
    call = Call(
        id="1",
        key="synthesis/chair",
        seat=seat,
        messages=(Message(role="user", text=prompt),),
        max_output=4_000,
        seed="s",
    )
    return "".join([p.text async for p in RehearsalProvider(0, registry.plays).stream(call) if isinstance(p, Text)])


def asked(answers: list[str], start: str = "<<<f7k2m9 {}", end: str = "f7k2m9 {}>>>") -> str:
    labels = ["K7QM", "B3CD", "X9TZ", "4HJN", "W2PF"]
    texts = "\n".join(f"{start.format(n)}\n{a}\n{end.format(n)}" for n, a in zip(labels, answers, strict=False))
    return (
        f"The question:\n\n{QUESTION}\n\nThe council's answers:\n\n{texts}\n\nWrite one final answer to the question."
    )


@pytest.mark.parametrize("chair", ["ada", "gus", "hana"])
async def test_every_sentence_of_substance_comes_from_an_answer(chair):
    answers = [await said(voice, QUESTION) for voice in ("ada", "bo", "cyn", "dov", "fay")]
    verdict = await said(chair, asked(answers))
    steps = [line.partition(" ")[2] for line in verdict.splitlines() if line[:1].isdigit()]
    assert len(steps) >= 2
    assert all(any(step in answer for answer in answers) for step in steps)
    assert "GraphQL" in verdict
    assert "K7QM" not in verdict
    assert "council's answers" not in verdict


@pytest.mark.parametrize(
    ("start", "end"),
    [("<<<f7k2m9 {}", "f7k2m9 {}>>>"), ("=== {} ===", "=== end {} ==="), ('<answer label="{}">', "</answer>")],
)
def test_texts_are_found_between_fences_and_the_task_is_left_out(start, end):
    answers = ["I would keep REST for now.\n\n---\n\n## Why\nIt works.", "Go ahead with GraphQL."]
    prompt = prompt_from([Message(role="user", text=asked(answers, start, end))])
    assert [text.text for text in prompt.texts] == answers
    assert prompt.task == "synthesis"
    assert prompt.question.matter == "moving your API from REST to GraphQL"


async def test_words_of_a_real_model_are_woven_as_well():
    answers = [
        "# Recommendation\n\nI recommend keeping REST for public clients. GraphQL adds a gateway that you must run.\n\n"
        "- Use GraphQL only for the mobile app, where round trips hurt.\n- Measure before you migrate anything else.",
        "Yes, GraphQL is worth it for your API. However, caching gets harder, and that risk is often ignored.",
    ]
    verdict = await said("hana", asked(answers))
    assert "Measure before you migrate anything else." in verdict
    assert "caching gets harder" in verdict
    assert "Recommendation" not in verdict


async def test_answers_without_a_sentence_are_said_to_hold_nothing():
    assert "nothing" in await said("hana", asked(["…", "ok"]))


def test_reading_a_prompt_takes_time_in_proportion_to_its_length():
    for hostile in ("<a\n", "--- K7QM x\n", "title short ", " "):
        assert_linear_in(lambda text: prompt_from([Message(role="user", text=f"rank {text}answers")]), hostile, 30_000)


def test_pasted_markup_is_no_fence():
    pasted = "Why does this fail?\n<div>\nhello\n</div>\n--- a/file\n+++ b/file\n"
    prompt = prompt_from([Message(role="user", text=pasted)])
    assert prompt.task == "answer"
    assert not prompt.texts
