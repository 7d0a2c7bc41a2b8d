"""Test that rows are joined, checked and written, with no silent mistake and no misdirected key."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.egress.addresses import target_of
from moot.egress.api_keys import KeyRing
from moot.errors import BadSetting, Conflict, UnknownName
from moot.providers.endpoints import EndpointFile, RowPrice, packaged_rows
from moot.providers.models.prices import cost_of
from moot.vocabulary.statements import Usage


def reading(tmp_path: Path, text: str) -> EndpointFile:
    file = tmp_path / "endpoints.toml"
    file.write_text(text, encoding="utf-8")
    return EndpointFile(file)


def test_packaged_rows_hold() -> None:
    rows = packaged_rows()
    assert {"openrouter", "openai", "anthropic", "google", "mistral", "xai", "deepseek", "groq", "together"} <= set(
        rows
    )
    assert {"ollama", "llamacpp", "vllm", "lmstudio", "rehearsal", "llm"} <= set(rows)
    for row in rows.values():
        assert row.title
        if row.url:
            target = target_of(row.url, private=row.private)
            assert row.url.startswith("http://127.0.0.1:") == row.private
            assert target.base == row.url


PRICED = '[x]\nurl = "https://a.example.com"\nprice = {input = 1, output = 2, tiers = ['
WRONG = [
    ('[x]\nurl = "https://a.example.com"\nkey = "k"', "key_env"),
    ('[x]\nurl = "https://a.example.com"\nconcurency = 3', "concurrency"),
    ("[x]", "needs a `url`"),
    ('[X]\nurl = "https://a.example.com"', "name"),
    ('[person]\nurl = "https://a.example.com"', "person"),
    ('[x]\nurl = "http://a.example.com"', "unencrypted"),
    ('[x]\nurl = "https://10.0.0.1"', "public internet"),
    ('[ollama]\nurl = "http://192.168.1.5:11434/v1"', "private = true"),
    ('[x]\nurl = "https://a.example.com"\nconcurrency = 0', "concurrency"),
    ('[x]\nurl = "https://a.example.com"\nconcurrency = "many"', "concurrency"),
    ('[x]\nurl = "https://a.example.com"\nheaders = {Authorization = "x"}', "Authorization"),
    ('[x]\nurl = "https://a.example.com"\nheaders = {X-A = "a\\r\\nB: c"}', "X-A"),
    ('[x]\nurl = "https://a.example.com"\nkey_env = ["OPENAI_API_KEY"]', "OPENAI_API_KEY"),
    ('[openai]\nurl = "https://a.example.com"\nkey_env = ["OPENAI_API_KEY"]', "OPENAI_API_KEY"),
    ('[x]\nurl = "https://a.example.com"\nkey_env = ["A B"]', "variable"),
    ('[x]\nurl = "https://a.example.com"\nprice = {input = -1, output = 1}', "price"),
    ('[x]\nurl = "https://a.example.com"\nprice = {inptu = 1, output = 1}', "inptu"),
    (f"{PRICED}{{above = 1, input = 1, output = 20000}}]}}", "price"),
    (f"{PRICED}{{above = 0, input = 1, output = 2}}]}}", "shortest first"),
    (f"{PRICED}{{above = 9, input = 1, output = 2}}, {{above = 9, input = 1, output = 2}}]}}", "shortest first"),
    (f"{PRICED}{{above = 9, input = 1, output = 2}}, {{above = 8, input = 1, output = 2}}]}}", "shortest first"),
    (f"{PRICED}{{abvoe = 9, input = 1, output = 2}}]}}", "abvoe"),
    ('url = "https://a.example.com"', "outside a table"),
    ("[x", "TOML"),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_a_wrong_file_is_refused_by_name_and_row(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadSetting) as caught:
        reading(tmp_path, text).rows()
    assert "endpoints.toml" in caught.value.message
    assert said in str(caught.value)


def test_a_key_variable_does_not_follow_to_another_origin(tmp_path: Path) -> None:
    row = reading(tmp_path, '[openai]\nurl = "https://proxy.example.com/v1"').rows()["openai"]
    assert row.key_env == ()
    same = reading(tmp_path, '[openai]\nurl = "https://api.openai.com/v2"').rows()["openai"]
    assert same.key_env == ("OPENAI_API_KEY",)


ORIGINS = [
    "https://b.example.com/v1",
    "https://a.example.com:8443/v1",
    "https://a.example.com.evil.com/v1",
    "https://127.0.0.1/",
]


@pytest.mark.parametrize("url", ORIGINS)
def test_moving_a_row_forgets_its_key(tmp_path: Path, url: str) -> None:
    file, ring = EndpointFile(tmp_path / "endpoints.toml"), KeyRing(tmp_path / "keys.toml", {})
    row = file.add("x", {"url": "https://a.example.com/v1"}, ring)
    ring.put("x", row.origin, "sk-canary-0123456789")
    assert file.add("x", {"url": "https://a.example.com/v2", "concurrency": 2}, ring).concurrency == 2
    assert ring.names() == ("x",)
    moved = file.add("x", {"url": url, "private": url.startswith("https://127.")}, ring)
    assert ring.names() == ()
    assert ring.key_for("x", moved.origin, ()) is None


def test_adding_and_removing(tmp_path: Path) -> None:
    file, ring = EndpointFile(tmp_path / "endpoints.toml"), KeyRing(tmp_path / "keys.toml", {})
    file.add("own", {"url": "http://127.0.0.1:9999/v1", "private": True, "price": {"input": 0.5, "output": 2}}, ring)
    assert EndpointFile(tmp_path / "endpoints.toml").rows()["own"].private
    with pytest.raises(BadSetting):
        file.add("own", {"url": "http://10.0.0.1/v1"}, ring)
    assert file.rows()["own"].url == "http://127.0.0.1:9999/v1"
    assert file.add("own", {"url": "https://a.example.com", "key_env": ["GATEWAY_TOKEN"]}, ring).key_env
    with pytest.raises(BadSetting):
        file.add("own", {"url": "https://a.example.com", "key_env": ["two words"]}, ring)
    with pytest.raises(Conflict):
        file.remove("openai", ring)
    with pytest.raises(UnknownName, match="own"):
        file.remove("onw", ring)
    file.remove("own", ring)
    assert "own" not in file.rows()


def test_a_row_states_what_long_prompts_cost_and_keeps_it(tmp_path: Path) -> None:
    tiers = "{above = 200000, input = 2.5, output = 15, cached = 0.25}, {above = 500000, input = 5, output = 30}"
    price = f"{{input = 1.25, output = 10, tiers = [{tiers}]}}"
    file = reading(tmp_path, f'[own]\nurl = "https://a.example.com"\nprice = {price}\n')
    file.add("other", {"url": "https://b.example.com"})  # the file is written anew
    kept = EndpointFile(tmp_path / "endpoints.toml").rows()["own"].price
    assert isinstance(kept, RowPrice)
    stated = kept.a_token
    short, long = Usage(input=200_000, output=10), Usage(input=200_001, output=10, cached=1000)
    assert cost_of(short, stated) == 200_000 * 1250 + 10 * 10_000
    assert cost_of(long, stated) == 199_001 * 2500 + 1000 * 250 + 10 * 15_000
    assert stated.within(600_000).output == 30_000


NASTY = [
    "a\nb",
    'a"b',
    "a = b",
    "]\n[evil]\nurl = 'x'",
    "ü\u2028\u202e",
    "\x7f\x00\x1f",
    "\\",
    "'''",
    '"""',
    "#",
    "\ud800",
]


@pytest.mark.parametrize("text", NASTY)
def test_no_value_can_become_another(tmp_path: Path, text: str) -> None:
    file = EndpointFile(tmp_path / "endpoints.toml")
    file.add("own", {"url": "https://a.example.com", "title": text, "docs": text})
    rows = EndpointFile(tmp_path / "endpoints.toml").rows()
    assert rows["own"].title == text.encode("utf-8", "replace").decode()
    assert set(rows) == {*packaged_rows(), "own"}


@pytest.mark.parametrize("cached", ["-5.0", "nan", "20000.0"])
def test_a_price_of_what_was_cached_lies_within_the_same_bounds(tmp_path: Path, cached: str) -> None:
    """A negative one would give money back to a session's cap."""
    file = tmp_path / "endpoints.toml"
    file.write_text(f'[up]\nurl = "https://up.example/v1"\nprice = {{input = 1.0, output = 1.0, cached = {cached}}}\n')
    with pytest.raises(BadSetting, match="price"):
        EndpointFile(file).rows()
