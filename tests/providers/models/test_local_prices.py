"""Test that a local model costs nothing unless a price is set."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from moot.providers.directory import Directory
from moot.providers.models.listings import ListedModel, listed_in
from moot.providers.models.prices import FREE, LOCAL
from moot.providers.provider import Call, Piece, Provider


def directory(home: Path, row: str) -> Directory:
    home.mkdir(exist_ok=True)
    (home / "endpoints.toml").write_text(f"[mine]\n{row}\n", "utf-8")
    return Directory(home, {})


@pytest.mark.parametrize(
    "row",
    [
        'url = "http://127.0.0.1:9999/v1"\nprivate = true',
        'url = "http://192.168.1.20:8000/v1"\nprivate = true',
        'url = "https://gpu.lan:8443/v1"\nprivate = true',
        'url = "https://models.example.org/v1"\nprivate = true',
    ],
)
def test_a_local_address_is_free(tmp_path: Path, row: str) -> None:
    assert directory(tmp_path, row).price_of("mine/llama3") == LOCAL


@pytest.mark.parametrize(
    "row",
    [
        'url = "https://models.example.org/v1"',
        'url = "http://127.0.0.1:9999/v1"\nprivate = true\nprice = "unknown"',
        'url = "http://127.0.0.1:9999/v1"\nprivate = true\nmoot = true',
    ],
)
def test_others_are_unknown(tmp_path: Path, row: str) -> None:
    """A council behind a local address pays for its calls all the same."""
    assert directory(tmp_path, row).price_of("mine/llama3") is None


class _Lists(Provider):
    """A service that lists models and does nothing else."""

    def __init__(self, *told: object) -> None:
        self._told = listed_in({"data": list(told)})

    async def listed(self) -> list[ListedModel]:
        return self._told

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        raise NotImplementedError
        yield


AT_HOME = 'url = "http://127.0.0.1:9999/v1"\nprivate = true'


def listing(home: Path, monkeypatch: pytest.MonkeyPatch, *told: object, row: str = AT_HOME) -> Directory:
    made = directory(home, row)
    monkeypatch.setattr(made, "provider_for", lambda model: _Lists(*told))
    return made


PRICED = {"id": "dear", "pricing": {"prompt": "0.000003", "completion": "0.000015"}}
SILENT = {"id": "silent"}


async def test_a_list_that_states_prices_makes_the_others_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = listing(
        tmp_path, monkeypatch, PRICED, SILENT, {"id": "given", "pricing": {"prompt": "0", "completion": "0"}}
    )
    await here.models("mine")
    assert here.price_of("mine/silent") is None
    assert here.price_of("mine/unlisted") is None
    assert here.price_of("mine/given") == FREE
    assert (price := here.price_of("mine/dear")) is not None
    assert price.source == "listed"
    assert not here.costs_nothing(here.row("mine"))
    later = directory(tmp_path, AT_HOME)
    assert later.price_of("mine/silent") is None, "a later process knows it before it has asked for a list"
    moved = directory(tmp_path, AT_HOME.replace("9999", "9998"))
    assert moved.price_of("mine/silent") == LOCAL, "it was learnt of another address"


async def test_with_a_key_no_price_is_known_until_the_list_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A paid gateway of the own network is not free because its list is slow."""
    directory(tmp_path, f'{AT_HOME}\nkey_env = ["MINE_KEY"]')
    here = Directory(tmp_path, {"MINE_KEY": "sk-0123456789abcdef"})
    monkeypatch.setattr(here, "provider_for", lambda model: _Lists(SILENT))
    assert here.price_of("mine/silent") is None
    await here.models("mine")
    assert here.price_of("mine/silent") == LOCAL


def test_a_bill_speaks_against_it(tmp_path: Path) -> None:
    here = directory(tmp_path, AT_HOME)
    assert here.price_of("mine/any") == LOCAL
    here.charged("mine")
    assert here.price_of("mine/any") is None
    assert directory(tmp_path, AT_HOME).price_of("mine/any") is None
