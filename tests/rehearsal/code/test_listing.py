"""Do scripted voices find the bugs planted in a file, on the line where they stand, and none in clean files?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from moot.rehearsal.code.flaws import flaws_in, kinds, signs
from moot.rehearsal.code.listing import code_in, language_of
from rig.growth import assert_linear_in

PLANTED = sorted(Path(__file__).with_name("planted").glob("*.txt"))
MARK = re.compile(r"\s*(?:#|//|--)! ([\w-]+)\s*$")


def planted(path: Path) -> tuple[str, set[tuple[int, str]]]:
    """The file as it is shown, and what stands in it where."""
    lines, known = [], set()
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if found := MARK.search(line):
            known.add((number, found[1]))
            line = line[: found.start()]
        lines.append(line)
    return "\n".join(lines), known


def shown(path: Path, text: str) -> str:
    return f"Review this file.\n\nAttached file {path.stem}:\n<file 0123456789ab>\n{text}\n</file 0123456789ab>"


@pytest.mark.parametrize("path", PLANTED, ids=lambda path: path.stem)
def test_what_is_planted_is_found_and_nothing_else(path):
    text, known = planted(path)
    found = flaws_in(shown(path, text))
    assert {flaw.file for flaw in found} <= {path.stem}
    minor = {(flaw.line, flaw.kind) for flaw in found if flaw.told.severity == "style"} - known
    assert {(flaw.line, flaw.kind) for flaw in found} - minor == known


def test_the_corpus_is_large_enough_and_knows_every_language():
    with_bugs = [path for path in PLANTED if planted(path)[1]]
    assert len(with_bugs) >= 12
    assert {language_of(path.stem, "") for path in with_bugs} >= {"python", "javascript", "go", "sql", "java", "c"}
    assert len(PLANTED) - len(with_bugs) >= 4


@pytest.mark.parametrize("path", PLANTED, ids=lambda path: path.stem)
def test_code_is_found_in_a_block_and_bare_as_in_a_file(path):
    text, known = planted(path)
    block = flaws_in(f"What is wrong here?\n\n```{path.stem.rpartition('.')[2]}\n{text}\n```\n\nThank you.")
    assert {(flaw.line, flaw.kind) for flaw in block} >= known
    bare = code_in(text)
    assert [code.language for code in bare] == [language_of(path.stem, text)]


@pytest.mark.parametrize(
    "text",
    [
        "Should we move our API from REST to GraphQL?",
        "Is it wise to select a partner from a list; or to update where needed?\nI think not.\nOr maybe.",
        "",
        "```\nno code here, only words\n```",
        "Attached file notes.txt:\n<file 0123456789ab>\nimport things tomorrow\n</file 0123456789ab>",
        "Attached file broken.py:\n<file 0123456789ab>\nx = open(",
    ],
)
def test_words_are_no_code(text):
    assert flaws_in(text) == ()


def test_every_kind_has_a_sign_or_a_planted_case():
    by_line = {sign.kind for _, _, sign in signs()}
    assert by_line <= set(kinds())
    assert {kind for path in PLANTED for _, kind in planted(path)[1]} <= set(kinds())


def test_a_program_that_is_no_python_does_no_harm():
    text = "def broken(:\n    x = open(\n" * 20 + "\x00"
    assert isinstance(flaws_in(f"```python\n{text}\n```"), tuple)


def test_reading_is_quick_even_where_somebody_tries_to_make_it_slow():
    nasty = ["execute('" * 40, "'" * 400, "if (" + "a." * 150, "x = " + "(" * 390, '"select ' + "from " * 70]
    for language in ("python", "javascript", "go", "sql"):
        assert_linear_in(lambda text, name=language: flaws_in(f"```{name}\n{text}```"), "\n".join(nasty) + "\n", 40_000)
