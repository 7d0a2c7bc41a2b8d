"""Test that traits merge first match first, user rows win, and mistakes are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.errors import BadSetting
from moot.providers.models.traits import Quirks, Traits
from moot.vocabulary.seats import Abilities


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("openai/gpt-5.1", {"temperature": False, "schema": "json_schema", "family": "gpt"}),
        ("openai/gpt-5-chat-latest", {"temperature": True, "reasoning_floor": 0}),
        ("openrouter/openai/o3-mini", {"temperature": False, "family": "gpt"}),
        ("openrouter/deepseek/deepseek-r1", {"family": "deepseek", "lowest_temperature": 0.5}),
        ("ollama/qwen3:8b", {"lowest_temperature": 0.6, "schema": "json_schema", "family": "qwen"}),
        ("openrouter/anthropic/claude-sonnet-4.5", {"schema": "json_schema", "family": "claude", "vision": True}),
        ("anthropic/claude-sonnet-4-5", {"schema": "none", "max_output": 64_000}),
        ("google/gemini-2.5-pro", {"context": 1_048_576, "vision": True}),
        ("mistral/mistral-large-latest", {"family": "mistral"}),
        ("openrouter/mistralai/mixtral-8x22b", {"family": "mistral"}),
        ("xai/grok-4", {"family": "grok"}),
        ("ollama/llama3.2:1b", {"family": "llama"}),
        ("ollama/gemma3:4b", {"family": "gemma", "vision": True}),
        ("ollama/OddOne", {"family": "", "schema": "json_schema"}),
    ],
)
def test_todays_models(model: str, expected: dict[str, object]) -> None:
    found = Traits().abilities_of(model)
    assert {name: getattr(found, name) for name in expected} == expected
    assert 0 < found.max_output <= found.context


def test_an_unknown_model_gets_the_defaults() -> None:
    assert Traits().abilities_of("x/y") == Abilities()
    assert Traits().quirks_of("x/y") == Quirks()
    assert Traits().quirks_of("openai/gpt-5").max_tokens == "max_completion_tokens"


def test_the_users_rows_win_field_by_field(tmp_path: Path) -> None:
    file = tmp_path / "traits.toml"
    file.write_text('["*/gpt-5*"]\ncontext = 1000\n["openai/*"]\ncontext = 2000\nvision = false\n')
    found = Traits(file).abilities_of("openai/gpt-5")
    assert (found.context, found.vision, found.temperature, found.family) == (1000, False, False, "gpt")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('["*"]\ncontxt = 1', "context"),
        ('["*"]\nschema = "xml"', "json_schema"),
        ('["*"]\ncontext = 0', "context"),
        ('["*"]\ncontext = "big"', "context"),
        ('["*"]\nreasoning_floor = -1', "reasoning_floor"),
        ('["*"]\nlowest_temperature = 9', "lowest_temperature"),
        ('["*"]\nmax_tokens = "n"', "max_completion_tokens"),
        ("x = 1", "outside a table"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "traits.toml"
    file.write_text(text)
    with pytest.raises(BadSetting) as caught:
        Traits(file)
    assert "traits.toml" in caught.value.message
    assert said in str(caught.value)
