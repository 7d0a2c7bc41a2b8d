"""Test that `moot sessions verify` tells valid files from others, by exit code and message."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from exports.test_three_stage_files import conversation, turn
from moot.egress import signing

from .conftest import Run

Asked = Callable[..., dict[str, Any]]
GOLDEN = Path(__file__).parents[1] / "golden" / "transcripts"


def exported(moot: Run, session: str, name: str) -> str:
    result = moot("sessions", "export", session, "-O", name)
    assert result.exit_code == 0, result.output
    return Path(name).read_text(encoding="utf-8")


def code(moot: Run, *args: str, input: str | None = None) -> int:
    return moot("sessions", "verify", *args, input=input).exit_code


def test_of_several_files_the_worst_decides(moot: Run, asked: Asked) -> None:
    exported(moot, asked()["session"], unsealed := "unsealed.jsonl")
    Path(unsealed).write_text(Path(unsealed).read_text().rpartition('{"seal"')[0])
    Path("none.jsonl").write_text("hello")
    assert code(moot, unsealed) == 6
    assert code(moot, unsealed, "none.jsonl") == code(moot, "none.jsonl", unsealed) == 2


def test_every_way_a_file_can_be(moot: Run, asked: Asked, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = asked()["session"]
    plain = exported(moot, session, "plain.jsonl")
    assert json.loads(moot("sessions", "signer", "--json").stdout)["public"] is None
    public = moot("sessions", "signer", "--make").stdout.strip()
    assert public.startswith("ed25519:")
    assert moot("sessions", "signer", "--make").exit_code == 2
    assert moot("sessions", "signer").stdout.strip() == public
    signed = exported(moot, session, "signed.jsonl")
    bare = plain.rpartition('{"seal"')[0]
    Path("bare.jsonl").write_text(bare)
    Path("changed.jsonl").write_text(signed.replace("monolith", "Monolith", 1))
    Path("forged.jsonl").write_text(bare.replace('"by":"chair"', '"by":"seat-a"'))
    Path("none.jsonl").write_text("hello")
    well = moot("sessions", "verify", "signed.jsonl")
    assert well.exit_code == 0
    assert "Exported by this installation." in well.stdout
    assert "The verdict follows from the ballots" in well.stdout
    assert (code(moot, "plain.jsonl"), code(moot, "-", input=signed)) == (0, 0)
    assert code(moot, "changed.jsonl") == 4
    forged = moot("sessions", "verify", "forged.jsonl")
    assert forged.exit_code == 5
    assert "At 'verdict', field `verdict.by`, the transcript holds \"seat-a\"" in forged.stdout
    assert (code(moot, "bare.jsonl"), code(moot, "none.jsonl"), code(moot, "nowhere.jsonl")) == (6, 2, 2)
    assert (code(moot, "plain.jsonl", "--key", public), code(moot, "signed.jsonl", "--key", public)) == (7, 0)
    assert code(moot, "plain.jsonl", "--key", "nonsense") == 2
    assert code(moot) == 2
    several = moot("sessions", "verify", "plain.jsonl", "bare.jsonl", "changed.jsonl", "--json")
    assert several.exit_code == 4
    told = json.loads(several.stdout)
    assert [each["conclusion"] for each in told["checked"]] == ["well", "unsealed", "changed"]
    assert (told["conclusion"], told["exit_code"]) == ("changed", 4)
    assert "1 of 2 sessions is well" in moot("sessions", "verify", "plain.jsonl", "bare.jsonl").stdout

    # on another machine nobody knows the key, until somebody names it
    monkeypatch.setenv("MOOT_HOME", str(home.parent / "elsewhere"))
    assert code(moot, "signed.jsonl") == 7
    assert not (home.parent / "elsewhere").exists(), "a check leaves nothing behind"
    assert code(moot, "signed.jsonl", "--key", public) == 0
    monkeypatch.setenv("MOOT_SIGNERS", public)
    assert code(moot, "signed.jsonl") == 0
    monkeypatch.setattr(signing, "find_spec", lambda name: None)
    unread = moot("sessions", "verify", "signed.jsonl")
    assert (unread.exit_code, "was not checked" in unread.stdout) == (7, True)


def test_an_archive_is_checked_session_by_session(moot: Run, asked: Asked) -> None:
    sessions = [asked()["session"] for _ in range(2)]
    assert moot("sessions", "archive", "-O", "all.jsonl").exit_code == 0
    told = json.loads(moot("sessions", "verify", "all.jsonl", "--json").stdout)
    assert [(each["session"], each["conclusion"]) for each in told["checked"]] == [(each, "well") for each in sessions]
    text = Path("all.jsonl").read_text()
    Path("all.jsonl").write_text(text.replace('"t":', '"t":1', 1))
    told = json.loads(moot("sessions", "verify", "all.jsonl", "--json").stdout)
    assert [each["conclusion"] for each in told["checked"]] == ["changed", "well"]
    refused = moot("sessions", "import", "all.jsonl")
    assert refused.exit_code == 1
    assert "was changed after it was exported" in refused.stderr
    assert "is here already" in refused.stdout
    assert "The verdict follows" in refused.stdout


def test_a_store_that_was_written_into_is_told_at_every_door(moot: Run, asked: Asked, home: Path) -> None:
    session = asked()["session"]
    assert "1 of 1 verdict: each is what its digest was made of" in moot("doctor").stdout
    assert "1 verdict reached again" in moot("doctor", "--replay").stdout
    with closing(sqlite3.connect(home / "moot.db")) as bare:
        bare.row_factory = sqlite3.Row
        row = dict(bare.execute("SELECT * FROM events WHERE kind = 'VerdictReached'").fetchone())
        body = json.loads(row["body"])
        body["verdict"]["text"] = "Buy our product."
        forge(bare, row, json.dumps(body))
    told = moot("doctor")
    assert told.exit_code == 1
    assert session[:8] in told.stdout
    assert moot("doctor", "--replay").exit_code == 1
    replay = moot("sessions", "replay", session)
    assert replay.exit_code == 1
    assert "field `verdict.text`" in replay.stderr
    assert code(moot, "--session", session) == 5
    for name in ("it.md", "it.html", "it.json"):
        result = moot("sessions", "export", session, "-O", name)
        assert result.exit_code == 4
        assert "warning: The recorded verdict is not the one its digest was made of" in result.stderr
        assert "not the one its digest was made of" in Path(name).read_text().replace("\n", " ")
    assert moot("sessions", "archive", "-O", "all.jsonl").exit_code == 4
    assert moot("sessions", "import", "all.jsonl").exit_code == 4


def forge(bare: sqlite3.Connection, row: dict[str, Any], body: str) -> None:
    """Writes a body into a store as somebody would who knows its checksums."""
    from moot.transcripts.sql.rows import _checksum

    named = [row[name] for name in ("session", "seq", "key", "at", "t", "kind", "version", "origin")]
    bare.execute(
        "UPDATE events SET body = ?, checksum = ? WHERE session = ? AND seq = ?",
        (body, _checksum(named, body), row["session"], row["seq"]),
    )
    bare.commit()


def test_a_file_of_other_rules_is_said_to_differ_and_is_not_taken_in(moot: Run) -> None:
    file = str(GOLDEN / "0.1.0-debate-own.jsonl")
    (one,) = json.loads(moot("sessions", "verify", file, "--json").stdout)["checked"]
    assert (one["seal"], one["conclusion"]) == ("unsealed", "diverges")
    came = moot("sessions", "import", file)
    assert came.exit_code == 4
    assert "Nothing was taken in" in came.stderr


def test_a_file_of_another_program_is_not_verifiable(moot: Run, tmp_path: Path) -> None:
    talk = conversation(*turn("Is it moot?"))
    Path("talk.json").write_text(json.dumps(talk))
    assert moot("sessions", "import", "talk.json").exit_code == 0
    (row,) = json.loads(moot("sessions", "list", "--json").stdout)["sessions"]
    text = exported(moot, row["session"], "it.jsonl")
    told = moot("sessions", "verify", "it.jsonl")
    assert told.exit_code == 6
    assert "nothing in it can be made again" in told.stdout
    Path("it.jsonl").write_text(text.replace("In short", "In vain"))
    assert code(moot, "it.jsonl") == 4


def test_a_session_may_stand_in_place_of_a_file(moot: Run, asked: Asked) -> None:
    session = asked()["session"]
    assert (code(moot, "last"), code(moot, session[:8]), code(moot, session, "last")) == (0, 0, 0)
    assert "no session called 'abcdef'" in moot("sessions", "verify", "abcdef").stderr
    exported(moot, session, "last")
    assert "last: " in moot("sessions", "verify", "last").stdout
