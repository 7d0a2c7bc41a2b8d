"""Test `moot models pull`, `show` and `rm` with a model placed by hand and no network."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Run
from extensions.local.headers import LLAMA, head

WHOLE = head(LLAMA) + bytes(256)


@pytest.fixture(autouse=True)
def alone(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nobody has fetched anything, and no host is reached; a roster of the user's own names two models."""
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:1029")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:1029/simple")
    (home / "rosters").mkdir(parents=True)
    (home / "rosters" / "mine.toml").write_text(
        'title = "Mine"\n[models.uno]\nname = "Number One"\nrepo = "a/b"\nfile = "c.gguf"\nlicense = "MIT"\n'
        '[models.bound]\nrepo = "a/b"\nfile = "d.gguf"\nlicense = "Strict"\nlicense_url = "https://example.com/terms"\n'
        "accept = true\n"
    )
    (home / "models").mkdir()
    return home


def test_without_a_name_what_can_be_pulled_is_listed(moot: Run) -> None:
    told = moot("models", "pull").stdout
    assert "mine: Mine\n  uno: Number One, size not known, MIT\n" in told
    assert "  smollm2-135m: SmolLM2 135M Instruct, 98 MB, Apache-2.0\n" in told


def test_without_a_network_all_of_a_roster_that_is_to_be_fetched_by_hand_is_named(moot: Run, home: Path) -> None:
    told = moot("models", "pull", "mine", "--accept-license")
    assert told.exit_code == 1
    said = " ".join(told.stderr.split())
    assert "2 of 2 models could not be fetched" in said
    for name, file in (("uno", "c.gguf"), ("bound", "d.gguf")):
        assert f"http://127.0.0.1:1029/a/b/resolve/main/{file} as" in said
        assert str(home / "models" / f"{name}.gguf") in "".join(told.stderr.split())
    assert "`moot models pull mine`" in said
    (home / "models" / "uno.gguf").write_bytes(WHOLE)
    said = " ".join(moot("models", "pull", "mine", "--accept-license").stderr.split())
    assert "1 of 2 models could not be fetched" in said
    assert "uno is at" in said
    assert "c.gguf as" not in said


def test_a_model_laid_there_by_hand_is_taken_shown_and_deleted(moot: Run, home: Path) -> None:
    assert "No model is on this machine yet" in moot("models", "show").stdout
    (home / "models" / "uno.gguf").write_bytes(WHOLE)
    pulled = moot("models", "pull", "uno")
    assert pulled.exit_code == 0
    assert "not pinned" in pulled.stderr
    assert "uno: Number One, size not known, MIT, on this machine" in moot("models", "pull").stdout
    (told,) = json.loads(moot("models", "show", "--json").stdout)["models"]
    assert (told["model"], told["license"], told["source"], told["pinned"]) == ("local/uno", "MIT", "by hand", False)
    assert told["memory"] > 50_000_000
    shown = moot("models", "show", "uno").stdout
    assert "architecture: llama\n" in shown
    assert "context: 4,096\n" in shown
    assert "local/uno" in moot("models", "show").stdout
    assert "uno is gone, 1 MB freed." in moot("models", "rm", "uno").stdout
    assert list((home / "models").iterdir()) == []
    assert "It is not on this machine." in moot("models", "show", "uno").stdout
    assert moot("models", "show", "duo").exit_code == 2


def test_terms_are_asked_about_before_anything_is_fetched(moot: Run, home: Path) -> None:
    refused = moot("models", "pull", "bound")
    assert refused.exit_code == 2
    assert "https://example.com/terms" in refused.stderr
    assert "--accept-license" in refused.stderr
    away = moot("models", "pull", "bound", "--accept-license")
    assert away.exit_code == 1
    assert "cannot be reached" in away.stderr
    assert "by hand" in away.stderr
    assert list((home / "models").iterdir()) == []


def test_without_a_moot_that_runs_models_it_is_said(moot: Run, home: Path) -> None:
    assert moot("models", "ps").stdout == "No model is loaded.\n"
    assert json.loads(moot("models", "ps", "--json").stdout) == {"models": []}
    (home / "models" / "uno.gguf").write_bytes(WHOLE)
    refused = moot("models", "load", "uno")
    assert refused.exit_code == 2
    assert "moot serve --local" in refused.stderr
    assert "is not loaded" in moot("models", "unload", "uno").stderr
    assert "no model on this machine called 'dos'" in moot("models", "load", "dos").stderr


def test_a_file_that_is_no_model_hides_no_other(moot: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "models" / "uno.gguf").write_bytes(WHOLE)
    (home / "models" / "junk.gguf").write_bytes(b"junk\n")
    shown = moot("models", "show")
    assert shown.exit_code == 0, shown.output
    assert "local/uno" in shown.stdout
    assert "cannot be read" in shown.stdout
    assert "`moot models rm junk`." in shown.stderr
    junk, uno = json.loads(moot("models", "show", "--json").stdout)["models"]
    assert ("moot models rm junk" in junk["remedy"], uno["model"]) == (True, "local/uno")
    assert "moot models rm junk" in moot("models", "show", "junk").stderr
    monkeypatch.setattr("moot.extensions.local.provider.engine_here", lambda: "")
    found = " ".join(moot("doctor").stdout.split())
    assert "1 model for Moot to run: local/uno" in found
    assert found.count("Delete it: `moot models rm junk`. → All other models work.") == found.count("rm junk") == 1


def test_a_member_that_is_not_here_is_refused_before_the_start(moot: Run, home: Path) -> None:
    (home / "models" / "uno.gguf").write_bytes(WHOLE)
    refused = moot("ask", "--no-live", "-m", "local/uno", "-m", "local/bound", "-m", "local/qwen25-05b", "Why?")
    told = " ".join(refused.stderr.split())
    assert refused.exit_code == 2, told
    assert "local/bound, local/qwen25-05b: it is not on this machine. Nothing was started." in told
    assert "`moot models pull bound`. Fetch it: `moot models pull qwen25-05b`." in told
