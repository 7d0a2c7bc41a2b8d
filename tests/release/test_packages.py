"""Test that wheel and sdist contain the app and the SBOM, are small, and work alone."""

from __future__ import annotations

import json
import re
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest
from shipping import notes, sbom

import moot
from release.installing import asks, build, serves
from web.conftest import python  # noqa: F401  (builds and installs the wheel)

ROOT = Path(__file__).parents[2]
MOST_BYTES = 12_000_000
APP = "moot/server/app/"


@pytest.fixture(scope="module")
def wheel(python: Path) -> Path:  # noqa: F811
    (made,) = python.parents[2].glob("moot-*.whl")
    return made


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))


def test_the_wheel_is_small_and_whole(wheel: Path) -> None:
    assert wheel.stat().st_size <= MOST_BYTES
    with ZipFile(wheel) as held:
        names = set(held.namelist())
        place = f"moot-{moot.__version__}.dist-info"
        said = held.read(f"{place}/METADATA").decode()
        bill = json.loads(held.read(f"{place}/sboms/moot.cdx.json"))
        page = held.read(f"{APP}index.html").decode()
    assert f"\nVersion: {moot.__version__}\n" in said
    assert "\nLicense-Expression: Apache-2.0\n" in said
    assert bill == sbom.bill()
    assert {"moot/cli/main.py", "llm_consortium.py", f"{APP}replay.html", f"{APP}licences.txt"} <= names
    asked = re.findall(r'(?:src|href)="/(assets/[^"]+)"', page)
    assert asked
    assert {f"{APP}{name}" for name in asked} <= names
    assert {name.partition("/")[0] for name in names} == {"moot", "llm_consortium.py", place}


@pytest.mark.slow
def test_the_sdist_is_small_and_whole(sdist: Path) -> None:
    assert sdist.stat().st_size <= MOST_BYTES
    with tarfile.open(sdist) as held:
        names = {name.partition("/")[2] for name in held.getnames()}
    assert {"pyproject.toml", "requirements.lock", "moot.cdx.json", "CHANGELOG.md", "hatch_build.py"} <= names
    assert f"src/{APP}index.html" in names
    assert not [name for name in names if name.startswith(("tests/", "web/src", ".venv", "web/node_modules"))]


def test_the_wheel_answers_in_the_terminal_and_from_python(python: Path, tmp_path: Path) -> None:  # noqa: F811
    asks(python, tmp_path)


@pytest.mark.slow
def test_the_wheel_serves_pages_and_both_apis(python: Path, tmp_path: Path) -> None:  # noqa: F811
    serves(python, tmp_path)


@pytest.mark.slow
def test_the_sdist_makes_the_same_wheel(sdist: Path, wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as held:
        held.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    again = build("wheel", source, tmp_path / "dist")
    with ZipFile(wheel) as one, ZipFile(again) as other:
        assert {each.filename: each.CRC for each in one.filelist} == {
            each.filename: each.CRC for each in other.filelist
        }


def test_the_version_and_its_notes_stand_in_one_place_each() -> None:
    assert notes.notes_of(moot.__version__), f"CHANGELOG.md says nothing of {moot.__version__}"
    assert sbom.version_of() == moot.__version__
    assert "\nversion =" not in (ROOT / "pyproject.toml").read_text()
    assert not notes.notes_of("0.0.0")
