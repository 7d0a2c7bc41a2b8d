"""Test that every protocol reaches a verdict at the billed price through every door, with keys and long lists."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cases import slow_except
from extensions.compat.llm.conftest import plugged as plugged
from moot.protocols import registry
from world.accounts import settled
from world.doors import DOORS, ONLY_PEER_REVIEW
from world.gateway import Gateway
from world.homes import AT_HOME, CHAIR, SEATS, furnished
from world.hosting import hosted
from world.laptop import Laptop
from world.offers.tokens import agreed

QUESTION = "How would one find out how much a stone bridge can bear?"
WORLDS: dict[str, tuple[Callable[[], Gateway | Laptop], tuple[str, ...], str]] = {
    "gateway": (lambda: Gateway(says=agreed), SEATS, CHAIR),
    "laptop": (lambda: Laptop(says=agreed), AT_HOME, AT_HOME[0]),
}
CASES = [
    (world, door, protocol)
    for world in WORLDS
    for door in DOORS
    for protocol in registry.names()
    if door not in ONLY_PEER_REVIEW or protocol == "peer-review"
]
SAMPLE = (
    ("gateway", "ask", "peer-review"), ("gateway", "ask", "claim-vote"), ("gateway", "chat", "debate"),
    ("gateway", "run", "adjudication"), ("gateway", "api", "consensus"), ("gateway", "openai", "peer-review"),
    ("gateway", "three-stage", "peer-review"), ("gateway", "python", "debate"), ("gateway", "llm", "adjudication"),
    ("laptop", "ask", "consensus"), ("laptop", "api", "claim-vote"), ("laptop", "openai", "adjudication"),
    ("laptop", "convene", "peer-review"), ("laptop", "llm", "consensus"),
)  # fmt: skip
"""What every run takes: each door and each protocol at least once, in either world."""


@pytest.mark.fast(3)
@pytest.mark.parametrize("case", slow_except(CASES, *SAMPLE), ids="-".join)
@pytest.mark.usefixtures("plugged")
def test_a_verdict_stands_and_its_price_is_what_was_billed(
    home: Path, tmp_path: Path, case: tuple[str, str, str]
) -> None:
    world, door, protocol = case
    made, seats, chair = WORLDS[world]
    with hosted(made()) as up:
        furnished(home, up, council=seats, chair=chair, protocol=protocol)
        shown = DOORS[door](QUESTION, tmp_path)
    state = settled(home, up, shown)
    assert not up.books.refused, up.books.refused
    assert {each.model for each in up.books.answered} >= {seat.partition("/")[2] for seat in seats}
    if world == "gateway":
        assert up.books.spent > 0
    assert not state.missing
