"""Check names and docstrings of the sources: one name per class, no participles, no docstring that asks."""

from __future__ import annotations

from benchmarks.style import PARTICIPLE, class_names, questions, totals

NOUNS = {"Finding", "Heading", "Listing", "Ranking", "Ruling", "Standing"}
"""Class names that look like participles and are nouns."""


def test_every_class_has_a_name_of_its_own() -> None:
    assert not {name: places for name, places in class_names().items() if len(places) > 1}


def test_no_class_is_called_by_a_participle() -> None:
    assert not {name for name in class_names() if PARTICIPLE.fullmatch(name)} - NOUNS


def test_no_module_docstring_asks() -> None:
    assert not questions()


def test_docstrings_use_usual_words() -> None:
    assert totals()["told, held, stands, said in 10,000 words of docstrings"] <= 10
