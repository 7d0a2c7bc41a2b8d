"""What is a release made of? A CycloneDX bill of materials from the lock files, the same bytes for the same locks.

Python packages stand as `requirements.lock` pins them, the pages' as `web/package-lock.json` does. It needs the
standard library alone, because the build asks for it before anything is installed.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[1]
LOCK, WEB_LOCK = "requirements.lock", "web/package-lock.json"
NAMESPACE = uuid.UUID("8a5b2e0c-6f0e-5c0e-9d5c-6d6f6f740001")
"""What serial numbers are drawn under."""
_PIN = re.compile(r"(?P<name>[\w.-]+)==(?P<version>[^\s;]+)(?: ; (?P<when>[^\\]+))?")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def bill(root: Path = ROOT) -> dict[str, Any]:
    """The bill of materials of the source under `root`."""
    version = version_of(root)
    moot = f"pkg:pypi/moot@{version}"
    python, needs = _python((root / LOCK).read_text(encoding="utf-8"), moot)
    pages, page_needs = _pages(json.loads((root / WEB_LOCK).read_text(encoding="utf-8")), moot)
    needs = {ref: needs.get(ref, set()) | page_needs.get(ref, set()) for ref in {*needs, *page_needs}}
    parts = sorted([*python, *pages], key=lambda part: str(part["bom-ref"]))
    body = {
        "metadata": {
            "lifecycles": [{"phase": "build"}],
            "component": {
                **{"type": "application", "bom-ref": moot, "name": "moot", "version": version, "purl": moot},
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            },
        },
        "components": parts,
        "dependencies": [{"ref": ref, "dependsOn": sorted(needs.get(ref, ()))} for ref in [moot, *_refs(parts)]],
    }
    serial = uuid.uuid5(NAMESPACE, json.dumps(body, sort_keys=True))
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": serial.urn, "version": 1, **body}


def version_of(root: Path = ROOT) -> str:
    """The version, where it is written."""
    source = (root / "src" / "moot" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', source, re.M)
    assert found is not None, "src/moot/__init__.py names no version"
    return found[1]


def _refs(parts: list[dict[str, Any]]) -> list[str]:
    return [str(part["bom-ref"]) for part in parts]


def _python(lock: str, moot: str) -> tuple[list[dict[str, Any]], dict[str, set[str]]]:
    """What is installed beside Moot, and who needs whom."""
    entries = re.split(r"^(?=[A-Za-z0-9])", lock, flags=re.M)[1:]
    pins = [(found, entry) for entry in entries if (found := _PIN.match(entry))]
    assert len(pins) == len(entries), "a line of the lock is no pin"
    refs: dict[str, list[str]] = {"moot": [moot]}
    for pin, _ in pins:
        refs.setdefault(pin["name"], []).append(f"pkg:pypi/{pin['name']}@{pin['version']}")
    parts: list[dict[str, Any]] = []
    needs: dict[str, set[str]] = {}
    for pin, entry in pins:
        ref = f"pkg:pypi/{pin['name']}@{pin['version']}"
        hashes = [{"alg": "SHA-256", "content": digest} for digest in _HASH.findall(entry)]
        part = {"type": "library", "bom-ref": ref, "name": pin["name"], "version": pin["version"], "purl": ref}
        part["externalReferences"] = [{"type": "distribution", "url": ref, "hashes": hashes}]
        if pin["when"]:
            part["properties"] = [{"name": "moot:when", "value": pin["when"].strip()}]
        parts.append(part)
        for name in _askers(entry):
            for asker in refs[name]:
                needs.setdefault(asker, set()).add(ref)
    return parts, needs


def _askers(entry: str) -> Iterator[str]:
    """Who asks for a package, as the comment under its pin says."""
    for line in entry.partition("# via")[2].splitlines():
        name = line.strip().lstrip("#").strip().partition("[")[0]
        if name:
            yield name


def _pages(lock: dict[str, Any], moot: str) -> tuple[list[dict[str, Any]], dict[str, set[str]]]:
    """What the pages are built from, without what only builds and tests them, and who needs whom."""
    rows = {place: row for place, row in lock["packages"].items() if place and not row.get("dev")}
    refs = {place: _npm(place, row["version"]) for place, row in rows.items()}
    parts: dict[str, dict[str, Any]] = {}
    needs: dict[str, set[str]] = {}
    for place, row in [("", lock["packages"][""]), *rows.items()]:
        asker = refs.get(place, moot)
        for name in row.get("dependencies", {}):
            found = next((refs[at] for at in _places(place, name) if at in refs), None)
            if found is not None:
                needs.setdefault(asker, set()).add(found)
        if place:
            digest = base64.b64decode(row["integrity"].partition("-")[2]).hex()
            parts[asker] = {
                **{"type": "library", "bom-ref": asker, "name": _name(place), "version": row["version"]},
                **{"purl": asker, "hashes": [{"alg": "SHA-512", "content": digest}]},
                **({"licenses": [{"expression": row["license"]}]} if row.get("license") else {}),
            }
    return list(parts.values()), needs


def _name(place: str) -> str:
    return place.rpartition("node_modules/")[2]


def _npm(place: str, version: str) -> str:
    return f"pkg:npm/{quote(_name(place), safe='/')}@{version}"


def _places(place: str, name: str) -> Iterator[str]:
    """Where a package finds another: beneath itself, then further up."""
    while place:
        yield f"{place}/node_modules/{name}"
        place = place.rpartition("node_modules/")[0].rstrip("/")
    yield f"node_modules/{name}"


def written(file: Path, root: Path = ROOT) -> Path:
    """The bill as a file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(bill(root), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return file


if __name__ == "__main__":
    sys.stdout.write(json.dumps(bill(), indent=1, ensure_ascii=False) + "\n")
