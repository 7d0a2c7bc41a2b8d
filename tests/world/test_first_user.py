"""Test what a new user meets: every message is compared with the facts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from moot.egress.api_keys import KeyRing
from world.doors import at_terminal, json_at_terminal
from world.homes import KEY, SEATS, gateway_at

QUESTION = "How would one find out how much a stone bridge can bear?"


def test_after_a_kill_nothing_is_shown_as_free_that_may_have_been_billed(home: Path) -> None:
    with gateway_at(home, behaves={"*": "silent"}, council=SEATS):
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            [sys.executable, "-m", "moot", "ask", "--no-live", QUESTION],
            env=dict(os.environ), stdout=pipe, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("asking "):
                break
        time.sleep(1)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=300)
        row = json_at_terminal("sessions")["sessions"][0]
        assert (row["state"], row["at_most"] > 0) == ("interrupted", True)
        shown = json_at_terminal("sessions", "show", row["session"])
        assert shown["at_most"] == row["at_most"]
        for words in (
            at_terminal("sessions", "show", row["session"]),
            at_terminal("sessions", "export", row["session"], "-O", "-"),
        ):
            assert "up to $" in words, words
            assert "$0.00" not in words, words


def test_a_key_that_was_stored_is_found_wherever_its_endpoint_leads(home: Path) -> None:
    with gateway_at(home) as up:
        (home / "endpoints.toml").write_text(
            f'[openrouter]\nurl = "{up.url}"\nprivate = true\n\n[lab]\nurl = "{up.url}"\nprivate = true\n'
        )
        KeyRing(home / "keys.toml", {}).put("lab", up.origin, KEY)
        keys = {each["endpoint"]: each["key"] for each in json_at_terminal("keys")["keys"]}
        assert (keys["openrouter"], keys["lab"]) == ("stored", "stored")
        told = at_terminal("doctor")
        assert "no key for any endpoint" not in told, told
        assert told.count("key found (stored)") == 2, told
