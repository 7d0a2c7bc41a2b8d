"""What does a field mean? The docstring that stands under it in the source, which is also its help in the terminal."""

from __future__ import annotations

import ast
import inspect
import textwrap

import msgspec
from msgspec import NODEFAULT, Struct


class FieldDoc(Struct, frozen=True, kw_only=True):
    """A field as people are shown it."""

    name: str
    """What it is called."""
    kind: str
    """Its type, as the source writes it."""
    default: str
    """What it is when nobody sets it."""
    text: str
    """What it means."""


def field_docs(kind: type[Struct]) -> list[FieldDoc]:
    """Every field of a struct with its meaning, its own first, then those it inherits."""
    texts: dict[str, tuple[str, str]] = {}
    order: list[str] = []
    for each in kind.__mro__:
        if each is Struct or not issubclass(each, Struct):
            continue
        found = _written(each)
        order += [name for name in found if name not in texts]
        texts = {**found, **texts}
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    return [
        FieldDoc(name=name, kind=texts[name][0], default=_default(fields[name].default), text=texts[name][1])
        for name in order
        if name in fields
    ]


def _written(kind: type[Struct]) -> dict[str, tuple[str, str]]:
    """Type and docstring of each field that stands in a class's own source."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    except (OSError, TypeError, SyntaxError):
        return {name: (str(note), "") for name, note in inspect.get_annotations(kind).items()}
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    found = {}
    for node, after in zip(body, [*body[1:], None], strict=True):
        if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
            continue
        doc = ""
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
            doc = " ".join(after.value.value.split())
        found[node.target.id] = (ast.unparse(node.annotation), doc)
    return found


def _default(value: object) -> str:
    if value is NODEFAULT:
        return ""
    return "unset" if value in (None, "") else str(value).lower() if isinstance(value, bool) else str(value)
