"""Test that a consortium's settings are checked, stored whole, and read back."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moot.errors import BadInput, MootError
from moot.extensions.compat.consortium.config import (
    ConsortiumConfig,
    CouncilDraft,
    config_of,
    council_from,
    params_from,
    threshold_from,
)
from moot.extensions.compat.consortium.seats import LlmNames, counted, llm_names, names_needed, resolved, shown, spelled
from moot.library.shelf import council_from as council_from_toml
from moot.library.shelf import council_text
from moot.vocabulary.seats import member_from

NAMES = LlmNames(models=frozenset({"gpt-4o", "gemini"}))
ENDPOINTS = ("rehearsal", "openai", "llm", "minilm", "chutes-embeddings", "lexical")


def made(**settings: Any) -> CouncilDraft:
    settings = {"models": {"gpt-4o": 2, "gemini": 1}, "arbiter": "rehearsal/hana", **settings}
    return council_from(ConsortiumConfig(**settings), "mine", NAMES, ENDPOINTS)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"system_prompt": "Be brief.", "confidence_threshold": 0.9, "max_iterations": 5, "minimum_iterations": 2},
        {"strategy": "voting", "strategy_params": {"require_majority": True, "fallback_to_all": False}},
        {"strategy": "role", "strategy_params": {"roles": ["One, with a comma.", "Two."]}},
        {"strategy": "semantic", "strategy_params": {"eps": 0.35}, "embedding_backend": "openai",
         "embedding_model": "text-embedding-3-large"},
        {"embedding_backend": "sentence-transformers", "embedding_model": "all-MiniLM-L6-v2"},
        {"embedding_backend": "chutes", "embedding_model": "qwen3-embedding-8b"},
        {"manual_context": True, "category": "maths"},
        {"judging_method": "pick-one"},
    ],
)  # fmt: skip
def test_what_was_said_is_read_back(settings: dict[str, Any]) -> None:
    council = made(**settings).council
    read = council_from_toml(council_text(council), "mine", "here")
    config = config_of(read)
    for name, value in {"models": {"gpt-4o": 2, "gemini": 1}, "arbiter": "rehearsal/hana", **settings}.items():
        assert getattr(config, name) == value, name
    assert ConsortiumConfig.from_dict(config.to_dict()) == config


def test_elimination_judges_by_rank() -> None:
    assert made(strategy="Elimination ").council.options["judging"] == "rank"
    assert made(strategy="voting").council.options["judging"] == "default"


def test_percentages_are_shares() -> None:
    assert threshold_from(85) == 0.85
    assert threshold_from(1) == 1
    assert threshold_from(0.3) == 0.3
    assert made(confidence_threshold=80).council.options["confidence_threshold"] == 0.8


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({"confidence_threshold": float("nan")}, "threshold"),
        ({"max_iterations": 0}, "max_iterations"),
        ({"minimum_iterations": 0}, "min_iterations"),
        ({"strategy_params": {"eps": "near"}}, "eps"),
        ({"strategy_params": {"eps": True}}, "eps"),
        ({"models": {}}, "members"),
        ({"models": {"gpt-4o": 65}}, "instances"),
        ({"embedding_backend": "minilm"}, "embedding"),
        ({"embedding_model": "words"}, "backend"),
        ({"models": {"mine": 2}}, "itself"),
        ({"arbiter": "mine"}, "itself"),
        ({"models": {"a b": 1}}, "a b"),
    ],
)
def test_what_could_never_sit_is_refused_in_words(settings: dict[str, Any], word: str) -> None:
    with pytest.raises(MootError, match=word):
        made(**settings)


def test_what_should_be_known_is_said() -> None:
    assert made().warnings == ()
    assert "also a member" in made(arbiter="gpt-4o").warnings[0]
    assert "single member" in made(models={"gpt-4o": 1}).warnings[0]
    assert "Nobody here knows" in made(models={"gpt-5o": 2}).warnings[0]
    assert "likeness of words" in made(strategy="semantic").warnings[0]
    unknown = made(strategy="elimination", strategy_params={"elimination_threshold": "0.9"})
    assert "no setting `elimination_threshold`; it is ignored" in unknown.warnings[0]
    assert "no effect" in made(strategy_params={"use_centroid_synthesis": "true"}).warnings[0]


def test_settings_in_pairs() -> None:
    assert params_from(["a=1", "b", "roles=x=y", "roles = z ", "c="]) == {
        "a": "1", "b": True, "roles": ["x=y", "z"], "c": "",
    }  # fmt: skip
    with pytest.raises(MootError, match="no name"):
        params_from(["=1"])
    council = made(strategy_params=params_from(["require_majority=false", "fallback_to_all", "eps=0.4"])).council
    assert council.options["require_majority"] is False
    assert council.options["fallback_to_all"] is True
    assert council.options["eps"] == 0.4


def test_a_name_of_digits_after_a_colon_survives_the_file() -> None:
    config = ConsortiumConfig(models={"odd:70": 1}, arbiter="gpt-4o")
    prepared = council_from(config, "mine", replace(NAMES, models=frozenset({"odd:70", "gpt-4o"})), ENDPOINTS)
    assert config_of(council_from_toml(council_text(prepared.council), "mine", "here")).models == {"odd:70": 1}


KNOWN = LlmNames(models=frozenset({"gpt-4o", "4o", "openrouter/x/y", "llama3:8b"}), councils=frozenset({"panel"}))
OTHER_ENDPOINTS = ("openai", "openrouter", "ollama", "rehearsal", "llm")


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
    found = resolved(model, KNOWN, OTHER_ENDPOINTS)
    assert found.model == expected
    assert bool(found.warning) == warns
    assert "Did you mean gpt-4o" in resolved("gpt-4p", KNOWN, OTHER_ENDPOINTS).warning


@pytest.mark.parametrize(("model", "count"), [("a/b", 1), ("a/b", 3), ("a/b:70", 1), ("a/b:8b", 1), ("a/b:8b", 2)])
def test_members_are_read_back_as_they_are_written(model: str, count: int) -> None:
    found = member_from(spelled(model, count))
    assert (found.model, found.count) == (model, count)


def test_llm_is_asked_only_where_it_could_know() -> None:
    assert names_needed(["rehearsal/ada", "person"]) == LlmNames()
    assert "gpt-4o" in llm_names().models
    assert shown("llm/gpt-4o") == "gpt-4o"
