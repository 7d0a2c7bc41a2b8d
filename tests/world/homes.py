"""Homes as users have them, with their endpoints directed to a scripted gateway or laptop.

    home = furnished(tmp_path / "home", gateway)                      # the row `openrouter`, a stored key
    home = furnished(tmp_path / "home", gateway, maker, laptop)       # several rows, each under its packaged name
    home = furnished(tmp_path / "home", gateway, council=SEATS)       # and a council of one's own as the default one

A row that leads to another origin than the packaged one loses the packaged key variables, so the key is stored for that
origin, as `moot keys set` would; the row is private, because the address is on this machine. Prices are what the row
says: the router bills by itself, a maker's own service is priced by its packaged name, a laptop is free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from moot.egress.api_keys import KeyRing
from moot.library.shelf import council_text
from moot.vocabulary.councils import Council
from rig.script import Asked
from world.gateway import Gateway
from world.hosting import hosted
from world.laptop import Laptop

KEY = "sk-or-v1-scripted-0123456789abcdef"
"""The key that a furnished home has stored for a service; a gateway without keys of its own takes any."""
SEATS = (
    "openrouter/openai/gpt-5-mini", "openrouter/google/gemini-2.5-flash", "openrouter/deepseek/deepseek-v3.2",
    "openrouter/mistralai/mistral-small-3.2-24b-instruct",
)  # fmt: skip
"""Four models of different makers, as the thrifty council seats them."""
CHAIR = "openrouter/anthropic/claude-haiku-4.5"
AT_HOME = ("ollama/qwen3:8b", "ollama/llama3.2:3b", "ollama/gemma3:4b")
"""Three models of a laptop."""
SETTINGS = {"durability": "normal"}
"""What a test's home sets unless it says otherwise: nothing that changes what is asked or said."""


def furnished(
    home: Path,
    *services: Gateway | Laptop,
    council: Sequence[str] = (),
    chair: str | None = None,
    protocol: str = "peer-review",
    named: str = "",
    key: str | None = KEY,
    settings: dict[str, str | float | bool] | None = None,
) -> Path:
    """A home with a row for each service under its packaged name, or under one of the user's own; a key for those that
    want one; settings; and perhaps a council that sits by default.
    """
    home.mkdir(parents=True, exist_ok=True)
    rows = [f'[{named or up.service}]\nurl = "{up.url}"\nprivate = true\n' for up in services]
    (home / "endpoints.toml").write_text("\n".join(rows), encoding="utf-8")
    if key is not None:
        ring = KeyRing(home / "keys.toml", {})
        for up in services:
            if isinstance(up, Gateway):
                ring.put(named or up.service, up.origin, up.keys[0] if up.keys else key)
    told: dict[str, str | float | bool] = {**SETTINGS, **(settings or {})}
    if council:
        shelf = home / "councils"
        shelf.mkdir(exist_ok=True)
        made = Council(name="ours", members=tuple(council), chair=chair, protocol=protocol)
        (shelf / "ours.toml").write_text(council_text(made), encoding="utf-8")
        told["council"] = "ours"
    lines = [f"{name} = {_written(value)}" for name, value in told.items()]
    (home / "settings.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return home


@contextmanager
def gateway_at(
    home: Path,
    *,
    says: Callable[[Asked], str | None] | None = None,
    behaves: Mapping[str, str | list[str]] | None = None,
    balance: float | None = None,
    latency: float = 0.0,
    **more: Any,
) -> Iterator[Gateway]:
    """A gateway that listens until the block ends, and a home furnished with it; `more` is that of `furnished`."""
    with hosted(Gateway(says=says, behaves=behaves, balance=balance, latency=latency)) as up:
        furnished(home, up, **more)
        yield up


def _written(value: str | float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)
