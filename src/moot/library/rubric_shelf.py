"""Find rubrics: packaged, the user's and the project's; later ones override earlier ones.

A rubric is read strictly and checked completely, so that a session never starts with rules that cannot be followed. A
broken file is an error only when it is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from moot.errors import BadSetting, Conflict
from moot.library.rubric_check import faults_in
from moot.library.shelf_lookup import PROJECT_FILE, Drawer, LocatedEntry, ShelfEntry, packaged_in, refuse_unknown_within
from moot.settings.tomlfile import converted, literal, parsed, quoted, write_private
from moot.vocabulary.rubrics import Conviction, Rubric, StageWording, VerdictRule

PUBLISHED = {
    "sistm_stress": "stress-test",
    "code_review": "code-review",
    "research_synthesis": "research-synthesis",
    "legal_analysis": "legal-analysis",
    "threat_assessment": "threat-assessment",
}
"""Packaged rubrics that are equivalent to published modes, by the mode's name in files made elsewhere."""


class ShelvedRubric(LocatedEntry, frozen=True, kw_only=True):
    """A rubric (rules for judging answers), with its file's text and place."""

    rubric: Rubric
    """The rubric."""
    text: str = ""
    """Text of the file; empty for a rubric in a project's file."""


class RubricShelf:
    """All rubrics (rules for judging answers): packaged ones, the user's and the project's."""

    def __init__(self, home: Path, project: Path | None = None) -> None:
        project = project if project is not None else Path.cwd() / PROJECT_FILE
        self._drawer = Drawer("rubric", home, project, packaged, _shelved)

    def rubrics(self) -> dict[str, ShelvedRubric]:
        """Return every rubric by name.

        If several have the same name, the project's rubric is used, then the user's, then the packaged one.
        """
        return self._drawer.read().good

    def broken(self) -> dict[str, BadSetting]:
        """Return the error of each rubric whose file is invalid, by name."""
        return self._drawer.read().broken

    def rubric(self, name: str) -> Rubric:
        """Return the rubric of this name; raise if there is none or its file is invalid."""
        return self.shelved(name).rubric

    def shelved(self, name: str) -> ShelvedRubric:
        """Return the rubric of this name with where it is stored; raise if there is none or its file is invalid."""
        ours = name_of_mode(name)
        return self._drawer.placed(name, f"Here it is called `{ours}`." if ours else "")

    def save(self, rubric: Rubric, *, text: str | None = None, replace: bool = False) -> Path:
        """Write a rubric to the user's folder and return the file's path.

        Args:
            text: The TOML to write instead of the rubric's default formatting.
            replace: Whether an existing file may be overwritten.
        """
        faults = faults_in(rubric)
        if faults:
            raise _faulty(f"The rubric {rubric.name!r}", faults)
        file = self.file_of(rubric.name)
        if file.exists() and not replace:
            raise Conflict(f"You have a rubric called {rubric.name!r} already: {file}.", "Choose another name.")
        write_private(file, text if text is not None else rubric_text(rubric))
        return file

    def remove(self, name: str) -> Path:
        """Delete one of the user's rubrics and return its file's path. Packaged and project rubrics cannot be
        deleted here."""
        return self._drawer.remove(name)

    def file_of(self, name: str) -> Path:
        """Return the path of the user's rubric of this name, whether it exists or not."""
        return self._drawer.file_of(name)


@cache
def packaged() -> Mapping[str, ShelvedRubric]:
    """Return the packaged rubrics by name. The rubrics never change while a process runs."""
    return packaged_in("rubrics", _shelved)


def name_of_mode(mode: str) -> str | None:
    """Return the name of the packaged rubric that corresponds to a mode in another program's files; `None` if there is
    none."""
    return PUBLISHED.get(mode.removesuffix("_adj").removesuffix("_gemini").removesuffix("_mistral"))


def rubric_from(text: str, name: str, where: str) -> Rubric:
    """Parse a rubric from TOML, and raise if it is unusable; `where` is its file in errors."""
    return _checked(name, parsed(text, where), where)


