"""Test the figures of evidence for a client, and the errors of invalid requests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.running import Running
from stats.evidence.coarse import coarsely


@pytest.fixture(autouse=True)
def coarse() -> Iterator[None]:
    with coarsely():
        yield


async def test_figures_come_with_how_they_were_made(server: Running) -> None:
    async with server.client() as client:
        report = (await client.get("/api/evidence")).json()
        assert report["evidence"]["seats"] == 4
        assert report["why"] == "For a council of 4, as the council rehearsal has."
        assert all(each["says"] and each["how"] for each in (*report["said"], *report["assumed"]))
        other = (await client.get("/api/evidence?seats=6&agreement=0.1")).json()
        assert (other["evidence"]["seats"], other["evidence"]["agreement"]["value"]) == (6, 0.1)
        assert other["evidence"]["best"]["value"] < report["evidence"]["best"]["value"]
        assert set(other["evidence"]["beside_best"]) == {"better", "same", "worse"}
