"""Test that rows, traits, keys and prices are joined into one provider per endpoint, loaded on demand."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import moot
from moot.errors import BadInput, BadSetting, CallFailed, ProtocolWrong, UnknownName
from moot.extension_points import EntryPoint
from moot.providers import directory
from moot.providers.call_outcome import hear
from moot.providers.directory import Directory
from providers.asking import KEY, call_of
from rig.upstream import Upstream


async def test_a_moved_row_is_opened_anew_without_its_old_key(tmp_path: Path) -> None:
    async with Upstream() as first, Upstream() as second:
        app = Directory(tmp_path, {})
        row = app.endpoints.add("own", {"url": first.url, "private": True}, app.keys)
        app.keys.put("own", row.origin, KEY)
        app.reload()
        await hear(app.provider_for("own/a"), call_of(model="own/a"))
        app.endpoints.add("own", {"url": second.url, "private": True}, app.keys)
        app.reload()
        await hear(app.provider_for("own/a"), call_of(model="own/a"))
        await app.close()
        assert "authorization" in first.calls[0].headers
        assert "authorization" not in second.calls[0].headers


async def test_a_new_key_is_used_after_reloading(tmp_path: Path) -> None:
    async with Upstream() as up:
        app = Directory(tmp_path, {})
        row = app.endpoints.add("own", {"url": up.url, "private": True}, app.keys)
        app.reload()
        old = app.provider_for("own/a")
        app.keys.put("own", row.origin, KEY)
        assert app.provider_for("own/a") is old
        app.reload()
        assert app.provider_for("own/a") is not old
        assert (await hear(app.provider_for("own/a"), call_of(model="own/a"))).settled == "ok"
        assert up.calls[-1].headers["authorization"] == f"Bearer {KEY}"
        same = app.provider_for("own/a")
        app.reload()
        assert app.provider_for("own/a") is same
        await app.close()


def test_names_nobody_knows() -> None:
    app = Directory(None, {})
    with pytest.raises(UnknownName, match="openrouter"):
        app.provider_for("openruter/x")
    with pytest.raises(ProtocolWrong):
        app.provider_for("person")
    with pytest.raises(BadInput):
        app.provider_for("openai/")
    with pytest.raises(CallFailed, match="OPENAI_API_KEY") as caught:
        app.provider_for("openai/gpt-5")
    assert caught.value.error == "auth"


def test_an_installed_wire(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    points = [
        EntryPoint("moot.providers", "odd", "providers.test_directory:_opens", "odd"),
        EntryPoint("moot.providers", "told", "providers.test_directory:_opens_told", "odd"),
        EntryPoint("moot.providers", "broken", "no.such.module:x", "odd"),
    ]
    monkeypatch.setattr(directory, "entry_points", lambda group: points if group == directory.GROUP else [])
    wires = {"a": "odd", "t": "told", "b": "broken", "c": "opeani"}
    (tmp_path / "endpoints.toml").write_text("".join(f'[{row}]\nwire = "{wire}"\n' for row, wire in wires.items()))
    app = Directory(tmp_path, {})
    assert app.provider_for("a/x") == "opened a"  # type: ignore[comparison-overlap]
    assert app.provider_for("t/x") == f"opened t of {tmp_path}"  # type: ignore[comparison-overlap]
    with pytest.raises(BadSetting, match="broken"):
        app.provider_for("b/x")
    with pytest.raises(UnknownName, match="openai"):
        app.provider_for("c/x")


def _opens(row: Any, key: Any) -> Any:
    return f"opened {row.name}"


def _opens_told(row: Any, key: Any, *, home: Path) -> Any:
    return f"opened {row.name} of {home}"


def test_a_missing_extra_is_said_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Directory(None, {"ANTHROPIC_API_KEY": KEY})
    monkeypatch.delitem(sys.modules, "moot.providers.pydantic_ai.wire", raising=False)
    monkeypatch.setitem(sys.modules, "pydantic_ai", None)
    with pytest.raises(BadInput, match=r"pip install 'moot\[anthropic\]'"):
        app.provider_for("anthropic-native/claude")


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    program = (
        "import sys; from moot.providers.directory import Directory; import moot.providers.call_outcome\n"
        "app = Directory(None, {'OPENAI_API_KEY': 'sk-0123456789'})\n"
        "app.configured(); app.abilities_of('openai/gpt-5'); app.price_of('ollama/x')\n"
        "heavy = {'aiohttp', 'httpx', 'httpx2', 'openai', 'anthropic', 'mistralai', 'pydantic', 'pydantic_ai', 'llm',\n"
        "         'genai_prices', 'numpy', 'sqlalchemy', 'fastapi'}\n"
        "print(*sorted(heavy & set(sys.modules)))\n"
    )
    env = {**os.environ, "PYTHONPATH": str(Path(moot.__file__).parents[1])}
    ran = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, timeout=300)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "\n", "")
