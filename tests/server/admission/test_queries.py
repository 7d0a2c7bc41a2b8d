"""Test that an unknown query parameter is refused, by name, at every route of the API."""

from __future__ import annotations

import re

import pytest
from starlette.routing import Route

from moot.errors import UnknownParameter
from moot.server.admission.contracts import installed_contracts
from moot.server.admission.path_rules import TOLERANT, check, is_tolerant
from moot.server.app import every_route
from server.running import Running

ROUTES = [route for route in every_route() if isinstance(route, Route) and route.path.startswith("/api/")]
STRICT = [route for route in ROUTES if not is_tolerant(route.path, installed_contracts())]


async def test_every_route_refuses_a_parameter_it_does_not_have(server: Running) -> None:
    async with server.client() as client:
        for route in STRICT:
            path = re.sub(r"\{[^}]+\}", "x", route.path)
            for method in sorted((route.methods or set()) - {"HEAD"}):
                answer = await client.request(method, path, params={"no_such_thing": "1"})
                assert answer.status_code == 422, (method, path, answer.text)
                error = answer.json()["error"]
                assert error["code"] == "unknown_parameter"
                assert "'no_such_thing'" in error["message"]
                assert error["remedy"]


async def test_the_nearest_parameter_is_named(server: Running) -> None:
    async with server.client() as client:
        answer = await client.get("/api/sessions", params={"limt": "3"})
        assert answer.json()["error"]["remedy"] == "Did you mean 'limit'?"
        answer = await client.get("/api/sessions/x/report", params={"format": "votes"})
    assert answer.status_code == 422
    assert "form" in answer.json()["error"]["remedy"]


async def test_published_doors_pass_over_what_they_do_not_know(server: Running) -> None:
    async with server.client() as client:
        assert (await client.get("/v1/models", params={"api-version": "2024-10-21"})).status_code == 200
        assert (await client.get("/api/conversations", params={"_": "1"})).status_code == 200
    assert all(reason for reason in TOLERANT.values())


@pytest.mark.parametrize("query", ["a=1", "a", "&a=&", "%61=1", "limit=1&a=2", "=1"])
def test_however_it_is_written(query: str) -> None:
    with pytest.raises(UnknownParameter):
        check(query, ["limit"])
    check("limit=1&limit=2", ["limit"])
