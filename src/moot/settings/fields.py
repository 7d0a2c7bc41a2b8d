"""Read fields and the docstrings under them from the source, for help, bodies and reference pages."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from dataclasses import dataclass
from typing import Annotated, Literal, cast, get_args, get_origin

from moot.settings import Settings, extension_settings


@dataclass(frozen=True)
class StructField:
    """One field of a struct, as written in the source."""

    name: str
    """Name of the field."""
    type: str
    """Type of the field, as annotated."""
    default: str
    """Default of the field, as source text; empty when there is none."""
    says: str
    """Docstring under the field."""


def fields_of(struct: type) -> list[StructField]:
    """Return the fields of a struct as written in its source, inherited ones first, each with its docstring."""
    found: dict[str, StructField] = {}
    for kind in reversed(struct.__mro__):
        if kind.__module__.startswith("msgspec") or kind is object:
            continue
        for field in _own_fields(kind):
            found[field.name] = field
    return list(found.values())


def setting_fields() -> list[StructField]:
    """Return every setting as written in its source, those of extensions last."""
    kinds: list[type] = [Settings, *extension_settings()]
    return [field for kind in kinds for field in fields_of(kind)]


def _own_fields(kind: type) -> list[StructField]:
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    if not isinstance(definition, ast.ClassDef):
        return []
    found = []
    for node, following in zip(definition.body, [*definition.body[1:], None], strict=True):
        if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
            continue
        annotation = ast.unparse(_WithoutLimits(kind).visit(node.annotation))
        if annotation.startswith("ClassVar"):
            continue
        choices = _named(kind, node.annotation)
        if get_origin(choices) is Literal:
            annotation = f"Literal[{', '.join(map(repr, get_args(choices)))}]"
        says = ""
        if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            says = " ".join(str(following.value.value).split())
        constant = _named(kind, node.value)
        default = ast.unparse(node.value) if node.value is not None else ""
        default = repr(constant) if isinstance(constant, int | float | str) else default
        found.append(StructField(node.target.id, annotation, default, says))
    return found


class _WithoutLimits(ast.NodeTransformer):
    """Replaces the type `Annotated[str, ...]`, or an alias of it, in a field's source by `str`."""

    def __init__(self, kind: type) -> None:
        self._kind = kind

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id == "Annotated" and isinstance(node.slice, ast.Tuple):
            return cast(ast.AST, self.visit(node.slice.elts[0]))
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        named = _named(self._kind, node)
        return ast.Name(get_args(named)[0].__name__) if get_origin(named) is Annotated else node


def _named(kind: type, node: ast.expr | None) -> object:
    """Return the object that a name means in the module that defines a struct; `None` if there is none."""
    return getattr(sys.modules[kind.__module__], node.id, None) if isinstance(node, ast.Name) else None
