"""Test that everything is documented, and that generated pages are current.

A command, setting, event, protocol or error that no page names fails here; the README's Python is compared with the
source.
"""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import pytest
from docs import generate

from cases import in_turn
from moot import errors
from moot.protocols import registry
from moot.settings import all_settings
from moot.settings.fields import fields_of
from moot.vocabulary import ballots, councils, events, findings, questions, rubrics, seats, statements, verdicts

ROOT = Path(__file__).parents[2]
PAGES = generate.pages()
ALL = "\n".join(page.read_text() for page in PAGES)


@in_turn("page", PAGES)
def test_generated_parts_are_fresh(page: Path) -> None:
    text = page.read_text()
    assert generate.fresh(text) == text, f"{page} is stale: run `make docs`"


def test_every_generated_part_is_used() -> None:
    used = set(re.findall(r"<!-- generated: (.+?) -->", ALL))
    assert used == set(generate.PARTS)


def test_every_setting_error_event_and_protocol_is_named() -> None:
    names = [f"`{name}`" for name in all_settings().__struct_fields__]
    names += [
        f"`{name}`" for name, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, errors.MootError)
    ]
    names += [f"### {kind}" for kind in events.KINDS]
    names += [f"`{name}`" for name in registry.names()]
    missing = [name for name in names if name not in ALL]
    assert not missing


def test_the_error_tree_in_the_docstring_names_every_error() -> None:
    tree = inspect.getdoc(errors) or ""
    for name, kind in inspect.getmembers(errors, inspect.isclass):
        if issubclass(kind, errors.MootError):
            line = next((line for line in tree.splitlines() if line.split()[:1] == [name]), None)
            assert line is not None, f"{name} is not drawn in the tree"
            assert line.split()[1:5] == ["exit", str(kind.exit_code), "HTTP", str(kind.status)], line


@pytest.mark.parametrize(
    "module", [ballots, councils, events, findings, questions, rubrics, seats, statements, verdicts]
)
def test_every_field_says_what_it_is(module: object) -> None:
    for _, kind in inspect.getmembers(module, inspect.isclass):
        if kind.__module__ == getattr(module, "__name__", "") and hasattr(kind, "__struct_fields__"):
            assert inspect.getdoc(kind), kind
            silent = [field.name for field in fields_of(kind) if not field.says]
            assert not silent, f"{kind.__name__}: {silent}"


def test_options_say_what_they_are() -> None:
    for name in registry.names():
        assert all(field.says for field in fields_of(registry.find(name).options))


@pytest.mark.parametrize(
    "folder", sorted(p.name for p in (ROOT / "src" / "moot").iterdir() if (p / "__init__.py").exists())
)
def test_every_folder_has_its_page(folder: str) -> None:
    assert (ROOT / "docs" / f"{folder}.md").exists()


def test_every_protocol_has_its_page() -> None:
    for name in registry.names():
        text = (ROOT / "docs" / "protocols" / f"{name}.md").read_text()
        for wording in registry.find(name).wordings():
            assert f"`{wording}`" in text


def test_links_lead_somewhere() -> None:
    for page in [*PAGES, *(ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"))]:
        for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text()):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page}: {target}"


def test_the_readme_shows_the_protocol_as_it_is() -> None:
    readme = (ROOT / "README.md").read_text()
    source = (ROOT / "src" / "moot" / "protocols" / "peer_review.py").read_text()
    shown = readme.split("```python\n")[1].split("```")[0].strip()
    assert shown in source
    assert len([line for line in shown.splitlines() if line.strip()]) <= 15


def test_python_blocks_parse() -> None:
    for page in PAGES:
        for block in re.findall(r"```python\n(.*?)```", page.read_text(), re.S):
            ast.parse(block)


def test_every_test_that_is_named_is_there() -> None:
    """Whoever reads `tests/…` in a module or on a page looks there."""
    named = {
        (str(file.relative_to(generate.ROOT)), found)
        for room in ("src", "docs", "benchmarks", "shipping", "web/src", "tests")
        for file in sorted((generate.ROOT / room).rglob("*"))
        if file.suffix in (".py", ".md", ".ts", ".tsx", ".toml") and "app" not in file.parts
        for found in re.findall(r"\b(?:tests|(?<!/)rig)/[\w/]+\.py\b", file.read_text(encoding="utf-8"))
        if file.name != "test_workers.py"  # whose suite is written where it runs
    }
    roots = (generate.ROOT, generate.ROOT / "tests")
    assert len(named) > 100
    assert sorted(each for each in named if not any((root / each[1]).exists() for root in roots)) == []
