"""Test that text for users follows the glossary: help, errors, remedies, settings, options and pages.

The pages under ARCHITECTURE describe the code and may use its words; so may code spans, and options by stored names.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs import generate

from cases import in_turn
from moot.protocols import registry

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "moot"
HOUSE_WORDS = (
    *("floor", "sheet", "lot", "deed", "door", "wire", "shelf", "sitting", "wave", "office", "reckoning", "standing"),
    *("in force", "brought along", "taken out"),
)
HOUSE_WORD = re.compile(rf"(?<![-\w.])(?:{'|'.join(HOUSE_WORDS)})s?(?![-\w])", re.I)
ARCHITECTURE = {"architecture", "files", "floor", "stats", "reading", "sessions", "vocabulary", "web", "testing"}
READERS = [
    page
    for page in [*generate.pages(), *(ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"))]
    if page.stem not in ARCHITECTURE and "why" not in page.parts
]
GENERATED = {
    "help": generate.commands,
    "llm consortium": generate.consortium_commands,
    "errors": generate.error_tree,
    "settings": generate.settings,
    **{f"options {name}": lambda name=name: generate.options(name) for name in registry.names()},
}


def words_in(text: str) -> list[str]:
    """House words outside of code, links, options and generated parts."""
    text = re.sub(r"<!-- generated.*?<!-- end -->|```(?!text).*?```", " ", text, flags=re.S)
    return HOUSE_WORD.findall(re.sub(r"```text|```|`[^`]*`|\]\([^)]*\)|(?<!\w)--[\w-]+", " ", text))


def test_house_words_are_found_in_prose_only() -> None:
    assert words_in("Two doors and a Standing are in force.") == ["doors", "Standing", "in force"]
    assert (
        words_in("`floor.deal` [here](floor.md) --office X\n```sh\nmoot sessions --door a\n```\nnumpy-lot a-wire") == []
    )
    assert words_in("```text\nopen the door\n```") == ["door"]


@in_turn("page", READERS)
def test_pages_for_readers_use_no_house_words(page: Path) -> None:
    assert not words_in(page.read_text())


@pytest.mark.parametrize("part", GENERATED)
def test_what_is_generated_uses_no_house_words(part: str) -> None:
    assert not words_in(GENERATED[part]())
