"""Test that the SBOM names everything shipped, once, with digests and dependents."""

from __future__ import annotations

import re
from pathlib import Path

from shipping import sbom

ROOT = Path(__file__).parents[2]
BILL = sbom.bill()
PARTS = {part["bom-ref"]: part for part in BILL["components"]}


def test_each_pin_and_each_package_of_the_pages_is_a_part() -> None:
    pins = re.findall(r"^([\w.-]+)==([^\s;]+)", (ROOT / "requirements.lock").read_text(), re.M)
    assert len(pins) > 30
    assert {f"pkg:pypi/{name}@{version}" for name, version in pins} <= set(PARTS)
    assert len(PARTS) == len(BILL["components"])
    names = {part["name"] for part in PARTS.values()}
    assert {"react", "react-markdown", "@tanstack/react-query"} <= names
    assert not {"vite", "vitest", "typescript", "eslint", "pytest"} & names


def test_what_the_pages_bring_along_is_what_their_licences_name() -> None:
    file = ROOT / "src" / "moot" / "server" / "app" / "licences.txt"
    if file.exists():
        pages = {f"{part['name']} {part['version']}" for ref, part in PARTS.items() if ref.startswith("pkg:npm/")}
        named = re.findall(r"^## (\S+) - (\S+) \(", file.read_text(), re.M)
        assert len(named) > 50
        assert {f"{name} {version}" for name, version in named} <= pages


def test_every_part_has_digests_and_somebody_who_needs_it() -> None:
    for part in PARTS.values():
        digests = part.get("hashes") or part["externalReferences"][0]["hashes"]
        assert all(re.fullmatch("[0-9a-f]{64}|[0-9a-f]{128}", digest["content"]) for digest in digests)
    graph = {row["ref"]: row["dependsOn"] for row in BILL["dependencies"]}
    root = BILL["metadata"]["component"]["bom-ref"]
    assert set(graph) == {root, *PARTS}
    reached, ahead = {root}, [root]
    while ahead:
        new = set(graph[ahead.pop()]) - reached
        reached |= new
        ahead += new
    assert {ref for ref in PARTS if ref.startswith("pkg:pypi")} <= reached
