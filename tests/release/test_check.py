"""Test the checks of a release and the workflow that runs them for a tag."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from shipping import check

ROOT = Path(__file__).parents[2]
GOOD = b"Metadata-Version: 2.4\nName: moot\nVersion: 1.2.3\nDescription-Content-Type: text/markdown\n\n# Moot\n"


def test_a_tag_has_to_name_the_version() -> None:
    check.check_tag("v1.2.3", "1.2.3")
    for tag in ("1.2.3", "v1.2.30", "v1.2", "main"):
        with pytest.raises(check.BadRelease, match=r"__version__"):
            check.check_tag(tag, "1.2.3")


def test_one_wheel_and_one_sdist_of_the_version_are_released(tmp_path: Path) -> None:
    for name in ("moot-1.2.3-py3-none-any.whl", "moot-1.2.3.tar.gz", "notes.md"):
        (tmp_path / name).touch()
    assert [path.name for path in check.packages_in(tmp_path, "1.2.3")] == [
        "moot-1.2.3-py3-none-any.whl", "moot-1.2.3.tar.gz",
    ]  # fmt: skip
    (tmp_path / "moot-1.2.2.tar.gz").touch()
    with pytest.raises(check.BadRelease, match=r"moot-1\.2\.2"):
        check.packages_in(tmp_path, "1.2.3")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (GOOD.replace(b"1.2.3", b"1.2.4"), "names moot 1.2.4"),
        (GOOD.replace(b"1.2.3", b"one"), "version"),
        (GOOD.replace(b"Name: moot\n", b""), "name"),
        (GOOD.replace(b"# Moot\n", b""), "no description"),
        (GOOD.replace(b"text/markdown", b"text/plain"), "no description"),
        (GOOD.replace(b"Name", b"Requires-Dist: a b\nName"), "requires-dist"),
    ],
)
def test_metadata_that_an_index_refuses_is_refused(wrong: bytes, says: str) -> None:
    check.check_metadata(GOOD, "1.2.3")
    with pytest.raises(check.BadRelease, match=says):
        check.check_metadata(wrong, "1.2.3")


def test_a_tag_is_checked_before_anything_is_published_and_no_password_is_kept() -> None:
    text = (ROOT / ".github/workflows/release.yml").read_text()
    jobs = yaml.safe_load(text)["jobs"]
    steps = {step.get("run"): step for step in jobs["check"]["steps"]}
    assert steps[".ci/run"]["env"]["TAG"] == "${{ github.ref_name }}"
    assert "needs" not in jobs["check"]
    assert {name: job["needs"] for name, job in jobs.items() if name != "check"} == {
        "packages": "check", "image": "packages", "notes": "packages",
    }  # fmt: skip
    assert (jobs["packages"]["environment"], jobs["packages"]["permissions"]) == ("release", {"id-token": "write"})
    assert set(re.findall(r"secrets\.(\w+)", text)) == {"GITHUB_TOKEN"}
    assert not re.search(r"\w\.(?:org|io|com)\b", text), "a registry's host"
    assert "make release\n" in (ROOT / ".ci/run").read_text()