def read_rubric(text: str, name: str, where: str) -> Rubric:
    """Parse a rubric from TOML strictly, without checking its rules; `where` is its file in errors."""
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
    more = f" ({len(faults) - 1} more: `moot councils rubrics check` lists them.)" if len(faults) > 1 else ""
    return BadSetting(f"{where}: {faults[0]}{more}")


def _stripped(value: Any) -> Any:
    """Return the value with the white space around its texts removed, so that a paragraph may start on its own line."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, Mapping):
        return {key: _stripped(each) for key, each in value.items()}
    return [_stripped(each) for each in value] if isinstance(value, list) else value


def rubric_text(rubric: Rubric) -> str:
    """Return a rubric as TOML."""
    parts = [_table("", _given_fields(rubric, "name wording axes labelling comparison details rules conviction"))]
    if rubric.conviction != Conviction():
        parts.append(_table("[conviction]", _given_fields(rubric.conviction)))
    if rubric.wording != StageWording():
        parts.append(_table("[wording]", _given_fields(rubric.wording)))
    parts += [_table("[[axes]]", _given_fields(axis)) for axis in rubric.axes]
    parts.append(_table("[labelling]", _given_fields(rubric.labelling, "labels")))
    parts += [_table("[[labelling.labels]]", _given_fields(label)) for label in rubric.labelling.labels]
    parts.append(_table("[comparison]", _given_fields(rubric.comparison)))
    parts += [_table("[[details]]", _given_fields(detail)) for detail in rubric.details]
    parts += [_rule(rule) for rule in rubric.rules]
    return "\n".join(parts)


def paragraph(text: str) -> str:
    """Format a text as a TOML string, multi-line if it has several lines."""
    odd = any((ord(character) < 32 and character not in "\n\t") or ord(character) == 127 for character in text)
    if "\n" not in text or odd:
        return quoted(text)
    escaped = text.encode("utf-8", "replace").decode().replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""\n{escaped}\n"""'


def _rule(rule: VerdictRule) -> str:
    plain = msgspec.to_builtins(rule)
    lines = ["[[rules]]", f"verdict = {quoted(rule.verdict)}"]
    for name, bound in plain["when"].items():
        lines += [f"when.{name}.{key} = {_inline(value)}" for key, value in bound.items() if value is not None]
    if isinstance(rule.certainty, str):
        lines.append(f"certainty = {quoted(rule.certainty)}")
    else:
        sures = [{key: value for key, value in each.items() if value} for each in plain["certainty"]]
        lines.append("certainty = [\n" + "".join(f"  {_inline(each)},\n" for each in sures) + "]")
    lines += [f"basis = {quoted(rule.basis)}", f"says = {paragraph(rule.says)}"]
    return "\n".join(lines + (["withheld = true"] if rule.withheld else [])) + "\n"


def _given_fields(value: Any, without: str = "") -> dict[str, Any]:
    """Return the fields of a struct that differ from their defaults."""
    defaults = {field.encode_name: field.default for field in msgspec.structs.fields(type(value))}
    plain = msgspec.to_builtins(value)
    return {
        name: each for name, each in plain.items() if name not in without.split() and _differs(each, defaults.get(name))
    }


def _differs(value: Any, default: Any) -> bool:
    if default is msgspec.NODEFAULT:
        return True
    return bool(value != default)


def _table(header: str, values: Mapping[str, Any]) -> str:
    lines = [header] if header else []
    for name, value in values.items():
        if isinstance(value, str):
            lines.append(f"{name} = {paragraph(value)}")
        elif isinstance(value, list | tuple) and value and isinstance(value[0], dict):
            rows = ({key: each for key, each in row.items() if each} for row in value)
            lines.append(f"{name} = [\n" + "".join(f"  {_inline(row)},\n" for row in rows) + "]")
        else:
            lines.append(f"{name} = {literal(value)}")
    return "\n".join(lines) + "\n"


def _inline(value: Any) -> str:
    if isinstance(value, Mapping):
        given = ", ".join(f"{name} = {_inline(each)}" for name, each in value.items() if each is not None)
        return f"{{ {given} }}"
    return literal(int(value) if isinstance(value, float) and value.is_integer() else value)
