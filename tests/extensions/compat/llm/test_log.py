"""Test that an answer is logged although another program locks `llm`'s log."""

from __future__ import annotations

import sqlite3
from typing import Any

import llm
import pytest

from extensions.compat.llm.conftest import HERE, Program
from extensions.compat.llm.test_asking import panel


@pytest.mark.skipif(not HERE, reason="another Python's `llm` is tried")
@pytest.mark.parametrize("flags", [(), ("--async",)])
def test_a_row_is_written_again_when_the_log_is_locked(
    program: Program, monkeypatch: pytest.MonkeyPatch, flags: tuple[str, ...]
) -> None:
    panel(program)
    written, tries = llm.Response.log_to_db, []

    def refused_twice(self: llm.Response, db: Any) -> None:
        tries.append(self)
        if len(tries) < 3:
            raise sqlite3.OperationalError("database is locked")
        written(self, db)

    monkeypatch.setattr(llm.Response, "log_to_db", refused_twice)
    ran = program.run("-m", "panel", *flags, "Well?")
    assert ran.code == 0, ran.err
    assert (len(tries), len(program.logged())) == (3, 1)
