"""Find rubrics: packaged, the user's and the project's; later ones override earlier ones.

A rubric is read strictly and checked completely, so that a session never starts with rules that cannot be followed. A
broken file is an error only when it is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from moot.errors import BadSetting, Conflict
from moot.library.rubric_check import faults_in
from moot.library.rubric_text import rubric_text
from moot.library.shelf_lookup import Drawer, LocatedEntry, ShelfEntry, packaged_in
from moot.library.strict_toml import PROJECT_FILE, refuse_unknown_within
from moot.settings.tomlfile import converted, parsed, write_private
from moot.vocabulary.rubrics import Rubric

PUBLISHED = {
    "sistm_stress": "stress-test",
    "code_review": "code-review",
    "research_synthesis": "research-synthesis",
    "legal_analysis": "legal-analysis",
    "threat_assessment": "threat-assessment",
}
"""Packaged rubrics equivalent to published modes, by the mode's name in files made elsewhere."""


class ShelvedRubric(LocatedEntry, frozen=True, kw_only=True):
    """A rubric with its location."""

    rubric: Rubric
    """The rubric."""
    text: str = ""
    """Text of the file; empty for a rubric in a project's file."""


class RubricShelf:
    """Rubrics in the package, in the user's folder and in the project's file."""

    def __init__(self, home: Path, project: Path | None = None) -> None:
        project = project if project is not None else Path.cwd() / PROJECT_FILE
        self._drawer = Drawer("rubric", home, project, packaged, _shelved)

    def rubrics(self) -> dict[str, ShelvedRubric]:
        """Return every rubric by name; the project's override the user's, which override packaged ones."""
        return self._drawer.read().good

    def broken(self) -> dict[str, BadSetting]:
        """Return the rubrics whose file is invalid, with the error."""
        return self._drawer.read().broken

    def rubric(self, name: str) -> Rubric:
        """Return the rubric of this name."""
        return self.shelved(name).rubric

    def shelved(self, name: str) -> ShelvedRubric:
        """Return the rubric of this name with its location."""
        ours = name_of_mode(name)
        return self._drawer.placed(name, f"Here it is called `{ours}`." if ours else "")

    def save(self, rubric: Rubric, *, text: str | None = None, replace: bool = False) -> Path:
        """Write a rubric to the user's folder, as `text` if given."""
        faults = faults_in(rubric)
        if faults:
            raise _faulty(f"The rubric {rubric.name!r}", faults)
        file = self.file_of(rubric.name)
        if file.exists() and not replace:
            raise Conflict(f"You have a rubric called {rubric.name!r} already: {file}.", "Choose another name.")
        write_private(file, text if text is not None else rubric_text(rubric))
        return file

    def remove(self, name: str) -> Path:
        """Delete one of the user's rubrics; packaged and project rubrics cannot be deleted here."""
        return self._drawer.remove(name)

    def file_of(self, name: str) -> Path:
        """Return the path of the user's rubric of this name, whether it exists or not."""
        return self._drawer.file_of(name)


@cache
def packaged() -> Mapping[str, ShelvedRubric]:
    """Return the packaged rubrics by name. They never change while a process runs."""
    return packaged_in("rubrics", _shelved)


def name_of_mode(mode: str) -> str | None:
    """Return the name of the rubric equivalent to a published mode, for any adjudicator."""
    return PUBLISHED.get(mode.removesuffix("_adj").removesuffix("_gemini").removesuffix("_mistral"))


def rubric_from(text: str, name: str, where: str) -> Rubric:
    """Parse a rubric from TOML and check it."""
    return _checked(name, parsed(text, where), where)


def read_rubric(text: str, name: str, where: str) -> Rubric:
    """Parse a rubric from TOML strictly, without checking it."""
    return _read_strictly(name, parsed(text, where), where)


def _shelved(written: ShelfEntry) -> ShelvedRubric:
    rubric = _checked(written.name, written.table, written.origin)
    return ShelvedRubric(rubric=rubric, layer=written.layer, origin=written.origin, text=written.text)


def _checked(name: str, table: Mapping[str, Any], origin: str) -> Rubric:
    rubric = _read_strictly(name, table, origin)
    faults = faults_in(rubric)
    if faults:
        raise _faulty(origin, faults)
    return rubric


def _read_strictly(name: str, table: Mapping[str, Any], origin: str) -> Rubric:
    if "name" in table:
        raise BadSetting(f"{origin}: there is no `name`.", "A rubric is called what its file or table is called.")
    refuse_unknown_within(table, Rubric, origin)
    return converted({**_stripped(table), "name": name}, Rubric, origin)


def _faulty(where: str, faults: list[str]) -> BadSetting:
    more = f" ({len(faults) - 1} more: `moot rubrics check` lists them.)" if len(faults) > 1 else ""
    return BadSetting(f"{where}: {faults[0]}{more}")


def _stripped(value: Any) -> Any:
    """Return the value with texts stripped, so that a paragraph may start on its own line."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, Mapping):
        return {key: _stripped(each) for key, each in value.items()}
    return [_stripped(each) for each in value] if isinstance(value, list) else value
