"""Test that `model:count` keeps tags, and that a model is `llm`'s exactly if `llm` knows it."""

from __future__ import annotations

import pytest

from moot.errors import BadInput
from moot.extensions.compat.consortium.seats import LlmNames, counted, llm_names, names_needed, resolved, shown, spelled
from moot.vocabulary.seats import member_from

KNOWN = LlmNames(models=frozenset({"gpt-4o", "4o", "openrouter/x/y", "llama3:8b"}), councils=frozenset({"panel"}))
ENDPOINTS = ("openai", "openrouter", "ollama", "rehearsal", "llm")


@pytest.mark.parametrize(
    ("given", "count", "expected"),
    [
        (["o3-mini:1", "gpt-4o:2", "gemini-2:3"], 1, {"o3-mini": 1, "gpt-4o": 2, "gemini-2": 3}),
        (["llama3:8b"], 1, {"llama3:8b": 1}),
        (["ollama/llama3:8b:2"], 1, {"ollama/llama3:8b": 2}),
        (["b:2", "b"], 3, {"b": 5}),
        (["a", "b"], 2, {"a": 2, "b": 2}),
        ([" a : 2 "], 1, {"a": 2}),
        ({"a": 3}, 1, {"a": 3}),
    ],
)
def test_counts(given: list[str], count: int, expected: dict[str, int]) -> None:
    assert counted(given, count) == expected


@pytest.mark.parametrize("text", ["a:0", "a:-1", "a:65", ":3", "", "a:99999999"])
def test_counts_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(BadInput):
        counted([text])


@pytest.mark.parametrize(
    ("model", "expected", "warns"),
    [
        ("gpt-4o", "llm/gpt-4o", False),
        ("4o", "llm/4o", False),
        ("openrouter/x/y", "llm/openrouter/x/y", False),
        ("openrouter/a/b", "openrouter/a/b", False),
        ("ollama/llama3:8b", "ollama/llama3:8b", False),
        ("llama3:8b", "llm/llama3:8b", False),
        ("llm/gpt-4o", "llm/gpt-4o", False),
        ("panel", "llm/panel", False),
        ("person", "person", False),
        ("gpt-4p", "llm/gpt-4p", True),
        ("nowhere/m", "llm/nowhere/m", True),
        ("llm/none", "llm/none", True),
    ],
)
def test_whose_model_it_is(model: str, expected: str, warns: bool) -> None:
    found = resolved(model, KNOWN, ENDPOINTS)
    assert found.model == expected
    assert bool(found.warning) == warns
    assert "Did you mean gpt-4o" in resolved("gpt-4p", KNOWN, ENDPOINTS).warning


@pytest.mark.parametrize(("model", "count"), [("a/b", 1), ("a/b", 3), ("a/b:70", 1), ("a/b:8b", 1), ("a/b:8b", 2)])
def test_members_are_read_back_as_they_are_written(model: str, count: int) -> None:
    found = member_from(spelled(model, count))
    assert (found.model, found.count) == (model, count)


def test_llm_is_asked_only_where_it_could_know() -> None:
    assert names_needed(["rehearsal/ada", "person"]) == LlmNames()
    assert "gpt-4o" in llm_names().models
    assert shown("llm/gpt-4o") == "gpt-4o"
