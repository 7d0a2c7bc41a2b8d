"""Compare the fields of all structs, so that no struct is written down twice."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from docs.nodes import nodes_of, tree_of

SOURCE = Path(__file__).parents[1] / "src" / "moot"
LEAST_SHARED = 4
LEAST_SHARE = 0.75
MOST_PAIRS = 15


def structs() -> Iterator[tuple[str, frozenset[str]]]:
    """Return each struct with the fields that it annotates itself; neither inherited fields nor constants count."""
    for file in sorted(SOURCE.rglob("*.py")):
        for node in nodes_of(tree_of(file)):
            if not isinstance(node, ast.ClassDef) or "Protocol" in {ast.unparse(base) for base in node.bases}:
                continue
            fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
            names = frozenset(
                each.target.id
                for each in fields
                if isinstance(each.target, ast.Name) and "ClassVar" not in ast.unparse(each.annotation)
            )
            if len(names) >= LEAST_SHARED:
                yield f"{file.relative_to(SOURCE)}:{node.name}", names


def pairs() -> list[tuple[str, str, list[str]]]:
    """Return the structs that share at least four fields and three quarters of the smaller one's."""
    return [
        (left, right, sorted(ours & theirs))
        for (left, ours), (right, theirs) in combinations(structs(), 2)
        if len(ours & theirs) >= max(LEAST_SHARED, LEAST_SHARE * min(len(ours), len(theirs)))
    ]


def test_few_structs_repeat_the_fields_of_another() -> None:
    found = pairs()
    told = "\n".join(f"{left} = {right}: {', '.join(names)}" for left, right, names in found)
    assert len(found) <= MOST_PAIRS, f"inherit from a shared base, or hold the one in the other:\n{told}"


if __name__ == "__main__":
    for left, right, names in pairs():
        print(f"{left} = {right}: {', '.join(names)}")
