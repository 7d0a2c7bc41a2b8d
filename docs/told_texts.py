"""What does a piece of the source say? Its texts as they stand, or as patterns where they hold values.

Read by syntax tree: a value is `{name}`, a choice among words is each of them, a name of this function that holds a
piece of a sentence is what it may hold.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import get_args

from docs.nodes import nodes_of, tree_of
from moot.protocols.debate.findings import AwardName
from moot.vocabulary.words.headings import Firmness

NAMES = {
    *get_args(Firmness),
    *get_args(AwardName),
    "chair",
    "stand-in-{number}",
    "asked",
    "budget",
    "crash_loop",
    "errno",
    "os_error",
    "error",
}
"""What stands in these functions and is compared or looked up, never shown as it is."""


def titled(name: str) -> str:
    """`max_iterations` as `Max iterations`, as the pages have it."""
    words = re.sub(r"[-_]", " ", name)
    return words[:1].upper() + words[1:]


Local = dict[str, list[str]]
"""What the local names of a function may stand for that hold no sentence but a piece of one, or nothing."""


def in_functions(module: ModuleType, functions: tuple[str, ...]) -> Iterator[str]:
    """What these functions say: every text that is given on, not what is compared or looked up."""
    there = {node.name: node for node in nodes_of(tree_of(Path(inspect.getfile(module)))) if isinstance(node, DEFINED)}
    for name in functions:
        yield from (text.strip() for text in _texts(there[name], _pieces(there[name])))


DEFINED = (ast.FunctionDef, ast.AsyncFunctionDef)


def _pieces(function: ast.AST) -> Local:
    """`least` in `least = "" if exact else "at least "`: such names are read as what they may hold, in every sentence
    that uses them. A name that is never empty is a value, and its texts are sentences of their own."""
    found: Local = {}
    for node in nodes_of(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).extend(
                forms(node.value) if is_written(node.value) else ["{value}"]
            )
    return {
        name: list(dict.fromkeys(texts))
        for name, texts in found.items()
        if "{value}" not in texts and any(not text or text[0] in " ,;" for text in texts)
    }


def is_written(node: ast.AST) -> bool:
    """Whether it is a text or a choice among texts."""
    if isinstance(node, ast.IfExp):
        return is_written(node.body) and is_written(node.orelse)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Add) and is_written(node.left) and is_written(node.right)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _texts(node: ast.AST, local: Local) -> Iterator[str]:
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
            continue
        if isinstance(part, ast.Compare | ast.Subscript | ast.arguments | ast.Raise):  # nothing of it is shown
            if isinstance(part, ast.Subscript) and isinstance(part.value, ast.Dict):
                yield from _texts(ast.Tuple(elts=part.value.values), local)
            continue
        if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name) and part.targets[0].id in local:
            continue
        if isinstance(part, ast.keyword) and part.arg in UNSEEN:
            continue
        if isinstance(part, ast.Constant | ast.JoinedStr) or (isinstance(part, ast.BinOp) and is_written(part)):
            yield from (text for text in forms(part, local) if speaks(text) and text not in NAMES)
        elif isinstance(part, ast.Call) and (often := _counted(part)):
            yield from often
        else:
            yield from _texts(part, local)


UNSEEN = ("firmness", "outcome", "key", "kind")
"""Parameters that are told by other words, or not at all."""


def speaks(text: str) -> bool:
    if text[:1] in ",;:" or re.search(r"[:,;] +[,;.]|  | \.", text):  # a piece, or one put together of too few
        return False
    return re.search(r"[A-Za-z]{2}", re.sub(r"\{\w+\}", "", text)) is not None and not text.isupper()


def withheld(tree: ast.Module) -> Iterator[str]:
    """Why a protocol gives no answer, where it says so in its own words."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "withhold":
            yield from (text for text in forms(node.args[0]) if speaks(text))


def forms(node: ast.AST, local: Local | None = None) -> list[str]:
    """What an expression may say; a value is `{name}`, a choice among words is each of them."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return [*forms(one, local), *forms(other, local)]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _joined([forms(left, local), forms(right, local)])
        case ast.JoinedStr(values=parts):
            return _joined([forms(part, local) for part in parts])
        case ast.FormattedValue(value=value):
            return forms(value, local)
        case ast.Call():
            return list(_counted(node)) or ["{value}"]
        case ast.Name(id=name) if local and name in local:
            return local[name]
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return [f"{{{name.strip('_')}}}"]
        case ast.Constant(value=None):
            return []
    return ["{value}"]


def _counted(call: ast.Call) -> tuple[str, ...]:
    match call:
        case ast.Call(func=ast.Name(id="count" | "counted"), args=[_, ast.Constant(value=str(noun))]):
            return (f"{{n}} {noun}", f"{{n}} {noun}s")
    return ()


def _joined(parts: list[list[str]]) -> list[str]:
    """All ways to put these together; values of one name are told apart by a number."""
    found = []
    for way in product(*parts):
        seen: dict[str, int] = {}

        def apart(match: re.Match[str], seen: dict[str, int] = seen) -> str:
            seen[match[1]] = seen.get(match[1], 0) + 1
            return f"{{{match[1]}{seen[match[1]] if seen[match[1]] > 1 else ''}}}"

        found.append(re.sub(r"\{([a-z_]+)\d*\}", apart, "".join(way).replace("{{", "{").replace("}}", "}")))
    return found
