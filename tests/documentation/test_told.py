"""Is what stays in English named with a reason, and is the remedy of every kind of error told that a page may show?"""

from __future__ import annotations

import inspect
import json
import re
from functools import cache

from docs import told, told_refusals

from moot import errors
from moot.protocols import registry
from moot.vocabulary.words.remedies import away_from_terminal


@cache
def everything_told() -> dict[str, str]:
    """What the catalogue of the server's sentences has to hold."""
    found: dict[str, str] = json.loads(told.document())
    return found


def test_every_kind_of_error_is_told_away_from_the_terminal_but_for_those_in_the_words_of_code() -> None:
    listed = everything_told()
    kinds = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, errors.MootError)]
    untold = {
        kind.__name__
        for kind in kinds
        if kind.remedy_by_default and away_from_terminal(kind.remedy_by_default) not in listed
    }
    assert untold <= told_refusals.FAULTS
    assert not [sentence for sentence in listed if re.search(r"`moot (?!models)|`--", sentence)]


def test_what_no_page_meets_is_there_and_each_other_module_is_read() -> None:
    for place in told_refusals.UNMET:
        assert (told_refusals.SOURCE / place).exists(), place
    read = list(told_refusals.refusals_in(told_refusals.SOURCE / "sessions" / "resuming.py"))
    assert "Resuming it would change nothing: {message}" in read
    assert len(read) > 5


def test_a_protocol_that_no_council_is_offered_is_told_too() -> None:
    listed = everything_told()
    assert {registry.find(name).title for name in registry.UNOFFERED} <= listed.keys()


def test_a_sentence_of_several_pieces_is_read_whole(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """A choice among words is each of them, and what stands in front of a sentence is one of its own."""
    file = tmp_path / "some.py"
    file.write_text(
        "def at(size, more):\n"
        "    rest = f' and {more} more' if more else ''\n"
        "    raise BadInput(f'There are {size} files{rest} here.',\n"
        "                   'Take fewer.' if size else f'{size}Add one of them.')\n"
    )
    assert set(told_refusals.refusals_in(file)) == {
        "There are {size} files and {more} more here.",
        "There are {size} files here.",
        "Take fewer.",
        "Add one of them.",
    }
