"""Write a rubric as TOML that is easy to edit: long texts as paragraphs, one table per axis and label.

The text parses to the same rubric; defaults are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from moot.settings.tomlfile import literal, quoted
from moot.vocabulary.rubrics import Conviction, Rubric, StageWording, VerdictRule


def rubric_text(rubric: Rubric) -> str:
    """Return a rubric as TOML."""
    parts = [_table("", _given(rubric, "name wording axes labelling comparison details rules conviction"))]
    if rubric.conviction != Conviction():
        parts.append(_table("[conviction]", _given(rubric.conviction)))
    if rubric.wording != StageWording():
        parts.append(_table("[wording]", _given(rubric.wording)))
    parts += [_table("[[axes]]", _given(axis)) for axis in rubric.axes]
    parts.append(_table("[labelling]", _given(rubric.labelling, "labels")))
    parts += [_table("[[labelling.labels]]", _given(label)) for label in rubric.labelling.labels]
    parts.append(_table("[comparison]", _given(rubric.comparison)))
    parts += [_table("[[details]]", _given(detail)) for detail in rubric.details]
    parts += [_rule(rule) for rule in rubric.rules]
    return "\n".join(parts)


def paragraph(text: str) -> str:
    """Return a text as TOML: a multi-line string if it has several lines, else quoted."""
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


def _given(value: Any, without: str = "") -> dict[str, Any]:
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
