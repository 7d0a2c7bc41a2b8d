"""What is a source file made of? Each is parsed once in a process, for all that read it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path


@cache
def tree_of(file: Path) -> ast.Module:
    """What a file says."""
    return ast.parse(file.read_text(encoding="utf-8"))


def nodes_of(root: ast.AST) -> Iterator[ast.AST]:
    """This one and all below it in the order of `ast.walk`, but for whether a name is read or set: that is told by
    where it stands, and looking at it everywhere took half the time."""
    ahead = [root]
    for node in ahead:
        for name in node._fields:
            part = getattr(node, name, None)
            if isinstance(part, list):
                ahead += [each for each in part if isinstance(each, ast.AST)]
            elif isinstance(part, ast.AST) and not isinstance(part, ast.expr_context):
                ahead.append(part)
        yield node
