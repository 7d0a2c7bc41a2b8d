"""Test that model data of local servers is used, and that servers without any are not asked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from moot.providers.directory import Directory
from moot.providers.endpoints import Endpoint
from moot.providers.models.listings import ListedModel
from moot.providers.openai.wire import OpenAIWire
from providers.local.servers import LLAMA_CPP, LM_STUDIO, ROUTER, VLLM, HomeServer, Kind
from rig.upstream import Upstream


async def listed(up: Upstream) -> dict[str, ListedModel]:
    wire = OpenAIWire(Endpoint(name="lab", url=up.url, private=True), None)
    try:
        return {row.name: row for row in await wire.listed()}
    finally:
        await wire.close()


async def test_lm_studio_tells_what_measures_and_how_much_a_model_was_given() -> None:
    async with HomeServer(LM_STUDIO) as up:
        rows = await listed(up)
    assert {name: row.speaks for name, row in rows.items()} == {
        "qwen3-8b": True,
        "google/gemma-3-4b": True,
        "text-embedding-nomic-embed-text-v1.5": False,
        "measures-in-secret": False,
    }
    assert (rows["qwen3-8b"].context, rows["qwen3-8b"].loaded) == (12_288, True)
    # What is loaded for a call gets no more than this, whatever the model could read.
    assert (rows["google/gemma-3-4b"].context, rows["google/gemma-3-4b"].vision) == (4096, True)


async def test_one_model_of_llama_cpp_has_the_context_of_its_process() -> None:
    async with HomeServer(LLAMA_CPP) as up:
        (row,) = (await listed(up)).values()
    assert (row.context, row.vision, row.loaded, row.bytes) == (6144, True, True, 2_489_757_856)


async def test_a_router_s_models_are_told_by_their_states_and_none_is_loaded_by_asking() -> None:
    async with HomeServer(ROUTER) as up:
        rows = await listed(up)
    assert not up.loads
    assert (rows["qwen3-8b"].context, rows["qwen3-8b"].loaded) == (16_384, True)
    assert (rows["llama-3.2-3b"].context, rows["llama-3.2-3b"].loaded) == (8192, False)
    assert rows["granite-measures"].speaks is rows["orders-texts"].speaks is False
    assert "could not load it" in rows["phi-4-mini"].unfit
    assert "still being fetched" in rows["mistral-7b"].unfit
    assert [name for name, row in rows.items() if not row.unfit and row.speaks is not False] == [
        "llama-3.2-3b",
        "qwen3-8b",
    ]


@pytest.mark.parametrize("kind", [LM_STUDIO, LLAMA_CPP, ROUTER, VLLM])
async def test_each_takes_a_schema(kind: Kind, tmp_path: Path) -> None:
    async with HomeServer(kind) as up:
        (tmp_path / "endpoints.toml").write_text(f'[lab]\nurl = "{up.url}"\nprivate = true\n')
        home = Directory(tmp_path, {})
        models = await home.models("lab")
        assert {home.abilities_of(model).schema for model in models} == {"json_schema"}
        await home.close()


@pytest.mark.parametrize(("kind", "path"), [(LM_STUDIO, "/api/v0/models"), (LLAMA_CPP, "/props")])
async def test_a_page_that_never_comes_costs_a_second_and_the_list_stands(kind: Kind, path: str) -> None:
    async with HomeServer(replace(kind, hangs=(path,))) as up:
        rows = await listed(up)
    assert len(rows) == len(kind.models)
