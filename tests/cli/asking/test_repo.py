"""Test `moot ask --repo` at the terminal, with members of a scripted endpoint that read a folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Run
from rig.script import Asked, Plan
from rig.upstream import Upstream
from world.hosting import hosted

SECRET = "planted-Rk29vp"


def reading(asked: Asked) -> Plan | None:
    """Members list the folder, read a file and a secret one, and answer with what they got."""
    if not asked.body.get("tools") or asked.schema:
        return None
    results = [each["content"] for each in asked.body["messages"] if each["role"] == "tool"]
    wanted = [("list_files", {}), ("read_file", {"path": "src/orders.py"}), ("read_file", {"path": ".env"})]
    return Plan(calls=(wanted[len(results)],)) if len(results) < len(wanted) else Plan(text="\n".join(results))


@pytest.fixture
def lab(home: Path, monkeypatch: pytest.MonkeyPatch) -> Upstream:
    monkeypatch.setenv("PLANTED_TOKEN", SECRET)
    up = Upstream(script=reading, models=("alpha", "beta", "delta"))
    home.mkdir(exist_ok=True)
    return up


def test_two_members_read_a_repo_in_peer_review(moot: Run, home: Path, tmp_path: Path, lab: Upstream) -> None:
    shop = tmp_path / "shop"
    (shop / "src").mkdir(parents=True)
    (shop / "src" / "orders.py").write_text("TAX = 0.19\n")
    (shop / ".env").write_text(SECRET)
    with hosted(lab):
        (home / "endpoints.toml").write_text(f'[lab]\nurl = "{lab.url}"\nprivate = true\n', encoding="utf-8")
        named = ("-m", "lab/alpha", "-m", "lab/beta", "--chair", "lab/delta", "--protocol", "peer-review")
        first = moot("ask", "--json", "--repo", "shop", *named, "What is the tax?")
        assert first.exit_code == 0, first.stderr
        result = json.loads(first.stdout)
        assert [each["title"] for each in result["sources"]] == ["shop/src/orders.py"]
        opinions = [seat for seat in result["seats"] if seat["id"] in ("seat-a", "seat-b")]
        assert len(opinions) == 2
        sent = json.dumps([asked.body for asked in lab.calls])
        assert sent.count("TAX = 0.19") >= 2
        transcript = moot("sessions", "export", result["session"], "--format", "json").stdout
        assert "TAX = 0.19" in transcript
        assert SECRET not in sent + transcript + first.output
        for how in ("--stats", "--full"):
            shown = moot("sessions", "show", result["session"], how)
            assert "shop/src/orders.py" in shown.output.replace("\\", "")
            assert "()" not in shown.output
        council = home / "councils" / "readers.toml"
        council.parent.mkdir(exist_ok=True)
        council.write_text(f'members = ["lab/alpha", "lab/beta"]\nchair = "lab/delta"\ntools = ["repo:{shop}"]\n')
        again = moot("ask", "--json", "--council", "readers", "What is the tax?")
        assert [each["title"] for each in json.loads(again.stdout)["sources"]] == ["shop/src/orders.py"]


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("nowhere", "is no folder"),
        ("/", "Members cannot be given /."),
        ("file.txt", "is no folder"),
        ("~nobody-x/y", ""),
    ],
)
def test_a_wrong_folder_is_refused(moot: Run, tmp_path: Path, folder: str, said: str) -> None:
    (tmp_path / "file.txt").touch()
    refused = moot("ask", "Why?", "--repo", folder)
    assert refused.exit_code == 2
    assert said in refused.stderr
